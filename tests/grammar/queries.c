/* queries.c QUERY SAMPLE EXPECTED [--update] - a query compiles and captures in SAMPLE what EXPECTED lists:
 * line:column, capture, text.
 *
 * Of the predicates, which are for editors to evaluate, `#match?` is tried here; others count as true. */
#include "tree.h"
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 30 };

static bool fits(const char *pattern, TSNode node, text sample) {
    uint32_t start = ts_node_start_byte(node), len = ts_node_end_byte(node) - start;
    char *shown = malloc(len + 1);
    regex_t regex;
    if (!shown || regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0) abort();
    memcpy(shown, sample.data + start, len);
    shown[len] = '\0';
    bool found = regexec(&regex, shown, 0, NULL, 0) == 0;
    regfree(&regex);
    free(shown);
    return found;
}

/* (#match? @capture "regular expression"): four steps, the last of which is their end. */
static bool holds(const TSQuery *query, const TSQueryMatch *match, text sample) {
    uint32_t count, len;
    const TSQueryPredicateStep *steps = ts_query_predicates_for_pattern(query, match->pattern_index, &count);
    for (uint32_t i = 0; i + 3 < count; i++) {
        bool named =
            steps[i].type == TSQueryPredicateStepTypeString && steps[i + 1].type == TSQueryPredicateStepTypeCapture;
        if (!named || strcmp(ts_query_string_value_for_id(query, steps[i].value_id, &len), "match?") != 0) continue;
        const char *pattern = ts_query_string_value_for_id(query, steps[i + 2].value_id, &len);
        for (uint32_t k = 0; k < match->capture_count; k++)
            if (match->captures[k].index == steps[i + 1].value_id && !fits(pattern, match->captures[k].node, sample))
                return false;
    }
    return true;
}

/* Prints all captures to `out`; false when the query is wrong. */
static bool print_captures(text query_text, text sample, FILE *out, const char *name) {
    uint32_t offset;
    TSQueryError error;
    TSQuery *query = ts_query_new(tree_sitter_mlir(), query_text.data, query_text.len, &offset, &error);
    if (!query) {
        printf("%s: error %d at byte %u: %.40s\n", name, (int)error, offset, query_text.data + offset);
        return false;
    }
    TSParser *parser = parser_new();
    TSTree *tree = parse(parser, NULL, sample);
    TSQueryCursor *cursor = ts_query_cursor_new();
    ts_query_cursor_exec(cursor, query, ts_tree_root_node(tree));
    TSQueryMatch match;
    for (uint32_t index; ts_query_cursor_next_capture(cursor, &match, &index);) {
        if (!holds(query, &match, sample)) continue;
        TSQueryCapture capture = match.captures[index];
        uint32_t len, start = ts_node_start_byte(capture.node), shown = ts_node_end_byte(capture.node) - start;
        const char *label = ts_query_capture_name_for_id(query, capture.index, &len);
        const char *newline = memchr(sample.data + start, '\n', shown);
        if (newline) shown = (uint32_t)(newline - (sample.data + start));
        TSPoint at = ts_node_start_point(capture.node);
        fprintf(out, "%u:%u @%.*s %.*s\n", at.row + 1, at.column + 1, (int)len, label,
                (int)(shown < SHOWN_MAX ? shown : SHOWN_MAX), sample.data + start);
    }
    ts_query_cursor_delete(cursor);
    ts_query_delete(query);
    ts_tree_delete(tree);
    ts_parser_delete(parser);
    return true;
}

static bool same_lines(text expected, FILE *found) {
    rewind(found);
    char line[256];
    uint32_t at = 0, number = 1;
    for (; fgets(line, sizeof line, found); number++) {
        uint32_t len = (uint32_t)strlen(line);
        if (expected.len - at < len || memcmp(expected.data + at, line, len) != 0) {
            printf("line %u: found %s", number, line);
            return false;
        }
        at += len;
    }
    if (at < expected.len) printf("line %u: nothing found\n", number);
    return at == expected.len && at > 0;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    text query = text_read(argv[1]), sample = text_read(argv[2]);
    bool update = argc > 4 && strcmp(argv[4], "--update") == 0;
    FILE *out = update ? fopen(argv[3], "w") : tmpfile();
    if (!out) return 2;
    bool ok = print_captures(query, sample, out, argv[1]);
    if (ok && !update) {
        text expected = text_read(argv[3]);
        ok = same_lines(expected, out);
        text_drop(expected);
    }
    fclose(out);
    text_drop(query);
    text_drop(sample);
    return !ok;
}
