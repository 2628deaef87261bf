#include "address/address_guards.h"
#include "address/address_op.h"
#include "address/address_permuted.h"
#include "address/address_raw.h"
#include "address/address_resolve.h"
#include "address/address_shape.h"
#include "address/address_type.h"
#include "address/address_value.h"
#include "address/address_view.h"
#include "address/exchange.h"
#include "address/expr_build.h"
#include "address/share_out.h"
#include "address/tile.h"
#include <string.h>

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

static fp_expr tuple_at(struct fp_addresses *a, fp_expr base, const fp_expr *indices, uint32_t rank, int64_t bytes) {
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(&a->exprs, &sum, base, 1);
    for (uint32_t i = 0; i < rank; i++) fp_sum_add(&a->exprs, &sum, indices[i], bytes << TUPLE_BITS * (rank - 1 - i));
    return fp_sum_finish(&a->exprs, &sum);
}

/* start + index * stride .. in bytes. */
static bool indexed_address(struct fp_addresses *a, const fp_access_request *request, const fp_type *type,
                            fp_footprint_info *f) {
    fp_subscripts list = fp_ir_subscripts(a->ir, request->op, request->buffer);
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
    fp_expr indices[FP_TYPE_RANK_MAX];
    fp_sum sum;
    fp_sum_start(&sum);
    fp_sum_add(&a->exprs, &sum, f->address, 1);
    for (uint32_t i = 0; i < type->rank; i++) {
        fp_expr index = indices[i] = finished(a, request->op, &list, i, &failed);
        if (failed) return false;
        const fp_expr_info *id = fp_expr_at(&a->exprs, index);
        if (id->op == FP_EXPR_THREAD && type->shape[i] > 0 && type->shape[i] <= UINT16_MAX)
            f->id_extent[id->id] = (uint32_t)type->shape[i];
        if (!strides.known) continue;
        const fp_expr_info *stride = fp_expr_at(&a->exprs, strides.stride[i]);
        int64_t step;
        fixed &= stride->op == FP_EXPR_CONSTANT;
        if (stride->op == FP_EXPR_CONSTANT && !__builtin_mul_overflow(stride->constant, bytes, &step))
            fp_sum_add(&a->exprs, &sum, index, step);
        else
            fp_sum_add(&a->exprs, &sum, fp_expr_mul(&a->exprs, index, strides.stride[i]), bytes);
    }
    if (!fixed && type->rank <= TUPLE_RANK_MAX && !type->has_layout && !type->opaque_layout)
        f->tuple = tuple_at(a, f->address, indices, type->rank, bytes), f->tuple_of = request->base;
    if (!strides.known && f->tuple == FP_EXPR_NONE) return false;
    f->address =
        strides.known ? fp_sum_finish(&a->exprs, &sum) : fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, 0, FP_FAR, 0);
    return true;
}

/* Where a slice of a buffer with an unknown layout lies, per dimension of what it was cut from. */
static void box_of(struct fp_addresses *a, const fp_access_request *request, fp_footprint_info *f) {
    fp_value value = request->base;
    const fp_value_info *v = &a->ir->values[value];
    const fp_op_info *info = v->block == FP_NONE && v->def != FP_NONE ? a->ir->ops[v->def].info : NULL;
    if (!info || info->effect != FP_EFFECT_VIEW || info->view != FP_VIEW_SLICE) return;
    const fp_use *source = fp_ir_operand(a->ir, v->def, info->read);
    fp_subscripts list = fp_ir_list(a->ir, v->def, 0);
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

fp_footprint fp_footprint_intern(struct fp_addresses *a, const fp_footprint_info *f, const int64_t *segments) {
    uint64_t hash = fp_hash_mix(fp_hash_mix(f->address, f->width), (uint64_t)f->guards << 32 | f->loop);
    for (uint32_t i = 0; i < f->segment_count; i++) hash = fp_hash_mix(hash, (uint64_t)segments[i]);
    for (fp_map_probe p = fp_map_find(&a->interned_footprints, hash); fp_map_next(&p);) {
        const fp_footprint_info *o = &a->footprints.data[p.value];
        if (o->address != f->address || o->width != f->width || o->guards != f->guards || o->loop != f->loop ||
            o->segment_count != f->segment_count || o->tile != f->tile || o->usual != f->usual ||
            o->agent != f->agent || o->exchange != f->exchange || o->exchange_ends != f->exchange_ends ||
            o->tuple != f->tuple || o->tuple_of != f->tuple_of || o->modular != f->modular || o->begin != f->begin ||
            o->inexact != f->inexact || o->stands_in != f->stands_in || o->box_count != f->box_count ||
            o->elected != f->elected || o->collective != f->collective || o->by_wave != f->by_wave ||
            (f->collective && o->op != f->op) ||
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

static void find_used(struct fp_addresses *a, fp_footprint_info *f, fp_expr raw, fp_guards guards, fp_loop_id loop) {
    struct used_search s = { a, f };
    for (fp_loop_id l = loop; l != FP_NONE; l = a->loops.data[l].info.parent) {
        const fp_loop_info *info = &a->loops.data[l].info;
        if (info->has_iv && info->body != FP_NONE && uses_loop(a, f, l))
            add_used(a, f, l, info->iv_argument, FP_EXPR_NONE);
    }
    fp_expr_visit(&a->exprs, raw, find_carried, &s);
    for (uint32_t i = 0; i < a->guard_sets.data[guards].count; i++)
        fp_expr_visit(&a->exprs, a->guard_lists.data[a->guard_sets.data[guards].first + i].node, find_carried, &s);
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

/* Is the access the reading side of a copy? There each lane has an address of its own. */
static bool is_source(const struct fp_addresses *a, const fp_access_request *request) {
    const fp_op_info *info = a->ir->ops[request->op].info;
    return info && info->read.ods == request->buffer.ods && info->read.text == request->buffer.text &&
           info->read.word == request->buffer.word;
}

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
    bool understood = shape != FP_SHAPE_INDEXED || indexed_address(a, request, &type, &f),
         matrix = fp_address_share_matrix(a, request, &f);
    understood &= matrix || !request->matrix; /* the address that a descriptor is made of need not be the matrix's */
    fp_extent extent = matrix ? (fp_extent){ .width = 1, .count = 1 } : fp_address_extent(a, request, &type);
    bool by_lane = request->shape == FP_SHAPE_LANES && understood && !is_source(a, request);
    if (understood && extent.count == 1) f.address = fp_address_unpermuted(a, f.address, extent.width, by_lane);
    if (by_lane) { /* one after the other from the wave's address */
        uint8_t lanes = a->launch.wave_size == 64 || !a->launch.wave_known
                            ? 64
                            : 32; /* most chips that have these ops have waves of 64 */
        fp_expr wave = fp_expr_constant(&a->exprs, lanes);
        fp_expr lane = fp_expr_floormod(&a->exprs, fp_address_linear_thread(a), wave);
        f.address = fp_expr_add(&a->exprs, fp_expr_first_lane(&a->exprs, f.address),
                                fp_expr_scale(&a->exprs, lane, extent.width));
        f.tuple = FP_EXPR_NONE;
    }
    fp_expr begin = f.address;
    if (!understood || extent.width == 0) {
        f.address = fp_expr_unknown(&a->exprs, FP_DEPENDS_OPAQUE, -FP_FAR, FP_FAR, 0);
        f.tuple = FP_EXPR_NONE;
        f.blocked = understood ? FP_WORD_EXTENT_UNKNOWN : FP_WORD_INDEX_UNKNOWN;
        extent = (fp_extent){ .width = 1,
                              .count = 1,
                              .inexact = true }; /* bytes that may be any: none at all would meet nothing */
    }
    fp_expr raw = f.address;
    f.address = fp_address_resolve(a, raw, request->loop);
    f.begin = begin == raw ? f.address : fp_address_resolve(a, begin, request->loop);
    f.address = fp_expr_unwrap(&a->exprs, f.address, &f.modular);
    f.guards = fp_address_guards_in(a, request->guards, request->loop);
    find_used(a, &f, raw, request->guards, request->loop);
    if (f.tuple != FP_EXPR_NONE) f.tuple = fp_address_resolve(a, f.tuple, request->loop);
    if (request->shape == FP_SHAPE_WHOLE || request->shape == FP_SHAPE_UNKNOWN) box_of(a, request, &f);
    const fp_op_info *info = a->ir->ops[request->op].info;
    f.segment_count = extent.count;
    f.width = extent.width;
    f.collective = matrix || (info && info->collective);
    f.agent = matrix || (info && info->async_proxy && request->shape == FP_SHAPE_WHOLE);
    f.elected = request->elected ? elected_thread(a, request->op) : 0;
    f.by_wave = extent.by_wave || (info && info->descriptors); /* a wave starts one copy */
    f.inexact =
        (matrix ? f.inexact : extent.inexact) || !info || request->masked || (f.by_wave && !a->launch.wave_known);
    if (matrix || fp_address_share_out(a, request, &f)) {
        extent = (fp_extent){ .segments = { a->tiles.data[f.tile]->first }, .count = 1 };
        f.width = a->tiles.data[f.tile]->last - a->tiles.data[f.tile]->first;
        f.segment_count = 1;
    }
    return fp_footprint_intern(a, &f, extent.segments);
}

/* The thread that hands out a result need not be the one that starts copies. */
#define HANDS_OUT ((uint32_t)1 << 31)

fp_footprint fp_addresses_scratch(struct fp_addresses *a, const fp_scratch_request *request) {
    if (is_too_deep(a, request->loop) || request->size <= 0 || request->size > INT32_MAX) return 0;
    fp_footprint_info f = { .tuple = FP_EXPR_NONE, .tuple_of = FP_NONE, .loop = request->loop, .op = request->op };
    f.exchange = fp_exchange_of(a, request->op, request->offset, request->size);
    f.first = fp_exchange_first(a, request->op);
    fp_exchange_kind kind = a->ir->ops[request->op].info->exchange;
    if (!f.exchange && !f.first && kind != FP_EXCHANGE_OF_ONE_WAVE) return 0;
    int64_t start = 0;
    f.exchange_ends = request->ends;
    f.alone = fp_exchange_alone(a, request->op, request->ends);
    f.address = fp_address_place(a, request->offset);
    f.guards = fp_address_guards_in(a, request->guards, request->loop);
    f.segment_count = 1;
    f.width = (uint32_t)request->size;
    uint32_t waves, bytes = fp_exchange_numbers(a, request->op, request->size, &waves);
    if (bytes) { /* of the first lanes each reads the number of one wave, and so do the next ones */
        fp_expr thread = fp_address_linear_thread(a),
                number = request->ends
                             ? fp_expr_floormod(&a->exprs, thread, fp_expr_constant(&a->exprs, waves))
                             : fp_expr_floordiv(&a->exprs, thread, fp_expr_constant(&a->exprs, a->launch.wave_size));
        f.address = fp_expr_add(&a->exprs, f.address, fp_expr_scale(&a->exprs, number, bytes));
        f.width = bytes;
        f.exchange = f.alone = f.first = 0;
        return fp_footprint_intern(a, &f, &start);
    }
    f.inexact = !fp_exchange_fills(a, request->op, request->size);
    bool handed_out = kind == FP_EXCHANGE_HANDS_OUT;
    f.collective = !handed_out;
    if (handed_out && !request->ends) f.elected = HANDS_OUT | elected_thread(a, request->op);
    /* Threads of one wave that meet inside of the op are as good as its first one. */
    if ((handed_out && !request->ends) || kind == FP_EXCHANGE_OF_ONE_WAVE)
        f.usual = fp_address_share_first(a, request->op, f.width);
    return fp_footprint_intern(a, &f, &start);
}

uint32_t fp_footprint_width(const struct fp_addresses *a, fp_footprint footprint) {
    const fp_footprint_info *f = &a->footprints.data[footprint];
    if (f->tile) return a->tiles.data[f->tile]->run * fp_tile_run_count(a->tiles.data[f->tile]);
    return f->segment_count > 1 ? f->width * f->segment_count : f->width;
}

/* The access under one more condition. */
static fp_footprint under(struct fp_addresses *a, fp_footprint_info f, fp_guard also) {
    fp_guard_set own = a->guard_sets.data[f.guards];
    fp_guard *list = FP_NEW(a->keep, fp_guard, own.count + 1);
    if (own.count) memcpy(list, a->guard_lists.data + own.first, own.count * sizeof *list);
    list[own.count] = also;
    f.guards = fp_address_guards(a, list, own.count + 1);
    return fp_footprint_intern(a, &f, a->segments.data + f.first_segment);
}

fp_footprint fp_footprint_given(struct fp_addresses *a, fp_footprint footprint, uint32_t condition, bool negated) {
    if (!footprint || condition >= a->exprs.nodes.len) return 0;
    const fp_footprint_info f = a->footprints.data[footprint];
    fp_expr node = fp_address_resolve(a, condition, f.loop);
    const fp_expr_info *known = fp_expr_at(&a->exprs, node);
    return known->low >= 0 && known->high <= 1 ? under(a, f, (fp_guard){ node, negated }) : 0;
}

fp_footprint fp_footprint_where(struct fp_addresses *a, fp_footprint footprint, fp_value condition, bool negated) {
    return footprint && condition != FP_NONE ? fp_footprint_given(a, footprint, fp_address_value(a, condition), negated)
                                             : 0;
}

fp_footprint fp_footprint_by_threads(struct fp_addresses *a, fp_footprint footprint, uint32_t first, uint32_t end) {
    fp_expr thread = fp_address_linear_thread(a);
    if (!footprint || (fp_expr_at(&a->exprs, thread)->depends & FP_DEPENDS_OPAQUE)) return footprint;
    fp_expr before = fp_expr_less(&a->exprs, thread, fp_expr_constant(&a->exprs, first)),
            within = fp_expr_less(&a->exprs, thread, fp_expr_constant(&a->exprs, end));
    fp_footprint from = under(a, a->footprints.data[footprint], (fp_guard){ before, true });
    return under(a, a->footprints.data[from], (fp_guard){ within, false });
}

fp_footprint fp_footprint_outside(struct fp_addresses *a, fp_footprint footprint, fp_guards guards) {
    fp_guard_set around = a->guard_sets.data[guards];
    fp_expr inside = fp_expr_constant(&a->exprs, 1);
    for (uint32_t i = 0; i < around.count; i++) {
        fp_guard g = a->guard_lists.data[around.first + i];
        uint8_t depends = fp_expr_at(&a->exprs, g.node)->depends;
        if (!(depends & FP_DEPENDS_PER_THREAD)) continue;
        if (depends != FP_DEPENDS_THREAD) return 0;
        inside = fp_expr_and(&a->exprs, inside, g.negated ? fp_expr_not(&a->exprs, g.node) : g.node);
    }
    return under(a, a->footprints.data[footprint], (fp_guard){ inside, true });
}

struct change_search {
    const struct fp_addresses *a;
    bool changes;
};
static void find_change(void *context, fp_expr leaf) {
    struct change_search *s = context;
    const struct fp_ir *ir = s->a->ir;
    const fp_expr_info *n = fp_expr_at(&s->a->exprs, leaf);
    if (n->op == FP_EXPR_THREAD || n->op == FP_EXPR_BASE) return;
    if (n->op != FP_EXPR_SYMBOL || n->instance || n->id >= ir->value_count) {
        s->changes = true;
        return;
    }
    s->changes |= fp_ir_home(ir, n->id) !=
                  fp_ir_region(ir, s->a->function, 0); /* nothing leads to the first block of a function */
}

/* May the node have another value when the path comes to it again? */
static bool may_change(struct fp_addresses *a, fp_expr node) {
    struct change_search s = { a, node == FP_EXPR_NONE };
    if (!s.changes) fp_expr_visit(&a->exprs, node, find_change, &s);
    return s.changes;
}

fp_footprint fp_footprint_fixed(struct fp_addresses *a, fp_footprint footprint) {
    fp_footprint_info f = a->footprints.data[footprint];
    if (!footprint || f.exchange || may_change(a, f.address)) return 0;
    fp_guard_set own = a->guard_sets.data[f.guards];
    fp_guard *list = FP_NEW(a->keep, fp_guard, own.count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < own.count; i++) {
        fp_guard g = a->guard_lists.data[own.first + i];
        if (!may_change(a, g.node))
            list[count++] = g;
        else if (fp_expr_at(&a->exprs, g.node)->depends & FP_DEPENDS_PER_THREAD)
            return 0;
    }
    f.guards = fp_address_guards(a, list, count);
    f.tuple = FP_EXPR_NONE;
    f.box_count = 0;
    return fp_footprint_intern(a, &f, a->segments.data + f.first_segment);
}

bool fp_footprint_is_alike(const struct fp_addresses *a, fp_footprint footprint) {
    const fp_footprint_info *f = &a->footprints.data[footprint];
    return footprint && f->box_count == 0 && !f->exchange && !f->tile &&
           !(fp_expr_at(&a->exprs, f->address)->depends & FP_DEPENDS_PER_THREAD);
}

bool fp_footprint_spread_by(const struct fp_addresses *a, fp_footprint footprint, fp_value *number, int64_t *stride) {
    const fp_footprint_info *f = &a->footprints.data[footprint];
    uint32_t found = 0;
    if (!footprint || f->box_count || f->exchange || f->tile || f->segment_count != 1) return false;
    fp_sum_terms sum;
    fp_sum_read(&a->exprs, f->address, &sum);
    for (uint32_t i = 0; i < sum.count; i++) {
        const fp_expr_info *n = fp_expr_at(&a->exprs, sum.terms[i].node);
        if (!(n->depends & FP_DEPENDS_PER_THREAD)) continue;
        if (n->op != FP_EXPR_OPAQUE || n->id >= a->ir->value_count) return false;
        *number = n->id, *stride = sum.terms[i].coefficient, found++;
    }
    return found == 1;
}

bool fp_footprint_uses_loop(const struct fp_addresses *a, fp_footprint footprint, fp_loop_id loop) {
    return footprint != 0 && uses_loop(a, &a->footprints.data[footprint], loop);
}

/* ---- Places ---- */

fp_place fp_place_with(struct fp_addresses *a, fp_place place, fp_place_info info) {
    fp_place_info head = a->places.data[place];
    info.rest = place;
    if (place && head.loop > info.loop) {
        head.rest = fp_place_with(a, head.rest, info);
        info = head;
    } else if (place && head.loop == info.loop) {
        info.rest = head.rest; /* left again: the newer place counts */
    }
    uint64_t hash = fp_hash_mix(fp_hash_mix((uint64_t)info.loop << 8 | (uint64_t)info.side, info.distance), info.rest);
    for (fp_map_probe p = fp_map_find(&a->interned_places, hash); fp_map_next(&p);) {
        const fp_place_info *o = &a->places.data[p.value];
        if (o->loop == info.loop && o->side == info.side && o->distance == info.distance && o->rest == info.rest)
            return p.value;
    }
    fp_map_put(a->keep, &a->interned_places, hash, a->places.len);
    *FP_PUSH(a->keep, &a->places) = info;
    return a->places.len - 1;
}

/* Every loop that was left multiplies the places by the distances told apart. Of what lies deeper only the first (or
 * last) iterations of the outer loops are. */
fp_place fp_place_add(struct fp_addresses *a, fp_place place, fp_loop_id loop, fp_place_side side, uint32_t distance) {
    enum { EXACT_MAX = 2 };
    uint32_t count = 0;
    bool exact = distance == 0 && (side == FP_PLACE_BEGIN || side == FP_PLACE_LEFT || side == FP_PLACE_END);
    if (is_too_deep(a, loop)) return place;
    for (fp_place p = place; p; p = a->places.data[p].rest, count++)
        exact &= a->places.data[p].side != FP_PLACE_SOME_FROM && a->places.data[p].side != FP_PLACE_SOME_UNTIL;
    if (count < EXACT_MAX || exact) return fp_place_with(a, place, (fp_place_info){ loop, side, distance, 0 });
    fp_place somewhere = 0;
    for (fp_place p = place; p; p = a->places.data[p].rest)
        somewhere = fp_place_with(a, somewhere, (fp_place_info){ a->places.data[p].loop, FP_PLACE_SOME_FROM, 0, 0 });
    return fp_place_with(a, somewhere, (fp_place_info){ loop, FP_PLACE_SOME_FROM, 0, 0 });
}

fp_place fp_place_count(struct fp_addresses *a, fp_place counts, fp_loop_id loop, uint32_t trips) {
    return fp_place_with(a, counts, (fp_place_info){ loop, FP_PLACE_TRIPS, trips, 0 });
}

uint64_t fp_addresses_misses(const struct fp_addresses *a) { return a->misses; }
uint64_t fp_addresses_overruns(const struct fp_addresses *a) { return a->overruns; }
uint64_t fp_addresses_decided(const struct fp_addresses *a, fp_decision decision) { return a->decided[decision]; }

struct counting {
    const struct fp_exprs *exprs;
    bool only; /* iterations, nothing else */
};
static void check_counter(void *context, fp_expr leaf) {
    struct counting *c = context;
    fp_expr_op op = (fp_expr_op)fp_expr_at(c->exprs, leaf)->op;
    c->only &= op == FP_EXPR_ITER || op == FP_EXPR_THREAD;
}

bool fp_addresses_counts(struct fp_addresses *a, fp_value value, fp_loop_id loop) {
    struct counting c = { &a->exprs, true };
    fp_expr_visit(&a->exprs, fp_address_resolve(a, fp_address_value(a, value), loop), check_counter, &c);
    return c.only;
}

/* Does the node lie in its range whatever arguments are? As a remainder by a constant does, and an iteration. */
static bool is_bounded(const struct fp_exprs *exprs, fp_expr node, uint32_t depth) {
    enum { NESTED_MOST = 4 };
    const fp_expr_info *n = fp_expr_at(exprs, node);
    if (n->op == FP_EXPR_CONSTANT || n->op == FP_EXPR_ITER || n->op == FP_EXPR_MOD) return true;
    const fp_term *terms = fp_expr_terms(exprs, node);
    if (n->op == FP_EXPR_FLOORMOD || n->op == FP_EXPR_REMAINDER) return fp_expr_is_constant(exprs, terms[1].node);
    if (n->op != FP_EXPR_SUM || depth == NESTED_MOST) return false;
    for (uint32_t i = 0; i < n->term_count; i++)
        if (!is_bounded(exprs, terms[i].node, depth + 1)) return false;
    return true;
}

static fp_expr bound_node(struct fp_addresses *a, fp_loop_bound bound, fp_loop_id loop) {
    return bound.known ? fp_expr_constant(&a->exprs, bound.constant)
                       : fp_address_resolve(a, fp_address_value(a, bound.value), loop);
}

bool fp_addresses_distance(struct fp_addresses *a, fp_loop_bound from, fp_loop_bound to, fp_loop_id loop,
                           int64_t *least, int64_t *most) {
    if ((!from.known && from.value == FP_NONE) || (!to.known && to.value == FP_NONE)) return false;
    fp_expr start = bound_node(a, from, loop), between = fp_expr_sub(&a->exprs, bound_node(a, to, loop), start);
    const fp_expr_info *n = fp_expr_at(&a->exprs, between);
    *least = n->low;
    *most = n->high;
    return !(n->depends & FP_DEPENDS_PER_THREAD) && is_bounded(&a->exprs, between, 0) && n->low > -FP_FAR &&
           n->high < FP_FAR;
}

bool fp_addresses_range(struct fp_addresses *a, fp_value value, fp_loop_id loop, int64_t *low, int64_t *high) {
    const fp_expr_info *n = fp_expr_at(&a->exprs, fp_address_resolve(a, fp_address_value(a, value), loop));
    *low = n->low;
    *high = n->high;
    return n->low > -FP_FAR && n->high < FP_FAR;
}
