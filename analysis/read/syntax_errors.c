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

void fp_syntax_add_error(struct fp_arena *keep, fp_syntax_errors *errors, fp_span span, fp_phrase phrase) {
    *FP_PUSH(keep, errors) = (fp_syntax_error){ span, fp_phrase_copy(keep, phrase, NULL) };
}

/* ---- finding them ---- */

/* Something is missing at the end of what is `within`, or in front of what follows. */
static void add_incomplete(struct fp_arena *keep, const fp_outline_node *node, fp_syntax_errors *errors) {
    fp_span here = fp_outline_span(node), opening = { node->from, node->from + 1 };
    switch ((fp_within)node->within) {
    case FP_WITHIN_PAREN:
    case FP_WITHIN_LABEL_ARGS:
        fp_syntax_add_error(keep, errors, opening, error_of(keep, FP_SAYS_SYNTAX_ERROR_NEVER_CLOSED, FP_STR("(")));
        break;
    case FP_WITHIN_SQUARE:
        fp_syntax_add_error(keep, errors, opening, error_of(keep, FP_SAYS_SYNTAX_ERROR_NEVER_CLOSED, FP_STR("[")));
        break;
    case FP_WITHIN_ANGLE:
        fp_syntax_add_error(keep, errors, opening, error_of(keep, FP_SAYS_SYNTAX_ERROR_NEVER_CLOSED, FP_STR("<")));
        break;
    case FP_WITHIN_BRACE:
        fp_syntax_add_error(keep, errors, opening, error_of(keep, FP_SAYS_SYNTAX_ERROR_NEVER_CLOSED, FP_STR("{")));
        break;
    case FP_WITHIN_LOCATION:
        fp_syntax_add_error(keep, errors, opening, fp_phrase_of(FP_SAYS_SYNTAX_ERROR_OPEN_LOCATION));
        break;
    case FP_WITHIN_OP: fp_syntax_add_error(keep, errors, here, fp_phrase_of(FP_SAYS_SYNTAX_ERROR_NO_NAME)); break;
    case FP_WITHIN_LABEL:
        fp_syntax_add_error(keep, errors, (fp_span){ node->from, node->end },
                            fp_phrase_of(FP_SAYS_SYNTAX_ERROR_NO_COLON));
        break;
    case FP_WITHIN_RESULTS: fp_syntax_add_error(keep, errors, here, fp_phrase_of(FP_SAYS_SYNTAX_ERROR_NO_VALUE)); break;
    case FP_WITHIN_NOTHING: break;
    }
}

uint32_t fp_syntax_find_errors(struct fp_syntax *syntax, struct fp_arena *keep, fp_str text, fp_node node, bool whole,
                               fp_syntax_errors *errors) {
    uint32_t before = errors->len;
    for (fp_node at = node, end = fp_node_behind(syntax, node); at < end;) {
        fp_outline_kind kind = fp_syntax_kind_of(syntax, at);
        fp_span span = fp_node_span(syntax, at);
        if (kind == FP_OUTLINE_INCOMPLETE)
            add_incomplete(keep, &syntax->outline.nodes[at], errors);
        else if (kind == FP_OUTLINE_UNEXPECTED)
            fp_syntax_add_error(keep, errors, span, describe_token(keep, text, span));
        else if (kind == FP_OUTLINE_ROW)
            fp_syntax_add_error(keep, errors, span, describe_row(keep, text, span));
        /* What is in a row belongs to its error. */
        bool skip = kind == FP_OUTLINE_ROW || (kind == FP_OUTLINE_REGION && !whole);
        at = skip ? fp_node_behind(syntax, at) : at + 1;
    }
    return errors->len - before;
}
