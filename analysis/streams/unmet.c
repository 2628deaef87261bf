/* unmet.c - values with which a condition comes out as it has in no run so far.
 *
 * A condition is a number of one bit that is made of constants, of numbers that the kernel is given and of counters of
 * loops, as %n mod 127 = 64 is. Where it has been false in all runs it is computed for one number after the other until
 * it is true; where a counter makes it true, the loop has to be so long. What none of these numbers makes true is taken
 * to be impossible.
 */
#include "streams/machine_state.h"
#include <string.h>

enum {
    CODES_MAX = 64,         /* of one condition */
    INPUTS_MAX = 4,         /* leaves and counters that it is made of */
    SMALL_MAX = 8192,       /* numbers that are tried in turn, from the least on */
    BOTH_MAX = 128,         /* .. of two inputs with each other */
    RUNS_MAX = 3,           /* for one condition */
    RUNS_ALL_MAX = 16,      /* .. for all of a kernel */
    EVALUATED_MAX = 1 << 23 /* instructions for all conditions of a kernel: some hundredths of a second */
};

typedef struct {
    uint32_t reg, leaf; /* FP_NONE: it is a counter */
    int64_t start, by;  /* the numbers that it may be */
} input;

/* What a register is computed from, operands first. */
typedef struct {
    uint32_t codes[CODES_MAX], count;
    input inputs[INPUTS_MAX];
    uint32_t input_count;
    bool fails; /* there is more in it */
} expression;

typedef struct {
    struct fp_machine *machine;
    fp_code_defs defs;
    int64_t *value;      /* per register */
    const int64_t *base; /* values of the leaves in a run that has come to the condition */
} solver;

static const fp_code *code_at(const solver *s, uint32_t at) { return &s->machine->code.code.data[at]; }

static const fp_code_leaf *leaf_of(const solver *s, const input *of) {
    return of->leaf == FP_NONE ? NULL : &s->machine->code.leaves.data[of->leaf];
}

/* ---- Expressions ---- */

static bool has_input(const expression *e, uint32_t reg) {
    for (uint32_t i = 0; i < e->input_count; i++)
        if (e->inputs[i].reg == reg) return true;
    return false;
}

static bool is_collected(const solver *s, const expression *e, uint32_t reg) {
    for (uint32_t i = 0; i < e->count; i++)
        if (code_at(s, e->codes[i])->dst == reg) return true;
    return has_input(e, reg);
}

static void add_input(expression *e, input added) {
    e->fails |= e->input_count == INPUTS_MAX;
    if (!e->fails) e->inputs[e->input_count++] = added;
}

/* Where a counter starts; from what is computed the first iteration is not told, and 0 is as good as any. */
static int64_t start_of(const solver *s, uint32_t reg) {
    int64_t start;
    for (uint32_t def = s->defs.first[reg]; def != FP_NONE; def = s->defs.next[def]) {
        const fp_code *code = code_at(s, def);
        if (code->kind == FP_CODE_INTEGER) return code->constant;
        if (code->kind == FP_CODE_MOVE && fp_code_constant_of(&s->machine->code, &s->defs, code->a, &start))
            return start;
    }
    return 0;
}

static void collect(const solver *s, expression *e, uint32_t reg, uint32_t depth);

static void collect_code(const solver *s, expression *e, uint32_t at, uint32_t depth) {
    const fp_code *code = code_at(s, at);
    uint32_t regs[] = { code->a, code->b, code->c };
    uint32_t count = code->kind == FP_CODE_MOVE     ? 1
                     : code->kind == FP_CODE_NUMBER ? fp_number_operands(code->number.arith)
                                                    : 0;
    e->fails |= count == 0 && code->kind != FP_CODE_INTEGER;
    for (uint32_t i = 0; i < count && !e->fails; i++) collect(s, e, regs[i], depth + 1);
    e->fails |= e->count == CODES_MAX;
    if (!e->fails) e->codes[e->count++] = at;
}

static void collect(const solver *s, expression *e, uint32_t reg, uint32_t depth) {
    e->fails |= reg == FP_NONE || depth == CODES_MAX;
    if (e->fails || is_collected(s, e, reg)) return;
    int64_t by = fp_code_step_of(&s->machine->code, &s->defs, reg);
    uint32_t def = s->defs.first[reg];
    if (by)
        add_input(e, (input){ reg, FP_NONE, start_of(s, reg), by });
    else if (def == FP_NONE || s->defs.next[def] != FP_NONE)
        e->fails = true;
    else if (code_at(s, def)->kind == FP_CODE_LEAF)
        add_input(e, (input){ reg, code_at(s, def)->extra, 0, 1 });
    else
        collect_code(s, e, def, depth);
}

static void set_inputs(const solver *s, const expression *e) {
    for (uint32_t i = 0; i < e->input_count; i++) {
        const input *of = &e->inputs[i];
        s->value[of->reg] = of->leaf == FP_NONE ? of->start : s->base[of->leaf];
    }
}

/* The number that the last code makes; -1: none. */
static int evaluate(const solver *s, const expression *e) {
    s->machine->evaluated += e->count;
    int64_t result = -1;
    for (uint32_t i = 0; i < e->count; i++) {
        const fp_code *code = code_at(s, e->codes[i]);
        if (code->kind == FP_CODE_INTEGER)
            result = code->constant;
        else if (code->kind == FP_CODE_MOVE)
            result = s->value[code->a];
        else if (!fp_number_evaluate(code->number, s->value[code->a], code->b == FP_NONE ? 0 : s->value[code->b],
                                     code->c == FP_NONE ? 0 : s->value[code->c], &result))
            return -1;
        s->value[code->dst] = result;
    }
    return result != 0;
}

/* ---- Numbers that are tried ---- */

typedef struct {
    int64_t value;
    uint32_t number;
    bool ends;
} candidate;

/* Around the constants of the expression, and around products of two of them. */
static int64_t near_constant(const solver *s, const expression *e, uint32_t number, bool *ends) {
    enum { AROUND = 3 };
    int64_t around = (int64_t)(number % AROUND) - 1;
    uint32_t first = number / AROUND / CODES_MAX, second = number / AROUND % CODES_MAX;
    *ends = first >= e->count;
    if (*ends || second >= e->count) return -1;
    const fp_code *a = code_at(s, e->codes[first]), *b = code_at(s, e->codes[second]);
    bool both = a->kind == FP_CODE_INTEGER && b->kind == FP_CODE_INTEGER;
    if (!both || a->constant < 0 || a->constant > INT32_MAX || b->constant < 0 || b->constant > INT32_MAX) return -1;
    return (first == second ? a->constant : a->constant * b->constant) + around;
}

/* The next number that the input may be, small ones first. */
static void next_candidate(const solver *s, const expression *e, const input *of, candidate *c) {
    const fp_code_leaf *leaf = leaf_of(s, of);
    uint32_t number = c->number++, small = leaf && leaf->two_valued ? 2 : SMALL_MAX;
    c->value = of->start + of->by * (int64_t)number;
    c->ends = false;
    if (number < small) return;
    int64_t value = near_constant(s, e, number - small, &c->ends);
    c->ends |= leaf && leaf->two_valued;
    c->value = value < of->start ? -1 : value - (value - of->start) % of->by;
}

/* May the host pass it, and has no run been made with less than it for the same condition? */
static bool is_tried(const fp_condition_trace *trace, int64_t value) {
    return value >= trace->least && value <= INT32_MAX;
}

static bool may_vary(const solver *s, const input *of) {
    const fp_code_leaf *leaf = leaf_of(s, of);
    return !leaf || (leaf->kind == FP_LEAF_ARGUMENT && !leaf->names_phase);
}

/* ---- Loops ---- */

/* A length with which the counter comes to `value`: a whole number of units and rings. False: no length of a loop makes
 * it so. */
static bool lengthen(const solver *s, uint32_t condition, const input *counter, int64_t value, fp_unmet *found) {
    for (uint32_t at = 0; at < s->machine->code.code.len; at++) {
        const fp_code *code = code_at(s, at);
        expression e = { 0 };
        if (at == condition || code->kind != FP_CODE_NUMBER || code->number.arith != FP_ARITH_CMP) continue;
        collect_code(s, &e, at, 0);
        for (uint32_t i = 0; !e.fails && has_input(&e, counter->reg) && i < e.input_count; i++) {
            const fp_code_leaf *leaf = leaf_of(s, &e.inputs[i]);
            if (!leaf || leaf->two_valued || !may_vary(s, &e.inputs[i])) continue;
            set_inputs(s, &e);
            int goes_on = evaluate(s, &e);
            s->value[counter->reg] = value;
            for (int64_t length = leaf->leaf.unit * leaf->leaf.ring; length <= INT32_MAX; length *= 2) {
                s->value[e.inputs[i].reg] = length;
                if (goes_on < 0 || evaluate(s, &e) != goes_on) continue;
                *found = (fp_unmet){ .at = condition,
                                     .leaf = { e.inputs[i].leaf, FP_NONE },
                                     .value = { length, 0 },
                                     .reached = value,
                                     .in_loop = true };
                return true;
            }
        }
    }
    return false;
}

/* ---- Conditions ---- */

static bool vary_one(const solver *s, const expression *e, int wanted, const fp_condition_trace *trace,
                     fp_unmet *found) {
    uint32_t at = e->codes[e->count - 1];
    for (uint32_t i = 0; i < e->input_count; i++) {
        const input *of = &e->inputs[i];
        if (!may_vary(s, of)) continue;
        set_inputs(s, e);
        candidate c = { 0 };
        for (next_candidate(s, e, of, &c); !c.ends && s->machine->evaluated < EVALUATED_MAX;
             next_candidate(s, e, of, &c)) {
            s->value[of->reg] = c.value;
            if (!is_tried(trace, c.value) || evaluate(s, e) != wanted) continue;
            *found = (fp_unmet){ .at = at, .leaf = { of->leaf, FP_NONE }, .value = { c.value, 0 }, .reached = c.value };
            if (of->leaf != FP_NONE || lengthen(s, at, of, c.value, found)) return true;
            break;
        }
    }
    return false;
}

static bool vary_two(const solver *s, const expression *e, int wanted, const fp_condition_trace *trace,
                     fp_unmet *found) {
    for (uint32_t i = 0; i < e->input_count; i++)
        for (uint32_t k = i + 1; k < e->input_count; k++) {
            const input *a = &e->inputs[i], *b = &e->inputs[k];
            if (a->leaf == FP_NONE || b->leaf == FP_NONE || !may_vary(s, a) || !may_vary(s, b)) continue;
            set_inputs(s, e);
            for (int64_t n = trace->least; n < BOTH_MAX * BOTH_MAX && s->machine->evaluated < EVALUATED_MAX; n++) {
                int64_t x = n / BOTH_MAX, y = n % BOTH_MAX;
                s->value[a->reg] = leaf_of(s, a)->two_valued ? x & 1 : x;
                s->value[b->reg] = leaf_of(s, b)->two_valued ? y & 1 : y;
                if (evaluate(s, e) != wanted) continue;
                *found = (fp_unmet){ .at = e->codes[e->count - 1],
                                     .leaf = { a->leaf, b->leaf },
                                     .value = { s->value[a->reg], s->value[b->reg] },
                                     .reached = n };
                return true;
            }
        }
    return false;
}

static bool came_one_way(const fp_condition_trace *trace) {
    return trace->seen == FP_SEEN_FALSE || trace->seen == FP_SEEN_TRUE;
}

/* A condition that has come out one way only, or the other way in one short run. */
static bool is_open(const fp_condition_trace *trace, bool longer) {
    return longer ? trace->longer : came_one_way(trace) && trace->runs < RUNS_MAX;
}

static bool solve(solver *s, uint32_t at, bool longer, fp_unmet *found) {
    fp_condition_trace *trace = &s->machine->conditions[at];
    if (!longer) trace->wanted = trace->seen == FP_SEEN_FALSE;
    expression e = { 0 };
    collect_code(s, &e, at, 0);
    s->base = s->machine->earlier.data[trace->vector];
    bool solved =
        !e.fails && (vary_one(s, &e, trace->wanted, trace, found) || vary_two(s, &e, trace->wanted, trace, found));
    found->longer = longer;
    if (solved) return true;
    trace->only |= !e.fails && trace->runs == 0 && s->machine->evaluated < EVALUATED_MAX;
    trace->runs = RUNS_MAX, trace->longer = false;
    return false;
}

static bool find(struct fp_machine *machine, bool longer, fp_unmet *found) {
    struct fp_arena *scratch = NULL;
    solver s = { .machine = machine };
    bool solved = false;
    for (uint32_t at = 0; at < machine->code.code.len && !solved; at++) {
        if (machine->code.code.data[at].turns_far || !is_open(&machine->conditions[at], longer)) continue;
        if (!scratch) {
            scratch = fp_arena_new();
            s.defs = fp_code_index(scratch, &machine->code);
            s.value = FP_NEW(scratch, int64_t, machine->code.register_count + 1);
        }
        solved = solve(&s, at, longer, found);
    }
    if (scratch) fp_arena_drop(scratch);
    return solved;
}

bool fp_unmet_find(struct fp_machine *machine, fp_unmet *found) { return find(machine, false, found); }

bool fp_unmet_is_left(const struct fp_machine *machine) {
    for (uint32_t at = 0; at < machine->code.code.len; at++) {
        const fp_condition_trace *trace = &machine->conditions[at];
        if (machine->code.code.data[at].asks_more && came_one_way(trace) && !trace->only) return true;
    }
    return false;
}

/* Numbers that are tried next: loops to them go round their rings twice more. */
static int64_t least_behind(const struct fp_machine *machine, const fp_unmet *found) {
    int64_t twice = 2 * found->reached + 1;
    int64_t rings = found->in_loop ? 0 : found->reached + 2 * machine->code.leaves.data[found->leaf[0]].leaf.ring;
    return twice > rings ? twice : rings;
}

bool fp_unmet_choose(struct fp_machine *machine) {
    fp_unmet found;
    if (machine->unmet_runs == RUNS_ALL_MAX || (!find(machine, false, &found) && !find(machine, true, &found)))
        return false;
    fp_condition_trace *trace = &machine->conditions[found.at];
    memcpy(machine->values, machine->earlier.data[trace->vector], machine->code.leaves.len * sizeof *machine->values);
    for (uint32_t i = 0; i < 2; i++)
        if (found.leaf[i] != FP_NONE) machine->values[found.leaf[i]] = found.value[i];
    machine->vector_class = found.in_loop && trace->strict ? FP_LEAVES_REGULAR : FP_LEAVES_IRREGULAR;
    machine->unmet = found, machine->unmet_runs++;
    trace->runs++, trace->least = least_behind(machine, &found);
    trace->longer = trace->runs == 1 && !found.in_loop;
    return true;
}

void fp_unmet_note(struct fp_machine *machine, const fp_code *code, fp_stream_value value) {
    fp_condition_trace *trace = &machine->conditions[code - machine->code.code.data];
    if (machine->over || trace->seen == (FP_SEEN_FALSE | FP_SEEN_TRUE)) return;
    bool strict = machine->vector_class == FP_LEAVES_STRICT;
    if (!trace->seen || strict) trace->vector = machine->earlier.len - 1;
    trace->strict |= strict;
    if (value.kind != FP_VALUE_INTEGER || value.guessed)
        trace->seen = FP_SEEN_FALSE | FP_SEEN_TRUE;
    else
        trace->seen |= value.number ? FP_SEEN_TRUE : FP_SEEN_FALSE;
}
