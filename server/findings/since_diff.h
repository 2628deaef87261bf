/* since_diff.h - findings on the lines that a unified diff adds or changes, as `git diff -U0 main` writes one.
 *
 * A finding counts when one of its places stands on such a line. Where the diff takes lines away, nothing is left to
 * stand on: then a finding counts, too, when they were taken from between its places, or, if it is about an order that
 * has no two ends in the text (the next iteration, a signal that nobody gives), anywhere from its kernel.
 *
 * Names in the diff are taken from the current folder and from the top of its git repository, with and without git's
 * one-letter prefixes.
 *
 * Ownership  everything lives in `keep`. A diff may be asked from several threads.
 * Failure    FP_IO or FP_CONFIG with "FILE:LINE: what" in `why`.
 */
#ifndef FP_SINCE_DIFF_H
#define FP_SINCE_DIFF_H
#include "findings/check.h"
#include "output/status.h"
#include "report/report.h"

struct fp_since_diff;
typedef struct fp_changed_lines fp_changed_lines; /* of one file */

fp_status fp_since_diff_read(struct fp_arena *keep, fp_str path, struct fp_since_diff **diff, struct fp_out *why);
/* NULL: the diff leaves the file alone. */
const fp_changed_lines *fp_since_diff_of(struct fp_arena *keep, const struct fp_since_diff *diff, fp_str path);
fp_finding_list fp_since_diff_findings(struct fp_arena *keep, const fp_changed_lines *lines,
                                       const fp_report_file *file);
#endif
