/* fencepost lint: files in, findings out. Workers check the files; what they rendered is written in the order of the
 * files. */
#include "base/memory.h"
#include "base/str.h"
#include "cli/clock.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/lint_file.h"
#include "cli/lint_watch.h"
#include "cli/unjudged.h"
#include "files/files_parallel.h"
#include "files/files_path.h"
#include "files/files_read.h"
#include "files/files_write.h"
#include "files/sink.h"
#include "findings/baseline.h"
#include "findings/since_diff.h"
#include "report/report.h"
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    fp_str path;
    struct fp_baseline *baseline;
} opened_baseline;

typedef struct {
    fp_lint_asked asked;
    FP_VEC(opened_baseline) baselines;
    struct fp_since_diff *since; /* NULL: none */
    fp_lint_file *files;
    uint32_t count;
    fp_file_sink sink;
    struct fp_out noted; /* the new baseline */
    fp_status output;    /* FP_OK until writing fails */
    fp_totals totals;
    fp_unjudged_list unjudged;
    uint64_t differences, changed,
        left_alone; /* changed: findings fixed or suppressed; files that --since-diff leaves out */
    bool failed, bad, anything_written, progress;
    uint32_t jobs_a_file;
    int64_t begin_ms;
    int64_t shown_ms; /* when the progress line was written last */
} lint_run;

/* An engine serves all files of a worker that share their settings: what it has learnt about a target is not learnt
 * again. */
typedef struct {
    struct fp_engine *engine;
    const fp_settings *settings;
} worker;

static void drop_worker(void *state) {
    worker *w = state;
    if (!w) return;
    fp_engine_drop(w->engine);
    free(w);
}

static struct fp_engine *engine_for(void **state, const fp_settings *settings) {
    worker *w = *state;
    if (!w) { w = *state = fp_memory_zeroed(1, sizeof *w); }
    if (w->settings == settings) return w->engine;
    if (w->engine) fp_engine_drop(w->engine);
    w->engine = fp_engine_new(&settings->options);
    w->settings = settings;
    return w->engine;
}

static void work(void *context, void **state, uint32_t index) {
    lint_run *run = context;
    fp_lint_file *file = &run->files[index];
    fp_lint_file_check(&run->asked, file, engine_for(state, file->input.settings));
}

static void add_totals(fp_totals *sum, const fp_totals *part) {
    sum->files += part->files;
    sum->kernels += part->kernels;
    sum->hidden += part->hidden;
    sum->hides_more |= part->hides_more;
    sum->known += part->known;
    sum->untried += part->untried;
    sum->elsewhere += part->elsewhere;
    for (int level = 0; level <= FP_LEVEL_ERROR; level++) sum->levels[level] += part->levels[level];
    for (size_t rule = 0; rule < fp_rule_count(); rule++) sum->rules[rule] += part->rules[rule];
    fp_statistics_add(&sum->work, &part->work);
}

static void clear_progress(lint_run *run) {
    if (!run->progress) return;
    fp_log_raw(FP_STR("\r\033[K"));
    run->progress = false;
}

/* A line on the terminal once a run takes long enough for its user to wonder. */
static void show_progress(void *context, uint32_t done) {
    enum { FP_PROGRESS_AFTER_MS = 500, FP_PROGRESS_EVERY_MS = 100 };
    lint_run *run = context;
    int64_t passed_ms = fp_clock_ms() - run->begin_ms;
    if (passed_ms < FP_PROGRESS_AFTER_MS || passed_ms < run->shown_ms + FP_PROGRESS_EVERY_MS) return;
    run->shown_ms = passed_ms;
    struct fp_out line = { 0 };
    fp_out_printf(&line, "\r\033[Kchecked %" PRIu32 " of %" PRIu32 " files, %" PRId64 " s", done, run->count,
                  passed_ms / 1000);
    fp_log_raw(fp_out_str(&line));
    fp_out_drop(&line);
    run->progress = true;
}

static void emit(lint_run *run, fp_str bytes) {
    if (run->output != FP_OK) return;
    if (run->asked.arguments->write_baseline.len)
        fp_out_bytes(&run->noted, bytes);
    else
        run->output = fp_sink_write(&run->sink, bytes);
}

static bool finish(void *context, uint32_t index) {
    lint_run *run = context;
    fp_lint_file *file = &run->files[index];
    if (file->report.len || file->kernels.len || file->change.done.len || file->failed) clear_progress(run);
    if (file->failed) {
        fp_str trouble = fp_out_str(&file->change.trouble);
        fp_log(FP_LOG_ERROR, "%.*s: %.*s", FP_STR_ARG(file->input.shown), FP_STR_ARG(trouble));
        run->failed = true;
        fp_unjudged_add(
            &run->unjudged,
            (fp_report_unjudged){ .file = file->input.shown, .reason = trouble, .unreadable = true, .said = true });
    }
    if (file->passed_over && !run->asked.arguments->verify)
        fp_log(FP_LOG_WARNING, "%.*s: %" PRIu64 " line%s no MLIR, passed over", FP_STR_ARG(file->input.shown),
               file->passed_over, file->passed_over == 1 ? " that is" : "s that are");
    for (uint64_t i = 0; i < file->totals.unjudged_count; i++)
        fp_unjudged_add(&run->unjudged, file->totals.unjudged[i]);
    run->unjudged.functions += file->functions;
    if (!run->asked.arguments->quiet) fp_log_raw(fp_out_str(&file->change.done));
    for (size_t rule = 0; file->change.done.len && rule < fp_rule_count(); rule++)
        run->changed += file->change.counts[rule];
    fp_log_raw(fp_out_str(&file->kernels));
    if (file->report.len) {
        if (run->anything_written && !run->asked.arguments->verify)
            emit(run, (fp_str){ run->asked.format->separator, run->asked.format->separator[0] != 0 });
        emit(run, fp_out_str(&file->report));
        run->anything_written = true;
    }
    add_totals(&run->totals, &file->totals);
    run->differences += file->differences;
    run->bad |= file->bad;
    fp_lint_file_drop(file);
    return run->output == FP_OK;
}

/* "suppressed 3 findings in 2 files"; of --since-diff, that it leaves all files alone. */
static bool say_what_was_done(const lint_run *run) {
    struct fp_out said = { 0 };
    bool untouched = run->totals.files == 0 && run->left_alone;
    if (run->asked.arguments->add_suppressions) {
        fp_out_text(&said, "suppressed ");
        fp_out_count(&said, run->changed, "finding");
        fp_out_text(&said, "\n");
    } else if (untouched && run->asked.format->for_people) {
        fp_out_text(&said, "no findings: the diff leaves ");
        fp_out_text(&said, run->left_alone == 1 ? "the file alone\n" : "all files alone\n");
    }
    if (!run->asked.arguments->quiet) fp_log_raw(fp_out_str(&said));
    fp_out_drop(&said);
    return run->asked.arguments->add_suppressions || untouched;
}

static void say_summary(const lint_run *run) {
    const struct fp_arguments *arguments = run->asked.arguments;
    if (say_what_was_done(run) || arguments->quiet || run->totals.files == 0 ||
        !(run->asked.format->for_people || arguments->verify))
        return;
    struct fp_out summary = { 0 };
    bool clean = true;
    for (int level = FP_LEVEL_HINT; level <= FP_LEVEL_ERROR; level++) clean = clean && run->totals.levels[level] == 0;
    if (arguments->verify) {
        if (run->differences == 0) {
            fp_out_text(&summary, "every finding was expected in ");
            fp_out_count(&summary, run->totals.files, "file");
        } else {
            fp_out_count(&summary, run->differences, "difference");
            fp_out_text(&summary, " from what was expected");
        }
        fp_out_text(&summary, "\n");
    } else {
        fp_report_summary(&summary, &run->totals, fp_log_style());
    }
    clean = clean && run->totals.unjudged_count == 0 && run->totals.hidden == 0;
    if (arguments->verify) clean = run->differences == 0;
    if (!clean || arguments->verbose || isatty(STDERR_FILENO)) fp_log_raw(fp_out_str(&summary));
    fp_out_drop(&summary);
}

static bool fails(const lint_run *run) {
    if (run->asked.arguments->verify) return run->differences != 0;
    if (run->asked.arguments->fail_unjudged && run->totals.unjudged_count) return true;
    return run->bad && !run->asked.arguments->add_suppressions;
}

static void write_piece(lint_run *run, void (*piece)(lint_run *run, struct fp_out *out)) {
    struct fp_out out = { 0 };
    piece(run, &out);
    emit(run, fp_out_str(&out));
    fp_out_drop(&out);
}

static void write_begin(lint_run *run, struct fp_out *out) { run->asked.format->begin(out, &run->asked.options); }
static void write_end(lint_run *run, struct fp_out *out) {
    run->asked.format->end(out, &run->totals, &run->asked.options);
}

/* A baseline that lacks a file would bring that file's findings back as new ones. */
static fp_exit write_baseline(lint_run *run) {
    fp_str path = run->asked.arguments->write_baseline;
    if (run->failed) {
        fp_log(FP_LOG_ERROR, "%.*s: left as it was, for not every file could be checked", FP_STR_ARG(path));
        return FP_EXIT_FAILED;
    }
    struct fp_out why = { 0 };
    fp_status status = fp_file_replace(path, fp_out_str(&run->noted), NULL, &why);
    if (status != FP_OK) fp_log(FP_LOG_ERROR, "%.*s: %.*s", FP_STR_ARG(path), FP_STR_ARG(fp_out_str(&why)));
    fp_out_drop(&why);
    if (status == FP_OK && !run->asked.arguments->quiet) {
        uint64_t count = 0;
        for (size_t rule = 0; rule < fp_rule_count(); rule++) count += run->totals.rules[rule];
        struct fp_out said = { 0 };
        fp_out_text(&said, "noted ");
        fp_out_count(&said, count, "finding");
        fp_out_printf(&said, " in %.*s\n", FP_STR_ARG(path));
        fp_log_raw(fp_out_str(&said));
        fp_out_drop(&said);
    }
    return fp_exit_of(status);
}

/* ---- what the run goes by ---- */

static fp_exit refuse(struct fp_out *why, fp_status status) {
    if (status != FP_OK) fp_log(FP_LOG_ERROR, "%.*s", FP_STR_ARG(fp_out_str(why)));
    fp_out_drop(why);
    return fp_exit_of(status);
}

/* Which of the files count, and since when. */
static fp_exit choose_files(struct fp_arena *keep, lint_run *run, const fp_inputs *inputs) {
    struct fp_out why = { 0 };
    fp_str path = run->asked.arguments->since_diff;
    fp_status status = path.len ? fp_since_diff_read(keep, path, &run->since, &why) : FP_OK;
    run->files = FP_NEW(keep, fp_lint_file, inputs->len);
    for (uint32_t i = 0; status == FP_OK && i < inputs->len; i++) {
        fp_lint_file *file = &run->files[run->count];
        file->input = inputs->data[i];
        if (run->since) file->since = fp_since_diff_of(keep, run->since, file->input.shown);
        if (run->since && !file->since)
            run->left_alone++;
        else
            run->count++;
    }
    return refuse(&why, status);
}

static fp_status find_baseline(struct fp_arena *keep, lint_run *run, fp_str path, const struct fp_baseline **baseline,
                               struct fp_out *why) {
    for (uint32_t i = 0; i < run->baselines.len; i++) {
        *baseline = run->baselines.data[i].baseline;
        if (fp_str_equal(run->baselines.data[i].path, path)) return FP_OK;
    }
    opened_baseline opened = { .path = path };
    fp_status status = fp_baseline_read(keep, fp_path_shown(keep, path), &opened.baseline, why);
    *baseline = opened.baseline;
    if (status == FP_OK) *FP_PUSH(keep, &run->baselines) = opened;
    return status;
}

/* Those of the command line and of the configurations, each read once. */
static fp_exit open_baselines(struct fp_arena *keep, lint_run *run) {
    const struct fp_arguments *arguments = run->asked.arguments;
    struct fp_out why = { 0 };
    fp_status status = FP_OK;
    bool wanted = !arguments->write_baseline.len && !arguments->verify;
    for (uint32_t i = 0; wanted && status == FP_OK && i < run->count; i++) {
        fp_str path = run->files[i].input.settings->baseline;
        if (path.len) status = find_baseline(keep, run, path, &run->files[i].baseline, &why);
    }
    return refuse(&why, status);
}

static void choose_format(struct fp_arena *keep, lint_run *run, const fp_inputs *inputs) {
    const struct fp_arguments *arguments = run->asked.arguments;
    if (arguments->write_baseline.len) {
        run->asked.format = &fp_report_baseline;
        run->asked.options.folder = fp_path_folder(fp_path_absolute(keep, arguments->write_baseline));
    } else if (!fp_arguments_gave(arguments, FP_STR("output-format")) && inputs->here->output_format.len) {
        run->asked.format = fp_report_format_named(inputs->here->output_format);
    }
    if (!run->asked.format->hosted) return;
    fp_str here = fp_path_absolute(keep, FP_STR(".")), repository = fp_files_repository(keep, here);
    run->asked.options.root = repository.len ? repository : here;
}

static fp_exit prepare(struct fp_arena *keep, lint_run *run, fp_inputs *inputs) {
    fp_status status = fp_inputs_collect(keep, run->asked.arguments, inputs);
    if (status != FP_OK) return fp_exit_of(status);
    if (!fp_lint_can_change(run->asked.arguments, inputs)) return FP_EXIT_FAILED;
    run->failed = inputs->incomplete;
    run->asked.options.rule_pages = inputs->here->rule_pages;
    choose_format(keep, run, inputs);
    fp_exit chosen = choose_files(keep, run, inputs);
    if (chosen == FP_EXIT_CLEAN) chosen = open_baselines(keep, run);
    return chosen == FP_EXIT_CLEAN ? fp_exit_of(fp_sink_open(&run->sink, run->asked.arguments->output_file)) : chosen;
}

/* ---- the run ---- */

static void note_unjudged_run(lint_run *run, const fp_inputs *inputs) {
    if (!run->since) fp_unjudged_add_run(&run->unjudged, run->asked.arguments, inputs, &run->totals);
    fp_unjudged_say(&run->unjudged, run->asked.arguments);
    for (uint32_t i = 0; i < run->unjudged.list.len; i++) {
        fp_str *file = &run->unjudged.list.data[i].file;
        *file = fp_report_path(run->unjudged.keep, &run->asked.options, *file);
    }
    run->totals.unjudged = run->unjudged.list.data;
    run->totals.unjudged_count = run->unjudged.list.len;
}

/* Cores that files leave idle check pieces of them. */
static void check_files(lint_run *run, const fp_parallel *job) {
    uint32_t jobs = run->asked.arguments->jobs ? run->asked.arguments->jobs : fp_parallel_cores();
    run->jobs_a_file = jobs > run->count ? jobs / (run->count + !run->count) : 1;
    run->asked.crew = fp_parallel_crew(&run->jobs_a_file);
    fp_parallel_run(job, run->count, jobs);
}

static fp_exit lint(struct fp_arena *keep, lint_run *run) {
    const struct fp_arguments *arguments = run->asked.arguments;
    fp_inputs inputs = { 0 };
    fp_exit ready = prepare(keep, run, &inputs);
    if (ready != FP_EXIT_CLEAN) return ready;

    fp_parallel job = { .context = run, .work = work, .drop_state = drop_worker, .finish = finish };
    bool reports = !arguments->verify && !arguments->add_suppressions;
    if (isatty(STDERR_FILENO) && !arguments->quiet) job.waiting = show_progress;
    run->begin_ms = fp_clock_ms();
    if (reports) write_piece(run, write_begin);
    if (run->output == FP_OK) check_files(run, &job);
    clear_progress(run);
    for (uint32_t i = 0; i < run->count; i++)
        fp_lint_file_drop(&run->files[i]); /* of files behind the one that could not be written */
    if (!arguments->verify && run->output == FP_OK) note_unjudged_run(run, &inputs);
    if (reports && run->output == FP_OK) write_piece(run, write_end);
    fp_status status = fp_sink_close(&run->sink);
    if (run->output == FP_OK) run->output = status;

    if (run->output != FP_OK) return fp_exit_of(run->output);
    if (run->asked.arguments->write_baseline.len) return write_baseline(run);
    if (run->totals.untried)
        fp_log(FP_LOG_WARNING,
               "%" PRIu64 " fix%s not tried, to be done in time; the findings say so. `fencepost fix` tries every one",
               run->totals.untried, run->totals.untried == 1 ? " was" : "es were");
    say_summary(run);
    if (run->failed) return FP_EXIT_FAILED;
    return fails(run) && !arguments->exit_zero ? FP_EXIT_FINDINGS : FP_EXIT_CLEAN;
}

static bool is_named(const struct fp_arguments *arguments, fp_str operand) {
    for (uint32_t i = 0; i < arguments->operands.len; i++)
        if (fp_str_equal(arguments->operands.data[i], operand)) return true;
    return false;
}

static bool reads_standard(const struct fp_arguments *arguments) {
    return is_named(arguments, FP_STR("-")) || (arguments->stdin_filename.len && arguments->operands.len == 0) ||
           fp_input_is_standard(arguments->since_diff);
}

/* Options that have no meaning together; said on standard error. */
static bool options_fit(const struct fp_arguments *arguments) {
    bool writes = arguments->write_baseline.len != 0;
    if (writes && (arguments->baseline.len || arguments->verify || arguments->output_file.len)) {
        fp_log(FP_LOG_ERROR, "--write-baseline goes with neither --baseline, --output-file nor --verify-diagnostics");
        return false;
    }
    if (fp_input_is_standard(arguments->since_diff) && is_named(arguments, arguments->since_diff)) {
        fp_log(FP_LOG_ERROR, "--since-diff: standard input is the diff or a file to check, not both");
        return false;
    }
    bool once = writes || arguments->verify || arguments->fix || arguments->diff || arguments->add_suppressions;
    if (arguments->watch && (once || reads_standard(arguments))) {
        fp_log(FP_LOG_ERROR, "--watch: goes with neither standard input nor options that change files or compare");
        return false;
    }
    if (arguments->unsafe_fixes && !arguments->fix && !arguments->diff) {
        fp_log(FP_LOG_ERROR, "--unsafe-fixes: goes with --fix or --diff");
        return false;
    }
    return true;
}

static fp_exit lint_once(struct fp_arena *keep, const struct fp_arguments *arguments) {
    lint_run run = {
        .asked = { .arguments = arguments,
                   .format = fp_report_format_at(arguments->format),
                   .options = { .style = fp_style_get(fp_wants_colors(arguments)),
                                .width = fp_line_width(arguments),
                                .wrap = fp_told_width(arguments),
                                .statistics = arguments->statistics,
                                .sources = arguments->locations != 0,
                                .read_source = fp_source_read } },
        .totals = { .rules = FP_NEW(keep, uint64_t, fp_rule_count() + 1) },
        .unjudged = { .keep = keep },
    };
    fp_exit status = lint(keep, &run);
    fp_out_drop(&run.noted);
    return status;
}

fp_exit fp_command_lint(struct fp_arena *keep, const struct fp_arguments *arguments) {
    if (!options_fit(arguments)) return FP_EXIT_FAILED;
    if (arguments->diff) return fp_command_fix(keep, arguments);
    if (arguments->quiet) fp_log_setup(FP_LOG_ERROR, (fp_color)arguments->color);
    if (arguments->watch) fp_lint_watch(arguments, lint_once);
    return lint_once(keep, arguments);
}
