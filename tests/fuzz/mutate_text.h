/* mutate_text.h - changes to MLIR that keep most of it readable: lines, regions, ops, types and numbers change places,
 * and numbers become extreme. */
#ifndef FP_MUTATE_TEXT_H
#define FP_MUTATE_TEXT_H
#include <stddef.h>
#include <stdint.h>

/* Changes the text in place; returns its new size, at most `max`. The same seed makes the same change. */
size_t mutate_text(uint8_t *data, size_t size, size_t max, unsigned seed);
/* The same with lines, regions, ops and types of another text. */
size_t splice_texts(uint8_t *data, size_t size, size_t max, const uint8_t *other, size_t other_size, unsigned seed);
#endif
