#include "streams/machine_shares.h"
#include "address/address_places.h"
#include <string.h>

bool fp_is_barrier_for_some(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    return info && info->effect == FP_EFFECT_BARRIER && fp_ir_operand(ir, op, info->condition) != NULL;
}

/* Does the condition hold in all threads of the wave alike? */
static bool is_uniform(const int64_t *holds, uint32_t wave, uint32_t lanes) {
    for (uint32_t lane = 1; lane < lanes; lane++)
        if (!holds[wave * lanes + lane] != !holds[wave * lanes]) return false;
    return true;
}

/* Waves of one share that differ in the condition are two shares from here on. False: not known, or too many. */
static bool split(fp_wave_shares *shares, const int64_t *holds, uint32_t lanes) {
    uint8_t number[FP_SHARES_MAX][2], next = 0; /* new number + 1 by old number and condition */
    memset(number, 0, sizeof number);
    for (uint32_t wave = 0; wave < shares->waves; wave++) {
        uint8_t *of = &number[shares->of_wave[wave]][holds[wave * lanes] != 0];
        if (!is_uniform(holds, wave, lanes)) return false;
        if (!*of && next == FP_SHARES_MAX) return false;
        if (!*of) *of = ++next;
        shares->of_wave[wave] = (uint8_t)(*of - 1);
    }
    shares->count = next;
    return true;
}

fp_wave_shares fp_wave_shares_of(const struct fp_kernel *kernel) {
    const struct fp_ir *ir = kernel->ir;
    fp_wave_shares shares = { 0 };
    const fp_wave_shares none = { 0 };
    uint32_t lanes = kernel->launch.wave_size;
    for (fp_op op = kernel->op; op < ir->ops[kernel->op].end; op++) {
        if (!fp_is_barrier_for_some(ir, op)) continue;
        uint32_t count;
        const fp_use *condition = fp_ir_operand(ir, op, ir->ops[op].info->condition);
        const int64_t *holds = fp_places_values(kernel->addresses, condition->value, &count);
        if (!holds || count != fp_launch_threads(&kernel->launch) || !lanes || count % lanes ||
            count / lanes > FP_SHARE_WAVES_MAX)
            return none;
        shares.waves = count / lanes;
        if (!split(&shares, holds, lanes)) return none;
    }
    return shares.count > 1 ? shares : none;
}

uint32_t fp_share_waves(const fp_wave_shares *shares, uint32_t share, uint64_t waves) {
    uint32_t count = 0;
    for (uint32_t wave = 0; wave < shares->waves; wave++)
        count += shares->of_wave[wave] == share && (waves >> wave & 1);
    return count;
}
