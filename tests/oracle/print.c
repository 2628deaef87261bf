/* print.c - a program as MLIR text. */
#include "print.h"
#include <string.h>

static const char *object_of(const printer *t, const node *n) {
    static const char *const places[2][2] = { { "%m0[%c0]", "%m1[%c0]" }, { "%m0[%c0]", "%m0[%c1]" } };
    return places[t->p->variant][n->object];
}

static void name_buffer(const printer *t, const node *n, char *name, size_t size) {
    if (n->global)
        snprintf(name, size, "%%global");
    else if (n->turns && n->loop >= 0 && t->p->nodes[n->loop].how == TURN_BUFFERS)
        snprintf(name, size, "%%r%d_%d", n->loop, n->constant % n->turns);
    else
        snprintf(name, size, "%%b%d", n->buffer);
}

/* The tile of a slot, and the place of its object. */
static void print_tile(printer *t, const node *n, int id, char *object, size_t size) {
    char text[300], slot[32];
    print_slot(t, n, slot, sizeof slot);
    snprintf(object, size, "%%m0[%s]", slot);
    if (n->kind != NODE_COPY) return;
    snprintf(text, sizeof text, "%%f%d = arith.muli %s, %%c128 : index", id, slot);
    print_line(t, text);
    snprintf(text, sizeof text, "%%t%d = memref.subview %%b0[%%f%d] [128] [1] : " TYPE_OF_BUFFER " to " TYPE_OF_TILE,
             id, id);
    print_line(t, text);
}

static void print_copy(printer *t, node *n, const char *index) {
    char text[400], buffer[32], object[48];
    int id = t->temporary++;
    name_buffer(t, n, buffer, sizeof buffer);
    switch (n->row.waits_for) {
    case COUNTER_GROUP:
        snprintf(text, sizeof text,
                 "%%k%d = nvgpu.device_async_copy %%global[%%tid], %s[%s], 1 : memref<512xf32> to " TYPE_OF_BUFFER, id,
                 buffer, index);
        break;
    case COUNTER_ASYNC:
        snprintf(text, sizeof text,
                 "amdgpu.global_load_async_to_lds %%global[%%tid], %s[%s] : f32, memref<512xf32>, " TYPE_OF_BUFFER,
                 buffer, index);
        break;
    case COUNTER_LOAD:
    case COUNTER_MARK:
        snprintf(text, sizeof text,
                 "amdgpu.gather_to_lds %s%%global[%%tid], %s[%s] : f32, memref<512xf32>, " TYPE_OF_BUFFER,
                 n->row.waits_for == COUNTER_MARK ? "async " : "", buffer, index);
        break;
    case COUNTER_OBJECT:
    case COUNTER_NONE:
        if (n->turns) {
            print_tile(t, n, id, object, sizeof object);
            snprintf(text, sizeof text,
                     "nvgpu.tma.async.load %%map[%%c0], %s to %%t%d, predicate = %%first : !map, !bar -> " TYPE_OF_TILE,
                     object, id);
            break;
        }
        snprintf(text, sizeof text,
                 "nvgpu.tma.async.load %%map[%%c0], %s to %%b%d, predicate = %%first : !map, !bar -> " TYPE_OF_BUFFER,
                 object_of(t, n), n->buffer);
        break;
    }
    n->line = print_line(t, text);
}

static void print_access(printer *t, node *n) {
    char index[32], text[300], buffer[32];
    if (n->kind == NODE_COPY && n->row.waits_for == COUNTER_OBJECT)
        snprintf(index, sizeof index, "%%c0");
    else
        print_index(t, n, index, sizeof index);
    if (n->kind == NODE_COPY) {
        print_copy(t, n, index);
        return;
    }
    if (t->p->family == FAMILY_ASSEMBLY) {
        print_assembly(t, n, index);
        return;
    }
    static const char *const tags[TAG_COUNT] = { "", " {llvm.mmra = #one}", " {llvm.mmra = #other}" };
    const char *type = n->global || t->generic ? "memref<512xf32>" : TYPE_OF_BUFFER, *tag = tags[n->tag];
    int id = t->temporary++;
    name_buffer(t, n, buffer, sizeof buffer);
    if (n->form == AT_VECTOR && n->access == ACCESS_READ)
        snprintf(text, sizeof text, "%%v%d = vector.load %s[%s]%s : %s, vector<4xf32>", id, buffer, index, tag, type);
    else if (n->form == AT_VECTOR)
        snprintf(text, sizeof text, "vector.store %%vec, %s[%s]%s : %s, vector<4xf32>", buffer, index, tag, type);
    else if (n->access == ACCESS_READ)
        snprintf(text, sizeof text, "%%v%d = memref.load %s[%s]%s : %s", id, buffer, index, tag, type);
    else if (n->access == ACCESS_WRITE)
        snprintf(text, sizeof text, "memref.store %%val, %s[%s]%s : %s", buffer, index, tag, type);
    else
        snprintf(text, sizeof text, "%%v%d = memref.atomic_rmw addf %%val, %s[%s]%s : (f32, %s) -> f32", id, buffer,
                 index, tag, type);
    n->line = print_line(t, text);
}

/* Of the iteration's round through the ring. */
static void print_parity(printer *t, const node *n, char *name, size_t size) {
    char text[200];
    int id = t->temporary++;
    if (n->loop < 0) {
        snprintf(name, size, "%%false");
        return;
    }
    snprintf(text, sizeof text, "%%v%d = arith.addi %%i%d, %%c%d : index", id, n->loop, n->constant);
    print_line(t, text);
    snprintf(text, sizeof text, "%%w%d = arith.divui %%v%d, %%c%d : index", id, id, n->turns);
    print_line(t, text);
    snprintf(text, sizeof text, "%%y%d = arith.remui %%w%d, %%c2 : index", id, id);
    print_line(t, text);
    snprintf(text, sizeof text, "%%h%d = arith.cmpi ne, %%y%d, %%c0 : index", id, id);
    print_line(t, text);
    snprintf(name, size, "%%h%d", id);
}

/* Nobody knows which phase: the runs of a kernel give it up, and the algebra judges it alone. */
static void print_hidden_parity(printer *t, char *name, size_t size) {
    char text[80];
    snprintf(name, size, "%%h%d", t->temporary++);
    snprintf(text, sizeof text, "%s = memref.load %%choices[%%c0] : memref<64xi1>", name);
    print_line(t, text);
}

/* What s_waitcnt of the chip takes: full fields wait for nothing. */
static int bit_fields(const chip *on, const node *n) {
    int most_lds = on->generation == 9 ? 15 : 63, loads = n->row.fields & FIELD_LOADS ? n->count : 63;
    int lds = n->row.fields & FIELD_LDS ? 0 : n->row.fields & FIELD_LDS_ONE ? 1 : most_lds;
    if (on->generation == 11) return 7 | lds << 4 | loads << 10;
    return (loads & 15) | 7 << 4 | lds << 8 | loads >> 4 << 14;
}

static void print_sync(printer *t, node *n) {
    char text[200], object[48], parity[32] = "";
    bool on_object = n->row.commits == COUNTER_OBJECT || n->row.waits_for == COUNTER_OBJECT;
    if (on_object && n->turns)
        print_tile(t, n, 0, object, sizeof object);
    else if (on_object)
        snprintf(object, sizeof object, "%s", object_of(t, n));
    if (n->row.waits_for == COUNTER_OBJECT && n->turns)
        print_parity(t, n, parity, sizeof parity);
    else if (n->phase)
        snprintf(parity, sizeof parity, "%s", n->phase % 2 ? "%false" : "%true");
    else if (n->row.waits_for == COUNTER_OBJECT)
        print_hidden_parity(t, parity, sizeof parity);
    if (n->row.commits == COUNTER_OBJECT)
        snprintf(text, sizeof text, "nvgpu.mbarrier.arrive.expect_tx %s, %%c%d, predicate = %%first : !bar", object,
                 n->turns ? 512 : 2048);
    else if (n->row.waits_for == COUNTER_OBJECT)
        snprintf(text, sizeof text, "nvgpu.mbarrier.try_wait.parity %s, %s, %%c2048 : !bar", object, parity);
    else {
        const char *number = strstr(n->row.text, "%d"); /* other signs of per cent are names of values */
        if (number)
            snprintf(text, sizeof text, "%.*s%d%s", (int)(number - n->row.text), n->row.text,
                     n->row.fields ? bit_fields(&t->p->on, n) : n->count, number + 2);
        else
            snprintf(text, sizeof text, "%s", n->row.text);
    }
    n->line = print_line(t, text);
}
static void print_node(printer *t, int at);

static bool in_blocks(const printer *t) { return t->p->in_blocks; }

static void print_label(printer *t, const char *name, int id) {
    char text[40];
    snprintf(text, sizeof text, "^%s%d:", name, id);
    print_line(t, text);
}

/* Blocks and branches in place of a region: a loop with its test on top, a diamond, a way out. */
static void print_blocks(printer *t, int at) {
    node *n = &t->p->nodes[at];
    char text[200], name[32];
    if (n->kind == NODE_FOR) {
        snprintf(text, sizeof text, "cf.br ^head%d(%%c0 : index)", at);
        print_line(t, text);
        snprintf(text, sizeof text, "^head%d(%%i%d: index):", at, at);
        print_line(t, text);
        snprintf(text, sizeof text, "%%t%d = arith.cmpi slt, %%i%d, %%%c%d : index", at, at, n->count >= 0 ? 'n' : 'c',
                 n->count >= 0 ? n->count : n->trips);
        print_line(t, text);
        snprintf(text, sizeof text, "cf.cond_br %%t%d, ^body%d, ^behind%d", at, at, at);
        n->line = print_line(t, text);
        print_label(t, "body", at);
        print_node(t, n->children[0]);
        snprintf(text, sizeof text, "%%j%d = arith.addi %%i%d, %%c1 : index", at, at);
        print_line(t, text);
        snprintf(text, sizeof text, "cf.br ^head%d(%%j%d : index)", at, at);
        print_line(t, text);
        print_label(t, "behind", at);
        return;
    }
    print_condition(t, n, name, sizeof name);
    if (n->kind == NODE_CONTINUE) {
        snprintf(text, sizeof text, "%%j%d = arith.addi %%i%d, %%c%d : index", at, n->loop, n->factor);
        print_line(t, text);
        snprintf(text, sizeof text, "cf.cond_br %s, ^head%d(%%j%d : index), ^on%d", name, n->loop, at, at);
    } else if (n->kind == NODE_BREAK)
        snprintf(text, sizeof text, "cf.cond_br %s, ^behind%d, ^on%d", name, n->loop, at);
    else if (n->kind == NODE_RETURN)
        snprintf(text, sizeof text, "cf.cond_br %s, ^out0, ^on%d", name, at);
    else
        snprintf(text, sizeof text, "cf.cond_br %s, ^then%d, ^%s%d", name, at, n->child_count > 1 ? "else" : "on", at);
    n->line = print_line(t, text);
    static const char *const arms[] = { "then", "else" };
    for (int i = 0; n->kind == NODE_IF && i < n->child_count; i++) {
        print_label(t, arms[i], at);
        print_node(t, n->children[i]);
        snprintf(text, sizeof text, "cf.br ^on%d", at);
        print_line(t, text);
    }
    print_label(t, "on", at);
}

static void print_way(printer *t, int at, int to, const char *step, char *text, size_t size) {
    if (to < 0)
        snprintf(text, size, "^behind%d", at);
    else
        snprintf(text, size, "^g%d_%d(%s : index)", at, to, step);
    (void)t;
}

/* Blocks and branches of any shape: each step takes its choice from an array. */
static void print_graph(printer *t, int at) {
    node *n = &t->p->nodes[at];
    char text[200], ways[2][80], step[32];
    snprintf(text, sizeof text, "cf.br ^g%d_0(%%c0 : index)", at);
    n->line = print_line(t, text);
    for (int i = 0; i < n->child_count; i++) {
        snprintf(text, sizeof text, "^g%d_%d(%%step%d_%d: index):", at, i, at, i);
        print_line(t, text);
        print_node(t, n->children[i]);
        snprintf(text, sizeof text, "%%next%d_%d = arith.addi %%step%d_%d, %%c1 : index", at, i, at, i);
        print_line(t, text);
        snprintf(step, sizeof step, "%%next%d_%d", at, i);
        print_way(t, at, n->arcs[i].to, step, ways[0], sizeof ways[0]);
        print_way(t, at, n->arcs[i].other, step, ways[1], sizeof ways[1]);
        if (n->arcs[i].to == n->arcs[i].other) {
            snprintf(text, sizeof text, "cf.br %s", ways[0]);
        } else {
            snprintf(text, sizeof text, "%%choice%d_%d = memref.load %%choices[%%step%d_%d] : memref<64xi1>", at, i, at,
                     i);
            print_line(t, text);
            snprintf(text, sizeof text, "cf.cond_br %%choice%d_%d, %s, %s", at, i, ways[1], ways[0]);
        }
        print_line(t, text);
    }
    print_label(t, "behind", at);
}

/* What functions are given: all that the kernel's text may name. */
#define ARGUMENTS "%b0, %b1, %b2, %p0, %p1, %opaque, %global"
#define PARAMETERS                                                           \
    "%b0: " TYPE_OF_BUFFER ", %b1: " TYPE_OF_BUFFER ", %b2: " TYPE_OF_BUFFER \
    ", %p0: i1, %p1: i1, %opaque: memref<64xindex>, %global: memref<512xf32>"
#define GENERIC_ARGUMENTS "%g0, %g1, %g2, %p0, %p1, %opaque, %global"
#define GENERIC_PARAMETERS                                                      \
    "%b0: memref<512xf32>, %b1: memref<512xf32>, %b2: memref<512xf32>, %p0: i1" \
    ", %p1: i1, %opaque: memref<64xindex>, %global: memref<512xf32>"
#define GENERIC_TYPES "memref<512xf32>, memref<512xf32>, memref<512xf32>, i1, i1, memref<64xindex>, memref<512xf32>"
#define TYPES TYPE_OF_BUFFER ", " TYPE_OF_BUFFER ", " TYPE_OF_BUFFER ", i1, i1, memref<64xindex>, memref<512xf32>"

static const char *type_of_slot(const node *loop) { return loop->how == TURN_BUFFERS ? TYPE_OF_BUFFER : "index"; }

/* A loop that turns a ring carries the places of its slots: those of this iteration's, of the next one's.. */
static void print_loop_head(printer *t, int at) {
    node *n = &t->p->nodes[at];
    char text[600], count[24];
    size_t length = 0;
    snprintf(count, sizeof count, n->count >= 0 ? "%%n%d" : "%%c%d", n->count >= 0 ? n->count : n->trips);
    if (n->how != TURN_BY_INDEX) length += (size_t)snprintf(text, sizeof text, "%%z%d:%d = ", at, n->turns);
    length += (size_t)snprintf(text + length, sizeof text - length, "scf.for %%i%d = %%c0 to %s step %%c1 ", at, count);
    for (int i = 0; n->how != TURN_BY_INDEX && i < n->turns; i++) {
        char first[32];
        const char *letter = n->how == TURN_BUFFERS ? "r" : "o";
        if (n->inherits >= 0)
            snprintf(first, sizeof first, "%s%d_%d", letter, n->inherits, i);
        else
            snprintf(first, sizeof first, n->how == TURN_BUFFERS ? "b%d" : "c%d",
                     n->how == TURN_BUFFERS ? i : i * SLOT_ELEMENTS);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%%%s%d_%d = %%%s", i ? ", " : "iter_args(",
                                   letter, at, i, first);
    }
    for (int i = 0; n->how != TURN_BY_INDEX && i < n->turns; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? ", " : ") -> (", type_of_slot(n));
    snprintf(text + length, sizeof text - length, n->how == TURN_BY_INDEX ? "{" : ") {");
    n->line = print_line(t, text);
}

static void print_turn(printer *t, int at) {
    const node *n = &t->p->nodes[at];
    char text[600];
    size_t length = 0;
    int inner = loop_that_hands_back(t->p, at);
    for (int i = 0; i < n->turns; i++) {
        const char *separator = i ? ", " : "scf.yield ";
        int next = (i + 1) % n->turns;
        if (inner >= 0)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%%z%d#%d", separator, inner, next);
        else
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%%%s%d_%d", separator,
                                       n->how == TURN_BUFFERS ? "r" : "o", at, next);
    }
    for (int i = 0; i < n->turns; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? ", " : " : ", type_of_slot(n));
    print_line(t, text);
}

/* A loop from the thread's id; `m`: the number that the iteration is about, where the loop is over rows. */
static void print_strided_head(printer *t, int at) {
    node *n = &t->p->nodes[at];
    char text[200];
    int row = n->rows ? n->rows : 1;
    const struct {
        char letter;
        int value;
    } constants[] = { { 'u', n->rows }, { 'v', n->bound / row }, { 'w', n->stride / row } };
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "%%%c%d_row = arith.constant %d : index", constants[i].letter, at,
                 constants[i].value);
        print_line(t, text);
    }
    snprintf(text, sizeof text, "%%y%d_row = arith.divui %%tid, %%u%d_row : index", at, at);
    if (n->rows) print_line(t, text);
    snprintf(text, sizeof text, "%%x%d_row = arith.remui %%tid, %%u%d_row : index", at, at);
    if (n->rows) print_line(t, text);
    snprintf(text, sizeof text,
             n->rows ? "scf.for %%i%d = %%y%d_row to %%v%d_row step %%w%d_row {"
                     : "scf.for %%i%d = %%tid to %%v%d_row step %%w%d_row {",
             at, at, at, at);
    n->line = print_line(t, text);
    if (!n->rows) return;
    snprintf(text, sizeof text, "%%q%d_row = arith.muli %%i%d, %%u%d_row : index", at, at, at);
    print_line(t, text);
    snprintf(text, sizeof text, "%%m%d = arith.addi %%q%d_row, %%x%d_row : index", at, at, at);
    print_line(t, text);
}

static void print_next_count(printer *t, int at) {
    static const char *const steps[] = { "arith.addi %%i%d, %%c1", "arith.shli %%i%d, %%c1", "arith.addi %%k%d, %%c1",
                                         "arith.muli %%i%d, %%c3", "arith.shrui %%i%d, %%c1" };
    const node *n = &t->p->nodes[at];
    char text[200], step[64];
    if (n->counter.step == STEP_DOUBLE_PLUS) {
        snprintf(text, sizeof text, "%%k%d = arith.muli %%i%d, %%c2 : index", at, at);
        print_line(t, text);
    }
    snprintf(step, sizeof step, steps[n->counter.step], at);
    snprintf(text, sizeof text, "%%j%d = %s : index", at, step);
    print_line(t, text);
}

static void print_while(printer *t, int at) {
    node *n = &t->p->nodes[at];
    const counting *c = &n->counter;
    char text[200], first[32], bound[32];
    snprintf(first, sizeof first, c->from >= 0 ? "%%i%d" : "%%c%d", c->from >= 0 ? c->from : c->first);
    snprintf(bound, sizeof bound, n->count >= 0 ? "%%n%d" : "%%c%d", n->count >= 0 ? n->count : c->bound);
    snprintf(text, sizeof text, "%%w%d = scf.while (%%i%d = %s) : (index) -> index {", at, at, first);
    n->line = print_line(t, text);
    t->depth++;
    print_node(t, n->children[1]);
    if (c->next) print_next_count(t, at);
    snprintf(text, sizeof text, "%%g%d = arith.cmpi %s, %%%c%d, %s : index", at, c->step == STEP_HALVE ? "ugt" : "ult",
             c->next ? 'j' : 'i', at, bound);
    print_line(t, text);
    snprintf(text, sizeof text, "scf.condition(%%g%d) %%%c%d : index", at, c->next ? 'j' : 'i', at);
    print_line(t, text);
    t->depth--;
    print_line(t, "} do {");
    snprintf(text, sizeof text, "^body%d(%%i%d: index):", at, at);
    print_line(t, text);
    t->depth++;
    print_node(t, n->children[0]);
    if (!c->next) print_next_count(t, at);
    snprintf(text, sizeof text, "scf.yield %%%c%d : index", c->next ? 'i' : 'j', at);
    print_line(t, text);
    t->depth--;
    print_line(t, "}");
}

static void print_node(printer *t, int at) {
    node *n = &t->p->nodes[at];
    char text[600];
    if (n->removed) return;
    switch (n->kind) {
    case NODE_BLOCK:
        for (int i = 0; i < n->child_count; i++) print_node(t, n->children[i]);
        return;
    case NODE_ACCESS:
    case NODE_COPY: print_access(t, n); return;
    case NODE_SYNC: print_sync(t, n); return;
    case NODE_TRAFFIC:
        if (n->access == ACCESS_READ)
            snprintf(text, sizeof text, "%%w%d = memref.load %%traffic[%%tid] : memref<512xf32>", t->temporary++);
        else
            snprintf(text, sizeof text, "memref.store %%val, %%traffic[%%tid] : memref<512xf32>");
        n->line = print_line(t, text);
        return;
    case NODE_CALL:
        if (t->p->family == FAMILY_GENERIC)
            snprintf(text, sizeof text, "func.call @f%d(%s) : (%s) -> ()", n->children[0], GENERIC_ARGUMENTS,
                     GENERIC_TYPES);
        else
            snprintf(text, sizeof text, "func.call @f%d(%s) : (%s) -> ()", n->children[0], ARGUMENTS, TYPES);
        n->line = print_line(t, text);
        return;
    case NODE_GRAPH: print_graph(t, at); return;
    case NODE_FOR:
        if (in_blocks(t)) {
            print_blocks(t, at);
            return;
        }
        if (n->counter.is_while) {
            print_while(t, at);
            return;
        }
        if (n->stride)
            print_strided_head(t, at);
        else
            print_loop_head(t, at);
        t->depth++;
        print_node(t, n->children[0]);
        if (n->how != TURN_BY_INDEX) print_turn(t, at);
        t->depth--;
        print_line(t, "}");
        return;
    case NODE_BREAK:
    case NODE_CONTINUE:
    case NODE_RETURN: print_blocks(t, at); return;
    case NODE_IF: {
        char name[32];
        if (in_blocks(t)) {
            print_blocks(t, at);
            return;
        }
        print_condition(t, n, name, sizeof name);
        snprintf(text, sizeof text, "scf.if %s {", name);
        n->line = print_line(t, text);
        t->depth++;
        print_node(t, n->children[0]);
        t->depth--;
        if (n->child_count > 1) {
            print_line(t, "} else {");
            t->depth++;
            print_node(t, n->children[1]);
            t->depth--;
        }
        print_line(t, "}");
        return;
    }
    }
}

static void print_functions(printer *t) {
    bool done[NODES_MAX] = { false };
    for (int i = 0; i < t->p->node_count; i++) {
        int body = t->p->nodes[i].kind == NODE_CALL && t->p->nodes[i].line ? t->p->nodes[i].children[0] : 0;
        if (body == 0 || done[body]) continue;
        char text[600];
        done[body] = true;
        t->generic = t->p->family == FAMILY_GENERIC;
        snprintf(text, sizeof text, "func.func private @f%d(%s) {", body, t->generic ? GENERIC_PARAMETERS : PARAMETERS);
        t->depth = 0;
        print_line(t, text);
        t->depth = 1;
        print_values(t);
        print_node(t, body);
        print_line(t, "return");
        t->depth = 0;
        print_line(t, "}");
    }
}

void program_print(program *p, FILE *out) {
    printer t = { .p = p, .out = out };
    for (int i = 0; i < p->node_count; i++) p->nodes[i].line = 0;
    char text[600];
    snprintf(text, sizeof text, "// fencepost: target=%s block=%d,1,1", p->on.name, p->threads);
    print_line(&t, text);
    if (p->family == FAMILY_FENCES) {
        print_line(&t, "#one = #llvm.mmra_tag<\"foo\":\"one\">");
        print_line(&t, "#other = #llvm.mmra_tag<\"foo\":\"other\">");
        print_line(&t, "#local = #llvm.mmra_tag<\"amdgpu-synchronize-as\":\"local\">");
        print_line(&t, "#global = #llvm.mmra_tag<\"amdgpu-synchronize-as\":\"global\">");
    }
    if (p->family == FAMILY_SLOTS) {
        print_line(&t, "!bar = !nvgpu.mbarrier.group<memorySpace = " WORKGROUP ", num_barriers = 3>");
        print_line(&t, "!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = "
                       "none, oob = zero, interleave = none>");
    }
    if (p->family == FAMILY_OBJECTS) {
        print_line(&t, p->variant ? "!bar = !nvgpu.mbarrier.group<memorySpace = " WORKGROUP ", num_barriers = 2>"
                                  : "!bar = !nvgpu.mbarrier.group<memorySpace = " WORKGROUP ">");
        print_line(&t, "!map = !nvgpu.tensormap.descriptor<tensor = memref<512xf32, 3>, swizzle = none, l2promo = "
                       "none, oob = zero, interleave = none>");
    }
    if (p->family == FAMILY_NAMED && p->variant == 1) {
        print_line(
            &t,
            "llvm.mlir.global internal @bar1() {addr_space = 15 : i32} : !llvm.target<\"amdgcn.named.barrier\", 0>");
        print_line(
            &t,
            "llvm.mlir.global internal @bar2() {addr_space = 15 : i32} : !llvm.target<\"amdgcn.named.barrier\", 0>");
    }
    if (p->family == FAMILY_ASSEMBLY) print_shared_globals(&t);
    snprintf(text, sizeof text,
             "func.func @kernel(%%p0: i1, %%p1: i1, %%n0: index, %%n1: index, %%opaque: memref<64xindex>, %%choices: "
             "memref<64xi1>, "
             "%%global: memref<512xf32>, %%traffic: memref<512xf32>%s) attributes {gpu.kernel, known_block_size = "
             "array<i32: %d, 1, 1>} {",
             p->family == FAMILY_OBJECTS || p->family == FAMILY_SLOTS ? ", %map: !map" : "", p->threads);
    print_line(&t, text);
    t.depth = 1;
    if (p->family == FAMILY_ASSEMBLY) print_shared_addresses(&t);
    bool calls = p->family == FAMILY_CALLS || p->family == FAMILY_GENERIC;
    for (int i = 0; p->family != FAMILY_ASSEMBLY && i < (calls ? BUFFERS_MAX : p->buffers); i++) {
        snprintf(text, sizeof text, "%%b%d = memref.alloc() : " TYPE_OF_BUFFER, i);
        print_line(&t, text);
        if (p->family != FAMILY_GENERIC) continue;
        snprintf(text, sizeof text, "%%g%d = memref.memory_space_cast %%b%d : " TYPE_OF_BUFFER " to memref<512xf32>", i,
                 i);
        print_line(&t, text);
    }
    if (p->family == FAMILY_FORALL) print_forall(&t);
    print_values(&t);
    print_head(&t);
    print_node(&t, 0);
    if (p->family == FAMILY_FORALL) print_forall_end(&t);
    if (in_blocks(&t)) {
        print_line(&t, "cf.br ^out0");
        print_label(&t, "out", 0);
    }
    print_line(&t, "return");
    t.depth = 0;
    print_line(&t, "}");
    print_functions(&t);
}
