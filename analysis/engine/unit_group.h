/* unit_group.h - units that are analysed together, and a key that changes whenever their findings may.
 *
 * A unit names others by their symbols (calls, launches). Units that name each other, directly or through others, are
 * one group: callers and callees judge each other's accesses and barriers, and a launch gives its kernel a size.
 * The key covers the text of the group's units, the aliases that they mention with what these stand for, the text
 * around units in the same outermost module (attributes, globals), "// fencepost:" comments with their lines, and
 * whether others call, see or name the units. White space and comments between units do not count.
 *
 * Ownership  groups live in the arena given. Numbers index the context's units.
 * Cost       one pass over the text.
 */
#ifndef FP_UNIT_GROUP_H
#define FP_UNIT_GROUP_H
#include "base/lines.h"
#include "read/unit.h"

typedef struct {
    const uint32_t *units;
    uint32_t unit_count; /* in text order */
    uint64_t key;
} fp_unit_group;
typedef struct {
    const fp_unit_group *data;
    uint32_t len;
} fp_unit_groups; /* by first unit, in text order */

fp_unit_groups fp_unit_groups_find(struct fp_arena *keep, struct fp_unit_context *context, fp_lines lines);
#endif
