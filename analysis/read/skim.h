/* skim.h - a whole text looked through without a parse: its sections, and which of them may matter.
 *
 * A compiler's dump of all passes is megabytes of modules, most of which neither touch workgroup memory nor
 * synchronise, or say again what a dump before said. Braces, brackets, strings and comments are followed, words are
 * looked up in the tables, and what this leaves in doubt is worth reading.
 *
 * Ownership  results live in the arena given; strings borrow the text.
 * Cost       one pass of some nanoseconds a word; a word is looked up once.
 * Failure    none: a section whose brackets or strings do not match is worth reading.
 * Invariant  a section that is not worth reading holds no unit that fp_units_relevant is true of.
 */
#ifndef FP_SKIM_H
#define FP_SKIM_H
#include "base/str.h"
#include "base/vec.h"
#include "facts/op_table.h"
#include "read/skim_parts.h"

typedef struct {
    fp_span span;  /* from its `// -----` line, or the start of the text, to the next such line */
    uint32_t body; /* where it begins behind that line */
    bool matters;  /* something in it may touch workgroup memory or synchronise */
    bool plain;    /* undamaged, and at file level nothing but aliases, comments and ops with a symbol */
    uint32_t first_symbol, symbol_count;
    uint32_t first_part, part_count; /* functions that may be read without each other; none: it is read as a whole */
    bool frame_matters;              /* something around the parts may touch workgroup memory */
} fp_skimmed_section;
typedef struct {
    fp_str name; /* of a function, without @ */
    fp_span span;
    bool module; /* an op that holds functions; it may have no name */
} fp_skimmed_symbol;
typedef struct {
    FP_VEC(fp_skimmed_section) sections; /* all of the text, in its order */
    FP_VEC(fp_skimmed_symbol) symbols;   /* functions and modules, likewise */
    fp_skimmed_parts parts;              /* likewise */
} fp_skim;

fp_skim fp_skim_text(struct fp_arena *keep, fp_str text, const fp_own_rows *own);
#endif
