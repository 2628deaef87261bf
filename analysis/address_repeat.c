/* address_repeat.c - stores that several threads repeat: the same bytes, the same values.
 *
 * What a thread stores is made of integers that evaluate (thread ids, indices of loads from memory that the kernel does not write) and of what is equal in all
 * threads. Two threads for which all these integers agree store equal values; when that holds for any two threads with a common byte, no store is lost. */
#include "address_state.h"
#include "buffer.h"
#include "overlap_print.h"
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 128, THREADS_MAX = 4096, INPUTS_MAX = 24 };

typedef struct {
    struct fp_addresses *a;
    fp_loop_id loop;                        /* innermost around the store */
    bool unknown;                           /* something that may differ between threads whatever the inputs */
    fp_node inputs[INPUTS_MAX]; uint32_t input_count;       /* per thread */
    fp_value pending[VALUES_MAX]; uint32_t pending_count, seen_count;
    fp_value seen[VALUES_MAX];
} tracer;

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

static bool is_integer(fp_str type) { return fp_address_width(type) > 0; }

/* An integer that evaluates per thread is an input, however it was made. */
static bool add_input(tracer *t, fp_value value) {
    if (!is_integer(fp_ir_value_type(t->a->ir, value))) return false;
    fp_node part = thread_part(t->a, fp_address_resolve(t->a, fp_address_value(t->a, value), t->loop));
    if (part == FP_NODE_NONE || t->input_count == INPUTS_MAX) return false;
    t->inputs[t->input_count++] = part;
    return true;
}

/* What a loop carries, inside of it or as its result: threads go through equally many iterations when its bounds agree. */
static void trace_carried(tracer *t, const fp_value_info *v) {
    const struct fp_ir *ir = t->a->ir;
    const fp_op_node *loop = &ir->ops[v->def];
    fp_block body = fp_ir_region(ir, v->def, 0);
    uint32_t count = 0;
    const fp_use *inits = fp_ir_inits(ir, v->def, &count);
    fp_op last = body == FP_NONE ? FP_NONE : ir->blocks[body].last;
    uint32_t ivs = body == FP_NONE || ir->blocks[body].arg_count < count ? 0 : ir->blocks[body].arg_count - count;
    uint32_t slot = v->block == FP_NONE ? v->index : v->index - ivs;            /* an iv comes out beyond `count` */
    if (!inits || last == FP_NONE || slot >= count || ir->ops[last].use_count != count || ir->blocks[body].next != FP_NONE) {
        t->unknown = true;
        return;
    }
    for (uint32_t i = 0; i < loop->use_count; i++) {
        const fp_use *use = &ir->uses[loop->first_use + i];
        if (use < inits || use >= inits + count) need(t, use->value);
    }
    need(t, inits[slot].value);
    need(t, ir->uses[ir->ops[last].first_use + slot].value);
}

static void trace_value(tracer *t, fp_value value) {
    const struct fp_ir *ir = t->a->ir;
    fp_level_info level = fp_address_value_level(t->a, value);
    if (level.level <= FP_LEVEL_WORKGROUP && !level.doubt) return;
    if (add_input(t, value)) return;
    const fp_value_info *v = &ir->values[value];
    if (v->def != FP_NONE && ir->ops[v->def].info && ir->ops[v->def].info->region == FP_REGION_FOR) {
        trace_carried(t, v);
        return;
    }
    const fp_op_info *info = v->block == FP_NONE && v->def != FP_NONE ? ir->ops[v->def].info : NULL;
    bool through = info && !ir->ops[v->def].region_count &&
                   (info->effect == FP_EFFECT_PURE || info->effect == FP_EFFECT_VIEW || (info->effect == FP_EFFECT_READ && reads_constant_memory(t->a, v->def, info)));
    if (!through) {
        t->unknown = true;
        return;
    }
    for (uint32_t i = 0; i < ir->ops[v->def].use_count; i++) need(t, ir->uses[ir->ops[v->def].first_use + i].value);
}

/* A copy from memory that the kernel does not write: all that tells where from. */
static bool needs_source(tracer *t, fp_op op) {
    const fp_op_node *node = &t->a->ir->ops[op];
    if (!node->info || node->info->effect != FP_EFFECT_ASYNC_COPY || node->info->shape != FP_SHAPE_LANES) return false;
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_value value = t->a->ir->uses[node->first_use + i].value;
        if (value < t->a->ir->value_count) fp_address_value_level(t->a, value);     /* finds out what is written */
        need(t, value);
    }
    return reads_constant_memory(t->a, op, node->info);
}

/* Per thread: the address, then the inputs. */
typedef struct { const int64_t *values; uint32_t count, stride; } rows;
typedef struct { int64_t start; uint32_t thread; } placed;

static int compare_placed(const void *a, const void *b) {
    const placed *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

static bool same_row(rows all, uint32_t x, uint32_t y) {
    for (uint32_t i = 0; i < all.stride; i++)
        if (all.values[(size_t)i * all.count + x] != all.values[(size_t)i * all.count + y]) return false;
    return true;
}

/* Do threads whose bytes meet agree in all? Bytes of one start to the next: what overlaps must be a repetition of the first. */
static bool meetings_agree(struct fp_addresses *a, const fp_footprint_info *f, rows all) {
    uint32_t count = all.count * f->segment_count;
    placed *places = FP_NEW(a->keep, placed, count);
    for (uint32_t t = 0, n = 0; t < all.count; t++)
        for (uint32_t k = 0; k < f->segment_count; k++) places[n++] = (placed){ all.values[t] + a->segments.data[f->first_segment + k], t };
    qsort(places, count, sizeof *places, compare_placed);
    for (uint32_t i = 1, first = 0; i < count; i++) {
        if (places[i].start >= places[first].start + (int64_t)f->width) first = i;
        else if (places[i].start != places[first].start || !same_row(all, places[i].thread, places[first].thread)) return false;
    }
    return true;
}

bool fp_addresses_repeats(struct fp_addresses *a, fp_footprint footprint, fp_value stored) {
    if (!footprint || !a->launch.block[0] || a->launch.upper_bound_only) return false;
    const fp_footprint_info f = a->footprints.data[footprint];
    const fp_threads *threads = fp_address_threads(a);
    if (f.width == 0 || !threads || threads->count > THREADS_MAX) return false;
    tracer t = { .a = a, .loop = f.loop };
    if (stored != FP_NONE) {
        fp_address_value_level(a, stored);  /* finds out what is written */
        need(&t, stored);
    } else if (!needs_source(&t, f.op)) {
        return false;
    }
    while (t.pending_count && !t.unknown) trace_value(&t, t.pending[--t.pending_count]);
    fp_node address = thread_part(a, f.address);
    if (t.unknown || address == FP_NODE_NONE) return false;

    rows all = { NULL, threads->count, t.input_count + 1 };
    int64_t *values = FP_NEW(a->keep, int64_t, (size_t)all.count * all.stride);
    for (uint32_t i = 0; i < all.stride; i++) {
        memset(a->skipped, 0, threads->count);
        a->pool.used = 0;
        const int64_t *one = fp_slice_evaluate(&a->pool, &a->slice, i ? t.inputs[i - 1] : address, threads, a->skipped);
        if (!one) return false;
        memcpy(values + (size_t)i * all.count, one, all.count * sizeof *values);
    }
    all.values = values;
    return meetings_agree(a, &f, all);
}
