/* around.h - the kernels that are judged together with the one around a place, lowered. */
#ifndef FP_AROUND_H
#define FP_AROUND_H
#include "engine/engine.h"
#include "engine/pipeline.h"

typedef struct {
    struct fp_document *document;
    const fp_unit_group *group; /* NULL: there is no function around the place */
    fp_pipeline pipeline;
} fp_around;

fp_around fp_around_look(struct fp_arena *keep, struct fp_document *document, uint32_t offset);
/* NULL: none. */
struct fp_kernel *fp_around_kernel(const fp_around *around, uint32_t offset);
#endif
