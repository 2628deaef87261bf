/* oracle.h - what really happens: a kernel is run on every path, thread by thread, and accesses are compared event by
 * event.
 *
 * Nothing here knows of relations or summaries: order between two threads comes from which event each of them has
 * passed.
 */
#ifndef ORACLE_H
#define ORACLE_H
#include "program.h"

typedef struct {
    uint32_t producer, consumer;
    fp_hazard_kind kind;
} race;
typedef FP_VEC(race) races;
typedef struct {
    const uint32_t *data;
    uint32_t count;
} skipped; /* syncs that are taken out */

enum { ORACLE_PATHS_MAX = 1500, ORACLE_EVENTS_MAX = 250 };
/* All races, sorted; false: too many paths or events. */
bool oracle_races(const program *made, skipped without, races *found);

/* Is there a pair of accesses, on some path, that is ordered without `before` and no longer without `after`? `*known`
 * becomes false where there is too much to run. */
bool oracle_loses_order(const program *made, skipped before, skipped after, bool *known);
#endif
