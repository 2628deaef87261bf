#include "address/address_run.h"
#include "address/address_loop.h"
#include "address/overlap.h"
#include "address/uniformity_eval.h"

struct asked {
    struct fp_addresses *a;
    const fp_run *run;
    fp_loop_id loop; /* innermost around the access */
};
static bool number_of_leaf(void *context, fp_expr leaf, int64_t *number) {
    const struct asked *asked = context;
    const struct fp_addresses *a = asked->a;
    const fp_expr_info *n = fp_expr_at(&a->exprs, leaf);
    bool of_text = n->id < a->ir->value_count && !n->instance;
    switch ((fp_expr_op)n->op) {
    case FP_EXPR_THREAD: *number = asked->run->thread[n->id]; return true;
    case FP_EXPR_BASE: *number = 0; return true;
    case FP_EXPR_ITER:
        return (n->instance == 0 || n->instance == FP_INSTANCE_HEAD) &&
               fp_address_loop_encloses(a, n->id, asked->loop) &&
               asked->run->iteration(asked->run->context, a->loops.data[n->id].info.op, number);
    case FP_EXPR_SYMBOL:
    case FP_EXPR_OPAQUE: return of_text && asked->run->value(asked->run->context, n->id, number);
    case FP_EXPR_MORE:
    case FP_EXPR_STEP:
    case FP_EXPR_TRIPS:
    case FP_EXPR_EXIT:
    case FP_EXPR_CARRIED:
    case FP_EXPR_CONSTANT:
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
    return false;
}

struct leaves {
    const struct fp_addresses *a;
    fp_expr base; /* FP_EXPR_NONE: none so far */
    uint32_t bases;
    bool arguments;
};
static void look_at_leaf(void *context, fp_expr leaf) {
    struct leaves *l = context;
    const fp_expr_info *n = fp_expr_at(&l->a->exprs, leaf);
    l->arguments |= n->op == FP_EXPR_SYMBOL && fp_overlap_is_argument(l->a, n->id);
    if (n->op != FP_EXPR_BASE || l->base == leaf) return;
    l->base = leaf;
    l->bases++;
}

static struct leaves leaves_of(struct fp_addresses *a, fp_expr node) {
    struct leaves l = { .a = a, .base = FP_EXPR_NONE };
    fp_expr_visit(&a->exprs, node, look_at_leaf, &l);
    return l;
}

/* Does each thread touch the bytes that address and segments tell, all of them, whenever it comes there? */
static bool is_plain(const fp_footprint_info *f) {
    return f->width && !f->tile && !f->modular && !f->inexact && !f->elected && !f->collective && !f->by_wave &&
           !f->agent && !f->exchange && f->blocked == FP_SAYS_NOTHING;
}

bool fp_addresses_touch(struct fp_addresses *a, fp_footprint footprint, const fp_run *run, int64_t byte) {
    const fp_footprint_info f = a->footprints.data[footprint];
    struct asked asked = { a, run, f.loop };
    fp_assignment assignment = { number_of_leaf, &asked, NULL };
    fp_expr offset;
    int64_t address, size, holds;
    if (!footprint || !is_plain(&f) || leaves_of(a, f.address).arguments) return false;
    if (!fp_overlap_buffer(a, f.address, &offset, &size) || byte < 0 || (size >= 0 && byte >= size)) return false;
    fp_guard_set guards = a->guard_sets.data[f.guards];
    for (uint32_t i = 0; i < guards.count; i++) {
        fp_guard g = a->guard_lists.data[guards.first + i];
        if (!fp_expr_value(&a->exprs, g.node, &assignment, &holds) || !holds != g.negated) return false;
    }
    if (!fp_expr_value(&a->exprs, f.address, &assignment, &address)) return false;
    for (uint32_t i = 0; i < f.segment_count; i++) {
        int64_t first = address + a->segments.data[f.first_segment + i];
        if (byte >= first && byte < first + f.width) return true;
    }
    return false;
}

bool fp_addresses_share_base(struct fp_addresses *a, fp_footprint x, fp_footprint y) {
    if (!x || !y) return false;
    struct leaves p = leaves_of(a, a->footprints.data[x].address), q = leaves_of(a, a->footprints.data[y].address);
    return p.bases == 1 && q.bases == 1 && p.base == q.base;
}

static bool find_thread(const fp_threads *on, const int32_t ids[3], uint32_t *thread) {
    for (uint32_t t = 0; t < on->sure; t++) {
        if (on->id[0][t] != ids[0] || on->id[1][t] != ids[1] || on->id[2][t] != ids[2]) continue;
        *thread = t;
        return true;
    }
    return false;
}

bool fp_addresses_two_waves(struct fp_addresses *a, const int32_t x[3], const int32_t y[3]) {
    const fp_threads *on = fp_address_threads(a);
    uint32_t p, q;
    return on && on->wave && find_thread(on, x, &p) && find_thread(on, y, &q) && p / on->wave != q / on->wave;
}

bool fp_addresses_goes_round(struct fp_addresses *a, fp_block from, fp_block to) {
    for (fp_map_probe p = fp_map_find(&a->loops_by_body, to); fp_map_next(&p);)
        if (a->loops.data[p.value].info.body == to && a->loops.data[p.value].info.block_count)
            return fp_address_loop_encloses(a, p.value, fp_address_loop_of_block(a, from));
    return from >= to;
}

bool fp_addresses_launched(const struct fp_addresses *a) { return a->launch.free_arguments; }
