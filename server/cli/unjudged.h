/* unjudged.h - what a run of lint could not judge: collected in the order of the files, said on standard error, handed
 * to the report. Silence must never read as "clean".
 *
 * Ownership  everything is copied into the arena given.
 */
#ifndef FP_UNJUDGED_H
#define FP_UNJUDGED_H
#include "base/vec.h"
#include "cli/inputs.h"
#include "report/report.h"

typedef struct {
    struct fp_arena *keep;
    FP_VEC(fp_report_unjudged) list;
    uint64_t functions; /* of all files */
} fp_unjudged_list;

/* Copies of what was not judged in a file, which nothing has said. `list` has its own arena. */
void fp_unjudged_add_file(fp_unjudged_list *list, fp_str file, const fp_unjudged *entries, size_t count);
void fp_unjudged_add_list(fp_unjudged_list *list, const fp_unjudged_list *more);
/* A copy of `entry`. */
void fp_unjudged_add(fp_unjudged_list *list, fp_report_unjudged entry);
/* Folders without files, and runs that met no kernel at all. */
void fp_unjudged_add_run(fp_unjudged_list *list, const struct fp_arguments *arguments, const fp_inputs *inputs,
                         const fp_totals *totals);
/* The entries that nothing else has said, as warnings, or as errors where they fail the run. */
void fp_unjudged_say(const fp_unjudged_list *list, const struct fp_arguments *arguments);
#endif
