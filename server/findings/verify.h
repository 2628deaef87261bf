/* verify.h - findings against the comments that expect them, in mlir-opt's notation.
 *
 *     // expected-warning@below {{missing-barrier}}
 *     // expected-note@-2 {{written here}}
 *
 * Kinds are error, warning, note, remark (information or hint), information and hint; places are @+N, @-N, @above,
 * @below or the line itself. The words must occur in "RULE: MESSAGE" of a finding, or in a related place's message
 * for a note. Each expectation takes one finding and each finding needs one expectation, save that a note which
 * several findings share may be expected once.
 */
#ifndef FP_VERIFY_H
#define FP_VERIFY_H
#include "base/arena.h"
#include "report/report.h"

/* Differences, one line each, appended to `out`; their number is returned. */
size_t fp_verify(struct fp_arena *keep, struct fp_out *out, const fp_report_file *file, const fp_style *style);
#endif
