/* overlap_cases.c - iterations and symbols inside of remainders, tables, guards: each value in turn, or each class of
 * values that act alike.
 *
 * A leaf with few values takes all of them. One with many takes those of one period, v0 + length * STEP: constructors
 * then fold what is periodic, and STEP is left in sums only, where it cancels or moves the whole trace. Should it
 * stay inside of something after all, that expression counts as not known. An argument that is promised to be a
 * multiple of m is m times a value; the values are those that are tried.
 */
#include "address/address_guards.h"
#include "address/expr_build.h"
#include "address/expr_period.h"
#include "address/overlap.h"
#include <string.h>

enum { NODES_MAX = 48, VARIABLES_MAX = 8, VALUES_MAX = 64, CASES_MAX = 4096, REBUILT_MAX = 200000 };

typedef struct {
    fp_expr leaf;
    int64_t multiple; /* the leaf is so often the value */
    fp_expr value;    /* that value, where `multiple` is not 1 */
    int64_t first, last, length;
    bool universal, periodic;
    int64_t start;
} variable; /* periodic: values from `start` on stand for classes */
struct cases {
    struct fp_addresses *a;
    fp_problem *problem;
    struct {
        fp_expr node;
        bool guard;
    } nodes[NODES_MAX];
    uint32_t node_count;
    variable variables[VARIABLES_MAX];
    uint32_t variable_count;
    bool too_many;
};

static void add_node(struct cases *c, fp_expr node, bool guard) {
    uint8_t depends = fp_expr_at(&c->a->exprs, node)->depends;
    if (!(depends & FP_DEPENDS_SYMBOL) || (depends & FP_DEPENDS_OPAQUE)) return;
    for (uint32_t i = 0; i < c->node_count; i++)
        if (c->nodes[i].node == node) return;
    if (c->node_count == NODES_MAX) return;
    c->nodes[c->node_count].node = node;
    c->nodes[c->node_count++].guard = guard;
}

static void add_terms(struct cases *c, fp_expr node, bool per_thread) {
    fp_term single;
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(&c->a->exprs, node, &single, &count, &constant);
    for (uint32_t i = 0; i < count; i++) {
        bool differs = (fp_expr_at(&c->a->exprs, terms[i].node)->depends & FP_DEPENDS_PER_THREAD) != 0;
        if (differs == per_thread && !fp_expr_is_leaf(&c->a->exprs, terms[i].node)) add_node(c, terms[i].node, false);
    }
}

struct leaf_search {
    struct fp_addresses *a;
    bool found;
};
static void find_told(void *context, fp_expr leaf) {
    struct leaf_search *s = context;
    fp_expr_op op = (fp_expr_op)fp_expr_at(&s->a->exprs, leaf)->op;
    if (op == FP_EXPR_ITER || op == FP_EXPR_MORE || op == FP_EXPR_TRIPS || op == FP_EXPR_EXIT ||
        fp_overlap_multiple(s->a, leaf) > 1)
        s->found = true;
}

/* Finds the leaves whose values have to be enumerated, because they do not cancel between the two addresses: those
 * inside choices and remainders of the difference, those of expressions over thread ids and symbols, and those of
 * guards that can be evaluated once the symbols have values. A guard over symbols alone says when both accesses run; it
 * is left, unless something is promised of a symbol: perhaps it never holds. */
static void collect(struct cases *c) {
    struct fp_addresses *a = c->a;
    add_terms(c, fp_expr_sub(&a->exprs, c->problem->side[1].address, c->problem->side[0].address), false);
    for (int i = 0; i < 2; i++) {
        add_terms(c, c->problem->side[i].address, true);
        fp_guard_set set = a->guard_sets.data[c->problem->side[i].guards];
        for (uint32_t k = 0; k < set.count; k++) {
            fp_expr guard = a->guard_lists.data[set.first + k].node;
            struct leaf_search search = { a, (fp_expr_at(&a->exprs, guard)->depends & FP_DEPENDS_THREAD) != 0 };
            if (!search.found && !(fp_expr_at(&a->exprs, guard)->depends & FP_DEPENDS_OPAQUE))
                fp_expr_visit(&a->exprs, guard, find_told, &search);
            if (search.found) add_node(c, guard, true);
        }
    }
}

static void count_multiples(struct cases *c, variable *v) {
    v->multiple = fp_overlap_multiple(c->a, v->leaf);
    if (v->multiple == 1) return;
    if (v->first > -FP_FAR) v->first = -fp_floor_div(-v->first, v->multiple);
    if (v->last < FP_FAR) v->last = fp_floor_div(v->last, v->multiple);
    v->value = fp_expr_leaf(&c->a->exprs, (fp_leaf){ .op = FP_EXPR_STEP,
                                                     .id = VARIABLES_MAX * CASES_MAX + c->variable_count,
                                                     .low = v->first,
                                                     .high = v->last });
}

static void add_variable(void *context, fp_expr leaf) {
    struct cases *c = context;
    const fp_expr_info *n = fp_expr_at(&c->a->exprs, leaf);
    if (n->op != FP_EXPR_ITER && n->op != FP_EXPR_MORE && n->op != FP_EXPR_SYMBOL && n->op != FP_EXPR_TRIPS &&
        n->op != FP_EXPR_EXIT)
        return;
    for (uint32_t i = 0; i < c->variable_count; i++)
        if (c->variables[i].leaf == leaf) return;
    if (c->variable_count == VARIABLES_MAX) {
        c->too_many = true;
        return;
    }
    variable v = { .leaf = leaf, .multiple = 1, .first = n->low, .last = n->high, .length = 1 };
    v.universal = n->op == FP_EXPR_SYMBOL || n->op == FP_EXPR_TRIPS || n->op == FP_EXPR_EXIT;
    count_multiples(c, &v);
    c->variables[c->variable_count++] = v;
}

struct one_variable {
    struct fp_exprs *exprs;
    const variable *v;
};
static fp_expr by_value(void *context, fp_expr leaf) {
    const struct one_variable *one = context;
    return leaf == one->v->leaf ? fp_expr_scale(one->exprs, one->v->value, one->v->multiple) : leaf;
}

static fp_period period_of(struct cases *c, fp_expr node, const variable *v) {
    struct fp_exprs *exprs = &c->a->exprs;
    if (v->multiple == 1) return fp_period_of(exprs, node, v->leaf);
    const fp_expr_info *n = fp_expr_at(exprs, v->leaf);
    struct one_variable one = { exprs, v };
    fp_substitution s = { by_value, &one, fp_expr_leaf_bit((fp_expr_op)n->op, n->id) };
    return fp_period_of(exprs, fp_expr_substitute(exprs, node, &s), v->value);
}

/* After how many values of the variable everything about both accesses comes back as it was, to the last byte; 0:
 * nobody knows. `start`: from which value on. */
static int64_t exact_period(struct cases *c, const variable *v, int64_t *start) {
    struct fp_addresses *a = c->a;
    int64_t length = 1;
    *start = 0;
    for (int i = 0; i < 2; i++) {
        fp_guard_set set = a->guard_sets.data[c->problem->side[i].guards];
        for (uint32_t k = 0; k <= set.count; k++) {
            fp_expr node = k < set.count ? a->guard_lists.data[set.first + k].node : c->problem->side[i].address;
            fp_period p = period_of(c, node, v);
            if (p.length == 0 || p.gain != 0) return 0;
            length = length / fp_gcd(length, p.length) * p.length;
            if (length > FP_PERIOD_MAX || p.start > FP_PERIOD_MAX) return 0;
            if (p.start > *start) *start = p.start;
        }
    }
    return length;
}

/* Cuts a variable with a known period down to the values of one period: others give the same cases again. */
static void leave_out_repetitions(struct cases *c, variable *v) {
    enum { FEW = 3 };
    if (v->last - v->first < FEW) return;
    int64_t start, length = exact_period(c, v, &start);
    if (length == 0 || (start && v->first < 0)) return;
    int64_t last = (start > v->first ? start : v->first) + length - 1;
    if (last < v->last) v->last = last;
}

/* Finds a period for every variable with too many values; a node that spoils it is left out, and everything starts
 * again. False: nodes have changed. */
static bool settle(struct cases *c) {
    c->variable_count = 0;
    c->too_many = false;
    for (uint32_t i = 0; i < c->node_count; i++) fp_expr_visit(&c->a->exprs, c->nodes[i].node, add_variable, c);
    uint32_t spoils = c->too_many ? c->node_count - 1 : NODES_MAX;
    uint64_t cases = 1;
    for (uint32_t k = 0; k < c->variable_count && spoils == NODES_MAX; k++) {
        variable *v = &c->variables[k];
        if (v->last > -FP_FAR && v->first > -FP_FAR && v->last < FP_FAR && v->last - v->first < VALUES_MAX) {
            leave_out_repetitions(c, v);
            cases *= (uint64_t)(v->last - v->first + 1 > 0 ? v->last - v->first + 1 : 1);
            continue;
        }
        v->periodic = true;
        for (uint32_t i = 0; i < c->node_count && spoils == NODES_MAX; i++) {
            fp_period p = period_of(c, c->nodes[i].node, v);
            int64_t length = p.length ? v->length / fp_gcd(v->length, p.length) * p.length : 0;
            if (length == 0 || length > FP_PERIOD_MAX || p.start > FP_PERIOD_MAX || (p.start && v->first < 0))
                spoils = i;
            else
                v->length = length, v->start = p.start > v->start ? p.start : v->start;
        }
        if (spoils < NODES_MAX) break;
        if (v->start < v->first) v->start = v->first >= 0 ? v->first : 0;
        cases *= (uint64_t)(v->start - (v->first > 0 ? v->first : 0) + v->length);
    }
    if (spoils == NODES_MAX && cases > CASES_MAX) { /* guards first: without them the answer is only less certain */
        spoils = 0;
        for (uint32_t i = 0; i < c->node_count; i++)
            if (c->nodes[i].guard) spoils = i;
        fp_problem_block(c->problem, FP_BLOCKED_BUDGET, 0);
    }
    if (spoils == NODES_MAX) return true;
    c->nodes[spoils] = c->nodes[--c->node_count];
    return false;
}

/* ---- Cases ---- */

static fp_expr replace(void *context, fp_expr leaf) {
    struct cases *c = context;
    fp_problem *p = c->problem;
    for (uint32_t i = 0; i < p->assigned_count; i++) {
        if (p->assigned[i].leaf != leaf) continue;
        fp_expr value = fp_expr_constant(&c->a->exprs, p->assigned[i].value);
        return p->assigned[i].factor
                   ? fp_expr_add(&c->a->exprs, value,
                                 fp_expr_scale(&c->a->exprs, p->assigned[i].step, p->assigned[i].factor))
                   : value;
    }
    return leaf;
}

static fp_guards substitute_guards(struct cases *c, fp_guards guards, const fp_substitution *s) {
    enum { GUARDS_MAX = 64 };
    fp_guard list[GUARDS_MAX];
    fp_guard_set set = c->a->guard_sets.data[guards];
    if (set.count == 0 || set.count > GUARDS_MAX) return guards;
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard g = c->a->guard_lists.data[set.first + i];
        list[i] = (fp_guard){ fp_expr_substitute(&c->a->exprs, g.node, s), g.negated };
    }
    return fp_address_guards(c->a, list, set.count);
}

/* Does the later access's iteration exist at all? */
static bool in_range(const struct cases *c) {
    const fp_problem *p = c->problem;
    uint32_t entries;
    const fp_iteration_relation_entry *e = fp_iteration_relation_entries(c->a, p->relation, &entries);
    for (uint32_t i = 0; i < entries; i++) {
        int64_t most = c->a->loops.data[e[i].loop].info.trips_max, at = e[i].distance;
        if (most < 0 || e[i].kind == FP_ITERATION_RELATION_APART) continue;
        for (uint32_t k = 0; k < p->assigned_count; k++) {
            const fp_expr_info *n = fp_expr_at(&c->a->exprs, p->assigned[k].leaf);
            if (n->id == e[i].loop && n->instance == 0 && (n->op == FP_EXPR_ITER || n->op == FP_EXPR_MORE))
                at += p->assigned[k].value;
        }
        if (at >= most) return false;
    }
    return true;
}

static void assign(struct cases *c, uint32_t k, int64_t value) {
    const variable *v = &c->variables[k];
    fp_assigned *to = &c->problem->assigned[k];
    *to = (fp_assigned){ .leaf = v->leaf, .value = value * v->multiple };
    if (!v->periodic || value < v->start) return;
    int64_t most = v->last >= FP_FAR ? FP_FAR : fp_floor_div(v->last - value, v->length);
    int64_t least = v->first <= -FP_FAR ? -FP_FAR : v->first < 0 ? -fp_floor_div(value - v->first, v->length) : 0;
    if (most <= least && most == 0) return;
    to->factor = v->length * v->multiple;
    to->step = fp_expr_leaf(&c->a->exprs, (fp_leaf){ .op = FP_EXPR_STEP,
                                                     .id = k * CASES_MAX + (uint32_t)value,
                                                     .instance = !v->universal,
                                                     .low = least,
                                                     .high = most < least ? least : most });
}

/* Some thread's address holds a value that nothing is known of, whatever the variables are: no meeting is certain. */
static bool stays_open(const struct cases *c, fp_expr address, uint64_t variables) {
    fp_term single;
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(&c->a->exprs, address, &single, &count, &constant);
    bool open = false;
    for (uint32_t i = 0; i < count; i++) {
        const fp_expr_info *n = fp_expr_at(&c->a->exprs, terms[i].node);
        if (!(n->depends & FP_DEPENDS_OPAQUE)) continue;
        if (n->leaves & variables) return false;
        open = true;
    }
    return open;
}

static uint64_t leaves_of_variables(const struct cases *c) {
    uint64_t leaves = 0;
    for (uint32_t i = 0; i < c->variable_count; i++) {
        const fp_expr_info *n = fp_expr_at(&c->a->exprs, c->variables[i].leaf);
        leaves |= fp_expr_leaf_bit((fp_expr_op)n->op, n->id);
    }
    return leaves;
}

/* Can a case be found to meet for certain? */
static bool may_be_sure(const struct cases *c) {
    uint64_t leaves = leaves_of_variables(c);
    return c->problem->certain && !stays_open(c, c->problem->side[0].address, leaves) &&
           !stays_open(c, c->problem->side[1].address, leaves);
}

/* The worst is known, and threads to show it: only a meeting that is certain adds to that. */
static bool is_shown(const fp_problem *p) {
    return p->upper == FP_OVERLAP_CROSS_THREAD && p->meeting.found && p->meeting.kind == FP_OVERLAP_CROSS_THREAD;
}

static bool one_case(struct cases *c, uint64_t leaves, bool shown, bool *executes) {
    fp_problem *p = c->problem;
    if (!in_range(c)) {
        *executes = false;
        return false;
    }
    bool exists = fp_overlap_iterations_exist(c->a, p, (fp_assigned_list){ p->assigned, p->assigned_count });
    if (shown && !exists) return false;
    fp_substitution s = { replace, c, leaves };
    fp_problem_side side[2];
    for (int i = 0; i < 2; i++) {
        side[i].address = fp_expr_substitute(&c->a->exprs, p->side[i].address, &s);
        side[i].guards = substitute_guards(c, p->side[i].guards, &s);
        side[i].footprint = p->side[i].footprint;
    }
    return fp_overlap_decide(c->a, p, side, exists, executes);
}

static int64_t first_value(const variable *v) { return v->periodic && v->first < 0 ? 0 : v->first; }
static int64_t last_value(const variable *v) {
    int64_t last = v->periodic ? v->start + v->length - 1 : v->last;
    return last < v->last ? last : v->last;
}

/* All cases: symbols outside, iterations inside. For every value of the symbols with which both accesses run, some
 * iterations must meet for sure; all of them, when a symbol may change between iterations. */
static void run(struct cases *c) {
    fp_problem *p = c->problem;
    uint32_t outer = 0;
    for (uint32_t i = 0; i < c->variable_count; i++)
        p->symbols_change |= c->variables[i].universal && fp_expr_at(&c->a->exprs, c->variables[i].leaf)->loops != 0;
    for (uint32_t i = 0; i < c->variable_count; i++) c->variables[i].universal |= p->symbols_change;
    for (uint32_t i = 0; i < c->variable_count; i++) { /* symbols first */
        if (!c->variables[i].universal) continue;
        variable swap = c->variables[i];
        c->variables[i] = c->variables[outer];
        c->variables[outer++] = swap;
    }
    p->assigned_count = c->variable_count;
    for (uint32_t i = 0; i < c->variable_count; i++) {
        if (first_value(&c->variables[i]) > last_value(&c->variables[i])) return; /* no such iteration */
        assign(c, i, first_value(&c->variables[i]));
    }
    uint64_t start = c->a->exprs.substituted, leaves = leaves_of_variables(c);
    bool ran = false, sure = false, hope = may_be_sure(c);
    for (;;) {
        bool executes = true;
        if (!sure || p->upper != FP_OVERLAP_CROSS_THREAD) sure |= one_case(c, leaves, ran && is_shown(p), &executes);
        ran |= executes;
        if (c->a->exprs.substituted - start > REBUILT_MAX) {
            fp_problem_block(p, FP_BLOCKED_BUDGET, 0);
            p->upper = FP_OVERLAP_CROSS_THREAD;
            p->all_sure = false;
            return;
        }
        uint32_t i = c->variable_count;
        while (i-- > 0) {
            int64_t value = p->assigned[i].value / c->variables[i].multiple;
            if (value < last_value(&c->variables[i])) {
                assign(c, i, value + 1);
                break;
            }
            assign(c, i, first_value(&c->variables[i]));
        }
        bool over = i == UINT32_MAX || (ran && !hope && is_shown(p));
        if (over || i < outer) { /* the symbols take other values */
            p->some_shared |= ran && p->shared;
            p->all_shared &= !ran || p->shared;
            p->shared = false;
            if (ran && sure) p->some_sure = true;
            if (ran && !sure) {
                p->all_sure = false;
                if (outer) fp_problem_block(p, FP_BLOCKED_SYMBOL, c->variables[0].leaf);
            }
            ran = sure = false;
        }
        if (over || (p->upper == FP_OVERLAP_CROSS_THREAD && !p->all_sure)) return;
    }
}

static bool guards_change(const struct fp_addresses *a, fp_guards guards) {
    fp_guard_set set = a->guard_sets.data[guards];
    for (uint32_t i = 0; i < set.count; i++) {
        const fp_expr_info *n = fp_expr_at(&a->exprs, a->guard_lists.data[set.first + i].node);
        if (n->loops && !(n->depends & FP_DEPENDS_PER_THREAD)) return true;
    }
    return false;
}

void fp_overlap_cases(struct fp_addresses *a, fp_problem *problem) {
    struct cases c;
    c.a = a;
    c.problem = problem;
    c.node_count = c.variable_count = 0;
    problem->guards_change = guards_change(a, problem->side[0].guards) || guards_change(a, problem->side[1].guards);
    collect(&c);
    while (c.node_count && !settle(&c)) continue;
    if (c.node_count == 0) c.variable_count = 0;
    run(&c);
}
