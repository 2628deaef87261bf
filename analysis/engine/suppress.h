/* suppress.h - "// fencepost: ignore[rule, ..] why" and its kin, ignore-file, ignore-begin and ignore-end.
 *
 * At the end of a line it holds for that line, alone on a line for the next one with an op; if a function begins on
 * that line, for all of the function. ignore-begin[..] holds up to its ignore-end, and pairs of them may be nested;
 * ignore-file[..], before the first op, holds for the whole file. One that suppresses nothing, has no list, no partner
 * or names no rule is a finding of its own (`unused-suppression`). A rule that is switched off is never missed.
 *
 * Ownership  new findings and the list live in `keep`; the findings passed in are copied by value, and not changed.
 * Cost       one look at each comment, and at each function for each comment; nothing where there is none.
 */
#ifndef FP_SUPPRESS_H
#define FP_SUPPRESS_H
#include "base/own_comments.h"
#include "read/unit.h"
#include "rules/rule.h"

typedef struct {
    fp_lines lines;
    fp_own_comment_cursor comments; /* at the first one */
    const fp_options *options;      /* for levels */
    const fp_unit *units;           /* the text's functions; none before it was read */
    uint32_t unit_count;
} fp_commented_text;

/* May comments of the text name findings of any level? */
bool fp_has_suppressions(const fp_commented_text *text);
bool fp_may_suppress(const fp_commented_text *text, fp_rule rule); /* does one of them name the rule? */
/* What is left of `findings`, which are sorted, with those about the comments themselves, sorted as well. */
fp_findings fp_suppress(struct fp_arena *keep, const fp_commented_text *text, fp_findings findings);
#endif
