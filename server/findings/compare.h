/* compare.h - the kernels of two texts, folders or dumps side by side: which is which, and what became of its findings.
 *
 * Kernels are the same that have one name, in files of one path below what was named, else in their order; those that
 * are left are paired by their shape (block, workgroup memory, numbers of accesses) in their order. Findings are the
 * same that have one cause (fingerprint.h). Of a kernel in the dumps of many passes the last one counts.
 *
 * Ownership  everything lives in the arena given; nothing borrows from the documents.
 * Cost       n log n in the number of kernels.
 */
#ifndef FP_COMPARE_H
#define FP_COMPARE_H
#include "base/vec.h"
#include "report/report.h"

typedef struct {
    uint64_t cause;
    fp_str line, json; /* "a.mlir:12:3: error[missing-barrier] ..", the object of the JSON report */
} fp_compared_finding;
typedef struct {
    uint32_t barriers, waits, fences, signals, redundant;
} fp_compared_counts;
typedef struct {
    fp_str name, file; /* file: below what was named */
    uint64_t shape;
    fp_compared_counts counts;
    FP_VEC(fp_compared_finding) findings; /* from the level on that counts, but those about redundancy and savings */
} fp_compared_kernel;
typedef FP_VEC(fp_compared_kernel) fp_compared_kernels;

/* Appends the kernels of a checked text. `inside`: its path below what was named. */
void fp_compare_add(struct fp_arena *keep, fp_compared_kernels *side, const fp_report_file *file, fp_str inside,
                    fp_level least);

/* A pair, or a kernel that has no partner: NULL. */
typedef struct {
    const fp_compared_kernel *before, *after;
    FP_VEC(const fp_compared_finding *) new, gone;
    uint32_t same;
} fp_compared_pair;
typedef struct {
    fp_compared_pair *pairs; /* in the order of the new kernels, then old ones without a partner */
    uint32_t len;
    fp_compared_counts before, after; /* of those with a partner */
    uint32_t new, gone, same;
} fp_comparison;
fp_comparison fp_compare(struct fp_arena *keep, const fp_compared_kernels *before, const fp_compared_kernels *after);
/* Has the pair anything to tell? */
bool fp_compared_differs(const fp_compared_pair *pair);
#endif
