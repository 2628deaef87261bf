/* unit_index.h - what syntax_units.c tells unit.c about a file.
 *
 * Ownership  everything lives in the arena given to `fp_units_read`.
 */
#ifndef FP_UNIT_INDEX_H
#define FP_UNIT_INDEX_H
#include "base/hash.h"
#include "read/unit.h"

typedef struct {
    fp_str text;
    bool workgroup;
} fp_type_verdict;

/* An edit that changed nothing but a comment behind an op or alone in its line, or blanks there: syntax_silent.c.
 * Places are those before the edit. */
typedef struct fp_comment_edit {
    uint32_t at, removed, inserted;
    fp_span around; /* the line; of one without code all up to the next code above and below: what fixes may have looked
                       at */
} fp_comment_edit;
/* Moves a span along with edits; false: it may have changed. A fix may depend on comments that are near. */
bool fp_comment_move(const fp_comment_edit *edits, uint32_t count, bool is_fix, fp_span *span);
/* Makes one of edits in a row of which the first only inserts and each other one changes what was inserted so, as
 * typing does; how many are left. */
uint32_t fp_comment_edits_join(fp_comment_edit *edits, uint32_t count);

/* An alias that a text mentions. */
typedef struct {
    uint64_t name, meaning; /* hashes: of the name with its `#` or `!`; of what it stands for, 0: nothing */
} fp_mentioned_alias;
typedef struct {
    uint64_t hash; /* of what the text says by aliases */
    const fp_mentioned_alias *aliases;
    uint32_t count;
    bool told; /* false: the file has no aliases, and the text was not looked through */
} fp_alias_mentions;

/* What is known of a unit by its text alone, kept over edits elsewhere (syntax_memory.c). Spans are relative to the
 * unit's start. */
typedef struct {
    fp_span span;     /* of the unit, in the text that was read */
    uint32_t section; /* whose aliases its text was hashed with */
    uint32_t column;  /* bytes before it on its line: the grammar looks at columns */
    bool in_module, declaration, is_private, matters, calls;
    fp_span name;
    const fp_span *callees;
    uint32_t callee_count;
    bool hashed, tells_stage; /* what follows is filled in by unit_group.c */
    uint64_t text_hash, alias_mentions;
    const fp_mentioned_alias *aliases; /* each once */
    uint32_t alias_count;
    bool aliases_told; /* false: nobody looked for them, as the file had none */
    const fp_span *symbols;
    uint32_t symbol_count;
    uint64_t symbol_bits; /* fp_symbol_bit of each: a name without its bit is not among them */
    const fp_comment_edit *silent;
    uint32_t silent_count; /* since text_hash was made; relative to the unit's start */
} fp_unit_memory;
static inline uint64_t fp_symbol_bit(fp_str name) { return UINT64_C(1) << (fp_str_hash(name) >> 58); }

struct fp_unit_index {
    fp_map aliases, units, globals; /* by name */
    FP_VEC(uint32_t) alias_sections;
    FP_VEC(uint64_t) alias_meanings;     /* 0: not asked for yet */
    FP_VEC(uint32_t) section_starts;     /* byte where each section begins */
    FP_VEC(struct fp_ir *) module_heads; /* op 0 is the module; its regions were not read */
    FP_VEC(fp_span) module_texts;
    FP_VEC(fp_unit_memory *) memories; /* per unit; NULL: not to be kept, it has errors */
    FP_VEC(uint64_t) shapes;           /* per unit: fp_ir_shape of one with errors, else 0 */
    uint64_t alias_hash;               /* of all aliases of the file */
    FP_VEC(uint32_t) launching;        /* units that launch kernels, in text order: kernel/launch_sites.c */
    bool launching_known;
    fp_map verdicts; /* fp_type_mentions_workgroup by text */
    FP_VEC(fp_type_verdict) verdict_list;
};

/* The alias of that name, `#` or `!` included, by its hash: of several in a section the last one. FP_NONE for
 * `section`: of all sections; as a result: there is none. */
uint32_t fp_unit_find_alias(const struct fp_unit_context *context, uint32_t section, uint64_t name);
/* A hash of what the name, given by its hash, stands for in the section, with the aliases that this mentions; 0: it
 * stands for nothing. The aliases of the section must have been read. */
uint64_t fp_alias_meaning(struct fp_unit_context *context, uint32_t section, uint64_t name);
fp_alias_mentions fp_aliases_mentioned(struct fp_arena *keep, struct fp_unit_context *context, uint32_t section,
                                       fp_str text);
void fp_unit_add_alias(struct fp_unit_context *context, fp_alias_info alias, uint32_t section);
void fp_unit_add_unit(struct fp_unit_context *context, fp_unit unit);
void fp_unit_add_global(struct fp_unit_context *context, fp_global_info global);

/* The plain name of a symbol: f of "@f", "@\"f\"" and "f". */
fp_str fp_unit_plain_symbol(fp_str symbol);
#endif
