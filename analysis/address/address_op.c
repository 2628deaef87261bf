#include "address/address_op.h"
#include "address/address_type.h"
#include "read/unit.h"

const fp_op_info *fp_address_row(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *called = fp_ir_called(ir, op);
    return called ? called : ir->ops[op].info;
}

/* Does this part of the op's result tell who is elected? `part` is FP_NONE for the whole. */
static bool tells_elected(const struct fp_ir *ir, fp_op op, uint32_t part) {
    const fp_op_info *row = fp_address_row(ir, op);
    fp_assembly_results text;
    if (!row || row->elects == FP_ELECTS_NOBODY) return false;
    if (!fp_ir_assembly(ir, op, &text)) return part == (row->elects_part ? row->elects_part : FP_NONE);
    return fp_assembly_part(&text, part).made_of == FP_MADE_OF_ELECTION;
}

fp_op fp_address_elector(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = fp_address_row(ir, op);
    if (!info || ir->ops[op].result_count != 1) return FP_NONE;
    if (info->elects != FP_ELECTS_NOBODY) return tells_elected(ir, op, FP_NONE) ? op : FP_NONE;
    fp_op of;
    uint32_t part;
    return fp_ir_part(ir, op, &of, &part) && tells_elected(ir, of, part) ? of : FP_NONE;
}

bool fp_address_exchanges_in_wave(const struct fp_ir *ir, fp_op op, const fp_use *value, uint32_t wave_size) {
    const fp_use *end = ir->uses + ir->ops[op].first_use + ir->ops[op].use_count;
    int64_t width; /* lanes of a part, or the last lane of one and which bits of its number the parts differ in */
    if (value + 2 >= end) return true;
    if (!fp_ir_constant(ir, value[2].value, &width)) return false;
    return (width >= wave_size && width <= 64) || width + 1 == wave_size;
}

bool fp_address_is_of_host(const struct fp_addresses *a, fp_op op) {
    const struct fp_ir *ir = a->ir;
    const fp_op_node *launch = a->function == FP_NONE ? NULL : &ir->ops[a->function];
    if (!launch || !launch->info || launch->info->region != FP_REGION_LAUNCH) return false;
    if (op < launch->end) return op < a->function;
    while (op != FP_NONE && op != a->function) op = ir->ops[op].parent; /* bodies of calls stand behind all text */
    return op == FP_NONE;
}

bool fp_address_has_side_effects(const struct fp_ir *ir, fp_op op) {
    fp_str constraints = fp_ir_string(ir, op, fp_named.constraints, 1);
    bool assembly = fp_ir_string(ir, op, fp_named.asm_string, 0).len > 0 && constraints.data;
    return !assembly || fp_ir_attribute(ir, op, fp_named.has_side_effects).len ||
           fp_str_contains(constraints, FP_STR("~{memory}"));
}

char fp_address_dimension(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = fp_address_row(ir, op);
    if (info->dimension) return info->dimension;
    fp_str word = fp_ir_word(ir, op, 0);
    if (word.len == 1 && word.data[0] >= 'x' && word.data[0] <= 'z') return word.data[0];
    fp_str attribute = fp_ir_attribute(ir, op, fp_named.dimension);
    for (size_t i = attribute.len; i-- > 0;)
        if (attribute.data[i] >= 'x' && attribute.data[i] <= 'z') return attribute.data[i];
    int64_t number; /* of a call: its first operand */
    bool told = ir->ops[op].use_count == 1 && fp_ir_constant(ir, ir->uses[ir->ops[op].first_use].value, &number);
    return told && number >= 0 && number <= 2 ? (char)('x' + number) : 0;
}

fp_type fp_address_type(const struct fp_addresses *a, fp_value value) {
    return *fp_type_in(a->ir, fp_ir_value_type(a->ir, value));
}

fp_str fp_address_type_text(const struct fp_addresses *a, fp_value value) {
    fp_str type = a->ir->values[value].type;
    return type.len ? type : fp_ir_value_type(a->ir, value);
}

/* The bounds of the type, narrowed by an `upper_bound` or `range` of an op that gives ids and sizes. Values of type
 * index are taken for 32-bit numbers. */
void fp_address_bounds(const struct fp_addresses *a, fp_value value, int64_t *low, int64_t *high) {
    fp_str type = fp_address_type_text(a, value);
    uint8_t width = fp_address_width(type);
    *low = -FP_FAR;
    *high = FP_FAR;
    if (type.len && type.data[0] == 'i' && width == 64 && type.len == 5)
        *low = INT32_MIN, *high = INT32_MAX;
    else if (width == 1)
        *low = 0, *high = 1;
    else if (width && width < 63)
        *low = -((int64_t)1 << (width - 1)), *high = ((int64_t)1 << (width - 1)) - 1;
    const fp_value_info *v = &a->ir->values[value];
    if (v->block != FP_NONE || v->def == FP_NONE) return;
    const fp_op_info *info = a->ir->ops[v->def].info;
    if (!info || (info->effect != FP_EFFECT_THREAD_ID && info->effect != FP_EFFECT_UNIFORM &&
                  info->effect != FP_EFFECT_BLOCK_DIM))
        return;
    int64_t bound;
    if (fp_ir_attribute_int(a->ir, v->def, fp_named.upper_bound, &bound) && bound > 0) *low = 0, *high = bound - 1;
    fp_str range = fp_ir_attribute(a->ir, v->def, fp_named.range);
    size_t comma = fp_str_find(range, ',');
    fp_str rest = fp_str_slice(range, comma + 1, range.len);
    size_t second = fp_str_find(rest, ',');
    int64_t first, end;
    if (second < rest.len && fp_str_int(fp_str_trim(fp_str_slice(rest, 0, second)), &first) &&
        fp_str_int(fp_str_trim(fp_str_slice(rest, second + 1, fp_str_find(rest, '>'))), &end) && first >= 0 &&
        end > first)
        *low = first, *high = end - 1;
    if (info->arith == FP_ARITH_BLOCK_ID || info->arith == FP_ARITH_GRID_DIM || info->arith == FP_ARITH_BLOCK_DIM)
        if (*low < 0) *low = 0;
}

bool fp_address_is_uniform_parameter(const struct fp_addresses *a, uint32_t index) {
    return a->uniform_parameters >> (index < 63 ? index : 63) & 1;
}

/* By the name of the global, where that is made of it, or by what the global says. */
static fp_builtin builtin_named(fp_str name, fp_str says) {
    static const fp_str marks[] = {
#define FP_BUILTIN_MARK(part) { part, sizeof(part) - 1 },
#include "facts/functions.def"
    };
    static const struct {
        fp_str part;
        fp_builtin value;
    } builtins[] = {
#define FP_BUILTIN(part, value) { { part, sizeof(part) - 1 }, FP_BUILTIN_##value },
#include "facts/functions.def"
    };
    bool marked = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) marked |= fp_str_contains(name, marks[i]);
    if (!says.len && marked) says = name;
    for (size_t i = 0; says.len && i < sizeof builtins / sizeof *builtins; i++)
        if (fp_str_contains(says, builtins[i].part)) return builtins[i].value;
    return FP_BUILTIN_NONE;
}

fp_builtin fp_address_builtin(const struct fp_ir *ir, fp_value value) {
    fp_op load = fp_ir_definition(ir, value);
    if (load == FP_NONE || !ir->ops[load].info || ir->ops[load].info->effect != FP_EFFECT_READ ||
        ir->ops[load].use_count == 0)
        return FP_BUILTIN_NONE;
    fp_value pointer = ir->uses[ir->ops[load].first_use].value;
    fp_op address = fp_ir_definition(ir, pointer);
    if (address == FP_NONE || !ir->ops[address].info || ir->ops[address].info->view != FP_VIEW_SYMBOL)
        return FP_BUILTIN_NONE;
    fp_str name = fp_ir_symbol(ir, address, 0);
    return builtin_named(name, fp_unit_built_in(ir->context, ir->ops[address].span.start, name));
}

/* ---- Edges ---- */

static void make_edges(struct fp_addresses *a) {
    const struct fp_ir *ir = a->ir;
    a->edge_starts = FP_NEW(a->keep, uint32_t, ir->block_count + 2);
    a->edges = FP_NEW(a->keep, uint32_t, ir->successor_count + 1);
    a->edge_ops = FP_NEW(a->keep, fp_op, ir->successor_count + 1);
    for (uint32_t i = 0; i < ir->successor_count; i++)
        if (ir->successors[i].block != FP_NONE) a->edge_starts[ir->successors[i].block + 2]++;
    for (uint32_t b = 0; b < ir->block_count; b++) a->edge_starts[b + 2] += a->edge_starts[b + 1];
    for (uint32_t i = 0; i < ir->successor_count; i++)
        if (ir->successors[i].block != FP_NONE) a->edges[a->edge_starts[ir->successors[i].block + 1]++] = i;
    for (fp_op op = 0; op < ir->op_count; op++)
        for (uint32_t k = 0; k < ir->ops[op].successor_count; k++) a->edge_ops[ir->ops[op].first_successor + k] = op;
}

const uint32_t *fp_address_edges_to(struct fp_addresses *a, fp_block block, uint32_t *count) {
    if (!a->edge_starts) make_edges(a);
    *count = a->edge_starts[block + 1] - a->edge_starts[block];
    return a->edges + a->edge_starts[block];
}
