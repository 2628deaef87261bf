/* memory_tags.c - unknown-tag: memory-model tags that no backend reads; incompatible-tags: tags that keep a fence
 * from what it stands before. */
#include "rules/finding.h"
#include <string.h>

static const fp_tag known_tags[] = {
#define FP_MMRA_TAG(prefix, suffix, spaces) { { prefix, sizeof(prefix) - 1 }, { suffix, sizeof(suffix) - 1 } },
#include "facts/mmra.def"
};
enum { KNOWN_COUNT = sizeof known_tags / sizeof *known_tags, TYPING_ERRORS_MAX = 4 };

static bool is_known(const fp_tag *tag) {
    for (size_t i = 0; i < KNOWN_COUNT; i++)
        if (fp_str_equal(known_tags[i].prefix, tag->prefix) && fp_str_equal(known_tags[i].suffix, tag->suffix))
            return true;
    return false;
}

static const fp_tag *nearest(const fp_tag *tag) {
    const fp_tag *best = NULL;
    unsigned best_distance = TYPING_ERRORS_MAX;
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        unsigned distance =
            fp_str_distance(known_tags[i].prefix, tag->prefix) + fp_str_distance(known_tags[i].suffix, tag->suffix);
        if (distance < best_distance) best_distance = distance, best = &known_tags[i];
    }
    return best;
}

static fp_str spelled(fp_rule_context *context, const fp_tag *tag) {
    return tag ? fp_str_printf(context->keep, "%.*s:%.*s", FP_STR_ARG(tag->prefix), FP_STR_ARG(tag->suffix))
               : (fp_str){ "", 0 };
}

static void report(fp_rule_context *context, const fp_sync *sync, const fp_tag *tag) {
    fp_phrase phrase = FP_PHRASE(FP_SAYS_UNKNOWN_TAG_ANY, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, sync->span)),
                                 fp_arg_text(FP_ARG_TAG, spelled(context, tag)),
                                 fp_arg_any_text(FP_ARG_MEANT, spelled(context, nearest(tag))));
    fp_finding_push(context, sync->span, phrase);
}

/* Does the fence leave the access out because of its tags? They name other memory, or fit none of the access's own. */
static bool leaves_out(const struct fp_kernel *kernel, const fp_sync *fence, const fp_class *klass) {
    bool other_memory = klass->space == FP_SPACE_WORKGROUP && !(fence->spaces & FP_SPACES_WORKGROUP);
    return other_memory || !fp_tags_compatible(kernel->tags, fence->tags, klass->tags);
}

enum { WHAT_IFS_MAX = 8 }; /* analyses of a kernel with one fence changed: each costs what the kernel costs */

static bool has_pair(const fp_analysis *analysis, const fp_hazard *wanted) {
    for (size_t i = 0; i < analysis->hazard_count; i++) {
        const fp_hazard *h = &analysis->hazards[i];
        if (h->producer == wanted->producer && h->consumer == wanted->consumer && h->carrier == wanted->carrier &&
            h->kind == wanted->kind)
            return true;
    }
    return false;
}

/* The kernel's analysis if the fence had no tags. */
static fp_analysis without_tags(fp_rule_context *context, struct fp_arena *scratch, uint32_t fence) {
    struct fp_kernel *kernel = FP_NEW(scratch, struct fp_kernel, 1);
    *kernel = *context->kernel;
    kernel->syncs.data = FP_NEW(scratch, fp_sync, kernel->syncs.len);
    memcpy(kernel->syncs.data, context->kernel->syncs.data, kernel->syncs.len * sizeof *kernel->syncs.data);
    kernel->syncs.capacity = kernel->syncs.len;
    kernel->syncs.data[fence].tags = 0;
    kernel->syncs.data[fence].spaces = FP_SPACES_ALL;
    return fp_analyse(scratch, kernel, context->program, NULL);
}

static void report_fence(fp_rule_context *context, const fp_sync *fence, const fp_access *producer) {
    fp_phrase phrase =
        FP_PHRASE(FP_SAYS_INCOMPATIBLE_TAGS_ACCESS, fp_arg_text(FP_ARG_OP, fp_op_name_at(context, fence->span)),
                  fp_arg_text(FP_ARG_BUFFER, fp_buffer_name(producer)), fp_arg_place(FP_ARG_PRODUCER, producer->span));
    fp_finding *finding = fp_finding_push(context, fence->span, phrase);
    fp_finding_relate(context, finding, producer->span, fp_phrase_of(FP_AT_THIS_ACCESS));
}

/* A pair that lacks a fence, and would not if this one's tags did not leave the first access out. */
static void check_fence(fp_rule_context *context, uint32_t fence, uint32_t *what_ifs) {
    const struct fp_kernel *kernel = context->kernel;
    fp_analysis changed = { 0 };
    bool asked = false;
    struct fp_arena *scratch = fp_arena_new();
    for (size_t i = 0; i < context->analysis->hazard_count; i++) {
        const fp_hazard *hazard = &context->analysis->hazards[i];
        const fp_access *producer = fp_kernel_access(kernel, hazard->producer);
        fp_class klass = fp_class_of(kernel, producer);
        if (hazard->cause != FP_CAUSE_FENCE || hazard->through_call != FP_NONE ||
            !leaves_out(kernel, &kernel->syncs.data[fence], &klass))
            continue;
        if (!asked && (*what_ifs)++ == WHAT_IFS_MAX) break;
        if (!asked) changed = without_tags(context, scratch, fence);
        asked = true;
        if (has_pair(&changed, hazard)) continue;
        report_fence(context, &kernel->syncs.data[fence], producer);
        break;
    }
    fp_arena_drop(scratch);
}

void fp_rules_memory_tags(fp_rule_context *context) {
    uint32_t what_ifs = 0;
    for (uint32_t i = 0; i < context->kernel->syncs.len; i++) {
        const fp_sync *sync = &context->kernel->syncs.data[i];
        if (!sync->tags) continue;
        if (sync->release) check_fence(context, i, &what_ifs);
        uint32_t count = 0;
        const fp_tag *members = fp_tags_members(context->kernel->tags, sync->tags, &count);
        for (uint32_t t = 0; t < count; t++) {
            if (is_known(&members[t])) continue;
            report(context, sync, &members[t]);
            break; /* one finding for one place */
        }
    }
}
