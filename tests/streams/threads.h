/* threads.h - programs as text in which each thread acts for itself.
 *
 * A program of streams is first made one of *roles*: a stream stands for one thread, or for a whole role of some
 * warps. In a role an op is run by all threads, each for its own part of the bytes and with an arrival of its own, or
 * by an elected thread; the role's own barrier stands where the elected thread publishes what the others did, or they
 * rely on what it has waited for. Faults are put into that program. Then it is printed, and the schedules are those of
 * the program by threads: a role's elected thread is one stream, the others together another one.
 */
#ifndef THREADS_H
#define THREADS_H
#include "program.h"

enum {
    CELL_BYTES = 4,   /* of a wide program's memory: each thread of a role has a part of each cell */
    ROLE_MEMORY = 32, /* memory M of the others of a role is M + ROLE_MEMORY; the elected thread's stays M */
    LANDING = 8,      /* queue of ordinary accesses that land later, on chips where they do */
    ROLES_MAX = 4,    /* streams of a program of roles, the first one included */
    WARP = 32,
    END_STEP = STEPS_MAX - 1 /* `text` of what a workgroup of a cluster does behind its roles */
};

/* A random program of roles, whole or with faults. */
void roles_make(struct program *program, uint64_t seed);
/* .. of roles in two workgroups of a cluster. */
void roles_make_clusters(struct program *program, uint64_t seed);
/* Threads of its wide roles; 1: it has none. */
uint32_t roles_width(const struct program *program);
/* Does somebody wait for what its own last arrival was counted in? Such an object is a barrier of threads. */
bool roles_meet_at(const struct program *program, uint32_t object);
/* Arrivals that the object takes, as its init says; -1: it has none. */
int64_t roles_count_of(const struct program *program, uint32_t object);

/* The program by threads. Step I of role R is step `text` I of the streams with `role` R. `lockstep`: threads that do
 * everything together; `late`: ordinary accesses land later. */
typedef struct {
    struct program program;
    uint32_t role[STREAMS_MAX];
} threads_program;
void threads_make(threads_program *threads, const struct program *roles, uint32_t lockstep, bool late);

/* ---- Text ---- */
typedef enum { TEXT_GPU, TEXT_NVVM, TEXT_AMD, TEXTS } fp_text_kind;
enum { TEXT_LINES_MAX = 4096, TEXT_BYTES_MAX = 1 << 17, TEXT_DEPTH_MAX = 8, CARRIED_MAX = 8 };
/* Numbers that a loop carries from one iteration to the next. */
typedef struct {
    uint32_t count, value[CARRIED_MAX];
} fp_carried;
/* A condition, a switch or a loop that is being printed. */
typedef struct {
    uint32_t name, counter, end, by, results;
    bool otherwise, at_end; /* a loop that asks at its end whether it goes on */
    fp_carried carried;
} fp_text_open;
/* The step that a line comes from; in a loop those of later iterations follow, `stride` apart. */
typedef struct {
    uint16_t first; /* role * STEPS_MAX + step + 1; 0: none */
    uint8_t stride, count;
} fp_text_origin;
/* A loop of the role whose trip count is the kernel's argument. */
typedef struct {
    fp_stream role;
    uint32_t from, length, count; /* steps of an iteration, iterations in the program that was printed */
    bool at_end;                  /* it runs at least once */
} fp_asked_loop;
/* A step of such a loop that is left out where the argument leaves `rest` when it is divided by `by`. */
typedef struct {
    fp_stream role;
    uint32_t step, by, rest; /* by 0: there is none */
} fp_left_out;
typedef struct {
    char data[TEXT_BYTES_MAX];
    uint32_t len, lines;
    fp_text_origin origin[TEXT_LINES_MAX]; /* of each line, from 0 */
    fp_text_origin at;                     /* of what is being printed */
    bool fails;                            /* the text has no op for it, or it is too long */
    uint32_t names;                        /* values named so far */
    uint64_t style;                        /* of the ways to write the same */
    struct {
        bool llvm, index, blocks; /* llvm's own words; numbers of type index; branches between blocks, not scf */
        uint8_t spelling;         /* the printer's own */
    } words;
    fp_text_open open[TEXT_DEPTH_MAX];
    uint32_t open_count;
    uint32_t wave;               /* threads of a wave */
    bool elects, split_barriers; /* what the chip has */
    const char *chip;
    uint32_t named_space;   /* of pointers to named barriers: 3 where the signals tell how many waves meet */
    bool asks;              /* may loops take their trip count from the kernel's argument? */
    fp_asked_loop asked[8]; /* those that do: all have the same one */
    uint32_t asked_count;
    fp_left_out left_out;
    uint32_t of_all; /* the object that is the workgroup's barrier: threads that end leave it; FP_NONE: none */
    uint32_t thread; /* value: the thread's number */
    uint32_t rank;   /* .. of the workgroup's in a cluster */
    uint32_t in[STREAMS_MAX], elected[STREAMS_MAX],
        lane[STREAMS_MAX]; /* of roles: conditions; the thread's number in it */
} fp_text;
void text_print(fp_text *text, const struct program *roles, fp_text_kind kind);

/* The steps of the program that was printed which those of another one come from. */
typedef struct {
    uint16_t step[STREAMS_MAX][STEPS_MAX];
} fp_step_origins;
/* What the text says for another value of the kernel's argument. False: it does not fit. */
bool text_vary(const fp_text *text, const struct program *roles, uint32_t count, struct program *varied,
               fp_step_origins *origins);
#endif
