/* machine_tensor.c - tensor memory in text of single threads: which columns and rows an op or instruction touches.
 *
 * Where an allocation lies is not told: its address is a guess, the same one for all that is computed from it. Whatever
 * is found here may be so, and is never certain. Not followed: scales and the like that a product reads, shapes and
 * forms that no table knows. Who uses a register that a load brings waits for that load anyhow, for this one alone, and
 * nobody else learns of it (PTX ISA, memory consistency of tcgen05: register dependencies); so no use is looked at.
 */
#include "address/address_type.h"
#include "read/type.h"
#include "streams/machine_act.h"
#include "streams/machine_compile.h"
#include "streams/machine_matrix.h"
#include "streams/values.h"

enum {
    INSTRUCTIONS_MAX = 8,
    COLUMNS_MAX = 512, /* that a workgroup can have: PTX ISA, tensor memory */
    REGISTER_BYTES = 4,
    SOURCE_COLUMNS = 8 /* of the first matrix of a product: 32 bytes of each row, whatever its kind of elements is */
};

/* Registers between the braces of the instruction. */
static uint32_t registers_listed(fp_str text) {
    size_t open = fp_str_find(text, '{');
    fp_str list = fp_str_slice(text, open, open + fp_str_find(fp_str_slice(text, open, text.len), '}'));
    uint32_t count = 0;
    for (size_t i = 0; i < list.len; i++) count += list.data[i] == '$';
    return count;
}

/* What stands behind the first address. */
static fp_str behind_address(fp_str text) { return fp_str_slice(text, fp_str_find(text, ']') + 1, text.len); }

/* The number that the first address adds: `[$1 + 64]`. */
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
    fp_str rest = fp_str_trim(behind_address(text));
    rest = rest.len && rest.data[0] == ',' ? fp_str_trim(fp_str_slice(rest, 1, rest.len)) : rest;
    return rest.len && rest.data[0] == '[';
}

/* The columns that `registers` of each thread take, or a copy; false: the shape does not tell. */
static bool take_shape(fp_code_tensor *tensor, fp_tensor_form form, const fp_tensor_shape *shape, uint32_t registers,
                       bool packed) {
    bool moves = form == FP_TENSOR_REGISTERS;
    if (form == FP_TENSOR_PRODUCT) return true;
    if (!shape || (moves ? shape->each : shape->columns) == 0) return false;
    tensor->rows = shape->rows;
    tensor->columns = moves ? shape->each * registers * (packed ? 2 : 1) : shape->columns;
    tensor->copied_rows = moves ? 0 : shape->source;
    return tensor->columns > 0;
}

static void read_from(fp_compiler *c, fp_code_tensor *tensor, fp_value address, int64_t offset) {
    tensor->has_source = true;
    tensor->source = fp_code_address_of(c, address);
    tensor->source_offset = offset;
}

/* Columns that go back to whoever allocates next, in all rows. */
static bool take_columns(fp_code_tensor *tensor, int64_t columns) {
    tensor->rows = FP_TENSOR_ROWS;
    tensor->columns = columns > 0 && columns <= COLUMNS_MAX ? (uint32_t)columns : 0;
    return tensor->columns > 0;
}

/* `tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, 128;`: the address stands there without brackets. */
static bool of_dealloc(fp_compiler *c, fp_op op, const fp_instruction *found, fp_code_tensor *tensor) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    fp_str constraints = fp_ir_string(ir, op, fp_named.constraints, 1);
    fp_plain_operand address = fp_instruction_plain(found->text, constraints, 0),
                     columns = fp_instruction_plain(found->text, constraints, 1);
    int64_t number = columns.kind == FP_PLAIN_NUMBER ? columns.number : 0;
    if (address.kind != FP_PLAIN_OPERAND || address.operand >= node->use_count) return false;
    if (columns.kind == FP_PLAIN_OPERAND && columns.operand < node->use_count)
        (void)fp_ir_constant(ir, ir->uses[node->first_use + columns.operand].value, &number);
    tensor->address = fp_code_address_of(c, ir->uses[node->first_use + address.operand].value);
    return take_columns(tensor, number);
}

static bool of_instruction(fp_compiler *c, fp_op op, const fp_instruction *found, fp_code_tensor *tensor) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    fp_str constraints = fp_ir_string(ir, op, fp_named.constraints, 1), text = found->text;
    const fp_op_info *info = found->info;
    uint32_t operand;
    if (info->tensor_form == FP_TENSOR_GIVEN_BACK) return of_dealloc(c, op, found, tensor);
    if (!fp_instruction_operand(found, constraints, 0, &operand) || operand >= node->use_count ||
        !take_shape(tensor, info->tensor_form, found->shape, registers_listed(text), found->packed))
        return false;
    tensor->address = fp_code_address_of(c, ir->uses[node->first_use + operand].value);
    tensor->offset = offset_in(text);
    tensor->pair = found->in_pair;
    bool product = info->tensor_form == FP_TENSOR_PRODUCT;
    fp_plain_operand plain = fp_instruction_plain(text, constraints, !product ? 0 : has_second_address(text) ? 1 : 2);
    if (product && plain.kind == FP_PLAIN_OPERAND && plain.operand < node->use_count)
        tensor->descriptor = fp_code_value(c, ir->uses[node->first_use + plain.operand].value);
    if (product && has_second_address(text) && fp_instruction_operand(found, constraints, 1, &operand) &&
        operand < node->use_count)
        read_from(c, tensor, ir->uses[node->first_use + operand].value, offset_in(behind_address(text)));
    if (info->tensor_form == FP_TENSOR_REGISTERS && plain.kind == FP_PLAIN_NUMBER) tensor->half = plain.number;
    return true;
}

/* Registers of each thread that the op loads or stores. */
static uint32_t registers_moved(const struct fp_ir *ir, fp_op op, const fp_op_info *info) {
    const fp_use *stored = fp_operand_is_none(info->tensor) ? NULL : fp_ir_operand(ir, op, info->value);
    fp_value value = stored ? stored->value : ir->ops[op].result_count ? ir->ops[op].first_result : FP_NONE;
    if (value == FP_NONE) return 0;
    int64_t bytes = fp_type_size_bytes(fp_type_in(ir, fp_ir_value_type(ir, value)));
    return bytes > 0 ? (uint32_t)(bytes / REGISTER_BYTES) : 0;
}

/* Is the operand there, and not 0? False where its number is not known. */
static bool holds(const struct fp_ir *ir, fp_op op, fp_operand place, int64_t *number) {
    const fp_use *use = fp_operand_is_none(place) ? NULL : fp_ir_operand(ir, op, place);
    *number = 0;
    return use && fp_ir_constant(ir, use->value, number) && *number != 0;
}

static bool of_op(fp_compiler *c, fp_op op, const fp_op_info *info, fp_code_tensor *tensor) {
    const struct fp_ir *ir = c->frame->ir;
    fp_operand place = fp_operand_is_none(info->tensor) ? info->tensor_read : info->tensor;
    const fp_use *address = fp_ir_operand(ir, op, place);
    fp_str intrinsic = fp_ir_intrinsic(ir, op);
    const fp_tensor_shape *shape =
        fp_tensor_shape_in(intrinsic.len ? intrinsic : fp_ir_attribute(ir, op, fp_named.shape));
    int64_t number;
    bool packed = fp_code_says(ir, op, info->packed_name) || holds(ir, op, info->tensor_packed, &number);
    uint32_t registers = info->tensor_form == FP_TENSOR_REGISTERS ? registers_moved(ir, op, info) : 0;
    bool back = info->tensor_form == FP_TENSOR_GIVEN_BACK;
    bool known = back ? holds(ir, op, info->value, &number) && take_columns(tensor, number)
                      : take_shape(tensor, info->tensor_form, shape, registers, packed);
    if (!address || !known) return false;
    tensor->address = fp_code_address_of(c, address->value);
    if (back) return true;
    tensor->pair = fp_code_says(ir, op, info->pair_name) || (holds(ir, op, info->tensor_pair, &number) && number == 2);
    const fp_use *half = fp_operand_is_none(info->tensor_half) ? NULL : fp_ir_operand(ir, op, info->tensor_half);
    if (half && !fp_ir_constant(ir, half->value, &tensor->half)) return false;
    const fp_use *told = info->tensor_form == FP_TENSOR_PRODUCT ? fp_ir_operand(ir, op, info->value) : NULL;
    if (told) tensor->descriptor = fp_code_value(c, told->value);
    const fp_use *source = told ? fp_ir_operand(ir, op, info->tensor_read) : NULL;
    bool described =
        source && fp_address_width(fp_ir_value_type(ir, source->value)); /* the memory of the workgroup, by a number */
    if (source && !described) read_from(c, tensor, source->value, 0);
    return true;
}

/* The row of an op, or of the first instruction of an assembly text, which goes to `of_text`. NULL: it does not touch
 * tensor memory, or how is not told. Behind that instruction may stand syncs, such as a wait for it. */
static const fp_op_info *row_of(const struct fp_ir *ir, fp_op op, fp_instruction *of_text) {
    const fp_op_info *info = ir->ops[op].info;
    fp_str intrinsic = fp_ir_intrinsic(ir, op);
    *of_text = (fp_instruction){ .info = NULL };
    if (intrinsic.len) {
        info = fp_intrinsic_find(intrinsic);
    } else if (info && info->effect == FP_EFFECT_BY_TEXT) {
        fp_instruction found[INSTRUCTIONS_MAX];
        size_t count = fp_ir_instructions(ir, op, found, INSTRUCTIONS_MAX);
        info = count && count < INSTRUCTIONS_MAX ? found[0].info : NULL; /* a longer text may hold more */
        for (size_t i = 1; i < count; i++)
            if (!fp_effect_traits_of[found[i].info->effect].syncs) info = NULL;
        if (info) *of_text = found[0];
    }
    return info && info->tensor_form != FP_TENSOR_UNTOLD ? info : NULL;
}

bool fp_code_on_tensor(const struct fp_ir *ir, fp_op op) { return row_of(ir, op, &(fp_instruction){ 0 }) != NULL; }

uint32_t fp_code_tensor_of(fp_compiler *c, fp_op op, uint32_t *need_count) {
    const struct fp_ir *ir = c->frame->ir;
    fp_instruction of_text;
    const fp_op_info *info = row_of(ir, op, &of_text);
    if (!info) return 0;
    bool loads = info->tensor_form == FP_TENSOR_REGISTERS && !fp_operand_is_none(info->tensor_read);
    fp_code_tensor tensor = { .descriptor = FP_NONE,
                              .reads = info->tensor_form == FP_TENSOR_PRODUCT || loads,
                              .writes = !fp_operand_is_none(info->tensor),
                              .sparse = info->sparse,
                              .rows_untold = info->rows_untold,
                              .in_order = info->in_order,
                              .queue = fp_op_info_queue(info) };
    if (!(of_text.info ? of_instruction(c, op, &of_text, &tensor) : of_op(c, op, info, &tensor))) return 0;
    *need_count += tensor.address.need_count + tensor.source.need_count;
    fp_code_need(c, need_count, tensor.descriptor);
    if (info->matrices && !tensor.pair) fp_code_matrices_of(c, op, !tensor.has_source, &tensor, need_count);
    *FP_PUSH(c->keep, &c->code->tensors) = tensor;
    return c->code->tensors.len;
}

/* What one run of the op touches: `columns` columns from `address` on, 0: that is not known. `rows` rows of each column
 * from the one that the address names, the same ones in each quarter of a column if `quarters`. */
typedef struct {
    uint32_t address; /* of the hardware: 32 bits, in which sums wrap around */
    uint32_t columns, rows;
    bool quarters, reads, writes, gives_back;
} tensor_part;

/* Bits 17 to 22 of a product's descriptor are its columns in eights, bits 24 to 28 its rows in sixteens. Of a workgroup
 * alone 64 rows are the first or second halves of the quarters, 128 are all; of a pair 256 are all of both. */
static tensor_part product_part(const fp_acting *a, const fp_code_tensor *tensor) {
    fp_stream_value descriptor = fp_act_see(a, tensor->descriptor);
    uint32_t told = fp_value_settled(descriptor) ? (uint32_t)descriptor.number : 0;
    uint32_t rows = (told >> 24 & 31) * 16 / (tensor->pair ? 2 : 1);
    bool half = rows == FP_TENSOR_ROWS / 2 && !tensor->pair;
    if (tensor->rows_untold || (rows != FP_TENSOR_ROWS && !half)) return (tensor_part){ 0 };
    return (tensor_part){ .columns = (told >> 17 & 63) * 8,
                          .rows = half ? rows / FP_TENSOR_QUARTERS : rows,
                          .quarters = half,
                          .reads = true,
                          .writes = true };
}

static void touch_part(const fp_acting *a, tensor_part part, uint32_t group) {
    enum { ROW_BYTES = FP_TENSOR_COLUMN_BYTES / FP_TENSOR_ROWS };
    if (a->stream->access_count == FP_MACHINE_ACCESSES_MAX) {
        fp_act_hide(a, FP_HIDDEN_BUDGET, FP_NONE);
        return;
    }
    uint32_t row = part.rows == FP_TENSOR_ROWS ? 0 : part.address >> 16;
    int64_t first = (int64_t)(part.address & 0xffff) * FP_TENSOR_COLUMN_BYTES + row * ROW_BYTES,
            run = part.rows * ROW_BYTES;
    int64_t quarter = FP_TENSOR_COLUMN_BYTES / FP_TENSOR_QUARTERS,
            last = first + (part.columns - 1) * FP_TENSOR_COLUMN_BYTES;
    fp_region region = { .memory = fp_machine_memory_in(a->machine, a->machine->code.memory_count - 1, group),
                         .first = first,
                         .stride = part.quarters ? quarter : FP_TENSOR_COLUMN_BYTES,
                         .run = run,
                         .end = last + run + (part.quarters ? (FP_TENSOR_QUARTERS - 1) * quarter : 0) };
    a->stream->accesses[a->stream->access_count++] = (fp_stream_access){ .region = region,
                                                                         .reads = part.reads,
                                                                         .writes = part.writes,
                                                                         .maybe = true,
                                                                         .by_warps = true,
                                                                         .gives_back = part.gives_back };
}

/* In the workgroup, and in the other one of its pair. `half`: see fp_code_tensor. */
static void touch(const fp_acting *a, const fp_code_tensor *tensor, tensor_part part, int64_t half) {
    uint32_t own = a->machine->workgroups > 1 ? a->stream->workgroup : 0;
    uint32_t groups = tensor->pair && a->machine->workgroups > 1 ? 2 : 1;
    for (uint32_t i = 0; i < groups; i++) {
        tensor_part far = part;
        far.address += (uint32_t)half;
        touch_part(a, part, own ^ i);
        if (half) touch_part(a, far, own ^ i);
    }
}

void fp_act_tensor(const fp_acting *a) {
    const fp_code_tensor *tensor = &a->machine->code.tensors.data[a->act->tensor - 1];
    const fp_thread_set *set = &a->stream->set;
    int64_t starts[1024], sources[1024];
    tensor_part part = tensor->columns ? (tensor_part){ .columns = tensor->columns,
                                                        .rows = tensor->rows,
                                                        .reads = tensor->reads,
                                                        .writes = tensor->writes,
                                                        .gives_back = tensor->queue == FP_COUNTER_NONE }
                                       : product_part(a, tensor);
    uint32_t first = a->stream->access_count, lanes = a->machine->lanes;
    if (tensor->matrix_count) fp_act_matrices(a, tensor);
    bool known = part.columns && fp_machine_address(a->machine, a->stream, &tensor->address, true, starts);
    if (!known && a->stream->access_count == first) return;
    bool reads = tensor->has_source && fp_machine_address(a->machine, a->stream, &tensor->source, true, sources);
    for (uint32_t i = 0; i < set->count && known; i++) { /* each warp once, or each thread that starts a product */
        if (i > 0 && set->threads[i] / lanes == set->threads[i - 1] / lanes) continue;
        part.address = (uint32_t)starts[i] + (uint32_t)tensor->offset;
        touch(a, tensor, part, tensor->half);
        tensor_part source = part;
        source.address = reads ? (uint32_t)sources[i] + (uint32_t)tensor->source_offset : 0;
        source.columns = SOURCE_COLUMNS, source.writes = false;
        if (reads) touch(a, tensor, source, 0);
    }
    fp_event *event = fp_act_push(a, tensor->queue == FP_COUNTER_NONE ? FP_EVENT_ACCESS : FP_EVENT_START);
    event->accesses = a->stream->accesses + first;
    event->access_count = a->stream->access_count - first;
    if (event->kind == FP_EVENT_ACCESS) return;
    event->queue = fp_act_queue_of(fp_target_counter(a->machine->kernel->target, tensor->queue), tensor->pair);
    event->in_order = tensor->in_order;
    event->own_wait = fp_counter_info_of(tensor->queue)->counts == FP_COUNTS_ALL;
}
