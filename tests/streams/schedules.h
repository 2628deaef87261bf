/* schedules.h - executes every schedule of a small program: the ground truth that one run is compared with.
 *
 * A state is where each stream is, what each object lacks and how often it has flipped, and which asynchronous work is
 * done. From each state each enabled step is taken: the next event of a stream, or the end of one work. States that
 * were visited are known again, so every schedule is followed and none twice. Nothing is shared with the run but
 * events.h.
 *
 * Hang      a state without an enabled step in which some stream has not ended.
 * Race      two accesses that conflict are possible in one state: each is a stream's next event, or belongs to work
 *           under way. Then either may come first. The other way round, two accesses that happen before neither in some
 *           schedule can be brought together: move everything that does not happen before one of them behind both.
 *           What is moved commutes, as long as no phase depends on who comes first, which is what a well-formed run
 *           promises and what `wrong` looks for.
 * Before    event x is before y in every schedule if no state has y done and x not. From that fences between proxies
 *           are judged.
 */
#ifndef SCHEDULES_H
#define SCHEDULES_H
#include "program.h"

enum { EVENTS_ALL_MAX = STREAMS_MAX * STEPS_MAX };
typedef struct {
    bool too_large; /* nothing else is said then */
    uint64_t states;
    bool hangs;
    bool wrong; /* in some schedule an arrival overshoots, or an object is used that is not alive */
    bool race[EVENTS_ALL_MAX][EVENTS_ALL_MAX];     /* by stream * STEPS_MAX + step, both ways */
    bool unfenced[EVENTS_ALL_MAX][EVENTS_ALL_MAX]; /* [generic][async]: always in this order, without a fence */
} fp_truth;

void schedules_run(const struct program *program, uint64_t states_max, fp_truth *truth);
#endif
