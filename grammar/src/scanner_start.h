/* scanner_start.h - what the text ahead begins with: an op, a part of the op before, the end of a region?
 *
 * What begins an op stands there for every layout: a result with `=` and a name, a dotted name with operands, a
 * label. What could also go on with the op before has a weaker value; the caller knows which tokens came before it. */
#ifndef SCANNER_START_H
#define SCANNER_START_H

#include "scanner_text.h"

#include <string.h>

enum {
    /* How far behind a damaged list of results to look for the name of its op. */
    RESULT_DAMAGE_MAX = 16,
    /* Over how many line ends to look for the `=` behind results. */
    RESULT_LINES_MAX = 8,
    /* How many results to look for in the middle of a line, where they may as well be operands. */
    RESULTS_MAX = 16,
};

enum kind { KIND_OTHER, KIND_FUNCTION, KIND_MODULE, KIND_BARE /* without operands */ };

enum start {
    START_CONTINUATION, /* nothing that begins an op */
    START_ENTRY,        /* `%scope::%key`, `%key[%i]`: an entry of a dictionary, else as operands */
    START_OPERANDS,     /* an op without its beginning, or operands of the op before if it has no types yet */
    START_DAMAGED_OP,   /* an op with damage in its results, unless directly behind a name */
    START_NAME,         /* an op, or the last entry of a dictionary */
    START_LIKELY_OP,    /* an op, unless a bracket is open */
    START_OP,           /* an op or block label, whatever stands before it */
    START_TOP_LEVEL,    /* an alias or file metadata, which no region may hold */
    START_CLOSE,        /* } */
    START_END,          /* end of file or of the section */
};

/* What a line begins with. */
struct line {
    enum kind kind;      /* of the op, if it is one */
    bool label, results; /* begins with one */
    struct gap behind;   /* in front of the token that the lexer has come to, if that is on a later line */
};

/* ---- names ---- */

static bool text_is_any(const char *text, const char *const *list) {
    for (; *list; list++)
        if (*text == **list && strcmp(text, *list) == 0) return true;
    return false;
}

/* Ops without results that are printed without their dialect: in functions, at top level, in pdl patterns. */
static bool is_short_op_name(const struct word *word) {
    static const char *const names[] = {
        "return",  "module",  "call",  "call_indirect",           "func",
        "rewrite", "replace", "erase", "apply_native_constraint", "apply_native_rewrite",
        NULL
    };
    return text_is_any(word->text, names);
}

static const char *last_part(const struct word *word) {
    return word->last_part < sizeof word->text ? word->text + word->last_part : "";
}

static bool is_terminator_name(const struct word *word) {
    static const char *const names[] = { "return", "terminator", "yield", "unreachable", "end", NULL };
    return text_is_any(last_part(word), names);
}

static bool is_barrier_name(const struct word *word) { return word->last_part && strstr(last_part(word), "barrier"); }

/* Ops that no value or string follows. */
static bool is_bare_name(const struct word *word) {
    static const char *const names[] = {
        "gpu.barrier",          "amdgpu.lds_barrier", "rocdl.barrier", "rocdl.s.barrier", "rocdl.s.barrier.signal",
        "rocdl.s.barrier.wait", "nvvm.barrier0",      "ttg.barrier",   "gpu.thread_id",   "gpu.block_id",
        "gpu.block_dim",        "gpu.grid_dim",       "gpu.lane_id",   "arith.constant",  NULL
    };
    return text_is_any(word->text, names);
}

/* What stands between the name of a function and its symbol. */
static bool is_visibility(const struct word *word) {
    static const char *const names[] = { "private", "public", "nested", "internal", "external", NULL };
    return text_is_any(word->text, names);
}

/* Bounds of loops, `%i = max #map(..)`: no names of ops. */
static bool is_bound(const struct word *word) {
    static const char *const names[] = { "max", "min", "symbol", "affine_map", NULL };
    return text_is_any(word->text, names);
}

static enum kind kind_of(const struct word *word) {
    if (is_bare_name(word)) return KIND_BARE;
    if (word->last_part && strcmp(last_part(word), "func") == 0) return KIND_FUNCTION;
    return strcmp(last_part(word), "module") == 0 ? KIND_MODULE : KIND_OTHER;
}

/* ---- results ---- */

/* Inside a damaged list of results: does a little further on `= name` follow? */
static bool scan_to_name(struct look *look) {
    for (int i = 0; i < RESULT_DAMAGE_MAX && !at_line_end(look) && peek(look) != '%'; i++) {
        bool equals = peek(look) == '=';
        advance(look);
        if (!equals) continue;
        skip_blanks(look);
        if (peek(look) == '"') return true;
        bool dot = false;
        for (int length = 0; length < REST_OF_LINE_MAX && is_id_char(peek(look)); length++) {
            dot |= peek(look) == '.';
            advance(look);
        }
        return dot;
    }
    return false;
}

/* Behind values alone in their line, at the first token of a later line. */
static enum start judge_lone_values(struct look *look, int values) {
    int32_t c = peek(look);
    bool op = c == '%' || c == '}' || c == '^' || c == '"' || at_end(look);
    if (is_letter(c)) {
        struct word word = scan_word(look);
        op = word.last_part || is_short_op_name(&word);
    }
    return op && values == 1 ? START_OPERANDS : START_CONTINUATION;
}

/* At `%`: exactly `%a:2, %b = name`, the results on several lines only if `lines`. */
static bool scan_exact_results(struct look *look, bool lines, enum kind *kind) {
    for (int values = 1;; values++) {
        if (peek(look) != '%' || values > RESULTS_MAX) return false;
        advance(look);
        skip_suffix_id(look);
        scan_gap(look, (struct gap){ 0 });
        if (peek(look) == ':') {
            advance(look);
            scan_gap(look, (struct gap){ 0 });
            if (!is_digit(peek(look))) return false;
            while (is_digit(peek(look))) advance(look);
            scan_gap(look, (struct gap){ 0 });
        }
        if (peek(look) != ',') break;
        advance(look);
        if (scan_gap(look, (struct gap){ 0 }).newline && !lines) return false;
    }
    if (peek(look) != '=') return false;
    advance(look);
    scan_gap(look, (struct gap){ 0 });
    if (peek(look) == '"') {
        if (!string_is_closed(look)) return false;
        scan_gap(look, (struct gap){ 0 });
        return peek(look) == '(';
    }
    if (!is_letter(peek(look))) return false;
    struct word word = scan_word(look);
    *kind = kind_of(&word);
    return !is_bound(&word);
}

/* Behind the `=` of results. */
static enum start scan_behind_equals(struct look *look, enum kind *kind) {
    struct gap gap = scan_gap(look, (struct gap){ 0 });
    if (gap.split || gap.endless || at_end(look) || gap.slash) return START_LIKELY_OP;
    int32_t c = peek(look);
    if (is_letter(c)) {
        struct word word = scan_word(look);
        *kind = kind_of(&word);
        return is_bound(&word) ? START_CONTINUATION : START_OP;
    }
    if (c == '"') return START_OP;
    if (!gap.newline) return START_DAMAGED_OP;
    if (c == '}' || c == '^') return START_LIKELY_OP;
    return scan_exact_results(look, false, kind) ? START_LIKELY_OP : START_DAMAGED_OP; /* the next op? */
}

/* `-> %m as memref<4xf32>`: a result that is tied to an operand. Else the lexer stays inside of the word. */
static bool at_tie(struct look *look) {
    if (peek(look) != 'a') return false;
    advance(look);
    if (peek(look) != 's') return false;
    advance(look);
    return !is_id_char(peek(look));
}

/* At the beginning of a line, at `%`: is this `%a:2, %b = name`? Also where one of these tokens is missing, and where
 * one is too many. */
static enum start scan_results(struct look *look, enum kind *kind) {
    int values = 0, lines = 0;
    bool comma = false, damaged = false;
    for (;;) {
        int32_t c = peek(look);
        if (c == '%') {
            damaged |= values++ > 0 && !comma;
            advance(look);
            skip_suffix_id(look);
            comma = false;
        } else if (c == ':') {
            advance(look);
            skip_blanks(look);
            if (values == 0 && !is_digit(peek(look))) return START_CONTINUATION; /* no count of a missing result */
            if (values == 1 && peek(look) == ':') return START_ENTRY;
            while (is_digit(peek(look))) advance(look);
        } else if (c == ',') {
            advance(look);
            comma = true;
        } else if (is_blank(c)) {
            advance(look);
        } else if (values > 0 && (c == '\n' || c == '/')) {
            struct gap gap = scan_gap(look, (struct gap){ 0 });
            if (!gap.newline || gap.split || gap.endless || gap.slash || ++lines > RESULT_LINES_MAX)
                return START_OPERANDS;
            c = peek(look);
            if (c == ':' || (c != ',' && c != '=' && !(c == '%' && comma))) return judge_lone_values(look, values);
        } else {
            break;
        }
    }
    if (is_letter(peek(look))) {
        if (values == 1 && at_tie(look)) return START_CONTINUATION;
        while (is_letter(peek(look)) || is_digit(peek(look))) advance(look);
        if (peek(look) == '.') return values == 1 ? START_DAMAGED_OP : START_OPERANDS;
        return scan_to_name(look) ? START_DAMAGED_OP : START_OPERANDS;
    }
    bool index = values == 1 && peek(look) == '[';
    if (peek(look) != '=') return scan_to_name(look) ? START_DAMAGED_OP : index ? START_ENTRY : START_OPERANDS;
    advance(look);
    enum start start = scan_behind_equals(look, kind);
    return damaged ? START_CONTINUATION : start; /* operands, and behind them another op */
}

/* ---- strings and names ---- */

/* Behind a name, at an opening parenthesis: operands or nothing? */
static enum start scan_operands(struct look *look) {
    advance(look);
    scan_gap(look, (struct gap){ 0 });
    return peek(look) == '%' || peek(look) == ')' ? START_OP : START_LIKELY_OP;
}

/* At `"`: is this the name of an op in generic form? */
static enum start scan_string(struct look *look) {
    advance(look);
    enum kind kind;
    if (peek(look) == '%')
        return scan_results(look, &kind) == START_OP ? START_DAMAGED_OP
                                                     : START_CONTINUATION; /* the quote is too many */
    if (!skip_string(look)) return START_CONTINUATION;
    struct gap gap = scan_gap(look, (struct gap){ 0 });
    if (peek(look) == '(') return scan_operands(look);
    return !gap.newline && (peek(look) == '%' || peek(look) == ')') ? START_OPERANDS : START_CONTINUATION;
}

/* `applies stablehlo.add across dimensions`: a name in the middle of an op. */
static bool at_across(struct look *look) {
    if (peek(look) != 'a') return false;
    struct word word = scan_word(look);
    return strcmp(word.text, "across") == 0;
}

/* Behind a bare name that may be an op's: what does the text behind it say? `gap` is set where the line ends with
 * it. */
static enum start scan_behind_word(struct look *look, const struct word *word, struct gap *gap) {
    *gap = scan_gap(look, (struct gap){ 0 });
    int32_t c = peek(look);
    if (c == '=' || c == ',') return START_DAMAGED_OP; /* an entry of a dictionary, or an operand is missing */
    if (gap->newline) return is_closer(c) ? START_NAME : START_OP;
    if (gap->slash) return START_LIKELY_OP;
    if (is_letter(c)) return at_across(look) ? START_CONTINUATION : START_OP;
    if (c == '%' || c == '@' || c == '^' || c == '"' || is_digit(c)) return START_OP;
    if (c == '(') return word->last_part ? scan_operands(look) : START_CONTINUATION;
    return START_LIKELY_OP;
}

/* ---- labels ---- */

/* Behind an opening parenthesis: moves behind the closing one. */
static bool skip_parentheses(struct look *look) {
    int64_t outside = look->nested - 1, open = look->open;
    for (int i = 0; i < REST_OF_LINE_MAX && !at_end(look) && look->open >= open; i++) {
        int32_t c = peek(look);
        if (c == '"') {
            if (!string_is_closed(look)) return false;
            continue;
        }
        if (c == '/') {
            if (scan_slash(look, false, false) == SLASH_COMMENT) skip_line(look);
            continue;
        }
        advance(look);
        if (c == ')' && look->nested == outside) return true;
    }
    return false;
}

/* At `:` behind what may be a label: the types of an op would follow in parentheses, as in `unwind ^bb2 : (i32) ->
 * ()`. */
static bool colon_ends_label(struct look *look) {
    advance(look);
    scan_gap(look, (struct gap){ 0 });
    return peek(look) != '(';
}

/* At `^`: is this a label? */
static enum start scan_label(struct look *look) {
    advance(look);
    skip_suffix_id(look);
    struct gap gap = scan_gap(look, (struct gap){ 0 });
    if (peek(look) == ':') return colon_ends_label(look) ? START_OP : START_CONTINUATION;
    if (peek(look) == '%' && !gap.newline) return START_DAMAGED_OP;
    if (peek(look) != '(') return START_CONTINUATION;
    advance(look);
    if (!skip_parentheses(look)) return START_LIKELY_OP;
    gap = scan_gap(look, (struct gap){ 0 });
    if (peek(look) == ':') return colon_ends_label(look) ? START_OP : START_CONTINUATION;
    int32_t c = peek(look);
    return (gap.newline && (is_letter(c) || c == '%' || c == '"' || c == '}' || c == '^')) || at_end(look)
               ? START_OPERANDS
               : START_CONTINUATION;
}

/* At a parenthesis: what is left of a label, `(%a: i32):` and nothing else in the line, or of an op without its
 * name? Or does the op in front go on? */
static enum start scan_parentheses(struct look *look) {
    advance(look);
    if (peek(look) != '%') return START_CONTINUATION;
    advance(look);
    skip_suffix_id(look);
    skip_blanks(look);
    bool typed = peek(look) == ':';
    if (!skip_parentheses(look)) return START_OPERANDS;
    skip_blanks(look);
    if (typed && peek(look) == '{')
        return START_CONTINUATION; /* arguments of a region: `.. -> f32 =` / `(%a: f32) {` */
    if (peek(look) != ':') return START_OPERANDS;
    advance(look);
    skip_blanks(look);
    return typed && (at_line_end(look) || peek(look) == '/') ? START_LIKELY_OP : START_OPERANDS;
}

/* ---- lines ---- */

/* At a hash or exclamation mark: is this an alias? */
static enum start scan_alias(struct look *look) {
    advance(look);
    skip_suffix_id(look);
    struct gap gap = scan_gap(look, (struct gap){ 0 });
    if (is_letter(peek(look)) && !gap.newline) { /* without its `=`? */
        struct word word = scan_word(look);
        /* Behind `!tile` a location may follow, or in the same line the next op: `test.join(%a)`. */
        bool other = strcmp(word.text, "loc") == 0 || word.last_part;
        return (peek(look) == '<' || peek(look) == '(') && !other ? START_OPERANDS : START_CONTINUATION;
    }
    if (peek(look) != '=') return START_CONTINUATION;
    advance(look);
    if (peek(look) == '=') return START_CONTINUATION;
    scan_gap(look, (struct gap){ 0 });
    return peek(look) == '%' ? START_CONTINUATION : START_TOP_LEVEL;
}

/* At `=`, behind results that are missing? */
static enum start scan_equals_alone(struct look *look) {
    advance(look);
    skip_blanks(look);
    if (peek(look) == '"') return scan_string(look) == START_OP ? START_LIKELY_OP : START_CONTINUATION;
    if (!is_letter(peek(look))) return START_CONTINUATION;
    return scan_word(look).last_part ? START_LIKELY_OP : START_CONTINUATION;
}

/* At the first token of a line, or behind a gap. */
static enum start scan_start(struct look *look, struct gap gap, struct line *line) {
    *line = (struct line){ 0 };
    if (gap.split || at_end(look)) return START_END;
    if (gap.slash) return START_CONTINUATION;
    int32_t c = peek(look);
    if (c == '}') return START_CLOSE;
    line->results = c == '%';
    if (c == '%') return scan_results(look, &line->kind);
    if (c == ',' || c == ':') return scan_results(look, &line->kind) == START_OP ? START_LIKELY_OP : START_CONTINUATION;
    if (is_digit(c)) { /* a result without its % */
        skip_suffix_id(look);
        skip_blanks(look);
        return (peek(look) == '=' || peek(look) == ',') && scan_to_name(look) ? START_DAMAGED_OP : START_CONTINUATION;
    }
    if (c == '"') return scan_string(look);
    line->label = c == '^';
    if (line->label) return scan_label(look);
    if (c == '@') { /* a function without its keyword? */
        advance(look);
        while (is_id_char(peek(look))) advance(look);
        return peek(look) == '(' ? START_OPERANDS : START_CONTINUATION;
    }
    if (c == '=') return scan_equals_alone(look);
    if (c == '(' || c == '<') return scan_parentheses(look);
    if (c == ')' || c == ']' || c == '>' || c == '[' || c == '-' || c == '+' || c == '*' || c == '.' || c == '?') {
        advance(look); /* one character too many in front of an op? */
        return peek(look) == '%' && scan_results(look, &line->kind) == START_OP ? START_DAMAGED_OP : START_CONTINUATION;
    }
    if (is_letter(c)) {
        struct word word = scan_word(look);
        if (is_visibility(&word)) return START_OPERANDS;
        if (!word.last_part && !is_short_op_name(&word)) {
            skip_blanks(look);
            return peek(look) == '=' && scan_to_name(look) ? START_DAMAGED_OP : START_CONTINUATION;
        }
        line->kind = kind_of(&word);
        return scan_behind_word(look, &word, &line->behind);
    }
    if (c == '#' || c == '!') return scan_alias(look);
    if (c == '{') {
        advance(look);
        if (peek(look) != '-') return START_CONTINUATION;
        advance(look);
        return peek(look) == '#' ? START_TOP_LEVEL : START_CONTINUATION;
    }
    return START_CONTINUATION;
}

/* ---- the middle of a line ---- */

/* Can a token that begins an op in the middle of a line begin with this? */
static bool may_begin_op(int32_t c) { return c == '%' || is_letter(c) || c == '"' || c == '^' || c == '#' || c == '!'; }

/* Where in an op a token in the middle of a line stands. */
struct place {
    bool typed;     /* types or a region have come */
    bool bare;      /* it is a KIND_BARE */
    bool named;     /* its name stands directly in front: what follows may belong to it */
    bool top_level; /* it is in no region */
};

/* Behind a word in the middle of a line: is it an op's name? */
static bool word_begins_op(struct look *look, const struct word *word, struct place place) {
    bool adjacent = !scan_gap(look, (struct gap){ 0 }).blank, free = place.typed || place.bare || !place.named;
    int32_t c = peek(look);
    if (c == '=' || c == ',') return false;
    if (!word->last_part) {
        if (strcmp(word->text, "return") == 0) return free || c == '%' || c == '}' || c == ':' || at_end(look);
        if (strcmp(word->text, "module") == 0) return c == '{' || c == '@' || c == 'a';
        return is_short_op_name(word) && (c == '%' || c == '"' || (free && (c == '@' || c == 'w' /* rewrite with */)));
    }
    if (c == ':') return free;
    if (c == '<' && adjacent) return place.typed;
    return c == '<' || c == '}' || !is_closer(c) ? !at_across(look) : false;
}

/* In the middle of a line, where an op may have ended. */
static enum start scan_middle(struct look *look, struct place place, struct line *line) {
    *line = (struct line){ 0 };
    int32_t c = peek(look);
    enum start start = START_CONTINUATION;
    if (c == '%') return scan_exact_results(look, place.typed, &line->kind) ? START_OP : START_CONTINUATION;
    if (c == '"') { /* not of `llvm.call_intrinsic "name"(..)` or `wraps "name"(..)` */
        if (place.typed || place.bare) start = scan_string(look);
        return start == START_OP || start == START_LIKELY_OP ? START_OP : START_CONTINUATION;
    }
    if (c == '^') {
        line->label = true;
        return scan_label(look) == START_OP ? START_OP : START_CONTINUATION;
    }
    if (c == '#' || c == '!') {
        if (place.top_level) start = scan_alias(look);
        return start == START_TOP_LEVEL ? START_TOP_LEVEL : START_CONTINUATION;
    }
    struct word word = scan_word(look);
    if (!word_begins_op(look, &word, place)) return START_CONTINUATION;
    line->kind = kind_of(&word);
    return START_OP;
}

#endif
