/* address_view.h - buffers: the address of their first element, their strides and sizes, through allocations, views
 * and pointer arithmetic.
 *
 * A buffer's node is the address of its first element. Where a function returns FP_EXPR_NONE, operands are pending
 * (address_raw.h).
 */
#ifndef FP_ADDRESS_VIEW_H
#define FP_ADDRESS_VIEW_H
#include "address/address_state.h"

fp_expr fp_address_view(struct fp_addresses *a, fp_op op, fp_value result); /* of a VIEW or ALLOC op */
fp_expr fp_address_buffer_argument(struct fp_addresses *a, fp_value value); /* of a parameter */
/* One result of memref.extract_strided_metadata: base, offset, sizes, strides. */
fp_expr fp_address_metadata(struct fp_addresses *a, fp_op op, uint32_t result);
/* The part at `position` of the struct that a dialect conversion casts the memref to. False: there is no such part. */
bool fp_address_descriptor(struct fp_addresses *a, fp_value buffer, const int64_t *position, uint32_t depth,
                           fp_expr *part);
fp_expr fp_address_size(struct fp_addresses *a, fp_value buffer, uint32_t dimension); /* of a memref */
typedef struct {
    fp_expr stride[FP_TYPE_RANK_MAX]; /* in elements */
    bool known;
} fp_strides;
fp_strides fp_address_strides(struct fp_addresses *a, fp_value buffer, const fp_type *type);
/* An entry of a list: value, constant or affine text. `*failed` is set when it cannot be read. */
fp_expr fp_address_subscript(struct fp_addresses *a, fp_op op, const fp_subscripts *list, size_t index, bool *failed);
/* A place of workgroup memory, counted from its start. */
fp_expr fp_address_place(struct fp_addresses *a, int64_t offset);
#endif
