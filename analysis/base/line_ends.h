/* line_ends.h - where lines of a text end: at \n, \r\n or a lone \r. */
#ifndef FP_LINE_ENDS_H
#define FP_LINE_ENDS_H
#include "base/chars.h"
#include "base/str.h"

/* The line that starts at `start`, without its end. */
static inline fp_str fp_line_at(fp_str text, size_t start) {
    size_t end = start;
    while (end < text.len && !fp_is_line_end(text.data[end])) end++;
    return (fp_str){ text.data + start, end - start };
}

/* Start of the line that holds `at`. */
static inline size_t fp_line_start(fp_str text, size_t at) {
    while (at > 0 && !fp_is_line_end(text.data[at - 1])) at--;
    return at;
}

/* Start of the next line, or text.len. */
static inline size_t fp_next_line(fp_str text, size_t start) {
    size_t end = start + fp_line_at(text, start).len;
    if (end < text.len && text.data[end] == '\r' && end + 1 < text.len && text.data[end + 1] == '\n') end++;
    return end < text.len ? end + 1 : end;
}
#endif
