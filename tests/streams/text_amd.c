/* text_amd.c - kernels of gpu, llvm and rocdl: named and split barriers, counters. */
#include "text.h"
#include <inttypes.h>

/* Is it the workgroup's barrier? There is one of those. */
static bool by_all(const fp_layout *layout, uint32_t object) {
    bool all = roles_count_of(layout->roles, object) == (int64_t)layout->block;
    for (uint32_t o = 0; o < layout->roles->object_count; o++)
        all &= o == object || roles_count_of(layout->roles, o) != (int64_t)layout->block;
    return all && layout->roles->seed % 3;
}

static void open_kernel(fp_text *text, const fp_layout *layout) {
    const struct program *p = layout->roles;
    text->fails |= layout->width == 1;
    text_line(text, "gpu.module @m [#rocdl.target<chip = \"gfx1250\">] {");
    for (uint32_t m = 0; m < MEMORIES_MAX; m++)
        text_line(text, "  llvm.mlir.global internal @m%u() {addr_space = 3 : i32} : !llvm.array<%u x f32>", m,
                  layout->elements[m] + 1);
    for (uint32_t o = 0; o < p->object_count; o++)
        text_line(
            text,
            "  llvm.mlir.global internal @bar%u() {addr_space = 3 : i32} : !llvm.target<\"amdgcn.named.barrier\", 0>",
            o);
    text_line(text, "  gpu.func @k(%%g: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: %u, 1, 1>} {",
              layout->block);
    text_line(text, "    %%id = gpu.thread_id x");
    text_line(text, "    %%tid = arith.index_cast %%id : index to i32");
    text_line(text, "    %%from_here = llvm.getelementptr %%g[%%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32");
    text_line(text, "    %%f = llvm.load %%from_here : !llvm.ptr<1> -> f32");
    for (uint32_t m = 0; m < MEMORIES_MAX; m++)
        text_line(text, "    %%m%u = llvm.mlir.addressof @m%u : !llvm.ptr<3>", m, m);
    for (uint32_t s = 0; s < p->stream_count; s++) {
        text_line(text, "    %%first%u = arith.constant %u : i32", s, layout->first[s]);
        text_line(text, "    %%end%u = arith.constant %u : i32", s, layout->end[s]);
        text_line(text, "    %%lane%u = arith.subi %%tid, %%first%u : i32", s, s);
        text_line(text, "    %%el%u = arith.cmpi eq, %%tid, %%first%u : i32", s, s);
        text_line(text, "    %%from%u = arith.cmpi uge, %%tid, %%first%u : i32", s, s);
        text_line(text, "    %%to%u = arith.cmpi ult, %%tid, %%end%u : i32", s, s);
        text_line(text, "    %%in%u = arith.andi %%from%u, %%to%u : i1", s, s, s);
    }
    for (uint32_t o = 0; o < p->object_count; o++) {
        text_line(text, "    %%bar%u = llvm.mlir.addressof @bar%u : !llvm.ptr<3>", o, o);
        int64_t threads = roles_count_of(p, o);
        text->fails |= threads <= 0 || threads % WARP;
        if (!by_all(layout, o))
            text_line(text, "    rocdl.s.barrier.init %%bar%u member_cnt = %" PRId64 " : !llvm.ptr<3>", o,
                      threads / WARP);
    }
}

static uint32_t place(fp_text *text, fp_stream s, const step *at, const fp_elements *all, uint32_t i) {
    uint32_t first = text_value(text, "llvm.getelementptr %%m%u[%u] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32",
                                at->access[0].region.memory, all->first[i]);
    return text_value(text, "llvm.getelementptr %%v%u[%%lane%u] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32", first, s);
}

static void print_access(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    fp_elements all = text_elements(layout, s, at);
    text->fails |= !all.by_lane || at->access[0].atomic || at->access[0].proxy != FP_PROXY_GENERIC;
    for (uint32_t i = 0; i < all.count && !text->fails; i++) {
        uint32_t pointer = place(text, s, at, &all, i);
        if (at->event.kind == FP_EVENT_START)
            text_line(text,
                      "    rocdl.global.load.async.to.lds.b32 %%from_here, %%v%u, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>",
                      pointer);
        else if (at->access[0].writes)
            text_line(text, "    llvm.store %%f, %%v%u : f32, !llvm.ptr<3>", pointer);
        else
            (void)text_value(text, "llvm.load %%v%u : !llvm.ptr<3> -> f32", pointer);
    }
}

/* Copies that one wait counts in ops are as many ops as cells. */
static void print_queue(fp_text *text, const fp_event *e) {
    if (e->queue == LANDING) {
        text->fails |= e->newest != 0;
        text_line(text, "    rocdl.s.wait.dscnt 0");
        return;
    }
    text->fails |= e->grouped || e->newest != 0 || e->reads_only || e->in_order;
    text_line(text, "    rocdl.s.wait.asynccnt 0");
}

/* A wave waits for the barrier that it has joined last. */
static void join(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    const step *before = at;
    while (before-- > layout->roles->steps[s])
        if (before->event.kind == FP_EVENT_WAIT_OWN) break;
    if (before >= layout->roles->steps[s] && before->event.object == at->event.object) return;
    text_line(text, "    rocdl.s.barrier.join %%bar%u : !llvm.ptr<3>", at->event.object);
}

static bool waits_here(const fp_layout *layout, fp_stream s, const step *at) {
    const step *end = layout->roles->steps[s] + layout->roles->len[s];
    for (const step *later = at + 1; later < end; later++) {
        if (later->event.kind == FP_EVENT_WAIT_OWN) return later->event.object == at->event.object;
        if (later->event.kind == FP_EVENT_ARRIVE && later->event.object == at->event.object) return false;
    }
    return false;
}

/* Has the wave joined the object last? */
static bool is_joined(const fp_layout *layout, fp_stream s, const step *at) {
    for (const step *before = at; before-- > layout->roles->steps[s];)
        if (before->event.kind == FP_EVENT_ARRIVE && layout->meets[before->event.object] &&
            waits_here(layout, s, before))
            return before->event.object == at->event.object;
    return false;
}

/* A second wait for one signal waits for ever, which events do not say. */
static bool has_signalled(const fp_layout *layout, fp_stream s, const step *at) {
    for (const step *before = at; before-- > layout->roles->steps[s];)
        if (before->event.object == at->event.object) return before->event.kind == FP_EVENT_ARRIVE;
    return false;
}

static void print_step(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const step *next) {
    const fp_event *e = &at->event;
    (void)next;
    text->fails |= at->elected && s > 0;
    bool all = e->object != FP_NONE && by_all(layout, e->object);
    if (e->kind == FP_EVENT_ACCESS || e->kind == FP_EVENT_START) {
        text->fails |= e->kind == FP_EVENT_START && (e->object != FP_NONE || e->in_order);
        print_access(text, layout, s, at);
    } else if (e->kind == FP_EVENT_WAIT_QUEUE) {
        print_queue(text, e);
    } else if (e->kind == FP_EVENT_ARRIVE && layout->meets[e->object]) {
        /* LLVM's model asks for a wait behind each signal of the workgroup's barrier. */
        text->fails |= e->arrivals != 1 || e->leaves || (all && !waits_here(layout, s, at));
        if (!all && waits_here(layout, s, at)) join(text, layout, s, at);
        if (all)
            text_line(text, "    rocdl.s.barrier.signal id = -1");
        else
            text_line(text, "    rocdl.s.barrier.signal.var %%bar%u member_cnt = 0 : !llvm.ptr<3>", e->object);
    } else if (e->kind == FP_EVENT_WAIT_OWN) {
        text->fails |= (!all && !is_joined(layout, s, at)) || !has_signalled(layout, s, at);
        text_line(text, "    rocdl.s.barrier.wait id = %d", all ? -1 : 1);
    } else {
        text->fails |= e->kind != FP_EVENT_INIT;
    }
}

static void print_barrier(fp_text *text) { text_line(text, "    gpu.barrier"); }
static void enter(fp_text *text, const char *condition) { text_line(text, "    scf.if %s {", condition); }
static void leave(fp_text *text) { text_line(text, "    }"); }
static void close_kernel(fp_text *text) { text_line(text, "    gpu.return\n  }\n}"); }

const fp_printer text_amd = { open_kernel, print_step, print_barrier, enter, leave, close_kernel };
