/* fix_trial.h - fixes on trial: applied to the text, which is checked again, and taken back when they lead to
 * something new.
 *
 * The one way from a fix that a finding has to an edit that somebody is offered: the command line applies what comes
 * out of it, editors and reports show it. What is new is a finding at or above a warning (information, where that is
 * being mended, too) at a place where nothing of its rule was before. What a fix makes superfluous is mended in
 * further rounds, which look at such findings alone; if something stays, the fix is not worth having.
 *
 * Ownership  texts and edits live in the arena given to the call; a mender owns two documents of the engine, of the
 *            text before and on trial.
 * Cost       the first check is one of the whole text; each further one of the kernels that have changed
 *            (result_cache.h), and of reading.
 */
#ifndef FP_FIX_TRIAL_H
#define FP_FIX_TRIAL_H
#include "config/config.h"
#include "findings/check.h"
#include "findings/edits.h"

enum {
    FP_MEND_WORK_MAX = 1 << 23
}; /* of single fixes tried for one request, in bytes of their kernels and meetings of accesses: a second or two; what
      is beyond is not offered */

typedef struct {
    bool unsafe;
    fp_level least;
} fp_fix_wishes; /* unsafe: those too that are not known to be safe; least: of what is fixed */

/* Which findings are meant; FP_MEND_ANY and FP_RULE_NONE: all. */
#define FP_MEND_ANY UINT32_MAX
typedef struct {
    uint32_t kernel, start;
    fp_rule rule;
} fp_mend_scope; /* number of the kernel; where the finding starts */

typedef struct {
    fp_str text;
    uint32_t *fixed;     /* per rule: findings whose fix was applied */
    bool changed, clean; /* clean: nothing is found that was not there before */
} fp_mended;

struct fp_mender;
struct fp_mender *fp_mender_new(struct fp_engine *engine, const fp_settings *settings);
void fp_mender_drop(struct fp_mender *mender);
/* From now on `*cancelled` (NULL: nothing) ends what is tried, and work is counted anew. */
void fp_mender_begin(struct fp_mender *mender, const volatile bool *cancelled);

/* Valid until the mender's next call. */
fp_checked fp_mender_check(struct fp_mender *mender, struct fp_arena *keep, fp_str text);
const fp_fix *fp_mend_choice(const fp_finding *finding, bool unsafe); /* the fix that is applied; NULL */
bool fp_mend_reaches(const fp_checked *checked, fp_str text, const fp_finding *finding, const fp_fix *fix,
                     fp_mend_scope scope, fp_level least);

/* Rounds of all fixes that fit together, until nothing is left to apply. */
fp_mended fp_mend(struct fp_mender *mender, struct fp_arena *keep, fp_str text, fp_fix_wishes wishes,
                  fp_mend_scope scope);
/* The edits of one fix of `text`, and of what it makes necessary; none: it helps nothing, or leads to something new. */
fp_edits fp_mend_one(struct fp_mender *mender, struct fp_arena *keep, fp_str text, const fp_finding *finding,
                     const fp_fix *fix);
/* The findings of `text` with those of their fixes that are worth having, which are tried once where several findings
 * have the same. */
fp_findings fp_mend_offers(struct fp_mender *mender, struct fp_arena *keep, fp_str text, fp_findings findings);
#endif
