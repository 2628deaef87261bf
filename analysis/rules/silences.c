/* silences.c - one finding for each cause: drops what another finding, or the kernel itself, says already
 * (facts/silences.def). */
#include "base/hash.h"
#include "rules/finding.h"

typedef enum { OF_RULE, OF_CLAIM, OF_FACT } selector_kind;
typedef enum { FACT_PUBLISHES, FACT_DOES_OTHERS, FACT_UNFINISHED, FACT_UNSUPPORTED, FACT_LACKS_WAIT } fact_kind;
typedef enum { ANYWHERE, SAME_OP, NAMED, ITS_SIGNAL, BEHIND, SAME_COUNTER, COUNTED } where;
typedef struct {
    selector_kind by;
    uint8_t cause;
    selector_kind of;
    uint8_t consequence;
    where where;
} silence;

#define RULE_NUMBER(name) FP_RULE_##name
#define CLAIM_NUMBER(name) FP_CLAIM_##name
#define FACT_NUMBER(name) FACT_##name
static const silence silences[] = {
#define SILENCE(by, cause, of, consequence, where) \
    { OF_##by, by##_NUMBER(cause), OF_##of, of##_NUMBER(consequence), where },
#include "facts/silences.def"
#undef SILENCE
};
enum { SILENCE_COUNT = sizeof silences / sizeof *silences };

/* Places by where they start. */
typedef struct {
    fp_map by_hash;
    FP_VEC(uint32_t) starts;
} place_set;

static uint64_t hash_of(uint32_t start) { return fp_hash_mix(0, start); }

static bool contains(const place_set *set, fp_span span) {
    for (fp_map_probe p = fp_map_find(&set->by_hash, hash_of(span.start)); fp_map_next(&p);)
        if (set->starts.data[p.value] == span.start) return true;
    return false;
}

static void insert(struct fp_arena *keep, place_set *set, fp_span span) {
    if (contains(set, span)) return;
    fp_map_put(keep, &set->by_hash, hash_of(span.start), set->starts.len);
    *FP_PUSH(keep, &set->starts) = span.start;
}

/* What a row's causes are: whether there is one, whether it is an error; the ops that they stand on or name. */
typedef struct {
    bool any, error;
    place_set own, named;
} causes;

typedef struct {
    fp_rule_context *context;
    const struct fp_kernel *kernel;
    fp_findings findings;              /* of the kernel */
    fp_map syncs;                      /* by place */
    bool *unsupported;                 /* by sync: the chip does not have its op */
    bool lacks_wait[FP_COUNTER_COUNT]; /* something that the counter counts is used before it has landed */
} silencer;

/* ---- causes ---- */
static void add_op(const silencer *s, causes *c, fp_span op) {
    c->any = true;
    insert(s->context->keep, &c->own, op);
    insert(s->context->keep, &c->named, op);
}

static void add_syncs(const silencer *s, causes *c, fact_kind fact) {
    for (uint32_t i = 0; i < s->kernel->syncs.len; i++) {
        bool is_cause = fact == FACT_UNSUPPORTED ? s->unsupported[i] : s->context->analysis->syncs[i].for_others;
        if (is_cause) add_op(s, c, s->kernel->syncs.data[i].span);
    }
}

static void add_fact(const silencer *s, causes *c, fact_kind fact) {
    switch (fact) {
    case FACT_PUBLISHES:
        for (size_t i = 0; i < s->context->publisher_count; i++) add_op(s, c, s->context->publishers[i]);
        return;
    case FACT_DOES_OTHERS:
    case FACT_UNSUPPORTED: add_syncs(s, c, fact); return;
    case FACT_UNFINISHED:
        c->any = s->kernel->stage == FP_STAGE_BEFORE_MEMBAR || s->kernel->stage == FP_STAGE_BEFORE_THREADS ||
                 s->kernel->ir->half_typed;
        return;
    case FACT_LACKS_WAIT: c->any = true; return;
    }
}

static bool is_of(const fp_finding *finding, selector_kind selector, uint8_t number) {
    switch (selector) {
    case OF_RULE: return finding->rule == number;
    case OF_CLAIM: return fp_rule_at(finding->rule)->claim == number;
    case OF_FACT: return false;
    }
    return false;
}

static causes find_causes(const silencer *s, const silence *row) {
    causes c = { 0 };
    if (row->by == OF_FACT) add_fact(s, &c, (fact_kind)row->cause);
    for (uint32_t i = 0; i < s->findings.len; i++) {
        const fp_finding *finding = &s->findings.data[i];
        if (!is_of(finding, row->by, row->cause)) continue;
        add_op(s, &c, finding->span);
        c.error = c.error || finding->level == FP_LEVEL_ERROR;
        for (size_t r = 0; r < finding->related_count; r++)
            insert(s->context->keep, &c.named, finding->related[r].span);
    }
    return c;
}

/* ---- consequences ---- */
/* The first sync at the place; FP_NONE: there is none. */
static uint32_t sync_at(const silencer *s, fp_span span) {
    uint32_t found = FP_NONE;
    for (fp_map_probe p = fp_map_find(&s->syncs, hash_of(span.start)); fp_map_next(&p);)
        if (s->kernel->syncs.data[p.value].span.start == span.start && p.value < found) found = p.value;
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

static bool stands_behind(const silencer *s, const causes *c, const fp_finding *consequence) {
    uint32_t wait = consequence->related_count ? FP_NONE : sync_at(s, consequence->span);
    const fp_sync *barrier = wait == FP_NONE ? NULL : barrier_behind(s->kernel, wait);
    return barrier && contains(&c->named, barrier->span);
}

static bool waits_for_missing(const silencer *s, const fp_finding *consequence) {
    uint32_t number = consequence->related_count ? FP_NONE : sync_at(s, consequence->span);
    if (number == FP_NONE) return false;
    const fp_sync *wait = &s->kernel->syncs.data[number];
    if (wait->info && s->lacks_wait[wait->info->counter]) return true;
    for (uint32_t i = 0; i < wait->wait_count; i++)
        if (s->lacks_wait[wait->waits[i].counter]) return true;
    return false;
}

static bool names_signal(const causes *c, const fp_finding *consequence) {
    for (size_t i = 0; i < consequence->related_count; i++)
        if (consequence->related[i].role == FP_ROLE_ARRIVER && contains(&c->named, consequence->related[i].span))
            return true;
    return false;
}

static bool fits(const silencer *s, const silence *row, const causes *c, const fp_finding *consequence) {
    switch (row->where) {
    case ANYWHERE: return true;
    case SAME_OP: return contains(&c->own, consequence->span);
    case NAMED: return contains(&c->named, consequence->span);
    case ITS_SIGNAL: return names_signal(c, consequence);
    case BEHIND: return stands_behind(s, c, consequence);
    case SAME_COUNTER: return waits_for_missing(s, consequence);
    case COUNTED: return c->error && consequence->level < FP_LEVEL_ERROR;
    }
    return false;
}

/* Drops what the facts silence, or what findings do. */
static void run_rows(silencer *s, bool facts) {
    bool *silent = FP_NEW(s->context->keep, bool, s->findings.len + 1);
    for (uint32_t r = 0; r < SILENCE_COUNT; r++) {
        const silence *row = &silences[r];
        if ((row->by == OF_FACT) != facts) continue;
        causes c = find_causes(s, row);
        for (uint32_t i = 0; i < s->findings.len && c.any; i++)
            silent[i] = silent[i] || (is_of(&s->findings.data[i], row->of, row->consequence) &&
                                      fits(s, row, &c, &s->findings.data[i]));
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->findings.len; i++)
        if (!silent[i]) s->findings.data[kept++] = s->findings.data[i];
    s->findings.len = kept;
}

void fp_rules_silence(fp_rule_context *context, uint32_t first) {
    const struct fp_kernel *kernel = context->kernel;
    silencer s = { .context = context, .kernel = kernel };
    s.findings.data = context->findings->data + first;
    s.findings.len = context->findings->len - first;
    if (s.findings.len == 0) return;
    s.unsupported = FP_NEW(context->keep, bool, kernel->syncs.len + 1);
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        fp_map_put(context->keep, &s.syncs, hash_of(sync->span.start), i);
        s.unsupported[i] = sync->info && !fp_target_supports(kernel->target, sync->info->targets);
    }
    for (size_t i = 0; i < context->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        if (hazard->cause == FP_CAUSE_FENCE) s.lacks_wait[FP_COUNTER_DS] = true;
        if (hazard->cause == FP_CAUSE_ASYNC)
            s.lacks_wait[fp_class_of(kernel, fp_kernel_access(kernel, hazard->producer)).counter] = true;
    }
    for (uint32_t i = 0; context->streams && i < context->streams->fault_count; i++) {
        const fp_run_evidence *e = &context->streams->faults[i].evidence;
        const fp_op_info *info = e->first_async && e->first.op != FP_NONE ? kernel->ir->ops[e->first.op].info : NULL;
        if (info) s.lacks_wait[fp_op_info_queue(info)] = true;
    }
    s.lacks_wait[FP_COUNTER_NONE] = false;
    run_rows(&s, true);
    run_rows(&s, false);
    context->findings->len = first + s.findings.len;
}
