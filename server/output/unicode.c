#include "output/unicode.h"
#include <stddef.h>

typedef struct {
    uint32_t first, last;
    uint8_t width;
} width_range;
#define FP_WIDTH(first, last, width) { first, last, width },
static const width_range ranges[] = {
#include "output/unicode_width.def"
};

static uint8_t width_of(uint32_t code) {
    size_t low = 0, high = sizeof ranges / sizeof *ranges;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sizeof ranges / sizeof *ranges && ranges[low].first <= code ? ranges[low].width : 1;
}

/* Overrides of the reading direction can make source look like what it is not. */
static bool is_override(uint32_t code) {
    return code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

static bool is_control(uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

fp_glyph fp_glyph_at(fp_str text, size_t offset) {
    static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    fp_glyph broken = { .code = 0xFFFD, .bytes = 1, .width = 1 };
    unsigned char lead = (unsigned char)text.data[offset];
    if (lead < 0x80) {
        bool visible = !is_control(lead);
        return (fp_glyph){ .code = lead, .bytes = 1, .width = 1, .valid = true, .visible = visible };
    }
    uint8_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.len - offset < bytes) return broken;
    uint32_t code = lead & (0xFFu >> (bytes + 1));
    for (uint8_t i = 1; i < bytes; i++) {
        unsigned char next = (unsigned char)text.data[offset + i];
        if ((next & 0xC0) != 0x80) return broken;
        code = code << 6 | (next & 0x3Fu);
    }
    if (code < smallest[bytes] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return broken;
    bool visible = !is_control(code) && !is_override(code);
    return (fp_glyph){
        .code = code, .bytes = bytes, .width = visible ? width_of(code) : 1, .valid = true, .visible = visible
    };
}

size_t fp_glyph_before(fp_str text, size_t offset) {
    for (size_t back = 1; back <= 4 && back <= offset; back++) {
        if (((unsigned char)text.data[offset - back] & 0xC0) == 0x80) continue;
        return fp_glyph_at(text, offset - back).bytes == back ? offset - back : offset - 1;
    }
    return offset - 1;
}

size_t fp_text_width(fp_str text) {
    size_t width = 0;
    for (size_t at = 0; at < text.len;) {
        fp_glyph glyph = fp_glyph_at(text, at);
        width += glyph.width;
        at += glyph.bytes;
    }
    return width;
}
