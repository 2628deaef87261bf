#include "order/fold_node.h"
#include <assert.h>
#include <string.h>

static const fp_fold_node *pair_node(struct fp_fold *fold, const fp_fold_node *a, const fp_fold_node *b) {
    fp_fold_node *both =
        fp_fold_node_new(fold, false, FP_FOLD_NODE_SEQUENCE, (fp_fold_cover){ 0, fold->root->low, fold->root->high });
    both->children = FP_NEW(fold->arena, const fp_fold_node *, 2);
    both->children[0] = a, both->children[1] = b;
    both->child_count = 2;
    fp_node_combine(fold, both, FP_MEETINGS_SILENT, NULL);
    return both;
}

const fp_fold_node *fp_fold_judge_root(struct fp_fold *fold) {
    if (!fp_fold_has_callers(fold)) return fold->root;
    fp_fold_node *callers = fp_fold_node_new(fold, false, FP_FOLD_NODE_UNKNOWN_CALL, (fp_fold_cover){ 0, 0, 0 });
    callers->index = fold->unknown_calls.len - 1;
    fp_node_combine(fold, callers, FP_MEETINGS_SILENT, NULL);
    return pair_node(fold, pair_node(fold, callers, fold->root), callers);
}

/* ---- asked from outside ---- */
bool fp_fold_cancelled(const struct fp_fold *fold) { return fold->stopped; }

void fp_fold_poll(struct fp_fold *fold, const volatile bool *cancelled) {
    assert(!fold->stopped);
    fold->cancelled = cancelled;
}
bool fp_fold_has_streams(const struct fp_fold *fold) { return fold->has_streams; }
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
uint64_t fp_fold_bounded_calls(const struct fp_fold *fold) { return fold->bounded_calls; }

uint64_t fp_fold_bounded_conditions(const struct fp_fold *fold) { return fold->bounded_conditions; }
uint64_t fp_fold_bounded_cases(const struct fp_fold *fold) { return fold->bounded_cases; }

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

uint32_t fp_fold_place_count(const struct fp_fold *fold) { return fold->place_count; }

uint32_t fp_fold_frame_count(const struct fp_fold *fold) { return fold->frames.len; }

fp_fold_frame fp_fold_frame_at(const struct fp_fold *fold, uint32_t frame) {
    const fp_frame *at = &fold->frames.data[frame];
    return (fp_fold_frame){ at->kernel, at->parent, at->parent_call };
}

bool fp_fold_reaches(const struct fp_fold *fold, uint32_t frame, uint32_t access) {
    return fold->reached[fold->frames.data[frame].member_base + access];
}

bool fp_fold_follows(const struct fp_fold *fold, uint32_t frame, uint32_t call) {
    return fold->frames.data[frame].callees[call] != FP_NONE;
}

uint32_t fp_fold_frame_of(const struct fp_fold *fold, uint32_t member) {
    uint32_t low = 0, high = fold->frames.len;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (fold->frames.data[middle].member_base <= member)
            low = middle;
        else
            high = middle;
    }
    return low;
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
    const fp_frame *frame = &fold->frames.data[fp_fold_frame_of(fold, member)];
    return (fp_member_place){ member - frame->member_base, frame->top_call, frame->kernel, FP_NONE };
}

static fp_key own_key(struct fp_fold *fold, fp_key key, uint32_t member) {
    fp_key_info info = *fp_key_at(&fold->summaries, key);
    if (info.place == 0 || member >= fold->member_count) return key;
    const fp_frame *frame = &fold->frames.data[fp_fold_frame_of(fold, member)];
    const struct fp_kernel *kernel = frame->kernel;
    fp_footprint footprint = kernel->accesses.data[member - frame->member_base].footprint;
    fp_stand_in access = { info.footprint, info.place };
    if (info.universe != frame->universe) return key;
    uint64_t hash = fp_hash_mix(key, footprint);
    for (fp_map_probe probe = fp_map_find(&fold->own_key_map, hash); fp_map_next(&probe);) {
        const fp_own_key *known = &fold->own_keys.data[probe.value];
        if (known->key == key && known->footprint == footprint) return known->own;
    }
    fp_own_key made = { key, footprint, key };
    if (fp_footprint_stand_back(kernel->addresses, footprint, &access)) {
        info.footprint = access.footprint, info.place = access.place;
        made.own = fp_key_make(&fold->summaries, info);
    }
    fp_map_put(fold->arena, &fold->own_key_map, hash, fold->own_keys.len);
    *FP_PUSH(fold->arena, &fold->own_keys) = made;
    return made.own;
}

bool fp_fold_pair_of(struct fp_fold *fold, const fp_pair *pair, uint32_t producer, uint32_t consumer, fp_pair *own) {
    *own = *pair;
    own->producer = own_key(fold, pair->producer, producer);
    own->consumer = own_key(fold, pair->consumer, consumer);
    return own->producer != pair->producer || own->consumer != pair->consumer;
}

bool fp_fold_is_supposed(const struct fp_fold *fold, const fp_pair *pair) {
    return fp_fold_suppose(fold, &fold->resources.data[fp_key_at(&fold->summaries, pair->producer)->resource],
                           &fold->resources.data[fp_key_at(&fold->summaries, pair->consumer)->resource]);
}

static struct fp_fold *new_fold(struct fp_fold fresh) {
    struct fp_arena *arena = fresh.arena;
    struct fp_fold *fold = FP_NEW(arena, struct fp_fold, 1);
    *fold = fresh;
    fp_fold_context_build(fold);
    if (fold->groups_stay) fold->leave_groups = FP_TRANSFORM_IDENTITY;
    fp_fold_inner_build(fold);
    fp_case_block_build(fold);
    uint32_t syncs = fold->sync_count;
    fold->roles = FP_NEW(arena, fp_sync_role, syncs + 1);
    for (uint32_t i = 0; i < syncs; i++) fold->roles[i] = FP_SYNC_UNREACHED;
    fold->peer_of = FP_NEW(arena, uint32_t, syncs + 1);
    memset(fold->peer_of, 0xff, syncs * sizeof *fold->peer_of);
    fold->leaf_counts = FP_NEW(arena, uint32_t, syncs + 1);
    fold->reached = FP_NEW(arena, bool, fold->member_count + 1);
    fold->root = fp_fold_build(fold);
    return fold;
}

struct fp_fold *fp_fold_new(struct fp_arena *arena, struct fp_kernel *kernel, const struct fp_program *program,
                            const volatile bool *cancelled) {
    return new_fold((struct fp_fold){
        .arena = arena, .kernel = kernel, .program = program, .cancelled = cancelled, .unread = kernel->roles_hidden });
}

struct fp_fold *fp_fold_of_groups(struct fp_arena *arena, struct fp_fold *fold) {
    if (fold->leave_groups == FP_TRANSFORM_IDENTITY) return NULL;
    if (!fold->goes_apart) return fold;
    return new_fold((struct fp_fold){ .arena = arena,
                                      .kernel = fold->kernel,
                                      .program = fold->program,
                                      .cancelled = fold->cancelled,
                                      .groups_stay = true });
}

fp_syncs fp_fold_rare_syncs(struct fp_arena *arena, const struct fp_fold *fold) {
    fp_numbers rare = { 0 };
    for (uint32_t i = 0; i < fold->kernel->syncs.len; i++)
        if (fold->kernel->syncs.data[i].rare) *FP_PUSH(arena, &rare) = i;
    return (fp_syncs){ rare.data, rare.len };
}

const fp_fold_node *fp_fold_root_without_rare(struct fp_fold *fold) {
    if (fold->without_rare) return fold->without_rare;
    fp_syncs rare = fp_fold_rare_syncs(fold->arena, fold);
    fold->without_rare = rare.count ? fp_fold_what_if_without(fold, fold->root, rare) : fold->root;
    return fold->without_rare;
}

bool fp_fold_shifts(const struct fp_fold *fold) { return fold->shifts; }

fp_syncs fp_fold_shifted_syncs(struct fp_arena *arena, const struct fp_fold *fold) {
    fp_numbers shifted = { 0 };
    for (uint32_t i = 0; i < fold->sync_count; i++)
        if (fold->roles[i] == FP_SYNC_SHIFTED) *FP_PUSH(arena, &shifted) = i;
    return (fp_syncs){ shifted.data, shifted.len };
}

struct fp_fold *fp_fold_for_target(struct fp_arena *arena, const struct fp_fold *fold, const fp_target *target) {
    struct fp_kernel *kernel = FP_NEW(arena, struct fp_kernel, 1);
    *kernel = *fold->kernel;
    kernel->target = target;
    return new_fold((struct fp_fold){
        .arena = arena, .kernel = kernel, .program = fold->program, .cancelled = fold->cancelled, .unread = true });
}
