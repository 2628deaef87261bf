/* sync_notes.h - a kernel's barriers as notes for editors (fencepost_editor.h), made beside its findings and kept
 * with them. */
#ifndef FP_SYNC_NOTES_H
#define FP_SYNC_NOTES_H
#include "check/hazard.h"
#include "engine/engine.h"

void fp_sync_notes_collect(struct fp_arena *keep, const struct fp_kernel *kernel, const fp_analysis *analysis,
                           fp_sync_notes *notes);
fp_sentence fp_verdict_word(fp_verdict verdict);
fp_sentence fp_access_word(fp_access_kind kind); /* "read" */
#endif
