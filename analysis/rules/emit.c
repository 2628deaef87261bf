#include "rules/emit.h"
#include "base/chars.h"
#include "facts/waitcnt.h"
#include <assert.h>
#include <string.h>

/* From which release on a spelling is read; 0: every one since 16 reads it. */
typedef struct {
    uint32_t release;
    bool shown; /* nobody writes it before something says that the release is there */
} release_row;
#define ALWAYS \
    { 0, false }
#define ASSUMED(number) \
    { number, false }
#define SHOWN(number) \
    { number, true }

typedef struct {
    fp_str function, targets;
    release_row since;
    fp_str text, generic;
} barrier_row;
typedef struct {
    fp_half half;
    release_row since;
    fp_str text, other, generic;
} half_row;
typedef struct {
    fp_counter counter;
    fp_str beside, targets;
    release_row since;
    fp_str text, other, generic, all, bare, commit;
} wait_row;
typedef struct {
    release_row since;
    fp_str name;
} bits_row;
typedef struct {
    fp_str words;
    uint32_t release;
} sign_row;
typedef struct {
    fp_str sign, unless;
} bare_row;
typedef struct {
    fp_sync_kind step;
    fp_str text;
} step_row;
typedef struct {
    fp_object_step step;
    fp_str beside, text;
} object_row;
typedef struct {
    fp_str op;
    fp_narrow_place place;
    fp_str targets;
    release_row since;
    fp_str text;
} narrow_row;

#define STR(lit) \
    { "" lit, sizeof(lit) - 1 }
static const barrier_row barriers[] = {
#define FP_EMIT_BARRIER(function, targets, since, text, generic) \
    { STR(function), STR(targets), since, STR(text), STR(generic) },
#include "facts/emit.def"
};
static const half_row halves[] = {
#define FP_EMIT_HALF(half, since, text, other, generic) { FP_HALF_##half, since, STR(text), STR(other), STR(generic) },
#include "facts/emit.def"
};
static const wait_row waits[] = {
#define FP_EMIT_WAIT(id, op, chips, from, custom, otherwise, generic_form, ...) \
    { .counter = FP_COUNTER_##id,                                               \
      .beside = STR(op),                                                        \
      .targets = STR(chips),                                                    \
      .since = from,                                                            \
      .text = STR(custom),                                                      \
      .other = STR(otherwise),                                                  \
      .generic = STR(generic_form),                                             \
      __VA_ARGS__ },
#include "facts/emit.def"
};
static const bits_row bit_waits[] = {
#define FP_EMIT_BITS(since, name) { since, STR(name) },
#include "facts/emit.def"
};
static const sign_row signs[] = {
#define FP_EMIT_SIGN(words, release) { STR(words), release },
#include "facts/emit.def"
};
static const bare_row bare_signs[] = {
#define FP_EMIT_BARE(sign, unless) { STR(sign), STR(unless) },
#include "facts/emit.def"
};
static const step_row steps[] = {
#define FP_EMIT_STEP(step, text) { FP_SYNC_##step, STR(text) },
#include "facts/emit.def"
};
static const step_row endings[] = {
#define FP_EMIT_ENDING(step, ending) { FP_SYNC_##step, STR(ending) },
#include "facts/emit.def"
};
static const object_row objects[] = {
#define FP_EMIT_OBJECT(step, op, text) { FP_OBJECT_##step, STR(op), STR(text) },
#include "facts/emit.def"
};
static const narrow_row narrowings[] = {
#define FP_EMIT_NARROW(op, place, targets, since, text) { STR(op), FP_NARROW_##place, STR(targets), since, STR(text) },
#include "facts/emit.def"
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_known(const fp_target *target) { return target->vendor != FP_VENDOR_ANY; }

/* Is the row for this chip? Of a row for certain chips: only where the chip is known. */
static bool is_for(const fp_target *target, fp_str targets) {
    return targets.len == 0 || (is_known(target) && fp_target_supports(target, targets));
}

bool fp_emit_width_costs(const fp_target *target) {
    switch (target->vendor) {
    case FP_VENDOR_AMD: return target->backoff_barrier && !target->stores_share_load_counter;
    case FP_VENDOR_NVIDIA: return false;
    case FP_VENDOR_ANY:
    case FP_VENDOR_INTEL:
    case FP_VENDOR_SPIRV: return true;
    }
    return true;
}

/* ---- what the reader of the file knows ---- */
static bool kernel_contains(const struct fp_kernel *kernel, fp_str words) {
    return fp_str_contains(fp_ir_text(kernel->ir, kernel->ir->ops[0].span), words);
}

/* Do the words stand in the kernel, or in one that is judged with it? What other kernels of the file say must not
 * matter: this one is not judged anew when they change. */
static bool group_contains(const fp_emission *e, fp_str words) {
    fp_known_spellings *known = e->known ? e->known->spellings : NULL;
    for (uint32_t i = 0; known && i < known->len; i++)
        if (fp_str_equal(known->data[i].text, words)) return known->data[i].found;
    bool found = kernel_contains(e->kernel, words);
    const struct fp_ir *searched = e->kernel->ir;
    for (uint32_t i = 0; e->program && i < e->program->count && !found; i++) {
        if (e->program->kernels[i]->ir != searched) found = kernel_contains(e->program->kernels[i], words);
        searched = e->program->kernels[i]->ir; /* launches of one function stand next to each other */
    }
    if (known) *FP_PUSH(e->keep, known) = (fp_known_spelling){ words, found };
    return found;
}

fp_str fp_emit_found_once(const fp_emission *e, fp_known_text what, fp_find_text *find) {
    if (!e->known) return find(e);
    if (!e->known->any[what]) e->known->texts[what] = find(e);
    e->known->any[what] = true;
    return e->known->texts[what];
}

/* Does a sign in the text show a release that reads the spelling? */
static bool is_shown(const fp_emission *e, uint32_t release) {
    for (size_t i = 0; i < COUNT(signs); i++)
        if (signs[i].release >= release && group_contains(e, signs[i].words)) return true;
    return false;
}

/* May a fix write what is read since then? */
static bool is_read(const fp_emission *e, release_row since) {
    if (since.release == 0) return true;
    if (e->mlir) return e->mlir >= since.release;
    return !since.shown || is_shown(e, since.release);
}

/* ---- the file's habits ---- */
/* The op's text up to its location; empty when it spans lines. */
static fp_str plain_text(const struct fp_ir *ir, fp_op op) {
    fp_str text = fp_ir_text(ir, ir->ops[op].span);
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] == '\n' || text.data[i] == '\r') return (fp_str){ "", 0 };
    for (size_t i = 0; i + 5 < text.len; i++)
        if (memcmp(text.data + i, " loc(", 5) == 0) return fp_str_trim(fp_str_slice(text, 0, i));
    return text;
}

static bool is_habit(const struct fp_kernel *kernel, const fp_sync *sync) {
    const fp_op_node *op = &kernel->ir->ops[sync->op];
    bool orders =
        sync->kind == FP_SYNC_BARRIER && (sync->spaces & FP_SPACES_WORKGROUP) && sync->release && sync->acquire;
    bool all_threads = sync->scope == FP_SCOPE_WORKGROUP && sync->object == FP_NONE &&
                       (sync->id == FP_ID_WORKGROUP || kernel->target->vendor != FP_VENDOR_AMD);
    bool stands_alone = !sync->implied && !sync->bare && !sync->maybe && op->result_count == 0 && op->use_count == 0 &&
                        op->region_count == 0 && !op->damaged;
    return orders && all_threads && stands_alone && sync->info->effect == FP_EFFECT_BARRIER;
}

static fp_str narrowing_at(const fp_emission *e, fp_str op, fp_narrow_place place) {
    for (size_t i = 0; i < COUNT(narrowings); i++)
        if (narrowings[i].place == place && fp_str_equal(narrowings[i].op, op) &&
            is_for(e->kernel->target, narrowings[i].targets) && is_read(e, narrowings[i].since))
            return narrowings[i].text;
    return (fp_str){ "", 0 };
}

static bool has_braces(fp_str text) { return fp_str_find(text, '{') < text.len; }

/* `"gpu.barrier"() : () -> ()`: no operand, no attribute. */
static bool is_bare_generic(fp_str text, fp_str name) {
    fp_str rest = fp_str_slice(text, name.len + 2, text.len);
    return text.len > 0 && text.data[0] == '"' && fp_str_starts(rest, FP_STR("() : "));
}

fp_narrowing fp_emit_narrowing(const fp_emission *e, fp_op op) {
    const fp_op_node *node = &e->kernel->ir->ops[op];
    fp_str text = fp_ir_text(e->kernel->ir, node->span);
    for (fp_narrow_place place = FP_NARROW_BEHIND_NAME; place <= FP_NARROW_AT_END; place++) {
        bool fits = place == FP_NARROW_BEHIND_OPERANDS
                        ? is_bare_generic(text, node->name)
                        : !node->generic && (place == FP_NARROW_BEHIND_NAME || !has_braces(text));
        fp_str what = fits ? narrowing_at(e, node->name, place) : (fp_str){ "", 0 };
        if (what.len) return (fp_narrowing){ place, what };
    }
    return (fp_narrowing){ FP_NARROW_BEHIND_NAME, { "", 0 } };
}

static fp_str narrowed(const fp_emission *e, const fp_sync *sync, fp_str text) {
    fp_str what = narrowing_at(e, sync->info->name, FP_NARROW_BEHIND_NAME);
    bool can = sync->wide_spelled && what.len && fp_emit_width_costs(e->kernel->target);
    if (!can || text.data[0] == '"') return text;
    size_t name = sync->info->name.len < text.len ? sync->info->name.len : text.len;
    return fp_str_printf(e->keep, "%.*s%.*s%.*s", (int)name, text.data, FP_STR_ARG(what), (int)(text.len - name),
                         text.data + name);
}

/* How the kernel writes its barriers: the first for workgroup memory alone; without one the first that orders more,
 * narrowed. Empty: it has neither. */
static fp_str habit_of(const fp_emission *e, const struct fp_kernel *kernel) {
    fp_str wide = { "", 0 };
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        bool narrow = sync->spaces == FP_SPACES_WORKGROUP;
        if (!is_habit(kernel, sync) || (!narrow && wide.len)) continue;
        fp_str text = plain_text(kernel->ir, sync->op);
        if (text.len && narrow) return text;
        if (text.len) wide = narrowed(e, sync, text);
    }
    return wide;
}

static fp_str find_own_habit(const fp_emission *e) { return habit_of(e, e->kernel); }

static fp_str own_habit(const fp_emission *e) { return fp_emit_found_once(e, FP_KNOWN_OWN_HABIT, find_own_habit); }

static fp_str find_habit(const fp_emission *e) {
    fp_str text = own_habit(e);
    for (uint32_t i = 0; e->program && i < e->program->count && text.len == 0; i++)
        if (fp_str_equal(e->program->kernels[i]->target->chip, e->kernel->target->chip))
            text = habit_of(e, e->program->kernels[i]);
    return text;
}

static fp_str habit(const fp_emission *e) { return fp_emit_found_once(e, FP_KNOWN_HABIT, find_habit); }

/* A dialect whose kernels are for any chip has whole barriers alone: its compiler knows of no halves yet. */
static bool is_for_any_chip(fp_str function) {
    for (size_t i = 0; i < COUNT(barriers); i++)
        if (barriers[i].function.len && barriers[i].targets.len == 0 && fp_str_starts(function, barriers[i].function))
            return true;
    return false;
}

/* Where no chip is known everything is allowed, but what every chip has is better. */
bool fp_emit_has_halves(const fp_emission *e) {
    const struct fp_kernel *kernel = e->kernel;
    bool known = e->mlir == 0;
    for (size_t i = 0; i < COUNT(halves) && !known; i++)
        known = halves[i].half == FP_HALF_DATA && is_read(e, halves[i].since);
    return known && kernel->target->split_barrier && kernel->target->vendor == FP_VENDOR_AMD &&
           !is_for_any_chip(kernel->ir->ops[0].name);
}

bool fp_emit_splits(const fp_emission *e) {
    switch (e->strategy) {
    case FP_STRATEGY_MINIMAL: return false;
    case FP_STRATEGY_DISJOINT: return fp_emit_has_halves(e);
    case FP_STRATEGY_TARGET: return fp_emit_has_halves(e) && own_habit(e).len == 0;
    }
    return false;
}

/* ---- rows ---- */
fp_str fp_emit_barrier(const fp_emission *e) {
    fp_str own = habit(e), function = e->kernel->ir->ops[0].name;
    if (own.len) return own;
    for (size_t i = 0; i < COUNT(barriers); i++) {
        const barrier_row *row = &barriers[i];
        if (!fp_str_starts(function, row->function) || !is_read(e, row->since)) continue;
        if (is_for(e->kernel->target, row->targets)) return e->generic && row->generic.len ? row->generic : row->text;
    }
    assert(false); /* the last row is for every function and every chip */
    return (fp_str){ "", 0 };
}

/* The op's name with what distinguishes the spellings: all but a count. */
static fp_str spelling(fp_str text) {
    size_t count = fp_str_find(text, '%');
    return fp_str_trim(fp_str_slice(text, 0, count));
}

static bool uses(const fp_emission *e, fp_str text) { return text.len && group_contains(e, spelling(text)); }

static fp_str spelled(const fp_emission *e, fp_str text, fp_str other, fp_str generic) {
    if (e->generic && generic.len) return generic;
    return uses(e, other) && !uses(e, text) ? other : text;
}

/* A release that spells one half in the other way spells both so. */
static bool spells_halves_otherwise(const fp_emission *e) {
    bool one = false, other = false;
    for (size_t i = 0; i < COUNT(halves); i++) {
        if (halves[i].half == FP_HALF_DATA) continue;
        one |= uses(e, halves[i].text);
        other |= uses(e, halves[i].other);
    }
    return other && !one;
}

fp_str fp_emit_half(const fp_emission *e, fp_half half) {
    for (size_t i = 0; i < COUNT(halves); i++) {
        const half_row *row = &halves[i];
        if (row->half != half) continue;
        bool otherwise = e->mlir ? !is_read(e, row->since) : spells_halves_otherwise(e);
        bool other = half != FP_HALF_DATA && otherwise && !(e->generic && row->generic.len);
        return other ? row->other : spelled(e, row->text, row->other, row->generic);
    }
    return (fp_str){ "", 0 };
}

/* The token of the newest group that is visible at `at`. */
static fp_str newest_group(const struct fp_ir *ir, fp_op at) {
    for (fp_op inner = at; inner != FP_NONE && ir->ops[inner].block != FP_NONE; inner = ir->ops[inner].parent) {
        fp_str token = { "", 0 };
        for (fp_op op = ir->blocks[ir->ops[inner].block].first; op != FP_NONE && op < inner; op = ir->ops[op].next) {
            bool commits = ir->ops[op].info && ir->ops[op].info->effect == FP_EFFECT_COMMIT &&
                           ir->ops[op].info->counter == FP_COUNTER_ASYNC_GROUP;
            if (commits && ir->ops[op].result_count == 1) token = ir->values[ir->ops[op].first_result].name;
        }
        if (token.len) return token;
    }
    return (fp_str){ "", 0 };
}

/* Releases from 2026 on refuse these attributes in braces: their copies print `bypassL1` bare. */
static bool has_bare_attributes(const fp_emission *e) {
    for (size_t i = 0; i < COUNT(bare_signs); i++) {
        bool refuted = bare_signs[i].unless.len && group_contains(e, bare_signs[i].unless);
        if (!refuted && group_contains(e, bare_signs[i].sign)) return true;
    }
    return false;
}

static fp_str of_hole(struct fp_arena *keep, char hole, const fp_object_words *with) {
    if (hole == 'd') return fp_str_printf(keep, "%lld", (long long)with->count);
    return hole == 't' ? with->type : hole == 'p' ? with->phase : hole == 'c' ? with->one : with->object;
}

static fp_str filled(struct fp_arena *keep, fp_str text, const fp_object_words *with) {
    size_t at = fp_str_find(text, '%');
    if (at + 1 >= text.len) return text;
    fp_str value = of_hole(keep, text.data[at + 1], with),
           behind = filled(keep, fp_str_slice(text, at + 2, text.len), with);
    return fp_str_printf(keep, "%.*s%.*s%.*s", (int)at, text.data, FP_STR_ARG(value), FP_STR_ARG(behind));
}

static bool fits(const fp_emission *e, const wait_row *row, fp_counter counter, fp_str beside) {
    if (row->counter != counter || !fp_str_starts(beside, row->beside) || !is_read(e, row->since)) return false;
    if (row->targets.len == 0) return true;
    bool for_chips = fp_targets_name_chips(row->targets, FP_VENDOR_AMD);
    return is_known(e->kernel->target) ? fp_target_supports(e->kernel->target, row->targets) : !for_chips;
}

/* The kernel's op that waits by s_waitcnt's bit field; empty: it has none, or writes it in a form of its own. */
static fp_str find_bits(const fp_emission *e) {
    const struct fp_kernel *kernel = e->kernel;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (sync->info->counter != FP_COUNTER_WAITCNT_BITS) continue;
        fp_str text = plain_text(kernel->ir, sync->op), name = sync->info->name;
        bool plain = fp_str_starts(text, name) && text.len > name.len + 1 && text.data[name.len] == ' ';
        for (size_t c = name.len + 1; c < text.len; c++) plain &= fp_is_digit(text.data[c]);
        if (plain) return name;
    }
    return (fp_str){ "", 0 };
}

/* Such a kernel gets another one of these. */
static fp_str bit_field_wait(const fp_emission *e, fp_counter counter, int32_t count) {
    fp_str name = fp_emit_found_once(e, FP_KNOWN_BITS, find_bits);
    int64_t field;
    if (!name.len || !fp_waitcnt_field(e->kernel->target->chip, counter, count, &field)) return (fp_str){ "", 0 };
    return fp_str_printf(e->keep, "%.*s %lld", FP_STR_ARG(name), (long long)field);
}

/* For releases that lack the waits which name their counter. */
static fp_str new_bit_field_wait(const fp_emission *e, fp_counter counter, int32_t count) {
    int64_t field;
    for (size_t i = 0; i < COUNT(bit_waits); i++)
        if (is_read(e, bit_waits[i].since) && fp_waitcnt_field(e->kernel->target->chip, counter, count, &field))
            return fp_str_printf(e->keep, "%.*s %lld", FP_STR_ARG(bit_waits[i].name), (long long)field);
    return (fp_str){ "", 0 };
}

fp_str fp_emit_wait(const fp_emission *e, fp_counter counter, int32_t count, fp_str beside, fp_op at) {
    fp_str bits = bit_field_wait(e, counter, count);
    if (bits.len) return bits;
    for (size_t i = 0; i < COUNT(waits); i++) {
        const wait_row *row = &waits[i];
        if (!fits(e, row, counter, beside)) continue;
        fp_str text = spelled(e, row->text, row->other, row->generic), token = { "", 0 };
        if (fp_str_contains(text, FP_STR("%s"))) {
            token = newest_group(e->kernel->ir, at);
            if (token.len == 0) continue;
            if (count == 0)
                text = row->all;
            else if (has_bare_attributes(e))
                text = row->bare;
        }
        return filled(e->keep, text, &(fp_object_words){ .object = token, .count = count });
    }
    return new_bit_field_wait(e, counter, count);
}

fp_str fp_emit_commit(const fp_emission *e, fp_counter counter, fp_str beside) {
    for (size_t i = 0; i < COUNT(waits); i++)
        if (fits(e, &waits[i], counter, beside)) return waits[i].commit;
    return (fp_str){ "", 0 };
}

fp_str fp_emit_step(const fp_emission *e, fp_sync_kind step, uint32_t waves, fp_str pointer, fp_str type) {
    for (size_t i = 0; i < COUNT(steps); i++)
        if (steps[i].step == step)
            return filled(e->keep, steps[i].text,
                          &(fp_object_words){ .object = pointer, .type = type, .count = waves });
    return (fp_str){ "", 0 };
}

fp_str fp_emit_other_step(struct fp_arena *keep, fp_str name, fp_sync_kind step, fp_sync_kind other) {
    for (size_t from = 0; from < COUNT(endings); from++)
        for (size_t to = 0; to < COUNT(endings); to++) {
            fp_str ending = endings[from].text;
            if (endings[from].step != step || endings[to].step != other || !fp_str_ends(name, ending)) continue;
            fp_str turned =
                fp_str_printf(keep, "%.*s%.*s", (int)(name.len - ending.len), name.data, FP_STR_ARG(endings[to].text));
            const fp_op_info *info = fp_op_info_find(turned);
            if (info && fp_str_equal(info->name, turned)) return turned;
        }
    return (fp_str){ "", 0 };
}

fp_str fp_emit_object(struct fp_arena *keep, fp_object_step step, fp_str beside, const fp_object_words *words) {
    for (size_t i = 0; i < COUNT(objects); i++)
        if (objects[i].step == step && fp_str_starts(beside, objects[i].beside))
            return filled(keep, objects[i].text, words);
    return (fp_str){ "", 0 };
}
