/* files_draft.h - a file in the making: it takes the place of the one it is for when it is whole, and not before.
 *
 * The bytes go to a file in the same folder that has no name yet, where the system has such files; so a run that is
 * killed leaves nothing behind. It needs a name in the moment of taking the old one's place, which is therefore left
 * to a process that is not killed with this one. Elsewhere its name says who made it: `.fencepost-1x2y3z`. Mode and,
 * as far as allowed, owner are those of the old file; a symbolic link stays one and its target is replaced. What is no
 * regular file (a pipe, a device) is simply written to.
 *
 * Failure    errno says why; the old file is as it was.
 */
#ifndef FP_FILES_DRAFT_H
#define FP_FILES_DRAFT_H
#include "fencepost.h"
#include <stdbool.h>
#include <sys/stat.h>

typedef struct {
    char *name;   /* the file whose place it takes, behind all links (malloc) */
    char *beside; /* its own name (malloc); NULL: it needs none */
    int file;
    bool nameless; /* `beside` becomes its name only when it is about to take the place of the old one */
    bool there;    /* there is an old file */
    bool in_place; /* `file` is the old one: no regular file */
    struct stat old;
} fp_draft;

typedef enum { FP_DRAFT_TAKEN, FP_DRAFT_FAILED, FP_DRAFT_CHANGED } fp_draft_outcome;

bool fp_draft_begin(fp_draft *draft, fp_str path); /* after `true` one call of `finish` or `drop` */
bool fp_file_write_all(int file, fp_str bytes);    /* however many calls of `write` it takes */
/* expected    what the old file is to hold still (files_write.h); NULL: whatever it holds. */
fp_draft_outcome fp_draft_finish(fp_draft *draft, const fp_str *expected);
void fp_draft_drop(fp_draft *draft); /* errno stays */
#endif
