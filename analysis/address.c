/* address.c - footprints of accesses and what two of them share. */
#include "address.h"
#include "base/hash.h"
#include "base/vec.h"
#include "type.h"

typedef struct {
    fp_value base;
    int64_t constant, coefficient[3];       /* bytes, bytes per step of a thread id */
    uint32_t width;
} footprint;

struct fp_addresses {
    struct fp_arena *keep;
    const struct fp_ir *ir;
    fp_launch launch;
    FP_VEC(footprint) footprints;
    FP_VEC(fp_loop_info) loops;
    fp_map interned;
    uint64_t misses;
};

struct fp_addresses *fp_addresses_new(struct fp_arena *keep, const struct fp_ir *ir, fp_op function, fp_launch launch) {
    (void)function;
    struct fp_addresses *addresses = FP_NEW(keep, struct fp_addresses, 1);
    addresses->keep = keep;
    addresses->ir = ir;
    addresses->launch = launch;
    FP_PUSH(keep, &addresses->footprints)->base = FP_NONE;
    return addresses;
}

void fp_addresses_loop(struct fp_addresses *addresses, const fp_loop_info *loop) { *FP_PUSH(addresses->keep, &addresses->loops) = *loop; }
void fp_addresses_push_guard(struct fp_addresses *addresses, fp_value condition, bool negated) { (void)addresses, (void)condition, (void)negated; }
void fp_addresses_push_case(struct fp_addresses *addresses, fp_value value, int64_t constant, bool negated) {
    (void)addresses, (void)value, (void)constant, (void)negated;
}
void fp_addresses_push_set(struct fp_addresses *addresses, fp_op affine_if, bool negated) { (void)addresses, (void)affine_if, (void)negated; }
void fp_addresses_pop_guard(struct fp_addresses *addresses) { (void)addresses; }

static const fp_op_info *definition(const struct fp_ir *ir, fp_value value) {
    if (value >= ir->value_count || ir->values[value].block != FP_NONE || ir->values[value].def == FP_NONE) return NULL;
    return ir->ops[ir->values[value].def].info;
}

fp_footprint fp_addresses_access(struct fp_addresses *addresses, const fp_access_request *request) {
    const struct fp_ir *ir = addresses->ir;
    const fp_op_info *base = request->base == FP_NONE ? NULL : definition(ir, request->base);
    if (request->shape != FP_SHAPE_INDEXED || !base || base->effect != FP_EFFECT_ALLOC) return 0;
    fp_type type = fp_type_parse(ir->context, fp_ir_value_type(ir, request->base));
    fp_subscripts subscripts = fp_ir_subscripts(addresses->keep, ir, request->op, request->buffer);
    if (type.kind != FP_TYPE_MEMREF || type.element_bits % 8 || !type.element_bits || !subscripts.known || subscripts.len != type.rank) return 0;
    int64_t bytes = type.element_bits / 8;
    footprint form = { .base = request->base, .width = request->width_bytes ? request->width_bytes : (uint32_t)bytes };
    if (request->width != FP_WIDTH_ELEMENT && !request->width_bytes) return 0;
    for (uint32_t i = 0; i < type.rank; i++) {
        fp_subscript s = subscripts.data[i];
        int64_t constant = s.constant;
        if (s.is_expression || type.strides[i] == FP_DYNAMIC || type.strides[i] < 0 || type.strides[i] > INT32_MAX) return 0;
        if (!s.is_value || fp_ir_constant(ir, s.value, &constant)) {
            if (constant < 0 || constant > INT32_MAX) return 0;
            form.constant += constant * type.strides[i] * bytes;
            continue;
        }
        const fp_op_info *info = definition(ir, s.value);
        if (!info || info->effect != FP_EFFECT_THREAD_ID || info->level != FP_LEVEL_LANE || info->arith != FP_ARITH_THREAD) return 0;
        if (info->dimension < 'x' || info->dimension > 'z') return 0;
        form.coefficient[info->dimension - 'x'] += type.strides[i] * bytes;
    }
    uint64_t hash = fp_hash_mix(fp_hash_mix(fp_hash_mix(form.base, (uint64_t)form.constant), form.width), (uint64_t)form.coefficient[0]);
    for (fp_map_probe p = fp_map_find(&addresses->interned, hash); fp_map_next(&p);) {
        const footprint *f = &addresses->footprints.data[p.value];
        if (f->base == form.base && f->constant == form.constant && f->width == form.width && f->coefficient[0] == form.coefficient[0] &&
            f->coefficient[1] == form.coefficient[1] && f->coefficient[2] == form.coefficient[2]) return p.value;
    }
    fp_map_put(addresses->keep, &addresses->interned, hash, addresses->footprints.len);
    *FP_PUSH(addresses->keep, &addresses->footprints) = form;
    return addresses->footprints.len - 1;
}

uint32_t fp_footprint_width(const struct fp_addresses *addresses, fp_footprint f) { return addresses->footprints.data[f].width; }
bool fp_footprint_uses_loop(const struct fp_addresses *addresses, fp_footprint f, fp_loop_id loop) { (void)addresses, (void)loop; return f == 0; }
fp_footprint fp_footprint_bound(struct fp_addresses *addresses, fp_footprint f) { (void)addresses, (void)f; return 0; }

fp_place fp_place_add(struct fp_addresses *addresses, fp_place place, fp_loop_id loop, fp_place_side side, uint32_t distance) {
    (void)addresses, (void)loop, (void)side, (void)distance;
    return place;                           /* no footprint depends on an iteration */
}

/* Do all threads of the block touch bytes of their own? True for one id dimension with a step of at least the width, the others of extent 1. */
static bool injective(const struct fp_addresses *addresses, const footprint *f) {
    const uint32_t *block = addresses->launch.block;
    return f->coefficient[0] >= f->width && !f->coefficient[1] && !f->coefficient[2] && block[0] && block[1] == 1 && block[2] == 1;
}

fp_overlap_answer fp_overlap_find(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer, fp_iterations iterations) {
    (void)iterations;                       /* nothing in these forms changes between iterations */
    const footprint *p = &addresses->footprints.data[producer], *a = &addresses->footprints.data[consumer];
    fp_overlap_answer unknown = { FP_OVERLAP_UNKNOWN, NULL, FP_STR("address not understood") };
    addresses->misses++;
    if (!producer || !consumer || p->base != a->base) return unknown;
    bool constant = !p->coefficient[0] && !p->coefficient[1] && !p->coefficient[2] && !a->coefficient[0] && !a->coefficient[1] && !a->coefficient[2];
    if (constant && (p->constant + p->width <= a->constant || a->constant + a->width <= p->constant))
        return (fp_overlap_answer){ FP_OVERLAP_DISJOINT, NULL, FP_STR("byte ranges") };
    if (producer == consumer && injective(addresses, p)) return (fp_overlap_answer){ FP_OVERLAP_SAME_THREAD, NULL, FP_STR("thread id") };
    return unknown;
}

fp_level_info fp_addresses_level(struct fp_addresses *addresses, fp_value value) {
    const struct fp_ir *ir = addresses->ir;
    for (int steps = 0; steps < 64 && value < ir->value_count; steps++) {
        const fp_value_info *v = &ir->values[value];
        if (v->block != FP_NONE || v->def == FP_NONE) break;
        const fp_op_info *info = ir->ops[v->def].info;
        int64_t constant;
        if (fp_ir_constant(ir, value, &constant)) return (fp_level_info){ FP_LEVEL_CLUSTER, false };
        if (!info) break;
        if (info->effect == FP_EFFECT_THREAD_ID || info->effect == FP_EFFECT_UNIFORM || info->effect == FP_EFFECT_BLOCK_DIM)
            return (fp_level_info){ info->level >= FP_LEVEL_JOIN ? FP_LEVEL_LANE : info->level, false };
        if (info->effect != FP_EFFECT_PURE || ir->ops[v->def].use_count == 0) break;
        fp_level_info worst = { FP_LEVEL_CLUSTER, false };
        const fp_op_node *op = &ir->ops[v->def];
        uint32_t open = 0;
        fp_value next = FP_NONE;
        for (uint32_t i = 0; i < op->use_count; i++) {          /* all operands but one must be plain; the last one is followed */
            fp_value operand = ir->uses[op->first_use + i].value;
            if (operand < ir->value_count && fp_ir_constant(ir, operand, &constant)) continue;
            open++;
            next = operand;
        }
        if (open == 0) return worst;
        if (open > 1) break;
        value = next;
    }
    if (value < ir->value_count && ir->values[value].block != FP_NONE) {
        fp_op owner = ir->values[value].def;
        if (owner != FP_NONE && ir->ops[owner].info && ir->ops[owner].info->region == FP_REGION_FUNC) return (fp_level_info){ FP_LEVEL_CLUSTER, false };
    }
    return (fp_level_info){ FP_LEVEL_LANE, true };
}

uint32_t fp_addresses_condition(struct fp_addresses *addresses, fp_value value, bool *negated) {
    (void)addresses, (void)negated;
    return value;
}

uint64_t fp_addresses_misses(const struct fp_addresses *addresses) { return addresses->misses; }
uint64_t fp_addresses_overruns(const struct fp_addresses *addresses) { (void)addresses; return 0; }
fp_str fp_footprint_describe(struct fp_arena *keep, const struct fp_addresses *addresses, fp_footprint f) {
    const footprint *form = &addresses->footprints.data[f];
    if (!f) return FP_STR("unknown");
    return fp_str_printf(keep, "%lld + (%lld, %lld, %lld) * thread, %u bytes", (long long)form->constant, (long long)form->coefficient[0],
                         (long long)form->coefficient[1], (long long)form->coefficient[2], form->width);
}
