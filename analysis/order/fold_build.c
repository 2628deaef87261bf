/* fold_build.c - from items to nodes: balanced trees of blocks, arms, case splits, bounded runs. */
#include "order/fold_build.h"
#include "order/fold_node.h"
#include <string.h>

static const fp_fold_node *build_block(const fp_building *at, const fp_items *items);

static fp_fold_node *new_node(const fp_building *at, fp_fold_node_kind kind, uint32_t low, uint32_t high) {
    if (at->low != FP_NONE) low = at->low, high = at->high;
    fp_fold_node *node = fp_fold_node_new(at->fold, false, kind, (fp_fold_cover){ at->frame, low, high });
    node->meeting = at->meeting;
    node->partial = at->partial;
    node->trips = at->trips;
    return node;
}

static fp_fold_node *combined(const fp_building *at, fp_fold_node *node) {
    fp_node_combine(at->fold, node, at->fold->unread ? FP_MEETINGS_SILENT : FP_MEETINGS_REPORT, NULL);
    return node;
}

static fp_fold_node *empty_node(const fp_building *at, uint32_t low, uint32_t high) {
    return combined(at, new_node(at, FP_FOLD_NODE_EMPTY, low, high));
}

static void set_children(const fp_building *at, fp_fold_node *node, const fp_fold_node *const *children,
                         uint32_t count) {
    node->children = FP_NEW(at->fold->arena, const fp_fold_node *, count);
    memcpy(node->children, children, count * sizeof *children);
    node->child_count = count;
}

/* One node that stands for an item and holds what it was folded into. */
static fp_fold_node *wrapped(const fp_building *at, const fp_fold_node *node, uint32_t low, uint32_t high) {
    fp_fold_node *item = new_node(at, FP_FOLD_NODE_CHOICE, low, high);
    set_children(at, item, &node, 1);
    return combined(at, item);
}

static fp_fold_node *sequence_of(const fp_building *at, const fp_fold_node *a, const fp_fold_node *b) {
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_SEQUENCE, a->low, b->high);
    set_children(at, node, (const fp_fold_node *[]){ a, b }, 2);
    return combined(at, node);
}

static const fp_fold_node *balanced(const fp_building *at, const fp_fold_node *const *data, uint32_t count) {
    if (count == 1) return data[0];
    uint32_t half = count / 2;
    return sequence_of(at, balanced(at, data, half), balanced(at, data + half, count - half));
}

/* ---- leaves ---- */
/* Threads of different waves wait for each other by it. */
static bool meets_others(const fp_sync *sync) {
    bool of_wave = fp_sync_is_barrier(sync->kind) && sync->scope == FP_SCOPE_WAVE;
    return fp_sync_traits_of[sync->kind].meets && !of_wave;
}

/* Threads that go different ways through barriers and objects are several programs. */
static void note_stream(const fp_building *at, bool meets) {
    bool some = at->partial || at->in_doubt || at->meeting != FP_MEET_ALL;
    at->fold->has_streams |= some && meets;
}

static void note_reached(const fp_building *at, uint32_t access) {
    at->fold->reached[at->fold->frames.data[at->frame].member_base + access] = true;
}

static fp_fold_node *access_node(const fp_building *at, uint32_t access, bool counts, uint32_t low, uint32_t high) {
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_ACCESS, low, high);
    node->index = access;
    note_reached(at, access);
    const bool *crowded = at->fold->frames.data[at->frame].crowded;
    node->addressed = at->addressed;
    if (crowded && crowded[access]) node->addressed = FP_ADDRESSED_NONE;
    node->counts = counts;
    const struct fp_kernel *kernel = fp_building_kernel(at);
    note_stream(at, kernel->classes.data[kernel->accesses.data[access].klass].object != FP_NONE);
    return combined(at, node);
}

static void record_role(const fp_building *at, uint32_t sync) {
    const fp_sync *info = &fp_building_kernel(at)->syncs.data[sync];
    fp_sync_context context = { at->fold->kernel->target, at->fold->kernel->tags, at->fold->kernel->launch, at->meeting,
                                at->partial };
    note_stream(at, meets_others(info));
    at->fold->has_streams |= info->predicated && meets_others(info);
    uint32_t number = fp_fold_sync_number(at->fold, at->frame, sync);
    if (number == FP_NONE) return;
    fp_sync_role role = FP_SYNC_COUNTS;
    if ((at->shifted || at->meeting != FP_MEET_ALL) && fp_sync_meets_workgroup(&context, info))
        role = at->meeting == FP_MEET_ALL ? FP_SYNC_SHIFTED : FP_SYNC_DIVERGENT;
    /* Of a callee's sync the role in the calls where it does not count stays. */
    fp_sync_role *known = &at->fold->roles[number];
    bool stays = at->frame == 0 ? *known == FP_SYNC_COUNTS : *known != FP_SYNC_COUNTS && *known != FP_SYNC_UNREACHED;
    if (!stays) *known = role;
    at->fold->leaf_counts[number] += at->splits ? 2 : 1; /* valuations share leaves: several ways lead up from one */
}

static void call_staggering(const fp_building *at, uint32_t sync) {
    uint32_t number = fp_fold_sync_number(at->fold, at->frame, sync);
    if (number != FP_NONE) at->fold->roles[number] = FP_SYNC_STAGGERS;
}

static fp_fold_node *sync_node(const fp_building *at, const uint32_t *syncs, uint32_t count, uint32_t low,
                               uint32_t high) {
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_SYNC, low, high);
    node->meeting = fp_meeting_shown(at);
    uint32_t *copy = FP_NEW(at->fold->arena, uint32_t, count);
    memcpy(copy, syncs, count * sizeof *copy);
    node->syncs = copy, node->sync_count = count;
    for (uint32_t i = 0; i < count; i++) record_role(at, syncs[i]);
    return combined(at, node);
}

static fp_fold_node *through_node(const fp_building *at, fp_transform through, uint32_t place) {
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_SYNC, place, place);
    node->through = through;
    return combined(at, node);
}

static fp_fold_node *call_node(const fp_building *at, uint32_t call, uint32_t low, uint32_t high) {
    const fp_frame *frame = &at->fold->frames.data[at->frame];
    uint32_t callee = frame->callees[call];
    if (callee == FP_FRAME_HARMLESS) return empty_node(at, low, high);
    if (callee == FP_NONE) {
        fp_fold_node *node = new_node(at, FP_FOLD_NODE_UNKNOWN_CALL, low, high);
        node->index = frame->unknown_calls[call];
        return combined(at, node);
    }
    fp_building inside = { .fold = at->fold,
                           .meeting = fp_meeting_shown(at),
                           .shifted = at->shifted,
                           .partial = at->partial,
                           .in_doubt = at->in_doubt,
                           .addressed = at->addressed == FP_ADDRESSED_ALL ? FP_ADDRESSED_ALL : FP_ADDRESSED_NONE };
    if (fp_frame_is_joined(at->fold, callee)) inside = *at; /* what is known of values holds in it, too */
    inside.frame = callee;
    inside.outer_trips = inside.trips;
    if (at->low == FP_NONE)
        inside.low = low, inside.high = high;
    else
        inside.low = at->low, inside.high = at->high;
    return wrapped(at, build_block(&inside, &at->fold->frames.data[callee].kernel->body), low, high);
}

static fp_fold_node *untracked_node(const fp_building *at, uint32_t index, uint32_t low, uint32_t high) {
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_UNTRACKED, low, high);
    node->index = at->fold->frames.data[at->frame].untracked_base + index;
    return combined(at, node);
}

/* ---- branches ---- */
static const fp_fold_node *build_arm(const fp_building *at, const fp_branch_item *branch, uint32_t arm) {
    fp_known own = { branch->condition.value, (arm == 0) != branch->condition.negated, at->known };
    fp_building inside = *at;
    if (branch->condition.value != FP_NONE && branch->arm_count == 2) inside.known = &own;
    return build_block(&inside, &branch->arms[arm]);
}

/* Not all threads come here, by what they do at the op. */
static void part(fp_building *inside, fp_parting *parting, fp_op op) {
    *parting = (fp_parting){ fp_building_kernel(inside), op, false, inside->partings };
    inside->partings = parting;
    inside->meeting = FP_MEET_NOT;
    inside->partial = true;
}

static const fp_fold_node *build_items(const fp_building *at, const fp_items *items, const uint32_t *places);

static const fp_fold_node *build_part(const fp_building *at, const fp_items *arm, uint32_t start, uint32_t end) {
    if (start == end) return empty_node(at, 0, 0);
    const fp_case_block *case_block = fp_case_block_find(at->fold, at->frame, arm);
    fp_items part = { arm->data + start, end - start, end - start };
    return build_items(at, &part, case_block->places + start);
}

static fp_fold_node *apart_node(const fp_building *at, const fp_fold_node *const *children, uint32_t count,
                                uint32_t low, uint32_t high, bool doubtful) {
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_APART, low, high);
    set_children(at, node, children, count);
    node->doubtful = doubtful;
    at->fold->goes_apart = true;
    return combined(at, node);
}

/* Arms in step: their parts between barriers run at the same time, and each pair of barriers is one. */
static fp_fold_node *build_phases(const fp_building *at, const fp_branch_item *branch, uint32_t low, uint32_t high) {
    FP_VEC(const fp_fold_node *) phases = { 0 };
    struct fp_fold *fold = at->fold;
    uint32_t position[2] = { 0, 0 };
    fp_building inside = *at;
    inside.partial = true;
    for (;;) {
        uint32_t end[2];
        const fp_fold_node *arms[2];
        for (uint32_t arm = 0; arm < 2; arm++) {
            fp_known own = { branch->condition.value, (arm == 0) != branch->condition.negated, at->known };
            fp_building in_arm = inside;
            if (branch->condition.value != FP_NONE) in_arm.known = &own;
            end[arm] = fp_next_barrier(at, &branch->arms[arm], position[arm]);
            arms[arm] = build_part(&in_arm, &branch->arms[arm], position[arm], end[arm]);
            position[arm] = end[arm] + 1;
        }
        *FP_PUSH(fold->arena, &phases) = apart_node(&inside, arms, 2, low, high, false);
        if (end[0] == branch->arms[0].len) break;
        uint32_t syncs[2] = { branch->arms[0].data[end[0]].index, branch->arms[1].data[end[1]].index };
        const fp_fold_node *meeting = sync_node(at, syncs, 2, low, high);
        fold->has_streams = true;
        *FP_PUSH(fold->arena, &phases) = meeting;
        if (at->frame == 0) {
            *FP_PUSH(fold->arena, &fold->peers) = (fp_syncs){ meeting->syncs, meeting->sync_count };
            fold->peer_of[syncs[0]] = fold->peer_of[syncs[1]] = fold->peers.len - 1;
        } else { /* one cannot go without the other */
            call_staggering(at, syncs[0]);
            call_staggering(at, syncs[1]);
        }
    }
    return wrapped(at, balanced(at, phases.data, phases.len), low, high);
}

/* Behind `node`, which stands for code that does not run in this case. A barrier in it runs in another case: what it
 * would order is unordered on some paths only. */
static const fp_fold_node *passed_by(const fp_building *at, uint32_t condition, const fp_items *items,
                                     const fp_fold_node *node) {
    fp_barrier_at found;
    if (!fp_known_by_case(at, condition) || !fp_any_barrier(at, items, &found)) return node;
    fp_transform perhaps = fp_fold_context_sync(at->fold, found.frame, found.sync, FP_MEET_PERHAPS, at->partial);
    return sequence_of(at, node, through_node(at, perhaps, node->high));
}

/* Each partition runs for itself, and its barriers join its own warps. What partitions do at the same time is judged by
 * the run of streams. */
static fp_fold_node *build_partitions(const fp_building *at, const fp_branch_item *branch, uint32_t low,
                                      uint32_t high) {
    const fp_fold_node **arms = FP_NEW(at->fold->arena, const fp_fold_node *, branch->arm_count);
    fp_building inside = *at;
    inside.partial = true;
    inside.meeting = FP_MEET_ALL;
    for (uint32_t arm = 0; arm < branch->arm_count; arm++) arms[arm] = build_block(&inside, &branch->arms[arm]);
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_CHOICE, low, high);
    set_children(at, node, arms, branch->arm_count);
    combined(at, node);
    /* The warps of all partitions meet where the op starts and ends. */
    fp_sync barrier = fp_sync_barrier(FP_SPACES_ALL);
    fp_transform meets = fp_fold_context_transform(at->fold, &barrier, at->meeting, at->partial);
    const fp_fold_node *end = sequence_of(at, node, through_node(at, meets, high));
    return wrapped(at, sequence_of(at, through_node(at, meets, low), end), low, high);
}

static fp_fold_node *build_branch(const fp_building *at, uint32_t index, uint32_t low, uint32_t high) {
    const fp_branch_item *branch = &fp_building_kernel(at)->branches.data[index];
    const fp_known *decided = branch->arm_count == 2 ? fp_known_find(at, branch->condition.value) : NULL;
    fp_choosing how = fp_choosing_of(branch);
    if (decided && !branch->concurrent) {
        uint32_t taken = decided->truth != branch->condition.negated ? 0 : 1;
        const fp_fold_node *node = build_block(at, &branch->arms[taken]);
        if (!branch->arms[taken].len) node = passed_by(at, branch->condition.value, &branch->arms[!taken], node);
        return wrapped(at, node, low, high);
    }
    if (how == FP_RUN_ALL) return build_partitions(at, branch, low, high);
    if (how == FP_CHOOSE_BY_WAVE && at->meeting == FP_MEET_ALL && fp_arms_in_step(at, branch))
        return build_phases(at, branch, low, high);
    const fp_fold_node **arms = FP_NEW(at->fold->arena, const fp_fold_node *, branch->arm_count);
    fp_building inside = *at;
    fp_parting own;
    if (how == FP_CHOOSE_BY_WAVE || how == FP_CHOOSE_BY_LANE) part(&inside, &own, branch->op);
    if (how == FP_CHOOSE_BY_WAVE) own.perhaps_in_step = fp_arms_may_be_in_step(at, branch);
    inside.in_doubt |= how == FP_CHOOSE_IN_DOUBT;
    for (uint32_t arm = 0; arm < branch->arm_count; arm++) arms[arm] = build_arm(&inside, branch, arm);
    if (how != FP_CHOOSE_ALIKE) return apart_node(at, arms, branch->arm_count, low, high, how == FP_CHOOSE_IN_DOUBT);
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_CHOICE, low, high);
    set_children(at, node, arms, branch->arm_count);
    return combined(at, node);
}

/* Code that only some threads run, with no other arm: a group's barrier in it orders for these threads only. */
static bool leaves_groups(const fp_building *at) { return at->fold->leave_groups != FP_TRANSFORM_IDENTITY; }

static fp_fold_node *gone_apart(const fp_building *at, const fp_fold_node *node, uint32_t low, uint32_t high) {
    return apart_node(at, &node, 1, low, high, false);
}

/* ---- loops and graphs ---- */
/* Do threads run different numbers of iterations? */
static bool iterates_apart(const fp_loop_item *loop) {
    return !loop->uniformity.doubt && loop->uniformity.among > FP_UNIFORM_WORKGROUP;
}

static fp_fold_node *build_loop(const fp_building *at, uint32_t index, uint32_t low, uint32_t high) {
    const fp_loop_item *loop = &fp_building_kernel(at)->loops.data[index];
    fp_building inside = *at;
    fp_parting parting;
    if (iterates_apart(loop)) part(&inside, &parting, loop->op);
    fp_condition condition = fp_loop_runs(loop);
    fp_known own = { condition.value, !condition.negated, at->known };
    if (condition.value != FP_NONE) inside.known = &own;
    const fp_known *decided = fp_known_find(at, condition.value);
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_LOOP, low, high);
    node->index = index;
    node->never_runs = decided && decided->truth == condition.negated;
    node->surely_runs = decided && !node->never_runs;
    for (uint32_t k = 0; k < loop->again_count && !loop->threads; k++) {
        const fp_known *again = fp_known_find(at, loop->again[k].value);
        if (again && again->truth != loop->again[k].negated)
            node->least_trips = k + 2;
        else if (again && !node->spared_trips)
            node->spared_trips = k + 2;
    }
    bool runs = (loop->trips_max != 0 || loop->threads) && !node->never_runs;
    const fp_fold_node *parts[2] = { runs ? build_block(&inside, &loop->body) : empty_node(at, low, low), NULL };
    if (loop->tail.len) parts[1] = build_block(at, &loop->tail);
    set_children(at, node, parts, loop->tail.len ? 2 : 1);
    combined(at, node);
    if (node->never_runs && !loop->tail.len)
        return wrapped(at, passed_by(at, condition.value, &loop->body, node), low, high);
    return iterates_apart(loop) && leaves_groups(at) ? gone_apart(at, node, low, high) : node;
}

/* Is the edge taken in no valuation in force? */
static bool is_dead_edge(const fp_building *at, const fp_edge *edge) {
    const fp_known *decided = fp_known_find(at, edge->condition.value);
    return decided && decided->truth == edge->condition.negated;
}

typedef struct {
    fp_fold_node_kind kind;
    uint32_t index, low, high;
    bool ends_kernel;
} graph_place;

static fp_fold_node *build_graph(const fp_building *at, const fp_graph_item *graph, graph_place place);

static const fp_fold_node *build_graph_node(const fp_building *at, const fp_graph_node *block, graph_place around) {
    if (block->loop == FP_NONE) return build_block(at, &block->items);
    const fp_graph_loop *loop = &fp_building_kernel(at)->graph_loops.data[block->loop];
    const fp_loop_item *iterated = &fp_building_kernel(at)->loops.data[loop->loop];
    fp_building inside = *at;
    fp_parting own;
    if (iterates_apart(iterated)) part(&inside, &own, iterated->op);
    return build_graph(&inside, &loop->inner,
                       (graph_place){ FP_FOLD_NODE_GRAPH_LOOP, block->loop, around.low, around.high, false });
}

/* Does some path leave a block of a graph by this exit? A fold that was cancelled knows no exits. */
static bool is_taken(const fp_graph_node *block, const fp_fold_node *node, uint32_t exit) {
    const fp_summary *exits = fp_fold_exits(node);
    return block->loop == FP_NONE || !exits || exits[exit].through != FP_TRANSFORM_NONE;
}

static fp_fold_node *build_graph(const fp_building *at, const fp_graph_item *graph, graph_place place) {
    struct fp_fold *fold = at->fold;
    uint32_t count = graph->node_count;
    fp_fold_node *node = new_node(at, place.kind, place.low, place.high);
    node->index = place.index;
    if (count == 0) return combined(at, node);
    bool *dead = FP_NEW(fold->arena, bool, graph->edge_count + 1), *reached = FP_NEW(fold->arena, bool, count);
    for (uint32_t i = 0; i < graph->edge_count; i++) dead[i] = is_dead_edge(at, &graph->edges[i]);
    fp_graph_parts *parts = FP_NEW(fold->arena, fp_graph_parts, 1);
    node->parts = parts;
    parts->arcs = fp_graph_arcs(fold, at->frame, graph, dead);
    fp_graph_survey survey =
        fp_graph_survey_build(fold, graph, parts->arcs, place.ends_kernel, place.kind == FP_FOLD_NODE_GRAPH_LOOP);
    memset(reached, graph->irreducible, count * sizeof *reached);
    reached[0] = true;
    const fp_fold_node **children = FP_NEW(fold->arena, const fp_fold_node *, count);
    const bool *repeated = graph->irreducible ? fp_graph_repeated(fold, parts->arcs, count) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        fp_building inside = *at;
        if (repeated && repeated[i] && at->addressed == FP_ADDRESSED_ALL) inside.addressed = FP_ADDRESSED_FIXED;
        fp_parting own;
        if (survey.divergent[i]) part(&inside, &own, survey.parted_at[i]);
        inside.in_doubt |= survey.in_doubt[i];
        children[i] = reached[i] ? build_graph_node(&inside, &graph->nodes[i], place) : empty_node(at, 0, 0);
        if (survey.divergent[i] && graph->nodes[i].loop == FP_NONE && leaves_groups(at))
            children[i] = gone_apart(at, children[i], place.low, place.high);
        for (uint32_t k = parts->arcs.start[i]; k < parts->arcs.start[i + 1]; k++) {
            fp_graph_arc arc = parts->arcs.data[k];
            if (arc.to < count) reached[arc.to] |= reached[i] && is_taken(&graph->nodes[i], children[i], arc.exit);
        }
    }
    set_children(at, node, children, count);
    parts->apart = survey.apart;
    return combined(at, node);
}

/* ---- items ---- */
/* Several accesses of one op count once on its counter. */
static bool is_first_of_op(const fp_building *at, const fp_items *items, uint32_t i) {
    const fp_access *accesses = fp_building_kernel(at)->accesses.data, *access = &accesses[items->data[i].index];
    if (i == 0 || items->data[i - 1].kind != FP_ITEM_ACCESS) return true;
    const fp_access *before = &accesses[items->data[i - 1].index];
    const fp_class *classes = fp_building_kernel(at)->classes.data;
    return before->op != access->op || classes[before->klass].counter != classes[access->klass].counter;
}

static fp_fold_node *build_item(const fp_building *at, const fp_items *items, uint32_t i, uint32_t low, uint32_t high) {
    fp_item item = items->data[i];
    switch (item.kind) {
    case FP_ITEM_ACCESS: return access_node(at, item.index, is_first_of_op(at, items, i), low, high);
    case FP_ITEM_SYNC: return sync_node(at, &item.index, 1, low, high);
    case FP_ITEM_LOOP: return build_loop(at, item.index, low, high);
    case FP_ITEM_BRANCH: return build_branch(at, item.index, low, high);
    case FP_ITEM_GRAPH: {
        bool ends_kernel = at->frame == 0 && items->data == fp_building_kernel(at)->body.data && i + 1 == items->len;
        return build_graph(at, &fp_building_kernel(at)->graphs.data[item.index],
                           (graph_place){ FP_FOLD_NODE_GRAPH, item.index, low, high, ends_kernel });
    }
    case FP_ITEM_CALL: return call_node(at, item.index, low, high);
    case FP_ITEM_UNTRACKED: return untracked_node(at, item.index, low, high);
    }
    return NULL;
}

/* ---- blocks ---- */
/* The waves are taken to be in step. What the shift between waves orders, and what it does not, is the run's to
 * tell. */
static fp_fold_node *build_staggered(const fp_building *at, const fp_items *items, const fp_fold_leaf *leaf) {
    bool truth;
    fp_building inside = *at;
    inside.shifted = true;
    uint32_t barrier = fp_extra_barrier(at, items->data[leaf->item], &truth);
    if (barrier == FP_NONE) return build_item(&inside, items, leaf->item, leaf->low, leaf->high);
    call_staggering(at, barrier);
    fp_sync half = fp_shift_half(at, barrier, leaf->shift);
    fp_transform through = fp_fold_context_transform(at->fold, &half, at->meeting, at->partial);
    return wrapped(at, through_node(at, through, leaf->low), leaf->low, leaf->high);
}

/* The leaves of a block's tree: one per item, and one empty leaf for each run of items that have no effect. The last
 * leaf also covers the place behind the block. */
static uint32_t find_leaves(const fp_building *at, const fp_items *items, const uint32_t *places,
                            fp_fold_leaf *leaves) {
    const uint32_t *resources = at->fold->frames.data[at->frame].resources;
    uint32_t count = 0;
    for (uint32_t i = 0; i < items->len; i++) {
        fp_item item = items->data[i];
        bool nothing = item.kind == FP_ITEM_ACCESS && resources[item.index] == FP_NONE;
        if (nothing) note_reached(at, item.index);
        if (nothing && count && leaves[count - 1].item == FP_NONE)
            leaves[count - 1].high = places[i + 1];
        else
            leaves[count++] = (fp_fold_leaf){ nothing ? FP_NONE : i, places[i], places[i + 1], FP_SHIFT_NONE };
    }
    leaves[count - 1].high++;
    fp_stagger_leaves(at, items, leaves, count);
    return count;
}

static fp_fold_node *build_leaf(const fp_building *at, const fp_items *items, const fp_fold_leaf *leaf, bool last) {
    bool staggered = leaf->item != FP_NONE && leaf->shift != FP_SHIFT_NONE,
         shifts = leaf->item != FP_NONE && fp_shifts_shares(at, items, leaf->item);
    fp_fold_node *node = leaf->item == FP_NONE || shifts ? empty_node(at, leaf->low, leaf->high)
                         : staggered                     ? build_staggered(at, items, leaf)
                                                         : build_item(at, items, leaf->item, leaf->low, leaf->high);
    node->ends_block = last; /* valuations that share the node share its place in the block */
    return node;
}

/* ---- blocks under a case split ---- */
/* The tree over a block's leaves has the same shape in all valuations: ranges in pre-order, so that the halves of
 * range r with n leaves are r + 1 and r + 2 * (n / 2). A range that no split value guards is one node for all
 * valuations, another one node for each valuation of what guards it. */
static uint64_t collect_splits(const fp_building *at, const fp_items *items, fp_ranges *tree, uint32_t range,
                               uint32_t first, uint32_t count) {
    uint32_t half = count / 2, item = tree->leaves[first].item;
    uint64_t splits = 0;
    if (count > 1)
        splits = collect_splits(at, items, tree, range + 1, first, half) |
                 collect_splits(at, items, tree, range + 2 * half, first + half, count - half);
    else if (item != FP_NONE)
        splits = fp_splits_of(at, items->data[item]);
    return tree->data[range].splits = splits;
}

static const fp_ranges *ranges_of(const fp_building *at, const fp_items *items, const uint32_t *places) {
    struct fp_fold *fold = at->fold;
    uint32_t context =
        (uint32_t)at->meeting + (at->partial ? 8 : 0) + 16 * (uint32_t)at->addressed + (at->shifted ? 64 : 0);
    uint64_t hash =
        fp_hash_mix(fp_hash_mix((uint64_t)(uintptr_t)items->data, items->len), (uint64_t)context << 32 | at->frame);
    for (fp_map_probe probe = fp_map_find(&fold->ranges_map, hash); fp_map_next(&probe);) {
        const fp_ranges *tree = fold->ranges.data[probe.value];
        if (tree->items == items->data && tree->len == items->len && tree->context == context &&
            tree->frame == at->frame)
            return tree;
    }
    fp_ranges *tree = FP_NEW(fold->building, fp_ranges, 1);
    *tree = (fp_ranges){ .items = items->data, .len = items->len, .frame = at->frame, .context = context };
    tree->leaves = FP_NEW(fold->building, fp_fold_leaf, items->len);
    tree->leaf_count = find_leaves(at, items, places, tree->leaves);
    tree->data = FP_NEW(fold->building, fp_range, 2 * (size_t)tree->leaf_count);
    collect_splits(at, items, tree, 0, 0, tree->leaf_count);
    *FP_PUSH(fold->building, &fold->ranges) = tree;
    fp_map_put(fold->building, &fold->ranges_map, hash, fold->ranges.len - 1);
    return tree;
}

static const fp_fold_node *build_range(const fp_building *outer, const fp_items *items, const fp_ranges *tree,
                                       uint32_t index, uint32_t first, uint32_t count) {
    struct fp_fold *fold = outer->fold;
    fp_range *range = &tree->data[index];
    fp_building inside = *outer, *at = &inside;
    uint64_t guards = range->splits & at->splits, truths = guards & at->truths,
             hash = fp_hash_mix(fp_hash_mix((uint64_t)(uintptr_t)range, guards), truths);
    if (!guards && range->plain) return range->plain;
    if (guards)
        for (fp_map_probe probe = fp_map_find(&fold->case_map, hash); fp_map_next(&probe);) {
            const fp_case_node *found = &fold->case_nodes.data[probe.value];
            if (found->range == range && found->guards == guards && found->truths == truths) return found->node;
        }
    uint32_t half = count / 2;
    const fp_fold_node *node;
    inside.trips = fp_known_counts(at, range->splits);
    if (count == 1)
        node = build_leaf(at, items, &tree->leaves[first], first + 1 == tree->leaf_count);
    else
        node = sequence_of(at, build_range(at, items, tree, index + 1, first, half),
                           build_range(at, items, tree, index + 2 * half, first + half, count - half));
    if (!guards)
        range->plain = node;
    else if (!(guards & at->unclear)) {
        *FP_PUSH(fold->building, &fold->case_nodes) = (fp_case_node){ range, guards, truths, node };
        fp_map_put(fold->building, &fold->case_map, hash, fold->case_nodes.len - 1);
    }
    return node;
}

static const fp_fold_node *build_items(const fp_building *at, const fp_items *items, const uint32_t *places) {
    if (at->splits) {
        const fp_ranges *tree = ranges_of(at, items, places);
        return build_range(at, items, tree, 0, 0, tree->leaf_count);
    }
    struct fp_arena *arena = at->fold->building;
    fp_fold_leaf *leaves = FP_NEW(arena, fp_fold_leaf, items->len);
    uint32_t count = find_leaves(at, items, places, leaves);
    const fp_fold_node **children = FP_NEW(arena, const fp_fold_node *, count);
    for (uint32_t i = 0; i < count; i++) children[i] = build_leaf(at, items, &leaves[i], i + 1 == count);
    return balanced(at, children, count);
}

static const fp_fold_node *build_cases(const fp_building *at, const fp_items *items, const fp_case_block *case_block,
                                       uint32_t next) {
    struct fp_fold *fold = at->fold;
    while (next < case_block->splits.len && fp_known_find(at, fold->splits.data[case_block->splits.data[next]].value))
        next++;
    if (next == case_block->splits.len || at->split_count == FP_SPLITS_DEEP) {
        fp_known_leave_out(at, case_block, next);
        return build_items(at, items, case_block->places);
    }
    uint32_t split = case_block->splits.data[next];
    const fp_fold_node *cases[2];
    uint32_t count = 0;
    for (uint32_t truth = 0; truth < 2; truth++) {
        if (fp_known_excludes(at, fold->splits.data[split].value, truth)) continue;
        fp_known own = { fold->splits.data[split].value, truth, at->known };
        fp_building inside = *at;
        inside.known = &own;
        uint64_t bit = UINT64_C(1) << (split % 64);
        inside.unclear |= at->splits & bit, inside.splits |= bit;
        if (truth) inside.truths |= bit;
        inside.split_count++;
        cases[count++] = build_cases(&inside, items, case_block, next + 1);
    }
    if (count == 0)
        return build_items(at, items, case_block->places); /* both values are excluded: no path leads here */
    if (count == 1) return cases[0];
    fp_fold_node *node = new_node(at, FP_FOLD_NODE_CHOICE, cases[0]->low, cases[0]->high);
    return set_children(at, node, cases, count), combined(at, node);
}

static const fp_fold_node *build_block(const fp_building *at, const fp_items *items) {
    const fp_case_block *case_block = fp_case_block_find(at->fold, at->frame, items);
    return case_block ? build_cases(at, items, case_block, 0) : empty_node(at, 0, 0);
}

const fp_fold_node *fp_fold_build(struct fp_fold *fold) {
    fp_building start = { .fold = fold, .low = FP_NONE, .high = FP_NONE, .meeting = FP_MEET_ALL };
    fold->building = fp_arena_new();
    const fp_fold_node *root = build_block(&start, &fold->kernel->body);
    fp_arena_drop(fold->building);
    fold->building = NULL;
    return root;
}
