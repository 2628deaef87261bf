#include "streams/values.h"
#include "address/tiling_memory.h"
#include "read/value_text.h"
#include <string.h>

enum {
    /* What a type may say, so that products of it fit into 64 bits; hardware has less by far. */
    ELEMENTS_MAX = 1 << 30,
    ELEMENT_BITS_MAX = 1 << 12,
    LAYOUT_NUMBER_MAX = 1 << 10 /* rows of a block, stride of columns */
};

/* What a type says of how it lies in tensor memory. */
typedef struct {
    int64_t block_rows, column_stride; /* 0: the type does not say */
} memory_layout;

static void read_number(fp_value_reader *reader, int64_t *number) {
    int64_t told;
    if (fp_value_integer(reader, &told) && told > 0 && told <= LAYOUT_NUMBER_MAX) *number = told;
}

static memory_layout read_layout(const struct fp_unit_context *context, fp_str type) {
    memory_layout layout = { .column_stride = 1 };
    for (fp_value_reader reader = fp_value_read(context, type); fp_value_next(&reader);) {
        if (fp_str_equal(reader.text, fp_named.block_rows))
            read_number(&reader, &layout.block_rows);
        else if (fp_str_equal(reader.text, fp_named.column_stride))
            read_number(&reader, &layout.column_stride);
    }
    return layout;
}

static bool sizes_known(const fp_type *type) {
    int64_t count = 1;
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->shape[i] <= 0 || type->shape[i] > ELEMENTS_MAX || count > ELEMENTS_MAX) return false;
        count *= type->shape[i];
    }
    return type->element_bits != 0 && type->element_bits <= ELEMENT_BITS_MAX && count <= ELEMENTS_MAX;
}

/* Rows of a tensor stand side by side in blocks; `..x128x256xf32` takes 256 columns, two of them one behind the other
 * 512. Scales take a quarter of a column for each row, in packs of 32 rows. */
static void lay_columns(const fp_type *type, const memory_layout *layout, fp_view_form *form) {
    int64_t elements = 1, rows = layout->block_rows ? layout->block_rows : FP_TENSOR_ROWS;
    for (uint32_t i = 0; i < type->rank; i++) elements *= type->shape[i];
    if (type->rank > 1 && type->shape[type->rank - 2] < rows) rows = type->shape[type->rank - 2];
    int64_t bits = elements * type->element_bits * layout->column_stride;
    int64_t in_column = 32 * (layout->block_rows ? rows : FP_TENSOR_ROWS / 4); /* scales repeat in each quarter */
    int64_t columns = (bits + in_column - 1) / in_column;
    form->tensor = true;
    form->half_rows = layout->block_rows == FP_TENSOR_ROWS / 2;
    form->element = FP_TENSOR_COLUMN_BYTES;
    form->width = type->rank > 1 ? type->shape[type->rank - 1] : 0;
    if (type->rank > 2) { /* slots */
        int64_t slots = 1;
        for (uint32_t i = 0; i + 2 < type->rank; i++) slots *= type->shape[i];
        form->rank = 2;
        form->size[0] = slots, form->size[1] = columns / slots;
        form->stride[0] = form->size[1] * form->element, form->stride[1] = form->element;
    } else {
        form->rank = 1;
        form->size[0] = columns, form->stride[0] = form->element;
    }
}

static void lay_dense(const fp_type *type, fp_view_form *form) {
    form->rank = type->rank;
    form->element = (type->element_bits + 7) / 8;
    int64_t stride = form->element;
    for (uint32_t i = type->rank; i-- > 0;) {
        form->size[i] = type->shape[i], form->stride[i] = stride;
        stride *= type->shape[i];
    }
}

/* Bytes left free at regular distances: strides of whole distances hold them. Where a row goes over the end of a
 * distance the form stays dense: its bytes lie no farther apart than the buffer's. */
static void lay_padding(const struct fp_unit_context *context, const fp_type *type, fp_view_form *form) {
    fp_tiling_chain chain;
    fp_padding pads[FP_TILING_PADS_MAX];
    uint32_t count = 0;
    if (fp_tiling_outermost(context, type->layout) != FP_TILING_PADDED ||
        !fp_tiling_read(context, type->layout, &chain) || !fp_tiling_pads(&chain.level[0], pads, &count))
        return;
    int64_t padded[FP_TYPE_RANK_MAX];
    for (uint32_t i = 0; i < form->rank; i++) {
        int64_t step = form->stride[i] / form->element;
        for (uint32_t k = 0; k < count; k++)
            if (step % pads[k].interval && step * form->size[i] > pads[k].interval) return;
        padded[i] = fp_tiling_pad(pads, count, step) * form->element;
    }
    memcpy(form->stride, padded, form->rank * sizeof *padded);
}

static uint32_t intern(fp_view_forms *forms, const fp_view_form *form) {
    uint64_t hash = fp_hash_bytes(form, sizeof *form);
    for (fp_map_probe p = fp_map_find(&forms->map, hash); fp_map_next(&p);)
        if (memcmp(&forms->forms.data[p.value], form, sizeof *form) == 0) return p.value;
    fp_map_put(forms->keep, &forms->map, hash, forms->forms.len);
    *FP_PUSH(forms->keep, &forms->forms) = *form;
    *FP_PUSH(forms->keep, &forms->slots) = 0;
    return forms->forms.len - 1;
}

void fp_view_forms_start(fp_view_forms *forms, struct fp_arena *keep, const struct fp_unit_context *context) {
    memset(forms, 0, sizeof *forms);
    forms->keep = keep;
    forms->context = context;
    fp_view_form unknown;
    memset(&unknown, 0, sizeof unknown);
    unknown.vague = true;
    intern(forms, &unknown);
}

static uint32_t read_form(fp_view_forms *forms, fp_str text) {
    fp_view_form form;
    memset(&form, 0, sizeof form);
    fp_type type = fp_type_parse(forms->context, text);
    if ((type.kind != FP_TYPE_MEMDESC && type.kind != FP_TYPE_MEMREF) || !sizes_known(&type)) return 0;
    form.replicated = type.replicated;
    for (uint32_t k = 0; k < FP_CLUSTER_BITS_MAX; k++)
        form.shared_by[k] = type.cluster[k].dimension, form.step[k] = type.cluster[k].step;
    if (type.memory == FP_MEMORY_OTHER) {
        memory_layout layout = read_layout(forms->context, text);
        lay_columns(&type, &layout, &form);
    } else {
        lay_dense(&type, &form);
        lay_padding(forms->context, &type, &form);
    }
    return intern(forms, &form);
}

uint32_t fp_view_form_of_type(fp_view_forms *forms, fp_str type) {
    uint64_t hash = fp_str_hash(type);
    for (fp_map_probe p = fp_map_find(&forms->type_map, hash); fp_map_next(&p);)
        if (fp_str_equal(forms->types.data[p.value].type, type)) return forms->types.data[p.value].form;
    uint32_t form = read_form(forms, type);
    fp_map_put(forms->keep, &forms->type_map, hash, forms->types.len);
    *FP_PUSH(forms->keep, &forms->types) = (fp_typed_form){ type, form };
    return form;
}

uint32_t fp_view_form_of_bytes(fp_view_forms *forms, int64_t bytes) {
    fp_view_form form;
    memset(&form, 0, sizeof form);
    form.rank = 1, form.element = 1;
    form.size[0] = bytes, form.stride[0] = 1;
    return intern(forms, &form);
}

/* A copy: reading the type may move the forms. */
static fp_view_form form_of_type(fp_view_forms *forms, fp_str type) {
    uint32_t number = fp_view_form_of_type(forms, type);
    return forms->forms.data[number];
}

int64_t fp_view_extent(const fp_view_form *form) {
    if (form->element == 0) return 0;
    int64_t extent = form->element;
    for (uint32_t i = 0; i < form->rank; i++) extent += (form->size[i] - 1) * form->stride[i];
    return extent;
}

int64_t fp_view_bytes(const fp_view_form *form) {
    int64_t bytes = form->element;
    for (uint32_t i = 0; i < form->rank; i++) bytes *= form->size[i];
    return bytes;
}

/* ---- Views of views ---- */

static fp_stream_value unknown_view(fp_stream_value source) {
    return (fp_stream_value){ .kind = FP_VALUE_UNKNOWN, .memory = source.memory + 1, .number = source.number };
}

static uint32_t form_of_slot(fp_view_forms *forms, uint32_t number) {
    if (forms->slots.data[number]) return forms->slots.data[number];
    fp_view_form form = forms->forms.data[number];
    form.rank--;
    memmove(form.size, form.size + 1, form.rank * sizeof *form.size);
    memmove(form.stride, form.stride + 1, form.rank * sizeof *form.stride);
    form.size[form.rank] = form.stride[form.rank] = 0;
    uint32_t slot = intern(forms, &form);
    forms->slots.data[number] = slot;
    return slot;
}

fp_stream_value fp_view_slot(fp_view_forms *forms, fp_stream_value source, int64_t slot) {
    const fp_view_form *form = &forms->forms.data[source.form];
    if (form->rank == 0 || slot < 0 || slot >= form->size[0]) return unknown_view(source);
    source.number += slot * form->stride[0];
    source.form = form_of_slot(forms, source.form);
    return source;
}

static bool chooses(const fp_view_form *form, uint32_t bit, uint32_t dimension) {
    return form->shared_by[bit] == form->rank - dimension && !(form->home_mask & 1u << bit);
}

/* Into how many parts the cluster shares out a dimension. */
static int64_t parts_of(const fp_view_form *form, uint32_t dimension) {
    int64_t parts = 1;
    for (uint32_t k = 0; k < FP_CLUSTER_BITS_MAX; k++) parts <<= chooses(form, k, dimension);
    return parts;
}

/* Takes `size` elements from `offset` on of a dimension that is shared out: of one workgroup, or equal parts of all. */
static bool slice_shared(const fp_view_form *form, uint32_t dimension, int64_t *offset, int64_t size,
                         fp_view_form *result, uint32_t into) {
    int64_t part = form->size[dimension], at = *offset / part;
    if (*offset == 0 && size == part * parts_of(form, dimension)) {
        result->size[into] = part;
        return true;
    }
    if (*offset < 0 || (*offset + size - 1) / part != at || at >= parts_of(form, dimension)) return false;
    for (uint32_t k = 0; k < FP_CLUSTER_BITS_MAX; k++)
        if (chooses(form, k, dimension)) {
            result->home_mask |= 1u << k;
            result->home |= (uint32_t)(at >> form->step[k] & 1) << k;
        }
    *offset %= part;
    result->size[into] = size;
    return true;
}

fp_stream_value fp_view_slice(fp_view_forms *forms, fp_stream_value source, const int64_t *offsets, uint32_t count,
                              fp_str type) {
    fp_view_form form = forms->forms.data[source.form], result = form_of_type(forms, type);
    if (form.tensor) return fp_view_columns(forms, source, count ? offsets[count - 1] : 0, type);
    if (form.rank < count || result.rank != count) return unknown_view(source);
    result.home_mask = form.home_mask, result.home = form.home;
    for (uint32_t outer = form.rank - count, i = 0; i < count; i++) { /* fewer dimensions: the outer ones are slots */
        int64_t offset = offsets[i];
        if (parts_of(&form, outer + i) > 1) {
            fp_type whole = fp_type_parse(forms->context, type);
            if (!slice_shared(&form, outer + i, &offset, whole.cluster_shape[i], &result, i))
                return unknown_view(source);
        }
        if (offset < 0 || offset > form.size[outer + i] - result.size[i]) return unknown_view(source);
        source.number += offset * form.stride[outer + i];
        result.stride[i] = form.stride[outer + i];
    }
    result.vague = form.vague;
    result.replicated = form.replicated;
    source.form = intern(forms, &result);
    return source;
}

fp_stream_value fp_view_permute(fp_view_forms *forms, fp_stream_value source, const int64_t *order, uint32_t count) {
    fp_view_form form = forms->forms.data[source.form], result = form;
    if (form.tensor || count != form.rank) return source;
    for (uint32_t i = 0; i < count; i++) {
        if (order[i] < 0 || order[i] >= count) return unknown_view(source);
        result.size[i] = form.size[order[i]], result.stride[i] = form.stride[order[i]];
        for (uint32_t k = 0; k < FP_CLUSTER_BITS_MAX; k++)
            if (form.shared_by[k] == count - order[i]) result.shared_by[k] = (uint8_t)(count - i);
    }
    source.form = intern(forms, &result);
    return source;
}

/* The same bytes under another type. What is no longer one piece stays as it lies: its bytes are some of the extent. */
fp_stream_value fp_view_reinterpret(fp_view_forms *forms, fp_stream_value source, fp_str type) {
    fp_view_form form = forms->forms.data[source.form], result = form_of_type(forms, type);
    bool dense = fp_view_bytes(&form) == fp_view_extent(&form),
         alike = fp_view_extent(&form) == fp_view_extent(&result);
    if ((dense || alike) && !form.vague && result.element && result.tensor == form.tensor) {
        result.half_rows = form.half_rows;
        result.home_mask = form.home_mask, result.home = form.home;
    } else {
        result = form;
        result.vague = true;
    }
    source.form = intern(forms, &result);
    return source;
}

fp_stream_value fp_view_columns(fp_view_forms *forms, fp_stream_value source, int64_t offset, fp_str text) {
    fp_view_form form = forms->forms.data[source.form], result = form_of_type(forms, text);
    uint32_t last = form.rank - 1; /* the dimension before it counts slots */
    if (!form.tensor || !result.tensor || form.rank != result.rank || last > 1 || result.width == 0)
        return unknown_view(source);
    if (last && form.size[0] != result.size[0]) return unknown_view(source);
    if (offset < 0 || offset > ELEMENTS_MAX) return unknown_view(source);
    int64_t first = offset * result.size[last] / result.width;
    if (first + result.size[last] > form.size[last]) return unknown_view(source);
    if (last && form.size[0] > 1) result.stride[0] = form.stride[0];
    result.half_rows = form.half_rows;
    source.number += first * form.element;
    source.form = intern(forms, &result);
    return source;
}

/* ---- Parts of a cluster ---- */

/* Which of how many equal parts of a dimension. */
typedef struct {
    int64_t at, count;
} part;

static part part_of_registers(const fp_cluster_bit *registers, uint32_t dimension, uint32_t workgroup) {
    part held = { 0, 1 };
    for (uint32_t k = 0; k < FP_CLUSTER_BITS_MAX; k++) {
        if (registers[k].dimension != dimension) continue;
        held.at |= (int64_t)(workgroup >> k & 1) << registers[k].step;
        held.count *= 2;
    }
    return held;
}

static part part_of_view(const fp_view_form *form, uint32_t dimension, uint32_t workgroup) {
    part lies = { 0, parts_of(form, form->rank - dimension) };
    for (uint32_t k = 0; k < FP_CLUSTER_BITS_MAX; k++)
        if (chooses(form, k, form->rank - dimension)) lies.at |= (int64_t)(workgroup >> k & 1) << form->step[k];
    return lies;
}

bool fp_view_held(fp_view_forms *forms, fp_stream_value *view, const fp_cluster_bit *registers, uint32_t own,
                  uint32_t workgroup, bool *vague) {
    fp_view_form form = forms->forms.data[view->form];
    *vague = form.vague || form.tensor;
    if (*vague) return true;
    for (uint32_t dimension = 1; dimension <= form.rank; dimension++) {
        part held = part_of_registers(registers, dimension, own), lies = part_of_view(&form, dimension, workgroup);
        uint32_t i = form.rank - dimension;
        if (held.count <= lies.count) {
            if (lies.at / (lies.count / held.count) != held.at) return false;
            continue;
        }
        int64_t parts = held.count / lies.count;
        if (held.at / parts != lies.at) return false;
        *vague |= form.size[i] % parts != 0;
        if (form.size[i] % parts) continue;
        form.size[i] /= parts;
        view->number += held.at % parts * form.size[i] * form.stride[i];
    }
    view->form = intern(forms, &form);
    return true;
}

/* ---- Regions ---- */

/* Dimensions by rising stride, those of one element left out. */
static uint32_t sort_dimensions(const fp_view_form *form, uint32_t order[FP_TYPE_RANK_MAX]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < form->rank; i++) {
        if (form->size[i] == 1) continue;
        uint32_t at = count++;
        for (; at > 0 && form->stride[order[at - 1]] > form->stride[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    return count;
}

fp_region fp_view_region(const fp_view_forms *forms, fp_stream_value view, bool *vague) {
    const fp_view_form *form = &forms->forms.data[view.form];
    int64_t extent = fp_view_extent(form), run = form->element, stride = 0, pieces = 1;
    uint32_t order[FP_TYPE_RANK_MAX], count = sort_dimensions(form, order);
    *vague = form->vague;
    fp_region region = { view.memory, view.number, view.number + extent, extent, extent };
    if (extent == 0 || form->vague) { /* nothing is known: all that the memory can hold */
        *vague = true;
        if (extent == 0) region = (fp_region){ view.memory, 0, INT64_C(1) << 40, INT64_C(1) << 40, INT64_C(1) << 40 };
        return region;
    }
    if (form->half_rows) {
        region.run = FP_TENSOR_COLUMN_BYTES / 8, region.stride = FP_TENSOR_COLUMN_BYTES / 4;
        return region;
    }
    for (uint32_t i = 0; i < count; i++) {
        int64_t size = form->size[order[i]], step = form->stride[order[i]];
        if (pieces == 1 && step == run)
            run *= size;
        else if (pieces == 1)
            stride = step, pieces = size;
        else if (step == stride * pieces)
            pieces *= size;
        else
            *vague = true;
    }
    if (!*vague && pieces > 1) region.run = run, region.stride = stride;
    return region;
}
