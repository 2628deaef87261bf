/* overlap_leave.c - accesses in loops, as code outside of these sees them. */
#include "address/address_guards.h"
#include "address/address_resolve.h"

static void hear_name(struct fp_addresses *a, fp_value value) {
    uint64_t hash = fp_str_hash(a->ir->values[value].name);
    for (fp_map_probe probe = fp_map_find(&a->heard_names, hash); fp_map_next(&probe);)
        if (probe.value == value) return;
    fp_map_put(a->keep, &a->heard_names, hash, value);
}

static void hear(struct fp_addresses *a) {
    for (; a->heard < a->footprints.len; a->heard++) {
        if (a->heard == 0) continue; /* the one that nothing is known of */
        const fp_footprint_info *f = &a->footprints.data[a->heard];
        a->heard_leaves |= fp_footprint_leaves(a, f);
        for (uint32_t i = 0; i < f->used_count; i++) hear_name(a, f->used[i].value);
    }
}

/* Is the induction variable called like one of another loop that some access speaks of? A witness says whose it
 * means. */
static bool has_namesake(const struct fp_addresses *a, fp_loop_id loop) {
    const fp_loop_info *info = &a->loops.data[loop].info;
    if (!info->has_iv || info->body == FP_NONE || info->iv_argument >= a->ir->blocks[info->body].arg_count)
        return false;
    fp_value own = a->ir->blocks[info->body].first_arg + info->iv_argument;
    fp_str name = a->ir->values[own].name;
    for (fp_map_probe probe = fp_map_find(&a->heard_names, fp_str_hash(name)); fp_map_next(&probe);)
        if (probe.value != own && fp_str_equal(a->ir->values[probe.value].name, name)) return true;
    return false;
}

/* Does some footprint speak of what the loop's bounds are made of, or do threads leave it one before another? Then that
 * an access stands in it may rule out that it meets another one. */
static bool tells_of_others(struct fp_addresses *a, fp_loop_id loop) {
    fp_expr runs = fp_address_iteration_runs(a, loop);
    if (has_namesake(a, loop)) return true;
    if (a->heard_leaves & fp_expr_leaf_bit(FP_EXPR_TRIPS, loop)) return true;
    if (runs == FP_EXPR_NONE) return false;
    return (fp_expr_at(&a->exprs, runs)->depends & FP_DEPENDS_THREAD) ||
           (a->heard_leaves & a->loops.data[loop].bound_leaves);
}

fp_footprint fp_footprint_leave(struct fp_addresses *a, fp_footprint footprint, fp_loop_id loop) {
    hear(a);
    fp_footprint_info f = a->footprints.data[footprint];
    bool in_tuple = f.tuple != FP_EXPR_NONE && fp_loop_set_has(&a->exprs, fp_expr_at(&a->exprs, f.tuple)->loops, loop);
    if (footprint == 0 || f.loop != loop || loop >= a->loops.len || !a->loops.data[loop].known || in_tuple ||
        fp_footprint_uses_loop(a, footprint, loop) || tells_of_others(a, loop))
        return footprint;
    f.loop = a->loops.data[loop].info.parent;
    return fp_footprint_intern(a, &f, a->segments.data + f.first_segment);
}
