#include "kernel/launch_text.h"
#include "base/chars.h"
#include "read/value_text.h"

static const struct {
    fp_launch_word_kind kind;
    fp_str text;
} words[] = {
#define FP_LAUNCH_WORD(kind, text) { FP_LAUNCH_##kind, { text, sizeof(text) - 1 } },
#include "facts/functions.def"
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

size_t fp_launch_part(fp_str text, fp_str part, size_t from) {
    size_t at = from + fp_str_find_part(fp_str_slice(text, from, text.len), part);
    return at < text.len ? at : SIZE_MAX;
}

size_t fp_launch_word(fp_str text, fp_launch_word_kind kind, size_t from) {
    for (size_t i = 0; i < COUNT(words); i++) {
        size_t at = words[i].kind == kind ? fp_launch_part(text, words[i].text, from) : SIZE_MAX;
        if (at != SIZE_MAX) return at;
    }
    return SIZE_MAX;
}

fp_str fp_launch_chip_inside(const struct fp_unit_context *context, fp_str text) {
    for (size_t i = 0; i < COUNT(words); i++) {
        fp_value_reader value = fp_value_read(context, text);
        if (words[i].kind == FP_LAUNCH_CHIP && fp_value_find_string(&value, words[i].text)) return value.text;
    }
    return (fp_str){ NULL, 0 };
}

fp_str fp_launch_field(fp_str text, fp_str name) {
    for (size_t at = 0; (at = fp_launch_part(text, name, at)) != SIZE_MAX; at++) {
        fp_str rest = fp_str_trim(fp_str_slice(text, at + name.len, text.len));
        if (at == 0 || fp_is_word(text.data[at - 1]) || !fp_str_starts(rest, FP_STR("="))) continue;
        return fp_str_trim(fp_str_slice(rest, 1, fp_str_find(rest, '>')));
    }
    return (fp_str){ NULL, 0 };
}

uint32_t fp_launch_numbers(fp_str text, int64_t numbers[3]) {
    uint32_t count = 0;
    numbers[0] = numbers[1] = numbers[2] = 1;
    fp_value_reader list = fp_value_read(NULL, fp_str_unquoted(text));
    while (count < 3 && fp_value_integer(&list, &numbers[count])) count++;
    return count;
}

bool fp_launch_make_block(const int64_t numbers[3], uint32_t block[3]) {
    int64_t threads = 1;
    for (uint32_t i = 0; i < 3; i++) {
        if (numbers[i] < 1 || numbers[i] > FP_LAUNCH_THREADS_MAX) return false;
        threads *= numbers[i];
    }
    if (threads > FP_LAUNCH_THREADS_MAX) return false;
    for (uint32_t i = 0; i < 3; i++) block[i] = (uint32_t)numbers[i];
    return true;
}

bool fp_launch_sizes_inside(fp_str text, int64_t numbers[3]) {
    size_t at = fp_launch_word(text, FP_LAUNCH_BLOCK, 0);
    return at != SIZE_MAX &&
           fp_launch_numbers(fp_str_slice(text, at, at + fp_str_find(fp_str_slice(text, at, text.len), ']')), numbers);
}

uint32_t fp_launch_wave_inside(fp_str text, size_t end) {
    enum { WAVE_TEXT_MAX = 24 }; /* "subgroup_size = 64", blanks included */
    int64_t numbers[3];
    size_t at = fp_launch_word(text, FP_LAUNCH_WAVE, 0);
    if (at >= end || !fp_launch_numbers(fp_str_slice(text, at, at + WAVE_TEXT_MAX), numbers)) return 0;
    return numbers[0] == 32 || numbers[0] == 64 ? (uint32_t)numbers[0] : 0;
}
