/* scanner_text.h - looking at the text ahead: characters, strings, comments, gaps between tokens. */
#ifndef SCANNER_TEXT_H
#define SCANNER_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* Read by tree-sitter's lexer; with SCANNER_READS_MEMORY straight from memory. */
#ifndef SCANNER_READS_MEMORY
#include "tree_sitter/parser.h"
#endif

enum {
    /* An op may go on behind comments; who writes more than this between two of its lines gets two ops. */
    COMMENT_LINES_MAX = 32,
    COMMENT_BYTES_MAX = 4096,
    /* How far to look for the rest of a line that is only looked at. */
    REST_OF_LINE_MAX = 4096,
};

/* One look at the text ahead of a token. It goes forward only: what looks on begins where the look before ended. */
struct look {
#ifdef SCANNER_READS_MEMORY
    const unsigned char *text;
    uint32_t at, end; /* the next byte; behind the last */
    uint32_t marked;  /* where the token ends that was accepted */
    unsigned token;   /* which one */
#else
    TSLexer *lexer;
#endif
    /* Brackets opened less brackets closed so far, those in strings and comments left out: of braces, and of braces,
     * parentheses and square brackets. */
    int64_t open, nested;
    bool ended;    /* it has come to the end of the section */
    uint32_t hash; /* of what it went over, blanks and comments left out */
};

#ifdef SCANNER_READS_MEMORY
static inline int32_t peek(const struct look *look) { return look->at < look->end ? look->text[look->at] : 0; }
static inline bool at_end(const struct look *look) { return look->at >= look->end; }
/* Bytes of the character in UTF-8 that `text` begins with; a byte that begins none stands alone. */
static uint32_t character_length(const unsigned char *text, uint32_t left) {
    uint32_t length = *text >= 0xF0 ? 4 : *text >= 0xE0 ? 3 : *text >= 0xC0 ? 2 : 1;
    for (uint32_t i = 1; i < length; i++)
        if (i >= left || (text[i] & 0xC0) != 0x80) return 1;
    return length;
}
static inline void step(struct look *look, bool padding) {
    (void)padding;
    if (look->at < look->end)
        look->at += look->text[look->at] < 0x80 ? 1 : character_length(look->text + look->at, look->end - look->at);
}
static inline void mark_end(struct look *look) { look->marked = look->at; }
static inline bool at_first_column(const struct look *look) {
    return look->at == 0 || look->text[look->at - 1] == '\n';
}
static inline void set_token(struct look *look, unsigned token) { look->token = token; }
static inline unsigned token_of(const struct look *look) { return look->token; }
#else
static inline int32_t peek(const struct look *look) { return look->lexer->lookahead; }
static inline bool at_end(const struct look *look) { return peek(look) == 0 && look->lexer->eof(look->lexer); }
static inline void step(struct look *look, bool padding) { look->lexer->advance(look->lexer, padding); }
static inline void mark_end(struct look *look) { look->lexer->mark_end(look->lexer); }
static inline bool at_first_column(const struct look *look) { return look->lexer->get_column(look->lexer) == 0; }
static inline void set_token(struct look *look, unsigned token) { look->lexer->result_symbol = (TSSymbol)token; }
static inline unsigned token_of(const struct look *look) { return look->lexer->result_symbol; }
#endif

static inline void advance(struct look *look) {
    switch (peek(look)) {
    case '{':
        look->open++;
        look->nested++;
        break;
    case '}':
        look->open--;
        look->nested--;
        break;
    case '(':
    case '[': look->nested++; break;
    case ')':
    case ']': look->nested--; break;
    default: break;
    }
    look->hash = look->hash * 31 + (uint32_t)peek(look);
    step(look, false);
}

static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
static inline bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static inline bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static inline bool is_id_char(int32_t c) { return is_letter(c) || is_digit(c) || c == '$' || c == '.'; }
static inline bool is_closer(int32_t c) { return c == ')' || c == ']' || c == '>' || c == '}'; }
static inline bool at_line_end(const struct look *look) { return peek(look) == '\n' || at_end(look); }

/* As in MLIR, a zero byte is white space. */
static inline bool at_space(const struct look *look) {
    return is_blank(peek(look)) || peek(look) == '\n' || (peek(look) == 0 && !at_end(look));
}

static void skip_blanks(struct look *look) {
    while (is_blank(peek(look))) advance(look);
}

static void skip_suffix_id(struct look *look) {
    while (is_id_char(peek(look)) || peek(look) == '-') advance(look);
}

static void skip_line(struct look *look) {
    while (!at_line_end(look)) step(look, false);
}

/* Behind `"`: moves behind the closing quote. False if the line ends first: then it was no string, and brackets in it
 * count. */
static bool skip_string(struct look *look) {
    int64_t open = look->open, nested = look->nested;
    while (peek(look) != '"') {
        if (at_line_end(look)) return false;
        if (peek(look) == '\\') advance(look);
        if (!at_line_end(look)) advance(look);
    }
    advance(look);
    look->open = open;
    look->nested = nested;
    return true;
}

static bool string_is_closed(struct look *look) {
    advance(look);
    return skip_string(look);
}

/* ---- white space and comments ---- */

/* What stands in front of a token. */
struct gap {
    unsigned column; /* of the token, if newline is set */
    bool newline;
    bool blank; /* anything at all */
    bool comment;
    bool split;   /* a line that splits the file; the lexer is at its end */
    bool endless; /* more comments than anyone looks through */
    bool slash;   /* a slash that begins no comment; the lexer is behind it */
};

static void skip_space(struct look *look, struct gap *gap, bool padding) {
    while (at_space(look)) {
        if (peek(look) == '\n') {
            gap->newline = true;
            gap->column = 0;
        } else {
            gap->column++;
        }
        gap->blank = true;
        step(look, padding);
    }
}

/* White space in front of the token to come; a token of no width that ends before it is not moved by it. */
static struct gap skip_padding(struct look *look) {
    struct gap gap = { 0 };
    skip_space(look, &gap, true);
    return gap;
}

/* What begins with a slash. */
enum slash { SLASH_ALONE, SLASH_COMMENT, SLASH_SPLIT };

/* At a slash. A split is `// -----` and nothing else in a line, or with a comment right behind it, as the headers of
 * dumps have it (`// -----// IR Dump After CSE (cse) //----- //`); the caller knows whether a line begins here. The
 * lexer stops inside or at the end of the comment. `take` moves the end of the token to behind the last dash. */
static enum slash scan_slash(struct look *look, bool line_start, bool take) {
    static const char split[] = "// -----";
    unsigned matched = 0;
    while (split[matched] && peek(look) == split[matched]) {
        advance(look);
        matched++;
    }
    if (matched == 1 && at_line_end(look)) return SLASH_COMMENT; /* its second slash is still to be typed */
    if (matched < 2) return SLASH_ALONE;
    if (split[matched] || !line_start) return SLASH_COMMENT;
    if (take) mark_end(look);
    bool header = peek(look) == '/';
    skip_blanks(look);
    if (!header && !at_line_end(look)) return SLASH_COMMENT;
    look->ended = true;
    return SLASH_SPLIT;
}

/* Moves over white space and comments to the next token. `gap` is what the caller has skipped already. */
static struct gap scan_gap(struct look *look, struct gap gap) {
    int lines = 0, bytes = 0;
    for (;;) {
        skip_space(look, &gap, false);
        if (peek(look) != '/') return gap;
        switch (scan_slash(look, gap.newline, false)) {
        case SLASH_ALONE: gap.slash = true; return gap;
        case SLASH_SPLIT: gap.split = true; return gap;
        case SLASH_COMMENT:
            gap.comment = gap.blank = true;
            while (!at_line_end(look) && bytes <= COMMENT_BYTES_MAX) {
                step(look, false);
                bytes++;
            }
            if (++lines > COMMENT_LINES_MAX || bytes > COMMENT_BYTES_MAX) {
                gap.endless = true;
                return gap;
            }
        }
    }
}

/* Moves to the end of the section, so that `open` counts all its braces that are still ahead. */
static void scan_to_section_end(struct look *look) {
    bool line_start = false;
    while (!look->ended && !at_end(look)) {
        switch (peek(look)) {
        case '\n':
            line_start = true;
            advance(look);
            break;
        case '/':
            if (scan_slash(look, line_start, false) == SLASH_COMMENT) skip_line(look);
            line_start = false;
            break;
        case '"':
            string_is_closed(look);
            line_start = false;
            break;
        default: line_start &= is_blank(peek(look)); advance(look);
        }
    }
}

/* ---- words ---- */

/* A bare identifier, as far as it matters here. */
struct word {
    char text[32]; /* the beginning */
    unsigned length;
    unsigned last_part; /* offset behind the last dot; 0 if there is none */
};

static struct word scan_word(struct look *look) {
    struct word word = { .length = 0 };
    while (is_id_char(peek(look))) {
        if (word.length < sizeof word.text - 1) word.text[word.length] = (char)peek(look);
        word.length++;
        if (peek(look) == '.') word.last_part = word.length;
        advance(look);
    }
    word.text[word.length < sizeof word.text ? word.length : sizeof word.text - 1] = 0;
    return word;
}

#endif
