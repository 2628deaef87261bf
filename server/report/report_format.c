#include "base/str.h"
#include "report/report.h"

static const struct {
    fp_str name;
    const fp_report_format *format;
} formats[] = {
#define FP_REPORT(name, for_people) { { #name, sizeof #name - 1 }, &fp_report_##name },
#include "output/formats.def"
#undef FP_REPORT
};

const fp_report_format *fp_report_format_named(fp_str name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (fp_str_equal(formats[i].name, name)) return formats[i].format;
    return NULL;
}

const fp_report_format *fp_report_format_at(uint32_t index) { return formats[index].format; }
