/* comments.h - "// fencepost: .." comments of a text, in order. A "//" inside of a string literal starts no comment.
 *
 * Cost   one look at each line that has the marker: the document knows where these are.
 */
#ifndef FP_COMMENTS_H
#define FP_COMMENTS_H
#include "fencepost.h"

typedef struct {
    fp_span span; /* from the "//" to the end of the line, without blanks there */
    fp_str body;  /* what follows "fencepost:" */
    bool alone;   /* nothing but blanks before it on its line */
} fp_comment;

typedef struct {
    fp_str text;
    const uint32_t *markers;
    uint32_t marker_count; /* where "fencepost:" stands */
    uint32_t next;         /* marker */
    size_t behind, line;
    bool in_string; /* the last comment's end; how far strings were followed */
} fp_comment_cursor;
fp_comment_cursor fp_comments_of(const struct fp_document *document);
bool fp_comment_next(fp_comment_cursor *cursor, fp_comment *comment);
#endif
