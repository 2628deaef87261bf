/* sources.c - where a text comes from: the source place of an op, and the passes that printed it. */
#include "engine/pieces.h"
#include "fencepost_editor.h"
#include "read/dumps.h"
#include "read/location.h"
#include "words/hand_out.h"

typedef FP_VEC(fp_outline_item) outline;

/* The section goes when another one is asked about. */
static const fp_source_place *copy_place(struct fp_arena *keep, const fp_source_place *place) {
    const fp_source_place *first = NULL, **link = &first;
    for (; place; place = place->inlined_at) {
        fp_source_place *copy = FP_NEW(keep, fp_source_place, 1);
        *copy = (fp_source_place){ .file = fp_str_copy(keep, place->file),
                                   .line = place->line,
                                   .column = place->column,
                                   .name = fp_str_copy(keep, place->name) };
        *link = copy;
        link = &copy->inlined_at;
    }
    return first;
}

/* Sought once: most texts tell no locations, and each finding asks. */
static bool tells_locations(const struct fp_document *document) {
    fp_text_pieces *pieces = document->pieces;
    if (!pieces) return false;
    if (!pieces->locations_sought) pieces->any_location = fp_text_tells_locations(document->text);
    pieces->locations_sought = true;
    return pieces->any_location;
}

const fp_source_place *fp_document_source(const struct fp_document *document, uint32_t offset) {
    if (document->context) return fp_location_of_op(document->arena, document->context, offset);
    uint32_t inside;
    if (!tells_locations(document)) return NULL;
    struct fp_document *section = fp_document_section_at(document, offset, &inside);
    if (!section || !fp_text_tells_locations(section->text)) return NULL;
    fp_document_read(section, NULL);
    return copy_place(document->arena, fp_location_of_op(document->arena, section->context, inside));
}

const fp_source_place *fp_source_own(const fp_source_place *source) {
    const fp_source_place *outermost = source;
    while (outermost->inlined_at) outermost = outermost->inlined_at;
    while (!fp_str_equal(source->file, outermost->file)) source = source->inlined_at;
    return source;
}

typedef struct {
    const struct fp_document *document;
    fp_str file;
} own_file;

static uint32_t line_in_file(void *context, uint32_t place) {
    const own_file *own = context;
    const fp_source_place *source = fp_document_source(own->document, place);
    if (!source) return 0;
    source = fp_source_own(source);
    return fp_str_equal(source->file, own->file) ? source->line : 0;
}

fp_finding fp_document_in_source(struct fp_arena *keep, const struct fp_document *document, const fp_finding *finding) {
    const fp_source_place *source = fp_document_source(document, finding->span.start);
    if (!source) return *finding;
    own_file own = { document, fp_source_own(source)->file };
    fp_source_lines lines = { line_in_file, &own };
    return fp_word_finding(&(fp_renderer){ .keep = keep, .lines = document->lines, .source = &lines }, finding);
}

static void add_functions(struct fp_arena *keep, const struct fp_unit_context *context, outline *list) {
    for (uint32_t i = 0; i < context->modules.len; i++)
        *FP_PUSH(keep, list) = (fp_outline_item){ .kind = FP_OUTLINE_MODULE,
                                                  .name = context->modules.data[i].name,
                                                  .span = context->modules.data[i].span };
    for (uint32_t i = 0; i < context->units.len; i++)
        *FP_PUSH(keep, list) = (fp_outline_item){ .kind = FP_OUTLINE_FUNCTION,
                                                  .name = context->units.data[i].name,
                                                  .span = context->units.data[i].span };
}

uint32_t fp_document_functions(struct fp_arena *keep, const struct fp_document *document,
                               const fp_outline_item **items) {
    outline list = { 0 };
    const struct fp_unit_context *context = document->pieces ? document->pieces->whole : document->context;
    if (context) add_functions(keep, context, &list);
    *items = list.data;
    return list.len;
}

size_t fp_document_dumps(const struct fp_document *document, const fp_dump **dumps) {
    *dumps = NULL;
    if (!document->context && !document->pieces) return 0;
    fp_dumps found = fp_dumps_find(document->arena, document->text);
    *dumps = found.data;
    return found.len;
}
