/* inner.h - pairs and barriers inside of functions, as their callers know them.
 *
 * A pair whose ends both stand in one run of a callee is reported in that function, where it can be mended. How bad it
 * is depends on what it is called with: the callers, which are judged first, leave here what they have found of it.
 * A function all of whose calls were seen with their arguments has no pairs but those.
 *
 * Likewise each caller tells which barriers of the function nothing in it needs. They are redundant where every caller
 * has told so, and all callers are known.
 *
 * Ownership  lives in the arena given, one for the kernels of a group.
 */
#ifndef FP_INNER_H
#define FP_INNER_H
#include "check/hazard.h"

/* One end, by the numbers of the function. */
typedef struct {
    fp_op op; /* the access, or the call under which it stands */
    fp_span span;
    fp_access_kind kind;
} fp_inner_end;
typedef struct {
    uint32_t unit; /* the function */
    fp_inner_end producer, consumer;
    fp_op carrier; /* the loop; FP_NONE */
    fp_hazard_kind kind;
} fp_inner_key;

struct fp_inner_pairs *fp_inner_new(struct fp_arena *keep, uint32_t unit_count);
/* A caller has looked at a call of the function, with its arguments or without. */
void fp_inner_called(struct fp_inner_pairs *inner, uint32_t unit, bool with_arguments);
/* Was every call of the function that an entry leads to seen with its arguments? */
bool fp_inner_is_told(const struct fp_inner_pairs *inner, uint32_t unit);
/* Of several findings about one pair the one stays that shows more. */
void fp_inner_note(struct fp_inner_pairs *inner, const fp_inner_key *key, const fp_hazard *hazard);
const fp_hazard *fp_inner_find(const struct fp_inner_pairs *inner, const fp_inner_key *key); /* NULL: none was noted */

/* A sync, by the numbers of the function. */
typedef struct {
    uint32_t unit;
    fp_op op;
    uint32_t nth; /* of several syncs of one op */
} fp_inner_sync;
/* The function has callers out of sight, or one that could not judge its syncs. */
void fp_inner_leave_syncs(struct fp_inner_pairs *inner, uint32_t unit);
/* A caller has judged one of them: does something need it there? */
void fp_inner_note_sync(struct fp_inner_pairs *inner, const fp_inner_sync *sync, bool needed);
/* Has some caller found that something needs it? Then it stays, whatever others find. */
bool fp_inner_needs_sync(const struct fp_inner_pairs *inner, const fp_inner_sync *sync);
/* Were the function's syncs judged by all callers that there are? */
bool fp_inner_judges_syncs(const struct fp_inner_pairs *inner, uint32_t unit);
/* Has every caller found the sync to be of no use, and what others of these are together with it? */
bool fp_inner_is_useless(const struct fp_inner_pairs *inner, const fp_inner_sync *sync);
#endif
