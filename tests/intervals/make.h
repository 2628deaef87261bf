/* make.h - random kernels with barriers at top level, as text: what a part may rest on stands anywhere in them. They need not make sense, nor parse. */
#ifndef INTERVALS_MAKE_H
#define INTERVALS_MAKE_H
#include <fencepost.h>

/* The same text for the same seed; the caller frees `data`. */
fp_str kernel_make(uint64_t seed);
#endif
