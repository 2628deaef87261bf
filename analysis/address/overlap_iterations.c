/* overlap_iterations.c - the later access's iterations against the earlier's, and what that does to the leaves of
 * their addresses. */
#include "address/address_guards.h"
#include "address/address_loop.h"
#include "address/address_resolve.h"
#include "address/overlap.h"
#include <string.h>

struct fp_overlap_state *fp_overlap_state(struct fp_addresses *a) {
    if (!a->overlap) a->overlap = FP_NEW(a->keep, struct fp_overlap_state, 1);
    return a->overlap;
}

const fp_iteration_relation_entry *fp_iteration_relation_entries(const struct fp_addresses *a,
                                                                 fp_iteration_relation relation, uint32_t *count) {
    const struct fp_overlap_state *state = a->overlap;
    *count = relation ? state->relations.data[relation].count : 0;
    return relation ? state->entries.data + state->relations.data[relation].first : NULL;
}

/* ---- Leaves of the other access ---- */

struct application {
    struct fp_addresses *a;
    const fp_iteration_relation_entry *entries;
    uint32_t count;
    bool later;
    fp_expr *trips; /* per entry with a fixed end, made before the substitution starts */
    const fp_tie *ties;
    uint32_t tie_count;
};

static const fp_iteration_relation_entry *entry_for(const struct application *s, fp_loop_id loop) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->entries[i].loop == loop) return &s->entries[i];
    return NULL;
}

/* Another value in another iteration: the later access's symbols are its own as soon as one loop around their
 * definition is not at the same iteration. */
static bool differs(const struct application *s, fp_loop_set loops) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->entries[i].kind != FP_ITERATION_RELATION_SAME &&
            fp_loop_set_has(&s->a->exprs, loops, s->entries[i].loop))
            return true;
    return false;
}

static fp_expr own_instance(struct application *s, fp_expr leaf) {
    fp_expr_info n = *fp_expr_at(&s->a->exprs, leaf);
    if (!s->later || n.op == FP_EXPR_CONSTANT || !differs(s, n.loops)) return leaf;
    fp_leaf own = fp_leaf_of(&n);
    own.instance |= FP_INSTANCE_LATER;
    return fp_expr_leaf(&s->a->exprs, own);
}

/* How often the loop runs at least, as places counted from its end say. */
static uint32_t least_trips(const fp_iteration_relation_entry *e, const bool ask[2]) {
    uint32_t least = 0;
    for (int side = 0; side < 2; side++)
        if (ask[side] && e->place[side] == FP_PLACE_END && least <= e->at[side]) least = e->at[side] + 1;
    return least;
}

/* A trip count, where iterations counted from the end say that there are so many at least. */
static fp_expr own_trips(const struct application *s, fp_expr leaf) {
    fp_expr_info n = *fp_expr_at(&s->a->exprs, leaf);
    const fp_iteration_relation_entry *e = entry_for(s, n.id);
    if (e && e->counted) return fp_expr_constant(&s->a->exprs, e->counted - 1);
    bool differ = differs(s, n.loops);
    if (e) {
        const bool ask[2] = { !differ || !s->later, !differ || s->later };
        uint32_t least = least_trips(e, ask);
        if (e->like) n = *fp_expr_at(&s->a->exprs, fp_address_trips(s->a, s->entries[e->like - 1].loop));
        if (e->least > least) least = e->least;
        if (n.low < least) n.low = least;
    }
    if (n.low > n.high) return leaf;
    fp_leaf own = fp_leaf_of(&n);
    if (differ && s->later) own.instance |= FP_INSTANCE_LATER;
    return fp_expr_leaf(&s->a->exprs, own);
}

/* The trip count of an entry of which something is known here, where its loop runs from and up to the same numbers in
 * all iterations around it; FP_EXPR_NONE. */
static fp_expr told_trips(struct fp_addresses *a, const fp_iteration_relation_entry *e) {
    if (!e->counted && e->place[0] != FP_PLACE_END && e->place[1] != FP_PLACE_END) return FP_EXPR_NONE;
    fp_expr trips = fp_address_trips(a, e->loop);
    const fp_expr_info *n = fp_expr_at(&a->exprs, trips);
    return n->op == FP_EXPR_TRIPS && !n->loops ? trips : FP_EXPR_NONE;
}

/* Finds entries whose loops run as often as that of an entry before them. */
static void find_like(struct fp_addresses *a, fp_iteration_relation_entry *entries, uint32_t count) {
    const bool both[2] = { true, true };
    for (uint32_t i = 1; i < count; i++) {
        fp_tie tie, other;
        fp_expr trips = told_trips(a, &entries[i]);
        if (trips == FP_EXPR_NONE || entries[i].counted || !fp_overlap_tie(a, entries[i].loop, trips, &tie)) continue;
        for (uint32_t k = 0; k < i && !entries[i].like; k++) {
            fp_expr before = entries[k].like || entries[k].counted ? FP_EXPR_NONE : told_trips(a, &entries[k]);
            if (before == FP_EXPR_NONE || !fp_overlap_tie(a, entries[k].loop, before, &other) ||
                other.symbol != tie.symbol ||
                fp_expr_sub(&a->exprs, tie.value, trips) != fp_expr_sub(&a->exprs, other.value, before))
                continue;
            entries[i].like = k + 1;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        fp_iteration_relation_entry *first = &entries[entries[i].like ? entries[i].like - 1 : i];
        uint32_t least = least_trips(&entries[i], both);
        if (entries[i].like && first->least == 0) first->least = least_trips(first, both);
        if (entries[i].like && first->least < least) first->least = least;
    }
    for (uint32_t i = 0; i < count; i++)
        if (entries[i].like) entries[i].least = entries[entries[i].like - 1].least;
}

/* Symbols in the bounds of loops that certainly ran: what the loop's end says of them and what they say themselves is
 * then one thing. */
static void tie_symbols(struct fp_addresses *a, fp_iteration_relation relation) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    struct application s = { .a = a };
    s.entries = fp_iteration_relation_entries(a, relation, &s.count);
    find_like(a, state->entries.data + state->relations.data[relation].first, s.count);
    uint32_t first = state->ties.len;
    uint64_t concerned = 0;
    FP_VEC(fp_tie) others = { 0 };
    for (uint32_t i = 0; i < s.count; i++) {
        fp_tie tie;
        bool told =
            s.entries[i].counted || s.entries[i].place[0] == FP_PLACE_END || s.entries[i].place[1] == FP_PLACE_END;
        if (told) concerned |= fp_expr_leaf_bit(FP_EXPR_TRIPS, s.entries[i].loop);
        fp_expr trips = told_trips(a, &s.entries[i]);
        if (trips == FP_EXPR_NONE || s.entries[i].like) continue;
        if (!fp_overlap_tie(a, s.entries[i].loop, own_trips(&s, trips), &tie)) continue;
        bool again = false;
        for (uint32_t k = first; k < state->ties.len; k++) again |= state->ties.data[k].symbol == tie.symbol;
        if (again) *FP_PUSH(a->keep, &others) = tie;
        if (again) continue;
        const fp_expr_info *n = fp_expr_at(&a->exprs, tie.symbol);
        concerned |= fp_expr_leaf_bit((fp_expr_op)n->op, n->id);
        *FP_PUSH(a->keep, &state->ties) = tie;
    }
    fp_iteration_relation_list *list = &state->relations.data[relation];
    list->first_tie = first;
    list->tie_count = state->ties.len - first;
    list->other_ties = others.len;
    list->concerned = concerned;
    for (uint32_t i = 0; i < others.len; i++) *FP_PUSH(a->keep, &state->ties) = others.data[i];
}

const fp_tie *fp_iteration_relation_ties(const struct fp_addresses *a, fp_iteration_relation relation,
                                         uint32_t *count) {
    *count = relation ? a->overlap->relations.data[relation].tie_count : 0;
    return relation ? a->overlap->ties.data + a->overlap->relations.data[relation].first_tie : NULL;
}

const fp_tie *fp_iteration_relation_other_ties(const struct fp_addresses *a, fp_iteration_relation relation,
                                               uint32_t *count) {
    *count = relation ? a->overlap->relations.data[relation].other_ties : 0;
    return relation ? fp_iteration_relation_ties(a, relation, &(uint32_t){ 0 }) +
                          a->overlap->relations.data[relation].tie_count
                    : NULL;
}

/* ---- Relations ---- */

static const fp_place_info *place_of(const struct fp_addresses *a, fp_place place, fp_loop_id loop) {
    for (; place; place = a->places.data[place].rest)
        if (a->places.data[place].loop == loop) return &a->places.data[place];
    return NULL;
}

static void stand(fp_iteration_relation_entry *entry, int side, const fp_place_info *place) {
    if (!place) return;
    entry->place[side] = place->side;
    entry->at[side] = place->distance;
}

/* How the iterations of one loop lie; false: the same one. */
static bool entry_of(const struct fp_addresses *a, fp_loop_id loop, const fp_footprint_info *p,
                     const fp_footprint_info *q, fp_iterations it, fp_iteration_relation_entry *entry) {
    *entry = (fp_iteration_relation_entry){ .loop = loop, .kind = FP_ITERATION_RELATION_APART };
    bool in_p = fp_address_loop_encloses(a, loop, p->loop), in_q = fp_address_loop_encloses(a, loop, q->loop);
    const fp_place_info *at_p = place_of(a, it.producer, loop), *at_q = place_of(a, it.consumer, loop);
    entry->around[0] = in_p;
    entry->around[1] = in_q;
    bool carries = it.carrier != FP_NONE;
    if (in_p && in_q && carries && loop == it.carrier && !at_p && !at_q) {
        entry->kind = it.at_least ? FP_ITERATION_RELATION_MORE : FP_ITERATION_RELATION_SHIFT;
        entry->distance = it.distance;
        return it.distance > 0 || it.at_least;
    }
    bool outside = carries && loop != it.carrier && fp_address_loop_encloses(a, loop, it.carrier);
    bool inside = carries && loop != it.carrier && fp_address_loop_encloses(a, it.carrier, loop);
    if (in_p && in_q && !at_p && !at_q && (outside || !inside)) return false;
    if (!in_p && !in_q && !inside) return false; /* both see what its last iteration left */
    stand(entry, 0, in_p ? at_p : NULL);
    stand(entry, 1, in_q ? at_q : NULL);
    return true;
}

/* Adds the loops on whose iterations the counts of these hang. */
static void add_loops_of_counts(struct fp_addresses *a, fp_loop_set *loops) {
    fp_loop_set of_counts = 0;
    FP_FOR_LOOPS(loop, &a->exprs, *loops)
    if (loop < a->loops.len && a->loops.data[loop].known && a->loops.data[loop].info.trips_from)
        of_counts = fp_loop_set_union(&a->exprs, of_counts, fp_expr_at(&a->exprs, fp_address_trips(a, loop))->loops);
    *loops = fp_loop_set_union(&a->exprs, *loops, of_counts);
}

static void add_loops(struct fp_addresses *a, fp_loop_set *loops, const fp_footprint_info *f) {
    *loops = fp_loop_set_union(&a->exprs, *loops, fp_expr_at(&a->exprs, f->address)->loops);
    if (f->tuple != FP_EXPR_NONE) *loops = fp_loop_set_union(&a->exprs, *loops, fp_expr_at(&a->exprs, f->tuple)->loops);
    for (uint32_t i = 0; i < a->guard_sets.data[f->guards].count; i++)
        *loops = fp_loop_set_union(
            &a->exprs, *loops,
            fp_expr_at(&a->exprs, a->guard_lists.data[a->guard_sets.data[f->guards].first + i].node)->loops);
    for (uint32_t i = 0; i < f->box_count; i++)
        *loops =
            fp_loop_set_union(&a->exprs, *loops, fp_expr_at(&a->exprs, a->boxes.data[f->first_box + i].offset)->loops);
}

/* Adds what is known of trip counts to the entries from `first` on; false: an iteration that there is not. */
static bool count_loops(struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q, fp_place counts,
                        uint32_t first) {
    struct fp_overlap_state *state = a->overlap;
    for (; counts; counts = a->places.data[counts].rest) {
        fp_loop_id loop = a->places.data[counts].loop;
        uint32_t trips = a->places.data[counts].distance, at = first;
        while (at < state->entries.len && state->entries.data[at].loop != loop) at++;
        if (at == state->entries.len) {
            uint64_t leaves = fp_expr_leaf_bit(FP_EXPR_TRIPS, loop);
            if (fp_address_iteration_runs(a, loop) != FP_EXPR_NONE) leaves |= a->loops.data[loop].bound_leaves;
            if (!(fp_footprint_leaves(a, p) & leaves) && !(fp_footprint_leaves(a, q) & leaves)) continue;
            *FP_PUSH(a->keep, &state->entries) =
                (fp_iteration_relation_entry){ .loop = loop, .kind = FP_ITERATION_RELATION_SAME };
        }
        fp_iteration_relation_entry *e = &state->entries.data[at];
        e->counted = trips + 1;
        for (int side = 0; side < 2; side++)
            if (e->around[side] && (trips == 0 || (e->place[side] != FP_PLACE_FREE && e->at[side] >= trips)))
                return false;
        if (e->kind != FP_ITERATION_RELATION_APART && e->distance && e->distance >= trips) return false;
    }
    return true;
}

/* The first loop of the set, from `from` on, in which the two accesses may stand in different iterations: one around an
 * access, or one that may lie inside the carrier. */
static fp_loop_id next_concerned(const struct fp_addresses *a, fp_loop_set loops, const fp_footprint_info *p,
                                 const fp_footprint_info *q, fp_loop_id carrier, fp_loop_id from) {
    fp_loop_id first = carrier == FP_NONE
                           ? FP_NONE
                           : fp_loop_set_next(&a->exprs, loops,
                                              from > carrier ? from : carrier); /* what is inside has a higher number */
    const fp_loop_id innermost[2] = { p->loop, q->loop };
    for (int side = 0; side < 2; side++)
        for (fp_loop_id loop = innermost[side]; loop != FP_NONE && loop >= from; loop = a->loops.data[loop].info.parent)
            if (loop < first && fp_loop_set_has(&a->exprs, loops, loop)) first = loop;
    return first;
}

/* Does an access, or what is known of the other loops around it, speak of what bounds the carrier? Then how far the
 * carrier runs is a condition of the pair. */
static bool carrier_is_asked(struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q,
                             fp_loop_set loops, fp_iterations it) {
    const fp_loop_state *carrier = &a->loops.data[it.carrier];
    if (carrier->info.trips_min == carrier->info.trips_max) return false;
    if (fp_overlap_speaks_of(a, it.carrier, p, q)) return true;
    uint64_t bounds = 0;
    for (int side = 0; side < 2 && carrier->bound_leaves; side++) {
        for (fp_loop_id loop = side ? q->loop : p->loop; loop != FP_NONE; loop = a->loops.data[loop].info.parent) {
            bool concerned = fp_loop_set_has(&a->exprs, loops, loop) || place_of(a, it.counts, loop);
            if (loop != it.carrier && concerned && fp_address_iteration_runs(a, loop) != FP_EXPR_NONE)
                bounds |= a->loops.data[loop].bound_leaves;
        }
    }
    return bounds & carrier->bound_leaves;
}

bool fp_iteration_relation_find(struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q,
                                fp_iterations it, fp_iteration_relation *relation) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    if (it.carrier != FP_NONE && it.carrier < a->loops.len && a->loops.data[it.carrier].known) {
        const fp_loop_info *info = &a->loops.data[it.carrier].info;
        if (info->trips_max >= 0 && it.distance >= info->trips_max &&
            fp_address_loop_encloses(a, it.carrier, p->loop) && fp_address_loop_encloses(a, it.carrier, q->loop))
            return false;
    }
    fp_loop_set loops = 0;
    add_loops(a, &loops, p);
    add_loops(a, &loops, q);
    add_loops_of_counts(a, &loops);
    if (it.carrier != FP_NONE && it.carrier < a->loops.len && a->loops.data[it.carrier].known &&
        !fp_loop_set_has(&a->exprs, loops, it.carrier) && carrier_is_asked(a, p, q, loops, it))
        loops = fp_loop_set_union(&a->exprs, loops, fp_loop_set_of(&a->exprs, it.carrier));
    uint32_t first = state->entries.len;
    uint64_t hash = 0;
    for (fp_loop_id loop = 0; (loop = next_concerned(a, loops, p, q, it.carrier, loop)) != FP_NONE; loop++) {
        fp_iteration_relation_entry e;
        if (loop >= a->loops.len || !a->loops.data[loop].known || !entry_of(a, loop, p, q, it, &e)) continue;
        int64_t most = a->loops.data[e.loop].info.trips_max;
        for (int side = 0; side < 2; side++)
            if (e.place[side] != FP_PLACE_FREE && most >= 0 && e.at[side] >= most) {
                state->entries.len = first;
                return false;
            }
        *FP_PUSH(a->keep, &state->entries) = e;
        hash = fp_hash_mix(fp_hash_mix(hash, (uint64_t)e.loop << 32 | e.distance),
                           (uint64_t)e.kind | (uint64_t)e.around[0] << 8 | (uint64_t)e.around[1] << 9);
        for (int side = 0; side < 2; side++) hash = fp_hash_mix(hash, (uint64_t)e.place[side] << 32 | e.at[side]);
    }
    if (!count_loops(a, p, q, it.counts, first)) {
        state->entries.len = first;
        return false;
    }
    for (uint32_t i = first; i < state->entries.len; i++) hash = fp_hash_mix(hash, state->entries.data[i].counted);
    uint32_t len = state->entries.len - first;
    *relation = 0;
    if (len == 0) return true;
    for (fp_map_probe probe = fp_map_find(&state->by_relation, hash); fp_map_next(&probe);) {
        if (state->relations.data[probe.value].count != len) continue;
        uint32_t i = 0;
        for (; i < len; i++) {
            const fp_iteration_relation_entry *x = &state->entries.data[state->relations.data[probe.value].first + i],
                                              *y = &state->entries.data[first + i];
            if (x->loop != y->loop || x->counted != y->counted || x->kind != y->kind || x->distance != y->distance ||
                memcmp(x->place, y->place, sizeof x->place) || memcmp(x->at, y->at, sizeof x->at) ||
                x->around[0] != y->around[0] || x->around[1] != y->around[1])
                break;
        }
        if (i < len) continue;
        state->entries.len = first;
        *relation = probe.value;
        return true;
    }
    if (state->relations.len == 0) /* number 0: nothing differs */
        *FP_PUSH(a->keep, &state->relations) = (fp_iteration_relation_list){ 0 };
    *relation = state->relations.len;
    fp_map_put(a->keep, &state->by_relation, hash, *relation);
    *FP_PUSH(a->keep, &state->relations) = (fp_iteration_relation_list){ .first = first, .count = len };
    tie_symbols(a, *relation);
    return true;
}

/* ---- Nodes of one side ---- */

static fp_expr replace(void *context, fp_expr leaf) {
    struct application *s = context;
    struct fp_exprs *exprs = &s->a->exprs;
    fp_expr_info n = *fp_expr_at(exprs, leaf);
    for (uint32_t i = 0; n.op == FP_EXPR_SYMBOL && i < s->tie_count; i++)
        if (s->ties[i].symbol == leaf) return s->ties[i].value;
    if (n.op == FP_EXPR_TRIPS) return own_trips(s, leaf);
    if (n.op == FP_EXPR_SYMBOL || n.op == FP_EXPR_EXIT) return own_instance(s, leaf);
    if (n.op != FP_EXPR_ITER) return leaf;
    const fp_iteration_relation_entry *e = entry_for(s, n.id);
    if (!e || e->kind == FP_ITERATION_RELATION_SAME) return leaf;
    if (e->kind == FP_ITERATION_RELATION_SHIFT || e->kind == FP_ITERATION_RELATION_MORE) {
        /* The later iteration runs too: the earlier one is not among the last. */
        int64_t left = n.high >= FP_FAR ? FP_FAR : n.high - e->distance;
        if (left < 0) left = 0;
        fp_leaf some = fp_leaf_of(&n);
        some.high = left;
        fp_expr earlier = fp_expr_leaf(exprs, some);
        if (!s->later) return earlier;
        fp_expr shifted = fp_expr_offset(exprs, earlier, e->distance);
        if (e->kind == FP_ITERATION_RELATION_SHIFT) return shifted;
        return fp_expr_add(
            exprs, shifted,
            fp_expr_leaf(exprs, (fp_leaf){ .op = FP_EXPR_MORE, .id = n.id, .high = left, .loops = n.loops }));
    }
    if (e->place[s->later] == FP_PLACE_BEGIN || e->place[s->later] == FP_PLACE_LEFT)
        return fp_expr_constant(exprs, e->at[s->later]);
    if (e->place[s->later] == FP_PLACE_END) {
        fp_expr trips = s->trips[e - s->entries];
        fp_expr_info t = *fp_expr_at(exprs, trips);
        if (t.op == FP_EXPR_TRIPS) {
            trips = own_trips(s, trips);
        } else if (t.op == FP_EXPR_OPAQUE && t.low <= e->at[s->later] && t.high > e->at[s->later]) {
            t.low = (int64_t)e->at[s->later] + 1; /* another number in each thread; where it stands there, it runs */
            trips = fp_expr_leaf(exprs, fp_leaf_of(&t));
        }
        return fp_expr_offset(exprs, trips, -1 - (int64_t)e->at[s->later]);
    }
    fp_leaf own = fp_leaf_of(&n);
    if (s->later && e->around[0]) own.instance |= FP_INSTANCE_LATER;
    fp_place_side place = e->place[s->later];
    bool late = place == FP_PLACE_FROM || place == FP_PLACE_SOME_FROM;
    bool early = place == FP_PLACE_UNTIL || place == FP_PLACE_SOME_UNTIL;
    if (late && own.low < e->at[s->later]) own.low = e->at[s->later];
    if (early && own.high < FP_FAR) own.high -= e->at[s->later];
    return own.low > own.high ? leaf : fp_expr_leaf(exprs, own);
}

/* Can the relation change the node at all? */
static bool concerns(const struct fp_overlap_state *state, fp_iteration_relation relation, const fp_expr_info *n) {
    return n->loops || (n->leaves & state->relations.data[relation].concerned);
}

/* The trip count of a loop in the leaves of one side. A TRIPS leaf becomes this side's where it is put in. */
static fp_expr trips_of_side(struct fp_addresses *a, fp_iteration_relation relation, fp_expr trips, bool later) {
    bool leaf = fp_expr_at(&a->exprs, trips)->op == FP_EXPR_TRIPS;
    return leaf ? trips : fp_iteration_relation_apply(a, relation, trips, later);
}

fp_expr fp_iteration_relation_apply(struct fp_addresses *a, fp_iteration_relation relation, fp_expr node, bool later) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    if (relation == 0 || !concerns(state, relation, fp_expr_at(&a->exprs, node))) return node;
    uint64_t hash = fp_hash_mix((uint64_t)relation << 32 | node, later);
    if (!state->applied) state->applied = FP_NEW(a->keep, fp_iteration_relation_result, FP_APPLIED_KEPT);
    fp_iteration_relation_result *known = &state->applied[hash % FP_APPLIED_KEPT];
    if (known->node == node && known->relation == relation && known->later == later) return known->result;
    struct application s = { .a = a, .later = later };
    s.entries = fp_iteration_relation_entries(a, relation, &s.count);
    s.ties = fp_iteration_relation_ties(a, relation, &s.tie_count);
    fp_loop_set loops = fp_expr_at(&a->exprs, node)->loops;
    for (uint32_t i = 0; i < s.count; i++) {
        if (s.entries[i].place[later] != FP_PLACE_END || !fp_loop_set_has(&a->exprs, loops, s.entries[i].loop))
            continue;
        if (!s.trips) s.trips = FP_NEW(a->keep, fp_expr, s.count);
        s.trips[i] = trips_of_side(a, relation, fp_address_trips(a, s.entries[i].loop), later);
    }
    fp_expr result = fp_expr_substitute(&a->exprs, node, &(fp_substitution){ replace, &s, UINT64_MAX });
    *known = (fp_iteration_relation_result){ node, result, relation, later };
    return result;
}

/* A guard that compares with the loop's own bound: in an iteration counted from the end the bound itself tells, not
 * just some number of trips. */
static fp_expr guard_at_end(struct fp_addresses *a, fp_iteration_relation relation, fp_expr node, bool later) {
    struct application s = { .a = a, .later = later };
    s.entries = fp_iteration_relation_entries(a, relation, &s.count);
    s.ties = fp_iteration_relation_ties(a, relation, &s.tie_count);
    if (!concerns(a->overlap, relation, fp_expr_at(&a->exprs, node))) return node;
    s.trips = FP_NEW(a->keep, fp_expr, s.count);
    for (uint32_t i = 0; i < s.count; i++) {
        if (s.entries[i].place[later] != FP_PLACE_END) continue;
        fp_expr bound = fp_address_bound_trips(a, s.entries[i].loop);
        s.trips[i] =
            trips_of_side(a, relation, bound == FP_EXPR_NONE ? fp_address_trips(a, s.entries[i].loop) : bound, later);
    }
    return fp_expr_substitute(&a->exprs, node, &(fp_substitution){ replace, &s, UINT64_MAX });
}

/* Is the access of this side counted from the end of a loop whose bound no tie tells? */
static bool has_untied_end(const struct fp_addresses *a, fp_iteration_relation relation, bool later) {
    uint32_t count, ends = 0;
    const fp_iteration_relation_entry *entries = fp_iteration_relation_entries(a, relation, &count);
    for (uint32_t i = 0; i < count; i++) ends += entries[i].place[later] == FP_PLACE_END && !entries[i].like;
    return ends > a->overlap->relations.data[relation].tie_count;
}

fp_guards fp_iteration_relation_guards(struct fp_addresses *a, fp_iteration_relation relation, fp_guards guards,
                                       bool later) {
    enum { GUARDS_MAX = 64 };
    fp_guard list[GUARDS_MAX];
    fp_guard_set set = a->guard_sets.data[guards];
    if (relation == 0 || set.count == 0 || set.count > GUARDS_MAX) return guards;
    bool at_end = has_untied_end(a, relation, later);
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard g = a->guard_lists.data[set.first + i];
        list[i] = (fp_guard){ at_end ? guard_at_end(a, relation, g.node, later)
                                     : fp_iteration_relation_apply(a, relation, g.node, later),
                              g.negated };
    }
    return fp_address_guards(a, list, set.count);
}

/* ---- Loops that some threads leave before others ---- */

/* Loops of few iterations are told exactly which thread runs which; of longer ones, who runs the first. */
static fp_expr first_iteration(void *context, fp_expr leaf) {
    enum { FEW = 16 };
    struct fp_exprs *exprs = context;
    const fp_expr_info *n = fp_expr_at(exprs, leaf);
    bool many = (n->op == FP_EXPR_ITER || n->op == FP_EXPR_MORE) && n->high - n->low >= FEW;
    return many ? fp_expr_constant(exprs, n->low) : leaf;
}

struct varying {
    const struct fp_exprs *exprs;
    bool others;
};
static void find_others(void *context, fp_expr leaf) {
    struct varying *v = context;
    fp_expr_op op = (fp_expr_op)fp_expr_at(v->exprs, leaf)->op;
    v->others |= op == FP_EXPR_SYMBOL || op == FP_EXPR_OPAQUE || op == FP_EXPR_TRIPS || op == FP_EXPR_EXIT ||
                 op == FP_EXPR_CARRIED;
}

/* Is it made of thread ids and iterations alone? */
static bool is_enumerable(struct fp_addresses *a, fp_expr node) {
    struct varying v = { &a->exprs, false };
    fp_expr_visit(&a->exprs, node, find_others, &v);
    return !v.others;
}

/* A loop that runs as often as each thread's bounds say, or as the number says that its counter starts from: does it
 * come to the iteration of this access? FP_EXPR_NONE: it is no such loop, or the relation does not tell the iteration.
 */
static fp_expr has_iteration(struct fp_addresses *a, fp_iteration_relation relation, fp_loop_id loop, bool later) {
    struct fp_exprs *s = &a->exprs;
    uint32_t count, i = 0;
    const fp_iteration_relation_entry *entries = fp_iteration_relation_entries(a, relation, &count);
    while (i < count && entries[i].loop != loop) i++;
    fp_expr trips = i < count ? fp_address_trips(a, loop) : FP_EXPR_NONE;
    if (trips == FP_EXPR_NONE || fp_expr_is_constant(s, trips)) return FP_EXPR_NONE;
    fp_place_side place = entries[i].place[later];
    fp_expr own = fp_iteration_relation_apply(a, relation, trips, later),
            at = fp_expr_constant(s, entries[i].at[later]);
    if (place == FP_PLACE_END) return fp_expr_less(s, at, own);
    const fp_loop_info *info = &a->loops.data[loop].info;
    if (!info->trips_from) return FP_EXPR_NONE;
    if (place == FP_PLACE_LEFT) return fp_expr_equal(s, at, own);
    at = fp_iteration_relation_apply(a, relation, a->loops.data[loop].iteration, later);
    return fp_expr_less(s, at, info->heads_most ? fp_expr_offset(s, own, 1) : own);
}

fp_guards fp_overlap_running(struct fp_addresses *a, const fp_footprint_info *f, fp_iteration_relation relation,
                             bool later, fp_guards guards) {
    enum { GUARDS_MAX = 64 };
    fp_guard list[GUARDS_MAX];
    fp_guard_set set = a->guard_sets.data[guards];
    uint32_t count = 0;
    if (set.count > GUARDS_MAX / 2) return guards;
    for (fp_loop_id loop = f->loop; loop != FP_NONE && set.count + count + 1 < GUARDS_MAX;
         loop = a->loops.data[loop].info.parent) {
        fp_expr has = has_iteration(a, relation, loop, later);
        if (has != FP_EXPR_NONE && is_enumerable(a, has)) list[count++] = (fp_guard){ has, false };
        fp_expr runs = fp_address_iteration_runs(a, loop);
        if (runs == FP_EXPR_NONE || !(fp_expr_at(&a->exprs, runs)->depends & FP_DEPENDS_THREAD)) continue;
        runs = fp_iteration_relation_apply(a, relation, runs, later);
        runs = fp_expr_substitute(&a->exprs, runs, &(fp_substitution){ first_iteration, &a->exprs, UINT64_MAX });
        if (is_enumerable(a, runs)) list[count++] = (fp_guard){ runs, false };
    }
    if (count == 0) return guards;
    for (uint32_t i = 0; i < set.count; i++) list[count++] = a->guard_lists.data[set.first + i];
    return fp_address_guards(a, list, count);
}

/* ---- Iterations that certainly run ---- */

/* The value chosen for the leaf with the op, loop and instance of `leaf`; 0: none was chosen. */
static int64_t assigned_value(const struct fp_addresses *a, fp_assigned_list assigned, fp_leaf leaf) {
    for (uint32_t i = 0; i < assigned.len; i++) {
        const fp_assigned *one = &assigned.data[i];
        const fp_expr_info *n = fp_expr_at(&a->exprs, one->leaf);
        if (n->op != leaf.op || n->id != leaf.id || n->instance != leaf.instance) continue;
        int64_t step = 0;
        for (uint32_t k = 0; one->factor && k < assigned.len; k++)
            if (assigned.data[k].leaf == one->step) step = assigned.data[k].value;
        return one->value + one->factor * step;
    }
    return 0;
}

/* Does an access of this side stand in iteration `*at`? Where the relation names the iteration, that becomes `*at`. */
static bool stands_there(const fp_loop_info *info, const fp_iteration_relation_entry *e, int side, int64_t *at) {
    switch (e->place[side]) {
    case FP_PLACE_FREE: return true;
    case FP_PLACE_BEGIN:
    case FP_PLACE_LEFT:
    case FP_PLACE_END: *at = e->at[side]; return true;
    case FP_PLACE_FROM: return *at >= e->at[side];
    case FP_PLACE_UNTIL: return info->trips_max < 0 || *at + e->at[side] < info->trips_max;
    case FP_PLACE_SOME_FROM:
    case FP_PLACE_SOME_UNTIL:
    case FP_PLACE_TRIPS: return false;
    }
    return false;
}

bool fp_overlap_iterations_exist(struct fp_addresses *a, const fp_problem *problem, fp_assigned_list assigned) {
    uint32_t entries;
    if (!fp_overlap_loops_run(a, problem->side[0].footprint) || !fp_overlap_loops_run(a, problem->side[1].footprint))
        return false;
    const fp_iteration_relation_entry *e = fp_iteration_relation_entries(a, problem->relation, &entries);
    for (uint32_t i = 0; i < entries; i++) {
        int64_t most = fp_overlap_sure_trips(a, e[i].loop), at[2];
        fp_leaf later = { .op = FP_EXPR_ITER, .id = e[i].loop, .instance = e[i].around[0] ? FP_INSTANCE_LATER : 0 };
        at[0] = assigned_value(a, assigned, (fp_leaf){ .op = FP_EXPR_ITER, .id = e[i].loop });
        at[1] = at[0] + e[i].distance + assigned_value(a, assigned, (fp_leaf){ .op = FP_EXPR_MORE, .id = e[i].loop });
        if (e[i].kind == FP_ITERATION_RELATION_APART) at[1] = assigned_value(a, assigned, later);
        for (int side = 0; side < 2; side++) {
            if (!e[i].around[side]) continue;
            if (!stands_there(&a->loops.data[e[i].loop].info, &e[i], side, &at[side])) return false;
            if (at[side] < 0 || at[side] >= most) return false;
        }
    }
    for (uint32_t i = 0; i < assigned.len; i++) {
        const fp_expr_info *n = fp_expr_at(&a->exprs, assigned.data[i].leaf);
        if (n->op != FP_EXPR_ITER || (n->instance & ~(uint32_t)FP_INSTANCE_LATER)) continue;
        int64_t at = assigned_value(a, assigned, fp_leaf_of(n));
        if (at < 0 || at >= fp_overlap_sure_trips(a, n->id)) return false;
    }
    return true;
}
