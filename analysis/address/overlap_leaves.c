/* overlap_leaves.c - what value each leaf has in a model of two accesses. */
#include "address/address_raw.h"
#include "address/overlap.h"

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
        case FP_PLACE_LEFT:
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

void fp_model_start(fp_model *w, int which, int64_t step) {
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
    fp_model_start(model, side, model->side[side].own.step);
    return fp_expr_value(&model->a->exprs, model->problem.side[side].address, &model->side[side].assignment, address);
}
