#  include   "../analysis/check/hazard.h" /* why */
#include "hazard.h"
#include <tree_sitter/api.h>
static const char *const named[] = { "use gpu.barrier", "gfx942", "a gpu. Or \" gfx too", /* "gpu.func" */ "%gpu_gfx", "an AMDGPU" }; // "gfx90a"
