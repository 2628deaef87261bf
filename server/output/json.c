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

/* Where the first byte from `at` on may be that does not stand for itself: eight bytes at a time. A byte less than
 * another one borrows from the highest bit of its own. */
static size_t skip_plain(fp_str text, size_t at) {
    static const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    for (uint64_t word; at + sizeof word <= text.len; at += sizeof word) {
        memcpy(&word, text.data + at, sizeof word);
        uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\';
        if ((word | (word - ones * 0x20) | (quote - ones) | (backslash - ones)) & high) break;
    }
    return at;
}

/* Most bytes stand for themselves and are copied in runs. */
static void write_string(struct fp_out *out, fp_str text) {
    fp_out_grow(out, text.len + 2);
    put(out, "\"", 1);
    size_t plain = 0;
    for (size_t at = 0; at < text.len;) {
        at = skip_plain(text, at);
        if (at == text.len) break;
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
    size_t count = 1;
    for (uint64_t rest = value; rest >= 10; rest /= 10) count++;
    out->len += count;
    char *end = out->data + out->len;
    do *--end = (char)('0' + value % 10);
    while (value /= 10);
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

fp_json_written fp_json_begin(const struct fp_json *json) {
    return (fp_json_written){ json->out->len + (json->comma ? 2 : 0), 0 };
}

void fp_json_again(struct fp_json *json, fp_json_written value) {
    place_comma(json, value.end - value.start);
    put(json->out, json->out->data + value.start, value.end - value.start);
    json->comma = true;
}

void fp_json_numbers(struct fp_json *json, const fp_str *pieces, const uint32_t *numbers, size_t count) {
    size_t room = count * DIGITS_MAX;
    for (size_t i = 0; i <= count; i++) room += pieces[i].len;
    place_comma(json, room);
    for (size_t i = 0; i < count; i++) {
        put(json->out, pieces[i].data, pieces[i].len);
        put_digits(json->out, numbers[i]);
    }
    put(json->out, pieces[count].data, pieces[count].len);
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
