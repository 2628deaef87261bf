#include "arrivals.h"

enum { WAVES_MAX = 64, CALLS_MAX = 4 };
enum { SHARED_FIRST = 1000003, SHARED_STEP = 7919 };       /* primes: numbers that all waves share, one per loop or arm, do not add up to each other by chance */

typedef struct {
    const struct fp_program *program;
    struct fp_kernel *kernel;
    uint32_t wave, call_depth;
    bool conditional;                       /* a barrier stands under a condition that waves do not share */
    bool unknown;                           /* a condition does not evaluate and its ways differ */
    fp_op op; fp_span span;                 /* the first place whose ways differ */
} counter;

static int64_t count_items(counter *c, const fp_items *items);

static int64_t shared_number(uint32_t index, uint32_t arm) { return SHARED_FIRST + (int64_t)SHARED_STEP * (index * 8 + arm); }

static void differs_at(counter *c, fp_op op, fp_span span) {
    if (c->op == FP_NONE) c->op = op, c->span = span;
}

static bool is_arrival(const fp_sync *sync) {
    if (sync->scope != FP_SCOPE_WORKGROUP || sync->object != FP_NONE) return false;
    return sync->kind == FP_SYNC_BARRIER || (sync->kind == FP_SYNC_SIGNAL && sync->id == FP_ID_WORKGROUP);
}

static int64_t count_branch(counter *c, uint32_t index) {
    const fp_branch_item *branch = &c->kernel->branches.data[index];
    int64_t first = count_items(c, &branch->arms[0]), mixed = first * shared_number(index, 0);
    bool equal = true;
    for (uint32_t i = 1; i < branch->arm_count; i++) {
        int64_t arm = count_items(c, &branch->arms[i]);
        equal = equal && arm == first;
        mixed += arm * shared_number(index, i);
    }
    if (equal) return first;
    if (branch->level.level <= FP_LEVEL_WORKGROUP || branch->level.doubt) return mixed;
    if (branch->level.level != FP_LEVEL_WAVE) return 0;    /* divergent inside of a wave: a finding of its own */
    c->conditional = true;
    differs_at(c, branch->op, branch->span);
    int64_t chosen;
    if (branch->arm_count == 2 && branch->selector != FP_NONE && c->call_depth == 0 &&
        fp_addresses_wave_value(c->kernel->addresses, branch->selector, c->wave, &chosen))
        return count_items(c, &branch->arms[chosen ? 0 : 1]);
    c->unknown = true;
    return mixed;
}

static int64_t count_loop(counter *c, uint32_t index) {
    const fp_loop_item *loop = &c->kernel->loops.data[index];
    int64_t body = count_items(c, &loop->body);
    if (body && loop->level.level == FP_LEVEL_WAVE && !loop->level.doubt) {
        c->conditional = c->unknown = true;
        differs_at(c, loop->op, loop->span);
    }
    return body * (loop->trips_min == loop->trips_max && loop->trips_max < SHARED_STEP ? loop->trips_max : shared_number(index, 7)) + count_items(c, &loop->tail);
}

static int64_t count_call(counter *c, const fp_call_item *call) {
    struct fp_kernel *callee = call->unit != FP_NONE && c->program && call->unit < c->program->unit_count ? c->program->by_unit[call->unit] : NULL;
    if (!callee || c->call_depth == CALLS_MAX) return 0;
    struct fp_kernel *caller = c->kernel;
    c->kernel = callee;
    c->call_depth++;
    int64_t count = count_items(c, &callee->body);
    c->call_depth--;
    c->kernel = caller;
    return count;
}

static int64_t count_graph(counter *c, const fp_graph_item *graph, uint32_t index) {
    int64_t count = 0;                      /* which nodes run is not followed: all waves are taken to go the same way */
    for (uint32_t n = 0; n < graph->node_count; n++) {
        const fp_graph_node *node = &graph->nodes[n];
        int64_t inside = node->loop != FP_NONE ? count_graph(c, &c->kernel->graph_loops.data[node->loop].inner, index + n) : count_items(c, &node->items);
        count += inside * shared_number(index, n % 7);
    }
    return count;
}

static int64_t count_items(counter *c, const fp_items *items) {
    int64_t count = 0;
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        switch (items->data[i].kind) {
        case FP_ITEM_ACCESS: break;
        case FP_ITEM_SYNC: count += is_arrival(&c->kernel->syncs.data[index]); break;
        case FP_ITEM_LOOP: count += count_loop(c, index); break;
        case FP_ITEM_BRANCH: count += count_branch(c, index); break;
        case FP_ITEM_GRAPH: count += count_graph(c, &c->kernel->graphs.data[index], index); break;
        case FP_ITEM_CALL: count += count_call(c, &c->kernel->calls.data[index]); break;
        }
    }
    return count;
}

fp_arrivals fp_arrivals_check(struct fp_kernel *kernel, const struct fp_program *program) {
    fp_arrivals result = { .op = FP_NONE };
    bool any = false;
    for (uint32_t i = 0; i < kernel->branches.len; i++) any = any || kernel->branches.data[i].level.level == FP_LEVEL_WAVE;
    for (uint32_t i = 0; i < kernel->loops.len; i++) any = any || kernel->loops.data[i].level.level == FP_LEVEL_WAVE;
    if (!any || kernel->target->vendor == FP_VENDOR_NVIDIA || !kernel->launch.wave_size) return result;

    const fp_launch *launch = &kernel->launch;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    if (threads == 0) threads = launch->max_threads;
    uint64_t waves = (threads + launch->wave_size - 1) / launch->wave_size;
    int64_t first = 0;
    for (uint32_t wave = 0; wave < waves && wave < WAVES_MAX; wave++) {
        counter c = { .program = program, .kernel = kernel, .wave = wave, .op = FP_NONE };
        int64_t count = count_items(&c, &kernel->body);
        if (wave == 0) {
            first = count;
            if (!c.conditional) return result;
        }
        if (!c.unknown && count == first) continue;
        return (fp_arrivals){ .unbalanced = true, .evaluated = !c.unknown, .waves = { 0, wave }, .op = c.op, .span = c.span };
    }
    return result;
}
