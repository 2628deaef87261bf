/* overlap_threads.c - the threads that a pair of accesses is tried in. */
#include "address/address_guards.h"
#include "address/expr_build.h"
#include "address/overlap.h"
#include "address/uniformity_eval.h"

/* How two accesses speak of the thread ids of one dimension. `compared`: in conditions on the id alone, against numbers
 * below `least`; `otherwise`: in other ways, too. */
struct id_use {
    struct fp_addresses *a;
    uint32_t dimension;
    bool found, otherwise;
    int64_t least;
};
static void find_id(void *context, fp_expr leaf) {
    struct id_use *use = context;
    const fp_expr_info *n = fp_expr_at(&use->a->exprs, leaf);
    if (n->op == FP_EXPR_THREAD && n->id == use->dimension) use->found = true;
}

static bool speaks_of_id(struct id_use *use, fp_expr node) {
    use->found = false;
    fp_expr_visit(&use->a->exprs, node, find_id, use);
    return use->found;
}

/* `id - 3 < 0`, `id - 3 == 0`: from 4 on, all ids fare alike. */
static void use_in_guard(struct id_use *use, fp_expr node) {
    const struct fp_exprs *exprs = &use->a->exprs;
    if (!speaks_of_id(use, node)) return;
    const fp_expr_info *n = fp_expr_at(exprs, node);
    fp_term single;
    uint32_t count = 0;
    int64_t constant = 0;
    const fp_term *terms = NULL;
    if (n->op == FP_EXPR_NEGATIVE || n->op == FP_EXPR_ZERO)
        terms = fp_sum_view(exprs, fp_expr_terms(exprs, node)->node, &single, &count, &constant);
    bool bare = count == 1 && fp_expr_at(exprs, terms->node)->op == FP_EXPR_THREAD &&
                (terms->coefficient == 1 || terms->coefficient == -1) && constant > -INT16_MAX && constant < INT16_MAX;
    use->otherwise |= !bare;
    int64_t from = (constant < 0 ? -constant : constant) + 1;
    if (from > use->least) use->least = from;
}

/* So many ids of a dimension stand for all: two beyond the last number that one is compared with; UINT32_MAX: that is
 * not so. */
static uint32_t ids_that_count(struct fp_addresses *a, const fp_problem *problem, uint32_t dimension) {
    struct id_use use = { .a = a, .dimension = dimension };
    for (int i = 0; i < 2; i++) {
        use.otherwise |= speaks_of_id(&use, problem->side[i].address);
        fp_guard_set set = a->guard_sets.data[problem->side[i].guards];
        for (uint32_t k = 0; k < set.count; k++) use_in_guard(&use, a->guard_lists.data[set.first + k].node);
    }
    return use.otherwise ? UINT32_MAX : (uint32_t)use.least + 2;
}

/* Threads of a launch whose extents are not known, as far as both accesses stay inside of the buffers that they index
 * by bare ids, or ids are bounded or compared only. */
static const fp_threads *boxed_threads(struct fp_addresses *a, const fp_problem *problem) {
    struct fp_overlap_state *state = fp_overlap_state(a);
    uint32_t extent[3], product = 1;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t x = problem->side[0].footprint->id_extent[k], y = problem->side[1].footprint->id_extent[k];
        extent[k] = !(a->dimensions_read >> k & 1) ? 1 : x && y ? (x > y ? x : y) : 0;
        if (extent[k] == 0 && a->thread_bound[k] < a->launch.max_threads) extent[k] = (uint32_t)a->thread_bound[k];
        uint32_t enough = extent[k] == 1 ? 1 : ids_that_count(a, problem, k);
        if (enough != UINT32_MAX && (extent[k] == 0 || enough < extent[k])) extent[k] = enough;
        if (extent[k] == 0 || extent[k] > 4096 || (product *= extent[k]) > 4096) return NULL;
    }
    for (uint32_t i = 0; i < state->boxes.len; i++) {
        const fp_threads *t = state->boxes.data[i];
        if (t->count == product && t->id[0][product - 1] + 1 == extent[0] && t->id[1][product - 1] + 1 == extent[1])
            return t;
    }
    fp_threads *threads = FP_NEW(a->keep, fp_threads, 1);
    fp_address_make_threads(a, threads, extent);
    *FP_PUSH(a->keep, &state->boxes) = threads;
    return threads;
}

const fp_threads *fp_overlap_threads(struct fp_addresses *a, const fp_problem *problem) {
    const fp_threads *threads = fp_address_threads(a);
    return threads ? threads : boxed_threads(a, problem);
}
