/* text_gpu.c - kernels of gpu, nvgpu and memref; what they have no op for comes from nvvm. */
#include "text.h"
#include <inttypes.h>
#include <string.h>

#define SHARED "#gpu.address_space<workgroup>"

enum { SIZES_MAX = 16 };

/* ---- Copies of whole tiles: a descriptor for each size ---- */

static bool is_tile_copy(const step *at) {
    return at->event.kind == FP_EVENT_START && at->access[0].proxy == FP_PROXY_ASYNC;
}

static uint32_t find_sizes(const fp_layout *layout, uint32_t sizes[SIZES_MAX]) {
    uint32_t count = 0;
    for (uint32_t s = 0; s < layout->roles->stream_count; s++)
        for (uint32_t i = 0; i < layout->roles->len[s]; i++) {
            const step *at = &layout->roles->steps[s][i];
            uint32_t size = is_tile_copy(at) ? text_elements(layout, s, at).elements : 0, k = 0;
            while (k < count && sizes[k] != size) k++;
            if (size && k == count && count < SIZES_MAX) sizes[count++] = size;
        }
    return count;
}

static void open_kernel(fp_text *text, const fp_layout *layout) {
    uint32_t sizes[SIZES_MAX], count = find_sizes(layout, sizes);
    text_line(text, "!bars = !nvgpu.mbarrier.group<memorySpace = " SHARED ", num_barriers = %u>",
              layout->roles->object_count);
    text_line(text, "!token = !nvgpu.mbarrier.token");
    for (uint32_t m = 0; m < MEMORIES_MAX; m++)
        text_line(text, "!mem%u = memref<%uxf32, " SHARED ">", m, layout->elements[m] + 1);
    for (uint32_t i = 0; i < count; i++)
        text_line(text,
                  "!map%u = !nvgpu.tensormap.descriptor<tensor = memref<%uxf32, " SHARED
                  ">, swizzle = none, l2promo = none, oob = zero, interleave = none>",
                  sizes[i], sizes[i]);
    text_line(text, "gpu.module @m [#nvvm.target<chip = \"sm_90\">] {");
    text_line(text, "  gpu.func @k(");
    for (uint32_t i = 0; i < count; i++) text_line(text, "      %%map%u: !map%u,", sizes[i], sizes[i]);
    text_line(text, "      %%n: index, %%g: memref<?xf32>)");
    text_line(text, "      workgroup(%%m0: !mem0, %%m1: !mem1, %%m2: !mem2, %%m3: !mem3)");
    text_line(text, "      kernel attributes {known_block_size = array<i32: %u, 1, 1>} {", layout->block);
    text->thread = text_value(text, "gpu.thread_id x");
    text_line(text, "    %%zero = arith.constant 0 : index");
    text_line(text, "    %%ticks = arith.constant 10000000 : index");
    text_line(text, "    %%f = memref.load %%g[%%v%u] : memref<?xf32>", text->thread);
    text_line(text, "    %%bar = nvgpu.mbarrier.create -> !bars");
}

/* Where an element of the access lies: the index. */
static uint32_t place(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const fp_elements *all,
                      uint32_t i) {
    uint32_t first = text_element(text, layout, at, all->first[i]);
    return all->by_lane ? text_compute(text, TEXT_ADD, first, text->lane[s]) : first;
}

static void print_access(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    fp_elements all = text_elements(layout, s, at);
    uint32_t m = at->access[0].region.memory;
    for (uint32_t i = 0; i < all.count; i++) {
        uint32_t index = place(text, layout, s, at, &all, i);
        if (at->access[0].atomic) {
            text->fails |= all.elements > 1;
            (void)text_value(text, "memref.atomic_rmw addf %%f, %%m%u[%%v%u] : (f32, !mem%u) -> f32", m, index, m);
        } else if (at->access[0].writes) {
            uint32_t value = text_value(text, "vector.broadcast %%f : f32 to vector<%uxf32>", all.elements);
            text_line(text, "    vector.store %%v%u, %%m%u[%%v%u] : !mem%u, vector<%uxf32>", value, m, index, m,
                      all.elements);
        } else {
            (void)text_value(text, "vector.load %%m%u[%%v%u] : !mem%u, vector<%uxf32>", m, index, m, all.elements);
        }
    }
}

static void print_tile_copy(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    fp_elements all = text_elements(layout, s, at);
    uint32_t m = at->access[0].region.memory, n = all.elements, first = text_element(text, layout, at, all.first[0]);
    uint32_t tile = text_value(
        text, "memref.subview %%m%u[%%v%u] [%u] [1] : !mem%u to memref<%uxf32, strided<[1], offset: ?>, " SHARED ">", m,
        first, n, m, n);
    if (at->access[0].writes && at->event.object != FP_NONE) {
        uint32_t slot = text_object(text, at);
        text->fails |=
            at->event.arrivals != 0 || at->event.bytes != at->access[0].region.end - at->access[0].region.first;
        text_line(text,
                  "    nvgpu.tma.async.load %%map%u[%%zero], %%bar[%%v%u] to %%v%u : !map%u, !bars -> memref<%uxf32, "
                  "strided<[1], offset: ?>, " SHARED ">",
                  n, slot, tile, n, n);
    } else if (!at->access[0].writes && at->event.object == FP_NONE && at->event.queue != FP_NONE) {
        text_line(text,
                  "    nvgpu.tma.async.store %%v%u to %%map%u[%%zero] : memref<%uxf32, strided<[1], offset: ?>, " SHARED
                  "> -> !map%u",
                  tile, n, n, n);
    } else {
        text->fails = true;
    }
}

static void print_copy(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    fp_elements all = text_elements(layout, s, at);
    uint32_t m = at->access[0].region.memory;
    text->fails |= at->event.object != FP_NONE || !at->access[0].writes || at->event.in_order;
    for (uint32_t i = 0; i < all.count; i++) {
        uint32_t index = place(text, layout, s, at, &all, i);
        (void)text_value(text, "nvgpu.device_async_copy %%g[%%v%u], %%m%u[%%v%u], %u : memref<?xf32> to !mem%u",
                         text->thread, m, index, all.elements, m);
    }
}

/* ---- Objects ---- */

static void print_meet(fp_text *text, const fp_layout *layout, const step *at, const char *op) {
    const fp_event *e = &at->event;
    int64_t threads = roles_count_of(layout->roles, e->object);
    text->fails |= threads <= 0 || threads % WARP || e->arrivals != 1 || e->leaves || e->object > 14;
    uint32_t id = text_compute_by(text, TEXT_ADD, text_object(text, at), 1);
    id = text_value(text, "arith.index_cast %%v%u : index to i32", id);
    uint32_t count = text_value(text, "arith.constant %" PRId64 " : i32", threads);
    text_line(text, "    %s id = %%v%u number_of_threads = %%v%u", op, id, count);
}

static void print_arrival(fp_text *text, const fp_layout *layout, const step *at, const step *next) {
    const fp_event *e = &at->event;
    if (layout->meets[e->object]) {
        bool waits = next && next->event.kind == FP_EVENT_WAIT_OWN && next->event.object == e->object;
        print_meet(text, layout, at, waits ? "nvvm.barrier" : "nvvm.barrier.arrive");
        return;
    }
    uint32_t slot = text_object(text, at);
    text->fails |= e->leaves || e->arrivals != 1 || e->bytes < 0; /* two ops may arrive in two phases */
    if (e->bytes) {
        uint32_t bytes = text_number(text, text_bytes(layout, e->bytes));
        text_line(text, "    nvgpu.mbarrier.arrive.expect_tx %%bar[%%v%u], %%v%u : !bars", slot, bytes);
        return;
    }
    (void)text_value(text, "nvgpu.mbarrier.arrive %%bar[%%v%u] : !bars -> !token", slot);
}

static void print_wait(fp_text *text, const step *at) {
    uint32_t slot = text_object(text, at), phase = text_parity(text, at);
    uint32_t parity = text_draws(text, 2) ? text_compute_by(text, TEXT_NE, phase, 0)
                                          : text_value(text, "arith.index_castui %%v%u : index to i1", phase);
    text_line(text, "    nvgpu.mbarrier.try_wait.parity %%bar[%%v%u], %%v%u, %%ticks : !bars", slot, parity);
}

static void print_init(fp_text *text, const fp_layout *layout, const step *at) {
    const fp_event *e = &at->event;
    if (layout->meets[e->object]) return;
    uint32_t slot = text_object(text, at), count = text_number(text, e->arrivals);
    text_line(text, "    nvgpu.mbarrier.init %%bar[%%v%u], %%v%u : !bars", slot, count);
}

static bool is_bulk(const fp_layout *layout, fp_stream s, uint32_t queue) {
    for (uint32_t i = 0; i < layout->roles->len[s]; i++) {
        const step *at = &layout->roles->steps[s][i];
        if (at->event.queue == queue && is_tile_copy(at)) return true;
    }
    return false;
}

static void print_queue(fp_text *text, const fp_layout *layout, fp_stream s, const fp_event *e) {
    bool bulk = is_bulk(layout, s, e->queue);
    if (e->queue == LANDING) return;
    text->fails |= e->in_order || (e->reads_only && !bulk);
    if (e->kind == FP_EVENT_CLOSE_GROUP && bulk)
        text_line(text, "    nvvm.cp.async.bulk.commit.group");
    else if (e->kind == FP_EVENT_CLOSE_GROUP)
        (void)text_value(text, "nvgpu.device_async_create_group");
    else if (!e->grouped)
        text->fails = true;
    else if (bulk)
        text_line(text, "    nvvm.cp.async.bulk.wait_group %" PRId64 "%s", e->newest, e->reads_only ? " read" : "");
    else
        text_line(text, "    nvvm.cp.async.wait.group %" PRId64, e->newest);
}

static void print_step(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const step *next) {
    const fp_event *e = &at->event;
    switch (e->kind) {
    case FP_EVENT_ACCESS: print_access(text, layout, s, at); return;
    case FP_EVENT_INIT: print_init(text, layout, at); return;
    case FP_EVENT_ARRIVE: print_arrival(text, layout, at, next); return;
    case FP_EVENT_WAIT: print_wait(text, at); return;
    case FP_EVENT_WAIT_OWN: text->fails |= !text_waits_at_once(layout, s, at); return; /* printed with its arrival */
    case FP_EVENT_START:
        if (is_tile_copy(at))
            print_tile_copy(text, layout, s, at);
        else
            print_copy(text, layout, s, at);
        return;
    case FP_EVENT_CLOSE_GROUP:
    case FP_EVENT_WAIT_QUEUE: print_queue(text, layout, s, e); return;
    case FP_EVENT_FENCE: text_line(text, "    nvvm.fence.proxy <async.shared>, space = <cta>"); return;
    case FP_EVENT_END_OBJECT:
    case FP_EVENT_COMPLETE_BYTES:
    case FP_EVENT_ARRIVE_AFTER:
    case FP_EVENT_FORK:
    case FP_EVENT_JOIN:
    case FP_EVENT_WARPS_MEET:
    case FP_EVENT_STREAM_MEETS:
    case FP_EVENT_END_MEMORY:
    case FP_EVENT_ROUND:
    case FP_EVENT_END: text->fails = true; return;
    }
}

static void print_barrier(fp_text *text) { text_line(text, "    gpu.barrier"); }
static void close_kernel(fp_text *text) { text_line(text, "    gpu.return\n  }\n}"); }

static void choose(fp_text *text, const fp_layout *layout) {
    (void)layout;
    text->words.index = text->elects = true;
    text->words.blocks = text_draws(text, 4);
}

const fp_printer text_gpu = { choose, open_kernel, print_step, print_barrier, close_kernel, text_note_pair };
