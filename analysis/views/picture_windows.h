/* picture_windows.h - which windows of a kernel are drawn: those that hold no other one of the same buffer. */
#ifndef FP_PICTURE_WINDOWS_H
#define FP_PICTURE_WINDOWS_H
#include "base/vec.h"
#include "check/hazard.h"
#include "facts/phrase.h"
#include "fencepost_picture.h"

typedef struct {
    fp_picture_window window;
    fp_hazard hazard;
    fp_sentence lacks; /* of one that the run of the streams finds open: what it lacks */
} fp_drawn_window;
typedef FP_VEC(fp_drawn_window) fp_drawn_windows;

/* Leaves out windows that hold another one which is closed or awaited as they are, and of open ones those that hold
 * another one of the same consumer; sorts the others by place. `loops`: of the picture. Cost: n log n in the windows.
 */
void fp_picture_windows_reduce(struct fp_arena *keep, const fp_picture_loop *loops, fp_drawn_windows *list);
#endif
