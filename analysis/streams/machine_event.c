/* machine_event.c - which event an op is: operands to registers, by the columns of its row. */
#include "address/address_type.h"
#include "read/type.h"
#include "streams/machine_compile.h"
#include <string.h>

static uint32_t register_of(const struct fp_ir *ir, fp_op op, fp_operand position, uint32_t base) {
    if (fp_operand_is_none(position)) return FP_NONE;
    const fp_use *use = fp_ir_operand(ir, op, position);
    return use && use->value != FP_NONE ? base + use->value : FP_NONE;
}

static void push(const fp_compiler *c, fp_numbers *registers, uint32_t reg) {
    if (reg != FP_NONE) *FP_PUSH(c->keep, registers) = reg;
}
static void push_object(const fp_compiler *c, fp_code_event *event, uint32_t object, uint32_t when) {
    *FP_PUSH(c->keep, &event->objects) = (fp_code_object){ object, when };
}

static fp_operand objects_of(const fp_op_info *info) {
    return fp_operand_is_none(info->arrives_on) ? info->object : info->arrives_on;
}

/* The objects of `%bar[%p], %bar2[%p2]`: each with the predicate in the brackets behind it. */
static void find_custom_objects(const fp_compiler *c, fp_op op, fp_code_event *event) {
    const struct fp_ir *ir = c->frame->ir;
    uint32_t base = c->frame->base;
    const fp_op_node *node = &ir->ops[op];
    const fp_use *first = fp_ir_operand(ir, op, objects_of(event->info));
    if (!first) return;
    for (const fp_use *use = first; use < ir->uses + node->first_use + node->use_count; use++) {
        if (use->value == FP_NONE) continue;
        if (use->group == FP_BRACKET_SQUARE) {
            fp_code_object *last = event->objects.len ? &event->objects.data[event->objects.len - 1] : NULL;
            if (last && last->when == FP_NONE) last->when = base + use->value;
        } else {
            push_object(c, event, base + use->value, FP_NONE);
        }
    }
}

static void find_generic_objects(const fp_compiler *c, fp_op op, fp_code_event *event) {
    const struct fp_ir *ir = c->frame->ir;
    uint32_t base = c->frame->base;
    fp_operand behind = objects_of(event->info);
    fp_ir_uses objects = fp_ir_operands(ir, op, behind);
    behind.ods++;
    fp_ir_uses when = fp_ir_operands(ir, op, behind);
    for (uint32_t i = 0; i < objects.len; i++)
        push_object(c, event, base + objects.data[i].value, i < when.len ? base + when.data[i].value : FP_NONE);
}

/* Work of a queue may arrive on several objects, each with a predicate; everything else has one. */
static void find_objects(const fp_compiler *c, fp_op op, fp_code_event *event) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_info *info = event->info;
    bool several = event->does == FP_DOES_WAIT_QUEUE ||
                   (event->does == FP_DOES_START && info->elected && !fp_operand_is_none(info->object));
    if (several && !fp_operand_is_none(objects_of(info))) {
        if (ir->ops[op].generic)
            find_generic_objects(c, op, event);
        else
            find_custom_objects(c, op, event);
        return;
    }
    bool on_read = event->does == FP_DOES_INIT || event->does == FP_DOES_INVALIDATE || event->does == FP_DOES_ARRIVE ||
                   event->does == FP_DOES_EXPECT || event->does == FP_DOES_WAIT || event->does == FP_DOES_ARRIVE_AFTER;
    fp_operand object = objects_of(info);
    uint32_t reg = register_of(ir, op, on_read && fp_operand_is_none(object) ? info->read : object, c->frame->base);
    if (reg != FP_NONE) push_object(c, event, reg, FP_NONE);
}

/* A view that the machine follows: not a descriptor, not a pointer. */
static uint32_t view_register_of(const struct fp_ir *ir, fp_value value, uint32_t base) {
    if (value == FP_NONE) return FP_NONE;
    fp_type_kind kind = fp_type_kind_of(fp_unit_alias(ir->context, fp_ir_value_type(ir, value)));
    return kind == FP_TYPE_MEMDESC || kind == FP_TYPE_MEMREF ? base + value : FP_NONE;
}

static uint32_t view_register(const struct fp_ir *ir, fp_op op, fp_operand position, uint32_t base) {
    uint32_t reg = register_of(ir, op, position, base);
    return reg == FP_NONE ? FP_NONE : view_register_of(ir, reg - base, base);
}

/* Whatever operands are such views are written. */
static void push_all_writes(const fp_compiler *c, fp_op op, fp_code_event *event) {
    const struct fp_ir *ir = c->frame->ir;
    for (uint32_t i = 0; i < ir->ops[op].use_count; i++)
        push(c, &event->writes, view_register_of(ir, ir->uses[ir->ops[op].first_use + i].value, c->frame->base));
}

/* `descs %a, %b`: an arrival reaches the workgroups that share these. */
static void find_receivers(const fp_compiler *c, fp_op op, fp_code_event *event) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    for (uint32_t i = 1; i < node->use_count; i++) {
        fp_value value = ir->uses[node->first_use + i].value;
        fp_str type = value == FP_NONE ? FP_STR("") : fp_unit_alias(ir->context, fp_ir_value_type(ir, value));
        if (fp_type_kind_of(type) == FP_TYPE_MEMDESC) push(c, &event->reads, c->frame->base + value);
    }
}

static void find_accesses(const fp_compiler *c, fp_op op, fp_code_event *event) {
    const struct fp_ir *ir = c->frame->ir;
    uint32_t base = c->frame->base;
    const fp_op_info *info = event->info;
    push(c, &event->reads, view_register(ir, op, info->tensor_read, base));
    push(c, &event->reads, view_register(ir, op, info->tensor_second, base));
    event->tensor = register_of(ir, op, info->tensor, base);
    if (event->does == FP_DOES_ARRIVE_AFTER) find_receivers(c, op, event);
    if (event->does != FP_DOES_ACCESS && event->does != FP_DOES_START && event->does != FP_DOES_START_BYTES) return;
    push(c, &event->reads, view_register(ir, op, info->read, base));
    push(c, &event->reads, view_register(ir, op, info->second, base));
    if (fp_operand_is_all(info->write))
        push_all_writes(c, op, event);
    else
        push(c, &event->writes, view_register(ir, op, info->write, base));
    /* An allocation with a first value stores it. */
    if (info->effect == FP_EFFECT_ALLOC && ir->ops[op].use_count && ir->ops[op].result_count)
        push(c, &event->writes, base + ir->ops[op].first_result);
}

/* ---- Workgroups of a cluster ---- */

static fp_str resolved_type(const struct fp_ir *ir, fp_value value) {
    return value == FP_NONE ? FP_STR("") : fp_unit_alias(ir->context, fp_ir_value_type(ir, value));
}

/* The first operand, else result, of that kind. */
static fp_str find_type(const struct fp_ir *ir, fp_op op, fp_type_kind kind) {
    const fp_op_node *node = &ir->ops[op];
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_str type = resolved_type(ir, ir->uses[node->first_use + i].value);
        if (fp_type_kind_of(type) == kind) return type;
    }
    for (uint32_t i = 0; i < node->result_count; i++) {
        fp_str type = resolved_type(ir, node->first_result + i);
        if (fp_type_kind_of(type) == kind) return type;
    }
    return FP_STR("");
}

/* Registers and memory are shared out alike, or else an op reaches into the memory of other workgroups: of all parts of
 * a dimension of which it holds the whole, or along which it chooses by index. Of that dimension `registers` then name
 * no part. */
static uint32_t workgroups_reached(const struct fp_ir *ir, fp_op op, fp_cluster_bit *registers) {
    fp_str tensor = find_type(ir, op, FP_TYPE_TENSOR), memory = find_type(ir, op, FP_TYPE_MEMDESC);
    if (tensor.len == 0 || memory.len == 0 || !fp_type_tensor_cluster(ir->context, tensor, registers)) return 0;
    fp_type type = *fp_type_in(ir, memory);
    int64_t axis = -1;
    uint32_t reached = 0;
    if (type.memory != FP_MEMORY_WORKGROUP) return 0;
    fp_ir_attribute_int(ir, op, fp_named.axis, &axis);
    for (uint32_t k = 0; k < FP_CLUSTER_BITS_MAX; k++) {
        fp_cluster_bit of = type.cluster[k];
        bool alike = of.dimension == registers[k].dimension && of.step == registers[k].step;
        bool indexed = axis >= 0 && of.dimension == (int64_t)type.rank - axis;
        if (of.dimension && (!alike || indexed)) reached |= 1u << k;
        if (indexed) registers[k].dimension = 0;
    }
    return reached;
}

bool fp_code_says(const struct fp_ir *ir, fp_op op, const char *name) {
    fp_str word = { name, 0 };
    while (name && name[word.len]) word.len++;
    int64_t value;
    if (name && fp_ir_attribute_int(ir, op, word, &value)) return value != 0;
    return name && (fp_ir_says(ir, op, word) || fp_str_contains(fp_ir_intrinsic(ir, op), word));
}

static void says_number(const struct fp_ir *ir, fp_op op, const char *name, int64_t *number) {
    int64_t value;
    if (fp_ir_attribute_int(ir, op, fp_str_of(name), &value) && value >= 0) *number = value;
}

static void find_count(const struct fp_ir *ir, fp_op op, uint32_t base, fp_code_event *event) {
    const fp_op_info *info = event->info;
    event->count = 1, event->count_from = FP_NONE;
    event->id_from = info->id.from == FP_FROM_OPERAND ? register_of(ir, op, info->id.operand, base) : FP_NONE;
    event->count_known = info->count.from == FP_FROM_NONE;
    if (info->count.from == FP_FROM_OPERAND)
        event->count_from = register_of(ir, op, info->count.operand, base);
    else if (!event->count_known)
        event->count_known = fp_ir_quantity(ir, op, &info->count, &event->count);
    const fp_quantity *newest = info->newest.from == FP_FROM_NONE ? &info->count : &info->newest;
    event->newest_known = fp_ir_quantity(ir, op, newest, &event->newest);
    if (!event->newest_known) /* counted in other units: none of these is none of those */
        event->newest_known = fp_ir_quantity(ir, op, &info->count, &event->newest) && event->newest == 0;
    int64_t said; /* no op, and yet some are counted: tokens told which, and each op counts once */
    if (event->newest_known && event->newest == 0 && fp_ir_quantity(ir, op, &info->count, &said)) event->newest = said;
    if (event->does == FP_DOES_WAIT_QUEUE) event->count_known = true;
}

/* Of a store with one result that is its token. */
static void find_token(const struct fp_ir *ir, fp_op op, uint32_t base, fp_code_event *event) {
    event->token = register_of(ir, op, event->info->token, base);
    bool gives = event->closes && ir->ops[op].result_count == 1;
    if (gives) event->token = base + ir->ops[op].first_result;
}

/* A predicate that may be left out: what stands in its place then is no condition. */
static uint32_t condition_register(const struct fp_ir *ir, fp_op op, fp_operand position, uint32_t base) {
    uint32_t reg = register_of(ir, op, position, base);
    if (reg == FP_NONE) return FP_NONE;
    fp_str type = fp_ir_value_type(ir, reg - base);
    return type.len == 0 || fp_address_width(type) ? reg : FP_NONE;
}

/* What describes the work is made by an op that may say when it happens, or a view of such. */
static uint32_t described_when(const struct fp_ir *ir, fp_op op, uint32_t base) {
    enum { STEPS_MAX = 8 };
    const fp_use *use = fp_ir_operand(ir, op, ir->ops[op].info->described);
    for (uint32_t steps = 0; steps < STEPS_MAX && use && use->value != FP_NONE; steps++) {
        const fp_value_info *value = &ir->values[use->value];
        const fp_op_info *info = value->block == FP_NONE && value->def != FP_NONE ? ir->ops[value->def].info : NULL;
        if (!info || info->effect != FP_EFFECT_VIEW) break;
        uint32_t reg = condition_register(ir, value->def, info->when, base);
        if (reg != FP_NONE) return reg;
        use = fp_ir_operand(ir, value->def, info->read);
    }
    return FP_NONE;
}

/* Of work that an attribute makes asynchronous, or lets an object in memory count its bytes. */
static fp_does does_by_attribute(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    if (!fp_code_says(ir, op, info->async_name))
        return info->counter == FP_COUNTER_NONE ? FP_DOES_ACCESS : FP_DOES_START;
    return fp_counter_is_object(info->async_counter) ? FP_DOES_START_BYTES : FP_DOES_START;
}

/* For which workgroups besides its own does it arrive? */
static void find_spread(const struct fp_ir *ir, fp_op op, fp_code_event *event) {
    int64_t bits = -1;
    if (event->info->from_name) says_number(ir, op, event->info->from_name, &bits);
    event->first_of_all = bits >= 0;
    event->spread = event->first_of_all ? ~(uint32_t)bits : 0;
    bits = 0;
    if (event->info->spread_name) says_number(ir, op, event->info->spread_name, &bits);
    event->spread |= (uint32_t)bits;
}

bool fp_code_event_of(const fp_compiler *c, fp_op op, fp_code_event *event) {
    const struct fp_ir *ir = c->frame->ir;
    uint32_t base = c->frame->base;
    const fp_op_info *info = ir->ops[op].info;
    if (!info || info->does == FP_DOES_NOTHING) return false;
    if (info->effect == FP_EFFECT_ALLOC && ir->ops[op].use_count == 0) return false;
    *event = (fp_code_event){ .info = info, .does = info->does };
    if (info->async_name && info->does == FP_DOES_START) event->does = does_by_attribute(ir, op);
    if (fp_ir_waits_for_itself(ir, op)) event->does = FP_DOES_ACCESS;
    event->when = condition_register(ir, op, fp_operand_is_none(info->when) ? info->condition : info->when, base);
    event->phase = register_of(ir, op, info->phase, base);
    event->accumulates = register_of(ir, op, info->accumulates, base);
    bool otherwise = info->async_name && event->does != FP_DOES_ACCESS && fp_code_says(ir, op, info->async_name);
    fp_counter counter = otherwise ? info->async_counter : info->counter;
    event->queue = info->queue != FP_COUNTER_NONE ? info->queue : counter;
    if (info->other_name && fp_ir_says(ir, op, fp_str_of(info->other_name))) event->queue = info->other_counter;
    event->closes = info->commits && event->does == FP_DOES_START;
    event->reads_only = fp_code_says(ir, op, info->reads_only_name) || !fp_operand_is_none(info->token);
    event->counted = !info->counted_name || fp_code_says(ir, op, info->counted_name);
    event->two_groups = fp_ir_says(ir, op, fp_named.two_ctas);
    event->multicast = fp_ir_says(ir, op, fp_named.multicast);
    event->relaxed = fp_code_says(ir, op, info->relaxed_name);
    event->by = info->does == FP_DOES_ARRIVE && fp_code_says(ir, op, info->local_name) ? FP_BY_LANE : info->by;
    event->async_proxy = info->async_proxy || (otherwise && event->does == FP_DOES_START_BYTES);
    event->waves = -1;
    if (info->waves_name) says_number(ir, op, info->waves_name, &event->waves);
    find_spread(ir, op, event);
    find_token(ir, op, base, event);
    find_objects(c, op, event);
    event->moves = event->objects.len ? FP_NONE : described_when(ir, op, base);
    find_accesses(c, op, event);
    find_count(ir, op, base, event);
    if ((event->does == FP_DOES_ACCESS || event->does == FP_DOES_START_BYTES) && !event->async_proxy)
        event->reached = workgroups_reached(ir, op, event->registers);
    return true;
}

bool fp_code_by_share(const fp_op_info *info) {
    return (info->does == FP_DOES_ACCESS || info->does == FP_DOES_WAIT_QUEUE) && info->queue != FP_COUNTER_NONE &&
           fp_counter_info_of(info->queue)->counts == FP_COUNTS_ALL;
}

bool fp_code_waits_for_shares(const struct fp_ir *ir) {
    for (fp_op op = 0; op < ir->op_count; op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (info && info->does == FP_DOES_WAIT_QUEUE && fp_code_by_share(info)) return true;
    }
    return false;
}

bool fp_code_is_meeting(const fp_compiler *c, fp_op op) {
    const struct fp_kernel *kernel = c->frame->kernel;
    for (uint32_t i = 0; kernel && i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (sync->op == op && sync->kind == FP_SYNC_BARRIER && sync->scope != FP_SCOPE_WAVE) return true;
    }
    return false;
}
