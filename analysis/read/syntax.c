#include "base/hash.h"
#include "base/memory.h"
#include "read/syntax_tree.h"
#include <assert.h>
#include <string.h>

/* ---- the reader's life ---- */

struct fp_syntax *fp_syntax_new(void) {
    struct fp_arena *work = fp_arena_new();
    struct fp_syntax *syntax = FP_NEW(work, struct fp_syntax, 1);
    syntax->work = work;
    syntax->strings = fp_arena_new();
    syntax->reading = fp_arena_new();
    return syntax;
}

struct fp_syntax *fp_syntax_share(const struct fp_syntax *syntax) {
    struct fp_syntax *other = fp_syntax_new();
    other->outline = fp_outline_copy(&syntax->outline);
    other->edits = syntax->edits;
    other->text_bytes = syntax->text_bytes;
    other->is_patched = syntax->is_patched;
    other->locations = syntax->locations;
    return other;
}

void fp_syntax_set_own_rows(struct fp_syntax *syntax, const fp_own_rows *own) { syntax->own_rows = *own; }

void fp_syntax_set_watch(struct fp_syntax *syntax, const fp_watch *watch) { syntax->watch = watch; }

void fp_syntax_drop(struct fp_syntax *syntax) {
    if (!syntax) return;
    fp_outline_drop(&syntax->outline);
    fp_memories_forget(&syntax->memories);
    fp_syntax_drop_irs(syntax);
    fp_arena_drop(syntax->strings);
    fp_arena_drop(syntax->reading);
    fp_arena_drop(syntax->work);
}

/* ---- edits and reading ---- */

void fp_syntax_edit(struct fp_syntax *syntax, fp_str old_text, fp_span span, fp_str replacement) {
    assert(span.start <= span.end && span.end <= old_text.len);
    syntax->is_edited = true;
    fp_locations_edit(syntax, old_text, span, replacement);
    fp_comment_edit silent;
    bool is_silent = !syntax->memories.loud && fp_edit_is_comment(old_text, span, replacement, &silent);
    fp_memories_edit(&syntax->memories, span, (uint32_t)replacement.len, is_silent ? &silent : NULL);
    if (!syntax->outline.len) return;
    fp_stretch_add(&syntax->edits, span, (uint32_t)replacement.len);
    syntax->text_bytes += replacement.len - (span.end - span.start);
}

void fp_syntax_forget(struct fp_syntax *syntax) {
    syntax->locations = FP_LOCATIONS_UNKNOWN;
    fp_outline_drop(&syntax->outline);
    fp_memories_forget(&syntax->memories);
}

bool fp_syntax_parse(struct fp_syntax *syntax, fp_str text, const volatile bool *cancelled) {
    if (syntax->outline.len && syntax->text_bytes != text.len)
        fp_syntax_forget(syntax); /* not the text the edits led to */
    bool is_known = syntax->outline.len > 0;
    if (is_known && !syntax->edits.any) return true;
    if (!fp_outline_read(&syntax->outline, text, is_known ? &syntax->outline : NULL, &syntax->edits, cancelled))
        return false;
    syntax->edits = (fp_stretch){ 0 };
    syntax->text_bytes = text.len;
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

enum { FP_DUMP_TEXT_MAX = 60, FP_DUMP_DEPTH_MAX = 200 }; /* bytes of a text; spaces in front of a line */

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
    const fp_outline *outline = &tree->syntax->outline;
    dump_bytes out = { 0 };
    FP_VEC(fp_node) ends = { 0 }; /* of the nodes around */
    for (fp_node node = 0; node < outline->len; node++) {
        while (ends.len && ends.data[ends.len - 1] <= node) ends.len--;
        for (uint32_t i = 0; i < ends.len && i < FP_DUMP_DEPTH_MAX; i++) append(keep, &out, FP_STR("  "));
        const char *name = fp_outline_name(fp_syntax_kind_of(tree->syntax, node));
        fp_span span = fp_node_span(tree->syntax, node);
        fp_str text = fp_str_slice(context->text, span.start, span.end);
        fp_str line = fp_str_slice(text, 0, fp_str_find(text, '\n'));
        append(keep, &out, fp_str_of(name));
        append(keep, &out, FP_STR(" "));
        append(keep, &out, fp_str_slice(line, 0, FP_DUMP_TEXT_MAX));
        if (text.len > FP_DUMP_TEXT_MAX || line.len < text.len) append(keep, &out, FP_STR(".."));
        append(keep, &out, FP_STR("\n"));
        *FP_PUSH(keep, &ends) = fp_node_behind(tree->syntax, node);
    }
    return (fp_str){ out.data, out.len };
}
