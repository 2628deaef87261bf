#include "kernel/launch.h"
#include "base/chars.h"
#include "base/document_text.h"
#include "base/own_comments.h"
#include "kernel/launch_sites.h"
#include "kernel/launch_text.h"
#include "kernel/launch_threads.h"
#include "read/unit_index.h"
#include "read/value_text.h"
#include <string.h>

typedef enum { HOLDER_FUNCTION, HOLDER_MODULE } holder;
typedef enum {
    SAYS_CHIP,
    SAYS_CHIP_OF_BACKEND,
    SAYS_CHIP_INSIDE,
    SAYS_BLOCK,
    SAYS_BLOCK_BOUND,
    SAYS_SIZES_INSIDE,
    SAYS_THREADS_RANGE,
    SAYS_THREADS_MOST,
    SAYS_WARPS,
    SAYS_LANES,
    SAYS_STREAM_WARPS,
    SAYS_WORKGROUPS,
    SAYS_GRID,
    SAYS_PROGRAMS,
    SAYS_PAIRED
} says;
static const struct {
    holder holder;
    says says;
    fp_str name;
} attributes[] = {
#define FP_LAUNCH(holder, says, name) { HOLDER_##holder, SAYS_##says, { name, sizeof(name) - 1 } },
#include "facts/functions.def"
};
static const struct {
    fp_str name, prefix;
} backends[] = {
#define FP_LAUNCH_BACKEND(name, prefix) { { name, sizeof(name) - 1 }, { prefix, sizeof(prefix) - 1 } },
#include "facts/functions.def"
};
static const struct {
    fp_str major, minor, prefix;
} versions[] = {
#define FP_LAUNCH_VERSION(major, minor, prefix) \
    { { major, sizeof(major) - 1 }, { minor, sizeof(minor) - 1 }, { prefix, sizeof(prefix) - 1 } },
#include "facts/functions.def"
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct {
    struct fp_arena *keep;
    const struct fp_ir *ir;
    const struct fp_unit_context *context;
    const fp_unit *unit;
    uint32_t number;
    fp_op kernel, function; /* the function that is the kernel, or that holds its launch */
    fp_launch_shape shape;
    uint32_t waves;        /* lanes of a wave as the IR says, 0: it does not */
    uint32_t threads_most; /* threads of a block at most, whatever their shape; 0: the IR does not say */
} finder;

/* ---- Text ---- */

static fp_str text_between(const finder *f, uint32_t start, uint32_t end) {
    return fp_str_slice(f->context->text, start, end);
}

/* Says where a target or size was found: at `place`, with its line unless that lies outside of the text. */
static fp_phrase source_at(finder *f, fp_sentence what, const char *place, fp_phrase_argument name) {
    const char *text = f->context->text.data;
    bool outside = place < text || place > text + f->context->text.len;
    uint32_t offset = outside ? 0 : (uint32_t)(place - text);
    fp_phrase_argument at = fp_arg_place(outside ? FP_ARG_NONE : FP_ARG_AT, (fp_span){ offset, offset + 1 });
    return fp_phrase_copy(f->keep, FP_PHRASE(what, name, at), NULL);
}

static fp_phrase source_of(finder *f, fp_sentence what, const char *place) {
    return source_at(f, what, place, (fp_phrase_argument){ .name = FP_ARG_NONE });
}

static fp_phrase source_attribute(finder *f, fp_str name, fp_str text) {
    return source_at(f, FP_WORD_SOURCE_ATTRIBUTE, text.data, fp_arg_text(FP_ARG_NAME, name));
}

/* ---- What was found ---- */

static bool has_target(const finder *f) { return f->shape.target != NULL; }
static bool has_block(const finder *f) { return f->shape.launch.block[0] != 0; }

static void set_target(finder *f, fp_str chip, fp_phrase source) {
    if (has_target(f) || chip.len == 0) return;
    f->shape.target = fp_target_find(chip);
    f->shape.target_source = source;
}

static void set_block(finder *f, const int64_t numbers[3], bool bound, fp_phrase source) {
    uint32_t block[3];
    if (has_block(f) || !fp_launch_make_block(numbers, block)) return;
    memcpy(f->shape.launch.block, block, sizeof block);
    f->shape.launch.upper_bound_only = bound;
    f->shape.block_source = source;
}

static void set_cluster(finder *f, const int64_t numbers[3]) {
    uint32_t *sizes = f->shape.launch.cluster;
    if (!fp_launch_make_block(numbers, sizes)) return;
    f->shape.launch.workgroups = sizes[0] * sizes[1] * sizes[2];
}

static void set_grid(finder *f, const int64_t numbers[3]) {
    uint32_t *grid = f->shape.launch.grid;
    for (uint32_t i = 0; i < 3; i++)
        if (grid[0] || numbers[i] < 1 || numbers[i] > INT32_MAX) return;
    for (uint32_t i = 0; i < 3; i++) grid[i] = (uint32_t)numbers[i];
}

/* ---- Comments ---- */

bool fp_launch_is_block(fp_str text) {
    int64_t numbers[3];
    uint32_t block[3];
    for (size_t i = 0; i < text.len; i++)
        if (!fp_is_digit(text.data[i]) && text.data[i] != ',') return false;
    return fp_launch_numbers(text, numbers) && fp_launch_make_block(numbers, block);
}

/* A chip that no table has, or a block that no launch can have, is left out as if it were not there:
 * engine/suppress.c reports it. */
static void read_comment(finder *f, fp_str body) {
    fp_str chip = fp_own_comment_setting(body, FP_STR("target=")),
           block = fp_own_comment_setting(body, FP_STR("block="));
    int64_t numbers[3];
    if (fp_target_is_name(chip)) set_target(f, chip, source_of(f, FP_WORD_SOURCE_COMMENT, chip.data));
    if (!fp_launch_is_block(block)) return;
    fp_launch_numbers(block, numbers);
    set_block(f, numbers, false, source_of(f, FP_WORD_SOURCE_COMMENT, block.data));
}

/* Comments of a stretch of text, the last one first: it is nearest to what follows. */
static void read_comments(finder *f, fp_str text) {
    enum { COMMENTS_MAX = 16 };
    fp_str bodies[COMMENTS_MAX];
    uint32_t count = 0;
    fp_str marker = FP_STR(FP_TEXT_MARKER);
    for (size_t at = 0; (at = fp_launch_part(text, marker, at)) != SIZE_MAX;) {
        fp_str rest = fp_str_slice(text, at + marker.len, text.len),
               body = fp_str_slice(rest, 0, fp_str_find(rest, '\n'));
        if (fp_own_comment_begins(text, at)) bodies[count++ % COMMENTS_MAX] = body;
        at += marker.len + body.len;
    }
    for (uint32_t i = 0; i < count && i < COMMENTS_MAX; i++) read_comment(f, bodies[(count - 1 - i) % COMMENTS_MAX]);
}

static uint32_t first_of_section(const finder *f) {
    return FP_COUNT_BELOW(f->context->units.data, f->number, section, f->unit->section);
}

/* In the kernel, in the text in front of it that belongs to it alone, at the top of its section, at the top of the
 * file. */
static void read_all_comments(finder *f) {
    const fp_unit *units = f->context->units.data;
    fp_span own = f->ir->ops[f->kernel].span;
    read_comments(f, text_between(f, own.start, own.end));
    uint32_t before = f->number > 0 ? units[f->number - 1].span.end : 0, first = first_of_section(f);
    if (f->kernel != 0) read_comments(f, text_between(f, f->unit->span.start, own.start));
    read_comments(f, text_between(f, before, f->unit->span.start));
    if (first != f->number)
        read_comments(f, text_between(f, first > 0 ? units[first - 1].span.end : 0, units[first].span.start));
    if (f->number > 0) read_comments(f, text_between(f, 0, units[0].span.start));
}

/* ---- Attributes ---- */

/* "hip:gfx942", "cuda:90". */
static fp_str chip_of_backend(finder *f, fp_str text) {
    text = fp_str_unquoted(text);
    size_t colon = fp_str_find(text, ':');
    fp_str backend = fp_str_slice(text, 0, colon), chip = fp_str_slice(text, colon + 1, text.len);
    for (size_t i = 0; i < COUNT(backends); i++)
        if (fp_str_equal(backends[i].name, backend))
            return fp_str_printf(f->keep, "%.*s%.*s", FP_STR_ARG(backends[i].prefix), FP_STR_ARG(chip));
    return chip;
}

static void read_target_text(finder *f, fp_str text, fp_sentence what) {
    fp_str chip = fp_launch_chip_inside(f->context, text);
    set_target(f, chip, source_of(f, what, chip.data));
}

enum { LANES_MAX = 64 }; /* of a wave */

static void set_most(finder *f, int64_t threads) {
    if (threads > 0 && threads <= FP_LAUNCH_THREADS_MAX) f->threads_most = (uint32_t)threads;
}

static bool number_of(fp_str text, int64_t *value) {
    return text.len && fp_str_int(fp_str_trim(fp_str_slice(text, 0, fp_str_find(text, ':'))), value);
}

static void read_function_attribute(finder *f, says what, fp_str name, fp_str text) {
    int64_t numbers[3];
    bool own = f->function == f->kernel; /* sizes of the function are not those of a launch in it */
    switch (what) {
    case SAYS_CHIP: set_target(f, fp_str_unquoted(text), source_attribute(f, name, fp_str_unquoted(text))); break;
    case SAYS_CHIP_OF_BACKEND: set_target(f, chip_of_backend(f, text), source_attribute(f, name, text)); break;
    case SAYS_CHIP_INSIDE: read_target_text(f, text, FP_WORD_SOURCE_FUNCTION); break;
    case SAYS_BLOCK:
    case SAYS_BLOCK_BOUND:
        if (own && fp_launch_numbers(text, numbers))
            set_block(f, numbers, what == SAYS_BLOCK_BOUND, source_attribute(f, name, text));
        break;
    case SAYS_SIZES_INSIDE:
        if (own && fp_launch_sizes_inside(text, numbers)) set_block(f, numbers, false, source_attribute(f, name, text));
        if (own && fp_launch_wave_inside(text, text.len)) f->waves = fp_launch_wave_inside(text, text.len);
        break;
    case SAYS_THREADS_RANGE:
        if (fp_launch_numbers(text, numbers) >= 2) set_most(f, numbers[1]);
        break;
    case SAYS_THREADS_MOST:
        if (fp_launch_numbers(text, numbers)) set_most(f, numbers[0]);
        break;
    case SAYS_WORKGROUPS:
        if (own && fp_launch_numbers(text, numbers)) set_cluster(f, numbers);
        break;
    case SAYS_GRID:
        if (own && fp_launch_numbers(text, numbers)) set_grid(f, numbers);
        break;
    case SAYS_LANES:
        if (own && number_of(text, numbers) && numbers[0] > 0 && numbers[0] <= LANES_MAX)
            f->waves = (uint32_t)numbers[0];
        break;
    case SAYS_WARPS:
    case SAYS_STREAM_WARPS:
    case SAYS_PROGRAMS:
    case SAYS_PAIRED: break; /* modules say these */
    }
}

static void read_function(finder *f) {
    for (size_t i = 0; i < COUNT(attributes); i++) {
        if (attributes[i].holder != HOLDER_FUNCTION) continue;
        fp_str name = attributes[i].name, whole = fp_str_slice(name, 0, fp_str_find(name, '/'));
        fp_str text = fp_ir_attribute(f->ir, f->function, whole);
        if (whole.len < name.len) text = fp_launch_field(text, fp_str_slice(name, whole.len + 1, name.len));
        if (text.len) read_function_attribute(f, attributes[i].says, attributes[i].name, text);
    }
}

/* Sizes in a list of the launch; false: there is none, or a size is not known. */
static bool launched_sizes(const finder *f, uint32_t list, int64_t numbers[3]) {
    fp_subscripts sizes = fp_ir_list(f->ir, f->kernel, list);
    numbers[0] = numbers[1] = numbers[2] = 1;
    if (!sizes.known || sizes.len == 0 || sizes.len > 3) return false;
    for (size_t i = 0; i < sizes.len; i++) {
        numbers[i] = sizes.data[i].constant;
        if (sizes.data[i].is_value && !fp_ir_constant(f->ir, sizes.data[i].value, &numbers[i])) return false;
    }
    return true;
}

/* Sizes that gpu.launch is given. */
static void read_launch(finder *f) {
    enum { THREADS = 1, CLUSTERS = 2 };
    int64_t numbers[3];
    if (f->kernel == f->function) return;
    if (launched_sizes(f, CLUSTERS, numbers)) set_cluster(f, numbers);
    if (!launched_sizes(f, THREADS, numbers)) return;
    set_block(f, numbers, false,
              source_of(f, FP_WORD_SOURCE_LAUNCH, f->context->text.data + f->ir->ops[f->kernel].name_span.start));
}

/* Launches and exports of the function elsewhere in the file. */
static void read_sites(finder *f) {
    fp_launch_site site;
    if (has_block(f) || f->function != 0 || !fp_launch_sites(f->keep, f->context, f->number, &site)) return;
    if (site.waves) f->waves = site.waves;
    memcpy(f->shape.launch.block, site.block, sizeof site.block);
    f->shape.block_source = source_of(f, site.source, site.place);
}

/* The first attribute of the module that says it. */
static fp_str module_attribute(const finder *f, uint32_t module, says what, fp_str *name) {
    for (size_t i = 0; i < COUNT(attributes); i++) {
        if (attributes[i].holder != HOLDER_MODULE || attributes[i].says != what) continue;
        fp_str text = fp_unit_module_attribute(f->context, module, attributes[i].name);
        *name = attributes[i].name;
        if (text.len) return text;
    }
    return (fp_str){ NULL, 0 };
}

/* A chip whose version stands in two attributes. */
static void read_version(finder *f, uint32_t module) {
    for (size_t i = 0; i < COUNT(versions); i++) {
        fp_str text = fp_unit_module_attribute(f->context, module, versions[i].major);
        int64_t major, minor;
        if (!number_of(text, &major) || major < 0 ||
            !number_of(fp_unit_module_attribute(f->context, module, versions[i].minor), &minor) || minor < 0)
            continue;
        fp_str chip =
            fp_str_printf(f->keep, "%.*s%lld%lld", FP_STR_ARG(versions[i].prefix), (long long)major, (long long)minor);
        if (fp_target_is_name(chip)) set_target(f, chip, source_attribute(f, versions[i].major, text));
    }
}

/* A number that a module says, if it is one that a launch can have. */
static void read_small(finder *f, uint32_t module, says what, uint32_t *number) {
    int64_t value;
    fp_str name;
    if (*number == 0 && number_of(module_attribute(f, module, what, &name), &value) && value > 0 &&
        value <= FP_LAUNCH_THREADS_MAX)
        *number = (uint32_t)value;
}

/* Programs of a cluster are workgroups of it, where one program is not all of them. */
static void read_programs(finder *f, uint32_t module) {
    uint32_t sizes[3], dimension = 0;
    int64_t numbers[3] = { 1, 1, 1 };
    for (size_t i = 0; i < COUNT(attributes); i++)
        if (attributes[i].says == SAYS_PROGRAMS)
            (void)number_of(fp_unit_module_attribute(f->context, module, attributes[i].name), &numbers[dimension++]);
    bool several = fp_launch_make_block(numbers, sizes) && sizes[0] * sizes[1] * sizes[2] > 1;
    if (f->shape.launch.workgroups > 1 || !several) return;
    f->shape.launch.workgroups = sizes[0] * sizes[1] * sizes[2];
    memcpy(f->shape.launch.programs, sizes, sizeof sizes);
}

/* Warps and their lanes make the block. */
static void read_warps(finder *f, uint32_t module) {
    int64_t warps, lanes = 32;
    fp_str name, lanes_name, text = module_attribute(f, module, SAYS_WARPS, &name);
    if (!number_of(text, &warps)) return;
    number_of(module_attribute(f, module, SAYS_LANES, &lanes_name), &lanes);
    if (lanes == 32 || lanes == 64) f->waves = (uint32_t)lanes;
    if (warps < 1 || warps > FP_LAUNCH_THREADS_MAX || lanes < 1 || lanes > LANES_MAX) return;
    int64_t numbers[3] = { warps * lanes, 1, 1 };
    set_block(f, numbers, false, source_attribute(f, name, text));
}

static void read_modules(finder *f) {
    uint32_t module = f->unit->module;
    for (uint32_t steps = 0; module != FP_NONE && steps < FP_MODULES_AROUND_MAX;
         steps++, module = f->context->modules.data[module].parent) {
        fp_str name, target = module_attribute(f, module, SAYS_CHIP_OF_BACKEND, &name);
        if (target.len) set_target(f, chip_of_backend(f, target), source_attribute(f, name, target));
        fp_str head = fp_unit_module_text(f->context, module);
        if (!has_target(f)) read_target_text(f, head, FP_WORD_SOURCE_MODULE);
        read_version(f, module);
        if (fp_launch_word(head, FP_LAUNCH_WAVE_32, 0) != SIZE_MAX) f->waves = 32;
        if (fp_launch_word(head, FP_LAUNCH_WAVE_64, 0) != SIZE_MAX) f->waves = 64;
        read_warps(f, module);
        read_small(f, module, SAYS_STREAM_WARPS, &f->shape.launch.stream_warps);
        read_small(f, module, SAYS_WORKGROUPS, &f->shape.launch.workgroups);
        read_programs(f, module);
        f->shape.launch.paired |= fp_str_equal(module_attribute(f, module, SAYS_PAIRED, &name), FP_STR("true"));
    }
}

/* ---- All of it ---- */

/* What the ops of the kernel's threads say of them. */
static void read_threads(finder *f) {
    int64_t sizes[3];
    fp_op op;
    if (has_block(f)) return;
    if (fp_launch_of_mapped_loops(f->ir, f->kernel, sizes, &op))
        set_block(f, sizes, false,
                  source_of(f, FP_WORD_SOURCE_MAPPED_LOOP, f->ir->text.data + f->ir->ops[op].name_span.start));
    else if (fp_launch_of_id_bounds(f->ir, f->kernel, sizes, &op))
        set_block(f, sizes, true,
                  source_of(f, FP_WORD_SOURCE_ID_BOUND, f->ir->text.data + f->ir->ops[op].name_span.start));
}

static void set_given_block(finder *f, const uint32_t block[3], fp_phrase source) {
    int64_t numbers[3] = { block[0], block[1] ? block[1] : 1, block[2] ? block[2] : 1 };
    if (block[0]) set_block(f, numbers, false, source);
}

fp_launch_shape fp_launch_find(struct fp_arena *keep, const struct fp_ir *ir, uint32_t unit, fp_op kernel,
                               const fp_lower_options *options) {
    finder f = { .keep = keep,
                 .ir = ir,
                 .context = ir->context,
                 .unit = &ir->context->units.data[unit],
                 .number = unit,
                 .kernel = kernel };
    const fp_op_info *info = ir->ops[kernel].info;
    f.function = info && info->region == FP_REGION_LAUNCH ? 0 : kernel;
    set_target(&f, options->target, fp_phrase_of(FP_WORD_SOURCE_OPTION));
    set_given_block(&f, options->block, fp_phrase_of(FP_WORD_SOURCE_OPTION));
    if (!has_target(&f) || !has_block(&f)) read_all_comments(&f);
    read_launch(&f);
    read_function(&f);
    read_modules(&f);
    read_sites(&f);
    read_threads(&f);
    set_target(&f, options->fallback_target, fp_phrase_of(FP_WORD_SOURCE_CONFIGURATION));
    set_given_block(&f, options->fallback_block, fp_phrase_of(FP_WORD_SOURCE_CONFIGURATION));
    if (!has_target(&f)) {
        f.shape.target = fp_target_find(FP_STR(""));
        f.shape.target_source = fp_phrase_of(FP_WORD_SOURCE_NONE);
    }
    if (!has_block(&f)) f.shape.block_source = fp_phrase_of(FP_WORD_SOURCE_NONE);
    const fp_target *target = f.shape.target;
    f.shape.vendor = target->vendor;
    if (target->vendor == FP_VENDOR_ANY) {
        fp_launch_chip chip = fp_launch_chip_of_ops(ir, kernel);
        f.shape.vendor = chip.vendor;
        if (!f.waves) f.waves = chip.lanes;
    }
    f.shape.launch.max_threads = f.threads_most ? f.threads_most : target->max_threads ? target->max_threads : 1024;
    f.shape.launch.wave_known = f.waves || target->vendor != FP_VENDOR_ANY;
    f.shape.launch.wave_size = (uint8_t)(f.waves ? f.waves : target->wave_size_min ? target->wave_size_min : 32);
    return f.shape;
}
