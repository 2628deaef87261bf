/* table_check.h - the relation table a second time, state by state: where does an access in this state go when that
 * sync runs?
 *
 * relation_sync.c composes moves for each kind of sync; table_check.c answers for one state at a time, from the
 * meanings of the states. Where the two differ, one of them is wrong.
 */
#ifndef TABLE_CHECK_H
#define TABLE_CHECK_H
#include "order/relation_sync.h"

bool table_agrees(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane, bool quiet);
#endif
