/* summary_reach.h - which entries of a list may share bytes with an access, without a look at those that lie elsewhere.
 *
 * Most accesses of a kernel lie between two offsets from the start of their buffer, whatever their threads and
 * iterations are. Such entries are kept in the order of these offsets; any other one may be anywhere.
 *
 * Ownership  one index at a time, in `struct fp_summaries`: valid until the next one is built.
 * Cost       build: sorts the list. find: the entries found, and one comparison for each that lies between the first
 *            of them and the last.
 */
#ifndef FP_SUMMARY_REACH_H
#define FP_SUMMARY_REACH_H
#include "order/summary.h"

/* For entries of one resource that meet others in this frame. */
void fp_reach_build(struct fp_summaries *summaries, fp_entries entries, uint32_t frame);
/* The numbers of the entries that may share bytes with accesses of the key, rising; valid until the next call. */
const fp_numbers *fp_reach_find(struct fp_summaries *summaries, fp_key key);
#endif
