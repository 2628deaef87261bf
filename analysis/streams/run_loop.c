#include "base/vec.h"
#include "streams/run.h"

typedef struct {
    struct fp_arena *keep;
    FP_VEC(fp_run_evidence) evidence;
    FP_VEC(uint32_t) rounds;
} fp_gathered;

static bool is_gathered(const fp_gathered *gathered, const fp_run_evidence *evidence) {
    for (uint32_t i = 0; i < gathered->evidence.len; i++) {
        const fp_run_evidence *old = &gathered->evidence.data[i];
        if (old->kind == evidence->kind && old->first.op == evidence->first.op && old->second.op == evidence->second.op)
            return true;
    }
    return false;
}

static void gather(fp_gathered *gathered, const fp_run_result *result, uint32_t rounds) {
    for (uint32_t i = 0; i < result->evidence_count; i++) {
        if (is_gathered(gathered, &result->evidence[i])) continue;
        *FP_PUSH(gathered->keep, &gathered->evidence) = result->evidence[i];
        *FP_PUSH(gathered->keep, &gathered->rounds) = rounds;
    }
}

/* How many iterations must be tried: to the round that the run repeats in, is stuck in, or that the limits allow. */
static uint32_t rounds_to_try(struct fp_arena *keep, const fp_free_loop *loop, fp_run_limits limits,
                              fp_loop_result *result) {
    limits.until_repeat = true;
    fp_run_result run = fp_run_all(keep, loop->with_rounds(loop->user, limits.rounds + 1), limits);
    result->events = run.events;
    result->every_count = run.end == FP_RUN_REPEATED || run.end == FP_RUN_IS_STUCK;
    return run.rounds + (run.end == FP_RUN_IS_STUCK);
}

fp_loop_result fp_run_free_loop(struct fp_arena *keep, const fp_free_loop *loop, fp_run_limits limits) {
    fp_loop_result result = { .well_formed = true };
    fp_gathered gathered = { .keep = keep };
    uint32_t last = rounds_to_try(keep, loop, limits, &result);
    for (uint32_t rounds = 0; rounds <= last; rounds++) {
        if (result.events >= limits.events) {
            result.every_count = false;
            break;
        }
        fp_run_limits rest = limits;
        rest.events -= result.events;
        rest.rounds = UINT32_MAX;
        fp_run_result run = fp_run_all(keep, loop->with_rounds(loop->user, rounds), rest);
        gather(&gathered, &run, rounds);
        result.events += run.events;
        result.well_formed &= run.well_formed;
        result.stuck |= run.end == FP_RUN_IS_STUCK;
        result.tried = rounds + 1;
    }
    result.evidence = gathered.evidence.data;
    result.rounds = gathered.rounds.data;
    result.evidence_count = gathered.evidence.len;
    return result;
}
