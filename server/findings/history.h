/* history.h - one kernel in the dumps of many passes: each cause is one finding, at the first dump that shows it.
 *
 * Ownership  everything lives in `keep`.
 * Cost       one look at each finding; a text of less than two dumps costs nothing.
 */
#ifndef FP_HISTORY_H
#define FP_HISTORY_H
#include "findings/check.h"
#include "report/report.h"

typedef enum { FP_HISTORY_ALL, FP_HISTORY_INTRODUCED } fp_history_choice;
/* The findings of the file, of each cause and kernel the first; `file->history` says in which dumps each stands.
 * FP_HISTORY_INTRODUCED: only what a pass brought in: what the dump before it that holds the kernel, or the whole
 * module, does not show. */
fp_finding_list fp_history_merge(struct fp_arena *keep, struct fp_document *document, fp_report_file *file,
                                 fp_history_choice choice);
#endif
