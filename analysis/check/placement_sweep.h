/* placement_sweep.h - the fewest positions of one block that close all of its windows.
 *
 * Positions are numbered 0 .. count - 1 in the order of the block. A window is an arc: its positions from `first` to
 * `last`, both included; of a loop's body it may run over the end (first > last). Without such arcs one sweep by
 * right ends is optimal; with them the circle is cut at each position of the shortest arc.
 *
 * Cost       linear in positions and arcs, times the places where a circle is cut: right ends inside of its shortest
 *            arc, FP_CUTS_MAX at most.
 */
#ifndef FP_PLACEMENT_SWEEP_H
#define FP_PLACEMENT_SWEEP_H
#include <stdbool.h>
#include <stdint.h>

struct fp_arena;
enum { FP_CUTS_MAX = 512 };
typedef struct {
    uint32_t first, last;
} fp_position_arc;

bool fp_position_arc_holds(fp_position_arc arc, uint32_t position);
/* Writes the chosen positions, sorted, to `chosen` (room for `count`) and says how many there are. */
uint32_t fp_position_arcs_stab(struct fp_arena *scratch, const fp_position_arc *arcs, uint32_t arc_count,
                               uint32_t count, uint32_t *chosen);
#endif
