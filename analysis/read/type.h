/* type.h - what the analysis needs of a type's text: kind, shape, element, strides, memory space.
 *
 * Memory spaces in every spelling: `#gpu.address_space<workgroup>`, `3`, `3 : i32`, `#nvvm.memory_space<shared>`,
 * `#spirv.storage_class<Workgroup>`, `!llvm.ptr<3>`, `!llvm.ptr<f32, 3>`, `#ttg.shared_memory`, `!spirv.ptr<T,
 * Workgroup>`, and any alias of these. The spellings are rows of facts/types.def.
 */
#ifndef FP_TYPE_H
#define FP_TYPE_H
#include "read/unit.h"

typedef enum {
    FP_TYPE_OTHER,
    FP_TYPE_SCALAR,
    FP_TYPE_INDEX,
    FP_TYPE_VECTOR,
    FP_TYPE_MEMREF,
    FP_TYPE_POINTER,
    FP_TYPE_MEMDESC,
    FP_TYPE_STRUCT,
    FP_TYPE_ARRAY,
    FP_TYPE_TENSOR,
    FP_TYPE_TOKEN,
    FP_TYPE_BARRIER_OBJECT
} fp_type_kind;
typedef enum {
    FP_MEMORY_DEFAULT,
    FP_MEMORY_WORKGROUP,
    FP_MEMORY_GLOBAL,
    FP_MEMORY_PRIVATE,
    FP_MEMORY_NAMED_BARRIER,
    FP_MEMORY_OTHER
} fp_memory;

enum { FP_TYPE_RANK_MAX = 16, FP_CLUSTER_BITS_MAX = 8 /* 2^8 workgroups, and hardware has 16 */ };
#define FP_DYNAMIC INT64_MIN /* `?` */
/* How a cluster shares out a tensor: what each bit of a workgroup's number chooses. */
typedef struct {
    uint8_t dimension; /* from the last one, 1 is the last; 0: none, both halves hold the same */
    uint8_t step;      /* 0: the bit chooses among neighbours; 1: among pairs of them; .. */
} fp_cluster_bit;

typedef struct {
    fp_type_kind kind;
    uint32_t rank;                   /* of memref, vector, memdesc, tensor, array; of barriers in a group 1 */
    int64_t shape[FP_TYPE_RANK_MAX]; /* FP_DYNAMIC for `?` */
    bool has_layout;                 /* strides and offset below are given by a strided<> layout */
    bool opaque_layout;              /* an affine map or something else: see `layout` */
    int64_t strides[FP_TYPE_RANK_MAX],
        offset;            /* in elements; identity layouts are filled in where shapes are static, else FP_DYNAMIC */
    fp_str layout;         /* its text, aliases resolved; of memdesc and tensor: their encoding, as it is written */
    fp_str whole;          /* memdesc: the shape of the allocation, as it is written; empty: it is the type's own */
    fp_str element;        /* element or pointee type text */
    uint32_t element_bits; /* 0: not known; vectors as elements count whole */
    fp_memory memory;
    int32_t address_space; /* number of a pointer's space, -1 none */
    uint32_t replicated;   /* bit k: workgroups of a cluster that differ in bit k of their number hold the same part */
    int64_t cluster_shape[FP_TYPE_RANK_MAX];     /* memdesc: what all workgroups of the cluster have of it together */
    fp_cluster_bit cluster[FP_CLUSTER_BITS_MAX]; /* memdesc */
    uint32_t bits; /* scalar and vector: whole width; index 64 (as in memory); pointers 64, or 32 in workgroup memory */
} fp_type;

fp_type fp_type_parse(const struct fp_unit_context *context, fp_str text);
/* The same, parsed once for all ops of the ir; `text` lives as long as the ir, or is of static storage. */
const fp_type *fp_type_in(const struct fp_ir *ir, fp_str text);
/* How the registers of a cluster hold a tensor of this type; false: its layout does not say by itself. */
bool fp_type_tensor_cluster(const struct fp_unit_context *context, fp_str text,
                            fp_cluster_bit bits[FP_CLUSTER_BITS_MAX]);
fp_type_kind fp_type_kind_of(fp_str text); /* by what stands before `<`; scalars and aliases are OTHER. Cheap */
/* The type of part number `index` of a struct, an array or a vector; empty: it has no such part. */
fp_str fp_type_part(const struct fp_unit_context *context, fp_str text, int64_t index);
/* Does the type, or an aggregate, hold a pointer? Into workgroup memory, if one of them points there. */
bool fp_type_find_pointer(const struct fp_unit_context *context, fp_str text, fp_memory *memory);
bool fp_type_mentions_workgroup(
    const struct fp_unit_context *context,
    fp_str text); /* is workgroup memory named anywhere in it, aliases included? True in doubt */
/* May a type or attribute that holds this word, or this number in a place of its own, name workgroup memory? For those
 * who look through a text without its types; aliases of the text are not followed. */
bool fp_type_word_is_workgroup(fp_str word);
bool fp_type_number_is_workgroup(fp_str number);
int64_t fp_type_size_bytes(const fp_type *type); /* of a value or a buffer of this type; -1: not known */
#endif
