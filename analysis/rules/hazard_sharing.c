#include "rules/hazard_sharing.h"
#include "base/hash.h"
#include "base/sort.h"
#include "rules/fix_edit.h"

static const fp_access *producer_of(const fp_rule_context *context, const fp_hazard *hazard) {
    return fp_kernel_access(context->kernel, hazard->producer);
}
static const fp_access *consumer_of(const fp_rule_context *context, const fp_hazard *hazard) {
    return fp_kernel_access(context->kernel, hazard->consumer);
}

/* The ops that publish what a thread did before them, in text order. */
static fp_numbers publishing_ops(const fp_rule_context *context) {
    const struct fp_kernel *kernel = context->kernel;
    fp_numbers ops = { 0 };
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (fp_sync_publishes(&kernel->syncs.data[i])) *FP_PUSH(context->keep, &ops) = kernel->syncs.data[i].op;
    fp_numbers_sort(ops.data, ops.len);
    return ops;
}

/* The first of `ops` behind `from` and before `to`. */
static fp_op first_between(fp_numbers ops, fp_op from, fp_op to) {
    uint32_t first = fp_count_below(ops.data, ops.len, from + 1);
    return first < ops.len && ops.data[first] < to ? ops.data[first] : FP_NONE;
}

/* The first barrier behind the producer: in front of it the wait is missing. FP_NONE: it is not in sight. */
static fp_op barrier_that_lacks_wait(const fp_rule_context *context, fp_numbers publishing, const fp_hazard *hazard) {
    fp_op from = producer_of(context, hazard)->op, to = consumer_of(context, hazard)->op;
    if (hazard->carrier == FP_NONE) return first_between(publishing, from, to);
    fp_op loop = context->kernel->loops.data[hazard->carrier].op;
    fp_op found = first_between(publishing, from, context->kernel->ir->ops[loop].end);
    return found != FP_NONE ? found : first_between(publishing, loop, to);
}

/* ---- accesses that are one of the source ---- */
/* The location of an access in the kernel's own text; empty: it has none, or it is a callee's. */
static fp_str location_of(const fp_rule_context *context, const fp_access *access) {
    if (access->callee_span.end > access->callee_span.start) return FP_STR("");
    return fp_fix_location(context->kernel->ir, access->op);
}

/* What an access has in common with others of the same place in the source, no sync between. */
static uint64_t hash_of_access(const fp_rule_context *context, fp_numbers publishing, const fp_access *access,
                               fp_str location) {
    uint64_t hash = fp_hash_mix(fp_hash_bytes(location.data, location.len), access->kind);
    hash = fp_hash_mix(hash, (uint64_t)access->roots << 32 | context->kernel->ir->ops[access->op].block);
    return fp_hash_mix(hash, fp_count_below(publishing.data, publishing.len, access->op));
}

/* Equal where consumers meet the same accesses of the source, and in the same way; 0: the source is not told. */
static uint64_t hash_of_source(const fp_rule_context *context, fp_numbers publishing, const fp_hazard_pair *pairs,
                               uint32_t count) {
    const fp_hazard *first = pairs[0].hazard;
    const fp_access *consumer = consumer_of(context, first);
    fp_str location = location_of(context, consumer);
    if (location.len == 0) return 0;
    uint64_t met = 0, way = (uint64_t)first->kind << 8 | (uint64_t)first->cause << 6 | (uint64_t)first->stored << 4 |
                            (uint64_t)first->concurrent << 3 | (uint64_t)first->certain << 2 |
                            (uint64_t)first->handed_over << 1 | first->at_least;
    for (uint32_t i = 0; i < count; i++) {
        const fp_access *producer = producer_of(context, pairs[i].hazard);
        fp_str from = location_of(context, producer);
        if (from.len == 0) return 0;
        met |= UINT64_C(1) << hash_of_access(context, publishing, producer, from) % 64;
    }
    uint64_t hash = fp_hash_mix(hash_of_access(context, publishing, consumer, location), met);
    hash = fp_hash_mix(fp_hash_mix(hash, way), (uint64_t)first->distance << 32 | first->answer.overlap);
    return hash | 1;
}

/* ---- leaders ---- */
typedef struct {
    fp_rule rule;
    fp_level level;
    fp_op barrier;      /* that lacks a wait; FP_NONE */
    fp_loop_id carrier; /* of the pair; FP_NONE: both ends are in one iteration */
    uint64_t source;    /* hash_of_source; 0 */
    uint32_t place;
} leader;

static bool leads(const leader *known, const leader *own) {
    return known->rule == own->rule && known->level == own->level && known->barrier == own->barrier &&
           known->carrier == own->carrier && known->source == own->source;
}

bool fp_hazard_pairs_share(fp_rule_context *context, fp_hazard_pair *pairs, uint32_t count) {
    FP_VEC(leader) leaders = { 0 };
    fp_map by_hash = { 0 };
    fp_numbers publishing = publishing_ops(context);
    bool shared = false;
    for (uint32_t start = 0, end; start < count; start = end) {
        for (end = start + 1;
             end < count && pairs[end].place == pairs[start].place && pairs[end].rule == pairs[start].rule;)
            end++;
        const fp_hazard *nearest = pairs[start].hazard;
        leader own = { pairs[start].rule, pairs[start].level, FP_NONE, nearest->carrier, 0, pairs[start].place };
        if (own.rule == FP_RULE_MISSING_FENCE)
            own.barrier = barrier_that_lacks_wait(context, publishing, nearest);
        else
            own.source = hash_of_source(context, publishing, &pairs[start], end - start);
        if (own.barrier == FP_NONE && own.source == 0) continue;
        uint64_t hash = fp_hash_mix(fp_hash_mix(own.source, own.barrier), (uint64_t)own.rule << 8 | own.level);
        const leader *known = NULL;
        for (fp_map_probe p = fp_map_find(&by_hash, hash); !known && fp_map_next(&p);)
            if (leads(&leaders.data[p.value], &own)) known = &leaders.data[p.value];
        for (uint32_t i = start; known && i < end; i++) pairs[i].leader = known->place;
        shared |= known != NULL;
        if (known) continue;
        fp_map_put(context->keep, &by_hash, hash, leaders.len);
        *FP_PUSH(context->keep, &leaders) = own;
    }
    return shared;
}
