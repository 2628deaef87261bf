/* lint_file.h - one file of a lint: read, checked and rendered on a worker; what is to be written is kept for the main
 * thread, which writes in the order of the files.
 *
 * Ownership  fp_lint_file_drop frees what the check made. Findings that nothing could judge (`totals.unjudged`) lie in
 *            `kept` and end with it.
 * Failure    `failed`, and the reason in `change.trouble`.
 */
#ifndef FP_LINT_FILE_H
#define FP_LINT_FILE_H
#include "cli/lint_change.h"
#include "findings/since_diff.h"
#include "report/report.h"

/* What a run asks of each file. */
typedef struct {
    const struct fp_arguments *arguments;
    const fp_report_format *format;
    fp_report_options options;
    fp_crew crew; /* for the pieces of the file */
} fp_lint_asked;

typedef struct {
    fp_input input;
    const struct fp_baseline *baseline; /* NULL: none */
    const fp_changed_lines *since;      /* NULL: every line counts */
    /* filled by the check */
    struct fp_out report, kernels;
    fp_lint_change change;
    struct fp_arena *kept; /* holds what the main thread takes over; NULL: nothing */
    fp_totals totals;
    uint64_t functions, passed_over;
    uint64_t differences; /* of --verify-diagnostics */
    bool failed, bad;     /* bad: something from the fail level on */
} fp_lint_file;

void fp_lint_file_check(const fp_lint_asked *asked, fp_lint_file *file, struct fp_engine *engine);
void fp_lint_file_drop(fp_lint_file *file);
#endif
