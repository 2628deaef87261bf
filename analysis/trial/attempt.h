/* attempt.h - a text with fixes applied in rounds: what was known before moves with the edits, so that what is new can
 * be told.
 *
 * Ownership  texts and lists live in the arena given.
 */
#ifndef FP_ATTEMPT_H
#define FP_ATTEMPT_H
#include "trial/mender.h"

enum { FP_ROUNDS_MAX = 16 }; /* a fix that needs more leads nowhere */

/* Which findings are meant; FP_ANYWHERE and FP_RULE_NONE: all. */
#define FP_ANYWHERE UINT32_MAX
typedef struct {
    uint32_t kernel, start; /* number of the kernel; where the finding starts */
    fp_rule rule;
} fp_mend_scope;

typedef struct {
    fp_rule rule;
    uint32_t start; /* moves with the edits */
    bool pair;      /* it is of two accesses */
    size_t related; /* places that it has besides */
    fp_level level;
} fp_known_finding;
/* A finding when its fix was applied; its places move with the edits. */
typedef struct {
    fp_rule rule;
    fp_level level;
    uint32_t start, start_before; /* `start_before` does not move */
    size_t related;
    fp_phrase phrase;
} fp_mended_finding;
typedef struct {
    struct fp_mender *mender;
    struct fp_arena *keep;
    fp_fix_wishes wishes;
    fp_str text;
    size_t head, tail; /* bytes that it begins and ends with as it did at first */
    uint32_t *fixed;   /* per rule: findings whose fix was applied */
    bool changed;
    bool guess; /* is it a guess that is tried? Then what is only superfluous or slow is not new, and what hides a
                   protocol is */
    bool two;   /* two guesses: what is superfluous is new, one of them is */
    fp_known_finding *known; /* in the order of the text; those whose place was taken away are gone */
    uint32_t known_count;
    FP_VEC(fp_mended_finding) mended; /* those whose place was taken away are gone */
} fp_attempt;

/* The kernel that the place is in; FP_ANYWHERE: none. */
uint32_t fp_kernel_at(const fp_result *result, uint32_t offset);
/* Is the text around the place damaged? All of a kernel is, when a part of it is. */
bool fp_is_damaged(const fp_checked_text *checked, fp_str text, uint32_t offset);
bool fp_is_in_scope(const fp_result *result, const fp_finding *finding, fp_mend_scope scope);
/* The fix of the finding that the wishes ask for and that may be applied; NULL: none. */
const fp_fix *fp_attempt_fix(const fp_checked_text *checked, fp_str text, const fp_finding *finding,
                             const fp_fix_wishes *wishes, fp_mend_scope scope);

/* `text` as it is, checked. */
fp_attempt fp_attempt_begin(struct fp_mender *mender, struct fp_arena *keep, fp_str text,
                            const fp_checked_text *checked, fp_fix_wishes wishes);
/* The edits that are applied next are to mend the finding. */
void fp_attempt_mends(fp_attempt *attempt, const fp_finding *finding);
void fp_attempt_apply(fp_attempt *attempt, fp_edits *edits);
/* Applies the fixes that fit together; false: there was nothing. FIX_NEW_ONES: of findings that were not known. */
typedef enum { FIX_ALL_IN_SCOPE, FIX_NEW_ONES } fp_round_kind;
bool fp_attempt_round(fp_attempt *attempt, const fp_checked_text *checked, fp_mend_scope scope, fp_round_kind kind);
/* Is nothing found that was not known? */
bool fp_attempt_is_clean(const fp_attempt *attempt, const fp_checked_text *checked);
/* Is less said of each finding whose fix was applied, or something else? Of one of them: as it was when it was noted.
 */
bool fp_attempt_has_helped(const fp_attempt *attempt, const fp_checked_text *checked);
bool fp_attempt_has_helped_one(const fp_attempt *attempt, const fp_checked_text *checked, const fp_finding *finding);
/* Is something found that was not known and whose fixes are not made yet? */
bool fp_attempt_awaits_advice(const fp_attempt *attempt, const fp_checked_text *checked);
#endif
