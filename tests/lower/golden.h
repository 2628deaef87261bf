/* golden.h - text that is made of the .mlir files of a folder, against golden files beside them.
 *
 *     golden_test FOLDER            compares what is made of every X.mlir with X.SUFFIX
 *     golden_test FOLDER --update   writes the golden files
 *     golden_test FILE.mlir         prints what is made of one file, to look at
 *
 * X.TWIN.mlir says the same as X.mlir in another form. It has no golden file: what is made of it must be X's.
 */
#ifndef TESTS_LOWER_GOLDEN_H
#define TESTS_LOWER_GOLDEN_H
#include "load.h"

typedef enum { GOLDEN_COMPARED, GOLDEN_PRINTED } golden_use; /* what is printed may say more */
typedef struct {
    const char *suffix, *twin; /* "dump", "generic" */
    fp_str (*make)(struct fp_arena *keep, struct fp_syntax *syntax, fp_str text, golden_use use);
    fp_str (*shared)(struct fp_arena *keep, fp_str made); /* what twins have in common; NULL: all of it */
} golden_kind;
int golden_main(int argc, char **argv, const golden_kind *kind); /* the program's status */
#endif
