#include "output/xml.h"
#include "base/str.h"
#include "output/unicode.h"

void fp_xml_text(struct fp_out *out, fp_str text) {
    for (size_t at = 0; at < text.len;) {
        fp_glyph glyph = fp_glyph_at(text, at);
        bool control = glyph.code < 0x20 && glyph.code != '\t' && glyph.code != '\n';
        if (!glyph.valid || control || glyph.code == 0xFFFE || glyph.code == 0xFFFF)
            fp_out_text(out, FP_REPLACEMENT);
        else if (glyph.code == '&' || glyph.code == '<' || glyph.code == '>' || glyph.code == '"' || glyph.code == '\n')
            fp_out_printf(out, "&#%u;", (unsigned)glyph.code);
        else
            fp_out_bytes(out, fp_str_slice(text, at, at + glyph.bytes));
        at += glyph.bytes;
    }
}

void fp_xml_attribute(struct fp_out *out, const char *name, fp_str value) {
    fp_out_printf(out, " %s=\"", name);
    fp_xml_text(out, value);
    fp_out_text(out, "\"");
}
