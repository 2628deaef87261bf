#include "read/syntax_tree.h"
#include <string.h>

/* ---- what is said ---- */

enum { FP_SHOWN_TEXT_MAX = 24 }; /* bytes of the text that are repeated */

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

static fp_phrase error_of(struct fp_arena *keep, fp_sentence sentence, fp_str error) {
    return fp_phrase_copy(keep, FP_PHRASE(sentence, fp_arg_text(FP_ARG_ERROR, error)), NULL);
}

static fp_phrase expected_of(struct fp_arena *keep, const char *type) {
    return error_of(keep, FP_SAYS_SYNTAX_ERROR_EXPECTED, (fp_str){ type, strlen(type) });
}

/* A token that fits nowhere. */
static fp_phrase describe_token(struct fp_arena *keep, fp_str text, fp_span span) {
    fp_str token = shown(text, span), byte = fp_str_slice(text, span.start, span.start + 1);
    unsigned char first = (unsigned char)text.data[span.start];
    if (first == '"') return fp_phrase_of(FP_SAYS_SYNTAX_ERROR_OPEN_STRING);
    if (first == ')' || first == ']' || first == '}' || first == '>')
        return error_of(keep, FP_SAYS_SYNTAX_ERROR_CLOSES_NOTHING, byte);
    if (is_printable(token)) return error_of(keep, FP_SAYS_SYNTAX_ERROR_UNEXPECTED, token);
    return error_of(keep, FP_SAYS_SYNTAX_ERROR_BYTE, fp_str_printf(keep, "0x%02X", first));
}

/* The token that a line begins with: up to a blank. */
static fp_str first_word(fp_str text, fp_span span) {
    fp_str line = shown(text, span);
    size_t end = 0;
    while (end < line.len && line.data[end] != ' ' && line.data[end] != '\t') end++;
    return fp_str_slice(line, 0, end);
}

static fp_phrase describe_row(struct fp_arena *keep, fp_str text, fp_span span) {
    fp_str word = first_word(text, span);
    if (!is_printable(word)) return fp_phrase_of(FP_SAYS_SYNTAX_ERROR_NO_OP);
    return error_of(keep, FP_SAYS_SYNTAX_ERROR_NO_OP_NAMED, word);
}

static fp_phrase describe_repair(struct fp_arena *keep, fp_str text, fp_span span) {
    fp_str found = shown(text, span);
    if (!is_printable(found)) return fp_phrase_of(FP_SAYS_SYNTAX_ERROR_UNREADABLE);
    return error_of(keep, FP_SAYS_SYNTAX_ERROR_UNREADABLE_TEXT, found);
}

void fp_syntax_add_error(struct fp_arena *keep, fp_syntax_errors *errors, fp_span span, fp_phrase phrase) {
    *FP_PUSH(keep, errors) = (fp_syntax_error){ span, fp_phrase_copy(keep, phrase, NULL) };
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
    fp_phrase phrase = fp_phrase_of(FP_SAYS_SYNTAX_ERROR_MISSING);
    switch (fp_syntax_kind_of(s->syntax, parent)) {
    case FP_SYNTAX_PAREN:
    case FP_SYNTAX_LABEL_ARGS: phrase = error_of(s->keep, FP_SAYS_SYNTAX_ERROR_NEVER_CLOSED, FP_STR("(")); break;
    case FP_SYNTAX_SQUARE: phrase = error_of(s->keep, FP_SAYS_SYNTAX_ERROR_NEVER_CLOSED, FP_STR("[")); break;
    case FP_SYNTAX_ANGLE: phrase = error_of(s->keep, FP_SAYS_SYNTAX_ERROR_NEVER_CLOSED, FP_STR("<")); break;
    case FP_SYNTAX_DICTIONARY:
    case FP_SYNTAX_REGION:
    case FP_SYNTAX_METADATA: phrase = error_of(s->keep, FP_SAYS_SYNTAX_ERROR_NEVER_CLOSED, FP_STR("{")); break;
    case FP_SYNTAX_LOCATION: phrase = fp_phrase_of(FP_SAYS_SYNTAX_ERROR_OPEN_LOCATION); break;
    case FP_SYNTAX_OP:
        phrase = fp_phrase_of(FP_SAYS_SYNTAX_ERROR_NO_NAME);
        opening = here;
        break;
    case FP_SYNTAX_LABEL:
        phrase = fp_phrase_of(FP_SAYS_SYNTAX_ERROR_NO_COLON);
        opening = fp_node_span(parent);
        break;
    case FP_SYNTAX_RESULTS:
        phrase = fp_phrase_of(FP_SAYS_SYNTAX_ERROR_NO_VALUE);
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
    case FP_SYNTAX_KIND_COUNT: opening = here; break;
    }
    fp_syntax_add_error(s->keep, s->errors, opening, phrase);
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
        fp_syntax_add_error(s->keep, s->errors, span, expected_of(s->keep, ts_node_type(node)));
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
