/* lsp_hints.c - what is shown beside the text: inlay hints, code lenses, links. */
#include "base/own_comments.h"
#include "fencepost_editor.h"
#include "lsp/lsp_state.h"
#include <inttypes.h>
#include <string.h>

static void write_position(fp_lsp_ask *ask, uint32_t offset) {
    fp_position_walk walk = { 0 };
    fp_lsp_position place = fp_lsp_position_at(ask->view->document, ask->view->client->encoding, offset, &walk);
    fp_json_member_open(&ask->json, "position", '{');
    fp_json_member_uint(&ask->json, "line", place.line);
    fp_json_member_uint(&ask->json, "character", place.character);
    fp_json_close(&ask->json, '}');
}

static void write_hint(fp_lsp_ask *ask, uint32_t offset, fp_str label, fp_str tooltip) {
    fp_json_open(&ask->json, '{');
    write_position(ask, offset);
    fp_json_member_str(&ask->json, "label", label);
    fp_json_member_bool(&ask->json, "paddingLeft", true);
    if (tooltip.len) fp_json_member_str(&ask->json, "tooltip", tooltip);
    fp_json_close(&ask->json, '}');
}

static bool touches(fp_span a, fp_span b) { return a.start <= b.end && b.start <= a.end; }

/* The place of a kernel's name, behind which its target is shown. */
static uint32_t behind_name(fp_lsp_ask *ask, const fp_kernel_info *kernel) {
    fp_str head = fp_str_slice(fp_document_text(ask->view->document), kernel->span.start, kernel->span.end);
    size_t at = fp_str_find(head, '(');
    return kernel->span.start + (uint32_t)(at < head.len ? at : 0);
}

void fp_lsp_answer_inlay_hint(fp_lsp_ask *ask) {
    fp_span asked;
    if (!fp_lsp_ask_span(ask, fp_member(ask->params, "range"), &asked)) return;
    const fp_sync_note *notes;
    uint32_t count = ask->view->editor->inlay_hints ? fp_document_sync_notes(ask->view->document, &notes) : 0;
    const fp_result *result = ask->view->checked.result;
    fp_json_open(&ask->json, '[');
    for (size_t i = 0; ask->view->editor->inlay_hints && i < result->kernel_count; i++) {
        const fp_kernel_info *kernel = &result->kernels[i];
        uint32_t place = behind_name(ask, kernel);
        if (!touches(asked, (fp_span){ place, place })) continue;
        write_hint(ask, place, fp_str_printf(ask->keep, "for %.*s", FP_STR_ARG(kernel->target)),
                   fp_str_printf(ask->keep, "target: %.*s", FP_STR_ARG(kernel->target_source)));
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!notes[i].phase || !touches(asked, notes[i].span) || (i && notes[i - 1].span.start == notes[i].span.start))
            continue;
        write_hint(ask, notes[i].span.end, fp_str_printf(ask->keep, "phase %" PRIu32, notes[i].phase),
                   fp_document_note_words(ask->keep, ask->view->document, &notes[i]));
    }
    fp_json_close(&ask->json, ']');
}

/* ---- lenses ---- */

static size_t findings_of(const fp_lsp_ask *ask, const fp_kernel_info *kernel, const char *prefix) {
    size_t count = 0;
    for (size_t i = 0; i < ask->view->checked.findings.len; i++) {
        const fp_finding *finding = &ask->view->checked.findings.data[i];
        bool inside = finding->span.start >= kernel->span.start && finding->span.end <= kernel->span.end;
        count += inside && fp_str_starts(fp_rule_at(finding->rule)->name, (fp_str){ prefix, strlen(prefix) });
    }
    return count;
}

static uint32_t budget_of(fp_str target) {
    fp_target_row row;
    for (size_t i = 0; i < fp_target_count(); i++) {
        if (!fp_str_equal(fp_target_name(i), target)) continue;
        fp_target_read(i, &row);
        return row.shared_bytes;
    }
    return 0;
}

static void write_lens_title(struct fp_out *out, const fp_lsp_ask *ask, const fp_kernel_info *kernel) {
    size_t missing = findings_of(ask, kernel, "missing-"), redundant = findings_of(ask, kernel, "redundant-");
    fp_out_printf(out, "%zu missing, %zu redundant", missing, redundant);
    if (kernel->shared_bytes) fp_out_printf(out, ", %" PRIu64 " bytes of LDS", kernel->shared_bytes);
    uint32_t budget = budget_of(kernel->target);
    if (kernel->shared_bytes && budget) fp_out_printf(out, " (%" PRIu64 " %%)", kernel->shared_bytes * 100 / budget);
}

/* The title says all; it is no button. */
void fp_lsp_answer_code_lens(fp_lsp_ask *ask) {
    const fp_result *result = ask->view->checked.result;
    fp_json_open(&ask->json, '[');
    for (size_t i = 0; ask->view->editor->code_lenses && i < result->kernel_count; i++) {
        const fp_kernel_info *kernel = &result->kernels[i];
        struct fp_out title = { 0 };
        write_lens_title(&title, ask, kernel);
        fp_json_open(&ask->json, '{');
        fp_json_key(&ask->json, "range");
        fp_lsp_write_range(&ask->json, ask->view, (fp_span){ kernel->span.start, kernel->span.start });
        fp_json_member_open(&ask->json, "command", '{');
        fp_json_member_str(&ask->json, "title", fp_out_str(&title));
        fp_json_member_text(&ask->json, "command", "");
        fp_json_close(&ask->json, '}');
        fp_json_close(&ask->json, '}');
        fp_out_drop(&title);
    }
    fp_json_close(&ask->json, ']');
}

/* ---- links: rule names in fencepost's own comments ---- */

static bool is_rule_name(char c) { return (c >= 'a' && c <= 'z') || c == '-'; }

void fp_lsp_answer_document_link(fp_lsp_ask *ask) {
    const uint32_t *markers;
    uint32_t count = fp_document_markers(ask->view->document, &markers);
    fp_own_comment_cursor cursor = fp_own_comments(fp_document_text(ask->view->document), markers, count);
    fp_own_comment comment;
    fp_json_open(&ask->json, '[');
    while (ask->view->editor->rule_pages.len && fp_own_comment_next(&cursor, &comment)) {
        for (uint32_t at = comment.span.start, end; at < comment.span.end; at = end) {
            end = at + 1;
            if (!is_rule_name(cursor.text.data[at])) continue;
            while (end < comment.span.end && is_rule_name(cursor.text.data[end])) end++;
            fp_rule rule = fp_rule_find(fp_str_slice(cursor.text, at, end));
            if (rule == FP_RULE_NONE) continue;
            fp_json_open(&ask->json, '{');
            fp_json_key(&ask->json, "range");
            fp_lsp_write_range(&ask->json, ask->view, (fp_span){ at, end });
            fp_json_key(&ask->json, "target");
            fp_lsp_write_rule_page(&ask->json, ask->view, rule);
            fp_json_member_str(&ask->json, "tooltip", fp_rule_at(rule)->summary);
            fp_json_close(&ask->json, '}');
        }
    }
    fp_json_close(&ask->json, ']');
}
