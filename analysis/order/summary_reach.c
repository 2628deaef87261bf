#include "order/summary_reach.h"
#include "base/sort.h"

static fp_byte_range extent_of(struct fp_summaries *summaries, fp_key key) {
    const fp_key_info *info = fp_key_at(summaries, key);
    bool here = info->universe == summaries->universes[summaries->reach_frame] && info->footprint;
    return here ? fp_footprint_range(summaries->addresses[summaries->reach_frame], info->footprint)
                : (fp_byte_range){ .base = FP_NONE };
}

static int compare(const void *a, const void *b) {
    const struct fp_reached *x = a, *y = b;
    if (x->extent.base != y->extent.base) return x->extent.base < y->extent.base ? -1 : 1;
    return x->extent.low < y->extent.low ? -1 : x->extent.low > y->extent.low;
}

void fp_reach_build(struct fp_summaries *summaries, fp_entries entries, uint32_t frame) {
    summaries->reach.len = 0;
    summaries->reach_frame = frame;
    for (uint32_t i = 0; i < entries.count; i++)
        *FP_PUSH(summaries->keep, &summaries->reach) =
            (struct fp_reached){ extent_of(summaries, entries.data[i].key), i, 0 };
    struct fp_reached *data = summaries->reach.data;
    fp_sort(data, entries.count, sizeof *data, compare);
    for (uint32_t i = 0; i < entries.count; i++) {
        bool first = i == 0 || data[i - 1].extent.base != data[i].extent.base;
        data[i].most = first || data[i].extent.high > data[i - 1].most ? data[i].extent.high : data[i - 1].most;
    }
}

/* How many entries stand before an offset from `base`: they begin before it; with `ended`, none of them reaches it. */
static uint32_t count_before(const struct fp_summaries *summaries, uint32_t base, int64_t offset, bool ended) {
    uint32_t low = 0, high = summaries->reach.len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct fp_reached *at = &summaries->reach.data[middle];
        bool before = at->extent.base < base ||
                      (at->extent.base == base && (ended ? at->most <= offset : at->extent.low < offset));
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Those of a range that end behind the offset. */
static void add(struct fp_summaries *summaries, uint32_t from, uint32_t to, int64_t offset) {
    for (uint32_t i = from; i < to; i++)
        if (summaries->reach.data[i].extent.high > offset)
            *FP_PUSH(summaries->keep, &summaries->near) = summaries->reach.data[i].entry;
}

const fp_numbers *fp_reach_find(struct fp_summaries *summaries, fp_key key) {
    fp_byte_range own = extent_of(summaries, key);
    uint32_t count = summaries->reach.len;
    summaries->near.len = 0;
    if (own.base == FP_NONE) {
        add(summaries, 0, count, INT64_MIN);
    } else {
        add(summaries, 0, count_before(summaries, own.base, INT64_MIN, false), INT64_MIN);
        add(summaries, count_before(summaries, own.base, own.low, true),
            count_before(summaries, own.base, own.high, false), own.low);
        add(summaries, count_before(summaries, own.base + 1, INT64_MIN, false), count, INT64_MIN);
    }
    fp_numbers_sort(summaries->near.data, summaries->near.len);
    return &summaries->near;
}
