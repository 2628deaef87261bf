/* make_pipelines.c - staggered waves, loops that fill a counter, rings of objects: structures that random statements
 * would never make. */
#include "make.h"

/* Waves of the upper half wait once more, do what the others do, and are waited for once more by these. */
static int extra_barrier(maker *m, bool upper) {
    int at = add_node(m, NODE_IF), block = at < 0 ? -1 : add_node(m, NODE_BLOCK),
        barrier = block < 0 ? -1 : make_sync_of(m, row_named(m, "gpu.barrier"));
    if (barrier < 0) return -1;
    node *n = &m->p->nodes[at];
    n->condition = IF_BELOW, n->bound = m->p->threads / 2, n->negated = upper;
    m->p->nodes[barrier].keeps_shape = n->keeps_shape = m->p->nodes[block].keeps_shape = true;
    add_child(m, block, barrier);
    add_child(m, at, block);
    return at;
}

int make_staggered(maker *m, int depth) {
    int block = add_node(m, NODE_BLOCK), first = m->p->node_count;
    bool late = chance(m, 70);
    if (block < 0) return -1;
    m->staggered = true;
    bool opened = add_child(m, block, extra_barrier(m, late));
    int body = make_block(m, depth + 1, 3 + pick(m, 5));
    if (!opened || !add_child(m, block, body) || !add_child(m, block, extra_barrier(m, !late)))
        m->p->nodes[block].child_count = 0;
    m->staggered = false;
    for (int i = first; i < m->p->node_count; i++)
        m->p->nodes[i].divergent = true; /* what any of these barriers is worth hangs on all of them */
    return block;
}

/* More copies than the counter holds, and waits that count some of them. */
int make_deep_loop(maker *m) {
    static const int trips[] = { 20, 54, 58, 70 }, counts[] = { 0, 1, 19, 53, 54, 55, 60 };
    int block = add_node(m, NODE_BLOCK), at = block < 0 ? -1 : add_node(m, NODE_FOR),
        body = at < 0 ? -1 : add_node(m, NODE_BLOCK);
    if (body < 0) return -1;
    m->p->nodes[at].trips = trips[pick(m, 4)];
    m->loops[m->loop_depth++] = at;
    add_child(m, body, make_copy(m));
    if (chance(m, 20)) add_child(m, body, make_access(m));
    m->loop_depth--;
    add_child(m, at, body);
    add_child(m, block, at);
    for (int behind = pick(m, 3); behind > 0; behind--) add_child(m, block, make_access(m));
    int wait = make_sync_of(m, row_named(m, "amdgpu.memory_counter_wait load(%d) ds(0)"));
    if (wait >= 0) m->p->nodes[wait].count = counts[pick(m, 7)];
    add_child(m, block, wait);
    if (chance(m, 80)) add_child(m, block, make_sync_of(m, row_named(m, "rocdl.s.barrier")));
    return block;
}

/* Whatever there is but other barriers, between a signal and its wait. */
int make_around(maker *m, int depth) {
    int block = add_node(m, NODE_BLOCK);
    if (block < 0) return -1;
    if (chance(m, 70)) add_child(m, block, make_sync_of(m, row_named(m, "rocdl.s.wait.dscnt 0")));
    bool opened = add_child(m, block, make_sync_of(m, row_named(m, "rocdl.s.barrier.signal id = -1")));
    m->signalled = true;
    int between = make_block(m, depth + 1, 2 + pick(m, 4));
    m->signalled = false;
    add_child(m, block, between);
    if (!opened || !add_child(m, block, make_sync_of(m, row_named(m, "rocdl.s.barrier.wait id = -1"))))
        m->p->nodes[block].child_count = 0;
    return block;
}

/* ---- rings of objects ---- */
typedef struct {
    int loop, turns;
} ring;

static int slot_sync(maker *m, ring r, int loop, int constant, bool arms) {
    int at = make_object_sync(m, 0, arms);
    if (at < 0) return -1;
    m->p->nodes[at].turns = r.turns, m->p->nodes[at].loop = loop, m->p->nodes[at].constant = constant;
    return at;
}

/* Arms the slot and starts its copy; `guard`: only when the iteration that waits for it will be. */
static int slot_copy(maker *m, ring r, int loop, int constant, bool guard) {
    int block = add_node(m, NODE_BLOCK), copy = block < 0 ? -1 : add_node(m, NODE_COPY);
    if (copy < 0) return -1;
    node *n = &m->p->nodes[copy];
    n->access = ACCESS_WRITE, n->form = AT_RING, n->turns = r.turns, n->loop = loop, n->constant = constant,
    n->row.waits_for = COUNTER_OBJECT;
    add_child(m, block, slot_sync(m, r, loop, constant, true));
    add_child(m, block, copy);
    if (!guard) return block;
    int at = add_node(m, NODE_IF);
    if (at < 0) return -1;
    m->p->nodes[at].condition = loop < 0 ? IF_ENOUGH : IF_MORE;
    m->p->nodes[at].loop = r.loop, m->p->nodes[at].constant = constant;
    add_child(m, at, block);
    return at;
}

static int slot_access(maker *m, ring r, int loop, int constant) {
    int at = make_access(m);
    if (at < 0) return -1;
    node *n = &m->p->nodes[at];
    n->buffer = 0, n->form = chance(m, 50) ? AT_RING : AT_RING_MIRROR, n->turns = r.turns, n->loop = loop,
    n->constant = constant;
    if (n->access != ACCESS_READ && chance(m, 70)) n->access = ACCESS_READ;
    return at;
}

/* The first slots are filled, each iteration waits for its slot, uses it, and fills one that was used before. One
 * thing or another may be wrong, but no wait is for a phase that was over before: the analysis does not look at
 * parities. */
int make_slots(maker *m) {
    int block = add_node(m, NODE_BLOCK), loop = block < 0 ? -1 : add_node(m, NODE_FOR),
        body = loop < 0 ? -1 : add_node(m, NODE_BLOCK), wrong = pick(m, 12);
    if (body < 0) return -1;
    m->armed[0] = true;
    ring r = { loop, 2 + pick(m, 2) };
    int ahead = r.turns - chance(m, 50);
    bool guarded = chance(m, 70), first_guarded = chance(m, 40);
    if (chance(m, 70))
        m->p->nodes[loop].count = pick(m, m->p->counts);
    else
        m->p->nodes[loop].trips = 1 + pick(m, 5);
    for (int i = 0; i < ahead; i++) add_child(m, block, slot_copy(m, r, -1, i, first_guarded));
    m->loops[m->loop_depth++] = loop;
    if (wrong != 0) add_child(m, body, slot_sync(m, r, loop, 0, false));
    for (int uses = 1 + pick(m, 2); uses > 0; uses--) add_child(m, body, slot_access(m, r, loop, wrong == 1 ? 1 : 0));
    if (wrong > 3) add_child(m, body, make_sync(m));
    if (ahead) add_child(m, body, slot_copy(m, r, loop, ahead, guarded));
    if (chance(m, 30)) add_child(m, body, make_sync(m));
    m->loop_depth--;
    add_child(m, loop, body);
    add_child(m, block, loop);
    if (chance(m, 40)) add_child(m, block, slot_access(m, r, -1, pick(m, r.turns)));
    return block;
}
