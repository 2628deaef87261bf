/* program.h - random small kernels for the execution oracle: made, printed as MLIR, and executed, without any code of the analysis.
 *
 * A program is a tree of nodes in one array; node 0 is the kernel's body. Each node that prints as an op remembers its line, so that findings can be matched.
 * Uniform choices (i1 arguments, trip counts that are arguments) are the program's inputs; an execution is fixed by their values.
 */
#ifndef ORACLE_PROGRAM_H
#define ORACLE_PROGRAM_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { NODES_MAX = 96, CHILDREN_MAX = 12, BUFFERS_MAX = 3, FLAGS_MAX = 2, COUNTS_MAX = 2, TRIPS_MAX = 4, BUFFER_ELEMENTS = 512, THREADS_MAX = 128 };

typedef enum { NODE_BLOCK, NODE_ACCESS, NODE_BARRIER, NODE_BARE_BARRIER, NODE_SIGNAL, NODE_WAIT, NODE_DS_WAIT, NODE_COPY, NODE_COMMIT, NODE_COPY_WAIT,
               NODE_FOR, NODE_IF, NODE_BREAK /* out of `loop` when the flag holds */, NODE_RETURN /* when the condition holds */ } node_kind;
typedef enum { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC } access_kind;
typedef enum { AT_CONSTANT, AT_THREAD, AT_THREAD_PLUS, AT_MIRROR, AT_SLOT, AT_SLOT_MIRROR, AT_VECTOR, AT_OPAQUE } address_form;
typedef enum { IF_FLAG, IF_BELOW, IF_ODD, IF_FIRST } condition_form;

typedef struct {
    node_kind kind;
    int children[CHILDREN_MAX], child_count;    /* of BLOCK: in order; FOR: one block; IF: then and else blocks */
    int line;                                   /* 1-based; 0: prints no op of its own */
    bool removed;                               /* shrunk away */
    access_kind access;
    int buffer, constant;
    address_form form;
    int loop;                                   /* AT_SLOT: the FOR node whose iteration it uses; FOR: none */
    condition_form condition;
    int flag, bound;                            /* IF_FLAG: which argument; IF_BELOW: tid < bound */
    bool negated;
    bool divergent;                             /* stands where only some threads may come */
    int count;                                  /* FOR: which trip argument, or -1; COPY_WAIT: groups or ops that may stay in flight */
    int trips;                                  /* FOR with count -1 */
} node;

typedef enum { FAMILY_MONOLITHIC, FAMILY_ONE_WAVE, FAMILY_SPLIT, FAMILY_GROUP_COPIES, FAMILY_COUNTED_COPIES,
               FAMILY_BARE /* barriers without fences */, FAMILY_BLOCKS /* branches between blocks in place of regions */, FAMILY_DIVERGENT /* barriers that only some
               threads reach */, FAMILY_COUNT } family_kind;
extern const char *const family_names[FAMILY_COUNT];

typedef struct {
    family_kind family;
    const char *target;
    bool amd, bare_waits;                       /* of the target: waves run in step; a bare barrier waits for what was issued */
    int threads, wave;
    node nodes[NODES_MAX];
    int node_count;
    int buffers, flags, counts;
} program;

void program_make(program *p, family_kind family, uint64_t seed);
void program_print(program *p, FILE *out);      /* also sets the lines */

/* One value of the inputs. */
typedef struct { bool flags[FLAGS_MAX]; int counts[COUNTS_MAX]; } inputs;

/* What one execution shows: pairs of lines whose accesses some two threads run unordered, earlier one first. */
typedef struct { int earlier, later; bool concurrent; } line_pair;
enum { PAIRS_MAX = 4096 };
typedef struct { line_pair pairs[PAIRS_MAX]; int count; bool overflow; } pair_set;
void pairs_add(pair_set *set, line_pair pair);
bool pairs_have(const pair_set *set, int earlier, int later, bool either_direction);

/* Runs every execution and collects the racing pairs. `dynamic_hash`: a hash of all unordered dynamic pairs (inputs, occurrences), so that two variants of a
 * program can be compared: `ignored[line]` marks sync ops that are taken out. `dynamic_count` counts those pairs. */
typedef struct { uint64_t hash, count; } dynamic_pairs;
dynamic_pairs program_execute(const program *p, const bool *ignored, pair_set *races);
/* Does some execution reach the node? */
bool program_reaches(const program *p, const node *n);
#endif
