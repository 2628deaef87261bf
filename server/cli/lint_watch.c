#include "cli/lint_watch.h"
#include "base/hash.h"
#include "base/str.h"
#include "cli/clock.h"
#include "files/files_path.h"
#include "files/files_read.h"
#include "output/log.h"
#include <time.h>
#include <unistd.h>

enum {
    LOOK_EVERY_MS = 300,
    LOOKS_SHARE = 20 /* so many times as long as a look took passes until the next */
};

static void wait_ms(int64_t time_ms) {
    struct timespec left = { .tv_sec = time_ms / 1000, .tv_nsec = time_ms % 1000 * 1000000 };
    while (nanosleep(&left, &left) != 0) {}
}

/* A file that is not there counts, too: it may appear. */
static uint64_t stamp_of_file(uint64_t stamp, fp_str path) {
    stamp = fp_hash_mix(stamp, fp_hash_bytes(path.data, path.len));
    return fp_hash_mix(stamp, path.len ? fp_path_stamp(path) : 0);
}

/* Changes when what a run would read has changed. What is wrong with the inputs is the run's to say. */
static uint64_t look(const struct fp_arguments *arguments, uint32_t *files) {
    struct fp_arena *keep = fp_arena_new();
    fp_inputs inputs = { 0 };
    fp_log_setup(FP_LOG_OFF, (fp_color)arguments->color);
    uint64_t stamp = fp_hash_mix(0, (uint64_t)fp_inputs_collect(keep, arguments, &inputs));
    fp_log_setup(arguments->quiet ? FP_LOG_ERROR : (fp_log_level)arguments->log_level, (fp_color)arguments->color);
    for (uint32_t i = 0; i < inputs.len; i++) {
        const fp_input *input = &inputs.data[i];
        stamp = stamp_of_file(stamp, input->path);
        stamp = stamp_of_file(stamp, input->settings->baseline);
    }
    uint32_t count;
    const fp_str *configurations = fp_configs_files(inputs.configs, &count);
    for (uint32_t i = 0; i < count; i++) stamp = stamp_of_file(stamp, configurations[i]);
    *files = inputs.len;
    fp_arena_drop(keep);
    return stamp;
}

static void run(const struct fp_arguments *arguments, fp_lint_once *once, uint32_t files) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_out said = { 0 };
    if (isatty(STDOUT_FILENO)) fp_log_raw(FP_STR("\033[2J\033[H")); /* the last run's findings are out of date */
    once(keep, arguments);
    fp_out_text(&said, "watching ");
    fp_out_count(&said, files, "file");
    fp_out_text(&said, "; Ctrl-C ends it\n");
    if (!arguments->quiet) fp_log_raw(fp_out_str(&said));
    fp_out_drop(&said);
    fp_arena_drop(keep);
}

void fp_lint_watch(const struct fp_arguments *arguments, fp_lint_once *once) {
    uint32_t files = 0;
    uint64_t checked = 0;
    for (bool first = true;; first = false) {
        int64_t begin = fp_clock_ms();
        uint64_t stamp = look(arguments, &files); /* before the run: what changes meanwhile is seen by the next look */
        int64_t took_ms = fp_clock_ms() - begin;
        if (first || stamp != checked) run(arguments, once, files);
        checked = stamp;
        wait_ms(took_ms * LOOKS_SHARE > LOOK_EVERY_MS ? took_ms * LOOKS_SHARE : LOOK_EVERY_MS);
    }
}
