/* picture.c - kernels' pictures (fencepost_picture.h) from their analysis. */
#include "check/hazard.h"
#include "engine/sync_notes.h"
#include "fencepost_picture.h"
#include "order/fold.h"
#include "rules/finding.h"
#include "views/around.h"
#include "views/enum_names.h"
#include "views/picture_run.h"
#include "words/note_words.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    fp_span span;
    bool known;
} extent; /* of a loop: its op, or all that runs in it */
typedef FP_VEC(fp_picture_window) windows;

typedef struct {
    struct fp_arena *keep;
    fp_lines lines;
    const struct fp_kernel *kernel;
    extent *extents;   /* by loop of the kernel */
    uint32_t *loops;   /* by loop of the kernel: its number in the picture; NONE: nothing of it is known */
    uint32_t *by_root; /* buffer of the picture; NONE */
    FP_VEC(fp_picture_buffer) buffers;
    FP_VEC(fp_picture_access) accesses;
    FP_VEC(fp_picture_sync) syncs;
    FP_VEC(fp_picture_loop) picture_loops;
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

static void paint_accesses(painter *p) {
    for (uint32_t i = 0; i < fp_kernel_access_count(p->kernel); i++) {
        const fp_access *access = fp_kernel_access(p->kernel, i);
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
                               fp_sync_note_words(&(fp_renderer){ p->keep, p->lines }, about), about->phase };
    }
}

/* ---- windows ---- */
/* The kernel's pairs when nothing in its text orders anything. */
static fp_hazards pairs_without_syncs(painter *p, struct fp_analyser *analyser) {
    struct fp_fold *fold = fp_analyser_fold(analyser);
    FP_VEC(uint32_t) numbers = { 0 };
    for (uint32_t i = 0; i < p->kernel->syncs.len; i++)
        if (fp_sync_traits_of[p->kernel->syncs.data[i].kind].orders && !p->kernel->syncs.data[i].implied)
            *FP_PUSH(p->keep, &numbers) = i;
    const fp_fold_node *root = fp_fold_root(fold);
    if (numbers.len) root = fp_fold_what_if_without(fold, root, (fp_syncs){ numbers.data, numbers.len });
    return fp_analyser_hazards(analyser, root);
}

static bool is_window(const painter *p, const fp_hazard *hazard) {
    return !hazard->concurrent && !fp_hazard_is_self(hazard) &&
           fp_hazard_severity(p->kernel, hazard) >= FP_LEVEL_WARNING;
}

static bool lies_within(const painter *p, const fp_picture_window *window, uint32_t at) {
    if (window->loop == FP_PICTURE_NONE) return window->producer.start < at && at < window->consumer.start;
    fp_span loop = p->picture_loops.data[window->loop].span;
    return loop.start <= at && at < loop.end &&
           (window->whole || at > window->producer.start || at < window->consumer.start);
}

/* The sync that closes the window, as far as one alone does: a barrier rather than a wait, the last one before the
 * consumer. */
static uint32_t closing_sync(const painter *p, const fp_picture_window *window, bool async) {
    uint32_t best = FP_PICTURE_NONE;
    int best_rank = 0;
    for (uint32_t i = 0; i < p->syncs.len; i++) {
        const fp_picture_sync *sync = &p->syncs.data[i];
        bool barrier = sync->kind == FP_PICTURE_BARRIER || sync->kind == FP_PICTURE_WAIT,
             counts = async && sync->kind == FP_PICTURE_COUNTER;
        if ((!barrier && !counts) || sync->use == FP_PICTURE_SUPERFLUOUS || sync->use == FP_PICTURE_USELESS) continue;
        if (!lies_within(p, window, sync->span.start)) continue;
        int rank =
            (barrier ? 4 : 0) + (sync->use == FP_PICTURE_NEEDED ? 2 : 0) + (sync->span.start < window->consumer.start);
        if (best == FP_PICTURE_NONE || rank >= best_rank) best = i, best_rank = rank;
    }
    return best;
}

static fp_sentence ordered_word(const painter *p, const fp_picture_window *window) {
    if (window->sync == FP_PICTURE_NONE) return FP_WORD_WINDOW_ORDERED;
    bool barrier = p->syncs.data[window->sync].kind == FP_PICTURE_BARRIER;
    return barrier ? FP_WORD_WINDOW_ORDERED_BY_BARRIER : FP_WORD_WINDOW_ORDERED_BY_WAIT;
}

static fp_str window_words(painter *p, const fp_hazard *hazard, const fp_picture_window *window) {
    const fp_access *first = fp_kernel_access(p->kernel, hazard->producer),
                    *then = fp_kernel_access(p->kernel, hazard->consumer);
    fp_span loop = { 0, 0 }, sync = { 0, 0 };
    if (window->loop != FP_PICTURE_NONE) loop = p->picture_loops.data[window->loop].span;
    if (window->sync != FP_PICTURE_NONE) sync = p->syncs.data[window->sync].span;
    fp_phrase later = FP_PHRASE(hazard->at_least ? FP_WORD_WINDOW_LATER_AT_LEAST : FP_WORD_WINDOW_LATER,
                                fp_arg_number(FP_ARG_DISTANCE, hazard->distance), fp_arg_place(FP_ARG_LOOP, loop));
    if (window->loop == FP_PICTURE_NONE) later = fp_phrase_of(FP_SAYS_NOTHING);
    fp_phrase until = fp_phrase_of(window->open ? fp_cause_word(hazard->cause) : FP_SAYS_NOTHING);
    fp_phrase what = FP_PHRASE(window->open ? FP_SAYS_NOTHING : ordered_word(p, window), fp_arg_place(FP_ARG_TO, sync));
    fp_phrase words = FP_PHRASE(
        FP_WORD_WINDOW, fp_arg_text(FP_ARG_NAME, fp_hazard_kind_name(hazard->kind)),
        fp_arg_word(FP_ARG_DOES, fp_access_word(first->kind)), fp_arg_place(FP_ARG_PRODUCER, window->producer),
        fp_arg_word(FP_ARG_THEN, fp_access_word(then->kind)), fp_arg_place(FP_ARG_AT, window->consumer),
        fp_arg_phrase(FP_ARG_WHEN, later), fp_arg_phrase(FP_ARG_UNTIL, until), fp_arg_phrase(FP_ARG_WHAT, what));
    return fp_render(&(fp_renderer){ p->keep, p->lines }, &words, FP_FORM_FULL);
}

static void add_window(painter *p, windows *list, const fp_hazard *hazard, bool open) {
    if (!is_window(p, hazard)) return;
    const fp_access *first = fp_kernel_access(p->kernel, hazard->producer),
                    *then = fp_kernel_access(p->kernel, hazard->consumer);
    fp_picture_window window = { .buffer = buffer_of(p, first),
                                 .producer = first->span,
                                 .consumer = then->span,
                                 .loop = FP_PICTURE_NONE,
                                 .kind = hazard->kind,
                                 .open = open,
                                 .level = fp_hazard_severity(p->kernel, hazard),
                                 .sync = FP_PICTURE_NONE };
    if (hazard->carrier != FP_NONE) {
        window.loop = p->loops[hazard->carrier];
        if (window.loop == FP_PICTURE_NONE) return;
        window.whole = hazard->distance > 1 || first->span.start < then->span.start;
    } else if (first->span.start >= then->span.start) {
        return; /* by a way of blocks that runs against the text */
    }
    if (!open) window.sync = closing_sync(p, &window, hazard->cause == FP_CAUSE_ASYNC);
    window.words = window_words(p, hazard, &window);
    *FP_PUSH(p->keep, list) = window;
}

/* ---- only the windows that hold no other one ---- */
static int compare_numbers(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

/* Sorts windows by buffer and loop; in each, the ones that any place of the loop closes last, then by right end,
 * narrow ones first. */
static int compare_for_reduction(const void *a, const void *b) {
    const fp_picture_window *x = a, *y = b;
    int order = compare_numbers(x->buffer, y->buffer);
    if (!order) order = compare_numbers(x->loop + 1, y->loop + 1); /* NONE first */
    if (!order) order = (int)x->open - (int)y->open;
    if (!order) order = (int)x->whole - (int)y->whole;
    if (!order) order = compare_numbers(x->consumer.start, y->consumer.start);
    if (!order) order = compare_numbers(y->producer.start, x->producer.start);
    return order ? order : (int)x->kind - (int)y->kind;
}

static int compare_by_place(const void *a, const void *b) {
    const fp_picture_window *x = a, *y = b;
    int order = compare_numbers(x->producer.start, y->producer.start);
    if (!order) order = compare_numbers(x->consumer.start, y->consumer.start);
    return order ? order : compare_for_reduction(a, b);
}

static bool same_family(const fp_picture_window *x, const fp_picture_window *y) {
    return x->buffer == y->buffer && x->loop == y->loop && x->open == y->open && x->whole == y->whole;
}

/* Does a window that goes round a loop hold a straight one? */
static bool holds_straight(const painter *p, const fp_picture_window *round, const fp_picture_window *straight) {
    if (round->loop == FP_PICTURE_NONE || straight->loop != FP_PICTURE_NONE || round->buffer != straight->buffer ||
        round->open != straight->open)
        return false;
    fp_span loop = p->picture_loops.data[round->loop].span;
    if (straight->producer.start < loop.start || straight->consumer.start >= loop.end) return false;
    return round->whole || straight->producer.start >= round->producer.start ||
           straight->consumer.start <= round->consumer.start;
}

static uint32_t drop_wider(windows *list) {
    uint32_t kept = 0, latest = 0; /* latest: start of a producer; what begins before it holds that one's window */
    if (list->len > 1) qsort(list->data, list->len, sizeof *list->data, compare_for_reduction);
    for (uint32_t i = 0; i < list->len; i++) {
        const fp_picture_window *window = &list->data[i];
        bool first = kept == 0 || !same_family(window, &list->data[kept - 1]);
        bool any_place = window->whole && kept > 0 && list->data[kept - 1].buffer == window->buffer &&
                         list->data[kept - 1].loop == window->loop && list->data[kept - 1].open == window->open;
        if ((!first && window->producer.start <= latest) || any_place) continue;
        latest = window->producer.start;
        list->data[kept++] = *window;
    }
    return kept;
}

static void reduce(const painter *p, windows *list) {
    list->len = drop_wider(list);
    uint32_t straight = 0, kept = 0;
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i].loop == FP_PICTURE_NONE) straight++;
    fp_picture_window *lines = FP_NEW(p->keep, fp_picture_window, straight + 1);
    straight = 0;
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i].loop == FP_PICTURE_NONE) lines[straight++] = list->data[i];
    for (uint32_t i = 0; i < list->len; i++) {
        bool holds = false;
        for (uint32_t k = 0; k < straight && !holds && list->data[i].loop != FP_PICTURE_NONE; k++)
            holds = holds_straight(p, &list->data[i], &lines[k]);
        if (!holds) list->data[kept++] = list->data[i];
    }
    list->len = kept;
    if (kept > 1) qsort(list->data, kept, sizeof *list->data, compare_by_place);
}

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

static windows paint_windows(painter *p, fp_hazards pairs, const fp_analysis *analysis, uint32_t *hidden) {
    windows list = { 0 };
    for (size_t i = 0; i < analysis->hazard_count; i++) add_window(p, &list, &analysis->hazards[i], true);
    for (size_t i = 0; i < pairs.len; i++)
        if (!is_open(analysis, &pairs.data[i])) add_window(p, &list, &pairs.data[i], false);
    uint32_t found = list.len;
    reduce(p, &list);
    *hidden = found - list.len;
    return list;
}

/* ---- the whole ---- */
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
    if (p->accesses.len > 1) qsort(p->accesses.data, p->accesses.len, sizeof *p->accesses.data, compare_accesses);
    if (p->syncs.len > 1) qsort(p->syncs.data, p->syncs.len, sizeof *p->syncs.data, compare_syncs);
}

/* `analyser` has run: it is asked once more, for the kernel without its syncs. */
static fp_picture draw(struct fp_arena *keep, fp_lines lines, const struct fp_kernel *kernel,
                       struct fp_analyser *analyser, const fp_analysis *analysis) {
    painter p = { .keep = keep, .lines = lines, .kernel = kernel };
    uint32_t root_count = fp_buffers_count(kernel->buffers), hidden = 0;
    p.by_root = FP_NEW(keep, uint32_t, root_count + 1);
    for (uint32_t i = 0; i < root_count; i++) p.by_root[i] = FP_PICTURE_NONE;
    fp_hazards pairs = pairs_without_syncs(&p, analyser); /* first: it adds accesses that stand for what callees do */
    paint_loops(&p);
    paint_accesses(&p);
    paint_syncs(&p, analysis);
    sort_by_place(&p);
    windows list = paint_windows(&p, pairs, analysis, &hidden);
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
                           .windows = list.data,
                           .window_count = list.len,
                           .hidden_windows = hidden };
    if (!kernel->launch.upper_bound_only) memcpy(picture.block, kernel->launch.block, sizeof picture.block);
    return picture;
}

/* ---- a document's kernels ---- */
typedef FP_VEC(fp_picture) pictures;

static void draw_group(struct fp_document *document, const fp_unit_group *group, fp_str name, pictures *list) {
    fp_lowered_group lowered = fp_group_lower(document, group);
    for (uint32_t k = 0; k < lowered.pipeline.program->count; k++) {
        struct fp_kernel *kernel = lowered.pipeline.program->kernels[k];
        bool wanted = name.len ? fp_str_equal(kernel->name, name) : kernel->accesses.len + kernel->syncs.len > 0;
        if (!wanted) continue;
        struct fp_arena *scratch = fp_arena_new();
        struct fp_analyser *analyser = fp_analyser_new(lowered.work, scratch, kernel, lowered.pipeline.program, NULL);
        fp_analysis analysis = fp_analyser_run(analyser);
        fp_picture picture = draw(document->arena, document->lines, kernel, analyser, &analysis);
        picture.run = fp_picture_run_draw(document->arena, kernel, lowered.pipeline.program);
        *FP_PUSH(document->arena, list) = picture;
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
            if (unit.start <= kernel->span.start && kernel->span.end <= unit.end) return true;
        }
    }
    return false;
}

size_t fp_document_pictures(struct fp_document *document, fp_str kernel, const fp_picture **list) {
    pictures found = { 0 };
    fp_document_read(document, NULL);
    for (uint32_t g = 0; g < document->groups.len; g++)
        if (may_have(document, &document->groups.data[g], kernel))
            draw_group(document, &document->groups.data[g], kernel, &found);
    if (found.len > 1) qsort(found.data, found.len, sizeof *found.data, compare_pictures);
    *list = found.data;
    return found.len;
}
