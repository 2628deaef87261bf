#include "kernel/lower_trips.h"
#include "address/number.h"
#include <string.h>

/* ---- Counting ---- */

static const int64_t VALUE_MAX = INT64_C(1) << 61; /* beyond it sums could overflow: nothing is said */

static int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* How often a body runs whose counter starts at `first`, grows by `step` and keeps the loop going while
 * `test(counter, bound)` holds; -1: not known. */
static int64_t trips_of(fp_predicate test, int64_t first, int64_t step, int64_t bound) {
    if (test == FP_PREDICATE_NONE || first > VALUE_MAX || first < -VALUE_MAX || bound > VALUE_MAX ||
        bound < -VALUE_MAX || step > VALUE_MAX || step < -VALUE_MAX)
        return -1;
    if (!fp_predicate_holds(test, first, bound, 0)) return 0;
    if (step == 0) return -1;
    int64_t distance = bound - first, trips;
    switch (test) {
    case FP_PREDICATE_EQ: return 1;
    case FP_PREDICATE_NE: return distance % step == 0 && distance / step > 0 ? distance / step : -1;
    case FP_PREDICATE_SLT: return step > 0 ? divide_up(distance, step) : -1;
    case FP_PREDICATE_SLE: return step > 0 ? distance / step + 1 : -1;
    case FP_PREDICATE_SGT: return step < 0 ? divide_up(-distance, -step) : -1;
    case FP_PREDICATE_SGE: return step < 0 ? distance / step + 1 : -1;
    case FP_PREDICATE_ULT: return first >= 0 && bound >= 0 ? trips_of(FP_PREDICATE_SLT, first, step, bound) : -1;
    case FP_PREDICATE_ULE: return first >= 0 && bound >= 0 ? trips_of(FP_PREDICATE_SLE, first, step, bound) : -1;
    case FP_PREDICATE_UGT:
    case FP_PREDICATE_UGE: /* below zero the counter would wrap around and go on */
        if (first < 0 || bound < 0) return -1;
        trips = trips_of(test == FP_PREDICATE_UGT ? FP_PREDICATE_SGT : FP_PREDICATE_SGE, first, step, bound);
        return trips >= 0 && first + trips * step >= 0 ? trips : -1;
    case FP_PREDICATE_NONE: return -1;
    }
    return -1;
}

int64_t fp_trips_between(int64_t lower, int64_t upper, int64_t step) {
    return trips_of(FP_PREDICATE_SLT, lower, step, upper);
}

static fp_predicate opposite(fp_predicate test) {
    static const fp_predicate table[] = { [FP_PREDICATE_EQ] = FP_PREDICATE_NE,    [FP_PREDICATE_NE] = FP_PREDICATE_EQ,
                                          [FP_PREDICATE_SLT] = FP_PREDICATE_SGE,  [FP_PREDICATE_SLE] = FP_PREDICATE_SGT,
                                          [FP_PREDICATE_SGT] = FP_PREDICATE_SLE,  [FP_PREDICATE_SGE] = FP_PREDICATE_SLT,
                                          [FP_PREDICATE_ULT] = FP_PREDICATE_UGE,  [FP_PREDICATE_ULE] = FP_PREDICATE_UGT,
                                          [FP_PREDICATE_UGT] = FP_PREDICATE_ULE,  [FP_PREDICATE_UGE] = FP_PREDICATE_ULT,
                                          [FP_PREDICATE_NONE] = FP_PREDICATE_NONE };
    return table[test];
}

/* The same test with its sides exchanged. */
static fp_predicate mirrored(fp_predicate test) {
    static const fp_predicate table[] = { [FP_PREDICATE_EQ] = FP_PREDICATE_EQ,    [FP_PREDICATE_NE] = FP_PREDICATE_NE,
                                          [FP_PREDICATE_SLT] = FP_PREDICATE_SGT,  [FP_PREDICATE_SLE] = FP_PREDICATE_SGE,
                                          [FP_PREDICATE_SGT] = FP_PREDICATE_SLT,  [FP_PREDICATE_SGE] = FP_PREDICATE_SLE,
                                          [FP_PREDICATE_ULT] = FP_PREDICATE_UGT,  [FP_PREDICATE_ULE] = FP_PREDICATE_UGE,
                                          [FP_PREDICATE_UGT] = FP_PREDICATE_ULT,  [FP_PREDICATE_UGE] = FP_PREDICATE_ULE,
                                          [FP_PREDICATE_NONE] = FP_PREDICATE_NONE };
    return table[test];
}

/* ---- Reading a loop that is not an op ---- */

static fp_predicate test_of(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    return info && info->arith == FP_ARITH_CMP ? fp_ir_predicate(ir, op) : FP_PREDICATE_NONE;
}

typedef struct {
    bool found;
    uint32_t slot;
    int64_t offset;
} slot_form; /* header argument `slot` plus `offset` */

/* What the one way into its block passes for the argument; FP_NONE: none is known. */
static fp_value forwarded_to(const fp_counted_loop *loop, const fp_value_info *argument) {
    const fp_forwarded *f = &loop->forwarded;
    bool known = argument->block >= f->first && argument->block - f->first < f->count;
    const fp_use *uses = known ? f->uses[argument->block - f->first] : NULL;
    return uses ? uses[argument->index].value : FP_NONE;
}

/* Through additions of constants, casts and forwarded arguments. */
static slot_form form_of(const struct fp_ir *ir, const fp_counted_loop *loop, fp_value value) {
    slot_form form = { false, 0, 0 };
    for (uint32_t steps = 0; steps < 16 && value != FP_NONE; steps++) {
        const fp_value_info *info = &ir->values[value];
        if (info->block != FP_NONE && info->block == loop->header) {
            form.found = true;
            form.slot = info->index;
            return form;
        }
        if (info->block != FP_NONE) {
            value = forwarded_to(loop, info);
            continue;
        }
        if (info->def == FP_NONE || !ir->ops[info->def].info || ir->ops[info->def].use_count == 0) return form;
        const fp_use *uses = ir->uses + ir->ops[info->def].first_use;
        uint32_t count = ir->ops[info->def].use_count;
        int64_t constant;
        fp_arith arith = ir->ops[info->def].info->arith;
        if ((arith == FP_ARITH_ADD || arith == FP_ARITH_SUB) && count == 2 &&
            fp_ir_constant(ir, uses[1].value, &constant)) {
            if (constant > VALUE_MAX || constant < -VALUE_MAX) return form;
            form.offset += arith == FP_ARITH_ADD ? constant : -constant;
            value = uses[0].value;
        } else if (arith == FP_ARITH_ADD && count == 2 && fp_ir_constant(ir, uses[0].value, &constant)) {
            if (constant > VALUE_MAX || constant < -VALUE_MAX) return form;
            form.offset += constant;
            value = uses[1].value;
        } else if (fp_arith_casts(arith) && count == 1) {
            value = uses[0].value;
        } else {
            return form;
        }
        if (form.offset > VALUE_MAX || form.offset < -VALUE_MAX) return form;
    }
    return form;
}

/* ---- Running the counter ---- */

enum { RUN_TRIPS_MAX = 64, RUN_STARTS_MAX = 64, RUN_DEPTH_MAX = 8 };

/* One argument of the header, and its number in one iteration. */
typedef struct {
    const struct fp_ir *ir;
    const fp_counted_loop *loop;
    uint32_t slot; /* FP_NONE: the first one that is asked for */
    int64_t number;
} counter;

static bool number_of(counter *c, fp_value value, uint32_t depth, int64_t *number) {
    if (value == FP_NONE || depth == RUN_DEPTH_MAX) return false;
    const fp_value_info *info = &c->ir->values[value];
    if (info->block != FP_NONE) {
        if (info->block != c->loop->header) return number_of(c, forwarded_to(c->loop, info), depth + 1, number);
        if (info->index >= c->loop->carried) return false;
        if (c->slot == FP_NONE) c->slot = info->index;
        *number = c->number;
        return c->slot == info->index;
    }
    if (info->def == FP_NONE || fp_ir_constant(c->ir, value, number)) return info->def != FP_NONE;
    fp_number_op op;
    if (!fp_number_op_at(c->ir, info->def, &op)) return false;
    const fp_use *uses = c->ir->uses + c->ir->ops[info->def].first_use;
    int64_t operands[3] = { 0, 0, 0 };
    for (uint32_t i = 0; i < fp_number_operands(op.arith); i++)
        if (!number_of(c, uses[i].value, depth + 1, &operands[i])) return false;
    return fp_number_evaluate(op, operands[0], operands[1], operands[2], number);
}

/* The number that the counter has in the next iteration. */
static bool count_on(counter *c) {
    return c->slot < c->loop->carried && number_of(c, c->loop->yields[c->slot].value, 0, &c->number);
}

/* How often the body runs when the counter starts at this number; -1: more often than a table of its numbers is long.
 */
static int64_t run_counter(counter *c, int64_t start) {
    c->number = start;
    for (int64_t trips = 0; trips <= RUN_TRIPS_MAX; trips++) {
        int64_t stays;
        if (!number_of(c, c->loop->condition, 0, &stays)) return -1;
        if ((stays != 0) != c->loop->stays_if) return trips + (c->loop->tested_after ? 1 : 0);
        if (!count_on(c)) return -1;
    }
    return -1;
}

/* In how many iterations the counter is a number of 32 bits; -1: in more than a table of its numbers is long. */
static int64_t run_out_of_range(counter *c, int64_t start) {
    c->number = start;
    for (int64_t heads = 0; heads <= RUN_TRIPS_MAX; heads++) {
        if (c->number < INT32_MIN || c->number > INT32_MAX) return heads;
        if (!count_on(c)) return -1;
    }
    return -1;
}

/* Does the counter start from a few numbers, as where an outer loop has made it? */
static bool has_few_starts(const fp_lowering *l, const counter *c, int64_t *low, int64_t *high) {
    return fp_addresses_range(l->kernel->addresses, c->loop->inits[c->slot].value, l->loop, low, high) &&
           *high - *low < RUN_STARTS_MAX;
}

/* Counts iterations where one argument alone decides over them, as `%d` that is doubled while it is below 64. */
static void count_runs(const fp_lowering *l, const fp_counted_loop *loop, fp_loop_info *info) {
    counter c = { .ir = l->ir, .loop = loop, .slot = FP_NONE, .number = 1 };
    int64_t unused, low, high, least = RUN_TRIPS_MAX + 1, most = 0;
    uint8_t trips_from[RUN_STARTS_MAX];
    if (!number_of(&c, loop->condition, 0, &unused) || c.slot == FP_NONE || !has_few_starts(l, &c, &low, &high)) return;
    for (int64_t start = low; start <= high; start++) {
        int64_t trips = run_counter(&c, start);
        if (trips < 0) return;
        if (trips < least) least = trips;
        if (trips > most) most = trips;
        trips_from[start - low] = (uint8_t)trips;
    }
    info->leaves_early = least != most && loop->tested_after;
    info->trips_min = least;
    info->trips_max = most;
    if (least == most) return;
    info->start = loop->inits[c.slot].value, info->start_low = low, info->start_count = (uint32_t)(high - low + 1);
    info->trips_from = fp_arena_copy(l->keep, trips_from, info->start_count, 1);
}

/* A counter that is multiplied soon leaves the 32 bits that index values lie in, whatever its bound is. */
static void bound_runs(const fp_lowering *l, const fp_counted_loop *loop, fp_loop_info *info) {
    for (uint32_t slot = 0; slot < loop->carried; slot++) {
        counter c = { .ir = l->ir, .loop = loop, .slot = slot };
        int64_t low, high, most = 0;
        if (!fp_str_equal(fp_ir_value_type(l->ir, l->ir->blocks[loop->header].first_arg + slot), FP_STR("index")) ||
            !has_few_starts(l, &c, &low, &high))
            continue;
        for (int64_t start = low; start <= high && most >= 0; start++) {
            int64_t heads = run_out_of_range(&c, start);
            most = heads < 0 || heads > most ? heads : most;
        }
        if (most <= 0) continue;
        most -= !loop->tested_after; /* the head of the last iteration finds that the loop is left */
        if (info->trips_max < 0 || most < info->trips_max) info->trips_max = most;
    }
}

/* Sets the trips of a loop whose bounds are no constants, but how far they lie apart is known. Only a counter that
 * comes to its bound exactly surely passes no largest number. */
static void count_over(const fp_lowering *l, fp_predicate test, fp_value first, int64_t step, fp_value bound,
                       fp_loop_info *info) {
    int64_t least, most;
    const fp_loop_bound from = { first, 0, false }, to = { bound, 0, false };
    bool by_one = (step == 1 && test == FP_PREDICATE_SLT) || (step == -1 && test == FP_PREDICATE_SGT);
    if ((test != FP_PREDICATE_SLT && test != FP_PREDICATE_SGT && test != FP_PREDICATE_NE) ||
        !fp_addresses_distance(l->kernel->addresses, from, to, l->loop, &least, &most) || most > VALUE_MAX ||
        least < -VALUE_MAX || (!by_one && (least != most || least % step != 0)))
        return;
    int64_t trips[2] = { trips_of(test, 0, step, least), trips_of(test, 0, step, most) };
    if (trips[0] < 0 || trips[1] < 0) return;
    info->trips_min = trips[step < 0];
    info->trips_max = trips[step > 0];
}

/* A counter that grows by the same step each time. */
static void count_steps(const fp_lowering *l, const fp_counted_loop *loop, fp_loop_info *info) {
    const struct fp_ir *ir = l->ir;
    fp_op compare = loop->condition == FP_NONE || ir->values[loop->condition].block != FP_NONE
                        ? FP_NONE
                        : ir->values[loop->condition].def;
    fp_predicate test =
        compare == FP_NONE || ir->ops[compare].use_count != 2 ? FP_PREDICATE_NONE : test_of(ir, compare);
    slot_form tested = { false, 0, 0 };
    fp_value bound = FP_NONE;
    if (test != FP_PREDICATE_NONE) {
        const fp_use *sides = ir->uses + ir->ops[compare].first_use;
        tested = form_of(ir, loop, sides[0].value);
        bound = sides[1].value;
        if (!tested.found) {
            tested = form_of(ir, loop, sides[1].value);
            bound = sides[0].value;
            test = mirrored(test);
        }
        if (!loop->stays_if) test = opposite(test);
    }
    /* Without a test that it takes part in, the first argument may still count: its iv is known, the number of
     * iterations is not. */
    uint32_t slot = tested.found ? tested.slot : 0;
    if (slot >= loop->carried) return;
    slot_form next = form_of(ir, loop, loop->yields[slot].value);
    if (!next.found || next.slot != slot || next.offset == 0) return;
    int64_t step = next.offset, first = 0, last = 0;
    bool first_known = fp_ir_constant(ir, loop->inits[slot].value, &first) && first <= VALUE_MAX && first >= -VALUE_MAX;
    bool bound_known = tested.found && fp_ir_constant(ir, bound, &last) && last <= VALUE_MAX && last >= -VALUE_MAX;
    if (first_known && bound_known) {
        int64_t trips = trips_of(test, first + tested.offset, step, last);
        if (trips >= 0) info->trips_min = info->trips_max = trips + (loop->tested_after ? 1 : 0);
    } else if (tested.found && tested.offset == 0 && !loop->tested_after) {
        count_over(l, test, loop->inits[slot].value, step, bound, info);
    }
    if (slot != 0) return; /* the evaluator follows it as a carried value */
    info->has_iv = true;
    info->lower = loop->inits[0].value;
    info->lower_known = first_known;
    info->lower_constant = first;
    info->step_known = true;
    info->step_constant = step;
    info->yields++;
    info->inits++;
    info->yield_count--;
    /* The body runs for ivs below `upper`: the test looks at iv + offset, of this iteration or before the next one. */
    bool rising = step > 0 && (test == FP_PREDICATE_SLT || test == FP_PREDICATE_ULT || test == FP_PREDICATE_SLE ||
                               test == FP_PREDICATE_ULE || test == FP_PREDICATE_NE);
    if (!tested.found || !rising) return;
    int64_t shift = (loop->tested_after ? step : 0) - tested.offset +
                    (test == FP_PREDICATE_SLE || test == FP_PREDICATE_ULE ? 1 : 0);
    if (bound_known) {
        info->upper_known = true;
        info->upper_constant = last + shift;
    }
    if (shift == 0) info->upper = bound;
}

void fp_lower_count(const fp_lowering *l, const fp_counted_loop *loop, fp_loop_info *info) {
    info->trips_min = loop->tested_after ? 1 : 0;
    info->trips_max = -1;
    info->tested_after = loop->tested_after;
    info->test = loop->condition, info->goes_on_if = loop->stays_if;
    info->lower = info->upper = info->step = FP_NONE;
    info->yields = loop->yields;
    info->inits = loop->inits;
    info->yield_count = loop->yields && loop->inits ? loop->carried : 0;
    if (info->yield_count == 0) return;
    count_steps(l, loop, info);
    if (info->trips_max < 0) count_runs(l, loop, info);
    if (info->trips_max < 0) bound_runs(l, loop, info);
}

void fp_lower_hide_count(fp_loop_info *info) {
    info->heads_most = info->trips_max >= 0 && info->trips_max < INT32_MAX ? info->trips_max + 1 : 0;
    info->heads_least = info->heads_most && !info->leaves_early ? info->trips_min + 1 : 0;
    info->trips_min = 0;
    info->trips_max = -1;
    info->upper = FP_NONE;
    info->upper_known = false;
    info->hidden = true;
}

void fp_lower_runs(fp_lowering *l, uint32_t number) {
    fp_loop_item *item = &l->kernel->loops.data[number];
    if (item->trips_min == 0)
        item->runs.value = fp_addresses_runs(l->kernel->addresses, fp_lower_loop_id(l, number), 0, &item->runs.negated);
    item->again_count = 0;
    for (uint32_t k = 1; k <= FP_RUNS_AGAIN && item->trips_min != item->trips_max; k++) {
        fp_condition again = { FP_NONE, false };
        again.value = fp_addresses_runs(l->kernel->addresses, fp_lower_loop_id(l, number), k, &again.negated);
        if (again.value == FP_NONE) break;
        item->again[item->again_count++] = again;
    }
}
