#include "streams/harmless.h"
#include "read/ir_tokens.h"
#include "read/type.h"

/* Shares of one workgroup: do threads of different waves share no byte there, whatever their iterations are? */
static bool are_own_bytes(const struct fp_kernel *kernel, const fp_run_evidence *e) {
    uint32_t asked = 0;
    for (uint32_t i = 0; i < kernel->accesses.len; i++)
        for (uint32_t k = 0; k < kernel->accesses.len; k++) {
            const fp_access *a = &kernel->accesses.data[i], *b = &kernel->accesses.data[k];
            if (a->op != e->first.op || b->op != e->second.op ||
                fp_buffers_alias(kernel->buffers, a->roots, b->roots) == FP_ALIAS_NEVER)
                continue; /* a copy also reads the memory that it copies from */
            fp_iterations any = { .carrier = FP_NONE, .concurrent = true };
            if (fp_overlap_find(kernel->addresses, a->footprint, b->footprint, any).overlap > FP_OVERLAP_SAME_WAVE)
                return false;
            asked++;
        }
    return asked != 0;
}

/* Threads that store the same at a place, in one iteration: whichever comes last, nobody can tell. */
static bool stores_same(const struct fp_kernel *kernel, const fp_run_evidence *e) {
    if (e->first.op != e->second.op || e->order != 0 || !e->first_writes || !e->second_writes) return false;
    uint32_t asked = 0;
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        if (access->op != e->first.op || kernel->classes.data[access->klass].space != FP_SPACE_WORKGROUP) continue;
        if (access->kind != FP_ACCESS_WRITE || fp_kernel_stored(kernel, access) != FP_STORED_EQUAL) return false;
        asked++;
    }
    return asked != 0;
}

/* What a value holds again and again, as far as it is spread, moved and captured: a constant, or an argument. */
static fp_value spread_value(const struct fp_ir *ir, fp_value value) {
    enum { STEPS_MAX = 16 };
    for (uint32_t step = 0; step < STEPS_MAX && value != FP_NONE; step++) {
        const fp_value_info *v = &ir->values[value];
        fp_op def = fp_ir_definition(ir, value);
        const fp_use *from = v->block != FP_NONE ? fp_ir_captures(ir, v->block) : NULL;
        if (from) from += v->index;
        const fp_op_node *node = def == FP_NONE ? NULL : &ir->ops[def];
        const fp_op_info *row = node && node->use_count == 1 ? node->info : NULL;
        if (row && (row->repeats || row->exchange == FP_EXCHANGE_MOVES)) from = &ir->uses[node->first_use];
        if (!from) return value;
        value = from->value;
    }
    return FP_NONE;
}

/* Two constants in custom form: are they written the same, up to their types? */
static bool are_written_alike(const struct fp_ir *ir, fp_op a, fp_op b) {
    if (ir->ops[a].generic || ir->ops[b].generic) return false;
    fp_tokens x = fp_tokens_of(ir, a), y = fp_tokens_of(ir, b);
    for (uint32_t i = 0; i < x.len && i < y.len; i++) {
        fp_str text = fp_ir_text(ir, x.data[i].span);
        if (!fp_str_equal(text, fp_ir_text(ir, y.data[i].span))) return false;
        if (fp_tokens_is(&x, i, FP_STR(":"))) return i > 0;
    }
    return false;
}

/* Are both made of one number, the same in all threads of the kernel? */
static bool hold_one_number(const struct fp_kernel *kernel, fp_value a, fp_value b) {
    const struct fp_ir *ir = kernel->ir;
    fp_value x = spread_value(ir, a), y = spread_value(ir, b);
    if (x == FP_NONE || y == FP_NONE) return false;
    bool constant = fp_addresses_one_number(kernel->addresses, x) && fp_addresses_one_number(kernel->addresses, y);
    if (constant) return x == y || are_written_alike(ir, fp_ir_definition(ir, x), fp_ir_definition(ir, y));
    const fp_value_info *v = &ir->values[x];
    return x == y && v->block != FP_NONE && v->block == fp_ir_region(ir, kernel->op, 0) &&
           fp_type_in(ir, fp_ir_value_type(ir, x))->kind == FP_TYPE_SCALAR;
}

/* The tile that an op writes to workgroup memory, and does nothing else there; FP_NONE: it is not such an op. */
static fp_value tile_written(const struct fp_kernel *kernel, fp_op op) {
    fp_value stored = FP_NONE;
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        if (access->op != op || kernel->classes.data[access->klass].space != FP_SPACE_WORKGROUP) continue;
        if (access->kind != FP_ACCESS_WRITE || access->stores_buffer) return FP_NONE;
        stored = access->stored;
    }
    bool is_tile =
        stored != FP_NONE && fp_type_in(kernel->ir, fp_ir_value_type(kernel->ir, stored))->kind == FP_TYPE_TENSOR;
    return is_tile ? stored : FP_NONE;
}

/* Two streams store tiles that hold one number, in whole elements: whichever comes last, nobody can tell. */
static bool stores_one_number(const struct fp_kernel *kernel, const fp_run_evidence *e) {
    if (!e->first_writes || !e->second_writes) return false;
    fp_value a = tile_written(kernel, e->first.op), b = tile_written(kernel, e->second.op);
    if (a == FP_NONE || b == FP_NONE || !hold_one_number(kernel, a, b)) return false;
    const fp_type *x = fp_type_in(kernel->ir, fp_ir_value_type(kernel->ir, a)),
                  *y = fp_type_in(kernel->ir, fp_ir_value_type(kernel->ir, b));
    int64_t bytes = x->element_bits / 8;
    return bytes > 0 && x->element_bits % 8 == 0 && fp_str_equal(x->element, y->element) &&
           (e->where.first - e->first_where.first) % bytes == 0;
}

bool fp_is_harmless(const struct fp_kernel *kernel, const struct fp_machine *machine, const fp_run_evidence *e) {
    if (e->kind != FP_RUN_RACE) return false;
    if (fp_machine_by_threads(machine)) return stores_same(kernel, e);
    if (stores_one_number(kernel, e)) return true;
    return fp_machine_in_shares(machine) && e->first.stream != e->second.stream && are_own_bytes(kernel, e);
}

void fp_drop_harmless(const struct fp_kernel *kernel, const struct fp_machine *machine, fp_run_result *result) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < result->evidence_count; i++)
        if (!fp_is_harmless(kernel, machine, result->evidence[i])) result->evidence[kept++] = result->evidence[i];
    result->evidence_count = kept;
}
