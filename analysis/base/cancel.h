/* cancel.h - the flag by which a caller in another thread ends a long pass. Passes poll it; NULL: nobody will. */
#ifndef FP_BASE_CANCEL_H
#define FP_BASE_CANCEL_H
#include <stdbool.h>

static inline bool fp_is_cancelled(const volatile bool *cancelled) { return cancelled && *cancelled; }
#endif
