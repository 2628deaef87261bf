/* text_amd.c - kernels of gpu, llvm and rocdl: named and split barriers, counters. */
#include "text.h"
#include <inttypes.h>
#include <stdio.h>

/* Is it the workgroup's barrier? There is one of those. */
static bool by_all(const fp_layout *layout, uint32_t object) {
    bool all = layout->meets[object] && roles_count_of(layout->roles, object) == (int64_t)layout->block;
    for (uint32_t o = 0; o < layout->roles->object_count; o++)
        all &= o == object || roles_count_of(layout->roles, o) != (int64_t)layout->block;
    return all && (layout->roles->seed % 3 || layout->roles->kind[0] == 's');
}

/* Chips whose barriers arrive and wait in one, and whose copies count as loads. */
static bool is_old(const fp_text *text) { return !text->split_barriers; }

/* Do inits tell how many waves meet at a named barrier? Else each signal does. */
static bool has_inits(const fp_text *text) { return text->named_space != 3; }

/* How ops are spelled. Only amdgpu has a type for objects: else they are words of memory. */
typedef enum { WORDS_AMDGPU, WORDS_ROCDL, WORDS_INTRINSICS } spelling;

static bool calls(const fp_text *text) { return text->words.spelling == WORDS_INTRINSICS; }

static uint32_t constant(fp_text *text, int64_t value, const char *type) {
    return text_value(text, "llvm.mlir.constant(%" PRId64 " : %s) : %s", value, type, type);
}

/* "rocdl.s.wait.dscnt 0", whose number is an operand of the intrinsic. */
static void print_numbered(fp_text *text, const char *name, const char *attribute, int64_t number, const char *type) {
    if (!calls(text)) {
        text_line(text, "    rocdl.%s %s%" PRId64, name, attribute, number);
        return;
    }
    uint32_t value = constant(text, number, type);
    text_line(text, "    llvm.call_intrinsic \"llvm.amdgcn.%s\"(%%v%u) : (%s) -> ()", name, value, type);
}

/* The same of an op on a named barrier. */
static void print_named(fp_text *text, const char *name, const char *barrier, int64_t members) {
    char count[40] = "", type[40] = "";
    if (calls(text) && members >= 0) {
        snprintf(count, sizeof count, ", %%v%u", constant(text, members, "i32"));
        snprintf(type, sizeof type, ", i32");
    } else if (members >= 0) {
        snprintf(count, sizeof count, " member_cnt = %" PRId64, members);
    }
    if (calls(text))
        text_line(text, "    llvm.call_intrinsic \"llvm.amdgcn.%s\"(%s%s) : (!llvm.ptr<%u>%s) -> ()", name, barrier,
                  count, text->named_space, type);
    else
        text_line(text, "    rocdl.%s %s%s : !llvm.ptr<%u>", name, barrier, count, text->named_space);
}

#define STATES "memref<%ux!amdgpu.ds_barrier_state, #gpu.address_space<workgroup>>"

static void open_kernel(fp_text *text, const fp_layout *layout) {
    const struct program *p = layout->roles;
    text_line(text, "gpu.module @m [#rocdl.target<chip = \"%s\">] {", text->chip);
    for (uint32_t m = 0; m < MEMORIES_MAX; m++)
        text_line(text, "  llvm.mlir.global internal @m%u() {addr_space = 3 : i32} : !llvm.array<%u x f32>", m,
                  layout->elements[m] + 1);
    for (uint32_t o = 0; o < p->object_count; o++)
        if (layout->used[o] && layout->meets[o] && !by_all(layout, o))
            text_line(text,
                      "  llvm.mlir.global internal @bar%u() {addr_space = %u : i32} : "
                      "!llvm.target<\"amdgcn.named.barrier\", 0>",
                      o, text->named_space);
    text_line(text, "  llvm.mlir.global internal @words() {addr_space = 3 : i32} : !llvm.array<%u x i64>",
              p->object_count);
    text_line(text, "  gpu.func @k(%%g: !llvm.ptr<1>, %%n: i32) workgroup(%%bars: " STATES ") kernel", p->object_count);
    text_line(text, "      attributes {known_block_size = array<i32: %u, 1, 1>} {", layout->block);
    text_line(text, "    %%id = gpu.thread_id x");
    text->thread = text_value(text, "arith.index_cast %%id : index to i32");
    text_line(text, "    %%from_here = llvm.getelementptr %%g[%%v%u] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32",
              text->thread);
    text_line(text, "    %%f = llvm.load %%from_here : !llvm.ptr<1> -> f32");
    for (uint32_t m = 0; m < MEMORIES_MAX; m++)
        text_line(text, "    %%m%u = llvm.mlir.addressof @m%u : !llvm.ptr<3>", m, m);
    text_line(text, "    %%words = llvm.mlir.addressof @words : !llvm.ptr<3>");
    for (uint32_t o = 0; o < p->object_count; o++) {
        int64_t threads = roles_count_of(p, o);
        if (!layout->used[o] || !layout->meets[o]) continue;
        text->fails |= threads <= 0 || threads % text->wave;
        if (by_all(layout, o)) continue;
        text_line(text, "    %%bar%u = llvm.mlir.addressof @bar%u : !llvm.ptr<%u>", o, o, text->named_space);
        char name[20];
        snprintf(name, sizeof name, "%%bar%u", o);
        if (has_inits(text)) print_named(text, "s.barrier.init", name, threads / text->wave);
    }
}

static uint32_t place(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const fp_elements *all,
                      uint32_t i) {
    uint32_t element = text_element(text, layout, at, all->first[i]), m = at->access[0].region.memory;
    if (all->by_lane) element = text_compute(text, TEXT_ADD, element, text->lane[s]);
    return text_value(text, "llvm.getelementptr %%m%u[%%v%u] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32", m, element);
}

/* The named barrier of a step, whose number a loop may choose. */
static uint32_t named(fp_text *text, const fp_layout *layout, const step *at) {
    fp_repeat here = text_here();
    uint32_t first = at->event.object, chosen = FP_NONE;
    for (uint32_t k = 0; k < here.count; k++) {
        uint32_t o = at[k * here.length].event.object;
        if (o == first) continue;
        text->fails |= by_all(layout, o);
        chosen = o;
    }
    uint32_t number = chosen == FP_NONE ? 0 : text_object(text, at);
    uint32_t pointer = text_value(text, "llvm.mlir.addressof @bar%u : !llvm.ptr<%u>", first, text->named_space);
    if (chosen == FP_NONE) return pointer;
    for (uint32_t o = 0; o < layout->roles->object_count; o++) {
        bool used = false;
        for (uint32_t k = 0; k < here.count; k++) used |= at[k * here.length].event.object == o;
        if (!used || o == first) continue;
        uint32_t is_it = text_compute_by(text, TEXT_EQ, number, o);
        pointer = text_value(text, "arith.select %%v%u, %%bar%u, %%v%u : !llvm.ptr<%u>", is_it, o, pointer,
                             text->named_space);
    }
    return pointer;
}

static void print_copy(fp_text *text, const fp_elements *all, uint32_t pointer) {
    uint32_t bits = 32 * all->elements;
    text->fails |= all->elements == 3 || all->elements > 4 || (is_old(text) && all->elements > 1);
    uint32_t zero = calls(text) ? constant(text, 0, "i32") : 0;
    if (is_old(text))
        text_line(text, "    rocdl.global.load.lds %%from_here, %%v%u, 4, 0, 0 : !llvm.ptr<1>", pointer);
    else if (!calls(text))
        text_line(text, "    rocdl.global.load.async.to.lds.b%u %%from_here, %%v%u, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>",
                  bits, pointer);
    else
        text_line(
            text,
            "    llvm.call_intrinsic \"llvm.amdgcn.global.load.async.to.lds.b%u\"(%%from_here, %%v%u, %%v%u, %%v%u) "
            ": (!llvm.ptr<1>, !llvm.ptr<3>, i32, i32) -> ()",
            bits, pointer, zero, zero);
}

static void print_access(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    fp_elements all = text_elements(layout, s, at);
    text->fails |= at->access[0].atomic || at->access[0].proxy != FP_PROXY_GENERIC;
    for (uint32_t i = 0; i < all.count && !text->fails; i++) {
        uint32_t pointer = place(text, layout, s, at, &all, i);
        if (at->event.kind == FP_EVENT_START) {
            print_copy(text, &all, pointer);
        } else if (!at->access[0].writes) {
            (void)text_value(text, "llvm.load %%v%u : !llvm.ptr<3> -> vector<%uxf32>", pointer, all.elements);
        } else {
            uint32_t many = text_value(text, "vector.broadcast %%f : f32 to vector<%uxf32>", all.elements);
            text_line(text, "    llvm.store %%v%u, %%v%u : vector<%uxf32>, !llvm.ptr<3>", many, pointer, all.elements);
        }
    }
}

/* Copies that one wait counts in ops are as many ops as cells. */
static void print_queue(fp_text *text, const fp_event *e) {
    text->fails |= e->newest != 0 || (e->queue != LANDING && (e->grouped || e->reads_only || e->in_order));
    if (!is_old(text))
        print_numbered(text, e->queue == LANDING ? "s.wait.dscnt" : "s.wait.asynccnt", "", 0, "i16");
    else if (text_draws(text, 2))
        text_line(text, "    amdgpu.memory_counter_wait %s(0)", e->queue == LANDING ? "ds" : "load");
    else if (text->wave == 64)
        text_line(text, "    rocdl.s.waitcnt %u", e->queue == LANDING ? 0xC07F : 0x0F70);
    else
        text_line(text, "    rocdl.s.waitcnt %u", e->queue == LANDING ? 0xFC07 : 0x03F7);
}

static bool waits_here(const fp_layout *layout, fp_stream s, const step *at) {
    const step *end = layout->roles->steps[s] + layout->roles->len[s];
    for (const step *later = at + 1; later < end; later++) {
        if (later->event.kind == FP_EVENT_WAIT_OWN) return later->event.object == at->event.object;
        if (later->event.kind == FP_EVENT_ARRIVE && later->event.object == at->event.object) return false;
    }
    return false;
}

/* A wave waits for the barrier that it has joined last. */
static bool needs_join(const fp_layout *layout, fp_stream s, const step *at) {
    const step *before = at;
    while (before-- > layout->roles->steps[s])
        if (before->event.kind == FP_EVENT_WAIT_OWN) break;
    return before < layout->roles->steps[s] || before->event.object != at->event.object;
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

/* What the lines of a step depend on besides the step. */
static uint32_t note(const fp_layout *layout, fp_stream s, const step *at) {
    if (at->event.object == FP_NONE || !layout->meets[at->event.object]) return 0;
    return waits_here(layout, s, at) | (uint32_t)is_joined(layout, s, at) << 1 |
           (uint32_t)has_signalled(layout, s, at) << 2 | (uint32_t)by_all(layout, at->event.object) << 3 |
           text_note_pair(layout, s, at) << 4;
}

static void print_arrival(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    bool all = by_all(layout, at->event.object), waits = waits_here(layout, s, at);
    bool at_once = text_note_pair(layout, s, at);
    /* LLVM's model asks for a wait behind each signal of the workgroup's barrier. */
    text->fails |=
        at->event.arrivals != 1 || at->event.leaves || (all && !waits) || (!text->split_barriers && !at_once);
    if (all && (!text->split_barriers || (at_once && layout->roles->seed % 4 == 0))) {
        text_line(text, calls(text) ? "    llvm.call_intrinsic \"llvm.amdgcn.s.barrier\"() : () -> ()"
                                    : "    rocdl.s.barrier");
    } else if (all) {
        print_numbered(text, "s.barrier.signal", "id = ", -1, "i32");
    } else {
        char bar[20];
        snprintf(bar, sizeof bar, "%%v%u", named(text, layout, at));
        if (waits && (text_here().count > 1 || needs_join(layout, s, at))) print_named(text, "s.barrier.join", bar, -1);
        print_named(text, "s.barrier.signal.var", bar,
                    has_inits(text) ? 0 : roles_count_of(layout->roles, at->event.object) / text->wave);
    }
}

static void print_wait(fp_text *text, const fp_layout *layout, fp_stream s, const step *at) {
    bool all = by_all(layout, at->event.object), at_once = text_waits_at_once(layout, s, at);
    text->fails |= (!all && !is_joined(layout, s, at)) || !has_signalled(layout, s, at);
    if (all && at_once && (!text->split_barriers || layout->roles->seed % 4 == 0))
        return; /* printed with its arrival */
    print_numbered(text, "s.barrier.wait", "id = ", all ? -1 : 1, "i16");
}

/* ---- Objects in memory ---- */

static uint32_t place_of_object(fp_text *text, const step *at) {
    return text_value(text, "arith.index_cast %%v%u : i32 to index", text_object(text, at));
}

static uint32_t word_of_object(fp_text *text, const step *at) {
    return text_value(text, "llvm.getelementptr %%words[%%v%u] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64",
                      text_object(text, at));
}

/* Arrivals that are missing, and behind them how many each phase takes: both are one less. */
static void store_word(fp_text *text, const step *at) {
    int64_t less = at->event.arrivals - 1;
    uint32_t place = word_of_object(text, at), word = constant(text, less << 32 | less, "i64");
    text_line(text, "    llvm.store %%v%u, %%v%u : i64, !llvm.ptr<3>", word, place);
}

static void print_init(fp_text *text, const fp_layout *layout, const step *at) {
    if (text->words.spelling != WORDS_AMDGPU) {
        store_word(text, at);
        return;
    }
    uint32_t place = place_of_object(text, at), count = text_number(text, at->event.arrivals);
    text_line(text, "    amdgpu.ds_barrier_init %%bars[%%v%u], %%v%u : " STATES ", i32", place, count,
              layout->roles->object_count);
}

static void print_word_arrival(fp_text *text, const step *at) {
    bool async = at->event.kind == FP_EVENT_ARRIVE_AFTER;
    uint32_t place = word_of_object(text, at), count = constant(text, at->event.arrivals, "i64");
    if (async && calls(text))
        text_line(
            text,
            "    llvm.call_intrinsic \"llvm.amdgcn.ds.atomic.async.barrier.arrive.b64\"(%%v%u) : (!llvm.ptr<3>) -> ()",
            place);
    else if (async)
        text_line(text, "    rocdl.ds.atomic.async.barrier.arrive.b64 %%v%u : !llvm.ptr<3>", place);
    else if (calls(text))
        (void)text_value(text,
                         "llvm.call_intrinsic \"llvm.amdgcn.ds.atomic.barrier.arrive.rtn.b64\"(%%v%u, %%v%u) : "
                         "(!llvm.ptr<3>, i64) -> i64",
                         place, count);
    else
        (void)text_value(text, "rocdl.ds.atomic.barrier.arrive.rtn.b64 %%v%u, %%v%u : !llvm.ptr<3>, i64 -> i64", place,
                         count);
}

static void print_object_arrival(fp_text *text, const fp_layout *layout, const step *at) {
    const fp_event *e = &at->event;
    text->fails |= e->arrivals < 1 || e->bytes || e->leaves;
    if (text->words.spelling != WORDS_AMDGPU) {
        text->fails |= e->kind == FP_EVENT_ARRIVE_AFTER && (e->arrivals != 1 || e->in_order);
        print_word_arrival(text, at);
        return;
    }
    uint32_t place = place_of_object(text, at), objects = layout->roles->object_count;
    if (e->kind == FP_EVENT_ARRIVE_AFTER) {
        text->fails |= e->arrivals != 1 || e->in_order;
        text_line(text, "    amdgpu.ds_async_barrier_arrive %%bars[%%v%u] : " STATES, place, objects);
        return;
    }
    uint32_t count = text_value(text, "arith.constant %" PRId64 " : i64", e->arrivals);
    (void)text_value(text,
                     "amdgpu.ds_barrier_arrive %%bars[%%v%u], %%v%u : " STATES ", i64 -> !amdgpu.ds_barrier_state",
                     place, count, objects);
}

static uint32_t print_comparison(fp_text *text, uint32_t phase, uint32_t parity, bool stays) {
    bool swapped = text_draws(text, 2);
    return text_value(text, "arith.cmpi %s, %%v%u, %%v%u : i1", stays ? "eq" : "ne", swapped ? parity : phase,
                      swapped ? phase : parity);
}

/* Bit 29 of the word is the parity of the phase. */
static uint32_t print_word_question(fp_text *text, uint32_t place, uint32_t parity, bool stays) {
    enum { PHASE_BIT = 29 };
    uint32_t state = text_value(text, "llvm.load %%v%u : !llvm.ptr<3> -> i64", place);
    uint32_t moved = text_value(text, "llvm.lshr %%v%u, %%v%u : i64", state, constant(text, PHASE_BIT, "i64"));
    return print_comparison(text, text_value(text, "llvm.trunc %%v%u : i64 to i1", moved), parity, stays);
}

/* Asks for the phase until it is another one; `stays` says for which answer the loop goes on. */
static uint32_t print_question(fp_text *text, const fp_layout *layout, uint32_t place, uint32_t parity, bool stays) {
    if (text->words.spelling != WORDS_AMDGPU) return print_word_question(text, place, parity, stays);
    uint32_t state =
        text_value(text, "amdgpu.ds_barrier_poll_state %%bars[%%v%u] : " STATES " -> !amdgpu.ds_barrier_state", place,
                   layout->roles->object_count);
    if (text_draws(text, 3)) {
        uint32_t whole =
            text_value(text, "amdgpu.ds_barrier_state_phase %%v%u : !amdgpu.ds_barrier_state -> i32", state);
        return print_comparison(text, text_value(text, "arith.trunci %%v%u : i32 to i1", whole), parity, stays);
    }
    uint32_t phase =
        text_value(text, "amdgpu.ds_barrier_state_phase_parity %%v%u : !amdgpu.ds_barrier_state -> i1", state);
    return print_comparison(text, phase, parity, stays);
}

static void print_object_wait(fp_text *text, const fp_layout *layout, const step *at) {
    bool word = text->words.spelling != WORDS_AMDGPU;
    uint32_t place = word ? word_of_object(text, at) : place_of_object(text, at);
    uint32_t parity = text_compute_by(text, TEXT_NE, text_parity(text, at), 0);
    if (!text->words.blocks) {
        text_line(text, "    scf.while : () -> () {");
        uint32_t same = print_question(text, layout, place, parity, true);
        text_line(text, "      scf.condition(%%v%u)", same);
        text_line(text, "    } do {");
        text_line(text, "      scf.yield");
        text_line(text, "    }");
        return;
    }
    uint32_t name = text->names++;
    bool stays = text_draws(text, 2);
    text_line(text, "    cf.br ^poll%u", name);
    text_line(text, "  ^poll%u:", name);
    uint32_t answer = print_question(text, layout, place, parity, stays);
    text_line(text, "    cf.cond_br %%v%u, ^%s%u, ^%s%u", answer, stays ? "poll" : "over", name,
              stays ? "over" : "poll", name);
    text_line(text, "  ^over%u:", name);
}

static void print_step(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const step *next) {
    const fp_event *e = &at->event;
    (void)next;
    if (e->kind == FP_EVENT_ACCESS || e->kind == FP_EVENT_START) {
        text->fails |= e->kind == FP_EVENT_START && (e->object != FP_NONE || e->in_order);
        print_access(text, layout, s, at);
    } else if (e->kind == FP_EVENT_WAIT_QUEUE) {
        print_queue(text, e);
    } else if (e->kind == FP_EVENT_ARRIVE && layout->meets[e->object]) {
        print_arrival(text, layout, s, at);
    } else if (e->kind == FP_EVENT_ARRIVE || e->kind == FP_EVENT_ARRIVE_AFTER) {
        print_object_arrival(text, layout, at);
    } else if (e->kind == FP_EVENT_WAIT_OWN) {
        print_wait(text, layout, s, at);
    } else if (e->kind == FP_EVENT_WAIT) {
        print_object_wait(text, layout, at);
    } else if (e->kind == FP_EVENT_INIT && !layout->meets[e->object]) {
        print_init(text, layout, at);
    } else {
        text->fails |= e->kind != FP_EVENT_INIT;
    }
}

static void print_barrier(fp_text *text) { text_line(text, "    gpu.barrier"); }
static void close_kernel(fp_text *text) { text_line(text, "    gpu.return\n  }\n}"); }

/* Only an arrival makes a word an object. */
static bool arrives_in_memory(const fp_layout *layout) {
    for (fp_stream s = 0; s < layout->roles->stream_count; s++)
        for (uint32_t i = 0; i < layout->roles->len[s]; i++) {
            const fp_event *e = &layout->roles->steps[s][i].event;
            bool arrives = e->kind == FP_EVENT_ARRIVE || e->kind == FP_EVENT_ARRIVE_AFTER;
            if (arrives && !layout->meets[e->object]) return true;
        }
    return false;
}

/* Chips without named barriers do where the workgroup's barrier is the only one. */
static void choose(fp_text *text, const fp_layout *layout) {
    bool only_all = layout->width > 1;
    for (uint32_t o = 0; o < layout->roles->object_count; o++) only_all &= !layout->used[o] || by_all(layout, o);
    for (uint32_t o = 0; o < layout->roles->object_count; o++)
        if (by_all(layout, o)) text->of_all = o;
    uint32_t chip = only_all ? text_chooses(text, 4) : 3;
    static const char *const chips[] = { "gfx942", "gfx1100", "gfx1201", "gfx1250" };
    text->chip = chips[chip];
    text->split_barriers = chip >= 2;
    text->wave = chip == 0 ? 64 : 32;
    text->words.blocks = text_draws(text, 2);
    uint32_t chosen = text_chooses(text, 3);
    text->words.spelling = arrives_in_memory(layout) ? (uint8_t)chosen : WORDS_AMDGPU;
    text->named_space = text_draws(text, 3) ? 3 : 15;
    for (fp_stream s = 1; s < layout->roles->stream_count; s++)
        text->fails |= text->wave == 64 && layout->roles->threads[s] % text->wave != 0;
}

const fp_printer text_amd = { choose, open_kernel, print_step, print_barrier, close_kernel, note };
