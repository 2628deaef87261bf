#include "report/report.h"

const fp_report_format *fp_report_format_at(uint32_t index) {
    static const fp_report_format *const formats[] = {
#define FP_REPORT(name, for_people) &fp_report_##name,
#include "report/report.def"
#undef FP_REPORT
    };
    return formats[index];
}
