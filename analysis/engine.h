/* engine.h - what stands behind the handles of fencepost.h.
 *
 * A document's text changes with edits; context, groups and result belong to one text and go when it changes. The memo stays.
 */
#ifndef FP_ENGINE_H
#define FP_ENGINE_H
#include "memo.h"
#include "pipeline.h"
#include "text_store.h"

struct fp_engine {
    struct fp_arena *keep;
    fp_cut cut;
    fp_options options;                     /* strings and levels are the engine's own; its ops are `own_rows` */
    fp_own_rows own_rows;
    struct fp_document *documents;
};

struct fp_document {
    struct fp_engine *engine;
    struct fp_document *previous, *next;
    struct fp_arena *home;                  /* holds this struct */
    struct fp_text_store *store;            /* text and lines */
    fp_str text;
    fp_lines lines;
    struct fp_syntax *syntax;
    struct fp_memo *memo;
    bool memo_used;                         /* by a check that was not cancelled, since it aged last */
    struct fp_arena *work, *scratch;        /* of one check: empty between checks, or NULL */
    uint32_t findings_before;               /* so many fitted last time */
    struct fp_arena *arena;                 /* of this text: all below */
    struct fp_unit_context *context;
    fp_groups groups;
    struct fp_kernel **by_unit;             /* room for pipeline.h, all NULL between uses */
    fp_sync_notes notes;                    /* sorted by place, when all kept ones are among them */
    fp_kept_notes_list kept_notes;          /* that nobody has asked for yet */
    FP_VEC(fp_span) in_parts;               /* kernels that were analysed so */
    uint64_t parts;                         /* see fp_document_parts */
    fp_level least;                         /* of the findings in the result */
    fp_result *result;                      /* NULL: not checked, or the check was cancelled */
};

/* Before the first document is opened. */
void fp_engine_cut(struct fp_engine *engine, fp_cut cut);
/* How many parts (intervals, and the seams between them) the last check analysed or found in the memo; 0: nothing was cut. */
uint64_t fp_document_parts(const struct fp_document *document);
/* Tells `watch`, which is borrowed, how checks go on. */
void fp_document_watch(struct fp_document *document, const fp_watch *watch);
/* Reads the text into units and groups, unless that is done; false when cancelled. */
bool fp_document_read(struct fp_document *document, const volatile bool *cancelled);
/* What the rules say of the pipeline's kernels; what they said goes into the memo and to `all`. */
void fp_group_judge(struct fp_document *document, struct fp_arena *keep, fp_pipeline *pipeline, fp_group_result *result);
void fp_group_keep(struct fp_document *document, const fp_memo_key *key, fp_group_result *result, fp_group_result *all);
#endif
