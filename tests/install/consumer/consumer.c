/* Uses the library from outside: every part of it that an installation could leave behind (tables, engine, parser) is
 * needed for this output. */
#include <fencepost.h>
#include <stdio.h>

int main(void) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document =
        fp_document_open(engine, FP_STR("func.func @copy(%lds: memref<64xf32, 3>, %i: index) {\n"
                                        "  %v = memref.load %lds[%i] : memref<64xf32, 3>\n"
                                        "  return\n"
                                        "}\n"));
    const fp_result *result = fp_document_check(document, NULL);
    printf("rules: %s, kernels: %zu\n", fp_rule_count() > 0 ? "some" : "none", result->kernel_count);
    fp_engine_drop(engine);
    return 0;
}
