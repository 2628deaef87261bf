/* fingerprint.h - what makes a finding the same one after an edit elsewhere: for baselines and for CI services that
 * follow findings over commits.
 *
 * It is made of the file's path, the rule, the kernel, the words of the line that the finding stands on and, among
 * findings that agree in all of that, its rank. Lines may come and go above it, and numbers in its message may
 * change.
 */
#ifndef FP_FINGERPRINT_H
#define FP_FINGERPRINT_H
#include "output/json.h"
#include "report/report.h"

struct fp_arena;
/* One per finding of the file, in its order; no two of one file are equal. `path` is the file's name in them. */
const uint64_t *fp_fingerprints(struct fp_arena *keep, const fp_report_file *file, fp_str path);
/* Of something that is no finding, by its words. */
uint64_t fp_fingerprint_of_words(fp_str file, fp_str kernel, fp_str words);
void fp_fingerprint_member(struct fp_json *json, const char *key, uint64_t fingerprint); /* as 16 hexadecimal digits */
#endif
