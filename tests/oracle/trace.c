#include "trace.h"
#include <string.h>

static int trips_of(const run *r, const node *loop) {
    return loop->count >= 0 ? r->in->counts[loop->count] : loop->trips;
}

static bool takes_then(const run *r, const node *n, int thread) {
    bool value = false;
    switch (n->condition) {
    case IF_FLAG: value = r->in->flags[n->flag]; break;
    case IF_MORE: value = r->iterations[n->loop] + n->constant < trips_of(r, &r->p->nodes[n->loop]); break;
    case IF_ENOUGH: value = n->constant < trips_of(r, &r->p->nodes[n->loop]); break;
    case IF_BELOW: value = thread < n->bound; break;
    case IF_ODD: value = thread % 2 == 1; break;
    case IF_FIRST: value = thread == 0; break;
    case IF_TURN: value = r->iterations[n->loop] % 2 == n->constant; break;
    case IF_ROUND: value = r->iterations[n->loop] == n->constant; break;
    case IF_UNDER: value = thread < r->iterations[n->loop]; break;
    }
    if (n->or_flag) value |= r->in->flags[n->flag];
    return value != n->negated;
}

/* Those of a wave, as bits from 0 on; waves divide 64. */
static uint64_t threads_of(const run *r, const uint64_t *threads, int wave) {
    int lanes = r->p->on.wave, first = wave * lanes;
    return threads[first / 64] >> (first % 64) & UINT64_MAX >> (64 - lanes);
}

/* ---- the sequence ---- */
static void note_waves(const run *r, instance *x) {
    for (int w = 0; w < r->p->threads / r->p->on.wave; w++) {
        uint64_t present = threads_of(r, x->who.threads, w), alive = threads_of(r, r->everyone, w);
        if (present) x->waves |= (uint8_t)(1 << w);
        x->ragged |= present && present != alive;
        x->partial |= present != alive;
    }
}

static void note_ends(run *r) {
    for (int w = 0; w < r->p->threads / r->p->on.wave; w++) {
        if (!threads_of(r, r->everyone, w) && r->ended[w] == NEVER) r->ended[w] = r->count;
    }
}

/* The object that an op uses, and which of its phases: false: nobody will ever end that phase. */
static bool use_object(run *r, const node *n, instance *x) {
    int turn = (n->loop >= 0 ? r->iterations[n->loop] : 0) + n->constant;
    x->object = n->turns ? turn % n->turns : n->object;
    int *arms = &r->arms[x->object], *over = &r->phases[x->object];
    if (n->kind == NODE_SYNC && n->row.commits == COUNTER_OBJECT) ++*arms;
    x->phase = *arms - 1;
    if (n->kind != NODE_SYNC || n->row.waits_for != COUNTER_OBJECT) return true;
    x->phase = ANY_PHASE;
    if (!n->turns && !n->phase) return true; /* whose parity nobody knows */
    int parity = n->turns ? turn / n->turns % 2 : (n->phase - 1) % 2;
    if ((*over & 1) == parity) ++*over;
    x->phase = *over;
    return *over <= *arms;
}

static void push_instance(run *r, const node *n, const uint64_t *threads) {
    if (r->passed == INSTANCES_MAX) r->cut = true;
    if (r->cut) return;
    r->passed++;
    instance *x = &r->instances[r->count++];
    memset(x, 0, sizeof *x);
    bool turned = n->loop >= 0 && n->turns && r->p->nodes[n->loop].how != TURN_BY_INDEX;
    int iteration = n->loop < 0 ? 0 : turned ? r->turned[n->loop] : r->iterations[n->loop];
    x->who = (toucher){ n, iteration, { threads[0], threads[1] } };
    if (n->kind == NODE_COPY && n->row.waits_for == COUNTER_OBJECT)
        x->who.threads[0] &= 1, x->who.threads[1] = 0; /* predicate: the first thread */
    x->line = r->call ? r->call_line : n->line;
    x->call = r->call, x->inner_line = n->line;
    x->fork_count = r->fork_count;
    memcpy(x->forks, r->forks, sizeof x->forks);
    bool carried = n->loop >= 0 && n->turns && r->p->nodes[n->loop].how == TURN_BUFFERS;
    x->buffer = carried ? (x->who.iteration + n->constant) % n->turns : n->buffer;
    bool objects = n->row.waits_for == COUNTER_OBJECT || n->row.commits == COUNTER_OBJECT;
    if (objects && !use_object(r, n, x)) r->cut = true, r->count--;
    note_waves(r, x);
    for (int w = 0; w < WAVES_MAX; w++) x->complete[w] = NEVER, x->group[w] = -1;
}

static void trace(run *r, int at, const uint64_t *reached_by);

static void trace_if(run *r, const node *n, const uint64_t *threads) {
    uint64_t arms[2][2] = { { 0 } };
    for (int thread = 0; thread < r->p->threads; thread++)
        if (has_thread(threads, thread)) arms[takes_then(r, n, thread) ? 0 : 1][thread / 64] |= 1ull << (thread % 64);
    bool uniform = n->condition == IF_FLAG || n->condition == IF_MORE || n->condition == IF_ENOUGH ||
                   n->condition == IF_TURN || n->condition == IF_ROUND,
         forks = !uniform && r->fork_count < FORKS_MAX;
    if (forks) r->forks[r->fork_count++].instance = ++r->if_count;
    for (int i = 0; i < 2 && i < n->child_count; i++) {
        if (forks) r->forks[r->fork_count - 1].arm = i;
        trace(r, n->children[i], arms[i]);
    }
    if (forks) r->fork_count--;
}

static void trace_graph(run *r, const node *n, const uint64_t *threads) {
    for (int block = 0, step = 0; block >= 0 && block < n->child_count && !r->cut; step++) {
        if (step == CHOICES_MAX) {
            r->cut = true;
            return;
        }
        trace(r, n->children[block], threads);
        block = r->in->choices >> step & 1 ? n->arcs[block].other : n->arcs[block].to;
    }
}

/* A loop that goes on with the slots of the loop around it hands them back as far as it has turned them. */
static void trace_for(run *r, int at, const uint64_t *threads) {
    const node *n = &r->p->nodes[at];
    r->turned[at] = n->inherits >= 0 ? r->turned[n->inherits] : 0;
    for (int i = 0, step; i < trips_of(r, n); i += step) {
        step = 1;
        r->iterations[at] = i;
        trace(r, n->children[0], threads);
        int last = loop_that_hands_back(r->p, at);
        r->turned[at] = (last >= 0 ? r->turned[last] : r->turned[at]) + 1;
        if (r->breaking >= 0 && r->breaking != at) return;
        bool leaves = r->breaking == at && r->goes_on == 0;
        if (r->breaking == at) step = r->goes_on;
        r->breaking = -1;
        if (leaves) return;
    }
}

static int next_count(counter_step step, int value) {
    switch (step) {
    case STEP_ONE: return value + 1;
    case STEP_DOUBLE: return 2 * value;
    case STEP_DOUBLE_PLUS: return 2 * value + 1;
    case STEP_TRIPLE: return 3 * value;
    case STEP_HALVE: return value / 2;
    }
    return value;
}

static void trace_while(run *r, int at, const uint64_t *threads) {
    const node *n = &r->p->nodes[at];
    const counting *c = &n->counter;
    int value = c->from >= 0 ? r->iterations[c->from] : c->first, bound = n->count >= 0 ? trips_of(r, n) : c->bound;
    for (bool goes_on = true; goes_on && !r->cut;) {
        r->iterations[at] = value;
        trace(r, n->children[1], threads);
        int next = next_count(c->step, value), tested = c->next ? next : value;
        goes_on = c->step == STEP_HALVE ? tested > bound : tested < bound;
        r->iterations[at] = tested;
        if (goes_on) trace(r, n->children[0], threads);
        value = next;
    }
}

static void trace_strided(run *r, int at, const uint64_t *threads) {
    const node *n = &r->p->nodes[at];
    for (int i = 0; i * n->stride < n->bound; i++) {
        uint64_t inside[2] = { 0 };
        for (int thread = 0; thread < r->p->threads; thread++)
            if (has_thread(threads, thread) && thread + i * n->stride < n->bound)
                inside[thread / 64] |= 1ull << (thread % 64);
        r->iterations[at] = i;
        trace(r, n->children[0], inside);
    }
}

static void trace(run *r, int at, const uint64_t *reached_by) {
    const node *n = &r->p->nodes[at];
    const uint64_t threads[2] = { reached_by[0] & r->everyone[0], reached_by[1] & r->everyone[1] };
    if (n->removed || r->cut || r->breaking >= 0 || (threads[0] | threads[1]) == 0) return;
    switch (n->kind) {
    case NODE_BLOCK:
        for (int i = 0; i < n->child_count; i++) trace(r, n->children[i], threads);
        return;
    case NODE_FOR: {
        if (n->stride)
            trace_strided(r, at, threads);
        else if (n->counter.is_while)
            trace_while(r, at, threads);
        else
            trace_for(r, at, threads);
        return;
    }
    case NODE_BREAK:
        if (takes_then(r, n, 0)) r->breaking = n->loop, r->goes_on = 0;
        return;
    case NODE_CONTINUE:
        if (takes_then(r, n, 0)) r->breaking = n->loop, r->goes_on = n->factor;
        return;
    case NODE_RETURN:
        for (int thread = 0; thread < r->p->threads; thread++)
            if (has_thread(threads, thread) && takes_then(r, n, thread))
                r->everyone[thread / 64] &= ~(1ull << (thread % 64));
        note_ends(r);
        return;
    case NODE_IF: trace_if(r, n, threads); return;
    case NODE_GRAPH: trace_graph(r, n, threads); return;
    case NODE_CALL:
        r->call = ++r->call_count, r->call_line = n->line;
        trace(r, n->children[0], threads);
        r->call = 0;
        return;
    case NODE_SYNC:
        if (r->ignored && r->ignored[n->line])
            r->passed += r->passed < INSTANCES_MAX;
        else
            push_instance(r, n, threads);
        return;
    case NODE_ACCESS:
    case NODE_COPY:
    case NODE_TRAFFIC: push_instance(r, n, threads); return;
    }
}

void trace_run(run *r, const program *p, const bool *ignored, const inputs *in) {
    uint64_t everyone[2] = { 0 };
    for (int thread = 0; thread < p->threads; thread++) everyone[thread / 64] |= 1ull << (thread % 64);
    r->p = p, r->ignored = ignored, r->in = in, r->count = r->passed = 0, r->cut = false,
    r->if_count = r->fork_count = r->call = r->call_count = 0, r->breaking = -1;
    memset(r->arms, 0, sizeof r->arms);
    memset(r->phases, 0, sizeof r->phases);
    memcpy(r->everyone, everyone, sizeof everyone);
    for (int w = 0; w < WAVES_MAX; w++) r->ended[w] = NEVER;
    trace(r, 0, everyone);
}
