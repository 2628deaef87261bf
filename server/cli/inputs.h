/* inputs.h - the files that a command was asked to work on, each with the settings that hold for it. */
#ifndef FP_INPUTS_H
#define FP_INPUTS_H
#include "cli/commands.h"
#include "config/config.h"
#include "files/files.h"

typedef struct {
    fp_str path, shown;          /* shown: what people read; they differ for standard input */
    const fp_settings *settings; /* equal settings share one address */
} fp_input;

typedef struct {
    fp_input *data;
    uint32_t len;
    const fp_empty_folder *empty; /* folders that were named and hold no file to read */
    uint32_t empty_count;
    const fp_settings *here; /* of files of the current folder that no glob names */
    uint32_t excluded;       /* files that the configuration leaves out */
    const struct fp_configs *configs;
    bool incomplete;         /* some path could not be looked at; that was said */
    const fp_unread *unread; /* these */
    uint32_t unread_count;
} fp_inputs;

/* The operands' files (without operands ".", or standard input if it has a name) that no configuration excludes, sorted
 * by path; all of it lives in `keep`. Failure    a broken configuration (it would be wrong for every file under it) and
 * an --output-file that is one of the inputs end the run; said on standard error. */
fp_status fp_inputs_collect(struct fp_arena *keep, const struct fp_arguments *arguments, fp_inputs *inputs);

bool fp_input_is_standard(fp_str path);
#endif
