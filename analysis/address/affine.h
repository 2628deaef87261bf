/* affine.h - affine text as nodes: `affine_map<(d0, d1)[s0] -> (d0 floordiv 4, s0)>`, `affine_set<(d0) : (d0 - 3 >=
 * 0)>`, `%i * 4 + symbol(%n) mod 8`.
 *
 * Arithmetic is signed; `floordiv` rounds down, `ceildiv` up, `mod` gives 0 .. divisor - 1.
 * Failure  text that is no affine expression gives false, and nothing else is changed. Brackets nest at most
 *          FP_AFFINE_DEPTH_MAX deep.
 */
#ifndef FP_AFFINE_H
#define FP_AFFINE_H
#include "address/expr.h"
#include "base/str.h"

enum { FP_AFFINE_DEPTH_MAX = 64, FP_AFFINE_RESULTS_MAX = 32 };

typedef struct {
    const fp_expr *operands;
    uint32_t operand_count; /* of a map or set: dimensions, then symbols */
    fp_expr (*value)(void *context,
                     uint32_t offset); /* of a `%name` at that offset of the text; FP_EXPR_NONE: not known */
    void *context;
} fp_affine_names;

/* One expression over `%names`; the whole text must be one. */
bool fp_affine_expression(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names, fp_expr *result);
/* The results of a map, with or without `affine_map<..>` around it. */
bool fp_affine_map(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names, fp_expr *results,
                   uint32_t *count);
/* The constraints of a set, with or without `affine_set<..>`: each result is a condition, 0 or 1; all of them hold in
 * the set. */
bool fp_affine_set(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names, fp_expr *conditions,
                   uint32_t *count);
#endif
