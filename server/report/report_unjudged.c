#include "output/json.h"
#include "report/report.h"

bool fp_report_has_findings(const fp_totals *totals) {
    for (int level = FP_LEVEL_HINT; level <= FP_LEVEL_ERROR; level++)
        if (totals->levels[level]) return true;
    return false;
}

void fp_report_list_unjudged(struct fp_out *out, const fp_totals *totals, bool first, const char *indent,
                             fp_report_write_unjudged *write) {
    for (uint64_t i = 0; i < totals->unjudged_count; i++, first = false) {
        fp_out_printf(out, "%s%s", first ? "\n" : ",\n", indent);
        write(&(struct fp_json){ .out = out }, &totals->unjudged[i]);
    }
}
