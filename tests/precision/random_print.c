/* random_print.c - prints a sample as MLIR. */
#include "random.h"

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
