#include "check/placement.h"
#include "base/sort.h"
#include "check/hazard_list.h"
#include "check/placement_cures.h"
#include <assert.h>
#include <string.h>

enum {
    FP_MERGED_MAX =
        12, /* with more inserted ops, none is moved to save another one: that takes a cubic number of what-ifs */
    FP_MERGE_MEETS_MAX = 50000,     /* moving stops when the what-ifs have compared that many pairs of groups */
    FP_WAITS_TRIED_MAX = 16,        /* places tried for one wait */
    FP_WORK_MERGE = FP_WORK_MAX / 4 /* share of the work that moving may take */
};

/* ---- adding ---- */
static fp_placed_node make_node(fp_placing *p, fp_placed_kind kind, uint32_t block, uint32_t index) {
    fp_placed_node node = { .placed = { .kind = kind, .around = FP_NONE } };
    bool valid = fp_placement_position(&p->map, block, index, &node.placed.at);
    assert(valid);
    (void)valid;
    fp_placement_stands(&p->map, node.placed.at, &node.stands);
    for (uint32_t i = 0; i < node.stands.len; i++) {
        const fp_placement_block *at = &p->map.blocks.data[node.stands.data[i].block];
        if (at->depth > node.placed.depth) node.placed.depth = at->depth;
        node.placed.doubt |= at->doubt;
    }
    node.placed.doubt |= !p->kernel->is_entry;
    node.placed.signal = node.placed.at;
    return node;
}

/* False: it stands there already. */
static bool add_barrier(fp_placing *p, uint32_t block, uint32_t index) {
    fp_placed_node node = make_node(p, FP_PLACED_BARRIER, block, index);
    if (fp_placing_find(p, FP_PLACED_BARRIER, node.placed.at, FP_COUNTER_NONE) != FP_NONE) return false;
    fp_placing_add(p, &node);
    return true;
}

/* ---- barriers ---- */
typedef struct {
    fp_window window;
    const fp_hazard *hazard;
} open_window;

/* The windows of one block, in the order of their hazards. */
typedef struct {
    const open_window *windows;
    uint32_t count, order; /* blocks are numbered as their windows come */
    uint32_t level;
} open_block;
typedef FP_VEC(open_block) open_blocks;

/* Places a barrier right before the consumer, or before what keeps some threads from it, in whatever block that
 * stands: for windows in whose own block no text can be inserted, or a barrier orders nothing. */
static bool place_last(fp_placing *p, const fp_hazard *hazard) {
    fp_window window, last;
    fp_position_in_text at;
    if (!fp_window_last(&p->map, fp_kernel_access(p->kernel, hazard->consumer)->op, &last)) return false;
    uint32_t block = last.block, index = last.to, outermost = block;
    if (fp_window_find(&p->map, hazard, &window)) outermost = window.block;
    while (p->map.blocks.data[block].weak && block != outermost && p->map.blocks.data[block].parent != FP_NONE) {
        index = p->map.blocks.data[block].parent_index;
        block = p->map.blocks.data[block].parent;
    }
    bool can = !p->map.blocks.data[block].weak && fp_placement_position(&p->map, block, index, &at) &&
               fp_placement_closed(&p->map, block, index);
    return can && add_barrier(p, block, index);
}

/* Places a barrier where the window ends, in the window's block: outside of the ops that hold the consumer. */
static bool place_at_end(fp_placing *p, const fp_hazard *hazard) {
    fp_window window;
    fp_position_in_text at;
    if (!fp_window_find(&p->map, hazard, &window) || window.only || p->map.blocks.data[window.block].weak) return false;
    bool can = fp_placement_position(&p->map, window.block, window.to, &at) &&
               fp_placement_closed(&p->map, window.block, window.to);
    return can && add_barrier(p, window.block, window.to);
}

/* Numbers the positions from the end of the block on. */
static void turn_round(fp_position_arc *arcs, uint32_t arc_count, uint32_t count) {
    for (uint32_t i = 0; i < arc_count; i++)
        arcs[i] = (fp_position_arc){ count - 1 - arcs[i].last, count - 1 - arcs[i].first };
}

static bool place_in_block(fp_placing *p, const open_window *windows, uint32_t count) {
    uint32_t block = windows[0].window.block;
    fp_valid_positions valid = fp_window_positions(&p->map, block);
    fp_position_arc *arcs = FP_NEW(p->scratch, fp_position_arc, count);
    uint32_t arc_count = 0, *chosen = FP_NEW(p->scratch, uint32_t, valid.len + 1);
    bool added = false;
    fp_placing_spend(p, count + valid.len);
    for (uint32_t i = 0; i < count; i++) {
        if (fp_window_arc(&p->map, &windows[i].window, valid, &arcs[arc_count]))
            arc_count++;
        else if (!windows[i].window.only)
            added |= place_last(p, windows[i].hazard);
    }
    bool rounds = false;
    for (uint32_t i = 0; i < arc_count; i++) rounds |= arcs[i].first > arcs[i].last;
    p->rounds |= rounds;
    if (rounds && p->early) turn_round(arcs, arc_count, valid.len);
    uint32_t found = fp_position_arcs_stab(p->scratch, arcs, arc_count, valid.len, chosen);
    for (uint32_t i = 0; i < found; i++) {
        uint32_t at = rounds && p->early ? valid.len - 1 - chosen[i] : chosen[i];
        added |= add_barrier(p, block, valid.data[at]);
    }
    return added;
}

/* The deepest first, blocks of one level as they come. */
static int compare_blocks(const void *a, const void *b) {
    const open_block *x = a, *y = b;
    if (x->level != y->level) return x->level > y->level ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* The windows of open hazards in blocks of the level `least` and above, by block. Hazards without a window are given
 * up. */
static open_blocks find_windows(fp_placing *p, struct fp_arena *arena, fp_hazards hazards, uint32_t least) {
    open_window *found = fp_arena_room(arena, sizeof *found, _Alignof(open_window), hazards.len + 1),
                *sorted = fp_arena_room(arena, sizeof *sorted, _Alignof(open_window), hazards.len + 1);
    uint32_t *order = FP_NEW(arena, uint32_t, p->map.blocks.len + 1), count = 0, start = 0;
    open_blocks blocks = { 0 };
    for (size_t i = 0; i < hazards.len; i++) {
        open_window *at = &found[count];
        at->hazard = &hazards.data[i];
        if (at->hazard->cause != FP_CAUSE_BARRIER || !fp_placing_is_open(p, at->hazard)) continue;
        if (!fp_window_find(&p->map, at->hazard, &at->window)) {
            fp_placing_give_up(p, at->hazard);
            continue;
        }
        if (p->levels.of_block[at->window.block] < least) continue;
        if (order[at->window.block] == 0) {
            open_block fresh = { .order = blocks.len, .level = p->levels.of_block[at->window.block] };
            *FP_PUSH(arena, &blocks) = fresh;
            order[at->window.block] = blocks.len;
        }
        blocks.data[order[at->window.block] - 1].count++;
        count++;
    }
    open_window **next = FP_NEW(arena, open_window *, blocks.len + 1);
    for (uint32_t i = 0; i < blocks.len; start += blocks.data[i++].count)
        blocks.data[i].windows = next[i] = sorted + start;
    for (uint32_t i = 0; i < count; i++) *next[order[found[i].window.block] - 1]++ = found[i];
    fp_sort(blocks.data, blocks.len, sizeof *blocks.data, compare_blocks);
    return blocks;
}

/* Places barriers in the blocks of the deepest level of which any can hold one, not below `least`; deeper ones are
 * given up. Returns the level; FP_NONE: no block can. */
static uint32_t place_deepest(fp_placing *p, fp_hazards hazards, uint32_t least) {
    struct fp_arena *arena = fp_arena_new();
    fp_placing_spend(p, 16 * hazards.len);
    open_blocks blocks = find_windows(p, arena, hazards, least);
    const open_block *last = NULL; /* that a barrier was placed for */
    for (uint32_t i = 0; i < blocks.len && !p->exhausted; i++) {
        const open_block *block = &blocks.data[i];
        if (last && last->level != block->level) break;
        bool placed = place_in_block(p, block->windows, block->count);
        if (placed) last = block;
        /* A barrier in the window's own block orders nothing while a copy is in flight there: one behind the wait,
         * which may stand in the consumer's loop, does. */
        for (uint32_t k = 0; k < block->count && !placed; k++) {
            if (place_last(p, block->windows[k].hazard))
                last = block;
            else
                fp_placing_give_up(p, block->windows[k].hazard);
        }
    }
    uint32_t level = last ? last->level : FP_NONE;
    fp_arena_drop(arena);
    return level;
}

/* The deepest level that a window of these is known to have. A window behind a wait may lie anywhere inside of the
 * block in which its ends meet: then all levels are looked at at once. */
static uint32_t deepest_level(const fp_placing *p, fp_hazards hazards) {
    uint32_t deepest = 0;
    fp_window window;
    for (size_t i = 0; i < hazards.len; i++) {
        if (hazards.data[i].cause != FP_CAUSE_BARRIER || !fp_placing_is_open(p, &hazards.data[i])) continue;
        if (hazards.data[i].behind_wait) return 0;
        bool found = fp_window_find(&p->map, &hazards.data[i], &window);
        if (found && p->levels.of_block[window.block] > deepest) deepest = p->levels.of_block[window.block];
    }
    return deepest;
}

/* Level by level, so that what was placed in a block is looked at when it is done, and no more while those around it
 * are. Where all pairs are known, all levels are looked at in one go until something is placed. Several rounds of one
 * level are for pairs that appear only when others are ordered; each adds a barrier where none stood, so that they
 * end, at the latest with the work that may be spent. */
static void place_barriers(fp_placing *p) {
    uint32_t level = deepest_level(p, fp_placing_hazards(p, fp_placing_tree(p, NULL)));
    while (!fp_fold_cancelled(p->fold)) {
        const fp_fold_node *root = fp_placing_tree(p, NULL);
        bool all = level == 0 || root == p->asked_root;
        uint32_t placed = place_deepest(p, fp_placing_hazards_inside(p, root, level), all ? 0 : level);
        if (placed == FP_NONE && all) return;
        level = placed == FP_NONE ? level - 1 : placed;
    }
}

/* ---- waits ---- */
/* Right before what publishes the data, or before the consumer itself where only its own thread has to know. */
static bool may_hold_wait(const fp_placing *p, const fp_window *window, uint32_t index) {
    fp_position_in_text at;
    if (!fp_placement_position(&p->map, window->block, index, &at)) return false;
    if (index == window->to || fp_placing_find(p, FP_PLACED_BARRIER, at, FP_COUNTER_NONE) != FP_NONE) return true;
    fp_item item = p->map.blocks.data[window->block].items->data[index];
    return item.kind == FP_ITEM_SYNC && fp_sync_publishes(&p->kernel->syncs.data[item.index]);
}

/* Does a wait of `count` at that place order the pair? When it does, it stays placed. */
static bool try_wait(fp_placing *p, const fp_window *window, uint32_t index, const fp_hazard *hazard,
                     fp_counter counter, int32_t count) {
    fp_placed_node node = make_node(p, FP_PLACED_WAIT, window->block, index);
    node.placed.counter = counter;
    node.placed.count = count;
    node.ordered = *hazard;
    uint32_t have = fp_placing_find(p, FP_PLACED_WAIT, node.placed.at, counter);
    if (have == FP_NONE) {
        fp_placing_add(p, &node);
        if (!fp_placing_still_open(p, fp_placing_tree(p, NULL), hazard) && !p->exhausted) return true;
        fp_placing_drop_last(p);
        return false;
    }
    int32_t before = p->placed.data[have].placed.count;
    if (count >= before) return false;
    fp_placing_set_count(p, have, count);
    if (!fp_placing_still_open(p, fp_placing_tree(p, NULL), hazard)) return true;
    fp_placing_set_count(p, have, before);
    return false;
}

/* Places a wait in the window, as near to the consumer as it can stand. */
static bool place_wait_in(fp_placing *p, const fp_hazard *hazard, const fp_window *window) {
    const fp_access *producer = fp_kernel_access(p->kernel, hazard->producer);
    fp_counter counter =
        hazard->cause == FP_CAUSE_FENCE ? FP_COUNTER_DS : p->kernel->classes.data[producer->klass].counter;
    int32_t counts[2] = { hazard->cause == FP_CAUSE_ASYNC && hazard->required_count > 0 ? hazard->required_count : 0,
                          0 };
    if (counter == FP_COUNTER_NONE || p->map.blocks.data[window->block].weak) return false;
    uint32_t len = p->map.blocks.data[window->block].items->len, tried = 0;
    for (uint32_t back = 0; back < len && tried < FP_WAITS_TRIED_MAX; back++) {
        uint32_t index = (window->to + len - back) % len;
        if (!fp_window_holds(&p->map, window, index) || !may_hold_wait(p, window, index)) continue;
        tried++;
        for (uint32_t i = 0; i < 2; i++)
            if ((i == 0 || counts[0] != counts[1]) && try_wait(p, window, index, hazard, counter, counts[i]))
                return true;
    }
    return false;
}

/* In the consumer's own block only where no place further out does: there its copy may not be committed yet. */
static bool place_wait(fp_placing *p, const fp_hazard *hazard) {
    fp_window window, last;
    if (fp_kernel_is_callee_access(p->kernel, hazard->producer) || !fp_window_find(&p->map, hazard, &window))
        return false;
    if (place_wait_in(p, hazard, &window)) return true;
    bool deeper =
        fp_window_last(&p->map, fp_kernel_access(p->kernel, hazard->consumer)->op, &last) && last.block != window.block;
    return deeper && hazard->cause == FP_CAUSE_ASYNC && place_wait_in(p, hazard, &last);
}

static bool place_for(fp_placing *p, const fp_hazard *hazard) {
    if (place_wait(p, hazard)) return true;
    /* No place for the wait lies on all paths: a barrier is placed behind the point where they join, and the wait can
     * go before it. */
    if (hazard->cause == FP_CAUSE_FENCE) return place_last(p, hazard) || place_at_end(p, hazard);
    return place_at_end(p, hazard) || place_last(p, hazard);
}

/* The number of the wait that was placed last, if it was for this pair; FP_NONE: there is none. */
static uint32_t last_wait(const fp_placing *p, const fp_hazard *hazard) {
    const fp_placed_node *last = p->placed.len ? &p->placed.data[p->placed.len - 1] : NULL;
    bool own = last && last->placed.kind == FP_PLACED_WAIT && fp_pair_is(fp_pair_key_of(&last->ordered), hazard);
    return own ? p->placed.len - 1 : FP_NONE;
}

/* Does the wait complete an older copy of its counter, too, that ends at the same access? Whatever comes to that access
 * has passed the wait. */
static bool waits_for_older(const fp_placing *p, uint32_t number, const fp_hazard *hazard) {
    if (number == FP_NONE) return false;
    const fp_placed_node *wait = &p->placed.data[number];
    const fp_hazard *newer = &wait->ordered;
    bool straight =
        newer->carrier == FP_NONE && hazard->carrier == FP_NONE && !newer->concurrent && !hazard->concurrent;
    bool copies = newer->cause == FP_CAUSE_ASYNC && hazard->cause == FP_CAUSE_ASYNC &&
                  hazard->producer < p->kernel->accesses.len && newer->producer < p->kernel->accesses.len;
    return straight && copies && hazard->consumer == newer->consumer && hazard->producer < newer->producer &&
           newer->producer < newer->consumer && hazard->required_count >= wait->placed.count &&
           p->kernel->classes.data[fp_kernel_access(p->kernel, hazard->producer)->klass].counter ==
               wait->placed.counter;
}

/* Places waits for all pairs that lack one. A wait may complete several copies, so that each pair is looked up anew
 * behind it, but for older copies of the same access: these are looked at in the next round. False: nothing was placed.
 */
static bool place_more_waits(fp_placing *p) {
    fp_hazards now = fp_placing_hazards(p, fp_placing_tree(p, NULL));
    fp_hazard *open = FP_NEW(p->scratch, fp_hazard, now.len + 1);
    size_t count = 0;
    bool placed = false;
    const fp_fold_node *root = NULL;
    uint32_t wait = FP_NONE;
    for (size_t i = 0; i < now.len; i++)
        if (now.data[i].cause != FP_CAUSE_BARRIER && fp_placing_is_open(p, &now.data[i])) open[count++] = now.data[i];
    for (size_t i = 0; i < count && !p->exhausted; i++) {
        if (waits_for_older(p, wait, &open[i])) continue;
        if (placed && !root) root = fp_placing_tree(p, NULL);
        bool lacks = !placed || (fp_placing_find_open(p, root, &open[i], &open[i]) && fp_placing_is_open(p, &open[i]) &&
                                 open[i].cause != FP_CAUSE_BARRIER);
        if (lacks && place_for(p, &open[i]))
            placed = true, root = NULL, wait = last_wait(p, &open[i]);
        else if (lacks)
            fp_placing_give_up(p, &open[i]);
    }
    return placed;
}

/* Each round adds a wait or a barrier, or lets a wait leave fewer copies. */
static void place_waits(fp_placing *p) {
    while (place_more_waits(p)) {}
}

/* ---- what is superfluous ---- */
/* Finds the ops, from number `first` on, that are left when the superfluous ones are dropped, outermost first. */
static bool *find_needed(fp_placing *p, uint32_t first) {
    bool *used = FP_NEW(p->scratch, bool, p->placed.len + 1);
    memset(used, true, p->placed.len);
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < p->placed.len; i++)
        if (p->placed.data[i].placed.depth > deepest) deepest = p->placed.data[i].placed.depth;
    for (uint32_t depth = 0; depth <= deepest; depth++)
        for (uint32_t i = p->placed.len; i-- > first;) {
            if (p->placed.data[i].placed.depth != depth) continue;
            used[i] = false;
            used[i] = fp_placing_any_open(p, fp_placing_tree(p, used)) || p->exhausted;
        }
    return used;
}

static void prune(fp_placing *p, uint32_t first) {
    if (p->placed.len > first && p->placed.len <= FP_PRUNED_MAX && !p->exhausted)
        fp_placing_keep_only(p, find_needed(p, first));
}

/* ---- what a move makes superfluous ---- */
/* Can barrier `other` stand elsewhere at its own depth, so that the barriers outside of `used` are superfluous?
 * Windows of inner loops leave freedom that the sweep over one block cannot weigh. */
static bool moves_for(fp_placing *p, bool *used, uint32_t other) {
    fp_placed_node before = p->placed.data[other];
    for (uint32_t block = 0; block < p->map.blocks.len; block++) {
        if (p->map.blocks.data[block].depth != before.placed.depth) continue;
        fp_valid_positions valid = fp_window_positions(&p->map, block);
        for (uint32_t i = 0;
             i < valid.len && fp_fold_summaries(p->fold)->meets < p->merge_meets && p->work < p->merge_work; i++) {
            fp_placed_node moved = make_node(p, FP_PLACED_BARRIER, block, valid.data[i]);
            if (moved.placed.depth != before.placed.depth || moved.placed.doubt > before.placed.doubt) continue;
            p->placed.data[other] = moved;
            if (!fp_placing_any_open(p, fp_placing_tree(p, used)) && !p->exhausted) return true;
        }
    }
    p->placed.data[other] = before;
    return false;
}

static void merge(fp_placing *p) {
    bool *used = FP_NEW(p->scratch, bool, p->placed.len + 1);
    if (p->placed.len < 2 || p->placed.len > FP_MERGED_MAX || p->exhausted) return;
    memset(used, true, p->placed.len);
    p->merge_meets = fp_fold_summaries(p->fold)->meets + FP_MERGE_MEETS_MAX;
    p->merge_work = p->work + FP_WORK_MERGE;
    for (uint32_t i = 0; i < p->placed.len; i++)
        if (p->placed.data[i].placed.kind == FP_PLACED_WAIT) return; /* it stands where its barrier is */
    for (uint32_t i = 0; i < p->placed.len; i++) {
        used[i] = false;
        bool gone = false;
        for (uint32_t other = 0; other < p->placed.len && !gone; other++)
            gone = used[other] && p->placed.data[other].placed.depth >= p->placed.data[i].placed.depth &&
                   moves_for(p, used, other);
        used[i] = !gone;
    }
    fp_placing_keep_only(p, used);
}

/* ---- split barriers ---- */
typedef struct {
    fp_position_in_text signal;
    fp_op around;
} early_signal;

/* Of the signals from number `first` on, each stands right before its wait; the others stand early. */
static void join_signals(fp_placing *p, const early_signal *early, uint32_t first) {
    for (uint32_t i = 0; i < p->placed.len; i++) {
        fp_placed *placed = &p->placed.data[i].placed;
        placed->signal = i < first ? early[i].signal : placed->at;
        placed->around = i < first ? early[i].around : FP_NONE;
    }
}

/* Moves signals back to their waits where they leave a pair unordered: a signal before a copy has landed publishes
 * nothing. The fewest at the end go back; whatever a signal leaves unordered, its going back orders. */
static void check_signals(fp_placing *p) {
    early_signal *early = FP_NEW(p->scratch, early_signal, p->placed.len + 1);
    for (uint32_t i = 0; i < p->placed.len; i++)
        early[i] = (early_signal){ p->placed.data[i].placed.signal, p->placed.data[i].placed.around };
    if (!p->exhausted && !fp_placing_any_open(p, fp_placing_split_tree(p)) && !p->exhausted) return;
    uint32_t low = 0, high = p->placed.len; /* with the signals from `high` on moved, some pair is unordered */
    join_signals(p, early, 0);
    if (!p->exhausted && fp_placing_any_open(p, fp_placing_split_tree(p))) return;
    while (low + 1 < high && !p->exhausted) {
        uint32_t middle = low + (high - low) / 2;
        join_signals(p, early, middle);
        if (fp_placing_any_open(p, fp_placing_split_tree(p)) || p->exhausted)
            high = middle;
        else
            low = middle;
    }
    join_signals(p, early, low);
}

/* ---- the two ends of windows ---- */
/* Compares executions in the deepest loops first, counting barriers that pairs need in full. Negative: `a` costs
 * less. */
static int compare_costs(const fp_placed_nodes *a, const fp_placed_nodes *b) {
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < a->len; i++)
        deepest = a->data[i].placed.depth > deepest ? a->data[i].placed.depth : deepest;
    for (uint32_t i = 0; i < b->len; i++)
        deepest = b->data[i].placed.depth > deepest ? b->data[i].placed.depth : deepest;
    for (uint32_t depth = deepest + 1; depth-- > 0;) {
        int64_t more = 0;
        for (uint32_t i = 0; i < a->len; i++) more += a->data[i].placed.depth == depth && !a->data[i].placed.excess;
        for (uint32_t i = 0; i < b->len; i++) more -= b->data[i].placed.depth == depth && !b->data[i].placed.excess;
        if (more) return more < 0 ? -1 : 1;
    }
    return 0;
}

static void forget_placed(fp_placing *p) {
    p->placed = (fp_placed_nodes){ 0 };
    p->placed_map = (fp_map){ 0 };
    p->barriers = 0;
    p->all = NULL;
    p->waited.data = NULL, p->waited.len = p->waited.capacity = p->waited_up_to = 0;
    p->given_up.data = NULL, p->given_up.len = p->given_up.capacity = 0;
    p->given_up_map = (fp_map){ 0 };
}

/* What was placed `before`; the work done since stays done. */
static void go_back_to(fp_placing *p, const fp_placing *before) {
    uint64_t work = p->work;
    *p = *before;
    p->work = work;
    p->asked_root = NULL; /* other questions have been asked since */
    p->exhausted = work > p->most_work;
}

static void place_one_way(fp_placing *p) {
    place_barriers(p);
    place_waits(p);
    if (p->exhausted) fp_placing_cut(p, 0); /* half a placement is worth nothing */
    prune(p, 0);
    merge(p);
}

static bool in_one_block(const fp_placed_nodes *placed) {
    for (uint32_t i = 1; i < placed->len; i++)
        if (placed->data[i].stands.len != 1 || placed->data[0].stands.len != 1 ||
            placed->data[i].stands.data[0].block != placed->data[0].stands.data[0].block)
            return false;
    return true;
}

/* A barrier at the begin of a loop's body orders what comes from before the loop, too, one at its end what goes on
 * behind it. Where that may tell, both are tried. */
static void place_open(fp_placing *p) {
    place_one_way(p);
    if (!p->rounds || p->placed.len > FP_MERGED_MAX || p->exhausted || in_one_block(&p->placed)) return;
    fp_placing late = *p;
    uint64_t most = p->work + FP_WORK_MERGE;
    forget_placed(p);
    p->early = true;
    p->most_work = most < late.most_work ? most : late.most_work;
    place_one_way(p);
    bool less = !p->exhausted && p->given_up.len <= late.given_up.len && compare_costs(&p->placed, &late.placed) < 0;
    p->early = false;
    p->most_work = late.most_work;
    if (!less) go_back_to(p, &late);
}

/* ---- what needs less than a barrier ---- */
/* Places barriers for all pairs when this costs the pairs that need barriers nothing; else first for these alone,
 * then for the others on top. */
static void place_all(fp_placing *p) {
    bool any[2] = { false, false }; /* a pair that needs a barrier in full; one that does not */
    fp_hazards hazards = fp_placing_hazards(p, fp_placing_tree(p, NULL));
    for (size_t i = 0; i < hazards.len && !(any[0] && any[1]); i++)
        if (fp_pair_is_wanted(p->kernel, &hazards.data[i])) any[fp_pair_is_excess(p->kernel, &hazards.data[i])] = true;
    p->excess = any[1] && !any[0];
    place_open(p);
    for (uint32_t i = 0; i < p->placed.len; i++) p->placed.data[i].placed.excess = p->excess;
    if (!(any[0] && any[1]) || p->exhausted) return;
    fp_placing alone = *p;
    forget_placed(p);
    p->excess = true;
    place_open(p);
    p->excess = false;
    if (!p->exhausted && p->placed.len <= FP_PRUNED_MAX) {
        const bool *used = find_needed(p, 0);
        for (uint32_t i = 0; i < p->placed.len; i++) p->placed.data[i].placed.excess = !used[i];
        p->excess = true;
        if (!p->exhausted && compare_costs(&p->placed, &alone.placed) <= 0) return;
    }
    go_back_to(p, &alone);
    p->excess = true;
    if (p->exhausted) return;
    uint32_t first = p->placed.len;
    place_barriers(p);
    place_waits(p);
    if (p->exhausted) fp_placing_cut(p, first);
    for (uint32_t i = first; i < p->placed.len; i++) p->placed.data[i].placed.excess = true;
    prune(p, first);
}

static uint32_t *places_of(const fp_placing *p) {
    uint32_t count = p->kernel->accesses.len, *places = FP_NEW(p->scratch, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) places[i] = FP_NONE;
    for (uint32_t b = 0; b < p->map.blocks.len; b++) {
        const fp_items *items = p->map.blocks.data[b].items;
        for (uint32_t i = 0; i < items->len; i++)
            if (items->data[i].kind == FP_ITEM_ACCESS) places[items->data[i].index] = fp_fold_place(p->fold, items, i);
    }
    return places;
}

/* Are there pairs among them that the tree of the kernel orders? */
static bool any_assumed(fp_hazards hazards) {
    for (size_t i = 0; i < hazards.len; i++)
        if (hazards.data[i].only_assumed || hazards.data[i].only_shifted) return true;
    return false;
}

/* The tree in which all `hazards` are open. Without its rare syncs others are, too, which are left to them. */
static void take_base(fp_placing *p, fp_hazards hazards) {
    bool beside_rare = false;
    for (size_t i = 0; i < hazards.len; i++) beside_rare |= hazards.data[i].only_rare;
    p->base = beside_rare ? fp_fold_root_without_rare(p->fold) : fp_fold_root(p->fold);
    if (!any_assumed(hazards)) p->asked = hazards, p->asked_root = p->base;
    if (!beside_rare) return;
    fp_hazard_list told = { 0 };
    for (size_t i = 0; i < hazards.len; i++) fp_hazard_list_add(p->scratch, &told, &hazards.data[i]);
    fp_hazards open = fp_analyser_hazards(p->analyser, p->base);
    for (size_t i = 0; i < open.len; i++)
        if (!fp_hazard_list_find(&told, &open.data[i])) fp_placing_give_up(p, &open.data[i]);
}

const struct fp_placement *fp_placement_find(struct fp_arena *keep, struct fp_analyser *analyser,
                                             const struct fp_kernel *kernel, fp_hazards hazards) {
    struct fp_placement *result = FP_NEW(keep, struct fp_placement, 1);
    bool any = false;
    for (size_t i = 0; i < hazards.len && !any; i++) any = fp_pair_is_wanted(kernel, &hazards.data[i]);
    if (!any || fp_stage_is_early(kernel->stage)) {
        result->cures = FP_NEW(keep, fp_cure, hazards.len + 1);
        return result;
    }
    struct fp_arena *scratch = fp_arena_new();
    fp_placing p = {
        .keep = keep, .scratch = scratch, .analyser = analyser, .fold = fp_analyser_fold(analyser), .kernel = kernel
    };
    p.map = fp_placement_map_new(scratch, kernel);
    p.most_work = FP_WORK_MAX + FP_WORK_PER_ACCESS * (uint64_t)kernel->accesses.len;
    p.places = places_of(&p);
    p.levels = fp_placing_levels_of(scratch, &p.map, p.fold);
    take_base(&p, hazards);
    place_all(&p);
    if (kernel->target->split_barrier && p.barriers) {
        fp_signals_place(p.fold, &p.map, &p.placed, hazards);
        check_signals(&p);
    }
    fp_placed *placed = FP_NEW(keep, fp_placed, p.placed.len + 1);
    for (uint32_t i = 0; i < p.placed.len; i++) {
        placed[i] = p.placed.data[i].placed;
        assert(placed[i].at.op < kernel->ir->op_count);
        assert(placed[i].kind == FP_PLACED_BARRIER || placed[i].counter != FP_COUNTER_NONE);
    }
    result->placed = placed;
    result->count = p.placed.len;
    result->cures = fp_placing_cures(&p, hazards);
    result->gave_up = p.exhausted;
    fp_arena_drop(scratch);
    return result;
}
