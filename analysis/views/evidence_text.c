#include "views/evidence_text.h"
#include "address/address_leaf.h"
#include "address/expr_build.h"
#include "address/overlap.h"
#include "engine/sync_notes.h"
#include <string.h>

typedef struct {
    struct fp_addresses *a;
    const fp_renderer *renderer;
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

static void write_node(text *t, fp_expr node, uint32_t depth);

static void write_sum(text *t, fp_expr node, uint32_t depth) {
    struct fp_addresses *a = t->a;
    fp_expr_info n = *fp_expr_at(&a->exprs, node);
    for (uint32_t i = 0; i < n.term_count; i++) {
        fp_term term = a->exprs.terms.data[n.first_term + i];
        bool minus = term.coefficient < 0;
        if (i || minus) put(t, minus ? (i ? FP_STR(" - ") : FP_STR("-")) : FP_STR(" + "));
        uint64_t size = minus ? 0 - (uint64_t)term.coefficient : (uint64_t)term.coefficient;
        if (size != 1) put(t, fp_str_printf(a->keep, "%llu*", (unsigned long long)size));
        write_node(t, term.node, depth + 1);
    }
    if (n.constant)
        put(t, fp_str_printf(a->keep, n.constant < 0 ? " - %llu" : " + %llu",
                             (unsigned long long)(n.constant < 0 ? 0 - (uint64_t)n.constant : (uint64_t)n.constant)));
}

static void write_node(text *t, fp_expr node, uint32_t depth) {
    struct fp_addresses *a = t->a;
    fp_expr_info n = *fp_expr_at(&a->exprs, node);
    if (depth > 12 || t->len > sizeof t->data - 128) {
        put(t, FP_STR(".."));
        return;
    }
    if (n.op == FP_EXPR_CONSTANT) {
        put(t, fp_str_printf(a->keep, "%lld", (long long)n.constant));
    } else if (fp_expr_is_leaf(&a->exprs, node)) {
        fp_phrase leaf = fp_address_leaf_phrase(a, node);
        put(t, fp_render(t->renderer, &leaf, FP_FORM_FULL));
        if (n.op != FP_EXPR_STEP && (n.instance & FP_INSTANCE_LATER)) put(t, FP_STR("'"));
    } else if (n.op == FP_EXPR_SUM) {
        if (depth) put(t, FP_STR("("));
        write_sum(t, node, depth);
        if (depth) put(t, FP_STR(")"));
    } else if (n.op == FP_EXPR_WRAP) {
        put(t, fp_str_printf(a->keep, "i%u", n.width));
        put(t, FP_STR("("));
        write_node(t, a->exprs.terms.data[n.first_term].node, 0);
        put(t, FP_STR(")"));
    } else {
        static const char *const before[] = {
            [FP_EXPR_FIRST_LANE] = "first_lane", [FP_EXPR_TABLE] = "table", [FP_EXPR_UNSIGNED] = "unsigned"
        };
        bool named = n.op == FP_EXPR_FIRST_LANE || n.op == FP_EXPR_TABLE || n.op == FP_EXPR_UNSIGNED;
        if (named) put(t, fp_str_of(before[n.op]));
        put(t, FP_STR("("));
        for (uint32_t i = 0; i < n.term_count; i++) {
            if (i) put(t, n.op == FP_EXPR_SELECT && i == 2 ? FP_STR(" : ") : fp_str_of(operators[n.op]));
            write_node(t, a->exprs.terms.data[n.first_term + i].node, depth + 1);
        }
        if (n.op == FP_EXPR_DIV || n.op == FP_EXPR_MOD)
            put(t, fp_str_printf(a->keep, n.op == FP_EXPR_DIV ? " floordiv %lld" : " mod %lld", (long long)n.constant));
        if (n.op == FP_EXPR_NEGATIVE) put(t, FP_STR(" < 0"));
        if (n.op == FP_EXPR_ZERO) put(t, FP_STR(" == 0"));
        put(t, FP_STR(")"));
    }
}

fp_str fp_footprint_text(const fp_renderer *renderer, struct fp_addresses *a, fp_footprint footprint) {
    const fp_footprint_info f = a->footprints.data[footprint];
    fp_phrase unknown = fp_phrase_of(footprint == 0 ? FP_WORD_ADDRESS_UNKNOWN : f.blocked);
    if (footprint == 0) return fp_render(renderer, &unknown, FP_FORM_FULL);
    struct fp_arena *keep = renderer->keep;
    text *t = FP_NEW(keep, text, 1);
    t->a = a;
    t->renderer = renderer;
    if (f.blocked)
        put(t, fp_render(renderer, &unknown, FP_FORM_FULL));
    else
        write_node(t, f.address, 0);
    if (f.modular) put(t, FP_STR(" (mod 2^32)"));
    put(t, fp_str_printf(keep, ", %u bytes", f.width));
    if (f.segment_count > 1) put(t, fp_str_printf(keep, " at %u places", f.segment_count));
    fp_guard_set set = a->guard_sets.data[f.guards];
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard g = a->guard_lists.data[set.first + i];
        put(t, i ? FP_STR(" and ") : FP_STR(" where "));
        if (g.negated) put(t, FP_STR("not "));
        write_node(t, g.node, 0);
    }
    return (fp_str){ t->data, t->len };
}

fp_str fp_reason_text(const fp_renderer *renderer, const fp_overlap_answer *answer) {
    static const fp_str steps[] = {
#define FP_DECISION_WORDS(name, key, words) { words, sizeof words - 1 },
        FP_DECISIONS(FP_DECISION_WORDS)
#undef FP_DECISION_WORDS
    };
    if (answer->reason.sentence) return fp_render(renderer, &answer->reason, FP_FORM_FULL);
    fp_str step = steps[answer->decided];
    return fp_str_slice(step, fp_str_find(step, ':') + 2, step.len); /* "apart: byte ranges" */
}

fp_str fp_verdict_text(const fp_renderer *renderer, fp_verdict verdict) {
    fp_phrase phrase = fp_phrase_of(fp_verdict_word(verdict));
    return fp_render(renderer, &phrase, FP_FORM_FULL);
}
