// header.cpp - the header serves C++ as well.
#include <fencepost.h>

int main() {
    fp_options options{};
    fp_engine *engine = fp_engine_new(&options);
    const char text[] = "func.func @f() {\n  return\n}\n";
    fp_document *document = fp_document_open(engine, fp_str{text, sizeof text - 1});
    const fp_result *result = fp_document_check(document, nullptr);
    fp_mender *mender = fp_mender_new(engine);
    fp_fix_wishes wishes{};
    bool silent = result->finding_count == 0 && !fp_mender_fix(mender, fp_document_text(document), wishes).changed;
    fp_mender_drop(mender);
    fp_engine_drop(engine);
    return silent ? 0 : 1;
}
