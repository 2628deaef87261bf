/* machine_matrix.c - text of single threads: the matrices in workgroup memory that a product on tensor memory reads, or
 * a copy to there. */
#include "streams/machine_matrix.h"
#include "address/matrix.h"
#include "streams/machine_act.h"
#include "streams/machine_compile.h"
#include "streams/values.h"

enum { UNIT = 16, GROUP = 8, INNER_UNITS = 2 };

void fp_code_matrices_of(fp_compiler *c, fp_op op, bool left, fp_code_tensor *tensor, uint32_t *need_count) {
    static const uint32_t widths[] = { 0, 128, 128, 0, 64, 0, 32, 0 };
    const struct fp_ir *ir = c->frame->ir;
    const fp_op_node *node = &ir->ops[op];
    uint32_t number = left ? 0 : 1;
    for (uint32_t i = 0; i < node->use_count && number < FP_CODE_MATRICES_MAX; i++) {
        fp_value value = ir->uses[node->first_use + i].value;
        if (value == FP_NONE || fp_number_width(ir, value) != 64) continue;
        fp_matrix_numbers told;
        bool is_right = number++ == 1;
        if (!fp_matrix_numbers_of(ir, value, &told) || told.place != 0 || (told.swaps && !widths[told.swaps])) continue;
        fp_code_matrix *matrix = &tensor->matrices[tensor->matrix_count++];
        *matrix = (fp_code_matrix){ .pointer = fp_code_address_of(c, told.pointer),
                                    .address = fp_code_address_of(c, told.address),
                                    .offset = told.offset,
                                    .first = told.first,
                                    .second = told.second,
                                    .width = widths[told.swaps],
                                    .is_right = is_right };
        *need_count += matrix->pointer.need_count + matrix->address.need_count;
    }
}

static void read_piece(const fp_acting *a, uint32_t memory, int64_t first, int64_t stride, int64_t run,
                       uint32_t count) {
    if (a->stream->access_count == FP_MACHINE_ACCESSES_MAX) {
        fp_act_hide(a, FP_HIDDEN_BUDGET, FP_NONE);
        return;
    }
    if (count == 1 || stride < run) stride = run;
    fp_region region = { .memory = memory, .first = first, .stride = stride, .run = run };
    region.end = first + stride * (count - 1) + run;
    a->stream->accesses[a->stream->access_count++] =
        (fp_stream_access){ .region = region, .reads = true, .maybe = true, .proxy = FP_PROXY_ASYNC };
}

typedef struct {
    uint32_t rows, units; /* units: pieces of 16 bytes in each row, or of 8 elements along a column */
    bool turned;          /* it lies by columns */
} matrix_form;

/* Bits 17 to 22 of a product's descriptor are its columns in eights, bits 24 to 28 its rows in sixteens; bit 15 says
 * that the left matrix lies by columns, bit 16 the same of the right one. */
static matrix_form form_of(const fp_code_tensor *tensor, const fp_code_matrix *matrix, uint32_t descriptor) {
    enum { UNIT_COLUMNS = 4 };
    if (tensor->copied_rows) return (matrix_form){ tensor->copied_rows, tensor->columns / UNIT_COLUMNS, false };
    uint32_t units = tensor->sparse ? 2 * INNER_UNITS : INNER_UNITS;
    if (matrix->is_right) return (matrix_form){ (descriptor >> 17 & 63) * 8, units, (descriptor >> 16 & 1) != 0 };
    return (matrix_form){ (descriptor >> 24 & 31) * 16, INNER_UNITS, (descriptor >> 15 & 1) != 0 };
}

/* A matrix that lies by columns is not followed where its pieces keep their places. Of rows of the pattern all bytes
 * are taken, whichever pieces of them are read. */
static void read_matrix(const fp_acting *a, const fp_code_matrix *matrix, matrix_form form, int64_t start) {
    uint32_t memory, rows = form.rows;
    if (!rows || !fp_machine_places(a->machine, &start, 1, &memory)) return;
    int64_t first = start + matrix->offset, width = matrix->width;
    if (!width) {
        for (uint32_t i = 0; i < form.units && !form.turned; i++)
            read_piece(a, memory, first + i * (int64_t)matrix->first, matrix->second, GROUP * UNIT, rows / GROUP);
        return;
    }
    first -= first % width;
    if (!form.turned) {
        read_piece(a, memory, first, matrix->second, GROUP * width, rows / GROUP);
        return;
    }
    int64_t bytes = rows * 2, wide = bytes < width ? bytes : width;
    for (int64_t i = 0; i < bytes / wide; i++)
        read_piece(a, memory, first + i * matrix->first, matrix->second, GROUP * width, form.units);
}

/* An integer of 32 bits has lost which allocation it points into. */
static int64_t whole(int64_t pointer, int64_t address) {
    int64_t low = UINT32_MAX;
    return (pointer & ~low) | (address & low);
}

void fp_act_matrices(const fp_acting *a, const fp_code_tensor *tensor) {
    const fp_thread_set *set = &a->stream->set;
    fp_stream_value descriptor = fp_act_see(a, tensor->descriptor);
    int64_t starts[1024], pointers[1024];
    if (!tensor->copied_rows && !fp_value_settled(descriptor)) return;
    for (uint32_t i = 0; i < tensor->matrix_count; i++) {
        const fp_code_matrix *matrix = &tensor->matrices[i];
        if (!fp_machine_address(a->machine, a->stream, &matrix->address, false, starts) ||
            !fp_machine_address(a->machine, a->stream, &matrix->pointer, false, pointers))
            continue;
        for (uint32_t k = 0; k < set->count; k++) /* each thread that starts a product; those of one place once */
            if (k == 0 || starts[k] != starts[k - 1])
                read_matrix(a, matrix, form_of(tensor, matrix, (uint32_t)descriptor.number),
                            whole(pointers[k], starts[k]));
    }
}
