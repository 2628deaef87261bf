/* typing.h - a keystroke as the server handles it: the message is read, the document checked, its diagnostics written;
 * without threads and pipes.
 */
#ifndef FP_BENCH_TYPING_H
#define FP_BENCH_TYPING_H
#include "base/watch.h"
#include "lsp/lsp_state.h"

enum {
    MESSAGE = FP_WATCH_COUNT,
    JSON,
    PARTS
}; /* steps of a keystroke that the engine does not tell of, behind those that it does */
extern const char *const part_names[PARTS];

/* Milliseconds that each step of one keystroke has taken, by the wall's clock. */
typedef struct {
    double spent[PARTS], since;
    int part;
} stopwatch;

double now_ms(void); /* processor time of the process */
int compare_doubles(const void *a, const void *b);
/* A document of a client that is pushed its diagnostics; not checked yet. The text is borrowed. */
struct fp_lsp_view *open_view(const fp_lsp_client *client, const fp_lsp_settings *settings, fp_str text);
/* Edits of one message, each in the text that the one before left; from the message to the diagnostics, in ms. */
double type_over(struct fp_lsp_view *view, const fp_edit *edits, size_t count, stopwatch *watch);
/* From there until nothing is left to find and to write, in ms. */
double advise(struct fp_lsp_view *view);
/* The steps with what each took, largest first, in one line. Clears `spent`. */
void print_parts(double *spent);
#endif
