/* run_repeat.h - whether a run has come to a state that it was in before, everything relative to where its streams are.
 */
#ifndef FP_RUN_REPEAT_H
#define FP_RUN_REPEAT_H
#include "streams/run_state.h"

typedef struct {
    FP_VEC(uint64_t) words;
} fp_run_picture;

typedef struct {
    FP_VEC(fp_run_picture) pictures; /* per round */
    fp_map map;
} fp_run_pictures;

/* Takes the picture of the state at the end of a round. Returns the round, from 1, that ended in the same state; 0:
 * none. */
uint32_t fp_run_take_picture(struct fp_run *run, fp_run_pictures *pictures);
#endif
