/* garbage.h - stretches of a text that are no MLIR, whatever they were meant to be, found without a parse.
 *
 * The parser makes a node of every bracket and sign that fits nowhere, hundreds of bytes for each: ten megabytes of
 * `(((((` would take gigabytes. Three things that no MLIR has are looked for: signs in a row without a word between
 * them, brackets nested far deeper than regions are read, and lines in a row that all close what nothing has opened.
 *
 * Ownership  results live in the arena given.
 * Cost       less than a nanosecond a byte, some where there may be garbage. Short sections are not looked at: they do
 *            no harm.
 * Failure    none.
 * Invariant  what is found in a section hangs on nothing but its text.
 */
#ifndef FP_GARBAGE_H
#define FP_GARBAGE_H
#include "base/str.h"
#include "base/vec.h"

typedef enum { FP_GARBAGE_SIGNS, FP_GARBAGE_DEEP, FP_GARBAGE_CLOSERS } fp_garbage_kind;
typedef struct {
    fp_span span;
    fp_garbage_kind kind;
} fp_garbage;
typedef struct {
    FP_VEC(fp_garbage) stretches; /* in text order; none overlaps another */
} fp_garbage_list;

enum {
    FP_GARBAGE_MIN = 1000,           /* so many signs, open brackets or stray closers are garbage */
    FP_GARBAGE_SECTION_MIN = 1 << 18 /* bytes of the shortest section that is looked at */
};
fp_garbage_list fp_garbage_find(struct fp_arena *keep, fp_str text);
/* A copy of the text in which a line of comment stands for each stretch, so that all else keeps its place. */
fp_str fp_garbage_comment(struct fp_arena *keep, fp_str text, const fp_garbage_list *garbage);
#endif
