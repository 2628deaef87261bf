/* unit.h - a file cut into units: outermost function-like ops, and what they share: aliases, module attributes,
 * globals, the call graph.
 *
 * A function-like op is one whose row says FP_REGION_FUNC, or an op without a row that names a symbol, has a region
 * and stands in a module or at file level. Sections (between lines `// -----` or headers of dumps) are modules of
 * their own: nothing is shared across them.
 *
 * Ownership  everything lives in the arena given to `fp_units_read`; strings borrow the document's text.
 * Cost       one walk over the outline; each unit's ir is built by `fp_units_ir` when somebody asks for it.
 */
#ifndef FP_UNIT_H
#define FP_UNIT_H
#include "base/cancel.h"
#include "base/lines.h"
#include "base/vec.h"
#include "base/watch.h"
#include "facts/phrase.h"
#include "facts/text_kind.h"
#include "read/ir.h"

typedef struct {
    fp_str name, text;
    fp_span span;
} fp_alias_info; /* "#map" or "!ty", what it stands for */
typedef struct {
    fp_str name;       /* symbol without @ */
    fp_str type;       /* of memref.global, llvm.mlir.global, spirv.GlobalVariable */
    fp_str built_in;   /* what the hardware puts there: `LocalInvocationId`; empty: nothing */
    int64_t alignment; /* in bytes, as its attribute says; 0: nothing is said */
    bool workgroup;    /* in workgroup memory */
    uint32_t section, module;
    fp_span span;
} fp_global_info;
/* an op around units: builtin.module, gpu.module, hal.executable .. (row region MODULE), or a section's top level */
typedef struct {
    uint32_t parent; /* enclosing module, FP_NONE at top level */
    uint32_t section;
    fp_str name;    /* symbol without @, may be empty */
    fp_span span;   /* the op; its attributes are read through fp_unit_module_attribute */
    uint32_t index; /* internal */
} fp_module_info;
enum { FP_MODULES_AROUND_MAX = 64 }; /* modules around a kernel, from the inside out, that tell of it */
typedef struct {
    fp_str name; /* symbol without @ */
    fp_span span;
    uint32_t section, module; /* innermost module around, FP_NONE */
    bool declaration;         /* no body */
    bool is_private;          /* sym_visibility or the keyword */
    bool called;              /* named by a call of the same section */
    bool named_outside;       /* named between units, by a global's initialiser for example; unit_group.c tells */
    uint32_t index;           /* internal: place of its node */
} fp_unit;

typedef struct {
    fp_span span;
    fp_phrase phrase; /* what is wrong */
} fp_syntax_error;

/* Lines at file level that are no MLIR: prose of a log around modules. */
typedef struct {
    uint32_t lines, last_line; /* how many; the last one, from 1 */
    uint32_t last_op_end;      /* byte behind the op at file level that was read last; 0: none was */
    fp_span first;
} fp_passed_over;

/* Room for what is asked about ops (op_text.h). It may be emptied at any time between two questions. */
struct fp_answers {
    struct fp_arena *arena;
    uint32_t emptied; /* how often */
};

struct fp_unit_context {
    fp_str text;   /* without comments inside of ops (hidden_comments.h) */
    fp_str source; /* as it is written */
    FP_VEC(fp_alias_info) aliases;
    FP_VEC(fp_global_info) globals;
    FP_VEC(fp_module_info) modules;
    FP_VEC(fp_unit) units;          /* in text order */
    FP_VEC(fp_syntax_error) errors; /* in text order, neighbouring ones merged */
    fp_passed_over passed_over;
    bool any_op;               /* an op, a global or a function stands at file level */
    const fp_text_kind *other; /* the language that the text is in, when it holds no function; NULL: not recognised */
    const fp_watch *watch;     /* NULL: nobody measures */
    const volatile bool *cancelled; /* of the check that runs; NULL: none does, or it cannot be cancelled */
    struct fp_answers *answers;     /* of the irs that are made from now on; NULL: they keep theirs themselves */
    void *tree;                     /* internal: syntax*.c */
    struct fp_unit_index *index;    /* internal: unit.c */
    struct fp_arena *keep;
};

static inline bool fp_unit_is_cancelled(const struct fp_unit_context *context) {
    return fp_is_cancelled(context->cancelled);
}

/* What is known of one document's text, kept so that an edit costs only what changed. */
struct fp_syntax;
struct fp_syntax *fp_syntax_new(void);
/* The same for a document of its own, which begins with the text that `syntax` has read. */
struct fp_syntax *fp_syntax_share(const struct fp_syntax *syntax);
/* Rows that are stronger than the table; borrowed. Before the first read. */
void fp_syntax_set_own_rows(struct fp_syntax *syntax, const fp_own_rows *own);
/* Borrowed; NULL: nobody. */
void fp_syntax_set_watch(struct fp_syntax *syntax, const fp_watch *watch);
/* Gives back the buffers that the next read fills again. */
void fp_syntax_rest(struct fp_syntax *syntax);
void fp_syntax_drop(struct fp_syntax *syntax);
/* Tells of an edit before `fp_units_read` is called with the new text. */
void fp_syntax_edit(struct fp_syntax *syntax, fp_str old_text, fp_span span, fp_str replacement);
/* Reads `text`'s outline, unless the last read did and no edit was told since; `cancelled` may be NULL. Valid until the
 * next read with the same syntax. */
struct fp_unit_context *fp_units_read(struct fp_arena *keep, struct fp_syntax *syntax, fp_str text,
                                      const volatile bool *cancelled);
/* After everything that is to be kept over edits was added to the index: the next read goes on from it. */
void fp_units_remember(struct fp_unit_context *context);
/* May the unit touch workgroup memory, synchronise, or call one that does? Judged by its words and types, without
 * reading its ops; true in doubt. */
bool fp_units_relevant(struct fp_unit_context *context, uint32_t unit);
/* The ops of one unit. Its arrays live in `keep`; in the context's own arena they may be shared, and last until
 * fp_units_forget_irs, or until they are asked for in another arena. */
struct fp_ir *fp_units_ir(struct fp_arena *keep, struct fp_unit_context *context, uint32_t unit);
/* Ops that were read with the file take much memory: after a check hardly anybody asks for them again, and who does
 * gets them anew. */
void fp_units_forget_irs(struct fp_unit_context *context);
fp_str fp_units_dump_tree(struct fp_arena *keep, const struct fp_unit_context *context); /* the outline, indented */

fp_str
fp_unit_alias(const struct fp_unit_context *context,
              fp_str text); /* "#map", "!ty": what it stands for (followed to the end, cycles cut); else text itself */
const fp_global_info *fp_unit_global(const struct fp_unit_context *context, uint32_t section, uint32_t module,
                                     fp_str symbol); /* innermost first; NULL */
/* What the hardware puts into globals of that name in the section that the place in the text is in; empty: nothing, or
 * not the same into all of them. */
fp_str fp_unit_built_in(const struct fp_unit_context *context, uint32_t place, fp_str symbol);
uint32_t fp_unit_find(const struct fp_unit_context *context, uint32_t section, uint32_t module,
                      fp_str symbol); /* unit index or FP_NONE */
fp_str fp_unit_module_attribute(const struct fp_unit_context *context, uint32_t module,
                                fp_str name); /* attribute of that module op; empty */
fp_str fp_unit_module_text(const struct fp_unit_context *context,
                           uint32_t module); /* its head: text from its name to its region */
#endif
