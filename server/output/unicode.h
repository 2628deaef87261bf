/* unicode.h - what a terminal makes of UTF-8: how many bytes a character has, how many columns it takes, whether it
 * may be shown at all.
 *
 * Cost     constant per character (a binary search in a table of ranges).
 * Failure  none: a byte that starts no valid sequence is a character of one byte that is not visible.
 */
#ifndef FP_UNICODE_H
#define FP_UNICODE_H
#include "fencepost.h"

#define FP_REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

typedef struct {
    uint32_t code;        /* U+FFFD for broken bytes */
    uint8_t bytes, width; /* 1 to 4; 0 to 2, the replacement's 1 when not visible */
    bool valid, visible;  /* visible: neither a control character nor a bidirectional override nor broken */
} fp_glyph;

fp_glyph fp_glyph_at(fp_str text, size_t offset);   /* offset < text.len */
size_t fp_glyph_before(fp_str text, size_t offset); /* start of the character that ends at `offset` > 0 */
size_t fp_text_width(fp_str text);
#endif
