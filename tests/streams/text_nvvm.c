/* text_nvvm.c - kernels of nvvm and llvm; objects by ops or by the assembly that compilers write for them. */
#include "text.h"
#include <inttypes.h>
#include <stdio.h>

static bool in_cluster; /* the kernel that is printed is one of two workgroups */

static void open_kernel(fp_text *text, const fp_layout *layout) {
    text_line(text, "gpu.module @m [#nvvm.target<chip = \"sm_90\">] {");
    for (uint32_t m = 0; m < MEMORIES_MAX; m++)
        text_line(
            text,
            "  llvm.mlir.global internal @m%u() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<%u x f32>",
            m, layout->elements[m] + 1);
    text_line(text, "  llvm.mlir.global internal @bars() {addr_space = 3 : i32} : !llvm.array<%u x i64>",
              layout->roles->object_count);
    text_line(
        text,
        "  llvm.func @k(%%g: !llvm.ptr<1>, %%n: i32) attributes {%snvvm.kernel, nvvm.reqntid = array<i32: %u, 1, 1>} {",
        layout->roles->clusters ? "nvvm.cluster_dim = array<i32: 2, 1, 1>, " : "", layout->block);
    in_cluster = layout->roles->clusters;
    if (in_cluster) text->rank = text_value(text, "nvvm.read.ptx.sreg.cluster.ctarank : i32");
    text->thread = text_value(text, "nvvm.read.ptx.sreg.tid.x : i32");
    text_line(text, "    %%ticks = llvm.mlir.constant(10000000 : i32) : i32");
    text_line(text, "    %%from_here = llvm.getelementptr %%g[%%v%u] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32",
              text->thread);
    text_line(text, "    %%f = llvm.load %%from_here : !llvm.ptr<1> -> f32");
    text_line(text, "    %%bars = llvm.mlir.addressof @bars : !llvm.ptr<3>");
    for (uint32_t m = 0; m < MEMORIES_MAX; m++)
        text_line(text, "    %%m%u = llvm.mlir.addressof @m%u : !llvm.ptr<3>", m, m);
}

static uint32_t object(fp_text *text, const step *at) {
    uint32_t number = text_object(text, at);
    if (in_cluster) number = text_compute_by(text, TEXT_SHR, number, 1);
    return text_value(text, "llvm.getelementptr %%bars[%%v%u] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64", number);
}

/* ---- The other workgroup ---- */

static bool has_far_object(const fp_layout *layout, fp_stream s, const step *at) {
    return in_cluster && at->event.object != FP_NONE && at->event.object % 2 != layout->roles->group[s];
}
static bool touches_far(const fp_layout *layout, fp_stream s, const step *at) {
    return in_cluster && at->event.access_count && at->access[0].region.memory % 2 != layout->roles->group[s];
}

/* The same address in the other workgroup: its pointer is of space 7, or of 3 where the address's bits tell. */
static uint32_t far_pointer(fp_text *text, const fp_layout *layout, fp_stream s, uint32_t pointer, bool by_bits) {
    uint32_t other = !layout->roles->group[s];
    if (!by_bits) {
        uint32_t rank = text_draws(text, 2) ? text_number(text, other) : text_compute_by(text, TEXT_XOR, text->rank, 1);
        return text_value(text, "nvvm.mapa %%v%u, %%v%u : !llvm.ptr<3> -> !llvm.ptr<7>", pointer, rank);
    }
    uint32_t number = text_value(text, "llvm.ptrtoint %%v%u : !llvm.ptr<3> to i32", pointer);
    return text_value(text, "llvm.inttoptr %%v%u : i32 to !llvm.ptr<3>",
                      text_compute_by(text, TEXT_XOR, number, 1 << 24));
}

static uint32_t note_step(const fp_layout *layout, fp_stream s, const step *at) {
    uint32_t pair = text_note_pair(layout, s, at);
    if (!layout->roles->clusters) return pair;
    uint32_t object = at->event.object == FP_NONE ? 0 : at->event.object % 2 + 1;
    return pair * 3 + object;
}

static void assemble(fp_text *text, const char *words, int64_t value, uint32_t pointer) {
    char said[160];
    snprintf(said, sizeof said, words, value);
    text_line(text,
              "    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] \"%s\", \"r\" %%v%u : "
              "(!llvm.ptr<3>) -> !llvm.void",
              said, pointer);
}

/* ---- Accesses ---- */

/* Pointer to an element of the access. */
static uint32_t place(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const fp_elements *all,
                      uint32_t i) {
    uint32_t element = text_element(text, layout, at, all->first[i]), m = at->access[0].region.memory;
    if (in_cluster) text->fails |= m < 2, m = 2;
    if (all->by_lane && text_draws(text, 2))
        element = text_compute(text, TEXT_ADD, element, text->lane[s]);
    else if (all->by_lane) {
        uint32_t first =
            text_value(text, "llvm.getelementptr %%m%u[%%v%u] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32", m, element);
        return text_value(text, "llvm.getelementptr %%v%u[%%v%u] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32", first,
                          text->lane[s]);
    }
    return text_value(text, "llvm.getelementptr %%m%u[%%v%u] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32", m, element);
}

static void print_access(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    fp_elements all = text_elements(layout, s, at);
    for (uint32_t i = 0; i < all.count; i++) {
        uint32_t pointer = place(text, layout, s, at, &all, i), space = 3;
        if (touches_far(layout, s, at)) pointer = far_pointer(text, layout, s, pointer, false), space = 7;
        if (at->access[0].atomic) {
            text->fails |= all.elements > 1;
            (void)text_value(text, "llvm.atomicrmw fadd %%v%u, %%f monotonic : !llvm.ptr<%u>, f32", pointer, space);
        } else if (!at->access[0].writes) {
            (void)text_value(text, "llvm.load %%v%u : !llvm.ptr<%u> -> vector<%uxf32>", pointer, space, all.elements);
        } else if (all.elements == 1) {
            text_line(text, "    llvm.store %%f, %%v%u : f32, !llvm.ptr<%u>", pointer, space);
        } else {
            uint32_t none = text_value(text, "llvm.mlir.poison : vector<%uxf32>", all.elements),
                     zero = text_number(text, 0);
            uint32_t some = text_value(text, "llvm.insertelement %%f, %%v%u[%%v%u : i32] : vector<%uxf32>", none, zero,
                                       all.elements);
            text_line(text, "    llvm.store %%v%u, %%v%u : vector<%uxf32>, !llvm.ptr<%u>", some, pointer, all.elements,
                      space);
        }
    }
}

static void print_bulk(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    fp_elements all = text_elements(layout, s, at);
    uint32_t shared = place(text, layout, s, at, &all, 0), bytes = text_number(text, 4 * (int64_t)all.elements);
    const fp_event *e = &at->event;
    if (at->access[0].writes && e->object != FP_NONE) {
        uint32_t wide = text_value(text, "llvm.addrspacecast %%v%u : !llvm.ptr<3> to !llvm.ptr<7>", shared);
        uint32_t bar = object(text, at);
        text->fails |= e->arrivals != 0 || e->bytes != at->access[0].region.end - at->access[0].region.first;
        bool far = touches_far(layout, s, at);
        text->fails |= far != has_far_object(layout, s, at); /* a copy completes where it lands */
        char mask[40] = "";
        if (far || (in_cluster && text_draws(text, 2))) {
            uint32_t number =
                text_value(text, "llvm.mlir.constant(%u : i16) : i16", 1u << (at->access[0].region.memory % 2));
            snprintf(mask, sizeof mask, " multicast_mask = %%v%u", number);
        }
        text_line(
            text,
            "    nvvm.cp.async.bulk.shared.cluster.global %%v%u, %%g, %%v%u, %%v%u%s : !llvm.ptr<7>, !llvm.ptr<1>",
            wide, bar, bytes, mask);
    } else if (!at->access[0].writes && e->object == FP_NONE && e->queue != FP_NONE && !in_cluster) {
        text_line(text, "    nvvm.cp.async.bulk.global.shared.cta %%g, %%v%u, %%v%u : !llvm.ptr<1>, !llvm.ptr<3>",
                  shared, bytes);
    } else {
        text->fails = true;
    }
}

static void print_copy(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    fp_elements all = text_elements(layout, s, at);
    text->fails |= at->event.object != FP_NONE || !at->access[0].writes || at->event.in_order || in_cluster;
    for (uint32_t i = 0; i < all.count; i++)
        for (uint32_t k = 0; k < all.elements; k += 4) { /* an op copies 16 bytes */
            fp_elements part = all;
            part.first[i] += k;
            uint32_t left = all.elements - k, bytes = 4 * (left < 4 ? left : 4);
            text->fails |= bytes == 12;
            uint32_t pointer = place(text, layout, s, at, &part, i);
            text_line(text,
                      "    nvvm.cp.async.shared.global %%v%u, %%from_here, %u, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>",
                      pointer, bytes);
        }
}

static bool is_bulk_copy(const step *at) {
    return at->event.kind == FP_EVENT_START && at->access[0].proxy == FP_PROXY_ASYNC;
}

static bool is_bulk(const fp_layout *layout, fp_stream s, uint32_t queue) {
    for (uint32_t i = 0; i < layout->roles->len[s]; i++) {
        const step *at = &layout->roles->steps[s][i];
        if (at->event.queue == queue && is_bulk_copy(at)) return true;
    }
    return false;
}

static void print_queue(fp_text *text, const fp_layout *layout, fp_stream s, const fp_event *e) {
    const char *bulk = is_bulk(layout, s, e->queue) ? ".bulk" : "";
    if (e->queue == LANDING) return;
    text->fails |= e->in_order || (e->reads_only && !*bulk);
    if (e->kind == FP_EVENT_CLOSE_GROUP)
        text_line(text, "    nvvm.cp.async%s.commit.group", bulk);
    else if (!e->grouped)
        text->fails = true;
    else
        text_line(text, "    nvvm.cp.async%s.wait%sgroup %" PRId64 "%s", bulk, *bulk ? "_" : ".", e->newest,
                  e->reads_only ? " read" : "");
}

/* ---- Objects ---- */

static void print_meet(fp_text *text, const fp_layout *layout, const step *at, bool waits) {
    const fp_event *e = &at->event;
    int64_t threads = roles_count_of(layout->roles, e->object);
    text->fails |= threads <= 0 || threads % WARP || e->arrivals != 1 || e->leaves || e->object > 14;
    uint32_t way = text_chooses(text, 4), id = text_compute_by(text, TEXT_ADD, text_object(text, at), 1);
    if (way == 0) {
        text_line(text, "    llvm.inline_asm has_side_effects \"bar.%s $0, %" PRId64 ";\", \"r\" %%v%u : (i32) -> ()",
                  waits ? "sync" : "arrive", threads, id);
        return;
    }
    uint32_t count = text_number(text, threads);
    if (way == 1) {
        text_line(text, "    llvm.call_intrinsic \"llvm.nvvm.barrier.cta.%s.count\"(%%v%u, %%v%u) : (i32, i32) -> ()",
                  waits ? "sync.aligned" : "arrive.aligned", id, count);
        return;
    }
    text_line(text, "    nvvm.barrier%s id = %%v%u number_of_threads = %%v%u", waits ? "" : ".arrive", id, count);
}

static bool is_cluster_barrier(const fp_layout *layout, const step *at) {
    return layout->roles->cluster_barrier && at->event.object == layout->roles->cluster_barrier - 1;
}

/* All threads of both workgroups take part in the cluster's barrier. */
static bool whole_workgroup(const fp_layout *layout, fp_stream s, const step *at) {
    bool counts_all = roles_count_of(layout->roles, at->event.object) == 2 * (int64_t)layout->block;
    return counts_all && !at->elected && layout->roles->threads[s] == layout->block;
}

static void print_far_arrival(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    const fp_event *e = &at->event;
    bool by_bits = text_draws(text, 2);
    uint32_t there = far_pointer(text, layout, s, object(text, at), by_bits);
    text->fails |= e->leaves || e->arrivals <= 0 || (e->bytes && e->arrivals > 1) || e->bytes < 0;
    text_line(text,
              "    llvm.inline_asm has_side_effects \"mbarrier.arrive%s.shared::cluster.b64 _, [$0], %" PRId64
              ";\", \"r\" %%v%u : (!llvm.ptr<%d>) -> ()",
              e->bytes ? ".expect_tx" : "", e->bytes ? text_bytes(layout, e->bytes) : e->arrivals, there,
              by_bits ? 3 : 7);
}

static void print_arrival(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const step *next) {
    const fp_event *e = &at->event;
    if (is_cluster_barrier(layout, at)) {
        text->fails |= e->arrivals != 1 || e->leaves || !whole_workgroup(layout, s, at);
        text_line(text, "    nvvm.cluster.arrive");
        return;
    }
    if (layout->meets[e->object]) {
        print_meet(text, layout, at, next && next->event.kind == FP_EVENT_WAIT_OWN && next->event.object == e->object);
        return;
    }
    if (has_far_object(layout, s, at)) {
        print_far_arrival(text, layout, s, at);
        return;
    }
    uint32_t bar = object(text, at);
    bool expects = e->bytes != 0 || e->arrivals == 0;
    text->fails |= (e->bytes && e->arrivals > 1) || (e->leaves && e->bytes) || e->bytes < 0;
    uint32_t count = text_number(text, expects ? text_bytes(layout, e->bytes) : e->arrivals);
    if (e->leaves)
        (void)text_value(text, "nvvm.mbarrier.arrive_drop %%v%u, %%v%u : !llvm.ptr<3> -> i64", bar, count);
    else if (e->arrivals == 0)
        text_line(text, "    nvvm.mbarrier.expect_tx %%v%u, %%v%u : !llvm.ptr<3>, i32", bar, count);
    else if (e->bytes && text_draws(text, 2))
        assemble(text, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], %" PRId64 ";", text_bytes(layout, e->bytes),
                 bar);
    else if (e->bytes)
        (void)text_value(text, "nvvm.mbarrier.arrive.expect_tx %%v%u, %%v%u : !llvm.ptr<3>, i32 -> i64", bar, count);
    else if (text_draws(text, 2))
        assemble(text, "mbarrier.arrive.shared::cta.b64 _, [$0], %" PRId64 ";", e->arrivals, bar);
    else
        (void)text_value(text, "nvvm.mbarrier.arrive %%v%u, %%v%u : !llvm.ptr<3> -> i64", bar, count);
}

static void print_wait(fp_text *text, const step *at) {
    uint32_t bar = object(text, at), parity = text_parity(text, at);
    if (text_draws(text, 2))
        text_line(text,
                  "    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] \"\\0A{\\0A\\09.reg .pred "
                  "complete;\\0A\\09waitLoop:\\0A\\09mbarrier.try_wait.parity.shared::cta.b64 complete, [$0], "
                  "$1;\\0A\\09@!complete bra.uni waitLoop;\\0A}\\0A\", \"r,r\" %%v%u, %%v%u : (!llvm.ptr<3>, i32) -> "
                  "!llvm.void",
                  bar, parity);
    else
        text_line(text, "    nvvm.mbarrier.try_wait.parity %%v%u, %%v%u, %%ticks : !llvm.ptr<3>, i32, i32", bar,
                  parity);
}

static void print_init(fp_text *text, const fp_layout *layout, const step *at) {
    const fp_event *e = &at->event;
    if (layout->meets[e->object]) return;
    if (in_cluster) text_enter(text, text_compute_by(text, TEXT_EQ, text->rank, e->object % 2));
    uint32_t bar = object(text, at), count = text_number(text, e->arrivals);
    if (text_draws(text, 2))
        assemble(text, "mbarrier.init.shared::cta.b64 [$0], %" PRId64 ";", e->arrivals, bar);
    else
        text_line(text, "    nvvm.mbarrier.init %%v%u, %%v%u : !llvm.ptr<3>, i32", bar, count);
    if (in_cluster) text_leave(text);
}

static void on_object(fp_text *text, const step *at, const char *op) {
    uint32_t bar = object(text, at);
    text_line(text, "    %s %%v%u : !llvm.ptr<3>", op, bar);
}

static void print_step(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const step *next) {
    const fp_event *e = &at->event;
    bool reaches = e->kind == FP_EVENT_ARRIVE || e->kind == FP_EVENT_START || e->kind == FP_EVENT_ACCESS;
    text->fails |= in_cluster && s == 0 && e->kind != FP_EVENT_INIT;
    bool meets = e->object != FP_NONE && layout->meets[e->object];
    text->fails |= s != 0 && has_far_object(layout, s, at) && !reaches && !meets;
    switch (e->kind) {
    case FP_EVENT_ACCESS: print_access(text, layout, s, at); return;
    case FP_EVENT_INIT: print_init(text, layout, at); return;
    case FP_EVENT_END_OBJECT: on_object(text, at, "nvvm.mbarrier.inval"); return;
    case FP_EVENT_ARRIVE: print_arrival(text, layout, s, at, next); return;
    case FP_EVENT_COMPLETE_BYTES: {
        uint32_t bar = object(text, at), bytes = text_number(text, text_bytes(layout, e->bytes));
        text_line(text, "    nvvm.mbarrier.complete_tx %%v%u, %%v%u : !llvm.ptr<3>, i32", bar, bytes);
        return;
    }
    case FP_EVENT_WAIT: print_wait(text, at); return;
    case FP_EVENT_WAIT_OWN:
        if (is_cluster_barrier(layout, at)) {
            text->fails |= !whole_workgroup(layout, s, at);
            text_line(text, "    nvvm.cluster.wait");
            return;
        }
        text->fails |= !text_waits_at_once(layout, s, at);
        return; /* printed with its arrival */
    case FP_EVENT_START:
        if (is_bulk_copy(at))
            print_bulk(text, layout, s, at);
        else
            print_copy(text, layout, s, at);
        return;
    case FP_EVENT_CLOSE_GROUP:
    case FP_EVENT_WAIT_QUEUE: print_queue(text, layout, s, e); return;
    case FP_EVENT_ARRIVE_AFTER: {
        uint32_t bar = object(text, at);
        text->fails |= e->arrivals != 1 || e->in_order || is_bulk(layout, s, e->queue);
        text_line(text, "    nvvm.cp.async.mbarrier.arrive %%v%u noinc = true : !llvm.ptr<3>", bar);
        return;
    }
    case FP_EVENT_FENCE: text_line(text, "    nvvm.fence.proxy <async.shared>, space = <cta>"); return;
    case FP_EVENT_FORK:
    case FP_EVENT_JOIN:
    case FP_EVENT_WARPS_MEET:
    case FP_EVENT_STREAM_MEETS:
    case FP_EVENT_END_MEMORY:
    case FP_EVENT_ROUND:
    case FP_EVENT_END: text->fails = true; return;
    }
}

static void print_barrier(fp_text *text) {
    if (!in_cluster) {
        text_line(text, "    nvvm.barrier");
        return;
    }
    text_line(text, "    nvvm.cluster.arrive");
    text_line(text, "    nvvm.cluster.wait");
}

static void close_kernel(fp_text *text) { text_line(text, "    llvm.return\n  }\n}"); }

static void choose(fp_text *text, const fp_layout *layout) {
    (void)layout;
    text->words.llvm = text->words.blocks = text->elects = true;
}

const fp_printer text_nvvm = { choose, open_kernel, print_step, print_barrier, close_kernel, note_step };
