/* hostile.c BYTES - text that nobody writes: time grows with its length, memory is bounded by it, no byte is lost.
 *
 * Each pattern is repeated to two sizes, one four times the other. A quadratic look-ahead would take sixteen times as
 * long; LINEAR_MAX leaves room for caches. */
#include "tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GROWTH = 4, LINEAR_MAX = 9, NESTED = 100000 };
static const double short_seconds = 0.05; /* too short to compare */

typedef struct {
    const char *label, *head, *unit, *tail;
    size_t unit_len;
} pattern;
#define PATTERN(label, head, unit, tail) \
    { label, head, unit, tail, sizeof(unit) - 1 }
static const pattern patterns[] = {
    PATTERN("zero bytes", "", "\0", ""),
    PATTERN("invalid UTF-8", "", "\xff\xc3\x28 \xe2\x82 \xf0\x9f", ""),
    PATTERN("names with invalid UTF-8", "", "%a\xff = x.y\xfe\n", ""),
    PATTERN("one endless op", "x.y ", "%a, ", ": i32\n"),
    PATTERN("one endless line of ops", "", "%a = x.y %b : i32 ", "\n"),
    PATTERN("one endless name", "x.", "a", "\n"),
    PATTERN("one endless string", "\"", "a", "\"() : () -> ()\n"),
    PATTERN("one endless unfinished string", "x.y \"", "a", "\n"),
    PATTERN("quotes", "", "\"", "\n"),
    PATTERN("escaped quotes", "x.y ", "\\\"", "\n"),
    PATTERN("unfinished strings, one a line", "", "x.y \"abc\n", ""),
    PATTERN("one endless comment", "x.y //", "a", "\n"),
    PATTERN("empty comments", "x.y\n", "//\n", ""),
    PATTERN("comments in a group", "x.y (\n", "//\n", ")\n"),
    PATTERN("comments in a list of regions", "\"x.y\"() ({\n},\n", "//\n", "{\n}) : () -> ()\n"),
    PATTERN("comments in a region", "x.y {\n", "//\n", "}\n"),
    PATTERN("comments between results", "%a,", "//\n", "%b = x.y\n"),
    PATTERN("slashes", "", "/ ", ""),
    PATTERN("blank lines", "x.y", "\n", "x.y"),
    PATTERN("blank lines between comments", "x.y", "//\n\n\n\n\n\n\n\n\n\n", ""),
    PATTERN("blanks", "x.y", " ", "\nx.y"),
    PATTERN("carriage returns", "x.y", "\r", "\nx.y"),
    PATTERN("lines that end in CRLF", "", "%a = x.y %b : i32\r\n", ""),
    PATTERN("section splits", "", "// -----\n", ""),
    PATTERN("opening parentheses", "x.y ", "(", ""),
    PATTERN("opening square brackets", "x.y ", "[", ""),
    PATTERN("opening angle brackets", "x.y ", "<", ""),
    PATTERN("opening braces", "x.y ", "{", ""),
    PATTERN("opening braces, one a line", "x.y ", "{\n", ""),
    PATTERN("closing parentheses", "x.y ", ")", ""),
    PATTERN("closing braces", "x.y ", "}", ""),
    PATTERN("closing braces, one a line", "x.y ", "}\n", ""),
    PATTERN("brackets that cross", "x.y ", "([{<", ")>]}"),
    PATTERN("brackets that cross and close", "x.y ", "([)]{<}> ", ""),
    PATTERN("locations", "x.y ", "loc(", ""),
    PATTERN("nested regions", "", "x.y {\n", ""),
    PATTERN("nested regions on one line", "", "x.y {", ""),
    PATTERN("nested regions in a stair", "", "x.y {\n x.y {\n  x.y {\n   x.y {\n", ""),
    PATTERN("nested regions of generic ops", "", "\"x.y\"() ({\n", ""),
    PATTERN("regions closed in the middle of lines", "", "x.y {\n  x.y } x.y {\n  x.y } else {\n }\n", ""),
    PATTERN("functions in functions", "", "func.func @f() {\n", ""),
    PATTERN("modules and stray braces", "", "module {\n}\n}\n", ""),
    PATTERN("results without end", "", "%a, ", ""),
    PATTERN("results without names", "", "%a =\n", ""),
    PATTERN("equal signs", "", "= ", ""),
    PATTERN("labels", "x.y {\n", "^bb0(%a: i32):\n", "}\n"),
    PATTERN("labels that never close", "x.y {\n", "^bb0(%a: i32\n", "}\n"),
    PATTERN("carets", "", "^", ""),
    PATTERN("per cents", "", "%", ""),
    PATTERN("shapes without end", "x.y : tensor<", "4x", "f32>\n"),
    PATTERN("digits", "x.y ", "1", "\n"),
    PATTERN("metadata", "", "{-# ", ""),
    PATTERN("aliases", "", "#a = ", "\n"),
    PATTERN("arrows and comparisons", "x.y ", "->=<-==>", "\n"),
};

static text repeat(const pattern *p, size_t size) {
    size_t head = strlen(p->head), tail = strlen(p->tail), count = size / p->unit_len + 1;
    text t = { malloc(head + count * p->unit_len + tail), (uint32_t)(head + count * p->unit_len + tail) };
    if (!t.data) abort();
    memcpy(t.data, p->head, head);
    for (size_t i = 0; i < count; i++) memcpy(t.data + head + i * p->unit_len, p->unit, p->unit_len);
    memcpy(t.data + head + count * p->unit_len, p->tail, tail);
    return t;
}

/* Seconds to parse; false when the tree does not span the text. */
static bool try_text(TSParser *parser, text t, double *seconds) {
    clock_t begin = clock();
    TSTree *tree = parse(parser, NULL, t);
    *seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    bool whole = ts_node_end_byte(ts_tree_root_node(tree)) == t.len;
    ts_tree_delete(tree);
    return whole;
}

/* Time that looks too long is measured once more: the machine may have been busy. */
static bool try_pattern(TSParser *parser, const pattern *p, size_t size) {
    double small_seconds = 0, large_seconds = 0;
    text small = repeat(p, size), large = repeat(p, GROWTH * size);
    bool ok = true, linear = false;
    for (int times = 0; ok && !linear && times < 2; times++) {
        ok = try_text(parser, small, &small_seconds) && try_text(parser, large, &large_seconds);
        linear = ok && (large_seconds < short_seconds || large_seconds < LINEAR_MAX * small_seconds);
    }
    if (!linear)
        printf("%s: %.3f s, then %.3f s for %d times as much\n", p->label, small_seconds, large_seconds, GROWTH);
    text_drop(small);
    text_drop(large);
    return linear;
}

/* Well-formed text as deep as nobody writes has no damage. */
static bool try_depth(TSParser *parser, const char *open, const char *close, const char *label) {
    size_t o = strlen(open), c = strlen(close);
    text t = { malloc(NESTED * (o + c)), (uint32_t)(NESTED * (o + c)) };
    if (!t.data) abort();
    for (size_t i = 0; i < NESTED; i++) memcpy(t.data + i * o, open, o);
    for (size_t i = 0; i < NESTED; i++) memcpy(t.data + NESTED * o + i * c, close, c);
    TSTree *tree = parse(parser, NULL, t);
    uint32_t damage = count_damage(tree, NULL);
    if (damage) printf("%d nested %s: %u damaged nodes\n", NESTED, label, damage);
    ts_tree_delete(tree);
    text_drop(t);
    return damage == 0;
}

/* The ends of lines do not matter: the same types of nodes in the same order. */
static bool try_line_ends(TSParser *parser) {
    static const char lf[] = "// c\nmodule {\n  func.func @f(%a: i32) {\n    %x = a.b %a {k = 1}\n      : i32\n    "
                             "return\n  }\n}\n// -----\n#m = 1\n";
    char crlf[2 * sizeof lf];
    uint32_t len = 0;
    for (const char *c = lf; *c; c++) {
        if (*c == '\n') crlf[len++] = '\r';
        crlf[len++] = *c;
    }
    TSTree *a = ts_parser_parse_string(parser, NULL, lf, sizeof lf - 1),
           *b = ts_parser_parse_string(parser, NULL, crlf, len);
    char *x = ts_node_string(ts_tree_root_node(a)), *y = ts_node_string(ts_tree_root_node(b));
    bool same = strcmp(x, y) == 0;
    if (!same) printf("CRLF gives another tree:\n%s\n%s\n", x, y);
    free(x);
    free(y);
    ts_tree_delete(a);
    ts_tree_delete(b);
    return same;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    size_t size = strtoul(argv[1], NULL, 10);
    TSParser *parser = parser_new();
    unsigned failed = 0;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) failed += !try_pattern(parser, &patterns[i], size);
    failed += !try_depth(parser, "x.y {\n", "}\n", "regions");
    failed += !try_depth(parser, "\"x.y\"() ({\n", "}) : () -> ()\n", "regions of generic ops");
    failed += !try_depth(parser, "x.y (", ")", "parentheses");
    failed += !try_line_ends(parser);
    ts_parser_delete(parser);
    printf("%zu patterns: %u failures\n", sizeof patterns / sizeof *patterns, failed);
    return failed > 0;
}
