/* sources.c - where a text comes from: the source place of an op, and the passes that printed it. */
#include "engine/engine.h"
#include "read/dumps.h"
#include "read/location.h"

const fp_source_place *fp_document_source(const struct fp_document *document, uint32_t offset) {
    if (!document->context) return NULL;
    return fp_location_of_op(document->arena, document->context, offset);
}

size_t fp_document_dumps(const struct fp_document *document, const fp_dump **dumps) {
    *dumps = NULL;
    if (!document->context) return 0;
    fp_dumps found = fp_dumps_find(document->arena, document->text);
    *dumps = found.data;
    return found.len;
}
