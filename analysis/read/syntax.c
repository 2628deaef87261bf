#include "base/hash.h"
#include "base/memory.h"
#include "fencepost_editor.h"
#include "read/syntax_tree.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <tree-sitter-mlir.h>

/* ---- the parser's life ---- */

/* tree-sitter's own functions end the program with 1, which is the status of findings. Before `main`, as its variables
 * are everybody's: no thread may be in the parser while they are set. */
__attribute__((constructor)) static void set_allocator(void) {
    ts_set_allocator(fp_memory_raw, fp_memory_zeroed, fp_memory_resized, free);
}

static void read_kinds(struct fp_syntax *syntax) {
    static const char *const names[] = {
#define FP_SYNTAX_TEXT(name, text) [FP_SYNTAX_##name] = text,
        FP_SYNTAX_KINDS(FP_SYNTAX_TEXT)
    };
    const TSLanguage *language = tree_sitter_mlir();
    uint32_t count = ts_language_symbol_count(language);
    assert(count <= sizeof syntax->kinds);
    for (uint32_t symbol = 0; symbol < count; symbol++) {
        if (ts_language_symbol_type(language, (TSSymbol)symbol) != TSSymbolTypeRegular) continue;
        const char *name = ts_language_symbol_name(language, (TSSymbol)symbol);
        for (uint8_t kind = FP_SYNTAX_OTHER + 1; kind < FP_SYNTAX_KIND_COUNT; kind++)
            if (strcmp(name, names[kind]) == 0) syntax->kinds[symbol] = kind;
    }
}

#define TEXT_OF(number) #number
#define ABI_TEXT(newest, oldest) "tree-sitter, language ABI " TEXT_OF(newest) " (" TEXT_OF(oldest) " and later)"
fp_str fp_parser_library(void) {
    return FP_STR(ABI_TEXT(TREE_SITTER_LANGUAGE_VERSION, TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION));
}

struct fp_syntax *fp_syntax_new(void) {
    struct fp_arena *work = fp_arena_new();
    struct fp_syntax *syntax = FP_NEW(work, struct fp_syntax, 1);
    syntax->work = work;
    syntax->strings = fp_arena_new();
    syntax->reading = fp_arena_new();
    syntax->cursors = FP_NEW(work, TSTreeCursor, FP_REGION_DEPTH_MAX);
    syntax->parser = ts_parser_new();
    bool loads = ts_parser_set_language(syntax->parser, tree_sitter_mlir());
    assert(loads && "the grammar's ABI does not fit the tree-sitter library");
    (void)loads;
    read_kinds(syntax);
    return syntax;
}

struct fp_syntax *fp_syntax_share(const struct fp_syntax *syntax) {
    struct fp_syntax *other = fp_syntax_new();
    if (syntax->tree) other->tree = ts_tree_copy(syntax->tree);
    other->tree_bytes = syntax->tree_bytes;
    other->is_parsed = syntax->is_parsed;
    other->is_patched = syntax->is_patched;
    return other;
}

void fp_syntax_set_own_rows(struct fp_syntax *syntax, const fp_own_rows *own) { syntax->own_rows = *own; }

void fp_syntax_set_watch(struct fp_syntax *syntax, const fp_watch *watch) { syntax->watch = watch; }

void fp_syntax_drop(struct fp_syntax *syntax) {
    if (!syntax) return;
    for (uint32_t i = 0; i < syntax->cursor_count; i++) ts_tree_cursor_delete(&syntax->cursors[i]);
    if (syntax->has_probe) ts_tree_cursor_delete(&syntax->probe);
    if (syntax->tree) ts_tree_delete(syntax->tree);
    ts_parser_delete(syntax->parser);
    fp_memories_forget(&syntax->memories);
    fp_arena_drop(syntax->irs);
    fp_arena_drop(syntax->strings);
    fp_arena_drop(syntax->reading);
    fp_arena_drop(syntax->work);
}

/* ---- edits and parsing ---- */

/* Tree-sitter's columns are bytes, and only a \n ends its rows. Without a table of them they are counted a word at a
 * time. */
static TSPoint point_at(fp_str text, fp_lines lines, uint32_t offset) {
    if (lines.lone_returns == 0) {
        uint32_t line = fp_lines_line(lines, offset);
        return (TSPoint){ line - 1, offset - lines.starts[line - 1] };
    }
    uint32_t row = 0, at = 0;
    const uint64_t ones = 0x0101010101010101u, newlines = ones * '\n';
    for (; at + 8 <= offset; at += 8) {
        uint64_t word;
        memcpy(&word, text.data + at, 8);
        word ^= newlines; /* a byte of zero is a line break; fold each byte's bits into its lowest */
        word |= word >> 4;
        word |= word >> 2;
        word |= word >> 1;
        row += 8 - (uint32_t)(((word & ones) * ones) >> 56);
    }
    for (; at < offset; at++) row += text.data[at] == '\n';
    uint32_t line = offset;
    while (line && text.data[line - 1] != '\n') line--;
    return (TSPoint){ row, offset - line };
}

static TSPoint point_behind(TSPoint start, fp_str inserted) {
    TSPoint end = start;
    for (size_t i = 0; i < inserted.len; i++) {
        if (inserted.data[i] == '\n')
            end.row++, end.column = 0;
        else
            end.column++;
    }
    return end;
}

void fp_syntax_edit(struct fp_syntax *syntax, fp_str old_text, fp_lines old_lines, fp_span span, fp_str replacement) {
    assert(span.start <= span.end && span.end <= old_text.len);
    fp_comment_edit silent;
    bool is_silent = !syntax->memories.loud && fp_edit_is_comment(old_text, span, replacement, &silent);
    fp_memories_edit(&syntax->memories, span, (uint32_t)replacement.len, is_silent ? &silent : NULL);
    if (!syntax->tree) return;
    TSInputEdit edit = { .start_byte = span.start,
                         .old_end_byte = span.end,
                         .new_end_byte = span.start + (uint32_t)replacement.len };
    edit.start_point = point_at(old_text, old_lines, span.start);
    edit.old_end_point = point_behind(edit.start_point, fp_str_slice(old_text, span.start, span.end));
    edit.new_end_point = point_behind(edit.start_point, replacement);
    ts_tree_edit(syntax->tree, &edit);
    syntax->is_parsed = false;
    syntax->tree_bytes += replacement.len - (span.end - span.start);
}

enum { FP_CHUNK_BYTES = 1 << 16 }; /* what the parser gets at a time: between two chunks it can be told to stop */

typedef struct {
    fp_str text;
    const volatile bool *cancelled;
    bool stopped;
} parser_input;

static const char *read_chunk(void *payload, uint32_t offset, TSPoint point, uint32_t *length) {
    parser_input *input = payload;
    (void)point;
    input->stopped |= input->cancelled && *input->cancelled;
    if (input->stopped || offset >= input->text.len) return *length = 0, "";
    size_t left = input->text.len - offset;
    *length = left < FP_CHUNK_BYTES ? (uint32_t)left : FP_CHUNK_BYTES;
    return input->text.data + offset;
}

void fp_syntax_forget(struct fp_syntax *syntax) {
    if (syntax->tree) ts_tree_delete(syntax->tree);
    syntax->tree = NULL;
    syntax->is_parsed = false;
    fp_memories_forget(&syntax->memories);
}

static bool parse(struct fp_syntax *syntax, fp_str text, const volatile bool *cancelled) {
    parser_input input = { text, cancelled, false };
    syntax->is_parsed = false;
    if (syntax->tree && syntax->tree_bytes != text.len) fp_syntax_forget(syntax); /* not the text the edits led to */
    TSTree *tree = ts_parser_parse(syntax->parser, syntax->tree,
                                   (TSInput){ .payload = &input, .read = read_chunk, .encoding = TSInputEncodingUTF8 });
    if (input.stopped || !tree) { /* the old tree still knows its edits: the next parse goes on from it */
        if (tree) ts_tree_delete(tree);
        ts_parser_reset(syntax->parser);
        return false;
    }
    if (syntax->tree) ts_tree_delete(syntax->tree);
    syntax->tree = tree;
    syntax->tree_bytes = text.len;
    return syntax->is_parsed = true;
}

bool fp_syntax_parse(struct fp_syntax *syntax, fp_str text, const volatile bool *cancelled) {
    bool is_known = syntax->is_parsed && syntax->tree_bytes == text.len;
    if (!is_known && !parse(syntax, text, cancelled)) return false;
    if (!syntax->has_probe)
        syntax->probe = ts_tree_cursor_new(ts_tree_root_node(syntax->tree)), syntax->has_probe = true;
    return true;
}

/* ---- op names ---- */

enum { FP_KNOWN_OPS_MAX = 1 << 14 }; /* names typed over a long session: past this the table starts again */

static void grow_known(struct fp_syntax *syntax) {
    uint32_t capacity = syntax->known_capacity ? syntax->known_capacity * 2 : 256;
    fp_known_op *old = syntax->known;
    syntax->known = FP_NEW(syntax->work, fp_known_op, capacity);
    for (uint32_t i = 0; i < syntax->known_capacity; i++) {
        if (!old[i].text.data) continue;
        uint32_t at = (uint32_t)old[i].hash;
        while (syntax->known[at & (capacity - 1)].text.data) at++;
        syntax->known[at & (capacity - 1)] = old[i];
    }
    syntax->known_capacity = capacity;
}

const fp_known_op *fp_syntax_op(struct fp_syntax *syntax, fp_str text) {
    if ((syntax->known_count + 1) * 2 > syntax->known_capacity) grow_known(syntax);
    uint64_t hash = fp_str_hash(text);
    uint32_t at = (uint32_t)hash;
    for (;; at++) {
        fp_known_op *slot = &syntax->known[at & (syntax->known_capacity - 1)];
        if (!slot->text.data) break;
        if (slot->hash == hash && fp_str_equal(slot->text, text)) return slot;
    }
    if (syntax->known_count == FP_KNOWN_OPS_MAX) {
        memset(syntax->known, 0, syntax->known_capacity * sizeof *syntax->known);
        syntax->known_count = 0;
        at = (uint32_t)hash;
    }
    fp_known_op *slot = &syntax->known[at & (syntax->known_capacity - 1)];
    *slot = (fp_known_op){ .hash = hash,
                           .text = fp_str_copy(syntax->work, text),
                           .info = fp_op_info_find_with(&syntax->own_rows, text) };
    slot->name = slot->text;
    if (slot->info && fp_str_find(text, '.') == text.len && !slot->info->prefix)
        slot->name = slot->info->name; /* "return" is func.return */
    syntax->known_count++;
    return slot;
}

/* ---- dump ---- */

enum { FP_DUMP_TEXT_MAX = 60, FP_DUMP_DEPTH_MAX = 200 }; /* bytes of a leaf's text; spaces in front of a line */

typedef struct {
    char *data;
    uint32_t len, capacity;
} dump_bytes;

static void append(struct fp_arena *keep, dump_bytes *out, fp_str s) {
    while (out->capacity - out->len < s.len) fp_vec_grow(keep, &out->data, &out->len, &out->capacity, 1, 1);
    if (s.len) memcpy(out->data + out->len, s.data, s.len);
    out->len += (uint32_t)s.len;
}

fp_str fp_units_dump_tree(struct fp_arena *keep, const struct fp_unit_context *context) {
    const struct fp_tree *tree = context->tree;
    dump_bytes out = { 0 };
    if (!tree || !tree->syntax->tree) return (fp_str){ 0 };
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree->syntax->tree));
    for (uint32_t depth = 0;;) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        fp_span span = fp_node_span(node);
        for (uint32_t i = 0; i < depth && i < FP_DUMP_DEPTH_MAX; i++) append(keep, &out, FP_STR("  "));
        const char *field = ts_tree_cursor_current_field_name(&cursor), *type = ts_node_type(node);
        if (field) append(keep, &out, (fp_str){ field, strlen(field) }), append(keep, &out, FP_STR(": "));
        append(keep, &out, (fp_str){ type, strlen(type) });
        if (ts_node_is_missing(node)) append(keep, &out, FP_STR(" (missing)"));
        if (ts_node_child_count(node) == 0 && ts_node_is_named(node) && span.end > span.start) {
            uint32_t end = span.end - span.start > FP_DUMP_TEXT_MAX ? span.start + FP_DUMP_TEXT_MAX : span.end;
            append(keep, &out, FP_STR(" "));
            append(keep, &out, fp_str_slice(context->text, span.start, end));
            if (end < span.end) append(keep, &out, FP_STR(".."));
        }
        append(keep, &out, FP_STR("\n"));
        if (ts_tree_cursor_goto_first_child(&cursor)) {
            depth++;
            continue;
        }
        while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
            if (!ts_tree_cursor_goto_parent(&cursor)) {
                ts_tree_cursor_delete(&cursor);
                return (fp_str){ out.data, out.len };
            }
            depth--;
        }
    }
}
