/* lsp_streams.h - what the streams of a kernel do at a place, in words for a hover. */
#ifndef FP_LSP_STREAMS_H
#define FP_LSP_STREAMS_H
#include "fencepost_streams.h"
#include "lsp/lsp_state.h"

/* Does a stream wait there for others? */
bool fp_lsp_is_wait(const fp_stream_note *note);
bool fp_lsp_is_arrival(const fp_stream_note *note);
/* Whom the op at `offset` waits for, whom it releases, what orders its accesses. A line each; empty: nothing.
 * `*begun` becomes the name of a barrier that the op initialises; else it stays. */
fp_str fp_lsp_stream_words(fp_lsp_ask *ask, uint32_t offset, fp_str *begun);
/* The account of the barriers that the value `name` at `offset` stands for, in lines; empty: it names none. */
fp_str fp_lsp_ledger_words(struct fp_arena *keep, struct fp_document *document, uint32_t offset, fp_str name);
#endif
