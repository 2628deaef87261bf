/* summary_loop.c - what a loop makes of one iteration: pairs across its back edge, and accesses that have left it at
 * a known iteration. */
#include "order/summary.h"
#include <assert.h>

enum {
    FP_LOOP_STEPS_MAX = 160
}; /* iterations that are followed one by one: more than there are depths in flight, so that copies which each iteration
      pushes deeper have reached the last state */

typedef FP_VEC(fp_entries) entry_lists;
typedef struct {
    entry_lists lists;
    uint32_t cycle; /* the lists repeat from this index on; FP_NONE: the next list is empty or beyond the trip count */
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
    if (info.universe != summaries->universes[how->shape->frame] ||
        !fp_footprint_uses_loop(addresses, info.footprint, how->shape->loop))
        return key;
    fp_stand_in left = { info.footprint, info.place };
    fp_loop_id loop = how->shape->alone ? how->shape->loop : fp_footprint_stand_in(addresses, how->shape->loop, &left);
    info.footprint = left.footprint;
    info.place = fp_place_add(addresses, left.place, loop, how->side, how->distance);
    return fp_key_make(summaries, info);
}

/* Accesses in different loops that depend on neither are one group outside of these. */
static fp_key step_outside(struct fp_summaries *summaries, fp_key key, const void *context) {
    const fp_loop_shape *shape = context;
    fp_key_info info = *fp_key_at(summaries, key);
    if (info.universe != summaries->universes[shape->frame]) return key;
    info.footprint = fp_footprint_leave(summaries->addresses[shape->frame], info.footprint, shape->loop);
    return fp_key_make(summaries, info);
}

typedef FP_VEC(uint64_t) list_hashes;

static uint32_t find_list(const entry_lists *lists, const list_hashes *hashes, fp_entries list, uint64_t hash) {
    for (uint32_t i = 0; i < lists->len; i++)
        if (hashes->data[i] == hash && fp_entries_equal(lists->data[i], list)) return i;
    return FP_NONE;
}

/* Applies `through` to `list` 0, 1, 2 .. times, up to `trips` lists; ends early when a list is empty or has occurred
 * before. */
static iterated iterate(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries list, fp_transform through,
                        uint64_t trips, bool forward) {
    iterated result = { { 0 }, FP_NONE, false };
    list_hashes hashes = { 0 };
    for (uint64_t j = 0; j < trips && list.count; j++) {
        uint64_t hash = fp_hash_bytes(list.data, list.count * sizeof *list.data);
        uint32_t seen = find_list(&result.lists, &hashes, list, hash);
        if (seen != FP_NONE) {
            result.cycle = seen;
            break;
        }
        if (j == FP_LOOP_STEPS_MAX) {
            fp_transform rest = fp_transform_repeat(summaries->algebra, through, 0, UINT64_MAX);
            *FP_PUSH(keep, &result.lists) = forward ? fp_entries_after(keep, summaries, list, rest)
                                                    : fp_entries_before(keep, summaries, rest, list);
            result.collapsed = true;
            break;
        }
        *FP_PUSH(keep, &result.lists) = list;
        *FP_PUSH(keep, &hashes) = hash;
        list = forward ? fp_entries_after(keep, summaries, list, through)
                       : fp_entries_before(keep, summaries, through, list);
    }
    return result;
}

/* The lists of `lasts` meet `consumers`, list j at distance j + 1, as far as `distances` reach. */
static void meet_carried(const fp_sink *sink, struct fp_summaries *summaries, const fp_loop_shape *shape,
                         const iterated *lasts, fp_entries consumers, uint64_t distances) {
    fp_meet_at at = { .carrier = shape->loop, .frame = shape->frame };
    for (uint32_t j = 0; j < lasts->lists.len && j < distances; j++) {
        at.distance = j + 1;
        at.at_least = lasts->collapsed && j + 1 == lasts->lists.len;
        fp_summary_meet(sink, summaries, lasts->lists.data[j], consumers, at);
    }
    if (lasts->cycle == FP_NONE || distances <= lasts->lists.len) return;
    at.distance = lasts->lists.len + 1;
    at.at_least = true;
    for (uint32_t j = lasts->cycle; j < lasts->lists.len; j++)
        fp_summary_meet(sink, summaries, lasts->lists.data[j], consumers, at);
}

/* Adds the entries as they are when they have left the loop from there; true: the iteration makes no difference. */
static bool leave_at(struct fp_arena *keep, struct fp_summaries *summaries, const fp_loop_shape *shape,
                     fp_entries entries, fp_place_side side, uint64_t distance, entry_lists *all) {
    leaving how = { shape, side, (uint32_t)distance };
    fp_entries left = fp_entries_rekey(keep, summaries, entries, (fp_key_map){ leave_loop, &how });
    *FP_PUSH(keep, all) = left;
    return left.data == entries.data;
}

typedef struct {
    fp_place_side at, from, some;
} place_sides;
typedef fp_entries widen(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries entries);

/* Merges all lists, each with the number of its iteration in its keys' places. A list that recurs counts for that
 * iteration and for any later one; of several that recur in turn it is not known which iterations are whose. Entries of
 * iterations that are not told apart are one for each key: a copy that each iteration pushes deeper would else leave
 * one for each depth. */
static fp_entries leave(struct fp_arena *keep, struct fp_summaries *summaries, const fp_loop_shape *shape,
                        const iterated *lists, place_sides sides, widen *widened) {
    entry_lists all = { 0 }, some = { 0 };
    uint32_t len = lists->lists.len;
    for (uint32_t j = 0; j < len; j++) {
        fp_entries list = fp_entries_rekey(keep, summaries, lists->lists.data[j], (fp_key_map){ step_outside, shape });
        bool joined = lists->collapsed && j + 1 == len, recurs = lists->cycle != FP_NONE && j >= lists->cycle;
        bool stays = recurs && lists->cycle + 1 == len; /* each iteration from here on is as this one */
        if (joined || j >= FP_PLACE_FAR || (recurs && !stays))
            leave_at(keep, summaries, shape, list, sides.some, j < FP_PLACE_FAR ? j : FP_PLACE_FAR, &some);
        else if (!leave_at(keep, summaries, shape, list, sides.at, j, &all) && stays)
            leave_at(keep, summaries, shape, list, sides.from, j, &all);
    }
    if (some.len)
        *FP_PUSH(keep, &all) = widened(keep, summaries, fp_entries_merge_all(keep, summaries, some.data, some.len));
    return fp_entries_merge_all(keep, summaries, all.data, all.len);
}

/* The tail runs behind the last iteration, at iteration N = the trip count: its accesses get one place for each small
 * count that is possible. `at`: where N is the trip count, or where the loop is left some other way. */
static fp_entries leave_tail(struct fp_arena *keep, struct fp_summaries *summaries, const fp_loop_shape *shape,
                             fp_place_side at, fp_entries entries) {
    entry_lists all = { 0 };
    uint64_t count = shape->trips_min, most = shape->trips_max;
    entries = fp_entries_rekey(keep, summaries, entries, (fp_key_map){ step_outside, shape });
    for (uint32_t told = 0; count < most && told < FP_PLACE_FAR; told++, count++)
        if (leave_at(keep, summaries, shape, entries, at, count, &all)) return all.data[all.len - 1];
    leave_at(keep, summaries, shape, entries, count == most ? at : FP_PLACE_FROM, count, &all);
    return fp_entries_merge_all(keep, summaries, all.data, all.len);
}

/* What does not depend on the judged sync need not leave the loop, unless it meets it in a tail on the way. */
static void leave_out(const fp_sink *sink, const struct fp_summaries *summaries, fp_loop_exits exits, iterated *firsts,
                      iterated *lasts) {
    fp_summary part = FP_SUMMARY_EMPTY;
    for (uint32_t j = 0; j < firsts->lists.len; j++) {
        part.first = firsts->lists.data[j];
        firsts->lists.data[j] = fp_summary_judged_part(sink->keep, summaries, part, sink->judging).first;
    }
    for (uint32_t k = 0; k < exits.count; k++)
        if (fp_transform_shadow(summaries->algebra, exits.tails[k].through)) return;
    part.first = (fp_entries){ NULL, 0 };
    for (uint32_t j = 0; j < lasts->lists.len; j++) {
        part.last = lasts->lists.data[j];
        lasts->lists.data[j] = fp_summary_judged_part(sink->keep, summaries, part, sink->judging).last;
    }
}

/* Nobody reads the summary of what a judgement has ended in, or a search for the pairs of two accesses. */
static void end_search(fp_loop_exits exits) {
    for (uint32_t k = 0; k < exits.count; k++) exits.exits[k] = FP_SUMMARY_EMPTY;
}

/* How often the loop has run when it is left by the exit: as often as it may, or less. */
static fp_loop_shape shape_at_exit(const fp_loop_shape *shape, fp_loop_exits exits, uint32_t exit) {
    fp_loop_shape left = *shape;
    if (exit == exits.counted) return left;
    left.trips_min = 0;
    if (exits.counted != FP_NONE && left.trips_max != UINT64_MAX && left.trips_max > 0) left.trips_max--;
    return left;
}

void fp_summary_loop(const fp_sink *sink, struct fp_summaries *summaries, const fp_loop_shape *shape, fp_summary body,
                     fp_loop_exits exits) {
    assert(shape->trips_min <= shape->trips_max && exits.count > 0);
    assert(!sink->shown); /* the loops inside of it have been folded before */
    struct fp_arena *keep = sink->keep;
    struct fp_shown_pairs shown = { 0 };
    fp_sink carried = *sink;
    carried.shown = &shown;
    if (sink->judging && shape->trips_max > 1) { /* most often the next iteration tells */
        fp_meet_at next = { .carrier = shape->loop, .distance = 1, .frame = shape->frame };
        fp_summary_meet(&carried, summaries, body.last, body.first, next);
    }
    if (fp_judging_is_done(summaries, sink->judging)) return end_search(exits);
    iterated lasts = iterate(keep, summaries, body.last, body.through, shape->trips_max, true);
    if (shape->trips_max) meet_carried(&carried, summaries, shape, &lasts, body.first, shape->trips_max - 1);
    for (uint32_t k = 0; k < exits.count; k++) /* a tail stands where the next iteration would */
        meet_carried(&carried, summaries, shape, &lasts, exits.tails[k].first, shape->trips_max);
    fp_arena_drop(shown.scratch);
    if (sink->sought || fp_judging_is_done(summaries, sink->judging)) return end_search(exits);
    iterated firsts = iterate(keep, summaries, body.first, body.through, shape->trips_max, false);
    if (sink->part) leave_out(sink, summaries, exits, &firsts, &lasts);
    fp_entries first =
        leave(keep, summaries, shape, &firsts, (place_sides){ FP_PLACE_BEGIN, FP_PLACE_FROM, FP_PLACE_SOME_FROM },
              fp_entries_widened_first);
    fp_entries last =
        leave(keep, summaries, shape, &lasts, (place_sides){ FP_PLACE_END, FP_PLACE_UNTIL, FP_PLACE_SOME_UNTIL },
              fp_entries_widened_last);
    for (uint32_t k = 0; k < exits.count; k++) {
        fp_summary tail = exits.tails[k];
        fp_loop_shape left = shape_at_exit(shape, exits, k);
        fp_place_side at = k == exits.counted ? FP_PLACE_LEFT : FP_PLACE_BEGIN;
        fp_transform through = fp_transform_repeat(summaries->algebra, body.through, left.trips_min, left.trips_max);
        fp_entries tail_first =
            fp_entries_before(keep, summaries, through, leave_tail(keep, summaries, &left, at, tail.first));
        fp_entries tail_last = { NULL, 0 };
        if (through != FP_TRANSFORM_NONE) tail_last = leave_tail(keep, summaries, &left, at, tail.last);
        exits.exits[k] =
            (fp_summary){ fp_transform_sequence(summaries->algebra, through, tail.through),
                          fp_entries_merge(keep, summaries, first, tail_first),
                          fp_entries_merge(keep, summaries, fp_entries_after(keep, summaries, last, tail.through),
                                           tail_last) };
    }
}
