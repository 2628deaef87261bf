/* result.h - what a check has found, as it is handed out: without what comments suppress or is below the document's
 * least level, and with what could not be judged.
 *
 * Ownership  results live in the document's arena.
 * Cost       a sort of the findings and of the kernels, and a look at the comments of fencepost.
 */
#ifndef FP_RESULT_H
#define FP_RESULT_H
#include "engine/engine.h"
#include "engine/suppress.h"

/* The document's own comments, and what is needed to read them. */
fp_commented_text fp_document_comments(const struct fp_document *document);
/* Of all that was found in `text`; sorts it, and notes in the document what comments suppress, too. */
fp_result *fp_result_make(struct fp_document *document, const struct fp_unit_context *text, fp_unit_group_result *all);
#endif
