/* suppress.h - "// fencepost: ignore[rule, ..] why" and "// fencepost: ignore-file[rule, ..] why".
 *
 * At the end of a line it holds for that line, alone on a line for the next one with an op; ignore-file, before the
 * first op, for the whole file. One that suppresses nothing, has no list or names no rule is a finding of its own
 * (`unused-suppression`). A rule that is switched off is never missed.
 *
 * Ownership  new findings and the list live in `keep`; the findings passed in are copied by value.
 */
#ifndef FP_SUPPRESS_H
#define FP_SUPPRESS_H
#include "base/arena.h"
#include "fencepost.h"

typedef struct {
    const fp_finding *data;
    size_t len;
} fp_findings;

/* What is left of `findings`, with those about the comments themselves, sorted as before. `levels`: one per rule,
 * NULL for the table's. */
fp_findings fp_suppress(struct fp_arena *keep, const struct fp_document *document, fp_findings findings,
                        const fp_level *levels);
#endif
