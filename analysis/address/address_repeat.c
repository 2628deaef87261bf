/* address_repeat.c - stores that several threads repeat: the same bytes, the same values.
 *
 * What a thread stores is made of integers over thread ids and symbols and of what is equal in all threads. Indices of
 * loads are among these integers: threads that run one load on the same bytes get the same value, in memory that the
 * kernel does not write and in workgroup memory, whose races are reported on their own. Two threads for which all
 * these integers agree store equal values; when that holds for any two threads with a common byte, no store is lost.
 * What a thread gets from the lane whose number differs in some bits is made of that lane's integers. What the lanes of
 * a wave make together, as products of matrices, is equal in the same lane of two waves whose lanes agree one by one.
 * An argument of a block is made of what is handed to it: where all threads come the same way, values that are equal at
 * first and stay equal in each step of a loop are equal. Lanes of one wave may also have become equal by exchange. */
#include "address/address_op.h"
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/address_state.h"
#include "address/address_type.h"
#include "address/buffer.h"
#include "address/lanes_agree.h"
#include "address/overlap_trace.h"
#include "address/uniformity.h"
#include "address/uniformity_eval.h"
#include "base/sort.h"
#include <string.h>

enum { VALUES_MAX = 8192, THREADS_MAX = 4096, INPUTS_MAX = 512, SYMBOLIC_MAX = 1 << 17, WAVES_MAX = 64 };

/* Whose value it is: of the thread whose number differs in the bits of `turn`, or of all lanes of the thread's wave. */
typedef struct {
    uint32_t turn;
    bool wave;
} holder;
typedef struct {
    fp_value value;
    holder by;
} held;
typedef struct {
    fp_expr node;
    holder by;
} input;
typedef struct {
    struct fp_addresses *a;
    struct fp_arena *scratch;
    fp_loop_id loop;          /* innermost around the store */
    bool unknown;             /* the stored value may differ between threads even where all inputs are equal */
    bool folded;              /* it may be equal even where inputs are not: made of several threads', or by a load that
                                 gives zeros outside of its buffer */
    bool by_wave;             /* it is made of what all lanes of the wave have */
    bool by_lane;             /* of that it is the lane's part, and another one in each lane */
    input inputs[INPUTS_MAX]; /* integers that differ between threads, from which the value is made */
    uint32_t input_count;
    uint32_t alike[WAVES_MAX]; /* per wave: the first one whose lanes have the same inputs, lane by lane */
    FP_VEC(held) pending, seen;
    fp_map seen_map;
} tracer;

static bool same_holder(holder x, holder y) { return x.turn == y.turn && x.wave == y.wave; }

static void need(tracer *t, fp_value value, holder by) {
    uint64_t hash = fp_hash_mix(value, (uint64_t)by.turn << 1 | by.wave);
    for (fp_map_probe p = fp_map_find(&t->seen_map, hash); fp_map_next(&p);)
        if (t->seen.data[p.value].value == value && same_holder(t->seen.data[p.value].by, by)) return;
    if (t->seen.len == VALUES_MAX || value >= t->a->ir->value_count) {
        t->unknown = true;
        return;
    }
    fp_map_put(t->scratch, &t->seen_map, hash, t->seen.len);
    *FP_PUSH(t->scratch, &t->seen) = (held){ value, by };
    *FP_PUSH(t->scratch, &t->pending) = (held){ value, by };
}

static void need_operands(tracer *t, fp_op op, holder by) {
    const fp_op_node *n = &t->a->ir->ops[op];
    for (uint32_t i = 0; i < n->use_count; i++) need(t, t->a->ir->uses[n->first_use + i].value, by);
}

/* Does the memory behind the value hold one value for all threads that read the same bytes? */
static bool is_settled_memory(struct fp_addresses *a, fp_value value) {
    if (!a->buffers) return false;
    fp_roots roots = fp_buffers_sure(a->buffers, fp_buffers_of(a->buffers, value)),
             global = fp_buffers_in_space(a->buffers, roots, FP_SPACE_GLOBAL);
    if (!roots) return false; /* each thread's own */
    if (!global) return true;
    return !a->writes_unknown && !(a->written && fp_buffers_alias(a->buffers, a->written, global) != FP_ALIAS_NEVER);
}

static bool reads_settled_memory(struct fp_addresses *a, fp_op op, const fp_op_info *info) {
    const fp_use *use = fp_ir_operand(a->ir, op, info->read);
    return use && is_settled_memory(a, use->value);
}

/* Assembly whose results are made of the operands, and of what such memory holds behind them. */
static bool is_function_of_text(struct fp_addresses *a, fp_op op) {
    fp_assembly_results text;
    const fp_op_node *n = &a->ir->ops[op];
    if (!fp_ir_assembly(a->ir, op, &text)) return false;
    fp_made_of made_of = fp_assembly_part(&text, FP_NONE).made_of;
    bool settled = made_of <= FP_MADE_OF_WORKGROUP;
    for (uint32_t i = 0; i < n->use_count && made_of == FP_MADE_OF_MEMORY; i++) {
        fp_value value = a->ir->uses[n->first_use + i].value;
        if (!a->buffers || !fp_buffers_of(a->buffers, value)) continue;
        if (!is_settled_memory(a, value)) return false;
        settled = true;
    }
    return settled;
}

/* Each thread loads from its own address, or from where its operands say otherwise. Matrix loads hand what they read to
 * other lanes, and of a tensor each thread has another part. */
static bool loads_by_thread(const struct fp_addresses *a, fp_op op, const fp_op_info *info) {
    if (info->effect != FP_EFFECT_READ || info->collective) return false;
    const fp_op_node *n = &a->ir->ops[op];
    return info->shape == FP_SHAPE_INDEXED || info->shape == FP_SHAPE_POINTER ||
           (info->shape == FP_SHAPE_UNKNOWN && info->global && n->result_count == 1 &&
            fp_type_kind_of(fp_ir_value_type(a->ir, n->first_result)) != FP_TYPE_TENSOR);
}

static bool is_integer(fp_str type) { return fp_address_width(type) > 0; }

/* An integer made of thread ids and of what is equal in all threads is an input, however it was made. */
static bool add_input(tracer *t, fp_value value, holder by) {
    struct fp_addresses *a = t->a;
    if (!is_integer(fp_ir_value_type(a->ir, value))) return false;
    fp_expr threads, uniform;
    fp_expr_split(&a->exprs, fp_address_resolve(a, fp_address_value(a, value), t->loop), &threads, &uniform);
    if (fp_expr_at(&a->exprs, threads)->depends & FP_DEPENDS_OPAQUE) return false;
    for (uint32_t i = 0; i < t->input_count; i++)
        if (t->inputs[i].node == threads && same_holder(t->inputs[i].by, by)) return true;
    if (t->input_count == INPUTS_MAX) return false;
    t->inputs[t->input_count++] = (input){ threads, by };
    return true;
}

/* A value that a loop carries, inside the loop or as its result: it is made from the first value, from what each
 * iteration yields, and from the bounds, which tell how many iterations there are. */
static void trace_carried(tracer *t, const fp_value_info *v, holder by) {
    const struct fp_ir *ir = t->a->ir;
    const fp_op_node *loop = &ir->ops[v->def];
    fp_block body = fp_ir_region(ir, v->def, 0);
    uint32_t count = 0;
    const fp_use *inits = fp_ir_inits(ir, v->def, &count);
    fp_op last = body == FP_NONE ? FP_NONE : ir->blocks[body].last;
    uint32_t ivs = body == FP_NONE || ir->blocks[body].arg_count < count ? 0 : ir->blocks[body].arg_count - count;
    uint32_t slot = v->block == FP_NONE ? v->index : v->index - ivs; /* an iv comes out beyond `count` */
    if (!inits || last == FP_NONE || slot >= count || ir->ops[last].use_count != count ||
        ir->blocks[body].next != FP_NONE) {
        t->unknown = true;
        return;
    }
    for (uint32_t i = 0; i < loop->use_count; i++) {
        const fp_use *use = &ir->uses[loop->first_use + i];
        if (use < inits || use >= inits + count) need(t, use->value, by);
    }
    need(t, inits[slot].value, by);
    need(t, ir->uses[ir->ops[last].first_use + slot].value, by);
}

/* Ops that pass values between lanes are not: what a thread gets is another one's. */
static bool is_function_of_operands(const fp_op_info *info) {
    return (info->effect == FP_EFFECT_PURE || info->effect == FP_EFFECT_VIEW) && info->uniformity == FP_UNIFORM_JOIN;
}

/* An argument of a block to which all threads come by the same way: what each way hands over. */
static void trace_argument(tracer *t, const fp_value_info *v, holder by) {
    const struct fp_ir *ir = t->a->ir;
    uint32_t count = 0;
    const uint32_t *edges = t->a->parted[v->block] ? NULL : fp_address_edges_to(t->a, v->block, &count);
    t->unknown |= count == 0;
    for (uint32_t i = 0; i < count && !t->unknown; i++) {
        const fp_successor *way = &ir->successors[edges[i]];
        if (v->index >= way->use_count)
            t->unknown = true;
        else
            need(t, ir->uses[way->first_use + v->index].value, by);
    }
}

/* Are the op's results, in the lanes of a wave, made of what its lanes give to it, and of nothing else? */
static bool joins_lanes(struct fp_addresses *a, fp_op op, const fp_op_info *info) {
    bool exchanges = (info->effect == FP_EFFECT_PURE || info->effect == FP_EFFECT_UNIFORM) &&
                     (info->uniformity == FP_UNIFORM_LANE || info->uniformity == FP_UNIFORM_WAVE),
         multiplies = info->effect == FP_EFFECT_NONE && info->does == FP_DOES_NOTHING && !info->untracked.reads &&
                      !info->untracked.writes;
    return (exchanges || multiplies) && a->ir->ops[op].use_count && fp_addresses_whole_waves(a, op);
}

static void trace_value(tracer *t, fp_value value, holder by) {
    const struct fp_ir *ir = t->a->ir;
    fp_uniformity uniformity = fp_address_value_uniformity(t->a, value);
    if (fp_uniform_in_workgroup(uniformity)) return;
    if (add_input(t, value, by)) return;
    const fp_value_info *v = &ir->values[value];
    if (v->def != FP_NONE && ir->ops[v->def].info && ir->ops[v->def].info->region == FP_REGION_FOR) {
        trace_carried(t, v, by);
        return;
    }
    if (v->block != FP_NONE) {
        trace_argument(t, v, by);
        return;
    }
    const fp_op_info *info = v->def != FP_NONE && !ir->ops[v->def].region_count ? fp_address_row(ir, v->def) : NULL;
    const fp_use *handed = NULL;
    uint32_t turned_by = info && !by.wave ? fp_address_turn_of(t->a, v->def, v->index, &handed) : 0;
    if (turned_by) {
        t->folded = true;
        need(t, handed->value, (holder){ by.turn ^ turned_by, false });
    } else if (info && (is_function_of_operands(info) || fp_address_calls_function(ir, v->def) ||
                        is_function_of_text(t->a, v->def) ||
                        (loads_by_thread(t->a, v->def, info) && reads_settled_memory(t->a, v->def, info)))) {
        t->folded |= info->effect == FP_EFFECT_READ && info->shape == FP_SHAPE_UNKNOWN;
        need_operands(t, v->def, by);
    } else if (info && joins_lanes(t->a, v->def, info)) {
        t->folded = t->by_wave = true;
        t->by_lane |= !by.wave && (uniformity.among > FP_UNIFORM_WAVE || uniformity.doubt);
        need_operands(t, v->def, (holder){ 0, true });
    } else {
        t->unknown = true;
    }
}

/* A copy from memory that the kernel does not write: all that tells where from. */
static bool needs_source(tracer *t, fp_op op) {
    const fp_op_node *node = &t->a->ir->ops[op];
    if (!node->info || node->info->effect != FP_EFFECT_ASYNC_COPY || node->info->shape == FP_SHAPE_WHOLE ||
        node->info->shape == FP_SHAPE_UNKNOWN)
        return false;
    need_operands(t, op, (holder){ 0, false });
    return reads_settled_memory(t->a, op, node->info);
}

/* ---- Threads that meet ---- */

typedef struct {
    int64_t start;
    uint32_t thread;
} placed;
typedef struct {
    const placed *data; /* by start */
    uint32_t count;
} placed_list;

static int compare_placed(const void *a, const void *b) {
    const placed *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

/* What the expression is in each thread, whatever the symbols are: equal numbers are equal expressions. NULL: it is not
 * told in some thread, or there has been enough of it. */
static const int64_t *as_expressions(struct fp_addresses *a, fp_expr node, const fp_threads *threads) {
    if (a->symbolic_threads + threads->count > SYMBOLIC_MAX) return NULL;
    a->symbolic_threads += threads->count;
    int64_t *numbers = FP_NEW(a->keep, int64_t, threads->count);
    for (uint32_t i = 0; i < threads->count; i++) {
        int64_t ids[3], first[3];
        for (int k = 0; k < 3; k++) ids[k] = threads->id[k][i];
        for (int k = 0; k < 3; k++) first[k] = threads->wave ? threads->id[k][i - i % threads->wave] : 0;
        fp_expr own = fp_expr_in_thread(&a->exprs, node, ids, threads->wave ? first : NULL);
        if (own == FP_EXPR_NONE || (fp_expr_at(&a->exprs, own)->depends & FP_DEPENDS_OPAQUE)) return NULL;
        numbers[i] = own;
    }
    return numbers;
}

/* Its value in each thread, until the next question; NULL: symbols have a say in it. */
static const int64_t *numbers_in_pool(struct fp_addresses *a, fp_expr node, const fp_threads *threads) {
    if (!fp_expr_evaluates(&a->exprs, node)) return NULL;
    memset(a->skipped, 0, threads->count);
    a->pool.used = 0;
    return fp_expr_evaluate(&a->pool, &a->exprs, node, threads, a->skipped);
}

static const int64_t *as_numbers(struct fp_addresses *a, fp_expr node, const fp_threads *threads) {
    const int64_t *values = numbers_in_pool(a, node, threads);
    if (!values) return NULL;
    int64_t *kept = FP_NEW(a->keep, int64_t, threads->count);
    memcpy(kept, values, threads->count * sizeof *kept);
    return kept;
}

/* A number for each thread that tells what the expression is there; NULL: that is not told. */
static const int64_t *in_each_thread(struct fp_addresses *a, fp_expr node, const fp_threads *threads) {
    for (fp_map_probe p = fp_map_find(&a->by_node, node); fp_map_next(&p);)
        if (a->in_threads.data[p.value].node == node) return a->in_threads.data[p.value].values;
    const int64_t *values = as_numbers(a, node, threads);
    if (!values) values = as_expressions(a, node, threads);
    fp_map_put(a->keep, &a->by_node, node, a->in_threads.len);
    *FP_PUSH(a->keep, &a->in_threads) = (fp_in_threads){ node, values };
    return values;
}

/* Is an input the same in both threads? */
static fp_stored compare_input(const int64_t *values, const fp_threads *threads, uint32_t p, uint32_t q) {
    if (p >= threads->count || q >= threads->count || !values) return FP_STORED_UNKNOWN;
    return values[p] == values[q] ? FP_STORED_EQUAL : FP_STORED_DIFFER;
}

/* Do two threads agree in all inputs? */
static fp_stored compare_threads(tracer *t, const int64_t *const *values, const fp_threads *threads, uint32_t x,
                                 uint32_t y) {
    fp_stored result = FP_STORED_EQUAL;
    if ((t->by_wave && t->alike[x / threads->wave] != t->alike[y / threads->wave]) ||
        (t->by_lane && x % threads->wave != y % threads->wave))
        result = FP_STORED_UNKNOWN;
    for (uint32_t k = 0; k < t->input_count; k++) {
        holder by = t->inputs[k].by;
        if (by.wave) continue;
        fp_stored one = compare_input(values[k], threads, x ^ by.turn, y ^ by.turn);
        if (one == FP_STORED_DIFFER) return t->folded ? FP_STORED_UNKNOWN : one;
        if (one == FP_STORED_UNKNOWN) result = one;
    }
    return result;
}

/* Does each lane of one wave have the inputs that this lane has in the other? */
static bool waves_agree(tracer *t, const int64_t *const *values, const fp_threads *threads, uint32_t x, uint32_t y) {
    for (uint32_t k = 0; k < t->input_count; k++)
        for (uint32_t lane = 0; lane < threads->wave && t->inputs[k].by.wave; lane++)
            if (compare_input(values[k], threads, x * threads->wave + lane, y * threads->wave + lane) !=
                FP_STORED_EQUAL)
                return false;
    return true;
}

/* Fills t->alike; false: what a wave is is not known. */
static bool find_alike(tracer *t, const int64_t *const *values, const fp_threads *threads) {
    if (!threads->wave || !t->a->launch.wave_known || threads->count > WAVES_MAX * threads->wave) return false;
    for (uint32_t w = 0; w * threads->wave < threads->count; w++) {
        uint32_t first = 0;
        while (first < w && (t->alike[first] != first || !waves_agree(t, values, threads, first, w))) first++;
        t->alike[w] = first;
    }
    return true;
}

/* Threads that the conditions of the access keep from it; conditions over more than thread ids keep nobody. */
static const bool *left_out(struct fp_addresses *a, const fp_footprint_info *f, const fp_threads *threads) {
    bool *out = FP_NEW(a->keep, bool, threads->count);
    fp_guard_set set = a->guard_sets.data[f->guards];
    for (uint32_t i = 0; i < set.count; i++) {
        fp_guard guard = a->guard_lists.data[set.first + i];
        const int64_t *values = numbers_in_pool(a, guard.node, threads);
        for (uint32_t thread = 0; values && thread < threads->count; thread++)
            out[thread] |= (values[thread] != 0) == guard.negated;
    }
    return out;
}

/* What the threads touch that come to the access, by its first byte. */
static placed_list places_of(struct fp_addresses *a, const fp_footprint_info *f, const int64_t *address,
                             const fp_threads *threads) {
    placed *places = FP_NEW(a->keep, placed, threads->count * f->segment_count);
    const bool *out = left_out(a, f, threads);
    uint32_t count = 0;
    for (uint32_t thread = 0; thread < threads->count; thread++)
        for (uint32_t k = 0; k < f->segment_count && !out[thread]; k++)
            places[count++] = (placed){ address[thread] + a->segments.data[f->first_segment + k], thread };
    fp_sort(places, count, sizeof *places, compare_placed);
    return (placed_list){ places, count };
}

/* Lanes that meet in common bytes. */
typedef struct {
    fp_lane_span differences; /* which tell their numbers in their waves apart */
    bool several_waves;       /* some are of two waves */
} lanes_met;

/* False: some meet in bytes that are another part of the value for each. */
static bool find_lanes(const fp_footprint_info *f, placed_list places, const fp_threads *threads, lanes_met *met) {
    *met = (lanes_met){ .several_waves = false };
    for (uint32_t i = 1, first = 0; i < places.count; i++) {
        const placed *one = &places.data[first], *other = &places.data[i];
        if (other->start >= one->start + (int64_t)f->width) {
            first = i;
            continue;
        }
        if (!threads->wave || other->start != one->start) return false;
        met->several_waves |= other->thread / threads->wave != one->thread / threads->wave;
        fp_lane_span_add(&met->differences, (other->thread ^ one->thread) % threads->wave);
    }
    return true;
}

/* Do threads whose bytes meet agree in all? Bytes of one start to the next: what overlaps must be a repetition of the
 * first. `lanes_agree`: the lanes of one wave that meet store equal values. */
static fp_stored compare_meetings(tracer *t, const fp_footprint_info *f, placed_list places, const fp_threads *threads,
                                  bool lanes_agree) {
    struct fp_addresses *a = t->a;
    const int64_t *values[INPUTS_MAX];
    for (uint32_t i = 0; i < t->input_count; i++) values[i] = in_each_thread(a, t->inputs[i].node, threads);
    if (t->by_wave && !find_alike(t, values, threads)) return FP_STORED_UNKNOWN;
    fp_stored result = FP_STORED_EQUAL;
    for (uint32_t i = 1, first = 0; i < places.count; i++) {
        const placed *one = &places.data[first], *other = &places.data[i];
        if (other->start >= one->start + (int64_t)f->width) {
            first = i;
            continue;
        }
        uint32_t lane = lanes_agree ? (other->thread ^ one->thread) % threads->wave : 0;
        fp_stored stored = compare_threads(t, values, threads, other->thread ^ lane, one->thread);
        if (stored == FP_STORED_DIFFER) return stored;
        if (stored == FP_STORED_UNKNOWN || other->start != one->start) result = FP_STORED_UNKNOWN;
    }
    return result;
}

/* Finds the inputs of what is stored. */
static void trace(tracer *t, fp_op op, fp_value stored) {
    if (stored != FP_NONE)
        need(t, stored, (holder){ 0, false });
    else
        t->unknown = !needs_source(t, op);
    while (t->pending.len && !t->unknown) {
        held next = t->pending.data[--t->pending.len];
        trace_value(t, next.value, next.by);
    }
}

fp_stored fp_addresses_stored(struct fp_addresses *a, fp_footprint footprint, fp_value stored) {
    if (!footprint || !a->launch.block[0] || a->launch.upper_bound_only) return FP_STORED_UNKNOWN;
    const fp_footprint_info f = a->footprints.data[footprint];
    const fp_threads *threads = fp_address_threads(a);
    if (f.width == 0 || f.tile || !threads || threads->count > THREADS_MAX) return FP_STORED_UNKNOWN;
    fp_address_find_levels(a); /* and what is written */
    fp_expr own, uniform;
    fp_expr_split(&a->exprs, f.address, &own, &uniform);
    const int64_t *address = as_numbers(a, own, threads);
    if (!address) return FP_STORED_UNKNOWN;
    placed_list places = places_of(a, &f, address, threads);
    lanes_met met;
    bool lanes_agree = stored != FP_NONE && find_lanes(&f, places, threads, &met) &&
                       fp_address_lanes_agree(a, stored, &met.differences);
    if (lanes_agree && !met.several_waves) return FP_STORED_EQUAL;
    tracer t = { .a = a, .scratch = fp_arena_new(), .loop = f.loop };
    trace(&t, f.op, stored);
    fp_arena_drop(t.scratch);
    return t.unknown ? FP_STORED_UNKNOWN : compare_meetings(&t, &f, places, threads, lanes_agree);
}

bool fp_addresses_one_number(const struct fp_addresses *a, fp_value value) {
    const struct fp_ir *ir = a->ir;
    fp_op def = fp_ir_definition(ir, value);
    return def != FP_NONE && ir->ops[def].info && ir->ops[def].info->effect == FP_EFFECT_CONSTANT &&
           !fp_str_contains(fp_ir_text(ir, ir->ops[def].span), FP_STR("["));
}

bool fp_addresses_shifted(struct fp_addresses *a, fp_footprint footprint, fp_value stored) {
    if (fp_addresses_one_number(a, stored)) return false;
    if (!footprint || !a->launch.block[0] || a->launch.upper_bound_only) return false;
    const fp_footprint_info f = a->footprints.data[footprint];
    const fp_threads *threads = fp_address_threads(a);
    if (f.width == 0 || f.tile || !threads || threads->count > THREADS_MAX) return false;
    fp_expr own, uniform;
    fp_expr_split(&a->exprs, f.address, &own, &uniform);
    const int64_t *address = as_numbers(a, own, threads);
    if (!address) return false;
    placed_list places = places_of(a, &f, address, threads);
    for (uint32_t i = 1; i < places.count; i++)
        if (places.data[i].start != places.data[i - 1].start &&
            places.data[i].start < places.data[i - 1].start + (int64_t)f.width)
            return true;
    return false;
}
