/* syntax_memory.c - what was read of the units last time, so that an edit costs the units that it touches. */
#include "syntax_tree.h"
#include <assert.h>
#include <string.h>

void fp_memories_forget(fp_unit_memories *memories) {
    fp_arena_drop(memories->arena);
    *memories = (fp_unit_memories){ 0 };
}

/* Several edits become one stretch that holds them all. */
void fp_memories_edit(fp_unit_memories *m, fp_span span, uint32_t inserted) {
    if (!m->edited) {
        m->edited = true;
        m->start = m->old_end = m->new_end = span.start;
    }
    uint32_t end = span.end > m->new_end ? span.end : m->new_end;
    if (span.start < m->start) m->start = span.start;
    m->old_end += end - m->new_end;
    m->new_end = end - (span.end - span.start) + inserted;
}

/* A byte beside the stretch counts as touched: a name may have grown into it. */
static bool old_place(const fp_unit_memories *m, fp_span span, fp_span *old) {
    *old = span;
    if (!m->edited || span.end < m->start) return true;
    if (span.start <= m->new_end) return false;
    old->start = span.start - m->new_end + m->old_end;
    old->end = span.end - m->new_end + m->old_end;
    return true;
}

const fp_unit_memory *fp_memories_find(const fp_unit_memories *m, fp_span span, uint32_t column) {
    fp_span old;
    if (!m->arena || !old_place(m, span, &old)) return NULL;
    uint32_t low = 0, high = m->units.len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->units.data[middle].span.start < old.start) low = middle + 1;
        else high = middle;
    }
    const fp_unit_memory *found = low < m->units.len ? &m->units.data[low] : NULL;
    return found && found->span.start == old.start && found->span.end == old.end && found->column == column ? found : NULL;
}

static const fp_span *copy_spans(struct fp_arena *keep, const fp_span *spans, uint32_t count) {
    fp_span *copy = FP_NEW(keep, fp_span, count + 1);
    if (count) memcpy(copy, spans, count * sizeof *copy);
    return copy;
}

static void copy_lists(struct fp_arena *keep, fp_unit_memory *copy) {
    copy->callees = copy_spans(keep, copy->callees, copy->callee_count);
    copy->symbols = copy_spans(keep, copy->symbols, copy->symbol_count);
}

fp_unit_memory *fp_memory_copy(struct fp_arena *keep, const fp_unit_memory *memory, fp_span span) {
    fp_unit_memory *copy = FP_NEW(keep, fp_unit_memory, 1);
    *copy = *memory;
    copy->span = span;
    copy_lists(keep, copy);
    return copy;
}

void fp_memories_take(fp_unit_memories *memories, const struct fp_unit_index *index, uint64_t aliases) {
    fp_unit_memories next = { .arena = fp_arena_new(), .aliases = aliases };
    for (uint32_t i = 0; i < index->memories.len; i++) {
        if (!index->memories.data[i]) continue;
        fp_unit_memory *copy = FP_PUSH(next.arena, &next.units);
        *copy = *index->memories.data[i];
        copy_lists(next.arena, copy);
    }
    fp_memories_forget(memories);
    *memories = next;
}
