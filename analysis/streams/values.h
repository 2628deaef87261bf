/* values.h - what a register of the machine holds: a number, a view of memory, or nothing that is known.
 *
 * A view is a memory, the offset of its first byte, and a *form*: extents and strides. Forms are interned; they speak
 * of one workgroup's part, where a cluster shares a tensor out (CGALayout).
 *
 * Tensor memory is columns of FP_TENSOR_ROWS rows of 4 bytes, one column behind the other.
 */
#ifndef FP_VALUES_H
#define FP_VALUES_H
#include "base/hash.h"
#include "base/vec.h"
#include "read/type.h"
#include "streams/events.h"

enum { FP_TENSOR_ROWS = 128, FP_TENSOR_COLUMN_BYTES = 4 * FP_TENSOR_ROWS, FP_TENSOR_QUARTERS = 4 };

typedef enum {
    FP_VALUE_UNKNOWN,
    FP_VALUE_INTEGER,
    FP_VALUE_VIEW,
    FP_VALUE_BY_THREAD /* a number in each thread */
} fp_value_kind;
typedef struct {
    uint8_t kind;     /* fp_value_kind */
    bool guessed;     /* INTEGER: chosen for data that the kernel reads, or made of such a number */
    bool apart;       /* guessed: threads of a workgroup may hold other numbers */
    bool handed;      /* INTEGER: an argument as it is */
    bool assumed;     /* INTEGER, BY_THREAD: made of the value that was chosen for a leaf */
    bool elsewhere;   /* UNKNOWN: memory of another workgroup */
    uint32_t outside; /* UNKNOWN: a slot that its array does not have, its number in the machine's list + 1; else 0 */
    uint32_t form;    /* VIEW: its form. Guessed or UNKNOWN: how often the stream had asked for it before */
    uint32_t memory;  /* VIEW; of an UNKNOWN that lies somewhere in a memory: its number + 1, else 0 */
    int64_t number;   /* BY_THREAD: number of the list of numbers. INTEGER: the number. VIEW: offset of the first byte.
                         UNKNOWN: a name of the expression */
} fp_stream_value;

/* Is the number one that the kernel's text settles, when the lengths of its loops are given? */
static inline bool fp_value_settled(fp_stream_value value) {
    return value.kind == FP_VALUE_INTEGER && !value.guessed && !value.handed;
}

/* Do all that can be known of the two agree? */
static inline bool fp_value_same(fp_stream_value a, fp_stream_value b) {
    return a.kind == b.kind && a.guessed == b.guessed && a.apart == b.apart && a.handed == b.handed &&
           a.assumed == b.assumed && a.elsewhere == b.elsewhere && a.outside == b.outside && a.form == b.form &&
           a.memory == b.memory && a.number == b.number;
}

static inline fp_stream_value fp_value_integer_of(int64_t number) {
    return (fp_stream_value){ .kind = FP_VALUE_INTEGER, .number = number };
}

typedef struct {
    uint32_t rank;
    int64_t size[FP_TYPE_RANK_MAX], stride[FP_TYPE_RANK_MAX]; /* stride in bytes; outermost dimension first */
    int64_t element;                                          /* bytes of an element; of tensor memory: of a column */
    bool vague;                                               /* the bytes are somewhere inside */
    bool tensor;                                              /* tensor memory: one dimension, columns */
    int64_t width;                                            /* tensor memory: elements of the type's last dimension */
    bool half_rows;                                           /* tensor memory: 16 of each 32 rows */
    uint32_t replicated; /* bit k: workgroups that differ in bit k of their number hold the same part */
    uint8_t shared_by[FP_CLUSTER_BITS_MAX]; /* bit k of a workgroup's number chooses among parts of that dimension, from
                                               the last one, 1 is the last; 0: of none */
    uint8_t step[FP_CLUSTER_BITS_MAX];      /* and counts 2^step parts of it */
    uint32_t home_mask, home; /* bits of the workgroups that hold the view, where not all hold some of it */
} fp_view_form;

typedef struct {
    fp_str type;
    uint32_t form;
} fp_typed_form;
typedef struct {
    struct fp_arena *keep;
    const struct fp_unit_context *context;
    FP_VEC(fp_view_form) forms; /* 0: nothing is known */
    FP_VEC(uint32_t) slots;     /* per form: the form of one slot of it; 0: nobody has asked yet */
    fp_map map;
    fp_map type_map; /* forms of types by their text */
    FP_VEC(fp_typed_form) types;
} fp_view_forms;
void fp_view_forms_start(fp_view_forms *forms, struct fp_arena *keep, const struct fp_unit_context *context);
uint32_t fp_view_form_of_type(fp_view_forms *forms, fp_str type);
uint32_t fp_view_form_of_bytes(fp_view_forms *forms, int64_t bytes); /* one piece */
/* Bytes from the first to the last, gaps included; 0: not known. */
int64_t fp_view_extent(const fp_view_form *form);
/* Bytes of the view's elements; 0: not known. */
int64_t fp_view_bytes(const fp_view_form *form);

/* Views of views. UNKNOWN where the text asks for what is not there. */
fp_stream_value fp_view_slot(fp_view_forms *forms, fp_stream_value source, int64_t slot);
/* The box that begins at `offsets` and has the extents of `type`. */
fp_stream_value fp_view_slice(fp_view_forms *forms, fp_stream_value source, const int64_t *offsets, uint32_t count,
                              fp_str type);
fp_stream_value fp_view_permute(fp_view_forms *forms, fp_stream_value source, const int64_t *order, uint32_t count);
fp_stream_value fp_view_reinterpret(fp_view_forms *forms, fp_stream_value source, fp_str type);
/* Part of tensor memory: `offset` elements along the columns. */
fp_stream_value fp_view_columns(fp_view_forms *forms, fp_stream_value source, int64_t offset, fp_str type);

/* What is left of the view, as it lies in `workgroup`, of the elements that `own` has in registers, which the cluster
 * shares out as `registers` say. False: nothing; or, if `vague`, an unknown part of it. */
bool fp_view_held(fp_view_forms *forms, fp_stream_value *view, const fp_cluster_bit *registers, uint32_t own,
                  uint32_t workgroup, bool *vague);

fp_region fp_view_region(const fp_view_forms *forms, fp_stream_value view, bool *vague);
#endif
