/* places.h - what can be named where an op stands, for fixes that write ops there.
 *
 * Cost       fp_value_is_seen: the nesting of the place, and where a region has several blocks all of them;
 *            fp_view_root: the length of the chain of views.
 */
#ifndef FP_PLACES_H
#define FP_PLACES_H
#include "read/ir.h"

/* Is the value defined on every way to `at`, and does nothing isolate `at` from it? */
bool fp_value_is_seen(const struct fp_ir *ir, fp_value value, fp_op at);
/* The allocation, or the argument of the function, that a view is of: followed through views of views, through what
 * partitions capture, and into loops that carry it. FP_NONE: it cannot be told. */
fp_value fp_view_root(const struct fp_ir *ir, fp_value value);
/* The op as it is written, without its location; empty: it spans lines, or is in the generic form. */
fp_str fp_place_text(const struct fp_ir *ir, fp_op op);
#endif
