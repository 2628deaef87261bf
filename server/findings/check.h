/* check.h - from a document to the findings that people see: one path for the command line and the editor. */
#ifndef FP_CHECK_H
#define FP_CHECK_H
#include "fencepost_editor.h"

struct fp_arena;
typedef struct {
    const fp_finding *data;
    size_t len;
} fp_finding_list;
typedef struct {
    fp_finding_list findings; /* valid as long as `result` and the arena */
    const fp_result *result;
    size_t hidden;   /* findings below the least level; 0 from fp_check_shown */
    bool hides_more; /* some findings below it were not looked for */
} fp_checked;

/* Everything from the least level on, with fixes. */
fp_checked fp_check_document(struct fp_arena *keep, struct fp_document *document, fp_level least);
/* Findings below the least level are counted as hidden, as far as they cost nothing. */
fp_checked fp_check_wished(struct fp_arena *keep, struct fp_document *document, fp_wishes wishes);
/* For an editor: findings below the least level are not made, and none are counted as hidden. */
fp_checked fp_check_shown(struct fp_document *document, fp_wishes wishes, const volatile bool *cancelled);
#endif
