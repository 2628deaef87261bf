#include "kernel/lower_access.h"
#include "address/matrix.h"
#include "address/vector_bits.h"
#include "base/chars.h"
#include "read/type.h"
#include <assert.h>
#include <string.h>

static fp_str name_of(const fp_lowering *l, fp_op op, fp_value value, fp_roots roots) {
    for (uint32_t i = 0; value != FP_NONE && i < l->ir->ops[op].use_count; i++) {
        const fp_use *use = &l->ir->uses[l->ir->ops[op].first_use + i];
        if (use->value == value) return fp_ir_text(l->ir, use->span);
    }
    if (value != FP_NONE) return l->ir->values[value].name;
    uint32_t count;
    const fp_root *members = fp_buffers_members(l->kernel->buffers, roots, &count);
    return count ? fp_buffers_root(l->kernel->buffers, members[0])->name : FP_STR("");
}

/* ---- One access ---- */

typedef struct {
    const fp_lowered_op *lowered;
    fp_operand buffer;
    fp_value base; /* FP_NONE: memory that no operand names */
    fp_roots roots;
    fp_access_kind kind;
    fp_shape shape;
    fp_counter counter; /* completes the access; NONE: it is ordinary */
    bool asynchronous;  /* the op is counted by `counter`: the ordinary side of a copy does not count as traffic, too */
    bool assumed;
    bool elected;   /* see fp_op_info */
    bool object;    /* the bytes of an object that copies complete on */
    bool performed; /* see fp_class */
    bool scratch;   /* a place of workgroup memory that the op was given for itself */
    bool matrix;    /* see fp_access_request */
    fp_value descriptor;
    uint32_t width_bytes; /* 0: the op's row tells the width */
} access_request;

static uint32_t size_in_bytes(fp_lowering *l, const access_request *request) {
    int64_t bytes;
    const fp_op_info *info = request->lowered->info;
    if (request->width_bytes) return request->width_bytes;
    if (info && info->width == FP_WIDTH_NAME && request->lowered->instruction && request->shape == FP_SHAPE_POINTER)
        return request->lowered->instruction->bytes;
    if (!info || info->width != FP_WIDTH_SIZE || request->shape == FP_SHAPE_UNKNOWN) return 0;
    if (fp_lower_quantity(l, request->lowered, &info->count, &bytes) != FP_QUANTITY_KNOWN || bytes <= 0 ||
        bytes > UINT32_MAX)
        return 0;
    return (uint32_t)bytes;
}

static fp_value stored_value(const fp_lowering *l, const fp_lowered_op *lowered) {
    fp_operand position = lowered->info->value;
    if (!lowered->instruction) return fp_lower_operand(l, lowered, position);
    return position.ods > 0 ? fp_lower_plain_operand(l, lowered, (uint32_t)position.ods - 1) : FP_NONE;
}

/* Is it left to callers whether this is workgroup memory? */
static bool is_generic(const struct fp_buffers *buffers, fp_roots roots) {
    uint32_t count;
    const fp_root *members = fp_buffers_members(buffers, roots, &count);
    for (uint32_t i = 0; i < count; i++)
        if (fp_buffers_root(buffers, members[i])->generic) return true;
    return false;
}

/* Ordinary traffic grows the counter of its memory, which waits for asynchronous copies count by. A uniform load of
 * global memory may become a scalar one, which counts elsewhere: that it counts is certain only where lanes load from
 * addresses of their own, or the op says so. */
static void count_traffic(fp_lowering *l, const access_request *request, fp_space space, fp_items *items) {
    fp_op op = request->lowered->op;
    bool certain = request->lowered->info && request->lowered->info->counter != FP_COUNTER_NONE;
    if (space == FP_SPACE_WORKGROUP) {
        fp_lower_count_up(l, op, FP_COUNTER_DS, is_generic(l->kernel->buffers, request->roots), items);
    } else if (request->kind == FP_ACCESS_WRITE) {
        fp_lower_count_up(l, op, FP_COUNTER_STORE, false, items);
    } else if (l->counted[FP_COUNTER_LOAD]) {
        if (!certain && l->ir->ops[op].result_count) {
            fp_uniformity uniformity = fp_addresses_uniformity(l->kernel->addresses, l->ir->ops[op].first_result);
            certain = uniformity.among == FP_UNIFORM_LANE && !uniformity.doubt;
        }
        fp_lower_count_up(l, op, FP_COUNTER_LOAD, !certain, items);
    }
}

enum { CHOICES_MAX = 8, VIEWS_MAX = 32 }; /* between a base and where it comes from: more say nothing */

static bool may_lie_in(fp_lowering *l, const fp_use *use, fp_space space) {
    struct fp_buffers *buffers = l->kernel->buffers;
    return !use || fp_buffers_in_space(buffers, fp_buffers_of(buffers, use->value), (uint8_t)space);
}

/* Where a condition chooses between two buffers and only one may lie in that space, an access of the space runs where
 * the condition chooses that one, and goes there: `*base` becomes it where no view stands between. Returns how many
 * conditions were pushed. */
static uint32_t push_choices(fp_lowering *l, fp_value *base, fp_space space) {
    const struct fp_ir *ir = l->ir;
    uint32_t pushed = 0;
    bool direct = true;
    fp_value at = *base;
    for (uint32_t step = 0; step < VIEWS_MAX && pushed < CHOICES_MAX && at != FP_NONE; step++) {
        fp_op op = fp_ir_definition(ir, at);
        const fp_op_info *info = op == FP_NONE ? NULL : ir->ops[op].info;
        const fp_use *first = info && info->effect == FP_EFFECT_VIEW ? fp_ir_operand(ir, op, info->read) : NULL;
        if (!first) break;
        at = first->value;
        direct &= info->view == FP_VIEW_SELECT;
        if (info->view != FP_VIEW_SELECT) continue;
        const fp_use *second = fp_ir_operand(ir, op, info->second), *condition = fp_ir_operand(ir, op, info->condition);
        bool in_first = may_lie_in(l, first, space), in_second = may_lie_in(l, second, space);
        if (!second || !condition || in_first == in_second) break;
        fp_addresses_push_guard(l->kernel->addresses, condition->value, in_second);
        pushed++;
        if (in_second) at = second->value;
        if (direct) *base = at;
    }
    return pushed;
}

/* Scratch without a place is of no size. */
static fp_scratch_request scratch_of(fp_lowering *l, const access_request *request) {
    fp_scratch_request wanted = { .op = request->lowered->op,
                                  .ends = request->kind == FP_ACCESS_READ,
                                  .loop = l->loop,
                                  .guards = fp_addresses_guards(l->kernel->addresses) };
    uint32_t count;
    const fp_root *members = fp_buffers_members(l->kernel->buffers, request->roots, &count);
    const fp_root_info *root = count == 1 ? fp_buffers_root(l->kernel->buffers, members[0]) : NULL;
    if (!root || root->offset_bytes < 0) return wanted;
    wanted.offset = root->offset_bytes;
    wanted.size = root->size_bytes;
    return wanted;
}

/* The mask by which a write leaves out elements; FP_NONE: it writes all. */
static fp_value skipping_mask(const fp_lowering *l, const access_request *request) {
    const fp_op_info *info = request->lowered->info;
    fp_op op = request->lowered->op;
    if (!info || request->kind != FP_ACCESS_WRITE || info->skips_masked != l->kernel->target->vendor ||
        fp_ir_operand(l->ir, op, info->filler))
        return FP_NONE;
    const fp_use *mask = fp_ir_operand(l->ir, op, info->mask);
    return mask ? mask->value : FP_NONE;
}

/* What all elements of a mask have in common is a condition of the whole access: `splat(%c)`, or its part of
 * `and(splat(%c), %m)`. Returns how many conditions were pushed; *all: nothing else is in the mask. */
static uint32_t push_mask(fp_lowering *l, fp_value mask, bool *all) {
    enum { PARTS_MAX = 16 };
    fp_value parts[PARTS_MAX] = { mask };
    uint32_t count = 1, pushed = 0;
    *all = true;
    for (uint32_t step = 0; count && step < VIEWS_MAX; step++) {
        fp_value part = parts[--count];
        fp_op op = fp_ir_definition(l->ir, part);
        const fp_op_node *node = op == FP_NONE ? NULL : &l->ir->ops[op];
        const fp_use *uses = node ? &l->ir->uses[node->first_use] : NULL;
        bool both = node && node->info && node->info->arith == FP_ARITH_AND && node->use_count == 2;
        bool one = node && node->info && node->info->repeats && node->use_count == 1;
        if ((!both && !one) || count + node->use_count > PARTS_MAX) {
            *all = false;
        } else if (one && fp_type_kind_of(fp_ir_value_type(l->ir, uses[0].value)) != FP_TYPE_TENSOR) {
            *all &= fp_addresses_push_guard(l->kernel->addresses, uses[0].value, false);
            pushed++;
        } else {
            for (uint32_t i = 0; i < node->use_count; i++) parts[count++] = uses[i].value;
        }
    }
    *all &= count == 0;
    return pushed;
}

/* The threads of an op on a whole buffer or tile share it out among them, or all write the same bytes of another one;
 * those of a reduction keep order in its scratch. */
static bool shares_out(const fp_op_info *info) {
    return info && (info->shape == FP_SHAPE_WHOLE || info->by_layout || info->hidden_scratch || info->descriptors ||
                    (info->shape == FP_SHAPE_UNKNOWN && info->effect == FP_EFFECT_ASYNC_COPY));
}

static void push_access(fp_lowering *l, const access_request *request, fp_space space, fp_roots roots,
                        fp_items *items) {
    const fp_lowered_op *lowered = request->lowered;
    const fp_op_info *info = lowered->info;
    struct fp_kernel *kernel = l->kernel;
    fp_access access = { .op = lowered->op,
                         .span = fp_lower_span(l->ir, lowered->op),
                         .kind = request->kind,
                         .roots = roots,
                         .elected = request->elected,
                         .assumed = request->assumed,
                         .of_object = request->object,
                         .shared_out = shares_out(info ? info : l->ir->ops[lowered->op].info) };
    fp_class wanted = {
        .space = space, .counter = request->counter, .object = FP_NONE, .performed = request->performed
    };
    if (request->counter != FP_COUNTER_NONE) {
        wanted.plain_lds_dma = info->lds_dma && request->counter == info->counter;
        if (fp_counter_is_object(request->counter)) wanted.object = fp_lower_object_root(l, lowered, info->object);
    }
    wanted.tags = fp_tags_of_op(kernel->tags, l->ir, lowered->op);
    access.klass = fp_lower_class(l->keep, kernel, wanted);

    fp_access_request bytes = { .op = lowered->op,
                                .buffer = request->buffer,
                                .base = request->base,
                                .shape = request->shape,
                                .width = info                               ? info->width
                                         : request->shape == FP_SHAPE_WHOLE ? FP_WIDTH_VIEW
                                                                            : FP_WIDTH_NONE,
                                .width_bytes = size_in_bytes(l, request),
                                .elected = request->elected,
                                .matrix = request->matrix,
                                .descriptor = request->descriptor,
                                .loop = l->loop };
    bytes.masked = info && info != l->ir->ops[lowered->op].info && info->partial;
    fp_value mask = skipping_mask(l, request);
    uint32_t conditions = push_choices(l, &bytes.base, space), number = kernel->accesses.len;
    if (mask != FP_NONE) {
        bool all;
        conditions += push_mask(l, mask, &all);
        bytes.masked |= !all;
    }
    bytes.guards = fp_addresses_guards(kernel->addresses);
    for (; conditions; conditions--) fp_addresses_pop_guard(kernel->addresses);
    fp_open_access open = { .kernel = kernel, .access = number, .is_scratch = request->scratch, .bytes = bytes };
    if (request->scratch) open.scratch = scratch_of(l, request);
    if (request->scratch || request->base != FP_NONE || request->shape != FP_SHAPE_NONE)
        *FP_PUSH(l->scratch, l->open) = open;
    access.buffer_name = name_of(l, lowered->op, request->base, roots);
    if (request->kind == FP_ACCESS_ATOMIC) {
        uint8_t ordering = fp_ir_ordering(l->ir, lowered->op);
        access.ordered_release = ordering & FP_ORDERING_RELEASE;
        access.ordered_acquire = ordering & FP_ORDERING_ACQUIRE;
    }
    access.stored = info && request->kind == FP_ACCESS_WRITE && info->effect == FP_EFFECT_WRITE
                        ? stored_value(l, lowered)
                        : FP_NONE;
    access.stores_buffer = access.stored != FP_NONE && access.stored == request->base;
    access.when = FP_NONE;
    *FP_PUSH(l->keep, &kernel->accesses) = access;
    fp_lower_push_item(l, items, FP_ITEM_ACCESS, number);
    if (!request->asynchronous && !request->assumed) count_traffic(l, request, space, items);
}

void fp_lower_close_accesses(fp_lowering *l) {
    for (uint32_t i = 0; i < l->open->len; i++) {
        const fp_open_access *open = &l->open->data[i];
        struct fp_addresses *addresses = open->kernel->addresses;
        fp_access *access = &open->kernel->accesses.data[open->access];
        access->footprint = open->is_scratch ? fp_addresses_scratch(addresses, &open->scratch)
                                             : fp_addresses_access(addresses, &open->bytes);
        access->width_bytes = fp_footprint_width(addresses, access->footprint);
    }
}

/* A tensor is a value: reading or writing one touches no memory, wherever it came from. */
static bool is_value_tensor(const fp_lowering *l, fp_value value) {
    fp_str text = fp_ir_value_type(l->ir, value);
    fp_type_kind kind = fp_type_kind_of(text);
    if (kind != FP_TYPE_TENSOR && kind != FP_TYPE_VECTOR) return false;
    return fp_type_kind_of(fp_type_in(l->ir, text)->element) != FP_TYPE_POINTER;
}

/* One access per space that the buffer may lie in. Copies complete on their counter on the workgroup side only: the
 * other side is ordinary, so that one op does not count twice. */
static void add_access(fp_lowering *l, const access_request *wanted, fp_items *items) {
    access_request request = *wanted;
    const fp_op_info *info = request.lowered->info;
    if (request.base != FP_NONE) {
        if (is_value_tensor(l, request.base)) {
            fp_roots allocated = fp_buffers_of(l->kernel->buffers, request.base);
            l->kernel->has_tensors |= fp_buffers_in_space(l->kernel->buffers, allocated, FP_SPACE_WORKGROUP) != 0;
            return;
        }
        request.roots = fp_buffers_of(l->kernel->buffers, request.base);
    }
    if (request.roots == 0) return;
    fp_counter counter = request.counter;
    for (uint32_t space = FP_SPACE_WORKGROUP; space <= FP_SPACE_GLOBAL; space++) {
        if (info && space == FP_SPACE_WORKGROUP && info->global) continue;
        if (info && space == FP_SPACE_GLOBAL && info->workgroup_side) continue;
        fp_roots roots = fp_buffers_in_space(l->kernel->buffers, request.roots, (uint8_t)space);
        if (roots == 0) continue;
        bool copies = space == FP_SPACE_WORKGROUP && !fp_buffers_only_supposed(l->kernel->buffers, roots);
        request.counter = copies ? counter : FP_COUNTER_NONE;
        push_access(l, &request, (fp_space)space, roots, items);
    }
}

/* ---- Ops ---- */

/* Does assembly make this address in a register of its own? */
static bool is_hidden_address(const fp_lowering *l, const fp_lowered_op *lowered, fp_operand position) {
    bool copied_to = lowered->info->effect == FP_EFFECT_ASYNC_COPY && position.ods == lowered->info->write.ods;
    bool addresses = fp_operand_is_one(position) && (lowered->info->workgroup_side || copied_to);
    if (!lowered->instruction || !addresses) return false;
    fp_value base = fp_lower_operand(l, lowered, position);
    return base == FP_NONE || !fp_buffers_of(l->kernel->buffers, base);
}

/* Such an address is somewhere in the workgroup memory that the operands reach, or in any, when none of them does. */
static void add_hidden_address(fp_lowering *l, const access_request *request, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[request->lowered->op];
    access_request one = *request;
    one.base = FP_NONE;
    one.shape = FP_SHAPE_NONE;
    one.roots = 0;
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_roots roots = fp_buffers_of(l->kernel->buffers, l->ir->uses[node->first_use + i].value);
        roots = fp_buffers_in_space(l->kernel->buffers, roots, FP_SPACE_WORKGROUP);
        one.roots = fp_buffers_union(l->kernel->buffers, one.roots, roots);
    }
    if (!one.roots) one.roots = fp_buffers_anywhere(l->kernel->buffers);
    add_access(l, &one, items);
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
static void add_operand(fp_lowering *l, const access_request *request, fp_operand position, fp_items *items) {
    const struct fp_ir *ir = l->ir;
    access_request one = *request;
    const fp_op_node *node = &ir->ops[request->lowered->op];
    if (fp_operand_is_all(position)) {
        for (uint32_t i = 0; i < node->use_count; i++) {
            if (is_ignored(ir, request->lowered->op, i)) continue;
            one.base = ir->uses[node->first_use + i].value;
            one.buffer = FP_OPERAND((int8_t)(i < 100 ? i : 100));
            add_access(l, &one, items);
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
    add_access(l, &one, items);
    const fp_use *use = request->lowered->instruction ? NULL : fp_ir_operand(ir, request->lowered->op, position);
    bool lists = use && (node->generic ? fp_operand_is_all(request->lowered->info->read)
                                       : position.word && use->group == FP_BRACKET_PAREN);
    if (!lists) return;
    for (const fp_use *next = use + 1; next < ir->uses + node->first_use + node->use_count; next++) {
        if (!node->generic && next->group_index != use->group_index) break;
        one.base = next->value;
        add_access(l, &one, items);
    }
}

/* The matrices that a product reads by descriptors of 64 bits. */
static void add_matrices(fp_lowering *l, const access_request *request, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[request->lowered->op];
    for (uint32_t i = 0; i < node->use_count; i++) {
        access_request one = *request;
        one.matrix = true;
        one.descriptor = l->ir->uses[node->first_use + i].value;
        one.base = fp_matrix_buffer(l->ir, one.descriptor);
        if (one.base != FP_NONE) add_access(l, &one, items);
    }
}

/* An address that stands in a descriptor. False: where it comes from is not known. */
static bool add_described(fp_lowering *l, const access_request *request, fp_items *items) {
    const fp_lowered_op *lowered = request->lowered;
    fp_value operands[3];
    for (int8_t i = 0; i < 3; i++) operands[i] = fp_lower_operand(l, lowered, FP_OPERAND(i));
    if (operands[0] == FP_NONE || operands[1] == FP_NONE) return false;
    fp_described_tile tile = fp_described_tile_of(l->ir, operands[0], operands[1], operands[2]);
    if (tile.address == FP_NONE || !fp_buffers_of(l->kernel->buffers, tile.address)) return false;
    access_request one = *request;
    one.base = tile.address;
    one.width_bytes = tile.bytes;
    if (tile.bytes) one.shape = FP_SHAPE_POINTER;
    uint32_t first = l->kernel->accesses.len;
    if (tile.when != FP_NONE) fp_addresses_push_guard(l->kernel->addresses, tile.when, tile.unless);
    add_access(l, &one, items);
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
    if (info->async_name) {
        fp_str flag = fp_ir_attribute(l->ir, lowered->op, fp_str_of(info->async_name));
        if (flag.len && !fp_str_equal(flag, FP_STR("false"))) return info->async_counter;
    }
    if (info->effect != FP_EFFECT_ASYNC_COPY || fp_ir_waits_for_itself(l->ir, lowered->op)) return FP_COUNTER_NONE;
    bool by_object = fp_operand_is_one(info->object) && fp_lower_operand(l, lowered, info->object) != FP_NONE;
    return by_object && info->counter != FP_COUNTER_DMA_TAG ? FP_COUNTER_MBARRIER : info->counter;
}

fp_roots fp_lower_scratch_roots(fp_lowering *l, fp_op op) {
    int64_t offset, size = -1;
    if (!l->ir->ops[op].info->hidden_scratch || !fp_ir_place(l->ir, op, &offset)) return 0;
    if (offset > FP_PLACE_MAX) return fp_buffers_anywhere(l->kernel->buffers);
    if (!fp_ir_attribute_int(l->ir, op, fp_named.allocation_size, &size) || size < 0 || size > FP_PLACE_MAX) size = -1;
    return fp_buffers_scratch(l->kernel->buffers, op, offset, size);
}

/* Scratch that an op was given by the allocator: it is written, exchanged behind barriers of the op's own, and read
 * last. */
static void lower_scratch(fp_lowering *l, fp_op op, fp_items *items) {
    fp_lowered_op lowered = { .op = op, .info = l->ir->ops[op].info }, nameless = { .op = op };
    fp_roots roots = fp_lower_scratch_roots(l, op);
    if (!roots) return;
    access_request request = { .lowered = &nameless,
                               .buffer = FP_OPERAND_NONE,
                               .base = FP_NONE,
                               .roots = roots,
                               .kind = FP_ACCESS_WRITE,
                               .asynchronous = true,
                               .scratch = true };
    bool release = fp_ir_ordering(l->ir, op) & FP_ORDERING_RELEASE;
    if (lowered.info->meets_first != FP_VENDOR_ANY && release)
        fp_lower_meet_inside(l, &lowered, lowered.info->meets_first != l->kernel->target->vendor, items);
    add_access(l, &request, items);
    fp_lower_meet_inside(l, &lowered, lowered.info->meets_doubtfully, items);
    request.kind = FP_ACCESS_READ;
    add_access(l, &request, items);
}

/* Are both one value, or made by equal views of one? */
static bool is_same_view(const struct fp_ir *ir, fp_value x, fp_value y) {
    if (x == y) return true;
    if (ir->values[x].block != FP_NONE || ir->values[y].block != FP_NONE) return false;
    fp_op p = ir->values[x].def, q = ir->values[y].def;
    if (p == FP_NONE || q == FP_NONE || !ir->ops[p].info || ir->ops[p].info->effect != FP_EFFECT_VIEW) return false;
    if (ir->ops[p].use_count != ir->ops[q].use_count || !fp_ir_alike(ir, p, q)) return false;
    for (uint32_t i = 0; i < ir->ops[p].use_count; i++)
        if (ir->uses[ir->ops[p].first_use + i].value != ir->uses[ir->ops[q].first_use + i].value) return false;
    return true;
}

/* Bufferization leaves copies of a buffer to itself, which the next pass takes out. */
static bool copies_to_itself(fp_lowering *l, const fp_lowered_op *lowered) {
    if (!lowered->info->copies) return false;
    fp_value from = fp_lower_operand(l, lowered, lowered->info->read),
             to = fp_lower_operand(l, lowered, lowered->info->write);
    return from != FP_NONE && to != FP_NONE && is_same_view(l->ir, from, to);
}

void fp_lower_accesses(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    const fp_op_info *info = lowered->info;
    if (copies_to_itself(l, lowered)) return;
    fp_counter counter = counter_of(l, lowered);
    access_request read = { .lowered = lowered,
                            .base = FP_NONE,
                            .kind = FP_ACCESS_READ,
                            .shape = info->shape,
                            .counter = counter,
                            .asynchronous = counter != FP_COUNTER_NONE };
    access_request write = read;
    write.kind = FP_ACCESS_WRITE;
    if (info->effect == FP_EFFECT_ATOMIC) read.kind = write.kind = FP_ACCESS_ATOMIC;
    bool may_be_atomic =
        (info->effect == FP_EFFECT_READ || info->effect == FP_EFFECT_WRITE) && info->shape == FP_SHAPE_POINTER;
    if (may_be_atomic && (fp_ir_ordering(l->ir, lowered->op) & FP_ORDERING_ATOMIC))
        read.kind = write.kind = FP_ACCESS_ATOMIC;

    if (info->effect != FP_EFFECT_WRITE && info->effect != FP_EFFECT_ATOMIC) {
        add_operand(l, &read, info->read, items);
        add_operand(l, &read, info->second, items);
    }
    if (info->effect != FP_EFFECT_READ) add_operand(l, &write, info->write, items);
    if (info->anywhere == FP_EFFECT_READ || info->anywhere == FP_EFFECT_WRITE) {
        access_request hidden = info->anywhere == FP_EFFECT_READ ? read : write;
        bool described = info->descriptors && add_described(l, &hidden, items);
        hidden.shape = FP_SHAPE_NONE;
        hidden.roots = fp_buffers_anywhere(l->kernel->buffers);
        uint32_t first = l->kernel->accesses.len;
        if (!described) add_access(l, &hidden, items);
        for (uint32_t i = first; i < l->kernel->accesses.len; i++)
            l->kernel->accesses.data[i].may_arrive |= info->descriptors;
    }
    if (info->commits && counter != FP_COUNTER_NONE) {
        fp_sync *sync = fp_lower_push_sync(l, lowered, FP_SYNC_COMMIT, items);
        sync->implied = true;
        fp_lower_add_wait(sync, counter, 0);
    }
    if (info->hidden_scratch) lower_scratch(l, lowered->op, items);
}

enum { COMPLETION_OBJECT_BYTES = 8 };

/* A completion object lies in workgroup memory: other threads may not use it before its init, nor after its end. Uses
 * are reads here, init and end are atomics, so that several inits and several waits do not conflict among
 * themselves. */
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
    access_request request = { .lowered = &nameless,
                               .buffer = position,
                               .base = object,
                               .kind = makes ? FP_ACCESS_ATOMIC : FP_ACCESS_READ,
                               .shape = shape,
                               .asynchronous = true,
                               .elected = info->elected,
                               .object = true,
                               .performed = info->effect == FP_EFFECT_WAIT && !info->nonblocking,
                               .width_bytes = COMPLETION_OBJECT_BYTES };
    add_access(l, &request, items);
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
        if (stored_value(l, &lowered) == value) return true;
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
        if (roots == 0 || is_fraction(ir, op, i) || is_value_tensor(l, value) ||
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
        access_request request = { .lowered = &lowered,
                                   .buffer = FP_OPERAND_NONE,
                                   .base = value,
                                   .kind = FP_ACCESS_READ,
                                   .shape = FP_SHAPE_UNKNOWN,
                                   .assumed = true };
        add_access(l, &request, items);
        request.kind = FP_ACCESS_WRITE;
        if (!only_read_by_number(instructions, count) && !is_only_read(l, op, value)) add_access(l, &request, items);
    }
    if (count == 1 && instructions[0].info->matrices)
        add_matrices(
            l,
            &(access_request){
                .lowered = &lowered, .buffer = FP_OPERAND_NONE, .kind = FP_ACCESS_READ, .shape = FP_SHAPE_UNKNOWN },
            items);
    if (workgroup && l->kernel->accesses.len > before) *FP_PUSH(l->keep, &l->kernel->unknown_ops) = op;
}

/* Neither given nor giving anything, and not at the end of its block: it is there for what it does to the threads. */
static bool is_bare(const fp_op_node *node) {
    return node->use_count + node->result_count + node->region_count == 0 && node->next != FP_NONE;
}

void fp_lower_unknown_op(fp_lowering *l, fp_op op, fp_items *items) {
    if (is_bare(&l->ir->ops[op])) *FP_PUSH(l->keep, &l->kernel->unknown_bare) = op;
    fp_lower_assumed(l, op, NULL, 0, items);
    fp_lower_push_untracked(l, op, (fp_untracked_item){ .touches = { FP_UNTRACKED_ALL, FP_UNTRACKED_ALL } }, items);
}

/* The value that an allocation starts with. */
void fp_lower_initial_write(fp_lowering *l, fp_op op, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[op];
    if (node->use_count == 0 || node->result_count == 0) return;
    fp_lowered_op lowered = { .op = op };
    access_request request = { .lowered = &lowered,
                               .buffer = FP_OPERAND_NONE,
                               .base = node->first_result,
                               .kind = FP_ACCESS_WRITE,
                               .shape = FP_SHAPE_WHOLE };
    add_access(l, &request, items);
}
