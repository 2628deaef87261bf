#include "read/unit_head.h"
#include "read/type.h"
#include "read/unit_index.h"

fp_str fp_unit_symbol_name(const struct fp_ir *ir) {
    if (ir->ops[0].generic) return fp_str_unquoted(fp_ir_attribute(ir, 0, fp_named.sym_name));
    for (uint32_t i = 0; i < ir->ops[0].token_count; i++) {
        const fp_token *token = &ir->tokens[ir->ops[0].first_token + i];
        if (token->kind == FP_TOKEN_SYMBOL) return fp_unit_plain_symbol(fp_ir_text(ir, token->span));
        if (token->kind == FP_TOKEN_OPEN) break; /* symbols of attributes and arguments are not its name */
    }
    return (fp_str){ 0 };
}

typedef enum { MARK_WORD, MARK_VISIBILITY, MARK_LINKAGE } mark_place;
static const struct {
    mark_place place;
    fp_str text;
} private_marks[] = {
#define FP_PRIVATE_MARK(place, text) { MARK_##place, { text, sizeof(text) - 1 } },
#include "facts/functions.def"
};

static bool is_private_mark(mark_place place, fp_str text) {
    for (size_t i = 0; i < sizeof private_marks / sizeof *private_marks; i++)
        if (private_marks[i].place == place && fp_str_equal(private_marks[i].text, text)) return true;
    return false;
}

bool fp_unit_is_private(const struct fp_ir *ir) {
    if (ir->ops[0].generic)
        return is_private_mark(MARK_VISIBILITY, fp_str_unquoted(fp_ir_attribute(ir, 0, fp_named.sym_visibility))) ||
               is_private_mark(MARK_LINKAGE, fp_ir_attribute(ir, 0, fp_named.linkage));
    for (uint32_t i = 0; i < ir->ops[0].token_count; i++) { /* words in front of the name */
        const fp_token *token = &ir->tokens[ir->ops[0].first_token + i];
        if (token->kind != FP_TOKEN_WORD && token->kind != FP_TOKEN_STRING) break;
        if (is_private_mark(MARK_WORD, fp_str_unquoted(fp_ir_text(ir, token->span)))) return true;
    }
    return false;
}

bool fp_unit_tells_stage(fp_str text) {
    static const fp_str dialects[] = {
#define FP_STAGE_DIALECT(prefix) { prefix, sizeof(prefix) - 1 },
#include "facts/functions.def"
    };
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        if (fp_str_contains(text, dialects[i])) return true;
    return false;
}

fp_global_info fp_unit_read_global(const struct fp_ir *ir) {
    fp_global_info global = { .name = fp_unit_symbol_name(ir), .span = ir->ops[0].span };
    if (ir->ops[0].generic) {
        global.type = fp_ir_attribute(ir, 0, fp_named.type);
        if (!global.type.len) global.type = fp_ir_attribute(ir, 0, fp_named.global_type);
    } else {
        global.type = fp_ir_type_at(ir, 0, 0);
    }
    global.type = fp_unit_alias(ir->context, global.type);
    global.built_in = fp_str_unquoted(fp_ir_attribute(ir, 0, fp_named.built_in));
    (void)fp_ir_attribute_int(ir, 0, fp_named.alignment, &global.alignment);
    fp_str space = fp_ir_attribute(ir, 0, fp_named.addr_space);
    global.workgroup = fp_type_parse(ir->context, global.type).memory == FP_MEMORY_WORKGROUP ||
                       fp_type_mentions_workgroup(ir->context, space);
    return global;
}

bool fp_unit_has_calls(const struct fp_ir *ir) {
    for (fp_op op = 0; op < ir->op_count; op++)
        if (ir->ops[op].info && ir->ops[op].info->effect == FP_EFFECT_CALL) return true;
    return false;
}

bool fp_unit_op_matters(const fp_op_info *info) {
    return fp_effect_traits_of[info->effect].matters || info->workgroup_alloc || info->hidden_scratch ||
           info->anywhere != FP_EFFECT_NONE || info->region == FP_REGION_PARTITIONS;
}

static bool type_matters(struct fp_unit_context *context, fp_str type) {
    struct fp_unit_index *index = context->index;
    uint64_t hash = fp_str_hash(type);
    for (fp_map_probe p = fp_map_find(&index->verdicts, hash); fp_map_next(&p);)
        if (fp_str_equal(index->verdict_list.data[p.value].text, type))
            return index->verdict_list.data[p.value].workgroup;
    bool workgroup = fp_type_mentions_workgroup(context, type);
    fp_map_put(context->keep, &index->verdicts, hash, index->verdict_list.len);
    *FP_PUSH(context->keep, &index->verdict_list) = (fp_type_verdict){ type, workgroup };
    return workgroup;
}

enum { FP_PLAIN_TYPE_MAX = 5 }; /* `f32`, `index`: shorter texts name no memory, save for aliases */

static const fp_str attributions_word = { "workgroup", 9 };

bool fp_unit_word_matters(fp_str word) {
    return fp_str_equal(word, attributions_word) || fp_str_equal(word, fp_named.workgroup_attributions);
}

/* Workgroup attributions count whatever their type says. */
static bool has_attributions(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    int64_t count;
    if (!info || (info->region != FP_REGION_FUNC && info->region != FP_REGION_LAUNCH)) return false;
    if (ir->ops[op].generic) return fp_ir_attribute_int(ir, op, fp_named.workgroup_attributions, &count) && count > 0;
    for (uint32_t k = 0;; k++) {
        fp_str word = fp_ir_word(ir, op, k);
        if (!word.len || fp_str_equal(word, attributions_word)) return word.len > 0;
    }
}

bool fp_unit_matters(struct fp_unit_context *context, const struct fp_ir *ir) {
    for (fp_op op = 0; op < ir->op_count; op++)
        if (ir->ops[op].info && (fp_unit_op_matters(ir->ops[op].info) || has_attributions(ir, op))) return true;
    for (uint32_t i = 0; i < ir->token_count; i++) {
        const fp_token *token = &ir->tokens[i];
        fp_str text = fp_ir_text(ir, token->span);
        bool bare = token->kind == FP_TOKEN_OPEN && token->open == FP_BRACKET_ANGLE && token->partner;
        if (bare) /* `: <3>, f32` */
            text = fp_str_slice(ir->text, token->span.start + 1, token[token->partner].span.start);
        bool named = token->kind == FP_TOKEN_TYPE && (text.len > FP_PLAIN_TYPE_MAX || text.data[0] == '!');
        if ((named || bare) && text.len && type_matters(context, text)) return true;
    }
    return false;
}

fp_str fp_unit_module_attribute(const struct fp_unit_context *context, uint32_t module, fp_str name) {
    if (module >= context->modules.len) return (fp_str){ 0 };
    return fp_ir_attribute(context->index->module_heads.data[module], 0, name);
}
