/* around.h - the kernels of a group of units, lowered for a view: of each group in turn, or of the one around a place.
 */
#ifndef FP_AROUND_H
#define FP_AROUND_H
#include "engine/engine.h"
#include "engine/pipeline.h"

typedef struct {
    struct fp_document *document;
    const fp_unit_group *group; /* NULL: there is no function around the place */
    fp_pipeline pipeline;
} fp_around;

/* Everything lives in `keep`, the functions that calls lead to as well. */
fp_around fp_around_look(struct fp_arena *keep, struct fp_document *document, uint32_t offset);
/* NULL: none. */
struct fp_kernel *fp_around_kernel(const fp_around *around, uint32_t offset);

/* One group's kernels in an arena of their own, `work`, which lasts until the group is dropped. */
typedef struct {
    struct fp_document *document;
    const fp_unit_group *group;
    struct fp_arena *work;
    fp_pipeline pipeline;
} fp_lowered_group;
fp_lowered_group fp_group_lower(struct fp_document *document, const fp_unit_group *group);
void fp_group_drop(const fp_lowered_group *lowered);
#endif
