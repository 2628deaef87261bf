#include "facts/tensor_shape.h"
#include "base/chars.h"

static const fp_tensor_shape shapes[] = {
#define FP_TENSOR_SHAPE(word, rows, each, columns, source) { { word, sizeof(word) - 1 }, rows, each, columns, source },
#include "facts/tensor_shapes.def"
};

static bool is_part_of_word(char c) { return c != '_' && (fp_is_digit(c) || fp_is_letter(c)); }

const fp_tensor_shape *fp_tensor_shape_in(fp_str name) {
    for (size_t start = 0, end; start < name.len; start = end + 1) {
        end = start;
        while (end < name.len && is_part_of_word(name.data[end])) end++;
        fp_str part = fp_str_slice(name, start, end);
        for (size_t i = 0; part.len && i < sizeof shapes / sizeof *shapes; i++)
            if (fp_str_equal(shapes[i].word, part)) return &shapes[i];
    }
    return NULL;
}
