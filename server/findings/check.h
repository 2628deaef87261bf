/* check.h - from a document to the findings that people see: one path for the command line and the editor. */
#ifndef FP_CHECK_H
#define FP_CHECK_H
#include "fencepost_editor.h"

struct fp_arena;
typedef struct {
    const fp_finding *data;
    size_t len;
} fp_findings;
typedef struct {
    fp_findings findings; /* valid as long as `result` and the arena */
    const fp_result *result;
    size_t hidden; /* findings below the least level; 0 from fp_check_shown */
} fp_checked;

fp_checked fp_check_document(struct fp_arena *keep, struct fp_document *document, fp_level least);
/* For an editor at every keystroke: findings below `least` are not made, and none are counted as hidden. */
fp_checked fp_check_shown(struct fp_document *document, fp_level least, const volatile bool *cancelled);
#endif
