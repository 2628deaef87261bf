#include "check/halves.h"
#include "check/pair_set.h"

struct fp_halves {
    struct fp_fold *fold;
    fp_pair_set *in_step;       /* what is unordered without the shift, too */
    fp_guards behind, in_front; /* the conditions around the barrier that each half has for itself */
};

static fp_guards guards_of(struct fp_addresses *addresses, fp_shift_side side) {
    bool known = fp_addresses_push_guard(addresses, side.condition, side.negated);
    fp_guards guards = known ? fp_addresses_guards(addresses) : 0;
    fp_addresses_pop_guard(addresses);
    return guards;
}

struct fp_halves *fp_halves_new(struct fp_arena *scratch, struct fp_fold *fold) {
    fp_shift shift = fp_fold_shift(fold);
    if (shift.behind.condition == FP_NONE || shift.in_front.condition == FP_NONE) return NULL;
    struct fp_addresses *addresses = fp_fold_summaries(fold)->addresses[0];
    fp_guards behind = guards_of(addresses, shift.behind), in_front = guards_of(addresses, shift.in_front);
    if (!behind || !in_front) return NULL;
    struct fp_halves *halves = FP_NEW(scratch, struct fp_halves, 1);
    *halves = (struct fp_halves){ .fold = fold,
                                  .in_step = fp_pair_set_of(scratch, fp_fold_in_step(scratch, fold), fold),
                                  .behind = behind,
                                  .in_front = in_front };
    return halves;
}

bool fp_halves_meet(struct fp_halves *halves, const fp_pair *pair, uint32_t producer, uint32_t consumer,
                    fp_overlap_answer *answer) {
    if (pair->at.concurrent || pair->at.frame != 0 || fp_pair_set_holds(halves->in_step, pair, producer, consumer))
        return true;
    struct fp_summaries *summaries = fp_fold_summaries(halves->fold);
    struct fp_addresses *addresses = summaries->addresses[0];
    fp_footprint first = fp_key_at(summaries, pair->producer)->footprint,
                 then = fp_key_at(summaries, pair->consumer)->footprint;
    if (first) first = fp_footprint_outside(addresses, first, halves->in_front);
    if (then) then = fp_footprint_outside(addresses, then, halves->behind);
    if (!first || !then) return true;
    fp_overlap_answer found = fp_overlap_find(addresses, first, then, fp_pair_iterations(summaries, pair));
    if (found.overlap <= FP_OVERLAP_SAME_WAVE) return false; /* a wave is in one half */
    *answer = found;
    return true;
}
