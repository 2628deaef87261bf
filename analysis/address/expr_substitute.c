/* expr_substitute.c - tables, walks over leaves, substitution, and the parts of a sum. */
#include "address/expr_build.h"
#include <assert.h>
#include <string.h>

/* ---- Tables ------------------------------------------------------------------------------------------------------------------------------------- */

/* Numbers 0 .. count-1 that go up by one around the circle, or down: a remainder says the same and divides better. */
static bool as_remainder(struct fp_slice *slice, const int64_t *numbers, uint32_t count, fp_node at, fp_node *result) {
    bool up = true, down = true;
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] != (numbers[0] + i) % count) up = false;
        if (numbers[i] != (numbers[0] + count - i) % count) down = false;
    }
    if (!up && !down) return false;
    fp_node start = fp_slice_constant(slice, numbers[0]);
    fp_node sum = up ? fp_slice_add(slice, start, at) : fp_slice_sub(slice, start, at);
    *result = fp_slice_floormod(slice, sum, fp_slice_constant(slice, count));
    return true;
}

fp_node fp_slice_table(struct fp_slice *slice, const fp_node *entries, uint32_t count, uint32_t prefix, fp_node at) {
    assert(count > 0 && count <= FP_TABLE_MAX && prefix <= count);
    uint32_t period = count - prefix;
    const fp_node_info *index = fp_slice_node(slice, at);
    fp_node inside = at;
    if (period && index->low >= prefix)
        inside = fp_slice_floormod(slice, fp_slice_offset(slice, at, -(int64_t)prefix), fp_slice_constant(slice, period));
    if (fp_slice_is_constant(slice, inside)) {
        int64_t i = fp_slice_node(slice, inside)->constant + (inside != at ? prefix : 0);
        if (i >= prefix && period) i = prefix + (i - prefix) % period;
        if (i >= 0 && i < count) return entries[i];
        return fp_slice_unknown(slice, FP_DEPENDS_OPAQUE, -FP_FAR, FP_FAR, 0);      /* an iteration that does not exist */
    }
    int64_t numbers[FP_TABLE_MAX], gcd = 0;
    bool same = true, numeric = true;
    for (uint32_t i = 0; i < count; i++) {
        if (entries[i] != entries[0]) same = false;
        fp_node difference = fp_slice_sub(slice, entries[i], entries[0]);
        numeric &= fp_slice_is_constant(slice, difference);
        numbers[i] = fp_slice_node(slice, difference)->constant;
        gcd = fp_gcd(gcd, numbers[i]);
    }
    if (same) return entries[0];
    fp_term terms[FP_TABLE_MAX + 1] = { { 1, at } };
    fp_node_info info = { .op = FP_NODE_TABLE, .id = prefix, .width = period > 0, .low = FP_FAR, .high = -FP_FAR };
    if (numeric) {                          /* all entries are base + gcd * number */
        int64_t least = 0;
        bool line = !period;
        for (uint32_t i = 0; i < count; i++) {
            if (numbers[i] < least) least = numbers[i];
            if (numbers[i] != (int64_t)i * numbers[count > 1]) line = false;
        }
        if (line) return fp_slice_add(slice, entries[0], fp_slice_scale(slice, at, numbers[count > 1]));
        for (uint32_t i = 0; i < count; i++) numbers[i] = (numbers[i] - least) / gcd;
        fp_node base = fp_slice_offset(slice, entries[0], least), rest;
        if (prefix == 0 && as_remainder(slice, numbers, count, at, &rest)) return fp_slice_add(slice, base, fp_slice_scale(slice, rest, gcd));
        for (uint32_t i = 0; i < count; i++) terms[i + 1] = (fp_term){ 1, fp_slice_constant(slice, numbers[i]) };
        if (gcd != 1 || fp_slice_node(slice, base)->op != FP_NODE_CONSTANT || fp_slice_node(slice, base)->constant != 0) {
            fp_node plain[FP_TABLE_MAX];
            for (uint32_t i = 0; i < count; i++) plain[i] = terms[i + 1].node;
            return fp_slice_add(slice, base, fp_slice_scale(slice, fp_slice_table(slice, plain, count, prefix, at), gcd));
        }
    } else {
        for (uint32_t i = 0; i < count; i++) terms[i + 1] = (fp_term){ 1, entries[i] };
    }
    for (uint32_t i = 1; i <= count; i++) {
        const fp_node_info *entry = fp_slice_node(slice, terms[i].node);
        if (entry->low < info.low) info.low = entry->low;
        if (entry->high > info.high) info.high = entry->high;
        info.bits |= entry->bits;
    }
    return fp_slice_make(slice, info, terms, count + 1);
}

/* ---- Walks --------------------------------------------------------------------------------------------------------------------------------------- */

/* Room for a result per node; `epoch` makes the results of earlier walks invalid at once. */
static void start_walk(struct fp_slice *slice) {
    slice->epoch++;
    if (slice->epoch == 0) {
        memset(slice->memo_epoch.data, 0, slice->memo_epoch.len * sizeof *slice->memo_epoch.data);
        slice->epoch = 1;
    }
    while (slice->memo.len < slice->nodes.len) {
        *FP_PUSH(slice->keep, &slice->memo) = 0;
        *FP_PUSH(slice->keep, &slice->memo_epoch) = 0;
    }
}

static void visit_node(struct fp_slice *slice, fp_node node, void (*visit)(void *context, fp_node leaf), void *context) {
    if (slice->memo_epoch.data[node] == slice->epoch) return;
    slice->memo_epoch.data[node] = slice->epoch;
    const fp_node_info *n = fp_slice_node(slice, node);
    if (fp_slice_is_leaf(slice, node)) {
        visit(context, node);
        return;
    }
    for (uint32_t i = 0; i < n->term_count; i++) visit_node(slice, slice->terms.data[n->first_term + i].node, visit, context);
}

void fp_slice_visit(struct fp_slice *slice, fp_node node, void (*visit)(void *context, fp_node leaf), void *context) {
    start_walk(slice);
    visit_node(slice, node, visit, context);
}

/* The operation of `node` over other operands. */
static fp_node rebuild(struct fp_slice *slice, fp_node node, const fp_node *operands) {
    fp_node_info n = *fp_slice_node(slice, node);
    fp_node a = operands[0], b = n.term_count > 1 ? operands[1] : a;
    switch ((fp_node_op)n.op) {
    case FP_NODE_SUM: {
        fp_sum sum;
        fp_sum_start(&sum);
        sum.constant = n.constant;
        for (uint32_t i = 0; i < n.term_count; i++) fp_sum_add(slice, &sum, operands[i], slice->terms.data[n.first_term + i].coefficient);
        return fp_sum_finish(slice, &sum);
    }
    case FP_NODE_PRODUCT:
        for (uint32_t i = 1; i < n.term_count; i++) a = fp_slice_mul(slice, a, operands[i]);
        return a;
    case FP_NODE_DIV: return fp_slice_floordiv(slice, a, fp_slice_constant(slice, n.constant));
    case FP_NODE_MOD: return fp_slice_floormod(slice, a, fp_slice_constant(slice, n.constant));
    case FP_NODE_FLOORDIV: return fp_slice_floordiv(slice, a, b);
    case FP_NODE_FLOORMOD: return fp_slice_floormod(slice, a, b);
    case FP_NODE_QUOTIENT: return fp_slice_quotient(slice, a, b);
    case FP_NODE_REMAINDER: return fp_slice_remainder(slice, a, b);
    case FP_NODE_AND: return fp_slice_and(slice, a, b);
    case FP_NODE_OR: return fp_slice_or(slice, a, b);
    case FP_NODE_XOR: return fp_slice_xor(slice, a, b);
    case FP_NODE_SHL: return fp_slice_shl(slice, a, b);
    case FP_NODE_SHR: return fp_slice_shr(slice, a, b);
    case FP_NODE_MIN: return fp_slice_min(slice, a, b);
    case FP_NODE_MAX: return fp_slice_max(slice, a, b);
    case FP_NODE_NEGATIVE: return fp_slice_less(slice, a, 0);
    case FP_NODE_ZERO: return fp_slice_equal(slice, a, 0);
    case FP_NODE_BELOW: return fp_slice_below(slice, a, b);
    case FP_NODE_SELECT: return fp_slice_select(slice, a, b, operands[2]);
    case FP_NODE_TABLE: return fp_slice_table(slice, operands + 1, n.term_count - 1, n.id, a);
    case FP_NODE_WRAP: return fp_slice_wrap(slice, a, n.width);
    case FP_NODE_UNSIGNED: return fp_slice_unsigned(slice, a, 64);
    case FP_NODE_FIRST_LANE: return fp_slice_first_lane(slice, a);
    case FP_NODE_CONSTANT: case FP_NODE_THREAD: case FP_NODE_ITER: case FP_NODE_MORE: case FP_NODE_STEP: case FP_NODE_TRIPS: case FP_NODE_EXIT:
    case FP_NODE_SYMBOL: case FP_NODE_OPAQUE: case FP_NODE_BASE: case FP_NODE_CARRIED: break;
    }
    return node;
}

static fp_node substitute(struct fp_slice *slice, fp_node node, const fp_substitution *s) {
    fp_node_info n = *fp_slice_node(slice, node);
    if (!(n.leaves & s->leaves)) return node;
    if (fp_slice_is_leaf(slice, node)) return s->replace(s->context, node);
    bool memoised = node < slice->memo.len;
    if (memoised && slice->memo_epoch.data[node] == slice->epoch) return slice->memo.data[node];
    fp_node operands[FP_TABLE_MAX + 1];
    static_assert(FP_TABLE_MAX + 1 >= FP_SUM_TERMS_MAX, "operands of any node fit");
    bool changed = false;
    for (uint32_t i = 0; i < n.term_count; i++) {
        fp_node old = slice->terms.data[n.first_term + i].node;
        operands[i] = substitute(slice, old, s);
        changed |= operands[i] != old;
    }
    slice->substituted++;
    fp_node result = changed ? rebuild(slice, node, operands) : node;
    if (memoised) {
        slice->memo_epoch.data[node] = slice->epoch;
        slice->memo.data[node] = result;
    }
    return result;
}

fp_node fp_slice_substitute(struct fp_slice *slice, fp_node node, const fp_substitution *substitution) {
    if (!(fp_slice_node(slice, node)->leaves & substitution->leaves)) return node;
    start_walk(slice);
    return substitute(slice, node, substitution);
}

static fp_node in_thread(struct fp_slice *slice, fp_node node, const int64_t *id) {
    fp_node_info n = *fp_slice_node(slice, node);
    if (!(n.depends & FP_DEPENDS_THREAD)) return node;
    if (n.op == FP_NODE_THREAD) return fp_slice_constant(slice, id[n.id]);
    if (n.op == FP_NODE_FIRST_LANE) return FP_NODE_NONE;        /* of another thread */
    bool memoised = node < slice->memo.len;
    if (memoised && slice->memo_epoch.data[node] == slice->epoch) return slice->memo.data[node];
    fp_node operands[FP_TABLE_MAX + 1] = { FP_NODE_NONE };
    for (uint32_t i = 0; i < n.term_count; i++) {
        operands[i] = in_thread(slice, slice->terms.data[n.first_term + i].node, id);
        if (operands[i] == FP_NODE_NONE) return FP_NODE_NONE;
    }
    fp_node result = rebuild(slice, node, operands);
    if (memoised) {
        slice->memo_epoch.data[node] = slice->epoch;
        slice->memo.data[node] = result;
    }
    return result;
}

fp_node fp_slice_in_thread(struct fp_slice *slice, fp_node node, const int64_t *id) {
    start_walk(slice);
    return in_thread(slice, node, id);
}

/* ---- Parts of a sum -------------------------------------------------------------------------------------------------------------------------------- */

void fp_slice_split(struct fp_slice *slice, fp_node node, fp_node *threads, fp_node *uniform) {
    if (!(fp_slice_node(slice, node)->depends & FP_DEPENDS_PER_THREAD)) {
        *threads = 0;
        *uniform = node;
        return;
    }
    fp_term single, copy[FP_SUM_TERMS_MAX];
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(slice, node, &single, &count, &constant);
    memcpy(copy, terms, count * sizeof *copy);
    fp_sum own, shared;
    fp_sum_start(&own);
    fp_sum_start(&shared);
    shared.constant = constant;
    for (uint32_t i = 0; i < count; i++)
        fp_sum_add(slice, fp_slice_node(slice, copy[i].node)->depends & FP_DEPENDS_PER_THREAD ? &own : &shared, copy[i].node, copy[i].coefficient);
    *threads = fp_sum_finish(slice, &own);
    *uniform = fp_sum_finish(slice, &shared);
}

fp_node fp_slice_unwrap(struct fp_slice *slice, fp_node node, bool *modular) {
    for (;;) {
        fp_term single, copy[FP_SUM_TERMS_MAX];
        uint32_t count;
        int64_t constant;
        const fp_term *terms = fp_sum_view(slice, node, &single, &count, &constant);
        memcpy(copy, terms, count * sizeof *copy);
        fp_sum sum;
        fp_sum_start(&sum);
        sum.constant = constant;
        bool dropped = false;
        for (uint32_t i = 0; i < count; i++) {
            const fp_node_info *t = fp_slice_node(slice, copy[i].node);
            bool drop = (t->op == FP_NODE_WRAP && t->width >= 32) || (t->op == FP_NODE_MOD && t->constant % ((int64_t)1 << 32) == 0);
            dropped |= drop;
            fp_sum_add(slice, &sum, drop ? fp_slice_terms(slice, copy[i].node)->node : copy[i].node, copy[i].coefficient);
        }
        if (!dropped) return node;
        *modular = true;
        node = fp_sum_finish(slice, &sum);
    }
}
