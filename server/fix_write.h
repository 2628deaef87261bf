/* fix_write.h - replaces a file as a whole: who looks at it, or kills the program at any point, sees the old bytes or the new ones.
 *
 * The new bytes go to a file beside it, which takes its mode and owner, is flushed to the disk and renamed over it. Symbolic links stay links: what they lead to
 * is replaced.
 *
 * Failure    FP_IO with the reason appended to `why`, the file as it was: it is read-only, holds other bytes than `expected` (somebody changed it meanwhile), is
 *            no regular file, or the system refused.
 */
#ifndef FP_FIX_WRITE_H
#define FP_FIX_WRITE_H
#include "out.h"
#include "status.h"

fp_status fp_file_replace(fp_str path, fp_str expected, fp_str bytes, struct fp_out *why);
#endif
