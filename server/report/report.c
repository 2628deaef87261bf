/* report.c - what several formats say: a finding's words, statistics, the summary. */
#include "report/report.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/str.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    fp_rule rule;
    uint64_t count;
} rule_count;

static int compare_counts(const void *left, const void *right) {
    const rule_count *a = left, *b = right;
    if (a->count != b->count) return a->count < b->count ? 1 : -1;
    return fp_str_compare(fp_rule_at(a->rule)->name, fp_rule_at(b->rule)->name);
}

/* Rules with findings, most first. The caller frees them. */
static rule_count *sort_rules(const fp_totals *totals, size_t *count) {
    size_t all = fp_rule_count();
    rule_count *counts = fp_memory_zeroed(all, sizeof *counts);
    *count = 0;
    for (size_t rule = 0; rule < all; rule++)
        if (totals->rules[rule]) counts[(*count)++] = (rule_count){ (fp_rule)rule, totals->rules[rule] };
    fp_sort(counts, *count, sizeof *counts, compare_counts);
    return counts;
}

static int compare_decisions(const void *left, const void *right) {
    const fp_decision_count *a = left, *b = right;
    return a->count != b->count ? (a->count < b->count ? 1 : -1) : strcmp(a->key, b->key);
}

size_t fp_report_decisions(const fp_totals *totals, fp_decision_count counts[FP_DECISION_COUNT]) {
    enum { REASONS_MAX = 10 };
    static const struct {
        const char *key, *words;
    } names[] = {
#define FP_DECISION_NAMES(name, key, words) { key, words },
        FP_DECISIONS(FP_DECISION_NAMES)
#undef FP_DECISION_NAMES
    };
    size_t len = 0, settled = 0;
    for (size_t i = 0; i < FP_DECISION_COUNT; i++) {
        if (i == FP_DECISION_ADDRESS) settled = len;
        if (totals->work.decided[i])
            counts[len++] = (fp_decision_count){ names[i].key, names[i].words, totals->work.decided[i] };
    }
    fp_sort(counts + settled, len - settled, sizeof *counts, compare_decisions);
    return len - settled > REASONS_MAX ? settled + REASONS_MAX : len;
}

void fp_report_statistics(struct fp_out *out, const fp_totals *totals, const fp_style *style) {
    size_t count = 0;
    rule_count *counts = sort_rules(totals, &count);
    fp_out_printf(out, "%sfindings by rule%s\n", style->strong, style->reset);
    if (count == 0) fp_out_text(out, "         none\n");
    for (size_t i = 0; i < count; i++)
        fp_out_printf(out, "%12" PRIu64 "  %.*s\n", counts[i].count, FP_STR_ARG(fp_rule_at(counts[i].rule)->name));
    free(counts);

    fp_out_printf(out, "%swork%s\n", style->strong, style->reset);
    fp_out_printf(out, "%12" PRIu64 "  files\n%12" PRIu64 "  kernels\n", totals->files, totals->kernels);
#define WRITE_ROW(field, key, words) fp_out_printf(out, "%12" PRIu64 "  " words "\n", totals->work.field);
    FP_STATISTICS(WRITE_ROW)
#undef WRITE_ROW
    fp_decision_count decisions[FP_DECISION_COUNT];
    size_t decided = fp_report_decisions(totals, decisions);
    if (decided) fp_out_printf(out, "%spairs by what decided them%s\n", style->strong, style->reset);
    for (size_t i = 0; i < decided; i++)
        fp_out_printf(out, "%12" PRIu64 "  %s\n", decisions[i].count, decisions[i].words);
}

static void write_scope(struct fp_out *out, const fp_totals *totals) {
    fp_out_text(out, " in ");
    fp_out_count(out, totals->files, "file");
    fp_out_text(out, " (");
    fp_out_count(out, totals->kernels, "kernel");
    if (totals->hidden)
        fp_out_printf(out, "; %s%" PRIu64 " more with --min-level hint", totals->hides_more ? "at least " : "",
                      totals->hidden);
    if (totals->unjudged_count) fp_out_printf(out, "; %" PRIu64 " not judged", totals->unjudged_count);
    if (totals->known) fp_out_printf(out, "; %" PRIu64 " more in the baseline", totals->known);
    if (totals->elsewhere) fp_out_printf(out, "; %" PRIu64 " more on other lines", totals->elsewhere);
    fp_out_text(out, ")\n");
}

void fp_report_summary(struct fp_out *out, const fp_totals *totals, const fp_style *style) {
    static const struct {
        fp_level level;
        const char *one, *many;
    } parts[] = {
        { FP_LEVEL_ERROR, "error", "errors" },
        { FP_LEVEL_WARNING, "warning", "warnings" },
        { FP_LEVEL_INFORMATION, "information", "information" },
        { FP_LEVEL_HINT, "hint", "hints" },
    };
    size_t kinds = 0, written = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) kinds += totals->levels[parts[i].level] != 0;
    if (kinds == 0) {
        bool nothing = totals->kernels == 0 && totals->unjudged_count > 0; /* which is not the same as clean */
        fp_out_printf(out, "%s%s%s", style->strong, nothing ? "nothing judged" : "no findings", style->reset);
        write_scope(out, totals);
        return;
    }
    fp_out_text(out, "found ");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        uint64_t count = totals->levels[parts[i].level];
        if (count == 0) continue;
        if (written) fp_out_text(out, written + 1 == kinds ? " and " : ", ");
        fp_out_printf(out, "%s%" PRIu64 " %s%s", style->level[parts[i].level], count,
                      count == 1 ? parts[i].one : parts[i].many, style->reset);
        written++;
    }
    write_scope(out, totals);

    size_t count = 0;
    rule_count *counts = sort_rules(totals, &count);
    if (count) {
        fp_str name = fp_rule_at(counts[0].rule)->name;
        fp_out_printf(out, "more about it: %sfencepost explain %.*s%s\n", style->code, FP_STR_ARG(name), style->reset);
    }
    free(counts);
}
