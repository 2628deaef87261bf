/* damage.c FILE.. - what is half typed spoils its own op and nothing else.
 *
 * Each trial makes one mistake at a random place of a well-formed file. Every op that the mistake does not touch must
 * still begin at its place, have the same name, operands, symbols and successors, and stand in the same region. An op
 * is touched when the mistake lies in one of its own tokens or between two of them, behind it before the next token,
 * or in front of it on its line. A trial is kept when that holds for every op of the file; it is contained when it
 * holds for every op outside of the function with the mistake.
 *
 * Braces alone do not tell which of them is missing or too many; the columns of the lines do, but not always: the
 * bounds below are what the grammar promises (grammar/README.md, "Damage").
 *
 *     damage [--trials N] [--show N] [--only KIND] FILE.. N trials of each kind in each file; shows the first that
 *     are not kept */
#include "tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KINDS(X) /* name, label, percent kept, percent contained */ \
    X(CHARACTER_DELETED, "character deleted", 98.0, 99.5)           \
    X(CHARACTER_TYPED, "character typed", 98.0, 99.5)               \
    X(QUOTE_TYPED, "quote typed", 97.0, 99.0)                       \
    X(QUOTE_DELETED, "quote deleted", 97.0, 99.0)                   \
    X(BRACKET_DELETED, "bracket deleted", 98.5, 99.5)               \
    X(BRACKET_TYPED, "bracket typed", 98.0, 99.5)                   \
    X(HALF_OP_DELETED, "half an op deleted", 96.0, 99.5)            \
    X(BRACE_DELETED, "brace deleted", 94.0, 97.5)                   \
    X(BRACE_TYPED, "brace typed", 88.0, 95.5)
#define KIND_ENUM(name, label, kept, contained) name,
typedef enum { KINDS(KIND_ENUM) KIND_COUNT } kind;
typedef struct {
    const char *label;
    double kept_percent, contained_percent;
} promise;
#define KIND_PROMISE(name, label, kept, contained) { label, kept, contained },
static const promise promises[] = { KINDS(KIND_PROMISE) };
typedef struct {
    unsigned trials, kept, contained;
} tally;

enum { LARGEST_FILE = 60000, TRIALS_OF_BOUND = 100, NONE = UINT32_MAX };

/* ---- what a file holds ---- */

typedef struct {
    uint32_t start, region, function;
    uint64_t words;
    bool touched;
} op; /* words: hash of its name and operands */
typedef struct {
    uint32_t start, end, op;
} token; /* op: the innermost that holds it; NONE outside of ops */
typedef struct {
    op *ops;
    token *tokens;
    uint32_t op_count, op_capacity, token_count, token_capacity;
} outline;

/* What encloses the node at a depth. */
typedef struct {
    uint32_t op, region, function;
} frame;
enum { DEPTH_MAX = 2000 };

static void *grown(void *data, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity) return data;
    *capacity = *capacity ? 2 * *capacity : 256;
    data = realloc(data, *capacity * size);
    if (!data) abort();
    return data;
}

static bool name_ends_with(text t, TSNode name, const char *end) {
    uint32_t len = (uint32_t)strlen(end), stop = ts_node_end_byte(name);
    if (stop > 0 && t.data[stop - 1] == '"') stop--;
    return stop - ts_node_start_byte(name) >= len && memcmp(t.data + stop - len, end, len) == 0;
}

static uint64_t hash_more(uint64_t hash, const char *data, uint32_t len) {
    for (uint32_t i = 0; i < len; i++) hash = (hash ^ (unsigned char)data[i]) * UINT64_C(0x100000001B3);
    return hash * 31 + len;
}

/* What an op says of itself and of others. */
static bool is_word(TSNode node) {
    static const char *const types[] = { "op_name", "value_use", "value_def", "symbol_ref", "block_ref" };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is_type(node, types[i])) return true;
    return false;
}

/* Lists the ops and tokens of `tree`; false when it is damaged or too deep. */
static bool list(outline *o, const TSTree *tree, text t) {
    static frame frames[DEPTH_MAX + 1];
    bool well_formed = true;
    o->op_count = o->token_count = 0;
    frames[0] = (frame){ NONE, NONE, NONE };
    for (walk w = walk_begin(tree); walk_next(&w);) {
        if (w.depth >= DEPTH_MAX) {
            ts_tree_cursor_delete(&w.cursor);
            return false;
        }
        frame *inner = &frames[w.depth + 1], outer = frames[w.depth];
        *inner = outer;
        uint32_t start = ts_node_start_byte(w.node), end = ts_node_end_byte(w.node);
        if (is_damage(w.node)) well_formed = false;
        if (is_type(w.node, "op")) {
            o->ops = grown(o->ops, o->op_count, &o->op_capacity, sizeof *o->ops);
            TSNode name = ts_node_child_by_field_name(w.node, "name", 4);
            inner->op = o->op_count++;
            if (outer.function == NONE || (!ts_node_is_null(name) && name_ends_with(t, name, "func")))
                inner->function = start;
            if (!ts_node_is_null(name) && name_ends_with(t, name, "module"))
                inner->function = NONE; /* what it holds are units of their own */
            o->ops[inner->op] = (op){ start, outer.region, inner->function, 0, false };
        } else if (is_type(w.node, "region")) {
            inner->region = start;
        } else if (is_type(w.node, "unexpected")) {
            inner->op = NONE; /* remains of an op are nobody's operands */
        } else if (ts_node_child_count(w.node) == 0 && end > start && !is_type(w.node, "comment") &&
                   !is_type(w.node, "section_split")) {
            o->tokens = grown(o->tokens, o->token_count, &o->token_capacity, sizeof *o->tokens);
            o->tokens[o->token_count++] = (token){ start, end, outer.op };
            if (outer.op != NONE && is_word(w.node))
                o->ops[outer.op].words = hash_more(o->ops[outer.op].words, t.data + start, end - start);
        }
    }
    return well_formed;
}

/* ---- mistakes ---- */

typedef struct {
    uint32_t start, end;
    char typed;
} mistake; /* what is deleted, then typed; typed is 0 for nothing */

static char one_of(random_source *random, const char *set) { return set[random_below(random, (uint32_t)strlen(set))]; }

/* A random token that is one of the characters of `set`; false when none is found soon. */
static bool random_mark(random_source *random, const outline *o, text t, const char *set, mistake *m) {
    for (int i = 0; i < 400; i++) {
        const token *at = &o->tokens[random_below(random, o->token_count)];
        if (at->end != at->start + 1 || !strchr(set, t.data[at->start])) continue;
        *m = (mistake){ at->start, at->end, 0 };
        return true;
    }
    return false;
}

static bool random_quote(random_source *random, text t, mistake *m) {
    uint32_t from = random_below(random, t.len);
    const char *quote = memchr(t.data + from, '"', t.len - from);
    if (!quote) return false;
    *m = (mistake){ (uint32_t)(quote - t.data), (uint32_t)(quote - t.data) + 1, 0 };
    return true;
}

static mistake typed_at(uint32_t at, char c) { return (mistake){ at, at, c }; }

/* Typing happens at the end of a token, deleting anywhere outside of comments. False when the file offers no place
 * for the kind. */
static bool random_mistake(random_source *random, kind k, const outline *o, text t, mistake *m) {
    const token *at = &o->tokens[random_below(random, o->token_count)];
    uint32_t inside = at->start + random_below(random, at->end - at->start);
    switch (k) {
    case CHARACTER_DELETED: *m = (mistake){ inside, inside + 1, 0 }; return !strchr("(){}[]<>\"", t.data[inside]);
    case CHARACTER_TYPED:
        *m = typed_at(random_below(random, 2) ? at->end : inside, one_of(random, "abxz019._%@#!^$=,:?*+-/|&\n "));
        return true;
    case QUOTE_TYPED: *m = typed_at(random_below(random, 2) ? at->end : inside, '"'); return true;
    case QUOTE_DELETED: return random_quote(random, t, m);
    case BRACKET_DELETED: return random_mark(random, o, t, "()[]<>", m);
    case BRACKET_TYPED:
        *m = typed_at(random_below(random, 2) ? at->end : at->start, one_of(random, "()[]<>"));
        return true;
    case BRACE_DELETED: return random_mark(random, o, t, "{}", m);
    case BRACE_TYPED: *m = typed_at(random_below(random, 2) ? at->end : at->start, one_of(random, "{}")); return true;
    case HALF_OP_DELETED: {
        uint32_t end = at->start;
        while (end < t.len && t.data[end] != '\n') end++;
        *m = (mistake){ at->start, end, 0 };
        return !memchr(t.data + at->start, '{', end - at->start) && !memchr(t.data + at->start, '}', end - at->start);
    }
    case KIND_COUNT: break;
    }
    return false;
}

/* Marks the ops that the mistake touches; the function that holds it. */
static uint32_t touch(outline *o, const mistake *m, text after) {
    uint32_t before = NONE, behind = NONE; /* tokens around the mistake */
    for (uint32_t i = 0; i < o->op_count; i++) o->ops[i].touched = false;
    for (uint32_t i = 0; i < o->token_count; i++) {
        const token *at = &o->tokens[i];
        if (at->end >= m->start && at->start <= m->end && at->op != NONE) o->ops[at->op].touched = true;
        if (at->start <= m->start) before = i;
        if (at->start >= m->end && behind == NONE) behind = i;
    }
    uint32_t left = before == NONE ? NONE : o->tokens[before].op, right = behind == NONE ? NONE : o->tokens[behind].op;
    if (left != NONE) o->ops[left].touched = true;
    if (right != NONE) {
        uint32_t stop = o->tokens[behind].start - (m->end - m->start) + (m->typed != 0);
        bool same_line = !memchr(after.data + m->start, '\n', stop - m->start);
        if (same_line || right == left) o->ops[right].touched = true;
    }
    if (left != NONE) return o->ops[left].function;
    return right != NONE ? o->ops[right].function : NONE;
}

/* ---- trials ---- */

static uint32_t moved(uint32_t at, const mistake *m) {
    return at != NONE && at >= m->end ? at - (m->end - m->start) + (m->typed != 0) : at;
}

/* Is the op still there? `place`: where to look, moved on. */
static bool survives(const op *before, const outline *after, const mistake *m, uint32_t *place) {
    uint32_t start = moved(before->start, m);
    while (*place < after->op_count && after->ops[*place].start < start) ++*place;
    if (*place == after->op_count || after->ops[*place].start != start) return false;
    const op *now = &after->ops[*place];
    bool region_gone = before->region != NONE && before->region >= m->start && before->region < m->end;
    return now->words == before->words && (region_gone || now->region == moved(before->region, m));
}

static void show(const char *name, kind k, text t, const mistake *m, const op *lost) {
    uint32_t line = 1, lost_line = 1;
    for (uint32_t i = 0; i < m->start; i++) line += t.data[i] == '\n';
    for (uint32_t i = 0; i < lost->start; i++) lost_line += t.data[i] == '\n';
    uint32_t from = m->start, to = m->start;
    while (from > 0 && t.data[from - 1] != '\n' && m->start - from < 60) from--;
    while (to < t.len && t.data[to] != '\n' && to - m->start < 60) to++;
    uint32_t lost_end = lost->start;
    while (lost_end < t.len && t.data[lost_end] != '\n' && lost_end - lost->start < 40) lost_end++;
    printf("%s:%u: %s: %.*s[%.*s|%c]%.*s: first changed in line %u: %.*s\n", name, line, promises[k].label,
           (int)(m->start - from), t.data + from, (int)(m->end - m->start), t.data + m->start,
           m->typed ? m->typed : ' ', (int)(to > m->end ? to - m->end : 0), t.data + m->end, lost_line,
           (int)(lost_end - lost->start), t.data + lost->start);
}

static void try_mistake(TSParser *parser, const char *name, text t, kind k, const mistake *m, outline *before,
                        outline *after, tally *tallies, unsigned *shown) {
    text edited = text_replace(t, m->start, m->end, &m->typed, m->typed != 0);
    uint32_t function = touch(before, m, edited), place = 0, lost = 0, lost_outside = 0;
    TSTree *tree = parse(parser, NULL, edited);
    list(after, tree, edited);
    const op *first = NULL;
    for (uint32_t i = 0; i < before->op_count; i++) {
        const op *o = &before->ops[i];
        if (o->touched || survives(o, after, m, &place)) continue;
        if (lost++ == 0) first = o;
        lost_outside += o->function != function;
    }
    tallies[k].trials++;
    tallies[k].kept += lost == 0;
    tallies[k].contained += lost_outside == 0;
    if (first && *shown > 0) {
        --*shown;
        show(name, k, t, m, first);
    }
    ts_tree_delete(tree);
    text_drop(edited);
}

static void try_file(TSParser *parser, const char *name, unsigned trials, int only, tally *tallies, unsigned *shown) {
    static outline before, after; /* their memory is used again */
    text t = text_read(name);
    TSTree *tree = parse(parser, NULL, t);
    random_source random = random_for(name, 1);
    if (t.len <= LARGEST_FILE && list(&before, tree, t) && before.token_count > 1)
        for (kind k = 0; k < KIND_COUNT; k++)
            for (unsigned i = 0; i < trials; i++) {
                mistake m;
                if ((only < 0 || (int)k == only) && random_mistake(&random, k, &before, t, &m))
                    try_mistake(parser, name, t, k, &m, &before, &after, tallies, shown);
            }
    ts_tree_delete(tree);
    text_drop(t);
}

static double percent(unsigned part, unsigned whole) { return whole ? 100.0 * part / whole : 100.0; }

int main(int argc, char **argv) {
    int64_t trials = 2, show = 0, only = -1;
    const named_number numbers[] = { { "--trials", &trials }, { "--show", &show }, { "--only", &only } };
    int first = numbers_from(argc, argv, numbers, 3);
    unsigned shown = (unsigned)show;
    tally tallies[KIND_COUNT] = { 0 };
    file_list files = files_from(argc, argv, first);
    TSParser *parser = parser_new();
    for (uint32_t i = 0; i < files.count; i++)
        try_file(parser, files.names[i], (unsigned)trials, (int)only, tallies, &shown);
    bool failed = false;
    printf("%-20s %8s %9s %9s    (promised)\n", "mistake", "trials", "kept %", "contained %");
    for (kind k = 0; k < KIND_COUNT; k++) {
        const tally *n = &tallies[k];
        double kept = percent(n->kept, n->trials), contained = percent(n->contained, n->trials);
        bool bad = kept < promises[k].kept_percent || contained < promises[k].contained_percent;
        failed |= bad || (only < 0 && n->trials < TRIALS_OF_BOUND); /* a percentage of a few trials says nothing */
        printf("%-20s %8u %9.2f %9.2f    (%.1f, %.1f)%s\n", promises[k].label, n->trials, kept, contained,
               promises[k].kept_percent, promises[k].contained_percent, bad ? "  broken" : "");
    }
    ts_parser_delete(parser);
    files_drop(files);
    return failed;
}
