#include "base/arena.h"
#include <time.h>
long fp_clock_now(void);
long fp_fold_depth(void);
long fp_clock_now(void) { return (long)time(NULL) + *fp_arena_free(NULL) + fp_fold_depth(); }
