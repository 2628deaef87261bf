#include "program.h"
#include <string.h>

const char *const family_names[FAMILY_COUNT] = { "monolithic", "one wave", "split", "group copies", "counted copies", "bare", "blocks", "divergent" };

static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
typedef struct { program *p; uint64_t state; int budget; int loops[4], loop_depth; bool divergent, by_lane, left /* some threads have left the kernel */; } maker;
static int pick(maker *m, int n) { return (int)(next_random(&m->state) % (uint64_t)n); }
static bool chance(maker *m, int percent) { return pick(m, 100) < percent; }

static int add_node(maker *m, node_kind kind) {
    program *p = m->p;
    if (p->node_count == NODES_MAX) return -1;
    p->nodes[p->node_count] = (node){ .kind = kind, .loop = -1, .count = -1 };
    return p->node_count++;
}

static void make_access(maker *m, node *n) {
    program *p = m->p;
    int roll = pick(m, 100);
    n->access = roll < 45 ? ACCESS_READ : roll < 94 ? ACCESS_WRITE : ACCESS_ATOMIC;
    n->buffer = pick(m, p->buffers);
    static const address_form forms[] = { AT_CONSTANT, AT_THREAD, AT_THREAD, AT_THREAD, AT_THREAD_PLUS, AT_MIRROR, AT_SLOT, AT_SLOT_MIRROR, AT_VECTOR, AT_OPAQUE };
    n->form = forms[pick(m, (int)(sizeof forms / sizeof *forms))];
    n->constant = pick(m, 3);
    bool needs_loop = n->form == AT_SLOT || n->form == AT_SLOT_MIRROR;
    if (needs_loop && m->loop_depth == 0) n->form = AT_THREAD, needs_loop = false;
    if (needs_loop) n->loop = m->loops[m->loop_depth - 1];
    if (n->form == AT_VECTOR && n->access == ACCESS_ATOMIC) n->form = AT_THREAD;
}

static node_kind choose_sync(maker *m) {
    switch (m->p->family) {
    case FAMILY_MONOLITHIC: case FAMILY_ONE_WAVE: case FAMILY_BLOCKS: case FAMILY_DIVERGENT: return NODE_BARRIER;
    case FAMILY_BARE: { static const node_kind kinds[] = { NODE_BARRIER, NODE_BARE_BARRIER, NODE_BARE_BARRIER, NODE_DS_WAIT }; return kinds[pick(m, 4)]; }
    case FAMILY_SPLIT: { static const node_kind kinds[] = { NODE_BARRIER, NODE_BARE_BARRIER, NODE_SIGNAL, NODE_WAIT, NODE_DS_WAIT, NODE_DS_WAIT };
                         return kinds[pick(m, 6)]; }
    case FAMILY_GROUP_COPIES: { static const node_kind kinds[] = { NODE_BARRIER, NODE_BARRIER, NODE_COMMIT, NODE_COMMIT, NODE_COPY_WAIT, NODE_COPY_WAIT };
                                return kinds[pick(m, 6)]; }
    case FAMILY_COUNTED_COPIES: return chance(m, 50) ? NODE_BARRIER : NODE_COPY_WAIT;
    case FAMILY_COUNT: break;
    }
    return NODE_BARRIER;
}

static int make_block(maker *m, int depth);

/* A way out: of the innermost loop, or of the kernel. Threads leave the kernel differently only outside of all else: elsewhere it is a matter of protocol. */
static int make_exit(maker *m, int depth) {
    int at = add_node(m, m->loop_depth && chance(m, 60) ? NODE_BREAK : NODE_RETURN);
    if (at < 0) return -1;
    node *n = &m->p->nodes[at];
    n->condition = IF_FLAG;
    n->flag = pick(m, m->p->flags);
    if (n->kind == NODE_BREAK) n->loop = m->loops[m->loop_depth - 1];
    else if (depth == 0 && chance(m, 50)) n->condition = IF_BELOW, n->bound = m->p->threads / 2, m->left = true;
    return at;
}

static int make_statement(maker *m, int depth) {
    int roll = pick(m, 100);
    m->budget--;
    if (m->p->family == FAMILY_BLOCKS && !m->divergent && chance(m, 10)) return make_exit(m, depth);
    if (roll < 50 || depth > 3) {
        bool copies = m->p->family == FAMILY_GROUP_COPIES || m->p->family == FAMILY_COUNTED_COPIES;
        int at = add_node(m, copies && chance(m, 40) && !m->divergent ? NODE_COPY : NODE_ACCESS);
        if (at < 0) return -1;
        node *n = &m->p->nodes[at];
        make_access(m, n);
        if (n->kind == NODE_COPY) {
            n->access = ACCESS_WRITE;
            if (n->form == AT_VECTOR || n->form == AT_OPAQUE) n->form = AT_THREAD;
        }
        return at;
    }
    if (roll < 75) {
        if (m->divergent && !(m->p->family == FAMILY_DIVERGENT && m->by_lane)) return -1;
        node_kind kind = choose_sync(m);
        if (kind == NODE_SIGNAL || kind == NODE_WAIT) {
            /* a signal and its wait in one block, with something between: other uses are protocol errors, not hazards */
            int block = add_node(m, NODE_BLOCK);
            if (block < 0) return -1;
            int signal = add_node(m, NODE_SIGNAL);
            if (signal < 0) return -1;
            m->p->nodes[block].children[m->p->nodes[block].child_count++] = signal;
            for (int between = pick(m, 3); between > 0; between--) {
                int at = add_node(m, chance(m, 25) ? NODE_DS_WAIT : NODE_ACCESS);
                if (at < 0) break;
                if (m->p->nodes[at].kind == NODE_ACCESS) make_access(m, &m->p->nodes[at]);
                m->p->nodes[block].children[m->p->nodes[block].child_count++] = at;
            }
            int wait = add_node(m, NODE_WAIT);
            if (wait < 0) { m->p->nodes[block].child_count = 0; return block; }
            m->p->nodes[block].children[m->p->nodes[block].child_count++] = wait;
            return block;
        }
        int at = add_node(m, kind);
        if (at < 0) return -1;
        m->p->nodes[at].count = kind == NODE_COPY_WAIT ? pick(m, 3) : -1;
        m->p->nodes[at].divergent = m->divergent;
        return at;
    }
    if (roll < 87) {
        if (m->loop_depth == 2 || m->left) return -1;    /* how often the others iterate is not seen to be the same for all */
        int at = add_node(m, NODE_FOR);
        if (at < 0) return -1;
        if (chance(m, 60)) m->p->nodes[at].count = pick(m, m->p->counts);
        else m->p->nodes[at].trips = 1 + pick(m, 3);
        m->loops[m->loop_depth++] = at;
        int body = make_block(m, depth + 1);
        m->loop_depth--;
        if (body < 0) return -1;
        m->p->nodes[at].children[0] = body;
        m->p->nodes[at].child_count = 1;
        return at;
    }
    int at = add_node(m, NODE_IF);
    if (at < 0) return -1;
    bool divergent = chance(m, 40);
    node *n = &m->p->nodes[at];
    if (divergent) {
        static const condition_form forms[] = { IF_BELOW, IF_BELOW, IF_ODD, IF_FIRST };
        n->condition = forms[pick(m, 4)];
        n->bound = m->p->threads / 2;
    } else {
        n->condition = IF_FLAG;
        n->flag = pick(m, m->p->flags);
    }
    n->negated = chance(m, 30);
    bool outer = m->divergent, outer_by_lane = m->by_lane;
    m->divergent = outer || divergent;
    if (divergent) m->by_lane = n->condition == IF_ODD || n->condition == IF_FIRST;
    int then_block = make_block(m, depth + 1);
    int else_block = chance(m, 50) ? make_block(m, depth + 1) : -1;
    m->divergent = outer;
    m->by_lane = outer_by_lane;
    if (then_block < 0) return -1;
    n = &m->p->nodes[at];
    n->children[0] = then_block;
    n->child_count = 1;
    if (else_block >= 0) n->children[n->child_count++] = else_block;
    return at;
}

static int make_block(maker *m, int depth) {
    int block = add_node(m, NODE_BLOCK);
    if (block < 0) return -1;
    int statements = depth == 0 ? 4 + pick(m, 6) : 1 + pick(m, 4);
    for (int i = 0; i < statements && m->budget > 0; i++) {
        int child = make_statement(m, depth);
        node *b = &m->p->nodes[block];
        if (child >= 0 && b->child_count < CHILDREN_MAX) b->children[b->child_count++] = child;
    }
    return block;
}

typedef struct { const char *name; bool amd, bare_waits; int wave; } chip;
typedef struct { const chip *chips; int count; } chips;
#define CHIPS(list) { list, (int)(sizeof list / sizeof *list) }

static chips chips_of(family_kind family) {
    static const chip generic[] = { { "generic", false, false, 32 } };
    static const chip all[] = { { "generic", false, false, 32 }, { "sm_80", false, false, 32 }, { "sm_90", false, false, 32 }, { "gfx942", true, false, 64 },
                                { "gfx950", true, false, 64 }, { "gfx1201", true, false, 32 }, { "gfx1250", true, false, 32 } };
    static const chip bare[] = { { "gfx906", true, true, 64 }, { "gfx908", true, true, 64 }, { "gfx942", true, false, 64 }, { "gfx950", true, false, 64 } };
    static const chip splitting[] = { { "gfx1201", true, false, 32 }, { "gfx1250", true, false, 32 } };
    static const chip copying[] = { { "gfx1250", true, false, 32 } };
    static const chip grouping[] = { { "sm_80", false, false, 32 }, { "sm_90", false, false, 32 } };
    switch (family) {
    case FAMILY_MONOLITHIC: case FAMILY_BLOCKS: case FAMILY_DIVERGENT: return (chips)CHIPS(all);
    case FAMILY_SPLIT: return (chips)CHIPS(splitting);
    case FAMILY_COUNTED_COPIES: return (chips)CHIPS(copying);
    case FAMILY_GROUP_COPIES: return (chips)CHIPS(grouping);
    case FAMILY_BARE: return (chips)CHIPS(bare);
    case FAMILY_ONE_WAVE: case FAMILY_COUNT: break;
    }
    return (chips)CHIPS(generic);
}

void program_make(program *p, family_kind family, uint64_t seed) {
    chips choice = chips_of(family);
    chip on = choice.chips[seed % (uint64_t)choice.count];
    *p = (program){ .family = family, .target = on.name, .amd = on.amd, .bare_waits = on.bare_waits, .wave = on.wave,
                    .threads = family == FAMILY_ONE_WAVE ? on.wave : 2 * on.wave, .flags = FLAGS_MAX, .counts = COUNTS_MAX };
    maker m = { .p = p, .state = seed * 977 + (uint64_t)family, .budget = 26 };
    p->buffers = 1 + pick(&m, BUFFERS_MAX);
    make_block(&m, 0);
}

/* ---- Printing ---- */
typedef struct { program *p; FILE *out; int line, depth, temporary; } printer;

static int print_line(printer *t, const char *text) {
    fprintf(t->out, "%*s%s\n", 2 * t->depth, "", text);
    return ++t->line;
}

static void print_index(printer *t, const node *n, char *name, size_t size) {
    char text[200];
    int id = t->temporary++;
    switch (n->form) {
    case AT_CONSTANT: snprintf(name, size, "%%c%d", n->constant); return;
    case AT_THREAD: snprintf(name, size, "%%tid"); return;
    case AT_OPAQUE:
        snprintf(text, sizeof text, "%%q%d = memref.load %%opaque[%%tid] : memref<64xindex>", id);
        print_line(t, text);
        snprintf(name, size, "%%q%d", id);
        return;
    case AT_THREAD_PLUS: snprintf(text, sizeof text, "%%x%d = arith.addi %%tid, %%c%d : index", id, n->constant + 1); break;
    case AT_MIRROR: snprintf(text, sizeof text, "%%x%d = arith.subi %%last, %%tid : index", id); break;
    case AT_VECTOR: snprintf(text, sizeof text, "%%x%d = arith.muli %%tid, %%c4 : index", id); break;
    case AT_SLOT: case AT_SLOT_MIRROR:
        snprintf(text, sizeof text, "%%m%d = arith.remui %%i%d, %%c2 : index", id, n->loop);
        print_line(t, text);
        snprintf(text, sizeof text, "%%s%d = arith.muli %%m%d, %%c128 : index", id, id);
        print_line(t, text);
        if (n->form == AT_SLOT_MIRROR) {
            snprintf(text, sizeof text, "%%r%d = arith.subi %%last, %%tid : index", id);
            print_line(t, text);
        }
        if (n->form == AT_SLOT) snprintf(text, sizeof text, "%%x%d = arith.addi %%s%d, %%tid : index", id, id);
        else snprintf(text, sizeof text, "%%x%d = arith.addi %%s%d, %%r%d : index", id, id, id);
        break;
    }
    print_line(t, text);
    snprintf(name, size, "%%x%d", id);
}

#define WORKGROUP "#gpu.address_space<workgroup>"
static void print_access(printer *t, node *n) {
    char index[32], text[300];
    print_index(t, n, index, sizeof index);
    int id = t->temporary++;
    const char *type = "memref<512xf32, " WORKGROUP ">";
    if (n->kind == NODE_COPY && t->p->family == FAMILY_GROUP_COPIES)
        snprintf(text, sizeof text, "%%k%d = nvgpu.device_async_copy %%global[%%tid], %%b%d[%s], 1 : memref<512xf32> to %s", id, n->buffer, index, type);
    else if (n->kind == NODE_COPY)
        snprintf(text, sizeof text, "amdgpu.global_load_async_to_lds %%global[%%tid], %%b%d[%s] : f32, memref<512xf32>, %s", n->buffer, index, type);
    else if (n->form == AT_VECTOR && n->access == ACCESS_READ)
        snprintf(text, sizeof text, "%%v%d = vector.load %%b%d[%s] : %s, vector<4xf32>", id, n->buffer, index, type);
    else if (n->form == AT_VECTOR)
        snprintf(text, sizeof text, "vector.store %%vec, %%b%d[%s] : %s, vector<4xf32>", n->buffer, index, type);
    else if (n->access == ACCESS_READ)
        snprintf(text, sizeof text, "%%v%d = memref.load %%b%d[%s] : %s", id, n->buffer, index, type);
    else if (n->access == ACCESS_WRITE)
        snprintf(text, sizeof text, "memref.store %%val, %%b%d[%s] : %s", n->buffer, index, type);
    else
        snprintf(text, sizeof text, "%%v%d = memref.atomic_rmw addf %%val, %%b%d[%s] : (f32, %s) -> f32", id, n->buffer, index, type);
    n->line = print_line(t, text);
}

/* The i1 that holds the condition. */
static void print_condition(printer *t, const node *n, char *name, size_t size) {
    char text[200];
    int id = t->temporary++;
    switch (n->condition) {
    case IF_FLAG: snprintf(name, size, "%%p%d", n->flag); break;
    case IF_BELOW: snprintf(text, sizeof text, "%%d%d = arith.cmpi ult, %%tid, %%c%d : index", id, n->bound); break;
    case IF_ODD: snprintf(text, sizeof text, "%%o%d = arith.remui %%tid, %%c2 : index", id); break;
    case IF_FIRST: snprintf(text, sizeof text, "%%d%d = arith.cmpi eq, %%tid, %%c0 : index", id); break;
    }
    if (n->condition != IF_FLAG) {
        print_line(t, text);
        if (n->condition == IF_ODD) {
            snprintf(text, sizeof text, "%%d%d = arith.cmpi eq, %%o%d, %%c1 : index", id, id);
            print_line(t, text);
        }
        snprintf(name, size, "%%d%d", id);
    }
    if (n->negated) {
        snprintf(text, sizeof text, "%%z%d = arith.xori %s, %%true : i1", id, name);
        print_line(t, text);
        snprintf(name, size, "%%z%d", id);
    }
}

static void print_node(printer *t, int at);

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
        snprintf(text, sizeof text, "%%t%d = arith.cmpi slt, %%i%d, %%%c%d : index", at, at, n->count >= 0 ? 'n' : 'c', n->count >= 0 ? n->count : n->trips);
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
    if (n->kind == NODE_BREAK) snprintf(text, sizeof text, "cf.cond_br %s, ^behind%d, ^on%d", name, n->loop, at);
    else if (n->kind == NODE_RETURN) snprintf(text, sizeof text, "cf.cond_br %s, ^out0, ^on%d", name, at);
    else snprintf(text, sizeof text, "cf.cond_br %s, ^then%d, ^%s%d", name, at, n->child_count > 1 ? "else" : "on", at);
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

static void print_node(printer *t, int at) {
    node *n = &t->p->nodes[at];
    char text[200];
    if (n->removed) return;
    switch (n->kind) {
    case NODE_BLOCK:
        for (int i = 0; i < n->child_count; i++) print_node(t, n->children[i]);
        return;
    case NODE_ACCESS: case NODE_COPY: print_access(t, n); return;
    case NODE_BARRIER: n->line = print_line(t, "gpu.barrier"); return;
    case NODE_BARE_BARRIER: n->line = print_line(t, "rocdl.s.barrier"); return;
    case NODE_SIGNAL: n->line = print_line(t, "rocdl.s.barrier.signal id = -1"); return;
    case NODE_WAIT: n->line = print_line(t, "rocdl.s.barrier.wait id = -1"); return;
    case NODE_DS_WAIT: n->line = print_line(t, t->p->family == FAMILY_BARE ? "amdgpu.memory_counter_wait ds(0)" : "rocdl.s.wait.dscnt 0"); return;
    case NODE_COMMIT:
        snprintf(text, sizeof text, "%%g%d = nvgpu.device_async_create_group", t->temporary++);
        n->line = print_line(t, text);
        return;
    case NODE_COPY_WAIT:
        if (t->p->family == FAMILY_GROUP_COPIES) snprintf(text, sizeof text, "nvvm.cp.async.wait.group %d", n->count);
        else snprintf(text, sizeof text, "rocdl.s.wait.asynccnt %d", n->count);
        n->line = print_line(t, text);
        return;
    case NODE_FOR:
        if (t->p->family == FAMILY_BLOCKS) {
            print_blocks(t, at);
            return;
        }
        if (n->count >= 0) snprintf(text, sizeof text, "scf.for %%i%d = %%c0 to %%n%d step %%c1 {", at, n->count);
        else snprintf(text, sizeof text, "scf.for %%i%d = %%c0 to %%c%d step %%c1 {", at, n->trips);
        n->line = print_line(t, text);
        t->depth++;
        print_node(t, n->children[0]);
        t->depth--;
        print_line(t, "}");
        return;
    case NODE_BREAK: case NODE_RETURN: print_blocks(t, at); return;
    case NODE_IF: {
        char name[32];
        if (t->p->family == FAMILY_BLOCKS) {
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

void program_print(program *p, FILE *out) {
    printer t = { .p = p, .out = out };
    for (int i = 0; i < p->node_count; i++) p->nodes[i].line = 0;
    char text[600];
    snprintf(text, sizeof text, "// fencepost: target=%s block=%d,1,1", p->target, p->threads);
    print_line(&t, text);
    snprintf(text, sizeof text, "func.func @kernel(%%p0: i1, %%p1: i1, %%n0: index, %%n1: index, %%opaque: memref<64xindex>, "
                                             "%%global: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: %d, 1, 1>} {", p->threads);
    print_line(&t, text);
    t.depth = 1;
    for (int i = 0; i < p->buffers; i++) {
        snprintf(text, sizeof text, "%%b%d = memref.alloc() : memref<512xf32, " WORKGROUP ">", i);
        print_line(&t, text);
    }
    static const int constants[] = { 0, 1, 2, 3, 4, 16, 32, 64, 128 };
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        snprintf(text, sizeof text, "%%c%d = arith.constant %d : index", constants[i], constants[i]);
        print_line(&t, text);
    }
    snprintf(text, sizeof text, "%%last = arith.constant %d : index", p->threads - 1);
    print_line(&t, text);
    print_line(&t, "%true = arith.constant true");
    print_line(&t, "%tid = gpu.thread_id x");
    print_line(&t, "%word = arith.index_cast %tid : index to i32");      /* every thread stores a value of its own */
    print_line(&t, "%val = arith.sitofp %word : i32 to f32");
    print_line(&t, "%vec = vector.broadcast %val : f32 to vector<4xf32>");
    print_node(&t, 0);
    if (p->family == FAMILY_BLOCKS) {
        print_line(&t, "cf.br ^out0");
        print_label(&t, "out", 0);
    }
    print_line(&t, "return");
    t.depth = 0;
    print_line(&t, "}");
}
