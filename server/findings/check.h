/* check.h - from a document to the findings that people see: one path for the command line and the editor.
 *
 * The engine finds, comments suppress, the least level cuts. A file's settings must be the ones that its engine was
 * made with.
 */
#ifndef FP_CHECK_H
#define FP_CHECK_H
#include "config/config.h"
#include "findings/suppress.h"

typedef struct {
    fp_findings findings; /* valid as long as `result` and the arena */
    const fp_result *result;
    size_t hidden; /* findings below the least level; not counted by fp_check_shown */
} fp_checked;

fp_checked fp_check_document(struct fp_arena *keep, struct fp_document *document, const fp_settings *settings,
                             fp_level least, const volatile bool *cancelled);
/* As fp_check_document, for an editor at every keystroke: findings below `least` are made only when the text has
 * suppressions, which may name them. */
fp_checked fp_check_shown(struct fp_arena *keep, struct fp_document *document, const fp_settings *settings,
                          fp_level least, const volatile bool *cancelled);
#endif
