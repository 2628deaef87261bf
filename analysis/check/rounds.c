#include "check/rounds.h"
#include "check/whole_barriers.h"

struct fp_rounds {
    const struct fp_kernel *kernel;
    const struct fp_fold *fold;
    uint32_t *runs[2]; /* per branch and arm: bit r, it certainly runs in iterations r (fp_round) */
    uint32_t *loops;   /* per branch: of which loop; FP_NONE: nothing is known */
    bool *at_head;     /* per branch: it stands before the test that ends that loop */
    uint32_t count;    /* of branches that were asked about */
    bool any;          /* arms with syncs among these */
};
static_assert(FP_ROUNDS <= 32, "a bit for each kind of iteration");

/* Where items stand: in the innermost loop around them; FP_NONE: in none. */
typedef struct home {
    uint32_t loop;
    bool at_head;                /* before the test that ends the loop */
    const fp_round_given *given; /* the conditions around them */
    const struct home *outer;    /* where that loop stands */
} home;

bool fp_rounds_count_on(const struct fp_rounds *r, uint32_t number) {
    const fp_sync *sync = &r->kernel->syncs.data[number];
    if (!fp_sync_is_barrier(sync->kind)) return !sync->predicated && !sync->maybe && !sync->doubtful;
    return fp_sync_is_met_by_all(r->fold, 0, r->kernel, number) &&
           fp_fold_sync_role(r->fold, fp_fold_sync_number(r->fold, 0, number)) == FP_SYNC_COUNTS;
}

static bool has_sync(const struct fp_rounds *r, const fp_items *arm) {
    for (uint32_t i = 0; i < arm->len; i++)
        if (arm->data[i].kind == FP_ITEM_SYNC && fp_rounds_count_on(r, arm->data[i].index)) return true;
    return false;
}

/* Where the condition changes, from the inside out; `at` itself: in no loop around. */
static const home *changes_in(const struct fp_kernel *kernel, uint32_t condition, const home *at) {
    const home *in = at;
    while (in->loop != FP_NONE &&
           !fp_addresses_condition_varies(kernel->addresses, condition, kernel->first_loop + in->loop))
        in = in->outer;
    return in->loop == FP_NONE ? at : in;
}

static void ask(struct fp_rounds *r, uint32_t number, const home *at) {
    const struct fp_kernel *kernel = r->kernel;
    const fp_branch_item *branch = &kernel->branches.data[number];
    if (branch->condition.value == FP_NONE || branch->concurrent || branch->arm_count != 2 ||
        r->count == FP_ROUND_BRANCHES_MAX)
        return;
    r->count++;
    const home *in = changes_in(kernel, branch->condition.value, at);
    r->loops[number] = in->loop, r->at_head[number] = in->at_head;
    for (uint32_t arm = 0; arm < 2; arm++) {
        fp_round_condition condition = { branch->condition.value, branch->condition.negated != (arm == 1),
                                         kernel->first_loop + in->loop, in->at_head, at->given };
        for (uint32_t round = 0; round < FP_ROUNDS; round++)
            if (fp_addresses_holds_in(kernel->addresses, &condition, (fp_round)round))
                r->runs[arm][number] |= UINT32_C(1) << round;
        r->any |= r->runs[arm][number] && has_sync(r, &branch->arms[arm]);
    }
}

static void ask_in(struct fp_rounds *r, const fp_items *items, const home *at) {
    const struct fp_kernel *kernel = r->kernel;
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        if (items->data[i].kind == FP_ITEM_LOOP) {
            const fp_loop_item *loop = &kernel->loops.data[index];
            uint32_t head = loop->tail.len < loop->body.len ? loop->tail.len : loop->body.len;
            if (loop->threads) continue;
            ask_in(r, &(fp_items){ loop->body.data, head, head }, &(home){ index, true, at->given, at });
            ask_in(r, &(fp_items){ loop->body.data + head, loop->body.len - head, loop->body.len - head },
                   &(home){ index, false, at->given, at });
        }
        if (items->data[i].kind != FP_ITEM_BRANCH) continue;
        if (at->loop != FP_NONE) ask(r, index, at);
        const fp_branch_item *branch = &kernel->branches.data[index];
        for (uint32_t arm = 0; arm < branch->arm_count; arm++) {
            fp_round_given own = { branch->condition.value, branch->condition.negated != (arm == 1), at->given };
            bool known = branch->condition.value != FP_NONE && branch->arm_count == 2 && !branch->concurrent;
            ask_in(r, &branch->arms[arm], &(home){ at->loop, at->at_head, known ? &own : at->given, at->outer });
        }
    }
}

struct fp_rounds *fp_rounds_new(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_fold *fold) {
    struct fp_rounds *r = FP_NEW(scratch, struct fp_rounds, 1);
    uint32_t count = kernel->branches.len;
    r->kernel = kernel, r->fold = fold;
    for (uint32_t arm = 0; arm < 2; arm++) r->runs[arm] = FP_NEW(scratch, uint32_t, count + 1);
    r->loops = FP_NEW(scratch, uint32_t, count + 1);
    r->at_head = FP_NEW(scratch, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) r->loops[i] = FP_NONE;
    if (kernel->loops.len && count) ask_in(r, &kernel->body, &(home){ .loop = FP_NONE });
    return r->any ? r : NULL;
}

uint32_t fp_rounds_loop(const struct fp_rounds *r, uint32_t branch, bool *at_head) {
    *at_head = r->at_head[branch];
    return r->loops[branch];
}

bool fp_rounds_run(const struct fp_rounds *r, uint32_t branch, uint32_t arm, uint32_t round) {
    return arm < 2 && (r->runs[arm][branch] >> round & 1);
}
