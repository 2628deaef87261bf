/* fold_frames.c - a frame for the kernel and for each call, to any depth, that is followed into its callee. */
#include "order/fold_internal.h"
#include <string.h>

uint32_t *fp_fold_new_numbers(struct fp_fold *fold, uint32_t count) {
    uint32_t *numbers = FP_NEW(fold->arena, uint32_t, count + 1);
    memset(numbers, 0xff, ((size_t)count + 1) * sizeof *numbers); /* FP_NONE */
    return numbers;
}

static void open_frame(struct fp_fold *fold, const struct fp_kernel *kernel, uint32_t parent, uint32_t call,
                       uint32_t top_call) {
    fp_frame frame = { .kernel = kernel,
                       .parent = parent,
                       .parent_call = call,
                       .top_call = top_call,
                       .universe = fold->frames.len,
                       .member_base = fold->member_count,
                       .class_count = kernel->classes.len };
    frame.depth = parent == FP_NONE ? 0 : fold->frames.data[parent].depth + 1;
    if (parent != FP_NONE && fold->frames.data[parent].kernel->addresses == kernel->addresses)
        frame.universe = fold->frames.data[parent].universe;
    frame.columns = fp_fold_new_numbers(fold, kernel->classes.len);
    frame.resources = fp_fold_new_numbers(fold, kernel->accesses.len);
    frame.signatures = fp_fold_new_numbers(fold, kernel->syncs.len);
    frame.callees = fp_fold_new_numbers(fold, kernel->calls.len);
    frame.unknown_calls = fp_fold_new_numbers(fold, kernel->calls.len);
    frame.loops = FP_NEW(fold->arena, uint64_t, kernel->loops.len + 1);
    frame.branches = FP_NEW(fold->arena, uint64_t, kernel->branches.len + 1);
    frame.graphs = FP_NEW(fold->arena, uint64_t, kernel->graphs.len + 1);
    frame.calls = FP_NEW(fold->arena, uint64_t, kernel->calls.len + 1);
    fold->member_count += kernel->accesses.len;
    frame.untracked_base = fold->untracked.len;
    for (uint32_t i = 0; i < kernel->untracked.len; i++)
        *FP_PUSH(fold->arena, &fold->untracked) = (fp_untracked_place){ .frame = fold->frames.len, .index = i };
    *FP_PUSH(fold->arena, &fold->frames) = frame;
}

static bool is_recursive(const struct fp_fold *fold, uint32_t frame, const struct fp_kernel *callee) {
    for (; frame != FP_NONE; frame = fold->frames.data[frame].parent)
        if (fp_kernel_is_same(fold->frames.data[frame].kernel, callee)) return true;
    return false;
}

static const struct fp_kernel *callee_of(const struct fp_fold *fold, const fp_call_item *call) {
    if (call->body) return call->body;
    if (!fold->program || call->unit == FP_NONE || call->unit >= fold->program->unit_count) return NULL;
    return fold->program->by_unit[call->unit];
}

/* A callee in the file that was not lowered touches no memory and holds no sync. */
static bool is_harmless(const struct fp_fold *fold, const fp_call_item *call) {
    return !call->body && fold->program && call->unit != FP_NONE && call->unit < fold->program->unit_count &&
           !fold->program->by_unit[call->unit];
}

static uint32_t frames_max(const struct fp_fold *fold) {
    if (fold->kernel->is_entry || !fold->program || !fold->program->count) return FP_FRAMES_MAX;
    uint32_t share = FP_GROUP_FRAMES_MAX / fold->program->count;
    return share < FP_FRAMES_MAX ? share + 1 : FP_FRAMES_MAX; /* its own comes on top */
}

void fp_fold_open_frames(struct fp_fold *fold) {
    uint32_t most = frames_max(fold);
    open_frame(fold, fold->kernel, FP_NONE, FP_NONE, FP_NONE);
    for (uint32_t frame = 0; frame < fold->frames.len; frame++) {
        const struct fp_kernel *kernel = fold->frames.data[frame].kernel;
        for (uint32_t i = 0; i < kernel->calls.len; i++) {
            const struct fp_kernel *callee = callee_of(fold, &kernel->calls.data[i]);
            fp_frame *caller = &fold->frames.data[frame];
            if (is_harmless(fold, &kernel->calls.data[i])) caller->callees[i] = FP_FRAME_HARMLESS;
            if (!callee || is_recursive(fold, frame, callee)) continue;
            if (caller->depth >= FP_CALL_DEPTH_MAX || fold->frames.len >= most) {
                fold->bounded_calls++;
                continue;
            }
            caller->callees[i] = fold->frames.len;
            open_frame(fold, callee, frame, i, frame == 0 ? i : caller->top_call);
        }
    }
}
