/* One line a finding, as compilers write it: editors and grep know the form. */
#include "base/str.h"
#include "report/report.h"
#include <inttypes.h>

static void begin(struct fp_out *out) { (void)out; }

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    const fp_style *style = options->style;
    for (size_t i = 0; i < file->finding_count; i++) {
        const fp_finding *finding = &file->findings[i];
        fp_position place = fp_document_position(file->document, finding->span.start);
        fp_out_text(out, style->strong);
        fp_out_visible(out, file->path);
        fp_out_printf(out, ":%" PRIu32 ":%" PRIu32 ":%s ", place.line, place.column, style->reset);
        fp_out_printf(out, "%s%.*s[%.*s]%s ", style->level[finding->level], FP_STR_ARG(fp_level_name(finding->level)),
                      FP_STR_ARG(fp_rule_at(finding->rule)->name), style->reset);
        fp_out_visible(out, finding->brief);
        fp_out_text(out, "\n");
    }
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    if (options->statistics) fp_report_statistics(out, totals, options->style);
}

const fp_report_format fp_report_concise = {
    .for_people = true, .separator = "", .begin = begin, .file = write_file, .end = end
};
