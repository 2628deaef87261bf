/* picture.c - kernels' pictures (fencepost_picture.h) from their analysis. */
#include "base/cancel.h"
#include "base/sort.h"
#include "base/span.h"
#include "check/hazard.h"
#include "engine/sync_notes.h"
#include "fencepost_picture.h"
#include "order/fold.h"
#include "rules/finding.h"
#include "rules/stream_level.h"
#include "views/around.h"
#include "views/enum_names.h"
#include "views/picture_run.h"
#include "views/picture_windows.h"
#include "words/note_words.h"
#include <string.h>

typedef struct {
    fp_span span;
    bool known;
} extent; /* of a loop: its op, or all that runs in it */
typedef struct {
    uint32_t at, sync; /* where it starts; its number in the picture */
} closer;

/* Where a kernel has many syncs, windows are looked for among so many of them at a time, and again from half of them
 * on: each that holds no more than half of them is found. */
enum { SYNCS_AT_ONCE = 128 };

/* The syncs that may close windows, by how well they do: barriers and waits of barriers before waits for counters,
 * which close windows of copies only, and those that are needed before the others. */
enum { CLOSER_CLASSES = 4, CLOSERS_OF_ALL = 2 };

typedef struct {
    struct fp_arena *keep;
    fp_lines lines;
    const struct fp_kernel *kernel;
    const struct fp_streams *streams; /* NULL: nothing was run */
    extent *extents;                  /* by loop of the kernel */
    uint32_t *loops;   /* by loop of the kernel: its number in the picture; NONE: nothing of it is known */
    uint32_t *by_root; /* buffer of the picture; NONE */
    FP_VEC(fp_picture_buffer) buffers;
    FP_VEC(fp_picture_access) accesses;
    uint32_t accesses_seen; /* of the kernel's, those of callees behind them: they get more while pairs are found */
    FP_VEC(fp_picture_sync) syncs;
    FP_VEC(fp_picture_loop) picture_loops;
    FP_VEC(closer) closers[CLOSER_CLASSES]; /* by class */
    fp_drawn_windows closed;                /* room, used again and again */
} painter;

/* ---- loops ---- */
static void widen(extent *e, fp_span span) {
    if (!e->known || span.start < e->span.start) e->span.start = span.start;
    if (!e->known || span.end > e->span.end) e->span.end = span.end;
    e->known = true;
}

static void widen_around(painter *p, fp_loop_id loop, fp_span span) {
    for (; loop != FP_NONE; loop = p->kernel->loops.data[loop].parent) widen(&p->extents[loop], span);
}

static void visit(painter *p, const fp_items *items, fp_loop_id loop);

static void visit_graph(painter *p, const fp_graph_item *graph, fp_loop_id loop) {
    for (uint32_t i = 0; i < graph->node_count; i++) {
        visit(p, &graph->nodes[i].items, loop);
        if (graph->nodes[i].loop == FP_NONE) continue;
        const fp_graph_loop *inner = &p->kernel->graph_loops.data[graph->nodes[i].loop];
        visit_graph(p, &inner->inner, inner->loop);
    }
}

static void visit_loop(painter *p, fp_loop_id number) {
    const fp_loop_item *loop = &p->kernel->loops.data[number];
    const fp_op_node *op = &p->kernel->ir->ops[loop->op];
    visit(p, &loop->body, number);
    visit(p, &loop->tail, number);
    if (op->region_count > 0) widen_around(p, number, op->span);
}

static void visit(painter *p, const fp_items *items, fp_loop_id loop) {
    const struct fp_kernel *kernel = p->kernel;
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        switch (items->data[i].kind) {
        case FP_ITEM_ACCESS: widen_around(p, loop, kernel->accesses.data[index].span); break;
        case FP_ITEM_SYNC: widen_around(p, loop, kernel->syncs.data[index].span); break;
        case FP_ITEM_CALL: widen_around(p, loop, kernel->calls.data[index].span); break;
        case FP_ITEM_UNTRACKED: break;
        case FP_ITEM_LOOP: visit_loop(p, index); break;
        case FP_ITEM_GRAPH: visit_graph(p, &kernel->graphs.data[index], loop); break;
        case FP_ITEM_BRANCH:
            for (uint32_t arm = 0; arm < kernel->branches.data[index].arm_count; arm++)
                visit(p, &kernel->branches.data[index].arms[arm], loop);
            break;
        }
    }
}

static void paint_loops(painter *p) {
    uint32_t count = p->kernel->loops.len;
    p->extents = FP_NEW(p->keep, extent, count + 1);
    p->loops = FP_NEW(p->keep, uint32_t, count + 1);
    visit(p, &p->kernel->body, FP_NONE);
    for (uint32_t i = 0; i < count; i++) {
        p->loops[i] = FP_PICTURE_NONE;
        if (!p->extents[i].known || p->kernel->loops.data[i].threads) continue;
        uint32_t depth = 0;
        for (fp_loop_id up = p->kernel->loops.data[i].parent; up != FP_NONE; up = p->kernel->loops.data[up].parent)
            depth++;
        p->loops[i] = p->picture_loops.len;
        *FP_PUSH(p->keep, &p->picture_loops) = (fp_picture_loop){ p->extents[i].span, depth };
    }
}

/* ---- buffers and accesses ---- */
static uint32_t add_buffer(painter *p, fp_picture_buffer buffer) {
    *FP_PUSH(p->keep, &p->buffers) = buffer;
    return p->buffers.len - 1;
}

static uint32_t buffer_of_root(painter *p, fp_root root) {
    if (p->by_root[root] != FP_PICTURE_NONE) return p->by_root[root];
    const fp_root_info *info = fp_buffers_root(p->kernel->buffers, root);
    return p->by_root[root] =
               add_buffer(p, (fp_picture_buffer){ fp_str_copy(p->keep, info->name), info->span, info->size_bytes });
}

/* The buffer of an access inside a callee, of which only the name is known here. */
static uint32_t buffer_of_name(painter *p, fp_str name) {
    for (uint32_t i = 0; i < p->buffers.len; i++)
        if (fp_str_equal(p->buffers.data[i].name, name)) return i;
    return add_buffer(p, (fp_picture_buffer){ .name = fp_str_copy(p->keep, name), .size_bytes = -1 });
}

static bool is_shown(const painter *p, const fp_access *access) {
    return fp_class_of(p->kernel, access).space == FP_SPACE_WORKGROUP &&
           !fp_buffers_only_supposed(p->kernel->buffers, access->roots);
}

/* The column that a window of the access stands in. */
static uint32_t buffer_of(painter *p, const fp_access *access) {
    uint32_t count = 0;
    const fp_root *roots = fp_buffers_members(p->kernel->buffers, access->roots, &count);
    return count ? buffer_of_root(p, roots[0]) : buffer_of_name(p, fp_buffer_name(access));
}

static void add_access(painter *p, const fp_access *access, uint32_t buffer) {
    fp_picture_access_kind kind = access->kind == FP_ACCESS_READ    ? FP_PICTURE_READ
                                  : access->kind == FP_ACCESS_WRITE ? FP_PICTURE_WRITE
                                                                    : FP_PICTURE_ATOMIC;
    *FP_PUSH(p->keep, &p->accesses) =
        (fp_picture_access){ access->span, buffer, kind, fp_class_of(p->kernel, access).counter != FP_COUNTER_NONE };
}

/* Those that are not there yet. */
static void paint_accesses(painter *p) {
    for (; p->accesses_seen < fp_kernel_access_count(p->kernel); p->accesses_seen++) {
        const fp_access *access = fp_kernel_access(p->kernel, p->accesses_seen);
        if (!is_shown(p, access)) continue;
        uint32_t count = 0;
        const fp_root *roots = fp_buffers_members(p->kernel->buffers, access->roots, &count);
        for (uint32_t k = 0; k < count; k++) add_access(p, access, buffer_of_root(p, roots[k]));
        if (count == 0) add_access(p, access, buffer_of_name(p, fp_buffer_name(access)));
    }
}

/* ---- syncs ---- */
static fp_picture_sync_kind kind_of(const fp_sync *sync) {
    fp_sync_kind kind = sync->kind;
    if (kind == FP_SYNC_BARRIER && sync->scope != FP_SCOPE_WAVE) return FP_PICTURE_BARRIER;
    if (kind == FP_SYNC_SIGNAL) return FP_PICTURE_SIGNAL;
    if (kind == FP_SYNC_WAIT || kind == FP_SYNC_COMPLETION_WAIT) return FP_PICTURE_WAIT;
    return kind == FP_SYNC_COUNTER_WAIT ? FP_PICTURE_COUNTER : FP_PICTURE_OTHER;
}

static fp_picture_use use_of(fp_verdict verdict) {
    switch (verdict) {
    case FP_VERDICT_NEEDED:
    case FP_VERDICT_DOUBTFUL: return FP_PICTURE_NEEDED;
    case FP_VERDICT_REDUNDANT: return FP_PICTURE_SUPERFLUOUS;
    case FP_VERDICT_INEFFECTIVE: return FP_PICTURE_USELESS;
    case FP_VERDICT_PACING:
    case FP_VERDICT_UNREACHED:
    case FP_VERDICT_UNJUDGED: return FP_PICTURE_UNKNOWN;
    }
    return FP_PICTURE_UNKNOWN;
}

static void paint_syncs(painter *p, const fp_analysis *analysis) {
    fp_sync_notes notes = { 0 };
    uint32_t note = 0;
    fp_sync_notes_collect(p->keep, p->kernel, analysis, &notes);
    for (uint32_t i = 0; i < p->kernel->syncs.len; i++) {
        const fp_sync *sync = &p->kernel->syncs.data[i];
        if (sync->implied) continue;
        const fp_sync_note *about = &notes.data[note++];
        if (sync->kind == FP_SYNC_COUNT_UP) continue; /* traffic that only counts */
        *FP_PUSH(p->keep, &p->syncs) =
            (fp_picture_sync){ sync->span, kind_of(sync), use_of(analysis->syncs[i].verdict),
                               fp_sync_note_words(&(fp_renderer){ .keep = p->keep, .lines = p->lines }, about),
                               about->phase };
    }
}

/* ---- windows ---- */
static bool is_window(const painter *p, const fp_hazard *hazard) {
    return !hazard->concurrent && !fp_hazard_is_self(hazard) &&
           fp_hazard_severity(p->kernel, hazard) >= FP_LEVEL_WARNING;
}

static uint32_t closer_class(const fp_picture_sync *sync) {
    bool barrier = sync->kind == FP_PICTURE_BARRIER || sync->kind == FP_PICTURE_WAIT;
    if (!barrier && sync->kind != FP_PICTURE_COUNTER) return CLOSER_CLASSES;
    if (sync->use == FP_PICTURE_SUPERFLUOUS || sync->use == FP_PICTURE_USELESS) return CLOSER_CLASSES;
    return (barrier ? 0u : CLOSERS_OF_ALL) + (sync->use == FP_PICTURE_NEEDED ? 0 : 1);
}

static void find_closers(painter *p) {
    for (uint32_t i = 0; i < p->syncs.len; i++) {
        uint32_t class = closer_class(&p->syncs.data[i]);
        if (class < CLOSER_CLASSES) *FP_PUSH(p->keep, &p->closers[class]) = (closer){ p->syncs.data[i].span.start, i };
    }
}

/* The last sync of the class that starts in [from, to); NONE. */
static uint32_t last_closer(const painter *p, uint32_t class, uint32_t from, uint32_t to) {
    uint32_t end = FP_COUNT_BELOW(p->closers[class].data, p->closers[class].len, at, to);
    bool any = end > 0 && p->closers[class].data[end - 1].at >= from;
    return any ? p->closers[class].data[end - 1].sync : FP_PICTURE_NONE;
}

/* The sync that closes the window, as far as one alone does: of the best class, the last one before the consumer; round
 * a loop also one behind it. */
static uint32_t closing_sync(const painter *p, const fp_picture_window *window, bool async) {
    uint32_t producer = window->producer.start, consumer = window->consumer.start;
    bool round = window->loop != FP_PICTURE_NONE;
    fp_span loop = round ? p->picture_loops.data[window->loop].span : (fp_span){ producer + 1, consumer };
    uint32_t behind = window->whole ? consumer : producer + 1;
    for (uint32_t class = 0; class < (async ? CLOSER_CLASSES : CLOSERS_OF_ALL); class ++) {
        uint32_t found = last_closer(p, class, loop.start, consumer < loop.end ? consumer : loop.end);
        if (found == FP_PICTURE_NONE && round)
            found = last_closer(p, class, behind > loop.start ? behind : loop.start, loop.end);
        if (found != FP_PICTURE_NONE) return found;
    }
    return FP_PICTURE_NONE;
}

static fp_sentence ordered_word(const painter *p, const fp_picture_window *window) {
    if (window->awaited) return FP_WORD_WINDOW_AWAITED;
    if (window->sync == FP_PICTURE_NONE) return FP_WORD_WINDOW_ORDERED;
    bool barrier = p->syncs.data[window->sync].kind == FP_PICTURE_BARRIER;
    return barrier ? FP_WORD_WINDOW_ORDERED_BY_BARRIER : FP_WORD_WINDOW_ORDERED_BY_WAIT;
}

static fp_str window_words(painter *p, const fp_drawn_window *of, const fp_picture_window *window) {
    const fp_hazard *hazard = &of->hazard;
    const fp_access *first = fp_kernel_access(p->kernel, hazard->producer),
                    *then = fp_kernel_access(p->kernel, hazard->consumer);
    fp_span loop = { 0, 0 }, sync = { 0, 0 };
    if (window->loop != FP_PICTURE_NONE) loop = p->picture_loops.data[window->loop].span;
    if (window->sync != FP_PICTURE_NONE) sync = p->syncs.data[window->sync].span;
    fp_phrase later = FP_PHRASE(hazard->at_least ? FP_WORD_WINDOW_LATER_AT_LEAST : FP_WORD_WINDOW_LATER,
                                fp_arg_number(FP_ARG_DISTANCE, hazard->distance), fp_arg_place(FP_ARG_LOOP, loop));
    if (window->loop == FP_PICTURE_NONE) later = fp_phrase_of(FP_SAYS_NOTHING);
    fp_phrase until = fp_phrase_of(of->lacks      ? of->lacks
                                   : window->open ? fp_cause_word(hazard->cause)
                                                  : FP_SAYS_NOTHING);
    fp_phrase what = FP_PHRASE(window->open ? FP_SAYS_NOTHING : ordered_word(p, window), fp_arg_place(FP_ARG_TO, sync));
    fp_phrase words = FP_PHRASE(
        FP_WORD_WINDOW, fp_arg_text(FP_ARG_NAME, fp_hazard_kind_name(hazard->kind)),
        fp_arg_word(FP_ARG_DOES, fp_access_word(first->kind)), fp_arg_place(FP_ARG_PRODUCER, window->producer),
        fp_arg_word(FP_ARG_THEN, fp_access_word(then->kind)), fp_arg_place(FP_ARG_AT, window->consumer),
        fp_arg_phrase(FP_ARG_WHEN, later), fp_arg_phrase(FP_ARG_UNTIL, until), fp_arg_phrase(FP_ARG_WHAT, what));
    return fp_render(&(fp_renderer){ .keep = p->keep, .lines = p->lines }, &words, FP_FORM_FULL);
}

/* What the run of the streams finds of the two. Text of single threads tells iterations apart. */
static const fp_stream_fault *fault_of(const painter *p, const fp_access *first, const fp_access *then, bool carried) {
    const fp_stream_fault *fault = fp_stream_pair_fault(p->kernel, p->streams, fp_op_pair_rising(first->op, then->op));
    if (!fault || !p->kernel->decided || p->streams->in_shares) return fault;
    return carried == (fault->evidence.order != 0) ? fault : NULL;
}

static void add_window(painter *p, fp_drawn_windows *list, const fp_hazard *hazard, bool open) {
    if (!is_window(p, hazard)) return;
    const fp_access *first = fp_kernel_access(p->kernel, hazard->producer),
                    *then = fp_kernel_access(p->kernel, hazard->consumer);
    bool awaited = fp_hazard_awaits_pass(p->kernel, hazard);
    const fp_stream_fault *fault = open ? NULL : fault_of(p, first, then, hazard->carrier != FP_NONE);
    fp_picture_window window = { .buffer = buffer_of(p, first),
                                 .producer = first->span,
                                 .consumer = then->span,
                                 .loop = FP_PICTURE_NONE,
                                 .kind = hazard->kind,
                                 .open = fault || (open && !awaited),
                                 .awaited = open && awaited,
                                 .level = fault ? fp_stream_fault_level(p->kernel, fault)
                                                : fp_hazard_severity(p->kernel, hazard),
                                 .sync = FP_PICTURE_NONE };
    if (hazard->carrier != FP_NONE) {
        window.loop = p->loops[hazard->carrier];
        if (window.loop == FP_PICTURE_NONE) return;
        window.whole = hazard->distance > 1 || first->span.start < then->span.start;
    } else if (first->span.start >= then->span.start) {
        return; /* by a way of blocks that runs against the text */
    }
    *FP_PUSH(p->keep, list) =
        (fp_drawn_window){ window, *hazard, fault ? fp_stream_pair_word(fault) : FP_SAYS_NOTHING };
}

/* ---- what something orders ---- */
static bool is_open(const fp_analysis *analysis, const fp_hazard *hazard) {
    /* sorted by consumer first */
    size_t low = FP_COUNT_BELOW(analysis->hazards, (uint32_t)analysis->hazard_count, consumer, hazard->consumer);
    for (; low < analysis->hazard_count && analysis->hazards[low].consumer == hazard->consumer; low++) {
        const fp_hazard *have = &analysis->hazards[low];
        if (have->producer == hazard->producer && have->carrier == hazard->carrier && have->kind == hazard->kind)
            return true;
    }
    return false;
}

/* Adds the windows that are there when these syncs order nothing; how many there are before those that hold others are
 * left out. */
static uint32_t add_closed(painter *p, struct fp_analyser *analyser, const fp_analysis *analysis, fp_syncs syncs,
                           fp_drawn_windows *list) {
    struct fp_fold *fold = fp_analyser_fold(analyser);
    uint32_t then = fp_fold_now(fold);
    const fp_fold_node *root = fp_fold_what_if_without(fold, fp_fold_root(fold), syncs);
    fp_hazards pairs = fp_analyser_hazards_since(analyser, root, then);
    paint_accesses(p);
    p->closed.len = 0;
    for (size_t i = 0; i < pairs.len; i++)
        if (!is_open(analysis, &pairs.data[i])) add_window(p, &p->closed, &pairs.data[i], false);
    uint32_t found = p->closed.len;
    fp_picture_windows_reduce(p->keep, p->picture_loops.data, &p->closed);
    for (uint32_t i = 0; i < p->closed.len; i++) *FP_PUSH(p->keep, list) = p->closed.data[i];
    return found;
}
/* The syncs whose order the text tells; where there are many, `reach` becomes how many a window may hold. */
static uint32_t find_closed(painter *p, struct fp_analyser *analyser, const fp_analysis *analysis,
                            fp_drawn_windows *list, uint32_t *reach) {
    FP_VEC(uint32_t) syncs = { 0 };
    uint32_t found = 0, start = 0;
    for (uint32_t i = 0; i < p->kernel->syncs.len; i++)
        if (fp_sync_traits_of[p->kernel->syncs.data[i].kind].orders && !p->kernel->syncs.data[i].implied)
            *FP_PUSH(p->keep, &syncs) = i;
    *reach = syncs.len > SYNCS_AT_ONCE ? SYNCS_AT_ONCE / 2 : 0;
    while (start < syncs.len && !fp_fold_cancelled(fp_analyser_fold(analyser))) {
        uint32_t left = syncs.len - start, count = left < SYNCS_AT_ONCE ? left : SYNCS_AT_ONCE;
        found += add_closed(p, analyser, analysis, (fp_syncs){ syncs.data + start, count }, list);
        if (count == left) break;
        start += SYNCS_AT_ONCE / 2;
    }
    return found;
}

/* An access of the op, in the kernel's own text, to memory that `other` may touch as well; NULL: there is none. */
static const fp_access *access_of(const painter *p, fp_op op, bool writes, const fp_access *other) {
    for (uint32_t i = 0; i < p->kernel->accesses.len; i++) {
        const fp_access *access = &p->kernel->accesses.data[i];
        if (access->op != op || !is_shown(p, access) || (access->kind != FP_ACCESS_READ) != writes) continue;
        if (!other || fp_buffers_alias(p->kernel->buffers, access->roots, other->roots) != FP_ALIAS_NEVER)
            return access;
    }
    return NULL;
}

static bool is_drawn_open(const fp_drawn_windows *list, const fp_access *a, const fp_access *b) {
    for (uint32_t i = 0; i < list->len; i++) {
        uint32_t producer = list->data[i].window.producer.start, consumer = list->data[i].window.consumer.start;
        bool same = (producer == a->span.start && consumer == b->span.start) ||
                    (producer == b->span.start && consumer == a->span.start);
        if (same && list->data[i].window.open) return true;
    }
    return false;
}

static void add_fault(painter *p, fp_drawn_windows *list, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    const fp_access *first = access_of(p, e->first.op, e->first_writes, NULL),
                    *then = first ? access_of(p, e->second.op, e->second_writes, first) : NULL;
    if (!then || is_drawn_open(list, first, then)) return;
    if (first->span.start > then->span.start) {
        const fp_access *swap = first;
        first = then, then = swap;
    }
    fp_hazard hazard = { .kind = first->kind == FP_ACCESS_READ  ? FP_HAZARD_WAR
                                 : then->kind == FP_ACCESS_READ ? FP_HAZARD_RAW
                                                                : FP_HAZARD_WAW,
                         .producer = (uint32_t)(first - p->kernel->accesses.data),
                         .consumer = (uint32_t)(then - p->kernel->accesses.data),
                         .carrier = FP_NONE };
    fp_picture_window window = { .buffer = buffer_of(p, first),
                                 .producer = first->span,
                                 .consumer = then->span,
                                 .loop = FP_PICTURE_NONE,
                                 .kind = hazard.kind,
                                 .open = true,
                                 .level = fp_stream_fault_level(p->kernel, fault),
                                 .sync = FP_PICTURE_NONE };
    *FP_PUSH(p->keep, list) = (fp_drawn_window){ window, hazard, fp_stream_pair_word(fault) };
}

/* Pairs that the algebra leaves to the run of the streams, and that the run finds unordered. */
static void add_faults(painter *p, fp_drawn_windows *list) {
    for (uint32_t i = 0; p->streams && i < p->streams->fault_count; i++) {
        const fp_run_evidence *e = &p->streams->faults[i].evidence;
        fp_op_pair pair = fp_op_pair_rising(e->first.op, e->second.op);
        bool worst = fp_stream_pair_fault(p->kernel, p->streams, pair) == &p->streams->faults[i];
        if (worst && e->first.op != e->second.op) add_fault(p, list, &p->streams->faults[i]);
    }
}

/* The windows of the picture, with the sync that closes each and its sentence. */
static fp_picture_window *paint_windows(painter *p, fp_drawn_windows *list) {
    find_closers(p);
    fp_picture_window *result = FP_NEW(p->keep, fp_picture_window, list->len + 1);
    for (uint32_t i = 0; i < list->len; i++) {
        const fp_hazard *hazard = &list->data[i].hazard;
        result[i] = list->data[i].window;
        if (!result[i].open && !result[i].awaited)
            result[i].sync = closing_sync(p, &result[i], hazard->cause == FP_CAUSE_ASYNC);
        result[i].words = window_words(p, &list->data[i], &result[i]);
    }
    return result;
}

/* ---- the whole ---- */
static int compare_numbers(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

static int compare_accesses(const void *a, const void *b) {
    const fp_picture_access *x = a, *y = b;
    int order = compare_numbers(x->span.start, y->span.start);
    if (!order) order = compare_numbers(x->buffer, y->buffer);
    return order ? order : (int)x->kind - (int)y->kind;
}

static int compare_syncs(const void *a, const void *b) {
    return compare_numbers(((const fp_picture_sync *)a)->span.start, ((const fp_picture_sync *)b)->span.start);
}

static void sort_by_place(painter *p) {
    fp_sort(p->accesses.data, p->accesses.len, sizeof *p->accesses.data, compare_accesses);
    fp_sort(p->syncs.data, p->syncs.len, sizeof *p->syncs.data, compare_syncs);
}

/* `analyser` has run: it is asked more, for the kernel without its syncs. */
static fp_picture draw(struct fp_arena *keep, fp_lines lines, const struct fp_kernel *kernel,
                       const struct fp_streams *streams, struct fp_analyser *analyser, const fp_analysis *analysis) {
    painter p = { .keep = keep, .lines = lines, .kernel = kernel, .streams = streams };
    fp_drawn_windows list = { 0 };
    uint32_t root_count = fp_buffers_count(kernel->buffers), reach = 0;
    p.by_root = FP_NEW(keep, uint32_t, root_count + 1);
    for (uint32_t i = 0; i < root_count; i++) p.by_root[i] = FP_PICTURE_NONE;
    paint_loops(&p);
    paint_accesses(&p);
    for (size_t i = 0; i < analysis->hazard_count; i++) add_window(&p, &list, &analysis->hazards[i], true);
    uint32_t found = list.len;
    found += find_closed(&p, analyser, analysis, &list, &reach);
    uint32_t before = list.len;
    add_faults(&p, &list);
    found += list.len - before;
    fp_picture_windows_reduce(keep, p.picture_loops.data, &list);
    paint_syncs(&p, analysis);
    sort_by_place(&p);
    fp_picture picture = { .name = fp_str_copy(keep, kernel->name),
                           .span = kernel->ir->ops[kernel->op].span,
                           .target = kernel->target->chip,
                           .buffers = p.buffers.data,
                           .buffer_count = p.buffers.len,
                           .accesses = p.accesses.data,
                           .access_count = p.accesses.len,
                           .syncs = p.syncs.data,
                           .sync_count = p.syncs.len,
                           .loops = p.picture_loops.data,
                           .loop_count = p.picture_loops.len,
                           .windows = paint_windows(&p, &list),
                           .window_count = list.len,
                           .hidden_windows = reach ? 0 : found - list.len,
                           .window_reach = reach };
    if (!kernel->launch.upper_bound_only) memcpy(picture.block, kernel->launch.block, sizeof picture.block);
    return picture;
}

/* ---- a document's kernels ---- */
typedef FP_VEC(fp_picture) pictures;

static void draw_group(struct fp_document *document, const fp_unit_group *group, fp_str name,
                       const volatile bool *cancelled, pictures *list) {
    fp_lowered_group lowered = fp_group_lower(document, group);
    fp_pipeline_run(lowered.work, &lowered.pipeline, cancelled); /* what it has ordered is no open window */
    for (uint32_t k = 0; k < lowered.pipeline.program->count; k++) {
        struct fp_kernel *kernel = lowered.pipeline.program->kernels[k];
        bool wanted = name.len ? fp_str_equal(kernel->name, name)
                               : kernel->accesses.len + kernel->syncs.len + kernel->calls.len > 0;
        if (!wanted || fp_is_cancelled(cancelled)) continue;
        struct fp_arena *scratch = fp_arena_new();
        struct fp_analyser *analyser =
            fp_analyser_new(lowered.work, scratch, kernel, lowered.pipeline.program, cancelled);
        fp_analysis analysis = fp_analyser_run(analyser);
        bool only_calls = kernel->accesses.len + kernel->syncs.len == 0; /* drawn where callees make them race */
        bool drawn = name.len || !only_calls || analysis.hazard_count;
        if (drawn && !fp_is_cancelled(cancelled)) {
            fp_picture picture =
                draw(document->arena, document->lines, kernel, lowered.pipeline.streams[k], analyser, &analysis);
            picture.run = fp_picture_run_draw(document->arena, kernel, lowered.pipeline.program);
            *FP_PUSH(document->arena, list) = picture;
        }
        fp_arena_drop(scratch);
    }
    fp_group_drop(&lowered);
}

static int compare_pictures(const void *a, const void *b) {
    return compare_numbers(((const fp_picture *)a)->span.start, ((const fp_picture *)b)->span.start);
}

/* After a check it is known where the kernels are: an editor's picture follows every keystroke. */
static bool may_have(const struct fp_document *document, const fp_unit_group *group, fp_str name) {
    if (!name.len || !document->result) return true;
    for (size_t k = 0; k < document->result->kernel_count; k++) {
        const fp_kernel_info *kernel = &document->result->kernels[k];
        for (uint32_t i = 0; i < group->unit_count && fp_str_equal(kernel->name, name); i++) {
            fp_span unit = document->context->units.data[group->units[i]].span;
            if (fp_span_within(kernel->span, unit)) return true;
        }
    }
    return false;
}

size_t fp_document_pictures(struct fp_document *document, fp_str kernel, const volatile bool *cancelled,
                            const fp_picture **list) {
    pictures found = { 0 };
    *list = NULL;
    if (!fp_document_read(document, cancelled)) return 0;
    for (uint32_t g = 0; g < document->groups.len && !fp_is_cancelled(cancelled); g++)
        if (may_have(document, &document->groups.data[g], kernel))
            draw_group(document, &document->groups.data[g], kernel, cancelled, &found);
    if (fp_is_cancelled(cancelled)) return 0;
    fp_sort(found.data, found.len, sizeof *found.data, compare_pictures);
    *list = found.data;
    return found.len;
}
