#define _GNU_SOURCE /* memmem */
#include "base/str.h"
#include "base/chars.h"
#include "base/hash.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FP_STR_DISTANCE_MAX = 64 };

/* Behind the white space that stands at `i`. */
static size_t skip_space(fp_str s, size_t i) {
    while (i < s.len && fp_is_space(s.data[i])) i++;
    return i;
}

bool fp_str_same_words(fp_str a, fp_str b) {
    size_t i = 0, j = 0;
    while (i < a.len && j < b.len) {
        bool gap = fp_is_space(a.data[i]);
        if (gap ? !fp_is_space(b.data[j]) : a.data[i] != b.data[j]) return false;
        i = gap ? skip_space(a, i) : i + 1;
        j = gap ? skip_space(b, j) : j + 1;
    }
    return i == a.len && j == b.len;
}

int fp_str_compare(fp_str a, fp_str b) {
    size_t common = a.len < b.len ? a.len : b.len;
    int order = common ? memcmp(a.data, b.data, common) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool fp_str_starts(fp_str s, fp_str prefix) {
    return s.len >= prefix.len && fp_str_equal(fp_str_slice(s, 0, prefix.len), prefix);
}

bool fp_str_ends(fp_str s, fp_str suffix) {
    return s.len >= suffix.len && fp_str_equal(fp_str_slice(s, s.len - suffix.len, s.len), suffix);
}

bool fp_str_contains(fp_str s, fp_str part) {
    return part.len == 0 || (s.len >= part.len && memmem(s.data, s.len, part.data, part.len));
}

size_t fp_str_find(fp_str s, char byte) {
    const char *at = s.len ? memchr(s.data, byte, s.len) : NULL;
    return at ? (size_t)(at - s.data) : s.len;
}

size_t fp_str_find_part(fp_str s, fp_str part) {
    const char *at = s.len >= part.len ? memmem(s.data, s.len, part.data, part.len) : NULL;
    return at ? (size_t)(at - s.data) : s.len;
}

fp_str fp_str_slice(fp_str s, size_t start, size_t end) {
    if (end > s.len) end = s.len;
    if (start > end) start = end;
    return (fp_str){ s.data ? s.data + start : NULL, end - start };
}

fp_str fp_str_trim(fp_str s) {
    while (s.len && fp_is_space(s.data[0])) s.data++, s.len--;
    while (s.len && fp_is_space(s.data[s.len - 1])) s.len--;
    return s;
}

fp_str fp_str_unquoted(fp_str s) {
    return s.len >= 2 && s.data[0] == '"' && s.data[s.len - 1] == '"' ? fp_str_slice(s, 1, s.len - 1) : s;
}

bool fp_str_int(fp_str s, int64_t *value) {
    bool negative = s.len && s.data[0] == '-';
    if (negative) s = fp_str_slice(s, 1, s.len);
    int base = 10;
    if (s.len > 2 && s.data[0] == '0' && (s.data[1] == 'x' || s.data[1] == 'X'))
        base = 16, s = fp_str_slice(s, 2, s.len);
    if (s.len == 0) return false;
    uint64_t result = 0, limit = (uint64_t)INT64_MAX + (negative ? 1 : 0);
    for (size_t i = 0; i < s.len; i++) {
        int digit = fp_hex_value(s.data[i]);
        if (digit < 0 || digit >= base) return false;
        if (result > (limit - (uint64_t)digit) / (uint64_t)base) return false;
        result = result * (uint64_t)base + (uint64_t)digit;
    }
    *value = negative ? (int64_t)(0 - result) : (int64_t)result;
    return true;
}

bool fp_str_int_nearest(fp_str s, int64_t *value) {
    if (fp_str_int(s, value)) return true;
    bool negative = s.len && s.data[0] == '-';
    if (s.len == negative) return false;
    for (size_t i = negative; i < s.len; i++)
        if (!fp_is_digit(s.data[i])) return false;
    *value = negative ? INT64_MIN : INT64_MAX;
    return true;
}

uint64_t fp_str_hash(fp_str s) { return fp_hash_bytes(s.data, s.len); }

fp_str fp_str_copy(struct fp_arena *keep, fp_str s) {
    char *data = FP_NEW(keep, char, s.len + 1);
    if (s.len) memcpy(data, s.data, s.len);
    return (fp_str){ data, s.len };
}

fp_str fp_str_printf(struct fp_arena *keep, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    assert(length >= 0);
    char *data = FP_NEW(keep, char, (size_t)length + 1);
    vsnprintf(data, (size_t)length + 1, format, again);
    va_end(again);
    return (fp_str){ data, (size_t)length };
}

unsigned fp_str_distance(fp_str a, fp_str b) {
    a = fp_str_slice(a, 0, FP_STR_DISTANCE_MAX);
    b = fp_str_slice(b, 0, FP_STR_DISTANCE_MAX);
    unsigned rows[3][FP_STR_DISTANCE_MAX + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b.len; j++) last[j] = before[j] = (unsigned)j;
    for (size_t i = 0; i < a.len; i++) {
        row[0] = (unsigned)i + 1;
        for (size_t j = 0; j < b.len; j++) {
            unsigned substituted = last[j] + (a.data[i] != b.data[j]);
            unsigned edited = (row[j] < last[j + 1] ? row[j] : last[j + 1]) + 1;
            row[j + 1] = substituted < edited ? substituted : edited;
            bool swapped = i > 0 && j > 0 && a.data[i] == b.data[j - 1] && a.data[i - 1] == b.data[j];
            if (swapped && before[j - 1] + 1 < row[j + 1]) row[j + 1] = before[j - 1] + 1;
        }
        unsigned *done = row;
        row = before, before = last, last = done;
    }
    return last[b.len];
}

fp_str fp_str_nearest(fp_str word, const fp_str *words, size_t count) {
    fp_str best = { 0 };
    unsigned limit = (unsigned)(word.len / 3 < 1 ? 1 : word.len / 3), best_distance = limit + 1;
    for (size_t i = 0; i < count; i++) {
        unsigned distance = fp_str_distance(word, words[i]);
        if (distance < best_distance) best = words[i], best_distance = distance;
    }
    for (size_t i = 0; i < count && best.len == 0; i++)
        if (word.len >= 3 && fp_str_starts(words[i], word)) best = words[i];
    return best;
}
