#include "check/savings.h"
#include "check/placement_map.h"
#include "order/fold.h"
#include <string.h>

enum {
    FP_SAVINGS_TRIED_MAX = 64,  /* what-ifs of one kernel */
    FP_SAVING_MOVES_MAX = 4,    /* half a barrier is moved past this many accesses of workgroup memory at most */
    FP_SAVING_HAZARDS_MAX = 512 /* unordered pairs that a kernel may have before savings are looked for: every what-if
                                   is compared with all of them */
};

typedef struct {
    struct fp_arena *keep, *scratch;
    struct fp_analyser *analyser;
    struct fp_fold *fold;
    const struct fp_kernel *kernel;
    const fp_analysis *analysis;
    fp_placement_map map;
    const fp_fold_node *judged; /* the tree of verdicts, without barriers that may not be there */
    bool *used;                 /* by sync */
    uint32_t tried;
    bool gave_up; /* something was left untried */
    FP_VEC(fp_saving) savings;
} seeking;

/* ---- is it worth looking? ---- */
/* No saving is looked for in a kernel with a missing or redundant barrier: mending that changes what the other
 * barriers are for. */
static bool is_sound(const struct fp_kernel *kernel, const fp_analysis *analysis) {
    if (analysis->hazard_count > FP_SAVING_HAZARDS_MAX || analysis->bounded_runs || fp_stage_is_early(kernel->stage) ||
        kernel->has_tensors || !kernel->is_entry)
        return false;
    for (size_t i = 0; i < analysis->hazard_count; i++)
        if (fp_hazard_severity(kernel, &analysis->hazards[i]) >= FP_LEVEL_WARNING) return false;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        fp_verdict verdict = analysis->syncs[i].verdict;
        if (verdict != FP_VERDICT_NEEDED && verdict != FP_VERDICT_UNREACHED && verdict != FP_VERDICT_UNJUDGED)
            return false;
    }
    return true;
}

/* A whole barrier of all threads, which nothing but workgroup memory needs. */
static bool is_movable(const struct fp_kernel *kernel, const fp_analysis *analysis, uint32_t number) {
    const fp_sync *sync = &kernel->syncs.data[number];
    const fp_sync_verdict *verdict = &analysis->syncs[number];
    const fp_op_node *op = &kernel->ir->ops[sync->op];
    bool whole = sync->kind == FP_SYNC_BARRIER && sync->scope == FP_SCOPE_WORKGROUP && sync->id == FP_ID_WORKGROUP &&
                 sync->object == FP_NONE && sync->tags == 0;
    bool orders = sync->release && sync->acquire && (sync->spaces & FP_SPACES_WORKGROUP) && !verdict->crosses_global;
    bool plain = !sync->implied && !sync->bare && !sync->maybe && !sync->doubtful && op->result_count == 0 &&
                 op->region_count == 0 && !op->damaged;
    bool alone = (number == 0 || kernel->syncs.data[number - 1].op != sync->op) &&
                 (number + 1 == kernel->syncs.len || kernel->syncs.data[number + 1].op != sync->op);
    return whole && orders && plain && alone && !verdict->crosses_untracked && verdict->verdict == FP_VERDICT_NEEDED &&
           verdict->partner == FP_NONE;
}

static fp_syncs doubtful_syncs(struct fp_arena *scratch, const struct fp_kernel *kernel) {
    fp_numbers doubtful = { 0 };
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].doubtful) *FP_PUSH(scratch, &doubtful) = i;
    return (fp_syncs){ doubtful.data, doubtful.len };
}

/* The same, asked of the tree what the verdict leaves open: whether memory that nothing follows needs the barrier. */
static bool can_move(seeking *s, uint32_t number) {
    if (!is_movable(s->kernel, s->analysis, number) || fp_fold_sync_role(s->fold, number) != FP_SYNC_COUNTS)
        return false;
    if (!fp_fold_has_untracked(s->fold)) return true;
    fp_judge_wish wish = { .spaces = FP_SPACES_UNTRACKED };
    fp_judgement judgement = fp_fold_judge(s->fold, s->judged, (fp_syncs){ &number, 1 }, wish, s->scratch);
    return !judgement.by[FP_SPACE_UNTRACKED].found;
}

/* ---- what if ---- */
static bool is_known(const seeking *s, const fp_hazard *hazard) {
    for (size_t i = 0; i < s->analysis->hazard_count; i++) {
        const fp_hazard *known = &s->analysis->hazards[i];
        bool same = known->producer == hazard->producer && known->consumer == hazard->consumer &&
                    known->carrier == hazard->carrier && known->kind == hazard->kind;
        if (same) return fp_hazard_severity(s->kernel, hazard) <= fp_hazard_severity(s->kernel, known);
    }
    return fp_hazard_severity(s->kernel, hazard) == FP_LEVEL_OFF;
}

static bool is_ordered(seeking *s, const fp_fold_node *root) {
    fp_hazards hazards = fp_analyser_hazards(s->analyser, root);
    s->tried++;
    if (fp_fold_cancelled(s->fold)) return false;
    for (size_t i = 0; i < hazards.len; i++)
        if (!is_known(s, &hazards.data[i])) return false;
    return true;
}

static const fp_items *items_of(const seeking *s, uint32_t block) { return s->map.blocks.data[block].items; }

static const fp_fold_node *insert(seeking *s, const fp_fold_node *root, uint32_t block, uint32_t index,
                                  const fp_sync *sync) {
    return fp_fold_what_if_before(s->fold, root, fp_fold_place(s->fold, items_of(s, block), index), sync);
}

static const fp_fold_node *without(seeking *s, uint32_t sync, uint32_t other) {
    uint32_t *gone = FP_NEW(s->scratch, uint32_t, 2);
    gone[0] = sync, gone[1] = other;
    return fp_fold_what_if_without(s->fold, fp_fold_root(s->fold), (fp_syncs){ gone, other == FP_NONE ? 1 : 2 });
}

static bool may_try(seeking *s) {
    bool may = s->tried < FP_SAVINGS_TRIED_MAX;
    s->gave_up |= !may;
    return may;
}

/* ---- out of a loop ---- */
static bool stands_in(const seeking *s, uint32_t access, fp_op loop) {
    fp_op op = access == FP_NONE ? FP_NONE : fp_kernel_access(s->kernel, access)->op;
    return op != FP_NONE && loop < op && op < s->kernel->ir->ops[loop].end;
}

/* The barrier can leave the loop only if the pair that it is needed for does not lie in the loop as a whole; testing
 * that first saves the what-if. */
static bool may_leave(const seeking *s, uint32_t sync, fp_op loop) {
    const fp_sync_verdict *verdict = &s->analysis->syncs[sync];
    return verdict->producer != FP_NONE && verdict->consumer != FP_NONE &&
           !(stands_in(s, verdict->producer, loop) && stands_in(s, verdict->consumer, loop));
}

static void seek_hoist(seeking *s, uint32_t block, uint32_t sync) {
    const fp_placement_block *body = &s->map.blocks.data[block];
    if (!body->body || body->loop == FP_NONE || body->parent == FP_NONE) return;
    const fp_loop_item *loop = &s->kernel->loops.data[body->loop];
    uint32_t outer = body->parent, index = body->parent_index;
    if (loop->threads || loop->trips_max == 1 || s->map.blocks.data[outer].weak || s->map.blocks.data[outer].doubt ||
        !may_leave(s, sync, loop->op))
        return;
    const fp_fold_node *root = without(s, sync, FP_NONE);
    for (uint32_t behind = 0; behind < 2 && may_try(s); behind++) {
        fp_position_in_text at;
        bool can = fp_placement_position(&s->map, outer, index + behind, &at) &&
                   fp_placement_closed(&s->map, outer, index + behind);
        if (!can || !is_ordered(s, insert(s, root, outer, index + behind, &s->kernel->syncs.data[sync]))) continue;
        *FP_PUSH(s->keep, &s->savings) = (fp_saving){ FP_SAVING_HOIST, sync, FP_NONE, at, at, loop->op, behind == 1 };
        s->used[sync] = true;
        return;
    }
}

/* ---- two as one ---- */
static bool is_sync(const seeking *s, fp_item item) {
    return item.kind == FP_ITEM_SYNC && s->kernel->syncs.data[item.index].kind != FP_SYNC_COUNT_UP;
}

static bool same_barrier(const seeking *s, uint32_t a, uint32_t b) {
    const fp_sync *x = &s->kernel->syncs.data[a], *y = &s->kernel->syncs.data[b];
    return x->spaces == y->spaces && fp_str_equal(s->kernel->ir->ops[x->op].name, s->kernel->ir->ops[y->op].name);
}

/* The item of the block that the access is, or that holds it. */
static uint32_t project(const seeking *s, uint32_t access, uint32_t block) {
    if (access == FP_NONE) return FP_NONE;
    uint32_t stand = s->map.first_stand[fp_kernel_access(s->kernel, access)->op];
    return stand == FP_NONE ? FP_NONE : fp_placement_project(&s->map, s->map.stands.data[stand], block);
}

/* Do the windows of the two barriers overlap? Then the producer of the second stands before the consumer of the
 * first. */
static void seek_merge(seeking *s, uint32_t block, uint32_t first, uint32_t second) {
    const fp_items *items = items_of(s, block);
    uint32_t a = items->data[first].index, b = items->data[second].index;
    uint32_t from = project(s, s->analysis->syncs[b].producer, block),
             to = project(s, s->analysis->syncs[a].consumer, block);
    if (s->used[a] || s->used[b] || !same_barrier(s, a, b)) return;
    if (from == FP_NONE || from < first) from = first;
    if (to == FP_NONE || to > second) to = second;
    for (uint32_t index = from + 1; index <= to && index < second && may_try(s); index++) {
        fp_position_in_text at;
        if (index <= first + 1 || !fp_placement_position(&s->map, block, index, &at)) continue;
        if (!is_ordered(s, insert(s, without(s, a, b), block, index, &s->kernel->syncs.data[a]))) continue;
        *FP_PUSH(s->keep, &s->savings) = (fp_saving){ FP_SAVING_MERGE, a, b, at, at, FP_NONE, false };
        s->used[a] = s->used[b] = true;
        return;
    }
}

/* ---- in halves ---- */
static bool are_independent(const struct fp_kernel *kernel, const fp_items *items);

/* Can a barrier of workgroup memory move over the item? It orders nothing in it, and no threads meet there. */
static bool is_independent(const struct fp_kernel *kernel, fp_item item) {
    switch (item.kind) {
    case FP_ITEM_ACCESS: {
        const fp_access *access = &kernel->accesses.data[item.index];
        const fp_class *klass = &kernel->classes.data[access->klass];
        return klass->space == FP_SPACE_GLOBAL && klass->counter == FP_COUNTER_NONE && !access->ordered_acquire &&
               !access->ordered_release;
    }
    case FP_ITEM_SYNC: return kernel->syncs.data[item.index].kind == FP_SYNC_COUNT_UP;
    case FP_ITEM_LOOP:
        return are_independent(kernel, &kernel->loops.data[item.index].body) &&
               are_independent(kernel, &kernel->loops.data[item.index].tail);
    case FP_ITEM_BRANCH:
        for (uint32_t arm = 0; arm < kernel->branches.data[item.index].arm_count; arm++)
            if (!are_independent(kernel, &kernel->branches.data[item.index].arms[arm])) return false;
        return true;
    case FP_ITEM_GRAPH:
    case FP_ITEM_CALL:
    case FP_ITEM_UNTRACKED: return false;
    }
    return false;
}

static bool are_independent(const struct fp_kernel *kernel, const fp_items *items) {
    for (uint32_t i = 0; i < items->len; i++)
        if (!is_independent(kernel, items->data[i])) return false;
    return true;
}

/* The barrier at item `index` as a signal before item `from` and a wait before item `to`. */
static bool is_ordered_split(seeking *s, uint32_t block, uint32_t index, uint32_t from, uint32_t to) {
    fp_sync signal = s->kernel->syncs.data[items_of(s, block)->data[index].index], wait = signal, landed = { 0 };
    signal.kind = FP_SYNC_SIGNAL, wait.kind = FP_SYNC_WAIT;
    signal.spaces = wait.spaces = FP_SPACES_NONE;
    signal.release = signal.acquire = wait.release = wait.acquire = false;
    landed = (fp_sync){ .kind = FP_SYNC_COUNTER_WAIT,
                        .scope = FP_SCOPE_WORKGROUP,
                        .id = FP_ID_UNKNOWN,
                        .object = FP_NONE,
                        .member_count = -1,
                        .wait_count = 1,
                        .waits = { { FP_COUNTER_DS, 0 } } };
    const fp_fold_node *root = without(s, items_of(s, block)->data[index].index, FP_NONE);
    root = insert(s, insert(s, root, block, from, &landed), block, from, &signal);
    return is_ordered(s, insert(s, root, block, to, &wait));
}

/* Control flow made of blocks has no op of its own, and stands in none. */
static bool in_one_block(const seeking *s, uint32_t block, uint32_t a, uint32_t b) {
    const fp_op_node *ops = s->kernel->ir->ops;
    fp_op one = fp_placement_op(&s->map, block, a), other = fp_placement_op(&s->map, block, b);
    return one != FP_NONE && other != FP_NONE && ops[one].block == ops[other].block;
}

/* Work that takes as long as waves are apart: matrix products, loops, loads of global memory. Plain arithmetic is
 * too short to matter. */
static bool takes_time(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    if (!info) return false;
    if (ir->ops[op].region_count > 0) return ir->ops[op].end > op + 2;
    return info->effect == FP_EFFECT_READ || (info->effect == FP_EFFECT_NONE && ir->ops[op].result_count > 0);
}

/* The first op between `from` and `to` whose time is worth hiding; FP_NONE: there is none. An unknown op without
 * results counts as none, because it may be there to stay in place. */
static fp_op work_between(const struct fp_ir *ir, fp_op from, fp_op to, fp_op barrier) {
    for (fp_op op = from; op != FP_NONE && op != to; op = ir->ops[op].next)
        if (op != barrier && takes_time(ir, op)) return op;
    return FP_NONE;
}

/* The item before which the signal may stand as early as possible: it is moved up past one access of workgroup
 * memory after the other. */
static uint32_t earliest_signal(seeking *s, uint32_t block, uint32_t index) {
    uint32_t from = index;
    for (uint32_t moves = 0; from > 0 && in_one_block(s, block, from - 1, index);) {
        fp_item item = items_of(s, block)->data[from - 1];
        if (!is_independent(s->kernel, item)) {
            if (item.kind != FP_ITEM_ACCESS || moves++ == FP_SAVING_MOVES_MAX || !may_try(s) ||
                !is_ordered_split(s, block, index, from - 1, index))
                break;
        }
        from--;
    }
    return from;
}

static uint32_t latest_wait(seeking *s, uint32_t block, uint32_t index) {
    uint32_t to = index + 1, len = items_of(s, block)->len;
    for (uint32_t moves = 0; to < len && in_one_block(s, block, to, index); to++) {
        fp_item item = items_of(s, block)->data[to];
        if (is_independent(s->kernel, item)) continue;
        if (item.kind != FP_ITEM_ACCESS || moves++ == FP_SAVING_MOVES_MAX || !may_try(s) ||
            !is_ordered_split(s, block, index, index, to + 1))
            break;
    }
    return to;
}

static void seek_split(seeking *s, uint32_t block, uint32_t index) {
    const struct fp_ir *ir = s->kernel->ir;
    const fp_items *items = items_of(s, block);
    uint32_t sync = items->data[index].index;
    fp_op barrier = s->kernel->syncs.data[sync].op;
    uint32_t from = earliest_signal(s, block, index), to = latest_wait(s, block, index);
    fp_position_in_text signal = { barrier, false }, wait = { barrier, true };
    bool follows = from > 0 && in_one_block(s, block, from - 1, index); /* something in the same block */
    if (!follows)
        signal.op = ir->blocks[ir->ops[barrier].block].first;
    else if (!fp_placement_behind(&s->map, block, from - 1, &signal))
        from = index;
    fp_op first = signal.behind ? ir->ops[signal.op].next : signal.op, last = ir->blocks[ir->ops[barrier].block].last;
    if (to < items->len && in_one_block(s, block, to, index))
        wait = (fp_position_in_text){ fp_placement_op(&s->map, block, to), false };
    else if (last != FP_NONE && ir->ops[last].info && last != barrier)
        wait = (fp_position_in_text){ last, false }; /* the terminator */
    fp_op above = work_between(ir, first, barrier, barrier),
          below = wait.behind ? FP_NONE : work_between(ir, ir->ops[barrier].next, wait.op, barrier);
    if (above == FP_NONE) signal = (fp_position_in_text){ barrier, false }, from = index;
    if (below == FP_NONE) wait = (fp_position_in_text){ barrier, true }, to = index + 1;
    if ((above == FP_NONE && below == FP_NONE) || !may_try(s)) return;
    if (!is_ordered_split(s, block, index, from, to)) return;
    *FP_PUSH(s->keep, &s->savings) =
        (fp_saving){ FP_SAVING_SPLIT, sync, FP_NONE, signal, wait, above != FP_NONE ? above : below, false };
    s->used[sync] = true;
}

/* ---- all of them ---- */
static void seek_in_block(seeking *s, uint32_t block) {
    const fp_items *items = items_of(s, block);
    bool splits = s->kernel->target->split_barrier && s->kernel->target->vendor == FP_VENDOR_AMD &&
                  !s->map.blocks.data[block].doubt;
    uint32_t before = FP_NONE; /* the last movable barrier with no other sync behind it */
    if (s->map.blocks.data[block].weak || s->map.blocks.data[block].graph) return;
    for (uint32_t i = 0; i < items->len; i++) {
        if (!is_sync(s, items->data[i])) continue;
        bool movable = can_move(s, items->data[i].index);
        if (movable) seek_hoist(s, block, items->data[i].index);
        if (movable && before != FP_NONE) seek_merge(s, block, before, i);
        before = movable ? i : FP_NONE;
    }
    for (uint32_t i = 0; i < items->len && splits; i++) {
        if (is_sync(s, items->data[i]) && !s->used[items->data[i].index] && can_move(s, items->data[i].index))
            seek_split(s, block, i);
    }
}

bool fp_savings_possible(const struct fp_kernel *kernel, const fp_analysis *analysis) {
    bool any = false;
    for (uint32_t i = 0; i < kernel->syncs.len && !any; i++) any = is_movable(kernel, analysis, i);
    return any && is_sound(kernel, analysis);
}

const struct fp_savings *fp_savings_find(struct fp_arena *keep, struct fp_analyser *analyser,
                                         const struct fp_kernel *kernel, const fp_analysis *analysis) {
    struct fp_savings *result = FP_NEW(keep, struct fp_savings, 1);
    if (!fp_savings_possible(kernel, analysis) || fp_fold_calls_unknown(fp_analyser_fold(analyser))) return result;
    struct fp_arena *scratch = fp_arena_new();
    seeking s = { .keep = keep,
                  .scratch = scratch,
                  .analyser = analyser,
                  .fold = fp_analyser_fold(analyser),
                  .kernel = kernel,
                  .analysis = analysis };
    s.map = fp_placement_map_new(scratch, kernel);
    s.used = FP_NEW(scratch, bool, kernel->syncs.len + 1);
    s.judged = fp_fold_without(s.fold, fp_fold_judge_root(s.fold), doubtful_syncs(scratch, kernel));
    for (uint32_t i = 0; i < s.map.blocks.len && !fp_fold_cancelled(s.fold); i++) seek_in_block(&s, i);
    result->data = s.savings.data;
    result->count = s.savings.len;
    result->gave_up = s.gave_up;
    fp_arena_drop(scratch);
    return result;
}
