/* op_text.h - what the text of one op says beside its operands and regions: attributes, words, numbers, types.
 *
 * An op's tokens are gone through once, at the first question that somebody asks about the op; the answers of
 * fp_ir_attribute, fp_ir_word, fp_ir_literal, fp_ir_type_at and their like are looked up here.
 *
 * Ownership  slices borrow the text of the document; arrays live in the ir's arena, as long as the ir, or in an arena
 *            of answers that the context lends (unit.h), until that is emptied: then whoever asks again has the op read
 *            again.
 * Cost       one walk over the op's tokens; only the inside of dictionaries and properties is lexed again.
 */
#ifndef FP_OP_TEXT_H
#define FP_OP_TEXT_H
#include "base/hash.h"
#include "base/vec.h"
#include "read/ir_tokens.h"
#include "read/type.h"

typedef struct {
    fp_str name,
        value;    /* aliases resolved; the value of a unit attribute is its name, the name of `#map` alone is empty */
    bool is_word; /* a bare word at the op's top level; the value is what stands behind it, or the word itself */
} fp_attribute;

typedef struct {
    const fp_attribute *attributes; /* in text order */
    const fp_str *numbers;          /* integers at the op's top level */
    const fp_str *strings;          /* strings at the op's top level, without quotes */
    const fp_str *angles;           /* what stands in angle brackets of their own at the op's top level */
    const fp_str *types;      /* behind the last `:` at top level, or behind the last `->` where there is no `:` */
    const fp_str *results;    /* between the last arrow (also `to`, `into`) and a `:` behind it */
    const uint32_t *segments; /* generic form: how many operands each group has; a broken size is UINT32_MAX */
    uint32_t attribute_count, number_count, string_count, angle_count, type_count, result_count, segment_count;
    /* of a switch: the numbers of its cases, up to the first that is none; read at the first question for them */
    const int64_t *cases;
    uint32_t case_count;
    bool cases_read;
} fp_op_text;

typedef struct {
    fp_subscripts list[FP_LISTS_MAX];
} fp_op_lists;
typedef FP_VEC(fp_str) fp_text_list;
typedef struct {
    fp_str text;
    const fp_type *type;
} fp_parsed_type;

/* What is known of the ops of one ir; NULL for an op: nobody has asked yet. */
struct fp_op_texts {
    struct fp_arena *keep;      /* of types, which are handed out for as long as the ir lives */
    struct fp_answers *answers; /* where all else goes; NULL: to `keep` */
    uint32_t emptied;           /* how often `answers` had been emptied when these were given */
    fp_op_text **of_op;
    fp_op_lists **lists;             /* of the op's row, for fp_ir_list */
    fp_str *value_types;             /* for fp_ir_value_type; NULL data: nobody has asked for the value's yet */
    FP_VEC(fp_attribute) attributes; /* of the op being read; its text gets copies of the right size */
    fp_text_list numbers, strings, angles, types, results;
    fp_map parsed_map; /* by text, for fp_type_in */
    FP_VEC(fp_parsed_type) parsed;
    fp_numbers unlisted; /* for fp_ir_unlisted, once somebody has asked */
    bool unlisted_known;
    enum { FP_COMMITS_UNKNOWN, FP_COMMITS_NONE, FP_COMMITS_SOME } commits; /* ops that arrive behind started work */
};
struct fp_op_texts *fp_op_texts_new(struct fp_arena *keep, const struct fp_unit_context *context);
/* Where answers are put; those that were emptied are forgotten first. */
struct fp_arena *fp_op_texts_room(struct fp_op_texts *texts);
const fp_op_text *fp_op_text_of(const struct fp_ir *ir, fp_op op);
const fp_op_text *fp_op_text_of_switch(const struct fp_ir *ir, fp_op op); /* with the numbers of its cases */

/* The attribute `name` of an op, or NULL. */
const fp_attribute *fp_op_text_find(const fp_op_text *text, fp_str name);
#endif
