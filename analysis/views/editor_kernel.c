/* editor_kernel.c - what stands at a place of a kernel, and the other way to write its barriers. */
#include "base/span.h"
#include "fencepost_editor.h"
#include "rules/emit.h"
#include "rules/finding.h"
#include "views/around.h"

/* ---- buffers ---- */

bool fp_document_buffer(struct fp_arena *keep, struct fp_document *document, uint32_t offset, fp_buffer_facts *facts) {
    fp_around around = fp_around_look(keep, document, offset);
    struct fp_kernel *kernel = fp_around_kernel(&around, offset);
    fp_name_info name = fp_document_name(keep, document, offset);
    if (!kernel || name.kind != FP_NAME_VALUE) return false;
    fp_str text = fp_str_slice(document->text, name.at.start, name.at.end);
    for (uint32_t value = 0; value < kernel->ir->value_count; value++) {
        const fp_value_info *info = &kernel->ir->values[value];
        bool same = fp_str_equal(info->name, text) && name.count > 0 && info->span.start == name.places[0].span.start;
        if (!same) continue;
        uint32_t count = 0;
        const fp_root *roots = fp_buffers_members(kernel->buffers, fp_buffers_of(kernel->buffers, value), &count);
        if (count != 1) return false;
        const fp_root_info *root = fp_buffers_root(kernel->buffers, roots[0]);
        if (root->space != FP_SPACE_WORKGROUP) return false;
        *facts = (fp_buffer_facts){ root->name, root->size_bytes, kernel->target->chip, kernel->target->shared_bytes };
        return true;
    }
    return false;
}

/* ---- ids ---- */

fp_barrier_ids fp_document_barrier_ids(struct fp_arena *keep, struct fp_document *document, uint32_t offset) {
    fp_around around = fp_around_look(keep, document, offset);
    const struct fp_kernel *kernel = fp_around_kernel(&around, offset);
    fp_barrier_ids ids = { .target = { "", 0 } };
    if (!kernel) return ids;
    const fp_target *target = kernel->target;
    ids.target = target->chip;
    ids.has_workgroup = target->split_barrier;
    ids.workgroup = FP_ID_WORKGROUP;
    ids.has_named = target->named_last > 0;
    ids.named_first = target->nvidia_ids ? 0 : target->named_first;
    ids.named_last = target->named_last;
    return ids;
}

/* ---- the other way to write a barrier ---- */

typedef struct {
    struct fp_arena *keep;
    struct fp_document *document;
    struct fp_kernel *kernel;
    fp_emission emission;
} converter;

static bool stands_alone(const fp_op_node *op) {
    return op->result_count == 0 && op->region_count == 0 && !op->damaged;
}

static bool is_plain(const converter *c, const fp_sync *sync) {
    bool whole = sync->scope == FP_SCOPE_WORKGROUP && sync->id == FP_ID_WORKGROUP && sync->object == FP_NONE;
    return whole && !sync->implied && !sync->bare && !sync->maybe && stands_alone(&c->kernel->ir->ops[sync->op]);
}

static fp_str indentation(const struct fp_document *document, uint32_t at) {
    uint32_t start = fp_lines_span(document->lines, document->text, fp_lines_line(document->lines, at)).start,
             end = start;
    while (end < at && (document->text.data[end] == ' ' || document->text.data[end] == '\t')) end++;
    return fp_str_slice(document->text, start, end);
}

static fp_fix make_fix(converter *c, fp_str title, const fp_edit *edits, size_t count) {
    fp_edit *copy = FP_NEW(c->keep, fp_edit, count);
    for (size_t i = 0; i < count; i++) copy[i] = edits[i];
    return (fp_fix){ .title = title, .edits = copy, .edit_count = count };
}

static fp_fix split(converter *c, const fp_sync *sync) {
    fp_fix none = { .title = { "", 0 } };
    const fp_target *target = c->kernel->target;
    bool orders = (sync->spaces & FP_SPACES_WORKGROUP) && sync->release && sync->acquire;
    if (!target->split_barrier || target->vendor != FP_VENDOR_AMD || !orders) return none;
    fp_str indent = indentation(c->document, sync->span.start);
    fp_str text =
        fp_str_printf(c->keep, "%.*s\n%.*s%.*s\n%.*s%.*s", FP_STR_ARG(fp_emit_half(&c->emission, FP_HALF_DATA)),
                      FP_STR_ARG(indent), FP_STR_ARG(fp_emit_half(&c->emission, FP_HALF_SIGNAL)), FP_STR_ARG(indent),
                      FP_STR_ARG(fp_emit_half(&c->emission, FP_HALF_WAIT)));
    fp_edit edit = { c->kernel->ir->ops[sync->op].span, text };
    return make_fix(c,
                    sync->spaces == FP_SPACES_WORKGROUP
                        ? FP_STR("write this barrier as signal and wait")
                        : FP_STR("write this barrier as signal and wait (of workgroup memory alone)"),
                    &edit, 1);
}

/* The wait for LDS data that belongs to a signal: the op before it. */
static const fp_sync *data_wait(const converter *c, const fp_sync *signal) {
    for (uint32_t i = 0; i < c->kernel->syncs.len; i++) {
        const fp_sync *sync = &c->kernel->syncs.data[i];
        bool waits = sync->kind == FP_SYNC_COUNTER_WAIT && sync->wait_count == 1 &&
                     sync->waits[0].counter == FP_COUNTER_DS && sync->waits[0].count == 0;
        if (waits && c->kernel->ir->ops[sync->op].next == signal->op && stands_alone(&c->kernel->ir->ops[sync->op]))
            return sync;
    }
    return NULL;
}

static fp_fix join(converter *c, uint32_t sync) {
    fp_fix none = { .title = { "", 0 } };
    bool is_signal = c->kernel->syncs.data[sync].kind == FP_SYNC_SIGNAL;
    uint32_t other = fp_kernel_other_half(c->kernel, sync);
    if (other == FP_NONE || !is_plain(c, &c->kernel->syncs.data[other])) return none;
    const fp_sync *signal = &c->kernel->syncs.data[is_signal ? sync : other],
                  *wait = &c->kernel->syncs.data[is_signal ? other : sync], *data = data_wait(c, signal);
    fp_rule_context context = {
        .keep = c->keep, .context = c->document->context, .lines = c->document->lines, .kernel = c->kernel
    };
    fp_edit edits[3];
    size_t count = 0;
    if (data) edits[count++] = fp_edit_removal(&context, c->kernel->ir->ops[data->op].span);
    edits[count++] = fp_edit_removal(&context, c->kernel->ir->ops[signal->op].span);
    edits[count++] = (fp_edit){ c->kernel->ir->ops[wait->op].span, fp_emit_barrier(&c->emission) };
    return make_fix(c, FP_STR("write signal and wait as one barrier, where the wait stands"), edits, count);
}

/* By the notes of the last check: editors ask at each move of the cursor. */
static bool is_barrier(struct fp_document *document, uint32_t offset) {
    const fp_sync_note *notes;
    uint32_t count = fp_document_sync_notes(document, &notes);
    for (uint32_t i = 0; i < count; i++)
        if (fp_span_at_cursor(notes[i].span, offset)) return true;
    return false;
}

fp_fix fp_document_convert_barrier(struct fp_arena *keep, struct fp_document *document, uint32_t offset) {
    if (!is_barrier(document, offset)) return (fp_fix){ .title = { "", 0 } };
    fp_around around = fp_around_look(keep, document, offset);
    converter c = { .keep = keep, .document = document, .kernel = fp_around_kernel(&around, offset) };
    fp_fix none = { .title = { "", 0 } };
    for (uint32_t i = 0; c.kernel && i < c.kernel->syncs.len; i++) {
        const fp_sync *sync = &c.kernel->syncs.data[i];
        if (!fp_span_at_cursor(sync->span, offset) || !is_plain(&c, sync)) continue;
        c.emission = (fp_emission){ .keep = keep,
                                    .kernel = c.kernel,
                                    .program = around.pipeline.program,
                                    .strategy = FP_STRATEGY_MINIMAL,
                                    .mlir = document->engine->options.mlir };
        c.emission.generic = document->text.data[c.kernel->ir->ops[sync->op].name_span.start] == '"';
        if (sync->kind == FP_SYNC_BARRIER) return split(&c, sync);
        if (sync->kind == FP_SYNC_SIGNAL || sync->kind == FP_SYNC_WAIT) return join(&c, i);
    }
    return none;
}
