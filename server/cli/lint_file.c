/* One file of a lint: read, checked, rendered. */
#include "cli/lint_file.h"
#include "base/memory.h"
#include "base/str.h"
#include "findings/baseline.h"
#include "findings/check.h"
#include "findings/history.h"
#include "findings/verify.h"
#include <stdlib.h>

static void count_findings(fp_lint_file *file, const fp_checked *checked) {
    fp_totals *totals = &file->totals;
    totals->files = 1;
    totals->hidden = checked->hidden;
    totals->hides_more = checked->hides_more;
    totals->kernels = checked->result->kernel_count;
    for (size_t i = 0; i < checked->findings.len; i++) {
        totals->levels[checked->findings.data[i].level]++;
        totals->rules[checked->findings.data[i].rule]++;
        file->bad |= checked->findings.data[i].level >= fp_fail_level(file->input.settings);
    }
    totals->work = checked->result->statistics;
}

/* Does a finding that is shown stand where nothing could be judged? */
static bool is_shown(const fp_checked *checked, fp_span span) {
    for (size_t i = 0; i < checked->findings.len; i++)
        if (checked->findings.data[i].span.start == span.start && span.end) return true;
    return false;
}

static void note_unjudged(fp_lint_file *file, const struct fp_document *document, const fp_checked *checked) {
    const fp_result *result = checked->result;
    file->functions = result->function_count;
    file->passed_over = result->unjudged_count ? 0 : result->passed_over;
    if (result->unjudged_count == 0) return;
    file->kept = fp_arena_new();
    fp_report_unjudged *list = FP_NEW(file->kept, fp_report_unjudged, result->unjudged_count);
    for (size_t i = 0; i < result->unjudged_count; i++) {
        const fp_unjudged *entry = &result->unjudged[i];
        list[i] = (fp_report_unjudged){
            .file = file->input.shown,
            .kernel = fp_str_copy(file->kept, entry->kernel),
            .reason = fp_str_copy(file->kept, entry->reason),
            .line = entry->span.end ? fp_document_position(document, entry->span.start).line : 0,
            .said = is_shown(checked, entry->span),
        };
    }
    file->totals.unjudged = list;
    file->totals.unjudged_count = result->unjudged_count;
}

static bool shows_fixes(const fp_lint_asked *asked) {
    return asked->format->fixes != FP_FIXES_NONE && !asked->arguments->no_fixes;
}

/* Nothing is looked for that the report does not show. What comments expect includes why there is no fix. */
static fp_wishes wishes_of(const fp_lint_asked *asked, const fp_lint_file *file) {
    bool verify = asked->arguments->verify, fixes = shows_fixes(asked);
    return (fp_wishes){ .least = fp_least_level(asked->arguments, file->input.settings),
                        .fixes = fixes || verify,
                        .piece_bytes = verify ? 0 : FP_PIECE_BYTES,
                        .crew = &asked->crew };
}

static void take(fp_checked *checked, fp_report_file *shown, fp_finding_list findings) {
    checked->findings = findings;
    shown->findings = findings.data;
    shown->finding_count = findings.len;
}

/* What is left of the findings: of each cause the first, what no baseline knows, what stands on changed lines. */
static void choose_findings(const fp_lint_asked *asked, fp_lint_file *file, struct fp_arena *keep,
                            struct fp_document *document, fp_checked *checked, fp_report_file *shown) {
    fp_history_choice choice = asked->arguments->introduced ? FP_HISTORY_INTRODUCED : FP_HISTORY_ALL;
    checked->findings = fp_history_merge(keep, document, shown, choice);
    if (file->baseline) {
        size_t all = shown->finding_count;
        take(checked, shown, fp_baseline_unknown(file->baseline, keep, shown));
        file->totals.known = all - shown->finding_count;
    }
    if (file->since) {
        size_t all = shown->finding_count;
        take(checked, shown, fp_since_diff_findings(keep, file->since, shown));
        file->totals.elsewhere = all - shown->finding_count;
    }
}

/* Some rules know their fix without looking for one: the report has none of these either. */
static const fp_finding *without_fixes(struct fp_arena *keep, const fp_report_file *shown) {
    fp_finding *bare = FP_NEW(keep, fp_finding, shown->finding_count);
    for (size_t i = 0; i < shown->finding_count; i++) {
        bare[i] = shown->findings[i];
        bare[i].fix_count = 0;
    }
    return bare;
}

static const fp_finding *in_source(struct fp_arena *keep, struct fp_document *document, const fp_report_file *shown) {
    fp_finding *worded = FP_NEW(keep, fp_finding, shown->finding_count);
    for (size_t i = 0; i < shown->finding_count; i++)
        worded[i] = fp_document_in_source(keep, document, &shown->findings[i]);
    return worded;
}

static void write_report(const fp_lint_asked *asked, fp_lint_file *file, struct fp_arena *keep,
                         struct fp_document *document, fp_report_file *shown) {
    struct fp_mender *mender = NULL;
    if (asked->arguments->no_fixes) shown->findings = without_fixes(keep, shown);
    if (shows_fixes(asked) && asked->format->fixes == FP_FIXES_TRIED) {
        mender = fp_mender_beside(document);
        shown->findings = fp_mender_offers(mender, fp_document_text(document), shown->findings, shown->finding_count);
        for (size_t i = 0; i < shown->finding_count; i++) file->totals.untried += shown->findings[i].untried_count;
    }
    shown->path = fp_report_path(keep, &asked->options, shown->path);
    if (asked->options.sources && !asked->format->text_first) shown->findings = in_source(keep, document, shown);
    asked->format->file(&file->report, shown, &asked->options);
    fp_mender_drop(mender);
}

static void check_document(const fp_lint_asked *asked, fp_lint_file *file, struct fp_document *document) {
    struct fp_arena *keep = fp_arena_new();
    fp_checked checked = fp_check_wished(keep, document, wishes_of(asked, file));
    fp_report_file shown = {
        .path = file->input.shown,
        .document = document,
        .findings = checked.findings.data,
        .finding_count = checked.findings.len,
        .kernels = checked.result->kernels,
        .kernel_count = checked.result->kernel_count,
    };
    if (!asked->arguments->verify) choose_findings(asked, file, keep, document, &checked, &shown);
    if (asked->arguments->verify)
        file->differences = fp_verify(keep, &file->report, &shown, asked->options.style);
    else if (asked->arguments->add_suppressions)
        file->failed = !fp_lint_allow(keep, &file->input, fp_document_text(document), checked.findings, &file->change);
    else
        write_report(asked, file, keep, document, &shown);
    if (asked->arguments->verbose) fp_report_kernels(&file->kernels, &shown);
    count_findings(file, &checked);
    note_unjudged(file, document, &checked);
    fp_arena_drop(keep);
}

void fp_lint_file_check(const fp_lint_asked *asked, fp_lint_file *file, struct fp_engine *engine) {
    struct fp_out text = { 0 };
    file->totals.rules = fp_memory_zeroed(fp_rule_count() + 1, sizeof *file->totals.rules);
    file->failed =
        !fp_lint_read(asked->arguments, &file->input, &file->change, &text) ||
        (asked->arguments->fix && !fp_lint_fix(asked->arguments, &file->input, engine, &file->change, &text));
    if (!file->failed) {
        struct fp_document *document = fp_document_open_lent(engine, fp_out_str(&text));
        check_document(asked, file, document);
        fp_document_close(document);
    }
    fp_out_drop(&text);
}

void fp_lint_file_drop(fp_lint_file *file) {
    fp_arena_drop(file->kept);
    file->kept = NULL;
    fp_out_drop(&file->report);
    fp_out_drop(&file->kernels);
    fp_lint_change_drop(&file->change);
    free(file->totals.rules);
    file->totals.rules = NULL;
}
