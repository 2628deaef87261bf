/* names.h - names of chips that people write on the command line and in configurations: which are valid. */
#ifndef FP_NAMES_H
#define FP_NAMES_H
#include "fencepost.h"

/* Is this the name of a chip we know, letters and features behind it included ("sm_103a", "gfx942:xnack-")? Stricter
 * than the analysis, which takes an attribute of a chip that is newer than its table for one of the chip's family: a
 * slip of somebody's finger must not pass for that. */
bool fp_is_target_name(fp_str name);
#endif
