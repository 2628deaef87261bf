/* lower_items.h - the bottom of lowering: the kernel being built, how items get into it, and what an op's row says
 * about the op at hand.
 *
 * The files of lowering call downwards only:
 *
 *   lower.c                  the kernels of a unit; hands ops to lower_flow (their regions) and lower_row (themselves)
 *   lower_flow.c             structured control flow: loops, conditions, partitions
 *   lower_graph.c            regions: one block, or blocks that branch to each other
 *   lower_row.c              one op by its row of the table; calls, intrinsics, assembly
 *   lower_sync.c             barriers, fences, waits            lower_landing.c, lower_poll_loops.c  what it takes to
 * tell lower_access.c           accesses of memory lower_trips.c            trip counts and induction variables
 *   lower_effects.c          which ops become items
 *   lower_items.c
 *
 * Items are pushed into the list they belong to; what an item's index refers to is filled in before anything nested
 * is lowered, so that numbers follow the text.
 */
#ifndef FP_LOWER_ITEMS_H
#define FP_LOWER_ITEMS_H
#include "kernel/kernel.h"

/* An access whose bytes are looked at when all loops are known. */
typedef struct {
    struct fp_kernel *kernel;
    uint32_t access; /* of kernel.accesses */
    bool is_scratch;
    fp_access_request bytes;
    fp_scratch_request scratch;
} fp_open_access;
typedef FP_VEC(fp_open_access) fp_open_accesses;

/* One kernel being built. */
typedef struct fp_lowering {
    struct fp_arena *keep, *scratch;
    const struct fp_ir *ir;
    struct fp_kernel *kernel;
    uint32_t section, module; /* of the unit, for callees */
    fp_loop_id loop;          /* innermost loop around the op at hand, as addresses number it; FP_NONE: none */
    fp_loop_id *next_loop;    /* for the loops of the next body of a callee */
    fp_open_accesses *open;   /* of the kernel and of the bodies of its callees */
    const struct fp_callees *callees;
    uint32_t depth;                 /* regions around the op at hand */
    uint32_t unmapped;              /* of these: parallel loops that nothing maps yet */
    const fp_items *block, *before; /* the list of the block at hand, and of what runs before it in its region */
    bool counted[FP_COUNTER_COUNT]; /* counters that complete some asynchronous access of the kernel */
    /* Lowers one op with all its regions: what the walk through a region does with each op of it. */
    void (*lower_op)(struct fp_lowering *l, fp_op op, fp_items *items);
} fp_lowering;

/* An op as `info` describes it: its own row, or that of the instruction or intrinsic that it contains. */
typedef struct {
    fp_op op;
    const fp_op_info *info;            /* NULL: no row; its accesses are taken from its operands */
    const fp_instruction *instruction; /* of inline assembly; NULL: operands and attributes are the op's */
} fp_lowered_op;

/* Loops of a body of a callee are numbered on from those of its caller. */
static inline fp_loop_id fp_lower_loop_id(const fp_lowering *l, uint32_t number) {
    return l->kernel->first_loop + number;
}
/* The loop around the op at hand, as a number of kernel.loops; FP_NONE: none of the kernel's own. */
static inline uint32_t fp_lower_loop_around(const fp_lowering *l) {
    return l->loop == FP_NONE || l->loop < l->kernel->first_loop ? FP_NONE : l->loop - l->kernel->first_loop;
}

/* ---- What the op says ---- */

/* The value of an operand; FP_NONE: it is not there. */
fp_value fp_lower_operand(const fp_lowering *l, const fp_lowered_op *lowered, fp_operand position);
/* The k-th plain operand of an instruction; FP_NONE: a number, or it is not there. */
fp_value fp_lower_plain_operand(const fp_lowering *l, const fp_lowered_op *lowered, uint32_t k);
/* The i1 that says whether a thread does what the op, or the instruction, says; FP_NONE: it has none. */
fp_value fp_lower_predicate(const fp_lowering *l, const fp_lowered_op *lowered);
/* The one root of an operand that names a completion object or a barrier; FP_NONE: several roots or none. */
fp_root fp_lower_object_root(const fp_lowering *l, const fp_lowered_op *lowered, fp_operand position);
/* Where findings point: the op's name and operands. */
fp_span fp_lower_span(const struct fp_ir *ir, fp_op op);

typedef enum { FP_QUANTITY_ABSENT, FP_QUANTITY_KNOWN, FP_QUANTITY_UNKNOWN } fp_quantity_state;
fp_quantity_state fp_lower_quantity(const fp_lowering *l, const fp_lowered_op *lowered, const fp_quantity *quantity,
                                    int64_t *value);

/* ---- Items ---- */

uint32_t fp_lower_loops_most(const struct fp_ir *ir); /* a kernel of these ops has no more loops */
void fp_lower_push_item(fp_lowering *l, fp_items *items, fp_item_kind kind, uint32_t index);
/* An untracked item of the op; the caller says what it touches. */
void fp_lower_push_untracked(fp_lowering *l, fp_op op, fp_untracked_item item, fp_items *items);
/* A sync of the whole workgroup's; the caller fills in what differs. The pointer holds until the next sync is pushed.
 */
fp_sync *fp_lower_push_sync(fp_lowering *l, const fp_lowered_op *lowered, fp_sync_kind kind, fp_items *items);
/* Ordinary traffic grows a counter by one, `maybe` when that is not certain. Dropped where nothing waits for it. */
void fp_lower_count_up(fp_lowering *l, fp_op op, fp_counter counter, bool maybe, fp_items *items);
/* A branch whose arms, allocated and empty, come next. Returns its number. */
uint32_t fp_lower_push_branch(fp_lowering *l, fp_branch_item branch, fp_items *items);
/* A branch whose arm 0 runs where `predicate` holds: the list for what the op does then. The caller lowers it and pops
 * the guard of the addresses. */
fp_items *fp_lower_push_predicate(fp_lowering *l, fp_op op, fp_value predicate, fp_items *items);

/* Adds a counter to what the sync waits for. A count below 0 is not known; more than FP_WAITS_MAX are left out. */
void fp_lower_add_wait(fp_sync *sync, fp_counter counter, int64_t count);
/* The number of a class in the kernel, made if need be. */
uint32_t fp_lower_class(struct fp_arena *keep, struct fp_kernel *kernel, fp_class wanted);
/* A barrier of the workgroup that the op holds; `doubtful`: not every compiler makes it. Lives until `items` grows. */
fp_sync *fp_lower_meet_inside(fp_lowering *l, const fp_lowered_op *lowered, bool doubtful, fp_items *items);
/* The op closes the group of what was started before it, besides what else it does. */
void fp_lower_commit_inside(fp_lowering *l, const fp_lowered_op *lowered, fp_counter counter, fp_items *items);
/* The barrier that an op is compiled with, if any; doubtful, because old compilers leave it out. */
void fp_lower_meeting(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items);
/* A fork or a join of threads: compilers place a barrier there, or leave it out when they were told so. */
void fp_lower_join(fp_lowering *l, fp_op op, fp_items *items);
#endif
