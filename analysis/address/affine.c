/* affine.c - a recursive descent parser that makes nodes as it reads. */
#include "address/affine.h"
#include "read/lex.h"
#include <string.h>

enum { OPERANDS_MAX = 64 };

struct parser {
    struct fp_exprs *exprs;
    const fp_affine_names *names;
    fp_lexer lexer;
    fp_token token; /* the next one, if there is `more` */
    bool more, failed;
    fp_str formals[OPERANDS_MAX]; /* of a map or set: names of dimensions and symbols, in order */
    uint32_t formal_count, depth;
};

static void advance(struct parser *p) {
    p->lexer.before = FP_TOKEN_CLOSE; /* a minus is an operator here, never the sign of a number */
    p->more = fp_lex_next(&p->lexer, &p->token);
}

static struct parser start(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names) {
    fp_span whole = { 0, (uint32_t)text.len };
    struct parser p = { .exprs = exprs, .names = names, .lexer = fp_lex_start(text, whole) };
    advance(&p);
    return p;
}

static bool is_kind(const struct parser *p, fp_token_kind kind) { return p->more && p->token.kind == kind; }

static fp_str next_text(const struct parser *p) {
    return p->more ? fp_str_slice(p->lexer.text, p->token.span.start, p->token.span.end) : (fp_str){ 0 };
}

static bool is_next(const struct parser *p, const char *text) { return fp_str_equal(next_text(p), fp_str_of(text)); }

static bool take(struct parser *p, const char *text) {
    if (!is_next(p, text)) return false;
    advance(p);
    return true;
}

/* Names of dimensions may look like types (`i4`). */
static fp_str identifier(struct parser *p) {
    if (!is_kind(p, FP_TOKEN_WORD) && !is_kind(p, FP_TOKEN_TYPE)) return (fp_str){ 0 };
    fp_str name = next_text(p);
    advance(p);
    return name;
}

static fp_expr fail(struct parser *p) {
    p->failed = true;
    return fp_expr_constant(p->exprs, 0);
}

static fp_expr expression(struct parser *p);

static fp_expr number(struct parser *p) {
    int64_t value;
    if (!fp_str_int(next_text(p), &value)) return fail(p);
    advance(p);
    return fp_expr_constant(p->exprs, value);
}

static fp_expr value_name(struct parser *p) {
    uint32_t offset = p->token.span.start;
    advance(p);
    fp_expr node = p->names->value ? p->names->value(p->names->context, offset) : FP_EXPR_NONE;
    return node == FP_EXPR_NONE ? fail(p) : node;
}

static fp_expr formal(struct parser *p) {
    fp_str name = identifier(p);
    for (uint32_t i = 0; name.len && i < p->formal_count; i++)
        if (fp_str_equal(p->formals[i], name)) return i < p->names->operand_count ? p->names->operands[i] : fail(p);
    return fail(p);
}

static fp_expr primary(struct parser *p) {
    if (take(p, "(")) {
        if (++p->depth > FP_AFFINE_DEPTH_MAX) return fail(p);
        fp_expr inner = expression(p);
        p->depth--;
        return take(p, ")") ? inner : fail(p);
    }
    if (take(p, "-")) {
        if (++p->depth > FP_AFFINE_DEPTH_MAX) return fail(p);
        fp_expr negated = fp_expr_scale(p->exprs, primary(p), -1);
        p->depth--;
        return negated;
    }
    if (is_kind(p, FP_TOKEN_INT)) return number(p);
    if (is_kind(p, FP_TOKEN_VALUE)) return value_name(p);
    if (take(p, "symbol")) {
        fp_expr inner = take(p, "(") && is_kind(p, FP_TOKEN_VALUE) ? value_name(p) : fail(p);
        return take(p, ")") ? inner : fail(p);
    }
    return formal(p);
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
        else if (take(p, "-"))
            a = fp_expr_sub(p->exprs, a, factor(p));
        else
            break;
    }
    return a;
}

bool fp_affine_expression(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names, fp_expr *result) {
    struct parser p = start(exprs, text, names);
    fp_expr node = expression(&p);
    if (p.failed || p.more) return false;
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

/* "affine_map<(d0) -> (d0)>" without `name<` and `>`; a text that does not start with the name is returned whole. */
static fp_str inside(fp_str text, fp_str name) {
    text = fp_str_trim(text);
    if (!fp_str_starts(text, name)) return text;
    text = fp_str_trim(fp_str_slice(text, name.len, text.len));
    bool whole = fp_str_starts(text, FP_STR("<")) && fp_str_ends(text, FP_STR(">"));
    return whole ? fp_str_slice(text, 1, text.len - 1) : (fp_str){ 0 };
}

/* The formal operands and `arrow`. */
static bool head(struct parser *p, const char *arrow) {
    if (!take(p, "(")) return false;
    formals(p, ")");
    if (take(p, "[")) formals(p, "]");
    return !p->failed && take(p, arrow) && take(p, "(");
}

bool fp_affine_map(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names, fp_expr *results,
                   uint32_t *count) {
    struct parser p = start(exprs, inside(text, FP_STR("affine_map")), names);
    fp_expr found[FP_AFFINE_RESULTS_MAX];
    uint32_t len = 0;
    if (!head(&p, "->")) return false;
    while (!take(&p, ")")) {
        fp_expr node = expression(&p);
        if (p.failed || len == FP_AFFINE_RESULTS_MAX) return false;
        found[len++] = node;
        if (!take(&p, ",") && !is_next(&p, ")")) return false;
    }
    memcpy(results, found, len * sizeof *found);
    *count = len;
    return true;
}

bool fp_affine_set(struct fp_exprs *exprs, fp_str text, const fp_affine_names *names, fp_expr *conditions,
                   uint32_t *count) {
    struct parser p = start(exprs, inside(text, FP_STR("affine_set")), names);
    fp_expr found[FP_AFFINE_RESULTS_MAX];
    uint32_t len = 0;
    if (!head(&p, ":")) return false;
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
        if (!take(&p, ",") && !is_next(&p, ")")) return false;
    }
    memcpy(conditions, found, len * sizeof *found);
    *count = len;
    return true;
}
