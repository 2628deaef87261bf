#include "files/sink.h"
#include "base/str.h"
#include "files/files_read.h"
#include "output/log.h"
#include "output/out.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fp_status fail(fp_file_sink *sink) {
    if (sink->drafted) fp_draft_drop(&sink->draft);
    sink->drafted = false;
    if (errno == EPIPE) return FP_CLOSED;
    fp_log(FP_LOG_ERROR, "%.*s: cannot be written: %s", FP_STR_ARG(sink->name), strerror(errno));
    return FP_IO;
}

bool fp_sink_would_overwrite(fp_str output, fp_str input) {
    struct stat out, in;
    if (!fp_path_stat(output, &out) || !S_ISREG(out.st_mode) || !fp_path_stat(input, &in) || out.st_dev != in.st_dev ||
        out.st_ino != in.st_ino)
        return false;
    fp_log(FP_LOG_ERROR, "--output-file: %.*s is a file to read, it would be overwritten", FP_STR_ARG(output));
    return true;
}

fp_status fp_sink_open(fp_file_sink *sink, fp_str path) {
    fp_file_sink opened = { .file = STDOUT_FILENO, .name = FP_STR("standard output") };
    if (path.len) {
        opened.name = path;
        if (!fp_draft_begin(&opened.draft, path)) return fail(&opened);
        opened.drafted = true;
        opened.file = opened.draft.file;
    }
    *sink = opened;
    return FP_OK;
}

fp_status fp_sink_write(fp_file_sink *sink, fp_str bytes) {
    return fp_file_write_all(sink->file, bytes) ? FP_OK : fail(sink);
}

fp_status fp_sink_close(fp_file_sink *sink) {
    if (!sink->drafted) return FP_OK; /* standard output, or what was said to have failed */
    sink->drafted = false;
    return fp_draft_finish(&sink->draft, NULL) == FP_DRAFT_TAKEN ? FP_OK : fail(sink);
}

fp_exit fp_exit_of(fp_status status) {
    switch (status) {
    case FP_OK: return FP_EXIT_CLEAN;
    case FP_CLOSED: return FP_EXIT_CLOSED;
    case FP_USAGE:
    case FP_IO:
    case FP_CONFIG: return FP_EXIT_FAILED;
    }
    return FP_EXIT_FAILED;
}

fp_exit fp_sink_print(fp_str path, fp_str bytes) {
    fp_file_sink sink;
    fp_status status = fp_sink_open(&sink, path);
    if (status != FP_OK) return fp_exit_of(status);
    status = fp_sink_write(&sink, bytes);
    fp_status closed = fp_sink_close(&sink);
    return fp_exit_of(status == FP_OK ? closed : status);
}
