/* guess.h - the guesses of a finding: one edit or a few that belong together, at places and with names that the text
 * has.
 *
 * Each function offers the finding what it can write, in several ways where it may be named in several ways; what the
 * text has no place or name for is left out. The same edits are offered once. A trial finds out which guess holds.
 *
 * Ownership  phrases and texts live in the sight's `keep`.
 * Cost       a look at the ops and values of the kernel for each name; at most FP_GUESSES_MAX guesses.
 */
#ifndef FP_GUESS_H
#define FP_GUESS_H
#include "rules/stream_names.h"

enum { FP_GUESSES_MAX = 64 }; /* of a finding: each is a run of the kernel */

typedef struct {
    fp_rule_context *context;
    fp_sight sight;
    fp_finding *finding;
    FP_VEC(fp_edit) edits; /* of the guess that is being written */
    uint32_t guesses;
} fp_guesses;

/* Lines of which the last is an op without results. */
void fp_guess_insert(fp_guesses *g, fp_position_in_text at, fp_str lines, bool safe);
void fp_guess_removal(fp_guesses *g, fp_op op);
void fp_guess_twin_removal(fp_guesses *g, fp_op op); /* where it stands there twice, one right behind the other */
/* An arrival, or the end of an object. */
void fp_guess_step(fp_guesses *g, fp_position_in_text at, fp_object_step step, fp_object_place of, int64_t count);
void fp_guess_wait(fp_guesses *g, fp_position_in_text at, fp_object_place of);
/* So many bytes are expected where copies start for which the op waits, or where it waits. */
void fp_guess_expect(fp_guesses *g, fp_op wait, int64_t bytes);
/* The object is initialised, beside others or behind its allocation. */
void fp_guess_init(fp_guesses *g, fp_object_place of);
/* The wait names another phase: the other constant, what a loop carries the other way round, a phase that other waits
 * name, or its own, flipped; and so do all waits that name it. */
void fp_guess_phase(fp_guesses *g, fp_op wait);
void fp_guess_object(fp_guesses *g, fp_op op);       /* another object of an array */
void fp_guess_full_meeting(fp_guesses *g, fp_op op); /* a relaxed barrier of a cluster orders memory, too */
/* Each op of that kind on the allocation says so much more; at least 1. */
void fp_guess_count(fp_guesses *g, fp_does what, fp_value root, int64_t more, fp_sentence title, fp_argument_name name);
/* A wait by count leaves so many under way. */
void fp_guess_fewer_left(fp_guesses *g, fp_op wait, const fp_quantity *quantity, int64_t left);
void fp_guess_move(fp_guesses *g, fp_op op, fp_position_in_text at);
#endif
