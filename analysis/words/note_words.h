/* note_words.h - what a barrier is for, in words: "needed: orders the write of %lds on line 12 before ..". */
#ifndef FP_NOTE_WORDS_H
#define FP_NOTE_WORDS_H
#include "fencepost_editor.h"
#include "words/render.h"

fp_str fp_sync_note_words(const fp_renderer *renderer, const fp_sync_note *note);
#endif
