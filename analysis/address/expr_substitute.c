/* expr_substitute.c - tables, walks over leaves, substitution, and the parts of a sum. */
#include "address/expr_build.h"
#include <assert.h>
#include <string.h>

/* ---- Tables ---- */

/* Numbers 0 .. count-1 that go up by one around the circle, or down: a remainder says the same and divides better. */
static bool as_remainder(struct fp_exprs *exprs, const int64_t *numbers, uint32_t count, fp_expr at, fp_expr *result) {
    bool up = true, down = true;
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] != (numbers[0] + i) % count) up = false;
        if (numbers[i] != (numbers[0] + count - i) % count) down = false;
    }
    if (!up && !down) return false;
    fp_expr start = fp_expr_constant(exprs, numbers[0]);
    fp_expr sum = up ? fp_expr_add(exprs, start, at) : fp_expr_sub(exprs, start, at);
    *result = fp_expr_floormod(exprs, sum, fp_expr_constant(exprs, count));
    return true;
}

/* constant + coefficient * (a remainder by `length`, or an entry of a list that comes again after `length`), read at
 * `at`; length 0: it is none. */
typedef struct {
    int64_t constant, coefficient, length;
    fp_expr round, at; /* round: the remainder, or the table */
} circle;

static circle circle_of(struct fp_exprs *exprs, fp_expr node) {
    fp_term single;
    uint32_t count;
    circle c = { .length = 0 };
    const fp_term *terms = fp_sum_view(exprs, node, &single, &count, &c.constant);
    if (count != 1) return c;
    c.round = terms->node;
    c.coefficient = terms->coefficient;
    const fp_expr_info *n = fp_expr_at(exprs, c.round);
    bool cyclic = n->op == FP_EXPR_TABLE && n->id == 0 && n->width;
    if (n->op != FP_EXPR_MOD && !cyclic) return c;
    c.at = fp_expr_terms(exprs, c.round)->node;
    c.length = cyclic ? n->term_count - 1 : n->constant;
    return c;
}

/* Where the list of `later` is that of `first`, so many entries on, it reads what `first` would at its own index and so
 * many more. FP_EXPR_NONE: it is another list. */
static fp_expr index_in(struct fp_exprs *exprs, const circle *first, const circle *later) {
    if (later->length != first->length || later->constant != first->constant ||
        later->coefficient != first->coefficient ||
        fp_expr_at(exprs, later->round)->op != fp_expr_at(exprs, first->round)->op)
        return FP_EXPR_NONE;
    if (fp_expr_at(exprs, first->round)->op == FP_EXPR_MOD) return later->at;
    const fp_term *a = fp_expr_terms(exprs, first->round) + 1, *b = fp_expr_terms(exprs, later->round) + 1;
    uint32_t length = (uint32_t)first->length;
    for (uint32_t turn = 0; turn < length; turn++) {
        uint32_t i = 0;
        while (i < length && b[i].node == a[(i + turn) % length].node) i++;
        if (i == length) return fp_expr_offset(exprs, later->at, turn);
    }
    return FP_EXPR_NONE;
}

/* At which index the circle reads `node`, one of the values that it goes through; FP_EXPR_NONE: at none. */
static fp_expr index_of_value(struct fp_exprs *exprs, const circle *c, fp_expr node) {
    fp_expr value = fp_expr_offset(exprs, node, -c->constant);
    if (c->coefficient != 1) {
        if (!fp_expr_is_constant(exprs, value) || fp_expr_at(exprs, value)->constant % c->coefficient)
            return FP_EXPR_NONE;
        value = fp_expr_constant(exprs, fp_expr_at(exprs, value)->constant / c->coefficient);
    }
    if (fp_expr_at(exprs, c->round)->op == FP_EXPR_MOD) {
        const fp_expr_info *n = fp_expr_at(exprs, value);
        return n->op == FP_EXPR_CONSTANT && n->constant >= 0 && n->constant < c->length ? value : FP_EXPR_NONE;
    }
    for (uint32_t i = 0; i < (uint32_t)c->length; i++)
        if (fp_expr_terms(exprs, c->round)[i + 1].node == value) return fp_expr_constant(exprs, i);
    return FP_EXPR_NONE;
}

static fp_expr read_circle(struct fp_exprs *exprs, const circle *c, fp_expr at) {
    fp_expr list[FP_TABLE_MAX], round;
    if (fp_expr_at(exprs, c->round)->op == FP_EXPR_MOD) {
        round = fp_expr_floormod(exprs, at, fp_expr_constant(exprs, c->length));
    } else {
        for (uint32_t i = 0; i < (uint32_t)c->length; i++) list[i] = fp_expr_terms(exprs, c->round)[i + 1].node;
        round = fp_expr_table(exprs, list, (uint32_t)c->length, 0, at);
    }
    return fp_expr_offset(exprs, fp_expr_scale(exprs, round, c->coefficient), c->constant);
}

/* Entries that read one circle, each entry a step further than the one before, as buffers do that two loops turn: the
 * circle itself, read `at` steps further. wraps: behind the last entry the first one comes again. */
static bool as_circle(struct fp_exprs *exprs, const fp_expr *entries, uint32_t count, bool wraps, fp_expr at,
                      fp_expr *result) {
    circle whole = { .length = 0 };
    for (uint32_t i = 0; i < count && !whole.length; i++) whole = circle_of(exprs, entries[i]);
    if (!whole.length || whole.length > FP_TABLE_MAX || count < 2) return false;
    fp_expr modulus = fp_expr_constant(exprs, whole.length), first = 0, step = 0, before = 0;
    for (uint32_t i = 0; i < count; i++) {
        circle own = circle_of(exprs, entries[i]);
        fp_expr index = own.length ? index_in(exprs, &whole, &own) : index_of_value(exprs, &whole, entries[i]);
        if (index == FP_EXPR_NONE) return false;
        fp_expr by = fp_expr_floormod(exprs, fp_expr_sub(exprs, index, before), modulus);
        if (i > 1 && by != step) return false;
        if (i == 0) first = index;
        step = by;
        before = index;
    }
    if (wraps && fp_expr_floormod(exprs, fp_expr_scale(exprs, step, count), modulus) != 0) return false;
    *result = read_circle(exprs, &whole, fp_expr_add(exprs, first, fp_expr_mul(exprs, at, step)));
    return true;
}

fp_expr fp_expr_table(struct fp_exprs *exprs, const fp_expr *entries, uint32_t count, uint32_t prefix, fp_expr at) {
    assert(count > 0 && count <= FP_TABLE_MAX && prefix <= count);
    const fp_expr_info *index = fp_expr_at(exprs, at);
    if (index->low >= 0 && index->high < count) prefix = count = (uint32_t)index->high + 1; /* no others are read */
    uint32_t period = count - prefix;
    fp_expr inside = at;
    if (period && index->low >= prefix)
        inside = fp_expr_floormod(exprs, fp_expr_offset(exprs, at, -(int64_t)prefix), fp_expr_constant(exprs, period));
    if (fp_expr_is_constant(exprs, inside)) {
        int64_t i = fp_expr_at(exprs, inside)->constant + (inside != at ? prefix : 0);
        if (i >= prefix && period) i = prefix + (i - prefix) % period;
        if (i >= 0 && i < count) return entries[i];
        return fp_expr_unknown(exprs, FP_DEPENDS_OPAQUE, -FP_FAR, FP_FAR, 0); /* an iteration that does not exist */
    }
    int64_t numbers[FP_TABLE_MAX], gcd = 0;
    bool same = true, numeric = true;
    for (uint32_t i = 0; i < count; i++) {
        if (entries[i] != entries[0]) same = false;
        fp_expr difference = fp_expr_sub(exprs, entries[i], entries[0]);
        numeric &= fp_expr_is_constant(exprs, difference);
        numbers[i] = fp_expr_at(exprs, difference)->constant;
        gcd = fp_gcd(gcd, numbers[i]);
    }
    if (same) return entries[0];
    fp_expr turned;
    if (!numeric && prefix == (period ? 0 : count) && as_circle(exprs, entries, count, period > 0, at, &turned))
        return turned;
    fp_term terms[FP_TABLE_MAX + 1] = { { 1, at } };
    fp_expr_info info = { .op = FP_EXPR_TABLE, .id = prefix, .width = period > 0, .low = FP_FAR, .high = -FP_FAR };
    if (numeric) { /* all entries are base + gcd * number */
        int64_t least = 0;
        bool line = !period;
        for (uint32_t i = 0; i < count; i++) {
            if (numbers[i] < least) least = numbers[i];
            if (numbers[i] != (int64_t)i * numbers[count > 1]) line = false;
        }
        if (line) return fp_expr_add(exprs, entries[0], fp_expr_scale(exprs, at, numbers[count > 1]));
        for (uint32_t i = 0; i < count; i++) numbers[i] = (numbers[i] - least) / gcd;
        fp_expr base = fp_expr_offset(exprs, entries[0], least), rest;
        if (prefix == 0 && as_remainder(exprs, numbers, count, at, &rest))
            return fp_expr_add(exprs, base, fp_expr_scale(exprs, rest, gcd));
        for (uint32_t i = 0; i < count; i++) terms[i + 1] = (fp_term){ 1, fp_expr_constant(exprs, numbers[i]) };
        if (gcd != 1 || fp_expr_at(exprs, base)->op != FP_EXPR_CONSTANT || fp_expr_at(exprs, base)->constant != 0) {
            fp_expr plain[FP_TABLE_MAX];
            for (uint32_t i = 0; i < count; i++) plain[i] = terms[i + 1].node;
            return fp_expr_add(exprs, base, fp_expr_scale(exprs, fp_expr_table(exprs, plain, count, prefix, at), gcd));
        }
    } else {
        for (uint32_t i = 0; i < count; i++) terms[i + 1] = (fp_term){ 1, entries[i] };
    }
    for (uint32_t i = 1; i <= count; i++) {
        const fp_expr_info *entry = fp_expr_at(exprs, terms[i].node);
        if (entry->low < info.low) info.low = entry->low;
        if (entry->high > info.high) info.high = entry->high;
        info.bits |= entry->bits;
    }
    return fp_expr_make(exprs, info, terms, count + 1);
}

/* ---- Walks ---- */

/* Room for a result per node; `epoch` makes the results of earlier walks invalid at once. */
static void start_walk(struct fp_exprs *exprs) {
    exprs->epoch++;
    if (exprs->epoch == 0) {
        memset(exprs->memo_epoch.data, 0, exprs->memo_epoch.len * sizeof *exprs->memo_epoch.data);
        exprs->epoch = 1;
    }
    while (exprs->memo.len < exprs->nodes.len) {
        *FP_PUSH(exprs->keep, &exprs->memo) = 0;
        *FP_PUSH(exprs->keep, &exprs->memo_epoch) = 0;
    }
}

static void visit_node(struct fp_exprs *exprs, fp_expr node, void (*visit)(void *context, fp_expr leaf),
                       void *context) {
    if (exprs->memo_epoch.data[node] == exprs->epoch) return;
    exprs->memo_epoch.data[node] = exprs->epoch;
    const fp_expr_info n = *fp_expr_at(exprs, node); /* a visitor may make nodes, which moves them all */
    if (fp_expr_is_leaf(exprs, node)) {
        visit(context, node);
        return;
    }
    for (uint32_t i = 0; i < n.term_count; i++)
        visit_node(exprs, exprs->terms.data[n.first_term + i].node, visit, context);
}

static void list_leaf(void *context, fp_expr leaf) {
    struct fp_exprs *exprs = context;
    *FP_PUSH(exprs->keep, &exprs->listed) = leaf;
}

/* The leaves of a large expression, which is walked over for every access that its own one is compared with. */
static fp_expr_leaves leaves_of(struct fp_exprs *exprs, fp_expr node) {
    uint64_t hash = fp_hash_mix(1, node);
    for (fp_map_probe p = fp_map_find(&exprs->by_listed, hash); fp_map_next(&p);)
        if (exprs->lists.data[p.value].node == node) return exprs->lists.data[p.value];
    fp_expr_leaves leaves = { node, exprs->listed.len, 0 };
    start_walk(exprs);
    visit_node(exprs, node, list_leaf, exprs);
    leaves.count = exprs->listed.len - leaves.first;
    fp_map_put(exprs->keep, &exprs->by_listed, hash, exprs->lists.len);
    *FP_PUSH(exprs->keep, &exprs->lists) = leaves;
    return leaves;
}

void fp_expr_visit(struct fp_exprs *exprs, fp_expr node, void (*visit)(void *context, fp_expr leaf), void *context) {
    enum { LARGE = 8 }; /* deep */
    if (fp_expr_at(exprs, node)->depth < LARGE) {
        start_walk(exprs);
        visit_node(exprs, node, visit, context);
        return;
    }
    fp_expr_leaves leaves = leaves_of(exprs, node);
    for (uint32_t i = 0; i < leaves.count; i++) visit(context, exprs->listed.data[leaves.first + i]);
}

/* The operation of `node` over other operands. */
static fp_expr rebuild(struct fp_exprs *exprs, fp_expr node, const fp_expr *operands) {
    fp_expr_info n = *fp_expr_at(exprs, node);
    fp_expr a = operands[0], b = n.term_count > 1 ? operands[1] : a;
    switch ((fp_expr_op)n.op) {
    case FP_EXPR_SUM: {
        fp_sum sum;
        fp_sum_start(&sum);
        sum.constant = n.constant;
        for (uint32_t i = 0; i < n.term_count; i++)
            fp_sum_add(exprs, &sum, operands[i], exprs->terms.data[n.first_term + i].coefficient);
        return fp_sum_finish(exprs, &sum);
    }
    case FP_EXPR_PRODUCT:
        for (uint32_t i = 1; i < n.term_count; i++) a = fp_expr_mul(exprs, a, operands[i]);
        return a;
    case FP_EXPR_DIV: return fp_expr_floordiv(exprs, a, fp_expr_constant(exprs, n.constant));
    case FP_EXPR_MOD: return fp_expr_floormod(exprs, a, fp_expr_constant(exprs, n.constant));
    case FP_EXPR_FLOORDIV: return fp_expr_floordiv(exprs, a, b);
    case FP_EXPR_FLOORMOD: return fp_expr_floormod(exprs, a, b);
    case FP_EXPR_QUOTIENT: return fp_expr_quotient(exprs, a, b);
    case FP_EXPR_REMAINDER: return fp_expr_remainder(exprs, a, b);
    case FP_EXPR_AND: return fp_expr_and(exprs, a, b);
    case FP_EXPR_OR: return fp_expr_or(exprs, a, b);
    case FP_EXPR_XOR: return fp_expr_xor(exprs, a, b);
    case FP_EXPR_SHL: return fp_expr_shl(exprs, a, b);
    case FP_EXPR_SHR: return fp_expr_shr(exprs, a, b);
    case FP_EXPR_MIN: return fp_expr_min(exprs, a, b);
    case FP_EXPR_MAX: return fp_expr_max(exprs, a, b);
    case FP_EXPR_NEGATIVE: return fp_expr_less(exprs, a, 0);
    case FP_EXPR_ZERO: return fp_expr_equal(exprs, a, 0);
    case FP_EXPR_BELOW: return fp_expr_below(exprs, a, b);
    case FP_EXPR_SELECT: return fp_expr_select(exprs, a, b, operands[2]);
    case FP_EXPR_TABLE: return fp_expr_table(exprs, operands + 1, n.term_count - 1, n.id, a);
    case FP_EXPR_WRAP: return fp_expr_wrap(exprs, a, n.width);
    case FP_EXPR_UNSIGNED: return fp_expr_unsigned(exprs, a, 64);
    case FP_EXPR_FIRST_LANE: return fp_expr_first_lane(exprs, a);
    case FP_EXPR_CONSTANT:
    case FP_EXPR_THREAD:
    case FP_EXPR_ITER:
    case FP_EXPR_MORE:
    case FP_EXPR_STEP:
    case FP_EXPR_TRIPS:
    case FP_EXPR_EXIT:
    case FP_EXPR_SYMBOL:
    case FP_EXPR_OPAQUE:
    case FP_EXPR_BASE:
    case FP_EXPR_CARRIED: break;
    }
    return node;
}

static fp_expr substitute(struct fp_exprs *exprs, fp_expr node, const fp_substitution *s) {
    fp_expr_info n = *fp_expr_at(exprs, node);
    if (!(n.leaves & s->leaves)) return node;
    if (fp_expr_is_leaf(exprs, node)) return s->replace(s->context, node);
    bool memoised = node < exprs->memo.len;
    if (memoised && exprs->memo_epoch.data[node] == exprs->epoch) return exprs->memo.data[node];
    fp_expr operands[FP_TABLE_MAX + 1];
    static_assert(FP_TABLE_MAX + 1 >= FP_SUM_TERMS_MAX, "operands of any node fit");
    bool changed = false;
    for (uint32_t i = 0; i < n.term_count; i++) {
        fp_expr old = exprs->terms.data[n.first_term + i].node;
        operands[i] = substitute(exprs, old, s);
        changed |= operands[i] != old;
    }
    exprs->substituted++;
    fp_expr result = changed ? rebuild(exprs, node, operands) : node;
    if (memoised) {
        exprs->memo_epoch.data[node] = exprs->epoch;
        exprs->memo.data[node] = result;
    }
    return result;
}

fp_expr fp_expr_substitute(struct fp_exprs *exprs, fp_expr node, const fp_substitution *substitution) {
    if (!(fp_expr_at(exprs, node)->leaves & substitution->leaves)) return node;
    start_walk(exprs);
    return substitute(exprs, node, substitution);
}

/* first: the ids of the first lane of the thread's wave, NULL: that is not known. */
static fp_expr in_thread(struct fp_exprs *exprs, fp_expr node, const int64_t *id, const int64_t *first) {
    fp_expr_info n = *fp_expr_at(exprs, node);
    if (!(n.depends & FP_DEPENDS_THREAD)) return node;
    if (n.op == FP_EXPR_THREAD) return fp_expr_constant(exprs, id[n.id]);
    if (n.op == FP_EXPR_FIRST_LANE && !first) return FP_EXPR_NONE;
    bool memoised = node < exprs->memo.len && id != first; /* the walk's memory is of one thread */
    if (memoised && exprs->memo_epoch.data[node] == exprs->epoch) return exprs->memo.data[node];
    const int64_t *below = n.op == FP_EXPR_FIRST_LANE ? first : id;
    fp_expr operands[FP_TABLE_MAX + 1] = { FP_EXPR_NONE };
    for (uint32_t i = 0; i < n.term_count; i++) {
        operands[i] = in_thread(exprs, exprs->terms.data[n.first_term + i].node, below, first);
        if (operands[i] == FP_EXPR_NONE) return FP_EXPR_NONE;
    }
    fp_expr result = rebuild(exprs, node, operands);
    if (memoised) {
        exprs->memo_epoch.data[node] = exprs->epoch;
        exprs->memo.data[node] = result;
    }
    return result;
}

fp_expr fp_expr_in_thread(struct fp_exprs *exprs, fp_expr node, const int64_t *id, const int64_t *first) {
    start_walk(exprs);
    return in_thread(exprs, node, id, first);
}

/* ---- Parts of a sum ---- */

static fp_expr_parts split_sum(struct fp_exprs *exprs, fp_expr node) {
    fp_sum_terms parts;
    fp_sum_read(exprs, node, &parts);
    fp_sum own, shared;
    fp_sum_start(&own);
    fp_sum_start(&shared);
    shared.constant = parts.constant;
    for (uint32_t i = 0; i < parts.count; i++)
        fp_sum_add(exprs, fp_expr_at(exprs, parts.terms[i].node)->depends & FP_DEPENDS_PER_THREAD ? &own : &shared,
                   parts.terms[i].node, parts.terms[i].coefficient);
    fp_expr threads = fp_sum_finish(exprs, &own);
    return (fp_expr_parts){ threads, fp_sum_finish(exprs, &shared) };
}

/* An address is split for every other one that it is compared with: once is enough. */
void fp_expr_split(struct fp_exprs *exprs, fp_expr node, fp_expr *threads, fp_expr *uniform) {
    if (!(fp_expr_at(exprs, node)->depends & FP_DEPENDS_PER_THREAD)) {
        *threads = 0;
        *uniform = node;
        return;
    }
    while (exprs->splits.len <= node)
        *FP_PUSH(exprs->keep, &exprs->splits) = (fp_expr_parts){ FP_EXPR_NONE, FP_EXPR_NONE };
    fp_expr_parts parts = exprs->splits.data[node];
    if (parts.threads == FP_EXPR_NONE) parts = split_sum(exprs, node);
    exprs->splits.data[node] = parts;
    *threads = parts.threads;
    *uniform = parts.uniform;
}

fp_expr fp_expr_unwrap(struct fp_exprs *exprs, fp_expr node, bool *modular) {
    for (;;) {
        fp_sum_terms parts;
        fp_sum_read(exprs, node, &parts);
        fp_sum sum;
        fp_sum_start(&sum);
        sum.constant = parts.constant;
        bool dropped = false;
        for (uint32_t i = 0; i < parts.count; i++) {
            const fp_expr_info *t = fp_expr_at(exprs, parts.terms[i].node);
            bool drop = (t->op == FP_EXPR_WRAP && t->width >= 32) ||
                        (t->op == FP_EXPR_MOD && t->constant % ((int64_t)1 << 32) == 0);
            dropped |= drop;
            fp_sum_add(exprs, &sum, drop ? fp_expr_terms(exprs, parts.terms[i].node)->node : parts.terms[i].node,
                       parts.terms[i].coefficient);
        }
        if (!dropped) return node;
        *modular = true;
        node = fp_sum_finish(exprs, &sum);
    }
}
