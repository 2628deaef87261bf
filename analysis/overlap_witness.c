/* overlap_witness.c - two threads, a byte and the values of symbols and iterations with which both touch it, checked by evaluating both addresses again. */
#include "overlap.h"
#include <string.h>

enum { BINDINGS_MAX = 16 };
struct world {
    struct fp_addresses *a;
    const fp_problem *problem;
    const int64_t *thread;                  /* x, y, z */
};

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

/* Guards must hold where they have a value; those that have none are what the caller calls uncertain. */
static bool guards_hold(struct fp_addresses *a, const fp_problem *p, int which, const fp_assignment *assignment) {
    fp_guard_set set = a->guard_sets.data[p->side[which].guards];
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard g = a->guard_lists.data[set.first + i];
        int64_t value;
        if (!fp_slice_evaluates(&a->slice, g.node)) continue;
        if (!fp_slice_value(&a->slice, g.node, assignment, &value) || (value != 0) == g.negated) return false;
    }
    return true;
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

static void bind_side(struct fp_addresses *a, const fp_problem *p, int which, const side_values *values, fp_binding *bindings, size_t *count) {
    const fp_footprint_info *f = p->side[which].footprint;
    for (uint32_t i = 0; i < f->used_count; i++) {
        fp_node node = fp_relation_apply(a, p->relation, f->used[i].node, which == 1);
        int64_t value;
        if (fp_slice_value(&a->slice, node, &values->assignment, &value)) bind(a, bindings, count, a->ir->values[f->used[i].value].name, which, value);
    }
    struct binder b = { a, values, bindings, count, which };
    fp_slice_visit(&a->slice, p->side[which].address, bind_symbol, &b);
    fp_guard_set set = a->guard_sets.data[p->side[which].guards];
    for (uint32_t i = 0; i < set.count; i++) fp_slice_visit(&a->slice, a->guard_lists.data[set.first + i].node, bind_symbol, &b);
}

const fp_witness *fp_overlap_witness(struct fp_addresses *a, const fp_problem *p) {
    if (!p->meeting.found) return NULL;
    side_values values[2];
    int64_t address[2], byte = 0;
    for (int i = 0; i < 2; i++) {
        start_side(&values[i], a, p, i);
        if (!fp_slice_value(&a->slice, p->side[i].address, &values[i].assignment, &address[i]) || !guards_hold(a, p, i, &values[i].assignment)) return NULL;
        if (p->modular) address[i] &= UINT32_MAX;
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
    fp_str name = fp_address_leaf_name(n->a, leaf);
    for (uint32_t i = 0; i < n->count; i++)
        if (fp_str_equal(n->found[i], name)) return;
    n->found[n->count++] = name;
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
