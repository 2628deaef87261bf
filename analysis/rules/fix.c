#include "rules/fix.h"
#include "base/hash.h"
#include "base/sort.h"
#include "rules/emit.h"
#include "rules/fix_edit.h"
#include "rules/fix_protocol.h"
#include "rules/places.h"
#include <string.h>

/* What is put at one position. name: the line that the title shows, unless it is a signal and a wait together; of
 * texts that are always several lines, the op of the first */
typedef struct {
    fp_position_in_text at;
    fp_str text, name;
    bool split;
    fp_edit edit;
} insertion;
typedef struct {
    fp_map by_position;
    FP_VEC(insertion) all;
} insertions;

/* All that is inserted for one kernel. Where many barriers order a pair together, the fixes of many findings share
 * them. */
typedef struct {
    insertion made;
    fp_str beside; /* op whose copies its waits are for */
    bool complete; /* false: a part of it cannot be written */
} written_insertion;
typedef struct {
    uint32_t signal;
    fp_position_in_text at;
} moved_pair; /* a half of it, or both, move there */
typedef struct {
    fp_position_in_text at;
    uint32_t placed;
} part_at; /* a part of what is placed stands there */
/* A split barrier of the workgroup. */
typedef struct {
    uint32_t signal, wait; /* syncs */
    fp_op signal_op, wait_op;
    fp_op furthest; /* the last wait of this pair and those before it */
} split_pair;
struct fp_insertions {
    FP_VEC(split_pair) pairs; /* by signal */
    fp_map by_position;
    FP_VEC(written_insertion) list;
    FP_VEC(moved_pair) moved;
    FP_VEC(part_at) parts; /* of all that is placed, by position and number */
    uint32_t *added_for;   /* per placed op: the last fix that it was added to, as fixes are counted */
    uint32_t fixes;
};

static uint64_t hash_of_position(fp_position_in_text at) { return fp_hash_mix(0, (uint64_t)at.op << 1 | at.behind); }

/* ---- what stands at a position ---- */
typedef struct {
    fp_rule_context *context;
    fp_emission emission;
    const struct fp_placement *placement;
    fp_str beside;     /* op whose copies the waits are for */
    fp_str text, name; /* lines so far; what the title shows of the last */
    fp_str location;
    uint32_t halves; /* bit of an fp_half: it is among the lines */
} builder;

/* The op that a line begins with. */
static fp_str op_of_line(fp_str line) {
    size_t end = line.data[0] == '"';
    while (end < line.len && line.data[end] != ' ' && line.data[end] != '"' && line.data[end] != '\n') end++;
    return fp_str_slice(line, line.data[0] == '"', end);
}

static bool add_line(builder *b, fp_str line) {
    if (line.len == 0) return false;
    bool one_line = fp_str_find(line, '\n') == line.len;
    fp_str located =
        one_line ? fp_str_printf(b->context->keep, "%.*s%.*s", FP_STR_ARG(line), FP_STR_ARG(b->location)) : line;
    b->text =
        b->text.len ? fp_str_printf(b->context->keep, "%.*s\n%.*s", FP_STR_ARG(b->text), FP_STR_ARG(located)) : located;
    b->name = one_line ? line : op_of_line(line);
    return true;
}

static bool add_half(builder *b, fp_half half) {
    b->halves |= 1u << half;
    return add_line(b, fp_emit_half(&b->emission, half));
}

static bool add_signal(builder *b) { return add_half(b, FP_HALF_DATA) && add_half(b, FP_HALF_SIGNAL); }

/* The halves of one barrier that stand at a position. Opening: signals whose wait stands elsewhere, which come last. */
static bool add_halves(builder *b, const fp_placed *placed, fp_position_in_text at, bool opening) {
    bool together = fp_same_position(placed->signal, placed->at), complete = true, round = placed->around != FP_NONE;
    if (fp_same_position(placed->signal, at) && together != opening) complete &= add_signal(b);
    if (!opening && fp_same_position(placed->at, at)) complete &= add_half(b, FP_HALF_WAIT);
    if (!opening && round && fp_same_position((fp_position_in_text){ placed->around, true }, at))
        complete &= add_half(b, FP_HALF_WAIT);
    if (opening && round && fp_same_position((fp_position_in_text){ placed->around, false }, at))
        complete &= add_signal(b);
    return complete;
}

static int compare_parts(const void *a, const void *b) {
    const part_at *x = a, *y = b;
    if (x->at.op != y->at.op) return x->at.op < y->at.op ? -1 : 1;
    if (x->at.behind != y->at.behind) return x->at.behind ? 1 : -1;
    return x->placed < y->placed ? -1 : x->placed > y->placed;
}

static struct fp_insertions *new_insertions(struct fp_arena *keep, const struct fp_placement *placement) {
    struct fp_insertions *all = FP_NEW(keep, struct fp_insertions, 1);
    for (uint32_t i = 0; i < placement->count; i++) {
        const fp_placed *placed = &placement->placed[i];
        *FP_PUSH(keep, &all->parts) = (part_at){ placed->at, i };
        if (!fp_same_position(placed->signal, placed->at)) *FP_PUSH(keep, &all->parts) = (part_at){ placed->signal, i };
        for (int behind = 0; behind < 2 && placed->around != FP_NONE; behind++)
            *FP_PUSH(keep, &all->parts) = (part_at){ { placed->around, behind }, i };
    }
    fp_sort(all->parts.data, all->parts.len, sizeof *all->parts.data, compare_parts);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->parts.len; i++)
        if (kept == 0 || compare_parts(&all->parts.data[kept - 1], &all->parts.data[i]) != 0)
            all->parts.data[kept++] = all->parts.data[i];
    all->parts.len = kept;
    all->added_for = FP_NEW(keep, uint32_t, placement->count + 1);
    return all;
}

/* The first part at a position or behind it. */
static uint32_t first_part(const struct fp_insertions *all, fp_position_in_text at) {
    uint32_t low = 0, high = all->parts.len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_parts(&all->parts.data[middle], &(part_at){ at, 0 }) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Waits for copies first, then what ends a phase, then what begins one. */
static bool build_text(builder *b, fp_position_in_text at) {
    enum { WAITS, ENDING, OPENING, PASSES };
    bool splits = fp_emit_splits(&b->emission), complete = true;
    const struct fp_insertions *all = b->context->written;
    for (int pass = WAITS; pass < PASSES; pass++)
        for (uint32_t i = first_part(all, at); i < all->parts.len && fp_same_position(all->parts.data[i].at, at); i++) {
            const fp_placed *placed = &b->placement->placed[all->parts.data[i].placed];
            if ((placed->kind == FP_PLACED_WAIT) != (pass == WAITS)) continue;
            if (pass == WAITS)
                complete &= add_line(b, fp_emit_wait(&b->emission, placed->counter, placed->count, b->beside, at.op));
            else if (splits)
                complete &= add_halves(b, placed, at, pass == OPENING);
            else if (pass == ENDING && fp_same_position(placed->at, at))
                complete &= add_line(b, fp_emit_barrier(&b->emission));
        }
    return complete && b->text.len > 0;
}

static bool holds_both(const builder *b) { return b->halves & 1u << FP_HALF_SIGNAL && b->halves & 1u << FP_HALF_WAIT; }

static written_insertion write_insertion(builder *b, fp_position_in_text at) {
    const struct fp_ir *ir = b->context->kernel->ir;
    b->text = b->name = (fp_str){ "", 0 };
    b->halves = 0;
    b->location = fp_fix_location(ir, at.op);
    b->emission.generic = ir->ops[at.op].generic;
    written_insertion written = { .made = { .at = at }, .beside = b->beside, .complete = build_text(b, at) };
    if (!written.complete) return written;
    fp_edit edit = fp_fix_at(b->context->keep, ir, at, b->text);
    written.made = (insertion){ at, b->text, b->name, holds_both(b), edit };
    return written;
}

/* What is inserted there; it is written once for a kernel. */
static const written_insertion *written_at(builder *b, fp_position_in_text at) {
    fp_rule_context *context = b->context;
    struct fp_insertions *all = context->written;
    for (fp_map_probe probe = fp_map_find(&all->by_position, hash_of_position(at)); fp_map_next(&probe);) {
        const written_insertion *known = &all->list.data[probe.value];
        if (fp_same_position(known->made.at, at) && fp_str_equal(known->beside, b->beside)) return known;
    }
    fp_map_put(context->keep, &all->by_position, hash_of_position(at), all->list.len);
    written_insertion *written = FP_PUSH(context->keep, &all->list);
    *written = write_insertion(b, at);
    return written;
}

static bool add_insertion(builder *b, insertions *to, fp_position_in_text at) {
    for (fp_map_probe probe = fp_map_find(&to->by_position, hash_of_position(at)); fp_map_next(&probe);)
        if (fp_same_position(to->all.data[probe.value].at, at)) return true;
    const written_insertion *written = written_at(b, at);
    if (!written->complete) return false;
    fp_map_put(b->context->keep, &to->by_position, hash_of_position(at), to->all.len);
    *FP_PUSH(b->context->keep, &to->all) = written->made;
    return true;
}

static bool add_placed(builder *b, insertions *list, const fp_placed *placed) {
    bool split = placed->kind == FP_PLACED_BARRIER && fp_emit_splits(&b->emission);
    if (split && !fp_same_position(placed->signal, placed->at) && !add_insertion(b, list, placed->signal)) return false;
    if (split && placed->around != FP_NONE) {
        fp_position_in_text before = { placed->around, false }, behind = { placed->around, true };
        if (!add_insertion(b, list, before) || !add_insertion(b, list, behind)) return false;
    }
    return add_insertion(b, list, placed->at);
}

static int compare_pairs(const void *a, const void *b) {
    const split_pair *x = a, *y = b;
    return (x->signal_op > y->signal_op) - (x->signal_op < y->signal_op);
}

/* The split barriers of the workgroup whose halves can move. Both halves of one stand in the same block. */
static void collect_pairs(const fp_rule_context *context, struct fp_insertions *all) {
    const struct fp_kernel *kernel = context->kernel;
    const fp_op_node *ops = kernel->ir->ops;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *signal = &kernel->syncs.data[i];
        if (signal->kind != FP_SYNC_SIGNAL || signal->id != FP_ID_WORKGROUP || ops[signal->op].damaged) continue;
        uint32_t wait = fp_kernel_other_half(kernel, i);
        if (wait == FP_NONE || ops[kernel->syncs.data[wait].op].damaged) continue;
        *FP_PUSH(context->keep, &all->pairs) = (split_pair){ i, wait, signal->op, kernel->syncs.data[wait].op, 0 };
    }
    fp_sort(all->pairs.data, all->pairs.len, sizeof *all->pairs.data, compare_pairs);
    for (uint32_t i = 0; i < all->pairs.len; i++) {
        split_pair *pair = &all->pairs.data[i];
        pair->furthest = i && pair[-1].furthest > pair->wait_op ? pair[-1].furthest : pair->wait_op;
    }
}

static void make_insertions(fp_rule_context *context) {
    if (context->written || !context->cures) return;
    context->written = new_insertions(context->keep, context->cures);
    collect_pairs(context, context->written);
}

static builder new_builder(fp_rule_context *context, fp_str beside) {
    make_insertions(context);
    return (builder){
        .context = context, .emission = fp_emission_of(context), .placement = context->cures, .beside = beside
    };
}

/* ---- the fix of a finding ---- */
static int compare_insertions(const void *a, const void *b) {
    const insertion *x = a, *y = b;
    return x->edit.span.start < y->edit.span.start ? -1 : x->edit.span.start > y->edit.span.start;
}

static bool same_name(const insertion *a, const insertion *b) {
    return a->split == b->split && (a->split || fp_str_equal(a->name, b->name));
}

static fp_phrase title_of(const fp_rule_context *context, const insertions *list, bool partly) {
    fp_phrase *parts = FP_NEW(context->keep, fp_phrase, list->all.len);
    for (uint32_t i = 0; i < list->all.len; i++) {
        const insertion *in = &list->all.data[i];
        bool again = i > 0 && same_name(in, &list->all.data[i - 1]);
        fp_sentence sentence = again ? FP_WORD_INSERTED_AGAIN : in->split ? FP_WORD_INSERTED_SPLIT : FP_WORD_INSERTED;
        fp_phrase part = FP_PHRASE(sentence, fp_arg_text(again || in->split ? FP_ARG_NONE : FP_ARG_OP, in->name),
                                   fp_arg_phrase(FP_ARG_PLACE, fp_position_phrase(context, in->at)));
        parts[i] = fp_phrase_copy(context->keep, part, NULL);
    }
    fp_phrase title = FP_PHRASE(partly ? FP_WORD_INSERT_PARTLY : FP_WORD_INSERT,
                                fp_arg_phrases(FP_ARG_INSERTIONS, parts, list->all.len));
    return fp_phrase_copy(context->keep, title, NULL);
}

static void offer(builder *b, fp_finding *finding, insertions *list, bool safe, bool partly) {
    if (list->all.len == 0) return;
    fp_sort(list->all.data, list->all.len, sizeof *list->all.data, compare_insertions);
    fp_edit *edits = FP_NEW(b->context->keep, fp_edit, list->all.len);
    for (uint32_t i = 0; i < list->all.len; i++) edits[i] = list->all.data[i].edit;
    fp_finding_offer(
        b->context, finding,
        (fp_fix){
            .phrase = title_of(b->context, list, partly), .safe = safe, .edits = edits, .edit_count = list->all.len });
}

/* Is every sync of the cure sure to be reached by all threads, and none of them wider than the hazard needs? */
static bool is_safe_cure(const struct fp_placement *placement, const fp_cure *cure) {
    for (uint32_t i = 0; i < cure->count; i++)
        if (placement->placed[cure->placed[i]].doubt || placement->placed[cure->placed[i]].excess) return false;
    return true;
}

typedef enum { CURES_SAFE, CURES_ALL } cures_wanted;

/* Offers what orders the hazards, of those with a safe cure or of all: nothing when a part of it cannot be written. */
static void offer_cures(fp_rule_context *context, fp_finding *finding, const uint32_t *hazards, uint32_t count,
                        cures_wanted wanted) {
    const struct fp_placement *placement = context->cures;
    const fp_access *producer = fp_kernel_access(context->kernel, context->analysis->hazards[hazards[0]].producer);
    builder b = new_builder(context, fp_op_name_at(context, producer->span));
    insertions list = { 0 };
    struct fp_insertions *all = context->written;
    bool safe = true, partly = false;
    all->fixes++;
    for (uint32_t i = 0; i < count; i++) {
        const fp_cure *cure = &placement->cures[hazards[i]];
        if (!cure->wanted) continue;
        bool its = is_safe_cure(placement, cure);
        bool leaves = cure->count == 0 || (wanted == CURES_SAFE && !its);
        partly |= leaves;
        if (leaves) continue; /* what is left afterwards says what is wrong with it */
        safe &= its;
        for (uint32_t k = 0; k < cure->count; k++) {
            uint32_t number = cure->placed[k];
            if (all->added_for[number] == all->fixes) continue;
            if (!add_placed(&b, &list, &placement->placed[number])) return;
            all->added_for[number] = all->fixes;
        }
    }
    offer(&b, finding, &list, safe, partly);
}

/* A split barrier of which a half stands inside of a hazard's window, so that it orders nothing there. */
typedef struct {
    uint32_t signal, wait;    /* syncs; FP_NONE: there is none */
    bool too_early, too_late; /* the signal before the producer, the wait behind the consumer */
} stray_pair;

static bool is_between(const struct fp_kernel *kernel, fp_op op, fp_op signal, fp_op wait) {
    return signal < op && op < wait && kernel->ir->ops[op].block == kernel->ir->ops[signal].block;
}

/* Of the pairs around the op in its block the number of the one that comes first; FP_NONE: there is none. Cost: the
 * pairs that may reach as far, and a search for them. */
static uint32_t pair_around(const fp_rule_context *context, fp_op op) {
    const struct fp_insertions *all = context->written;
    const split_pair *pairs = all->pairs.data;
    uint32_t found = FP_NONE;
    for (uint32_t i = FP_COUNT_BELOW(pairs, all->pairs.len, signal_op, op); i-- > 0 && pairs[i].furthest > op;)
        if (is_between(context->kernel, op, pairs[i].signal_op, pairs[i].wait_op) &&
            (found == FP_NONE || pairs[i].signal < pairs[found].signal))
            found = i;
    return found;
}

static stray_pair find_stray_pair(const fp_rule_context *context, fp_op producer, fp_op consumer) {
    const struct fp_kernel *kernel = context->kernel;
    uint32_t early = pair_around(context, producer), late = pair_around(context, consumer);
    const split_pair *pairs = context->written->pairs.data;
    if (early == FP_NONE && late == FP_NONE) return (stray_pair){ FP_NONE, FP_NONE, false, false };
    bool first = late == FP_NONE || (early != FP_NONE && pairs[early].signal <= pairs[late].signal);
    const split_pair *pair = &pairs[first ? early : late];
    return (stray_pair){ pair->signal, pair->wait, is_between(kernel, producer, pair->signal_op, pair->wait_op),
                         is_between(kernel, consumer, pair->signal_op, pair->wait_op) };
}

/* May the pair move there? It moves to one place only: the moves of two findings together could turn its halves round.
 */
static bool may_move(fp_rule_context *context, uint32_t signal, fp_position_in_text at) {
    struct fp_insertions *all = context->written;
    for (uint32_t i = 0; i < all->moved.len; i++)
        if (all->moved.data[i].signal == signal) return fp_same_position(all->moved.data[i].at, at);
    *FP_PUSH(context->keep, &all->moved) = (moved_pair){ signal, at };
    return true;
}

/* An end of each hazard stands between a signal and its wait: the signal moves behind the last producer, the wait in
 * front of the consumer, which only adds order. Both move in front of the consumer where both ends stand there. False:
 * there is no such pair, or it would not order all of them. */
static bool offer_move(fp_rule_context *context, fp_finding *finding, const uint32_t *hazards, uint32_t count) {
    const struct fp_kernel *kernel = context->kernel;
    stray_pair pair = { FP_NONE, FP_NONE, false, false };
    fp_op first = 0, last = 0;
    make_insertions(context);
    for (uint32_t i = 0; i < count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[hazards[i]];
        fp_op producer = fp_kernel_access(kernel, hazard->producer)->op;
        last = fp_kernel_access(kernel, hazard->consumer)->op;
        stray_pair its = find_stray_pair(context, producer, last);
        bool same = i == 0 || (its.signal == pair.signal && its.too_early == pair.too_early);
        if (its.signal == FP_NONE || !same || hazard->carrier != FP_NONE || hazard->cause == FP_CAUSE_ASYNC ||
            producer >= last)
            return false;
        pair = its;
        first = producer > first ? producer : first;
    }
    const fp_sync *signal = &kernel->syncs.data[pair.signal], *wait = &kernel->syncs.data[pair.wait];
    fp_position_in_text at =
        pair.too_late ? (fp_position_in_text){ last, false } : (fp_position_in_text){ first, true };
    builder b = new_builder(context, (fp_str){ "", 0 });
    b.location = fp_fix_location(kernel->ir, at.op);
    b.emission.generic = kernel->ir->ops[at.op].generic;
    if ((pair.too_early && !add_signal(&b)) || (pair.too_late && !add_half(&b, FP_HALF_WAIT)) ||
        !may_move(context, pair.signal, at))
        return false;
    fp_sentence sentence = pair.too_early && pair.too_late ? FP_WORD_MOVE_PAIR : FP_WORD_MOVE_OP;
    const fp_sync *named = pair.too_late ? wait : signal;
    fp_small_fix fix = { .title = FP_PHRASE(sentence, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, named->span)),
                                            fp_arg_phrase(FP_ARG_PLACE, fp_position_phrase(context, at))),
                         .safe = true };
    if (pair.too_early) fix.edits[fix.edit_count++] = fp_edit_removal(context, kernel->ir->ops[signal->op].span);
    fix.edits[fix.edit_count++] = fp_fix_at(context->keep, kernel->ir, at, b.text);
    if (pair.too_late) fix.edits[fix.edit_count++] = fp_edit_removal(context, kernel->ir->ops[wait->op].span);
    fp_fix_sort(fix.edits, fix.edit_count);
    fp_finding_fix(context, finding, fix);
    return true;
}

/* Is a copy among the producers that threads wait for on an object of its own, of which nothing can be made up? */
static bool completes_object(const fp_rule_context *context, const uint32_t *hazards, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[hazards[i]];
        fp_counter counter = fp_class_of(context->kernel, fp_kernel_access(context->kernel, hazard->producer)).counter;
        if (hazard->cause == FP_CAUSE_ASYNC && fp_counter_is_object(counter)) return true;
    }
    return false;
}

/* ---- copies in no committed group ---- */
/* The last copy of the row that the copy begins: further copies of its kind, with nothing but arithmetic between. */
static fp_op last_of_row(const struct fp_ir *ir, fp_op copy) {
    const fp_op_info *kind = ir->ops[copy].info;
    fp_op last = copy;
    for (fp_op op = ir->ops[copy].next; op != FP_NONE && ir->ops[op].info && !ir->ops[op].region_count;
         op = ir->ops[op].next) {
        if (ir->ops[op].info == kind)
            last = op;
        else if (!fp_effect_traits_of[ir->ops[op].info->effect].passive)
            break;
    }
    return last;
}

/* Offers the commits that the copies lack: only with them a wait has something to wait for, and that wait is offered
 * next. A group more only adds order: no wait leaves more copies in flight than without it. */
static void offer_commits(fp_rule_context *context, fp_finding *finding, const uint32_t *hazards, uint32_t count) {
    const struct fp_kernel *kernel = context->kernel;
    builder b = new_builder(context, (fp_str){ "", 0 });
    insertions list = { 0 };
    for (uint32_t i = 0; i < count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[hazards[i]];
        if (!fp_hazard_is_uncommitted(kernel, hazard)) continue;
        const fp_access *copy = fp_kernel_access(kernel, hazard->producer);
        fp_position_in_text at = { last_of_row(kernel->ir, copy->op), true };
        bool known = false;
        for (uint32_t k = 0; k < list.all.len; k++) known |= fp_same_position(list.all.data[k].at, at);
        if (known) continue;
        b.text = (fp_str){ "", 0 };
        b.location = fp_fix_location(kernel->ir, at.op);
        fp_counter counter = kernel->classes.data[copy->klass].counter;
        if (!add_line(&b, fp_emit_commit(&b.emission, counter, fp_op_name_at(context, copy->span)))) return;
        *FP_PUSH(context->keep, &list.all) =
            (insertion){ at, b.text, b.name, false, fp_fix_at(context->keep, kernel->ir, at, b.text) };
    }
    offer(&b, finding, &list, true, false);
}

void fp_fix_hazards(fp_rule_context *context, fp_finding *finding, const uint32_t *hazards, uint32_t count) {
    const struct fp_placement *placement = context->cures;
    if (count == 0) return;
    finding->awaits_advice = !placement;
    bool safe_alone = false, others = false;
    for (uint32_t i = 0; i < count && placement; i++) {
        const fp_cure *cure = &placement->cures[hazards[i]];
        if (!cure->wanted) continue;
        if (cure->count == 0 && cure->obstacle.end > cure->obstacle.start)
            fp_finding_relate(context, finding, cure->obstacle, fp_phrase_of(FP_AT_NOT_ALL_COME_BY));
        if (cure->count > 0 && is_safe_cure(placement, cure))
            safe_alone = true;
        else
            others = others || cure->count > 0;
    }
    bool moves = placement && offer_move(context, finding, hazards, count);
    if (safe_alone && others && !moves) offer_cures(context, finding, hazards, count, CURES_SAFE);
    if (placement && !moves) offer_cures(context, finding, hazards, count, CURES_ALL);
    bool early = fp_stage_is_early(context->kernel->stage); /* no wait would be offered next */
    if (placement && finding->fix_count == 0 && !early) offer_commits(context, finding, hazards, count);
    bool on_object = finding->fix_count == 0 && completes_object(context, hazards, count);
    if (on_object) fp_finding_add(context, finding, fp_arg_word(FP_ARG_UNFIXED, FP_WORD_OBJECT_IS_MISSING));
}

bool fp_fix_ineffective(fp_rule_context *context, fp_finding *finding, uint32_t sync) {
    const struct fp_placement *placement = context->cures;
    uint32_t copy = context->analysis->syncs[sync].producer;
    finding->awaits_advice = !placement;
    if (!placement || copy == FP_NONE) return false;
    builder b = new_builder(context, fp_op_name_at(context, fp_kernel_access(context->kernel, copy)->span));
    insertions list = { 0 };
    for (uint32_t i = 0; i < placement->count; i++) {
        const fp_placed *placed = &placement->placed[i];
        bool here = placed->kind == FP_PLACED_WAIT && !placed->at.behind &&
                    placed->at.op == context->kernel->syncs.data[sync].op;
        if (!here || !add_insertion(&b, &list, placed->at)) continue;
        offer(&b, finding, &list, !placed->doubt, false);
        return true;
    }
    return false;
}

static uint32_t place_of(const struct fp_ir *ir, fp_op op, fp_narrow_place place) {
    const fp_op_node *node = &ir->ops[op];
    switch (place) {
    case FP_NARROW_BEHIND_NAME: return node->name_span.end;
    case FP_NARROW_BEHIND_OPERANDS: return node->name_span.end + (uint32_t)sizeof "()" - 1;
    case FP_NARROW_AT_END: return node->span.end - (uint32_t)fp_fix_location(ir, op).len;
    }
    return node->span.end;
}

static fp_narrowing narrowing_of(fp_rule_context *context, const fp_sync *sync) {
    builder b = new_builder(context, (fp_str){ "", 0 });
    return fp_emit_narrowing(&b.emission, sync->op);
}

bool fp_fix_narrows(fp_rule_context *context, const fp_sync *sync) { return narrowing_of(context, sync).text.len > 0; }

void fp_fix_wide(fp_rule_context *context, fp_finding *finding, const fp_sync *sync) {
    const struct fp_ir *ir = context->kernel->ir;
    if (ir->ops[sync->op].damaged) return;
    fp_narrowing narrowing = narrowing_of(context, sync);
    if (narrowing.text.len == 0) return;
    uint32_t at = place_of(ir, sync->op, narrowing.place);
    fp_str what = narrowing.text;
    fp_small_fix fix = {
        .title = fp_phrase_of(FP_WORD_NARROW), .safe = true, .edits = { { { at, at }, what } }, .edit_count = 1
    };
    fp_finding_fix(context, finding, fix);
}

/* ---- waits for nothing ---- */
/* The token of the wait `earlier`, if that stays, is the same op and stands before the other on every way; FP_NONE:
 * else. */
static fp_value token_instead(const fp_rule_context *context, fp_op op, uint32_t earlier) {
    const struct fp_ir *ir = context->kernel->ir;
    if (earlier == FP_NONE || context->analysis->syncs[earlier].verdict == FP_VERDICT_REDUNDANT) return FP_NONE;
    const fp_op_node *other = &ir->ops[context->kernel->syncs.data[earlier].op];
    bool fits = other->result_count == 1 && fp_str_equal(other->name, ir->ops[op].name) &&
                fp_value_is_seen(ir, other->first_result, op);
    return fits ? other->first_result : FP_NONE;
}

void fp_fix_spare_wait(fp_rule_context *context, fp_finding *finding, uint32_t wait, uint32_t earlier) {
    const struct fp_ir *ir = context->kernel->ir;
    const fp_sync *sync = &context->kernel->syncs.data[wait];
    const fp_op_node *op = &ir->ops[sync->op];
    if (sync->implied || op->result_count > 1) return;
    fp_value instead = token_instead(context, sync->op, earlier);
    FP_VEC(fp_edit) edits = { 0 };
    *FP_PUSH(context->keep, &edits) = fp_edit_removal(context, op->span);
    for (uint32_t i = 0; i < ir->use_count && op->result_count; i++) {
        if (ir->uses[i].value != op->first_result) continue;
        if (instead == FP_NONE) return;
        *FP_PUSH(context->keep, &edits) = (fp_edit){ ir->uses[i].span, ir->values[instead].name };
    }
    fp_fix_sort(edits.data, edits.len);
    fp_phrase title = FP_PHRASE(FP_WORD_REMOVE, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, sync->span)));
    fp_finding_offer(context, finding,
                     (fp_fix){ .phrase = title, .safe = true, .edits = edits.data, .edit_count = edits.len });
}
