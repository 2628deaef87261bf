/* machine_code.h - a kernel as a program over registers, for machine.h.
 *
 * All control flow is jumps, calls are inlined, and each SSA value of each inlined function has a register. What
 * neither an event nor a branch needs is left out (machine_slice.c).
 */
#ifndef FP_MACHINE_CODE_H
#define FP_MACHINE_CODE_H
#include "address/address_places.h"
#include "address/number.h"
#include "streams/machine.h"
#include "streams/values.h"

typedef enum {
    FP_CODE_NOTHING,
    FP_CODE_INTEGER,     /* dst = constant */
    FP_CODE_NUMBER,      /* dst = `number` of a, b, c */
    FP_CODE_MOVE,        /* dst = a */
    FP_CODE_ALLOC,       /* dst = the memory `extra` from byte `constant` on, in form b */
    FP_CODE_SLOT,        /* dst = slot b of a */
    FP_CODE_SLICE,       /* dst = the part of a that `views` names */
    FP_CODE_PERMUTE,     /* dst = a with its dimensions in another order */
    FP_CODE_REINTERPRET, /* dst = a under another type */
    FP_CODE_COLUMNS,     /* dst = columns of a */
    FP_CODE_ADDRESS,     /* dst = the address `constant` in the stream's workgroup */
    FP_CODE_PEER,        /* dst = the address `peers[extra]` as it is in workgroup a */
    FP_CODE_ELSEWHERE,   /* dst = memory of another workgroup, the text does not say of which */
    FP_CODE_LEAF,        /* dst = the value of leaf `extra` */
    FP_CODE_WORKGROUP,   /* dst = the number of the stream's workgroup in the cluster */
    FP_CODE_OPAQUE,      /* dst = what nothing knows of `opaques[extra]` */
    FP_CODE_EVENT,       /* `events[extra]` */
    FP_CODE_BY_THREAD,   /* dst = the numbers `by_thread[extra]`, one for each thread */
    FP_CODE_ELECT,       /* dst = is it the thread, or its wave, that `constant`, an fp_elects, asks for? `extra`: all
                            threads of a wave take part */
    FP_CODE_ACT,         /* `acts[extra]`, by each thread in which a holds (a FP_NONE: by all) */
    FP_CODE_HIDDEN,      /* the text hides `constant`, an fp_hidden_kind */
    FP_CODE_JUMP,        /* to `to` */
    FP_CODE_BRANCH,      /* to `to` unless a */
    FP_CODE_LOOP_START,  /* counter of the loop at `depth` is 0 */
    FP_CODE_LOOP_NEXT,   /* that counter grows by one */
    FP_CODE_FORK,        /* `forks[extra]` */
    FP_CODE_JOIN,
    FP_CODE_END /* of the stream */
} fp_code_kind;

typedef struct {
    uint8_t kind;   /* fp_code_kind */
    uint8_t depth;  /* of EVENT: loops around it */
    bool outermost; /* LOOP_NEXT: of the stream's outermost loop */
    bool needed;    /* internal: machine_slice.c */
    bool asks_more; /* NUMBER: a comparison that hangs on arguments in another way than loops, turns and comparisons of
                       two do */
    fp_number_op number;
    bool turns_far;        /* NUMBER: a comparison that changes at a large number, which is one of its leaf's turns */
    uint32_t dst, a, b, c; /* registers; FP_NONE: none */
    uint32_t to, extra;
    uint32_t loop; /* LOOP_START, LOOP_NEXT: number of the loop in the kernel; FP_NONE: it has none */
    int64_t constant;
    fp_op op; /* of the kernel: an inlined op's call */
} fp_code;

typedef struct {
    const int64_t *numbers; /* offsets or order */
    uint32_t count;
    fp_str type; /* of the result */
} fp_code_view;
typedef struct {
    uint64_t name;       /* of the op and of what its text says */
    fp_numbers operands; /* registers */
    uint32_t leaf;       /* that the number is; FP_NONE: the result is no number */
    uint32_t place;      /* of memory that it reads, among the program's `places`; FP_NONE: it reads nothing */
    uint32_t touch; /* text of single threads: of the memory that it reads, where that may hold a number which the run
                       has stored; FP_NONE: nowhere */
    bool is_number;
    bool apart; /* threads of a workgroup may get other numbers */
} fp_code_opaque;

/* An object that an op names, and its predicate: registers; FP_NONE: it has none. */
typedef struct {
    uint32_t object, when;
} fp_code_object;
typedef struct {
    const fp_op_info *info;
    fp_does does;
    fp_arriver by;
    FP_VEC(fp_code_object) objects;
    uint32_t when, phase, accumulates, tensor; /* registers; FP_NONE: the op has none */
    uint32_t moves;           /* likewise: where it does not hold, the work is started and does nothing */
    fp_numbers reads, writes; /* registers of views */
    uint32_t count_from;      /* register; FP_NONE: `count` */
    uint32_t id_from;         /* register with the number of a barrier; FP_NONE: it has none */
    uint32_t token; /* START: register of the token of its group; WAIT_QUEUE: of the group that it waits for */
    int64_t count, newest;
    bool count_known, newest_known, reads_only, counted, closes;
    uint32_t spread;   /* ARRIVE, EXPECT: bits of a workgroup's number: it is for all that differ in these only, */
    bool first_of_all; /* .. and of those the first does it for all; false: each does */
    uint32_t
        reached; /* bits of a workgroup's number: it touches the parts of those that differ from it in these only */
    fp_cluster_bit registers[FP_CLUSTER_BITS_MAX]; /* with `reached`: how the cluster shares out what it moves */
    bool async_proxy;                              /* its accesses of workgroup memory go through that proxy */
    bool two_groups, multicast; /* of a cluster: a product of two workgroups; a copy that several receive */
    int64_t waves;              /* bit k: wave k takes part; -1: all do */
    const int64_t *when_thread; /* MEET: does it come? By thread; NULL: all do */
    bool by_share;    /* ACCESS: each warp does a share, over when it has waited for it. WAIT_QUEUE: for such */
    bool scratch;     /* ACCESS: of the op's own scratch, */
    bool maybe_less;  /* .. of which the text does not say how large it is */
    bool relaxed;     /* MEET: its arrival brings no memory order */
    uint32_t meeting; /* MEET: which of the cluster's barriers it is */
    uint32_t queue;
} fp_code_event;

/* ---- Text of single threads: each thread that comes to an op does what the op says ---- */

/* The bytes of one access of the kernel, and what their place depends on. */
typedef struct {
    uint32_t access; /* in kernel.accesses */
    fp_asked asked[FP_ASKED_MAX];
    uint32_t asked_count;
    uint32_t ring;   /* iterations until its place comes round; 1: it does not */
    bool known;      /* false: any bytes of the allocation */
    bool peer;       /* they may be another workgroup's */
    uint32_t stored; /* of a write: the register of the number that it stores; FP_NONE: no number */
    uint8_t bits;    /* of the number that it stores or reads; 0: none */
} fp_code_touch;

/* One sync of the kernel, with the registers of what its text computes; FP_NONE: the text says the number itself, or
 * none. */
typedef struct {
    uint32_t sync; /* in kernel.syncs; FP_NONE: an op on an object that is no sync */
    const fp_op_info *info;
    uint32_t object; /* touch of the object's bytes; FP_NONE: it has none */
    uint32_t count, id, phase;
    uint32_t pointer;   /* to a named barrier */
    int64_t count_said; /* -1: the text says none */
    int64_t phase_said; /* likewise: of an instruction */
    bool polls;         /* its loop ends when the phase is over: */
    bool other_phase;   /* .. that of the other parity than `phase` says */
    bool counted;       /* no attribute says that the arrivals are added to the phase's count */
    bool of_pairs;      /* it arrives when works of pairs of workgroups are done, whatever becomes of others */
    bool partly;        /* .. when works have read what they read; they may be under way */
} fp_code_meet;

typedef struct {
    uint32_t first_touch, touch_count; /* those of objects are among them */
    uint32_t object;                   /* touch of the object that its copies complete on; FP_NONE: none */
    int64_t copied;                    /* bytes that each thread's copies bring there; 0: not known */
    bool several;                      /* .. and other copies bring a part of what a phase expects */
    uint32_t first_meet, meet_count;
    uint32_t first_need, need_count; /* registers, in `needs` */
    uint32_t tensor;                 /* number in `tensors` + 1; 0: it touches none that is followed */
    bool whole_waves;                /* all lanes of a wave come to it together */
    uint16_t threads_join;           /* as its row says */
    bool unnamed;                    /* no row explains the op */
    bool to_several;                 /* it acts in all workgroups of the cluster, or those of a mask: */
    uint32_t mask;                   /* .. in this register; FP_NONE: `mask_said` */
    int64_t mask_said;               /* -1: all */
    uint32_t peer; /* register of the workgroup that its object lies in; FP_NONE: `peer_said`, -1: that of the
                      object's address */
    int64_t peer_said;
    bool in_pair; /* its copies complete on the object of either workgroup of a pair, as the object's address says */
    bool async_proxy; /* its accesses go through that proxy */
} fp_code_act;

/* A value that is an address, and what it depends on. */
typedef struct {
    fp_value value;
    fp_asked asked[FP_ASKED_MAX];
    uint32_t asked_count;
    uint32_t first_need, need_count; /* registers, in `needs` */
    bool known;
} fp_code_address;

/* A matrix in workgroup memory that a product on tensor memory reads. */
typedef struct {
    fp_code_address pointer; /* into the allocation: */
    fp_code_address address; /* .. where, as an integer made of it; */
    int64_t offset;          /* added to that */
    uint32_t first, second;  /* the distances of its descriptor, in bytes */
    uint32_t width;          /* bytes of a row of its pattern; 0: its pieces keep their places */
    bool is_right;           /* the second one: the product's columns are its rows */
} fp_code_matrix;
enum { FP_CODE_MATRICES_MAX = 2 };

/* Tensor memory that an op or instruction touches: columns from an address on. */
typedef struct {
    fp_code_address address;
    int64_t offset;      /* added to it */
    uint32_t columns;    /* how many; 0: `descriptor` tells, */
    uint32_t rows;       /* .. these too: from that of the address on */
    int64_t half;        /* as many columns further on it touches them a second time; 0: it does not */
    uint32_t descriptor; /* register of a product's; FP_NONE: not known */
    bool has_source;     /* a product reads its first matrix in tensor memory: */
    fp_code_address source;
    int64_t source_offset;
    fp_code_matrix matrices[FP_CODE_MATRICES_MAX]; /* that a product or copy of one workgroup reads: those told */
    uint32_t matrix_count;
    bool sparse;          /* the right matrix is twice as long */
    bool rows_untold;     /* only the matrices of a product are followed */
    uint32_t copied_rows; /* of its matrix, by a copy, each as long as its columns; 0: it is a product */
    bool reads, writes;   /* a product does both */
    bool pair;            /* a product or copy of two workgroups: in both */
    bool in_order;        /* it is done behind what came before it in its queue: */
    fp_counter queue;     /* .. what tells when it is done */
} fp_code_tensor;

typedef struct {
    uint32_t *entry, *warps; /* of each partition */
    uint32_t count;
} fp_code_fork;

typedef struct {
    fp_str name;
    int64_t slot; /* bytes from one slot to the next, 0: it has none */
    int64_t offset, bytes;
    uint32_t number; /* of the memory that it is part of */
    bool scratch;    /* an op was given it for itself */
} fp_code_memory;

enum { FP_CODE_TURNS_MAX = 2 };
typedef struct {
    int64_t at, step; /* there a condition changes, or one step below or above */
} fp_code_turn;
typedef struct {
    fp_machine_leaf leaf;
    uint64_t key;      /* what leaves have in common that are one */
    fp_op op;          /* that asks for it; FP_NONE: an argument */
    uint8_t kind;      /* fp_leaf_kind */
    bool two_valued;   /* it is 0 or 1 */
    bool names_phase;  /* an argument by which waits name phases: a premise chooses it */
    bool divides;      /* something is divided by it */
    bool is_asked;     /* something depends on it */
    bool unanswered;   /* of data: a value was taken for it, or is, where the run does not know what memory holds */
    bool in_product;   /* it is multiplied with another one */
    uint32_t programs; /* of an id: how many there are; 0: not told */
    fp_code_turn turns[FP_CODE_TURNS_MAX];
    uint32_t turn_count;
    bool reached;        /* internal: machine_leaves.c */
    int64_t wanted_ring; /* internal: machine_leaves.c */
} fp_code_leaf;
/* Are loops up to there long ones? */
static inline bool fp_code_turn_is_far(const fp_code_leaf *leaf, const fp_code_turn *turn) {
    enum { TURN_UNITS_MAX = 256 };
    return turn->at > TURN_UNITS_MAX * leaf->leaf.unit;
}
typedef enum {
    FP_LEAF_ARGUMENT,
    FP_LEAF_PROGRAM,  /* id of a program */
    FP_LEAF_PROGRAMS, /* how many there are */
    FP_LEAF_RANK,     /* number of the workgroup in its cluster, where one is run for all */
    FP_LEAF_DATA,     /* read from memory */
    FP_LEAF_FLAG      /* a condition on data: asked again and again */
} fp_leaf_kind;

/* Is a value taken for it? None is for what the run itself has stored and reads again. */
static inline bool fp_code_leaf_is_taken(const fp_code_leaf *leaf) {
    return leaf->kind != FP_LEAF_DATA || leaf->unanswered;
}

typedef struct { /* code that can be left out when nothing inside is needed outside */
    uint32_t first, end;
    bool needed;
} fp_code_range;

typedef struct {
    FP_VEC(fp_code) code;
    FP_VEC(fp_code_event) events;
    FP_VEC(fp_code_view) views;
    FP_VEC(fp_code_opaque) opaques;
    FP_VEC(fp_code_fork) forks;
    FP_VEC(fp_code_memory) allocations;
    FP_VEC(fp_code_leaf) leaves;
    FP_VEC(uint64_t) places; /* keys of those in memory that opaque results are read from */
    fp_map place_map;        /* key -> place */
    FP_VEC(fp_code_range) ranges;
    FP_VEC(fp_code_act) acts;
    FP_VEC(fp_code_address) peers;
    FP_VEC(fp_code_tensor) tensors;
    FP_VEC(fp_code_touch) touches;
    FP_VEC(fp_code_meet) meets;
    FP_VEC(uint32_t) needs;
    FP_VEC(const int64_t *) by_thread;
    uint8_t phase_bit;         /* of objects that are words of memory, as the kernel's ops on them say; 0: none */
    bool in_shares;            /* streams share the workgroup's work out: its barriers are events */
    bool single;               /* it is text of single threads: acts, no events */
    bool reaches_peers;        /* .. and reaches other workgroups of its cluster, all of which are run */
    bool recalls;              /* something depends on numbers that memory holds */
    uint32_t threads;          /* of its workgroup */
    FP_VEC(uint32_t) meetings; /* barriers of the cluster: the partition whose threads meet at each; FP_NONE: all */
    uint32_t register_count, memory_count;
    uint32_t phase_count; /* leaves that name phases */
    bool *handed_in;      /* per memory: a parameter of the kernel */
    bool overflow;        /* FP_MACHINE_CODE_MAX was met */
} fp_program_code;

enum { FP_MEMORY_SHARED = 0, FP_MEMORY_TENSOR = 1, FP_MEMORY_OWN = 2 /* and above: an allocation without a place */ };

typedef enum {
    FP_ACT_STREAMS, /* an op acts once for all threads of its stream */
    FP_ACT_SHARES,  /* .. and the workgroup is several streams, of which each does its share (machine_shares.h) */
    FP_ACT_THREADS  /* each thread acts for itself */
} fp_code_acts;
/* `code->reaches_peers` is read: what meets other workgroups by no op that names them. */
void fp_code_compile(struct fp_arena *keep, fp_view_forms *forms, const struct fp_kernel *kernel,
                     const struct fp_program *program, fp_code_acts acts, uint32_t threads, fp_program_code *code);
/* Leaves out what no event and no branch needs. */
void fp_code_slice(fp_program_code *code);
/* The code that defines each register. */
typedef struct {
    uint32_t *first; /* per register; FP_NONE: none does */
    uint32_t *next;  /* per code: the next one that defines the same register */
} fp_code_defs;
fp_code_defs fp_code_index(struct fp_arena *keep, const fp_program_code *code);
/* The constant that a register always is. */
bool fp_code_constant_of(const fp_program_code *code, const fp_code_defs *defs, uint32_t reg, int64_t *constant);
/* The constant that a loop adds to the register in each iteration; 0: none. */
int64_t fp_code_step_of(const fp_program_code *code, const fp_code_defs *defs, uint32_t reg);
/* Units and rings of leaves. */
void fp_code_measure_leaves(const fp_view_forms *forms, fp_program_code *code);
/* Does the op have an attribute of this name that is not false, or the word, or the intrinsic that it calls in its
 * name?
 */
bool fp_code_says(const struct fp_ir *ir, fp_op op, const char *name);

#endif
