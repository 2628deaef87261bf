/* assembly.h - what the results of an assembly text are made of: its operands, memory, or who is elected.
 *
 * The text is executed once with values for two threads, one that is elected and one that is not. It is PTX; of any
 * other language, and of instructions that no table knows, nothing is known.
 *
 * Ownership  everything borrows from the text.
 * Cost       linear in the text, up to the first instruction that is not known.
 */
#ifndef FP_FACTS_ASSEMBLY_H
#define FP_FACTS_ASSEMBLY_H
#include "facts/op_table.h"

typedef enum {
    FP_MADE_OF_OPERANDS,  /* threads with the same operands have the same result */
    FP_MADE_OF_WORKGROUP, /* the same, of what workgroup memory holds there at that moment */
    FP_MADE_OF_MEMORY,    /* the same, of what other memory holds there, by plain loads */
    FP_MADE_OF_ELECTION,  /* 1 in the thread that is elected, 0 in the others of its warp */
    FP_MADE_OF_MORE
} fp_made_of;

typedef struct {
    fp_made_of made_of;
    bool two_valued; /* it is 0 or 1 */
} fp_assembly_result;

typedef struct {
    bool known;
    int64_t number;
} fp_assembly_operand;

enum { FP_ASSEMBLY_RESULTS_MAX = 8 };
typedef struct {
    fp_assembly_result results[FP_ASSEMBLY_RESULTS_MAX];
    uint32_t result_count;    /* of the text; of several the op makes one aggregate */
    const fp_op_info *elects; /* the op that elects as the text does; NULL: it elects nobody */
    bool elects_among_all;    /* all lanes of the warp take part in the election */
    bool does_more;           /* an instruction does more than compute and elect, */
    bool writes;              /* .. or may do more than that and read */
    uint32_t instruction_count;
} fp_assembly_results;

/* `constraints` as the op has them ("=r,=r,r,l"); the first `operand_count` operands of the op may be known. */
fp_assembly_results fp_assembly_run(fp_str assembly, fp_str constraints, const fp_assembly_operand *operands,
                                    uint32_t operand_count);
/* The result that is this part of the op's, FP_NONE being the whole of it. */
fp_assembly_result fp_assembly_part(const fp_assembly_results *results, uint32_t part);
/* Does the text name an instruction that elects a thread? */
bool fp_assembly_may_elect(fp_str assembly);
#endif
