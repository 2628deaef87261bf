#include "findings/history.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/fingerprint.h"

/* A part of the text: a dump, or what stands in front of the first one. */
typedef struct {
    const fp_dump *dump; /* NULL: in front */
    uint32_t start;
    bool module; /* it holds a whole module */
    FP_VEC(fp_str) functions;
    fp_cause_ranks ranks;
} part;

/* A cause, from the first dump that shows it on. */
typedef struct {
    uint64_t print;
    uint32_t finding; /* index into the merged ones */
    uint32_t last;    /* part */
    uint32_t count;
} cause;

typedef struct {
    struct fp_arena *keep;
    const fp_report_file *file;
    part *parts;
    uint32_t part_count;
    FP_VEC(cause) causes;
    fp_map by_print;
} histories;

static uint32_t part_of(const histories *h, uint32_t offset) {
    uint32_t low = 0, high = h->part_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (h->parts[middle].start <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void list_functions(histories *h, const struct fp_document *document) {
    const fp_outline_item *items;
    uint32_t count = fp_document_functions(h->keep, document, &items);
    for (uint32_t i = 0; i < count; i++) {
        part *p = &h->parts[part_of(h, items[i].span.start)];
        if (items[i].kind == FP_OUTLINE_MODULE) p->module = true;
        if (items[i].kind == FP_OUTLINE_FUNCTION) *FP_PUSH(h->keep, &p->functions) = items[i].name;
    }
}

static bool holds_function(const part *p, fp_str name) {
    for (uint32_t i = 0; i < p->functions.len; i++)
        if (fp_str_equal(p->functions.data[i], name)) return true;
    return false;
}

/* The part before `at` that holds the kernel, or where it would be if it were there yet; UINT32_MAX: none. */
static uint32_t part_before(const histories *h, uint32_t at, fp_str kernel) {
    while (at-- > 0)
        if (holds_function(&h->parts[at], kernel) || h->parts[at].module) return at;
    return UINT32_MAX;
}

static cause *find_cause(histories *h, uint64_t print) {
    for (fp_map_probe p = fp_map_find(&h->by_print, print); fp_map_next(&p);)
        if (h->causes.data[p.value].print == print) return &h->causes.data[p.value];
    return NULL;
}

static uint32_t parts_with(const histories *h, fp_str kernel) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < h->part_count; i++) count += holds_function(&h->parts[i], kernel);
    return count;
}

static bool make_parts(histories *h, struct fp_document *document) {
    const fp_dump *dumps;
    size_t count = fp_document_dumps(document, &dumps);
    if (count == 0) return false;
    h->parts = FP_NEW(h->keep, part, count + 1);
    h->parts[h->part_count++] = (part){ .ranks = { .keep = h->keep } };
    for (size_t i = 0; i < count; i++)
        h->parts[h->part_count++] =
            (part){ .dump = &dumps[i], .start = dumps[i].span.start, .ranks = { .keep = h->keep } };
    list_functions(h, document);
    return true;
}

fp_finding_list fp_history_merge(struct fp_arena *keep, struct fp_document *document, fp_report_file *file,
                                 fp_history_choice choice) {
    histories h = { .keep = keep, .file = file };
    if (!make_parts(&h, document)) return (fp_finding_list){ file->findings, file->finding_count };
    fp_finding *merged = FP_NEW(keep, fp_finding, file->finding_count + 1);
    fp_history *history = FP_NEW(keep, fp_history, file->finding_count + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < file->finding_count; i++) {
        const fp_finding *finding = &file->findings[i];
        uint32_t at = part_of(&h, finding->span.start);
        uint64_t print =
            fp_fingerprint_next(&h.parts[at].ranks, fp_fingerprint_cause(file, finding, FP_CAUSE_IN_KERNEL));
        cause *known = finding->kernel.len ? find_cause(&h, print) : NULL;
        uint32_t before = part_before(&h, at, finding->kernel);
        bool introduced = finding->kernel.len && before != UINT32_MAX && !(known && known->last == before);
        if (known) known->count++, known->last = at;
        bool shown = choice == FP_HISTORY_INTRODUCED ? introduced && !(known && known->finding != UINT32_MAX) : !known;
        if (known && shown) known->finding = count;
        if (!known) {
            fp_map_put(keep, &h.by_print, print, h.causes.len);
            *FP_PUSH(keep, &h.causes) = (cause){ print, shown ? count : UINT32_MAX, at, 1 };
        }
        if (!shown) continue;
        merged[count] = *finding;
        history[count++] = (fp_history){ finding->rule, finding->span.start, h.parts[at].dump, 1,
                                         finding->kernel.len ? parts_with(&h, finding->kernel) : 1 };
    }
    for (uint32_t i = 0; i < h.causes.len; i++)
        if (h.causes.data[i].finding != UINT32_MAX) history[h.causes.data[i].finding].dumps = h.causes.data[i].count;
    file->findings = merged;
    file->finding_count = count;
    file->history = history;
    file->history_count = count;
    return (fp_finding_list){ merged, count };
}
