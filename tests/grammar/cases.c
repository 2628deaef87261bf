/* cases.c FILE.. - the cases of grammar/test/corpus: text, then the tree that it gives. The format is tree-sitter's
 * own, whose command-line tool runs and rewrites the same files (`tree-sitter test --update`); this runner needs
 * neither it nor Node. */
#include "tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *data;
    size_t len;
} slice;

static slice next_line(slice *rest) {
    const char *end = memchr(rest->data, '\n', rest->len);
    slice line = { rest->data, end ? (size_t)(end - rest->data) : rest->len };
    size_t taken = line.len + (end != NULL);
    *rest = (slice){ rest->data + taken, rest->len - taken };
    return line;
}

static bool is_rule(slice line, char c) {
    if (line.len < 3) return false;
    for (size_t i = 0; i < line.len; i++)
        if (line.data[i] != c) return false;
    return true;
}

/* Everything up to a line of `c`, which is skipped, or to the end. */
static slice section(slice *rest, char c) {
    slice part = { rest->data, 0 };
    while (rest->len > 0) {
        slice before = *rest;
        if (is_rule(next_line(rest), c)) {
            if (c == '=') *rest = before; /* it belongs to the next case */
            return part;
        }
        part.len = (size_t)(rest->data - part.data);
    }
    return part;
}

static slice trim(slice s) {
    while (s.len > 0 && strchr("\r\n", s.data[0])) s.data++, s.len--;
    while (s.len > 0 && strchr("\r\n", s.data[s.len - 1])) s.len--;
    return s;
}

/* One space between the parts of a tree, none in front of `)`, no names of fields. The result is to be freed. */
static char *normalized(slice tree) {
    char *out = malloc(tree.len + 1);
    if (!out) abort();
    size_t len = 0;
    for (size_t i = 0; i < tree.len; i++) {
        char c = tree.data[i];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            if (len > 0 && out[len - 1] != ' ') out[len++] = ' ';
        } else if (c == ':') {
            while (len > 0 && out[len - 1] != ' ' && out[len - 1] != '(') len--; /* the field's name */
            if (len > 0 && out[len - 1] == ' ') len--;
        } else {
            if (c == ')' && len > 0 && out[len - 1] == ' ') len--;
            out[len++] = c;
        }
    }
    while (len > 0 && out[len - 1] == ' ') len--;
    out[len] = '\0';
    return out;
}

static bool try_case(TSParser *parser, const char *file, slice name, slice input, slice expected) {
    TSTree *tree = ts_parser_parse_string(parser, NULL, input.data, (uint32_t)input.len);
    char *found = ts_node_string(ts_tree_root_node(tree));
    char *a = normalized((slice){ found, strlen(found) }), *b = normalized(expected);
    bool same = strcmp(a, b) == 0;
    if (!same) printf("%s: %.*s\n  expected %s\n  found    %s\n", file, (int)name.len, name.data, b, a);
    free(a);
    free(b);
    free(found);
    ts_tree_delete(tree);
    return same;
}

int main(int argc, char **argv) {
    TSParser *parser = parser_new();
    unsigned cases = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        text t = text_read(argv[i]);
        slice rest = { t.data, t.len };
        while (rest.len > 0) {
            if (!is_rule(next_line(&rest), '=')) continue;
            slice name = next_line(&rest);
            next_line(&rest); /* the second rule */
            slice input = trim(section(&rest, '-')), expected = section(&rest, '=');
            failed += !try_case(parser, argv[i], name, input, expected);
            cases++;
        }
        text_drop(t);
    }
    ts_parser_delete(parser);
    printf("%u cases, %u failures\n", cases, failed);
    return failed > 0 || cases == 0;
}
