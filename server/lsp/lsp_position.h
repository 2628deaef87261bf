/* lsp_position.h - places as the protocol counts them: lines from 0, and units of the negotiated encoding from the
 * start of the line.
 *
 * Whatever position comes in, an offset comes out: behind the end of a line is its end, behind the last line the end
 * of the text, inside of a character its start.
 * Cost  a look-up of the line and a walk along it; within one line, the walk only.
 */
#ifndef FP_LSP_POSITION_H
#define FP_LSP_POSITION_H
#include "fencepost.h"

typedef enum { FP_ENCODING_UTF16, FP_ENCODING_UTF8, FP_ENCODING_UTF32 } fp_encoding;
typedef struct {
    uint32_t line, character;
} fp_lsp_position;

/* A list of places in rising order is cheap even on one endless line: `walk` remembers where the last one was. Zero
 * to begin with. */
typedef struct {
    fp_span span;
    uint32_t line, offset, units;
} fp_position_walk;

fp_lsp_position fp_lsp_position_at(const struct fp_document *document, fp_encoding encoding, uint32_t offset,
                                   fp_position_walk *walk);
uint32_t fp_lsp_position_offset(const struct fp_document *document, fp_encoding encoding, fp_lsp_position position);
uint32_t fp_lsp_units(fp_str text, fp_encoding encoding);
#endif
