#include "address/address_places.h"
#include "address/address_loop.h"
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/address_state.h"
#include "address/expr_period.h"
#include "address/uniformity_eval.h"
#include <string.h>

typedef struct {
    struct fp_addresses *addresses;
    fp_asked *asked;
    uint32_t count;
    fp_loop_id loop;
    bool full;
} asking;

/* `loop`: the innermost one around the access. */
static fp_asked question_of(const struct fp_addresses *a, fp_expr leaf, fp_loop_id loop) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, leaf);
    fp_asked asked = { .asks = FP_ASKS_UNKNOWN, .id = n->id, .leaf = leaf };
    bool is_value = n->op == FP_EXPR_SYMBOL || n->op == FP_EXPR_OPAQUE;
    if (is_value && n->id < a->ir->value_count && n->instance == 0) asked.asks = FP_ASKS_VALUE;
    bool counts = n->op == FP_EXPR_ITER || n->op == FP_EXPR_EXIT || n->op == FP_EXPR_TRIPS;
    if (counts && !(n->instance & FP_INSTANCE_LATER)) asked.asks = FP_ASKS_ITERATION;
    bool inside = loop < a->loops.len && fp_loop_set_has(&a->exprs, a->loops.data[loop].around, n->id);
    if (asked.asks == FP_ASKS_ITERATION && n->op != FP_EXPR_ITER && inside) asked.asks = FP_ASKS_LAST;
    uint32_t dimension = n->id - FP_SYMBOL_BLOCK_DIM;
    if (n->op == FP_EXPR_SYMBOL && n->id >= FP_SYMBOL_BLOCK_DIM && dimension < 3)
        asked.asks = FP_ASKS_BLOCK_DIM, asked.id = dimension;
    return asked;
}

static void ask(void *context, fp_expr leaf) {
    asking *q = context;
    const fp_expr_info *n = fp_expr_at(&q->addresses->exprs, leaf);
    if (n->op == FP_EXPR_THREAD || n->op == FP_EXPR_BASE) return;
    if (q->count == FP_ASKED_MAX) {
        q->full = true;
        return;
    }
    q->asked[q->count++] = question_of(q->addresses, leaf, q->loop);
}

static fp_expr begin_of(const struct fp_addresses *a, fp_footprint footprint) {
    const fp_footprint_info *f = &a->footprints.data[footprint];
    return f->modular || fp_footprint_hides_extent(f) ? f->begin : f->address;
}

static void find_period(struct fp_addresses *a, fp_expr address, fp_asked *asked) {
    fp_period period = fp_period_of(&a->exprs, address, asked->leaf);
    if (period.length <= 0 || period.gain != 0 || period.start < 0 || period.start > FP_PERIOD_MAX) return;
    asked->from = (uint32_t)period.start, asked->period = (uint32_t)period.length;
}

static bool ask_all(struct fp_addresses *a, fp_expr address, fp_loop_id loop, fp_asked *asked, uint32_t *count) {
    asking q = { a, asked, 0, loop, false };
    fp_expr_visit(&a->exprs, address, ask, &q);
    *count = q.count;
    for (uint32_t i = 0; i < q.count; i++)
        if (asked[i].asks == FP_ASKS_ITERATION) find_period(a, address, &asked[i]);
    return !q.full;
}

bool fp_places_asked(struct fp_addresses *a, fp_footprint footprint, fp_asked asked[FP_ASKED_MAX], uint32_t *count) {
    const fp_footprint_info *f = &a->footprints.data[footprint];
    *count = 0;
    if (footprint == 0 || f->width == 0 || (f->blocked != FP_SAYS_NOTHING && !fp_footprint_hides_extent(f)))
        return false;
    return ask_all(a, begin_of(a, footprint), f->loop, asked, count);
}

/* The address that a value of an op is, as the op sees it. */
static fp_expr address_of(struct fp_addresses *a, fp_value value, fp_loop_id *loop) {
    fp_op op = fp_ir_definition(a->ir, value);
    *loop = op == FP_NONE ? FP_NONE : fp_address_loop_of_block(a, a->ir->ops[op].block);
    return fp_address_resolve(a, fp_address_value(a, value), *loop);
}

bool fp_places_asked_of(struct fp_addresses *a, fp_value value, fp_asked asked[FP_ASKED_MAX], uint32_t *count) {
    fp_loop_id loop;
    fp_expr address = address_of(a, value, &loop);
    return ask_all(a, address, loop, asked, count);
}

enum { RING_MAX = 16, RING_NODES_MAX = 256 /* more than an address of a ring has */ };

static uint32_t least_common(uint32_t a, uint32_t b) {
    uint32_t multiple = a;
    while (multiple % b) multiple += a;
    return multiple;
}

static void find_ring(const struct fp_exprs *exprs, fp_expr node, uint32_t *ring, uint32_t *steps) {
    const fp_expr_info n = *fp_expr_at(exprs, node);
    if (n.loops == 0 || ++*steps > RING_NODES_MAX) return;
    bool turns = n.op == FP_EXPR_MOD && n.constant > 1 && n.constant <= RING_MAX;
    if (turns && least_common(*ring, (uint32_t)n.constant) <= 3 * RING_MAX)
        *ring = least_common(*ring, (uint32_t)n.constant);
    for (uint32_t i = 0; i < n.term_count; i++) find_ring(exprs, exprs->terms.data[n.first_term + i].node, ring, steps);
}

uint32_t fp_places_ring(const struct fp_addresses *a, fp_footprint footprint) {
    uint32_t ring = 1, steps = 0;
    if (footprint) find_ring(&a->exprs, begin_of(a, footprint), &ring, &steps);
    return ring;
}

enum { ROOT_SHIFT = 42, OF_ALL = 1 }; /* no address in an allocation is beyond 2^40 */

static int64_t start_of(const struct fp_addresses *a, uint32_t base) {
    uint32_t key = a->bases.data[base].key;
    return (int64_t)(key == FP_BASE_WORKGROUP ? OF_ALL : key + OF_ALL + 1) << ROOT_SHIFT;
}

bool fp_places_decode(int64_t address, fp_place_in_root *place) {
    int64_t root = (address + ((int64_t)1 << (ROOT_SHIFT - 1))) >> ROOT_SHIFT;
    *place = (fp_place_in_root){ root == OF_ALL ? FP_NONE : (uint32_t)(root - OF_ALL - 1), 0 };
    place->offset = address - (int64_t)((uint64_t)root << ROOT_SHIFT);
    return root >= OF_ALL && root < 1 << 20;
}

typedef struct {
    const struct fp_addresses *addresses;
    const fp_asked *asked;
    const fp_answer *answers;
    uint32_t count;
    const fp_threads *threads;
    uint32_t thread, workgroup;
} answering;

static bool answer(void *context, fp_expr leaf, int64_t *value) {
    const answering *by = context;
    const fp_expr_info *n = fp_expr_at(&by->addresses->exprs, leaf);
    if (n->op == FP_EXPR_BASE) {
        *value = start_of(by->addresses, n->id) + ((int64_t)by->workgroup << FP_PLACES_RANK_SHIFT);
        return by->addresses->bases.data[n->id].symbol.len == 0;
    }
    if (n->op == FP_EXPR_THREAD && !by->threads) return false;
    if (n->op == FP_EXPR_THREAD) {
        *value = by->threads->id[n->id][by->thread];
        return true;
    }
    for (uint32_t i = 0; i < by->count; i++) {
        if (by->asked[i].leaf != leaf) continue;
        *value = by->answers[i].by_thread ? by->answers[i].by_thread[by->thread] : by->answers[i].number;
        return true;
    }
    return false;
}

/* The threads of a workgroup that are asked for, and what is known of them. */
typedef struct {
    answering by;
    const uint16_t *threads;
    uint32_t count;
} answering_all;

/* May the threads have different numbers of it? */
static bool differs(const answering *by, fp_expr leaf) {
    if (fp_expr_at(&by->addresses->exprs, leaf)->op == FP_EXPR_THREAD) return true;
    for (uint32_t i = 0; i < by->count; i++)
        if (by->asked[i].leaf == leaf) return by->answers[i].by_thread != NULL;
    return false;
}

static bool answer_all(void *context, fp_expr leaf, int64_t *numbers) {
    answering_all *all = context;
    if (all->count && !differs(&all->by, leaf)) {
        bool told = answer(&all->by, leaf, &numbers[0]);
        for (uint32_t i = 1; i < all->count; i++) numbers[i] = numbers[0];
        return told;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        all->by.thread = all->threads[i];
        if (!answer(&all->by, leaf, &numbers[i])) return false;
    }
    return true;
}

/* Are the threads whole waves, so that the first lane of each is among them? */
static bool are_waves(const fp_threads *all, const uint16_t *threads, uint32_t count) {
    uint32_t last = threads[count - 1];
    bool in_a_row = last - threads[0] + 1 == count;
    return all->wave && in_a_row && threads[0] % all->wave == 0 &&
           ((last + 1) % all->wave == 0 || last + 1 == all->count);
}

/* False: not a number in one of the threads, or only known of one thread at a time. */
static bool find_at_once(struct fp_addresses *a, fp_expr address, answering_all *asked, int64_t *starts) {
    const fp_threads *all = asked->by.threads;
    fp_threads threads = { .count = asked->count, .leaf = answer_all, .context = asked };
    if (are_waves(all, asked->threads, asked->count)) threads.wave = all->wave;
    a->pool.used = 0;
    memset(a->skipped, 0, asked->count);
    const int64_t *values = fp_expr_evaluate(&a->pool, &a->exprs, address, &threads, a->skipped);
    if (!values || memchr(a->skipped, 1, asked->count)) return false;
    memcpy(starts, values, asked->count * sizeof *starts);
    return true;
}

static bool find_one(struct fp_addresses *a, fp_expr address, const answering *by, uint32_t thread, int64_t *start) {
    answering own = *by, first = *by;
    own.thread = thread;
    if (by->threads->wave) first.thread = thread - thread % by->threads->wave;
    fp_assignment of_first = { answer, &first, NULL };
    fp_assignment of_own = { answer, &own, by->threads->wave ? &of_first : NULL };
    return fp_expr_value(&a->exprs, address, &of_own, start);
}

bool fp_places_starts(struct fp_addresses *a, const fp_places_question *question, const uint16_t *threads,
                      uint32_t thread_count, int64_t *starts) {
    const fp_threads *all = fp_address_threads(a);
    if (!all || (question->footprint == 0 && question->value >= a->ir->value_count)) return false;
    for (uint32_t i = 0; i < thread_count; i++)
        if (threads[i] >= all->count) return false;
    fp_loop_id loop;
    fp_expr address = question->footprint ? begin_of(a, question->footprint) : address_of(a, question->value, &loop);
    answering by = { a, question->asked, question->answers, question->count, all, 0, question->workgroup };
    answering_all together = { by, threads, thread_count };
    if (thread_count && find_at_once(a, address, &together, starts)) return true;
    for (uint32_t i = 0; i < thread_count; i++)
        if (!find_one(a, address, &by, threads[i], &starts[i])) return false;
    return true;
}

bool fp_places_address(struct fp_addresses *a, fp_value value, int64_t *address) {
    if (value >= a->ir->value_count) return false;
    answering nobody = { .addresses = a };
    fp_assignment none = { answer, &nobody, NULL };
    fp_place_in_root place;
    return fp_expr_value(&a->exprs, fp_address_value(a, value), &none, address) && fp_places_decode(*address, &place);
}

fp_places_extent fp_places_extent_of(const struct fp_addresses *a, fp_footprint footprint) {
    const fp_footprint_info *f = &a->footprints.data[footprint];
    const fp_op_info *info = a->ir->ops[f->op].info;
    bool hidden = fp_footprint_hides_extent(f), inexact = hidden ? !info || info->partial : f->inexact;
    return (fp_places_extent){ hidden ? 0 : f->width, f->segment_count, a->segments.data + f->first_segment,
                               inexact || f->by_wave, f->collective };
}

uint32_t fp_places_threads(struct fp_addresses *a) {
    const fp_threads *threads = fp_address_threads(a);
    return threads ? threads->count : 0;
}

/* In each thread; NULL: it depends on something else than thread ids. */
static const int64_t *values_of(struct fp_addresses *a, const fp_threads *threads, fp_expr node, uint32_t *count) {
    if (!fp_expr_evaluates(&a->exprs, node)) return NULL;
    a->pool.used = 0;
    memset(a->skipped, 0, threads->count);
    const int64_t *values = fp_expr_evaluate(&a->pool, &a->exprs, node, threads, a->skipped);
    *count = threads->count;
    return values && !memchr(a->skipped, 1, threads->count) ? values : NULL;
}

const int64_t *fp_places_values(struct fp_addresses *a, fp_value value, uint32_t *count) {
    const fp_threads *threads = fp_address_threads(a);
    if (!threads || value >= a->ir->value_count) return NULL;
    return values_of(a, threads, fp_address_value(a, value), count);
}

const int64_t *fp_places_first_iterations(struct fp_addresses *a, fp_loop_id loop, int64_t *stride, uint32_t *count) {
    const fp_threads *threads = fp_address_threads(a);
    bool exact = a->launch.block[0] && !a->launch.upper_bound_only;
    if (!threads || !exact || loop >= a->loops.len || !a->loops.data[loop].info.threads) return NULL;
    fp_expr first = fp_address_first_iteration(a, loop);
    *stride = a->loops.data[loop].info.thread_stride;
    return first == FP_EXPR_NONE ? NULL : values_of(a, threads, first, count);
}
