#include "check/hazard_list.h"
#include "base/sort.h"
#include <assert.h>
#include <string.h>

bool fp_hazard_is_same(const fp_hazard *a, const fp_hazard *b) {
    return a->producer == b->producer && a->consumer == b->consumer && a->carrier == b->carrier && a->kind == b->kind;
}

bool fp_hazard_shows_more(const fp_hazard *a, const fp_hazard *b) {
    if (a->only_assumed != b->only_assumed) return !a->only_assumed;
    if (a->only_rare != b->only_rare) return !a->only_rare;
    if (a->only_shifted != b->only_shifted) return !a->only_shifted;
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
        uint32_t group = have->group;
        if (fp_hazard_shows_more(hazard, have)) *have = *hazard;
        if (!have->group) have->group = group;
        return;
    }
    fp_map_put(arena, &list->map, hash_of(hazard), list->hazards.len);
    *FP_PUSH(arena, &list->hazards) = *hazard;
}

static uint32_t distance_in_text(const fp_hazard *hazard) {
    return hazard->producer < hazard->consumer ? hazard->consumer - hazard->producer
                                               : hazard->producer - hazard->consumer;
}

/* Of the hazards of one consumer: nearest producer first. Keys are sorted in place of hazards, which are large. */
static fp_hazard_place place_of(const fp_hazard *hazard, uint32_t number) {
    uint32_t carrier = hazard->carrier + 1; /* FP_NONE first */
    return (fp_hazard_place){ (uint64_t)distance_in_text(hazard) << 32 | hazard->producer,
                              (uint64_t)carrier << 8 | hazard->kind, number };
}

static int compare_places(const void *a, const void *b) {
    const fp_hazard_place *x = a, *y = b;
    if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
    return x->carrier < y->carrier ? -1 : x->carrier > y->carrier;
}

/* Sorts by consumer first and then each consumer's few hazards: kernels may have many of both. */
fp_hazards fp_hazard_list_sort(struct fp_arena *arena, fp_hazard_list *list, uint32_t access_count) {
    uint32_t start = 0, count = list->hazards.len;
    list->sorted.len = list->places.len = list->ends.len = 0;
    FP_RESERVE(arena, &list->sorted, count + 1);
    FP_RESERVE(arena, &list->places, count + 1);
    FP_RESERVE(arena, &list->ends, access_count + 1);
    const fp_hazard *hazards = list->hazards.data;
    fp_hazard_place *places = list->places.data;
    uint32_t *ends = list->ends.data;
    memset(ends, 0, (access_count + 1) * sizeof *ends);
    for (uint32_t i = 0; i < count; i++) {
        assert(hazards[i].producer < access_count && hazards[i].consumer < access_count);
        ends[hazards[i].consumer + 1]++;
    }
    for (uint32_t i = 0; i < access_count; i++) ends[i + 1] += ends[i];
    for (uint32_t i = 0; i < count; i++) places[ends[hazards[i].consumer]++] = place_of(&hazards[i], i);
    for (uint32_t i = 0; i < access_count; start = ends[i++])
        fp_sort(places + start, ends[i] - start, sizeof *places, compare_places);
    for (uint32_t i = 0; i < count; i++) list->sorted.data[i] = hazards[places[i].number];
    return (fp_hazards){ list->sorted.data, count };
}

fp_hazards fp_hazard_list_hand_out(struct fp_arena *keep, fp_hazard_list *list, uint32_t access_count) {
    fp_hazard_list sorting = { .hazards = list->hazards };
    return fp_hazard_list_sort(keep, &sorting, access_count);
}
