/* libraries.h - what the libraries must know before their first use. */
#ifndef FP_LIBRARIES_H
#define FP_LIBRARIES_H

/* They ask for memory as this project does (base/memory.h): a NULL of theirs would pass for broken JSON, or abort.
 * Once, at the start of the program. */
void fp_libraries_setup(void);
#endif
