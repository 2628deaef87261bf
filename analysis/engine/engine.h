/* engine.h - what stands behind the handles of fencepost.h.
 *
 * A document's text changes with edits; context, groups and result belong to one text and go when it changes. The
 * cache stays.
 */
#ifndef FP_ENGINE_H
#define FP_ENGINE_H
#include "base/document_text.h"
#include "engine/piece_plan.h"
#include "engine/pipeline.h"
#include "engine/result_cache.h"
#include "fencepost_editor.h"

struct fp_engine {
    struct fp_arena *keep;
    fp_options options; /* strings and levels are the engine's own; its ops are `own_rows` */
    fp_own_rows own_rows;
    struct fp_document *documents;
};

/* A group whose trees are kept until it is advised or the text changes. */
typedef struct {
    uint32_t group;
    size_t bytes; /* of its trees */
    fp_pipeline pipeline;
} fp_waiting_group;
typedef FP_VEC(fp_waiting_group) fp_waiting_groups;

/* Stands in for the context of a text that was checked in pieces (pieces.h). */
typedef struct {
    const struct fp_unit_context *whole; /* units, modules and errors of all pieces; there is no tree behind it */
    const fp_piece_plan *plan;
    struct fp_engine *engine; /* of `open`; NULL: none */
    struct fp_document *open; /* a stretch that was read again, as somebody asked about a place in it; NULL: none */
    fp_relocation stretches;  /* of `open`, to the text */
    bool locations_sought, any_location; /* does the text tell where its ops come from, as far as it was sought? */
} fp_text_pieces;

struct fp_document {
    struct fp_engine *engine;
    struct fp_document *previous, *next;
    struct fp_arena *home;       /* holds this struct */
    struct fp_text_store *store; /* text and lines */
    fp_str text;
    fp_lines lines;
    struct fp_syntax *syntax;
    struct fp_result_cache *cache;
    bool cache_used;                /* by a check that was not cancelled, since it aged last */
    struct fp_arena *work;          /* of one check: empty between checks, unless groups wait for advice, or NULL */
    struct fp_answers answers;      /* of one group, when nothing follows its judgement; no arena between checks */
    uint32_t findings_before;       /* so many fitted last time */
    struct fp_relations *relations; /* of kernels that were judged before, this text's or earlier ones'; NULL: none */
    struct fp_arena *words;         /* of `known_words`, which outlive the text; NULL: there are none */
    struct fp_known_words *known_words;
    bool was_worded, words_stale; /* words_stale: most of them are of earlier texts, and go with this one */
    struct fp_arena *arena;       /* of this text: all below */
    struct fp_unit_context *context;
    fp_unit_groups groups;
    struct fp_kernel **by_unit;    /* room for pipeline.h, all NULL between uses */
    fp_sync_notes notes;           /* sorted by place, when all kept ones are among them */
    fp_kept_notes_list kept_notes; /* that nobody has asked for yet */
    fp_level least, found_least;   /* of the findings in the result; in `found` */
    fp_waiting_groups waiting;     /* judged, for advice to follow: they live in `work` */
    size_t waiting_bytes;          /* of all their trees */
    fp_text_pieces *pieces;        /* NULL: the text was not checked in pieces */
    fp_advice open;                /* kinds of advice that may add something to the result */
    fp_result *result;             /* NULL: not checked, or the check was cancelled */
    fp_findings found;             /* the result's, with those that comments suppress */
    const fp_result *worded;       /* the same with words; NULL: nobody has asked for them */
    fp_level worded_least;         /* .. for findings below this level */
};

/* A document of the same engine with the text of one that was checked, and with what is known of its groups: a check
 * after an edit costs what the edit changes. */
struct fp_document *fp_document_open_alike(const struct fp_document *document);
/* An engine with the same options, for another thread: it borrows them, and is dropped first. */
struct fp_engine *fp_engine_share(const struct fp_engine *engine);
/* What the groups of a new document say, in its arena, without what is said of the file; NULL: cancelled. */
const fp_unit_group_result *fp_document_find(struct fp_document *document, fp_wishes wishes,
                                             const volatile bool *cancelled);
/* Makes the document's result of what was found and of what `text` says of the file. */
void fp_document_conclude(struct fp_document *document, struct fp_unit_context *text, fp_unit_group_result *all);
/* Tells `watch`, which is borrowed, how checks go on. */
void fp_document_watch(struct fp_document *document, const fp_watch *watch);
/* Checks the text: findings from the least level on that no comment suppresses, without words. The same result again
 * until the text changes, the least level does, or more is wished for. */
const fp_result *fp_document_judge(struct fp_document *document, fp_wishes wishes, const volatile bool *cancelled);
#endif
