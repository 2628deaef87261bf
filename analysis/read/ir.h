/* ir.h - one function-like op as arrays: ops, values, blocks, uses and tokens, whatever form the text is in.
 *
 * Custom and generic form look alike here: operands, results, regions, successors and attributes are found through
 * the functions below. `syntax.c` builds it from the outline in one walk; nothing else sees the outline.
 * Half-typed text gives fewer ops, never an error.
 *
 * Ownership  arrays live in the arena given to `fp_syntax_read`; strings borrow the document's text.
 * Order      ops are in pre-order: an op's nested ops follow it directly, up to `end`.
 * Limits     at most 2^32 - 2 of everything; regions nested deeper than FP_REGION_DEPTH_MAX are skipped (and reported
 *            by syntax).
 */
#ifndef FP_IR_H
#define FP_IR_H
#include "base/vec.h"
#include "facts/assembly.h"
#include "facts/attribute.h"
#include "facts/op_table.h"

typedef uint32_t fp_op;
typedef uint32_t fp_value;
typedef uint32_t fp_block;
#define FP_NONE UINT32_MAX /* no op, value, block, loop, .. */
/* Real kernels nest below 20. Bounds every recursion over regions, which a thread with a stack of 256 kB is to
 * survive. */
enum { FP_REGION_DEPTH_MAX = 192 };

typedef enum { FP_BRACKET_TOP, FP_BRACKET_SQUARE, FP_BRACKET_PAREN, FP_BRACKET_ANGLE, FP_BRACKET_DICT } fp_bracket_kind;

typedef struct {
    fp_value value;
    fp_span span;         /* `%x` or `%x#1` */
    uint8_t group;        /* fp_bracket_kind of the innermost bracket around the use */
    uint16_t group_index; /* which bracket group of the op, counted from 1 in text order; 0: top level */
    uint32_t depth_top;   /* how many values of the op stand outside of square brackets, angles and dictionaries before
                             this one */
} fp_use;

typedef enum {
    FP_TOKEN_WORD,
    FP_TOKEN_INT,
    FP_TOKEN_FLOAT,
    FP_TOKEN_STRING,
    FP_TOKEN_VALUE,
    FP_TOKEN_SYMBOL,
    FP_TOKEN_BLOCK,
    FP_TOKEN_TYPE,
    FP_TOKEN_ATTRIBUTE,
    FP_TOKEN_OPEN,
    FP_TOKEN_CLOSE,
    FP_TOKEN_PUNCTUATION
} fp_token_kind;
enum { FP_BRACKET_TOKENS_MAX = (1 << 25) - 1 }; /* in one pair of brackets; more take 32 MB of text or more */
typedef struct {
    fp_span span;
    uint32_t kind : 4;     /* fp_token_kind; TYPE covers `!x<..>`, `memref<..>`, `vector<..>`, `i32`, .. as one token;
                              ATTRIBUTE `#x<..>` */
    uint32_t open : 3;     /* of OPEN and CLOSE: fp_bracket_kind */
    uint32_t partner : 25; /* of OPEN and CLOSE: by how many tokens the partner stands further on, or back; 0: there is
                              none, or it is out of reach. Else unused */
} fp_token;

typedef struct {
    fp_str name; /* SSA name with `%`, with `#k` for results of a pack: "%a", "%r#1" */
    fp_str type; /* text; empty when the text does not say (see fp_ir_value_type) */
    fp_op def;   /* defining op, or the op that owns the block (block argument), FP_NONE: undefined in this function */
    uint32_t index; /* result number or argument number */
    fp_block block; /* of a block argument; FP_NONE for results */
    fp_span span;   /* of the definition */
} fp_value_info;

typedef struct {
    fp_op op;        /* whose region holds it */
    uint32_t region; /* number of that region in its op */
    fp_str label;    /* "^bb1"; empty for an entry block without a label */
    fp_value first_arg;
    uint32_t arg_count;   /* arguments are consecutive values. For ops that print their arguments outside of the region
                             (scf.for's iv and   iter_args, functions, gpu.launch, affine.for ..) they are here all the
                             same, in the generic form's order */
    fp_op first, last;    /* first op, and the one that ends the block: its terminator, also when half-typed text stands
                             behind it; FP_NONE    when empty */
    fp_block next;        /* next block of the region */
    fp_block next_region; /* of a region's first block: first block of the op's next region */
} fp_block_info;

typedef struct {
    const struct fp_op_info *info; /* row of ops.def; NULL: no table knows it */
    fp_str name;                   /* without quotes; `return`-like shorthands are spelled out by the table */
    fp_span span, name_span;       /* the whole op without its trailing line break; its name */
    fp_op parent, next, end;       /* enclosing op; next op of the block (FP_NONE: last); one past the last nested op */
    fp_block block;                /* where it stands; FP_NONE for the function-like op itself */
    bool generic, damaged;         /* generic form; its text holds a syntax error */
    uint32_t first_token, token_count; /* tokens from after the name to the end, nested regions left out */
    uint32_t first_use, use_count;     /* operands in text order, nested regions left out */
    fp_value first_result;
    uint32_t result_count; /* consecutive */
    fp_block first_block;
    uint32_t
        region_count; /* blocks of all its regions, linked by region; FP_NONE: none. The generic form of an op
                         also counts regions that the custom form leaves out: the else of an scf.if that has none */
    uint32_t first_successor, successor_count;
} fp_op_node;

typedef struct {
    fp_block block;
    fp_span span;
    uint32_t first_use, use_count;
} fp_successor; /* ^bb1(%a, %b : ..): block FP_NONE when undefined */

struct fp_unit_context; /* aliases, module attributes, globals, functions of the file: unit.h */
struct fp_ir {
    fp_str text; /* the whole document: spans index into it */
    const struct fp_unit_context *context;
    bool half_typed; /* some of it does not parse */
    fp_op_node *ops;
    uint32_t op_count;
    fp_value_info *values;
    uint32_t value_count;
    fp_block_info *blocks;
    uint32_t block_count;
    fp_use *uses;
    uint32_t use_count;
    fp_token *tokens;
    uint32_t token_count;
    fp_successor *successors;
    uint32_t successor_count;
    struct fp_op_texts *texts; /* what the ops say, as far as somebody has asked: op_text.h */
};

static inline fp_str fp_ir_text(const struct fp_ir *ir, fp_span span) {
    return fp_str_slice(ir->text, span.start, span.end);
}

/* How the text of op 0 is divided into ops, as a hash: where braces do not match, that hangs on text elsewhere, too. */
uint64_t fp_ir_shape(const struct fp_ir *ir);

/* Has this call the body of its callee for a region? kernel/join.h makes such text. */
static inline bool fp_ir_is_joined(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    return info && info->effect == FP_EFFECT_CALL && info->region == FP_REGION_NONE && ir->ops[op].region_count == 1 &&
           ir->ops[op].first_block != FP_NONE;
}
/* The place in workgroup memory that the op was given. In a body that is joined to a call it is counted from the
 * callee's first byte, whose place the call tells. False: the text does not say it. */
bool fp_ir_place(const struct fp_ir *ir, fp_op op, int64_t *place);

/* First block of region `region` of `op`, or FP_NONE. */
fp_block fp_ir_region(const struct fp_ir *ir, fp_op op, uint32_t region);

/* The op's operand at `position` of its row (op_table.h), counted as the row says for the op's form; NULL when the
 * text has none. */
const fp_use *fp_ir_operand(const struct fp_ir *ir, fp_op op, fp_operand position);

/* All uses of that operand: a list's, or one. */
typedef struct {
    const fp_use *data;
    uint32_t len;
} fp_ir_uses;
fp_ir_uses fp_ir_operands(const struct fp_ir *ir, fp_op op, fp_operand position);

/* One number of a list: a value, a constant, or affine text in `span`: over values (`%i * 4 + 1`), or a whole
 * `affine_map<..>` (aliases resolved: the span may lie elsewhere) of which the result of the same number is meant, or
 * the only one; bounds and affine.apply/min/max take all. `operands` of the list say what its dimensions and symbols
 * stand for, dimensions first. */
typedef struct {
    bool is_value;
    fp_value value;
    int64_t constant;
    fp_span span;
    bool is_expression;
} fp_subscript;
typedef struct {
    const fp_subscript *data;
    size_t len;
    bool known; /* false: the text does not show the list */
    const fp_value *operands;
    uint32_t operand_count;
} fp_subscripts;
/* The subscripts behind operand `position` of an access or view, in order: a value, a constant or an affine
 * expression each. `known` is false when the text does not show them. */
fp_subscripts fp_ir_subscripts(const struct fp_ir *ir, fp_op op, fp_operand position);

/* List `k` of the op's row: offsets, sizes, bounds, bases, maps (op_table.h, fp_list). Loops of all dialects show
 * lower, upper, step as lists 0, 1, 2. */
fp_subscripts fp_ir_list(const struct fp_ir *ir, fp_op op, uint32_t k);
enum { FP_POSITION_MAX = 8 };
/* Adds the constants of list 0, as `[1, 0]` of an extractvalue, behind the `*count` that are there. False: they are not
 * told, or too many. */
bool fp_ir_position(const struct fp_ir *ir, fp_op op, int64_t position[FP_POSITION_MAX], uint32_t *count);
/* The op whose result this one takes a part of, and which part; false: it does something else, or takes it apart
 * further. */
bool fp_ir_part(const struct fp_ir *ir, fp_op op, fp_op *whole, uint32_t *part);
/* Does the loop compare its counter as a number without sign? */
bool fp_ir_counts_unsigned(const struct fp_ir *ir, fp_op op);
/* What runs the iterations of dimension `k` of a parallel loop, by its attribute `mapping`. A linear mapping puts the
 * dimensions of one loop into one row: rank 0 changes fastest, and rank k as often as all ranks below have run through.
 */
typedef enum { FP_MAPPED_NOT, FP_MAPPED_THREAD, FP_MAPPED_WAVE, FP_MAPPED_LANE, FP_MAPPED_OTHER } fp_mapped;
typedef struct {
    fp_mapped to;
    char dimension; /* THREAD, WAVE: x, y or z, or FP_DIMENSION_LINEAR. LANE: FP_DIMENSION_LINEAR. Else 0 */
    uint32_t rank;  /* of a linear mapping */
} fp_mapping;
enum {
    FP_DIMENSION_LINEAR = 'l',
    FP_MAPPED_DIMENSIONS_MAX = 16
}; /* of one parallel loop; further ones run in the body of the last */
fp_mapping fp_ir_mapping(const struct fp_ir *ir, fp_op op, uint32_t k);
/* The op that a value is a result of; FP_NONE: a block argument, or no value. */
static inline fp_op fp_ir_definition(const struct fp_ir *ir, fp_value value) {
    return value < ir->value_count && ir->values[value].block == FP_NONE ? ir->values[value].def : FP_NONE;
}
/* The block that makes a value: that of its op, or the one whose argument it is; FP_NONE: no value. */
static inline fp_block fp_ir_home(const struct fp_ir *ir, fp_value value) {
    if (value >= ir->value_count) return FP_NONE;
    const fp_value_info *info = &ir->values[value];
    return info->block != FP_NONE ? info->block : info->def != FP_NONE ? ir->ops[info->def].block : FP_NONE;
}
/* The values that enter a loop as its iter_args (or a scf.while's operands), one per carried block argument,
 * consecutive uses. */
const fp_use *fp_ir_inits(const struct fp_ir *ir, fp_op op, uint32_t *count);
/* The operands that a partition's block, or that of one lane, is handed as its arguments, one for each, consecutive
 * uses; NULL: the block starts nothing of the kind, or too few are written. */
const fp_use *fp_ir_captures(const struct fp_ir *ir, fp_block block);

/* Do the two stand in two regions of one op, as branches and roles do? */
bool fp_ir_apart(const struct fp_ir *ir, fp_op a, fp_op b);

/* The text of attribute `name`, or an empty slice: `name = v` in a dictionary or properties, `name = v`, `name(v)`,
 * `name [v]` or `name v` in custom form, a bare unit attribute gives its own name. Aliases (#map) are resolved. An
 * empty `name` asks for the first attribute without one: `#set` of `affine.if #set(%i)`. */
fp_str fp_ir_attribute(const struct fp_ir *ir, fp_op op, fp_str name);
bool fp_ir_attribute_int(const struct fp_ir *ir, fp_op op, fp_str name,
                         int64_t *value); /* `4`, `4 : i32`, `-1 : i32` */
/* A number among the attributes behind a function's argument: 16 of `%n: i32 {divisibility = 16 : i32}`. */
bool fp_ir_argument_int(const struct fp_ir *ir, fp_value argument, fp_str name, int64_t *number);
/* The k-th integer literal at the op's top level (custom form: `rocdl.s.barrier.signal -1`, `nvvm.cp.async.wait.group
 * 0`). */
/* The warps of partition `number` of a list of partitions, by the words in front of its region: `partition0(%a: i32)
 * num_warps(4)`; in generic form by the list of the op. 0: not told. */
uint32_t fp_ir_partition_waves(const struct fp_ir *ir, fp_op op, uint32_t number);
bool fp_ir_literal(const struct fp_ir *ir, fp_op op, uint32_t k, int64_t *value);
/* The k-th bare word at top level behind the name of a custom form ("x", "slt", "addf", "release"); empty when there
 * is none. */
fp_str fp_ir_word(const struct fp_ir *ir, fp_op op, uint32_t k);
/* A string without its quotes: attribute `name`, or in the custom form the k-th string of the op; empty: none. */
fp_str fp_ir_string(const struct fp_ir *ir, fp_op op, fp_str name, uint32_t k);
/* What stands in the k-th angle brackets of a custom form, from the end if k < 0: `<Workgroup>`; empty: none. */
fp_str fp_ir_angles(const struct fp_ir *ir, fp_op op, int k);
/* The condition by which a branch takes the first of its two ways, and else the second; NULL: it has other ways. */
const fp_use *fp_ir_two_ways(const struct fp_ir *ir, fp_op op);
/* The number of the k-th case of a switch: `case 2`, or the k-th of the attribute with the cases. */
bool fp_ir_case(const struct fp_ir *ir, fp_op op, uint32_t k, int64_t *value);
bool fp_ir_flag(const struct fp_ir *ir, fp_op op, fp_str name); /* is the attribute there, and not false? */
/* Is `word` the name of one of the op's attributes, in the value of one, or alone in angle brackets? */
bool fp_ir_says(const struct fp_ir *ir, fp_op op, fp_str word);
/* Do the two ops differ in the values that they name, and in nothing else? */
bool fp_ir_alike(const struct fp_ir *ir, fp_op x, fp_op y);
bool fp_ir_repeats(const struct fp_ir *ir, fp_op x, fp_op y); /* do they name the same values, too? */
/* How an op with arith CMP compares: by its name, its first word or string (`slt`, "ult"), or attribute `predicate`. */
fp_predicate fp_ir_predicate(const struct fp_ir *ir, fp_op op);
/* What an access or a fence says of its memory ordering: bits (FP_ORDERING_*, facts/op_table.h). */
uint8_t fp_ir_ordering(const struct fp_ir *ir, fp_op op);
/* The ops with a name that no table has, rising. Valid until the context's answers are emptied. */
const fp_numbers *fp_ir_unlisted(const struct fp_ir *ir);
/* Is the op, whose row says that it works on behind the text, one that a later pass lets wait for itself? */
bool fp_ir_waits_for_itself(const struct fp_ir *ir, fp_op op);
uint8_t fp_ordering_of_words(fp_str text); /* "AcquireRelease|WorkgroupMemory": of all words of orderings in it */
/* The k-th symbol (`@lds`) of the op; empty when there is none. */
fp_str fp_ir_symbol(const struct fp_ir *ir, fp_op op, uint32_t k);
/* `k` of `@k` and of `@module::@k`. */
fp_str fp_symbol_name(fp_str symbol);
/* The intrinsic that the op calls, by a text or as if it were a function: "llvm.nvvm.barrier0"; empty: none. */
fp_str fp_ir_intrinsic(const struct fp_ir *ir, fp_op op);
/* The instructions of an assembly text, no more than `max`; of another op none. */
size_t fp_ir_instructions(const struct fp_ir *ir, fp_op op, fp_instruction *found, size_t max);
/* The row of that intrinsic, or of the op that reads a register or elects a thread as the assembly text does, which
 * does nothing else; NULL: none. */
const fp_op_info *fp_ir_called(const struct fp_ir *ir, fp_op op);
/* What the op's assembly text makes; false: it has none. */
bool fp_ir_assembly(const struct fp_ir *ir, fp_op op, fp_assembly_results *results);

/* The k-th type that stands after the op's last top-level `:` (custom form), or operand k's type in generic form;
 * aliases resolved. */
fp_str fp_ir_type_at(const struct fp_ir *ir, fp_op op, uint32_t k);
uint32_t fp_ir_type_count(const struct fp_ir *ir, fp_op op);
/* The k-th type behind the op's last arrow (`->`, `to`, `into`); empty when there is none. */
fp_str fp_ir_type_behind_arrow(const struct fp_ir *ir, fp_op op, uint32_t k);
/* Type of a value: its definition's, else from a use whose op names it; empty when nothing says. Aliases resolved. */
fp_str fp_ir_value_type(const struct fp_ir *ir, fp_value value);

/* Constant integer value of `value` when its definition is a constant op of any dialect (table: effect CONSTANT). */
bool fp_ir_constant(const struct fp_ir *ir, fp_value value, int64_t *constant);
/* Is it a constant vector or tensor of which all elements are `truth`? */
bool fp_ir_is_all(const struct fp_ir *ir, fp_value value, bool truth);
/* A row's count or id as far as the text says it. */
bool fp_ir_quantity(const struct fp_ir *ir, fp_op op, const fp_quantity *quantity, int64_t *value);
#endif
