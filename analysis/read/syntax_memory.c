/* syntax_memory.c - what was read of the units last time, so that an edit costs the units that it touches. */
#include "read/syntax_tree.h"
#include <assert.h>
#include <string.h>

void fp_memories_forget(fp_unit_memories *memories) {
    fp_arena_drop(memories->arena);
    *memories = (fp_unit_memories){ 0 };
}

void fp_memories_edit(fp_unit_memories *m, fp_span span, uint32_t inserted, const fp_comment_edit *silent) {
    m->loud |= !silent || m->silent_count == FP_COMMENT_EDIT_EDITS_MAX;
    if (!m->loud) m->silent[m->silent_count++] = *silent;
    fp_stretch_add(&m->edits, span, inserted);
}

static bool holds_silent(const fp_unit_memories *m, fp_span span) {
    return m->edits.any && !m->loud && span.start < m->edits.start && m->edits.new_end < span.end;
}

/* A byte beside the stretch counts as touched: a name may have grown into it. */
static bool old_place(const fp_unit_memories *m, fp_span span, fp_span *old) {
    *old = span;
    if (!m->edits.any || span.end < m->edits.start) return true;
    if (holds_silent(m, span)) {
        old->end = span.end - m->edits.new_end + m->edits.old_end;
        return true;
    }
    if (span.start <= m->edits.new_end) return false;
    old->start = span.start - m->edits.new_end + m->edits.old_end;
    old->end = span.end - m->edits.new_end + m->edits.old_end;
    return true;
}

static const fp_unit_memory *find_at(const fp_unit_memories *m, fp_span old, uint32_t column) {
    uint32_t at = FP_COUNT_BELOW(m->units.data, m->units.len, span.start, old.start);
    const fp_unit_memory *found = at < m->units.len ? &m->units.data[at] : NULL;
    return found && found->span.start == old.start && found->span.end == old.end && found->column == column ? found
                                                                                                            : NULL;
}

const fp_unit_memory *fp_memories_find(const fp_unit_memories *m, fp_span span, uint32_t column) {
    fp_span old;
    if (!m->arena || !old_place(m, span, &old)) return NULL;
    return find_at(m, old, column);
}

static const fp_span *copy_spans(struct fp_arena *keep, const fp_span *spans, uint32_t count) {
    fp_span *copy = FP_NEW(keep, fp_span, count + 1);
    if (count) memcpy(copy, spans, count * sizeof *copy);
    return copy;
}

static void copy_lists(struct fp_arena *keep, fp_unit_memory *copy) {
    copy->callees = copy_spans(keep, copy->callees, copy->callee_count);
    copy->symbols = copy_spans(keep, copy->symbols, copy->symbol_count);
    copy->aliases =
        fp_arena_copy(keep, copy->aliases, copy->alias_count * sizeof *copy->aliases, _Alignof(fp_mentioned_alias));
    fp_comment_edit *silent = FP_NEW(keep, fp_comment_edit, copy->silent_count + 1);
    if (copy->silent_count) memcpy(silent, copy->silent, copy->silent_count * sizeof *silent);
    copy->silent = silent;
}

static fp_span relative(fp_span span, uint32_t start) {
    return (fp_span){ span.start > start ? span.start - start : 0, span.end - start };
}

static bool move_spans(struct fp_arena *keep, const fp_span **spans, uint32_t count, const fp_comment_edit *edits,
                       uint32_t edit_count) {
    fp_span *moved = FP_NEW(keep, fp_span, count + 1);
    bool all = true;
    for (uint32_t i = 0; i < count; i++) {
        moved[i] = (*spans)[i];
        all = fp_comment_move(edits, edit_count, false, &moved[i]) && all;
    }
    *spans = moved;
    return all;
}

/* The silent edits that were made inside of the unit, relative to its start. */
static bool add_silent(struct fp_arena *keep, const fp_unit_memories *m, fp_unit_memory *copy) {
    uint32_t known = copy->silent_count, start = copy->span.start;
    if (known + m->silent_count > FP_COMMENT_EDIT_EDITS_MAX) return false;
    fp_comment_edit *all = FP_NEW(keep, fp_comment_edit, known + m->silent_count);
    if (known) memcpy(all, copy->silent, known * sizeof *all);
    for (uint32_t i = 0; i < m->silent_count; i++) {
        all[known + i] = m->silent[i];
        all[known + i].at -= start;
        all[known + i].around = relative(m->silent[i].around, start);
    }
    const fp_comment_edit *now = all + known;
    copy->silent = all;
    copy->silent_count = known + m->silent_count;
    return fp_comment_move(now, m->silent_count, false, &copy->name) &&
           move_spans(keep, &copy->callees, copy->callee_count, now, m->silent_count) &&
           move_spans(keep, &copy->symbols, copy->symbol_count, now, m->silent_count);
}

fp_unit_memory *fp_memories_recall(struct fp_arena *keep, const fp_unit_memories *m, const fp_unit_memory *memory,
                                   fp_span span) {
    fp_unit_memory *copy = FP_NEW(keep, fp_unit_memory, 1);
    *copy = *memory;
    copy->span = span;
    copy_lists(keep, copy);
    return holds_silent(m, span) && !add_silent(keep, m, copy) ? NULL : copy;
}

void fp_memories_take(fp_unit_memories *memories, const struct fp_unit_index *index) {
    fp_unit_memories next = { .arena = fp_arena_new(), .aliases = index->alias_hash };
    for (uint32_t i = 0; i < index->memories.len; i++) {
        if (!index->memories.data[i]) continue;
        fp_unit_memory *copy = FP_PUSH(next.arena, &next.units);
        *copy = *index->memories.data[i];
        copy_lists(next.arena, copy);
    }
    fp_memories_forget(memories);
    *memories = next;
}
