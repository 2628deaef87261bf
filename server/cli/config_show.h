/* config_show.h - the effective configuration of a file as words: shared by `fencepost config` and `fencepost
 * doctor`. */
#ifndef FP_CONFIG_SHOW_H
#define FP_CONFIG_SHOW_H
#include "config/config.h"
#include "output/style.h"

/* Values, then the rules that are not as their table says; `every_rule`: all of them. */
void fp_settings_write(struct fp_arena *keep, struct fp_out *out, const fp_settings *settings, bool every_rule,
                       const fp_style *style);
#endif
