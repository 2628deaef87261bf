#include "findings/check.h"
#include "base/str.h"
#include "fencepost_editor.h"
#include "findings/comments.h"

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

static fp_checked suppress(struct fp_arena *keep, const struct fp_document *document, const fp_result *result,
                           const fp_settings *settings, fp_level least) {
    fp_findings all = { result->findings, result->finding_count };
    fp_findings wanted = fp_suppress(keep, document, all, settings->options.levels);
    fp_findings kept = drop_below(keep, wanted, least);
    return (fp_checked){ kept, result, wanted.len - kept.len };
}

fp_checked fp_check_document(struct fp_arena *keep, struct fp_document *document, const fp_settings *settings,
                             fp_level least, const volatile bool *cancelled) {
    return suppress(keep, document, fp_document_check(document, cancelled), settings, least);
}

static bool has_suppressions(const struct fp_document *document) {
    fp_comment_cursor cursor = fp_comments_of(document);
    fp_comment comment;
    while (fp_comment_next(&cursor, &comment))
        if (fp_str_starts(comment.body, FP_STR("ignore"))) return true;
    return false;
}

fp_checked fp_check_shown(struct fp_arena *keep, struct fp_document *document, const fp_settings *settings,
                          fp_level least, const volatile bool *cancelled) {
    fp_level from = has_suppressions(document) ? FP_LEVEL_HINT : least;
    return suppress(keep, document, fp_document_check_from(document, from, cancelled), settings, least);
}
