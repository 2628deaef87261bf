/* launch_text.h - what a piece of text says about a launch: numbers in lists, and words of facts/functions.def. */
#ifndef FP_LAUNCH_TEXT_H
#define FP_LAUNCH_TEXT_H
#include "base/str.h"

struct fp_unit_context;

enum { FP_LAUNCH_THREADS_MAX = 65536 }; /* in a block: no chip runs more */

/* Kinds of words in FP_LAUNCH_WORD rows of facts/functions.def. */
typedef enum {
    FP_LAUNCH_CHIP,
    FP_LAUNCH_BLOCK,
    FP_LAUNCH_WAVE,
    FP_LAUNCH_WAVE_32,
    FP_LAUNCH_WAVE_64,
    FP_LAUNCH_SITE,
    FP_LAUNCH_SITE_THREADS,
    FP_LAUNCH_EXPORT,
    FP_LAUNCH_EXECUTABLE,
    FP_LAUNCH_MODES,
    FP_LAUNCH_MODE
} fp_launch_word_kind;

/* Where `part` begins in the text at `from` or later; SIZE_MAX: nowhere. */
size_t fp_launch_part(fp_str text, fp_str part, size_t from);
/* The same for the first word of a kind, in the order of the table, that the text holds. */
size_t fp_launch_word(fp_str text, fp_launch_word_kind kind, size_t from);
/* The string that an attribute behind a word of kind CHIP names: `chip = "gfx942"`. Empty: none. */
fp_str fp_launch_chip_inside(const struct fp_unit_context *context, fp_str text);
/* The numbers of a field of a dictionary: `name = array<i64: 256, 1, 1>`. Empty: it has no such field. */
fp_str fp_launch_field(fp_str text, fp_str name);
/* Up to three numbers: "256,1,1", "[256, 1, 1]", "array<i32: 256, 1, 1>", "[64 : index, 1]". Missing ones are 1.
 * Returns how many were there. */
uint32_t fp_launch_numbers(fp_str text, int64_t numbers[3]);
/* A block of threads: positive sizes whose product a launch can have. False: they are none, `block` stays. */
bool fp_launch_make_block(const int64_t numbers[3], uint32_t block[3]);
/* The sizes in the list behind a word of kind BLOCK. False: there is none. */
bool fp_launch_sizes_inside(fp_str text, int64_t numbers[3]);
/* The lanes of a wave, 32 or 64, behind a word of kind WAVE before `end`. 0: the text says nothing. */
uint32_t fp_launch_wave_inside(fp_str text, size_t end);
#endif
