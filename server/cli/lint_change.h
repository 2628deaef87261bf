/* lint_change.h - what `lint` writes into the files that it reads: fixes (--fix), comments that suppress what it would
 * report (--add-suppressions). On a worker, before the file is reported.
 *
 * Failure    false, the file as it was, the reason in `trouble`.
 */
#ifndef FP_LINT_CHANGE_H
#define FP_LINT_CHANGE_H
#include "cli/inputs.h"
#include "findings/check.h"

typedef struct {
    struct fp_out done;    /* "a.mlir: fixed 3 findings (..)"; empty: nothing was written */
    struct fp_out trouble; /* why the file could not be read or written */
    uint64_t *counts;      /* findings that were fixed or suppressed, one number per rule */
} fp_lint_change;
void fp_lint_change_drop(fp_lint_change *change);

/* Can the inputs be changed? Said on standard error if not. */
bool fp_lint_can_change(const struct fp_arguments *arguments, const fp_inputs *inputs);
/* Reads the input; a compressed one only if it need not be written back. */
bool fp_lint_read(const struct fp_arguments *arguments, const fp_input *input, fp_lint_change *change,
                  struct fp_out *text);
/* Applies the fixes; `text` is the fixed one afterwards. */
bool fp_lint_fix(const struct fp_arguments *arguments, const fp_input *input, struct fp_engine *engine,
                 fp_lint_change *change, struct fp_out *text);
bool fp_lint_allow(struct fp_arena *keep, const fp_input *input, fp_str text, fp_finding_list findings,
                   fp_lint_change *change);
#endif
