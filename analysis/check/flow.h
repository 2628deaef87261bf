/* flow.h - runs an abstract state over the items of a kernel: branches merge, loops and graphs go round until nothing
 * changes, callees are walked in place.
 *
 * The state is a plain struct of the client's; `merge` and `same` are its lattice. The walk is done twice wherever it
 * has to find a fixed point: first quietly, then once with `quiet` false, so that every finding is made in the final
 * state.
 *
 * Cost       each loop and graph until it settles, mostly twice, FP_FLOW_ROUNDS + 2 times at most; callees
 *            FP_FLOW_CALLS deep.
 * Ownership  scratch states live in the arena given.
 */
#ifndef FP_FLOW_H
#define FP_FLOW_H
#include "kernel/kernel.h"

enum { FP_FLOW_ROUNDS = 12, FP_FLOW_CALLS = 8 }; /* what has not settled after so many rounds is forgotten */

typedef enum { FP_JOIN_ARMS, FP_JOIN_ITERATION, FP_JOIN_SKIPPED /* a body that may not run */, FP_JOIN_PATHS } fp_join;

struct fp_flow {
    /* filled in by the client */
    struct fp_arena *keep;
    const struct fp_program *program;
    void *user;
    size_t state_size;
    void (*access)(struct fp_flow *flow, void *state, const fp_access *access);          /* may be NULL */
    void (*untracked)(struct fp_flow *flow, void *state, const fp_untracked_item *item); /* may be NULL */
    void (*sync)(struct fp_flow *flow, void *state, const fp_sync *sync);
    /* Widens `into` by `from`; `op` and `span` say where the paths meet. */
    void (*merge)(struct fp_flow *flow, void *into, const void *from, fp_join join, fp_op op, fp_span span);
    bool (*same)(struct fp_flow *flow, const void *a, const void *b);
    void (*forget)(struct fp_flow *flow, void *state); /* an effect was lost (recursion): anything may hold now */
    /* what was left out to bound the time: states were forgotten; where threads part in a graph was not asked */
    bool forgot, unparted;
    /* where the walk is */
    struct fp_kernel *kernel; /* whose items are walked: the callee inside of a call */
    bool quiet;
    uint32_t call_depth;
    fp_span call_span;              /* of the outermost call around; 0, 0: none */
    fp_uniformity point;            /* how many threads agree to be here */
    fp_span point_span;             /* the condition that weakened it last */
    struct fp_flow_memory *memory;  /* what quiet walks of loops and graphs came to */
    struct fp_kernel *point_kernel; /* whose condition that is */
    fp_op point_op;
    fp_value point_value; /* the op and the value that choose; FP_NONE: not one value */
};

/* NULL: it is of another file, or has neither memory nor syncs. */
struct fp_kernel *fp_flow_callee(const struct fp_program *program, const fp_call_item *call);
/* Walks the whole kernel from `state`. False: every path ends inside of a graph (the state is then that of no path). */
bool fp_flow_run(struct fp_flow *flow, struct fp_kernel *kernel, void *state);
#endif
