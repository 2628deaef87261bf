/* tiling_memory.h - at which place of a buffer an element lies, in elements: a map of bits; and the padding on top. */
#ifndef FP_TILING_MEMORY_H
#define FP_TILING_MEMORY_H
#include "address/tiling_registers.h"
#include "read/type.h"

enum { FP_TILING_PADS_MAX = 4 };
typedef struct {
    const fp_tiling_text *layout;
    int64_t shape[FP_TILING_RANK_MAX]; /* of the allocation, of which a slice is a part */
    uint32_t rank;
} fp_memory_tiling;

/* False: the layout is not understood for buffers of this shape. */
bool fp_tiling_place(const fp_memory_tiling *memory, const fp_coordinate *element, uint32_t *place);
/* Behind every `interval` units of the buffer, `free` units hold nothing. */
typedef struct {
    uint32_t interval, free;
} fp_padding;
/* In elements, FP_TILING_PADS_MAX at most; false: it is not told. */
bool fp_tiling_pads(const fp_tiling_text *layout, fp_padding *pads, uint32_t *count);
int64_t fp_tiling_pad(const fp_padding *pads, uint32_t count, int64_t place);

/* Bytes of a buffer of this type, its padding included; -1: not known. */
int64_t fp_tiling_buffer_bytes(const struct fp_unit_context *context, const fp_type *type);
/* Bytes from one slot to the next in a ring of this type; 0: they lie at no regular distance, or it is not known. */
int64_t fp_tiling_slot_bytes(const struct fp_unit_context *context, const fp_type *type);
#endif
