#include "kernel/read_use.h"

/* Does the op stay on its side of a barrier, and need its operands there? It writes memory in all threads, or is
 * assembly with effects. */
static bool stays(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    if (!info) return false;
    if (info->effect == FP_EFFECT_BY_TEXT && fp_ir_attribute(ir, op, fp_named.has_side_effects).len) return true;
    return fp_effect_traits_of[info->effect].writes && !info->partial;
}

enum { OPS_SEEN_MAX = 1024, DEPENDING_MAX = 64 }; /* a value is used soon, and not everywhere */

/* The ops behind the read, in its block, up to the consumer: they run wherever it does. */
fp_read_use fp_use_of_read(const struct fp_ir *ir, fp_op read, fp_op consumer) {
    fp_op depending[DEPENDING_MAX] = { read };
    uint32_t count = 1, seen = 0;
    for (fp_op op = ir->ops[read].next; op != FP_NONE && seen < OPS_SEEN_MAX; op = ir->ops[op].next, seen++) {
        const fp_op_node *node = &ir->ops[op];
        const fp_op_info *info = node->info;
        if (info && info->effect == FP_EFFECT_BY_TEXT) info = fp_ir_called(ir, op);
        if (info && (info->effect == FP_EFFECT_BARRIER || info->effect == FP_EFFECT_SIGNAL)) break;
        if (op <= consumer && consumer < node->end) break;
        bool depends = false;
        for (uint32_t i = 0; i < node->use_count; i++) {
            fp_op def = fp_ir_definition(ir, ir->uses[node->first_use + i].value);
            for (uint32_t k = 0; def != FP_NONE && k < count && !depends; k++) depends = depending[k] == def;
        }
        if (depends && stays(ir, op)) return FP_READ_STORED;
        if (depends && count < DEPENDING_MAX) depending[count++] = op;
    }
    return count > 1 ? FP_READ_COMPUTED_WITH : FP_READ_UNUSED;
}
