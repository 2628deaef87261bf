/* tiling_text.h - a layout as it is written, `#ttg.slice<{dim = 1, parent = #blocked}>`: its kind, its numbers by their
 * keys, and the layout that it is made from.
 *
 * Ownership  the result is a value; keys borrow the text.
 * Failure    a layout that no row of facts/tilings.def names, or that holds more than fits, is not read.
 */
#ifndef FP_TILING_TEXT_H
#define FP_TILING_TEXT_H
#include "read/unit.h"

typedef enum {
    FP_TILING_UNKNOWN,
    FP_TILING_BLOCKED,  /* registers: boxes of elements, lanes and warps side by side in a given order */
    FP_TILING_SLICE,    /* registers: another layout without one of its dimensions */
    FP_TILING_OPERAND,  /* registers: what a matrix unit or a loop of products wants of its inputs */
    FP_TILING_LINEAR,   /* registers: one coordinate for each bit of register, lane and warp, joined by exclusive or */
    FP_TILING_WARP_MMA, /* registers: results of a matrix unit */
    FP_TILING_MFMA,
    FP_TILING_WMMA,
    FP_TILING_SWIZZLED,     /* memory: rows whose pieces are exchanged row by row */
    FP_TILING_ROTATING,     /* the same, in another way in each block of rows */
    FP_TILING_TILED,        /* memory: columns of tiles with exchanged pieces */
    FP_TILING_PADDED,       /* memory: bytes left free at regular distances */
    FP_TILING_BASES,        /* memory: one coordinate for each bit of the place */
    FP_TILING_ROTATED_ROWS, /* a view of memory: rows whose pieces move on by one from row to row, round the row */
    FP_TILING_SHUFFLED_ROWS /* the same, with exchanged pieces */
} fp_tiling_kind;

enum { FP_TILING_FIELDS_MAX = 16, FP_TILING_NUMBERS_MAX = 160, FP_TILING_NEST_MAX = 4 };
typedef struct {
    fp_str key;            /* empty: a list before the keys */
    uint32_t first, count; /* in `numbers` */
    uint32_t width;        /* numbers of each inner list; 0: it holds none */
} fp_tiling_field;
typedef struct {
    fp_tiling_kind kind;
    uint32_t field_count, number_count;
    fp_tiling_field fields[FP_TILING_FIELDS_MAX];
    int64_t numbers[FP_TILING_NUMBERS_MAX];
} fp_tiling_text;
/* The outermost first, each followed by what it is made from. */
typedef struct {
    uint32_t count;
    fp_tiling_text level[FP_TILING_NEST_MAX];
} fp_tiling_chain;

/* `text`: the layout or an alias of it. False: it cannot be told. */
bool fp_tiling_read(const struct fp_unit_context *context, fp_str text, fp_tiling_chain *chain);
/* Its kind alone, without looking at the rest: cheap. UNKNOWN: it cannot be told. */
fp_tiling_kind fp_tiling_outermost(const struct fp_unit_context *context, fp_str text);
/* NULL: there is no such key. */
const fp_tiling_field *fp_tiling_field_of(const fp_tiling_text *layout, fp_str key);
/* A single number, `none` where the key is missing. */
int64_t fp_tiling_number(const fp_tiling_text *layout, fp_str key, int64_t none);
/* A list of `count` numbers from 0 to INT16_MAX; false: it is missing, of another length, or holds others. */
bool fp_tiling_list(const fp_tiling_text *layout, fp_str key, uint32_t count, int32_t *numbers);
#endif
