/* machine.c - a kernel's machine: made once, run once for each vector of leaf values. */
#include "streams/machine.h"
#include "streams/machine_state.h"

static bool leaves_some(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    if (info->does != FP_DOES_WAIT_QUEUE || !info->in_order) return false;
    int64_t newest;
    return fp_ir_quantity(ir, op, info->newest.from == FP_FROM_NONE ? &info->count : &info->newest, &newest) && newest;
}

bool fp_machine_needed(const struct fp_kernel *kernel) {
    const struct fp_ir *ir = kernel->ir;
    bool cluster = kernel->launch.workgroups > 1;
    bool starts = false, leaves = false; /* works of waves, done in order; a wait that leaves some of them under way */
    for (fp_op op = kernel->op; op < ir->ops[kernel->op].end; op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (!info) continue;
        if (info->region == FP_REGION_PARTITIONS) return true;
        if (cluster && (info->does == FP_DOES_MEET || info->does == FP_DOES_MEET_ARRIVE)) return true;
        starts |= info->does == FP_DOES_START && info->in_order && info->by == FP_BY_WAVE;
        leaves |= leaves_some(ir, op);
        if (info->does == FP_DOES_INIT || info->does == FP_DOES_ARRIVE || info->does == FP_DOES_EXPECT ||
            info->does == FP_DOES_WAIT)
            return true;
    }
    return starts && leaves;
}

struct fp_machine *fp_machine_new(struct fp_arena *keep, const struct fp_kernel *kernel,
                                  const struct fp_program *program) {
    struct fp_machine *machine = FP_NEW(keep, struct fp_machine, 1);
    machine->keep = keep;
    machine->kernel = kernel;
    uint32_t workgroups = kernel->launch.workgroups ? kernel->launch.workgroups : 1;
    machine->workgroups = workgroups <= FP_MACHINE_WORKGROUPS_MAX ? workgroups : FP_MACHINE_WORKGROUPS_MAX;
    machine->lanes = kernel->launch.wave_size ? kernel->launch.wave_size : 32;
    fp_view_forms_start(&machine->forms, keep, kernel->ir->context);
    fp_code_compile(keep, &machine->forms, kernel, program, &machine->code);
    fp_code_slice(&machine->code);
    fp_code_measure_leaves(&machine->forms, &machine->code);
    machine->values = FP_NEW(keep, int64_t, machine->code.leaves.len + 1);
    return machine;
}

bool fp_machine_next_vector(struct fp_machine *machine) {
    if (!fp_leaves_choose(machine)) return false;
    fp_machine_restart(machine);
    return true;
}

uint32_t fp_machine_leaf_count(const struct fp_machine *machine) { return machine->code.leaves.len; }
const fp_machine_leaf *fp_machine_leaf_at(const struct fp_machine *machine, uint32_t leaf) {
    return &machine->code.leaves.data[leaf].leaf;
}
fp_leaf_class fp_machine_vector_class(const struct fp_machine *machine) { return machine->vector_class; }
int64_t fp_machine_leaf_value(const struct fp_machine *machine, uint32_t leaf) { return machine->values[leaf]; }
uint32_t fp_machine_stream_count(const struct fp_machine *machine) { return machine->streams.len; }
uint32_t fp_machine_object_count(const struct fp_machine *machine) { return machine->objects.len; }
const fp_machine_unknown *fp_machine_unknowns(const struct fp_machine *machine, uint32_t *count) {
    *count = machine->unknowns.len;
    return machine->unknowns.data;
}
