/* oracle.h - what really happens: a kernel is run on every path, thread by thread, and accesses are compared event by event.
 *
 * Nothing here knows of relations or summaries: order between two threads comes from which event each of them has passed.
 */
#ifndef ORACLE_H
#define ORACLE_H
#include "program.h"

typedef struct { uint32_t producer, consumer; fp_hazard_kind kind; } race;
typedef FP_VEC(race) races;
typedef struct { const uint32_t *data; uint32_t count; } skipped;           /* syncs that are taken out */

enum { ORACLE_PATHS_MAX = 1500, ORACLE_EVENTS_MAX = 250 };
/* All races, sorted; false: too many paths or events. `ordered_by`, when given, is called for each conflicting pair of instances on each path. */
bool oracle_races(const program *made, skipped without, races *found);

/* Do all pairs of instances that are ordered stay so when `without` is taken out? Both runs have the same paths. */
bool oracle_keeps_order(const program *made, skipped before, skipped after, bool *known);
#endif
