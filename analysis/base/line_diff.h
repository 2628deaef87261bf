/* line_diff.h - the lines in which two texts differ: the shortest script that makes one of the other (Myers).
 *
 * Ownership  lines borrow of the texts; the rest lives in the arena.
 * Cost       lines times differing lines; texts that differ in more than FP_DIFF_MAX lines count as different from the
 *            first to the last difference.
 */
#ifndef FP_LINE_DIFF_H
#define FP_LINE_DIFF_H
#include "base/str.h"

enum { FP_DIFF_MAX = 2048 };
typedef struct {
    fp_str *data; /* with their ends */
    size_t len;
} fp_line_list;
typedef struct {
    fp_line_list a, b;
    bool *kept_a, *kept_b; /* of each line of a and of b: is it in both? */
    size_t head, tail;     /* so many lines are the same at the start and at the end */
} fp_line_diff;

fp_line_diff fp_line_diff_find(struct fp_arena *keep, fp_str a, fp_str b);
#endif
