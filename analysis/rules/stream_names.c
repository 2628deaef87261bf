#include "rules/stream_names.h"
#include "rules/places.h"

enum { OF_ONE_KIND_MAX = FP_NAMES_MAX / 2 }; /* names of one object, or of phases, at one place */

/* A name that nothing of the kernel has. */
fp_str fp_fresh_name(fp_sight *s, const char *word) {
    fp_str text = fp_ir_text(s->ir, s->ir->ops[0].span), name;
    do {
        name = fp_str_printf(s->keep, "%%%s_%u", word, s->fresh);
        s->fresh++;
    } while (fp_str_contains(text, name));
    return name;
}

/* ---- objects ---- */
bool fp_op_arrives(const fp_sight *s, fp_op op) {
    return fp_op_does(s, op, FP_DOES_ARRIVE) || fp_op_does(s, op, FP_DOES_ARRIVE_AFTER) ||
           fp_op_does(s, op, FP_DOES_EXPECT);
}

const fp_use *fp_object_use(const fp_sight *s, fp_op op) {
    const fp_op_info *info = fp_row_of_op(s, op);
    if (!info) return NULL;
    if (!fp_operand_is_none(info->arrives_on)) return fp_ir_operand(s->ir, op, info->arrives_on);
    return fp_ir_operand(s->ir, op, fp_operand_is_none(info->object) ? info->read : info->object);
}

const fp_use *fp_condition_use(const fp_sight *s, fp_op op) {
    const fp_op_info *info = fp_row_of_op(s, op);
    const fp_use *use =
        info ? fp_ir_operand(s->ir, op, fp_operand_is_none(info->when) ? info->condition : info->when) : NULL;
    return use && use->value != FP_NONE ? use : NULL;
}

fp_value fp_object_root(const fp_sight *s, fp_op op) {
    const fp_use *use = op == FP_NONE ? NULL : fp_object_use(s, op);
    return use && use->value != FP_NONE ? fp_view_root(s->ir, use->value) : FP_NONE;
}

/* The ops of that kind whose object is of this allocation. */
fp_op_list fp_ops_on(const fp_sight *s, fp_does what, fp_value root) {
    fp_op_list list = { 0 };
    for (fp_op op = s->first; op < s->end; op++)
        if (fp_op_does(s, op, what) && root != FP_NONE && fp_object_root(s, op) == root) *FP_PUSH(s->keep, &list) = op;
    return list;
}

/* Ops on objects are written as the kernel initialises them, or waits for them. */
fp_str fp_object_dialect(const fp_sight *s) {
    fp_str name = { "", 0 };
    for (fp_op op = s->first; op < s->end; op++) {
        if (fp_op_does(s, op, FP_DOES_INIT)) return s->ir->ops[op].name;
        if (fp_op_does(s, op, FP_DOES_WAIT)) name = s->ir->ops[op].name;
    }
    return name;
}

/* The type of objects as the ops that initialise them, or wait for them, write it. */
static fp_str type_text(const fp_sight *s, fp_str type) {
    for (fp_op op = s->first; op < s->end; op++) {
        const fp_op_node *node = &s->ir->ops[op];
        const fp_token *last = node->token_count ? &s->ir->tokens[node->first_token + node->token_count - 1] : NULL;
        bool writes = fp_op_does(s, op, FP_DOES_INIT) || fp_op_does(s, op, FP_DOES_WAIT);
        const fp_use *use = writes ? fp_object_use(s, op) : NULL;
        if (use && last && last->kind == FP_TOKEN_TYPE && fp_str_equal(fp_ir_value_type(s->ir, use->value), type))
            return fp_ir_text(s->ir, last->span);
    }
    return type;
}

fp_name fp_object_named(const fp_sight *s, fp_op op) {
    const fp_value_info *v = &s->ir->values[fp_object_use(s, op)->value];
    return (fp_name){ v->name, type_text(s, fp_ir_value_type(s->ir, fp_object_use(s, op)->value)), { "", 0 } };
}

static void add_name(fp_names *names, fp_name name) {
    for (uint32_t i = 0; i < names->len; i++)
        if (fp_str_equal(names->data[i].value, name.value)) return;
    if (names->len < sizeof names->data / sizeof *names->data) names->data[names->len++] = name;
}

fp_str fp_lines_joined(const fp_sight *s, fp_str lines, fp_str more) {
    if (lines.len == 0 || more.len == 0) return lines.len ? lines : more;
    return fp_str_printf(s->keep, "%.*s\n%.*s", FP_STR_ARG(lines), FP_STR_ARG(more));
}

/* A number of that type; `lines` when none is seen. */
fp_name fp_number_at(fp_sight *s, fp_op at, int64_t number, fp_str type) {
    int64_t constant;
    for (fp_value v = 0; v < s->ir->value_count; v++)
        if (s->ir->values[v].block == FP_NONE && fp_str_equal(fp_ir_value_type(s->ir, v), type) &&
            fp_ir_constant(s->ir, v, &constant) && constant == number && fp_value_is_seen(s->ir, v, at))
            return (fp_name){ s->ir->values[v].name, type, { "", 0 } };
    fp_str name = fp_fresh_name(s, "phase");
    fp_object_words words = { .object = name, .type = type, .count = number };
    return (fp_name){ name, type, fp_emit_object(s->keep, FP_OBJECT_CONSTANT, (fp_str){ "", 0 }, &words) };
}

static fp_str with_use(const fp_sight *s, fp_str text, fp_str from, fp_str to) {
    for (size_t at = 0; at + from.len <= text.len; at++) {
        bool ends = at + from.len == text.len || text.data[at + from.len] == ' ' || text.data[at + from.len] == ']' ||
                    text.data[at + from.len] == '[' || text.data[at + from.len] == ',';
        if (!ends || !fp_str_equal(fp_str_slice(text, at, at + from.len), from)) continue;
        return fp_str_printf(s->keep, "%.*s%.*s%.*s", (int)at, text.data, FP_STR_ARG(to),
                             FP_STR_ARG(fp_str_slice(text, at + from.len, text.len)));
    }
    return (fp_str){ "", 0 };
}

/* The slot `index` of `array`, written as `view` writes a slot of such an array. */
static void add_slot(fp_sight *s, fp_names *names, fp_op view, fp_value array, fp_name index) {
    const fp_use *source = fp_ir_operand(s->ir, view, fp_row_of_op(s, view)->read);
    fp_str text = fp_place_text(s->ir, view), equals = FP_STR(" = "), old;
    fp_subscripts slots = fp_ir_list(s->ir, view, 0);
    if (!source || text.len == 0 || slots.len != 1 || !slots.data[0].is_value) return;
    size_t at = fp_str_find(text, '=');
    fp_str rest = fp_str_slice(text, at + 2, text.len), name = fp_fresh_name(s, "slot");
    old = fp_ir_text(s->ir, source->span);
    rest = with_use(s, rest, old, s->ir->values[array].name);
    rest = with_use(s, rest, s->ir->values[slots.data[0].value].name, index.value);
    if (rest.len == 0) return;
    fp_str line = fp_str_printf(s->keep, "%.*s%.*s%.*s", FP_STR_ARG(name), FP_STR_ARG(equals), FP_STR_ARG(rest));
    add_name(names, (fp_name){ name, type_text(s, fp_ir_value_type(s->ir, s->ir->ops[view].first_result)),
                               fp_lines_joined(s, index.lines, line) });
}

static bool is_slot(const fp_sight *s, fp_op op) {
    return fp_row_of_op(s, op) && fp_row_of_op(s, op)->view == FP_VIEW_SLOT;
}

/* The number of the slot that a view is of; -1: the text has none. */
static int64_t slot_of(const fp_sight *s, fp_value view) {
    fp_op def = fp_ir_definition(s->ir, view);
    fp_subscripts slots = def != FP_NONE && is_slot(s, def) ? fp_ir_list(s->ir, def, 0) : (fp_subscripts){ 0 };
    int64_t slot;
    return slots.len == 1 && slots.data[0].is_value && fp_ir_constant(s->ir, slots.data[0].value, &slot) ? slot : -1;
}

fp_object_place fp_object_place_of(const fp_sight *s, fp_op op) {
    fp_object_place place = { fp_object_root(s, op), -1, FP_NONE };
    const fp_use *when = fp_condition_use(s, op);
    int64_t constant;
    if (place.root != FP_NONE) place.slot = slot_of(s, fp_object_use(s, op)->value);
    if (when && !fp_ir_constant(s->ir, when->value, &constant)) place.when = when->value;
    return place;
}

static bool may_be_meant(const fp_sight *s, fp_value view, fp_object_place meant) {
    return meant.slot < 0 || slot_of(s, view) < 0 || slot_of(s, view) == meant.slot;
}

/* The number by which the op takes a slot of an array; FP_NONE: it takes none. */
static fp_value slot_index(const fp_sight *s, fp_op op) {
    fp_subscripts slots = is_slot(s, op) ? fp_ir_list(s->ir, op, 0) : (fp_subscripts){ 0 };
    return slots.len == 1 && slots.data[0].is_value ? slots.data[0].value : FP_NONE;
}

/* Does an op behind this one, or one that the place sees, take a slot of that number: of the allocation, or of any? */
static bool is_slot_named(const fp_sight *s, fp_op at, fp_op op, fp_value index, fp_value root) {
    for (fp_op other = s->first; other < at; other++) {
        if (slot_index(s, other) != index) continue;
        fp_value slot = s->ir->ops[other].first_result;
        if (other > op || (fp_view_root(s->ir, slot) == root && fp_value_is_seen(s->ir, slot, at))) return true;
    }
    return false;
}

/* Slots of the array that the place sees: the one that is meant, else by the numbers that other arrays' slots have
 * there. */
static void add_slots(fp_sight *s, fp_names *names, fp_op at, fp_object_place meant) {
    fp_value root = meant.root;
    fp_op view = FP_NONE;
    fp_value array = FP_NONE;
    for (fp_op op = s->first; op < s->end && view == FP_NONE; op++)
        if (is_slot(s, op) && fp_view_root(s->ir, s->ir->ops[op].first_result) == root) view = op;
    const fp_use *source = view == FP_NONE ? NULL : fp_ir_operand(s->ir, view, fp_row_of_op(s, view)->read);
    fp_str type = source ? fp_ir_value_type(s->ir, source->value) : (fp_str){ "", 0 };
    for (fp_value v = 0; v < s->ir->value_count && type.len; v++)
        if (fp_str_equal(fp_ir_value_type(s->ir, v), type) && fp_view_root(s->ir, v) == root &&
            fp_value_is_seen(s->ir, v, at))
            array = v;
    for (fp_op op = at; op-- > s->first && array != FP_NONE && names->len < OF_ONE_KIND_MAX;) {
        fp_value index = slot_index(s, op);
        if (index == FP_NONE) continue;
        if (meant.slot >= 0) {
            add_slot(s, names, view, array, fp_number_at(s, at, meant.slot, fp_ir_value_type(s->ir, index)));
            return;
        }
        fp_name number = { s->ir->values[index].name, { "", 0 }, { "", 0 } };
        if (fp_value_is_seen(s->ir, index, at) && !is_slot_named(s, at, op, index, root))
            add_slot(s, names, view, array, number);
    }
}

/* How the objects of an allocation can be named at the place. */
fp_names fp_names_at(fp_sight *s, fp_op at, fp_object_place meant) {
    fp_names names = { .len = 0 };
    fp_value root = meant.root;
    fp_op some = FP_NONE;
    for (fp_op op = s->first; op < s->end && some == FP_NONE && root != FP_NONE; op++)
        if ((fp_op_does(s, op, FP_DOES_WAIT) || fp_op_does(s, op, FP_DOES_INIT) || fp_op_does(s, op, FP_DOES_ARRIVE)) &&
            fp_object_root(s, op) == root)
            some = op;
    if (some == FP_NONE) return names;
    fp_str type = fp_ir_value_type(s->ir, fp_object_use(s, some)->value);
    for (fp_value v = s->ir->value_count; v-- > 0 && names.len < OF_ONE_KIND_MAX;)
        if (fp_str_equal(fp_ir_value_type(s->ir, v), type) && fp_view_root(s->ir, v) == root &&
            fp_value_is_seen(s->ir, v, at) && may_be_meant(s, v, meant))
            add_name(&names, (fp_name){ s->ir->values[v].name, type_text(s, type), { "", 0 } });
    add_slots(s, &names, at, meant);
    return names;
}

/* ---- phases ---- */
const fp_use *fp_phase_use(const fp_sight *s, fp_op wait) {
    const fp_op_info *info = fp_row_of_op(s, wait);
    if (!info) return NULL;
    if (info->parity) return fp_ir_operand(s->ir, wait, FP_OPERAND((int8_t)info->parity));
    return fp_operand_is_none(info->phase) ? NULL : fp_ir_operand(s->ir, wait, info->phase);
}

static fp_str phase_type(const fp_sight *s) {
    for (fp_op op = s->first; op < s->end; op++)
        if (fp_phase_use(s, op)) return fp_ir_value_type(s->ir, fp_phase_use(s, op)->value);
    return FP_STR("i32");
}

static void add_phase(const fp_sight *s, fp_names *names, fp_op at, fp_value value, fp_str type) {
    int64_t constant;
    if (value != FP_NONE && !fp_ir_constant(s->ir, value, &constant) && fp_value_is_seen(s->ir, value, at))
        add_name(names, (fp_name){ s->ir->values[value].name, type, { "", 0 } });
}

static uint32_t count_uses(const fp_sight *s, fp_value value) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->ir->use_count; i++) count += s->ir->uses[i].value == value;
    return count;
}

/* Does a loop carry the value, or a graph of blocks hand it on? What a loop counts by is not carried. */
static bool is_carried(const fp_sight *s, fp_value value) {
    const fp_value_info *v = &s->ir->values[value];
    if (v->block == FP_NONE || s->ir->blocks[v->block].op <= s->first) return false;
    const fp_block_info *block = &s->ir->blocks[v->block];
    if (fp_ir_region(s->ir, block->op, block->region) != v->block) return true;
    const fp_op_info *info = fp_row_of_op(s, block->op);
    if (info && info->region == FP_REGION_WHILE && block->region > 0) return true; /* its test hands them on */
    uint32_t count;
    return fp_ir_inits(s->ir, block->op, &count) && count <= block->arg_count && v->index >= block->arg_count - count;
}

/* What hands values on stands at the end of a block. */
static bool hands_on(const fp_sight *s, fp_op op) {
    return s->ir->ops[op].next == FP_NONE && s->ir->ops[op].region_count == 0;
}

/* Nobody uses the number, but what hands it on: it may have been made for what is missing. */
static bool is_idle(const fp_sight *s, fp_value value) {
    const fp_value_info *v = &s->ir->values[value];
    bool idle = v->block == FP_NONE && v->def > s->first && v->def < s->end;
    for (fp_op op = idle ? v->def : s->end; op < s->end && idle; op++)
        for (uint32_t i = 0; i < s->ir->ops[op].use_count && idle; i++)
            idle = s->ir->uses[s->ir->ops[op].first_use + i].value != value || hands_on(s, op);
    return idle;
}

/* Numbers of that type that the place sees and that are idle, the nearest first. */
static void add_idle(const fp_sight *s, fp_names *names, fp_op at, fp_str type) {
    for (fp_value v = s->ir->value_count; v-- > 0 && names->len < FP_NAMES_MAX / 4;)
        if (fp_str_equal(fp_ir_value_type(s->ir, v), type) && is_idle(s, v)) add_phase(s, names, at, v, type);
}

/* What a block is handed on; FP_NONE: any block. A phase that is not waited for is used for its own update only. */
static void add_handed(const fp_sight *s, fp_names *names, fp_op at, fp_str type, fp_block block) {
    enum { USES_MAX = 4 };
    for (uint32_t uses = 0; uses <= USES_MAX; uses++)
        for (fp_value v = s->ir->value_count; v-- > 0 && names->len < FP_NAMES_MAX - 2;)
            if ((block == FP_NONE || s->ir->values[v].block == block) &&
                fp_str_equal(fp_ir_value_type(s->ir, v), type) && is_carried(s, v) && count_uses(s, v) == uses)
                add_phase(s, names, at, v, type);
}

/* What loops and blocks hand on: of the loop around the place first. */
static void add_carried(const fp_sight *s, fp_names *names, fp_op at, fp_str type) {
    if (s->ir->ops[at].block != FP_NONE) add_handed(s, names, at, type, s->ir->ops[at].block);
    add_handed(s, names, at, type, FP_NONE);
}

/* The phases of the waits nearest to the place come first. */
static void add_waited(const fp_sight *s, fp_names *names, fp_op at, fp_str type) {
    fp_op before = at, behind = at;
    while (names->len < OF_ONE_KIND_MAX && (before > s->first || behind + 1 < s->end)) {
        fp_op nearest = behind + 1 < s->end && (before <= s->first || behind - at < at - before) ? ++behind : --before;
        const fp_use *use = fp_phase_use(s, nearest);
        if (use) add_phase(s, names, at, use->value, type);
    }
}

fp_names fp_phases_at(fp_sight *s, fp_op at) {
    fp_names names = { .len = 0 };
    fp_str type = phase_type(s);
    add_idle(s, &names, at, type);
    add_waited(s, &names, at, type);
    add_carried(s, &names, at, type);
    for (int64_t number = 0; number < 2 && type.len; number++) add_name(&names, fp_number_at(s, at, number, type));
    return names;
}
