#include "rules/rule.h"
#include "base/str.h"
#include "facts/rule_table.h"

static const fp_rule_info rules[] = {
#define STR(lit) \
    { lit, sizeof(lit) - 1 }
#define RULE(id, name, claim, level, summary, page, fix, bad, good) \
    { STR(name), FP_CLAIM_##claim, FP_LEVEL_##level, STR(summary), STR(page), STR(fix), STR(bad), STR(good) },
#include "facts/rules.def"
#undef RULE
};
_Static_assert(FP_RULE_COUNT < FP_RULE_NONE, "a rule's number fits fp_rule");

size_t fp_rule_count(void) { return FP_RULE_COUNT; }

const fp_rule_info *fp_rule_at(fp_rule rule) { return rule < FP_RULE_COUNT ? &rules[rule] : NULL; }

fp_rule fp_rule_find(fp_str name) {
    for (fp_rule rule = 0; rule < FP_RULE_COUNT; rule++)
        if (fp_str_equal(rules[rule].name, name)) return rule;
    return FP_RULE_NONE;
}

fp_str fp_rule_nearest(fp_str name) {
    fp_str nearest = { 0 };
    unsigned best = (unsigned)(name.len / 2 + 1); /* farther than that is another word */
    for (fp_rule rule = 0; rule < FP_RULE_COUNT; rule++) {
        unsigned distance = fp_str_distance(rules[rule].name, name);
        if (distance < best) best = distance, nearest = rules[rule].name;
    }
    return nearest;
}

fp_level fp_rules_asked(const fp_options *options, fp_rule rule) {
    return options->levels ? options->levels[rule] : rules[rule].level;
}

const fp_level *fp_rules_asked_variant(const fp_options *options, fp_sentence variant) {
    for (size_t i = 0; i < options->variant_count; i++)
        if (options->variants[i].variant == variant) return &options->variants[i].level;
    return NULL;
}

fp_str fp_level_name(fp_level level) {
    switch (level) {
    case FP_LEVEL_OFF: return FP_STR("off");
    case FP_LEVEL_HINT: return FP_STR("hint");
    case FP_LEVEL_INFORMATION: return FP_STR("information");
    case FP_LEVEL_WARNING: return FP_STR("warning");
    case FP_LEVEL_ERROR: return FP_STR("error");
    }
    return FP_STR("");
}
