/* fencepost: arguments in, exit status out. */
#include "base/arena.h"
#include "cli/commands.h"
#include "files/libraries.h"
#include "files/sink.h"
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static fp_exit run_command(struct fp_arena *keep, const struct fp_arguments *arguments) {
    switch (arguments->command) {
#define FP_COMMAND(id, name, ...) \
    case FP_COMMAND_##id:         \
        return fp_command_##name(keep, arguments);
#include "cli/commands.def"
#undef FP_COMMAND
    case FP_COMMAND_NONE: break;
    }
    return FP_EXIT_FAILED;
}

static fp_exit run(struct fp_arena *keep, size_t count, char *const *words) {
    struct fp_arguments arguments;
    fp_log_setup(FP_LOG_WARNING, FP_COLOR_AUTO);
    fp_status status = fp_arguments_parse(keep, count, words, &arguments);
    if (status != FP_OK) return fp_exit_of(status);
    fp_log_setup((fp_log_level)arguments.log_level, (fp_color)arguments.color);
    if (arguments.version) return fp_sink_print(arguments.output_file, FP_STR("fencepost " FENCEPOST_VERSION "\n"));
    if (!arguments.help && arguments.command != FP_COMMAND_NONE) return run_command(keep, &arguments);

    struct fp_out help = { 0 };
    fp_arguments_help(&help, arguments.command, fp_style_get(fp_wants_colors(&arguments)));
    fp_exit result = fp_sink_print(arguments.output_file, fp_out_str(&help));
    fp_out_drop(&help);
    return arguments.help ? result : FP_EXIT_FAILED; /* without a command nothing was done */
}

/* A standard stream that its caller has closed must not become the next file that is opened: using it fails, and is
 * said. */
static void hold_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

int main(int count, char **words) {
    hold_standard_streams();
    fp_libraries_setup();
    signal(SIGPIPE, SIG_IGN); /* a reader that goes away is an error of `write` */
    signal(SIGXFSZ, SIG_IGN); /* so is a file beyond the limit of its size */
    signal(SIGCHLD, SIG_DFL); /* where a caller ignores it, nobody would hear how a process of ours has ended */
    struct fp_arena *keep = fp_arena_new();
    fp_exit result = run(keep, (size_t)count, words);
    fp_arena_drop(keep);
    return (int)result;
}
