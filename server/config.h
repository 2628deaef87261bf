/* config.h - fencepost.json: the nearest one up the tree holds for a file, the command line or the editor overrides it.
 *
 * `fp_config_parse` is pure, so that an editor can check text that is not saved. `fp_configs` finds and reads files, each once.
 *
 * Ownership  everything lives in the arena; a settings pointer is the same for all files that share their settings.
 * Failure    FP_CONFIG with "FILE:LINE: what, and the nearest valid word" appended to `why`; FP_IO when the file cannot be read.
 */
#ifndef FP_CONFIG_H
#define FP_CONFIG_H
#include "base/arena.h"
#include "base/vec.h"
#include "files_glob.h"
#include "out.h"
#include "status.h"

#define FP_CONFIG_NAME "fencepost.json"

typedef struct { fp_rule rule; fp_level level; } fp_rule_level;

/* One set of choices: the file's own, those of a perFile entry, or those of the command line. Empty fields choose nothing. */
typedef struct {
    fp_str target;
    uint32_t block[3];
    bool has_select, has_lds_dma, lds_dma_explicit, has_strategy;
    fp_strategy strategy;
    FP_VEC(fp_rule) select, extend, ignore;
    FP_VEC(fp_rule_level) levels;
} fp_choices;

typedef struct { fp_str glob; fp_choices choices; } fp_per_file;
typedef struct fp_config {
    fp_str path, folder;                 /* from the root; globs are relative to the folder */
    fp_choices choices;
    FP_VEC(fp_per_file) per_file;
    fp_ignore exclude;
} fp_config;

fp_status fp_config_parse(struct fp_arena *keep, fp_str path, fp_str text, fp_config *config, struct fp_out *why);

typedef struct {
    fp_options options;                  /* for the engine */
    bool excluded;
} fp_settings;

/* override: what the command line chose. file: the only configuration to read; empty: look for it. */
typedef struct { fp_choices override; fp_str file; bool none; } fp_config_source;

struct fp_configs;
struct fp_configs *fp_configs_new(struct fp_arena *keep, fp_config_source source);
fp_status fp_configs_settings(struct fp_configs *configs, fp_str path, const fp_settings **settings, struct fp_out *why);
#endif
