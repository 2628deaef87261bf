/* machine_tensor.c - tensor memory in text of single threads: which columns and rows an instruction touches.
 *
 * Where an allocation lies is not told: its address is a guess, the same one for all that is computed from it. Whatever
 * is found here may be so, and is never certain. Not followed: what is read beside the accumulators of a product,
 * copies into tensor memory, shapes that give a register no column of its own.
 */
#include "streams/machine_act.h"
#include "streams/machine_compile.h"
#include "streams/values.h"

enum { INSTRUCTIONS_MAX = 2, ROWS_OF_WARP = 32 };

/* Registers between the braces of the instruction. */
static uint32_t registers_listed(fp_str text) {
    size_t open = fp_str_find(text, '{');
    fp_str list = fp_str_slice(text, open, open + fp_str_find(fp_str_slice(text, open, text.len), '}'));
    uint32_t count = 0;
    for (size_t i = 0; i < list.len; i++) count += list.data[i] == '$';
    return count;
}

/* The number that an address adds: `[$1 + 64]`. */
static int64_t offset_in(fp_str text) {
    size_t open = fp_str_find(text, '[');
    fp_str address = fp_str_slice(text, open, open + fp_str_find(fp_str_slice(text, open, text.len), ']'));
    size_t plus = fp_str_find(address, '+');
    int64_t offset = 0;
    if (plus == address.len || !fp_str_int(fp_str_trim(fp_str_slice(address, plus + 1, address.len)), &offset))
        return 0;
    return offset;
}

/* Is the second operand an address as well? */
static bool has_second_address(fp_str text) {
    size_t close = fp_str_find(text, ']');
    fp_str rest = fp_str_trim(fp_str_slice(text, close + 1, text.len));
    rest = rest.len && rest.data[0] == ',' ? fp_str_trim(fp_str_slice(rest, 1, rest.len)) : rest;
    return rest.len && rest.data[0] == '[';
}

uint32_t fp_code_tensor_of(fp_compiler *c, fp_op op, uint32_t *need_count) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    if (!node->info || node->info->effect != FP_EFFECT_BY_TEXT) return 0;
    fp_str constraints = fp_ir_string(ir, op, fp_named.constraints, 1);
    fp_instruction found[INSTRUCTIONS_MAX];
    if (fp_instructions_find(fp_ir_string(ir, op, fp_named.asm_string, 0), found, INSTRUCTIONS_MAX) != 1) return 0;
    const fp_op_info *info = found[0].info;
    uint32_t operand;
    if ((!info->columns_each && !info->works_on_tensor) ||
        !fp_instruction_operand(found[0].text, constraints, 0, &operand) || operand >= node->use_count)
        return 0;
    bool works = info->works_on_tensor;
    fp_code_tensor tensor = { .address = fp_code_address_of(c, ir->uses[node->first_use + operand].value),
                              .offset = offset_in(found[0].text),
                              .columns = info->columns_each * registers_listed(found[0].text),
                              .descriptor = FP_NONE,
                              .reads = works || !fp_operand_is_none(info->tensor_read),
                              .writes = !fp_operand_is_none(info->tensor),
                              .works = works,
                              .pair = found[0].in_pair };
    *need_count += tensor.address.need_count;
    fp_plain_operand plain =
        fp_instruction_plain(found[0].text, constraints, has_second_address(found[0].text) ? 1 : 2);
    if (works && plain.kind == FP_PLAIN_OPERAND && plain.operand < node->use_count)
        tensor.descriptor = fp_code_value(c, ir->uses[node->first_use + plain.operand].value);
    fp_code_need(c, need_count, tensor.descriptor);
    *FP_PUSH(c->keep, &c->code->tensors) = tensor;
    return c->code->tensors.len;
}

/* Of a product as many as its matrix has columns: bits 17 to 22 of the descriptor, in eights. 0: not known. */
static uint32_t columns_of(const fp_acting *a, const fp_code_tensor *tensor) {
    if (!tensor->works) return tensor->columns;
    fp_stream_value descriptor = fp_act_see(a, tensor->descriptor);
    return fp_value_settled(descriptor) ? ((uint32_t)descriptor.number >> 17 & 63) * 8 : 0;
}

static void touch(const fp_acting *a, const fp_code_tensor *tensor, int64_t address, uint32_t columns, uint32_t group) {
    enum { ROW_BYTES = FP_TENSOR_COLUMN_BYTES / FP_TENSOR_ROWS };
    if (a->stream->access_count == FP_MACHINE_ACCESSES_MAX) {
        fp_act_hide(a, FP_HIDDEN_BUDGET, FP_NONE);
        return;
    }
    uint32_t number = (uint32_t)(address + tensor->offset), row = tensor->works ? 0 : number >> 16;
    fp_region region = { .memory = fp_machine_memory_in(a->machine, a->machine->code.memory_count - 1, group),
                         .first = (int64_t)(number & 0xffff) * FP_TENSOR_COLUMN_BYTES + row * ROW_BYTES,
                         .stride = FP_TENSOR_COLUMN_BYTES,
                         .run = (tensor->works ? FP_TENSOR_ROWS : ROWS_OF_WARP) * ROW_BYTES };
    region.end = region.first + (int64_t)(columns - 1) * region.stride + region.run;
    a->stream->accesses[a->stream->access_count++] =
        (fp_stream_access){ .region = region, .reads = tensor->reads, .writes = tensor->writes, .maybe = true };
}

void fp_act_tensor(const fp_acting *a) {
    const fp_code_tensor *tensor = &a->machine->code.tensors.data[a->act->tensor - 1];
    const fp_thread_set *set = &a->stream->set;
    int64_t starts[1024];
    uint32_t columns = columns_of(a, tensor), first = a->stream->access_count, lanes = a->machine->lanes;
    if (!columns || !fp_machine_address(a->machine, a->stream, &tensor->address, true, starts)) return;
    uint32_t own = a->machine->workgroups > 1 ? a->stream->workgroup : 0;
    for (uint32_t i = 0; i < set->count; i++) { /* each warp once, or each thread that starts a product */
        if (i > 0 && set->threads[i] / lanes == set->threads[i - 1] / lanes) continue;
        touch(a, tensor, starts[i], columns, own);
        if (tensor->pair && a->machine->workgroups > 1) touch(a, tensor, starts[i], columns, own ^ 1);
    }
    fp_event *event = fp_act_push(a, tensor->works ? FP_EVENT_START : FP_EVENT_ACCESS);
    event->accesses = a->stream->accesses + first;
    event->access_count = a->stream->access_count - first;
    if (!tensor->works) return;
    event->queue = fp_target_counter(a->machine->kernel->target, FP_COUNTER_MBARRIER);
    event->in_order = true;
}
