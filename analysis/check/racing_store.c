#include "check/racing_store.h"
#include "check/one_number.h"
#include "check/tickets.h"

/* Does the run say that threads which do the op at once touch bytes of their own, and others never do it without
 * order? */
static bool is_apart(const struct fp_kernel *kernel, fp_op op) {
    const struct fp_decided *decided = kernel->decided;
    if (!decided || !decided->apart || !decided->apart[op]) return false;
    fp_decided_pair says = fp_decided_pair_of(decided, op, op);
    return says == FP_DECIDED_ORDERED || says == FP_DECIDED_BROKEN; /* a hang is told, and lets nobody come besides */
}

/* The access, by those threads alone that come to it in some run. */
static fp_access access_in_runs(const struct fp_kernel *kernel, uint32_t number) {
    fp_access access = kernel->accesses.data[number];
    const fp_thread_span *by = kernel->decided && kernel->decided->by ? &kernel->decided->by[access.op] : NULL;
    if (by && by->end)
        access.footprint = fp_footprint_by_threads(kernel->addresses, access.footprint, by->first, by->end);
    return access;
}

bool fp_racing_store_find(const struct fp_kernel *kernel, uint32_t number, fp_hazard *hazard) {
    const fp_access *access = &kernel->accesses.data[number];
    if (access->kind != FP_ACCESS_WRITE || !access->roots ||
        kernel->classes.data[access->klass].space != FP_SPACE_WORKGROUP ||
        fp_buffers_only_supposed(kernel->buffers, access->roots) || is_apart(kernel, access->op))
        return false;
    if (access->width_bytes == 0)
        return false; /* without a known width, whether threads of one op overlap is not known */
    const fp_iterations itself = { .carrier = FP_NONE };
    fp_overlap_answer answer = fp_overlap_find(kernel->addresses, access->footprint, access->footprint, itself);
    fp_access in_runs;
    if (answer.overlap == FP_OVERLAP_UNKNOWN) {
        in_runs = access_in_runs(kernel, number);
        access = &in_runs;
        answer = fp_overlap_find(kernel->addresses, access->footprint, access->footprint, itself);
    }
    if (answer.overlap < FP_OVERLAP_SAME_WAVE || fp_tickets_keep_apart(kernel, access)) return false;
    fp_stored stored = fp_kernel_stored(kernel, access);
    if (stored != FP_STORED_EQUAL && fp_stores_one_number(kernel, access, access, itself)) stored = FP_STORED_EQUAL;
    *hazard = (fp_hazard){ .kind = FP_HAZARD_WAW,
                           .producer = number,
                           .consumer = number,
                           .carrier = FP_NONE,
                           .certain = true,
                           .stored = stored,
                           .cause = FP_CAUSE_BARRIER,
                           .answer = answer,
                           .required_count = -1,
                           .through_call = FP_NONE };
    return true;
}

bool fp_racing_store_explains(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    fp_hazard itself;
    return hazard->kind == FP_HAZARD_WAW && hazard->producer == hazard->consumer && hazard->carrier != FP_NONE &&
           hazard->producer < kernel->accesses.len && !kernel->accesses.data[hazard->producer].shared_out &&
           fp_racing_store_find(kernel, hazard->producer, &itself) &&
           itself.answer.overlap == FP_OVERLAP_CROSS_THREAD && itself.stored == FP_STORED_DIFFER;
}

/* ---- What a stored value is made of ---- */

/* Is the value made by such an op? The kernel's own arguments are not. */
static bool is_doubtful(const struct fp_kernel *kernel, fp_value value, const bool *doubtful) {
    if (value >= kernel->ir->value_count) return false;
    const fp_value_info *v = &kernel->ir->values[value];
    bool given = v->block != FP_NONE && v->block == kernel->ir->ops[kernel->op].first_block;
    return !given && v->def != FP_NONE && doubtful[v->def];
}

/* Is something that the op uses made of what a racing read gives? */
static bool uses_doubtful(const struct fp_kernel *kernel, fp_op op, const bool *doubtful) {
    if (op == FP_NONE) return false;
    const fp_op_node *n = &kernel->ir->ops[op];
    for (uint32_t i = 0; i < n->use_count; i++)
        if (is_doubtful(kernel, kernel->ir->uses[n->first_use + i].value, doubtful)) return true;
    return false;
}

/* Of an op with blocks, whose results and arguments are all one here: also what each block hands on. */
static bool becomes_doubtful(const struct fp_kernel *kernel, fp_op op, const bool *doubtful) {
    const struct fp_ir *ir = kernel->ir;
    if (uses_doubtful(kernel, op, doubtful)) return true;
    for (fp_block region = ir->ops[op].first_block; region != FP_NONE; region = ir->blocks[region].next_region)
        for (fp_block block = region; block != FP_NONE; block = ir->blocks[block].next)
            if (uses_doubtful(kernel, ir->blocks[block].last, doubtful)) return true;
    return false;
}

/* From op to op in the order of the text; around loops again, while something changes. Where that takes long, all ops.
 */
static void spread_doubt(const struct fp_kernel *kernel, bool *doubtful) {
    enum { PASSES_MAX = 8 };
    bool changed = true;
    for (uint32_t pass = 0; changed && pass < PASSES_MAX; pass++) {
        changed = false;
        for (fp_op op = 0; op < kernel->ir->op_count; op++) {
            if (doubtful[op] || !becomes_doubtful(kernel, op, doubtful)) continue;
            doubtful[op] = changed = true;
        }
    }
    for (fp_op op = 0; changed && op < kernel->ir->op_count; op++) doubtful[op] = true;
}

/* Two threads that do not agree on an order share bytes, which this access reads; FP_NONE: it is none that reads. */
static fp_op racing_read(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    uint32_t number = hazard->kind == FP_HAZARD_WAR   ? hazard->producer
                      : hazard->kind == FP_HAZARD_RAW ? hazard->consumer
                                                      : FP_NONE;
    bool races = hazard->answer.overlap == FP_OVERLAP_CROSS_THREAD && !hazard->handed_over && !hazard->contradicted;
    return races && number < kernel->accesses.len ? kernel->accesses.data[number].op : FP_NONE;
}

static bool is_of_one_value(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    return fp_hazard_is_self(hazard) && hazard->stored == FP_STORED_EQUAL && hazard->producer < kernel->accesses.len;
}

void fp_racing_store_doubt(const struct fp_kernel *kernel, fp_hazard *hazards, size_t count, struct fp_arena *scratch) {
    bool any = false, reads = false, *doubtful = NULL;
    for (size_t i = 0; i < count; i++) {
        any |= is_of_one_value(kernel, &hazards[i]);
        reads |= racing_read(kernel, &hazards[i]) != FP_NONE;
    }
    if (!any || !reads) return;
    doubtful = FP_NEW(scratch, bool, kernel->ir->op_count);
    for (size_t i = 0; i < count; i++) {
        fp_op read = racing_read(kernel, &hazards[i]);
        if (read != FP_NONE) doubtful[read] = true;
    }
    spread_doubt(kernel, doubtful);
    for (size_t i = 0; i < count; i++) {
        if (!is_of_one_value(kernel, &hazards[i])) continue;
        if (is_doubtful(kernel, kernel->accesses.data[hazards[i].producer].stored, doubtful))
            hazards[i].stored = FP_STORED_UNKNOWN;
    }
}
