/* program.h - random small kernels for tests of the algebra. */
#ifndef PROGRAM_H
#define PROGRAM_H
#include "fake.h"

typedef struct {
    bool split, bare, fences, async_groups, async_ops, divergent, unknown_trips, conditions, tails, graphs, irreducible;
    bool others; /* what the algebra's own oracle does not execute: barriers of groups and waves, objects, marks, global
                    memory, atomics that pass flags */
    uint32_t items; /* of the outermost block, at most */
} program_options;
/* Options of programs with syncs of every kind that the algebra's own oracle executes. */
#define PROGRAM_SYNCS .split = true, .bare = true, .fences = true, .async_groups = true, .async_ops = true

enum { BRANCHES_MAX = 64 };
typedef struct {
    struct fp_arena *arena;
    struct fp_kernel *kernel;
    uint32_t arm_threads[BRANCHES_MAX]; /* of a branch that threads take differently: who takes arm 0; else 0 */
} program;

uint32_t random_below(uint64_t *state, uint32_t limit);
program *program_random(struct fp_arena *arena, uint64_t *random, const program_options *options);
struct fp_kernel *program_kernel(struct fp_arena *arena); /* an empty one: target, buffers, addresses */
void program_print(const program *program);
extern const fp_target program_target;
#endif
