#include "output/names.h"
#include "base/str.h"

fp_str fp_nearest_word(fp_str word, const fp_str *words, size_t count) {
    fp_str best = { 0 };
    unsigned limit = (unsigned)(word.len / 3 < 1 ? 1 : word.len / 3), best_distance = limit + 1;
    for (size_t i = 0; i < count; i++) {
        unsigned distance = fp_str_distance(word, words[i]);
        if (distance < best_distance) best = words[i], best_distance = distance;
    }
    for (size_t i = 0; i < count && best.len == 0; i++)
        if (word.len >= 3 && fp_str_starts(words[i], word)) best = words[i];
    return best;
}

bool fp_is_target_name(fp_str name) {
    if (!fp_target_known(name)) return false;
    fp_str chip = fp_str_slice(name, 0, fp_str_find(name, ':'));
    for (size_t i = 0; i < fp_target_count(); i++) {
        fp_str known = fp_target_name(i);
        if (fp_str_equal(chip, known)) return true;
        if (fp_str_starts(chip, known) && chip.len == known.len + 1 && chip.data[known.len] >= 'a' &&
            chip.data[known.len] <= 'z')
            return true;
    }
    return false;
}
