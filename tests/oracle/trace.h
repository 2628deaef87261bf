/* trace.h - one execution of a program: the sequence of op instances that all threads share. */
#ifndef ORACLE_TRACE_H
#define ORACLE_TRACE_H
#include "program.h"

enum { INSTANCES_MAX = 2048, NEVER = 1 << 30, FORKS_MAX = 6, ANY_PHASE = 1 << 30 };

typedef struct {
    toucher who;
    int line, inner_line; /* of the call for what a callee does, where findings stand; its own */
    int call;             /* number of the call that it is part of, 0: none */
    struct {
        int instance, arm;
    } forks[FORKS_MAX]; /* divergent ifs around it, outermost first */
    int fork_count;
    int buffer, object, phase; /* object: of its copies, or how many of its phases a wait has seen the end of */
    uint8_t waves;
    bool ragged, partial;    /* some lanes, some threads of those that have not left the kernel do not take part */
    int complete[WAVES_MAX]; /* time from which on its own wave may rely on it */
    int group[WAVES_MAX];    /* copies: which commit closed it; -1 */
    int known[WAVES_MAX][WAVES_MAX]; /* of what a wave (first) did here: time from which on another knows it */
    int first_known[WAVES_MAX];      /* the same of what the first thread did */
} instance;

typedef struct {
    int time, arrivals;
} meeting_wait;
typedef struct {
    int arrivals[INSTANCES_MAX], arrival_count;
    meeting_wait waits[INSTANCES_MAX];
    int wait_count;
} attendance;

typedef struct {
    const program *p;
    const bool *ignored;
    const inputs *in;
    instance instances[INSTANCES_MAX];
    int count, passed; /* instances, and those of ignored syncs with them: so that a path ends at the same place without
                          some syncs as with them */
    attendance at[WAVES_MAX][BARRIERS_MAX];
    int iterations[NODES_MAX], turned[NODES_MAX]; /* of loops: their counters; how far their slots have turned */
    struct {
        int instance, arm;
    } forks[FORKS_MAX];
    int fork_count, if_count, call, call_line, call_count;
    uint64_t everyone[2]; /* who has not left the kernel */
    int ended[WAVES_MAX]; /* time when the last thread of a wave left */
    reading missed;
    bool lanes;                                 /* of one AMD wave are told apart in all families */
    int breaking, goes_on;                      /* loop that is being left, -1; or so many iterations on */
    int arms[OBJECTS_MAX], phases[OBJECTS_MAX]; /* of each object: begun, known to be over */
    bool cut;                                   /* the path is longer than is looked at: what it did so far is real */
} run;

static inline bool has_thread(const uint64_t *threads, int thread) { return threads[thread / 64] >> (thread % 64) & 1; }
/* Fills the instances for these inputs, without the syncs on the lines of `ignored` (NULL: with all of them). */
void trace_run(run *r, const program *p, const bool *ignored, const inputs *in);
#endif
