/* overlap_decide.c - one case of a pair: what is uniform cancels, what is left of it shifts one trace against the
 * other. */
#include "address/address_guards.h"
#include "address/expr_build.h"
#include "address/overlap.h"
#include "address/overlap_sums.h"
#include "address/uniformity_eval.h"
#include <string.h>

enum { FREE_MAX = 32, SURE_TERMS_MAX = 4, SURE_TRIES_MAX = 4096, GUESSES_MAX = 8192, SUM_STEPS_MAX = 1 << 15 };

/* A leaf or other expression of which only bounds are known. */
typedef struct {
    int64_t coefficient, low, high;
    fp_expr node;
} free_term;
typedef struct {
    fp_expr threads;  /* the terms of the address that can be evaluated in each thread */
    fp_guards guards; /* the conditions that can */
    fp_expr uniform;  /* the terms that all threads agree on */
} side_parts;
typedef struct {
    struct fp_addresses *a;
    fp_problem *problem;
    side_parts side[2];
    free_term terms[FREE_MAX];
    uint32_t term_count;
    fp_sum_parts sum; /* of these terms; without parts where a term has no bounds */
    int64_t constant; /* the constant of the later address less that of the earlier one */
    bool certain;     /* nothing that could matter was left out so far */
    bool exists;      /* loops certainly run the iterations of this case */
    fp_expr uniform_guards[4];
    uint32_t uniform_guard_count;
    uint64_t guard_leaves;  /* Bloom filter of the leaves of these guards */
    bool guards_bound;      /* one of them may say something of another, so that perhaps they never hold together */
    fp_expr changing_guard; /* one of them that may hold in some iterations only; FP_EXPR_NONE */
    const fp_threads *threads;
    uint32_t traces[2];
} decision;

void fp_problem_block(fp_problem *problem, fp_blocked blocked, fp_expr by) {
    if (problem->blocked != FP_BLOCKED_NOT) return;
    problem->blocked = blocked;
    problem->blocked_by = by;
}

static void raise(fp_problem *problem, fp_overlap overlap) {
    if (overlap > problem->upper) problem->upper = overlap;
}

/* ---- Parts ---- */

static bool add_free(decision *d, fp_expr node, int64_t coefficient) {
    if (d->term_count == FREE_MAX) return false;
    const fp_expr_info *n = fp_expr_at(&d->a->exprs, node);
    d->terms[d->term_count++] = (free_term){ coefficient, n->low, n->high, node };
    return true;
}

/* An OPAQUE leaf inside, to say what blocked; else the node itself. */
static void find_opaque(void *context, fp_expr leaf) {
    void **both = context;
    const struct fp_exprs *exprs = both[0];
    fp_expr *found = both[1];
    if (fp_expr_at(exprs, leaf)->op == FP_EXPR_OPAQUE &&
        (*found == FP_EXPR_NONE || fp_expr_at(exprs, leaf)->id < fp_expr_at(exprs, *found)->id))
        *found = leaf;
}

static void block_by_node(decision *d, fp_expr node) {
    fp_expr found = FP_EXPR_NONE;
    void *both[2] = { &d->a->exprs, &found };
    if (fp_expr_at(&d->a->exprs, node)->depends & FP_DEPENDS_OPAQUE)
        fp_expr_visit(&d->a->exprs, node, find_opaque, both);
    fp_problem_block(d->problem, found == FP_EXPR_NONE ? FP_BLOCKED_SYMBOL : FP_BLOCKED_OPAQUE,
                     found == FP_EXPR_NONE ? node : found);
}

/* Per thread what evaluates; the rest of it is a number of which only bounds are known, another one for every
 * thread. */
static bool split_side(decision *d, const fp_problem_side *side, int which) {
    struct fp_exprs *s = &d->a->exprs;
    fp_expr threads;
    fp_expr_split(s, side->address, &threads, &d->side[which].uniform);
    d->side[which].threads = threads;
    if (fp_expr_evaluates(s, threads)) return true;
    fp_sum_terms parts;
    fp_sum_read(s, threads, &parts);
    fp_sum kept;
    fp_sum_start(&kept);
    for (uint32_t i = 0; i < parts.count; i++) {
        if (fp_expr_evaluates(s, parts.terms[i].node)) {
            fp_sum_add(s, &kept, parts.terms[i].node, parts.terms[i].coefficient);
            continue;
        }
        d->certain = false;
        block_by_node(d, parts.terms[i].node);
        if (!add_free(d, parts.terms[i].node, which ? parts.terms[i].coefficient : -parts.terms[i].coefficient))
            return false;
    }
    d->side[which].threads = fp_sum_finish(s, &kept);
    return true;
}

struct argument_search {
    const struct fp_addresses *a;
    bool others;
};
static void find_others(void *context, fp_expr leaf) {
    struct argument_search *s = context;
    const fp_expr_info *n = fp_expr_at(&s->a->exprs, leaf);
    s->others |= n->op != FP_EXPR_SYMBOL || n->instance || !fp_overlap_is_argument(s->a, n->id);
}

/* Is the guard made of the kernel's arguments alone, and of none that the guards before are made of? Then any of these
 * can hold together with it. */
static bool is_free(decision *d, fp_expr guard) {
    uint64_t leaves = fp_expr_at(&d->a->exprs, guard)->leaves;
    struct argument_search search = { d->a, !d->a->launch.free_arguments || (leaves & d->guard_leaves) };
    if (!search.others) fp_expr_visit(&d->a->exprs, guard, find_others, &search);
    d->guard_leaves |= leaves;
    return !search.others;
}

/* Guards that evaluate go with the trace. A uniform one holds for all threads or none: alone it says when both
 * execute. False: this case does not execute. */
static bool split_guards(decision *d, const fp_problem_side *side, int which) {
    enum { KEPT_MAX = 64 };
    struct fp_addresses *a = d->a;
    fp_guard kept[KEPT_MAX];
    uint32_t count = 0;
    fp_guard_set set = a->guard_sets.data[side->guards];
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard g = a->guard_lists.data[set.first + i];
        if (fp_overlap_never(a, g)) return false;
        if (fp_expr_evaluates(&a->exprs, g.node) && count < KEPT_MAX) {
            kept[count++] = g;
            continue;
        }
        if (fp_expr_at(&a->exprs, g.node)->depends & FP_DEPENDS_PER_THREAD) {
            d->certain = false;
            fp_problem_block(d->problem, FP_BLOCKED_GUARD, g.node);
            continue;
        }
        uint32_t k = 0;
        while (k < d->uniform_guard_count && d->uniform_guards[k] != g.node) k++;
        if (k == d->uniform_guard_count) d->guards_bound |= !is_free(d, g.node);
        if (k == d->uniform_guard_count && k < 4) d->uniform_guards[d->uniform_guard_count++] = g.node;
        if (d->problem->guards_change) d->changing_guard = g.node;
        if (d->uniform_guard_count > 1 && d->guards_bound) {
            d->certain = false;
            fp_problem_block(d->problem, FP_BLOCKED_GUARD, g.node);
        }
    }
    d->side[which].guards = fp_address_guards(a, kept, count);
    return true;
}

/* ---- Traces ---- */

static uint32_t trace_of(decision *d, int which) {
    struct fp_addresses *a = d->a;
    struct fp_overlap_state *state = fp_overlap_state(a);
    const fp_footprint_info *f = d->problem->side[which].footprint;
    const side_parts *part = &d->side[which];
    uint64_t hash = fp_hash_mix(
        fp_hash_mix((uint64_t)part->threads << 32 | part->guards, (uint64_t)f->first_segment << 32 | f->width),
        d->threads->count);
    for (fp_map_probe p = fp_map_find(&state->by_trace, hash); fp_map_next(&p);) {
        const fp_trace_known *k = &state->traces.data[p.value];
        if (k->node == part->threads && k->guards == part->guards && k->first_segment == f->first_segment &&
            k->segment_count == f->segment_count && k->width == f->width && k->tile == f->tile &&
            k->threads == d->threads)
            return p.value;
    }
    fp_trace_request request = fp_trace_request_of(a, f, part->threads, part->guards);
    d->problem->evaluations += d->threads->count;
    fp_trace_known known = { .node = part->threads,
                             .guards = part->guards,
                             .first_segment = f->first_segment,
                             .segment_count = f->segment_count,
                             .width = f->width,
                             .tile = f->tile,
                             .threads = d->threads,
                             .trace = fp_trace_make(a, d->threads, &request) };
    fp_map_put(a->keep, &state->by_trace, hash, state->traces.len);
    *FP_PUSH(a->keep, &state->traces) = known;
    return state->traces.len - 1;
}

static fp_trace_meeting traces_meet(decision *d, int64_t shift) {
    struct fp_overlap_state *state = fp_overlap_state(d->a);
    uint64_t hash = fp_hash_mix((uint64_t)d->traces[0] << 32 | d->traces[1], (uint64_t)shift);
    for (fp_map_probe p = fp_map_find(&state->by_meeting, hash); fp_map_next(&p);) {
        const fp_meeting_known *k = &state->meetings.data[p.value];
        if (k->trace[0] == d->traces[0] && k->trace[1] == d->traces[1] && k->shift == shift) return k->meeting;
    }
    fp_meeting_known known = { { d->traces[0], d->traces[1] }, shift, { FP_OVERLAP_DISJOINT, { 0, 0 }, false } };
    known.meeting = fp_trace_meet(d->threads, &state->traces.data[d->traces[0]].trace,
                                  &state->traces.data[d->traces[1]].trace, shift, &d->problem->steps);
    fp_map_put(d->a->keep, &state->by_meeting, hash, state->meetings.len);
    *FP_PUSH(d->a->keep, &state->meetings) = known;
    return known.meeting;
}

/* How they meet where the later access lies `shift` bytes behind the earlier one. */
static fp_trace_meeting meet(decision *d, int64_t shift) {
    fp_trace_meeting meeting = traces_meet(d, shift);
    if (d->problem->alike && shift == 0 && d->traces[0] == d->traces[1] && meeting.worst > FP_OVERLAP_SAME_THREAD)
        meeting = (fp_trace_meeting){ FP_OVERLAP_SAME_THREAD, { 0, 0 }, false };
    return meeting;
}

/* ---- Iterations ---- */

/* ITER, MORE, or a STEP of one. */
static bool is_iteration(const struct fp_addresses *a, fp_expr leaf) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, leaf);
    return n->op == FP_EXPR_ITER || n->op == FP_EXPR_MORE || (n->op == FP_EXPR_STEP && n->instance);
}

/* ---- Shifts ---- */

/* False: a better one is known. */
static bool remember(decision *d, const fp_trace_meeting *m, int64_t shift, bool sure, fp_assigned_list more) {
    fp_problem *p = d->problem;
    bool better =
        !p->meeting.found || (m->worst == FP_OVERLAP_CROSS_THREAD && p->meeting.kind != FP_OVERLAP_CROSS_THREAD);
    if (!better && (p->meeting.kind > m->worst || p->meeting.sure || !sure)) return false;
    p->meeting.found = true;
    p->meeting.peers.found = false;
    p->meeting.kind = m->worst;
    p->meeting.sure = sure;
    memcpy(p->meeting.threads, m->threads, sizeof m->threads);
    memcpy(p->meeting.assigned, p->assigned, p->assigned_count * sizeof *p->assigned);
    p->meeting.assigned_count = p->assigned_count;
    for (uint32_t i = 0; i < more.len && p->meeting.assigned_count < FP_ASSIGNED_MAX; i++)
        p->meeting.assigned[p->meeting.assigned_count++] = more.data[i];
    p->meeting.shift = shift;
    p->meeting.on = d->threads;
    return true;
}

enum { GUESSED_BELOW = 64 };
/* A search for values of the free leaves. */
typedef struct {
    const decision *d;
    /* What the leaves from this one on can sum up to: numbers in the interval, multiples of the step. */
    fp_interval rest[FREE_MAX + 1];
    int64_t step[FREE_MAX + 1];
    fp_assigned values[FP_ASSIGNED_MAX];
    uint32_t tries; /* left */
} guessing;

/* All leaves but the last take small values. */
static fp_interval guessed_of(const decision *d, uint32_t term) {
    const free_term *t = &d->terms[term];
    if (term + 1 == d->term_count) return (fp_interval){ t->low, t->high };
    return (fp_interval){ t->low > 0 ? t->low : 0, t->high < GUESSED_BELOW ? t->high : GUESSED_BELOW - 1 };
}

static void start_guessing(guessing *g) {
    uint32_t count = g->d->term_count;
    g->rest[count] = (fp_interval){ 0, 0 };
    g->step[count] = 0;
    for (uint32_t i = count; i-- > 0;) {
        int64_t coefficient = g->d->terms[i].coefficient;
        g->rest[i] = fp_interval_add(g->rest[i + 1], fp_interval_scale(guessed_of(g->d, i), coefficient));
        g->step[i] = fp_gcd(g->step[i + 1], coefficient);
    }
}

/* Values that give the shift: small ones first, the last leaf takes what is left. For the condition of an `unknown`. */
static bool solve(guessing *g, uint32_t term, int64_t left) {
    if (left < g->rest[term].low || left > g->rest[term].high || (g->step[term] ? left % g->step[term] : left))
        return false;
    if (term == g->d->term_count) return true;
    const free_term *t = &g->d->terms[term];
    const fp_interval range = guessed_of(g->d, term);
    g->values[term] = (fp_assigned){ .leaf = t->node };
    if (term + 1 == g->d->term_count) {
        g->values[term].value = left / t->coefficient;
        return true;
    }
    for (int64_t v = range.low; v <= range.high && g->tries; v++) {
        g->tries--;
        g->values[term].value = v;
        if (solve(g, term + 1, left - v * t->coefficient)) return true;
    }
    return false;
}

static void remember_condition(decision *d, const fp_trace_meeting *m, int64_t shift) {
    uint32_t tries = d->problem->guesses < GUESSES_MAX ? GUESSES_MAX - d->problem->guesses : 0;
    if (tries == 0 || (d->problem->meeting.found && d->problem->meeting.kind == FP_OVERLAP_CROSS_THREAD) ||
        d->term_count + d->problem->assigned_count > FP_ASSIGNED_MAX)
        return;
    for (uint32_t i = 0; i < d->term_count; i++)
        if (!fp_expr_is_leaf(&d->a->exprs, d->terms[i].node)) return;
    guessing g = { .d = d, .tries = tries };
    start_guessing(&g);
    if (solve(&g, 0, shift - d->constant)) remember(d, m, shift, false, (fp_assigned_list){ g.values, d->term_count });
    d->problem->guesses = GUESSES_MAX - g.tries;
}

/* Scratch is shared out among the waves in a way that is not told. Does a wave of the other side touch more of its
 * bytes than any wave has there, or do several waves touch each of its bytes? Then some byte is another wave's. */
static bool outgrows_scratch(decision *d, const bool *told, int64_t shift) {
    const struct fp_overlap_state *state = fp_overlap_state(d->a);
    for (int i = 0; i < 2; i++) {
        uint32_t alone = d->problem->side[i].footprint->alone;
        const fp_trace *scratch = &state->traces.data[d->traces[i]].trace,
                       *other = &state->traces.data[d->traces[!i]].trace;
        if (alone == 1 || (alone && told[!i] &&
                           fp_trace_most_of_a_wave(d->threads, scratch, other, i == 0 ? -shift : shift,
                                                   &d->problem->steps) >= (int64_t)alone))
            return true;
    }
    return false;
}

/* Do threads of two waves of side `told` touch a byte that the other side touches? `keep`: they go into the meeting. */
static bool finds_peers(decision *d, int told, int64_t shift, bool keep) {
    const struct fp_overlap_state *state = fp_overlap_state(d->a);
    const fp_trace *other = &state->traces.data[d->traces[!told]].trace,
                   *own = &state->traces.data[d->traces[told]].trace;
    fp_peers peers = { .found = true, .side = told };
    if (!fp_trace_meets_waves(d->threads, other, own, told ? -shift : shift, &d->problem->steps, peers.threads))
        return false;
    if (keep) d->problem->meeting.peers = peers;
    return true;
}

/* Notes whether they share a byte that two waves touch on one side. Then it does not matter which thread touches it on
 * the other side, should that not be told. `remembered`: as the problem's meeting. */
static void note_waves(decision *d, int64_t shift, bool remembered) {
    fp_problem *problem = d->problem;
    bool told[2];
    for (int i = 0; i < 2; i++) told[i] = !fp_overlap_is_anyones(problem->side[i].footprint);
    if ((told[0] && told[1]) || problem->one_wave) return;
    problem->one_wave = !(told[1] && finds_peers(d, 1, shift, remembered)) &&
                        !(told[0] && finds_peers(d, 0, shift, remembered)) && !outgrows_scratch(d, told, shift);
}

/* Two waves that share bytes do so whichever lanes of theirs touch them; of two lanes of one wave, each may have bytes
 * of its own. */
static bool is_told(const decision *d, const fp_trace_meeting *m) {
    return m->worst == FP_OVERLAP_CROSS_THREAD || !fp_overlap_is_by_wave(d->problem);
}

/* How they meet at that distance. */
static fp_overlap one_shift(decision *d, int64_t shift, bool sure, bool *found_sure) {
    fp_trace_meeting m = meet(d, shift);
    raise(d->problem, m.worst);
    if (sure && m.sure && is_told(d, &m)) {
        d->problem->shared = true;
        *found_sure = m.worst == FP_OVERLAP_CROSS_THREAD;
        bool remembered = remember(d, &m, shift, true, (fp_assigned_list){ NULL, 0 });
        if (*found_sure) note_waves(d, shift, remembered);
    } else if (m.worst == FP_OVERLAP_CROSS_THREAD) {
        remember_condition(d, &m, shift);
    }
    return m.worst;
}

static void shifts_between(decision *d, int64_t from, int64_t to, int64_t step) {
    if (from > to) return;
    from += fp_floor_mod(d->constant - from, step);
    for (int64_t shift = from; shift <= to && d->problem->upper != FP_OVERLAP_CROSS_THREAD; shift += step) {
        bool ignored = false;
        int64_t sum = shift - d->constant;
        if (d->sum.count && !fp_sum_parts_reach(&d->sum, sum, sum)) continue;
        one_shift(d, shift, false, &ignored);
        if (d->problem->steps > FP_OVERLAP_STEPS_MAX) {
            fp_problem_block(d->problem, FP_BLOCKED_BUDGET, 0);
            raise(d->problem, FP_OVERLAP_CROSS_THREAD);
        }
    }
}

/* One term alone reaches all multiples of its step. */
static void add_sum(decision *d) {
    d->sum = (fp_sum_parts){ .steps = SUM_STEPS_MAX };
    if (d->term_count < 2 || d->problem->modular) return;
    for (uint32_t i = 0; i < d->term_count; i++) {
        const free_term *t = &d->terms[i];
        if (fp_sum_parts_add_multiples(&d->sum, t->coefficient, t->low, t->high)) continue;
        d->sum.count = 0;
        return;
    }
    fp_sum_parts_order(&d->sum);
}

/* Every shift that the free terms allow and that lets the traces meet; those inside of the buffer first, since the
 * first that meets is the one that is told. */
static void all_shifts(decision *d, int64_t low, int64_t high, int64_t step) {
    const struct fp_overlap_state *state = fp_overlap_state(d->a);
    const fp_trace *p = &state->traces.data[d->traces[0]].trace, *q = &state->traces.data[d->traces[1]].trace;
    int64_t from = p->base - q->end + 1, to = p->end - q->base - 1;
    from = low > from ? low : from, to = high < to ? high : to;
    int64_t first = from, last = to;
    const fp_expr uniform[2] = { d->side[0].uniform, d->side[1].uniform };
    fp_overlap_stay_inside(d->a, uniform, (const fp_trace *const[]){ p, q }, &first, &last);
    if (first > last) first = from, last = to;
    shifts_between(d, first, last, step);
    shifts_between(d, from, first - 1, step);
    shifts_between(d, last + 1, to, step);
}

/* Free terms that are iterations only: some that surely happen may give a sure meeting. */
static bool sure_iterations(decision *d) {
    fp_assigned values[FP_ASSIGNED_MAX];
    uint32_t base = d->problem->assigned_count, count = d->term_count;
    if (count == 0 || base + count > FP_ASSIGNED_MAX || count > SURE_TERMS_MAX) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!is_iteration(d->a, d->terms[i].node)) return false;
    memcpy(values, d->problem->assigned, base * sizeof *values);
    const struct fp_overlap_state *state = fp_overlap_state(d->a);
    int64_t at[SURE_TERMS_MAX] = { 0 };
    for (uint32_t i = 0; i < count; i++) at[i] = d->terms[i].low;
    for (uint32_t tries = 0; tries < SURE_TRIES_MAX; tries++) {
        int64_t shift = d->constant;
        for (uint32_t i = 0; i < count; i++) {
            values[base + i] = (fp_assigned){ .leaf = d->terms[i].node, .value = at[i] };
            shift += at[i] * d->terms[i].coefficient;
        }
        const fp_trace *p = &state->traces.data[d->traces[0]].trace, *q = &state->traces.data[d->traces[1]].trace;
        if (shift > p->base - q->end && shift < p->end - q->base &&
            fp_overlap_iterations_exist(d->a, d->problem, (fp_assigned_list){ values, base + count })) {
            fp_trace_meeting m = meet(d, shift);
            if (m.sure && is_told(d, &m)) {
                d->problem->shared = true;
                bool remembered = remember(d, &m, shift, true, (fp_assigned_list){ values + base, count });
                if (m.worst == FP_OVERLAP_CROSS_THREAD) {
                    note_waves(d, shift, remembered);
                    return true;
                }
            }
        }
        uint32_t i = 0; /* the next combination */
        while (i < count && (++at[i] > d->terms[i].high || at[i] >= d->terms[i].low + FP_SURE_ITERATIONS))
            at[i] = d->terms[i].low, i++;
        if (i == count) break;
    }
    return false;
}

bool fp_overlap_decide(struct fp_addresses *a, fp_problem *problem, const fp_problem_side side[2], bool exists,
                       bool *executes) {
    decision d = {
        .a = a, .problem = problem, .certain = problem->certain, .exists = exists, .changing_guard = FP_EXPR_NONE
    };
    for (int i = 0; i < 2; i++) {
        if (split_guards(&d, &side[i], i)) continue;
        *executes = false;
        return false;
    }
    if (fp_overlap_contradict(a, side[0].guards, side[1].guards)) {
        *executes = false;
        return false;
    }
    bool fits = split_side(&d, &side[0], 0) && split_side(&d, &side[1], 1);
    fp_expr difference = fp_expr_sub(&a->exprs, d.side[1].uniform, d.side[0].uniform);
    if (fp_overlap_distinct_bases(a, difference)) return false;
    fp_sum_terms parts;
    fp_sum_read(&a->exprs, difference, &parts);
    d.constant = parts.constant;
    for (uint32_t i = 0; i < parts.count && fits; i++)
        fits = add_free(&d, parts.terms[i].node, parts.terms[i].coefficient);
    if (d.changing_guard != FP_EXPR_NONE &&
        (d.term_count || problem->assigned_count)) { /* they may meet in one iteration and both run in another */
        d.certain = false;
        fp_problem_block(problem, FP_BLOCKED_GUARD, d.changing_guard);
    }
    if (problem->symbols_change && d.term_count) {
        d.certain = false;
        block_by_node(&d, d.terms[0].node);
    }
    d.threads = fp_overlap_threads(a, problem);
    if (!fits || !d.threads) {
        fp_problem_block(problem, d.threads ? FP_BLOCKED_BUDGET : FP_BLOCKED_THREADS, 0);
        raise(problem, FP_OVERLAP_CROSS_THREAD);
        return false;
    }
    for (int i = 0; i < 2; i++) d.traces[i] = trace_of(&d, i);
    const struct fp_overlap_state *state = fp_overlap_state(a);
    for (int i = 0; i < 2; i++) {
        const fp_trace *p = &state->traces.data[d.traces[i]].trace;
        if (p->wrong) {
            fp_problem_block(problem, FP_BLOCKED_ADDRESS, 0);
            raise(problem, FP_OVERLAP_CROSS_THREAD);
            return false;
        }
        if (p->count == 0) *executes = false;
    }
    if (!*executes) return false;
    if (problem->evaluations > FP_OVERLAP_EVALUATIONS_MAX) {
        fp_problem_block(problem, FP_BLOCKED_BUDGET, 0);
        raise(problem, FP_OVERLAP_CROSS_THREAD);
        return false;
    }
    if (d.term_count == 0) {
        bool sure = false;
        if (problem->modular)
            d.constant = fp_floor_mod(d.constant + ((int64_t)1 << 31), (int64_t)1 << 32) - ((int64_t)1 << 31);
        if (one_shift(&d, d.constant, d.certain && exists, &sure) == FP_OVERLAP_CROSS_THREAD && !sure)
            fp_problem_block(problem,
                             !exists            ? FP_BLOCKED_ITERATION
                             : problem->inexact ? FP_BLOCKED_EXTENT
                                                : FP_BLOCKED_THREADS,
                             0);
        return sure;
    }
    int64_t step = problem->modular ? (int64_t)1 << 32 : 0;
    fp_interval range = { d.constant, d.constant };
    for (uint32_t i = 0; i < d.term_count; i++) {
        int64_t least;
        if (__builtin_mul_overflow(d.terms[i].coefficient, fp_overlap_multiple(a, d.terms[i].node), &least))
            least = d.terms[i].coefficient;
        step = fp_gcd(step, least);
        range = fp_interval_add(
            range, fp_interval_scale((fp_interval){ d.terms[i].low, d.terms[i].high }, d.terms[i].coefficient));
    }
    if (problem->modular) range = (fp_interval){ -FP_FAR, FP_FAR };
    bool sure = d.certain && exists && !problem->modular && sure_iterations(&d);
    if (sure) raise(problem, FP_OVERLAP_CROSS_THREAD);
    add_sum(&d);
    all_shifts(&d, range.low, range.high, step);
    if (problem->upper == FP_OVERLAP_CROSS_THREAD && !sure) {
        for (uint32_t i = 0; i < d.term_count; i++)
            if (!is_iteration(a, d.terms[i].node)) block_by_node(&d, d.terms[i].node);
        fp_problem_block(problem, FP_BLOCKED_ITERATION, d.terms[0].node);
    }
    return sure;
}
