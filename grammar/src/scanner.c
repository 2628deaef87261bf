/* scanner.c - where an op ends, which `{` opens a region, and what is left open by unfinished text.
 *
 * MLIR text has no separator between ops and one kind of brace for two things. Both are decided here by looking at the text
 * ahead: up to the first token of the next line for the end of an op, up to the first tokens behind a `{` for the brace.
 * Every token but the region's brace and the section split has no width: it stands where the text before it ends.
 *
 * Cost     constant for each token, plus one look at the beginning of each line. The looks into comments are bounded by
 *          COMMENT_LINES_MAX and COMMENT_BYTES_MAX.
 * State    none: what a token means depends on the text ahead of it and on what the parser accepts there.
 */
#include "tree_sitter/parser.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The order is that of `externals` in grammar.js. */
enum token {
    OP_END,
    REGION_OPEN,
    SECTION_SPLIT,
    UNCLOSED_PAREN,
    UNCLOSED_SQUARE,
    UNCLOSED_ANGLE,
    UNCLOSED_DICTIONARY,
    UNCLOSED_REGION,
    NO_NAME,
    NO_EQUALS,
    NO_VALUE,
    NO_COLON,
    ERROR_RECOVERY,
};

/* An op may go on behind comment lines; who writes more than this between two of its lines gets two ops. */
enum { COMMENT_LINES_MAX = 32, COMMENT_BYTES_MAX = 4096 };

/* What a line begins with. */
enum start {
    START_CONTINUATION, /* nothing that begins an op */
    START_LIKELY_OP,    /* an op, unless a bracket is open */
    START_OP,           /* an op or block label, whatever stands before it */
    START_TOP_LEVEL,    /* an alias or file metadata, which no region may hold */
    START_CLOSE,        /* } */
    START_END,          /* end of file or of the section */
};

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
static inline bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static inline bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static inline bool is_id_char(int32_t c) { return is_letter(c) || is_digit(c) || c == '$' || c == '.'; }
static inline bool at_end(TSLexer *lexer) { return lexer->lookahead == 0 && lexer->eof(lexer); }
static inline bool is_space(TSLexer *lexer) {
    return is_blank(lexer->lookahead) || lexer->lookahead == '\n' || (lexer->lookahead == 0 && !lexer->eof(lexer));
}

static void skip_blanks(TSLexer *lexer) {
    while (is_blank(lexer->lookahead)) advance(lexer);
}

static void skip_suffix_id(TSLexer *lexer) {
    while (is_id_char(lexer->lookahead) || lexer->lookahead == '-') advance(lexer);
}

/* What stands in front of a token. */
struct gap {
    bool newline;
    bool split;   /* a line that splits the file; the lexer is at its end */
    bool endless; /* more comments than anyone looks through */
    bool slash;   /* a slash that begins no comment; the lexer is behind it */
};

/* What begins with a slash. */
enum slash { SLASH_ALONE, SLASH_COMMENT, SLASH_SPLIT };

/* At a slash. A split is `// -----` and nothing else in a line; the caller knows whether the line begins here. The lexer stops
 * inside or at the end of the comment. `mark` moves the end of the token to behind the last dash. */
static enum slash scan_slash(TSLexer *lexer, bool line_start, bool mark) {
    static const char split[] = "// -----";
    unsigned matched = 0;
    while (split[matched] && lexer->lookahead == split[matched]) {
        advance(lexer);
        matched++;
    }
    if (matched < 2) return SLASH_ALONE;
    if (split[matched] || !line_start) return SLASH_COMMENT;
    if (mark) lexer->mark_end(lexer);
    skip_blanks(lexer);
    return lexer->lookahead == '\n' || at_end(lexer) ? SLASH_SPLIT : SLASH_COMMENT;
}

/* Moves over white space and comments to the next token. */
static struct gap scan_gap(TSLexer *lexer, bool newline) {
    struct gap gap = {.newline = newline};
    int lines = 0, bytes = 0;
    for (;;) {
        while (is_space(lexer)) {
            if (lexer->lookahead == '\n') gap.newline = true;
            advance(lexer);
        }
        if (lexer->lookahead != '/') return gap;
        switch (scan_slash(lexer, gap.newline, false)) {
        case SLASH_ALONE:
            gap.slash = true;
            return gap;
        case SLASH_SPLIT:
            gap.split = true;
            return gap;
        case SLASH_COMMENT:
            while (lexer->lookahead != '\n' && !at_end(lexer)) {
                if (++bytes > COMMENT_BYTES_MAX) break;
                advance(lexer);
            }
            if (++lines > COMMENT_LINES_MAX || bytes > COMMENT_BYTES_MAX) {
                gap.endless = true;
                return gap;
            }
        }
    }
}

/* At `%`: is this `%a:2, %b = name`? */
static enum start scan_results(TSLexer *lexer) {
    for (;;) {
        if (lexer->lookahead != '%') return START_CONTINUATION;
        advance(lexer);
        skip_suffix_id(lexer);
        skip_blanks(lexer);
        if (lexer->lookahead == ':') {
            advance(lexer);
            skip_blanks(lexer);
            if (!is_digit(lexer->lookahead)) return START_CONTINUATION;
            while (is_digit(lexer->lookahead)) advance(lexer);
            skip_blanks(lexer);
        }
        if (lexer->lookahead != ',') break;
        advance(lexer);
        skip_blanks(lexer);
    }
    if (lexer->lookahead != '=') return START_CONTINUATION;
    advance(lexer);
    skip_blanks(lexer);
    if (is_letter(lexer->lookahead) || lexer->lookahead == '"') return START_OP;
    return lexer->lookahead == '\n' || at_end(lexer) ? START_LIKELY_OP : START_CONTINUATION;
}

/* At `"`: is this the name of an op in generic form? */
static enum start scan_string(TSLexer *lexer) {
    advance(lexer);
    while (lexer->lookahead != '"') {
        if (lexer->lookahead == '\n' || at_end(lexer)) return START_CONTINUATION;
        if (lexer->lookahead == '\\') advance(lexer);
        advance(lexer);
    }
    advance(lexer);
    skip_blanks(lexer);
    if (lexer->lookahead != '(') return START_CONTINUATION;
    advance(lexer);
    skip_blanks(lexer);
    return lexer->lookahead == '%' || lexer->lookahead == ')' ? START_OP : START_LIKELY_OP;
}

/* A bare identifier, as far as it matters here. */
struct word {
    char text[24]; /* the beginning, for comparisons */
    unsigned length;
    bool dotted;
    unsigned last_part; /* offset behind the last dot */
};

static struct word scan_word(TSLexer *lexer) {
    struct word word = {0};
    while (is_id_char(lexer->lookahead)) {
        if (word.length < sizeof word.text - 1) word.text[word.length] = (char)lexer->lookahead;
        if (lexer->lookahead == '.') {
            word.dotted = true;
            word.last_part = word.length + 1;
        }
        word.length++;
        advance(lexer);
    }
    return word;
}

static bool word_is_any(const char *text, const char *const *list) {
    for (; *list; list++)
        if (strcmp(text, *list) == 0) return true;
    return false;
}

/* Ops whose dialect prefix is left out inside a function or at top level. */
static bool is_short_op_name(const struct word *word) {
    static const char *const names[] = {"return", "module", "call", "call_indirect", "func", "constant", NULL};
    return word_is_any(word->text, names);
}

static bool is_terminator_name(const struct word *word) {
    static const char *const names[] = {"return", "terminator", "yield", "unreachable", "end", NULL};
    return word->last_part < sizeof word->text && word_is_any(word->text + word->last_part, names);
}

static bool is_closer(int32_t c) { return c == ')' || c == ']' || c == '>' || c == '}'; }

/* Behind an op-like word: what does the rest of the line say? */
static enum start scan_behind_word(TSLexer *lexer) {
    skip_blanks(lexer);
    int32_t c = lexer->lookahead;
    if (c == '=') return START_CONTINUATION;
    if (c == '%' || c == '@' || c == '^' || c == '"' || is_letter(c) || is_digit(c)) return START_OP;
    if (c == '(') {
        advance(lexer);
        skip_blanks(lexer);
        return lexer->lookahead == '%' || lexer->lookahead == ')' ? START_OP : START_LIKELY_OP;
    }
    if (c == '\n') {
        while (is_space(lexer)) advance(lexer);
        return is_closer(lexer->lookahead) ? START_LIKELY_OP : START_OP;
    }
    return START_LIKELY_OP;
}

/* At the first token of a line. */
static enum start scan_start(TSLexer *lexer, struct gap gap) {
    if (gap.split || at_end(lexer)) return START_END;
    if (gap.slash) return START_CONTINUATION;
    int32_t c = lexer->lookahead;
    if (c == '}') return START_CLOSE;
    if (c == '%') return scan_results(lexer);
    if (c == '"') return scan_string(lexer);
    if (is_letter(c)) {
        struct word word = scan_word(lexer);
        if (!word.dotted && !is_short_op_name(&word)) return START_CONTINUATION;
        return scan_behind_word(lexer);
    }
    if (c == '^') {
        advance(lexer);
        skip_suffix_id(lexer);
        skip_blanks(lexer);
        if (lexer->lookahead == ':') return START_OP;
        return lexer->lookahead == '(' ? START_LIKELY_OP : START_CONTINUATION;
    }
    if (c == '#' || c == '!') {
        advance(lexer);
        skip_suffix_id(lexer);
        skip_blanks(lexer);
        if (lexer->lookahead != '=') return START_CONTINUATION;
        advance(lexer);
        return lexer->lookahead == '=' ? START_CONTINUATION : START_TOP_LEVEL;
    }
    if (c == '{') {
        advance(lexer);
        if (lexer->lookahead != '-') return START_CONTINUATION;
        advance(lexer);
        return lexer->lookahead == '#' ? START_TOP_LEVEL : START_CONTINUATION;
    }
    return START_CONTINUATION;
}

/* Behind `{`: is it a region's? */
enum brace {
    BRACE_OTHER,
    BRACE_REGION,
    BRACE_SURE_REGION, /* even if a bracket is open */
};

static enum brace brace_of(enum start start) {
    if (start == START_OP) return BRACE_SURE_REGION;
    return start == START_CONTINUATION ? BRACE_OTHER : BRACE_REGION;
}

static enum brace scan_brace(TSLexer *lexer) {
    struct gap gap = scan_gap(lexer, false);
    if (gap.endless || gap.split || at_end(lexer)) return BRACE_REGION;
    if (gap.slash) return BRACE_OTHER;
    int32_t c = lexer->lookahead;
    if (c == '}') return gap.newline ? BRACE_REGION : BRACE_OTHER;
    if (c == '^') return BRACE_REGION;
    if (c == '%') return brace_of(scan_results(lexer));
    if (c == '"') return brace_of(scan_string(lexer));
    if (!is_letter(c)) return BRACE_OTHER;

    struct word word = scan_word(lexer);
    skip_blanks(lexer);
    c = lexer->lookahead;
    bool own_line = gap.newline && word.dotted;
    if (c == '\n') {
        while (is_space(lexer)) advance(lexer);
        c = lexer->lookahead;
        if (c == '=' || c == ',') return BRACE_OTHER;
        if (c == '}') return own_line || is_terminator_name(&word) ? BRACE_REGION : BRACE_OTHER;
        return own_line ? BRACE_SURE_REGION : BRACE_REGION;
    }
    if (c == '=' || c == ',') return BRACE_OTHER;
    if (c == '}') return is_terminator_name(&word) ? BRACE_REGION : BRACE_OTHER;
    if (c == ':' || is_closer(c)) return own_line ? BRACE_REGION : BRACE_OTHER;
    return own_line && scan_behind_word(lexer) == START_OP ? BRACE_SURE_REGION : BRACE_REGION;
}

static bool accept(TSLexer *lexer, enum token token) {
    lexer->result_symbol = token;
    return true;
}

/* White space in front of a token; what a token of no width has skipped does not count. */
static bool skip_space(TSLexer *lexer) {
    bool newline = false;
    while (is_space(lexer)) {
        if (lexer->lookahead == '\n') newline = true;
        lexer->advance(lexer, true);
    }
    return newline;
}

/* Behind a name or a later part of an op. */
static bool scan_in_op(TSLexer *lexer) {
    struct gap gap = {.newline = skip_space(lexer)};
    switch (lexer->lookahead) {
    case '}':
        return accept(lexer, OP_END);
    case '{':
        advance(lexer);
        if (lexer->lookahead == '-') {
            advance(lexer);
            return lexer->lookahead == '#' ? accept(lexer, OP_END) : false;
        }
        lexer->mark_end(lexer);
        return scan_brace(lexer) == BRACE_OTHER ? false : accept(lexer, REGION_OPEN);
    case '/':
        gap = scan_gap(lexer, gap.newline);
        if (gap.endless) return accept(lexer, OP_END);
        break;
    default:
        break;
    }
    if (!gap.newline && !at_end(lexer)) return false;
    return scan_start(lexer, gap) == START_CONTINUATION ? false : accept(lexer, OP_END);
}

/* Behind an opening bracket or a later part of a bracket group, which `unclosed` would end. */
static bool scan_in_group(TSLexer *lexer, const bool *valid, enum token unclosed) {
    struct gap gap = {.newline = skip_space(lexer)};
    switch (lexer->lookahead) {
    case ')':
        return unclosed == UNCLOSED_SQUARE || unclosed == UNCLOSED_ANGLE ? accept(lexer, unclosed) : false;
    case ']':
        return unclosed == UNCLOSED_ANGLE ? accept(lexer, unclosed) : false;
    case '}':
        return unclosed == UNCLOSED_DICTIONARY ? false : accept(lexer, unclosed);
    case '{':
        advance(lexer);
        if (valid[REGION_OPEN]) {
            lexer->mark_end(lexer);
            if (lexer->lookahead == '}') return accept(lexer, REGION_OPEN); /* ({}): an empty region in a list of them */
            return scan_brace(lexer) == BRACE_OTHER ? false : accept(lexer, REGION_OPEN);
        }
        return scan_brace(lexer) == BRACE_SURE_REGION ? accept(lexer, unclosed) : false;
    case '/':
        return gap.newline && scan_slash(lexer, true, false) == SLASH_SPLIT ? accept(lexer, unclosed) : false;
    default:
        if (!gap.newline && !at_end(lexer)) return false;
    }
    switch (scan_start(lexer, gap)) {
    case START_OP:
    case START_TOP_LEVEL:
    case START_END:
        return accept(lexer, unclosed);
    case START_CONTINUATION:
    case START_LIKELY_OP:
    case START_CLOSE:
        return false;
    }
    return false;
}

/* Between two ops of a region. */
static bool scan_in_region(TSLexer *lexer) {
    bool newline = skip_space(lexer);
    switch (lexer->lookahead) {
    case '/':
        return newline && scan_slash(lexer, true, false) == SLASH_SPLIT ? accept(lexer, UNCLOSED_REGION) : false;
    case '#':
    case '!':
    case '{':
        if (!newline) return false;
        return scan_start(lexer, (struct gap){.newline = true}) == START_TOP_LEVEL ? accept(lexer, UNCLOSED_REGION) : false;
    default:
        return at_end(lexer) ? accept(lexer, UNCLOSED_REGION) : false;
    }
}

/* Between two ops at top level. */
static bool scan_in_section(TSLexer *lexer) {
    bool line_start = skip_space(lexer);
    if (lexer->lookahead != '/') return false;
    if (!line_start && lexer->get_column(lexer) != 0) return false;
    return scan_slash(lexer, true, true) == SLASH_SPLIT ? accept(lexer, SECTION_SPLIT) : false;
}

/* Where the name of an op must stand. */
static bool scan_name(TSLexer *lexer) {
    struct gap gap = scan_gap(lexer, false);
    bool name = !gap.split && !gap.slash && (is_letter(lexer->lookahead) || lexer->lookahead == '"');
    return name ? false : accept(lexer, NO_NAME);
}

/* Behind a result. */
static bool scan_equals(TSLexer *lexer) {
    skip_blanks(lexer);
    if (lexer->lookahead == '=' || lexer->lookahead == ',') return false;
    if (lexer->lookahead == ':') {
        advance(lexer);
        skip_blanks(lexer);
        if (is_digit(lexer->lookahead)) return false;
    }
    return accept(lexer, NO_EQUALS);
}

void *tree_sitter_mlir_external_scanner_create(void);
void tree_sitter_mlir_external_scanner_destroy(void *payload);
unsigned tree_sitter_mlir_external_scanner_serialize(void *payload, char *buffer);
void tree_sitter_mlir_external_scanner_deserialize(void *payload, const char *buffer, unsigned length);
bool tree_sitter_mlir_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid);

void *tree_sitter_mlir_external_scanner_create(void) { return NULL; }

void tree_sitter_mlir_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_mlir_external_scanner_serialize(void *payload, char *buffer) {
    (void)payload, (void)buffer;
    return 0;
}

void tree_sitter_mlir_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    (void)payload, (void)buffer, (void)length;
}

bool tree_sitter_mlir_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    (void)payload;
    lexer->mark_end(lexer);
    /* While the parser repairs an error it accepts everything; the end of the op is the best place to go on from. */
    if (valid[OP_END]) return scan_in_op(lexer);
    if (valid[UNCLOSED_PAREN]) return scan_in_group(lexer, valid, UNCLOSED_PAREN);
    if (valid[UNCLOSED_ANGLE]) return scan_in_group(lexer, valid, UNCLOSED_ANGLE);
    if (valid[UNCLOSED_DICTIONARY]) return scan_in_group(lexer, valid, UNCLOSED_DICTIONARY);
    if (valid[UNCLOSED_SQUARE]) return scan_in_group(lexer, valid, UNCLOSED_SQUARE);
    if (valid[UNCLOSED_REGION]) return scan_in_region(lexer);
    if (valid[SECTION_SPLIT]) return scan_in_section(lexer);
    if (valid[NO_NAME]) return scan_name(lexer);
    if (valid[NO_EQUALS]) return scan_equals(lexer);
    if (valid[NO_VALUE]) return scan_gap(lexer, false), lexer->lookahead == '%' ? false : accept(lexer, NO_VALUE);
    if (valid[NO_COLON]) return skip_blanks(lexer), lexer->lookahead == ':' || lexer->lookahead == '(' ? false : accept(lexer, NO_COLON);
    return false;
}
