/* make.h - what makes random programs, for make.c and make_pipelines.c. Makers return the number of their node; -1:
 * there is none, for want of room or because it may not stand there. */
#ifndef ORACLE_MAKE_H
#define ORACLE_MAKE_H
#include "program.h"

typedef struct {
    program *p;
    family_facts facts;
    int chip; /* number among the family's */
    uint64_t state;
    int budget, loops[4], loop_depth, functions[2], function_count;
    bool divergent, by_lane, in_function;
    bool left;               /* some threads have left the kernel */
    int group;               /* whose threads are alone here; 0: all threads, or none of that kind */
    bool armed[OBJECTS_MAX]; /* objects that are in use around here */
    int phases[OBJECTS_MAX]; /* begun so far; -1: that depends on the path */
    bool small;              /* few structures */
    bool staggered;          /* some waves are one barrier behind */
    bool signalled;          /* between a signal and its wait */
    int nest_turns;          /* slots of all rings, less two: so that they come round after few iterations */
    int strided;             /* loop from the thread's id around here; -1 */
    int finished;            /* loop whose result is known here; -1 */
} maker;

int pick(maker *m, int n);
bool chance(maker *m, int percent);
int add_node(maker *m, node_kind kind);
bool add_child(maker *m, int block, int child);
int make_access(maker *m);
int make_copy(maker *m);
int make_sync_of(maker *m, const sync_row *row);
int make_sync(maker *m);
int make_object_sync(maker *m, int object, bool arms);
int make_block(maker *m, int depth, int statements);
int make_loop_body(maker *m, int loop, int depth); /* the loop; -1 */
const sync_row *row_named(const maker *m, const char *text);

/* make_pipelines.c: what only one family has. */
int make_staggered(maker *m, int depth);
int make_deep_loop(maker *m);
int make_slots(maker *m);
int make_around(maker *m, int depth);

/* make_loops.c: loops that count otherwise than by one. */
int make_while(maker *m, int depth);
int make_strided(maker *m, int depth);
void choose_counter_place(maker *m, node *n);
#endif
