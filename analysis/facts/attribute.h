/* attribute.h - what attributes are called that code asks for by name: fp_ir_attribute(ir, op, fp_named.range).
 *
 * A row of attributes.def each. The layers test refuses a name that is written out where an attribute is read.
 */
#ifndef FP_FACTS_ATTRIBUTE_H
#define FP_FACTS_ATTRIBUTE_H
#include "base/str.h"

typedef struct {
#define FP_ATTRIBUTE(name, text) fp_str name;
#include "facts/attributes.def"
} fp_attribute_names;
extern const fp_attribute_names fp_named;
#endif
