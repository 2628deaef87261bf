/* comments.h - "// fencepost: .." comments of a text, in order. A "//" inside of a string literal starts no comment.
 *
 * Cost   one search for the marker over the text, and one look at each line that has it.
 */
#ifndef FP_COMMENTS_H
#define FP_COMMENTS_H
#include "fencepost.h"

typedef struct {
    fp_span span;                        /* from the "//" to the end of the line, without blanks there */
    fp_str body;                         /* what follows "fencepost:" */
    bool alone;                          /* nothing but blanks before it on its line */
} fp_comment;

typedef struct { fp_str text; size_t at, line; bool in_string; } fp_comment_cursor;    /* zero but for the text; line, at: how far strings were followed */
bool fp_comment_next(fp_comment_cursor *cursor, fp_comment *comment);
#endif
