/* Executes a program for all values of its inputs. An execution is a sequence of op instances, the same for all threads save for who takes part: barriers
 * never stand in divergent code. Two instances race when two threads touch a common byte and nothing orders the earlier before the later:
 *   a monolithic barrier orders what is complete or at least issued as an ordinary access before it;
 *   a bare barrier, and a signal with its wait, order what is complete before the barrier or the signal;
 *   a barrier that only some of the threads reach orders nothing; threads that have left the kernel are not waited for;
 *   an ordinary access is complete at the next wait for LDS operations (or at the next monolithic barrier), a copy at a wait that covers it.
 * On AMD chips the lanes of one wave run in step: between them, what is complete is ordered. */
#include "program.h"
#include <string.h>

enum { INSTANCES_MAX = 2048, NEVER = 1 << 30, FORKS_MAX = 6 };

typedef struct {
    const node *n;
    uint64_t threads[2];                    /* who takes part */
    int iteration;                          /* of the loop that its address uses */
    int complete;                           /* time from which on its own thread may rely on it */
    int group;                              /* copies: which commit closed it; -1 */
    struct { int instance, arm; } forks[FORKS_MAX];     /* divergent ifs around it, outermost first */
    int fork_count;
    bool partial;                           /* of those that have not left the kernel, some do not take part */
} instance;

typedef struct {
    const program *p;
    const bool *ignored;
    const inputs *in;
    instance instances[INSTANCES_MAX];
    int count;
    bool overflow;
    int iterations[NODES_MAX];
    struct { int instance, arm; } forks[FORKS_MAX];
    int fork_count, if_count;
    uint64_t everyone[2];                   /* who has not left the kernel */
    int breaking;                           /* loop that is being left; -1 */
} run;

static bool takes_then(const program *p, const node *n, const inputs *in, int thread) {
    bool value = false;
    switch (n->condition) {
    case IF_FLAG: value = in->flags[n->flag]; break;
    case IF_BELOW: value = thread < n->bound; break;
    case IF_ODD: value = thread % 2 == 1; break;
    case IF_FIRST: value = thread == 0; break;
    }
    (void)p;
    return value != n->negated;
}

static bool has_thread(const uint64_t *threads, int thread) { return threads[thread / 64] >> (thread % 64) & 1; }

static void trace(run *r, int at, const uint64_t *reached_by) {
    const node *n = &r->p->nodes[at];
    const uint64_t threads[2] = { reached_by[0] & r->everyone[0], reached_by[1] & r->everyone[1] };
    if (n->removed || r->breaking >= 0 || (threads[0] | threads[1]) == 0) return;
    switch (n->kind) {
    case NODE_BLOCK:
        for (int i = 0; i < n->child_count; i++) trace(r, n->children[i], threads);
        return;
    case NODE_FOR: {
        int trips = n->count >= 0 ? r->in->counts[n->count] : n->trips;
        for (int i = 0; i < trips; i++) {
            r->iterations[at] = i;
            trace(r, n->children[0], threads);
            if (r->breaking != at) continue;
            r->breaking = -1;
            break;
        }
        return;
    }
    case NODE_BREAK:
        if (takes_then(r->p, n, r->in, 0)) r->breaking = n->loop;
        return;
    case NODE_RETURN:
        for (int thread = 0; thread < r->p->threads; thread++)
            if (has_thread(threads, thread) && takes_then(r->p, n, r->in, thread)) r->everyone[thread / 64] &= ~(1ull << (thread % 64));
        return;
    case NODE_IF: {
        uint64_t arms[2][2] = { { 0 } };
        for (int thread = 0; thread < r->p->threads; thread++)
            if (has_thread(threads, thread)) arms[takes_then(r->p, n, r->in, thread) ? 0 : 1][thread / 64] |= 1ull << (thread % 64);
        bool forks = n->condition != IF_FLAG && r->fork_count < FORKS_MAX;
        if (forks) r->forks[r->fork_count++].instance = ++r->if_count;
        for (int i = 0; i < 2 && i < n->child_count; i++) {
            if (forks) r->forks[r->fork_count - 1].arm = i;
            trace(r, n->children[i], arms[i]);
        }
        if (forks) r->fork_count--;
        return;
    }
    case NODE_BARRIER: case NODE_BARE_BARRIER: case NODE_SIGNAL: case NODE_WAIT: case NODE_DS_WAIT: case NODE_COMMIT: case NODE_COPY_WAIT:
        if (r->ignored && r->ignored[n->line]) return;
        break;
    case NODE_ACCESS: case NODE_COPY: break;
    }
    if (r->count == INSTANCES_MAX) { r->overflow = true; return; }
    instance *x = &r->instances[r->count++];
    *x = (instance){ .n = n, .threads = { threads[0], threads[1] }, .complete = NEVER, .group = -1, .fork_count = r->fork_count,
                     .partial = threads[0] != r->everyone[0] || threads[1] != r->everyone[1] };
    memcpy(x->forks, r->forks, sizeof x->forks);
    if (n->loop >= 0) x->iteration = r->iterations[n->loop];
}

/* First and last element that a thread touches. */
static void elements_of(const program *p, const instance *x, int thread, int *first, int *last) {
    int at = 0, width = 1, mirror = p->threads - 1 - thread;
    switch (x->n->form) {
    case AT_CONSTANT: at = x->n->constant; break;
    case AT_THREAD: at = thread; break;
    case AT_THREAD_PLUS: at = thread + x->n->constant + 1; break;
    case AT_MIRROR: at = mirror; break;
    case AT_SLOT: at = x->iteration % 2 * 128 + thread; break;
    case AT_SLOT_MIRROR: at = x->iteration % 2 * 128 + mirror; break;
    case AT_VECTOR: at = 4 * thread, width = 4; break;
    case AT_OPAQUE: width = BUFFER_ELEMENTS; break;      /* may be anywhere */
    }
    *first = at;
    *last = at + width - 1;
}

typedef enum { TOUCH_NONE, TOUCH_SAME_WAVE, TOUCH_ACROSS } touch;      /* between two different threads */

static touch touch_between_threads(const program *p, const instance *a, const instance *b) {
    static int first_of[BUFFER_ELEMENTS + THREADS_MAX], last_of[BUFFER_ELEMENTS + THREADS_MAX];     /* lowest and highest thread of `a` per element */
    for (int i = 0; i < BUFFER_ELEMENTS + THREADS_MAX; i++) first_of[i] = THREADS_MAX, last_of[i] = -1;
    for (int thread = 0; thread < p->threads; thread++) {
        if (!has_thread(a->threads, thread)) continue;
        int first, last;
        elements_of(p, a, thread, &first, &last);
        for (int i = first; i <= last; i++) {
            if (thread < first_of[i]) first_of[i] = thread;
            last_of[i] = thread;
        }
    }
    touch worst = TOUCH_NONE;
    for (int thread = 0; thread < p->threads; thread++) {
        if (!has_thread(b->threads, thread)) continue;
        int first, last;
        elements_of(p, b, thread, &first, &last);
        for (int i = first; i <= last; i++) {
            if (last_of[i] < 0 || (first_of[i] == thread && last_of[i] == thread)) continue;
            if (first_of[i] / p->wave != thread / p->wave || last_of[i] / p->wave != thread / p->wave) return TOUCH_ACROSS;
            worst = TOUCH_SAME_WAVE;
        }
    }
    return worst;
}

/* The same question comes back for every input: answers by nodes and the slots that their iterations choose, valid for one set of threads. */
typedef struct { uint64_t threads[4]; bool known; touch answer; } remembered;
static remembered memory[NODES_MAX][NODES_MAX][2][2];

static touch remember_touch(const program *p, const instance *a, const instance *b) {
    remembered *m = &memory[a->n - p->nodes][b->n - p->nodes][a->iteration % 2][b->iteration % 2];
    uint64_t threads[4] = { a->threads[0], a->threads[1], b->threads[0], b->threads[1] };
    if (m->known && memcmp(m->threads, threads, sizeof threads) == 0) return m->answer;
    *m = (remembered){ .known = true, .answer = touch_between_threads(p, a, b) };
    memcpy(m->threads, threads, sizeof threads);
    return m->answer;
}

static bool same_thread_touch(const program *p, const instance *a, const instance *b) {
    for (int thread = 0; thread < p->threads; thread++) {
        if (!has_thread(a->threads, thread) || !has_thread(b->threads, thread)) continue;
        int first[2], last[2];
        elements_of(p, a, thread, &first[0], &last[0]);
        elements_of(p, b, thread, &first[1], &last[1]);
        if (first[0] <= last[1] && first[1] <= last[0]) return true;
    }
    return false;
}

static bool is_memory(const node *n) { return n->kind == NODE_ACCESS || n->kind == NODE_COPY; }

static void complete_accesses(run *r) {
    bool grouped = r->p->family == FAMILY_GROUP_COPIES;
    int commits = 0;
    for (int t = 0; t < r->count; t++) {
        const node *n = r->instances[t].n;
        if (n->kind == NODE_COMMIT) {
            for (int i = 0; i < t; i++)
                if (r->instances[i].n->kind == NODE_COPY && r->instances[i].group < 0) r->instances[i].group = commits;
            commits++;
        }
        bool barrier = (n->kind == NODE_BARRIER || (n->kind == NODE_BARE_BARRIER && r->p->bare_waits)) && !r->instances[t].partial;
        if (n->kind == NODE_DS_WAIT || barrier)
            for (int i = 0; i < t; i++)
                if (r->instances[i].n->kind == NODE_ACCESS && r->instances[i].complete == NEVER) r->instances[i].complete = t;
        if (n->kind == NODE_COPY_WAIT) {
            int newer = 0;                                 /* copies issued after the one looked at */
            for (int i = t - 1; i >= 0; i--) {
                instance *x = &r->instances[i];
                if (x->n->kind != NODE_COPY) continue;
                bool covered = grouped ? x->group >= 0 && commits - 1 - x->group >= n->count : newer >= n->count;
                if (covered && x->complete == NEVER) x->complete = t;
                newer++;
            }
        }
    }
}

static bool is_ordered(const run *r, int earlier, int later) {
    const instance *x = &r->instances[earlier];
    for (int t = earlier + 1; t < later; t++) {
        const node *n = r->instances[t].n;
        bool plain = x->n->kind == NODE_ACCESS;
        if (r->instances[t].partial) continue;
        if (n->kind == NODE_BARRIER && (plain || x->complete < t)) return true;
        if (n->kind == NODE_BARE_BARRIER && (x->complete < t || (plain && r->p->bare_waits))) return true;
        if (n->kind != NODE_SIGNAL || x->complete >= t) continue;
        for (int wait = t + 1; wait < later; wait++)
            if (r->instances[wait].n->kind == NODE_WAIT) return true;
    }
    return false;
}

void pairs_add(pair_set *set, line_pair pair) {
    for (int i = 0; i < set->count; i++)
        if (set->pairs[i].earlier == pair.earlier && set->pairs[i].later == pair.later) {
            set->pairs[i].concurrent = set->pairs[i].concurrent && pair.concurrent;
            return;
        }
    if (set->count == PAIRS_MAX) { set->overflow = true; return; }
    set->pairs[set->count++] = pair;
}

bool pairs_have(const pair_set *set, int earlier, int later, bool either_direction) {
    for (int i = 0; i < set->count; i++) {
        if (set->pairs[i].earlier == earlier && set->pairs[i].later == later) return true;
        if (either_direction && set->pairs[i].earlier == later && set->pairs[i].later == earlier) return true;
    }
    return false;
}

static bool conflict(const node *a, const node *b) {
    if (a->buffer != b->buffer || (a->access == ACCESS_READ && b->access == ACCESS_READ)) return false;
    return !(a->access == ACCESS_ATOMIC && b->access == ACCESS_ATOMIC);
}

static bool in_different_arms(const instance *a, const instance *b) {
    for (int i = 0; i < a->fork_count && i < b->fork_count && a->forks[i].instance == b->forks[i].instance; i++)
        if (a->forks[i].arm != b->forks[i].arm) return true;
    return false;
}

static void collect(run *r, pair_set *races, dynamic_pairs *dynamic, uint64_t input_number) {
    static int position[INSTANCES_MAX];                    /* among accesses only: stable when syncs are taken out */
    for (int t = 0, accesses = 0; t < r->count; t++) position[t] = is_memory(r->instances[t].n) ? accesses++ : -1;
    for (int later = 0; later < r->count; later++) {
        const instance *a = &r->instances[later];
        if (!is_memory(a->n)) continue;
        if (a->n->access == ACCESS_WRITE && races && remember_touch(r->p, a, a) != TOUCH_NONE) pairs_add(races, (line_pair){ a->n->line, a->n->line, true });
        for (int earlier = 0; earlier < later; earlier++) {
            const instance *x = &r->instances[earlier];
            if (!is_memory(x->n) || !conflict(x->n, a->n)) continue;
            touch touched = remember_touch(r->p, x, a);
            bool in_step = touched == TOUCH_SAME_WAVE && r->p->amd && x->complete < later;
            bool across = touched != TOUCH_NONE && !in_step;
            bool in_flight = x->n->kind == NODE_COPY && x->complete > later;
            bool own = (in_flight || (a->n->kind == NODE_COPY && r->p->family == FAMILY_COUNTED_COPIES && x->complete > later)) && same_thread_touch(r->p, x, a);
            if (!across && !own) continue;
            if (!own && is_ordered(r, earlier, later)) continue;
            dynamic->count++;
            uint64_t key = (input_number * 4096 + (uint64_t)position[earlier]) * 4096 + (uint64_t)position[later];
            key = (key + 1) * 0x9E3779B97F4A7C15u;
            dynamic->hash += (key ^ (key >> 31)) * 0xBF58476D1CE4E5B9u;
            if (races) pairs_add(races, (line_pair){ x->n->line, a->n->line, in_different_arms(x, a) });
        }
    }
}

/* The next value of the inputs; false: all were tried. `number` starts at 0. */
static bool next_inputs(uint64_t number, inputs *in) {
    uint64_t span = TRIPS_MAX + 1;
    *in = (inputs){ .counts = { (int)(number % span), (int)(number / span % span) } };
    for (int i = 0; i < FLAGS_MAX; i++) in->flags[i] = number / (span * span) >> i & 1;
    return number < span * span << FLAGS_MAX;
}

static void run_once(run *r, const program *p, const bool *ignored, const inputs *in) {
    uint64_t everyone[2] = { 0 };
    for (int thread = 0; thread < p->threads; thread++) everyone[thread / 64] |= 1ull << (thread % 64);
    r->p = p, r->ignored = ignored, r->in = in, r->count = 0, r->overflow = false, r->if_count = r->fork_count = 0, r->breaking = -1;
    memcpy(r->everyone, everyone, sizeof everyone);
    trace(r, 0, everyone);
}

dynamic_pairs program_execute(const program *p, const bool *ignored, pair_set *races) {
    static run r;
    dynamic_pairs dynamic = { 0 };
    inputs in;
    memset(memory, 0, sizeof memory);
    for (uint64_t number = 0; next_inputs(number, &in); number++) {
        run_once(&r, p, ignored, &in);
        complete_accesses(&r);
        collect(&r, races, &dynamic, number);
    }
    return dynamic;
}

bool program_reaches(const program *p, const node *n) {
    static run r;
    inputs in;
    for (uint64_t number = 0; next_inputs(number, &in); number++) {
        run_once(&r, p, NULL, &in);
        for (int i = 0; i < r.count; i++)
            if (r.instances[i].n == n) return true;
    }
    return false;
}
