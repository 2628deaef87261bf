#include "oracle.h"
#include <stdlib.h>
#include <string.h>

enum {
    TAPE_MAX = 64,
    LOOPS_MAX = 64,
    UNKNOWN_TRIPS = 6,
    VALUES_MAX = 8,
    GRAPH_STEPS_MAX = 16,
    GRAPH_ROUNDS_MAX = 4,
    NEVER = 1 << 30
};

typedef struct {
    bool access;
    uint32_t index, threads;
    uint32_t iteration;
} event;

/* One path: choices come from a tape; what is not on it yet is 0. */
typedef struct {
    const program *program;
    skipped without;
    uint8_t tape[TAPE_MAX], limits[TAPE_MAX];
    uint32_t length, position;
    int values[VALUES_MAX], iteration_values[LOOPS_MAX];
    uint32_t iterations[LOOPS_MAX];
    event events[ORACLE_EVENTS_MAX];
    uint32_t count;
    bool overflow, cut;
} path;

static uint32_t choose(path *p, uint32_t limit) {
    if (p->position == TAPE_MAX) {
        p->overflow = true;
        return 0;
    }
    if (p->position == p->length) p->tape[p->length++] = 0;
    p->limits[p->position] = (uint8_t)limit;
    return p->tape[p->position++];
}

/* The next tape in order; false: all have been run. */
static bool advance(path *p) {
    while (p->length) {
        if (++p->tape[p->length - 1] < p->limits[p->length - 1]) return true;
        p->length--;
    }
    return false;
}

static void run_items(path *p, const fp_items *items, uint32_t threads);

static bool is_skipped(skipped without, uint32_t sync) {
    for (uint32_t i = 0; i < without.count; i++)
        if (without.data[i] == sync) return true;
    return false;
}

static void push_event(path *p, event e) {
    if (p->count == ORACLE_EVENTS_MAX)
        p->overflow = true;
    else
        p->events[p->count++] = e;
}

static bool condition_holds(path *p, fp_condition condition) {
    if (condition.value == FP_NONE) return choose(p, 2);
    int *value = condition.value >= FAKE_PER_ITERATION ? &p->iteration_values[condition.value - FAKE_PER_ITERATION]
                                                       : &p->values[condition.value];
    if (*value < 0) *value = (int)choose(p, 2);
    return *value != (int)condition.negated;
}

/* Runs a graph; the exit that it is left by: how far the target lies behind the last node. Paths that go round too
 * often are cut: what they did so far is real. */
static uint32_t run_graph(path *p, const fp_graph_item *graph, uint32_t loop, uint32_t threads) {
    const struct fp_kernel *kernel = p->program->kernel;
    uint32_t node = 0, rounds = 0;
    for (uint32_t steps = 0; steps < GRAPH_STEPS_MAX && !p->overflow && !p->cut; steps++) {
        const fp_graph_node *block = &graph->nodes[node];
        uint32_t next = FP_NONE, seen = 0;
        if (block->loop != FP_NONE) {
            const fp_graph_loop *inner = &kernel->graph_loops.data[block->loop];
            p->iterations[inner->loop] = 0;
            next = inner->exits[run_graph(p, &inner->inner, inner->loop, threads)];
        } else {
            run_items(p, &block->items, threads);
            uint32_t ways = 0, anonymous = 0;
            for (uint32_t e = 0; e < graph->edge_count; e++) ways += graph->edges[e].from == node;
            if (ways > 1) {
                for (uint32_t e = 0; e < graph->edge_count; e++)
                    if (graph->edges[e].from == node) {
                        fp_condition condition = graph->edges[e].condition;
                        bool taken = condition.value != FP_NONE ? condition_holds(p, condition)
                                     : seen == 0                ? (anonymous = choose(p, 2)) == 0
                                                                : anonymous == 1;
                        if (taken && next == FP_NONE) next = graph->edges[e].to;
                        seen++;
                    }
            } else
                for (uint32_t e = 0; e < graph->edge_count; e++)
                    if (graph->edges[e].from == node) next = graph->edges[e].to;
        }
        if (next >= graph->node_count) return next - graph->node_count;
        if (next == 0 && loop != FP_NONE) {
            if (++rounds == GRAPH_ROUNDS_MAX) break;
            p->iterations[loop]++;
        }
        node = next;
    }
    p->cut = true;
    return 0;
}

static void run_item(path *p, fp_item item, uint32_t threads) {
    const struct fp_kernel *kernel = p->program->kernel;
    switch (item.kind) {
    case FP_ITEM_ACCESS: {
        const fake_footprint *f = &kernel->addresses->footprints.data[kernel->accesses.data[item.index].footprint];
        push_event(p, (event){ true, item.index, threads, f->loop == FP_NONE ? 0 : p->iterations[f->loop] });
        break;
    }
    case FP_ITEM_SYNC:
        if (!is_skipped(p->without, item.index)) push_event(p, (event){ false, item.index, threads, 0 });
        break;
    case FP_ITEM_LOOP: {
        const fp_loop_item *loop = &kernel->loops.data[item.index];
        uint32_t trips = (uint32_t)loop->trips_min;
        if (loop->trips_max < 0 && loop->runs.value != FP_NONE)
            trips = condition_holds(p, loop->runs) ? 1 + choose(p, UNKNOWN_TRIPS - 1) : 0;
        else if (loop->trips_max < 0)
            trips += choose(p, UNKNOWN_TRIPS);
        for (uint32_t i = 0; i < trips && !p->overflow && !p->cut; i++) {
            p->iterations[item.index] = i;
            p->iteration_values[item.index] = -1;
            run_items(p, &loop->body, threads);
        }
        p->iterations[item.index] = trips;
        run_items(p, &loop->tail, threads);
        break;
    }
    case FP_ITEM_BRANCH: {
        const fp_branch_item *branch = &kernel->branches.data[item.index];
        uint32_t first = p->program->arm_threads[item.index];
        if (first) {
            run_items(p, &branch->arms[0], threads & first);
            run_items(p, &branch->arms[1], threads & ~first);
        } else {
            run_items(p, &branch->arms[condition_holds(p, branch->condition) ? 0 : 1], threads);
        }
        break;
    }
    case FP_ITEM_GRAPH: run_graph(p, &kernel->graphs.data[item.index], FP_NONE, threads); break;
    case FP_ITEM_CALL:
    case FP_ITEM_UNTRACKED: break;
    }
}

static void run_items(path *p, const fp_items *items, uint32_t threads) {
    if (!threads) return;
    for (uint32_t i = 0; i < items->len && !p->overflow && !p->cut; i++) run_item(p, items->data[i], threads);
}

static void run(path *p) {
    p->position = p->count = 0;
    p->cut = false;
    memset(p->values, 0xff, sizeof p->values);
    memset(p->iteration_values, 0xff, sizeof p->iteration_values);
    run_items(p, &p->program->kernel->body, (1u << THREADS) - 1);
}

/* ---- order ---- */
static const fp_class *class_of(const path *p, uint32_t access) {
    const struct fp_kernel *kernel = p->program->kernel;
    return &kernel->classes.data[kernel->accesses.data[access].klass];
}

static bool waits_at_most(const fp_sync *sync, fp_counter counter, uint32_t behind) {
    for (uint32_t i = 0; i < sync->wait_count; i++)
        if (sync->kind == FP_SYNC_COUNTER_WAIT && sync->waits[i].counter == counter && sync->waits[i].count >= 0 &&
            (uint32_t)sync->waits[i].count <= behind)
            return true;
    return false;
}

/* The event by which thread `t` knows that its access at event `i` is complete. */
static uint32_t landed(const path *p, uint32_t i, uint32_t t) {
    const struct fp_kernel *kernel = p->program->kernel;
    fp_counter counter = class_of(p, p->events[i].index)->counter;
    uint32_t commits = 0, ops = 0;
    for (uint32_t k = i + 1; k < p->count; k++) {
        const event *e = &p->events[k];
        if (!(e->threads >> t & 1)) continue;
        if (e->access) {
            if (counter != FP_COUNTER_NONE && class_of(p, e->index)->counter == counter) ops++;
            continue;
        }
        const fp_sync *sync = &kernel->syncs.data[e->index];
        if (counter == FP_COUNTER_NONE) {
            bool releases = sync->release && (sync->kind == FP_SYNC_FENCE ||
                                              (sync->kind == FP_SYNC_BARRIER && e->threads == (1u << THREADS) - 1));
            if (releases || waits_at_most(sync, FP_COUNTER_DS, 0)) return k;
        } else if (counter == FP_COUNTER_ASYNC_GROUP) {
            if (sync->kind == FP_SYNC_COMMIT) commits++;
            if (commits && waits_at_most(sync, counter, commits - 1)) return k;
        } else {
            if (sync->kind == FP_SYNC_COUNT_UP) ops++;
            if (waits_at_most(sync, counter, ops)) return k;
        }
    }
    return NEVER;
}

/* Has thread `u`, when it runs event `j`, waited for thread `t` to be past its event `i` with the data landed? */
static bool is_ordered(const path *p, uint32_t i, uint32_t t, uint32_t j, uint32_t u) {
    const struct fp_kernel *kernel = p->program->kernel;
    uint32_t done = landed(p, i, t), signal = NEVER, all = (1u << THREADS) - 1;
    if (t == u) {
        /* A copy engine does not queue behind its thread. */
        bool engine = class_of(p, p->events[i].index)->counter != FP_COUNTER_NONE ||
                      class_of(p, p->events[j].index)->counter != FP_COUNTER_NONE;
        if (!engine || done < j) return true;
    }
    for (uint32_t k = i + 1; k < j; k++) {
        const event *e = &p->events[k];
        if (e->access || e->threads != all) continue;
        fp_sync_kind kind = kernel->syncs.data[e->index].kind;
        if (kind == FP_SYNC_BARRIER && done <= k) return true;
        if (kind == FP_SYNC_WAIT && signal != NEVER && done <= signal) return true;
        if (kind == FP_SYNC_SIGNAL) signal = k;
    }
    return false;
}

static bool touch_same_byte(const path *p, const event *a, uint32_t t, const event *b, uint32_t u) {
    const struct fp_kernel *kernel = p->program->kernel;
    const fp_access *x = &kernel->accesses.data[a->index], *y = &kernel->accesses.data[b->index];
    if (x->roots != y->roots || (x->kind == FP_ACCESS_READ && y->kind == FP_ACCESS_READ)) return false;
    const fake_footprint *footprints = kernel->addresses->footprints.data;
    int byte = fake_byte(&footprints[x->footprint], t, a->iteration);
    return byte >= 0 && byte == fake_byte(&footprints[y->footprint], u, b->iteration);
}

static fp_hazard_kind kind_of(const path *p, const event *a, const event *b) {
    const fp_access *accesses = p->program->kernel->accesses.data;
    if (accesses[a->index].kind == FP_ACCESS_READ) return FP_HAZARD_WAR;
    return accesses[b->index].kind == FP_ACCESS_READ ? FP_HAZARD_RAW : FP_HAZARD_WAW;
}

static int compare_races(const void *a, const void *b) { return memcmp(a, b, sizeof(race)); }

static void add_race(struct fp_arena *arena, races *found, race wanted) {
    for (uint32_t i = 0; i < found->len; i++)
        if (memcmp(&found->data[i], &wanted, sizeof wanted) == 0) return;
    *FP_PUSH(arena, found) = wanted;
}

bool oracle_races(const program *made, skipped without, races *found) {
    path *p = calloc(1, sizeof *p);
    p->program = made;
    p->without = without;
    uint32_t paths = 0;
    do {
        run(p);
        for (uint32_t i = 0; i < p->count && !p->overflow; i++)
            for (uint32_t j = i + 1; j < p->count; j++) {
                const event *a = &p->events[i], *b = &p->events[j];
                if (!a->access || !b->access) continue;
                for (uint32_t t = 0; t < THREADS; t++)
                    for (uint32_t u = 0; u < THREADS; u++)
                        if ((a->threads >> t & 1) && (b->threads >> u & 1) && touch_same_byte(p, a, t, b, u) &&
                            !is_ordered(p, i, t, j, u))
                            add_race(made->arena, found, (race){ a->index, b->index, kind_of(p, a, b) });
            }
    } while (!p->overflow && ++paths < ORACLE_PATHS_MAX && advance(p));
    bool complete = !p->overflow && paths < ORACLE_PATHS_MAX;
    free(p);
    if (found->len > 1) qsort(found->data, found->len, sizeof *found->data, compare_races);
    return complete;
}

/* Event numbers of the accesses of a path: syncs that are taken out shift the others. */
static uint32_t access_events(const path *p, uint32_t *events) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->events[i].access) events[count++] = i;
    return count;
}

static bool path_loses_order(const path *p, const path *q) {
    uint32_t of_p[ORACLE_EVENTS_MAX], of_q[ORACLE_EVENTS_MAX], count = access_events(p, of_p);
    if (access_events(q, of_q) != count) abort();
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            for (uint32_t t = 0; t < THREADS; t++)
                for (uint32_t u = 0; u < THREADS; u++) {
                    const event *a = &p->events[of_p[i]], *b = &p->events[of_p[j]];
                    if (!(a->threads >> t & 1) || !(b->threads >> u & 1) || !touch_same_byte(p, a, t, b, u)) continue;
                    if (is_ordered(p, of_p[i], t, of_p[j], u) && !is_ordered(q, of_q[i], t, of_q[j], u)) return true;
                }
    return false;
}

bool oracle_loses_order(const program *made, skipped before, skipped after, bool *known) {
    path *p = calloc(1, sizeof *p), *q = calloc(1, sizeof *q);
    bool lost = false;
    uint32_t paths = 0;
    p->program = q->program = made;
    p->without = before, q->without = after;
    do {
        run(p);
        memcpy(q->tape, p->tape, sizeof q->tape);
        q->length = p->length;
        run(q);
        lost = !p->overflow && path_loses_order(p, q);
    } while (!lost && !p->overflow && ++paths < ORACLE_PATHS_MAX && advance(p));
    if (!lost && (p->overflow || paths >= ORACLE_PATHS_MAX)) *known = false;
    free(p);
    free(q);
    return lost;
}
