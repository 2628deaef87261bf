#include "kernel/launch_threads.h"
#include "facts/target.h"
#include "read/value_text.h"
#include <string.h>

/* Iterations of dimension k of a parallel loop with constant bounds; 0: they are not constant. */
static int64_t iterations_of(const struct fp_ir *ir, fp_op op, uint32_t k) {
    int64_t bounds[3] = { 0, 0, 1 }; /* lower, upper, step */
    for (uint32_t i = 0; i < 3; i++) {
        fp_subscripts list = fp_ir_list(ir, op, i);
        if (k >= list.len && i != 1) continue;
        if (k >= list.len || list.data[k].is_expression) return 0;
        bounds[i] = list.data[k].constant;
        if (list.data[k].is_value && !fp_ir_constant(ir, list.data[k].value, &bounds[i])) return 0;
    }
    enum { MOST = UINT16_MAX };
    bool small = bounds[0] >= 0 && bounds[1] <= MOST && bounds[0] < bounds[1] && bounds[2] > 0 && bounds[2] <= MOST;
    return small ? (bounds[1] - bounds[0] + bounds[2] - 1) / bounds[2] : 0;
}

/* The threads that the iterations of the loop are. False: they are not all mapped to threads, or not all counted. */
static bool threads_of(const struct fp_ir *ir, fp_op op, int64_t sizes[3]) {
    sizes[0] = sizes[1] = sizes[2] = 1;
    size_t dimensions = fp_ir_list(ir, op, 1).len;
    bool axis = false, linear = false;
    for (uint32_t k = 0; k < dimensions; k++) {
        fp_mapping mapping = fp_ir_mapping(ir, op, k);
        int64_t count = iterations_of(ir, op, k);
        if (mapping.to != FP_MAPPED_THREAD || count == 0) return false;
        bool in_line = mapping.dimension == FP_DIMENSION_LINEAR;
        linear |= in_line;
        axis |= !in_line;
        sizes[in_line ? 0 : mapping.dimension - 'x'] *= count;
        if (sizes[0] > UINT16_MAX) return false;
    }
    return axis != linear;
}

/* A barrier for all threads of the workgroup. */
static bool joins_workgroup(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    return info && info->effect == FP_EFFECT_BARRIER && info->scope == FP_SCOPE_WORKGROUP && ir->ops[op].use_count == 0;
}

/* Does a thread read its ids one by one? Where iterations are threads in a row, the block may have any shape then. */
static bool reads_ids(const struct fp_op_info *info) {
    return info && (info->arith == FP_ARITH_THREAD || info->arith == FP_ARITH_GLOBAL_ID);
}

bool fp_launch_of_mapped_loops(const struct fp_ir *ir, fp_op kernel, int64_t sizes[3], fp_op *from) {
    *from = FP_NONE;
    fp_op around = FP_NONE; /* the outermost parallel loop around the op at hand */
    for (fp_op op = kernel + 1; op < ir->ops[kernel].end; op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (reads_ids(info)) return false;
        if (around != FP_NONE && op >= ir->ops[around].end) around = FP_NONE;
        if (info && info->region == FP_REGION_PARALLEL && around == FP_NONE) around = op;
        int64_t own[3];
        if (around == FP_NONE || around == *from || !joins_workgroup(ir, op) || !threads_of(ir, around, own)) continue;
        if (*from != FP_NONE && memcmp(own, sizes, sizeof own) != 0) return false;
        memcpy(sizes, own, sizeof own);
        *from = around;
    }
    return *from != FP_NONE;
}

/* The dimension that a thread id is of: 'x', 'y' or 'z'; 0: the text does not say. */
static char dimension_of(const struct fp_ir *ir, fp_op op) {
    fp_str word = fp_ir_word(ir, op, 0), named = fp_ir_attribute(ir, op, fp_named.dimension);
    char dimension = ir->ops[op].info->dimension ? ir->ops[op].info->dimension : word.len == 1 ? word.data[0] : 0;
    for (char name = 'x'; name <= 'z' && !dimension; name++)
        if (fp_str_ends(named, (fp_str){ (char[]){ name, '>' }, 2 })) dimension = name;
    return dimension >= 'x' && dimension <= 'z' ? dimension : 0;
}

/* The id stays below this; 0: nothing says so. */
static int64_t bound_of_id(const struct fp_ir *ir, fp_op op) {
    int64_t bound = 0, least;
    if (fp_ir_attribute_int(ir, op, fp_named.upper_bound, &bound)) return bound;
    fp_str range = fp_ir_attribute(ir, op, fp_named.range); /* <i32, least, bound> */
    fp_value_reader list = fp_value_read(NULL, fp_str_slice(range, fp_str_find(range, ','), range.len));
    return fp_value_integer(&list, &least) && fp_value_integer(&list, &bound) ? bound : 0;
}

bool fp_launch_of_id_bounds(const struct fp_ir *ir, fp_op kernel, int64_t sizes[3], fp_op *from) {
    *from = FP_NONE;
    sizes[0] = sizes[1] = sizes[2] = 1;
    for (fp_op op = kernel + 1; op < ir->ops[kernel].end; op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (!info || info->arith != FP_ARITH_THREAD) continue;
        char dimension = dimension_of(ir, op);
        int64_t bound = bound_of_id(ir, op);
        if (!dimension || bound < 1) return false;
        if (bound > sizes[dimension - 'x']) sizes[dimension - 'x'] = bound;
        *from = op;
    }
    return *from != FP_NONE;
}

/* Lanes that exchange values by the op; 0: it is no shuffle, or the text does not tell. */
static int64_t lanes_of_shuffle(const struct fp_ir *ir, fp_op op) {
    const fp_op_node *n = &ir->ops[op];
    if (n->info->arith != FP_ARITH_SHUFFLE) return 0;
    const fp_use *value = fp_ir_operand(ir, op, n->info->value), *end = ir->uses + n->first_use + n->use_count;
    int64_t lanes; /* stands behind the value and the distance */
    return value && value + 2 < end && fp_ir_constant(ir, value[2].value, &lanes) ? lanes : 0;
}

/* Kernels have many ops of few rows: the words of so many rows are not asked about again. */
enum { ASKED_MAX = 16 };

typedef struct {
    const char *words[ASKED_MAX]; /* of the rows asked about last, each where the table has it */
    uint32_t next;
} asked_targets;

/* What is known of the chips that have such ops; nothing where these words have been asked about before. */
static fp_launch_chip chip_of_targets(asked_targets *asked, fp_str targets) {
    fp_launch_chip nothing = { FP_VENDOR_ANY, 0 };
    for (uint32_t i = 0; i < ASKED_MAX; i++)
        if (asked->words[i] == targets.data) return nothing;
    asked->words[asked->next++ % ASKED_MAX] = targets.data;
    return (fp_launch_chip){ fp_targets_vendor(targets), fp_targets_wave_size(targets) };
}

fp_launch_chip fp_launch_chip_of_ops(const struct fp_ir *ir, fp_op kernel) {
    fp_launch_chip found = { FP_VENDOR_ANY, 0 };
    bool vendors_agree = true, lanes_agree = true;
    asked_targets asked = { 0 };
    for (fp_op op = kernel + 1; op < ir->ops[kernel].end; op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (!info) continue;
        fp_launch_chip own = { FP_VENDOR_ANY, 0 };
        if (info->targets.len) own = chip_of_targets(&asked, info->targets);
        int64_t exchange = lanes_of_shuffle(ir, op);
        if (exchange > 32 && exchange <= 64) own.lanes = 64;
        vendors_agree &= !own.vendor || !found.vendor || own.vendor == found.vendor;
        lanes_agree &= !own.lanes || !found.lanes || own.lanes == found.lanes;
        if (own.vendor) found.vendor = own.vendor;
        if (own.lanes) found.lanes = own.lanes;
    }
    return (fp_launch_chip){ vendors_agree ? found.vendor : FP_VENDOR_ANY, lanes_agree ? found.lanes : 0 };
}
