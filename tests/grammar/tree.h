/* tree.h - what the tests of the grammar share: files, parses, walks over trees, random numbers. */
#ifndef GRAMMAR_TREE_H
#define GRAMMAR_TREE_H
#include "tree-sitter-mlir.h"
#include <stdbool.h>
#include <stdint.h>
#include <tree_sitter/api.h>

enum { SKIPPED = 77 };

typedef struct {
    char *data;
    uint32_t len;
} text;

text text_read(const char *path); /* ends the program when the file cannot be read */
text text_replace(text from, uint32_t start, uint32_t end, const char *by, uint32_t by_len);
void text_drop(text t);

TSParser *parser_new(void); /* with the grammar; ends the program when the library refuses it */
TSTree *parse(TSParser *parser, const TSTree *old, text t);

/* A walk in pre-order: for (walk w = walk_begin(tree); walk_next(&w);) .. w.node. */
typedef struct {
    TSTreeCursor cursor;
    TSNode node;
    uint32_t depth;
    bool begun;
} walk;
walk walk_begin(const TSTree *tree);
bool walk_next(walk *w); /* false at the end, which also frees the walk */

bool is_type(TSNode node, const char *type);
bool is_damage(TSNode node); /* ERROR, MISSING, incomplete, unexpected */
uint32_t count_damage(const TSTree *tree, TSNode *first);

/* Do both trees hold the same nodes at the same places? Where not: the byte. */
bool trees_equal(const TSTree *a, const TSTree *b, uint32_t *where);

typedef struct {
    uint64_t state;
} random_source;
/* The same numbers for the same file, wherever its folder is. */
random_source random_for(const char *path, uint64_t seed);
uint32_t random_below(random_source *random, uint32_t bound);

/* Reads `--NAME NUMBER` from the beginning of the command line into `numbers`; returns where the files begin. */
typedef struct {
    const char *name; /* "--seed" */
    int64_t *value;
} named_number;
int numbers_from(int argc, char **argv, const named_number *numbers, uint32_t count);

/* The files to try. Those named on the command line from `first` on; `@LIST` stands for the names in the file LIST,
 * one a line; `--corpus SHARED N` for every Nth file that the corpus in SHARED says its own tools accept, and for all
 * of SHARED/facts/examples. Without the corpus, says so and ends the program with SKIPPED. */
typedef struct {
    char **names;
    uint32_t count;
} file_list;
file_list files_from(int argc, char **argv, int first);
void files_drop(file_list files);

#endif
