/* summary_loop.c - what a loop makes of one iteration: pairs across its back edge, and accesses that have left it at
 * a known iteration. */
#include "order/summary.h"
#include <assert.h>

enum {
    FP_LOOP_STEPS_MAX = 160
}; /* iterations followed one by one: more than there are depths in flight, so that what shifts has settled */

typedef FP_VEC(fp_entries) entry_lists;
typedef struct {
    entry_lists lists;
    uint32_t cycle; /* the list behind the last is that of this index; FP_NONE: it is empty or beyond the trip count */
    bool collapsed; /* the last list stands for all iterations from its own on */
} iterated;

typedef struct {
    const fp_loop_shape *shape;
    fp_place_side side;
    uint32_t distance;
} leaving;

static fp_key leave_loop(struct fp_summaries *summaries, fp_key key, const void *context) {
    const leaving *how = context;
    fp_key_info info = *fp_key_at(summaries, key);
    struct fp_addresses *addresses = summaries->addresses[how->shape->frame];
    if (info.frame != how->shape->frame || !fp_footprint_uses_loop(addresses, info.footprint, how->shape->loop))
        return key;
    info.place = fp_place_add(addresses, info.place, how->shape->loop, how->side,
                              how->distance < FP_PLACE_ANY ? how->distance : FP_PLACE_ANY);
    return fp_key_make(summaries, info);
}

static uint32_t find_list(const entry_lists *lists, fp_entries list) {
    for (uint32_t i = 0; i < lists->len; i++)
        if (fp_entries_equal(lists->data[i], list)) return i;
    return FP_NONE;
}

/* `list` moved by the powers 0, 1, .. of `through`: as many as there are trips, until nothing is left or a list comes
 * again. */
static iterated iterate(struct fp_summaries *summaries, fp_entries list, fp_transform through, uint64_t trips,
                        bool forward) {
    iterated result = { { 0 }, FP_NONE, false };
    for (uint64_t j = 0; j < trips && list.count; j++) {
        uint32_t seen = find_list(&result.lists, list);
        if (seen != FP_NONE) {
            result.cycle = seen;
            break;
        }
        if (j == FP_LOOP_STEPS_MAX) {
            fp_transform rest = fp_transform_repeat(summaries->algebra, through, 0, UINT64_MAX);
            *FP_PUSH(summaries->lists, &result.lists) =
                forward ? fp_entries_after(summaries, list, rest) : fp_entries_before(summaries, rest, list);
            result.collapsed = true;
            break;
        }
        *FP_PUSH(summaries->lists, &result.lists) = list;
        list = forward ? fp_entries_after(summaries, list, through) : fp_entries_before(summaries, through, list);
    }
    return result;
}

/* The lists of `lasts` meet `consumers`, list j at distance j + 1, as far as `distances` reach. */
static void meet_carried(struct fp_summaries *summaries, const fp_loop_shape *shape, const iterated *lasts,
                         fp_entries consumers, uint64_t distances) {
    fp_meet_at at = { .carrier = shape->loop, .frame = shape->frame };
    for (uint32_t j = 0; j < lasts->lists.len && j < distances; j++) {
        at.distance = j + 1;
        at.at_least = lasts->collapsed && j + 1 == lasts->lists.len;
        fp_summary_meet(summaries, lasts->lists.data[j], consumers, at);
    }
    if (lasts->cycle == FP_NONE || distances <= lasts->lists.len) return;
    at.distance = lasts->lists.len + 1;
    at.at_least = true;
    for (uint32_t j = lasts->cycle; j < lasts->lists.len; j++)
        fp_summary_meet(summaries, lasts->lists.data[j], consumers, at);
}

/* All lists together, each at its iteration; in a cycle every later iteration counts as *any*. */
static fp_entries leave(struct fp_summaries *summaries, const fp_loop_shape *shape, const iterated *lists,
                        fp_place_side side) {
    entry_lists all = { 0 };
    for (uint32_t j = 0; j < lists->lists.len; j++) {
        uint32_t last_distance = j;
        bool recurs = j >= lists->cycle && lists->cycle != FP_NONE;
        if (recurs || (lists->collapsed && j + 1 == lists->lists.len))
            last_distance = j < FP_PLACE_ANY ? FP_PLACE_ANY : j;
        for (uint32_t distance = j; distance <= last_distance && distance < shape->trips_max; distance++) {
            leaving how = { shape, side, distance };
            fp_entries left = fp_entries_rekey(summaries, lists->lists.data[j], leave_loop, &how);
            *FP_PUSH(summaries->lists, &all) = left;
            if (left.data == lists->lists.data[j].data) break; /* nothing depends on the iteration */
        }
    }
    return fp_entries_merge_all(summaries, all.data, all.len);
}

/* A tail runs at iteration N, the trip count: begin + d for every count there may be. */
static fp_entries leave_tail(struct fp_summaries *summaries, const fp_loop_shape *shape, fp_entries entries) {
    fp_entries all = { NULL, 0 };
    uint64_t distance = shape->trips_min < FP_PLACE_ANY ? shape->trips_min : FP_PLACE_ANY;
    for (; distance <= FP_PLACE_ANY && distance <= shape->trips_max; distance++) {
        leaving how = { shape, FP_PLACE_BEGIN, (uint32_t)distance };
        fp_entries left = fp_entries_rekey(summaries, entries, leave_loop, &how);
        all = fp_entries_merge(summaries, all, left);
        if (left.data == entries.data) break;
    }
    return all;
}

void fp_summary_loop(struct fp_summaries *summaries, const fp_loop_shape *shape, fp_summary body,
                     const fp_summary *tails, fp_summary *exits, uint32_t exit_count) {
    assert(shape->trips_min <= shape->trips_max);
    iterated lasts = iterate(summaries, body.last, body.through, shape->trips_max, true);
    fp_summary_start_loop(summaries);
    if (shape->trips_max) meet_carried(summaries, shape, &lasts, body.first, shape->trips_max - 1);
    for (uint32_t k = 0; k < exit_count; k++)
        meet_carried(summaries, shape, &lasts, tails[k].first,
                     shape->trips_max);    /* where the next iteration would stand */
    if (fp_summary_is_judged(summaries)) { /* nobody asks any more */
        for (uint32_t k = 0; k < exit_count; k++) exits[k] = FP_SUMMARY_EMPTY;
        return;
    }
    iterated firsts = iterate(summaries, body.first, body.through, shape->trips_max, false);
    fp_transform through = fp_transform_repeat(summaries->algebra, body.through, shape->trips_min, shape->trips_max);
    fp_entries first = leave(summaries, shape, &firsts, FP_PLACE_BEGIN);
    fp_entries last = leave(summaries, shape, &lasts, FP_PLACE_END);
    for (uint32_t k = 0; k < exit_count; k++) {
        fp_entries tail_first = fp_entries_before(summaries, through, leave_tail(summaries, shape, tails[k].first));
        fp_entries tail_last = leave_tail(summaries, shape, tails[k].last);
        exits[k] =
            (fp_summary){ fp_transform_sequence(summaries->algebra, through, tails[k].through),
                          fp_entries_merge(summaries, first, tail_first),
                          fp_entries_merge(summaries, fp_entries_after(summaries, last, tails[k].through), tail_last) };
    }
}
