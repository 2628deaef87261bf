/* emit.h - the text of what a fix inserts: rows of facts/emit.def, spelled as the file spells such ops.
 *
 * Ownership  texts live in `keep`; lines of one text are separated by \n and carry no indentation.
 */
#ifndef FP_EMIT_H
#define FP_EMIT_H
#include "check/placement.h"
#include "read/unit.h"

/* A spelling that was looked for in the text of all kernels that are judged together. */
typedef struct {
    fp_str text;
    bool found;
} fp_known_spelling;
typedef FP_VEC(fp_known_spelling) fp_known_spellings;
typedef enum {
    FP_KNOWN_OWN_HABIT, /* a barrier as the kernel writes it */
    FP_KNOWN_HABIT,     /* or one of those judged with it */
    FP_KNOWN_BITS,      /* its op that waits by a bit field */
    FP_KNOWN_WAVE_BARRIER,
    FP_KNOWN_COUNT
} fp_known_text;
/* What was looked for, for one kernel: spellings and texts of ops. */
typedef struct {
    fp_known_spellings *spellings;
    bool any[FP_KNOWN_COUNT];
    fp_str texts[FP_KNOWN_COUNT];
} fp_known_words;

typedef struct {
    struct fp_arena *keep;
    const struct fp_kernel *kernel;
    const struct fp_program *program; /* kernels that call each other show habits, too */
    fp_known_words *known;            /* of this kernel; NULL: each is looked for anew */
    fp_strategy strategy;
    uint32_t mlir; /* release of MLIR that reads the file; 0: only its text may tell */
    bool generic;  /* the op beside it is in the generic form */
} fp_emission;

typedef fp_str fp_find_text(const fp_emission *emission);
fp_str fp_emit_found_once(const fp_emission *emission, fp_known_text what, fp_find_text *find);

typedef enum { FP_HALF_DATA, FP_HALF_SIGNAL, FP_HALF_WAIT } fp_half; /* DATA: until LDS data has landed */

bool fp_emit_has_halves(const fp_emission *emission); /* may its barriers be written as signal and wait? */
bool fp_emit_splits(const fp_emission *emission);     /* are they, with this strategy and these habits? */
fp_str fp_emit_barrier(const fp_emission *emission);
fp_str fp_emit_half(const fp_emission *emission, fp_half half);
/* Text of a wait at `at` until at most `count` ops are on the counter, in the dialect of `beside`; empty: there is no
 * such op. */
fp_str fp_emit_wait(const fp_emission *emission, fp_counter counter, int32_t count, fp_str beside, fp_op at);
/* The op that ends a group of copies like `beside`; empty: they have none. */
fp_str fp_emit_commit(const fp_emission *emission, fp_counter counter, fp_str beside);

/* Does a barrier that orders all memory become other instructions than one that orders workgroup memory? Only where
 * stores have a counter of their own. */
bool fp_emit_width_costs(const fp_target *target);

/* The text that makes the barrier or fence `op` order workgroup memory alone, and where it goes; empty: the op's
 * spelling has no place for it, or those who read the file may not know it. */
typedef enum { FP_NARROW_BEHIND_NAME, FP_NARROW_BEHIND_OPERANDS, FP_NARROW_AT_END } fp_narrow_place;
typedef struct {
    fp_narrow_place place;
    fp_str text;
} fp_narrowing;
fp_narrowing fp_emit_narrowing(const fp_emission *emission, fp_op op);

/* An op on a barrier that `pointer` names: INIT for so many waves, JOIN, WAIT. Empty: fixes write no such op. */
fp_str fp_emit_step(const fp_emission *emission, fp_sync_kind step, uint32_t waves, fp_str pointer, fp_str type);
/* An op of a protocol between streams, or a phase for one; empty: fixes write no such op in the dialect of `beside`. */
typedef enum {
    FP_OBJECT_INIT,
    FP_OBJECT_EXPECT, /* bytes, and one arrival */
    FP_OBJECT_ARRIVE,
    FP_OBJECT_COMMIT, /* arrives when what the stream has started is done */
    FP_OBJECT_WAIT,
    FP_OBJECT_WAIT_IF, /* only where a condition, `one`, holds */
    FP_OBJECT_END,
    FP_OBJECT_FENCE,
    FP_OBJECT_CONSTANT,
    FP_OBJECT_FLIP
} fp_object_step;
typedef struct {
    fp_str object, type, phase, one; /* %s, %t, %p, %c */
    int64_t count;                   /* %d */
} fp_object_words;
fp_str fp_emit_object(struct fp_arena *keep, fp_object_step step, fp_str beside, const fp_object_words *words);
/* The name of the op that takes `other` on the barrier on which `name` takes `step`; empty: no table has such an op. */
fp_str fp_emit_other_step(struct fp_arena *keep, fp_str name, fp_sync_kind step, fp_sync_kind other);
#endif
