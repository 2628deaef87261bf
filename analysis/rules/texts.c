/* texts.c - what could not be read or is not known: syntax-error, unknown-op. */
#include "base/hash.h"
#include "rules/finding.h"

enum { SYNTAX_ERRORS_MAX = 1000 }; /* a file that is not MLIR has one in every line */

/* The first one of each line: what follows it there is mostly its consequence. */
void fp_rules_syntax(fp_rule_context *context) {
    uint32_t count = context->context->errors.len, reported = 0, last_line = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fp_syntax_error *error = &context->context->errors.data[i];
        uint32_t line = fp_words_line(context, error->span);
        if (line == last_line) continue;
        last_line = line;
        if (++reported == SYNTAX_ERRORS_MAX && i + 1 < count) {
            fp_finding_push(context, FP_RULE_SYNTAX_ERROR, error->span,
                            fp_str_printf(context->keep, "here and at %u more places behind it the text does not parse",
                                          count - i - 1));
            return;
        }
        fp_finding_push(context, FP_RULE_SYNTAX_ERROR, error->span,
                        error->message.len ? error->message : FP_STR("the text does not parse here"));
    }
}

/* The workgroup buffer that the op takes: the first value that reaches one. */
static fp_str buffer_words(const struct fp_kernel *kernel, fp_op op) {
    const fp_op_node *node = &kernel->ir->ops[op];
    for (uint32_t i = 0; i < node->use_count; i++) {
        const fp_use *use = &kernel->ir->uses[node->first_use + i];
        uint32_t count = 0;
        const fp_root *roots = fp_buffers_members(kernel->buffers, fp_buffers_of(kernel->buffers, use->value), &count);
        for (uint32_t r = 0; r < count; r++)
            if (fp_buffers_root(kernel->buffers, roots[r])->space == FP_SPACE_WORKGROUP)
                return fp_ir_text(kernel->ir, use->span);
    }
    return FP_STR("workgroup memory");
}

typedef struct {
    fp_op first;
    uint32_t more;
} unknown_name;

/* Once for each op name. */
void fp_rules_unknown_op(fp_rule_context *context) {
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
        fp_str message = fp_str_printf(context->keep, "no table knows %.*s: it is taken to read and write all of %.*s",
                                       FP_STR_ARG(node->name), FP_STR_ARG(buffer_words(kernel, names.data[i].first)));
        if (names.data[i].more)
            message = fp_str_printf(context->keep, "%.*s; %u more of it in this kernel", FP_STR_ARG(message),
                                    names.data[i].more);
        fp_finding_push(context, FP_RULE_UNKNOWN_OP, node->name_span, message);
    }
}
