#include "read/op_text.h"
#include "read/type.h"
#include "read/unit.h"
#include <string.h>

/* ---- results ---- */

/* Function types of results keep their own arrow in parentheses, so the last one at top level is the op's. */
fp_str fp_ir_type_behind_arrow(const struct fp_ir *ir, fp_op op, uint32_t k) {
    const fp_op_text *text = fp_op_text_of(ir, op);
    return k < text->result_count ? text->results[k] : (fp_str){ 0 };
}

static fp_str listed_result(const struct fp_ir *ir, fp_op op, uint32_t k) {
    fp_str type = fp_ir_type_behind_arrow(ir, op, k);
    if (type.len) return type;
    uint32_t count = fp_ir_type_count(ir, op);
    if (count == 0) return (fp_str){ 0 };
    uint32_t results = ir->ops[op].result_count;
    if (results <= 1 || count > results) return fp_ir_type_at(ir, op, count - 1);
    bool one_for_all =
        count == 1 && ir->ops[op].info && ir->ops[op].info->arith != FP_ARITH_NONE; /* low and high half */
    return k < count || one_for_all ? fp_ir_type_at(ir, op, one_for_all ? 0 : k) : (fp_str){ 0 };
}

bool fp_ir_position(const struct fp_ir *ir, fp_op op, int64_t position[FP_POSITION_MAX], uint32_t *count) {
    fp_subscripts list = fp_ir_list(ir, op, 0);
    if (!list.known || list.len == 0 || *count + list.len > FP_POSITION_MAX) return false;
    for (size_t i = 0; i < list.len; i++) {
        if (list.data[i].is_value) return false;
        fp_str text = list.data[i].is_expression ? fp_ir_text(ir, list.data[i].span) : (fp_str){ 0 };
        position[*count] = list.data[i].constant;
        if (text.len && !fp_str_int(fp_str_trim(fp_str_slice(text, 0, fp_str_find(text, ':'))), &position[*count]))
            return false; /* `0 : i32` */
        ++*count;
    }
    return true;
}

bool fp_ir_part(const struct fp_ir *ir, fp_op op, fp_op *whole, uint32_t *part) {
    int64_t position[FP_POSITION_MAX];
    uint32_t count = 0;
    const fp_op_node *node = &ir->ops[op];
    if (!node->info || node->info->arith != FP_ARITH_EXTRACT || node->use_count == 0) return false;
    fp_value of = ir->uses[node->first_use].value;
    if (of == FP_NONE || ir->values[of].block != FP_NONE || ir->values[of].def == FP_NONE) return false;
    if (!fp_ir_position(ir, op, position, &count) || count != 1 || position[0] < 0) return false;
    *whole = ir->values[of].def, *part = (uint32_t)position[0];
    return true;
}

static fp_str part_type(const struct fp_ir *ir, fp_op op) {
    int64_t position[FP_POSITION_MAX];
    uint32_t count = 0;
    fp_str type = fp_ir_position(ir, op, position, &count) ? fp_ir_type_at(ir, op, 0) : (fp_str){ 0 };
    for (uint32_t i = 0; i < count && type.len; i++) type = fp_type_part(ir->context, type, position[i]);
    return type;
}

/* What the op's own text says of the type of its k-th result; empty when it does not. */
static fp_str result_type(const struct fp_ir *ir, fp_op op, uint32_t k) {
    const fp_op_node *node = &ir->ops[op];
    fp_result_kind kind = node->info && !node->generic ? node->info->result : FP_RESULT_LISTED;
    if (node->info && node->info->effect == FP_EFFECT_CONSTANT && !node->generic && fp_ir_type_count(ir, op) == 0)
        return fp_ir_word(ir, op, 0).len ? (fp_str)FP_STR("i1")
                                         : (fp_str)FP_STR("index"); /* `arith.constant true`, `index.constant 4` */
    switch (kind) {
    case FP_RESULT_LISTED: return listed_result(ir, op, k);
    case FP_RESULT_FIRST: return fp_ir_type_at(ir, op, 0);
    case FP_RESULT_ELEMENT: {
        fp_str type = fp_ir_type_behind_arrow(ir, op, k);
        return type.len ? type : fp_type_in(ir, fp_ir_type_at(ir, op, 0))->element;
    }
    case FP_RESULT_PART: return part_type(ir, op);
    case FP_RESULT_UNSAID: return (fp_str){ 0 };
    case FP_RESULT_BOOL: {
        fp_str operand = fp_ir_type_at(ir, op, 0); /* vectors compare element by element */
        return fp_str_starts(operand, FP_STR("vector")) || fp_str_starts(operand, FP_STR("tensor"))
                   ? (fp_str){ 0 }
                   : (fp_str)FP_STR("i1");
    }
    case FP_RESULT_INDEX: return FP_STR("index");
    }
    return (fp_str){ 0 };
}

/* ---- values ---- */

enum { FP_TYPED_USES_MAX = 256 }; /* uses looked at for a value whose definition does not say its type */

/* The type of a value as the op that uses it spells it; empty when that op does not say. */
static fp_str type_from_use(const struct fp_ir *ir, fp_op op, uint32_t use) {
    const fp_op_node *node = &ir->ops[op];
    uint32_t k = use - node->first_use, types = fp_ir_type_count(ir, op);
    if (node->generic) return k < types ? fp_ir_type_at(ir, op, k) : (fp_str){ 0 };
    const fp_use *at = &ir->uses[use];
    if (at->group == FP_BRACKET_SQUARE || !node->info) return (fp_str){ 0 };
    const fp_op_info *info = node->info;
    const fp_use *buffer = fp_ir_operand(ir, op, info->write.ods >= 0 ? info->write : info->read);
    if (buffer == at && types == 1) return fp_ir_type_at(ir, op, 0);
    if (info->effect == FP_EFFECT_PURE && types == 1) return fp_ir_type_at(ir, op, 0);
    return at->depth_top < types && types >= 2 && info->shape != FP_SHAPE_INDEXED ? fp_ir_type_at(ir, op, at->depth_top)
                                                                                  : (fp_str){ 0 };
}

static fp_str type_from_uses(const struct fp_ir *ir, fp_value value, fp_op from) {
    uint32_t looked_at = 0;
    for (fp_op op = from == FP_NONE ? 0 : from; op < ir->op_count && looked_at < FP_TYPED_USES_MAX; op++) {
        const fp_op_node *node = &ir->ops[op];
        for (uint32_t i = 0; i < node->use_count; i++) {
            looked_at++;
            if (ir->uses[node->first_use + i].value != value) continue;
            fp_str type = type_from_use(ir, op, node->first_use + i);
            if (type.len) return type;
        }
    }
    return (fp_str){ 0 };
}

static fp_str find_value_type(const struct fp_ir *ir, fp_value value) {
    const fp_value_info *info = &ir->values[value];
    fp_str type = info->type;
    if (!type.len && info->def != FP_NONE && info->block == FP_NONE) type = result_type(ir, info->def, info->index);
    if (!type.len) type = type_from_uses(ir, value, info->def);
    return fp_unit_alias(ir->context, type);
}

fp_str fp_ir_value_type(const struct fp_ir *ir, fp_value value) {
    struct fp_op_texts *texts = ir->texts;
    if (value >= ir->value_count) return (fp_str){ 0 };
    struct fp_arena *room = fp_op_texts_room(texts);
    if (!texts->value_types) texts->value_types = FP_NEW(room, fp_str, ir->value_count);
    if (texts->value_types[value].data) return texts->value_types[value];
    fp_str type = find_value_type(ir, value);
    return texts->value_types[value] = type.data ? type : FP_STR("");
}

const fp_numbers *fp_ir_unlisted(const struct fp_ir *ir) {
    struct fp_op_texts *texts = ir->texts;
    struct fp_arena *room = fp_op_texts_room(texts);
    for (fp_op op = 0; op < ir->op_count && !texts->unlisted_known; op++)
        if (!ir->ops[op].info && ir->ops[op].name.len) *FP_PUSH(room, &texts->unlisted) = op;
    texts->unlisted_known = true;
    return &texts->unlisted;
}

/* Has the function an op that arrives on an object when started work is done? */
static bool has_commits(const struct fp_ir *ir) {
    if (ir->texts->commits == FP_COMMITS_UNKNOWN) {
        ir->texts->commits = FP_COMMITS_NONE;
        for (fp_op op = 0; op < ir->op_count; op++)
            if (ir->ops[op].info && ir->ops[op].info->does == FP_DOES_ARRIVE_AFTER)
                ir->texts->commits = FP_COMMITS_SOME;
    }
    return ir->texts->commits == FP_COMMITS_SOME;
}

bool fp_ir_waits_for_itself(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *node = &ir->ops[op];
    const fp_op_info *info = node->info;
    if (!info->tokens_without || fp_ir_operand(ir, op, info->object)) return false;
    if (fp_ir_says(ir, op, fp_str_of(info->tokens_without))) return false;
    if (node->result_count == 0) return !has_commits(ir); /* its tokens were taken away, or it never had any */
    for (const fp_use *use = ir->uses + node->first_use, *end = use + node->use_count; use < end; use++)
        if (use->group == FP_BRACKET_SQUARE || fp_type_kind_of(fp_ir_value_type(ir, use->value)) == FP_TYPE_TOKEN)
            return true;
    return false;
}
