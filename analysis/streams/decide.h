/* decide.h - what goes wrong in the streams of a kernel, over all values tried for what its text does not tell.
 *
 * The machine chooses values for the kernel's leaves, class by class; each vector of them is run once. A fault is kept
 * with the first class that shows it, and with the names and values of the run that did. Where the text leaves the size
 * of the workgroup or a phase to who launches the kernel, all this is done under one premise after the other
 * (premise.h).
 *
 * Ownership  results live in `keep`; names borrow the document's text or live there as well.
 * Cost       one run per vector of leaf values: bounded by FP_DECIDE_EVENTS_MAX events for a kernel; as much again for
 *            each wait that may be superfluous, of at most FP_DECIDE_IDLE_MAX.
 */
#ifndef FP_DECIDE_H
#define FP_DECIDE_H
#include "kernel/decided.h"
#include "streams/machine.h"
#include "streams/run.h"
#include "streams/run_names.h"

enum {
    FP_DECIDE_EVENTS_MAX = 1 << 17, /* of all vectors of a kernel: some 50 ms; what is left then is not tried */
    FP_DECIDE_IDLE_MAX = 4,         /* waits that the kernel is run without, one after the other */
    FP_DECIDE_FAULTS_MAX = 256      /* nobody reads more of one kernel, which says that there are more */
};

typedef struct {
    fp_run_evidence evidence;
    fp_leaf_class shown_by; /* the strongest class of values that shows it */
    bool doubtful;          /* something that the text hides could order it or satisfy it */
    bool chosen;            /* its run took one way at a condition that the text does not tell */
    bool broken;            /* its run broke a rule of the protocol, so that it speaks for one schedule only */
    bool harms;             /* its run hangs or has a race as well, or another schedule hangs */
    bool late;            /* of a pair: only where ordinary accesses are in flight until their thread waits for them */
    fp_str memory;        /* of a pair: what both touch; empty: it has no name */
    int64_t memory_start; /* where it begins, counted as the evidence's bytes are */
    const fp_run_names *names;
} fp_stream_fault;

typedef struct {
    fp_machine_unknown unknown;
    fp_str object;             /* empty: which one is not known; of a slot that is out of range, its array */
    const fp_run_names *names; /* of such a slot: the values with which it is; NULL: of others */
    bool certain;              /* of such a slot: the kernel is sure to name it, with values that suit the text best */
} fp_stream_unknown;

/* A wait without which every run is as good as with it. */
typedef struct {
    fp_op op, known_by; /* known_by: the wait that tells its phase before */
} fp_idle_wait;

/* NULL stands for a kernel that was not run: machine.h says which are. */
struct fp_streams {
    const fp_stream_fault *faults; /* one of each kind for each pair of ops */
    uint32_t fault_count;
    const fp_stream_unknown *unknowns; /* each op and kind once */
    uint32_t unknown_count;
    const fp_idle_wait *idle_waits; /* of a kernel that is right, and hides nothing */
    uint32_t idle_wait_count;
    fp_op roles_hidden_at; /* nothing is known of the kernel, because of this op; FP_NONE: its roles are known */
    bool stopped;          /* .. before which a limit stops the run, or what the first of `unknowns` says */
    const struct fp_decided *decided; /* text of single threads: which pairs of accesses; NULL: other text */
    bool in_shares;                   /* its streams are waves of one workgroup, shifted against each other */
    bool given_up;  /* text of single threads: something hides from the run, and the algebra judges alone. Where threads
                       wait for objects the first of `unknowns` says what; there are no others */
    bool complete;  /* no limit cut a run short */
    fp_op limit_at; /* where the first one did; FP_NONE: it is not known */
    const fp_leaf_value *untried;  /* a number with which a condition comes out as it does with no smaller one, or that
                                      is near a large one that a leaf is compared with: no run was made to its end with
                                      it. NULL: there is none */
    bool values_cut;               /* there are more values, or premises, than are tried */
    bool faults_cut;               /* there are more faults than are kept */
    fp_premise premise;            /* under which all this is found */
    bool elects;                   /* something hangs on which lane of a wave is elected */
    const fp_leaf_vector *vectors; /* of which runs were made to their end, or to a limit */
    uint32_t vector_count;
    uint64_t events;
};

/* The premise under which the kernel is decided; it is decided for that when there are several. */
fp_premise fp_streams_premise(const struct fp_kernel *kernel, const struct fp_program *program);
/* NULL when there is nothing to run. `cancelled` may be NULL. */
const struct fp_streams *fp_streams_decide(struct fp_arena *keep, const struct fp_kernel *kernel,
                                           const struct fp_program *program, const volatile bool *cancelled);
#endif
