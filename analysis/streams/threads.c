#include "streams/threads.h"

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

/* Both lists rise: for each piece of `a` the pieces of `b` that begin in it, or reach into it. */
static bool is_among(const fp_thread_mask *mask, uint16_t thread) {
    return mask && mask->bits[thread / 64 % 16] >> thread % 64 & 1;
}

static void find_meeting(const struct fp_run *run, fp_thread_meeting *m, const fp_thread_mask *but) {
    uint32_t from = 0, steps = 0;
    for (uint32_t i = 0; i < m->a->count && !m->meet; i++) {
        int64_t start = m->a->start[i], end = start + m->a->width;
        if (is_among(but, m->a->thread[i])) continue;
        while (from < m->b->count && m->b->start[from] + m->b->width <= start) from++;
        for (uint32_t k = from; k < m->b->count && m->b->start[k] < end; k++) {
            bool over = ++steps > FP_THREADS_STEPS_MAX;
            if (!over && !are_meant(run, m->a->thread[i], m->b->thread[k], m->which)) continue;
            m->meet = true;
            m->thread_a = m->a->thread[i], m->thread_b = m->b->thread[k];
            m->byte = start > m->b->start[k] ? start : m->b->start[k];
            break;
        }
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
