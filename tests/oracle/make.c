/* make.c - random programs. What a family is about stands in its rows; here is where they may stand. */
#include "make.h"
#include <string.h>

static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

int pick(maker *m, int n) { return (int)(next_random(&m->state) % (uint64_t)n); }
bool chance(maker *m, int percent) { return pick(m, 100) < percent; }

int add_node(maker *m, node_kind kind) {
    program *p = m->p;
    if (p->node_count == NODES_MAX) return -1;
    p->nodes[p->node_count] =
        (node){ .kind = kind, .loop = -1, .count = -1, .inherits = -1, .divergent = m->divergent };
    return p->node_count++;
}

bool add_child(maker *m, int block, int child) {
    node *b = &m->p->nodes[block];
    if (child < 0 || b->child_count == CHILDREN_MAX) return false;
    b->children[b->child_count++] = child;
    return true;
}

/* ---- accesses ---- */
static bool is_turning(family_kind family) { return family == FAMILY_TURNING || family == FAMILY_NESTS; }

static void choose_place(maker *m, node *n) {
    static const address_form forms[] = { AT_CONSTANT, AT_THREAD, AT_THREAD,      AT_THREAD, AT_THREAD_PLUS,
                                          AT_MIRROR,   AT_SLOT,   AT_SLOT_MIRROR, AT_VECTOR, AT_OPAQUE };
    n->buffer = pick(m, m->p->buffers);
    n->form = forms[pick(m, (int)(sizeof forms / sizeof *forms))];
    n->constant = pick(m, 3);
    if (is_turning(m->p->family) && chance(m, 60)) {
        int loop = m->loop_depth ? m->loops[m->loop_depth - 1] : -1;
        n->turns = loop < 0 ? 3 : m->p->nodes[loop].turns;
        n->loop = loop;
        n->form = chance(m, 70) ? AT_RING : AT_RING_MIRROR;
    }
    bool needs_loop = n->form == AT_SLOT || n->form == AT_SLOT_MIRROR;
    if (needs_loop && m->loop_depth == 0)
        n->form = AT_THREAD;
    else if (needs_loop)
        n->loop = m->loops[m->loop_depth - 1];
    choose_counter_place(m, n);
}

int make_access(maker *m) {
    int at = add_node(m, NODE_ACCESS), roll = pick(m, 100);
    if (at < 0) return -1;
    node *n = &m->p->nodes[at];
    int reads = m->p->family == FAMILY_WRITES ? 8 : 45, writes = m->p->family == FAMILY_WRITES ? 75 : 94;
    n->access = roll < reads ? ACCESS_READ : roll < writes ? ACCESS_WRITE : ACCESS_ATOMIC;
    n->spelling = m->p->family == FAMILY_ASSEMBLY ? pick(m, 5) : 0;
    choose_place(m, n);
    if (n->form == AT_VECTOR && n->access == ACCESS_ATOMIC) n->form = AT_THREAD;
    bool hidden = n->spelling == ASSEMBLY_WITHIN && n->form == AT_OPAQUE && n->access != ACCESS_ATOMIC;
    if (n->spelling == ASSEMBLY_WITHIN && !hidden) n->spelling = ASSEMBLY_BY_INTEGER;
    if (m->p->family != FAMILY_FENCES) return at;
    n->global = chance(m, 25);
    if (n->global && n->access == ACCESS_ATOMIC)
        n->access = ACCESS_WRITE; /* atomics of global memory publish other memory */
    if (chance(m, 20)) n->tag = (tag_kind)pick(m, TAG_COUNT);
    return at;
}

int make_copy(maker *m) {
    int at = add_node(m, NODE_COPY);
    if (at < 0) return -1;
    node *n = &m->p->nodes[at];
    n->access = ACCESS_WRITE;
    choose_place(m, n);
    n->row.waits_for = m->facts.copies;
    if (n->form == AT_VECTOR || n->form == AT_OPAQUE) n->form = AT_THREAD;
    if (m->p->family == FAMILY_PACKED || m->p->family == FAMILY_DEEP)
        n->form = n->form == AT_SLOT || n->form == AT_CONSTANT ? n->form : AT_THREAD;
    if (m->p->family != FAMILY_LDS_DMA) return at;
    if (chance(m, 30)) n->row.waits_for = COUNTER_MARK;
    if (n->form != AT_SLOT && n->form != AT_CONSTANT)
        n->form = AT_THREAD; /* a wave writes as many elements as it has lanes */
    return at;
}

static int make_memory(maker *m) {
    counter_kind copies = m->facts.copies;
    if (copies == COUNTER_LOAD && !m->divergent && chance(m, 12)) {
        int at = add_node(m, NODE_TRAFFIC);
        if (at >= 0) m->p->nodes[at].access = chance(m, 50) ? ACCESS_READ : ACCESS_WRITE;
        return at;
    }
    bool may_copy = copies != COUNTER_NONE && copies != COUNTER_OBJECT && !m->divergent;
    return may_copy && chance(m, 40) ? make_copy(m) : make_access(m);
}

/* ---- syncs ---- */
static bool fits(const maker *m, const sync_row *row) {
    if (row->chips && !(row->chips >> m->chip & 1)) return false;
    if (row->group_only) return m->group && row->on == m->group;
    if (m->signalled && (row->arrives || row->waits)) return false;
    if (!m->divergent) return true;
    bool meets = row->arrives || row->waits;
    if (m->p->family == FAMILY_DIVERGENT && m->by_lane) return true;
    return (m->p->family == FAMILY_PHASES || m->p->family == FAMILY_FENCES) && !m->by_lane && !meets && !row->commits &&
           !row->waits_for;
}

typedef bool row_filter(const sync_row *row, const sync_row *like);
static bool any_row(const sync_row *row, const sync_row *like) {
    (void)like;
    return row->weight > 0;
}
static bool completes_half(const sync_row *row, const sync_row *like) {
    return row->waits && !row->arrives && row->on == like->on;
}
static bool starts_half(const sync_row *row, const sync_row *like) {
    return row->arrives && !row->waits && row->on == like->on;
}

static const sync_row *choose_row(maker *m, row_filter *wanted, const sync_row *like) {
    int sum = 0;
    for (int i = 0; i < m->facts.row_count; i++)
        if (fits(m, &m->facts.rows[i]) && wanted(&m->facts.rows[i], like)) sum += m->facts.rows[i].weight;
    if (sum == 0) return NULL;
    int left = pick(m, sum);
    for (int i = 0; i < m->facts.row_count; i++)
        if (fits(m, &m->facts.rows[i]) && wanted(&m->facts.rows[i], like) && (left -= m->facts.rows[i].weight) < 0)
            return &m->facts.rows[i];
    return NULL;
}

int make_sync_of(maker *m, const sync_row *row) {
    int at = row ? add_node(m, NODE_SYNC) : -1;
    if (at < 0) return -1;
    node *n = &m->p->nodes[at];
    n->row = *row;
    if (row->waits_for) n->count = pick(m, 3);
    return at;
}

static bool is_half(const sync_row *row) { return row->arrives != row->waits; }

/* A signal and its wait in one block, with something between. */
static int make_pair(maker *m, const sync_row *half) {
    const sync_row *signal = half->arrives ? half : choose_row(m, starts_half, half),
                   *wait = half->waits ? half : choose_row(m, completes_half, half);
    int block = signal && wait ? add_node(m, NODE_BLOCK) : -1;
    if (block < 0) return -1;
    add_child(m, block, make_sync_of(m, signal));
    for (int between = pick(m, 3); between > 0; between--) {
        const sync_row *row = chance(m, 25) ? choose_row(m, any_row, NULL) : NULL;
        bool alone = row && !row->arrives && !row->waits;
        add_child(m, block, alone ? make_sync_of(m, row) : make_access(m));
    }
    if (!add_child(m, block, make_sync_of(m, wait))) m->p->nodes[block].child_count = 0;
    return block;
}

int make_sync(maker *m) {
    const sync_row *row = choose_row(m, any_row, NULL);
    if (!row) return -1;
    if (is_half(row) && m->p->family != FAMILY_CARRIED) return make_pair(m, row);
    return make_sync_of(m, row);
}

/* ---- structures ---- */
int make_loop_body(maker *m, int loop, int depth) {
    m->loops[m->loop_depth++] = loop;
    int body = make_block(m, depth + 1, 1 + pick(m, 4));
    m->loop_depth--;
    if (body < 0) return -1;
    add_child(m, loop, body);
    return loop;
}

static int make_loop(maker *m, int depth) {
    if (m->loop_depth == (m->p->family == FAMILY_NESTS ? 3 : 2) || m->left)
        return -1; /* how often the others iterate is not seen to be the same for all */
    if (m->p->family == FAMILY_WHILE && chance(m, 80)) return make_while(m, depth);
    int at = add_node(m, NODE_FOR);
    if (at < 0) return -1;
    if (m->p->counts && !m->in_function && m->p->family != FAMILY_WHILE && chance(m, 60))
        m->p->nodes[at].count = pick(m, m->p->counts);
    else
        m->p->nodes[at].trips = 1 + pick(m, 3);
    if (m->p->family == FAMILY_NESTS && m->loop_depth && chance(m, 75)) {
        const node *outer = &m->p->nodes[m->loops[m->loop_depth - 1]];
        m->p->nodes[at].inherits = m->loops[m->loop_depth - 1];
        m->p->nodes[at].turns = outer->turns, m->p->nodes[at].how = outer->how;
    } else if (is_turning(m->p->family)) {
        m->p->nodes[at].turns = m->p->family == FAMILY_NESTS ? 2 + m->nest_turns : 2 + pick(m, 2);
        m->p->nodes[at].how = (turning)pick(m, m->p->buffers < m->p->nodes[at].turns ? 2 : 3);
    }
    return make_loop_body(m, at, depth);
}

/* `if iteration == 0 {barrier}`, `if iteration + 1 < trips {barrier}` and their like. */
static int make_round(maker *m) {
    int at = add_node(m, NODE_IF), inside = add_node(m, NODE_BLOCK);
    if (at < 0 || inside < 0) return -1;
    node *n = &m->p->nodes[at];
    n->condition = chance(m, 50) ? IF_ROUND : IF_MORE;
    n->loop = m->loops[chance(m, 80) ? m->loop_depth - 1 : pick(m, m->loop_depth)];
    n->constant = n->condition == IF_ROUND ? chance(m, 20) : 1 + chance(m, 20);
    n->negated = chance(m, n->condition == IF_ROUND ? 60 : 20);
    bool beside = chance(m, 25);
    if (beside) add_child(m, inside, make_access(m));
    n->or_flag = m->p->flags && chance(m, 30);
    if (n->or_flag) n->flag = pick(m, m->p->flags);
    for (int syncs = m->p->family == FAMILY_ROUNDS ? 1 : 1 + pick(m, 3); syncs > 0; syncs--)
        add_child(m, inside, make_sync(m));
    add_child(m, at, inside);
    return at;
}

static int make_if(maker *m, int depth) {
    int at = add_node(m, NODE_IF);
    if (at < 0) return -1;
    maker outer = *m;
    bool grouped = m->p->family == FAMILY_GROUPS || m->p->family == FAMILY_NAMED;
    bool divergent = m->p->flags == 0 || chance(m, grouped ? 60 : 40);
    node *n = &m->p->nodes[at];
    if (divergent) {
        static const condition_form forms[] = { IF_BELOW, IF_BELOW, IF_ODD, IF_FIRST };
        n->condition = grouped && chance(m, 70) ? IF_BELOW : forms[pick(m, 4)];
        n->bound = m->p->threads / 2;
        m->by_lane |= n->condition != IF_BELOW;
    } else {
        n->condition = IF_FLAG;
        n->flag = pick(m, m->p->flags);
    }
    bool counted = (m->p->family == FAMILY_WHILE || m->p->family == FAMILY_LATCHES) && m->loop_depth && chance(m, 40);
    if (counted && !(divergent && m->p->family == FAMILY_LATCHES)) {
        n->condition = divergent ? IF_UNDER : IF_TURN;
        n->loop = m->loops[pick(m, m->loop_depth)], n->constant = pick(m, 2);
    }
    n->negated = chance(m, 30);
    m->divergent = outer.divergent || divergent;
    int arms[2] = { -1, -1 };
    for (int arm = 0; arm < 2; arm++) {
        if (arm == 1 && !chance(m, grouped ? 75 : 50)) break;
        if (divergent)
            m->group =
                grouped && !outer.divergent && n->condition == IF_BELOW ? 1 + (arm ^ (int)m->p->nodes[at].negated) : 0;
        arms[arm] = make_block(m, depth + 1, 1 + pick(m, 4));
    }
    m->divergent = outer.divergent, m->by_lane = outer.by_lane, m->group = outer.group;
    if (arms[0] < 0) return -1;
    add_child(m, at, arms[0]);
    add_child(m, at, arms[1]);
    return at;
}

/* A way out: of the innermost loop, or of the kernel. Threads leave the kernel differently only outside of all else:
 * elsewhere it is a matter of protocol. */
static int make_exit(maker *m, int depth) {
    bool latches = m->p->family == FAMILY_LATCHES, again = latches && m->loop_depth && chance(m, 60);
    int at = add_node(m, again ? NODE_CONTINUE : m->loop_depth && chance(m, 60) ? NODE_BREAK : NODE_RETURN);
    if (at < 0) return -1;
    node *n = &m->p->nodes[at];
    n->condition = IF_FLAG;
    n->flag = pick(m, m->p->flags);
    if (n->kind != NODE_RETURN) n->loop = m->loops[m->loop_depth - 1];
    if (latches && n->kind != NODE_RETURN) {
        if (chance(m, 20)) n->loop = m->loops[pick(m, m->loop_depth)];
        if (chance(m, 40)) n->condition = IF_TURN;
        n->negated = chance(m, 30);
        n->constant = pick(m, 2), n->factor = 1 + chance(m, 15);
    }
    if (n->kind != NODE_RETURN) return at;
    if (depth == 0 && chance(m, 50)) n->condition = IF_BELOW, n->bound = m->p->threads / 2, m->left = true;
    return at;
}

const sync_row *row_named(const maker *m, const char *text) {
    for (int i = 0; i < m->facts.row_count; i++)
        if (strcmp(m->facts.rows[i].text, text) == 0) return &m->facts.rows[i];
    return NULL;
}

/* A signal before a loop, a wait at its top, a signal at its end, a wait behind it: one of them may be left out. */
static int make_carried(maker *m, int depth) {
    const sync_row *signal = row_named(m, "rocdl.s.barrier.signal id = -1"),
                   *wait = row_named(m, "rocdl.s.barrier.wait id = -1");
    const sync_row *land = row_named(m, "rocdl.s.wait.dscnt 0");
    int block = add_node(m, NODE_BLOCK), missing = pick(m, 12), loop;
    if (block < 0) return -1;
    if (chance(m, 80)) add_child(m, block, make_sync_of(m, land));
    if (missing != 0) add_child(m, block, make_sync_of(m, signal));
    loop = make_loop(m, depth);
    if (loop >= 0) {
        int body = m->p->nodes[loop].children[0], first = missing == 1 ? -1 : make_sync_of(m, wait);
        node *b = &m->p->nodes[body];
        if (first >= 0 && b->child_count < CHILDREN_MAX) {
            memmove(b->children + 1, b->children, sizeof *b->children * (size_t)b->child_count++);
            b->children[0] = first;
        }
        if (chance(m, 80)) add_child(m, body, make_sync_of(m, land));
        if (missing != 2) add_child(m, body, make_sync_of(m, signal));
        add_child(m, block, loop);
    }
    if (missing != 3) add_child(m, block, make_sync_of(m, wait));
    return block;
}

int make_object_sync(maker *m, int object, bool arms) {
    int at = add_node(m, NODE_SYNC);
    if (at < 0) return -1;
    node *n = &m->p->nodes[at];
    n->object = object;
    n->row = arms ? (sync_row){ .commits = COUNTER_OBJECT } : (sync_row){ .waits_for = COUNTER_OBJECT };
    return at;
}

/* An object is armed, a copy starts, and some or all threads wait for it. */
static int make_object_copy(maker *m, int depth) {
    int object = pick(m, m->p->objects), block = m->armed[object] || m->divergent ? -1 : add_node(m, NODE_BLOCK);
    if (block < 0) return -1;
    m->armed[object] = true;
    if (depth > 0) m->phases[object] = -1;
    int waits = pick(m, 10);
    for (int copies = 1 + chance(m, 20); copies > 0; copies--) {
        add_child(m, block, make_object_sync(m, object, true));
        if (m->phases[object] >= 0) m->phases[object]++;
        int copy = add_node(m, NODE_COPY);
        if (copy >= 0) {
            node *n = &m->p->nodes[copy];
            n->access = ACCESS_WRITE, n->form = AT_WHOLE, n->object = object, n->buffer = pick(m, m->p->buffers),
            n->row.waits_for = COUNTER_OBJECT;
            add_child(m, block, copy);
        }
        for (int between = pick(m, 3); between > 0; between--) add_child(m, block, make_memory(m));
        if (chance(m, 20)) add_child(m, block, make_sync(m));
        if (waits == 0) return block; /* nobody waits, and nobody uses the object again */
        int wait = make_object_sync(m, object, false);
        if (wait < 0) return block;
        if (m->phases[object] > 0) m->p->nodes[wait].phase = m->phases[object];
        if (waits > 2) {
            add_child(m, block, wait);
            continue;
        }
        int some = add_node(m, NODE_IF), inside = add_node(m, NODE_BLOCK);
        if (some < 0 || inside < 0) return block;
        m->p->nodes[some].condition = IF_BELOW, m->p->nodes[some].bound = m->p->threads / 2,
        m->p->nodes[some].negated = chance(m, 50);
        m->p->nodes[wait].divergent = true;
        add_child(m, inside, wait);
        bool outer = m->divergent;
        m->divergent = true;
        for (int behind = pick(m, 3); behind > 0; behind--) add_child(m, inside, make_access(m));
        m->divergent = outer;
        add_child(m, some, inside);
        add_child(m, block, some);
        return block; /* the others never saw that phase end */
    }
    m->armed[object] = false;
    return block;
}

static int make_call(maker *m) {
    if (m->in_function || m->divergent) return -1;
    int function = pick(m, 2);
    if (function >= m->function_count) {
        maker outer = *m;
        m->in_function = true, m->loop_depth = 0, m->budget = 8;
        int body = make_block(m, 2, 2 + pick(m, 3));
        outer.state = m->state;
        *m = outer;
        if (body < 0) return -1;
        m->functions[function = m->function_count++] = body;
    }
    int at = add_node(m, NODE_CALL);
    if (at < 0) return -1;
    add_child(m, at, m->functions[function]);
    return at;
}

static int make_graph(maker *m) {
    int at = add_node(m, NODE_GRAPH), blocks = 3 + pick(m, 3);
    if (at < 0) return -1;
    for (int i = 0; i < blocks; i++) {
        int block = make_block(m, 2, pick(m, 3));
        if (block < 0) return -1;
        m->p->nodes[at].arcs[i] =
            (graph_arcs){ i, i + 1 == blocks ? -1 : pick(m, blocks), i + 1 == blocks ? -1 : i + 1 };
        if (!add_child(m, at, block)) return -1;
    }
    return at;
}

/* Waves go two ways and meet at equally many barriers on both. */
static int make_phases(maker *m, int depth) {
    int at = add_node(m, NODE_IF), barriers = 1 + pick(m, 2);
    if (at < 0 || m->divergent) return -1;
    m->p->nodes[at].condition = IF_BELOW, m->p->nodes[at].bound = m->p->threads / 2;
    const sync_row *rows[2];
    for (int i = 0; i < barriers; i++) do
            rows[i] = choose_row(m, any_row, NULL);
        while (!rows[i]->arrives);
    m->divergent = true;
    for (int arm = 0; arm < 2; arm++) {
        int block = add_node(m, NODE_BLOCK);
        if (block < 0) break;
        for (int i = 0; i <= barriers; i++) {
            for (int count = pick(m, 3); count > 0; count--) add_child(m, block, make_access(m));
            if (chance(m, 15)) {
                int inside = make_if(m, depth + 1);
                add_child(m, block, inside);
            }
            if (i < barriers && !add_child(m, block, make_sync_of(m, rows[i]))) m->p->nodes[at].removed = true;
        }
        add_child(m, at, block);
    }
    m->divergent = false;
    return m->p->nodes[at].child_count == 2 ? at : -1;
}

static int make_statement(maker *m, int depth) {
    int roll = pick(m, 100);
    family_kind family = m->p->family;
    m->budget--;
    if (family == FAMILY_BLOCKS && !m->divergent && chance(m, 10)) return make_exit(m, depth);
    if (family == FAMILY_LATCHES && !m->divergent && chance(m, m->loop_depth ? 30 : 4)) return make_exit(m, depth);
    if (family == FAMILY_AROUND && !m->divergent && !m->signalled && depth < 2 && chance(m, 25))
        return make_around(m, depth);
    if (leaves_out_rounds(family) && m->loop_depth && !m->divergent && chance(m, 30)) return make_round(m);
    if (family == FAMILY_STRIDED && m->strided < 0 && depth < 3 && chance(m, 20)) return make_strided(m, depth);
    if (family == FAMILY_CARRIED && !m->divergent && depth < 2 && chance(m, 12)) return make_carried(m, depth);
    if (family == FAMILY_OBJECTS && chance(m, 25)) return make_object_copy(m, depth);
    if ((family == FAMILY_CALLS || family == FAMILY_GENERIC) && chance(m, 20)) return make_call(m);
    if (family == FAMILY_PHASES && !m->divergent && depth < 3 && chance(m, 15)) return make_phases(m, depth);
    if (family == FAMILY_STAGGERED && !m->divergent && !m->staggered && depth < 2 && chance(m, depth ? 10 : 30))
        return make_staggered(m, depth);
    if (family == FAMILY_DEEP && depth == 0 && chance(m, 25)) return make_deep_loop(m);
    if (family == FAMILY_SLOTS && depth == 0 && !m->armed[0] && chance(m, 40)) return make_slots(m);
    if (roll < 50 || depth > 3) return make_memory(m);
    if (roll < (m->small ? 95 : 75)) return make_sync(m);
    return roll < 87 ? make_loop(m, depth) : make_if(m, depth);
}

int make_block(maker *m, int depth, int statements) {
    int block = add_node(m, NODE_BLOCK), finished = m->finished;
    if (block < 0) return -1;
    for (int i = 0; i < statements && m->budget > 0; i++) {
        bool graph = m->p->family == FAMILY_GRAPHS && depth == 0 && i == statements / 2;
        add_child(m, block, graph ? make_graph(m) : make_statement(m, depth));
    }
    m->finished = finished;
    return block;
}

void program_make(program *p, family_kind family, uint64_t seed) {
    family_facts facts = facts_of(family);
    int number = (int)(seed % (uint64_t)facts.chip_count), waves = 2;
    chip on = facts.chips[number];
    if (family == FAMILY_ONE_WAVE) waves = 1;
    if (family == FAMILY_GROUPS || family == FAMILY_NAMED || family == FAMILY_STAGGERED) waves = 4;
    *p = (program){ .family = family,
                    .on = on,
                    .variant = number,
                    .threads = waves * on.wave,
                    .flags = FLAGS_MAX,
                    .counts = COUNTS_MAX,
                    .objects = 2,
                    .in_blocks = family == FAMILY_BLOCKS || family == FAMILY_LATCHES ||
                                 (leaves_out_rounds(family) && seed / 4 % 3 == 0) };
    if (family == FAMILY_GRAPHS) p->flags = p->counts = 0;
    if (family == FAMILY_GROUPS || family == FAMILY_NAMED || family == FAMILY_DEEP || family == FAMILY_STAGGERED)
        p->counts = 1;
    if (on.generation == 11) facts.copies = COUNTER_NONE;
    if (family == FAMILY_NESTS) p->flags = 1;
    if (family == FAMILY_WHILE) p->counts = 1;
    if (family == FAMILY_TURNING || family == FAMILY_SLOTS) p->objects = 3;
    maker m = { .p = p,
                .facts = facts,
                .chip = number,
                .state = seed * 977 + (uint64_t)family,
                .budget = 26,
                .strided = -1,
                .nest_turns = (int)(seed / 2 % 2),
                .finished = -1 };
    /* One in three is so small that hardly anything hides what one sync does. */
    bool small = seed / (uint64_t)facts.chip_count % 3 == 2;
    if (small) m.budget = 6, m.small = true;
    p->buffers = small ? 1 : 1 + pick(&m, BUFFERS_MAX);
    make_block(&m, 0, small ? 3 + pick(&m, 3) : 4 + pick(&m, 6));
}
