/* waitcnt.h - the bit field of s_waitcnt: what it waits for on a chip, and how a wait is written as one. */
#ifndef FP_WAITCNT_H
#define FP_WAITCNT_H
#include "facts/counter.h"

bool fp_waitcnt_known(fp_str chip); /* does the chip's family have the bit field? */
bool fp_waitcnt_has(
    fp_str chip,
    fp_counter counter); /* has the counter bits of its own? Families without a row have those of the most common one */
/* The count that `bits` wait for. False: they do not wait for the counter, all of its bits are set. */
bool fp_waitcnt_count(fp_str chip, int64_t bits, fp_counter counter, int64_t *count);
/* The bits that wait for this counter alone. False: the chip's family has no row, the counter no field, or the count
 * does not fit. */
bool fp_waitcnt_field(fp_str chip, fp_counter counter, int64_t count, int64_t *bits);
#endif
