/* early_wait.c - waits that stand before work that does not need them: early-wait. */
#include "base/source.h"
#include "rules/finding.h"
#include "rules/fix_edit.h"

/* Counters that only the copies they are for move: a wait may change places with other accesses. */
static bool counts_copies_only(const fp_sync *wait) {
    for (uint32_t i = 0; i < wait->wait_count; i++)
        if (fp_counter_info_of(wait->waits[i].counter)->moved_by == FP_MOVED_BY_ACCESSES) return false;
    return true;
}

/* Does the item mean nothing to the wait, and the wait nothing to it? */
static bool passes(const struct fp_kernel *kernel, fp_item item) {
    if (item.kind == FP_ITEM_SYNC) return kernel->syncs.data[item.index].kind == FP_SYNC_COUNT_UP;
    if (item.kind != FP_ITEM_ACCESS) return false;
    const fp_access *access = &kernel->accesses.data[item.index];
    fp_class klass = fp_class_of(kernel, access);
    return access->kind == FP_ACCESS_READ && klass.space == FP_SPACE_GLOBAL && klass.counter == FP_COUNTER_NONE &&
           !access->ordered_acquire;
}

static fp_op op_of(const struct fp_kernel *kernel, fp_item item) {
    switch (item.kind) {
    case FP_ITEM_ACCESS: return kernel->accesses.data[item.index].op;
    case FP_ITEM_SYNC: return kernel->syncs.data[item.index].op;
    case FP_ITEM_LOOP: return kernel->loops.data[item.index].op;
    case FP_ITEM_BRANCH: return kernel->branches.data[item.index].op;
    case FP_ITEM_GRAPH: return FP_NONE; /* no op of its own */
    case FP_ITEM_CALL: return kernel->calls.data[item.index].op;
    case FP_ITEM_UNTRACKED: return kernel->untracked.data[item.index].op;
    }
    return FP_NONE;
}

/* Reads of global memory and matrix products take as long as a copy does; arithmetic on addresses is done before
 * anybody notices. */
static bool takes_time(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    return info && (info->effect == FP_EFFECT_READ || (info->effect == FP_EFFECT_NONE && ir->ops[op].result_count > 0));
}

static bool uses_result_of(const struct fp_ir *ir, fp_op op, fp_op of) {
    const fp_op_node *node = &ir->ops[op], *maker = &ir->ops[of];
    for (uint32_t i = 0; i < node->use_count; i++)
        if (ir->uses[node->first_use + i].value - maker->first_result < maker->result_count) return true;
    return false;
}

static void report(fp_rule_context *context, const fp_sync *wait, fp_op before) {
    const struct fp_ir *ir = context->kernel->ir;
    fp_phrase_argument op = fp_arg_text(FP_ARG_OP, fp_op_name_at(context, wait->span));
    fp_finding *finding = fp_finding_push(
        context, wait->span, FP_PHRASE(FP_SAYS_EARLY_WAIT_WORK, op, fp_arg_place(FP_ARG_WORK, ir->ops[before].span)));
    uint32_t start = (uint32_t)fp_source_line_start(ir->text, ir->ops[before].span.start);
    fp_span line_before = { start - (start > 0), start + !start }; /* where it stands once its own line is gone */
    fp_small_fix fix = { .title = FP_PHRASE(FP_WORD_MOVE, op, fp_arg_place(FP_ARG_TO, line_before)),
                         .safe = false,
                         .edit_count = 2 };
    fix.edits[0] = fp_edit_removal(context, ir->ops[wait->op].span);
    fix.edits[1] = fp_fix_before(context->keep, ir, before, fp_ir_text(ir, ir->ops[wait->op].span));
    fp_finding_fix(context, finding, fix);
}

static void look_behind(fp_rule_context *context, const fp_items *items, uint32_t at) {
    const struct fp_kernel *kernel = context->kernel;
    const struct fp_ir *ir = kernel->ir;
    uint32_t number = items->data[at].index, next = at + 1;
    const fp_sync *wait = &kernel->syncs.data[number];
    if (wait->kind != FP_SYNC_COUNTER_WAIT || wait->implied || wait->maybe ||
        context->analysis->syncs[number].verdict != FP_VERDICT_NEEDED)
        return;
    bool copies_only = counts_copies_only(wait);
    while (copies_only && next < items->len && passes(kernel, items->data[next])) next++;
    fp_op before = next < items->len ? op_of(kernel, items->data[next]) : FP_NONE;
    if (before == FP_NONE || ir->ops[before].block != ir->ops[wait->op].block) return;
    bool works = false;
    for (fp_op op = ir->ops[wait->op].next; op != FP_NONE && op != before; op = ir->ops[op].next) {
        if (!ir->ops[op].info || uses_result_of(ir, op, wait->op)) return;
        works |= takes_time(ir, op);
    }
    if (works) report(context, wait, before);
}

static void look(fp_rule_context *context, const fp_items *items) {
    const struct fp_kernel *kernel = context->kernel;
    for (uint32_t i = 0; i < items->len; i++) {
        fp_item item = items->data[i];
        switch (item.kind) {
        case FP_ITEM_SYNC: look_behind(context, items, i); break;
        case FP_ITEM_LOOP: look(context, &kernel->loops.data[item.index].body); break;
        case FP_ITEM_BRANCH:
            for (uint32_t arm = 0; arm < kernel->branches.data[item.index].arm_count; arm++)
                look(context, &kernel->branches.data[item.index].arms[arm]);
            break;
        case FP_ITEM_ACCESS:
        case FP_ITEM_CALL:
        case FP_ITEM_GRAPH:
        case FP_ITEM_UNTRACKED: break;
        }
    }
}

void fp_rules_early_wait(fp_rule_context *context) { look(context, &context->kernel->body); }
