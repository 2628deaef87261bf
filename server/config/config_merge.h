/* config_merge.h - from choices to options: what a configuration, the editor and the command line say together. Nothing
 * here looks at the disk.
 *
 * Ownership  the settings live in `keep` and borrow from the configurations.
 */
#ifndef FP_CONFIG_MERGE_H
#define FP_CONFIG_MERGE_H
#include "config/config.h"

/* The path as the configuration's globs see it: from its folder, or from the root when the file lies elsewhere. */
fp_str fp_config_inside(struct fp_arena *keep, const fp_config *config, fp_str absolute);
/* What both say, the base first, as if it stood in the other file; false: more than FP_PER_FILE_MAX entries. */
bool fp_config_extend(struct fp_arena *keep, fp_config *config, const fp_config *base);
/* Which entries of perFile fit, as a bit set. */
uint64_t fp_config_per_file(const fp_config *config, fp_str inside);
/* config, source->editor: NULL: none. The bit sets say which entries of their perFile hold. */
fp_settings fp_config_merge(struct fp_arena *keep, const fp_config *config, uint64_t per_file,
                            const fp_config_source *source, uint64_t editor_per_file);
#endif
