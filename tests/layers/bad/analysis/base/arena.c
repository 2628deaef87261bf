#include "base/arena.h"
#include <stdlib.h>
static int uses;
static const char *const names[] = { "sealed after loading: no finding" };
const char *fp_arena_free(void *memory) {
    free(memory);
    return names[uses++ % 1];
}
