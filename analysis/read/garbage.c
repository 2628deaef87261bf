#include "read/garbage.h"
#include "base/chars.h"
#include "base/source.h"
#include <assert.h>
#include <string.h>

typedef struct {
    struct fp_arena *keep;
    fp_str text;
    fp_garbage_list *list;
    size_t section;            /* where it begins */
    uint32_t found_before;     /* stretches in earlier sections */
    size_t signs_end;          /* of the signs in a row that were counted last */
    size_t quotes_end;         /* quotes in front of this belong to no string: the line has too few of them */
    char open[FP_GARBAGE_MIN]; /* what closes the open brackets */
    uint32_t depth;
    uint32_t too_deep; /* open brackets beyond these */
    size_t deep_start; /* of the first of them */
    uint32_t stray;    /* closers that close nothing, on lines in a row */
    fp_span stray_span;
    bool line_is_stray;
} finder;

/* What an earlier stretch inside the new one says is said by the new one. */
static void add(finder *f, size_t start, size_t end, fp_garbage_kind kind) {
    uint32_t *len = &f->list->stretches.len;
    while (*len > f->found_before && f->list->stretches.data[*len - 1].span.end > start) --*len;
    *FP_PUSH(f->keep, &f->list->stretches) = (fp_garbage){ { (uint32_t)start, (uint32_t)end }, kind };
}

/* ---- closers of nothing ---- */

static void end_stray_lines(finder *f) {
    if (f->stray >= FP_GARBAGE_MIN) add(f, f->stray_span.start, f->stray_span.end, FP_GARBAGE_CLOSERS);
    f->stray = 0;
}

static void end_line(finder *f) {
    if (!f->line_is_stray) end_stray_lines(f);
    f->line_is_stray = false;
}

/* `> text` is how mails and differences begin a line. */
static void take_stray(finder *f, size_t at) {
    if (f->text.data[at] == '>' && (at == 0 || !fp_is_word(f->text.data[at - 1]))) return;
    if (f->stray++ == 0) f->stray_span.start = (uint32_t)at;
    f->stray_span.end = (uint32_t)at + 1;
    f->line_is_stray = true;
}

/* ---- brackets ---- */

static void open_bracket(finder *f, size_t at, char closes) {
    if (f->too_deep) {
        f->too_deep++;
    } else if (f->depth == FP_GARBAGE_MIN) {
        f->deep_start = at;
        f->too_deep = 1;
    } else {
        f->open[f->depth++] = closes;
    }
}

/* A bracket closes what was left open inside, too. */
static void close_bracket(finder *f, size_t at) {
    char c = f->text.data[at];
    if (f->too_deep) {
        if (--f->too_deep == 0) add(f, f->deep_start, at + 1, FP_GARBAGE_DEEP);
        return;
    }
    uint32_t depth = f->depth;
    while (depth && f->open[depth - 1] != c) depth--;
    if (depth)
        f->depth = depth - 1;
    else
        take_stray(f, at);
}

static void take_bracket(finder *f, size_t at) {
    char before = at > 0 ? f->text.data[at - 1] : ' ';
    switch (f->text.data[at]) {
    case '(': open_bracket(f, at, ')'); break;
    case '[': open_bracket(f, at, ']'); break;
    case '{': open_bracket(f, at, '}'); break;
    case '<': open_bracket(f, at, '>'); break;
    case '>':
        if (before == '-' || before == '=') break; /* an arrow */
        close_bracket(f, at);
        break;
    case ')':
    case ']':
    case '}': close_bracket(f, at); break;
    default: break;
    }
}

/* ---- signs ---- */

/* Behind the string at `at`; `at` itself where its line has no other quote. */
static size_t string_end(finder *f, size_t at) {
    bool closed = false;
    size_t end = at < f->quotes_end ? at : fp_source_string_end(f->text, at, &closed);
    if (closed) return end;
    if (end > at) f->quotes_end = end;
    return at;
}

/* How many signs stand at `at` in a row, with nothing but blanks between them? An empty string is one. */
static uint32_t count_signs(finder *f, size_t at) {
    uint32_t count = 0;
    while (at < f->text.len && !fp_is_word(f->text.data[at]) && !fp_source_is_comment(f->text, at)) {
        char c = f->text.data[at];
        size_t end = c == '"' ? string_end(f, at) : at;
        if (end > at + 2) break;
        count += !fp_is_space(c);
        at = end > at ? end : at + 1;
    }
    f->signs_end = at;
    return count;
}

static size_t take_sign(finder *f, size_t at) {
    if (at >= f->signs_end && count_signs(f, at) >= FP_GARBAGE_MIN) {
        if (!f->too_deep) add(f, at, f->signs_end, FP_GARBAGE_SIGNS);
        return f->signs_end;
    }
    if (f->text.data[at] == '"') return string_end(f, at) > at ? string_end(f, at) : at + 1;
    take_bracket(f, at);
    return at + 1;
}

/* ---- sections ---- */

static void end_section(finder *f, size_t end) {
    end_stray_lines(f);
    if (f->too_deep) add(f, f->deep_start, end, FP_GARBAGE_DEEP);
    if (end - f->section < FP_GARBAGE_SECTION_MIN) f->list->stretches.len = f->found_before;
    f->found_before = f->list->stretches.len;
    f->section = end;
    f->depth = f->too_deep = 0;
    f->line_is_stray = false;
}

/* At a comment: behind it. `alone`: nothing but blanks stands in front of it. */
static size_t take_comment(finder *f, size_t at, bool alone) {
    size_t end = fp_source_line_end(f->text, at);
    if (alone && fp_source_splits(fp_str_slice(f->text, at, end))) end_section(f, end);
    return end;
}

/* ---- the text ---- */

static void find(finder *f) {
    bool alone = true; /* nothing but blanks yet on this line */
    for (size_t at = 0; at < f->text.len;) {
        char c = f->text.data[at];
        if (fp_is_word(c)) {
            alone = false;
            while (at < f->text.len && fp_is_word(f->text.data[at])) at++;
        } else if (fp_is_space(c)) {
            if (c == '\n') end_line(f), alone = true;
            at++;
        } else if (fp_source_is_comment(f->text, at)) {
            at = take_comment(f, at, alone);
        } else {
            alone = false;
            at = take_sign(f, at);
        }
    }
    end_section(f, f->text.len);
}

/* ---- a glance ---- */

/* A block that could begin garbage closes so many brackets more than it opens. */
enum { GLANCE_BLOCK = 1 << 10, GLANCE_STRAY = 100 };

/* Brackets of a block, strings and comments not told from the rest. The dash makes up for the `>` of an arrow. Counted
 * in bytes, of so many characters at a time that none overflows: compilers make vectors of that. */
static void count_brackets(const char *block, int64_t *opened, int64_t *closed) {
    enum { AT_ONCE = 128, CASE = 'a' - 'A' };
    static_assert(('[' | CASE) == '{' && (']' | CASE) == '}', "square and curly brackets differ by one bit");
    *opened = *closed = 0;
    for (size_t at = 0; at < GLANCE_BLOCK; at += AT_ONCE) {
        uint8_t opens = 0, closes = 0;
        for (size_t i = 0; i < AT_ONCE; i++) {
            uint8_t c = (uint8_t)block[at + i], both = c | CASE;
            opens = (uint8_t)(opens + (c == '(') + (both == '{') + (c == '<') + (c == '-'));
            closes = (uint8_t)(closes + (c == ')') + (both == '}') + (c == '>'));
        }
        *opened += opens, *closed += closes;
    }
}

static bool brackets_look_wrong(fp_str text) {
    int64_t depth = 0;
    for (size_t at = 0; at + GLANCE_BLOCK <= text.len; at += GLANCE_BLOCK) {
        int64_t opened, closed;
        count_brackets(text.data + at, &opened, &closed);
        if (depth + opened >= FP_GARBAGE_MIN || closed - opened >= GLANCE_STRAY) return true;
        depth = depth + opened > closed ? depth + opened - closed : 0;
    }
    return false;
}

/* Is there a stretch of so many bytes without a word? One in so many bytes is looked at, and back from there. */
static bool words_are_rare(fp_str text) {
    for (size_t at = FP_GARBAGE_MIN; at < text.len;) {
        size_t back = 0;
        while (back < FP_GARBAGE_MIN && !fp_is_word(text.data[at - back])) back++;
        if (back == FP_GARBAGE_MIN) return true;
        at += FP_GARBAGE_MIN - back;
    }
    return false;
}

fp_garbage_list fp_garbage_find(struct fp_arena *keep, fp_str text) {
    fp_garbage_list list = { 0 };
    if (text.len < FP_GARBAGE_SECTION_MIN || !(words_are_rare(text) || brackets_look_wrong(text))) return list;
    finder f = { .keep = keep, .text = text, .list = &list };
    find(&f);
    return list;
}

fp_str fp_garbage_comment(struct fp_arena *keep, fp_str text, const fp_garbage_list *garbage) {
    if (garbage->stretches.len == 0) return text;
    char *copy = memcpy(FP_NEW(keep, char, text.len), text.data, text.len);
    for (uint32_t i = 0; i < garbage->stretches.len; i++) {
        fp_span span = garbage->stretches.data[i].span;
        memset(copy + span.start, '/', span.end - span.start);
        copy[span.end - 1] = '\n';
    }
    return (fp_str){ copy, text.len };
}
