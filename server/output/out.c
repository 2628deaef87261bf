#include "output/out.h"
#include "base/memory.h"
#include "base/str.h"
#include "output/unicode.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FP_OUT_CAPACITY_MIN = 1024 };

void fp_out_grow(struct fp_out *out, size_t more) {
    if (out->capacity - out->len >= more) return;
    size_t capacity = out->capacity ? out->capacity : FP_OUT_CAPACITY_MIN;
    while (capacity - out->len < more && capacity <= SIZE_MAX / 2) capacity *= 2;
    if (capacity - out->len < more) fp_memory_gone(more);
    out->data = fp_memory_resized(out->data, capacity);
    out->capacity = capacity;
}

void fp_out_bytes(struct fp_out *out, fp_str bytes) {
    if (bytes.len == 0) return;
    fp_out_grow(out, bytes.len);
    memcpy(out->data + out->len, bytes.data, bytes.len);
    out->len += bytes.len;
}

void fp_out_text(struct fp_out *out, const char *text) { fp_out_bytes(out, fp_str_of(text)); }

void fp_out_repeat(struct fp_out *out, char byte, size_t count) {
    if (count == 0) return;
    fp_out_grow(out, count);
    memset(out->data + out->len, byte, count);
    out->len += count;
}

void fp_out_vprintf(struct fp_out *out, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    assert(length >= 0);
    fp_out_grow(out, (size_t)length + 1); /* vsnprintf ends with a NUL, which stays outside of the text */
    vsnprintf(out->data + out->len, (size_t)length + 1, format, args);
    out->len += (size_t)length;
}

void fp_out_printf(struct fp_out *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fp_out_vprintf(out, format, args);
    va_end(args);
}

void fp_out_visible(struct fp_out *out, fp_str text) {
    size_t plain = 0; /* start of the run that may be copied as it is */
    for (size_t at = 0; at < text.len;) {
        fp_glyph glyph = fp_glyph_at(text, at);
        if (!glyph.visible && glyph.code != '\t') {
            fp_out_bytes(out, fp_str_slice(text, plain, at));
            fp_out_text(out, FP_REPLACEMENT);
            plain = at + glyph.bytes;
        }
        at += glyph.bytes;
    }
    fp_out_bytes(out, fp_str_slice(text, plain, text.len));
}

void fp_out_visible_lines(struct fp_out *out, fp_str text, size_t indent) {
    while (text.len) {
        size_t end = fp_str_find(text, '\n');
        if (end) fp_out_repeat(out, ' ', indent);
        fp_out_visible(out, fp_str_slice(text, 0, end));
        fp_out_text(out, "\n");
        text = fp_str_slice(text, end + 1, text.len);
    }
}

void fp_out_count(struct fp_out *out, uint64_t count, const char *noun) {
    const char *plural = noun[strlen(noun) - 1] == 's' ? "es" : "s";
    fp_out_printf(out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : plural);
}

static void wrap_line(struct fp_out *out, fp_str line, size_t indent, size_t width) {
    size_t column = 0;
    while (line.len) {
        size_t end = fp_str_find(line, ' ');
        fp_str word = fp_str_slice(line, 0, end);
        size_t columns = fp_text_width(word);
        if (column && column + 1 + columns > width) {
            fp_out_text(out, "\n");
            column = 0;
        }
        if (column) {
            fp_out_text(out, " ");
            column++;
        } else {
            fp_out_repeat(out, ' ', indent);
            column = indent;
        }
        fp_out_bytes(out, word);
        column += columns;
        while (end < line.len && line.data[end] == ' ') end++;
        line = fp_str_slice(line, end, line.len);
    }
    fp_out_text(out, "\n");
}

void fp_out_wrapped(struct fp_out *out, fp_str text, size_t indent, size_t width) {
    while (text.len) {
        size_t end = fp_str_find(text, '\n');
        wrap_line(out, fp_str_trim(fp_str_slice(text, 0, end)), indent, width);
        text = fp_str_slice(text, end + 1, text.len);
    }
}

void fp_out_drop(struct fp_out *out) {
    free(out->data);
    *out = (struct fp_out){ 0 };
}
