#include "order/fold_internal.h"
#include <assert.h>
#include <string.h>

/* ---- nodes ---- */
fp_fold_node *fp_fold_node_new(struct fp_fold *fold, struct fp_arena *keep, fp_fold_node_kind kind,
                               fp_fold_cover cover) {
    assert(cover.frame < fold->frames.len && cover.low <= cover.high && cover.high <= fold->place_count + 1);
    fp_fold_node *node = FP_NEW(keep, fp_fold_node, 1);
    node->kind = kind;
    node->number = fold->node_count++;
    node->keep = keep;
    node->result = FP_NEW(keep, fp_fold_result, 1);
    node->frame = cover.frame;
    node->low = cover.low;
    node->high = cover.high;
    node->through = FP_NONE;
    return node;
}

fp_summary fp_node_summary(const fp_fold_node *node) {
    assert(!node->result->pending);
    return node->result->summary;
}

static fp_summary access_summary(struct fp_fold *fold, const fp_fold_node *node) {
    const fp_frame *frame = &fold->frames.data[node->frame];
    const fp_access *access = &frame->kernel->accesses.data[node->index];
    uint32_t column = frame->columns[access->klass], resource = frame->resources[node->index];
    if (column == FP_NONE || resource == FP_NONE) return FP_SUMMARY_EMPTY;
    const fp_class *klass = &fold->columns.data[column];
    bool nowhere = node->unaddressed || fp_access_publishes(access, klass->space == FP_SPACE_GLOBAL);
    fp_key key = fp_key_make(&fold->summaries, (fp_key_info){ .resource = resource,
                                                              .frame = node->frame,
                                                              .footprint = nowhere ? 0 : access->footprint,
                                                              .kind = (uint8_t)access->kind,
                                                              .column = (uint8_t)column,
                                                              .global = klass->space == FP_SPACE_GLOBAL,
                                                              .asynchronous = klass->counter != FP_COUNTER_NONE,
                                                              .grouped = fp_counter_is_grouped(klass->counter) });
    fp_states initial = fp_states_start(fold->algebra, fp_access_initial(klass));
    fp_transform through = fp_fold_context_access(fold, access, column, node->counts);
    return fp_summary_access(node->keep, &fold->summaries,
                             (fp_summary_leaf){ key, frame->member_base + node->index, initial, through });
}

static fp_transform sync_transform(struct fp_fold *fold, const fp_fold_node *node) {
    if (node->removed) return FP_TRANSFORM_IDENTITY;
    if (node->through != FP_NONE) return node->through;
    fp_transform all = FP_TRANSFORM_NONE;
    for (uint32_t i = 0; i < node->syncs.count; i++) {
        fp_transform one =
            node->narrow ? fp_fold_context_narrow(fold, node->frame, node->syncs.data[i], node->meeting, node->partial)
                         : fp_fold_context_sync(fold, node->frame, node->syncs.data[i], node->meeting, node->partial);
        all = fp_transform_union(fold->algebra, all, one);
    }
    return all;
}

static fp_summary unknown_call_access(struct fp_fold *fold, const fp_fold_node *node, uint32_t resource,
                                      uint32_t column, fp_state_set initial) {
    fp_counter counter = fold->columns.data[column].counter;
    fp_key key = fp_key_make(&fold->summaries, (fp_key_info){ .resource = resource,
                                                              .frame = node->frame,
                                                              .kind = FP_ACCESS_WRITE,
                                                              .column = (uint8_t)column,
                                                              .global = fold->resources.data[resource].global,
                                                              .asynchronous = counter != FP_COUNTER_NONE,
                                                              .grouped = fp_counter_is_grouped(counter) });
    fp_states states = fp_states_start(fold->algebra, initial);
    return fp_summary_access(node->keep, &fold->summaries,
                             (fp_summary_leaf){ key, fold->member_count + node->index, states, FP_TRANSFORM_IDENTITY });
}

/* Code out of sight: it reads and writes. Callers may also have copies in flight, as old as they like, that a wait
 * here is meant for. */
static fp_summary unknown_call_summary(struct fp_fold *fold, const fp_fold_node *node) {
    const fp_unknown_call *unknown_call = &fold->unknown_calls.data[node->index];
    fp_summary all = FP_SUMMARY_EMPTY;
    for (uint32_t i = 0; i < unknown_call->resources.len; i++) {
        uint32_t resource = unknown_call->resources.data[i];
        all = fp_summary_union(node->keep, &fold->summaries, all,
                               unknown_call_access(fold, node, resource, 0, FP_STATE_BIT(FP_STATE_ISSUED)));
        for (uint32_t column = 0; column < fold->columns.len; column++)
            if (fp_unknown_call_copies(unknown_call, &fold->columns.data[column]) &&
                !fold->resources.data[resource].global)
                all = fp_summary_union(node->keep, &fold->summaries, all,
                                       unknown_call_access(fold, node, resource, column, FP_SET_IN_FLIGHT));
    }
    return all;
}

static const fp_untracked_item *untracked_item(const struct fp_fold *fold, uint32_t index) {
    const fp_untracked_place *place = &fold->untracked.data[index];
    return &fold->frames.data[place->frame].kernel->untracked.data[place->index];
}

static fp_summary untracked_access(struct fp_fold *fold, const fp_fold_node *node, uint32_t resource,
                                   fp_access_kind kind, uint32_t member) {
    const fp_untracked_item *item = untracked_item(fold, node->index);
    fp_key key = fp_key_make(&fold->summaries, (fp_key_info){ .resource = resource,
                                                              .frame = node->frame,
                                                              .kind = (uint8_t)kind,
                                                              .column = (uint8_t)fold->untracked_column,
                                                              .untracked = true,
                                                              .elected = item->elected });
    fp_states initial = fp_states_start(fold->algebra, fp_access_initial(&fold->columns.data[fold->untracked_column]));
    return fp_summary_access(node->keep, &fold->summaries,
                             (fp_summary_leaf){ key, member, initial, FP_TRANSFORM_IDENTITY });
}

static fp_summary untracked_summary(struct fp_fold *fold, const fp_fold_node *node) {
    const fp_untracked_place *place = &fold->untracked.data[node->index];
    uint32_t member = fold->member_count + fold->unknown_calls.len + node->index;
    fp_summary all = FP_SUMMARY_EMPTY;
    for (uint32_t i = 0; i < place->read.len; i++)
        all = fp_summary_union(node->keep, &fold->summaries, all,
                               untracked_access(fold, node, place->read.data[i], FP_ACCESS_READ, member));
    for (uint32_t i = 0; i < place->written.len; i++)
        all = fp_summary_union(node->keep, &fold->summaries, all,
                               untracked_access(fold, node, place->written.data[i], FP_ACCESS_WRITE, member));
    return all;
}

/* ---- combine: a node's summary from its parts ---- */
/* Threads that went separate ways come together: what a barrier of some of them ordered is ordered for those only. An
 * access of before is not one of theirs alone; what a group's barrier had ordered, or had been signalled for it, by
 * then counts for all, and who has waited for a copy's object has its data. */
static fp_summary left_groups(struct fp_arena *keep, struct fp_fold *fold, fp_summary summary) {
    if (fold->leave_groups == FP_TRANSFORM_IDENTITY) return summary;
    struct fp_summaries *summaries = &fold->summaries;
    fp_state_set kept_inside[FP_COLUMNS_MAX], kept_behind[FP_COLUMNS_MAX];
    for (uint32_t c = 0; c < fold->columns.len; c++) {
        kept_behind[c] = FP_STATE_BIT(FP_STATE_ORDERED_GROUP);
        kept_inside[c] = kept_behind[c] | FP_STATE_BIT(FP_STATE_SIGNALLED_GROUP) |
                         (fold->columns.data[c].object != FP_NONE ? FP_SET_IN_FLIGHT : 0);
    }
    summary.first = fp_entries_left(keep, summaries, summary.first, fold->leave_groups, kept_inside);
    summary.last = fp_entries_after(keep, summaries, summary.last, fold->leave_groups);
    summary.through = fp_transform_leave(fold->algebra, summary.through, fold->leave_groups, kept_behind);
    return summary;
}

static fp_summary apart_summary(struct fp_fold *fold, const fp_fold_node *node, const fp_sink *sink) {
    struct fp_summaries *summaries = &fold->summaries;
    /* Partitions come twice: as each runs for itself, and with barriers that do not hold the others back. */
    uint32_t arms = node->partitions ? node->child_count / 2 : node->child_count, open = node->partitions ? arms : 0;
    fp_meet_at at = { .carrier = FP_NONE, .concurrent = true, .doubtful = node->doubtful, .frame = node->frame };
    fp_summary all = FP_SUMMARY_UNREACHED;
    for (uint32_t i = 0; i < arms; i++) {
        for (uint32_t j = i + 1; j < arms; j++) {
            fp_summary a = node->children[open + i]->result->summary, b = node->children[open + j]->result->summary;
            fp_summary_meet(sink, summaries, a.last, b.first, at);
            if (node->doubtful) fp_summary_meet(sink, summaries, b.last, a.first, at);
        }
        all = fp_summary_union(sink->keep, summaries, all, node->children[i]->result->summary);
    }
    return left_groups(sink->keep, fold, all);
}

static fp_summary loop_summary(struct fp_fold *fold, const fp_fold_node *node, const fp_sink *sink) {
    const fp_loop_item *loop = &fold->frames.data[node->frame].kernel->loops.data[node->index];
    uint64_t max = loop->trips_max < 0 ? UINT64_MAX : (uint64_t)loop->trips_max;
    uint64_t min = loop->trips_min < 0 ? 0 : (uint64_t)loop->trips_min;
    if (loop->threads) min = max = 1;
    if (node->never_runs) min = max = 0;
    if (node->surely_runs && min == 0) min = 1;
    if (min < node->least_trips) min = node->least_trips;
    if (node->spared_trips && max >= node->spared_trips) max = node->spared_trips - 1;
    fp_loop_shape shape = { node->index, node->frame, min < max ? min : max, max };
    fp_summary tail = node->child_count > 1 ? node->children[1]->result->summary : FP_SUMMARY_EMPTY, all;
    fp_summary_loop(sink, &fold->summaries, &shape, node->children[0]->result->summary,
                    (fp_loop_exits){ &tail, &all, 1 });
    return all;
}

static fp_summary choice_summary(struct fp_fold *fold, const fp_fold_node *node) {
    fp_summary all = FP_SUMMARY_UNREACHED;
    for (uint32_t i = 0; i < node->child_count; i++)
        all = fp_summary_union(node->keep, &fold->summaries, all, node->children[i]->result->summary);
    return all;
}

void fp_node_combine(struct fp_fold *fold, const fp_fold_node *node, fp_meetings meetings, fp_judging *judging) {
    fp_fold_result *result = node->result;
    if (fold->cancelled && *fold->cancelled) fold->stopped = true;
    *result = (fp_fold_result){ .summary = FP_SUMMARY_EMPTY };
    if (fold->stopped) return;
    for (uint32_t i = 0; i < node->child_count; i++) assert(!node->children[i]->result->pending);
    assert(node->number < fold->node_count && (meetings == FP_MEETINGS_JUDGE) == (judging != NULL));
    const fp_sink sink = {
        .keep = node->keep, .meetings = meetings, .trips = node->trips, .found = &result->pairs, .judging = judging
    };
    switch (node->kind) {
    case FP_FOLD_NODE_EMPTY: break;
    case FP_FOLD_NODE_ACCESS: result->summary = access_summary(fold, node); break;
    case FP_FOLD_NODE_SYNC: result->summary.through = sync_transform(fold, node); break;
    case FP_FOLD_NODE_UNKNOWN_CALL: result->summary = unknown_call_summary(fold, node); break;
    case FP_FOLD_NODE_UNTRACKED: result->summary = untracked_summary(fold, node); break;
    case FP_FOLD_NODE_SEQUENCE:
        result->summary = fp_summary_sequence(&sink, &fold->summaries, node->children[0]->result->summary,
                                              node->children[1]->result->summary, node->frame);
        break;
    case FP_FOLD_NODE_CHOICE: result->summary = choice_summary(fold, node); break;
    case FP_FOLD_NODE_APART: result->summary = apart_summary(fold, node, &sink); break;
    case FP_FOLD_NODE_LOOP: result->summary = loop_summary(fold, node, &sink); break;
    case FP_FOLD_NODE_GRAPH:
    case FP_FOLD_NODE_GRAPH_LOOP: fp_graph_combine(fold, node, &sink); break;
    }
}

/* ---- change ---- */
typedef enum {
    CHANGE_REMOVE,
    CHANGE_JUDGE,
    CHANGE_CROSS,
    CHANGE_INSERT,
    CHANGE_RESTORE,
    CHANGE_NARROW,
    CHANGE_JUDGE_WIDTH
} change_kind;
typedef struct {
    change_kind kind;
    fp_syncs syncs;
    fp_numbers places; /* sorted: where nodes change */
    const fp_sync *inserted;
    bool single;  /* JUDGE: one leaf stands for the syncs */
    bool pending; /* new nodes are combined when something asks for their results */
} change;

/* One walk that changes a tree. */
typedef struct {
    struct fp_fold *fold;
    const change *what;
    struct fp_arena *keep; /* for the nodes that it makes */
    fp_meetings meetings;
    fp_judging *judging;     /* NULL: nothing is judged */
    bool ended;              /* the judgement is known: the rest of the tree does not matter */
    bool reached;            /* some leaf holds one of the syncs */
    fp_place_range rests_on; /* covers the nodes that were made anew */
} walk;

static bool touches(const fp_fold_node *node, const change *what) {
    uint32_t low = 0, high = what->places.len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (what->places.data[middle] < node->low)
            low = middle + 1;
        else
            high = middle;
    }
    return low < what->places.len && what->places.data[low] < node->high;
}

static bool holds_sync(const fp_fold_node *node, fp_syncs syncs) {
    for (uint32_t i = 0; i < node->syncs.count; i++)
        for (uint32_t k = 0; k < syncs.count; k++)
            if (node->syncs.data[i] == syncs.data[k]) return true;
    return false;
}

static fp_fold_node *copy_node(struct fp_fold *fold, struct fp_arena *keep, const fp_fold_node *node) {
    fp_fold_node *copy = FP_NEW(keep, fp_fold_node, 1);
    *copy = *node;
    copy->number = fold->node_count++;
    copy->keep = keep;
    copy->result = FP_NEW(keep, fp_fold_result, 1);
    *copy->result = *node->result;
    return copy;
}

static void rest_on(walk *w, const fp_fold_node *node) {
    if (node->low < w->rests_on.low) w->rests_on.low = node->low;
    if (node->high > w->rests_on.high) w->rests_on.high = node->high;
}

/* Combines a node that changes have made, and those below it. Where changes follow each other, nodes that a later
 * change has replaced are never combined. A node lives as long as its own arena, so that a judgement may ask for the
 * result of one that was made before it. */
static void combine_pending(struct fp_fold *fold, const fp_fold_node *node, fp_meetings meetings) {
    if (!node->result->pending) return;
    for (uint32_t i = 0; i < node->child_count; i++) combine_pending(fold, node->children[i], meetings);
    fp_node_combine(fold, node, meetings, NULL);
}

static void combine_changed(walk *w, const fp_fold_node *node) {
    node->result->pending = w->what->pending;
    if (w->what->pending) return;
    for (uint32_t i = 0; i < node->child_count; i++) combine_pending(w->fold, node->children[i], FP_MEETINGS_SILENT);
    fp_node_combine(w->fold, node, w->meetings, w->judging);
}

static const fp_fold_node *changed_sync(walk *w, const fp_fold_node *node) {
    struct fp_fold *fold = w->fold;
    if (node->frame != 0 || !holds_sync(node, w->what->syncs)) return node;
    combine_pending(fold, node, FP_MEETINGS_SILENT);
    fp_transform through = fp_node_summary(node).through;
    fp_fold_node *copy = copy_node(fold, w->keep, node);
    switch (w->what->kind) {
    case CHANGE_REMOVE: copy->removed = true; break;
    case CHANGE_RESTORE: copy->removed = copy->narrow = false; break;
    case CHANGE_NARROW: copy->narrow = true; break;
    case CHANGE_JUDGE: copy->through = fp_transform_judged(fold->algebra, through); break;
    case CHANGE_JUDGE_WIDTH:
        copy->narrow = true;
        copy->through = fp_transform_judged_against(fold->algebra, through, sync_transform(fold, copy));
        break;
    case CHANGE_CROSS: copy->through = fp_transform_crossed(fold->algebra); break;
    case CHANGE_INSERT: break;
    }
    w->reached = true;
    rest_on(w, node);
    combine_changed(w, copy);
    return copy;
}

static const fp_fold_node *inserted_before(walk *w, const fp_fold_node *node) {
    struct fp_fold *fold = w->fold;
    fp_fold_node *sync =
        fp_fold_node_new(fold, w->keep, FP_FOLD_NODE_SYNC, (fp_fold_cover){ node->frame, node->low, node->low });
    sync->through = fp_fold_context_transform(fold, w->what->inserted, node->meeting, node->partial);
    sync->result->pending = true;
    uint32_t place = w->what->places.data[0], high = node->high;
    /* At the end of the block the new sync takes over its last place: later insertions there stand behind it. */
    bool behind = node->ends_block && place + 1 == high;
    if (behind) {
        fp_fold_node *rest = copy_node(fold, w->keep, node);
        rest->high = sync->low = place;
        rest->ends_block = false;
        sync->high = place + 1;
        sync->ends_block = true;
        node = rest;
    }
    fp_fold_node *both =
        fp_fold_node_new(fold, w->keep, FP_FOLD_NODE_SEQUENCE, (fp_fold_cover){ node->frame, node->low, high });
    both->children = FP_NEW(w->keep, const fp_fold_node *, 2);
    both->child_count = 2;
    both->children[behind] = sync;
    both->children[!behind] = node;
    both->result->pending = true;
    return both;
}

static bool is_container(fp_fold_node_kind kind) {
    switch (kind) {
    case FP_FOLD_NODE_SEQUENCE:
    case FP_FOLD_NODE_CHOICE:
    case FP_FOLD_NODE_APART:
    case FP_FOLD_NODE_LOOP:
    case FP_FOLD_NODE_GRAPH:
    case FP_FOLD_NODE_GRAPH_LOOP: return true;
    case FP_FOLD_NODE_EMPTY:
    case FP_FOLD_NODE_ACCESS:
    case FP_FOLD_NODE_SYNC:
    case FP_FOLD_NODE_UNKNOWN_CALL:
    case FP_FOLD_NODE_UNTRACKED: return false;
    }
    return false;
}

static bool stands_at(const fp_fold_node *node, uint32_t place) {
    return place == node->low || (node->ends_block && place + 1 == node->high);
}

/* ---- walks ---- */
static fp_fold_mark *mark_of(struct fp_fold *fold, const fp_fold_node *node) {
    assert(node->number < fold->node_count);
    while (fold->marks.len <= node->number) *FP_PUSH(fold->arena, &fold->marks) = (fp_fold_mark){ 0, NULL };
    return &fold->marks.data[node->number];
}

static bool is_marked(struct fp_fold *fold, const fp_fold_node *node) {
    return mark_of(fold, node)->stamp == fold->stamp;
}

static const fp_fold_node *changed(walk *w, const fp_fold_node *node);

static const fp_fold_node *changed_children(walk *w, const fp_fold_node *node) {
    const fp_fold_node **children = FP_NEW(w->keep, const fp_fold_node *, node->child_count + 1);
    bool same = true;
    for (uint32_t i = 0; i < node->child_count; i++) {
        children[i] = changed(w, node->children[i]);
        same &= children[i] == node->children[i];
    }
    if (same || w->ended) return node;
    fp_fold_node *copy = copy_node(w->fold, w->keep, node);
    copy->children = children;
    combine_changed(w, copy);
    if (!w->judging) return copy;
    /* Enough is known when every pair looked for is found, or when nothing depends on the judged syncs any more. */
    bool all = fp_judging_is_done(w->judging);
    rest_on(w, node);
    if (all) w->ended = true;
    if (all || fp_summary_has_shadow(&w->fold->summaries, copy->result->summary)) return copy;
    w->ended = w->what->single;
    return node; /* from here on it makes no difference; other leaves of the syncs may */
}

static const fp_fold_node *changed(walk *w, const fp_fold_node *node) {
    const change *what = w->what;
    if (w->ended || !touches(node, what)) return node;
    if (is_marked(w->fold, node)) return mark_of(w->fold, node)->changed;
    const fp_fold_node *result = node;
    bool here =
        what->kind == CHANGE_INSERT && node->kind != FP_FOLD_NODE_SEQUENCE && stands_at(node, what->places.data[0]);
    if (here)
        result = inserted_before(w, node);
    else if (node->kind == FP_FOLD_NODE_SYNC)
        result = changed_sync(w, node);
    else if (is_container(node->kind))
        result = changed_children(w, node);
    *mark_of(w->fold, node) = (fp_fold_mark){ w->fold->stamp, result };
    return result;
}

static walk new_walk(struct fp_fold *fold, struct fp_arena *keep, const change *what, fp_meetings meetings) {
    return (walk){ .fold = fold, .what = what, .keep = keep, .meetings = meetings, .rests_on = { UINT32_MAX, 0 } };
}

static const fp_fold_node *change_tree(walk *w, const fp_fold_node *root) {
    if (!w->what->pending && !w->judging) combine_pending(w->fold, root, FP_MEETINGS_REPORT);
    w->fold->stamp++;
    return changed(w, root);
}

static void sort_numbers(fp_numbers *numbers) {
    for (uint32_t i = 1; i < numbers->len; i++)
        for (uint32_t k = i; k > 0 && numbers->data[k - 1] > numbers->data[k]; k--) {
            uint32_t number = numbers->data[k];
            numbers->data[k] = numbers->data[k - 1];
            numbers->data[k - 1] = number;
        }
}

static change change_syncs(struct fp_fold *fold, struct fp_arena *keep, change_kind kind, fp_syncs syncs) {
    change what = { .kind = kind, .syncs = syncs };
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < syncs.count; i++) {
        assert(syncs.data[i] < fold->kernel->syncs.len && (i == 0 || syncs.data[i - 1] < syncs.data[i]));
        const fp_numbers *places = &fold->sync_places[syncs.data[i]];
        for (uint32_t k = 0; k < places->len; k++) *FP_PUSH(keep, &what.places) = places->data[k];
        leaves += fold->leaf_counts[syncs.data[i]];
    }
    sort_numbers(&what.places);
    what.single = leaves == 1;
    return what;
}

/* A tree whose new nodes are combined when something asks for their results. */
static const fp_fold_node *changed_later(struct fp_fold *fold, struct fp_arena *keep, const fp_fold_node *root,
                                         fp_syncs syncs, change_kind kind) {
    if (!syncs.count) return root;
    change what = change_syncs(fold, keep, kind, syncs);
    what.pending = true;
    walk w = new_walk(fold, keep, &what, FP_MEETINGS_SILENT);
    return change_tree(&w, root);
}

const fp_fold_node *fp_fold_without(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs) {
    return changed_later(fold, fold->arena, root, syncs, CHANGE_REMOVE);
}
const fp_fold_node *fp_fold_narrowed(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs) {
    return changed_later(fold, fold->arena, root, syncs, CHANGE_NARROW);
}

const fp_fold_node *fp_fold_what_if_without(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs) {
    change what = change_syncs(fold, fold->arena, CHANGE_REMOVE, syncs);
    walk w = new_walk(fold, fold->arena, &what, FP_MEETINGS_REPORT);
    return change_tree(&w, root);
}

const fp_fold_node *fp_fold_what_if_before(struct fp_fold *fold, const fp_fold_node *root, uint32_t place,
                                           const fp_sync *sync) {
    change what = { .kind = CHANGE_INSERT, .inserted = sync, .pending = true };
    assert(place < fold->place_count);
    *FP_PUSH(fold->arena, &what.places) = place;
    walk w = new_walk(fold, fold->arena, &what, FP_MEETINGS_REPORT);
    return change_tree(&w, root);
}

static fp_judgement judge_in(struct fp_fold *fold, const fp_fold_node *root, fp_exchange first, fp_syncs syncs,
                             uint8_t wanted, change_kind kind, struct fp_arena *scratch) {
    fp_arena_mark_t mark = fp_arena_mark(scratch);
    uint32_t node_count = fold->node_count; /* nodes in scratch give their numbers back */
    root = changed_later(fold, scratch, root, first.back, CHANGE_RESTORE);
    root = changed_later(fold, scratch, root, first.gone, CHANGE_REMOVE);
    change what = change_syncs(fold, scratch, kind, syncs);
    fp_judging judging = { .wanted = wanted };
    walk w = new_walk(fold, scratch, &what, FP_MEETINGS_JUDGE);
    w.judging = &judging;
    const fp_fold_node *judged = change_tree(&w, root);
    if (wanted & FP_JUDGE_END) {
        combine_pending(fold, judged, FP_MEETINGS_SILENT);
        fp_summary_judge_end(&judging, &fold->summaries, judged->result->summary.last);
    }
    fp_judgement result = { .reached = w.reached, .rests_on = w.rests_on };
    memcpy(result.by, judging.by, sizeof result.by);
    fold->node_count = node_count;
    fp_arena_reset(scratch, mark);
    return result;
}

static fp_judgement judge(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs, uint8_t wanted,
                          change_kind kind, struct fp_arena *scratch) {
    return judge_in(fold, root, (fp_exchange){ { NULL, 0 }, { NULL, 0 } }, syncs, wanted, kind, scratch);
}

fp_judgement fp_fold_judge_after(struct fp_fold *fold, const fp_fold_node *root, fp_exchange exchange, fp_syncs syncs,
                                 uint8_t wanted, struct fp_arena *scratch) {
    return judge_in(fold, root, exchange, syncs, wanted, CHANGE_JUDGE, scratch);
}

fp_judgement fp_fold_judge(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs, uint8_t wanted,
                           struct fp_arena *scratch) {
    return judge(fold, root, syncs, wanted, CHANGE_JUDGE, scratch);
}

fp_judgement fp_fold_judge_width(struct fp_fold *fold, const fp_fold_node *root, fp_syncs back, fp_syncs syncs,
                                 struct fp_arena *scratch) {
    return judge_in(fold, root, (fp_exchange){ .back = back }, syncs, FP_SPACES_GLOBAL, CHANGE_JUDGE_WIDTH, scratch);
}

fp_judgement fp_fold_judge_crossed(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs,
                                   struct fp_arena *scratch) {
    return judge(fold, root, syncs, FP_SPACES_WORKGROUP, CHANGE_CROSS, scratch);
}

/* ---- collect ---- */
static void collect(struct fp_fold *fold, const fp_fold_node *node, fp_pairs *pairs) {
    if (is_marked(fold, node)) return;
    assert(!node->result->pending);
    mark_of(fold, node)->stamp = fold->stamp;
    const fp_pairs *own = &node->result->pairs;
    for (uint32_t i = 0; i < own->len; i++) *FP_PUSH(fold->arena, pairs) = own->data[i];
    for (uint32_t i = 0; i < node->child_count; i++) collect(fold, node->children[i], pairs);
}

void fp_fold_pairs(struct fp_fold *fold, const fp_fold_node *root, fp_pairs *pairs) {
    combine_pending(fold, root, FP_MEETINGS_REPORT);
    fold->stamp++;
    collect(fold, root, pairs);
}

static bool has_memory(const struct fp_kernel *kernel) { return kernel->accesses.len || kernel->calls.len; }

static const fp_fold_node *pair_node(struct fp_fold *fold, const fp_fold_node *a, const fp_fold_node *b) {
    fp_fold_node *both = fp_fold_node_new(fold, fold->arena, FP_FOLD_NODE_SEQUENCE,
                                          (fp_fold_cover){ 0, fold->root->low, fold->root->high });
    both->children = FP_NEW(fold->arena, const fp_fold_node *, 2);
    both->children[0] = a, both->children[1] = b;
    both->child_count = 2;
    fp_node_combine(fold, both, FP_MEETINGS_SILENT, NULL);
    return both;
}

const fp_fold_node *fp_fold_judge_root(struct fp_fold *fold) {
    /* A function that holds barriers and no memory is a helper, whoever calls it. */
    if (fold->kernel->is_entry && !fold->kernel->called_elsewhere &&
        (has_memory(fold->kernel) || !fold->kernel->is_public))
        return fold->root;
    fp_fold_node *callers = fp_fold_node_new(fold, fold->arena, FP_FOLD_NODE_UNKNOWN_CALL, (fp_fold_cover){ 0, 0, 0 });
    callers->index = fold->unknown_calls.len - 1;
    fp_node_combine(fold, callers, FP_MEETINGS_SILENT, NULL);
    return pair_node(fold, pair_node(fold, callers, fold->root), callers);
}

/* ---- asked from outside ---- */
bool fp_fold_cancelled(const struct fp_fold *fold) { return fold->stopped; }
bool fp_fold_calls_unknown(const struct fp_fold *fold) {
    return fold->unknown_calls.len > 1;
} /* the callers are the last one */
bool fp_fold_has_untracked(const struct fp_fold *fold) { return fold->untracked.len > 0; }
struct fp_summaries *fp_fold_summaries(struct fp_fold *fold) {
    return &fold->summaries;
}
const fp_fold_node *fp_fold_root(struct fp_fold *fold) { return fold->root; }
fp_sync_role fp_fold_sync_role(const struct fp_fold *fold, uint32_t sync) { return fold->roles[sync]; }
fp_numbers fp_fold_sync_places(const struct fp_fold *fold, uint32_t sync) { return fold->sync_places[sync]; }
uint32_t fp_fold_sync_depth(const struct fp_fold *fold, uint32_t sync) { return fold->depths[sync]; }
uint64_t fp_fold_bounded_runs(const struct fp_fold *fold) { return fold->bounded_runs; }

fp_syncs fp_fold_sync_peers(struct fp_fold *fold, uint32_t sync) {
    if (fold->peer_of[sync] != FP_NONE) return fold->peers.data[fold->peer_of[sync]];
    uint32_t *alone = FP_NEW(fold->arena, uint32_t, 1);
    *alone = sync;
    return (fp_syncs){ alone, 1 };
}

uint32_t fp_fold_place(const struct fp_fold *fold, const fp_items *block, uint32_t index) {
    const fp_case_block *case_block = fp_case_block_find(fold, 0, block);
    return case_block && index <= block->len ? case_block->places[index] : FP_NONE;
}

fp_member_place fp_fold_member(const struct fp_fold *fold, uint32_t member) {
    assert(member < fold->member_count + fold->unknown_calls.len + fold->untracked.len);
    if (member >= fold->member_count + fold->unknown_calls.len) {
        const fp_untracked_place *place = &fold->untracked.data[member - fold->member_count - fold->unknown_calls.len];
        const fp_frame *frame = &fold->frames.data[place->frame];
        return (fp_member_place){ FP_NONE, frame->top_call, frame->kernel,
                                  frame->kernel->untracked.data[place->index].op };
    }
    if (member >= fold->member_count)
        return (fp_member_place){ FP_NONE, fold->unknown_calls.data[member - fold->member_count].call, fold->kernel,
                                  FP_NONE };
    uint32_t low = 0, high = fold->frames.len;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (fold->frames.data[middle].member_base <= member)
            low = middle;
        else
            high = middle;
    }
    const fp_frame *frame = &fold->frames.data[low];
    return (fp_member_place){ member - frame->member_base, frame->top_call, frame->kernel, FP_NONE };
}

static struct fp_fold *new_fold(struct fp_fold fresh) {
    struct fp_arena *arena = fresh.arena;
    struct fp_kernel *kernel = fresh.kernel;
    struct fp_fold *fold = FP_NEW(arena, struct fp_fold, 1);
    *fold = fresh;
    fp_fold_context_build(fold);
    if (fold->groups_stay) fold->leave_groups = FP_TRANSFORM_IDENTITY;
    fp_case_block_build(fold);
    uint32_t syncs = kernel->syncs.len;
    fold->roles = FP_NEW(arena, fp_sync_role, syncs + 1);
    for (uint32_t i = 0; i < syncs; i++) fold->roles[i] = FP_SYNC_UNREACHED;
    fold->peer_of = FP_NEW(arena, uint32_t, syncs + 1);
    memset(fold->peer_of, 0xff, syncs * sizeof *fold->peer_of);
    fold->leaf_counts = FP_NEW(arena, uint32_t, syncs + 1);
    fold->root = fp_fold_build(fold);
    return fold;
}

struct fp_fold *fp_fold_new(struct fp_arena *arena, struct fp_kernel *kernel, const struct fp_program *program,
                            const volatile bool *cancelled) {
    return new_fold((struct fp_fold){ .arena = arena, .kernel = kernel, .program = program, .cancelled = cancelled });
}

struct fp_fold *fp_fold_of_groups(struct fp_arena *arena, const struct fp_fold *fold) {
    if (fold->leave_groups == FP_TRANSFORM_IDENTITY) return NULL;
    return new_fold((struct fp_fold){ .arena = arena,
                                      .kernel = fold->kernel,
                                      .program = fold->program,
                                      .cancelled = fold->cancelled,
                                      .groups_stay = true });
}

struct fp_fold *fp_fold_for_target(struct fp_arena *arena, const struct fp_fold *fold, const fp_target *target) {
    struct fp_kernel *kernel = FP_NEW(arena, struct fp_kernel, 1);
    *kernel = *fold->kernel;
    kernel->target = target;
    return fp_fold_new(arena, kernel, fold->program, fold->cancelled);
}
