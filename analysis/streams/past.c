#include "streams/past.h"
#include <string.h>

/* Is one part of the stream enough that has what all have done? */
static bool knows_for_all(const fp_works *works, fp_stream stream, uint32_t part, bool of_warps) {
    return of_warps && works->splits.data[stream].all_warps[part];
}

static bool has_event(const fp_front *front, const fp_works *works, fp_stream stream, uint32_t number, bool of_warps) {
    if (stream < front->clock.len && number <= front->clock.data[stream]) return true;
    fp_stream part = fp_first_part(works, stream);
    if (!part) return false;
    bool first = has_event(front, works, part, 1, of_warps), second = has_event(front, works, part + 1, 1, of_warps);
    return (first && second) || (first && knows_for_all(works, stream, 0, of_warps)) ||
           (second && knows_for_all(works, stream, 1, of_warps));
}

bool fp_front_has_event(const fp_front *front, const fp_works *works, fp_stream stream, uint32_t number) {
    return has_event(front, works, stream, number, false);
}

bool fp_front_has_event_of_warps(const fp_front *front, const fp_works *works, fp_stream stream, uint32_t number) {
    return has_event(front, works, stream, number, true);
}

static bool has_start_of(const fp_front *front, const fp_works *works, uint32_t work, bool of_warps) {
    fp_stream stream = works->data[work].stream;
    if (stream < front->clock.len && works->data[work].number <= front->clock.data[stream]) return true;
    return has_event(front, works, works->data[work].stream, works->data[work].number, of_warps);
}

static bool has_start(const fp_front *front, const fp_works *works, uint32_t work) {
    return has_start_of(front, works, work, false);
}

bool fp_front_misses(const fp_front *front, uint32_t work) {
    if (!front->missing.len || work < front->missing.data[0]) return false; /* as most that are asked for */
    uint32_t at = fp_count_below(front->missing.data, front->missing.len, work);
    return at < front->missing.len && front->missing.data[at] == work;
}

static bool has_work(const fp_front *front, const fp_works *works, uint32_t work, bool of_warps) {
    uint32_t part = works->data[work].first_part;
    if (has_start_of(front, works, work, of_warps) && !fp_front_misses(front, work)) return true;
    if (!part) return false;
    bool first = has_work(front, works, part, of_warps), second = has_work(front, works, part + 1, of_warps);
    return (first && second) || (first && knows_for_all(works, works->data[work].stream, 0, of_warps)) ||
           (second && knows_for_all(works, works->data[work].stream, 1, of_warps));
}

bool fp_front_has_work(const fp_front *front, const fp_works *works, uint32_t work) {
    return has_work(front, works, work, false);
}

bool fp_front_has_work_of_warps(const fp_front *front, const fp_works *works, uint32_t work) {
    return has_work(front, works, work, true);
}

uint32_t fp_work_part(const fp_works *works, uint32_t work, fp_stream part) {
    uint32_t first = works->data[work].first_part;
    for (uint32_t i = 0; first && i < 2; i++)
        if (works->data[first + i].stream == part) return first + i;
    return FP_NONE;
}

bool fp_front_covers(const fp_front *outer, const fp_front *inner, const fp_works *works) {
    for (uint32_t i = 0; i < inner->clock.len; i++)
        if (inner->clock.data[i] && !fp_front_has_event(outer, works, i, inner->clock.data[i])) return false;
    for (uint32_t i = 0; i < outer->missing.len; i++) {
        uint32_t work = outer->missing.data[i];
        if (fp_front_has_work(inner, works, work) && !fp_front_has_work(outer, works, work)) return false;
    }
    return true;
}

void fp_front_set(struct fp_arena *keep, fp_front *front, fp_stream stream, uint32_t number) {
    while (front->clock.len <= stream) *FP_PUSH(keep, &front->clock) = 0;
    if (front->clock.data[stream] < number) front->clock.data[stream] = number;
}

void fp_front_miss(struct fp_arena *keep, fp_front *front, uint32_t work) {
    if (fp_front_misses(front, work)) return;
    *FP_PUSH(keep, &front->missing) = work;
    for (uint32_t i = front->missing.len - 1; i > 0 && front->missing.data[i - 1] > work; i--)
        front->missing.data[i] = front->missing.data[i - 1], front->missing.data[i - 1] = work;
}

/* Missing in the join: what both miss, and what one misses and the other has not even started. */
static void merge_missing(struct fp_arena *keep, fp_works *works, const fp_front *a, const fp_front *b) {
    uint32_t i = 0, k = 0;
    works->merged.len = 0;
    while (i < a->missing.len || k < b->missing.len) {
        uint32_t of_a = i < a->missing.len ? a->missing.data[i] : FP_NONE;
        uint32_t of_b = k < b->missing.len ? b->missing.data[k] : FP_NONE;
        uint32_t work = of_a < of_b ? of_a : of_b;
        bool missing = of_a == of_b || !has_start(of_a < of_b ? b : a, works, work);
        if (missing) *FP_PUSH(keep, &works->merged) = work;
        i += of_a == work;
        k += of_b == work;
    }
}

static void copy_numbers(struct fp_arena *keep, fp_numbers *into, const fp_numbers *from) {
    into->len = 0;
    FP_RESERVE(keep, into, from->len);
    if (from->len) memcpy(into->data, from->data, from->len * sizeof *from->data);
    into->len = from->len;
}

void fp_front_join(struct fp_arena *keep, fp_front *into, const fp_front *from, fp_works *works) {
    if (!from->clock.len) return;
    if (into->missing.len || from->missing.len) {
        merge_missing(keep, works, into, from);
        copy_numbers(keep, &into->missing, &works->merged);
    }
    while (into->clock.len < from->clock.len) *FP_PUSH(keep, &into->clock) = 0;
    for (uint32_t i = 0; i < from->clock.len; i++)
        if (into->clock.data[i] < from->clock.data[i]) into->clock.data[i] = from->clock.data[i];
}

void fp_front_copy(struct fp_arena *keep, fp_front *into, const fp_front *from) {
    copy_numbers(keep, &into->clock, &from->clock);
    copy_numbers(keep, &into->missing, &from->missing);
}

void fp_past_join(struct fp_arena *keep, fp_past *into, const fp_past *from, fp_works *works) {
    if (into->relaxed || from->relaxed) {
        if (!into->relaxed) fp_front_copy(keep, &into->ordered, &into->done);
        into->relaxed = true;
        fp_front_join(keep, &into->ordered, fp_past_order(from), works);
    }
    fp_front_join(keep, &into->done, &from->done, works);
    fp_front_join(keep, &into->fenced, &from->fenced, works);
}

void fp_past_copy(struct fp_arena *keep, fp_past *into, const fp_past *from) {
    fp_front_copy(keep, &into->done, &from->done);
    fp_front_copy(keep, &into->fenced, &from->fenced);
    if (from->relaxed) fp_front_copy(keep, &into->ordered, &from->ordered);
    into->relaxed = from->relaxed;
}

void fp_past_add_event(struct fp_arena *keep, fp_past *past, fp_stream stream, uint32_t number) {
    fp_front_set(keep, &past->done, stream, number);
    if (past->relaxed) fp_front_set(keep, &past->ordered, stream, number);
}

void fp_past_add_work(struct fp_arena *keep, fp_past *past, uint32_t work) {
    *FP_PUSH(keep, &past->done.missing) = work;
    if (past->relaxed) *FP_PUSH(keep, &past->ordered.missing) = work;
}

void fp_past_relax(struct fp_arena *keep, fp_past *into, const fp_past *from) {
    fp_front_copy(keep, &into->ordered, fp_past_order(from));
    into->relaxed = true;
}
