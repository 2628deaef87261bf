/* buffer_internal.h - what buffer.c (sets of roots, aliasing), buffer_seeds.c (where they come
 * from) and buffer_flow.c (which values carry them) share. */
#ifndef FP_BUFFER_INTERNAL_H
#define FP_BUFFER_INTERNAL_H
#include "address/buffer.h"
#include "base/hash.h"
#include "facts/op_table.h"
#include "read/type.h"

typedef enum {
    FP_CLASS_NONE,
    FP_CLASS_WORKGROUP,
    FP_CLASS_GLOBAL,
    FP_CLASS_GENERIC,
    FP_CLASS_PRIVATE
} fp_memory_class; /* GENERIC: global unless a root says else */
typedef struct {
    uint32_t start, count;
} fp_root_set; /* in `pool` */
typedef struct {
    fp_value from, to;
} fp_buffer_flow; /* whatever `from` may name, `to` may name */

struct fp_buffers {
    struct fp_arena *keep;
    const struct fp_ir *ir;
    fp_buffers_scope scope;
    FP_VEC(fp_root_info) roots;
    FP_VEC(uint8_t) escaped; /* by root */
    FP_VEC(fp_root_set) sets;
    FP_VEC(fp_root) pool;
    fp_map by_content, by_symbol, by_type, by_place; /* sets; roots of symbols and bindings; types; hidden scratch */
    FP_VEC(struct {
        fp_str text;
        fp_memory_class space;
    })
    types;
    fp_roots *of_value;
    bool *defined;                      /* by value: something says what it names, even if that is nothing */
    fp_root dynamic, anywhere, many[2]; /* FP_NONE until needed */
    bool workgroup_escapes; /* workgroup memory was stored or passed on: a generic pointer of unknown origin may lead to
                               it */
    bool launches;          /* the unit is a function of the host: kernels are launched inside of it */
};

fp_memory_class fp_buffers_class(struct fp_buffers *buffers, fp_value value); /* by its type */
fp_root fp_buffers_add(struct fp_buffers *buffers, fp_root_info info);
void fp_buffers_define(struct fp_buffers *buffers, fp_value value,
                       fp_root root); /* adds a root; FP_NONE: names nothing that matters */
void fp_buffers_define_unknown(struct fp_buffers *buffers, fp_value value); /* by its type */

/* The root of an op's result, or of a block argument, by its type. */
fp_root_info fp_root_of_op(struct fp_buffers *buffers, fp_op op, fp_value value, fp_root_kind kind, fp_space space);
/* Define what the results of the op, or the arguments of its region, name. */
void fp_seed_alloc(struct fp_buffers *buffers, struct fp_arena *scratch, fp_op op);
void fp_seed_symbol(struct fp_buffers *buffers, fp_op op);
void fp_seed_arguments(struct fp_buffers *buffers, fp_op op);
#endif
