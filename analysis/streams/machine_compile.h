/* machine_compile.h - what the files of the compiler share: machine_compile.c makes control flow, machine_op.c single
 * ops, machine_emit.c single instructions, machine_graph.c tells loops in regions of several blocks. */
#ifndef FP_MACHINE_COMPILE_H
#define FP_MACHINE_COMPILE_H
#include "streams/machine_code.h"

/* One function, as inlined at one call. */
typedef struct fp_code_frame {
    const struct fp_ir *ir;
    const struct fp_kernel *kernel; /* NULL: of a function that is no kernel */
    uint32_t base;                  /* register of value 0 */
    fp_op call;                     /* op of the outermost call; FP_NONE: the kernel itself */
    uint32_t depth;
    int64_t place; /* bytes in front of its part of workgroup memory */
    const struct fp_code_frame *caller;
    bool waits_for_shares; /* its text says where each warp waits for its share of an access */
} fp_code_frame;

/* Where a region goes when it ends, and where its results go. */
typedef struct {
    const uint32_t *results; /* registers */
    uint32_t result_count;
    FP_VEC(uint32_t) jumps;    /* code that jumps to the end */
    const uint32_t *continues; /* of the condition of a loop: where its values go when the loop goes on; NULL: none */
    uint32_t continue_count;
    FP_VEC(uint32_t) continue_jumps;
    bool ends_stream;
} fp_code_exit;

typedef struct fp_compiler {
    struct fp_arena *keep;
    fp_view_forms *forms;
    const struct fp_program *program;
    fp_program_code *code;
    const fp_code_frame *frame;
    uint32_t depth, outermost; /* loops around; those around the stream's own start */
    uint32_t nesting;
    uint32_t *first_access, *first_sync; /* of single threads: by op, FP_NONE: it has none; see machine_single.c */
    uint32_t partition, meeting; /* the partition around, and its barrier of the cluster; FP_NONE: none so far */
    fp_value polled;             /* text of single threads: the condition of the polling loop that is compiled, */
    bool poll_leaves;            /* .. and which of its values leaves it */
    fp_code_exit *leave;         /* of the function or the partition: where a return goes */
    fp_numbers peers;            /* text of single threads: fp_roots of addresses in other workgroups of the cluster */
} fp_compiler;

fp_code *fp_code_push(fp_compiler *c, fp_code_kind kind, fp_op op); /* valid until the next one */
uint32_t fp_code_register(fp_compiler *c);
static inline uint32_t fp_code_here(const fp_compiler *c) { return c->code->code.len; }
static inline uint32_t fp_code_value(const fp_compiler *c, fp_value value) {
    return value == FP_NONE ? FP_NONE : c->frame->base + value;
}
static inline fp_op fp_code_place(const fp_compiler *c, fp_op op) {
    return c->frame->call == FP_NONE ? op : c->frame->call;
}
void fp_code_moves(fp_compiler *c, const uint32_t *to, const uint32_t *from, uint32_t count, fp_op op);

/* An access of tensor memory by all warps of a stream, or a wait for such ones. For another thread it is over when each
 * warp has waited for its share and all have met behind that. Compilers write the waits in a late pass: without any in
 * the text such an access is taken to be done at once. */
bool fp_code_by_share(const fp_op_info *info);
bool fp_code_waits_for_shares(const struct fp_ir *ir); /* does the text say any such wait? */
bool fp_code_is_meeting(const struct fp_compiler *c,
                        fp_op op); /* do all threads of its stream meet at the op, or in it? */
/* Ops without regions and successors. */
void fp_code_op(fp_compiler *c, fp_op op);
/* The same in text of single threads; `start` comes first. */
void fp_code_single_start(fp_compiler *c);
void fp_code_single_op(fp_compiler *c, fp_op op);
/* The value when it depends on the thread alone; false: it does not. */
bool fp_code_by_thread(fp_compiler *c, fp_value value, fp_op op);
/* dst = the number of the iteration that each thread runs first of a loop of the kernel whose iterations are threads;
 * each goes on by *stride, 0: it runs no other. False: not known. */
bool fp_code_first_iterations(fp_compiler *c, uint32_t dst, uint32_t loop, int64_t *stride, fp_op op);
/* Text of single threads: the threads meet in front of an op with regions, or behind it, as lowering has read it. */
void fp_code_meet_around(fp_compiler *c, fp_op op, bool behind);
/* Does the op reach workgroup memory through the async proxy? */
bool fp_code_async_proxy(const struct fp_ir *ir, fp_op op);
/* In text of single threads: does something in the op, or in its regions, touch memory or meet others? */
bool fp_code_has_act(const fp_compiler *c, fp_op op);
/* Text of single threads: a register that the act or the address that is made needs. */
static inline void fp_code_need(fp_compiler *c, uint32_t *count, uint32_t reg) {
    if (reg == FP_NONE) return;
    *FP_PUSH(c->keep, &c->code->needs) = reg;
    ++*count;
}
/* False: something that the place depends on is not known. The registers that it does depend on come behind `needs`. */
bool fp_code_need_asked(fp_compiler *c, const fp_asked *asked, uint32_t asked_count, uint32_t *need_count);
fp_code_address fp_code_address_of(fp_compiler *c, fp_value value);
/* The tensor memory that the op touches, a number in code.tensors + 1, with what it needs; 0: none that is followed. */
uint32_t fp_code_tensor_of(fp_compiler *c, fp_op op, uint32_t *need_count);
/* Text of single threads: is it an op or an assembly text on tensor memory whose columns a table tells? */
bool fp_code_on_tensor(const struct fp_ir *ir, fp_op op);
/* Numbers and constants as they are computed; false: the op's results are no such. */
bool fp_code_computes(fp_compiler *c, fp_op op);
/* Text of single threads: a number that a map makes of others; false: it is none, or not of what a run computes with.
 */
bool fp_code_formula(fp_compiler *c, fp_op op);
/* The leaf with this key, made when it is new. `op`: that asks for it; FP_NONE: an argument. */
uint32_t fp_code_leaf_of(fp_compiler *c, uint64_t key, fp_leaf_kind kind, fp_str name, fp_span span, fp_op op);
void fp_code_push_leaf(fp_compiler *c, uint32_t reg, uint32_t leaf, fp_op op); /* reg = its value */
/* What an op of its own or assembly text tells of the workgroup's cluster: its number in it, its place along one
 * dimension, how many there are. False: the op tells another number. */
bool fp_code_rank(fp_compiler *c, fp_op op);
/* The id of a workgroup or a cluster along one dimension, or how many there are; false: the op tells something else. */
bool fp_code_program(fp_compiler *c, fp_op op);
void fp_code_arguments(fp_compiler *c); /* of the kernel */
uint32_t fp_code_constant(fp_compiler *c, int64_t constant, fp_op op);
/* dst = number of a and b. */
void fp_code_number(fp_compiler *c, fp_op op, uint32_t dst, fp_number_op number, uint32_t a, uint32_t b);
static inline bool fp_does_meet(fp_does does) {
    return does == FP_DOES_MEET || does == FP_DOES_MEET_ARRIVE || does == FP_DOES_MEET_WAIT;
}
/* Where the op's allocation or scratch begins in workgroup memory, if the text says so. */
bool fp_code_memory_place(const fp_compiler *c, fp_op op, int64_t *place);
/* `touch`: see fp_code_opaque. */
void fp_code_opaque_results(fp_compiler *c, fp_op op, uint32_t touch);
void fp_code_hide(fp_compiler *c, fp_op op, fp_hidden_kind kind);
/* The event that an op is: which registers it needs. */
bool fp_code_event_of(const fp_compiler *c, fp_op op, fp_code_event *event);

/* An op whose result says in which state an object is, in a loop of its own that ends when a phase is over. */
typedef struct {
    fp_value condition, parity;
    bool leaves;      /* the value of the condition that ends the loop */
    bool other_phase; /* the phase is that of the other parity */
} fp_code_poll;
/* `phase_bit`: of a state that is a word, the bit of its parity; 0: ops of their own tell it. */
bool fp_code_find_poll(const struct fp_ir *ir, fp_op op, uint8_t phase_bit, fp_code_poll *poll);

/* Loops of a region of several blocks, by block number from the region's first. */
typedef struct {
    uint32_t count;
    fp_block *blocks;
    uint32_t *inner; /* per block: the header of its innermost loop, FP_NONE */
    uint32_t *outer; /* per header: the header around */
    bool *is_header;
} fp_code_graph;
fp_code_graph fp_code_graph_of(struct fp_arena *keep, const struct fp_ir *ir, fp_block first);
uint32_t fp_code_graph_number(const fp_code_graph *graph, fp_block block); /* FP_NONE: of another region */
uint32_t fp_code_graph_depth(const fp_code_graph *graph, uint32_t block);
bool fp_code_graph_inside(const fp_code_graph *graph, uint32_t block, uint32_t header);
#endif
