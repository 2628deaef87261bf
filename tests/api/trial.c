/* trial.c - fixes on trial: which hold, why others do not, and what a whole text becomes. */
#include <fencepost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
#define CHECK(condition) ((condition) ? (void)0 : (void)(failures++, printf("line %d: %s\n", __LINE__, #condition)))

#define KERNEL(between, behind)                                          \
    "gpu.module @m {\n"                                                  \
    "  gpu.func @k(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel " \
    "attributes {known_block_size = array<i32: 256, 1, 1>} {\n"          \
    "    %t = gpu.thread_id x\n    %c = arith.constant 255 : index\n"    \
    "    %r = arith.subi %c, %t : index\n"                               \
    "    memref.store %v, %lds[%t] : memref<256xf32, 3>\n" between       \
    "    %x = memref.load %lds[%r] : memref<256xf32, 3>\n" behind "    gpu.return\n  }\n}\n"
#define BARRIER "    gpu.barrier\n"
#define INSERTED "    gpu.barrier memfence [#gpu.address_space<workgroup>]\n"
static const char racing[] = KERNEL("", ""), ordered[] = KERNEL(INSERTED, ""), wasteful[] = KERNEL("", BARRIER),
                  both[] = KERNEL(BARRIER, BARRIER), damaged[] = KERNEL("    %q = = ]\n", "");

static fp_str str(const char *text) { return (fp_str){ text, strlen(text) }; }

static bool same(fp_str a, fp_str b) { return a.len == b.len && memcmp(a.data, b.data, a.len) == 0; }

static bool says(fp_trial trial, const char *name) {
    fp_str verdict = fp_trial_name(trial.verdict);
    bool matches = same(verdict, str(name)) && (trial.edit_count > 0) == (trial.verdict == FP_TRIAL_HOLDS);
    if (!matches) printf("it is %.*s with %zu edits\n", (int)verdict.len, verdict.data, trial.edit_count);
    return matches;
}

static const fp_finding *find(const fp_result *result, const char *rule) {
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].rule == fp_rule_find(str(rule))) return &result->findings[i];
    printf("there is no %s\n", rule);
    exit(1);
}

static const fp_finding *check(struct fp_engine *engine, const char *text, const char *rule) {
    return find(fp_document_check(fp_document_open(engine, str(text)), NULL), rule);
}

/* How many findings are left once the edits are made. */
static size_t left_after(struct fp_engine *engine, const char *text, const fp_edit *edits, size_t count) {
    struct fp_document *document = fp_document_open(engine, str(text));
    for (size_t i = count; i-- > 0;) fp_document_edit(document, edits[i].span, edits[i].text);
    size_t left = fp_document_check(document, NULL)->finding_count;
    fp_document_close(document);
    return left;
}

static void check_fixes_of_findings(struct fp_engine *engine, struct fp_mender *mender) {
    const fp_finding *race = check(engine, racing, "missing-barrier");
    fp_trial trial = fp_mender_try(mender, str(racing), race, fp_fix_choice(race, false));
    CHECK(says(trial, "holds"));
    CHECK(left_after(engine, racing, trial.edits, trial.edit_count) == 0);
    fp_trial again = fp_mender_try(mender, str(racing), race, fp_fix_choice(race, false));
    CHECK(again.edits == trial.edits); /* tried once */
    const fp_finding *waste = check(engine, wasteful, "redundant-barrier");
    CHECK(says(fp_mender_try(mender, str(wasteful), waste, &waste->fixes[0]), "holds"));
}

/* The same edits hold for one finding and not for another, whichever is asked for first. */
static void check_two_findings(struct fp_engine *engine, struct fp_mender *mender) {
#define STORE "    memref.store %v, %lds[%t] : memref<256xf32, 3>\n"
#define LOAD "    %y = memref.load %lds[%r] : memref<256xf32, 3>\n"
    static const char two[] = KERNEL("", BARRIER STORE LOAD);
    const fp_result *result = fp_document_check(fp_document_open(engine, str(two)), NULL);
    const fp_finding *races[2] = { 0 };
    uint32_t count = 0;
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].rule == fp_rule_find(FP_STR("missing-barrier")) && count < 2)
            races[count++] = &result->findings[i];
    CHECK(count == 2);
    fp_fix own = *fp_fix_choice(races[0], false);
    for (uint32_t first = 0; first < 2 && count == 2; first++) {
        fp_mender_begin(mender, NULL);
        for (uint32_t i = 0; i < 2; i++)
            CHECK(
                says(fp_mender_try(mender, str(two), races[i ^ first], &own), (i ^ first) ? "helps-nothing" : "holds"));
    }
}

/* Fixes that no rule offers: each for one way to fail. */
static void check_verdicts(struct fp_engine *engine, struct fp_mender *mender) {
    const fp_finding *race = check(engine, racing, "missing-barrier"),
                     *waste = check(engine, both, "redundant-barrier");
    uint32_t load = race->span.start, needed = (uint32_t)(strstr(both, BARRIER) - both),
             waste_at = (uint32_t)(strstr(both + needed + 1, BARRIER) - both);
    fp_edit comment = { { load, load }, FP_STR("/* */") };
    fp_edit remark = { { 0, 0 }, FP_STR("// nothing\n") },
            removal = { { needed, needed + (uint32_t)strlen(BARRIER) }, { "", 0 } };
    fp_edit crossing[] = { removal, { { needed + 4, needed + 8 }, FP_STR("x") } };
    CHECK(says(fp_mender_try(mender, str(racing), race, &(fp_fix){ .edits = &remark, .edit_count = 1 }),
               "helps-nothing"));
    CHECK(says(fp_mender_try(mender, str(racing), race, &(fp_fix){ .edits = &comment, .edit_count = 1 }),
               "leads-to-more"));
    /* The race comes up, and mending it puts the barrier back: with the useless one gone that is something. */
    fp_edit removals[] = { removal, { { waste_at, waste_at + (uint32_t)strlen(BARRIER) }, { "", 0 } } };
    CHECK(says(fp_mender_try(mender, str(both), waste, &(fp_fix){ .edits = &removal, .edit_count = 1 }),
               "helps-nothing"));
    fp_trial restored = fp_mender_try(mender, str(both), waste, &(fp_fix){ .edits = removals, .edit_count = 2 });
    CHECK(says(restored, "holds"));
    CHECK(left_after(engine, both, restored.edits, restored.edit_count) == 0);
    CHECK(
        says(fp_mender_try(mender, str(both), waste, &(fp_fix){ .edits = crossing, .edit_count = 2 }), "inapplicable"));
    CHECK(says(fp_mender_try(mender, str(racing), race, &(fp_fix){ .safe = true }), "inapplicable"));
}

static void check_damage(struct fp_engine *engine, struct fp_mender *mender) {
    const fp_finding *race = check(engine, damaged, "missing-barrier");
    CHECK(race->fix_count > 0);
    CHECK(says(fp_mender_try(mender, str(damaged), race, &race->fixes[0]), "inapplicable"));
    static const char hidden[] = "// fencepost: ignore-file[syntax-error] a test\n" KERNEL("    %q = = ]\n", "");
    race = check(engine, hidden, "missing-barrier");
    CHECK(says(fp_mender_try(mender, str(hidden), race, &race->fixes[0]), "inapplicable"));
    fp_fixed_text fixed = fp_mender_fix(mender, str(damaged), (fp_fix_wishes){ .least = FP_LEVEL_WARNING });
    CHECK(!fixed.changed && fixed.text.data == damaged && fixed.edit_count == 0);
    CHECK(fixed.left[race->rule] == 1);
}

static void check_cancelled(struct fp_engine *engine, struct fp_mender *mender) {
    const fp_finding *race = check(engine, racing, "missing-barrier");
    volatile bool cancelled = true;
    fp_mender_begin(mender, &cancelled);
    CHECK(says(fp_mender_try(mender, str(racing), race, &race->fixes[0]), "untried"));
    CHECK(!fp_mender_fix(mender, str(racing), (fp_fix_wishes){ .least = FP_LEVEL_WARNING }).changed);
    fp_mender_begin(mender, NULL);
    CHECK(says(fp_mender_try(mender, str(racing), race, &race->fixes[0]), "holds"));
}

static void check_offers(struct fp_engine *engine, struct fp_mender *mender) {
    struct fp_document *document = fp_document_open(engine, str(damaged));
    const fp_result *result = fp_document_check(document, NULL);
    const fp_finding *offered = fp_mender_offers(mender, str(damaged), result->findings, result->finding_count);
    for (size_t i = 0; i < result->finding_count; i++) {
        CHECK(offered[i].rule == result->findings[i].rule && offered[i].message.len > 0);
        CHECK(offered[i].fix_count == 0);
    }
    const fp_finding *race = check(engine, racing, "missing-barrier");
    offered = fp_mender_offers(mender, str(racing), race, 1);
    CHECK(offered->fix_count == race->fix_count && offered->fixes[0].title.len > 0);
}

#define LAUNCH(between)                                                                                                \
    "  gpu.launch blocks(%b0, %b1, %b2) in (%g0 = %one, %g1 = %one, %g2 = %one) threads(%t0, %t1, %t2) in (%s0 = "     \
    "%many, %s1 = %one, %s2 = %one) {\n"                                                                               \
    "    %lds = memref.alloc() : memref<256xf32, 3>\n    %r = arith.subi %last, %t0 : index\n"                         \
    "    memref.store %v, %lds[%t0] : memref<256xf32, 3>\n" between "    %x = memref.load %lds[%r] : memref<256xf32, " \
    "3>\n    gpu.terminator\n  }\n"
#define LAUNCHES(launches)                                            \
    "func.func @host(%v: f32) {\n  %one = arith.constant 1 : index\n" \
    "  %many = arith.constant 256 : index\n  %last = arith.constant 255 : index\n" launches "  return\n}\n"

/* Fixes of kernels that one function launches are tried together: one that does not hold takes no other with it. */
static void check_launches(struct fp_engine *engine, struct fp_mender *mender) {
    static const char all[] = LAUNCHES(LAUNCH("") LAUNCH("") LAUNCH("") LAUNCH("")),
                      some[] = LAUNCHES(LAUNCH("") LAUNCH("") LAUNCH("    %q = = ]\n") LAUNCH(""));
    const char *texts[] = { all, some };
    for (size_t t = 0; t < 2; t++) {
        struct fp_document *document = fp_document_open(engine, str(texts[t]));
        const fp_result *result = fp_document_check(document, NULL);
        fp_mender_begin(mender, NULL);
        const fp_finding *offered = fp_mender_offers(mender, str(texts[t]), result->findings, result->finding_count);
        size_t fixes = 0;
        for (size_t i = 0; i < result->finding_count; i++) {
            struct fp_mender *own = fp_mender_new(engine);
            const fp_finding *alone = fp_mender_offers(own, str(texts[t]), &result->findings[i], 1);
            fixes += offered[i].fix_count;
            CHECK(offered[i].fix_count == alone->fix_count && offered[i].untried_count == alone->untried_count);
            for (size_t k = 0; k < alone->fix_count && k < offered[i].fix_count; k++) {
                const fp_fix *a = &alone->fixes[k], *b = &offered[i].fixes[k];
                CHECK(a->edit_count == 1 && b->edit_count == 1 && a->edits[0].span.start == b->edits[0].span.start);
            }
            fp_mender_drop(own);
        }
        CHECK(fixes == (t == 0 ? 4 : 3));
        fp_document_close(document);
    }
}

static void check_texts(struct fp_engine *engine, struct fp_mender *mender) {
    fp_rule race = fp_rule_find(FP_STR("missing-barrier")), waste = fp_rule_find(FP_STR("redundant-barrier"));
    fp_fix_wishes wishes = { .least = FP_LEVEL_WARNING };
    fp_fixed_text fixed = fp_mender_fix(mender, str(wasteful), wishes);
    CHECK(fixed.changed && same(fixed.text, str(ordered)));
    CHECK(fixed.fixed[race] == 1 && fixed.fixed[waste] == 1 && fixed.left_levels[FP_LEVEL_ERROR] == 0);
    CHECK(left_after(engine, wasteful, fixed.edits, fixed.edit_count) == 0);
    wishes.one_rule = true;
    wishes.rule = waste;
    fixed = fp_mender_fix(mender, str(wasteful), wishes);
    CHECK(same(fixed.text, str(racing)) && fixed.left[race] == 1);
    wishes = (fp_fix_wishes){ .least = FP_LEVEL_WARNING, .one_kernel = true, .kernel = 7 };
    CHECK(!fp_mender_fix(mender, str(wasteful), wishes).changed);
    CHECK(!fp_mender_fix(mender, str(ordered), (fp_fix_wishes){ .least = FP_LEVEL_WARNING }).changed);
}

int main(void) {
    struct fp_engine *engine = fp_engine_new(&(fp_options){ .mlir = 23 }); /* INSERTED is read */
    struct fp_mender *mender = fp_mender_new(engine);
    check_fixes_of_findings(engine, mender);
    check_two_findings(engine, mender);
    check_verdicts(engine, mender);
    check_damage(engine, mender);
    check_cancelled(engine, mender);
    check_offers(engine, mender);
    check_launches(engine, mender);
    check_texts(engine, mender);
    fp_mender_drop(mender);
    fp_engine_drop(engine);
    return failures > 0;
}
