/* files_read.h - a whole file, pipe or device in memory.
 *
 * Failure    FP_IO, with what went wrong appended to `why`, without the path. Binary files and texts of 4 GiB or more
 *            are refused; a named pipe that nobody writes to is given up after FP_PIPE_WAIT_MS.
 */
#ifndef FP_FILES_READ_H
#define FP_FILES_READ_H
#include "output/out.h"
#include "output/status.h"

enum { FP_PIPE_WAIT_MS = 10000 };

/* "-" is standard input. `text` is empty at the call and the caller drops it. */
fp_status fp_file_read(fp_str path, struct fp_out *text, struct fp_out *why);
#endif
