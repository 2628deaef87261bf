#include "findings/check.h"
#include "base/arena.h"

static fp_finding_list drop_below(struct fp_arena *keep, fp_finding_list findings, fp_level least) {
    size_t kept = 0;
    while (kept < findings.len && findings.data[kept].level >= least) kept++;
    if (kept == findings.len) return findings;
    fp_finding *data = FP_NEW(keep, fp_finding, findings.len);
    kept = 0;
    for (size_t i = 0; i < findings.len; i++)
        if (findings.data[i].level >= least) data[kept++] = findings.data[i];
    return (fp_finding_list){ data, kept };
}

fp_checked fp_check_wished(struct fp_arena *keep, struct fp_document *document, fp_wishes wishes) {
    fp_level least = wishes.least;
    if (wishes.savings < least) wishes.savings = least;
    wishes.words = least;
    wishes.least = FP_LEVEL_HINT;
    const fp_result *result = fp_document_check_for(document, wishes, NULL);
    fp_finding_list all = { result->findings, result->finding_count }, shown = drop_below(keep, all, least);
    fp_wishes more = { .least = FP_LEVEL_HINT, .fixes = wishes.fixes };
    return (fp_checked){ shown, result, all.len - shown.len, fp_document_lacks(document, more) };
}

fp_checked fp_check_document(struct fp_arena *keep, struct fp_document *document, fp_level least) {
    return fp_check_wished(keep, document, (fp_wishes){ .least = least, .fixes = true });
}

fp_checked fp_check_shown(struct fp_document *document, fp_wishes wishes, const volatile bool *cancelled) {
    const fp_result *result = fp_document_check_for(document, wishes, cancelled);
    return (fp_checked){ .findings = { result->findings, result->finding_count }, .result = result };
}
