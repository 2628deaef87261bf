#include "base/arena.h"
#include <stdlib.h>
static int uses;
static const char *const names[] = { "sealed after loading: no finding" };
long fp_clock_now(void);
const char *fp_arena_free(void *memory) {
    free(memory);
    return names[(uses++ + fp_clock_now()) % 1];
}
