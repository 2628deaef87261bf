/* fold_graph.c - blocks with edges that are neither loops nor diamonds: early exits, short-circuit conditions, loops with several exits, irreducible parts. */
#include "fold_parts.h"
#include <assert.h>
#include <string.h>

static const struct fp_kernel *kernel_of(const struct fp_fold *fold, const fp_node *node) { return fold->frames.data[node->frame].kernel; }

static const fp_graph_item *graph_of(const struct fp_fold *fold, const fp_node *node) {
    const struct fp_kernel *kernel = kernel_of(fold, node);
    return node->kind == FP_NODE_GRAPH ? &kernel->graphs.data[node->index] : &kernel->graph_loops.data[node->index].inner;
}

/* ---- who leads where ------------------------------------------------------------------------------------------------------------------------- */
typedef struct { uint32_t from, to, exit; } arc;            /* exit: which exit of a loop node; 0 for blocks */
typedef struct { arc *data; uint32_t count; } arcs;

/* Live edges of blocks and exits of loops, by their source. */
static arcs find_arcs(struct fp_fold *fold, const struct fp_kernel *kernel, const fp_graph_item *graph, const uint8_t *dead) {
    uint32_t most = graph->edge_count;
    for (uint32_t n = 0; n < graph->node_count; n++)
        if (graph->nodes[n].loop != FP_NONE) most += kernel->graph_loops.data[graph->nodes[n].loop].exit_count;
    arcs all = { FP_NEW(fold->arena, arc, most + 1), 0 };
    for (uint32_t n = 0; n < graph->node_count; n++) {
        if (graph->nodes[n].loop == FP_NONE) {
            for (uint32_t e = 0; e < graph->edge_count; e++)
                if (graph->edges[e].from == n && !dead[e]) all.data[all.count++] = (arc){ n, graph->edges[e].to, 0 };
        } else {
            const fp_graph_loop *loop = &kernel->graph_loops.data[graph->nodes[n].loop];
            for (uint32_t k = 0; k < loop->exit_count; k++) all.data[all.count++] = (arc){ n, loop->exits[k], k };
        }
    }
    return all;
}

/* ---- threads that go separate ways ----------------------------------------------------------------------------------------------------------- */
enum { GRAPH_NODES_EXACT = 512 };           /* beyond, every block behind a divergent one counts as divergent: the exact answer takes nodes x edges */

static bool is_divergent(const fp_graph_node *node) { return node->level.doubt || node->level.level > FP_LEVEL_WORKGROUP; }

typedef struct {
    const fp_graph_item *graph;
    arcs arcs;
    bool *marks[2];                         /* scratch, per node: reached before and after doing something on the way */
    bool ends_kernel, repeats;              /* to leave the graph is to end the kernel; node 0 is the next iteration */
} survey;

static bool works(const survey *s, uint32_t node) { return s->graph->nodes[node].loop != FP_NONE || s->graph->nodes[node].items.len; }

/* Marks what `from` leads to without `avoided`. True: an end is among it. Threads that have nothing left to do but to end the kernel are out of the game: they
 * hold no barrier back. */
static bool reaches_end(survey *s, uint32_t from, uint32_t avoided) {
    uint32_t count = s->graph->node_count;
    bool end = false, changed = true;
    for (uint32_t w = 0; w < 2; w++) memset(s->marks[w], 0, count * sizeof *s->marks[w]);
    s->marks[0][from] = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < s->arcs.count; i++) {
            arc a = s->arcs.data[i];
            for (uint32_t w = 0; w < 2; w++) {
                if (!s->marks[w][a.from] || a.to == avoided) continue;
                uint32_t worked = a.from != from && works(s, a.from) ? 1 : w;
                if (a.to == 0 && s->repeats) end = true;
                else if (a.to >= count) end |= worked || !s->ends_kernel;
                else if (!s->marks[worked][a.to]) s->marks[worked][a.to] = changed = true;
            }
        }
    }
    return end;
}

static bool is_marked(const survey *s, uint32_t node) { return s->marks[0][node] || s->marks[1][node]; }

static bool leads_to(survey *s, uint32_t a, uint32_t b) {
    reaches_end(s, a, FP_NONE);
    return is_marked(s, b);
}

/* Blocks that only some threads reach because of node `d`: behind it, but not on every way from it. */
static void survey_divergent(struct fp_fold *fold, survey *s, uint32_t d, fp_graph_survey *out) {
    uint32_t count = s->graph->node_count;
    bool *behind = FP_NEW(fold->arena, bool, count), *some = FP_NEW(fold->arena, bool, count);
    reaches_end(s, d, FP_NONE);
    for (uint32_t n = 0; n < count; n++) behind[n] = is_marked(s, n);
    for (uint32_t n = 0; n < count; n++) some[n] = n != d && behind[n] && (count > GRAPH_NODES_EXACT || reaches_end(s, d, n));
    bool doubtful = s->graph->nodes[d].level.doubt;
    for (uint32_t m = 0; m < count; m++) {
        if (!some[m]) continue;
        if (!doubtful) out->divergent[m] = true;
        for (uint32_t n = m + 1; n < count && count <= GRAPH_NODES_EXACT; n++)
            if (some[n] && !leads_to(s, m, n) && !leads_to(s, n, m)) *FP_PUSH(fold->arena, &out->apart) = (fp_apart){ m, n, doubtful };
    }
}

fp_graph_survey fp_graph_survey_build(struct fp_fold *fold, uint32_t frame, const fp_graph_item *graph, const uint8_t *dead, bool ends_kernel, bool repeats) {
    fp_graph_survey out = { FP_NEW(fold->arena, bool, graph->node_count + 1), { 0 } };
    bool any = false;
    for (uint32_t n = 0; n < graph->node_count; n++) any |= graph->nodes[n].loop == FP_NONE && is_divergent(&graph->nodes[n]);
    if (!any) return out;
    arcs all = find_arcs(fold, fold->frames.data[frame].kernel, graph, dead);
    bool *marks = FP_NEW(fold->arena, bool, 2 * graph->node_count);
    survey s = { graph, all, { marks, marks + graph->node_count }, ends_kernel, repeats };
    for (uint32_t d = 0; d < graph->node_count; d++)
        if (graph->nodes[d].loop == FP_NONE && is_divergent(&graph->nodes[d])) survey_divergent(fold, &s, d, &out);
    return out;
}

/* ---- summaries ------------------------------------------------------------------------------------------------------------------------------- */
typedef struct {
    fp_summary *before;                     /* per node: from the graph's entry to its start, over all paths */
    fp_summary *ends;                       /* per exit of the graph */
    fp_summary again;                       /* back to node 0: a whole iteration */
    uint32_t end_count;
} flow;

/* Where the same access may stand differently by different paths, one entry for all: irreducible parts come to rest. */
static fp_summary widened(struct fp_fold *fold, const fp_graph_item *graph, fp_summary summary) {
    if (!graph->irreducible) return summary;
    summary.first = fp_entries_widened(&fold->summaries, summary.first, true);
    summary.last = fp_entries_widened(&fold->summaries, summary.last, false);
    return summary;
}

static bool contribute(struct fp_fold *fold, const fp_graph_item *graph, flow *f, uint32_t to, bool loops, fp_summary summary) {
    uint32_t count = graph->node_count;
    fp_summary *target = to < count ? &f->before[to] : NULL;
    if (to >= count) target = &f->ends[to - count < f->end_count ? to - count : 0];
    if (to == 0 && loops) target = &f->again;
    fp_summary all = widened(fold, graph, fp_summary_union(&fold->summaries, *target, summary));
    bool changed = !fp_summary_equal(all, *target);
    *target = all;
    return changed;
}

/* One pass over all nodes; true: something has grown. */
static bool pass(struct fp_fold *fold, const fp_node *node, const fp_graph_item *graph, arcs all, flow *f) {
    bool changed = false;
    uint32_t next = 0;
    for (uint32_t n = 0; n < graph->node_count; n++) {
        uint32_t first = next;
        while (next < all.count && all.data[next].from == n) next++;
        if (f->before[n].through == FP_TRANSFORM_NONE) continue;
        bool is_loop = graph->nodes[n].loop != FP_NONE;
        fp_summary out = FP_SUMMARY_UNREACHED;
        if (!is_loop || first == next) out = fp_summary_sequence(&fold->summaries, f->before[n], node->children[n]->summary, node->frame);
        for (uint32_t i = first; i < next; i++) {
            if (is_loop) out = fp_summary_sequence(&fold->summaries, f->before[n], node->children[n]->exits[all.data[i].exit], node->frame);
            changed |= contribute(fold, graph, f, all.data[i].to, node->kind == FP_NODE_GRAPH_LOOP, out);
        }
        if (first == next) {                /* a dead end: what it reaches counts, nothing comes behind it */
            fp_summary ended = { FP_TRANSFORM_NONE, out.first, { NULL, 0 } };
            changed |= contribute(fold, graph, f, graph->node_count, false, ended);
        }
    }
    return changed;
}

static void flow_through(struct fp_fold *fold, const fp_node *node, const fp_graph_item *graph, arcs all, flow *f) {
    struct fp_summaries *summaries = &fold->summaries;
    f->before = FP_NEW(fold->arena, fp_summary, graph->node_count + 1);
    f->ends = FP_NEW(fold->arena, fp_summary, f->end_count + 1);
    for (uint32_t n = 0; n < graph->node_count; n++) f->before[n] = n == 0 ? FP_SUMMARY_EMPTY : FP_SUMMARY_UNREACHED;
    for (uint32_t k = 0; k <= f->end_count; k++) f->ends[k] = FP_SUMMARY_UNREACHED;
    f->again = FP_SUMMARY_UNREACHED;
    if (graph->irreducible) {
        fp_meetings meetings = summaries->meetings;
        summaries->meetings = FP_MEETINGS_SILENT;
        while (pass(fold, node, graph, all, f) && !fold->stopped)
            if (fold->cancelled && *fold->cancelled) fold->stopped = true;
        summaries->meetings = meetings;
    }
    pass(fold, node, graph, all, f);
}

static void meet_apart(struct fp_fold *fold, const fp_node *node) {
    for (uint32_t i = 0; i < node->apart.len; i++) {
        fp_apart apart = node->apart.data[i];
        fp_summary a = node->children[apart.a]->summary, b = node->children[apart.b]->summary;
        fp_meet_at at = { .carrier = FP_NONE, .concurrent = true, .doubtful = apart.doubtful, .frame = node->frame };
        fp_summary_meet(&fold->summaries, a.last, b.first, at);
        if (apart.doubtful) fp_summary_meet(&fold->summaries, b.last, a.first, at);
    }
}

static fp_summary union_of(struct fp_fold *fold, const fp_summary *summaries, uint32_t count) {
    fp_summary all = FP_SUMMARY_UNREACHED;
    for (uint32_t i = 0; i < count; i++) all = fp_summary_union(&fold->summaries, all, summaries[i]);
    return all;
}

void fp_graph_combine(struct fp_fold *fold, fp_node *node) {
    const fp_graph_item *graph = graph_of(fold, node);
    if (graph->node_count == 0) return;
    arcs all = find_arcs(fold, kernel_of(fold, node), graph, node->dead_edges);
    flow f = { .end_count = 1 };
    meet_apart(fold, node);
    if (node->kind == FP_NODE_GRAPH) {
        flow_through(fold, node, graph, all, &f);
        node->summary = f.ends[0];
        return;
    }
    const fp_graph_loop *graph_loop = &kernel_of(fold, node)->graph_loops.data[node->index];
    const fp_loop_item *loop = &kernel_of(fold, node)->loops.data[graph_loop->loop];
    f.end_count = graph_loop->exit_count ? graph_loop->exit_count : 1;
    flow_through(fold, node, graph, all, &f);
    /* Several ways out: each may come before the count is full. */
    uint64_t max = loop->trips_max < 0 ? UINT64_MAX : (uint64_t)loop->trips_max;
    uint64_t min = loop->trips_min < 0 || graph_loop->exit_count > 1 ? 0 : (uint64_t)loop->trips_min;
    if (f.again.through == FP_TRANSFORM_NONE) min = max = 0;
    fp_loop_shape shape = { graph_loop->loop, node->frame, min < max ? min : max, max };
    node->exits = FP_NEW(fold->arena, fp_summary, f.end_count + 1);
    fp_summary_loop(&fold->summaries, &shape, f.again, f.ends, node->exits, f.end_count);
    node->summary = union_of(fold, node->exits, f.end_count);
}
