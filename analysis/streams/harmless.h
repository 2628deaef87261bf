/* harmless.h - races of a run that are none: the bytes are each wave's own, or the same is stored there by both. */
#ifndef FP_HARMLESS_H
#define FP_HARMLESS_H
#include "streams/machine.h"
#include "streams/run.h"

bool fp_is_harmless(const struct fp_kernel *kernel, const struct fp_machine *machine, const fp_run_evidence *evidence);
/* Takes them out of what the run has found. */
void fp_drop_harmless(const struct fp_kernel *kernel, const struct fp_machine *machine, fp_run_result *result);
#endif
