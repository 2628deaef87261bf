/* wording.h - the texts of facts/sentences.def, cut into the parts that they are made of.
 *
 * Ownership  parts live in the arena given; their words are those of the text.
 */
#ifndef FP_WORDING_H
#define FP_WORDING_H
#include "base/str.h"
#include "fencepost.h"

typedef enum {
    FP_WORDING_TEXT,
    FP_WORDING_FIELD, /* "{..}" */
    FP_WORDING_OPEN,  /* "[": what stands up to its CLOSE goes when an argument is missing */
    FP_WORDING_CLOSE,
    FP_WORDING_END
} fp_wording_kind;
typedef struct {
    fp_wording_kind kind;
    fp_argument_name argument; /* of a field */
    char mark;                 /* of a field: '|', '#', '&' or ':' behind the name; 0: none */
    fp_str words;              /* a text; of a field what stands behind the mark, with '#' up to the bar */
    fp_str many;               /* of a field with '#': what stands behind the bar */
} fp_wording_part;

const fp_wording_part *fp_wording_read(struct fp_arena *keep, fp_str text); /* the last one is END */
#endif
