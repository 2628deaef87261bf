/* Words of findings outlive an edit that changes none of them, and are those of a fresh document whatever an edit
 * does. */
#include "fencepost_editor.h"
#include <stdio.h>
#include <string.h>

#define STR(text) ((fp_str){ "" text, sizeof(text) - 1 })
static const char kernel[] = "gpu.module @m {\n"
                             "gpu.func @k(%f: f32) workgroup(%l: memref<64xf32, 3>) kernel {\n"
                             "  %c0 = arith.constant 0 : index\n"
                             "  %tx = gpu.thread_id x\n"
                             "  memref.store %f, %l[%tx] : memref<64xf32, 3>\n"
                             "  %r = memref.load %l[%c0] : memref<64xf32, 3>\n"
                             "  memref.store %r, %l[%tx] : memref<64xf32, 3>\n"
                             "  gpu.return\n"
                             "}\n"
                             "}\n";

static bool same(fp_str a, fp_str b) { return a.len == b.len && memcmp(a.data, b.data, a.len) == 0; }

static bool says_the_same(const fp_finding *a, const fp_finding *b) {
    bool equal = same(a->message, b->message) && same(a->brief, b->brief) && same(a->note, b->note) &&
                 same(a->detail, b->detail) && a->related_count == b->related_count && a->fix_count == b->fix_count;
    for (size_t i = 0; equal && i < a->related_count; i++) equal = same(a->related[i].message, b->related[i].message);
    for (size_t i = 0; equal && i < a->fix_count; i++) equal = same(a->fixes[i].title, b->fixes[i].title);
    return equal;
}

static int failures;
static void expect(bool holds, const char *what) {
    if (!holds) printf("not so: %s\n", what), failures++;
}

static void compare_with_fresh(struct fp_engine *engine, struct fp_document *document) {
    struct fp_document *fresh = fp_document_open(engine, fp_document_text(document));
    const fp_result *a = fp_document_check(document, NULL), *b = fp_document_check(fresh, NULL);
    expect(a->finding_count == b->finding_count && a->finding_count >= 2, "a fresh document has as many findings");
    for (size_t i = 0; i < a->finding_count && i < b->finding_count; i++)
        expect(says_the_same(&a->findings[i], &b->findings[i]), "a fresh document says the same");
    fp_document_close(fresh);
}

int main(void) {
    struct fp_engine *engine = fp_engine_new(&(fp_options){ 0 });
    struct fp_document *document = fp_document_open(engine, (fp_str){ kernel, sizeof kernel - 1 });
    uint32_t behind = (uint32_t)(strchr(kernel, '{') - kernel) + 1;
    fp_document_check(document, NULL);
    for (int i = 0; i < 200; i++) { /* many lines: what the first ones made known goes */
        fp_document_edit(document, (fp_span){ behind, behind }, STR("\n"));
        compare_with_fresh(engine, document);
    }
    const char *words = fp_document_check(document, NULL)->findings[0].message.data;
    fp_document_edit(document, (fp_span){ behind, behind }, STR(" // why"));
    compare_with_fresh(engine, document);
    expect(fp_document_check(document, NULL)->findings[0].message.data == words, "a comment leaves the words alone");
    fp_document_close(document);
    fp_engine_drop(engine);
    return failures != 0;
}
