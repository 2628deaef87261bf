/* syncs.c - what existing barriers, waits and fences are worth: redundant-barrier, redundant-wait,
 * ineffective-barrier, wide-fence. */
#include "base/sort.h"
#include "read/type.h"
#include "rules/emit.h"
#include "rules/fix.h"
#include "streams/what_if.h"

static const fp_sync *sync_at(const fp_rule_context *context, uint32_t sync) {
    return &context->kernel->syncs.data[sync];
}

static bool is_single_wave(const fp_rule_context *context) {
    const fp_launch *launch = &context->kernel->launch;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    return threads > 0 && threads <= launch->wave_size;
}

/* ---- Redundant ---- */

/* Hazards of one cause, by where their accesses stand: which barrier lies between them is asked of each barrier. */
struct pairs {
    const fp_span *straight; /* producer's and consumer's start, by the producer's; the consumer's is the last so far */
    uint32_t straight_count, carried_producer, carried_consumer; /* of carried ones the first and the last start */
    bool any_carried;
};

/* A kernel's accesses of workgroup memory and its barriers that are kept, in the order of the text. */
typedef struct {
    const uint32_t *accesses, *kept;
    uint32_t access_count, kept_count;
    uint32_t *in_order;  /* per sync: its place among the items that run once; FP_NONE: it is inside of one */
    uint32_t first, end; /* the items that hold such an access lie in [first, end) */
    struct pairs unfenced, unmet;
} places;

/* Around a sync: the accesses next to it, and a kept barrier with no access between. */
typedef struct {
    uint32_t before, after, kept;
} neighbours;

static bool is_kept_barrier(const fp_rule_context *context, uint32_t sync) {
    const fp_sync *s = sync_at(context, sync);
    bool kept = context->analysis->syncs[sync].verdict == FP_VERDICT_NEEDED;
    return s->kind == FP_SYNC_BARRIER && !s->implied && s->scope != FP_SCOPE_WAVE && kept;
}

typedef struct {
    uint32_t start, index;
} place;
static int compare_places(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static const uint32_t *sorted_indexes(struct fp_arena *keep, place *list, uint32_t count) {
    fp_sort(list, count, sizeof *list, compare_places);
    uint32_t *indexes = FP_NEW(keep, uint32_t, count ? count : 1);
    for (uint32_t i = 0; i < count; i++) indexes[i] = list[i].index;
    return indexes;
}

static bool touches_workgroup(const struct fp_kernel *kernel, const fp_items *items);

static bool may_touch_workgroup(const fp_untracked_item *item) {
    return item->written || (item->touches.reads | item->touches.writes) != FP_UNTRACKED_GLOBAL;
}

static bool item_touches_workgroup(const struct fp_kernel *kernel, fp_item item) {
    switch (item.kind) {
    case FP_ITEM_ACCESS: return fp_class_of(kernel, &kernel->accesses.data[item.index]).space == FP_SPACE_WORKGROUP;
    case FP_ITEM_SYNC: return false;
    case FP_ITEM_LOOP:
        return touches_workgroup(kernel, &kernel->loops.data[item.index].body) ||
               touches_workgroup(kernel, &kernel->loops.data[item.index].tail);
    case FP_ITEM_BRANCH:
        for (uint32_t arm = 0; arm < kernel->branches.data[item.index].arm_count; arm++)
            if (touches_workgroup(kernel, &kernel->branches.data[item.index].arms[arm])) return true;
        return false;
    case FP_ITEM_UNTRACKED: return may_touch_workgroup(&kernel->untracked.data[item.index]);
    case FP_ITEM_GRAPH:
    case FP_ITEM_CALL: return true; /* perhaps */
    }
    return true;
}

static bool touches_workgroup(const struct fp_kernel *kernel, const fp_items *items) {
    for (uint32_t i = 0; i < items->len; i++)
        if (item_touches_workgroup(kernel, items->data[i])) return true;
    return false;
}

/* Loops that run once are looked into: their items run in order, too. */
static void place_items(const struct fp_kernel *kernel, const fp_items *items, places *p, uint32_t *at) {
    for (uint32_t i = 0; i < items->len; i++) {
        fp_item item = items->data[i];
        const fp_loop_item *loop = item.kind == FP_ITEM_LOOP ? &kernel->loops.data[item.index] : NULL;
        if (loop && loop->tail.len == 0 && (loop->threads || loop->trips_max == 1)) {
            place_items(kernel, &loop->body, p, at);
            continue;
        }
        uint32_t now = (*at)++;
        if (item.kind == FP_ITEM_SYNC) p->in_order[item.index] = now;
        if (!item_touches_workgroup(kernel, item)) continue;
        if (p->first == FP_NONE) p->first = now;
        p->end = now + 1;
    }
}

static int compare_spans(const void *a, const void *b) {
    const fp_span *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return x->end < y->end ? -1 : x->end > y->end;
}

static struct pairs find_pairs(fp_rule_context *context, fp_cause cause) {
    struct pairs pairs = { .carried_producer = UINT32_MAX };
    uint32_t accesses = fp_kernel_access_count(context->kernel);
    uint32_t *last_consumers = FP_NEW(context->keep, uint32_t, accesses + 1); /* by producer; 0: it has none */
    for (size_t i = 0; i < context->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        if (hazard->cause != cause) continue;
        fp_span pair = { fp_kernel_access(context->kernel, hazard->producer)->span.start,
                         fp_kernel_access(context->kernel, hazard->consumer)->span.start };
        if (hazard->carrier == FP_NONE) {
            uint32_t *last = &last_consumers[hazard->producer];
            *last = pair.end > *last ? pair.end : *last;
            continue;
        }
        pairs.any_carried = true;
        if (pair.start < pairs.carried_producer) pairs.carried_producer = pair.start;
        if (pair.end > pairs.carried_consumer) pairs.carried_consumer = pair.end;
    }
    fp_span *straight = FP_NEW(context->keep, fp_span, accesses + 1);
    for (uint32_t i = 0; i < accesses; i++) {
        if (!last_consumers[i]) continue;
        straight[pairs.straight_count++] =
            (fp_span){ fp_kernel_access(context->kernel, i)->span.start, last_consumers[i] };
    }
    fp_sort(straight, pairs.straight_count, sizeof *straight, compare_spans);
    for (uint32_t i = 1; i < pairs.straight_count; i++)
        if (straight[i].end < straight[i - 1].end) straight[i].end = straight[i - 1].end;
    pairs.straight = straight;
    return pairs;
}

/* Does a producer stand before `behind` and its consumer after `before`, on a straight way? */
static bool has_straight(const struct pairs *pairs, uint32_t before, uint32_t behind) {
    uint32_t count = FP_COUNT_BELOW(pairs->straight, pairs->straight_count, start, behind);
    return count > 0 && before < pairs->straight[count - 1].end; /* the last of the producers before `behind` */
}

static bool has_carried(const struct pairs *pairs, uint32_t before, uint32_t behind) {
    return pairs->any_carried && (pairs->carried_producer < behind || before < pairs->carried_consumer);
}

static places find_places(fp_rule_context *context) {
    const struct fp_kernel *kernel = context->kernel;
    places p = { 0 };
    place *list = FP_NEW(context->keep, place, kernel->accesses.len + kernel->syncs.len + 1);
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        if (fp_class_of(kernel, access).space == FP_SPACE_WORKGROUP)
            list[p.access_count++] = (place){ access->span.start, i };
    }
    p.accesses = sorted_indexes(context->keep, list, p.access_count);
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (is_kept_barrier(context, i)) list[p.kept_count++] = (place){ sync_at(context, i)->span.start, i };
    p.kept = sorted_indexes(context->keep, list, p.kept_count);
    p.in_order = FP_NEW(context->keep, uint32_t, kernel->syncs.len + 1);
    for (uint32_t i = 0; i < kernel->syncs.len; i++) p.in_order[i] = FP_NONE;
    p.first = FP_NONE;
    uint32_t at = 0;
    place_items(kernel, &kernel->body, &p, &at);
    p.unfenced = find_pairs(context, FP_CAUSE_FENCE);
    p.unmet = find_pairs(context, FP_CAUSE_BARRIER);
    return p;
}

static uint32_t access_start(const fp_rule_context *context, const places *p, uint32_t i) {
    return context->kernel->accesses.data[p->accesses[i]].span.start;
}
static uint32_t kept_start(const fp_rule_context *context, const places *p, uint32_t i) {
    return sync_at(context, p->kept[i])->span.start;
}

/* How many of the sorted places start before `offset`. */
static uint32_t count_before(const fp_rule_context *context, const places *p,
                             uint32_t (*start)(const fp_rule_context *, const places *, uint32_t), uint32_t count,
                             uint32_t offset) {
    uint32_t from = 0, to = count;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (start(context, p, middle) < offset)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static neighbours find_neighbours(const fp_rule_context *context, const places *p, uint32_t sync) {
    const fp_sync *self = sync_at(context, sync);
    const fp_op_node *ops = context->kernel->ir->ops;
    neighbours n = { FP_NONE, FP_NONE, FP_NONE };
    uint32_t next = count_before(context, p, access_start, p->access_count, self->span.start);
    if (next > 0) n.before = p->accesses[next - 1];
    if (next < p->access_count) n.after = p->accesses[next];
    uint32_t low = next > 0 ? access_start(context, p, next - 1) : 0,
             high = next < p->access_count ? access_start(context, p, next) : UINT32_MAX;
    for (uint32_t i = count_before(context, p, kept_start, p->kept_count, low);
         i < p->kept_count && kept_start(context, p, i) < high; i++)
        if (ops[sync_at(context, p->kept[i])->op].block == ops[self->op].block) n.kept = p->kept[i];
    return n;
}

/* A needed barrier that orders all that the redundant one would; FP_NONE: nothing would need it. */
static uint32_t barrier_instead(const fp_rule_context *context, uint32_t sync, neighbours n) {
    if (context->analysis->syncs[sync].in_calls) return FP_NONE;
    if (n.kept != FP_NONE) return n.kept;
    return context->analysis->syncs[sync].instead;
}

static fp_sentence why_redundant(fp_rule_context *context, const places *p, uint32_t sync) {
    uint32_t at = p->in_order[sync];
    if (context->analysis->syncs[sync].in_calls) return FP_SAYS_REDUNDANT_BARRIER_IN_CALLS;
    if (at != FP_NONE && at < p->first) return FP_SAYS_REDUNDANT_BARRIER_NOTHING_BEFORE;
    if (at != FP_NONE && at >= p->end) return FP_SAYS_REDUNDANT_BARRIER_NOTHING_BEHIND;
    return sync_at(context, sync)->spaces == FP_SPACES_NONE ? FP_SAYS_REDUNDANT_BARRIER_UNUSED
                                                            : FP_SAYS_REDUNDANT_BARRIER_ORDERED;
}

/* Does an op other than a wait use the value? */
static bool is_used(const struct fp_kernel *kernel, fp_value value) {
    const struct fp_ir *ir = kernel->ir;
    for (fp_op op = ir->values[value].def + 1; op < ir->ops[kernel->op].end; op++) {
        const fp_op_node *node = &ir->ops[op];
        if (node->info && node->info->effect == FP_EFFECT_WAIT) continue;
        for (uint32_t i = 0; i < node->use_count; i++)
            if (ir->uses[node->first_use + i].value == value) return true;
    }
    return false;
}

/* A wait for what works on registers also brings its results there, or frees what they were stored from, and some ops
 * give a value: a reduction's, a flag, the results that were waited for. Tokens only say what stands behind the op. */
static bool brings_values(const fp_rule_context *context, const fp_sync *sync) {
    for (uint32_t i = 0; i < sync->wait_count; i++) {
        fp_moved_by moved_by = fp_counter_info_of(sync->waits[i].counter)->moved_by;
        if (moved_by == FP_MOVED_BY_PRODUCTS || moved_by == FP_MOVED_BY_REGISTERS) return true;
    }
    const struct fp_ir *ir = context->kernel->ir;
    const fp_op_node *node = &ir->ops[sync->op];
    for (fp_value value = node->first_result; value < node->first_result + node->result_count; value++) {
        fp_str type = fp_ir_value_type(ir, value); /* of a token the text often does not show it */
        if (type.len && fp_type_kind_of(type) != FP_TYPE_TOKEN && is_used(context->kernel, value)) return true;
    }
    return false;
}

/* An op that does several things stays when one of them is needed. */
static bool op_is_needed(const fp_rule_context *context, uint32_t sync) {
    if (brings_values(context, sync_at(context, sync))) return true;
    const struct fp_kernel *kernel = context->kernel;
    fp_op op = sync_at(context, sync)->op;
    uint32_t first = sync;
    while (first > 0 && kernel->syncs.data[first - 1].op == op) first--;
    for (uint32_t i = first; i < kernel->syncs.len && kernel->syncs.data[i].op == op; i++)
        if (i != sync && context->analysis->syncs[i].verdict == FP_VERDICT_NEEDED) return true;
    return false;
}

/* The redundant waits that stand right before a barrier or a signal are of no use without it, the nearest first: how
 * many. */
static uint32_t find_waits_before(const fp_rule_context *context, uint32_t sync, uint32_t *waits, uint32_t max) {
    const struct fp_kernel *kernel = context->kernel;
    uint32_t block = kernel->ir->ops[sync_at(context, sync)->op].block, count = 0;
    for (uint32_t i = sync; i-- > 0 && count < max;) {
        const fp_sync *before = sync_at(context, i);
        bool ends = fp_sync_is_barrier(before->kind);
        if (ends || kernel->ir->ops[before->op].block != block) break;
        bool goes = before->kind == FP_SYNC_COUNTER_WAIT &&
                    context->analysis->syncs[i].verdict == FP_VERDICT_REDUNDANT && !op_is_needed(context, i);
        goes = goes && kernel->ir->ops[before->op].result_count == 0; /* a token may have users */
        if (goes && before->op != sync_at(context, sync)->op) waits[count++] = i;
    }
    return count;
}

static fp_sentence removal_title(bool signal, bool waits) {
    if (signal) return waits ? FP_WORD_REMOVE_WITH_SIGNAL_AND_WAIT : FP_WORD_REMOVE_WITH_SIGNAL;
    return waits ? FP_WORD_REMOVE_WITH_WAIT : FP_WORD_REMOVE;
}

static void offer_removal(fp_rule_context *context, fp_finding *finding, uint32_t sync, uint32_t partner, bool safe) {
    fp_str name = fp_op_name_at(context, sync_at(context, sync)->span);
    uint32_t gone[FP_FIX_EDITS_MAX], count = 0, waits = 0; /* from the end of the text to its start */
    gone[count++] = sync;
    if (partner != FP_NONE) gone[count++] = partner;
    if (finding->rule == FP_RULE_REDUNDANT_BARRIER) {
        waits = find_waits_before(context, gone[count - 1], &gone[count], FP_FIX_EDITS_MAX - count);
        for (uint32_t i = 0; i < waits; i++)
            fp_finding_relate(context, finding, sync_at(context, gone[count + i])->span, fp_phrase_of(FP_AT_OF_NO_USE));
        count += waits;
    }
    fp_small_fix fix = { .title = FP_PHRASE(removal_title(partner != FP_NONE, waits > 0), fp_arg_text(FP_ARG_OP, name)),
                         .safe = safe };
    for (uint32_t i = count; i-- > 0;)
        fix.edits[fix.edit_count++] =
            fp_edit_removal(context, context->kernel->ir->ops[sync_at(context, gone[i])->op].span);
    fp_finding_fix(context, finding, fix);
}

static bool is_branch(const struct fp_kernel *kernel, fp_op op) {
    for (uint32_t i = 0; i < kernel->branches.len; i++)
        if (kernel->branches.data[i].op == op) return !kernel->branches.data[i].concurrent;
    return false;
}

static uint32_t region_of(const struct fp_ir *ir, fp_op op) { return ir->blocks[ir->ops[op].block].region; }

/* Do the two ops stand in two arms of one branch? Of these only one runs. */
static bool in_two_arms(const struct fp_kernel *kernel, fp_op a, fp_op b) {
    const struct fp_ir *ir = kernel->ir;
    while (ir->ops[a].parent != FP_NONE && !(ir->ops[a].parent <= b && b < ir->ops[ir->ops[a].parent].end))
        a = ir->ops[a].parent;
    fp_op both = ir->ops[a].parent;
    if (both == FP_NONE || both == b) return false;
    while (ir->ops[b].parent != both) b = ir->ops[b].parent;
    return region_of(ir, a) != region_of(ir, b) && is_branch(kernel, both);
}

/* Does a pair that no barrier orders have its producer before `behind` and its consumer after `before`, on a straight
 * way that may lead through the sync? */
static bool is_crossed(const fp_rule_context *context, uint32_t sync, uint32_t before, uint32_t behind) {
    fp_op op = sync_at(context, sync)->op;
    for (size_t i = 0; i < context->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        const fp_access *producer = fp_kernel_access(context->kernel, hazard->producer),
                        *consumer = fp_kernel_access(context->kernel, hazard->consumer);
        if (hazard->cause != FP_CAUSE_BARRIER || hazard->carrier != FP_NONE || producer->span.start >= behind ||
            consumer->span.start <= before)
            continue;
        if (!in_two_arms(context->kernel, op, producer->op) && !in_two_arms(context->kernel, op, consumer->op))
            return true;
    }
    return false;
}

/* A barrier that does too little for a pair across it: it does not order workgroup memory (the pair is a
 * `missing-fence`), opens for a part of the threads, or is signalled too early or waited for too late
 * (`missing-barrier`). It has to change, it is not one too many. */
static bool falls_short(const fp_rule_context *context, const places *p, uint32_t sync) {
    const fp_sync *self = sync_at(context, sync);
    uint32_t partner = context->analysis->syncs[sync].partner;
    bool unfenced = !(self->spaces & FP_SPACES_WORKGROUP), partial = self->scope == FP_SCOPE_GROUP,
         split = self->kind == FP_SYNC_WAIT;
    uint32_t start = partner == FP_NONE ? self->span.start : sync_at(context, partner)->span.start;
    if (unfenced &&
        (has_straight(&p->unfenced, start, self->span.start) || has_carried(&p->unfenced, start, self->span.start)))
        return true;
    if ((partial || split) && has_straight(&p->unmet, start, self->span.start) &&
        is_crossed(context, sync, start, self->span.start))
        return true;
    return partial && has_carried(&p->unmet, start, self->span.start);
}

/* Says that another sync does the work: which op, on which line. */
static fp_phrase instead_phrase(const fp_rule_context *context, fp_sentence sentence, uint32_t sync, uint32_t instead,
                                fp_sentence split) {
    fp_span other = sync_at(context, instead)->span;
    fp_phrase phrase =
        FP_PHRASE(sentence, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, sync_at(context, sync)->span)),
                  fp_arg_word(FP_ARG_SPLIT, split), fp_arg_text(FP_ARG_OTHER, fp_op_name_at(context, other)),
                  fp_arg_place(FP_ARG_INSTEAD, other));
    return fp_phrase_copy(context->keep, phrase, NULL);
}

static fp_phrase op_phrase(const fp_rule_context *context, fp_sentence sentence, uint32_t sync, fp_sentence split) {
    fp_phrase phrase = FP_PHRASE(sentence, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, sync_at(context, sync)->span)),
                                 fp_arg_word(FP_ARG_SPLIT, split));
    return fp_phrase_copy(context->keep, phrase, NULL);
}

static void report_redundant(fp_rule_context *context, const places *p, uint32_t sync, bool pacing) {
    if (falls_short(context, p, sync)) return;
    const fp_sync *self = sync_at(context, sync);
    const fp_sync_verdict *verdict = &context->analysis->syncs[sync];
    uint32_t partner = verdict->partner, instead = barrier_instead(context, sync, find_neighbours(context, p, sync));
    bool halves = partner != FP_NONE && sync_at(context, partner)->kind !=
                                            FP_SYNC_BARRIER; /* not so: barriers on two ways that waves take apart */
    fp_sentence split = halves ? FP_WORD_WITH_SIGNAL : FP_SAYS_NOTHING;
    bool one_wave = is_single_wave(context), harmless = one_wave || pacing;
    fp_phrase phrase = one_wave ? op_phrase(context, FP_SAYS_REDUNDANT_BARRIER_ONE_WAVE, sync, FP_SAYS_NOTHING)
                       : pacing ? op_phrase(context, FP_SAYS_REDUNDANT_BARRIER_PACING, sync, FP_SAYS_NOTHING)
                       : instead != FP_NONE
                           ? instead_phrase(context, FP_SAYS_REDUNDANT_BARRIER_INSTEAD, sync, instead, split)
                           : op_phrase(context, why_redundant(context, p, sync), sync, split);
    fp_finding *finding = fp_finding_push(context, self->span, phrase);
    if (harmless) finding->level = FP_LEVEL_HINT;
    if (partner != FP_NONE)
        fp_finding_relate(context, finding, sync_at(context, partner)->span,
                          fp_phrase_of(halves ? FP_AT_SIGNALLED_HERE : FP_AT_MEETS_THIS));
    /* A neighbour may order more than this one: then only this one can go. */
    bool either = instead != FP_NONE && instead == verdict->instead && verdict->either;
    if (instead != FP_NONE)
        fp_finding_relate(context, finding, sync_at(context, instead)->span,
                          fp_phrase_of(either ? FP_AT_EITHER_ORDERS_HERE : FP_AT_ORDERED_HERE));
    offer_removal(context, finding, sync, partner, !harmless);
}

/* A hint that another sync, or one that is not told, may do the work. */
static fp_finding *push_doubtful(fp_rule_context *context, uint32_t sync, fp_sentence known, fp_sentence unknown) {
    uint32_t instead = context->analysis->syncs[sync].instead;
    fp_phrase phrase = instead == FP_NONE ? op_phrase(context, unknown, sync, FP_SAYS_NOTHING)
                                          : instead_phrase(context, known, sync, instead, FP_SAYS_NOTHING);
    fp_finding *finding = fp_finding_push(context, sync_at(context, sync)->span, phrase);
    finding->level = FP_LEVEL_HINT;
    return finding;
}

/* Its work is done by barriers that ops are compiled with: by most compilers, for most layouts. */
static void report_doubtful(fp_rule_context *context, uint32_t sync) {
    uint32_t instead = context->analysis->syncs[sync].instead;
    fp_finding *finding =
        push_doubtful(context, sync, FP_SAYS_REDUNDANT_BARRIER_BUILT_IN, FP_SAYS_REDUNDANT_BARRIER_SOME_BUILT_IN);
    if (instead != FP_NONE)
        fp_finding_relate(context, finding, sync_at(context, instead)->span, fp_phrase_of(FP_AT_USUALLY_ORDERED_HERE));
}

static void report_doubtful_wait(fp_rule_context *context, uint32_t sync) {
    uint32_t fence = context->analysis->syncs[sync].instead;
    fp_finding *finding =
        push_doubtful(context, sync, FP_SAYS_REDUNDANT_WAIT_FENCED, FP_SAYS_REDUNDANT_WAIT_SOME_FENCE);
    if (fence != FP_NONE)
        fp_finding_relate(context, finding, sync_at(context, fence)->span, fp_phrase_of(FP_AT_WAITED_HERE));
}

/* The barrier that a wait stands before, or that one's signal: the next in its block; FP_NONE: there is none. */
static uint32_t barrier_behind(const fp_rule_context *context, uint32_t wait) {
    const struct fp_kernel *kernel = context->kernel;
    fp_block block = kernel->ir->ops[sync_at(context, wait)->op].block;
    for (uint32_t i = wait + 1; i < kernel->syncs.len; i++) {
        const fp_sync *sync = sync_at(context, i);
        if (kernel->ir->ops[sync->op].block != block) return FP_NONE;
        if (sync->kind == FP_SYNC_BARRIER) return i;
        if (sync->kind == FP_SYNC_SIGNAL) return context->analysis->syncs[i].partner;
    }
    return FP_NONE;
}

static void report_redundant_wait(fp_rule_context *context, const places *p, uint32_t sync) {
    uint32_t barrier = barrier_behind(context, sync); /* where that moves, there will be something to wait for */
    if (barrier != FP_NONE && falls_short(context, p, barrier)) return;
    const fp_sync *self = sync_at(context, sync);
    const fp_sync_verdict *verdict = &context->analysis->syncs[sync];
    fp_phrase phrase =
        verdict->instead == FP_NONE
            ? op_phrase(context, FP_SAYS_REDUNDANT_WAIT_COMPLETE, sync, FP_SAYS_NOTHING)
            : instead_phrase(context, FP_SAYS_REDUNDANT_WAIT_INSTEAD, sync, verdict->instead, FP_SAYS_NOTHING);
    fp_finding *finding = fp_finding_push(context, self->span, phrase);
    if (verdict->instead != FP_NONE)
        fp_finding_relate(context, finding, sync_at(context, verdict->instead)->span,
                          fp_phrase_of(verdict->either ? FP_AT_EITHER_WAITS_HERE : FP_AT_WAITED_HERE));
    fp_fix_spare_wait(context, finding, sync, verdict->instead);
}

/* ---- Ineffective, too wide ---- */
/* Does anything meet a copy of that counter before it has landed? Where every copy is waited for in time nobody
 * relies on the barrier for it. */
static bool copy_is_exposed(const fp_rule_context *context, uint32_t copy) {
    if (copy == FP_NONE) return true;
    const struct fp_kernel *kernel = context->kernel;
    fp_counter counter = fp_class_of(kernel, fp_kernel_access(kernel, copy)).counter;
    for (size_t i = 0; i < context->analysis->hazard_count; i++)
        if (fp_class_of(kernel, fp_kernel_access(kernel, context->analysis->hazards[i].producer)).counter == counter)
            return true;
    return false;
}

static void report_ineffective(fp_rule_context *context, uint32_t sync) {
    const fp_sync *self = sync_at(context, sync);
    const fp_sync_verdict *verdict = &context->analysis->syncs[sync];
    if (verdict->producer == FP_NONE) {
        fp_finding_push(context, self->span,
                        op_phrase(context, FP_SAYS_INEFFECTIVE_BARRIER_ALL_COPIES, sync, FP_SAYS_NOTHING));
        return;
    }
    const fp_access *copy = fp_kernel_access(context->kernel, verdict->producer);
    fp_str copier = fp_op_name_at(context, copy->span);
    fp_counter counter = fp_class_of(context->kernel, copy).counter;
    fp_str wait = fp_wait_op(context, counter, copier);
    fp_phrase counted = wait.len ? fp_phrase_of(FP_SAYS_NOTHING) : fp_wait_for_count(context, counter, 0);
    fp_phrase phrase =
        FP_PHRASE(FP_SAYS_INEFFECTIVE_BARRIER_COPY, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, self->span)),
                  fp_arg_text(FP_ARG_PARTNER, copier), fp_arg_text(FP_ARG_BUFFER, fp_buffer_name(copy)),
                  fp_arg_place(FP_ARG_PRODUCER, copy->span), fp_arg_any_text(FP_ARG_ADVICE, wait),
                  fp_arg_phrase(FP_ARG_ADVICE, counted),
                  fp_arg_word(FP_ARG_WHEN, verdict->partner == FP_NONE ? FP_WORD_IT : FP_WORD_ITS_SIGNAL));
    fp_finding *finding = fp_finding_push(context, self->span, phrase);
    fp_finding_relate(context, finding, copy->span, fp_phrase_of(FP_AT_COPIED_HERE));
    /* Where fixes write no such wait, the reader has to, and the barrier is what it belongs in front of. */
    fp_emission emission = fp_emission_of(context);
    bool has_wait = fp_emit_wait(&emission, counter, 0, copier, self->op).len > 0;
    if (!fp_fix_ineffective(context, finding, sync) && has_wait)
        offer_removal(context, finding, sync, verdict->partner, false);
}

static void report_wide(fp_rule_context *context, uint32_t sync) {
    fp_finding *finding = fp_finding_push(context, sync_at(context, sync)->span,
                                          op_phrase(context, FP_SAYS_WIDE_FENCE_GLOBAL, sync, FP_SAYS_NOTHING));
    fp_fix_wide(context, finding, sync_at(context, sync));
}

/* Where streams meet in what the op does, a run of them without it has the last word. */
static bool streams_need(const fp_rule_context *context, uint32_t sync) {
    const fp_op_info *info = sync_at(context, sync)->info;
    return context->streams && info && info->does != FP_DOES_NOTHING &&
           !fp_what_if_holds_without(context->streams, context->kernel, context->program, sync_at(context, sync)->op,
                                     NULL);
}

/* Does the width cost something, or may it, and there is a narrower spelling? */
static bool is_costly(fp_rule_context *context, const fp_sync *sync) {
    const fp_target *target = context->kernel->target;
    return fp_emit_width_costs(target) && (target->vendor != FP_VENDOR_ANY || fp_fix_narrows(context, sync));
}

static void report_verdict(fp_rule_context *context, const places *p, uint32_t sync) {
    const fp_sync *self = sync_at(context, sync);
    const fp_sync_verdict *verdict = &context->analysis->syncs[sync];
    if (verdict->verdict != FP_VERDICT_NEEDED && op_is_needed(context, sync)) return;
    bool useless = verdict->verdict == FP_VERDICT_REDUNDANT || verdict->verdict == FP_VERDICT_PACING;
    if (useless && context->kernel->has_tensors) return; /* it may order what bufferization will put there */
    bool judged = verdict->verdict != FP_VERDICT_UNREACHED && verdict->verdict != FP_VERDICT_UNJUDGED;
    if (judged && verdict->verdict != FP_VERDICT_NEEDED && streams_need(context, sync)) return;
    bool is_barrier = self->kind == FP_SYNC_BARRIER || (self->kind == FP_SYNC_WAIT && verdict->partner != FP_NONE);
    bool is_wait = self->kind == FP_SYNC_COUNTER_WAIT || self->kind == FP_SYNC_COMPLETION_WAIT;
    switch (verdict->verdict) {
    case FP_VERDICT_REDUNDANT:
        if (is_barrier)
            report_redundant(context, p, sync, false);
        else if (is_wait)
            report_redundant_wait(context, p, sync);
        return;
    case FP_VERDICT_PACING:
        if (is_barrier) report_redundant(context, p, sync, true);
        return;
    case FP_VERDICT_INEFFECTIVE:
        if (!is_barrier) return;
        if (copy_is_exposed(context, verdict->producer))
            report_ineffective(context, sync);
        else
            report_redundant(context, p, sync, false);
        return;
    case FP_VERDICT_DOUBTFUL:
        if (is_barrier)
            report_doubtful(context, sync);
        else if (is_wait)
            report_doubtful_wait(context, sync);
        return;
    case FP_VERDICT_NEEDED:
        if (self->wide_spelled && verdict->narrowable && is_costly(context, self)) report_wide(context, sync);
        return;
    case FP_VERDICT_UNREACHED:
    case FP_VERDICT_UNJUDGED: return;
    }
}

void fp_rules_sync(fp_rule_context *context) {
    places p = find_places(context);
    for (uint32_t sync = 0; sync < context->kernel->syncs.len; sync++)
        if (!sync_at(context, sync)->implied) report_verdict(context, &p, sync);
}
