/* lsp_shortage.h - memory that is refused while a document is worked on: the document is given up and the server lives.
 *
 * A reserve is freed at the first refusal, and the job that met it ends as a cancelled one does: what it goes on asking
 * for until then comes from the reserve. Where that is not enough, the program ends (base/memory.h).
 */
#ifndef FP_LSP_SHORTAGE_H
#define FP_LSP_SHORTAGE_H
#include <stdbool.h>
#include <stddef.h>

void fp_shortage_prepare(void); /* lays the reserve by, if there is none; the server's thread */
/* A job begins on this thread; a refusal sets the flag. */
void fp_shortage_watch(volatile bool *cancelled);
/* Is there so much? If not, that is a refusal now, not when most of it is used up. */
bool fp_shortage_foresee(size_t bytes);
bool fp_shortage_end(void); /* the job on this thread has ended: was it refused memory? */
#endif
