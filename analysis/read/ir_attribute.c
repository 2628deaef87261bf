#include "read/op_text.h"
#include "read/value_text.h"
#include <string.h>

fp_str fp_ir_attribute(const struct fp_ir *ir, fp_op op, fp_str name) {
    const fp_attribute *attribute = fp_op_text_find(fp_op_text_of(ir, op), name);
    return attribute ? attribute->value : (fp_str){ 0 };
}

bool fp_ir_attribute_int(const struct fp_ir *ir, fp_op op, fp_str name, int64_t *value) {
    fp_str text = fp_ir_attribute(ir, op, name);
    fp_str number = fp_str_trim(fp_str_slice(text, 0, fp_str_find(text, ':')));
    if (fp_str_equal(number, FP_STR("true"))) return *value = 1, true;
    if (fp_str_equal(number, FP_STR("false"))) return *value = 0, true;
    return fp_str_int_nearest(number, value);
}

bool fp_ir_literal(const struct fp_ir *ir, fp_op op, uint32_t k, int64_t *value) {
    if (ir->ops[op].generic) return false;
    const fp_op_text *text = fp_op_text_of(ir, op);
    return k < text->number_count && fp_str_int_nearest(text->numbers[k], value);
}

fp_str fp_ir_word(const struct fp_ir *ir, fp_op op, uint32_t k) {
    const fp_op_text *text = fp_op_text_of(ir, op);
    for (uint32_t i = 0; i < text->attribute_count && !ir->ops[op].generic; i++)
        if (text->attributes[i].is_word && k-- == 0) return text->attributes[i].name;
    return (fp_str){ 0 };
}

fp_str fp_ir_type_at(const struct fp_ir *ir, fp_op op, uint32_t k) {
    const fp_op_text *text = fp_op_text_of(ir, op);
    return k < text->type_count ? text->types[k] : (fp_str){ 0 };
}

uint32_t fp_ir_type_count(const struct fp_ir *ir, fp_op op) { return fp_op_text_of(ir, op)->type_count; }

fp_str fp_ir_string(const struct fp_ir *ir, fp_op op, fp_str name, uint32_t k) {
    const fp_op_text *text = fp_op_text_of(ir, op);
    const fp_attribute *attribute = fp_op_text_find(text, name);
    if (!attribute) return !ir->ops[op].generic && k < text->string_count ? text->strings[k] : (fp_str){ 0 };
    fp_str value = attribute->value;
    return value.len >= 2 && value.data[0] == '"' ? fp_str_slice(value, 1, value.len - 1) : value;
}

fp_str fp_ir_angles(const struct fp_ir *ir, fp_op op, int k) {
    const fp_op_text *text = fp_op_text_of(ir, op);
    int64_t at = k < 0 ? (int64_t)text->angle_count + k : k;
    return !ir->ops[op].generic && at >= 0 && at < text->angle_count ? text->angles[at] : (fp_str){ 0 };
}

typedef FP_VEC(int64_t) case_numbers;

/* "42: ^block": the numbers in front of blocks. */
static void numbers_before_blocks(struct fp_arena *keep, fp_str text, case_numbers *cases) {
    int64_t value;
    for (size_t at = 0; at < text.len; at++) {
        if (text.data[at] != '^') continue;
        fp_str before = fp_str_trim(fp_str_slice(text, 0, at));
        if (before.len == 0 || before.data[before.len - 1] != ':') continue;
        before = fp_str_trim(fp_str_slice(before, 0, before.len - 1));
        size_t start = before.len;
        while (start > 0 && strchr("-0123456789", before.data[start - 1])) start--;
        if (fp_str_int(fp_str_slice(before, start, before.len), &value)) *FP_PUSH(keep, cases) = value;
    }
}

static void numbers_of_words(struct fp_arena *keep, const fp_op_text *text, case_numbers *cases) {
    int64_t value;
    for (uint32_t i = 0; i < text->attribute_count; i++) {
        if (!text->attributes[i].is_word || !fp_str_equal(text->attributes[i].name, FP_STR("case"))) continue;
        if (!fp_str_int(text->attributes[i].value, &value)) return;
        *FP_PUSH(keep, cases) = value;
    }
}

static case_numbers read_cases(const struct fp_ir *ir, fp_op op) {
    struct fp_arena *keep = ir->texts->keep;
    case_numbers cases = { 0 };
    int64_t value;
    if (ir->ops[op].generic) {
        fp_str regions = fp_ir_attribute(ir, op, fp_named.cases);
        fp_value_reader reader =
            fp_value_read(NULL, regions.len ? regions : fp_ir_attribute(ir, op, fp_named.case_values));
        while (fp_value_integer(&reader, &value)) *FP_PUSH(keep, &cases) = value;
    } else if (ir->ops[op].successor_count) {
        numbers_before_blocks(keep, fp_ir_text(ir, ir->ops[op].span), &cases);
    } else {
        numbers_of_words(keep, fp_op_text_of(ir, op), &cases);
    }
    return cases;
}

const fp_op_text *fp_op_text_of_switch(const struct fp_ir *ir, fp_op op) {
    const fp_op_text *text = fp_op_text_of(ir, op);
    if (text->cases_read) return text;
    case_numbers cases = read_cases(ir, op);
    fp_op_text *own = ir->texts->of_op[op];
    own->cases = cases.data, own->case_count = cases.len, own->cases_read = true;
    return own;
}

bool fp_ir_case(const struct fp_ir *ir, fp_op op, uint32_t k, int64_t *value) {
    const fp_op_text *text = fp_op_text_of_switch(ir, op);
    if (k >= text->case_count) return false;
    *value = text->cases[k];
    return true;
}

bool fp_ir_alike(const struct fp_ir *ir, fp_op x, fp_op y) {
    const fp_op_node *p = &ir->ops[x], *q = &ir->ops[y];
    if (x == y) return true;
    if (!fp_str_equal(p->name, q->name) || p->token_count != q->token_count) return false;
    for (uint32_t i = 0; i < p->token_count; i++) {
        const fp_token *s = &ir->tokens[p->first_token + i], *t = &ir->tokens[q->first_token + i];
        if (s->kind != t->kind ||
            (s->kind != FP_TOKEN_VALUE && !fp_str_same_words(fp_ir_text(ir, s->span), fp_ir_text(ir, t->span))))
            return false;
    }
    return true;
}

bool fp_ir_repeats(const struct fp_ir *ir, fp_op x, fp_op y) {
    const fp_op_node *p = &ir->ops[x], *q = &ir->ops[y];
    if (p->use_count != q->use_count || !fp_ir_alike(ir, x, y)) return false;
    for (uint32_t i = 0; i < p->use_count; i++)
        if (ir->uses[p->first_use + i].value != ir->uses[q->first_use + i].value) return false;
    return true;
}

bool fp_ir_flag(const struct fp_ir *ir, fp_op op, fp_str name) {
    fp_str value = fp_ir_attribute(ir, op, name);
    return value.len && !fp_str_equal(value, FP_STR("false"));
}

bool fp_ir_says(const struct fp_ir *ir, fp_op op, fp_str word) {
    const fp_op_text *text = fp_op_text_of(ir, op);
    for (uint32_t i = 0; i < text->attribute_count; i++) {
        if (fp_str_equal(text->attributes[i].name, word)) return true;
        if (!fp_str_contains(text->attributes[i].value, word)) continue;
        for (fp_value_reader value = fp_value_read(ir->context, text->attributes[i].value); fp_value_next(&value);)
            if (fp_str_equal(value.text, word)) return true;
    }
    for (uint32_t i = 0; i < text->angle_count && !ir->ops[op].generic; i++)
        if (fp_str_equal(fp_str_trim(text->angles[i]), word)) return true;
    return false;
}

bool fp_ir_counts_unsigned(const struct fp_ir *ir, fp_op op) {
    return fp_str_equal(fp_ir_word(ir, op, 0), fp_named.unsigned_word) || fp_ir_says(ir, op, fp_named.unsigned_cmp);
}

static const struct {
    fp_str word;
    int64_t number;
    uint8_t says;
} orderings[] = {
#define FP_ORDERING(word, number, says) { { word, sizeof(word) - 1 }, number, FP_SAYS_ORDER_##says },
#include "facts/orders.def"
};
enum { ORDERINGS = sizeof orderings / sizeof *orderings };

uint8_t fp_ordering_of_words(fp_str text) {
    uint8_t says = 0;
    for (int i = 0; i < ORDERINGS; i++)
        if (fp_str_contains(text, orderings[i].word)) says |= orderings[i].says;
    return says;
}

static bool is_false(const struct fp_ir *ir, fp_op op, fp_str attribute) {
    return fp_str_equal(fp_ir_attribute(ir, op, attribute), FP_STR("false"));
}

uint8_t fp_ir_ordering(const struct fp_ir *ir, fp_op op) {
    uint8_t says = 0;
    int64_t number;
    if (ir->ops[op].generic && (fp_ir_attribute_int(ir, op, fp_named.ordering, &number) ||
                                fp_ir_attribute_int(ir, op, fp_named.success_ordering, &number))) {
        for (int i = 0; i < ORDERINGS; i++) {
            fp_str word = orderings[i].word;
            if (orderings[i].number ? number == orderings[i].number
                                    : fp_ir_says(ir, op, word) && !is_false(ir, op, word))
                says |= orderings[i].says;
        }
        return says;
    }
    for (uint32_t i = ir->ops[op].first_token; i < ir->ops[op].first_token + ir->ops[op].token_count; i++) {
        if (ir->tokens[i].kind != FP_TOKEN_WORD && ir->tokens[i].kind != FP_TOKEN_TYPE) continue;
        fp_str text = fp_ir_text(ir, ir->tokens[i].span);
        for (int k = 0; k < ORDERINGS; k++)
            if (fp_str_equal(text, orderings[k].word) && !is_false(ir, op, orderings[k].word))
                says |= orderings[k].says;
    }
    return says;
}

fp_predicate fp_ir_predicate(const struct fp_ir *ir, fp_op op) {
    const char *in_name = ir->ops[op].info->predicate;
    int64_t number;
    if (in_name) return fp_predicate_named(fp_str_of(in_name));
    fp_predicate found = fp_predicate_named(fp_ir_word(ir, op, 0));
    if (found == FP_PREDICATE_NONE) found = fp_predicate_named(fp_ir_string(ir, op, fp_named.predicate, 0));
    if (found == FP_PREDICATE_NONE && fp_ir_attribute_int(ir, op, fp_named.predicate, &number) && number >= 0 &&
        number < FP_PREDICATE_NONE)
        found = (fp_predicate)number;
    return found;
}

uint32_t fp_ir_partition_waves(const struct fp_ir *ir, fp_op op, uint32_t number) {
    const fp_op_node *node = &ir->ops[op];
    int64_t warps = 0;
    fp_value_reader list = fp_value_read(NULL, fp_ir_attribute(ir, op, fp_named.partition_num_warps));
    for (uint32_t i = 0; i <= number && fp_value_integer(&list, &warps); i++)
        if (i == number) return warps > 0 && warps <= 64 ? (uint32_t)warps : 0;
    uint32_t seen = 0;
    for (uint32_t i = node->first_token; i + 2 < node->first_token + node->token_count; i++) {
        if (!fp_str_equal(fp_ir_text(ir, ir->tokens[i].span), fp_named.num_warps) || seen++ != number) continue;
        if (fp_str_int(fp_ir_text(ir, ir->tokens[i + 2].span), &warps) && warps > 0 && warps <= 64)
            return (uint32_t)warps;
    }
    return 0;
}

/* The integer of `name` up to the end of the brackets that the text stands in, or up to the next value. */
static bool integer_of(fp_str text, fp_str name, int64_t *number) {
    fp_value_reader reader = fp_value_read(NULL, text);
    int depth = 0;
    while (fp_value_next(&reader) && reader.kind != FP_TOKEN_VALUE) {
        char c = reader.text.len ? reader.text.data[0] : 0;
        depth += (c == '(' || c == '{') - (c == ')' || c == '}');
        if (depth < 0) return false;
        if (fp_str_equal(reader.text, name)) return fp_value_integer(&reader, number);
    }
    return false;
}

/* What stands behind the brace that opens the dictionary of one argument: `[{a = 1 : i32}, {}]`; empty: there is none.
 */
static fp_str dictionary_of(fp_str list, uint32_t index) {
    fp_value_reader reader = fp_value_read(NULL, list);
    int depth = 0;
    uint32_t seen = 0;
    while (fp_value_next(&reader)) {
        char c = reader.text.len ? reader.text.data[0] : 0;
        if (c == '{' && depth == 0 && seen++ == index) {
            size_t behind = (size_t)(reader.text.data + reader.text.len - list.data);
            return fp_str_slice(list, behind, list.len);
        }
        depth += (c == '{') - (c == '}');
    }
    return (fp_str){ 0 };
}

bool fp_ir_argument_int(const struct fp_ir *ir, fp_value argument, fp_str name, int64_t *number) {
    const fp_value_info *value = &ir->values[argument];
    fp_op function = value->block == FP_NONE ? FP_NONE : ir->blocks[value->block].op;
    if (function != FP_NONE && ir->ops[function].generic)
        return integer_of(dictionary_of(fp_ir_attribute(ir, function, fp_named.arg_attrs), value->index), name, number);
    return integer_of(fp_str_slice(ir->text, value->span.end, ir->text.len), name, number); /* the next one ends it */
}
