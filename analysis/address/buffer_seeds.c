/* buffer_seeds.c - the roots that values begin with: allocations, symbols, parameters, bindings. */
#include "address/buffer_internal.h"
#include "address/tiling_memory.h"
#include "read/value_text.h"

static bool is_in_loop(const struct fp_ir *ir, fp_op op) {
    for (uint32_t depth = 0; op != FP_NONE && depth < FP_REGION_DEPTH_MAX; depth++, op = ir->ops[op].parent) {
        const fp_op_info *info = ir->ops[op].info;
        if (info && (info->region == FP_REGION_FOR || info->region == FP_REGION_WHILE)) return true;
        if (info && info->region == FP_REGION_FUNC) return false;
    }
    return false;
}

fp_root_info fp_root_of_op(struct fp_buffers *buffers, fp_op op, fp_value value, fp_root_kind kind, fp_space space) {
    const struct fp_ir *ir = buffers->ir;
    fp_type type = *fp_type_in(ir, fp_ir_value_type(ir, value));
    int64_t size = fp_tiling_buffer_bytes(buffers->ir->context, &type), alignment = 0;
    (void)fp_ir_attribute_int(ir, op, fp_named.alignment, &alignment);
    return (fp_root_info){ .kind = kind,
                           .space = (uint8_t)space,
                           .value = value,
                           .name = ir->values[value].name,
                           .type = fp_ir_value_type(ir, value),
                           .size_bytes = size,
                           .offset_bytes = -1,
                           .alignment = alignment,
                           .span = ir->values[value].span,
                           .in_loop = is_in_loop(ir, op) };
}

/* One root per key: all occurrences of dynamic shared memory, of a symbol, of a binding are the same memory. */
static fp_root shared_root(struct fp_buffers *buffers, uint64_t key, fp_root_info info) {
    for (fp_map_probe probe = fp_map_find(&buffers->by_symbol, key); fp_map_next(&probe);) {
        const fp_root_info *known = &buffers->roots.data[probe.value];
        if (known->kind == info.kind && known->parameter == info.parameter && fp_str_equal(known->name, info.name))
            return probe.value;
    }
    fp_root root = fp_buffers_add(buffers, info);
    fp_map_put(buffers->keep, &buffers->by_symbol, key, root);
    return root;
}

static fp_root dynamic_root(struct fp_buffers *buffers, fp_root_info info) {
    if (buffers->dynamic == FP_NONE) {
        info.kind = FP_ROOT_DYNAMIC;
        info.name = FP_STR("dynamic shared memory");
        info.size_bytes = -1;
        info.in_loop = false;
        buffers->dynamic = fp_buffers_add(buffers, info);
    }
    return buffers->dynamic;
}

/* The space of a tensor that is to be allocated in memory: its attribute says it like a memref's type would. */
static fp_memory_class class_of_attribute(const struct fp_ir *ir, struct fp_arena *scratch, fp_op op) {
    fp_str space = fp_ir_attribute(ir, op, fp_named.memory_space);
    if (space.len == 0) return FP_CLASS_NONE;
    fp_type type = fp_type_parse(ir->context, fp_str_printf(scratch, "memref<1xi8, %.*s>", FP_STR_ARG(space)));
    return type.memory == FP_MEMORY_WORKGROUP ? FP_CLASS_WORKGROUP : FP_CLASS_GLOBAL;
}

/* `allocation.offset = [0 : i32, 65536 : i32]`; what cannot be read, or is counted from elsewhere, may be anywhere. */
static void find_parts(struct fp_buffers *buffers, fp_op op, fp_root_info *root) {
    enum { PARTS_MAX = 16 };
    fp_str text = fp_ir_attribute(buffers->ir, op, fp_named.allocation_offset);
    if (!fp_str_starts(text, FP_STR("["))) return;
    int64_t *parts = FP_NEW(buffers->keep, int64_t, PARTS_MAX);
    bool joined = false;
    for (fp_op at = buffers->ir->ops[op].parent; at != FP_NONE; at = buffers->ir->ops[at].parent)
        joined |= fp_ir_is_joined(buffers->ir, at);
    fp_value_reader reader = fp_value_read(NULL, text);
    for (bool more = fp_value_next(&reader); more;) {
        bool begins = fp_str_equal(reader.text, FP_STR("[")) || fp_str_equal(reader.text, FP_STR(","));
        more = fp_value_next(&reader);
        if (!begins) continue;
        int64_t place = -1;
        bool known = more && !joined && reader.kind == FP_TOKEN_INT && root->part_count < PARTS_MAX &&
                     fp_str_int(reader.text, &place) && place <= FP_PLACE_MAX;
        if (root->part_count < PARTS_MAX) root->part_count++;
        parts[root->part_count - 1] = known ? place : -1; /* one too many: the last one is anywhere */
    }
    root->parts = parts;
}

void fp_seed_alloc(struct fp_buffers *buffers, struct fp_arena *scratch, fp_op op) {
    const struct fp_ir *ir = buffers->ir;
    const fp_op_info *info = ir->ops[op].info;
    if (ir->ops[op].result_count == 0) return;
    fp_value value = ir->ops[op].first_result;
    fp_memory_class space = fp_buffers_class(buffers, value);
    if (info->workgroup_alloc)
        space = FP_CLASS_WORKGROUP;
    else if (space == FP_CLASS_NONE)
        space = class_of_attribute(ir, scratch, op);
    else if (space == FP_CLASS_GENERIC)
        space = info->private_alloc ? FP_CLASS_PRIVATE : FP_CLASS_GLOBAL;
    if (space == FP_CLASS_NONE || space == FP_CLASS_PRIVATE) {
        fp_buffers_define(buffers, value, FP_NONE);
        return;
    }
    fp_root_info root = fp_root_of_op(buffers, op, value, FP_ROOT_ALLOC,
                                      space == FP_CLASS_WORKGROUP ? FP_SPACE_WORKGROUP : FP_SPACE_GLOBAL);
    int64_t number;
    if (info->workgroup_alloc) {
        fp_type type = *fp_type_in(ir, root.type);
        if (type.kind == FP_TYPE_MEMREF && root.size_bytes < 0) {
            fp_buffers_define(buffers, value, dynamic_root(buffers, root));
            return;
        }
        if (fp_ir_place(ir, op, &number) && number <= FP_PLACE_MAX) root.offset_bytes = number;
        if (root.offset_bytes < 0) find_parts(buffers, op, &root);
    }
    if (info->global && fp_ir_attribute_int(ir, op, fp_named.binding, &number)) {
        root.kind = FP_ROOT_PARAMETER;
        root.parameter = (uint32_t)number;
        root.name = fp_str_printf(buffers->keep, "binding %lld", (long long)number);
        fp_buffers_define(buffers, value, shared_root(buffers, (uint64_t)number, root));
        return;
    }
    fp_buffers_define(buffers, value, fp_buffers_add(buffers, root));
}

void fp_seed_symbol(struct fp_buffers *buffers, fp_op op) {
    const struct fp_ir *ir = buffers->ir;
    if (ir->ops[op].result_count == 0) return;
    fp_value value = ir->ops[op].first_result;
    fp_str symbol = fp_ir_symbol(ir, op, 0);
    const fp_global_info *global = fp_unit_global(ir->context, buffers->scope.section, buffers->scope.module, symbol);
    fp_memory_class space = fp_buffers_class(buffers, value);
    if (global && global->workgroup) space = FP_CLASS_WORKGROUP;
    if (space == FP_CLASS_NONE || space == FP_CLASS_PRIVATE) {
        fp_buffers_define(buffers, value, FP_NONE);
        return;
    }
    fp_root_info root = fp_root_of_op(buffers, op, value, FP_ROOT_GLOBAL,
                                      space == FP_CLASS_WORKGROUP ? FP_SPACE_WORKGROUP : FP_SPACE_GLOBAL);
    fp_type type = fp_type_parse(ir->context, global ? global->type : root.type);
    if (type.kind == FP_TYPE_POINTER && type.element.len)
        type = fp_type_parse(ir->context, type.element); /* a typed pointer: what it points to */
    root.size_bytes = fp_type_size_bytes(&type);
    root.in_loop = false;
    if (global) root.alignment = global->alignment;
    if (space == FP_CLASS_WORKGROUP && root.size_bytes == 0) {
        fp_buffers_define(buffers, value, dynamic_root(buffers, root)); /* an external array without a size */
        return;
    }
    if (symbol.len && symbol.data[0] == '@') symbol = fp_str_slice(symbol, 1, symbol.len);
    root.name = fp_str_printf(buffers->keep, "@%.*s", FP_STR_ARG(symbol));
    root.value = FP_NONE;
    if (global) root.span = global->span;
    fp_buffers_define(buffers, value, shared_root(buffers, fp_str_hash(root.name), root));
}

/* How many inputs a function type lists: "(f32, memref<2xf32>) -> ()". */
static uint32_t count_inputs(fp_str type) {
    uint32_t depth = 0, count = 0;
    bool any = false;
    for (size_t i = 0; i < type.len; i++) {
        char c = type.data[i];
        if (c == '(' || c == '<' || c == '[' || c == '{') {
            any |= depth++ > 0;
            continue;
        }
        if (c == '>' && i > 0 && type.data[i - 1] == '-') continue;
        if (c == ')' || c == '>' || c == ']' || c == '}') {
            if (--depth == 0) return any ? count + 1 : 0;
            continue;
        }
        if (depth == 0) return 0;
        if (c == ',' && depth == 1) count++;
        any |= c != ' ';
    }
    return 0;
}

typedef enum { ARGUMENT_PLAIN, ARGUMENT_WORKGROUP, ARGUMENT_PRIVATE } argument_kind;
typedef struct {
    fp_span workgroup, private;
    uint32_t plain, workgroup_count;
    bool by_number;
} attributions;

/* Where the text behind the word stands: `workgroup(%a : memref<4xf32, 3>)`. */
static fp_span behind_word(const struct fp_ir *ir, fp_op op, fp_str word) {
    fp_str text = fp_ir_attribute(ir, op, word);
    if (!text.len) return (fp_span){ 0, 0 };
    uint32_t start = (uint32_t)(text.data - ir->text.data);
    return (fp_span){ start, start + (uint32_t)text.len };
}

/* Where the attributions of a function or launch stand: brackets behind `workgroup` and `private`, or by number in
 * the generic form. */
static attributions find_attributions(struct fp_buffers *buffers, fp_op op) {
    const struct fp_ir *ir = buffers->ir;
    const fp_op_node *node = &ir->ops[op];
    attributions found = { { 0, 0 }, { 0, 0 }, 0, 0, node->generic };
    if (node->generic) {
        int64_t count = 0;
        fp_ir_attribute_int(ir, op, fp_named.workgroup_attributions, &count);
        found.workgroup_count = count > 0 ? (uint32_t)count : 0;
        fp_str type = fp_ir_attribute(ir, op, fp_named.function_type);
        found.plain = node->info->region == FP_REGION_LAUNCH ? 12
                      : fp_str_starts(type, FP_STR("("))     ? count_inputs(type)
                                                             : UINT32_MAX;
        return found;
    }
    found.workgroup = behind_word(ir, op, FP_STR("workgroup"));
    found.private = behind_word(ir, op, FP_STR("private"));
    return found;
}

static argument_kind kind_of_argument(const attributions *found, uint32_t index, fp_span span) {
    if (found->by_number) {
        if (index < found->plain) return ARGUMENT_PLAIN;
        return index - found->plain < found->workgroup_count ? ARGUMENT_WORKGROUP : ARGUMENT_PRIVATE;
    }
    if (span.start >= found->workgroup.start && span.end <= found->workgroup.end) return ARGUMENT_WORKGROUP;
    if (span.start >= found->private.start && span.end <= found->private.end) return ARGUMENT_PRIVATE;
    return ARGUMENT_PLAIN;
}

/* A parameter whose type names no space may lie in workgroup memory, too: callers in the file tell, and where nothing
 * tells, it is supposed to. */
static void seed_generic(struct fp_buffers *buffers, fp_op op, fp_value value, fp_root_info root) {
    const fp_buffers_scope *scope = &buffers->scope;
    if (op != 0 || buffers->launches) return;
    bool shared = scope->shared_parameters >> (root.parameter < 63 ? root.parameter : 63) & 1;
    if (!shared && !scope->callable) return;
    root.space = FP_SPACE_WORKGROUP;
    root.generic = true;
    root.supposed = !shared;
    fp_buffers_define(buffers, value, fp_buffers_add(buffers, root));
}

void fp_seed_arguments(struct fp_buffers *buffers, fp_op op) {
    const struct fp_ir *ir = buffers->ir;
    fp_block entry = fp_ir_region(ir, op, 0);
    if (entry == FP_NONE) return;
    attributions found = find_attributions(buffers, op);
    for (uint32_t i = 0; i < ir->blocks[entry].arg_count; i++) {
        fp_value value = ir->blocks[entry].first_arg + i;
        argument_kind kind = kind_of_argument(&found, i, ir->values[value].span);
        fp_memory_class space = fp_buffers_class(buffers, value);
        if (kind == ARGUMENT_PRIVATE || space == FP_CLASS_NONE || space == FP_CLASS_PRIVATE) {
            fp_buffers_define(buffers, value, FP_NONE);
            continue;
        }
        bool workgroup = kind == ARGUMENT_WORKGROUP || space == FP_CLASS_WORKGROUP;
        fp_root_info root =
            fp_root_of_op(buffers, op, value, kind == ARGUMENT_WORKGROUP ? FP_ROOT_ALLOC : FP_ROOT_PARAMETER,
                          workgroup ? FP_SPACE_WORKGROUP : FP_SPACE_GLOBAL);
        if (kind == ARGUMENT_PLAIN) {
            root.parameter = i;
            root.size_bytes = -1;
        }
        root.in_loop = false;
        root.generic = kind == ARGUMENT_PLAIN && space == FP_CLASS_GENERIC;
        fp_buffers_define(buffers, value, fp_buffers_add(buffers, root));
        if (root.generic) seed_generic(buffers, op, value, root);
    }
}
