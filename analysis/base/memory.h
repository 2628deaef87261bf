/* memory.h - the one way in which memory is asked for, by this project and by the libraries that it hands these
 * functions to.
 *
 * Failure    none that a caller sees: one line on standard error, and the program ends with FP_MEMORY_STATUS. No
 *            handler runs, nothing is flushed: what was under way is not written. A program that has something to give
 *            back may do so first.
 */
#ifndef FP_BASE_MEMORY_H
#define FP_BASE_MEMORY_H
#include <stddef.h>

enum { FP_MEMORY_STATUS = 2 }; /* the run itself failed: neither "clean" nor "findings" */

_Noreturn void fp_memory_gone(size_t wanted);
/* Is called on the thread that was refused memory, which then asks once more. Set before there are threads. */
void fp_memory_help(void (*give_back)(void));
void *fp_memory_raw(size_t size); /* the last three return what `free` takes */
void *fp_memory_zeroed(size_t count, size_t size);
void *fp_memory_resized(void *old, size_t size);
#endif
