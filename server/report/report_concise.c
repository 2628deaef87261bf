/* One line a finding, as compilers write it: editors and grep know the form. */
#include "base/str.h"
#include "report/report.h"
#include <inttypes.h>

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)out;
    (void)options;
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    const fp_style *style = options->style;
    struct fp_arena *scratch = fp_arena_new();
    for (size_t i = 0; i < file->finding_count; i++) {
        const fp_finding *finding = &file->findings[i];
        fp_report_place place = fp_report_place_of(scratch, file, options, finding->span);
        fp_out_text(out, style->strong);
        fp_out_visible(out, place.file);
        fp_out_printf(out, ":%" PRIu32 ":%" PRIu32 ":%s ", place.from.line, place.from.column, style->reset);
        fp_out_printf(out, "%s%.*s[%.*s]%s ", style->level[finding->level], FP_STR_ARG(fp_level_name(finding->level)),
                      FP_STR_ARG(fp_rule_at(finding->rule)->name), style->reset);
        fp_out_visible(out, finding->brief);
        fp_str notes[FP_REPORT_NOTES_MAX];
        size_t count = fp_report_notes(scratch, file, options, finding, notes);
        for (size_t k = 0; k < count; k++) {
            fp_out_text(out, " [");
            fp_out_visible(out, notes[k]);
            fp_out_text(out, "]");
        }
        fp_out_text(out, "\n");
    }
    fp_arena_drop(scratch);
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    if (options->statistics) fp_report_statistics(out, totals, options->style);
}

const fp_report_format fp_report_concise = {
    .for_people = true, .separator = "", .begin = begin, .file = write_file, .end = end
};
