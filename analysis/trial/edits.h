/* edits.h - lists of text edits: applied together, and found again between two texts. */
#ifndef FP_EDITS_H
#define FP_EDITS_H
#include "base/str.h"
#include "base/vec.h"

typedef FP_VEC(fp_edit) fp_edits;

/* Adds the edits that the list does not hold yet; false, and nothing is added: one of them is in the way of one that
 * it holds. */
bool fp_edits_add(struct fp_arena *keep, fp_edits *list, const fp_edit *edits, size_t count);
/* `text` with edits that are not in each other's way applied; sorts them. */
fp_str fp_edits_apply(struct fp_arena *keep, fp_str text, fp_edits *edits);
/* Where the byte at `offset` goes when sorted edits are applied; false: it is taken away. */
bool fp_edits_move(const fp_edits *sorted, uint32_t *offset);
/* Where the byte at `offset` of the text with sorted edits applied was before; of an inserted one, where it came in. */
uint32_t fp_edits_place_before(const fp_edits *sorted, uint32_t offset);
/* Edits of whole lines that make `after` of `before`, in the order of the text (line_diff.h). */
fp_edits fp_edits_between(struct fp_arena *keep, fp_str before, fp_str after);
#endif
