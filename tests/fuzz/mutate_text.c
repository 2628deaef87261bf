#include "mutate_text.h"
#include <stdbool.h>
#include <string.h>

enum { PIECE_MAX = 4096, TRIES_MAX = 16 };

typedef struct {
    char *data;
    size_t size, max;
    uint64_t state;
} text;
typedef struct {
    size_t start, end;
} span;

static size_t draw(text *t, size_t below) {
    t->state ^= t->state << 13;
    t->state ^= t->state >> 7;
    t->state ^= t->state << 17;
    return below ? (size_t)(t->state % below) : 0;
}

static void replace(text *t, span old, const char *bytes, size_t count) {
    if (t->size - (old.end - old.start) + count > t->max) return;
    memmove(t->data + old.start + count, t->data + old.end, t->size - old.end);
    if (count) memcpy(t->data + old.start, bytes, count);
    t->size = t->size - (old.end - old.start) + count;
}

static size_t copy_out(const text *t, span from, char piece[PIECE_MAX]) {
    size_t count = from.end - from.start < PIECE_MAX ? from.end - from.start : PIECE_MAX;
    memcpy(piece, t->data + from.start, count);
    return count;
}

/* ---- pieces of a text ---- */
static span any_line(text *t) {
    size_t at = draw(t, t->size + 1);
    span line = { at, at };
    while (line.start > 0 && t->data[line.start - 1] != '\n') line.start--;
    while (line.end < t->size && t->data[line.end] != '\n') line.end++;
    if (line.end < t->size) line.end++;
    return line;
}

/* From a brace that opens to the line of the one that closes it. */
static span any_region(text *t) {
    span region = any_line(t);
    int depth = 0;
    for (size_t at = region.start; at < t->size && at - region.start < PIECE_MAX; at++) {
        depth += t->data[at] == '{' ? 1 : t->data[at] == '}' ? -1 : 0;
        if (t->data[at] == '\n' && depth <= 0) {
            region.end = at + 1;
            break;
        }
    }
    return region;
}

static bool in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* A word that begins with `sigil`; 0: an op's name, 1: a number. */
static span any_word(text *t, char sigil) {
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        span word = any_line(t);
        size_t at = word.start + draw(t, word.end - word.start);
        for (; at < word.end; at++) {
            bool starts = at == word.start || !in_word(t->data[at - 1]);
            bool fits = sigil == 1   ? is_digit(t->data[at]) && starts
                        : sigil == 0 ? t->data[at] >= 'a' && t->data[at] <= 'z' && starts
                                     : t->data[at] == sigil;
            if (!fits) continue;
            span found = { at, at + 1 };
            while (found.end < word.end && in_word(t->data[found.end])) found.end++;
            if (sigil || memchr(t->data + at, '.', found.end - at)) return found;
        }
    }
    return (span){ 0, 0 };
}

/* What follows a colon, up to the end of the line: types. */
static span any_type(text *t) {
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        span line = any_line(t);
        for (size_t at = line.start; at + 2 < line.end; at++)
            if (t->data[at] == ' ' && t->data[at + 1] == ':')
                return (span){ at + 2, line.end - (t->data[line.end - 1] == '\n') };
    }
    return (span){ 0, 0 };
}

/* ---- changes ---- */
static void put_number(text *t) {
    static const char *const extreme[] = { "0",
                                           "1",
                                           "-1",
                                           "2147483647",
                                           "2147483648",
                                           "4294967296",
                                           "9223372036854775807",
                                           "-9223372036854775808",
                                           "1073741824",
                                           "255",
                                           "1024",
                                           "4611686018427387904",
                                           "7",
                                           "3",
                                           "65536",
                                           "99999999999999999999" };
    span number = any_word(t, 1);
    const char *with = extreme[draw(t, sizeof extreme / sizeof *extreme)];
    if (number.end) replace(t, number, with, strlen(with));
}

static void put(text *t, span to, const text *source, span from) {
    char piece[PIECE_MAX];
    if (!to.end || !from.end) return;
    replace(t, to, piece, copy_out(source, from, piece));
}

static void put_before_line(text *t, const text *source, span from) {
    char piece[PIECE_MAX];
    size_t count = copy_out(source, from, piece), at = any_line(t).start;
    replace(t, (span){ at, at }, piece, count);
}

static void move_line(text *t) {
    char piece[PIECE_MAX];
    span line = any_line(t);
    size_t count = copy_out(t, line, piece);
    if (line.end - line.start > PIECE_MAX) return;
    replace(t, line, NULL, 0);
    size_t at = any_line(t).start;
    replace(t, (span){ at, at }, piece, count);
}

static void put_byte(text *t) {
    static const char bytes[] = "{}()[]<>,:=%\"\n /@#!^-*";
    size_t at = draw(t, t->size + 1);
    char byte = draw(t, 8) ? bytes[draw(t, sizeof bytes - 1)] : (char)draw(t, 256);
    replace(t, (span){ at, at + (at < t->size && draw(t, 2)) }, &byte, draw(t, 4) ? 1 : 0);
}

/* Pieces come from `source`, which may be the text itself. */
static void change(text *t, text *source) {
    switch (draw(t, 10)) {
    case 0: put_number(t); break;
    case 1: move_line(t); break;
    case 2: replace(t, any_line(t), NULL, 0); break;
    case 3: put_before_line(t, source, any_line(source)); break;
    case 4: put_before_line(t, source, any_region(source)); break;
    case 5: put(t, any_region(t), source, any_region(source)); break;
    case 6: put(t, any_word(t, 0), source, any_word(source, 0)); break;
    case 7: put(t, any_word(t, '%'), source, any_word(source, '%')); break;
    case 8: put(t, any_type(t), source, any_type(source)); break;
    default: put_byte(t); break;
    }
}

static text start(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return (text){ (char *)data, size, max,
                   UINT64_C(88172645463325252) ^ ((uint64_t)seed * UINT64_C(0x9E3779B97F4A7C15)) };
}

size_t mutate_text(uint8_t *data, size_t size, size_t max, unsigned seed) {
    text t = start(data, size, max, seed);
    for (size_t n = 1 + draw(&t, 4); n > 0; n--) change(&t, &t);
    return t.size;
}

size_t splice_texts(uint8_t *data, size_t size, size_t max, const uint8_t *other, size_t other_size, unsigned seed) {
    text t = start(data, size, max, seed), source = start((uint8_t *)other, other_size, other_size, seed + 1);
    for (size_t n = 1 + draw(&t, 4); n > 0; n--) change(&t, &source);
    return t.size;
}
