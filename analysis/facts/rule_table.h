/* rule_table.h - the rules' numbers: one for each row of facts/rules.def. */
#ifndef FP_RULE_TABLE_H
#define FP_RULE_TABLE_H

enum {
#define RULE(id, ...) FP_RULE_##id,
#include "facts/rules.def"
#undef RULE
    FP_RULE_COUNT
};
#endif
