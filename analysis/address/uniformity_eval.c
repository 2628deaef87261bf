#include "address/uniformity_eval.h"
#include "address/address_loop.h"
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/expr_build.h"
#include "address/uniformity.h"
#include <assert.h>
#include <string.h>

enum { THREADS_MOST = 4096 }; /* no target starts larger workgroups */
enum { WAVE_MOST = 64 };      /* nor has larger waves */

const fp_threads *fp_address_threads(struct fp_addresses *a) {
    if (a->threads_ready) return a->threads.count ? &a->threads : NULL;
    a->threads_ready = true;
    const uint32_t *block = a->launch.block;
    bool known = block[0] != 0, exact = known && !a->launch.upper_bound_only;
    uint32_t extent[3] = { 1, 1, 1 };
    bool line = !(a->dimensions_read & 6) || (known && block[1] == 1 && block[2] == 1);
    for (uint32_t k = 0; k < 3; k++)
        if (known || (a->dimensions_read >> k & 1) || k == 0)
            extent[k] = a->thread_bound[k] > THREADS_MOST ? THREADS_MOST + 1 : (uint32_t)a->thread_bound[k];
    if (!known && !line)
        return NULL; /* two dimensions of unknown extent: footprints say which part of them they reach */
    uint64_t count = (uint64_t)extent[0] * extent[1] * extent[2];
    if (count > THREADS_MOST) return NULL;
    fp_address_make_threads(a, &a->threads, extent);
    a->threads.wave = exact || line ? (a->launch.wave_size ? a->launch.wave_size : 32) : 0;
    a->threads.wave_most = exact && !a->launch.wave_known && a->threads.wave < WAVE_MOST ? WAVE_MOST : a->threads.wave;
    a->threads.sure = exact ? a->threads.count : line ? 2 * a->threads.wave : 0;
    if (a->threads.sure > a->threads.count) a->threads.sure = a->threads.count;
    return &a->threads;
}

#define FOUR(x) (x), (x) + 1, (x) + 2, (x) + 3
#define SIXTEEN(x) FOUR(x), FOUR((x) + 4), FOUR((x) + 8), FOUR((x) + 12)
#define SOME(x) SIXTEEN(x), SIXTEEN((x) + 16), SIXTEEN((x) + 32), SIXTEEN((x) + 48)
#define MANY(x) SOME(x), SOME((x) + 64), SOME((x) + 128), SOME((x) + 192)
#define THOUSAND(x) MANY(x), MANY((x) + 256), MANY((x) + 512), MANY((x) + 768)
/* The ids along a dimension that alone has more than one thread. */
static const int64_t ids_in_line[THREADS_MOST + 1] = { THOUSAND(0), THOUSAND(1024), THOUSAND(2048), THOUSAND(3072),
                                                       THREADS_MOST };

void fp_address_make_threads(struct fp_addresses *a, fp_threads *threads, const uint32_t extent[3]) {
    static const int64_t zeros[THREADS_MOST + 1];
    uint32_t count = extent[0] * extent[1] * extent[2], stride = 1;
    assert(count <= THREADS_MOST);
    *threads = (fp_threads){ .count = count, .id = { zeros, zeros, zeros } };
    for (uint32_t k = 0; k < 3; stride *= extent[k++]) {
        if (extent[k] == 1) continue;
        if (extent[k] == count) {
            threads->id[k] = ids_in_line;
            continue;
        }
        int64_t *id = fp_arena_room(a->keep, sizeof *id, _Alignof(int64_t), count + 1);
        uint32_t value = 0, left = stride; /* t / stride % extent[k], without divisions */
        for (uint32_t t = 0; t < count; t++) {
            id[t] = value;
            if (--left) continue;
            left = stride;
            value = value + 1 == extent[k] ? 0 : value + 1;
        }
        threads->id[k] = id;
    }
    fp_address_make_room(a, count);
}

void fp_address_make_room(struct fp_addresses *a, uint32_t count) {
    if (a->pool.room >= count) return;
    memset(&a->pool, 0, sizeof a->pool);
    a->pool.keep = a->keep;
    a->pool.room = count;
    a->skipped = FP_NEW(a->keep, uint8_t, count);
}

/* The level of an expression over thread ids alone, from its value in each thread. */
static fp_uniformity evaluated(struct fp_addresses *a, fp_expr node, fp_uniformity otherwise) {
    const fp_threads *threads = fp_address_threads(a);
    if (!threads || threads->count > THREADS_MOST) return otherwise;
    a->pool.used = 0;
    const int64_t *values = fp_expr_evaluate(&a->pool, &a->exprs, node, threads, a->skipped);
    if (!values) return otherwise;
    bool all = true, waves = threads->wave > 0, sure_wave = true, sure_all = true;
    for (uint32_t t = 1; t < threads->count; t++) {
        if (values[t] != values[0]) all = false, sure_all &= t >= threads->sure;
        if (threads->wave && values[t] != values[t - t % threads->wave]) waves = false, sure_wave &= t >= threads->sure;
    }
    if (all) return (fp_uniformity){ FP_UNIFORM_CLUSTER, false };
    if (waves) return (fp_uniformity){ FP_UNIFORM_WAVE, sure_all };
    return (fp_uniformity){ FP_UNIFORM_LANE, threads->wave ? sure_wave : sure_all };
}

static fp_uniformity weaker(fp_uniformity x, fp_uniformity y) {
    if (x.among != y.among) return x.among > y.among ? x : y;
    return (fp_uniformity){ x.among, x.doubt && y.doubt };
}

/* Term by term: what evaluates has its true level, everything else the one that the lattice found for the whole. */
static fp_uniformity level_of_node(struct fp_addresses *a, fp_expr node, fp_uniformity otherwise) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, node);
    if (!(n->depends & FP_DEPENDS_PER_THREAD))
        return (fp_uniformity){ n->depends ? FP_UNIFORM_WORKGROUP : FP_UNIFORM_CLUSTER, false };
    if (fp_expr_evaluates(&a->exprs, node)) return evaluated(a, node, otherwise);
    if (n->op != FP_EXPR_SUM) return otherwise;
    fp_uniformity uniformity = { FP_UNIFORM_CLUSTER, false };
    for (uint32_t i = 0; i < fp_expr_at(&a->exprs, node)->term_count; i++)
        uniformity = weaker(uniformity, level_of_node(a, fp_expr_terms(&a->exprs, node)[i].node, otherwise));
    return uniformity.among < otherwise.among ? uniformity : otherwise;
}

fp_uniformity fp_addresses_uniformity(struct fp_addresses *a, fp_value value) {
    fp_uniformity uniformity = fp_address_value_uniformity(a, value);
    if (uniformity.among <= FP_UNIFORM_WORKGROUP || value >= a->ir->value_count) return uniformity;
    fp_loop_id loop = fp_address_loop_of_block(a, fp_ir_home(a->ir, value));
    fp_expr node = fp_address_resolve(a, fp_address_value(a, value), loop);
    return level_of_node(a, node, uniformity);
}

bool fp_addresses_alike(struct fp_addresses *a, fp_value value) {
    if (fp_str_starts(fp_ir_value_type(a->ir, value), FP_STR("tensor<"))) return false;
    fp_uniformity uniformity = fp_addresses_uniformity(a, value);
    return fp_uniform_in_workgroup(uniformity);
}

typedef struct {
    const struct fp_exprs *exprs;
    const int32_t *thread;
} thread_asked;

bool fp_addresses_wave_value(struct fp_addresses *a, fp_value value, uint32_t wave, int64_t *result) {
    const fp_threads *threads = fp_address_threads(a);
    if (!threads || !threads->wave || value >= a->ir->value_count || (uint64_t)wave * threads->wave >= threads->count)
        return false;
    fp_expr node = fp_address_value(a, value);
    if (!fp_expr_evaluates(&a->exprs, node)) return false;
    a->pool.used = 0;
    memset(a->skipped, 0, threads->count);
    const int64_t *values = fp_expr_evaluate(&a->pool, &a->exprs, node, threads, a->skipped);
    uint32_t thread = wave * threads->wave;
    if (!values || a->skipped[thread]) return false;
    *result = values[thread];
    return true;
}

static bool thread_id(void *context, fp_expr leaf, int64_t *value) {
    const thread_asked *asked = context;
    const fp_expr_info *n = fp_expr_at(asked->exprs, leaf);
    if (n->op != FP_EXPR_THREAD || n->id > 2) return false;
    *value = asked->thread[n->id];
    return true;
}

bool fp_addresses_number(struct fp_addresses *a, fp_value value, const int32_t thread[3], int64_t *result) {
    thread_asked asked = { &a->exprs, thread };
    fp_assignment assignment = { thread_id, &asked, NULL };
    return value < a->ir->value_count && fp_expr_value(&a->exprs, fp_address_value(a, value), &assignment, result);
}

/* An iteration of the loops around an op. */
typedef struct {
    fp_loop_id inner; /* FP_NONE: whatever the iteration */
    int64_t number;   /* of the innermost loop; the others are in their first one */
} place_in_loops;

/* The values of the threads; NULL: they depend on more than thread ids. `varies`: on iterations, too. */
static const int64_t *values_in(struct fp_addresses *a, fp_value value, place_in_loops in, const fp_threads *threads,
                                bool *varies) {
    fp_expr node = fp_address_value(a, value);
    if (in.inner != FP_NONE) node = fp_address_resolve(a, node, in.inner);
    fp_loop_set loops = fp_expr_at(&a->exprs, node)->loops;
    *varies = loops != 0;
    FP_FOR_LOOPS(loop, &a->exprs, in.inner == FP_NONE ? 0 : loops)
    node = fp_address_in_iteration(a, node, loop, fp_expr_constant(&a->exprs, loop == in.inner ? in.number : 0));
    a->pool.used = 0;
    return fp_expr_evaluates(&a->exprs, node) ? fp_expr_evaluate(&a->pool, &a->exprs, node, threads, a->skipped) : NULL;
}

/* Skips threads that do not come to the op, as the conditions of the branches around it tell. False: whether any comes
 * there in this iteration is not known. */
static bool skip_absent(struct fp_addresses *a, const fp_threads *threads, fp_op op, place_in_loops in) {
    for (fp_op outer = a->ir->ops[op].parent; outer != FP_NONE; op = outer, outer = a->ir->ops[op].parent) {
        const fp_op_info *info = a->ir->ops[outer].info;
        const fp_use *condition =
            info && info->region == FP_REGION_IF ? fp_ir_operand(a->ir, outer, info->condition) : NULL;
        if (!condition || condition->value >= a->ir->value_count) continue;
        bool varies, then = a->ir->blocks[a->ir->ops[op].block].region == 0;
        const int64_t *values = values_in(a, condition->value, in, threads, &varies);
        if (!values && varies && in.inner != FP_NONE) return false;
        for (uint32_t t = 0; values && t < threads->count; t++) a->skipped[t] |= (values[t] != 0) != then;
    }
    return true;
}

/* Two threads next to each other that come to the op and have different values. */
static bool disagree_at(struct fp_addresses *a, fp_value value, fp_op op, bool in_wave, place_in_loops in,
                        uint32_t found[2]) {
    const fp_threads *threads = fp_address_threads(a);
    bool varies;
    if (!threads || value >= a->ir->value_count || (in_wave && !threads->wave)) return false;
    memset(a->skipped, 0, threads->count);
    if (!skip_absent(a, threads, op, in)) return false;
    const int64_t *values = values_in(a, value, in, threads, &varies);
    for (uint32_t t = 1; values && t < threads->sure; t++) {
        if (values[t] == values[t - 1] || a->skipped[t] || a->skipped[t - 1] || (in_wave && t % threads->wave == 0))
            continue;
        found[0] = t - 1;
        found[1] = t;
        return true;
    }
    return false;
}

static bool part_in(struct fp_addresses *a, fp_op op, fp_value value, bool in_wave, place_in_loops in,
                    uint32_t threads[2]) {
    const fp_op_node *node = &a->ir->ops[op];
    const fp_use *condition = node->info ? fp_ir_operand(a->ir, op, node->info->condition) : NULL;
    if (value != FP_NONE || condition)
        return disagree_at(a, value != FP_NONE ? value : condition->value, op, in_wave, in, threads);
    for (uint32_t i = 0; i < node->use_count && node->region_count; i++)
        if (disagree_at(a, a->ir->uses[node->first_use + i].value, op, in_wave, in, threads)) return true;
    return false;
}

bool fp_addresses_part(struct fp_addresses *a, fp_op op, fp_value value, bool in_wave, uint32_t threads[2]) {
    return part_in(a, op, value, in_wave, (place_in_loops){ FP_NONE, 0 }, threads);
}

bool fp_addresses_part_once(struct fp_addresses *a, fp_op op, fp_value value, bool in_wave, uint32_t threads[2]) {
    enum { ITERATIONS_MAX = 16 }; /* a tree over the threads of a workgroup has ten levels */
    if (fp_addresses_part(a, op, value, in_wave, threads)) return true;
    fp_loop_id inner = fp_address_loop_of_block(a, a->ir->ops[op].block);
    for (fp_loop_id loop = inner; loop != FP_NONE; loop = a->loops.data[loop].info.parent) {
        const fp_loop_info *info = &a->loops.data[loop].info;
        if (info->threads || info->trips_max == 0 || info->block_count) return false; /* blocks: who comes to one? */
    }
    for (int64_t n = 0; inner != FP_NONE && n < ITERATIONS_MAX; n++) {
        if (n > 0 && n >= a->loops.data[inner].info.trips_min) break; /* it may never come to that */
        if (part_in(a, op, value, in_wave, (place_in_loops){ inner, n }, threads)) return true;
    }
    return false;
}

uint32_t fp_address_condition_number(struct fp_addresses *a, fp_expr node, bool *negated) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, node);
    if (n->op == FP_EXPR_OPAQUE && n->id == UINT32_MAX) return FP_NONE; /* one leaf for all that did not fit */
    bool flipped = n->op == FP_EXPR_SUM && n->constant == 1 && n->term_count == 1 &&
                   fp_expr_terms(&a->exprs, node)->coefficient == -1; /* 1 - x */
    if (flipped) node = fp_expr_terms(&a->exprs, node)->node;
    if (n->op == FP_EXPR_CONSTANT && n->constant == 1) flipped = true, node = 0;
    *negated ^= flipped;
    return node;
}

/* What is carried from one iteration to the next stands for itself in the number, unless it decides the condition. */
uint32_t fp_addresses_condition(struct fp_addresses *a, fp_value value, bool *negated) {
    if (value >= a->ir->value_count) return FP_NONE;
    fp_expr node = fp_address_value(a, value);
    if (fp_expr_at(&a->exprs, node)->loops) {
        fp_expr known = fp_address_resolve(a, node, fp_address_loop_of_block(a, fp_ir_home(a->ir, value)));
        if (fp_expr_at(&a->exprs, known)->op == FP_EXPR_CONSTANT) node = known;
    }
    return fp_address_condition_number(a, node, negated);
}

bool fp_addresses_condition_varies(const struct fp_addresses *a, uint32_t condition, fp_loop_id loop) {
    return fp_loop_set_has(&a->exprs, fp_expr_at(&a->exprs, condition)->loops, loop);
}

static bool bound_node(struct fp_addresses *a, fp_value value, int64_t constant, bool known, fp_expr *node) {
    if (!known && value >= a->ir->value_count) return false;
    *node = known ? fp_expr_constant(&a->exprs, constant) : fp_address_value(a, value);
    return true;
}

uint32_t fp_addresses_runs(struct fp_addresses *a, fp_loop_id loop, uint32_t iteration, bool *negated) {
    const fp_loop_info info = a->loops.data[loop].info;
    bool rises = info.has_iv && !info.tested_after && (!info.step_known || info.step_constant > 0);
    fp_expr lower, upper;
    int64_t passed = 0; /* what the iterations before have added */
    if (iteration && (!info.step_known || __builtin_mul_overflow(info.step_constant, iteration, &passed)))
        return FP_NONE;
    if (!rises || !bound_node(a, info.lower, info.lower_constant, info.lower_known, &lower)) return FP_NONE;
    if (!bound_node(a, info.upper, info.upper_constant, info.upper_known, &upper)) return FP_NONE;
    if (iteration) lower = fp_expr_offset(&a->exprs, lower, passed);
    fp_expr runs = fp_expr_less(&a->exprs, lower, upper);
    return fp_expr_at(&a->exprs, runs)->op == FP_EXPR_CONSTANT
               ? FP_NONE
               : fp_address_condition_number(a, runs, negated); /* trip counts know better */
}

/* A condition's truth as forms that are all <= 0 then; 0: it is no comparison. */
static uint32_t forms_of(struct fp_addresses *a, fp_expr condition, bool truth, fp_expr forms[2]) {
    fp_expr_info n = *fp_expr_at(&a->exprs, condition);
    if (n.op != FP_EXPR_NEGATIVE && (n.op != FP_EXPR_ZERO || !truth)) return 0;
    fp_expr term = fp_expr_terms(&a->exprs, condition)->node;
    if (n.op == FP_EXPR_ZERO) forms[1] = term;
    forms[0] =
        n.op == FP_EXPR_NEGATIVE && truth ? fp_expr_offset(&a->exprs, term, 1) : fp_expr_scale(&a->exprs, term, -1);
    return n.op == FP_EXPR_ZERO ? 2 : 1;
}

static bool is_positive(const struct fp_addresses *a, fp_expr form) { return fp_expr_at(&a->exprs, form)->low > 0; }

static bool apart(struct fp_addresses *a, fp_expr p, fp_expr q) {
    return is_positive(a, q) || is_positive(a, fp_expr_add(&a->exprs, p, q));
}

/* Two forms of which not both can be <= 0. A number reduced to a width (`n - 64` of i32) is what it was, or too small
 * before, or too large. */
static bool exclude(struct fp_addresses *a, fp_expr p, fp_expr q) {
    if (apart(a, p, q)) return true;
    fp_term single;
    uint32_t count;
    int64_t constant;
    const fp_term *terms = fp_sum_view(&a->exprs, q, &single, &count, &constant);
    for (uint32_t i = 0; i < count; i++) {
        fp_term reduced = terms[i];
        const fp_expr_info n = *fp_expr_at(&a->exprs, reduced.node);
        if (n.op != FP_EXPR_WRAP || n.width < 2 || n.width > 32) continue;
        fp_expr whole = fp_expr_terms(&a->exprs, reduced.node)->node;
        int64_t limit = (int64_t)1 << (n.width - 1);
        fp_expr kept = fp_expr_add(
            &a->exprs, fp_expr_sub(&a->exprs, q, fp_expr_scale(&a->exprs, reduced.node, reduced.coefficient)),
            fp_expr_scale(&a->exprs, whole, reduced.coefficient));
        return apart(a, p, kept) && apart(a, p, fp_expr_offset(&a->exprs, whole, limit + 1)) &&
               apart(a, p, fp_expr_offset(&a->exprs, fp_expr_scale(&a->exprs, whole, -1), limit));
    }
    return false;
}

bool fp_addresses_excludes(struct fp_addresses *a, uint32_t x, bool x_truth, uint32_t y, bool y_truth) {
    fp_expr p[2], q[2];
    if (x >= a->exprs.nodes.len || y >= a->exprs.nodes.len) return false;
    uint32_t of_x = forms_of(a, x, x_truth, p), of_y = of_x ? forms_of(a, y, y_truth, q) : 0;
    for (uint32_t i = 0; i < of_x; i++)
        for (uint32_t k = 0; k < of_y; k++)
            if (exclude(a, p[i], q[k]) || exclude(a, q[k], p[i])) return true;
    return false;
}
