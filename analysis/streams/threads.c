#include "streams/threads.h"
#include <assert.h>

static bool are_meant(const struct fp_run *run, uint16_t x, uint16_t y, fp_thread_pair which) {
    bool one_warp = x / run->source->warp == y / run->source->warp;
    switch (which) {
    case FP_TWO_THREADS: return x != y;
    case FP_TWO_WARPS: return !one_warp;
    case FP_TWO_LANES: return one_warp && x != y;
    case FP_ONE_THREAD: return x == y;
    case FP_ONE_WARP: return one_warp;
    }
    return true;
}

static bool is_among(const fp_thread_mask *mask, uint16_t thread) {
    return mask && mask->bits[thread / 64 % 16] >> thread % 64 & 1;
}

/* How many pieces of a stretch of the list are those of each thread, and of each warp. */
enum { THREADS = 1024 };
typedef struct {
    uint32_t all, of_thread[THREADS], of_warp[THREADS];
} stretch;

static void count_piece(stretch *s, uint16_t thread, uint32_t warp, int change) {
    assert(thread < THREADS);
    s->all += (uint32_t)change;
    s->of_thread[thread] += (uint32_t)change;
    s->of_warp[thread / warp] += (uint32_t)change;
}

/* Is a piece in the stretch of which the thread is asked together with this one? */
static bool has_meant(const stretch *s, uint16_t thread, uint32_t warp, fp_thread_pair which) {
    uint32_t own = s->of_thread[thread], of_warp = s->of_warp[thread / warp];
    switch (which) {
    case FP_TWO_THREADS: return s->all > own;
    case FP_TWO_WARPS: return s->all > of_warp;
    case FP_TWO_LANES: return of_warp > own;
    case FP_ONE_THREAD: return own > 0;
    case FP_ONE_WARP: return of_warp > 0;
    }
    return true;
}

/* Both lists rise: for each piece of `a` the stretch of `b` whose pieces begin in it, or reach into it. */
static void find_meeting(const struct fp_run *run, fp_thread_meeting *m, const fp_thread_mask *but) {
    uint32_t from = 0, to = 0, warp = run->source->warp;
    stretch near = { 0 };
    for (uint32_t i = 0; i < m->a->count && !m->meet; i++) {
        int64_t start = m->a->start[i], end = start + m->a->width;
        for (; to < m->b->count && m->b->start[to] < end; to++) count_piece(&near, m->b->thread[to], warp, 1);
        for (; from < to && m->b->start[from] + m->b->width <= start; from++)
            count_piece(&near, m->b->thread[from], warp, -1);
        if (is_among(but, m->a->thread[i]) || !has_meant(&near, m->a->thread[i], warp, m->which)) continue;
        uint32_t k = from;
        while (!are_meant(run, m->a->thread[i], m->b->thread[k], m->which)) k++;
        m->meet = true;
        m->thread_a = m->a->thread[i], m->thread_b = m->b->thread[k];
        m->byte = start > m->b->start[k] ? start : m->b->start[k];
    }
}

const fp_thread_meeting *fp_threads_meet(struct fp_run *run, const fp_thread_places *a, const fp_thread_places *b,
                                         fp_thread_pair which, const fp_thread_mask *but) {
    uint64_t hash = fp_hash_mix(fp_hash_mix((uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b), which);
    if (but) hash = fp_hash_mix(hash, fp_hash_bytes(but, sizeof *but));
    for (fp_map_probe p = fp_map_find(&run->meeting_map, hash); fp_map_next(&p);) {
        const fp_thread_meeting *m = &run->meetings.data[p.value];
        if (m->a == a && m->b == b && m->which == which && m->masked == hash) return m->meet ? m : NULL;
    }
    fp_thread_meeting found = { .a = a, .b = b, .which = which, .masked = hash };
    find_meeting(run, &found, but);
    fp_map_put(run->scratch, &run->meeting_map, hash, run->meetings.len);
    *FP_PUSH(run->scratch, &run->meetings) = found;
    return found.meet ? &run->meetings.data[run->meetings.len - 1] : NULL;
}
