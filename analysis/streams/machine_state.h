/* machine_state.h - a machine while it runs: streams with their registers, objects, what was hidden. */
#ifndef FP_MACHINE_STATE_H
#define FP_MACHINE_STATE_H
#include "streams/machine_code.h"
#include "streams/machine_shares.h"

enum {
    FP_MACHINE_PENDING_MAX = 24,  /* events that one op gives at most: two halves for each workgroup of a cluster */
    FP_MACHINE_ACCESSES_MAX = 24, /* accesses of one event */
    FP_MACHINE_UNKNOWNS_MAX = 256,
    FP_MACHINE_MEMORY_BYTES = 1 << 30, /* of a memory whose size is not told: more than any has */
    FP_MACHINE_MEETINGS_MAX = 16       /* barriers of the cluster: one of each partition that has any */
};
#define FP_MACHINE_CLUSTER_MEMORY (UINT32_MAX - 1) /* of the barrier that a cluster has without memory */
#define FP_MACHINE_BARRIER_MEMORY (UINT32_MAX - 2) /* of barriers that have a number and no memory; by number */
enum { FP_OBJECT_BYTES = 8 /* of an mbarrier */ };
enum { FP_MACHINE_NAMED_MAX = 16 /* numbers of such barriers in a workgroup of several streams */ };
#define FP_MACHINE_NAMED_MEMORY (UINT32_MAX - 3) /* of barriers that a pointer names; by allocation */
#define FP_MACHINE_WARP_MEMORY (UINT32_MAX - 4)  /* of the meetings of each warp; by number of the warp */
/* Of ops that threads in a row do together: by how many they are, times the following, and their first thread. */
#define FP_MACHINE_GROUP_MEMORY (UINT32_MAX - 5)
#define FP_MACHINE_GROUP_THREADS 1024
enum {
    FP_BARRIER_OF_ALL = -1, /* numbers of barriers that all threads meet at */
    FP_BARRIER_OF_CLUSTER = -3,
    FP_BARRIER_OF_END = -9,      /* .. when they end, */
    FP_BARRIER_NUMBERS = 1 << 20 /* numbers of one workgroup; the cluster's barrier is the first one's */
};

/* A set of threads, by rising linear id. */
typedef struct {
    const uint16_t *threads;
    uint32_t count;
    uint32_t number; /* equal sets have equal numbers */
} fp_thread_set;

typedef struct {
    int64_t start;
    uint16_t thread;
} fp_piece;

typedef struct {
    uint32_t set; /* number of the threads */
    const fp_thread_places *places;
} fp_one_place;

/* What an op touches where all that its place depends on has certain values. Accesses with one footprint in the same
 * allocations touch the same bytes. */
typedef struct {
    fp_footprint footprint;
    fp_roots roots;
    bool assumed;   /* see fp_access */
    int64_t copied; /* see fp_machine_touch */
    uint32_t set, workgroup;
    fp_answer answers[FP_ASKED_MAX];
    uint32_t answer_count;
    const fp_thread_places *places; /* NULL: the bytes of each thread are not told */
    const fp_region *regions;
    uint32_t region_count;
    bool vague;     /* it is not known which bytes: regions are whole allocations, */
    bool boundless; /* .. of which one has no known end; */
    bool lost;      /* .. or it is not known which those are */
    bool further;   /* its bytes are the first ones only: nobody knows how many more */
    bool partial;   /* perhaps fewer bytes */
    bool shares;    /* two threads may touch one byte */
} fp_touched;

/* A number for each thread of a set, as it was computed: rounds of a loop and vectors ask for the same again. */
typedef struct {
    fp_number_op number;
    uint32_t set; /* number of the threads */
    fp_stream_value operands[3], result;
} fp_computed;

/* How often the body of a loop has run, in this run of the loop and in all of the one before. */
typedef struct {
    uint32_t now, before;
} fp_loop_count;

typedef struct {
    fp_stream_value *registers;
    uint32_t at; /* code that runs next */
    bool ended, exists;
    uint64_t steps; /* instructions so far, in all vectors */
    uint32_t workgroup, warps;
    uint32_t share;           /* of the workgroup's waves */
    uint32_t fork, partition; /* what it is called by; FP_NONE: it started with the kernel */
    fp_stream parent;
    uint32_t loops[FP_EVENT_LOOPS_MAX], loop_ids[FP_EVENT_LOOPS_MAX];
    fp_event pending[FP_MACHINE_PENDING_MAX], lost; /* lost: those that found no room */
    uint32_t pending_first, pending_count;
    fp_stream_access accesses[FP_MACHINE_ACCESSES_MAX];
    uint32_t access_count;
    uint32_t *asked;                  /* per place of memory that the program reads: how often it has */
    int64_t closed[FP_COUNTER_COUNT]; /* groups that have a token, by queue */
    uint32_t unwaited_shares;         /* bit per queue: some warps have not waited for their shares of its accesses */
    bool unmet_shares;                /* each warp has waited for such, and the warps have not met since */
    /* Text of single threads: */
    fp_thread_set set;
    bool is_over;              /* its threads go on in two other streams */
    fp_loop_count *iterations; /* per loop of the kernel */
    uint32_t joined;           /* object of the barrier that was joined last + 1; 0: none */
    uint32_t meetings;         /* how often its threads have arrived at the barrier of all */
    uint32_t cluster_meetings; /* .. at that of the cluster */
    uint64_t barriers;         /* the ops of the barriers that its threads have come to, as digits of one number */
    uint32_t barrier_count;    /* how many these are */
} fp_machine_stream;

/* The base of such a number; its digits are hashes. */
#define FP_MACHINE_BARRIERS_BASE UINT64_C(0x9E3779B97F4A7C15)

typedef struct {
    uint32_t memory;
    int64_t offset, bytes;
    bool made;          /* it was initialised before */
    bool counted;       /* an arrival has said how many take part */
    int64_t due;        /* bytes that are expected, and that no copy has been started for */
    bool parts;         /* several copies bring together what a phase expects */
    uint32_t copier;    /* act + 1 whose copy was taken to bring all of that; 0: none */
    uint32_t copied_by; /* .. number of the threads that started it */
} fp_machine_object;

/* Bytes that an op reaches which no row explains. */
typedef struct {
    fp_op op;
    fp_region region;
} fp_machine_doubt;

typedef struct {
    uint8_t ran, lost; /* has it run, and was it ever not told which memory it touches? */
    uint8_t by_all;    /* has it run in all threads at once? */
    uint8_t shares;    /* did two of the threads that did it at once ever touch one byte? */
    fp_thread_span by; /* all threads that have done it are among these */
} fp_act_trace;

/* A number that memory holds. */
typedef struct {
    uint32_t memory, bits;
    int64_t start;
    fp_stream_value value; /* UNKNOWN: something else may have been stored there since */
} fp_stored_number;

typedef struct {
    uint32_t memory;
    int64_t start;
} fp_word;

/* The thread that is elected at a place in the code. */
typedef struct {
    uint64_t place; /* the op, with the wave */
    uint32_t thread;
} fp_leader;

/* How a number of one bit has come out, in all vectors. */
enum { FP_SEEN_FALSE = 1, FP_SEEN_TRUE = 2 };
typedef struct {
    uint8_t seen;
    uint8_t runs;    /* vectors that were chosen for the other way, */
    uint8_t wanted;  /* .. which is this one */
    bool longer;     /* one more is chosen, for loops that go round their rings */
    bool strict;     /* one of the strict vectors came to it */
    bool only;       /* no value makes it come out the other way */
    uint32_t vector; /* in `earlier`: the last one of those, else the first that came to it */
    int64_t least;   /* numbers that are tried next are no less */
} fp_condition_trace;

/* Values with which a condition comes out the other way. */
typedef struct {
    uint32_t at;      /* its code */
    uint32_t leaf[2]; /* FP_NONE: there is only one */
    int64_t value[2];
    int64_t reached; /* the number that makes it so: of a leaf or of a counter */
    bool in_loop;    /* .. of a counter: the value is a length that lets it come so far */
    bool longer;     /* a smaller one was run */
} fp_unmet;

struct fp_machine {
    struct fp_arena *keep;
    const struct fp_kernel *kernel;
    fp_premise premise;
    fp_view_forms forms;
    fp_program_code code;
    uint32_t workgroups, lanes;
    fp_wave_shares shares; /* streams of one workgroup from the start on */
    FP_VEC(fp_machine_stream *) streams;
    FP_VEC(fp_machine_object) objects;
    fp_map object_map;
    FP_VEC(fp_machine_doubt) doubts;
    FP_VEC(fp_machine_unknown) unknowns;
    FP_VEC(fp_machine_slot) outside; /* slots that their arrays do not have, which values name by their place here */
    uint64_t events, steps;
    uint64_t events_before;       /* of earlier vectors */
    uint64_t steps_before;        /* of earlier vectors */
    struct fp_machine_mark *mark; /* machine_repeat.c; NULL: none was set since the start */
    bool exhausted;
    bool over;                       /* the run has come to its end: what is executed now is only looked at */
    int64_t *values;                 /* per leaf */
    FP_VEC(const int64_t *) earlier; /* values of the vectors that have been chosen so far */
    /* Text of single threads: */
    uint32_t thread_count;
    uint64_t numbers;                  /* of single threads, computed so far in all vectors */
    bool amd;                          /* waves run in lockstep, and barriers count them */
    FP_VEC(const int64_t *) by_thread; /* numbers of values that differ between threads */
    fp_map by_thread_map;
    FP_VEC(fp_computed) computed;
    fp_map computed_map;
    FP_VEC(fp_thread_set) sets;
    fp_map set_map;
    FP_VEC(fp_touched) touched;
    fp_map touched_map;
    FP_VEC(const fp_thread_places *) places; /* each list once */
    fp_map place_map;
    FP_VEC(fp_one_place) one_places; /* lists of which all threads begin at one byte */
    fp_map one_place_map;
    FP_VEC(fp_leader) leaders; /* in the present vector */
    fp_map leader_map;
    FP_VEC(fp_stored_number) stored; /* in the present vector */
    fp_map stored_map;
    FP_VEC(fp_word) words;   /* in all vectors: objects that are words of memory, met where no op had made them */
    FP_VEC(fp_piece) pieces; /* of the access that is looked at: room that is used again */
    fp_act_trace *traces;    /* per op of the kernel, of all vectors; NULL: no single threads */
    bool ragged;             /* threads of one warp have come to different barriers, in some vector */
    bool uneven;             /* some streams have met all others more often than some others, in some vector */
    bool uneven_cluster;     /* likewise at the barrier of the cluster */
    bool lands_late;         /* accesses are in flight until their thread waits for them */
    bool lands_unsure;       /* .. but some waits are for some accesses only */
    bool learned;            /* a copy that was taken to be the only one of its phase is not */
    bool has_objects;        /* threads arrive on objects in memory */
    bool tries_all;          /* vectors go on with all values of the leaves */
    bool tried_all;          /* all values of the leaves have been tried */
    bool cut_short;          /* some vectors were not tried, for they would have taken too long */
    bool values_cut;         /* likewise, or because there were too many */
    uint32_t far_count;      /* vectors with values around large constants so far */
    bool extra_ends;         /* the last one of those, or of the following, met a limit: no further one is tried */
    fp_condition_trace *conditions; /* per code */
    fp_unmet unmet;                 /* the last one that was chosen */
    uint32_t unmet_runs;
    bool unmet_cut;     /* .. it was not run to its end */
    uint64_t evaluated; /* instructions, in search of such values */
    uint32_t vector;    /* number of the present one + 1 */
    fp_leaf_class vector_class;
};

/* Is the present vector one of those that come last? */
static inline bool fp_machine_has_extra(const struct fp_machine *machine) {
    return machine->far_count > 0 || machine->unmet_runs > 0;
}
void fp_machine_hide(struct fp_machine *machine, fp_op op, fp_hidden_kind kind, uint32_t object);
/* The value of a slot that `source` does not have, and that an op uses one. */
fp_stream_value fp_machine_outside(struct fp_machine *machine, fp_stream_value source, int64_t number);
void fp_machine_hide_slot(struct fp_machine *machine, fp_op op, fp_stream_value value);
/* Text of single threads: does the object at `place` lie outside of the allocation that the op reaches it by? Says so.
 */
bool fp_machine_is_outside(struct fp_machine *machine, fp_op op, fp_roots of, const fp_region *place);
/* The op may do anything with objects in these bytes, those that are met later among them. */
void fp_machine_doubt_at(struct fp_machine *machine, fp_op op, const fp_region *region);
/* ---- Text of single threads (machine_threads.c, machine_touch.c, machine_act.c) ---- */

/* Registers as the stream's threads see them: a number that all of them share is an INTEGER. */
fp_stream_value fp_machine_see(const struct fp_machine *machine, const fp_machine_stream *stream, uint32_t reg);
fp_stream_value fp_machine_numbers(struct fp_machine *machine, const int64_t *numbers);
fp_stream_value fp_machine_compute(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code);
fp_stream_value fp_machine_elect(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code);
fp_thread_set fp_machine_set(struct fp_machine *machine, const uint16_t *threads, uint32_t count);
/* Threads whose number is `number` go on at `at`, the others at `others_at`: each of both as a new stream, and this one
 * is over. False: the number is that of all or of none, and nothing has changed. */
bool fp_machine_split(struct fp_machine *machine, fp_machine_stream *stream, fp_stream_value value, int64_t number,
                      uint32_t at, uint32_t others_at, const fp_code *code);
/* What an address of single threads has for the number of its workgroup. */
static inline int64_t fp_machine_rank_bits(const struct fp_machine *machine, uint32_t workgroup) {
    return machine->workgroups > 1 ? (int64_t)workgroup << FP_PLACES_RANK_SHIFT : 0;
}
/* The allocation and the offset that an address means, and in which workgroup. False: it is none. */
bool fp_machine_decode(const struct fp_machine *machine, int64_t address, fp_place_in_root *place, uint32_t *workgroup);
/* In which workgroup each thread touches memory; UNKNOWN: it is not known. */
fp_stream_value fp_machine_workgroups(struct fp_machine *machine, const fp_machine_stream *stream,
                                      const fp_code_touch *touch);
/* The address in each thread of the stream; `guesses`: also where it depends on what is only guessed. False: it is not
 * known. */
/* From such addresses to places in one memory; false: they lie in several. */
bool fp_machine_places(const struct fp_machine *machine, int64_t *starts, uint32_t count, uint32_t *memory);
bool fp_machine_address(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code_address *address,
                        bool guesses, int64_t *starts);
fp_stream_value fp_machine_peer(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code);
/* The same memory in another workgroup. */
static inline uint32_t fp_machine_memory_in(const struct fp_machine *machine, uint32_t memory, uint32_t workgroup) {
    return memory % machine->code.memory_count + workgroup * machine->code.memory_count;
}
/* The object of a barrier that has a number and no memory. */
uint32_t fp_machine_barrier_at(struct fp_machine *machine, const fp_machine_stream *stream, uint32_t memory,
                               int64_t number);
/* The bytes of an access; places of other threads than the stream's are left out. `copied`: how many each thread
 * touches where only the run can tell; 0: it cannot. */
const fp_touched *fp_machine_touch(struct fp_machine *machine, const fp_machine_stream *stream,
                                   const fp_code_touch *touch, int64_t copied);
/* The same of the bytes that an access may reach. */
void fp_machine_doubt_access(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code_touch *touch);
/* Numbers in memory: those that a write leaves there, or makes unknown (one in another `workgroup` than that of its
 * address, FP_NONE: in no other, always does); what a read gives, UNKNOWN: nobody knows. Which
 * of two comes last is that of the run: where nothing orders them the two race. */
void fp_machine_store(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code_touch *touch,
                      const fp_touched *touched, uint32_t workgroup);
fp_stream_value fp_machine_recall(struct fp_machine *machine, const fp_machine_stream *stream,
                                  const fp_code_touch *touch);
/* An object that no op has made is met there: a store to it, known from an earlier run or found in this one, makes it.
 */
void fp_machine_meet_word(struct fp_machine *machine, uint32_t memory, int64_t start);
bool fp_machine_is_word(const struct fp_machine *machine, uint32_t memory, int64_t start);
void fp_machine_forget_all(struct fp_machine *machine);
void fp_machine_act(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code);
static inline fp_stream_value fp_machine_register(const fp_machine_stream *stream, uint32_t reg) {
    return reg == FP_NONE ? (fp_stream_value){ 0 } : stream->registers[reg];
}
/* What the code makes of the stream's registers. */
fp_stream_value fp_machine_value(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code);
/* Remembers where the streams are; and how many periods from there to where they are now were passed over. */
void fp_machine_set_mark(struct fp_machine *machine);
uint32_t fp_machine_skip(struct fp_machine *machine);
fp_machine_stream *fp_machine_new_stream(struct fp_machine *machine); /* that does not exist yet */
/* The first of two streams in a row that do not exist in this vector; FP_NONE: there are too many. */
fp_stream fp_machine_free_pair(struct fp_machine *machine);
/* Runs the event op and leaves what it does in the stream's pending events. */
void fp_machine_event(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code);
fp_event *fp_machine_push(struct fp_machine *machine, fp_machine_stream *stream, fp_event_kind kind,
                          const fp_code *code);
/* The object that a view names, made when it is new; FP_NONE: too many. */
uint32_t fp_machine_object_at(struct fp_machine *machine, uint32_t memory, int64_t offset, int64_t bytes);
/* The next vector of leaf values into machine->values; false: there is none. */
bool fp_leaves_choose(struct fp_machine *machine);
/* The first value around a large constant, or for a condition's other way, that no vector has tried. False: there is
 * none. */
bool fp_leaves_untried(struct fp_machine *machine, uint32_t *leaf, int64_t *value);
/* Values with which a condition comes out as it has in no vector so far; and the same as the next vector. False: none
 * are known, or it is one too many. */
bool fp_unmet_find(struct fp_machine *machine, fp_unmet *found);
bool fp_unmet_choose(struct fp_machine *machine);
/* Is there a comparison that came out one way only, though some values may make it come out the other way? Loops,
 * turns and comparisons of two arguments aside. */
bool fp_unmet_is_left(const struct fp_machine *machine);
/* The code has made the value. */
void fp_unmet_note(struct fp_machine *machine, const fp_code *code, fp_stream_value value);
/* Whether a condition on data holds when it is asked for the n-th time. */
static inline bool fp_leaf_flag(int64_t value, uint32_t n) { return (n < (uint64_t)value >> 1) == (value & 1); }
#endif
