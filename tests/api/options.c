/* options.c - what an engine is told: levels, targets, blocks; and what the tables answer to names that do not
 * exist. */
#include <fencepost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
#define CHECK(condition) ((condition) ? (void)0 : (void)(failures++, printf("line %d: %s\n", __LINE__, #condition)))

static bool same(fp_str a, fp_str b) { return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0); }

static const fp_result *lint(struct fp_engine *engine, fp_str text) {
    return fp_document_check(fp_document_open(engine, text), NULL);
}

/* The level at which a rule is reported in `text`; OFF: not at all. */
static fp_level level_of(const fp_result *result, fp_rule rule) {
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].rule == rule) return result->findings[i].level;
    return FP_LEVEL_OFF;
}

static fp_level with_level(fp_rule rule, fp_level level, fp_str text) {
    fp_level *levels = calloc(fp_rule_count(), sizeof *levels);
    if (!levels) abort();
    for (fp_rule r = 0; r < fp_rule_count(); r++) levels[r] = fp_rule_at(r)->level;
    levels[rule] = level;
    struct fp_engine *engine = fp_engine_new(&(fp_options){ .levels = levels });
    free(levels); /* the engine has its own */
    fp_level found = level_of(lint(engine, text), rule);
    fp_engine_drop(engine);
    return found;
}

static void check_levels(void) {
    fp_rule missing = fp_rule_find(FP_STR("missing-barrier")), redundant = fp_rule_find(FP_STR("redundant-barrier"));
    fp_str bad = fp_rule_at(missing)->bad, wasteful = fp_rule_at(redundant)->bad;
    CHECK(with_level(missing, FP_LEVEL_OFF, bad) == FP_LEVEL_OFF);
    CHECK(with_level(missing, FP_LEVEL_HINT, bad) == FP_LEVEL_HINT);
    CHECK(with_level(redundant, FP_LEVEL_ERROR, wasteful) == FP_LEVEL_ERROR);
    CHECK(with_level(redundant, FP_LEVEL_OFF, wasteful) == FP_LEVEL_OFF);
}

static void check_target(void) {
    fp_str text = FP_STR("gpu.module @m [#rocdl.target<chip = \"gfx942\">] {\n  gpu.func @k() kernel {\n    "
                         "gpu.barrier\n    gpu.return\n  }\n}\n");
    fp_str bare = FP_STR("gpu.module @m {\n  gpu.func @k() kernel {\n    gpu.barrier\n    gpu.return\n  }\n}\n");
    struct fp_engine *told = fp_engine_new(&(fp_options){ .target = FP_STR("gfx1201"), .block = { 64, 2, 1 } });
    struct fp_engine *fallen_back =
        fp_engine_new(&(fp_options){ .fallback_target = FP_STR("gfx1201"), .fallback_block = { 32, 1, 1 } });
    const fp_result *result = lint(told, text);
    CHECK(result->kernel_count == 1 && same(result->kernels[0].target, FP_STR("gfx1201")));
    CHECK(result->kernels[0].block[0] == 64 && result->kernels[0].block[1] == 2);
    result = lint(fallen_back, text);
    CHECK(result->kernel_count == 1 && same(result->kernels[0].target, FP_STR("gfx942")));
    CHECK(result->kernels[0].block[0] == 32);
    result = lint(fallen_back, bare);
    CHECK(result->kernel_count == 1 && same(result->kernels[0].target, FP_STR("gfx1201")));
    fp_engine_drop(told);
    fp_engine_drop(fallen_back);
}

static void check_tables(void) {
    CHECK(fp_rule_find(FP_STR("no-such-rule")) == FP_RULE_NONE);
    CHECK(fp_rule_at(FP_RULE_NONE) == NULL);
    CHECK(same(fp_rule_nearest(FP_STR("missing-barier")), FP_STR("missing-barrier")));
    CHECK(fp_rule_nearest(FP_STR("zzzzzzzz")).len == 0);
    CHECK(same(fp_level_name(FP_LEVEL_INFORMATION), FP_STR("information")));
    for (fp_rule a = 0; a < fp_rule_count(); a++) {
        CHECK(fp_rule_find(fp_rule_at(a)->name) == a);
        CHECK(fp_rule_at(a)->summary.len && fp_rule_at(a)->page.len && fp_rule_at(a)->fix.len &&
              fp_rule_at(a)->bad.len && fp_rule_at(a)->good.len);
        CHECK(fp_rule_at(a)->level != FP_LEVEL_OFF);
    }
}

static void check_places(void) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, FP_STR("a\r\n\xC3\xA9x\ry\n"));
    fp_position place = fp_document_position(document, 5); /* the x: behind one code point of two bytes */
    CHECK(place.line == 2 && place.column == 2);
    place = fp_document_position(document, 7);
    CHECK(place.line == 3 && place.column == 1);
    CHECK(fp_document_offset(document, (fp_position){ 2, 2 }) == 5);
    CHECK(fp_document_offset(document, (fp_position){ 2, 99 }) == 6);
    CHECK(fp_document_offset(document, (fp_position){ 99, 1 }) == 9);
    fp_document_edit(document, (fp_span){ 100, 200 }, FP_STR("!"));
    CHECK(same(fp_document_text(document), FP_STR("a\r\n\xC3\xA9x\ry\n!")));
    fp_engine_drop(engine);
}

/* Explain and dump have something to say of an access, a barrier and nothing. */
static void check_explanations(void) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, fp_rule_at(fp_rule_find(FP_STR("missing-barrier")))->bad);
    CHECK(fp_document_explain(document, (fp_position){ 9, 0 }).len > 0);
    CHECK(fp_document_explain(document, (fp_position){ 1, 0 }).len == 0);
    CHECK(fp_document_explain(document, (fp_position){ 999, 0 }).len == 0);
    CHECK(fp_document_dump(document, FP_STAGE_TREE).len > 0);
    CHECK(fp_document_dump(document, FP_STAGE_KERNEL).len > 0);
    CHECK(fp_document_dump(document, FP_STAGE_SUMMARY).len > 0);
    CHECK(fp_document_dump(document, FP_STAGE_PLACEMENT).len > 0);
    fp_engine_drop(engine);
}

int main(void) {
    check_levels();
    check_target();
    check_tables();
    check_places();
    check_explanations();
    return failures != 0;
}
