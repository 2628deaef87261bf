/* make_loops.c - loops that count otherwise than from zero by one, and what their counters are good for. */
#include "make.h"

void choose_counter_place(maker *m, node *n) {
    if (m->strided >= 0 && chance(m, 75)) {
        n->form = chance(m, 70) ? AT_STRIDE : AT_STRIDE_MIRROR;
        n->loop = m->strided;
        return;
    }
    if (m->p->family != FAMILY_WHILE || !chance(m, 60)) return;
    static const address_form forms[] = { AT_COUNTER, AT_COUNTER, AT_COUNTER_MIRROR, AT_COUNTER_XOR };
    bool behind = m->finished >= 0 && (m->loop_depth == 0 || chance(m, 20));
    int loop = behind ? m->finished : m->loop_depth ? m->loops[pick(m, m->loop_depth)] : -1;
    if (loop < 0) return;
    n->form = forms[pick(m, 4)], n->loop = loop, n->behind = behind, n->factor = 1 << pick(m, 3);
}

static counting choose_counting(maker *m) {
    static const int halved[] = { 32, 24, 16, 7 }, bounds[] = { 8, 24, 32 };
    counting c = { .is_while = true, .next = chance(m, 30), .step = (counter_step)pick(m, 5), .from = -1 };
    int outer = m->loop_depth ? m->loops[m->loop_depth - 1] : -1;
    if (outer >= 0 && m->p->nodes[outer].counter.is_while && chance(m, 50)) c.step = STEP_HALVE, c.from = outer;
    switch (c.step) {
    case STEP_ONE: c.first = pick(m, 3), c.bound = 1 + pick(m, 4); break;
    case STEP_DOUBLE:
    case STEP_DOUBLE_PLUS: c.first = 1 + pick(m, 3), c.bound = bounds[pick(m, 3)]; break;
    case STEP_TRIPLE: c.first = 1 + pick(m, 2), c.bound = bounds[pick(m, 2)]; break;
    case STEP_HALVE: c.first = halved[pick(m, 4)], c.bound = pick(m, 2); break;
    }
    return c;
}

/* What stands in front of the test runs once more than the rest; where the test is of the next value, there is often
 * nothing else. */
int make_while(maker *m, int depth) {
    int at = add_node(m, NODE_FOR);
    if (at < 0) return -1;
    counting c = choose_counting(m);
    m->p->nodes[at].counter = c;
    if (c.step != STEP_HALVE && c.step != STEP_ONE && chance(m, 25)) m->p->nodes[at].count = pick(m, m->p->counts);
    bool mostly_front = c.next && chance(m, 70);
    m->loops[m->loop_depth++] = at;
    int body = make_block(m, depth + 1, mostly_front ? 0 : 1 + pick(m, 3)),
        front = make_block(m, depth + 1, mostly_front ? 1 + pick(m, 3) : pick(m, 3));
    m->loop_depth--;
    if (body < 0 || front < 0) return -1;
    add_child(m, at, body);
    add_child(m, at, front);
    m->finished = at;
    return at;
}

/* Each thread starts at its own id: `for i = tid to bound step threads`, or by rows of some threads. */
int make_strided(maker *m, int depth) {
    int at = add_node(m, NODE_FOR), threads = m->p->threads;
    const int strides[] = { threads, threads, threads, threads / 2, 2 * threads },
              bounds[] = { 4 * threads, 2 * threads, threads + threads / 2, threads + 10 }, rows[] = { 0, 0, 8, 16 };
    if (at < 0) return -1;
    node *n = &m->p->nodes[at];
    n->stride = strides[pick(m, 5)], n->rows = rows[pick(m, 4)], n->bound = bounds[pick(m, n->rows ? 3 : 4)];
    maker outer = *m;
    m->strided = at, m->divergent = m->by_lane = true;
    int body = make_block(m, depth + 1, 1 + pick(m, 2));
    m->strided = -1, m->divergent = outer.divergent, m->by_lane = outer.by_lane;
    if (body < 0) return -1;
    add_child(m, at, body);
    return at;
}

int loop_that_hands_back(const program *p, int loop) {
    const node *body = &p->nodes[p->nodes[loop].children[0]];
    for (int i = body->child_count - 1; i >= 0 && !body->removed; i--) {
        const node *inner = &p->nodes[body->children[i]];
        if (inner->kind == NODE_FOR && !inner->removed && inner->inherits == loop) return body->children[i];
    }
    return -1;
}
