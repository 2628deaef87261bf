#include "read/syntax_tree.h"
#include <string.h>

/* ---- messages ---- */

enum { FP_SHOWN_TEXT_MAX = 24 }; /* bytes of the text that a message repeats */

static fp_str shown(fp_str text, fp_span span) {
    fp_str line = fp_str_slice(text, span.start, span.end);
    line = fp_str_slice(line, 0, fp_str_find(line, '\n'));
    return fp_str_trim(fp_str_slice(line, 0, FP_SHOWN_TEXT_MAX));
}

static bool is_printable(fp_str s) {
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.data[i] < ' ' || (unsigned char)s.data[i] > '~') return false;
    return s.len > 0;
}

/* A token that fits nowhere. */
static fp_str describe_token(struct fp_arena *keep, fp_str text, fp_span span) {
    fp_str token = shown(text, span);
    unsigned char first = (unsigned char)text.data[span.start];
    if (first == '"') return FP_STR("this string is not closed before the end of its line");
    if (first == ')' || first == ']' || first == '}' || first == '>')
        return fp_str_printf(keep, "this '%c' closes nothing", first);
    if (is_printable(token)) return fp_str_printf(keep, "'%.*s' is not expected here", FP_STR_ARG(token));
    return fp_str_printf(keep, "the byte 0x%02X is not expected here", first);
}

/* The token that a line begins with: up to a blank. */
static fp_str first_word(fp_str text, fp_span span) {
    fp_str line = shown(text, span);
    size_t end = 0;
    while (end < line.len && line.data[end] != ' ' && line.data[end] != '\t') end++;
    return fp_str_slice(line, 0, end);
}

static fp_str describe_row(struct fp_arena *keep, fp_str text, fp_span span) {
    fp_str word = first_word(text, span);
    if (!is_printable(word)) return FP_STR("no operation begins like this");
    return fp_str_printf(keep, "no operation begins with '%.*s'", FP_STR_ARG(word));
}

static fp_str describe_repair(struct fp_arena *keep, fp_str text, fp_span span) {
    fp_str found = shown(text, span);
    if (!is_printable(found)) return FP_STR("this cannot be read as MLIR");
    return fp_str_printf(keep, "'%.*s' cannot be read as MLIR", FP_STR_ARG(found));
}

void fp_syntax_add_error(struct fp_arena *keep, fp_syntax_errors *errors, fp_span span, fp_str message) {
    *FP_PUSH(keep, errors) = (fp_syntax_error){ span, message };
}

/* ---- finding them ---- */

typedef struct {
    struct fp_syntax *syntax;
    struct fp_arena *keep;
    fp_str text;
    fp_syntax_errors *errors;
} search;

/* Something is missing at the end of `parent`, or in front of what follows. */
static void add_incomplete(search *s, TSNode parent, TSNode node) {
    fp_span opening = { ts_node_start_byte(parent), ts_node_start_byte(parent) + 1 };
    fp_span here = fp_node_span(node);
    fp_str message = { 0 };
    switch (fp_syntax_kind_of(s->syntax, parent)) {
    case FP_SYNTAX_PAREN:
    case FP_SYNTAX_LABEL_ARGS: message = FP_STR("this '(' is never closed"); break;
    case FP_SYNTAX_SQUARE: message = FP_STR("this '[' is never closed"); break;
    case FP_SYNTAX_ANGLE: message = FP_STR("this '<' is never closed"); break;
    case FP_SYNTAX_DICTIONARY:
    case FP_SYNTAX_REGION:
    case FP_SYNTAX_METADATA: message = FP_STR("this '{' is never closed"); break;
    case FP_SYNTAX_LOCATION: message = FP_STR("this location is never closed"); break;
    case FP_SYNTAX_OP:
        message = FP_STR("the name of an operation is expected behind '='");
        opening = here;
        break;
    case FP_SYNTAX_LABEL:
        message = FP_STR("a ':' is expected behind a block's label");
        opening = fp_node_span(parent);
        break;
    case FP_SYNTAX_RESULTS:
        message = FP_STR("a value or '=' is expected here");
        opening = here;
        break;
    case FP_SYNTAX_OTHER:
    case FP_SYNTAX_SECTION:
    case FP_SYNTAX_SPLIT:
    case FP_SYNTAX_ATTRIBUTE_ALIAS:
    case FP_SYNTAX_TYPE_ALIAS:
    case FP_SYNTAX_COMMENT:
    case FP_SYNTAX_INCOMPLETE:
    case FP_SYNTAX_UNEXPECTED:
    case FP_SYNTAX_ERROR:
    case FP_SYNTAX_KIND_COUNT:
        message = FP_STR("something is missing here");
        opening = here;
        break;
    }
    fp_syntax_add_error(s->keep, s->errors, opening, message);
}

/* Adds the error that `node` is; false when it is none. What is below an error belongs to it. */
static bool add_if_error(search *s, TSNode parent, TSNode node) {
    fp_span span = fp_node_span(node);
    fp_syntax_kind kind = fp_syntax_kind_of(s->syntax, node);
    if (kind == FP_SYNTAX_INCOMPLETE) {
        add_incomplete(s, parent, node);
    } else if (kind == FP_SYNTAX_UNEXPECTED) {
        bool row = ts_node_child_count(node) > 0;
        fp_syntax_add_error(s->keep, s->errors, span,
                            row ? describe_row(s->keep, s->text, span) : describe_token(s->keep, s->text, span));
    } else if (kind == FP_SYNTAX_ERROR) {
        fp_syntax_add_error(s->keep, s->errors, span, describe_repair(s->keep, s->text, span));
    } else if (ts_node_is_missing(node)) {
        fp_syntax_add_error(s->keep, s->errors, span,
                            fp_str_printf(s->keep, "'%s' is expected here", ts_node_type(node)));
    } else {
        return false;
    }
    return true;
}

uint32_t fp_syntax_find_errors(struct fp_syntax *syntax, struct fp_arena *keep, fp_str text, TSNode node, bool whole,
                               fp_syntax_errors *errors) {
    search s = { syntax, keep, text, errors };
    uint32_t before = errors->len, depth = 0;
    if (add_if_error(&s, node, node)) return errors->len - before;
    FP_VEC(TSNode) parents = { 0 };
    fp_arena_mark_t mark = fp_arena_mark(syntax->strings);
    TSTreeCursor *cursor = &syntax->probe;
    ts_tree_cursor_reset(cursor, node);
    *FP_PUSH(syntax->strings, &parents) = node;
    if (!ts_tree_cursor_goto_first_child(cursor)) return 0;
    for (;;) {
        TSNode at = ts_tree_cursor_current_node(cursor);
        bool skip =
            add_if_error(&s, parents.data[depth], at) || (!whole && fp_syntax_kind_of(syntax, at) == FP_SYNTAX_REGION);
        if (!skip && ts_tree_cursor_goto_first_child(cursor)) {
            parents.len = ++depth;
            *FP_PUSH(syntax->strings, &parents) = at;
            continue;
        }
        while (!ts_tree_cursor_goto_next_sibling(cursor)) {
            if (depth == 0) {
                fp_arena_reset(syntax->strings, mark);
                return errors->len - before;
            }
            depth--;
            ts_tree_cursor_goto_parent(cursor);
        }
    }
}
