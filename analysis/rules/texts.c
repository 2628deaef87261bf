/* texts.c - what could not be read or is not known: syntax-error, unknown-op. */
#include "base/hash.h"
#include "rules/finding.h"

enum { SYNTAX_ERRORS_MAX = 1000 }; /* a file that is not MLIR has one in every line */

/* The first one of each line: what follows it there is mostly its consequence. */
void fp_rules_syntax(fp_rule_context *context) {
    const fp_passed_over *passed = &context->context->passed_over;
    if (passed->lines)
        fp_finding_push(
            context, passed->first,
            FP_PHRASE(FP_SAYS_SYNTAX_ERROR_PASSED_OVER, fp_arg_number(FP_ARG_COUNT, (int64_t)passed->lines)))
            ->level = FP_LEVEL_INFORMATION;
    uint32_t count = context->context->errors.len, reported = 0, last_line = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fp_syntax_error *error = &context->context->errors.data[i];
        uint32_t line = fp_lines_line(context->lines, error->span.start);
        if (line == last_line) continue;
        last_line = line;
        if (++reported == SYNTAX_ERRORS_MAX && i + 1 < count) {
            fp_finding_push(context, error->span,
                            FP_PHRASE(FP_SAYS_SYNTAX_ERROR_MANY, fp_arg_number(FP_ARG_MORE, count - i - 1)));
            return;
        }
        fp_finding_push(context, error->span, error->phrase);
    }
}

/* The workgroup buffer that the op takes: the first value that reaches one. */
static fp_str buffer_of(const struct fp_kernel *kernel, fp_op op) {
    const fp_op_node *node = &kernel->ir->ops[op];
    for (uint32_t i = 0; i < node->use_count; i++) {
        const fp_use *use = &kernel->ir->uses[node->first_use + i];
        uint32_t count = 0;
        const fp_root *roots = fp_buffers_members(kernel->buffers, fp_buffers_of(kernel->buffers, use->value), &count);
        for (uint32_t r = 0; r < count; r++)
            if (fp_buffers_root(kernel->buffers, roots[r])->space == FP_SPACE_WORKGROUP &&
                !fp_buffers_root(kernel->buffers, roots[r])->supposed)
                return fp_ir_text(kernel->ir, use->span);
    }
    return FP_STR("workgroup memory");
}

/* What is left out to bound the time is said, once a kernel. */
static void report_bounds(fp_rule_context *context) {
    const fp_analysis *analysis = context->analysis;
    if (analysis->bounded_calls)
        fp_finding_limit(context, FP_PHRASE(FP_SAYS_UNKNOWN_OP_NOT_FOLLOWED,
                                            fp_arg_number(FP_ARG_COUNT, (int64_t)analysis->bounded_calls)));
    if (analysis->bounded_runs) fp_finding_limit(context, fp_phrase_of(FP_SAYS_UNKNOWN_OP_NOT_COMPARED));
    if (analysis->bounded_conditions)
        fp_finding_limit(context, FP_PHRASE(FP_SAYS_UNKNOWN_OP_NOT_IMPLIED,
                                            fp_arg_number(FP_ARG_COUNT, (int64_t)analysis->bounded_conditions)));
    if (analysis->bounded_cases)
        fp_finding_limit(context, FP_PHRASE(FP_SAYS_UNKNOWN_OP_NOT_TOLD_APART,
                                            fp_arg_number(FP_ARG_COUNT, (int64_t)analysis->bounded_cases)));
    if (context->cures && context->cures->gave_up)
        fp_finding_limit(context, fp_phrase_of(FP_SAYS_UNKNOWN_OP_NOT_PLACED));
}

typedef struct {
    fp_op first;
    uint32_t more;
    bool touches;              /* workgroup memory is handed to it */
    const fp_op_info *instead; /* what was meant, if it looks like a typing mistake */
} unknown_name;
typedef struct {
    struct fp_arena *keep;
    const struct fp_kernel *kernel;
    FP_VEC(unknown_name) names;
    fp_map by_name;
} unknown_names;

static unknown_name *find_name(unknown_names *unknown, fp_str name) {
    for (fp_map_probe p = fp_map_find(&unknown->by_name, fp_str_hash(name)); fp_map_next(&p);)
        if (fp_str_equal(unknown->kernel->ir->ops[unknown->names.data[p.value].first].name, name))
            return &unknown->names.data[p.value];
    return NULL;
}

static void add_name(unknown_names *unknown, fp_op op, bool touches) {
    fp_str name = unknown->kernel->ir->ops[op].name;
    unknown_name *known = find_name(unknown, name);
    if (known) {
        known->more++;
        return;
    }
    fp_map_put(unknown->keep, &unknown->by_name, fp_str_hash(name), unknown->names.len);
    const fp_op_info *instead = unknown->kernel->ir->ops[op].info ? NULL : fp_op_misspelt(name);
    *FP_PUSH(unknown->keep, &unknown->names) = (unknown_name){ op, 0, touches, instead };
}

/* An op that is handed no workgroup memory matters when a sync was meant. */
static void add_other_name(unknown_names *unknown, fp_op op, uint32_t touching) {
    unknown_name *known = find_name(unknown, unknown->kernel->ir->ops[op].name);
    if (known && (uint32_t)(known - unknown->names.data) < touching) return;
    add_name(unknown, op, false);
    unknown_name *last = &unknown->names.data[unknown->names.len - 1];
    if (!known && last->instead && !fp_effect_traits_of[last->instead->effect].orders) last->instead = NULL;
}

/* Ops of the kernel that no table knows: those that are handed workgroup memory, then others of which one might be a
 * sync with a letter wrong. Each name once. */
static unknown_names collect_names(struct fp_arena *keep, const struct fp_kernel *kernel) {
    unknown_names unknown = { .keep = keep, .kernel = kernel };
    const struct fp_ir *ir = kernel->ir;
    for (uint32_t i = 0; i < kernel->unknown_ops.len; i++) {
        fp_op op = kernel->unknown_ops.data[i];
        if (!kernel->is_run || !ir->ops[op].info) add_name(&unknown, op, true); /* the run may know it */
    }
    uint32_t touching = unknown.names.len;
    const fp_numbers *unlisted = fp_ir_unlisted(ir);
    for (uint32_t i = 0; i < unlisted->len; i++) add_other_name(&unknown, unlisted->data[i], touching);
    return unknown;
}

/* An op of the tables is among the unknown ones where what is inside of it lies too deep. */
static bool nests_too_deeply(const fp_op_node *node) { return node->info && node->info->region; }

/* Once for each op name. */
void fp_rules_unknown_op(fp_rule_context *context) {
    report_bounds(context);
    const struct fp_kernel *kernel = context->kernel;
    unknown_names unknown = collect_names(context->keep, kernel);
    for (uint32_t i = 0; i < unknown.names.len; i++) {
        const unknown_name *name = &unknown.names.data[i];
        const fp_op_node *node = &kernel->ir->ops[name->first];
        if (name->instead)
            fp_finding_push(context, node->name_span,
                            FP_PHRASE(FP_SAYS_UNKNOWN_OP_MISSPELT, fp_arg_text(FP_ARG_OP, node->name),
                                      fp_arg_text(FP_ARG_MEANT, name->instead->name),
                                      fp_arg_some(FP_ARG_MORE, name->more)));
        else if (name->touches && !nests_too_deeply(node))
            fp_finding_push(context, node->name_span,
                            FP_PHRASE(FP_SAYS_UNKNOWN_OP_ANY, fp_arg_text(FP_ARG_OP, node->name),
                                      fp_arg_text(FP_ARG_BUFFER, buffer_of(kernel, name->first)),
                                      fp_arg_some(FP_ARG_MORE, name->more)))
                ->level = FP_LEVEL_INFORMATION;
    }
}

fp_phrase fp_rules_unjudged_kernel(struct fp_arena *keep, const struct fp_kernel *kernel, fp_span *place) {
    unknown_names unknown = collect_names(keep, kernel);
    uint32_t count = 0, first = 0;
    for (uint32_t i = unknown.names.len; i-- > 0;)
        if (unknown.names.data[i].touches || unknown.names.data[i].instead) first = i, count++;
    if (count == 0) return fp_phrase_of(FP_SAYS_NOTHING);
    const unknown_name *name = &unknown.names.data[first];
    const fp_op_node *node = &kernel->ir->ops[name->first];
    *place = node->name_span;
    fp_phrase_argument op = fp_arg_text(FP_ARG_OP, node->name), more = fp_arg_some(FP_ARG_MORE, count - 1);
    fp_phrase why = nests_too_deeply(node) ? FP_PHRASE(FP_WORD_UNJUDGED_DEEP, op)
                    : name->instead
                        ? FP_PHRASE(FP_WORD_UNJUDGED_MISSPELT, op, fp_arg_text(FP_ARG_MEANT, name->instead->name), more)
                        : FP_PHRASE(FP_WORD_UNJUDGED_OP, op, more);
    return fp_phrase_copy(keep, why, NULL);
}

fp_phrase fp_rules_unjudged_file(struct fp_arena *keep, const struct fp_unit_context *context) {
    if (context->units.len) return fp_phrase_of(FP_SAYS_NOTHING);
    if (context->other)
        return fp_phrase_copy(keep,
                              FP_PHRASE(FP_WORD_UNJUDGED_LANGUAGE, fp_arg_text(FP_ARG_NAME, context->other->name),
                                        fp_arg_text(FP_ARG_ADVICE, context->other->advice)),
                              NULL);
    if (context->any_op || context->aliases.len) return fp_phrase_of(FP_WORD_UNJUDGED_NO_FUNCTION);
    if (context->passed_over.lines || context->errors.len) return fp_phrase_of(FP_WORD_UNJUDGED_PROSE);
    return fp_phrase_of(FP_WORD_UNJUDGED_EMPTY);
}
