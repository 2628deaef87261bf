#include "unit_part.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPS_MIN_EACH = 8, OPS_MAX_EACH = 48,    /* of a part, for each barrier passed over on average: fewer do not end it, where there are more the next barrier does */
    REST_ON_MAX = 4096,                     /* ops elsewhere that one interval rests on; more: it is no part */
    WORKGROUP_ID = -1,                      /* of the workgroup's own barrier, on chips with halves */
    COMPACT_FACTOR = 3, COMPACT_BYTES = 1 << 20
};

struct fp_parts *fp_parts_new(uint32_t one_in) {
    struct fp_arena *home = fp_arena_new();
    struct fp_parts *parts = FP_NEW(home, struct fp_parts, 1);
    parts->home = home;
    parts->one_in = one_in;
    parts->arena = fp_arena_new();
    parts->table = fp_arena_new();
    return parts;
}

void fp_parts_drop(struct fp_parts *parts) {
    fp_arena_drop(parts->table);
    fp_arena_drop(parts->arena);
    fp_arena_drop(parts->home);
}

uint64_t fp_part_name(fp_str name) { return fp_str_hash(fp_str_slice(name, 0, fp_str_find(name, '#'))); }

/* ---- definitions by name --------------------------------------------------------------------------------------------------------------------- */
static uint32_t slot_of(const struct fp_parts *parts, uint64_t name) { return (uint32_t)fp_hash_mix(name, 1) & (parts->capacity - 1); }

static void put_slot(struct fp_parts *parts, fp_part_definition definition) {
    uint32_t at = slot_of(parts, definition.name);
    while (parts->slots[at].part) at = (at + 1) & (parts->capacity - 1);
    parts->slots[at] = definition;
    parts->slot_count++;
}

static void add_definition(struct fp_parts *parts, fp_part_definition definition) {
    if ((parts->slot_count + 1) * 2 > parts->capacity) {
        struct fp_arena *table = parts->table;
        const fp_part_definition *old = parts->slots;
        uint32_t count = parts->capacity;
        parts->table = fp_arena_new();
        parts->capacity = count ? count * 2 : 1024;
        parts->slots = FP_NEW(parts->table, fp_part_definition, parts->capacity);
        parts->slot_count = 0;
        for (uint32_t i = 0; i < count; i++)
            if (old[i].part) put_slot(parts, old[i]);
        fp_arena_drop(table);
    }
    put_slot(parts, definition);
}

static void add_definitions(struct fp_parts *parts, fp_part *part) {
    for (uint32_t i = 0; i < part->op_count; i++) {
        const fp_part_op *op = &part->ops[i];
        for (uint32_t k = 0; k < op->result_count; k++) add_definition(parts, (fp_part_definition){ part->names[op->first_name + op->use_count + k], part, i });
    }
}

static bool is_before(fp_part_place a, fp_part_place b) { return a.part != b.part ? a.part < b.part : a.op < b.op; }

/* What the name means at `at`: its last definition before, else the first one behind. `several`: there are more. part FP_NONE: nobody defines it. */
static fp_part_place find_definition(const struct fp_parts *parts, uint64_t name, fp_part_place at, bool *several) {
    fp_part_place before = { FP_NONE, 0 }, behind = { FP_NONE, 0 };
    uint32_t count = 0;
    for (uint32_t slot = parts->capacity ? slot_of(parts, name) : 0; parts->capacity && parts->slots[slot].part; slot = (slot + 1) & (parts->capacity - 1)) {
        const fp_part_definition *found = &parts->slots[slot];
        if (found->name != name || found->part->stamp != parts->stamp) continue;
        fp_part_place place = { found->part->rank, found->op };
        count++;
        if (is_before(place, at)) {
            if (before.part == FP_NONE || is_before(before, place)) before = place;
        } else if (behind.part == FP_NONE || is_before(place, behind)) {
            behind = place;
        }
    }
    *several = count > 1;
    return before.part != FP_NONE ? before : behind;
}

bool fp_parts_define(const struct fp_parts *parts, uint64_t name) {
    bool several;
    return find_definition(parts, name, (fp_part_place){ 0, 0 }, &several).part != FP_NONE;
}

static void add_to_filter(fp_name_filter *filter, uint64_t name) { filter->words[name % FP_NAME_WORDS] |= UINT64_C(1) << (name >> 32) % 64; }

static bool may_share(const fp_name_filter *a, const fp_name_filter *b) {
    for (uint32_t i = 0; i < FP_NAME_WORDS; i++)
        if (a->words[i] & b->words[i]) return true;
    return false;
}

static uint64_t hash_of_part(const fp_part *part) { return fp_hash_mix((uint64_t)(uintptr_t)part, 1); }

typedef FP_VEC(uint64_t) name_list;

static void add_defined(struct fp_arena *scratch, name_list *names, const fp_part *part) {
    for (uint32_t i = 0; i < part->op_count; i++)
        for (uint32_t k = 0; k < part->ops[i].result_count; k++) *FP_PUSH(scratch, names) = part->names[part->ops[i].first_name + part->ops[i].use_count + k];
}

static int compare_hashes(const void *a, const void *b) { return (*(const uint64_t *)a > *(const uint64_t *)b) - (*(const uint64_t *)a < *(const uint64_t *)b); }

/* Names that are not equally often in both. */
static void note_changes(fp_name_filter *changed, name_list *a, name_list *b) {
    if (a->len > 1) qsort(a->data, a->len, sizeof *a->data, compare_hashes);
    if (b->len > 1) qsort(b->data, b->len, sizeof *b->data, compare_hashes);
    for (uint32_t i = 0, k = 0; i < a->len || k < b->len;) {
        bool first = k == b->len || (i < a->len && a->data[i] < b->data[k]), second = i == a->len || (k < b->len && b->data[k] < a->data[i]);
        if (first) add_to_filter(changed, a->data[i]);
        else if (second) add_to_filter(changed, b->data[k]);
        i += !second, k += !first;
    }
}

void fp_parts_place(struct fp_parts *parts, const fp_placed_part *list, uint32_t count) {
    struct fp_arena *scratch = fp_arena_new();
    name_list come = { 0 }, gone = { 0 };
    uint64_t before = parts->stamp++;
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].part->stamp != before) add_defined(scratch, &come, list[i].part);
        list[i].part->rank = i, list[i].part->stamp = parts->stamp;
    }
    memset(&parts->gone, 0, sizeof parts->gone);
    for (uint32_t i = 0; i < parts->placed.len; i++) {
        if (parts->placed.data[i]->stamp == parts->stamp) continue;
        add_to_filter(&parts->gone, hash_of_part(parts->placed.data[i]));
        add_defined(scratch, &gone, parts->placed.data[i]);
    }
    memset(&parts->changed, 0, sizeof parts->changed);
    note_changes(&parts->changed, &come, &gone);
    parts->placed.len = 0;
    for (uint32_t i = 0; i < count; i++) *FP_PUSH(parts->home, &parts->placed) = list[i].part;
    fp_arena_drop(scratch);
}

/* ---- sets of names --------------------------------------------------------------------------------------------------------------------------- */
typedef struct { uint64_t *slots; uint32_t capacity, count; } name_set;

static name_set new_set(struct fp_arena *scratch, uint32_t names) {
    name_set set = { .capacity = 16 };
    while (set.capacity < names * 2) set.capacity *= 2;
    set.slots = FP_NEW(scratch, uint64_t, set.capacity);
    return set;
}

/* False: it was there. Names are hashes, and none is 0. */
static bool add_name(name_set *set, uint64_t name) {
    uint32_t at = (uint32_t)fp_hash_mix(name, 1) & (set->capacity - 1);
    for (; set->slots[at]; at = (at + 1) & (set->capacity - 1))
        if (set->slots[at] == name) return false;
    assert(set->count * 2 < set->capacity);
    set->slots[at] = name;
    set->count++;
    return true;
}

/* ---- one op ---------------------------------------------------------------------------------------------------------------------------------- */
typedef struct {
    struct fp_parts *parts;
    struct fp_arena *scratch;
    const struct fp_ir *ir;
    name_list names;
    FP_VEC(fp_part_op) ops;
    uint32_t start, at, line;               /* of the part being made; how far line breaks were counted, and how many there were */
    bool simple;
    enum { RUN_BEFORE, RUN_SIGNALLED, RUN_BEHIND } run_at;              /* of the op read last: its barrier comes, or the other half, or stands before */
    uint32_t run_length;                    /* ops of the run so far */
} cutter;

static void count_lines(cutter *c, uint32_t to) {
    const char *text = c->ir->text.data;
    for (; c->at < to; c->at++) c->line += text[c->at] == '\n' || (text[c->at] == '\r' && !(c->at + 1 < c->ir->text.len && text[c->at + 1] == '\n'));
}

/* `f32`, `bf16`, `vector<4x8xf16>`. */
static bool is_data_type(fp_str type) {
    if (fp_str_starts(type, FP_STR("vector<"))) {
        size_t x = type.len;
        while (x > 0 && type.data[x - 1] != 'x') x--;
        type = fp_str_slice(type, x, type.len);
    }
    if (fp_str_starts(type, FP_STR("bf")) || fp_str_starts(type, FP_STR("tf"))) type = fp_str_slice(type, 1, type.len);
    return type.len >= 2 && type.data[0] == 'f' && type.data[1] >= '1' && type.data[1] <= '9';
}

/* The type has to stand in the part: other parts are told of it. */
static bool is_data(const cutter *c, fp_op op, fp_part_op *facts) {
    const struct fp_ir *ir = c->ir;
    fp_str type = fp_ir_result_type(ir, op, 0);
    if (!ir->ops[op].result_count || !is_data_type(type) || type.data < ir->text.data + c->start || type.data + type.len > ir->text.data + ir->ops[op].span.end) return false;
    for (uint32_t k = 1; k < ir->ops[op].result_count; k++)
        if (!fp_str_equal(fp_ir_result_type(ir, op, k), type)) return false;
    facts->said_start = (uint32_t)(type.data - ir->text.data) - c->start;
    facts->said_length = (uint32_t)type.len;
    facts->said = fp_str_hash(type);
    return true;
}

/* Counters of a thread: nothing but its own ops fills and empties them. */
static bool is_own_counter(fp_counter counter) {
    const fp_counter_info *info = fp_counter_info_of(counter);
    return counter != FP_COUNTER_NONE && info->counts != FP_COUNTS_OBJECT && info->moved_by != FP_MOVED_BY_PRODUCTS;
}

/* Does the op have an object in memory that completes it? Where it may have one the text is not looked at any closer. */
static bool may_have_object(const fp_op_info *info) { return info->object.ods >= 0 || info->object.text >= 0 || info->object.word; }

static bool waits_for_copies(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    return info && info->effect == FP_EFFECT_WAIT && is_own_counter(info->counter);
}

/* Half of the workgroup's own barrier, which no other one is taken for. */
static bool is_half(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *node = &ir->ops[op];
    const fp_op_info *info = node->info;
    int64_t id;
    if (!info || (info->effect != FP_EFFECT_SIGNAL && info->effect != FP_EFFECT_WAIT) || info->id.from != FP_FROM_LITERAL) return false;
    if (info->counter != FP_COUNTER_NONE || info->nonblocking || info->scope != FP_SCOPE_WORKGROUP) return false;
    bool known = node->generic ? fp_ir_attribute_int(ir, op, info->id.name, &id) : fp_ir_quantity(ir, op, &info->id, &id);
    return known && id == WORKGROUP_ID && !node->damaged && !node->use_count && !node->result_count && !node->region_count;
}

/* Nothing that completes or meets elsewhere: what it does can be told from the ops around. */
static bool is_simple(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    if (!info) return true;
    if (info->view == FP_VIEW_SYMBOL && fp_str_contains(fp_ir_symbol(ir, op, 0), FP_STR("__builtin_"))) return false;
    bool async = info->async_name && fp_ir_attribute(ir, op, (fp_str){ info->async_name, strlen(info->async_name) }).len;
    if (async && (!is_own_counter(info->async_counter) || may_have_object(info))) return false;
    switch (info->region) {
    case FP_REGION_FUNC: case FP_REGION_LAUNCH: case FP_REGION_MODULE: case FP_REGION_PARTITIONS: return false;
    case FP_REGION_NONE: case FP_REGION_ONCE: case FP_REGION_FOR: case FP_REGION_IF: case FP_REGION_WHILE: case FP_REGION_SWITCH: case FP_REGION_PARALLEL:
    case FP_REGION_LANE0: case FP_REGION_BODY: break;
    }
    if (is_half(ir, op)) return true;
    switch (info->effect) {
    case FP_EFFECT_SIGNAL: case FP_EFFECT_INIT: case FP_EFFECT_JOIN: case FP_EFFECT_LEAVE: case FP_EFFECT_QUERY: case FP_EFFECT_CALL: case FP_EFFECT_BY_TEXT: return false;
    case FP_EFFECT_ASYNC_COPY: case FP_EFFECT_COMMIT: case FP_EFFECT_WAIT:
        return is_own_counter(info->counter) && !may_have_object(info) && !info->nonblocking && !info->meets_above && !info->hidden_scratch;
    case FP_EFFECT_BARRIER:                 /* of the workgroup: no number, no count of threads */
        return info->scope == FP_SCOPE_WAVE ? !info->hidden_scratch && !info->meets_above : info->scope == FP_SCOPE_WORKGROUP && !ir->ops[op].use_count;
    case FP_EFFECT_READ: case FP_EFFECT_WRITE: case FP_EFFECT_READ_WRITE: case FP_EFFECT_ATOMIC: return !info->hidden_scratch;
    case FP_EFFECT_NONE: case FP_EFFECT_FENCE: case FP_EFFECT_ALLOC:
    case FP_EFFECT_DEALLOC: case FP_EFFECT_VIEW: case FP_EFFECT_THREAD_ID: case FP_EFFECT_BLOCK_DIM: case FP_EFFECT_UNIFORM: case FP_EFFECT_CONSTANT:
    case FP_EFFECT_PURE: case FP_EFFECT_PACING: case FP_EFFECT_REGION: case FP_EFFECT_BRANCH: case FP_EFFECT_YIELD: case FP_EFFECT_RETURN:
        return info->counter == FP_COUNTER_NONE && !info->hidden_scratch;
    }
    return false;
}

static bool is_alloc(const struct fp_ir *ir, fp_op op) { return ir->ops[op].info && ir->ops[op].info->effect == FP_EFFECT_ALLOC; }

static bool names_symbol(const struct fp_ir *ir, fp_op op) { return ir->ops[op].info && ir->ops[op].info->view == FP_VIEW_SYMBOL; }

/* Which dimensions a function reads tells the shape of its block. */
static bool reads_ids(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    if (!info) return false;
    fp_arith arith = info->arith;
    return info->region == FP_REGION_PARALLEL || arith == FP_ARITH_THREAD || arith == FP_ARITH_GLOBAL_ID || arith == FP_ARITH_LANE || arith == FP_ARITH_WAVE ||
           arith == FP_ARITH_MBCNT_LO || arith == FP_ARITH_MBCNT_HI;
}

/* Values from around: of the function's own block, or of none. */
static void add_uses(cutter *c, fp_op op, fp_part_op *facts) {
    const struct fp_ir *ir = c->ir;
    fp_op end = ir->ops[op].end;
    uint32_t last = end < ir->op_count ? ir->ops[end].first_use : ir->use_count;
    for (uint32_t i = ir->ops[op].first_use; i < last; i++) {
        const fp_value_info *value = &ir->values[ir->uses[i].value];
        bool own_result = value->def == op && value->block == FP_NONE;      /* used before it is defined: another one of that name may stand above */
        bool inside = value->def != FP_NONE && value->def >= op && value->def < end && !own_result, argument = value->def == 0;
        if (inside || argument || !value->name.len) continue;
        uint64_t name = fp_part_name(value->name);
        bool known = false;
        for (uint32_t k = facts->first_name; k < c->names.len && !known; k++) known = c->names.data[k] == name;
        if (!known) *FP_PUSH(c->scratch, &c->names) = name;
    }
    facts->use_count = c->names.len - facts->first_name;
}

static bool is_argument(const struct fp_ir *ir, fp_str name) {
    const fp_block_info *block = &ir->blocks[ir->ops[0].first_block];
    for (uint32_t i = 0; i < block->arg_count; i++)
        if (fp_str_equal(ir->values[block->first_arg + i].name, name)) return true;
    return false;
}

static void add_results(cutter *c, fp_op op, fp_part_op *facts) {
    const fp_op_node *node = &c->ir->ops[op];
    uint64_t last = 0;
    for (uint32_t k = 0; k < node->result_count; k++) {
        fp_str written = c->ir->values[node->first_result + k].name;
        uint64_t name = fp_part_name(written);
        if (k && name == last) continue;
        *FP_PUSH(c->scratch, &c->names) = last = name;
        facts->result_count++;
        if (is_argument(c->ir, written)) c->simple = false;
    }
}

static void add_op(cutter *c, fp_op op) {
    const struct fp_ir *ir = c->ir;
    const fp_op_node *node = &ir->ops[op];
    fp_part_op facts = { .start = node->span.start - c->start, .end = node->span.end - c->start, .first_name = c->names.len };
    count_lines(c, node->span.start);
    facts.first_line = c->line;
    count_lines(c, node->span.end);
    facts.last_line = c->line;
    facts.text = fp_str_hash(fp_ir_text(ir, node->span));
    add_uses(c, op, &facts);
    add_results(c, op, &facts);
    if (is_data(c, op, &facts)) facts.traits |= FP_OP_DATA;
    if (node->region_count) facts.traits |= FP_OP_NESTED;
    if (waits_for_copies(ir, op)) facts.traits |= FP_OP_WAITS;
    if (is_alloc(ir, op)) facts.traits |= FP_OP_ALLOCATES;
    if (names_symbol(ir, op)) {
        fp_str symbol = fp_ir_symbol(ir, op, 0);
        facts.traits |= FP_OP_SYMBOL;
        facts.said_start = symbol.len ? (uint32_t)(symbol.data - ir->text.data) - c->start : 0;
        facts.said_length = (uint32_t)symbol.len;
        facts.said = fp_str_hash(symbol);
    }
    for (fp_op inner = op; inner < node->end; inner++) {
        if (reads_ids(ir, inner)) facts.traits |= FP_OP_THREAD;
        c->simple &= is_simple(ir, inner) && (inner == op || !(is_alloc(ir, inner) || names_symbol(ir, inner)));
    }
    *FP_PUSH(c->scratch, &c->ops) = facts;
}

/* ---- runs ------------------------------------------------------------------------------------------------------------------------------------ */
typedef enum { ROLE_NONE, ROLE_BARRIER, ROLE_SIGNAL, ROLE_WAIT, ROLE_RELEASE /* a fence or a wait for a counter */, ROLE_ACQUIRE /* a fence of that kind alone */ } run_role;

static run_role role_of(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *node = &ir->ops[op];
    const fp_op_info *info = node->info;
    if (!info || node->damaged || node->region_count || node->result_count || node->use_count) return ROLE_NONE;
    if (is_half(ir, op)) return info->effect == FP_EFFECT_SIGNAL ? ROLE_SIGNAL : ROLE_WAIT;
    if (info->effect == FP_EFFECT_BARRIER && info->scope == FP_SCOPE_WORKGROUP && info->orders != FP_ORDERS_NONE) return ROLE_BARRIER;
    if (info->effect == FP_EFFECT_FENCE) {
        uint8_t ordering = fp_ir_ordering(ir, op);
        return (ordering & FP_ORDERING_ACQUIRE) && !(ordering & FP_ORDERING_RELEASE) ? ROLE_ACQUIRE : ROLE_RELEASE;
    }
    return waits_for_copies(ir, op) ? ROLE_RELEASE : ROLE_NONE;
}

/* The op goes on with the run before it, begins one, or neither; does it end one? Where halves stand alone nothing makes them order anything. */
static bool ends_run(cutter *c, fp_op op) {
    fp_op next = c->ir->ops[op].next;
    run_role role = role_of(c->ir, op);
    bool opens = role == ROLE_RELEASE || role == ROLE_SIGNAL || role == ROLE_ACQUIRE;
    switch (c->run_at) {
    case RUN_BEFORE:
        c->run_length = role == ROLE_NONE || role == ROLE_WAIT ? 0 : c->run_length + 1;
        c->run_at = role == ROLE_SIGNAL ? RUN_SIGNALLED : role == ROLE_BARRIER ? RUN_BEHIND : RUN_BEFORE;
        break;
    case RUN_SIGNALLED:
        c->run_length = role == ROLE_WAIT ? c->run_length + 1 : role == ROLE_BARRIER || opens;
        c->run_at = role == ROLE_WAIT || role == ROLE_BARRIER ? RUN_BEHIND : role == ROLE_SIGNAL ? RUN_SIGNALLED : RUN_BEFORE;
        break;
    case RUN_BEHIND: c->run_length++; break;        /* an acquire fence: no other gets here */
    }
    if (c->run_at != RUN_BEHIND || (next != FP_NONE && role_of(c->ir, next) == ROLE_ACQUIRE)) return false;
    c->run_at = RUN_BEFORE;
    bool bare = role == ROLE_WAIT && c->run_length == 2;
    if (bare) c->run_length = 0;
    return !bare;
}

/* ---- parts ----------------------------------------------------------------------------------------------------------------------------------- */
static bool is_long_enough(uint32_t ops, uint32_t one_in) { return ops > OPS_MIN_EACH * (one_in - 1); }

uint32_t fp_parts_most(const struct fp_ir *ir, fp_op first, uint32_t one_in) {
    uint32_t parts = 1, ops = 0;
    for (fp_op op = first; op != FP_NONE; op = ir->ops[op].next) {
        run_role role = role_of(ir, op);
        if (!is_long_enough(++ops, one_in) || (role != ROLE_BARRIER && role != ROLE_WAIT)) continue;
        parts++;
        ops = 0;
    }
    return parts;
}

static bool ends_part(const cutter *c) {
    const fp_part_op *last = &c->ops.data[c->ops.len - 1];
    uint32_t passed = c->parts->one_in - 1;
    if (!(last->traits & FP_OP_CLOSES) || !is_long_enough(c->ops.len, c->parts->one_in)) return false;
    if (passed < 4 || c->ops.len > OPS_MAX_EACH * passed) return true;
    const fp_part_op *before = last->run + 1 < c->ops.len ? last - last->run - 1 : c->ops.data;
    return before->text % (passed / 2) == 0;
}

static fp_part_names find_imports(cutter *c, name_list *names, uint32_t first, uint32_t end) {
    fp_part_names imports = { names->len, 0 };
    uint32_t most = 0;
    for (uint32_t i = first; i < end; i++) most += c->ops.data[i].use_count + c->ops.data[i].result_count;
    name_set known = new_set(c->scratch, most);
    for (uint32_t i = first; i < end; i++) {
        const fp_part_op *op = &c->ops.data[i];
        for (uint32_t k = 0; k < op->use_count; k++) {
            uint64_t name = names->data[op->first_name + k];
            if (add_name(&known, name)) *FP_PUSH(c->scratch, names) = name;
        }
        for (uint32_t k = 0; k < op->result_count; k++) add_name(&known, names->data[op->first_name + op->use_count + k]);
    }
    imports.count = names->len - imports.first;
    return imports;
}

static void *copied(const cutter *c, const void *data, size_t size) { return size ? fp_arena_copy(c->parts->arena, data, size, _Alignof(max_align_t)) : NULL; }

uint32_t fp_part_run_start(const fp_part *part, uint32_t op) { return op - part->ops[op].run; }

static uint32_t first_of(const fp_part *part, fp_part_stretch stretch) {
    return stretch == FP_STRETCH_TAIL && part->last_close != FP_NONE ? fp_part_run_start(part, part->last_close) : 0;
}
static uint32_t end_of(const fp_part *part, fp_part_stretch stretch) {
    return stretch == FP_STRETCH_HEAD && part->first_close != FP_NONE ? part->first_close + 1 : part->op_count;
}

fp_part_place fp_part_range_start(const fp_placed_part *list, fp_part_range range) {
    return (fp_part_place){ range.part, first_of(list[range.part].part, range.stretch) };
}

fp_part_place fp_part_range_end(const fp_placed_part *list, fp_part_range range) {
    return (fp_part_place){ range.part, end_of(list[range.part].part, range.stretch) };
}

static fp_placed_part finish_part(cutter *c, uint32_t end, bool closed, const fp_syntax_error *errors, uint32_t error_count) {
    fp_part *part = FP_NEW(c->parts->arena, fp_part, 1);
    count_lines(c, end);
    fp_str text = fp_str_slice(c->ir->text, c->start, end);
    *part = (fp_part){ .length = end - c->start, .lines = c->line, .text = fp_str_hash(text), .op_count = c->ops.len, .first_close = FP_NONE, .last_close = FP_NONE,
                       .ends_closed = closed };
    part->simple = c->simple && !fp_str_contains(text, FP_STR("fencepost:")) && !fp_str_contains(text, FP_STR("ttg."));
    for (uint32_t i = 0; i < part->op_count; i++) {
        part->traits |= c->ops.data[i].traits;
        if (!(c->ops.data[i].traits & FP_OP_CLOSES)) continue;
        if (part->first_close == FP_NONE) part->first_close = i;
        if (!closed || i + 1 < part->op_count) part->last_close = i;
    }
    part->ops = copied(c, c->ops.data, c->ops.len * sizeof *c->ops.data);
    part->head_text = fp_str_hash(fp_str_slice(text, 0, part->first_close == FP_NONE ? text.len : part->ops[part->first_close].end));
    part->tail_text = fp_str_hash(fp_str_slice(text, part->last_close == FP_NONE ? 0 : part->ops[first_of(part, FP_STRETCH_TAIL)].start, text.len));
    if (closed) part->end_text = fp_str_hash(fp_str_slice(text, part->ops[fp_part_run_start(part, part->op_count - 1)].start, text.len));
    for (fp_part_stretch stretch = 0; stretch < FP_STRETCH_COUNT; stretch++)
        part->rest[stretch].imports = find_imports(c, &c->names, first_of(part, stretch), end_of(part, stretch));
    part->names = copied(c, c->names.data, c->names.len * sizeof *c->names.data);
    fp_part_error *own = FP_NEW(c->parts->arena, fp_part_error, error_count + 1);
    for (uint32_t i = 0; i < error_count; i++) {
        fp_span span = errors[i].span;
        if (span.start < c->start || span.start >= end) continue;
        own[part->error_count++] = (fp_part_error){ { span.start - c->start, span.end - c->start }, fp_str_copy(c->parts->arena, errors[i].message) };
    }
    part->errors = own;
    fp_placed_part placed = { .span = { c->start, end }, .part = part };
    add_definitions(c->parts, part);
    c->ops.len = c->names.len = 0;
    c->start = end;
    c->line = 0;
    c->simple = true;
    return placed;
}

bool fp_parts_cut(struct fp_parts *parts, struct fp_arena *keep, const struct fp_ir *ir, fp_op first, fp_span span, const fp_syntax_error *errors,
                  uint32_t error_count, fp_placed_parts *list) {
    struct fp_arena *scratch = fp_arena_new();
    cutter c = { .parts = parts, .scratch = scratch, .ir = ir, .start = span.start, .at = span.start, .simple = true };
    bool closed = false;
    for (fp_op op = first; op != FP_NONE; op = ir->ops[op].next) {
        add_op(&c, op);
        if (ends_run(&c, op)) {
            fp_part_op *last = &c.ops.data[c.ops.len - 1];
            last->traits |= FP_OP_CLOSES;
            last->run = c.run_length - 1;
            c.run_length = 0;
        }
        closed = ends_part(&c);
        if (closed) *FP_PUSH(keep, list) = finish_part(&c, ir->ops[op].span.end, true, errors, error_count);
    }
    if (!parts->kept_bytes) parts->kept_bytes = fp_arena_bytes(parts->arena);
    closed &= c.start == span.end;
    if (!closed) *FP_PUSH(keep, list) = finish_part(&c, span.end, false, errors, error_count);
    fp_arena_drop(scratch);
    return closed;
}

/* ---- compaction ------------------------------------------------------------------------------------------------------------------------------ */
static fp_part *copy_part(struct fp_arena *arena, const fp_part *part) {
    fp_part *copy = fp_arena_copy(arena, part, sizeof *part, _Alignof(max_align_t));
    const fp_part_names *last = &part->rest[FP_STRETCH_COUNT - 1].imports;
    uint32_t names = last->first + last->count;
    for (fp_part_stretch stretch = 0; stretch < FP_STRETCH_COUNT; stretch++) copy->rest[stretch].stamp = 0;
    copy->ops = fp_arena_copy(arena, part->ops, part->op_count * sizeof *part->ops, _Alignof(max_align_t));
    copy->names = fp_arena_copy(arena, part->names, names * sizeof *part->names, _Alignof(max_align_t));
    fp_part_error *errors = FP_NEW(arena, fp_part_error, part->error_count + 1);
    for (uint32_t i = 0; i < part->error_count; i++) errors[i] = (fp_part_error){ part->errors[i].span, fp_str_copy(arena, part->errors[i].message) };
    copy->errors = errors;
    copy->aliases = fp_arena_copy(arena, part->aliases, part->alias_count * sizeof *part->aliases, _Alignof(max_align_t));
    copy->symbols = fp_arena_copy(arena, part->symbols, part->symbol_count * sizeof *part->symbols, _Alignof(max_align_t));
    return copy;
}

void fp_parts_compact(struct fp_parts *parts, fp_placed_part *list, uint32_t count) {
    size_t bytes = fp_arena_bytes(parts->arena);
    if (bytes < COMPACT_BYTES || bytes < COMPACT_FACTOR * parts->kept_bytes) return;
    struct fp_arena *old = parts->arena;
    parts->arena = fp_arena_new();
    parts->slots = NULL;
    parts->capacity = parts->slot_count = parts->placed.len = 0;
    for (uint32_t i = 0; i < count; i++) {
        list[i].part = copy_part(parts->arena, list[i].part);
        add_definitions(parts, list[i].part);
    }
    parts->kept_bytes = fp_arena_bytes(parts->arena);
    fp_arena_drop(old);
}

/* ---- what stretches rest on ------------------------------------------------------------------------------------------------------------------ */
typedef struct {
    struct fp_parts *parts;
    struct fp_arena *scratch;
    const fp_placed_part *list;
    fp_part_place start, end;               /* of the stretch */
    bool data_too;                          /* data is followed as well */
    bool undefined;                         /* a name is one that nobody defines */
    fp_map seen;
    fp_name_filter names;
    FP_VEC(fp_part_ref) refs;
} resting;

static fp_part_place place_of(const fp_part_ref *ref) { return (fp_part_place){ ref->part->rank, ref->op }; }

static bool is_between(fp_part_place place, fp_part_place start, fp_part_place end) { return !is_before(place, start) && is_before(place, end); }

static void add_ref(resting *r, fp_part_ref ref) {
    uint64_t hash = fp_hash_mix((uint64_t)(uintptr_t)ref.part, ref.op);
    for (fp_map_probe probe = fp_map_find(&r->seen, hash); fp_map_next(&probe);)
        if (r->refs.data[probe.value].part == ref.part && r->refs.data[probe.value].op == ref.op) return;
    fp_map_put(r->scratch, &r->seen, hash, r->refs.len);
    *FP_PUSH(r->scratch, &r->refs) = ref;
}

/* A name that is used at `at`. */
static bool follow(resting *r, uint64_t name, fp_part_place at) {
    bool several;
    add_to_filter(&r->names, name);
    fp_part_place place = find_definition(r->parts, name, at, &several);
    r->undefined |= place.part == FP_NONE;
    if (place.part == FP_NONE || is_between(place, r->start, r->end)) return true;
    fp_part *part = r->list[place.part].part;
    uint32_t traits = part->ops[place.op].traits;
    bool data = (traits & FP_OP_DATA) && !r->data_too;
    if (data ? several : traits & FP_OP_NESTED) return false;       /* another one of that name must not take the place of what is left out */
    add_ref(r, (fp_part_ref){ part, place.op, data });
    return r->refs.len <= REST_ON_MAX;
}

static bool follow_all(resting *r, const fp_part *part, fp_part_names imports) {
    for (uint32_t k = 0; k < imports.count; k++)
        if (!follow(r, part->names[imports.first + k], r->start)) return false;
    for (uint32_t i = 0; i < r->refs.len; i++) {
        fp_part_ref ref = r->refs.data[i];
        const fp_part_op *op = &ref.part->ops[ref.op];
        for (uint32_t k = 0; k < op->use_count && !ref.data; k++)
            if (!follow(r, ref.part->names[op->first_name + k], place_of(&ref))) return false;
    }
    return true;
}

static int compare_refs(const void *a, const void *b) {
    fp_part_place x = place_of(a), y = place_of(b);
    return is_before(x, y) ? -1 : is_before(y, x);
}

/* Everything that led there is as it was when the list before this one was placed, or this one. */
static bool still_holds(const struct fp_parts *parts, const fp_part_rest *rest) {
    if (rest->stamp == parts->stamp) return true;
    if (!rest->stamp || rest->stamp + 1 != parts->stamp || may_share(&rest->names, &parts->changed)) return false;
    for (uint32_t i = 0; i < rest->count && may_share(&rest->parts, &parts->gone); i++)
        if (rest->refs[i].part->stamp != parts->stamp) return false;
    return true;
}

static const fp_part_rest *rest_of(struct fp_parts *parts, struct fp_arena *scratch, const fp_placed_part *list, fp_part_range range) {
    fp_part *part = list[range.part].part;
    fp_part_rest *rest = &part->rest[range.stretch];
    if (!still_holds(parts, rest)) {
        resting r = { .parts = parts, .scratch = scratch, .list = list, .start = fp_part_range_start(list, range), .end = fp_part_range_end(list, range) };
        rest->told = follow_all(&r, part, rest->imports);
        rest->undefined = r.undefined;
        if (r.refs.len > 1) qsort(r.refs.data, r.refs.len, sizeof *r.refs.data, compare_refs);
        rest->refs = fp_arena_copy(parts->arena, r.refs.data, r.refs.len * sizeof *r.refs.data, _Alignof(fp_part_ref));
        rest->count = r.refs.len;
        rest->names = r.names;
        rest->parts = (fp_name_filter){ 0 };
        for (uint32_t i = 0; i < r.refs.len; i++) add_to_filter(&rest->parts, hash_of_part(r.refs.data[i].part));
        rest->since = parts->stamp;
    }
    rest->stamp = parts->stamp;
    return rest;
}

bool fp_parts_share_undefined(struct fp_parts *parts, struct fp_arena *scratch, const fp_placed_part *list, uint32_t count) {
    fp_map used = { 0 };                    /* by name: the part */
    for (uint32_t i = 0; i < count; i++) {
        const fp_part_rest *rest = rest_of(parts, scratch, list, (fp_part_range){ i, FP_STRETCH_WHOLE });
        for (uint32_t k = 0; k < rest->imports.count && rest->undefined; k++) {
            uint64_t name = list[i].part->names[rest->imports.first + k];
            if (fp_parts_define(parts, name)) continue;
            for (fp_map_probe probe = fp_map_find(&used, name); fp_map_next(&probe);)
                if (probe.value != i) return true;
            fp_map_put(scratch, &used, name, i);
        }
    }
    return false;
}

uint64_t fp_parts_rest_since(struct fp_parts *parts, struct fp_arena *scratch, const fp_placed_part *list, fp_part_range range) {
    const fp_part_rest *rest = rest_of(parts, scratch, list, range);
    return rest->told ? rest->since : 0;
}

bool fp_parts_follow(struct fp_parts *parts, struct fp_arena *scratch, const fp_placed_part *list, fp_part_places *places, bool data_too) {
    resting r = { .parts = parts, .scratch = scratch, .list = list, .start = { 0, 0 }, .end = { 0, 0 }, .data_too = data_too };
    for (uint32_t i = 0; i < places->len; i++) add_ref(&r, (fp_part_ref){ list[places->data[i].part].part, places->data[i].op, false });
    bool told = follow_all(&r, NULL, (fp_part_names){ 0, 0 });
    if (r.refs.len > 1) qsort(r.refs.data, r.refs.len, sizeof *r.refs.data, compare_refs);
    places->len = 0;
    for (uint32_t i = 0; i < r.refs.len; i++)
        if (!r.refs.data[i].data) *FP_PUSH(scratch, places) = place_of(&r.refs.data[i]);
    return told;
}

/* Both in text order, each once. */
static void merge_places(struct fp_arena *scratch, fp_part_places *places, const fp_part_place *more, uint32_t count) {
    fp_part_places merged = { 0 };
    FP_RESERVE(scratch, &merged, places->len + count);
    for (uint32_t i = 0, k = 0; i < places->len || k < count;) {
        bool first = k == count || (i < places->len && is_before(places->data[i], more[k])), second = i == places->len || (k < count && is_before(more[k], places->data[i]));
        *FP_PUSH(scratch, &merged) = first ? places->data[i] : more[k];
        i += !second, k += !first;
    }
    *places = merged;
}

bool fp_parts_rest_on(struct fp_parts *parts, struct fp_arena *scratch, const fp_placed_part *list, const fp_part_range *ranges, uint32_t range_count,
                      const fp_part_places *always, fp_part_places *places, fp_part_places *data) {
    fp_part_place start = fp_part_range_start(list, ranges[0]), end = fp_part_range_end(list, ranges[range_count - 1]);
    *places = *data = (fp_part_places){ 0 };
    for (uint32_t r = 0; r <= range_count; r++) {
        const fp_part_rest *rest = r < range_count ? rest_of(parts, scratch, list, ranges[r]) : NULL;
        if (rest && !rest->told) return false;
        uint32_t count = rest ? rest->count : always->len, kept[2] = { 0, 0 };
        fp_part_place *found[2] = { FP_NEW(scratch, fp_part_place, count + 1), FP_NEW(scratch, fp_part_place, count + 1) };
        for (uint32_t i = 0; i < count; i++) {
            fp_part_place place = rest ? place_of(&rest->refs[i]) : always->data[i];
            bool is_data = rest && rest->refs[i].data;
            if (!is_between(place, start, end)) found[is_data][kept[is_data]++] = place;
        }
        merge_places(scratch, places, found[false], kept[false]);
        merge_places(scratch, data, found[true], kept[true]);
    }
    return true;
}
