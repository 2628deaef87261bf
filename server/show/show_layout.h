/* show_layout.h - a kernel's picture as rows, lanes and folds: what all its renderings share.
 *
 * A row is a line of the kernel, or a finding below its line, and below that of its partner in another stream.
 * Stretches of lines where nothing begins or ends are folded. Each buffer is a column; its windows are bars side by
 * side in lanes, as few as do. A window that goes round a loop is two bars in one lane: from the producer to the loop's
 * end, and from the loop's start to the consumer.
 *
 * Ownership  everything lives in the arena given and borrows of the picture, the document and the findings.
 * Cost       linear in rows and bars, times the lanes of a column.
 */
#ifndef FP_SHOW_LAYOUT_H
#define FP_SHOW_LAYOUT_H
#include "base/arena.h"
#include "fencepost_picture.h"
#include "findings/check.h"

#define FP_SHOW_NONE UINT32_MAX

/* Is the place the other end of what its finding is about: the access that has to come first, or the init? */
static inline bool fp_show_is_partner(const fp_related *related) {
    return related->role == FP_ROLE_PRODUCER || related->role == FP_ROLE_INIT;
}
enum { FP_SHOW_LANES_MAX = 8 }; /* of a column: what is beyond is drawn over the last one */

typedef struct {
    uint32_t line;
    fp_str text;                 /* of the line, without its end; of a finding, its words */
    const fp_finding *finding;   /* that it is about; NULL: a line */
    bool goes_on;                /* the words began on the row before */
    const fp_picture_sync *sync; /* the strongest one of the line; NULL */
    uint32_t phase;              /* that the row begins; 0: none */
    uint32_t in_phase;           /* that it lies in, or begins */
    uint32_t fold;               /* number of the fold that hides it; FP_SHOW_NONE */
    uint32_t visible;            /* number of the row when folds are closed: a whole fold is one */
} fp_show_row;

typedef struct {
    uint32_t first, last, lines, accesses[FP_PICTURE_ATOMIC + 1];
} fp_show_fold; /* rows; accesses inside, by kind */
typedef struct {
    uint32_t row, column;
    uint32_t kinds;
    bool async;
    uint32_t count;
} fp_show_mark; /* accesses of one buffer on one line; kinds: a bit for each */
typedef struct {
    const fp_picture_window *window;
    uint32_t column, lane, first, last; /* rows */
    bool from_loop, to_loop;            /* it comes round from the loop's end; it goes on at the loop's start */
    uint32_t goes_on;                   /* of one that comes round: the bar that it goes on from; FP_SHOW_NONE */
} fp_show_bar;
typedef struct {
    uint32_t first, last, depth;
} fp_show_loop;
typedef struct {
    uint32_t lanes;
} fp_show_column;

typedef struct {
    const fp_picture *picture;
    fp_show_row *rows;
    uint32_t row_count, visible_count;
    fp_show_fold *folds;
    uint32_t fold_count;
    fp_show_mark *marks;
    uint32_t mark_count; /* by row, then column */
    fp_show_bar *bars;
    uint32_t bar_count; /* by first row */
    fp_show_loop *loops;
    uint32_t loop_count, loop_depth; /* loop_depth: brackets side by side */
    fp_show_column *columns;         /* one per buffer */
    uint32_t open_windows, barriers;
} fp_show_layout;

fp_show_layout fp_show_layout_make(struct fp_arena *keep, const struct fp_document *document, const fp_picture *picture,
                                   fp_finding_list findings);
#endif
