/* machine_leaves.c - what values of leaves keep divisions and steps exact: walks from divisions, loop steps and slots
 * back to the leaves that they are made of. */
#include "streams/machine_code.h"

enum {
    LOOPS_MAX = 128,
    WALK_MAX = 512,       /* registers of one walk */
    UNIT_MAX = 1 << 20,   /* larger units are no tile sizes */
    TURN_MAX = INT32_MAX, /* larger numbers are no lengths */
    RING_MAX = 48         /* least common multiple of rings: three slots and sixteen */
};

typedef struct {
    fp_program_code *code;
    fp_code_defs defs;
    uint32_t *visited; /* per register: the last walk that met it */
    uint32_t walk;
    bool through_compare; /* walks go on through comparisons */
} measurer;

static int64_t greatest(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}
static int64_t common_multiple(int64_t a, int64_t b, int64_t most) {
    if (b <= 0 || b > most) return a;
    int64_t multiple = a / greatest(a, b) * b;
    return multiple > most ? a : multiple;
}

static bool constant_of(const measurer *m, uint32_t reg, int64_t *constant) {
    return fp_code_constant_of(m->code, &m->defs, reg, constant);
}

typedef struct {
    uint32_t reg;
    int64_t factor; /* the register has to be a multiple of it */
} walk_entry;
typedef struct {
    walk_entry entries[WALK_MAX];
    uint32_t count;
} walk;

static void visit(measurer *m, walk *w, uint32_t reg, int64_t factor) {
    if (reg == FP_NONE || m->visited[reg] == m->walk || w->count == WALK_MAX) return;
    m->visited[reg] = m->walk;
    w->entries[w->count++] = (walk_entry){ reg, factor };
}

static void start_walk(measurer *m, walk *w, uint32_t reg, int64_t factor) {
    w->count = 0;
    m->walk++;
    visit(m, w, reg, factor);
}

/* The operands of a number through which multiples of a leaf stay multiples. */
static void visit_number(measurer *m, walk *w, const fp_code *code, int64_t factor) {
    int64_t constant;
    switch (code->number.arith) {
    case FP_ARITH_DIVS:
    case FP_ARITH_DIVU:
    case FP_ARITH_FLOORDIVS:
    case FP_ARITH_CEILDIVS:
    case FP_ARITH_CEILDIVU:
        if (!constant_of(m, code->b, &constant) || constant <= 0) constant = 1;
        visit(m, w, code->a, constant > UNIT_MAX / factor ? factor : factor * constant);
        return;
    case FP_ARITH_SHRS:
    case FP_ARITH_SHRU:
        if (constant_of(m, code->b, &constant) && constant >= 0 && constant < 20 && factor << constant <= UNIT_MAX)
            visit(m, w, code->a, factor << constant);
        return;
    case FP_ARITH_REMS:
    case FP_ARITH_REMU: return;
    case FP_ARITH_CMP:
        if (m->through_compare) visit(m, w, code->a, factor), visit(m, w, code->b, factor);
        return;
    case FP_ARITH_MUL: /* of two lengths one goes round: rows of tiles, not rows and columns */
        if (constant_of(m, code->a, &constant) && constant > 0)
            visit(m, w, code->b, factor / greatest(factor, constant));
        else if (constant_of(m, code->b, &constant) && constant > 0)
            visit(m, w, code->a, factor / greatest(factor, constant));
        else
            visit(m, w, code->a, factor), visit(m, w, code->b, 1);
        return;
    case FP_ARITH_SHL:
        if (constant_of(m, code->b, &constant) && constant >= 0 && constant < 20)
            visit(m, w, code->a, factor / greatest(factor, (int64_t)1 << constant));
        return;
    case FP_ARITH_SELECT: visit(m, w, code->b, factor), visit(m, w, code->c, factor); return;
    default:
        visit(m, w, code->a, factor);
        if (fp_number_operands(code->number.arith) > 1) visit(m, w, code->b, factor);
    }
}

typedef void (*leaf_action)(fp_code_leaf *leaf, int64_t number);
static void raise_unit(fp_code_leaf *leaf, int64_t number) {
    if (leaf->kind == FP_LEAF_ARGUMENT || leaf->kind == FP_LEAF_DATA)
        leaf->leaf.unit = common_multiple(leaf->leaf.unit, number, UNIT_MAX);
    leaf->is_asked = true;
}
static void mark_divisor(fp_code_leaf *leaf, int64_t number) { leaf->divides |= number != 0; }

static void walk_back(measurer *m, uint32_t reg, int64_t factor, leaf_action act) {
    walk w;
    start_walk(m, &w, reg, factor);
    for (uint32_t i = 0; i < w.count; i++) {
        walk_entry at = w.entries[i];
        for (uint32_t def = m->defs.first[at.reg]; def != FP_NONE; def = m->defs.next[def]) {
            const fp_code *code = &m->code->code.data[def];
            uint32_t leaf = code->kind == FP_CODE_LEAF     ? code->extra
                            : code->kind == FP_CODE_OPAQUE ? m->code->opaques.data[code->extra].leaf
                                                           : FP_NONE;
            if (leaf != FP_NONE) act(&m->code->leaves.data[leaf], at.factor);
            if (code->kind == FP_CODE_MOVE) visit(m, &w, code->a, at.factor);
            if (code->kind == FP_CODE_NUMBER) visit_number(m, &w, code, at.factor);
        }
    }
}

static int64_t step_of(const measurer *m, uint32_t reg) { return fp_code_step_of(m->code, &m->defs, reg); }

static void measure_units(measurer *m) {
    for (uint32_t at = 0; at < m->code->code.len; at++) {
        const fp_code *code = &m->code->code.data[at];
        int64_t constant;
        if (code->kind == FP_CODE_BRANCH) walk_back(m, code->a, 1, raise_unit);
        if (code->kind != FP_CODE_NUMBER) continue;
        bool divides = code->number.arith >= FP_ARITH_DIVS && code->number.arith <= FP_ARITH_REMU;
        if (divides && constant_of(m, code->b, &constant) && constant > 0)
            walk_back(m, code->a, constant, raise_unit);
        else if (divides)
            walk_back(m, code->b, 1, mark_divisor);
        if (code->number.arith != FP_ARITH_CMP) continue;
        int64_t left = step_of(m, code->a), right = step_of(m, code->b);
        walk_back(m, code->b, left ? left : 1, raise_unit);
        walk_back(m, code->a, right ? right : 1, raise_unit);
    }
}

/* What a number is of a leaf: it equals `constant` where the leaf is near `at`, and changes when that goes by `step`.
 */
typedef struct {
    fp_code_leaf *leaf; /* NULL: none */
    fp_code_turn turn;
} turning;

static bool turn_back(turning *t, const fp_code *code, int64_t constant) {
    fp_code_turn *turn = &t->turn;
    if (constant < -TURN_MAX || constant > TURN_MAX) return false;
    bool exact = constant > 0 && constant <= UNIT_MAX;
    switch (code->number.arith) {
    case FP_ARITH_ADD: turn->at -= constant; return true;
    case FP_ARITH_SUB: turn->at += constant; return true;
    case FP_ARITH_MUL:
        if (!exact || turn->at % constant || turn->step > 1) return false;
        return turn->at /= constant, true;
    case FP_ARITH_DIVS:
    case FP_ARITH_DIVU:
    case FP_ARITH_FLOORDIVS:
    case FP_ARITH_CEILDIVS:
    case FP_ARITH_CEILDIVU:
        if (!exact || turn->step > UNIT_MAX / constant) return false;
        return turn->at *= constant, turn->step *= constant, true;
    case FP_ARITH_SHRS:
    case FP_ARITH_SHRU:
        if (constant < 0 || constant >= 20 || turn->step > UNIT_MAX >> constant) return false;
        return turn->at *= (int64_t)1 << constant, turn->step <<= constant, true;
    default: return false;
    }
}

/* The leaf that alone makes a register, and where it makes it the constant. */
static turning turning_of(const measurer *m, uint32_t reg, int64_t constant) {
    turning none = { 0 }, t = { .turn = { constant, 1 } };
    for (uint32_t steps = 0; reg != FP_NONE && steps < 16; steps++) {
        uint32_t def = m->defs.first[reg];
        if (def == FP_NONE || m->defs.next[def] != FP_NONE || t.turn.at < -TURN_MAX || t.turn.at > TURN_MAX)
            return none;
        const fp_code *code = &m->code->code.data[def];
        uint32_t leaf = code->kind == FP_CODE_LEAF     ? code->extra
                        : code->kind == FP_CODE_OPAQUE ? m->code->opaques.data[code->extra].leaf
                                                       : FP_NONE;
        if (leaf != FP_NONE) return t.leaf = &m->code->leaves.data[leaf], t;
        bool number = code->kind == FP_CODE_NUMBER, same = number && fp_number_operands(code->number.arith) == 1;
        int64_t by;
        if (code->kind != FP_CODE_MOVE && !same && !(number && constant_of(m, code->b, &by) && turn_back(&t, code, by)))
            return none;
        reg = code->a;
    }
    return none;
}

/* `far`: it is a large number. */
static bool add_turn(const measurer *m, uint32_t reg, uint32_t other, bool *far) {
    int64_t constant;
    if (!constant_of(m, other, &constant)) return false;
    turning t = turning_of(m, reg, constant);
    if (!t.leaf) return false;
    *far = fp_code_turn_is_far(t.leaf, &t.turn);
    for (uint32_t i = 0; i < t.leaf->turn_count; i++)
        if (t.leaf->turns[i].at == t.turn.at && t.leaf->turns[i].step == t.turn.step) return true;
    if (t.leaf->turn_count == FP_CODE_TURNS_MAX) return *far = false;
    t.leaf->turns[t.leaf->turn_count++] = t.turn;
    return true;
}

/* Does a register hang on arguments that are more than conditions? */
static bool hangs_on_numbers(measurer *m, uint32_t reg) {
    walk w;
    start_walk(m, &w, reg, 1);
    for (uint32_t i = 0; i < w.count; i++)
        for (uint32_t def = m->defs.first[w.entries[i].reg]; def != FP_NONE; def = m->defs.next[def]) {
            const fp_code *code = &m->code->code.data[def];
            const fp_code_leaf *leaf = code->kind == FP_CODE_LEAF ? &m->code->leaves.data[code->extra] : NULL;
            if (leaf && leaf->kind == FP_LEAF_ARGUMENT && !leaf->two_valued) return true;
            uint32_t count = code->kind == FP_CODE_NUMBER ? fp_number_operands(code->number.arith) : 0;
            if (count > 0 || code->kind == FP_CODE_MOVE) visit(m, &w, code->a, 1);
            if (count > 1) visit(m, &w, code->b, 1);
            if (count > 2) visit(m, &w, code->c, 1);
        }
    return w.count == WALK_MAX;
}

static bool is_argument(const measurer *m, uint32_t reg) {
    turning t = turning_of(m, reg, 0);
    return t.leaf && t.turn.at == 0 && t.turn.step == 1;
}

/* A loop's counter, or what is added to it at the loop's end. */
static bool is_counter(const measurer *m, uint32_t reg) {
    int64_t constant;
    uint32_t def = reg == FP_NONE ? FP_NONE : m->defs.first[reg];
    if (def == FP_NONE || step_of(m, reg)) return def != FP_NONE;
    const fp_code *code = &m->code->code.data[def];
    bool adds =
        code->kind == FP_CODE_NUMBER && code->number.arith == FP_ARITH_ADD && constant_of(m, code->b, &constant);
    return adds && m->defs.next[def] == FP_NONE && step_of(m, code->a);
}

static void measure_turns(measurer *m) {
    for (uint32_t at = 0; at < m->code->code.len; at++) {
        fp_code *code = &m->code->code.data[at];
        if (code->kind != FP_CODE_NUMBER || code->number.arith != FP_ARITH_CMP) continue;
        if (add_turn(m, code->a, code->b, &code->turns_far) || add_turn(m, code->b, code->a, &code->turns_far))
            continue;
        bool counts = is_counter(m, code->a) || is_counter(m, code->b);
        bool arguments = is_argument(m, code->a) && is_argument(m, code->b);
        code->asks_more = !counts && !arguments && (hangs_on_numbers(m, code->a) || hangs_on_numbers(m, code->b));
    }
}

/* Slots that are chosen by numbers: the ring of each is as large as the array. The form of the array is that of the
 * allocation or view that the slot is taken of. */
static int64_t ring_of(measurer *m, const fp_view_forms *forms, uint32_t reg) {
    walk w;
    start_walk(m, &w, reg, 1);
    for (uint32_t i = 0; i < w.count; i++)
        for (uint32_t def = m->defs.first[w.entries[i].reg]; def != FP_NONE; def = m->defs.next[def]) {
            const fp_code *code = &m->code->code.data[def];
            if (code->kind == FP_CODE_ALLOC) return forms->forms.data[code->b].size[0];
            if (code->kind == FP_CODE_MOVE || code->kind == FP_CODE_REINTERPRET) visit(m, &w, code->a, 1);
        }
    return 1;
}

typedef struct {
    uint32_t first, last; /* code: from the head to the jump back */
    int64_t ring;         /* of the slots that its iterations take in turn */
} code_loop;
typedef struct {
    code_loop of[LOOPS_MAX];
    uint32_t count;
} code_loops;

static void find_loops(const measurer *m, code_loops *loops) {
    loops->count = 0;
    for (uint32_t at = 0; at < m->code->code.len && loops->count < LOOPS_MAX; at++)
        if (m->code->code.data[at].to <= at)
            loops->of[loops->count++] = (code_loop){ m->code->code.data[at].to, at, 1 };
}

static code_loop *innermost(code_loops *loops, uint32_t at) {
    code_loop *best = NULL;
    for (uint32_t i = 0; i < loops->count; i++) {
        code_loop *loop = &loops->of[i];
        if (at < loop->first || at > loop->last) continue;
        if (!best || loop->last - loop->first < best->last - best->first) best = loop;
    }
    return best;
}

static void raise_ring(fp_code_leaf *leaf, int64_t number) {
    if (leaf->kind == FP_LEAF_ARGUMENT || leaf->kind == FP_LEAF_DATA)
        leaf->leaf.ring = common_multiple(leaf->leaf.ring, leaf->wanted_ring, RING_MAX);
    leaf->is_asked |= number != 0;
}

/* Does the way from here leave the loop before it does anything? */
static bool leads_out(const measurer *m, const code_loop *loop, uint32_t at) {
    for (uint32_t steps = 0; steps < WALK_MAX; steps++) {
        if (at < loop->first || at > loop->last) return true;
        const fp_code *code = &m->code->code.data[at];
        if (code->kind == FP_CODE_END) return true;
        if (code->kind == FP_CODE_JUMP)
            at = code->to;
        else if (code->kind == FP_CODE_MOVE || code->kind == FP_CODE_LOOP_START || code->kind == FP_CODE_LOOP_NEXT)
            at++;
        else
            return false;
        if (at == loop->first) return false;
    }
    return false;
}

/* The leaves that say how often a loop runs: what its exits ask for. */
static void measure_loop(measurer *m, const code_loop *loop) {
    for (uint32_t i = 0; i < m->code->leaves.len; i++) m->code->leaves.data[i].wanted_ring = loop->ring;
    m->through_compare = true;
    for (uint32_t at = loop->first; at <= loop->last; at++) {
        const fp_code *code = &m->code->code.data[at];
        if (code->kind == FP_CODE_BRANCH && (leads_out(m, loop, at + 1) || leads_out(m, loop, code->to)))
            walk_back(m, code->a, 1, raise_ring);
    }
    m->through_compare = false;
}

static void measure_act(const measurer *m, code_loop *loop, const fp_code_act *act) {
    for (uint32_t i = 0; loop && i < act->touch_count; i++)
        loop->ring = common_multiple(loop->ring, m->code->touches.data[act->first_touch + i].ring, RING_MAX);
}

static void measure_rings(measurer *m, const fp_view_forms *forms) {
    code_loops loops;
    int64_t constant;
    find_loops(m, &loops);
    for (uint32_t at = 0; at < m->code->code.len; at++) {
        const fp_code *code = &m->code->code.data[at];
        if (code->kind == FP_CODE_ACT) measure_act(m, innermost(&loops, at), &m->code->acts.data[code->extra]);
        code_loop *loop = code->kind == FP_CODE_SLOT ? innermost(&loops, at) : NULL;
        if (!loop || constant_of(m, code->b, &constant)) continue;
        loop->ring = common_multiple(loop->ring, ring_of(m, forms, code->a), RING_MAX);
    }
    for (uint32_t i = 0; i < loops.count; i++)
        if (loops.of[i].ring > 1) measure_loop(m, &loops.of[i]);
}

/* Where lengths are multiplied with each other, as rows and columns of tiles are, one of them goes round the ring. */
static void mark_product(fp_code_leaf *leaf, int64_t number) { leaf->in_product |= number != 0; }
static void thin_products(measurer *m) {
    bool first = true;
    int64_t constant;
    for (uint32_t at = 0; at < m->code->code.len; at++) {
        const fp_code *code = &m->code->code.data[at];
        if (code->kind != FP_CODE_NUMBER || code->number.arith != FP_ARITH_MUL || constant_of(m, code->a, &constant) ||
            constant_of(m, code->b, &constant))
            continue;
        walk_back(m, code->a, 1, mark_product);
        walk_back(m, code->b, 1, mark_product);
    }
    for (uint32_t i = 0; i < m->code->leaves.len; i++) {
        fp_code_leaf *leaf = &m->code->leaves.data[i];
        if (!leaf->in_product || leaf->leaf.ring == 1) continue;
        if (!first) leaf->leaf.ring = 1;
        first = false;
    }
}

/* ---- Phases ---- */

static void visit_bits(measurer *m, walk *w, const fp_code *code) {
    switch (code->number.arith) {
    case FP_ARITH_SELECT: visit(m, w, code->b, 1), visit(m, w, code->c, 1); return;
    case FP_ARITH_AND:
    case FP_ARITH_OR:
    case FP_ARITH_XOR: visit(m, w, code->b, 1), visit(m, w, code->a, 1); return;
    default:
        if (fp_number_operands(code->number.arith) == 1) visit(m, w, code->a, 1);
    }
}

/* Arguments that a phase is made of, bit by bit, and that nothing else asks for: no length, no condition. */
static void mark_phase(measurer *m, uint32_t reg) {
    walk w;
    start_walk(m, &w, reg, 1);
    for (uint32_t i = 0; i < w.count; i++)
        for (uint32_t def = m->defs.first[w.entries[i].reg]; def != FP_NONE; def = m->defs.next[def]) {
            const fp_code *code = &m->code->code.data[def];
            if (code->kind == FP_CODE_MOVE) visit(m, &w, code->a, 1);
            if (code->kind == FP_CODE_NUMBER) visit_bits(m, &w, code);
            fp_code_leaf *leaf = code->kind == FP_CODE_LEAF ? &m->code->leaves.data[code->extra] : NULL;
            bool names = leaf && leaf->kind == FP_LEAF_ARGUMENT && !leaf->is_asked && !leaf->names_phase;
            if (!names || m->code->phase_count == FP_PREMISE_PHASES_MAX) continue;
            leaf->names_phase = leaf->two_valued = true;
            m->code->phase_count++;
        }
}

static void mark_phases(measurer *m) {
    for (uint32_t at = 0; at < m->code->code.len; at++) {
        const fp_code *code = &m->code->code.data[at];
        if (code->kind == FP_CODE_EVENT) mark_phase(m, m->code->events.data[code->extra].phase);
        const fp_code_act *act = code->kind == FP_CODE_ACT ? &m->code->acts.data[code->extra] : NULL;
        for (uint32_t i = 0; act && i < act->meet_count; i++)
            mark_phase(m, m->code->meets.data[act->first_meet + i].phase);
    }
}

void fp_code_measure_leaves(const fp_view_forms *forms, fp_program_code *code) {
    struct fp_arena *scratch = fp_arena_new();
    measurer m = { .code = code, .defs = fp_code_index(scratch, code) };
    m.visited = FP_NEW(scratch, uint32_t, code->register_count + 1);
    measure_units(&m);
    measure_turns(&m);
    measure_rings(&m, forms);
    thin_products(&m);
    mark_phases(&m);
    fp_arena_drop(scratch);
}
