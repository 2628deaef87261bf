#include "check/placement_window.h"
#include <assert.h>

/* First item of the op that item `index` belongs to. */
static uint32_t op_start(const fp_placement_map *map, uint32_t block, uint32_t index) {
    while (index > 0 && fp_placement_op(map, block, index - 1) == fp_placement_op(map, block, index)) index--;
    return index;
}

static bool find_carried(const fp_placement_map *map, const fp_hazard *hazard, fp_op p, fp_op a, fp_window *window) {
    uint32_t body = map->bodies[hazard->carrier];
    if (body == FP_NONE) return false;
    for (uint32_t i = map->first_stand[p]; i != FP_NONE; i = map->next_stands.data[i])
        for (uint32_t k = map->first_stand[a]; k != FP_NONE; k = map->next_stands.data[k]) {
            uint32_t from = fp_placement_project(map, map->stands.data[i], body),
                     to = fp_placement_project(map, map->stands.data[k], body);
            if (from == FP_NONE || to == FP_NONE) continue;
            to = op_start(map, body, to);
            *window = (fp_window){ body, from, to, true, hazard->distance > 1 || from < to, false };
            return true;
        }
    return false;
}

static bool find_straight(const fp_placement_map *map, fp_op p, fp_op a, fp_window *window) {
    bool found = false;
    for (uint32_t i = map->first_stand[p]; i != FP_NONE; i = map->next_stands.data[i])
        for (uint32_t k = map->first_stand[a]; k != FP_NONE; k = map->next_stands.data[k]) {
            uint32_t block = fp_placement_common(map, map->stands.data[i], map->stands.data[k]);
            uint32_t from = fp_placement_project(map, map->stands.data[i], block),
                     to = fp_placement_project(map, map->stands.data[k], block);
            if (from >= to || (found && map->blocks.data[block].nesting <= map->blocks.data[window->block].nesting))
                continue;
            *window = (fp_window){ block, from, op_start(map, block, to), false, false, false };
            found = window->from < window->to;
        }
    return found;
}

/* Whatever the path, it passes right before the consumer. */
bool fp_window_last(const fp_placement_map *map, fp_op a, fp_window *window) {
    uint32_t stand = map->first_stand[a];
    if (stand == FP_NONE) return false;
    fp_stand at = map->stands.data[stand];
    *window = (fp_window){ at.block, at.index, op_start(map, at.block, at.index), false, false, true };
    return true;
}

/* Does the item wait for copies of the access's kind? */
static bool waits_for(const struct fp_kernel *kernel, fp_item item, const fp_access *access) {
    if (item.kind != FP_ITEM_SYNC) return false;
    const fp_sync *sync = &kernel->syncs.data[item.index];
    for (uint32_t i = 0; i < sync->wait_count; i++)
        if (sync->waits[i].counter == kernel->classes.data[access->klass].counter) return true;
    return false;
}

/* Lets the window begin behind the last wait for the copy before the consumer. False: it stands in another block. */
static bool narrow_behind_wait(const fp_placement_map *map, const fp_access *copy, fp_window *window) {
    const fp_items *items = map->blocks.data[window->block].items;
    for (uint32_t back = 1; back <= items->len; back++) {
        uint32_t index = (window->to + items->len - back) % items->len;
        bool round = index >= window->to;
        if (round && !window->carried) return false;
        if (!waits_for(map->kernel, items->data[index], copy)) continue;
        window->from = index, window->carried = round, window->whole = false;
        return true;
    }
    return false;
}

/* The window begins behind the last wait for the copy in a block around the consumer, but inside of `outside`. Where
 * only some threads run the block, a barrier cannot stand in it: a block further out may have a wait, too. */
static bool find_behind_inner_wait(const fp_placement_map *map, const fp_access *copy, fp_op consumer, uint32_t outside,
                                   fp_window *window) {
    if (map->first_stand[consumer] == FP_NONE) return false;
    fp_stand at = map->stands.data[map->first_stand[consumer]];
    while (at.block != FP_NONE && at.block != outside) {
        const fp_placement_block *block = &map->blocks.data[at.block];
        for (uint32_t index = at.index; index-- > 0 && !block->weak;) {
            if (!waits_for(map->kernel, block->items->data[index], copy)) continue;
            *window = (fp_window){ at.block, index, op_start(map, at.block, at.index), false, false, false };
            return window->from < window->to;
        }
        at = (fp_stand){ block->parent, block->parent_index };
    }
    return false;
}

bool fp_window_find(const fp_placement_map *map, const fp_hazard *hazard, fp_window *window) {
    const fp_access *producer = fp_kernel_access(map->kernel, hazard->producer);
    fp_op p = producer->op, a = fp_kernel_access(map->kernel, hazard->consumer)->op;
    if (hazard->behind_wait) {
        bool found = hazard->carrier != FP_NONE ? find_carried(map, hazard, p, a, window)
                                                : p != a && find_straight(map, p, a, window);
        return (found && narrow_behind_wait(map, producer, window)) ||
               find_behind_inner_wait(map, producer, a, found ? window->block : FP_NONE, window) ||
               fp_window_last(map, a, window);
    }
    if (hazard->carrier != FP_NONE) return find_carried(map, hazard, p, a, window) || fp_window_last(map, a, window);
    return p != a && (find_straight(map, p, a, window) || fp_window_last(map, a, window));
}

bool fp_window_holds(const fp_placement_map *map, const fp_window *window, uint32_t index) {
    uint32_t len = map->blocks.data[window->block].items->len;
    assert(window->from < len && window->to <= len && index <= len);
    assert(window->carried || window->only || window->from < window->to);
    if (window->only) return index == window->to;
    if (window->whole) return index <= len;
    if (window->carried) return index > window->from || index <= window->to;
    return index > window->from && index <= window->to;
}

fp_valid_positions fp_window_positions(const fp_placement_map *map, uint32_t block) {
    uint32_t len = map->blocks.data[block].items->len, count = 0;
    uint32_t *data = FP_NEW(map->scratch, uint32_t, len + 1);
    fp_position_in_text position;
    if (map->blocks.data[block].weak) return (fp_valid_positions){ data, 0 };
    for (uint32_t i = 0; i < len + (len > 0); i++)
        if (fp_placement_position(map, block, i, &position) && fp_placement_closed(map, block, i)) data[count++] = i;
    return (fp_valid_positions){ data, count };
}

bool fp_window_arc(const fp_placement_map *map, const fp_window *window, fp_valid_positions valid,
                   fp_position_arc *arc) {
    (void)map;
    if (valid.len == 0) return false;
    uint32_t up_to = fp_count_below(valid.data, valid.len, window->to + 1),
             above = fp_count_below(valid.data, valid.len, window->from + 1); /* last is up_to - 1, first is above */
    if (window->only) {
        if (up_to == 0 || valid.data[up_to - 1] != window->to) return false;
        *arc = (fp_position_arc){ up_to - 1, up_to - 1 };
        return true;
    }
    if (!window->carried) {
        if (above >= up_to) return false;
        *arc = (fp_position_arc){ above, up_to - 1 };
        return true;
    }
    uint32_t last = up_to > 0 ? up_to - 1 : valid.len - 1;
    if (window->whole) {
        *arc = (fp_position_arc){ (last + 1) % valid.len, last };
        return true;
    }
    if (up_to == 0 && above >= valid.len) return false;
    *arc = (fp_position_arc){ above < valid.len ? above : 0, last };
    return true;
}
