/* syntax_location.c - what stands at an op's own level, and of that its location. */
#include "base/chars.h"
#include "base/source.h"
#include "read/location.h"
#include "read/syntax_tree.h"
#include <string.h>

fp_pieces fp_pieces_of(const struct fp_syntax *syntax, fp_str text, fp_node op) {
    fp_span span = fp_node_span(syntax, op);
    return (fp_pieces){ syntax, text, span.start, span.end, op + 1, fp_node_behind(syntax, op) };
}

/* Does a region begin here? */
static bool at_region(fp_pieces *p) {
    while (p->child < p->behind && (fp_syntax_kind_of(p->syntax, p->child) != FP_OUTLINE_REGION ||
                                    fp_node_span(p->syntax, p->child).start < p->at))
        p->child = fp_node_behind(p->syntax, p->child);
    return p->child < p->behind && fp_node_span(p->syntax, p->child).start == p->at;
}

/* Where the brackets end that open here; `at + 1` where they are not closed. */
static uint32_t brackets_end(const fp_pieces *p) {
    bool closed;
    uint32_t end = fp_lex_group_end(p->text, p->at, p->end, &closed);
    return closed ? end : p->at + 1;
}

bool fp_pieces_next(fp_pieces *p, fp_piece *piece) {
    fp_str text = p->text;
    while (p->at < p->end && fp_is_space(text.data[p->at])) p->at++;
    if (p->at >= p->end) return false;
    char c = text.data[p->at];
    uint32_t start = p->at, end = start + 1;
    piece->kind = FP_PIECE_OTHER;
    if (c == '{' && at_region(p)) {
        piece->kind = FP_PIECE_REGION;
        end = fp_node_span(p->syntax, p->child).end;
    } else if (fp_is_word(c)) {
        while (end < p->end && fp_is_word(text.data[end])) end++;
        if (end < p->end && text.data[end] == '(' && fp_str_equal(fp_str_slice(text, start, end), FP_STR("loc"))) {
            p->at = end;
            piece->kind = FP_PIECE_LOCATION;
            end = brackets_end(p);
        }
    } else if (fp_char_is(c, FP_CHAR_OPENS)) {
        end = brackets_end(p);
        if (end > start + 1) piece->kind = c == '(' ? FP_PIECE_PAREN : FP_PIECE_GROUP;
    } else if (fp_source_skip(text, start) > start) {
        end = (uint32_t)fp_source_skip(text, start);
        if (c == '/') piece->kind = FP_PIECE_COMMENT;
    }
    p->at = end < p->end ? end : p->end;
    piece->span = (fp_span){ start, p->at };
    return true;
}

/* The last location at the op's own level: that of the op itself, those of arguments stand in brackets. */
static fp_str location_of(const struct fp_syntax *syntax, fp_str text, fp_node op) {
    fp_span span = { 0, 0 };
    fp_pieces pieces = fp_pieces_of(syntax, text, op);
    for (fp_piece piece; fp_pieces_next(&pieces, &piece);)
        if (piece.kind == FP_PIECE_LOCATION) span = piece.span;
    return fp_str_slice(text, span.start, span.end);
}

static const fp_str begin = { "loc(", 4 };

bool fp_text_tells_locations(fp_str text) {
    size_t word = begin.len - 1;
    for (size_t at = 0; (at += fp_str_find(fp_str_slice(text, at, text.len), begin.data[word])) < text.len; at++)
        if (at >= word && memcmp(text.data + at - word, begin.data, word) == 0 &&
            (at == word || !fp_is_word(text.data[at - word - 1])))
            return true;
    return false;
}

/* Most texts tell no locations, and the way to an op passes all ops before it. `text` is as it is written: an edit far
 * away may open the comment that hides one. */
static bool tells_locations(struct fp_syntax *syntax, fp_str text) {
    if (syntax->locations == FP_LOCATIONS_UNKNOWN)
        syntax->locations = fp_text_tells_locations(text) ? FP_LOCATIONS_POSSIBLE : FP_LOCATIONS_NONE;
    return syntax->locations == FP_LOCATIONS_POSSIBLE;
}

void fp_locations_edit(struct fp_syntax *syntax, fp_str text, fp_span span, fp_str replacement) {
    enum { AROUND = 4, SHORT = 64 };
    if (syntax->locations != FP_LOCATIONS_NONE) return;
    syntax->locations = FP_LOCATIONS_UNKNOWN;
    if (replacement.len > SHORT) return;
    fp_str before = fp_str_slice(text, span.start < AROUND ? 0 : span.start - AROUND, span.start),
           behind = fp_str_slice(text, span.end, span.end + AROUND);
    char near[SHORT + 2 * AROUND];
    if (before.len) memcpy(near, before.data, before.len);
    if (replacement.len) memcpy(near + before.len, replacement.data, replacement.len);
    if (behind.len) memcpy(near + before.len + replacement.len, behind.data, behind.len);
    fp_str joined = { near, before.len + replacement.len + behind.len };
    if (!fp_str_contains(joined, begin)) syntax->locations = FP_LOCATIONS_NONE;
}

fp_str fp_units_location(const struct fp_unit_context *context, uint32_t offset) {
    struct fp_tree *tree = context->tree;
    fp_str location = { 0 };
    if (!tree->syntax->outline.len || !tells_locations(tree->syntax, context->source)) return location;
    const fp_outline *outline = &tree->syntax->outline;
    for (fp_node node = 0, behind = outline->len; node < behind;) {
        const fp_outline_node *n = &outline->nodes[node];
        if (n->end <= offset && node) {
            node = fp_outline_behind(outline, node);
        } else if (n->start > offset) {
            break;
        } else {
            if (n->kind == FP_OUTLINE_OP) location = location_of(tree->syntax, context->text, node);
            behind = fp_outline_behind(outline, node);
            node++;
        }
    }
    return location;
}
