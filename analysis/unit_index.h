/* unit_index.h - what syntax_units.c tells unit.c about a file, and what unit.c reads off an op that stands outside of functions.
 *
 * Ownership  everything lives in the arena given to `fp_units_read`.
 */
#ifndef FP_UNIT_INDEX_H
#define FP_UNIT_INDEX_H
#include "base/hash.h"
#include "unit.h"

typedef struct { fp_str text; bool workgroup; } fp_type_verdict;

struct fp_unit_index {
    fp_map aliases, units, globals;         /* by name */
    FP_VEC(uint32_t) alias_sections;
    FP_VEC(uint32_t) section_starts;        /* byte where each section begins */
    FP_VEC(struct fp_ir *) module_heads;    /* op 0 is the module; its regions were not read */
    FP_VEC(fp_span) module_texts;
    fp_map verdicts;                        /* fp_type_mentions_workgroup by text */
    FP_VEC(fp_type_verdict) verdict_list;
};

void fp_unit_add_alias(struct fp_unit_context *context, fp_alias_info alias, uint32_t section);
void fp_unit_add_unit(struct fp_unit_context *context, fp_unit unit);
void fp_unit_add_global(struct fp_unit_context *context, fp_global_info global);

/* Of an op that was read alone: op 0 of `ir`. */
fp_str fp_unit_symbol_name(const struct fp_ir *ir);             /* without @ and quotes; empty when it has none */
bool fp_unit_is_private(const struct fp_ir *ir);
fp_global_info fp_unit_read_global(const struct fp_ir *ir);
bool fp_unit_has_calls(const struct fp_ir *ir);
bool fp_unit_matters(struct fp_unit_context *context, const struct fp_ir *ir);   /* touches workgroup memory or synchronises, by its words and types */
#endif
