/* lines.h - lines and columns of a text: lines end at \n, \r\n or \r; columns count Unicode code points, both from 1.
 *
 * Invalid UTF-8 never fails: a byte that starts no valid sequence counts as one code point.
 * Cost  building is one pass; a lookup is two binary searches and a walk of at most FP_LINE_MARK_BYTES, however long
 *       the line is.
 */
#ifndef FP_LINES_H
#define FP_LINES_H
#include "base/str.h"

enum { FP_LINE_MARK_BYTES = 4096 };
typedef struct {
    uint32_t offset, column;
} fp_line_mark; /* inside of a line that is longer than that, about one each so many bytes */
typedef struct {
    const uint32_t *starts;
    uint32_t count; /* byte offset of each line; at least one */
    const fp_line_mark *marks;
    uint32_t mark_count;
    uint32_t lone_returns; /* lines that a \r without \n ends */
} fp_lines;

fp_lines fp_lines_new(struct fp_arena *keep, fp_str text);
void fp_lines_mark(struct fp_arena *keep, fp_str text, fp_lines *lines); /* fills in the marks */
uint32_t fp_lines_line(fp_lines lines, uint32_t offset);           /* number of the line that holds the byte, from 1 */
fp_span fp_lines_span(fp_lines lines, fp_str text, uint32_t line); /* of a line without its end; clamped */
fp_position fp_lines_position(fp_lines lines, fp_str text, uint32_t offset);
uint32_t fp_lines_offset(fp_lines lines, fp_str text, fp_position position); /* clamped to the line and the text */
uint32_t fp_text_sequence(fp_str text, size_t offset); /* bytes of the code point at offset, 1 when invalid */
#endif
