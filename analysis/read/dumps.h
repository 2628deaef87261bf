/* dumps.h - texts that a compiler prints between its passes, one after the other in one file:
 *
 *     // -----// IR Dump After Canonicalizer (canonicalize) //----- //
 *
 * Each is a section of its own (unit.h). What stands in front of the first header belongs to none.
 * Cost       one search for the headers; a text without any costs no more.
 */
#ifndef FP_DUMPS_H
#define FP_DUMPS_H
#include "base/vec.h"
#include "fencepost.h"

typedef FP_VEC(fp_dump) fp_dumps;
fp_dumps fp_dumps_find(struct fp_arena *keep, fp_str text); /* in text order; names borrow the text */
#endif
