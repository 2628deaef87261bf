/* fix_write.h - puts a changed text in the place of the one that was read (files_write.h), unless somebody else was
 * there meanwhile, and says what was changed.
 *
 * Failure    FP_IO with the reason in `why`, the file as it was: it is read-only, no regular file, holds other bytes
 *            than `expected`, or the system refused.
 */
#ifndef FP_FIX_WRITE_H
#define FP_FIX_WRITE_H
#include "output/out.h"
#include "output/status.h"
#include <stdint.h>

/* other_names: the file has more names (hard links), which keep the old text. */
fp_status fp_fixed_write(fp_str path, fp_str expected, fp_str bytes, bool *other_names, struct fp_out *why);
/* "a.mlir: fixed 3 findings (2 missing-barrier, 1 redundant-barrier)"; `counts` has one number per rule. */
void fp_fixed_say(struct fp_out *out, fp_str shown, const char *verb, const uint64_t *counts, bool other_names);
#endif
