/* files.h - which files a run reads.
 *
 * A path that was named is read whatever it is called; under a folder only regular files with the suffixes of
 * suffixes.def count, and those that the caller includes, minus what .gitignore leaves out. Links to files are
 * followed, links to folders are not (they may go round in circles), and neither .git nor an editor's lock is looked
 * into. Failure    `fp_files_collect` says on standard error what it could not look at, goes on, and returns FP_IO at
 * the end.
 */
#ifndef FP_FILES_H
#define FP_FILES_H
#include "base/arena.h"
#include "base/vec.h"
#include "files/files_glob.h"
#include "output/status.h"

typedef struct {
    fp_str path;  /* as it was named, or below the folder as that was named */
    fp_str place; /* from the root, as text: links are not resolved */
    bool named;
} fp_file;
typedef struct {
    fp_str folder, reason;
} fp_empty_folder; /* one that was named; why nothing under it is read */
typedef struct {
    fp_str path, reason;
} fp_unread; /* what could not be looked at; that was said */
typedef struct {
    fp_file *data;
    uint32_t len, capacity;
    FP_VEC(fp_empty_folder) empty;
    FP_VEC(fp_unread) unread;
} fp_files;

/* Which other files of a folder (from the root) are read: those that the patterns cover. */
typedef struct {
    const fp_ignore *(*of_folder)(void *context, fp_str folder); /* NULL: none are */
    void *context;
} fp_includes;

/* The root of the git repository that the folder (from the root) lies in; empty: in none. */
fp_str fp_files_repository(struct fp_arena *keep, fp_str folder);

/* Sorted by place, each place once, under the first of its names. "-" stays as it is. */
fp_status fp_files_collect(struct fp_arena *keep, const fp_str *paths, size_t count, fp_includes includes,
                           fp_files *files);
#endif
