/* mmra.c - unknown-tag: memory-model tags that no backend reads. */
#include "finding.h"

static const fp_tag known_tags[] = {
#define FP_MMRA_TAG(prefix, suffix) { { prefix, sizeof(prefix) - 1 }, { suffix, sizeof(suffix) - 1 } },
#include "tables/mmra.def"
#undef FP_MMRA_TAG
};
enum { KNOWN_COUNT = sizeof known_tags / sizeof *known_tags, TYPING_ERRORS_MAX = 4 };

static bool is_known(const fp_tag *tag) {
    for (size_t i = 0; i < KNOWN_COUNT; i++)
        if (fp_str_equal(known_tags[i].prefix, tag->prefix) && fp_str_equal(known_tags[i].suffix, tag->suffix)) return true;
    return false;
}

static const fp_tag *nearest(const fp_tag *tag) {
    const fp_tag *best = NULL;
    unsigned best_distance = TYPING_ERRORS_MAX;
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        unsigned distance = fp_str_distance(known_tags[i].prefix, tag->prefix) + fp_str_distance(known_tags[i].suffix, tag->suffix);
        if (distance < best_distance) best_distance = distance, best = &known_tags[i];
    }
    return best;
}

static void report(fp_rule_context *context, const fp_sync *sync, const fp_tag *tag) {
    fp_str message = fp_str_printf(context->keep, "%.*s has the tag %.*s:%.*s, which no backend reads; it is compared like any other",
                                   FP_STR_ARG(fp_words_op(context, sync->span)), FP_STR_ARG(tag->prefix), FP_STR_ARG(tag->suffix));
    const fp_tag *meant = nearest(tag);
    if (meant)
        message = fp_str_printf(context->keep, "%.*s; did you mean %.*s:%.*s?", FP_STR_ARG(message), FP_STR_ARG(meant->prefix), FP_STR_ARG(meant->suffix));
    fp_finding_push(context, FP_RULE_UNKNOWN_TAG, sync->span, message);
}

void fp_rules_tags(fp_rule_context *context) {
    for (uint32_t i = 0; i < context->kernel->syncs.len; i++) {
        const fp_sync *sync = &context->kernel->syncs.data[i];
        if (!sync->tags) continue;
        uint32_t count = 0;
        const fp_tag *members = fp_tags_members(context->kernel->tags, sync->tags, &count);
        for (uint32_t t = 0; t < count; t++) {
            if (is_known(&members[t])) continue;
            report(context, sync, &members[t]);
            break; /* one finding for one place */
        }
    }
}
