#include "words/wording.h"
#include "base/vec.h"

typedef FP_VEC(fp_wording_part) parts;

static fp_argument_name argument_of(fp_str key) {
    fp_argument_name name = FP_ARG_NONE;
    while (name < FP_ARGUMENT_NAMES && !fp_str_equal(fp_argument_key(name), key)) name++;
    return name;
}

/* "name", "name|default", "name#one|many", "name& and ", "name:line". */
static fp_wording_part read_field(fp_str field) {
    size_t end = 0;
    while (end < field.len && !memchr("|#&:", field.data[end], 4)) end++;
    fp_wording_part part = { .kind = FP_WORDING_FIELD, .argument = argument_of(fp_str_slice(field, 0, end)) };
    if (end == field.len) return part;
    part.mark = field.data[end];
    part.words = fp_str_slice(field, end + 1, field.len);
    if (part.mark != '#') return part;
    size_t bar = fp_str_find(part.words, '|');
    part.many = fp_str_slice(part.words, bar + 1, part.words.len);
    part.words = fp_str_slice(part.words, 0, bar);
    return part;
}

static size_t text_end(fp_str text, size_t at) {
    while (at < text.len && !memchr("[]{", text.data[at], 3)) at++;
    return at;
}

const fp_wording_part *fp_wording_read(struct fp_arena *keep, fp_str text) {
    parts list = { 0 };
    uint32_t depth = 0;
    for (size_t at = 0; at < text.len;) {
        char c = text.data[at];
        bool twice = at + 1 < text.len && text.data[at + 1] == c;
        size_t end = at + 1;
        fp_wording_part part = { .kind = FP_WORDING_TEXT };
        if ((c == '[' || c == ']') && twice) {
            part.words = fp_str_slice(text, at, end++);
        } else if (c == '[') {
            part.kind = FP_WORDING_OPEN;
            depth++;
        } else if (c == ']' && depth) {
            part.kind = FP_WORDING_CLOSE;
            depth--;
        } else if (c == '{') {
            end = at + fp_str_find(fp_str_slice(text, at, text.len), '}');
            part = read_field(fp_str_slice(text, at + 1, end++));
        } else {
            end = text_end(text, end);
            part.words = fp_str_slice(text, at, end);
        }
        *FP_PUSH(keep, &list) = part;
        at = end;
    }
    *FP_PUSH(keep, &list) = (fp_wording_part){ .kind = FP_WORDING_END };
    return list.data;
}
