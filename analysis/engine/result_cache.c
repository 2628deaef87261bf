#include "engine/result_cache.h"
#include "base/hash.h"
#include "engine/result_move.h"
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
    uint64_t key;
    uint32_t last_used;
    fp_anchors anchors;
    fp_outer_places outer;
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

static fp_anchors copy_anchors(struct fp_arena *keep, fp_anchors from) {
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
    if (e->outer.len && e->modules != key->modules) return false;
    return fp_outer_places_hold(&e->outer, lines, context->text, key->section_line);
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
static const fp_result_cache_silence *edits_since(struct fp_arena *keep, fp_anchors from, fp_anchors to) {
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
static fp_mover lender(struct fp_arena *keep, const entry *e, const struct fp_unit_context *context, fp_lines lines,
                       const fp_result_cache_key *key) {
    fp_mover m = { .keep = keep,
                   .from = e->anchors,
                   .to = { key->places, key->place_count, key->silences },
                   .lines = lines,
                   .text = context->text,
                   .section_line = key->section_line,
                   .lent = &e->outer,
                   .borrow = true,
                   .all_stay = true };
    m.since = edits_since(keep, m.from, m.to);
    for (uint32_t i = 0; i < m.to.len; i++)
        m.all_stay = m.all_stay && m.from.data[i].start == m.to.data[i].start &&
                     m.from.silences[i].count == m.to.silences[i].count;
    for (uint32_t i = 0; i < e->outer.len && m.all_stay; i++)
        m.all_stay = fp_outer_place_now(&m, &e->outer.data[i]) == e->outer.data[i].place;
    return m;
}

/* Appends what the entry says, moved and borrowed. */
static void hand_out(const struct fp_result_cache *cache, struct fp_arena *keep, uint32_t number,
                     const fp_result_cache_key *key, fp_mover *m, fp_level least, fp_unit_group_result *all) {
    const fp_unit_group_result *result = &cache->entries.data[number].result;
    fp_mover_append(m, all, result, least);
    if (result->notes.len) *FP_PUSH(keep, &all->kept_notes) = (fp_kept_notes){ number, *key };
}

/* What was appended behind `before` does not count. The lists may have moved. */
static void take_back(fp_unit_group_result *result, const fp_unit_group_result *before) {
    result->findings.len = before->findings.len;
    result->kernels.len = before->kernels.len;
    result->notes.len = before->notes.len;
    result->kept_notes.len = before->kept_notes.len;
    result->worst = before->worst;
    result->open = before->open;
    result->statistics = before->statistics;
}

bool fp_result_cache_lend(struct fp_result_cache *cache, struct fp_arena *keep, const struct fp_unit_context *context,
                          fp_lines lines, const fp_result_cache_key *key, fp_result_cache_wish wish,
                          fp_unit_group_result *result) {
    uint32_t number = find_entry(cache, context, lines, key);
    if (number == FP_NONE || cache->entries.data[number].result.open & wish.advice) return false;
    entry *e = &cache->entries.data[number];
    e->last_used = cache->check;
    fp_mover m = lender(keep, e, context, lines, key);
    fp_unit_group_result before = *result;
    hand_out(cache, keep, number, key, &m, wish.least, result);
    if (m.misplaced || !fp_mover_moves_notes(&m, &e->result.notes)) { /* places cannot be told any more */
        assert(!m.all_stay);
        take_back(result, &before);
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
    entry e = { .key = key->hash, .last_used = cache->check, .modules = key->modules };
    e.made_in = newest_batch(cache);
    struct fp_arena *own = cache->batches.data[e.made_in].arena;
    e.anchors = copy_anchors(own, (fp_anchors){ key->places, key->place_count, key->silences });
    fp_mover m = { .keep = own,
                   .from = e.anchors,
                   .to = e.anchors,
                   .lines = lines,
                   .text = context->text,
                   .section_line = key->section_line };
    take_room(own, &e.result, result);
    fp_mover_append(&m, &e.result, result, FP_LEVEL_OFF);
    fp_mover_append_notes(&m, &e.result.notes, &result->notes);
    if (m.misplaced) return false;
    e.outer = (fp_outer_places){ m.outer.data, m.outer.len, key->section_line };
    uint32_t old = find_entry(cache, context, lines, key);
    if (old != FP_NONE) cache->entries.data[old].replaced = true;
    uint32_t number = cache->entries.len;
    *FP_PUSH(cache->arena, &cache->entries) = e;
    fp_map_put(cache->arena, &cache->map, e.key, number);
    hand_out(cache, keep, number, key, &(fp_mover){ .keep = keep, .borrow = true, .all_stay = true }, least, all);
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
        fp_mover m = lender(keep, e, context, lines, &kept->data[i].key);
        fp_mover_append_notes(&m, notes, &e->result.notes);
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
        e.outer.data = fp_arena_copy(arena, e.outer.data, e.outer.len * sizeof *e.outer.data, _Alignof(fp_outer_place));
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
