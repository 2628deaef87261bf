/* overlap.c - fp_overlap_find: from two footprints and what lies between them to an answer. */
#include "address/overlap.h"
#include "address/address_leaf.h"
#include "address/address_loop.h"
#include "address/exchange.h"
#include "address/tile.h"
#include "address/uniformity_eval.h"
#include <string.h>

static fp_problem problem_of(struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q,
                             fp_iteration_relation relation, bool tuples) {
    fp_problem problem = { .relation = relation, .upper = FP_OVERLAP_DISJOINT, .all_sure = true, .all_shared = true };
    const fp_footprint_info *both[2] = { p, q };
    for (int i = 0; i < 2; i++) {
        problem.side[i].footprint = both[i];
        problem.side[i].address =
            fp_iteration_relation_apply(a, relation, tuples ? both[i]->tuple : both[i]->address, i == 1);
        problem.side[i].guards = fp_overlap_running(a, both[i], relation, i == 1,
                                                    fp_iteration_relation_guards(a, relation, both[i]->guards, i == 1));
        problem.inexact |= both[i]->inexact;
        problem.modular |= both[i]->modular && !tuples;
    }
    for (int i = 0; i < 2; i++)
        for (int by = 0; by < 2; by++)
            problem.side[i].guards = fp_overlap_left(a, problem.side[i].guards, problem.side[by].guards);
    problem.certain = !problem.inexact;
    return problem;
}

/* Index by index, on one buffer whose strides are not known: its elements meet only where all indices do. */
static bool tuples_prove(struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q,
                         fp_iteration_relation relation, fp_overlap *upper) {
    if (p->tuple == FP_EXPR_NONE || q->tuple == FP_EXPR_NONE || p->tuple_of != q->tuple_of) return false;
    if (relation && fp_address_loops_of_value(a, p->tuple_of)) return false;
    fp_problem problem = problem_of(a, p, q, relation, true);
    if (!fp_overlap_apart(a, &problem)) fp_overlap_cases(a, &problem);
    *upper = problem.upper;
    return problem.upper < FP_OVERLAP_UNKNOWN;
}

/* What is proven, and by which step. */
static fp_overlap_answer settled(fp_overlap overlap, fp_decision step, const fp_witness *witness) {
    return (fp_overlap_answer){ .overlap = overlap, .decided = step, .witness = witness };
}

/* Where the two are on the same bytes, whoever had a byte has it again. Of a slice the bytes are not told, only between
 * which they lie: another op may be on another slice. */
static bool shared_out_alike(const struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q,
                             fp_iteration_relation relation) {
    bool whole = !p->box_count && !q->box_count;
    return p->collective && q->collective && p->exchange_ends == q->exchange_ends &&
           p->first_segment == q->first_segment && p->segment_count == q->segment_count && p->width == q->width &&
           p->width && (p->op == q->op ? whole || relation == 0 : whole && !p->inexact && !q->inexact) &&
           fp_ir_alike(a->ir, p->op, q->op) && fp_tile_same_waves(a, p->op, q->op);
}

/* Copies of an access that an unrolled loop makes differ by constants: what is proven of two of them holds of all
 * pairs that lie as far apart. */
static fp_overlap_shape shape_of(struct fp_addresses *a, const fp_problem *problem) {
    fp_overlap_shape shape;
    memset(&shape, 0, sizeof shape); /* it is hashed and compared as bytes */
    int64_t constants[2];
    for (int i = 0; i < 2; i++) {
        const fp_problem_side *side = &problem->side[i];
        const fp_expr_info *n = fp_expr_at(&a->exprs, side->address);
        constants[i] = n->op == FP_EXPR_SUM || n->op == FP_EXPR_CONSTANT ? n->constant : 0;
        shape.rest[i] =
            constants[i] == INT64_MIN ? side->address : fp_expr_offset(&a->exprs, side->address, -constants[i]);
        if (constants[i] == INT64_MIN) constants[i] = 0;
        shape.guards[i] = side->guards;
        shape.first_segment[i] = side->footprint->first_segment;
        shape.segment_count[i] = side->footprint->segment_count;
        shape.width[i] = side->footprint->width;
        shape.tile[i] = side->footprint->tile;
        memcpy(shape.id_extent[i], side->footprint->id_extent, sizeof shape.id_extent[i]);
    }
    shape.shift = (int64_t)((uint64_t)constants[1] - (uint64_t)constants[0]);
    shape.relation = problem->relation;
    shape.flags = (uint32_t)problem->alike << 2 | (uint32_t)problem->modular << 1 | problem->inexact;
    return shape;
}

/* Is it the threads that are not known, or what they hold? */
static bool is_open(const fp_problem *problem) {
    return problem->blocked == FP_BLOCKED_THREADS || problem->blocked == FP_BLOCKED_OPAQUE;
}

/* Proves by cases and bounds; false: nothing is. */
static bool prove(struct fp_addresses *a, fp_problem *problem, fp_overlap_answer *answer) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    fp_overlap_shape shape = shape_of(a, problem);
    uint64_t hash = fp_hash_bytes(&shape, sizeof shape);
    for (fp_map_probe p = fp_map_find(&state->by_shape, hash); fp_map_next(&p);) {
        const fp_overlap_proven *known = &state->proven.data[p.value];
        if (memcmp(&known->shape, &shape, sizeof shape) != 0) continue;
        *answer = known->answer;
        return true;
    }
    fp_overlap_cases(a, problem);
    bool overrun = problem->blocked == FP_BLOCKED_BUDGET;
    if (overrun) a->overruns++;
    if (problem->upper < FP_OVERLAP_UNKNOWN)
        *answer = settled(problem->upper, FP_DECISION_THREADS, NULL);
    else if (fp_overlap_bounds(a, problem))
        *answer = settled(FP_OVERLAP_DISJOINT, FP_DECISION_BOUNDS, NULL);
    else if (is_open(problem) && fp_overlap_spread(a, problem))
        *answer = settled(FP_OVERLAP_DISJOINT, FP_DECISION_RANGES, NULL);
    else
        return false;
    if (overrun) return true;
    fp_map_put(a->keep, &state->by_shape, hash, state->proven.len);
    *FP_PUSH(a->keep, &state->proven) = (fp_overlap_proven){ shape, *answer };
    return true;
}

/* Instructions for matrices move a tile by rows of 16 bytes, and lanes of a wave hand each other their parts of it:
 * where the parts are small, and the two accesses share the tile out in different ways, who touches a byte is known by
 * wave only. */
static bool lanes_may_trade(const struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q) {
    enum { ROW = 16 };
    return p->tile != q->tile &&
           ((p->tile && a->tiles.data[p->tile]->run < ROW) || (q->tile && a->tiles.data[q->tile]->run < ROW));
}

/* Is one of the two a copy of which compilers give each wave some rows? Two such copies are given out alike. */
static bool rests_on_habit(const struct fp_addresses *a, const fp_footprint_info *p, const fp_footprint_info *q) {
    return (p->tile && a->tiles.data[p->tile]->by_habit) != (q->tile && a->tiles.data[q->tile]->by_habit);
}

/* Where the two are shared out as compilers do it, are the bytes that they share of one thread or wave each? */
static bool prove_by_habit(struct fp_addresses *a, fp_footprint_info p, fp_footprint_info q,
                           fp_iteration_relation relation, fp_overlap_answer *answer) {
    fp_footprint_info *sides[2] = { &p, &q };
    bool trade = lanes_may_trade(a, &p, &q);
    if (!p.usual && !q.usual) return false;
    for (int i = 0; i < 2; i++) {
        if (!sides[i]->usual) continue;
        sides[i]->tile = sides[i]->usual;
        sides[i]->elected = 0;
        sides[i]->collective = false;
    }
    if (fp_overlap_is_anyones(&p) || fp_overlap_is_anyones(&q)) return false;
    fp_problem problem = problem_of(a, &p, &q, relation, false);
    if (!prove(a, &problem, answer)) return false;
    if (answer->overlap == FP_OVERLAP_SAME_THREAD && (trade || fp_overlap_is_by_wave(&problem)))
        answer->overlap = FP_OVERLAP_SAME_WAVE;
    answer->by_habit = true;
    return true;
}

/* They share bytes. Are these touched by a unit beside all threads, or by several waves on one side? Then it does not
 * matter which thread has which byte. */
static bool meets_whoever(const fp_problem *problem) {
    return problem->side[0].footprint->agent || problem->side[1].footprint->agent || !problem->one_wave;
}

/* One op reads the end of its exchange, an alike one begins the next one in the same scratch. */
static bool exchanges_meet(struct fp_addresses *a, const fp_problem *problem) {
    const fp_footprint_info *p = problem->side[0].footprint, *q = problem->side[1].footprint;
    return p->exchange && p->exchange == q->exchange && p->exchange_ends != q->exchange_ends &&
           problem->side[0].guards == 0 && problem->side[1].guards == 0 &&
           fp_overlap_iterations_exist(a, problem, (fp_assigned_list){ NULL, 0 });
}

static fp_overlap_answer whoever(fp_decision decision, const fp_witness *witness) {
    return (fp_overlap_answer){
        FP_OVERLAP_UNKNOWN, decision, witness, fp_phrase_of(FP_WORD_SHARING_UNKNOWN), true, false, false
    };
}

static int64_t scratch_start(const struct fp_addresses *a, const fp_footprint_info *f) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, f->address);
    return n->op == FP_EXPR_SUM || n->op == FP_EXPR_CONSTANT ? n->constant : 0;
}

static fp_witness *scratch_witness(struct fp_addresses *a, const fp_footprint_info *f) {
    fp_witness *witness = FP_NEW(a->keep, fp_witness, 1);
    witness->byte = scratch_start(a, f);
    witness->byte_count = f->width;
    witness->told = FP_TOLD_NONE;
    return witness;
}

static void name_threads(struct fp_addresses *a, fp_witness *witness, fp_told told, const uint32_t *threads) {
    const fp_threads *on = fp_address_threads(a);
    if (!on || threads[0] >= on->count || threads[1] >= on->count) return;
    witness->told = told;
    witness->somewhere = true;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) witness->threads[i][k] = (int32_t)on->id[k][threads[i]];
}

static const fp_witness *exchange_witness(struct fp_addresses *a, const fp_footprint_info *p,
                                          const fp_footprint_info *q) {
    fp_witness *witness = scratch_witness(a, p);
    uint32_t threads[2];
    if (!p->exchange_ends) return witness;
    if (fp_exchange_pair(a, q->op, q->width, threads))
        name_threads(a, witness, FP_TOLD_EACH, threads);
    else if (p->alone == 1 && fp_exchange_peers(a, p->op, true, threads))
        name_threads(a, witness, FP_TOLD_PRODUCER, threads);
    return witness;
}

/* They share the bytes of the scratch's first element, and several waves touch these: two of its threads show that.
 * Where a unit beside all threads touches them, one thread will do. */
static const fp_witness *with_peers(struct fp_addresses *a, const fp_problem *problem, const fp_witness *witness) {
    for (int i = 0; i < 2 && witness->told == FP_TOLD_NONE; i++) {
        const fp_footprint_info *f = problem->side[i].footprint;
        uint32_t threads[2];
        bool unit = problem->side[!i].footprint->agent;
        int64_t start = scratch_start(a, f), behind = witness->byte + witness->byte_count;
        if (!f->first || start < witness->byte || start >= behind) continue;
        if (unit && fp_exchange_holder(a, f->op, f->exchange_ends, &threads[0]))
            threads[1] = threads[0];
        else if (f->alone != 1 || !fp_exchange_peers(a, f->op, f->exchange_ends, threads))
            continue;
        fp_witness *named = fp_arena_copy(a->keep, witness, sizeof *witness, _Alignof(fp_witness));
        name_threads(a, named, i == 0 ? FP_TOLD_PRODUCER : FP_TOLD_CONSUMER, threads);
        named->byte = start;
        named->byte_count = behind - start < (int64_t)f->first ? behind - start : (int64_t)f->first;
        named->somewhere = false;
        return named;
    }
    return witness;
}

/* They meet for some arguments of the kernel. Where these only make a loop run so often, that is certain; else what
 * happens for others is the caller's business. */
static bool meets_for_some(struct fp_addresses *a, const fp_problem *problem, bool met, fp_overlap_answer *answer) {
    fp_problem meets;
    fp_length length;
    bool found = met ? fp_overlap_meets_for_some(a, problem, &meets, &length)
                     : fp_overlap_guess_inputs(a, problem, &meets, &length);
    if (!found) return false;
    const fp_witness *witness = fp_overlap_witness(a, &meets);
    bool open = fp_overlap_is_anyones(meets.side[0].footprint) || fp_overlap_is_anyones(meets.side[1].footprint);
    if (!witness || (open && !meets_whoever(&meets))) return false;
    if (length.loop != FP_NONE) {
        *answer = open || fp_overlap_is_by_wave(&meets)
                      ? whoever(FP_DECISION_WHOEVER, with_peers(a, &meets, witness))
                      : settled(FP_OVERLAP_CROSS_THREAD, FP_DECISION_WITNESS, witness);
        answer->reason = fp_address_length_phrase(a, length.loop, length.trips);
        return true;
    }
    *answer = (fp_overlap_answer){
        FP_OVERLAP_UNKNOWN, FP_DECISION_INPUTS, witness, fp_overlap_reason(a, problem), false, false, false
    };
    return true;
}

/* Scratch of which not all bytes need be touched: its first ones are. Do they meet there for certain? */
static bool meets_at_first(struct fp_addresses *a, fp_footprint_info p, fp_footprint_info q,
                           fp_iteration_relation relation, fp_overlap_answer *answer) {
    fp_footprint_info *sides[2] = { &p, &q };
    for (int i = 0; i < 2; i++) {
        if (!sides[i]->inexact) continue;
        if (!sides[i]->first || sides[i]->first > sides[i]->width) return false;
        sides[i]->width = sides[i]->first;
        sides[i]->inexact = false;
    }
    fp_problem problem = problem_of(a, &p, &q, relation, false);
    fp_overlap_cases(a, &problem);
    const fp_witness *witness = fp_overlap_witness(a, &problem);
    if (!problem.all_sure || !problem.some_sure || !problem.meeting.sure || !witness || !meets_whoever(&problem))
        return false;
    *answer = whoever(FP_DECISION_WHOEVER, with_peers(a, &problem, witness));
    return true;
}

/* How far one of them reaches is hidden: does at least none begin inside of the other? */
static bool begin_apart(struct fp_addresses *a, fp_footprint_info p, fp_footprint_info q,
                        fp_iteration_relation relation) {
    fp_footprint_info *sides[2] = { &p, &q };
    bool hidden = false;
    for (int i = 0; i < 2; i++) {
        if (!fp_footprint_hides_extent(sides[i])) continue;
        hidden = true;
        sides[i]->blocked = FP_SAYS_NOTHING;
        sides[i]->address = fp_expr_unwrap(&a->exprs, sides[i]->begin, &sides[i]->modular);
    }
    if (!hidden) return false;
    fp_problem problem = problem_of(a, &p, &q, relation, false);
    fp_overlap_answer answer;
    return fp_overlap_apart(a, &problem) || (prove(a, &problem, &answer) && answer.overlap == FP_OVERLAP_DISJOINT);
}

struct length_leaves {
    const struct fp_exprs *exprs;
    bool trips, symbols;
};
static void find_length_leaves(void *context, fp_expr leaf) {
    struct length_leaves *s = context;
    fp_expr_op op = (fp_expr_op)fp_expr_at(s->exprs, leaf)->op;
    s->trips |= op == FP_EXPR_TRIPS;
    s->symbols |= op == FP_EXPR_SYMBOL;
}

/* May the two meet for certain because loops run so often? The addresses hang on that, and on no argument beside. */
static bool hangs_on_lengths(struct fp_addresses *a, const fp_problem *problem) {
    struct length_leaves search = { &a->exprs, false, false };
    if (problem->inexact || problem->modular) return false;
    for (int i = 0; i < 2; i++) fp_expr_visit(&a->exprs, problem->side[i].address, find_length_leaves, &search);
    return search.trips && !search.symbols;
}

/* `open`: not NULL when evidence of an unknown is not asked for. Then *open tells the most that a search for it could
 * make of this answer; DISJOINT: nothing is left to be searched for. */
static fp_overlap_answer decide(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer,
                                fp_iteration_relation relation, fp_overlap *open) {
    const fp_footprint_info p = a->footprints.data[producer], q = a->footprints.data[consumer];
    fp_problem problem = problem_of(a, &p, &q, relation, false);
    if (fp_overlap_apart(a, &problem)) return settled(FP_OVERLAP_DISJOINT, problem.decided, NULL);
    problem.alike = shared_out_alike(a, &p, &q, relation);
    if ((problem.alike && problem.side[0].address == problem.side[1].address) || (p.elected && p.elected == q.elected))
        return settled(FP_OVERLAP_SAME_THREAD, FP_DECISION_OWNER, NULL);
    if (!p.width || !q.width) { /* a trace without bytes meets nothing, and proves nothing */
        fp_problem_block(&problem, FP_BLOCKED_OPAQUE, 0);
        return (fp_overlap_answer){
            FP_OVERLAP_UNKNOWN, FP_DECISION_ADDRESS, NULL, fp_overlap_reason(a, &problem), false, false, false
        };
    }
    if (exchanges_meet(a, &problem)) return whoever(FP_DECISION_WHOEVER, exchange_witness(a, &p, &q));
    fp_overlap_answer proven;
    if (prove(a, &problem, &proven)) {
        if (proven.overlap == FP_OVERLAP_SAME_THREAD && (lanes_may_trade(a, &p, &q) || fp_overlap_is_by_wave(&problem)))
            proven.overlap = FP_OVERLAP_SAME_WAVE;
        proven.by_habit = proven.overlap != FP_OVERLAP_DISJOINT && rests_on_habit(a, &p, &q);
        return proven;
    }
    fp_overlap upper;
    if (tuples_prove(a, &p, &q, relation, &upper)) return settled(upper, FP_DECISION_INDICES, NULL);
    if (prove_by_habit(a, p, q, relation, &proven)) return proven;
    bool sure = problem.all_sure && problem.some_sure && problem.meeting.sure;
    if (open && !sure) {
        *open = hangs_on_lengths(a, &problem) ? FP_OVERLAP_CROSS_THREAD : FP_OVERLAP_UNKNOWN;
        return (fp_overlap_answer){ .overlap = FP_OVERLAP_UNKNOWN, .decided = fp_overlap_undecided(a, &problem) };
    }
    const fp_witness *witness = fp_overlap_witness(a, &problem);
    sure = sure && witness;
    if (sure && (fp_overlap_is_anyones(&p) ||
                 fp_overlap_is_anyones(
                     &q))) /* some threads share bytes, but which ones is not told: perhaps each with itself */
        return whoever(meets_whoever(&problem) ? FP_DECISION_WHOEVER : FP_DECISION_SHARING,
                       with_peers(a, &problem, witness));
    if (sure && fp_overlap_is_by_wave(&problem)) return whoever(FP_DECISION_WHOEVER, witness);
    if (sure) return settled(FP_OVERLAP_CROSS_THREAD, FP_DECISION_WITNESS, witness);
    fp_overlap_answer some;
    if (problem.inexact && (p.first || q.first) && meets_at_first(a, p, q, relation, &some)) return some;
    if (meets_for_some(a, &problem, witness != NULL, &some)) return some;
    if (problem.all_sure && problem.some_sure && !witness)
        fp_problem_block(&problem, FP_BLOCKED_ITERATION, 0); /* loops do not let both run with these values */
    fp_overlap_answer unknown = { FP_OVERLAP_UNKNOWN,
                                  fp_overlap_undecided(a, &problem),
                                  witness,
                                  fp_overlap_reason(a, &problem),
                                  false,
                                  false,
                                  false };
    unknown.begin_apart = begin_apart(a, p, q, relation);
    return unknown;
}

/* One of the two is not known: does the other run at all, in the iterations asked for? */
static bool runs_never(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer, fp_iterations iterations) {
    if (!producer == !consumer) return false;
    const fp_footprint_info anywhere = { .tuple = FP_EXPR_NONE, .loop = FP_NONE },
                            known = a->footprints.data[producer ? producer : consumer];
    fp_iteration_relation relation;
    if (!fp_iteration_relation_find(a, producer ? &known : &anywhere, producer ? &anywhere : &known, iterations,
                                    &relation))
        return true;
    return fp_overlap_contradict(a, fp_iteration_relation_guards(a, relation, known.guards, !producer), 0);
}

fp_overlap fp_overlap_most(const struct fp_addresses *a, fp_footprint producer, fp_footprint consumer) {
    const fp_footprint_info *p = &a->footprints.data[producer], *q = &a->footprints.data[consumer];
    return !producer || !consumer || fp_overlap_is_anyones(p) || fp_overlap_is_anyones(q) || p->inexact || q->inexact ||
                   p->by_wave || q->by_wave
               ? FP_OVERLAP_UNKNOWN
               : FP_OVERLAP_CROSS_THREAD;
}

fp_overlap_answer fp_overlap_unfollowed(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer,
                                        fp_iterations iterations) {
    if (runs_never(a, producer, consumer, iterations)) return settled(FP_OVERLAP_DISJOINT, FP_DECISION_GUARDS, NULL);
    return (fp_overlap_answer){
        FP_OVERLAP_UNKNOWN, FP_DECISION_ADDRESS, NULL, fp_phrase_of(FP_WORD_ADDRESS_UNKNOWN), false, false, false
    };
}

/* `open`: as decide knows it. */
static fp_overlap_answer answer(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer,
                                fp_iterations iterations, fp_overlap *open) {
    if (!producer || !consumer) {
        fp_overlap_answer unfollowed = fp_overlap_unfollowed(a, producer, consumer, iterations);
        a->decided[unfollowed.decided]++;
        return unfollowed;
    }
    if (fp_overlap_out_of_reach(a, producer, consumer)) {
        a->decided[FP_DECISION_RANGES]++;
        return settled(FP_OVERLAP_DISJOINT, FP_DECISION_RANGES, NULL);
    }
    struct fp_overlap_state *state = fp_overlap_state(a);
    fp_iteration_relation relation;
    if (!fp_iteration_relation_find(a, &a->footprints.data[producer], &a->footprints.data[consumer], iterations,
                                    &relation)) {
        a->decided[FP_DECISION_TRIPS]++;
        return settled(FP_OVERLAP_DISJOINT, FP_DECISION_TRIPS, NULL);
    }
    uint64_t hash = fp_hash_mix(fp_hash_mix(relation, producer), consumer);
    for (fp_map_probe p = fp_map_find(&state->by_question, hash); fp_map_next(&p);) {
        const fp_overlap_known *k = &state->answers.data[p.value];
        if (k->side[0] != producer || k->side[1] != consumer || k->relation != relation) continue;
        if (open) *open = k->open;
        if (open || k->open == FP_OVERLAP_DISJOINT) return k->answer;
        fp_overlap_answer whole = decide(a, producer, consumer, relation, NULL);
        fp_overlap_known *now = &state->answers.data[p.value];
        a->decided[now->answer.decided]--;
        a->decided[whole.decided]++;
        now->answer = whole;
        now->open = FP_OVERLAP_DISJOINT;
        return whole;
    }
    a->misses++;
    fp_overlap_known known = { .side = { producer, consumer }, .relation = relation };
    known.answer = decide(a, producer, consumer, relation, open);
    if (open) known.open = *open;
    a->decided[known.answer.decided]++;
    fp_map_put(a->keep, &state->by_question, hash, state->answers.len);
    *FP_PUSH(a->keep, &state->answers) = known;
    return known.answer;
}

fp_overlap_answer fp_overlap_find(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer,
                                  fp_iterations iterations) {
    return answer(a, producer, consumer, iterations, NULL);
}

fp_overlap_answer fp_overlap_outline(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer,
                                     fp_iterations iterations, fp_overlap *open) {
    *open = FP_OVERLAP_DISJOINT;
    return answer(a, producer, consumer, iterations, open);
}

const fp_witness *fp_overlap_shared(struct fp_addresses *a, fp_footprint producer, fp_footprint consumer,
                                    fp_iterations iterations) {
    fp_iteration_relation relation;
    if (!producer || !consumer) return NULL;
    const fp_footprint_info p = a->footprints.data[producer], q = a->footprints.data[consumer];
    if (!p.width || !q.width || !fp_iteration_relation_find(a, &p, &q, iterations, &relation)) return NULL;
    fp_problem problem = problem_of(a, &p, &q, relation, false);
    if (fp_overlap_apart(a, &problem)) return NULL;
    fp_overlap_cases(a, &problem);
    if (!problem.all_shared || !problem.some_shared || !problem.meeting.sure) return NULL;
    return fp_overlap_witness(a, &problem);
}
