#include "base/hidden_comments.h"
#include "base/chars.h"
#include "base/document_text.h"
#include "base/source.h"
#include <string.h>

enum { DEPTH_MAX = 1024 }; /* brackets around a comment: regions nest to 512; in deeper text comments stay */

/* ---- brackets ---- */

/* Open brackets: `(`, `[`, `<`, a dictionary's `{` as 'd', a region's as 'r'. */
typedef struct {
    char open[DEPTH_MAX];
    size_t depth;
    bool overflow;
} brackets;

/* `{name =`, `{name,` and `{"name"`: no region begins so. */
static bool is_dictionary(fp_str text, size_t open, const brackets *b) {
    if (b->depth && b->open[b->depth - 1] == '<') return true;
    size_t at = open + 1;
    while (at < text.len && (fp_is_space(text.data[at]) || fp_source_is_comment(text, at)))
        at = fp_is_space(text.data[at]) ? at + 1 : fp_source_line_end(text, at);
    size_t word = at;
    while (at < text.len && fp_is_word(text.data[at])) at++;
    if (at == word) return false;
    while (at < text.len && fp_is_space(text.data[at])) at++;
    return at < text.len && (text.data[at] == '=' || text.data[at] == ',');
}

static void close_bracket(brackets *b, char open) {
    size_t depth = b->depth;
    while (depth && b->open[depth - 1] != open && b->open[depth - 1] != 'r') depth--;
    if (depth && (b->open[depth - 1] == open)) b->depth = depth - 1;
}

/* A region ends whatever was left open in it. */
static void close_brace(brackets *b) {
    size_t depth = b->depth;
    while (depth && b->open[depth - 1] != 'd' && b->open[depth - 1] != 'r') depth--;
    if (depth) b->depth = depth - 1;
}

static void see_bracket(fp_str text, size_t at, brackets *b) {
    char c = text.data[at], before = at ? text.data[at - 1] : ' ', behind = at + 1 < text.len ? text.data[at + 1] : ' ';
    if (c == '<' && (behind == '=' || behind == '-')) return;
    if (c == '(' || c == '[' || c == '<' || c == '{') {
        if (b->depth == DEPTH_MAX)
            b->overflow = true;
        else
            b->open[b->depth] = c != '{' ? c : is_dictionary(text, at, b) ? 'd' : 'r', b->depth++;
    } else if (c == ')')
        close_bracket(b, '(');
    else if (c == ']')
        close_bracket(b, '[');
    else if (c == '}')
        close_brace(b);
    else if (c == '>' && before != '-' && before != '=' && behind != '=')
        close_bracket(b, '<');
}

static bool inside(const brackets *b) { return b->depth && b->open[b->depth - 1] != 'r'; }

/* Does something stay open between the line's start and `end`? */
static bool opens(fp_str text, size_t end) {
    brackets b;
    b.depth = 0;
    b.overflow = false;
    for (size_t at = fp_source_line_start(text, end); at < end && !fp_source_is_comment(text, at);) {
        size_t behind = fp_source_skip(text, at);
        if (behind == at) see_bracket(text, behind++, &b);
        at = behind;
    }
    return inside(&b);
}

/* ---- comments ---- */

/* The next comment from `at` on; text.len: none. */
static size_t next_comment(fp_str text, size_t at) {
    while (at < text.len) {
        const char *slash = memchr(text.data + at, '/', text.len - at);
        if (!slash) break;
        at = (size_t)(slash - text.data);
        if (fp_source_is_comment(text, at)) return at;
        at++;
    }
    return text.len;
}

/* What may stand in front of a comment between two ops, and behind it. */
static bool may_end_op(char c) { return fp_is_word(c) || strchr("}>)]\"{:", c); }
static bool may_start_op(char c) { return (fp_is_word(c) && !fp_is_digit(c)) || strchr("%^@#!\"}{", c); }

/* Looks at the neighbours of each run of comments. A slash in a string is taken for one, which costs time only. */
static bool may_hide_comments(fp_str text) {
    for (size_t at = next_comment(text, 0); at < text.len;) {
        size_t before = at, behind = at;
        while (before && fp_is_space(text.data[before - 1])) before--;
        while (behind < text.len && (fp_is_space(text.data[behind]) || fp_source_is_comment(text, behind)))
            behind = fp_is_space(text.data[behind]) ? behind + 1 : fp_source_line_end(text, behind);
        if (before && behind < text.len &&
            (!may_end_op(text.data[before - 1]) || !may_start_op(text.data[behind]) || opens(text, before)))
            return true;
        at = next_comment(text, behind);
    }
    return false;
}

static bool is_ours(fp_str comment) { return fp_str_contains(comment, FP_STR(FP_TEXT_MARKER)); }

fp_str fp_text_plain(struct fp_arena *keep, fp_str text) {
    if (!may_hide_comments(text)) return text;
    char *copy = NULL;
    brackets b;
    b.depth = 0;
    b.overflow = false;
    for (size_t at = 0; at < text.len && !b.overflow;) {
        size_t behind = fp_source_skip(text, at);
        bool hides = fp_source_is_comment(text, at) && inside(&b) && !is_ours(fp_str_slice(text, at, behind));
        if (hides) {
            if (!copy) copy = memcpy(FP_NEW(keep, char, text.len), text.data, text.len);
            memset(copy + at, ' ', behind - at);
        } else if (behind == at) {
            see_bracket(text, behind++, &b);
        }
        at = behind;
    }
    return copy ? (fp_str){ copy, text.len } : text;
}
