/* document.h - one file opened with its settings, for the subcommands that look at a single file. */
#ifndef FP_DOCUMENT_H
#define FP_DOCUMENT_H
#include "cli/commands.h"

typedef struct {
    struct fp_engine *engine;
    struct fp_document *document;
    const fp_settings *settings;
} fp_open_file;

fp_status fp_open_file_open(struct fp_arena *keep, const struct fp_arguments *arguments, fp_str path,
                            fp_open_file *file); /* says what went wrong */
void fp_open_file_close(fp_open_file *file);
#endif
