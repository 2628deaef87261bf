#include "check.h"

static fp_findings drop_below(struct fp_arena *keep, fp_findings findings, fp_level least) {
    size_t kept = 0;
    while (kept < findings.len && findings.data[kept].level >= least) kept++;
    if (kept == findings.len) return findings;
    fp_finding *data = FP_NEW(keep, fp_finding, findings.len);
    kept = 0;
    for (size_t i = 0; i < findings.len; i++)
        if (findings.data[i].level >= least) data[kept++] = findings.data[i];
    return (fp_findings){ data, kept };
}

fp_checked fp_check_document(struct fp_arena *keep, struct fp_document *document, const fp_settings *settings, fp_level least,
                             const volatile bool *cancelled) {
    const fp_result *result = fp_document_check(document, cancelled);
    fp_findings all = { result->findings, result->finding_count };
    fp_findings wanted = fp_suppress(keep, document, all, settings->options.levels);
    fp_findings kept = drop_below(keep, wanted, least);
    return (fp_checked){ kept, result, wanted.len - kept.len };
}
