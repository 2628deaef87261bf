/* fencepost dump: what a stage of the analysis made of a file. */
#include "cli/document.h"
#include "files/sink.h"

fp_exit fp_command_dump(struct fp_arena *keep, const struct fp_arguments *arguments) {
    static const fp_stage stages[] = { FP_STAGE_TREE, FP_STAGE_KERNEL, FP_STAGE_SUMMARY,
                                       FP_STAGE_PLACEMENT }; /* as options.def lists them */
    fp_open_file file;
    fp_status status = fp_open_file_open(keep, arguments, arguments->operands.data[0], &file);
    if (status != FP_OK) return fp_exit_of(status);
    struct fp_out out = { 0 };
    fp_out_visible_lines(&out, fp_document_dump(file.document, stages[arguments->stage]), 0);
    fp_exit result = fp_sink_print(arguments->output_file, fp_out_str(&out));
    fp_out_drop(&out);
    fp_open_file_close(&file);
    return result;
}
