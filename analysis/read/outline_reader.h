/* outline_reader.h - what outline*.c share: a text on its way to its outline. */
#ifndef FP_OUTLINE_READER_H
#define FP_OUTLINE_READER_H
#include "base/chars.h"
#include "read/outline.h"
#include "scanner_state.h"

typedef enum { FP_FRAME_SECTION, FP_FRAME_REGION, FP_FRAME_OP, FP_FRAME_LABEL, FP_FRAME_GROUP } fp_frame_kind;

enum { FP_NO_NODE = UINT32_MAX };

/* Something that is open. */
typedef struct {
    uint32_t node; /* its own; FP_NO_NODE: a section that nothing stands in yet, a bracket */
    uint32_t open; /* GROUP: where its bracket stands */
    uint8_t kind;
    uint8_t within;              /* GROUP: fp_within */
    bool typed, named;           /* OP: types or a region have come; nothing but its name has */
    bool regions, behind_region; /* GROUP: a region may stand here; one has just ended */
    bool behind_arrow, metadata; /* GROUP */
    bool has_arguments;          /* LABEL */
} fp_frame;

typedef struct {
    fp_str text;
    const volatile bool *cancelled;
    struct scanner scanner;
    unsigned token; /* that the scanner found last */
    uint32_t at;    /* behind the last token */
    uint32_t reach; /* the text in front of this has been looked at since the last item began */
    uint32_t item;  /* the last one */
    bool between;   /* an item may begin at `from`, with the scanner as it is in `before` */
    uint32_t from;
    struct {
        uint8_t state, missing, top, column; /* as in fp_outline_node */
    } before;
    fp_outline out;
    fp_frame *frames;
    uint32_t depth, frame_capacity;
    const fp_outline *old; /* NULL: nothing to go on with */
    fp_stretch edits;
    uint32_t old_at;                              /* old items in front of it begin too early */
    uint32_t *old_path, old_depth, path_capacity; /* the old nodes around `old_at`, outermost first */
} fp_outline_reader;

/* outline_nodes.c */
static inline fp_frame *fp_outline_top(fp_outline_reader *r) { return &r->frames[r->depth - 1]; }
static inline void fp_outline_reach(fp_outline_reader *r, uint32_t at) {
    if (at > r->reach) r->reach = at;
}
void fp_outline_grow(fp_outline_reader *r);
void fp_outline_enter(fp_outline_reader *r, uint32_t old); /* one more on the path */
fp_outline_node *fp_outline_push(fp_outline_reader *r, fp_outline_kind kind, uint32_t start);
fp_frame *fp_outline_open(fp_outline_reader *r, fp_frame_kind kind, uint32_t node);
void fp_outline_note_state(fp_outline_reader *r);                       /* `from` and `before` are here */
void fp_outline_end(fp_outline_reader *r, uint32_t node, uint32_t end); /* all nodes since then are inside of it */
void fp_outline_end_section(fp_outline_reader *r);                      /* if one is open */
bool fp_outline_is_item(const fp_outline_node *node);

static inline char fp_outline_byte(fp_str text, uint32_t at) { return at < text.len ? text.data[at] : 0; }
static inline uint32_t fp_outline_skip(fp_str text, uint32_t at, int classes) {
    while (at < text.len && fp_char_is(text.data[at], classes)) at++;
    return at;
}

/* outline_lex.c */
typedef enum {
    FP_LEX_END,
    FP_LEX_COMMENT,
    FP_LEX_WORD,
    FP_LEX_NO_NAME, /* a word that is no op's: a type, `true` */
    FP_LEX_ATTRIBUTES,
    FP_LEX_LOCATION, /* `loc(` */
    FP_LEX_VALUE,
    FP_LEX_STRING,
    FP_LEX_LABEL,
    FP_LEX_ATTRIBUTE,
    FP_LEX_TYPE,
    FP_LEX_OPEN,
    FP_LEX_CLOSE,
    FP_LEX_METADATA,
    FP_LEX_METADATA_END,
    FP_LEX_COLON,
    FP_LEX_ARROW,
    FP_LEX_COMMA,
    FP_LEX_EQUALS,
    FP_LEX_OTHER,
    FP_LEX_UNEXPECTED,
} fp_lexeme_kind;

typedef struct {
    fp_lexeme_kind kind;
    uint32_t start, end;
    char c; /* its first byte */
} fp_lexeme;

fp_lexeme fp_outline_lex(fp_outline_reader *r, bool metadata);
/* Words that are no names of ops. */
bool fp_outline_is_type(fp_str word);    /* `i32`, `memref` */
bool fp_outline_is_boolean(fp_str word); /* `true` */

/* outline_edit.c: where an edited text is read from; does an old item begin where the reader is? Then all that follows
 * is taken over. */
void fp_outline_resume(fp_outline_reader *r);
bool fp_outline_rejoin(fp_outline_reader *r);
#endif
