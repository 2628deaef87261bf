/* placement_signal.h - where the first half of a split barrier may stand. For placement*.c. */
#ifndef FP_PLACEMENT_SIGNAL_H
#define FP_PLACEMENT_SIGNAL_H
#include "check/placement_index.h"

/* Each barrier's signal: right behind the last producer of its windows in the same block, where no other arrival on
 * the workgroup's barrier lies between. Without an earlier producer it stands right before the wait; where all
 * windows go round a loop, behind the last producer of the iteration before. */
void fp_signals_place(const struct fp_fold *fold, const fp_placement_map *map, fp_placed_nodes *placed,
                      fp_hazards hazards);
#endif
