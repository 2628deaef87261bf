/* Rows for ops of dialects that no table knows, from the words that people read in the table. */
#include "base/arena.h"
#include "base/chars.h"
#include "facts/op_table_rows.h"
#include <string.h>

typedef struct {
    struct fp_arena *keep; /* NULL: only check */
    const fp_own_op *op;
    fp_own_op_problem *problem;
} reader;

static bool refuse(reader *r, fp_str column, fp_str wanted, fp_str nearest) {
    *r->problem = (fp_own_op_problem){ column, wanted, nearest };
    return false;
}

/* ---- columns that are one of a list of words ---- */

typedef fp_str word_of(int value);
static fp_str effect_word(int value) { return fp_effect_traits_of[value].word; }
static fp_str counter_word(int value) { return fp_counter_name((fp_counter)value); }
static fp_str orders_word(int value) { return fp_orders_name((fp_orders)value); }
static fp_str view_word(int value) { return fp_view_name((fp_view)value); }

/* The value whose word is `text`; leaves `*value` alone when the column says nothing. */
static bool read_word(reader *r, fp_str column, fp_str text, word_of *word, int last, int *value) {
    if (!text.len) return true;
    fp_str nearest = { 0 };
    unsigned nearest_distance = (unsigned)text.len / 3 + 2;
    for (int i = 0; i <= last; i++) {
        fp_str known = word(i);
        if (!known.len) continue;
        if (fp_str_equal(known, text)) return *value = i, true;
        unsigned distance = fp_str_distance(known, text);
        if (distance < nearest_distance) nearest = known, nearest_distance = distance;
    }
    return refuse(r, column, FP_STR("a word that this column has in 'fencepost ops'"), nearest);
}

/* ---- columns that name operands and numbers ---- */

static const char *kept_word(reader *r, fp_str text) {
    return r->keep ? fp_str_printf(r->keep, "%.*s", FP_STR_ARG(text)).data : "";
}

static bool is_word(fp_str text) {
    for (size_t i = 0; i < text.len; i++)
        if (!fp_is_word(text.data[i])) return false;
    return text.len > 0;
}

/* "0": by number; "all"; "into": the value behind that word of the custom form. */
static bool read_operand(reader *r, fp_str column, fp_str text, fp_operand *operand) {
    enum { FP_OWN_OPERAND_MAX = 63 };
    int64_t number = 0;
    if (!text.len) return true;
    if (fp_str_equal(text, FP_STR("all")))
        *operand = FP_OPERAND_ALL;
    else if (fp_str_int(text, &number) && number >= 0 && number <= FP_OWN_OPERAND_MAX)
        *operand = FP_OPERAND((int8_t)number);
    else if (is_word(text) && number == 0)
        *operand = (fp_operand){ -1, -1, kept_word(r, text) };
    else
        return refuse(r, column,
                      FP_STR("the number of an operand from 0, \"all\", or the word that the operand stands behind"),
                      (fp_str){ 0 });
    return true;
}

/* "2": that number; "num": the attribute, or the first number of the custom form. */
static bool read_quantity(reader *r, fp_str column, fp_str text, fp_quantity *quantity) {
    int64_t number = 0;
    if (!text.len) return true;
    if (fp_str_int(text, &number)) {
        *quantity = (fp_quantity){ .from = FP_FROM_FIXED, .value = number, .absent_known = true };
        return true;
    }
    if (!is_word(text)) return refuse(r, column, FP_STR("a number or the name of an attribute"), (fp_str){ 0 });
    *quantity = (fp_quantity){ .from = FP_FROM_LITERAL, .name = { kept_word(r, text), text.len } };
    return true;
}

/* ---- rows ---- */

static bool read_row(reader *r, fp_op_info *info) {
    static const fp_op_info nothing[] = { FP_OP("", NONE) };
    const fp_own_op *op = r->op;
    const fp_op_info *like = NULL;
    if (!op->row.name.len || !is_word(op->row.name) || fp_str_find(op->row.name, '.') == op->row.name.len)
        return refuse(r, FP_STR("name"),
                      FP_STR("the op's name with its dialect, \"acme.store\"; or \"acme.\" for all that begins so"),
                      (fp_str){ 0 });
    if (op->like.len && !(like = fp_op_info_find(op->like)))
        return refuse(r, FP_STR("like"), FP_STR("an op that 'fencepost ops' lists"), fp_op_nearest(op->like));
    if (!like && !op->row.effect.len)
        return refuse(r, FP_STR("effect"), FP_STR("what the op does, or \"like\" with an op that does the same"),
                      (fp_str){ 0 });

    *info = like ? *like : *nothing;
    int effect = (int)info->effect, counter = (int)info->counter, orders = (int)info->orders, view = (int)info->view;
    if (!read_word(r, FP_STR("effect"), op->row.effect, effect_word, FP_EFFECT_BY_TEXT, &effect) ||
        !read_word(r, FP_STR("counter"), op->row.counter, counter_word, FP_COUNTER_NAMED, &counter) ||
        !read_word(r, FP_STR("orders"), op->row.orders, orders_word, FP_ORDERS_BACKOFF, &orders) ||
        !read_word(r, FP_STR("alias"), op->row.alias, view_word, FP_VIEW_UNKNOWN, &view) ||
        !read_operand(r, FP_STR("reads"), op->row.reads, &info->read) ||
        !read_operand(r, FP_STR("writes"), op->row.writes, &info->write) ||
        !read_quantity(r, FP_STR("count"), op->row.count, &info->count) ||
        !read_quantity(r, FP_STR("id"), op->row.id, &info->id))
        return false;
    if (fp_effect_traits_of[effect].like && (!like || like->effect != (fp_effect)effect))
        return refuse(r, FP_STR("like"), FP_STR("an op of that effect: it says how regions, branches and calls go"),
                      (fp_str){ 0 });
    if (effect != (int)info->effect) info->uniformity = DEFAULT_UNIFORM((fp_effect)effect);
    info->effect = (fp_effect)effect, info->counter = (fp_counter)counter, info->orders = (fp_orders)orders,
    info->view = (fp_view)view;
    if (!like) {
        if (fp_effect_traits_of[effect].touches) info->shape = FP_SHAPE_UNKNOWN;
        if (info->effect == FP_EFFECT_VIEW && !op->row.alias.len) info->view = FP_VIEW_UNKNOWN;
        if (fp_effect_traits_of[effect].orders && !op->row.orders.len)
            info->orders = info->effect == FP_EFFECT_WAIT ? FP_ORDERS_OWN : FP_ORDERS_ALL;
    }
    info->prefix = op->row.name.data[op->row.name.len - 1] == '.';
    info->name = op->row.name;
    info->full_name = (fp_str){ 0 };
    if (op->row.targets.len) info->targets = op->row.targets, info->vendor = FP_VENDOR_ANY;
    if (op->row.note.len) info->note = op->row.note;
    if (!r->keep) return true;
    info->name = fp_str_copy(r->keep, info->name);
    info->targets = fp_str_copy(r->keep, info->targets);
    info->note = fp_str_copy(r->keep, info->note);
    return true;
}

bool fp_own_op_check(const fp_own_op *op, fp_own_op_problem *problem) {
    fp_op_info unused;
    return read_row(&(reader){ NULL, op, problem }, &unused);
}

fp_own_rows fp_own_rows_make(struct fp_arena *keep, const fp_own_op *ops, size_t count) {
    fp_op_info *rows = count ? FP_NEW(keep, fp_op_info, count) : NULL;
    fp_own_rows own = { rows, 0 };
    fp_own_op_problem unused;
    for (size_t i = 0; i < count; i++)
        if (read_row(&(reader){ keep, &ops[i], &unused }, &rows[own.count])) own.count++;
    return own;
}

/* The exact row, else that of the longest prefix: a project has few. */
static const fp_op_info *find_own(const fp_own_rows *own, fp_str name) {
    const fp_op_info *best = NULL;
    for (size_t i = 0; i < own->count; i++) {
        const fp_op_info *row = &own->rows[i];
        if (row->prefix ? !fp_str_starts(name, row->name) : !fp_str_equal(name, row->name)) continue;
        if (!row->prefix) return row;
        if (!best || row->name.len > best->name.len) best = row;
    }
    return best;
}

const fp_op_info *fp_op_info_find_with(const fp_own_rows *own, fp_str name) {
    const fp_op_info *ours = find_own(own, name), *known = ours && !ours->prefix ? NULL : fp_op_info_find(name);
    return ours && (!known || (known->prefix && known->name.len <= ours->name.len)) ? ours : known;
}
