#include "base/chars.h"
#include "facts/op_table_rows.h"
#include <assert.h>
#include <string.h>

static const fp_op_info op_rows[] = {
#include "facts/ops.def"
};
static const fp_op_info address_rows[] = {
#include "facts/address.def"
};
const fp_effect_traits fp_effect_traits_of[FP_EFFECTS] = {
#define FP_EFFECT(name, word, ...) [FP_EFFECT_##name] = { STR(word), __VA_ARGS__ },
#include "facts/effects.def"
};
enum { OP_ROWS = sizeof op_rows / sizeof *op_rows, ADDRESS_ROWS = sizeof address_rows / sizeof *address_rows };

/* How many rows come before or are `name`. */
static size_t rows_up_to(const fp_op_info *rows, size_t count, fp_str name) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (fp_str_compare(rows[middle].name, name) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t common_prefix(fp_str a, fp_str b) {
    size_t common = 0;
    while (common < a.len && common < b.len && a.data[common] == b.data[common]) common++;
    return common;
}

/* The exact row or the longest prefix row. Every prefix row of `name` sorts at or before it, and so does each row
 * between the two: looking at the row before the insertion point tells how much of the name a prefix row can still
 * share. */
const fp_op_info *fp_rows_find(const fp_op_info *rows, size_t count, fp_str name) {
    bool whole = true;
    for (fp_str part = name; part.len;) {
        size_t end = rows_up_to(rows, count, part);
        if (end == 0) return NULL;
        const fp_op_info *row = &rows[end - 1];
        size_t common = common_prefix(row->name, part);
        if (common == row->name.len && (row->prefix || (whole && common == name.len))) return row;
        whole = false;
        part.len = common < part.len ? common : part.len - 1;
    }
    return NULL;
}

const fp_op_info *fp_op_info_find(fp_str name) {
    const fp_op_info *row = fp_rows_find(op_rows, OP_ROWS, name);
    if (row && row->full_name.len) return fp_rows_find(op_rows, OP_ROWS, row->full_name);
    if (row && !row->prefix) return row;
    const fp_op_info *pure = fp_rows_find(address_rows, ADDRESS_ROWS, name);
    return !row || (pure && pure->name.len > row->name.len) ? pure : row;
}

size_t fp_op_info_count(void) { return OP_ROWS; }

const fp_op_info *fp_op_info_at(size_t index) {
    assert(index < OP_ROWS);
    const fp_op_info *row = &op_rows[index];
    return row->full_name.len || row->prefix ? fp_op_info_find(row->name) : row;
}

fp_predicate fp_predicate_named(fp_str word) {
    static const fp_str words[] = { STR("eq"),  STR("ne"),  STR("slt"), STR("sle"), STR("sgt"),
                                    STR("sge"), STR("ult"), STR("ule"), STR("ugt"), STR("uge") };
    for (int i = 0; i < FP_PREDICATE_NONE; i++)
        if (fp_str_equal(words[i], word)) return (fp_predicate)i;
    return FP_PREDICATE_NONE;
}

bool fp_predicate_holds(fp_predicate test, int64_t a, int64_t b, uint8_t width) {
    uint64_t plain_a = fp_low_bits(a, width), plain_b = fp_low_bits(b, width);
    switch (test) {
    case FP_PREDICATE_EQ: return a == b;
    case FP_PREDICATE_NE: return a != b;
    case FP_PREDICATE_SLT: return a < b;
    case FP_PREDICATE_SLE: return a <= b;
    case FP_PREDICATE_SGT: return a > b;
    case FP_PREDICATE_SGE: return a >= b;
    case FP_PREDICATE_ULT: return plain_a < plain_b;
    case FP_PREDICATE_ULE: return plain_a <= plain_b;
    case FP_PREDICATE_UGT: return plain_a > plain_b;
    case FP_PREDICATE_UGE: return plain_a >= plain_b;
    case FP_PREDICATE_NONE: break;
    }
    return false;
}

/* ---- words for people ---- */

fp_str fp_orders_name(fp_orders orders) {
    switch (orders) {
    case FP_ORDERS_NONE: return FP_STR("none");
    case FP_ORDERS_ALL: return FP_STR("all");
    case FP_ORDERS_WORKGROUP: return FP_STR("workgroup");
    case FP_ORDERS_INITS: return FP_STR("inits of mbarriers");
    case FP_ORDERS_OWN: return FP_STR("own operations");
    case FP_ORDERS_MEMFENCE: return FP_STR("by attribute address_spaces");
    case FP_ORDERS_FLAGS: return FP_STR("by its flags");
    case FP_ORDERS_SEMANTICS: return FP_STR("by attribute memory_semantics");
    case FP_ORDERS_SYNCSCOPE: return FP_STR("by syncscope, ordering and llvm.mmra");
    case FP_ORDERS_KIND: return FP_STR("by attribute kind");
    case FP_ORDERS_BACKOFF: return FP_STR("none; all on chips without back-off barriers");
    }
    return (fp_str){ 0 };
}

fp_str fp_view_name(fp_view view) {
    switch (view) {
    case FP_VIEW_NONE: return (fp_str){ 0 };
    case FP_VIEW_SAME: return FP_STR("same bytes");
    case FP_VIEW_SUBVIEW: return FP_STR("offsets, sizes, strides");
    case FP_VIEW_BYTES: return FP_STR("byte shift");
    case FP_VIEW_REINTERPRET: return FP_STR("absolute offset, sizes, strides");
    case FP_VIEW_GEP: return FP_STR("pointer indices");
    case FP_VIEW_ACCESS_CHAIN: return FP_STR("access chain");
    case FP_VIEW_SLOT: return FP_STR("slot of the leading dimension");
    case FP_VIEW_SLICE: return FP_STR("offsets");
    case FP_VIEW_SELECT: return FP_STR("either operand");
    case FP_VIEW_SYMBOL: return FP_STR("the symbol's global");
    case FP_VIEW_ELEMENTWISE: return FP_STR("result i is operand i");
    case FP_VIEW_COLUMNS: return FP_STR("columns of the source");
    case FP_VIEW_PERMUTED: return FP_STR("the source in another order");
    case FP_VIEW_PEER: return FP_STR("the same place in another workgroup");
    case FP_VIEW_UNKNOWN: return FP_STR("somewhere in the source");
    }
    return (fp_str){ 0 };
}

static fp_str number_word(int64_t number) {
    static const fp_str words[] = { STR("-4"), STR("-3"), STR("-2"), STR("-1"), STR("0"),  STR("1"),  STR("2"),
                                    STR("3"),  STR("4"),  STR("5"),  STR("6"),  STR("7"),  STR("8"),  STR("9"),
                                    STR("10"), STR("11"), STR("12"), STR("13"), STR("14"), STR("15"), STR("16") };
    return number >= -4 && number <= 16 ? words[number + 4] : (fp_str)STR("many");
}

static fp_str operand_word(fp_operand operand) {
    if (operand.ods == -2) return FP_STR("all");
    if (operand.ods >= FP_ODS_MEMREF) return number_word(operand.ods - FP_ODS_MEMREF);
    if (operand.ods >= 0) return number_word(operand.ods);
    if (operand.word) return fp_str_of(operand.word);
    return (fp_str){ 0 };
}

static fp_str quantity_word(const fp_quantity *quantity) {
    switch (quantity->from) {
    case FP_FROM_NONE: return (fp_str){ 0 };
    case FP_FROM_ATTRIBUTE:
    case FP_FROM_LITERAL: return quantity->name;
    case FP_FROM_OPERAND: return operand_word(quantity->operand);
    case FP_FROM_FIXED: return number_word(quantity->value);
    }
    return (fp_str){ 0 };
}

/* Ops without an effect on workgroup memory that touch tensor memory, or arrive on an object, are told by that. */
static fp_effect effect_of(const fp_op_info *info) {
    bool reads = !fp_operand_is_none(info->tensor_read), writes = !fp_operand_is_none(info->tensor);
    if (info->effect != FP_EFFECT_NONE) return info->effect;
    if (info->does == FP_DOES_EXPECT || info->does == FP_DOES_ARRIVE) return FP_EFFECT_SIGNAL;
    if (info->does != FP_DOES_ACCESS || (!reads && !writes)) return FP_EFFECT_NONE;
    return reads && writes ? FP_EFFECT_READ_WRITE : reads ? FP_EFFECT_READ : FP_EFFECT_WRITE;
}

size_t fp_op_count(void) { return OP_ROWS + ADDRESS_ROWS; }

fp_op_row fp_op_at(size_t index) {
    assert(index < fp_op_count());
    const fp_op_info *row = index < OP_ROWS ? &op_rows[index] : &address_rows[index - OP_ROWS];
    const fp_op_info *full = row->full_name.len ? fp_op_info_find(row->full_name) : row;
    return (fp_op_row){ .name = row->name,
                        .effect = fp_effect_traits_of[effect_of(full)].word,
                        .reads = operand_word(full->read),
                        .writes = operand_word(full->write),
                        .alias = fp_view_name(full->view),
                        .counter = fp_counter_name(full->counter),
                        .count = quantity_word(&full->count),
                        .id = quantity_word(&full->id),
                        .orders =
                            fp_effect_traits_of[full->effect].orders ? fp_orders_name(full->orders) : (fp_str){ 0 },
                        .targets = full->targets,
                        .note = row->full_name.len ? row->full_name : full->note };
}

fp_str fp_op_nearest(fp_str name) {
    fp_str best = { 0 };
    unsigned best_distance = (unsigned)name.len / 3 + 2; /* further away it is another name, not a typing mistake */
    for (size_t i = 0; i < fp_op_count(); i++) {
        fp_str candidate = i < OP_ROWS ? op_rows[i].name : address_rows[i - OP_ROWS].name;
        unsigned distance = fp_str_distance(name, candidate);
        if (distance < best_distance) best = candidate, best_distance = distance;
    }
    return best;
}

/* Without their digits the two are the same: members of a family, like versions and widths. */
static bool differ_by_digits(fp_str a, fp_str b) {
    size_t i = 0, k = 0;
    while (true) {
        while (i < a.len && fp_is_digit(a.data[i])) i++;
        while (k < b.len && fp_is_digit(b.data[k])) k++;
        if (i == a.len || k == b.len) return i == a.len && k == b.len;
        if (a.data[i++] != b.data[k++]) return false;
    }
}

const fp_op_info *fp_op_misspelt(fp_str name) {
    enum { SHORT_NAME = 5 }; /* in a shorter one two wrong letters make another word */
    const fp_op_info *best = NULL;
    size_t dot = fp_str_find(name, '.');
    fp_str dialect = fp_str_slice(name, 0, dot + 1);
    if (dot == name.len) return NULL;
    unsigned best_distance = name.len - dialect.len < SHORT_NAME ? 2 : 3;
    for (size_t i = 0; i < fp_op_count(); i++) {
        const fp_op_info *row = i < OP_ROWS ? &op_rows[i] : &address_rows[i - OP_ROWS];
        if (row->prefix || !fp_str_starts(row->name, dialect) || differ_by_digits(name, row->name)) continue;
        unsigned distance = fp_str_distance(name, row->name);
        if (distance < best_distance) best = row, best_distance = distance;
    }
    return best && best->full_name.len ? fp_op_info_find(best->full_name) : best;
}
