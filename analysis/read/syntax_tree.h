/* syntax_tree.h - what the syntax*.c files share: the parser of a document, the kinds of nodes, the buffers that
 * units are read into.
 *
 * Only syntax*.c include this header, and with it tree-sitter's.
 *
 * Ownership  a struct fp_syntax owns its parser, tree, cursors and buffers; they are used again for every read, so
 *            that a keystroke allocates little.
 */
#ifndef FP_SYNTAX_TREE_H
#define FP_SYNTAX_TREE_H
#include "read/garbage.h"
#include "read/ir_arrays.h"
#include "read/lex.h"
#include "read/scope.h"
#include "read/unit.h"
#include "read/unit_index.h"
#include <tree_sitter/api.h>

/* Node types of the grammar (grammar/README.md) that matter here; all others are OTHER. */
#define FP_SYNTAX_KINDS(X)                \
    X(OTHER, "")                          \
    X(SECTION, "section")                 \
    X(SPLIT, "section_split")             \
    X(OP, "op")                           \
    X(RESULTS, "results")                 \
    X(REGION, "region")                   \
    X(LABEL, "block_label")               \
    X(ATTRIBUTE_ALIAS, "attribute_alias") \
    X(TYPE_ALIAS, "type_alias")           \
    X(METADATA, "file_metadata")          \
    X(COMMENT, "comment")                 \
    X(PAREN, "paren_group")               \
    X(SQUARE, "square_group")             \
    X(ANGLE, "angle_group")               \
    X(DICTIONARY, "dictionary")           \
    X(LOCATION, "trailing_location")      \
    X(LABEL_ARGS, "block_args") X(INCOMPLETE, "incomplete") X(UNEXPECTED, "unexpected") X(ERROR, "ERROR")
#define FP_SYNTAX_ENUM(name, text) FP_SYNTAX_##name,
typedef enum { FP_SYNTAX_KINDS(FP_SYNTAX_ENUM) FP_SYNTAX_KIND_COUNT } fp_syntax_kind;

/* The rows of the op names seen, so that each costs one hash. */
typedef struct {
    uint64_t hash;
    fp_str text, name;
    const fp_op_info *info;
} fp_known_op;

typedef FP_VEC(fp_syntax_error) fp_syntax_errors;

/* Which VALUE tokens of an op define arguments of its regions: marks them (fp_token.open = FP_DEFINES) and lists them
 * in the generic form's order. `base` is the buffer's number of the first of `tokens`; `region_tokens` tells how many
 * tokens stand in front of each region. */
enum { FP_DEFINES = 1 };
typedef struct {
    uint32_t token, region;
    fp_str type;
} fp_argument;
typedef FP_VEC(fp_argument) fp_argument_list;
void fp_syntax_arguments(struct fp_arena *scratch, fp_str text, const fp_op_info *info, bool function_like,
                         fp_token *tokens, uint32_t token_count, uint32_t base, const uint32_t *region_tokens,
                         uint32_t region_count, fp_argument_list *arguments);

enum { FP_COMMENT_EDIT_EDITS_MAX = 64 }; /* without another one between: then the unit is read again */

typedef struct {
    bool any;
    uint32_t start, old_end, new_end;
} fp_stretch; /* [start, old_end) of the text that was read is [start, new_end) now */
/* The units as they were read last, and the one stretch that edits since then have touched. */
typedef struct {
    struct fp_arena *arena;       /* NULL: nothing is remembered */
    FP_VEC(fp_unit_memory) units; /* in text order */
    uint64_t aliases;             /* hash of the file's aliases: what a unit's types say may hang on them */
    fp_stretch edits;
    bool loud; /* not all edits were silent */
    fp_comment_edit silent[FP_COMMENT_EDIT_EDITS_MAX];
    uint32_t silent_count;
} fp_unit_memories;
/* `silent` NULL: the edit is not. */
void fp_memories_edit(fp_unit_memories *memories, fp_span span, uint32_t inserted, const fp_comment_edit *silent);
void fp_memories_forget(fp_unit_memories *memories);
/* The unit that covers `span` now, if no edit came near it but silent ones inside; else NULL. */
const fp_unit_memory *fp_memories_find(const fp_unit_memories *memories, fp_span span, uint32_t column);
/* What was read of a unit that fp_memories_find gave, moved to `span`. NULL: too many comment edits lie inside. */
fp_unit_memory *fp_memories_recall(struct fp_arena *keep, const fp_unit_memories *memories,
                                   const fp_unit_memory *memory, fp_span span);
/* From now on the memories are those that `index` has, which was read from the text as it stands. */
void fp_memories_take(fp_unit_memories *memories, const struct fp_unit_index *index);

/* Does replacing `span` of `text` by `replacement` change comments or blanks only? Then `edit` says how places move. */
bool fp_edit_is_comment(fp_str text, fp_span span, fp_str replacement, fp_comment_edit *edit);

struct fp_syntax {
    TSParser *parser;
    const fp_watch *watch;
    const volatile bool *cancelled; /* of fp_units_read while it runs; else NULL */
    fp_unit_memories memories;
    TSTree *tree;             /* of the last text; edited since by fp_syntax_edit */
    size_t tree_bytes;        /* length of the text that the tree, edits included, stands for */
    bool is_parsed;           /* no edit has come since the tree was parsed */
    bool is_patched;          /* the tree is of a text in which comments stand for garbage */
    uint8_t kinds[256];       /* fp_syntax_kind of each of the grammar's symbols */
    struct fp_arena *work;    /* everything below lives in it */
    struct fp_arena *strings; /* names of results of packs; reset for each unit */
    struct fp_scopes scopes;
    struct fp_arena *irs;     /* of units, from a read to fp_units_forget_irs; NULL: there are none */
    struct fp_arena *reading; /* holds the buffers */
    fp_ir_arrays buffers;
    fp_argument_list arguments;     /* of the ops being read, innermost last */
    FP_VEC(uint32_t) open_brackets; /* tokens of the op being read */
    struct {
        TSNode *data;
        uint32_t len, capacity;
    } regions; /* of the ops being read, innermost last */
    struct {
        uint32_t *data;
        uint32_t len, capacity;
    } region_tokens;       /* how many tokens stood in front of each */
    uint32_t first_region; /* byte where the first region of the op read last begins; 0: it has none */
    TSTreeCursor *cursors;
    uint32_t cursor_count; /* one per depth of regions */
    TSTreeCursor probe;
    bool has_probe; /* a cursor for short looks */
    fp_own_rows own_rows;
    fp_known_op *known;
    uint32_t known_count, known_capacity;
};

/* fp_unit_context.tree */
struct fp_tree {
    struct fp_syntax *syntax;
    FP_VEC(TSNode) nodes;       /* of units and modules: their `index` */
    FP_VEC(struct fp_ir *) irs; /* of units that may matter; NULL: not kept */
    FP_VEC(bool) relevant;
    bool locations_sought, any_location; /* is there a location in the text? Known once somebody has asked for one */
};

static inline fp_syntax_kind fp_syntax_kind_of(const struct fp_syntax *syntax, TSNode node) {
    TSSymbol symbol = ts_node_symbol(node);
    return symbol == (TSSymbol)-1 ? FP_SYNTAX_ERROR
           : symbol < 256         ? (fp_syntax_kind)syntax->kinds[symbol]
                                  : FP_SYNTAX_OTHER;
}
static inline fp_span fp_node_span(TSNode node) {
    return (fp_span){ ts_node_start_byte(node), ts_node_end_byte(node) };
}

void fp_syntax_forget(struct fp_syntax *syntax); /* the tree and all that was read from it: the next parse is whole */
/* Parses into syntax->tree; false when it was cancelled. */
bool fp_syntax_parse(struct fp_syntax *syntax, fp_str text, const volatile bool *cancelled);
const fp_known_op *fp_syntax_op(struct fp_syntax *syntax,
                                fp_str text); /* the row and full name of an op's name as written, without quotes */

/* Errors below `node`, nested regions left out unless `whole`; how many were added. */
uint32_t fp_syntax_find_errors(struct fp_syntax *syntax, struct fp_arena *keep, fp_str text, TSNode node, bool whole,
                               fp_syntax_errors *errors);
void fp_syntax_add_error(struct fp_arena *keep, fp_syntax_errors *errors, fp_span span, fp_phrase phrase);

/* Is a row at file level that cannot begin an op a line of prose, and no rest of a damaged op? */
bool fp_syntax_row_is_prose(fp_str text, TSNode row);
/* Is the op at file level, which was read as `ir`, a line of prose that reads like an op ("loading kernel"), or a
 * function of another language? */
typedef struct {
    bool behind_prose; /* prose stands in front of it on its line */
    bool damaged;      /* a part of it does not parse */
} fp_prose_signs;
bool fp_syntax_op_is_prose(fp_str text, const struct fp_ir *ir, fp_prose_signs signs);
/* Where lines of prose begin that the op or alias at file level seems to go on with; its end: there are none. */
uint32_t fp_syntax_prose_behind(const struct fp_syntax *syntax, fp_str text, TSNode node);
/* Counts the lines of the node from `begin` on among those that were passed over, unless they belong to the op in
 * front. */
void fp_syntax_pass_over(struct fp_unit_context *context, TSNode node, uint32_t begin);

/* Reads the op at `node` into the buffers, with all in it or without its regions; errors are added to `errors`, their
 * messages live in `keep`. */
typedef enum { FP_READ_ALL, FP_READ_HEAD } fp_read_extent;
void fp_syntax_read_op(struct fp_syntax *syntax, struct fp_arena *keep, fp_str text, TSNode node, fp_read_extent extent,
                       fp_syntax_errors *errors);
/* What the buffers hold, seen as an ir. Valid until the next op is read. */
struct fp_ir fp_syntax_view(struct fp_syntax *syntax, const struct fp_unit_context *context);
enum { FP_BUFFERS_KEPT_BYTES = 8 << 20 };
void fp_syntax_shrink(struct fp_syntax *syntax);
/* Room for what a text of so many bytes is likely to hold. */
void fp_syntax_reserve(struct fp_syntax *syntax, uint32_t bytes);
/* The buffers as an ir of their own. */
struct fp_ir *fp_syntax_take_ir(struct fp_syntax *syntax, struct fp_arena *keep, const struct fp_unit_context *context);
struct fp_ir *fp_syntax_copy_ir(struct fp_arena *keep, const struct fp_ir *ir);

#endif
