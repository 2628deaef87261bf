/* stream_names.h - how fixes name what streams meet in: objects and phases that an op at some place can use.
 *
 * Ownership  texts live in `keep`, names borrow the document's text.
 * Cost       fp_names_at and fp_phases_at look at each op and each value of the kernel.
 */
#ifndef FP_STREAM_NAMES_H
#define FP_STREAM_NAMES_H
#include "rules/finding.h"

/* A kernel that is looked at. */
typedef struct {
    struct fp_arena *keep;
    const struct fp_ir *ir;
    fp_op first, end; /* ops of the kernel */
    uint32_t fresh;   /* names made up so far */
} fp_sight;

/* Evidence of a run may lack its first op (fp_run_has_first): FP_NONE has no row, does nothing and has no object. */
static inline const fp_op_info *fp_row_of_op(const fp_sight *s, fp_op op) {
    return op == FP_NONE ? NULL : s->ir->ops[op].info;
}
static inline bool fp_op_does(const fp_sight *s, fp_op op, fp_does what) {
    const fp_op_info *info = fp_row_of_op(s, op);
    return info && info->does == what;
}
bool fp_op_arrives(const fp_sight *s, fp_op op);

/* What an op's object is of: the allocation, and the slot of it where the text gives a number. */
typedef struct {
    fp_value root; /* FP_NONE: it cannot be told */
    int64_t slot;  /* -1: no number */
    fp_value when; /* the condition of the op that the text gives; FP_NONE: none, or a number */
} fp_object_place;
const fp_use *fp_condition_use(const fp_sight *s, fp_op op); /* NULL: the op has no condition */
const fp_use *fp_object_use(const fp_sight *s, fp_op op);    /* NULL: the text has none */
fp_value fp_object_root(const fp_sight *s, fp_op op);        /* of FP_NONE: FP_NONE */
fp_object_place fp_object_place_of(const fp_sight *s, fp_op op);
const fp_use *fp_phase_use(const fp_sight *s, fp_op wait);
/* The ops of that kind whose object is of this allocation. */
typedef FP_VEC(fp_op) fp_op_list;
fp_op_list fp_ops_on(const fp_sight *s, fp_does what, fp_value root);
/* The name of an op that initialises objects, or waits for them: others are written in its dialect. Empty: there is
 * none. */
fp_str fp_object_dialect(const fp_sight *s);

/* A value at a place; `lines`: ops that make it there, empty when it is seen. */
typedef struct {
    fp_str value, type, lines;
} fp_name;
enum { FP_NAMES_MAX = 8 };
typedef struct {
    fp_name data[FP_NAMES_MAX];
    uint32_t len;
} fp_names;
fp_str fp_lines_joined(const fp_sight *s, fp_str lines, fp_str more);
/* A name that nothing of the kernel has: "%slot_0" of "slot". */
fp_str fp_fresh_name(fp_sight *s, const char *word);
fp_name fp_number_at(fp_sight *s, fp_op at, int64_t number, fp_str type);
fp_name fp_object_named(const fp_sight *s, fp_op op); /* the object as the op, which has one, names it */
/* How the objects of an allocation can be named at the place. */
fp_names fp_names_at(fp_sight *s, fp_op at, fp_object_place meant);
/* Phases that the place sees: those that waits near it name, numbers that nobody uses or that loops carry, and the two
 * constants, which come last. */
fp_names fp_phases_at(fp_sight *s, fp_op at);
#endif
