/* files_path.h - paths as text: nothing here looks at the disk, save for the current directory. */
#ifndef FP_FILES_PATH_H
#define FP_FILES_PATH_H
#include "base/arena.h"
#include "fencepost.h"

fp_str fp_path_absolute(struct fp_arena *keep, fp_str path); /* from the root, without `.`, `..` and empty parts */
fp_str
fp_path_folder(fp_str path); /* "a/b/c" -> "a/b", "/c" -> "/", "c" and "/" -> themselves without a name: "", "/" */
fp_str fp_path_from(struct fp_arena *keep, fp_str folder, fp_str absolute); /* without the folder, if it lies there */
fp_str fp_path_shown(struct fp_arena *keep, fp_str absolute);               /* the same from the current directory */
fp_str fp_path_join(struct fp_arena *keep, fp_str folder, fp_str name);
#endif
