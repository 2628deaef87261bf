#include "waitcnt.h"
#include <string.h>

typedef struct { uint8_t low, width, high, high_width; } part;          /* a counter's bits, the rest of them from `high` */
typedef struct { const char *family; part load, exp, ds; } row;

static const row rows[] = {
#define FP_WAITCNT(family, load, load_width, high, high_width, exp, exp_width, ds, ds_width) \
    { family, { load, load_width, high, high_width }, { exp, exp_width, 0, 0 }, { ds, ds_width, 0, 0 } },
#include "tables/waitcnt.def"
#undef FP_WAITCNT
};

static const row *row_of(fp_str chip) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (fp_str_starts(chip, (fp_str){ rows[i].family, strlen(rows[i].family) })) return &rows[i];
    return NULL;
}

static const part *part_of(const row *r, fp_counter counter) {
    return counter == FP_COUNTER_LOAD ? &r->load : counter == FP_COUNTER_EXP ? &r->exp : counter == FP_COUNTER_DS ? &r->ds : NULL;
}

static int64_t ones(unsigned width) { return (INT64_C(1) << width) - 1; }
static int64_t largest(const part *p) { return ones((unsigned)p->width + p->high_width); }
static int64_t placed(const part *p, int64_t count) { return (count & ones(p->width)) << p->low | (count >> p->width) << p->high; }

bool fp_waitcnt_count(fp_str chip, int64_t field, fp_counter counter, int64_t *count) {
    const row *r = row_of(chip);
    if (!r) r = row_of(FP_STR("gfx9"));
    const part *p = part_of(r, counter);
    if (!p) return false;
    *count = ((field >> p->low) & ones(p->width)) | ((field >> p->high) & ones(p->high_width)) << p->width;
    return *count < largest(p);
}

bool fp_waitcnt_field(fp_str chip, fp_counter counter, int64_t count, int64_t *field) {
    const row *r = row_of(chip);
    const part *p = r ? part_of(r, counter) : NULL;
    if (!p || count < 0 || count >= largest(p)) return false;
    int64_t all = placed(&r->load, largest(&r->load)) | placed(&r->exp, largest(&r->exp)) | placed(&r->ds, largest(&r->ds));
    *field = (all & ~placed(p, largest(p))) | placed(p, count);
    return true;
}
