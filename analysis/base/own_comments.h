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
#endif
