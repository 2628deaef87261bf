/* show_run.h - one run of a kernel's streams as rows, lanes and wires: what its renderings share.
 *
 * A row is a step of one stream, in the order of time: an event, or several that people see as one. Between the
 * columns of the streams lie lanes, one for each object or for each array of them. A wire leads down a lane from the
 * arrivals of a flip to the waits that it releases; links lead from a stream's step to the lane. Asynchronous work is
 * a bar beside its stream, from its start to the step that first knows it done.
 *
 * Of a long run rows in the middle are left out.
 *
 * Ownership  everything lives in the arena given and borrows of the picture, the document and the findings.
 * Cost       linear in events and rows, times the objects of a lane.
 */
#ifndef FP_SHOW_RUN_H
#define FP_SHOW_RUN_H
#include "base/arena.h"
#include "fencepost_picture.h"
#include "findings/check.h"
#include "output/out.h"

enum { FP_SHOW_WORKS_MAX = 2 }; /* bars side by side; what is beyond is drawn over the last one */

typedef struct {
    uint32_t first, count; /* events; count 0: the row stands for `left_out` ones */
    uint32_t left_out;
    uint32_t stream, line;
    fp_str iteration; /* "2", of nested loops "0.2"; empty: the same as in the stream's row before, or none */
    fp_str words;     /* "wait %full[0] p1" */
    fp_picture_fate fate;
    const fp_finding *finding; /* that stands on the op, in the first row of it only, or is of a pair of accesses, in
                                  the row of the other one that is nearest; NULL */
} fp_show_step;

typedef struct {
    fp_str name;
    uint32_t gap;    /* behind this stream's column */
    uint32_t object; /* the first one of the lane */
} fp_show_lane;

typedef struct {
    uint32_t lane, object, first, last; /* rows */
    bool never;                         /* from a wait that is stuck to what would end it */
} fp_show_wire;

typedef enum { FP_SHOW_ARRIVES, FP_SHOW_COMPLETES, FP_SHOW_WAITS, FP_SHOW_STUCK, FP_SHOW_NEVER } fp_show_link_kind;
typedef struct {
    uint32_t row, lane, object;
    fp_show_link_kind kind;
    bool alone; /* STUCK: nobody would ever bring what it waits for */
} fp_show_link;

typedef struct {
    uint32_t stream, lane, first, last; /* rows */
    bool open;                          /* nothing in this run waits for it */
} fp_show_work;

typedef struct {
    const fp_picture *picture;
    const fp_picture_run *run;
    fp_show_step *steps;
    uint32_t step_count;
    fp_show_lane *lanes; /* by gap */
    uint32_t lane_count;
    fp_show_wire *wires;
    uint32_t wire_count;
    fp_show_link *links; /* by row */
    uint32_t link_count;
    fp_show_work *works;
    uint32_t work_count;
    uint32_t *work_lanes;        /* by stream */
    const fp_finding **findings; /* of the kernel */
    uint32_t finding_count;
    const struct fp_document *document;
} fp_show_run;

typedef struct {
    bool slots;    /* a lane for each object, not for each array of them */
    uint32_t rows; /* how many at most */
} fp_show_run_wishes;
fp_show_run fp_show_run_make(struct fp_arena *keep, const struct fp_document *document, const fp_picture *picture,
                             fp_finding_list findings, fp_show_run_wishes wishes);

/* "kernel ring on sm_90: 2 streams, 4 barriers, a run with %n = 256: it hangs" */
void fp_show_run_heading(struct fp_out *out, const fp_show_run *show);
/* "default waits for ever on line 30 for %full[0]: 1 arrival is missing", and who would bring it: lines to be shown
 * under a hang. How many there are. */
uint32_t fp_show_run_notes(struct fp_arena *keep, const fp_show_run *show, const fp_str **notes);
#endif
