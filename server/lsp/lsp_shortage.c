#include "lsp/lsp_shortage.h"
#include "base/memory.h"
#include <stdatomic.h>
#include <stdlib.h>

/* What a job takes between two looks at its flag is far less; nobody touches it, so it costs addresses only. */
enum { FP_RESERVE_BYTES = 32 << 20 };

static _Atomic(void *) reserve;
static _Thread_local volatile bool *flag; /* of the job on this thread; NULL: there is none */
static _Thread_local bool refused;

static void give_back(void) {
    free(atomic_exchange(&reserve, NULL));
    refused = true;
    if (flag) *flag = true;
}

void fp_shortage_prepare(void) {
    if (!atomic_load(&reserve)) atomic_store(&reserve, malloc(FP_RESERVE_BYTES));
    fp_memory_help(give_back);
}

void fp_shortage_watch(volatile bool *cancelled) {
    flag = cancelled;
    refused = false;
}

bool fp_shortage_foresee(size_t bytes) {
    void *all = malloc(bytes);
    bool enough = all != NULL;
    if (!enough) give_back();
    free(all);
    return enough;
}

bool fp_shortage_end(void) {
    flag = NULL;
    return refused;
}
