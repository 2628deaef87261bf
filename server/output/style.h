/* style.h - colours of the terminal: escape sequences by meaning, empty strings when there shall be none. */
#ifndef FP_STYLE_H
#define FP_STYLE_H
#include "fencepost.h"

typedef enum { FP_COLOR_AUTO, FP_COLOR_ALWAYS, FP_COLOR_NEVER } fp_color;

enum { FP_STYLE_SLOTS = 6 }; /* colours of a ring's slots, round and round */
typedef struct {
    const char *level[FP_LEVEL_ERROR + 1]; /* the level's word and the mark under its place */
    const char *strong, *frame, *place, *code, *reset;
    const char *slot[FP_STYLE_SLOTS];
} fp_style;

const fp_style *fp_style_get(bool colors);

/* `auto`: a terminal, and neither NO_COLOR nor TERM=dumb asks for none. FORCE_COLOR makes any stream count as a
 * terminal. */
bool fp_style_wanted(fp_color color, int descriptor);
#endif
