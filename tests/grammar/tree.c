#define _POSIX_C_SOURCE 200809L
#include "tree.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory) {
    if (!memory) abort();
    return memory;
}

/* ---- texts ---- */

text text_read(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(2);
    }
    long size = ftell(file);
    rewind(file);
    text t = { need(malloc((size_t)size + 1)), (uint32_t)size };
    if (fread(t.data, 1, t.len, file) != t.len) {
        perror(path);
        exit(2);
    }
    fclose(file);
    return t;
}

text text_replace(text from, uint32_t start, uint32_t end, const char *by, uint32_t by_len) {
    text t = { need(malloc((size_t)from.len - (end - start) + by_len + 1)), from.len - (end - start) + by_len };
    memcpy(t.data, from.data, start);
    memcpy(t.data + start, by, by_len);
    memcpy(t.data + start + by_len, from.data + end, from.len - end);
    return t;
}

void text_drop(text t) { free(t.data); }

/* ---- parses ---- */

TSParser *parser_new(void) {
    TSParser *parser = ts_parser_new();
    if (!ts_parser_set_language(parser, tree_sitter_mlir())) {
        fprintf(stderr, "this tree-sitter library does not load the grammar\n");
        exit(2);
    }
    return parser;
}

TSTree *parse(TSParser *parser, const TSTree *old, text t) {
    return need(ts_parser_parse_string(parser, old, t.data, t.len));
}

/* ---- walks ---- */

walk walk_begin(const TSTree *tree) { return (walk){ .cursor = ts_tree_cursor_new(ts_tree_root_node(tree)) }; }

static bool step(walk *w) {
    if (!w->begun) return w->begun = true;
    if (ts_tree_cursor_goto_first_child(&w->cursor)) {
        w->depth++;
        return true;
    }
    while (!ts_tree_cursor_goto_next_sibling(&w->cursor)) {
        if (!ts_tree_cursor_goto_parent(&w->cursor)) return false;
        w->depth--;
    }
    return true;
}

bool walk_next(walk *w) {
    if (!step(w)) {
        ts_tree_cursor_delete(&w->cursor);
        return false;
    }
    w->node = ts_tree_cursor_current_node(&w->cursor);
    return true;
}

bool is_type(TSNode node, const char *type) { return strcmp(ts_node_type(node), type) == 0; }

bool is_damage(TSNode node) {
    return ts_node_is_missing(node) || is_type(node, "ERROR") || is_type(node, "incomplete") ||
           is_type(node, "unexpected");
}

uint32_t count_damage(const TSTree *tree, TSNode *first) {
    uint32_t count = 0;
    for (walk w = walk_begin(tree); walk_next(&w);)
        if (is_damage(w.node) && count++ == 0 && first) *first = w.node;
    return count;
}

static bool nodes_equal(const walk *a, const walk *b) {
    TSPoint p = ts_node_start_point(a->node), q = ts_node_start_point(b->node);
    return a->depth == b->depth && ts_node_symbol(a->node) == ts_node_symbol(b->node) &&
           ts_node_start_byte(a->node) == ts_node_start_byte(b->node) &&
           ts_node_end_byte(a->node) == ts_node_end_byte(b->node) && p.row == q.row && p.column == q.column &&
           ts_node_is_missing(a->node) == ts_node_is_missing(b->node) &&
           ts_tree_cursor_current_field_id(&a->cursor) == ts_tree_cursor_current_field_id(&b->cursor);
}

bool trees_equal(const TSTree *a, const TSTree *b, uint32_t *where) {
    walk x = walk_begin(a), y = walk_begin(b);
    uint32_t at = 0;
    for (;;) {
        bool more = walk_next(&x), more_too = walk_next(&y);
        if (!more && !more_too) return true;
        bool same = more && more_too && nodes_equal(&x, &y);
        if (same) {
            at = ts_node_start_byte(x.node);
            continue;
        }
        if (more) ts_tree_cursor_delete(&x.cursor);
        if (more_too) ts_tree_cursor_delete(&y.cursor);
        *where = at;
        return false;
    }
}

/* ---- random numbers and lists of files ---- */

random_source random_for(const char *path, uint64_t seed) {
    random_source random = { seed };
    const char *name = strrchr(path, '/');
    for (const char *c = name ? name : path; *c; c++)
        random.state = (random.state ^ (unsigned char)*c) * UINT64_C(0x100000001B3) + 1;
    return random;
}

uint32_t random_below(random_source *random, uint32_t bound) { /* xorshift64* */
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return (uint32_t)((random->state * UINT64_C(0x2545F4914F6CDD1D)) >> 33) % bound;
}

static void add_file(file_list *files, const char *name) {
    files->names = need(realloc(files->names, (files->count + 1) * sizeof *files->names));
    char *copy = need(malloc(strlen(name) + 1));
    files->names[files->count++] = strcpy(copy, name);
}

static void add_listed(file_list *files, const char *list) {
    FILE *file = fopen(list, "r");
    if (!file) {
        perror(list);
        exit(2);
    }
    char line[4096];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line) add_file(files, line);
    }
    fclose(file);
}

static const char *field(const char *row, int number) {
    for (; row && number > 0; number--) {
        row = strchr(row, '\t');
        if (row) row++;
    }
    return row ? row : "";
}

/* Columns of corpus/index.tsv. */
enum { COLUMN_FILE = 0, COLUMN_PARSES = 7 };

static void add_corpus(file_list *files, const char *shared, unsigned every) {
    char path[4096], row[4096];
    snprintf(path, sizeof path, "%s/corpus/index.tsv", shared);
    FILE *index = fopen(path, "r");
    if (!index) {
        printf("skipped: no corpus\n");
        exit(SKIPPED);
    }
    for (unsigned accepted = 0; fgets(row, sizeof row, index);) {
        if (strncmp(field(row, COLUMN_PARSES), "yes", 3) != 0 || accepted++ % every != 0) continue;
        snprintf(path, sizeof path, "%s/corpus/%.*s", shared, (int)strcspn(row, "\t"), field(row, COLUMN_FILE));
        add_file(files, path);
    }
    fclose(index);
    snprintf(path, sizeof path, "%s/facts/examples", shared);
    DIR *examples = opendir(path);
    for (struct dirent *entry; examples && (entry = readdir(examples));) {
        size_t len = strlen(entry->d_name);
        if (len < 5 || strcmp(entry->d_name + len - 5, ".mlir") != 0) continue;
        snprintf(path, sizeof path, "%s/facts/examples/%s", shared, entry->d_name);
        add_file(files, path);
    }
    if (examples) closedir(examples);
}

int numbers_from(int argc, char **argv, const named_number *numbers, uint32_t count) {
    int first = 1;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0 && strcmp(argv[first], "--corpus") != 0; first += 2)
        for (uint32_t i = 0; i < count; i++)
            if (strcmp(argv[first], numbers[i].name) == 0) *numbers[i].value = strtoll(argv[first + 1], NULL, 10);
    return first;
}

file_list files_from(int argc, char **argv, int first) {
    file_list files = { 0 };
    for (int i = first; i < argc; i++) {
        if (argv[i][0] == '@') {
            add_listed(&files, argv[i] + 1);
        } else if (strcmp(argv[i], "--corpus") == 0 && i + 2 < argc) {
            unsigned every = (unsigned)strtoul(argv[i + 2], NULL, 10);
            add_corpus(&files, argv[i + 1], every ? every : 1);
            i += 2;
        } else {
            add_file(&files, argv[i]);
        }
    }
    return files;
}

void files_drop(file_list files) {
    for (uint32_t i = 0; i < files.count; i++) free(files.names[i]);
    free(files.names);
}
