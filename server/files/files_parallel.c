#include "files/files_parallel.h"
#include "base/memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { FP_JOBS_MAX = 256, FP_WAIT_MS = 100, FP_AHEAD_PER_JOB = 64 };

typedef struct {
    const fp_parallel *job;
    uint32_t count, next, done, finished; /* started, worked on, handed to `finish` */
    uint32_t ahead_max;                   /* results waiting for an earlier one are bounded, and so is their memory */
    bool stopped;
    bool *ready;
    uv_mutex_t lock;
    uv_cond_t progress, room;
} pool;

static void run_worker(void *argument) {
    pool *p = argument;
    void *state = NULL;
    uv_mutex_lock(&p->lock);
    while (true) {
        while (!p->stopped && p->next < p->count && p->next - p->finished >= p->ahead_max)
            uv_cond_wait(&p->room, &p->lock);
        if (p->stopped || p->next == p->count) break;
        uint32_t index = p->next++;
        uv_mutex_unlock(&p->lock);
        p->job->work(p->job->context, &state, index);
        uv_mutex_lock(&p->lock);
        p->ready[index] = true;
        p->done++;
        uv_cond_signal(&p->progress);
    }
    uv_mutex_unlock(&p->lock);
    p->job->drop_state(state);
}

static void run_alone(const fp_parallel *job, uint32_t count) {
    void *state = NULL;
    for (uint32_t i = 0; i < count; i++) {
        job->work(job->context, &state, i);
        if (!job->finish(job->context, i)) break;
    }
    job->drop_state(state);
}

static void finish_in_order(pool *p) {
    uv_mutex_lock(&p->lock);
    while (p->finished < p->count && !p->stopped) {
        while (!p->ready[p->finished]) {
            uv_cond_timedwait(&p->progress, &p->lock, FP_WAIT_MS * UINT64_C(1000000));
            if (p->job->waiting) {
                uint32_t done = p->done;
                uv_mutex_unlock(&p->lock);
                p->job->waiting(p->job->context, done);
                uv_mutex_lock(&p->lock);
            }
        }
        uint32_t index = p->finished;
        uv_mutex_unlock(&p->lock);
        bool go_on = p->job->finish(p->job->context, index);
        uv_mutex_lock(&p->lock);
        p->finished++;
        if (!go_on) p->stopped = true;
        uv_cond_broadcast(&p->room);
    }
    uv_mutex_unlock(&p->lock);
}

/* The memory of one file serves the next: given back to the system in between, every page of it would have to be
 * cleared anew. */
static void keep_freed_memory(void) {
#ifdef __GLIBC__
    enum { TRIM_BYTES = 256 << 20, MMAP_BYTES = 32 << 20, PAD_BYTES = 4 << 20 };
    mallopt(M_TRIM_THRESHOLD, TRIM_BYTES);
    mallopt(M_MMAP_THRESHOLD, MMAP_BYTES);
    mallopt(M_TOP_PAD, PAD_BYTES);
#endif
}

void fp_parallel_run(const fp_parallel *job, uint32_t count, uint32_t jobs) {
    if (jobs > count) jobs = count;
    if (jobs > FP_JOBS_MAX) jobs = FP_JOBS_MAX;
    if (count > 1) keep_freed_memory();
    pool p = {
        .job = job,
        .count = count,
        .ahead_max = jobs * FP_AHEAD_PER_JOB,
    };
    if (count && (jobs > 1 || job->waiting)) p.ready = fp_memory_zeroed(count, sizeof *p.ready);
    if (!p.ready) { /* one job and nobody who wants to hear how it goes */
        run_alone(job, count);
        return;
    }
    if (uv_mutex_init(&p.lock) != 0 || uv_cond_init(&p.progress) != 0 || uv_cond_init(&p.room) != 0)
        fp_memory_gone(sizeof p);
    uv_thread_t threads[FP_JOBS_MAX];
    uint32_t started = 0;
    while (started < jobs && uv_thread_create(&threads[started], run_worker, &p) == 0) started++;
    if (started)
        finish_in_order(&p);
    else
        run_alone(job, count); /* the system gives no thread at all */
    for (uint32_t i = 0; i < started; i++) uv_thread_join(&threads[i]);
    uv_cond_destroy(&p.room);
    uv_cond_destroy(&p.progress);
    uv_mutex_destroy(&p.lock);
    free(p.ready);
}

/* ---- the pieces of one text ---- */

typedef struct {
    void (*work)(void *job, uint32_t index);
    void *job;
} crew_work;

static void work_on(void *context, void **state, uint32_t index) {
    const crew_work *w = context;
    (void)state;
    w->work(w->job, index);
}

static void drop_nothing(void *state) { (void)state; }

static bool go_on(void *context, uint32_t index) {
    (void)context, (void)index;
    return true;
}

static void run_crew(void *context, uint32_t count, void (*work)(void *job, uint32_t index), void *job) {
    const uint32_t *jobs = context;
    crew_work w = { work, job };
    fp_parallel all = { .context = &w, .work = work_on, .drop_state = drop_nothing, .finish = go_on };
    fp_parallel_run(&all, count, *jobs);
}

fp_crew fp_parallel_crew(uint32_t *jobs) { return (fp_crew){ jobs, run_crew }; }

uint32_t fp_parallel_cores(void) {
    unsigned cores = uv_available_parallelism();
    return cores ? cores : 1;
}
