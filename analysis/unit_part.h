/* unit_part.h - a large function cut into parts at barriers of its own block, so that an edit costs the parts that it touches.
 *
 * Parts tile the function's one block: each begins where the one before ends. What ends a part is a barrier for the whole workgroup, or its signal with its wait, and
 * with it the fences and the waits for counters right before it and the fences right behind it: its run. Which of them do is told by the text near them alone, so that
 * an edit moves no end far away. What is known of a part by its own text is kept over edits elsewhere; places in it are relative to
 * its start.
 *
 * Ownership  facts live in struct fp_parts, which the syntax owns; lists of placed parts live in the arena given. Names are hashes of SSA names without `#k`.
 * Cost       a part is read once for each edit that touches it; everything else costs a little per part.
 */
#ifndef FP_UNIT_PART_H
#define FP_UNIT_PART_H
#include "base/hash.h"
#include "unit.h"

enum {
    FP_OP_DATA = 1,                         /* all its results are of one type: floats, or vectors of them */
    FP_OP_NESTED = 2,                       /* has regions */
    FP_OP_CLOSES = 4,                       /* the last op of a run: of a barrier of all threads, which may order everything before against everything behind */
    FP_OP_ALLOCATES = 8,
    FP_OP_THREAD = 16,                      /* it, or one in it, reads thread ids */
    FP_OP_SYMBOL = 32,                      /* names memory by a symbol */
    FP_OP_WAITS = 64                        /* waits for copies by a counter */
};
/* An op of the function's own block. */
typedef struct {
    uint32_t start, end;                    /* bytes behind the part's start */
    uint32_t first_line, last_line;         /* line breaks between the part's start and the op's start and end */
    uint32_t first_name, use_count, result_count;   /* in the part's names: those that it uses from around, then its results */
    uint32_t traits;
    uint32_t run;                           /* of one that CLOSES: how many ops right before it are of its run, too */
    uint32_t said_start, said_length;       /* of DATA: the text of its results' type, of SYMBOL: that one; relative to the part's start */
    uint64_t said;                          /* hash of it */
    uint64_t text;                          /* hash */
} fp_part_op;

typedef struct { uint32_t first, count; } fp_part_names;       /* in the part's names */
typedef struct { fp_span span; fp_str message; } fp_part_error;

/* What a stretch of a part rests on, kept as long as nothing near it changes. */
typedef struct fp_part fp_part;
typedef struct { fp_part *part; uint32_t op; bool data; } fp_part_ref;      /* data: not followed */
enum { FP_NAME_WORDS = 4 };
typedef struct { uint64_t words[FP_NAME_WORDS]; } fp_name_filter;           /* Bloom filter of names */
typedef struct {
    fp_part_names imports;                  /* used, not defined before in the stretch */
    uint64_t stamp, since;                  /* of the list of parts that it was last seen to hold for, 0: it is not known; of the one that it was made for */
    bool told;                              /* false: an op with regions is among it, or too much */
    bool undefined;                         /* it led to a name that nobody defines */
    const fp_part_ref *refs; uint32_t count;        /* in text order */
    fp_name_filter names, parts;            /* that led there; that the ops stand in */
} fp_part_rest;
/* Of an interval that begins with the part, of the seam at its end (interval.c): as long as what it rests on has this hash, the key is that. */
typedef struct { uint64_t rests_on, key; uint32_t place_count; bool has_data; } fp_part_key;
typedef enum { FP_STRETCH_WHOLE, FP_STRETCH_HEAD, FP_STRETCH_TAIL, FP_STRETCH_COUNT } fp_part_stretch;   /* HEAD, TAIL: see first_close, last_close */

struct fp_part {
    uint32_t length, lines;                 /* bytes; line breaks */
    uint64_t text, head_text, tail_text;    /* hashes: of all, up to `first_close` (with it), from the run of `last_close` on (with it) */
    uint64_t end_text;                      /* .. of the run that ends it */
    uint32_t traits;                        /* of its ops */
    const fp_part_op *ops; uint32_t op_count;
    const uint64_t *names;
    uint32_t first_close, last_close;       /* ops: the first that closes; the last one that does before the part's own end. FP_NONE */
    fp_part_rest rest[FP_STRETCH_COUNT];
    fp_part_key interval, seam;
    uint64_t levels;                        /* hash of what was told last of its data's levels; 0: nothing was */
    bool ends_closed;                       /* its last op closes */
    bool simple;                            /* nothing in it that only the whole function can tell */
    const fp_part_error *errors; uint32_t error_count;
    bool hashed;                            /* what follows is filled in by group.c */
    const uint64_t *aliases; uint32_t alias_count;          /* hashes of the names mentioned */
    const fp_span *symbols; uint32_t symbol_count;
    uint64_t mentions;                      /* of this text's aliases: what those mentioned stand for */
    uint32_t rank; uint64_t stamp;          /* its number in the list that was placed last; that list's stamp */
};
typedef struct fp_placed_part { fp_span span; fp_part *part; } fp_placed_part;

typedef struct { uint64_t name; fp_part *part; uint32_t op; } fp_part_definition;
/* The parts of one function over edits. */
struct fp_parts {
    struct fp_arena *home, *arena, *table;  /* home holds this struct, arena the facts, table the slots */
    size_t kept_bytes;                      /* of the arena when it was last compacted */
    fp_part_definition *slots; uint32_t slot_count, capacity;           /* by name; also those of parts that are gone */
    uint32_t one_in;                        /* the same for each cut, so that ends stay where they are */
    uint64_t stamp;                         /* of the list that was placed last */
    FP_VEC(fp_part *) placed;               /* that list */
    fp_name_filter changed, gone;           /* names that it defines, and the one before did not, or the other way round; parts of the one before that it has not */
    uint64_t levels_stamp;                  /* how often levels were told of a part that had others before */
    struct fp_parts *next; bool used;
};
typedef FP_VEC(fp_placed_part) fp_placed_parts;

struct fp_parts *fp_parts_new(uint32_t one_in);                 /* of the barriers that may end a part: fp_cut */
void fp_parts_drop(struct fp_parts *parts);

/* At most so many parts would come of the ops of the function's own block from `first` on. Cheap. */
uint32_t fp_parts_most(const struct fp_ir *ir, fp_op first, uint32_t one_in);
/* The ops of the own block of `ir`'s function from `first` on, as parts of the text `from` .. `to`: appended to `list`. False: the last one does not end with a barrier. */
bool fp_parts_cut(struct fp_parts *parts, struct fp_arena *keep, const struct fp_ir *ir, fp_op first, fp_span span, const fp_syntax_error *errors,
                  uint32_t error_count, fp_placed_parts *list);
/* From now on names are looked up in these parts. */
void fp_parts_place(struct fp_parts *parts, const fp_placed_part *list, uint32_t count);
/* Forgets parts that are in none of the list; parts of the list may move. */
void fp_parts_compact(struct fp_parts *parts, fp_placed_part *list, uint32_t count);

typedef struct { uint32_t part, op; } fp_part_place;
typedef FP_VEC(fp_part_place) fp_part_places;
typedef struct { uint32_t part; fp_part_stretch stretch; } fp_part_range;
uint32_t fp_part_run_start(const fp_part *part, uint32_t op);     /* the first op of the run of one that closes */
fp_part_place fp_part_range_start(const fp_placed_part *list, fp_part_range range);
fp_part_place fp_part_range_end(const fp_placed_part *list, fp_part_range range);       /* behind its last op */
/* These ops, which are in text order, and what their values rest on. False: it cannot be told. */
bool fp_parts_follow(struct fp_parts *parts, struct fp_arena *scratch, const fp_placed_part *list, fp_part_places *places, bool data_too);
/* The ops elsewhere that values of these neighbouring stretches rest on, in text order: `places`, with those of `always`; `data`: those that are not followed.
 * False: it cannot be told. */
bool fp_parts_rest_on(struct fp_parts *parts, struct fp_arena *scratch, const fp_placed_part *list, const fp_part_range *ranges, uint32_t range_count,
                      const fp_part_places *always, fp_part_places *places, fp_part_places *data);
/* Another number when a stretch may rest on other ops than before, or on other names of data; 0: it cannot be told. */
uint64_t fp_parts_rest_since(struct fp_parts *parts, struct fp_arena *scratch, const fp_placed_part *list, fp_part_range range);
/* Is a name that nobody defines used in several parts? What each of them says of its type counts for all. */
bool fp_parts_share_undefined(struct fp_parts *parts, struct fp_arena *scratch, const fp_placed_part *list, uint32_t count);
/* Is a value of that name defined by an op of the function's own block? */
bool fp_parts_define(const struct fp_parts *parts, uint64_t name);
uint64_t fp_part_name(fp_str name);
#endif
