/* machine.c - a kernel's machine: made once, run once for each vector of leaf values. */
#include "streams/machine.h"
#include "streams/machine_compile.h"
#include "streams/machine_state.h"

static bool leaves_some(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    if (info->does != FP_DOES_WAIT_QUEUE || !info->in_order) return false;
    int64_t newest;
    return fp_ir_quantity(ir, op, info->newest.from == FP_FROM_NONE ? &info->count : &info->newest, &newest) && newest;
}

/* Text that acts for whole partitions: its ops say which event of their stream they are. */
static bool has_events(const struct fp_kernel *kernel) {
    const struct fp_ir *ir = kernel->ir;
    bool cluster = kernel->launch.workgroups > 1;
    uint32_t starts = 0; /* ops that start works of waves, done in order: one may need no wait for another */
    bool leaves = false; /* a wait leaves some of them under way */
    for (fp_op op = kernel->op; op < ir->ops[kernel->op].end; op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (!info) continue;
        if (info->region == FP_REGION_PARTITIONS) return true;
        if (cluster && (info->does == FP_DOES_MEET || info->does == FP_DOES_MEET_ARRIVE)) return true;
        if (info->async_proxy && info->does == FP_DOES_START && fp_operand_is_none(info->object))
            return true; /* it meets stores of threads behind a fence only, and no object tells who waits for it */
        starts += info->does == FP_DOES_START && info->in_order && info->by == FP_BY_WAVE;
        leaves |= leaves_some(ir, op);
        if (info->does == FP_DOES_WAIT_QUEUE && !fp_operand_is_none(info->token)) return true;
        if (info->does == FP_DOES_INIT || info->does == FP_DOES_INVALIDATE || info->does == FP_DOES_ARRIVE ||
            info->does == FP_DOES_EXPECT || info->does == FP_DOES_WAIT)
            return true;
    }
    return starts > 1 || (starts && leaves);
}

/* ---- Text of single threads ---- */

/* Threads that go different ways, and what they meet in there. */
typedef struct {
    const struct fp_kernel *kernel;
    fp_uniform level;     /* those that are alike among so many go the same way */
    bool cluster_barrier; /* asked for is only the barrier of the cluster */
} parting;

static bool any_differs(const parting *p, const fp_items *items, bool differs);

static bool graph_differs(const parting *p, const fp_graph_item *graph, bool differs) {
    for (uint32_t i = 0; i < graph->node_count; i++) differs |= graph->nodes[i].uniformity.among > p->level;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        uint32_t loop = graph->nodes[i].loop;
        if (any_differs(p, &graph->nodes[i].items, differs)) return true;
        if (loop != FP_NONE && graph_differs(p, &p->kernel->graph_loops.data[loop].inner, differs)) return true;
    }
    return false;
}

static bool branch_differs(const parting *p, const fp_branch_item *branch, bool differs) {
    differs |= branch->uniformity.among > p->level;
    for (uint32_t i = 0; i < branch->arm_count; i++)
        if (any_differs(p, &branch->arms[i], differs)) return true;
    return false;
}

static bool loop_differs(const parting *p, const fp_loop_item *loop, bool differs) {
    differs |= loop->uniformity.among > p->level;
    return any_differs(p, &loop->body, differs) || any_differs(p, &loop->tail, differs);
}

static bool meets_some(const fp_sync *sync) {
    bool orders =
        fp_sync_is_barrier(sync->kind) || sync->kind == FP_SYNC_ARRIVE || sync->kind == FP_SYNC_COMPLETION_WAIT;
    return orders && sync->scope != FP_SCOPE_WAVE;
}

static bool item_differs(const parting *p, fp_item item, bool differs) {
    const struct fp_kernel *kernel = p->kernel;
    switch (item.kind) {
    case FP_ITEM_SYNC: {
        const fp_sync *sync = &kernel->syncs.data[item.index];
        return differs && (p->cluster_barrier ? sync->id == FP_ID_CLUSTER : meets_some(sync));
    }
    case FP_ITEM_BRANCH: return branch_differs(p, &kernel->branches.data[item.index], differs);
    case FP_ITEM_LOOP: return loop_differs(p, &kernel->loops.data[item.index], differs);
    case FP_ITEM_GRAPH: return graph_differs(p, &kernel->graphs.data[item.index], differs);
    case FP_ITEM_ACCESS:
    case FP_ITEM_CALL:
    case FP_ITEM_UNTRACKED: return false;
    }
    return false;
}

static bool any_differs(const parting *p, const fp_items *items, bool differs) {
    for (uint32_t i = 0; i < items->len; i++)
        if (item_differs(p, items->data[i], differs)) return true;
    return false;
}

/* Do some workgroups of a cluster come to its barrier by other ways than the others? */
static bool parts_cluster(const struct fp_kernel *kernel) {
    parting p = { kernel, FP_UNIFORM_CLUSTER, true };
    uint32_t workgroups = kernel->launch.workgroups;
    return workgroups > 1 && workgroups <= FP_MACHINE_WORKGROUPS_MAX && any_differs(&p, &kernel->body, false);
}

/* Memory that ops of whole partitions share out among their threads. */
static bool has_descriptors(const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < fp_buffers_count(kernel->buffers); i++)
        if (fp_buffers_root(kernel->buffers, i)->descriptor) return true;
    return false;
}

/* Only a run follows tensor memory. */
static bool is_on_tensor(const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->untracked.len; i++) {
        fp_untracked touches = kernel->untracked.data[i].touches;
        if ((touches.reads | touches.writes) & FP_UNTRACKED_TENSOR &&
            fp_code_on_tensor(kernel->ir, kernel->untracked.data[i].op))
            return true;
    }
    return false;
}

/* Is workgroup memory reached through both proxies, between which a fence has to stand? */
static bool has_proxies(const struct fp_kernel *kernel) {
    bool generic = false, async = false;
    for (uint32_t i = 0; i < kernel->accesses.len && !(generic && async); i++) {
        const fp_access *access = &kernel->accesses.data[i];
        if (kernel->classes.data[access->klass].space != FP_SPACE_WORKGROUP || access->assumed) continue;
        bool by_proxy = fp_code_async_proxy(kernel->ir, access->op);
        async |= by_proxy;
        generic |= !by_proxy && access->kind == FP_ACCESS_WRITE;
    }
    return generic && async;
}

/* Do threads wait for objects, do some meet others where not all threads come, or do they reach memory in two ways? */
static bool is_single(const struct fp_kernel *kernel) {
    if (has_events(kernel) || has_descriptors(kernel)) return false;
    parting p = { kernel, FP_UNIFORM_WORKGROUP, false };
    return fp_kernel_waits_for_objects(kernel) ||
           (fp_launch_threads(&kernel->launch) && (any_differs(&p, &kernel->body, false) || parts_cluster(kernel) ||
                                                   is_on_tensor(kernel) || has_proxies(kernel)));
}

bool fp_machine_needs_threads(const struct fp_kernel *kernel) { return is_single(kernel); }

/* By its target, or where it names none by its barriers. */
static bool is_amd(const struct fp_kernel *kernel) {
    bool amd = kernel->target->vendor == FP_VENDOR_AMD;
    for (uint32_t i = 0; i < kernel->syncs.len && !amd; i++) {
        const fp_op_info *info = kernel->syncs.data[i].info;
        amd = info && (info->vendor == FP_VENDOR_AMD || fp_targets_begin_with(info->targets, FP_VENDOR_AMD));
    }
    return amd && kernel->target->vendor != FP_VENDOR_NVIDIA;
}

/* ---- Waves that are shifted against each other ---- */

/* What else streams meet in is not told by shares: partitions, objects, other workgroups, callees. */
static bool meets_in_objects(const struct fp_kernel *kernel) {
    const struct fp_ir *ir = kernel->ir;
    for (fp_op op = kernel->op; op < ir->ops[kernel->op].end; op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (!info) continue;
        if (info->region == FP_REGION_PARTITIONS || info->does == FP_DOES_INIT || info->does == FP_DOES_ARRIVE ||
            info->does == FP_DOES_EXPECT || info->does == FP_DOES_WAIT || info->effect == FP_EFFECT_CALL)
            return true;
    }
    return kernel->launch.workgroups > 1;
}

static fp_wave_shares shares_of(const struct fp_kernel *kernel) {
    fp_wave_shares none = { 0 };
    return has_descriptors(kernel) && !meets_in_objects(kernel) ? fp_wave_shares_of(kernel) : none;
}

bool fp_machine_needed(const struct fp_kernel *kernel) {
    if (kernel->stage == FP_STAGE_BEFORE_THREADS) return false; /* nobody knows yet who the streams are */
    return has_events(kernel) || is_single(kernel) || shares_of(kernel).count;
}

static bool meets_in_groups(const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].scope == FP_SCOPE_GROUP && meets_some(&kernel->syncs.data[i])) return true;
    return false;
}

static bool reads_shared(const struct fp_kernel *kernel, fp_op op) {
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        if (access->op == op && kernel->classes.data[access->klass].space == FP_SPACE_WORKGROUP) return true;
    }
    return false;
}

/* Is the number what a read gives, widened or compared? */
static bool is_from_memory(const struct fp_kernel *kernel, fp_value value) {
    enum { STEPS_MAX = 4 };
    const struct fp_ir *ir = kernel->ir;
    for (uint32_t steps = 0; steps < STEPS_MAX && value != FP_NONE; steps++) {
        fp_op def = fp_ir_definition(ir, value);
        if (def == FP_NONE) return false;
        if (reads_shared(kernel, def)) return true;
        value = ir->ops[def].use_count ? ir->uses[ir->ops[def].first_use].value : FP_NONE;
    }
    return false;
}

bool fp_machine_has_roles(const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        fp_sync_kind kind = kernel->syncs.data[i].kind;
        if (kind == FP_SYNC_ARRIVE || kind == FP_SYNC_COMPLETION_WAIT) return true;
    }
    return meets_in_groups(kernel);
}

/* Barriers with a number of their own, even where all threads meet at each: roles come to them at different places. */
static bool meets_by_number(const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (fp_sync_is_barrier(kernel->syncs.data[i].kind) && kernel->syncs.data[i].id > 0) return true;
    return false;
}

fp_op fp_machine_hidden_role(const struct fp_kernel *kernel) {
    const struct fp_ir *ir = kernel->ir;
    if (has_events(kernel) || (!meets_in_groups(kernel) && !meets_by_number(kernel))) return FP_NONE;
    for (fp_op op = kernel->op; op < ir->ops[kernel->op].end; op++) {
        const fp_use *condition = ir->ops[op].info ? fp_ir_operand(ir, op, ir->ops[op].info->condition) : NULL;
        bool branches = ir->ops[op].successor_count > 1 || ir->ops[op].region_count > 0;
        if (!condition || !branches || condition->value == FP_NONE) continue;
        fp_uniformity level = fp_addresses_uniformity(kernel->addresses, condition->value);
        if ((level.among > FP_UNIFORM_WORKGROUP || level.doubt) && is_from_memory(kernel, condition->value)) return op;
    }
    return FP_NONE;
}

/* The size that is supposed, or told; nobody knows: any. */
static uint32_t threads_of(const struct fp_machine *machine) {
    if (machine->premise.threads) return machine->premise.threads;
    uint32_t told = fp_launch_threads(&machine->kernel->launch);
    return told ? told : machine->lanes;
}

struct fp_machine *fp_machine_new(struct fp_arena *keep, const struct fp_kernel *kernel,
                                  const struct fp_program *program, fp_premise premise) {
    struct fp_machine *machine = FP_NEW(keep, struct fp_machine, 1);
    machine->keep = keep;
    machine->kernel = kernel;
    machine->premise = premise;
    uint32_t workgroups = kernel->launch.workgroups ? kernel->launch.workgroups : 1;
    machine->workgroups = workgroups <= FP_MACHINE_WORKGROUPS_MAX ? workgroups : FP_MACHINE_WORKGROUPS_MAX;
    machine->lanes = kernel->launch.wave_size ? kernel->launch.wave_size : 32;
    fp_view_forms_start(&machine->forms, keep, kernel->ir->context);
    machine->shares = shares_of(kernel);
    bool single = is_single(kernel);
    if (single) machine->thread_count = threads_of(machine);
    machine->amd = (single || machine->shares.count) && is_amd(kernel);
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        machine->has_objects |= kernel->syncs.data[i].kind == FP_SYNC_ARRIVE;
    if (single) machine->traces = FP_NEW(keep, fp_act_trace, kernel->ir->op_count + 1);
    machine->code.reaches_peers = single && parts_cluster(kernel);
    fp_code_acts acts = single ? FP_ACT_THREADS : machine->shares.count ? FP_ACT_SHARES : FP_ACT_STREAMS;
    fp_code_compile(keep, &machine->forms, kernel, program, acts, machine->thread_count, &machine->code);
    if (single && !machine->code.reaches_peers) machine->workgroups = 1;
    fp_code_slice(&machine->code);
    fp_code_measure_leaves(&machine->forms, &machine->code);
    machine->values = FP_NEW(keep, int64_t, machine->code.leaves.len + 1);
    machine->conditions = FP_NEW(keep, fp_condition_trace, machine->code.code.len + 1);
    return machine;
}

uint32_t fp_machine_supposed_threads(const struct fp_machine *machine) { return machine->premise.threads; }
bool fp_machine_elects(const struct fp_machine *machine) {
    for (uint32_t i = 0; i < machine->code.code.len; i++) {
        const fp_code *code = &machine->code.code.data[i];
        if (code->kind == FP_CODE_ELECT && code->constant == FP_ELECTS_LANE) return true;
    }
    return false;
}
uint32_t fp_machine_phase_count(const struct fp_machine *machine) { return machine->code.phase_count; }

bool fp_machine_next_vector(struct fp_machine *machine) {
    if (!fp_leaves_choose(machine)) return false;
    fp_machine_restart(machine);
    return true;
}

fp_leaf_vector fp_machine_vector(const struct fp_machine *machine, struct fp_arena *keep) {
    size_t bytes = machine->code.leaves.len * sizeof *machine->values;
    return (fp_leaf_vector){ fp_arena_copy(keep, machine->values, bytes, _Alignof(int64_t)), machine->vector_class };
}
void fp_machine_take_vector(struct fp_machine *machine, const fp_leaf_vector *vector) {
    for (uint32_t i = 0; i < machine->code.leaves.len; i++) machine->values[i] = vector->values[i];
    machine->vector_class = vector->shown_by;
    machine->numbers = 0; /* the limit is for vectors that are chosen */
    fp_machine_restart(machine);
}

bool fp_machine_in_shares(const struct fp_machine *machine) { return machine->shares.count != 0; }
bool fp_machine_by_threads(const struct fp_machine *machine) { return machine->thread_count != 0; }

typedef bool trace_test(const fp_act_trace *trace);

/* Per op of the kernel: is the test true of what its runs touched? */
static const uint8_t *ops_with(const struct fp_machine *machine, struct fp_arena *keep, trace_test *holds) {
    if (!machine->traces) return NULL;
    uint32_t count = machine->kernel->ir->op_count;
    uint8_t *ops = FP_NEW(keep, uint8_t, count + 1);
    for (uint32_t op = 0; op < count; op++) ops[op] = machine->traces[op].ran && holds(&machine->traces[op]);
    return ops;
}

static bool is_any(const fp_act_trace *trace) { return (void)trace, true; }
static bool is_placed(const fp_act_trace *trace) { return !trace->lost; }
static bool is_apart(const fp_act_trace *trace) { return !trace->shares; }
static bool is_by_all(const fp_act_trace *trace) { return trace->by_all; }
static bool is_in_role(const fp_act_trace *trace) { return !trace->by_all; }

const uint8_t *fp_machine_placed(const struct fp_machine *machine, struct fp_arena *keep) {
    return ops_with(machine, keep, is_placed);
}

const uint8_t *fp_machine_by_all(const struct fp_machine *machine, struct fp_arena *keep) {
    return ops_with(machine, keep, is_by_all);
}

const uint8_t *fp_machine_apart(const struct fp_machine *machine, struct fp_arena *keep) {
    return ops_with(machine, keep, is_apart);
}

const fp_thread_span *fp_machine_done_by(const struct fp_machine *machine, struct fp_arena *keep) {
    if (!machine->traces) return NULL;
    uint32_t count = machine->kernel->ir->op_count;
    fp_thread_span *by = FP_NEW(keep, fp_thread_span, count + 1);
    for (uint32_t op = 0; op < count; op++) by[op] = machine->traces[op].by;
    return by;
}

const uint8_t *fp_machine_ran(const struct fp_machine *machine, struct fp_arena *keep) {
    return machine->cut_short ? NULL : ops_with(machine, keep, is_any);
}

const uint8_t *fp_machine_in_roles(const struct fp_machine *machine, struct fp_arena *keep) {
    return machine->traces && meets_in_groups(machine->kernel) ? ops_with(machine, keep, is_in_role) : NULL;
}

void fp_machine_try_all(struct fp_machine *machine, bool all) {
    machine->tries_all = all && machine->thread_count != 0;
}
bool fp_machine_tried_all(struct fp_machine *machine) {
    fp_str leaf;
    int64_t value;
    return machine->tried_all && !fp_machine_untried(machine, &leaf, &value) && !fp_unmet_is_left(machine);
}
bool fp_machine_land_late(struct fp_machine *machine, bool late) {
    machine->lands_late = late && machine->thread_count;
    return machine->lands_late;
}
bool fp_machine_values_cut(const struct fp_machine *machine) { return machine->values_cut; }
bool fp_machine_lands_unsure(const struct fp_machine *machine) { return machine->lands_unsure; }

bool fp_machine_ragged(const struct fp_machine *machine) { return machine->ragged; }
bool fp_machine_cluster_meets(const struct fp_machine *machine) {
    return machine->workgroups > 1 && !machine->uneven_cluster;
}
bool fp_machine_is_uneven(const struct fp_machine *machine) { return machine->uneven; }

uint32_t fp_machine_leaf_count(const struct fp_machine *machine) { return machine->code.leaves.len; }
const fp_machine_leaf *fp_machine_leaf_at(const struct fp_machine *machine, uint32_t leaf) {
    return &machine->code.leaves.data[leaf].leaf;
}
fp_leaf_class fp_machine_vector_class(const struct fp_machine *machine) { return machine->vector_class; }
int64_t fp_machine_leaf_value(const struct fp_machine *machine, uint32_t leaf) { return machine->values[leaf]; }
bool fp_machine_vector_is_extra(const struct fp_machine *machine) { return fp_machine_has_extra(machine); }
void fp_machine_end_extra(struct fp_machine *machine) {
    if (!machine->far_count && machine->unmet.longer) return;
    if (machine->far_count)
        machine->far_count--;
    else
        machine->unmet_cut = true;
    machine->extra_ends = true;
}
bool fp_machine_untried(struct fp_machine *machine, fp_str *name, int64_t *value) {
    uint32_t leaf;
    if (!fp_leaves_untried(machine, &leaf, value)) return false;
    *name = machine->code.leaves.data[leaf].leaf.name;
    return true;
}
bool fp_machine_leaf_is_taken(const struct fp_machine *machine, uint32_t leaf) {
    return fp_code_leaf_is_taken(&machine->code.leaves.data[leaf]);
}
uint32_t fp_machine_stream_count(const struct fp_machine *machine) { return machine->streams.len; }
uint32_t fp_machine_object_count(const struct fp_machine *machine) { return machine->objects.len; }
const fp_machine_unknown *fp_machine_unknowns(const struct fp_machine *machine, uint32_t *count) {
    *count = machine->unknowns.len;
    return machine->unknowns.data;
}
