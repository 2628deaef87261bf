#include "engine/result_cache.h"
#include "base/hash.h"
#include "read/unit_index.h"
#include <assert.h>
#include <string.h>

enum { MEMO_CHECKS_MAX = 16 }; /* checks that a result survives unused: an undo finds it again */
enum {
    MEMO_UNUSED_MAX = 4096
}; /* findings and notes that may lie unused, whatever is in use; beyond, as many as are */

typedef struct {
    const fp_result_cache_place *data;
    uint32_t len;
    const fp_result_cache_silence *silences;
} anchors;
typedef struct {
    uint32_t line;
    uint64_t text;
} outer_line; /* a line that a message names outside of the group */

typedef struct {
    uint64_t key;
    uint32_t last_used;
    anchors anchors;
    const outer_line *outer_lines;
    uint32_t outer_line_count;
    fp_unit_group_result result;
} entry;

typedef FP_VEC(entry) entry_vec;
struct fp_result_cache {
    struct fp_arena *home, *arena; /* home holds this struct, arena what is below */
    entry_vec entries;
    fp_map map;     /* by key */
    uint32_t check; /* how many there were */
};

/* ---- Copying, with places and lines moved ---- */
typedef struct {
    struct fp_arena *keep;
    anchors from, to; /* none: places stay */
    fp_lines lines;
    fp_str text;                 /* of the document that `from` belongs to */
    FP_VEC(outer_line) outer;    /* lines named outside of `from` */
    bool misplaced;              /* a span lay outside of `from` */
    bool borrow;                 /* the source outlives the copy: what does not move is shared */
    bool same_lines, same_spans; /* `from` and `to` agree in them */
} mover;

static fp_str copy_str(mover *m, fp_str text) { return m->borrow ? text : fp_str_copy(m->keep, text); }

/* Edits of comments since an entry was made. */
static fp_span move_along(mover *m, uint32_t unit, fp_span span, bool is_fix) {
    uint32_t from = m->from.data[unit].span.start, to = m->to.data[unit].span.start;
    fp_span moved = { span.start - from, span.end - from };
    if (m->borrow) {
        uint32_t known = m->from.silences[unit].count;
        if (!fp_comment_move(m->to.silences[unit].edits + known, m->to.silences[unit].count - known, is_fix, &moved))
            m->misplaced = true;
    }
    return (fp_span){ moved.start + to, moved.end + to };
}

static fp_span move_any(mover *m, fp_span span, bool is_fix) {
    if (m->from.len == 0 || (m->borrow && m->same_spans)) return span;
    for (uint32_t i = 0; i < m->from.len; i++) {
        fp_span from = m->from.data[i].span;
        if (span.start < from.start || span.end > from.end) continue;
        return move_along(m, i, span, is_fix);
    }
    m->misplaced = true;
    return span;
}

static fp_span move_span(mover *m, fp_span span) { return move_any(m, span, false); }

static uint32_t move_line(mover *m, uint32_t line) {
    for (uint32_t i = 0; i < m->from.len; i++) {
        const fp_result_cache_place *from = &m->from.data[i];
        if (line >= from->first_line && line <= from->last_line)
            return line - from->first_line + m->to.data[i].first_line;
    }
    if (m->from.len && m->lines.count) {
        fp_span span = fp_lines_span(m->lines, m->text, line);
        *FP_PUSH(m->keep, &m->outer) = (outer_line){ line, fp_str_hash(fp_str_slice(m->text, span.start, span.end)) };
    }
    return line;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Length of what may stand between two numbers of a list of lines; 0: the list ends. */
static size_t separator(fp_str text, size_t at) {
    static const char *const separators[] = { ", ", " and " };
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(separators[i]);
        if (at + length < text.len && memcmp(text.data + at, separators[i], length) == 0 &&
            is_digit(text.data[at + length]))
            return length;
    }
    return 0;
}

/* End of "line " or "lines " at `at` with a number behind it; 0: no such thing. */
static size_t line_word(fp_str text, size_t at) {
    if (at > 0 && text.data[at - 1] != ' ' && text.data[at - 1] != '(') return 0;
    fp_str rest = fp_str_slice(text, at, text.len);
    size_t length = fp_str_starts(rest, FP_STR("line ")) ? 5 : fp_str_starts(rest, FP_STR("lines ")) ? 6 : 0;
    return length && length < rest.len && is_digit(rest.data[length]) ? at + length : 0;
}

static fp_str move_text(mover *m, fp_str text) {
    if (text.len == 0 || (m->borrow && m->same_lines)) return text;
    fp_str moved = { "", 0 };
    if (text.len == 0) return moved;
    size_t done = 0;
    for (const char *l = text.data; m->from.len && (l = memchr(l, 'l', (size_t)(text.data + text.len - l))) != NULL;) {
        size_t at = line_word(text, (size_t)(l - text.data));
        l++;
        while (at) {
            uint32_t line = 0;
            size_t start = at;
            while (at < text.len && is_digit(text.data[at]) && line < UINT32_MAX / 16)
                line = line * 10 + (uint32_t)(text.data[at++] - '0');
            moved = fp_str_printf(m->keep, "%.*s%.*s%u", FP_STR_ARG(moved), (int)(start - done), text.data + done,
                                  move_line(m, line));
            done = at;
            size_t between = separator(text, at);
            at = between ? at + between : 0;
        }
        if (done > (size_t)(l - text.data)) l = text.data + done;
    }
    if (done == 0) return fp_str_copy(m->keep, text);
    return fp_str_printf(m->keep, "%.*s%.*s", FP_STR_ARG(moved), (int)(text.len - done), text.data + done);
}

static const fp_hazard_info *copy_hazard(mover *m, const fp_hazard_info *hazard) {
    if (m->borrow) return hazard;
    fp_hazard_info *copy = FP_NEW(m->keep, fp_hazard_info, 1);
    *copy = *hazard;
    copy->resource = fp_str_copy(m->keep, hazard->resource);
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
    copy.title = move_text(m, fix->title);
    fp_edit *edits = FP_NEW(m->keep, fp_edit, fix->edit_count);
    for (size_t i = 0; i < fix->edit_count; i++)
        edits[i] = (fp_edit){ move_any(m, fix->edits[i].span, true), copy_str(m, fix->edits[i].text) };
    copy.edits = edits;
    return copy;
}

static fp_finding copy_finding(mover *m, const fp_finding *finding) {
    fp_finding copy = *finding;
    copy.span = move_span(m, finding->span);
    copy.message = move_text(m, finding->message);
    copy.note = move_text(m, finding->note);
    copy.kernel = copy_str(m, finding->kernel);
    if (m->borrow && m->same_lines && m->same_spans) return copy;
    if (finding->hazard) copy.hazard = copy_hazard(m, finding->hazard);
    fp_related *related = FP_NEW(m->keep, fp_related, finding->related_count);
    for (size_t i = 0; i < finding->related_count; i++)
        related[i] = (fp_related){ move_text(m, finding->related[i].message), move_span(m, finding->related[i].span) };
    fp_fix *fixes = FP_NEW(m->keep, fp_fix, finding->fix_count);
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
    copy.target_source = move_text(m, kernel->target_source);
    copy.block_source = move_text(m, kernel->block_source);
    return copy;
}

static void append_notes(mover *m, fp_sync_notes *all, const fp_sync_notes *notes) {
    for (uint32_t i = 0; i < notes->len; i++) *FP_PUSH(m->keep, all) = copy_note(m, &notes->data[i]);
}

/* All but the notes, and findings below `least`. */
static void append(mover *m, fp_unit_group_result *all, const fp_unit_group_result *result, fp_level least) {
    for (uint32_t i = 0; i < result->findings.len && result->worst >= least; i++)
        if (result->findings.data[i].level >= least)
            *FP_PUSH(m->keep, &all->findings) = copy_finding(m, &result->findings.data[i]);
    if (result->worst > all->worst) all->worst = result->worst;
    for (uint32_t i = 0; i < result->kernels.len; i++)
        *FP_PUSH(m->keep, &all->kernels) = copy_kernel(m, &result->kernels.data[i]);
    all->statistics.ops += result->statistics.ops;
    all->statistics.accesses += result->statistics.accesses;
    all->statistics.syncs += result->statistics.syncs;
    all->statistics.meets += result->statistics.meets;
    all->statistics.overlaps += result->statistics.overlaps;
    all->statistics.overlap_budget_overruns += result->statistics.overlap_budget_overruns;
    all->statistics.bounded_runs += result->statistics.bounded_runs;
    for (uint32_t d = 0; d < FP_DECISION_COUNT; d++) all->statistics.decided[d] += result->statistics.decided[d];
}

void fp_unit_group_result_append(struct fp_arena *keep, fp_unit_group_result *all, const fp_unit_group_result *result,
                                 fp_level least) {
    mover m = { .keep = keep };
    append(&m, all, result, least);
    append_notes(&m, &all->notes, &result->notes);
}

/* ---- Entries ---- */
struct fp_result_cache *fp_result_cache_new(void) {
    struct fp_arena *home = fp_arena_new();
    struct fp_result_cache *memo = FP_NEW(home, struct fp_result_cache, 1);
    memo->home = home;
    memo->arena = fp_arena_new();
    return memo;
}

void fp_result_cache_drop(struct fp_result_cache *memo) {
    if (!memo) return;
    fp_arena_drop(memo->arena);
    fp_arena_drop(memo->home);
}

static uint64_t hash_silent(const fp_comment_edit *edits, uint32_t count) {
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++)
        hash = fp_hash_mix(fp_hash_mix(fp_hash_mix(hash, edits[i].at), edits[i].removed), edits[i].inserted);
    return hash;
}

fp_result_cache_key fp_result_cache_key_of_group(struct fp_arena *keep, const struct fp_unit_context *context,
                                                 fp_lines lines, const fp_unit_group *group) {
    fp_result_cache_place *places = FP_NEW(keep, fp_result_cache_place, group->unit_count);
    fp_result_cache_silence *silences = FP_NEW(keep, fp_result_cache_silence, group->unit_count);
    for (uint32_t i = 0; i < group->unit_count; i++) {
        fp_span span = context->units.data[group->units[i]].span;
        places[i] = (fp_result_cache_place){ .span = span,
                                             .first_line = fp_lines_line(lines, span.start),
                                             .last_line = fp_lines_line(lines, span.end) };
        const fp_unit_memory *memory = context->index->memories.data[group->units[i]];
        if (memory) silences[i] = (fp_result_cache_silence){ memory->silent, memory->silent_count, 0 };
        silences[i].hash = hash_silent(silences[i].edits, silences[i].count);
    }
    return (fp_result_cache_key){ group->key, places, silences, group->unit_count };
}

static anchors copy_anchors(struct fp_arena *keep, anchors from) {
    from.data = fp_arena_copy(keep, from.data, from.len * sizeof *from.data, _Alignof(fp_result_cache_place));
    from.silences =
        fp_arena_copy(keep, from.silences, from.len * sizeof *from.silences, _Alignof(fp_result_cache_silence));
    return from;
}

/* As much as there is: an entry grows no more. */
static void take_room(struct fp_arena *arena, fp_unit_group_result *kept, const fp_unit_group_result *result) {
    if (result->findings.len) FP_RESERVE(arena, &kept->findings, result->findings.len);
    if (result->notes.len) FP_RESERVE(arena, &kept->notes, result->notes.len);
}

static bool outer_lines_hold(const entry *e, const struct fp_unit_context *context, fp_lines lines) {
    for (uint32_t i = 0; i < e->outer_line_count; i++) {
        if (e->outer_lines[i].line > lines.count) return false;
        fp_span span = fp_lines_span(lines, context->text, e->outer_lines[i].line);
        if (fp_str_hash(fp_str_slice(context->text, span.start, span.end)) != e->outer_lines[i].text) return false;
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

static uint32_t find_entry(struct fp_result_cache *memo, const struct fp_unit_context *context, fp_lines lines,
                           const fp_result_cache_key *key) {
    for (fp_map_probe p = fp_map_find(&memo->map, key->hash); fp_map_next(&p);) {
        entry *e = &memo->entries.data[p.value];
        if (e->key == key->hash && e->anchors.len == key->place_count && leads_from(e, key) &&
            outer_lines_hold(e, context, lines))
            return p.value;
    }
    return FP_NONE;
}

/* Of what the memo keeps to where the units stand now. */
static mover lender(struct fp_arena *keep, const entry *e, const fp_result_cache_key *key) {
    mover m = { .keep = keep,
                .from = e->anchors,
                .to = { key->places, key->place_count, key->silences },
                .borrow = true,
                .same_lines = true,
                .same_spans = true };
    for (uint32_t i = 0; i < m.to.len; i++) {
        m.same_lines = m.same_lines && m.from.data[i].first_line == m.to.data[i].first_line;
        m.same_spans = m.same_spans && m.from.data[i].span.start == m.to.data[i].span.start &&
                       m.from.silences[i].count == m.to.silences[i].count;
    }
    return m;
}

/* What stands behind an edit of a comment only moves; what stands beside it may not be told any more. */
static bool notes_move(mover *m, const fp_sync_notes *notes) {
    bool silent = false;
    for (uint32_t i = 0; i < m->to.len; i++) silent |= m->from.silences[i].count != m->to.silences[i].count;
    for (uint32_t i = 0; i < notes->len && silent; i++) copy_note(m, &notes->data[i]);
    return !m->misplaced;
}

bool fp_result_cache_lend(struct fp_result_cache *memo, struct fp_arena *keep, const struct fp_unit_context *context,
                          fp_lines lines, const fp_result_cache_key *key, fp_level least,
                          fp_unit_group_result *result) {
    uint32_t number = find_entry(memo, context, lines, key);
    if (number == FP_NONE) return false;
    entry *e = &memo->entries.data[number];
    e->last_used = memo->check;
    mover m = lender(keep, e, key);
    fp_unit_group_result before =
        *result; /* what is appended behind it does not count if places cannot be told any more */
    append(&m, result, &e->result, least);
    if (m.misplaced || !notes_move(&m, &e->result.notes)) {
        assert(!m.same_spans);
        *result = before;
        return false;
    }
    if (e->result.notes.len) *FP_PUSH(keep, &result->kept_notes) = (fp_kept_notes){ number, *key };
    return true;
}

bool fp_result_cache_put(struct fp_result_cache *memo, const struct fp_unit_context *context, fp_lines lines,
                         const fp_result_cache_key *key, const fp_unit_group_result *result, fp_kept_notes *notes) {
    entry e = { .key = key->hash, .last_used = memo->check };
    e.anchors = copy_anchors(memo->arena, (anchors){ key->places, key->place_count, key->silences });
    mover m = { .keep = memo->arena, .from = e.anchors, .to = e.anchors, .lines = lines, .text = context->text };
    take_room(memo->arena, &e.result, result);
    append(&m, &e.result, result, FP_LEVEL_OFF);
    append_notes(&m, &e.result.notes, &result->notes);
    if (m.misplaced) return false;
    e.outer_lines = m.outer.data;
    e.outer_line_count = m.outer.len;
    *notes = (fp_kept_notes){ memo->entries.len, *key };
    *FP_PUSH(memo->arena, &memo->entries) = e;
    fp_map_put(memo->arena, &memo->map, e.key, memo->entries.len - 1);
    return true;
}

void fp_result_cache_notes(const struct fp_result_cache *memo, struct fp_arena *keep, const fp_kept_notes *kept,
                           fp_sync_notes *notes) {
    const entry *e = &memo->entries.data[kept->entry];
    mover m = lender(keep, e, &kept->key);
    append_notes(&m, notes, &e->result.notes);
    assert(!m.misplaced);
}

/* Copies what is still in use into a new arena, when most of the old one is not. */
static void compact(struct fp_result_cache *memo, uint32_t checks_max) {
    struct fp_arena *arena = fp_arena_new();
    entry_vec kept = { 0 };
    fp_map map = { 0 };
    for (uint32_t i = 0; i < memo->entries.len; i++) {
        const entry *old = &memo->entries.data[i];
        if (memo->check - old->last_used > checks_max) continue;
        entry e = *old;
        e.anchors = copy_anchors(arena, old->anchors);
        outer_line *outer = FP_NEW(arena, outer_line, old->outer_line_count);
        if (old->outer_line_count) memcpy(outer, old->outer_lines, old->outer_line_count * sizeof *outer);
        e.outer_lines = outer;
        e.result = (fp_unit_group_result){ 0 };
        take_room(arena, &e.result, &old->result);
        fp_unit_group_result_append(arena, &e.result, &old->result, FP_LEVEL_OFF);
        *FP_PUSH(arena, &kept) = e;
        fp_map_put(arena, &map, e.key, kept.len - 1);
    }
    fp_arena_drop(memo->arena);
    memo->arena = arena;
    memo->entries = kept;
    memo->map = map;
}

/* How many checks unused results may be old. An edit that all groups see leaves a whole set of results behind: of
 * these only the newest fit. */
static uint32_t affordable_checks(const struct fp_result_cache *memo) {
    uint32_t weight[MEMO_CHECKS_MAX + 1] = { 0 }, unused = 0, checks = 1;
    for (uint32_t i = 0; i < memo->entries.len; i++) {
        const entry *e = &memo->entries.data[i];
        uint32_t age = memo->check - e->last_used;
        if (age <= MEMO_CHECKS_MAX) weight[age] += e->result.findings.len + e->result.notes.len + 1;
    }
    for (uint32_t used = weight[0] + weight[1]; checks < MEMO_CHECKS_MAX; checks++) {
        unused += weight[checks + 1];
        if (unused > MEMO_UNUSED_MAX && unused > used) break;
    }
    return checks;
}

void fp_result_cache_age(struct fp_result_cache *memo) {
    memo->check++;
    uint32_t checks_max = affordable_checks(memo), unused = 0;
    for (uint32_t i = 0; i < memo->entries.len; i++)
        unused += memo->check - memo->entries.data[i].last_used > checks_max;
    if (unused > (checks_max < MEMO_CHECKS_MAX ? 0 : memo->entries.len / 2)) compact(memo, checks_max);
}
