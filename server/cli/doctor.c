/* fencepost doctor: what belongs in a bug report. It goes on where something is wrong, for that is what it is there
 * to show. */
#include "base/str.h"
#include "cli/config_show.h"
#include "cli/document.h"
#include "files/files_path.h"
#include "files/files_read.h"
#include "files/sink.h"
#include "findings/check.h"
#include "transport/transport.h"
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

typedef struct {
    struct fp_arena *keep;
    const struct fp_arguments *arguments;
    struct fp_out out;
    const fp_style *style;
} doctor;

static void section(doctor *d, const char *title) {
    fp_out_printf(&d->out, "\n%s%s%s\n", d->style->strong, title, d->style->reset);
}

static void row(doctor *d, const char *what, fp_str value) {
    fp_out_printf(&d->out, "  %-14s", what);
    fp_out_visible(&d->out, value);
    fp_out_text(&d->out, "\n");
}

/* ---- the program ---- */

static fp_str own_path(doctor *d) {
    fp_str path = fp_path_program(d->keep);
    return path.len ? path : FP_STR("not known");
}

/* The program that a shell, an editor or a hook would start. */
static fp_str found_on_path(doctor *d) {
    const char *folders = getenv("PATH");
    for (fp_str rest = fp_str_of(folders ? folders : ""); rest.len;) {
        size_t end = fp_str_find(rest, ':');
        fp_str path = fp_path_join(d->keep, fp_str_slice(rest, 0, end), FP_STR("fencepost"));
        struct stat file;
        if (end > 0 && stat(path.data, &file) == 0 && S_ISREG(file.st_mode) && access(path.data, X_OK) == 0)
            return path;
        rest = fp_str_slice(rest, end + 1, rest.len);
    }
    return (fp_str){ 0 };
}

static bool same_file(fp_str a, fp_str b) {
    struct stat left, right;
    return stat(a.data, &left) == 0 && stat(b.data, &right) == 0 && left.st_dev == right.st_dev &&
           left.st_ino == right.st_ino;
}

static void write_program(doctor *d) {
    struct utsname system;
    fp_str self = own_path(d), on_path = found_on_path(d);
    fp_out_printf(&d->out, "%sfencepost " FENCEPOST_VERSION "%s\n", d->style->strong, d->style->reset);
    row(d, "program", self);
    if (!on_path.len)
        row(d, "on PATH", FP_STR("no fencepost: editors and hooks need its path"));
    else if (same_file(self, on_path))
        row(d, "on PATH", FP_STR("this program"));
    else
        row(d, "on PATH", fp_str_printf(d->keep, "%.*s, another program than this one", FP_STR_ARG(on_path)));
    row(d, "compiler", FP_STR(__VERSION__ FENCEPOST_OPTIMIZED));
    row(d, "libraries", fp_str_printf(d->keep, "libuv %s, cJSON %s", fp_transport_library(), cJSON_Version()));
    if (uname(&system) == 0)
        row(d, "system", fp_str_printf(d->keep, "%s %s %s", system.sysname, system.release, system.machine));
    row(d, "knows",
        fp_str_printf(d->keep, "%zu rules, %zu ops, %zu chips", fp_rule_count(), fp_op_count(), fp_target_count()));
}

static void write_environment(doctor *d) {
    static const char *const names[] = { "TERM", "LANG", "LC_ALL", "NO_COLOR", "FORCE_COLOR" };
    section(d, "Environment");
    row(d, "folder", fp_path_absolute(d->keep, FP_STR(".")));
    row(d, "terminal", isatty(STDOUT_FILENO) ? FP_STR("yes") : FP_STR("no"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i])) row(d, names[i], fp_str_of(getenv(names[i])));
}

/* ---- the configuration ---- */

static const fp_settings *write_configuration(doctor *d, struct fp_configs *configs, fp_str path) {
    struct fp_out why = { 0 };
    const fp_settings *settings = NULL;
    section(d, "Configuration");
    if (fp_configs_settings(configs, path, &settings, &why) != FP_OK) {
        row(d, "broken", fp_str_copy(d->keep, fp_out_str(&why)));
    } else {
        if (settings->config)
            row(d, "file", settings->config->path);
        else
            row(d, "file",
                d->arguments->no_config ? FP_STR("none, as asked for") : FP_STR("none in this folder or above"));
        if (settings->excluded) row(d, "excluded", FP_STR("yes: the file is checked only when it is named"));
        fp_out_text(&d->out, "\n");
        fp_settings_write(d->keep, &d->out, settings, false, d->style);
    }
    fp_out_drop(&why);
    return settings;
}

/* ---- a file ---- */

static void write_kernel(doctor *d, const fp_kernel_info *kernel) {
    fp_str block = FP_STR("unknown");
    if (kernel->block[0])
        block = fp_str_printf(d->keep, "%" PRIu32 " x %" PRIu32 " x %" PRIu32, kernel->block[0], kernel->block[1],
                              kernel->block[2]);
    fp_out_text(&d->out, "  kernel ");
    fp_out_visible(&d->out, kernel->name.len ? kernel->name : FP_STR("without a name"));
    fp_out_text(&d->out, "\n");
    row(d, "  target",
        fp_str_printf(d->keep, "%.*s (%.*s)", FP_STR_ARG(kernel->target), FP_STR_ARG(kernel->target_source)));
    row(d, "  block",
        kernel->block_source.len
            ? fp_str_printf(d->keep, "%.*s (%.*s)", FP_STR_ARG(block), FP_STR_ARG(kernel->block_source))
            : block);
    row(d, "  holds",
        fp_str_printf(d->keep,
                      "accesses: %" PRIu32 ", barriers and waits: %" PRIu32 ", bytes of workgroup memory: %" PRIu64,
                      kernel->access_count, kernel->sync_count, kernel->shared_bytes));
}

static bool write_file(doctor *d, const fp_settings *settings, fp_str path) {
    fp_open_file file;
    section(d, "File");
    row(d, "path", path);
    if (!settings || fp_open_file_open(d->keep, d->arguments, path, &file) != FP_OK) {
        row(d, "not read", settings ? FP_STR("see standard error") : FP_STR("its configuration is broken"));
        return false;
    }
    fp_checked checked = fp_check_wished(d->keep, file.document, (fp_wishes){ .least = FP_LEVEL_HINT });
    uint64_t levels[FP_LEVEL_ERROR + 1] = { 0 };
    for (size_t i = 0; i < checked.findings.len; i++) levels[checked.findings.data[i].level]++;
    row(d, "size", fp_str_printf(d->keep, "%zu bytes", fp_document_text(file.document).len));
    row(d, "errors", fp_str_printf(d->keep, "%" PRIu64, levels[FP_LEVEL_ERROR]));
    row(d, "warnings", fp_str_printf(d->keep, "%" PRIu64, levels[FP_LEVEL_WARNING]));
    row(d, "below", fp_str_printf(d->keep, "%" PRIu64, levels[FP_LEVEL_INFORMATION] + levels[FP_LEVEL_HINT]));
    for (size_t i = 0; i < checked.result->kernel_count; i++) write_kernel(d, &checked.result->kernels[i]);
    fp_open_file_close(&file);
    return true;
}

fp_exit fp_command_doctor(struct fp_arena *keep, const struct fp_arguments *arguments) {
    doctor d = { .keep = keep, .arguments = arguments, .style = fp_style_get(fp_wants_colors(arguments)) };
    bool named = arguments->operands.len != 0;
    fp_str path = named ? arguments->operands.data[0] : FP_STR("./*.mlir");
    write_program(&d);
    write_environment(&d);
    const fp_settings *settings =
        write_configuration(&d, fp_configs_new(keep, fp_config_source_of(keep, arguments)), path);
    bool good = settings != NULL;
    if (named) good = write_file(&d, settings, path) && good;
    fp_exit result = fp_sink_print(arguments->output_file, fp_out_str(&d.out));
    fp_out_drop(&d.out);
    return result == FP_EXIT_CLEAN && !good ? FP_EXIT_FAILED : result;
}
