/* scanner_braces.h - which `{` opens a region, and which of several braces is missing or too many.
 *
 * Braces that match are believed, whatever the columns. Where an op comes to stand in a column that speaks against
 * them, all braces of the rest of the section are counted, once; only if their number is wrong the columns say which
 * one it is. */
#ifndef SCANNER_BRACES_H
#define SCANNER_BRACES_H

#include "scanner_start.h"
#include "scanner_state.h"

enum {
    /* How many closing braces in a row are looked at together. */
    CLOSERS_MAX = 16,
    /* How far to look for the end of a bracket group that may have none. */
    GROUP_REST_MAX = 1024,
};

/* ---- opening braces ---- */

/* Behind `{`: is it a region's? */
enum brace {
    BRACE_OTHER,
    BRACE_EMPTY, /* {} in front of types: a region only where nothing else may stand */
    BRACE_REGION,
    BRACE_SURE_REGION, /* even if a bracket is open */
};

struct opening {
    enum brace brace;
    enum kind first; /* the first op of the region */
    unsigned column; /* of that op; COLUMN_UNKNOWN if the line of the brace goes on */
};

/* On a line of its own nothing but an op begins with a value or is left of an op that does. */
static enum brace brace_of(enum start start, bool newline) {
    if (newline || start == START_OP) return BRACE_SURE_REGION;
    return start == START_LIKELY_OP ? BRACE_REGION : BRACE_OTHER;
}

/* At `}`: does the op go on with types? */
static bool types_follow(struct look *look) {
    advance(look);
    struct gap gap = scan_gap(look, (struct gap){ 0 });
    return !gap.newline && peek(look) == ':';
}

/* Behind `{` and `before`, at a bare name. `{a.b}` is a dictionary and `{ a.b }` is a region, as they are printed. The
 * name of a barrier makes a region also of `{gpu.barrier}`, and a dictionary of `{ttg.ws_generated_barrier} : ()`. */
static enum brace scan_first_word(struct look *look, struct gap before, enum kind *kind) {
    struct word word = scan_word(look);
    *kind = kind_of(&word);
    bool terminator = is_terminator_name(&word), dotted = word.last_part > 0, name = dotted || is_short_op_name(&word);
    struct gap gap = scan_gap(look, (struct gap){ 0 });
    int32_t c = peek(look);
    if (c == '=' || c == ',') return BRACE_OTHER;
    if (c == '}') {
        bool spaced = before.blank && gap.blank;
        if (terminator || (is_barrier_name(&word) && (spaced || !types_follow(look)))) return BRACE_SURE_REGION;
        return dotted && spaced ? BRACE_REGION : BRACE_OTHER;
    }
    if (!gap.newline && (c == ':' || is_closer(c))) return dotted && before.newline ? BRACE_REGION : BRACE_OTHER;
    if (before.newline && name) return BRACE_SURE_REGION;
    if (before.newline || name || terminator) return BRACE_REGION;
    enum kind ignored;
    return c == '%' && scan_results(look, &ignored) != START_OP ? BRACE_REGION
                                                                : BRACE_OTHER; /* else a line behind half an entry */
}

static struct opening scan_opening(struct look *look) {
    struct opening opening = { .brace = BRACE_OTHER, .column = COLUMN_UNKNOWN };
    struct gap gap = scan_gap(look, (struct gap){ 0 });
    int32_t c = peek(look);
    if (gap.newline && gap.column < COLUMN_UNKNOWN) opening.column = gap.column;
    if (gap.endless || gap.split || at_end(look)) {
        opening.brace = BRACE_REGION;
        opening.column = COLUMN_UNKNOWN;
    } else if (gap.slash) {
        return opening;
    } else if (c == '}') {
        advance(look);
        scan_gap(look, (struct gap){ 0 });
        opening.brace = peek(look) == ':' ? BRACE_EMPTY : BRACE_REGION;
        opening.column = COLUMN_UNKNOWN;
    } else if (c == '^') {
        /* Labels stand further left than ops: the first op is on the next line. */
        opening.brace = BRACE_SURE_REGION;
        for (int i = 0; i < REST_OF_LINE_MAX && !at_line_end(look); i++) advance(look);
        gap = scan_gap(look, (struct gap){ 0 });
        bool op = gap.newline && !gap.split && !gap.endless && peek(look) != '}' && gap.column < COLUMN_UNKNOWN;
        opening.column = op ? gap.column : COLUMN_UNKNOWN;
    } else if (c == '%') {
        enum start start = scan_results(look, &opening.first);
        opening.brace = start == START_ENTRY ? BRACE_OTHER : brace_of(start, gap.newline);
    } else if (c == '"') {
        opening.brace = brace_of(scan_string(look), false);
    } else if (is_letter(c)) {
        opening.brace = scan_first_word(look, gap, &opening.first);
    } else if (c == '#' || c == '@' || c == '[') {
        return opening; /* `{#target = ..}`, `{@device::@kernel}`, `{[0, 4] = %size}` */
    } else if (gap.newline) {
        /* What is left of an op without its beginning. */
        opening.brace = BRACE_REGION;
    } else {
        /* One character too many at the end of the line? */
        advance(look);
        skip_blanks(look);
        if (at_line_end(look)) opening.brace = BRACE_REGION;
    }
    return opening;
}

/* ---- columns ---- */

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
static struct closers scan_closers(struct look *look) {
    struct closers closers = { .count = 1 };
    for (;;) {
        int open = 0;
        for (int i = 0; !at_line_end(look) && peek(look) != '/'; i++) {
            if (i == REST_OF_LINE_MAX) return closers;
            if (peek(look) == '"') {
                string_is_closed(look);
                continue;
            }
            if (peek(look) == '{') open++;
            if (peek(look) == '}' && open-- == 0) {
                closers.count++;
                open = 0;
            }
            advance(look);
        }
        struct gap gap = scan_gap(look, (struct gap){ 0 });
        if (gap.endless || gap.slash) return closers;
        if (open > 0) {
            closers.reopened = open == 1;
            closers.column = gap.column;
            return closers;
        }
        if (peek(look) == '}') {
            if (++closers.count > CLOSERS_MAX) return closers;
            advance(look);
            continue;
        }
        struct line line;
        enum start start = scan_start(look, gap, &line);
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

/* Behind a closing brace at the end of an op. By the columns, does it close the innermost region?
 *
 * Yes, unless the op behind it and the closing braces that follow it then stands in a column where no op of its
 * region stands. In that case either the brace is too many, and the op stands in the column of the region that stays
 * open without it; or braces are missing, and brace and op stand in the columns of the region that it really closes. */
static enum verdict judge_brace(const struct scanner *scanner, struct look *look, struct gap gap) {
    uint32_t depth = scanner->depth;
    if (depth == 0 || depth > DEPTH_MAX) return VERDICT_PLAIN;
    unsigned body = column_at(scanner, depth), outside = column_at(scanner, depth - 1);
    if (body == COLUMN_UNKNOWN || outside == COLUMN_UNKNOWN) return VERDICT_PLAIN;
    if (body <= outside) return VERDICT_PLAIN;
    if (gap.newline && gap.column == outside && (depth == 1 || column_at(scanner, depth - 2) != outside))
        return VERDICT_PLAIN;
    struct closers closers = scan_closers(look);
    if (!gap.newline && closers.reopened && closers.count == 1 && closers.column > body) return VERDICT_STRAY;
    if (!closers.known) return VERDICT_PLAIN;
    if (closers.count <= depth) {
        uint32_t left = depth - closers.count;
        if (fits(scanner, closers, left) || column_at(scanner, left) == COLUMN_UNKNOWN) return VERDICT_PLAIN;
    }
    if ((!gap.newline || gap.column >= body) && closers.count <= depth + 1 &&
        fits(scanner, closers, depth + 1 - closers.count))
        return VERDICT_STRAY;
    if (!gap.newline) return VERDICT_PLAIN;
    for (uint32_t target = depth - 1; target >= closers.count; target--)
        if (column_at(scanner, target - 1) == gap.column && fits(scanner, closers, target - closers.count))
            return VERDICT_UNCLOSED;
    return VERDICT_PLAIN;
}

/* Column of the brace that closes the innermost region by the number of braces; COLUMN_UNKNOWN if it is not in
 * sight. */
static unsigned scan_to_closer(struct look *look, struct gap gap) {
    int open = 0;
    for (int bytes = 0; bytes < REST_OF_LINE_MAX; bytes++) {
        if (gap.newline && peek(look) == '}' && open == 0) return gap.column;
        gap.newline = false;
        if (at_line_end(look) || peek(look) == '/') {
            gap = scan_gap(look, gap);
            if (gap.endless || gap.split || at_end(look)) return COLUMN_UNKNOWN;
            continue;
        }
        if (peek(look) == '"') {
            string_is_closed(look);
            continue;
        }
        if (peek(look) == '{') open++;
        if (peek(look) == '}' && open-- == 0) return COLUMN_UNKNOWN;
        advance(look);
    }
    return COLUMN_UNKNOWN;
}

/* Inside an op at the beginning of a line: by the columns, should the innermost region have been closed before?
 *
 * Functions do not hold functions, save in a module. Other ops must stand in the column of an outer region, and the
 * next closing brace in the column where that region's brace stands. */
static enum verdict judge_op(const struct scanner *scanner, struct look *look, unsigned column, struct line line) {
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
        return scan_to_closer(look, line.behind) == outside ? VERDICT_UNCLOSED : VERDICT_PLAIN;
    }
    return VERDICT_PLAIN;
}

/* At the second op of a region: the first may have stood out of line, if no outer region explains the column of this
 * one. */
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

/* ---- counting ---- */

/* Counts the braces up to the end of the section, if nobody has. `open` of them are open where the look began. */
static void count_braces(struct scanner *scanner, struct look *look, uint32_t open) {
    if (scanner->braces != BRACES_UNKNOWN) return;
    scan_to_section_end(look);
    int64_t missing = (int64_t)open + look->open;
    scanner->braces = missing == 0 ? BRACES_RIGHT : BRACES_WRONG;
    scanner->missing = (int8_t)(missing > MISSING_MAX ? MISSING_MAX : missing < -MISSING_MAX ? -MISSING_MAX : missing);
}

/* A verdict by columns counts only where the number of braces agrees. */
static enum verdict check_verdict(struct scanner *scanner, struct look *look, enum verdict verdict) {
    if (verdict != VERDICT_UNCLOSED && verdict != VERDICT_STRAY) return verdict;
    count_braces(scanner, look, scanner->depth);
    bool agrees =
        scanner->braces == BRACES_WRONG && (verdict == VERDICT_UNCLOSED ? scanner->missing > 0 : scanner->missing < 0);
    return agrees ? verdict : VERDICT_PLAIN;
}

/* A brace that was missing has been supplied, one that was too many has been left out. */
static void mend_brace(struct scanner *scanner, int missing) {
    if (scanner->braces != BRACES_WRONG || scanner->missing == MISSING_MAX || scanner->missing == -MISSING_MAX) return;
    scanner->missing = (int8_t)(scanner->missing - missing);
    if (scanner->missing == 0) scanner->braces = BRACES_RIGHT;
}

/* At `}` inside a dictionary, on a line of its own: by the columns, does it close the region around an op whose
 * dictionary is unfinished? */
static bool dictionary_looks_unclosed(const struct scanner *scanner, struct look *look) {
    uint32_t depth = scanner->depth;
    if (depth == 0 || depth > DEPTH_MAX || column_at(scanner, depth) <= column_at(scanner, depth - 1)) return false;
    advance(look);
    struct closers closers = scan_closers(look);
    if (!closers.known || closers.count > depth) return false;
    return fits(scanner, closers, depth - closers.count) && !fits(scanner, closers, depth - closers.count + 1);
}

/* ---- brackets ---- */

/* In a bracket group, behind the beginning of a line that looks like an op: do ops follow, and not the bracket
 * `closer`?
 *
 * They do where another line begins like an op before the group ends, and where another bracket closes in place of
 * its own. */
static bool group_is_abandoned(struct look *look, int32_t closer) {
    int32_t before = 0;
    for (int i = 0; i < GROUP_REST_MAX && look->nested >= 0; i++) {
        int32_t c = peek(look);
        if (at_end(look)) return true;
        if (c == '"') {
            string_is_closed(look);
        } else if (at_space(look) || c == '/') {
            struct gap gap = scan_gap(look, (struct gap){ 0 });
            if (gap.split || gap.endless || at_end(look)) return true;
            if (!gap.newline || look->nested > 0 || before == ',' || before == '=' || peek(look) == '}') continue;
            struct line line;
            enum start start = scan_start(look, gap, &line);
            if (start == START_OP || start == START_LIKELY_OP || start == START_NAME || start == START_TOP_LEVEL)
                return true;
        } else {
            bool closes =
                c == ')' || c == ']' || c == '}' || (c == '>' && closer == '>' && before != '-' && before != '=');
            if (closes && look->nested == 0) return c != closer;
            advance(look);
        }
        before = c;
    }
    return false;
}

#endif
