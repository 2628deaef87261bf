#include "facts/waitcnt.h"
#include <string.h>

typedef struct {
    uint8_t low, width, high, high_width;
} field; /* a counter's bits, the rest of them from `high`; width 0: it has none */
typedef struct {
    const char *family;
    field fields[FP_COUNTER_COUNT];
} row;

#define FIELD(counter, low, width) [FP_COUNTER_##counter] = { low, width, 0, 0 }
#define SPLIT_FIELD(counter, low, width, high, high_width) [FP_COUNTER_##counter] = { low, width, high, high_width }
static const row rows[] = {
#define FP_WAITCNT(family, ...) { family, { __VA_ARGS__ } },
#include "facts/waitcnt.def"
#undef FP_WAITCNT
};

static const row *row_of(fp_str chip) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (fp_str_starts(chip, fp_str_of(rows[i].family))) return &rows[i];
    return NULL;
}

static const row *row_or_default(fp_str chip) {
    const row *own = row_of(chip);
    return own ? own : &rows[0];
}

static int64_t ones(unsigned width) { return (INT64_C(1) << width) - 1; }
static int64_t largest(const field *f) { return ones((unsigned)f->width + f->high_width); }
static int64_t placed(const field *f, int64_t count) {
    return (count & ones(f->width)) << f->low | (count >> f->width) << f->high;
}

bool fp_waitcnt_known(fp_str chip) { return row_of(chip) != NULL; }

bool fp_waitcnt_has(fp_str chip, fp_counter counter) { return row_or_default(chip)->fields[counter].width > 0; }

bool fp_waitcnt_count(fp_str chip, int64_t bits, fp_counter counter, int64_t *count) {
    const field *f = &row_or_default(chip)->fields[counter];
    if (!f->width) return false;
    *count = ((bits >> f->low) & ones(f->width)) | ((bits >> f->high) & ones(f->high_width)) << f->width;
    return *count < largest(f);
}

bool fp_waitcnt_field(fp_str chip, fp_counter counter, int64_t count, int64_t *bits) {
    const row *r = row_of(chip);
    const field *f = r ? &r->fields[counter] : NULL;
    if (!f || !f->width || count < 0 || count >= largest(f)) return false;
    int64_t all = 0;
    for (int i = 0; i < FP_COUNTER_COUNT; i++) all |= placed(&r->fields[i], largest(&r->fields[i]));
    *bits = (all & ~placed(f, largest(f))) | placed(f, count);
    return true;
}
