#include "output/sink.h"
#include "base/str.h"
#include "output/log.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fp_status fail(fp_sink *sink) {
    sink->failed = true;
    if (errno == EPIPE) return FP_CLOSED;
    fp_log(FP_LOG_ERROR, "%.*s: cannot be written: %s", FP_STR_ARG(sink->name), strerror(errno));
    return FP_IO;
}

static bool stat_path(fp_str path, struct stat *out) {
    char *name = path.len ? strndup(path.data, path.len) : NULL;
    bool found = name && stat(name, out) == 0;
    free(name);
    return found;
}

bool fp_sink_would_overwrite(fp_str output, fp_str input) {
    struct stat out, in;
    if (!stat_path(output, &out) || !S_ISREG(out.st_mode) || !stat_path(input, &in) || out.st_dev != in.st_dev ||
        out.st_ino != in.st_ino)
        return false;
    fp_log(FP_LOG_ERROR, "--output-file: %.*s is a file to read, it would be overwritten", FP_STR_ARG(output));
    return true;
}

fp_status fp_sink_open(fp_sink *sink, fp_str path) {
    fp_sink opened = { .file = STDOUT_FILENO, .name = FP_STR("standard output") };
    if (path.len) {
        char *name = strndup(path.data, path.len);
        opened.file = name ? open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
        opened.name = path;
        free(name);
        if (opened.file < 0) return fail(&opened);
    }
    *sink = opened;
    return FP_OK;
}

fp_status fp_sink_write(fp_sink *sink, fp_str bytes) {
    while (bytes.len) {
        ssize_t written = write(sink->file, bytes.data, bytes.len);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return fail(sink);
        bytes = fp_str_slice(bytes, (size_t)written, bytes.len);
    }
    return FP_OK;
}

fp_status fp_sink_close(fp_sink *sink) {
    if (sink->file == STDOUT_FILENO) return FP_OK;
    int failed = close(sink->file);
    return failed && !sink->failed ? fail(sink) : FP_OK;
}

fp_exit fp_exit_of(fp_status status) {
    switch (status) {
    case FP_OK:
    case FP_CLOSED: return FP_EXIT_CLEAN;
    case FP_USAGE:
    case FP_IO:
    case FP_CONFIG: return FP_EXIT_FAILED;
    }
    return FP_EXIT_FAILED;
}

fp_exit fp_sink_print(fp_str path, fp_str bytes) {
    fp_sink sink;
    fp_status status = fp_sink_open(&sink, path);
    if (status != FP_OK) return fp_exit_of(status);
    status = fp_sink_write(&sink, bytes);
    fp_status closed = fp_sink_close(&sink);
    return fp_exit_of(status == FP_OK ? closed : status);
}
