/* expr_loops.c - sets of loops as tries that are interned branch by branch: equal sets have one number, and sets that
 * differ in few loops share the rest. Behind ten thousand loops in a row each value may depend on all of those before
 * it.
 *
 * A branch stands for loops that agree in the bits above `bit` (`prefix`): in `without` they lack that bit, in `with`
 * they have it. Its bit is the highest in which two of its loops differ, so that a set has one trie only.
 */
#include "address/expr.h"
#include <assert.h>

static uint32_t bits_above(uint32_t number, uint32_t bit) { return number & ~(bit | (bit - 1)); }

static fp_loop_set make(struct fp_exprs *exprs, fp_loop_branch branch) {
    uint64_t hash = fp_hash_mix(fp_hash_mix((uint64_t)branch.prefix << 32 | branch.bit, branch.without), branch.with);
    for (fp_map_probe p = fp_map_find(&exprs->interned_sets, hash); fp_map_next(&p);) {
        const fp_loop_branch *known = &exprs->loop_sets.data[p.value];
        if (known->prefix == branch.prefix && known->bit == branch.bit && known->without == branch.without &&
            known->with == branch.with)
            return p.value;
    }
    fp_map_put(exprs->keep, &exprs->interned_sets, hash, exprs->loop_sets.len);
    *FP_PUSH(exprs->keep, &exprs->loop_sets) = branch;
    return exprs->loop_sets.len - 1;
}

void fp_loop_sets_init(struct fp_exprs *exprs) {
    assert(exprs->loop_sets.len == 0);
    *FP_PUSH(exprs->keep, &exprs->loop_sets) = (fp_loop_branch){ 0 }; /* number 0: none */
}

fp_loop_set fp_loop_set_of(struct fp_exprs *exprs, uint32_t loop) {
    return make(exprs, (fp_loop_branch){ .prefix = loop });
}

/* Two sets without a branch in common: their prefixes differ. */
static fp_loop_set join(struct fp_exprs *exprs, fp_loop_set a, fp_loop_set b) {
    uint32_t p = exprs->loop_sets.data[a].prefix, q = exprs->loop_sets.data[b].prefix;
    assert(p != q);
    uint32_t bit = UINT32_C(1) << (31 - __builtin_clz(p ^ q));
    return make(exprs, p & bit ? (fp_loop_branch){ bits_above(p, bit), bit, b, a }
                               : (fp_loop_branch){ bits_above(p, bit), bit, a, b });
}

fp_loop_set fp_loop_set_union(struct fp_exprs *exprs, fp_loop_set a, fp_loop_set b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    if (exprs->loop_sets.data[a].bit < exprs->loop_sets.data[b].bit) {
        fp_loop_set swap = a;
        a = b, b = swap;
    }
    fp_loop_branch x = exprs->loop_sets.data[a], y = exprs->loop_sets.data[b];
    if (x.bit == 0 || bits_above(y.prefix, x.bit) != x.prefix) return join(exprs, a, b);
    fp_loop_branch both = x;
    if (y.bit == x.bit) {
        both.without = fp_loop_set_union(exprs, x.without, y.without);
        both.with = fp_loop_set_union(exprs, x.with, y.with);
    } else if (y.prefix & x.bit) {
        both.with = fp_loop_set_union(exprs, x.with, b);
    } else {
        both.without = fp_loop_set_union(exprs, x.without, b);
    }
    return both.without == x.without && both.with == x.with ? a : make(exprs, both);
}

bool fp_loop_set_has(const struct fp_exprs *exprs, fp_loop_set set, uint32_t loop) {
    if (set == 0) return false;
    const fp_loop_branch *branch = &exprs->loop_sets.data[set];
    for (; branch->bit; branch = &exprs->loop_sets.data[loop & branch->bit ? branch->with : branch->without]) continue;
    return branch->prefix == loop;
}

uint32_t fp_loop_set_next(const struct fp_exprs *exprs, fp_loop_set set, uint32_t from) {
    if (set == 0) return UINT32_MAX;
    const fp_loop_branch *branch = &exprs->loop_sets.data[set];
    if (branch->bit == 0) return branch->prefix >= from ? branch->prefix : UINT32_MAX;
    if (from <= (branch->prefix | (branch->bit - 1))) {
        uint32_t found = fp_loop_set_next(exprs, branch->without, from);
        if (found != UINT32_MAX) return found;
    }
    return fp_loop_set_next(exprs, branch->with, from);
}
