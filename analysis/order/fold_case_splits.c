/* fold_case_splits.c - one walk over a kernel's items before it is folded: places, depths, and which conditions guard
 * more than one region of a block. */
#include "order/fold_build.h"
#include <assert.h>
#include <string.h>

typedef struct guard {
    uint32_t value;
    const struct guard *outer;
} guard;
typedef struct around {
    uint32_t loop, block;
    const struct around *outer;
} around; /* a loop, as addresses number it, and the block that it stands in */
typedef struct {
    struct fp_fold *fold;
    uint32_t frame, block, depth; /* block: the innermost one whose values outlast this one; FP_NONE: there is none */
    const guard *guards;
    const around *loops;
    uint32_t call_place; /* of the folded kernel's call that leads here */
} walk;

static uint64_t block_hash(uint32_t frame, const fp_item *data) {
    return fp_hash_mix((uint64_t)(uintptr_t)data, frame);
}

const fp_case_block *fp_case_block_find(const struct fp_fold *fold, uint32_t frame, const fp_items *items) {
    if (items->len == 0) return NULL;
    for (fp_map_probe probe = fp_map_find(&fold->block_map, block_hash(frame, items->data)); fp_map_next(&probe);) {
        const fp_case_block *block = &fold->blocks.data[probe.value];
        if (block->data == items->data && block->frame == frame) return block;
    }
    return NULL;
}

static uint32_t common_block(const struct fp_fold *fold, uint32_t a, uint32_t b) {
    while (a != b && a != FP_NONE && b != FP_NONE) {
        const fp_case_block *x = &fold->blocks.data[a], *y = &fold->blocks.data[b];
        if (x->nesting >= y->nesting) a = x->parent;
        if (y->nesting >= x->nesting) b = y->parent;
    }
    return a == b ? a : FP_NONE;
}

static bool is_known(const guard *guards, uint32_t value) {
    for (; guards; guards = guards->outer)
        if (guards->value == value) return true;
    return false;
}

/* The body of a call runs once where the call stands: its values last as long as those around the call. */
static uint32_t block_around_calls(const struct fp_fold *fold, uint32_t block) {
    while (block != FP_NONE && fold->blocks.data[block].of_call) block = fold->blocks.data[block].parent;
    return block;
}

static bool is_uniform(fp_uniformity uniformity) {
    return !uniformity.doubt && uniformity.among <= FP_UNIFORM_WORKGROUP;
}

const fp_split *fp_case_block_split(const struct fp_fold *fold, uint32_t at_frame, uint32_t value) {
    uint32_t frame = fold->frames.data[at_frame].universe;
    for (fp_map_probe probe = fp_map_find(&fold->split_map, fp_hash_mix(1, (uint64_t)value << 32 | frame));
         fp_map_next(&probe);)
        if (fold->splits.data[probe.value].value == value && fold->splits.data[probe.value].frame == frame)
            return &fold->splits.data[probe.value];
    return NULL;
}

static uint32_t split_of(const walk *at, uint32_t value) {
    struct fp_fold *fold = at->fold;
    const fp_split *found = fp_case_block_split(fold, at->frame, value);
    if (found) return (uint32_t)(found - fold->splits.data);
    uint32_t frame = fold->frames.data[at->frame].universe;
    *FP_PUSH(fold->arena, &fold->splits) =
        (fp_split){ .frame = frame, .value = value, .block = at->block, .implied_by = FP_NONE };
    fp_map_put(fold->arena, &fold->split_map, fp_hash_mix(1, (uint64_t)value << 32 | frame), fold->splits.len - 1);
    return fold->splits.len - 1;
}

/* Counts a region that `condition` guards, and returns the condition's bit. */
static uint64_t use_condition(const walk *at, fp_condition condition, fp_uniformity uniformity) {
    if (condition.value == FP_NONE || condition.value == FP_CONDITION_CONSTANT) return 0;
    struct fp_fold *fold = at->fold;
    uint32_t index = split_of(at, condition.value);
    fp_split *split = &fold->splits.data[index];
    /* A region inside another one that the same value guards needs no split: its value is known there. */
    if (is_uniform(uniformity) && !is_known(at->guards, condition.value)) {
        const struct fp_addresses *addresses = fold->frames.data[at->frame].kernel->addresses;
        uint32_t block = block_around_calls(fold, at->block);
        /* A condition that the loop does not change guards the region in every iteration: the split goes around the
         * loop. */
        for (const around *loop = at->loops;
             loop && !fp_addresses_condition_varies(addresses, condition.value, loop->loop); loop = loop->outer) {
            block = block_around_calls(fold, loop->block);
            split->repeats = true;
        }
        split->block = split->uses ? common_block(fold, split->block, block) : block;
        split->uses++;
    }
    return UINT64_C(1) << (index % 64);
}

static uint64_t walk_block(const walk *outer, const fp_items *items);

/* The condition that a loop runs at all; FP_NONE when it certainly runs or certainly does not. */
fp_condition fp_loop_runs(const fp_loop_item *loop) {
    return loop->trips_min > 0 || loop->trips_max == 0 || loop->threads ? (fp_condition){ FP_NONE, false } : loop->runs;
}

static uint64_t walk_graph(const walk *at, const fp_graph_item *graph) {
    const struct fp_kernel *kernel = at->fold->frames.data[at->frame].kernel;
    uint64_t splits = 0;
    walk inner = *at;
    if (graph->irreducible) inner.block = FP_NONE;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const fp_edge *edge = &graph->edges[i];
        if (edge->condition.value != FP_NONE && !edge->condition.negated && edge->from < graph->node_count)
            splits |= use_condition(&inner, edge->condition, graph->nodes[edge->from].uniformity);
    }
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const fp_graph_node *node = &graph->nodes[i];
        if (node->loop == FP_NONE) {
            splits |= walk_block(&inner, &node->items);
            continue;
        }
        walk body = inner; /* values of one iteration do not outlive it */
        around own = { kernel->first_loop + kernel->graph_loops.data[node->loop].loop, inner.block, inner.loops };
        body.block = FP_NONE;
        body.loops = &own;
        body.depth++;
        splits |= walk_graph(&body, &kernel->graph_loops.data[node->loop].inner);
    }
    return splits;
}

static uint64_t walk_branch(const walk *at, const fp_branch_item *branch) {
    const fp_uniformity some_threads = { FP_UNIFORM_LANE, false };
    uint64_t splits = use_condition(at, branch->condition, branch->others_end ? some_threads : branch->uniformity);
    guard own = { branch->condition.value, at->guards };
    walk inner = *at;
    if (branch->condition.value != FP_NONE) inner.guards = &own;
    for (uint32_t arm = 0; arm < branch->arm_count; arm++) splits |= walk_block(&inner, &branch->arms[arm]);
    return splits;
}

static uint64_t walk_loop(const walk *at, uint32_t index) {
    const struct fp_kernel *kernel = at->fold->frames.data[at->frame].kernel;
    const fp_loop_item *loop = &kernel->loops.data[index];
    around iterations = { kernel->first_loop + index, at->block, at->loops };
    fp_condition runs = fp_loop_runs(loop);
    const bool *trips_matter = at->fold->frames.data[at->frame].trips_matter;
    uint64_t splits = use_condition(at, runs, loop->uniformity);
    if (trips_matter && trips_matter[index]) splits |= use_condition(at, runs, loop->uniformity);
    for (uint32_t k = 0; k < loop->again_count;
         k++) { /* a trip count is worth a split only where an address or another region depends on it */
        uint32_t split = split_of(at, loop->again[k].value);
        if (trips_matter && trips_matter[index] && k < FP_COUNTS_SPLIT)
            splits |= use_condition(at, loop->again[k], loop->uniformity);
        splits |= at->fold->splits.data[split].uses ? use_condition(at, loop->again[k], loop->uniformity)
                                                    : UINT64_C(1) << (split % 64);
    }
    guard own = { runs.value, at->guards };
    walk inner = *at, body;
    inner.block = FP_NONE; /* body and tail run in different iterations, whose values differ */
    inner.depth++;
    body = inner;
    body.loops = &iterations;
    if (runs.value != FP_NONE) body.guards = &own;
    splits |= walk_block(&body, &loop->body);
    return splits | walk_block(&inner, &loop->tail);
}

/* A body of a callee stands where its call does. Other callees are walked for themselves. */
static uint64_t walk_call(const walk *at, uint32_t call, uint32_t place) {
    const fp_frame *frame = &at->fold->frames.data[at->frame];
    if (!fp_frame_is_joined(at->fold, frame->callees[call])) return 0;
    walk inner = *at;
    inner.frame = frame->callees[call];
    if (at->frame == 0) inner.call_place = place;
    return walk_block(&inner, &at->fold->frames.data[inner.frame].kernel->body);
}

static uint64_t walk_item(const walk *at, fp_item item, uint32_t place) {
    struct fp_fold *fold = at->fold;
    const fp_frame *frame = &fold->frames.data[at->frame];
    const struct fp_kernel *kernel = frame->kernel;
    switch (item.kind) {
    case FP_ITEM_ACCESS:
    case FP_ITEM_UNTRACKED: return 0;
    case FP_ITEM_CALL: return frame->calls[item.index] = walk_call(at, item.index, place);
    case FP_ITEM_SYNC: {
        uint32_t number = fp_fold_sync_number(fold, at->frame, item.index);
        if (number == FP_NONE) return 0;
        *FP_PUSH(fold->arena, &fold->sync_places[number]) = at->frame == 0 ? place : at->call_place;
        if (fold->depths[number] < at->depth) fold->depths[number] = at->depth;
        return 0;
    }
    case FP_ITEM_LOOP: return frame->loops[item.index] = walk_loop(at, item.index);
    case FP_ITEM_BRANCH: return frame->branches[item.index] = walk_branch(at, &kernel->branches.data[item.index]);
    case FP_ITEM_GRAPH: return frame->graphs[item.index] = walk_graph(at, &kernel->graphs.data[item.index]);
    }
    return 0;
}

static uint64_t walk_block(const walk *outer, const fp_items *items) {
    if (items->len == 0) return 0;
    struct fp_fold *fold = outer->fold;
    if (items == &fold->frames.data[outer->frame].kernel->body) fp_fold_bound_frame(fold, outer->frame);
    uint32_t block = fold->blocks.len,
             nesting = outer->block == FP_NONE ? 0 : fold->blocks.data[outer->block].nesting + 1;
    uint32_t *places = FP_NEW(fold->arena, uint32_t, items->len + 1);
    *FP_PUSH(fold->arena, &fold->blocks) =
        (fp_case_block){ .data = items->data,
                         .places = places,
                         .frame = outer->frame,
                         .parent = outer->block,
                         .nesting = nesting,
                         .of_call = fp_frame_is_joined(fold, outer->frame) &&
                                    items == &fold->frames.data[outer->frame].kernel->body };
    fp_map_put(fold->arena, &fold->block_map, block_hash(outer->frame, items->data), block);
    walk inner = *outer;
    inner.block = block;
    uint64_t splits = 0;
    for (uint32_t i = 0; i < items->len; i++) {
        places[i] = fold->place_count++;
        splits |= walk_item(&inner, items->data[i], places[i]);
    }
    places[items->len] = fold->place_count++;
    return splits;
}

/* A condition is worth a case split when it guards several regions, or one region in each iteration of a loop. */
static bool is_worth_it(const fp_split *split) { return split->uses >= 2 || split->repeats; }

void fp_case_block_leave_out(struct fp_fold *fold, uint32_t split) {
    fold->bounded_cases += !fold->splits.data[split].left_out;
    fold->splits.data[split].left_out = true;
}

/* Gives every condition that is worth a case split to the block that holds all its uses, most used first. */
static void choose_splits(struct fp_fold *fold) {
    for (uint32_t i = 0; i < fold->splits.len; i++) {
        const fp_split *split = &fold->splits.data[i];
        if (split->block == FP_NONE || !is_worth_it(split)) continue;
        fp_numbers *chosen = &fold->blocks.data[split->block].splits;
        *FP_PUSH(fold->arena, chosen) = i;
        for (uint32_t k = chosen->len - 1; k > 0 && fold->splits.data[chosen->data[k - 1]].uses < split->uses; k--) {
            chosen->data[k] = chosen->data[k - 1];
            chosen->data[k - 1] = i;
        }
        if (chosen->len <= FP_SPLITS_PER_SCOPE) continue;
        fp_case_block_leave_out(fold, chosen->data[--chosen->len]);
    }
}

/* Two conditions of which one implies the other are worth a split even when each guards one region only. */
static void promote(struct fp_fold *fold, fp_split *by, fp_split *split) {
    if (by->uses != 1 || split->uses != 1) return;
    by->block = common_block(fold, by->block, split->block);
    by->uses = 2;
}

/* Finds conditions that imply others. Example: `n > 2` guards a prologue and `n > 0` a loop; where the loop does not
 * run, the prologue does not either. */
static void find_implications(struct fp_fold *fold) {
    if (fold->splits.len > FP_IMPLYING_MAX) {
        fold->bounded_conditions = fold->splits.len;
        return;
    }
    for (uint32_t i = 0; i < fold->splits.len; i++)
        for (uint32_t by = 0; by < fold->splits.len; by++) {
            fp_split *split = &fold->splits.data[i];
            fp_split *other = &fold->splits.data[by];
            if (i == by || split->frame != other->frame) continue;
            struct fp_addresses *addresses = fold->frames.data[split->frame].kernel->addresses;
            for (uint32_t way = 0; way < 4; way++) {
                bool by_truth = way & 1, truth = way & 2;
                if (!fp_addresses_excludes(addresses, other->value, by_truth, split->value, !truth)) continue;
                *FP_PUSH(fold->arena, &fold->implications) =
                    (fp_implication){ other->value, by_truth, truth, split->implied_by };
                split->implied_by = fold->implications.len - 1;
                fold->implying[i % 64] |= UINT64_C(1) << (by % 64);
                promote(fold, other, split);
            }
        }
}

/* The footprints of workgroup memory in the frame and in all others with the same values. */
static uint32_t footprints_of_universe(struct fp_fold *fold, uint32_t universe, fp_footprint **footprints) {
    uint32_t most = 0, count = 0;
    for (uint32_t f = 0; f < fold->frames.len; f++)
        if (fold->frames.data[f].universe == universe) most += fold->frames.data[f].kernel->accesses.len;
    *footprints = FP_NEW(fold->arena, fp_footprint, most + 1);
    for (uint32_t f = 0; f < fold->frames.len; f++) {
        const struct fp_kernel *kernel = fold->frames.data[f].kernel;
        for (uint32_t i = 0; fold->frames.data[f].universe == universe && i < kernel->accesses.len; i++)
            if (kernel->classes.data[kernel->accesses.data[i].klass].space == FP_SPACE_WORKGROUP)
                (*footprints)[count++] = kernel->accesses.data[i].footprint;
    }
    return count;
}

/* Finds loops whose trip count some address depends on, such as the slot that a pipeline's epilogue reads. */
static void find_loops_whose_trips_matter(struct fp_fold *fold, uint32_t number) {
    fp_frame *frame = &fold->frames.data[number], *universe = &fold->frames.data[frame->universe];
    const struct fp_kernel *kernel = frame->kernel;
    uint32_t loops = kernel->loops.len, end = kernel->first_loop + loops;
    bool any = false, *candidates = FP_NEW(fold->arena, bool, end + 1);
    for (uint32_t i = 0; i < loops; i++) {
        const fp_loop_item *loop = &kernel->loops.data[i];
        any |= candidates[kernel->first_loop + i] = loop->trips_min != loop->trips_max && loop->runs.value != FP_NONE;
    }
    if (!any) return;
    fp_footprint *footprints;
    uint32_t count = footprints_of_universe(fold, frame->universe, &footprints);
    bool *asked = FP_NEW(fold->arena, bool, end + 1);
    fp_addresses_ask_trips(kernel->addresses, footprints, count, candidates, asked, end);
    frame->trips_matter = asked + kernel->first_loop;
    for (uint32_t i = 0; i < loops; i++)
        if (frame->trips_matter[i]) *FP_PUSH(fold->arena, &universe->trips_matter_of) = (fp_frame_loop){ number, i };
}

void fp_case_block_build(struct fp_fold *fold) {
    uint32_t syncs = fold->sync_count;
    fold->sync_places = FP_NEW(fold->arena, fp_numbers, syncs + 1);
    fold->depths = FP_NEW(fold->arena, uint32_t, syncs + 1);
    for (uint32_t frame = 0; frame < fold->frames.len; frame++) find_loops_whose_trips_matter(fold, frame);
    for (uint32_t frame = 0; frame < fold->frames.len; frame++) {
        if (fp_frame_is_joined(fold, frame)) continue;
        walk start = { .fold = fold, .frame = frame, .block = FP_NONE };
        walk_block(&start, &fold->frames.data[frame].kernel->body);
    }
    find_implications(fold);
    choose_splits(fold);
}

static uint64_t conditions_of(const fp_building *at, fp_item item) {
    const fp_frame *frame = &at->fold->frames.data[at->frame];
    switch (item.kind) {
    case FP_ITEM_ACCESS:
    case FP_ITEM_SYNC:
    case FP_ITEM_UNTRACKED: return 0;
    case FP_ITEM_CALL: return frame->calls[item.index];
    case FP_ITEM_LOOP: return frame->loops[item.index];
    case FP_ITEM_BRANCH: return frame->branches[item.index];
    case FP_ITEM_GRAPH: return frame->graphs[item.index];
    }
    return 0;
}

uint64_t fp_splits_of(const fp_building *at, fp_item item) {
    uint64_t conditions = conditions_of(at, item), splits = conditions;
    for (; conditions; conditions &= conditions - 1) splits |= at->fold->implying[__builtin_ctzll(conditions)];
    return splits;
}
