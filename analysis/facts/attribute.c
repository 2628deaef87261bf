#include "facts/attribute.h"

const fp_attribute_names fp_named = {
#define FP_ATTRIBUTE(name, text) .name = { text, sizeof(text) - 1 },
#include "facts/attributes.def"
};
