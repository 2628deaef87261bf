/* overlap_witness.c - two threads, a byte and the values of symbols and iterations with which both touch it, checked by evaluating both addresses again. */
#include "overlap.h"
#include <string.h>

enum { BINDINGS_MAX = 16 };
struct world {
    struct fp_addresses *a;
    const fp_problem *problem;
    const int64_t *thread;                  /* x, y, z */
};

/* Does a loop carry the value from iteration to iteration? Then it is a leaf because how is not understood. */
static bool is_carried(const struct fp_addresses *a, fp_value value) {
    if (value >= a->ir->value_count || a->ir->values[value].block == FP_NONE) return false;
    for (fp_map_probe p = fp_map_find(&a->loops_by_body, a->ir->values[value].block); fp_map_next(&p);)
        if (a->loops.data[p.value].info.body == a->ir->values[value].block) return a->ir->values[value].index >= a->loops.data[p.value].first_slot;
    return false;
}

/* What it is in the first iteration is all that is known of it. */
static bool first_carried(const struct world *w, const fp_node_info *leaf, int64_t *value) {
    struct fp_addresses *a = w->a;
    const fp_value_info *v = &a->ir->values[leaf->id];
    if (leaf->instance) return false;
    for (fp_map_probe p = fp_map_find(&a->loops_by_body, v->block); fp_map_next(&p);) {
        const fp_loop_state *loop = &a->loops.data[p.value];
        uint32_t slot = v->index - loop->first_slot;
        if (loop->info.body != v->block || slot >= loop->info.yield_count) continue;
        for (uint32_t i = 0; i < w->problem->meeting.assigned_count; i++) {
            const fp_node_info *other = fp_slice_node(&a->slice, w->problem->meeting.assigned[i].leaf);
            if (other->op == FP_NODE_ITER && other->id == p.value && w->problem->meeting.assigned[i].value != 0) return false;
        }
        fp_node init = fp_address_value(a, loop->info.inits[slot].value);
        if (!fp_slice_is_constant(&a->slice, init)) return false;
        *value = fp_slice_node(&a->slice, init)->constant;
        return true;
    }
    return false;
}

static bool value_of_leaf(void *context, fp_node leaf, int64_t *value) {
    struct world *w = context;
    const fp_problem *p = w->problem;
    const fp_node_info *n = fp_slice_node(&w->a->slice, leaf);
    if (n->op == FP_NODE_THREAD) {
        *value = w->thread[n->id];
        return true;
    }
    for (uint32_t i = 0; i < p->meeting.assigned_count; i++) {
        if (p->meeting.assigned[i].leaf != leaf) continue;
        int64_t step = 0;
        for (uint32_t k = 0; k < p->meeting.assigned_count; k++)
            if (p->meeting.assigned[i].factor && p->meeting.assigned[k].leaf == p->meeting.assigned[i].step) step = p->meeting.assigned[k].value;
        *value = p->meeting.assigned[i].value + p->meeting.assigned[i].factor * step;
        return true;
    }
    if (n->op == FP_NODE_OPAQUE) return false;
    if (n->op == FP_NODE_TRIPS) {           /* as many as it takes for the iterations that are spoken of */
        uint32_t entries;
        const fp_relation_entry *e = fp_relation_entries(w->a, p->relation, &entries);
        *value = n->low > 1 ? n->low : 1;
        for (uint32_t i = 0; i < entries; i++)
            for (int side = 0; side < 2; side++)
                if (e[i].loop == n->id && e[i].fixed[side] == FP_FIXED_END && e[i].at[side] >= *value) *value = e[i].at[side] + 1;
        return true;
    }
    if (n->op == FP_NODE_SYMBOL && is_carried(w->a, n->id)) return first_carried(w, n, value);
    *value = n->low > 0 ? n->low : n->high < 0 ? n->high : 0;
    return true;
}

typedef struct { struct world world, first_world; int64_t thread[3], first_thread[3]; fp_assignment assignment, first; } side_values;

static void start_side(side_values *s, struct fp_addresses *a, const fp_problem *p, int which) {
    const fp_threads *on = p->meeting.on;
    uint32_t t = p->meeting.threads[which], leader = on->wave ? t - t % on->wave : t;
    for (int k = 0; k < 3; k++) s->thread[k] = on->id[k][t], s->first_thread[k] = on->id[k][leader];
    s->world = (struct world){ a, p, s->thread };
    s->first_world = (struct world){ a, p, s->first_thread };
    s->first = (fp_assignment){ value_of_leaf, &s->first_world, NULL };
    s->assignment = (fp_assignment){ value_of_leaf, &s->world, on->wave ? &s->first : NULL };
}

/* 1: the guard holds, 0: it does not, -1: nobody knows. */
static int guard_holds(struct fp_addresses *a, fp_guard g, const fp_assignment *assignment) {
    int64_t value;
    if (fp_slice_node(&a->slice, g.node)->depends & FP_DEPENDS_OPAQUE) return -1;
    if (!fp_slice_value(&a->slice, g.node, assignment, &value)) return fp_slice_evaluates(&a->slice, g.node) ? 0 : -1;
    return (value != 0) != g.negated;
}

/* Guards must hold where they have a value; those that have none are what the caller calls uncertain. */
static bool guards_hold(struct fp_addresses *a, const fp_problem *p, int which, const fp_assignment *assignment) {
    fp_guard_set set = a->guard_sets.data[p->side[which].guards];
    for (uint32_t i = 0; i < set.count; i++)
        if (guard_holds(a, a->guard_lists.data[set.first + i], assignment) == 0) return false;
    return true;
}

/* ---- Values for what the addresses leave open and guards ask for: `if 3 * %a >= 64` -------------------------------------------------------------------- */

enum { OPEN_MAX = 6, SMALL_VALUES = 65 };
struct open_leaves { struct fp_addresses *a; const fp_problem *problem; fp_node found[OPEN_MAX]; uint32_t count; };
static void find_open(void *context, fp_node leaf) {
    struct open_leaves *o = context;
    fp_node_op op = (fp_node_op)fp_slice_node(&o->a->slice, leaf)->op;
    if ((op != FP_NODE_SYMBOL && op != FP_NODE_ITER) || o->count == OPEN_MAX) return;
    if (op == FP_NODE_SYMBOL && is_carried(o->a, fp_slice_node(&o->a->slice, leaf)->id)) return;
    for (uint32_t i = 0; i < o->problem->meeting.assigned_count; i++)
        if (o->problem->meeting.assigned[i].leaf == leaf) return;
    o->found[o->count++] = leaf;
}

/* Does the guard hold with `value` for the last assigned leaf? */
static bool try_value(struct fp_addresses *a, fp_problem *p, side_values sides[2], int which, fp_guard g, int64_t value) {
    fp_assigned *last = &p->meeting.assigned[p->meeting.assigned_count - 1];
    const fp_node_info *n = fp_slice_node(&a->slice, last->leaf);
    if (value < n->low || value > n->high) return false;
    last->value = value;
    return guard_holds(a, g, &sides[which].assignment) == 1;
}

/* A value of one leaf that lets the guard hold: small ones, where a linear guard changes, near powers of two. */
static bool settle_leaf(struct fp_addresses *a, fp_problem *p, side_values sides[2], int which, fp_guard g) {
    for (int64_t v = 0; v < SMALL_VALUES; v++)
        if (try_value(a, p, sides, which, g, v)) return true;
    const fp_node_info *n = fp_slice_node(&a->slice, g.node);
    fp_assigned *last = &p->meeting.assigned[p->meeting.assigned_count - 1];
    if (n->op == FP_NODE_NEGATIVE || n->op == FP_NODE_ZERO) {
        int64_t at[2], slope;
        fp_node term = fp_slice_terms(&a->slice, g.node)->node;
        bool known = true;
        for (int k = 0; k < 2 && known; k++) {
            last->value = k;
            known = fp_slice_value(&a->slice, term, &sides[which].assignment, &at[k]);
        }
        if (known && !__builtin_sub_overflow(at[1], at[0], &slope) && slope != 0 && at[0] != INT64_MIN)
            for (int64_t k = -1; k <= 1; k++)
                if (try_value(a, p, sides, which, g, -at[0] / slope + k)) return true;
    }
    for (int bit = 6; bit < 31; bit++)
        for (int64_t k = -1; k <= 1; k++)
            if (try_value(a, p, sides, which, g, ((int64_t)1 << bit) + k) || try_value(a, p, sides, which, g, -((int64_t)1 << (bit - 6)) + k)) return true;
    return false;
}

static void settle_guards(struct fp_addresses *a, fp_problem *p, side_values sides[2]) {
    for (int which = 0; which < 2; which++) {
        fp_guard_set set = a->guard_sets.data[p->side[which].guards];
        for (uint32_t i = 0; i < set.count; i++) {
            fp_guard g = a->guard_lists.data[set.first + i];
            if (guard_holds(a, g, &sides[which].assignment) != 0) continue;
            struct open_leaves open = { .a = a, .problem = p };
            fp_slice_visit(&a->slice, g.node, find_open, &open);
            bool held = false;
            for (uint32_t k = 0; k < open.count && !held && p->meeting.assigned_count < FP_ASSIGNED_MAX; k++) {
                p->meeting.assigned[p->meeting.assigned_count++] = (fp_assigned){ .leaf = open.found[k] };
                held = settle_leaf(a, p, sides, which, g);
                if (!held) p->meeting.assigned_count--;
            }
            if (!held) return;
        }
    }
}

static bool shared_byte(const struct fp_addresses *a, const fp_problem *p, const int64_t *address, int64_t *byte) {
    bool found = false;
    const fp_footprint_info *f = p->side[0].footprint, *g = p->side[1].footprint;
    for (uint32_t i = 0; i < f->segment_count; i++)
        for (uint32_t j = 0; j < g->segment_count; j++) {
            int64_t x = address[0] + a->segments.data[f->first_segment + i], y = address[1] + a->segments.data[g->first_segment + j];
            int64_t at = x > y ? x : y;
            if (x + f->width <= y || y + g->width <= x || (found && at >= *byte)) continue;
            found = true;
            *byte = at;
        }
    return found;
}

static void bind(struct fp_addresses *a, fp_binding *bindings, size_t *count, fp_str name, int side, int64_t value) {
    (void)a;
    if (name.len == 0) return;
    for (size_t i = 0; i < *count; i++) {
        if (!fp_str_equal(bindings[i].name, name)) continue;
        bindings[i].value[side] = value;
        bindings[i].differs = bindings[i].value[0] != bindings[i].value[1];
        return;
    }
    if (*count == BINDINGS_MAX) return;
    bindings[(*count)++] = (fp_binding){ .name = name, .value = { value, value } };
}

struct binder { struct fp_addresses *a; const side_values *values; fp_binding *bindings; size_t *count; int side; };

static void bind_symbol(void *context, fp_node leaf) {
    struct binder *b = context;
    const fp_node_info *n = fp_slice_node(&b->a->slice, leaf);
    int64_t value;
    if (n->op != FP_NODE_SYMBOL || (n->instance & ~(uint32_t)FP_INSTANCE_LATER) || n->id >= b->a->ir->value_count) return;
    if (value_of_leaf(b->values->assignment.context, leaf, &value)) bind(b->a, b->bindings, b->count, b->a->ir->values[n->id].name, b->side, value);
}

/* Is the access in all the loops that the value is of? */
static bool in_loops_of(struct fp_addresses *a, fp_node node, const fp_footprint_info *access) {
    uint32_t count;
    const uint32_t *loops = fp_loop_set_members(&a->slice, fp_slice_node(&a->slice, node)->loops, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!fp_address_loop_encloses(a, loops[i], access->loop)) return false;
    return true;
}

/* Iterations and carried values that either access speaks of, at this one; then the symbols that it speaks of itself. */
static void bind_side(struct fp_addresses *a, const fp_problem *p, int which, const side_values *values, fp_binding *bindings, size_t *count) {
    for (int k = 0; k < 2; k++) {
        const fp_footprint_info *f = p->side[k ? !which : which].footprint;
        for (uint32_t i = 0; i < f->used_count; i++) {
            if (k && !in_loops_of(a, f->used[i].node, p->side[which].footprint)) continue;
            fp_node node = fp_relation_apply(a, p->relation, f->used[i].node, which == 1);
            int64_t value;
            if (fp_slice_value(&a->slice, node, &values->assignment, &value)) bind(a, bindings, count, a->ir->values[f->used[i].value].name, which, value);
        }
    }
    struct binder b = { a, values, bindings, count, which };
    fp_slice_visit(&a->slice, p->side[which].address, bind_symbol, &b);
    fp_guard_set set = a->guard_sets.data[p->side[which].guards];
    for (uint32_t i = 0; i < set.count; i++) fp_slice_visit(&a->slice, a->guard_lists.data[set.first + i].node, bind_symbol, &b);
}

const fp_witness *fp_overlap_witness(struct fp_addresses *a, const fp_problem *problem) {
    if (!problem->meeting.found) return NULL;
    for (uint32_t i = 0; i < problem->meeting.assigned_count; i++) {           /* whether it ever gets that value is not known */
        const fp_node_info *n = fp_slice_node(&a->slice, problem->meeting.assigned[i].leaf);
        if (n->op == FP_NODE_SYMBOL && is_carried(a, n->id)) return NULL;
    }
    fp_problem completed = *problem, *p = &completed;
    side_values values[2];
    int64_t address[2], byte = 0;
    for (int i = 0; i < 2; i++) start_side(&values[i], a, p, i);
    settle_guards(a, p, values);
    for (int i = 0; i < 2; i++) {
        if (!fp_slice_value(&a->slice, p->side[i].address, &values[i].assignment, &address[i]) || !guards_hold(a, p, i, &values[i].assignment)) return NULL;
        if (p->modular) address[i] = (int32_t)(uint32_t)(uint64_t)address[i];
    }
    if (!shared_byte(a, p, address, &byte)) return NULL;
    fp_witness *w = FP_NEW(a->keep, fp_witness, 1);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) w->threads[i][k] = (int32_t)values[i].thread[k];
    w->byte = byte;
    fp_binding *bindings = FP_NEW(a->keep, fp_binding, BINDINGS_MAX);
    for (int i = 0; i < 2; i++) bind_side(a, p, i, &values[i], bindings, &w->binding_count);
    w->bindings = bindings;
    return w;
}

/* ---- Words ------------------------------------------------------------------------------------------------------------------------------------------------ */

struct names { struct fp_addresses *a; fp_str found[3]; uint32_t count; };
static void collect_names(void *context, fp_node leaf) {
    struct names *n = context;
    fp_node_op op = (fp_node_op)fp_slice_node(&n->a->slice, leaf)->op;
    if (op == FP_NODE_THREAD || n->count == 3) return;
    fp_str name = op == FP_NODE_BASE ? FP_STR("where a buffer starts") : fp_address_leaf_name(n->a, leaf);
    for (uint32_t i = 0; i < n->count; i++)
        if (fp_str_equal(n->found[i], name)) return;
    n->found[n->count++] = name;
}

fp_decision fp_overlap_undecided(const struct fp_addresses *a, const fp_problem *p) {
    switch (p->blocked) {
    case FP_BLOCKED_OPAQUE: {
        if (p->side[0].footprint->blocked.len || p->side[1].footprint->blocked.len) return FP_DECISION_ADDRESS;
        fp_value value = fp_slice_node(&a->slice, p->blocked_by)->id;
        if (value >= a->ir->value_count || a->ir->values[value].block != FP_NONE || a->ir->values[value].def == FP_NONE) return FP_DECISION_OPAQUE;
        const fp_op_info *info = a->ir->ops[a->ir->values[value].def].info;
        return info && (info->effect == FP_EFFECT_READ || info->effect == FP_EFFECT_ATOMIC) ? FP_DECISION_LOADED : FP_DECISION_OPAQUE;
    }
    case FP_BLOCKED_GUARD: return FP_DECISION_CONDITION;
    case FP_BLOCKED_THREADS: return FP_DECISION_LAUNCH;
    case FP_BLOCKED_ITERATION: return FP_DECISION_ITERATION;
    case FP_BLOCKED_EXTENT: return FP_DECISION_EXTENT;
    case FP_BLOCKED_BUDGET: return FP_DECISION_BUDGET;
    case FP_BLOCKED_ADDRESS: return FP_DECISION_VALUES;
    case FP_BLOCKED_SYMBOL: case FP_BLOCKED_NOT: break;
    }
    return FP_DECISION_SYMBOL;
}

fp_str fp_overlap_reason(struct fp_addresses *a, const fp_problem *p) {
    struct names names = { .a = a };
    const fp_footprint_info *f = p->side[0].footprint, *g = p->side[1].footprint;
    switch (p->blocked) {
    case FP_BLOCKED_OPAQUE: {
        const fp_footprint_info *blocked = f->blocked.len ? f : g;
        if (blocked->blocked.len) return fp_str_printf(a->keep, "%.*s (line %u)", FP_STR_ARG(blocked->blocked), fp_address_line(a, a->ir->ops[blocked->op].span.start));
        fp_str name = fp_address_leaf_name(a, p->blocked_by);
        return fp_str_printf(a->keep, "opaque index from %.*s", FP_STR_ARG(name));
    }
    case FP_BLOCKED_SYMBOL: case FP_BLOCKED_GUARD:
        fp_slice_visit(&a->slice, p->blocked_by, collect_names, &names);
        if (names.count == 0) return p->blocked == FP_BLOCKED_GUARD ? FP_STR("depends on a condition") : FP_STR("depends on the launch");
        return fp_str_printf(a->keep, "%s %.*s%s%.*s%s", p->blocked == FP_BLOCKED_GUARD ? "depends on a condition over" : "depends on", FP_STR_ARG(names.found[0]),
                             names.count > 1 ? " and " : "", FP_STR_ARG(names.count > 1 ? names.found[1] : FP_STR("")), names.count > 2 ? " and others" : "");
    case FP_BLOCKED_THREADS:
        if (a->launch.block[0] && !a->launch.upper_bound_only) return FP_STR("waves of this launch are not known");
        if ((a->dimensions_read & 6) && !a->launch.block[0]) return FP_STR("block size unknown: give it with `// fencepost: block=16,16,1`");
        return fp_str_printf(a->keep, "block size unknown, assumed up to %lld: give it with `// fencepost: block=256,1,1`", (long long)a->thread_bound[0]);
    case FP_BLOCKED_ITERATION: return FP_STR("depends on how often a loop runs");
    case FP_BLOCKED_EXTENT: return FP_STR("it may touch fewer bytes than its shape says");
    case FP_BLOCKED_BUDGET: return FP_STR("too many cases to enumerate");
    case FP_BLOCKED_ADDRESS: return FP_STR("address outside of what can be evaluated");
    case FP_BLOCKED_NOT: break;
    }
    return FP_STR("not proven");
}
