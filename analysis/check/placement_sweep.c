#include "check/placement_sweep.h"
#include "base/arena.h"
#include <assert.h>
#include <string.h>

bool fp_position_arc_holds(fp_position_arc arc, uint32_t position) {
    if (arc.first <= arc.last) return arc.first <= position && position <= arc.last;
    return position >= arc.first || position <= arc.last;
}

static uint32_t length_of(fp_position_arc arc, uint32_t count) {
    return arc.first <= arc.last ? arc.last - arc.first + 1 : count - arc.first + arc.last + 1;
}

typedef struct {
    const fp_position_arc *arcs;
    uint32_t arc_count, count;
    uint32_t *latest_first; /* by right end: how far right an arc that ends there begins, plus 1; 0: none ends there */
} sweep;

/* Positions counted from `cut` on, which is chosen already; every arc that does not hold it runs over no end then. */
static uint32_t sweep_from(sweep *s, uint32_t cut, bool is_cut, uint32_t *chosen) {
    memset(s->latest_first, 0, s->count * sizeof *s->latest_first);
    for (uint32_t i = 0; i < s->arc_count; i++) {
        if (is_cut && fp_position_arc_holds(s->arcs[i], cut)) continue;
        uint32_t first = (s->arcs[i].first + s->count - cut) % s->count,
                 last = (s->arcs[i].last + s->count - cut) % s->count;
        assert(first <= last);
        if (s->latest_first[last] < first + 1) s->latest_first[last] = first + 1;
    }
    uint32_t found = 0, behind = 0; /* arcs that begin before `behind` are closed */
    if (is_cut) chosen[found++] = cut;
    for (uint32_t position = 0; position < s->count; position++) {
        if (s->latest_first[position] == 0 || s->latest_first[position] - 1 < behind) continue;
        chosen[found++] = (position + cut) % s->count;
        behind = position + 1;
    }
    return found;
}

static void sort(uint32_t *numbers, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0 && numbers[k - 1] > numbers[k]; k--) {
            uint32_t number = numbers[k];
            numbers[k] = numbers[k - 1];
            numbers[k - 1] = number;
        }
}

uint32_t fp_position_arcs_stab(struct fp_arena *scratch, const fp_position_arc *arcs, uint32_t arc_count,
                               uint32_t count, uint32_t *chosen) {
    if (arc_count == 0 || count == 0) return 0;
    sweep s = { arcs, arc_count, count, FP_NEW(scratch, uint32_t, count) };
    bool *is_end = FP_NEW(scratch, bool, count), wraps = false;
    fp_position_arc shortest = arcs[0];
    for (uint32_t i = 0; i < arc_count; i++) {
        assert(arcs[i].first < count && arcs[i].last < count);
        is_end[arcs[i].last] = true;
        wraps |= arcs[i].first > arcs[i].last;
        if (length_of(arcs[i], count) < length_of(shortest, count)) shortest = arcs[i];
    }
    if (!wraps) return sweep_from(&s, 0, false, chosen);
    /* Some best choice has only right ends of arcs: moving a position on to the next right end loses no arc. */
    uint32_t *trial = FP_NEW(scratch, uint32_t, count + 1), best = UINT32_MAX, cuts = 0;
    for (uint32_t back = 0; back < length_of(shortest, count) && cuts < FP_CUTS_MAX; back++) {
        uint32_t cut = (shortest.last + count - back) % count;
        if (!is_end[cut]) continue;
        cuts++;
        uint32_t found = sweep_from(&s, cut, true, trial);
        if (found >= best) continue;
        best = found;
        memcpy(chosen, trial, found * sizeof *chosen);
    }
    sort(chosen, best);
    return best;
}
