#include "output/log.h"
#include "base/str.h"
#include <errno.h>
#include <unistd.h>

static fp_log_level log_level = FP_LOG_WARNING;
static bool log_colors;

void fp_log_setup(fp_log_level level, fp_color color) {
    log_level = level;
    log_colors = fp_style_wanted(color, STDERR_FILENO);
}

bool fp_log_wants(fp_log_level level) { return level <= log_level; }

const fp_style *fp_log_style(void) { return fp_style_get(log_colors); }

void fp_log_raw(fp_str text) {
    while (text.len) {
        ssize_t written = write(STDERR_FILENO, text.data, text.len);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return; /* nobody left to tell */
        text = fp_str_slice(text, (size_t)written, text.len);
    }
}

void fp_log(fp_log_level level, const char *format, ...) {
    static const char *const words[] = {
        [FP_LOG_OFF] = "",      [FP_LOG_ERROR] = "error", [FP_LOG_WARNING] = "warning",
        [FP_LOG_INFO] = "info", [FP_LOG_DEBUG] = "debug",
    };
    static const fp_level levels[] = {
        [FP_LOG_OFF] = FP_LEVEL_OFF,          [FP_LOG_ERROR] = FP_LEVEL_ERROR, [FP_LOG_WARNING] = FP_LEVEL_WARNING,
        [FP_LOG_INFO] = FP_LEVEL_INFORMATION, [FP_LOG_DEBUG] = FP_LEVEL_HINT,
    };
    if (!fp_log_wants(level)) return;
    struct fp_out message = { 0 }, line = { 0 };
    va_list args;
    va_start(args, format);
    fp_out_vprintf(&message, format, args);
    va_end(args);

    const fp_style *style = fp_log_style();
    fp_out_printf(&line, "%s%s:%s ", style->level[levels[level]], words[level], style->reset);
    fp_out_visible(&line, fp_out_str(&message));
    fp_out_text(&line, "\n");
    fp_log_raw(fp_out_str(&line));
    fp_out_drop(&message);
    fp_out_drop(&line);
}
