/* mmra.c - unknown-tag: memory-model tags that no backend reads; incompatible-tags: tags that keep a fence from what it stands before. */
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

/* Does the fence leave the access out because of its tags? They name other memory, or fit none of the access's own. */
static bool leaves_out(const struct fp_kernel *kernel, const fp_sync *fence, const fp_class *klass) {
    bool other_memory = klass->space == FP_SPACE_WORKGROUP && !(fence->spaces & FP_SPACES_WORKGROUP);
    return other_memory || !fp_tags_compatible(kernel->tags, fence->tags, klass->tags);
}

/* A fence between two accesses that lack one: its tags are why. */
static void check_fence(fp_rule_context *context, const fp_sync *fence) {
    const struct fp_kernel *kernel = context->kernel;
    for (size_t i = 0; i < context->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        const fp_access *producer = &kernel->accesses.data[hazard->producer], *consumer = &kernel->accesses.data[hazard->consumer];
        bool between = producer->span.start < fence->span.start && fence->span.start < consumer->span.start;
        if (hazard->cause != FP_CAUSE_FENCE || hazard->carrier != FP_NONE || !between) continue;
        fp_class klass = fp_class_of(kernel, producer);
        if (!leaves_out(kernel, fence, &klass)) continue;
        fp_str op = fp_words_op(context, fence->span);
        fp_finding *finding = fp_finding_push(context, FP_RULE_INCOMPATIBLE_TAGS, fence->span,
                                              fp_str_printf(context->keep, "%.*s has tags that leave out the access of %.*s on line %u before it", FP_STR_ARG(op),
                                                            FP_STR_ARG(fp_words_buffer(producer)), fp_words_line(context, producer->span)));
        fp_finding_relate(context, finding, producer->span, FP_STR("this access"));
        return;
    }
}

void fp_rules_tags(fp_rule_context *context) {
    for (uint32_t i = 0; i < context->kernel->syncs.len; i++) {
        const fp_sync *sync = &context->kernel->syncs.data[i];
        if (!sync->tags) continue;
        if (sync->release) check_fence(context, sync);
        uint32_t count = 0;
        const fp_tag *members = fp_tags_members(context->kernel->tags, sync->tags, &count);
        for (uint32_t t = 0; t < count; t++) {
            if (is_known(&members[t])) continue;
            report(context, sync, &members[t]);
            break; /* one finding for one place */
        }
    }
}
