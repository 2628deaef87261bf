/* fold_context.c - what the summaries of one kernel work with: columns, lanes, resources, and what its
 * syncs do to each column. */
#include "order/fold_internal.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- roots of callees, named as the kernel names them ---- */
typedef struct {
    fp_roots roots;
    bool anything;
    uint32_t foreign;
} binding;

static fp_roots root_by_name(struct fp_buffers *buffers, const fp_root_info *wanted) {
    for (fp_root root = 0; root < fp_buffers_count(buffers); root++) {
        const fp_root_info *info = fp_buffers_root(buffers, root);
        bool same =
            info->kind == wanted->kind && (info->kind == FP_ROOT_DYNAMIC || fp_str_equal(info->name, wanted->name));
        if (same && info->space == wanted->space) return fp_buffers_set(buffers, &root, 1);
    }
    return 0;
}

/* The number of a callee's kernel that does not depend on where it lies in memory. */
static uint32_t first_frame_of(const struct fp_fold *fold, const struct fp_kernel *kernel) {
    uint32_t frame = 0;
    while (fold->frames.data[frame].kernel != kernel) frame++;
    return frame;
}

/* Are values and roots of the frame those of its caller? */
static bool shares_values(const struct fp_fold *fold, uint32_t frame) {
    return fold->frames.data[frame].universe == fold->frames.data[fold->frames.data[frame].parent].universe;
}

static binding bind_roots(struct fp_fold *fold, uint32_t frame, fp_roots roots);

/* Where a callee's workgroup memory begins: each call says at which place of its own function's memory the callee's
 * lies. -1: it does not. */
static int64_t start_of_memory(const struct fp_fold *fold, uint32_t frame) {
    int64_t start = 0;
    for (; frame != 0; frame = fold->frames.data[frame].parent) {
        const struct fp_kernel *caller = fold->frames.data[fold->frames.data[frame].parent].kernel;
        const fp_call_item *call = &caller->calls.data[fold->frames.data[frame].parent_call];
        if (call->offset_bytes < 0) return -1;
        start += call->offset_bytes;
    }
    return start;
}

static fp_roots root_at_place(struct fp_fold *fold, uint32_t frame, const fp_root_info *info) {
    int64_t start = info->offset_bytes < 0 ? -1 : start_of_memory(fold, frame);
    if (start < 0 || start + info->offset_bytes > FP_PLACE_MAX) return 0;
    return fp_buffers_scratch(fold->kernel->buffers, fold->kernel->op, start + info->offset_bytes, info->size_bytes);
}

static binding bind_root(struct fp_fold *fold, uint32_t frame, fp_root root) {
    const fp_frame *callee = &fold->frames.data[frame];
    const fp_root_info *info = fp_buffers_root(callee->kernel->buffers, root);
    fp_roots named;
    switch (info->kind) {
    case FP_ROOT_PARAMETER: {
        const fp_call_item *call = &fold->frames.data[callee->parent].kernel->calls.data[callee->parent_call];
        if (info->parameter >= call->argument_count) return (binding){ 0, true, 0 };
        fp_roots given = call->arguments[info->parameter];
        if (!info->generic) return given ? bind_roots(fold, callee->parent, given) : (binding){ 0, true, 0 };
        given = fp_buffers_in_space(fold->frames.data[callee->parent].kernel->buffers, given, info->space);
        return given ? bind_roots(fold, callee->parent, given) : (binding){ 0, false, 0 };
    }
    case FP_ROOT_GLOBAL:
    case FP_ROOT_DYNAMIC:
        named = root_by_name(fold->kernel->buffers, info);
        if (named) return (binding){ named, false, 0 };
        return (binding){ 0, false, (uint32_t)fp_str_hash(info->name) | 1 }; /* only other callees can name it */
    case FP_ROOT_ALLOC:
        named = root_at_place(fold, frame, info);
        if (named) return (binding){ named, false, 0 };
        assert(root < 1u << 20); /* frames take the bits above: FP_FRAMES_MAX */
        return (binding){ 0, false, first_frame_of(fold, callee->kernel) << 22 | root << 2 | 2 };
    case FP_ROOT_UNKNOWN: break;
    }
    return (binding){ 0, true, 0 };
}

static binding bind_roots(struct fp_fold *fold, uint32_t frame, fp_roots roots) {
    if (frame == 0) return (binding){ roots, false, 0 };
    if (shares_values(fold, frame)) return bind_roots(fold, fold->frames.data[frame].parent, roots);
    uint32_t count;
    const fp_root *members = fp_buffers_members(fold->frames.data[frame].kernel->buffers, roots, &count);
    binding all = { 0, false, 0 };
    for (uint32_t i = 0; i < count; i++) {
        binding one = bind_root(fold, frame, members[i]);
        if (one.roots)
            all.roots = all.roots ? fp_buffers_union(fold->kernel->buffers, all.roots, one.roots) : one.roots;
        /* One foreign root has a name of its own; a mixture of several is anything. */
        all.anything |= one.anything || (one.foreign && all.foreign && one.foreign != all.foreign);
        if (one.foreign) all.foreign = one.foreign;
    }
    return all;
}

/* The number of an mbarrier, tag or named barrier given by pointer. */
static uint32_t bind_object(struct fp_fold *fold, uint32_t frame, uint32_t object) {
    if (frame == 0 || object == FP_NONE) return object;
    if (shares_values(fold, frame)) return bind_object(fold, fold->frames.data[frame].parent, object);
    binding bound = bind_root(fold, frame, object);
    uint32_t count = 0;
    const fp_root *members = bound.roots ? fp_buffers_members(fold->kernel->buffers, bound.roots, &count) : NULL;
    if (count == 1) return members[0];
    return bound.foreign ? FP_OBJECT_FOREIGN | bound.foreign : FP_NONE;
}

/* ---- resources ---- */
/* Memory that only code out of sight touches counts where there is such code. Untracked accesses may meet those of any
 * column. */
static void find_space_columns(struct fp_fold *fold) {
    bool outside = fold->unknown_calls.len > 1 || fp_fold_has_callers(fold);
    for (uint32_t i = 0; i < fold->resources.len; i++) {
        const fp_resource *resource = &fold->resources.data[i];
        if (resource->foreign != FP_FOREIGN_OUTSIDE || outside)
            fold->summaries.space_columns[resource->global ? FP_SPACE_GLOBAL : FP_SPACE_WORKGROUP] |=
                fold->own_columns.data[i];
    }
    if (fold->untracked_column == FP_NONE) return;
    fold->summaries.untracked = UINT64_C(1) << fold->untracked_column;
    fold->summaries.space_columns[FP_SPACE_UNTRACKED] = UINT64_MAX;
}

/* The streams of text of single threads are judged thread by thread, of which the summaries know nothing. */
static void find_left_to_run(struct fp_fold *fold) {
    fold->summaries.run_judges_streams = fold->kernel->is_run && !fold->kernel->decided;
    for (uint32_t column = 0; column < fold->columns.len && fold->summaries.run_judges_streams; column++) {
        fp_counter counter = fold->columns.data[column].counter;
        if (counter != FP_COUNTER_NONE) fold->summaries.copies |= UINT64_C(1) << column;
        if (counter == FP_COUNTER_MBARRIER) fold->summaries.completed_by_object |= UINT64_C(1) << column;
    }
}

static void place_accesses(struct fp_fold *fold) {
    for (uint32_t f = 0; f < fold->frames.len; f++) {
        fp_frame *frame = &fold->frames.data[f];
        for (uint32_t i = 0; i < frame->kernel->accesses.len; i++) {
            const fp_access *access = &frame->kernel->accesses.data[i];
            uint32_t column = frame->columns[access->klass];
            if (column == FP_NONE || !access->roots) continue;
            binding bound = bind_roots(fold, f, access->roots);
            bool global = fold->columns.data[column].space == FP_SPACE_GLOBAL;
            if (!bound.roots && !bound.anything && !bound.foreign) continue; /* the callers pass memory elsewhere */
            bound.anything |= fp_access_publishes(access, global);
            frame->resources[i] =
                fp_fold_use_resource(fold, (fp_resource){ bound.roots, global, bound.anything, bound.foreign }, column);
        }
    }
}

/* Code out of sight reads and writes the roots it is given, the module's workgroup memory, and memory of its own.
 * `acts`: it may hand over what lies anywhere in global memory, too. */
static uint32_t open_unknown_call(struct fp_fold *fold, uint32_t top_call, binding given, bool parameters, bool acts) {
    fp_unknown_call unknown_call = { .call = top_call };
    struct fp_buffers *buffers = fold->kernel->buffers;
    uint32_t roots = buffers ? fp_buffers_count(buffers) : 0;
    for (fp_root root = 0; root < roots; root++) {
        const fp_root_info *info = fp_buffers_root(buffers, root);
        bool module = info->kind == FP_ROOT_GLOBAL || info->kind == FP_ROOT_DYNAMIC ||
                      (parameters && info->kind != FP_ROOT_ALLOC);
        if (!module || info->space != FP_SPACE_WORKGROUP) continue;
        fp_roots one = fp_buffers_set(buffers, &root, 1);
        given.roots = given.roots ? fp_buffers_union(buffers, given.roots, one) : one;
    }
    if (given.roots || given.anything || given.foreign) {
        uint32_t resource =
            fp_fold_use_resource(fold, (fp_resource){ given.roots, false, given.anything, given.foreign }, 0);
        *FP_PUSH(fold->arena, &unknown_call.resources) = resource;
        for (uint32_t column = 0; column < fold->columns.len; column++)
            if (fp_unknown_call_copies(&unknown_call, &fold->columns.data[column]))
                fold->own_columns.data[resource] |= UINT64_C(1) << column;
    }
    *FP_PUSH(fold->arena, &unknown_call.resources) =
        fp_fold_use_resource(fold, (fp_resource){ 0, true, acts, acts ? 0 : FP_FOREIGN_OUTSIDE }, 0);
    static const uint32_t untracked[] = { FP_FOREIGN_TENSOR, FP_FOREIGN_CLUSTER };
    for (size_t i = 0; i < sizeof untracked / sizeof *untracked && fold->untracked.len; i++)
        *FP_PUSH(fold->arena, &unknown_call.resources) =
            fp_fold_use_resource(fold, (fp_resource){ .foreign = untracked[i] }, 0);
    *FP_PUSH(fold->arena, &fold->unknown_calls) = unknown_call;
    return fold->unknown_calls.len - 1;
}

/* A function that is given no memory and returns a value computes it. Any other may wait for other workgroups, or tell
 * them that data is there. */
static bool may_act(const struct fp_kernel *kernel, const fp_call_item *call) {
    bool acts = kernel->ir->ops[call->op].result_count == 0;
    for (uint32_t k = 0; k < call->argument_count; k++) acts |= call->arguments[k] != 0;
    return acts;
}

static void place_unknown_calls(struct fp_fold *fold) {
    for (uint32_t f = 0; f < fold->frames.len; f++)
        for (uint32_t i = 0; i < fold->frames.data[f].kernel->calls.len; i++) {
            const fp_frame *frame = &fold->frames.data[f];
            const fp_call_item *call = &frame->kernel->calls.data[i];
            if (frame->callees[i] != FP_NONE) continue;
            binding given = { 0, false, 0 };
            for (uint32_t k = 0; k < call->argument_count; k++) {
                if (!call->arguments[k]) continue;
                binding one = bind_roots(fold, f, call->arguments[k]);
                if (one.roots)
                    given.roots =
                        given.roots ? fp_buffers_union(fold->kernel->buffers, given.roots, one.roots) : one.roots;
                given.anything |= one.anything || one.foreign;
            }
            frame->unknown_calls[i] =
                open_unknown_call(fold, f == 0 ? i : frame->top_call, given, false, may_act(frame->kernel, call));
        }
    open_unknown_call(fold, FP_NONE, (binding){ 0, false, 0 }, true, false); /* the callers: the last one */
}

/* ---- untracked memory ---- */
static void touch(struct fp_fold *fold, fp_untracked_place *place, uint8_t memory, fp_untracked touches,
                  fp_resource resource) {
    bool reads = (touches.reads & memory) == memory, writes = (touches.writes & memory) == memory;
    if (!reads && !writes) return;
    uint32_t index = fp_fold_use_resource(fold, resource, fold->untracked_column);
    if (reads) *FP_PUSH(fold->arena, &place->read) = index;
    if (writes) *FP_PUSH(fold->arena, &place->written) = index;
}

static void place_untracked(struct fp_fold *fold) {
    for (uint32_t i = 0; i < fold->untracked.len; i++) {
        fp_untracked_place *place = &fold->untracked.data[i];
        const fp_untracked_item *item = &fold->frames.data[place->frame].kernel->untracked.data[place->index];
        bool unknown = item->touches.reads == FP_UNTRACKED_ALL;
        if (unknown)
            touch(fold, place, FP_UNTRACKED_ALL, item->touches, (fp_resource){ .foreign = FP_FOREIGN_ANYTHING });
        else {
            touch(fold, place, FP_UNTRACKED_TENSOR, item->touches, (fp_resource){ .foreign = FP_FOREIGN_TENSOR });
            touch(fold, place, FP_UNTRACKED_WORKGROUP, item->touches, (fp_resource){ .anything = true });
            touch(fold, place, FP_UNTRACKED_CLUSTER, item->touches, (fp_resource){ .foreign = FP_FOREIGN_CLUSTER });
            touch(fold, place, FP_UNTRACKED_GLOBAL, item->touches, (fp_resource){ .global = true, .anything = true });
        }
        if (!item->written) continue;
        binding bound = bind_roots(fold, place->frame, item->written);
        fp_resource written = { bound.roots, false, bound.anything, bound.foreign };
        *FP_PUSH(fold->arena, &place->written) = fp_fold_use_resource(fold, written, fold->untracked_column);
    }
}

/* ---- columns and lanes ---- */
/* Sets of tags are numbered per kernel. */
static uint32_t bind_tags(struct fp_fold *fold, uint32_t frame, uint32_t tags) {
    const struct fp_kernel *kernel = fold->frames.data[frame].kernel;
    if (frame == 0 || tags == 0 || kernel->tags == fold->kernel->tags) return tags;
    uint32_t count;
    const fp_tag *members = fp_tags_members(kernel->tags, tags, &count);
    return fp_tags_set(fold->kernel->tags, members, count);
}

static uint32_t find_column(struct fp_fold *fold, fp_class klass) {
    for (uint32_t i = 0; i < fold->columns.len; i++)
        if (fp_class_equal(&fold->columns.data[i], &klass)) return i;
    if (fold->columns.len < FP_COLUMNS_MAX) *FP_PUSH(fold->arena, &fold->columns) = klass;
    return fold->columns.len - 1; /* the last one takes all that do not fit: see column_relation */
}

static void find_columns(struct fp_fold *fold) {
    for (uint32_t f = 0; f < fold->frames.len; f++) {
        fp_frame *frame = &fold->frames.data[f];
        for (uint32_t i = 0; i < frame->kernel->classes.len; i++) {
            fp_class klass = frame->kernel->classes.data[i];
            klass.object = bind_object(fold, f, klass.object);
            klass.tags = bind_tags(fold, f, klass.tags);
            frame->columns[i] = find_column(fold, klass);
        }
    }
}

static fp_sync_context context_of(const struct fp_fold *fold, fp_meeting meeting, bool partial) {
    return (fp_sync_context){ fold->kernel->target, fold->kernel->tags, fold->kernel->launch, meeting, partial };
}

static fp_sync bound_sync(struct fp_fold *fold, uint32_t frame, const fp_sync *sync) {
    fp_sync bound = *sync;
    bound.object = bind_object(fold, frame, sync->object);
    bound.tags = bind_tags(fold, frame, sync->tags);
    return bound;
}

static void add_lane(struct fp_fold *fold, fp_lane lane) {
    for (uint32_t i = 0; i < fold->lanes.len; i++)
        if (fold->lanes.data[i].kind == lane.kind && fold->lanes.data[i].id == lane.id &&
            fold->lanes.data[i].object == lane.object)
            return;
    /* A group without a lane orders nothing. Two lanes stay free for notes. */
    if (fold->lanes.len < FP_LANES_MAX - 2) *FP_PUSH(fold->arena, &fold->lanes) = lane;
}

/* Do accesses of one arm meet those of another? Those of partitions do not: the run of streams judges them. */
static bool is_apart(const fp_branch_item *branch) {
    return !branch->concurrent && (branch->uniformity.doubt || branch->uniformity.among > FP_UNIFORM_WORKGROUP);
}

static void find_lanes(struct fp_fold *fold) {
    fp_sync_context context = context_of(fold, FP_MEET_ALL, false);
    bool released = false, acquired = false, signalled = false, apart = false;
    add_lane(fold, (fp_lane){ FP_LANE_WORKGROUP, FP_ID_WORKGROUP, FP_NONE });
    for (uint32_t f = 0; f < fold->frames.len; f++) {
        const struct fp_kernel *kernel = fold->frames.data[f].kernel;
        for (uint32_t i = 0; i < kernel->syncs.len; i++) {
            fp_sync sync = bound_sync(fold, f, &kernel->syncs.data[i]);
            fp_lane lane;
            if (fp_sync_group(&context, &sync, &lane)) add_lane(fold, lane);
            signalled |= sync.kind == FP_SYNC_SIGNAL || sync.kind == FP_SYNC_ARRIVE || sync.kind == FP_SYNC_BARRIER;
        }
        for (uint32_t i = 0; i < kernel->accesses.len; i++) {
            released |= kernel->accesses.data[i].ordered_release;
            acquired |= kernel->accesses.data[i].ordered_acquire;
        }
        for (uint32_t i = 0; i < kernel->branches.len; i++) apart |= is_apart(&kernel->branches.data[i]);
    }
    fold->summaries.ordering_lanes = fold->lanes.len;
    fold->summaries.flag_lane = fold->summaries.handover_lane = FP_NONE;
    if (released && acquired) {
        fold->summaries.flag_lane = fold->lanes.len;
        *FP_PUSH(fold->arena, &fold->lanes) = (fp_lane){ FP_LANE_FLAG, 0, FP_NONE };
    }
    if (apart && (signalled || released)) {
        fold->summaries.handover_lane = fold->lanes.len;
        *FP_PUSH(fold->arena, &fold->lanes) = (fp_lane){ FP_LANE_HANDOVER, 0, FP_NONE };
    }
}

/* ---- transforms ---- */
static fp_relation column_relation(const struct fp_fold *fold, const fp_sync_context *context, const fp_sync *sync,
                                   uint32_t column, fp_lane lane) {
    /* No kernel has that many classes; if one does, nothing orders those in the last column. */
    if (column == FP_COLUMNS_MAX - 1) return fp_relation_identity();
    return fp_sync_relation(context, sync, &fold->columns.data[column], lane);
}

static fp_transform make_transform(struct fp_fold *fold, const fp_sync *sync, fp_meeting meeting, bool partial) {
    fp_sync_context context = context_of(fold, meeting, partial);
    uint32_t lanes = fold->lanes.len;
    for (uint32_t column = 0; column < fold->columns.len; column++)
        for (uint32_t lane = 0; lane < lanes; lane++)
            fold->relations[column * lanes + lane] =
                column_relation(fold, &context, sync, column, fold->lanes.data[lane]);
    return fp_transform_make(fold->algebra, fold->relations);
}

/* Syncs with equal fields are one signature. */
static fp_sync canonical(const fp_sync *sync) {
    fp_sync same;
    memset(&same, 0, sizeof same); /* padding too: signatures are compared as bytes */
    same.kind = sync->kind, same.scope = sync->scope, same.spaces = sync->spaces, same.release = sync->release,
    same.acquire = sync->acquire, same.only_inits = sync->only_inits;
    same.bare = sync->bare, same.maybe = sync->maybe, same.of_array = sync->of_array, same.id = sync->id,
    same.object = sync->object, same.tags = sync->tags;
    same.wait_count = sync->wait_count, same.member_count = sync->member_count;
    for (uint32_t i = 0; i < sync->wait_count; i++)
        same.waits[i].counter = sync->waits[i].counter, same.waits[i].count = sync->waits[i].count;
    return same;
}

static uint32_t find_signature(struct fp_fold *fold, const fp_sync *sync) {
    fp_signature signature = { .sync = canonical(sync) };
    uint64_t hash = fp_hash_bytes(&signature.sync, sizeof signature.sync);
    for (fp_map_probe probe = fp_map_find(&fold->signature_map, hash); fp_map_next(&probe);)
        if (memcmp(&fold->signatures.data[probe.value].sync, &signature.sync, sizeof signature.sync) == 0)
            return probe.value;
    memset(signature.transforms, 0xff, sizeof signature.transforms);
    uint32_t index = fold->signatures.len;
    fp_signature *stored = FP_PUSH(fold->arena, &fold->signatures);
    memcpy(stored->transforms, signature.transforms, sizeof signature.transforms);
    memcpy(&stored->sync, &signature.sync, sizeof signature.sync);
    fp_map_put(fold->arena, &fold->signature_map, hash, index);
    return index;
}

static fp_transform signature_transform(struct fp_fold *fold, uint32_t signature, fp_meeting meeting, bool partial) {
    fp_signature *known = &fold->signatures.data[signature];
    if (known->transforms[meeting][partial] == FP_NONE)
        known->transforms[meeting][partial] = make_transform(fold, &known->sync, meeting, partial);
    return known->transforms[meeting][partial];
}

fp_transform fp_fold_context_transform(struct fp_fold *fold, const fp_sync *sync, fp_meeting meeting, bool partial) {
    return signature_transform(fold, find_signature(fold, sync), meeting, partial);
}

fp_transform fp_fold_context_sync(struct fp_fold *fold, uint32_t frame, uint32_t sync, fp_meeting meeting,
                                  bool partial) {
    uint32_t *signatures = fold->frames.data[frame].signatures;
    if (signatures[sync] == FP_NONE) {
        fp_sync bound = bound_sync(fold, frame, &fold->frames.data[frame].kernel->syncs.data[sync]);
        signatures[sync] = find_signature(fold, &bound);
    }
    return signature_transform(fold, signatures[sync], meeting, partial);
}

fp_transform fp_fold_context_narrow(struct fp_fold *fold, uint32_t frame, uint32_t sync, fp_meeting meeting,
                                    bool partial) {
    fp_sync bound = bound_sync(fold, frame, &fold->frames.data[frame].kernel->syncs.data[sync]);
    bound.spaces &= FP_SPACES_WORKGROUP;
    return fp_fold_context_transform(fold, &bound, meeting, partial);
}

fp_transform fp_fold_context_access(struct fp_fold *fold, const fp_access *access, uint32_t column, bool counts) {
    bool flags = access->ordered_release || access->ordered_acquire;
    const fp_class *own = &fold->columns.data[column];
    if (!flags && (!counts || own->counter == FP_COUNTER_NONE)) return FP_TRANSFORM_IDENTITY;
    uint32_t kind = (uint32_t)access->ordered_release | (uint32_t)access->ordered_acquire << 1 | (uint32_t)counts << 2;
    fp_transform *known = &fold->access_transforms[column * 8 + kind];
    if (*known != FP_NONE) return *known;
    fp_sync_context context = context_of(fold, FP_MEET_ALL, false);
    uint32_t lanes = fold->lanes.len;
    for (uint32_t c = 0; c < fold->columns.len; c++)
        for (uint32_t lane = 0; lane < lanes; lane++)
            fold->relations[c * lanes + lane] =
                fp_access_relation(&context, access, own, &fold->columns.data[c], fold->lanes.data[lane], counts);
    return *known = fp_transform_make(fold->algebra, fold->relations);
}

/* A function that holds barriers and no memory is a helper, whoever calls it. */
bool fp_fold_has_callers(const struct fp_fold *fold) {
    const struct fp_kernel *kernel = fold->kernel;
    bool has_memory = kernel->accesses.len || kernel->calls.len;
    return !kernel->is_entry || kernel->called_elsewhere || (!has_memory && kernel->is_public);
}

static void make_leave_groups(struct fp_fold *fold) {
    uint32_t lanes = fold->lanes.len;
    for (uint32_t column = 0; column < fold->columns.len; column++)
        for (uint32_t lane = 0; lane < lanes; lane++)
            fold->relations[column * lanes + lane] = fp_group_left_relation(fold->lanes.data[lane]);
    fold->leave_groups = fp_transform_make(fold->algebra, fold->relations);
}

/* ---- what never matters ---- */
/* Global accesses matter only where some sync can order them: then a barrier may be needed for their sake, and a wait
 * for what one wave does to them. */
static bool is_ever_ordered(struct fp_fold *fold, uint32_t column) {
    fp_sync_context context = context_of(fold, FP_MEET_ALL, false);
    fp_state_set reached = fp_access_initial(&fold->columns.data[column]);
    if (reached & FP_SET_IN_FLIGHT) reached |= FP_SET_IN_FLIGHT;
    for (fp_state_set before = 0; before != reached;) {
        before = reached;
        for (uint32_t i = 0; i < fold->signatures.len; i++) {
            fp_relation relation =
                column_relation(fold, &context, &fold->signatures.data[i].sync, column, fold->lanes.data[0]);
            if (relation.ordered & reached) return true;
            fp_state_set behind = 0;
            for (fp_state_set set = before; set; set &= set - 1) behind |= relation.rows[__builtin_ctzll(set)];
            if (fold->signatures.data[i].sync.kind == FP_SYNC_COUNTER_WAIT && behind != before) return true;
            reached |= behind;
        }
    }
    return false;
}

static void drop_columns(struct fp_fold *fold) {
    for (uint32_t f = 0; f < fold->frames.len; f++)
        for (uint32_t i = 0; i < fold->frames.data[f].kernel->syncs.len; i++) {
            fp_sync bound = bound_sync(fold, f, &fold->frames.data[f].kernel->syncs.data[i]);
            fold->frames.data[f].signatures[i] = find_signature(fold, &bound);
        }
    for (uint32_t column = 0; column < fold->columns.len; column++) {
        if (fold->columns.data[column].space != FP_SPACE_GLOBAL || is_ever_ordered(fold, column)) continue;
        for (uint32_t f = 0; f < fold->frames.len; f++)
            for (uint32_t i = 0; i < fold->frames.data[f].kernel->classes.len; i++)
                if (fold->frames.data[f].columns[i] == column) fold->frames.data[f].columns[i] = FP_NONE;
    }
}

static void start_algebra(struct fp_fold *fold) {
    uint8_t rows[FP_COLUMNS_MAX];
    for (uint32_t i = 0; i < fold->columns.len; i++)
        rows[i] = fold->columns.data[i].counter == FP_COUNTER_NONE ? FP_STATE_IN_FLIGHT : FP_STATE_COUNT;
    struct fp_relations *known = fold->program ? fold->program->relations : NULL;
    fold->algebra =
        fp_algebra_new(fold->arena, known, fold->columns.len, rows, fold->lanes.len, fold->summaries.ordering_lanes);
    fold->relations = FP_NEW(fold->arena, fp_relation, (size_t)fold->columns.len * fold->lanes.len);
    fold->access_transforms = fp_fold_new_numbers(fold, fold->columns.len * 8);
}

void fp_fold_context_build(struct fp_fold *fold) {
    fp_fold_open_frames(fold);
    find_column(fold, FP_CLASS_ORDINARY); /* there is always one */
    fold->untracked_column =
        fold->untracked.len ? find_column(fold, (fp_class){ .space = FP_SPACE_UNTRACKED, .object = FP_NONE }) : FP_NONE;
    find_columns(fold);
    find_lanes(fold);
    drop_columns(fold);
    place_accesses(fold);
    place_unknown_calls(fold);
    place_untracked(fold);
    fp_fold_unite_passed(fold);
    fp_fold_find_neighbours(fold);
    find_space_columns(fold);
    find_left_to_run(fold);
    start_algebra(fold);
    make_leave_groups(fold);
    struct fp_addresses **addresses = FP_NEW(fold->arena, struct fp_addresses *, fold->frames.len);
    uint32_t *universes = FP_NEW(fold->arena, uint32_t, fold->frames.len);
    for (uint32_t f = 0; f < fold->frames.len; f++) {
        addresses[f] = fold->frames.data[f].kernel->addresses;
        universes[f] = fold->frames.data[f].universe;
    }
    fold->summaries.universes = universes;
    fold->summaries.keep = fold->arena;
    fold->summaries.algebra = fold->algebra;
    fold->summaries.target = fold->kernel->target;
    fold->summaries.addresses = addresses;
}
