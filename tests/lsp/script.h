/* script.h - a transcript as its file shows it, and as the tests read it: one entry a line.
 *
 * An entry begins in the first column with one of # > < !. Lines behind it that begin with a blank belong to it, so
 * that a message is laid out over many lines and its differences are small. A long string stands in pieces, one behind
 * each line break in it, as in C:
 *
 *     > {
 *         "method": "textDocument/didOpen",
 *         "params": {
 *           "textDocument": {
 *             "uri": "file:///k.mlir", "languageId": "mlir", "version": 1,
 *             "text":
 *               "func.func @k() {\n"
 *               "}\n"
 *           }
 *         }
 *       }
 *
 * Ownership  the caller drops what is written.
 * Failure    none: any bytes have a flat form; text that is no JSON is laid out as it is.
 * Invariant  flattening what was laid out gives the flat text again.
 */
#ifndef FP_TEST_SCRIPT_H
#define FP_TEST_SCRIPT_H
#include "output/out.h"

void script_flatten(struct fp_out *flat, fp_str file);
void script_lay_out(struct fp_out *file, fp_str flat);
#endif
