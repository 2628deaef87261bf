/* fencepost_editor.h - what an editor asks about a text besides findings: names and their uses, structure, tokens,
 * and what each barrier is for.
 *
 * Ownership  results live in the arena given and borrow the document's text: they are valid until it is edited.
 * Cost       names and structure read the one function around a place; tokens and folds are one pass over the text
 *            asked for, without the tree.
 * Failure    none: half-typed text gives fewer facts.
 */
#ifndef FENCEPOST_EDITOR_H
#define FENCEPOST_EDITOR_H
#include "fencepost.h"

struct fp_arena;

/* The finding in words for who reads the source. A line is the source's, where its place comes from the finding's own
 * file; others are "57 of the IR". Words live in `keep`; without a source place they are the finding's own. */
fp_finding fp_document_in_source(struct fp_arena *keep, const struct fp_document *document, const fp_finding *finding);

/* ---- names ---- */
typedef enum { FP_NAME_NONE, FP_NAME_VALUE, FP_NAME_BLOCK, FP_NAME_SYMBOL, FP_NAME_ALIAS } fp_name_kind;
typedef struct {
    fp_span span;
    bool defines;
} fp_name_place; /* of the name with its sigil, without `#k` */
typedef struct {
    fp_name_kind kind;
    fp_span at;  /* the place that was asked about */
    fp_str type; /* of a value; empty: not known */
    const fp_name_place *places;
    uint32_t count; /* in text order; no definition: it is not in this text */
    fp_span origin; /* of a value that a partition captures: the definition of what it captures; empty: it is none */
    const fp_name_place *elsewhere; /* where the same value has another name, as partitions capture it by one each */
    uint32_t elsewhere_count;
} fp_name_info;
fp_name_info fp_document_name(struct fp_arena *keep, struct fp_document *document, uint32_t offset);
/* What the kernel around the partitions calls the value. */
fp_str fp_name_of_value(const struct fp_document *document, const fp_name_info *name);
/* Names of the SSA values defined before `offset` in its function, nearest first, each once. */
typedef struct {
    fp_str name, type;
} fp_known_value;
uint32_t fp_document_values(struct fp_arena *keep, struct fp_document *document, uint32_t offset,
                            const fp_known_value **values);

/* Aliases of the file and what they stand for. */
uint32_t fp_document_aliases(struct fp_arena *keep, struct fp_document *document, const fp_known_value **aliases);

/* ---- structure ---- */
typedef enum {
    FP_OUTLINE_MODULE,
    FP_OUTLINE_FUNCTION,
    FP_OUTLINE_KERNEL,
    FP_OUTLINE_GLOBAL,
    FP_OUTLINE_STREAM /* of a kernel: "default", "partition 0" */
} fp_outline_kind;
typedef struct {
    fp_outline_kind kind;
    fp_str name;             /* may be empty */
    fp_span span, name_span; /* name_span: within span */
    uint32_t depth;          /* of nesting; items are in pre-order */
} fp_outline_item;
/* Functions and modules of a text that was checked: their kinds, names and spans, in no order, without the rest. */
uint32_t fp_document_functions(struct fp_arena *keep, const struct fp_document *document,
                               const fp_outline_item **items);
uint32_t fp_document_outline(struct fp_arena *keep, struct fp_document *document, const fp_outline_item **items);

typedef struct {
    fp_span span;
    fp_str caller, callee;
    fp_span caller_span, caller_name, callee_span, callee_name;
} fp_call_place; /* callee_*: empty when it is not here */
uint32_t fp_document_calls(struct fp_arena *keep, struct fp_document *document, const fp_call_place **calls);

typedef struct {
    fp_span name_span, span;
    fp_str name;
} fp_op_place; /* name without quotes; empty: no op there */
fp_op_place fp_document_op(struct fp_arena *keep, struct fp_document *document, uint32_t offset);

/* ---- text ---- */
/* Where "fencepost:" stands, in comments and elsewhere; kept over edits, so that asking costs nothing. */
uint32_t fp_document_markers(const struct fp_document *document, const uint32_t **offsets);
/* The line that holds the byte, from 1, and in `span` its bytes with the line break. Unlike fp_document_position it
 * counts no columns. */
uint32_t fp_document_line(const struct fp_document *document, uint32_t offset, fp_span *span);
typedef enum {
    FP_CLASS_COMMENT,
    FP_CLASS_OP,
    FP_CLASS_SYNC,
    FP_CLASS_TYPE,
    FP_CLASS_ATTRIBUTE,
    FP_CLASS_VALUE,
    FP_CLASS_SYMBOL,
    FP_CLASS_BLOCK,
    FP_CLASS_STRING,
    FP_CLASS_NUMBER,
    FP_CLASS_COUNT
} fp_token_class;
typedef struct {
    fp_span span;
    uint8_t klass;
    bool defines;
} fp_class_token; /* never over the end of a line */
uint32_t fp_document_tokens(struct fp_arena *keep, const struct fp_document *document, fp_span span,
                            const fp_class_token **tokens);

typedef enum { FP_FOLD_REGION, FP_FOLD_COMMENT } fp_fold_kind;
typedef struct {
    fp_span span;
    fp_fold_kind kind;
} fp_text_fold; /* over several lines */
uint32_t fp_document_folds(struct fp_arena *keep, const struct fp_document *document, const fp_text_fold **folds);
/* Spans around `offset`, innermost first: a token, bracket groups, the line, regions, the text. */
uint32_t fp_document_around(struct fp_arena *keep, const struct fp_document *document, uint32_t offset,
                            const fp_span **spans);

/* ---- around a place in a kernel: these lower the functions that are judged together with the one around it ---- */
typedef struct {
    fp_str name;
    int64_t bytes;
    fp_str target;
    uint32_t target_bytes;
} fp_buffer_facts; /* bytes -1, target_bytes 0: not known */
/* Facts of the workgroup memory that the value defined or used at `offset` names; false: it names none. */
bool fp_document_buffer(struct fp_arena *keep, struct fp_document *document, uint32_t offset, fp_buffer_facts *facts);
/* Numbers that a barrier may have on the chip of the kernel around `offset`; the chip's name is empty outside of
 * kernels. */
typedef struct {
    fp_str target;
    int32_t workgroup, named_first, named_last;
    bool has_workgroup, has_named;
} fp_barrier_ids;
fp_barrier_ids fp_document_barrier_ids(struct fp_arena *keep, struct fp_document *document, uint32_t offset);
/* A whole barrier as signal and wait, or the pair as a whole one; without edits where there is none, or none that the
 * chip could have instead. */
fp_fix fp_document_convert_barrier(struct fp_arena *keep, struct fp_document *document, uint32_t offset);

/* ---- checking ---- */
/* Reads the text into functions, which a check does first, unless that is done; false when cancelled. */
bool fp_document_read(struct fp_document *document, const volatile bool *cancelled);
/* A document of `engine` with the text of one that has been read. Another thread may check that one meanwhile: its text
 * and tree stand still until the next edit. Cost: a copy of the text; the tree is shared. */
struct fp_document *fp_document_open_beside(struct fp_engine *engine, const struct fp_document *document);
/* Gives back memory that only makes the next check of the document faster: others are edited now. Nothing is
 * forgotten. */
void fp_document_rest(struct fp_document *document);
/* Does work for a check on several threads: `run` calls `work(job, i)` for each i below `count`, in any order and
 * several at once, and returns when all are done. */
typedef struct {
    void *context;
    void (*run)(void *context, uint32_t count, void (*work)(void *job, uint32_t index), void *job);
} fp_crew;
/* What a check is to find out. */
typedef struct {
    fp_level least;    /* findings below it are left out of the result: nobody shows them */
    fp_level words;    /* findings below it come without words: they are only counted */
    fp_level savings;  /* barriers that could cost less take long to find: they are looked for when what is said of them
                          may reach this level as well */
    bool fixes;        /* what would order hazards is looked for; else findings lack the fixes that insert syncs */
    bool no_guesses;   /* `fixes` without those that a trial has to choose from */
    bool more_follows; /* a check with more wishes follows soon: what it can go on from is kept */
    uint32_t piece_bytes; /* not 0: the text is neither edited nor asked about afterwards. It may be checked in pieces
                             of about so many bytes, and sections in which there is nothing to find are not parsed */
    const fp_crew *crew;  /* checks pieces at once; NULL: one after the other */
} fp_wishes;
enum { FP_PIECE_BYTES = 256 << 10 }; /* what a piece costs beyond its text does not show; trees of some fit in caches */

/* fp_document_check of as much as is wished for. Checked again with more wishes the text costs no more than what is
 * added; `fp_document_lacks` tells whether that may be anything. A check with more wishes that is cancelled leaves the
 * result before as it is. */
const fp_result *fp_document_check_for(struct fp_document *document, fp_wishes wishes, const volatile bool *cancelled);
bool fp_document_lacks(const struct fp_document *document, fp_wishes wishes); /* of a checked one */

/* ---- barriers, after a check ---- */
typedef struct {
    fp_span span;
    fp_sentence kind; /* a word of the table: its variant's name is "write" */
    fp_str buffer;    /* "%lds" or empty */
} fp_note_access;     /* an empty span: there is none */
typedef struct {
    fp_span span;
    fp_str kernel;
    fp_sentence verdict;               /* a word of the table: its variant's name is "needed" */
    fp_note_access producer, consumer; /* that it orders */
    uint32_t phase;                    /* of what follows it: the kernel's start is phase 1; 0: it divides nothing */
} fp_sync_note;
/* The notes of the last check, in text order; they live as long as its result. Made when they are asked for first. */
uint32_t fp_document_sync_notes(struct fp_document *document, const fp_sync_note **notes);
/* "needed: orders the write of %lds on line 12 before the read of %lds on line 20" */
fp_str fp_document_note_words(struct fp_arena *keep, const struct fp_document *document, const fp_sync_note *note);
/* The same beside the barrier: "orders %lds 12 to 20", "redundant"; empty: it is not judged. */
fp_str fp_document_note_label(struct fp_arena *keep, const struct fp_document *document, const fp_sync_note *note);
#endif
