#include "base/hash.h"
#include "read/op_text.h"
#include "read/unit.h"
#include "read/value_text.h"
#include <assert.h>
#include <string.h>

uint64_t fp_ir_shape(const struct fp_ir *ir) {
    uint64_t shape = 1;
    uint32_t from = ir->ops[0].span.start;
    for (fp_op op = 0; op < ir->op_count; op++) {
        const fp_op_node *node = &ir->ops[op];
        shape = fp_hash_mix(shape, (uint64_t)(node->span.start - from) << 32 | (node->span.end - from));
        shape = fp_hash_mix(shape, (uint64_t)(node->end - op) << 32 | (uint64_t)node->token_count << 1 | node->damaged);
    }
    return shape;
}

static const int64_t PLACE_MOST = (int64_t)1 << 40; /* sums of such do not overflow */

bool fp_ir_place(const struct fp_ir *ir, fp_op op, int64_t *place) {
    *place = 0;
    for (fp_op at = op; at != FP_NONE; at = ir->ops[at].parent) {
        int64_t own;
        if (at != op && !fp_ir_is_joined(ir, at)) continue;
        if (!fp_ir_attribute_int(ir, at, fp_named.allocation_offset, &own) || own < 0) return false;
        *place += own < PLACE_MOST ? own : PLACE_MOST;
    }
    return true;
}

fp_block fp_ir_region(const struct fp_ir *ir, fp_op op, uint32_t region) {
    fp_block block = ir->ops[op].first_block;
    while (region-- && block != FP_NONE) block = ir->blocks[block].next_region;
    return block;
}

/* ---- operands ---- */

static bool hides(uint8_t group) { return group != FP_BRACKET_TOP && group != FP_BRACKET_PAREN; }

/* Uses of the generic form's operand list: those of the first parentheses. */
static uint32_t flat_operands(const struct fp_ir *ir, fp_op op) {
    uint32_t count = 0;
    while (count < ir->ops[op].use_count && ir->uses[ir->ops[op].first_use + count].group_index == 1) count++;
    return count;
}

static fp_ir_uses group_by_segments(const struct fp_ir *ir, fp_op op, const fp_op_text *text, uint32_t ods,
                                    uint32_t total) {
    uint32_t start = 0;
    for (uint32_t k = 0; k < text->segment_count; k++) {
        uint32_t size = text->segments[k];
        if (size > total - start) break;
        if (k == ods) return (fp_ir_uses){ ir->uses + ir->ops[op].first_use + start, size };
        start += size;
    }
    return (fp_ir_uses){ 0 };
}

/* Operands are a memref each, followed by its indices: `k` counts memrefs. */
static fp_ir_uses nth_memref(const struct fp_ir *ir, fp_op op, uint32_t k, uint32_t total) {
    for (uint32_t i = 0; i < total; i++) {
        fp_str type = fp_ir_type_at(ir, op, i);
        if (fp_str_starts(type, FP_STR("memref")) && k-- == 0)
            return (fp_ir_uses){ ir->uses + ir->ops[op].first_use + i, 1 };
    }
    return (fp_ir_uses){ 0 };
}

static fp_ir_uses generic_group(const struct fp_ir *ir, fp_op op, int ods) {
    const fp_op_node *node = &ir->ops[op];
    uint32_t total = flat_operands(ir, op);
    const fp_use *first = ir->uses + node->first_use;
    if (ods >= FP_ODS_MEMREF) return nth_memref(ir, op, (uint32_t)(ods - FP_ODS_MEMREF), total);
    const fp_op_text *text = fp_op_text_of(ir, op);
    bool counts_all = fp_ir_intrinsic(ir, op).len > 0; /* rows of intrinsics count all operands */
    if (text->segment_count && !counts_all) return group_by_segments(ir, op, text, (uint32_t)ods, total);
    uint32_t operands = node->info ? node->info->operands : 0,
             variadic = operands ? (uint32_t)node->info->variadic : UINT32_MAX;
    uint32_t at = (uint32_t)ods, size = 1;
    if (operands && total + 1 < operands) return (fp_ir_uses){ 0 };
    if (at == variadic)
        size = total + 1 - operands;
    else if (at > variadic && operands)
        at = at + total - operands;
    if (at >= total || size > total - at) return (fp_ir_uses){ 0 };
    return (fp_ir_uses){ first + at, size };
}

/* Values behind `word`, `word =`, `word(`: one, or all inside the parentheses. */
static fp_ir_uses group_behind(const struct fp_ir *ir, fp_op op, const char *word) {
    fp_tokens tokens = fp_tokens_of(ir, op);
    uint32_t at = fp_tokens_find(&tokens, 0, fp_str_of(word));
    if (at >= tokens.len) return (fp_ir_uses){ 0 };
    at++;
    if (fp_tokens_is(&tokens, at, FP_STR("="))) at++;
    if (at >= tokens.len) return (fp_ir_uses){ 0 };
    uint32_t end = fp_tokens_behind(&tokens, at);
    fp_ir_uses uses = fp_ir_uses_between(ir, op, tokens.data[at].span.start, tokens.data[end - 1].span.end);
    uint32_t plain = 0; /* without what stands in brackets inside: `atomicBarrier(%bar[%i] : ..)` */
    while (plain < uses.len && !hides(uses.data[plain].group)) plain++;
    return (fp_ir_uses){ uses.data, plain };
}

fp_ir_uses fp_ir_uses_between(const struct fp_ir *ir, fp_op op, uint32_t start, uint32_t end) {
    const fp_op_node *node = &ir->ops[op];
    uint32_t first = 0;
    while (first < node->use_count && ir->uses[node->first_use + first].span.start < start) first++;
    uint32_t last = first;
    while (last < node->use_count && ir->uses[node->first_use + last].span.end <= end) last++;
    return (fp_ir_uses){ ir->uses + node->first_use + first, last - first };
}

fp_ir_uses fp_ir_operands(const struct fp_ir *ir, fp_op op, fp_operand position) {
    const fp_op_node *node = &ir->ops[op];
    if (fp_operand_is_all(position))
        return (fp_ir_uses){ ir->uses + node->first_use, node->generic ? flat_operands(ir, op) : node->use_count };
    if (node->generic) return position.ods >= 0 ? generic_group(ir, op, position.ods) : (fp_ir_uses){ 0 };
    if (position.word) {
        fp_ir_uses behind = group_behind(ir, op, position.word);
        if (behind.len || position.text < 0) return behind;
    }
    if (position.text < 0) return (fp_ir_uses){ 0 };
    for (uint32_t i = 0; i < node->use_count; i++) {
        const fp_use *use = &ir->uses[node->first_use + i];
        if (!hides(use->group) && use->depth_top == (uint32_t)position.text) return (fp_ir_uses){ use, 1 };
    }
    return (fp_ir_uses){ 0 };
}

fp_ir_uses fp_ir_operand_list(const struct fp_ir *ir, fp_op op, uint32_t ods) {
    const fp_op_info *info = ir->ops[op].info;
    uint32_t total = flat_operands(ir, op);
    if (fp_op_text_of(ir, op)->segment_count || (info && info->operands)) return generic_group(ir, op, (int)ods);
    return ods < total ? (fp_ir_uses){ ir->uses + ir->ops[op].first_use + ods, total - ods } : (fp_ir_uses){ 0 };
}

const fp_use *fp_ir_operand(const struct fp_ir *ir, fp_op op, fp_operand position) {
    fp_ir_uses uses = fp_ir_operands(ir, op, position);
    return uses.len ? uses.data : NULL;
}

const fp_use *fp_ir_two_ways(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    return info && !info->switches && ir->ops[op].successor_count == 2 ? fp_ir_operand(ir, op, info->condition) : NULL;
}

const fp_use *fp_ir_inits(const struct fp_ir *ir, fp_op op, uint32_t *count) {
    const fp_op_node *node = &ir->ops[op];
    *count = 0;
    if (!node->info || node->first_block == FP_NONE) return NULL;
    const fp_op_info *info = node->info;
    uint32_t arguments = ir->blocks[node->first_block].arg_count;
    bool has_counter = info->region == FP_REGION_FOR;
    if (info->region != FP_REGION_FOR && info->region != FP_REGION_WHILE) return NULL;
    uint32_t carried = has_counter ? (arguments ? arguments - 1 : 0) : arguments;
    uint32_t total = node->generic ? flat_operands(ir, op) : node->use_count;
    if (carried > total) carried = total;
    *count = carried;
    return ir->uses + node->first_use + (total - carried); /* they come last in both forms */
}

/* Partitions in the generic form stand in an op of their own, whose captures may stand on the op around it. */
const fp_use *fp_ir_captures(const struct fp_ir *ir, fp_block block) {
    const fp_block_info *handed = &ir->blocks[block];
    fp_op op = handed->op, holder = op;
    if (op == FP_NONE || !ir->ops[op].info || fp_ir_region(ir, op, handed->region) != block) return NULL;
    fp_region_kind kind = ir->ops[op].info->region;
    if (kind != FP_REGION_PARTITIONS && kind != FP_REGION_LANE0) return NULL;
    if (kind == FP_REGION_PARTITIONS && ir->ops[op].use_count == 0) holder = ir->ops[op].parent;
    if (holder == FP_NONE || handed->arg_count > ir->ops[holder].use_count) return NULL;
    bool holds = holder == op || (ir->ops[holder].info && ir->ops[holder].info->region == FP_REGION_PARTITIONS);
    return holds ? ir->uses + ir->ops[holder].first_use + (ir->ops[holder].use_count - handed->arg_count) : NULL;
}

/* ---- successors ---- */

/* `operands` of the generic form that belong to successor `k` of `count`: the last `count` segments, or for switches
 * the cases' segments of the last one. */
static fp_ir_uses successor_operands(const struct fp_ir *ir, fp_op op, uint32_t k, uint32_t count) {
    uint32_t groups = fp_op_text_of(ir, op)->segment_count;
    if (!groups) return (fp_ir_uses){ ir->uses + ir->ops[op].first_use, count == 1 ? flat_operands(ir, op) : 0 };
    fp_str cases = fp_ir_attribute(ir, op, fp_named.case_operand_segments);
    if (!cases.len) return groups >= count ? generic_group(ir, op, (int)(groups - count + k)) : (fp_ir_uses){ 0 };
    if (groups < 2) return (fp_ir_uses){ 0 };
    if (k == 0) return generic_group(ir, op, (int)groups - 2);
    fp_ir_uses all = generic_group(ir, op, (int)groups - 1);
    uint32_t start = 0, at = 1;
    int64_t size;
    for (fp_value_reader list = fp_value_read(NULL, cases); fp_value_integer(&list, &size); at++) {
        if (size < 0 || size > (int64_t)(all.len - start)) break;
        if (at == k) return (fp_ir_uses){ all.data + start, (uint32_t)size };
        start += (uint32_t)size;
    }
    return (fp_ir_uses){ 0 };
}

void fp_ir_bind_successors(struct fp_ir *ir) {
    for (fp_op op = 0; op < ir->op_count; op++) {
        const fp_op_node *node = &ir->ops[op];
        for (uint32_t k = 0; node->generic && k < node->successor_count; k++) {
            fp_ir_uses uses = successor_operands(ir, op, k, node->successor_count);
            fp_successor *successor = &ir->successors[node->first_successor + k];
            successor->first_use = uses.len ? (uint32_t)(uses.data - ir->uses) : node->first_use + node->use_count;
            successor->use_count = uses.len;
        }
    }
}

/* ---- words, literals, symbols ---- */

fp_str fp_ir_symbol(const struct fp_ir *ir, fp_op op, uint32_t k) {
    fp_tokens tokens = fp_tokens_of(ir, op);
    for (uint32_t i = 0; i < tokens.len; i++) {
        const fp_token *token = &tokens.data[i];
        if (token->kind == FP_TOKEN_SYMBOL && k-- == 0) return fp_ir_text(ir, token->span);
        bool unread = token->kind == FP_TOKEN_OPEN && fp_tokens_behind(&tokens, i) == i + 2;
        fp_span inside = unread ? fp_tokens_inside_span(&tokens, i) : (fp_span){ 0, 0 };
        if (!memchr(ir->text.data + inside.start, '@', inside.end - inside.start)) continue;
        fp_lexer lexer = fp_lex_start(ir->text, inside);
        fp_token inner;
        while (fp_lex_next(&lexer, &inner))
            if (inner.kind == FP_TOKEN_SYMBOL && k-- == 0) return fp_ir_text(ir, inner.span);
    }
    return (fp_str){ 0 };
}

fp_str fp_symbol_name(fp_str symbol) {
    for (size_t i = symbol.len; i-- > 0;)
        if (symbol.data[i] == '@') return fp_str_slice(symbol, i + 1, symbol.len);
    return symbol;
}

fp_str fp_ir_intrinsic(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    fp_str name = !info                               ? (fp_str){ 0 }
                  : info->effect == FP_EFFECT_BY_TEXT ? fp_ir_string(ir, op, fp_named.intrin, 0)
                  : info->effect == FP_EFFECT_CALL    ? fp_symbol_name(fp_ir_symbol(ir, op, 0))
                                                      : (fp_str){ 0 };
    return fp_intrinsic_is(name) ? name : (fp_str){ 0 };
}

bool fp_ir_assembly(const struct fp_ir *ir, fp_op op, fp_assembly_results *results) {
    enum { OPERANDS_MAX = 8 };
    const fp_op_node *node = &ir->ops[op];
    fp_str assembly = fp_ir_string(ir, op, fp_named.asm_string, 0);
    if (!node->info || node->info->effect != FP_EFFECT_BY_TEXT || !assembly.len || fp_ir_intrinsic(ir, op).len)
        return false;
    fp_assembly_operand operands[OPERANDS_MAX] = { 0 };
    uint32_t count = node->use_count < OPERANDS_MAX ? node->use_count : OPERANDS_MAX;
    for (uint32_t i = 0; i < count; i++)
        operands[i].known = fp_ir_constant(ir, ir->uses[node->first_use + i].value, &operands[i].number);
    *results = fp_assembly_run(assembly, fp_ir_string(ir, op, fp_named.constraints, 1), operands, count);
    return true;
}

/* The row of the op that elects as the text does, if one of its results tells who is elected. */
static const fp_op_info *election_of(const struct fp_ir *ir, fp_op op) {
    fp_assembly_results results;
    if (!fp_ir_assembly(ir, op, &results) || results.does_more) return NULL;
    for (uint32_t i = 0; i < results.result_count && i < FP_ASSEMBLY_RESULTS_MAX; i++)
        if (results.results[i].made_of == FP_MADE_OF_ELECTION) return results.elects;
    return NULL;
}

size_t fp_ir_instructions(const struct fp_ir *ir, fp_op op, fp_instruction *found, size_t max) {
    const fp_op_info *info = ir->ops[op].info;
    if (!info || info->effect != FP_EFFECT_BY_TEXT) return 0;
    return fp_instructions_find(fp_ir_string(ir, op, fp_named.asm_string, 0), found, max);
}

const fp_op_info *fp_ir_called(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    bool by_text = info && info->effect == FP_EFFECT_BY_TEXT;
    if (!by_text && !(info && info->effect == FP_EFFECT_CALL)) return NULL;
    fp_str intrinsic = fp_ir_intrinsic(ir, op);
    if (intrinsic.len) return fp_intrinsic_find(intrinsic);
    if (!by_text) return NULL;
    fp_str assembly = fp_ir_string(ir, op, fp_named.asm_string, 0);
    return fp_assembly_may_elect(assembly) ? election_of(ir, op) : fp_assembly_row(assembly);
}

/* ---- places ---- */

bool fp_ir_apart(const struct fp_ir *ir, fp_op a, fp_op b) {
    while (ir->ops[a].parent != ir->ops[b].parent) {
        fp_op above_a = ir->ops[a].parent, above_b = ir->ops[b].parent;
        bool deeper = above_b == FP_NONE || (above_a != FP_NONE && above_a > above_b);
        if (deeper)
            a = above_a;
        else
            b = above_b;
    }
    fp_block in_a = ir->ops[a].block, in_b = ir->ops[b].block;
    return in_a != FP_NONE && in_b != FP_NONE && ir->blocks[in_a].region != ir->blocks[in_b].region;
}

/* ---- constants ---- */

/* `llvm.mlir.zero : i64`, and its generic form. */
static bool ends_in_integer_type(const struct fp_ir *ir, fp_op op) {
    fp_tokens tokens = fp_tokens_of(ir, op);
    return tokens.len && fp_str_starts(fp_ir_text(ir, tokens.data[tokens.len - 1].span), FP_STR("i"));
}

bool fp_ir_constant(const struct fp_ir *ir, fp_value value, int64_t *constant) {
    if (value >= ir->value_count) return false;
    const fp_value_info *info = &ir->values[value];
    if (info->def == FP_NONE || info->block != FP_NONE) return false;
    const fp_op_node *node = &ir->ops[info->def];
    if (!node->info || node->info->effect != FP_EFFECT_CONSTANT) return false;
    if (node->info->zero && ends_in_integer_type(ir, info->def)) return *constant = 0, true;
    if (node->generic) return fp_ir_attribute_int(ir, info->def, fp_named.value, constant);
    fp_tokens tokens = fp_tokens_of(ir, info->def);
    uint32_t first = fp_tokens_open(&tokens, 0, FP_BRACKET_PAREN) ? 1 : 0; /* llvm.mlir.constant(4 : i32) */
    if (fp_tokens_open(&tokens, 0, FP_BRACKET_DICT)) first = fp_tokens_behind(&tokens, 0);
    if (first >= tokens.len) return false;
    fp_str text = fp_ir_text(ir, tokens.data[first].span);
    if (fp_str_equal(text, FP_STR("true")) || fp_str_equal(text, FP_STR("false")))
        return *constant = text.len == 4, true;
    return tokens.data[first].kind == FP_TOKEN_INT && fp_str_int(text, constant);
}

bool fp_ir_is_all(const struct fp_ir *ir, fp_value value, bool truth) {
    fp_op op = fp_ir_definition(ir, value);
    if (op == FP_NONE || !ir->ops[op].info || ir->ops[op].info->effect != FP_EFFECT_CONSTANT) return false;
    fp_str text = fp_ir_attribute(ir, op, fp_named.value), all = truth ? FP_STR("dense<true>") : FP_STR("dense<false>");
    fp_tokens tokens = fp_tokens_of(ir, op);
    if (!ir->ops[op].generic && tokens.len)
        text = fp_ir_text(ir, (fp_span){ tokens.data[0].span.start, tokens.data[tokens.len - 1].span.end });
    return fp_str_find_part(text, all) < text.len;
}

bool fp_ir_quantity(const struct fp_ir *ir, fp_op op, const fp_quantity *quantity, int64_t *value) {
    const fp_use *use;
    switch (quantity->from) {
    case FP_FROM_NONE: return false;
    case FP_FROM_FIXED: return *value = quantity->value, true;
    case FP_FROM_OPERAND:
        use = fp_ir_operand(ir, op, quantity->operand);
        if (use) return fp_ir_constant(ir, use->value, value);
        break;
    case FP_FROM_LITERAL:
        if (fp_ir_literal(ir, op, (uint32_t)quantity->index, value)) return true;
        /* fall through */
    case FP_FROM_ATTRIBUTE:
        if (fp_ir_attribute(ir, op, quantity->name).len) return fp_ir_attribute_int(ir, op, quantity->name, value);
        if (quantity->other.len && fp_ir_attribute(ir, op, quantity->other).len)
            return fp_ir_attribute_int(ir, op, quantity->other, value);
        break;
    }
    *value = quantity->value;
    return quantity->absent_known;
}
