#include "rules/finding.h"
#include "base/chars.h"
#include "base/sort.h"
#include "facts/waitcnt.h"
#include <assert.h>
#include <string.h>

fp_finding *fp_finding_push(fp_rule_context *context, fp_span span, fp_phrase phrase) {
    fp_rule rule = fp_sentence_rule(phrase.sentence);
    assert(rule < FP_RULE_COUNT && span.start <= span.end);
    fp_finding *finding = FP_PUSH(context->keep, context->findings);
    *finding = (fp_finding){ .rule = rule,
                             .level = fp_rule_at(rule)->level,
                             .span = span,
                             .role = fp_sentence_role(phrase.sentence),
                             .phrase = fp_phrase_copy(context->keep, phrase, NULL) };
    if (context->kernel) finding->kernel = context->kernel->name;
    return finding;
}

fp_finding *fp_finding_limit(fp_rule_context *context, fp_phrase phrase) {
    const struct fp_kernel *kernel = context->kernel;
    fp_finding *finding = fp_finding_push(context, kernel->ir->ops[kernel->op].name_span, phrase);
    finding->level = FP_LEVEL_INFORMATION;
    context->limits++;
    return finding;
}

void fp_finding_add(fp_rule_context *context, fp_finding *finding, fp_phrase_argument argument) {
    finding->phrase = fp_phrase_with(context->keep, finding->phrase, argument);
}

void fp_finding_relate(fp_rule_context *context, fp_finding *finding, fp_span span, fp_phrase phrase) {
    phrase = fp_phrase_copy(context->keep, phrase, NULL);
    for (size_t i = 0; i < finding->related_count; i++)
        if (finding->related[i].span.start == span.start && fp_phrase_equal(&finding->related[i].phrase, &phrase))
            return;
    /* Lists are short and grow rarely: room doubles at powers of two. */
    size_t count = finding->related_count;
    fp_related *list = (fp_related *)finding->related;
    if ((count & (count - 1)) == 0) {
        list = FP_NEW(context->keep, fp_related, count ? count * 2 : 1);
        if (count) memcpy(list, finding->related, count * sizeof *list);
    }
    list[count] = (fp_related){ .span = span, .role = fp_sentence_role(phrase.sentence), .phrase = phrase };
    finding->related = list;
    finding->related_count = count + 1;
}

void fp_finding_offer(fp_rule_context *context, fp_finding *finding, fp_fix fix) {
    fix.phrase = fp_phrase_copy(context->keep, fix.phrase, NULL);
    fix.preferred = fix.safe;
    for (size_t i = 0; i < finding->fix_count; i++) fix.preferred = fix.preferred && !finding->fixes[i].preferred;
    fp_fix *list = FP_NEW(context->keep, fp_fix, finding->fix_count + 1);
    if (finding->fix_count) memcpy(list, finding->fixes, finding->fix_count * sizeof *list);
    list[finding->fix_count] = fix;
    finding->fixes = list;
    finding->fix_count++;
}

void fp_finding_fix(fp_rule_context *context, fp_finding *finding, fp_small_fix fix) {
    fp_edit *edits = FP_NEW(context->keep, fp_edit, fix.edit_count);
    memcpy(edits, fix.edits, fix.edit_count * sizeof *edits);
    fp_finding_offer(context, finding,
                     (fp_fix){ .phrase = fix.title, .safe = fix.safe, .edits = edits, .edit_count = fix.edit_count });
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
    return kernel->classes.data[access->klass];
}

/* The intrinsic that a call names right behind its own name; empty: it is another op. */
static fp_str intrinsic_behind(fp_str op, size_t at) {
    while (at < op.len && fp_is_blank(op.data[at])) at++;
    if (at == op.len || (op.data[at] != '"' && op.data[at] != '@')) return (fp_str){ "", 0 };
    size_t start = at + 1, end = start;
    while (end < op.len && fp_is_word(op.data[end])) end++;
    fp_str name = fp_str_slice(op, start, end);
    return fp_intrinsic_is(name) ? name : (fp_str){ "", 0 };
}

fp_str fp_op_name_at(const fp_rule_context *context, fp_span span) {
    fp_str op = fp_str_slice(context->context->text, span.start, span.end);
    size_t start = op.len && op.data[0] == '"', end = start;
    while (end < op.len && fp_is_word(op.data[end])) end++;
    fp_str intrinsic = start ? (fp_str){ "", 0 } : intrinsic_behind(op, end);
    if (intrinsic.len) return intrinsic;
    return end > start ? fp_str_slice(op, start, end) : FP_STR("an op");
}

fp_str fp_buffer_name(const fp_access *access) {
    return access->buffer_name.len ? access->buffer_name : FP_STR("workgroup memory");
}

fp_phrase fp_position_phrase(const fp_rule_context *context, fp_position_in_text at) {
    fp_span op = context->kernel->ir->ops[at.op].span, end = { op.end > op.start ? op.end - 1 : op.end, op.end };
    fp_phrase phrase =
        FP_PHRASE(at.behind ? FP_WORD_BEHIND_LINE : FP_WORD_BEFORE_LINE, fp_arg_place(FP_ARG_AT, at.behind ? end : op));
    return fp_phrase_copy(context->keep, phrase, NULL);
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
    if (kernel->target->vendor == FP_VENDOR_ANY && fp_targets_name_chips(info->targets, FP_VENDOR_AMD))
        return synchronises_with(kernel, info->name);
    return fp_target_supports(kernel->target, info->targets);
}

enum { NO_COUNT = -1 };

static const fp_known_wait *find_known(const fp_rule_context *context, fp_counter counter, int32_t count,
                                       fp_str beside) {
    for (uint32_t i = 0; i < context->waits->len; i++) {
        const fp_known_wait *known = &context->waits->data[i];
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

fp_str fp_wait_op(const fp_rule_context *context, fp_counter counter, fp_str beside) {
    fp_str dialect = dialect_of(beside);
    const fp_known_wait *known = find_known(context, counter, NO_COUNT, dialect);
    if (known) return known->op;
    fp_str op = find_wait(context, counter, dialect);
    *FP_PUSH(context->keep, context->waits) =
        (fp_known_wait){ counter, NO_COUNT, dialect, op, fp_phrase_of(FP_SAYS_NOTHING) };
    return op;
}

/* How ops that wait for several counters name one: as an attribute, in the fields of s_waitcnt. Empty: they do not. */
static fp_str counter_spelling(const fp_target *target, fp_counter counter, bool in_waitcnt) {
    fp_counter own = fp_target_counter(target, counter);
    const fp_counter_info *info = fp_counter_info_of(own);
    return !in_waitcnt ? info->attribute : fp_waitcnt_has(target->chip, own) ? info->older : (fp_str){ NULL, 0 };
}

static fp_phrase wait_phrase(const fp_rule_context *context, fp_sentence sentence, fp_str op, fp_str field,
                             int32_t count) {
    fp_phrase phrase = FP_PHRASE(sentence, fp_arg_text(FP_ARG_OP, op), fp_arg_any_text(FP_ARG_FIELD, field),
                                 fp_arg_number(FP_ARG_COUNT, count));
    return fp_phrase_copy(context->keep, phrase, NULL);
}

static fp_phrase find_counted_wait(const fp_rule_context *context, fp_counter counter, int32_t count) {
    const fp_target *target = context->kernel->target;
    fp_str own = fp_wait_op(context, counter, (fp_str){ 0 });
    if (own.len) return wait_phrase(context, FP_WORD_WAIT_FOR_COUNT, own, FP_STR(""), count);
    fp_phrase best = fp_phrase_of(FP_SAYS_NOTHING);
    for (size_t i = 0; target->vendor != FP_VENDOR_NVIDIA && i < fp_op_info_count(); i++) {
        const fp_op_info *info = fp_op_info_at(i);
        bool bits = info && info->counter == FP_COUNTER_WAITCNT_BITS, named = info && info->counter == FP_COUNTER_NAMED;
        if (!(bits || named) || info->effect != FP_EFFECT_WAIT || !is_advisable(context->kernel, info)) continue;
        fp_str name = counter_spelling(target, counter, bits);
        bool used = synchronises_with(context->kernel, info->name); /* what the kernel writes already comes first */
        if (!name.len || (!used && (bits || best.sentence))) continue;
        best = wait_phrase(context, bits ? FP_WORD_WAIT_FOR_FIELD : FP_WORD_WAIT_FOR_NAMED, info->name, name, count);
        if (used) break;
    }
    return best;
}

fp_phrase fp_wait_for_count(const fp_rule_context *context, fp_counter counter, int32_t count) {
    assert(count >= 0);
    const fp_known_wait *known = find_known(context, counter, count, (fp_str){ 0 });
    if (known) return known->phrase;
    fp_phrase phrase = find_counted_wait(context, counter, count);
    *FP_PUSH(context->keep, context->waits) = (fp_known_wait){ counter, count, { 0 }, { 0 }, phrase };
    return phrase;
}

fp_emission fp_emission_of(const fp_rule_context *context) {
    return (fp_emission){ .keep = context->keep,
                          .kernel = context->kernel,
                          .program = context->program,
                          .known = context->known,
                          .strategy = context->strategy,
                          .mlir = context->mlir };
}

static fp_str find_wave_barrier(const fp_emission *e) {
    for (size_t i = 0; i < fp_op_info_count(); i++) {
        const fp_op_info *info = fp_op_info_at(i);
        bool fits = info && info->effect == FP_EFFECT_BARRIER && info->scope == FP_SCOPE_WAVE && info->targets.len;
        if (fits && e->kernel->target->vendor != FP_VENDOR_ANY && fp_target_supports(e->kernel->target, info->targets))
            return info->name;
    }
    return (fp_str){ "", 0 };
}

fp_str fp_wave_barrier(const fp_rule_context *context) {
    fp_emission emission = fp_emission_of(context);
    return fp_emit_found_once(&emission, FP_KNOWN_WAVE_BARRIER, find_wave_barrier);
}

/* ---- Order ---- */
static int compare(const void *a, const void *b) {
    const fp_finding *x = a, *y = b;
    if (x->span.start != y->span.start) return x->span.start < y->span.start ? -1 : 1;
    if (x->rule != y->rule) return fp_str_compare(fp_rule_at(x->rule)->name, fp_rule_at(y->rule)->name);
    if (x->span.end != y->span.end) return x->span.end < y->span.end ? -1 : 1;
    if (x->phrase.sentence != y->phrase.sentence) return x->phrase.sentence < y->phrase.sentence ? -1 : 1;
    return fp_str_compare(x->kernel, y->kernel);
}

void fp_findings_sort(fp_findings *findings) {
    fp_sort(findings->data, findings->len, sizeof *findings->data, compare);
}

static bool same_place(const fp_finding *a, const fp_finding *b) {
    return a->rule == b->rule && a->span.start == b->span.start && a->span.end == b->span.end;
}

static bool says_more(const fp_finding *a, const fp_finding *b) {
    return a->level != b->level ? a->level > b->level : a->related_count > b->related_count;
}

void fp_findings_merge(fp_findings *findings) {
    uint32_t kept = 0;
    fp_findings_sort(findings);
    for (uint32_t i = 0; i < findings->len; i++) {
        fp_finding *last = kept ? &findings->data[kept - 1] : NULL;
        bool again = last && same_place(last, &findings->data[i]);
        if (!again)
            findings->data[kept++] = findings->data[i];
        else if (says_more(&findings->data[i], last))
            *last = findings->data[i];
    }
    findings->len = kept;
}
