/* overlap_reason.c - what blocked a proof: as a step of the procedure, and in words. */
#include "address/address_text.h"
#include "address/overlap.h"

struct names {
    struct fp_addresses *a;
    fp_str found[3];
    uint32_t count;
};
static void collect_names(void *context, fp_expr leaf) {
    struct names *n = context;
    fp_expr_op op = (fp_expr_op)fp_expr_at(&n->a->exprs, leaf)->op;
    if (op == FP_EXPR_THREAD || n->count == 3) return;
    fp_str name = op == FP_EXPR_BASE ? FP_STR("where a buffer starts") : fp_address_leaf_name(n->a, leaf);
    for (uint32_t i = 0; i < n->count; i++)
        if (fp_str_equal(n->found[i], name)) return;
    n->found[n->count++] = name;
}

fp_decision fp_overlap_undecided(const struct fp_addresses *a, const fp_problem *p) {
    switch (p->blocked) {
    case FP_BLOCKED_OPAQUE: {
        if (p->side[0].footprint->blocked.len || p->side[1].footprint->blocked.len) return FP_DECISION_ADDRESS;
        fp_value value = fp_expr_at(&a->exprs, p->blocked_by)->id;
        if (value >= a->ir->value_count || a->ir->values[value].block != FP_NONE || a->ir->values[value].def == FP_NONE)
            return FP_DECISION_OPAQUE;
        const fp_op_info *info = a->ir->ops[a->ir->values[value].def].info;
        return info && (info->effect == FP_EFFECT_READ || info->effect == FP_EFFECT_ATOMIC) ? FP_DECISION_LOADED
                                                                                            : FP_DECISION_OPAQUE;
    }
    case FP_BLOCKED_GUARD: return FP_DECISION_CONDITION;
    case FP_BLOCKED_THREADS: return FP_DECISION_LAUNCH;
    case FP_BLOCKED_ITERATION: return FP_DECISION_ITERATION;
    case FP_BLOCKED_EXTENT: return FP_DECISION_EXTENT;
    case FP_BLOCKED_BUDGET: return FP_DECISION_BUDGET;
    case FP_BLOCKED_ADDRESS: return FP_DECISION_VALUES;
    case FP_BLOCKED_SYMBOL:
    case FP_BLOCKED_NOT: break;
    }
    return FP_DECISION_SYMBOL;
}

static fp_str block_unknown(struct fp_addresses *a) {
    if ((a->dimensions_read & 6) && !a->launch.block[0])
        return FP_STR("block size unknown: give it with `// fencepost: block=16,16,1`");
    return fp_str_printf(a->keep, "block size unknown, assumed up to %lld: give it with `// fencepost: block=256,1,1`",
                         (long long)a->thread_bound[0]);
}

fp_str fp_overlap_reason(struct fp_addresses *a, const fp_problem *p) {
    struct names names = { .a = a };
    const fp_footprint_info *f = p->side[0].footprint, *g = p->side[1].footprint;
    switch (p->blocked) {
    case FP_BLOCKED_OPAQUE: {
        const fp_footprint_info *blocked = f->blocked.len ? f : g;
        if (blocked->blocked.len)
            return fp_str_printf(a->keep, "%.*s (line %u)", FP_STR_ARG(blocked->blocked),
                                 fp_address_line(a, a->ir->ops[blocked->op].span.start));
        if (fp_expr_at(&a->exprs, p->blocked_by)->id == FP_SYMBOL_LINEAR) return block_unknown(a);
        fp_str name = fp_address_leaf_name(a, p->blocked_by);
        return fp_str_printf(a->keep, "opaque index from %.*s", FP_STR_ARG(name));
    }
    case FP_BLOCKED_SYMBOL:
    case FP_BLOCKED_GUARD:
        fp_expr_visit(&a->exprs, p->blocked_by, collect_names, &names);
        if (names.count == 0)
            return p->blocked == FP_BLOCKED_GUARD ? FP_STR("depends on a condition") : FP_STR("depends on the launch");
        return fp_str_printf(
            a->keep, "%s %.*s%s%.*s%s", p->blocked == FP_BLOCKED_GUARD ? "depends on a condition over" : "depends on",
            FP_STR_ARG(names.found[0]), names.count > 1 ? " and " : "",
            FP_STR_ARG(names.count > 1 ? names.found[1] : FP_STR("")), names.count > 2 ? " and others" : "");
    case FP_BLOCKED_THREADS:
        if (a->launch.block[0] && !a->launch.upper_bound_only) return FP_STR("waves of this launch are not known");
        return block_unknown(a);
    case FP_BLOCKED_ITERATION: return FP_STR("depends on how often a loop runs");
    case FP_BLOCKED_EXTENT: return FP_STR("it may touch fewer bytes than its shape says");
    case FP_BLOCKED_BUDGET: return FP_STR("too many cases to enumerate");
    case FP_BLOCKED_ADDRESS: return FP_STR("address outside of what can be evaluated");
    case FP_BLOCKED_NOT: break;
    }
    return FP_STR("not proven");
}
