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

fp_placement_index fp_placement_index_new(const fp_placement_map *map, const struct fp_fold *fold,
                                          const fp_placed_nodes *placed) {
    fp_placement_index index = { .map = map, .fold = fold, .placed = placed };
    FP_VEC(fp_placed_stand) stands = { 0 };
    for (uint32_t i = 0; i < placed->len; i++)
        for (uint32_t k = 0; k < placed->data[i].stands.len; k++)
            *FP_PUSH(map->scratch, &stands) =
                (fp_placed_stand){ fp_placement_index_place(&index, placed->data[i].stands.data[k]), i };
    fp_sort(stands.data, stands.len, sizeof *stands.data, compare_stands);
    index.stands = (fp_placed_stands){ stands.data, stands.len };
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

fp_placed_stands fp_placement_index_around(const fp_placement_index *index, const fp_window *window) {
    uint32_t len = index->map->blocks.data[window->block].items->len;
    bool round = window->carried || window->whole;
    uint32_t from = round ? 0 : window->only ? window->to : window->from;
    return fp_placement_index_between(index, window->block, from, round ? len : window->to);
}
