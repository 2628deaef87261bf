#include "read/dumps.h"
#include "base/str.h"
#include <string.h>

#define FP_DUMP_START "// -----// IR Dump "
#define FP_DUMP_END " //----- //"

/* Where `word` begins in `text`; its length: nowhere. */
static size_t find_word(fp_str text, fp_str word) {
    for (size_t at = 0; at + word.len <= text.len; at++) {
        const char *first = memchr(text.data + at, word.data[0], text.len - word.len + 1 - at);
        if (!first) break;
        at = (size_t)(first - text.data);
        if (memcmp(first, word.data, word.len) == 0) return at;
    }
    return text.len;
}

/* "After CSE (cse) ('func.func' operation: @f)": the pass is "CSE (cse)". */
static fp_dump read_header(fp_str header) {
    fp_dump dump = { 0 };
    dump.before = fp_str_starts(header, FP_STR("Before "));
    size_t name = fp_str_find(header, ' ') + 1;
    fp_str pass = fp_str_slice(header, name, header.len);
    size_t op = find_word(pass, FP_STR(" ('"));
    pass = fp_str_slice(pass, 0, op);
    size_t failed = find_word(pass, FP_STR(" Failed"));
    dump.failed = failed < pass.len;
    dump.pass = fp_str_trim(fp_str_slice(pass, 0, failed));
    return dump;
}

fp_dumps fp_dumps_find(struct fp_arena *keep, fp_str text) {
    static const fp_str start = { FP_DUMP_START, sizeof FP_DUMP_START - 1 };
    fp_dumps dumps = { 0 };
    for (size_t at = 0; at < text.len;) {
        fp_str rest = fp_str_slice(text, at, text.len);
        size_t found = find_word(rest, start);
        if (found == rest.len) break;
        at += found;
        bool line_start = at == 0 || text.data[at - 1] == '\n';
        fp_str line = fp_str_slice(text, at + start.len, text.len);
        line = fp_str_slice(line, 0, fp_str_find(line, '\n'));
        if (line_start) {
            fp_dump dump = read_header(fp_str_slice(line, 0, find_word(line, FP_STR(FP_DUMP_END))));
            dump.span = (fp_span){ (uint32_t)at, (uint32_t)text.len };
            if (dumps.len) dumps.data[dumps.len - 1].span.end = (uint32_t)at;
            *FP_PUSH(keep, &dumps) = dump;
        }
        at += start.len;
    }
    return dumps;
}
