/* show_run_words.h - what the steps of a run are called in its picture. */
#ifndef FP_SHOW_RUN_WORDS_H
#define FP_SHOW_RUN_WORDS_H
#include "base/arena.h"
#include "fencepost_picture.h"

/* `count` events from `first` on, which people see as one step: "read %tiles[0], %scales[0]", "wait %full[0] p1" for
 * parity 1. */
fp_str fp_show_step_words(struct fp_arena *keep, const fp_picture_run *run, uint32_t first, uint32_t count);
/* "2"; of nested loops "0.2"; empty outside of loops. */
fp_str fp_show_iteration(struct fp_arena *keep, const fp_picture_event *event);
/* "%full[0]"; of one that is not in the picture "a barrier elsewhere" */
fp_str fp_show_object_name(const fp_picture_run *run, uint32_t object);
#endif
