/* Edits of a comment that are joined move places as they do one by one. */
#include "read/unit_index.h"
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 20000, EDITS_MAX = 12, CODE = 20, COMMENT_MAX = 40, BEHIND = 60 };

static uint64_t seed = 1;
static uint32_t draw(uint32_t below) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

/* Typing, deleting and jumping about in the comment behind the code of a line. */
static uint32_t make_edits(fp_comment_edit *edits) {
    uint32_t count = 1 + draw(EDITS_MAX), length = draw(COMMENT_MAX), at = draw(length + 1);
    for (uint32_t i = 0; i < count; i++) {
        if (draw(6) == 0) at = draw(length + 1);
        uint32_t removed = draw(3) == 0 ? draw(length - at + 1) : 0, inserted = draw(4);
        edits[i] = (fp_comment_edit){ CODE + at, removed, inserted, { draw(CODE), CODE + length } };
        length += inserted - removed;
        at += inserted;
    }
    return count;
}

static int check_round(void) {
    fp_comment_edit edits[EDITS_MAX], joined[EDITS_MAX];
    uint32_t count = make_edits(edits);
    memcpy(joined, edits, sizeof edits);
    uint32_t left = fp_comment_edits_join(joined, count);
    for (uint32_t start = 0; start < CODE + COMMENT_MAX + BEHIND; start++) {
        fp_span one = { start, start + draw(BEHIND) }, other = one;
        bool is_fix = draw(2);
        if (!fp_comment_move(edits, count, is_fix, &one)) continue;
        bool moved = fp_comment_move(joined, left, is_fix, &other);
        if (!moved || one.start != other.start || one.end != other.end)
            return printf("a span at %u goes to %u-%u, not %u-%u\n", start, other.start, other.end, one.start, one.end);
    }
    return 0;
}

int main(void) {
    fp_comment_edit typed[EDITS_MAX];
    for (uint32_t i = 0; i < EDITS_MAX; i++) typed[i] = (fp_comment_edit){ CODE + i, 0, 1, { 0, CODE + i } };
    if (fp_comment_edits_join(typed, EDITS_MAX) != 1 || typed[0].inserted != EDITS_MAX)
        return puts("what is typed in one place is not one edit"), 1;
    for (int round = 0; round < ROUNDS; round++)
        if (check_round()) return 1;
    return 0;
}
