/* files_parallel.h - the same work on many files at once, with the results in the order of the files.
 *
 * `work` runs on `jobs` threads (on the caller's when one is enough), each with a state of its own; `finish` runs on
 * the caller's thread, once for each index in rising order, as soon as it and all before it are done. `waiting` (may
 * be NULL) is called about ten times a second in between. When `finish` returns false nothing new is started, and the
 * call returns after what is running.
 */
#ifndef FP_FILES_PARALLEL_H
#define FP_FILES_PARALLEL_H
#include "fencepost_editor.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    void *context;
    void (*work)(void *context, void **thread_state, uint32_t index);
    void (*drop_state)(void *thread_state);
    bool (*finish)(void *context, uint32_t index);
    void (*waiting)(void *context, uint32_t done);
} fp_parallel;

void fp_parallel_run(const fp_parallel *job, uint32_t count, uint32_t jobs);
uint32_t fp_parallel_cores(void);
/* A crew of so many threads for the pieces of one text; it borrows the number. */
fp_crew fp_parallel_crew(uint32_t *jobs);
#endif
