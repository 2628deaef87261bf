#include "check/placement_signal.h"

typedef struct {
    const fp_placement_map *map;
    fp_placed_nodes *placed;
    fp_placement_index index;
    uint32_t *earliest; /* by placed barrier: the item behind which its signal may stand, plus 1; 0: no producer comes
                           before it in its block */
    bool *bound;        /* by placed barrier: some window holds no other barrier */
    uint32_t *latest;   /* by placed barrier: the item of the loop's body behind which the last producer of carried
                           windows stands, plus 1; 0: there is none */
} signals;

/* For a wait at `index`: the item behind which the window allows its signal, plus 1; 0: at the start of the block. */
static uint32_t producer_before(const fp_window *window, uint32_t index) {
    return !window->only && window->from < index ? window->from + 1 : 0;
}

static bool stabs(const signals *s, uint32_t barrier, const fp_window *window, uint32_t *index) {
    const fp_placed_node *node = &s->placed->data[barrier];
    for (uint32_t i = 0; node->placed.kind == FP_PLACED_BARRIER && i < node->stands.len; i++) {
        *index = node->stands.data[i].index;
        if (node->stands.data[i].block == window->block && fp_window_holds(s->map, window, *index)) return true;
    }
    return false;
}

/* Does the item, or something inside of it, arrive on the workgroup's barrier? Calls may. */
static bool arrives(const fp_placement_map *map, const fp_items *items, uint32_t index);

static bool any_arrives(const fp_placement_map *map, const fp_items *items) {
    for (uint32_t i = 0; i < items->len; i++)
        if (arrives(map, items, i)) return true;
    return false;
}

static bool arrives(const fp_placement_map *map, const fp_items *items, uint32_t index) {
    const struct fp_kernel *kernel = map->kernel;
    fp_item item = items->data[index];
    switch (item.kind) {
    case FP_ITEM_ACCESS:
    case FP_ITEM_UNTRACKED: return false;
    case FP_ITEM_SYNC: {
        fp_sync_kind kind = kernel->syncs.data[item.index].kind;
        return fp_sync_is_barrier(kind);
    }
    case FP_ITEM_LOOP:
        return any_arrives(map, &kernel->loops.data[item.index].body) ||
               any_arrives(map, &kernel->loops.data[item.index].tail);
    case FP_ITEM_BRANCH:
        for (uint32_t arm = 0; arm < kernel->branches.data[item.index].arm_count; arm++)
            if (any_arrives(map, &kernel->branches.data[item.index].arms[arm])) return true;
        return false;
    case FP_ITEM_GRAPH:
    case FP_ITEM_CALL: return true;
    }
    return true;
}

/* Does another barrier run behind item `from` - 1 and up to item `to`? */
static bool is_placed_between(const signals *s, uint32_t barrier, uint32_t block, uint32_t from, uint32_t to) {
    fp_placed_stands near = fp_placement_index_between(&s->index, block, from, to);
    for (uint32_t i = 0; i < near.len; i++) {
        const fp_placed_node *node = &s->placed->data[near.data[i].number];
        bool other = near.data[i].number != barrier && node->placed.kind == FP_PLACED_BARRIER;
        for (uint32_t k = 0; other && k < node->stands.len; k++) {
            uint32_t index = fp_placement_project(s->map, node->stands.data[k], block);
            if (index != FP_NONE && from <= index && index <= to) return true;
        }
    }
    return false;
}

/* Is a wait for copies placed with the barrier? It counts the copies before its own place, so the barrier's signal
 * must not move up. */
static bool has_wait(const signals *s, const fp_placed_node *barrier) {
    fp_stand stand = barrier->stands.data[0];
    fp_placed_stands near = fp_placement_index_between(&s->index, stand.block, stand.index, stand.index);
    for (uint32_t i = 0; i < near.len; i++) {
        const fp_placed *placed = &s->placed->data[near.data[i].number].placed;
        if (placed->kind == FP_PLACED_WAIT && fp_same_position(placed->at, barrier->placed.at)) return true;
    }
    return false;
}

static void place(const signals *s, uint32_t barrier) {
    fp_placed_node *node = &s->placed->data[barrier];
    if (s->earliest[barrier] == 0 || node->stands.len != 1) return;
    uint32_t block = node->stands.data[0].block, to = node->stands.data[0].index, from = s->earliest[barrier];
    const fp_items *items = s->map->blocks.data[block].items;
    for (uint32_t i = from; i < to; i++)
        if (arrives(s->map, items, i)) return;
    if (is_placed_between(s, barrier, block, from, to) || has_wait(s, node)) return;
    fp_position_in_text behind;
    if (!fp_placement_behind(s->map, block, from - 1, &behind)) return;
    bool next_to = !node->placed.at.behind && s->map->kernel->ir->ops[behind.op].next == node->placed.at.op;
    if (!next_to && !(node->placed.at.behind && behind.op == node->placed.at.op)) node->placed.signal = behind;
}

/* ---- halves round a loop ---- */
static bool is_loop_of_regions(const fp_placement_map *map, const fp_placement_block *block) {
    if (!block->body || block->weak || block->doubt || block->loop == FP_NONE) return false;
    const fp_loop_item *loop = &map->kernel->loops.data[block->loop];
    const fp_op_node *op = &map->kernel->ir->ops[loop->op];
    bool plain = op->region_count == 1 && loop->tail.len == 0 && !loop->threads && !op->damaged;
    return plain && op->next != FP_NONE && map->first_stand[loop->op] != FP_NONE &&
           map->next_stands.data[map->first_stand[loop->op]] == FP_NONE;
}

/* Does the op only compute where something is, or stand for nothing that runs? */
static bool is_trivial(const fp_op_node *op) {
    const fp_op_info *info = op->info;
    if (!info) return false;
    bool computes = info->effect == FP_EFFECT_PURE || info->effect == FP_EFFECT_NONE;
    return info->arith != FP_ARITH_NONE || info->effect == FP_EFFECT_YIELD ||
           (fp_effect_traits_of[info->effect].passive && !computes);
}

/* Does anything run between signal and wait that is worth the phase more that halves round a loop take? */
static bool hides_work(const fp_placement_map *map, fp_op signal_behind, fp_op wait_before) {
    const struct fp_ir *ir = map->kernel->ir;
    for (fp_op op = ir->ops[signal_behind].next; op != FP_NONE; op = ir->ops[op].next)
        if (!is_trivial(&ir->ops[op])) return true;
    for (fp_op op = ir->blocks[ir->ops[wait_before].block].first; op != wait_before; op = ir->ops[op].next)
        if (!is_trivial(&ir->ops[op])) return true;
    return false;
}

static bool goes_round(const signals *s, fp_op loop) {
    for (uint32_t i = 0; i < s->placed->len; i++)
        if (s->placed->data[i].placed.kind == FP_PLACED_BARRIER && s->placed->data[i].placed.around == loop)
            return true;
    return false;
}

/* No other arrival from the signal to the end of the body, nor from its start to the wait. */
static void place_round(const signals *s, uint32_t barrier) {
    fp_placed_node *node = &s->placed->data[barrier];
    if (s->latest[barrier] == 0 || s->earliest[barrier] > 0 || node->stands.len != 1 || node->placed.at.behind ||
        has_wait(s, node))
        return;
    uint32_t block = node->stands.data[0].block, to = node->stands.data[0].index, from = s->latest[barrier] - 1;
    const fp_placement_block *body = &s->map->blocks.data[block];
    uint32_t len = body->items->len;
    if (!is_loop_of_regions(s->map, body) || from < to || from >= len) return;
    fp_op loop = s->map->kernel->loops.data[body->loop].op;
    for (uint32_t i = 0; i < len; i++)
        if ((i < to || i > from) && arrives(s->map, body->items, i)) return;
    bool crossed =
        is_placed_between(s, barrier, block, from + 1, len) || (to > 0 && is_placed_between(s, barrier, block, 0, to));
    fp_position_in_text behind;
    if (crossed || goes_round(s, loop) || !fp_placement_behind(s->map, block, from, &behind) ||
        !hides_work(s->map, behind.op, node->placed.at.op))
        return;
    node->placed.signal = behind;
    node->placed.around = loop;
}

/* Lets the barrier in the window serve it: with `alone_only` where it is the only one, else where there are several the
 * last one. False: there are several. */
static bool bind(signals *s, const fp_window *window, bool alone_only) {
    fp_block_stands near = fp_placement_index_of(&s->index, window);
    uint32_t count = 0, last = 0, last_index = 0, index;
    for (uint32_t k = 0; k < near.len; k++) {
        uint32_t i = near.data[k].number;
        if (!stabs(s, i, window, &index) || index != near.data[k].index) continue;
        count++;
        bool served = s->earliest[i] >= producer_before(window, index) && s->bound[i];
        if (alone_only ? count > 1 : served) return false; /* nothing that follows changes that */
        if (count == 1 || index > last_index || (index == last_index && i > last)) last = i, last_index = index;
    }
    if (count == 0 || alone_only != (count == 1)) return true;
    s->bound[last] = true;
    if (window->carried && window->from + 1 > s->latest[last]) s->latest[last] = window->from + 1;
    if (producer_before(window, last_index) > s->earliest[last])
        s->earliest[last] = producer_before(window, last_index);
    return true;
}

void fp_signals_place(const struct fp_fold *fold, const fp_placement_map *map, fp_placed_nodes *placed,
                      fp_hazards hazards) {
    signals s = { .map = map,
                  .placed = placed,
                  .index = fp_placement_index_new(map, fold, placed),
                  .earliest = FP_NEW(map->scratch, uint32_t, placed->len + 1),
                  .bound = FP_NEW(map->scratch, bool, placed->len + 1),
                  .latest = FP_NEW(map->scratch, uint32_t, placed->len + 1) };
    FP_VEC(fp_window) crowded = { 0 };
    for (size_t i = 0; i < hazards.len; i++) {
        fp_window window;
        if (!hazards.data[i].concurrent && !fp_hazard_is_self(&hazards.data[i]) &&
            fp_window_find(map, &hazards.data[i], &window) && !bind(&s, &window, true))
            *FP_PUSH(map->scratch, &crowded) = window;
    }
    for (uint32_t i = 0; i < crowded.len; i++) bind(&s, &crowded.data[i], false);
    for (uint32_t i = 0; i < placed->len; i++)
        if (placed->data[i].placed.kind == FP_PLACED_BARRIER) place(&s, i);
    for (uint32_t i = 0; i < placed->len; i++)
        if (placed->data[i].placed.kind == FP_PLACED_BARRIER) place_round(&s, i);
}
