/* overlap_trips.c - trip counts and the symbols in a loop's bounds speak of one thing: the symbol as a form of the
 * trip count, and what each asks of the other. */
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/expr_build.h"
#include "address/overlap.h"

enum { NESTED_MOST = 8 };

bool fp_overlap_is_argument(const struct fp_addresses *a, fp_value value) {
    return value < a->ir->value_count && a->ir->values[value].block != FP_NONE &&
           a->ir->values[value].block == fp_ir_region(a->ir, a->function, 0);
}

int64_t fp_overlap_multiple(const struct fp_addresses *a, fp_expr leaf) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, leaf);
    int64_t number;
    bool told = n->op == FP_EXPR_SYMBOL && !n->instance && fp_overlap_is_argument(a, n->id) &&
                fp_ir_argument_int(a->ir, n->id, fp_named.divisibility, &number);
    return told && number > 1 && number <= INT16_MAX ? number : 1;
}

struct mention {
    fp_expr leaf;
    bool found;
};
static void find_leaf(void *context, fp_expr leaf) {
    struct mention *m = context;
    m->found |= leaf == m->leaf;
}

bool fp_overlap_mentions(struct fp_addresses *a, fp_expr node, fp_expr leaf) {
    struct mention m = { leaf, false };
    fp_expr_visit(&a->exprs, node, find_leaf, &m);
    return m.found;
}

/* A number in [0, count): what a division by `count` drops. */
static fp_expr dropped(struct fp_addresses *a, fp_expr symbol, fp_loop_id loop, int64_t count, uint32_t depth) {
    uint32_t id = fp_expr_at(&a->exprs, symbol)->id;
    return fp_expr_leaf(&a->exprs, (fp_leaf){ .op = FP_EXPR_SYMBOL,
                                              .id = id,
                                              .instance = FP_INSTANCE_DROPPED * (loop * NESTED_MOST + depth + 1),
                                              .high = count - 1 });
}

/* The first symbol inside, where sums, divisions by constants and reductions to a width are all that stands around
 * it. */
static fp_expr find_symbol(struct fp_addresses *a, fp_expr node, uint32_t depth) {
    const fp_expr_info n = *fp_expr_at(&a->exprs, node);
    if (n.op == FP_EXPR_SYMBOL) return n.loops == 0 ? node : FP_EXPR_NONE;
    if (depth == NESTED_MOST ||
        (n.op != FP_EXPR_SUM && n.op != FP_EXPR_DIV && n.op != FP_EXPR_QUOTIENT && n.op != FP_EXPR_WRAP))
        return FP_EXPR_NONE;
    for (uint32_t i = 0; i < n.term_count; i++) {
        fp_expr found = find_symbol(a, a->exprs.terms.data[n.first_term + i].node, depth + 1);
        if (found != FP_EXPR_NONE) return found;
    }
    return FP_EXPR_NONE;
}

/* node / divisor, when that leaves nothing over whatever the symbols are. */
static bool divide(struct fp_addresses *a, fp_expr node, int64_t divisor, fp_expr *quotient) {
    fp_expr rest = fp_expr_floormod(&a->exprs, node, fp_expr_constant(&a->exprs, divisor < 0 ? -divisor : divisor));
    if (rest != 0) return false;
    *quotient = fp_expr_floordiv(&a->exprs, divisor < 0 ? fp_expr_scale(&a->exprs, node, -1) : node,
                                 fp_expr_constant(&a->exprs, divisor < 0 ? -divisor : divisor));
    return true;
}

/* Divisor of a division that rounds down where the quotient is *value; 0: it is none. */
static int64_t divisor_of(const struct fp_addresses *a, fp_expr node, fp_expr value) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, node);
    if (n->op == FP_EXPR_DIV) return n->constant;
    if (n->op != FP_EXPR_QUOTIENT || fp_expr_at(&a->exprs, value)->low < 1) return 0;
    const fp_expr_info *by = fp_expr_at(&a->exprs, fp_expr_terms(&a->exprs, node)[1].node);
    return by->op == FP_EXPR_CONSTANT && by->constant > 0 ? by->constant : 0;
}

/* Is there but one number in the range of the reduced expression that comes out as `value`? */
static bool reduces_alone(const struct fp_addresses *a, fp_expr node, fp_expr value) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, node), *v = fp_expr_at(&a->exprs, value);
    if (n->op != FP_EXPR_WRAP || n->width < 2 || n->width > 32 || v->low <= -FP_FAR || v->high >= FP_FAR) return false;
    const fp_expr_info *whole = fp_expr_at(&a->exprs, fp_expr_terms(&a->exprs, node)->node);
    int64_t turn = (int64_t)1 << n->width;
    return whole->low > -FP_FAR && whole->high < FP_FAR && whole->high < v->low + turn && whole->low > v->high - turn;
}

/* Is the symbol the one number of its range that is equal to another modulo 2^width? Then what reduces it can be left
 * out as long as sums follow. */
static bool is_all_of_width(const struct fp_addresses *a, fp_expr symbol, const fp_expr_info *reduction) {
    if (reduction->op != FP_EXPR_WRAP || reduction->width < 2 || reduction->width > 32) return false;
    const fp_expr_info *s = fp_expr_at(&a->exprs, symbol);
    int64_t limit = (int64_t)1 << (reduction->width - 1);
    return s->low >= -limit && s->high < limit;
}

/* Solves node == *value for `symbol`: afterwards *value is what the symbol is. */
static bool solve(struct fp_addresses *a, fp_expr node, fp_expr symbol, fp_loop_id loop, fp_expr *value) {
    uint8_t width = 0;    /* so far the two are equal modulo 2^width only; 0: equal */
    bool divided = false; /* a quotient of a reduced number says little of it */
    for (uint32_t depth = 0; depth < NESTED_MOST; depth++) {
        const fp_expr_info n = *fp_expr_at(&a->exprs, node);
        if (node == symbol) {
            if (width) *value = fp_expr_wrap(&a->exprs, *value, width);
            return true;
        }
        if (width ? n.op == FP_EXPR_WRAP && n.width >= width
                  : !divided && !reduces_alone(a, node, *value) && is_all_of_width(a, symbol, &n)) {
            width = width ? width : n.width;
            node = fp_expr_terms(&a->exprs, node)->node;
            continue;
        }
        if (width && n.op != FP_EXPR_SUM) return false;
        int64_t divisor = divisor_of(a, node, *value);
        divided |= divisor != 0;
        if (divisor || reduces_alone(a, node, *value)) {
            if (divisor)
                *value = fp_expr_add(&a->exprs, fp_expr_scale(&a->exprs, *value, divisor),
                                     dropped(a, symbol, loop, divisor, depth));
            node = fp_expr_terms(&a->exprs, node)->node;
            continue;
        }
        if (n.op != FP_EXPR_SUM) return false;
        fp_term with = { 0, FP_EXPR_NONE };
        for (uint32_t i = 0; i < n.term_count; i++) {
            fp_term t = a->exprs.terms.data[n.first_term + i];
            if (!fp_overlap_mentions(a, t.node, symbol)) continue;
            if (with.node != FP_EXPR_NONE) return false;
            with = t;
        }
        if (width && with.coefficient != 1 && with.coefficient != -1) return false;
        fp_expr rest = fp_expr_sub(&a->exprs, node, fp_expr_scale(&a->exprs, with.node, with.coefficient));
        if (!divide(a, fp_expr_sub(&a->exprs, *value, rest), with.coefficient, value)) return false;
        node = with.node;
    }
    return false;
}

bool fp_overlap_tie(struct fp_addresses *a, fp_loop_id loop, fp_expr trips, fp_tie *tie) {
    fp_expr lower, upper;
    const fp_loop_info info = a->loops.data[loop].info;
    fp_expr_op op = (fp_expr_op)fp_expr_at(&a->exprs, trips)->op;
    if (info.tested_after || (op != FP_EXPR_TRIPS && op != FP_EXPR_CONSTANT) ||
        !fp_address_loop_bounds(a, loop, FP_DEPENDS_PER_THREAD, &lower, &upper))
        return false;
    if (fp_expr_at(&a->exprs, lower)->loops || fp_expr_at(&a->exprs, upper)->loops) return false;
    tie->symbol = find_symbol(a, upper, 0);
    if (tie->symbol == FP_EXPR_NONE || fp_overlap_mentions(a, lower, tie->symbol)) return false;
    if (trips == fp_expr_constant(&a->exprs, 0)) { /* it does not run: the bound is its start, or less, down to 0 */
        const int64_t most = fp_expr_at(&a->exprs, lower)->high;
        if (tie->symbol != upper || most >= FP_FAR) return false;
        fp_expr less = most > 0 ? dropped(a, upper, loop, most + 1, NESTED_MOST - 1) : fp_expr_constant(&a->exprs, 0);
        tie->value = fp_expr_sub(&a->exprs, lower, less);
        return true;
    }
    fp_expr length = fp_expr_scale(&a->exprs, trips, info.step_constant), rest;
    /* The last iteration may reach past the bound. */
    if (!divide(a, fp_expr_sub(&a->exprs, upper, lower), info.step_constant, &rest))
        length = fp_expr_sub(&a->exprs, length, dropped(a, tie->symbol, loop, info.step_constant, NESTED_MOST - 1));
    tie->value = fp_expr_add(&a->exprs, lower, length);
    return solve(a, upper, tie->symbol, loop, &tie->value);
}

struct mentioned {
    bool *data;
    fp_expr count;
}; /* per node */
static void note_leaf(void *context, fp_expr leaf) { ((struct mentioned *)context)->data[leaf] = true; }
static bool is_mentioned(const struct mentioned *m, fp_expr node) {
    return node < m->count && m->data[node];
} /* a later one is nobody's leaf */

/* The symbol that the trip count hangs on; FP_EXPR_NONE: there is none, or the count, where it is a leaf, is all that
 * is known. */
static fp_expr trip_symbol(struct fp_addresses *a, fp_loop_id loop, fp_expr *trips) {
    fp_expr lower, upper;
    *trips = a->loops.data[loop].known ? fp_address_trips(a, loop) : FP_EXPR_NONE;
    if (*trips != FP_EXPR_NONE && fp_expr_at(&a->exprs, *trips)->op != FP_EXPR_TRIPS) *trips = FP_EXPR_NONE;
    return *trips != FP_EXPR_NONE && fp_address_loop_bounds(a, loop, FP_DEPENDS_PER_THREAD, &lower, &upper)
               ? find_symbol(a, upper, 0)
               : FP_EXPR_NONE;
}

static bool is_asked(struct fp_addresses *a, fp_loop_id loop, const struct mentioned *leaves) {
    fp_expr trips, symbol = trip_symbol(a, loop, &trips);
    return (trips != FP_EXPR_NONE && is_mentioned(leaves, trips)) ||
           (symbol != FP_EXPR_NONE && is_mentioned(leaves, symbol));
}

void fp_addresses_ask_trips(struct fp_addresses *a, const fp_footprint *footprints, uint32_t count,
                            const bool *candidates, bool *asked, uint32_t loop_count) {
    struct fp_arena *scratch = fp_arena_new();
    struct mentioned leaves = { FP_NEW(scratch, bool, a->exprs.nodes.len + 1), a->exprs.nodes.len };
    bool *walked = FP_NEW(scratch, bool, a->exprs.nodes.len + 1);
    for (uint32_t i = 0; i < count; i++) {
        fp_expr address = footprints[i] ? a->footprints.data[footprints[i]].address : FP_EXPR_NONE;
        if (address == FP_EXPR_NONE || walked[address]) continue;
        walked[address] = true;
        fp_expr_visit(&a->exprs, address, note_leaf, &leaves);
    }
    for (fp_loop_id loop = 0; loop < loop_count; loop++) asked[loop] = candidates[loop] && is_asked(a, loop, &leaves);
    fp_arena_drop(scratch);
}

static fp_expr make_counts(struct fp_addresses *a, fp_loop_id loop) {
    fp_expr lower, upper, trips = fp_address_trips(a, loop);
    const fp_loop_info info = a->loops.data[loop].info;
    if (fp_expr_at(&a->exprs, trips)->op != FP_EXPR_TRIPS ||
        !fp_address_loop_bounds(a, loop, FP_DEPENDS_PER_THREAD, &lower, &upper))
        return FP_EXPR_NONE;
    fp_expr count = fp_expr_ceildiv(&a->exprs, fp_expr_sub(&a->exprs, upper, lower),
                                    fp_expr_constant(&a->exprs, info.step_constant));
    count = fp_expr_max(&a->exprs, count, fp_expr_constant(&a->exprs, info.tested_after ? 1 : 0));
    return fp_expr_equal(&a->exprs, trips, count);
}

bool fp_overlap_speaks_of(struct fp_addresses *a, fp_loop_id loop, const fp_footprint_info *p,
                          const fp_footprint_info *q) {
    fp_expr runs = fp_address_iteration_runs(a, loop);
    if (runs == FP_EXPR_NONE) return false;
    if (fp_expr_at(&a->exprs, runs)->depends & FP_DEPENDS_THREAD) return true;
    uint64_t bits = fp_expr_at(&a->exprs, p->address)->leaves | fp_expr_at(&a->exprs, q->address)->leaves;
    for (int side = 0; side < 2; side++) {
        fp_guard_set set = a->guard_sets.data[side ? q->guards : p->guards];
        for (uint32_t i = 0; i < set.count; i++)
            bits |= fp_expr_at(&a->exprs, a->guard_lists.data[set.first + i].node)->leaves;
    }
    return (bits & a->loops.data[loop].bound_leaves) != 0;
}

fp_expr fp_overlap_counts(struct fp_addresses *a, fp_loop_id loop) {
    if (a->loops.data[loop].counts == 0) {
        fp_expr made = make_counts(a, loop);
        a->loops.data[loop].counts = made == FP_EXPR_NONE ? 1 : made + 2;
    }
    return a->loops.data[loop].counts == 1 ? FP_EXPR_NONE : a->loops.data[loop].counts - 2;
}

/* ---- Can the loop run so often? ---- */

enum { TRIED_LEAVES = 2 };
struct tried {
    const struct fp_exprs *exprs;
    fp_expr iteration, leaves[TRIED_LEAVES];
    int64_t values[TRIED_LEAVES + 1]; /* the last one: of the iteration */
    uint32_t count;
    bool too_many;
};
static void find_tried(void *context, fp_expr leaf) {
    struct tried *t = context;
    const fp_expr_info *n = fp_expr_at(t->exprs, leaf);
    if (leaf == t->iteration) return;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->leaves[i] == leaf) return;
    t->too_many |= t->count == TRIED_LEAVES || (n->op != FP_EXPR_SYMBOL && n->op != FP_EXPR_ITER);
    if (!t->too_many) t->leaves[t->count++] = leaf;
}
static bool tried_value(void *context, fp_expr leaf, int64_t *value) {
    const struct tried *t = context;
    if (leaf == t->iteration) {
        *value = t->values[TRIED_LEAVES];
        return true;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        const fp_expr_info *n = fp_expr_at(t->exprs, leaf);
        if (t->leaves[i] != leaf) continue;
        *value = t->values[i] < n->low ? n->low : t->values[i] > n->high ? n->high : t->values[i];
        return true;
    }
    return false;
}

/* The most iterations, up to `most`, that some values for what the bounds are made of let the loop run. `most` where
 * these are too many to try. Cost: once for a loop, some thousand steps. */
static int64_t trips_tried(struct fp_addresses *a, fp_loop_id loop, int64_t most) {
    /* The first one lets most loops run, the second one those that take large tiles in each step. The others are
     * lengths and masks, and what is next to them. */
    static const int64_t numbers[] = { 1000, 65536, 0,  1,  64, 63,  2, 3, 128, 127, 5,
                                       32,   31,    16, 15, 7,  100, 4, 6, 256, -1 };
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    fp_expr runs = most > 0 ? fp_address_iteration_runs(a, loop) : FP_EXPR_NONE;
    if (runs == FP_EXPR_NONE) return most;
    if (a->loops.data[loop].tried) {
        int64_t tried = a->loops.data[loop].tried - 1;
        return tried < most ? tried : most;
    }
    struct tried t = { .exprs = &a->exprs, .iteration = a->loops.data[loop].iteration };
    fp_assignment assignment = { tried_value, &t, NULL };
    fp_expr_visit(&a->exprs, runs, find_tried, &t);
    int64_t found = t.too_many ? most : 0;
    for (uint32_t i = 0; i < NUMBERS && found < most; i++)
        for (uint32_t k = 0; k < (t.count > 1 ? NUMBERS : 1) && found < most; k++) {
            int64_t holds = 1;
            t.values[0] = numbers[i], t.values[1] = numbers[k];
            for (t.values[TRIED_LEAVES] = 0; found < most && holds; t.values[TRIED_LEAVES]++) {
                if (!fp_expr_value(&a->exprs, runs, &assignment, &holds)) break;
                if (holds && t.values[TRIED_LEAVES] >= found) found = t.values[TRIED_LEAVES] + 1;
            }
        }
    a->loops.data[loop].tried = (uint32_t)found + 1;
    return found;
}

int64_t fp_overlap_sure_trips(struct fp_addresses *a, fp_loop_id loop) {
    const fp_loop_info *info = &a->loops.data[loop].info;
    int64_t most = info->trips_max >= 0 ? info->trips_max
                   : info->heads_most   ? info->heads_most
                                        : FP_SURE_ITERATIONS,
            few = info->leaves_early          ? 1
                  : most < FP_SURE_ITERATIONS ? most
                                              : FP_SURE_ITERATIONS;
    if (info->trips_min < few) few = trips_tried(a, loop, few);
    return info->trips_min > few ? info->trips_min : few;
}

bool fp_overlap_loops_run(struct fp_addresses *a, const fp_footprint_info *f) {
    for (fp_loop_id loop = f->loop; loop != FP_NONE; loop = a->loops.data[loop].info.parent)
        if (fp_overlap_sure_trips(a, loop) < 1) return false;
    return true;
}
