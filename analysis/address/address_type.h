/* address_type.h - what the text of a type says of memory: widths, elements, and where the fields of a struct lie. */
#ifndef FP_ADDRESS_TYPE_H
#define FP_ADDRESS_TYPE_H
#include "read/type.h"

uint8_t fp_address_width(fp_str type); /* bits of an integer type, 64 for index; 0: the type is neither */
bool fp_address_is_buffer(fp_str type);
/* Bytes that an element of a memref or memdesc takes; 0: not known. */
int64_t fp_address_element_bytes(const fp_type *type);

/* An LLVM or SPIR-V type in memory. */
typedef struct {
    int64_t bytes, align;  /* bytes -1: the layout is not known */
    int64_t count, stride; /* of an array or vector: its elements and the bytes from one to the next; 0: no elements */
    fp_str element;        /* type of the elements; of a struct: the list of its fields */
    bool is_struct, packed;
} fp_layout;
fp_layout fp_address_layout(const struct fp_unit_context *context, fp_str type);

/* Where field number `index` of a struct lies: `vector<4xi8>` is field 1 of `struct<(i32, vector<4xi8>)>`, at 4. */
typedef struct {
    bool found;
    int64_t offset;
    fp_str type;
} fp_layout_field;
fp_layout_field fp_address_field(const struct fp_unit_context *context, const fp_layout *structure, int64_t index);
#endif
