#include "streams/vector_run.h"
#include "streams/decide.h"
#include "streams/harmless.h"

static bool is_enough(void *user, const fp_run_evidence *evidence) {
    const fp_vector_run *run = user;
    return !fp_is_harmless(run->kernel, run->machine, evidence) && run->is_enough(run->user, evidence);
}

fp_run_result fp_vector_run_once(struct fp_arena *keep, const fp_vector_run *run) {
    fp_vector_run asked = *run;
    fp_event_source source = fp_machine_source(run->machine);
    fp_run_limits limits = fp_run_limits_default();
    limits.events = FP_DECIDE_EVENTS_MAX;
    limits.without = run->without;
    if (run->is_enough) limits.is_enough = is_enough, limits.user = &asked;
    fp_run_result result = fp_run_all(keep, &source, limits);
    fp_drop_harmless(run->kernel, run->machine, &result);
    return result;
}

bool fp_vector_run_late(struct fp_arena *keep, const fp_vector_run *run, fp_run_result *result) {
    if (!fp_machine_land_late(run->machine, true)) return false;
    fp_machine_restart(run->machine);
    *result = fp_vector_run_once(keep, run);
    (void)fp_machine_land_late(run->machine, false);
    return true;
}
