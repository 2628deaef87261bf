/* run_stuck.h - why a run goes no further: who waits for what, and who would bring it. */
#ifndef FP_RUN_STUCK_H
#define FP_RUN_STUCK_H
#include "streams/run_state.h"

/* Evidence for the streams that wait; asks the source for their further events, so the run is over. */
void fp_run_note_stuck(struct fp_run *run);
#endif
