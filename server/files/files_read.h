/* files_read.h - a whole file, pipe or device in memory.
 *
 * Compressed files are unpacked (files_packed.h).
 * Failure    FP_IO, with what went wrong appended to `why`, without the path. Binary files and texts of 4 GiB or more
 *            are refused; a named pipe that nobody writes to is given up after FP_PIPE_WAIT_MS.
 */
#ifndef FP_FILES_READ_H
#define FP_FILES_READ_H
#include "base/arena.h"
#include "files/files_packed.h"

enum { FP_PIPE_WAIT_MS = 10000, FP_SOURCE_BYTES_MAX = 1 << 25 };

struct stat;
bool fp_path_stat(fp_str path, struct stat *found); /* of what is there; links are followed */
bool fp_path_is_file(fp_str path);
/* Changes when the file at `path` may have changed: of the file's number, size and time of writing. 0: nothing is
 * there. */
uint64_t fp_path_stamp(fp_str path);
/* What the file at `path` calls `name`: that path from the root, or the file of that name in the nearest folder around
 * it that has one. Empty: there is none. */
fp_str fp_path_beside(struct fp_arena *keep, fp_str path, fp_str name);
/* The source file that the text at `path` calls `name`: from the current folder, or beside the text. Who wrote the text
 * may have named anything. Empty: it is no text file of at most FP_SOURCE_BYTES_MAX. */
fp_str fp_source_read(struct fp_arena *keep, fp_str path, fp_str name);
fp_str fp_path_program(struct fp_arena *keep); /* of this process; empty: the system does not tell */

/* "-" is standard input. `text` is empty at the call and the caller drops it. */
fp_status fp_file_read(fp_str path, struct fp_out *text, struct fp_out *why);
/* The same for somebody who wants to write it back. `packing`: how it is compressed; NULL: it is not. */
fp_status fp_file_read_packed(fp_str path, struct fp_out *text, const fp_packing **packing, struct fp_out *why);
#endif
