/* Long loops: does a run that passes over iterations which repeat (streams/repeat.h) find what one does that runs each?
 *
 *   streams_text_repeat_test [FILE | FOLDER].. [--files N] [--count N] [--seed S] [--list] [--print]
 *
 * Each kernel of the files (of one file in N), and each of N random rings, is run with the values of its first vectors,
 * and with lengths many times as large; as it is, and without some of the ops that its streams meet in. Both runs must
 * find the same: evidence with its ops and iterations, doubts, waits, and how the run ends. Runs that meet a limit are
 * not compared. */
#include "load.h"
#include "streams/machine.h"
#include "streams/run.h"
#include "walk.h"
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { EVENTS_MAX = 1 << 15, VECTORS = 2, WITHOUT = 3, TIMES = 19 };
static uint64_t compared, shorter, limited, differ, files, files_in = 1;
static bool list, prints;
static uint64_t lot = 1;

static uint32_t draw(uint32_t end) {
    lot = lot * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(lot >> 33) % end;
}

static bool same_event(const fp_run_event *a, const fp_run_event *b) {
    return a->op == b->op &&
           (a->op == FP_NONE || (a->stream == b->stream && a->object == b->object && a->loop_count == b->loop_count &&
                                 memcmp(a->loops, b->loops, a->loop_count * sizeof *a->loops) == 0));
}

static bool same_evidence(const fp_run_evidence *a, const fp_run_evidence *b) {
    return a->kind == b->kind && same_event(&a->first, &b->first) && same_event(&a->second, &b->second) &&
           a->order == b->order && a->object == b->object && a->arrivals == b->arrivals && a->bytes == b->bytes &&
           a->idle == b->idle && a->byte == b->byte && a->in_warp == b->in_warp && a->maybe == b->maybe &&
           a->hangs == b->hangs && a->stuck_count == b->stuck_count;
}

/* What differs; NULL: nothing. */
static const char *difference(const fp_run_result *a, const fp_run_result *b) {
    if (a->end != b->end) return "the end";
    if (a->well_formed != b->well_formed || a->evidence_count != b->evidence_count) return "the evidence";
    for (uint32_t i = 0; i < a->evidence_count; i++)
        if (!same_evidence(a->evidence[i], b->evidence[i])) return "a piece of evidence";
    if (a->doubt_count != b->doubt_count) return "the doubts";
    for (uint32_t i = 0; i < a->doubt_count; i++)
        if (a->doubts[i].pair != b->doubts[i].pair || a->doubts[i].kind != b->doubts[i].kind) return "a doubt";
    if (a->wait_count != b->wait_count) return "the waits";
    for (uint32_t i = 0; i < a->wait_count; i++)
        if (a->waits[i].op != b->waits[i].op || a->waits[i].idle != b->waits[i].idle ||
            a->waits[i].known_by != b->waits[i].known_by)
            return "a wait";
    return NULL;
}

static fp_run_result run_once(struct fp_arena *keep, struct fp_machine *machine, const bool *without, bool every) {
    fp_machine_restart(machine);
    fp_event_source source = fp_machine_source(machine);
    fp_run_limits limits = fp_run_limits_default();
    limits.events = EVENTS_MAX, limits.without = without, limits.every_round = every;
    return fp_run_all(keep, &source, limits);
}

static void compare(struct fp_machine *machine, const bool *without, const char *path, fp_op gone) {
    struct fp_arena *scratch = fp_arena_new();
    fp_run_result every = run_once(scratch, machine, without, true),
                  passed = run_once(scratch, machine, without, false);
    const char *what = NULL;
    if (fp_run_is_whole(every.end)) {
        compared++;
        shorter += passed.events < every.events;
        what = difference(&every, &passed);
    } else {
        limited++;
    }
    if (what && ++differ && differ < 20)
        printf("%s: %s differs, without op %d, of %" PRIu64 " and %" PRIu64 " events\n", path, what, (int)gone,
               every.events, passed.events);
    if (list && passed.events < every.events)
        printf("%s: %" PRIu64 " instead of %" PRIu64 " events\n", path, passed.events, every.events);
    fp_arena_drop(scratch);
}

static void compare_without(struct fp_machine *machine, const struct fp_kernel *kernel, const char *path) {
    bool *without = calloc(kernel->ir->op_count + 1, sizeof *without);
    compare(machine, without, path, FP_NONE);
    for (uint32_t k = 0; k < WITHOUT; k++) {
        fp_op first = draw(kernel->ir->op_count), op = first;
        while (!kernel->ir->ops[op].info || (kernel->ir->ops[op].info->does == FP_DOES_NOTHING &&
                                             !fp_effect_traits_of[kernel->ir->ops[op].info->effect].orders)) {
            op = (op + 1) % kernel->ir->op_count;
            if (op == first) break;
        }
        without[op] = true;
        compare(machine, without, path, op);
        without[op] = false;
    }
    free(without);
}

static void compare_kernel(struct fp_arena *keep, const struct fp_program *program, const struct fp_kernel *kernel,
                           const char *path) {
    struct fp_machine *machine = fp_machine_new(keep, kernel, program, (fp_premise){ 0 });
    for (uint32_t v = 0; v < VECTORS && fp_machine_next_vector(machine); v++) {
        fp_leaf_vector vector = fp_machine_vector(machine, keep);
        compare_without(machine, kernel, path);
        if (fp_machine_leaf_count(machine) == 0) break;
        int64_t *values = FP_NEW(keep, int64_t, fp_machine_leaf_count(machine) + 1);
        for (uint32_t i = 0; i < fp_machine_leaf_count(machine); i++)
            values[i] = vector.values[i] * (fp_machine_leaf_at(machine, i)->unit > 1 || draw(2) == 0 ? TIMES : 1);
        fp_machine_take_vector(machine, &(fp_leaf_vector){ values, vector.shown_by });
        compare_without(machine, kernel, path);
        fp_machine_take_vector(machine, &vector);
    }
}

/* ---- Random rings ---- */
/* Warp 0 stores into the slots of a ring, warp 1 reads them; faults and what happens in one iteration only by lot. */
static const char head[] =
    "gpu.module @m [#nvvm.target<chip = \"sm_90\">] {\n"
    "llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f32>\n"
    "llvm.mlir.global internal @bars() {addr_space = 3 : i32} : !llvm.array<8 x i64>\n"
    "llvm.func @ring(%g: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {\n"
    "%tid = nvvm.read.ptx.sreg.tid.x : i32\n"
    "%c0 = llvm.mlir.constant(0 : i32) : i32\n%c1 = llvm.mlir.constant(1 : i32) : i32\n"
    "%c4 = llvm.mlir.constant(4 : i32) : i32\n%c8 = llvm.mlir.constant(8 : i32) : i32\n"
    "%c31 = llvm.mlir.constant(31 : i32) : i32\n%c32 = llvm.mlir.constant(32 : i32) : i32\n"
    "%ticks = llvm.mlir.constant(10000000 : i32) : i32\n"
    "%tile = llvm.mlir.addressof @tile : !llvm.ptr<3>\n%bars = llvm.mlir.addressof @bars : !llvm.ptr<3>\n"
    "%lane = llvm.urem %tid, %c32 : i32\n%first = llvm.icmp \"eq\" %tid, %c0 : i32\n"
    "llvm.cond_br %first, ^init(%c0 : i32), ^ready\n"
    "^init(%b: i32):\n%bar = llvm.getelementptr %bars[%b] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64\n"
    "nvvm.mbarrier.init %bar, %c32 : !llvm.ptr<3>, i32\n%b2 = llvm.add %b, %c1 : i32\n"
    "%more = llvm.icmp \"ult\" %b2, %c8 : i32\nllvm.cond_br %more, ^init(%b2 : i32), ^ready\n"
    "^ready:\nnvvm.barrier\n%puts = llvm.icmp \"ult\" %tid, %c32 : i32\n";

typedef struct {
    char *text;
    size_t len;
} writer;

/* `#d` in the format is a number, `#s` a string. */
static void add(writer *w, const char *format, ...) {
    va_list list_of;
    va_start(list_of, format);
    for (const char *c = format; *c; c++) {
        bool number = c[0] == '#' && c[1] == 'd', word = c[0] == '#' && c[1] == 's';
        if (number) w->len += (size_t)sprintf(w->text + w->len, "%d", va_arg(list_of, int));
        if (word) w->len += (size_t)sprintf(w->text + w->len, "%s", va_arg(list_of, const char *));
        if (number || word)
            c++;
        else
            w->text[w->len++] = *c;
    }
    va_end(list_of);
}

/* The slot of iteration %i#s, its barriers and its bytes, in the order of the lanes or the other way round. */
static void add_slot(writer *w, const char *s, int slots, int ahead, const char *lane) {
    add(w, "%slots#s = llvm.mlir.constant(#d : i32) : i32\n%slot#s = llvm.urem %i#s, %slots#s : i32\n", s, slots, s, s,
        s);
    add(w, "%turn#s = llvm.udiv %i#s, %slots#s : i32\n%odd#s = llvm.and %turn#s, %c1 : i32\n", s, s, s, s, s);
    add(w, "%even#s = llvm.xor %odd#s, %c1 : i32\n%behind#s = llvm.add %slot#s, %c4 : i32\n", s, s, s, s);
    add(w, "%full#s = llvm.getelementptr %bars[%slot#s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64\n", s, s);
    add(w, "%empty#s = llvm.getelementptr %bars[%behind#s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64\n", s, s);
    add(w, "%ahead#s = llvm.mlir.constant(#d : i32) : i32\n%other#s = llvm.add %i#s, %ahead#s : i32\n", s, ahead, s, s,
        s);
    add(w, "%own#s = llvm.urem %other#s, %slots#s : i32\n%row#s = llvm.mul %own#s, %c32 : i32\n", s, s, s, s, s);
    add(w, "%at#s = llvm.add %row#s, #s : i32\n", s, s, lane);
    add(w, "%p#s = llvm.getelementptr %tile[%at#s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32\n", s, s);
}

static void add_arrive(writer *w, const char *bar) {
    add(w,
        "llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] \"mbarrier.arrive.shared::cta.b64 _, "
        "[$0], 1;\", \"r\" #s : (!llvm.ptr<3>) -> !llvm.void\n",
        bar);
}

static void add_wait(writer *w, const char *bar, const char *phase) {
    add(w, "nvvm.mbarrier.try_wait.parity #s, #s, %ticks : !llvm.ptr<3>, i32, i32\n", bar, phase);
}

/* What stands between the two happens in all iterations but one, or in that one alone. */
static void begin_special(writer *w, const char *s, int at, bool alone) {
    add(w, "%at_#s = llvm.mlir.constant(#d : i32) : i32\n%is_#s = llvm.icmp \"#s\" %i#s, %at_#s : i32\n", s, at, s,
        alone ? "eq" : "ne", s, s);
    add(w, "llvm.cond_br %is_#s, ^do_#s, ^go_#s\n^do_#s:\n", s, s, s, s);
}
static void end_special(writer *w, const char *s) { add(w, "llvm.br ^go_#s\n^go_#s:\n", s, s); }

static void add_loop(writer *w, const char *s, int length) {
    add(w, "^head#s(%i#s: i32):\n%n#s = llvm.mlir.constant(#d : i32) : i32\n", s, s, s, length);
    add(w, "%goes#s = llvm.icmp \"slt\" %i#s, %n#s : i32\nllvm.cond_br %goes#s, ^body#s, ^over#s\n^body#s:\n", s, s, s,
        s, s, s, s);
}
static void end_loop(writer *w, const char *s) {
    add(w, "%next#s = llvm.add %i#s, %c1 : i32\nllvm.br ^head#s(%next#s : i32)\n^over#s:\n", s, s, s, s, s);
}

static void write_ring(writer *w) {
    int slots = 1 + (int)draw(4), length = 20 + (int)draw(130), at = (int)draw((uint32_t)length);
    uint32_t fault = draw(14);
    add(w, "#s%z = llvm.sitofp %c1 : i32 to f32\nllvm.cond_br %puts, ^head_p(%c0 : i32), ^head_c(%c0 : i32)\n", head);
    add_loop(w, "_p", length + (fault == 1));
    add_slot(w, "_p", slots, fault == 2, "%lane");
    if (fault == 3 || fault == 4) begin_special(w, "_p", at, fault == 4);
    if (fault != 5) add_wait(w, "%empty_p", fault == 6 ? "%odd_p" : "%even_p");
    if (fault == 3 || fault == 4) end_special(w, "_p");
    add(w, "llvm.store %z, %p_p : f32, !llvm.ptr<3>\n");
    if (fault == 7) begin_special(w, "_p", at, false);
    if (fault != 8) add_arrive(w, "%full_p");
    if (fault == 7) end_special(w, "_p");
    end_loop(w, "_p");
    if (draw(3) == 0) add(w, "llvm.store %z, %tile : f32, !llvm.ptr<3>\n");
    add(w, "llvm.return\n");
    add_loop(w, "_c", length + (fault == 9));
    add(w, "%mirror = llvm.sub %c31, %lane : i32\n");
    add_slot(w, "_c", slots, fault == 10, "%mirror");
    if (fault != 11) add_wait(w, "%full_c", "%odd_c");
    add(w, "%v = llvm.load %p_c : !llvm.ptr<3> -> f32\n%q = llvm.getelementptr %g[%i_c] : (!llvm.ptr<1>, i32) -> "
           "!llvm.ptr<1>, f32\nllvm.store %v, %q : f32, !llvm.ptr<1>\n");
    if (fault >= 12) begin_special(w, "_c", at, fault == 12);
    add(w, fault == 12 ? "llvm.store %z, %tile : f32, !llvm.ptr<3>\n" : "");
    if (fault == 13) add_arrive(w, "%empty_c");
    if (fault >= 12) end_special(w, "_c");
    if (fault != 13) add_arrive(w, "%empty_c");
    end_loop(w, "_c");
    if (draw(3) == 0) add(w, "%w = llvm.load %tile : !llvm.ptr<3> -> f32\nllvm.store %w, %g : f32, !llvm.ptr<1>\n");
    add(w, "llvm.return\n}\n}\n");
}

/* ---- All ---- */

static void compare_text(fp_str text, const char *name) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    struct fp_program program = load_text(keep, syntax, text, &(fp_lower_options){ .target = { NULL, 0 } }).program;
    for (uint32_t k = 0; k < program.count; k++)
        if (program.kernels[k]->is_entry && fp_machine_needed(program.kernels[k]))
            compare_kernel(keep, &program, program.kernels[k], name);
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
}

static void compare_ring(uint64_t seed) {
    static char text[1 << 14];
    char name[32];
    writer w = { text, 0 };
    lot = seed;
    (void)draw(1);
    write_ring(&w);
    snprintf(name, sizeof name, "ring %" PRIu64, seed);
    if (prints) printf("// %s\n%.*s", name, (int)w.len, text);
    compare_text((fp_str){ text, w.len }, name);
}

enum { TEXT_MAX = 400000 }; /* larger files take too long for what they show */

static void compare_file(const char *path) {
    if (files++ % files_in) return;
    struct fp_arena *keep = fp_arena_new();
    fp_str text = read_bytes(keep, path);
    if (text.len < TEXT_MAX) compare_text(text, path);
    fp_arena_drop(keep);
}

int main(int argc, char **argv) {
    uint64_t count = 0, seed = 1;
    for (int i = 1; i < argc; i++) {
        list |= strcmp(argv[i], "--list") == 0;
        prints |= strcmp(argv[i], "--print") == 0;
        if (strcmp(argv[i], "--count") == 0 && i + 1 < argc) count = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) seed = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--files") == 0 && i + 1 < argc) files_in = strtoull(argv[i + 1], NULL, 10);
    }
    for (int i = 1; i < argc; i++) (void)walk_files(argv[i], compare_file);
    for (uint64_t k = 0; k < count; k++) compare_ring(seed + k);
    printf("%" PRIu64 " runs compared, %" PRIu64 " of them with iterations passed over; %" PRIu64
           " met a limit; %" PRIu64 " differ\n",
           compared, shorter, limited, differ);
    return differ > 0 || shorter == 0;
}
