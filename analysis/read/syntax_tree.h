/* syntax_tree.h - what the syntax*.c files share: the outline of a document, the buffers that units are read into.
 *
 * Only syntax*.c include this header.
 *
 * Ownership  a struct fp_syntax owns its outline and buffers; they are used again for every read, so that a keystroke
 *            allocates little.
 */
#ifndef FP_SYNTAX_TREE_H
#define FP_SYNTAX_TREE_H
#include "read/garbage.h"
#include "read/ir_arrays.h"
#include "read/known_tokens.h"
#include "read/lex.h"
#include "read/outline.h"
#include "read/scope.h"
#include "read/unit.h"
#include "read/unit_index.h"

/* The rows of the op names seen, so that each costs one hash. */
typedef struct {
    uint64_t hash;
    fp_str text, name;
    const fp_op_info *info;
} fp_known_op;

typedef FP_VEC(fp_syntax_error) fp_syntax_errors;

/* Which VALUE tokens of an op define arguments of its regions: marks them (fp_token.open = FP_DEFINES) and lists them
 * in the generic form's order. `region_tokens` tells how many tokens stand in front of each region. */
enum { FP_DEFINES = 1 };
typedef struct {
    uint32_t token, region;
    fp_str type;
} fp_argument;
typedef FP_VEC(fp_argument) fp_argument_list;
void fp_syntax_arguments(struct fp_arena *scratch, fp_str text, const fp_op_info *info, bool function_like,
                         fp_token *tokens, uint32_t token_count, const uint32_t *region_tokens, uint32_t region_count,
                         fp_argument_list *arguments);

enum { FP_COMMENT_EDIT_EDITS_MAX = 64 }; /* without another one between: then the unit is read again */

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

/* May an op of the text have a location? Known once somebody has asked for one, and kept while edits add none. */
typedef enum { FP_LOCATIONS_UNKNOWN, FP_LOCATIONS_NONE, FP_LOCATIONS_POSSIBLE } fp_locations_known;
void fp_locations_edit(struct fp_syntax *syntax, fp_str text, fp_span span, fp_str replacement); /* before it is made */

typedef struct {
    uint32_t unit;
    struct fp_arena *arena; /* NULL: it has gone */
} fp_lone_ir;

struct fp_syntax {
    const fp_watch *watch;
    fp_locations_known locations;
    const volatile bool *cancelled; /* of fp_units_read while it runs; else NULL */
    fp_unit_memories memories;
    fp_outline outline;       /* of the last text; without nodes: there is none */
    fp_stretch edits;         /* since then */
    size_t text_bytes;        /* length of the text that the outline, edits included, stands for */
    bool is_patched;          /* the outline is of a text in which comments stand for garbage */
    struct fp_arena *work;    /* everything below lives in it */
    struct fp_arena *strings; /* names of results of packs; reset for each unit */
    struct fp_scopes scopes;
    struct fp_arena *irs;        /* of units, from a read to fp_units_forget_irs; NULL: there are none */
    FP_VEC(fp_lone_ir) lone_irs; /* of large units: each has an arena of its own. The list lives in `irs` */
    struct fp_arena *reading;    /* holds the buffers */
    fp_ir_arrays buffers;
    fp_known_tokens known_tokens;
    bool is_edited;                 /* the text has been: what is read is likely to be read again */
    fp_argument_list arguments;     /* of the ops being read, innermost last */
    FP_VEC(uint32_t) open_brackets; /* tokens of the op being read */
    FP_VEC(fp_node) regions;        /* of the ops being read, innermost last */
    struct {
        uint32_t *data;
        uint32_t len, capacity;
    } region_tokens;       /* how many tokens stood in front of each */
    uint32_t first_region; /* byte where the first region of the op read last begins; 0: it has none */
    fp_own_rows own_rows;
    fp_known_op *known;
    uint32_t known_count, known_capacity;
};

/* fp_unit_context.tree */
struct fp_tree {
    struct fp_syntax *syntax;
    FP_VEC(fp_node) nodes;      /* of units and modules: their `index` */
    FP_VEC(struct fp_ir *) irs; /* of units that may matter; NULL: not kept */
    FP_VEC(bool) relevant;
    uint32_t counted_to, counted; /* in front of this byte so many lines end */
};

static inline fp_outline_kind fp_syntax_kind_of(const struct fp_syntax *syntax, fp_node node) {
    return (fp_outline_kind)syntax->outline.nodes[node].kind;
}
static inline fp_span fp_node_span(const struct fp_syntax *syntax, fp_node node) {
    return fp_outline_span(&syntax->outline.nodes[node]);
}
/* For the children of `parent`: for (fp_node child = parent + 1, end = fp_node_behind(syntax, parent); child < end;
 * child = fp_node_behind(syntax, child)). */
static inline fp_node fp_node_behind(const struct fp_syntax *syntax, fp_node node) {
    return fp_outline_behind(&syntax->outline, node);
}

/* What stands at an op's own level: for (fp_pieces p = fp_pieces_of(..); fp_pieces_next(&p, &piece);). */
typedef enum {
    FP_PIECE_OTHER,
    FP_PIECE_COMMENT,
    FP_PIECE_REGION,
    FP_PIECE_PAREN,
    FP_PIECE_GROUP,
    FP_PIECE_LOCATION
} fp_piece_kind;
typedef struct {
    fp_span span;
    fp_piece_kind kind; /* GROUP: in brackets of another kind */
} fp_piece;
typedef struct {
    const struct fp_syntax *syntax;
    fp_str text;
    uint32_t at, end;
    fp_node child, behind; /* the next region may be this one; behind all of the op */
} fp_pieces;
fp_pieces fp_pieces_of(const struct fp_syntax *syntax, fp_str text, fp_node op);
bool fp_pieces_next(fp_pieces *pieces, fp_piece *piece);

void fp_syntax_forget(
    struct fp_syntax *syntax); /* the outline and all that was read by it: the next reading is whole */
/* Reads the outline; false when it was cancelled. */
bool fp_syntax_parse(struct fp_syntax *syntax, fp_str text, const volatile bool *cancelled);
const fp_known_op *fp_syntax_op(struct fp_syntax *syntax,
                                fp_str text); /* the row and full name of an op's name as written, without quotes */

/* Errors below `node`, nested regions left out unless `whole`; how many were added. */
uint32_t fp_syntax_find_errors(struct fp_syntax *syntax, struct fp_arena *keep, fp_str text, fp_node node, bool whole,
                               fp_syntax_errors *errors);
void fp_syntax_add_error(struct fp_arena *keep, fp_syntax_errors *errors, fp_span span, fp_phrase phrase);

/* Is a row at file level, from `start` on, that cannot begin an op a line of prose, and no rest of a damaged op? */
bool fp_syntax_row_is_prose(fp_str text, uint32_t start);
/* Behind the compiler's diagnostics of which the first begins on the line at `at`, each with the line that it quotes
 * and the one that points into that; `at` when there is none. */
uint32_t fp_syntax_diagnostics_end(fp_str text, uint32_t at);
/* Is the op at file level, which was read as `ir`, a line of prose that reads like an op ("loading kernel"), or a
 * function of another language? */
typedef struct {
    bool behind_prose; /* prose stands in front of it on its line */
    bool damaged;      /* a part of it does not parse */
} fp_prose_signs;
bool fp_syntax_op_is_prose(fp_str text, const struct fp_ir *ir, fp_prose_signs signs);
/* Where lines of prose begin that the op or alias at file level seems to go on with; its end: there are none. */
uint32_t fp_syntax_prose_behind(const struct fp_syntax *syntax, fp_str text, fp_node node);
/* Counts the lines of a node's span from `begin` on among those that were passed over, unless they belong to the op in
 * front. */
void fp_syntax_pass_over(struct fp_unit_context *context, fp_span span, uint32_t begin);
/* Number of the line, from 1. Lines end at \n, as they do in the grammar. */
uint32_t fp_syntax_line(struct fp_unit_context *context, uint32_t offset);

/* Reads the op at `node` into the buffers, with all in it or without its regions; errors are added to `errors`, their
 * messages live in `keep`. */
typedef enum { FP_READ_ALL, FP_READ_HEAD } fp_read_extent;
void fp_syntax_read_op(struct fp_syntax *syntax, struct fp_arena *keep, fp_str text, fp_node node,
                       fp_read_extent extent, fp_syntax_errors *errors);
/* What the buffers hold, seen as an ir. Valid until the next op is read. */
struct fp_ir fp_syntax_view(struct fp_syntax *syntax, const struct fp_unit_context *context);
enum { FP_BUFFERS_KEPT_BYTES = 8 << 20 };
void fp_syntax_shrink(struct fp_syntax *syntax);
/* Room for what a text of so many bytes is likely to hold. */
void fp_syntax_reserve(struct fp_syntax *syntax, uint32_t bytes);
/* The buffers as an ir of their own. */
struct fp_ir *fp_syntax_take_ir(struct fp_syntax *syntax, struct fp_arena *keep, const struct fp_unit_context *context);
/* Where the ir of a unit of so many bytes is kept until fp_syntax_drop_irs; that of a large unit can go before. */
struct fp_arena *fp_syntax_ir_arena(struct fp_syntax *syntax, uint32_t unit, uint32_t bytes);
bool fp_syntax_drop_ir(struct fp_syntax *syntax, uint32_t unit); /* false: it stays, together with others */
void fp_syntax_drop_irs(struct fp_syntax *syntax);
struct fp_ir *fp_syntax_copy_ir(struct fp_arena *keep, const struct fp_ir *ir);

#endif
