/* ir_dump.h - an ir as lines, for people and for comparing two of them. */
#ifndef IR_DUMP_H
#define IR_DUMP_H
#include "read/unit.h"
#include <stdio.h>

void dump_ir(FILE *out, const struct fp_ir *ir);
void dump_context(FILE *out, const struct fp_unit_context *context);
fp_str read_file(struct fp_arena *keep, const char *path); /* data NULL when it cannot be read */
#endif
