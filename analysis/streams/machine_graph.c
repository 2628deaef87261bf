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
    uint32_t header;
    fp_numbers body;
} natural_loop;

/* The blocks that lead to each block: those of block b from start[b] to start[b + 1]. */
typedef struct {
    uint32_t *start, *from;
} predecessors;

static predecessors find_predecessors(struct fp_arena *keep, const fp_code_graph *graph, const struct fp_ir *ir) {
    predecessors before = { FP_NEW(keep, uint32_t, graph->count + 2), NULL };
    uint32_t *fill = before.start + 1; /* counts, then where the next one goes: it ends as `start` */
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t block = 0; block < graph->count; block++)
            for (uint32_t k = 0; k < successors(graph, ir, block); k++) {
                uint32_t to = successor(graph, ir, block, k);
                if (to == FP_NONE) continue;
                if (pass == 1) before.from[fill[to]] = block;
                fill[to + (pass == 0)]++;
            }
        if (pass == 1) break;
        for (uint32_t block = 0; block < graph->count; block++) fill[block + 1] += fill[block];
        before.from = FP_NEW(keep, uint32_t, fill[graph->count] + 1);
    }
    return before;
}

/* Adds the block and all that leads to it. `mark`: per block, the last loop that it was added to. */
static void grow_body(struct fp_arena *keep, const predecessors *before, natural_loop *loop, uint32_t latch,
                      uint32_t *mark, uint32_t number) {
    uint32_t next = loop->body.len;
    if (mark[latch] == number) return;
    mark[latch] = number;
    *FP_PUSH(keep, &loop->body) = latch;
    for (; next < loop->body.len; next++) {
        uint32_t block = loop->body.data[next];
        for (uint32_t k = before->start[block]; block != loop->header && k < before->start[block + 1]; k++)
            if (mark[before->from[k]] != number) {
                mark[before->from[k]] = number;
                *FP_PUSH(keep, &loop->body) = before->from[k];
            }
    }
}

static int by_header(const void *a, const void *b) {
    const edge *left = a, *right = b;
    return left->to < right->to ? -1 : left->to > right->to;
}

static int larger_first(const void *a, const void *b) {
    const natural_loop *left = a, *right = b;
    return left->body.len != right->body.len ? (left->body.len < right->body.len ? 1 : -1)
                                             : (left->header < right->header ? -1 : left->header > right->header);
}

static void find_loops(struct fp_arena *keep, fp_code_graph *graph, const struct fp_ir *ir) {
    edges back = find_back_edges(keep, graph, ir);
    predecessors before = find_predecessors(keep, graph, ir);
    natural_loop loops[GRAPH_LOOPS_MAX];
    uint32_t count = 0, *mark = FP_NEW(keep, uint32_t, graph->count);
    fp_sort(back.data, back.len, sizeof *back.data, by_header);
    for (uint32_t i = 0; i < back.len; i++) {
        if (i == 0 || back.data[i - 1].to != back.data[i].to) {
            if (count == GRAPH_LOOPS_MAX) return;
            loops[count++] = (natural_loop){ .header = back.data[i].to };
            grow_body(keep, &before, &loops[count - 1], back.data[i].to, mark, count);
        }
        grow_body(keep, &before, &loops[count - 1], back.data[i].from, mark, count);
    }
    fp_sort(loops, count, sizeof *loops, larger_first);
    for (uint32_t i = 0; i < count; i++) {
        graph->is_header[loops[i].header] = true;
        graph->outer[loops[i].header] = graph->inner[loops[i].header];
        for (uint32_t b = 0; b < loops[i].body.len; b++) graph->inner[loops[i].body.data[b]] = loops[i].header;
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
