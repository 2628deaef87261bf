/* sink.h - where the result of a run goes: standard output or the file of --output-file, which has what it had before
 * until all of the result is written.
 *
 * Failure    FP_IO has been said on standard error; FP_CLOSED (the reader of a pipe has gone) is nobody's mistake and
 *            is not said.
 */
#ifndef FP_SINK_H
#define FP_SINK_H
#include "fencepost.h"
#include "files/files_draft.h"
#include "output/status.h"
#include <stdbool.h>

typedef struct {
    int file;
    fp_str name;
    fp_draft draft;
    bool drafted; /* `draft` is under way; `file` is its file */
} fp_file_sink;

/* Is the output file the very file that is to be read? Says so. */
bool fp_sink_would_overwrite(fp_str output, fp_str input);
fp_status fp_sink_open(fp_file_sink *sink, fp_str path); /* an empty path is standard output */
fp_status fp_sink_write(fp_file_sink *sink, fp_str bytes);
fp_status fp_sink_close(fp_file_sink *sink); /* full disks may show only now */

/* Opens, writes and closes; the status of the program. */
fp_exit fp_sink_print(fp_str path, fp_str bytes);
fp_exit fp_exit_of(fp_status status);
#endif
