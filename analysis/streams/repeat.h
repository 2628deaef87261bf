/* repeat.h - iterations of a run that need not be run, because they repeat earlier ones.
 *
 * At the end of a round the run is in some state. When it is in the same one at the end of two rounds, and the source
 * says that its streams go on as they did between them, then so does the run, and finds nothing that it has not found:
 * the source passes over as many of such periods as there are, and the run goes on behind them.
 *
 * States are compared exactly. Of events and works the order alone counts, not their numbers.
 *
 * Cost  short loops pay nothing. From round FP_REPEAT_FROM on a comparison costs a few steps for each access that the
 *       run remembers, in FP_REPEAT_LOOKS_MAX rounds at most.
 */
#ifndef FP_REPEAT_H
#define FP_REPEAT_H
#include "base/vec.h"
#include <stdint.h>

enum {
    FP_REPEAT_FROM = 8,        /* earlier rounds are those of the short loops that are run anyway */
    FP_REPEAT_LOOKS_MAX = 128, /* rounds in which nothing repeats: random kernels repeat within some twenty */
    FP_REPEAT_TRIES_MAX = 16   /* states that came again where the source did not */
};

typedef struct {
    fp_numbers state; /* at the end of `round`, with which those of later rounds are compared */
    uint32_t round;   /* 0: there is none */
    uint32_t from;    /* before this round nothing is compared */
    uint32_t looks, tries;
    fp_numbers last;   /* per stream then: its last event, */
    fp_numbers rounds; /* .. and rounds */
} fp_repeat;

struct fp_run;
/* At the end of a round: passes over iterations, if they repeat. */
void fp_repeat_look(struct fp_run *run);
#endif
