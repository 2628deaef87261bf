/* suppressed.c - comments that suppress findings hold for whoever checks a text, at every level, after edits, too. */
#include <fencepost.h>
#include <fencepost_editor.h>
#include <stdio.h>
#include <string.h>

static int failures;
#define CHECK(condition) ((condition) ? (void)0 : (void)(failures++, printf("line %d: %s\n", __LINE__, #condition)))

#define KERNEL(comment)                                                  \
    "gpu.module @m {\n"                                                  \
    "  gpu.func @k(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel " \
    "attributes {known_block_size = array<i32: 256, 1, 1>} {\n"          \
    "    %t = gpu.thread_id x\n    %c = arith.constant 255 : index\n"    \
    "    %r = arith.subi %c, %t : index\n"                               \
    "    memref.store %v, %lds[%t] : memref<256xf32, 3>\n"               \
    "    %x = memref.load %lds[%r] : memref<256xf32, 3>" comment "\n"    \
    "    %y = \"use\"(%x) : (f32) -> f32\n    gpu.return\n  }\n}\n"
#define IGNORED "  // fencepost: ignore[missing-barrier] a test"

static size_t count(const fp_result *result, const char *rule) {
    fp_rule wanted = fp_rule_find((fp_str){ rule, strlen(rule) });
    size_t found = 0;
    for (size_t i = 0; i < result->finding_count; i++) found += result->findings[i].rule == wanted;
    return found;
}

static void check_one(struct fp_engine *engine) {
    struct fp_document *document = fp_document_open(engine, FP_STR(KERNEL(IGNORED)));
    CHECK(count(fp_document_check(document, NULL), "missing-barrier") == 0);
    CHECK(count(fp_document_check(document, NULL), "unused-suppression") == 0);
    const char *load = strstr(KERNEL(IGNORED), "    %x = memref.load");
    uint32_t at = (uint32_t)(load - KERNEL(IGNORED));
    fp_document_edit(document, (fp_span){ at, at }, FP_STR("    gpu.barrier\n"));
    const fp_result *result = fp_document_check(document, NULL);
    CHECK(count(result, "unused-suppression") == 1);
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        if (finding->rule != fp_rule_find(FP_STR("unused-suppression"))) continue;
        CHECK(finding->message.len == strlen("nothing to suppress: no missing-barrier there"));
        CHECK(finding->fix_count == 1 && finding->fixes[0].title.len > 0);
        CHECK(finding->phrase.sentence != 0);
    }
    fp_document_close(document);
}

/* A hint that nobody is shown is suppressed all the same: its comment is of use. */
static void check_from(struct fp_engine *engine) {
    const fp_rule_info *hint = fp_rule_at(fp_rule_find(FP_STR("wide-fence")));
    CHECK(hint->level == FP_LEVEL_HINT);
    struct fp_document *document = fp_document_open(engine, hint->bad);
    CHECK(count(fp_document_check(document, NULL), "wide-fence") == 1);
    fp_document_edit(document, (fp_span){ 0, 0 }, FP_STR("// fencepost: ignore-file[wide-fence] a test\n"));
    CHECK(
        fp_document_check_for(document, (fp_wishes){ .least = FP_LEVEL_WARNING, .fixes = true }, NULL)->finding_count ==
        0);
    CHECK(fp_document_check_for(document, (fp_wishes){ .least = FP_LEVEL_HINT, .fixes = true }, NULL)->finding_count ==
          0);
    fp_document_close(document);
    document = fp_document_open(engine, FP_STR(KERNEL("  // fencepost: ignore[wide-fence] a test")));
    CHECK(count(fp_document_check_for(document, (fp_wishes){ .least = FP_LEVEL_ERROR, .fixes = true }, NULL),
                "unused-suppression") == 0);
    CHECK(count(fp_document_check_for(document, (fp_wishes){ .least = FP_LEVEL_WARNING, .fixes = true }, NULL),
                "unused-suppression") == 1);
    fp_document_close(document);
}

int main(void) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, FP_STR(KERNEL("")));
    CHECK(count(fp_document_check(document, NULL), "missing-barrier") == 1);
    check_one(engine);
    check_from(engine);
    fp_engine_drop(engine);
    return failures > 0;
}
