/* op_table_rows.h - the columns' short forms in ops.def, address.def and asm.def, and lookup in a table of such rows.
 * Only op_table*.c include it. */
#ifndef FP_OP_TABLE_ROWS_H
#define FP_OP_TABLE_ROWS_H
#include "facts/op_table.h"

#define STR(lit) \
    { "" lit, sizeof(lit) - 1 }
#define AT(n) \
    { (n), (n), NULL }
#define TEXT(n, t) \
    { (n), (t), NULL }
#define BEHIND(n, word) \
    { (n), -1, word }
#define NONE_AT \
    { -1, -1, NULL }
#define ALL \
    { -2, -2, NULL }
#define READS(memory) \
    { FP_UNTRACKED_##memory, 0 }
#define WRITES(memory) \
    { 0, FP_UNTRACKED_##memory }
#define READS_WRITES(memory) \
    { FP_UNTRACKED_##memory, FP_UNTRACKED_##memory }
#define ATTRIBUTE(lit) \
    { .from = FP_FROM_ATTRIBUTE, .name = STR(lit) }
#define ATTRIBUTE2(lit, older) \
    { .from = FP_FROM_ATTRIBUTE, .name = STR(lit), .other = STR(older) }
#define ATTRIBUTE_OR(lit, v) \
    { .from = FP_FROM_ATTRIBUTE, .name = STR(lit), .value = (v), .absent_known = true }
#define LITERAL(k, lit) \
    { .from = FP_FROM_LITERAL, .name = STR(lit), .index = (k) }
#define LITERAL2(k, lit, older) \
    { .from = FP_FROM_LITERAL, .name = STR(lit), .other = STR(older), .index = (k) }
#define OPERAND(n, t) \
    { .from = FP_FROM_OPERAND, .operand = TEXT(n, t) }
#define OPERAND_BEHIND(n, word) \
    { .from = FP_FROM_OPERAND, .operand = BEHIND(n, word) }
#define OPERAND_BEHIND_OR(n, word, v) \
    { .from = FP_FROM_OPERAND, .operand = BEHIND(n, word), .value = (v), .absent_known = true }
#define FIXED(v) \
    { .from = FP_FROM_FIXED, .value = (v), .absent_known = true }
#define MIXED(constants, n, g) \
    { .name = constants, .ods = (n), .group = (g), .span = 1 }
#define WORDED(constants, n, w) \
    { .name = constants, .word = w, .ods = (n), .span = 1 }
#define RENAMED(before, constants, n, w) \
    { .name = constants, .old_name = before, .word = w, .ods = (n), .span = 1 }
#define SPANNED(n, w) \
    { .word = w, .ods = (n), .span = 3 }

/* How far threads agree on the results when a row does not say. */
#define DEFAULT_UNIFORM(effect)                                                             \
    ((effect) == FP_EFFECT_READ || (effect) == FP_EFFECT_READ_WRITE ? FP_UNIFORM_OF_ADDRESS \
     : (effect) == FP_EFFECT_ATOMIC                                 ? FP_UNIFORM_LANE       \
                                                                    : FP_UNIFORM_JOIN)

/* Rows name only what differs from these: a later initialiser of the same field wins, which is what the table relies
 * on. */
#pragma GCC diagnostic ignored "-Woverride-init"
#define FP_OP(spelling, effect_, ...)                     \
    { .name = STR(spelling),                              \
      .effect = FP_EFFECT_##effect_,                      \
      .read = NONE_AT,                                    \
      .write = NONE_AT,                                   \
      .second = NONE_AT,                                  \
      .object = NONE_AT,                                  \
      .condition = NONE_AT,                               \
      .mask = NONE_AT,                                    \
      .adds = NONE_AT,                                    \
      .filler = NONE_AT,                                  \
      .when = NONE_AT,                                    \
      .described = NONE_AT,                               \
      .arrives_on = NONE_AT,                              \
      .token = NONE_AT,                                   \
      .phase = NONE_AT,                                   \
      .tensor = NONE_AT,                                  \
      .tensor_read = NONE_AT,                             \
      .tensor_second = NONE_AT,                           \
      .tensor_half = NONE_AT,                             \
      .tensor_packed = NONE_AT,                           \
      .tensor_pair = NONE_AT,                             \
      .accumulates = NONE_AT,                             \
      .several = NONE_AT,                                 \
      .uniformity = DEFAULT_UNIFORM(FP_EFFECT_##effect_), \
      __VA_ARGS__ },
#define FP_SHORT(spelling, full) { .name = STR(spelling), .full_name = STR(full) },

/* The exact row of a sorted table, or the longest prefix row; NULL when there is none. */
const fp_op_info *fp_rows_find(const fp_op_info *rows, size_t count, fp_str name);
#endif
