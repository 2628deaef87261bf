#include "engine/result.h"
#include "base/sort.h"
#include "rules/finding.h"

fp_commented_text fp_document_comments(const struct fp_document *document) {
    const uint32_t *markers;
    uint32_t count = fp_text_store_markers(document->store, &markers);
    const struct fp_unit_context *context = document->context;
    return (fp_commented_text){ .lines = document->lines,
                                .comments = fp_own_comments(document->text, markers, count),
                                .options = &document->engine->options,
                                .units = context ? context->units.data : NULL,
                                .unit_count = context ? context->units.len : 0 };
}

/* The findings that no comment suppresses. */
static fp_findings apply_comments(struct fp_document *document) {
    fp_commented_text text = fp_document_comments(document);
    return fp_suppress(document->arena, &text, document->found);
}

/* Those from the document's least level on, which are handed out. */
static fp_findings drop_below_least(struct fp_document *document, fp_findings left) {
    fp_findings kept = { 0 };
    if (document->found_least == document->least) return left;
    for (uint32_t i = 0; i < left.len; i++)
        if (left.data[i].level >= document->least) *FP_PUSH(document->arena, &kept) = left.data[i];
    return kept;
}

/* Has the user written why the op is left alone? */
static bool is_excused(const fp_findings *found, const fp_findings *left, fp_span at) {
    bool said = false;
    for (uint32_t i = 0; i < found->len; i++)
        said |= found->data[i].span.start == at.start && found->data[i].span.end == at.end;
    for (uint32_t i = 0; i < left->len; i++)
        if (left->data[i].span.start == at.start && left->data[i].span.end == at.end) return false;
    return said;
}

static void collect_unjudged(struct fp_document *document, const struct fp_unit_context *context,
                             const fp_unit_group_result *all, const fp_findings *left, fp_result *result) {
    fp_unjudged *unjudged = FP_NEW(document->arena, fp_unjudged, all->kernels.len + 1);
    size_t count = 0;
    fp_phrase whole = fp_rules_unjudged_file(document->arena, context);
    fp_span at = context->other ? context->errors.data[0].span : (fp_span){ 0, 0 };
    if (whole.sentence) unjudged[count++] = (fp_unjudged){ .span = at, .phrase = whole };
    for (uint32_t i = 0; i < all->kernels.len; i++) {
        const fp_kernel_info *kernel = &all->kernels.data[i];
        if (!kernel->unjudged.sentence || is_excused(&all->findings, left, kernel->unjudged_at)) continue;
        unjudged[count++] =
            (fp_unjudged){ .span = kernel->unjudged_at, .kernel = kernel->name, .phrase = kernel->unjudged };
    }
    result->unjudged = unjudged;
    result->unjudged_count = count;
}

static int by_place(const void *a, const void *b) {
    const fp_kernel_info *left = a, *right = b;
    return (left->span.start > right->span.start) - (left->span.start < right->span.start);
}

fp_result *fp_result_make(struct fp_document *document, const struct fp_unit_context *text, fp_unit_group_result *all) {
    fp_findings_sort(&all->findings);
    fp_sort(all->kernels.data, all->kernels.len, sizeof *all->kernels.data, by_place);
    document->found = all->findings;
    fp_findings left = apply_comments(document), handed_out = drop_below_least(document, left);
    document->notes = all->notes;
    document->kept_notes = all->kept_notes;
    fp_result *result = FP_NEW(document->arena, fp_result, 1);
    result->findings = handed_out.data;
    result->finding_count = handed_out.len;
    result->kernels = all->kernels.data;
    result->kernel_count = all->kernels.len;
    result->function_count = text->units.len;
    result->passed_over = text->passed_over.lines;
    collect_unjudged(document, text, all, &left, result);
    result->statistics = all->statistics;
    result->statistics.arena_bytes += fp_arena_bytes(document->arena) + fp_text_store_bytes(document->store);
    return result;
}
