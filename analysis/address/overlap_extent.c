/* overlap_extent.c - the bytes that an access may touch in any thread and iteration: most accesses of a kernel lie far
 * apart, and a comparison of two numbers tells. */
#include "address/expr_build.h"
#include "address/overlap.h"

static fp_byte_range extent_of(const struct fp_addresses *a, const fp_footprint_info *f) {
    const fp_byte_range unknown = { .base = FP_NONE };
    fp_byte_range extent = unknown;
    fp_term single;
    uint32_t count;
    int64_t constant;
    bool hidden = fp_footprint_hides_extent(f); /* it reaches as far as it likes, upwards */
    if (!f->width || (f->modular && !hidden)) return unknown;
    const fp_term *terms = fp_sum_view(&a->exprs, hidden ? f->begin : f->address, &single, &count, &constant);
    fp_interval range = { constant, constant };
    for (uint32_t i = 0; i < count; i++) {
        const fp_expr_info *n = fp_expr_at(&a->exprs, terms[i].node);
        bool is_base = n->op == FP_EXPR_BASE && terms[i].coefficient == 1 && extent.base == FP_NONE;
        if (is_base)
            extent.base = terms[i].node;
        else
            range = fp_interval_add(range, fp_interval_scale((fp_interval){ n->low, n->high }, terms[i].coefficient));
    }
    if (!fp_interval_known(range)) return unknown;
    for (uint32_t i = 0; i < f->segment_count; i++) {
        int64_t segment = a->segments.data[f->first_segment + i];
        fp_interval bytes = fp_interval_add(range, (fp_interval){ segment, segment + f->width });
        if (!fp_interval_known(bytes)) return unknown;
        if (i == 0 || bytes.low < extent.low) extent.low = bytes.low;
        if (i == 0 || bytes.high > extent.high) extent.high = hidden ? FP_FAR : bytes.high;
    }
    return f->segment_count ? extent : unknown;
}

/* Of all footprints up to this one; valid until one more is asked for. */
static const fp_byte_range *known_extents(struct fp_addresses *a, fp_footprint footprint) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    while (state->extents.len <= footprint) {
        fp_byte_range extent = extent_of(a, &a->footprints.data[state->extents.len]);
        *FP_PUSH(a->keep, &state->extents) = extent;
    }
    return state->extents.data;
}

fp_byte_range fp_footprint_range(struct fp_addresses *a, fp_footprint footprint) {
    return known_extents(a, footprint)[footprint];
}

bool fp_overlap_out_of_reach(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer) {
    const fp_byte_range *extents = known_extents(a, producer > consumer ? producer : consumer);
    const fp_byte_range *p = &extents[producer], *q = &extents[consumer];
    return p->base != FP_NONE && p->base == q->base && (p->high <= q->low || q->high <= p->low);
}
