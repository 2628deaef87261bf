/* outline.h - where the ops, regions and labels of a text begin and end, and what of it is damaged.
 *
 * The outline is what is read of a whole file; what stands in an op is read by its tokens (lex.h) when somebody asks
 * for it. Where an op ends and which `{` opens a region is decided by the scanner of the grammar that editors use
 * (grammar/src/scanner_*.h): both cut every text alike, and tests compare them.
 *
 * Nodes      stand in the order of the text, each followed by all that is inside it (`count` nodes, itself included):
 * its children are at `index + 1`, at that plus its `count`, and so on.
 *
 * Edits      fp_outline_read takes over what no edit could have changed. An item knows the state of the scanner in
 * front of it and how far the text was looked at until the next one began. Reading starts again at the first item that
 * has looked at what was edited, and ends behind the edit where an old item begins in the state in which it began
 * before. So an edited outline is that of the text read from nothing.
 *
 * Cost       one pass over the text, with looks at the beginning of each line; about 30 bytes an op. An edit costs what
 *            it touches and one copy of the nodes.
 *
 * Depth      nothing here calls itself.
 *
 * Ownership  the arrays are the outline's own; fp_outline_drop frees them.
 */
#ifndef FP_OUTLINE_H
#define FP_OUTLINE_H
#include "base/str.h"
#include <stdbool.h>

#define FP_OUTLINE_KINDS(X)         \
    X(FILE, "file")                 \
    X(SECTION, "section")           \
    X(SPLIT, "section_split")       \
    X(OP, "op")                     \
    X(ROW, "row")                   \
    X(REGION, "region")             \
    X(LABEL, "block_label")         \
    X(ATTRIBUTE, "attribute_alias") \
    X(TYPE, "type_alias")           \
    X(METADATA, "file_metadata")    \
    X(INCOMPLETE, "incomplete")     \
    X(UNEXPECTED, "unexpected")
#define FP_OUTLINE_ENUM(name, text) FP_OUTLINE_##name,
/* ROW: in the place of an op, a line that cannot begin one. INCOMPLETE: something is missing here. UNEXPECTED: a token
 * that fits nowhere. */
typedef enum { FP_OUTLINE_KINDS(FP_OUTLINE_ENUM) FP_OUTLINE_KIND_COUNT } fp_outline_kind;
#undef FP_OUTLINE_ENUM

/* What lacks an end, or a part. */
typedef enum {
    FP_WITHIN_NOTHING,
    FP_WITHIN_PAREN,
    FP_WITHIN_SQUARE,
    FP_WITHIN_ANGLE,
    FP_WITHIN_BRACE, /* dictionaries, metadata, regions */
    FP_WITHIN_LOCATION,
    FP_WITHIN_LABEL_ARGS,
    FP_WITHIN_OP,
    FP_WITHIN_LABEL,
    FP_WITHIN_RESULTS,
} fp_within;

typedef struct {
    uint32_t start, end;
    uint32_t count;
    uint32_t
        from; /* of an item: where the one in front of it ends; INCOMPLETE: where begins what it lacks something of */
    uint32_t looked; /* of an item: until the next one, all decisions rest on the text in front of this */
    uint8_t kind;    /* fp_outline_kind */
    uint8_t within;  /* fp_within of an INCOMPLETE; REGION: how many brackets are open around it in its op, of a
                        dictionary always more than one */
    uint16_t depth;  /* regions around it */
    uint8_t state, missing, top,
        column; /* of an item: the scanner's in front of it; of the innermost region in `column` */
} fp_outline_node;

typedef struct {
    fp_outline_node *nodes;
    uint32_t len, capacity;
} fp_outline;

/* [start, old_end) of the text that was read is [start, new_end) now. */
typedef struct {
    bool any;
    uint32_t start, old_end, new_end;
} fp_stretch;
/* One edit more: `span` becomes `inserted` bytes. Several edits become one stretch that holds them all. */
void fp_stretch_add(fp_stretch *stretch, fp_span span, uint32_t inserted);

/* Reads `text`. `old`: of the text before `edits`; NULL: from nothing. False: it was cancelled, and `outline` is as it
 * was. `outline` may be `old`. */
bool fp_outline_read(fp_outline *outline, fp_str text, const fp_outline *old, const fp_stretch *edits,
                     const volatile bool *cancelled);
fp_outline fp_outline_copy(const fp_outline *outline);
void fp_outline_drop(fp_outline *outline);

const char *fp_outline_name(fp_outline_kind kind);

typedef uint32_t fp_node; /* its index */

static inline fp_span fp_outline_span(const fp_outline_node *node) { return (fp_span){ node->start, node->end }; }
/* For the children of the node at `parent`: for (i = parent + 1; i < fp_outline_behind(o, parent); i =
 * fp_outline_behind(o, i)). */
static inline fp_node fp_outline_behind(const fp_outline *outline, fp_node node) {
    return node + outline->nodes[node].count;
}
#endif
