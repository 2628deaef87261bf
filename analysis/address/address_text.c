#include "address/address_text.h"
#include "address/expr_build.h"
#include "address/overlap.h"
#include <string.h>

uint32_t fp_address_line(struct fp_addresses *a, uint32_t offset) {
    if (a->ir->context && a->ir->context->lines.count) return fp_unit_line(a->ir->context, offset);
    if (a->line_at.line == 0 || a->line_at.offset > offset) a->line_at.line = 1, a->line_at.offset = 0;
    const char *text = a->ir->text.data, *end = text + (offset < a->ir->text.len ? offset : a->ir->text.len);
    for (const char *p = text + a->line_at.offset; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
        a->line_at.line++;
    a->line_at.offset = (uint32_t)(end - text);
    return a->line_at.line;
}

static fp_str op_words(struct fp_addresses *a, fp_value value) {
    const fp_value_info *v = &a->ir->values[value];
    if (v->def == FP_NONE) return v->name;
    const fp_op_info *info = a->ir->ops[v->def].info;
    uint32_t line = fp_address_line(a, v->block != FP_NONE ? v->span.start : a->ir->ops[v->def].span.start);
    const char *what = "the value";
    if (v->block == FP_NONE && info) {
        if (info->effect == FP_EFFECT_READ)
            what = "the load";
        else if (info->effect == FP_EFFECT_ATOMIC)
            what = "the atomic";
        else if (info->effect == FP_EFFECT_CALL)
            what = "the call";
        else if (info->region != FP_REGION_NONE)
            what = "the result";
    }
    if (v->block != FP_NONE || !strcmp(what, "the value"))
        return fp_str_printf(a->keep, "%.*s on line %u", FP_STR_ARG(v->name), line);
    return fp_str_printf(a->keep, "%s on line %u", what, line);
}

fp_str fp_address_leaf_name(struct fp_addresses *a, fp_expr leaf) {
    static const char *const dimensions[] = { "x", "y", "z" };
    fp_expr_info n = *fp_expr_at(&a->exprs, leaf);
    switch ((fp_expr_op)n.op) {
    case FP_EXPR_THREAD: return fp_str_printf(a->keep, "thread.%s", dimensions[n.id]);
    case FP_EXPR_ITER:
    case FP_EXPR_MORE:
    case FP_EXPR_TRIPS:
    case FP_EXPR_EXIT: {
        fp_op op = n.id < a->loops.len ? a->loops.data[n.id].info.op : FP_NONE;
        uint32_t line = op == FP_NONE ? 0 : fp_address_line(a, a->ir->ops[op].span.start);
        return fp_str_printf(a->keep,
                             n.op == FP_EXPR_ITER || n.op == FP_EXPR_MORE ? "the iteration of the loop on line %u"
                                                                          : "the trip count of the loop on line %u",
                             line);
    }
    case FP_EXPR_SYMBOL:
    case FP_EXPR_OPAQUE:
        if (n.instance >= FP_INSTANCE_SIZE && n.instance < FP_INSTANCE_DROPPED && n.id < a->ir->value_count)
            return fp_str_printf(a->keep, "dimension %u of %.*s", n.instance / FP_INSTANCE_SIZE - 1,
                                 FP_STR_ARG(a->ir->values[n.id].name));
        if (n.id >= FP_SYMBOL_BLOCK_ID && n.id < FP_SYMBOL_BLOCK_ID + 3)
            return fp_str_printf(a->keep, "block id %s", dimensions[n.id - FP_SYMBOL_BLOCK_ID]);
        if (n.id >= FP_SYMBOL_GRID_DIM && n.id < FP_SYMBOL_GRID_DIM + 3)
            return fp_str_printf(a->keep, "grid size %s", dimensions[n.id - FP_SYMBOL_GRID_DIM]);
        if (n.id >= FP_SYMBOL_BLOCK_DIM && n.id < FP_SYMBOL_BLOCK_DIM + 3)
            return fp_str_printf(a->keep, "block size %s", dimensions[n.id - FP_SYMBOL_BLOCK_DIM]);
        if (n.id == FP_SYMBOL_LINEAR) return FP_STR("the linear thread id in a block of unknown extents");
        if (n.id == FP_SYMBOL_WAVES) return FP_STR("the number of waves");
        if (n.id >= a->ir->value_count) return FP_STR("an expression that is not followed");
        return n.op == FP_EXPR_SYMBOL ? a->ir->values[n.id].name : op_words(a, n.id);
    case FP_EXPR_BASE: return FP_STR("base");
    case FP_EXPR_STEP: return n.instance ? FP_STR("the iteration") : FP_STR("a multiple of its period");
    case FP_EXPR_CONSTANT:
    case FP_EXPR_CARRIED:
    case FP_EXPR_SUM:
    case FP_EXPR_PRODUCT:
    case FP_EXPR_DIV:
    case FP_EXPR_MOD:
    case FP_EXPR_FLOORDIV:
    case FP_EXPR_FLOORMOD:
    case FP_EXPR_QUOTIENT:
    case FP_EXPR_REMAINDER:
    case FP_EXPR_AND:
    case FP_EXPR_OR:
    case FP_EXPR_XOR:
    case FP_EXPR_SHL:
    case FP_EXPR_SHR:
    case FP_EXPR_MIN:
    case FP_EXPR_MAX:
    case FP_EXPR_NEGATIVE:
    case FP_EXPR_ZERO:
    case FP_EXPR_BELOW:
    case FP_EXPR_SELECT:
    case FP_EXPR_TABLE:
    case FP_EXPR_WRAP:
    case FP_EXPR_UNSIGNED:
    case FP_EXPR_FIRST_LANE: break;
    }
    return FP_STR("?");
}

/* ---- Expressions ---- */

typedef struct {
    char data[2048];
    size_t len;
} text;
static void put(text *t, fp_str s) {
    size_t room = sizeof t->data - t->len, len = s.len < room ? s.len : room;
    memcpy(t->data + t->len, s.data, len);
    t->len += len;
}

static const char *const operators[] = { [FP_EXPR_PRODUCT] = " * ",    [FP_EXPR_FLOORDIV] = " floordiv ",
                                         [FP_EXPR_FLOORMOD] = " mod ", [FP_EXPR_QUOTIENT] = " / ",
                                         [FP_EXPR_REMAINDER] = " % ",  [FP_EXPR_AND] = " & ",
                                         [FP_EXPR_OR] = " | ",         [FP_EXPR_XOR] = " ^ ",
                                         [FP_EXPR_SHL] = " << ",       [FP_EXPR_SHR] = " >> ",
                                         [FP_EXPR_MIN] = " min ",      [FP_EXPR_MAX] = " max ",
                                         [FP_EXPR_BELOW] = " <u ",     [FP_EXPR_SELECT] = " ? ",
                                         [FP_EXPR_TABLE] = ", " };

static void write_node(struct fp_addresses *a, text *t, fp_expr node, uint32_t depth);

static void write_sum(struct fp_addresses *a, text *t, fp_expr node, uint32_t depth) {
    fp_expr_info n = *fp_expr_at(&a->exprs, node);
    for (uint32_t i = 0; i < n.term_count; i++) {
        fp_term term = a->exprs.terms.data[n.first_term + i];
        bool minus = term.coefficient < 0;
        if (i || minus) put(t, minus ? (i ? FP_STR(" - ") : FP_STR("-")) : FP_STR(" + "));
        uint64_t size = minus ? 0 - (uint64_t)term.coefficient : (uint64_t)term.coefficient;
        if (size != 1) put(t, fp_str_printf(a->keep, "%llu*", (unsigned long long)size));
        write_node(a, t, term.node, depth + 1);
    }
    if (n.constant)
        put(t, fp_str_printf(a->keep, n.constant < 0 ? " - %llu" : " + %llu",
                             (unsigned long long)(n.constant < 0 ? 0 - (uint64_t)n.constant : (uint64_t)n.constant)));
}

static void write_node(struct fp_addresses *a, text *t, fp_expr node, uint32_t depth) {
    fp_expr_info n = *fp_expr_at(&a->exprs, node);
    if (depth > 12 || t->len > sizeof t->data - 128) {
        put(t, FP_STR(".."));
        return;
    }
    if (n.op == FP_EXPR_CONSTANT) {
        put(t, fp_str_printf(a->keep, "%lld", (long long)n.constant));
    } else if (fp_expr_is_leaf(&a->exprs, node)) {
        put(t, fp_address_leaf_name(a, node));
        if (n.op != FP_EXPR_STEP && (n.instance & FP_INSTANCE_LATER)) put(t, FP_STR("'"));
    } else if (n.op == FP_EXPR_SUM) {
        if (depth) put(t, FP_STR("("));
        write_sum(a, t, node, depth);
        if (depth) put(t, FP_STR(")"));
    } else if (n.op == FP_EXPR_WRAP) {
        put(t, fp_str_printf(a->keep, "i%u", n.width));
        put(t, FP_STR("("));
        write_node(a, t, a->exprs.terms.data[n.first_term].node, 0);
        put(t, FP_STR(")"));
    } else {
        static const char *const before[] = {
            [FP_EXPR_FIRST_LANE] = "first_lane", [FP_EXPR_TABLE] = "table", [FP_EXPR_UNSIGNED] = "unsigned"
        };
        bool named = n.op == FP_EXPR_FIRST_LANE || n.op == FP_EXPR_TABLE || n.op == FP_EXPR_UNSIGNED;
        if (named) put(t, (fp_str){ before[n.op], strlen(before[n.op]) });
        put(t, FP_STR("("));
        for (uint32_t i = 0; i < n.term_count; i++) {
            if (i)
                put(t, n.op == FP_EXPR_SELECT && i == 2 ? FP_STR(" : ")
                                                        : (fp_str){ operators[n.op], strlen(operators[n.op]) });
            write_node(a, t, a->exprs.terms.data[n.first_term + i].node, depth + 1);
        }
        if (n.op == FP_EXPR_DIV || n.op == FP_EXPR_MOD)
            put(t, fp_str_printf(a->keep, n.op == FP_EXPR_DIV ? " floordiv %lld" : " mod %lld", (long long)n.constant));
        if (n.op == FP_EXPR_NEGATIVE) put(t, FP_STR(" < 0"));
        if (n.op == FP_EXPR_ZERO) put(t, FP_STR(" == 0"));
        put(t, FP_STR(")"));
    }
}

fp_str fp_footprint_describe(struct fp_arena *keep, const struct fp_addresses *addresses, fp_footprint footprint) {
    struct fp_addresses *a =
        (struct fp_addresses *)(uintptr_t)addresses; /* names are made in its arena; nothing else changes */
    const fp_footprint_info f = a->footprints.data[footprint];
    if (footprint == 0) return FP_STR("address not known");
    text *t = FP_NEW(keep, text, 1);
    if (f.blocked.len)
        put(t, f.blocked);
    else
        write_node(a, t, f.address, 0);
    if (f.modular) put(t, FP_STR(" (mod 2^32)"));
    put(t, fp_str_printf(keep, ", %u bytes", f.width));
    if (f.segment_count > 1) put(t, fp_str_printf(keep, " at %u places", f.segment_count));
    fp_guard_set set = a->guard_sets.data[f.guards];
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard g = a->guard_lists.data[set.first + i];
        put(t, i ? FP_STR(" and ") : FP_STR(" where "));
        if (g.negated) put(t, FP_STR("not "));
        write_node(a, t, g.node, 0);
    }
    return (fp_str){ t->data, t->len };
}
