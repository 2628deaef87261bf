/* scanner_tokens.h - which token of the scanner's comes next.
 *
 * Written once for two readers: tree-sitter's parser asks through scanner.c, and a program that reads whole files may
 * define SCANNER_READS_MEMORY, include this header and go through its text itself. */
#ifndef SCANNER_TOKENS_H
#define SCANNER_TOKENS_H

#include "scanner_braces.h"

/* The order is that of `externals` in grammar.js. */
enum token {
    COMMENT,
    FILE_START,
    OP_END,
    /* Two that are never produced; that they are valid tells where the parser is: */
    TYPED, /* behind types or a region, where operands cannot follow any more */
    NAMED, /* right behind the name of an op */
    REGION_OPEN,
    REGION_CLOSE,
    STRAY_BRACE,
    SECTION_SPLIT,
    UNCLOSED_PAREN,
    UNCLOSED_SQUARE,
    UNCLOSED_ANGLE,
    UNCLOSED_DICTIONARY,
    BRACES_COUNTED, /* nothing but a change of state, inside a dictionary */
    UNCLOSED_REGION,
    NO_DICTIONARY,
    NO_NAME,
    NO_EQUALS,
    NO_VALUE,
    NO_COLON,
    STRETCH_BEGIN,
    STRETCH_END,
    LONG_STRETCH_BEGIN,
    LONG_STRETCH_END,
    NOTHING,
};

/* Comments in a row that get a node each; all behind them is one. Some releases of the tree-sitter library count the
 * children of a node in 16 bits, and a comment is a child like any other; a node without them has 14 at most, with as
 * many rows of comments between. */
enum { COMMENTS_MAX = 4000 };

static bool accept(struct look *look, enum token token) {
    set_token(look, token);
    return true;
}

/* ---- regions ---- */

/* Behind `{` where a region may stand, at least if it looks like `enough`. */
static bool open_region(struct scanner *scanner, struct look *look, enum brace enough) {
    mark_end(look);
    struct opening opening = scan_opening(look);
    if (opening.brace < enough) return false;
    if (scanner->depth < DEPTH_MAX)
        scanner->regions[scanner->depth] = (uint8_t)(opening.column | (unsigned)scanner->next << COLUMN_BITS);
    scanner->depth++;
    scanner->first = true;
    scanner->verdict = VERDICT_PLAIN;
    scanner->next = (uint8_t)opening.first;
    return accept(look, REGION_OPEN);
}

static bool leave_region(struct scanner *scanner, struct look *look, enum token token) {
    if (scanner->depth > 0) scanner->depth--;
    if (token == UNCLOSED_REGION) mend_brace(scanner, 1);
    scanner->first = false;
    scanner->verdict = VERDICT_PLAIN;
    return accept(look, token);
}

static bool leave_stray_brace(struct scanner *scanner, struct look *look) {
    mend_brace(scanner, -1);
    scanner->verdict = VERDICT_PLAIN;
    return accept(look, STRAY_BRACE);
}

static bool leave_dictionary(struct scanner *scanner, struct look *look) {
    mend_brace(scanner, 1);
    return accept(look, UNCLOSED_DICTIONARY);
}

/* The op that comes. In the outermost region nothing asks whether its op is a module: left out, the state in front of
 * a file's module is that behind an alias. */
static void expect_op(struct scanner *scanner, enum kind kind) {
    scanner->next = (uint8_t)(scanner->depth == 0 && kind == KIND_MODULE ? KIND_OTHER : kind);
}

/* ---- the ends of ops ---- */

/* Of how many ops one begins a stretch, of how many of those one begins a long stretch, on average. */
enum { STRETCH_OPS = 16, LONG_STRETCH_STRETCHES = 16, STRETCH_LOOK_MAX = 12 };

/* In front of an op that is where it belongs; the lexer is behind its name, or further on. Names alone repeat: what
 * follows one that nothing precedes counts, too. */
static enum verdict cut_stretch(struct look *look, bool results, uint32_t beginning) {
    bool at_name = look->hash == beginning;
    for (int i = 0; !results && at_name && i < STRETCH_LOOK_MAX && !at_line_end(look); i++) advance(look);
    uint32_t hash = (at_name ? look->hash : beginning) * UINT32_C(2654435769) >> 16;
    if (hash % STRETCH_OPS != 0) return VERDICT_OP;
    return hash / STRETCH_OPS % LONG_STRETCH_STRETCHES != 0 ? VERDICT_STRETCH : VERDICT_LONG_STRETCH;
}

/* What the first token behind an op tells about the innermost region; the lexer is behind what scan_start has looked
 * at. */
static enum verdict judge(struct scanner *scanner, struct look *look, struct gap gap, enum start start,
                          struct line line) {
    uint32_t beginning = look->hash;
    switch (start) {
    case START_CLOSE: advance(look); return check_verdict(scanner, look, judge_brace(scanner, look, gap));
    case START_TOP_LEVEL:
    case START_END: return scanner->depth > 0 ? VERDICT_UNCLOSED : VERDICT_PLAIN;
    case START_NAME:
    case START_LIKELY_OP:
    case START_OP:
        if (line.label) return VERDICT_PLAIN;
        if (!gap.newline) return VERDICT_OP;
        if (check_verdict(scanner, look, judge_op(scanner, look, gap.column, line)) == VERDICT_UNCLOSED)
            return VERDICT_UNCLOSED;
        adjust_column(scanner, gap.column);
        if (scanner->depth == 0)
            return VERDICT_PLAIN; /* no stretches there, and behind a comment the state is the same */
        return gap.comment ? VERDICT_COMMENT : cut_stretch(look, line.results, beginning);
    case START_CONTINUATION:
    case START_ENTRY:
    case START_OPERANDS:
    case START_DAMAGED_OP: return VERDICT_PLAIN;
    }
    return VERDICT_PLAIN;
}

/* What the parser has read of an op. Which token it was last is not known here: where the parser reuses old nodes it
 * does not tell. */
struct progress {
    bool typed, named; /* TYPED, NAMED are valid */
    bool bare;         /* it is a KIND_BARE */
};

/* Does the op end in front of what begins like `start`? */
static bool ends_op(enum start start, struct progress progress) {
    switch (start) {
    case START_CONTINUATION: return false;
    case START_ENTRY:
    case START_OPERANDS: return progress.typed || progress.bare;
    case START_DAMAGED_OP: return !progress.named || progress.bare;
    case START_NAME:
    case START_LIKELY_OP:
    case START_OP:
    case START_TOP_LEVEL:
    case START_CLOSE:
    case START_END: return true;
    }
    return true;
}

/* Behind a name or a later part of an op. */
static bool scan_in_op(struct scanner *scanner, struct look *look, struct progress progress) {
    struct gap gap = skip_padding(look);
    int32_t c = peek(look);
    if (!gap.newline && c != '{' && c != '}' && c != '/' && !at_end(look) && !may_begin_op(c)) return false;
    if (c == '{') {
        advance(look);
        if (peek(look) != '-') return open_region(scanner, look, BRACE_REGION);
        advance(look);
        return peek(look) == '#' ? accept(look, OP_END) : false;
    }
    progress.bare = scanner->next == KIND_BARE;
    scanner->verdict = VERDICT_PLAIN;
    scanner->next = KIND_OTHER;
    gap = scan_gap(look, gap);
    if (gap.endless) return accept(look, OP_END);

    struct line line;
    bool middle = !gap.newline && c != '}' && !at_end(look);
    if (middle && gap.slash) return false;
    struct place place = {
        .typed = progress.typed, .bare = progress.bare, .named = progress.named, .top_level = scanner->depth == 0
    };
    enum start start = middle ? scan_middle(look, place, &line) : scan_start(look, gap, &line);
    if (!ends_op(start, progress)) return false;
    expect_op(scanner, line.kind);
    scanner->verdict = (uint8_t)judge(scanner, look, gap, start, line);
    return accept(look, OP_END);
}

/* ---- comments ---- */

/* Behind a slash. Comments are lexed here because it is faster than in the parser's own lexer, and to join them where
 * they are too many. Only those are counted that another follows: behind the last one the state is what it was in
 * front, and the parser takes up what stands there. */
static bool scan_comment(struct scanner *scanner, struct look *look, enum slash slash) {
    if (slash == SLASH_ALONE) return false;
    for (;;) {
        struct gap gap = { 0 };
        skip_line(look);
        mark_end(look);
        skip_space(look, &gap, false);
        bool alone = peek(look) != '/';
        if (alone || scanner->comments < COMMENTS_MAX) {
            scanner->comments = alone ? 0 : (uint16_t)(scanner->comments + 1);
            return accept(look, COMMENT);
        }
        if (scan_slash(look, gap.newline, false) != SLASH_COMMENT) return accept(look, COMMENT);
    }
}

/* Between two ops: behind the last comment it is known as well as without comments whether a stretch begins. */
static bool scan_comment_of_region(struct scanner *scanner, struct look *look, enum slash slash) {
    if (!scan_comment(scanner, look, slash)) return false;
    if (scanner->verdict != VERDICT_COMMENT || peek(look) == '/') return true;
    struct line line;
    look->hash = 0;
    scan_start(look, (struct gap){ .newline = true }, &line);
    scanner->verdict = (uint8_t)cut_stretch(look, line.results, look->hash);
    return true;
}

/* ---- brackets ---- */

static int32_t closer_of(enum token unclosed) {
    return unclosed == UNCLOSED_PAREN    ? ')'
           : unclosed == UNCLOSED_SQUARE ? ']'
           : unclosed == UNCLOSED_ANGLE  ? '>'
                                         : '}';
}

/* In a dictionary, at `}` on a line of its own or behind a line with nothing but a name: should it have been closed
 * before? The columns may say so. How many dictionaries are open here is not known, one at least: that there is one
 * closing brace less than even that needs is proof. */
static bool scan_dictionary_end(struct scanner *scanner, struct look *look) {
    if (scanner->braces == BRACES_RIGHT || !dictionary_looks_unclosed(scanner, look)) return false;
    if (scanner->braces == BRACES_UNKNOWN) {
        count_braces(scanner, look, scanner->depth + 1);
        if (scanner->missing > 0) return leave_dictionary(scanner, look);
        scanner->braces = BRACES_RIGHT;
        scanner->missing = 0;
        return accept(look, BRACES_COUNTED);
    }
    return scanner->missing > 0 ? leave_dictionary(scanner, look) : false;
}

/* Behind an opening bracket or a later part of a bracket group, which `unclosed` would end. */
static bool scan_in_group(struct scanner *scanner, struct look *look, bool region_valid, enum token unclosed) {
    struct gap gap = skip_padding(look);
    switch (peek(look)) {
    case ')': return unclosed == UNCLOSED_SQUARE || unclosed == UNCLOSED_ANGLE ? accept(look, unclosed) : false;
    case ']': return unclosed == UNCLOSED_ANGLE ? accept(look, unclosed) : false;
    case '}':
        if (unclosed == UNCLOSED_DICTIONARY) {
            bool outside = gap.newline && scanner->depth > 0 && gap.column == column_at(scanner, scanner->depth - 1);
            return outside ? scan_dictionary_end(scanner, look) : false;
        }
        return gap.newline || column_at(scanner, scanner->depth) == COLUMN_UNKNOWN ? accept(look, unclosed) : false;
    case '{':
        advance(look);
        if (region_valid)
            return open_region(scanner, look, unclosed == UNCLOSED_DICTIONARY ? BRACE_REGION : BRACE_EMPTY);
        if (scan_opening(look).brace != BRACE_SURE_REGION) return false;
        return unclosed == UNCLOSED_DICTIONARY ? leave_dictionary(scanner, look) : accept(look, unclosed);
    case '/': {
        enum slash slash = scan_slash(look, gap.newline, false);
        return slash == SLASH_SPLIT ? accept(look, unclosed) : scan_comment(scanner, look, slash);
    }
    default:
        if (!gap.newline && !at_end(look)) return false;
    }
    struct line line;
    switch (scan_start(look, gap, &line)) {
    case START_NAME:
        if (unclosed == UNCLOSED_DICTIONARY) return peek(look) == '}' ? scan_dictionary_end(scanner, look) : false;
        return group_is_abandoned(look, closer_of(unclosed)) ? accept(look, unclosed) : false;
    case START_LIKELY_OP:
        if (!group_is_abandoned(look, closer_of(unclosed))) return false;
        break;
    case START_TOP_LEVEL: /* or an entry: `{#target = [..]}` */
        if (gap.column > 0 && !group_is_abandoned(look, closer_of(unclosed))) return false;
        break;
    case START_OP:
    case START_END: break;
    case START_CONTINUATION:
    case START_ENTRY:
    case START_OPERANDS:
    case START_DAMAGED_OP:
    case START_CLOSE: return false;
    }
    return unclosed == UNCLOSED_DICTIONARY ? leave_dictionary(scanner, look) : accept(look, unclosed);
}

/* ---- between ops ---- */

/* The line's end belongs to the token. Else what comes next would begin where the op in front ends, before the OP_END
 * of that op is known: the parser would look at the old node there too early, find another state, and pass over it,
 * and so at each of those behind it. */
static void take_line_end(struct look *look) {
    while (is_blank(peek(look))) advance(look);
    if (peek(look) != '\n') return;
    advance(look);
    mark_end(look);
}

/* In front of an op that begins a stretch: `inner` ends what is still open. */
static bool scan_cut(struct scanner *scanner, struct look *look, enum token inner) {
    bool is_long = scanner->verdict == VERDICT_LONG_STRETCH;
    if (inner == STRETCH_END || (inner == LONG_STRETCH_END && is_long)) {
        take_line_end(look);
        return accept(look, inner);
    }
    scanner->verdict = VERDICT_OP;
    return accept(look, is_long ? LONG_STRETCH_BEGIN : STRETCH_BEGIN);
}

/* `inner` ends the stretch that is open, NOTHING: none is. */
static bool leave_unclosed(struct scanner *scanner, struct look *look, enum token inner) {
    return inner == NOTHING ? leave_region(scanner, look, UNCLOSED_REGION) : accept(look, inner);
}

/* Between two ops of a region. */
static bool scan_in_region(struct scanner *scanner, struct look *look, enum token inner) {
    if (scanner->verdict == VERDICT_UNCLOSED) return leave_unclosed(scanner, look, inner);
    struct gap gap = skip_padding(look);
    int32_t c = peek(look);
    if (c == '/') {
        enum slash slash = scan_slash(look, gap.newline, false);
        return slash == SLASH_SPLIT ? leave_unclosed(scanner, look, inner)
                                    : scan_comment_of_region(scanner, look, slash);
    }
    struct line line = { 0 };
    switch (c) {
    case '}':
        if (inner != NOTHING && scanner->verdict != VERDICT_STRAY) return accept(look, inner);
        advance(look);
        mark_end(look);
        return scanner->verdict == VERDICT_STRAY ? leave_stray_brace(scanner, look)
                                                 : leave_region(scanner, look, REGION_CLOSE);
    case '=':
    case ',': return accept(look, NO_VALUE);
    case ':': return scan_results(look, &line.kind) == START_OP ? accept(look, NO_VALUE) : false;
    case '{':
        advance(look);
        if (peek(look) != '-') return open_region(scanner, look, BRACE_REGION);
        advance(look);
        return gap.newline && peek(look) == '#' ? leave_unclosed(scanner, look, inner) : false;
    case '#':
    case '!':
        if (!gap.newline || scan_start(look, gap, &line) != START_TOP_LEVEL) return false;
        return leave_unclosed(scanner, look, inner);
    default: return at_end(look) ? leave_unclosed(scanner, look, inner) : false;
    }
}

/* What a token remembers that stands in front of the first op of a section. A comment in front of the op stands in
 * its column; so does prose that begins its line, as logs have it. */
static void begin_section(struct scanner *scanner, struct look *look) {
    struct gap gap = { 0 };
    skip_space(look, &gap, false);
    struct line line = { 0 };
    enum start start = peek(look) == '/' ? START_OP : scan_start(look, gap, &line);
    bool op = (start != START_CONTINUATION || gap.column == 0) && start != START_END && start != START_CLOSE;
    expect_op(scanner, line.kind);
    scanner->top = (uint8_t)(op && gap.column < COLUMN_UNKNOWN ? gap.column : COLUMN_UNKNOWN);
    scanner->braces = BRACES_UNKNOWN;
    scanner->missing = 0;
}

/* The section's first op may stand behind the comment. */
static bool scan_comment_of_section(struct scanner *scanner, struct look *look) {
    scan_comment(scanner, look, SLASH_COMMENT);
    if (is_letter(peek(look))) {
        struct word word = scan_word(look);
        expect_op(scanner, kind_of(&word));
    }
    return true;
}

/* Between two ops at top level. */
static bool scan_in_section(struct scanner *scanner, struct look *look) {
    struct gap gap = skip_padding(look);
    int32_t c = peek(look);
    enum kind kind;
    if (c == '/') {
        enum slash slash = scan_slash(look, gap.newline || at_first_column(look), true);
        if (slash == SLASH_COMMENT) return scan_comment_of_section(scanner, look);
        if (slash == SLASH_ALONE) return false;
        begin_section(scanner, look);
        return accept(look, SECTION_SPLIT);
    }
    switch (c) {
    case '=':
    case ',': return accept(look, NO_VALUE);
    case ':': return scan_results(look, &kind) == START_OP ? accept(look, NO_VALUE) : false;
    case '{': advance(look); return peek(look) == '-' ? false : open_region(scanner, look, BRACE_REGION);
    default: return false;
    }
}

/* ---- what must come next ---- */

/* Where the name of an op must stand. It may stand on the next line, but not in the column of ops if the `=` is
 * missing too. */
static bool scan_name(const struct scanner *scanner, struct look *look) {
    struct gap gap = scan_gap(look, (struct gap){ 0 });
    bool next = scanner->verdict == VERDICT_UNNAMED && gap.newline && gap.column == column_at(scanner, scanner->depth);
    bool name =
        !next && !gap.split && !gap.slash && (is_letter(peek(look)) || (peek(look) == '"' && string_is_closed(look)));
    return name ? false : accept(look, NO_NAME);
}

/* Behind a result. */
static bool scan_equals(struct scanner *scanner, struct look *look) {
    scan_gap(look, (struct gap){ 0 });
    if (peek(look) == '=' || peek(look) == ',') return false;
    if (peek(look) == ':') {
        advance(look);
        while (at_space(look)) advance(look);
        if (is_digit(peek(look))) return false;
    }
    scanner->verdict = VERDICT_UNNAMED;
    return accept(look, NO_EQUALS);
}

/* A token that one character announces, possibly on another line. */
static bool scan_expected(struct look *look, int32_t expected, int32_t other, enum token missing) {
    scan_gap(look, (struct gap){ 0 });
    return peek(look) == expected || peek(look) == other ? false : accept(look, missing);
}

/* ---- the token that comes ---- */

/* Characters that mean nothing to the scanner where a bracket group may go on: the hot path. */
static bool is_ordinary_in_group(int32_t c) {
    return c > ' ' && c != ')' && c != ']' && c != '{' && c != '}' && c != '/';
}
static bool is_ordinary_in_op(int32_t c) { return is_ordinary_in_group(c) && !may_begin_op(c); }

static bool find_token(struct scanner *scanner, struct look *look, const bool *valid) {
    bool in_op = valid[OP_END];
    bool in_group =
        valid[UNCLOSED_PAREN] || valid[UNCLOSED_SQUARE] || valid[UNCLOSED_ANGLE] || valid[UNCLOSED_DICTIONARY];
    if (in_op ? is_ordinary_in_op(peek(look)) : in_group && is_ordinary_in_group(peek(look))) return false;

    mark_end(look); /* most tokens end in front of what is looked at */
    /* While the parser repairs an error it accepts everything; the end of an op is the best place to go on from. */
    if (in_op) return scan_in_op(scanner, look, (struct progress){ .typed = valid[TYPED], .named = valid[NAMED] });
    if (valid[UNCLOSED_PAREN]) return scan_in_group(scanner, look, valid[REGION_OPEN], UNCLOSED_PAREN);
    if (valid[UNCLOSED_ANGLE]) return scan_in_group(scanner, look, false, UNCLOSED_ANGLE);
    if (valid[UNCLOSED_DICTIONARY]) return scan_in_group(scanner, look, valid[REGION_OPEN], UNCLOSED_DICTIONARY);
    if (valid[UNCLOSED_SQUARE]) return scan_in_group(scanner, look, false, UNCLOSED_SQUARE);
    enum token inner = valid[STRETCH_END] ? STRETCH_END : valid[LONG_STRETCH_END] ? LONG_STRETCH_END : NOTHING;
    bool in_region = valid[UNCLOSED_REGION] || inner != NOTHING;
    if (in_region && (scanner->verdict == VERDICT_STRETCH || scanner->verdict == VERDICT_LONG_STRETCH))
        return scan_cut(scanner, look, inner);
    if (scanner->verdict == VERDICT_OP && (in_region || valid[SECTION_SPLIT])) return false;
    if (in_region) return scan_in_region(scanner, look, inner);
    if (valid[FILE_START]) {
        begin_section(scanner, look);
        return accept(look, FILE_START);
    }
    if (valid[SECTION_SPLIT]) return scan_in_section(scanner, look);
    if (valid[NO_NAME]) return scan_name(scanner, look);
    if (valid[NO_EQUALS]) return scan_equals(scanner, look);
    if (valid[NO_VALUE]) return scan_expected(look, '%', '%', NO_VALUE);
    if (valid[NO_COLON]) return scan_expected(look, ':', '(', NO_COLON);
    if (valid[NO_DICTIONARY]) return scan_expected(look, '{', '{', NO_DICTIONARY);
    return false;
}

/* `valid` tells where the parser is: which tokens it could take. False: none of them; the state is then anything. */
static bool scan(struct scanner *scanner, struct look *look, const bool *valid) {
    bool any = find_token(scanner, look, valid);
    if (any && token_of(look) != COMMENT) scanner->comments = 0;
    return any;
}

#endif
