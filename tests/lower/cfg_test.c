/* Structured control flow against the graph it came from: both must run the same blocks in the same orders, for ever.
 *
 * Blocks have distinct numbers, so a graph is a deterministic automaton over them. The item tree is one with silent
 * steps; both are walked in lockstep from every state that they reach together, which compares all paths of any
 * length. */
#include "read/cfg.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCKS_MAX = 12, STATES_MAX = 4096, OUT_MAX = 16, SILENT = -1 };
typedef struct {
    int label;
    int out[OUT_MAX], out_count;
} state;
static state states[STATES_MAX];
static int state_count;
static const fp_cfg_tree *tree;
static const fp_cfg *graph;
static int failures;

static void fail(const char *what) {
    failures++;
    printf("%s\n  %u blocks:", what, graph->node_count);
    for (uint32_t i = 0; i < graph->edge_count; i++) printf(" %u>%u", graph->edges[i].from, graph->edges[i].to);
    printf("\n");
}

static int new_state(int label) {
    if (state_count == STATES_MAX) {
        printf("too many states\n");
        exit(1);
    }
    states[state_count] = (state){ .label = label };
    return state_count++;
}

static void link_states(int from, int to) {
    for (int i = 0; i < states[from].out_count; i++)
        if (states[from].out[i] == to) return;
    if (states[from].out_count == OUT_MAX) {
        printf("too many ways\n");
        exit(1);
    }
    states[from].out[states[from].out_count++] = to;
}

static int build_items(fp_cfg_items items, int next);

/* `exits[k]` is where exit k goes on; with `repeats`, an edge to node 0 is the next iteration. */
static int build_graph(const fp_cfg_graph *part, const int *exits) {
    int entries[64];
    if (part->node_count > 64) {
        printf("too many nodes\n");
        exit(1);
    }
    for (uint32_t i = 0; i < part->node_count; i++) entries[i] = new_state(SILENT);
    for (uint32_t i = 0; i < part->node_count; i++) {
        int targets[64], count = 0;
        for (uint32_t e = 0; e < part->edge_count; e++) {
            const fp_cfg_graph_edge *edge = &part->edges[e];
            if (edge->from != i) continue;
            targets[count++] = edge->to < part->node_count ? entries[edge->to] : exits[edge->to - part->node_count];
            if (edge->edge != FP_CFG_NONE && graph->edges[edge->edge].from != part->nodes[i].node)
                fail("an edge of another block");
        }
        if (part->nodes[i].loop != FP_CFG_NONE) {
            link_states(entries[i], build_graph(&tree->multi_loops.data[part->nodes[i].loop].inner, targets));
            if ((uint32_t)count != tree->multi_loops.data[part->nodes[i].loop].exit_count)
                fail("a loop's exits are not the edges of its node");
            continue;
        }
        int out = new_state(SILENT);
        for (int k = 0; k < count; k++) link_states(out, targets[k]);
        link_states(entries[i], build_items(part->nodes[i].items, out));
    }
    return entries[0];
}

static int build_items(fp_cfg_items items, int next) {
    for (uint32_t i = items.len; i-- > 0;) {
        uint32_t index = items.data[i].index;
        int entry = 0;
        switch (items.data[i].kind) {
        case FP_CFG_BLOCK:
            entry = new_state((int)index);
            link_states(entry, next);
            break;
        case FP_CFG_BRANCH: {
            const fp_cfg_branch *branch = &tree->branches.data[index];
            if (i == 0 || items.data[i - 1].kind != FP_CFG_BLOCK || items.data[i - 1].index != branch->node)
                fail("a branch does not follow its block");
            entry = new_state(SILENT);
            for (uint32_t k = 0; k < branch->arm_count; k++) {
                const fp_cfg_arm *arm = &branch->arms[k];
                link_states(entry, build_items(arm->items, next));
                if (arm->edge == FP_CFG_NONE) continue;
                if (graph->edges[arm->edge].from != branch->node) fail("an arm's edge starts elsewhere");
                if (arm->items.len && arm->items.data[0].kind == FP_CFG_BLOCK &&
                    arm->items.data[0].index != graph->edges[arm->edge].to)
                    fail("an arm's edge ends elsewhere");
            }
            break;
        }
        case FP_CFG_LOOP: {
            const fp_cfg_loop *loop = &tree->loops.data[index];
            for (uint32_t k = 0; k < loop->tail.len; k++)
                if (loop->tail.data[k].kind == FP_CFG_BLOCK && graph->heavy && graph->heavy[loop->tail.data[k].index])
                    fail("a heavy block stands twice");
            int again = new_state(SILENT), body = build_items(loop->body, again), tail = build_items(loop->tail, next);
            link_states(again, body);
            link_states(again, tail);
            entry = loop->at_least_once ? body : again;
            if (loop->latch != FP_CFG_NONE && graph->edges[loop->latch].to != loop->header)
                fail("a latch that leads elsewhere");
            break;
        }
        case FP_CFG_GRAPH: entry = build_graph(&tree->graphs.data[index], &next); break;
        }
        next = entry;
    }
    return next;
}

typedef struct {
    bool in[STATES_MAX];
} state_set;

static void close_set(state_set *set, int from) {
    if (set->in[from]) return;
    set->in[from] = true;
    if (states[from].label != SILENT) return;
    for (int i = 0; i < states[from].out_count; i++) close_set(set, states[from].out[i]);
}

/* All (block, set of states) pairs that the two reach together. */
static void compare(const fp_cfg *cfg, const fp_cfg_tree *result) {
    enum { PAIRS_MAX = 2000 };
    static struct {
        uint32_t block;
        state_set set;
    } pairs[PAIRS_MAX];
    int pair_count = 0;
    tree = result;
    graph = cfg;
    state_count = 0;
    int end = new_state(SILENT), entry = build_items(result->items, end);
    memset(&pairs[0].set, 0, sizeof pairs[0].set);
    close_set(&pairs[0].set, entry);
    for (int i = 0; i < state_count; i++) pairs[0].set.in[i] = pairs[0].set.in[i] && states[i].label != SILENT;
    for (int i = 0; i < state_count; i++)
        if (pairs[0].set.in[i] && states[i].label != 0) fail("starts elsewhere");
    pair_count = 1;
    for (int at = 0; at < pair_count; at++) {
        bool expected[BLOCKS_MAX] = { false };
        for (uint32_t i = 0; i < cfg->edge_count; i++)
            if (cfg->edges[i].from == pairs[at].block && cfg->edges[i].to < cfg->node_count)
                expected[cfg->edges[i].to] = true;
        state_set after = { { false } };
        for (int i = 0; i < state_count; i++)
            if (pairs[at].set.in[i])
                for (int k = 0; k < states[i].out_count; k++) close_set(&after, states[i].out[k]);
        for (uint32_t block = 0; block < cfg->node_count; block++) {
            state_set next = { { false } };
            bool found = false;
            for (int i = 0; i < state_count; i++) found |= next.in[i] = after.in[i] && states[i].label == (int)block;
            if (found != expected[block]) {
                printf("after block %u: block %u %s\n", pairs[at].block, block,
                       found ? "must not follow" : "must follow");
                fail("different paths");
                return;
            }
            bool known = !found;
            for (int i = 0; i < pair_count && !known; i++)
                known = pairs[i].block == block && memcmp(&pairs[i].set, &next, sizeof next) == 0;
            if (known) continue;
            if (pair_count == PAIRS_MAX) {
                printf("too many pairs\n");
                exit(1);
            }
            pairs[pair_count].block = block;
            pairs[pair_count++].set = next;
        }
    }
}

static void check_order(const fp_cfg_graph *part, bool repeats) {
    for (uint32_t i = 0; i < part->edge_count; i++) {
        if (i > 0 && part->edges[i].from < part->edges[i - 1].from) fail("edges are not sorted");
        bool back = part->edges[i].to <= part->edges[i].from && !(repeats && part->edges[i].to == 0);
        if (back && !part->irreducible) fail("not in topological order");
    }
}

static uint64_t seed = 88172645463325252u;
static uint32_t random_below(uint32_t limit) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 20) % limit;
}

static uint32_t irreducible_seen, multi_seen, loops_seen, branches_seen, graphs_seen;

static void check(const fp_cfg *cfg) {
    struct fp_arena *keep = fp_arena_new(), *scratch = fp_arena_new();
    const fp_cfg_tree *result = fp_cfg_structure(keep, scratch, cfg);
    fp_arena_drop(scratch);
    compare(cfg, result);
    for (uint32_t i = 0; i < result->graphs.len; i++) {
        check_order(&result->graphs.data[i], false);
        irreducible_seen += result->graphs.data[i].irreducible;
    }
    for (uint32_t i = 0; i < result->multi_loops.len; i++) check_order(&result->multi_loops.data[i].inner, true);
    multi_seen += result->multi_loops.len;
    loops_seen += result->loops.len;
    branches_seen += result->branches.len;
    graphs_seen += result->graphs.len;
    fp_arena_drop(keep);
}

/* Random edges: `forward` percent of them lead to a later block, so that both tame and wild graphs come up. */
static void random_graph(uint32_t blocks, uint32_t forward) {
    fp_cfg_edge edges[BLOCKS_MAX * 3];
    uint32_t count = 0;
    for (uint32_t from = 0; from < blocks; from++) {
        uint32_t ways = from + 1 == blocks ? 0 : (uint32_t[]){ 0, 1, 1, 1, 2, 2, 2, 2, 3 }[random_below(9)];
        for (uint32_t k = 0; k < ways; k++) {
            uint32_t to = random_below(100) < forward ? from + 1 + random_below(blocks - from > 3 ? 3 : blocks - from)
                                                      : random_below(blocks);
            edges[count++] = (fp_cfg_edge){ from, to };
        }
    }
    bool heavy[BLOCKS_MAX];
    for (uint32_t i = 0; i < blocks; i++) heavy[i] = random_below(8) == 0;
    check(&(fp_cfg){ blocks, edges, count, random_below(2) != 0, heavy });
}

enum { SHAPES = 6, GROWTH = 4, LINEAR_MAX = 10 };

static fp_cfg large_graph(int shape, uint32_t blocks, fp_cfg_edge *edges) {
    uint32_t count = 0;
    for (uint32_t i = 0; i + 1 < blocks; i++) {
        edges[count++] = (fp_cfg_edge){ i, i + 1 };
        if (shape == 1 && i + 2 < blocks) edges[count++] = (fp_cfg_edge){ i, blocks - 1 }; /* a && b && .. */
        if (shape == 2 && i + 2 < blocks) edges[count++] = (fp_cfg_edge){ i, i + 2 };      /* overlapping skips */
        if (shape == 3 && i < blocks / 2 - 1)
            edges[count++] = (fp_cfg_edge){ i, blocks - 1 - i };                           /* ifs, one inside the other */
        if (shape == 4 && i > blocks / 2) edges[count++] = (fp_cfg_edge){ i, blocks - i }; /* loops in each other */
        if (shape == 5) edges[count++] = (fp_cfg_edge){ i, i % 2 ? i - 1 : i + 1 };        /* loops in a row */
    }
    return (fp_cfg){ blocks, edges, count, false, NULL };
}

/* Processor time to structure it. */
static double structure(const fp_cfg *cfg) {
    struct fp_arena *keep = fp_arena_new(), *scratch = fp_arena_new();
    clock_t start = clock();
    fp_cfg_structure(keep, scratch, cfg);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (fp_arena_bytes(keep) > (size_t)cfg->node_count * 2000) failures++, printf("too much memory\n");
    fp_arena_drop(scratch);
    fp_arena_drop(keep);
    return seconds;
}

/* Shapes that a naive algorithm takes quadratic time for: 16 times as long for 4 times as many blocks. */
static void check_large(void) {
    enum { N = 100000 };
    fp_cfg_edge *edges = malloc(3 * N * sizeof *edges);
    for (int shape = 0; shape < SHAPES; shape++) {
        fp_cfg small = large_graph(shape, N / GROWTH, edges);
        double before = structure(&small);
        fp_cfg large = large_graph(shape, N, edges);
        double seconds = structure(&large);
        printf("shape %d: %.3f s, then %.3f s for %d times as many blocks\n", shape, before, seconds, GROWTH);
        if (seconds > 0.2 && seconds > LINEAR_MAX * before) failures++, printf("not linear\n");
    }
    free(edges);
}

/* What common shapes must become: a graph that is right but flat would cost precision. */
static void expect_kind(const char *name, fp_cfg cfg, fp_cfg_kind last, uint32_t items) {
    struct fp_arena *keep = fp_arena_new(), *scratch = fp_arena_new();
    const fp_cfg_tree *result = fp_cfg_structure(keep, scratch, &cfg);
    graph = &cfg;
    bool found = false;
    for (uint32_t i = 0; i < result->items.len; i++) found |= result->items.data[i].kind == last;
    if (!found || result->items.len != items) {
        printf("%s: %u items\n", name, result->items.len);
        fail("not the expected shape");
    }
    fp_arena_drop(scratch);
    fp_arena_drop(keep);
}
#define SHAPE(blocks, ...)                                                                                           \
    (fp_cfg) {                                                                                                       \
        blocks, (fp_cfg_edge[]){ __VA_ARGS__ }, sizeof((fp_cfg_edge[]){ __VA_ARGS__ }) / sizeof(fp_cfg_edge), false, \
            NULL                                                                                                     \
    }

int main(void) {
    expect_kind("if-else", SHAPE(4, { 0, 1 }, { 0, 2 }, { 1, 3 }, { 2, 3 }), FP_CFG_BRANCH, 3);
    expect_kind("if", SHAPE(3, { 0, 1 }, { 0, 2 }, { 1, 2 }), FP_CFG_BRANCH, 3);
    expect_kind("switch", SHAPE(5, { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 4 }, { 2, 4 }, { 3, 4 }), FP_CFG_BRANCH, 3);
    expect_kind("while", SHAPE(4, { 0, 1 }, { 1, 2 }, { 1, 3 }, { 2, 1 }), FP_CFG_LOOP, 3);
    expect_kind("do-while", SHAPE(3, { 0, 1 }, { 1, 1 }, { 1, 2 }), FP_CFG_LOOP, 3);
    expect_kind("early return", SHAPE(3, { 0, 1 }, { 0, 2 }), FP_CFG_GRAPH, 1);
    expect_kind("short circuit inside a sequence",
                SHAPE(6, { 0, 1 }, { 0, 3 }, { 1, 2 }, { 1, 3 }, { 2, 4 }, { 3, 4 }, { 4, 5 }), FP_CFG_GRAPH, 3);
    expect_kind("loop with two exits", SHAPE(5, { 0, 1 }, { 1, 2 }, { 1, 3 }, { 2, 1 }, { 2, 4 }, { 3, 4 }),
                FP_CFG_GRAPH, 3);
    for (uint32_t i = 0; i < 60000; i++)
        random_graph(2 + random_below(BLOCKS_MAX - 2), i % 4 == 0 ? 50 : i % 4 == 1 ? 70 : 90);
    printf("random graphs: %u branches, %u loops, %u loops with several exits, %u graphs, %u irreducible\n",
           branches_seen, loops_seen, multi_seen, graphs_seen, irreducible_seen);
    check_large();
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}
