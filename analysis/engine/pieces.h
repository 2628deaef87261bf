/* pieces.h - a text that is checked once and not edited: looked through first, then read and judged in pieces.
 *
 * Sections of a text share nothing. One in which nothing touches workgroup memory or synchronises is passed over; one
 * that says what an earlier one said is judged with it; the rest is read in pieces (piece_plan.h), several at once
 * where the caller has a crew. Trees live no longer than their piece. A section with damage in it is one piece.
 *
 * Ownership  like fp_document_judge: the result is the document's. Its context stays unread.
 * Invariant  the result is what fp_document_judge finds, but for what is wrong with the syntax of text that was passed
 *            over. It depends neither on the crew nor on the size of the pieces.
 */
#ifndef FP_PIECES_H
#define FP_PIECES_H
#include "engine/engine.h"

/* Judges the text in pieces, where it has several or nothing to judge; else as a whole. */
const fp_result *fp_document_judge_once(struct fp_document *document, fp_wishes wishes, const volatile bool *cancelled);
/* Of a document that was judged in pieces: the stretches of text around the place that tell all that is said of its
 * function (fp_piece_plan_around). None: it was judged as a whole. */
fp_relocation fp_document_stretches_at(const struct fp_document *document, struct fp_arena *keep, uint32_t offset);
/* The text of stretches, in `keep` where it is more than one. */
fp_str fp_stretches_text(struct fp_arena *keep, fp_str whole, fp_relocation stretches);
/* These stretches, to be read again, and where the place is in them; NULL: the text was judged as a whole. The last
 * ones asked about are kept. */
struct fp_document *fp_document_section_at(const struct fp_document *document, uint32_t offset,
                                           uint32_t *offset_inside);
#endif
