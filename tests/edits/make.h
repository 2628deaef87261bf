/* make.h - random kernels as text: values, memory and barriers of many kinds, used far from where they are made. They
 * need not make sense, nor parse. */
#ifndef EDITS_MAKE_H
#define EDITS_MAKE_H
#include <fencepost.h>

/* The same text for the same seed; the caller frees `data`. */
fp_str kernel_make(uint64_t seed);
#endif
