/* part_test.c - parts of a function, made by hand: a small kernel is read whole, then ops of it are marked as a reader of parts would mark them. */
#include "bound.h"
#include "emit.h"
#include "gain.h"
#include "load.h"
#include "placement.h"
#include "rule.h"
#include <string.h>

static int failures;
#define CHECK(condition) check((condition), #condition, __LINE__)
static void check(bool holds, const char *words, int line) {
    if (holds) return;
    failures++;
    printf("line %d: not so: %s\n", line, words);
}

/* ---- a part -------------------------------------------------------------------------------------------------------------------------------------- */
typedef struct {
    struct fp_arena *keep;
    struct fp_syntax *syntax;
    struct fp_unit_context *context;
    struct fp_ir *ir;
    struct fp_kernel *kernel;
    struct fp_analyser *analyser;
    fp_analysis analysis;
    fp_findings findings;
} part;

static part read(const char *text) {
    part p = { .keep = fp_arena_new(), .syntax = fp_syntax_new() };
    p.context = fp_units_read(p.keep, p.syntax, (fp_str){ text, strlen(text) }, NULL);
    p.context->lines = fp_lines_new(p.keep, p.context->text);
    p.ir = fp_units_ir(p.keep, p.context, 0);
    return p;
}

static part read_part(const char *text) {
    part p = read(text);
    p.ir->is_part = true;
    return p;
}

/* The op that defines the value, or the `number`-th of that name. */
static fp_op op_of(const part *p, const char *name) {
    for (fp_value v = 0; v < p->ir->value_count; v++)
        if (fp_str_equal(p->ir->values[v].name, (fp_str){ name, strlen(name) })) return p->ir->values[v].def;
    check(false, name, __LINE__);
    return 0;
}
static fp_op op_named(const part *p, const char *name, uint32_t number) {
    for (fp_op op = 0; op < p->ir->op_count; op++)
        if (fp_str_equal(p->ir->ops[op].name, (fp_str){ name, strlen(name) }) && number-- == 0) return op;
    check(false, name, __LINE__);
    return 0;
}

static void lend(part *p, const char *value) { p->ir->ops[op_of(p, value)].value_only = true; }
static void fix(part *p, uint32_t barrier) { p->ir->ops[op_named(p, "gpu.barrier", barrier)].fixed = true; }
static void leave_out(part *p, const char *value) {
    fp_op_node *op = &p->ir->ops[op_of(p, value)];
    op->value_only = true;
    for (uint32_t i = 0; i < op->result_count; i++) {
        p->ir->values[op->first_result + i].left_out = true;
        p->ir->values[op->first_result + i].def = FP_NONE;
    }
    op->result_count = 0;
}

static void lower(part *p) {
    uint32_t count = 0;
    fp_lower_options options = { .target = { NULL, 0 } };
    struct fp_kernel **kernels = fp_lower(p->keep, p->ir, 0, &options, &count);
    CHECK(count == 1);
    p->kernel = kernels[0];
}

static void analyse(part *p) {
    lower(p);
    p->analyser = fp_analyser_new(p->keep, p->keep, p->kernel, NULL, NULL);
    p->analysis = fp_analyser_run(p->analyser);
    p->analysis.placement = fp_placement_find(p->keep, p->analyser, p->kernel, (fp_hazards){ p->analysis.hazards, p->analysis.hazard_count });
    p->analysis.gains = fp_gains_find(p->keep, p->analyser, p->kernel, &p->analysis);
    fp_rule_context rules = { .keep = p->keep, .context = p->context, .lines = p->context->lines, .kernel = p->kernel, .analysis = &p->analysis, .findings = &p->findings };
    fp_rules_of_kernel(&rules);
}

static void drop(part *p) {
    fp_syntax_drop(p->syntax);
    fp_arena_drop(p->keep);
}

static bool says(const part *p, const char *words) {
    for (uint32_t i = 0; i < p->findings.len; i++)
        if (fp_str_contains(p->findings.data[i].message, (fp_str){ words, strlen(words) })) return true;
    return false;
}
static fp_verdict verdict(const part *p, uint32_t sync) { return p->analysis.syncs[sync].verdict; }
static uint8_t asked(const part *p) { return fp_addresses_asked(p->kernel->addresses); }

#define HEAD "func.func @kernel(%g: memref<64xf32, 1>, %sizes: memref<64xindex, 1>, %n: index) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {\n" \
             "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %tid = gpu.thread_id x\n  %last = arith.constant 63 : index\n" \
             "  %four = arith.constant 4 : index\n  %other = arith.subi %last, %tid : index\n  %v = memref.load %g[%tid] : memref<64xf32, 1>\n" \
             "  %lds = memref.alloc() : memref<64xf32, 3>\n"
#define TAIL "  return\n}\n"
#define STORE "  memref.store %v, %lds[%tid] : memref<64xf32, 3>\n"
#define LOAD(name) "  %" name " = memref.load %lds[%other] : memref<64xf32, 3>\n"
#define BARRIER "  gpu.barrier\n"

/* ---- lowering ------------------------------------------------------------------------------------------------------------------------------------ */
/* An index that was loaded elsewhere: its load is not made here, the store that it addresses is, and its buffer is known. */
static void values_of_others(void) {
    const char *text = HEAD "  %numbers = memref.alloc() : memref<64xindex, 3>\n  %at = memref.load %numbers[%other] : memref<64xindex, 3>\n"
                       "  memref.store %v, %lds[%at] : memref<64xf32, 3>\n" BARRIER TAIL;
    part whole = read(text), p = read_part(text);
    lower(&whole);
    lend(&p, "%v"), lend(&p, "%at");
    lower(&p);
    CHECK(whole.kernel->accesses.len == 3);
    CHECK(p.kernel->accesses.len == 1 && p.kernel->accesses.data[0].kind == FP_ACCESS_WRITE);
    CHECK(p.kernel->shared_bytes == whole.kernel->shared_bytes && whole.kernel->shared_bytes == 64 * 4 + 64 * 8);
    CHECK(fp_buffers_count(p.kernel->buffers) == fp_buffers_count(whole.kernel->buffers));
    drop(&whole), drop(&p);
}

static void barriers_of_others(void) {
    part p = read_part(HEAD STORE BARRIER BARRIER LOAD("a") TAIL);
    p.ir->ops[op_named(&p, "gpu.barrier", 0)].value_only = true;
    fix(&p, 1);
    lower(&p);
    CHECK(p.kernel->syncs.len == 1 && p.kernel->syncs.data[0].fixed);
    drop(&p);
}

static void launch_of_whole(void) {
    part p = read_part(HEAD STORE BARRIER LOAD("a") TAIL);
    uint32_t count = 0;
    fp_launch_shape shape = { .target = fp_target_find(FP_STR("gfx942")), .target_source = FP_STR("told"), .block_source = FP_STR("told"),
                              .launch = { .block = { 32, 2, 1 }, .max_threads = 1024, .wave_size = 64, .ids_known = true, .dimensions_read = 3, .thread_bound = { 32, 2, 1 } } };
    fp_lower_options options = { .shape = &shape };
    struct fp_kernel *kernel = fp_lower(p.keep, p.ir, 0, &options, &count)[0];
    fp_launch launch = fp_addresses_launch(kernel->addresses);
    CHECK(kernel->target == shape.target && kernel->launch.block[1] == 2);
    CHECK(launch.ids_known && launch.dimensions_read == 3 && launch.thread_bound[0] == 32);
    p.kernel = kernel;
    drop(&p);
}

/* ---- barriers at the ends ------------------------------------------------------------------------------------------------------------------------ */
/* A barrier that nothing needs is redundant, unless it is an end: then nothing is said of it, and it is what makes another one redundant. */
static void ends_are_not_judged(void) {
    const char *nothing = HEAD BARRIER STORE BARRIER LOAD("a") TAIL;
    part whole = read(nothing), p = read_part(nothing);
    analyse(&whole);
    CHECK(verdict(&whole, 0) == FP_VERDICT_REDUNDANT && verdict(&whole, 1) == FP_VERDICT_NEEDED && says(&whole, "is redundant"));
    fix(&p, 0);
    analyse(&p);
    CHECK(verdict(&p, 0) == FP_VERDICT_UNJUDGED && verdict(&p, 1) == FP_VERDICT_NEEDED && !says(&p, "is redundant"));
    drop(&whole), drop(&p);

    const char *twice = HEAD STORE BARRIER BARRIER LOAD("a") TAIL;
    for (uint32_t end = 0; end < 2; end++) {
        p = read_part(twice);
        fix(&p, end);
        analyse(&p);
        CHECK(verdict(&p, end) == FP_VERDICT_UNJUDGED && verdict(&p, !end) == FP_VERDICT_REDUNDANT);
        CHECK(says(&p, end ? "the gpu.barrier on line 12 orders all that it would" : "the gpu.barrier on line 11 orders all that it would"));
        CHECK(p.findings.len == 1 && !(asked(&p) & FP_ASKED_NEIGHBOURS));       /* they stand side by side */
        drop(&p);
    }
    /* What the first orders besides is in the part before it: it is named all the same, and told to be a guess. */
    p = read_part(HEAD BARRIER LOAD("a") BARRIER LOAD("b") TAIL);
    fix(&p, 0);
    analyse(&p);
    CHECK(verdict(&p, 1) == FP_VERDICT_REDUNDANT && p.analysis.syncs[1].instead == 0 && p.analysis.syncs[1].beyond);
    CHECK(says(&p, "the gpu.barrier on line 10 orders all that it would") && (asked(&p) & FP_ASKED_NEIGHBOURS));
    drop(&p);
}

/* On a chip with halves the lone barrier would better be two; as an end it stays one. */
static void ends_are_not_moved(void) {
    const char *text = HEAD STORE "  gpu.barrier\n  %w = memref.load %g[%other] : memref<64xf32, 1>\n" LOAD("a") "  memref.store %w, %g[%tid] : memref<64xf32, 1>\n" TAIL;
    const char *chip = "// fencepost: target=gfx1201\n";
    for (int end = 0; end < 2; end++) {
        struct fp_arena *words = fp_arena_new();
        part p = read_part(fp_str_printf(words, "%s%s%c", chip, text, 0).data);
        if (end) fix(&p, 0);
        analyse(&p);
        CHECK(p.analysis.gains->sound && p.analysis.gains->count == !end);
        CHECK(end ? p.findings.len == 0 : p.findings.len > 0);
        drop(&p);
        fp_arena_drop(words);
    }
}

/* A missing barrier goes between the ends, in their own spelling. */
static void barriers_are_placed_between(void) {
    part p = read_part(HEAD BARRIER STORE LOAD("a") BARRIER TAIL);
    fix(&p, 0), fix(&p, 1);
    analyse(&p);
    CHECK(p.findings.len == 1 && p.findings.data[0].fix_count == 1 && says(&p, "no barrier is between them"));
    CHECK(fp_str_contains(p.findings.data[0].fixes[0].edits[0].text, FP_STR("gpu.barrier memfence [#gpu.address_space<workgroup>]")));
    CHECK(asked(&p) == FP_ASKED_HABITS);
    fp_habits habits = fp_emit_habits(p.keep, p.kernel);
    CHECK(habits.narrow.len == 0 && fp_str_equal(habits.wide, FP_STR("gpu.barrier memfence [#gpu.address_space<workgroup>]")));
    drop(&p);
}

/* ---- where a kernel may be cut ------------------------------------------------------------------------------------------------------------------- */
typedef struct { const char *what, *text; uint32_t barrier; bool closes, holds; } bound_case;
static const bound_case bounds[] = {
    { "orders a pair", HEAD STORE BARRIER LOAD("a") TAIL, 0, true, true },
    { "orders nothing", HEAD STORE BARRIER TAIL, 0, true, false },
    { "one of two that are enough", HEAD STORE BARRIER BARRIER LOAD("a") TAIL, 0, true, false },
    { "needed only where a redundant one is gone", HEAD STORE BARRIER LOAD("a") BARRIER LOAD("b") TAIL, 1, true, false },
    { "workgroup memory alone", HEAD STORE "  gpu.barrier memfence [#gpu.address_space<workgroup>]\n" LOAD("a") TAIL, 0, true, true },
    { "both spaces by name", HEAD STORE "  gpu.barrier memfence [#gpu.address_space<workgroup>, #gpu.address_space<global>]\n" LOAD("a") TAIL, 0, true, true },
    { "one wave", HEAD STORE "  gpu.barrier scope <subgroup>\n" LOAD("a") TAIL, 0, false, false },
    { "in a loop", HEAD "  scf.for %i = %c0 to %n step %c1 {\n" STORE BARRIER LOAD("a") "  }\n" TAIL, 0, false, false },
    { "in a branch", HEAD STORE "  %few = arith.cmpi slt, %n, %c1 : index\n  scf.if %few {\n" BARRIER "  }\n" LOAD("a") TAIL, 0, false, false },
    { "bare, chips that wait by themselves", "// fencepost: target=gfx906\n" HEAD STORE "  rocdl.s.barrier\n" LOAD("a") TAIL, 0, true, true },
    { "bare, chips that do not", "// fencepost: target=gfx950\n" HEAD STORE "  rocdl.s.barrier\n" LOAD("a") TAIL, 0, false, false },
    { "a pair in global memory", HEAD "  memref.store %v, %g[%tid] : memref<64xf32, 1>\n" BARRIER "  %a = memref.load %g[%other] : memref<64xf32, 1>\n" TAIL, 0, true, true },
    { "a wave ahead of the others", HEAD "  %c32 = arith.constant 32 : index\n  %late = arith.cmpi sge, %tid, %c32 : index\n  scf.if %late {\n" BARRIER "  }\n" STORE BARRIER
      LOAD("a") "  %early = arith.cmpi slt, %tid, %c32 : index\n  scf.if %early {\n" BARRIER "  }\n" TAIL, 1, false, false },
};

static void find_bounds(void) {
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        part p = read(bounds[i].text);
        analyse(&p);
        uint32_t sync = bounds[i].barrier;
        struct fp_fold *fold = fp_analyser_fold(p.analyser);
        bool closes = fp_bound_closes(fold, p.kernel, (fp_syncs){ &sync, 1 }), holds = fp_bound_holds(fold, p.kernel, (fp_syncs){ &sync, 1 });
        if (closes == bounds[i].closes && holds == bounds[i].holds) CHECK(asked(&p) == 0);
        else failures++, printf("%s: %s and %s\n", bounds[i].what, closes ? "closes" : "does not close", holds ? "holds" : "does not hold");
        drop(&p);
    }
}

/* A barrier between two ends is one as long as it is needed there. */
static void bounds_between_ends(void) {
    const char *text = HEAD STORE BARRIER LOAD("a") BARRIER STORE BARRIER LOAD("b") TAIL;
    part p = read_part(text);
    fix(&p, 0), fix(&p, 2);
    analyse(&p);
    struct fp_fold *fold = fp_analyser_fold(p.analyser);
    const uint32_t three[] = { 0, 1, 2 };
    CHECK(fp_bound_holds(fold, p.kernel, (fp_syncs){ &three[1], 1 }));
    CHECK(fp_bound_closes(fold, p.kernel, (fp_syncs){ &three[0], 1 }) && fp_bound_closes(fold, p.kernel, (fp_syncs){ &three[2], 1 }));
    CHECK(asked(&p) == 0 && p.findings.len == 1 && says(&p, "orders global memory as well"));       /* of the one between them */
    drop(&p);
}

/* ---- what a part does not show ------------------------------------------------------------------------------------------------------------------- */
typedef struct { const char *what, *text, *left_out; bool asked; } question;
#define BRANCH(condition) HEAD condition "  scf.if %c {\n" STORE "  }\n" BARRIER LOAD("a") TAIL
static const question questions[] = {
    { "nothing is left out", HEAD STORE BARRIER LOAD("a") TAIL, NULL, false },
    { "what is stored", HEAD STORE BARRIER LOAD("a") TAIL, "%v", false },
    { "the type of what is stored", HEAD "  %w = vector.broadcast %v : f32 to vector<4xf32>\n  %at = arith.muli %tid, %four : index\n"
      "  vector.store %w, %lds[%at] : memref<64xf32, 3>, vector<4xf32>\n" BARRIER LOAD("a") TAIL, "%w", false },
    { "what racing threads store", HEAD "  memref.store %v, %lds[%c0] : memref<64xf32, 3>\n" BARRIER LOAD("a") TAIL, "%v", true },
    { "what a condition compares", BRANCH("  %c = arith.cmpf olt, %v, %v : f32\n"), "%v", true },
    { "a condition", BRANCH("  %c = arith.cmpf olt, %v, %v : f32\n"), "%c", true },
    { "nothing of a condition", BRANCH("  %c = arith.cmpi slt, %tid, %n : index\n"), "%v", false },
    { "a term beside a thread id", BRANCH("  %k = memref.load %sizes[%tid] : memref<64xindex, 1>\n  %s = arith.addi %tid, %k : index\n  %c = arith.cmpi slt, %s, %n : index\n"), NULL, false },
    { "an index", HEAD "  %at = arith.addi %tid, %c1 : index\n  memref.store %v, %lds[%at] : memref<64xf32, 3>\n" BARRIER LOAD("a") TAIL, "%at", true },
    { "writers of an index", HEAD "  %at = memref.load %sizes[%c0] : memref<64xindex, 1>\n  memref.store %v, %lds[%at] : memref<64xf32, 3>\n" BARRIER LOAD("a") TAIL, NULL, true },
    { "writers of an index that differs anyway", HEAD "  %at = memref.load %sizes[%tid] : memref<64xindex, 1>\n  memref.store %v, %lds[%at] : memref<64xf32, 3>\n" BARRIER LOAD("a") TAIL,
      "%v", true },  /* the store may race with itself: what it stores is asked for */
    { "writers of an index read", HEAD STORE BARRIER "  %at = memref.load %sizes[%tid] : memref<64xindex, 1>\n  %a = memref.load %lds[%at] : memref<64xf32, 3>\n" TAIL, NULL, false },
    { "workgroup memory", HEAD STORE BARRIER "  %s = memref.alloc() : memref<64xindex, 3>\n  %at = memref.load %s[%c0] : memref<64xindex, 3>\n"
      "  %a = memref.load %lds[%at] : memref<64xf32, 3>\n" TAIL, NULL, false },
    { "a trip count", HEAD "  %k = arith.addi %n, %c1 : index\n  scf.for %i = %c0 to %k step %c1 {\n" STORE BARRIER LOAD("a") BARRIER "  }\n" TAIL, "%k", true },
    { "a waves's way", HEAD "  %c32 = arith.constant 32 : index\n  %c = arith.cmpi sge, %tid, %c32 : index\n  scf.if %c {\n" BARRIER "  }\n" STORE BARRIER LOAD("a") TAIL, NULL, true },
};

static void widths_of_stores(void) {
    part p = read_part(HEAD "  %w = vector.broadcast %v : f32 to vector<4xf32>\n  vector.store %w, %lds[%c0] : memref<64xf32, 3>, vector<4xf32>\n" BARRIER
                       "  %one = vector.extract %w[1] : f32 from vector<4xf32>\n" TAIL);
    leave_out(&p, "%w");
    lower(&p);
    CHECK(p.kernel->accesses.len == 2 && p.kernel->accesses.data[1].width_bytes == 16);
    drop(&p);
}

static void ask_questions(void) {
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        for (int whole = 0; whole < 2; whole++) {
            if (whole && questions[i].left_out) continue;
            part p = whole ? read(questions[i].text) : read_part(questions[i].text);
            if (questions[i].left_out) leave_out(&p, questions[i].left_out);
            analyse(&p);
            bool found = (asked(&p) & FP_ASKED_FUNCTION) != 0;
            drop(&p);
            if (found == (questions[i].asked && !whole)) continue;
            failures++;
            printf("%s, %s: %s\n", questions[i].what, whole ? "whole" : "part", found ? "asked for" : "not asked for");
        }
}

/* A level that another part tells takes the place of the value. */
static void levels_from_elsewhere(void) {
    const char *text = BRANCH("  %c = arith.cmpf olt, %v, %v : f32\n");
    static const struct { fp_uniform level; bool doubt; } levels[] = { { FP_LEVEL_CLUSTER, false }, { FP_LEVEL_WORKGROUP, true }, { FP_LEVEL_LANE, false } };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        part p = read_part(text);
        leave_out(&p, "%v");
        fp_value v = 0;
        while (!p.ir->values[v].left_out) v++;
        p.ir->values[v].outside_level = (uint8_t)(1 + 2 * levels[i].level + levels[i].doubt);
        analyse(&p);
        fp_level_info found;
        bool known = fp_addresses_level_known(p.kernel->addresses, p.ir->ops[op_of(&p, "%c")].first_result, &found);
        CHECK(known && found.level == levels[i].level && found.doubt == levels[i].doubt);
        CHECK(p.kernel->branches.len == 1 && p.kernel->branches.data[0].level.level == levels[i].level && p.kernel->branches.data[0].level.doubt == levels[i].doubt);
        CHECK(!(asked(&p) & FP_ASKED_FUNCTION));
        drop(&p);
    }
    for (int alike = 0; alike < 2; alike++) {               /* what racing threads store: alike for all, or perhaps alike after all */
        part p = read_part(HEAD "  memref.store %v, %lds[%c0] : memref<64xf32, 3>\n" BARRIER LOAD("a") TAIL);
        leave_out(&p, "%v");
        for (fp_value v = 0; v < p.ir->value_count; v++)
            if (p.ir->values[v].left_out) p.ir->values[v].outside_level = (uint8_t)(1 + 2 * (alike ? FP_LEVEL_WORKGROUP : FP_LEVEL_LANE));
        analyse(&p);
        CHECK((asked(&p) & FP_ASKED_FUNCTION) == (alike ? 0 : FP_ASKED_FUNCTION) && says(&p, "same value") == alike);
        drop(&p);
    }
    part p = read_part(text);
    leave_out(&p, "%v");
    lower(&p);
    fp_level_info found;
    uint8_t before = asked(&p);
    CHECK(!fp_addresses_level_known(p.kernel->addresses, p.ir->ops[op_of(&p, "%c")].first_result, &found) && asked(&p) == before);
    drop(&p);
}

/* A pair on one of two ways: where the condition guards something else in another part, each case is looked at by itself. */
static void ask_for_cases(void) {
    part p = read_part(HEAD STORE "  %c = arith.cmpi slt, %n, %c1 : index\n  scf.if %c {\n" BARRIER "  }\n" LOAD("a") TAIL);
    analyse(&p);
    CHECK(p.analysis.hazard_count == 1 && !p.analysis.hazards[0].certain && (asked(&p) & FP_ASKED_FUNCTION));
    drop(&p);
}

/* ---- memory of unknown origin -------------------------------------------------------------------------------------------------------------------- */
static void unknown_memory(void) {
    part p = read_part(HEAD STORE BARRIER LOAD("a") TAIL);
    analyse(&p);
    CHECK(!fp_buffers_escapes(p.kernel->buffers) && !fp_buffers_unknown(p.kernel->buffers));
    drop(&p);
    p = read_part(HEAD "  \"some.op\"(%lds) : (memref<64xf32, 3>) -> ()\n" BARRIER LOAD("a") TAIL);
    analyse(&p);
    CHECK(fp_buffers_escapes(p.kernel->buffers) && !fp_buffers_unknown(p.kernel->buffers) && (asked(&p) & FP_ASKED_FUNCTION));
    drop(&p);
    p = read_part(HEAD STORE BARRIER "  %m = \"some.op\"() : () -> memref<64xf32, 3>\n  %a = memref.load %m[%tid] : memref<64xf32, 3>\n" TAIL);
    analyse(&p);
    CHECK(!fp_buffers_escapes(p.kernel->buffers) && fp_buffers_unknown(p.kernel->buffers));
    drop(&p);
    p = read_part(HEAD STORE BARRIER LOAD("a") TAIL);
    leave_out(&p, "%lds");
    analyse(&p);
    CHECK(fp_buffers_unknown(p.kernel->buffers) && (asked(&p) & FP_ASKED_FUNCTION));
    drop(&p);
}

int main(void) {
    values_of_others();
    barriers_of_others();
    launch_of_whole();
    ends_are_not_judged();
    ends_are_not_moved();
    barriers_are_placed_between();
    find_bounds();
    bounds_between_ends();
    widths_of_stores();
    ask_questions();
    levels_from_elsewhere();
    ask_for_cases();
    unknown_memory();
    if (!failures) printf("parts: as they should be\n");
    return failures != 0;
}
