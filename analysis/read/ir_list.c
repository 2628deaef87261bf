#include "read/op_text.h"
#include "read/type.h"
#include "read/unit.h"
#include "read/value_text.h"
#include <string.h>

typedef FP_VEC(fp_subscript) subscripts;
typedef FP_VEC(fp_value) values;
typedef struct {
    struct fp_arena *keep;
    const struct fp_ir *ir;
    fp_op op;
    fp_tokens tokens;
} place;

static fp_subscripts finish(const subscripts *list, const values *operands) {
    return (fp_subscripts){ list->data, list->len, true, operands ? operands->data : NULL,
                            operands ? operands->len : 0 };
}

static fp_value value_at(const place *p, uint32_t token) {
    fp_ir_uses uses =
        fp_ir_uses_between(p->ir, p->op, p->tokens.data[token].span.start, p->tokens.data[token].span.end);
    return uses.len ? uses.data->value : FP_NONE;
}

static fp_span span_of(const place *p, fp_str inside) {
    uint32_t start = (uint32_t)(inside.data - p->ir->text.data);
    return (fp_span){ start, start + (uint32_t)inside.len };
}

/* ---- custom form ---- */

/* Tokens first .. end - 1 as one number. `%sx = %n` of gpu.launch counts as what stands behind the `=`. */
static fp_subscript read_item(const place *p, uint32_t first, uint32_t end) {
    if (first + 2 < end && fp_tokens_is(&p->tokens, first + 1, FP_STR("="))) first += 2;
    const fp_token *token = &p->tokens.data[first];
    fp_subscript item = { .value = FP_NONE, .span = { token->span.start, p->tokens.data[end - 1].span.end } };
    if (end == first + 1 && token->kind == FP_TOKEN_VALUE) {
        item.is_value = true;
        item.value = value_at(p, first);
    } else if (end != first + 1 || token->kind != FP_TOKEN_INT ||
               !fp_str_int(fp_ir_text(p->ir, token->span), &item.constant)) {
        item.is_expression = true;
    }
    return item;
}

static void read_items(const place *p, uint32_t open, subscripts *list) {
    uint32_t end = fp_tokens_behind(&p->tokens, open);
    if (p->tokens.data[end - 1].kind == FP_TOKEN_CLOSE) end--;
    uint32_t count = 1; /* lists are short and many: none has room to grow */
    for (uint32_t at = open + 1; at < end; at = fp_tokens_behind(&p->tokens, at))
        count += fp_tokens_is(&p->tokens, at, FP_STR(","));
    FP_RESERVE(p->keep, list, count);
    for (uint32_t first = open + 1, at = first; first < end; at = fp_tokens_behind(&p->tokens, at)) {
        if (at < end && !fp_tokens_is(&p->tokens, at, FP_STR(","))) continue;
        if (at > end) at = end;
        if (at > first) *FP_PUSH(p->keep, list) = read_item(p, first, at);
        first = at + 1;
    }
}

/* An affine map that stands at token `map`, and its operands in the brackets behind it. */
static fp_subscripts read_map(const place *p, uint32_t map) {
    subscripts list = { 0 };
    values operands = { 0 };
    fp_str text = fp_unit_alias(p->ir->context, fp_ir_text(p->ir, p->tokens.data[map].span));
    for (uint32_t at = map + 1;
         fp_tokens_open(&p->tokens, at, FP_BRACKET_PAREN) || fp_tokens_open(&p->tokens, at, FP_BRACKET_SQUARE);
         at = fp_tokens_behind(&p->tokens, at)) {
        uint32_t end = fp_tokens_behind(&p->tokens, at);
        for (uint32_t i = at; i < end; i++)
            if (p->tokens.data[i].kind == FP_TOKEN_VALUE) *FP_PUSH(p->keep, &operands) = value_at(p, i);
    }
    FP_RESERVE(p->keep, &list, 1);
    *FP_PUSH(p->keep, &list) = (fp_subscript){ .value = FP_NONE, .span = span_of(p, text), .is_expression = true };
    return finish(&list, &operands);
}

/* The list at token `at`: a bracket, a map (behind `max` or `min`), or one number. */
static fp_subscripts read_list(const place *p, uint32_t at) {
    subscripts list = { 0 };
    if (fp_tokens_is(&p->tokens, at, FP_STR("max")) || fp_tokens_is(&p->tokens, at, FP_STR("min"))) at++;
    if (at >= p->tokens.len) return (fp_subscripts){ 0 };
    const fp_token *token = &p->tokens.data[at];
    bool single = token->kind == FP_TOKEN_VALUE || token->kind == FP_TOKEN_INT;
    if (token->kind == FP_TOKEN_ATTRIBUTE) return read_map(p, at);
    if (single) FP_RESERVE(p->keep, &list, 1);
    if (fp_tokens_open(&p->tokens, at, FP_BRACKET_PAREN) || fp_tokens_open(&p->tokens, at, FP_BRACKET_SQUARE))
        read_items(p, at, &list);
    else if (single)
        *FP_PUSH(p->keep, &list) = read_item(p, at, at + 1);
    else
        return (fp_subscripts){ 0 };
    return finish(&list, NULL);
}

/* Behind one of the words of "a|b", or behind "a" and then "b" of "a b". */
static uint32_t find_word(const fp_tokens *tokens, fp_str words) {
    size_t bar = fp_str_find(words, '|'), blank = fp_str_find(words, ' ');
    if (bar < words.len) {
        uint32_t left = find_word(tokens, fp_str_slice(words, 0, bar)),
                 right = find_word(tokens, fp_str_slice(words, bar + 1, words.len));
        return left < right ? left : right;
    }
    uint32_t at = fp_tokens_find(tokens, 0, fp_str_slice(words, 0, blank));
    if (blank < words.len && at < tokens->len)
        at = fp_tokens_find(tokens, at, fp_str_slice(words, blank + 1, words.len));
    return at < tokens->len ? at + 1 : tokens->len;
}

static fp_subscripts custom_list(const place *p, const fp_list *list) {
    if (list->word) {
        uint32_t at = find_word(&p->tokens, fp_str_of(list->word));
        if (fp_tokens_is(&p->tokens, at, FP_STR(":")) || fp_tokens_is(&p->tokens, at, FP_STR("="))) at++;
        return at < p->tokens.len ? read_list(p, at) : (fp_subscripts){ 0 };
    }
    uint32_t group = (uint32_t)list->group;
    for (uint32_t i = 0; i < p->tokens.len; i = fp_tokens_behind(&p->tokens, i)) {
        bool map = i == 0 && p->tokens.data[i].kind == FP_TOKEN_ATTRIBUTE &&
                   p->ir->ops[p->op].info->arith >= FP_ARITH_AFFINE_APPLY &&
                   p->ir->ops[p->op].info->arith <= FP_ARITH_AFFINE_MAX;
        if (map || (fp_tokens_open(&p->tokens, i, FP_BRACKET_SQUARE) && group-- == 0)) return read_list(p, i);
    }
    return (fp_subscripts){ 0 };
}

/* ---- generic form ---- */

static void push_value(const place *p, subscripts *list, const fp_use *use) {
    *FP_PUSH(p->keep, list) = (fp_subscript){ .is_value = true, .value = use->value, .span = use->span };
}

static bool is_dynamic(int64_t number) { return number == INT64_MIN || number == INT32_MIN; }

/* Constants with values where they are dynamic; values alone when no attribute tells constants. */
static fp_subscripts mix(const place *p, fp_str constants, fp_ir_uses dynamic) {
    subscripts list = { 0 };
    int64_t number;
    uint32_t used = 0;
    fp_value_reader numbers = fp_value_read(NULL, constants);
    while (fp_value_integer(&numbers, &number)) {
        if (!is_dynamic(number))
            *FP_PUSH(p->keep, &list) =
                (fp_subscript){ .value = FP_NONE, .constant = number, .span = span_of(p, constants) };
        else if (used < dynamic.len)
            push_value(p, &list, &dynamic.data[used++]);
        else
            return (fp_subscripts){ 0 };
    }
    if (!constants.len)
        for (uint32_t i = 0; i < dynamic.len; i++) push_value(p, &list, &dynamic.data[i]);
    return finish(&list, NULL);
}

static values values_of(const place *p, fp_ir_uses uses) {
    values out = { 0 };
    for (uint32_t i = 0; i < uses.len; i++) *FP_PUSH(p->keep, &out) = uses.data[i].value;
    return out;
}

static fp_subscripts generic_list(const place *p, const fp_list *list) {
    fp_ir_uses dynamic = list->ods >= 0 ? fp_ir_operand_list(p->ir, p->op, (uint32_t)list->ods) : (fp_ir_uses){ 0 };
    for (int8_t k = 1; k < list->span; k++) { /* consecutive single operands */
        fp_ir_uses more = fp_ir_operand_list(p->ir, p->op, (uint32_t)(list->ods + k));
        if (dynamic.len && more.data == dynamic.data + dynamic.len) dynamic.len += more.len;
    }
    fp_str constants = list->name ? fp_ir_attribute(p->ir, p->op, fp_str_of(list->name)) : (fp_str){ 0 };
    if (!constants.len && list->old_name) constants = fp_ir_attribute(p->ir, p->op, fp_str_of(list->old_name));
    if (fp_str_starts(constants, FP_STR("affine_map"))) {
        subscripts one = { 0 };
        values operands = values_of(p, dynamic);
        *FP_PUSH(p->keep, &one) =
            (fp_subscript){ .value = FP_NONE, .span = span_of(p, constants), .is_expression = true };
        return finish(&one, &operands);
    }
    if (!constants.len && !dynamic.len && (list->name || list->ods < 0 || list->span > 1)) return (fp_subscripts){ 0 };
    return mix(p, constants, dynamic);
}

/* ---- lists of a row ---- */

/* Loops may leave out a lower bound of zeros and steps of one. */
static fp_subscripts default_bound(const place *p, fp_subscripts upper, uint32_t k) {
    const fp_op_info *info = p->ir->ops[p->op].info;
    bool loop = info->region == FP_REGION_PARALLEL || info->region == FP_REGION_FOR;
    if (!loop || k == 1 || !upper.known) return (fp_subscripts){ 0 };
    subscripts list = { 0 };
    for (size_t i = 0; i < upper.len; i++)
        *FP_PUSH(p->keep, &list) = (fp_subscript){ .value = FP_NONE, .constant = k == 2 };
    return finish(&list, NULL);
}

static fp_op_lists *read_lists(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *node = &ir->ops[op];
    place p = { fp_op_texts_room(ir->texts), ir, op, fp_tokens_of(ir, op) };
    fp_op_lists *lists = FP_NEW(p.keep, fp_op_lists, 1);
    for (uint32_t k = 0; k < FP_LISTS_MAX; k++) {
        const fp_list *row = &node->info->lists[k];
        if (row->span) lists->list[k] = node->generic ? generic_list(&p, row) : custom_list(&p, row);
    }
    for (uint32_t k = 0; k < FP_LISTS_MAX; k++)
        if (node->info->lists[k].span && !lists->list[k].known) lists->list[k] = default_bound(&p, lists->list[1], k);
    return lists;
}

fp_subscripts fp_ir_list(const struct fp_ir *ir, fp_op op, uint32_t k) {
    const fp_op_node *node = &ir->ops[op];
    if (!node->info || k >= FP_LISTS_MAX || node->info->lists[k].span == 0) return (fp_subscripts){ 0 };
    typedef fp_op_lists *pointer;
    struct fp_op_texts *texts = ir->texts;
    struct fp_arena *room = fp_op_texts_room(texts);
    if (!texts->lists) texts->lists = FP_NEW(room, pointer, ir->op_count);
    if (!texts->lists[op]) texts->lists[op] = read_lists(ir, op);
    return texts->lists[op]->list[k];
}

/* ---- subscripts of a buffer ---- */

/* The results of `affine_map<(d0)[s0] -> (a, b)>`: each is an expression that names the whole map, whose result of the
 * same number is meant. */
static fp_subscripts map_results(const place *p, fp_str map, fp_ir_uses operands) {
    subscripts list = { 0 };
    fp_span whole = span_of(p, map);
    fp_lexer lexer = fp_lex_start(p->ir->text, span_of(p, fp_str_slice(map, fp_str_find(map, '<') + 1, map.len - 1)));
    bool arrow = false, item = false;
    int depth = 0;
    for (fp_token token; fp_lex_next(&lexer, &token);) {
        if (fp_str_equal(fp_ir_text(p->ir, token.span), FP_STR("->"))) arrow = true;
        if (!arrow) continue;
        depth += (token.kind == FP_TOKEN_OPEN) - (token.kind == FP_TOKEN_CLOSE);
        bool separates = (depth == 1 && fp_str_equal(fp_ir_text(p->ir, token.span), FP_STR(","))) || depth == 0;
        if (separates && item)
            *FP_PUSH(p->keep, &list) = (fp_subscript){ .value = FP_NONE, .span = whole, .is_expression = true };
        item = !separates && (item || depth > 1 || token.kind != FP_TOKEN_OPEN);
    }
    values used = values_of(p, operands);
    return finish(&list, &used);
}

static fp_subscripts generic_subscripts(const place *p, fp_operand position) {
    const fp_op_node *node = &p->ir->ops[p->op];
    const fp_use *buffer = fp_ir_operand(p->ir, p->op, position);
    if (!buffer) return (fp_subscripts){ 0 };
    fp_ir_uses indices = { 0 };
    if (position.ods < FP_ODS_MEMREF) {
        int ods = node->info && node->info->subscripts ? node->info->subscripts : position.ods + 1;
        indices = fp_ir_operand_list(p->ir, p->op, (uint32_t)ods);
    }
    uint32_t after = node->first_use + node->use_count - (uint32_t)(buffer + 1 - p->ir->uses);
    if (!indices.data) indices = (fp_ir_uses){ buffer + 1, after };
    fp_str map = fp_ir_attribute(p->ir, p->op, fp_named.map);
    if (map.len) return map_results(p, map, indices);
    fp_type type =
        fp_type_parse(p->ir->context, fp_ir_type_at(p->ir, p->op, (uint32_t)(buffer - p->ir->uses) - node->first_use));
    if (type.kind == FP_TYPE_POINTER) return (fp_subscripts){ 0 };
    if (type.kind == FP_TYPE_MEMREF && type.rank < indices.len) indices.len = type.rank;
    return mix(p, (fp_str){ 0 }, indices);
}

fp_subscripts fp_ir_subscripts(const struct fp_ir *ir, fp_op op, fp_operand position) {
    place p = { fp_op_texts_room(ir->texts), ir, op, fp_tokens_of(ir, op) };
    if (ir->ops[op].generic) return generic_subscripts(&p, position);
    const fp_use *use = fp_ir_operand(ir, op, position);
    if (!use) return (fp_subscripts){ 0 };
    uint32_t at = 0;
    while (at < p.tokens.len && p.tokens.data[at].span.start < use->span.start) at++;
    if (!fp_tokens_open(&p.tokens, at + 1, FP_BRACKET_SQUARE)) return (fp_subscripts){ 0 };
    subscripts list = { 0 };
    read_items(&p, at + 1, &list);
    return finish(&list, NULL);
}

/* ---- mappings ---- */

/* What the name before the parameter maps to. */
static fp_mapped unit_of(fp_str name) {
    if (fp_str_ends(name, FP_STR("thread"))) return FP_MAPPED_THREAD;
    if (fp_str_ends(name, FP_STR("warp"))) return FP_MAPPED_WAVE;
    return fp_str_ends(name, FP_STR("lane_id")) ? FP_MAPPED_LANE : FP_MAPPED_OTHER;
}

/* `thread_x`, or `x`, `linear_dim_1`, `0` behind the name of a unit. */
static fp_mapping mapping_of(fp_str before, fp_str word) {
    static const fp_str linear = { "linear_dim_", 11 };
    fp_mapping mapping = { .to = unit_of(before) };
    int64_t rank;
    if (fp_str_starts(word, FP_STR("thread_"))) {
        mapping.to = FP_MAPPED_THREAD;
        word = fp_str_slice(word, 7, word.len);
    } else if (fp_str_starts(word, linear) && mapping.to != FP_MAPPED_LANE) {
        word = fp_str_slice(word, linear.len, word.len);
    } else if (mapping.to != FP_MAPPED_LANE && word.len && word.data[0] >= '0' && word.data[0] <= '9') {
        return (fp_mapping){ .to = FP_MAPPED_OTHER };
    }
    if (mapping.to != FP_MAPPED_OTHER && fp_str_int(word, &rank) && rank >= 0 && rank < FP_MAPPED_DIMENSIONS_MAX)
        mapping.dimension = FP_DIMENSION_LINEAR, mapping.rank = (uint32_t)rank;
    else if (word.len == 1 && word.data[0] >= 'x' && word.data[0] <= 'z' && mapping.to != FP_MAPPED_LANE)
        mapping.dimension = word.data[0];
    return mapping.dimension ? mapping : (fp_mapping){ .to = FP_MAPPED_OTHER };
}

/* Entry k of attribute `mapping`: `#gpu.thread<x>`, `#gpu.warp<x>`, `#gpu.block<x>`, `#gpu.thread<linear_dim_0>`,
 * `#gpu.loop_dim_map<processor = thread_x, ..>`. */
fp_mapping fp_ir_mapping(const struct fp_ir *ir, fp_op op, uint32_t k) {
    fp_mapping mapping = { .to = FP_MAPPED_NOT };
    fp_str before = { NULL, 0 };
    uint32_t entry = 0;
    for (fp_value_reader r = fp_value_read(ir->context, fp_ir_attribute(ir, op, fp_named.mapping));
         entry <= k && fp_value_next(&r); before = r.text) {
        if (r.kind == FP_TOKEN_OPEN || r.kind == FP_TOKEN_CLOSE) continue;
        bool separates = r.level == 0 && fp_str_equal(r.text, FP_STR(","));
        entry += separates;
        if (separates || entry < k) continue;
        if (fp_str_equal(r.text, FP_STR("sequential"))) return (fp_mapping){ .to = FP_MAPPED_NOT };
        mapping = mapping_of(before, r.text);
        if (mapping.dimension) return mapping;
    }
    return mapping;
}
