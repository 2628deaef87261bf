#include "output/json.h"
#include "base/str.h"
#include "output/unicode.h"
#include <string.h>

static void put(struct fp_out *out, const char *bytes, size_t count) {
    memcpy(out->data + out->len, bytes, count);
    out->len += count;
}

/* With room for `more` bytes behind it. */
static void place_comma(struct fp_json *json, size_t more) {
    fp_out_grow(json->out, more + 2);
    if (json->comma) put(json->out, ", ", 2);
    json->comma = false;
}

void fp_json_open(struct fp_json *json, char bracket) {
    place_comma(json, 1);
    put(json->out, &bracket, 1);
}

void fp_json_close(struct fp_json *json, char bracket) {
    fp_out_repeat(json->out, bracket, 1);
    json->comma = true;
}

static void write_escaped(struct fp_out *out, fp_glyph glyph) {
    if (!glyph.valid)
        fp_out_text(out, FP_REPLACEMENT);
    else if (glyph.code == '\n')
        fp_out_text(out, "\\n");
    else if (glyph.code == '\t')
        fp_out_text(out, "\\t");
    else if (glyph.code < 0x20)
        fp_out_printf(out, "\\u%04x", (unsigned)glyph.code);
    else
        fp_out_printf(out, "\\%c", (char)glyph.code);
}

/* Most bytes stand for themselves and are copied in runs. */
static void write_string(struct fp_out *out, fp_str text) {
    fp_out_repeat(out, '"', 1);
    size_t plain = 0;
    for (size_t at = 0; at < text.len;) {
        unsigned char c = (unsigned char)text.data[at];
        if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
            at++;
            continue;
        }
        fp_glyph glyph = fp_glyph_at(text, at);
        if (c < 0x80 || !glyph.valid) {
            fp_out_bytes(out, fp_str_slice(text, plain, at));
            write_escaped(out, glyph);
            plain = at + glyph.bytes;
        }
        at += glyph.bytes;
    }
    fp_out_bytes(out, fp_str_slice(text, plain, text.len));
    fp_out_repeat(out, '"', 1);
}

enum { DIGITS_MAX = 20 };

/* There is room for it. */
static void put_digits(struct fp_out *out, uint64_t value) {
    char digits[DIGITS_MAX];
    size_t start = sizeof digits;
    do digits[--start] = (char)('0' + value % 10);
    while (value /= 10);
    put(out, digits + start, sizeof digits - start);
}

void fp_json_str(struct fp_json *json, fp_str value) {
    place_comma(json, 0);
    write_string(json->out, value);
    json->comma = true;
}

void fp_json_int(struct fp_json *json, int64_t value) {
    place_comma(json, DIGITS_MAX + 1);
    if (value < 0) put(json->out, "-", 1);
    put_digits(json->out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    json->comma = true;
}

void fp_json_uint(struct fp_json *json, uint64_t value) {
    place_comma(json, DIGITS_MAX);
    put_digits(json->out, value);
    json->comma = true;
}

void fp_json_bool(struct fp_json *json, bool value) {
    place_comma(json, 0);
    fp_out_text(json->out, value ? "true" : "false");
    json->comma = true;
}

void fp_json_null(struct fp_json *json) {
    place_comma(json, 0);
    fp_out_text(json->out, "null");
    json->comma = true;
}

void fp_json_raw(struct fp_json *json, fp_str value) {
    place_comma(json, 0);
    fp_out_bytes(json->out, value);
    json->comma = true;
}

void fp_json_key(struct fp_json *json, const char *key) {
    size_t len = strlen(key);
    place_comma(json, len + 4);
    put(json->out, "\"", 1);
    put(json->out, key, len);
    put(json->out, "\": ", 3);
}

void fp_json_key_str(struct fp_json *json, fp_str key) {
    place_comma(json, 0);
    write_string(json->out, key);
    fp_out_text(json->out, ": ");
}

void fp_json_member_text(struct fp_json *json, const char *key, const char *value) {
    fp_json_key(json, key);
    fp_json_str(json, fp_str_of(value));
}

void fp_json_member_str(struct fp_json *json, const char *key, fp_str value) {
    fp_json_key(json, key);
    fp_json_str(json, value);
}

void fp_json_member_open(struct fp_json *json, const char *key, char bracket) {
    fp_json_key(json, key);
    fp_json_open(json, bracket);
}

void fp_json_member_uint(struct fp_json *json, const char *key, uint64_t value) {
    fp_json_key(json, key);
    fp_json_uint(json, value);
}

void fp_json_member_bool(struct fp_json *json, const char *key, bool value) {
    fp_json_key(json, key);
    fp_json_bool(json, value);
}
