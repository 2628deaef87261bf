/* machine_formula.c - text of single threads: numbers that maps make of others (`affine.apply`), in the steps of the
 * formula by which addresses know them. */
#include "address/address_raw.h"
#include "address/address_state.h"
#include "streams/machine_compile.h"

enum { DEPTH_MAX = 16 };

static uint32_t made_of(fp_compiler *c, fp_op op, fp_arith arith, uint32_t a, uint32_t b) {
    if (a == FP_NONE || b == FP_NONE) return FP_NONE;
    uint32_t made = fp_code_register(c);
    fp_code_number(c, op, made, (fp_number_op){ .arith = (uint8_t)arith, .width = 64, .from = 64 }, a, b);
    return made;
}

static uint32_t formula(fp_compiler *c, fp_op op, fp_expr node, uint32_t depth);

static uint32_t sum_of(fp_compiler *c, fp_op op, const fp_expr_info *sum, const fp_term *terms, uint32_t depth) {
    uint32_t total = fp_code_constant(c, sum->constant, op);
    for (uint32_t i = 0; i < sum->term_count && total != FP_NONE; i++) {
        uint32_t part = formula(c, op, terms[i].node, depth + 1);
        if (terms[i].coefficient != 1)
            part = made_of(c, op, FP_ARITH_MUL, part, fp_code_constant(c, terms[i].coefficient, op));
        total = made_of(c, op, FP_ARITH_ADD, total, part);
    }
    return total;
}

static uint32_t all_of(fp_compiler *c, fp_op op, fp_arith arith, const fp_expr_info *n, const fp_term *terms,
                       uint32_t depth) {
    uint32_t made = formula(c, op, terms[0].node, depth + 1);
    for (uint32_t i = 1; i < n->term_count; i++)
        made = made_of(c, op, arith, made, formula(c, op, terms[i].node, depth + 1));
    return made;
}

/* The register that holds the number; FP_NONE: something in it is no step that a run takes. */
static uint32_t formula(fp_compiler *c, fp_op op, fp_expr node, uint32_t depth) {
    const struct fp_exprs *exprs = &c->frame->kernel->addresses->exprs;
    const fp_expr_info info = *fp_expr_at(exprs, node), *n = &info;
    const fp_term *terms = fp_expr_terms(exprs, node);
    if (depth == DEPTH_MAX) return FP_NONE;
    if (n->op == FP_EXPR_CONSTANT) return fp_code_constant(c, n->constant, op);
    if (n->op == FP_EXPR_SYMBOL || n->op == FP_EXPR_OPAQUE) {
        bool own = n->id >= c->frame->ir->value_count || n->id == c->frame->ir->ops[op].first_result;
        return own ? FP_NONE : fp_code_value(c, n->id);
    }
    if (n->op == FP_EXPR_SUM) return sum_of(c, op, n, terms, depth);
    if (n->op == FP_EXPR_PRODUCT) return all_of(c, op, FP_ARITH_MUL, n, terms, depth);
    if (n->op == FP_EXPR_MIN) return all_of(c, op, FP_ARITH_MINS, n, terms, depth);
    if (n->op == FP_EXPR_MAX) return all_of(c, op, FP_ARITH_MAXS, n, terms, depth);
    if (n->op != FP_EXPR_DIV && n->op != FP_EXPR_MOD) return FP_NONE;
    uint32_t whole = formula(c, op, terms[0].node, depth + 1), by = fp_code_constant(c, n->constant, op);
    uint32_t quotient = made_of(c, op, FP_ARITH_FLOORDIVS, whole, by);
    if (n->op == FP_EXPR_DIV) return quotient;
    return made_of(c, op, FP_ARITH_SUB, whole, made_of(c, op, FP_ARITH_MUL, quotient, by));
}

bool fp_code_formula(fp_compiler *c, fp_op op) {
    const fp_op_node *node = &c->frame->ir->ops[op];
    bool map = node->info && node->info->arith >= FP_ARITH_AFFINE_APPLY && node->info->arith <= FP_ARITH_AFFINE_MAX;
    if (!map || node->result_count != 1) return false;
    uint32_t number = formula(c, op, fp_address_value(c->frame->kernel->addresses, node->first_result), 0);
    if (number == FP_NONE) return false;
    fp_code *code = fp_code_push(c, FP_CODE_MOVE, op);
    code->dst = fp_code_value(c, node->first_result), code->a = number;
    return true;
}
