/* sweep.c - the sweep over windows against trying every set of positions: random small blocks, with windows that run
 * round the end of the body and without. */
#include "base/arena.h"
#include "check/placement_sweep.h"
#include <stdio.h>

enum { POSITIONS_MAX = 9, ARCS_MAX = 7, SETS = 20000 };

static uint64_t state = 1;
static uint32_t random_below(uint32_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % bound;
}

static int closes_all(const fp_position_arc *arcs, uint32_t arc_count, uint32_t count, uint32_t set) {
    for (uint32_t i = 0; i < arc_count; i++) {
        int closed = 0;
        for (uint32_t position = 0; position < count; position++)
            closed |= (set >> position & 1) && fp_position_arc_holds(arcs[i], position);
        if (!closed) return 0;
    }
    return 1;
}

static uint32_t bits(uint32_t set) {
    uint32_t sum = 0;
    for (; set; set &= set - 1) sum++;
    return sum;
}

static uint32_t fewest(const fp_position_arc *arcs, uint32_t arc_count, uint32_t count) {
    uint32_t best = count + 1;
    for (uint32_t set = 0; set < 1u << count; set++)
        if (bits(set) < best && closes_all(arcs, arc_count, count, set)) best = bits(set);
    return best;
}

int main(void) {
    struct fp_arena *arena = fp_arena_new();
    uint32_t failures = 0, wrapping = 0;
    for (uint32_t n = 0; n < SETS; n++) {
        fp_arena_mark_t mark = fp_arena_mark(arena);
        uint32_t count = 1 + random_below(POSITIONS_MAX), arc_count = 1 + random_below(ARCS_MAX), chosen[POSITIONS_MAX],
                 set = 0;
        int wraps = n % 2 == 0;
        fp_position_arc arcs[ARCS_MAX];
        for (uint32_t i = 0; i < arc_count; i++) {
            arcs[i] = (fp_position_arc){ random_below(count), random_below(count) };
            if (!wraps && arcs[i].first > arcs[i].last) arcs[i] = (fp_position_arc){ arcs[i].last, arcs[i].first };
            wrapping += arcs[i].first > arcs[i].last;
        }
        uint32_t found = fp_position_arcs_stab(arena, arcs, arc_count, count, chosen);
        for (uint32_t i = 0; i < found; i++) set |= 1u << chosen[i];
        if (!closes_all(arcs, arc_count, count, set) || found != fewest(arcs, arc_count, count)) {
            printf("set %u: %u positions chosen, %u would do:", n, found, fewest(arcs, arc_count, count));
            for (uint32_t i = 0; i < arc_count; i++) printf(" %u..%u", arcs[i].first, arcs[i].last);
            printf(" of %u\n", count);
            failures++;
        }
        fp_arena_reset(arena, mark);
    }
    fp_arena_drop(arena);
    printf("%d sets of windows, %u of them round the end of a body: %u not minimal\n", SETS, wrapping, failures);
    return failures != 0;
}
