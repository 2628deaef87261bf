/* stream_level.h - how bad a fault is that the run of a kernel's streams found, and what it means for two accesses. */
#ifndef FP_STREAM_LEVEL_H
#define FP_STREAM_LEVEL_H
#include "facts/phrase.h"
#include "streams/decide.h"

fp_level fp_stream_fault_level(const struct fp_kernel *kernel, const fp_stream_fault *fault);
/* Why it harms nothing; FP_SAYS_NOTHING: it does. */
fp_sentence fp_stream_fault_harm(const struct fp_kernel *kernel, const fp_stream_fault *fault);

/* The worst fault of warning or above that leaves accesses of two ops, a rising pair, without order or without a fence
 * between proxies; NULL: there is none. `streams` may be NULL. */
const fp_stream_fault *fp_stream_pair_fault(const struct fp_kernel *kernel, const struct fp_streams *streams,
                                            fp_op_pair pair);
fp_sentence fp_stream_pair_word(const fp_stream_fault *fault); /* what the two lack */
#endif
