/* address_merge.h - arguments of blocks in which several ways come together.
 *
 * Example: `^a: cond_br %full, ^wrapped, ^on(%next)`, `^wrapped: br ^on(%zero)`: the argument of ^on is a select of
 * %full, %zero and %next.
 */
#ifndef FP_ADDRESS_MERGE_H
#define FP_ADDRESS_MERGE_H
#include "address/address_state.h"

/* The argument of a block that branches lead to: one node where all of them pass the same, else a choice by the
 * conditions that tell the ways apart, or else a leaf. FP_EXPR_NONE: operands are pending (address_raw.h). */
fp_expr fp_address_merged(struct fp_addresses *a, fp_value value);
#endif
