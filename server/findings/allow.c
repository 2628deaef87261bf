#include "findings/allow.h"
#include "base/line_ends.h"
#include "base/vec.h"

bool fp_allow_possible(const fp_finding *finding) {
    fp_str rule = fp_rule_at(finding->rule)->name;
    return !fp_str_equal(rule, FP_STR("syntax-error")) && !fp_str_equal(rule, FP_STR("unused-suppression"));
}

fp_edit fp_allow_edit(struct fp_arena *keep, fp_str text, uint32_t offset, fp_str rules, fp_str why) {
    uint32_t start = (uint32_t)fp_line_start(text, offset);
    size_t end = start + fp_line_at(text, start).len, blanks = start;
    while (blanks < end && fp_is_blank(text.data[blanks])) blanks++;
    bool crlf = end + 1 < text.len && text.data[end] == '\r' && text.data[end + 1] == '\n';
    return (fp_edit){ { start, start },
                      fp_str_printf(keep, "%.*s// fencepost: ignore[%.*s] %.*s%s",
                                    FP_STR_ARG(fp_str_slice(text, start, blanks)), FP_STR_ARG(rules), FP_STR_ARG(why),
                                    crlf ? "\r\n" : "\n") };
}

/* The rules of findings that stand on the line from `start` on, each once; `next`: the first finding of another line.
 */
static fp_str rules_of_line(struct fp_arena *keep, fp_str text, fp_finding_list findings, size_t *next,
                            uint64_t *counts) {
    uint32_t start = (uint32_t)fp_line_start(text, findings.data[*next].span.start);
    FP_VEC(fp_rule) rules = { 0 };
    fp_str names = { "", 0 };
    for (; *next < findings.len && fp_line_start(text, findings.data[*next].span.start) == start; ++*next) {
        const fp_finding *finding = &findings.data[*next];
        bool named = !fp_allow_possible(finding);
        if (!named) counts[finding->rule]++;
        for (uint32_t i = 0; i < rules.len; i++) named |= rules.data[i] == finding->rule;
        if (named) continue;
        *FP_PUSH(keep, &rules) = finding->rule;
        names = fp_str_printf(keep, "%.*s%s%.*s", FP_STR_ARG(names), names.len ? ", " : "",
                              FP_STR_ARG(fp_rule_at(finding->rule)->name));
    }
    return names;
}

const fp_edit *fp_allow_all(struct fp_arena *keep, fp_str text, fp_finding_list findings, uint64_t *counts,
                            size_t *count) {
    FP_VEC(fp_edit) edits = { 0 };
    for (size_t i = 0; i < findings.len;) {
        uint32_t offset = findings.data[i].span.start;
        fp_str rules = rules_of_line(keep, text, findings, &i, counts);
        if (rules.len) *FP_PUSH(keep, &edits) = fp_allow_edit(keep, text, offset, rules, FP_STR("not looked at yet"));
    }
    *count = edits.len;
    return edits.data;
}
