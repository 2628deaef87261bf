#include "streams/regions.h"

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static bool is_one_piece(const fp_region *region) {
    return region->stride <= 0 || region->run <= 0 || region->run >= region->stride ||
           region->run >= region->end - region->first;
}

/* The first byte of `region` that is at least `from` and below `end`. */
static bool byte_between(const fp_region *region, int64_t from, int64_t end, int64_t *byte) {
    from = larger(from, region->first);
    end = smaller(end, region->end);
    if (!is_one_piece(region)) {
        int64_t into = (from - region->first) % region->stride;
        if (into >= region->run) from += region->stride - into;
    }
    *byte = from;
    return from < end;
}

static int64_t pieces(const fp_region *region) {
    return is_one_piece(region) ? 1 : (region->end - region->first - 1) / region->stride + 1;
}

bool fp_regions_meet(const fp_region *a, const fp_region *b, int64_t *byte) {
    *byte = larger(a->first, b->first);
    if (a->memory != b->memory || *byte >= smaller(a->end, b->end)) return false;
    const fp_region *walked = pieces(a) <= pieces(b) ? a : b, *other = walked == a ? b : a;
    if (is_one_piece(walked)) return byte_between(other, walked->first, walked->end, byte);
    /* The first piece that reaches beyond the other's start, perhaps cut by it. Those behind it come to lie as before
     * when they are as many as the other's stride has bytes. */
    int64_t start = larger(0, other->first - walked->first) / walked->stride;
    int64_t end = smaller(pieces(walked), start + 1 + larger(other->stride, 1));
    for (int64_t i = start; i < end; i++) {
        int64_t at = walked->first + i * walked->stride;
        if (byte_between(other, at, smaller(at + walked->run, walked->end), byte)) return true;
    }
    return false;
}

static int64_t left_of_piece(const fp_region *region, int64_t byte) {
    return is_one_piece(region) ? region->end - byte : region->run - (byte - region->first) % region->stride;
}

int64_t fp_regions_shared(const fp_region *a, const fp_region *b, int64_t byte) {
    return smaller(left_of_piece(a, byte), left_of_piece(b, byte));
}

bool fp_region_same(const fp_region *a, const fp_region *b) {
    return a->memory == b->memory && a->first == b->first && a->end == b->end && a->stride == b->stride &&
           a->run == b->run;
}
