#include "check/inner_ends.h"
#include "address/buffer.h"
#include "check/inner.h"
#include "check/racing_store.h"

/* The access as the function has it that a body of a call was made of; FP_NONE: that has none such. */
static uint32_t access_of_callee(const struct fp_kernel *callee, const struct fp_kernel *body, uint32_t access) {
    const fp_access *wanted = &body->accesses.data[access];
    for (uint32_t i = 0; i < callee->accesses.len; i++) {
        const fp_access *one = &callee->accesses.data[i];
        if (one->op + body->op_behind == wanted->op && one->kind == wanted->kind) return i;
    }
    return FP_NONE;
}

/* Do the two alias only if callers bind two parameters to the same memory? */
static bool depends_on_binding(const struct fp_kernel *kernel, fp_roots p, fp_roots a) {
    uint32_t p_count, a_count;
    const fp_root *p_members = fp_buffers_members(kernel->buffers, p, &p_count),
                  *a_members = fp_buffers_members(kernel->buffers, a, &a_count);
    bool p_parameter = false, a_parameter = false;
    for (uint32_t i = 0; i < p_count; i++) {
        p_parameter |= fp_buffers_root(kernel->buffers, p_members[i])->kind == FP_ROOT_PARAMETER;
        for (uint32_t j = 0; j < a_count; j++)
            if (p_members[i] == a_members[j]) return false;
    }
    for (uint32_t j = 0; j < a_count; j++)
        a_parameter |= fp_buffers_root(kernel->buffers, a_members[j])->kind == FP_ROOT_PARAMETER;
    return p_parameter && a_parameter;
}

/* The same of a pair inside of a callee, by the callee's own parameters. */
static bool depends_on_call(const struct fp_program *program, const struct fp_kernel *kernel, uint32_t p, uint32_t c) {
    const struct fp_kernel *callee = kernel;
    if (kernel->is_body) {
        callee = program && kernel->unit < program->unit_count ? program->by_unit[kernel->unit] : NULL;
        if (!callee) return true; /* it has no findings of its own */
        p = access_of_callee(callee, kernel, p), c = access_of_callee(callee, kernel, c);
        if (p == FP_NONE || c == FP_NONE) return true;
    }
    return depends_on_binding(callee, callee->accesses.data[p].roots, callee->accesses.data[c].roots);
}

bool fp_pair_is_reported_here(const struct fp_program *program, const struct fp_kernel *kernel, const fp_pair_ends *e) {
    if (e->p.access == FP_NONE || e->c.access == FP_NONE || !fp_kernel_is_same(e->p.kernel, e->c.kernel) ||
        (e->p.call != FP_NONE && e->pair->at.frame == 0))
        return true;
    bool bound = depends_on_call(program, e->p.kernel, e->p.access, e->c.access);
    return e->p.call != FP_NONE ? bound : kernel->is_entry || !bound;
}

static fp_inner_end end_of_access(const struct fp_kernel *kernel, uint32_t access) {
    const fp_access *one = fp_kernel_access(kernel, access);
    bool called = one->callee_span.end != 0;
    return (fp_inner_end){ one->op, called ? one->callee_span : one->span, one->kind };
}

const fp_hazard *fp_inner_known(const struct fp_program *program, const struct fp_kernel *kernel,
                                const fp_hazard *hazard, bool *told) {
    struct fp_inner_pairs *inner = program && !kernel->is_entry ? program->inner : NULL;
    *told = inner && fp_inner_is_told(inner, kernel->unit);
    if (!*told) return NULL;
    fp_inner_key key = { .unit = kernel->unit,
                         .producer = end_of_access(kernel, hazard->producer),
                         .consumer = end_of_access(kernel, hazard->consumer),
                         .carrier = hazard->carrier == FP_NONE ? FP_NONE : kernel->loops.data[hazard->carrier].op,
                         .kind = hazard->kind };
    return fp_inner_find(inner, &key);
}

/* The end of a pair as the function sees it that runs in `frame`; false: it is no access there. */
static bool end_in_frame(const struct fp_fold *fold, uint32_t member, uint32_t frame, fp_inner_end *end) {
    fp_member_place place = fp_fold_member(fold, member);
    if (place.access == FP_NONE || place.call == FP_NONE) return false;
    const fp_access *access = &place.kernel->accesses.data[place.access];
    *end = (fp_inner_end){ access->op, access->span, access->kind };
    for (uint32_t at = fp_fold_frame_of(fold, member); at != frame;) {
        fp_fold_frame inner = fp_fold_frame_at(fold, at);
        if (at == 0) return false;
        at = inner.caller;
        end->op = fp_fold_frame_at(fold, at).kernel->calls.data[inner.call].op;
    }
    const struct fp_kernel *body = fp_fold_frame_at(fold, frame).kernel;
    end->op -= body->op_behind;
    return body->is_body;
}

void fp_inner_leave(const struct fp_program *program, const struct fp_fold *fold, const fp_pair *pair,
                    uint32_t producer, uint32_t consumer, const fp_hazard *hazard) {
    const struct fp_kernel *body = fp_fold_frame_at(fold, pair->at.frame).kernel;
    fp_inner_key key = { .unit = body->unit, .carrier = FP_NONE, .kind = hazard->kind };
    if (!program || !program->inner || !body->is_body || !end_in_frame(fold, producer, pair->at.frame, &key.producer) ||
        !end_in_frame(fold, consumer, pair->at.frame, &key.consumer))
        return;
    if (pair->at.carrier != FP_NONE)
        key.carrier = body->loops.data[pair->at.carrier - body->first_loop].op - body->op_behind;
    fp_inner_note(program->inner, &key, hazard);
}

static void tell_of_racing_stores(const struct fp_program *program, const struct fp_fold *fold, uint32_t frame) {
    const struct fp_kernel *body = fp_fold_frame_at(fold, frame).kernel;
    for (uint32_t i = 0; i < body->accesses.len; i++) {
        fp_hazard hazard;
        if (!fp_fold_reaches(fold, frame, i) || !fp_racing_store_find(body, i, &hazard)) continue;
        const fp_access *access = &body->accesses.data[i];
        fp_inner_end end = { access->op - body->op_behind, access->span, access->kind };
        fp_inner_key key = {
            .unit = body->unit, .producer = end, .consumer = end, .carrier = FP_NONE, .kind = hazard.kind
        };
        fp_inner_note(program->inner, &key, &hazard);
    }
}

void fp_inner_tell_callees(const struct fp_program *program, const struct fp_fold *fold,
                           const struct fp_kernel *kernel) {
    if (!program || !program->inner || !kernel->is_entry) return;
    bool runs = kernel->is_run || kernel->roles_hidden; /* the run has judged some of its pairs */
    for (uint32_t frame = 0; frame < fp_fold_frame_count(fold); frame++) {
        const struct fp_kernel *body = fp_fold_frame_at(fold, frame).kernel;
        for (uint32_t i = 0; i < body->calls.len; i++)
            if (!fp_fold_follows(fold, frame, i)) fp_inner_called(program->inner, body->calls.data[i].unit, false);
        if (frame) fp_inner_called(program->inner, body->unit, body->is_body && !runs);
        if (body->is_body) tell_of_racing_stores(program, fold, frame);
    }
}
