/* piece_plan.h - which text is read in which piece (pieces.h), told by what a look through the text found.
 *
 * A section in which nothing matters is passed over, one that says what an earlier one says is known by it. Small ones
 * side by side are one piece. A large one is cut: a piece holds some of its functions and all that stands around the
 * functions, the frame. Functions that name each other stay together; those that do not matter are passed over where
 * nothing around them gives them workgroup memory.
 *
 * Ownership  everything lives in the arena given.
 * Cost       some steps for each function and section, and a comparison of sections that are equal.
 * Invariant  the plan depends on the text and the size of pieces alone.
 */
#ifndef FP_PIECE_PLAN_H
#define FP_PIECE_PLAN_H
#include "engine/result_move.h"
#include "read/skim.h"

typedef enum { FP_SECTION_PASSED, FP_SECTION_KNOWN, FP_SECTION_READ } fp_section_fate;
typedef struct {
    fp_section_fate fate;
    uint32_t same_as;          /* of one that is known: the section that says the same */
    uint32_t piece, piece_end; /* of one that is read: the pieces that it is in */
} fp_section_plan;
typedef struct {
    fp_relocation stretches; /* from the piece's text to the whole one. The frame is told of by a section's first piece
                                and lent to its other ones */
    uint32_t cut;            /* the section of which it is a part; FP_NONE: it holds whole ones */
} fp_piece_text;
typedef struct {
    fp_skim skim;
    fp_section_plan *sections; /* as in skim.sections */
    bool *passed;              /* as in skim.parts: it is in no piece */
    FP_VEC(fp_piece_text) pieces;
    uint64_t passed_bytes, known_bytes;
} fp_piece_plan;

fp_piece_plan fp_piece_plan_make(struct fp_arena *keep, fp_str text, fp_skim skim, uint32_t piece_bytes);
/* The least text in which all is said of the function around the place that is said in the whole one: the functions
 * that stay together with it and the frame, which is lent; the whole section where it is damaged or the place stands in
 * the frame. */
fp_relocation fp_piece_plan_around(struct fp_arena *keep, fp_str text, const fp_piece_plan *plan, uint32_t offset,
                                   bool damaged);
/* The section that holds the place. */
uint32_t fp_piece_plan_section(const fp_piece_plan *plan, uint32_t offset);
/* Adds a piece with the whole of a section that was cut, in place of its other ones. */
void fp_piece_plan_mend(struct fp_arena *keep, fp_piece_plan *plan, uint32_t section);
#endif
