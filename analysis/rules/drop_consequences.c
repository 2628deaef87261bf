/* drop_consequences.c - one finding per cause: what a broken sync op is worth is no finding of its own.
 *
 * The barrier protocol, the state of a resource and the target come first: an op that they blame is not called
 * redundant, ineffective or too wide besides. Waits hang on the barrier that they stand before, and on the copies
 * that they may wait for in the wrong place or with the wrong count. A kernel that a pass or somebody who types has
 * yet to finish is not told what its ops are worth. */
#include "base/hash.h"
#include "rules/finding.h"

/* Rules that say that the op itself is wrong. */
static const bool blames[FP_RULE_COUNT] = {
    [FP_RULE_WAIT_WITHOUT_SIGNAL] = true,   [FP_RULE_UNWAITED_SIGNAL] = true,
    [FP_RULE_DOUBLE_SIGNAL] = true,         [FP_RULE_UNBALANCED_BARRIER] = true,
    [FP_RULE_UNAVAILABLE_BARRIER] = true,   [FP_RULE_RESERVED_BARRIER] = true,
    [FP_RULE_UNINITIALIZED_BARRIER] = true, [FP_RULE_UNJOINED_BARRIER] = true,
    [FP_RULE_LEAVE_AFTER_ARRIVE] = true,    [FP_RULE_MIXED_BARRIERS] = true,
    [FP_RULE_DIVERGENT_BARRIER] = true,     [FP_RULE_TARGET_MISMATCH] = true,
    [FP_RULE_DOUBLE_WAIT] = true,           [FP_RULE_UNINITIALIZED_RESOURCE] = true,
    [FP_RULE_UNWAITED_COPY] = true,
};
/* Rules that say what an op is worth. */
static const bool weighs[FP_RULE_COUNT] = {
    [FP_RULE_REDUNDANT_BARRIER] = true,
    [FP_RULE_REDUNDANT_WAIT] = true,
    [FP_RULE_INEFFECTIVE_BARRIER] = true,
    [FP_RULE_WIDE_FENCE] = true,
};

/* Places by where they start. */
typedef struct {
    fp_map by_hash;
    FP_VEC(uint32_t) starts;
} place_set;

static uint64_t hash_of(fp_span span) { return fp_hash_mix(0, span.start); }

static bool contains(const place_set *set, fp_span span) {
    for (fp_map_probe p = fp_map_find(&set->by_hash, hash_of(span)); fp_map_next(&p);)
        if (set->starts.data[p.value] == span.start) return true;
    return false;
}

static void insert(struct fp_arena *keep, place_set *set, fp_span span) {
    if (contains(set, span)) return;
    fp_map_put(keep, &set->by_hash, hash_of(span), set->starts.len);
    *FP_PUSH(keep, &set->starts) = span.start;
}

typedef struct {
    const struct fp_kernel *kernel;
    fp_map syncs;                      /* by place */
    place_set blamed;                  /* ops that are wrong, and the other ends that their findings name */
    place_set ineffective;             /* barriers that say nothing but that a wait is missing */
    place_set gone;                    /* what goes together with a redundant barrier */
    bool unfinished;                   /* a pass, or somebody who types, has yet to finish the kernel */
    bool lacks_wait[FP_COUNTER_COUNT]; /* something that the counter counts is used before it has landed */
} causes;

static void insert_all(struct fp_arena *keep, place_set *set, const fp_finding *finding) {
    insert(keep, set, finding->span);
    for (size_t i = 0; i < finding->related_count; i++) insert(keep, set, finding->related[i].span);
}

static causes find_causes(fp_rule_context *context, uint32_t first) {
    const struct fp_kernel *kernel = context->kernel;
    causes c = { .kernel = kernel, .unfinished = kernel->awaits_membar || kernel->ir->half_typed };
    for (uint32_t i = first; i < context->findings->len; i++) {
        const fp_finding *finding = &context->findings->data[i];
        if (blames[finding->rule]) insert_all(context->keep, &c.blamed, finding);
        if (finding->rule == FP_RULE_INEFFECTIVE_BARRIER) insert(context->keep, &c.ineffective, finding->span);
        if (finding->rule == FP_RULE_REDUNDANT_BARRIER) insert_all(context->keep, &c.gone, finding);
    }
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        fp_map_put(context->keep, &c.syncs, hash_of(sync->span), i);
        if (sync->info && !fp_target_supports(kernel->target, sync->info->targets))
            insert(context->keep, &c.blamed, sync->span);
    }
    for (size_t i = 0; i < context->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        if (hazard->cause == FP_CAUSE_FENCE) c.lacks_wait[FP_COUNTER_DS] = true;
        if (hazard->cause == FP_CAUSE_ASYNC)
            c.lacks_wait[fp_class_of(kernel, fp_kernel_access(kernel, hazard->producer)).counter] = true;
    }
    c.lacks_wait[FP_COUNTER_NONE] = false;
    return c;
}

/* The first sync at the place. */
static uint32_t sync_at(const causes *c, fp_span span) {
    uint32_t found = FP_NONE;
    for (fp_map_probe p = fp_map_find(&c->syncs, hash_of(span)); fp_map_next(&p);)
        if (c->kernel->syncs.data[p.value].span.start == span.start && p.value < found) found = p.value;
    return found;
}

/* The barrier, or its signal, that a wait stands before: the next in its block. */
static const fp_sync *barrier_behind(const struct fp_kernel *kernel, uint32_t wait) {
    uint32_t block = kernel->ir->ops[kernel->syncs.data[wait].op].block;
    for (uint32_t i = wait + 1; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (kernel->ir->ops[sync->op].block != block) return NULL;
        if (sync->kind == FP_SYNC_BARRIER || sync->kind == FP_SYNC_SIGNAL) return sync;
    }
    return NULL;
}

static bool waits_for_missing(const causes *c, const fp_sync *wait) {
    if (wait->info && c->lacks_wait[wait->info->counter]) return true;
    for (uint32_t i = 0; i < wait->wait_count; i++)
        if (c->lacks_wait[wait->waits[i].counter]) return true;
    return false;
}

static bool is_consequence_of_wait(const causes *c, const fp_finding *finding) {
    if (contains(&c->gone, finding->span)) return true;
    uint32_t wait = sync_at(c, finding->span);
    if (wait == FP_NONE) return false;
    bool counts_wrong = finding->related_count > 0; /* "lets 1 stay", beside the copy: where to mend it */
    if (counts_wrong) return false;
    const fp_sync *barrier = barrier_behind(c->kernel, wait);
    bool hangs_on = barrier && (contains(&c->blamed, barrier->span) || contains(&c->ineffective, barrier->span));
    return hangs_on || waits_for_missing(c, &c->kernel->syncs.data[wait]);
}

/* Before Triton's membar pass counts are not final and barriers are to come; in half-typed text the access may be
 * missing that an op is there for. What an op is worth shows later. */
static bool is_premature(const causes *c, const fp_finding *finding) {
    return c->unfinished &&
           (weighs[finding->rule] || finding->rule == FP_RULE_DOUBLE_WAIT || finding->rule == FP_RULE_EARLY_WAIT);
}

static bool is_consequence(const causes *c, const fp_finding *finding) {
    if (is_premature(c, finding)) return true;
    if (!weighs[finding->rule]) return false;
    if (contains(&c->blamed, finding->span)) return true;
    for (size_t i = 0; finding->rule == FP_RULE_REDUNDANT_BARRIER && i < finding->related_count; i++) {
        uint32_t other = sync_at(c, finding->related[i].span);
        bool half =
            other != FP_NONE && c->kernel->syncs.data[other].kind ==
                                    FP_SYNC_SIGNAL; /* a blamed wait beside it leaves it as redundant as it is */
        if (half && contains(&c->blamed, finding->related[i].span)) return true;
    }
    return finding->rule == FP_RULE_REDUNDANT_WAIT && is_consequence_of_wait(c, finding);
}

void fp_rules_drop_consequences(fp_rule_context *context, uint32_t first) {
    causes c = find_causes(context, first);
    uint32_t kept = first;
    for (uint32_t i = first; i < context->findings->len; i++) {
        fp_finding finding = context->findings->data[i];
        if (!is_consequence(&c, &finding)) context->findings->data[kept++] = finding;
    }
    context->findings->len = kept;
}
