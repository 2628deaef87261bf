#include "findings/compare.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/str.h"
#include "report/fingerprint.h"

/* ---- the kernels of a text ---- */

static uint64_t shape_of(const fp_kernel_info *kernel) {
    uint64_t hash = fp_hash_mix(kernel->access_count, kernel->shared_bytes);
    for (int axis = 0; axis < 3; axis++) hash = fp_hash_mix(hash, kernel->block[axis]);
    return hash;
}

/* Is the kernel printed again in a later dump? */
static bool comes_again(const fp_report_file *file, size_t index, const fp_dump *dumps, size_t dump_count) {
    const fp_kernel_info *kernel = &file->kernels[index];
    size_t next = 0;
    while (next < dump_count && dumps[next].span.start <= kernel->span.start) next++;
    if (next == dump_count) return false;
    for (size_t i = index + 1; i < file->kernel_count; i++) {
        const fp_kernel_info *other = &file->kernels[i];
        if (other->span.start >= dumps[next].span.start && fp_str_equal(other->name, kernel->name)) return true;
    }
    return false;
}

static fp_str line_of(struct fp_arena *keep, const fp_report_file *file, const fp_finding *finding) {
    fp_position at = fp_document_position(file->document, finding->span.start);
    return fp_str_printf(keep, "%.*s:%u:%u: %.*s[%.*s] %.*s", FP_STR_ARG(file->path), at.line, at.column,
                         FP_STR_ARG(fp_level_name(finding->level)), FP_STR_ARG(fp_rule_at(finding->rule)->name),
                         FP_STR_ARG(finding->brief));
}

static void add_finding(struct fp_arena *keep, fp_compared_kernel *kernel, const fp_report_file *file,
                        const fp_finding *finding, uint64_t cause) {
    struct fp_out json = { 0 };
    fp_report_json_finding(&json, file, finding);
    *FP_PUSH(keep, &kernel->findings) =
        (fp_compared_finding){ cause, line_of(keep, file, finding), fp_str_copy(keep, fp_out_str(&json)) };
    fp_out_drop(&json);
}

/* Findings about a kernel stand within it. */
static void add_findings(struct fp_arena *keep, fp_compared_kernel *kernel, const fp_report_file *file,
                         const fp_kernel_info *info, fp_level least) {
    fp_cause_ranks ranks = { .keep = keep };
    for (size_t i = 0; i < file->finding_count; i++) {
        const fp_finding *finding = &file->findings[i];
        if (finding->span.start < info->span.start || finding->span.start >= info->span.end) continue;
        fp_claim claim = fp_rule_at(finding->rule)->claim;
        bool useless = claim == FP_CLAIM_USELESS && finding->kernel.len;
        kernel->counts.redundant += useless;
        if (useless || claim == FP_CLAIM_SAVING || finding->level < least) continue;
        add_finding(keep, kernel, file, finding,
                    fp_fingerprint_next(&ranks, fp_fingerprint_cause(file, finding, FP_CAUSE_ANY_KERNEL)));
    }
}

void fp_compare_add(struct fp_arena *keep, fp_compared_kernels *side, const fp_report_file *file, fp_str inside,
                    fp_level least) {
    const fp_dump *dumps;
    size_t dump_count = fp_document_dumps(file->document, &dumps);
    for (size_t i = 0; i < file->kernel_count; i++) {
        const fp_kernel_info *info = &file->kernels[i];
        if (comes_again(file, i, dumps, dump_count)) continue;
        fp_compared_kernel *kernel = FP_PUSH(keep, side);
        *kernel = (fp_compared_kernel){ .name = fp_str_copy(keep, info->name),
                                        .file = fp_str_copy(keep, inside),
                                        .shape = shape_of(info),
                                        .counts = { .barriers = info->barrier_count,
                                                    .waits = info->wait_count,
                                                    .fences = info->fence_count,
                                                    .signals = info->signal_count } };
        add_findings(keep, kernel, file, info, least);
    }
}

/* ---- which is which ---- */

typedef struct {
    uint64_t key;
    uint32_t index;
} keyed;
typedef struct {
    struct fp_arena *keep;
    const fp_compared_kernels *before, *after;
    uint32_t *partner; /* of each new kernel; NO_PARTNER */
    bool *taken;       /* of each old kernel */
} matching;
enum { NO_PARTNER = UINT32_MAX };
typedef uint64_t key_function(const fp_compared_kernel *kernel);

static uint64_t key_by_file(const fp_compared_kernel *kernel) {
    return fp_hash_mix(fp_str_hash(kernel->name), fp_str_hash(kernel->file));
}
static uint64_t key_by_name(const fp_compared_kernel *kernel) { return fp_str_hash(kernel->name); }
static uint64_t key_by_shape(const fp_compared_kernel *kernel) { return kernel->shape; }

static int compare_keys(const void *left, const void *right) {
    const keyed *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Pairs those of one key that have no partner yet, in their order. */
static void match_by(matching *m, key_function *key) {
    keyed *old = FP_NEW(m->keep, keyed, m->before->len + 1), *new = FP_NEW(m->keep, keyed, m->after->len + 1);
    uint32_t old_count = 0, new_count = 0;
    for (uint32_t i = 0; i < m->before->len; i++)
        if (!m->taken[i]) old[old_count++] = (keyed){ key(&m->before->data[i]), i };
    for (uint32_t i = 0; i < m->after->len; i++)
        if (m->partner[i] == NO_PARTNER) new[new_count++] = (keyed){ key(&m->after->data[i]), i };
    fp_sort(old, old_count, sizeof *old, compare_keys);
    fp_sort(new, new_count, sizeof *new, compare_keys);
    for (uint32_t o = 0, n = 0; o < old_count && n < new_count;) {
        if (old[o].key == new[n].key) {
            m->partner[new[n].index] = old[o].index;
            m->taken[old[o].index] = true;
            o++, n++;
        } else if (old[o].key < new[n].key) {
            o++;
        } else {
            n++;
        }
    }
}

/* ---- what became of findings ---- */

static bool has_cause(const fp_compared_kernel *kernel, uint64_t cause) {
    for (uint32_t i = 0; kernel && i < kernel->findings.len; i++)
        if (kernel->findings.data[i].cause == cause) return true;
    return false;
}

static void compare_findings(struct fp_arena *keep, fp_compared_pair *pair) {
    for (uint32_t i = 0; pair->after && i < pair->after->findings.len; i++) {
        const fp_compared_finding *finding = &pair->after->findings.data[i];
        if (has_cause(pair->before, finding->cause))
            pair->same++;
        else
            *FP_PUSH(keep, &pair->new) = finding;
    }
    for (uint32_t i = 0; pair->before && i < pair->before->findings.len; i++)
        if (!has_cause(pair->after, pair->before->findings.data[i].cause))
            *FP_PUSH(keep, &pair->gone) = &pair->before->findings.data[i];
}

static void add_counts(fp_compared_counts *sum, const fp_compared_counts *part) {
    sum->barriers += part->barriers;
    sum->waits += part->waits;
    sum->fences += part->fences;
    sum->signals += part->signals;
    sum->redundant += part->redundant;
}

static void add_pair(struct fp_arena *keep, fp_comparison *result, const fp_compared_kernel *before,
                     const fp_compared_kernel *after) {
    fp_compared_pair *pair = &result->pairs[result->len++];
    *pair = (fp_compared_pair){ .before = before, .after = after };
    compare_findings(keep, pair);
    result->new += pair->new.len;
    result->gone += pair->gone.len;
    result->same += pair->same;
    if (!before || !after) return;
    add_counts(&result->before, &before->counts);
    add_counts(&result->after, &after->counts);
}

fp_comparison fp_compare(struct fp_arena *keep, const fp_compared_kernels *before, const fp_compared_kernels *after) {
    matching m = { .keep = keep,
                   .before = before,
                   .after = after,
                   .partner = FP_NEW(keep, uint32_t, after->len + 1),
                   .taken = FP_NEW(keep, bool, before->len + 1) };
    for (uint32_t i = 0; i < after->len; i++) m.partner[i] = NO_PARTNER;
    match_by(&m, key_by_file);
    match_by(&m, key_by_name);
    match_by(&m, key_by_shape);
    fp_comparison result = { .pairs = FP_NEW(keep, fp_compared_pair, (size_t)before->len + after->len + 1) };
    for (uint32_t i = 0; i < after->len; i++)
        add_pair(keep, &result, m.partner[i] == NO_PARTNER ? NULL : &before->data[m.partner[i]], &after->data[i]);
    for (uint32_t i = 0; i < before->len; i++)
        if (!m.taken[i]) add_pair(keep, &result, &before->data[i], NULL);
    return result;
}

bool fp_compared_differs(const fp_compared_pair *pair) {
    if (!pair->before || !pair->after || pair->new.len || pair->gone.len) return true;
    const fp_compared_counts *a = &pair->before->counts, *b = &pair->after->counts;
    return a->barriers != b->barriers || a->waits != b->waits || a->fences != b->fences || a->signals != b->signals ||
           a->redundant != b->redundant;
}
