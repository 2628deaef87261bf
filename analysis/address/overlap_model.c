/* overlap_model.c - one model in which two accesses meet: every leaf has one value, the conditions around both
 * accesses hold, and loops run as often as their bounds say. */
#include "address/address_loop.h"
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/expr_build.h"
#include "address/overlap.h"
#include <string.h>

enum { CONDITIONS_MAX = 64, OPEN_MAX = 8, SMALL_VALUES = 65, SECANTS_MAX = 6 };

/* Does a loop carry the value from iteration to iteration? Then it is a leaf because how is not understood. */
bool fp_overlap_is_carried(const struct fp_addresses *a, fp_value value) {
    if (value >= a->ir->value_count || a->ir->values[value].block == FP_NONE) return false;
    for (fp_map_probe p = fp_map_find(&a->loops_by_body, a->ir->values[value].block); fp_map_next(&p);)
        if (a->loops.data[p.value].info.body == a->ir->values[value].block)
            return a->ir->values[value].index >= a->loops.data[p.value].first_slot;
    return false;
}

/* May the earlier access stand in the first iteration of the loop? */
static bool may_be_first(const fp_model_thread *w, fp_loop_id loop) {
    uint32_t count;
    const fp_iteration_relation_entry *e = fp_iteration_relation_entries(w->a, w->problem->relation, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (e[i].loop != loop || e[i].kind != FP_ITERATION_RELATION_APART) continue;
        switch (e[i].place[0]) {
        case FP_PLACE_FREE:
        case FP_PLACE_UNTIL:
        case FP_PLACE_SOME_UNTIL: return true;
        case FP_PLACE_BEGIN:
        case FP_PLACE_FROM:
        case FP_PLACE_SOME_FROM: return e[i].at[0] == 0;
        case FP_PLACE_END:
        case FP_PLACE_TRIPS: return false; /* how many iterations come before is not known */
        }
    }
    return true;
}

/* The value that a loop carries into its first iteration; later ones are not understood, since the value is a leaf. */
static bool first_carried(const fp_model_thread *w, const fp_expr_info *leaf, int64_t *value) {
    struct fp_addresses *a = w->a;
    const fp_value_info *v = &a->ir->values[leaf->id];
    if (leaf->instance) return false;
    for (fp_map_probe p = fp_map_find(&a->loops_by_body, v->block); fp_map_next(&p);) {
        const fp_loop_state *loop = &a->loops.data[p.value];
        uint32_t slot = v->index - loop->first_slot;
        if (loop->info.body != v->block || slot >= loop->info.yield_count) continue;
        if (!may_be_first(w, p.value)) return false;
        for (uint32_t i = 0; i < w->problem->meeting.assigned_count; i++) {
            const fp_expr_info *other = fp_expr_at(&a->exprs, w->problem->meeting.assigned[i].leaf);
            if (other->op == FP_EXPR_ITER && other->id == p.value && w->problem->meeting.assigned[i].value != 0)
                return false;
        }
        fp_expr init = fp_address_value(a, loop->info.inits[slot].value);
        if (!fp_expr_is_constant(&a->exprs, init)) return false;
        *value = fp_expr_at(&a->exprs, init)->constant;
        return true;
    }
    return false;
}

static bool value_of_leaf(void *context, fp_expr leaf, int64_t *value) {
    const fp_model_thread *w = context;
    const fp_problem *p = w->problem;
    const fp_expr_info *n = fp_expr_at(&w->a->exprs, leaf);
    if (n->op == FP_EXPR_THREAD) {
        *value = w->id[n->id];
        return true;
    }
    for (uint32_t i = 0; i < p->meeting.assigned_count; i++) {
        if (p->meeting.assigned[i].leaf != leaf) continue;
        int64_t step = n->op == FP_EXPR_ITER || n->op == FP_EXPR_MORE ? 0 : w->step;
        for (uint32_t k = 0; k < p->meeting.assigned_count; k++)
            if (p->meeting.assigned[i].factor && p->meeting.assigned[k].leaf == p->meeting.assigned[i].step)
                step = p->meeting.assigned[k].value;
        *value = p->meeting.assigned[i].value + p->meeting.assigned[i].factor * step;
        return true;
    }
    if (n->op == FP_EXPR_OPAQUE) return false;
    if (n->op == FP_EXPR_SYMBOL && fp_overlap_is_carried(w->a, n->id)) return first_carried(w, n, value);
    *value = n->low > 0 ? n->low : n->high < 0 ? n->high : n->op == FP_EXPR_TRIPS && n->high > 0 ? 1 : 0;
    return true;
}

bool fp_overlap_model_value(const fp_model *model, int side, fp_expr leaf, int64_t *value) {
    return value_of_leaf((void *)&model->side[side].own, leaf, value);
}

static void start_side(fp_model *w, int which, int64_t step) {
    const fp_threads *on = w->problem.meeting.on;
    fp_model_side *s = &w->side[which];
    uint32_t t = w->problem.meeting.threads[which], leader = on->wave ? t - t % on->wave : t;
    s->own = (fp_model_thread){ .a = w->a, .problem = &w->problem, .step = step };
    s->first = s->own;
    for (int k = 0; k < 3; k++) s->own.id[k] = on->id[k][t], s->first.id[k] = on->id[k][leader];
    s->leader = (fp_assignment){ value_of_leaf, &s->first, on->wave ? &s->leader : NULL };
    s->assignment = (fp_assignment){ value_of_leaf, &s->own, on->wave ? &s->leader : NULL };
}

bool fp_overlap_model_address(fp_model *model, int side, uint16_t thread, int64_t *address) {
    model->problem.meeting.threads[side] = thread;
    start_side(model, side, model->side[side].own.step);
    return fp_expr_value(&model->a->exprs, model->problem.side[side].address, &model->side[side].assignment, address);
}

/* ---- Conditions ---- */

typedef struct {
    fp_guard guard;
    int side;
} condition;
typedef struct {
    condition list[CONDITIONS_MAX];
    uint32_t count;
} conditions;

/* 1: it holds, 0: it does not, -1: nobody knows. */
static int holds(fp_model *w, const condition *c) {
    int64_t value;
    struct fp_exprs *exprs = &w->a->exprs;
    if (fp_expr_at(exprs, c->guard.node)->depends & FP_DEPENDS_OPAQUE) return -1;
    if (!fp_expr_value(exprs, c->guard.node, &w->side[c->side].assignment, &value))
        return fp_expr_evaluates(exprs, c->guard.node) ? 0 : -1;
    return (value != 0) != c->guard.negated;
}

static void add(conditions *all, fp_guard guard, int side) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->list[i].side == side && all->list[i].guard.node == guard.node &&
            all->list[i].guard.negated == guard.negated)
            return;
    if (all->count < CONDITIONS_MAX) all->list[all->count++] = (condition){ guard, side };
}

struct counting {
    fp_model *model;
    fp_loop_id found[OPEN_MAX];
    uint32_t count;
};
static void find_counts(void *context, fp_expr leaf) {
    struct counting *c = context;
    const fp_expr_info *n = fp_expr_at(&c->model->a->exprs, leaf);
    if (n->op == FP_EXPR_TRIPS && c->count < OPEN_MAX) c->found[c->count++] = n->id;
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

static struct mentioned mentioned_by(fp_model *w) {
    struct fp_addresses *a = w->a;
    struct mentioned m = { .a = a };
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
    return m;
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
static void collect(fp_model *w, int side, conditions *all) {
    struct fp_addresses *a = w->a;
    const fp_problem *p = &w->problem;
    struct counting counting = { .model = w };
    struct mentioned mentioned = mentioned_by(w);
    fp_guard_set set = a->guard_sets.data[p->side[side].guards];
    fp_expr_visit(&a->exprs, p->side[side].address, find_counts, &counting);
    for (uint32_t i = 0; i < set.count; i++) {
        add(all, a->guard_lists.data[set.first + i], side);
        fp_expr_visit(&a->exprs, a->guard_lists.data[set.first + i].node, find_counts, &counting);
    }
    for (fp_loop_id loop = p->side[side].footprint->loop; loop != FP_NONE; loop = a->loops.data[loop].info.parent) {
        fp_expr some = fp_address_iteration_runs(a, loop);
        if (some == FP_EXPR_NONE) continue;
        fp_expr runs = fp_iteration_relation_apply(a, p->relation, some, side == 1);
        if (matters(&mentioned, loop, some) || matters(&mentioned, loop, runs))
            add(all, (fp_guard){ runs, false }, side);
    }
    for (uint32_t i = 0; i < counting.count; i++) {
        fp_expr counts = fp_overlap_counts(a, counting.found[i]);
        if (counts != FP_EXPR_NONE)
            add(all, (fp_guard){ fp_iteration_relation_apply(a, p->relation, counts, side == 1), false }, side);
    }
}

/* Where an address speaks of how often a loop around it runs, its iteration is one of these. */
static void collect_counted(fp_model *w, int side, conditions *all) {
    struct fp_addresses *a = w->a;
    const fp_problem *p = &w->problem;
    struct counting counting = { .model = w };
    fp_expr_visit(&a->exprs, p->side[side].address, find_counts, &counting);
    for (uint32_t i = 0; i < counting.count; i++) {
        fp_loop_id loop = counting.found[i];
        if (!fp_address_loop_encloses(a, loop, p->side[side].footprint->loop)) continue;
        fp_expr runs = fp_expr_less(&a->exprs, a->loops.data[loop].iteration, fp_address_trips(a, loop));
        add(all, (fp_guard){ fp_iteration_relation_apply(a, p->relation, runs, side == 1), false }, side);
    }
}

/* Symbols that a trip count ties, too, are multiples of what the kernel says. */
static void collect_ties(fp_model *w, conditions *all) {
    struct fp_addresses *a = w->a;
    uint32_t count;
    const fp_tie *ties = fp_iteration_relation_ties(a, w->problem.relation, &count);
    for (uint32_t i = 0; i < count; i++) {
        int64_t multiple = fp_overlap_multiple(a, ties[i].symbol);
        if (multiple == 1) continue;
        fp_expr rest = fp_expr_floormod(&a->exprs, ties[i].value, fp_expr_constant(&a->exprs, multiple));
        add(all, (fp_guard){ fp_expr_equal(&a->exprs, rest, 0), false }, 0);
    }
}

/* The access stays inside of its buffer: inputs that take it out of there show another fault. */
static void collect_bounds(fp_model *w, int side, conditions *all) {
    struct fp_exprs *exprs = &w->a->exprs;
    const fp_problem_side *s = &w->problem.side[side];
    int64_t first, last, size;
    fp_expr offset;
    if (!fp_overlap_buffer(w->a, s->address, &offset, &size)) return;
    fp_overlap_reach(w->a, s->footprint, &first, &last);
    add(all, (fp_guard){ fp_expr_less(exprs, fp_expr_offset(exprs, offset, first), 0), true }, side);
    if (size < 0) return;
    fp_expr end = fp_expr_constant(exprs, size);
    add(all, (fp_guard){ fp_expr_less(exprs, end, fp_expr_offset(exprs, offset, last)), true }, side);
}

/* ---- Values for what the addresses leave open and conditions ask for: `if 3 * %a >= 64` ---- */

struct open_leaves {
    fp_model *model;
    uint32_t given;
    fp_expr found[OPEN_MAX];
    uint32_t count;
}; /* given: leaves that the meeting itself has assigned */
static void find_open(void *context, fp_expr leaf) {
    struct open_leaves *o = context;
    const fp_expr_info *n = fp_expr_at(&o->model->a->exprs, leaf);
    if ((n->op != FP_EXPR_SYMBOL && n->op != FP_EXPR_ITER && n->op != FP_EXPR_TRIPS) || o->count == OPEN_MAX) return;
    if (n->op == FP_EXPR_SYMBOL && fp_overlap_is_carried(o->model->a, n->id)) return;
    const fp_assigned *assigned = o->model->problem.meeting.assigned;
    for (uint32_t i = 0; i < o->given; i++)
        if (assigned[i].leaf == leaf) {
            if (!assigned[i].factor) return;
            leaf = assigned[i].step; /* others of its class */
            break;
        }
    for (uint32_t i = 0; i < o->given; i++)
        if (assigned[i].leaf == leaf) return;
    o->found[o->count++] = leaf;
}

/* A leaf and its place among the assigned ones, the condition that it is to make true, and how many before it must
 * stay true. */
struct search {
    fp_model *model;
    const conditions *all;
    uint32_t wanted, slot;
    int64_t multiple; /* what the leaf's values are multiples of */
    bool met;         /* some value makes the condition itself true */
};

static bool try_exactly(struct search *s, int64_t value) {
    fp_assigned *assigned = &s->model->problem.meeting.assigned[s->slot];
    const fp_expr_info *n = fp_expr_at(&s->model->a->exprs, assigned->leaf);
    if (value < n->low || value > n->high) return false;
    assigned->value = value;
    if (holds(s->model, &s->all->list[s->wanted]) != 1) return false;
    s->met = true;
    for (uint32_t i = 0; i < s->wanted; i++)
        if (holds(s->model, &s->all->list[i]) == 0) return false;
    return true;
}

/* The value, or the multiples around it where the leaf is one. */
static bool try_value(struct search *s, int64_t value) {
    int64_t below = value - fp_floor_mod(value, s->multiple);
    return try_exactly(s, below) || (below != value && try_exactly(s, below + s->multiple));
}

/* Where the compared expression is zero as a function of the leaf, along secants: exact for lines. */
static bool try_roots(struct search *s) {
    struct fp_exprs *exprs = &s->model->a->exprs;
    const condition *c = &s->all->list[s->wanted];
    const fp_expr_info *n = fp_expr_at(exprs, c->guard.node);
    fp_assigned *assigned = &s->model->problem.meeting.assigned[s->slot];
    if (n->op != FP_EXPR_NEGATIVE && n->op != FP_EXPR_ZERO) return false;
    fp_expr term = fp_expr_terms(exprs, c->guard.node)->node;
    int64_t x = 0, y = 1, at_x, at_y, rise, next;
    for (uint32_t i = 0; i < SECANTS_MAX; i++) {
        assigned->value = x;
        if (!fp_expr_value(exprs, term, &s->model->side[c->side].assignment, &at_x)) return false;
        assigned->value = y;
        if (!fp_expr_value(exprs, term, &s->model->side[c->side].assignment, &at_y)) return false;
        if (__builtin_sub_overflow(at_y, at_x, &rise) || rise == 0 || __builtin_mul_overflow(at_x, y - x, &next))
            return false;
        if (next == INT64_MIN || __builtin_sub_overflow(x, next / rise, &next) || next > FP_FAR / 4 ||
            next < -FP_FAR / 4)
            return false;
        for (int64_t k = -1; k <= 1; k++)
            if (try_value(s, next + k)) return true;
        x = 0; /* the line from the start to the last guess */
        if (next == y || next == x) return false;
        y = next;
    }
    return false;
}

/* A value of the leaf: small ones, where the condition changes, near powers of two. */
static bool try_values(struct search *s) {
    for (int64_t v = 0; v < SMALL_VALUES; v++)
        if (try_value(s, v)) return true;
    if (try_roots(s)) return true;
    for (int bit = 6; bit < 31; bit++)
        for (int64_t k = -1; k <= 1; k++)
            if (try_value(s, ((int64_t)1 << bit) + k) || try_value(s, -((int64_t)1 << (bit - 6)) + k)) return true;
    return false;
}

/* The first workgroup is part of every launch, and the first iteration of each run. */
static bool exists_at_zero(const fp_expr_info *n) {
    return n->op == FP_EXPR_ITER ||
           (n->op == FP_EXPR_SYMBOL && n->id >= FP_SYMBOL_BLOCK_ID && n->id < FP_SYMBOL_BLOCK_ID + 3);
}

/* All leaves that have no value yet at once: a product of two sizes needs both. Sizes that are shared out among the
 * workgroups leave most for the first one, and where they are shared out among few: each leaf is the small one once. */
static bool settle_together(fp_model *w, const conditions *all, uint32_t wanted, uint32_t given,
                            const struct open_leaves *open) {
    static const struct {
        int64_t size;
        bool first;
    } tried[] = { { 1, false }, { 64, false }, { 4096, false }, { 1, true }, { 64, true }, { 4096, true } };
    enum { TRIED = sizeof tried / sizeof *tried };
    uint32_t before = w->problem.meeting.assigned_count;
    for (uint32_t k = 0; k < open->count && w->problem.meeting.assigned_count < FP_ASSIGNED_MAX; k++) {
        uint32_t i = given;
        while (i < before && w->problem.meeting.assigned[i].leaf != open->found[k]) i++;
        if (i == before)
            w->problem.meeting.assigned[w->problem.meeting.assigned_count++] = (fp_assigned){ .leaf = open->found[k] };
    }
    uint32_t fresh = w->problem.meeting.assigned_count - before;
    for (uint32_t v = 0; fresh && v < TRIED + fresh; v++) {
        uint32_t small = v < TRIED ? FP_NONE : before + v - TRIED, t = v < TRIED ? v : TRIED - 1;
        for (uint32_t i = before; i < before + fresh; i++) {
            fp_assigned *leaf = &w->problem.meeting.assigned[i];
            const fp_expr_info *n = fp_expr_at(&w->a->exprs, leaf->leaf);
            int64_t size = tried[t].first && exists_at_zero(n) ? 0
                           : i == small                        ? fp_overlap_multiple(w->a, leaf->leaf)
                                                               : tried[t].size;
            leaf->value = size < n->low ? n->low : size > n->high ? n->high : size;
        }
        bool good = holds(w, &all->list[wanted]) == 1;
        for (uint32_t i = 0; i < wanted && good; i++) good = holds(w, &all->list[i]) != 0;
        if (good) return true;
    }
    w->problem.meeting.assigned_count = before;
    return false;
}

/* A condition, with a leaf and what the others are, for this thread and the first of its wave: the question that many
 * models ask. */
struct question {
    const struct search *search;
    uint64_t hash;
};
static void add_to_question(void *context, fp_expr leaf) {
    struct question *q = context;
    fp_model *w = q->search->model;
    if (leaf == w->problem.meeting.assigned[q->search->slot].leaf) return;
    int64_t value = 0;
    bool known = value_of_leaf(&w->side[q->search->all->list[q->search->wanted].side].own, leaf, &value);
    q->hash = fp_hash_mix(fp_hash_mix(q->hash, (uint64_t)leaf << 1 | known), (uint64_t)value);
}

static bool settle_leaf(struct search *s) {
    struct fp_addresses *a = s->model->a;
    fp_guard guard = s->all->list[s->wanted].guard;
    struct question q = { s, fp_hash_mix(fp_hash_mix(guard.node, guard.negated),
                                         s->model->problem.meeting.assigned[s->slot].leaf) };
    if (fp_expr_at(&a->exprs, guard.node)->depends & FP_DEPENDS_THREAD) {
        const int64_t *first = s->model->side[s->all->list[s->wanted].side].first.id;
        q.hash = fp_hash_mix(q.hash, s->model->problem.meeting.on->wave);
        for (int k = 0; k < 3; k++) q.hash = fp_hash_mix(q.hash, (uint64_t)first[k]);
    }
    fp_expr_visit(&a->exprs, guard.node, add_to_question, &q);
    for (fp_map_probe probe = fp_map_find(&a->unmet_map, q.hash); fp_map_next(&probe);)
        if (a->unmet.data[probe.value] == q.hash) return false;
    if (try_values(s)) return true;
    if (s->met) return false;
    fp_map_put(a->keep, &a->unmet_map, q.hash, a->unmet.len);
    *FP_PUSH(a->keep, &a->unmet) = q.hash;
    return false;
}

static bool settle_condition(fp_model *w, const conditions *all, uint32_t wanted, uint32_t given) {
    struct open_leaves open = { .model = w, .given = given };
    fp_expr_visit(&w->a->exprs, all->list[wanted].guard.node, find_open, &open);
    for (uint32_t k = 0; k < open.count; k++) {
        uint32_t slot = given;
        while (slot < w->problem.meeting.assigned_count && w->problem.meeting.assigned[slot].leaf != open.found[k])
            slot++;
        if (slot == FP_ASSIGNED_MAX) continue;
        bool fresh = slot == w->problem.meeting.assigned_count;
        fp_assigned before = fresh ? (fp_assigned){ .leaf = open.found[k] } : w->problem.meeting.assigned[slot];
        if (fresh) w->problem.meeting.assigned[w->problem.meeting.assigned_count++] = before;
        int64_t multiple = fp_overlap_multiple(w->a, open.found[k]);
        if (settle_leaf(&(struct search){ w, all, wanted, slot, multiple, false })) return true;
        w->problem.meeting.assigned[slot] = before;
        if (fresh) w->problem.meeting.assigned_count--;
    }
    return settle_together(w, all, wanted, given, &open);
}

typedef enum { ANYWHERE, IN_BUFFERS } bounds;
static bool make_at(fp_model *model, struct fp_addresses *a, const fp_problem *problem, bounds within, int64_t step,
                    conditions *all) {
    model->a = a;
    model->problem = *problem;
    all->count = 0;
    for (int side = 0; side < 2; side++) start_side(model, side, step);
    collect_ties(model, all);
    for (int side = 0; side < 2; side++) collect_counted(model, side, all);
    for (int side = 0; side < 2; side++) collect(model, side, all);
    for (int side = 0; side < 2 && within == IN_BUFFERS; side++) collect_bounds(model, side, all);
    uint32_t given = model->problem.meeting.assigned_count;
    for (uint32_t i = 0; i < all->count; i++) {
        int state = holds(model, &all->list[i]);
        bool opaque = fp_expr_at(&a->exprs, all->list[i].guard.node)->depends & FP_DEPENDS_OPAQUE;
        if (state == 1 || (state < 0 && opaque)) continue; /* without a value: a division by what is 0 so far, say */
        if (!settle_condition(model, all, i, given) && state == 0) return false;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        int state = holds(model, &all->list[i]);
        bool opaque = fp_expr_at(&a->exprs, all->list[i].guard.node)->depends & FP_DEPENDS_OPAQUE;
        if (state == 0 || (state < 0 && !opaque && model->problem.meeting.sure))
            return false; /* a proof rests on no guess at what a loop carries */
    }
    return true;
}

/* A value that stands for a class may be one that the loops do not let happen, and another one of its class be fine. */
static bool make(fp_model *model, struct fp_addresses *a, const fp_problem *problem, bounds within, conditions *all) {
    enum { STEPS_TRIED = 3 };
    bool classes = false;
    for (uint32_t i = 0; i < problem->meeting.assigned_count; i++) classes |= problem->meeting.assigned[i].factor != 0;
    for (int64_t step = 0; step < (classes ? STEPS_TRIED : 1); step++)
        if (make_at(model, a, problem, within, step, all)) return true;
    return false;
}

bool fp_overlap_model(fp_model *model, struct fp_addresses *a, const fp_problem *problem) {
    conditions all;
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
static bool iterations_run(fp_model *w, int side, const conditions *all) {
    struct fp_addresses *a = w->a;
    for (fp_loop_id loop = w->problem.side[side].footprint->loop; loop != FP_NONE;
         loop = a->loops.data[loop].info.parent) {
        fp_expr runs = fp_address_iteration_runs(a, loop), at = a->loops.data[loop].iteration;
        if (runs != FP_EXPR_NONE) runs = fp_iteration_relation_apply(a, w->problem.relation, runs, side == 1);
        uint32_t i = 0;
        while (i < all->count && (all->list[i].side != side || all->list[i].guard.node != runs)) i++;
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
    conditions all;
    struct leaf_kinds kinds = { .a = a, .model = model, .base = FP_EXPR_NONE };
    if (!a->launch.free_arguments || !make(model, a, problem, IN_BUFFERS, &all)) return false;
    for (uint32_t i = 0; i < all.count; i++) {
        if (holds(model, &all.list[i]) != 1) return false;
        fp_expr_visit(&a->exprs, all.list[i].guard.node, find_others_than_inputs, &kinds);
    }
    for (int side = 0; side < 2; side++) {
        fp_expr_visit(&a->exprs, model->problem.side[side].address, find_others_than_inputs, &kinds);
        if (kinds.others || !iterations_run(model, side, &all)) return false;
    }
    return all.count < CONDITIONS_MAX;
}
