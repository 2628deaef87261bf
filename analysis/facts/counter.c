#include "facts/counter.h"
#include <assert.h>

#define STR(lit) \
    { "" lit, sizeof(lit) - 1 }
static const fp_counter_info counters[FP_COUNTER_COUNT] = {
#define FP_COUNTER(id, what, by, words, ...) \
    [FP_COUNTER_##id] = { .name = STR(words), .counts = FP_COUNTS_##what, .moved_by = FP_MOVED_BY_##by, __VA_ARGS__ },
#include "facts/counters.def"
#undef FP_COUNTER
};

const fp_counter_info *fp_counter_info_of(fp_counter counter) {
    assert((unsigned)counter < FP_COUNTER_COUNT);
    return &counters[counter];
}

fp_str fp_counter_name(fp_counter counter) { return fp_counter_info_of(counter)->name; }
bool fp_counter_is_grouped(fp_counter counter) { return fp_counter_info_of(counter)->counts == FP_COUNTS_GROUPS; }
bool fp_counter_is_object(fp_counter counter) { return fp_counter_info_of(counter)->counts == FP_COUNTS_OBJECT; }
