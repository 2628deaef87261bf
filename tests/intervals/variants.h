/* variants.h - other kernels made of one: barriers taken out, doubled, narrowed; bodies repeated with barriers between, so that there is something to cut. */
#ifndef INTERVALS_VARIANTS_H
#define INTERVALS_VARIANTS_H
#include <fencepost.h>

typedef enum {
    VARIANT_PLAIN, VARIANT_STRIPPED, VARIANT_DOUBLED, VARIANT_NARROWED,
    VARIANT_REPEATED,                       /* each kernel's body three times, values renamed but for arguments */
    VARIANT_REPEATED_STRIPPED,
    VARIANT_COUNT
} variant_kind;
extern const char *const variant_names[VARIANT_COUNT];

/* `which` of several: which barrier goes. The caller frees `data`; NULL: the text has no such variant. */
fp_str variant_make(fp_str text, variant_kind kind, uint32_t which);
#endif
