/* program.h - random small kernels for the execution oracle: made, printed as MLIR, and executed, without any code of
 * the analysis.
 *
 * A program is a tree of nodes in one array; node 0 is the kernel's body. Each node that prints as an op remembers
 * its line, so that findings can be matched. What a synchronisation op means stands in its row (`sync_row`, one list
 * per family in rows.c): the generator picks rows, the printer prints their text, and an execution does what they
 * say. Uniform choices (i1 arguments, trip counts that are arguments, values of a global array) are the program's
 * inputs; an execution is fixed by their values.
 */
#ifndef ORACLE_PROGRAM_H
#define ORACLE_PROGRAM_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    NODES_MAX = 96,
    CHILDREN_MAX = 12,
    BUFFERS_MAX = 3,
    FLAGS_MAX = 2,
    COUNTS_MAX = 2,
    TRIPS_MAX = 4,
    BUFFER_ELEMENTS = 512,
    THREADS_MAX = 128,
    WAVES_MAX = 4,
    ROWS_MAX = 16,
    BARRIERS_MAX = 4 /* of the workgroup, of groups */,
    OBJECTS_MAX = 4,
    CHOICES_MAX = 7 /* of one path through a graph */,
    ARCS_MAX = 6
};

typedef enum {
    FAMILY_MONOLITHIC,
    FAMILY_ONE_WAVE,
    FAMILY_SPLIT,
    FAMILY_GROUP_COPIES,
    FAMILY_COUNTED_COPIES,
    FAMILY_BARE /* barriers without fences */,
    FAMILY_BLOCKS /* branches between blocks in place of regions */,
    FAMILY_DIVERGENT /* barriers that only some
threads reach */
    ,
    FAMILY_CARRIED /* signals and waits anywhere */,
    FAMILY_GROUPS /* NVIDIA's numbered barriers of a part of the threads */,
    FAMILY_NAMED /* AMD's named barriers */,
    FAMILY_CLUSTER,
    FAMILY_FENCES /* spaces and tags, with global memory */,
    FAMILY_LDS_DMA,
    FAMILY_OBJECTS /* mbarriers */,
    FAMILY_CALLS,
    FAMILY_GRAPHS,
    FAMILY_PHASES /* waves that take different ways meet at barriers */,
    FAMILY_STAGGERED /* some waves are one barrier
behind */
    ,
    FAMILY_TURNING /* buffers that a loop turns */,
    FAMILY_PACKED /* bit fields of s_waitcnt */,
    FAMILY_DEEP /* more copies in flight than a
counter holds */
    ,
    FAMILY_SLOTS /* a ring of mbarriers, waited for by parity */,
    FAMILY_GENERIC /* functions whose parameters name no space */,
    FAMILY_FORALL /* iterations of loops that are mapped to threads, waves and lanes */,
    FAMILY_LATCHES /* loops of blocks that jump back from several places, and out by their iteration */,
    FAMILY_WHILE /* counters that double or halve, accesses in front of the test */,
    FAMILY_NESTS /* buffers that three loops turn, one inside the other */,
    FAMILY_ASSEMBLY /* addresses that are integers, in assembly */,
    FAMILY_WRITES /* stores, copies and atomics that meet each other */,
    FAMILY_AROUND /* much between a signal and its wait */,
    FAMILY_STRIDED /* loops that start at the thread's id */,
    FAMILY_ROUNDS /* barriers that loops leave out in some iterations */,
    FAMILY_ROUND_COPIES /* the same beside asynchronous copies */,
    FAMILY_ROUND_HALVES /* the same with halves of barriers */,
    FAMILY_COUNT
} family_kind;
extern const char *const family_names[FAMILY_COUNT];
static inline bool leaves_out_rounds(family_kind family) {
    return family == FAMILY_ROUNDS || family == FAMILY_ROUND_COPIES || family == FAMILY_ROUND_HALVES;
}

typedef struct {
    const char *name;
    bool amd;                                /* lanes of a wave run in step */
    bool barrier_lands;                      /* the barrier's instruction waits for what was issued, copies too */
    bool fence_lands_dma, fence_lands_marks; /* a release fence waits for plain LDS-DMA, for marked copies */
    bool stores_share;                       /* stores count with loads */
    int wave;
    int generation; /* of AMD's: 9, 10, 11: where s_waitcnt has its fields */
    int capacity;   /* ops that its counter of loads can hold; 0: not known */
} chip;

/* What a copy is waited for by; what traffic counts on. */
typedef enum {
    COUNTER_NONE,
    COUNTER_GROUP /* committed */,
    COUNTER_ASYNC,
    COUNTER_LOAD /* plain LDS-DMA, with loads of global memory */,
    COUNTER_MARK,
    COUNTER_OBJECT
} counter_kind;
enum { LOCAL = 1, GLOBAL = 2 };                                    /* spaces */
typedef enum { TAG_NONE, TAG_ONE, TAG_OTHER, TAG_COUNT } tag_kind; /* tags of one prefix */

typedef struct {
    const char *text; /* as printed; %d: the count or the slot */
    uint8_t chips;    /* bit i: chip i of the family has it; 0: all */
    uint8_t weight;
    uint8_t releases; /* spaces whose accesses its fence lands */
    uint8_t lands;    /* spaces whose accesses it waits for, whatever their tags */
    bool barrier;     /* executes the barrier instruction: see chip.barrier_lands */
    bool arrives, waits;
    int8_t on;    /* barrier: 0 the workgroup's, 1.. groups; a wave: -1 */
    bool cluster; /* what other workgroups need it for is not seen, so that it is never redundant */
    counter_kind commits, waits_for;
    counter_kind waits_too; /* second counter, with the same count */
    tag_kind tag;
    bool group_only; /* stands where its group's threads are alone */
    uint8_t fields;  /* of s_waitcnt that are not full (FIELD_*); the text's count is made of them */
} sync_row;
enum {
    FIELD_LOADS = 1 /* the node's count */,
    FIELD_LDS = 2 /* zero */,
    FIELD_LDS_ONE = 4 /* one: nothing has landed for sure */
};

typedef struct {
    chip chips[8];
    int chip_count;
    const sync_row *rows;
    int row_count;
    counter_kind copies;
} family_facts;
family_facts facts_of(family_kind family);

typedef enum {
    NODE_BLOCK,
    NODE_ACCESS,
    NODE_SYNC,
    NODE_COPY,
    NODE_TRAFFIC /* a global load or store, which counts */,
    NODE_FOR,
    NODE_IF,
    NODE_BREAK /* out of `loop` when the condition holds */,
    NODE_CONTINUE /* back to the head of `loop` when the condition holds, `factor` iterations on */,
    NODE_RETURN /* when the condition holds */,
    NODE_CALL,
    NODE_GRAPH
} node_kind;
typedef enum { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC } access_kind;
typedef enum {
    AT_CONSTANT,
    AT_THREAD,
    AT_THREAD_PLUS,
    AT_MIRROR,
    AT_SLOT,
    AT_SLOT_MIRROR,
    AT_VECTOR,
    AT_OPAQUE,
    AT_WHOLE,
    AT_RING,
    AT_RING_MIRROR, /* slot (iteration + constant) mod turns; in no loop: slot `constant` */
    AT_COUNTER,
    AT_COUNTER_MIRROR /* thread, mirror + counter of `loop` * factor */,
    AT_COUNTER_XOR /* thread ^ counter */,
    AT_STRIDE,
    AT_STRIDE_MIRROR /* what the iteration of a loop from the thread's id is about; from the end */
} address_form;
typedef enum {
    IF_FLAG,
    IF_BELOW,
    IF_ODD,
    IF_FIRST,
    IF_MORE /* iteration + constant < trips of `loop` */,
    IF_ENOUGH /* constant < trips of `loop`, outside of it */,
    IF_TURN /* counter of `loop` mod 2 == constant */,
    IF_UNDER /* thread < counter of `loop` */,
    IF_ROUND /* iteration of `loop` == constant */
} condition_form;
typedef enum {
    TURN_BY_INDEX,
    TURN_OFFSETS,
    TURN_BUFFERS
} turning; /* how a loop tells slots: from its iteration; by values that it carries */
/* How an access of a shared global is written: by a pointer, one made of an integer; in assembly that is handed an
 * integer, a pointer, or a generic pointer that it turns into a shared address itself. */
typedef enum { BY_POINTER, BY_CAST, ASSEMBLY_BY_INTEGER, ASSEMBLY_BY_POINTER, ASSEMBLY_WITHIN } spelling;
typedef enum { STEP_ONE, STEP_DOUBLE, STEP_DOUBLE_PLUS, STEP_TRIPLE, STEP_HALVE } counter_step;
/* `while counter < bound` (of one that is halved: > bound), from `first` or the counter of an outer loop; `next`: the
 * test is of the next value, behind all work. */
typedef struct {
    bool is_while, next;
    counter_step step;
    int first, from, bound;
} counting;
typedef struct {
    int from, to, other;
} graph_arcs; /* of block `from`: where to when the choice is 0 and 1; equal: one way; -1: out */

typedef struct {
    node_kind kind;
    int children[CHILDREN_MAX], child_count; /* of BLOCK: in order; FOR: one block; IF: then and else blocks; CALL: the
                                                callee's body; GRAPH: blocks */
    int line;                                /* 1-based; 0: prints no op of its own */
    bool removed;                            /* shrunk away */
    bool keeps_shape;                        /* never alone: what stands around it would be another kind of thing */
    access_kind access;
    bool global; /* ACCESS: of global memory */
    tag_kind tag;
    int buffer, constant;
    address_form form;
    int loop; /* the FOR node whose iteration it uses; FOR, others: none */
    int turns;
    turning
        how; /* slots of a ring: of a FOR that turns them, of AT_RING, of ops on a ring's objects; 0: none. how: FOR */
    condition_form condition;
    int flag, bound; /* IF_FLAG: which argument; IF_BELOW: tid < bound */
    bool or_flag;    /* the condition, or else the argument `flag` */
    bool negated;
    bool divergent;   /* stands where only some threads may come */
    sync_row row;     /* SYNC */
    int count;        /* FOR: which trip argument, or -1; SYNC: groups or ops that may stay in flight */
    int object;       /* COPY, SYNC on an object: which */
    int phase;        /* SYNC that waits for one: number of the phase, from 1; 0: nobody knows its parity */
    int trips;        /* FOR with count -1 */
    counting counter; /* FOR: a second child stands in front of its test */
    int stride, rows; /* FOR: threads start at their id and go on by so much up to `bound`; in rows of so many */
    int inherits;     /* FOR that turns: the loop whose slots it starts with, and hands back turned; -1 */
    int factor;       /* AT_COUNTER; CONTINUE */
    bool behind;      /* AT_COUNTER: the loop is over */
    int spelling;     /* ACCESS in assembly: one of `spelling` */
    graph_arcs arcs[ARCS_MAX]; /* GRAPH: of each block */
} node;

typedef struct {
    family_kind family;
    chip on;
    int threads, variant; /* variant: number of `on` among the family's chips */
    bool in_blocks;       /* loops and conditions are printed as blocks and branches */
    node nodes[NODES_MAX];
    int node_count;
    int buffers, flags, counts, objects;
} program;

/* The loop in the body of `loop` that hands back the slots that it turned; -1: none. */
int loop_that_hands_back(const program *p, int loop);
void program_make(program *p, family_kind family, uint64_t seed);
void program_print(program *p, FILE *out); /* also sets the lines */

/* One value of the inputs. */
typedef struct {
    bool flags[FLAGS_MAX];
    int counts[COUNTS_MAX];
    uint32_t choices;
} inputs;

/* What one execution shows: pairs of lines whose accesses some two threads run unordered, earlier one first. */
typedef struct {
    int earlier, later;
    bool concurrent;
    bool one_wave; /* all threads that run them unordered are of one wave, and no thread meets itself */
} line_pair;
enum { PAIRS_MAX = 4096 };
/* What a barrier is worth to which some threads never come: */
typedef enum {
    MISSED_SHIFTS,  /* who comes to it meets the others at their next one, if they come to one */
    MISSED_ON_CHIP, /* likewise; a wave at the kernel's end counts as arrived at all others, and what one AMD wave does
                       happens in order */
    MISSED_IS_NONE  /* nothing: all meet at the others as if it were not there */
} reading;
typedef struct {
    line_pair pairs[PAIRS_MAX];
    int count;
    bool overflow;
    bool global;    /* set by who asks: pairs of global memory, too */
    reading missed; /* likewise */
    bool lanes;     /* likewise: lanes of one AMD wave are told apart in all families */
} pair_set;
void pairs_add(pair_set *set, line_pair pair);
bool pairs_have(const pair_set *set, int earlier, int later, bool either_direction);

/* Runs every execution and collects the racing pairs. `hash`: of all unordered dynamic pairs (inputs, occurrences),
 * so that two variants of a program can be compared: `ignored[line]` marks sync ops that are taken out. `count`
 * counts those pairs. */
typedef struct {
    uint64_t hash, count;
} dynamic_pairs;
dynamic_pairs program_execute(const program *p, const bool *ignored, pair_set *races);
/* Does some execution reach the node? */
bool program_reaches(const program *p, const node *n);
/* Lines of signals and waits that belong together, because a wait of one comes next behind a signal of the other in
 * some execution: `leader[line]`. */
void program_halves(const program *p, int *leader, int lines);

/* mutant.c: one small change to a sync, or to the chip; false: nothing to change there. Lines are those of the last
 * printing. */
bool program_mutate(program *p, uint64_t seed, const char **what);

/* touch.c: which elements threads touch. */
enum { SLOT_ELEMENTS = 128, ROUND = 6 /* after so many iterations all rings stand as before */ };
typedef struct {
    const node *n;
    int iteration;
    uint64_t threads[2];
} toucher;
typedef struct {
    uint8_t across[WAVES_MAX];
    uint8_t same_wave, same_thread;
} touches; /* bits of waves of the second: by wave of the first; of waves */
void touches_forget(void);
touches touches_find(const program *p, const toucher *a, const toucher *b);
#endif
