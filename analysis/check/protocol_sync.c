#include "check/protocol_walk.h"
#include "kernel/decided.h"

/* ---- Reporting ---- */
static bool same_place(const fp_protocol_finding *finding, fp_protocol_kind kind, fp_span span) {
    return finding->kind == kind && finding->span.start == span.start && finding->span.end == span.end;
}

fp_protocol_finding *fp_protocol_report(fp_protocol_walk *w, fp_protocol_kind kind, fp_level level, fp_op op,
                                        fp_span span, fp_phrase phrase) {
    if (w->flow.quiet) return NULL;
    bool in_callee = fp_is_place(w->flow.call_span);
    fp_span place = in_callee ? w->flow.call_span : span;
    for (uint32_t i = 0; i < w->findings.len; i++)
        if (same_place(&w->findings.data[i], kind, place)) return NULL;
    fp_protocol_finding *finding = FP_PUSH(w->keep, &w->findings);
    *finding = (fp_protocol_finding){
        .kind = kind, .level = level, .op = op, .span = place, .phrase = fp_phrase_copy(w->keep, phrase, NULL)
    };
    if (in_callee) finding->related = span, finding->related_as = FP_AT_IN_CALLEE;
    return finding;
}

void fp_protocol_relate(fp_protocol_finding *finding, fp_span span, fp_sentence as) {
    if (!finding || finding->related_as || !fp_is_place(span)) return;
    finding->related = span;
    finding->related_as = as;
}

/* ---- One sync ---- */
fp_phrase_argument fp_protocol_op(const fp_protocol_walk *w, const fp_sync *sync) {
    return fp_arg_text(FP_ARG_OP, w->flow.kernel->ir->ops[sync->op].name);
}

static fp_phrase_argument fp_protocol_id(const fp_sync *sync) {
    return fp_arg_number(sync->id == FP_ID_OUT_OF_RANGE ? FP_ARG_NONE : FP_ARG_ID, sync->id);
}

static fp_phrase_argument fp_protocol_chip(const fp_protocol_walk *w) {
    return fp_arg_text(FP_ARG_CHIP, w->target->chip);
}

bool fp_protocol_is_unknown(const fp_sync *sync) {
    return sync->object == FP_NONE && (sync->id == FP_ID_UNKNOWN || sync->id == FP_ID_OBJECT);
}

/* Which barriers the target has. */
static fp_phrase_argument fp_protocol_barriers(fp_protocol_walk *w) {
    const fp_target *target = w->target;
    fp_phrase *phrase = FP_NEW(w->keep, fp_phrase, 1);
    fp_sentence sentence = target->vendor != FP_VENDOR_AMD            ? FP_WORD_BARRIERS_NUMBERED
                           : !target->split_barrier                   ? FP_WORD_BARRIERS_WHOLE
                           : target->named_last < target->named_first ? FP_WORD_BARRIERS_WORKGROUP
                                                                      : FP_WORD_BARRIERS_NAMED;
    *phrase = fp_phrase_copy(w->keep,
                             FP_PHRASE(sentence, fp_protocol_chip(w), fp_arg_number(FP_ARG_FIRST, target->named_first),
                                       fp_arg_number(FP_ARG_LAST, target->named_last)),
                             NULL);
    return fp_arg_phrases(FP_ARG_BARRIERS, phrase, 1);
}

/* Says that the target lacks the barrier: false, for the checks that follow. */
static bool lacks(fp_protocol_walk *w, const fp_sync *sync, fp_phrase phrase) {
    fp_protocol_report(w, FP_PROTOCOL_UNAVAILABLE, FP_LEVEL_ERROR, sync->op, sync->span, phrase);
    return false;
}

/* An op of another vendor's chips. */
static bool check_vendor(fp_protocol_walk *w, const fp_sync *sync) {
    const fp_target *target = w->target;
    fp_vendor other = target->vendor == FP_VENDOR_AMD ? FP_VENDOR_NVIDIA : FP_VENDOR_AMD;
    bool one_of_two = target->vendor == FP_VENDOR_AMD || target->vendor == FP_VENDOR_NVIDIA;
    if (!one_of_two || !sync->info || !fp_targets_begin_with(sync->info->targets, other) ||
        fp_targets_name_vendor(sync->info->targets, target->vendor))
        return true;
    return lacks(w, sync,
                 FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_VENDOR, fp_arg_text(FP_ARG_OP, sync->info->name),
                           fp_arg_text(FP_ARG_TARGETS, sync->info->targets), fp_protocol_chip(w)));
}

/* False, for the checks that follow: what an op on the null barrier does is nothing. */
static bool check_null(fp_protocol_walk *w, const fp_sync *sync) {
    if (!w->target->null_barrier)
        return lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NULL_BARRIER, fp_protocol_barriers(w)));
    if (sync->kind == FP_SYNC_JOIN) return true;
    fp_protocol_report(w, FP_PROTOCOL_NO_EFFECT, FP_LEVEL_INFORMATION, sync->op, sync->span,
                       FP_PHRASE(FP_SAYS_REDUNDANT_BARRIER_NULL_BARRIER, fp_protocol_op(w, sync)));
    return false;
}

bool fp_protocol_is_available(fp_protocol_walk *w, const fp_sync *sync) {
    const fp_target *target = w->target;
    if (!check_vendor(w, sync)) return false;
    if (target->vendor == FP_VENDOR_NVIDIA || target->nvidia_ids) {
        if (sync->id < 0 || sync->id < target->nvidia_ids)
            return true; /* below 0: the workgroup's, the cluster's, one that is not known */
        return lacks(w, sync,
                     FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NUMBER_FOR_OP, fp_protocol_op(w, sync), fp_protocol_id(sync),
                               fp_protocol_chip(w), fp_arg_number(FP_ARG_LAST, target->nvidia_ids - 1)));
    }
    bool generic = target->vendor != FP_VENDOR_AMD;
    bool split = sync->kind != FP_SYNC_BARRIER;
    if (!generic && split && !target->split_barrier)
        return lacks(w, sync,
                     FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_SPLIT, fp_protocol_chip(w), fp_protocol_op(w, sync)));
    if (sync->object == FP_NONE && sync->id == FP_ID_UNKNOWN) return true;
    if (fp_sync_is_on_null(sync)) return check_null(w, sync);
    bool pointer = sync->object != FP_NONE || sync->id == FP_ID_OBJECT;
    if (pointer || sync->id >= 0) {
        int64_t first = generic ? 0 : 1, last = generic || !target->named_last ? 16 : target->named_last;
        bool exists = pointer || (sync->id >= first && sync->id <= last);
        if (exists && (generic || target->named_last >= target->named_first)) return true;
        if (exists) return lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NAMED, fp_protocol_chip(w)));
        return lacks(w, sync,
                     FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NUMBER, fp_protocol_id(sync), fp_protocol_barriers(w)));
    }
    bool structural = sync->kind == FP_SYNC_INIT || sync->kind == FP_SYNC_LEAVE || sync->kind == FP_SYNC_JOIN;
    switch (sync->id) {
    case FP_ID_WORKGROUP:
    case FP_ID_CLUSTER:
        if (sync->id == FP_ID_CLUSTER && !generic && !target->cluster_barrier)
            return lacks(w, sync, FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_CLUSTER, fp_protocol_barriers(w)));
        return !structural ||
               lacks(w, sync,
                     FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_BUILT_IN, fp_protocol_op(w, sync), fp_protocol_id(sync)));
    case FP_ID_TRAP:
    case FP_ID_CLUSTER_TRAP:
        if (sync->id == FP_ID_CLUSTER_TRAP && !generic && !target->cluster_barrier)
            return lacks(w, sync,
                         FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NUMBER, fp_protocol_id(sync), fp_protocol_barriers(w)));
        fp_protocol_report(w, FP_PROTOCOL_RESERVED, FP_LEVEL_ERROR, sync->op, sync->span,
                           FP_PHRASE(FP_SAYS_RESERVED_BARRIER_TRAP, fp_protocol_id(sync)));
        return false;
    default:
        return lacks(
            w, sync,
            FP_PHRASE(FP_SAYS_UNAVAILABLE_BARRIER_NUMBER, fp_arg_number(FP_ARG_ID, sync->id), fp_protocol_barriers(w)));
    }
}

void fp_protocol_check_members(fp_protocol_walk *w, const fp_sync *sync) {
    const fp_launch *launch = &w->kernel->launch;
    fp_does does = sync->info ? sync->info->does : FP_DOES_NOTHING;
    bool of_streams = does == FP_DOES_MEET_NAMED || does == FP_DOES_ARRIVE_NAMED; /* more threads than the first has */
    int64_t threads = launch->upper_bound_only || of_streams
                          ? 0
                          : (int64_t)launch->block[0] * launch->block[1] * launch->block[2],
            count = sync->member_count;
    if (w->target->vendor != FP_VENDOR_NVIDIA || sync->kind == FP_SYNC_INIT || count == -1) return;
    bool positive = count > 0, multiple = count % launch->wave_size == 0, fits = threads == 0 || count <= threads;
    if (positive && multiple && fits) return;
    fp_sentence sentence = !positive   ? FP_SAYS_UNINITIALIZED_BARRIER_NOT_POSITIVE
                           : !multiple ? FP_SAYS_UNINITIALIZED_BARRIER_NO_MULTIPLE
                                       : FP_SAYS_UNINITIALIZED_BARRIER_TOO_MANY;
    fp_phrase phrase =
        FP_PHRASE(sentence, fp_protocol_op(w, sync), fp_arg_number(FP_ARG_COUNT, count),
                  fp_arg_number(FP_ARG_WAVES, launch->wave_size), fp_arg_number(FP_ARG_THREADS, threads));
    fp_protocol_report(w, FP_PROTOCOL_UNINITIALIZED, FP_LEVEL_WARNING, sync->op, sync->span, phrase);
}

/* The weakest group of threads that may disagree about running the op without harm. */
static fp_uniform needed_level(const fp_protocol_walk *w, const fp_sync *sync) {
    if (sync->scope == FP_SCOPE_WAVE) return FP_UNIFORM_LANE; /* its mask says who takes part */
    if (sync->id == FP_ID_CLUSTER && sync->kind == FP_SYNC_WAIT) return FP_UNIFORM_CLUSTER;
    /* With a count of its own it meets that many threads, wherever they come from: an arrival here, a wait there. */
    if (w->target->vendor == FP_VENDOR_NVIDIA && sync->id > 0 && sync->member_count > 0) return FP_UNIFORM_WAVE;
    if (w->target->vendor == FP_VENDOR_NVIDIA || sync->scope == FP_SCOPE_GROUP)
        return sync->scope == FP_SCOPE_GROUP ? FP_UNIFORM_WAVE : FP_UNIFORM_WORKGROUP;
    if (sync->kind == FP_SYNC_BARRIER && !sync->bare && sync->info && sync->info->vendor != FP_VENDOR_AMD)
        return FP_UNIFORM_WORKGROUP;
    return FP_UNIFORM_WAVE;
}

/* Two threads that choose differently at the point that weakened it: by the condition itself, or by a bound of the
 * loop. */
static bool find_disagreeing(const fp_protocol_walk *w, bool in_wave, uint32_t threads[2]) {
    const struct fp_flow *flow = &w->flow;
    return fp_addresses_part_once(flow->point_kernel->addresses, flow->point_op, flow->point_value, in_wave, threads);
}

static fp_sentence who_disagrees(fp_uniform level) {
    switch (level) {
    case FP_UNIFORM_CLUSTER: return FP_WORD_WHO_WORKGROUPS;
    case FP_UNIFORM_WORKGROUP: return FP_WORD_WHO_WAVES;
    case FP_UNIFORM_WAVE: return FP_WORD_WHO_LANES;
    case FP_UNIFORM_LANE:
    case FP_UNIFORM_JOIN:
    case FP_UNIFORM_OF_ADDRESS: return FP_WORD_WHO_THREADS;
    }
    return FP_WORD_WHO_THREADS;
}

bool fp_protocol_is_run(const fp_protocol_walk *w, const fp_sync *sync) {
    if (w->kernel->roles_hidden) return true;
    bool counted = sync->scope == FP_SCOPE_GROUP || sync->member_count > 0 || sync->id > 0; /* each meets by itself */
    const struct fp_decided *decided = w->kernel->decided;
    /* That all threads of a workgroup come to the cluster's barrier, by whatever way, the run sees as well, and that
     * all workgroups do where it is one of all of them. So it is with one of the hardware that all meet at, wherever
     * each of them stands. */
    bool of_cluster =
        sync->id == FP_ID_CLUSTER && decided && (decided->clusters || w->flow.point.among > FP_UNIFORM_WORKGROUP);
    bool of_all = sync->id != FP_ID_CLUSTER && sync->info &&
                  fp_targets_begin_with(sync->info->targets, FP_VENDOR_NVIDIA) && decided && !decided->uneven;
    return decided && (counted || of_cluster || of_all);
}

/* Where nothing names the chip, a barrier that only AMD has does. */
static bool is_of_amd(const fp_protocol_walk *w, const fp_sync *sync) {
    if (w->target->vendor != FP_VENDOR_ANY) return w->target->vendor == FP_VENDOR_AMD;
    return sync->info && fp_targets_begin_with(sync->info->targets, FP_VENDOR_AMD);
}

bool fp_protocol_is_reached_alike(fp_protocol_walk *w, const fp_sync *sync) {
    if (sync->kind == FP_SYNC_INIT || fp_protocol_is_run(w, sync)) return true;
    fp_uniform needed = needed_level(w, sync);
    if (w->flow.point.among <= needed || w->flow.point.doubt) return true;
    bool amd_wave = is_of_amd(w, sync) && w->flow.point.among == FP_UNIFORM_WAVE && sync->kind == FP_SYNC_BARRIER;
    if (amd_wave) { /* legal there as long as arrivals balance: unbalanced-barrier */
        if (w->unbalanced) return true;
        fp_protocol_relate(fp_protocol_report(w, FP_PROTOCOL_DIVERGENT, FP_LEVEL_INFORMATION, sync->op, sync->span,
                                              FP_PHRASE(FP_SAYS_DIVERGENT_BARRIER_BALANCED, fp_protocol_op(w, sync))),
                           w->flow.point_span, FP_AT_THIS_CONDITION);
        return true;
    }
    bool lanes = needed == FP_UNIFORM_WORKGROUP && w->flow.point.among == FP_UNIFORM_LANE;
    uint32_t threads[2];
    bool shown = needed != FP_UNIFORM_CLUSTER && find_disagreeing(w, needed == FP_UNIFORM_WAVE, threads);
    /* Where a thread id is in a condition that does not evaluate, all may still agree. */
    fp_level level = shown || needed == FP_UNIFORM_CLUSTER || w->flow.point.among == FP_UNIFORM_WAVE ? FP_LEVEL_ERROR
                                                                                                     : FP_LEVEL_WARNING;
    bool in_threads = lanes || needed == FP_UNIFORM_WAVE;
    uint32_t per = in_threads ? 1 : w->kernel->launch.wave_size;
    fp_phrase example = FP_PHRASE(in_threads ? FP_WORD_TWO_THREADS : FP_WORD_TWO_WAVES,
                                  fp_arg_number(FP_ARG_FIRST, shown ? threads[0] / per : 0),
                                  fp_arg_number(FP_ARG_SECOND, shown ? threads[1] / per : 0));
    fp_phrase phrase =
        FP_PHRASE(level == FP_LEVEL_ERROR ? FP_SAYS_DIVERGENT_BARRIER_CERTAIN : FP_SAYS_DIVERGENT_BARRIER_POSSIBLE,
                  fp_protocol_op(w, sync), fp_arg_word(FP_ARG_WHO, who_disagrees(lanes ? FP_UNIFORM_LANE : needed)),
                  fp_arg_phrase(FP_ARG_EXAMPLE, shown ? example : fp_phrase_of(FP_SAYS_NOTHING)));
    fp_protocol_relate(fp_protocol_report(w, FP_PROTOCOL_DIVERGENT, level, sync->op, sync->span, phrase),
                       w->flow.point_span, FP_AT_BECAUSE_OF_CONDITION);
    return false;
}
