/* result_cache.h - what the rules said of the groups of a document, kept over edits: an edit that leaves a group's
 * key alone costs a look-up.
 *
 * Findings are data (phrase.h): what they name in the units of their group moves with these; words are made later, of
 * what is handed out. A place outside of the units stays on its line, counted from the start of its section, which must
 * still hold the same text, and the modules around the units must begin where they did. What cannot be kept so is not
 * kept.
 *
 * Ownership  a cache owns copies of everything. Results that are handed out live in the arena given and borrow of the
 *            context and, until it ages, of the cache.
 * Invariant  what a cache hands out is what an analysis from scratch would say.
 */
#ifndef FP_RESULT_CACHE_H
#define FP_RESULT_CACHE_H
#include "engine/pipeline.h"
#include "engine/unit_group.h"
#include "fencepost_editor.h"
#include "rules/rule.h"

typedef FP_VEC(fp_sync_note) fp_sync_notes;
/* Edits of comments in a unit since what its key hashes was read. The result cache keeps only how many, and what they
 * were. */
typedef struct {
    const struct fp_comment_edit *edits;
    uint32_t count;
    uint64_t hash;
} fp_result_cache_silence;
/* Key of a group: a hash of all that its findings rest on; where its units stand; the comment edits in each, in text
 * order. */
typedef struct {
    uint64_t hash;
    const fp_span *places;
    const fp_result_cache_silence *silences;
    uint32_t place_count;
    uint32_t section_line; /* where the section of its first unit begins */
    uint64_t modules;      /* a hash of the lines, from there on, where the modules around its units begin */
} fp_result_cache_key;
typedef struct {
    uint32_t entry;
    fp_result_cache_key key;
} fp_kept_notes; /* notes that the cache has; where their places are now */
typedef FP_VEC(fp_kept_notes) fp_kept_notes_list;
typedef struct {
    fp_findings findings;
    fp_level worst; /* of the findings */
    fp_advice open; /* kinds that were not looked for and may add something */
    fp_sync_notes notes;
    fp_kept_notes_list kept_notes; /* the rest of the notes: fp_result_cache_notes reads them */
    FP_VEC(fp_kernel_info) kernels;
    fp_statistics statistics;
} fp_unit_group_result;

typedef struct {
    fp_level least;   /* of findings */
    fp_advice advice; /* that must not be open */
} fp_result_cache_wish;

struct fp_result_cache;
struct fp_result_cache *fp_result_cache_new(void);
void fp_result_cache_drop(struct fp_result_cache *cache);
/* What was used in the last check; it shares nothing with the original. */
struct fp_result_cache *fp_result_cache_copy(const struct fp_result_cache *cache);
fp_result_cache_key fp_result_cache_key_of_group(struct fp_arena *keep, const struct fp_unit_context *context,
                                                 fp_lines lines, const fp_unit_group *group);
/* Appends what is kept under the key to `result`, without findings below `least`. False: nothing is kept, it lacks
 * advice that is wanted, or its places cannot be told any more. */
bool fp_result_cache_lend(struct fp_result_cache *cache, struct fp_arena *keep, const struct fp_unit_context *context,
                          fp_lines lines, const fp_result_cache_key *key, fp_result_cache_wish wish,
                          fp_unit_group_result *result);
/* Takes the place of what is kept under the key, and appends it to `all` as `lend` would: what was kept is not lent any
 * more, but lives on until the cache ages. False: it cannot be kept, and nothing is appended. */
bool fp_result_cache_put(struct fp_result_cache *cache, struct fp_arena *keep, const struct fp_unit_context *context,
                         fp_lines lines, const fp_result_cache_key *key, fp_level least,
                         const fp_unit_group_result *result, fp_unit_group_result *all);
/* Appends notes that were kept; until the cache ages. */
void fp_result_cache_notes(const struct fp_result_cache *cache, struct fp_arena *keep,
                           const struct fp_unit_context *context, fp_lines lines, const fp_kept_notes_list *kept,
                           fp_sync_notes *notes);
/* Before a check that follows a whole one: forgets what several checks in a row did not ask for. */
void fp_result_cache_age(struct fp_result_cache *cache);
/* Gives back what checks before the last one made and the last one did not use. */
void fp_result_cache_rest(struct fp_result_cache *cache);
#endif
