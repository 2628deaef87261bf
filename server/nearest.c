#include "nearest.h"
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
