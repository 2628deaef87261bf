/* config_extend.c - a configuration with the files that it extends. Who reads them is the caller's choice: the Python
 * module does not carry the reader of the command line. */
#include "base/str.h"
#include "config/config_merge.h"
#include "files/files_path.h"
#include <sys/stat.h>

static fp_status read_file(struct fp_arena *keep, fp_str path, fp_config_reading *read, fp_config *config,
                           struct fp_out *why) {
    struct fp_out text = { 0 }, trouble = { 0 };
    fp_status status = read(path, &text, &trouble);
    if (status == FP_OK)
        status = fp_config_parse(keep, path, fp_out_str(&text), config, why);
    else
        fp_out_printf(why, "%.*s: %.*s", FP_STR_ARG(fp_path_shown(keep, path)), FP_STR_ARG(fp_out_str(&trouble)));
    fp_out_drop(&text);
    fp_out_drop(&trouble);
    return status;
}

/* The files that a configuration extends, the nearest first: which one is being read. */
typedef struct {
    fp_str paths[FP_EXTENDS_MAX];
    uint32_t count;
} extended;

static fp_status refuse_extends(struct fp_arena *keep, const fp_config *config, const char *reason,
                                struct fp_out *why) {
    fp_out_printf(why, "%.*s:%u: \"extends\": %s", FP_STR_ARG(fp_path_shown(keep, config->path)), config->extends_line,
                  reason);
    return FP_CONFIG;
}

static fp_status extend(struct fp_arena *keep, fp_config *config, fp_config_reading *read, extended *files,
                        struct fp_out *why) {
    fp_config base = { 0 };
    fp_str path = config->extends;
    for (uint32_t i = 0; i < files->count; i++)
        if (fp_str_equal(files->paths[i], path))
            return refuse_extends(keep, config, "the files extend each other in a circle", why);
    if (files->count == FP_EXTENDS_MAX)
        return refuse_extends(keep, config, "more files extend each other than fencepost follows", why);
    files->paths[files->count++] = path;
    struct stat unused;
    if (stat(path.data, &unused) != 0)
        return refuse_extends(keep, config, "there is no such file; its path counts from this folder", why);
    fp_status status = read_file(keep, path, read, &base, why);
    if (status == FP_OK && base.extends.len) status = extend(keep, &base, read, files, why);
    if (status == FP_OK && !fp_config_extend(keep, config, &base))
        return refuse_extends(keep, config, "the files have more than 64 entries of \"perFile\" together", why);
    return status;
}

fp_status fp_config_read_extended(struct fp_arena *keep, fp_config *config, fp_config_reading *read,
                                  struct fp_out *why) {
    extended files = { .paths = { config->path }, .count = 1 };
    fp_status status = config->extends.len ? extend(keep, config, read, &files, why) : FP_OK;
    for (uint32_t i = 1; i < files.count; i++) *FP_PUSH(keep, &config->files) = files.paths[i];
    return status;
}

fp_status fp_config_read(struct fp_arena *keep, fp_str path, fp_config_reading *read, fp_config *config,
                         struct fp_out *why) {
    fp_status status = read_file(keep, path, read, config, why);
    *FP_PUSH(keep, &config->files) = path;
    return status == FP_OK ? fp_config_read_extended(keep, config, read, why) : status;
}
