/* machine_emit.c - single instructions: constants, moves, and numbers that hang on the thread alone, one for each. */
#include "streams/machine_compile.h"
#include <string.h>

fp_code *fp_code_push(fp_compiler *c, fp_code_kind kind, fp_op op) {
    if (c->code->code.len >= FP_MACHINE_CODE_MAX) {
        c->code->overflow = true;
        c->code->code.len--; /* the last one is lost: the machine stops before it comes there */
    }
    fp_code *code = FP_PUSH(c->keep, &c->code->code);
    *code = (fp_code){ .kind = (uint8_t)kind,
                       .depth = (uint8_t)(c->depth < 255 ? c->depth : 255),
                       .dst = FP_NONE,
                       .a = FP_NONE,
                       .b = FP_NONE,
                       .c = FP_NONE,
                       .to = FP_NONE,
                       .loop = FP_NONE,
                       .op = fp_code_place(c, op) };
    return code;
}

uint32_t fp_code_register(fp_compiler *c) { return c->code->register_count++; }

uint32_t fp_code_constant(fp_compiler *c, int64_t constant, fp_op op) {
    uint32_t reg = fp_code_register(c);
    fp_code *code = fp_code_push(c, FP_CODE_INTEGER, op);
    code->dst = reg;
    code->constant = constant;
    return reg;
}

void fp_code_number(fp_compiler *c, fp_op op, uint32_t dst, fp_number_op number, uint32_t a, uint32_t b) {
    fp_code *code = fp_code_push(c, FP_CODE_NUMBER, op);
    code->dst = dst, code->a = a, code->b = b;
    code->number = number;
}

void fp_code_hide(fp_compiler *c, fp_op op, fp_hidden_kind kind) {
    fp_code_push(c, FP_CODE_HIDDEN, op)->constant = kind;
}

/* All at once: what is read is read before anything is written. */
void fp_code_moves(fp_compiler *c, const uint32_t *to, const uint32_t *from, uint32_t count, fp_op op) {
    bool clash = false;
    for (uint32_t i = 0; i < count && !clash; i++)
        for (uint32_t k = 0; k < i && !clash; k++) clash = from[i] == to[k];
    uint32_t first = c->code->register_count;
    if (clash) c->code->register_count += count;
    for (uint32_t i = 0; i < count && clash; i++) {
        fp_code *code = fp_code_push(c, FP_CODE_MOVE, op);
        code->dst = first + i, code->a = from[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        if (to[i] == from[i] || to[i] == FP_NONE) continue;
        fp_code *code = fp_code_push(c, FP_CODE_MOVE, op);
        code->dst = to[i], code->a = clash ? first + i : from[i];
    }
}

/* ---- Numbers of each thread ---- */

static bool all_same(const int64_t *values, uint32_t count) {
    for (uint32_t t = 1; t < count; t++)
        if (values[t] != values[0]) return false;
    return true;
}

static void push_by_thread(fp_compiler *c, uint32_t dst, const int64_t *values, uint32_t count, fp_op op) {
    if (all_same(values, count)) {
        fp_code *code = fp_code_push(c, FP_CODE_INTEGER, op);
        code->dst = dst, code->constant = values[0];
        return;
    }
    int64_t *copy = FP_NEW(c->keep, int64_t, count);
    memcpy(copy, values, count * sizeof *copy);
    *FP_PUSH(c->keep, &c->code->by_thread) = copy;
    fp_code *code = fp_code_push(c, FP_CODE_BY_THREAD, op);
    code->dst = dst, code->extra = c->code->by_thread.len - 1;
}

bool fp_code_by_thread(fp_compiler *c, fp_value value, fp_op op) {
    uint32_t count;
    if (!fp_number_width(c->frame->ir, value)) return false;
    const int64_t *values = fp_places_values(c->frame->kernel->addresses, value, &count);
    if (!values || count < c->code->threads) return false;
    push_by_thread(c, fp_code_value(c, value), values, c->code->threads, op);
    return true;
}

bool fp_code_first_iterations(fp_compiler *c, uint32_t dst, uint32_t loop, int64_t *stride, fp_op op) {
    uint32_t count;
    const int64_t *numbers = fp_places_first_iterations(c->frame->kernel->addresses, loop, stride, &count);
    if (!numbers || count < c->code->threads) return false;
    push_by_thread(c, dst, numbers, c->code->threads, op);
    return true;
}
