#include "check/pacing.h"

static void mark_paced(const struct fp_kernel *kernel, const fp_items *items, bool *paced) {
    for (uint32_t i = 0; i < items->len; i++) {
        if (items->data[i].kind != FP_ITEM_SYNC) continue;
        for (uint32_t k = i ? i - 1 : 0; k <= i + 1 && k < items->len; k++)
            if (items->data[k].kind == FP_ITEM_SYNC && kernel->syncs.data[items->data[k].index].kind == FP_SYNC_PACING)
                paced[items->data[i].index] = true;
    }
}

void fp_pacing_mark(const struct fp_kernel *kernel, bool *paced) {
    mark_paced(kernel, &kernel->body, paced);
    for (uint32_t i = 0; i < kernel->loops.len; i++) {
        mark_paced(kernel, &kernel->loops.data[i].body, paced);
        mark_paced(kernel, &kernel->loops.data[i].tail, paced);
    }
    for (uint32_t i = 0; i < kernel->branches.len; i++)
        for (uint32_t arm = 0; arm < kernel->branches.data[i].arm_count; arm++)
            mark_paced(kernel, &kernel->branches.data[i].arms[arm], paced);
    for (uint32_t i = 0; i < kernel->graphs.len; i++)
        for (uint32_t k = 0; k < kernel->graphs.data[i].node_count; k++)
            mark_paced(kernel, &kernel->graphs.data[i].nodes[k].items, paced);
    for (uint32_t i = 0; i < kernel->graph_loops.len; i++)
        for (uint32_t k = 0; k < kernel->graph_loops.data[i].inner.node_count; k++)
            mark_paced(kernel, &kernel->graph_loops.data[i].inner.nodes[k].items, paced);
}

bool fp_pacing_may(struct fp_fold *fold, const struct fp_kernel *kernel, fp_syncs syncs, const bool *paced) {
    for (uint32_t i = 0; i < syncs.count; i++) {
        const fp_sync *sync = &kernel->syncs.data[syncs.data[i]];
        if (fp_fold_sync_role(fold, syncs.data[i]) == FP_SYNC_SHIFTED) return true; /* waves take turns by it */
        if (sync->kind == FP_SYNC_BARRIER && (sync->bare || sync->spaces == FP_SPACES_NONE || paced[syncs.data[i]]))
            return true;
        if ((sync->kind == FP_SYNC_SIGNAL || sync->kind == FP_SYNC_WAIT) && paced[syncs.data[i]]) return true;
    }
    return false;
}
