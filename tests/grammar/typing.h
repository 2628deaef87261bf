/* typing.h - edits as people and editors make them: a character, a token, a line, a piece moved elsewhere, half an op.
 */
#ifndef GRAMMAR_TYPING_H
#define GRAMMAR_TYPING_H
#include "tree.h"

enum { EDIT_BYTES_MAX = 200 };

typedef struct {
    uint32_t start, end;
    char by[EDIT_BYTES_MAX];
    uint32_t by_len;
} edit;

edit random_edit(random_source *random, text t);

#endif
