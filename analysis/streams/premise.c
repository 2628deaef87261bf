#include "streams/premise.h"
#include "address/address_places.h"

enum { THREADS_MOST = 1024 /* of a workgroup that hardware starts */ };
typedef struct {
    uint32_t *threads, count;
    uint32_t most, lanes;
} candidates;

/* Workgroups are whole waves. */
static void add(candidates *c, int64_t threads) {
    if (threads <= 0 || threads > c->most || threads > THREADS_MOST || threads % c->lanes ||
        c->count == FP_PREMISE_THREADS_MAX)
        return;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->threads[i] == threads) return;
    c->threads[c->count++] = (uint32_t)threads;
}

/* A bound is mostly the size itself. Counts of barriers are those of threads, unless one arrives for many. */
uint32_t fp_premise_threads(const struct fp_kernel *kernel, uint32_t threads[FP_PREMISE_THREADS_MAX]) {
    static const uint32_t usual[] = { 128, 256, 64, 512, 1024 };
    const fp_launch *launch = &kernel->launch;
    candidates c = { threads, 0, fp_places_threads(kernel->addresses), launch->wave_size ? launch->wave_size : 32 };
    if (fp_launch_threads(launch)) {
        threads[0] = 0;
        return 1;
    }
    if (launch->upper_bound_only) add(&c, (int64_t)launch->block[0] * launch->block[1] * launch->block[2]);
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (fp_sync_traits_of[kernel->syncs.data[i].kind].names) add(&c, kernel->syncs.data[i].member_count);
    for (uint32_t i = 0; i < sizeof usual / sizeof *usual; i++) add(&c, usual[i]);
    return c.count;
}
