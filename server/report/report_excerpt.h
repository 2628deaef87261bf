/* report_excerpt.h - lines of a text with places on them underlined and labelled, as rustc shows them.
 *
 * Nothing here is proportional to the length of a line: text is looked at only as far as it can be shown around a
 * place.
 */
#ifndef FP_REPORT_EXCERPT_H
#define FP_REPORT_EXCERPT_H
#include "base/lines.h"
#include "output/out.h"
#include "output/style.h"

enum { FP_MARKS_MAX = 9 };    /* places shown in one excerpt */
#define FP_CUT "\xE2\x80\xA6" /* the ellipsis where a text was cut */

typedef struct {
    uint32_t line;
    size_t start, end;     /* bytes on that line; an empty place is shown as one column */
    bool primary, goes_on; /* goes on: the place ends on a later line */
    fp_str label;
    size_t first_column, last_column; /* on the shown part of the line, last exclusive */
} fp_mark;

typedef struct {
    fp_mark data[FP_MARKS_MAX];
    size_t len, left_out; /* left out: places that found no room */
} fp_marks;

typedef struct {
    struct fp_out *out;
    fp_str text;
    const struct fp_document *document; /* of the text; NULL: `lines` are the text's */
    fp_lines lines;
    const fp_style *style;
    const char *level_style;
    size_t width; /* columns of a line */
    int gutter;   /* digits of the largest line number */
} fp_excerpt;

/* A place that is added twice is shown once, with the label that came first. */
void fp_excerpt_mark(const fp_excerpt *excerpt, fp_marks *marks, fp_span span, fp_str label, bool primary);
int fp_excerpt_digits(const fp_marks *marks);                      /* of the largest line number */
void fp_excerpt_gutter(const fp_excerpt *excerpt, uint32_t line);  /* 0: of a line without a number */
void fp_excerpt_write(const fp_excerpt *excerpt, fp_marks *marks); /* sorts them */
size_t fp_excerpt_fit(fp_str text, size_t columns);                /* bytes of the first line that fit into so many */
#endif
