/* random_make.c - makes a sample from its seed. */
#include "random.h"
#include <string.h>

uint64_t sample_mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

typedef struct {
    sample *s;
    uint64_t state;
    bool in_loop, in_inner;
} maker;

static int pick(maker *m, int count) { return (int)((m->state = sample_mix(m->state)) % (uint64_t)count); }
static bool chance(maker *m, int percent) { return pick(m, 100) < percent; }

static int put(maker *m, expression_op op, int a, int b, int c, int64_t constant) {
    if (m->s->count == EXPRESSIONS_MAX) return 0;
    m->s->pool[m->s->count] = (expression){ op, a, b, c, constant };
    return m->s->count++;
}

static int constant(maker *m, int64_t value) { return put(m, E_CONSTANT, 0, 0, 0, value); }

static int leaf(maker *m) {
    const sample *s = m->s;
    switch (pick(m, 14)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: return put(m, E_TX, 0, 0, 0, 0);
    case 5: return put(m, s->block[1] > 1 ? E_TY : E_TX, 0, 0, 0, 0);
    case 6:
        return put(m,
                   !s->target || s->block[1] > 1 || !s->block[0] ? E_TX
                   : chance(m, 50)                               ? E_LANE
                                                                 : E_WAVE,
                   0, 0, 0, 0);
    case 7:
    case 8: return put(m, m->in_inner && chance(m, 50) ? E_J : m->in_loop ? E_I : E_TX, 0, 0, 0, 0);
    case 9: return m->in_loop && s->carried ? put(m, E_S, 0, 0, 0, 0) : constant(m, pick(m, 80));
    case 10: return put(m, chance(m, 60) ? E_ARG_A : E_ARG_B, 0, 0, 0, 0);
    case 11: return put(m, chance(m, 70) ? E_UNIFORM : E_OPAQUE, 0, 0, 0, 0);
    default: {
        static const int64_t liked[] = { 0, 1, 2, 3, 4, 7, 8, 16, 31, 32, 33, 63, 64, 128 };
        return constant(m, liked[pick(m, (int)(sizeof liked / sizeof *liked))]);
    }
    }
}

static int condition(maker *m, int depth);

static int tree(maker *m, int depth) {
    if (depth == 0 || chance(m, 20)) return leaf(m);
    static const int64_t divisors[] = { 1, 2, 3, 4, 5, 8, 16, 32, 64 }, masks[] = { 1, 3, 7, 15, 31, 63, 127, 5, 96 };
    int a = tree(m, depth - 1);
    int64_t divisor = divisors[pick(m, (int)(sizeof divisors / sizeof *divisors))],
            mask = masks[pick(m, (int)(sizeof masks / sizeof *masks))];
    switch (pick(m, 22)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: return put(m, E_ADD, a, tree(m, depth - 1), 0, 0);
    case 5:
    case 6: return put(m, E_SUB, a, tree(m, depth - 1), 0, 0);
    case 7:
    case 8:
    case 9: return put(m, E_MUL, a, constant(m, divisor), 0, 0);
    case 10: return put(m, E_FLOORDIV, a, constant(m, divisor), 0, 0);
    case 11: return put(m, chance(m, 50) ? E_DIVSI : E_REMSI, a, constant(m, divisor), 0, 0);
    case 12: return put(m, chance(m, 50) ? E_DIVUI : E_REMUI, a, constant(m, divisor), 0, 0);
    case 13:
    case 14: return put(m, E_MOD, a, constant(m, divisor), 0, 0);
    case 15: return put(m, E_AND, a, constant(m, mask), 0, 0);
    case 16:
        return put(m, chance(m, 50) ? E_OR : E_XOR, a, chance(m, 60) ? constant(m, mask) : tree(m, depth - 1), 0, 0);
    case 17: return put(m, E_XOR, a, tree(m, depth - 1), 0, 0);
    case 18: return put(m, chance(m, 50) ? E_SHL : E_SHRSI, a, constant(m, pick(m, 5)), 0, 0);
    case 19: return put(m, chance(m, 50) ? E_MIN : E_MAX, a, tree(m, depth - 1), 0, 0);
    case 20: {
        int c = condition(m, 1);
        return put(m, E_SELECT, a, tree(m, depth - 1), c, 0);
    }
    default:
        return chance(m, 40)   ? put(m, E_U8, a, 0, 0, 0)
               : chance(m, 40) ? put(m, E_I8, a, 0, 0, 0)
                               : put(m, E_ADD32, a, tree(m, depth - 1), 0, 0);
    }
}

static int condition(maker *m, int depth) {
    static const expression_op ops[] = { E_LT, E_LT, E_ULT, E_EQ, E_GE };
    int a = tree(m, depth);
    return put(m, ops[pick(m, 5)], a, chance(m, 50) ? constant(m, pick(m, 70)) : tree(m, depth), 0, 0);
}

static void make_access(maker *m, access *x, bool stores) {
    x->stores = stores;
    x->elements = chance(m, 75) ? 1 : 2 << pick(m, 2);
    int index = tree(m, 3);
    if (chance(m, 40))
        index = put(m, E_ADD, index, put(m, E_TX, 0, 0, 0, 0), 0, 0); /* kernels mostly do use the thread's id */
    if (x->elements > 1 && chance(m, 70)) index = put(m, E_MUL, index, constant(m, x->elements), 0, 0);
    x->index = index;
    x->guard_count = chance(m, 60) ? 0 : 1 + pick(m, GUARDS_MAX);
    for (int g = 0; g < x->guard_count; g++) {
        x->guards[g] = condition(m, 1);
        x->negated[g] = chance(m, 25);
    }
}

void sample_make(sample *s, uint64_t seed) {
    memset(s, 0, sizeof *s);
    maker m = { .s = s, .state = sample_mix(seed) };
    s->seed = seed;
    s->shape = (shape_kind)pick(&m, SHAPE_COUNT);
    s->target = chance(&m, 50);
    s->wave = s->target && chance(&m, 50) ? 64 : 32;
    static const int blocks[][3] = { { 64, 1, 1 }, { 128, 1, 1 }, { 33, 1, 1 }, { 96, 1, 1 },
                                     { 8, 8, 1 },  { 16, 8, 1 },  { 4, 16, 2 }, { 1, 1, 1 } };
    int which = pick(&m, 12);
    if (which < 8)
        memcpy(s->block, blocks[which], sizeof s->block);
    else if (which < 11)
        memcpy(s->block, blocks[0], sizeof s->block);
    s->lower = chance(&m, 70) ? 0 : pick(&m, 4);
    s->step = chance(&m, 70) ? 1 : 1 + pick(&m, 3);
    s->trips = chance(&m, 35) ? -1 : 1 + pick(&m, 8);
    s->inner_trips = 1 + pick(&m, 4);
    bool loops = s->shape != SHAPE_STRAIGHT && s->shape != SHAPE_NESTED && s->shape != SHAPE_TWO_LOOPS;
    s->carried = loops && chance(&m, 35);
    s->init = pick(&m, 2) ? pick(&m, 3) : 64;
    s->next = pick(&m, 6);
    bool both_in_loop =
        s->shape == SHAPE_SAME_ITERATION || s->shape == SHAPE_NEXT_ITERATION || s->shape == SHAPE_ANY_ITERATION;
    s->rotates = both_in_loop && chance(&m, 15);
    s->a.swapped = s->rotates && chance(&m, 60);
    bool p_in_loop = s->shape != SHAPE_STRAIGHT && s->shape != SHAPE_PROLOGUE && s->shape != SHAPE_PROLOGUE_FREE;
    bool a_in_loop = s->shape != SHAPE_STRAIGHT && s->shape != SHAPE_EPILOGUE;
    m.in_inner = s->shape == SHAPE_NESTED;
    m.in_loop = p_in_loop;
    make_access(&m, &s->p, true);
    m.in_loop = a_in_loop;
    make_access(&m, &s->a, chance(&m, 25));
    /* Accesses of one kernel are mostly alike: often the later one is the earlier one with a small change. */
    if (p_in_loop == a_in_loop && chance(&m, 45)) {
        s->a.elements = s->p.elements;
        s->a.index = chance(&m, 50) ? s->p.index : put(&m, E_ADD, s->p.index, constant(&m, pick(&m, 130)), 0, 0);
        if (chance(&m, 60)) {
            s->a.guard_count = s->p.guard_count;
            memcpy(s->a.guards, s->p.guards, sizeof s->a.guards);
            memcpy(s->a.negated, s->p.negated, sizeof s->a.negated);
            if (s->a.guard_count && chance(&m, 30)) s->a.negated[0] = !s->a.negated[0];
        }
    }
}
