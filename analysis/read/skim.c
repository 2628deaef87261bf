#include "read/skim.h"
#include "base/chars.h"
#include "base/hash.h"
#include "base/source.h"
#include "read/lex.h"
#include "read/type.h"
#include "read/unit_head.h"
#include <string.h>

enum {
    WORDS_MAX = 1 << 14,   /* different ones that are remembered; others are looked up each time */
    STRING_MAX = 64,       /* bytes of the longest string that may be the name of an op */
    NUMBER_MAX = 4,        /* digits of the longest memory space */
    BRACKETS_MAX = 1 << 12 /* deeper nesting counts as damage */
};

/* What a word says, as bits. */
enum { WORD_KNOWN = 1, WORD_MATTERS = 2, WORD_FUNCTION = 4, WORD_MODULE = 8, WORD_SYMBOL = 16 };
typedef struct {
    fp_str text;
    uint8_t says;
} known_word;

typedef struct {
    struct fp_arena *keep;
    fp_str text;
    const fp_own_rows *own;
    fp_skim *skim;
    fp_skimmed_section section; /* the one that is read */
    fp_skim_parts parts;        /* of it */
    known_word *words;          /* WORDS_MAX slots */
    uint32_t word_count;
    char open[BRACKETS_MAX]; /* what closes the open brackets */
    uint32_t depth;
    bool damaged;
    size_t function_at; /* where the word of the last function that begins a part stands */
} skimmer;

/* ---- words ---- */

static uint8_t look_up(const skimmer *s, fp_str word) {
    const fp_op_info *info = fp_op_info_find_with(s->own, word);
    uint8_t says = WORD_KNOWN;
    if (fp_type_word_is_workgroup(word) || fp_unit_word_matters(word) || (info && fp_unit_op_matters(info)))
        says |= WORD_MATTERS;
    if (!info) return says;
    if (info->region == FP_REGION_FUNC) says |= WORD_FUNCTION;
    if (info->region == FP_REGION_MODULE) says |= WORD_MODULE;
    if (info->symbol) says |= WORD_SYMBOL;
    return says;
}

static uint8_t word_says(skimmer *s, fp_str word) {
    uint64_t hash = word.len;
    for (size_t i = 0; i < word.len; i++) hash = hash * 31 + (unsigned char)word.data[i];
    uint32_t at = (uint32_t)fp_hash_mix(hash, 0) & (WORDS_MAX - 1);
    for (; s->words[at].says; at = (at + 1) & (WORDS_MAX - 1))
        if (fp_str_equal(s->words[at].text, word)) return s->words[at].says;
    uint8_t says = look_up(s, word);
    if (s->word_count < WORDS_MAX / 2) s->words[at] = (known_word){ word, says }, s->word_count++;
    return says;
}

static void matter(skimmer *s) {
    s->section.matters = true;
    fp_parts_matter(&s->parts);
}

/* ---- functions and modules ---- */

/* A function's or module's name stands on the line of its op. */
static void add_symbol(skimmer *s, uint32_t at, bool module) {
    fp_str rest = fp_str_slice(s->text, at, fp_source_line_end(s->text, at));
    size_t sigil = 0;
    while (sigil < rest.len && !fp_char_is(rest.data[sigil], FP_CHAR_OPENS) && rest.data[sigil] != '@') sigil++;
    bool named = sigil < rest.len && rest.data[sigil] == '@';
    if (!named && !module) return;
    fp_str name = named ? fp_lex_name(rest, sigil) : (fp_str){ 0 };
    *FP_PUSH(s->keep, &s->skim->symbols) = (fp_skimmed_symbol){ name, { at, at + (uint32_t)rest.len }, module };
    s->section.symbol_count++;
}

/* An op in generic form says its name in a string. Functions in this form have theirs elsewhere: they are read. */
static void take_string(skimmer *s, fp_str inside) {
    if (inside.len == 0 || inside.len > STRING_MAX) return;
    uint8_t says = word_says(s, inside);
    if (says & WORD_MATTERS) matter(s);
    if (says & (WORD_FUNCTION | WORD_MODULE)) s->section.plain = false;
}

static size_t take_word(skimmer *s, size_t at) {
    size_t end = at + 1;
    while (end < s->text.len && fp_is_word(s->text.data[end])) end++;
    uint8_t says = word_says(s, fp_str_slice(s->text, at, end));
    if (says & WORD_MATTERS) matter(s);
    if (says & (WORD_FUNCTION | WORD_MODULE)) add_symbol(s, (uint32_t)at, says & WORD_MODULE);
    if (says & WORD_FUNCTION && at != s->function_at) s->parts.doubtful = true; /* it does not begin a part */
    return end;
}

/* Is the number a line or column of a location, as in `loc("kern.py":3:5)`? */
static bool is_location(fp_str text, size_t at) {
    return at > 1 && text.data[at - 1] == ':' && (text.data[at - 2] == '"' || fp_is_digit(text.data[at - 2]));
}

/* May the number be a memory space: a parameter of a type, or the value of an attribute or alias? */
static bool may_be_space(fp_str text, size_t at, size_t end) {
    if (is_location(text, at)) return false;
    while (at > 0 && fp_is_blank(text.data[at - 1])) at--;
    while (end < text.len && fp_is_blank(text.data[end])) end++;
    char before = at > 0 ? text.data[at - 1] : '=', behind = end < text.len ? text.data[end] : '\n';
    bool listed = before == '(' || before == '[' || before == '{' || behind == ')' || behind == ']';
    return !listed && !fp_is_word(before) && !fp_is_word(behind);
}

static size_t take_number(skimmer *s, size_t at) {
    size_t end = at + 1;
    while (end < s->text.len && fp_is_word(s->text.data[end])) end++;
    if (end - at <= NUMBER_MAX && fp_type_number_is_workgroup(fp_str_slice(s->text, at, end)) &&
        may_be_space(s->text, at, end))
        matter(s);
    return end;
}

/* ---- lines at file level ---- */

static bool names_symbol(fp_str line) {
    size_t at = 0;
    while (at < line.len && !strchr("@([{<=\"%", line.data[at])) at++;
    return at < line.len && line.data[at] == '@';
}

/* An alias, or an op with a symbol: no prose, and nothing of an op in front. */
static bool line_is_plain(skimmer *s, size_t at) {
    fp_str line = fp_str_slice(s->text, at, fp_source_line_end(s->text, at));
    char first = line.data[0];
    if (first == '#' || first == '!') {
        size_t end = 1;
        while (end < line.len && fp_is_suffix(line.data[end])) end++;
        while (end < line.len && fp_is_blank(line.data[end])) end++;
        return end > 1 && end < line.len && line.data[end] == '=';
    }
    if (first == '{') return line.len > 2 && line.data[1] == '-' && line.data[2] == '#';
    if (!fp_is_letter(first)) return false;
    size_t end = 1;
    while (end < line.len && fp_is_word(line.data[end])) end++;
    fp_str word = fp_str_slice(line, 0, end);
    if (word_says(s, word) & (WORD_FUNCTION | WORD_MODULE | WORD_SYMBOL)) return true;
    return fp_str_find(word, '.') < word.len && names_symbol(fp_str_slice(line, end, line.len));
}

/* ---- statements ---- */

static uint64_t symbol_hash(fp_str text, size_t sigil) { return fp_str_hash(fp_lex_name(text, sigil)); }

/* What the line that begins with the word says it is. */
static fp_statement statement_of(skimmer *s, fp_str line, fp_str word) {
    uint8_t says = word_says(s, word);
    if (says & WORD_FUNCTION) return FP_STATEMENT_FUNCTION;
    if (says & WORD_MODULE) return FP_STATEMENT_MODULE;
    if (says & WORD_SYMBOL) return FP_STATEMENT_FRAME;
    bool op = fp_str_find(word, '.') < word.len && !fp_op_info_find_with(s->own, word);
    return op && names_symbol(fp_str_slice(line, word.len, line.len)) ? FP_STATEMENT_UNKNOWN : FP_STATEMENT_GOES_ON;
}

/* At the first token of a line directly inside of a module or at file level. A second statement on the line of a
 * function, of a module's head or of its end is one too many. */
static void take_statement(skimmer *s, size_t at) {
    fp_str line = fp_str_slice(s->text, at, fp_source_line_end(s->text, at));
    fp_statement what = FP_STATEMENT_GOES_ON;
    uint64_t name = 0;
    if (line.data[0] == '}') {
        what = FP_STATEMENT_END;
        s->parts.doubtful |= fp_str_find(line, '{') < line.len;
    } else if (line.data[0] == '#' || line.data[0] == '!') {
        what = FP_STATEMENT_FRAME;
    } else if (fp_is_letter(line.data[0])) {
        size_t end = 1;
        while (end < line.len && fp_is_word(line.data[end])) end++;
        what = statement_of(s, line, fp_str_slice(line, 0, end));
        size_t sigil = fp_str_find(line, '@');
        name = sigil < line.len ? symbol_hash(line, sigil) : 0;
        s->parts.doubtful |= what == FP_STATEMENT_FUNCTION && sigil == line.len;
        s->function_at = what == FP_STATEMENT_FUNCTION ? at : SIZE_MAX;
    }
    fp_parts_statement(&s->parts, what, (uint32_t)fp_source_line_start(s->text, at), s->depth, name);
}

/* ---- sections ---- */

static void end_section(skimmer *s, size_t end) {
    s->section.span.end = (uint32_t)end;
    if (s->depth || s->damaged) s->section.plain = false;
    s->section.first_part = s->parts.first;
    s->section.part_count = fp_parts_end_section(&s->parts, (uint32_t)end, s->section.plain);
    s->section.frame_matters = s->parts.frame_matters;
    *FP_PUSH(s->keep, &s->skim->sections) = s->section;
    s->depth = 0;
    s->damaged = false;
}

static void begin_section(skimmer *s, size_t start, size_t body) {
    s->section = (fp_skimmed_section){
        .span = { (uint32_t)start, 0 }, .body = (uint32_t)body, .plain = true, .first_symbol = s->skim->symbols.len
    };
    fp_parts_begin_section(&s->parts);
}

/* At `//`: behind the comment. `alone`: nothing but blanks stands in front of it. */
static size_t take_comment(skimmer *s, size_t at, bool alone) {
    size_t end = fp_source_line_end(s->text, at);
    if (alone && fp_source_splits(fp_str_slice(s->text, at, end))) {
        end_section(s, fp_source_line_start(s->text, at));
        begin_section(s, fp_source_line_start(s->text, at), end);
    }
    return end;
}

/* ---- the text ---- */

static void open_bracket(skimmer *s, char closes) {
    if (s->depth == BRACKETS_MAX)
        s->damaged = true;
    else
        s->open[s->depth++] = closes;
}

static void close_bracket(skimmer *s, char closes) {
    if (s->depth == 0 || s->open[s->depth - 1] != closes)
        s->damaged = true;
    else
        s->depth--;
}

static size_t skip_name(fp_str text, size_t at) {
    while (at < text.len && fp_is_suffix(text.data[at])) at++;
    return at;
}

/* The token at `at`, which no blank begins; behind it. */
static size_t take_token(skimmer *s, size_t at) {
    char c = s->text.data[at];
    if (fp_is_letter(c)) return take_word(s, at);
    if (fp_is_digit(c)) return take_number(s, at);
    switch (c) {
    case '%':
    case '^': return skip_name(s->text, at + 1);
    case '@':
        fp_parts_symbol(&s->parts, symbol_hash(s->text, at));
        return at + 1 < s->text.len && s->text.data[at + 1] == '"' ? at + 1 : skip_name(s->text, at + 1);
    case '(': open_bracket(s, ')'); break;
    case '[': open_bracket(s, ']'); break;
    case '{': open_bracket(s, '}'); break;
    case ')':
    case ']':
    case '}': close_bracket(s, c); break;
    case '"': {
        bool closed;
        size_t end = fp_source_string_end(s->text, at, &closed);
        if (!closed) s->damaged = true;
        take_string(s, fp_str_slice(s->text, at + 1, closed ? end - 1 : end));
        return end;
    }
    default: /* what MLIR has no use for outside of strings and comments */
        if (!strchr("!#$&*+,-./:<=>?|", c)) s->damaged = true;
    }
    return at + 1;
}

fp_skim fp_skim_text(struct fp_arena *keep, fp_str text, const fp_own_rows *own) {
    fp_skim skim = { 0 };
    struct fp_arena *scratch = fp_arena_new();
    skimmer *s = FP_NEW(scratch, skimmer, 1);
    *s = (skimmer){ .keep = keep, .text = text, .own = own, .skim = &skim };
    s->words = FP_NEW(scratch, known_word, WORDS_MAX);
    s->parts = (fp_skim_parts){ .keep = keep, .scratch = scratch, .parts = &skim.parts };
    begin_section(s, 0, 0);
    bool alone = true; /* nothing but blanks yet on this line */
    for (size_t at = 0; at < text.len;) {
        char c = text.data[at];
        if (fp_is_space(c)) {
            alone |= c == '\n';
            at++;
        } else if (fp_source_is_comment(text, at)) {
            at = take_comment(s, at, alone);
        } else {
            if (alone && s->depth == 0 && !line_is_plain(s, at)) s->section.plain = false;
            if (alone && fp_parts_asks(&s->parts, s->depth)) take_statement(s, at);
            alone = false;
            at = take_token(s, at);
        }
    }
    end_section(s, text.len);
    fp_arena_drop(scratch);
    return skim;
}
