/* text_kind.h - which language a text is in that holds no MLIR: rows of facts/text_kinds.def.
 *
 * Cost       one pass over the lines of the first FP_TEXT_KIND_BYTES bytes.
 * Failure    NULL: none of the languages is recognised.
 */
#ifndef FP_TEXT_KIND_H
#define FP_TEXT_KIND_H
#include "base/str.h"

enum { FP_TEXT_KIND_BYTES = 1 << 16 }; /* a language shows in its first lines */

typedef struct {
    fp_str name, advice; /* "LLVM IR"; what its owner can do */
    fp_str sure, likely; /* beginnings of lines, with newlines between them */
} fp_text_kind;

/* `line`: the offset of the first line that tells the kind. */
const fp_text_kind *fp_text_kind_of(fp_str text, uint32_t *line);
#endif
