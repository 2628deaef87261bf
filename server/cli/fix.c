/* fencepost fix: files in, files mended. Each file is read, fixed and replaced on a worker; what was done is told in
 * the order of the files. */
#include "base/memory.h"
#include "base/str.h"
#include "cli/commands.h"
#include "cli/fix_write.h"
#include "cli/inputs.h"
#include "cli/unjudged.h"
#include "files/files_parallel.h"
#include "files/files_read.h"
#include "files/sink.h"
#include "findings/fix_diff.h"
#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    fp_input input;
    /* filled by the worker */
    struct fp_out output, done, trouble; /* a patch or the text; what was done; why not */
    uint64_t *fixed;                     /* per rule */
    uint64_t offered, refused, in_vain, left_levels[FP_LEVEL_ERROR + 1];
    fp_unjudged_list unjudged;
    bool changed, failed, left; /* left: something from the fail level on */
} fix_file;

typedef struct {
    const struct fp_arguments *arguments;
    const fp_style *style;
    fix_file *files;
    uint32_t count;
    fp_file_sink sink;
    fp_status output;
    uint64_t *fixed, offered, refused, in_vain, left_levels[FP_LEVEL_ERROR + 1], changed;
    fp_unjudged_list unjudged;
    bool failed, left;
} fix_run;

/* ---- on a worker ---- */

static void deliver(const fix_run *run, fix_file *file, fp_str old_text, const fp_fixed_text *fixed) {
    const struct fp_arguments *arguments = run->arguments;
    bool other_names = false;
    if (arguments->diff)
        fp_diff_write(&file->output, file->input.shown, old_text, fixed->text, run->style);
    else if (fp_input_is_standard(file->input.path))
        fp_out_bytes(&file->output, fixed->text);
    else if (fixed->changed &&
             fp_fixed_write(file->input.path, old_text, fixed->text, &other_names, &file->trouble) != FP_OK)
        file->failed = true;
    file->changed = fixed->changed && !file->failed;
    if (file->changed)
        fp_fixed_say(&file->done, file->input.shown, arguments->diff ? "would fix" : "fixed", file->fixed, other_names);
}

static void note_unjudged(fix_file *file, struct fp_engine *engine, fp_str text) {
    struct fp_document *document = fp_document_open(engine, text);
    const fp_result *result = fp_document_check_for(document, (fp_wishes){ .least = FP_LEVEL_ERROR }, NULL);
    file->unjudged.keep = fp_arena_new();
    fp_unjudged_add_file(&file->unjudged, file->input.shown, result->unjudged, result->unjudged_count);
    fp_document_close(document);
}

static void drop_nothing(void *state) { (void)state; }

static void work(void *context, void **state, uint32_t index) {
    (void)
        state; /* settings differ from file to file, and fixing asks an engine many times: it is worth one of its own */
    fix_run *run = context;
    fix_file *file = &run->files[index];
    struct fp_out text = { 0 };
    file->fixed = fp_memory_zeroed(fp_rule_count() + 1, sizeof *file->fixed);
    const fp_packing *packing = NULL;
    bool in_place = !run->arguments->diff && !fp_input_is_standard(file->input.path);
    file->failed = fp_file_read_packed(file->input.path, &text, &packing, &file->trouble) != FP_OK;
    if (packing && in_place && !file->failed) {
        fp_out_printf(&file->trouble, "a compressed file (%.*s) is not changed; --diff shows what would be",
                      FP_STR_ARG(fp_packing_name(packing)));
        file->failed = true;
    }
    if (file->failed) {
        fp_out_drop(&text);
        return;
    }
    struct fp_engine *engine = fp_engine_new(&file->input.settings->options);
    fp_fix_wishes wishes = { .unsafe = run->arguments->unsafe_fixes,
                             .least = fp_least_level(run->arguments, file->input.settings) };
    struct fp_mender *mender = fp_mender_new(engine);
    fp_fixed_text fixed = fp_mender_fix(mender, fp_out_str(&text), wishes);
    for (size_t rule = 0; rule < fp_rule_count(); rule++) file->fixed[rule] = fixed.fixed[rule];
    for (int level = 0; level <= FP_LEVEL_ERROR; level++) file->left_levels[level] = fixed.left_levels[level];
    for (fp_level level = fp_fail_level(file->input.settings); level <= FP_LEVEL_ERROR; level++)
        file->left |= fixed.left_levels[level] != 0;
    file->offered = fixed.offered;
    file->refused = fixed.refused;
    file->in_vain = fixed.in_vain;
    if (fixed.unjudged_count) note_unjudged(file, engine, fixed.text);
    deliver(run, file, fp_out_str(&text), &fixed);
    fp_mender_drop(mender);
    fp_engine_drop(engine);
    fp_out_drop(&text);
}

/* ---- on the main thread ---- */

static void drop_results(fix_file *file) {
    fp_out_drop(&file->output);
    fp_out_drop(&file->done);
    fp_out_drop(&file->trouble);
    free(file->fixed);
    file->fixed = NULL;
    fp_arena_drop(file->unjudged.keep);
    file->unjudged = (fp_unjudged_list){ 0 };
}

static bool finish(void *context, uint32_t index) {
    fix_run *run = context;
    fix_file *file = &run->files[index];
    if (file->failed) {
        fp_log(FP_LOG_ERROR, "%.*s: %.*s", FP_STR_ARG(file->input.shown), FP_STR_ARG(fp_out_str(&file->trouble)));
        run->failed = true;
    }
    if (file->output.len) run->output = fp_sink_write(&run->sink, fp_out_str(&file->output));
    if (!run->arguments->quiet) fp_log_raw(fp_out_str(&file->done));
    for (size_t rule = 0; file->changed && rule < fp_rule_count(); rule++) run->fixed[rule] += file->fixed[rule];
    for (int level = 0; level <= FP_LEVEL_ERROR; level++) run->left_levels[level] += file->left_levels[level];
    fp_unjudged_add_list(&run->unjudged, &file->unjudged);
    run->offered += file->offered;
    run->refused += file->refused;
    run->in_vain += file->in_vain;
    run->changed += file->changed;
    run->left |= file->left;
    drop_results(file);
    return run->output == FP_OK;
}

/* "fixed 3 findings in 2 files; 1 is left, of which 1 has a fix that --unsafe-fixes applies" */
static void say_summary(const fix_run *run) {
    struct fp_out out = { 0 };
    uint64_t fixed = 0, left = 0;
    for (size_t rule = 0; rule < fp_rule_count(); rule++) fixed += run->fixed[rule];
    if (run->arguments->quiet || (fixed == 0 && run->failed)) return; /* why nothing was fixed was said */
    for (int level = FP_LEVEL_HINT; level <= FP_LEVEL_ERROR; level++) left += run->left_levels[level];
    fp_out_text(&out, run->arguments->diff ? "would fix " : "fixed ");
    fp_out_count(&out, fixed, "finding");
    fp_out_text(&out, " in ");
    fp_out_count(&out, run->changed, "file");
    if (left) fp_out_printf(&out, "; %" PRIu64 " left", left);
    if (run->offered)
        fp_out_printf(&out, ", %" PRIu64 " of them with a fix that is not known to be safe (--unsafe-fixes)",
                      run->offered);
    if (run->refused) fp_out_printf(&out, ", %" PRIu64 " whose fix would have led to another finding", run->refused);
    if (run->in_vain) fp_out_printf(&out, ", %" PRIu64 " whose fix would not have mended them", run->in_vain);
    fp_out_text(&out, "\n");
    fp_log_raw(fp_out_str(&out));
    fp_out_drop(&out);
}

static bool fails(const fix_run *run) { return run->left || (run->arguments->diff && run->changed); }

fp_exit fp_command_fix(struct fp_arena *keep, const struct fp_arguments *arguments) {
    if (arguments->quiet) fp_log_setup(FP_LOG_ERROR, (fp_color)arguments->color);
    fix_run run = { .arguments = arguments,
                    .style = fp_style_get(fp_wants_colors(arguments)),
                    .fixed = FP_NEW(keep, uint64_t, fp_rule_count() + 1),
                    .unjudged = { .keep = keep } };
    fp_inputs inputs = { 0 };
    fp_status status = fp_inputs_collect(keep, arguments, &inputs);
    if (status != FP_OK) return fp_exit_of(status);
    run.failed = inputs.incomplete;
    run.files = FP_NEW(keep, fix_file, inputs.len);
    for (; run.count < inputs.len; run.count++) run.files[run.count].input = inputs.data[run.count];
    status = fp_sink_open(&run.sink, arguments->output_file);
    if (status != FP_OK) return fp_exit_of(status);
    fp_parallel job = { .context = &run, .work = work, .drop_state = drop_nothing, .finish = finish };
    fp_parallel_run(&job, run.count, arguments->jobs ? arguments->jobs : fp_parallel_cores());
    for (uint32_t i = 0; i < run.count; i++)
        drop_results(&run.files[i]); /* of files behind the one that could not be written */
    status = fp_sink_close(&run.sink);
    if (run.output == FP_OK) run.output = status;
    if (run.output != FP_OK) return fp_exit_of(run.output);
    fp_unjudged_say(&run.unjudged, arguments);
    say_summary(&run);
    if (run.failed) return FP_EXIT_FAILED;
    return fails(&run) && !arguments->exit_zero ? FP_EXIT_FINDINGS : FP_EXIT_CLEAN;
}
