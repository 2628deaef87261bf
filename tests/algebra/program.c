#include "program.h"
#include <assert.h>
#include <stdio.h>

enum { ROOTS = 2, DEPTH_MAX = 3, ALL_THREADS = (1 << THREADS) - 1, KERNEL_VALUES = 2, TRIPS_MAX = 4 };
enum { CLASS_ORDINARY, CLASS_GROUP, CLASS_OP, CLASS_MARK, CLASS_OBJECT, CLASS_GLOBAL };
enum { OBJECT = 1 /* root of an mbarrier */, NAMED = 2 /* numbers of named barriers: 1, 2 */ };

const fp_target program_target = { .chip = { "test", 4 },
                                   .vendor = FP_VENDOR_AMD,
                                   .wave_size_min = 1,
                                   .wave_size_max = 1,
                                   .split_barrier = true,
                                   .backoff_barrier = true };

uint32_t random_below(uint64_t *state, uint32_t limit) {
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) % limit);
}

struct fp_kernel *program_kernel(struct fp_arena *arena) {
    struct fp_kernel *kernel = FP_NEW(arena, struct fp_kernel, 1);
    kernel->is_entry = true;
    kernel->target = &program_target;
    kernel->launch = (fp_launch){ .block = { THREADS, 1, 1 }, .max_threads = THREADS, .wave_size = 1 };
    kernel->buffers = fake_buffers(arena, ROOTS);
    kernel->addresses = fake_addresses(arena, kernel);
    *FP_PUSH(arena, &kernel->classes) = (fp_class){ .space = FP_SPACE_WORKGROUP, .object = FP_NONE };
    *FP_PUSH(arena, &kernel->classes) =
        (fp_class){ .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_ASYNC_GROUP, .object = FP_NONE };
    *FP_PUSH(arena, &kernel->classes) =
        (fp_class){ .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_LOAD, .object = FP_NONE };
    *FP_PUSH(arena, &kernel->classes) =
        (fp_class){ .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_ASYNCMARK, .object = FP_NONE };
    *FP_PUSH(arena, &kernel->classes) =
        (fp_class){ .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_MBARRIER, .object = OBJECT };
    *FP_PUSH(arena, &kernel->classes) = (fp_class){ .space = FP_SPACE_GLOBAL, .object = FP_NONE };
    return kernel;
}

typedef struct {
    program *program;
    uint64_t *random;
    const program_options *options;
    uint32_t depth, loop, threads;
    uint32_t op;
    bool in_graph_loop; /* the innermost loop */
} generator;

static void add_items(generator *g, fp_items *items, uint32_t limit);

static void add_item(generator *g, fp_items *items, fp_item_kind kind, uint32_t index) {
    *FP_PUSH(g->program->arena, items) = (fp_item){ kind, index };
}

static void add_access(generator *g, fp_items *items) {
    struct fp_kernel *kernel = g->program->kernel;
    uint32_t klass = CLASS_ORDINARY;
    if (g->options->async_groups && random_below(g->random, 3) == 0) klass = CLASS_GROUP;
    if (g->options->async_ops && random_below(g->random, 3) == 0) klass = CLASS_OP;
    if (g->options->others && random_below(g->random, 3) == 0) klass = CLASS_MARK + random_below(g->random, 3);
    fake_footprint footprint = { .column = (fake_column)random_below(g->random, 3),
                                 .base = random_below(g->random, 4) == 0 ? 4 : 0,
                                 .loop = FP_NONE,
                                 .slots = 1,
                                 .threads = g->threads };
    if (g->loop != FP_NONE && random_below(g->random, 2)) {
        footprint.loop = g->loop;
        if (kernel->loops.data[g->loop].parent != FP_NONE && random_below(g->random, 3) == 0)
            footprint.loop = kernel->loops.data[g->loop].parent;
        footprint.slots =
            g->in_graph_loop ? 2 : 2 + random_below(g->random, 2); /* the oracle runs few iterations of graphs */
        footprint.shift = random_below(g->random, footprint.slots);
    }
    fp_access_kind kind = random_below(g->random, 2) || klass != CLASS_ORDINARY ? FP_ACCESS_WRITE : FP_ACCESS_READ;
    *FP_PUSH(g->program->arena, &kernel->accesses) =
        (fp_access){ .op = g->op++,
                     .kind = kind,
                     .stored = FP_NONE,
                     .klass = klass,
                     .roots = UINT32_C(1) << random_below(g->random, ROOTS),
                     .footprint = fake_footprint_add(kernel->addresses, footprint) };
    fp_access *access = &kernel->accesses.data[kernel->accesses.len - 1];
    if (g->options->others && klass == CLASS_ORDINARY && random_below(g->random, 8) == 0) {
        access->kind = FP_ACCESS_ATOMIC;
        access->ordered_release = random_below(g->random, 2);
        access->ordered_acquire = !access->ordered_release || random_below(g->random, 2);
    }
    add_item(g, items, FP_ITEM_ACCESS, kernel->accesses.len - 1);
}

static fp_sync *add_sync(generator *g, fp_items *items, fp_sync_kind kind) {
    struct fp_kernel *kernel = g->program->kernel;
    fp_sync *sync = FP_PUSH(g->program->arena, &kernel->syncs);
    *sync = (fp_sync){ .op = g->op++,
                       .kind = kind,
                       .scope = FP_SCOPE_WORKGROUP,
                       .id = FP_ID_WORKGROUP,
                       .object = FP_NONE,
                       .member_count = -1 };
    add_item(g, items, FP_ITEM_SYNC, kernel->syncs.len - 1);
    return sync;
}

/* Any sync that the table knows, in any of its forms. */
static void add_other_sync(generator *g, fp_items *items) {
    static const fp_sync_kind kinds[] = {
        FP_SYNC_BARRIER, FP_SYNC_BARRIER,         FP_SYNC_SIGNAL, FP_SYNC_WAIT,     FP_SYNC_FENCE, FP_SYNC_COUNTER_WAIT,
        FP_SYNC_COMMIT,  FP_SYNC_COMPLETION_WAIT, FP_SYNC_ARRIVE, FP_SYNC_COUNT_UP, FP_SYNC_JOIN,  FP_SYNC_LEAVE
    };
    fp_sync *sync = add_sync(g, items, kinds[random_below(g->random, sizeof kinds / sizeof *kinds)]);
    bool object = sync->kind == FP_SYNC_COMPLETION_WAIT || sync->kind == FP_SYNC_ARRIVE,
         member = sync->kind == FP_SYNC_JOIN || sync->kind == FP_SYNC_LEAVE;
    sync->spaces = (uint8_t)random_below(g->random, 4);
    sync->release = random_below(g->random, 3) > 0;
    sync->acquire = random_below(g->random, 2);
    sync->maybe = random_below(g->random, 8) == 0;
    if (object)
        sync->id = FP_ID_OBJECT, sync->object = OBJECT, sync->scope = FP_SCOPE_GROUP;
    else if (member || random_below(g->random, 3) == 0)
        sync->id = 1 + (int32_t)random_below(g->random, NAMED), sync->scope = FP_SCOPE_GROUP;
    else if (random_below(g->random, 6) == 0)
        sync->scope = FP_SCOPE_WAVE;
    static const fp_counter counters[] = { FP_COUNTER_ASYNCMARK, FP_COUNTER_LOAD, FP_COUNTER_STORE, FP_COUNTER_DS,
                                           FP_COUNTER_ASYNC_GROUP };
    bool counts = sync->kind == FP_SYNC_COUNTER_WAIT || sync->kind == FP_SYNC_COMMIT || sync->kind == FP_SYNC_COUNT_UP;
    for (uint32_t i = counts ? 1 + random_below(g->random, 2) : 0; i > 0; i--)
        sync->waits[sync->wait_count++] =
            (fp_counter_wait){ counters[random_below(g->random, sizeof counters / sizeof *counters)],
                               (int32_t)random_below(g->random, 4) - 1 };
}

static void add_random_sync(generator *g, fp_items *items) {
    const program_options *options = g->options;
    fp_sync *sync;
    if (options->others && random_below(g->random, 3)) {
        add_other_sync(g, items);
        return;
    }
    switch (random_below(g->random, 8)) {
    case 0:
    case 1:
        if (options->split) {
            add_sync(g, items, FP_SYNC_SIGNAL);
            if (random_below(g->random, 2)) add_access(g, items);
            add_sync(g, items, FP_SYNC_WAIT);
            return;
        }
        break;
    case 2:
        if (options->bare) {
            add_sync(g, items, FP_SYNC_BARRIER)->bare = true;
            return;
        }
        break;
    case 3:
        if (options->fences) {
            sync = add_sync(g, items, random_below(g->random, 2) ? FP_SYNC_FENCE : FP_SYNC_COUNTER_WAIT);
            sync->spaces = FP_SPACES_ALL, sync->release = sync->kind == FP_SYNC_FENCE;
            if (sync->kind == FP_SYNC_COUNTER_WAIT)
                sync->waits[sync->wait_count++] = (fp_counter_wait){ FP_COUNTER_DS, 0 };
            return;
        }
        break;
    case 4:
    case 5:
        if (options->async_groups) {
            sync = add_sync(g, items, random_below(g->random, 2) ? FP_SYNC_COMMIT : FP_SYNC_COUNTER_WAIT);
            sync->waits[sync->wait_count++] =
                (fp_counter_wait){ FP_COUNTER_ASYNC_GROUP, (int32_t)random_below(g->random, 3) };
            return;
        }
        break;
    case 6:
        if (options->async_ops) {
            sync = add_sync(g, items, random_below(g->random, 2) ? FP_SYNC_COUNT_UP : FP_SYNC_COUNTER_WAIT);
            sync->waits[sync->wait_count++] = (fp_counter_wait){ FP_COUNTER_LOAD, (int32_t)random_below(g->random, 3) };
            return;
        }
        break;
    default: break;
    }
    sync = add_sync(g, items, FP_SYNC_BARRIER);
    sync->spaces = FP_SPACES_ALL, sync->release = sync->acquire = true;
}

static void add_loop(generator *g, fp_items *items) {
    struct fp_kernel *kernel = g->program->kernel;
    uint32_t index = kernel->loops.len, outer = g->loop;
    int64_t trips = random_below(g->random, TRIPS_MAX);
    fp_loop_item loop = {
        .op = g->op++, .parent = g->loop, .trips_min = trips, .trips_max = trips, .runs = { FP_NONE, false }
    };
    if (g->options->unknown_trips && random_below(g->random, 2)) {
        loop.trips_min = random_below(g->random, 2);
        loop.trips_max = -1;
        if (loop.trips_min == 0 && g->options->conditions && random_below(g->random, 2))
            loop.runs = (fp_condition){ 1 + random_below(g->random, KERNEL_VALUES), random_below(g->random, 2) };
    }
    *FP_PUSH(g->program->arena, &kernel->loops) = loop;
    fp_items body = { 0 }, tail = { 0 };
    bool outer_in_graph = g->in_graph_loop;
    g->loop = index;
    g->in_graph_loop = false;
    g->depth++;
    add_items(g, &body, 4);
    g->loop = outer;
    g->in_graph_loop = outer_in_graph;
    if (g->options->tails && random_below(g->random, 4) == 0) add_items(g, &tail, 2);
    g->depth--;
    kernel->loops.data[index].body = body;
    kernel->loops.data[index].tail = tail;
    add_item(g, items, FP_ITEM_LOOP, index);
}

static void add_branch(generator *g, fp_items *items) {
    struct fp_kernel *kernel = g->program->kernel;
    uint32_t index = kernel->branches.len, threads = g->threads;
    if (index == BRANCHES_MAX) return;
    fp_branch_item branch = {
        .op = g->op++, .condition = { FP_NONE, false }, .uniformity = { FP_UNIFORM_WORKGROUP, false }, .arm_count = 2
    };
    if (g->options->conditions && random_below(g->random, 4)) {
        branch.condition.value = 1 + random_below(g->random, KERNEL_VALUES);
        if (g->loop != FP_NONE && random_below(g->random, 2)) branch.condition.value = FAKE_PER_ITERATION + g->loop;
        branch.condition.negated = random_below(g->random, 2);
    }
    bool divergent = g->options->divergent && random_below(g->random, 2);
    if (divergent) {
        branch.condition.value = FP_NONE;
        branch.uniformity.among = FP_UNIFORM_LANE;
        g->program->arm_threads[index] = 1 + random_below(g->random, ALL_THREADS - 1);
    }
    branch.arms = FP_NEW(g->program->arena, fp_items, 2);
    *FP_PUSH(g->program->arena, &kernel->branches) = branch;
    g->depth++;
    for (uint32_t arm = 0; arm < 2; arm++) {
        if (arm == 1 && random_below(g->random, 2)) break;
        if (divergent)
            g->threads = threads & (arm == 0 ? g->program->arm_threads[index] : ~g->program->arm_threads[index]);
        add_items(g, &branch.arms[arm], 3);
        g->threads = threads;
    }
    g->depth--;
    add_item(g, items, FP_ITEM_BRANCH, index);
}

/* ---- graphs ---- */
static void add_edge(generator *g, fp_graph_item *graph, uint32_t from, uint32_t to, fp_condition condition) {
    graph->edges[graph->edge_count++] = (fp_edge){ from, to, condition };
    (void)g;
}

static fp_condition random_condition(generator *g) {
    fp_condition condition = { FP_NONE, false };
    if (g->options->conditions && g->loop == FP_NONE && random_below(g->random, 3) == 0)
        condition = (fp_condition){ 1 + random_below(g->random, KERNEL_VALUES), random_below(g->random, 2) };
    return condition;
}

static fp_graph_item random_graph(generator *g, uint32_t exits);

/* A loop of its own inside a graph: leaves by one of two exits. */
static uint32_t add_graph_loop(generator *g, uint32_t node, uint32_t node_count) {
    struct fp_kernel *kernel = g->program->kernel;
    uint32_t loop = kernel->loops.len, outer = g->loop;
    *FP_PUSH(g->program->arena, &kernel->loops) =
        (fp_loop_item){ .op = g->op++, .parent = g->loop, .trips_min = 0, .trips_max = -1, .runs = { FP_NONE, false } };
    fp_graph_loop made = { .loop = loop,
                           .exit_count = 1 + random_below(g->random, 2),
                           .exits = FP_NEW(g->program->arena, uint32_t, 2) };
    for (uint32_t k = 0; k < made.exit_count; k++)
        made.exits[k] = node + 1 + random_below(g->random, node_count - node);
    bool outer_in_graph = g->in_graph_loop;
    g->loop = loop;
    g->in_graph_loop = true;
    made.inner = random_graph(g, made.exit_count);
    g->loop = outer;
    g->in_graph_loop = outer_in_graph;
    *FP_PUSH(g->program->arena, &kernel->graph_loops) = made;
    return kernel->graph_loops.len - 1;
}

/* `exits` 0: a graph that its block goes on behind; else the body of a loop, whose last node goes round or leaves. */
static fp_graph_item random_graph(generator *g, uint32_t exits) {
    uint32_t count = 3 + random_below(g->random, 3);
    fp_graph_item graph = { .nodes = FP_NEW(g->program->arena, fp_graph_node, count),
                            .node_count = count,
                            .edges = FP_NEW(g->program->arena, fp_edge, 3 * count),
                            .op = g->op++,
                            .irreducible = exits == 0 && g->options->irreducible };
    g->depth++;
    for (uint32_t n = 0; n < count; n++) {
        fp_graph_node *node = &graph.nodes[n];
        node->loop = FP_NONE;
        if (exits == 0 && g->depth < DEPTH_MAX && random_below(g->random, 4) == 0) {
            node->loop = add_graph_loop(g, n, count);
            continue;
        }
        if (random_below(g->random, 4)) add_items(g, &node->items, 2);
        bool last = n + 1 == count;
        fp_condition condition = random_condition(g), opposite = { condition.value, !condition.negated };
        uint32_t next = last && exits ? count + random_below(g->random, exits)
                                      : n + 1 + random_below(g->random, count - n - (exits != 0));
        uint32_t other = last && exits                              ? 0
                         : exits && random_below(g->random, 3) == 0 ? count + random_below(g->random, exits)
                                                                    : n + 1;
        if (graph.irreducible && n > 1 && random_below(g->random, 2)) other = 1 + random_below(g->random, n);
        if (next == other) condition.value = FP_NONE;
        add_edge(g, &graph, n, next, condition);
        if (next != other) add_edge(g, &graph, n, other, opposite);
    }
    g->depth--;
    return graph;
}

static void add_graph(generator *g, fp_items *items) {
    fp_graph_item graph = random_graph(g, 0);
    *FP_PUSH(g->program->arena, &g->program->kernel->graphs) = graph;
    add_item(g, items, FP_ITEM_GRAPH, g->program->kernel->graphs.len - 1);
}

static void add_items(generator *g, fp_items *items, uint32_t limit) {
    uint32_t count = 1 + random_below(g->random, limit);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t choice = random_below(g->random, 10);
        if (choice < 5)
            add_access(g, items);
        else if (choice < 7)
            add_random_sync(g, items);
        else if (g->depth >= DEPTH_MAX)
            add_access(g, items);
        else if (g->options->graphs && random_below(g->random, 2))
            add_graph(g, items);
        else if (choice < 8)
            add_loop(g, items);
        else
            add_branch(g, items);
    }
}

program *program_random(struct fp_arena *arena, uint64_t *random, const program_options *options) {
    program *made = FP_NEW(arena, program, 1);
    made->arena = arena;
    made->kernel = program_kernel(arena);
    generator g = { made, random, options, 0, FP_NONE, ALL_THREADS, 0, false };
    add_items(&g, &made->kernel->body, options->items);
    return made;
}

/* ---- print ---- */
static void print_items(const program *p, const fp_items *items, int indent);

static void print_graph(const program *p, const fp_graph_item *graph, int indent) {
    for (uint32_t n = 0; n < graph->node_count; n++) {
        printf("%*snode %u:", indent, "", n);
        for (uint32_t e = 0; e < graph->edge_count; e++)
            if (graph->edges[e].from == n)
                printf(" %s%d to %u;", graph->edges[e].condition.negated ? "not " : "",
                       (int)graph->edges[e].condition.value, graph->edges[e].to);
        printf("\n");
        if (graph->nodes[n].loop == FP_NONE) {
            print_items(p, &graph->nodes[n].items, indent + 2);
            continue;
        }
        const fp_graph_loop *loop = &p->kernel->graph_loops.data[graph->nodes[n].loop];
        printf("%*sloop %u, exits to", indent, "", loop->loop);
        for (uint32_t k = 0; k < loop->exit_count; k++) printf(" %u", loop->exits[k]);
        printf("\n");
        print_graph(p, &loop->inner, indent + 2);
    }
}

static void print_item(const program *p, fp_item item, int indent) {
    static const char *const kinds[] = { "read", "write", "atomic" }, *const columns[] = { "own", "next", "same" };
    static const char *const syncs[] = { "barrier", "signal",          "wait",       "fence",    "counter wait",
                                         "commit",  "completion wait", "arrive",     "count up", "init",
                                         "join",    "leave",           "invalidate", "pacing" };
    const struct fp_kernel *kernel = p->kernel;
    printf("%*s", indent, "");
    switch (item.kind) {
    case FP_ITEM_ACCESS: {
        const fp_access *access = &kernel->accesses.data[item.index];
        const fake_footprint *f = &kernel->addresses->footprints.data[access->footprint];
        printf("#%u %s root set %u class %u %s + %u", item.index, kinds[access->kind], access->roots, access->klass,
               columns[f->column], f->base);
        if (f->loop != FP_NONE) printf(", slot (loop %u + %u) mod %u", f->loop, f->shift, f->slots);
        printf(f->threads == (1u << THREADS) - 1 ? "\n" : ", threads %x\n", f->threads);
        break;
    }
    case FP_ITEM_SYNC: {
        const fp_sync *sync = &kernel->syncs.data[item.index];
        printf("s%u %s%s", item.index, sync->bare ? "bare " : "", syncs[sync->kind]);
        for (uint32_t i = 0; i < sync->wait_count; i++)
            printf(" counter %d: %d", sync->waits[i].counter, sync->waits[i].count);
        printf("\n");
        break;
    }
    case FP_ITEM_LOOP: {
        const fp_loop_item *loop = &kernel->loops.data[item.index];
        printf("loop %u, trips %d..%d", item.index, (int)loop->trips_min, (int)loop->trips_max);
        printf(loop->runs.value == FP_NONE ? "\n" : ", if %s%d\n", loop->runs.negated ? "not " : "",
               (int)loop->runs.value);
        print_items(p, &loop->body, indent + 2);
        if (loop->tail.len) printf("%*stail\n", indent, "");
        print_items(p, &loop->tail, indent + 2);
        break;
    }
    case FP_ITEM_BRANCH: {
        const fp_branch_item *branch = &kernel->branches.data[item.index];
        printf("if %s%d threads %x\n", branch->condition.negated ? "not " : "", (int)branch->condition.value,
               p->arm_threads[item.index]);
        print_items(p, &branch->arms[0], indent + 2);
        printf("%*selse\n", indent, "");
        print_items(p, &branch->arms[1], indent + 2);
        break;
    }
    case FP_ITEM_GRAPH:
        printf("graph\n");
        print_graph(p, &kernel->graphs.data[item.index], indent + 2);
        break;
    case FP_ITEM_CALL: printf("call\n"); break;
    case FP_ITEM_UNTRACKED: printf("untracked\n"); break;
    }
}

static void print_items(const program *p, const fp_items *items, int indent) {
    for (uint32_t i = 0; i < items->len; i++) print_item(p, items->data[i], indent);
}

void program_print(const program *p) { print_items(p, &p->kernel->body, 2); }
