/* fingerprint.h - what makes a finding the same one elsewhere: in the next compilation of its kernel, in the dump after
 * another pass, in the next commit. Baselines, CI services that follow findings, `compare` and merged dumps go by it.
 *
 * A cause is made of the rule, the kernel, the op that the finding stands on, the buffer if a symbol names it, and the
 * op of its partner. Names of values, blocks and aliases, which a compiler makes anew each time, are not in it, nor are
 * lines and numbers. Findings that agree in all of that are told apart by their rank: the first, the second ..
 */
#ifndef FP_FINGERPRINT_H
#define FP_FINGERPRINT_H
#include "base/hash.h"
#include "base/vec.h"
#include "output/json.h"
#include "report/report.h"

struct fp_arena;
typedef enum { FP_CAUSE_ANY_KERNEL, FP_CAUSE_IN_KERNEL } fp_cause_scope; /* does the kernel's name count? */
uint64_t fp_fingerprint_cause(const fp_report_file *file, const fp_finding *finding, fp_cause_scope scope);

/* Ranks: the hash of a cause that several have, for the next of them. Zeroed, it knows none. */
typedef struct {
    struct fp_arena *keep;
    fp_map seen;
    FP_VEC(uint64_t) given;
} fp_cause_ranks;
uint64_t fp_fingerprint_next(fp_cause_ranks *ranks, uint64_t cause);

/* One per finding of the file, in its order; no two of one file are equal. `path` is the file's name in them; empty: it
 * does not count. */
const uint64_t *fp_fingerprints(struct fp_arena *keep, const fp_report_file *file, fp_str path);
/* The fingerprint of something that is no finding, by its words. */
uint64_t fp_fingerprint_of_words(fp_str file, fp_str kernel, fp_str words);
void fp_fingerprint_member(struct fp_json *json, const char *key, uint64_t fingerprint); /* as 16 hexadecimal digits */
#endif
