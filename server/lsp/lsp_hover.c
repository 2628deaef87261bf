/* lsp_hover.c - what is known about the place under the cursor. */
#include "base/chars.h"
#include "base/span.h"
#include "fencepost_editor.h"
#include "lsp/lsp_state.h"
#include "lsp/lsp_streams.h"
#include <inttypes.h>

typedef struct {
    fp_lsp_ask *ask;
    struct fp_out text;
    uint32_t offset;
    bool markdown;
    fp_span span;
} hover;

static void paragraph(hover *h) {
    if (h->text.len) fp_out_text(&h->text, "\n\n");
}

static void write_code(hover *h, fp_str code) {
    fp_out_printf(&h->text, h->markdown ? "`%.*s`" : "%.*s", FP_STR_ARG(code));
}

/* Words of others: what Markdown would take for its own is escaped. */
static void write_words(hover *h, fp_str words) {
    for (size_t i = 0; i < words.len; i++) {
        char c = words.data[i];
        if (h->markdown &&
            (c == '<' || c == '>' || c == '*' || c == '_' || c == '`' || c == '\\' || c == '[' || c == ']' || c == '#'))
            fp_out_text(&h->text, "\\");
        fp_out_bytes(&h->text, (fp_str){ &words.data[i], 1 });
    }
}

/* ---- barriers and accesses ----
 * What a finding says stands in the editor's own list and above its hover: it is not said again. */

static bool is_barrier(hover *h) {
    const fp_sync_note *notes = NULL;
    uint32_t count = fp_document_sync_notes(h->ask->view->document, &notes);
    for (uint32_t i = 0; i < count; i++)
        if (fp_span_at_cursor(notes[i].span, h->offset)) return true;
    return false;
}

static bool add_barrier(hover *h) {
    const struct fp_lsp_recent *recent = h->ask->recent;
    const fp_sync_note *notes = recent ? recent->notes : NULL;
    uint32_t count = recent ? recent->count : fp_document_sync_notes(h->ask->view->document, &notes);
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!fp_span_at_cursor(notes[i].span, h->offset)) continue;
        h->span = notes[i].span;
        found = true;
        if (!notes[i].phase && fp_document_note_label(h->ask->keep, h->ask->view->document, &notes[i]).len == 0)
            continue; /* neither a verdict nor a phase: nothing to say */
        paragraph(h);
        write_words(h, fp_document_note_words(h->ask->keep, h->ask->view->document, &notes[i]));
        if (notes[i].phase) fp_out_printf(&h->text, " (phase %" PRIu32 " follows)", notes[i].phase);
    }
    return found;
}

/* What the first of the fixes of a finding at the place would do. */
static void add_fix(hover *h) {
    const fp_finding_list *findings = &h->ask->view->checked.findings;
    for (size_t i = 0; i < findings->len; i++) {
        const fp_finding *finding = &findings->data[i];
        if (finding->fix_count == 0 || !fp_span_at_cursor(finding->span, h->offset)) continue;
        fp_out_printf(&h->text, "\nfix: %.*s", FP_STR_ARG(finding->fixes[0].title));
        return;
    }
}

/* An access: where it lies, which bytes, what the others on them mean for it, and where the reasoning stands. */
static void add_access(hover *h) {
    const struct fp_lsp_view *view = h->ask->view;
    fp_position at = fp_document_position(view->document, h->offset);
    fp_str words = fp_document_explain_in_short(view->document, at);
    if (words.len == 0) return;
    paragraph(h);
    if (h->markdown) fp_out_text(&h->text, "```text\n");
    fp_out_bytes(&h->text, fp_str_trim(words));
    add_fix(h);
    size_t name = view->path.len;
    while (name && view->path.data[name - 1] != '/') name--;
    if (view->path.len)
        fp_out_printf(&h->text, "\nwhy: fencepost explain --at %.*s:%" PRIu32,
                      FP_STR_ARG(fp_str_slice(view->path, name, view->path.len)), at.line);
    if (h->markdown) fp_out_text(&h->text, "\n```");
}

/* What other streams do with what the op uses. */
static void add_ledger(hover *h, struct fp_document *document, fp_str name) {
    fp_str words = fp_lsp_ledger_words(h->ask->keep, document, h->offset, name);
    if (words.len == 0) return;
    paragraph(h);
    if (h->markdown) fp_out_text(&h->text, "```text\n");
    fp_out_bytes(&h->text, words);
    if (h->markdown) fp_out_text(&h->text, "\n```");
}

static bool add_streams(hover *h, fp_span at) {
    if (h->ask->recent) return false;
    fp_str begun = { "", 0 }, words = fp_lsp_stream_words(h->ask, h->offset, &begun);
    for (size_t start = 0; start < words.len;) {
        size_t end = start;
        while (end < words.len && words.data[end] != '\n') end++;
        paragraph(h);
        write_words(h, fp_str_slice(words, start, end));
        start = end + 1;
        h->span = at;
    }
    if (begun.len) add_ledger(h, h->ask->view->document, begun);
    return words.len > 0 || begun.len > 0;
}

/* ---- tables ---- */

static void write_fact(hover *h, const char *what, fp_str fact) {
    if (fact.len == 0) return;
    fp_out_printf(&h->text, "\n%s%s: ", h->markdown ? "- " : "  ", what);
    write_words(h, fact);
}

static void add_row(hover *h, fp_op_place op, fp_op_row row, fp_str like) {
    paragraph(h);
    write_code(h, row.name);
    fp_out_text(&h->text, ": ");
    write_words(h, row.effect);
    if (row.effect.len && like.len) fp_out_text(&h->text, ", otherwise ");
    write_words(h, like);
    write_fact(h, "reads operand", row.reads);
    write_fact(h, "writes operand", row.writes);
    write_fact(h, "counter", row.counter);
    write_fact(h, "orders", row.orders);
    write_fact(h, "targets", row.targets);
    write_fact(h, "note", row.note);
    h->span = op.name_span;
}

/* The project's own ops first: they are stronger than the table. */
static void add_op(hover *h, fp_op_place op) {
    const fp_options *options = &h->ask->view->settings->options;
    for (size_t i = 0; i < options->op_count; i++) {
        const fp_own_op *own = &options->ops[i];
        if (!fp_str_equal(own->row.name, op.name)) continue;
        add_row(h, op, own->row,
                own->like.len ? fp_str_printf(h->ask->keep, "like %.*s", FP_STR_ARG(own->like)) : own->like);
        return;
    }
    for (size_t i = 0; i < fp_op_count(); i++) {
        if (!fp_str_equal(fp_op_at(i).name, op.name)) continue;
        add_row(h, op, fp_op_at(i), (fp_str){ "", 0 });
        return;
    }
}

static bool is_chip_char(char c) { return fp_is_letter(c) || fp_is_digit(c); }

static void add_target(hover *h) {
    fp_str text = fp_document_text(h->ask->view->document);
    uint32_t start = h->offset, end = h->offset;
    while (start > 0 && is_chip_char(text.data[start - 1])) start--;
    while (end < text.len && is_chip_char(text.data[end])) end++;
    for (size_t i = 0; i < fp_target_count() && end > start; i++) {
        if (!fp_str_equal(fp_target_name(i), fp_str_slice(text, start, end))) continue;
        fp_target_row row;
        fp_target_read(i, &row);
        paragraph(h);
        write_code(h, row.chip);
        fp_out_text(&h->text, ": ");
        write_words(h, row.vendor);
        if (row.shared_bytes)
            fp_out_printf(&h->text, "\n%sworkgroup memory: %" PRIu32 " bytes", h->markdown ? "- " : "  ",
                          row.shared_bytes);
        if (row.max_threads)
            fp_out_printf(&h->text, "\n%smost threads of a workgroup: %" PRIu32, h->markdown ? "- " : "  ",
                          row.max_threads);
        write_fact(h, "wave sizes", row.wave_sizes);
        write_fact(h, "split barriers", row.split_barrier);
        write_fact(h, "named barriers", row.named_barriers);
        h->span = (fp_span){ start, end };
        return;
    }
}

static void add_name(hover *h, const fp_name_info *name) {
    const struct fp_document *document = h->ask->view->document;
    paragraph(h);
    fp_str text = fp_str_slice(fp_document_text(document), name->at.start, name->at.end);
    write_code(h, name->type.len ? fp_str_printf(h->ask->keep, "%.*s : %.*s", FP_STR_ARG(text), FP_STR_ARG(name->type))
                                 : text);
    uint32_t uses = 0;
    for (uint32_t i = 0; i < name->count; i++) {
        if (name->places[i].defines)
            fp_out_printf(&h->text, ", line %" PRIu32, fp_document_position(document, name->places[i].span.start).line);
        else
            uses++;
    }
    fp_out_printf(&h->text, ", used %" PRIu32 " time%s", uses, uses == 1 ? "" : "s");
    if (name->origin.end) {
        fp_out_text(&h->text, "; captures ");
        write_code(h, fp_name_of_value(document, name));
        fp_out_printf(&h->text, " of line %" PRIu32, fp_document_position(document, name->origin.start).line);
    }
    h->span = name->at;
}

/* Its size, and how much of the chip's workgroup memory that is. */
static void add_buffer(hover *h, struct fp_document *document) {
    fp_buffer_facts facts;
    if (!fp_document_buffer(h->ask->keep, document, h->offset, &facts)) return;
    paragraph(h);
    fp_out_text(&h->text, "workgroup memory");
    if (facts.bytes >= 0) fp_out_printf(&h->text, ", %" PRId64 " bytes", facts.bytes);
    if (facts.bytes >= 0 && facts.target_bytes) {
        int64_t percent = facts.bytes * 100 / facts.target_bytes;
        fp_out_printf(&h->text, ": %s%" PRId64 " %% of the %" PRIu32 " of ", percent ? "" : "less than ",
                      percent ? percent : 1, facts.target_bytes);
        write_words(h, facts.target);
    }
}

/* A number or an attribute of a barrier: what the chip makes of it. */
static void add_barrier_facts(hover *h, fp_op_place op) {
    fp_str text = fp_document_text(h->ask->view->document), target = { "", 0 };
    uint32_t start = h->offset, end = h->offset;
    while (start > op.name_span.end && (is_chip_char(text.data[start - 1]) || text.data[start - 1] == '-')) start--;
    while (end < op.span.end && is_chip_char(text.data[end])) end++;
    fp_str word = fp_str_slice(text, start, end);
    int64_t number;
    for (size_t i = 0; i < h->ask->view->checked.result->kernel_count; i++)
        if (fp_span_at_cursor(h->ask->view->checked.result->kernels[i].span, h->offset))
            target = h->ask->view->checked.result->kernels[i].target;
    for (size_t i = 0; i < fp_target_count(); i++) {
        if (!fp_str_equal(fp_target_name(i), target)) continue;
        fp_target_row row;
        fp_target_read(i, &row);
        bool id = fp_str_int(word, &number),
             fence = fp_str_equal(word, FP_STR("memfence")) || fp_str_equal(word, FP_STR("address_spaces"));
        if (!id && !fence) return;
        paragraph(h);
        write_code(h, row.chip);
        if (id) {
            write_fact(h, "split barriers", row.split_barrier);
            write_fact(h, "named barriers", row.named_barriers);
            write_fact(h, "reserved ids", row.reserved_ids);
        } else {
            write_fact(h, "a barrier of workgroup memory becomes", row.lds_barrier_lowering);
        }
        h->span = (fp_span){ start, end };
        return;
    }
}

/* The op whose name stands there, by the line's tokens alone: `span` is that of the name. */
static fp_op_place named_op(const hover *h) {
    const struct fp_document *document = h->ask->view->document;
    const fp_class_token *tokens;
    uint32_t count = fp_document_tokens(h->ask->keep, document, (fp_span){ h->offset, h->offset }, &tokens);
    for (uint32_t i = 0; i < count; i++) {
        bool is_op = tokens[i].klass == FP_CLASS_OP || tokens[i].klass == FP_CLASS_SYNC;
        if (!is_op || !fp_span_at_cursor(tokens[i].span, h->offset)) continue;
        fp_str name = fp_str_slice(fp_document_text(document), tokens[i].span.start, tokens[i].span.end);
        if (name.data[0] == '"') name = fp_str_slice(name, 1, name.len - 1);
        return (fp_op_place){ .name = name, .name_span = tokens[i].span, .span = tokens[i].span };
    }
    return (fp_op_place){ .name = { "", 0 } };
}

/* On an op's name. Nothing is read of the function around it, unless the op accesses memory and the text is checked. */
static void add_named(hover *h, fp_op_place op) {
    h->ask->wants_check = h->ask->recent && !h->ask->recent->has_checked;
    if (h->ask->wants_check) return;
    bool told = add_streams(h, op.name_span) && is_barrier(h); /* the run says more of it than the algebra can */
    if (!told && !add_barrier(h) && !h->ask->recent) add_access(h);
    add_op(h, op);
    if (!h->ask->recent || !h->text.len) return;
    paragraph(h);
    fp_out_text(&h->text, "The text has changed since fencepost checked it: a new check is under way.");
}

/* On a value, a block, a symbol or an alias; false: on none of them. */
static bool add_named_thing(hover *h, struct fp_document *document) {
    fp_name_info name = fp_document_name(h->ask->keep, document, h->offset);
    if (name.kind == FP_NAME_NONE) return false;
    add_name(h, &name);
    if (name.kind == FP_NAME_VALUE) add_buffer(h, document);
    if (name.kind == FP_NAME_VALUE) add_ledger(h, document, fp_name_of_value(document, &name));
    return true;
}

/* What a name stands for is said by the text as it is now: while the document is checked, one beside it is asked. */
static bool add_unchecked(hover *h) {
    if (!h->ask->view->is_read) return false;
    struct fp_engine *engine = fp_engine_new(&h->ask->view->settings->options);
    bool found = add_named_thing(h, fp_document_open_beside(engine, h->ask->view->document));
    fp_engine_drop(engine);
    return found;
}

/* On anything but an op's name: another name, an operand or attribute of a barrier, a chip. */
static void add_other(hover *h) {
    struct fp_document *document = h->ask->view->document;
    if (h->ask->recent) {
        h->ask->wants_check = !add_unchecked(h);
        return;
    }
    if (add_named_thing(h, document)) return;
    if (add_barrier(h)) add_barrier_facts(h, fp_document_op(h->ask->keep, document, h->offset));
    add_target(h);
}

void fp_lsp_answer_hover(fp_lsp_ask *ask) {
    hover h = { .ask = ask, .markdown = ask->view->client->markdown };
    if (!fp_lsp_ask_offset(ask, fp_member(ask->params, "position"), &h.offset)) return;
    fp_op_place op = named_op(&h);
    if (op.name.len)
        add_named(&h, op);
    else
        add_other(&h);
    if (h.text.len) {
        fp_json_open(&ask->json, '{');
        fp_json_member_open(&ask->json, "contents", '{');
        fp_json_member_text(&ask->json, "kind", h.markdown ? "markdown" : "plaintext");
        fp_json_member_str(&ask->json, "value", fp_out_str(&h.text));
        fp_json_close(&ask->json, '}');
        if (h.span.end) {
            fp_json_key(&ask->json, "range");
            fp_lsp_write_range(&ask->json, ask->view, h.span);
        }
        fp_json_close(&ask->json, '}');
    }
    fp_out_drop(&h.text);
}
