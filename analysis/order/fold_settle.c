/* fold_settle.c - irreducible graphs: what stands before their blocks, over all ways to them.
 *
 * It is the least fixed point of the ways from block to block. The relation of an entry does not depend on its members,
 * so the relations are settled first, with one name in place of all members: few passes over the blocks do, and two
 * lists are the same when their bytes are. The members of an entry are then those of all entries that lead to it.
 * Entries that lead to each other, around a cycle of the graph, have the same members.
 */
#include "base/cancel.h"
#include "order/fold_internal.h"
#include <assert.h>

typedef struct {
    uint32_t from, next; /* next: of the same entry's edges, FP_NONE */
} edge;
typedef struct {
    fp_members members;  /* FP_MEMBERS_NONE: none so far */
    uint32_t edges;      /* from entries whose members are its own, too */
    uint32_t order, low; /* when the search has come to it, from 1 on; the earliest entry under way that leads to it */
    bool closed;         /* its members are known */
} vertex;
typedef struct {
    struct fp_fold *fold;
    struct fp_summaries *summaries;
    struct fp_arena *scratch;
    const fp_fold_node *node;
    const fp_graph_item *graph;
    fp_summary *before;
    bool *grown;                /* per block: what stands before it is more than when it was last passed */
    uint32_t last;              /* the last grown block of this round */
    uint32_t again, again_last; /* the first and the last one of the next round; FP_NONE: there is none */
    uint32_t *bases; /* per block: the vertex of the first one of the entries before it: `first`, then `last` */
    vertex *vertices;
    FP_VEC(edge) edges;
    fp_numbers way, open; /* vertices: from the search's start to where it is; those without members yet */
    uint32_t clock;
} settling;

/* ---- relations ---- */
static fp_entries unnamed(struct fp_arena *keep, fp_entries entries) {
    fp_entry *copy = FP_NEW(keep, fp_entry, entries.count + 1);
    for (uint32_t i = 0; i < entries.count; i++) {
        copy[i] = entries.data[i];
        copy[i].members = 0;
    }
    return (fp_entries){ copy, entries.count };
}

/* What happens on the way from the start of the arc's block to the block it leads to. */
static fp_summary part_of(const settling *s, uint32_t arc) {
    fp_graph_arc own = s->node->parts->arcs.data[arc];
    const fp_fold_node *block = s->node->children[own.from];
    return s->graph->nodes[own.from].loop == FP_NONE ? fp_fold_summary(block) : fp_fold_exits(block)[own.exit];
}

static bool is_same(fp_summary a, fp_summary b) {
    return a.through == b.through && fp_entries_equal(a.first, b.first) && fp_entries_equal(a.last, b.last);
}

/* Passes a block before which something has grown. */
static void pass(settling *s, uint32_t n) {
    const fp_sink silent = { .keep = s->scratch, .meetings = FP_MEETINGS_SILENT };
    fp_graph_arc_list arcs = s->node->parts->arcs;
    for (uint32_t i = arcs.start[n]; i < arcs.start[n + 1]; i++) {
        uint32_t to = arcs.data[i].to;
        if (!fp_graph_leads_inside(s->node, s->graph, to)) continue;
        fp_summary part = part_of(s, i);
        part.first = unnamed(s->scratch, part.first), part.last = unnamed(s->scratch, part.last);
        part = fp_summary_sequence(&silent, s->summaries, s->before[n], part, s->node->frame);
        part = fp_summary_union(s->scratch, s->summaries, s->before[to], part);
        part = fp_summary_widened(s->scratch, s->summaries, part);
        if (is_same(part, s->before[to])) continue;
        s->before[to] = part;
        s->grown[to] = true;
        if (to > n && to > s->last) s->last = to;
        if (to <= n && to < s->again) s->again = to;
        if (to <= n && to > s->again_last) s->again_last = to;
    }
}

/* The blocks are passed in their order, those that lead back to grown ones in the next round. */
static void settle_relations(settling *s) {
    struct fp_fold *fold = s->fold;
    s->grown[0] = true;
    for (s->again = 0; s->again != FP_NONE && !fold->stopped;) {
        uint32_t first = s->again;
        s->last = s->again_last;
        s->again = FP_NONE, s->again_last = 0;
        for (uint32_t n = first; n <= s->last; n++) {
            if (!s->grown[n] || s->before[n].through == FP_TRANSFORM_NONE) continue;
            s->grown[n] = false;
            pass(s, n);
        }
        if (fp_is_cancelled(fold->cancelled)) fold->stopped = true;
    }
}

/* ---- members ---- */
static void add_members(settling *s, vertex *to, fp_members members) {
    to->members = to->members == FP_MEMBERS_NONE ? members : fp_members_join(s->summaries, to->members, members);
}

/* The entries of `from` lead to those of the same keys in `to`, which are the vertices from `base` on. They name
 * vertices, or if `named` their own members. */
static void lead(settling *s, fp_entries from, fp_entries to, uint32_t base, bool named) {
    for (uint32_t i = 0, k = 0; i < from.count; i++) {
        while (to.data[k].key != from.data[i].key) k++;
        assert(k < to.count);
        vertex *at = &s->vertices[base + k];
        if (named) {
            add_members(s, at, from.data[i].members);
            continue;
        }
        *FP_PUSH(s->scratch, &s->edges) = (edge){ from.data[i].members, at->edges };
        at->edges = s->edges.len - 1;
    }
}

static void lead_all(settling *s) {
    fp_graph_arc_list arcs = s->node->parts->arcs;
    for (uint32_t i = 0; i < arcs.start[s->graph->node_count]; i++) {
        fp_graph_arc own = arcs.data[i];
        fp_summary before = s->before[own.from], to = s->before[own.to], part = part_of(s, i);
        if (before.through == FP_TRANSFORM_NONE || !fp_graph_leads_inside(s->node, s->graph, own.to)) continue;
        uint32_t first = s->bases[own.to], last = first + to.first.count;
        lead(s, before.first, to.first, first, false);
        lead(s, fp_entries_before(s->scratch, s->summaries, before.through, part.first), to.first, first, true);
        lead(s, fp_entries_after(s->scratch, s->summaries, before.last, part.through), to.last, last, false);
        lead(s, part.last, to.last, last, true);
    }
}

/* The entries from `root` on have led to each other: they have the same members. */
static void close(settling *s, uint32_t root) {
    uint32_t start = s->open.len;
    while (s->open.data[--start] != root) {}
    vertex *first = &s->vertices[root];
    for (uint32_t i = start; i < s->open.len; i++) {
        vertex *at = &s->vertices[s->open.data[i]];
        if (at != first && at->members != FP_MEMBERS_NONE) add_members(s, first, at->members);
        for (uint32_t e = at->edges; e != FP_NONE; e = s->edges.data[e].next) {
            const vertex *from = &s->vertices[s->edges.data[e].from];
            if (from->closed) add_members(s, first, from->members);
        }
    }
    for (uint32_t i = start; i < s->open.len; i++) {
        vertex *at = &s->vertices[s->open.data[i]];
        at->members = first->members;
        at->closed = true;
    }
    s->open.len = start;
}

/* Tarjan's search for components, from a vertex against the edges. */
static void search(settling *s, uint32_t start, uint32_t *next_edge) {
    *FP_PUSH(s->scratch, &s->way) = start;
    while (s->way.len) {
        uint32_t v = s->way.data[s->way.len - 1];
        vertex *at = &s->vertices[v];
        if (!at->order) {
            at->order = at->low = ++s->clock;
            next_edge[v] = at->edges;
            *FP_PUSH(s->scratch, &s->open) = v;
        }
        if (next_edge[v] != FP_NONE) {
            uint32_t from = s->edges.data[next_edge[v]].from;
            next_edge[v] = s->edges.data[next_edge[v]].next;
            const vertex *source = &s->vertices[from];
            if (!source->order)
                *FP_PUSH(s->scratch, &s->way) = from;
            else if (!source->closed && source->order < at->low)
                at->low = source->order;
            continue;
        }
        s->way.len--;
        vertex *to = s->way.len ? &s->vertices[s->way.data[s->way.len - 1]] : NULL;
        if (at->low == at->order)
            close(s, v);
        else if (to && at->low < to->low)
            to->low = at->low;
    }
}

static void number(settling *s, fp_entries *entries, uint32_t base) {
    fp_entry *copy = FP_NEW(s->scratch, fp_entry, entries->count + 1);
    for (uint32_t i = 0; i < entries->count; i++) {
        copy[i] = entries->data[i];
        copy[i].members = base + i;
    }
    entries->data = copy;
}

static uint32_t number_all(settling *s) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < s->graph->node_count; n++) {
        fp_summary *before = &s->before[n];
        s->bases[n] = count;
        number(s, &before->first, count);
        number(s, &before->last, count + before->first.count);
        count += before->first.count + before->last.count;
    }
    assert(count < FP_MEMBERS_ROPE);
    return count;
}

static fp_entries named(const settling *s, struct fp_arena *keep, fp_entries entries, uint32_t base) {
    fp_entry *copy = FP_NEW(keep, fp_entry, entries.count + 1);
    for (uint32_t i = 0; i < entries.count; i++) {
        copy[i] = entries.data[i];
        copy[i].members = s->vertices[base + i].members;
        assert(copy[i].members != FP_MEMBERS_NONE);
    }
    return (fp_entries){ copy, entries.count };
}

static void find_members(settling *s, struct fp_arena *keep) {
    uint32_t count = number_all(s), *next_edge = FP_NEW(s->scratch, uint32_t, count + 1);
    s->vertices = FP_NEW(s->scratch, vertex, count + 1);
    for (uint32_t v = 0; v < count; v++) s->vertices[v] = (vertex){ .members = FP_MEMBERS_NONE, .edges = FP_NONE };
    lead_all(s);
    for (uint32_t v = 0; v < count; v++)
        if (!s->vertices[v].order) search(s, v, next_edge);
    for (uint32_t n = 0; n < s->graph->node_count; n++) {
        fp_summary *before = &s->before[n];
        before->first = named(s, keep, before->first, s->bases[n]);
        before->last = named(s, keep, before->last, s->bases[n] + before->first.count);
    }
}

void fp_graph_settle(struct fp_fold *fold, const fp_fold_node *node, const fp_graph_item *graph, struct fp_arena *keep,
                     fp_summary *before) {
    struct fp_arena *scratch = fp_arena_new();
    settling s = { .fold = fold,
                   .summaries = &fold->summaries,
                   .scratch = scratch,
                   .node = node,
                   .graph = graph,
                   .before = before,
                   .grown = FP_NEW(scratch, bool, graph->node_count),
                   .bases = FP_NEW(scratch, uint32_t, graph->node_count) };
    settle_relations(&s);
    if (fold->stopped) /* nobody reads what is found, but its lists must be whole */
        for (uint32_t n = 0; n < graph->node_count; n++) before[n] = FP_SUMMARY_UNREACHED;
    else
        find_members(&s, keep);
    fp_arena_drop(scratch);
}
