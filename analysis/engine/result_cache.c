#include "engine/result_cache.h"
#include "base/hash.h"
#include "read/unit_index.h"
#include <assert.h>
#include <string.h>

enum { CACHE_CHECKS_MAX = 16 }; /* checks that a result survives unused: an undo finds it again */
enum {
    CACHE_UNUSED_MAX = 4096
}; /* findings and notes that may lie unused, whatever is in use; beyond, as many as are */
enum {
    CACHE_DEAD_MAX = 16,  /* findings and notes that are never lent again, beyond as many as may be */
    CACHE_COPIED_MAX = 64 /* findings and notes that are copied for each dead entry */
};

typedef struct {
    const fp_span *data;
    uint32_t len;
    const fp_result_cache_silence *silences;
} anchors;
/* A place outside of the group's units that a finding speaks of: where it was, and the line that it stands on. */
typedef struct {
    uint32_t place, line, column;
    bool in_section; /* of the group: it moves along with that */
    uint64_t text;
} outer_place;

typedef struct {
    uint64_t key;
    uint32_t last_used;
    anchors anchors;
    const outer_place *outer;
    uint32_t outer_count, section_line;
    uint64_t modules; /* of its key */
    uint32_t made_in; /* the batch that holds what it says */
    bool replaced;    /* by one with more advice, or nobody asked for it any more, or it was given back */
    fp_unit_group_result result;
} entry;

/* What the entries of one check say: it can be given back without the rest. */
typedef struct {
    struct fp_arena *arena; /* NULL: it was */
    uint32_t check;
    bool in_use; /* room for drop_batches */
} batch;

typedef FP_VEC(entry) entry_vec;
struct fp_result_cache {
    struct fp_arena *home, *arena; /* home holds this struct, arena what is below */
    entry_vec entries;
    FP_VEC(batch) batches;
    fp_map map;     /* by key */
    uint32_t check; /* how many there were */
};

/* ---- Copying, with places moved ---- */
typedef struct {
    struct fp_arena *keep;
    anchors from, to;                     /* none: places stay */
    const fp_result_cache_silence *since; /* where something is borrowed: the edits of comments in each unit of `to`
                                             that are not known to `from` */
    fp_lines lines;
    fp_str text;               /* of the document that `to` belongs to */
    uint32_t section_line;     /* where the section of `to` begins */
    FP_VEC(outer_place) outer; /* where nothing is borrowed: places outside of `from`, as they are found */
    const entry *lent;         /* where it is: the entry, whose outer places are known */
    fp_phrase evidence[2], moved_evidence[2]; /* of the findings before; `oldest` goes next */
    uint32_t oldest;
    bool misplaced; /* a place could not be told */
    bool borrow;    /* the source outlives the copy: what does not move is shared */
    bool all_stay;  /* no place moves */
} mover;

static fp_str copy_str(mover *m, fp_str text) { return m->borrow ? text : fp_str_copy(m->keep, text); }

/* Edits of comments since an entry was made. */
static fp_span move_along(mover *m, uint32_t unit, fp_span span, bool is_fix) {
    uint32_t from = m->from.data[unit].start, to = m->to.data[unit].start;
    fp_span moved = { span.start - from, span.end - from };
    if (m->borrow) {
        const fp_result_cache_silence *since = &m->since[unit];
        if (!fp_comment_move(since->edits, since->count, is_fix, &moved)) m->misplaced = true;
    }
    return (fp_span){ moved.start + to, moved.end + to };
}

/* The unit that holds the span; FP_NONE: none does. */
static uint32_t unit_around(const mover *m, fp_span span) {
    uint32_t behind = FP_COUNT_BELOW(m->from.data, m->from.len, start, span.start + 1);
    return behind > 0 && span.end <= m->from.data[behind - 1].end ? behind - 1 : FP_NONE;
}

static fp_span move_any(mover *m, fp_span span, bool is_fix) {
    if (m->from.len == 0 || (m->borrow && m->all_stay)) return span;
    uint32_t unit = unit_around(m, span);
    if (unit != FP_NONE) return move_along(m, unit, span, is_fix);
    m->misplaced = true;
    return span;
}

static fp_span move_span(mover *m, fp_span span) { return move_any(m, span, false); }

static uint32_t line_start(const mover *m, uint32_t line) { return fp_lines_span(m->lines, m->text, line).start; }

static uint64_t hash_of_line(fp_lines lines, fp_str text, uint32_t line) {
    fp_span span = fp_lines_span(lines, text, line);
    return fp_str_hash(fp_str_slice(text, span.start, span.end));
}

static const outer_place *find_outer(const outer_place *list, uint32_t count, uint32_t place) {
    for (uint32_t i = 0; i < count; i++)
        if (list[i].place == place) return &list[i];
    return NULL;
}

/* The line of the place, when the group's section begins on that line. */
static uint32_t line_now(const entry *e, const outer_place *outer, uint32_t section_line) {
    return outer->in_section ? outer->line - e->section_line + section_line : outer->line;
}

/* Outside of the group a place stays on its line, as long as that reads the same. */
static uint32_t move_outer(mover *m, uint32_t place) {
    if (!m->borrow) {
        uint32_t line = fp_lines_line(m->lines, place);
        if (!find_outer(m->outer.data, m->outer.len, place))
            *FP_PUSH(m->keep, &m->outer) = (outer_place){ .place = place,
                                                          .line = line,
                                                          .column = place - line_start(m, line),
                                                          .in_section = line >= m->section_line,
                                                          .text = hash_of_line(m->lines, m->text, line) };
        return place;
    }
    const outer_place *outer = find_outer(m->lent->outer, m->lent->outer_count, place);
    assert(outer); /* found when the entry was made */
    return line_start(m, line_now(m->lent, outer, m->section_line)) + outer->column;
}

static uint32_t move_place(void *context, uint32_t place) {
    mover *m = context;
    if (m->from.len == 0) return place;
    fp_span span = { place, place + 1 };
    uint32_t unit = unit_around(m, span);
    return unit == FP_NONE ? move_outer(m, place) : move_along(m, unit, span, false).start;
}

static fp_str move_text(void *context, fp_str text) { return copy_str(context, text); }

static bool phrase_stays(mover *m, const fp_phrase *phrase) {
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

static fp_phrase move_phrase(mover *m, fp_phrase phrase) {
    if (m->borrow && (m->all_stay || phrase_stays(m, &phrase))) return phrase;
    return fp_phrase_copy(m->keep, phrase, &(fp_phrase_change){ m, move_place, move_text });
}

static bool is_same_evidence(const mover *m, const fp_phrase *a, const fp_phrase *b) {
    return m->borrow ? a->arguments == b->arguments && a->sentence == b->sentence : fp_phrase_equal(a, b);
}

/* Findings in a row mostly have one of two evidences, for reads and for writes: they share it. */
static fp_phrase move_evidence(mover *m, fp_phrase evidence) {
    for (uint32_t i = 0; i < 2; i++)
        if (is_same_evidence(m, &m->evidence[i], &evidence)) return m->moved_evidence[i];
    uint32_t here = m->oldest;
    m->oldest = !here;
    m->evidence[here] = evidence;
    return m->moved_evidence[here] = move_phrase(m, evidence);
}

static const fp_hazard_info *copy_hazard(mover *m, const fp_hazard_info *hazard) {
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

static fp_fix copy_fix(mover *m, const fp_fix *fix) {
    fp_fix copy = *fix;
    copy.phrase = move_phrase(m, fix->phrase);
    fp_edit *edits = fp_arena_room(m->keep, sizeof *edits, _Alignof(fp_edit), fix->edit_count);
    for (size_t i = 0; i < fix->edit_count; i++)
        edits[i] = (fp_edit){ move_any(m, fix->edits[i].span, true), copy_str(m, fix->edits[i].text) };
    copy.edits = edits;
    return copy;
}

static fp_finding copy_finding(mover *m, const fp_finding *finding) {
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

static fp_note_access copy_note_access(mover *m, const fp_note_access *access) {
    if (access->span.end == 0) return *access;
    return (fp_note_access){ move_span(m, access->span), access->kind, copy_str(m, access->buffer) };
}

static fp_sync_note copy_note(mover *m, const fp_sync_note *note) {
    return (fp_sync_note){ .span = move_span(m, note->span),
                           .kernel = copy_str(m, note->kernel),
                           .verdict = note->verdict,
                           .producer = copy_note_access(m, &note->producer),
                           .consumer = copy_note_access(m, &note->consumer),
                           .phase = note->phase };
}

static fp_kernel_info copy_kernel(mover *m, const fp_kernel_info *kernel) {
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

static void append_notes(mover *m, fp_sync_notes *all, const fp_sync_notes *notes) {
    for (uint32_t i = 0; i < notes->len; i++) *FP_PUSH(m->keep, all) = copy_note(m, &notes->data[i]);
}

void fp_statistics_add(fp_statistics *sum, const fp_statistics *part) {
#define ADD(field, key, words) sum->field += part->field;
    FP_STATISTICS(ADD)
#undef ADD
    for (uint32_t d = 0; d < FP_DECISION_COUNT; d++) sum->decided[d] += part->decided[d];
}

/* All but the notes, and findings below `least`. */
static void append(mover *m, fp_unit_group_result *all, const fp_unit_group_result *result, fp_level least) {
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
    mover m = { .keep = keep };
    append(&m, all, result, least);
    append_notes(&m, &all->notes, &result->notes);
}

bool fp_relocation_takes(fp_relocation pieces, fp_span span) {
    mover m = { .from = { pieces.from, pieces.count, NULL } };
    uint32_t stretch = unit_around(&m, span);
    return stretch != FP_NONE && !(pieces.lent && pieces.lent[stretch]);
}

void fp_unit_group_result_append_moved(struct fp_arena *keep, fp_unit_group_result *all,
                                       const fp_unit_group_result *result, fp_relocation pieces) {
    mover m = { .keep = keep, .from = { pieces.from, pieces.count, NULL }, .to = { pieces.to, pieces.count, NULL } };
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
    mover m = { .keep = keep, .from = { pieces.from, pieces.count, NULL }, .to = { pieces.to, pieces.count, NULL } };
    fp_finding moved = copy_finding(&m, finding);
    assert(!m.misplaced && m.outer.len == 0);
    return moved;
}

fp_span fp_relocate(fp_relocation pieces, fp_span span) {
    mover m = { .from = { pieces.from, pieces.count, NULL }, .to = { pieces.to, pieces.count, NULL } };
    return move_span(&m, span);
}

fp_phrase fp_relocate_phrase(struct fp_arena *keep, fp_relocation pieces, fp_phrase phrase) {
    mover m = { .keep = keep, .from = { pieces.from, pieces.count, NULL }, .to = { pieces.to, pieces.count, NULL } };
    return move_phrase(&m, phrase);
}

/* ---- Entries ---- */
struct fp_result_cache *fp_result_cache_new(void) {
    struct fp_arena *home = fp_arena_new();
    struct fp_result_cache *cache = FP_NEW(home, struct fp_result_cache, 1);
    cache->home = home;
    cache->arena = fp_arena_new();
    return cache;
}

static void drop_entries(struct fp_result_cache *cache) {
    for (uint32_t i = 0; i < cache->batches.len; i++) fp_arena_drop(cache->batches.data[i].arena);
    fp_arena_drop(cache->arena);
}

void fp_result_cache_drop(struct fp_result_cache *cache) {
    if (!cache) return;
    drop_entries(cache);
    fp_arena_drop(cache->home);
}

static uint64_t hash_silent(const fp_comment_edit *edits, uint32_t count) {
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++)
        hash = fp_hash_mix(fp_hash_mix(fp_hash_mix(hash, edits[i].at), edits[i].removed), edits[i].inserted);
    return hash;
}

/* Two modules may say the same: which of them a place lies in is told by where they begin. */
static uint64_t hash_module_lines(const struct fp_unit_context *context, fp_lines lines, const fp_unit_group *group,
                                  uint32_t section_line) {
    const fp_module_info *modules = context->modules.data;
    uint64_t hash = 0;
    for (uint32_t i = 0; i < group->unit_count; i++) {
        uint32_t module = context->units.data[group->units[i]].module;
        if (i > 0 && module == context->units.data[group->units[i - 1]].module) continue;
        for (uint32_t steps = 0; module != FP_NONE && steps < FP_MODULES_AROUND_MAX;
             steps++, module = modules[module].parent)
            hash = fp_hash_mix(hash, fp_lines_line(lines, modules[module].span.start) - section_line);
    }
    return hash;
}

fp_result_cache_key fp_result_cache_key_of_group(struct fp_arena *keep, const struct fp_unit_context *context,
                                                 fp_lines lines, const fp_unit_group *group) {
    fp_span *places = FP_NEW(keep, fp_span, group->unit_count);
    fp_result_cache_silence *silences = FP_NEW(keep, fp_result_cache_silence, group->unit_count);
    for (uint32_t i = 0; i < group->unit_count; i++) {
        places[i] = context->units.data[group->units[i]].span;
        const fp_unit_memory *memory = context->index->memories.data[group->units[i]];
        if (memory) silences[i] = (fp_result_cache_silence){ memory->silent, memory->silent_count, 0 };
        silences[i].hash = hash_silent(silences[i].edits, silences[i].count);
    }
    uint32_t section = context->index->section_starts.data[context->units.data[group->units[0]].section],
             section_line = fp_lines_line(lines, section);
    return (fp_result_cache_key){ group->key,   places,
                                  silences,     group->unit_count,
                                  section_line, hash_module_lines(context, lines, group, section_line) };
}

static anchors copy_anchors(struct fp_arena *keep, anchors from) {
    from.data = fp_arena_copy(keep, from.data, from.len * sizeof *from.data, _Alignof(fp_span));
    from.silences =
        fp_arena_copy(keep, from.silences, from.len * sizeof *from.silences, _Alignof(fp_result_cache_silence));
    return from;
}

/* As much as there is: an entry grows no more. */
static void take_room(struct fp_arena *arena, fp_unit_group_result *kept, const fp_unit_group_result *result) {
    if (result->findings.len) FP_RESERVE(arena, &kept->findings, result->findings.len);
    if (result->notes.len) FP_RESERVE(arena, &kept->notes, result->notes.len);
}

static bool outer_places_hold(const entry *e, const struct fp_unit_context *context, fp_lines lines,
                              const fp_result_cache_key *key) {
    if (e->outer_count && e->modules != key->modules) return false;
    for (uint32_t i = 0; i < e->outer_count; i++) {
        uint32_t line = line_now(e, &e->outer[i], key->section_line);
        if (line > lines.count || hash_of_line(lines, context->text, line) != e->outer[i].text) return false;
    }
    return true;
}

/* Was the entry made before the last of the edits of comments that led here? */
static bool leads_from(const entry *e, const fp_result_cache_key *key) {
    for (uint32_t i = 0; i < e->anchors.len; i++) {
        const fp_result_cache_silence *then = &e->anchors.silences[i];
        if (then->count > key->silences[i].count || then->hash != hash_silent(key->silences[i].edits, then->count))
            return false;
    }
    return true;
}

static uint32_t find_entry(struct fp_result_cache *cache, const struct fp_unit_context *context, fp_lines lines,
                           const fp_result_cache_key *key) {
    for (fp_map_probe p = fp_map_find(&cache->map, key->hash); fp_map_next(&p);) {
        entry *e = &cache->entries.data[p.value];
        if (!e->replaced && e->key == key->hash && e->anchors.len == key->place_count && leads_from(e, key) &&
            outer_places_hold(e, context, lines, key))
            return p.value;
    }
    return FP_NONE;
}

/* What was typed since the entry was made. */
static const fp_result_cache_silence *edits_since(struct fp_arena *keep, anchors from, anchors to) {
    fp_result_cache_silence *since = FP_NEW(keep, fp_result_cache_silence, to.len);
    for (uint32_t i = 0; i < to.len; i++) {
        uint32_t known = from.silences[i].count, count = to.silences[i].count - known;
        if (count == 0) continue;
        fp_comment_edit *edits =
            fp_arena_copy(keep, to.silences[i].edits + known, count * sizeof *edits, _Alignof(fp_comment_edit));
        since[i] = (fp_result_cache_silence){ .edits = edits, .count = fp_comment_edits_join(edits, count) };
    }
    return since;
}

/* From where the units stood when the entry was made to where they stand now. */
static mover lender(struct fp_arena *keep, const entry *e, const struct fp_unit_context *context, fp_lines lines,
                    const fp_result_cache_key *key) {
    mover m = { .keep = keep,
                .from = e->anchors,
                .to = { key->places, key->place_count, key->silences },
                .lines = lines,
                .text = context->text,
                .section_line = key->section_line,
                .lent = e,
                .borrow = true,
                .all_stay = true };
    m.since = edits_since(keep, m.from, m.to);
    for (uint32_t i = 0; i < m.to.len; i++)
        m.all_stay = m.all_stay && m.from.data[i].start == m.to.data[i].start &&
                     m.from.silences[i].count == m.to.silences[i].count;
    for (uint32_t i = 0; i < e->outer_count && m.all_stay; i++)
        m.all_stay =
            line_start(&m, line_now(e, &e->outer[i], m.section_line)) + e->outer[i].column == e->outer[i].place;
    return m;
}

/* Moves the notes of a unit whose comments were edited. False: a note stands on an edited line, so that its place is
 * not known any more. */
static bool notes_move(mover *m, const fp_sync_notes *notes) {
    bool silent = false;
    for (uint32_t i = 0; i < m->to.len; i++) silent |= m->from.silences[i].count != m->to.silences[i].count;
    for (uint32_t i = 0; i < notes->len && silent; i++) copy_note(m, &notes->data[i]);
    return !m->misplaced;
}

/* Appends what the entry says, moved and borrowed. */
static void hand_out(const struct fp_result_cache *cache, struct fp_arena *keep, uint32_t number,
                     const fp_result_cache_key *key, mover *m, fp_level least, fp_unit_group_result *all) {
    const fp_unit_group_result *result = &cache->entries.data[number].result;
    append(m, all, result, least);
    if (result->notes.len) *FP_PUSH(keep, &all->kept_notes) = (fp_kept_notes){ number, *key };
}

bool fp_result_cache_lend(struct fp_result_cache *cache, struct fp_arena *keep, const struct fp_unit_context *context,
                          fp_lines lines, const fp_result_cache_key *key, fp_result_cache_wish wish,
                          fp_unit_group_result *result) {
    uint32_t number = find_entry(cache, context, lines, key);
    if (number == FP_NONE || cache->entries.data[number].result.open & wish.advice) return false;
    entry *e = &cache->entries.data[number];
    e->last_used = cache->check;
    mover m = lender(keep, e, context, lines, key);
    fp_unit_group_result before =
        *result; /* what is appended behind it does not count if places cannot be told any more */
    hand_out(cache, keep, number, key, &m, wish.least, result);
    if (m.misplaced || !notes_move(&m, &e->result.notes)) {
        assert(!m.all_stay);
        *result = before;
        return false;
    }
    return true;
}

/* The batch of this check. */
static uint32_t newest_batch(struct fp_result_cache *cache) {
    uint32_t count = cache->batches.len;
    if (count && cache->batches.data[count - 1].check == cache->check && cache->batches.data[count - 1].arena)
        return count - 1;
    *FP_PUSH(cache->arena, &cache->batches) = (batch){ .arena = fp_arena_new(), .check = cache->check };
    return count;
}

bool fp_result_cache_put(struct fp_result_cache *cache, struct fp_arena *keep, const struct fp_unit_context *context,
                         fp_lines lines, const fp_result_cache_key *key, fp_level least,
                         const fp_unit_group_result *result, fp_unit_group_result *all) {
    entry e = {
        .key = key->hash, .last_used = cache->check, .section_line = key->section_line, .modules = key->modules
    };
    e.made_in = newest_batch(cache);
    struct fp_arena *own = cache->batches.data[e.made_in].arena;
    e.anchors = copy_anchors(own, (anchors){ key->places, key->place_count, key->silences });
    mover m = { .keep = own,
                .from = e.anchors,
                .to = e.anchors,
                .lines = lines,
                .text = context->text,
                .section_line = key->section_line };
    take_room(own, &e.result, result);
    append(&m, &e.result, result, FP_LEVEL_OFF);
    append_notes(&m, &e.result.notes, &result->notes);
    if (m.misplaced) return false;
    e.outer = m.outer.data;
    e.outer_count = m.outer.len;
    uint32_t old = find_entry(cache, context, lines, key);
    if (old != FP_NONE) cache->entries.data[old].replaced = true;
    uint32_t number = cache->entries.len;
    *FP_PUSH(cache->arena, &cache->entries) = e;
    fp_map_put(cache->arena, &cache->map, e.key, number);
    hand_out(cache, keep, number, key, &(mover){ .keep = keep, .borrow = true, .all_stay = true }, least, all);
    return true;
}

void fp_result_cache_notes(const struct fp_result_cache *cache, struct fp_arena *keep,
                           const struct fp_unit_context *context, fp_lines lines, const fp_kept_notes_list *kept,
                           fp_sync_notes *notes) {
    uint32_t count = notes->len;
    for (uint32_t i = 0; i < kept->len; i++) count += cache->entries.data[kept->data[i].entry].result.notes.len;
    if (count) FP_RESERVE(keep, notes, count);
    for (uint32_t i = 0; i < kept->len; i++) {
        const entry *e = &cache->entries.data[kept->data[i].entry];
        mover m = lender(keep, e, context, lines, &kept->data[i].key);
        append_notes(&m, notes, &e->result.notes);
        assert(!m.misplaced);
    }
}

/* Copies what was used in the last check, or in that many before it, into `to`, which is empty. */
static void copy_entries(struct fp_result_cache *to, const struct fp_result_cache *from, uint32_t checks_max) {
    to->check = from->check;
    uint32_t made_in = newest_batch(to);
    struct fp_arena *arena = to->batches.data[made_in].arena;
    for (uint32_t i = 0; i < from->entries.len; i++) {
        const entry *old = &from->entries.data[i];
        if (old->replaced || from->check - old->last_used > checks_max) continue;
        entry e = *old;
        e.anchors = copy_anchors(arena, old->anchors);
        e.outer = fp_arena_copy(arena, old->outer, old->outer_count * sizeof *old->outer, _Alignof(outer_place));
        e.made_in = made_in;
        e.result = (fp_unit_group_result){ 0 };
        take_room(arena, &e.result, &old->result);
        fp_unit_group_result_append(arena, &e.result, &old->result, FP_LEVEL_OFF);
        *FP_PUSH(to->arena, &to->entries) = e;
        fp_map_put(to->arena, &to->map, e.key, to->entries.len - 1);
    }
}

/* Into new arenas, when most of the old ones is not in use any more. */
static void compact(struct fp_result_cache *cache) {
    struct fp_result_cache kept = { .home = cache->home, .arena = fp_arena_new() };
    copy_entries(&kept, cache, CACHE_CHECKS_MAX);
    drop_entries(cache);
    *cache = kept;
}

struct fp_result_cache *fp_result_cache_copy(const struct fp_result_cache *cache) {
    struct fp_result_cache *copy = fp_result_cache_new();
    copy_entries(copy, cache, 0);
    return copy;
}

static uint32_t weight_of(const entry *e) { return e->result.findings.len + e->result.notes.len + 1; }

/* How many checks unused results may be old. An edit that all groups see leaves a whole set of results behind: of
 * these only the newest fit. */
static uint32_t affordable_checks(const struct fp_result_cache *cache) {
    uint32_t weight[CACHE_CHECKS_MAX + 1] = { 0 }, unused = 0, checks = 1;
    for (uint32_t i = 0; i < cache->entries.len; i++) {
        const entry *e = &cache->entries.data[i];
        uint32_t age = cache->check - e->last_used;
        if (age <= CACHE_CHECKS_MAX) weight[age] += weight_of(e);
    }
    for (uint32_t used = weight[0] + weight[1]; checks < CACHE_CHECKS_MAX; checks++) {
        unused += weight[checks + 1];
        if (unused > CACHE_UNUSED_MAX && unused > used) break;
    }
    return checks;
}

/* Gives back the batches that are not in use, with what their entries say. */
static void drop_batches(struct fp_result_cache *cache) {
    for (uint32_t i = 0; i < cache->entries.len; i++) {
        entry *e = &cache->entries.data[i];
        if (cache->batches.data[e->made_in].in_use) continue;
        *e = (entry){ .key = e->key, .last_used = e->last_used, .made_in = e->made_in, .replaced = true };
    }
    for (uint32_t i = 0; i < cache->batches.len; i++) {
        batch *b = &cache->batches.data[i];
        if (!b->in_use) fp_arena_drop(b->arena), b->arena = NULL;
        b->in_use = false;
    }
}

/* Most results go as they came, a batch at a time; the others are copied only once much has died around them. */
void fp_result_cache_age(struct fp_result_cache *cache) {
    cache->check++;
    uint32_t checks_max = affordable_checks(cache), dead = 0, dead_weight = 0, weight = 0;
    for (uint32_t i = 0; i < cache->entries.len; i++) {
        entry *e = &cache->entries.data[i];
        if (cache->check - e->last_used > checks_max) e->replaced = true;
        if (!e->replaced) cache->batches.data[e->made_in].in_use = true;
    }
    drop_batches(cache);
    for (uint32_t i = 0; i < cache->entries.len; i++) {
        const entry *e = &cache->entries.data[i];
        weight += weight_of(e);
        if (e->replaced) dead++, dead_weight += weight_of(e);
    }
    uint32_t alive = cache->entries.len - dead;
    bool scattered = dead > alive && weight <= CACHE_COPIED_MAX * dead; /* each in a batch of its own */
    if (scattered || dead_weight > weight / 2 + CACHE_DEAD_MAX) compact(cache);
}

void fp_result_cache_rest(struct fp_result_cache *cache) {
    for (uint32_t i = 0; i < cache->entries.len; i++) {
        const entry *e = &cache->entries.data[i];
        if (e->last_used == cache->check) cache->batches.data[e->made_in].in_use = true;
    }
    drop_batches(cache);
}
