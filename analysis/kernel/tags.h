/* tags.h - memory-model relaxation annotations: which fences and accesses heed each other, as sets of tags
 * "prefix:suffix".
 *
 * Two sets are compatible when for every prefix that stands in either, the other has no tag of that prefix or they
 * share one. The empty set (number 0) is compatible with all, so that dropping tags never makes an order weaker. Tags
 * that no table knows are kept and compared like others.
 *
 * Ownership  sets live in the arena given to `fp_tags_new`; tags borrow the document's text. Equal sets have equal
 *            numbers.
 * Cost       linear in the members; a set of real code has one or two.
 */
#ifndef FP_TAGS_H
#define FP_TAGS_H
#include "read/unit.h"

typedef struct {
    fp_str prefix, suffix;
} fp_tag;

struct fp_tags;
struct fp_tags *fp_tags_new(struct fp_arena *keep);
uint32_t fp_tags_set(struct fp_tags *tags, const fp_tag *members, uint32_t count); /* any order, repetitions allowed */
/* The set that an attribute's text spells: `#llvm.mmra_tag<"p":"s">`, an alias of it, or a list of these in
 * brackets. */
uint32_t fp_tags_parse(struct fp_tags *tags, const struct fp_unit_context *context, fp_str text);
uint32_t fp_tags_of_op(struct fp_tags *tags, const struct fp_ir *ir, fp_op op);
const fp_tag *fp_tags_members(const struct fp_tags *tags, uint32_t set,
                              uint32_t *count); /* sorted by prefix, then suffix */
bool fp_tags_compatible(const struct fp_tags *tags, uint32_t a, uint32_t b);
bool fp_tags_has(const struct fp_tags *tags, uint32_t set, fp_str prefix, fp_str suffix);
#endif
