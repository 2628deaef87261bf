/* random.c - random.h: making, printing and executing a sample. */
#include "random.h"
#include <stdlib.h>
#include <string.h>

/* ---- Making ---- */

static uint64_t mix(uint64_t x) {
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

static int pick(maker *m, int count) { return (int)((m->state = mix(m->state)) % (uint64_t)count); }
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
    maker m = { .s = s, .state = mix(seed) };
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

/* ---- Printing ---- */

typedef struct {
    FILE *out;
    int line, next, depth;
    const sample *s;
    bool in_loop;
} printer;

#define LINE(...) \
    (fprintf((r)->out, "%*s", 2 * (r)->depth, ""), fprintf((r)->out, __VA_ARGS__), fputc('\n', (r)->out), (r)->line++)
#define OPEN(...) (LINE(__VA_ARGS__), (r)->depth++)
#define CLOSE(...) ((r)->depth--, LINE(__VA_ARGS__))

static int binary(printer *r, const char *op, int a, int b) {
    LINE("%%e%d = %s %%e%d, %%e%d : index", r->next, op, a, b);
    return r->next++;
}
static int rename_leaf(printer *r, const char *name) {
    LINE("%%e%d = arith.addi %%%s, %%zero : index", r->next, name);
    return r->next++;
}

static int print_condition(printer *r, int node);

/* Prints what computes the value and returns its number. */
static int print_tree(printer *r, int node) {
    const expression *e = &r->s->pool[node];
    switch (e->op) {
    case E_CONSTANT: LINE("%%e%d = arith.constant %lld : index", r->next, (long long)e->constant); return r->next++;
    case E_TX: return rename_leaf(r, "tx");
    case E_TY: return rename_leaf(r, "ty");
    case E_LANE: return rename_leaf(r, "lane");
    case E_WAVE: return rename_leaf(r, "wave");
    case E_I: return rename_leaf(r, "i");
    case E_J: return rename_leaf(r, "j");
    case E_S: return rename_leaf(r, "s");
    case E_ARG_A: return rename_leaf(r, "a");
    case E_ARG_B: return rename_leaf(r, "b");
    case E_UNIFORM: return rename_leaf(r, r->in_loop ? "u" : "u0");
    case E_OPAQUE: return rename_leaf(r, "v");
    case E_SELECT: {
        int c = print_condition(r, e->c), a = print_tree(r, e->a), b = print_tree(r, e->b);
        LINE("%%e%d = arith.select %%e%d, %%e%d, %%e%d : index", r->next, c, a, b);
        return r->next++;
    }
    case E_U8:
    case E_I8: {
        int a = print_tree(r, e->a), n = r->next;
        r->next += 4;
        LINE("%%e%d = arith.index_cast %%e%d : index to i32", n, a);
        LINE("%%e%d = arith.trunci %%e%d : i32 to i8", n + 1, n);
        LINE("%%e%d = arith.%s %%e%d : i8 to i32", n + 2, e->op == E_U8 ? "extui" : "extsi", n + 1);
        LINE("%%e%d = arith.index_cast %%e%d : i32 to index", n + 3, n + 2);
        return n + 3;
    }
    case E_ADD32: {
        int a = print_tree(r, e->a), b = print_tree(r, e->b), n = r->next;
        r->next += 4;
        LINE("%%e%d = arith.index_cast %%e%d : index to i32", n, a);
        LINE("%%e%d = arith.index_cast %%e%d : index to i32", n + 1, b);
        LINE("%%e%d = arith.addi %%e%d, %%e%d : i32", n + 2, n, n + 1);
        LINE("%%e%d = arith.index_cast %%e%d : i32 to index", n + 3, n + 2);
        return n + 3;
    }
    case E_MOD: {
        int a = print_tree(r, e->a);
        LINE("%%e%d = affine.apply affine_map<(d0) -> (d0 mod %lld)>(%%e%d)", r->next,
             (long long)r->s->pool[e->b].constant, a);
        return r->next++;
    }
    case E_LT:
    case E_ULT:
    case E_EQ:
    case E_GE: return print_condition(r, node);
    case E_ADD:
    case E_SUB:
    case E_MUL:
    case E_FLOORDIV:
    case E_DIVSI:
    case E_REMSI:
    case E_DIVUI:
    case E_REMUI:
    case E_AND:
    case E_OR:
    case E_XOR:
    case E_SHL:
    case E_SHRSI:
    case E_MIN:
    case E_MAX: break;
    }
    static const char *const names[] = { [E_ADD] = "arith.addi",    [E_SUB] = "arith.subi",
                                         [E_MUL] = "arith.muli",    [E_FLOORDIV] = "arith.floordivsi",
                                         [E_DIVSI] = "arith.divsi", [E_REMSI] = "arith.remsi",
                                         [E_DIVUI] = "arith.divui", [E_REMUI] = "arith.remui",
                                         [E_AND] = "arith.andi",    [E_OR] = "arith.ori",
                                         [E_XOR] = "arith.xori",    [E_SHL] = "arith.shli",
                                         [E_SHRSI] = "arith.shrsi", [E_MIN] = "arith.minsi",
                                         [E_MAX] = "arith.maxsi" };
    int a = print_tree(r, e->a), b = print_tree(r, e->b);
    return binary(r, names[e->op], a, b);
}

static int print_condition(printer *r, int node) {
    const expression *e = &r->s->pool[node];
    const char *predicate = e->op == E_LT ? "slt" : e->op == E_ULT ? "ult" : e->op == E_EQ ? "eq" : "sge";
    int a = print_tree(r, e->a), b = print_tree(r, e->b);
    LINE("%%e%d = arith.cmpi %s, %%e%d, %%e%d : index", r->next, predicate, a, b);
    return r->next++;
}

#define MEMORY "memref<65536xf32, #gpu.address_space<workgroup>>"

static void print_access(printer *r, access *x, bool first_of_two) {
    for (int g = 0; g < x->guard_count; g++) {
        int c = print_condition(r, x->guards[g]);
        if (x->negated[g]) {
            LINE("%%e%d = arith.xori %%e%d, %%true : i1", r->next, c);
            c = r->next++;
        }
        OPEN("scf.if %%e%d {", c);
    }
    int index = print_tree(r, x->index);
    const char *buffer = !r->s->rotates ? "lds" : first_of_two ? "p" : "q";
    x->line = r->line + 1;
    int v = x->elements;
    if (v > 1 && x->stores)
        LINE("vector.store %%f%d, %%%s[%%e%d] : " MEMORY ", vector<%dxf32>", v, buffer, index, v);
    else if (v > 1)
        LINE("%%r%d = vector.load %%%s[%%e%d] : " MEMORY ", vector<%dxf32>", r->next, buffer, index, v);
    else if (x->stores)
        LINE("memref.store %%f, %%%s[%%e%d] : " MEMORY, buffer, index);
    else
        LINE("%%r%d = memref.load %%%s[%%e%d] : " MEMORY, r->next, buffer, index);
    r->next++;
    for (int g = 0; g < x->guard_count; g++) CLOSE("}");
}

static void print_p(printer *r, sample *s) { print_access(r, &s->p, true); }
static void print_a(printer *r, sample *s) { print_access(r, &s->a, !s->a.swapped); }

static void print_loop(printer *r, const sample *s) {
    char upper[24];
    snprintf(upper, sizeof upper, s->trips < 0 ? "%%n" : "%%upper");
    const char *types = s->carried && s->rotates ? "index, " MEMORY ", " MEMORY
                        : s->carried             ? "index"
                                                 : MEMORY ", " MEMORY;
    if (!s->carried && !s->rotates)
        OPEN("scf.for %%i = %%lower to %s step %%step {", upper);
    else
        OPEN("%%out%d:%d = scf.for %%i = %%lower to %s step %%step iter_args(%s%s%s) -> (%s) {", r->next++,
             s->carried + 2 * s->rotates, upper, s->carried ? "%s = %init" : "", s->carried && s->rotates ? ", " : "",
             s->rotates ? "%p = %lds, %q = %other" : "", types);
    LINE("%%u = memref.load %%data[%%i] : memref<?xindex>");
    r->in_loop = true;
}

static void print_loop_end(printer *r, const sample *s) {
    if (s->carried) {
        static const char *const next[] = {
            "arith.subi %one, %s", "arith.divui %s, %two", "arith.addi %s, %two", "arith.xori %s, %two", NULL, NULL
        };
        if (s->next < 4)
            LINE("%%after = %s : index", next[s->next]);
        else if (s->next == 4)
            LINE("%%more = arith.addi %%s, %%one : index"), LINE("%%after = arith.remui %%more, %%three : index");
        else
            LINE("%%last = arith.cmpi eq, %%s, %%two : index"), LINE("%%more = arith.addi %%s, %%one : index"),
                LINE("%%after = arith.select %%last, %%zero, %%more : index");
    }
    if (s->carried || s->rotates)
        LINE("scf.yield %s%s%s : %s", s->carried ? "%after" : "", s->carried && s->rotates ? ", " : "",
             s->rotates ? "%q, %p" : "",
             s->carried && s->rotates ? "index, " MEMORY ", " MEMORY
             : s->carried             ? "index"
                                      : MEMORY ", " MEMORY);
    CLOSE("}");
    r->in_loop = false;
}

static void print_body(printer *r, sample *s) {
    bool before = s->shape == SHAPE_PROLOGUE || s->shape == SHAPE_PROLOGUE_FREE || s->shape == SHAPE_STRAIGHT;
    if (before || s->shape == SHAPE_EPILOGUE) LINE("%%u0 = memref.load %%data[%%zero] : memref<?xindex>");
    if (s->shape == SHAPE_NESTED) {
        print_loop(r, s);
        OPEN("scf.for %%j = %%zero to %%inner step %%one {");
        print_a(r, s);
        CLOSE("}");
        LINE("gpu.barrier");
        OPEN("scf.for %%j = %%zero to %%inner step %%one {");
        print_p(r, s);
        CLOSE("}");
        print_loop_end(r, s);
        return;
    }
    if (before) print_p(r, s);
    if (s->shape == SHAPE_STRAIGHT) {
        print_a(r, s);
        return;
    }
    print_loop(r, s);
    switch (s->shape) {
    case SHAPE_SAME_ITERATION: print_p(r, s), print_a(r, s), LINE("gpu.barrier"); break;
    case SHAPE_NEXT_ITERATION: print_a(r, s), LINE("gpu.barrier"), print_p(r, s); break;
    case SHAPE_ANY_ITERATION: print_p(r, s), print_a(r, s); break;
    case SHAPE_PROLOGUE: print_a(r, s), LINE("gpu.barrier"); break;
    case SHAPE_PROLOGUE_FREE: print_a(r, s); break;
    case SHAPE_EPILOGUE:
    case SHAPE_TWO_LOOPS: LINE("gpu.barrier"), print_p(r, s); break;
    case SHAPE_STRAIGHT:
    case SHAPE_NESTED:
    case SHAPE_COUNT: break;
    }
    print_loop_end(r, s);
    if (s->shape == SHAPE_EPILOGUE) print_a(r, s);
    if (s->shape != SHAPE_TWO_LOOPS) return;
    print_loop(r, s);
    print_a(r, s);
    LINE("gpu.barrier");
    print_loop_end(r, s);
}

void sample_print(sample *s, FILE *out) {
    printer printing = { .out = out, .s = s }, *r = &printing;
    if (s->target) LINE("// fencepost: target=%s", s->wave == 64 ? "gfx942" : "gfx1100");
    OPEN("gpu.module @m {");
    fprintf(out, "  gpu.func @k(%%f: f32, %%f2: vector<2xf32>, %%f4: vector<4xf32>, %%a: index, %%b: index, %%n: "
                 "index, %%data: memref<?xindex>) "
                 "workgroup(%%lds : " MEMORY ", %%other : " MEMORY ") kernel");
    if (s->block[0])
        fprintf(out, " attributes {known_block_size = array<i32: %d, %d, %d>}", s->block[0], s->block[1], s->block[2]);
    fputs(" {\n", out);
    r->line++;
    r->depth++;
    LINE("%%tx = gpu.thread_id x");
    if (s->block[1] > 1) LINE("%%ty = gpu.thread_id y");
    if (s->target) LINE("%%lane = gpu.lane_id"), LINE("%%wave = gpu.subgroup_id : index");
    LINE("%%true = arith.constant true");
    const struct {
        const char *name;
        int value;
    } constants[] = { { "zero", 0 },
                      { "one", 1 },
                      { "two", 2 },
                      { "three", 3 },
                      { "lower", s->lower },
                      { "step", s->step },
                      { "upper", s->lower + s->step * s->trips },
                      { "inner", s->inner_trips },
                      { "init", s->init } };
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        LINE("%%%s = arith.constant %d : index", constants[i].name, constants[i].value);
    LINE("%%v = memref.load %%data[%%tx] : memref<?xindex>");
    print_body(r, s);
    LINE("gpu.return");
    CLOSE("}");
    CLOSE("}");
}

/* ---- Executing ---- */

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
        case 2: return (int64_t)(mix(salt ^ (uint64_t)key) % 100);
        default: return (int64_t)(salt % 7);
        }
    }
    switch (salt % 5) {
    case 0: return 0;
    case 1: return key;
    case 2: return 63 - key;
    case 3: return (int64_t)(mix(salt ^ (uint64_t)key) % 128);
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
