/* random_run.c - executes a sample in a world, thread by thread. */
#include "random.h"
#include <stdlib.h>

int world_threads(const world *w) { return w->block[0] * w->block[1] * w->block[2]; }

typedef struct {
    const sample *s;
    const world *w;
    const instance *at;
    int thread, side;
    bool undefined;
} evaluation;

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static int64_t loaded(const evaluation *v, bool per_thread, int64_t key) {
    uint64_t salt = v->w->salt;
    if (!per_thread) {
        if (v->w->uniform_given) return v->w->uniform[v->side];
        switch (salt % 4) {
        case 0: return 0;
        case 1: return key;
        case 2: return (int64_t)(sample_mix(salt ^ (uint64_t)key) % 100);
        default: return (int64_t)(salt % 7);
        }
    }
    switch (salt % 5) {
    case 0: return 0;
    case 1: return key;
    case 2: return 63 - key;
    case 3: return (int64_t)(sample_mix(salt ^ (uint64_t)key) % 128);
    default: return key / 2 - 5;
    }
}

static int64_t value_of(evaluation *v, int node) {
    const expression *e = &v->s->pool[node];
    int tx = v->thread % v->w->block[0], ty = v->thread / v->w->block[0] % v->w->block[1];
    switch (e->op) {
    case E_CONSTANT: return e->constant;
    case E_TX: return tx;
    case E_TY: return ty;
    case E_LANE: return v->thread % v->s->wave;
    case E_WAVE: return v->thread / v->s->wave;
    case E_I: return v->at->i;
    case E_J: return v->at->j;
    case E_S: return v->at->s;
    case E_ARG_A: return v->w->a;
    case E_ARG_B: return v->w->b;
    case E_UNIFORM: return loaded(v, false, v->at->in_loop ? v->at->i : 0);
    case E_OPAQUE: return loaded(v, true, tx);
    case E_SELECT: return value_of(v, e->c) ? value_of(v, e->a) : value_of(v, e->b);
    case E_ADD:
    case E_SUB:
    case E_MUL:
    case E_FLOORDIV:
    case E_DIVSI:
    case E_REMSI:
    case E_DIVUI:
    case E_REMUI:
    case E_MOD:
    case E_AND:
    case E_OR:
    case E_XOR:
    case E_SHL:
    case E_SHRSI:
    case E_MIN:
    case E_MAX:
    case E_U8:
    case E_I8:
    case E_ADD32:
    case E_LT:
    case E_ULT:
    case E_EQ:
    case E_GE: break;
    }
    int64_t a = value_of(v, e->a);
    if (e->op == E_U8) return (uint8_t)a;
    if (e->op == E_I8) return (int8_t)(uint8_t)a;
    int64_t b = value_of(v, e->b);
    bool may_wrap = e->op == E_ADD || e->op == E_SUB || e->op == E_MUL || e->op == E_SHL;
    if (may_wrap && (a > TOO_FAR || a < -TOO_FAR || b > TOO_FAR || b < -TOO_FAR)) {
        v->undefined = true;
        return 0;
    }
    switch (e->op) {
    case E_ADD: return a + b;
    case E_SUB: return a - b;
    case E_MUL: return a * b;
    case E_FLOORDIV: return floor_div(a, b);
    case E_MOD: return a - floor_div(a, b) * b;
    case E_DIVSI: return a / b;
    case E_REMSI: return a % b;
    case E_DIVUI: return (int64_t)((uint64_t)a / (uint64_t)b);
    case E_REMUI: return (int64_t)((uint64_t)a % (uint64_t)b);
    case E_AND: return a & b;
    case E_OR: return a | b;
    case E_XOR: return a ^ b;
    case E_SHL: return (int64_t)((uint64_t)a << b);
    case E_SHRSI: return a >> b;
    case E_MIN: return a < b ? a : b;
    case E_MAX: return a > b ? a : b;
    case E_ADD32: return (int32_t)(uint32_t)((uint64_t)a + (uint64_t)b);
    case E_LT: return a < b;
    case E_ULT: return (uint64_t)a < (uint64_t)b;
    case E_EQ: return a == b;
    case E_GE: return a >= b;
    case E_CONSTANT:
    case E_TX:
    case E_TY:
    case E_LANE:
    case E_WAVE:
    case E_I:
    case E_J:
    case E_S:
    case E_ARG_A:
    case E_ARG_B:
    case E_UNIFORM:
    case E_OPAQUE:
    case E_SELECT:
    case E_U8:
    case E_I8: break;
    }
    return 0;
}

bool sample_touches(const sample *s, const world *w, const instance *at, int thread, int side, int64_t *first,
                    int *count) {
    const access *x = at->is_p ? &s->p : &s->a;
    evaluation v = { s, w, at, thread, side, false };
    *count = 0;
    for (int g = 0; g < x->guard_count; g++)
        if ((value_of(&v, x->guards[g]) != 0) == x->negated[g]) return *count = v.undefined ? -1 : 0, false;
    *first = value_of(&v, x->index);
    if (v.undefined || *first > TOO_FAR || *first < -TOO_FAR) return *count = -1, false;
    bool second = s->rotates && ((at->iteration & 1) != 0) != (!at->is_p && s->a.swapped);
    if (second) *first += TOO_FAR * 4;
    *count = x->elements;
    return true;
}

static int64_t next_carried(const sample *s, int64_t v) {
    switch (s->next) {
    case 0: return 1 - v;
    case 1: return (int64_t)((uint64_t)v / 2);
    case 2: return v + 2;
    case 3: return v ^ 2;
    case 4: return (int64_t)(((uint64_t)v + 1) % 3);
    default: return v == 2 ? 0 : v + 1;
    }
}

typedef struct {
    instance_filter *keeps;
    const void *context;
    instance_list *out;
    int phase;
    instance now;
} run;
static void happen(run *r, bool is_p) {
    r->now.is_p = is_p;
    r->now.phase = r->phase;
    if (r->keeps && !r->keeps(r->context, &r->now)) return;
    if (r->out->len == r->out->room) {
        r->out->room = r->out->room ? r->out->room * 2 : 256;
        r->out->data = realloc(r->out->data, r->out->room * sizeof *r->out->data);
        if (!r->out->data) abort();
    }
    r->out->data[r->out->len++] = r->now;
}

static void run_loop(run *r, const sample *s, int64_t trips, bool second) {
    int64_t carried = s->init;
    r->now.in_loop = true;
    for (int64_t k = 0; k < trips; k++) {
        r->now.i = s->lower + k * s->step;
        r->now.s = carried;
        r->now.iteration = (int)k;
        switch (s->shape) {
        case SHAPE_SAME_ITERATION: happen(r, true), happen(r, false), r->phase++; break;
        case SHAPE_NEXT_ITERATION: happen(r, false), r->phase++, happen(r, true); break;
        case SHAPE_ANY_ITERATION: happen(r, true), happen(r, false); break;
        case SHAPE_PROLOGUE: happen(r, false), r->phase++; break;
        case SHAPE_PROLOGUE_FREE: happen(r, false); break;
        case SHAPE_EPILOGUE: r->phase++, happen(r, true); break;
        case SHAPE_TWO_LOOPS:
            if (second)
                happen(r, false), r->phase++;
            else
                r->phase++, happen(r, true);
            break;
        case SHAPE_NESTED:
            for (r->now.j = 0; r->now.j < s->inner_trips; r->now.j++) happen(r, false);
            r->phase++;
            for (r->now.j = 0; r->now.j < s->inner_trips; r->now.j++) happen(r, true);
            break;
        case SHAPE_STRAIGHT:
        case SHAPE_COUNT: break;
        }
        carried = next_carried(s, carried);
    }
    r->now = (instance){ .i = 0 };
}

void sample_run(const sample *s, const world *w, instance_filter *keeps, const void *context, instance_list *out) {
    run r = { .keeps = keeps, .context = context, .out = out };
    out->len = 0;
    int64_t trips = s->trips >= 0 ? s->trips : w->n <= s->lower ? 0 : (w->n - s->lower + s->step - 1) / s->step;
    bool before = s->shape == SHAPE_PROLOGUE || s->shape == SHAPE_PROLOGUE_FREE || s->shape == SHAPE_STRAIGHT;
    if (before) happen(&r, true);
    if (s->shape != SHAPE_STRAIGHT) run_loop(&r, s, trips, false);
    if (s->shape == SHAPE_TWO_LOOPS) run_loop(&r, s, trips, true);
    if (s->shape == SHAPE_EPILOGUE || s->shape == SHAPE_STRAIGHT) happen(&r, false);
}
