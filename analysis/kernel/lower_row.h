/* lower_row.h - one op as its row of the table describes it; its regions are left out.
 *
 * A call of an intrinsic and the instructions of an inline assembly have rows too: these are lowered in place of the
 * op's own.
 */
#ifndef FP_LOWER_ROW_H
#define FP_LOWER_ROW_H
#include "kernel/lower_items.h"

void fp_lower_row(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items);
#endif
