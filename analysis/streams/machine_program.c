/* machine_program.c - leaves, and numbers that say which workgroup runs: ids of workgroups and clusters, and how many
 * there are.
 *
 * Along each dimension a workgroup's id is made of its cluster's id and its place in the cluster, so that workgroups of
 * one cluster, which are run together, have ids of their own.
 */
#include "address/address_op.h"
#include "streams/machine_compile.h"

/* ---- Leaves ---- */

uint32_t fp_code_leaf_of(fp_compiler *c, uint64_t key, fp_leaf_kind kind, fp_str name, fp_span span, fp_op op) {
    for (uint32_t i = 0; i < c->code->leaves.len; i++)
        if (c->code->leaves.data[i].key == key) return i;
    *FP_PUSH(c->keep, &c->code->leaves) =
        (fp_code_leaf){ .leaf = { name, span, 1, 1 }, .key = key, .op = op, .kind = (uint8_t)kind };
    return c->code->leaves.len - 1;
}

void fp_code_push_leaf(fp_compiler *c, uint32_t reg, uint32_t leaf, fp_op op) {
    fp_code *code = fp_code_push(c, FP_CODE_LEAF, op);
    code->dst = reg, code->extra = leaf;
}

static fp_str text_of(const struct fp_ir *ir, fp_op op) { /* "tt.get_program_id x" */
    fp_span name = ir->ops[op].name_span;
    fp_str rest = fp_str_slice(ir->text, name.start, ir->ops[op].span.end);
    rest = fp_str_slice(rest, 0, fp_str_find(rest, '\n'));
    rest = fp_str_slice(rest, 0, fp_str_find(rest, '{')); /* attributes */
    return fp_str_trim(fp_str_slice(rest, 0, fp_str_find(rest, ':')));
}

/* ---- The cluster ---- */

static uint32_t computed(fp_compiler *c, fp_op op, fp_arith arith, uint32_t a, uint32_t b) {
    uint32_t reg = fp_code_register(c);
    fp_code_number(c, op, reg, (fp_number_op){ .arith = (uint8_t)arith, .width = 64, .from = 64 }, a, b);
    return reg;
}

static void move_to(fp_compiler *c, fp_op op, uint32_t to, uint32_t from) {
    fp_code *code = fp_code_push(c, FP_CODE_MOVE, op);
    code->dst = to, code->a = from;
}

/* The number of the workgroup in its cluster; of one that is run for all, as each may have. */
static void push_rank(fp_compiler *c, fp_op op, uint32_t rank) {
    uint64_t key = fp_hash_mix(FP_ARITH_GROUP_RANK, FP_LEAF_RANK);
    const struct fp_ir *ir = c->frame->ir;
    if (c->code->single && !c->code->reaches_peers)
        fp_code_push_leaf(c, rank, fp_code_leaf_of(c, key, FP_LEAF_RANK, text_of(ir, op), ir->ops[op].name_span, op),
                          op);
    else
        fp_code_push(c, FP_CODE_WORKGROUP, op)->dst = rank;
}

/* The workgroup's place in a cluster of `sizes` workgroups, along one dimension. */
static uint32_t place_in_cluster(fp_compiler *c, fp_op op, const uint32_t sizes[3], uint32_t dimension) {
    uint32_t place = fp_code_register(c);
    push_rank(c, op, place);
    for (uint32_t d = 0; d < dimension; d++)
        place = computed(c, op, FP_ARITH_DIVU, place, fp_code_constant(c, sizes[d], op));
    return computed(c, op, FP_ARITH_REMU, place, fp_code_constant(c, sizes[dimension], op));
}

bool fp_code_rank(fp_compiler *c, fp_op op) {
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    const uint32_t *sizes = c->frame->kernel->launch.cluster;
    if (!node->info || node->result_count != 1 || node->first_block != FP_NONE) return false;
    const fp_op_info *called = fp_ir_called(ir, op);
    if (!called && node->info->arith == FP_ARITH_NONE) /* assembly for each element of a tensor, or of a number */
        called = fp_assembly_row(fp_ir_string(ir, op, fp_named.asm_string, 0));
    fp_arith arith = (called ? called : node->info)->arith;
    uint32_t result = fp_code_value(c, node->first_result);
    if (arith == FP_ARITH_GROUP_RANK) return push_rank(c, op, result), true;
    if (arith != FP_ARITH_GROUP_PLACE && arith != FP_ARITH_GROUP_SIZE) return false;
    char name = sizes[0] ? fp_address_dimension(ir, op) : 0;
    if (!name) return false;
    uint32_t dimension = (uint32_t)(name - 'x');
    bool place = arith == FP_ARITH_GROUP_PLACE;
    move_to(c, op, result,
            place ? place_in_cluster(c, op, sizes, dimension) : fp_code_constant(c, sizes[dimension], op));
    return true;
}

/* ---- Programs ---- */

/* What an op tells of the grid along one dimension. */
typedef struct {
    bool is_id, of_clusters; /* else how many there are; else of workgroups */
    char dimension;          /* 0: the text does not say which */
    uint32_t in_cluster;     /* workgroups of a cluster with ids of their own; 0: not told */
    uint32_t clusters;       /* how many clusters there are; 0: not told */
} program_number;

static bool program_number_of(const fp_compiler *c, fp_op op, program_number *number) {
    const fp_op_info *info = c->frame->ir->ops[op].info;
    const fp_launch *launch = &c->frame->kernel->launch;
    fp_arith arith = info ? info->arith : FP_ARITH_NONE;
    *number = (program_number){ .is_id = arith == FP_ARITH_BLOCK_ID || arith == FP_ARITH_GROUP_ID,
                                .of_clusters = arith == FP_ARITH_GROUP_ID || arith == FP_ARITH_GROUP_COUNT };
    if (!number->is_id && arith != FP_ARITH_GRID_DIM && arith != FP_ARITH_GROUP_COUNT) return false;
    number->dimension = fp_address_dimension(c->frame->ir, op);
    uint32_t d = number->dimension ? (uint32_t)(number->dimension - 'x') : 0;
    number->in_cluster = c->code->single ? launch->cluster[d] : launch->programs[d];
    uint32_t each = number->in_cluster || number->of_clusters ? number->in_cluster : 1;
    if (number->dimension && each && launch->grid[d] % each == 0) number->clusters = launch->grid[d] / each;
    return true;
}

/* Where clusters are of one workgroup, or of a size that nobody tells, ids and counts are leaves as they stand there.
 */
static uint32_t leaf_of_program(fp_compiler *c, fp_op op, const program_number *number) {
    const struct fp_ir *ir = c->frame->ir;
    uint64_t which = number->dimension ? (uint64_t)number->dimension : fp_str_hash(text_of(ir, op));
    bool apart = number->of_clusters && !number->in_cluster;
    fp_leaf_kind kind = number->is_id ? FP_LEAF_PROGRAM : FP_LEAF_PROGRAMS;
    uint64_t key = fp_hash_mix(fp_hash_mix(fp_hash_mix(0, which), kind), apart);
    uint32_t leaf = fp_code_leaf_of(c, key, kind, text_of(ir, op), ir->ops[op].name_span, op);
    c->code->leaves.data[leaf].programs = number->clusters;
    return leaf;
}

bool fp_code_program(fp_compiler *c, fp_op op) {
    program_number number;
    const fp_launch *launch = &c->frame->kernel->launch;
    if (!program_number_of(c, op, &number)) return false;
    uint32_t result = fp_code_value(c, c->frame->ir->ops[op].first_result);
    bool told = number.clusters && !number.is_id, whole = number.of_clusters || number.in_cluster <= 1;
    uint32_t clusters = whole && !told ? result : fp_code_register(c);
    if (told)
        clusters = fp_code_constant(c, number.clusters, op);
    else
        fp_code_push_leaf(c, clusters, leaf_of_program(c, op, &number), op);
    if (whole) {
        if (told) move_to(c, op, result, clusters);
        return true;
    }
    const uint32_t *sizes = c->code->single ? launch->cluster : launch->programs;
    uint32_t programs = computed(c, op, FP_ARITH_MUL, clusters, fp_code_constant(c, number.in_cluster, op));
    if (number.is_id)
        programs = computed(c, op, FP_ARITH_ADD, programs,
                            place_in_cluster(c, op, sizes, (uint32_t)(number.dimension ? number.dimension - 'x' : 0)));
    move_to(c, op, result, programs);
    return true;
}
