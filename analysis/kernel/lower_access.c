#include "kernel/lower_access.h"
#include "address/address_type.h"
#include "address/matrix.h"
#include "address/vector_bits.h"
#include "base/chars.h"
#include "kernel/lower_request.h"
#include "read/type.h"

/* Does assembly make this address in a register of its own? */
static bool is_hidden_address(const fp_lowering *l, const fp_lowered_op *lowered, fp_operand position) {
    bool copied_to = lowered->info->effect == FP_EFFECT_ASYNC_COPY && position.ods == lowered->info->write.ods;
    bool addresses = fp_operand_is_one(position) && (lowered->info->workgroup_side || copied_to);
    if (!lowered->instruction || !addresses) return false;
    fp_value base = fp_lower_operand(l, lowered, position);
    return base == FP_NONE || !fp_buffers_of(l->kernel->buffers, base);
}

/* Such an address is somewhere in the workgroup memory that the operands reach, or in any, when none of them does. */
static void add_hidden_address(fp_lowering *l, const fp_lower_request *request, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[request->lowered->op];
    fp_lower_request one = *request;
    one.base = FP_NONE;
    one.shape = FP_SHAPE_NONE;
    one.roots = 0;
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_roots roots = fp_buffers_of(l->kernel->buffers, l->ir->uses[node->first_use + i].value);
        roots = fp_buffers_in_space(l->kernel->buffers, roots, FP_SPACE_WORKGROUP);
        one.roots = fp_buffers_union(l->kernel->buffers, one.roots, roots);
    }
    if (!one.roots) one.roots = fp_buffers_anywhere(l->kernel->buffers);
    fp_lower_add_access(l, &one, items);
}

/* Is the region given an element of the operand that nothing in it uses? */
static bool is_ignored(const struct fp_ir *ir, fp_op op, uint32_t operand) {
    const fp_op_node *node = &ir->ops[op];
    fp_block body = node->info && node->info->gives_elements ? fp_ir_region(ir, op, 0) : FP_NONE;
    if (body == FP_NONE || ir->blocks[body].arg_count != node->use_count) return false;
    fp_value element = ir->blocks[body].first_arg + operand;
    for (fp_op inner = op + 1; inner < node->end; inner++)
        for (uint32_t i = 0; i < ir->ops[inner].use_count; i++)
            if (ir->uses[ir->ops[inner].first_use + i].value == element) return false;
    return true;
}

/* The operand at `position`; all values of a list behind a word, `ins(%a, %b : ..)`, `outs(%c : ..)`. In the generic
 * form of ops that take such lists, what is written comes last. */
static void add_operand(fp_lowering *l, const fp_lower_request *request, fp_operand position, fp_items *items) {
    const struct fp_ir *ir = l->ir;
    fp_lower_request one = *request;
    const fp_op_node *node = &ir->ops[request->lowered->op];
    if (fp_operand_is_all(position)) {
        for (uint32_t i = 0; i < node->use_count; i++) {
            if (is_ignored(ir, request->lowered->op, i)) continue;
            one.base = ir->uses[node->first_use + i].value;
            one.buffer = FP_OPERAND((int8_t)(i < 100 ? i : 100));
            fp_lower_add_access(l, &one, items);
        }
        return;
    }
    if (!fp_operand_is_one(position)) return;
    one.base = fp_lower_operand(l, request->lowered, position);
    one.buffer = position;
    if (one.base == FP_NONE || !fp_buffers_of(l->kernel->buffers, one.base)) {
        if (is_hidden_address(l, request->lowered, position)) add_hidden_address(l, request, items);
        return;
    }
    if (request->lowered->instruction &&
        !fp_instruction_names_start(request->lowered->instruction->text, (uint32_t)position.ods))
        one.shape = FP_SHAPE_UNKNOWN;
    fp_lower_add_access(l, &one, items);
    const fp_use *use = request->lowered->instruction ? NULL : fp_ir_operand(ir, request->lowered->op, position);
    bool lists = use && (node->generic ? fp_operand_is_all(request->lowered->info->read)
                                       : position.word && use->group == FP_BRACKET_PAREN);
    if (!lists) return;
    for (const fp_use *next = use + 1; next < ir->uses + node->first_use + node->use_count; next++) {
        if (!node->generic && next->group_index != use->group_index) break;
        one.base = next->value;
        fp_lower_add_access(l, &one, items);
    }
}

/* The matrices that a product reads by descriptors of 64 bits. Those of a product on tensor memory the run alone
 * follows: the algebra knows no commits. */
void fp_lower_matrices(fp_lowering *l, const fp_lowered_op *lowered, const fp_op_info *info, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[lowered->op];
    if (!info->matrices || info->tensor_form != FP_TENSOR_UNTOLD) return;
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_lower_request one = { .lowered = lowered,
                                 .buffer = FP_OPERAND_NONE,
                                 .kind = FP_ACCESS_READ,
                                 .shape = FP_SHAPE_UNKNOWN,
                                 .counter = info->counter,
                                 .asynchronous = info->counter != FP_COUNTER_NONE,
                                 .matrix = true,
                                 .descriptor = l->ir->uses[node->first_use + i].value };
        one.base = fp_matrix_buffer(l->ir, one.descriptor);
        if (one.base != FP_NONE) fp_lower_add_access(l, &one, items);
    }
}

/* A product may arrive on more objects than the one that its row names: `%a[%p], %b[%q]`. */
static void add_further_objects(fp_lowering *l, const fp_lowered_op *lowered) {
    const fp_op_node *node = &l->ir->ops[lowered->op];
    const fp_use *first = fp_ir_operand(l->ir, lowered->op, lowered->info->object);
    for (const fp_use *use = first; use && use < l->ir->uses + node->first_use + node->use_count; use++) {
        fp_roots roots = use->value == FP_NONE ? 0 : fp_buffers_of(l->kernel->buffers, use->value);
        fp_root root = roots ? fp_buffers_single(l->kernel->buffers, roots) : FP_NONE;
        if (use != first && root != FP_NONE) *FP_PUSH(l->keep, &l->kernel->started_elsewhere) = root;
    }
}

/* An address that stands in a descriptor. False: where it comes from is not known. */
static bool add_described(fp_lowering *l, const fp_lower_request *request, fp_items *items) {
    const fp_lowered_op *lowered = request->lowered;
    fp_value operands[3];
    for (int8_t i = 0; i < 3; i++) operands[i] = fp_lower_operand(l, lowered, FP_OPERAND(i));
    if (operands[0] == FP_NONE || operands[1] == FP_NONE) return false;
    fp_described_tile tile = fp_described_tile_of(l->ir, operands[0], operands[1], operands[2]);
    if (tile.address == FP_NONE || !fp_buffers_of(l->kernel->buffers, tile.address)) return false;
    fp_lower_request one = *request;
    one.base = tile.address;
    one.width_bytes = tile.bytes;
    if (tile.bytes) one.shape = FP_SHAPE_POINTER;
    uint32_t first = l->kernel->accesses.len;
    if (tile.when != FP_NONE) fp_addresses_push_guard(l->kernel->addresses, tile.when, tile.unless);
    fp_lower_add_access(l, &one, items);
    if (tile.when != FP_NONE) fp_addresses_pop_guard(l->kernel->addresses);
    for (uint32_t i = first; i < l->kernel->accesses.len; i++) {
        l->kernel->accesses.data[i].arrives = tile.arrives;
        l->kernel->accesses.data[i].may_arrive = tile.may_arrive;
        l->kernel->accesses.data[i].when = tile.when, l->kernel->accesses.data[i].unless = tile.unless;
    }
    return true;
}

/* The counter that completes the op's accesses later; NONE: they are ordinary. */
static fp_counter counter_of(fp_lowering *l, const fp_lowered_op *lowered) {
    const fp_op_info *info = lowered->info;
    if (info->async_name && fp_ir_flag(l->ir, lowered->op, fp_str_of(info->async_name))) return info->async_counter;
    if (info->effect != FP_EFFECT_ASYNC_COPY || fp_ir_waits_for_itself(l->ir, lowered->op)) return FP_COUNTER_NONE;
    bool by_object = fp_operand_is_one(info->object) && fp_lower_operand(l, lowered, info->object) != FP_NONE;
    return by_object && info->counter != FP_COUNTER_DMA_TAG ? FP_COUNTER_MBARRIER : info->counter;
}

/* What the allocator gave to the op, when that is no buffer which the op hands out. */
static fp_roots placed_scratch(fp_lowering *l, fp_op op) {
    int64_t offset, size = -1;
    if (!fp_ir_place(l->ir, op, &offset)) return 0;
    if (offset > FP_PLACE_MAX) return fp_buffers_anywhere(l->kernel->buffers);
    if (!fp_ir_attribute_int(l->ir, op, fp_named.allocation_size, &size) || size < 0 || size > FP_PLACE_MAX) size = -1;
    return fp_buffers_scratch(l->kernel->buffers, op, offset, size);
}

fp_roots fp_lower_scratch_roots(fp_lowering *l, fp_op op) {
    return l->ir->ops[op].info->hidden_scratch ? placed_scratch(l, op) : 0;
}

/* Scratch that an op was given by the allocator: it is written, exchanged behind barriers of the op's own, and read
 * last. */
static void lower_scratch(fp_lowering *l, fp_op op, fp_items *items) {
    fp_lowered_op lowered = { .op = op, .info = l->ir->ops[op].info }, nameless = { .op = op };
    fp_roots roots = fp_lower_scratch_roots(l, op);
    if (!roots) return;
    fp_lower_request request = { .lowered = &nameless,
                                 .buffer = FP_OPERAND_NONE,
                                 .base = FP_NONE,
                                 .roots = roots,
                                 .kind = FP_ACCESS_WRITE,
                                 .asynchronous = true,
                                 .scratch = true };
    bool release = fp_ir_ordering(l->ir, op) & FP_ORDERING_RELEASE;
    if (lowered.info->meets_first != FP_VENDOR_ANY && release)
        fp_lower_meet_inside(l, &lowered, lowered.info->meets_first != l->kernel->target->vendor, items);
    fp_lower_add_access(l, &request, items);
    if (lowered.info->exchange == FP_EXCHANGE_OF_ONE_WAVE) return; /* it reads what it has written itself */
    fp_lower_meet_inside(l, &lowered, lowered.info->meets_doubtfully, items);
    request.kind = FP_ACCESS_READ;
    fp_lower_add_access(l, &request, items);
}

/* Are both one value, or made by equal views of one? */
static bool is_same_view(const struct fp_ir *ir, fp_value x, fp_value y) {
    if (x == y) return true;
    if (ir->values[x].block != FP_NONE || ir->values[y].block != FP_NONE) return false;
    fp_op p = ir->values[x].def, q = ir->values[y].def;
    if (p == FP_NONE || q == FP_NONE || !ir->ops[p].info || ir->ops[p].info->effect != FP_EFFECT_VIEW) return false;
    return fp_ir_repeats(ir, p, q);
}

/* Bufferization leaves copies of a buffer to itself, which the next pass takes out. */
static bool copies_to_itself(fp_lowering *l, const fp_lowered_op *lowered) {
    if (!lowered->info->copies) return false;
    fp_value from = fp_lower_operand(l, lowered, lowered->info->read),
             to = fp_lower_operand(l, lowered, lowered->info->write);
    return from != FP_NONE && to != FP_NONE && is_same_view(l->ir, from, to);
}

/* Does the counter complete one of the accesses from number `first` on? */
static bool is_any_counted(const struct fp_kernel *kernel, uint32_t first, fp_counter counter) {
    for (uint32_t i = first; i < kernel->accesses.len; i++)
        if (kernel->classes.data[kernel->accesses.data[i].klass].counter == counter) return true;
    return false;
}

void fp_lower_accesses(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    const fp_op_info *info = lowered->info;
    uint32_t before = l->kernel->accesses.len;
    if (copies_to_itself(l, lowered)) return;
    fp_counter counter = counter_of(l, lowered);
    fp_lower_request read = { .lowered = lowered,
                              .base = FP_NONE,
                              .kind = FP_ACCESS_READ,
                              .shape = info->shape,
                              .counter = counter,
                              .asynchronous = counter != FP_COUNTER_NONE };
    fp_lower_request write = read;
    write.kind = FP_ACCESS_WRITE;
    if (info->effect == FP_EFFECT_ATOMIC) read.kind = write.kind = FP_ACCESS_ATOMIC;
    read.only_loads = info->effect == FP_EFFECT_READ;
    if (read.only_loads || info->effect == FP_EFFECT_WRITE) {
        uint8_t ordering = lowered->instruction ? lowered->instruction->ordering : fp_ir_ordering(l->ir, lowered->op);
        bool pointer = lowered->instruction || info->shape == FP_SHAPE_POINTER;
        if (pointer && (ordering & FP_ORDERING_ATOMIC)) read.kind = write.kind = FP_ACCESS_ATOMIC;
        read.is_volatile = write.is_volatile = (ordering & FP_ORDERING_VOLATILE) != 0;
    }

    if (info->effect != FP_EFFECT_WRITE && info->effect != FP_EFFECT_ATOMIC) {
        add_operand(l, &read, info->read, items);
        add_operand(l, &read, info->second, items);
    }
    if (info->effect != FP_EFFECT_READ) add_operand(l, &write, info->write, items);
    if (info->anywhere == FP_EFFECT_READ || info->anywhere == FP_EFFECT_WRITE) {
        fp_lower_request hidden = info->anywhere == FP_EFFECT_READ ? read : write;
        bool described = info->descriptors && add_described(l, &hidden, items);
        hidden.shape = FP_SHAPE_NONE;
        hidden.roots = fp_buffers_anywhere(l->kernel->buffers);
        uint32_t first = l->kernel->accesses.len;
        if (!described) fp_lower_add_access(l, &hidden, items);
        for (uint32_t i = first; i < l->kernel->accesses.len; i++)
            l->kernel->accesses.data[i].may_arrive |= info->descriptors;
    }
    if (info->commits && counter != FP_COUNTER_NONE) fp_lower_commit_inside(l, lowered, counter, items);
    if (fp_counter_is_object(counter) && !is_any_counted(l->kernel, before, counter))
        *FP_PUSH(l->keep, &l->kernel->started_elsewhere) = fp_lower_object_root(l, lowered, info->object);
    if (info->does == FP_DOES_START && info->elected) add_further_objects(l, lowered);
    if (info->hidden_scratch) lower_scratch(l, lowered->op, items);
}

enum { COMPLETION_OBJECT_BYTES = 8 };

/* A completion object lies in workgroup memory: other threads may not use it before its init, nor after its end. Uses
 * are reads here, init and end are atomics, so that several inits and several waits do not conflict among
 * themselves; with atomics of the bytes' values they do. */
void fp_lower_object(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    const fp_op_info *info = lowered->info;
    fp_operand position = info->effect == FP_EFFECT_ASYNC_COPY ? info->object : info->read;
    fp_value object = info->counter == FP_COUNTER_MBARRIER && !fp_operand_is_all(position)
                          ? fp_lower_operand(l, lowered, position)
                          : FP_NONE;
    if (object == FP_NONE) return;
    bool makes = info->effect == FP_EFFECT_INIT || info->effect == FP_EFFECT_DEALLOC;
    fp_str type = fp_ir_value_type(l->ir, object);
    bool group = fp_type_in(l->ir, type)->kind == FP_TYPE_BARRIER_OBJECT;
    fp_shape shape = group || fp_type_kind_of(type) == FP_TYPE_MEMREF ? FP_SHAPE_INDEXED : FP_SHAPE_POINTER;
    fp_lowered_op nameless = { .op = lowered->op };
    fp_lower_request request = { .lowered = &nameless,
                                 .buffer = position,
                                 .base = object,
                                 .kind = makes ? FP_ACCESS_ATOMIC : FP_ACCESS_READ,
                                 .shape = shape,
                                 .asynchronous = true,
                                 .elected = info->elected,
                                 .object = true,
                                 .inits = info->effect == FP_EFFECT_INIT,
                                 .performed = info->effect == FP_EFFECT_WAIT && !info->nonblocking,
                                 .width_bytes = COMPLETION_OBJECT_BYTES };
    fp_lower_add_access(l, &request, items);
}

/* Do all rows of these instructions say that workgroup memory which a number names is only read? */
static bool only_read_by_number(const fp_instruction *instructions, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fp_untracked touched = instructions[i].info->untracked;
        if (!(touched.reads & FP_UNTRACKED_WORKGROUP) || touched.writes & FP_UNTRACKED_WORKGROUP) return false;
    }
    return count > 0;
}

/* The row of an op that only streams know tells what it does not write: what it reads, and its object. */
static bool is_only_read(const fp_lowering *l, fp_op op, fp_value value) {
    const fp_op_info *info = l->ir->ops[op].info;
    if (!info || !info->only_streams) return false;
    const fp_use *read = fp_ir_operand(l->ir, op, info->read), *object = fp_ir_operand(l->ir, op, info->object);
    return (read && read->value == value) || (object && object->value == value);
}

/* Do the rows of these instructions say what becomes of the operand? */
static bool is_named(const fp_lowering *l, fp_op op, const fp_instruction *instructions, size_t count, fp_value value) {
    for (size_t i = 0; i < count; i++) {
        const fp_op_info *info = instructions[i].info;
        fp_lowered_op lowered = { .op = op, .info = info, .instruction = &instructions[i] };
        const fp_operand addresses[] = { info->read,   info->second, info->write,
                                         info->object, info->tensor, info->tensor_read };
        for (size_t k = 0; k < sizeof addresses / sizeof *addresses; k++)
            if (is_hidden_address(l, &lowered, addresses[k]) || fp_lower_operand(l, &lowered, addresses[k]) == value)
                return true;
        if (fp_lower_stored_value(l, &lowered) == value) return true;
    }
    return false;
}

/* A number with a fraction is no address, wherever it comes from: the op's own type of it tells, where its definition
 * may name a whole struct. */
static bool is_fraction(const struct fp_ir *ir, fp_op op, uint32_t operand) {
    fp_str type = fp_ir_type_at(ir, op, operand);
    return fp_ir_type_count(ir, op) >= ir->ops[op].use_count && type.len > 1 &&
           ((type.data[0] == 'f' && fp_is_digit(type.data[1])) || fp_str_starts(type, FP_STR("bf16")));
}

void fp_lower_assumed(fp_lowering *l, fp_op op, const fp_instruction *instructions, size_t count, fp_items *items) {
    const struct fp_ir *ir = l->ir;
    fp_lowered_op lowered = { .op = op };
    uint32_t before = l->kernel->accesses.len;
    bool workgroup = false;
    if (count == 1 && instructions[0].info->hands_through) return;
    for (uint32_t i = 0; i < ir->ops[op].use_count; i++) {
        fp_value value = ir->uses[ir->ops[op].first_use + i].value;
        fp_roots roots = fp_buffers_of(l->kernel->buffers, value);
        if (roots == 0 || is_fraction(ir, op, i) || fp_lower_is_value_tensor(l, value) ||
            is_named(l, op, instructions, count, value))
            continue;
        bool repeated = false;
        for (uint32_t k = i > 32 ? i - 32 : 0; k < i && !repeated; k++)
            repeated = ir->uses[ir->ops[op].first_use + k].value == value;
        if (repeated) continue;
        fp_roots sure = fp_buffers_sure(l->kernel->buffers, roots);
        bool shared = fp_buffers_in_space(l->kernel->buffers, sure, FP_SPACE_WORKGROUP) != 0;
        if (count && !shared) continue; /* a descriptor of global memory, say */
        workgroup |= shared;
        fp_lower_request request = { .lowered = &lowered,
                                     .buffer = FP_OPERAND_NONE,
                                     .base = value,
                                     .kind = FP_ACCESS_READ,
                                     .shape = FP_SHAPE_UNKNOWN,
                                     .assumed = true };
        fp_lower_add_access(l, &request, items);
        request.kind = FP_ACCESS_WRITE;
        if (!only_read_by_number(instructions, count) && !is_only_read(l, op, value))
            fp_lower_add_access(l, &request, items);
    }
    if (count == 1) fp_lower_matrices(l, &lowered, instructions[0].info, items);
    if (workgroup && l->kernel->accesses.len > before) *FP_PUSH(l->keep, &l->kernel->unknown_ops) = op;
}

/* It gives nothing, is given no more than whole numbers, as that of a barrier, and is not at the end of its block: it
 * may be there for what it does to the threads. */
static bool may_synchronise(const struct fp_ir *ir, const fp_op_node *node) {
    for (uint32_t i = 0; i < node->use_count; i++)
        if (!fp_address_width(fp_ir_value_type(ir, ir->uses[node->first_use + i].value))) return false;
    return node->result_count + node->region_count == 0 && node->next != FP_NONE;
}

/* Workgroup memory that an op which no table knows was given for itself: it may write and read there. */
static void lower_assumed_scratch(fp_lowering *l, fp_op op, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[op];
    for (uint32_t i = 0; i < node->result_count; i++)
        if (fp_type_kind_of(fp_ir_value_type(l->ir, node->first_result + i)) == FP_TYPE_MEMDESC) return;
    fp_roots roots = placed_scratch(l, op);
    if (!roots) return;
    fp_lowered_op lowered = { .op = op };
    fp_lower_request request = { .lowered = &lowered,
                                 .buffer = FP_OPERAND_NONE,
                                 .base = FP_NONE,
                                 .roots = roots,
                                 .kind = FP_ACCESS_WRITE,
                                 .shape = FP_SHAPE_UNKNOWN,
                                 .assumed = true };
    fp_lower_add_access(l, &request, items);
    request.kind = FP_ACCESS_READ;
    fp_lower_add_access(l, &request, items);
    *FP_PUSH(l->keep, &l->kernel->unknown_ops) = op;
}

/* Is it given something that may be memory? Of a type that no table knows that is not known. */
static bool is_given_memory(const fp_lowering *l, fp_op op) {
    const fp_op_node *node = &l->ir->ops[op];
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_str type = fp_ir_value_type(l->ir, l->ir->uses[node->first_use + i].value);
        fp_type_kind kind = fp_type_kind_of(type);
        bool memory = kind == FP_TYPE_MEMREF || kind == FP_TYPE_POINTER || kind == FP_TYPE_MEMDESC;
        if (memory || (kind == FP_TYPE_OTHER && fp_str_starts(type, FP_STR("!")))) return true;
    }
    return false;
}

void fp_lower_unknown_op(fp_lowering *l, fp_op op, fp_items *items) {
    if (may_synchronise(l->ir, &l->ir->ops[op])) *FP_PUSH(l->keep, &l->kernel->maybe_syncs) = op;
    fp_lower_assumed(l, op, NULL, 0, items);
    lower_assumed_scratch(l, op, items);
    fp_untracked_item besides = { .touches = { FP_UNTRACKED_ALL, FP_UNTRACKED_ALL }, .copies = is_given_memory(l, op) };
    fp_lower_push_untracked(l, op, besides, items);
}

/* The value that an allocation starts with. */
void fp_lower_initial_write(fp_lowering *l, fp_op op, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[op];
    if (node->use_count == 0 || node->result_count == 0) return;
    fp_lowered_op lowered = { .op = op };
    fp_lower_request request = { .lowered = &lowered,
                                 .buffer = FP_OPERAND_NONE,
                                 .base = node->first_result,
                                 .kind = FP_ACCESS_WRITE,
                                 .shape = FP_SHAPE_WHOLE };
    fp_lower_add_access(l, &request, items);
}
