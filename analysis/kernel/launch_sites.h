/* launch_sites.h - launches and exports of a kernel's function elsewhere in the file: in units that name it, so that
 * the key of their group (read/unit_group.h) changes with them, and between units of its executable.
 *
 * Launches    `gpu.launch_func @module::@kernel .. threads in (%c64, %c1, %c1)`: the host's function is another unit,
 *             so its text is read.
 * Exports     `hal.executable.export public @kernel .. <workgroup_size = [256 : index, ..], subgroup_size = 64>`: the
 *             function stands in a module beside it.
 * Only where all of a kind agree; launches first.
 */
#ifndef FP_LAUNCH_SITES_H
#define FP_LAUNCH_SITES_H
#include "base/str.h"
#include "facts/phrase.h"

struct fp_arena;
struct fp_unit_context;

typedef struct {
    uint32_t block[3];
    uint32_t waves;     /* lanes of a wave, 32 or 64; 0: not said */
    fp_sentence source; /* what the site is */
    const char *place;  /* where one begins, in the text of the context */
} fp_launch_site;

/* False: there is none, or they differ. Cost: the text of the units that name the function. */
bool fp_launch_sites(struct fp_arena *arena, const struct fp_unit_context *context, uint32_t unit,
                     fp_launch_site *site);
#endif
