/* address_new.c - an evaluator for one function: which ops it runs, which thread ids these read, and its parameters as
 * the first leaves. */
#include "address/address_aggregate.h"
#include "address/address_op.h"
#include "address/address_raw.h"
#include "address/address_type.h"
#include "address/address_value.h"

/* A thread id that is split into as many parts as sizes are told stays below their product: that is what the outermost
 * size is told for. */
static void bound_by_split(struct fp_addresses *a, fp_op op) {
    const struct fp_ir *ir = a->ir;
    const fp_op_node *n = &ir->ops[op];
    fp_value whole = n->use_count ? ir->uses[n->first_use].value : FP_NONE;
    fp_op id = fp_ir_definition(ir, whole);
    const fp_op_info *info = id == FP_NONE ? NULL : fp_address_row(ir, id);
    char dimension = info && info->arith == FP_ARITH_THREAD ? fp_address_dimension(ir, id) : 0;
    fp_subscripts sizes = fp_ir_list(ir, op, 0);
    int64_t product = 1;
    if (!dimension || a->launch.block[0] || !sizes.known || sizes.len != n->result_count) return;
    for (size_t i = 0; i < sizes.len; i++)
        if (sizes.data[i].is_value || sizes.data[i].is_expression || sizes.data[i].constant <= 0 ||
            __builtin_mul_overflow(product, sizes.data[i].constant, &product))
            return;
    int64_t *bound = &a->thread_bound[dimension - 'x'];
    if (product < *bound) *bound = product;
}

/* Notes which of the thread ids that a launch hands to its body as arguments the op reads. */
static void scan_launch_ids(struct fp_addresses *a, fp_op op) {
    const struct fp_ir *ir = a->ir;
    for (uint32_t i = 0; i < ir->ops[op].use_count; i++) {
        fp_value value = ir->uses[ir->ops[op].first_use + i].value;
        fp_block body = value < ir->value_count ? ir->values[value].block : FP_NONE;
        fp_op owner = body == FP_NONE ? FP_NONE : ir->blocks[body].op;
        const fp_op_info *info = owner == FP_NONE ? NULL : ir->ops[owner].info;
        if (!info || info->region != FP_REGION_LAUNCH || fp_ir_region(ir, owner, 0) != body) continue;
        uint32_t argument = value - ir->blocks[body].first_arg;
        if (argument >= 3 && argument < 6) a->dimensions_read |= (uint8_t)(1 << (argument - 3));
    }
}

/* Which thread id dimensions the ops read, and bounds that id ops among them promise. Is anything said of a thread's
 * linear id? */
static bool scan_ids_between(struct fp_addresses *a, fp_op_range range) {
    const struct fp_ir *ir = a->ir;
    bool numbered = false;
    for (fp_op op = range.first; op < range.end; op++) {
        scan_launch_ids(a, op);
        const fp_op_info *info = fp_address_row(ir, op);
        if (!info) continue;
        numbered |= info->arith == FP_ARITH_LANE || info->arith == FP_ARITH_WAVE || info->arith == FP_ARITH_MBCNT_LO;
        for (uint32_t k = 0; info->region == FP_REGION_PARALLEL && k < FP_MAPPED_DIMENSIONS_MAX; k++) {
            fp_mapping mapping = fp_ir_mapping(ir, op, k);
            bool linear = mapping.dimension == FP_DIMENSION_LINEAR;
            numbered |= linear;
            if (mapping.dimension && !linear) a->dimensions_read |= (uint8_t)(1 << (mapping.dimension - 'x'));
        }
        if (info->arith == FP_ARITH_DELINEARIZE) bound_by_split(a, op);
        uint32_t read;
        if (fp_address_builtin_thread(a, op, &read)) a->dimensions_read |= (uint8_t)(read < 3 ? 1 << read : 7);
        if (info->arith != FP_ARITH_THREAD && info->arith != FP_ARITH_GLOBAL_ID) continue;
        char dimension = fp_address_dimension(ir, op);
        if (!dimension) {
            a->dimensions_read = 7;
            continue;
        }
        uint32_t k = (uint32_t)(dimension - 'x');
        a->dimensions_read |= (uint8_t)(1 << k);
        int64_t low, high;
        if (a->launch.block[0] || !ir->ops[op].result_count) continue;
        fp_address_bounds(a, ir->ops[op].first_result, &low, &high);
        if (info->arith == FP_ARITH_THREAD && low >= 0 && high < a->thread_bound[k]) a->thread_bound[k] = high + 1;
    }
    return numbered;
}

/* Behind the text's own ops: bodies of calls come next. */
static fp_op end_of_text(const struct fp_ir *ir) {
    fp_op end = 1;
    for (fp_block block = fp_ir_region(ir, 0, 0); block != FP_NONE; block = ir->blocks[block].next) {
        fp_op last = ir->blocks[block].last;
        if (last != FP_NONE && ir->ops[last].end > end) end = ir->ops[last].end;
    }
    return end;
}

/* A launch has what stands in it, and bodies of calls, which stand behind all text: the function around it is the
 * host's. */
static void find_run(struct fp_addresses *a) {
    const struct fp_ir *ir = a->ir;
    const fp_op_info *row = a->function == FP_NONE ? NULL : ir->ops[a->function].info;
    bool launched = row && row->region == FP_REGION_LAUNCH && a->function > 0;
    a->run[0] = launched ? (fp_op_range){ a->function, ir->ops[a->function].end } : (fp_op_range){ 0, ir->op_count };
    if (launched) a->run[1] = (fp_op_range){ end_of_text(ir), ir->op_count };
}

static void scan_ids(struct fp_addresses *a) {
    bool numbered = scan_ids_between(a, a->run[0]) | scan_ids_between(a, a->run[1]);
    a->may_have_rows = (a->dimensions_read & 6) || (numbered && (a->dimensions_read & 1));
    if (numbered) a->dimensions_read |= 1;
}

/* Parameters come first among all leaves, in their order: what is tried first does not depend on who asks for which
 * of them first. */
static void number_parameters(struct fp_addresses *a) {
    const struct fp_ir *ir = a->ir;
    fp_block entry = a->function == FP_NONE ? FP_NONE : fp_ir_region(ir, a->function, 0);
    const fp_op_info *row = entry == FP_NONE ? NULL : ir->ops[a->function].info;
    for (uint32_t i = 0; row && row->region == FP_REGION_FUNC && i < ir->blocks[entry].arg_count; i++) {
        fp_value value = ir->blocks[entry].first_arg + i;
        int64_t low, high;
        if (!fp_address_is_uniform_parameter(a, i) || !fp_address_width(fp_ir_value_type(ir, value))) continue;
        fp_address_bounds(a, value, &low, &high);
        (void)fp_address_symbol(a, value, 0, low, high);
    }
}

struct fp_addresses *fp_addresses_new(struct fp_arena *keep, const struct fp_ir *ir, fp_op function, fp_launch launch,
                                      uint64_t uniform_parameters) {
    struct fp_addresses *a = FP_NEW(keep, struct fp_addresses, 1);
    a->keep = keep;
    a->ir = ir;
    a->function = function;
    a->launch = launch;
    a->make = fp_address_make;
    fp_exprs_init(&a->exprs, keep);
    a->values = FP_NEW(keep, fp_expr, ir->value_count + 1);
    a->waiting = FP_NEW(keep, uint32_t, ir->value_count + 1);
    a->natural_loops = FP_NEW(keep, uint32_t, ir->block_count + 1);
    a->block_loops = FP_NEW(keep, uint32_t, ir->block_count + 1);
    a->uniform_parameters = uniform_parameters;
    for (uint32_t k = 0; k < 3; k++) a->thread_bound[k] = launch.block[0] ? launch.block[k] : a->launch.max_threads;
    find_run(a);
    scan_ids(a);
    *FP_PUSH(keep, &a->footprints) = (fp_footprint_info){ .blocked = FP_WORD_ADDRESS_UNKNOWN };
    *FP_PUSH(keep, &a->places) = (fp_place_info){ .loop = FP_NONE };
    *FP_PUSH(keep, &a->guard_sets) = (fp_guard_set){ 0 };
    *FP_PUSH(keep, &a->tiles) = NULL;
    number_parameters(a);
    return a;
}

void fp_addresses_use_buffers(struct fp_addresses *a, struct fp_buffers *buffers) { a->buffers = buffers; }
