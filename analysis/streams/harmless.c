#include "streams/harmless.h"

/* Shares of one workgroup: do threads of different waves share no byte there, whatever their iterations are? */
static bool are_own_bytes(const struct fp_kernel *kernel, const fp_run_evidence *e) {
    uint32_t asked = 0;
    for (uint32_t i = 0; i < kernel->accesses.len; i++)
        for (uint32_t k = 0; k < kernel->accesses.len; k++) {
            const fp_access *a = &kernel->accesses.data[i], *b = &kernel->accesses.data[k];
            if (a->op != e->first.op || b->op != e->second.op ||
                fp_buffers_alias(kernel->buffers, a->roots, b->roots) == FP_ALIAS_NEVER)
                continue; /* a copy also reads the memory that it copies from */
            fp_iterations any = { .carrier = FP_NONE, .concurrent = true };
            if (fp_overlap_find(kernel->addresses, a->footprint, b->footprint, any).overlap > FP_OVERLAP_SAME_WAVE)
                return false;
            asked++;
        }
    return asked != 0;
}

/* Threads that store the same at a place, in one iteration: whichever comes last, nobody can tell. */
static bool stores_same(const struct fp_kernel *kernel, const fp_run_evidence *e) {
    if (e->first.op != e->second.op || e->order != 0 || !e->first_writes || !e->second_writes) return false;
    uint32_t asked = 0;
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        if (access->op != e->first.op || kernel->classes.data[access->klass].space != FP_SPACE_WORKGROUP) continue;
        if (access->kind != FP_ACCESS_WRITE || fp_kernel_stored(kernel, access) != FP_STORED_EQUAL) return false;
        asked++;
    }
    return asked != 0;
}

static bool is_harmless(const struct fp_kernel *kernel, const struct fp_machine *machine, const fp_run_evidence *e) {
    if (e->kind != FP_RUN_RACE) return false;
    if (fp_machine_by_threads(machine)) return stores_same(kernel, e);
    return fp_machine_in_shares(machine) && e->first.stream != e->second.stream && are_own_bytes(kernel, e);
}

void fp_drop_harmless(const struct fp_kernel *kernel, const struct fp_machine *machine, fp_run_result *result) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < result->evidence_count; i++)
        if (!is_harmless(kernel, machine, &result->evidence[i])) result->evidence[kept++] = result->evidence[i];
    result->evidence_count = kept;
}
