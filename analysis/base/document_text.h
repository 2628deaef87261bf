/* document_text.h - a text that is edited in place, with its lines and the places of fencepost's comments.
 *
 * Ownership  a store owns its bytes and tables. `text`, `lines` and `markers` are valid until the next edit.
 * Cost       an edit moves the bytes and the table entries behind it and reads what it inserts; only where lines are
 *            longer than FP_LINE_MARK_BYTES, all of them are looked at.
 * Invariant  after any edits the tables are those of a new store of the same text.
 */
#ifndef FP_DOCUMENT_TEXT_H
#define FP_DOCUMENT_TEXT_H
#include "base/lines.h"

#define FP_TEXT_MARKER "fencepost:" /* may open a comment that is ours; most are */

struct fp_text_store;
struct fp_text_store *fp_text_store_new(fp_str text);  /* copies it */
struct fp_text_store *fp_text_store_lent(fp_str text); /* copies it at the first edit, and borrows it until then */
void fp_text_store_drop(struct fp_text_store *store);
fp_str fp_text_store_text(const struct fp_text_store *store);
fp_lines fp_text_store_lines(const struct fp_text_store *store);
uint32_t fp_text_store_markers(const struct fp_text_store *store,
                               const uint32_t **offsets); /* of FP_TEXT_MARKER, rising */
/* `span` lies in the text; `replacement` is none of the store's bytes. */
void fp_text_store_edit(struct fp_text_store *store, fp_span span, fp_str replacement);
size_t fp_text_store_bytes(const struct fp_text_store *store); /* reserved from the system */
#endif
