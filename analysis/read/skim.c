#include "read/skim.h"
#include "base/chars.h"
#include "base/hash.h"
#include "base/source.h"
#include "read/lex.h"
#include "read/type.h"
#include "read/unit_head.h"
#include <string.h>

enum {
    WORDS_MAX = 1 << 14,   /* twice the different ones that are remembered; others are looked up each time */
    STRING_MAX = 64,       /* bytes of the longest string that may be the name of an op */
    NUMBER_MAX = 4,        /* digits of the longest memory space */
    BRACKETS_MAX = 1 << 12 /* deeper nesting counts as damage */
};

/* What a word says, as bits. */
enum { WORD_KNOWN = 1, WORD_MATTERS = 2, WORD_FUNCTION = 4, WORD_MODULE = 8, WORD_SYMBOL = 16, WORD_SPACE = 32 };
typedef struct {
    uint64_t first, last; /* its first and its last bytes; all of a word of up to BOTH_ENDS bytes */
    uint32_t at, len;
    uint8_t says; /* 0: the slot is free */
} known_word;
enum { BOTH_ENDS = 16 };

/* What a byte begins outside of strings and comments. */
typedef enum {
    BEGIN_NOTHING, /* blanks, and marks that say nothing */
    BEGIN_LINE,
    BEGIN_COMMENT, /* when a second slash follows */
    BEGIN_WORD,
    BEGIN_NUMBER,
    BEGIN_NAME,
    BEGIN_SYMBOL,
    BEGIN_STRING,
    BEGIN_OPEN,
    BEGIN_CLOSE,
    BEGIN_DAMAGE /* MLIR has no use for it */
} token_start;

typedef struct {
    struct fp_arena *keep;
    fp_str text;
    const fp_own_rows *own;
    fp_skim *skim;
    fp_skimmed_section section; /* the one that is read */
    fp_skim_parts parts;        /* of it */
    known_word *words;          /* WORDS_MAX slots */
    uint32_t word_count;
    uint8_t begins[256];     /* a token_start by its byte */
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
    if (fp_type_number_is_workgroup(word)) says |= WORD_SPACE;
    if (!info) return says;
    if (info->region == FP_REGION_FUNC) says |= WORD_FUNCTION;
    if (info->region == FP_REGION_MODULE) says |= WORD_MODULE;
    if (info->symbol) says |= WORD_SYMBOL;
    return says;
}

/* Both ends of a word that has a byte at least; those of a short word overlap. */
static inline void read_ends(const char *word, size_t len, uint64_t *first, uint64_t *last) {
    *first = *last = 0;
    if (len >= sizeof *first) {
        memcpy(first, word, sizeof *first);
        memcpy(last, word + len - sizeof *last, sizeof *last);
    } else if (len >= sizeof(uint32_t)) {
        memcpy(first, word, sizeof(uint32_t));
        memcpy(last, word + len - sizeof(uint32_t), sizeof(uint32_t));
    } else {
        *first = (uint64_t)(unsigned char)word[0] << 16 | (uint64_t)(unsigned char)word[len / 2] << 8 |
                 (unsigned char)word[len - 1];
    }
}

static uint8_t word_says(skimmer *s, size_t start, size_t end) {
    const char *text = s->text.data;
    size_t len = end - start;
    uint64_t first, last;
    read_ends(text + start, len, &first, &last);
    uint32_t at = fp_map_fold(fp_hash_mix(fp_hash_mix(first, len), last)) & (WORDS_MAX - 1);
    for (const known_word *known; (known = &s->words[at])->says; at = (at + 1) & (WORDS_MAX - 1))
        if (known->first == first && known->last == last && known->len == len &&
            (len <= BOTH_ENDS || memcmp(text + known->at, text + start, len) == 0))
            return known->says;
    uint8_t says = look_up(s, (fp_str){ text + start, len });
    if (s->word_count == WORDS_MAX / 2) return says;
    s->words[at] = (known_word){ first, last, (uint32_t)start, (uint32_t)len, says };
    s->word_count++;
    return says;
}

static size_t word_end(fp_str text, size_t at) {
    while (at < text.len && fp_is_word(text.data[at])) at++;
    return at;
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
static void take_string(skimmer *s, size_t start, size_t end) {
    if (end <= start || end - start > STRING_MAX) return;
    uint8_t says = word_says(s, start, end);
    if (says & WORD_MATTERS) matter(s);
    if (says & (WORD_FUNCTION | WORD_MODULE)) s->section.plain = false;
}

static size_t take_word(skimmer *s, size_t at) {
    size_t end = word_end(s->text, at + 1);
    uint8_t says = word_says(s, at, end);
    if (says == WORD_KNOWN) return end;
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
    size_t end = word_end(s->text, at + 1);
    if (end - at <= NUMBER_MAX && word_says(s, at, end) & WORD_SPACE && may_be_space(s->text, at, end)) matter(s);
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
    size_t end = word_end(line, 1);
    fp_str word = fp_str_slice(line, 0, end);
    if (word_says(s, at, at + end) & (WORD_FUNCTION | WORD_MODULE | WORD_SYMBOL)) return true;
    return fp_str_find(word, '.') < word.len && names_symbol(fp_str_slice(line, end, line.len));
}

/* ---- statements ---- */

static uint64_t symbol_hash(fp_str text, size_t sigil) { return fp_str_hash(fp_lex_name(text, sigil)); }

/* What the line at `at`, which begins with the word, says it is. */
static fp_statement statement_of(skimmer *s, size_t at, fp_str line, fp_str word) {
    uint8_t says = word_says(s, at, at + word.len);
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
        what = statement_of(s, at, line, fp_str_slice(line, 0, word_end(line, 1)));
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

/* ---- tokens ---- */

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

static token_start what_begins(unsigned char byte) {
    static const char marks[] = "!#$&*+,-.:<=>?|";
    char c = (char)byte;
    if (c == '\n') return BEGIN_LINE;
    if (fp_is_letter(c)) return BEGIN_WORD;
    if (fp_is_digit(c)) return BEGIN_NUMBER;
    switch (c) {
    case '/': return BEGIN_COMMENT;
    case '%':
    case '^': return BEGIN_NAME;
    case '@': return BEGIN_SYMBOL;
    case '"': return BEGIN_STRING;
    case '(':
    case '[':
    case '{': return BEGIN_OPEN;
    case ')':
    case ']':
    case '}': return BEGIN_CLOSE;
    default: return fp_is_space(c) || memchr(marks, c, sizeof marks - 1) ? BEGIN_NOTHING : BEGIN_DAMAGE;
    }
}

static size_t take_quoted(skimmer *s, size_t at) {
    bool closed;
    size_t end = fp_source_string_end(s->text, at, &closed);
    if (!closed) s->damaged = true;
    take_string(s, at + 1, closed ? end - 1 : end);
    return end;
}

static size_t take_symbol(skimmer *s, size_t at) {
    fp_parts_symbol(&s->parts, symbol_hash(s->text, at));
    return at + 1 < s->text.len && s->text.data[at + 1] == '"' ? at + 1 : skip_name(s->text, at + 1);
}

/* To the end of the line, or to the comment in it. */
static size_t take_tokens(skimmer *s, size_t at) {
    const fp_str text = s->text;
    while (at < text.len) {
        char c = text.data[at];
        switch ((token_start)s->begins[(unsigned char)c]) {
        case BEGIN_NOTHING:
            do at++;
            while (at < text.len && s->begins[(unsigned char)text.data[at]] == BEGIN_NOTHING);
            break;
        case BEGIN_LINE: return at;
        case BEGIN_COMMENT:
            if (fp_source_is_comment(text, at)) return at;
            at++;
            break;
        case BEGIN_WORD: at = take_word(s, at); break;
        case BEGIN_NUMBER: at = take_number(s, at); break;
        case BEGIN_NAME: at = skip_name(text, at + 1); break;
        case BEGIN_SYMBOL: at = take_symbol(s, at); break;
        case BEGIN_STRING: at = take_quoted(s, at); break;
        case BEGIN_OPEN:
            open_bracket(s, c == '(' ? ')' : c == '[' ? ']' : '}');
            at++;
            break;
        case BEGIN_CLOSE:
            close_bracket(s, c);
            at++;
            break;
        case BEGIN_DAMAGE:
            s->damaged = true;
            at++;
            break;
        }
    }
    return at;
}

/* At the first token of a line, which is no comment. */
static size_t take_line(skimmer *s, size_t at) {
    if (s->depth == 0 && !line_is_plain(s, at)) s->section.plain = false;
    if (fp_parts_asks(&s->parts, s->depth)) take_statement(s, at);
    return take_tokens(s, at);
}

fp_skim fp_skim_text(struct fp_arena *keep, fp_str text, const fp_own_rows *own) {
    fp_skim skim = { 0 };
    struct fp_arena *scratch = fp_arena_new();
    skimmer *s = FP_NEW(scratch, skimmer, 1);
    *s = (skimmer){ .keep = keep, .text = text, .own = own, .skim = &skim };
    s->words = FP_NEW(scratch, known_word, WORDS_MAX);
    s->parts = (fp_skim_parts){ .keep = keep, .scratch = scratch, .parts = &skim.parts };
    for (unsigned byte = 0; byte < 256; byte++) s->begins[byte] = (uint8_t)what_begins((unsigned char)byte);
    begin_section(s, 0, 0);
    bool alone = true; /* nothing but blanks yet on this line */
    for (size_t at = 0; at < text.len;) {
        if (fp_is_space(text.data[at])) {
            alone |= text.data[at++] == '\n';
        } else if (fp_source_is_comment(text, at)) {
            at = take_comment(s, at, alone);
        } else {
            at = take_line(s, at);
            alone = false;
        }
    }
    end_section(s, text.len);
    fp_arena_drop(scratch);
    return skim;
}
