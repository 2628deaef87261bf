/* target_words.c - the words of `fencepost targets`, made from the columns of targets.def. */
#include "base/arena.h"
#include "facts/target.h"
#include "facts/waitcnt.h"
#include <assert.h>
#include <string.h>

#define TEXT(literal) \
    { literal, sizeof(literal) - 1 }
typedef enum { BARRIER_ASSEMBLY, BARRIER_WHOLE, BARRIER_HALVES, BARRIER_COUNT } barrier_form;
static const fp_str lowerings[BARRIER_COUNT] = {
#define FP_LDS_LOWERING(form, words) [BARRIER_##form] = TEXT(words),
#include "facts/targets.def"
#undef FP_LDS_LOWERING
};
static const fp_str nothing = TEXT("-");

/* "a", then "a, b". */
static fp_str joined(struct fp_arena *keep, fp_str list, const char *separator, fp_str next) {
    return list.len ? fp_str_printf(keep, "%.*s%s%.*s", FP_STR_ARG(list), separator, FP_STR_ARG(next)) : next;
}

static fp_str in_brackets(struct fp_arena *keep, fp_str text, fp_str remark) {
    return remark.len ? fp_str_printf(keep, "%.*s (%.*s)", FP_STR_ARG(text), FP_STR_ARG(remark)) : text;
}

static fp_str vendor_of(const fp_target *target) {
    switch (target->vendor) {
    case FP_VENDOR_AMD: return FP_STR("AMD");
    case FP_VENDOR_NVIDIA: return FP_STR("NVIDIA");
    case FP_VENDOR_ANY:
    case FP_VENDOR_INTEL:
    case FP_VENDOR_SPIRV: return nothing;
    }
    return nothing;
}

static fp_str waves_of(struct fp_arena *keep, const fp_target *target) {
    if (target->wave_size_min == target->wave_size_max) return fp_str_printf(keep, "%u", target->wave_size_min);
    return fp_str_printf(keep, "%u,%u", target->wave_size_min, target->wave_size_max);
}

/* Does the chip have an op that initialises a barrier in memory? */
static bool has_mbarrier(const fp_target *target) {
    for (size_t i = 0; i < fp_op_info_count(); i++) {
        const fp_op_info *info = fp_op_info_at(i);
        if (info && info->effect == FP_EFFECT_INIT && info->counter == FP_COUNTER_MBARRIER &&
            fp_target_supports(target, info->targets))
            return true;
    }
    return false;
}

static fp_str split_of(struct fp_arena *keep, const fp_target *target) {
    if (target->vendor == FP_VENDOR_ANY) return FP_STR("any");
    if (target->nvidia_ids)
        return fp_str_printf(keep, "arrive/sync by id%s%s", has_mbarrier(target) ? ", mbarrier" : "",
                             target->cluster_barrier ? ", cluster" : "");
    if (!target->split_barrier) return FP_STR("no");
    return target->cluster_barrier ? FP_STR("yes (-1 workgroup, -3 cluster)") : FP_STR("yes (-1)");
}

static fp_str named_of(struct fp_arena *keep, const fp_chip *chip) {
    const fp_target *target = &chip->target;
    if (target->vendor == FP_VENDOR_ANY) return FP_STR("any");
    if (target->named_last <= 0) return chip->words.named_barriers.len ? chip->words.named_barriers : FP_STR("none");
    return in_brackets(keep, fp_str_printf(keep, "%d..%d", target->named_first, target->named_last),
                       chip->words.named_barriers);
}

static fp_str reserved_of(struct fp_arena *keep, const fp_target *target) {
    if (target->vendor != FP_VENDOR_AMD || !target->split_barrier) return nothing;
    return fp_str_printf(keep, "-2 trap%s%s", target->cluster_barrier ? ", -4 cluster trap" : "",
                         target->null_barrier ? ", 0 = null barrier" : "");
}

static fp_str backoff_of(const fp_target *target) {
    if (target->vendor == FP_VENDOR_ANY) return FP_STR("unknown: assume a bare s.barrier orders nothing");
    if (target->vendor != FP_VENDOR_AMD) return nothing;
    return target->backoff_barrier ? FP_STR("yes") : FP_STR("no");
}

/* Chips with s_waitcnt have the older names. */
static fp_str counter_name(const fp_target *target, fp_counter counter) {
    const fp_counter_info *info = fp_counter_info_of(counter);
    return fp_waitcnt_known(target->chip) && info->older.len ? info->older : info->name;
}

static fp_str limits_of(struct fp_arena *keep, const fp_target *target, bool known) {
    fp_str list = { "", 0 };
    for (size_t i = 0; i < FP_LIMITS_MAX; i++) {
        const fp_limit *limit = &target->limits[i];
        if ((limit->most > 0) != known || (limit->counter == FP_COUNTER_NONE && !limit->other.len)) continue;
        fp_str name = limit->other.len ? limit->other : counter_name(target, limit->counter);
        fp_str words = known ? fp_str_printf(keep, "%.*s %u", FP_STR_ARG(name), limit->most) : name;
        list = joined(keep, list, ", ", words);
    }
    return list;
}

static fp_str counters_of(struct fp_arena *keep, const fp_chip *chip) {
    const fp_target *target = &chip->target;
    const fp_target_words *words = &chip->words;
    if (target->vendor == FP_VENDOR_ANY) return FP_STR("any");
    if (words->limits_are_those_of.len)
        return fp_str_printf(keep, "as %.*s (guess)", FP_STR_ARG(words->limits_are_those_of));
    fp_str known = limits_of(keep, target, true), unknown = limits_of(keep, target, false), remark = words->counters;
    if (!known.len) return FP_STR("commit groups: no hardware maximum");
    if (unknown.len)
        known = fp_str_printf(keep, "%.*s; %.*s: maximum not known", FP_STR_ARG(known), FP_STR_ARG(unknown));
    if (target->stores_share_load_counter) {
        fp_str name = counter_name(target, FP_COUNTER_LOAD);
        remark = joined(keep, remark, "; ", fp_str_printf(keep, "loads and stores share %.*s", FP_STR_ARG(name)));
    }
    return in_brackets(keep, known, remark);
}

static fp_str lowering_of(struct fp_arena *keep, const fp_chip *chip) {
    const fp_target *target = &chip->target;
    if (target->vendor == FP_VENDOR_ANY) return FP_STR("as gpu.barrier");
    if (target->vendor != FP_VENDOR_AMD) return nothing;
    barrier_form form = target->split_barrier     ? BARRIER_HALVES
                        : target->backoff_barrier ? BARRIER_WHOLE
                                                  : BARRIER_ASSEMBLY;
    return in_brackets(keep, lowerings[form], chip->words.lds_barrier_lowering);
}

/* Words of the arena go to the row; those of the tables stay where they are. */
static void settle(fp_target_row *row, size_t *used, fp_str *words) {
    assert(*used + words->len <= sizeof row->text);
    memcpy(row->text + *used, words->data, words->len);
    *words = (fp_str){ row->text + *used, words->len };
    *used += words->len;
}

static fp_str products_of(fp_str chip) {
    static const struct {
        fp_str chip, words;
    } products[] = {
#define FP_CHIP_PRODUCTS(chip, words) { { chip, sizeof chip - 1 }, { words, sizeof words - 1 } },
#include "facts/targets.def"
#undef FP_CHIP_PRODUCTS
    };
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (fp_str_equal(products[i].chip, chip)) return products[i].words;
    return (fp_str){ "", 0 };
}

void fp_target_read(size_t index, fp_target_row *row) {
    const fp_chip *chip = fp_chip_at(index);
    const fp_target *target = &chip->target;
    struct fp_arena *scratch = fp_arena_new();
    size_t used = 0;
    *row = (fp_target_row){ .chip = target->chip,
                            .vendor = vendor_of(target),
                            .products = products_of(target->chip),
                            .wave_sizes = waves_of(scratch, target),
                            .shared_bytes = target->shared_bytes,
                            .max_threads = target->max_threads,
                            .split_barrier = split_of(scratch, target),
                            .named_barriers = named_of(scratch, chip),
                            .reserved_ids = reserved_of(scratch, target),
                            .backoff_barrier = backoff_of(target),
                            .counters = counters_of(scratch, chip),
                            .async_copies = chip->words.async_copies,
                            .lds_barrier_lowering = lowering_of(scratch, chip),
                            .source = chip->words.source };
    fp_str *const made[] = { &row->wave_sizes,   &row->split_barrier, &row->named_barriers,
                             &row->reserved_ids, &row->counters,      &row->lds_barrier_lowering };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) settle(row, &used, made[i]);
    fp_arena_drop(scratch);
}
