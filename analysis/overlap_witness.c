/* overlap_witness.c - two threads, a byte and the values of symbols and iterations with which both touch it, checked by evaluating both addresses again. */
#include "overlap.h"
#include <string.h>

enum { BINDINGS_MAX = 16, LOOPS_MAX = 8 };

static bool shared_bytes(const struct fp_addresses *a, const fp_problem *p, const int64_t *address, int64_t *first, int64_t *last) {
    bool found = false;
    const fp_footprint_info *f = p->side[0].footprint, *g = p->side[1].footprint;
    for (uint32_t i = 0; i < f->segment_count; i++)
        for (uint32_t j = 0; j < g->segment_count; j++) {
            int64_t x = address[0] + a->segments.data[f->first_segment + i], y = address[1] + a->segments.data[g->first_segment + j];
            int64_t at = x > y ? x : y;
            if (x + f->width <= y || y + g->width <= x || (found && at >= *first)) continue;
            found = true;
            *first = at;
            *last = (x + f->width < y + g->width ? x + f->width : y + g->width) - 1;
        }
    return found;
}

static void bind(fp_binding *bindings, size_t *count, fp_str name, int side, int64_t value) {
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

struct binder { struct fp_addresses *a; const fp_world_side *values; fp_binding *bindings; size_t *count; int side; fp_node counted[LOOPS_MAX]; uint32_t counted_count; };

static void bind_symbol(void *context, fp_node leaf) {
    struct binder *b = context;
    const fp_node_info *n = fp_slice_node(&b->a->slice, leaf);
    int64_t value;
    if (n->op == FP_NODE_TRIPS) {           /* what its bounds speak of makes it that number */
        fp_node counts = fp_overlap_counts(b->a, n->id);
        if (counts != FP_NODE_NONE && b->counted_count < LOOPS_MAX) b->counted[b->counted_count++] = counts;
        return;
    }
    if (n->op != FP_NODE_SYMBOL || (n->instance & ~(uint32_t)FP_INSTANCE_LATER) || n->id >= b->a->ir->value_count) return;
    if (b->values->assignment.leaf(b->values->assignment.context, leaf, &value)) bind(b->bindings, b->count, b->a->ir->values[n->id].name, b->side, value);
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
static void bind_side(struct fp_addresses *a, const fp_problem *p, int which, const fp_world_side *values, fp_binding *bindings, size_t *count) {
    for (int k = 0; k < 2; k++) {
        const fp_footprint_info *f = p->side[k ? !which : which].footprint;
        for (uint32_t i = 0; i < f->used_count; i++) {
            if (k && !in_loops_of(a, f->used[i].node, p->side[which].footprint)) continue;
            fp_node node = fp_relation_apply(a, p->relation, f->used[i].node, which == 1);
            int64_t value;
            if (fp_slice_value(&a->slice, node, &values->assignment, &value)) bind(bindings, count, a->ir->values[f->used[i].value].name, which, value);
        }
    }
    struct binder b = { .a = a, .values = values, .bindings = bindings, .count = count, .side = which };
    fp_slice_visit(&a->slice, p->side[which].address, bind_symbol, &b);
    fp_guard_set set = a->guard_sets.data[p->side[which].guards];
    for (uint32_t i = 0; i < set.count; i++) fp_slice_visit(&a->slice, a->guard_lists.data[set.first + i].node, bind_symbol, &b);
    for (uint32_t i = 0; i < b.counted_count; i++) fp_slice_visit(&a->slice, fp_relation_apply(a, p->relation, b.counted[i], which == 1), bind_symbol, &b);
    uint32_t tie_count;
    const fp_tie *ties = fp_relation_ties(a, p->relation, &tie_count);
    for (uint32_t i = 0; i < tie_count; i++) {
        const fp_node_info *n = fp_slice_node(&a->slice, ties[i].symbol);
        int64_t value;
        if (n->id >= a->ir->value_count || n->instance || !fp_slice_value(&a->slice, ties[i].value, &values->assignment, &value)) continue;
        bind(bindings, count, a->ir->values[n->id].name, which, value);
    }
}

const fp_witness *fp_overlap_witness(struct fp_addresses *a, const fp_problem *problem) {
    if (!problem->meeting.found) return NULL;
    for (uint32_t i = 0; i < problem->meeting.assigned_count; i++) {           /* whether it ever gets that value is not known */
        const fp_node_info *n = fp_slice_node(&a->slice, problem->meeting.assigned[i].leaf);
        if (n->op == FP_NODE_SYMBOL && fp_overlap_is_carried(a, n->id)) return NULL;
    }
    fp_world world;
    if (!fp_overlap_world(&world, a, problem)) return NULL;
    const fp_problem *p = &world.problem;
    int64_t address[2], last = 0;
    for (int i = 0; i < 2; i++) {
        if (!fp_slice_value(&a->slice, p->side[i].address, &world.side[i].assignment, &address[i])) return NULL;
        if (p->modular) address[i] = (int32_t)(uint32_t)(uint64_t)address[i];
    }
    fp_witness *w = FP_NEW(a->keep, fp_witness, 1);
    if (!shared_bytes(a, p, address, &w->byte, &last)) return NULL;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) w->threads[i][k] = (int32_t)world.side[i].own.id[k];
    w->byte_count = last - w->byte + 1;
    fp_binding *bindings = FP_NEW(a->keep, fp_binding, BINDINGS_MAX);
    for (int i = 0; i < 2; i++) bind_side(a, p, i, &world.side[i], bindings, &w->binding_count);
    w->bindings = bindings;
    return w;
}

