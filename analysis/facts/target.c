#include "facts/target.h"
#include "base/chars.h"

#define TEXT(literal) \
    { literal, sizeof(literal) - 1 }
#define MAKER(id, wave_min, wave_max) \
    .target.vendor = FP_VENDOR_##id, .target.wave_size_min = wave_min, .target.wave_size_max = wave_max
#define LIMITS(...) .target.limits = { __VA_ARGS__ }
#define LIMIT(id, largest) \
    { .counter = FP_COUNTER_##id, .most = largest }
#define OTHER(name, largest) \
    { .other = TEXT(name), .most = largest }
static const fp_chip chips[] = {
#define FP_CHIP(name, shared, threads, from, ...) \
    { .target.chip = TEXT(name),                  \
      .target.shared_bytes = shared,              \
      .target.max_threads = threads,              \
      .words.source = TEXT(from),                 \
      __VA_ARGS__ },
#include "facts/targets.def"
#undef FP_CHIP
};
static const struct {
    fp_str prefix, chip;
} prefixes[] = {
#define FP_CHIP_PREFIX(prefix, chip) { TEXT(prefix), TEXT(chip) },
#include "facts/targets.def"
#undef FP_CHIP_PREFIX
};
enum { CHIP_COUNT = sizeof chips / sizeof *chips, PREFIX_COUNT = sizeof prefixes / sizeof *prefixes };

static const fp_chip *find_exact(fp_str chip) {
    for (size_t i = 0; i < CHIP_COUNT; i++)
        if (fp_str_equal(chips[i].target.chip, chip)) return &chips[i];
    return NULL;
}

static const fp_chip *find_entry(fp_str name) {
    fp_str chip = fp_str_trim(fp_str_slice(name, 0, fp_str_find(name, ':'))); /* "gfx942:sramecc+:xnack-" */
    const fp_chip *exact = find_exact(chip);
    if (exact) return exact;
    fp_str best = { NULL, 0 }, stands_for = { NULL, 0 };
    for (size_t i = 0; i < PREFIX_COUNT; i++)
        if (fp_str_starts(chip, prefixes[i].prefix) && prefixes[i].prefix.len > best.len)
            best = prefixes[i].prefix, stands_for = prefixes[i].chip;
    for (size_t i = 0; i < CHIP_COUNT; i++) /* "sm_90a-something", "sm_100f" */
        if (fp_str_starts(chip, chips[i].target.chip) && chips[i].target.chip.len > best.len)
            best = stands_for = chips[i].target.chip;
    return best.len ? find_exact(stands_for) : NULL;
}

const fp_target *fp_target_find(fp_str chip) {
    const fp_chip *entry = find_entry(chip);
    return &(entry ? entry : &chips[0])->target;
}

fp_counter fp_target_counter(const fp_target *target, fp_counter counter) {
    return counter == FP_COUNTER_STORE && target->stores_share_load_counter ? FP_COUNTER_LOAD : counter;
}

bool fp_target_known(fp_str chip) { return find_entry(chip) != NULL; }
size_t fp_target_count(void) { return CHIP_COUNT; }

bool fp_target_is_name(fp_str name) {
    if (!fp_target_known(name)) return false;
    fp_str chip = fp_str_slice(name, 0, fp_str_find(name, ':'));
    for (size_t i = 0; i < CHIP_COUNT; i++) {
        fp_str known = chips[i].target.chip;
        if (fp_str_equal(chip, known)) return true;
        if (fp_str_starts(chip, known) && chip.len == known.len + 1 && chip.data[known.len] >= 'a' &&
            chip.data[known.len] <= 'z')
            return true;
    }
    return false;
}

const fp_chip *fp_chip_at(size_t index) { return &chips[index]; }
fp_str fp_target_name(size_t index) { return chips[index].target.chip; }

static const fp_limit *limit_of(const fp_target *target, fp_counter counter) {
    for (size_t i = 0; i < FP_LIMITS_MAX && counter != FP_COUNTER_NONE; i++)
        if (target->limits[i].counter == counter) return &target->limits[i];
    return NULL;
}

bool fp_target_counts(const fp_target *target, fp_counter counter) { return limit_of(target, counter) != NULL; }

uint16_t fp_target_capacity(const fp_target *target, fp_counter counter) {
    const fp_limit *limit = limit_of(target, counter);
    return limit ? limit->most : 0;
}

fp_str fp_target_nearest(fp_str name) {
    fp_str best = { NULL, 0 };
    unsigned least = 8; /* more than three edits away is no misspelling; of equals one that the name begins is meant */
    for (size_t i = 0; i < CHIP_COUNT; i++) {
        unsigned distance =
            2 * fp_str_distance(name, chips[i].target.chip) + !fp_str_starts(chips[i].target.chip, name);
        if (distance < least) least = distance, best = chips[i].target.chip;
    }
    return best;
}

/* ---- Which ops a chip has: "AMDGPU gfx12+", "AMDGPU gfx9, gfx10", "NVIDIA sm_80+, AMDGPU gfx942+", "AMDGPU
 * gfx6-gfx11" ---- */
typedef struct {
    fp_vendor vendor;
    int major, minor, step;
} version; /* minor, step -1: the whole generation */

static const struct {
    fp_vendor vendor;
    fp_str prefix;
    int base;
} spellings[] = {
#define FP_CHIP_SPELLING(vendor, prefix, base) { FP_VENDOR_##vendor, TEXT(prefix), base },
#include "facts/targets.def"
#undef FP_CHIP_SPELLING
};
static const struct {
    fp_vendor vendor;
    fp_str word;
} vendor_words[] = {
#define FP_VENDOR_WORD(vendor, word) { FP_VENDOR_##vendor, TEXT(word) },
#include "facts/targets.def"
#undef FP_VENDOR_WORD
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static int64_t number_of(fp_str digits) {
    int64_t number = 0;
    for (size_t i = 0; i < digits.len && number < 10000; i++) number = number * 10 + fp_hex_value(digits.data[i]);
    return number;
}

/* "gfx942" is 9.4.2, "gfx12" is 12, "gfx90a" 9.0.10, "sm_90a" 90. Leaves what follows in `rest`. */
static bool read_version(fp_str text, version *out, fp_str *rest) {
    for (size_t i = 0; i < COUNT(spellings); i++) {
        size_t start = spellings[i].prefix.len, end = start;
        bool steps = spellings[i].base == 16;
        if (!fp_str_starts(text, spellings[i].prefix)) continue;
        while (end < text.len && (steps ? fp_hex_value(text.data[end]) >= 0 : fp_is_digit(text.data[end]))) end++;
        fp_str digits = fp_str_slice(text, start, end);
        bool whole = !steps || digits.len < 3; /* no minor version, no step */
        *out = (version){ spellings[i].vendor,
                          (int)number_of(fp_str_slice(digits, 0, whole ? digits.len : digits.len - 2)),
                          whole ? -1 : fp_hex_value(digits.data[digits.len - 2]),
                          whole ? -1 : fp_hex_value(digits.data[digits.len - 1]) };
        if (!steps && end < text.len && text.data[end] == 'a') end++;
        *rest = fp_str_slice(text, end, text.len);
        return digits.len > 0;
    }
    return false;
}

static int compare(version a, version b) { /* on what both say */
    if (a.major != b.major) return a.major < b.major ? -1 : 1;
    if (a.minor < 0 || b.minor < 0) return 0;
    if (a.minor != b.minor) return a.minor < b.minor ? -1 : 1;
    return (a.step > b.step) - (a.step < b.step);
}

static bool may_begin_version(char c) {
    bool any = false;
    for (size_t i = 0; i < COUNT(spellings); i++) any |= spellings[i].prefix.data[0] == c;
    return any;
}

static bool contains_version(fp_str clause, version chip, bool *any) {
    bool fits = false;
    for (size_t i = 0; i < clause.len;) {
        version low, high;
        fp_str rest;
        if (!may_begin_version(clause.data[i]) || !read_version(fp_str_slice(clause, i, clause.len), &low, &rest)) {
            i++;
            continue;
        }
        *any = true;
        bool open_ended = rest.len && rest.data[0] == '+';
        fp_str after = fp_str_slice(rest, 1, rest.len);
        bool range = rest.len && rest.data[0] == '-' && read_version(after, &high, &rest);
        if (low.vendor == chip.vendor && (compare(chip, low) == 0 || (open_ended && compare(chip, low) > 0) ||
                                          (range && compare(chip, low) >= 0 && compare(chip, high) <= 0)))
            fits = true;
        i = clause.len - rest.len;
    }
    return fits;
}

bool fp_target_supports(const fp_target *target, fp_str targets) {
    version chip;
    fp_str rest;
    if (target->vendor == FP_VENDOR_ANY || !read_version(target->chip, &chip, &rest)) return true;
    fp_str clause = fp_str_slice(targets, 0, fp_str_find(targets, ';')); /* what follows is a remark */
    bool any = false;
    if (contains_version(clause, chip, &any)) return true;
    if (any) return false;
    bool named = false;
    for (size_t i = 0; i < COUNT(vendor_words); i++) {
        if (!fp_str_contains(clause, vendor_words[i].word)) continue;
        named = true;
        if (vendor_words[i].vendor == target->vendor || vendor_words[i].vendor == FP_VENDOR_SPIRV)
            return true; /* SPIR-V is for every vendor */
    }
    return !named;
}

bool fp_targets_begin_with(fp_str targets, fp_vendor vendor) {
    for (size_t i = 0; i < COUNT(vendor_words); i++)
        if (vendor_words[i].vendor == vendor && fp_str_starts(targets, vendor_words[i].word)) return true;
    return false;
}

bool fp_targets_name_vendor(fp_str targets, fp_vendor vendor) {
    for (size_t i = 0; i < COUNT(vendor_words); i++)
        if (vendor_words[i].vendor == vendor && fp_str_contains(targets, vendor_words[i].word)) return true;
    return false;
}

bool fp_targets_name_chips(fp_str targets, fp_vendor vendor) {
    for (size_t i = 0; i < COUNT(spellings); i++)
        if (spellings[i].vendor == vendor && fp_str_contains(targets, spellings[i].prefix)) return true;
    return false;
}

fp_vendor fp_targets_vendor(fp_str targets) {
    fp_vendor found = FP_VENDOR_ANY;
    for (size_t i = 0; i < COUNT(vendor_words); i++) {
        if (!fp_str_contains(targets, vendor_words[i].word)) continue;
        if (found != FP_VENDOR_ANY) return FP_VENDOR_ANY;
        found = vendor_words[i].vendor;
    }
    return found;
}

uint32_t fp_targets_wave_size(fp_str targets) {
    uint32_t lanes = 0;
    for (size_t i = 0; i < CHIP_COUNT; i++) {
        const fp_target *target = &chips[i].target;
        if (target->vendor == FP_VENDOR_ANY || !fp_target_supports(target, targets)) continue;
        if (target->wave_size_min != target->wave_size_max || (lanes && lanes != target->wave_size_min)) return 0;
        lanes = target->wave_size_min;
    }
    return lanes;
}
