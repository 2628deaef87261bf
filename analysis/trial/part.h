/* part.h - the part of a large text that a single fix is tried on: the function around a finding with what belongs to
 * it, so that a trial costs its kernel whatever stands beside that.
 *
 * Ownership  what a part refers to lives until it moves on or is dropped; the text and its document are borrowed.
 * Cost       some steps for each function of the section, and a copy of what was found in the part.
 */
#ifndef FP_PART_H
#define FP_PART_H
#include "engine/result_move.h"
#include "trial/mender.h"

typedef struct {
    struct fp_arena *keep;     /* NULL: it is nowhere yet */
    fp_relocation there, back; /* from the whole text to the part's, and from the part's to the whole one */
    fp_str text;
    fp_checked_text checked;
    struct fp_mender *mender; /* of the part */
} fp_trial_part;

/* Moves on to the part around the place, unless that is in this one. False: `text` is not one that was judged in
 * pieces, and has no parts. */
bool fp_trial_part_at(fp_trial_part *part, struct fp_mender *whole, fp_str text, uint32_t place);
void fp_trial_part_drop(fp_trial_part *part);
#endif
