#include "output/names.h"
#include "base/str.h"

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
