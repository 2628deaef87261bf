/* hidden_comments.h - text without the comments that stand inside of an op: between the brackets of a type, an
 * attribute, an index list.
 *
 * Types and attributes are read as slices of the text, by readers that know nothing of comments. In the copy each
 * such comment is blanks, so that all places stay what they were. Comments between ops stay, and so do fencepost's
 * own.
 *
 * Ownership  the text itself where there is nothing to hide, else a copy in the arena.
 * Cost       texts are searched for `//`; only one with a comment that may stand inside of an op is read as a whole.
 */
#ifndef FP_HIDDEN_COMMENTS_H
#define FP_HIDDEN_COMMENTS_H
#include "base/arena.h"
#include "base/str.h"

fp_str fp_text_plain(struct fp_arena *keep, fp_str text);
#endif
