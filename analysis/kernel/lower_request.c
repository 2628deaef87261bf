#include "kernel/lower_request.h"
#include "read/type.h"

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

static uint32_t size_in_bytes(fp_lowering *l, const fp_lower_request *request) {
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

fp_value fp_lower_stored_value(const fp_lowering *l, const fp_lowered_op *lowered) {
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
static void count_traffic(fp_lowering *l, const fp_lower_request *request, fp_space space, fp_items *items) {
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
static fp_scratch_request scratch_of(fp_lowering *l, const fp_lower_request *request) {
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

/* The mask that leaves out elements of the op, or of the one that its region holds; NULL: there is none. */
static const fp_use *mask_of(const fp_lowering *l, fp_op op) {
    const fp_op_info *info = l->ir->ops[op].info;
    const fp_use *mask = info && info->by_mask ? fp_ir_operand(l->ir, op, info->mask) : NULL;
    fp_op around = l->ir->ops[op].parent;
    if (mask || around == FP_NONE) return mask;
    info = l->ir->ops[around].info;
    return info && info->by_mask ? fp_ir_operand(l->ir, around, info->mask) : NULL;
}

/* The mask by which an access leaves out elements; FP_NONE: it touches all. */
static fp_value skipping_mask(const fp_lowering *l, const fp_lower_request *request) {
    const fp_op_info *info = request->lowered->info;
    fp_op op = request->lowered->op;
    const fp_use *by_mask = info == l->ir->ops[op].info ? mask_of(l, op) : NULL;
    if (by_mask) return by_mask->value;
    if (!info || request->kind != FP_ACCESS_WRITE || info->skips_masked != l->kernel->target->vendor ||
        fp_ir_operand(l->ir, op, info->filler))
        return FP_NONE;
    const fp_use *mask = fp_ir_operand(l->ir, op, info->mask);
    return mask ? mask->value : FP_NONE;
}

static bool is_of_elements(fp_str type) {
    fp_type_kind kind = fp_type_kind_of(type);
    return kind == FP_TYPE_TENSOR || kind == FP_TYPE_VECTOR;
}

/* Pushes what must hold where any element of a mask is on, as its op tells how many are; returns how many conditions.
 */
static uint32_t push_counts(fp_lowering *l, fp_op op) {
    struct fp_addresses *addresses = l->kernel->addresses;
    const fp_op_node *node = &l->ir->ops[op];
    fp_subscripts list = fp_ir_list(l->ir, op, 0);
    uint32_t pushed = 0;
    const int64_t none = 0;
    for (size_t i = 0; list.known && i < list.len; i++)
        if (!list.data[i].is_value && !list.data[i].is_expression && list.data[i].constant <= 0)
            fp_addresses_push_never(addresses), pushed++;
    for (uint32_t i = 0; i < node->use_count; i++, pushed++)
        fp_addresses_push_default(addresses, l->ir->uses[node->first_use + i].value, &none, 1);
    return pushed;
}

/* What all elements of a mask have in common is a condition of the whole access: `splat(%c)`, or its part of
 * `and(splat(%c), %m)`; so is that one element at least is on. Returns how many conditions were pushed. */
static uint32_t push_mask(fp_lowering *l, fp_value mask, fp_access_request *bytes) {
    enum { PARTS_MAX = 16 };
    fp_value parts[PARTS_MAX] = { mask };
    uint32_t count = 1, pushed = 0;
    bool all = true; /* nothing else is in the mask, but perhaps counts */
    for (uint32_t step = 0; count && step < VIEWS_MAX; step++) {
        fp_value part = parts[--count];
        fp_op op = fp_ir_definition(l->ir, part);
        const fp_op_node *node = op == FP_NONE ? NULL : &l->ir->ops[op];
        const fp_use *uses = node ? &l->ir->uses[node->first_use] : NULL;
        bool both = node && node->info && node->info->arith == FP_ARITH_AND && node->use_count == 2;
        bool one = node && node->info && node->info->repeats && node->use_count == 1;
        bool counts = op != FP_NONE && node->info && node->info->mask_counts;
        if (counts) pushed += push_counts(l, op);
        if (fp_ir_is_all(l->ir, part, false)) fp_addresses_push_never(l->kernel->addresses), pushed++;
        if (counts && bytes->counts == FP_NONE) {
            bytes->counts = op;
        } else if (fp_ir_is_all(l->ir, part, true)) {
            continue;
        } else if ((!both && !one) || count + node->use_count > PARTS_MAX) {
            all = false;
        } else if (one && !is_of_elements(fp_ir_value_type(l->ir, uses[0].value))) {
            all &= fp_addresses_push_guard(l->kernel->addresses, uses[0].value, false);
            pushed++;
        } else {
            for (uint32_t i = 0; i < node->use_count; i++) parts[count++] = uses[i].value;
        }
    }
    all &= count == 0;
    bytes->masked = !all;
    return pushed;
}

/* The threads of an op on a whole buffer or tile share it out among them, or all write the same bytes of another one;
 * those of a reduction keep order in its scratch. */
static bool shares_out(const fp_op_info *info) {
    return info && (info->shape == FP_SHAPE_WHOLE || info->by_layout || info->hidden_scratch || info->descriptors ||
                    (info->shape == FP_SHAPE_UNKNOWN && info->effect == FP_EFFECT_ASYNC_COPY));
}

static void push_access(fp_lowering *l, const fp_lower_request *request, fp_space space, fp_roots roots,
                        fp_items *items) {
    const fp_lowered_op *lowered = request->lowered;
    const fp_op_info *info = lowered->info;
    struct fp_kernel *kernel = l->kernel;
    bool global = space == FP_SPACE_GLOBAL;
    bool atomic = request->kind == FP_ACCESS_ATOMIC || (global && request->is_volatile);
    /* An atomic of global memory may hand over what lies elsewhere, one that only loads, too (fp_access_publishes). */
    fp_access_kind kind = !atomic ? request->kind : request->only_loads && !global ? FP_ACCESS_READ : FP_ACCESS_ATOMIC;
    fp_access access = { .op = lowered->op,
                         .span = fp_lower_span(l->ir, lowered->op),
                         .kind = kind,
                         .atomic = atomic,
                         .roots = roots,
                         .elected = request->elected,
                         .assumed = request->assumed,
                         .of_object = request->object,
                         .shared_out = shares_out(info ? info : l->ir->ops[lowered->op].info) };
    fp_class wanted = {
        .space = space, .counter = request->counter, .object = FP_NONE, .performed = request->performed
    };
    wanted.inits = request->inits;
    if (request->counter != FP_COUNTER_NONE && info) {
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
                                .counts = FP_NONE,
                                .loop = l->loop };
    const fp_op_info *own = l->ir->ops[lowered->op].info;
    bytes.masked = (info && info->partial) || (own && own->partial);
    fp_value mask = skipping_mask(l, request);
    uint32_t conditions = push_choices(l, &bytes.base, space), number = kernel->accesses.len;
    if (mask != FP_NONE) conditions += push_mask(l, mask, &bytes);
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
                        ? fp_lower_stored_value(l, lowered)
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

bool fp_lower_is_value_tensor(const fp_lowering *l, fp_value value) {
    fp_str text = fp_ir_value_type(l->ir, value);
    fp_type_kind kind = fp_type_kind_of(text);
    if (kind != FP_TYPE_TENSOR && kind != FP_TYPE_VECTOR) return false;
    return fp_type_kind_of(fp_type_in(l->ir, text)->element) != FP_TYPE_POINTER;
}

void fp_lower_add_access(fp_lowering *l, const fp_lower_request *wanted, fp_items *items) {
    fp_lower_request request = *wanted;
    const fp_op_info *info = request.lowered->info;
    if (request.base != FP_NONE) {
        if (fp_lower_is_value_tensor(l, request.base)) {
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
