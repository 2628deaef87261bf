/* lint_watch.h - lint --watch: the run again whenever one of its files has changed.
 *
 * Files that appear or vanish, configurations with those that they extend, and a baseline count as well. Files are
 * looked at, not listened to, so that it works on every file system.
 *
 * Cost       each look walks the folders as a run does; at most a twentieth of a core's time goes into that.
 * Failure    a run that fails is no reason to stop: what is wrong may be what is being mended.
 */
#ifndef FP_LINT_WATCH_H
#define FP_LINT_WATCH_H
#include "cli/inputs.h"

typedef fp_exit fp_lint_once(struct fp_arena *keep, const struct fp_arguments *arguments);
/* Does not return: a signal ends it. */
void fp_lint_watch(const struct fp_arguments *arguments, fp_lint_once *once);
#endif
