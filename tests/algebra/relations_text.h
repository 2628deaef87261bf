/* relations_text.h - what the relation table says, in words (test_relations.c). Valid until the next call. */
#ifndef RELATIONS_TEXT_H
#define RELATIONS_TEXT_H
#include <stddef.h>
const char *relations_text(size_t *length);
#endif
