/* picture.h - one kernel's picture (fencepost_picture.h) from its analysis. */
#ifndef FP_PICTURE_H
#define FP_PICTURE_H
#include "check/hazard.h"
#include "engine/engine.h"
#include "fencepost_picture.h"

/* `analyser` has run: it is asked once more, for the kernel without its syncs. */
fp_picture fp_picture_draw(struct fp_arena *keep, fp_lines lines, const struct fp_kernel *kernel,
                           struct fp_analyser *analyser, const fp_analysis *analysis);
#endif
