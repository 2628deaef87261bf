/* maker.h - what the parts of make.h share: a kernel in the making, its values, and the names of what can be seen. */
#ifndef EDITS_MAKER_H
#define EDITS_MAKER_H
#include "written.h"
#include <stdbool.h>
#include <stdint.h>

enum { VALUES_MAX = 400 };

typedef enum {
    IS_INDEX,
    IS_DATA,
    IS_VECTOR,
    IS_CONDITION,
    IS_WORD,
    IS_TILE /* workgroup memory of 64 x f32 */,
    IS_PART /* a subview of one */,
    IS_INDICES /* of 64 x index */,
    IS_BYTES,
    IS_POINTER,
    IS_LANES /* indices of four lanes */
} value_kind;

#define SHARED_SPACE "#gpu.address_space<workgroup>"
#define SHARED_TILE "memref<64xf32, " SHARED_SPACE ">"
extern const char *const types[]; /* by value_kind */

typedef struct {
    value_kind kind;
    const char *name;
    int number;
} value; /* a name, or %vNUMBER */

/* What a kernel may hold: each has some, so that there are kernels of which only one thing is hard. */
enum {
    ESCAPES = 1,
    WRITES_GLOBAL = 2,
    LOADS_INDICES = 4,
    GIVES_MEMORY = 8,
    ODD_BARRIERS = 16,
    UNKNOWN_IDS = 32,
    DATA_DECIDES = 64,
    ALL_FEATURES = 127,
    COPIES = 128, /* asynchronous, with commits and waits: of one chip's kind */
    RUNS = 256
}; /* barriers that order by the fences and waits next to them, some in halves */

/* How chips copy: `copy` is given the source's index, the destination and its index, `wait` a count. `commit` NULL:
 * copies are counted one by one. */
typedef struct {
    const char *target, *copy, *commit, *wait;
    bool gives_token;
} copy_form;
/* How a kernel writes a barrier that takes several ops. NULL: nothing there. */
typedef struct {
    const char *target, *before, *barrier, *behind;
} run_form;
typedef struct {
    uint64_t seed;
    uint32_t features;
    const run_form *runs;
    const copy_form *copies;
    writer out;
    value values[VALUES_MAX]; /* that can be seen from here */
    int count, next, depth;
    bool odd;  /* may hold what does not parse or is not defined */
    bool tame; /* every thread stores to a cell of its own: nothing races but for want of a barrier */
} maker;

#define put(m, ...) write_words(&(m)->out, __VA_ARGS__)
uint32_t below(maker *m, uint32_t bound);
bool chance(maker *m, uint32_t percent);
bool has(const maker *m, uint32_t feature);
void indent(maker *m);

typedef struct {
    char text[16];
} name;
name name_of(value v);
void add(maker *m, value_kind kind, const char *known, int number);
/* Begins the line that defines a value; nested text may see it only when `define` is told so behind it. */
int begin_definition(maker *m);
void define(maker *m, value_kind kind, int number);
/* One of the last ones, or any: a value may come from far above. False: there is none. */
bool find(maker *m, value_kind kind, value *found);
name any(maker *m, value_kind kind);
value_kind any_memory(maker *m, name *memory);
/* An index for accesses: mostly the thread's own place or another thread's. */
name any_place(maker *m);

/* make_syncs.c */
/* Chooses how the kernel copies and how it writes its barriers. */
void choose_forms(maker *m);
void make_run(maker *m);
void make_barrier(maker *m);
void put_lines(maker *m, const char *lines);
void put_copy(maker *m, const char *memory, const char *place);
void put_commit(maker *m);
void put_wait(maker *m, uint32_t count);
/* Any of the three, in no order. */
void make_copying(maker *m);
#endif
