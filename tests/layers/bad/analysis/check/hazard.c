#  include   "../analysis/check/hazard.h" /* why */
#include "hazard.h"
#include "scanner_tokens.h"
static const char *const named[] = { "use gpu.barrier", "gfx942", "a gpu. Or \" gfx too", /* "gpu.func" */ "%gpu_gfx", "an AMDGPU", "gpu." }; // "gfx90a"
static bool reads(const struct fp_ir *ir) {
    return fp_ir_says(ir, 0, fp_named.range) /* "range" */ ||
           fp_ir_attribute(ir, 0,
                           FP_STR("upper_bound")).len;
}
