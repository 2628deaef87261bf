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
const sync_row *row_named(const maker *m, const char *text);

/* make_pipelines.c: what only one family has. */
int make_staggered(maker *m, int depth);
int make_deep_loop(maker *m);
int make_slots(maker *m);
#endif
