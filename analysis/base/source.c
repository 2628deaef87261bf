#include "base/source.h"
#include <string.h>

size_t fp_source_string_end(fp_str text, size_t at, bool *closed) {
    for (at++; at < text.len && text.data[at] != '\n'; at++) {
        if (text.data[at] == '"') return *closed = true, at + 1;
        if (text.data[at] == '\\' && at + 1 < text.len && text.data[at + 1] != '\n') at++;
    }
    return *closed = false, at;
}

size_t fp_source_line_start(fp_str text, size_t at) {
    while (at > 0 && text.data[at - 1] != '\n') at--;
    return at;
}

size_t fp_source_line_end(fp_str text, size_t at) {
    const char *end = at < text.len ? memchr(text.data + at, '\n', text.len - at) : NULL;
    return end ? (size_t)(end - text.data) : text.len;
}

bool fp_source_splits(fp_str line) {
    static const fp_str split = { "// -----", 8 };
    if (!fp_str_starts(line, split)) return false;
    fp_str rest = fp_str_slice(line, split.len, line.len);
    return rest.len == 0 || rest.data[0] == '/' || fp_str_trim(rest).len == 0;
}
