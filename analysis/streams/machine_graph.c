/* machine_graph.c - which blocks of a region are in which natural loop. */
#include "base/sort.h"
#include "streams/machine_compile.h"
#include <stdlib.h>
#include <string.h>

enum { GRAPH_BLOCKS_MAX = 2048, GRAPH_LOOPS_MAX = 256 /* beyond either no loop is told: counters stay 0 */ };

static int compare_blocks(const void *a, const void *b) {
    fp_block left = *(const fp_block *)a, right = *(const fp_block *)b;
    return left < right ? -1 : left > right;
}

uint32_t fp_code_graph_number(const fp_code_graph *graph, fp_block block) {
    const fp_block *found =
        block == FP_NONE ? NULL : bsearch(&block, graph->blocks, graph->count, sizeof *graph->blocks, compare_blocks);
    return found ? (uint32_t)(found - graph->blocks) : FP_NONE;
}

uint32_t fp_code_graph_depth(const fp_code_graph *graph, uint32_t block) {
    uint32_t depth = 0;
    for (uint32_t header = graph->inner[block]; header != FP_NONE; header = graph->outer[header]) depth++;
    return depth;
}

bool fp_code_graph_inside(const fp_code_graph *graph, uint32_t block, uint32_t header) {
    uint32_t at = graph->inner[block];
    while (at != FP_NONE && at != header) at = graph->outer[at];
    return at == header;
}

static uint32_t successor(const fp_code_graph *graph, const struct fp_ir *ir, uint32_t block, uint32_t k) {
    fp_op last = ir->blocks[graph->blocks[block]].last;
    if (last == FP_NONE || k >= ir->ops[last].successor_count) return FP_NONE;
    return fp_code_graph_number(graph, ir->successors[ir->ops[last].first_successor + k].block);
}
static uint32_t successors(const fp_code_graph *graph, const struct fp_ir *ir, uint32_t block) {
    fp_op last = ir->blocks[graph->blocks[block]].last;
    return last == FP_NONE ? 0 : ir->ops[last].successor_count;
}

typedef struct {
    uint32_t from, to;
} edge;
typedef struct {
    edge *data;
    uint32_t len, capacity;
} edges;

/* Edges to a block that the walk has entered and not left yet. */
static edges find_back_edges(struct fp_arena *keep, const fp_code_graph *graph, const struct fp_ir *ir) {
    edges back = { 0 };
    uint8_t *state = FP_NEW(keep, uint8_t, graph->count); /* 0: new, 1: on the way, 2: done */
    uint32_t *stack = FP_NEW(keep, uint32_t, graph->count), *next = FP_NEW(keep, uint32_t, graph->count), depth = 1;
    state[0] = 1;
    while (depth > 0) {
        uint32_t block = stack[depth - 1];
        if (next[block] == successors(graph, ir, block)) {
            state[block] = 2, depth--;
            continue;
        }
        uint32_t to = successor(graph, ir, block, next[block]++);
        if (to == FP_NONE || state[to] == 2) continue;
        if (state[to] == 1)
            *FP_PUSH(keep, &back) = (edge){ block, to };
        else
            state[to] = 1, stack[depth++] = to;
    }
    return back;
}

typedef struct {
    uint32_t header, size;
    bool *body;
} natural_loop;

static void grow_body(struct fp_arena *keep, const fp_code_graph *graph, const struct fp_ir *ir, natural_loop *loop,
                      uint32_t latch) {
    uint32_t *stack = FP_NEW(keep, uint32_t, graph->count), depth = 0;
    if (!loop->body[loop->header]) loop->body[loop->header] = true, loop->size++;
    if (!loop->body[latch]) loop->body[latch] = true, loop->size++, stack[depth++] = latch;
    while (depth > 0) {
        uint32_t block = stack[--depth];
        for (uint32_t from = 0; from < graph->count; from++)
            for (uint32_t k = 0; k < successors(graph, ir, from); k++)
                if (!loop->body[from] && successor(graph, ir, from, k) == block)
                    loop->body[from] = true, loop->size++, stack[depth++] = from;
    }
}

static int larger_first(const void *a, const void *b) {
    const natural_loop *left = a, *right = b;
    return left->size != right->size ? (left->size < right->size ? 1 : -1)
                                     : (left->header < right->header ? -1 : left->header > right->header);
}

static void find_loops(struct fp_arena *keep, fp_code_graph *graph, const struct fp_ir *ir) {
    edges back = find_back_edges(keep, graph, ir);
    natural_loop loops[GRAPH_LOOPS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < back.len; i++) {
        uint32_t at = 0;
        while (at < count && loops[at].header != back.data[i].to) at++;
        if (at == GRAPH_LOOPS_MAX) return;
        if (at == count) loops[count++] = (natural_loop){ back.data[i].to, 0, FP_NEW(keep, bool, graph->count) };
        grow_body(keep, graph, ir, &loops[at], back.data[i].from);
    }
    fp_sort(loops, count, sizeof *loops, larger_first);
    for (uint32_t i = 0; i < count; i++) {
        graph->is_header[loops[i].header] = true;
        graph->outer[loops[i].header] = graph->inner[loops[i].header];
        for (uint32_t b = 0; b < graph->count; b++)
            if (loops[i].body[b]) graph->inner[b] = loops[i].header;
    }
}

fp_code_graph fp_code_graph_of(struct fp_arena *keep, const struct fp_ir *ir, fp_block first) {
    fp_code_graph graph = { 0 };
    for (fp_block b = first; b != FP_NONE; b = ir->blocks[b].next) graph.count++;
    graph.blocks = FP_NEW(keep, fp_block, graph.count + 1);
    graph.inner = FP_NEW(keep, uint32_t, graph.count + 1);
    graph.outer = FP_NEW(keep, uint32_t, graph.count + 1);
    graph.is_header = FP_NEW(keep, bool, graph.count + 1);
    uint32_t at = 0;
    for (fp_block b = first; b != FP_NONE; b = ir->blocks[b].next) graph.blocks[at++] = b;
    for (uint32_t i = 0; i < graph.count; i++) graph.inner[i] = graph.outer[i] = FP_NONE;
    if (graph.count > 1 && graph.count <= GRAPH_BLOCKS_MAX) find_loops(keep, &graph, ir);
    return graph;
}
