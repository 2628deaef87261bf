#include "config/config_merge.h"
#include "base/str.h"
#include "files/files_path.h"

fp_str fp_config_inside(struct fp_arena *keep, const fp_config *config, fp_str absolute) {
    fp_str prefix = fp_path_join(keep, config->folder, (fp_str){ "", 0 }); /* with its slash */
    return fp_str_starts(absolute, prefix) ? fp_str_slice(absolute, prefix.len, absolute.len) : absolute;
}

uint64_t fp_config_per_file(const fp_config *config, fp_str inside) {
    uint64_t fit = 0;
    for (uint32_t i = 0; i < config->per_file.len; i++)
        if (fp_glob_fits_anywhere(config->per_file.data[i].glob, inside)) fit |= UINT64_C(1) << i;
    return fit;
}

typedef struct {
    fp_options options;
    fp_level *levels;
    bool *enabled;
    fp_origins origins;
} merged;

/* `origin` says whose choices they are; each of its uses adds the line. */
static void apply(merged *m, const fp_choices *choices, fp_origin origin) {
    size_t count = fp_rule_count();
#define FROM(key) ((fp_origin){ origin.kind, choices->lines[FP_KEY_##key], origin.glob })
    if (choices->target.len) m->options.fallback_target = choices->target, m->origins.target = FROM(TARGET);
    if (choices->block[0]) {
        for (int axis = 0; axis < 3; axis++) m->options.fallback_block[axis] = choices->block[axis];
        m->origins.block = FROM(BLOCK);
    }
    if (choices->has_strategy) m->options.strategy = choices->strategy, m->origins.strategy = FROM(STRATEGY);
    if (choices->mlir) m->options.mlir = choices->mlir, m->origins.mlir = FROM(MLIR);
    if (choices->has_lds_dma)
        m->options.lds_dma_explicit = choices->lds_dma_explicit, m->origins.lds_dma = FROM(LDS_DMA);
    if (choices->has_select)
        for (size_t rule = 0; rule < count; rule++) m->enabled[rule] = false, m->origins.rules[rule] = FROM(SELECT);
    for (uint32_t i = 0; i < choices->select.len; i++) m->enabled[choices->select.data[i]] = true;
    for (uint32_t i = 0; i < choices->extend.len; i++)
        m->enabled[choices->extend.data[i]] = true, m->origins.rules[choices->extend.data[i]] = FROM(SELECT);
    for (uint32_t i = 0; i < choices->levels.len; i++) {
        fp_rule_level row = choices->levels.data[i];
        m->enabled[row.rule] = row.level != FP_LEVEL_OFF;
        if (row.level != FP_LEVEL_OFF) m->levels[row.rule] = row.level;
        m->origins.rules[row.rule] = (fp_origin){ origin.kind, row.line, origin.glob };
    }
    for (uint32_t i = 0; i < choices->ignore.len; i++)
        m->enabled[choices->ignore.data[i]] = false, m->origins.rules[choices->ignore.data[i]] = FROM(IGNORE);
#undef FROM
}

static void apply_config(merged *m, const fp_config *config, uint64_t per_file, fp_origin_kind kind,
                         fp_origin_kind per_file_kind) {
    if (!config) return;
    apply(m, &config->choices, (fp_origin){ .kind = kind });
    for (uint32_t i = 0; i < config->per_file.len; i++)
        if (per_file >> i & 1)
            apply(m, &config->per_file.data[i].choices,
                  (fp_origin){ .kind = per_file_kind, .glob = config->per_file.data[i].glob });
}

/* The file's, and the editor's in their place where both have one. */
static void join_ops(struct fp_arena *keep, merged *m, const fp_config *config, const fp_config *editor) {
    uint32_t own = editor ? editor->ops.len : 0, more = config ? config->ops.len : 0;
    if (own == 0) {
        if (config) m->options.ops = config->ops.data, m->options.op_count = more;
        return;
    }
    fp_own_op *ops = FP_NEW(keep, fp_own_op, (size_t)own + more);
    size_t count = 0;
    for (uint32_t i = 0; i < own; i++) ops[count++] = editor->ops.data[i];
    for (uint32_t i = 0; i < more; i++) {
        bool replaced = false;
        for (uint32_t k = 0; k < own && !replaced; k++)
            replaced = fp_str_equal(ops[k].row.name, config->ops.data[i].row.name);
        if (!replaced) ops[count++] = config->ops.data[i];
    }
    m->options.ops = ops, m->options.op_count = count;
}

fp_settings fp_config_merge(struct fp_arena *keep, const fp_config *config, uint64_t per_file,
                            const fp_config_source *source, uint64_t editor_per_file) {
    size_t count = fp_rule_count();
    merged m = { .levels = FP_NEW(keep, fp_level, count),
                 .enabled = FP_NEW(keep, bool, count),
                 .origins.rules = FP_NEW(keep, fp_origin, count) };
    for (size_t rule = 0; rule < count; rule++) {
        fp_level level = fp_rule_at((fp_rule)rule)->level;
        m.enabled[rule] = level != FP_LEVEL_OFF;
        m.levels[rule] =
            level != FP_LEVEL_OFF ? level : FP_LEVEL_WARNING; /* a rule that is off by default and gets selected */
    }
    apply_config(&m, config, per_file, FP_ORIGIN_FILE, FP_ORIGIN_PER_FILE);
    fp_str fallback = m.options.fallback_target;
    m.options.fallback_target = (fp_str){ 0 };
    apply_config(&m, source->editor, editor_per_file, FP_ORIGIN_OVERRIDE, FP_ORIGIN_OVERRIDE);
    apply(&m, &source->override, (fp_origin){ .kind = FP_ORIGIN_OVERRIDE });
    m.options.target = m.options.fallback_target;
    m.options.fallback_target = fallback;
    for (size_t rule = 0; rule < count; rule++)
        if (!m.enabled[rule]) m.levels[rule] = FP_LEVEL_OFF;
    m.options.levels = m.levels;
    join_ops(keep, &m, config, source->editor);
    return (fp_settings){ .options = m.options, .config = config, .origins = m.origins };
}
