/* lower_request.h - one access that an op asks for becomes accesses of the kernel: its class, its conditions, the
 * counters that it grows, and the bytes that are found when every loop is known.
 */
#ifndef FP_LOWER_REQUEST_H
#define FP_LOWER_REQUEST_H
#include "kernel/lower_items.h"

/* One access that an op asks for, in every space that its memory may lie in. */
typedef struct {
    const fp_lowered_op *lowered;
    fp_operand buffer;
    fp_value base; /* FP_NONE: memory that no operand names */
    fp_roots roots;
    fp_access_kind kind;
    bool only_loads;  /* of an atomic: it changes nothing */
    bool is_volatile; /* flags in global memory are polled so: there it is as good as an atomic */
    fp_shape shape;
    fp_counter counter; /* completes the access; NONE: it is ordinary */
    bool asynchronous;  /* the op is counted by `counter`: the ordinary side of a copy does not count as traffic, too */
    bool assumed;
    bool elected;   /* see fp_op_info */
    bool object;    /* the bytes of an object that copies complete on */
    bool inits;     /* see fp_class */
    bool performed; /* see fp_class */
    bool scratch;   /* a place of workgroup memory that the op was given for itself */
    bool matrix;    /* see fp_access_request */
    fp_value descriptor;
    uint32_t width_bytes; /* 0: the op's row tells the width */
} fp_lower_request;

/* One access per space that the buffer may lie in. Copies complete on their counter on the workgroup side only: the
 * other side is ordinary, so that one op does not count twice. */
void fp_lower_add_access(fp_lowering *l, const fp_lower_request *wanted, fp_items *items);
/* A tensor is a value: reading or writing one touches no memory, wherever it came from. */
bool fp_lower_is_value_tensor(const fp_lowering *l, fp_value value);
/* What the op stores; FP_NONE: its row does not tell. */
fp_value fp_lower_stored_value(const fp_lowering *l, const fp_lowered_op *lowered);
/* Finds the bytes of all accesses; last, when every loop is known. */
void fp_lower_close_accesses(fp_lowering *l);
#endif
