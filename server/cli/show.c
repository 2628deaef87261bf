/* fencepost show: the picture of a file's kernels. */
#include "base/str.h"
#include "cli/document.h"
#include "files/sink.h"
#include "findings/check.h"
#include "show/show_ledger.h"
#include "show/show_render.h"

/* How they stand in options.def. */
typedef enum { WISH_TEXT, WISH_SVG, WISH_HTML, WISH_JSON } wish;

static size_t write_ledger(struct fp_out *out, struct fp_document *document, const struct fp_arguments *arguments,
                           fp_str kernel) {
    fp_ledger_page page = { .document = document, .file = arguments->operands.data[0] };
    page.count = fp_document_ledgers(document, kernel, &page.ledgers);
    if ((wish)arguments->show_format == WISH_JSON)
        fp_show_ledger_json(out, &page);
    else
        fp_show_ledger_text(out, &page, fp_style_get(fp_wants_colors(arguments)));
    return page.count;
}

static size_t write_picture(struct fp_arena *keep, struct fp_out *out, const fp_open_file *file,
                            const struct fp_arguments *arguments, fp_str kernel) {
    static const fp_show_format formats[] = { FP_SHOW_TEXT, FP_SHOW_SVG, FP_SHOW_HTML, FP_SHOW_TEXT };
    struct fp_document *document = file->document;
    fp_level chosen = file->settings->min_level, least = chosen != FP_LEVEL_OFF ? chosen : FP_LEVEL_WARNING;
    fp_checked checked = fp_check_wished(keep, document, (fp_wishes){ .least = least });
    fp_show_wishes wishes = { .format = formats[arguments->show_format],
                              .kernel = kernel,
                              .title = arguments->operands.data[0],
                              .style = fp_style_get(fp_wants_colors(arguments)),
                              .width = fp_line_width(arguments) };
    return fp_show_render(keep, out, document, checked.findings, &wishes);
}

static bool formats_fit(const struct fp_arguments *arguments) {
    wish format = (wish)arguments->show_format;
    bool fit = arguments->ledger ? format == WISH_TEXT || format == WISH_JSON : format != WISH_JSON;
    if (fit) return true;
    fp_log(FP_LOG_ERROR, arguments->ledger ? "--format: --ledger is written as text or json"
                                           : "--format: only --ledger is written as json");
    return false;
}

fp_exit fp_command_show(struct fp_arena *keep, const struct fp_arguments *arguments) {
    fp_open_file file;
    if (!formats_fit(arguments)) return FP_EXIT_FAILED;
    fp_status status = fp_open_file_open(keep, arguments, arguments->operands.data[0], &file);
    if (status != FP_OK) return fp_exit_of(status);
    fp_str kernel = arguments->kernel;
    if (fp_str_starts(kernel, FP_STR("@"))) kernel = fp_str_slice(kernel, 1, kernel.len);
    struct fp_out out = { 0 };
    size_t count = arguments->ledger ? write_ledger(&out, file.document, arguments, kernel)
                                     : write_picture(keep, &out, &file, arguments, kernel);
    fp_exit result = FP_EXIT_FAILED;
    if (count == 0 && kernel.len)
        fp_log(FP_LOG_ERROR, "--kernel: there is no kernel '%.*s'", FP_STR_ARG(kernel));
    else
        result = fp_sink_print(arguments->output_file, fp_out_str(&out));
    fp_out_drop(&out);
    fp_open_file_close(&file);
    return result;
}
