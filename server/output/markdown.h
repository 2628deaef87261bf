/* markdown.h - the little Markdown of rule pages on a terminal: paragraphs, lists, `code`, fenced code. */
#ifndef FP_MARKDOWN_H
#define FP_MARKDOWN_H
#include "output/out.h"
#include "output/style.h"

/* Wrapped to `width` columns, every line after `indent` blanks. */
void fp_markdown_write(struct fp_out *out, fp_str text, size_t indent, size_t width, const fp_style *style);
#endif
