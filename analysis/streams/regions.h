/* regions.h - whether two regions of memory share a byte. */
#ifndef FP_REGIONS_H
#define FP_REGIONS_H
#include "streams/events.h"

/* The first byte of both. Cost: of two regions in pieces the fewer ones, or the distance of the others' pieces. */
bool fp_regions_meet(const fp_region *a, const fp_region *b, int64_t *byte);
/* How many bytes in a row from `byte` on, which both hold, are in both. */
int64_t fp_regions_shared(const fp_region *a, const fp_region *b, int64_t byte);
bool fp_region_same(const fp_region *a, const fp_region *b);
#endif
