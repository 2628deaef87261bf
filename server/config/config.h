/* config.h - fencepost.json: the nearest one up the tree holds for a file, the command line or the editor overrides
 * it.
 *
 * `fp_config_parse` is pure, so that an editor can check text that is not saved. `fp_configs` finds and reads files,
 * each once.
 *
 * Ownership  everything lives in the arena; a settings pointer is the same for all files that share their settings.
 * Failure    FP_CONFIG with "FILE:LINE: what, and the nearest valid word" appended to `why`; FP_IO when the file
 *            cannot be read.
 */
#ifndef FP_CONFIG_H
#define FP_CONFIG_H
#include "base/arena.h"
#include "base/vec.h"
#include "files/files_glob.h"
#include "output/out.h"
#include "output/status.h"

#define FP_CONFIG_NAME "fencepost.json"

typedef enum {
#define FP_CONFIG_KEY(id, ...) FP_KEY_##id,
#include "config/config.def"
#undef FP_CONFIG_KEY
    FP_KEY_COUNT
} fp_config_key;
typedef struct {
    fp_str name;
    bool per_file;
    fp_str what, schema;
} fp_config_key_info; /* schema: of its value, as JSON */
fp_config_key_info fp_config_key_at(fp_config_key key);
/* A variant as `levels` names it: "redundant-barrier/merge". */
fp_str fp_config_variant(struct fp_arena *keep, fp_rule rule, fp_sentence variant);
void fp_config_schema_write(struct fp_out *out); /* fencepost.schema.json */

typedef struct {
    fp_rule rule;
    fp_sentence variant; /* of the rule; 0: all of it */
    fp_level level;
    uint32_t line;
} fp_rule_level;

/* One set of choices: the file's own, those of a perFile entry, or those of the command line. Empty fields choose
 * nothing. */
typedef struct {
    fp_str target;
    uint32_t block[3];
    uint32_t mlir;
    bool has_select, has_lds_dma, lds_dma_explicit, has_barriers, has_strategy;
    fp_barriers barriers;
    fp_strategy strategy;
    fp_level min_level, fail_level; /* FP_LEVEL_OFF: not chosen */
    fp_str baseline, output_format; /* from the root; a name of output/formats.def */
    fp_str rule_pages;              /* URL of their folder */
    FP_VEC(fp_rule) select, extend, ignore;
    FP_VEC(fp_rule_level) levels;
    uint32_t lines[FP_KEY_COUNT]; /* where each key stands; 0: it does not, or the choices are no file's */
} fp_choices;

/* Choices with the file that they stand in. glob: of an entry of perFile; empty: the file's own. */
typedef struct {
    fp_str path, glob;
    fp_choices choices;
} fp_config_part;
typedef struct fp_config {
    fp_str path, folder; /* from the root; globs are relative to the folder, those of `extends` as well */
    fp_str extends;      /* from the root; empty: nothing, or it is part of this one */
    uint32_t extends_line;
    FP_VEC(fp_config_part) parts;    /* the file's own choices behind those of the files that it extends */
    FP_VEC(fp_config_part) per_file; /* in the same order; at most FP_PER_FILE_MAX */
    fp_ignore exclude, include;      /* include: its patterns are relative to the root */
    FP_VEC(fp_own_op) ops;
    FP_VEC(fp_str) files; /* itself and those that it extends, from the root; the last may be what could not be read */
} fp_config;

enum { FP_PER_FILE_MAX = 64 };

/* One file by itself: what it extends is only named. */
fp_status fp_config_parse(struct fp_arena *keep, fp_str path, fp_str text, fp_config *config, struct fp_out *why);

/* A file and those that it extends, each by `read`, which may be fp_file_read; or only what a parsed one extends. */
typedef fp_status fp_config_reading(fp_str path, struct fp_out *text, struct fp_out *why);
fp_status fp_config_read(struct fp_arena *keep, fp_str path, fp_config_reading *read, fp_config *config,
                         struct fp_out *why);
fp_status fp_config_read_extended(struct fp_arena *keep, fp_config *config, fp_config_reading *read,
                                  struct fp_out *why);

/* Who decided a value. */
typedef enum { FP_ORIGIN_DEFAULT, FP_ORIGIN_FILE, FP_ORIGIN_PER_FILE, FP_ORIGIN_OVERRIDE } fp_origin_kind;
typedef struct {
    fp_origin_kind kind;
    uint32_t line;
    fp_str path, glob; /* of the configuration; of a perFile entry */
} fp_origin;
typedef struct {
    fp_origin target, block, barriers, lds_dma, mlir, strategy, min_level, fail_level, baseline, output_format,
        rule_pages, *rules, *variants; /* one per rule; one per row of the options' variants */
} fp_origins;

typedef struct {
    fp_options options;                         /* for the engine */
    fp_level min_level, fail_level;             /* FP_LEVEL_OFF: nobody has chosen */
    fp_str baseline, output_format, rule_pages; /* empty: none */
    bool excluded;
    const fp_config *config; /* that holds; NULL: none */
    fp_origins origins;
} fp_settings;

/* override: what the command line chose. editor: a whole configuration that is stronger than the file's, its target
 * stronger than the kernels' own; NULL: none. file: the only configuration to read; empty: look for it. */
typedef struct {
    fp_choices override;
    const fp_config *editor;
    fp_str file;
    bool none;
} fp_config_source;
enum { FP_EXTENDS_MAX = 16 }; /* files that extend each other: more are a circle, or nothing that anybody understands */

struct fp_configs;
struct fp_configs *fp_configs_new(struct fp_arena *keep, fp_config_source source);
fp_status fp_configs_settings(struct fp_configs *configs, fp_str path, const fp_settings **settings,
                              struct fp_out *why);
/* Every file that was looked for so far by a name of its own, those that others extend and those that could not be read
 * included; from the root. They change what the settings are. */
const fp_str *fp_configs_files(const struct fp_configs *configs, uint32_t *count);
/* The patterns of `include` that hold in a folder, from the root; NULL: none. A broken configuration has none: what is
 * wrong with it is said when its settings are asked for. */
const fp_ignore *fp_configs_includes(struct fp_configs *configs, fp_str folder);
#endif
