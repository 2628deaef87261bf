#include "rules/finding.h"
#include "base/chars.h"
#include "facts/waitcnt.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_WORDS_MAX = 8 }; /* numbers that a list in a message spells out */

fp_finding *fp_finding_push(fp_rule_context *context, fp_rule rule, fp_span span, fp_str message) {
    assert(rule < FP_RULE_COUNT && span.start <= span.end && message.len > 0);
    fp_finding *finding = FP_PUSH(context->keep, context->findings);
    *finding = (fp_finding){ .rule = rule, .level = fp_rule_at(rule)->level, .span = span, .message = message };
    if (context->kernel) finding->kernel = context->kernel->name;
    return finding;
}

void fp_finding_relate(fp_rule_context *context, fp_finding *finding, fp_span span, fp_str message) {
    for (size_t i = 0; i < finding->related_count; i++)
        if (finding->related[i].span.start == span.start && fp_str_equal(finding->related[i].message, message)) return;
    /* Lists are short and grow rarely: room doubles at powers of two. */
    size_t count = finding->related_count;
    fp_related *list = (fp_related *)finding->related;
    if ((count & (count - 1)) == 0) {
        list = FP_NEW(context->keep, fp_related, count ? count * 2 : 1);
        if (count) memcpy(list, finding->related, count * sizeof *list);
    }
    list[count] = (fp_related){ .message = message, .span = span };
    finding->related = list;
    finding->related_count = count + 1;
}

void fp_finding_offer(fp_rule_context *context, fp_finding *finding, fp_fix fix) {
    fix.preferred = fix.safe;
    for (size_t i = 0; i < finding->fix_count; i++) fix.preferred = fix.preferred && !finding->fixes[i].preferred;
    fp_fix *list = FP_NEW(context->keep, fp_fix, finding->fix_count + 1);
    if (finding->fix_count) memcpy(list, finding->fixes, finding->fix_count * sizeof *list);
    list[finding->fix_count] = fix;
    finding->fixes = list;
    finding->fix_count++;
}

void fp_finding_fix(fp_rule_context *context, fp_finding *finding, fp_fix_words words) {
    fp_edit *edits = FP_NEW(context->keep, fp_edit, words.edit_count);
    memcpy(edits, words.edits, words.edit_count * sizeof *edits);
    fp_finding_offer(
        context, finding,
        (fp_fix){ .title = words.title, .safe = words.safe, .edits = edits, .edit_count = words.edit_count });
}

static bool ends_line(fp_str text, size_t at) {
    return at >= text.len || text.data[at] == '\n' || text.data[at] == '\r';
}

fp_edit fp_edit_removal(const fp_rule_context *context, fp_span op) {
    fp_str text = context->context->text;
    fp_span span = op;
    while (span.start > 0 && fp_is_blank(text.data[span.start - 1])) span.start--;
    while (span.end < text.len && fp_is_blank(text.data[span.end])) span.end++;
    bool whole_line = (span.start == 0 || ends_line(text, span.start - 1)) && ends_line(text, span.end);
    if (!whole_line) return (fp_edit){ .span = op };
    if (span.end < text.len && text.data[span.end] == '\r') span.end++;
    if (span.end < text.len && text.data[span.end] == '\n') span.end++;
    return (fp_edit){ .span = span };
}

fp_class fp_class_of(const struct fp_kernel *kernel, const fp_access *access) {
    bool stands_in = access->roots == 0;
    if (stands_in) return (fp_class){ .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_NONE, .object = FP_NONE };
    return kernel->classes.data[access->klass];
}

fp_str fp_words_op(const fp_rule_context *context, fp_span span) {
    fp_str op = fp_str_slice(context->context->text, span.start, span.end);
    size_t start = op.len && op.data[0] == '"', end = start;
    while (end < op.len && fp_is_word(op.data[end])) end++;
    return end > start ? fp_str_slice(op, start, end) : FP_STR("an op");
}

uint32_t fp_words_line(const fp_rule_context *context, fp_span span) {
    return fp_lines_line(context->lines, span.start);
}

fp_str fp_words_position(const fp_rule_context *context, fp_position_in_text at) {
    fp_span op = context->kernel->ir->ops[at.op].span;
    if (!at.behind) return fp_str_printf(context->keep, "before line %u", fp_words_line(context, op));
    return fp_str_printf(context->keep, "behind line %u",
                         fp_words_line(context, (fp_span){ op.end > op.start ? op.end - 1 : op.end, op.end }));
}

fp_str fp_words_buffer(const fp_access *access) {
    return access->buffer_name.len ? access->buffer_name : FP_STR("workgroup memory");
}

fp_str fp_words_list(struct fp_arena *keep, const uint32_t *numbers, uint32_t count) {
    fp_str list = { "", 0 };
    uint32_t shown = count <= LIST_WORDS_MAX ? count : LIST_WORDS_MAX;
    for (uint32_t i = 0; i < shown; i++) {
        const char *between = i == 0 ? "" : i + 1 < count || shown < count ? ", " : " and ";
        list = fp_str_printf(keep, "%.*s%s%u", FP_STR_ARG(list), between, numbers[i]);
    }
    if (shown < count) list = fp_str_printf(keep, "%.*s and %u more", FP_STR_ARG(list), count - shown);
    return list;
}

static fp_str dialect_of(fp_str op) { return fp_str_slice(op, 0, fp_str_find(op, '.')); }

/* Does the kernel use the op, or an op of the dialect? */
static bool synchronises_with(const struct fp_kernel *kernel, fp_str name) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        fp_str used = kernel->syncs.data[i].info->name;
        if (fp_str_equal(used, name) || fp_str_equal(dialect_of(used), name)) return true;
    }
    return false;
}

/* An op that some chips only have is advised where the chip is known, or the kernel uses it. */
static bool is_advisable(const struct fp_kernel *kernel, const fp_op_info *info) {
    if (kernel->target->vendor == FP_VENDOR_ANY && fp_str_contains(info->targets, FP_STR("gfx")))
        return synchronises_with(kernel, info->name);
    return fp_target_supports(kernel->target, info->targets);
}

enum { NO_COUNT = -1 };

static const fp_wait_words *find_known(const fp_rule_context *context, fp_counter counter, int32_t count,
                                       fp_str beside) {
    for (uint32_t i = 0; i < context->waits->len; i++) {
        const fp_wait_words *known = &context->waits->data[i];
        if (known->counter == counter && known->count == count && fp_str_equal(known->beside, beside)) return known;
    }
    return NULL;
}

static fp_str find_wait(const fp_rule_context *context, fp_counter counter, fp_str beside) {
    fp_str best = { "", 0 };
    for (size_t i = 0; i < fp_op_info_count(); i++) {
        const fp_op_info *info = fp_op_info_at(i);
        if (!info || info->effect != FP_EFFECT_WAIT || info->counter != counter || info->nonblocking) continue;
        if (!is_advisable(context->kernel, info)) continue;
        if (fp_str_equal(dialect_of(info->name), beside)) return info->name;
        if (best.len == 0 && synchronises_with(context->kernel, dialect_of(info->name))) best = info->name;
    }
    return best;
}

fp_str fp_words_wait(const fp_rule_context *context, fp_counter counter, fp_str beside) {
    fp_str dialect = dialect_of(beside);
    const fp_wait_words *known = find_known(context, counter, NO_COUNT, dialect);
    if (known) return known->words;
    fp_str words = find_wait(context, counter, dialect);
    *FP_PUSH(context->keep, context->waits) = (fp_wait_words){ counter, NO_COUNT, dialect, words };
    return words;
}

/* How ops that wait for several counters name one: as an attribute, in the fields of s_waitcnt. Empty: they do not. */
static fp_str counter_spelling(const fp_target *target, fp_counter counter, bool in_waitcnt) {
    fp_counter own = fp_target_counter(target, counter);
    const fp_counter_info *info = fp_counter_info_of(own);
    return !in_waitcnt ? info->attribute : fp_waitcnt_has(target->chip, own) ? info->older : (fp_str){ NULL, 0 };
}

static fp_str find_counter_wait(const fp_rule_context *context, fp_counter counter, int32_t count) {
    const fp_target *target = context->kernel->target;
    fp_str best = fp_words_wait(context, counter, (fp_str){ 0 });
    if (best.len) return fp_str_printf(context->keep, "%.*s %d", FP_STR_ARG(best), count);
    for (size_t i = 0; target->vendor != FP_VENDOR_NVIDIA && i < fp_op_info_count(); i++) {
        const fp_op_info *info = fp_op_info_at(i);
        bool bits = info && info->counter == FP_COUNTER_WAITCNT_BITS, named = info && info->counter == FP_COUNTER_NAMED;
        if (!(bits || named) || info->effect != FP_EFFECT_WAIT || !is_advisable(context->kernel, info)) continue;
        fp_str name = counter_spelling(target, counter, bits);
        bool used = synchronises_with(context->kernel, info->name); /* what the kernel writes already comes first */
        if (!name.len || (!used && (bits || best.len))) continue;
        best = fp_str_printf(context->keep, bits ? "%.*s with %.*s %d" : "%.*s %.*s(%d)", FP_STR_ARG(info->name),
                             FP_STR_ARG(name), count);
        if (used) break;
    }
    return best;
}

fp_str fp_words_counter_wait(const fp_rule_context *context, fp_counter counter, int32_t count) {
    assert(count >= 0);
    const fp_wait_words *known = find_known(context, counter, count, (fp_str){ 0 });
    if (known) return known->words;
    fp_str words = find_counter_wait(context, counter, count);
    *FP_PUSH(context->keep, context->waits) = (fp_wait_words){ counter, count, { 0 }, words };
    return words;
}

fp_str fp_words_wave_barrier(const fp_rule_context *context) {
    for (size_t i = 0; i < fp_op_info_count(); i++) {
        const fp_op_info *info = fp_op_info_at(i);
        bool fits = info && info->effect == FP_EFFECT_BARRIER && info->scope == FP_SCOPE_WAVE && info->targets.len;
        if (fits && context->kernel->target->vendor != FP_VENDOR_ANY &&
            fp_target_supports(context->kernel->target, info->targets))
            return info->name;
    }
    return (fp_str){ "", 0 };
}

/* ---- Order ---- */
static int compare(const void *a, const void *b) {
    const fp_finding *x = a, *y = b;
    if (x->span.start != y->span.start) return x->span.start < y->span.start ? -1 : 1;
    if (x->rule != y->rule) return fp_str_compare(fp_rule_at(x->rule)->name, fp_rule_at(y->rule)->name);
    if (x->span.end != y->span.end) return x->span.end < y->span.end ? -1 : 1;
    int message = fp_str_compare(x->message, y->message);
    return message ? message : fp_str_compare(x->kernel, y->kernel);
}

/* One finding for one rule and place: a helper that several kernels call, a wait that two checks judge. The one that
 * says more stays. */
static bool same_place(const fp_finding *a, const fp_finding *b) {
    return a->rule == b->rule && a->span.start == b->span.start && a->span.end == b->span.end;
}
static bool says_more(const fp_finding *a, const fp_finding *b) {
    return a->level != b->level ? a->level > b->level : a->related_count > b->related_count;
}

void fp_findings_sort(fp_findings *findings) {
    if (findings->len < 2) return;
    qsort(findings->data, findings->len, sizeof *findings->data, compare);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < findings->len; i++) {
        fp_finding *last = kept ? &findings->data[kept - 1] : NULL;
        if (last && same_place(last, &findings->data[i])) {
            if (says_more(&findings->data[i], last)) *last = findings->data[i];
            continue;
        }
        findings->data[kept++] = findings->data[i];
    }
    findings->len = kept;
}
