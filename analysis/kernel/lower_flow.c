#include "kernel/lower_flow.h"
#include "kernel/lower_blocks.h"
#include "kernel/lower_effects.h"
#include "kernel/lower_graph.h"
#include "kernel/lower_trips.h"
#include <string.h>

/* ---- Levels ---- */

static fp_uniformity join_uniformities(fp_uniformity a, fp_uniformity b) {
    return (fp_uniformity){ a.among > b.among ? a.among : b.among, a.doubt || b.doubt };
}

static fp_uniformity uniformity_of_uses(fp_lowering *l, fp_op op) {
    fp_uniformity uniformity = { FP_UNIFORM_CLUSTER, false };
    for (uint32_t i = 0; i < l->ir->ops[op].use_count; i++)
        uniformity = join_uniformities(
            uniformity, fp_addresses_uniformity(l->kernel->addresses, l->ir->uses[l->ir->ops[op].first_use + i].value));
    return uniformity;
}

/* ---- Branches ---- */

/* A branch that holds nothing says nothing. */
static void close_branch(fp_lowering *l, uint32_t number, fp_items *items) {
    const fp_branch_item *branch = &l->kernel->branches.data[number];
    for (uint32_t i = 0; i < branch->arm_count; i++)
        if (branch->arms[i].len) return;
    if (l->kernel->branches.len == number + 1) l->kernel->branches.len--;
    items->len--;
}

static fp_branch_item branch_on(fp_lowering *l, fp_op op, fp_value selector) {
    fp_branch_item branch = { .op = op,
                              .span = fp_lower_span(l->ir, op),
                              .condition = { FP_NONE, false },
                              .selector = selector,
                              .arm_count = 2 };
    if (selector == FP_NONE) {
        branch.uniformity = uniformity_of_uses(l, op);
        return branch;
    }
    branch.uniformity = fp_addresses_uniformity(l->kernel->addresses, selector);
    return branch;
}

static fp_value condition_of(const fp_lowering *l, fp_op op) {
    const fp_use *use = fp_ir_operand(l->ir, op, l->ir->ops[op].info->condition);
    return use ? use->value : FP_NONE;
}

static void lower_if(fp_lowering *l, fp_op op, fp_items *items) {
    fp_value selector = condition_of(l, op);
    int64_t constant;
    if (selector != FP_NONE && fp_ir_constant(l->ir, selector, &constant)) {
        fp_lower_region(l, op, constant ? 0 : 1, items);
        return;
    }
    fp_branch_item branch = branch_on(l, op, selector);
    branch.condition.value = selector != FP_NONE
                                 ? fp_addresses_condition(l->kernel->addresses, selector, &branch.condition.negated)
                                 : fp_addresses_set_condition(l->kernel->addresses, op, &branch.condition.negated);
    uint32_t number = fp_lower_push_branch(l, branch, items);
    fp_items *arms = l->kernel->branches.data[number].arms;
    for (uint32_t arm = 0; arm < 2; arm++) {
        if (selector == FP_NONE)
            fp_addresses_push_set(l->kernel->addresses, op, arm == 1);
        else
            fp_addresses_push_guard(l->kernel->addresses, selector, arm == 1);
        fp_lower_region(l, op, arm, &arms[arm]);
        fp_addresses_pop_guard(l->kernel->addresses);
    }
    close_branch(l, number, items);
}

/* Region 0 is the default in both forms (ir.h); it becomes the last arm. */
static void lower_switch(fp_lowering *l, fp_op op, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[op];
    fp_value selector = condition_of(l, op);
    if (node->region_count < 2) {
        fp_lower_region(l, op, 0, items);
        return;
    }
    fp_branch_item branch = branch_on(l, op, selector);
    branch.arm_count = node->region_count;
    uint32_t number = fp_lower_push_branch(l, branch, items);
    fp_items *arms = l->kernel->branches.data[number].arms;
    for (uint32_t region = 0; region < node->region_count; region++) {
        fp_switch_push_guard(l, op, selector, region, node->region_count);
        fp_lower_region(l, op, region, &arms[region ? region - 1 : node->region_count - 1]);
        fp_addresses_pop_guard(l->kernel->addresses);
    }
    close_branch(l, number, items);
}

/* One lane of each wave runs the region: operand 0 is the lane id. */
static void lower_lane0(fp_lowering *l, fp_op op, fp_items *items) {
    fp_branch_item branch = { .op = op,
                              .span = fp_lower_span(l->ir, op),
                              .condition = { FP_NONE, false },
                              .selector = FP_NONE,
                              .uniformity = { FP_UNIFORM_LANE, false },
                              .arm_count = 2 };
    uint32_t number = fp_lower_push_branch(l, branch, items);
    fp_items *arms = l->kernel->branches.data[number].arms;
    if (l->ir->ops[op].use_count)
        fp_addresses_push_case(l->kernel->addresses, l->ir->uses[l->ir->ops[op].first_use].value, 0);
    else
        fp_addresses_push_guard(l->kernel->addresses, FP_NONE, false);
    fp_lower_region(l, op, 0, &arms[0]);
    fp_addresses_pop_guard(l->kernel->addresses);
    close_branch(l, number, items);
}

/* Regions that run at once on different warps. In the generic form the partitions are the regions of an op inside of
 * the second region. */
static void lower_partitions(fp_lowering *l, fp_op op, fp_items *items) {
    const struct fp_ir *ir = l->ir;
    fp_op holder = FP_NONE;
    uint32_t own = ir->ops[op].region_count;
    if (own == 2) {
        fp_block block = fp_ir_region(ir, op, 1);
        fp_op first = block == FP_NONE ? FP_NONE : ir->blocks[block].first;
        if (first != FP_NONE && ir->ops[first].info && ir->ops[first].info->region == FP_REGION_PARTITIONS) {
            holder = first;
            own = 1;
        }
    }
    fp_branch_item branch = { .op = op,
                              .span = fp_lower_span(ir, op),
                              .condition = { FP_NONE, false },
                              .selector = FP_NONE,
                              .uniformity = { FP_UNIFORM_WAVE, false },
                              .concurrent = true,
                              .arm_count = own + (holder == FP_NONE ? 0 : ir->ops[holder].region_count) };
    if (branch.arm_count < 2) {
        fp_lower_region(l, op, 0, items);
        return;
    }
    uint32_t number = fp_lower_push_branch(l, branch, items);
    fp_items *arms = l->kernel->branches.data[number].arms;
    fp_addresses_push_guard(l->kernel->addresses, FP_NONE, false);
    for (uint32_t i = 0; i < own; i++) fp_lower_region(l, op, i, &arms[i]);
    for (uint32_t i = own; i < branch.arm_count; i++) fp_lower_region(l, holder, i - own, &arms[i]);
    fp_addresses_pop_guard(l->kernel->addresses);
    close_branch(l, number, items);
}

/* ---- Loops ---- */

static uint32_t open_loop(fp_lowering *l, fp_op op, fp_items *items) {
    uint32_t number = l->kernel->loops.len;
    *FP_PUSH(l->keep, &l->kernel->loops) = (fp_loop_item){ .op = op,
                                                           .span = fp_lower_span(l->ir, op),
                                                           .parent = fp_lower_loop_around(l),
                                                           .trips_max = -1,
                                                           .runs = { FP_NONE, false },
                                                           .uniformity = { FP_UNIFORM_CLUSTER, false } };
    fp_lower_push_item(l, items, FP_ITEM_LOOP, number);
    return number;
}

static void close_loop(fp_lowering *l, uint32_t number, fp_items body, fp_items *items) {
    l->kernel->loops.data[number].body = body;
    if (body.len == 0) items->len--;
}

/* The values of a bound of the loop; false: nothing is known of it. */
static bool bound_range(const fp_lowering *l, fp_value value, int64_t constant, bool known, int64_t *low,
                        int64_t *high) {
    *low = *high = constant;
    return known || (value != FP_NONE && fp_addresses_range(l->kernel->addresses, value, l->loop, low, high));
}

/* How often the ranges of the bounds let the loop run: with 32 bits, `0 to %n / 64` is at most 2^25 iterations, after
 * which a counter has not turned over; `%k to 8` runs at least once where %k is below 8. -1: as often as it likes. */
static int64_t most_in_range(const fp_lowering *l, fp_loop_info *info) {
    int64_t lower[2], upper[2];
    if (info->threads || !info->below_upper || !info->step_known || info->step_constant <= 0 ||
        !bound_range(l, info->lower, info->lower_constant, info->lower_known, &lower[0], &lower[1]) ||
        !bound_range(l, info->upper, info->upper_constant, info->upper_known, &upper[0], &upper[1]))
        return -1;
    int64_t least = fp_trips_between(lower[1], upper[0], info->step_constant);
    if (least > info->trips_min) info->trips_min = least;
    return fp_trips_between(lower[0], upper[1], info->step_constant);
}

/* Announces the loop and enters it. The caller restores l->loop. */
static void enter_loop(fp_lowering *l, uint32_t number, fp_loop_info *info, fp_uniformity uniformity) {
    fp_loop_item *item = &l->kernel->loops.data[number];
    int64_t most = info->trips_max < 0 ? most_in_range(l, info) : info->trips_max;
    item->trips_min = info->trips_min;
    item->trips_max = info->trips_max;
    item->uniformity = uniformity;
    item->threads = info->threads;
    info->loop = fp_lower_loop_id(l, number);
    info->parent = l->loop;
    info->op = item->op;
    info->trips_max = most;
    info->uniform = !info->threads && fp_uniform_in_workgroup(uniformity);
    fp_addresses_loop(l->kernel->addresses, info);
    fp_lower_runs(l, number);
    l->loop = info->loop;
}

/* Entry k of a list of bounds: a constant, a value, or something that is not followed. */
static fp_loop_bound bound_at(const fp_lowering *l, const fp_subscripts *list, uint32_t k, int64_t absent) {
    fp_loop_bound bound = { FP_NONE, absent, list->len == 0 };
    if (k >= list->len) return bound;
    const fp_subscript *entry = &list->data[k];
    bound.known = false;
    if (entry->is_expression) { /* `affine_map<() -> (16)>` */
        fp_str text = fp_ir_text(l->ir, entry->span);
        size_t arrow = fp_str_find(text, '>');
        fp_str result = fp_str_trim(fp_str_slice(text, arrow + 1, text.len));
        if (fp_str_starts(text, FP_STR("affine_map<()")) && fp_str_starts(result, FP_STR("(")))
            bound.known = fp_str_int(fp_str_trim(fp_str_slice(result, 1, fp_str_find(result, ')'))), &bound.constant);
    } else if (!entry->is_value) {
        bound.constant = entry->constant;
        bound.known = true;
    } else {
        bound.value = entry->value;
        bound.known = fp_ir_constant(l->ir, entry->value, &bound.constant);
    }
    return bound;
}

static fp_uniformity uniformity_of_bound(fp_lowering *l, fp_loop_bound bound, fp_uniformity uniformity) {
    if (bound.known || bound.value == FP_NONE)
        return bound.known ? uniformity : join_uniformities(uniformity, (fp_uniformity){ FP_UNIFORM_WORKGROUP, true });
    return join_uniformities(uniformity, fp_addresses_uniformity(l->kernel->addresses, bound.value));
}

/* Sets how often the loop runs, as far as its bounds tell whatever arguments are. */
static void count_between(const fp_lowering *l, fp_loop_bound lower, fp_loop_bound upper, fp_loop_bound step,
                          fp_loop_info *info) {
    int64_t least, most;
    if (!step.known || !fp_addresses_distance(l->kernel->addresses, lower, upper, l->loop, &least, &most)) return;
    info->trips_max = fp_trips_between(0, most, step.constant);
    if (info->trips_max >= 0) info->trips_min = fp_trips_between(0, least, step.constant);
}

/* The k-th induction variable of a loop op; trips and level come with it. */
static fp_loop_info info_of_bounds(fp_lowering *l, fp_op op, uint32_t k, fp_uniformity *uniformity) {
    const struct fp_ir *ir = l->ir;
    struct fp_addresses *a = l->kernel->addresses;
    fp_subscripts lowers = fp_ir_list(ir, op, 0), uppers = fp_ir_list(ir, op, 1), steps = fp_ir_list(ir, op, 2);
    fp_loop_bound lower = bound_at(l, &lowers, k, 0), upper = bound_at(l, &uppers, k, 0),
                  step = bound_at(l, &steps, k, 1);
    upper.known &= k < uppers.len;
    if (fp_ir_counts_unsigned(ir, op) && !(lower.known && upper.known && lower.constant >= 0 && upper.constant >= 0))
        upper = (fp_loop_bound){ FP_NONE, 0, false }; /* below zero it would be a large number */
    fp_loop_info info = { .body = fp_ir_region(ir, op, 0),
                          .has_iv = true,
                          .iv_argument = k,
                          .lower = lower.value,
                          .upper = upper.value,
                          .step = step.value,
                          .lower_constant = lower.constant,
                          .upper_constant = upper.constant,
                          .step_constant = step.constant,
                          .lower_known = lower.known,
                          .upper_known = upper.known,
                          .step_known = step.known,
                          .test = FP_NONE,
                          .below_upper = true,
                          .trips_max = -1 };
    count_between(l, lower, upper, step, &info);
    bool counted = (lower.known || (lower.value != FP_NONE && fp_addresses_counts(a, lower.value, l->loop))) &&
                   (upper.known || (upper.value != FP_NONE && fp_addresses_counts(a, upper.value, l->loop)));
    if (info.trips_max < 0 && counted && most_in_range(l, &info) == info.trips_min) info.trips_max = info.trips_min;
    *uniformity = uniformity_of_bound(
        l, step,
        uniformity_of_bound(l, upper, uniformity_of_bound(l, lower, (fp_uniformity){ FP_UNIFORM_CLUSTER, false })));
    if (info.trips_max >= 0 && info.trips_min == info.trips_max) /* `%thread_id_x to %c64 step %c64` */
        *uniformity = (fp_uniformity){ FP_UNIFORM_CLUSTER, false };
    return info;
}

/* The operands that the terminator of a one-block region yields, from number `skip` on. */
static const fp_use *yields_of(const struct fp_ir *ir, fp_block block, uint32_t skip, uint32_t count) {
    fp_op last = block == FP_NONE || ir->blocks[block].next != FP_NONE ? FP_NONE : ir->blocks[block].last;
    if (last == FP_NONE || !ir->ops[last].info || ir->ops[last].info->effect != FP_EFFECT_YIELD ||
        ir->ops[last].use_count < skip + count)
        return NULL;
    return ir->uses + ir->ops[last].first_use + skip;
}

static void lower_for(fp_lowering *l, fp_op op, fp_items *items) {
    fp_uniformity uniformity;
    fp_loop_info info = info_of_bounds(l, op, 0, &uniformity);
    if (info.trips_max == 0) fp_addresses_loop_left(l->kernel->addresses, op);
    if (info.trips_max == 0 || info.body == FP_NONE) return;
    uint32_t carried = 0;
    info.inits = fp_ir_inits(l->ir, op, &carried);
    info.yields = yields_of(l->ir, info.body, 0, carried);
    info.yield_count = info.yields && info.inits ? carried : 0;
    uint32_t number = open_loop(l, op, items);
    fp_loop_id around = l->loop;
    enter_loop(l, number, &info, uniformity);
    fp_items body = { NULL, 0, 0 };
    fp_lower_region(l, op, 0, &body);
    l->loop = around;
    close_loop(l, number, body, items);
}

/* ---- Parallel loops ---- */

/* How many threads, waves or lanes the mapping numbers. */
static int64_t mapped_units(const fp_launch *launch, fp_mapping mapping) {
    const uint32_t *block = launch->block;
    bool exact = block[0] && !launch->upper_bound_only, linear = mapping.dimension == FP_DIMENSION_LINEAR;
    int64_t threads = launch->max_threads, wave = launch->wave_size ? launch->wave_size : 32;
    if (mapping.to == FP_MAPPED_LANE) return wave;
    if (exact) threads = linear ? (int64_t)block[0] * block[1] * block[2] : block[mapping.dimension - 'x'];
    return mapping.to == FP_MAPPED_WAVE && (linear || mapping.dimension == 'x') ? (threads + wave - 1) / wave : threads;
}

/* A thread takes the iteration of its own number, then every one that is a block further. In a block of unknown size
 * there is a thread for each, as far as a block can have so many. */
static void share_out(const fp_lowering *l, fp_loop_info *info) {
    const fp_launch *launch = &l->kernel->launch;
    bool exact = launch->block[0] && !launch->upper_bound_only, counted = info->trips_max >= 0;
    int64_t units = mapped_units(launch, info->mapping);
    if (info->mapping.to != FP_MAPPED_THREAD && !launch->wave_known) exact = false, info->thread_stride = -1;
    if (counted ? info->trips_max <= units : !exact) {
        info->trips_min = info->trips_max = 1;
        return;
    }
    info->thread_stride = exact ? units : -1;
    info->trips_min = counted && exact ? (info->trips_max + units - 1) / units : 0;
    info->trips_max = counted && exact ? info->trips_min : -1;
}

typedef struct {
    int64_t below, all; /* iterations of the ranks below, of all ranks; -1: not known */
    bool outermost;     /* no rank is above */
} linear_row;

/* The row that dimension `own` of the loop shares with the others that are mapped linearly to the same units. */
static linear_row row_of(fp_lowering *l, fp_op op, uint32_t dimensions, fp_mapping own) {
    linear_row row = { 1, 1, true };
    for (uint32_t k = 0; k < dimensions; k++) {
        fp_mapping other = fp_ir_mapping(l->ir, op, k);
        if (other.to != own.to || other.dimension != FP_DIMENSION_LINEAR) continue;
        fp_uniformity uniformity;
        int64_t trips = info_of_bounds(l, op, k, &uniformity).trips_max;
        bool counted = trips > 0 && trips <= INT32_MAX;
        if (row.all >= 0) row.all = counted && row.all <= INT32_MAX ? row.all * trips : -1;
        if (other.rank < own.rank && row.below >= 0)
            row.below = counted && row.below <= INT32_MAX ? row.below * trips : -1;
        row.outermost &= other.rank <= own.rank;
    }
    return row;
}

/* Threads of a row are shared out among all its iterations. Where there are more of these than threads, or nobody
 * knows, a thread runs several, and which ones is not followed. Nor is it for rows of lanes, whose order no dialect
 * tells. */
static void share_row(fp_lowering *l, fp_op op, uint32_t dimensions, fp_loop_info *info) {
    linear_row row = row_of(l, op, dimensions, info->mapping);
    if (row.below == 1 && row.outermost) {
        share_out(l, info);
        return;
    }
    fp_loop_info whole = *info;
    whole.trips_max = row.all;
    share_out(l, &whole);
    bool one_each =
        whole.trips_max == 1 && whole.thread_stride == 0 && row.all >= 0 && info->mapping.to != FP_MAPPED_LANE;
    info->row_below = row.below;
    info->row_extent = row.outermost ? 0 : info->trips_max;
    info->thread_stride = one_each ? 0 : -1;
    info->trips_min = row.outermost ? whole.trips_min : 1;
    info->trips_max = row.outermost ? whole.trips_max : 1;
}

/* One loop per dimension, the outer ones around the inner. What is mapped to threads or larger units runs once in
 * each of them. */
static void lower_parallel(fp_lowering *l, fp_op op, uint32_t dimension, uint32_t dimensions, fp_items *items) {
    if (dimension == dimensions) {
        fp_lower_region(l, op, 0, items);
        return;
    }
    fp_uniformity uniformity;
    fp_loop_info info = info_of_bounds(l, op, dimension, &uniformity);
    info.mapping = fp_ir_mapping(l->ir, op, dimension);
    bool mapped = info.mapping.to != FP_MAPPED_NOT;
    if (info.trips_max == 0) return;
    if (mapped) {
        info.threads = info.has_iv = info.mapping.to != FP_MAPPED_OTHER;
        if (!info.threads)
            info.trips_min = info.trips_max = 1;
        else if (info.mapping.dimension == FP_DIMENSION_LINEAR)
            share_row(l, op, dimensions, &info);
        else
            share_out(l, &info);
        uniformity = (fp_uniformity){ FP_UNIFORM_CLUSTER, false };
    }
    uint32_t number = open_loop(l, op, items);
    fp_loop_id around = l->loop;
    enter_loop(l, number, &info, uniformity);
    l->kernel->loops.data[number].threads = mapped && info.trips_max == 1;
    fp_items body = { NULL, 0, 0 };
    lower_parallel(l, op, dimension + 1, dimensions, &body);
    l->loop = around;
    close_loop(l, number, body, items);
}

static void lower_parallel_op(fp_lowering *l, fp_op op, fp_items *items) {
    fp_block body = fp_ir_region(l->ir, op, 0);
    if (body == FP_NONE) return;
    uint32_t dimensions = l->ir->blocks[body].arg_count; /* what is shared out among the iterations comes last */
    fp_subscripts upper = fp_ir_list(l->ir, op, 1);
    if (upper.known && upper.len < dimensions) dimensions = (uint32_t)upper.len;
    if (dimensions > FP_MAPPED_DIMENSIONS_MAX) dimensions = FP_MAPPED_DIMENSIONS_MAX;
    bool meets = false;
    for (uint32_t k = 0; l->ir->ops[op].info->joins && k < dimensions; k++)
        meets |= fp_ir_mapping(l->ir, op, k).to == FP_MAPPED_THREAD;
    bool unmapped = dimensions && fp_ir_mapping(l->ir, op, 0).to == FP_MAPPED_NOT;
    if (meets) fp_lower_join(l, op, items);
    l->unmapped += unmapped;
    lower_parallel(l, op, 0, dimensions, items);
    l->unmapped -= unmapped;
    if (meets) fp_lower_join(l, op, items);
}

/* ---- scf.while ---- */

enum { PLAIN_MAX = 64 }; /* items that may stand twice in a kernel */

/* A few accesses, syncs and calls, nothing nested: cheap enough to stand twice. */
static bool is_plain(fp_items items) {
    for (uint32_t i = 0; i < items.len; i++) {
        fp_item_kind kind = items.data[i].kind;
        if (kind != FP_ITEM_ACCESS && kind != FP_ITEM_SYNC && kind != FP_ITEM_CALL && kind != FP_ITEM_UNTRACKED)
            return false;
    }
    return items.len <= PLAIN_MAX;
}

/* before, then (after; before) again and again. As a loop item: body = before; after, tail = before, which runs the
 * same. */
static void lower_while(fp_lowering *l, fp_op op, fp_items *items) {
    const struct fp_ir *ir = l->ir;
    fp_block before = fp_ir_region(ir, op, 0), after = fp_ir_region(ir, op, 1);
    if (before == FP_NONE || after == FP_NONE) return;
    uint32_t carried = 0, forwarded = ir->blocks[after].arg_count;
    const fp_use *condition = yields_of(ir, before, 0, 1), *inits = fp_ir_inits(ir, op, &carried);
    if (carried != ir->blocks[before].arg_count) inits = NULL;
    const fp_use *to_body[] = { yields_of(ir, before, 1, forwarded) };
    fp_counted_loop counted = { .header = before,
                                .carried = carried,
                                .inits = inits,
                                .yields = yields_of(ir, after, 0, carried),
                                .condition = condition ? condition->value : FP_NONE,
                                .stays_if = true,
                                .forwarded = { after, 1, to_body } };
    bool do_while = !fp_lower_has_effects(ir, op, 1);
    counted.tested_after = do_while;
    fp_loop_info info = { .body = before };
    fp_lower_count(l, &counted, &info);
    if (info.trips_max == 0) {
        if (inits) fp_addresses_loop_left(l->kernel->addresses, op);
        fp_lower_region(l, op, 0, items);
        return;
    }
    int64_t trips_min = info.trips_min, trips_max = info.trips_max;
    bool hidden = !do_while && fp_lower_has_effects(ir, op, 0);
    if (hidden) fp_lower_hide_count(&info);
    fp_uniformity uniformity = counted.condition == FP_NONE
                                   ? (fp_uniformity){ FP_UNIFORM_LANE, true }
                                   : fp_addresses_uniformity(l->kernel->addresses, counted.condition);
    uint32_t number = open_loop(l, op, items);
    fp_loop_id around = l->loop;
    enter_loop(l, number, &info, uniformity);
    fp_items head = { NULL, 0, 0 }, rest = { NULL, 0, 0 };
    l->kernel->loops.data[number].trips_min = trips_min;
    l->kernel->loops.data[number].trips_max = trips_max;
    fp_lower_region(l, op, 0, &head);
    bool guarded = hidden || (trips_max >= 0 && trips_min != trips_max);
    fp_addresses_push_guard(l->kernel->addresses, guarded ? counted.condition : FP_NONE, false);
    fp_lower_region(l, op, 1, &rest);
    fp_addresses_pop_guard(l->kernel->addresses);
    l->loop = around;
    if (do_while) { /* nothing runs behind the test */
        close_loop(l, number, head, items);
        return;
    }
    if (is_plain(head)) {
        l->kernel->loops.data[number].tail = head;
        fp_items body = { NULL, 0, 0 };
        for (uint32_t i = 0; i < head.len; i++) fp_lower_push_item(l, &body, head.data[i].kind, head.data[i].index);
        for (uint32_t i = 0; i < rest.len; i++) fp_lower_push_item(l, &body, rest.data[i].kind, rest.data[i].index);
        close_loop(l, number, body, items);
        return;
    }
    /* Repeating a nested loop in the tail would double it at each level: two nodes, test and body, left by the test. */
    items->len--;
    fp_graph_item inner = { .nodes = FP_NEW(l->keep, fp_graph_node, 2),
                            .node_count = 2,
                            .edges = FP_NEW(l->keep, fp_edge, 3),
                            .edge_count = 3,
                            .op = op };
    fp_condition stays = { FP_NONE, false };
    if (counted.condition != FP_NONE)
        stays.value = fp_addresses_condition(l->kernel->addresses, counted.condition, &stays.negated);
    inner.nodes[0] = (fp_graph_node){
        .items = head, .loop = FP_NONE, .terminator = ir->blocks[before].last, .uniformity = uniformity
    };
    inner.nodes[1] = (fp_graph_node){ .items = rest,
                                      .loop = FP_NONE,
                                      .terminator = ir->blocks[after].last,
                                      .uniformity = { FP_UNIFORM_CLUSTER, false } };
    inner.edges[0] = (fp_edge){ 0, 1, stays };
    inner.edges[1] = (fp_edge){ 0, 2, { stays.value, !stays.negated } };
    inner.edges[2] = (fp_edge){ 1, 0, { FP_NONE, false } };
    uint32_t graph_loop = l->kernel->graph_loops.len, graph = l->kernel->graphs.len;
    uint32_t *exits = FP_NEW(l->keep, uint32_t, 1);
    exits[0] = 1;
    *FP_PUSH(l->keep, &l->kernel->graph_loops) =
        (fp_graph_loop){ .inner = inner, .exits = exits, .exit_count = 1, .counted = 0, .loop = number };
    fp_graph_item outer = { .nodes = FP_NEW(l->keep, fp_graph_node, 1),
                            .node_count = 1,
                            .edges = FP_NEW(l->keep, fp_edge, 1),
                            .edge_count = 1,
                            .op = op };
    outer.nodes[0] = (fp_graph_node){ .loop = graph_loop, .terminator = op, .uniformity = uniformity };
    outer.edges[0] = (fp_edge){ 0, 1, { FP_NONE, false } };
    *FP_PUSH(l->keep, &l->kernel->graphs) = outer;
    fp_lower_push_item(l, items, FP_ITEM_GRAPH, graph);
}

/* ---- Ops with regions ---- */

void fp_lower_structured(fp_lowering *l, fp_op op, fp_items *items) {
    switch (l->ir->ops[op].info->region) {
    case FP_REGION_FOR: lower_for(l, op, items); break;
    case FP_REGION_WHILE: lower_while(l, op, items); break;
    case FP_REGION_PARALLEL: lower_parallel_op(l, op, items); break;
    case FP_REGION_IF: lower_if(l, op, items); break;
    case FP_REGION_SWITCH: lower_switch(l, op, items); break;
    case FP_REGION_LANE0: lower_lane0(l, op, items); break;
    case FP_REGION_PARTITIONS: lower_partitions(l, op, items); break;
    case FP_REGION_ONCE:
    case FP_REGION_BODY:
        for (uint32_t region = 0; region < l->ir->ops[op].region_count; region++) fp_lower_region(l, op, region, items);
        break;
    case FP_REGION_NONE:
    case FP_REGION_FUNC:
    case FP_REGION_LAUNCH:
    case FP_REGION_MODULE: break; /* kernels of their own, or none */
    }
}

/* Regions of an op that no table knows: any of them, any number of times. */
void fp_lower_unknown_regions(fp_lowering *l, fp_op op, fp_items *items) {
    const fp_op_node *node = &l->ir->ops[op];
    fp_block first = fp_ir_region(l->ir, op, 0);
    if (node->region_count == 0 || first == FP_NONE) return;
    fp_loop_info info = {
        .body = first, .trips_max = -1, .lower = FP_NONE, .upper = FP_NONE, .step = FP_NONE, .test = FP_NONE
    };
    fp_uniformity uniformity = { FP_UNIFORM_LANE, true };
    uint32_t number = open_loop(l, op, items);
    fp_loop_id around = l->loop;
    enter_loop(l, number, &info, uniformity);
    fp_items body = { NULL, 0, 0 };
    if (node->region_count == 1) {
        fp_lower_region(l, op, 0, &body);
    } else {
        fp_branch_item branch = { .op = op,
                                  .span = fp_lower_span(l->ir, op),
                                  .condition = { FP_NONE, false },
                                  .selector = FP_NONE,
                                  .uniformity = uniformity,
                                  .arm_count = node->region_count };
        uint32_t choice = fp_lower_push_branch(l, branch, &body);
        fp_items *arms = l->kernel->branches.data[choice].arms;
        for (uint32_t region = 0; region < node->region_count; region++) fp_lower_region(l, op, region, &arms[region]);
        close_branch(l, choice, &body);
    }
    l->loop = around;
    close_loop(l, number, body, items);
}
