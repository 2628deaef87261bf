/* scanner.c - where an op ends, which `{` opens a region, and what is left open by unfinished text.
 *
 * MLIR text has no separator between ops and one kind of brace for two things. Both are decided here by looking at the text
 * ahead: up to the first tokens of the next line for the end of an op, up to the first tokens behind a `{` for the brace.
 * Tokens have no width, save a region's braces and the section split: they stand where the text before them ends.
 *
 * Damage   text that cannot be right gets a token that says so, instead of an error from the parser: a bracket still open
 *          where an op begins, a name that is missing. Which of several braces is missing or too many, braces alone do not
 *          tell; the columns of the lines do (see judge_brace). They are believed only where the braces lead to a line in a
 *          column where no op of that region would stand, and the columns themselves are consistent.
 * State    for each open region the column of its first line and what kind of op it belongs to; no more, because the parser
 *          reuses old nodes only where the state before them is the old one.
 * Cost     a constant for each token and one look at the beginning of each line; looks further ahead have a bound.
 */
#include "tree_sitter/parser.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The order is that of `externals` in grammar.js. */
enum token {
    COMMENT,
    FILE_START,
    OP_END,
    TYPED, /* never produced: valid behind types or a region, where operands cannot follow any more */
    REGION_OPEN,
    REGION_CLOSE,
    STRAY_BRACE,
    SECTION_SPLIT,
    UNCLOSED_PAREN,
    UNCLOSED_SQUARE,
    UNCLOSED_ANGLE,
    UNCLOSED_DICTIONARY,
    UNCLOSED_REGION,
    NO_DICTIONARY,
    NO_NAME,
    NO_EQUALS,
    NO_VALUE,
    NO_COLON,
};

enum {
    /* An op may go on behind comments; who writes more than this between two of its lines gets two ops. */
    COMMENT_LINES_MAX = 32,
    COMMENT_BYTES_MAX = 4096,
    /* Comments in a row that get a node each; all behind them is one. Some releases of the tree-sitter library count the children of a node in 16 bits, and a
     * comment is a child like any other. */
    COMMENTS_MAX = 10000,
    /* How far to look for the rest of a line that is only looked at. */
    REST_OF_LINE_MAX = 4096,
    /* How far behind a damaged list of results to look for the name of its op. */
    RESULT_DAMAGE_MAX = 16,
    /* How many closing braces in a row are looked at together. */
    CLOSERS_MAX = 16,
    /* Columns that fit beside the kind in a byte of state; lines further right have COLUMN_UNKNOWN. */
    COLUMN_BITS = 6,
    COLUMN_UNKNOWN = (1 << COLUMN_BITS) - 1,
    /* Open regions whose columns are kept: what fits into the buffer that the parser offers for the state. */
    DEPTH_MAX = TREE_SITTER_SERIALIZATION_BUFFER_SIZE - 8,
};

enum kind { KIND_OTHER, KIND_FUNCTION, KIND_MODULE };

/* What the end of an op found out about the brace or op that comes next. */
enum verdict {
    VERDICT_PLAIN,
    VERDICT_OP,       /* it is an op where it belongs, and no comment in front of it */
    VERDICT_UNCLOSED, /* the innermost region should have been closed before it */
    VERDICT_STRAY,    /* a brace that closes nothing */
    VERDICT_UNNAMED,  /* results without `=`: the name may be missing as well */
};

struct scanner {
    uint32_t depth;   /* of open regions; the first DEPTH_MAX are described */
    uint8_t verdict;  /* enum verdict */
    uint8_t next;     /* enum kind of the op that was last seen ahead */
    bool first;       /* at most one op of the innermost region has come */
    uint8_t top;      /* column of the first op of the section; COLUMN_UNKNOWN if it is not in sight */
    uint16_t comments; /* in a row, up to COMMENTS_MAX */
    uint8_t regions[DEPTH_MAX];
};

/* ---- characters ------------------------------------------------------------------------------------------------------------ */

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
static inline bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static inline bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static inline bool is_id_char(int32_t c) { return is_letter(c) || is_digit(c) || c == '$' || c == '.'; }
static inline bool is_closer(int32_t c) { return c == ')' || c == ']' || c == '>' || c == '}'; }
static inline bool at_end(TSLexer *lexer) { return lexer->lookahead == 0 && lexer->eof(lexer); }
static inline bool at_line_end(TSLexer *lexer) { return lexer->lookahead == '\n' || at_end(lexer); }

/* As in MLIR, a zero byte is white space. */
static inline bool at_space(TSLexer *lexer) {
    return is_blank(lexer->lookahead) || lexer->lookahead == '\n' || (lexer->lookahead == 0 && !lexer->eof(lexer));
}

static void skip_blanks(TSLexer *lexer) {
    while (is_blank(lexer->lookahead)) advance(lexer);
}

static void skip_suffix_id(TSLexer *lexer) {
    while (is_id_char(lexer->lookahead) || lexer->lookahead == '-') advance(lexer);
}

/* ---- white space and comments ---------------------------------------------------------------------------------------------- */

/* What stands in front of a token. */
struct gap {
    unsigned column; /* of the token, if newline is set */
    bool newline;
    bool comment;
    bool split;   /* a line that splits the file; the lexer is at its end */
    bool endless; /* more comments than anyone looks through */
    bool slash;   /* a slash that begins no comment; the lexer is behind it */
};

static void skip_space(TSLexer *lexer, struct gap *gap, bool padding) {
    while (at_space(lexer)) {
        if (lexer->lookahead == '\n') {
            gap->newline = true;
            gap->column = 0;
        } else {
            gap->column++;
        }
        lexer->advance(lexer, padding);
    }
}

/* White space in front of the token to come; a token of no width that ends before it is not moved by it. */
static struct gap skip_padding(TSLexer *lexer) {
    struct gap gap = {0};
    skip_space(lexer, &gap, true);
    return gap;
}

/* What begins with a slash. */
enum slash { SLASH_ALONE, SLASH_COMMENT, SLASH_SPLIT };

/* At a slash. A split is `// -----` and nothing else in a line; the caller knows whether a line begins here. The lexer stops
 * inside or at the end of the comment. `take` moves the end of the token to behind the last dash. */
static enum slash scan_slash(TSLexer *lexer, bool line_start, bool take) {
    static const char split[] = "// -----";
    unsigned matched = 0;
    while (split[matched] && lexer->lookahead == split[matched]) {
        advance(lexer);
        matched++;
    }
    if (matched < 2) return SLASH_ALONE;
    if (split[matched] || !line_start) return SLASH_COMMENT;
    if (take) lexer->mark_end(lexer);
    skip_blanks(lexer);
    return at_line_end(lexer) ? SLASH_SPLIT : SLASH_COMMENT;
}

/* Moves over white space and comments to the next token. `gap` is what the caller has skipped already. */
static struct gap scan_gap(TSLexer *lexer, struct gap gap) {
    int lines = 0, bytes = 0;
    for (;;) {
        skip_space(lexer, &gap, false);
        if (lexer->lookahead != '/') return gap;
        switch (scan_slash(lexer, gap.newline, false)) {
        case SLASH_ALONE:
            gap.slash = true;
            return gap;
        case SLASH_SPLIT:
            gap.split = true;
            return gap;
        case SLASH_COMMENT:
            gap.comment = true;
            while (!at_line_end(lexer) && bytes <= COMMENT_BYTES_MAX) {
                advance(lexer);
                bytes++;
            }
            if (++lines > COMMENT_LINES_MAX || bytes > COMMENT_BYTES_MAX) {
                gap.endless = true;
                return gap;
            }
        }
    }
}

/* ---- what a line begins with ----------------------------------------------------------------------------------------------- */

enum start {
    START_CONTINUATION, /* nothing that begins an op */
    START_OPERANDS,     /* an op without its name, if it cannot continue the op before */
    START_ALIGNED_OP,   /* an op, if it stands in the column of ops and no bracket is open */
    START_NAME,         /* an op, or the last entry of a dictionary */
    START_LIKELY_OP,    /* an op, unless a bracket is open */
    START_OP,           /* an op or block label, whatever stands before it */
    START_TOP_LEVEL,    /* an alias or file metadata, which no region may hold */
    START_CLOSE,        /* } */
    START_END,          /* end of file or of the section */
};

/* Inside a damaged list of results: does a little further on `= name` follow? */
static bool scan_to_name(TSLexer *lexer) {
    for (int i = 0; i < RESULT_DAMAGE_MAX && !at_line_end(lexer); i++) {
        bool equals = lexer->lookahead == '=';
        advance(lexer);
        if (!equals) continue;
        skip_blanks(lexer);
        if (lexer->lookahead == '"') return true;
        bool dot = false;
        for (int length = 0; length < REST_OF_LINE_MAX && is_id_char(lexer->lookahead); length++) {
            dot |= lexer->lookahead == '.';
            advance(lexer);
        }
        return dot;
    }
    return false;
}

/* At `%`: is this `%a:2, %b = name`? Also where one of these tokens is missing, and where one is too many. */
static enum start scan_results(TSLexer *lexer) {
    int values = 0;
    for (;;) {
        if (lexer->lookahead == '%') {
            values++;
            advance(lexer);
            skip_suffix_id(lexer);
        } else if (lexer->lookahead == ':') {
            advance(lexer);
            skip_blanks(lexer);
            while (is_digit(lexer->lookahead)) advance(lexer);
        } else if (lexer->lookahead == ',' || is_blank(lexer->lookahead)) {
            advance(lexer);
        } else {
            break;
        }
    }
    if (lexer->lookahead == '\n' && values == 1) return START_ALIGNED_OP;
    if (is_letter(lexer->lookahead)) {
        while (is_letter(lexer->lookahead) || is_digit(lexer->lookahead)) advance(lexer);
        if (lexer->lookahead == '.') return START_ALIGNED_OP;
        return scan_to_name(lexer) ? START_ALIGNED_OP : START_OPERANDS;
    }
    if (lexer->lookahead != '=') return scan_to_name(lexer) ? START_ALIGNED_OP : START_OPERANDS;
    advance(lexer);
    skip_blanks(lexer);
    if (is_letter(lexer->lookahead) || lexer->lookahead == '"') return START_OP;
    return lexer->lookahead == '/' || at_line_end(lexer) ? START_LIKELY_OP : START_ALIGNED_OP;
}

/* Behind a name and an opening parenthesis: operands or nothing? */
static enum start scan_operands(TSLexer *lexer) {
    advance(lexer);
    skip_blanks(lexer);
    return lexer->lookahead == '%' || lexer->lookahead == ')' ? START_OP : START_LIKELY_OP;
}

/* Behind `"`: moves behind the closing quote, if that is on the same line. */
static bool skip_string(TSLexer *lexer) {
    while (lexer->lookahead != '"') {
        if (at_line_end(lexer)) return false;
        if (lexer->lookahead == '\\') advance(lexer);
        if (!at_line_end(lexer)) advance(lexer);
    }
    advance(lexer);
    return true;
}

static bool string_is_closed(TSLexer *lexer) {
    advance(lexer);
    return skip_string(lexer);
}

/* At `"`: is this the name of an op in generic form? */
static enum start scan_string(TSLexer *lexer) {
    advance(lexer);
    if (lexer->lookahead == '%') return scan_results(lexer) == START_OP ? START_ALIGNED_OP : START_CONTINUATION; /* the quote is too many */
    if (!skip_string(lexer)) return START_CONTINUATION;
    skip_blanks(lexer);
    if (lexer->lookahead == '(') return scan_operands(lexer);
    return lexer->lookahead == '%' || lexer->lookahead == ')' ? START_ALIGNED_OP : START_CONTINUATION;
}

/* A bare identifier, as far as it matters here. */
struct word {
    char text[32];      /* the beginning */
    unsigned length;
    unsigned last_part; /* offset behind the last dot; 0 if there is none */
};

static struct word scan_word(TSLexer *lexer) {
    struct word word = {.length = 0};
    while (is_id_char(lexer->lookahead)) {
        if (word.length < sizeof word.text - 1) word.text[word.length] = (char)lexer->lookahead;
        word.length++;
        if (lexer->lookahead == '.') word.last_part = word.length;
        advance(lexer);
    }
    word.text[word.length < sizeof word.text ? word.length : sizeof word.text - 1] = 0;
    return word;
}

static bool text_is_any(const char *text, const char *const *list) {
    for (; *list; list++)
        if (strcmp(text, *list) == 0) return true;
    return false;
}

/* Ops without results that are printed without their dialect: in functions, at top level, in pdl patterns. */
static bool is_short_op_name(const struct word *word) {
    static const char *const names[] = {"return",  "module", "call",  "call_indirect",           "func",
                                        "rewrite", "replace", "erase", "apply_native_constraint", "apply_native_rewrite", NULL};
    return text_is_any(word->text, names);
}

static const char *last_part(const struct word *word) {
    return word->last_part < sizeof word->text ? word->text + word->last_part : "";
}

static bool is_terminator_name(const struct word *word) {
    static const char *const names[] = {"return", "terminator", "yield", "unreachable", "end", NULL};
    return text_is_any(last_part(word), names);
}

/* What stands between the name of a function and its symbol. */
static bool is_visibility(const struct word *word) {
    static const char *const names[] = {"private", "public", "nested", "internal", "external", NULL};
    return text_is_any(word->text, names);
}

static enum kind kind_of(const struct word *word) {
    if (word->last_part && strcmp(last_part(word), "func") == 0) return KIND_FUNCTION;
    return strcmp(last_part(word), "module") == 0 ? KIND_MODULE : KIND_OTHER;
}

/* Behind a bare name that may be an op's: what does the rest of the line say? `gap` is set where the line ends with it. */
static enum start scan_behind_word(TSLexer *lexer, const struct word *word, struct gap *gap) {
    skip_blanks(lexer);
    int32_t c = lexer->lookahead;
    if (c == '=' || c == ',') return START_ALIGNED_OP; /* an entry of a dictionary, or an operand is missing */
    if (c == '%' || c == '@' || c == '^' || c == '"' || is_letter(c) || is_digit(c)) return START_OP;
    if (c == '(') return word->last_part ? scan_operands(lexer) : START_CONTINUATION;
    if (c != '\n') return START_LIKELY_OP;
    skip_space(lexer, gap, false);
    return is_closer(lexer->lookahead) ? START_NAME : START_OP;
}

/* Behind an opening parenthesis: moves behind the closing one, if that is on the same line. */
static bool skip_parentheses(TSLexer *lexer) {
    for (int i = 0, depth = 1; i < REST_OF_LINE_MAX && !at_line_end(lexer); i++) {
        if (lexer->lookahead == '(') depth++;
        bool closed = lexer->lookahead == ')' && --depth == 0;
        advance(lexer);
        if (closed) return true;
    }
    return false;
}

/* At `^`: is this a label? */
static enum start scan_label(TSLexer *lexer) {
    advance(lexer);
    skip_suffix_id(lexer);
    skip_blanks(lexer);
    if (lexer->lookahead == ':') return START_OP;
    if (lexer->lookahead == '%') return START_ALIGNED_OP;
    if (lexer->lookahead != '(') return START_CONTINUATION;
    advance(lexer);
    if (!skip_parentheses(lexer)) return START_LIKELY_OP;
    skip_blanks(lexer);
    if (lexer->lookahead == ':') return START_OP;
    return at_line_end(lexer) || lexer->lookahead == '/' ? START_ALIGNED_OP : START_CONTINUATION;
}

/* At a parenthesis: what is left of a label or op without its name? */
static enum start scan_parentheses(TSLexer *lexer) {
    advance(lexer);
    if (lexer->lookahead != '%') return START_CONTINUATION;
    if (!skip_parentheses(lexer)) return START_OPERANDS;
    skip_blanks(lexer);
    if (lexer->lookahead != ':') return START_OPERANDS;
    advance(lexer);
    skip_blanks(lexer);
    return at_line_end(lexer) || lexer->lookahead == '/' ? START_LIKELY_OP : START_OPERANDS;
}

/* The beginning of a line. */
struct line {
    enum kind kind; /* of the op, if it is one */
    bool label;
    struct gap behind; /* in front of the token that the lexer has come to, if that is on a later line */
};

/* At the first token of a line, or behind a gap. */
static enum start scan_start(TSLexer *lexer, struct gap gap, struct line *line) {
    *line = (struct line){0};
    if (gap.split || at_end(lexer)) return START_END;
    if (gap.slash) return START_CONTINUATION;
    int32_t c = lexer->lookahead;
    if (c == '}') return START_CLOSE;
    if (c == '%') return scan_results(lexer);
    if (c == ',' || c == ':') return scan_results(lexer) == START_OP ? START_LIKELY_OP : START_CONTINUATION;
    if (is_digit(c)) { /* a result without its % */
        skip_suffix_id(lexer);
        return scan_to_name(lexer) ? START_ALIGNED_OP : START_CONTINUATION;
    }
    if (c == '"') return scan_string(lexer);
    line->label = c == '^';
    if (line->label) return scan_label(lexer);
    if (c == '@') return START_OPERANDS;
    if (c == '=') return START_LIKELY_OP;
    if (c == '(' || c == '<') return scan_parentheses(lexer);
    if (c == ')' || c == ']' || c == '>' || c == '[' || c == '-' || c == '+' || c == '*' || c == '.' || c == '?') {
        advance(lexer); /* one character too many in front of an op? */
        return lexer->lookahead == '%' && scan_results(lexer) == START_OP ? START_ALIGNED_OP : START_CONTINUATION;
    }
    if (is_letter(c)) {
        struct word word = scan_word(lexer);
        if (is_visibility(&word)) return START_OPERANDS;
        if (!word.last_part && !is_short_op_name(&word)) {
            skip_blanks(lexer);
            return lexer->lookahead == '=' && scan_to_name(lexer) ? START_ALIGNED_OP : START_CONTINUATION;
        }
        line->kind = kind_of(&word);
        return scan_behind_word(lexer, &word, &line->behind);
    }
    if (c == '#' || c == '!') {
        advance(lexer);
        skip_suffix_id(lexer);
        skip_blanks(lexer);
        if (is_letter(lexer->lookahead)) return START_OPERANDS;
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

/* ---- braces ---------------------------------------------------------------------------------------------------------------- */

/* Behind `{`: is it a region's? */
enum brace {
    BRACE_OTHER,
    BRACE_EMPTY, /* {}: a region only where nothing else may stand */
    BRACE_REGION,
    BRACE_SURE_REGION, /* even if a bracket is open */
};

struct opening {
    enum brace brace;
    enum kind first;     /* the first op of the region */
    unsigned column;     /* of that op; COLUMN_UNKNOWN if the line of the brace goes on */
};

/* On a line of its own nothing but an op begins with a value or is left of an op that does. */
static enum brace brace_of(enum start start, bool newline) {
    if (newline || start == START_OP) return BRACE_SURE_REGION;
    return start == START_LIKELY_OP ? BRACE_REGION : BRACE_OTHER;
}

/* Behind `{` and white space, at a bare name. `{a.b}` is a dictionary and `{ a.b }` is a region, as they are printed. */
static enum brace scan_first_word(TSLexer *lexer, bool newline, bool spaced, enum kind *kind) {
    struct word word = scan_word(lexer);
    *kind = kind_of(&word);
    bool own_line = newline && word.last_part;
    bool terminator = is_terminator_name(&word);
    spaced &= is_blank(lexer->lookahead);
    skip_blanks(lexer);
    bool alone = lexer->lookahead == '\n';
    while (at_space(lexer)) advance(lexer);
    int32_t c = lexer->lookahead;
    if (c == '=' || c == ',') return BRACE_OTHER;
    if (c == '}') {
        if (terminator) return BRACE_SURE_REGION;
        return word.last_part && (alone ? newline : spaced) ? BRACE_REGION : BRACE_OTHER;
    }
    if (!alone && (c == ':' || is_closer(c))) return own_line ? BRACE_REGION : BRACE_OTHER;
    if (own_line || (newline && is_short_op_name(&word))) return BRACE_SURE_REGION;
    return newline || word.last_part || is_short_op_name(&word) || terminator ? BRACE_REGION : BRACE_OTHER;
}

static struct opening scan_opening(TSLexer *lexer) {
    struct opening opening = {.brace = BRACE_OTHER, .column = COLUMN_UNKNOWN};
    struct gap gap = scan_gap(lexer, (struct gap){0});
    if (gap.newline && gap.column < COLUMN_UNKNOWN) opening.column = gap.column;
    if (gap.endless || gap.split || at_end(lexer)) {
        opening.brace = BRACE_REGION;
        opening.column = COLUMN_UNKNOWN;
    } else if (gap.slash) {
        return opening;
    } else if (lexer->lookahead == '}') {
        opening.brace = gap.newline ? BRACE_REGION : BRACE_EMPTY;
        opening.column = COLUMN_UNKNOWN;
    } else if (lexer->lookahead == '^') {
        /* Labels stand further left than ops: the first op is on the next line. */
        opening.brace = BRACE_SURE_REGION;
        for (int i = 0; i < REST_OF_LINE_MAX && !at_line_end(lexer); i++) advance(lexer);
        gap = scan_gap(lexer, (struct gap){0});
        bool op = gap.newline && !gap.split && !gap.endless && lexer->lookahead != '}' && gap.column < COLUMN_UNKNOWN;
        opening.column = op ? gap.column : COLUMN_UNKNOWN;
    } else if (lexer->lookahead == '%') {
        opening.brace = brace_of(scan_results(lexer), gap.newline);
    } else if (lexer->lookahead == '"') {
        opening.brace = brace_of(scan_string(lexer), false);
    } else if (is_letter(lexer->lookahead)) {
        opening.brace = scan_first_word(lexer, gap.newline, gap.column > 0, &opening.first);
    } else if (gap.newline) {
        /* What is left of an op without its beginning; entries of a dictionary begin with a word. */
        opening.brace = BRACE_REGION;
    } else {
        /* One character too many at the end of the line? */
        advance(lexer);
        skip_blanks(lexer);
        if (at_line_end(lexer)) opening.brace = BRACE_REGION;
    }
    return opening;
}

/* Column of the ops directly in the region at `depth`; 0 is the top level. */
static unsigned column_at(const struct scanner *scanner, uint32_t depth) {
    if (depth == 0) return scanner->top;
    return depth <= DEPTH_MAX ? scanner->regions[depth - 1] & COLUMN_UNKNOWN : COLUMN_UNKNOWN;
}

static enum kind kind_at(const struct scanner *scanner, uint32_t depth) {
    return depth <= DEPTH_MAX ? (enum kind)(scanner->regions[depth - 1] >> COLUMN_BITS) : KIND_OTHER;
}

/* Some lines of closing braces and what follows them. */
struct closers {
    uint32_t count;
    bool known;      /* everything up to the next op was understood */
    bool end;        /* no op follows: end of the section, or an alias */
    bool reopened;   /* the line goes on to another region's `{` */
    unsigned column; /* of the op that follows */
};

/* Behind the first closing brace. */
static struct closers scan_closers(TSLexer *lexer) {
    struct closers closers = {.count = 1};
    for (;;) {
        int open = 0;
        for (int i = 0; !at_line_end(lexer) && lexer->lookahead != '/'; i++) {
            if (i == REST_OF_LINE_MAX) return closers;
            if (lexer->lookahead == '{') open++;
            if (lexer->lookahead == '}' && open-- == 0) {
                closers.count++;
                open = 0;
            }
            advance(lexer);
        }
        struct gap gap = scan_gap(lexer, (struct gap){0});
        if (gap.endless || gap.slash) return closers;
        if (open > 0) {
            closers.reopened = open == 1;
            closers.column = gap.column;
            return closers;
        }
        if (lexer->lookahead == '}') {
            if (++closers.count > CLOSERS_MAX) return closers;
            advance(lexer);
            continue;
        }
        struct line line;
        enum start start = scan_start(lexer, gap, &line);
        closers.known = start != START_CONTINUATION && !line.label;
        closers.end = start == START_TOP_LEVEL || start == START_END;
        closers.column = gap.column;
        return closers;
    }
}

/* Would what follows the closers stand right in the region at `depth`? */
static bool fits(const struct scanner *scanner, struct closers closers, uint32_t depth) {
    return closers.end ? depth == 0 : column_at(scanner, depth) == closers.column;
}

/* Behind a closing brace at the end of an op. Does it close the innermost region?
 *
 * Yes, unless the op behind it and the closing braces that follow it then stands in a column where no op of its region stands.
 * In that case either the brace is too many, and the op stands in the column of the region that stays open without it; or
 * braces are missing, and brace and op stand in the columns of the region that it really closes. */
static enum verdict judge_brace(const struct scanner *scanner, TSLexer *lexer, struct gap gap) {
    uint32_t depth = scanner->depth;
    if (depth == 0 || depth > DEPTH_MAX) return VERDICT_PLAIN;
    unsigned body = column_at(scanner, depth), outside = column_at(scanner, depth - 1);
    if (body == COLUMN_UNKNOWN || outside == COLUMN_UNKNOWN) return VERDICT_PLAIN;
    if (body <= outside) return VERDICT_PLAIN;
    if (gap.newline && gap.column == outside && (depth == 1 || column_at(scanner, depth - 2) != outside)) return VERDICT_PLAIN;
    struct closers closers = scan_closers(lexer);
    if (!gap.newline && closers.reopened && closers.count == 1 && closers.column > body) return VERDICT_STRAY;
    if (!closers.known) return VERDICT_PLAIN;
    if (closers.count <= depth) {
        uint32_t left = depth - closers.count;
        if (fits(scanner, closers, left) || column_at(scanner, left) == COLUMN_UNKNOWN) return VERDICT_PLAIN;
    }
    if ((!gap.newline || gap.column >= body) && closers.count <= depth + 1 && fits(scanner, closers, depth + 1 - closers.count))
        return VERDICT_STRAY;
    if (!gap.newline) return VERDICT_PLAIN;
    for (uint32_t target = depth - 1; target >= closers.count; target--)
        if (column_at(scanner, target - 1) == gap.column && fits(scanner, closers, target - closers.count)) return VERDICT_UNCLOSED;
    return VERDICT_PLAIN;
}

/* Column of the brace that closes the innermost region by the number of braces; COLUMN_UNKNOWN if it is not in sight. */
static unsigned scan_to_closer(TSLexer *lexer, struct gap gap) {
    int open = 0;
    for (int bytes = 0; bytes < REST_OF_LINE_MAX; bytes++) {
        if (gap.newline && lexer->lookahead == '}' && open == 0) return gap.column;
        gap.newline = false;
        if (at_line_end(lexer) || lexer->lookahead == '/') {
            gap = scan_gap(lexer, gap);
            if (gap.endless || gap.split || at_end(lexer)) return COLUMN_UNKNOWN;
            continue;
        }
        if (lexer->lookahead == '{') open++;
        if (lexer->lookahead == '}' && open-- == 0) return COLUMN_UNKNOWN;
        advance(lexer);
    }
    return COLUMN_UNKNOWN;
}

/* Inside an op at the beginning of a line: does it show that the innermost region should have been closed before?
 *
 * Functions do not hold functions, save in a module. Other ops must stand in the column of an outer region, and the next
 * closing brace in the column where that region's brace stands. */
static enum verdict judge_op(const struct scanner *scanner, TSLexer *lexer, unsigned column, struct line line) {
    uint32_t depth = scanner->depth;
    if (depth == 0 || depth > DEPTH_MAX || column_at(scanner, depth) == COLUMN_UNKNOWN) return VERDICT_PLAIN;
    if (line.kind != KIND_OTHER) {
        for (uint32_t outer = depth; outer > 0 && kind_at(scanner, outer) != KIND_MODULE; outer--) {
            if (kind_at(scanner, outer) != KIND_FUNCTION) continue;
            return column <= column_at(scanner, outer - 1) ? VERDICT_UNCLOSED : VERDICT_PLAIN;
        }
    }
    if (column >= column_at(scanner, depth)) return VERDICT_PLAIN;
    for (uint32_t outer = depth - 1; outer > 0; outer--) {
        unsigned outside = column_at(scanner, outer - 1);
        if (column_at(scanner, outer) != column || outside >= column) continue;
        return scan_to_closer(lexer, line.behind) == outside ? VERDICT_UNCLOSED : VERDICT_PLAIN;
    }
    return VERDICT_PLAIN;
}

/* At the second op of a region: the first may have stood out of line, if no outer region explains the column of this one. */
static void adjust_column(struct scanner *scanner, unsigned column) {
    uint32_t depth = scanner->depth;
    if (!scanner->first || depth == 0 || depth > DEPTH_MAX || column >= COLUMN_UNKNOWN) return;
    scanner->first = false;
    unsigned body = column_at(scanner, depth);
    if (body == COLUMN_UNKNOWN || (column >= body && body > column_at(scanner, depth - 1))) return;
    for (uint32_t outer = 0; outer < depth; outer++)
        if (column_at(scanner, outer) == column) return;
    scanner->regions[depth - 1] = (uint8_t)((unsigned)kind_at(scanner, depth) << COLUMN_BITS | column);
}

/* ---- tokens ---------------------------------------------------------------------------------------------------------------- */

static bool accept(TSLexer *lexer, enum token token) {
    lexer->result_symbol = (TSSymbol)token;
    return true;
}

/* Behind `{` where a region may stand, at least if it looks like `enough`. */
static bool open_region(struct scanner *scanner, TSLexer *lexer, enum brace enough) {
    lexer->mark_end(lexer);
    struct opening opening = scan_opening(lexer);
    if (opening.brace < enough) return false;
    if (scanner->depth < DEPTH_MAX)
        scanner->regions[scanner->depth] = (uint8_t)(opening.column | (unsigned)scanner->next << COLUMN_BITS);
    scanner->depth++;
    scanner->first = true;
    scanner->verdict = VERDICT_PLAIN;
    scanner->next = (uint8_t)opening.first;
    return accept(lexer, REGION_OPEN);
}

static bool leave_region(struct scanner *scanner, TSLexer *lexer, enum token token) {
    if (scanner->depth > 0) scanner->depth--;
    scanner->first = false;
    scanner->verdict = VERDICT_PLAIN;
    return accept(lexer, token);
}

/* What the first token behind an op tells about the innermost region; the lexer is behind what scan_start has looked at. */
static enum verdict judge(struct scanner *scanner, TSLexer *lexer, struct gap gap, enum start start, struct line line) {
    switch (start) {
    case START_CLOSE:
        advance(lexer);
        return judge_brace(scanner, lexer, gap);
    case START_TOP_LEVEL:
    case START_END:
        return scanner->depth > 0 ? VERDICT_UNCLOSED : VERDICT_PLAIN;
    case START_NAME:
    case START_LIKELY_OP:
    case START_OP:
        if (line.label) return VERDICT_PLAIN;
        if (judge_op(scanner, lexer, gap.column, line) == VERDICT_UNCLOSED) return VERDICT_UNCLOSED;
        adjust_column(scanner, gap.column);
        return gap.comment ? VERDICT_PLAIN : VERDICT_OP;
    case START_CONTINUATION:
    case START_OPERANDS:
    case START_ALIGNED_OP:
        return VERDICT_PLAIN;
    }
    return VERDICT_PLAIN;
}

/* Behind a name or a later part of an op; `typed` if types or a region have come. */
static bool scan_in_op(struct scanner *scanner, TSLexer *lexer, bool typed) {
    struct gap gap = skip_padding(lexer);
    int32_t c = lexer->lookahead;
    if (!gap.newline && c != '{' && c != '}' && c != '/' && !at_end(lexer)) return false;
    if (c == '{') {
        advance(lexer);
        if (lexer->lookahead != '-') return open_region(scanner, lexer, BRACE_REGION);
        advance(lexer);
        return lexer->lookahead == '#' ? accept(lexer, OP_END) : false;
    }
    scanner->verdict = VERDICT_PLAIN;
    scanner->next = KIND_OTHER;
    gap = scan_gap(lexer, gap);
    if (gap.endless) return accept(lexer, OP_END);
    if (!gap.newline && c != '}' && !at_end(lexer)) return false;

    bool aligned = gap.column <= column_at(scanner, scanner->depth) + 1; /* a missing word leaves its space */
    struct line line;
    enum start start = scan_start(lexer, gap, &line);
    if (start == START_CONTINUATION || (start == START_ALIGNED_OP && !aligned)) return false;
    if (start == START_OPERANDS && (!aligned || !typed)) return false;
    scanner->next = (uint8_t)line.kind;
    scanner->verdict = (uint8_t)judge(scanner, lexer, gap, start, line);
    return accept(lexer, OP_END);
}

/* At `}` inside a dictionary, on a line of its own: does it close the region around an op whose dictionary is unfinished? */
static bool dictionary_is_unclosed(const struct scanner *scanner, TSLexer *lexer) {
    uint32_t depth = scanner->depth;
    if (depth == 0 || depth > DEPTH_MAX || column_at(scanner, depth) <= column_at(scanner, depth - 1)) return false;
    advance(lexer);
    struct closers closers = scan_closers(lexer);
    if (!closers.known || closers.count > depth) return false;
    return fits(scanner, closers, depth - closers.count) && !fits(scanner, closers, depth - closers.count + 1);
}

static void skip_line(TSLexer *lexer) {
    while (!at_line_end(lexer)) advance(lexer);
    lexer->mark_end(lexer);
}

/* Behind a slash. Comments are lexed here because it is faster than in the parser's own lexer, and to join them where they are too many. */
static bool scan_comment(struct scanner *scanner, TSLexer *lexer, enum slash slash) {
    if (slash == SLASH_ALONE) return false;
    skip_line(lexer);
    if (scanner->comments < COMMENTS_MAX) {
        scanner->comments++;
        return accept(lexer, COMMENT);
    }
    for (;;) {
        struct gap gap = {0};
        skip_space(lexer, &gap, false);
        if (lexer->lookahead != '/' || scan_slash(lexer, gap.newline, false) != SLASH_COMMENT) return accept(lexer, COMMENT);
        skip_line(lexer);
    }
}

/* Behind an opening bracket or a later part of a bracket group, which `unclosed` would end. */
static bool scan_in_group(struct scanner *scanner, TSLexer *lexer, bool region_valid, enum token unclosed) {
    struct gap gap = skip_padding(lexer);
    switch (lexer->lookahead) {
    case ')':
        return unclosed == UNCLOSED_SQUARE || unclosed == UNCLOSED_ANGLE ? accept(lexer, unclosed) : false;
    case ']':
        return unclosed == UNCLOSED_ANGLE ? accept(lexer, unclosed) : false;
    case '}':
        if (unclosed == UNCLOSED_DICTIONARY) {
            bool outside = gap.newline && scanner->depth > 0 && gap.column == column_at(scanner, scanner->depth - 1);
            return outside && dictionary_is_unclosed(scanner, lexer) ? accept(lexer, unclosed) : false;
        }
        return gap.newline || column_at(scanner, scanner->depth) == COLUMN_UNKNOWN ? accept(lexer, unclosed) : false;
    case '{':
        advance(lexer);
        if (region_valid) return open_region(scanner, lexer, BRACE_EMPTY);
        return scan_opening(lexer).brace == BRACE_SURE_REGION ? accept(lexer, unclosed) : false;
    case '/': {
        enum slash slash = scan_slash(lexer, gap.newline, false);
        return slash == SLASH_SPLIT ? accept(lexer, unclosed) : scan_comment(scanner, lexer, slash);
    }
    default:
        if (!gap.newline && !at_end(lexer)) return false;
    }
    bool aligned = gap.column == column_at(scanner, scanner->depth);
    struct line line;
    switch (scan_start(lexer, gap, &line)) {
    case START_NAME:
        if (!aligned) return false;
        if (unclosed != UNCLOSED_DICTIONARY) return accept(lexer, unclosed);
        return lexer->lookahead == '}' && dictionary_is_unclosed(scanner, lexer) ? accept(lexer, unclosed) : false;
    case START_LIKELY_OP:
        return aligned ? accept(lexer, unclosed) : false;
    case START_OP:
    case START_TOP_LEVEL:
    case START_END:
        return accept(lexer, unclosed);
    case START_CONTINUATION:
    case START_OPERANDS:
    case START_ALIGNED_OP:
    case START_CLOSE:
        return false;
    }
    return false;
}

/* Between two ops of a region. */
static bool scan_in_region(struct scanner *scanner, TSLexer *lexer) {
    if (scanner->verdict == VERDICT_UNCLOSED) return leave_region(scanner, lexer, UNCLOSED_REGION);
    struct gap gap = skip_padding(lexer);
    int32_t c = lexer->lookahead;
    if (c == '/') {
        enum slash slash = scan_slash(lexer, gap.newline, false);
        return slash == SLASH_SPLIT ? leave_region(scanner, lexer, UNCLOSED_REGION) : scan_comment(scanner, lexer, slash);
    }
    struct line line;
    switch (c) {
    case '}':
        advance(lexer);
        lexer->mark_end(lexer);
        if (scanner->verdict != VERDICT_STRAY) return leave_region(scanner, lexer, REGION_CLOSE);
        scanner->verdict = VERDICT_PLAIN;
        return accept(lexer, STRAY_BRACE);
    case '=':
    case ',':
        return accept(lexer, NO_VALUE);
    case ':':
        return scan_results(lexer) == START_OP ? accept(lexer, NO_VALUE) : false;
    case '{':
        advance(lexer);
        if (lexer->lookahead != '-') return open_region(scanner, lexer, BRACE_REGION);
        advance(lexer);
        return gap.newline && lexer->lookahead == '#' ? leave_region(scanner, lexer, UNCLOSED_REGION) : false;
    case '#':
    case '!':
        if (!gap.newline || scan_start(lexer, gap, &line) != START_TOP_LEVEL) return false;
        return leave_region(scanner, lexer, UNCLOSED_REGION);
    default:
        return at_end(lexer) ? leave_region(scanner, lexer, UNCLOSED_REGION) : false;
    }
}

/* What a token remembers that stands in front of the first op of a section. A comment in front of the op stands in its column. */
static void look_ahead(struct scanner *scanner, TSLexer *lexer) {
    struct gap gap = {0};
    skip_space(lexer, &gap, false);
    struct line line = {0};
    enum start start = lexer->lookahead == '/' ? START_OP : scan_start(lexer, gap, &line);
    bool op = start != START_CONTINUATION && start != START_END && start != START_CLOSE;
    scanner->next = (uint8_t)line.kind;
    scanner->top = (uint8_t)(op && gap.column < COLUMN_UNKNOWN ? gap.column : COLUMN_UNKNOWN);
}

/* The section's first op may stand behind the comment. */
static bool scan_comment_of_section(struct scanner *scanner, TSLexer *lexer) {
    scan_comment(scanner, lexer, SLASH_COMMENT);
    while (at_space(lexer)) advance(lexer);
    if (is_letter(lexer->lookahead)) {
        struct word word = scan_word(lexer);
        scanner->next = (uint8_t)kind_of(&word);
    }
    return true;
}

/* Between two ops at top level. */
static bool scan_in_section(struct scanner *scanner, TSLexer *lexer) {
    struct gap gap = skip_padding(lexer);
    int32_t c = lexer->lookahead;
    if (c == '/') {
        enum slash slash = scan_slash(lexer, gap.newline || lexer->get_column(lexer) == 0, true);
        if (slash == SLASH_COMMENT) return scan_comment_of_section(scanner, lexer);
        if (slash == SLASH_ALONE) return false;
        look_ahead(scanner, lexer);
        return accept(lexer, SECTION_SPLIT);
    }
    switch (c) {
    case '=':
    case ',':
        return accept(lexer, NO_VALUE);
    case ':':
        return scan_results(lexer) == START_OP ? accept(lexer, NO_VALUE) : false;
    case '{':
        advance(lexer);
        return lexer->lookahead == '-' ? false : open_region(scanner, lexer, BRACE_REGION);
    default:
        return false;
    }
}

/* Where the name of an op must stand. It may stand on the next line, but not in the column of ops if the `=` is missing too. */
static bool scan_name(const struct scanner *scanner, TSLexer *lexer) {
    struct gap gap = scan_gap(lexer, (struct gap){0});
    bool next = scanner->verdict == VERDICT_UNNAMED && gap.newline && gap.column == column_at(scanner, scanner->depth);
    bool name = !next && !gap.split && !gap.slash && (is_letter(lexer->lookahead) || (lexer->lookahead == '"' && string_is_closed(lexer)));
    return name ? false : accept(lexer, NO_NAME);
}

/* Behind a result. */
static bool scan_equals(struct scanner *scanner, TSLexer *lexer) {
    skip_padding(lexer);
    if (lexer->lookahead == '=' || lexer->lookahead == ',') return false;
    if (lexer->lookahead == ':') {
        advance(lexer);
        skip_blanks(lexer);
        if (is_digit(lexer->lookahead)) return false;
    }
    scanner->verdict = VERDICT_UNNAMED;
    return accept(lexer, NO_EQUALS);
}

/* A token that one character announces, possibly on another line. */
static bool scan_expected(TSLexer *lexer, int32_t expected, int32_t other, enum token missing) {
    scan_gap(lexer, (struct gap){0});
    return lexer->lookahead == expected || lexer->lookahead == other ? false : accept(lexer, missing);
}

/* ---- the interface of an external scanner ---------------------------------------------------------------------------------- */

void *tree_sitter_mlir_external_scanner_create(void);
void tree_sitter_mlir_external_scanner_destroy(void *payload);
unsigned tree_sitter_mlir_external_scanner_serialize(void *payload, char *buffer);
void tree_sitter_mlir_external_scanner_deserialize(void *payload, const char *buffer, unsigned length);
bool tree_sitter_mlir_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid);

void *tree_sitter_mlir_external_scanner_create(void) { return calloc(1, sizeof(struct scanner)); }

void tree_sitter_mlir_external_scanner_destroy(void *payload) { free(payload); }

/* The column of the section, a byte of flags, the depth where it is more than what follows, the comments where there are any, a byte for each region. */
enum { FLAG_DEEP = 1, FLAG_FIRST = 2, FLAG_VERDICT = 4, FLAG_NEXT = 32, FLAG_COMMENTS = 128 };

unsigned tree_sitter_mlir_external_scanner_serialize(void *payload, char *buffer) {
    const struct scanner *scanner = payload;
    unsigned length = 0;
    bool deep = scanner->depth > DEPTH_MAX;
    buffer[length++] = (char)scanner->top;
    buffer[length++] = (char)(deep * FLAG_DEEP + scanner->first * FLAG_FIRST + scanner->verdict * FLAG_VERDICT + scanner->next * FLAG_NEXT +
                              (scanner->comments > 0) * FLAG_COMMENTS);
    if (deep) {
        memcpy(buffer + length, &scanner->depth, sizeof scanner->depth);
        length += (unsigned)sizeof scanner->depth;
    }
    if (scanner->comments > 0) {
        memcpy(buffer + length, &scanner->comments, sizeof scanner->comments);
        length += (unsigned)sizeof scanner->comments;
    }
    unsigned regions = deep ? DEPTH_MAX : scanner->depth;
    memcpy(buffer + length, scanner->regions, regions);
    return length + regions;
}

void tree_sitter_mlir_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    struct scanner *scanner = payload;
    scanner->depth = 0;
    scanner->verdict = VERDICT_PLAIN;
    scanner->next = KIND_OTHER;
    scanner->first = false;
    scanner->top = 0;
    scanner->comments = 0;
    if (length == 0) return;
    scanner->top = (uint8_t)*buffer++;
    unsigned flags = (unsigned char)*buffer++;
    length -= 2;
    scanner->first = flags / FLAG_FIRST % 2;
    scanner->verdict = flags / FLAG_VERDICT % 8;
    scanner->next = (uint8_t)(flags / FLAG_NEXT % 4);
    if (flags & FLAG_DEEP) {
        memcpy(&scanner->depth, buffer, sizeof scanner->depth);
        buffer += sizeof scanner->depth;
        length -= (unsigned)sizeof scanner->depth;
    }
    if (flags & FLAG_COMMENTS) {
        memcpy(&scanner->comments, buffer, sizeof scanner->comments);
        buffer += sizeof scanner->comments;
        length -= (unsigned)sizeof scanner->comments;
    }
    if (!(flags & FLAG_DEEP)) scanner->depth = length;
    memcpy(scanner->regions, buffer, length);
}

/* Characters that mean nothing to the scanner where an op or a bracket group may go on: the hot path. */
static bool is_ordinary(int32_t c) {
    return c > ' ' && c != ')' && c != ']' && c != '{' && c != '}' && c != '/';
}

static bool scan(struct scanner *scanner, TSLexer *lexer, const bool *valid) {
    bool in_op = valid[OP_END];
    bool in_group = valid[UNCLOSED_PAREN] || valid[UNCLOSED_SQUARE] || valid[UNCLOSED_ANGLE] || valid[UNCLOSED_DICTIONARY];
    if ((in_op || in_group) && is_ordinary(lexer->lookahead)) return false;

    lexer->mark_end(lexer); /* most tokens end in front of what is looked at */
    /* While the parser repairs an error it accepts everything; the end of an op is the best place to go on from. */
    if (in_op) return scan_in_op(scanner, lexer, valid[TYPED]);
    if (valid[UNCLOSED_PAREN]) return scan_in_group(scanner, lexer, valid[REGION_OPEN], UNCLOSED_PAREN);
    if (valid[UNCLOSED_ANGLE]) return scan_in_group(scanner, lexer, false, UNCLOSED_ANGLE);
    if (valid[UNCLOSED_DICTIONARY]) return scan_in_group(scanner, lexer, false, UNCLOSED_DICTIONARY);
    if (valid[UNCLOSED_SQUARE]) return scan_in_group(scanner, lexer, false, UNCLOSED_SQUARE);
    if (scanner->verdict == VERDICT_OP && (valid[UNCLOSED_REGION] || valid[SECTION_SPLIT])) return false;
    if (valid[UNCLOSED_REGION]) return scan_in_region(scanner, lexer);
    if (valid[FILE_START]) {
        look_ahead(scanner, lexer);
        return accept(lexer, FILE_START);
    }
    if (valid[SECTION_SPLIT]) return scan_in_section(scanner, lexer);
    if (valid[NO_NAME]) return scan_name(scanner, lexer);
    if (valid[NO_EQUALS]) return scan_equals(scanner, lexer);
    if (valid[NO_VALUE]) return scan_expected(lexer, '%', '%', NO_VALUE);
    if (valid[NO_COLON]) return scan_expected(lexer, ':', '(', NO_COLON);
    if (valid[NO_DICTIONARY]) return scan_expected(lexer, '{', '{', NO_DICTIONARY);
    return false;
}

bool tree_sitter_mlir_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    struct scanner *scanner = payload;
    bool found = scan(scanner, lexer, valid);
    if (found && lexer->result_symbol != COMMENT) scanner->comments = 0;
    return found;
}
