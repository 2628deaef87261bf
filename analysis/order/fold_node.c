#include "order/fold_node.h"
#include "base/cancel.h"
#include <assert.h>
#include <string.h>

/* ---- nodes ---- */
fp_fold_node *fp_fold_node_new(struct fp_fold *fold, bool passing, fp_fold_node_kind kind, fp_fold_cover cover) {
    struct fp_arena *keep = fp_fold_arena_of(fold, passing);
    assert(cover.frame < fold->frames.len && cover.low <= cover.high && cover.high <= fold->place_count + 1);
    fp_fold_node *node = FP_NEW(keep, fp_fold_node, 1);
    node->kind = kind;
    node->number = fold->node_count++;
    node->passing = passing;
    node->result = FP_NEW(keep, fp_fold_result, 1);
    node->frame = cover.frame;
    node->low = cover.low;
    node->high = cover.high;
    if (kind == FP_FOLD_NODE_SYNC) node->through = FP_NONE;
    return node;
}

fp_summary fp_node_summary(const fp_fold_node *node) { return fp_fold_summary(node); }

static void keep_summary(fp_fold_result *result, fp_summary summary) {
    result->through = summary.through;
    result->first = summary.first.data, result->first_count = summary.first.count;
    result->last = summary.last.data, result->last_count = summary.last.count;
}

static struct fp_arena *arena_of(const struct fp_fold *fold, const fp_fold_node *node) {
    return fp_fold_arena_of(fold, node->passing);
}

static fp_summary access_summary(struct fp_fold *fold, const fp_fold_node *node) {
    const fp_frame *frame = &fold->frames.data[node->frame];
    const fp_access *access = &frame->kernel->accesses.data[node->index];
    uint32_t column = frame->columns[access->klass], resource = frame->resources[node->index];
    if (column == FP_NONE || resource == FP_NONE) return FP_SUMMARY_EMPTY;
    const fp_class *klass = &fold->columns.data[column];
    bool publishes = fp_access_publishes(access, klass->space == FP_SPACE_GLOBAL);
    fp_footprint footprint = node->addressed == FP_ADDRESSED_NONE || publishes ? 0 : access->footprint;
    if (node->addressed == FP_ADDRESSED_FIXED) footprint = fp_footprint_fixed(frame->kernel->addresses, footprint);
    fp_key key =
        fp_key_make(&fold->summaries, (fp_key_info){ .resource = resource,
                                                     .universe = fold->frames.data[node->frame].universe,
                                                     .footprint = footprint,
                                                     .kind = (uint8_t)access->kind,
                                                     .column = (uint8_t)column,
                                                     .global = klass->space == FP_SPACE_GLOBAL,
                                                     .anything = publishes,
                                                     .elected = access->elected && fold->untracked.len > 0,
                                                     .atomic = access->atomic,
                                                     .of_object = access->of_object && access->kind == FP_ACCESS_ATOMIC,
                                                     .asynchronous = klass->counter != FP_COUNTER_NONE,
                                                     .grouped = fp_counter_is_grouped(klass->counter) });
    fp_states initial = fp_states_start(fold->algebra, fp_access_initial(klass));
    fp_transform through = fp_fold_context_access(fold, access, column, node->counts);
    return fp_summary_access(arena_of(fold, node), &fold->summaries,
                             (fp_summary_leaf){ key, frame->member_base + node->index, initial, through });
}

fp_transform fp_fold_node_transform(struct fp_fold *fold, const fp_fold_node *node) {
    if (node->removed) return FP_TRANSFORM_IDENTITY;
    if (node->through != FP_NONE) return node->through;
    fp_transform all = FP_TRANSFORM_NONE;
    for (uint32_t i = 0; i < node->sync_count; i++) {
        fp_transform one = node->narrow
                               ? fp_fold_context_narrow(fold, node->frame, node->syncs[i], node->meeting, node->partial)
                               : fp_fold_context_sync(fold, node->frame, node->syncs[i], node->meeting, node->partial);
        all = fp_transform_union(fold->algebra, all, one);
    }
    return all;
}

static fp_summary unknown_call_access(struct fp_fold *fold, const fp_fold_node *node, uint32_t resource,
                                      uint32_t column, fp_state_set initial) {
    fp_counter counter = fold->columns.data[column].counter;
    fp_key key = fp_key_make(&fold->summaries, (fp_key_info){ .resource = resource,
                                                              .universe = fold->frames.data[node->frame].universe,
                                                              .kind = FP_ACCESS_WRITE,
                                                              .column = (uint8_t)column,
                                                              .global = fold->resources.data[resource].global,
                                                              .asynchronous = counter != FP_COUNTER_NONE,
                                                              .grouped = fp_counter_is_grouped(counter) });
    fp_states states = fp_states_start(fold->algebra, initial);
    return fp_summary_access(arena_of(fold, node), &fold->summaries,
                             (fp_summary_leaf){ key, fold->member_count + node->index, states, FP_TRANSFORM_IDENTITY });
}

/* Code out of sight: it reads and writes. Callers may also have copies in flight, as old as they like, that a wait
 * here is meant for. */
static fp_summary unknown_call_summary(struct fp_fold *fold, const fp_fold_node *node) {
    const fp_unknown_call *unknown_call = &fold->unknown_calls.data[node->index];
    fp_summary all = FP_SUMMARY_EMPTY;
    for (uint32_t i = 0; i < unknown_call->resources.len; i++) {
        uint32_t resource = unknown_call->resources.data[i];
        all = fp_summary_union(arena_of(fold, node), &fold->summaries, all,
                               unknown_call_access(fold, node, resource, 0, FP_STATE_BIT(FP_STATE_ISSUED)));
        for (uint32_t column = 0; column < fold->columns.len; column++)
            if (fp_unknown_call_copies(unknown_call, &fold->columns.data[column]) &&
                !fold->resources.data[resource].global)
                all = fp_summary_union(arena_of(fold, node), &fold->summaries, all,
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
                                                              .universe = fold->frames.data[node->frame].universe,
                                                              .kind = (uint8_t)kind,
                                                              .column = (uint8_t)fold->untracked_column,
                                                              .untracked = true,
                                                              .elected = item->elected });
    fp_states initial = fp_states_start(fold->algebra, fp_access_initial(&fold->columns.data[fold->untracked_column]));
    return fp_summary_access(arena_of(fold, node), &fold->summaries,
                             (fp_summary_leaf){ key, member, initial, FP_TRANSFORM_IDENTITY });
}

static fp_summary untracked_summary(struct fp_fold *fold, const fp_fold_node *node) {
    const fp_untracked_place *place = &fold->untracked.data[node->index];
    uint32_t member = fold->member_count + fold->unknown_calls.len + node->index;
    fp_summary all = FP_SUMMARY_EMPTY;
    for (uint32_t i = 0; i < place->read.len; i++)
        all = fp_summary_union(arena_of(fold, node), &fold->summaries, all,
                               untracked_access(fold, node, place->read.data[i], FP_ACCESS_READ, member));
    for (uint32_t i = 0; i < place->written.len; i++)
        all = fp_summary_union(arena_of(fold, node), &fold->summaries, all,
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
    fp_meet_at at = { .carrier = FP_NONE, .concurrent = true, .doubtful = node->doubtful, .frame = node->frame };
    fp_summary all = FP_SUMMARY_UNREACHED;
    for (uint32_t i = 0; i < node->child_count; i++) {
        for (uint32_t j = i + 1; j < node->child_count; j++) {
            fp_summary a = fp_fold_summary(node->children[i]), b = fp_fold_summary(node->children[j]);
            fp_summary_meet(sink, summaries, a.last, b.first, at);
            if (node->doubtful) fp_summary_meet(sink, summaries, b.last, a.first, at);
        }
        all = fp_summary_union(sink->keep, summaries, all, fp_fold_summary(node->children[i]));
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
    const fp_frame *frame = &fold->frames.data[node->frame];
    fp_loop_shape shape = { .loop = frame->kernel->first_loop + node->index,
                            .alone = frame->trips_matter && frame->trips_matter[node->index],
                            .frame = node->frame,
                            .trips_min = min < max ? min : max,
                            .trips_max = max };
    fp_summary tail = node->child_count > 1 ? fp_fold_summary(node->children[1]) : FP_SUMMARY_EMPTY, all;
    fp_summary_loop(sink, &fold->summaries, &shape, fp_fold_summary(node->children[0]),
                    (fp_loop_exits){ &tail, &all, 1, 0 });
    return all;
}

static fp_summary choice_summary(struct fp_fold *fold, const fp_fold_node *node) {
    fp_summary all = FP_SUMMARY_UNREACHED;
    for (uint32_t i = 0; i < node->child_count; i++)
        all = fp_summary_union(arena_of(fold, node), &fold->summaries, all, fp_fold_summary(node->children[i]));
    return all;
}

static void combine(struct fp_fold *fold, const fp_fold_node *node, fp_sink sink) {
    fp_fold_result *result = node->result;
    fp_summary summary = FP_SUMMARY_EMPTY;
    fp_fold_extra extra = { 0 };
    if (fp_is_cancelled(fold->cancelled)) fold->stopped = true;
    *result = (fp_fold_result){ .through = FP_TRANSFORM_IDENTITY };
    if (fold->stopped) return;
    for (uint32_t i = 0; i < node->child_count; i++) assert(!node->children[i]->result->pending);
    assert(node->number < fold->node_count && (sink.meetings == FP_MEETINGS_JUDGE) == (sink.judging != NULL));
    sink.keep = arena_of(fold, node), sink.trips = node->trips, sink.found = &extra.pairs;
    switch (node->kind) {
    case FP_FOLD_NODE_EMPTY: break;
    case FP_FOLD_NODE_ACCESS: summary = access_summary(fold, node); break;
    case FP_FOLD_NODE_SYNC: summary.through = fp_fold_node_transform(fold, node); break;
    case FP_FOLD_NODE_UNKNOWN_CALL: summary = unknown_call_summary(fold, node); break;
    case FP_FOLD_NODE_UNTRACKED: summary = untracked_summary(fold, node); break;
    case FP_FOLD_NODE_SEQUENCE:
        summary = fp_summary_sequence(&sink, &fold->summaries, fp_fold_summary(node->children[0]),
                                      fp_fold_summary(node->children[1]), node->frame);
        break;
    case FP_FOLD_NODE_CHOICE: summary = choice_summary(fold, node); break;
    case FP_FOLD_NODE_APART: summary = apart_summary(fold, node, &sink); break;
    case FP_FOLD_NODE_LOOP: summary = loop_summary(fold, node, &sink); break;
    case FP_FOLD_NODE_GRAPH:
    case FP_FOLD_NODE_GRAPH_LOOP: summary = fp_graph_combine(fold, node, &sink, &extra.exits); break;
    }
    keep_summary(result, summary);
    result->any_pair = extra.pairs.len > 0;
    if (extra.pairs.len || extra.exits)
        result->extra = fp_arena_copy(sink.keep, &extra, sizeof extra, _Alignof(fp_fold_extra));
    for (uint32_t i = 0; i < node->child_count; i++) result->any_pair |= node->children[i]->result->any_pair;
}

void fp_node_combine(struct fp_fold *fold, const fp_fold_node *node, fp_meetings meetings, fp_judging *judging) {
    combine(fold, node, (fp_sink){ .meetings = meetings, .judging = judging });
}

/* The blocks of a graph follow each other inside of it. */
void fp_node_combine_part(struct fp_fold *fold, const fp_fold_node *node, fp_judging *judging) {
    bool graph = node->kind == FP_FOLD_NODE_GRAPH || node->kind == FP_FOLD_NODE_GRAPH_LOOP;
    combine(fold, node, (fp_sink){ .meetings = FP_MEETINGS_JUDGE, .judging = judging, .part = !graph });
    keep_summary(node->result,
                 fp_summary_judged_part(arena_of(fold, node), &fold->summaries, fp_fold_summary(node), judging));
}

void fp_node_combine_pending(struct fp_fold *fold, const fp_fold_node *node, fp_meetings meetings) {
    bool unmet = node->result->unmet && meetings == FP_MEETINGS_REPORT;
    if (!node->result->pending && !unmet) return;
    for (uint32_t i = 0; i < node->child_count; i++) fp_node_combine_pending(fold, node->children[i], meetings);
    fp_node_combine(fold, node, meetings, NULL);
}

void fp_node_sum_up(struct fp_fold *fold, const fp_fold_node *node) {
    if (!node->result->pending) return;
    for (uint32_t i = 0; i < node->child_count; i++) fp_node_sum_up(fold, node->children[i]);
    fp_node_combine(fold, node, FP_MEETINGS_SILENT, NULL);
    node->result->unmet = true;
}

void fp_node_meet(struct fp_fold *fold, const fp_fold_node *node, const fp_members_sought *sought,
                  struct fp_arena *keep, fp_pairs *pairs) {
    fp_sink sink = {
        .keep = keep, .meetings = FP_MEETINGS_REPORT, .trips = node->trips, .found = pairs, .sought = sought
    };
    if (fp_is_cancelled(fold->cancelled)) fold->stopped = true;
    if (fold->stopped) return;
    for (uint32_t i = 0; i < node->child_count; i++) assert(!node->children[i]->result->pending);
    switch (node->kind) {
    case FP_FOLD_NODE_SEQUENCE:
        fp_summary_meet(&sink, &fold->summaries, fp_fold_summary(node->children[0]).last,
                        fp_fold_summary(node->children[1]).first,
                        (fp_meet_at){ .carrier = FP_NONE, .frame = node->frame });
        break;
    case FP_FOLD_NODE_APART: apart_summary(fold, node, &sink); break;
    case FP_FOLD_NODE_LOOP: loop_summary(fold, node, &sink); break;
    case FP_FOLD_NODE_GRAPH:
    case FP_FOLD_NODE_GRAPH_LOOP: assert(false); break;
    case FP_FOLD_NODE_EMPTY:
    case FP_FOLD_NODE_ACCESS:
    case FP_FOLD_NODE_SYNC:
    case FP_FOLD_NODE_CHOICE:
    case FP_FOLD_NODE_UNKNOWN_CALL:
    case FP_FOLD_NODE_UNTRACKED: break; /* nothing meets in it */
    }
}

/* ---- walks ---- */
fp_fold_mark *fp_fold_mark_of(struct fp_fold *fold, const fp_fold_node *node) {
    assert(node->number < fold->node_count);
    if (node->number >= fold->marks.capacity)
        FP_RESERVE(fold->arena, &fold->marks, fold->node_count + fold->node_count / 4);
    while (fold->marks.len <= node->number) *FP_PUSH(fold->arena, &fold->marks) = (fp_fold_mark){ 0, NULL };
    return &fold->marks.data[node->number];
}

bool fp_fold_is_marked(struct fp_fold *fold, const fp_fold_node *node) {
    return fp_fold_mark_of(fold, node)->stamp == fold->stamp;
}
