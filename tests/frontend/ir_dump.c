#include "ir_dump.h"
#include <stdlib.h>
#include <string.h>

fp_str read_file(struct fp_arena *keep, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return (fp_str){ 0 };
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *data = FP_NEW(keep, char, (size_t)size + 1);
    size_t got = fread(data, 1, (size_t)size, file);
    fclose(file);
    return (fp_str){ data, got };
}

static void dump_value(FILE *out, const struct fp_ir *ir, fp_value value) {
    const fp_value_info *info = &ir->values[value];
    fp_str type = fp_ir_value_type(ir, value);
    fprintf(out, " %.*s", FP_STR_ARG(info->name));
    if (info->def == FP_NONE) fprintf(out, "(undefined)");
    if (type.len) fprintf(out, ":<%.*s>", FP_STR_ARG(type));
}

static void dump_block(FILE *out, const struct fp_ir *ir, fp_block block, int depth);

static void dump_op(FILE *out, const struct fp_ir *ir, fp_op op, int depth) {
    const fp_op_node *node = &ir->ops[op];
    fprintf(out, "%*s%.*s%s%s", 2 * depth, "", FP_STR_ARG(node->name), node->info ? "" : " (no row)",
            node->damaged ? " (damaged)" : "");
    if (node->result_count) {
        fprintf(out, " ->");
        for (uint32_t i = 0; i < node->result_count; i++) dump_value(out, ir, node->first_result + i);
    }
    if (node->use_count) {
        fprintf(out, " uses");
        for (uint32_t i = 0; i < node->use_count; i++) {
            const fp_use *use = &ir->uses[node->first_use + i];
            fprintf(out, " %.*s[%u%c%u]", FP_STR_ARG(ir->values[use->value].name), use->depth_top, "tspad"[use->group],
                    use -> group_index);
            if (ir->values[use->value].def == FP_NONE) fprintf(out, "?");
        }
    }
    for (uint32_t i = 0; i < node->successor_count; i++) {
        const fp_successor *successor = &ir->successors[node->first_successor + i];
        fprintf(out, " to %.*s%s(%u)", FP_STR_ARG(fp_ir_text(ir, successor->span)),
                successor->block == FP_NONE ? "?" : "", successor->use_count);
    }
    fprintf(out, "\n");
    for (uint32_t region = 0; region < node->region_count; region++) {
        fprintf(out, "%*s{\n", 2 * depth, "");
        for (fp_block block = fp_ir_region(ir, op, region); block != FP_NONE; block = ir->blocks[block].next)
            dump_block(out, ir, block, depth + 1);
        fprintf(out, "%*s}\n", 2 * depth, "");
    }
}

static void dump_block(FILE *out, const struct fp_ir *ir, fp_block block, int depth) {
    const fp_block_info *info = &ir->blocks[block];
    fprintf(out, "%*s^%.*s(", 2 * depth - 1, "", FP_STR_ARG(info->label));
    for (uint32_t i = 0; i < info->arg_count; i++) dump_value(out, ir, info->first_arg + i);
    fprintf(out, " )\n");
    for (fp_op op = info->first; op != FP_NONE; op = ir->ops[op].next) dump_op(out, ir, op, depth);
}

void dump_ir(FILE *out, const struct fp_ir *ir) { dump_op(out, ir, 0, 0); }

void dump_context(FILE *out, const struct fp_unit_context *context) {
    for (uint32_t i = 0; i < context->modules.len; i++)
        fprintf(out, "module %u '%.*s' parent %d section %u head <%.*s>\n", i,
                FP_STR_ARG(context->modules.data[i].name), (int)context->modules.data[i].parent,
                context->modules.data[i].section, FP_STR_ARG(fp_unit_module_text(context, i)));
    for (uint32_t i = 0; i < context->globals.len; i++)
        fprintf(out, "global %.*s : %.*s%s\n", FP_STR_ARG(context->globals.data[i].name),
                FP_STR_ARG(context->globals.data[i].type), context->globals.data[i].workgroup ? " workgroup" : "");
    for (uint32_t i = 0; i < context->errors.len; i++) {
        const fp_syntax_error *error = &context->errors.data[i];
        const fp_phrase_argument *text = fp_phrase_find(&error->phrase, FP_ARG_ERROR);
        fprintf(out, "error %u..%u %.*s %.*s\n", error->span.start, error->span.end,
                FP_STR_ARG(fp_variant_name(error->phrase.sentence)), FP_STR_ARG(text ? text->value.text : FP_STR("")));
    }
    for (uint32_t i = 0; i < context->units.len; i++) {
        const fp_unit *unit = &context->units.data[i];
        fprintf(out, "unit %u '%.*s' module %d section %u%s%s%s%s\n", i, FP_STR_ARG(unit->name), (int)unit->module,
                unit->section, unit->declaration ? " declaration" : "", unit->is_private ? " private" : "",
                unit->called ? " called" : "",
                fp_units_relevant((struct fp_unit_context *)(uintptr_t)context, i) ? " relevant" : "");
    }
}
