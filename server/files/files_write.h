/* files_write.h - replacing a file in one step: whoever looks, at any moment, sees the old bytes or the new ones,
 * never a part.
 *
 * The bytes go to a new file beside the old one, reach the disk, and take its name. Mode and, as far as allowed,
 * owner stay; a symbolic link stays one and its target is replaced. What is no regular file (a pipe, a device) is
 * simply written to.
 */
#ifndef FP_FILES_WRITE_H
#define FP_FILES_WRITE_H
#include "output/out.h"
#include "output/status.h"

/* expected    what the file is to hold still when the new one takes its name; NULL: whatever it holds. What somebody
 *             else saves there at that very moment stays, as the two files change places and what comes out is
 *             compared; only where the file system cannot do that (Linux and macOS can on their own ones) a moment
 *             remains.
 * FP_IO with the reason in `why`: the file is as it was, and nothing is left beside it. */
fp_status fp_file_replace(fp_str path, fp_str bytes, const fp_str *expected, struct fp_out *why);
#endif
