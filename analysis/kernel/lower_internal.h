/* lower_internal.h - what the files of lowering share: the state of one kernel being built, and who lowers what.
 *
 *   lower.c         which kernels a unit holds; blocks, and the op at hand
 *   lower_flow.c    structured control flow: loops, conditions, partitions
 *   lower_graph.c   blocks that branch to each other
 *   lower_trips.c   trip counts and induction variables
 *   lower_access.c  accesses of memory
 *   lower_sync.c    barriers, fences, waits
 *   lower_mbarrier_rings.c   slots of arrays of completion objects
 *   lower_mbarrier_phases.c  .. and their phases
 *   launch.c        target and block size
 *
 * Items are pushed into the list they belong to; what an item's index refers to is filled in before anything nested
 * is lowered, so that numbers follow the text.
 */
#ifndef FP_LOWER_INTERNAL_H
#define FP_LOWER_INTERNAL_H
#include "base/hash.h"
#include "kernel/launch.h"
#include "kernel/lower.h"
#include "read/cfg.h"

enum {
    FP_LOWER_DEPTH_MAX = 512
}; /* lists of items inside one another, over all kinds of nesting; bounds the recursion of everything that walks them
    */

typedef struct {
    struct fp_arena *keep, *scratch;
    const struct fp_ir *ir;
    struct fp_kernel *kernel;
    uint32_t section, module;
    fp_loop_id loop; /* innermost loop around, FP_NONE */
    uint32_t depth;
    bool counted[FP_COUNTER_COUNT]; /* counters that complete some asynchronous access of the kernel */
} fp_lowering;

void fp_lower_block(fp_lowering *l, fp_block block, fp_items *items);
void fp_lower_region(fp_lowering *l, fp_op op, uint32_t region, fp_items *items); /* one block or a graph of them */
void fp_lower_graph(fp_lowering *l, fp_block entry, bool joins, fp_items *items);
void fp_lower_structured(fp_lowering *l, fp_op op, fp_items *items); /* ops with regions that the table knows */
void fp_lower_unknown_regions(fp_lowering *l, fp_op op, fp_items *items);
bool fp_lower_is_plain(const fp_lowering *l, fp_items items); /* few accesses, syncs and calls only: may stand twice */

/* Accesses of `op` as `info` describes them: its own row, or that of the instruction or intrinsic it contains. */
typedef struct {
    fp_op op;
    const fp_op_info *info;
    const fp_instruction *instruction;
} fp_lowered_op;
void fp_lower_row(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items); /* whatever its row says */
uint32_t fp_lower_class(struct fp_arena *keep, struct fp_kernel *kernel,
                        fp_class wanted); /* its number in the kernel, made if need be */
void fp_lower_initial_write(fp_lowering *l, fp_op op, fp_items *items);
void fp_lower_accesses(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items);
void fp_lower_object(fp_lowering *l, const fp_lowered_op *lowered,
                     fp_items *items); /* the memory of a completion object that it uses, if any */
void fp_lower_join(fp_lowering *l, fp_op op, fp_items *items);
void fp_lower_meeting(fp_lowering *l, const fp_lowered_op *lowered,
                      fp_items *items); /* the barrier inside of it, if any */
void fp_lower_unknown_op(fp_lowering *l, fp_op op, fp_items *items);
void fp_lower_scratch(fp_lowering *l, fp_op op, fp_items *items);
void fp_lower_sync(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items);
void fp_lower_rings(struct fp_arena *keep, struct fp_arena *scratch,
                    struct fp_kernel *kernel); /* slots of arrays of completion objects */
void fp_lower_phases(
    struct fp_arena *scratch,
    struct fp_kernel *kernel); /* waits on completion objects that name another phase than that of their copies */
void fp_lower_unite_named(struct fp_kernel *kernel); /* named barriers given by pointer and by number in one kernel:
                                                        which is which is not known */
void fp_lower_by_text(fp_lowering *l, fp_op op, fp_items *items);
void fp_lower_call(fp_lowering *l, fp_op op, fp_items *items);
void fp_lower_landing(fp_lowering *l, const fp_lowered_op *lowered,
                      fp_items *items); /* what a pinned schedule tells about reads */
void fp_lower_count_up(fp_lowering *l, fp_op op, fp_counter counter, bool maybe, fp_items *items);

fp_sync *fp_lower_push_sync(fp_lowering *l, const fp_lowered_op *lowered, fp_sync_kind kind, fp_items *items);
void fp_lower_push_item(fp_lowering *l, fp_items *items, fp_item_kind kind, uint32_t index);
fp_value fp_lower_operand(const fp_lowering *l, const fp_lowered_op *lowered,
                          fp_operand position); /* FP_NONE: not there */
fp_str fp_lower_string(const struct fp_ir *ir, fp_op op, fp_str attribute,
                       uint32_t k); /* attribute, or the k-th string of the custom form; without quotes */
fp_span fp_lower_span(const struct fp_ir *ir, fp_op op); /* where findings point: the op's name and operands */

typedef enum { FP_QUANTITY_ABSENT, FP_QUANTITY_KNOWN, FP_QUANTITY_UNKNOWN } fp_quantity_state;
fp_quantity_state fp_lower_quantity(const fp_lowering *l, const fp_lowered_op *lowered, const fp_quantity *quantity,
                                    int64_t *value);

/* How often a loop's body runs, from its counter: first value, step and the test that keeps it going. -1: not known. */
typedef enum {
    FP_TEST_EQ,
    FP_TEST_NE,
    FP_TEST_SLT,
    FP_TEST_SLE,
    FP_TEST_SGT,
    FP_TEST_SGE,
    FP_TEST_ULT,
    FP_TEST_ULE,
    FP_TEST_UGT,
    FP_TEST_UGE,
    FP_TEST_NONE
} fp_test;
int64_t fp_trips(fp_test test, int64_t first, int64_t step, int64_t bound);
int64_t fp_trips_between(int64_t lower, int64_t upper, int64_t step); /* for i = lower; i < upper; i += step */

/* A loop that is not an op of its own: values carried by its header, and how it ends. */
typedef struct {
    fp_block header;
    uint32_t carried;             /* arguments of the header */
    const fp_use *inits, *yields; /* NULL: several edges enter or repeat */
    fp_value condition;           /* that decides whether it goes on, FP_NONE: not one value */
    bool stays_if;                /* on this value of the condition */
    fp_block forwarded;           /* scf.while: arguments of this block are `forwards`; FP_NONE */
    const fp_use *forwards;
    bool tested_after; /* the test comes at the end of the body */
} fp_counted_loop;
/* Does region `region` of `op` hold anything that becomes an item? Errs towards yes. */
bool fp_lower_has_effects(const struct fp_ir *ir, fp_op op, uint32_t region);
bool fp_lower_is_effect(const fp_op_info *info); /* of one op; NULL: true */
/* A wait that only asks (`nonblocking`) and is asked again until it says that it is over, by a loop that does nothing
 * else: behind the loop it has waited. */
bool fp_lower_is_poll(const fp_lowering *l, fp_op wait);
bool fp_lower_block_has_effects(const struct fp_ir *ir, fp_block block);
/* The header of a loop runs once more than its body. Where accesses stand in it, the evaluator must not take the
 * body's count for theirs. */
void fp_lower_hide_count(fp_loop_info *info);
void fp_lower_runs(fp_lowering *l,
                   uint32_t number); /* conditions on how often a loop runs, once the evaluator knows it */
/* Fills in iv, bounds, step and trips of `info`. */
void fp_lower_count(const fp_lowering *l, const fp_counted_loop *loop, fp_loop_info *info);
#endif
