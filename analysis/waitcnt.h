/* waitcnt.h - the bit field of s_waitcnt: what it waits for on a chip, and how a wait is written as one. */
#ifndef FP_WAITCNT_H
#define FP_WAITCNT_H
#include "op_info.h"

/* The count that `field` waits for: of LOAD, EXP or DS. False: it does not wait for the counter, all of its bits are set. Families without a row are read
 * as gfx9, the most common spelling. */
bool fp_waitcnt_count(fp_str chip, int64_t field, fp_counter counter, int64_t *count);
/* The field that waits for this counter alone. False: the chip's family has no row, the counter no field, or the count does not fit. */
bool fp_waitcnt_field(fp_str chip, fp_counter counter, int64_t count, int64_t *field);
#endif
