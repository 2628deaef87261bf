/* machine_op.c - the code of ops that neither hold regions nor branch. */
#include "address/address_op.h"
#include "address/address_type.h"
#include "read/value_text.h"
#include "streams/machine_compile.h"
#include <string.h>

/* ---- Arguments ---- */

void fp_code_arguments(fp_compiler *c) {
    const struct fp_ir *ir = c->frame->ir;
    fp_op function = c->frame->kernel->op;
    fp_block entry = ir->ops[function].first_block;
    for (uint32_t i = 0; entry != FP_NONE && i < ir->blocks[entry].arg_count; i++) {
        fp_value value = ir->blocks[entry].first_arg + i;
        fp_str type = fp_ir_value_type(ir, value);
        uint32_t reg = fp_code_value(c, value);
        const fp_value_info *info = &ir->values[value];
        uint64_t key = fp_hash_mix(fp_str_hash(info->name), i);
        uint32_t form = fp_view_form_of_type(c->forms, type);
        if (c->code->single && fp_code_by_thread(c, value, function)) continue;
        uint8_t width = fp_address_width(type);
        if (width) {
            uint32_t leaf = fp_code_leaf_of(c, key, FP_LEAF_ARGUMENT, info->name, info->span, FP_NONE);
            c->code->leaves.data[leaf].two_valued = width == 1;
            fp_code_push_leaf(c, reg, leaf, function);
        } else if (form) { /* memory of its own: nobody says where it is */
            fp_code *code = fp_code_push(c, FP_CODE_ALLOC, function);
            code->dst = reg, code->b = form, code->extra = c->code->memory_count++;
            *FP_PUSH(c->keep, &c->code->allocations) = (fp_code_memory){ info->name, 0, 0, 0, code->extra, false };
        } else { /* a pointer, a descriptor: a name to tell it from others */
            *FP_PUSH(c->keep, &c->code->opaques) =
                (fp_code_opaque){ .name = key, .leaf = FP_NONE, .place = FP_NONE, .touch = FP_NONE };
            fp_code *code = fp_code_push(c, FP_CODE_OPAQUE, function);
            code->dst = reg, code->extra = c->code->opaques.len - 1;
        }
    }
}

/* ---- Memory ---- */

/* A place in memory; one beyond any memory is none. */
static bool attribute_number(const struct fp_ir *ir, fp_op op, fp_str name, int64_t *number) {
    int64_t told;
    if (!fp_ir_attribute_int(ir, op, name, &told)) return false;
    if (told < 0 || told > FP_PLACE_MAX) return false;
    *number = told;
    return true;
}

bool fp_code_memory_place(const fp_compiler *c, fp_op op, int64_t *place) {
    int64_t in_frame;
    if (!attribute_number(c->frame->ir, op, fp_named.allocation_offset, &in_frame)) return false;
    *place = c->frame->place + in_frame;
    return *place <= FP_PLACE_MAX;
}

static void compile_allocation(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    if (ir->ops[op].result_count == 0) return;
    fp_value value = ir->ops[op].first_result;
    uint32_t form = fp_view_form_of_type(c->forms, fp_ir_value_type(ir, value));
    if (!form) {
        fp_code_opaque_results(c, op, FP_NONE);
        return;
    }
    const fp_view_form *shape = &c->forms->forms.data[form];
    int64_t place = 0, row = 0;
    uint32_t memory = FP_MEMORY_SHARED;
    if (shape->tensor && attribute_number(ir, op, fp_named.tensor_memory_col_offset, &place)) {
        attribute_number(ir, op, fp_named.tensor_memory_row_offset, &row);
        place = place * FP_TENSOR_COLUMN_BYTES + row * 4;
        memory = FP_MEMORY_TENSOR;
    } else if (shape->tensor || !fp_code_memory_place(c, op, &place)) {
        memory = c->code->memory_count++;
        place = 0;
    }
    *FP_PUSH(c->keep, &c->code->allocations) = (fp_code_memory){
        ir->values[value].name, shape->rank > 1 ? shape->stride[0] : 0, place, fp_view_extent(shape), memory, false
    };
    fp_code *code = fp_code_push(c, FP_CODE_ALLOC, op);
    code->dst = fp_code_value(c, value), code->b = form, code->extra = memory, code->constant = place;
}

/* `order = array<i32: 1, 0>`, or the constants of a slice. */
static void read_numbers(fp_compiler *c, fp_op op, fp_code_view *view, bool order) {
    FP_VEC(int64_t) numbers = { 0 };
    int64_t number;
    if (order) {
        fp_value_reader reader = fp_value_read(NULL, fp_ir_attribute(c->frame->ir, op, fp_named.order));
        while (numbers.len < FP_TYPE_RANK_MAX && fp_value_integer(&reader, &number))
            *FP_PUSH(c->keep, &numbers) = number;
    } else {
        fp_subscripts list = fp_ir_list(c->frame->ir, op, 0);
        for (size_t i = 0; list.known && i < list.len && i < FP_TYPE_RANK_MAX; i++)
            *FP_PUSH(c->keep, &numbers) = list.data[i].is_value ? -1 : list.data[i].constant;
    }
    view->numbers = numbers.data;
    view->count = numbers.len;
}

static void push_view(fp_compiler *c, fp_op op, fp_code_kind kind, bool order) {
    const struct fp_ir *ir = c->frame->ir;
    fp_value result = ir->ops[op].first_result;
    const fp_use *source = fp_ir_operand(ir, op, ir->ops[op].info->read);
    fp_code_view view = { .type = fp_ir_value_type(ir, result) };
    read_numbers(c, op, &view, order);
    if (kind == FP_CODE_COLUMNS) {
        int64_t *offset = FP_NEW(c->keep, int64_t, 1);
        if (!fp_ir_quantity(ir, op, &ir->ops[op].info->count, offset)) *offset = 0;
        view.numbers = offset, view.count = 1;
    }
    *FP_PUSH(c->keep, &c->code->views) = view;
    fp_code *code = fp_code_push(c, kind, op);
    code->dst = fp_code_value(c, result);
    code->a = source ? fp_code_value(c, source->value) : FP_NONE;
    code->extra = c->code->views.len - 1;
}

static void compile_slot(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_use *source = fp_ir_operand(ir, op, ir->ops[op].info->read);
    fp_subscripts list = fp_ir_list(ir, op, 0);
    uint32_t slot = FP_NONE;
    if (list.known && list.len == 1 && list.data[0].is_value)
        slot = fp_code_value(c, list.data[0].value);
    else if (list.known && list.len == 1 && !list.data[0].is_expression)
        slot = fp_code_constant(c, list.data[0].constant, op);
    fp_code *code = fp_code_push(c, FP_CODE_SLOT, op);
    code->dst = fp_code_value(c, ir->ops[op].first_result);
    code->a = source ? fp_code_value(c, source->value) : FP_NONE;
    code->b = slot;
    /* In tensor memory the slot's own type says how many columns it has: elements may be packed closer than in the
     * array's. */
    uint32_t slot_view = code->dst;
    fp_code_view view = { .type = fp_ir_value_type(ir, ir->ops[op].first_result) };
    uint32_t form = fp_view_form_of_type(c->forms, view.type);
    if (!form || !c->forms->forms.data[form].tensor) return;
    *FP_PUSH(c->keep, &c->code->views) = view;
    fp_code *again = fp_code_push(c, FP_CODE_REINTERPRET, op);
    again->dst = again->a = slot_view;
    again->extra = c->code->views.len - 1;
}

/* True: it is a view of memory that the machine follows. */
static bool compile_view(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_info *info = ir->ops[op].info;
    if (ir->ops[op].result_count != 1 ||
        fp_type_kind_of(fp_unit_alias(ir->context, fp_ir_value_type(ir, ir->ops[op].first_result))) != FP_TYPE_MEMDESC)
        return false;
    switch ((int)info->view) {
    case FP_VIEW_SLOT: compile_slot(c, op); return true;
    case FP_VIEW_SLICE: push_view(c, op, FP_CODE_SLICE, false); return true;
    case FP_VIEW_COLUMNS: push_view(c, op, FP_CODE_COLUMNS, false); return true;
    case FP_VIEW_UNKNOWN:
        if (!(info->untracked.writes & FP_UNTRACKED_CLUSTER)) return false;
        fp_code_push(c, FP_CODE_ELSEWHERE, op)->dst = fp_code_value(c, ir->ops[op].first_result);
        return true;
    case FP_VIEW_SAME: {
        bool order = fp_ir_attribute(ir, op, fp_named.order).len != 0;
        push_view(c, op, order ? FP_CODE_PERMUTE : FP_CODE_REINTERPRET, order);
        return true;
    }
    default: return false;
    }
}

/* ---- Numbers ---- */

static bool compile_number(fp_compiler *c, fp_op op) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    fp_number_op number;
    if (!fp_number_op_at(c->frame->ir, op, &number)) return false;
    const fp_use *uses = c->frame->ir->uses + node->first_use;
    uint32_t count = fp_number_operands(number.arith);
    fp_code *code = fp_code_push(c, FP_CODE_NUMBER, op);
    code->dst = fp_code_value(c, node->first_result);
    code->number = number;
    code->a = fp_code_value(c, uses[0].value);
    if (count > 1) code->b = fp_code_value(c, uses[1].value);
    if (count > 2) code->c = fp_code_value(c, uses[2].value);
    return true;
}

/* ---- What places depend on ---- */

bool fp_code_need_asked(fp_compiler *c, const fp_asked *asked, uint32_t asked_count, uint32_t *need_count) {
    bool known = true;
    for (uint32_t i = 0; i < asked_count; i++) {
        known &= asked[i].asks != FP_ASKS_UNKNOWN;
        if (asked[i].asks == FP_ASKS_VALUE) fp_code_need(c, need_count, fp_code_value(c, asked[i].id));
    }
    return known;
}

fp_code_address fp_code_address_of(fp_compiler *c, fp_value value) {
    fp_code_address address = { .value = value, .first_need = c->code->needs.len };
    address.known = fp_places_asked_of(c->frame->kernel->addresses, value, address.asked, &address.asked_count) &&
                    fp_code_need_asked(c, address.asked, address.asked_count, &address.need_count);
    return address;
}

/* ---- The rest ---- */

/* How long memory, or a tensor, is in one dimension. Asked before any loop, it is a number like an argument. */
static bool is_extent(const fp_compiler *c, fp_op op) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    return node->info && node->info->arith == FP_ARITH_DIM && node->use_count && c->frame->kernel &&
           node->block == fp_ir_region(c->frame->ir, c->frame->kernel->op, 0);
}

/* Two ops that ask for the same length get the same. */
static uint64_t key_of_extent(const struct fp_ir *ir, fp_op op) {
    const fp_use *uses = ir->uses + ir->ops[op].first_use;
    uint64_t key = fp_hash_mix(fp_str_hash(ir->ops[op].name), uses[0].value);
    int64_t dimension = 0;
    bool told = ir->ops[op].use_count > 1 && fp_ir_constant(ir, uses[1].value, &dimension);
    return fp_hash_mix(key, told ? (uint64_t)dimension : UINT64_MAX - op);
}

static bool reads_memory(const fp_op_info *info) {
    return !info || info->effect == FP_EFFECT_READ || info->effect == FP_EFFECT_READ_WRITE ||
           info->effect == FP_EFFECT_ATOMIC;
}

/* What is loaded through a pointer has the type that it points to, where the text says no other. */
static uint8_t width_of_result(const struct fp_ir *ir, fp_op op, fp_value value) {
    uint8_t width = fp_number_width(ir, value);
    if (width || !reads_memory(ir->ops[op].info) || fp_ir_value_type(ir, value).len) return width;
    fp_type type = *fp_type_in(ir, fp_ir_type_at(ir, op, 0));
    return type.kind == FP_TYPE_POINTER ? fp_address_width(type.element) : 0;
}

/* What tells the results of ops apart that do different things: the name of the op, and of a text all of it. */
static uint64_t name_of_op(const struct fp_ir *ir, fp_op op) {
    uint64_t name = fp_str_hash(ir->ops[op].name);
    const fp_op_info *info = ir->ops[op].info;
    fp_op whole;
    uint32_t part;
    if (fp_ir_part(ir, op, &whole, &part)) return fp_hash_mix(name_of_op(ir, whole), part + 1);
    if (!info || info->effect != FP_EFFECT_BY_TEXT) return name;
    name = fp_hash_mix(name, fp_str_hash(fp_ir_string(ir, op, fp_named.asm_string, 0)));
    return fp_hash_mix(name, fp_str_hash(fp_ir_intrinsic(ir, op)));
}

/* What assembly makes of its operands: of the op, or of the one whose result it takes a part of. */
static bool made_by_text(const struct fp_ir *ir, fp_op op, fp_assembly_result *result) {
    fp_assembly_results text;
    uint32_t part = FP_NONE;
    if (!fp_ir_part(ir, op, &op, &part)) part = FP_NONE;
    if (!fp_ir_assembly(ir, op, &text)) return false;
    return *result = fp_assembly_part(&text, part), true;
}

/* Where in memory an op reads: what is read elsewhere may change without it. */
static uint32_t place_of(fp_compiler *c, fp_op op, uint64_t name) {
    const fp_op_info *info = c->frame->ir->ops[op].info;
    const fp_use *use = info ? fp_ir_operand(c->frame->ir, op, info->read) : NULL;
    uint64_t key = fp_hash_mix(name, use ? 1 + (uint64_t)use->value : 0);
    for (fp_map_probe p = fp_map_find(&c->code->place_map, key); fp_map_next(&p);)
        if (c->code->places.data[p.value] == key) return p.value;
    fp_map_put(c->keep, &c->code->place_map, key, c->code->places.len);
    *FP_PUSH(c->keep, &c->code->places) = key;
    return c->code->places.len - 1;
}

/* Results that nothing executes. Numbers become leaves: of an op that reads or is not known, data. */
void fp_code_opaque_results(fp_compiler *c, fp_op op, uint32_t touch) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    for (uint32_t r = 0; r < node->result_count; r++) {
        fp_value value = node->first_result + r;
        uint8_t width = width_of_result(ir, op, value);
        fp_assembly_result text = { .two_valued = width == 1 };
        bool reads_by_text = made_by_text(ir, op, &text) && node->info->effect == FP_EFFECT_BY_TEXT;
        fp_code_opaque opaque = { .name = fp_hash_mix(name_of_op(ir, op), r),
                                  .leaf = FP_NONE,
                                  .place = FP_NONE,
                                  .touch = r == 0 ? touch : FP_NONE };
        if (r == 0 && fp_code_program(c, op)) continue;
        if (is_extent(c, op)) {
            fp_str name = ir->values[value].name;
            fp_code_push_leaf(c, fp_code_value(c, value),
                              fp_code_leaf_of(c, key_of_extent(ir, op), FP_LEAF_ARGUMENT, name, node->name_span, op),
                              op);
            continue;
        }
        for (uint32_t i = 0; i < node->use_count; i++)
            *FP_PUSH(c->keep, &opaque.operands) = fp_code_value(c, ir->uses[node->first_use + i].value);
        opaque.is_number = width != 0;
        fp_uniformity level = fp_addresses_uniformity(c->frame->kernel->addresses, value);
        opaque.apart = level.among > FP_UNIFORM_WORKGROUP || level.doubt;
        if (reads_memory(node->info) || (reads_by_text && text.made_of == FP_MADE_OF_WORKGROUP))
            opaque.place = place_of(c, op, opaque.name);
        if (width)
            opaque.leaf = fp_code_leaf_of(c, opaque.name, text.two_valued ? FP_LEAF_FLAG : FP_LEAF_DATA,
                                          ir->values[value].name, node->name_span, op);
        if (opaque.leaf != FP_NONE) c->code->leaves.data[opaque.leaf].unanswered |= opaque.touch == FP_NONE;
        *FP_PUSH(c->keep, &c->code->opaques) = opaque;
        fp_code *code = fp_code_push(c, FP_CODE_OPAQUE, op);
        code->dst = fp_code_value(c, value), code->extra = c->code->opaques.len - 1;
    }
}

static bool is_constant(fp_compiler *c, fp_op op) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    int64_t constant;
    if (node->result_count != 1 || !fp_ir_constant(c->frame->ir, node->first_result, &constant)) return false;
    uint8_t width = fp_number_width(c->frame->ir, node->first_result);
    fp_code *code = fp_code_push(c, FP_CODE_INTEGER, op);
    code->dst = fp_code_value(c, node->first_result);
    code->constant = width == 1 ? constant & 1 : constant;
    return true;
}

/* An event without registers. */
static fp_code_event blank_event(const fp_op_info *info) {
    return (fp_code_event){ .info = info,
                            .by = info ? info->by : FP_BY_STREAM,
                            .when = FP_NONE,
                            .moves = FP_NONE,
                            .phase = FP_NONE,
                            .accumulates = FP_NONE,
                            .tensor = FP_NONE,
                            .count_from = FP_NONE,
                            .id_from = FP_NONE,
                            .token = FP_NONE,
                            .waves = -1 };
}

static void push_event(fp_compiler *c, fp_op op, const fp_code_event *event) {
    *FP_PUSH(c->keep, &c->code->events) = *event;
    fp_code_push(c, FP_CODE_EVENT, op)->extra = c->code->events.len - 1;
}

/* An op that takes views without a column that says what it does with them. */
static void compile_doubtful(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    fp_code_event event = blank_event(node->info);
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_value value = ir->uses[node->first_use + i].value;
        if (value == FP_NONE || !fp_view_form_of_type(c->forms, fp_ir_value_type(ir, value))) continue;
        *FP_PUSH(c->keep, &event.reads) = fp_code_value(c, value);
    }
    if (event.reads.len == 0) return;
    push_event(c, op, &event);
}

/* ---- Waves that are shifted against each other ---- */

static bool is_met_by_all(const fp_sync *sync) {
    return sync->scope == FP_SCOPE_WORKGROUP && (sync->id == FP_ID_WORKGROUP || sync->id == 0) && !sync->assumed;
}

static fp_does meeting_at(const fp_sync *sync) {
    if (sync->kind == FP_SYNC_BARRIER) return FP_DOES_MEET;
    return sync->kind == FP_SYNC_SIGNAL ? FP_DOES_MEET_ARRIVE
           : sync->kind == FP_SYNC_WAIT ? FP_DOES_MEET_WAIT
                                        : FP_DOES_NOTHING;
}

static const int64_t *condition_by_thread(fp_compiler *c, fp_op op) {
    const struct fp_kernel *kernel = c->frame->kernel;
    const fp_use *condition = fp_ir_operand(kernel->ir, op, kernel->ir->ops[op].info->condition);
    uint32_t count;
    const int64_t *holds = condition ? fp_places_values(kernel->addresses, condition->value, &count) : NULL;
    if (!holds) return NULL;
    int64_t *copy = FP_NEW(c->keep, int64_t, count + 1);
    memcpy(copy, holds, count * sizeof *copy);
    return copy;
}

/* The barriers of the workgroup, at which its streams meet. */
static void compile_barriers(fp_compiler *c, fp_op op) {
    const struct fp_kernel *kernel = c->frame->kernel;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (sync->op != op || sync->implied || !is_met_by_all(sync) || meeting_at(sync) == FP_DOES_NOTHING) continue;
        fp_code_event event = blank_event(sync->info);
        event.does = meeting_at(sync);
        event.relaxed = !sync->release || !(sync->spaces & FP_SPACES_WORKGROUP);
        event.when_thread = condition_by_thread(c, op);
        push_event(c, op, &event);
    }
}

static void compile_meeting(fp_compiler *c, fp_op op) {
    if (!c->frame->waits_for_shares || !fp_code_is_meeting(c, op)) return;
    fp_code_event event = blank_event(c->frame->ir->ops[op].info);
    event.does = FP_DOES_MEET_OWN;
    push_event(c, op, &event);
}

/* Bytes of the largest tensor that goes into the op or comes out of it. */
static int64_t largest_tensor(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *node = &ir->ops[op];
    int64_t largest = 0;
    for (uint32_t i = 0; i < node->use_count + node->result_count; i++) {
        fp_value value =
            i < node->use_count ? ir->uses[node->first_use + i].value : node->first_result + i - node->use_count;
        if (value == FP_NONE) continue;
        fp_type type = *fp_type_in(ir, fp_ir_value_type(ir, value));
        int64_t bytes = type.kind == FP_TYPE_TENSOR ? fp_type_size_bytes(&type) : 0;
        if (bytes > largest) largest = bytes;
    }
    return largest;
}

/* Workgroup memory that the op was given for itself: it is written and read. Where the text does not say how much, it
 * may be as much as what goes through it. */
static void compile_scratch(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_info *info = ir->ops[op].info;
    int64_t place, size;
    if (!info || !info->hidden_scratch || info->effect == FP_EFFECT_CALL || !fp_code_memory_place(c, op, &place))
        return;
    fp_code_event event = blank_event(info);
    event.does = FP_DOES_ACCESS, event.scratch = true;
    event.maybe_less = !attribute_number(ir, op, fp_named.allocation_size, &size);
    if (event.maybe_less) size = largest_tensor(ir, op);
    if (size <= 0) return;
    fp_code *memory = fp_code_push(c, FP_CODE_ALLOC, op);
    memory->dst = fp_code_register(c);
    memory->b = fp_view_form_of_bytes(c->forms, size), memory->extra = FP_MEMORY_SHARED, memory->constant = place;
    *FP_PUSH(c->keep, &event.reads) = *FP_PUSH(c->keep, &event.writes) = memory->dst;
    push_event(c, op, &event);
    *FP_PUSH(c->keep, &c->code->allocations) = (fp_code_memory){
        fp_str_printf(c->keep, "the scratch of %.*s", FP_STR_ARG(info->name)), 0, place, size, FP_MEMORY_SHARED, true
    };
}

bool fp_code_computes(fp_compiler *c, fp_op op) {
    const fp_op_info *info = c->frame->ir->ops[op].info;
    if (!info) return false;
    return (info->effect == FP_EFFECT_CONSTANT && is_constant(c, op)) || compile_number(c, op);
}

/* The threads of one partition meet those of the same partition of the other workgroups. */
static uint32_t meeting_of(fp_compiler *c) {
    if (c->meeting == FP_NONE) {
        c->meeting = c->code->meetings.len;
        *FP_PUSH(c->keep, &c->code->meetings) = c->partition;
    }
    return c->meeting;
}

void fp_code_op(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_info *info = ir->ops[op].info;
    fp_code_event event;
    if (info && info->effect == FP_EFFECT_CONSTANT && is_constant(c, op)) return;
    if (info && info->effect == FP_EFFECT_ALLOC && !info->global && !info->private_alloc)
        compile_allocation(c, op);
    else if (info && info->effect == FP_EFFECT_ALLOC && info->does != FP_DOES_NOTHING)
        compile_allocation(c, op);
    else if (!info || (!compile_view(c, op) && !compile_number(c, op) && !fp_code_rank(c, op)))
        fp_code_opaque_results(c, op, FP_NONE);
    compile_meeting(c, op);
    if (fp_code_event_of(c, op, &event)) {
        event.by_share = c->frame->waits_for_shares && fp_code_by_share(event.info);
        if (fp_does_meet(event.does)) event.meeting = meeting_of(c);
        push_event(c, op, &event);
    } else if (!info || !fp_effect_traits_of[info->effect].eventless) {
        compile_doubtful(c, op);
    }
    compile_scratch(c, op);
    if (c->code->in_shares) compile_barriers(c, op);
}
