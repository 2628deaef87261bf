/* machine.h - makes the events of a kernel's streams by executing what its slots, parities, predicates and loops are
 * computed from.
 *
 * Only the integers and views that events and branches need are executed; floating point, tensors and addresses in
 * global memory are left out. What the text does not tell is a *leaf*: an argument, a program id, a loaded size. The
 * machine chooses values for leaves, vector by vector:
 *
 *   struct fp_machine *machine = fp_machine_new(keep, kernel, program, premise);
 *   while (fp_machine_next_vector(machine)) {
 *       fp_event_source source = fp_machine_source(machine);
 *       ... run the source to its end, then read fp_machine_unknowns ...
 *   }
 *
 * Streams are numbered as they are first forked; a stream that has been joined may be forked again under its number
 * (partitions inside a loop). In a cluster stream 0 is the first workgroup's and forks those of the others at once.
 *
 * Ownership  everything lives in the arena given to `fp_machine_new`.
 * Cost       linear in the ops that are executed.
 *            Iterations that a run passes over (repeat.h) cost nothing.
 * Limits     FP_MACHINE_STEPS_MAX and their like: what goes beyond is an unknown of kind BUDGET, and every stream ends.
 */
#ifndef FP_MACHINE_H
#define FP_MACHINE_H
#include "kernel/decided.h"
#include "kernel/kernel.h"
#include "streams/events.h"
#include "streams/premise.h"

struct fp_machine;

enum {
    FP_MACHINE_CODE_MAX = 1 << 17, /* instructions after inlining; the largest shipped kernel has some 2,000 */
    /* Events of all streams in one vector. Persistent tile loops over rings of 4 and 5 slots take 20,000. */
    FP_MACHINE_EVENTS_MAX = 1 << 16,
    FP_MACHINE_EVENTS_ENOUGH = 1 << 14,  /* no further vector is tried once all together have had so many */
    FP_MACHINE_EVENTS_ALL_MAX = 1 << 16, /* the same of all vectors where all values of the leaves are tried */
    FP_MACHINE_STEPS_MAX = 1 << 20,      /* instructions of all streams in one vector */
    FP_MACHINE_STEPS_ENOUGH = 1 << 24,   /* likewise, of all vectors: a tenth of a second */
    FP_MACHINE_NUMBERS_MAX = 1 << 24,    /* numbers of single threads, over all vectors: a tenth of a second */
    FP_MACHINE_STREAMS_MAX = 160, /* streams of all workgroups: 32 warps of which one lane each is elected are 127 */
    FP_MACHINE_OBJECTS_MAX = 1 << 12, /* objects of one vector */
    FP_MACHINE_VECTORS_MAX = 256,     /* vectors of leaf values tried for one kernel, those around constants aside */
    FP_MACHINE_INLINE_DEPTH_MAX = 16, /* calls inside calls */
    FP_MACHINE_WORKGROUPS_MAX = 16    /* of a cluster */
};

/* Is there anything to run: several streams, objects that are waited for, workgroups that meet, or copies of waves,
 * done in order, of which a wait leaves the newest under way, perhaps those of several iterations? Cheap. */
bool fp_machine_needed(const struct fp_kernel *kernel);
/* Does it take the number of threads to run it, because each acts for itself? */
bool fp_machine_needs_threads(const struct fp_kernel *kernel);

/* Text of single threads: a branch on what memory holds, by which threads that meet in groups go different ways. Which
 * of them do what is not known. FP_NONE: there is none. */
fp_op fp_machine_hidden_role(const struct fp_kernel *kernel);
/* Do threads meet in anything but barriers of all of them? Else a way that only some threads take is no role of theirs:
 * a barrier on it is a mistake. */
bool fp_machine_has_roles(const struct fp_kernel *kernel);

/* `program` holds the file's kernels, of which callees are inlined; NULL: what calls do is unknown. */
struct fp_machine *fp_machine_new(struct fp_arena *keep, const struct fp_kernel *kernel,
                                  const struct fp_program *program, fp_premise premise);
/* How many arguments name phases that waits take theirs from, as premises choose them. */
uint32_t fp_machine_phase_count(const struct fp_machine *machine);
/* Does something hang on which lane of a wave is elected? */
bool fp_machine_elects(const struct fp_machine *machine);
/* How many threads the workgroup is supposed to have; 0: the text says it, or it does not matter. */
uint32_t fp_machine_supposed_threads(const struct fp_machine *machine);

/* Leaves. */
typedef struct {
    fp_str name;  /* as people know it: "%arg4", "program id x" */
    fp_span span; /* of its definition, or of an op that asks for it */
    int64_t unit; /* values that keep every division and every step exact are multiples of it */
    int64_t ring; /* least common multiple of the rings of slots; strict values are multiples of unit * ring */
} fp_machine_leaf;
uint32_t fp_machine_leaf_count(const struct fp_machine *machine);
const fp_machine_leaf *fp_machine_leaf_at(const struct fp_machine *machine, uint32_t leaf);

typedef enum {
    FP_LEAVES_STRICT,   /* what is found here is found */
    FP_LEAVES_REGULAR,  /* found only for some counts: a warning that names them */
    FP_LEAVES_IRREGULAR /* found only for counts below the ring or lengths that are no multiple: information */
} fp_leaf_class;
/* Chooses the next values and goes back to the kernel's start; strict vectors first. False: all have been seen. */
bool fp_machine_next_vector(struct fp_machine *machine);
fp_leaf_class fp_machine_vector_class(const struct fp_machine *machine);
/* A vector, to be run again: by this machine, or by another one of the same kernel under the same premise. */
typedef struct {
    const int64_t *values; /* per leaf */
    fp_leaf_class shown_by;
} fp_leaf_vector;
fp_leaf_vector fp_machine_vector(const struct fp_machine *machine, struct fp_arena *keep); /* the present one */
/* .. which becomes the present one, and the machine is at the kernel's start. */
void fp_machine_take_vector(struct fp_machine *machine, const fp_leaf_vector *vector);
int64_t fp_machine_leaf_value(const struct fp_machine *machine, uint32_t leaf); /* in this vector */
/* False: nothing has asked for that value, since the run knew what it stands for. */
bool fp_machine_leaf_is_taken(const struct fp_machine *machine, uint32_t leaf);
/* Values for conditions that have come out one way only, and those around large constants that a leaf is compared with,
 * are tried last: loops to them are long, and a limit that such a vector meets says nothing of the others. Does the
 * present vector have one? */
bool fp_machine_vector_is_extra(const struct fp_machine *machine);
/* It was not run to its end: it counts as untried, and no further vector is tried; unless it was only a longer one than
 * another. */
void fp_machine_end_extra(struct fp_machine *machine);
/* The first such value that no vector has tried; false: there is none. */
bool fp_machine_untried(struct fp_machine *machine, fp_str *name, int64_t *value);
/* Goes back to the kernel's start with the same values: for what-ifs. */
void fp_machine_restart(struct fp_machine *machine);

/* The events of the present vector. */
fp_event_source fp_machine_source(struct fp_machine *machine);

/* Names for people; of numbers that events of the present vector have used. */
fp_str fp_machine_stream_name(const struct fp_machine *machine, struct fp_arena *keep, fp_stream stream);
/* "%full[2]": the allocation with the slot. */
fp_str fp_machine_object_name(const struct fp_machine *machine, struct fp_arena *keep, uint32_t object);
uint32_t fp_machine_object_count(const struct fp_machine *machine);
/* The name of the allocation that holds the byte `offset` of a memory; lives no longer than the machine. */
fp_str fp_machine_memory_name(const struct fp_machine *machine, uint32_t memory, int64_t offset);
/* Where that allocation begins in its memory, in bytes. */
int64_t fp_machine_memory_start(const struct fp_machine *machine, uint32_t memory, int64_t offset);
/* The allocation that holds the byte, and which of its slots the `bytes` from there on are all of, or part of. */
typedef struct {
    fp_str name;         /* empty: none that is known */
    uint32_t allocation; /* its number; of an object without memory another one, its own; FP_NONE: none is known */
    int64_t slot;        /* -1: they are of several slots, or it has only one */
    int64_t slots;       /* 0: not known */
    uint32_t workgroup;
} fp_machine_place;
fp_machine_place fp_machine_place_at(const struct fp_machine *machine, uint32_t memory, int64_t offset, int64_t bytes);
fp_machine_place fp_machine_object_place(const struct fp_machine *machine, uint32_t object);
uint32_t fp_machine_stream_count(const struct fp_machine *machine); /* that have been forked so far */
/* Which workgroup of the cluster a stream belongs to, from 0. */
uint32_t fp_machine_workgroup(const struct fp_machine *machine, fp_stream stream);

/* What the text hides: nothing is claimed about `object` (FP_NONE: about any object that the op may mean). */
typedef enum {
    FP_HIDDEN_OBJECT,    /* which object the op means */
    FP_HIDDEN_SLOT,      /* which of an array's objects */
    FP_HIDDEN_PARITY,    /* the phase that a wait waits for */
    FP_HIDDEN_PREDICATE, /* whether the op happens */
    FP_HIDDEN_COUNT,     /* how many arrivals */
    FP_HIDDEN_BYTES,     /* how many bytes */
    FP_HIDDEN_CONDITION, /* which way a branch goes: a value was chosen */
    FP_HIDDEN_CALL,      /* what a callee does */
    FP_HIDDEN_OP,        /* what an op that takes the object does */
    FP_HIDDEN_ROLE,      /* which threads take which way: nothing is claimed of the kernel */
    FP_HIDDEN_PEER,      /* which workgroup of the cluster */
    FP_HIDDEN_RANGE,     /* a slot that the array has: it names another one */
    FP_HIDDEN_CAPTURE,   /* what an argument of a partition stands for */
    FP_HIDDEN_THREADS,   /* how many threads there are in each dimension: nothing was run */
    FP_HIDDEN_BUDGET     /* what comes after a limit of the machine */
} fp_hidden_kind;
const char *fp_hidden_word(fp_hidden_kind kind); /* "object" */
/* A slot that an array of `slots` does not have. */
typedef struct {
    int64_t number, slots;
    uint32_t memory; /* where the array lies, from byte `offset` on */
    int64_t offset;
} fp_machine_slot;
typedef struct {
    fp_op op;
    fp_hidden_kind kind;
    uint32_t object;      /* FP_NONE: not known */
    bool behind;          /* the op stands behind a wait that never ends: it hides nothing of what happens */
    fp_machine_slot slot; /* RANGE */
} fp_machine_unknown;
/* What was hidden in the present vector so far, each op and kind once. */
const fp_machine_unknown *fp_machine_unknowns(const struct fp_machine *machine, uint32_t *count);

/* Are the streams shares of one workgroup's waves, shifted against each other? */
bool fp_machine_in_shares(const struct fp_machine *machine);
/* Is it text of single threads? */
bool fp_machine_by_threads(const struct fp_machine *machine);
/* Text of single threads, over all vectors: per op 1 where it has run, and the memory that it touches was known; NULL:
 * other text. */
const uint8_t *fp_machine_placed(const struct fp_machine *machine, struct fp_arena *keep);
/* .. 1 where all threads have run it at once. */
const uint8_t *fp_machine_by_all(const struct fp_machine *machine, struct fp_arena *keep);
/* .. 1 where it has run, and no two threads of a stream touched a byte in common. */
const uint8_t *fp_machine_apart(const struct fp_machine *machine, struct fp_arena *keep);
/* .. the threads that have run it, all of them within the span; no threads: it has not run. */
const fp_thread_span *fp_machine_done_by(const struct fp_machine *machine, struct fp_arena *keep);
/* .. 1 where it has run. NULL also where some vectors were not tried because they would have taken too long. */
const uint8_t *fp_machine_ran(const struct fp_machine *machine, struct fp_arena *keep);
/* .. 1 where it has run, never by all threads at once. NULL also where no threads meet in groups or objects. */
const uint8_t *fp_machine_in_roles(const struct fp_machine *machine, struct fp_arena *keep);
/* Text of single threads: vectors go on until all short lengths, and both values of each condition, have been tried
 * with each other, if they are not too many. Has that been done? Without numbers to choose: after the first one. */
void fp_machine_try_all(struct fp_machine *machine, bool all);
bool fp_machine_tried_all(struct fp_machine *machine);
bool fp_machine_values_cut(const struct fp_machine *machine); /* were there more values of leaves than are tried? */
/* From the next restart on, ordinary accesses are in flight until their thread waits for them. False: on its chip, or
 * in other text, they are not. */
bool fp_machine_land_late(struct fp_machine *machine, bool late);
/* Have accesses landed of which the run does not know it? */
bool fp_machine_lands_unsure(const struct fp_machine *machine);
bool fp_machine_ragged(const struct fp_machine *machine); /* have threads of one warp come to different barriers? */
/* Is it run in all workgroups of a cluster, and have all their threads come to its barrier equally often? */
bool fp_machine_cluster_meets(const struct fp_machine *machine);
/* Have some threads met all others more often than some that ended as well, with values that suit the text? */
bool fp_machine_is_uneven(const struct fp_machine *machine);

/* The source as text, a line per event, stream after stream: for tests and for people who debug. */
fp_str fp_machine_dump(struct fp_arena *keep, struct fp_machine *machine);
#endif
