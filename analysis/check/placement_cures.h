/* placement_cures.h - which of the inserted ops order a hazard. For placement.c.
 *
 * Cost  with few inserted ops (FP_PRUNED_MAX) a what-if for each of them alone that some hazard asks for, from the end
 *       of its window on; else for each hazard those that stand in its window.
 */
#ifndef FP_PLACEMENT_CURES_H
#define FP_PLACEMENT_CURES_H
#include "check/placement_tree.h"

const fp_cure *fp_placing_cures(fp_placing *p, fp_hazards hazards); /* one per hazard, in p->keep */
#endif
