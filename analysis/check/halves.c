#include "check/halves.h"
#include "check/pair_set.h"

struct fp_halves {
    struct fp_fold *fold;
    fp_shift shift;
    fp_pair_set *in_step;       /* what is unordered without the shift, too */
    fp_guards behind, in_front; /* the conditions around the barrier that each half has for itself; 0: not known */
};

static fp_guards guards_of(struct fp_addresses *addresses, fp_shift_side side) {
    bool known = side.condition != FP_NONE && fp_addresses_push_guard(addresses, side.condition, side.negated);
    fp_guards guards = known ? fp_addresses_guards(addresses) : 0;
    if (side.condition != FP_NONE) fp_addresses_pop_guard(addresses);
    return guards;
}

struct fp_halves *fp_halves_new(struct fp_arena *scratch, struct fp_fold *fold) {
    fp_shift shift = fp_fold_shift(fold);
    if (shift.first > shift.last) return NULL;
    struct fp_addresses *addresses = fp_fold_summaries(fold)->addresses[0];
    struct fp_halves *halves = FP_NEW(scratch, struct fp_halves, 1);
    *halves = (struct fp_halves){ .fold = fold,
                                  .shift = shift,
                                  .in_step = fp_pair_set_of(scratch, fp_fold_in_step(scratch, fold), fold),
                                  .behind = guards_of(addresses, shift.behind),
                                  .in_front = guards_of(addresses, shift.in_front) };
    return halves;
}

/* The overlap of the pair for a first thread that is not in one half and a second one that is not in another. False:
 * which threads these are is not known. */
static bool overlap_outside(const struct fp_halves *halves, const fp_pair *pair, fp_guards not_first,
                            fp_guards not_second, fp_overlap_answer *found) {
    struct fp_summaries *summaries = fp_fold_summaries(halves->fold);
    struct fp_addresses *addresses = summaries->addresses[0];
    fp_footprint first = fp_key_at(summaries, pair->producer)->footprint,
                 then = fp_key_at(summaries, pair->consumer)->footprint;
    if (first) first = fp_footprint_outside(addresses, first, not_first);
    if (then) then = fp_footprint_outside(addresses, then, not_second);
    if (first && then) *found = fp_overlap_find(addresses, first, then, fp_pair_iterations(summaries, pair));
    return first && then;
}

static bool runs_while_shifted(const struct fp_halves *halves, uint32_t member) {
    const struct fp_kernel *kernel = fp_fold_frame_at(halves->fold, 0).kernel;
    fp_member_place place = fp_fold_member(halves->fold, member);
    fp_op op = place.call != FP_NONE     ? kernel->calls.data[place.call].op
               : place.access != FP_NONE ? kernel->accesses.data[place.access].op
                                         : place.untracked;
    return op >= halves->shift.first && op <= halves->shift.last;
}

/* A pair that no barrier separates: waves of one half come to all of them together, and those of the other are before
 * or behind. */
static fp_halves_verdict judge_in_one_half(const struct fp_halves *halves, const fp_pair *pair, uint32_t producer,
                                           uint32_t consumer, fp_overlap_answer *answer) {
    if (!runs_while_shifted(halves, producer) && !runs_while_shifted(halves, consumer)) return FP_HALVES_RACE;
    if (!halves->behind || !halves->in_front || pair->at.frame != 0) return FP_HALVES_PERHAPS;
    fp_overlap_answer found;
    for (uint32_t half = 0; half < 2; half++) {
        fp_guards others = half ? halves->behind : halves->in_front;
        if (!overlap_outside(halves, pair, others, others, &found) || found.overlap != FP_OVERLAP_CROSS_THREAD)
            continue;
        *answer = found;
        return FP_HALVES_RACE;
    }
    return FP_HALVES_PERHAPS;
}

fp_halves_verdict fp_halves_judge(struct fp_halves *halves, const fp_pair *pair, uint32_t producer, uint32_t consumer,
                                  fp_overlap_answer *answer) {
    if (pair->at.concurrent || pair->at.frame != 0 || fp_pair_set_holds(halves->in_step, pair, producer, consumer))
        return judge_in_one_half(halves, pair, producer, consumer, answer);
    if (!halves->behind || !halves->in_front) return FP_HALVES_PERHAPS;
    fp_overlap_answer found;
    if (!overlap_outside(halves, pair, halves->in_front, halves->behind, &found)) return FP_HALVES_RACE;
    if (found.overlap <= FP_OVERLAP_SAME_WAVE) return FP_HALVES_ORDERED; /* a wave is in one half */
    *answer = found;
    return FP_HALVES_RACE;
}
