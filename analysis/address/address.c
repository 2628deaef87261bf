/* address.c - the evaluator of one function: guards in force, footprints of accesses, places. */
#include "address/address_state.h"
#include "address/affine.h"
#include "address/buffer.h"
#include "address/expr_build.h"
#include <assert.h>
#include <string.h>

/* ---- A new evaluator ---- */

/* Which thread id dimensions the function reads, and bounds that its id ops promise. */
static void scan_ids(struct fp_addresses *a) {
    const struct fp_ir *ir = a->ir;
    for (fp_op op = 0; op < ir->op_count; op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (!info) continue;
        if (info->arith == FP_ARITH_LANE || info->arith == FP_ARITH_WAVE || info->arith == FP_ARITH_MBCNT_LO)
            a->dimensions_read |= 1;
        for (uint32_t k = 0; info->region == FP_REGION_PARALLEL && k < FP_MAPPED_DIMENSIONS_MAX; k++) {
            char dimension;
            if (fp_ir_mapping(ir, op, k, &dimension) == FP_MAPPED_THREAD)
                a->dimensions_read |= (uint8_t)(dimension == FP_DIMENSION_LINEAR ? 1 : 1 << (dimension - 'x'));
        }
        if (info->region == FP_REGION_LAUNCH) {
            fp_block body = fp_ir_region(ir, op, 0);
            for (uint32_t k = 0; body != FP_NONE && k < 3 && k + 3 < ir->blocks[body].arg_count; k++)
                for (uint32_t i = 0; i < ir->use_count; i++)
                    if (ir->uses[i].value == ir->blocks[body].first_arg + 3 + k)
                        a->dimensions_read |= (uint8_t)(1 << k);
        }
        uint32_t read;
        if (fp_address_builtin_thread(a, op, &read)) a->dimensions_read |= (uint8_t)(read < 3 ? 1 << read : 7);
        if (info->arith != FP_ARITH_THREAD && info->arith != FP_ARITH_GLOBAL_ID) continue;
        char dimension = info->dimension;
        fp_str word = fp_ir_word(ir, op, 0), attribute = fp_ir_attribute(ir, op, FP_STR("dimension"));
        if (!dimension && word.len == 1) dimension = word.data[0];
        for (size_t i = attribute.len; !dimension && i-- > 0;)
            if (attribute.data[i] >= 'x' && attribute.data[i] <= 'z') dimension = attribute.data[i];
        if (dimension < 'x' || dimension > 'z') {
            a->dimensions_read = 7;
            continue;
        }
        uint32_t k = (uint32_t)(dimension - 'x');
        a->dimensions_read |= (uint8_t)(1 << k);
        int64_t low, high;
        if (a->launch.block[0] || !ir->ops[op].result_count) continue;
        fp_address_bounds(a, ir->ops[op].first_result, &low, &high);
        if (info->arith == FP_ARITH_THREAD && low >= 0 && high < a->thread_bound[k]) a->thread_bound[k] = high + 1;
    }
}

/* Bit k: all threads of a workgroup have the same value of parameter k, the last one for all from there on. */
static uint64_t uniform_parameters(const struct fp_ir *ir, fp_op function) {
    const struct fp_unit_context *context = ir->context;
    if (!context || function == FP_NONE) return UINT64_MAX;
    const fp_op_info *info = ir->ops[function].info;
    if (info && info->region == FP_REGION_LAUNCH) return UINT64_MAX;
    for (uint32_t i = 0; i < context->units.len; i++) {
        const fp_unit *unit = &context->units.data[i];
        if (unit->span.start <= ir->ops[function].span.start && ir->ops[function].span.end <= unit->span.end)
            return unit->called ? unit->called_alike : UINT64_MAX;
    }
    return UINT64_MAX;
}

bool fp_address_is_uniform_parameter(const struct fp_addresses *a, uint32_t index) {
    return a->uniform_parameters >> (index < 63 ? index : 63) & 1;
}

/* Parameters come first among all leaves, in their order: what is tried first does not depend on who asks for which
 * of them first. */
static void number_parameters(struct fp_addresses *a) {
    const struct fp_ir *ir = a->ir;
    fp_block entry = a->function == FP_NONE ? FP_NONE : fp_ir_region(ir, a->function, 0);
    const fp_op_info *row = entry == FP_NONE ? NULL : ir->ops[a->function].info;
    for (uint32_t i = 0; row && row->region == FP_REGION_FUNC && i < ir->blocks[entry].arg_count; i++) {
        fp_value value = ir->blocks[entry].first_arg + i;
        int64_t low, high;
        if (!fp_address_is_uniform_parameter(a, i) || !fp_address_width(fp_ir_value_type(ir, value))) continue;
        fp_address_bounds(a, value, &low, &high);
        (void)fp_address_symbol(a, value, 0, low, high);
    }
}

struct fp_addresses *fp_addresses_new(struct fp_arena *keep, const struct fp_ir *ir, fp_op function, fp_launch launch) {
    struct fp_addresses *a = FP_NEW(keep, struct fp_addresses, 1);
    a->keep = keep;
    a->ir = ir;
    a->function = function;
    a->launch = launch;
    if (!a->launch.max_threads) a->launch.max_threads = 1024;
    fp_exprs_init(&a->exprs, keep);
    a->values = FP_NEW(keep, fp_expr, ir->value_count + 1);
    a->waiting = FP_NEW(keep, uint32_t, ir->value_count + 1);
    a->natural_loops = FP_NEW(keep, uint32_t, ir->block_count + 1);
    a->block_loops = FP_NEW(keep, uint32_t, ir->block_count + 1);
    a->uniform_parameters = uniform_parameters(ir, function);
    for (uint32_t k = 0; k < 3; k++) a->thread_bound[k] = launch.block[0] ? launch.block[k] : a->launch.max_threads;
    scan_ids(a);
    FP_PUSH(keep, &a->footprints)->blocked = FP_WORD_ADDRESS_UNKNOWN;
    FP_PUSH(keep, &a->places)->loop = FP_NONE;
    (void)FP_PUSH(keep, &a->guard_sets);
    number_parameters(a);
    return a;
}

void fp_addresses_use_buffers(struct fp_addresses *a, struct fp_buffers *buffers) { a->buffers = buffers; }

/* ---- Guards ---- */

static void push(struct fp_addresses *a, fp_expr node, bool negated) {
    *FP_PUSH(a->keep, &a->guards) = (fp_guard){ node, negated };
}

void fp_addresses_push_guard(struct fp_addresses *a, fp_value condition, bool negated) {
    fp_expr node = condition == FP_NONE ? FP_EXPR_NONE : fp_address_value(a, condition);
    if (node != FP_EXPR_NONE && (fp_expr_at(&a->exprs, node)->low < 0 || fp_expr_at(&a->exprs, node)->high > 1))
        node = FP_EXPR_NONE;
    push(a, node, negated);
}

void fp_addresses_push_case(struct fp_addresses *a, fp_value value, int64_t constant, bool negated) {
    fp_expr node = fp_address_value(a, value);
    push(a, fp_expr_equal(&a->exprs, node, fp_expr_constant(&a->exprs, constant)), negated);
}

/* The text of an affine.if's set: inline, by alias, or the generic form's attribute. */
static fp_str set_text(const struct fp_addresses *a, fp_op op) {
    fp_str attribute = fp_ir_attribute(a->ir, op, FP_STR("condition"));
    const fp_op_node *n = &a->ir->ops[op];
    for (uint32_t i = 0; attribute.len == 0 && i < n->token_count; i++) {
        fp_span span = a->ir->tokens[n->first_token + i].span;
        fp_str token = fp_ir_text(a->ir, span);
        if (fp_str_starts(token, FP_STR("affine_set"))) return fp_str_slice(a->ir->text, span.start, n->span.end);
        if (fp_str_starts(token, FP_STR("#"))) return fp_unit_alias(a->ir->context, token);
    }
    return attribute;
}

void fp_addresses_push_set(struct fp_addresses *a, fp_op affine_if, bool negated) {
    const fp_op_node *n = &a->ir->ops[affine_if];
    fp_expr operands[FP_AFFINE_RESULTS_MAX], conditions[FP_AFFINE_RESULTS_MAX];
    uint32_t count = 0;
    fp_str text = set_text(a, affine_if);
    for (uint32_t i = 0; i < n->use_count && i < FP_AFFINE_RESULTS_MAX; i++)
        operands[i] = fp_address_value(a, a->ir->uses[n->first_use + i].value);
    fp_affine_names names = { .operands = operands,
                              .operand_count =
                                  n->use_count < FP_AFFINE_RESULTS_MAX ? n->use_count : FP_AFFINE_RESULTS_MAX };
    if (!fp_affine_set(&a->exprs, text, &names, conditions, &count) || count == 0) {
        push(a, FP_EXPR_NONE, negated);
        return;
    }
    fp_expr all = conditions[0];
    for (uint32_t i = 1; i < count; i++) all = fp_expr_and(&a->exprs, all, conditions[i]);
    push(a, all, negated);
}

void fp_addresses_pop_guard(struct fp_addresses *a) {
    assert(a->guards.len > 0);
    a->guards.len--;
}

/* Adds `node` (not) to a sorted list: a negation flips it, a conjunction is its parts, what always holds is left
 * out. */
typedef FP_VEC(fp_guard) guard_list;
static void add_guard(struct fp_addresses *a, guard_list *list, fp_expr node, bool negated, uint32_t depth) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, node);
    if (n->op == FP_EXPR_SUM && n->constant == 1 && n->term_count == 1 &&
        fp_expr_terms(&a->exprs, node)->coefficient == -1) {
        add_guard(a, list, fp_expr_terms(&a->exprs, node)->node, !negated, depth);
        return;
    }
    if (depth < 16 && ((n->op == FP_EXPR_AND && !negated) || (n->op == FP_EXPR_OR && negated))) {
        fp_term first = fp_expr_terms(&a->exprs, node)[0], second = fp_expr_terms(&a->exprs, node)[1];
        add_guard(a, list, first.node, negated, depth + 1);
        add_guard(a, list, second.node, negated, depth + 1);
        return;
    }
    if (n->op == FP_EXPR_CONSTANT && (n->constant != 0) != negated) return;
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i].node == node && list->data[i].negated == negated) return;
    uint32_t at = list->len;
    (void)FP_PUSH(a->keep, list);
    for (; at > 0 && list->data[at - 1].node > node; at--) list->data[at] = list->data[at - 1];
    list->data[at] = (fp_guard){ node, negated };
}

fp_guards fp_address_guards(struct fp_addresses *a, const fp_guard *guards, uint32_t count) {
    guard_list list = { 0 };
    for (uint32_t i = 0; i < count; i++)
        if (guards[i].node != FP_EXPR_NONE) add_guard(a, &list, guards[i].node, guards[i].negated, 0);
    if (list.len == 0) return 0;
    uint64_t hash = 1;
    for (uint32_t i = 0; i < list.len; i++)
        hash = fp_hash_mix(hash, (uint64_t)list.data[i].node << 1 | list.data[i].negated);
    for (fp_map_probe p = fp_map_find(&a->interned_guards, hash); fp_map_next(&p);) {
        if (a->guard_sets.data[p.value].count != list.len) continue;
        const fp_guard *own = a->guard_lists.data + a->guard_sets.data[p.value].first;
        uint32_t i = 0;
        while (i < list.len && own[i].node == list.data[i].node && own[i].negated == list.data[i].negated) i++;
        if (i == list.len) return p.value;
    }
    *FP_PUSH(a->keep, &a->guard_sets) = (fp_guard_set){ a->guard_lists.len, list.len };
    for (uint32_t i = 0; i < list.len; i++) *FP_PUSH(a->keep, &a->guard_lists) = list.data[i];
    fp_map_put(a->keep, &a->interned_guards, hash, a->guard_sets.len - 1);
    return a->guard_sets.len - 1;
}

/* The guards in force, for an op in `loop`; iterations that are threads run only where there is one. */
static fp_guards guards_here(struct fp_addresses *a, fp_loop_id loop) {
    guard_list list = { 0 };
    for (uint32_t i = 0; i < a->guards.len; i++) {
        fp_guard g = a->guards.data[i];
        if (g.node == FP_EXPR_NONE) continue;
        *FP_PUSH(a->keep, &list) = (fp_guard){ fp_address_resolve(a, g.node, loop), g.negated };
    }
    for (fp_loop_id l = loop; l != FP_NONE; l = a->loops.data[l].info.parent) {
        const fp_loop_info *info = &a->loops.data[l].info;
        bool known = info->lower_known && info->upper_known && info->step_known && info->step_constant > 0;
        fp_expr number = info->threads && known ? fp_address_thread_iteration(a, l) : FP_EXPR_NONE;
        if (number == FP_EXPR_NONE) continue;
        fp_expr reached =
            fp_expr_offset(&a->exprs, fp_expr_scale(&a->exprs, number, info->step_constant), info->lower_constant);
        *FP_PUSH(a->keep, &list) =
            (fp_guard){ fp_expr_less(&a->exprs, reached, fp_expr_constant(&a->exprs, info->upper_constant)), false };
    }
    return fp_address_guards(a, list.data, list.len);
}

/* ---- Accesses ---- */

static fp_expr finished(struct fp_addresses *a, fp_op op, const fp_subscripts *list, size_t index, bool *failed) {
    for (uint32_t tries = 0; tries < 4; tries++) {
        uint32_t bottom = a->pending.len;
        fp_expr node = fp_address_subscript(a, op, list, index, failed);
        if (node != FP_EXPR_NONE || *failed) return node;
        while (a->pending.len > bottom) {
            fp_value wanted = a->pending.data[--a->pending.len];
            (void)fp_address_value(a, wanted);
        }
    }
    *failed = true;
    return 0;
}

/* Made-up strides that keep the dimensions apart: two equal sums have equal indices as long as the inner ones stay
 * below the room they have. */
enum { TUPLE_RANK_MAX = 3, TUPLE_BITS = 18 };

/* start + index * stride .. in bytes. */
static bool indexed_address(struct fp_addresses *a, const fp_access_request *request, const fp_type *type,
                            fp_footprint_info *f) {
    fp_subscripts list = fp_ir_subscripts(a->keep, a->ir, request->op, request->buffer);
    int64_t bytes = fp_address_element_bytes(type);
    bool nowhere = false;
    if (type->kind == FP_TYPE_BARRIER_OBJECT) { /* one of a group of them: they lie side by side */
        if (!list.known || list.len > 1) return false;
        if (list.len == 0) return true;
        fp_expr place = finished(a, request->op, &list, 0, &nowhere);
        if (!nowhere)
            f->address = fp_expr_add(&a->exprs, f->address, fp_expr_scale(&a->exprs, place, request->width_bytes));
        return !nowhere;
    }
    if (type->kind != FP_TYPE_MEMREF || !list.known || list.len != type->rank || !bytes) return false;
    fp_strides strides = fp_address_strides(a, request->base, type);
    bool failed = false, fixed = strides.known;
    fp_expr sum = f->address, tuple = f->address;
    for (uint32_t i = 0; i < type->rank; i++) {
        fp_expr index = finished(a, request->op, &list, i, &failed);
        if (failed) return false;
        const fp_expr_info *id = fp_expr_at(&a->exprs, index);
        if (id->op == FP_EXPR_THREAD && type->shape[i] > 0 && type->shape[i] <= UINT16_MAX)
            f->id_extent[id->id] = (uint32_t)type->shape[i];
        if (strides.known) {
            fixed &= fp_expr_is_constant(&a->exprs, strides.stride[i]);
            sum = fp_expr_add(&a->exprs, sum,
                              fp_expr_scale(&a->exprs, fp_expr_mul(&a->exprs, index, strides.stride[i]), bytes));
        }
        int64_t made_up = bytes << (TUPLE_BITS * (type->rank - 1 - i < TUPLE_RANK_MAX ? type->rank - 1 - i : 0));
        tuple = fp_expr_add(&a->exprs, tuple, fp_expr_scale(&a->exprs, index, made_up));
    }
    if (!fixed && type->rank <= TUPLE_RANK_MAX && !type->has_layout && !type->opaque_layout)
        f->tuple = tuple, f->tuple_of = request->base;
    if (!strides.known && f->tuple == FP_EXPR_NONE) return false;
    f->address = strides.known ? sum : fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, 0, FP_FAR, 0);
    return true;
}

/* Where a slice of a buffer with an unknown layout lies, per dimension of what it was cut from. */
static void box_of(struct fp_addresses *a, const fp_access_request *request, fp_footprint_info *f) {
    fp_value value = request->base;
    const fp_value_info *v = &a->ir->values[value];
    const fp_op_info *info = v->block == FP_NONE && v->def != FP_NONE ? a->ir->ops[v->def].info : NULL;
    if (!info || info->effect != FP_EFFECT_VIEW || info->view != FP_VIEW_SLICE) return;
    const fp_use *source = fp_ir_operand(a->ir, v->def, info->read);
    fp_subscripts list = fp_ir_list(a->keep, a->ir, v->def, 0);
    fp_type type = fp_address_type(a, value), from = source ? fp_address_type(a, source->value) : type;
    if (!source || !list.known || list.len != type.rank || type.rank != from.rank) return;
    bool failed = false;
    uint32_t first = a->boxes.len;
    for (uint32_t i = 0; i < type.rank && !failed; i++) {
        fp_expr offset = finished(a, v->def, &list, i, &failed);
        if (type.shape[i] == FP_DYNAMIC) failed = true;
        if (!failed)
            *FP_PUSH(a->keep, &a->boxes) = (fp_box_side){ fp_address_resolve(a, offset, request->loop), type.shape[i] };
    }
    if (failed)
        a->boxes.len = first;
    else
        f->first_box = first, f->box_count = type.rank, f->tuple_of = source->value;
}

/* Equal lists of segments are one, so that traces of different accesses can be. */
static uint32_t intern_segments(struct fp_addresses *a, const int64_t *segments, uint32_t count) {
    uint64_t hash = fp_hash_mix(fp_hash_bytes(segments, count * sizeof *segments), count);
    for (fp_map_probe p = fp_map_find(&a->interned_segments, hash); fp_map_next(&p);)
        if (p.value + count <= a->segments.len &&
            !memcmp(a->segments.data + p.value, segments, count * sizeof *segments))
            return p.value;
    uint32_t first = a->segments.len;
    for (uint32_t i = 0; i < count; i++) *FP_PUSH(a->keep, &a->segments) = segments[i];
    fp_map_put(a->keep, &a->interned_segments, hash, first);
    return first;
}

static fp_footprint intern_footprint(struct fp_addresses *a, const fp_footprint_info *f, const int64_t *segments) {
    uint64_t hash = fp_hash_mix(fp_hash_mix(f->address, f->width), (uint64_t)f->guards << 32 | f->loop);
    for (uint32_t i = 0; i < f->segment_count; i++) hash = fp_hash_mix(hash, (uint64_t)segments[i]);
    for (fp_map_probe p = fp_map_find(&a->interned_footprints, hash); fp_map_next(&p);) {
        const fp_footprint_info *o = &a->footprints.data[p.value];
        if (o->address != f->address || o->width != f->width || o->guards != f->guards || o->loop != f->loop ||
            o->segment_count != f->segment_count || o->tuple != f->tuple || o->tuple_of != f->tuple_of ||
            o->modular != f->modular || o->inexact != f->inexact || o->box_count != f->box_count ||
            o->elected != f->elected || o->collective != f->collective || (f->collective && o->op != f->op) ||
            memcmp(a->segments.data + o->first_segment, segments, f->segment_count * sizeof *segments))
            continue;
        uint32_t i = 0;
        while (i < f->box_count && a->boxes.data[o->first_box + i].offset == a->boxes.data[f->first_box + i].offset &&
               a->boxes.data[o->first_box + i].size == a->boxes.data[f->first_box + i].size)
            i++;
        if (i == f->box_count) return p.value;
    }
    fp_footprint_info info = *f;
    info.first_segment = intern_segments(a, segments, f->segment_count);
    fp_map_put(a->keep, &a->interned_footprints, hash, a->footprints.len);
    *FP_PUSH(a->keep, &a->footprints) = info;
    return a->footprints.len - 1;
}

/* Does what it touches, or whether it runs, depend on the loop's iteration? */
static bool uses_loop(const struct fp_addresses *a, const fp_footprint_info *f, fp_loop_id loop) {
    if (fp_loop_set_has(&a->exprs, fp_expr_at(&a->exprs, f->address)->loops, loop)) return true;
    for (uint32_t i = 0; i < a->guard_sets.data[f->guards].count; i++) {
        fp_expr guard = a->guard_lists.data[a->guard_sets.data[f->guards].first + i].node;
        if (fp_loop_set_has(&a->exprs, fp_expr_at(&a->exprs, guard)->loops, loop)) return true;
    }
    for (uint32_t i = 0; i < f->box_count; i++)
        if (fp_loop_set_has(&a->exprs, fp_expr_at(&a->exprs, a->boxes.data[f->first_box + i].offset)->loops, loop))
            return true;
    return false;
}

/* The ivs and carried values by which the access differs between iterations, as they are named in the text. */
struct used_search {
    struct fp_addresses *a;
    fp_footprint_info *f;
};
static void add_used(struct fp_addresses *a, fp_footprint_info *f, fp_loop_id loop, uint32_t argument, fp_expr node) {
    fp_block body = a->loops.data[loop].info.body;
    if (f->used_count == FP_USED_MAX || body == FP_NONE || argument >= a->ir->blocks[body].arg_count) return;
    fp_value value = a->ir->blocks[body].first_arg + argument;
    if (fp_address_is_buffer(fp_ir_value_type(a->ir, value)))
        return; /* which buffer is in the byte's resource already */
    for (uint32_t i = 0; i < f->used_count; i++)
        if (f->used[i].value == value) return;
    f->used[f->used_count++] = (fp_used_value){ value, node };
}

static void find_carried(void *context, fp_expr leaf) {
    struct used_search *s = context;
    const fp_expr_info *n = fp_expr_at(&s->a->exprs, leaf);
    bool value = n->op == FP_EXPR_CARRIED &&
                 n->instance < s->a->loops.data[n->id].info.yield_count; /* a part of one has no name */
    if (value && uses_loop(s->a, s->f, n->id))
        add_used(s->a, s->f, n->id, s->a->loops.data[n->id].first_slot + n->instance, leaf);
}

static void find_used(struct fp_addresses *a, fp_footprint_info *f, fp_expr raw, fp_loop_id loop) {
    struct used_search s = { a, f };
    for (fp_loop_id l = loop; l != FP_NONE; l = a->loops.data[l].info.parent) {
        const fp_loop_info *info = &a->loops.data[l].info;
        if (info->has_iv && info->body != FP_NONE && uses_loop(a, f, l))
            add_used(a, f, l, info->iv_argument, FP_EXPR_NONE);
    }
    fp_expr_visit(&a->exprs, raw, find_carried, &s);
    for (uint32_t i = 0; i < a->guards.len; i++)
        if (a->guards.data[i].node != FP_EXPR_NONE) fp_expr_visit(&a->exprs, a->guards.data[i].node, find_carried, &s);
    for (uint32_t i = 0; i < f->used_count; i++) {
        fp_expr node = f->used[i].node == FP_EXPR_NONE ? fp_address_value(a, f->used[i].value) : f->used[i].node;
        f->used[i].node = fp_address_resolve(a, node, loop);
    }
}

/* Ops of one partition elect the same thread. */
static uint32_t elected_thread(const struct fp_addresses *a, fp_op op) {
    fp_block block = a->ir->ops[op].block;
    while (block != FP_NONE) {
        fp_op parent = a->ir->blocks[block].op;
        const fp_op_info *info = a->ir->ops[parent].info;
        if (info && info->region == FP_REGION_PARTITIONS) return 1 + a->ir->op_count + block;
        if (parent == a->function) break;
        block = a->ir->ops[parent].block;
    }
    return 1 + a->function;
}

/* Of a copy, what is read: every lane says for itself from where. */
static bool is_source(const struct fp_addresses *a, const fp_access_request *request) {
    const fp_op_info *info = a->ir->ops[request->op].info;
    return info && info->read.ods == request->buffer.ods && info->read.text == request->buffer.text &&
           info->read.word == request->buffer.word;
}

/* In deeper loops no access is looked at: every question would be about all of them, and one is asked for each. Real
 * kernels nest below 10. */
enum { FP_LOOP_NEST_MAX = 16 };
static bool is_too_deep(const struct fp_addresses *a, fp_loop_id loop) {
    return loop < a->loops.len && a->loops.data[loop].depth > FP_LOOP_NEST_MAX;
}

fp_footprint fp_addresses_access(struct fp_addresses *a, const fp_access_request *request) {
    if (request->base >= a->ir->value_count || request->op >= a->ir->op_count || a->ir->ops[request->op].damaged)
        return 0;
    if (is_too_deep(a, request->loop)) {
        a->overruns++;
        return 0;
    }
    fp_type type = fp_address_type(a, request->base);
    fp_footprint_info f = { .tuple = FP_EXPR_NONE, .tuple_of = FP_NONE, .loop = request->loop, .op = request->op };
    f.address = fp_address_value(a, request->base);
    fp_shape shape = request->shape;
    if (shape == FP_SHAPE_LANES && type.kind == FP_TYPE_MEMREF) shape = FP_SHAPE_INDEXED;
    bool understood = shape != FP_SHAPE_INDEXED || indexed_address(a, request, &type, &f);
    fp_extent extent = fp_address_extent(a, request, &type);
    if (request->shape == FP_SHAPE_LANES && understood &&
        !is_source(a, request)) { /* one after the other from the wave's address */
        uint8_t lanes = a->launch.wave_size == 64 || !a->launch.wave_known
                            ? 64
                            : 32; /* most chips that have these ops have waves of 64 */
        fp_expr wave = fp_expr_constant(&a->exprs, lanes);
        fp_expr lane = fp_expr_floormod(&a->exprs, fp_address_linear_thread(a), wave);
        f.address = fp_expr_add(&a->exprs, fp_expr_first_lane(&a->exprs, f.address),
                                fp_expr_scale(&a->exprs, lane, extent.width));
        f.tuple = FP_EXPR_NONE;
    }
    if (!understood || extent.width == 0) {
        f.address = fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, -FP_FAR, FP_FAR, 0);
        f.tuple = FP_EXPR_NONE;
        f.blocked = understood ? FP_WORD_EXTENT_UNKNOWN : FP_WORD_INDEX_UNKNOWN;
        extent = (fp_extent){ .width = 1,
                              .count = 1,
                              .inexact = true }; /* bytes that may be any: none at all would meet nothing */
    }
    fp_expr raw = f.address;
    f.address = fp_expr_unwrap(&a->exprs, fp_address_resolve(a, raw, request->loop), &f.modular);
    f.guards = guards_here(a, request->loop);
    find_used(a, &f, raw, request->loop);
    if (f.tuple != FP_EXPR_NONE) f.tuple = fp_address_resolve(a, f.tuple, request->loop);
    if (request->shape == FP_SHAPE_WHOLE || request->shape == FP_SHAPE_UNKNOWN) box_of(a, request, &f);
    const fp_op_info *info = a->ir->ops[request->op].info;
    f.segment_count = extent.count;
    f.width = extent.width;
    f.collective = info && info->collective;
    f.elected = request->elected ? elected_thread(a, request->op) : 0;
    f.inexact = extent.inexact || !info || info->partial;
    return intern_footprint(a, &f, extent.segments);
}

uint32_t fp_footprint_width(const struct fp_addresses *a, fp_footprint footprint) {
    const fp_footprint_info *f = &a->footprints.data[footprint];
    return f->segment_count > 1 ? f->width * f->segment_count : f->width;
}

bool fp_footprint_uses_loop(const struct fp_addresses *a, fp_footprint footprint, fp_loop_id loop) {
    return footprint != 0 && uses_loop(a, &a->footprints.data[footprint], loop);
}

/* ---- Places ---- */

/* Sorted by loop, so that the order in which loops were left does not matter. */
static fp_place add_place(struct fp_addresses *a, fp_place place, fp_loop_id loop, fp_place_side side,
                          uint32_t distance) {
    fp_place_info head = a->places.data[place];
    fp_place rest = place;
    if (place && head.loop > loop) {
        rest = add_place(a, head.rest, loop, side, distance);
        loop = head.loop;
        side = (fp_place_side)head.side;
        distance = head.distance;
    } else if (place && head.loop == loop) {
        rest = head.rest; /* left again: the newer place counts */
    }
    fp_place_info info = { loop, (uint8_t)side, (uint8_t)(distance < FP_PLACE_ANY ? distance : FP_PLACE_ANY), rest };
    uint64_t hash = fp_hash_mix((uint64_t)loop << 16 | (uint64_t)info.side << 8 | info.distance, rest);
    for (fp_map_probe p = fp_map_find(&a->interned_places, hash); fp_map_next(&p);) {
        const fp_place_info *o = &a->places.data[p.value];
        if (o->loop == loop && o->side == info.side && o->distance == info.distance && o->rest == rest) return p.value;
    }
    fp_map_put(a->keep, &a->interned_places, hash, a->places.len);
    *FP_PUSH(a->keep, &a->places) = info;
    return a->places.len - 1;
}

/* Every loop that was left multiplies the places by the distances told apart: out of a deep nest none are. */
fp_place fp_place_add(struct fp_addresses *a, fp_place place, fp_loop_id loop, fp_place_side side, uint32_t distance) {
    enum { EXACT_MAX = 2 };
    uint32_t count = 0;
    if (is_too_deep(a, loop)) return place;
    for (fp_place p = place; p && count < EXACT_MAX; p = a->places.data[p].rest) count++;
    if (count < EXACT_MAX) return add_place(a, place, loop, side, distance);
    fp_place far = 0;
    for (fp_place p = place; p; p = a->places.data[p].rest)
        far = add_place(a, far, a->places.data[p].loop, (fp_place_side)a->places.data[p].side, FP_PLACE_ANY);
    return add_place(a, far, loop, side, FP_PLACE_ANY);
}

fp_place fp_place_count(struct fp_addresses *a, fp_place counts, fp_loop_id loop, uint32_t trips) {
    return add_place(a, counts, loop, FP_PLACE_TRIPS, trips);
}

uint64_t fp_addresses_misses(const struct fp_addresses *a) { return a->misses; }
uint64_t fp_addresses_overruns(const struct fp_addresses *a) { return a->overruns; }
uint64_t fp_addresses_decided(const struct fp_addresses *a, fp_decision decision) { return a->decided[decision]; }
