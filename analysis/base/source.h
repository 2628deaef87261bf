/* source.h - strings, comments and lines of MLIR text, for those who look for something in a whole document. What
 * stands in an op is read by tokens (read/lex.h).
 *
 * Lines end at \n here; a \r in front of it belongs to the line.
 */
#ifndef FP_SOURCE_H
#define FP_SOURCE_H
#include "base/str.h"

/* Behind the string that opens at `at`. A string ends before its line does; `closed` is false when its quote is
 * missing. */
size_t fp_source_string_end(fp_str text, size_t at, bool *closed);
size_t fp_source_line_start(fp_str text, size_t at);
size_t fp_source_line_end(fp_str text, size_t at); /* of the line of `at`: its \n, or the end of the text */

/* Is it a line `// -----`, or one that begins with the header of a dump? Then a section ends there. */
bool fp_source_splits(fp_str line);

/* Does a comment begin here, provided that no string is open? A slash that ends its line is one as well: nothing else
 * is written so, and somebody who begins a comment types it first. */
static inline bool fp_source_is_comment(fp_str text, size_t at) {
    return at < text.len && text.data[at] == '/' &&
           (at + 1 == text.len || text.data[at + 1] == '/' || text.data[at + 1] == '\n');
}

/* Behind the comment or string that begins at `at`, else `at` itself. */
static inline size_t fp_source_skip(fp_str text, size_t at) {
    bool closed;
    if (at < text.len && text.data[at] == '"') return fp_source_string_end(text, at, &closed);
    return fp_source_is_comment(text, at) ? fp_source_line_end(text, at) : at;
}
#endif
