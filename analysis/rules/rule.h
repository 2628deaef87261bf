/* rule.h - from evidence to findings: one row per rule in facts/rules.def, one file per family of rules under rules/.
 *
 * A family reads the kernel and what the algebra says of it and pushes findings; it decides rule, variant, level and
 * places, never facts and never words. Findings live in `keep`. What several families use is in finding.h.
 */
#ifndef FP_RULE_H
#define FP_RULE_H
#include "base/lines.h"
#include "check/hazard.h"
#include "facts/phrase.h"
#include "read/unit.h"
#include "rules/emit.h"
#include "streams/decide.h"

enum { FP_OTHERS_MAX = 24 }; /* places of later accesses that share a finding, and have none of their own */

typedef FP_VEC(fp_finding) fp_findings;

/* The op that waits for a counter, looked for once for a kernel. count: -1, the op alone, else what `phrase` says;
 * beside: the dialect that comes first */
typedef struct {
    fp_counter counter;
    int32_t count;
    fp_str beside, op;
    fp_phrase phrase;
} fp_known_wait;
typedef FP_VEC(fp_known_wait) fp_known_waits;

typedef struct {
    struct fp_arena *keep;
    const struct fp_unit_context *context;
    fp_lines lines;           /* for "line 12" in messages */
    struct fp_kernel *kernel; /* NULL: rules about the whole file */
    const struct fp_program *program;
    const fp_analysis *analysis;
    const struct fp_placement *cures; /* what fixes are written from; NULL: nobody asks for fixes yet */
    bool guesses;                     /* are fixes of faults of streams asked for? */
    const struct fp_streams *streams; /* what the run of the kernel's streams says; NULL: there was nothing to run */
    fp_strategy strategy;             /* of fixes that insert barriers */
    uint32_t mlir;                    /* for emissions (emit.h) */
    fp_findings *findings;
    const fp_span *publishers; /* barriers that let other waves see the init of a named barrier */
    size_t publisher_count;
    fp_known_waits *waits;         /* NULL: none are asked for */
    uint32_t limits;               /* that were met while the kernel was judged, and are said */
    struct fp_insertions *written; /* what fixes of this kernel insert; owned by fix.c, NULL: nothing yet */
    fp_known_words *known;         /* for emissions (emit.h); NULL: each is looked for anew */
    fp_known_spellings *spellings; /* of all kernels that are judged together; they live in `keep`. NULL: of none */
} fp_rule_context;

/* What a kernel's rules say, in no particular order. Levels are the rules' own; the engine applies those that were
 * asked for. */
void fp_rules_of_kernel(fp_rule_context *context);
/* The level that was asked for a rule, else the table's. */
fp_level fp_rules_asked(const fp_options *options, fp_rule rule);
/* The level that was asked for a variant of its own; NULL: none was. */
const fp_level *fp_rules_asked_variant(const fp_options *options, fp_sentence variant);
/* The highest level that a saving may be reported at. */
fp_level fp_rules_savings_level(const fp_options *options);
bool fp_rules_reports_savings(fp_rule rule);
/* What is said of the file, whatever kernels it has. */
void fp_rules_of_file(fp_rule_context *context);
/* Why what is found of the kernel, or its silence, says little; a phrase that says nothing: it does not. `place`: of
 * the op that is to blame. */
fp_phrase fp_rules_unjudged_kernel(struct fp_arena *keep, const struct fp_kernel *kernel, fp_span *place);
/* The same of a file. */
fp_phrase fp_rules_unjudged_file(struct fp_arena *keep, const struct fp_unit_context *context);

/* The families. */
void fp_rules_hazard(fp_rule_context *context);
void fp_rules_sync(fp_rule_context *context);
void fp_rules_early_wait(fp_rule_context *context);
void fp_rules_savings(fp_rule_context *context);
void fp_rules_protocol(fp_rule_context *context);
void fp_rules_streams(fp_rule_context *context);
void fp_rules_copies(fp_rule_context *context);
void fp_rules_memory_tags(fp_rule_context *context);
void fp_rules_target(fp_rule_context *context);
void fp_rules_unknown_op(fp_rule_context *context);
void fp_rules_syntax(fp_rule_context *context);
/* Drops those of the kernel's findings, from number `first` on, that silences.def silences: last of all. */
void fp_rules_silence(fp_rule_context *context, uint32_t first);
#endif
