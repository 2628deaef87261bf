/* affine.c - a recursive descent parser that makes nodes as it reads. */
#include "address/affine.h"
#include "base/chars.h"
#include "read/lex.h"
#include <limits.h>
#include <string.h>

enum { OPERANDS_MAX = 64 };

struct parser {
    struct fp_exprs *exprs;
    fp_str text;
    size_t at;
    const fp_affine_names *names;
    fp_str formals[OPERANDS_MAX]; /* of a map or set: names of dimensions and symbols, in order */
    uint32_t formal_count, depth;
    bool failed;
};

static char peek(struct parser *p) {
    while (p->at < p->text.len && fp_is_space(p->text.data[p->at])) p->at++;
    return p->at < p->text.len ? p->text.data[p->at] : '\0';
}

static bool take(struct parser *p, const char *token) {
    (void)peek(p);
    size_t len = strlen(token);
    if (p->text.len - p->at < len || memcmp(p->text.data + p->at, token, len) != 0) return false;
    if (fp_is_letter(token[0]) && p->at + len < p->text.len && (fp_is_word(p->text.data[p->at + len]))) return false;
    p->at += len;
    return true;
}

static fp_str identifier(struct parser *p) {
    size_t start = (peek(p), p->at);
    while (p->at < p->text.len && fp_is_word(p->text.data[p->at])) p->at++;
    return fp_str_slice(p->text, start, p->at);
}

static fp_expr fail(struct parser *p) {
    p->failed = true;
    return fp_expr_constant(p->exprs, 0);
}

static fp_expr expression(struct parser *p);

static fp_expr number(struct parser *p) {
    int64_t value = 0;
    while (p->at < p->text.len && fp_is_digit(p->text.data[p->at])) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, p->text.data[p->at] - '0', &value))
            return fail(p);
        p->at++;
    }
    return fp_expr_constant(p->exprs, value);
}

static fp_expr value_name(struct parser *p) {
    size_t start = p->at;
    p->at += 1 + fp_lex_name(p->text, start).len;
    if (p->at < p->text.len && p->text.data[p->at] == '#') { /* %r#1 */
        p->at++;
        while (p->at < p->text.len && fp_is_digit(p->text.data[p->at])) p->at++;
    }
    fp_expr node = p->names->value ? p->names->value(p->names->context, (uint32_t)start) : FP_EXPR_NONE;
    return node == FP_EXPR_NONE ? fail(p) : node;
}

static fp_expr primary(struct parser *p) {
    char c = peek(p);
    if (c == '(') {
        if (++p->depth > FP_AFFINE_DEPTH_MAX) return fail(p);
        p->at++;
        fp_expr inner = expression(p);
        p->depth--;
        return take(p, ")") ? inner : fail(p);
    }
    if (c == '-') {
        if (++p->depth > FP_AFFINE_DEPTH_MAX) return fail(p);
        p->at++;
        fp_expr negated = fp_expr_scale(p->exprs, primary(p), -1);
        p->depth--;
        return negated;
    }
    if (fp_is_digit(c)) return number(p);
    if (c == '%') return value_name(p);
    if (take(p, "symbol")) {
        fp_expr inner = take(p, "(") && peek(p) == '%' ? value_name(p) : fail(p);
        return take(p, ")") ? inner : fail(p);
    }
    fp_str name = identifier(p);
    for (uint32_t i = 0; name.len && i < p->formal_count; i++)
        if (fp_str_equal(p->formals[i], name)) return i < p->names->operand_count ? p->names->operands[i] : fail(p);
    return fail(p);
}

static fp_expr factor(struct parser *p) {
    fp_expr a = primary(p);
    while (!p->failed) {
        if (take(p, "*"))
            a = fp_expr_mul(p->exprs, a, primary(p));
        else if (take(p, "floordiv"))
            a = fp_expr_floordiv(p->exprs, a, primary(p));
        else if (take(p, "ceildiv"))
            a = fp_expr_ceildiv(p->exprs, a, primary(p));
        else if (take(p, "mod"))
            a = fp_expr_floormod(p->exprs, a, primary(p));
        else
            break;
    }
    return a;
}

static fp_expr expression(struct parser *p) {
    fp_expr a = factor(p);
    while (!p->failed) {
        if (take(p, "+"))
            a = fp_expr_add(p->exprs, a, factor(p));
        else if (peek(p) == '-' && !(p->at + 1 < p->text.len && p->text.data[p->at + 1] == '>') && take(p, "-"))
            a = fp_expr_sub(p->exprs, a, factor(p));
        else
            break;
    }
    return a;
}

bool fp_affine_expression(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names, fp_expr *result) {
    struct parser p = { .exprs = exprs, .text = text, .names = names };
    fp_expr node = expression(&p);
    if (p.failed || peek(&p) != '\0') return false;
    *result = node;
    return true;
}

static void formals(struct parser *p, const char *close) {
    while (!take(p, close) && !p->failed) {
        fp_str name = identifier(p);
        if (name.len == 0 || p->formal_count == OPERANDS_MAX)
            p->failed = true;
        else
            p->formals[p->formal_count++] = name;
        (void)take(p, ",");
    }
}

/* `name<` when there is one, the formal operands, and `arrow`. */
static bool head(struct parser *p, const char *name, const char *arrow, bool *wrapped) {
    *wrapped = take(p, name);
    if (*wrapped && !take(p, "<")) return false;
    if (!take(p, "(")) return false;
    formals(p, ")");
    if (take(p, "[")) formals(p, "]");
    return !p->failed && take(p, arrow) && take(p, "(");
}

bool fp_affine_map(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names, fp_expr *results,
                   uint32_t *count) {
    struct parser p = { .exprs = exprs, .text = text, .names = names };
    fp_expr found[FP_AFFINE_RESULTS_MAX];
    uint32_t len = 0;
    bool wrapped;
    if (!head(&p, "affine_map", "->", &wrapped)) return false;
    while (!take(&p, ")")) {
        fp_expr node = expression(&p);
        if (p.failed || len == FP_AFFINE_RESULTS_MAX) return false;
        found[len++] = node;
        if (!take(&p, ",") && peek(&p) != ')') return false;
    }
    if (wrapped && !take(&p, ">")) return false;
    memcpy(results, found, len * sizeof *found);
    *count = len;
    return true;
}

bool fp_affine_set(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names, fp_expr *conditions,
                   uint32_t *count) {
    struct parser p = { .exprs = exprs, .text = text, .names = names };
    fp_expr found[FP_AFFINE_RESULTS_MAX];
    uint32_t len = 0;
    bool wrapped;
    if (!head(&p, "affine_set", ":", &wrapped)) return false;
    while (!take(&p, ")")) {
        fp_expr left = expression(&p);
        bool equal = take(&p, "=="), at_least = !equal && take(&p, ">="),
             at_most = !equal && !at_least && take(&p, "<=");
        if (!equal && !at_least && !at_most) return false;
        fp_expr right = expression(&p);
        if (p.failed || len == FP_AFFINE_RESULTS_MAX) return false;
        found[len++] = equal      ? fp_expr_equal(exprs, left, right)
                       : at_least ? fp_expr_not(exprs, fp_expr_less(exprs, left, right))
                                  : fp_expr_not(exprs, fp_expr_less(exprs, right, left));
        if (!take(&p, ",") && peek(&p) != ')') return false;
    }
    if (wrapped && !take(&p, ">")) return false;
    memcpy(conditions, found, len * sizeof *found);
    *count = len;
    return true;
}
