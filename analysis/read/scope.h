/* scope.h - SSA names and block labels while the ops of a unit are read: which value a name means where it stands.
 *
 * A scope is a region. Names of outer scopes are seen up to the nearest isolated one (functions). A name that is used
 * before its definition gets a value without a definition; when the definition follows in the same or an outer scope,
 * `fp_scopes_forward` leads from the one to the other.
 *
 * Ownership  the table is kept by its owner and used for unit after unit (`fp_scopes_begin`); names borrow the
 *            document's text.
 * Cost       one hash per name.
 */
#ifndef FP_SCOPE_H
#define FP_SCOPE_H
#include "base/vec.h"
#include "read/ir.h"

typedef struct {
    fp_str name;
    uint32_t value, count, level;
    bool open;
} fp_scope_name; /* count: of a pack; open: no definition yet */
typedef struct {
    uint32_t hash, name, generation;
} fp_scope_slot;
typedef struct {
    uint32_t name, value, count, level;
    bool open;
} fp_scope_undo; /* what the name meant before */
typedef struct {
    fp_value from, to;
} fp_scope_forward;

struct fp_scopes {
    struct fp_arena *keep;
    fp_scope_slot *slots;
    uint32_t capacity, used, generation;
    FP_VEC(fp_scope_name) names;
    FP_VEC(fp_scope_undo) undo;
    FP_VEC(fp_scope_forward) forwards;
    uint32_t level, isolated; /* names of lower levels are not seen */
};
typedef struct {
    uint32_t undo, isolated;
} fp_scope_mark;

void fp_scopes_begin(struct fp_scopes *scopes,
                     struct fp_arena *keep); /* forgets every name; `keep` must be the same each time */
fp_scope_mark fp_scopes_enter(struct fp_scopes *scopes, bool isolated);
void fp_scopes_leave(struct fp_scopes *scopes, fp_scope_mark mark);
/* `name` means `count` consecutive values (or blocks) from `value` on. */
void fp_scopes_define(struct fp_scopes *scopes, fp_str name, uint32_t value, uint32_t count);
/* What `name` (without `#k`) means here; `count` is set too. FP_NONE: nothing; then the caller may say with
 * fp_scopes_open which value stands for it. */
uint32_t fp_scopes_find(struct fp_scopes *scopes, fp_str name, uint32_t *count);
void fp_scopes_open(struct fp_scopes *scopes, fp_str name, uint32_t value);
/* The label defined in this very scope. */
uint32_t fp_scopes_find_here(struct fp_scopes *scopes, fp_str name);
#endif
