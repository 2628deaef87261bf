/* baseline.h - findings that a team has decided to live with for now: --write-baseline notes them, --baseline leaves
 * them out.
 *
 *   {"version": 2, "findings": [{"file": "kernels/a.mlir", "rule": "missing-barrier", "kernel": "gemm",
 *   "fingerprint": "8638fb881354f32b"}]}
 *
 * Files are named from the baseline's own folder, so that it does not matter where fencepost is started. File and
 * fingerprint decide; the fingerprint alone where the file that is noted is gone, as it may have another name now. The
 * rest is there for those who read it.
 *
 * Ownership  everything lives in `keep`. A baseline may be asked from several threads.
 */
#ifndef FP_BASELINE_H
#define FP_BASELINE_H
#include "findings/check.h"
#include "output/status.h"
#include "report/report.h"

struct fp_baseline;
/* FP_IO or FP_CONFIG with the reason in `why`. */
fp_status fp_baseline_read(struct fp_arena *keep, fp_str path, struct fp_baseline **baseline, struct fp_out *why);
/* The findings of the file that are not in it. */
fp_finding_list fp_baseline_unknown(const struct fp_baseline *baseline, struct fp_arena *keep,
                                    const fp_report_file *file);

/* The format of the file; `options->folder` is where it lies. */
extern const fp_report_format fp_report_baseline;
#endif
