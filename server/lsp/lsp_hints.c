/* lsp_hints.c - what is shown beside the text: inlay hints, code lenses, links. */
#include "base/own_comments.h"
#include "base/span.h"
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
        if (!fp_span_touches(asked, (fp_span){ place, place })) continue;
        write_hint(ask, place, fp_str_printf(ask->keep, "for %.*s", FP_STR_ARG(kernel->target)),
                   fp_str_printf(ask->keep, "target: %.*s", FP_STR_ARG(kernel->target_source)));
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!notes[i].phase || !fp_span_touches(asked, notes[i].span) ||
            (i && notes[i - 1].span.start == notes[i].span.start))
            continue;
        fp_str words = fp_document_note_words(ask->keep, ask->view->document, &notes[i]);
        fp_str label = fp_document_note_label(ask->keep, ask->view->document, &notes[i]);
        if (label.len == 0) continue;
        write_hint(ask, notes[i].span.end, label,
                   fp_str_printf(ask->keep, "%.*s (phase %" PRIu32 " follows)", FP_STR_ARG(words), notes[i].phase));
    }
    fp_json_close(&ask->json, ']');
}

/* ---- lenses ---- */

/* The warnings and errors of one kind that a kernel has: how many, and the first of them. */
typedef struct {
    size_t count;
    const fp_finding *first, *fixable; /* fixable: the first with a safe fix; NULL: none */
} findings_of_kind;

static bool is_inside(const fp_kernel_info *kernel, fp_span span) {
    return span.start >= kernel->span.start && span.end <= kernel->span.end;
}

static findings_of_kind findings_of(const fp_lsp_ask *ask, const fp_kernel_info *kernel, fp_claim claim) {
    findings_of_kind found = { 0 };
    for (size_t i = 0; i < ask->view->checked.findings.len; i++) {
        const fp_finding *finding = &ask->view->checked.findings.data[i];
        if (finding->level < FP_LEVEL_WARNING || fp_rule_at(finding->rule)->claim != claim) continue;
        if (!is_inside(kernel, finding->span)) continue;
        if (!found.count++) found.first = finding;
        if (!found.fixable && fp_fix_choice(finding, false)) found.fixable = finding;
    }
    return found;
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

static fp_str memory_words(const fp_lsp_ask *ask, const fp_kernel_info *kernel) {
    uint32_t budget = budget_of(kernel->target);
    fp_str bytes = fp_str_printf(ask->keep, "%" PRIu64 " bytes of LDS", kernel->shared_bytes);
    if (!budget) return bytes;
    return fp_str_printf(ask->keep, "%.*s (%" PRIu64 " %%)", FP_STR_ARG(bytes), kernel->shared_bytes * 100 / budget);
}

/* A lens above the kernel. Without a command its title says all, and it is no button. */
static void open_lens(fp_lsp_ask *ask, const fp_kernel_info *kernel, fp_str title, const char *command) {
    fp_json_open(&ask->json, '{');
    fp_json_key(&ask->json, "range");
    fp_lsp_write_range(&ask->json, ask->view, (fp_span){ kernel->span.start, kernel->span.start });
    fp_json_member_open(&ask->json, "command", '{');
    fp_json_member_str(&ask->json, "title", title);
    fp_json_member_text(&ask->json, "command", command);
    if (!*command) return;
    fp_json_member_open(&ask->json, "arguments", '[');
    fp_json_str(&ask->json, ask->view->uri);
}

static void close_lens(fp_lsp_ask *ask, const char *command) {
    if (*command) fp_json_close(&ask->json, ']');
    fp_json_close(&ask->json, '}');
    fp_json_close(&ask->json, '}');
}

/* "2 races", which leads to the first one where the client can go there. */
static void write_count(fp_lsp_ask *ask, const fp_kernel_info *kernel, const findings_of_kind *found, const char *one,
                        const char *many) {
    const char *command = ask->view->client->show_document ? "fencepost.goTo" : "";
    struct fp_out title = { 0 };
    if (!found->count) return;
    fp_out_printf(&title, "%zu %s", found->count, found->count == 1 ? one : many);
    open_lens(ask, kernel, fp_out_str(&title), command);
    if (*command) fp_lsp_write_range(&ask->json, ask->view, found->first->span);
    close_lens(ask, command);
    fp_out_drop(&title);
}

static void write_title(fp_lsp_ask *ask, const fp_kernel_info *kernel, fp_str title) {
    open_lens(ask, kernel, title, "");
    close_lens(ask, "");
}

fp_str fp_lsp_unjudged_reason(const fp_lsp_ask *ask, const fp_kernel_info *kernel) {
    const fp_result *result = ask->view->checked.result;
    for (size_t i = 0; i < result->unjudged_count; i++)
        if (result->unjudged[i].kernel.len && is_inside(kernel, result->unjudged[i].span))
            return result->unjudged[i].reason;
    return (fp_str){ "", 0 };
}

static void write_lenses(fp_lsp_ask *ask, const fp_kernel_info *kernel) {
    findings_of_kind races = findings_of(ask, kernel, FP_CLAIM_UNORDERED),
                     wrong = findings_of(ask, kernel, FP_CLAIM_WRONG),
                     useless = findings_of(ask, kernel, FP_CLAIM_USELESS);
    fp_str unjudged = fp_lsp_unjudged_reason(ask, kernel);
    write_count(ask, kernel, &races, "race", "races");
    write_count(ask, kernel, &wrong, "mistake", "mistakes");
    write_count(ask, kernel, &useless, "redundant", "redundant");
    if (unjudged.len)
        write_title(ask, kernel, fp_str_printf(ask->keep, "not judged: %.*s", FP_STR_ARG(unjudged)));
    else if (races.count + wrong.count + useless.count == 0)
        write_title(ask, kernel, FP_STR("no findings"));
    if (ask->view->client->apply_edit && (races.fixable || wrong.fixable || useless.fixable)) {
        open_lens(ask, kernel, FP_STR("fix all"), "fencepost.fixAll");
        fp_json_str(&ask->json, kernel->name);
        close_lens(ask, "fencepost.fixAll");
    }
    if (kernel->shared_bytes) write_title(ask, kernel, memory_words(ask, kernel));
}

void fp_lsp_answer_code_lens(fp_lsp_ask *ask) {
    const fp_result *result = ask->view->checked.result;
    fp_json_open(&ask->json, '[');
    for (size_t i = 0; ask->view->editor->code_lenses && i < result->kernel_count; i++)
        write_lenses(ask, &result->kernels[i]);
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
    while (fp_lsp_rule_pages(ask->view).len && fp_own_comment_next(&cursor, &comment)) {
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
