/* memo.h - what the rules said of the groups of a document, kept over edits: an edit that leaves a group's key alone costs a look-up.
 *
 * Findings are kept with places relative to the units of their group, so that text that grows above them moves them along; so do the lines in their
 * messages ("line 12", "lines 4, 7 and 9"). Lines outside of the group's units must still hold the same text. What cannot be kept so is not kept.
 *
 * Ownership  a memo owns copies of everything. Results that are handed out live in the arena given and borrow of the context and, until it ages, of the memo.
 * Invariant  what a memo hands out is what an analysis from scratch would say.
 */
#ifndef FP_MEMO_H
#define FP_MEMO_H
#include "fencepost_editor.h"
#include "group.h"
#include "rule.h"

typedef struct { uint64_t ops, accesses, syncs, meets, overlaps, overlap_budget_overruns, bounded_runs, decided[FP_DECISION_COUNT]; } fp_group_statistics;
typedef FP_VEC(fp_sync_note) fp_sync_notes;
/* Where what a result speaks of stands: a unit, or a stretch of one. Spans and lines move with the first place that holds them. */
typedef struct {
    fp_span span;
    uint32_t first_line, last_line;
} fp_memo_place;
/* Edits of comments in such a place since what its key hashes was read. The memo keeps only how many, and what they were. */
typedef struct { const struct fp_silent_edit *edits; uint32_t count; uint64_t hash; } fp_memo_silence;
/* Two with equal hashes have as many places, in the same order. `told`: how many of them are there, the first ones: all, or as many as notes speak of.
 * `silences`: one per place; NULL: none are known. */
typedef struct { uint64_t hash; const fp_memo_place *places; uint32_t place_count, told; const fp_memo_silence *silences; } fp_memo_key;
typedef struct { uint32_t entry; fp_memo_key key; } fp_kept_notes;         /* notes that the memo has; where their places are now */
typedef FP_VEC(fp_kept_notes) fp_kept_notes_list;
/* Of a part of a kernel (interval.h). */
typedef struct {
    uint8_t asked;                          /* FP_ASKED_*: what it does not show and would have to */
    bool bounds;                            /* of a seam: its barrier ends an interval */
    bool passes_global;                     /* .. of workgroup memory only */
    bool opens_before, opens_behind;        /* of an interval: it has to take in the one there to tell all */
    bool tags_accesses, tags_syncs;         /* an access, a sync has memory-model tags */
    bool escapes, unknown;                  /* memory escapes; memory comes from nobody knows where */
    bool lacks_wait, spares_wait, bit_field;      /* an access meets one that has not landed; a wait is called redundant; one is written as a bit field */
    uint32_t copies, idle_waits;            /* bits of counters: of copies; of waits that nothing here is for */
    uint32_t accesses, syncs, told_once;    /* told_once: findings of rules that speak once for all of a kernel */
    uint64_t shared_bytes, global_reads, global_writes;     /* global_*: Bloom filters of the memory's names */
    uint64_t trips, addressed;              /* of the symbols that trip counts hang on; of those in addresses of workgroup memory */
    bool orders_global;                     /* a barrier in it, or that of a seam, orders global memory */
    fp_str narrow, wide;                    /* fp_habits */
    const uint8_t *levels; uint32_t level_count;            /* per op: of its data, for other parts (fp_value_info.outside_level) */
} fp_part_result;
typedef struct {
    fp_findings findings;
    fp_level worst;                         /* of the findings */
    fp_sync_notes notes;
    fp_kept_notes_list kept_notes;          /* the rest of the notes: fp_memo_notes reads them */
    FP_VEC(fp_kernel_info) kernels;
    fp_group_statistics statistics;
    fp_part_result part;
} fp_group_result;

struct fp_memo;
struct fp_memo *fp_memo_new(void);
void fp_memo_drop(struct fp_memo *memo);
fp_memo_key fp_memo_key_of_group(struct fp_arena *keep, const struct fp_unit_context *context, fp_lines lines, const fp_group *group);
/* The number of what is kept under the key, until the memo ages; FP_NONE: nothing is. */
uint32_t fp_memo_look(struct fp_memo *memo, const struct fp_unit_context *context, fp_lines lines, const fp_memo_key *key);
const fp_part_result *fp_memo_part(const struct fp_memo *memo, uint32_t entry);
/* Are there findings of that level or above? To lend them takes all places. */
bool fp_memo_shows(const struct fp_memo *memo, uint32_t entry, fp_level least);
/* Appends it to `result`, without findings below `least`; `key` outlives it. False: its places cannot be told any more. */
bool fp_memo_lend(struct fp_memo *memo, struct fp_arena *keep, uint32_t entry, const fp_memo_key *key, fp_level least, fp_group_result *result);
/* False: it cannot be kept. */
bool fp_memo_put(struct fp_memo *memo, const struct fp_unit_context *context, fp_lines lines, const fp_memo_key *key, const fp_group_result *result,
                 fp_kept_notes *notes);
/* Appends notes that were kept; until the memo ages. */
void fp_memo_notes(const struct fp_memo *memo, struct fp_arena *keep, const fp_kept_notes *kept, fp_sync_notes *notes);
/* Before a check that follows a whole one: forgets what several checks in a row did not ask for. */
void fp_memo_age(struct fp_memo *memo);
/* Appends a copy of `result` that shares nothing with it, without findings below `least`. */
void fp_group_result_append(struct fp_arena *keep, fp_group_result *all, const fp_group_result *result, fp_level least);
#endif
