/* buffer.h - which allocation: the roots behind views, casts, selects, iter_args and block arguments.
 *
 * A root is an allocation, a global, a function parameter, dynamic shared memory, or something that no table knows. A
 * value reaches a set of roots; sets are interned, so that equal numbers are equal sets. Set 0 is empty: no memory
 * that the analysis looks at.
 * Two accesses may touch the same bytes only when `fp_buffers_alias` does not say never. What may be the same memory,
 * within one space:
 *
 *   allocations, globals     only themselves; where both have a place (offset_bytes), what overlaps
 *   parameters               other parameters and globals. But a kernel entry's parameters in global memory are taken
 *                            as distinct buffers: launches pass them so, compilers mark them so, and global memory
 *                            only weighs in when a barrier is judged superfluous or too wide; with every parameter
 *                            aliasing every other, each barrier between two of them would look needed
 *   unknown                  other unknowns, parameters, and what has escaped: was stored, passed on, turned into an
 *                            integer
 *
 * Roots are found by a fixed point over the values of a unit: sets only grow, and a set that would grow beyond
 * FP_ROOTS_MAX becomes one unknown root.
 *
 * Ownership  everything lives in the arena given to `fp_buffers_new`.
 * Cost       linear in the ops; each value's set changes at most FP_ROOTS_MAX times.
 */
#ifndef FP_BUFFER_H
#define FP_BUFFER_H
#include "read/ir.h"

enum {
    FP_ROOTS_MAX = 32,     /* members of a set; real code selects among a handful of buffers */
    FP_PLACE_MAX = 1 << 30 /* largest place in workgroup memory that is believed, in bytes: more than any chip has */
};
typedef uint32_t fp_root;  /* index into buffers */
typedef uint32_t fp_roots; /* interned set of roots; 0: none */

typedef enum {
    FP_SPACE_WORKGROUP,
    FP_SPACE_GLOBAL,
    FP_SPACE_UNTRACKED /* no root lies there: see fp_untracked */
} fp_space;
enum { FP_SPACE_COUNT = FP_SPACE_UNTRACKED + 1 };

typedef enum {
    FP_ROOT_ALLOC,     /* one allocation: aliases only itself */
    FP_ROOT_GLOBAL,    /* a symbol: aliases only itself */
    FP_ROOT_DYNAMIC,   /* dynamic shared memory: every occurrence is the same */
    FP_ROOT_PARAMETER, /* of the function: may alias other parameters of its space */
    FP_ROOT_UNKNOWN    /* result of an op that no table knows: may alias every root of its space that escapes */
} fp_root_kind;

typedef struct {
    fp_root_kind kind;
    uint8_t space;      /* fp_space */
    uint32_t parameter; /* number of the parameter, PARAMETER only */
    fp_value value;     /* that defines it; FP_NONE for symbols */
    fp_str name;        /* "%lds", "@lds", "dynamic shared memory" */
    fp_str type;
    int64_t size_bytes;   /* -1: not known */
    int64_t offset_bytes; /* place in workgroup memory after allocation (allocation.offset), -1: not known: roots with
                             known places that overlap share bytes */
    int64_t alignment;    /* what its first byte is a multiple of, as its text says; 0: nothing is said */
    const int64_t *parts; /* several places instead (allocation.offset = [..]): where its parts begin, `part_count`.
                             Which bytes lie in which part is not followed */
    uint32_t part_count;
    fp_span span;    /* its definition */
    bool in_loop;    /* allocated anew in each iteration: still one resource */
    bool generic;    /* PARAMETER whose type names no space: it has a root in both spaces, and callers say in which
                        one it lies */
    bool supposed;   /* generic, in workgroup memory, and no caller is in sight that says so */
    bool descriptor; /* its type is that of a memory descriptor, whose ops share it out; set by fp_buffers_add */
} fp_root_info;

static inline bool fp_root_is_placed(const fp_root_info *root) { return root->offset_bytes >= 0 || root->part_count; }

struct fp_buffers;
/* Where the unit stands (symbols are looked up from there), and how it is entered. */
typedef struct {
    uint32_t section, module;
    bool entry;                 /* nothing in the file calls it */
    bool callable;              /* nothing says that a launch enters it: it may be called from another file */
    uint64_t shared_parameters; /* bit k: some call in the file passes workgroup memory as parameter k; bit 63 for all
                                   parameters from there on */
} fp_buffers_scope;
/* Finds the roots of all values of `ir`; temporaries go to `scratch`. */
struct fp_buffers *fp_buffers_new(struct fp_arena *keep, struct fp_arena *scratch, const struct fp_ir *ir,
                                  fp_buffers_scope scope);
/* Memory that an op uses without naming it: `size_bytes` at `offset_bytes` of workgroup memory; one root per place
 * and size. */
fp_roots fp_buffers_scratch(struct fp_buffers *buffers, fp_op op, int64_t offset_bytes, int64_t size_bytes);
/* Somewhere in workgroup memory: an address that the text does not show. It may alias every root. */
fp_roots fp_buffers_anywhere(struct fp_buffers *buffers);
fp_roots fp_buffers_in_space(struct fp_buffers *buffers, fp_roots set, uint8_t space); /* the members of that space */
fp_roots fp_buffers_sure(struct fp_buffers *buffers, fp_roots set); /* the members that are not `supposed` */
/* The one root of the set, FP_NONE: there are several. A generic parameter is one: its root in workgroup memory stands
 * for it where a caller passes such memory. */
fp_root fp_buffers_single(const struct fp_buffers *buffers, fp_roots set);
/* Is every member `supposed`? */
bool fp_buffers_only_supposed(const struct fp_buffers *buffers, fp_roots set);
uint32_t fp_buffers_count(const struct fp_buffers *buffers);
const fp_root_info *fp_buffers_root(const struct fp_buffers *buffers, fp_root root);
fp_roots fp_buffers_of(struct fp_buffers *buffers,
                       fp_value value); /* roots that a value may name, 0: none that matters */
fp_roots fp_buffers_set(struct fp_buffers *buffers, const fp_root *roots, uint32_t count);          /* interns */
const fp_root *fp_buffers_members(const struct fp_buffers *buffers, fp_roots set, uint32_t *count); /* sorted */
fp_roots fp_buffers_union(struct fp_buffers *buffers, fp_roots a, fp_roots b);

typedef enum {
    FP_ALIAS_NEVER,
    FP_ALIAS_MAY,
    FP_ALIAS_SAME
} fp_alias; /* SAME: both sets are one and the same single root */
fp_alias fp_buffers_alias(const struct fp_buffers *buffers, fp_roots a, fp_roots b);
/* Are these allocations of their own? Sets of such share bytes only where they share a root. */
bool fp_buffers_are_own(const struct fp_buffers *buffers, fp_roots roots);
#endif
