/* walk.h - the .mlir files of a folder. */
#ifndef TESTS_LOWER_WALK_H
#define TESTS_LOWER_WALK_H
#include <stdbool.h>

/* Visits the file, or the .mlir files of the folder and of those in it (8 deep; hidden ones left out), in no order.
 * False: there is no such path. */
bool walk_files(const char *path, void (*visit)(const char *path));
#endif
