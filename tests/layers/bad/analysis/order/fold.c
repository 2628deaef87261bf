#include "base/arena.h"
long fp_fold_depth(void);
long fp_fold_depth(void) { return *fp_arena_free((void *)0); }
#include <stdint.h>
__attribute__((unused)) static inline int *writable(const int *number) { return (int *)(uintptr_t)number; }
