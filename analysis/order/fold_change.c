/* fold_change.c - what if: the nodes on the way from the syncs in question to the root are made anew, the rest is
 * shared. Changes are judged while they are made, or asked for their pairs afterwards. */
#include "base/sort.h"
#include "order/fold_node.h"
#include <assert.h>
#include <string.h>

/* ---- change ---- */
typedef enum {
    CHANGE_REMOVE,
    CHANGE_JUDGE,
    CHANGE_CROSS,
    CHANGE_INSERT,
    CHANGE_RESTORE,
    CHANGE_NARROW,
    CHANGE_JUDGE_WIDTH
} change_kind;
typedef struct {
    change_kind kind;
    fp_syncs syncs;
    fp_numbers places;              /* sorted: where nodes change */
    const fp_insertion *insertions; /* INSERT: of `places` */
    bool single;                    /* JUDGE: one leaf stands for the syncs */
    uint32_t leaves;                /* JUDGE: that stand for the syncs; 0: several ways lead to one of them */
    bool pending;                   /* new nodes are combined when something asks for their results */
} change;

/* One walk that changes a tree. */
typedef struct {
    struct fp_fold *fold;
    const change *what;
    bool passing; /* the nodes that it makes are */
    fp_meetings meetings;
    fp_judging *judging;     /* NULL: nothing is judged */
    bool ended;              /* the judgement is known: the rest of the tree does not matter */
    bool reached;            /* some leaf holds one of the syncs */
    uint32_t leaves;         /* that hold one of the syncs, met so far */
    uint32_t repeats;        /* loops and graphs around the node that is being changed */
    uint32_t from, to;       /* INSERT: the insertions that are looked at, by number */
    fp_place_range rests_on; /* covers the nodes that were made anew */
} walk;

static bool touches(const fp_fold_node *node, const change *what) {
    if (what->places.len == 1) return node->low <= what->places.data[0] && what->places.data[0] < node->high;
    uint32_t next = fp_count_below(what->places.data, what->places.len, node->low);
    return next < what->places.len && what->places.data[next] < node->high;
}

static bool holds_sync(const struct fp_fold *fold, const fp_fold_node *node, fp_syncs syncs) {
    for (uint32_t i = 0; i < node->sync_count; i++) {
        uint32_t number = fp_fold_sync_number(fold, node->frame, node->syncs[i]);
        for (uint32_t k = 0; k < syncs.count; k++)
            if (number == syncs.data[k]) return true;
    }
    return false;
}

static fp_fold_node *copy_node(struct fp_fold *fold, bool passing, const fp_fold_node *node) {
    struct fp_arena *keep = fp_fold_arena_of(fold, passing);
    fp_fold_node *copy = fp_arena_room(keep, sizeof *copy, _Alignof(fp_fold_node), 1);
    *copy = *node;
    copy->number = fold->node_count++;
    copy->passing = passing;
    copy->result = fp_arena_room(keep, sizeof *copy->result, _Alignof(fp_fold_result), 1);
    *copy->result = *node->result;
    return copy;
}

static void rest_on(walk *w, const fp_fold_node *node) {
    if (node->low < w->rests_on.low) w->rests_on.low = node->low;
    if (node->high > w->rests_on.high) w->rests_on.high = node->high;
}

static const fp_fold_node *with_children(walk *w, const fp_fold_node *node) {
    for (uint32_t i = 0; i < node->child_count; i++)
        fp_node_combine_pending(w->fold, node->children[i], FP_MEETINGS_SILENT);
    return node;
}

static void combine_changed(walk *w, const fp_fold_node *node) {
    node->result->pending = w->what->pending;
    if (!w->what->pending) fp_node_combine(w->fold, with_children(w, node), w->meetings, w->judging);
}

static const fp_fold_node *changed_sync(walk *w, const fp_fold_node *node) {
    struct fp_fold *fold = w->fold;
    if (!holds_sync(fold, node, w->what->syncs)) return node;
    fp_node_combine_pending(fold, node, FP_MEETINGS_SILENT);
    fp_transform through = fp_fold_summary(node).through;
    fp_fold_node *copy = copy_node(fold, w->passing, node);
    switch (w->what->kind) {
    case CHANGE_REMOVE: copy->removed = true; break;
    case CHANGE_RESTORE: copy->removed = copy->narrow = false; break;
    case CHANGE_NARROW: copy->narrow = true; break;
    case CHANGE_JUDGE: copy->through = fp_transform_judged(fold->algebra, through); break;
    case CHANGE_JUDGE_WIDTH:
        copy->narrow = true;
        copy->through = fp_transform_judged_against(fold->algebra, through, fp_fold_node_transform(fold, copy));
        break;
    case CHANGE_CROSS: copy->through = fp_transform_crossed(fold->algebra); break;
    case CHANGE_INSERT: break;
    }
    w->reached = true;
    w->leaves++;
    rest_on(w, node);
    combine_changed(w, copy);
    return copy;
}

/* What insertion number `k` puts beside the node, at its place. */
static fp_fold_node *inserted_sync(walk *w, const fp_fold_node *node, uint32_t k, uint32_t place) {
    fp_fold_node *sync =
        fp_fold_node_new(w->fold, w->passing, FP_FOLD_NODE_SYNC, (fp_fold_cover){ node->frame, place, place });
    sync->through = fp_fold_context_transform(w->fold, w->what->insertions[k].sync, node->meeting, node->partial);
    sync->result->pending = true;
    return sync;
}

static const fp_fold_node *in_sequence(walk *w, const fp_fold_node *a, const fp_fold_node *b) {
    fp_fold_node *both =
        fp_fold_node_new(w->fold, w->passing, FP_FOLD_NODE_SEQUENCE, (fp_fold_cover){ a->frame, a->low, b->high });
    both->children = FP_NEW(fp_fold_arena_of(w->fold, w->passing), const fp_fold_node *, 2);
    both->child_count = 2;
    both->children[0] = a, both->children[1] = b;
    both->result->pending = true;
    return both;
}

/* At the end of the block the last one takes over its last place: later insertions there stand behind it. */
static const fp_fold_node *inserted_behind(walk *w, const fp_fold_node *node, uint32_t from, uint32_t to) {
    fp_fold_node *rest = copy_node(w->fold, w->passing, node), *sync = NULL;
    uint32_t place = --rest->high;
    rest->ends_block = false;
    const fp_fold_node *all = rest;
    for (uint32_t k = from; k < to; k++) {
        sync = inserted_sync(w, node, k, place);
        if (k + 1 == to) sync->high = place + 1, sync->ends_block = true;
        all = in_sequence(w, all, sync);
    }
    return all;
}

static bool is_container(fp_fold_node_kind kind) {
    switch (kind) {
    case FP_FOLD_NODE_SEQUENCE:
    case FP_FOLD_NODE_CHOICE:
    case FP_FOLD_NODE_APART:
    case FP_FOLD_NODE_LOOP:
    case FP_FOLD_NODE_GRAPH:
    case FP_FOLD_NODE_GRAPH_LOOP: return true;
    case FP_FOLD_NODE_EMPTY:
    case FP_FOLD_NODE_ACCESS:
    case FP_FOLD_NODE_SYNC:
    case FP_FOLD_NODE_UNKNOWN_CALL:
    case FP_FOLD_NODE_UNTRACKED: return false;
    }
    return false;
}

static bool stands_behind(const fp_fold_node *node, uint32_t place) {
    return node->ends_block && place + 1 == node->high;
}

/* ---- walks ---- */
static const fp_fold_node *changed(walk *w, const fp_fold_node *node);

static bool may_repeat(fp_fold_node_kind kind) {
    return kind == FP_FOLD_NODE_LOOP || kind == FP_FOLD_NODE_GRAPH || kind == FP_FOLD_NODE_GRAPH_LOOP;
}

/* Do all leaves of the judged syncs stand below this node, and does nothing around repeats it? Then only its entries
 * that depend on these syncs matter to its parents. */
static bool holds_all_judged(const walk *w, uint32_t leaves_before) {
    return w->judging && w->repeats == 0 && w->what->leaves && w->leaves - leaves_before == w->what->leaves;
}

static const fp_fold_node *changed_children(walk *w, const fp_fold_node *node) {
    typedef const fp_fold_node *child;
    child *children =
        fp_arena_room(fp_fold_arena_of(w->fold, w->passing), sizeof *children, _Alignof(child), node->child_count);
    bool same = true;
    uint32_t leaves = w->leaves;
    w->repeats += may_repeat(node->kind);
    for (uint32_t i = 0; i < node->child_count; i++) {
        const fp_fold_node *old = node->children[i];
        children[i] = w->ended || !touches(old, w->what) ? old : changed(w, old);
        same &= children[i] == old;
    }
    w->repeats -= may_repeat(node->kind);
    if (same || w->ended) return node;
    fp_fold_node *copy = copy_node(w->fold, w->passing, node);
    copy->children = children;
    if (holds_all_judged(w, leaves))
        fp_node_combine_part(w->fold, with_children(w, copy), w->judging);
    else
        combine_changed(w, copy);
    if (!w->judging) return copy;
    /* Enough is known when every pair looked for is found, or when nothing depends on the judged syncs any more. */
    bool all = fp_judging_is_done(&w->fold->summaries, w->judging);
    rest_on(w, node);
    if (all) w->ended = true;
    if (all) return copy;
    if (fp_summary_is_judged(&w->fold->summaries, fp_fold_summary(copy), w->judging)) return copy;
    w->ended = w->what->single;
    return node; /* from here on it makes no difference; other leaves of the syncs may */
}

/* Insertions into what is no sequence: before it, inside of it, and behind it at the end of a block. */
static const fp_fold_node *with_insertions(walk *w, const fp_fold_node *node) {
    const uint32_t *places = w->what->places.data;
    uint32_t from = w->from, to = w->to, first = from, last = to;
    while (first < last && places[first] == node->low && !stands_behind(node, places[first])) first++;
    while (last > first && stands_behind(node, places[last - 1])) last--;
    const fp_fold_node *result = node;
    w->from = first, w->to = last;
    if (first < last && is_container(node->kind)) result = changed_children(w, node);
    w->from = from, w->to = to;
    if (last < to) result = inserted_behind(w, result, last, to);
    for (uint32_t k = first; k-- > from;) result = in_sequence(w, inserted_sync(w, node, k, node->low), result);
    return result;
}

/* Takes all insertions of one walk at once. Where a node around has taken some that stand at the same place, what
 * becomes of this one says nothing of it elsewhere. */
static const fp_fold_node *inserted(walk *w, const fp_fold_node *node) {
    const fp_numbers *places = &w->what->places;
    uint32_t from = w->from, to = w->to, first = fp_count_below(places->data, places->len, node->low),
             last = fp_count_below(places->data, places->len, node->high);
    bool all = first >= from && last <= to;
    if (first < from) first = from;
    if (last > to) last = to;
    if (first >= last) return node;
    if (all && fp_fold_is_marked(w->fold, node)) return fp_fold_mark_of(w->fold, node)->changed;
    w->from = first, w->to = last;
    const fp_fold_node *result =
        node->kind == FP_FOLD_NODE_SEQUENCE ? changed_children(w, node) : with_insertions(w, node);
    w->from = from, w->to = to;
    if (all) *fp_fold_mark_of(w->fold, node) = (fp_fold_mark){ w->fold->stamp, result };
    return result;
}

/* Of a node in which something changes. */
static const fp_fold_node *changed(walk *w, const fp_fold_node *node) {
    if (w->what->kind == CHANGE_INSERT) return inserted(w, node);
    if (fp_fold_is_marked(w->fold, node)) return fp_fold_mark_of(w->fold, node)->changed;
    const fp_fold_node *result = node;
    if (node->kind == FP_FOLD_NODE_SYNC)
        result = changed_sync(w, node);
    else if (is_container(node->kind))
        result = changed_children(w, node);
    *fp_fold_mark_of(w->fold, node) = (fp_fold_mark){ w->fold->stamp, result };
    return result;
}

static walk new_walk(struct fp_fold *fold, bool passing, const change *what, fp_meetings meetings) {
    return (
        walk){ .fold = fold, .what = what, .passing = passing, .meetings = meetings, .rests_on = { UINT32_MAX, 0 } };
}

static const fp_fold_node *change_tree(walk *w, const fp_fold_node *root) {
    if (!w->what->pending && !w->judging) fp_node_combine_pending(w->fold, root, FP_MEETINGS_REPORT);
    w->fold->stamp++;
    return touches(root, w->what) ? changed(w, root) : root;
}

static change change_syncs(struct fp_fold *fold, bool passing, change_kind kind, fp_syncs syncs) {
    struct fp_arena *keep = fp_fold_arena_of(fold, passing);
    change what = { .kind = kind, .syncs = syncs };
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < syncs.count; i++) {
        assert(syncs.data[i] < fold->sync_count && (i == 0 || syncs.data[i - 1] < syncs.data[i]));
        const fp_numbers *places = &fold->sync_places[syncs.data[i]];
        for (uint32_t k = 0; k < places->len; k++) *FP_PUSH(keep, &what.places) = places->data[k];
        leaves += fold->leaf_counts[syncs.data[i]];
    }
    fp_numbers_sort(what.places.data, what.places.len);
    what.single = leaves == 1;
    what.leaves = leaves == what.places.len ? leaves : 0;
    return what;
}

/* A tree whose new nodes are combined when something asks for their results. */
static const fp_fold_node *changed_later(struct fp_fold *fold, bool passing, const fp_fold_node *root, fp_syncs syncs,
                                         change_kind kind) {
    if (!syncs.count) return root;
    change what = change_syncs(fold, passing, kind, syncs);
    what.pending = true;
    walk w = new_walk(fold, passing, &what, FP_MEETINGS_SILENT);
    return change_tree(&w, root);
}

const fp_fold_node *fp_fold_without(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs) {
    return changed_later(fold, false, root, syncs, CHANGE_REMOVE);
}
const fp_fold_node *fp_fold_narrowed(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs) {
    return changed_later(fold, false, root, syncs, CHANGE_NARROW);
}

const fp_fold_node *fp_fold_what_if_without(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs) {
    change what = change_syncs(fold, false, CHANGE_REMOVE, syncs);
    walk w = new_walk(fold, false, &what, FP_MEETINGS_REPORT);
    return change_tree(&w, root);
}

static int compare_insertions(const void *a, const void *b) {
    const fp_insertion *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place;
}

const fp_fold_node *fp_fold_what_if_with(struct fp_fold *fold, const fp_fold_node *root, fp_insertion *insertions,
                                         uint32_t count) {
    change what = { .kind = CHANGE_INSERT, .insertions = insertions, .pending = true };
    if (!count) return root;
    fp_sort(insertions, count, sizeof *insertions, compare_insertions);
    for (uint32_t i = 0; i < count; i++) *FP_PUSH(fold->arena, &what.places) = insertions[i].place;
    assert(what.places.data[count - 1] < fold->place_count);
    walk w = new_walk(fold, false, &what, FP_MEETINGS_REPORT);
    w.to = count;
    return change_tree(&w, root);
}

const fp_fold_node *fp_fold_what_if_before(struct fp_fold *fold, const fp_fold_node *root, uint32_t place,
                                           const fp_sync *sync) {
    return fp_fold_what_if_with(fold, root, &(fp_insertion){ place, sync }, 1);
}

static fp_judgement judge_in(struct fp_fold *fold, const fp_fold_node *root, fp_exchange first, fp_syncs syncs,
                             fp_judge_wish wish, change_kind kind, struct fp_arena *scratch) {
    fp_arena_mark_t mark = fp_arena_mark(scratch);
    uint32_t node_count = fold->node_count; /* nodes in scratch give their numbers back */
    fold->passing = scratch;
    root = changed_later(fold, true, root, first.back, CHANGE_RESTORE);
    root = changed_later(fold, true, root, first.gone, CHANGE_REMOVE);
    change what = change_syncs(fold, true, kind, syncs);
    fp_judging judging = { .wish = wish };
    walk w = new_walk(fold, true, &what, FP_MEETINGS_JUDGE);
    w.judging = &judging;
    const fp_fold_node *judged = change_tree(&w, root);
    if (wish.at_end && judged != root) /* else nothing at the end depends on the syncs */
        fp_summary_judge_end(&judging, &fold->summaries, fp_fold_summary(judged).last);
    fp_judgement result = { .reached = w.reached, .rests_on = w.rests_on };
    memcpy(result.by, judging.by, sizeof result.by);
    fold->node_count = node_count;
    fold->passing = NULL;
    fp_arena_reset(scratch, mark);
    return result;
}

static fp_judgement judge(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs, fp_judge_wish wish,
                          change_kind kind, struct fp_arena *scratch) {
    return judge_in(fold, root, (fp_exchange){ { NULL, 0 }, { NULL, 0 } }, syncs, wish, kind, scratch);
}

fp_judgement fp_fold_judge_after(struct fp_fold *fold, const fp_fold_node *root, fp_exchange exchange, fp_syncs syncs,
                                 fp_judge_wish wish, struct fp_arena *scratch) {
    return judge_in(fold, root, exchange, syncs, wish, CHANGE_JUDGE, scratch);
}

fp_judgement fp_fold_judge(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs, fp_judge_wish wish,
                           struct fp_arena *scratch) {
    return judge(fold, root, syncs, wish, CHANGE_JUDGE, scratch);
}

fp_judgement fp_fold_judge_width(struct fp_fold *fold, const fp_fold_node *root, fp_syncs back, fp_syncs syncs,
                                 struct fp_arena *scratch) {
    fp_judge_wish wish = { .spaces = FP_SPACES_GLOBAL };
    return judge_in(fold, root, (fp_exchange){ .back = back }, syncs, wish, CHANGE_JUDGE_WIDTH, scratch);
}

fp_judgement fp_fold_judge_crossed(struct fp_fold *fold, const fp_fold_node *root, fp_syncs syncs,
                                   struct fp_arena *scratch) {
    return judge(fold, root, syncs, (fp_judge_wish){ .spaces = FP_SPACES_WORKGROUP }, CHANGE_CROSS, scratch);
}
