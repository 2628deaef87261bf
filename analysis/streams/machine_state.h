/* machine_state.h - a machine while it runs: streams with their registers, objects, what was hidden. */
#ifndef FP_MACHINE_STATE_H
#define FP_MACHINE_STATE_H
#include "streams/machine_code.h"

enum {
    FP_MACHINE_PENDING_MAX = 24,  /* events that one op gives at most: two halves for each workgroup of a cluster */
    FP_MACHINE_ACCESSES_MAX = 24, /* accesses of one event */
    FP_MACHINE_UNKNOWNS_MAX = 256,
    FP_MACHINE_MEETINGS_MAX = 16 /* barriers of the cluster: one of each partition that has any */
};
#define FP_MACHINE_CLUSTER_MEMORY (UINT32_MAX - 1) /* of the barrier that a cluster has without memory */

typedef struct {
    fp_stream_value *registers;
    uint32_t at; /* code that runs next */
    bool ended, exists;
    uint32_t workgroup, warps;
    uint32_t fork, partition; /* what it is called by; FP_NONE: it started with the kernel */
    fp_stream parent;
    uint32_t loops[FP_EVENT_LOOPS_MAX];
    fp_event pending[FP_MACHINE_PENDING_MAX], lost; /* lost: those that found no room */
    uint32_t pending_first, pending_count;
    fp_stream_access accesses[FP_MACHINE_ACCESSES_MAX];
    uint32_t access_count;
    uint32_t *asked; /* per leaf */
} fp_machine_stream;

typedef struct {
    uint32_t memory;
    int64_t offset, bytes;
    bool made; /* it was initialised before */
} fp_machine_object;

struct fp_machine {
    struct fp_arena *keep;
    const struct fp_kernel *kernel;
    fp_view_forms forms;
    fp_program_code code;
    uint32_t workgroups, lanes;
    FP_VEC(fp_machine_stream *) streams;
    FP_VEC(fp_machine_object) objects;
    fp_map object_map;
    FP_VEC(fp_machine_unknown) unknowns;
    uint64_t events, steps;
    uint64_t events_before; /* of earlier vectors */
    bool exhausted;
    int64_t *values; /* per leaf */
    uint32_t vector; /* number of the present one + 1 */
    fp_leaf_class vector_class;
};

void fp_machine_hide(struct fp_machine *machine, fp_op op, fp_hidden_kind kind, uint32_t object);
/* Runs the event op and leaves what it does in the stream's pending events. */
void fp_machine_event(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code);
fp_event *fp_machine_push(struct fp_machine *machine, fp_machine_stream *stream, fp_event_kind kind,
                          const fp_code *code);
/* The object that a view names, made when it is new; FP_NONE: too many. */
uint32_t fp_machine_object_at(struct fp_machine *machine, uint32_t memory, int64_t offset, int64_t bytes);
/* The next vector of leaf values into machine->values; false: there is none. */
bool fp_leaves_choose(struct fp_machine *machine);
/* Whether a condition on data holds when it is asked for the n-th time. */
static inline bool fp_leaf_flag(int64_t value, uint32_t n) { return (n < (uint64_t)value >> 1) == (value & 1); }
#endif
