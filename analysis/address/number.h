/* number.h - integer arithmetic on numbers, by the opcodes of the op tables.
 *
 * Numbers of a type narrower than 64 bits are kept sign-extended, those of i1 as 0 and 1. */
#ifndef FP_NUMBER_H
#define FP_NUMBER_H
#include "read/ir.h"

typedef struct {
    uint8_t arith;     /* fp_arith */
    uint8_t width;     /* bits of the result, 64 for index */
    uint8_t from;      /* bits of the operands */
    uint8_t predicate; /* CMP: fp_predicate */
} fp_number_op;
/* Bits of a value of an integer type, 64 for index; 0: it is of another type, or none. */
uint8_t fp_number_width(const struct fp_ir *ir, fp_value value);
/* What the op makes of its first operands; false: it is no arithmetic on numbers (vectors, tensors). */
bool fp_number_op_at(const struct fp_ir *ir, fp_op op, fp_number_op *number);
/* How many operands the opcode takes, 0: it is no arithmetic on numbers. */
uint32_t fp_number_operands(uint8_t arith);
/* False: undefined, as a division by zero. */
bool fp_number_evaluate(fp_number_op op, int64_t a, int64_t b, int64_t c, int64_t *result);
#endif
