#include "check/hazard_list.h"
#include "base/sort.h"
#include <assert.h>
#include <string.h>

bool fp_hazard_is_same(const fp_hazard *a, const fp_hazard *b) {
    return a->producer == b->producer && a->consumer == b->consumer && a->carrier == b->carrier && a->kind == b->kind;
}

bool fp_hazard_shows_more(const fp_hazard *a, const fp_hazard *b) {
    if (a->only_assumed != b->only_assumed) return !a->only_assumed;
    if (a->answer.overlap != b->answer.overlap) return a->answer.overlap > b->answer.overlap;
    if (a->handed_over != b->handed_over) return !a->handed_over;
    if (a->certain != b->certain) return a->certain;
    if (!a->answer.witness != !b->answer.witness) return a->answer.witness != NULL;
    return a->distance < b->distance;
}

void fp_hazard_list_clear(fp_hazard_list *list) {
    list->hazards.len = 0;
    fp_map_clear(&list->map);
}

void fp_hazard_list_reserve(struct fp_arena *arena, fp_hazard_list *list, uint32_t more) {
    FP_RESERVE(arena, &list->hazards, list->hazards.len + more);
    fp_map_reserve(arena, &list->map, list->hazards.len + more);
}

static uint64_t hash_of(const fp_hazard *hazard) {
    return fp_hash_mix((uint64_t)hazard->producer << 32 | hazard->consumer,
                       (uint64_t)hazard->carrier << 2 | hazard->kind);
}

static fp_hazard *find(const fp_hazard_list *list, const fp_hazard *like) {
    for (fp_map_probe probe = fp_map_find(&list->map, hash_of(like)); fp_map_next(&probe);)
        if (fp_hazard_is_same(&list->hazards.data[probe.value], like)) return &list->hazards.data[probe.value];
    return NULL;
}

const fp_hazard *fp_hazard_list_find(const fp_hazard_list *list, const fp_hazard *like) { return find(list, like); }

void fp_hazard_list_add(struct fp_arena *arena, fp_hazard_list *list, const fp_hazard *hazard) {
    fp_hazard *have = find(list, hazard);
    if (have) {
        if (fp_hazard_shows_more(hazard, have)) *have = *hazard;
        return;
    }
    fp_map_put(arena, &list->map, hash_of(hazard), list->hazards.len);
    *FP_PUSH(arena, &list->hazards) = *hazard;
}

static uint32_t distance_in_text(const fp_hazard *hazard) {
    return hazard->producer < hazard->consumer ? hazard->consumer - hazard->producer
                                               : hazard->producer - hazard->consumer;
}

static int compare_numbers(uint32_t x, uint32_t y) { return (x > y) - (x < y); }

/* Order of the hazards of one consumer: nearest producer first. */
static int compare_hazards(const void *a, const void *b) {
    const fp_hazard *x = a, *y = b;
    int order = compare_numbers(distance_in_text(x), distance_in_text(y));
    if (!order) order = compare_numbers(x->producer, y->producer);
    if (!order) order = compare_numbers(x->carrier + 1, y->carrier + 1); /* FP_NONE first */
    return order ? order : (int)x->kind - (int)y->kind;
}

/* Sorts by consumer first and then each consumer's few hazards: kernels may have many of both. */
fp_hazards fp_hazard_list_sort(struct fp_arena *arena, fp_hazard_list *list, uint32_t access_count) {
    uint32_t start = 0;
    list->sorted.len = list->ends.len = 0;
    FP_RESERVE(arena, &list->sorted, list->hazards.len + 1);
    FP_RESERVE(arena, &list->ends, access_count + 1);
    fp_hazard *sorted = list->sorted.data;
    uint32_t *ends = list->ends.data;
    memset(ends, 0, (access_count + 1) * sizeof *ends);
    for (uint32_t i = 0; i < list->hazards.len; i++) {
        assert(list->hazards.data[i].producer < access_count && list->hazards.data[i].consumer < access_count);
        ends[list->hazards.data[i].consumer + 1]++;
    }
    for (uint32_t i = 0; i < access_count; i++) ends[i + 1] += ends[i];
    for (uint32_t i = 0; i < list->hazards.len; i++)
        sorted[ends[list->hazards.data[i].consumer]++] = list->hazards.data[i];
    for (uint32_t i = 0; i < access_count; start = ends[i++])
        fp_sort(sorted + start, ends[i] - start, sizeof *sorted, compare_hazards);
    return (fp_hazards){ sorted, list->hazards.len };
}

fp_hazards fp_hazard_list_hand_out(struct fp_arena *keep, fp_hazard_list *list, uint32_t access_count) {
    fp_hazard_list sorting = { .hazards = list->hazards };
    return fp_hazard_list_sort(keep, &sorting, access_count);
}
