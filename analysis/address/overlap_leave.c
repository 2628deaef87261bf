/* overlap_leave.c - accesses in loops, as code outside of these sees them. */
#include "address/address_guards.h"
#include "address/address_loop.h"
#include "address/address_resolve.h"
#include <string.h>

static void hear_name(struct fp_addresses *a, fp_value value) {
    uint64_t hash = fp_str_hash(a->ir->values[value].name);
    for (fp_map_probe probe = fp_map_find(&a->heard_names, hash); fp_map_next(&probe);)
        if (probe.value == value) return;
    fp_map_put(a->keep, &a->heard_names, hash, value);
}

static void hear(struct fp_addresses *a) {
    for (; a->heard < a->footprints.len; a->heard++) {
        const fp_footprint_info *f = &a->footprints.data[a->heard];
        if (a->heard == 0 || f->stands_in) continue; /* 0: the one that nothing is known of */
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

/* ---- Loops that are alike ---- */

/* Loops around an access, outermost first, and those that they are taken for. */
typedef struct {
    struct fp_addresses *a;
    fp_loop_id from[FP_LOOP_NEST_MAX], to[FP_LOOP_NEST_MAX];
    uint32_t count;
    uint64_t counts; /* Bloom filter of the leaves that count the iterations of one of these; */
    bool counted;    /* one was met */
} renaming;

static void rename_loop(renaming *r, fp_loop_id from, fp_loop_id to) {
    r->from[r->count] = from;
    r->to[r->count++] = to;
    r->counts |= fp_expr_leaf_bit(FP_EXPR_TRIPS, from) | fp_expr_leaf_bit(FP_EXPR_TRIPS, to) |
                 fp_expr_leaf_bit(FP_EXPR_EXIT, from) | fp_expr_leaf_bit(FP_EXPR_EXIT, to);
}

static fp_expr renamed_leaf(void *context, fp_expr leaf) {
    const renaming *r = context;
    const fp_expr_info *n = fp_expr_at(&r->a->exprs, leaf);
    for (uint32_t i = 0; n->op == FP_EXPR_ITER && i < r->count; i++) {
        if (n->id != r->from[i]) continue;
        fp_leaf own = fp_leaf_of(n);
        own.id = r->to[i];
        own.loops = r->a->loops.data[r->to[i]].around;
        return fp_expr_leaf(&r->a->exprs, own);
    }
    return leaf;
}

static void find_count(void *context, fp_expr leaf) {
    renaming *r = context;
    const fp_expr_info *n = fp_expr_at(&r->a->exprs, leaf);
    bool counts = n->op == FP_EXPR_TRIPS || n->op == FP_EXPR_EXIT;
    for (uint32_t i = 0; i < r->count; i++) r->counted |= counts && (n->id == r->from[i] || n->id == r->to[i]);
}

static bool is_renamed(const renaming *r, fp_expr node) {
    for (uint32_t i = 0; i < r->count; i++)
        if (r->from[i] != r->to[i] && fp_loop_set_has(&r->a->exprs, fp_expr_at(&r->a->exprs, node)->loops, r->from[i]))
            return false;
    return true;
}

/* False: something else in it hangs on the loops, too. */
static bool rename_node(renaming *r, fp_expr *node) {
    if (*node == FP_EXPR_NONE) return true;
    if (fp_expr_at(&r->a->exprs, *node)->leaves & r->counts) fp_expr_visit(&r->a->exprs, *node, find_count, r);
    if (r->counted) return false;
    if (!is_renamed(r, *node))
        *node = fp_expr_substitute(&r->a->exprs, *node, &(fp_substitution){ renamed_leaf, r, UINT64_MAX });
    return is_renamed(r, *node);
}

static bool rename_guards(renaming *r, fp_guards *guards) {
    fp_guard_set set = r->a->guard_sets.data[*guards];
    fp_guard *list = FP_NEW(r->a->keep, fp_guard, set.count + 1);
    bool changed = false;
    for (uint32_t i = 0; i < set.count; i++) {
        list[i] = r->a->guard_lists.data[set.first + i];
        fp_expr old = list[i].node;
        if (!rename_node(r, &list[i].node)) return false;
        changed |= list[i].node != old;
    }
    if (changed) *guards = fp_address_guards(r->a, list, set.count);
    return true;
}

static bool rename_access(renaming *r, bool stands_in, fp_stand_in *access) {
    struct fp_addresses *a = r->a;
    fp_footprint_info f = a->footprints.data[access->footprint];
    bool renamed = rename_node(r, &f.address) && rename_node(r, &f.tuple) && rename_node(r, &f.begin) &&
                   rename_guards(r, &f.guards);
    for (uint32_t i = 0; i < f.box_count && renamed; i++)
        renamed = is_renamed(r, a->boxes.data[f.first_box + i].offset);
    if (!renamed) return false;
    fp_place place = 0;
    for (fp_place p = access->place; p; p = a->places.data[p].rest) {
        fp_place_info info = a->places.data[p];
        for (uint32_t i = 0; i < r->count; i++)
            if (info.loop == r->from[i]) {
                info.loop = r->to[i];
                break;
            }
        place = fp_place_with(a, place, info);
    }
    for (uint32_t i = 0; i < r->count; i++)
        if (f.loop == r->from[i]) {
            f.loop = r->to[i];
            break;
        }
    f.stands_in = stands_in;
    *access = (fp_stand_in){ fp_footprint_intern(a, &f, a->segments.data + f.first_segment), place };
    return true;
}

/* Is how often the loop runs told by its bounds alone, and what they are by where it stands? */
static bool is_told_by_bounds(struct fp_addresses *a, fp_loop_id loop, fp_expr *lower, fp_expr *upper) {
    const fp_loop_state *l = &a->loops.data[loop];
    return l->known && l->info.has_iv && l->info.below_upper && l->info.block_count == 0 && !l->info.leaves_early &&
           !l->info.trips_from && fp_address_loop_bounds(a, loop, 0, lower, upper);
}

/* Have they equal numbers of iterations, as far as these are known? */
static bool count_alike(const fp_loop_info *x, const fp_loop_info *y) {
    return x->step_constant == y->step_constant && x->trips_min == y->trips_min && x->trips_max == y->trips_max &&
           x->heads_least == y->heads_least && x->heads_most == y->heads_most && x->uniform == y->uniform &&
           x->tested_after == y->tested_after && x->iv_argument == y->iv_argument;
}

/* The first loop in `parent` with these bounds, where a loop that counts as `info` says may be it; FP_NONE: none is. */
static fp_loop_id find_alike(struct fp_addresses *a, fp_loop_id parent, const fp_loop_info *info, fp_expr lower,
                             fp_expr upper) {
    uint64_t hash = fp_hash_mix((uint64_t)lower << 32 | upper, parent);
    for (fp_map_probe p = fp_map_find(&a->first_alike, hash); fp_map_next(&p);) {
        const fp_loop_info *other = &a->loops.data[p.value].info;
        fp_expr own_lower, own_upper;
        if (other->parent == parent && count_alike(info, other) &&
            fp_address_loop_bounds(a, p.value, 0, &own_lower, &own_upper) && own_lower == lower && own_upper == upper)
            return p.value;
    }
    return FP_NONE;
}

/* Marks the loops whose iteration some access depends on. */
static void find_used_loops(struct fp_addresses *a) {
    for (uint32_t f = 1; f < a->footprints.len; f++)
        for (fp_loop_id loop = a->footprints.data[f].loop; loop != FP_NONE; loop = a->loops.data[loop].info.parent)
            if (!a->loops.data[loop].is_used) a->loops.data[loop].is_used = fp_footprint_uses_loop(a, f, loop);
}

static void liken_loops(struct fp_addresses *a) {
    if (a->likened == a->loops.len) return;
    a->stood_in.len = 0;
    fp_map_clear(&a->stood_in_by);
    find_used_loops(a);
    for (; a->likened < a->loops.len; a->likened++) {
        fp_expr lower, upper;
        const fp_loop_info info = a->loops.data[a->likened].info;
        a->loops.data[a->likened].alike = a->likened;
        if (!a->loops.data[a->likened].is_used || !is_told_by_bounds(a, a->likened, &lower, &upper)) continue;
        fp_loop_id first = find_alike(a, info.parent, &info, lower, upper);
        if (first != FP_NONE) a->loops.data[first].has_like = true;
        if (first == FP_NONE)
            fp_map_put(a->keep, &a->first_alike, fp_hash_mix((uint64_t)lower << 32 | upper, info.parent), a->likened);
        else
            a->loops.data[a->likened].alike = first;
    }
}

/* The loops around an access from `loop` inwards, and their like around the same access in the first loop alike. */
static bool find_renaming(struct fp_addresses *a, fp_loop_id loop, fp_loop_id innermost, renaming *r) {
    fp_loop_id inwards[FP_LOOP_NEST_MAX];
    uint32_t count = 0;
    *r = (renaming){ .a = a };
    for (; innermost != FP_NONE && count < FP_LOOP_NEST_MAX; innermost = a->loops.data[innermost].info.parent) {
        inwards[count++] = innermost;
        if (innermost == loop) break;
    }
    if (innermost != loop) return false;
    fp_loop_id in = a->loops.data[loop].info.parent;
    while (count-- > 0) {
        fp_expr lower, upper;
        const fp_loop_info info = a->loops.data[inwards[count]].info;
        if (!is_told_by_bounds(a, inwards[count], &lower, &upper) || !rename_node(r, &lower) || !rename_node(r, &upper))
            return false;
        in = find_alike(a, in, &info, lower, upper);
        if (in == FP_NONE) return false;
        rename_loop(r, inwards[count], in);
    }
    return true;
}

static fp_loop_id stand_in(struct fp_addresses *a, fp_loop_id loop, fp_stand_in *access) {
    renaming r;
    if (!find_renaming(a, loop, a->footprints.data[access->footprint].loop, &r) || !rename_access(&r, true, access))
        return loop;
    return r.to[0];
}

fp_loop_id fp_footprint_stand_in(struct fp_addresses *a, fp_loop_id loop, fp_stand_in *access) {
    liken_loops(a);
    if (access->footprint == 0 || (a->loops.data[loop].alike == loop && !a->loops.data[loop].has_like)) return loop;
    uint64_t hash = fp_hash_mix((uint64_t)access->footprint << 32 | access->place, loop);
    for (fp_map_probe p = fp_map_find(&a->stood_in_by, hash); fp_map_next(&p);) {
        const fp_stood_in *known = &a->stood_in.data[p.value];
        if (known->loop != loop || known->inside.footprint != access->footprint || known->inside.place != access->place)
            continue;
        *access = known->outside;
        return known->left;
    }
    fp_stood_in new = { .loop = loop, .inside = *access };
    new.left = stand_in(a, loop, access);
    new.outside = *access;
    fp_map_put(a->keep, &a->stood_in_by, hash, a->stood_in.len);
    *FP_PUSH(a->keep, &a->stood_in) = new;
    return new.left;
}

bool fp_footprint_stand_back(struct fp_addresses *a, fp_footprint own, fp_stand_in *access) {
    renaming r = { .a = a };
    fp_loop_id here = a->footprints.data[access->footprint].loop, there = a->footprints.data[own].loop;
    if (!a->footprints.data[access->footprint].stands_in) return false;
    while (there != FP_NONE && a->loops.data[there].depth > a->loops.data[here].depth)
        there = a->loops.data[there].info.parent;
    while (here != there && here != FP_NONE && there != FP_NONE && r.count < FP_LOOP_NEST_MAX) {
        rename_loop(&r, here, there);
        here = a->loops.data[here].info.parent, there = a->loops.data[there].info.parent;
    }
    return rename_access(&r, false, access);
}
