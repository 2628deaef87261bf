/* overlap_apart.c - cheap tests that prove two accesses apart: guards (overlap_guards.c), allocations, slices, ranges
 * of bytes. */
#include "address/address_loop.h"
#include "address/buffer.h"
#include "address/expr_build.h"
#include "address/overlap.h"

void fp_overlap_reach(const struct fp_addresses *a, const fp_footprint_info *f, int64_t *first, int64_t *last) {
    *first = INT64_MAX;
    *last = INT64_MIN;
    for (uint32_t i = 0; i < f->segment_count; i++) {
        int64_t s = a->segments.data[f->first_segment + i];
        if (s < *first) *first = s;
        if (s + f->width > *last) *last = s + f->width;
    }
}

struct base_search {
    const struct fp_exprs *exprs;
    fp_expr base;
    uint32_t count;
};
static void find_base(void *context, fp_expr leaf) {
    struct base_search *s = context;
    if (fp_expr_at(s->exprs, leaf)->op == FP_EXPR_BASE) s->base = leaf, s->count++;
}

bool fp_overlap_buffer(struct fp_addresses *a, fp_expr address, fp_expr *offset, int64_t *size_bytes) {
    struct base_search search = { .exprs = &a->exprs };
    fp_expr_visit(&a->exprs, address, find_base, &search);
    if (search.count != 1) return false;
    uint32_t key = a->bases.data[fp_expr_at(&a->exprs, search.base)->id].key;
    bool allocation = a->buffers && key != FP_BASE_WORKGROUP;
    *size_bytes = allocation ? fp_buffers_root(a->buffers, key)->size_bytes : -1;
    *offset = fp_expr_sub(&a->exprs, address, search.base);
    return true;
}

void fp_overlap_stay_inside(struct fp_addresses *a, const fp_expr uniform[2], const fp_trace *const traces[2],
                            int64_t *from, int64_t *to) {
    for (int i = 0; i < 2; i++) {
        const fp_trace *moved = traces[1 - i];
        fp_expr offset;
        int64_t size;
        if (!fp_overlap_buffer(a, uniform[i], &offset, &size) || size < 0 || !fp_expr_is_constant(&a->exprs, offset))
            continue;
        int64_t at = fp_expr_at(&a->exprs, offset)->constant;
        if (at < -size || at > size) continue;
        int64_t low = -moved->base - at, high = size - moved->end - at; /* how far the other side may be moved */
        int64_t first = i == 0 ? low : -high, last = i == 0 ? high : -low;
        if (first > *from) *from = first;
        if (last < *to) *to = last;
    }
}

bool fp_overlap_distinct_bases(struct fp_addresses *a, fp_expr difference) {
    fp_term single;
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(&a->exprs, difference, &single, &count, &constant);
    bool plus = false, minus = false;
    for (uint32_t i = 0; i < count; i++) {
        const fp_expr_info *n = fp_expr_at(&a->exprs, terms[i].node);
        if (n->op != FP_EXPR_BASE || !a->bases.data[n->id].own) continue;
        plus |= terms[i].coefficient == 1;
        minus |= terms[i].coefficient == -1;
    }
    return plus && minus;
}

/* Slices of one buffer: apart in one dimension is apart. */
static bool boxes_apart(struct fp_addresses *a, const fp_problem *problem) {
    const fp_footprint_info *p = problem->side[0].footprint, *q = problem->side[1].footprint;
    if (!p->box_count || p->box_count != q->box_count || p->tuple_of != q->tuple_of) return false;
    if (fp_address_loops_of_value(a, p->tuple_of) && problem->relation) return false;
    for (uint32_t i = 0; i < p->box_count; i++) {
        fp_box_side x = a->boxes.data[p->first_box + i], y = a->boxes.data[q->first_box + i];
        fp_expr difference = fp_expr_sub(&a->exprs, fp_iteration_relation_apply(a, problem->relation, y.offset, true),
                                         fp_iteration_relation_apply(a, problem->relation, x.offset, false));
        const fp_expr_info *d = fp_expr_at(&a->exprs, difference);
        if (!(d->depends & FP_DEPENDS_PER_THREAD) && (d->low >= x.size || d->high <= -y.size)) return true;
    }
    return false;
}

bool fp_overlap_apart(struct fp_addresses *a, fp_problem *problem) {
    fp_guards guards[2] = { problem->side[0].guards, problem->side[1].guards };
    if (fp_overlap_contradict(a, guards[0], guards[1]) || fp_overlap_exclude(a, guards[0], guards[1])) {
        problem->decided = FP_DECISION_GUARDS;
        return true;
    }
    fp_expr difference = fp_expr_sub(&a->exprs, problem->side[1].address, problem->side[0].address);
    if (fp_overlap_distinct_bases(a, difference)) {
        problem->decided = FP_DECISION_ALLOCATIONS;
        return true;
    }
    if (boxes_apart(a, problem)) {
        problem->decided = FP_DECISION_SLICES;
        return true;
    }
    if (problem->modular) return false;
    /* Thread ids of the two accesses are not the same ones: their parts do not cancel. */
    fp_expr threads[2], uniform[2];
    for (int i = 0; i < 2; i++) fp_expr_split(&a->exprs, problem->side[i].address, &threads[i], &uniform[i]);
    const fp_expr_info *d = fp_expr_at(&a->exprs, fp_expr_sub(&a->exprs, uniform[1], uniform[0]));
    fp_interval shift = { d->low, d->high };
    shift = fp_interval_add(shift, fp_interval_of(&a->exprs, threads[1]));
    shift = fp_interval_add(shift, fp_interval_scale(fp_interval_of(&a->exprs, threads[0]), -1));
    int64_t first[2], last[2];
    for (int i = 0; i < 2; i++) fp_overlap_reach(a, problem->side[i].footprint, &first[i], &last[i]);
    if ((shift.low > -FP_FAR && shift.low + first[1] >= last[0]) ||
        (shift.high < FP_FAR && shift.high + last[1] <= first[0])) {
        problem->decided = FP_DECISION_RANGES;
        return true;
    }
    return false;
}
