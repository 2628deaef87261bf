/* mender.h - what stands behind the mender of fencepost.h: two documents of its engine, one for the text that single
 * fixes are tried on, one for texts on trial.
 *
 * Ownership  `keep` holds what is handed out, until the next request. A checked text is valid until its document is
 *            loaded with another one.
 */
#ifndef FP_MENDER_H
#define FP_MENDER_H
#include "engine/engine.h"
#include "trial/edits.h"

typedef struct {
    const fp_result *result;  /* without words */
    const fp_findings *found; /* the result's findings with those that comments suppress */
} fp_checked_text;

/* A fix that was tried on the text before, and what came of it. */
typedef struct {
    fp_edits edits;
    uint32_t start; /* of the finding that they were tried for, and its rule */
    fp_rule rule;
    fp_trial trial;
    bool leads_on; /* of a guess that does not hold: less may be said afterwards, and another one may do the rest */
} fp_tried;

struct fp_mender {
    struct fp_engine *engine;
    struct fp_arena *keep;
    struct fp_arena *scratch; /* of one trial: whole texts */
    fp_level savings;         /* barriers that could cost less are looked for where they may reach this level */
    const volatile bool *cancelled;
    fp_watch watch;               /* on the text on trial */
    bool hasty;                   /* the check under way ends where something is wrong for sure */
    volatile bool ended;          /* it has, or was cancelled */
    struct fp_document *on_trial; /* NULL: not opened yet */
    fp_span
        differs; /* bytes of the text on trial that are not those of the text before, which lie in `differs_before` */
    fp_span differs_before;
    bool differs_known;           /* else the texts have to be compared */
    struct fp_document *before;   /* NULL: not opened yet, or not checked */
    bool borrowed;                /* `before` is somebody else's, who has checked it */
    const fp_checked_text *given; /* what is known of the text before, `text_given`, for which there is no document */
    fp_str text_given;
    FP_VEC(fp_tried) tried;  /* on the text before */
    uint64_t work[2];        /* of this request so far, as fp_kernel_info counts it: of sure fixes, of guesses */
    struct fp_mender *payer; /* whose request it is, for a text of `payer_bytes`; NULL: its own */
    size_t payer_bytes;
};

/* For a part of a text of `bytes` bytes that `payer` has a request for, and what is known of it: all is borrowed. */
struct fp_mender *fp_mender_of_part(struct fp_mender *payer, size_t bytes, fp_str part, const fp_checked_text *given);

bool fp_mender_cancelled(const struct fp_mender *mender);
/* `text` on trial: valid until the next one is. Empty when cancelled. Cost: what it differs in from the text before,
 * if there is one, else from the text on trial before. */
fp_checked_text fp_mender_check(struct fp_mender *mender, fp_str text);
/* The same for a text that is known to begin and end like the text before, in so many bytes; findings below `least` are
 * not looked up. */
typedef struct {
    size_t head, tail;
    fp_level least;
    bool fixes; /* else what would order hazards is not looked for, which takes most of the time of many kernels */
    bool hasty; /* no result where a kernel is wrong for sure: most guesses are found out by their first run */
} fp_trial_wish;
fp_checked_text fp_mender_check_trial(struct fp_mender *mender, fp_str text, fp_trial_wish wish);
/* The same text, with its fixes, but without guesses. */
fp_checked_text fp_mender_check_fixes(struct fp_mender *mender, fp_level least);
/* `text` as the one that single fixes are tried on; false when cancelled. */
bool fp_mender_check_before(struct fp_mender *mender, fp_str text, fp_checked_text *checked);
#endif
