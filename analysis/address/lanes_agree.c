#include "address/lanes_agree.h"
#include "address/address_op.h"
#include "address/uniformity.h"

static uint32_t reduced(const fp_lane_span *span, uint32_t difference) {
    for (uint32_t i = 0; i < span->count; i++)
        if ((difference ^ span->vector[i]) < difference) difference ^= span->vector[i];
    return difference;
}

void fp_lane_span_add(fp_lane_span *span, uint32_t difference) {
    difference = reduced(span, difference);
    if (difference == 0 || span->count == FP_LANE_BITS) return;
    uint32_t at = span->count++;
    for (; at > 0 && span->vector[at - 1] < difference; at--) span->vector[at] = span->vector[at - 1];
    span->vector[at] = difference;
}

static bool holds_all(const fp_lane_span *span, const fp_lane_span *part) {
    for (uint32_t i = 0; i < part->count; i++)
        if (reduced(span, part->vector[i])) return false;
    return true;
}

uint32_t fp_address_turn_of(struct fp_addresses *a, fp_op op, uint32_t result, const fp_use **value) {
    const fp_op_info *info = a->ir->ops[op].info;
    int64_t bits;
    *value = info->arith == FP_ARITH_SHUFFLE ? fp_ir_operand(a->ir, op, info->value) : NULL;
    bool turns = fp_ir_says(a->ir, op, fp_named.shuffle_xor) || fp_ir_says(a->ir, op, fp_named.shuffle_bfly);
    const fp_op_node *n = &a->ir->ops[op];
    const fp_use *end = a->ir->uses + n->first_use + n->use_count;
    if (!*value || result || !turns || *value + 1 >= end || !fp_addresses_whole_waves(a, op) ||
        !fp_ir_constant(a->ir, (*value)[1].value, &bits))
        return 0;
    bool all =
        fp_address_exchanges_in_wave(a->ir, op, *value, a->launch.wave_size); /* of a part some may keep theirs */
    return all && bits > 0 && bits < a->launch.wave_size ? (uint32_t)bits : 0;
}

/* The op that makes the value as its first result; NULL: none that is known and has no regions. */
static const fp_op_info *made_by(const struct fp_addresses *a, fp_value value, fp_op *op) {
    if (value >= a->ir->value_count) return NULL;
    const fp_value_info *v = &a->ir->values[value];
    *op = v->block == FP_NONE ? v->def : FP_NONE;
    return *op == FP_NONE || v->index || a->ir->ops[*op].region_count ? NULL : a->ir->ops[*op].info;
}

/* The same bits by another type. */
static fp_value bits_of(const struct fp_addresses *a, fp_value value) {
    enum { CASTS_MAX = 4 };
    fp_op op;
    for (uint32_t i = 0; i < CASTS_MAX; i++) {
        const fp_op_info *info = made_by(a, value, &op);
        if (!info || info->arith != FP_ARITH_SAME || a->ir->ops[op].use_count != 1) break;
        value = a->ir->uses[a->ir->ops[op].first_use].value;
    }
    return value;
}

/* `x` and what another lane has of it, joined with no regard to which is which: x, and the difference of the two. */
static bool joins_two_lanes(struct fp_addresses *a, fp_op op, fp_value *x, uint32_t *difference) {
    const fp_op_node *n = &a->ir->ops[op];
    if (!n->info->commutes || n->use_count != 2) return false;
    for (uint32_t i = 0; i < 2; i++) {
        const fp_use *handed;
        fp_op other;
        *x = a->ir->uses[n->first_use + i].value;
        if (!made_by(a, bits_of(a, a->ir->uses[n->first_use + 1 - i].value), &other)) continue;
        *difference = fp_address_turn_of(a, other, 0, &handed);
        if (*difference && bits_of(a, handed->value) == bits_of(a, *x)) return true;
    }
    return false;
}

static bool is_one_in_wave(struct fp_addresses *a, fp_value value) {
    fp_uniformity uniformity = fp_address_value_uniformity(a, value);
    return uniformity.among <= FP_UNIFORM_WAVE && !uniformity.doubt;
}

/* All lanes of a wave have the same operands but for one, which is the value that the result is made of. */
static bool is_made_of_one(struct fp_addresses *a, fp_op op, fp_value *value) {
    const fp_op_node *n = &a->ir->ops[op];
    bool pure = n->info->effect == FP_EFFECT_PURE || n->info->effect == FP_EFFECT_VIEW;
    uint32_t count = 0;
    for (uint32_t i = 0; i < n->use_count; i++) {
        fp_value operand = a->ir->uses[n->first_use + i].value;
        if (operand >= a->ir->value_count) return false;
        if (is_one_in_wave(a, operand)) continue;
        count += count == 0 || operand != *value;
        *value = operand;
    }
    return pure && n->info->uniformity == FP_UNIFORM_JOIN && count == 1;
}

bool fp_address_lanes_agree(struct fp_addresses *a, fp_value value, const fp_lane_span *differences) {
    enum { STEPS_MAX = 64 };
    fp_lane_span agree = { .count = 0 };
    for (uint32_t i = 0; i < STEPS_MAX && value < a->ir->value_count; i++) {
        fp_op op;
        uint32_t difference;
        if (is_one_in_wave(a, value)) return true;
        if (!made_by(a, value, &op)) break;
        if (joins_two_lanes(a, op, &value, &difference)) {
            fp_lane_span_add(&agree, difference);
            if (holds_all(&agree, differences)) return true;
        } else if (!is_made_of_one(a, op, &value)) {
            break;
        }
    }
    return false;
}
