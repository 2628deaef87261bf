#include "rules/fix_protocol.h"
#include "rules/emit.h"
#include "rules/fix_edit.h"
#include <string.h>

typedef struct {
    fp_rule_context *context;
    const struct fp_kernel *kernel;
    const struct fp_ir *ir;
    fp_finding *finding;
    FP_VEC(fp_edit) edits;
} fixer;

/* ---- syncs and their texts ---- */
static const fp_sync *sync_of_op(const fixer *f, fp_op op) {
    for (uint32_t i = 0; i < f->kernel->syncs.len; i++)
        if (f->kernel->syncs.data[i].op == op && !f->kernel->syncs.data[i].implied) return &f->kernel->syncs.data[i];
    return NULL;
}

static const fp_sync *sync_at(const fixer *f, fp_span span) {
    for (uint32_t i = 0; i < f->kernel->syncs.len; i++)
        if (f->kernel->syncs.data[i].span.start == span.start && !f->kernel->syncs.data[i].implied)
            return &f->kernel->syncs.data[i];
    return NULL;
}

static bool is_barrier_sync(const fp_sync *sync) {
    return fp_sync_is_barrier(sync->kind) && !sync->implied && sync->scope != FP_SCOPE_WAVE;
}

static fp_emission emission_for(const fixer *f, fp_op beside) {
    fp_emission emission = fp_emission_of(f->context);
    emission.generic = f->ir->ops[beside].generic;
    return emission;
}

/* The text of an op in the custom form on one line, up to its location; empty: it is written another way. */
static fp_str text_of(const fixer *f, fp_op op) {
    fp_str text = fp_ir_text(f->ir, f->ir->ops[op].span), location = fp_fix_location(f->ir, op);
    text = fp_str_trim(fp_str_slice(text, 0, text.len - location.len));
    bool plain = !f->ir->ops[op].generic && f->ir->ops[op].result_count == 0 && fp_str_find(text, '\n') == text.len &&
                 fp_str_find(text, '\r') == text.len;
    return plain ? text : (fp_str){ "", 0 };
}

/* The op of `sync` by the name of another step, for the same barrier: "rocdl.s.barrier.signal id = 2" to
 * "rocdl.s.barrier.wait id = 2". */
static fp_str turned(const fixer *f, const fp_sync *sync, fp_sync_kind step) {
    fp_str text = text_of(f, sync->op), name = f->ir->ops[sync->op].name,
           other = fp_emit_other_step(f->context->keep, name, sync->kind, step);
    if (text.len == 0 || !fp_str_starts(text, name) || other.len == 0) return (fp_str){ "", 0 };
    return fp_str_printf(f->context->keep, "%.*s%.*s", FP_STR_ARG(other),
                         FP_STR_ARG(fp_str_slice(text, name.len, text.len)));
}

/* The wait that belongs to a signal. A barrier given by pointer is waited for by the number 1: the one that was
 * joined last. */
static fp_str wait_of(const fixer *f, const fp_sync *signal) {
    if (signal->id != FP_ID_OBJECT) return turned(f, signal, FP_SYNC_WAIT);
    for (uint32_t i = 0; i < f->kernel->syncs.len; i++)
        if (f->kernel->syncs.data[i].kind == FP_SYNC_WAIT && f->kernel->syncs.data[i].id == 1)
            return text_of(f, f->kernel->syncs.data[i].op);
    fp_emission emission = emission_for(f, signal->op);
    return fp_emit_step(&emission, FP_SYNC_WAIT, 0, (fp_str){ "", 0 }, (fp_str){ "", 0 });
}

/* "%half" and "!llvm.ptr<15>" of an op on a barrier that a pointer names. */
static bool pointer_of(const fixer *f, fp_op op, fp_str *value, fp_str *type) {
    fp_str text = text_of(f, op), name = f->ir->ops[op].name;
    if (text.len == 0 || !fp_str_starts(text, name)) return false;
    fp_str rest = fp_str_trim(fp_str_slice(text, name.len, text.len));
    *value = fp_str_slice(rest, 0, fp_str_find(rest, ' '));
    size_t colon = fp_str_find(rest, ':');
    *type = fp_str_trim(fp_str_slice(rest, colon + 1, rest.len));
    return value->len > 1 && value->data[0] == '%' && type->len > 0;
}

/* ---- edits ---- */
/* Each line with the location of the op beside it. */
static fp_str located(const fixer *f, fp_op beside, fp_str lines) {
    fp_str location = fp_fix_location(f->ir, beside), result = { "", 0 };
    if (location.len == 0) return lines;
    while (lines.len) {
        size_t end = fp_str_find(lines, '\n');
        result = fp_str_printf(f->context->keep, "%.*s%s%.*s%.*s", FP_STR_ARG(result), result.len ? "\n" : "", (int)end,
                               lines.data, FP_STR_ARG(location));
        lines = fp_str_slice(lines, end + 1, lines.len);
    }
    return result;
}

static bool add_before(fixer *f, fp_op op, fp_str lines) {
    if (lines.len == 0 || f->ir->ops[op].block == FP_NONE) return false;
    *FP_PUSH(f->context->keep, &f->edits) = fp_fix_before(f->context->keep, f->ir, op, located(f, op, lines));
    return true;
}

static bool add_behind(fixer *f, fp_op op, fp_str lines) {
    if (lines.len == 0 || f->ir->ops[op].next == FP_NONE) return false;
    *FP_PUSH(f->context->keep, &f->edits) = fp_fix_behind(f->context->keep, f->ir, op, located(f, op, lines));
    return true;
}

static void add_removal(fixer *f, fp_op op) {
    *FP_PUSH(f->context->keep, &f->edits) = fp_edit_removal(f->context, f->ir->ops[op].span);
}

static void add_replacement(fixer *f, fp_op op, fp_str text) {
    fp_span span = f->ir->ops[op].span;
    fp_str location = fp_fix_location(f->ir, op);
    *FP_PUSH(f->context->keep, &f->edits) = (fp_edit){ { span.start, span.end - (uint32_t)location.len }, text };
}

static void offer_as(fixer *f, fp_phrase title) {
    if (f->edits.len == 0) return;
    fp_fix_sort(f->edits.data, f->edits.len);
    fp_finding_offer(f->context, f->finding,
                     (fp_fix){ .phrase = title, .edits = f->edits.data, .edit_count = f->edits.len });
}

static void offer(fixer *f, fp_sentence title) { offer_as(f, fp_phrase_of(title)); }

/* ---- a half that is missing ---- */
static void fix_missing_signal(fixer *f, const fp_sync *wait) {
    fp_str signal = turned(f, wait, FP_SYNC_SIGNAL);
    fp_emission emission = emission_for(f, wait->op);
    if (wait->id == FP_ID_WORKGROUP && signal.len == 0) signal = fp_emit_half(&emission, FP_HALF_SIGNAL);
    if (wait->id == FP_ID_WORKGROUP)
        signal = fp_str_printf(f->context->keep, "%.*s\n%.*s", FP_STR_ARG(fp_emit_half(&emission, FP_HALF_DATA)),
                               FP_STR_ARG(signal));
    if (add_before(f, wait->op, signal)) offer(f, FP_WORD_ADD_SIGNAL);
}

static void fix_missing_wait(fixer *f, const fp_sync *signal) {
    if (add_behind(f, signal->op, wait_of(f, signal))) offer(f, FP_WORD_ADD_WAIT);
}

static void fix_second_signal(fixer *f, const fp_sync *second, fp_span first) {
    const fp_sync *opener = sync_at(f, first);
    if (opener && opener->kind == FP_SYNC_SIGNAL && second->kind == FP_SYNC_SIGNAL &&
        add_before(f, second->op, wait_of(f, opener)))
        offer(f, FP_WORD_WAIT_FOR_FIRST);
}

static void fix_leave(fixer *f, const fp_sync *leave) {
    if (add_before(f, leave->op, turned(f, leave, FP_SYNC_WAIT))) offer(f, FP_WORD_WAIT_BEFORE_LEAVE);
}

static void fix_mixed(fixer *f, const fp_sync *whole) {
    add_removal(f, whole->op);
    offer(f, FP_WORD_REMOVE_WHOLE);
}

/* ---- named barriers ---- */
/* An op of the kernel that names, by pointer, the barrier that `sync` acts on: itself, or for numbers the only one
 * there is. */
static bool find_pointer(const fixer *f, const fp_sync *sync, fp_str *value, fp_str *type) {
    if (pointer_of(f, sync->op, value, type)) return true;
    fp_str only = { "", 0 };
    for (uint32_t i = 0; i < f->kernel->syncs.len; i++) {
        fp_str other, other_type;
        const fp_sync *candidate = &f->kernel->syncs.data[i];
        bool named =
            candidate->kind == FP_SYNC_INIT || candidate->kind == FP_SYNC_JOIN || candidate->kind == FP_SYNC_SIGNAL;
        if (!named || candidate->object == FP_NONE || !pointer_of(f, candidate->op, &other, &other_type)) continue;
        if (only.len && !fp_str_equal(only, other)) return false;
        only = *value = other;
        *type = other_type;
    }
    return only.len > 0;
}

/* A wave has to have joined when it signals. */
static void fix_missing_join(fixer *f, const fp_sync *wait) {
    fp_str value, type;
    if (wait->kind != FP_SYNC_WAIT || !find_pointer(f, wait, &value, &type)) return;
    fp_op place = wait->op;
    for (uint32_t i = 0; i < f->kernel->syncs.len; i++) {
        const fp_sync *sync = &f->kernel->syncs.data[i];
        if (sync->op >= wait->op || f->ir->ops[sync->op].block != f->ir->ops[wait->op].block) continue;
        if (sync->kind == FP_SYNC_WAIT && sync->id != FP_ID_WORKGROUP) place = wait->op;
        if (sync->kind == FP_SYNC_SIGNAL && sync->id != FP_ID_WORKGROUP && place == wait->op) place = sync->op;
    }
    fp_emission emission = emission_for(f, place);
    if (add_before(f, place, fp_emit_step(&emission, FP_SYNC_JOIN, 0, value, type)))
        offer_as(f, FP_PHRASE(FP_WORD_JOIN, fp_arg_text(FP_ARG_OBJECT, value)));
}

/* Waves of a workgroup; 0: its size is not known. */
static uint32_t count_waves(const struct fp_kernel *kernel) {
    const fp_launch *launch = &kernel->launch;
    uint64_t threads = launch->upper_bound_only ? 0 : (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    return launch->wave_size && threads ? (uint32_t)((threads + launch->wave_size - 1) / launch->wave_size) : 0;
}

static bool has_init(const fixer *f, const fp_sync *use) {
    for (uint32_t i = 0; i < f->kernel->syncs.len; i++) {
        const fp_sync *sync = &f->kernel->syncs.data[i];
        if (sync->kind == FP_SYNC_INIT && sync->object == use->object && sync->op < use->op) return true;
    }
    return false;
}

/* The init is for as many waves as the workgroup has; a workgroup barrier lets all of them see it. */
static void fix_missing_init(fixer *f, const fp_sync *use) {
    fp_str value, type;
    uint32_t waves = count_waves(f->kernel);
    fp_emission emission = emission_for(f, use->op);
    fp_str publish = fp_str_printf(
        f->context->keep, "%.*s\n%.*s\n%.*s", FP_STR_ARG(fp_emit_half(&emission, FP_HALF_DATA)),
        FP_STR_ARG(fp_emit_half(&emission, FP_HALF_SIGNAL)), FP_STR_ARG(fp_emit_half(&emission, FP_HALF_WAIT)));
    if (use->kind == FP_SYNC_INIT || f->kernel->target->vendor == FP_VENDOR_NVIDIA || use->object == FP_NONE) return;
    if (has_init(f, use)) {
        if (add_before(f, use->op, publish)) offer(f, FP_WORD_PUBLISH);
        return;
    }
    if (waves == 0 || !pointer_of(f, use->op, &value, &type)) return;
    fp_str init = fp_emit_step(&emission, FP_SYNC_INIT, waves, value, type),
           lines = fp_str_printf(f->context->keep, "%.*s\n%.*s", FP_STR_ARG(init), FP_STR_ARG(publish));
    if (add_before(f, use->op, lines))
        offer_as(f,
                 FP_PHRASE(FP_WORD_INITIALISE, fp_arg_text(FP_ARG_OBJECT, value), fp_arg_number(FP_ARG_WAVES, waves)));
}

/* ---- ids and targets ---- */
/* Where the barrier's number stands in the op's text; false: nowhere. */
static bool find_number(const fixer *f, const fp_sync *sync, fp_span *span) {
    fp_str text = fp_ir_text(f->ir, f->ir->ops[sync->op].span),
           number = fp_str_printf(f->context->keep, "%d", sync->id);
    for (size_t at = 0; at + number.len <= text.len; at++) {
        bool here = memcmp(text.data + at, number.data, number.len) == 0,
             ends = at + number.len == text.len || text.data[at + number.len] < '0' || text.data[at + number.len] > '9';
        uint32_t start = f->ir->ops[sync->op].span.start + (uint32_t)at;
        *span = (fp_span){ start, start + (uint32_t)number.len };
        if (here && ends) return true;
    }
    return false;
}

/* All ops of that number together: half a pair would be left else. Where the workgroup's barrier is used there
 * already they go. */
static void fix_reserved(fixer *f, const fp_sync *sync) {
    fp_span number;
    for (int removed = 0; removed < 2; removed++) {
        f->edits.data = NULL, f->edits.len = f->edits.capacity = 0;
        for (uint32_t i = 0; i < f->kernel->syncs.len; i++) {
            const fp_sync *other = &f->kernel->syncs.data[i];
            bool plain = is_barrier_sync(other) && other->id == sync->id && f->ir->ops[other->op].result_count == 0;
            if (plain && removed)
                add_removal(f, other->op);
            else if (plain && find_number(f, other, &number))
                *FP_PUSH(f->context->keep, &f->edits) = (fp_edit){ number, FP_STR("-1") };
        }
        offer(f, removed ? FP_WORD_REMOVE_RESERVED : FP_WORD_USE_WORKGROUP);
    }
}

/* A pair of halves on a chip without them: a whole barrier where the wait stands. */
static void fix_unavailable(fixer *f, const fp_sync *half) {
    bool amd = f->kernel->target->vendor == FP_VENDOR_AMD && !f->kernel->target->split_barrier;
    if (!amd || half->id != FP_ID_WORKGROUP || (half->kind != FP_SYNC_SIGNAL && half->kind != FP_SYNC_WAIT)) return;
    const fp_sync *syncs = f->kernel->syncs.data;
    uint32_t found = fp_kernel_other_half(f->kernel, (uint32_t)(half - syncs));
    if (found == FP_NONE) return;
    const fp_sync *signal = half->kind == FP_SYNC_SIGNAL ? half : &syncs[found],
                  *wait = half->kind == FP_SYNC_WAIT ? half : &syncs[found];
    fp_emission emission = emission_for(f, wait->op);
    add_removal(f, signal->op);
    add_replacement(f, wait->op, fp_emit_barrier(&emission));
    offer(f, FP_WORD_MAKE_WHOLE);
}

/* ---- arms ---- */
typedef FP_VEC(fp_op) op_list;

/* The workgroup's barriers and halves that stand directly in region `region` of `op`. */
static void collect_barriers(const fixer *f, fp_op op, uint32_t region, op_list *list) {
    for (uint32_t i = 0; i < f->kernel->syncs.len; i++) {
        const fp_sync *sync = &f->kernel->syncs.data[i];
        fp_block block = f->ir->ops[sync->op].block;
        if (!is_barrier_sync(sync) || f->ir->ops[sync->op].parent != op || block == FP_NONE ||
            f->ir->blocks[block].region != region)
            continue;
        if (list->len == 0 || list->data[list->len - 1] != sync->op) *FP_PUSH(f->context->keep, list) = sync->op;
    }
}

static fp_str indent_of(const fixer *f, fp_op op) {
    size_t at = f->ir->ops[op].span.start, start = at;
    while (start > 0 && (f->ir->text.data[start - 1] == ' ' || f->ir->text.data[start - 1] == '\t')) start--;
    return start == 0 || f->ir->text.data[start - 1] == '\n' ? fp_str_slice(f->ir->text, start, at) : (fp_str){ "", 0 };
}

/* A branch of two arms that are regions. */
static bool is_if(const fixer *f, fp_op op) {
    const fp_op_info *info = op < f->ir->op_count ? f->ir->ops[op].info : NULL;
    return info && info->effect == FP_EFFECT_REGION && info->region == FP_REGION_IF;
}

static bool is_yield(const fixer *f, fp_op op) {
    return op != FP_NONE && f->ir->ops[op].info && f->ir->ops[op].info->effect == FP_EFFECT_YIELD;
}

/* " else {" with the lines, for an `if` that has none. */
static bool add_else(fixer *f, fp_op branch, fp_str lines) {
    const fp_op_node *op = &f->ir->ops[branch];
    bool can = is_if(f, branch) && !op->generic && op->result_count == 0 && op->region_count == 1 &&
               op->span.end > op->span.start;
    uint32_t end = op->span.end - (uint32_t)fp_fix_location(f->ir, branch).len;
    if (!can || f->ir->text.data[end - 1] != '}') return false;
    size_t line_end = end;
    while (line_end < f->ir->text.len && f->ir->text.data[line_end] != '\n') line_end++;
    const char *line_break = line_end < f->ir->text.len && f->ir->text.data[line_end - 1] == '\r' ? "\r\n" : "\n";
    fp_str indent = indent_of(f, branch), text = { " else {", 7 };
    while (lines.len) {
        size_t line = fp_str_find(lines, '\n');
        text = fp_str_printf(f->context->keep, "%.*s%s%.*s  %.*s", FP_STR_ARG(text), line_break, FP_STR_ARG(indent),
                             (int)line, lines.data);
        lines = fp_str_slice(lines, line + 1, lines.len);
    }
    text = fp_str_printf(f->context->keep, "%.*s%s%.*s}", FP_STR_ARG(text), line_break, FP_STR_ARG(indent));
    *FP_PUSH(f->context->keep, &f->edits) = (fp_edit){ { end, end }, text };
    return true;
}

/* Copies the barriers that one arm has more of to the end of the other arm. */
static void fix_unbalanced(fixer *f, fp_op branch) {
    if (!is_if(f, branch)) return;
    op_list arms[2] = { { 0 }, { 0 } };
    fp_str lines = { "", 0 };
    for (uint32_t arm = 0; arm < 2; arm++) collect_barriers(f, branch, arm, &arms[arm]);
    uint32_t less = arms[0].len < arms[1].len ? 0 : 1;
    for (uint32_t i = arms[less].len; i < arms[1 - less].len; i++) {
        fp_str text = text_of(f, arms[1 - less].data[i]);
        if (text.len == 0) return;
        lines =
            fp_str_printf(f->context->keep, "%.*s%s%.*s", FP_STR_ARG(lines), lines.len ? "\n" : "", FP_STR_ARG(text));
    }
    if (lines.len == 0) return;
    fp_block block = fp_ir_region(f->ir, branch, less);
    fp_op last = block == FP_NONE ? FP_NONE : f->ir->blocks[block].last;
    bool ends = is_yield(f, last);
    bool added = last == FP_NONE ? less == 1 && add_else(f, branch, lines) : ends ? add_before(f, last, lines) : false;
    if (!added && last != FP_NONE && !ends) {
        *FP_PUSH(f->context->keep, &f->edits) = fp_fix_behind(f->context->keep, f->ir, last, located(f, last, lines));
        added = true;
    }
    if (added) offer(f, FP_WORD_BALANCE);
}

/* A barrier that begins or ends an arm stands as well before or behind the branch, where all threads come by. */
static void fix_divergent(fixer *f, const fp_sync *sync) {
    const fp_op_node *op = &f->ir->ops[sync->op];
    fp_op branch = op->parent;
    fp_str text = text_of(f, sync->op);
    if (text.len == 0 || sync->kind != FP_SYNC_BARRIER || !is_if(f, branch)) return;
    const fp_block_info *block = &f->ir->blocks[op->block];
    bool first = block->first == sync->op, last = op->next == FP_NONE || is_yield(f, op->next);
    if (f->ir->ops[branch].region_count > 1 || (!first && !last)) return;
    if (!(first ? add_before(f, branch, text) : add_behind(f, branch, text))) return;
    add_removal(f, sync->op);
    offer(f, first ? FP_WORD_MOVE_BEFORE_CONDITION : FP_WORD_MOVE_BEHIND_CONDITION);
}

/* ---- the kinds ---- */
void fp_fix_protocol(fp_rule_context *context, fp_finding *finding, const fp_protocol_finding *found) {
    fixer f = { .context = context, .kernel = context->kernel, .ir = context->kernel->ir, .finding = finding };
    bool here =
        found->op == FP_NONE || (found->op < f.ir->op_count && f.ir->ops[found->op].span.start == found->span.start);
    const fp_sync *sync = found->op == FP_NONE ? sync_at(&f, found->span) : here ? sync_of_op(&f, found->op) : NULL;
    if (found->kind == FP_PROTOCOL_UNBALANCED) {
        fix_unbalanced(&f, found->op);
        return;
    }
    if (!sync || f.ir->ops[sync->op].damaged) return; /* in a callee, or in half-typed text */
    switch (found->kind) {
    case FP_PROTOCOL_WAIT_WITHOUT_SIGNAL: fix_missing_signal(&f, sync); break;
    case FP_PROTOCOL_UNWAITED_SIGNAL: fix_missing_wait(&f, sync); break;
    case FP_PROTOCOL_DOUBLE_SIGNAL: fix_second_signal(&f, sync, found->related); break;
    case FP_PROTOCOL_UNAVAILABLE: fix_unavailable(&f, sync); break;
    case FP_PROTOCOL_RESERVED: fix_reserved(&f, sync); break;
    case FP_PROTOCOL_UNINITIALIZED: fix_missing_init(&f, sync); break;
    case FP_PROTOCOL_UNJOINED: fix_missing_join(&f, sync); break;
    case FP_PROTOCOL_LEAVE_AFTER_ARRIVE: fix_leave(&f, sync); break;
    case FP_PROTOCOL_MIXED: fix_mixed(&f, sync); break;
    case FP_PROTOCOL_DIVERGENT: fix_divergent(&f, sync); break;
    case FP_PROTOCOL_UNBALANCED:
    case FP_PROTOCOL_NO_EFFECT: break;
    }
}

void fp_fix_foreign_waits(fp_rule_context *context, fp_finding *finding, fp_str targets) {
    fixer f = { .context = context, .kernel = context->kernel, .ir = context->kernel->ir, .finding = finding };
    fp_op done = FP_NONE;
    for (uint32_t i = 0; i < f.kernel->syncs.len; i++) {
        const fp_sync *sync = &f.kernel->syncs.data[i];
        const fp_op_node *op = &f.ir->ops[sync->op];
        if (sync->op == done || !op->info || !fp_str_equal(op->info->targets, targets)) continue;
        done = sync->op;
        fp_emission emission = emission_for(&f, sync->op);
        bool one = sync->kind == FP_SYNC_COUNTER_WAIT && sync->wait_count == 1 && sync->waits[0].count >= 0 &&
                   op->result_count == 0 && !op->damaged;
        fp_str text = one ? fp_emit_wait(&emission, sync->waits[0].counter, sync->waits[0].count, op->name, sync->op)
                          : (fp_str){ "", 0 };
        if (text.len == 0) return; /* half of them would be no fix */
        add_replacement(&f, sync->op, text);
    }
    offer_as(&f, FP_PHRASE(FP_WORD_WAIT_AS_CHIP, fp_arg_text(FP_ARG_CHIP, f.kernel->target->chip)));
}
