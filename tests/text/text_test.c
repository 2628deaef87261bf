/* Random texts, with long lines, broken UTF-8 and all line ends: positions and offsets must be those that counting
 * from the start gives. */
#include "base/arena.h"
#include "base/lines.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;
static uint32_t draw(uint32_t below) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

static fp_str random_text(char *data, size_t capacity, bool long_lines) {
    static const char *const pieces[] = { "a",    "b",    " ",        "\xC3\xA9", "\xE6\x97\xA5", "\xF0\x9F\x9A\x80",
                                          "\xFF", "\xC3", "\xE6\x97", "\x80",     "\n",           "\r\n",
                                          "\r" };
    size_t len = 0, wanted = draw((uint32_t)capacity - 8);
    while (len < wanted) {
        const char *piece = pieces[draw(long_lines && draw(20000) ? 10 : 13)];
        memcpy(data + len, piece, strlen(piece));
        len += strlen(piece);
    }
    return (fp_str){ data, len };
}

static int check(fp_str text) {
    struct fp_arena *arena = fp_arena_new();
    fp_lines lines = fp_lines_new(arena, text);
    fp_position place = { 1, 1 };
    int bad = 0;
    for (uint32_t at = 0; !bad;) {
        fp_position found = fp_lines_position(lines, text, at);
        bool line_end = at < text.len && (text.data[at] == '\n' || text.data[at] == '\r');
        bool inside_crlf = at > 0 && at < text.len && text.data[at] == '\n' && text.data[at - 1] == '\r';
        bad = found.line != place.line || found.column != place.column ||
              (!inside_crlf && fp_lines_offset(lines, text, place) != at);
        if (bad)
            printf("offset %u of %zu: %u:%u instead of %u:%u\n", at, text.len, found.line, found.column, place.line,
                   place.column);
        if (at >= text.len) break;
        uint32_t bytes = fp_text_sequence(text, at);
        bool ends = line_end && !(text.data[at] == '\r' && at + 1 < text.len && text.data[at + 1] == '\n');
        place = ends ? (fp_position){ place.line + 1, 1 } : (fp_position){ place.line, place.column + 1 };
        at += bytes;
    }
    fp_arena_drop(arena);
    return bad;
}

int main(void) {
    enum { CAPACITY = 60000 };
    char *data = malloc(CAPACITY);
    if (!data) return 1;
    int bad = 0;
    for (int round = 0; round < 20 && !bad; round++) bad = check(random_text(data, CAPACITY, round % 2 == 0));
    for (int round = 0; round < 200 && !bad; round++) bad = check(random_text(data, 40, false));
    free(data);
    return bad;
}
