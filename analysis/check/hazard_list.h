/* hazard_list.h - hazards of one kernel, each pair of accesses once, listed in the order in which they are reported.
 *
 * Ownership  lives in the arena that additions are given, the same each time.
 * Cost       an addition is constant; sorting is linear in accesses and hazards, for a consumer has few.
 */
#ifndef FP_HAZARD_LIST_H
#define FP_HAZARD_LIST_H
#include "base/hash.h"
#include "check/hazard.h"

/* Where a hazard stands among those of its consumer. */
typedef struct {
    uint64_t distance, carrier; /* to the producer in the text, and which that is; the loop, and the kind */
    uint32_t number;            /* in the list */
} fp_hazard_place;

typedef struct {
    FP_VEC(fp_hazard) hazards;
    fp_map map;
    FP_VEC(fp_hazard) sorted; /* what the last fp_hazard_list_sort has returned */
    FP_VEC(fp_hazard_place) places;
    FP_VEC(uint32_t) ends; /* of each consumer's hazards in `sorted` */
} fp_hazard_list;

/* Have they equal ends, loop and kind? */
bool fp_hazard_is_same(const fp_hazard *a, const fp_hazard *b);
/* Two findings are about the same accesses: is `a` the one to show? */
bool fp_hazard_shows_more(const fp_hazard *a, const fp_hazard *b);

void fp_hazard_list_clear(fp_hazard_list *list);
void fp_hazard_list_reserve(struct fp_arena *arena, fp_hazard_list *list, uint32_t more); /* so many are to come */
const fp_hazard *fp_hazard_list_find(const fp_hazard_list *list, const fp_hazard *like);  /* the same; NULL */
/* Of two that are the same the list keeps the one that shows more. */
void fp_hazard_list_add(struct fp_arena *arena, fp_hazard_list *list, const fp_hazard *hazard);
/* By consumer, of one consumer the nearest producer first. Valid until the next call. */
fp_hazards fp_hazard_list_sort(struct fp_arena *arena, fp_hazard_list *list, uint32_t access_count);
/* The same in `keep`, to stay. */
fp_hazards fp_hazard_list_hand_out(struct fp_arena *keep, fp_hazard_list *list, uint32_t access_count);
#endif
