/* machine_act.h - what the files of acts share: one op of single threads in one run of it by the threads of a stream.
 */
#ifndef FP_MACHINE_ACT_H
#define FP_MACHINE_ACT_H
#include "streams/machine_state.h"

typedef struct {
    struct fp_machine *machine;
    fp_machine_stream *stream;
    const fp_code *code;
    const fp_code_act *act;
} fp_acting;

static inline void fp_act_hide(const fp_acting *a, fp_hidden_kind kind, uint32_t object) {
    fp_machine_hide(a->machine, a->code->op, kind, object);
}
static inline fp_event *fp_act_push(const fp_acting *a, fp_event_kind kind) {
    return fp_machine_push(a->machine, a->stream, kind, a->code);
}
static inline fp_stream_value fp_act_see(const fp_acting *a, uint32_t reg) {
    return fp_machine_see(a->machine, a->stream, reg);
}
static inline const fp_sync *fp_act_sync(const fp_acting *a, const fp_code_meet *meet) {
    return meet->sync == FP_NONE ? NULL : &a->machine->kernel->syncs.data[meet->sync];
}
static inline bool fp_act_is_amd(const fp_acting *a) { return a->machine->amd; }

/* Waves run in lockstep: lanes that went different ways go on together where all of them come. Where they only meet
 * in barriers of waves it makes no difference. */
static inline bool fp_act_joins_lanes(const fp_acting *a) {
    return fp_act_is_amd(a) && a->act->whole_waves && a->machine->has_objects;
}

/* Threads of the `at`-th group: the last one may have fewer. */
static inline uint32_t fp_act_group_size(const fp_acting *a, uint32_t group, uint32_t at) {
    uint32_t all = a->machine->thread_count;
    return (at + 1) * group <= all ? group : all - at * group;
}

/* Works of pairs of workgroups are in a queue of their own: what tells of other works tells nothing of them. */
static inline uint32_t fp_act_queue_of(uint32_t counter, bool of_pairs) {
    return of_pairs ? FP_COUNTER_COUNT + counter : counter;
}

/* A warp reaches the rows of one quarter of tensor memory: of so many warps in a row each has its own, the others are
 * streams of their own. Does the op move rows like that? */
static inline bool fp_act_shares_rows(const fp_acting *a) {
    return a->act->tensor && a->machine->code.tensors.data[a->act->tensor - 1].columns &&
           a->act->threads_join == a->machine->lanes;
}

/* ---- machine_access.c ---- */
/* The object that access `touch` (a number in code.touches) names. FP_NONE: the text hides it, or it is none of the
 * run's. `workgroup`: that in which an op acts which says so; FP_NONE: that of the object's address. Works of a pair
 * complete on the object of the same one of its pair. */
uint32_t fp_act_object_in(const fp_acting *a, uint32_t touch, uint32_t workgroup);
uint32_t fp_act_object_at(const fp_acting *a, uint32_t touch); /* in the workgroup of its address */
bool fp_act_is_object(const fp_acting *a, uint32_t touch);
/* In which workgroups an op acts that says so, as bits; 0: in that which its addresses name. */
uint32_t fp_act_workgroups(const fp_acting *a);
/* Act `act` turns out to be one of several that bring bytes to a phase. */
void fp_act_learn_several(const fp_acting *a, uint32_t act);
void fp_act_start_in(const fp_acting *a, fp_event *event, fp_counter counter); /* the event is of this queue */
/* Pushes what access `number` does, in each workgroup in which the op acts: at once, in a queue, or until its object is
 * complete. */
void fp_act_touch(const fp_acting *a, uint32_t number);
/* An op that no row explains may do anything with the objects that it takes; where its rows say that it only reads them
 * it does nothing to them. */
void fp_act_doubt_objects(const fp_acting *a);

/* What it does to tensor memory (machine_tensor.c). */
void fp_act_tensor(const fp_acting *a);
/* Do the stream's threads do the op as one? False: they go on as several streams, or go on behind the op. */
bool fp_act_gather(const fp_acting *a);
#endif
