/* own_comments.h - "// fencepost: .." comments of a text, in order. A "//" inside of a string literal starts no
 * comment.
 *
 * Cost   one look at each line that has the marker, whose places document_text.h keeps.
 */
#ifndef FP_OWN_COMMENTS_H
#define FP_OWN_COMMENTS_H
#include "base/str.h"

typedef struct {
    fp_span span; /* from the "//" to the end of the line, without blanks there */
    fp_str body;  /* what follows "fencepost:" */
    bool alone;   /* nothing but blanks before it on its line */
} fp_own_comment;

typedef struct {
    fp_str text;
    const uint32_t *markers; /* where "fencepost:" stands */
    uint32_t marker_count, next;
    size_t behind; /* the last comment's end */
    size_t line;   /* strings of the current line were followed up to here */
    bool in_string;
} fp_own_comment_cursor;

fp_own_comment_cursor fp_own_comments(fp_str text, const uint32_t *markers, uint32_t marker_count);
bool fp_own_comment_next(fp_own_comment_cursor *cursor, fp_own_comment *comment);
/* Do only blanks stand between the slashes of a comment and the marker at `marker`? Strings are not looked at. */
bool fp_own_comment_begins(fp_str text, size_t marker);
/* What a body says of a setting: of `target=` it is "gfx942" in "target=gfx942 block=256,1,1 as the host launches it".
 * Empty: nothing. Settings come first: the first word that is none ends them. */
fp_str fp_own_comment_setting(fp_str body, fp_str name);
#endif
