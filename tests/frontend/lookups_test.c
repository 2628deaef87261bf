/* lookups_test FILE..: what ir.h says of an op, against comments written by hand above it.
 *
 *     //? read=%a at=[%i, 3] count=4 attr:alignment=16
 *     %x = some.op ..
 *
 * Keys: read, write, second, object, condition, value (of the row's columns: "%a %b", empty for none); at (subscripts
 * of what is written, else of what is read), list0 .. list2 ("unknown" where the text does not show it); count, id
 * (empty: not said); inits; to (successors with their operands); args (arguments of the op's first region), args1 (of
 * its second); type (of result 0), type1, types (how many the op lists); attr:NAME, int:NAME, word0 .., literal0 ..,
 * symbol0 .., angle0 ..; name; damaged. A file's own errors are expected as `//! text of the message` anywhere in
 * it. */
#include "check.h"
#include "ir_dump.h"
#include "read/type.h"
#include "words/render.h"
#include <string.h>

typedef struct {
    char data[1024];
    size_t len;
} line;
static void add(line *out, fp_str s) {
    if (s.len > sizeof out->data - out->len) s.len = sizeof out->data - out->len;
    if (s.len) memcpy(out->data + out->len, s.data, s.len);
    out->len += s.len;
}
static void add_blank(line *out) {
    if (out->len) add(out, FP_STR(" "));
}

typedef struct {
    struct fp_arena *keep;
    const struct fp_ir *ir;
    fp_op op;
} place;

static void add_uses(const place *p, line *out, const fp_use *uses, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) add_blank(out), add(out, p->ir->values[uses[i].value].name);
}

static void add_operands(const place *p, line *out, fp_operand position) {
    fp_ir_uses uses = fp_ir_operands(p->ir, p->op, position);
    add_uses(p, out, uses.data, uses.len);
}

static void add_list(const place *p, line *out, fp_subscripts list) {
    if (!list.known) {
        add(out, FP_STR("unknown"));
        return;
    }
    add(out, FP_STR("["));
    for (size_t i = 0; i < list.len; i++) {
        const fp_subscript *item = &list.data[i];
        if (i) add(out, FP_STR(", "));
        if (item->is_value)
            add(out, p->ir->values[item->value].name);
        else if (item->is_expression)
            add(out, fp_ir_text(p->ir, item->span));
        else
            add(out, fp_str_printf(p->keep, "%lld", (long long)item->constant));
    }
    add(out, FP_STR("]"));
    for (uint32_t i = 0; i < list.operand_count; i++)
        add(out, i ? FP_STR(", ") : FP_STR(" of ")), add(out, p->ir->values[list.operands[i]].name);
}

static void add_arguments(const place *p, line *out, uint32_t region) {
    fp_block block = fp_ir_region(p->ir, p->op, region);
    for (uint32_t i = 0; block != FP_NONE && i < p->ir->blocks[block].arg_count; i++) {
        fp_value value = p->ir->blocks[block].first_arg + i;
        add_blank(out);
        add(out, p->ir->values[value].name);
        add(out, FP_STR(":"));
        add(out, fp_ir_value_type(p->ir, value));
    }
}

static void add_successors(const place *p, line *out) {
    const fp_op_node *node = &p->ir->ops[p->op];
    for (uint32_t i = 0; i < node->successor_count; i++) {
        const fp_successor *successor = &p->ir->successors[node->first_successor + i];
        add_blank(out);
        add(out, successor->block == FP_NONE ? FP_STR("nowhere") : p->ir->blocks[successor->block].label);
        add(out, FP_STR("("));
        for (uint32_t k = 0; k < successor->use_count; k++) {
            if (k) add(out, FP_STR(", "));
            add(out, p->ir->values[p->ir->uses[successor->first_use + k].value].name);
        }
        add(out, FP_STR(")"));
    }
}

static void add_quantity(const place *p, line *out, const fp_quantity *quantity) {
    int64_t value;
    if (fp_ir_quantity(p->ir, p->op, quantity, &value)) add(out, fp_str_printf(p->keep, "%lld", (long long)value));
}

/* `key0`: the number behind a key. */
static bool numbered(fp_str key, fp_str name, uint32_t *number) {
    int64_t value;
    if (!fp_str_starts(key, name) || !fp_str_int(fp_str_slice(key, name.len, key.len), &value)) return false;
    *number = (uint32_t)value;
    return true;
}

static bool answer(const place *p, fp_str key, line *out) {
    static const fp_op_info no_row = { .read = { -1, -1, NULL },
                                       .write = { -1, -1, NULL },
                                       .second = { -1, -1, NULL },
                                       .object = { -1, -1, NULL },
                                       .condition = { -1, -1, NULL } };
    const fp_op_node *node = &p->ir->ops[p->op];
    const fp_op_info *info = node->info ? node->info : &no_row;
    uint32_t k;
    int64_t value;
    if (fp_str_equal(key, FP_STR("name")))
        add(out, node->name);
    else if (fp_str_equal(key, FP_STR("damaged")))
        add(out, node->damaged ? FP_STR("yes") : FP_STR("no"));
    else if (fp_str_equal(key, FP_STR("read")))
        add_operands(p, out, info->read);
    else if (fp_str_equal(key, FP_STR("write")))
        add_operands(p, out, info->write);
    else if (fp_str_equal(key, FP_STR("second")))
        add_operands(p, out, info->second);
    else if (fp_str_equal(key, FP_STR("object")))
        add_operands(p, out, info->object);
    else if (fp_str_equal(key, FP_STR("condition")))
        add_operands(p, out, info->condition);
    else if (fp_str_equal(key, FP_STR("value")))
        add_operands(p, out, info->value);
    else if (fp_str_equal(key, FP_STR("count")))
        add_quantity(p, out, &info->count);
    else if (fp_str_equal(key, FP_STR("id")))
        add_quantity(p, out, &info->id);
    else if (fp_str_equal(key, FP_STR("to")))
        add_successors(p, out);
    else if (fp_str_equal(key, FP_STR("args")))
        add_arguments(p, out, 0);
    else if (numbered(key, FP_STR("args"), &k))
        add_arguments(p, out, k);
    else if (numbered(key, FP_STR("list"), &k))
        add_list(p, out, fp_ir_list(p->ir, p->op, k));
    else if (fp_str_equal(key, FP_STR("types")))
        add(out, fp_str_printf(p->keep, "%u", fp_ir_type_count(p->ir, p->op)));
    else if (fp_str_equal(key, FP_STR("type")))
        add(out, node->result_count ? fp_ir_value_type(p->ir, node->first_result) : (fp_str){ 0 });
    else if (numbered(key, FP_STR("type"), &k))
        add(out, k < node->result_count ? fp_ir_value_type(p->ir, node->first_result + k) : (fp_str){ 0 });
    else if (numbered(key, FP_STR("word"), &k))
        add(out, fp_ir_word(p->ir, p->op, k));
    else if (numbered(key, FP_STR("symbol"), &k))
        add(out, fp_ir_symbol(p->ir, p->op, k));
    else if (numbered(key, FP_STR("literal"), &k)) {
        if (fp_ir_literal(p->ir, p->op, k, &value)) add(out, fp_str_printf(p->keep, "%lld", (long long)value));
    } else if (fp_str_starts(key, FP_STR("attr:"))) {
        add(out, fp_ir_attribute(p->ir, p->op, fp_str_slice(key, 5, key.len)));
    } else if (fp_str_starts(key, FP_STR("int:"))) {
        if (fp_ir_attribute_int(p->ir, p->op, fp_str_slice(key, 4, key.len), &value))
            add(out, fp_str_printf(p->keep, "%lld", (long long)value));
    } else if (fp_str_equal(key, FP_STR("at"))) {
        add_list(p, out,
                 fp_ir_subscripts(p->ir, p->op, info->write.ods != -1 || info->write.word ? info->write : info->read));
    } else if (fp_str_equal(key, FP_STR("inits"))) {
        uint32_t count;
        const fp_use *inits = fp_ir_inits(p->ir, p->op, &count);
        add_uses(p, out, inits, count);
    } else {
        return false;
    }
    return true;
}

static uint32_t line_of(fp_str text, size_t offset) {
    uint32_t number = 1;
    for (size_t i = 0; i < offset; i++) number += text.data[i] == '\n';
    return number;
}

/* Pairs are separated by two blanks, so that a value may hold single ones. */
static void check_comment(const place *p, const char *path, fp_str comment) {
    while (comment.len) {
        size_t end = 0;
        while (end < comment.len &&
               !(comment.data[end] == ' ' && end + 1 < comment.len && comment.data[end + 1] == ' '))
            end++;
        fp_str pair = fp_str_trim(fp_str_slice(comment, 0, end));
        comment = fp_str_trim(fp_str_slice(comment, end, comment.len));
        size_t equals = fp_str_find(pair, '=');
        fp_str key = fp_str_slice(pair, 0, equals), expected = fp_str_slice(pair, equals + 1, pair.len);
        line found = { .len = 0 };
        bool known = answer(p, key, &found);
        if (known && fp_str_equal((fp_str){ found.data, found.len }, expected)) continue;
        printf("%s:%u: %.*s is '%.*s', expected '%.*s'\n", path, line_of(p->ir->text, p->ir->ops[p->op].span.start),
               FP_STR_ARG(key), (int)found.len, found.data, FP_STR_ARG(expected));
        check_failures++;
    }
}

/* The text of the comment on the line above `start`, without its `//?`; empty when it is none, or when the line does
 * not begin with what starts there. */
static fp_str comment_above(fp_str text, size_t start) {
    size_t end = start;
    while (end && text.data[end - 1] != '\n') end--;
    if (end == 0 || fp_str_trim(fp_str_slice(text, end, start)).len) return (fp_str){ 0 };
    size_t begin = --end;
    while (begin && text.data[begin - 1] != '\n') begin--;
    fp_str above = fp_str_trim(fp_str_slice(text, begin, end));
    return fp_str_starts(above, FP_STR("//?")) ? fp_str_trim(fp_str_slice(above, 3, above.len)) : (fp_str){ 0 };
}

static uint32_t count_of(fp_str text, fp_str mark) {
    uint32_t count = 0;
    for (size_t i = 0; i + mark.len <= text.len; i++) count += fp_str_starts(fp_str_slice(text, i, text.len), mark);
    return count;
}

static void check_errors(const struct fp_unit_context *context, const char *path) {
    for (uint32_t i = 0; i < context->errors.len; i++) {
        const fp_syntax_error *error = &context->errors.data[i];
        struct fp_arena *scratch = fp_arena_new();
        fp_str message = fp_render(&(fp_renderer){ .keep = scratch }, &error->phrase, FP_FORM_FULL);
        if (!fp_str_contains(context->text, fp_str_printf(scratch, "//! %.*s", FP_STR_ARG(message)))) {
            printf("%s:%u: unexpected: %.*s\n", path, line_of(context->text, error->span.start), FP_STR_ARG(message));
            check_failures++;
        }
        fp_arena_drop(scratch);
    }
    uint32_t expected = count_of(context->text, FP_STR("//! "));
    if (expected != context->errors.len)
        printf("%s: %u errors, expected %u\n", path, context->errors.len, expected), check_failures++;
}

static void check_file(const char *path) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    fp_str text = read_file(keep, path);
    struct fp_unit_context *context = fp_units_read(keep, syntax, text, NULL);
    uint32_t checked = 0;
    check_errors(context, path);
    for (uint32_t u = 0; u < context->units.len; u++) {
        const struct fp_ir *ir = fp_units_ir(keep, context, u);
        for (fp_op op = 0; op < ir->op_count; op++) {
            fp_str comment = comment_above(text, ir->ops[op].span.start);
            if (!comment.len) continue;
            check_comment(&(place){ keep, ir, op }, path, comment);
            checked++;
        }
    }
    uint32_t expected = count_of(text, FP_STR("//?"));
    if (checked != expected)
        printf("%s: %u ops were found for %u comments\n", path, checked, expected), check_failures++;
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) check_file(argv[i]);
    return check_result();
}
