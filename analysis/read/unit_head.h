/* unit_head.h - what one op says of the unit, module or global that it is: op 0 of an ir that was read alone. */
#ifndef FP_UNIT_HEAD_H
#define FP_UNIT_HEAD_H
#include "read/unit.h"

fp_str fp_unit_symbol_name(const struct fp_ir *ir); /* without @ and quotes; empty when it has none */
bool fp_unit_is_private(const struct fp_ir *ir);
fp_global_info fp_unit_read_global(const struct fp_ir *ir);
bool fp_unit_has_calls(const struct fp_ir *ir);
/* Does an op of that row make its unit matter, whatever its types say? */
bool fp_unit_op_matters(const fp_op_info *info);
bool fp_unit_word_matters(fp_str word); /* does a function's head with this word give it workgroup memory? */
bool fp_unit_tells_stage(fp_str text);  /* does it tell how far the compiler has come with all kernels of the module? */
/* Does the unit touch workgroup memory or synchronise? Judged by its words and types; true in doubt. */
bool fp_unit_matters(struct fp_unit_context *context, const struct fp_ir *ir);
#endif
