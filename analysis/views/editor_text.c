/* editor_text.c - what can be said of a text by its tokens alone. */
#include "base/sort.h"
#include "base/span.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "fencepost_editor.h"
#include "read/lex.h"

uint32_t fp_document_line(const struct fp_document *document, uint32_t offset, fp_span *span) {
    fp_lines lines = document->lines;
    uint32_t line = fp_lines_line(lines, offset);
    *span = (fp_span){ lines.starts[line - 1], line < lines.count ? lines.starts[line] : (uint32_t)document->text.len };
    return line;
}

/* ---- tokens with their comments ---- */

typedef struct {
    fp_lexer lexer;
    fp_str text;
    fp_token token;
    uint32_t blank;
} walker; /* blank: where the gap before the token begins */

static walker walk(fp_str text, fp_span span) {
    return (walker){ .lexer = fp_lex_start(text, span), .text = text, .blank = span.start };
}

static bool walk_next(walker *w) {
    w->blank = w->lexer.at;
    return fp_lex_next(&w->lexer, &w->token);
}

/* The next comment in a gap, from `at`; false when there is none before `end`. */
static bool next_comment(fp_str text, uint32_t at, uint32_t end, fp_span *comment) {
    for (; at + 1 < end; at++) {
        if (text.data[at] != '/' || text.data[at + 1] != '/') continue;
        uint32_t stop = at;
        while (stop < text.len && text.data[stop] != '\n' && text.data[stop] != '\r') stop++;
        *comment = (fp_span){ at, stop };
        return true;
    }
    return false;
}

/* ---- classes ---- */

typedef FP_VEC(fp_class_token) class_tokens;

static void add_token(struct fp_arena *keep, class_tokens *tokens, fp_str text, fp_span span, fp_token_class klass,
                      bool defines) {
    for (uint32_t start = span.start;
         start < span.end;) { /* types and attributes may go over lines, tokens of editors may not */
        uint32_t end = start;
        while (end < span.end && text.data[end] != '\n' && text.data[end] != '\r') end++;
        if (end > start) *FP_PUSH(keep, tokens) = (fp_class_token){ { start, end }, (uint8_t)klass, defines };
        start = end + 1;
    }
}

static bool is_at_line_start(fp_str text, uint32_t at) {
    while (at > 0 && (text.data[at - 1] == ' ' || text.data[at - 1] == '\t')) at--;
    return at == 0 || text.data[at - 1] == '\n' || text.data[at - 1] == '\r';
}

static char byte_behind(fp_str text, uint32_t at) {
    while (at < text.len && (text.data[at] == ' ' || text.data[at] == '\t')) at++;
    return at < text.len ? text.data[at] : 0;
}

/* A project's own barriers are barriers. */
static fp_token_class class_of_op(const fp_own_rows *own, fp_str name) {
    const fp_op_info *info = fp_op_info_find_with(own, name);
    return info && fp_effect_traits_of[info->effect].orders ? FP_CLASS_SYNC : FP_CLASS_OP;
}

/* A name stands at the start of a line, behind `=`, or behind the brace of a region. */
static bool starts_op(const walker *w, char before) {
    return before == '=' || before == '{' || is_at_line_start(w->text, w->token.span.start);
}

static void classify(struct fp_arena *keep, class_tokens *tokens, const fp_own_rows *own, const walker *w,
                     char before) {
    fp_span span = w->token.span;
    fp_str word = fp_str_slice(w->text, span.start, span.end);
    switch ((fp_token_kind)w->token.kind) {
    case FP_TOKEN_WORD:
        if (starts_op(w, before)) add_token(keep, tokens, w->text, span, class_of_op(own, word), false);
        break;
    case FP_TOKEN_STRING:
        if (starts_op(w, before) && byte_behind(w->text, span.end) == '(' && word.len > 2)
            add_token(keep, tokens, w->text, span, class_of_op(own, fp_str_slice(word, 1, word.len - 1)), false);
        else
            add_token(keep, tokens, w->text, span, FP_CLASS_STRING, false);
        break;
    case FP_TOKEN_VALUE: {
        char behind = byte_behind(w->text, span.end);
        add_token(keep, tokens, w->text, span, FP_CLASS_VALUE,
                  behind == '=' || (behind == ':' && before != ':' && is_at_line_start(w->text, span.start)));
        break;
    }
    case FP_TOKEN_SYMBOL: add_token(keep, tokens, w->text, span, FP_CLASS_SYMBOL, false); break;
    case FP_TOKEN_BLOCK:
        add_token(keep, tokens, w->text, span, FP_CLASS_BLOCK, is_at_line_start(w->text, span.start));
        break;
    case FP_TOKEN_TYPE: add_token(keep, tokens, w->text, span, FP_CLASS_TYPE, false); break;
    case FP_TOKEN_ATTRIBUTE: add_token(keep, tokens, w->text, span, FP_CLASS_ATTRIBUTE, false); break;
    case FP_TOKEN_INT:
    case FP_TOKEN_FLOAT: add_token(keep, tokens, w->text, span, FP_CLASS_NUMBER, false); break;
    case FP_TOKEN_OPEN:
    case FP_TOKEN_CLOSE:
    case FP_TOKEN_PUNCTUATION: break;
    }
}

static fp_span whole_lines(fp_str text, fp_span span) {
    if (span.end > text.len) span.end = (uint32_t)text.len;
    if (span.start > span.end) span.start = span.end;
    while (span.start > 0 && text.data[span.start - 1] != '\n') span.start--;
    while (span.end < text.len && text.data[span.end] != '\n') span.end++;
    return span;
}

uint32_t fp_document_tokens(struct fp_arena *keep, const struct fp_document *document, fp_span span,
                            const fp_class_token **tokens) {
    fp_str text = document->text;
    class_tokens list = { 0 };
    walker w = walk(text, whole_lines(text, span));
    char before = 0;
    for (bool more = true; more;) {
        more = walk_next(&w);
        uint32_t gap_end = more ? w.token.span.start : w.lexer.end;
        fp_span comment;
        for (uint32_t at = w.blank; next_comment(text, at, gap_end, &comment); at = comment.end) {
            add_token(keep, &list, text, comment, FP_CLASS_COMMENT, false);
            before = 0;
        }
        if (!more) break;
        classify(keep, &list, &document->engine->own_rows, &w, before);
        before = text.data[w.token.span.start];
    }
    *tokens = list.data;
    return list.len;
}

/* ---- folds and what lies around a place ---- */

enum { FP_OPEN_MAX = 1 << 16 }; /* brackets that are open at once; deeper ones are left out */

typedef struct {
    uint32_t start;
    char bracket;
} open_bracket;
typedef FP_VEC(open_bracket) open_brackets;

/* Closes the innermost bracket of that kind; what was left open inside is forgotten. */
static bool close_bracket(open_brackets *open, char closing, uint32_t *start) {
    char wanted = closing == ')' ? '(' : closing == ']' ? '[' : closing == '}' ? '{' : '<';
    for (uint32_t i = open->len; i > 0; i--) {
        if (open->data[i - 1].bracket != wanted) continue;
        *start = open->data[i - 1].start;
        open->len = i - 1;
        return true;
    }
    return false;
}

static bool spans_lines(fp_str text, fp_span span) {
    for (uint32_t at = span.start; at < span.end; at++)
        if (text.data[at] == '\n') return true;
    return false;
}

static int compare_folds(const void *a, const void *b) {
    const fp_text_fold *left = a, *right = b;
    return (left->span.start > right->span.start) - (left->span.start < right->span.start);
}

uint32_t fp_document_folds(struct fp_arena *keep, const struct fp_document *document, const fp_text_fold **folds) {
    fp_str text = document->text;
    FP_VEC(fp_text_fold) list = { 0 };
    open_brackets open = { 0 };
    fp_span run = { 0, 0 }; /* of comments on lines of their own that follow each other */
    walker w = walk(text, (fp_span){ 0, (uint32_t)text.len });
    for (bool more = true; more;) {
        more = walk_next(&w);
        uint32_t gap_end = more ? w.token.span.start : w.lexer.end;
        fp_span comment;
        for (uint32_t at = w.blank; next_comment(text, at, gap_end, &comment); at = comment.end) {
            if (!is_at_line_start(text, comment.start)) continue;
            if (run.end == 0) run.start = comment.start;
            run.end = comment.end;
        }
        if (run.end && spans_lines(text, run)) *FP_PUSH(keep, &list) = (fp_text_fold){ run, FP_FOLD_COMMENT };
        run = (fp_span){ 0, 0 };
        if (!more) break;
        char c = text.data[w.token.span.start];
        uint32_t start;
        if (w.token.kind == FP_TOKEN_OPEN && open.len < FP_OPEN_MAX)
            *FP_PUSH(keep, &open) = (open_bracket){ w.token.span.start, c };
        if (w.token.kind == FP_TOKEN_CLOSE && close_bracket(&open, c, &start) && c == '}' &&
            spans_lines(text, (fp_span){ start, w.token.span.end }))
            *FP_PUSH(keep, &list) = (fp_text_fold){ { start, w.token.span.end }, FP_FOLD_REGION };
    }
    fp_sort(list.data, list.len, sizeof *list.data, compare_folds);
    *folds = list.data;
    return list.len;
}

static fp_span line_without_blanks(const struct fp_document *document, uint32_t offset) {
    fp_span span = fp_lines_span(document->lines, document->text, fp_lines_line(document->lines, offset));
    while (span.start < span.end && (document->text.data[span.start] == ' ' || document->text.data[span.start] == '\t'))
        span.start++;
    return span;
}

typedef FP_VEC(fp_span) span_list;

/* Each span holds the one before; what would not is left out. */
static void add_around(struct fp_arena *keep, span_list *list, fp_span span, uint32_t offset) {
    if (!fp_span_at_cursor(span, offset)) return;
    if (list->len) {
        fp_span inner = list->data[list->len - 1];
        bool larger = fp_span_within(inner, span) && (span.start < inner.start || inner.end < span.end);
        if (!larger) return;
    }
    *FP_PUSH(keep, list) = span;
}

uint32_t fp_document_around(struct fp_arena *keep, const struct fp_document *document, uint32_t offset,
                            const fp_span **spans) {
    fp_str text = document->text;
    open_brackets open = { 0 };
    span_list list = { 0 };
    bool line_added = false;
    fp_span line = line_without_blanks(document, offset);
    walker w = walk(text, (fp_span){ 0, (uint32_t)text.len });
    while (walk_next(&w)) {
        fp_span span = w.token.span;
        uint32_t start;
        if (w.token.kind == FP_TOKEN_OPEN) {
            if (open.len < FP_OPEN_MAX) *FP_PUSH(keep, &open) = (open_bracket){ span.start, text.data[span.start] };
        } else if (w.token.kind != FP_TOKEN_CLOSE) {
            add_around(keep, &list, span, offset);
        } else if (close_bracket(&open, text.data[span.start], &start) && start <= offset && offset <= span.end) {
            if (!line_added && start < line.start) add_around(keep, &list, line, offset), line_added = true;
            add_around(keep, &list, (fp_span){ start, span.end }, offset);
        }
        if (span.start > offset && open.len == 0) break;
    }
    if (!line_added) add_around(keep, &list, line, offset);
    add_around(keep, &list, (fp_span){ 0, (uint32_t)text.len }, offset);
    *spans = list.data;
    return list.len;
}
