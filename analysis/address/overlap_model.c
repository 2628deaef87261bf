/* overlap_model.c - one model in which two accesses meet: every leaf has one value, the conditions around both
 * accesses hold, and loops run as often as their bounds say. */
#include "address/address_loop.h"
#include "address/address_resolve.h"
#include "address/overlap.h"

enum { COUNTS_MAX = 8 };

/* What does not differ between threads is the same on both sides. */
static bool is_of_side(const struct fp_addresses *a, const fp_model_condition *condition, int side) {
    return condition->side == side || !(fp_expr_at(&a->exprs, condition->guard.node)->depends & FP_DEPENDS_PER_THREAD);
}

static void add(const struct fp_addresses *a, fp_model_conditions *all, fp_guard guard, int side) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->list[i].guard.node == guard.node && all->list[i].guard.negated == guard.negated &&
            is_of_side(a, &all->list[i], side))
            return;
    if (all->count < FP_MODEL_CONDITIONS_MAX) all->list[all->count++] = (fp_model_condition){ guard, side };
}

struct counting {
    fp_model *model;
    fp_loop_id found[COUNTS_MAX];
    uint32_t count;
};
static void find_counts(void *context, fp_expr leaf) {
    struct counting *c = context;
    const fp_expr_info *n = fp_expr_at(&c->model->a->exprs, leaf);
    if (n->op == FP_EXPR_TRIPS && c->count < COUNTS_MAX) c->found[c->count++] = n->id;
}

static void count_loops(struct counting *c, fp_expr node) {
    struct fp_exprs *exprs = &c->model->a->exprs;
    if (fp_expr_at(exprs, node)->depends & FP_DEPENDS_SYMBOL) fp_expr_visit(exprs, node, find_counts, c);
}

/* Leaves of both accesses, iterations apart, and of the bounds that a trip count among them follows from. */
enum { MENTIONED_MAX = 48 };
struct mentioned {
    struct fp_addresses *a;
    fp_loop_id loop;
    fp_expr leaves[MENTIONED_MAX];
    uint32_t count;
    bool found, looking;
};
static void mention(void *context, fp_expr leaf) {
    struct mentioned *m = context;
    const fp_expr_info n = *fp_expr_at(&m->a->exprs, leaf);
    bool known = false;
    if (n.op == FP_EXPR_ITER && m->looking && n.id != m->loop) m->found = true; /* a bound that another loop moves */
    if (n.op == FP_EXPR_ITER || n.op == FP_EXPR_THREAD) return;
    for (uint32_t i = 0; i < m->count; i++) known |= m->leaves[i] == leaf;
    m->found |= m->looking && known;
    if (m->looking || known) return;
    if (m->count == MENTIONED_MAX) {
        m->found = true; /* too many to tell */
        return;
    }
    m->leaves[m->count++] = leaf;
    fp_expr counts = n.op == FP_EXPR_TRIPS ? fp_overlap_counts(m->a, n.id) : FP_EXPR_NONE;
    if (counts != FP_EXPR_NONE) fp_expr_visit(&m->a->exprs, counts, mention, m);
}

static void find_mentioned(const fp_model *w, struct mentioned *mentioned) {
    struct fp_addresses *a = w->a;
    struct mentioned m = { .a = a };
    if (mentioned->a) return;
    for (int side = 0; side < 2; side++) {
        const fp_problem_side *s = &w->problem.side[side];
        fp_expr_visit(&a->exprs, s->address, mention, &m);
        for (uint32_t i = 0; i < a->guard_sets.data[s->guards].count; i++)
            fp_expr_visit(&a->exprs, a->guard_lists.data[a->guard_sets.data[s->guards].first + i].node, mention, &m);
    }
    uint32_t tie_count;
    const fp_tie *ties = fp_iteration_relation_ties(a, w->problem.relation, &tie_count);
    for (uint32_t i = 0; i < tie_count; i++) mention(&m, ties[i].symbol);
    m.looking = true;
    *mentioned = m;
}

/* Must somebody see to it that an iteration of the loop runs? Bounds of which the accesses do not speak are what they
 * have to be. */
static bool matters(struct mentioned *m, fp_loop_id loop, fp_expr runs) {
    struct fp_exprs *exprs = &m->a->exprs;
    if (fp_expr_at(exprs, runs)->depends & FP_DEPENDS_THREAD) return true;
    bool too_many = m->found;
    m->loop = loop;
    fp_expr_visit(exprs, runs, mention, m);
    bool found = m->found;
    m->found = too_many;
    return found;
}

/* Collects the conditions under which the access of one side runs: its guards hold, the loops around it run that far,
 * and trip counts fit the bounds of their loops. */
static void collect(fp_model *w, int side, fp_model_conditions *all) {
    struct fp_addresses *a = w->a;
    const fp_problem *p = &w->problem;
    struct counting counting = { .model = w };
    struct mentioned mentioned = { .a = NULL };
    fp_guard_set set = a->guard_sets.data[p->side[side].guards];
    count_loops(&counting, p->side[side].address);
    for (uint32_t i = 0; i < set.count; i++) {
        add(a, all, a->guard_lists.data[set.first + i], side);
        count_loops(&counting, a->guard_lists.data[set.first + i].node);
    }
    for (fp_loop_id loop = p->side[side].footprint->loop; loop != FP_NONE; loop = a->loops.data[loop].info.parent) {
        fp_expr some = fp_address_iteration_runs(a, loop);
        if (some == FP_EXPR_NONE) some = fp_address_iteration_reached(a, loop);
        if (some == FP_EXPR_NONE) continue;
        fp_expr runs = fp_iteration_relation_apply(a, p->relation, some, side == 1);
        find_mentioned(w, &mentioned);
        if (matters(&mentioned, loop, some) || matters(&mentioned, loop, runs))
            add(a, all, (fp_guard){ runs, false }, side);
    }
    for (uint32_t i = 0; i < counting.count; i++) {
        fp_expr counts = fp_overlap_counts(a, counting.found[i]);
        if (counts != FP_EXPR_NONE)
            add(a, all, (fp_guard){ fp_iteration_relation_apply(a, p->relation, counts, side == 1), false }, side);
    }
}

/* Where an address speaks of how often a loop around it runs, its iteration is one of these. */
static void collect_counted(fp_model *w, int side, fp_model_conditions *all) {
    struct fp_addresses *a = w->a;
    const fp_problem *p = &w->problem;
    struct counting counting = { .model = w };
    count_loops(&counting, p->side[side].address);
    for (uint32_t i = 0; i < counting.count; i++) {
        fp_loop_id loop = counting.found[i];
        if (!fp_address_loop_encloses(a, loop, p->side[side].footprint->loop)) continue;
        fp_expr runs = fp_expr_less(&a->exprs, a->loops.data[loop].iteration, fp_address_trips(a, loop));
        add(a, all, (fp_guard){ fp_iteration_relation_apply(a, p->relation, runs, side == 1), false }, side);
    }
}

/* Symbols that a trip count ties, too, are multiples of what the kernel says, and one number for all loops. */
static void collect_ties(fp_model *w, fp_model_conditions *all) {
    struct fp_addresses *a = w->a;
    uint32_t count;
    const fp_tie *ties = fp_iteration_relation_ties(a, w->problem.relation, &count);
    for (uint32_t i = 0; i < count; i++) {
        int64_t multiple = fp_overlap_multiple(a, ties[i].symbol);
        if (multiple == 1) continue;
        fp_expr rest = fp_expr_floormod(&a->exprs, ties[i].value, fp_expr_constant(&a->exprs, multiple));
        add(a, all, (fp_guard){ fp_expr_equal(&a->exprs, rest, 0), false }, 0);
    }
    uint32_t other_count;
    const fp_tie *others = fp_iteration_relation_other_ties(a, w->problem.relation, &other_count);
    for (uint32_t i = 0; i < other_count; i++) {
        uint32_t k = 0;
        while (ties[k].symbol != others[i].symbol) k++;
        add(a, all, (fp_guard){ fp_expr_equal(&a->exprs, ties[k].value, others[i].value), false }, 0);
    }
}

/* The access stays inside of its buffer: inputs that take it out of there show another fault. */
static void collect_bounds(fp_model *w, int side, fp_model_conditions *all) {
    struct fp_addresses *a = w->a;
    struct fp_exprs *exprs = &a->exprs;
    const fp_problem_side *s = &w->problem.side[side];
    int64_t first, last, size;
    fp_expr offset;
    if (!fp_overlap_buffer(a, s->address, &offset, &size)) return;
    fp_overlap_reach(a, s->footprint, &first, &last);
    add(a, all, (fp_guard){ fp_expr_less(exprs, fp_expr_offset(exprs, offset, first), 0), true }, side);
    if (size < 0) return;
    fp_expr end = fp_expr_constant(exprs, size);
    add(a, all, (fp_guard){ fp_expr_less(exprs, end, fp_expr_offset(exprs, offset, last)), true }, side);
}

typedef enum { ANYWHERE, IN_BUFFERS } bounds;
static bool make_at(fp_model *model, struct fp_addresses *a, const fp_problem *problem, bounds within, int64_t step,
                    fp_model_conditions *all) {
    model->a = a;
    model->problem = *problem;
    all->count = 0;
    for (int side = 0; side < 2; side++) fp_model_start(model, side, step);
    collect_ties(model, all);
    for (int side = 0; side < 2; side++) collect_counted(model, side, all);
    for (int side = 0; side < 2; side++) collect(model, side, all);
    for (int side = 0; side < 2 && within == IN_BUFFERS; side++) collect_bounds(model, side, all);
    uint32_t given = model->problem.meeting.assigned_count;
    for (uint32_t i = 0; i < all->count; i++) {
        int state = fp_model_holds(model, &all->list[i]);
        bool opaque = fp_expr_at(&a->exprs, all->list[i].guard.node)->depends & FP_DEPENDS_OPAQUE;
        if (state == 1 || (state < 0 && opaque)) continue; /* without a value: a division by what is 0 so far, say */
        if (!fp_model_settle(model, all, i, given) && state == 0) return false;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        int state = fp_model_holds(model, &all->list[i]);
        bool opaque = fp_expr_at(&a->exprs, all->list[i].guard.node)->depends & FP_DEPENDS_OPAQUE;
        if (state == 0 || (state < 0 && !opaque && model->problem.meeting.sure))
            return false; /* a proof rests on no guess at what a loop carries */
    }
    return true;
}

/* A value that stands for a class may be one that the loops do not let happen, and another one of its class be fine. */
static bool make(fp_model *model, struct fp_addresses *a, const fp_problem *problem, bounds within,
                 fp_model_conditions *all) {
    enum { STEPS_TRIED = 3 };
    bool classes = false;
    for (uint32_t i = 0; i < problem->meeting.assigned_count; i++) classes |= problem->meeting.assigned[i].factor != 0;
    for (int64_t step = 0; step < (classes ? STEPS_TRIED : 1); step++)
        if (make_at(model, a, problem, within, step, all)) return true;
    return false;
}

bool fp_overlap_model(fp_model *model, struct fp_addresses *a, const fp_problem *problem) {
    fp_model_conditions all;
    return make(model, a, problem, ANYWHERE, &all);
}

/* ---- Models without guesses ---- */

struct leaf_kinds {
    struct fp_addresses *a;
    const fp_model *model;
    fp_expr base; /* the one BASE leaf found; FP_EXPR_NONE */
    bool others;
};

/* Numbers that a launch chooses: arguments, the size of the grid, the workgroup's place in it; and the iterations that
 * follow from them. */
static void find_others_than_inputs(void *context, fp_expr leaf) {
    struct leaf_kinds *k = context;
    const fp_expr_info *n = fp_expr_at(&k->a->exprs, leaf);
    int64_t value;
    switch ((fp_expr_op)n->op) {
    case FP_EXPR_THREAD:
    case FP_EXPR_ITER:
    case FP_EXPR_MORE:
    case FP_EXPR_STEP: return;
    case FP_EXPR_TRIPS: k->others |= fp_overlap_counts(k->a, n->id) == FP_EXPR_NONE; return;
    case FP_EXPR_BASE:
        k->others |= k->base != FP_EXPR_NONE && k->base != leaf;
        k->base = leaf;
        return;
    case FP_EXPR_SYMBOL:
        k->others |= !fp_overlap_model_value(k->model, 0, leaf, &value) || value % fp_overlap_multiple(k->a, leaf) != 0;
        k->others |= n->loops || !(fp_overlap_is_argument(k->a, n->id) ||
                                   (n->id >= FP_SYMBOL_BLOCK_ID && n->id < FP_SYMBOL_GRID_DIM + 3 && !n->instance));
        return;
    case FP_EXPR_CONSTANT:
    case FP_EXPR_EXIT:
    case FP_EXPR_OPAQUE:
    case FP_EXPR_CARRIED:
    case FP_EXPR_SUM:
    case FP_EXPR_PRODUCT:
    case FP_EXPR_DIV:
    case FP_EXPR_MOD:
    case FP_EXPR_FLOORDIV:
    case FP_EXPR_FLOORMOD:
    case FP_EXPR_QUOTIENT:
    case FP_EXPR_REMAINDER:
    case FP_EXPR_AND:
    case FP_EXPR_OR:
    case FP_EXPR_XOR:
    case FP_EXPR_SHL:
    case FP_EXPR_SHR:
    case FP_EXPR_MIN:
    case FP_EXPR_MAX:
    case FP_EXPR_NEGATIVE:
    case FP_EXPR_ZERO:
    case FP_EXPR_BELOW:
    case FP_EXPR_SELECT:
    case FP_EXPR_TABLE:
    case FP_EXPR_WRAP:
    case FP_EXPR_UNSIGNED:
    case FP_EXPR_FIRST_LANE: break;
    }
    k->others = true;
}

/* The access stands in an iteration of each loop around it that certainly runs, or that one of the conditions makes
 * run. */
static bool iterations_run(fp_model *w, int side, const fp_model_conditions *all) {
    struct fp_addresses *a = w->a;
    for (fp_loop_id loop = w->problem.side[side].footprint->loop; loop != FP_NONE;
         loop = a->loops.data[loop].info.parent) {
        fp_expr runs = fp_address_iteration_runs(a, loop), at = a->loops.data[loop].iteration;
        if (runs != FP_EXPR_NONE) runs = fp_iteration_relation_apply(a, w->problem.relation, runs, side == 1);
        uint32_t i = 0;
        while (i < all->count && (all->list[i].guard.node != runs || !is_of_side(a, &all->list[i], side))) i++;
        if (i < all->count) continue;
        int64_t value;
        at = fp_iteration_relation_apply(a, w->problem.relation, at, side == 1);
        if (!fp_expr_value(&a->exprs, at, &w->side[side].assignment, &value) || value < 0 ||
            value >= fp_overlap_sure_trips(a, loop))
            return false;
    }
    return true;
}

bool fp_overlap_model_of_inputs(fp_model *model, struct fp_addresses *a, const fp_problem *problem) {
    fp_model_conditions all;
    struct leaf_kinds kinds = { .a = a, .model = model, .base = FP_EXPR_NONE };
    if (!a->launch.free_arguments || !make(model, a, problem, IN_BUFFERS, &all)) return false;
    for (uint32_t i = 0; i < all.count; i++) {
        if (fp_model_holds(model, &all.list[i]) != 1) return false;
        fp_expr_visit(&a->exprs, all.list[i].guard.node, find_others_than_inputs, &kinds);
    }
    for (int side = 0; side < 2; side++) {
        fp_expr_visit(&a->exprs, model->problem.side[side].address, find_others_than_inputs, &kinds);
        if (kinds.others || !iterations_run(model, side, &all)) return false;
    }
    return all.count < FP_MODEL_CONDITIONS_MAX;
}
