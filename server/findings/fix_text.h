/* fix_text.h - what a file becomes when its findings' fixes are applied: pure, for the command line and the editor.
 *
 * Fixes of all findings are applied together; those that would touch the same text wait for the next round. After
 * each round the text is checked again, until nothing is left to apply. A set of fixes after which something new is
 * found (fix_trial.h) is taken back, and tried again kernel by kernel, then rule by rule, then finding by finding.
 * Kernels whose text is damaged are left alone. What is left when it returns gains nothing from another call.
 *
 * Ownership  the text and counts live in `keep`.
 */
#ifndef FP_FIX_TEXT_H
#define FP_FIX_TEXT_H
#include "findings/fix_trial.h"

typedef struct {
    fp_str text; /* the same bytes as the input when nothing was done */
    bool changed;
    uint32_t *fixed; /* per rule: findings whose fix was applied */
    uint32_t *left;  /* per rule: findings at or above `least` that are still there */
    uint32_t left_levels[FP_LEVEL_ERROR + 1];
    uint32_t offered; /* of those: how many have a fix that was not asked for (unsafe) */
    uint32_t refused; /* fixes taken back because of what they would have led to */
} fp_fixed;

/* scope: FP_MEND_ANY and FP_RULE_NONE: the whole text. */
fp_fixed fp_fix_text(struct fp_mender *mender, struct fp_arena *keep, fp_str text, fp_fix_wishes wishes,
                     fp_mend_scope scope);
#endif
