#include "cli/document.h"
#include "base/str.h"
#include "files/files_read.h"
#include "files/sink.h"

fp_status fp_open_file_open(struct fp_arena *keep, const struct fp_arguments *arguments, fp_str path,
                            fp_open_file *file) {
    struct fp_out text = { 0 }, why = { 0 };
    const fp_settings *settings = NULL;
    if (fp_sink_would_overwrite(arguments->output_file, path)) return FP_USAGE;
    fp_status status =
        fp_configs_settings(fp_configs_new(keep, fp_config_source_of(keep, arguments)), path, &settings, &why);
    if (status != FP_OK) {
        fp_log(FP_LOG_ERROR, "%.*s", FP_STR_ARG(fp_out_str(&why)));
    } else if ((status = fp_file_read(path, &text, &why)) != FP_OK) {
        fp_log(FP_LOG_ERROR, "%.*s: %.*s", FP_STR_ARG(path), FP_STR_ARG(fp_out_str(&why)));
    } else {
        file->settings = settings;
        file->engine = fp_engine_new(&settings->options);
        file->document = fp_document_open(file->engine, fp_out_str(&text));
    }
    fp_out_drop(&text);
    fp_out_drop(&why);
    return status;
}

void fp_open_file_close(fp_open_file *file) {
    fp_document_close(file->document);
    fp_engine_drop(file->engine);
}
