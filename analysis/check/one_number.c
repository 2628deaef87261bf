#include "check/one_number.h"
#include "read/type.h"

/* What a store writes: `number`, but in the threads of `rest`; 0: in all. */
typedef struct {
    fp_value number;
    fp_footprint rest;
} written;

static fp_value value_of(const struct fp_kernel *kernel, fp_op op, fp_operand slot) {
    const fp_use *use = fp_ir_operand(kernel->ir, op, slot);
    return use ? use->value : FP_NONE;
}

static bool find_written(const struct fp_kernel *kernel, const fp_access *access, written *out) {
    struct fp_addresses *addresses = kernel->addresses;
    *out = (written){ access->stored, 0 };
    if (access->kind != FP_ACCESS_WRITE || access->stored == FP_NONE || access->stores_buffer ||
        kernel->classes.data[access->klass].counter != FP_COUNTER_NONE)
        return false;
    if (fp_addresses_one_number(addresses, access->stored)) return true;
    fp_op chooses = fp_ir_definition(kernel->ir, access->stored);
    const fp_op_info *info = chooses == FP_NONE ? NULL : kernel->ir->ops[chooses].info;
    if (!info || info->arith != FP_ARITH_SELECT || !access->footprint) return false;
    fp_value condition = value_of(kernel, chooses, info->condition);
    const fp_value arms[2] = { value_of(kernel, chooses, info->read), value_of(kernel, chooses, info->second) };
    for (int i = 0; i < 2; i++) {
        if (arms[i] == FP_NONE || !fp_addresses_one_number(addresses, arms[i])) continue;
        *out = (written){ arms[i], fp_footprint_where(addresses, access->footprint, condition, i == 0) };
        return out->rest != 0;
    }
    return false;
}

/* Do they share no byte, or only what one thread does in its own order? */
static bool keep_apart(const struct fp_kernel *kernel, fp_footprint producer, fp_footprint consumer,
                       fp_iterations between) {
    return !producer || !consumer ||
           fp_overlap_find(kernel->addresses, producer, consumer, between).overlap <= FP_OVERLAP_SAME_THREAD;
}

/* Elements of so many whole bytes; 0: of none. */
static int64_t element_bytes(const struct fp_kernel *kernel, fp_value value) {
    const fp_type *type = fp_type_in(kernel->ir, fp_ir_value_type(kernel->ir, value));
    int64_t bits = type->kind == FP_TYPE_SCALAR ? type->bits : type->element_bits;
    return bits >= 8 && bits % 8 == 0 ? bits / 8 : 0;
}

bool fp_stores_one_number(const struct fp_kernel *kernel, const fp_access *producer, const fp_access *consumer,
                          fp_iterations between) {
    written p, q;
    if (!find_written(kernel, producer, &p) || !find_written(kernel, consumer, &q) || p.number != q.number)
        return false;
    int64_t bytes = element_bytes(kernel, p.number);
    if (bytes == 0) return false;
    fp_overlap_answer meet = fp_overlap_find(kernel->addresses, producer->footprint, consumer->footprint, between);
    if (!meet.witness || meet.witness->byte_count % bytes != 0) return false; /* parts of the number are others */
    return keep_apart(kernel, p.rest, consumer->footprint, between) &&
           keep_apart(kernel, producer->footprint, q.rest, between);
}

/* The memory whose element the store copies; 0: what it stores is no element, or of no known memory. */
static fp_roots source_of(const struct fp_kernel *kernel, const fp_access *access) {
    fp_op load = access->stored == FP_NONE ? FP_NONE : fp_ir_definition(kernel->ir, access->stored);
    const fp_op_info *info = load == FP_NONE ? NULL : kernel->ir->ops[load].info;
    if (!info || info->effect != FP_EFFECT_READ) return 0;
    fp_value buffer = value_of(kernel, load, info->read);
    fp_roots roots = buffer == FP_NONE ? 0 : fp_buffers_of(kernel->buffers, buffer),
             shared = fp_buffers_in_space(kernel->buffers, roots, FP_SPACE_WORKGROUP);
    return fp_buffers_sure(kernel->buffers, shared) ? shared : 0;
}

bool fp_stores_one_element(const struct fp_kernel *kernel, const fp_access *producer, const fp_access *consumer) {
    fp_roots source = source_of(kernel, producer);
    return source && source == source_of(kernel, consumer);
}
