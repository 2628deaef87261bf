/* out.h - text under construction: bytes appended to memory that grows, written in one go by whoever owns the stream.
 *
 * Ownership  a zeroed fp_out is empty; `fp_out_drop` frees it. One thread at a time, but it may be handed to another.
 * Failure    running out of memory aborts with a message: no caller checks.
 */
#ifndef FP_OUT_H
#define FP_OUT_H
#include "fencepost.h"
#include <stdarg.h>
#include <stddef.h>

struct fp_out {
    char *data;
    size_t len, capacity;
};

void fp_out_bytes(struct fp_out *out, fp_str bytes);
void fp_out_text(struct fp_out *out, const char *text);
void fp_out_repeat(struct fp_out *out, char byte, size_t count);
void fp_out_printf(struct fp_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void fp_out_vprintf(struct fp_out *out, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* Text of others on its way to a terminal: what is no visible UTF-8 (control characters, bidirectional overrides,
 * broken bytes) becomes U+FFFD. Tabs stay. */
void fp_out_visible(struct fp_out *out, fp_str text);
/* The same line by line, each after `indent` blanks; a line break is added at the end when there is none. */
void fp_out_visible_lines(struct fp_out *out, fp_str text, size_t indent);
/* "3 files", "1 file", "2 accesses" */
void fp_out_count(struct fp_out *out, uint64_t count, const char *noun);
/* `text` broken at blanks into lines of at most `width` columns, each after `indent` blanks. Line breaks in it stay,
 * blank lines too. */
void fp_out_wrapped(struct fp_out *out, fp_str text, size_t indent, size_t width);

void fp_out_grow(struct fp_out *out, size_t more); /* room for `more` bytes at data + len */
void fp_out_drop(struct fp_out *out);
static inline fp_str fp_out_str(const struct fp_out *out) { return (fp_str){ out->data, out->len }; }
#endif
