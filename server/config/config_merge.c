#include "config/config_merge.h"
#include "base/str.h"
#include "files/files_path.h"

fp_str fp_config_variant(struct fp_arena *keep, fp_rule rule, fp_sentence variant) {
    return fp_str_printf(keep, "%.*s/%.*s", FP_STR_ARG(fp_rule_at(rule)->name), FP_STR_ARG(fp_variant_name(variant)));
}

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

static void append_parts(struct fp_arena *keep, fp_config *to, const fp_config *from) {
    for (uint32_t i = 0; i < from->parts.len; i++) *FP_PUSH(keep, &to->parts) = from->parts.data[i];
    for (uint32_t i = 0; i < from->per_file.len; i++) *FP_PUSH(keep, &to->per_file) = from->per_file.data[i];
}

static void append_globs(struct fp_arena *keep, fp_ignore *to, const fp_ignore *from) {
    for (uint32_t i = 0; i < from->patterns.len; i++) *FP_PUSH(keep, &to->patterns) = from->patterns.data[i];
}

static void append_ops(struct fp_arena *keep, fp_config *to, const fp_config *from) {
    for (uint32_t i = 0; i < from->ops.len; i++) {
        uint32_t at = 0;
        while (at < to->ops.len && !fp_str_equal(to->ops.data[at].row.name, from->ops.data[i].row.name)) at++;
        if (at == to->ops.len) *FP_PUSH(keep, &to->ops) = from->ops.data[i];
    }
}

bool fp_config_extend(struct fp_arena *keep, fp_config *config, const fp_config *base) {
    fp_config both = { .path = config->path, .folder = config->folder, .include.folder = config->include.folder };
    append_parts(keep, &both, base);
    append_parts(keep, &both, config);
    append_globs(keep, &both.exclude, &base->exclude);
    append_globs(keep, &both.exclude, &config->exclude);
    append_globs(keep, &both.include, &base->include);
    append_globs(keep, &both.include, &config->include);
    append_ops(keep, &both, config); /* the nearer file's op holds */
    append_ops(keep, &both, base);
    if (both.per_file.len > FP_PER_FILE_MAX) return false;
    *config = both;
    return true;
}

typedef struct {
    fp_level level;
    fp_origin origin;
    bool chosen;
} variant_choice;

typedef struct {
    fp_settings settings; /* without the levels */
    fp_level *levels;
    bool *enabled;
    struct fp_arena *keep;
    FP_VEC(variant_choice) variants; /* by sentence */
} merged;

/* What was chosen for the rule as a whole holds for all variants that had levels of their own. */
static void forget_variants(merged *m, fp_rule rule) {
    for (fp_sentence variant = fp_variant_next(rule, 0); variant; variant = fp_variant_next(rule, variant))
        if (variant < m->variants.len) m->variants.data[variant].chosen = false;
}

static void apply_levels(merged *m, const fp_choices *choices, fp_origin origin) {
    for (uint32_t i = 0; i < choices->levels.len; i++) {
        fp_rule_level row = choices->levels.data[i];
        if (row.variant) continue;
        forget_variants(m, row.rule);
        m->enabled[row.rule] = row.level != FP_LEVEL_OFF;
        if (row.level != FP_LEVEL_OFF) m->levels[row.rule] = row.level;
        m->settings.origins.rules[row.rule] = (fp_origin){ origin.kind, row.line, origin.path, origin.glob };
    }
    for (uint32_t i = 0; i < choices->levels.len; i++) {
        fp_rule_level row = choices->levels.data[i];
        if (!row.variant) continue;
        while (m->variants.len <= row.variant) *FP_PUSH(m->keep, &m->variants) = (variant_choice){ 0 };
        m->variants.data[row.variant] =
            (variant_choice){ row.level, { origin.kind, row.line, origin.path, origin.glob }, true };
    }
}

/* `origin` says whose choices they are; each of its uses adds the line. */
static void apply(merged *m, const fp_choices *choices, fp_origin origin) {
    size_t count = fp_rule_count();
    fp_settings *s = &m->settings;
    fp_options *options = &s->options;
    fp_origins *origins = &s->origins;
#define FROM(key) ((fp_origin){ origin.kind, choices->lines[FP_KEY_##key], origin.path, origin.glob })
    if (choices->target.len) options->fallback_target = choices->target, origins->target = FROM(TARGET);
    if (choices->block[0]) {
        for (int axis = 0; axis < 3; axis++) options->fallback_block[axis] = choices->block[axis];
        origins->block = FROM(BLOCK);
    }
    if (choices->has_barriers) options->barriers = choices->barriers, origins->barriers = FROM(BARRIERS);
    if (choices->has_strategy) options->strategy = choices->strategy, origins->strategy = FROM(STRATEGY);
    if (choices->mlir) options->mlir = choices->mlir, origins->mlir = FROM(MLIR);
    if (choices->has_lds_dma) options->lds_dma_explicit = choices->lds_dma_explicit, origins->lds_dma = FROM(LDS_DMA);
    if (choices->min_level) s->min_level = choices->min_level, origins->min_level = FROM(MIN_LEVEL);
    if (choices->fail_level) s->fail_level = choices->fail_level, origins->fail_level = FROM(FAIL_LEVEL);
    if (choices->baseline.len) s->baseline = choices->baseline, origins->baseline = FROM(BASELINE);
    if (choices->output_format.len)
        s->output_format = choices->output_format, origins->output_format = FROM(OUTPUT_FORMAT);
    if (choices->rule_pages.len) s->rule_pages = choices->rule_pages, origins->rule_pages = FROM(RULE_PAGES);
    if (choices->has_select)
        for (size_t rule = 0; rule < count; rule++) {
            m->enabled[rule] = false, origins->rules[rule] = FROM(SELECT);
            forget_variants(m, (fp_rule)rule);
        }
    for (uint32_t i = 0; i < choices->select.len; i++) m->enabled[choices->select.data[i]] = true;
    for (uint32_t i = 0; i < choices->extend.len; i++)
        m->enabled[choices->extend.data[i]] = true, origins->rules[choices->extend.data[i]] = FROM(SELECT);
    apply_levels(m, choices, origin);
    for (uint32_t i = 0; i < choices->ignore.len; i++) {
        fp_rule rule = choices->ignore.data[i];
        m->enabled[rule] = false, origins->rules[rule] = FROM(IGNORE);
        forget_variants(m, rule);
    }
#undef FROM
}

static void apply_config(merged *m, const fp_config *config, uint64_t per_file, fp_origin_kind kind,
                         fp_origin_kind per_file_kind) {
    if (!config) return;
    for (uint32_t i = 0; i < config->parts.len; i++)
        apply(m, &config->parts.data[i].choices, (fp_origin){ .kind = kind, .path = config->parts.data[i].path });
    for (uint32_t i = 0; i < config->per_file.len; i++) {
        const fp_config_part *part = &config->per_file.data[i];
        if (per_file >> i & 1)
            apply(m, &part->choices, (fp_origin){ .kind = per_file_kind, .path = part->path, .glob = part->glob });
    }
}

/* The file's, and the editor's in their place where both have one. */
static void join_ops(struct fp_arena *keep, fp_options *options, const fp_config *config, const fp_config *editor) {
    uint32_t own = editor ? editor->ops.len : 0, more = config ? config->ops.len : 0;
    if (own == 0) {
        if (config) options->ops = config->ops.data, options->op_count = more;
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
    options->ops = ops, options->op_count = count;
}

/* As the engine takes them, each with its origin. */
static void hand_over_variants(merged *m) {
    FP_VEC(fp_variant_level) levels = { 0 };
    FP_VEC(fp_origin) origins = { 0 };
    for (uint32_t variant = 0; variant < m->variants.len; variant++) {
        if (!m->variants.data[variant].chosen) continue;
        *FP_PUSH(m->keep, &levels) = (fp_variant_level){ (fp_sentence)variant, m->variants.data[variant].level };
        *FP_PUSH(m->keep, &origins) = m->variants.data[variant].origin;
    }
    m->settings.options.variants = levels.data, m->settings.options.variant_count = levels.len;
    m->settings.origins.variants = origins.data;
}

fp_settings fp_config_merge(struct fp_arena *keep, const fp_config *config, uint64_t per_file,
                            const fp_config_source *source, uint64_t editor_per_file) {
    size_t count = fp_rule_count();
    merged m = { .levels = FP_NEW(keep, fp_level, count),
                 .enabled = FP_NEW(keep, bool, count),
                 .keep = keep,
                 .settings = { .config = config, .origins.rules = FP_NEW(keep, fp_origin, count) } };
    fp_options *options = &m.settings.options;
    for (size_t rule = 0; rule < count; rule++) {
        fp_level level = fp_rule_at((fp_rule)rule)->level;
        m.enabled[rule] = level != FP_LEVEL_OFF;
        m.levels[rule] =
            level != FP_LEVEL_OFF ? level : FP_LEVEL_WARNING; /* a rule that is off by default and gets selected */
    }
    apply_config(&m, config, per_file, FP_ORIGIN_FILE, FP_ORIGIN_PER_FILE);
    fp_str fallback = options->fallback_target;
    options->fallback_target = (fp_str){ 0 };
    apply_config(&m, source->editor, editor_per_file, FP_ORIGIN_OVERRIDE, FP_ORIGIN_OVERRIDE);
    apply(&m, &source->override, (fp_origin){ .kind = FP_ORIGIN_OVERRIDE });
    options->target = options->fallback_target;
    options->fallback_target = fallback;
    for (size_t rule = 0; rule < count; rule++)
        if (!m.enabled[rule]) m.levels[rule] = FP_LEVEL_OFF;
    options->levels = m.levels;
    hand_over_variants(&m);
    join_ops(keep, options, config, source->editor);
    return m.settings;
}
