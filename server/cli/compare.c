/* fencepost compare: two files, folders or dumps side by side. Files are checked on workers; kernels are put together
 * in the order of the files, so that the result does not depend on who was faster. */
#include "base/memory.h"
#include "base/str.h"
#include "cli/compare_write.h"
#include "cli/inputs.h"
#include "cli/unjudged.h"
#include "files/files_parallel.h"
#include "files/files_read.h"
#include "files/sink.h"
#include "findings/check.h"
#include <stdlib.h>

typedef struct {
    fp_input input;
    fp_str inside; /* path below what was named */
    bool is_new;
    /* filled by the worker */
    struct fp_arena *kept;
    fp_compared_kernels kernels;
    fp_unjudged_list unjudged;
    struct fp_out trouble;
    bool failed;
} compared_file;

typedef struct {
    struct fp_arena *keep;
    FP_VEC(compared_file) files;
    fp_compared_kernels before, after;
    fp_unjudged_list unjudged;
    bool failed;
} compare_run;

static void drop_nothing(void *state) { (void)state; }

static void work(void *context, void **state, uint32_t index) {
    (void)state;
    compare_run *run = context;
    compared_file *file = &run->files.data[index];
    struct fp_out text = { 0 };
    file->failed = fp_file_read(file->input.path, &text, &file->trouble) != FP_OK;
    if (!file->failed) {
        struct fp_engine *engine = fp_engine_new(&file->input.settings->options);
        struct fp_document *document = fp_document_open(engine, fp_out_str(&text));
        const fp_result *result = fp_document_check(document, NULL);
        fp_report_file shown = { .path = file->input.shown,
                                 .document = document,
                                 .findings = result->findings,
                                 .finding_count = result->finding_count,
                                 .kernels = result->kernels,
                                 .kernel_count = result->kernel_count };
        file->kept = fp_arena_new();
        file->unjudged.keep = file->kept;
        fp_unjudged_add_file(&file->unjudged, file->input.shown, result->unjudged, result->unjudged_count);
        fp_compare_add(file->kept, &file->kernels, &shown, file->inside, fp_fail_level(file->input.settings));
        fp_engine_drop(engine);
    }
    fp_out_drop(&text);
}

static bool finish(void *context, uint32_t index) {
    compare_run *run = context;
    compared_file *file = &run->files.data[index];
    if (file->failed) {
        fp_log(FP_LOG_ERROR, "%.*s: %.*s", FP_STR_ARG(file->input.shown), FP_STR_ARG(fp_out_str(&file->trouble)));
        run->failed = true;
    }
    fp_unjudged_add_list(&run->unjudged, &file->unjudged);
    fp_compared_kernels *side = file->is_new ? &run->after : &run->before;
    for (uint32_t i = 0; i < file->kernels.len; i++) *FP_PUSH(run->keep, side) = file->kernels.data[i];
    fp_out_drop(&file->trouble);
    return true;
}

/* "a/k.mlir", where "out" named "out/a/k.mlir"; a file that was named itself has no path below. */
static fp_str path_inside(fp_str named, fp_str path) {
    while (named.len > 1 && named.data[named.len - 1] == '/') named.len--;
    bool below = fp_str_starts(path, named) && path.len > named.len + 1 && path.data[named.len] == '/';
    return below ? fp_str_slice(path, named.len + 1, path.len) : (fp_str){ "", 0 };
}

static fp_status add_side(compare_run *run, const struct fp_arguments *arguments, uint32_t operand, bool is_new) {
    struct fp_arguments one = *arguments;
    one.operands = (fp_words){ 0 };
    *FP_PUSH(run->keep, &one.operands) = arguments->operands.data[operand];
    fp_inputs inputs = { 0 };
    fp_status status = fp_inputs_collect(run->keep, &one, &inputs);
    if (status != FP_OK) return status;
    run->failed = run->failed || inputs.incomplete;
    for (uint32_t i = 0; i < inputs.len; i++)
        *FP_PUSH(run->keep, &run->files) =
            (compared_file){ .input = inputs.data[i],
                             .inside = path_inside(arguments->operands.data[operand], inputs.data[i].path),
                             .is_new = is_new };
    return FP_OK;
}

static void drop_files(compare_run *run) {
    for (uint32_t i = 0; i < run->files.len; i++) fp_arena_drop(run->files.data[i].kept);
}

fp_exit fp_command_compare(struct fp_arena *keep, const struct fp_arguments *arguments) {
    if (arguments->quiet) fp_log_setup(FP_LOG_ERROR, (fp_color)arguments->color);
    compare_run run = { .keep = keep, .unjudged = { .keep = keep } };
    fp_status status = add_side(&run, arguments, 0, false);
    if (status == FP_OK) status = add_side(&run, arguments, 1, true);
    if (status != FP_OK) return fp_exit_of(status);
    fp_parallel job = { .context = &run, .work = work, .drop_state = drop_nothing, .finish = finish };
    fp_parallel_run(&job, run.files.len, arguments->jobs ? arguments->jobs : fp_parallel_cores());
    fp_unjudged_say(&run.unjudged, arguments);
    if (!run.failed && run.before.len + run.after.len == 0)
        fp_log(FP_LOG_WARNING, "not judged: there is no kernel on either side");

    fp_comparison comparison = fp_compare(keep, &run.before, &run.after);
    fp_compare_wishes wishes = { .style = fp_style_get(fp_wants_colors(arguments)), .all = arguments->all_kernels };
    struct fp_out out = { 0 };
    fp_compare_write(keep, &out, &comparison, (fp_compare_format)arguments->compare_format, &wishes);
    fp_exit result = fp_sink_print(arguments->output_file, fp_out_str(&out));
    fp_out_drop(&out);
    drop_files(&run);
    if (result != FP_EXIT_CLEAN) return result;
    if (run.failed) return FP_EXIT_FAILED;
    return comparison.new && arguments->fail_on == 0 ? FP_EXIT_FINDINGS : FP_EXIT_CLEAN;
}
