/* twins_test GENERIC..: a file X.generic.mlir and its custom form X.mlir must look the same through ir.h.
 *
 * Ops are walked in step; terminators that the custom form leaves out are stepped over. Results and block arguments
 * are paired as they come, so that an operand is the same when it is the paired value. Compared: names, operands of
 * every column, subscripts, lists, loop inits, successors, quantities, types of values. */
#include "ir_dump.h"
#include "read/type.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    struct fp_arena *keep;
    const struct fp_ir *custom, *generic;
    fp_value *twin; /* of each value of the custom form */
    const char *path;
    uint32_t ops, failures;
} pair;

static void fail(pair *p, fp_op op, const char *what) {
    fp_span span = p->custom->ops[op].span;
    uint32_t line = 1;
    for (uint32_t i = 0; i < span.start; i++) line += p->custom->text.data[i] == '\n';
    fp_str text = fp_ir_text(p->custom, span);
    printf("%s:%u: %s differs: %.*s\n", p->path, line, what, (int)fp_str_find(text, '\n'), text.data);
    p->failures++;
}

static bool same_value(const pair *p, fp_value custom, fp_value generic) {
    if (custom == FP_NONE || generic == FP_NONE) return custom == generic;
    return p->twin[custom] == generic;
}

/* Aliases and blanks differ between the forms: what is read off the text must not. */
static bool same_type(const pair *p, fp_str a, fp_str b) {
    fp_type left = fp_type_parse(p->custom->context, a), right = fp_type_parse(p->generic->context, b);
    bool same = left.kind == right.kind && left.rank == right.rank && left.memory == right.memory &&
                left.address_space == right.address_space && left.element_bits == right.element_bits &&
                left.bits == right.bits && left.has_layout == right.has_layout && left.offset == right.offset;
    for (uint32_t i = 0; same && i < left.rank; i++)
        same = left.shape[i] == right.shape[i] && left.strides[i] == right.strides[i];
    return same;
}

/* Types are compared where the custom form says one: a missing type is allowed, a wrong one is not. */
static void pair_values(pair *p, fp_op op, fp_value custom, fp_value generic, const char *what) {
    p->twin[custom] = generic;
    fp_str a = fp_ir_value_type(p->custom, custom), b = fp_ir_value_type(p->generic, generic);
    if (a.len && b.len && !same_type(p, a, b)) {
        fail(p, op, what);
        printf("    %.*s | %.*s\n", FP_STR_ARG(a), FP_STR_ARG(b));
    }
}

static void compare_operand(pair *p, fp_op custom, fp_op generic, fp_operand position, const char *what) {
    if (position.ods == FP_OPERAND_NONE.ods && !position.word) return;
    if (position.ods == FP_OPERAND_NONE.ods) return; /* custom form only */
    fp_ir_uses a = fp_ir_operands(p->custom, custom, position), b = fp_ir_operands(p->generic, generic, position);
    bool same = a.len == b.len;
    for (uint32_t i = 0; same && i < a.len; i++) same = same_value(p, a.data[i].value, b.data[i].value);
    if (!same) {
        fail(p, custom, what);
        printf("    %u operands | %u operands\n", a.len, b.len);
    }
}

static bool same_subscript(const pair *p, fp_subscript a, fp_subscript b) {
    if (a.is_value != b.is_value) return false;
    if (a.is_value) return same_value(p, a.value, b.value);
    return a.is_expression || b.is_expression || a.constant == b.constant; /* affine text differs between the forms */
}

static void compare_lists(pair *p, fp_op op, fp_subscripts a, fp_subscripts b, const char *what) {
    if (a.known && b.known && b.len == 1 && b.data[0].is_expression) return; /* bounds of affine loops: one map */
    bool same = a.known == b.known && a.len == b.len;
    for (size_t i = 0; same && i < a.len; i++)
        same = a.data[i].is_expression || b.data[i].is_expression || same_subscript(p, a.data[i], b.data[i]);
    if (!same) {
        fail(p, op, what);
        printf("    known %d, %zu | known %d, %zu\n", a.known, a.len, b.known, b.len);
    }
}

static void compare_quantity(pair *p, fp_op custom, fp_op generic, const fp_quantity *quantity, const char *what) {
    int64_t a = 0, b = 0;
    bool known = fp_ir_quantity(p->custom, custom, quantity, &a),
         known_too = fp_ir_quantity(p->generic, generic, quantity, &b);
    if (known != known_too || (known && a != b)) {
        fail(p, custom, what);
        printf("    %d %lld | %d %lld\n", known, (long long)a, known_too, (long long)b);
    }
}

/* The generic form prints every region of an op: the bodies that the op implies, and empty ones (an scf.if without
 * else, a declaration). */
static bool may_lack_regions(const pair *p, fp_op custom, fp_op generic) {
    const fp_op_node *a = &p->custom->ops[custom], *b = &p->generic->ops[generic];
    if (a->region_count == 0 && b->info && b->info->region == FP_REGION_BODY) return true;
    for (uint32_t region = a->region_count; region < b->region_count; region++) {
        fp_block block = fp_ir_region(p->generic, generic, region);
        if (block != FP_NONE && p->generic->blocks[block].first != FP_NONE) return false;
    }
    return a->region_count < b->region_count;
}

/* The place of a block in its region: labels may differ between the forms. */
static uint32_t place_of(const struct fp_ir *ir, fp_block block) {
    uint32_t place = 0;
    for (fp_block at = fp_ir_region(ir, ir->blocks[block].op, ir->blocks[block].region); at != block;
         at = ir->blocks[at].next)
        place++;
    return place;
}

static void compare_successor(pair *p, fp_op op, const fp_successor *a, const fp_successor *b) {
    if (a->block == FP_NONE || b->block == FP_NONE || place_of(p->custom, a->block) != place_of(p->generic, b->block) ||
        a->use_count != b->use_count) {
        fail(p, op, "successor");
        return;
    }
    for (uint32_t k = 0; k < a->use_count; k++)
        if (!same_value(p, p->custom->uses[a->first_use + k].value, p->generic->uses[b->first_use + k].value))
            fail(p, op, "successor's argument");
}

static void compare_op(pair *p, fp_op custom, fp_op generic) {
    const fp_op_node *a = &p->custom->ops[custom], *b = &p->generic->ops[generic];
    p->ops++;
    if (a->info != b->info) fail(p, custom, "row");
    if (a->damaged || b->damaged) fail(p, custom, "damage");
    if (a->result_count && a->result_count != b->result_count)
        fail(p, custom, "number of results"); /* results may go without names */
    if (a->region_count != b->region_count && !may_lack_regions(p, custom, generic))
        fail(p, custom, "number of regions");
    if (a->successor_count != b->successor_count) fail(p, custom, "number of successors");
    const fp_op_info *info = a->info;
    if (!info) return;
    compare_operand(p, custom, generic, info->read, "read");
    compare_operand(p, custom, generic, info->write, "write");
    compare_operand(p, custom, generic, info->second, "second");
    compare_operand(p, custom, generic, info->object, "object");
    compare_operand(p, custom, generic, info->condition, "condition");
    if (info->effect == FP_EFFECT_WRITE || info->effect == FP_EFFECT_ATOMIC)
        compare_operand(p, custom, generic, info->value, "value");
    compare_quantity(p, custom, generic, &info->count, "count");
    compare_quantity(p, custom, generic, &info->id, "id");
    if (info->shape == FP_SHAPE_INDEXED || info->shape == FP_SHAPE_LANES) {
        fp_operand buffer = info->write.ods >= 0 ? info->write : info->read;
        if (buffer.ods >= 0)
            compare_lists(p, custom, fp_ir_subscripts(p->custom, custom, buffer),
                          fp_ir_subscripts(p->generic, generic, buffer), "subscripts");
    }
    for (uint32_t k = 0; k < FP_LISTS_MAX; k++)
        if (info->lists[k].span)
            compare_lists(p, custom, fp_ir_list(p->custom, custom, k), fp_ir_list(p->generic, generic, k), "list");
    uint32_t count, count_too;
    const fp_use *inits = fp_ir_inits(p->custom, custom, &count),
                 *inits_too = fp_ir_inits(p->generic, generic, &count_too);
    bool same = count == count_too;
    for (uint32_t i = 0; same && i < count; i++) same = same_value(p, inits[i].value, inits_too[i].value);
    if (!same) fail(p, custom, "loop inits");
    for (uint32_t i = 0; i < a->successor_count && i < b->successor_count; i++)
        compare_successor(p, custom, &p->custom->successors[a->first_successor + i],
                          &p->generic->successors[b->first_successor + i]);
}

static void walk_op(pair *p, fp_op custom, fp_op generic);

static bool is_left_out(const pair *p, fp_op generic) { /* a terminator that the custom form does not print */
    const fp_op_info *info = p->generic->ops[generic].info;
    return info &&
           (info->effect == FP_EFFECT_YIELD || info->region == FP_REGION_BODY || info->effect == FP_EFFECT_RETURN);
}

static void walk_block(pair *p, fp_op op, fp_block custom, fp_block generic) {
    const fp_block_info *a = &p->custom->blocks[custom], *b = &p->generic->blocks[generic];
    if (a->arg_count != b->arg_count) {
        fail(p, op, "number of block arguments");
        printf("    %u | %u\n", a->arg_count, b->arg_count);
        return;
    }
    for (uint32_t i = 0; i < a->arg_count; i++)
        pair_values(p, op, a->first_arg + i, b->first_arg + i, "type of a block argument");
    fp_op at = a->first, too = b->first;
    while (at != FP_NONE && too != FP_NONE) {
        walk_op(p, at, too);
        at = p->custom->ops[at].next;
        too = p->generic->ops[too].next;
    }
    if (at != FP_NONE || (too != FP_NONE && !(is_left_out(p, too) && p->generic->ops[too].next == FP_NONE)))
        fail(p, op, "number of ops in a block");
}

static void walk_op(pair *p, fp_op custom, fp_op generic) {
    const fp_op_node *a = &p->custom->ops[custom], *b = &p->generic->ops[generic];
    if (!fp_str_equal(a->name, b->name)) {
        fail(p, custom, "name");
        printf("    %.*s | %.*s\n", FP_STR_ARG(a->name), FP_STR_ARG(b->name));
        return;
    }
    for (uint32_t i = 0; i < a->result_count && i < b->result_count; i++)
        pair_values(p, custom, a->first_result + i, b->first_result + i, "type of a result");
    compare_op(p, custom, generic);
    bool body = a->info && a->info->region == FP_REGION_BODY && a->region_count != b->region_count;
    for (uint32_t region = 0; !body && region < a->region_count && region < b->region_count; region++) {
        fp_block at = fp_ir_region(p->custom, custom, region), too = fp_ir_region(p->generic, generic, region);
        for (; at != FP_NONE && too != FP_NONE; at = p->custom->blocks[at].next, too = p->generic->blocks[too].next)
            walk_block(p, custom, at, too);
        if (at != too) fail(p, custom, "number of blocks");
    }
}

static uint32_t compare_files(const char *custom, const char *generic) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *left = fp_syntax_new(), *right = fp_syntax_new();
    fp_str a = read_file(keep, custom), b = read_file(keep, generic);
    uint32_t failures = 0, ops = 0;
    if (!a.data || !b.data) {
        printf("%s: cannot be read\n", a.data ? generic : custom);
        failures++;
    } else {
        struct fp_unit_context *x = fp_units_read(keep, left, a, NULL), *y = fp_units_read(keep, right, b, NULL);
        for (uint32_t i = 0; i < x->errors.len; i++)
            printf("%s: %.*s\n", custom, FP_STR_ARG(fp_variant_name(x->errors.data[i].phrase.sentence))), failures++;
        for (uint32_t i = 0; i < y->errors.len; i++)
            printf("%s: %.*s\n", generic, FP_STR_ARG(fp_variant_name(y->errors.data[i].phrase.sentence))), failures++;
        if (x->units.len != y->units.len)
            printf("%s: %u functions, %u in the generic form\n", custom, x->units.len, y->units.len), failures++;
        for (uint32_t u = 0; u < x->units.len && u < y->units.len; u++) {
            if (!fp_str_equal(x->units.data[u].name, y->units.data[u].name))
                printf("%s: function %u has two names\n", custom, u), failures++;
            pair p = {
                .keep = keep, .custom = fp_units_ir(keep, x, u), .generic = fp_units_ir(keep, y, u), .path = custom
            };
            p.twin = FP_NEW(keep, fp_value, p.custom->value_count + 1);
            memset(p.twin, 0xff, sizeof *p.twin * p.custom->value_count);
            walk_op(&p, 0, 0);
            failures += p.failures;
            ops += p.ops;
        }
    }
    printf("%s: %u ops, %u differences\n", custom, ops, failures);
    fp_syntax_drop(left);
    fp_syntax_drop(right);
    fp_arena_drop(keep);
    return failures;
}

int main(int argc, char **argv) {
    uint32_t failures = argc < 2;
    for (int i = 1; i < argc; i++) {
        char custom[1024];
        const char *form = strstr(argv[i], ".generic.mlir");
        if (!form || snprintf(custom, sizeof custom, "%.*s.mlir", (int)(form - argv[i]), argv[i]) >= (int)sizeof custom)
            abort();
        failures += compare_files(custom, argv[i]);
    }
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
