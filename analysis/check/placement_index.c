#include "check/placement_index.h"
#include "base/sort.h"

uint32_t fp_placement_index_place(const fp_placement_index *index, fp_stand stand) {
    for (;;) {
        const fp_placement_block *block = &index->map->blocks.data[stand.block];
        uint32_t place = fp_fold_place(index->fold, block->items, stand.index);
        if (place != FP_NONE || block->parent == FP_NONE) return place;
        stand = (fp_stand){ block->parent, block->parent_index };
    }
}

static int compare_stands(const void *a, const void *b) {
    const fp_placed_stand *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static int compare_in_blocks(const void *a, const void *b) {
    const fp_block_stand *x = a, *y = b;
    if (x->block != y->block) return x->block < y->block ? -1 : 1;
    if (x->index != y->index) return x->index < y->index ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

fp_placement_index fp_placement_index_new(const fp_placement_map *map, const struct fp_fold *fold,
                                          const fp_placed_nodes *placed) {
    fp_placement_index index = { .map = map, .fold = fold, .placed = placed };
    FP_VEC(fp_placed_stand) stands = { 0 };
    FP_VEC(fp_block_stand) by_block = { 0 };
    for (uint32_t i = 0; i < placed->len; i++)
        for (uint32_t k = 0; k < placed->data[i].stands.len; k++) {
            fp_stand stand = placed->data[i].stands.data[k];
            *FP_PUSH(map->scratch, &stands) = (fp_placed_stand){ fp_placement_index_place(&index, stand), i };
            *FP_PUSH(map->scratch, &by_block) = (fp_block_stand){ stand.block, stand.index, i };
        }
    fp_sort(stands.data, stands.len, sizeof *stands.data, compare_stands);
    fp_sort(by_block.data, by_block.len, sizeof *by_block.data, compare_in_blocks);
    index.stands = (fp_placed_stands){ stands.data, stands.len };
    index.by_block = by_block.data;
    uint32_t *first = FP_NEW(map->scratch, uint32_t, map->blocks.len + 1);
    for (uint32_t i = 0, block = 0; block <= map->blocks.len; first[block++] = i)
        while (i < by_block.len && by_block.data[i].block < block) i++;
    index.first = first;
    return index;
}

fp_placed_stands fp_placement_index_between(const fp_placement_index *index, uint32_t block, uint32_t from,
                                            uint32_t to) {
    uint32_t len = index->map->blocks.data[block].items->len;
    uint32_t first = fp_placement_index_place(index, (fp_stand){ block, from }),
             last = fp_placement_index_place(index, (fp_stand){ block, to < len ? to + 1 : len });
    fp_placed_stands all = index->stands;
    uint32_t start = FP_COUNT_BELOW(all.data, all.len, place, first),
             end = last == FP_NONE ? all.len : FP_COUNT_BELOW(all.data, all.len, place, last + 1);
    return end > start ? (fp_placed_stands){ all.data + start, end - start } : (fp_placed_stands){ NULL, 0 };
}

fp_block_stands fp_placement_index_in(const fp_placement_index *index, uint32_t block, uint32_t from, uint32_t to) {
    const fp_block_stand *its = index->by_block + index->first[block];
    uint32_t len = index->first[block + 1] - index->first[block];
    uint32_t start = FP_COUNT_BELOW(its, len, index, from), end = FP_COUNT_BELOW(its, len, index, to + 1);
    return (fp_block_stands){ its + start, end - start };
}

fp_block_stands fp_placement_index_of(const fp_placement_index *index, const fp_window *window) {
    if (window->carried || window->whole)
        return fp_placement_index_in(index, window->block, 0, index->map->blocks.data[window->block].items->len);
    return fp_placement_index_in(index, window->block, window->only ? window->to : window->from + 1, window->to);
}

fp_placed_stands fp_placement_index_around(const fp_placement_index *index, const fp_window *window) {
    uint32_t len = index->map->blocks.data[window->block].items->len;
    bool round = window->carried || window->whole;
    uint32_t from = round ? 0 : window->only ? window->to : window->from;
    return fp_placement_index_between(index, window->block, from, round ? len : window->to);
}
