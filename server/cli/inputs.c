/* inputs.c - operands and configurations to the list of files of a run. */
#include "cli/inputs.h"
#include "base/str.h"
#include "files/files.h"
#include "files/sink.h"
#include "output/log.h"
#include "output/out.h"

bool fp_input_is_standard(fp_str path) { return fp_str_equal(path, FP_STR("-")); }

static fp_status settings_of(struct fp_configs *configs, fp_str shown, const fp_settings **settings) {
    struct fp_out why = { 0 };
    fp_status status = fp_configs_settings(configs, shown, settings, &why);
    if (status != FP_OK) fp_log(FP_LOG_ERROR, "%.*s", FP_STR_ARG(fp_out_str(&why)));
    fp_out_drop(&why);
    return status;
}

static const fp_ignore *includes_of(void *configs, fp_str folder) { return fp_configs_includes(configs, folder); }

fp_status fp_inputs_collect(struct fp_arena *keep, const struct fp_arguments *arguments, fp_inputs *inputs) {
    static const fp_str here = { ".", 1 }, standard = { "-", 1 };
    const fp_str *usual = arguments->stdin_filename.len ? &standard : &here; /* who names it means it */
    fp_files found = { 0 };
    bool named = arguments->operands.len != 0;
    struct fp_configs *configs = fp_configs_new(keep, fp_config_source_of(keep, arguments));
    inputs->configs = configs;
    inputs->incomplete =
        fp_files_collect(keep, named ? arguments->operands.data : usual, named ? arguments->operands.len : 1,
                         (fp_includes){ includes_of, configs }, &found) != FP_OK;
    inputs->empty = found.empty.data;
    inputs->empty_count = found.empty.len;
    inputs->unread = found.unread.data;
    inputs->unread_count = found.unread.len;
    for (uint32_t i = 0; i < found.empty.len; i++)
        fp_log(FP_LOG_WARNING, "%.*s: %.*s", FP_STR_ARG(found.empty.data[i].folder),
               FP_STR_ARG(found.empty.data[i].reason));
    const fp_str read_too[] = { arguments->config, arguments->baseline, arguments->since_diff };
    for (size_t i = 0; i < sizeof read_too / sizeof *read_too; i++)
        if (fp_sink_would_overwrite(arguments->output_file, read_too[i])) return FP_USAGE;
    inputs->data = FP_NEW(keep, fp_input, found.len);
    fp_status own = settings_of(configs, FP_STR("./*.mlir"), &inputs->here);
    if (own != FP_OK) return own;
    for (uint32_t i = 0; i < found.len; i++) {
        fp_input input = { .path = found.data[i].path, .shown = found.data[i].path };
        if (fp_input_is_standard(input.path))
            input.shown = arguments->stdin_filename.len ? arguments->stdin_filename : FP_STR("<stdin>");
        fp_status status = settings_of(configs, input.shown, &input.settings);
        if (status != FP_OK) return status;
        if (input.settings->excluded && (!found.data[i].named || arguments->force_exclude)) {
            inputs->excluded++;
            continue;
        }
        if (fp_sink_would_overwrite(arguments->output_file, input.path)) return FP_USAGE;
        inputs->data[inputs->len++] = input;
    }
    return FP_OK;
}
