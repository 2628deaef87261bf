/* files_glob.h - .gitignore files: patterns, and what a path means to a stack of them. Pure: no file is touched.
 *
 * Semantics are git's: the last pattern that fits decides; `!` takes back; a slash at the start or inside anchors a
 * pattern to the folder of its file; a slash at the end asks for a folder; `*`, `?` and `[..]` stay within a name,
 * `**` crosses names; `\` quotes. What lies in an ignored folder stays ignored: the caller does not descend into it.
 *
 * Cost     matching is quadratic at worst in the length of a path, whatever the pattern.
 */
#ifndef FP_FILES_GLOB_H
#define FP_FILES_GLOB_H
#include "base/arena.h"
#include "base/vec.h"
#include "fencepost.h"

/* Does the whole of `path` fit? Wildcards as above. */
bool fp_glob_fits(fp_str pattern, fp_str path);
/* The same with git's rule for patterns without an inner slash: they fit the last name of the path, too. */
bool fp_glob_fits_anywhere(fp_str pattern, fp_str path);

typedef struct {
    fp_str pattern;
    bool negated, folder_only, anchored;
} fp_ignore_pattern;
typedef struct fp_ignore {
    const struct fp_ignore *parent; /* of the folder above; NULL at the top */
    fp_str folder; /* path that its patterns are relative to, with a slash at the end; empty: they are relative to the
                      start */
    FP_VEC(fp_ignore_pattern) patterns;
} fp_ignore;

/* Adds the patterns of a .gitignore's text, which must live as long as the result. */
void fp_ignore_parse(struct fp_arena *keep, fp_str text, fp_ignore *ignore);
/* Is a path (that starts with the folders of all ignores) left out? */
bool fp_ignore_covers(const fp_ignore *innermost, fp_str path, bool is_folder);
#endif
