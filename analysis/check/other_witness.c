#include "check/other_witness.h"

static bool holds_barrier(const struct fp_kernel *kernel, const fp_items *items) {
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        if (items->data[i].kind == FP_ITEM_SYNC && fp_sync_is_barrier(kernel->syncs.data[index].kind)) return true;
        if (items->data[i].kind == FP_ITEM_LOOP && holds_barrier(kernel, &kernel->loops.data[index].body)) return true;
        const fp_branch_item *branch = items->data[i].kind == FP_ITEM_BRANCH ? &kernel->branches.data[index] : NULL;
        for (uint32_t arm = 0; branch && arm < branch->arm_count; arm++)
            if (holds_barrier(kernel, &branch->arms[arm])) return true;
    }
    return false;
}

/* The branch that is number `number` of those that are asked about. NULL: there are not so many. */
static const fp_branch_item *branch_at(const struct fp_kernel *kernel, uint32_t number) {
    for (uint32_t i = 0; i < kernel->branches.len && number < FP_OTHER_BRANCHES_MAX; i++) {
        const fp_branch_item *branch = &kernel->branches.data[i];
        bool asked = branch->condition.value != FP_NONE && branch->arm_count == 2 && !branch->concurrent &&
                     fp_uniform_in_workgroup(branch->uniformity) &&
                     (holds_barrier(kernel, &branch->arms[0]) || holds_barrier(kernel, &branch->arms[1]));
        if (asked && number-- == 0) return branch;
    }
    return NULL;
}

bool fp_other_witness_ask(const struct fp_kernel *kernel, const struct fp_summaries *summaries, const fp_pair *pair,
                          uint32_t number, fp_overlap_answer *answer) {
    static const struct {
        bool of_producer, of_consumer, negated;
    } questions[] = { { true, true, false }, { true, true, true },   { true, false, false },
                      { true, false, true }, { false, true, false }, { false, true, true } };
    enum { QUESTIONS = sizeof questions / sizeof *questions };
    const fp_branch_item *branch = branch_at(kernel, number / QUESTIONS);
    if (!branch) return false;
    bool negated = questions[number % QUESTIONS].negated;
    fp_footprint producer = fp_key_at(summaries, pair->producer)->footprint,
                 consumer = fp_key_at(summaries, pair->consumer)->footprint;
    if (questions[number % QUESTIONS].of_producer)
        producer = fp_footprint_given(kernel->addresses, producer, branch->condition.value, negated);
    if (questions[number % QUESTIONS].of_consumer)
        consumer = fp_footprint_given(kernel->addresses, consumer, branch->condition.value, negated);
    *answer = (fp_overlap_answer){ .overlap = FP_OVERLAP_UNKNOWN };
    if (producer && consumer)
        *answer = fp_overlap_find(kernel->addresses, producer, consumer, fp_pair_iterations(summaries, pair));
    return true;
}
