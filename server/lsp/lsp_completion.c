/* lsp_completion.c - what may be written next: ops, values, symbols, aliases, numbers of barriers; chips and rules in
 * fencepost's comments. */
#include "base/chars.h"
#include "fencepost_editor.h"
#include "lsp/lsp_state.h"
#include <string.h>

enum { FP_COMPLETIONS_MAX = 400 };
enum {
    FP_KIND_FUNCTION = 3,
    FP_KIND_VARIABLE = 6,
    FP_KIND_KEYWORD = 14,
    FP_KIND_ENUM_MEMBER = 20,
    FP_KIND_CONSTANT = 21,
    FP_KIND_SNIPPET = 15,
    FP_KIND_TYPE = 25
};
enum { FP_FORMAT_PLAIN = 1, FP_FORMAT_SNIPPET = 2 };

typedef struct {
    fp_lsp_ask *ask;
    fp_span typed;
    fp_str word;
    uint32_t count;
} completer;

static void write_item(completer *c, fp_str label, unsigned kind, fp_str detail, fp_str inserted, unsigned format) {
    if (c->count++ >= FP_COMPLETIONS_MAX) return;
    struct fp_json *json = &c->ask->json;
    fp_json_open(json, '{');
    fp_json_member_str(json, "label", label);
    fp_json_member_uint(json, "kind", kind);
    if (detail.len) fp_json_member_str(json, "detail", detail);
    if (format == FP_FORMAT_SNIPPET) fp_json_member_uint(json, "insertTextFormat", format);
    fp_json_member_open(json, "textEdit", '{');
    fp_json_key(json, "range");
    fp_lsp_write_range(json, c->ask->view, c->typed);
    fp_json_member_str(json, "newText", inserted);
    fp_json_close(json, '}');
    fp_json_close(json, '}');
}

static void add_item(completer *c, fp_str label, unsigned kind, fp_str detail) {
    if (fp_str_starts(label, c->word)) write_item(c, label, kind, detail, label, FP_FORMAT_PLAIN);
}

/* ---- names of the text ---- */

static void complete_values(completer *c, uint32_t offset) {
    const fp_known_value *values;
    uint32_t count = fp_document_values(c->ask->keep, c->ask->view->document, offset, &values);
    for (uint32_t i = 0; i < count; i++) add_item(c, values[i].name, FP_KIND_VARIABLE, values[i].type);
}

static void complete_symbols(completer *c) {
    const fp_outline_item *items;
    uint32_t count = fp_document_outline(c->ask->keep, c->ask->view->document, &items);
    for (uint32_t i = 0; i < count; i++)
        if (items[i].name.len)
            add_item(c, fp_str_printf(c->ask->keep, "@%.*s", FP_STR_ARG(items[i].name)), FP_KIND_FUNCTION,
                     (fp_str){ "", 0 });
}

static const struct {
    fp_str attribute, word;
} spaces[] = {
#define FP_COMPLETED_SPACE(attribute, word) { { attribute, sizeof(attribute) - 1 }, { word, sizeof(word) - 1 } },
#include "lsp/lsp_snippets.def"
#undef FP_COMPLETED_SPACE
};

static void complete_aliases(completer *c) {
    const fp_known_value *aliases;
    uint32_t count = fp_document_aliases(c->ask->keep, c->ask->view->document, &aliases);
    for (uint32_t i = 0; i < count; i++)
        add_item(c, aliases[i].name, c->word.data[0] == '!' ? FP_KIND_TYPE : FP_KIND_CONSTANT, aliases[i].type);
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        add_item(c, spaces[i].attribute, FP_KIND_CONSTANT, (fp_str){ "", 0 });
}

static void complete_spaces(completer *c) {
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        add_item(c, spaces[i].word, FP_KIND_ENUM_MEMBER, (fp_str){ "", 0 });
}

/* ---- tables ---- */

static void complete_targets(completer *c) {
    for (size_t i = 0; i < fp_target_count(); i++) {
        fp_target_row row;
        fp_target_read(i, &row);
        add_item(c, row.chip, FP_KIND_ENUM_MEMBER, row.vendor);
    }
}

static void complete_rules(completer *c) {
    for (size_t i = 0; i < fp_rule_count(); i++)
        add_item(c, fp_rule_at((fp_rule)i)->name, FP_KIND_ENUM_MEMBER, fp_rule_at((fp_rule)i)->summary);
}

static fp_str snippet_of(fp_str op) {
    static const struct {
        fp_str name, text;
    } snippets[] = {
#define FP_SNIPPET(name, text) { { name, sizeof(name) - 1 }, { text, sizeof(text) - 1 } },
#include "lsp/lsp_snippets.def"
#undef FP_SNIPPET
    };
    for (size_t i = 0; i < sizeof snippets / sizeof *snippets; i++)
        if (fp_str_equal(snippets[i].name, op)) return snippets[i].text;
    return (fp_str){ "", 0 };
}

static void complete_ops(completer *c) {
    const fp_options *options = &c->ask->view->settings->options;
    for (size_t i = 0; i < options->op_count; i++) {
        const fp_own_op *own = &options->ops[i];
        if (fp_str_starts(own->row.name, c->word) && !fp_str_ends(own->row.name, FP_STR(".")))
            write_item(c, own->row.name, FP_KIND_KEYWORD, own->row.effect.len ? own->row.effect : own->like,
                       own->row.name, FP_FORMAT_PLAIN);
    }
    for (size_t i = 0; i < fp_op_count(); i++) {
        fp_op_row row = fp_op_at(i);
        if (!fp_str_starts(row.name, c->word)) continue;
        fp_str snippet = c->ask->view->client->snippets ? snippet_of(row.name) : (fp_str){ "", 0 };
        if (snippet.len)
            write_item(c, row.name, FP_KIND_SNIPPET, row.effect, snippet, FP_FORMAT_SNIPPET);
        else
            write_item(c, row.name, FP_KIND_KEYWORD, row.effect, row.name, FP_FORMAT_PLAIN);
    }
}

/* Which barriers the chip has: the workgroup's own, and those with numbers of their own. */
static void complete_ids(completer *c, uint32_t offset) {
    struct fp_arena *keep = c->ask->keep;
    fp_barrier_ids ids = fp_document_barrier_ids(keep, c->ask->view->document, offset);
    if (ids.has_workgroup)
        add_item(c, fp_str_printf(keep, "%d", (int)ids.workgroup), FP_KIND_CONSTANT,
                 fp_str_printf(keep, "the workgroup's barrier on %.*s", FP_STR_ARG(ids.target)));
    for (int32_t id = ids.named_first; ids.has_named && id <= ids.named_last; id++)
        add_item(c, fp_str_printf(keep, "%d", (int)id), FP_KIND_CONSTANT,
                 fp_str_printf(keep, "a named barrier of %.*s", FP_STR_ARG(ids.target)));
}

/* ---- what is asked for ---- */

static bool ends_with_word(fp_str before, fp_str word) { return fp_str_ends(fp_str_trim(before), word); }

/* `id = ` or `id ` behind an op that has such a number. */
static bool is_barrier_id(fp_str before) {
    fp_str line = fp_str_trim(before);
    bool barrier = fp_str_contains(line, FP_STR("barrier"));
    return barrier && (fp_str_ends(line, FP_STR("id =")) || fp_str_ends(line, FP_STR("barrier.signal")) ||
                       fp_str_ends(line, FP_STR("barrier.wait")));
}

void fp_lsp_answer_completion(fp_lsp_ask *ask) {
    uint32_t offset;
    if (!fp_lsp_ask_offset(ask, fp_member(ask->params, "position"), &offset)) return;
    fp_str text = fp_document_text(ask->view->document);
    uint32_t start = offset, line = offset;
    while (start > 0 && fp_is_suffix(text.data[start - 1])) start--;
    if (start > 0 && memchr("%@#!", text.data[start - 1], 4)) start--;
    while (line > 0 && text.data[line - 1] != '\n' && text.data[line - 1] != '\r') line--;
    fp_str before = fp_str_slice(text, line, start);
    char sigil = start < offset ? text.data[start] : 0;
    completer c = { .ask = ask, .typed = { start, offset }, .word = fp_str_slice(text, start, offset) };
    fp_json_open(&ask->json, '{');
    fp_json_key(&ask->json, "isIncomplete");
    size_t incomplete = ask->json.out->len;
    fp_json_bool(&ask->json, false);
    fp_json_member_open(&ask->json, "items", '[');
    bool comment = fp_str_contains(before, FP_STR("// fencepost:")), first = fp_str_trim(before).len == 0;
    if (sigil == '%')
        complete_values(&c, offset);
    else if (sigil == '@')
        complete_symbols(&c);
    else if (sigil == '#' || sigil == '!')
        complete_aliases(&c);
    else if (comment && ends_with_word(before, FP_STR("target=")))
        complete_targets(&c);
    else if (comment && (fp_str_ends(before, FP_STR("[")) || ends_with_word(before, FP_STR(","))))
        complete_rules(&c);
    else if (!comment && ends_with_word(before, FP_STR("address_space<")))
        complete_spaces(&c);
    else if (!comment && is_barrier_id(before))
        complete_ids(&c, offset);
    else if (!comment && (first || ends_with_word(before, FP_STR("="))))
        complete_ops(&c);
    fp_json_close(&ask->json, ']');
    fp_json_close(&ask->json, '}');
    if (c.count > FP_COMPLETIONS_MAX) memcpy(ask->json.out->data + incomplete, " true", 5); /* over "false" */
}
