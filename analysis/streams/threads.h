/* threads.h - whether two different threads touch a common byte. */
#ifndef FP_THREADS_H
#define FP_THREADS_H
#include "streams/run_state.h"

typedef struct {
    uint64_t bits[16]; /* per thread of the workgroup */
} fp_thread_mask;

/* A thread of `a` and one of `b` as asked for, and a byte that both touch; NULL: there are none. Threads of `a` that
 * are among `but` are left out (NULL: none are). Answers are kept. Valid until the next question. */
const fp_thread_meeting *fp_threads_meet(struct fp_run *run, const fp_thread_places *a, const fp_thread_places *b,
                                         fp_thread_pair which, const fp_thread_mask *but);
#endif
