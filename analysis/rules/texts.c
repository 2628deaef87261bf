/* texts.c - what could not be read or is not known: syntax-error, unknown-op. */
#include "base/hash.h"
#include "rules/finding.h"

enum { SYNTAX_ERRORS_MAX = 1000 }; /* a file that is not MLIR has one in every line */

/* The first one of each line: what follows it there is mostly its consequence. */
void fp_rules_syntax(fp_rule_context *context) {
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

typedef struct {
    fp_op first;
    uint32_t more;
} unknown_name;

/* Once for each op name. */
/* What is left out to bound the time is said, once a kernel. */
static void report_bounds(fp_rule_context *context) {
    const struct fp_kernel *kernel = context->kernel;
    fp_span place = kernel->ir->ops[kernel->op].name_span;
    if (context->analysis->bounded_calls)
        fp_finding_push(context, place,
                        FP_PHRASE(FP_SAYS_UNKNOWN_OP_NOT_FOLLOWED,
                                  fp_arg_number(FP_ARG_COUNT, (int64_t)context->analysis->bounded_calls)));
    if (context->analysis->bounded_runs) fp_finding_push(context, place, fp_phrase_of(FP_SAYS_UNKNOWN_OP_NOT_COMPARED));
}

void fp_rules_unknown_op(fp_rule_context *context) {
    report_bounds(context);
    const struct fp_kernel *kernel = context->kernel;
    FP_VEC(unknown_name) names = { 0 };
    fp_map by_name = { 0 };
    for (uint32_t i = 0; i < kernel->unknown_ops.len; i++) {
        fp_op op = kernel->unknown_ops.data[i];
        fp_str name = kernel->ir->ops[op].name;
        unknown_name *known = NULL;
        for (fp_map_probe p = fp_map_find(&by_name, fp_str_hash(name)); !known && fp_map_next(&p);)
            if (fp_str_equal(kernel->ir->ops[names.data[p.value].first].name, name)) known = &names.data[p.value];
        if (known) {
            known->more++;
            continue;
        }
        fp_map_put(context->keep, &by_name, fp_str_hash(name), names.len);
        *FP_PUSH(context->keep, &names) = (unknown_name){ op, 0 };
    }
    for (uint32_t i = 0; i < names.len; i++) {
        const fp_op_node *node = &kernel->ir->ops[names.data[i].first];
        fp_phrase phrase = FP_PHRASE(FP_SAYS_UNKNOWN_OP_ANY, fp_arg_text(FP_ARG_OP, node->name),
                                     fp_arg_text(FP_ARG_BUFFER, buffer_of(kernel, names.data[i].first)),
                                     fp_arg_some(FP_ARG_MORE, names.data[i].more));
        fp_finding_push(context, node->name_span, phrase);
    }
}
