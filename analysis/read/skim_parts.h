/* skim_parts.h - the functions of a section that may be read without the others: statements directly inside of modules
 * or at file level, told by the first words of their lines.
 *
 * What stands around the parts, the frame, is read with each of them: heads and ends of modules, aliases, globals.
 * Parts that name each other belong together, and so do all that name a function in common.
 *
 * Ownership  parts are appended to the list given; all else lives in the scratch arena.
 * Failure    a section in which it is not certain where statements begin has no parts.
 */
#ifndef FP_SKIM_PARTS_H
#define FP_SKIM_PARTS_H
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"

typedef struct {
    fp_span span;    /* whole lines: the function, and what stands behind it before the next statement */
    uint32_t leader; /* the first part of those that belong together, by its number in the list */
    bool matters;    /* something in it may touch workgroup memory or synchronise */
} fp_skimmed_part;
typedef FP_VEC(fp_skimmed_part) fp_skimmed_parts;

typedef enum {
    FP_STATEMENT_FUNCTION,
    FP_STATEMENT_UNKNOWN, /* an op with a symbol that is not known: what it names may be a function inside of it */
    FP_STATEMENT_MODULE,
    FP_STATEMENT_FRAME, /* a global or an alias */
    FP_STATEMENT_END,   /* the brace behind the ops of a module */
    FP_STATEMENT_GOES_ON
} fp_statement;

typedef struct {
    uint64_t name;
    uint32_t part;
} fp_part_mention;

typedef struct {
    struct fp_arena *keep, *scratch;
    fp_skimmed_parts *parts;
    uint32_t first; /* part of the section */
    uint32_t level; /* brackets of modules around a statement */
    bool head;      /* the last statement was the head of a module, whose brace is to follow */
    bool inside;    /* the last part goes on */
    bool declares;  /* each symbol in it may be a function's */
    bool doubtful;
    bool frame_matters;
    FP_VEC(fp_part_mention) mentions;
    fp_map declared; /* parts by the names of their functions */
} fp_skim_parts;

void fp_parts_begin_section(fp_skim_parts *p);
/* May a line that begins inside of so many brackets begin a statement? */
static inline bool fp_parts_asks(const fp_skim_parts *p, uint32_t depth) { return depth <= p->level + p->head; }
/* At the first token of a line that may begin a statement, before its brackets count. `line` is where the line begins;
 * `name` is the symbol of a function or an unknown op, as a hash. */
void fp_parts_statement(fp_skim_parts *p, fp_statement what, uint32_t line, uint32_t depth, uint64_t name);
void fp_parts_symbol(fp_skim_parts *p, uint64_t name); /* at each symbol */
void fp_parts_matter(fp_skim_parts *p);                /* something here may touch workgroup memory or synchronise */
/* How many parts the section has. */
uint32_t fp_parts_end_section(fp_skim_parts *p, uint32_t end, bool plain);
#endif
