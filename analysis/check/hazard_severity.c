/* hazard_severity.c - how bad an unordered pair is. */
#include "check/hazard.h"
#include "check/one_number.h"
#include "kernel/read_use.h"
#include "read/type.h"

bool fp_hazard_is_uncommitted(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    if (!hazard->same_thread_async || fp_kernel_is_callee_access(kernel, hazard->producer)) return false;
    uint32_t klass = fp_kernel_access(kernel, hazard->producer)->klass;
    return fp_counter_is_grouped(kernel->classes.data[klass].counter) && hazard->required_count < 0;
}

static fp_level level_of_same_wave(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    if (hazard->kind == FP_HAZARD_WAW) return FP_LEVEL_INFORMATION;
    return kernel->vendor == FP_VENDOR_AMD ? FP_LEVEL_INFORMATION : FP_LEVEL_WARNING;
}

/* A thread meets its own copy, or that of its wave: for certain where a byte is known that they share. */
static fp_level level_of_own_copy(const fp_hazard *hazard) {
    if (hazard->answer.witness) return hazard->certain ? FP_LEVEL_ERROR : FP_LEVEL_WARNING;
    return hazard->kind == FP_HAZARD_WAW ? FP_LEVEL_INFORMATION : FP_LEVEL_WARNING;
}

/* Two threads that meet where a condition over arguments holds, or a loop runs so often: nothing else is in doubt. What
 * completes copies, or orders all iterations from some distance on, may only not have been understood. */
static bool meets_on_condition(const fp_hazard *hazard) {
    if (!hazard->answer.witness || hazard->at_least || hazard->cause == FP_CAUSE_ASYNC) return false;
    fp_decision doubt = hazard->answer.decided;
    return doubt == FP_DECISION_INPUTS || doubt == FP_DECISION_CONDITION || doubt == FP_DECISION_SYMBOL ||
           doubt == FP_DECISION_ITERATION;
}

/* Two writes whose common byte is not proved are not so bad where nothing is known of them and no read is at stake: an
 * op reads back what it writes to its scratch, and an atomic update hands on what it finds. */
static fp_level level_of_writes(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    const fp_access *producer = fp_kernel_access(kernel, hazard->producer),
                    *consumer = fp_kernel_access(kernel, hazard->consumer);
    const fp_op_info *info = kernel->ir->ops[consumer->op].info;
    bool reads_back = info && info->hidden_scratch && info->effect != FP_EFFECT_CALL;
    return reads_back || producer->kind == FP_ACCESS_ATOMIC || meets_on_condition(hazard) ? FP_LEVEL_WARNING
                                                                                          : FP_LEVEL_INFORMATION;
}

/* A copy of so many bytes as a descriptor outside of the text says, and an object of the same memory that copies
 * complete on. Copies do not overwrite what they arrive on. */
static bool is_copy_beside_object(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    const fp_access *sides[2] = { fp_kernel_access(kernel, hazard->producer),
                                  fp_kernel_access(kernel, hazard->consumer) };
    bool unknown = hazard->answer.overlap != FP_OVERLAP_CROSS_THREAD && !hazard->answer.witness;
    for (int i = 0; unknown && i < 2; i++)
        if (sides[i]->of_object && fp_counter_is_object(kernel->classes.data[sides[!i]->klass].counter)) return true;
    return false;
}

/* How bad it is where no assumed meeting orders it. */
static fp_level level_of(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    const fp_access *producer = fp_kernel_access(kernel, hazard->producer),
                    *consumer = fp_kernel_access(kernel, hazard->consumer);
    bool both_write = hazard->kind == FP_HAZARD_WAW, self = fp_hazard_is_self(hazard);
    if (producer->assumed && consumer->assumed) return FP_LEVEL_OFF; /* `unknown-op` says all there is to say */
    if (hazard->handed_over || producer->assumed || consumer->assumed) return FP_LEVEL_INFORMATION;
    if (self && producer->shared_out) return FP_LEVEL_OFF;
    bool crosses = hazard->answer.overlap == FP_OVERLAP_CROSS_THREAD;
    if (self && hazard->stored == FP_STORED_EQUAL) return crosses ? FP_LEVEL_INFORMATION : FP_LEVEL_OFF;
    if (self && hazard->stored == FP_STORED_UNKNOWN && crosses) return FP_LEVEL_WARNING;
    if (!self && hazard->one_number) return FP_LEVEL_INFORMATION;
    bool perhaps_equal =
        both_write && !self && hazard->carrier == FP_NONE && fp_stores_one_element(kernel, producer, consumer);
    switch (hazard->answer.overlap) {
    case FP_OVERLAP_CROSS_THREAD: return hazard->certain && !perhaps_equal ? FP_LEVEL_ERROR : FP_LEVEL_WARNING;
    case FP_OVERLAP_UNKNOWN:
        if (hazard->answer.same_bytes &&
            (hazard->cause == FP_CAUSE_ASYNC || hazard->answer.decided == FP_DECISION_WHOEVER))
            return hazard->certain ? FP_LEVEL_ERROR : FP_LEVEL_WARNING; /* whoever's they are */
        if (hazard->answer.begin_apart) return FP_LEVEL_INFORMATION;
        return both_write ? level_of_writes(kernel, hazard) : FP_LEVEL_WARNING;
    case FP_OVERLAP_SAME_WAVE:
        return hazard->same_thread_async ? level_of_own_copy(hazard) : level_of_same_wave(kernel, hazard);
    case FP_OVERLAP_SAME_THREAD: return level_of_own_copy(hazard);
    case FP_OVERLAP_DISJOINT: break;
    }
    return FP_LEVEL_OFF;
}

static fp_level at_most(fp_level level, fp_level most) { return level < most ? level : most; }

/* What the run of the kernel's threads leaves of it. */
static fp_level level_beside_run(const struct fp_kernel *kernel, const fp_hazard *hazard, fp_level level) {
    switch (hazard->run) {
    case FP_DECIDED_UNSEEN: /* what objects and shifts of waves order the run alone follows, and it has seen nothing */
        return at_most(level, fp_kernel_waits_for_objects(kernel) || hazard->only_shifted ? FP_LEVEL_INFORMATION
                                                                                          : FP_LEVEL_WARNING);
    case FP_DECIDED_LENGTH:
    case FP_DECIDED_HIDDEN:
    case FP_DECIDED_SELDOM:
    case FP_DECIDED_TURNED:
    case FP_DECIDED_BROKEN: return at_most(level, FP_LEVEL_INFORMATION);
    case FP_DECIDED_REPORTED: return level <= FP_LEVEL_INFORMATION ? FP_LEVEL_OFF : level; /* the run says it */
    case FP_DECIDED_NOT:
    case FP_DECIDED_ORDERED: break;
    }
    return level;
}

/* A copy that may have been waited for, by a wait on one object of several: only the run of the kernel can tell, and it
 * does not. */
static bool is_for_run(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    const fp_access *producer = fp_kernel_access(kernel, hazard->producer);
    if (producer->arrives && hazard->cause == FP_CAUSE_ASYNC) return true; /* somebody may ask its object */
    bool run = kernel->decided || kernel->given_up;
    /* What orders the copies by way of other threads nobody has followed where the run was given up. */
    bool shown = !kernel->given_up && hazard->certain && hazard->answer.overlap != FP_OVERLAP_UNKNOWN;
    return run && hazard->cause == FP_CAUSE_ASYNC && !shown &&
           kernel->classes.data[producer->klass].counter == FP_COUNTER_MBARRIER;
}

fp_level fp_hazard_level_of_used(const struct fp_kernel *kernel, fp_op read, fp_op consumer, fp_level level) {
    if (level < FP_LEVEL_WARNING) return level;
    switch (fp_use_of_read(kernel->ir, read, consumer)) {
    case FP_READ_STORED: return FP_LEVEL_OFF;
    case FP_READ_COMPUTED_WITH: return at_most(level, FP_LEVEL_WARNING);
    case FP_READ_UNUSED: break;
    }
    return level;
}

fp_op fp_hazard_perhaps_ordered(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    if (hazard->concurrent || fp_hazard_is_self(hazard)) return FP_NONE;
    fp_op first = fp_kernel_access(kernel, hazard->producer)->op, last = fp_kernel_access(kernel, hazard->consumer)->op;
    fp_op loop = hazard->carrier == FP_NONE ? FP_NONE : kernel->loops.data[hazard->carrier].op;
    if (loop != FP_NONE) first = loop, last = kernel->ir->ops[loop].end;
    if (first >= last || (loop != FP_NONE && kernel->ir->ops[loop].region_count == 0)) /* blocks, in any order */
        first = kernel->op, last = kernel->ir->ops[kernel->op].end;
    for (uint32_t i = 0; i < kernel->maybe_syncs.len; i++)
        if (kernel->maybe_syncs.data[i] > first && kernel->maybe_syncs.data[i] < last)
            return kernel->maybe_syncs.data[i];
    return FP_NONE;
}

fp_level fp_hazard_severity(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    fp_level level = level_beside_run(kernel, hazard, level_of(kernel, hazard));
    if (fp_hazard_perhaps_ordered(kernel, hazard) != FP_NONE) level = at_most(level, FP_LEVEL_WARNING);
    const fp_access *producer = fp_kernel_access(kernel, hazard->producer);
    if (hazard->cause == FP_CAUSE_FENCE && producer->kind == FP_ACCESS_READ)
        level = fp_hazard_level_of_used(kernel, producer->op, fp_kernel_access(kernel, hazard->consumer)->op, level);
    if (is_for_run(kernel, hazard) || is_copy_beside_object(kernel, hazard))
        level = at_most(level, FP_LEVEL_INFORMATION);
    if (hazard->only_rare) level = at_most(level, FP_LEVEL_WARNING);
    if (!hazard->only_assumed) return level;
    return level >= FP_LEVEL_WARNING ? FP_LEVEL_INFORMATION : FP_LEVEL_OFF;
}

bool fp_hazard_awaits_pass(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    switch (kernel->stage) {
    case FP_STAGE_BEFORE_THREADS: return true;
    case FP_STAGE_BEFORE_MEMBAR:
    case FP_STAGE_BARRIERS_BY_HAND:
        return !hazard->concurrent && !fp_hazard_is_self(hazard) && hazard->cause != FP_CAUSE_ASYNC;
    case FP_STAGE_LAST:
    case FP_STAGE_BEHIND_MEMBAR: return false;
    }
    return false;
}
