/* result_move.h - copies of what was found, with all places moved: from where the units of a group stood then to where
 * they stand now, or from one text to another that holds stretches of it.
 *
 * Ownership  a copy lives in the arena given; it shares nothing with its source, but where a mover borrows.
 * Cost       linear in what is copied; a place is sought among the units by halves.
 */
#ifndef FP_RESULT_MOVE_H
#define FP_RESULT_MOVE_H
#include "engine/result_cache.h"

/* Where the units of a group stand, and the edits of comments in each. */
typedef struct {
    const fp_span *data;
    uint32_t len;
    const fp_result_cache_silence *silences;
} fp_anchors;

/* A place outside of the group's units that a finding speaks of: where it was, and the line that it stands on. */
typedef struct {
    uint32_t place, line, column;
    bool in_section; /* of the group: it moves along with that */
    uint64_t text;
} fp_outer_place;
typedef struct {
    const fp_outer_place *data;
    uint32_t len, section_line; /* where the group's section began when they were found */
} fp_outer_places;
/* Do their lines read the same, where the section begins on that line now? */
bool fp_outer_places_hold(const fp_outer_places *places, fp_lines lines, fp_str text, uint32_t section_line);

typedef struct {
    struct fp_arena *keep;
    fp_anchors from, to;                  /* none: places stay */
    const fp_result_cache_silence *since; /* where something is borrowed: the edits of comments in each unit of `to`
                                             that are not known to `from` */
    fp_lines lines;
    fp_str text;                  /* of the document that `to` belongs to */
    uint32_t section_line;        /* where the section of `to` begins */
    FP_VEC(fp_outer_place) outer; /* where nothing is borrowed: places outside of `from`, as they are found */
    const fp_outer_places *lent;  /* where something is: those that were found when it was made */
    fp_phrase evidence[2], moved_evidence[2]; /* of the findings before; `oldest` goes next */
    uint32_t oldest;
    bool misplaced; /* a place could not be told */
    bool borrow;    /* the source outlives the copy: what does not move is shared */
    bool all_stay;  /* no place moves */
} fp_mover;
uint32_t fp_outer_place_now(const fp_mover *m, const fp_outer_place *outer); /* of m->lent */
/* Appends all but the notes, and but findings below `least`. */
void fp_mover_append(fp_mover *m, fp_unit_group_result *all, const fp_unit_group_result *result, fp_level least);
void fp_mover_append_notes(fp_mover *m, fp_sync_notes *all, const fp_sync_notes *notes);
/* False: a note stands on a line of which a comment was edited, so that its place is not known any more. */
bool fp_mover_moves_notes(fp_mover *m, const fp_sync_notes *notes);

/* Appends a copy of `result` that shares nothing with it, without findings below `least`. */
void fp_unit_group_result_append(struct fp_arena *keep, fp_unit_group_result *all, const fp_unit_group_result *result,
                                 fp_level least);
/* Where stretches of a text stand in another one: from `from`, which rise, to `to`. */
typedef struct {
    const fp_span *from, *to;
    const bool *lent; /* nothing is taken from the stretch, but what is taken may name places in it. NULL: none is */
    uint32_t count;
} fp_relocation;
/* Is the span one that is taken: inside of a stretch that is not lent? */
bool fp_relocation_takes(fp_relocation pieces, fp_span span);
/* Appends what `result` says in these stretches, as a copy with all places moved; its notes and numbers stay behind. No
 * finding that it takes names a place outside of them. */
void fp_unit_group_result_append_moved(struct fp_arena *keep, fp_unit_group_result *all,
                                       const fp_unit_group_result *result, fp_relocation pieces);
fp_finding fp_relocate_finding(struct fp_arena *keep, fp_relocation pieces, const fp_finding *finding); /* a copy */
fp_span fp_relocate(fp_relocation pieces, fp_span span);                                     /* of one of them */
fp_phrase fp_relocate_phrase(struct fp_arena *keep, fp_relocation pieces, fp_phrase phrase); /* a copy */
#endif
