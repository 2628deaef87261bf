/* machine_defs.c - what defines a register: the one code of a constant, the start and the step of a loop's counter. */
#include "streams/machine_code.h"

enum { MOVES_MAX = 8, STEP_MOVES_MAX = 4 /* a loop's numbers move all at once, by way of others */ };

fp_code_defs fp_code_index(struct fp_arena *keep, const fp_program_code *code) {
    fp_code_defs defs = { FP_NEW(keep, uint32_t, code->register_count + 1),
                          FP_NEW(keep, uint32_t, code->code.len + 1) };
    for (uint32_t i = 0; i < code->register_count; i++) defs.first[i] = FP_NONE;
    for (uint32_t at = code->code.len; at-- > 0;) {
        uint32_t dst = code->code.data[at].dst;
        defs.next[at] = dst == FP_NONE ? FP_NONE : defs.first[dst];
        if (dst != FP_NONE) defs.first[dst] = at;
    }
    return defs;
}

bool fp_code_constant_of(const fp_program_code *code, const fp_code_defs *defs, uint32_t reg, int64_t *constant) {
    for (uint32_t steps = 0; reg != FP_NONE && steps < MOVES_MAX; steps++) {
        uint32_t def = defs->first[reg];
        if (def == FP_NONE || defs->next[def] != FP_NONE) return false;
        const fp_code *at = &code->code.data[def];
        if (at->kind == FP_CODE_INTEGER) return *constant = at->constant, true;
        if (at->kind != FP_CODE_MOVE) return false;
        reg = at->a;
    }
    return false;
}

int64_t fp_code_step_of(const fp_program_code *code, const fp_code_defs *defs, uint32_t reg) {
    int64_t step;
    if (reg == FP_NONE) return 0;
    for (uint32_t def = defs->first[reg]; def != FP_NONE; def = defs->next[def]) {
        const fp_code *at = &code->code.data[def];
        uint32_t from = at->kind == FP_CODE_MOVE ? at->a : reg;
        for (uint32_t steps = 0; from != FP_NONE && steps < STEP_MOVES_MAX; steps++) {
            uint32_t inner = defs->first[from];
            if (inner == FP_NONE) break;
            const fp_code *sum = &code->code.data[from == reg ? def : inner];
            if (sum->kind == FP_CODE_NUMBER && sum->number.arith == FP_ARITH_ADD && sum->a == reg &&
                fp_code_constant_of(code, defs, sum->b, &step) && step > 0)
                return step;
            if (sum->kind != FP_CODE_MOVE || from == reg) break;
            from = sum->a;
        }
    }
    return 0;
}
