/* placement_window.h - a hazard as a window: the positions of one block that lie between its ends. For placement*.c. */
#ifndef FP_PLACEMENT_WINDOW_H
#define FP_PLACEMENT_WINDOW_H
#include "check/placement_map.h"
#include "check/placement_sweep.h"

/* Behind item `from` up to right before item `to`. Round the end of the body when it is carried; `whole`: any
 * position of the body closes it. */
typedef struct {
    uint32_t block, from, to;
    bool carried, whole;
    bool only; /* nothing but right before `to` is known to lie between the ends */
} fp_window;

bool fp_window_find(const fp_placement_map *map, const fp_hazard *hazard,
                    fp_window *window); /* false: the ends are one op, or no common path */
bool fp_window_last(const fp_placement_map *map, fp_op consumer,
                    fp_window *window); /* right before the consumer, whatever the path; false: it stands nowhere */
bool fp_window_holds(const fp_placement_map *map, const fp_window *window,
                     uint32_t index); /* is right before item `index` in it? */

/* Positions of a block where text can be inserted, by item. */
typedef struct {
    const uint32_t *data;
    uint32_t len;
} fp_valid_positions;
fp_valid_positions fp_window_positions(const fp_placement_map *map, uint32_t block);
bool fp_window_arc(const fp_placement_map *map, const fp_window *window, fp_valid_positions valid,
                   fp_position_arc *arc); /* false: none of them lies in it */
#endif
