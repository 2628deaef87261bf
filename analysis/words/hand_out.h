/* hand_out.h - a finding with the words that people read.
 *
 * Ownership  words live in the renderer's arena; all else is borrowed from the finding.
 * Cost       one pass over each of its sentences.
 */
#ifndef FP_HAND_OUT_H
#define FP_HAND_OUT_H
#include "fencepost.h"
#include "words/render.h"

fp_finding fp_word_finding(const fp_renderer *renderer, const fp_finding *finding);
#endif
