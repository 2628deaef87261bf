/* widths.h - which of the needed syncs order more memories than anything needs of them (`narrowable`), and which of
 * them global memory needs after all (`crosses_global`). For those who want to know what could cost less: verdicts do
 * not rest on it.
 */
#ifndef FP_WIDTHS_H
#define FP_WIDTHS_H
#include "check/hazard.h"
#include "order/fold.h"

/* May there be any? Told without a walk over the tree. */
bool fp_widths_any(const struct fp_kernel *kernel, const fp_sync_verdict *verdicts);
/* Completes the verdicts of fp_redundancy_judge. */
void fp_widths_judge(struct fp_fold *fold, const struct fp_kernel *kernel, fp_sync_verdict *verdicts);
#endif
