#include "check/rounds.h"
#include "check/whole_barriers.h"

/* A branch that stands in the body of a loop itself, with a barrier of all threads in the arm that runs in some
 * iterations. */
typedef struct {
    uint32_t loop; /* of the kernel */
    fp_op branch;
    bool in[FP_ROUNDS]; /* the arm certainly runs in these */
} fp_round_barrier;
struct fp_rounds {
    const struct fp_kernel *kernel;
    FP_VEC(fp_round_barrier) barriers;
};

static bool has_barrier(const struct fp_kernel *kernel, const struct fp_fold *fold, const fp_items *arm) {
    for (uint32_t i = 0; i < arm->len; i++)
        if (arm->data[i].kind == FP_ITEM_SYNC && fp_sync_lands(kernel, arm->data[i].index) &&
            fp_sync_is_met_by_all(fold, 0, kernel, arm->data[i].index))
            return true;
    return false;
}

static void look_at_branch(struct fp_rounds *r, struct fp_arena *scratch, struct fp_kernel *kernel,
                           const struct fp_fold *fold, uint32_t loop, const fp_branch_item *branch) {
    fp_round_barrier found = { loop, branch->op, { false } };
    if (branch->condition.value == FP_NONE || branch->concurrent || branch->arm_count != 2) return;
    bool barriers[2] = { has_barrier(kernel, fold, &branch->arms[0]), has_barrier(kernel, fold, &branch->arms[1]) };
    if (barriers[0] == barriers[1]) return;
    bool negated = branch->condition.negated != barriers[1], any = false;
    for (uint32_t round = 0; round < FP_ROUNDS; round++) {
        found.in[round] = fp_addresses_holds_in(kernel->addresses, branch->condition.value, negated,
                                                kernel->first_loop + loop, (fp_round)round);
        any |= found.in[round];
    }
    if (any) *FP_PUSH(scratch, &r->barriers) = found;
}

/* Do iterations of the loop run one behind the other, each from the first op of its body to the last one? */
static bool runs_in_order(const struct fp_kernel *kernel, const fp_loop_item *loop) {
    const fp_op_info *row = kernel->ir->ops[loop->op].info;
    return !loop->threads && row && row->region == FP_REGION_FOR;
}

struct fp_rounds *fp_rounds_new(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_fold *fold) {
    struct fp_rounds *r = FP_NEW(scratch, struct fp_rounds, 1);
    r->kernel = kernel;
    for (uint32_t loop = 0; loop < kernel->loops.len; loop++) {
        const fp_items *body = &kernel->loops.data[loop].body;
        if (!runs_in_order(kernel, &kernel->loops.data[loop])) continue;
        for (uint32_t i = 0; i < body->len; i++)
            if (body->data[i].kind == FP_ITEM_BRANCH)
                look_at_branch(r, scratch, kernel, fold, loop, &kernel->branches.data[body->data[i].index]);
    }
    return r->barriers.len ? r : NULL;
}

static bool holds(const struct fp_ir *ir, fp_op outer, fp_op op) { return op >= outer && op < ir->ops[outer].end; }

bool fp_rounds_order(const struct fp_rounds *r, const fp_hazard *hazard, fp_op producer, fp_op consumer) {
    const struct fp_ir *ir = r->kernel->ir;
    const fp_loop_item *loops = r->kernel->loops.data;
    for (uint32_t i = 0; i < r->barriers.len; i++) {
        const fp_round_barrier *b = &r->barriers.data[i];
        fp_op loop = loops[b->loop].op;
        bool before = producer < b->branch, behind = consumer >= ir->ops[b->branch].end;
        bool starts = holds(ir, loop, producer), ends = holds(ir, loop, consumer);
        if (hazard->carrier == b->loop) {
            bool between = hazard->distance > 1 && (b->in[FP_ROUND_NOT_FIRST] || b->in[FP_ROUND_NOT_LAST]);
            if (between || (before && b->in[FP_ROUND_NOT_LAST]) || (behind && b->in[FP_ROUND_NOT_FIRST])) return true;
            continue;
        }
        /* Does the way from one to the other leave the loop and come into it again? */
        bool again = hazard->carrier != FP_NONE && holds(ir, loops[hazard->carrier].op, loop);
        if (starts && (!ends || again) && before && b->in[FP_ROUND_LAST]) return true;
        if (ends && (!starts || again) && behind && b->in[FP_ROUND_FIRST]) return true;
    }
    return false;
}
