#include "facts/text_kind.h"

#define STR(literal) \
    { literal, sizeof(literal) - 1 }
#define FP_TEXT_KIND(id, name, advice, sure, likely) { STR(name), STR(advice), STR(sure), STR(likely) },
static const fp_text_kind kinds[] = {
#include "facts/text_kinds.def"
};
#undef FP_TEXT_KIND
#undef STR
enum { KIND_COUNT = sizeof kinds / sizeof *kinds, LIKELY_LINES = 2 };

typedef struct {
    uint32_t sure, likely, first; /* lines of each sort; where the first one stands */
} evidence;

static bool begins_with_one(fp_str line, fp_str beginnings) {
    for (size_t at = 0; at < beginnings.len;) {
        fp_str rest = fp_str_slice(beginnings, at, beginnings.len);
        size_t end = fp_str_find(rest, '\n');
        if (end && fp_str_starts(line, fp_str_slice(rest, 0, end))) return true;
        at += end + 1;
    }
    return false;
}

static void weigh_line(fp_str line, uint32_t at, evidence *found) {
    for (size_t i = 0; i < KIND_COUNT; i++) {
        bool sure = begins_with_one(line, kinds[i].sure);
        if (!sure && !begins_with_one(line, kinds[i].likely)) continue;
        if (found[i].sure + found[i].likely == 0) found[i].first = at;
        if (sure)
            found[i].sure++;
        else
            found[i].likely++;
    }
}

const fp_text_kind *fp_text_kind_of(fp_str text, uint32_t *line) {
    evidence found[KIND_COUNT] = { { 0 } };
    text = fp_str_slice(text, 0, FP_TEXT_KIND_BYTES);
    for (size_t at = 0; at < text.len;) {
        fp_str rest = fp_str_slice(text, at, text.len);
        size_t end = fp_str_find(rest, '\n');
        fp_str trimmed = fp_str_trim(fp_str_slice(rest, 0, end));
        if (trimmed.len) weigh_line(fp_str_slice(rest, (size_t)(trimmed.data - rest.data), end), (uint32_t)at, found);
        at += end + 1;
    }
    const fp_text_kind *best = NULL;
    uint32_t most = 0;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        uint32_t lines = found[i].sure + found[i].likely;
        if ((found[i].sure == 0 && found[i].likely < LIKELY_LINES) || lines <= most) continue;
        best = &kinds[i], most = lines, *line = found[i].first;
    }
    return best;
}
