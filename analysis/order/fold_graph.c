/* fold_graph.c - blocks with edges that are neither loops nor diamonds: early exits, short-circuit conditions, loops
 * with several exits, irreducible parts. */
#include "base/cancel.h"
#include "order/fold_internal.h"
#include <assert.h>
#include <string.h>

static const struct fp_kernel *kernel_of(const struct fp_fold *fold, const fp_fold_node *node) {
    return fold->frames.data[node->frame].kernel;
}

static const fp_graph_item *graph_of(const struct fp_fold *fold, const fp_fold_node *node) {
    const struct fp_kernel *kernel = kernel_of(fold, node);
    return node->kind == FP_FOLD_NODE_GRAPH ? &kernel->graphs.data[node->index]
                                            : &kernel->graph_loops.data[node->index].inner;
}

/* ---- who leads where ---- */
fp_graph_arc_list fp_graph_arcs(struct fp_fold *fold, uint32_t frame, const fp_graph_item *graph, const bool *dead) {
    const struct fp_kernel *kernel = fold->frames.data[frame].kernel;
    uint32_t *start = FP_NEW(fold->arena, uint32_t, graph->node_count + 2);
    for (uint32_t e = 0; e < graph->edge_count; e++)
        if (!dead[e]) start[graph->edges[e].from + 2]++;
    for (uint32_t n = 0; n < graph->node_count; n++) {
        if (graph->nodes[n].loop != FP_NONE) start[n + 2] = kernel->graph_loops.data[graph->nodes[n].loop].exit_count;
        start[n + 2] += start[n + 1];
    }
    fp_graph_arc *arcs = FP_NEW(fold->arena, fp_graph_arc, start[graph->node_count + 1] + 1);
    uint32_t *next = start + 1; /* fills up to where the node after it starts */
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t from = graph->edges[e].from;
        if (!dead[e] && graph->nodes[from].loop == FP_NONE)
            arcs[next[from]++] = (fp_graph_arc){ from, graph->edges[e].to, 0 };
    }
    for (uint32_t n = 0; n < graph->node_count; n++) {
        if (graph->nodes[n].loop == FP_NONE) continue;
        const fp_graph_loop *loop = &kernel->graph_loops.data[graph->nodes[n].loop];
        for (uint32_t k = 0; k < loop->exit_count; k++) arcs[next[n]++] = (fp_graph_arc){ n, loop->exits[k], k };
    }
    return (fp_graph_arc_list){ arcs, start };
}

/* Blocks without an edge into them from a marked block are unmarked, then those without an edge out to a marked block,
 * until nothing changes. */
bool *fp_graph_repeated(struct fp_fold *fold, fp_graph_arc_list arcs, uint32_t count) {
    bool *repeated = FP_NEW(fold->arena, bool, count);
    uint32_t *ways_in = FP_NEW(fold->arena, uint32_t, count), *queue = FP_NEW(fold->arena, uint32_t, count), length = 0;
    for (uint32_t k = 0; k < arcs.start[count]; k++)
        if (arcs.data[k].to < count) ways_in[arcs.data[k].to]++;
    for (uint32_t n = 0; n < count; n++) {
        repeated[n] = true;
        if (ways_in[n] == 0) queue[length++] = n;
    }
    for (uint32_t i = 0; i < length; i++) {
        repeated[queue[i]] = false;
        for (uint32_t k = arcs.start[queue[i]]; k < arcs.start[queue[i] + 1]; k++)
            if (arcs.data[k].to < count && --ways_in[arcs.data[k].to] == 0) queue[length++] = arcs.data[k].to;
    }
    for (bool changed = true;
         changed;) { /* backwards: the nodes are nearly in topological order, so that few rounds do */
        changed = false;
        for (uint32_t n = count; n-- > 0;) {
            bool goes_on = false;
            for (uint32_t k = arcs.start[n]; k < arcs.start[n + 1]; k++)
                goes_on |= arcs.data[k].to < count && repeated[arcs.data[k].to];
            changed |= repeated[n] && !goes_on;
            repeated[n] &= goes_on;
        }
    }
    return repeated;
}

/* ---- threads that go separate ways ---- */
enum {
    GRAPH_NODES_EXACT = 4096
}; /* graphs with more nodes: every block behind a divergent one counts as divergent. The exact answer takes a bit for
      each pair of nodes */

static bool is_divergent(const fp_graph_node *node) {
    return node->loop == FP_NONE && (node->uniformity.doubt || node->uniformity.among > FP_UNIFORM_WORKGROUP);
}

/* Sets of nodes as bits, one set per row. */
typedef struct {
    uint64_t *data;
    uint32_t words;
} rows;

static rows new_rows(struct fp_fold *fold, uint32_t count, uint32_t bits) {
    uint32_t words = bits / 64 + 1;
    return (rows){ FP_NEW(fold->arena, uint64_t, (size_t)count * words), words };
}

static uint64_t *row(rows all, uint32_t n) { return all.data + (size_t)n * all.words; }
static bool has(const uint64_t *set, uint32_t n) { return set[n / 64] >> (n % 64) & 1; }
static void add(uint64_t *set, uint32_t n) { set[n / 64] |= UINT64_C(1) << (n % 64); }

static bool replace(uint64_t *set, const uint64_t *by, uint32_t words) {
    if (memcmp(set, by, words * sizeof *set) == 0) return false;
    memcpy(set, by, words * sizeof *set);
    return true;
}

typedef struct {
    const fp_graph_item *graph;
    fp_graph_arc_list arcs;
    bool ends_kernel, repeats;
    rows behind;    /* per node: the nodes that it leads to */
    rows surely[2]; /* per node: the nodes that every path from it to an end passes; [0] before, [1] after a node with
                       work on the path */
    uint64_t *scratch;
} survey;

static bool works(const survey *s, uint32_t node) {
    return s->graph->nodes[node].loop != FP_NONE || s->graph->nodes[node].items.len;
}

static bool turns_round(const survey *s, fp_graph_arc a) { return s->repeats && a.to == 0; }

static bool find_behind(survey *s, uint32_t n) {
    uint64_t *set = s->scratch;
    memset(set, 0, s->behind.words * sizeof *set);
    for (uint32_t i = s->arcs.start[n]; i < s->arcs.start[n + 1]; i++) {
        fp_graph_arc a = s->arcs.data[i];
        if (a.to >= s->graph->node_count || turns_round(s, a)) continue;
        add(set, a.to);
        for (uint32_t w = 0; w < s->behind.words; w++) set[w] |= row(s->behind, a.to)[w];
    }
    return replace(row(s->behind, n), set, s->behind.words);
}

/* Computes the nodes that every path from `n` on to an end passes. Paths on which threads do nothing more but end
 * the kernel do not count: ended threads hold no barrier back. */
static void find_surely(survey *s, uint32_t n, bool worked) {
    uint64_t *set = s->scratch;
    uint32_t count = s->graph->node_count, words = s->behind.words;
    memset(set, 0xff, words * sizeof *set);
    for (uint32_t i = s->arcs.start[n]; i < s->arcs.start[n + 1]; i++) {
        fp_graph_arc a = s->arcs.data[i];
        bool leaves = a.to >= count;
        if (leaves && s->ends_kernel && !worked) continue;
        for (uint32_t w = 0; w < words; w++)
            set[w] &= leaves || turns_round(s, a) ? 0 : row(s->surely[worked], a.to)[w];
    }
}

static void find_ways(struct fp_fold *fold, survey *s) {
    uint32_t count = s->graph->node_count;
    s->behind = new_rows(fold, count, count);
    s->scratch = new_rows(fold, 1, count).data;
    for (uint32_t worked = 0; worked < 2; worked++) {
        s->surely[worked] = new_rows(fold, count, count);
        memset(s->surely[worked].data, 0xff, (size_t)count * s->behind.words * sizeof *s->behind.data);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = count; n-- > 0;) {
            changed |= find_behind(s, n);
            for (uint32_t worked = 0; worked < 2; worked++) {
                find_surely(s, n, worked || works(s, n));
                add(s->scratch, n);
                changed |= replace(row(s->surely[worked], n), s->scratch, s->behind.words);
            }
        }
    }
}

/* Does the arc lead to nothing but the kernel's end? */
static bool only_ends(const survey *s, fp_graph_arc a) {
    if (a.to >= s->graph->node_count) return s->ends_kernel;
    if (turns_round(s, a)) return false;
    const uint64_t *set = row(s->surely[false], a.to);
    for (uint32_t w = 0; w < s->behind.words; w++)
        if (~set[w]) return false;
    return true;
}

/* Finds the blocks that only some threads reach because node `d` is divergent: when more than one path leaves `d`,
 * the blocks between `d` and the nodes that all paths pass. `apart[doubtful]` gets the pairs of these that do not
 * lead to each other. */
static void survey_divergent(struct fp_fold *fold, survey *s, uint32_t d, fp_graph_survey *out, const rows *apart) {
    uint32_t count = s->graph->node_count, words = s->behind.words, ways = 0, first = count;
    bool doubtful = s->graph->nodes[d].uniformity.doubt;
    fp_numbers open = { 0 };
    uint64_t *some = new_rows(fold, 1, count).data;
    find_surely(s, d, false);
    for (uint32_t n = d, at = 0;; n = open.data[at++]) {
        for (uint32_t i = s->arcs.start[n]; i < s->arcs.start[n + 1]; i++) {
            fp_graph_arc a = s->arcs.data[i];
            if (n == d && only_ends(s, a)) continue;
            if (n == d && a.to != first) first = a.to, ways++;
            if (a.to >= count || turns_round(s, a) || a.to == d || has(s->scratch, a.to) || has(some, a.to)) continue;
            add(some, a.to);
            *FP_PUSH(fold->arena, &open) = a.to;
        }
        if (ways < 2) return;
        if (at == open.len) break;
    }
    for (uint32_t m = 0; m < count; m++) {
        if (!has(some, m)) continue;
        (doubtful ? out->in_doubt : out->divergent)[m] = true;
        if (!doubtful) out->parted_at[m] = s->graph->nodes[d].terminator;
        for (uint32_t w = 0; w < words; w++) row(apart[doubtful], m)[w] |= some[w] & ~row(s->behind, m)[w];
    }
}

static void list_apart(struct fp_fold *fold, const survey *s, const rows *apart, fp_aparts *out) {
    for (uint32_t m = 0; m < s->graph->node_count; m++)
        for (uint32_t n = m + 1; n < s->graph->node_count; n++) {
            bool certain = has(row(apart[false], m), n) && has(row(apart[false], n), m),
                 doubtful = has(row(apart[true], m), n) && has(row(apart[true], n), m);
            if ((certain || doubtful) && works(s, m) && works(s, n))
                *FP_PUSH(fold->arena, out) = (fp_apart){ m, n, !certain };
        }
}

fp_graph_survey fp_graph_survey_build(struct fp_fold *fold, const fp_graph_item *graph, fp_graph_arc_list arcs,
                                      bool ends_kernel, bool repeats) {
    uint32_t count = graph->node_count, first = 0;
    fp_graph_survey out = { FP_NEW(fold->arena, bool, count + 1),
                            FP_NEW(fold->arena, bool, count + 1),
                            FP_NEW(fold->arena, fp_op, count + 1),
                            { 0 } };
    while (first < count && !is_divergent(&graph->nodes[first])) first++;
    if (first == count) return out;
    if (count > GRAPH_NODES_EXACT) {
        memset(out.divergent + first, true, count - first);
        return out;
    }
    survey s = { .graph = graph, .arcs = arcs, .ends_kernel = ends_kernel, .repeats = repeats };
    find_ways(fold, &s);
    const rows apart[2] = { new_rows(fold, count, count), new_rows(fold, count, count) };
    for (uint32_t d = first; d < count; d++)
        if (is_divergent(&graph->nodes[d])) survey_divergent(fold, &s, d, &out, apart);
    list_apart(fold, &s, apart, &out.apart);
    return out;
}

/* ---- summaries ---- */
typedef struct {
    struct fp_summaries *summaries;
    struct fp_arena *keep;
    const fp_fold_node *node;
    const fp_graph_item *graph;
    fp_summary *before; /* per node: from the graph's entry to its start, over all paths */
    fp_summary *ends;   /* per exit of the graph */
    fp_summary again;   /* back to node 0: a whole iteration */
    uint32_t end_count;
    uint32_t counted; /* the exit to which the test of a loop leads; what leaves by it is ends[end_count]. FP_NONE: no
                         test counts */
} flow;

static void contribute(flow *f, uint32_t to, fp_summary summary) {
    uint32_t count = f->graph->node_count;
    bool inside = fp_graph_leads_inside(f->node, f->graph, to);
    if (inside && f->graph->irreducible) return; /* it is settled */
    fp_summary *target = inside ? &f->before[to] : to < count ? &f->again : NULL;
    if (to >= count) target = &f->ends[to - count <= f->end_count ? to - count : 0];
    *target = fp_summary_union(f->keep, f->summaries, *target, summary);
}

static void pass(const fp_sink *sink, flow *f) {
    const fp_fold_node *node = f->node;
    for (uint32_t n = 0; n < f->graph->node_count; n++) {
        uint32_t first = node->parts->arcs.start[n], next = node->parts->arcs.start[n + 1];
        const fp_fold_node *block = node->children[n];
        if (f->before[n].through == FP_TRANSFORM_NONE) continue;
        bool is_loop = f->graph->nodes[n].loop != FP_NONE;
        fp_summary out = FP_SUMMARY_UNREACHED;
        if (!is_loop || first == next)
            out = fp_summary_sequence(sink, f->summaries, f->before[n], fp_fold_summary(block), node->frame);
        for (uint32_t i = first; i < next; i++) {
            if (is_loop)
                out = fp_summary_sequence(sink, f->summaries, f->before[n],
                                          fp_fold_exits(block)[node->parts->arcs.data[i].exit], node->frame);
            bool by_test = n == 0 && !is_loop && f->counted != FP_NONE &&
                           node->parts->arcs.data[i].to == f->graph->node_count + f->counted;
            contribute(f, by_test ? f->graph->node_count + f->end_count : node->parts->arcs.data[i].to, out);
        }
        if (first == next) { /* a dead end: what it reaches counts, nothing comes behind it */
            fp_summary ended = { FP_TRANSFORM_NONE, out.first, { NULL, 0 } };
            contribute(f, f->graph->node_count, ended);
        }
    }
}

static void flow_through(struct fp_fold *fold, const fp_sink *sink, flow *f) {
    f->before = FP_NEW(f->keep, fp_summary, f->graph->node_count + 1);
    f->ends = FP_NEW(f->keep, fp_summary, f->end_count + 1);
    for (uint32_t n = 0; n < f->graph->node_count; n++) f->before[n] = n == 0 ? FP_SUMMARY_EMPTY : FP_SUMMARY_UNREACHED;
    for (uint32_t k = 0; k <= f->end_count; k++) f->ends[k] = FP_SUMMARY_UNREACHED;
    f->again = FP_SUMMARY_UNREACHED;
    if (f->graph->irreducible) fp_graph_settle(fold, f->node, f->graph, f->keep, f->before);
    pass(sink, f);
    for (uint32_t k = 0; k <= f->end_count && f->graph->irreducible; k++)
        f->ends[k] = fp_summary_widened(f->keep, f->summaries, f->ends[k]);
    if (f->graph->irreducible) f->again = fp_summary_widened(f->keep, f->summaries, f->again);
}

static void meet_apart(const fp_sink *sink, struct fp_summaries *summaries, const fp_fold_node *node) {
    for (uint32_t i = 0; i < node->parts->apart.len; i++) {
        fp_apart apart = node->parts->apart.data[i];
        fp_summary a = fp_fold_summary(node->children[apart.a]), b = fp_fold_summary(node->children[apart.b]);
        fp_meet_at at = { .carrier = FP_NONE, .concurrent = true, .doubtful = apart.doubtful, .frame = node->frame };
        fp_summary_meet(sink, summaries, a.last, b.first, at);
        if (apart.doubtful) fp_summary_meet(sink, summaries, b.last, a.first, at);
    }
}

fp_summary fp_graph_combine(struct fp_fold *fold, const fp_fold_node *node, const fp_sink *sink, fp_summary **exits) {
    struct fp_summaries *summaries = &fold->summaries;
    flow f = {
        .summaries = summaries,
        .keep = sink->keep,
        .node = node,
        .graph = graph_of(fold, node),
        .end_count = 1,
        .counted = FP_NONE,
    };
    if (f.graph->node_count == 0) return FP_SUMMARY_EMPTY;
    meet_apart(sink, summaries, node);
    if (node->kind == FP_FOLD_NODE_GRAPH) {
        flow_through(fold, sink, &f);
        return f.ends[0];
    }
    const fp_graph_loop *graph_loop = &kernel_of(fold, node)->graph_loops.data[node->index];
    const fp_loop_item *loop = &kernel_of(fold, node)->loops.data[graph_loop->loop];
    f.end_count = graph_loop->exit_count ? graph_loop->exit_count : 1;
    f.counted = graph_loop->counted;
    flow_through(fold, sink, &f);
    uint64_t max = loop->trips_max < 0 ? UINT64_MAX : (uint64_t)loop->trips_max;
    uint64_t min = loop->trips_min < 0 ? 0 : (uint64_t)loop->trips_min;
    fp_loop_shape shape = { .loop = kernel_of(fold, node)->first_loop + graph_loop->loop,
                            .alone = true,
                            .frame = node->frame,
                            .trips_min = min < max ? min : max,
                            .trips_max = max };
    *exits = FP_NEW(f.keep, fp_summary, f.end_count + 1);
    bool counts = f.counted != FP_NONE;
    fp_summary_loop(sink, summaries, &shape, f.again,
                    (fp_loop_exits){ f.ends, *exits, f.end_count + counts, counts ? f.end_count : FP_NONE });
    if (counts) (*exits)[f.counted] = fp_summary_union(f.keep, summaries, (*exits)[f.counted], (*exits)[f.end_count]);
    fp_summary all = FP_SUMMARY_UNREACHED;
    for (uint32_t k = 0; k < f.end_count; k++) all = fp_summary_union(f.keep, summaries, all, (*exits)[k]);
    return all;
}
