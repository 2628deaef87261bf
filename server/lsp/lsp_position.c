#include "lsp/lsp_position.h"
#include "base/line_ends.h"
#include "base/span.h"
#include "base/str.h"
#include "fencepost_editor.h"
#include "output/unicode.h"
#include <string.h>

static uint32_t units_of(fp_glyph glyph, fp_encoding encoding) {
    switch (encoding) {
    case FP_ENCODING_UTF8: return glyph.bytes;
    case FP_ENCODING_UTF16: return glyph.bytes == 4 ? 2 : 1;
    case FP_ENCODING_UTF32: return 1;
    }
    return 1;
}

static bool is_ascii(fp_str text) {
    size_t at = 0;
    for (uint64_t word; at + sizeof word <= text.len; at += sizeof word) {
        memcpy(&word, text.data + at, sizeof word);
        if (word & 0x8080808080808080u) return false;
    }
    for (; at < text.len; at++)
        if (text.data[at] & 0x80) return false;
    return true;
}

uint32_t fp_lsp_units(fp_str text, fp_encoding encoding) {
    if (encoding == FP_ENCODING_UTF8 || is_ascii(text)) return (uint32_t)text.len;
    uint32_t units = 0;
    for (size_t at = 0; at < text.len;) {
        fp_glyph glyph = fp_glyph_at(text, at);
        units += units_of(glyph, encoding);
        at += glyph.bytes;
    }
    return units;
}

fp_lsp_position fp_lsp_position_at(const struct fp_document *document, fp_encoding encoding, uint32_t offset,
                                   fp_position_walk *walk) {
    fp_str text = fp_document_text(document);
    if (offset > text.len) offset = (uint32_t)text.len;
    if (offset > 0 && offset < text.len && text.data[offset] == '\n' && text.data[offset - 1] == '\r')
        offset--; /* the protocol has no such place */
    bool known = fp_span_holds(walk->span, offset);
    if (!known) walk->line = fp_document_line(document, offset, &walk->span);
    if (!known || offset < walk->offset) {
        walk->offset = walk->span.start;
        walk->units = 0;
    }
    walk->units += fp_lsp_units(fp_str_slice(text, walk->offset, offset), encoding);
    walk->offset = offset;
    return (fp_lsp_position){ walk->line - 1, walk->units };
}

uint32_t fp_lsp_position_offset(const struct fp_document *document, fp_encoding encoding, fp_lsp_position position) {
    fp_str text = fp_document_text(document);
    if (position.line == UINT32_MAX) return (uint32_t)text.len;
    uint32_t start = fp_document_offset(document, (fp_position){ position.line + 1, 1 });
    if (fp_document_position(document, start).line != position.line + 1) return (uint32_t)text.len;
    fp_str line = fp_line_at(text, start);
    if (is_ascii(fp_str_slice(line, 0, position.character)))
        return start + (uint32_t)(position.character < line.len ? position.character : line.len);
    size_t at = 0;
    for (uint32_t units = 0; at < line.len;) {
        fp_glyph glyph = fp_glyph_at(line, at);
        units += units_of(glyph, encoding);
        if (units > position.character) break;
        at += glyph.bytes;
    }
    return start + (uint32_t)at;
}
