/* location.h - where an op comes from: MLIR's locations, read when somebody asks for the place of one op.
 *
 *     loc("kern.py":102:11)                      a place
 *     loc("var"(#loc27))                         a name for one
 *     loc(callsite(#loc1 at #loc82))             a place that was inlined at another
 *     loc(fused<"x">["a.mlir":1:2, #loc3])       several: the first one that says something
 *
 * Cost       one walk down the outline to the op, and the text of its location with the aliases in it.
 * Failure    NULL: the op has no location, or an unknown one, or one of a dialect's own making.
 */
#ifndef FP_LOCATION_H
#define FP_LOCATION_H
#include "read/unit.h"

/* May an op of the text have a location? `memref.alloc(` and the like are none. */
bool fp_text_tells_locations(fp_str text);
/* The innermost op at the byte `offset`; the result lives in `keep`. */
const fp_source_place *fp_location_of_op(struct fp_arena *keep, const struct fp_unit_context *context, uint32_t offset);
/* The text of that op's location, `loc(` included, as it stands there; empty: it has none. */
fp_str fp_units_location(const struct fp_unit_context *context, uint32_t offset);
#endif
