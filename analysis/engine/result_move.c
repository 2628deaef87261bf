#include "engine/result_move.h"
#include "base/hash.h"
#include "read/unit_index.h"
#include <assert.h>

static fp_str copy_str(fp_mover *m, fp_str text) { return m->borrow ? text : fp_str_copy(m->keep, text); }

/* Edits of comments since an entry was made. */
static fp_span move_along(fp_mover *m, uint32_t unit, fp_span span, bool is_fix) {
    uint32_t from = m->from.data[unit].start, to = m->to.data[unit].start;
    fp_span moved = { span.start - from, span.end - from };
    if (m->borrow) {
        const fp_result_cache_silence *since = &m->since[unit];
        if (!fp_comment_move(since->edits, since->count, is_fix, &moved)) m->misplaced = true;
    }
    return (fp_span){ moved.start + to, moved.end + to };
}

/* The unit that holds the span; FP_NONE: none does. */
static uint32_t unit_around(const fp_mover *m, fp_span span) {
    uint32_t behind = FP_COUNT_BELOW(m->from.data, m->from.len, start, span.start + 1);
    return behind > 0 && span.end <= m->from.data[behind - 1].end ? behind - 1 : FP_NONE;
}

static fp_span move_any(fp_mover *m, fp_span span, bool is_fix) {
    if (m->from.len == 0 || (m->borrow && m->all_stay)) return span;
    uint32_t unit = unit_around(m, span);
    if (unit != FP_NONE) return move_along(m, unit, span, is_fix);
    m->misplaced = true;
    return span;
}

static fp_span move_span(fp_mover *m, fp_span span) { return move_any(m, span, false); }

static uint32_t line_start(const fp_mover *m, uint32_t line) { return fp_lines_span(m->lines, m->text, line).start; }

static uint64_t hash_of_line(fp_lines lines, fp_str text, uint32_t line) {
    fp_span span = fp_lines_span(lines, text, line);
    return fp_str_hash(fp_str_slice(text, span.start, span.end));
}

static const fp_outer_place *find_outer(const fp_outer_place *list, uint32_t count, uint32_t place) {
    for (uint32_t i = 0; i < count; i++)
        if (list[i].place == place) return &list[i];
    return NULL;
}

/* The line of the place, when the group's section begins on that line. */
static uint32_t line_now(const fp_outer_places *places, const fp_outer_place *outer, uint32_t section_line) {
    return outer->in_section ? outer->line - places->section_line + section_line : outer->line;
}

bool fp_outer_places_hold(const fp_outer_places *places, fp_lines lines, fp_str text, uint32_t section_line) {
    for (uint32_t i = 0; i < places->len; i++) {
        uint32_t line = line_now(places, &places->data[i], section_line);
        if (line > lines.count || hash_of_line(lines, text, line) != places->data[i].text) return false;
    }
    return true;
}

uint32_t fp_outer_place_now(const fp_mover *m, const fp_outer_place *outer) {
    return line_start(m, line_now(m->lent, outer, m->section_line)) + outer->column;
}

/* Outside of the group a place stays on its line, as long as that reads the same. */
static uint32_t move_outer(fp_mover *m, uint32_t place) {
    if (!m->borrow) {
        uint32_t line = fp_lines_line(m->lines, place);
        if (!find_outer(m->outer.data, m->outer.len, place))
            *FP_PUSH(m->keep, &m->outer) = (fp_outer_place){ .place = place,
                                                             .line = line,
                                                             .column = place - line_start(m, line),
                                                             .in_section = line >= m->section_line,
                                                             .text = hash_of_line(m->lines, m->text, line) };
        return place;
    }
    const fp_outer_place *outer = find_outer(m->lent->data, m->lent->len, place);
    assert(outer); /* found when what is lent was made */
    return fp_outer_place_now(m, outer);
}

static uint32_t move_place(void *context, uint32_t place) {
    fp_mover *m = context;
    if (m->from.len == 0) return place;
    fp_span span = { place, place + 1 };
    uint32_t unit = unit_around(m, span);
    return unit == FP_NONE ? move_outer(m, place) : move_along(m, unit, span, false).start;
}

static fp_str move_text(void *context, fp_str text) { return copy_str(context, text); }

static bool phrase_stays(fp_mover *m, const fp_phrase *phrase) {
    bool stays = true;
    for (uint32_t i = 0; i < phrase->argument_count && stays; i++) {
        const fp_phrase_argument *argument = &phrase->arguments[i];
        bool place = argument->kind == FP_ARGUMENT_PLACE, places = argument->kind == FP_ARGUMENT_PLACES,
             phrases = argument->kind == FP_ARGUMENT_PHRASES;
        if (place) stays = move_place(m, argument->value.place) == argument->value.place;
        for (uint32_t k = 0; k < argument->count && places && stays; k++)
            stays = move_place(m, argument->value.places[k]) == argument->value.places[k];
        for (uint32_t k = 0; k < argument->count && phrases && stays; k++)
            stays = phrase_stays(m, &argument->value.phrases[k]);
    }
    return stays;
}

static fp_phrase move_phrase(fp_mover *m, fp_phrase phrase) {
    if (m->borrow && (m->all_stay || phrase_stays(m, &phrase))) return phrase;
    return fp_phrase_copy(m->keep, phrase, &(fp_phrase_change){ m, move_place, move_text });
}

static bool is_same_evidence(const fp_mover *m, const fp_phrase *a, const fp_phrase *b) {
    return m->borrow ? a->arguments == b->arguments && a->sentence == b->sentence : fp_phrase_equal(a, b);
}

/* Findings in a row mostly have one of two evidences, for reads and for writes: they share it. */
static fp_phrase move_evidence(fp_mover *m, fp_phrase evidence) {
    for (uint32_t i = 0; i < 2; i++)
        if (is_same_evidence(m, &m->evidence[i], &evidence)) return m->moved_evidence[i];
    uint32_t here = m->oldest;
    m->oldest = !here;
    m->evidence[here] = evidence;
    return m->moved_evidence[here] = move_phrase(m, evidence);
}

static const fp_hazard_info *copy_hazard(fp_mover *m, const fp_hazard_info *hazard) {
    if (m->borrow) return hazard;
    fp_hazard_info *copy = FP_NEW(m->keep, fp_hazard_info, 1);
    *copy = *hazard;
    copy->resource = fp_str_copy(m->keep, hazard->resource);
    for (int side = 0; side < 2; side++) copy->sides[side].stream = fp_str_copy(m->keep, hazard->sides[side].stream);
    if (!hazard->witness) return copy;
    fp_witness *witness = FP_NEW(m->keep, fp_witness, 1);
    *witness = *hazard->witness;
    fp_binding *bindings = FP_NEW(m->keep, fp_binding, witness->binding_count);
    for (size_t i = 0; i < witness->binding_count; i++) {
        bindings[i] = hazard->witness->bindings[i];
        bindings[i].name = fp_str_copy(m->keep, bindings[i].name);
    }
    witness->bindings = bindings;
    copy->witness = witness;
    return copy;
}

static fp_fix copy_fix(fp_mover *m, const fp_fix *fix) {
    fp_fix copy = *fix;
    copy.phrase = move_phrase(m, fix->phrase);
    fp_edit *edits = fp_arena_room(m->keep, sizeof *edits, _Alignof(fp_edit), fix->edit_count);
    for (size_t i = 0; i < fix->edit_count; i++)
        edits[i] = (fp_edit){ move_any(m, fix->edits[i].span, true), copy_str(m, fix->edits[i].text) };
    copy.edits = edits;
    return copy;
}

static fp_finding copy_finding(fp_mover *m, const fp_finding *finding) {
    fp_finding copy = *finding;
    copy.span = move_span(m, finding->span);
    copy.phrase = move_phrase(m, finding->phrase);
    copy.evidence = move_evidence(m, finding->evidence);
    copy.kernel = copy_str(m, finding->kernel);
    if (m->borrow && m->all_stay) return copy;
    if (finding->hazard) copy.hazard = copy_hazard(m, finding->hazard);
    fp_related *related = fp_arena_room(m->keep, sizeof *related, _Alignof(fp_related), finding->related_count);
    for (size_t i = 0; i < finding->related_count; i++) {
        related[i] = finding->related[i];
        related[i].span = move_span(m, related[i].span);
        related[i].phrase = move_phrase(m, related[i].phrase);
    }
    fp_fix *fixes = fp_arena_room(m->keep, sizeof *fixes, _Alignof(fp_fix), finding->fix_count);
    for (size_t i = 0; i < finding->fix_count; i++) fixes[i] = copy_fix(m, &finding->fixes[i]);
    copy.related = related;
    copy.fixes = fixes;
    return copy;
}

static fp_note_access copy_note_access(fp_mover *m, const fp_note_access *access) {
    if (access->span.end == 0) return *access;
    return (fp_note_access){ move_span(m, access->span), access->kind, copy_str(m, access->buffer) };
}

static fp_sync_note copy_note(fp_mover *m, const fp_sync_note *note) {
    return (fp_sync_note){ .span = move_span(m, note->span),
                           .kernel = copy_str(m, note->kernel),
                           .verdict = note->verdict,
                           .producer = copy_note_access(m, &note->producer),
                           .consumer = copy_note_access(m, &note->consumer),
                           .phase = note->phase };
}

static fp_kernel_info copy_kernel(fp_mover *m, const fp_kernel_info *kernel) {
    fp_kernel_info copy = *kernel;
    copy.name = copy_str(m, kernel->name);
    copy.span = move_span(m, kernel->span);
    copy.target = copy_str(m, kernel->target);
    copy.target_from = move_phrase(m, kernel->target_from);
    copy.block_from = move_phrase(m, kernel->block_from);
    copy.unjudged = move_phrase(m, kernel->unjudged);
    if (kernel->unjudged_at.end) copy.unjudged_at = move_span(m, kernel->unjudged_at);
    return copy;
}

void fp_mover_append_notes(fp_mover *m, fp_sync_notes *all, const fp_sync_notes *notes) {
    for (uint32_t i = 0; i < notes->len; i++) *FP_PUSH(m->keep, all) = copy_note(m, &notes->data[i]);
}

bool fp_mover_moves_notes(fp_mover *m, const fp_sync_notes *notes) {
    bool silent = false;
    for (uint32_t i = 0; i < m->to.len; i++) silent |= m->from.silences[i].count != m->to.silences[i].count;
    for (uint32_t i = 0; i < notes->len && silent; i++) copy_note(m, &notes->data[i]);
    return !m->misplaced;
}

void fp_statistics_add(fp_statistics *sum, const fp_statistics *part) {
#define ADD(field, key, words) sum->field += part->field;
    FP_STATISTICS(ADD)
#undef ADD
    for (uint32_t d = 0; d < FP_DECISION_COUNT; d++) sum->decided[d] += part->decided[d];
}

void fp_mover_append(fp_mover *m, fp_unit_group_result *all, const fp_unit_group_result *result, fp_level least) {
    for (uint32_t i = 0; i < result->findings.len && result->worst >= least; i++)
        if (result->findings.data[i].level >= least)
            *FP_PUSH(m->keep, &all->findings) = copy_finding(m, &result->findings.data[i]);
    if (result->worst > all->worst) all->worst = result->worst;
    all->open |= result->open;
    for (uint32_t i = 0; i < result->kernels.len; i++)
        *FP_PUSH(m->keep, &all->kernels) = copy_kernel(m, &result->kernels.data[i]);
    fp_statistics_add(&all->statistics, &result->statistics);
}

void fp_unit_group_result_append(struct fp_arena *keep, fp_unit_group_result *all, const fp_unit_group_result *result,
                                 fp_level least) {
    fp_mover m = { .keep = keep };
    fp_mover_append(&m, all, result, least);
    fp_mover_append_notes(&m, &all->notes, &result->notes);
}

bool fp_relocation_takes(fp_relocation pieces, fp_span span) {
    fp_mover m = { .from = { pieces.from, pieces.count, NULL } };
    uint32_t stretch = unit_around(&m, span);
    return stretch != FP_NONE && !(pieces.lent && pieces.lent[stretch]);
}

void fp_unit_group_result_append_moved(struct fp_arena *keep, fp_unit_group_result *all,
                                       const fp_unit_group_result *result, fp_relocation pieces) {
    fp_mover m = { .keep = keep, .from = { pieces.from, pieces.count, NULL }, .to = { pieces.to, pieces.count, NULL } };
    for (uint32_t i = 0; i < result->findings.len; i++)
        if (fp_relocation_takes(pieces, result->findings.data[i].span))
            *FP_PUSH(keep, &all->findings) = copy_finding(&m, &result->findings.data[i]);
    for (uint32_t i = 0; i < result->kernels.len; i++)
        if (fp_relocation_takes(pieces, result->kernels.data[i].span))
            *FP_PUSH(keep, &all->kernels) = copy_kernel(&m, &result->kernels.data[i]);
    assert(!m.misplaced && m.outer.len == 0);
    if (result->worst > all->worst) all->worst = result->worst;
    all->open |= result->open;
}

fp_finding fp_relocate_finding(struct fp_arena *keep, fp_relocation pieces, const fp_finding *finding) {
    fp_mover m = { .keep = keep, .from = { pieces.from, pieces.count, NULL }, .to = { pieces.to, pieces.count, NULL } };
    fp_finding moved = copy_finding(&m, finding);
    assert(!m.misplaced && m.outer.len == 0);
    return moved;
}

fp_span fp_relocate(fp_relocation pieces, fp_span span) {
    fp_mover m = { .from = { pieces.from, pieces.count, NULL }, .to = { pieces.to, pieces.count, NULL } };
    return move_span(&m, span);
}

fp_phrase fp_relocate_phrase(struct fp_arena *keep, fp_relocation pieces, fp_phrase phrase) {
    fp_mover m = { .keep = keep, .from = { pieces.from, pieces.count, NULL }, .to = { pieces.to, pieces.count, NULL } };
    return move_phrase(&m, phrase);
}
