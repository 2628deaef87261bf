/* overlap_trips.c - trip counts and the symbols in a loop's bounds speak of one thing: the symbol as a form of the trip count, and what each asks of the other. */
#include "address/overlap.h"
#include "address/expr_build.h"

enum { NESTED_MOST = 8 };

/* The bounds as nodes for where the loop stands; false: not known, or they depend on what they must be `without`. */
static bool bounds_of(struct fp_addresses *a, fp_loop_id id, uint8_t without, fp_node *lower, fp_node *upper) {
    const fp_loop_info info = a->loops.data[id].info;
    if (!info.step_known || info.step_constant <= 0 || info.threads) return false;
    if ((!info.lower_known && info.lower == FP_NONE) || (!info.upper_known && info.upper == FP_NONE)) return false;
    *lower = info.lower_known ? fp_slice_constant(&a->slice, info.lower_constant) : fp_address_resolve(a, fp_address_value(a, info.lower), info.parent);
    *upper = info.upper_known ? fp_slice_constant(&a->slice, info.upper_constant) : fp_address_resolve(a, fp_address_value(a, info.upper), info.parent);
    return !((fp_slice_node(&a->slice, *lower)->depends | fp_slice_node(&a->slice, *upper)->depends) & without);
}

struct mention { fp_node leaf; bool found; };
static void find_leaf(void *context, fp_node leaf) {
    struct mention *m = context;
    m->found |= leaf == m->leaf;
}

static bool mentions(struct fp_addresses *a, fp_node node, fp_node leaf) {
    struct mention m = { leaf, false };
    fp_slice_visit(&a->slice, node, find_leaf, &m);
    return m.found;
}

/* A number in [0, count): what a division by `count` drops. */
static fp_node dropped(struct fp_addresses *a, fp_node symbol, fp_loop_id loop, int64_t count, uint32_t depth) {
    uint32_t id = fp_slice_node(&a->slice, symbol)->id;
    return fp_slice_leaf(&a->slice, FP_NODE_SYMBOL, id, FP_INSTANCE_DROPPED * (loop * NESTED_MOST + depth + 1), 0, count - 1, 0);
}

/* The first symbol inside, where sums, divisions by constants and reductions to a width are all that stands around it. */
static fp_node find_symbol(struct fp_addresses *a, fp_node node, uint32_t depth) {
    const fp_node_info n = *fp_slice_node(&a->slice, node);
    if (n.op == FP_NODE_SYMBOL) return n.loops == 0 ? node : FP_NODE_NONE;
    if (depth == NESTED_MOST || (n.op != FP_NODE_SUM && n.op != FP_NODE_DIV && n.op != FP_NODE_QUOTIENT && n.op != FP_NODE_WRAP)) return FP_NODE_NONE;
    for (uint32_t i = 0; i < n.term_count; i++) {
        fp_node found = find_symbol(a, a->slice.terms.data[n.first_term + i].node, depth + 1);
        if (found != FP_NODE_NONE) return found;
    }
    return FP_NODE_NONE;
}

/* node / divisor, when that leaves nothing over whatever the symbols are. */
static bool divide(struct fp_addresses *a, fp_node node, int64_t divisor, fp_node *quotient) {
    fp_node rest = fp_slice_floormod(&a->slice, node, fp_slice_constant(&a->slice, divisor < 0 ? -divisor : divisor));
    if (rest != 0) return false;
    *quotient = fp_slice_floordiv(&a->slice, divisor < 0 ? fp_slice_scale(&a->slice, node, -1) : node, fp_slice_constant(&a->slice, divisor < 0 ? -divisor : divisor));
    return true;
}

/* Divisor of a division that rounds down where the quotient is *value; 0: it is none. */
static int64_t divisor_of(const struct fp_addresses *a, fp_node node, fp_node value) {
    const fp_node_info *n = fp_slice_node(&a->slice, node);
    if (n->op == FP_NODE_DIV) return n->constant;
    if (n->op != FP_NODE_QUOTIENT || fp_slice_node(&a->slice, value)->low < 1) return 0;
    const fp_node_info *by = fp_slice_node(&a->slice, fp_slice_terms(&a->slice, node)[1].node);
    return by->op == FP_NODE_CONSTANT && by->constant > 0 ? by->constant : 0;
}

/* Is there but one number in the range of the reduced expression that comes out as `value`? */
static bool reduces_alone(const struct fp_addresses *a, fp_node node, fp_node value) {
    const fp_node_info *n = fp_slice_node(&a->slice, node), *v = fp_slice_node(&a->slice, value);
    if (n->op != FP_NODE_WRAP || n->width < 2 || n->width > 32 || v->low <= -FP_FAR || v->high >= FP_FAR) return false;
    const fp_node_info *whole = fp_slice_node(&a->slice, fp_slice_terms(&a->slice, node)->node);
    int64_t turn = (int64_t)1 << n->width;
    return whole->low > -FP_FAR && whole->high < FP_FAR && whole->high < v->low + turn && whole->low > v->high - turn;
}

/* Is the symbol the one number of its range that is equal to another modulo 2^width? Then what reduces it can be left out as long as sums follow. */
static bool is_all_of_width(const struct fp_addresses *a, fp_node symbol, const fp_node_info *reduction) {
    if (reduction->op != FP_NODE_WRAP || reduction->width < 2 || reduction->width > 32) return false;
    const fp_node_info *s = fp_slice_node(&a->slice, symbol);
    int64_t limit = (int64_t)1 << (reduction->width - 1);
    return s->low >= -limit && s->high < limit;
}

/* Solves node == *value for `symbol`: afterwards *value is what the symbol is. */
static bool solve(struct fp_addresses *a, fp_node node, fp_node symbol, fp_loop_id loop, fp_node *value) {
    uint8_t width = 0;                      /* so far the two are equal modulo 2^width only; 0: equal */
    bool divided = false;                   /* a quotient of a reduced number says little of it */
    for (uint32_t depth = 0; depth < NESTED_MOST; depth++) {
        const fp_node_info n = *fp_slice_node(&a->slice, node);
        if (node == symbol) {
            if (width) *value = fp_slice_wrap(&a->slice, *value, width);
            return true;
        }
        if (width ? n.op == FP_NODE_WRAP && n.width >= width : !divided && !reduces_alone(a, node, *value) && is_all_of_width(a, symbol, &n)) {
            width = width ? width : n.width;
            node = fp_slice_terms(&a->slice, node)->node;
            continue;
        }
        if (width && n.op != FP_NODE_SUM) return false;
        int64_t divisor = divisor_of(a, node, *value);
        divided |= divisor != 0;
        if (divisor || reduces_alone(a, node, *value)) {
            if (divisor) *value = fp_slice_add(&a->slice, fp_slice_scale(&a->slice, *value, divisor), dropped(a, symbol, loop, divisor, depth));
            node = fp_slice_terms(&a->slice, node)->node;
            continue;
        }
        if (n.op != FP_NODE_SUM) return false;
        fp_term with = { 0, FP_NODE_NONE };
        for (uint32_t i = 0; i < n.term_count; i++) {
            fp_term t = a->slice.terms.data[n.first_term + i];
            if (!mentions(a, t.node, symbol)) continue;
            if (with.node != FP_NODE_NONE) return false;
            with = t;
        }
        if (width && with.coefficient != 1 && with.coefficient != -1) return false;
        fp_node rest = fp_slice_sub(&a->slice, node, fp_slice_scale(&a->slice, with.node, with.coefficient));
        if (!divide(a, fp_slice_sub(&a->slice, *value, rest), with.coefficient, value)) return false;
        node = with.node;
    }
    return false;
}

bool fp_overlap_tie(struct fp_addresses *a, fp_loop_id loop, fp_node trips, fp_tie *tie) {
    fp_node lower, upper;
    const fp_loop_info info = a->loops.data[loop].info;
    fp_node_op op = (fp_node_op)fp_slice_node(&a->slice, trips)->op;
    if (info.tested_after || (op != FP_NODE_TRIPS && op != FP_NODE_CONSTANT) || !bounds_of(a, loop, FP_DEPENDS_PER_THREAD, &lower, &upper)) return false;
    if (fp_slice_node(&a->slice, lower)->loops || fp_slice_node(&a->slice, upper)->loops) return false;
    tie->symbol = find_symbol(a, upper, 0);
    if (tie->symbol == FP_NODE_NONE || mentions(a, lower, tie->symbol)) return false;
    if (trips == fp_slice_constant(&a->slice, 0)) {             /* it does not run: a bound below its start is nobody's count */
        tie->value = lower;
        return tie->symbol == upper;
    }
    fp_node length = fp_slice_scale(&a->slice, trips, info.step_constant), rest;
    /* The last iteration may reach past the bound. */
    if (!divide(a, fp_slice_sub(&a->slice, upper, lower), info.step_constant, &rest))
        length = fp_slice_sub(&a->slice, length, dropped(a, tie->symbol, loop, info.step_constant, NESTED_MOST - 1));
    tie->value = fp_slice_add(&a->slice, lower, length);
    return solve(a, upper, tie->symbol, loop, &tie->value);
}

struct mentioned { bool *data; fp_node count; };         /* per node */
static void note_leaf(void *context, fp_node leaf) { ((struct mentioned *)context)->data[leaf] = true; }
static bool is_mentioned(const struct mentioned *m, fp_node node) { return node < m->count && m->data[node]; }     /* a later one is nobody's leaf */

/* The symbol that the trip count hangs on; FP_NODE_NONE: there is none, or the count, where it is a leaf, is all that is known. */
static fp_node trip_symbol(struct fp_addresses *a, fp_loop_id loop, fp_node *trips) {
    fp_node lower, upper;
    *trips = a->loops.data[loop].known ? fp_address_trips(a, loop) : FP_NODE_NONE;
    if (*trips != FP_NODE_NONE && fp_slice_node(&a->slice, *trips)->op != FP_NODE_TRIPS) *trips = FP_NODE_NONE;
    return *trips != FP_NODE_NONE && bounds_of(a, loop, FP_DEPENDS_PER_THREAD, &lower, &upper) ? find_symbol(a, upper, 0) : FP_NODE_NONE;
}

static bool is_asked(struct fp_addresses *a, fp_loop_id loop, const struct mentioned *leaves) {
    fp_node trips, symbol = trip_symbol(a, loop, &trips);
    return (trips != FP_NODE_NONE && is_mentioned(leaves, trips)) || (symbol != FP_NODE_NONE && is_mentioned(leaves, symbol));
}

void fp_addresses_ask_trips(struct fp_addresses *a, const fp_footprint *footprints, uint32_t count, const bool *candidates, bool *asked, uint32_t loop_count) {
    struct fp_arena *scratch = fp_arena_new();
    struct mentioned leaves = { FP_NEW(scratch, bool, a->slice.nodes.len + 1), a->slice.nodes.len };
    bool *walked = FP_NEW(scratch, bool, a->slice.nodes.len + 1);
    for (uint32_t i = 0; i < count; i++) {
        fp_node address = footprints[i] ? a->footprints.data[footprints[i]].address : FP_NODE_NONE;
        if (address == FP_NODE_NONE || walked[address]) continue;
        walked[address] = true;
        fp_slice_visit(&a->slice, address, note_leaf, &leaves);
    }
    for (fp_loop_id loop = 0; loop < loop_count; loop++) asked[loop] = candidates[loop] && is_asked(a, loop, &leaves);
    fp_arena_drop(scratch);
}

static fp_node make_runs(struct fp_addresses *a, fp_loop_id loop) {
    fp_node lower, upper;
    const fp_loop_info info = a->loops.data[loop].info;
    if (!bounds_of(a, loop, FP_DEPENDS_OPAQUE, &lower, &upper)) return FP_NODE_NONE;
    a->loops.data[loop].bound_leaves = fp_slice_node(&a->slice, lower)->leaves | fp_slice_node(&a->slice, upper)->leaves;
    fp_node iteration = a->loops.data[loop].iteration;
    fp_node runs = fp_slice_less(&a->slice, fp_slice_add(&a->slice, lower, fp_slice_scale(&a->slice, iteration, info.step_constant)), upper);
    return info.tested_after ? fp_slice_select(&a->slice, fp_slice_equal(&a->slice, iteration, 0), fp_slice_constant(&a->slice, 1), runs) : runs;
}

static fp_node make_counts(struct fp_addresses *a, fp_loop_id loop) {
    fp_node lower, upper, trips = fp_address_trips(a, loop);
    const fp_loop_info info = a->loops.data[loop].info;
    if (fp_slice_node(&a->slice, trips)->op != FP_NODE_TRIPS || !bounds_of(a, loop, FP_DEPENDS_PER_THREAD, &lower, &upper)) return FP_NODE_NONE;
    fp_node count = fp_slice_ceildiv(&a->slice, fp_slice_sub(&a->slice, upper, lower), fp_slice_constant(&a->slice, info.step_constant));
    count = fp_slice_max(&a->slice, count, fp_slice_constant(&a->slice, info.tested_after ? 1 : 0));
    return fp_slice_equal(&a->slice, trips, count);
}

fp_node fp_overlap_runs(struct fp_addresses *a, fp_loop_id loop) {
    if (a->loops.data[loop].runs == 0) {
        fp_node made = make_runs(a, loop);
        a->loops.data[loop].runs = made == FP_NODE_NONE ? 1 : made + 2;
    }
    return a->loops.data[loop].runs == 1 ? FP_NODE_NONE : a->loops.data[loop].runs - 2;
}

bool fp_overlap_speaks_of(struct fp_addresses *a, fp_loop_id loop, const fp_footprint_info *p, const fp_footprint_info *q) {
    fp_node runs = fp_overlap_runs(a, loop);
    if (runs == FP_NODE_NONE) return false;
    if (fp_slice_node(&a->slice, runs)->depends & FP_DEPENDS_THREAD) return true;
    uint64_t bits = fp_slice_node(&a->slice, p->address)->leaves | fp_slice_node(&a->slice, q->address)->leaves;
    for (int side = 0; side < 2; side++) {
        fp_guard_set set = a->guard_sets.data[side ? q->guards : p->guards];
        for (uint32_t i = 0; i < set.count; i++) bits |= fp_slice_node(&a->slice, a->guard_lists.data[set.first + i].node)->leaves;
    }
    return (bits & a->loops.data[loop].bound_leaves) != 0;
}

fp_node fp_overlap_counts(struct fp_addresses *a, fp_loop_id loop) {
    if (a->loops.data[loop].counts == 0) {
        fp_node made = make_counts(a, loop);
        a->loops.data[loop].counts = made == FP_NODE_NONE ? 1 : made + 2;
    }
    return a->loops.data[loop].counts == 1 ? FP_NODE_NONE : a->loops.data[loop].counts - 2;
}

/* ---- Loops that some threads leave before others ---- */

static fp_node first_iteration(void *context, fp_node leaf) {
    struct fp_slice *slice = context;
    const fp_node_info *n = fp_slice_node(slice, leaf);
    return n->op == FP_NODE_ITER || n->op == FP_NODE_MORE ? fp_slice_constant(slice, n->low) : leaf;
}

fp_guards fp_overlap_running(struct fp_addresses *a, const fp_footprint_info *f, fp_relation relation, bool later, fp_guards guards) {
    enum { GUARDS_MAX = 64 };
    fp_guard list[GUARDS_MAX];
    fp_guard_set set = a->guard_sets.data[guards];
    uint32_t count = 0;
    if (set.count > GUARDS_MAX / 2) return guards;
    for (fp_loop_id loop = f->loop; loop != FP_NONE && set.count + count < GUARDS_MAX; loop = a->loops.data[loop].info.parent) {
        fp_node runs = fp_overlap_runs(a, loop);
        if (runs == FP_NODE_NONE || !(fp_slice_node(&a->slice, runs)->depends & FP_DEPENDS_THREAD)) continue;
        runs = fp_relation_apply(a, relation, runs, later);
        runs = fp_slice_substitute(&a->slice, runs, &(fp_substitution){ first_iteration, &a->slice, UINT64_MAX });
        if (fp_slice_evaluates(&a->slice, runs)) list[count++] = (fp_guard){ runs, false };
    }
    if (count == 0) return guards;
    for (uint32_t i = 0; i < set.count; i++) list[count++] = a->guard_lists.data[set.first + i];
    return fp_address_guards(a, list, count);
}
