/* fencepost show: the picture of a file's kernels. */
#include "base/str.h"
#include "cli/document.h"
#include "files/sink.h"
#include "findings/check.h"
#include "show/show_render.h"

fp_exit fp_command_show(struct fp_arena *keep, const struct fp_arguments *arguments) {
    fp_open_file file;
    fp_status status = fp_open_file_open(keep, arguments, arguments->operands.data[0], &file);
    if (status != FP_OK) return fp_exit_of(status);
    fp_level least = arguments->min_level != FP_LEVEL_OFF ? arguments->min_level : FP_LEVEL_WARNING;
    fp_checked checked = fp_check_document(keep, file.document, (fp_wishes){ .least = least });
    fp_show_wishes wishes = { .format =
                                  (fp_show_format)arguments->show_format, /* options.def lists them in this order */
                              .kernel = arguments->kernel,
                              .title = arguments->operands.data[0],
                              .style = fp_style_get(fp_wants_colors(arguments)),
                              .width = fp_line_width(arguments) };
    if (fp_str_starts(wishes.kernel, FP_STR("@"))) wishes.kernel = fp_str_slice(wishes.kernel, 1, wishes.kernel.len);
    struct fp_out out = { 0 };
    size_t count = fp_show_render(keep, &out, file.document, checked.findings, &wishes);
    fp_exit result = FP_EXIT_FAILED;
    if (count == 0 && wishes.kernel.len)
        fp_log(FP_LOG_ERROR, "--kernel: there is no kernel '%.*s'", FP_STR_ARG(wishes.kernel));
    else
        result = fp_sink_print(arguments->output_file, fp_out_str(&out));
    fp_out_drop(&out);
    fp_open_file_close(&file);
    return result;
}
