/* show_ir FILE..: what the frontend makes of a file, for people who work on it. */
#include "ir_dump.h"

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        struct fp_arena *keep = fp_arena_new();
        struct fp_syntax *syntax = fp_syntax_new();
        fp_str text = read_file(keep, argv[i]);
        struct fp_unit_context *context = fp_units_read(keep, syntax, text, NULL);
        dump_context(stdout, context);
        for (uint32_t u = 0; u < context->units.len; u++) dump_ir(stdout, fp_units_ir(keep, context, u));
        fp_syntax_drop(syntax);
        fp_arena_drop(keep);
    }
    return 0;
}
