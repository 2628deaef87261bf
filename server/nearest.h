/* nearest.h - "did you mean": the word of a list that is nearest to a misspelt one. */
#ifndef FP_NEAREST_H
#define FP_NEAREST_H
#include "fencepost.h"

fp_str fp_nearest_word(fp_str word, const fp_str *words, size_t count);      /* empty when none is near */
#endif
