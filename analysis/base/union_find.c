#include "base/union_find.h"

fp_union_find fp_union_find_new(struct fp_arena *keep, uint32_t count) {
    fp_union_find sets = { FP_NEW(keep, uint32_t, count + 1) };
    for (uint32_t i = 0; i < count; i++) sets.next[i] = i;
    return sets;
}

uint32_t fp_union_find_leader(fp_union_find sets, uint32_t number) {
    while (sets.next[number] != number) number = sets.next[number] = sets.next[sets.next[number]];
    return number;
}

void fp_union_find_join(fp_union_find sets, uint32_t a, uint32_t b) {
    a = fp_union_find_leader(sets, a), b = fp_union_find_leader(sets, b);
    if (a < b)
        sets.next[b] = a;
    else
        sets.next[a] = b;
}
