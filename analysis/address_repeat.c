/* address_repeat.c - stores that several threads repeat: the same bytes, the same values.
 *
 * What a thread stores depends on some dimensions of its id (through arithmetic, and loads of memory that the kernel does not write). When the address depends
 * on no other, two threads that agree in these dimensions do the same thing; and when threads that differ in them never touch a common byte, that is all. */
#include "address_state.h"
#include "buffer.h"
#include "overlap_print.h"

enum { VALUES_MAX = 128, THREADS_MAX = 4096 };

typedef struct {
    struct fp_addresses *a;
    uint8_t dimensions;                     /* bits 0..2: thread id dimensions met so far */
    bool unknown;                           /* something that may differ between threads whatever their ids */
    fp_value pending[VALUES_MAX]; uint32_t pending_count, seen_count;
    fp_value seen[VALUES_MAX];
} tracer;

static void visit_leaf(void *context, fp_node leaf) {
    tracer *t = context;
    const fp_node_info *n = fp_slice_node(&t->a->slice, leaf);
    if (n->op == FP_NODE_THREAD) t->dimensions |= (uint8_t)(1u << n->id);
    else if (n->depends & FP_DEPENDS_OPAQUE) t->unknown = true;
}

static void need(tracer *t, fp_value value) {
    for (uint32_t i = 0; i < t->seen_count; i++)
        if (t->seen[i] == value) return;
    if (t->seen_count == VALUES_MAX || value >= t->a->ir->value_count) {
        t->unknown = true;
        return;
    }
    t->seen[t->seen_count++] = value;
    t->pending[t->pending_count++] = value;
}

static bool reads_constant_memory(const struct fp_addresses *a, fp_op op, const fp_op_info *info) {
    const fp_use *use = fp_ir_operand(a->ir, op, info->read);
    if (!use || !a->buffers || a->writes_unknown) return false;
    fp_roots roots = fp_buffers_of(a->buffers, use->value), global = fp_buffers_in_space(a->buffers, roots, 1 /* global */);
    return roots && roots == global && (!a->written || fp_buffers_alias(a->buffers, a->written, global) == FP_ALIAS_NEVER);
}

static void trace_value(tracer *t, fp_value value) {
    const struct fp_ir *ir = t->a->ir;
    fp_level_info level = fp_address_value_level(t->a, value);
    if (level.level <= FP_LEVEL_WORKGROUP && !level.doubt) return;
    const fp_value_info *v = &ir->values[value];
    const fp_op_info *info = v->block == FP_NONE && v->def != FP_NONE ? ir->ops[v->def].info : NULL;
    if (!info || ir->ops[v->def].region_count) {
        t->unknown = true;
        return;
    }
    if (info->effect == FP_EFFECT_THREAD_ID) {
        fp_slice_visit(&t->a->slice, fp_address_value(t->a, value), visit_leaf, t);
        return;
    }
    bool through = info->effect == FP_EFFECT_PURE || info->effect == FP_EFFECT_VIEW || (info->effect == FP_EFFECT_READ && reads_constant_memory(t->a, v->def, info));
    if (!through) {
        t->unknown = true;
        return;
    }
    for (uint32_t i = 0; i < ir->ops[v->def].use_count; i++) need(t, ir->uses[ir->ops[v->def].first_use + i].value);
}

/* The part of an address that differs between threads; FP_NODE_NONE: it does not evaluate. */
static fp_node thread_part(struct fp_addresses *a, fp_node address) {
    fp_node part = fp_slice_constant(&a->slice, 0);
    if (fp_slice_node(&a->slice, address)->op != FP_NODE_SUM) {
        if (fp_slice_node(&a->slice, address)->depends & FP_DEPENDS_PER_THREAD) part = address;
    } else {
        uint32_t count = fp_slice_node(&a->slice, address)->term_count;
        for (uint32_t i = 0; i < count; i++) {
            fp_term term = fp_slice_terms(&a->slice, address)[i];
            if (fp_slice_node(&a->slice, term.node)->depends & FP_DEPENDS_PER_THREAD)
                part = fp_slice_add(&a->slice, part, fp_slice_scale(&a->slice, term.node, term.coefficient));
        }
    }
    return fp_slice_evaluates(&a->slice, part) ? part : FP_NODE_NONE;
}

bool fp_addresses_repeats(struct fp_addresses *a, fp_footprint footprint, fp_value stored) {
    if (!footprint || stored >= a->ir->value_count || !a->launch.block[0]) return false;
    tracer t = { .a = a };
    fp_address_value_level(a, stored);      /* finds out what is written */
    need(&t, stored);
    while (t.pending_count && !t.unknown) trace_value(&t, t.pending[--t.pending_count]);
    if (t.unknown) return false;

    const fp_footprint_info f = a->footprints.data[footprint];
    tracer where = { .a = a };
    fp_slice_visit(&a->slice, f.address, visit_leaf, &where);
    if (where.unknown || f.width == 0 || (where.dimensions & ~t.dimensions)) return false;
    fp_node part = thread_part(a, f.address);
    if (part == FP_NODE_NONE) return false;

    uint32_t extent[3];
    uint64_t count = 1;
    for (uint32_t k = 0; k < 3; k++) {
        extent[k] = t.dimensions >> k & 1 && a->thread_bound[k] > 0 && a->thread_bound[k] <= THREADS_MAX ? (uint32_t)a->thread_bound[k] : 1;
        count *= extent[k];
    }
    if (count > THREADS_MAX) return false;
    fp_threads threads;
    fp_address_make_threads(a, &threads, extent);
    fp_print_request request = { part, 0, a->segments.data + f.first_segment, f.segment_count, f.width };
    fp_print print = fp_print_make(a, &threads, &request);
    uint64_t steps = 0;
    return !print.wrong && fp_print_meet(&threads, &print, &print, 0, &steps).worst <= FP_OVERLAP_SAME_THREAD;
}
