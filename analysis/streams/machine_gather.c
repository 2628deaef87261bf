/* machine_gather.c - which threads of a stream do an op of single threads together. */
#include "streams/machine_act.h"

/* Threads whose number is another than the first one's do the op as another stream. */
static bool agree_on_value(const fp_acting *a, fp_stream_value value) {
    if (value.kind != FP_VALUE_BY_THREAD) return true;
    int64_t number = a->machine->by_thread.data[value.number][a->stream->set.threads[0]];
    uint32_t here = a->stream->at - 1;
    return !fp_machine_split(a->machine, a->stream, value, number, here, here, a->code);
}

static bool agree_on(const fp_acting *a, uint32_t reg) { return agree_on_value(a, fp_act_see(a, reg)); }

/* Those that reach another workgroup do, too. */
static bool agree_on_workgroups(const fp_acting *a) {
    for (uint32_t i = 0; i < a->act->touch_count; i++) {
        const fp_code_touch *touch = &a->machine->code.touches.data[a->act->first_touch + i];
        if (touch->peer && !agree_on_value(a, fp_machine_workgroups(a->machine, a->stream, touch))) return false;
    }
    return true;
}

/* An object of its own for each thread: those of the first one's stay. */
static bool agree_on_object(const fp_acting *a, uint32_t touch) {
    if (touch == FP_NONE) return true;
    const fp_touched *touched = fp_machine_touch(a->machine, a->stream, &a->machine->code.touches.data[touch], 0);
    const fp_thread_places *places = touched->places;
    /* They rise. */
    if (!places || !places->count || places->start[0] == places->start[places->count - 1]) return true;
    int64_t numbers[1024] = { 0 };
    for (uint32_t i = 0; i < places->count; i++) numbers[places->thread[i]] = places->start[i];
    fp_stream_value value = fp_machine_numbers(a->machine, numbers);
    if (value.kind != FP_VALUE_BY_THREAD) return true;
    uint32_t here = a->stream->at - 1;
    return !fp_machine_split(a->machine, a->stream, value, numbers[a->stream->set.threads[0]], here, here, a->code);
}

/* Where the predicate does not hold the threads go on behind the op. */
static bool is_done(const fp_acting *a) {
    if (a->code->a == FP_NONE) return true;
    fp_stream_value when = fp_act_see(a, a->code->a);
    if (when.kind == FP_VALUE_BY_THREAD &&
        fp_machine_split(a->machine, a->stream, when, 1, a->stream->at - 1, a->stream->at, a->code))
        return false;
    if (when.kind != FP_VALUE_INTEGER || when.guessed) fp_act_hide(a, FP_HIDDEN_PREDICATE, FP_NONE);
    return when.kind != FP_VALUE_INTEGER || when.number != 0;
}

/* Who meets in a group learns what the others of it have done, and of nobody else: groups that are not whole in the
 * stream, of which others meet the rest, become streams of their own, or all do that each meet for themselves. */
static bool is_parted(const fp_acting *a, uint32_t group, bool each) {
    const fp_thread_set *set = &a->stream->set;
    int64_t numbers[1024] = { 0 };
    for (uint32_t first = 0, end = 0; first < set->count; first = end) {
        uint32_t at = set->threads[first] / group;
        while (end < set->count && set->threads[end] / group == at) end++;
        bool alone = each || end - first < fp_act_group_size(a, group, at);
        for (uint32_t i = first; i < end; i++) numbers[set->threads[i]] = alone ? at + 1 : 0;
    }
    fp_stream_value value = fp_machine_numbers(a->machine, numbers);
    uint32_t here = a->stream->at - 1;
    return value.kind == FP_VALUE_BY_THREAD &&
           fp_machine_split(a->machine, a->stream, value, numbers[set->threads[0]], here, here, a->code);
}

static bool meets_warps(const fp_acting *a) {
    for (uint32_t i = 0; i < a->act->meet_count; i++) {
        const fp_sync *sync = fp_act_sync(a, &a->machine->code.meets.data[a->act->first_meet + i]);
        if (sync && fp_sync_is_barrier(sync->kind) && sync->scope == FP_SCOPE_WAVE) return true;
    }
    return false;
}

bool fp_act_gather(const fp_acting *a) {
    if (!is_done(a)) return false;
    bool in_warps = fp_act_is_amd(a) ? fp_act_joins_lanes(a) : meets_warps(a);
    if (in_warps && is_parted(a, a->machine->lanes, false)) return false;
    if (fp_act_shares_rows(a) && is_parted(a, a->machine->lanes * FP_TENSOR_QUARTERS, true)) return false;
    uint32_t joins = a->act->threads_join;
    if (joins && is_parted(a, joins, joins > a->machine->lanes)) return false;
    if (!agree_on_workgroups(a)) return false;
    if (!agree_on_object(a, a->act->object) || !agree_on(a, a->act->mask) || !agree_on(a, a->act->peer)) return false;
    for (uint32_t i = 0; i < a->act->meet_count; i++) {
        const fp_code_meet *meet = &a->machine->code.meets.data[a->act->first_meet + i];
        if (!agree_on(a, meet->count) || !agree_on(a, meet->id) || !agree_on(a, meet->phase) ||
            !agree_on(a, meet->pointer) || !agree_on_object(a, meet->object))
            return false;
    }
    return true;
}
