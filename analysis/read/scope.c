#include "read/scope.h"
#include "base/hash.h"
#include <assert.h>
#include <string.h>

void fp_scopes_begin(struct fp_scopes *scopes, struct fp_arena *keep) {
    assert(!scopes->keep || scopes->keep == keep);
    scopes->keep = keep;
    scopes->names.len = scopes->undo.len = scopes->forwards.len = 0;
    scopes->used = scopes->level = scopes->isolated = 0;
    scopes->generation++; /* older slots are free again */
    if (scopes->generation == 0) {
        memset(scopes->slots, 0, scopes->capacity * sizeof *scopes->slots);
        scopes->generation = 1;
    }
}

static void grow(struct fp_scopes *scopes) {
    fp_scope_slot *old = scopes->slots;
    uint32_t old_capacity = scopes->capacity;
    scopes->capacity = old_capacity ? old_capacity * 2 : 256;
    scopes->slots = FP_NEW(scopes->keep, fp_scope_slot, scopes->capacity);
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i].generation != scopes->generation) continue;
        uint32_t at = old[i].hash;
        while (scopes->slots[at & (scopes->capacity - 1)].generation) at++;
        scopes->slots[at & (scopes->capacity - 1)] = old[i];
    }
}

/* Names are short: most fit one word. */
static uint32_t hash_name(fp_str name) {
    uint64_t hash;
    if (name.len <= 8) {
        uint64_t word = 0;
        memcpy(&word, name.data, name.len);
        hash = fp_hash_mix(name.len, word);
    } else {
        hash = fp_str_hash(name);
    }
    return (uint32_t)(hash ^ (hash >> 32));
}

/* The entry of a name, which may be new and mean nothing. */
static uint32_t entry_of(struct fp_scopes *scopes, fp_str name) {
    if ((scopes->used + 1) * 2 > scopes->capacity) grow(scopes);
    uint32_t hash = hash_name(name);
    for (uint32_t at = hash;; at++) {
        fp_scope_slot *slot = &scopes->slots[at & (scopes->capacity - 1)];
        if (slot->generation != scopes->generation) {
            *slot = (fp_scope_slot){ hash, scopes->names.len, scopes->generation };
            scopes->used++;
            *FP_PUSH(scopes->keep, &scopes->names) = (fp_scope_name){ name, FP_NONE, 0, 0, false };
            return slot->name;
        }
        if (slot->hash == hash && fp_str_equal(scopes->names.data[slot->name].name, name)) return slot->name;
    }
}

static bool is_seen(const struct fp_scopes *scopes, const fp_scope_name *entry) {
    return entry->value != FP_NONE && entry->level >= scopes->isolated;
}

static void bind(struct fp_scopes *scopes, uint32_t name, fp_scope_name meaning) {
    fp_scope_name *entry = &scopes->names.data[name];
    *FP_PUSH(scopes->keep, &scopes->undo) =
        (fp_scope_undo){ name, entry->value, entry->count, entry->level, entry->open };
    meaning.name = entry->name;
    *entry = meaning;
}

fp_scope_mark fp_scopes_enter(struct fp_scopes *scopes, bool isolated) {
    fp_scope_mark mark = { scopes->undo.len, scopes->isolated };
    scopes->level++;
    if (isolated) scopes->isolated = scopes->level;
    return mark;
}

void fp_scopes_leave(struct fp_scopes *scopes, fp_scope_mark mark) {
    bool isolated = scopes->isolated != mark.isolated;
    scopes->isolated = mark.isolated;
    scopes->level--;
    uint32_t kept = mark.undo; /* uses without a definition: it may follow in the scope around */
    for (uint32_t i = scopes->undo.len; i-- > mark.undo;) {
        fp_scope_undo undo = scopes->undo.data[i];
        fp_scope_name *entry = &scopes->names.data[undo.name];
        bool stays = entry->open && !isolated && !(undo.value != FP_NONE && undo.level >= scopes->isolated);
        if (stays)
            entry->level = scopes->level;
        else
            *entry = (fp_scope_name){ entry->name, undo.value, undo.count, undo.level, undo.open };
        scopes->undo.data[i].name = stays ? undo.name : FP_NONE;
    }
    for (uint32_t i = mark.undo; i < scopes->undo.len; i++)
        if (scopes->undo.data[i].name != FP_NONE) scopes->undo.data[kept++] = scopes->undo.data[i];
    scopes->undo.len = kept;
}

void fp_scopes_define(struct fp_scopes *scopes, fp_str name, uint32_t value, uint32_t count) {
    uint32_t index = entry_of(scopes, name);
    const fp_scope_name *entry = &scopes->names.data[index];
    if (entry->open && is_seen(scopes, entry) && entry->level >= scopes->level)
        *FP_PUSH(scopes->keep, &scopes->forwards) = (fp_scope_forward){ entry->value, value };
    bind(scopes, index, (fp_scope_name){ .value = value, .count = count, .level = scopes->level });
}

uint32_t fp_scopes_find(struct fp_scopes *scopes, fp_str name, uint32_t *count) {
    uint32_t index = entry_of(scopes, name); /* may move the names */
    const fp_scope_name *entry = &scopes->names.data[index];
    *count = entry->count;
    return is_seen(scopes, entry) ? entry->value : FP_NONE;
}

void fp_scopes_open(struct fp_scopes *scopes, fp_str name, uint32_t value) {
    uint32_t index = entry_of(scopes, name);
    bind(scopes, index, (fp_scope_name){ .value = value, .count = 1, .level = scopes->level, .open = true });
}

uint32_t fp_scopes_find_here(struct fp_scopes *scopes, fp_str name) {
    uint32_t index = entry_of(scopes, name);
    const fp_scope_name *entry = &scopes->names.data[index];
    return entry->value != FP_NONE && entry->level == scopes->level ? entry->value : FP_NONE;
}
