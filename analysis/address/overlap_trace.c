/* overlap_trace.c - traces and how they meet. */
#include "address/overlap_trace.h"
#include "address/tile.h"
#include <assert.h>
#include <string.h>

typedef struct {
    uint32_t key;
    uint16_t thread;
} entry;

enum { ENTRY_ROOM = 3 }; /* times the entries: themselves, where they go when they are sorted, and places of keys */

/* One place for each key that is possible: when there are few, as of runs that lie side by side. */
static entry *sort_dense(const entry *entries, entry *room, uint32_t count, uint32_t any, uint32_t shift) {
    uint32_t *start = (uint32_t *)(void *)(room + count), keys = (any >> shift) + 1;
    memset(start, 0, (keys + 1) * sizeof *start);
    for (uint32_t i = 0; i < count; i++) start[(entries[i].key >> shift) + 1]++;
    for (uint32_t k = 1; k < keys; k++) start[k + 1] += start[k];
    for (uint32_t i = 0; i < count; i++) room[start[entries[i].key >> shift]++] = entries[i];
    return room;
}

/* Stable by key; `room` is for ENTRY_ROOM - 1 times as many. A byte at a time, where bytes in which all keys agree cost
 * one look. */
static entry *sort_entries(entry *entries, entry *room, uint32_t count) {
    uint32_t all = ~(uint32_t)0, any = 0, low = 0;
    bool sorted = true;
    for (uint32_t i = 0; i < count; i++) {
        all &= entries[i].key;
        any |= entries[i].key;
        sorted &= i == 0 || entries[i - 1].key <= entries[i].key;
    }
    if (sorted) return entries;
    while (!(any >> low & 1)) low++;
    if ((any >> low) + 2 <= count * (sizeof(entry) / sizeof(uint32_t)))
        return sort_dense(entries, room, count, any, low);
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        if (((all ^ any) >> shift & 255) == 0) continue;
        uint32_t start[257] = { 0 };
        for (uint32_t i = 0; i < count; i++) start[(entries[i].key >> shift & 255) + 1]++;
        for (uint32_t i = 0; i < 256; i++) start[i + 1] += start[i];
        for (uint32_t i = 0; i < count; i++) room[start[entries[i].key >> shift & 255]++] = entries[i];
        entry *swap = entries;
        entries = room;
        room = swap;
    }
    return entries;
}

static uint32_t wave_of(const fp_threads *threads, uint32_t thread) {
    return threads->wave ? thread / threads->wave : thread;
}

/* Are they in different waves, whichever of the sizes that are possible these have? */
static bool surely_apart(const fp_threads *threads, uint32_t x, uint32_t y) {
    return !threads->wave_most || x / threads->wave_most != y / threads->wave_most;
}

/* Keeps at most four entries of each group of equal offsets: the first thread, the next one of the same wave, the
 * first one of another wave, and the first one that surely is of another. Threads come in order inside a group. */
static uint32_t thin(const fp_threads *threads, entry *entries, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count;) {
        uint32_t j = i + 1, first = entries[i].thread;
        bool same = false, other = false, apart = false;
        entries[kept++] = entries[i];
        for (; j < count && entries[j].key == entries[i].key; j++) {
            uint32_t own = entries[j].thread;
            if (own == first || (same && apart)) continue;
            bool *seen = wave_of(threads, own) == wave_of(threads, first) ? &same
                         : surely_apart(threads, own, first)              ? &apart
                                                                          : &other;
            if (*seen) continue;
            *seen = true;
            entries[kept++] = entries[j];
        }
        i = j;
    }
    return kept;
}

/* 1 in `skipped` for threads in which a guard does not hold. False: a guard does not evaluate. */
static bool apply_guards(struct fp_addresses *a, const fp_threads *threads, fp_guards guards) {
    fp_guard_set set = a->guard_sets.data[guards];
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard g = a->guard_lists.data[set.first + i];
        a->pool.used = 0;
        const int64_t *values = fp_expr_evaluate(&a->pool, &a->exprs, g.node, threads, a->skipped);
        if (!values) return false;
        for (uint32_t t = 0; t < threads->count; t++)
            if ((values[t] != 0) == g.negated) a->skipped[t] = 1;
    }
    return true;
}

/* The least and the greatest address of the threads that take part; false: none does. */
static bool address_range(struct fp_addresses *a, const fp_threads *threads, const int64_t *values, int64_t *low,
                          int64_t *high) {
    *low = INT64_MAX;
    *high = INT64_MIN;
    for (uint32_t t = 0; t < threads->count; t++) {
        if (a->skipped[t]) continue;
        if (values[t] < *low) *low = values[t];
        if (values[t] > *high) *high = values[t];
    }
    return *low <= *high;
}

/* How far the bytes of one thread may lie from its address. */
static void offset_range(const fp_trace_request *request, int64_t *first, int64_t *last) {
    *first = INT64_MAX;
    *last = INT64_MIN;
    for (uint32_t s = 0; s < request->segment_count; s++) {
        if (request->segments[s] < *first) *first = request->segments[s];
        if (request->segments[s] > *last) *last = request->segments[s];
    }
    if (request->tile) *first = request->tile->first, *last = request->tile->last;
}

/* One entry for each segment or run of each thread that takes part. */
static uint32_t fill(struct fp_addresses *a, const fp_threads *threads, const fp_trace_request *request,
                     const int64_t *values, int64_t base, entry *entries) {
    int64_t runs[FP_TILE_RUNS_MAX];
    uint32_t used = 0, count = request->segment_count;
    const int64_t *starts = request->tile ? runs : request->segments;
    for (uint32_t t = 0; t < threads->count; t++) {
        if (a->skipped[t]) continue;
        if (request->tile) count = fp_tile_runs(request->tile, t, runs);
        for (uint32_t s = 0; s < count; s++)
            entries[used++] = (entry){ (uint32_t)(values[t] + starts[s] - base), (uint16_t)t };
    }
    return used;
}

/* The addresses of all threads, of which those in `skipped` do not count; NULL: they cannot be told, or no thread gets
 * here and `trace` says so. */
static const int64_t *evaluate(struct fp_addresses *a, const fp_threads *threads, const fp_trace_request *request,
                               fp_trace *trace) {
    *trace = (fp_trace){ .width = request->tile ? request->tile->run : request->width, .wrong = true };
    memset(a->skipped, 0, threads->count);
    if (!apply_guards(a, threads, request->guards)) return NULL;
    a->pool.used = 0;
    const int64_t *values = fp_expr_evaluate(&a->pool, &a->exprs, request->node, threads, a->skipped);
    if (!values) return NULL;
    int64_t low, high, first, last;
    trace->wrong = false;
    if (!address_range(a, threads, values, &low, &high)) return NULL;
    offset_range(request, &first, &last);
    trace->wrong = low <= -FP_FAR || high >= FP_FAR || high - low > INT32_MAX / 2 || last - first > INT32_MAX / 4;
    trace->base = low + first;
    if (trace->wrong) return NULL;
    trace->end = high + last + (int64_t)trace->width; /* or in front of it */
    return values;
}

static uint32_t runs_of_a_thread(const fp_trace_request *request) {
    return request->tile ? fp_tile_run_count(request->tile) : request->segment_count;
}

/* The entries sorted and thinned; behind them is room to sort them. */
static fp_trace finished(struct fp_addresses *a, const fp_threads *threads, fp_trace trace, entry *entries,
                         uint32_t count) {
    trace.end = 0;
    if (count == 0) return trace;
    entries = sort_entries(entries, entries + count, count);
    count = thin(threads, entries, count);
    int32_t *offset = fp_arena_room(a->keep, sizeof *offset, _Alignof(int32_t), count);
    uint16_t *thread = fp_arena_room(a->keep, sizeof *thread, _Alignof(uint16_t), count);
    trace.apart = trace.width > 0;
    for (uint32_t i = 0; i < count; i++) {
        offset[i] = (int32_t)entries[i].key, thread[i] = entries[i].thread;
        trace.apart &= i == 0 || entries[i].key - entries[i - 1].key >= trace.width;
    }
    trace.offset = offset;
    trace.thread = thread;
    trace.count = count;
    trace.end = trace.base + offset[count - 1] + (int64_t)trace.width;
    return trace;
}

enum { ONE_PLACE_SEGMENTS = 32 };

/* Do all threads touch the same bytes? */
static bool is_one_place(const struct fp_addresses *a, const fp_trace_request *request) {
    return !request->tile && !request->guards && request->segment_count <= ONE_PLACE_SEGMENTS &&
           fp_expr_is_constant(&a->exprs, request->node);
}

/* Of threads at one place no more are kept than these four (thin). */
static fp_trace trace_of_place(struct fp_addresses *a, const fp_threads *threads, const fp_trace_request *request) {
    enum { KEPT = 4 };
    const uint32_t kept[KEPT] = { 0, 1, threads->wave, threads->wave_most };
    entry entries[ENTRY_ROOM * KEPT * ONE_PLACE_SEGMENTS];
    uint32_t used = 0;
    int64_t place = fp_expr_at(&a->exprs, request->node)->constant, first, last;
    offset_range(request, &first, &last);
    fp_trace trace = { .width = request->width, .base = place + first };
    trace.wrong = place <= -FP_FAR || place >= FP_FAR || last - first > INT32_MAX / 4;
    for (uint32_t k = 0; k < KEPT && !trace.wrong; k++) {
        if (kept[k] >= threads->count || (k && kept[k] <= kept[k - 1])) continue;
        for (uint32_t s = 0; s < request->segment_count; s++)
            entries[used++] = (entry){ (uint32_t)(request->segments[s] - first), (uint16_t)kept[k] };
    }
    return finished(a, threads, trace, entries, used);
}

fp_trace fp_trace_make(struct fp_addresses *a, const fp_threads *threads, const fp_trace_request *request) {
    fp_trace trace;
    if (is_one_place(a, request)) return trace_of_place(a, threads, request);
    const int64_t *values = evaluate(a, threads, request, &trace);
    if (!values) return trace;
    uint32_t most = threads->count * runs_of_a_thread(request);
    if (a->trace_room < (uint64_t)most * ENTRY_ROOM) {
        a->trace_room = most * ENTRY_ROOM < 4096 ? 4096 : most * ENTRY_ROOM;
        a->trace_entries = fp_arena_room(a->keep, sizeof(entry), _Alignof(entry), a->trace_room);
    }
    return finished(a, threads, trace, a->trace_entries,
                    fill(a, threads, request, values, trace.base, a->trace_entries));
}

bool fp_trace_lies_in(struct fp_addresses *a, const fp_threads *threads, const fp_trace_request *request,
                      int64_t size) {
    fp_trace trace;
    const int64_t *values = evaluate(a, threads, request, &trace);
    if (!values) return !trace.wrong;
    bool begins_inside = trace.base >= 0, inside = size < 0 || trace.end <= size, any = false;
    if (begins_inside && inside) return true;
    int64_t runs[FP_TILE_RUNS_MAX];
    inside = true;
    for (uint32_t t = 0; t < threads->count; t++) {
        if (a->skipped[t]) continue;
        uint32_t count = request->tile ? fp_tile_runs(request->tile, t, runs) : request->segment_count;
        const int64_t *starts = request->tile ? runs : request->segments;
        for (uint32_t s = 0; s < count; s++) inside &= size < 0 || values[t] + starts[s] + (int64_t)trace.width <= size;
        any |= count > 0;
    }
    return !any || (begins_inside && inside);
}

/* Each entry meets itself only. */
static fp_trace_meeting meet_itself(const fp_threads *threads, const fp_trace *trace, uint64_t *steps) {
    uint32_t i = 0;
    while (i + 1 < trace->count && trace->thread[i] >= threads->sure) i++;
    *steps += i + 1;
    uint16_t x = trace->thread[trace->thread[i] < threads->sure ? i : 0];
    return (fp_trace_meeting){ FP_OVERLAP_SAME_THREAD, { x, x }, x < threads->sure };
}

fp_trace_meeting fp_trace_meet(const fp_threads *threads, const fp_trace *p, const fp_trace *q, int64_t shift,
                               uint64_t *steps) {
    fp_trace_meeting meeting = { FP_OVERLAP_DISJOINT, { 0, 0 }, false };
    if (p->count == 0 || q->count == 0 || p->end <= q->base + shift || q->end + shift <= p->base) return meeting;
    if (p == q && shift == 0 && p->apart) return meet_itself(threads, p, steps);
    int64_t distance = q->base + shift - p->base; /* of q's offsets on p's scale */
    uint32_t from = 0;
    for (uint32_t j = 0; j < q->count; j++) {
        int64_t at = q->offset[j] + distance;
        while (from < p->count && p->offset[from] + (int64_t)p->width <= at) from++;
        for (uint32_t i = from; i < p->count && p->offset[i] < at + (int64_t)q->width; i++) {
            ++*steps;
            uint16_t x = p->thread[i], y = q->thread[j];
            bool same_wave = wave_of(threads, x) == wave_of(threads, y);
            fp_overlap kind = x == y      ? FP_OVERLAP_SAME_THREAD
                              : same_wave ? FP_OVERLAP_SAME_WAVE
                                          : FP_OVERLAP_CROSS_THREAD;
            bool sure = x < threads->sure && y < threads->sure;
            if (kind == FP_OVERLAP_CROSS_THREAD) sure &= surely_apart(threads, x, y);
            if (kind < meeting.worst || (kind == meeting.worst && (meeting.sure || !sure))) continue;
            meeting = (fp_trace_meeting){ kind, { x, y }, sure };
            if (sure && kind == FP_OVERLAP_CROSS_THREAD) return meeting;
        }
        ++*steps;
    }
    return meeting;
}

bool fp_trace_meets_waves(const fp_threads *threads, const fp_trace *p, const fp_trace *q, int64_t shift,
                          uint64_t *steps, uint16_t peers[2]) {
    uint32_t from = 0;
    for (uint32_t j = 0; j + 1 < q->count; j++, ++*steps) {
        if (q->offset[j] != q->offset[j + 1] || q->thread[j] >= threads->sure || q->thread[j + 1] >= threads->sure ||
            wave_of(threads, q->thread[j]) == wave_of(threads, q->thread[j + 1]) ||
            !surely_apart(threads, q->thread[j], q->thread[j + 1]))
            continue;
        int64_t at = q->base + q->offset[j] - p->base - shift; /* on p's scale */
        for (; from < p->count && p->offset[from] + (int64_t)p->width <= at; from++) ++*steps;
        if (from == p->count || p->offset[from] >= at + (int64_t)q->width) continue;
        uint32_t first = j; /* of those that begin at that byte */
        while (first > 0 && q->offset[first - 1] == q->offset[j]) first--;
        peers[0] = q->thread[first], peers[1] = q->thread[j + 1];
        return true;
    }
    return false;
}

int64_t fp_trace_most_of_a_wave(const fp_threads *threads, const fp_trace *p, const fp_trace *q, int64_t shift,
                                uint64_t *steps) {
    enum { WAVES_MAX = 64 };
    int64_t counted[WAVES_MAX] = { 0 }, until[WAVES_MAX], most = 0;
    if (p->count == 0 || !threads->wave) return 0;
    for (uint32_t w = 0; w < WAVES_MAX; w++) until[w] = p->base + shift;
    for (uint32_t j = 0; j < q->count; j++, ++*steps) {
        uint32_t wave = wave_of(threads, q->thread[j]);
        if (wave >= WAVES_MAX || q->thread[j] >= threads->sure) continue;
        int64_t from = q->base + q->offset[j], to = from + (int64_t)q->width;
        if (from < until[wave]) from = until[wave];
        if (to > p->end + shift) to = p->end + shift;
        if (from >= to) continue;
        until[wave] = to;
        counted[wave] += to - from;
        if (counted[wave] > most) most = counted[wave];
    }
    return most;
}
