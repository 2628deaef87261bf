#include "base/document_text.h"
#include "base/vec.h"
#include <assert.h>
#include <string.h>

/* An array that its arena is made for: growing makes a new one, so that nothing old stays behind. */
typedef struct {
    struct fp_arena *arena;
    uint32_t *data;
    uint32_t len, capacity;
} table;

struct fp_text_store {
    struct fp_arena *home, *bytes, *marks; /* bytes: NULL while the text is lent */
    const char *data;
    char *own; /* `data` that may be written to; NULL while the text is lent */
    size_t len, capacity;
    table starts, markers;
    uint32_t lone_returns; /* lines that end at a \r without \n */
    fp_lines lines;
};

enum { FP_MARKER_BYTES = sizeof FP_TEXT_MARKER - 1 };

/* ---- tables ---- */

static void table_reserve(table *t, uint32_t len) {
    if (len <= t->capacity) return;
    struct fp_arena *arena = fp_arena_new();
    uint32_t capacity = len + len / 4 + 16;
    uint32_t *data = FP_NEW(arena, uint32_t, capacity);
    if (t->len) memcpy(data, t->data, t->len * sizeof *data);
    fp_arena_drop(t->arena);
    t->arena = arena;
    t->data = data;
    t->capacity = capacity;
}

/* First entry that is not below `value`. */
static uint32_t table_find(const table *t, uint32_t value) { return fp_count_below(t->data, t->len, value); }

/* Puts `count` entries in the place of those from `first` to `end`, and moves on what is behind by `shift` bytes of
 * text. */
static void table_replace(table *t, uint32_t first, uint32_t end, const uint32_t *entries, uint32_t count,
                          uint32_t shift) {
    uint32_t behind = t->len - end;
    table_reserve(t, first + count + behind);
    if (behind) memmove(t->data + first + count, t->data + end, behind * sizeof *t->data);
    if (count) memcpy(t->data + first, entries, count * sizeof *entries);
    t->len = first + count + behind;
    for (uint32_t i = first + count; i < t->len && shift; i++) t->data[i] += shift; /* modulo 2^32: may go down */
}

static void table_push(table *t, uint32_t value) {
    table_reserve(t, t->len + 1);
    t->data[t->len++] = value;
}

/* ---- what stands in a stretch of the text ---- */

/* Starts of lines from `from` to `end`, both included: behind a \n, and behind a \r that no \n follows. */
static void find_starts(const struct fp_text_store *store, size_t from, size_t end, table *found) {
    for (size_t at = from; at <= end; at++) {
        if (at == 0) {
            table_push(found, 0);
            continue;
        }
        char before = store->data[at - 1];
        if (before == '\n' || (before == '\r' && (at == store->len || store->data[at] != '\n')))
            table_push(found, (uint32_t)at);
    }
}

static void find_markers(const struct fp_text_store *store, size_t from, size_t end, table *found) {
    fp_str text = { store->data, end }, marker = FP_STR(FP_TEXT_MARKER);
    for (size_t at = from; (at += fp_str_find_part(fp_str_slice(text, at, end), marker)) < end; at++)
        table_push(found, (uint32_t)at);
}

static uint32_t count_lone_returns(const struct fp_text_store *store, uint32_t first, uint32_t end) {
    uint32_t count = 0;
    for (uint32_t i = first; i < end; i++)
        count += store->starts.data[i] > 0 && store->data[store->starts.data[i] - 1] == '\r';
    return count;
}

static bool has_long_line(const struct fp_text_store *store, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end && i < store->starts.len; i++) {
        size_t stop = i + 1 < store->starts.len ? store->starts.data[i + 1] : store->len;
        if (stop - store->starts.data[i] > FP_LINE_MARK_BYTES) return true;
    }
    return false;
}

static void update_lines(struct fp_text_store *store, bool has_long) {
    bool mark = has_long || store->lines.mark_count;
    store->lines =
        (fp_lines){ .starts = store->starts.data, .count = store->starts.len, .lone_returns = store->lone_returns };
    if (!mark) return;
    fp_arena_drop(store->marks);
    store->marks = fp_arena_new();
    fp_lines_mark(store->marks, (fp_str){ store->data, store->len }, &store->lines);
}

/* ---- the store ---- */

/* Room for the text and for `len` bytes, in memory that may be written to. */
static void reserve_bytes(struct fp_text_store *store, size_t len) {
    if (len < store->len) len = store->len;
    if (store->own && len <= store->capacity) return;
    struct fp_arena *bytes = fp_arena_new();
    size_t capacity = len + len / 8 + 64;
    char *data = FP_NEW(bytes, char, capacity);
    if (store->len) memcpy(data, store->data, store->len);
    fp_arena_drop(store->bytes);
    store->bytes = bytes;
    store->data = store->own = data;
    store->capacity = capacity;
}

struct fp_text_store *fp_text_store_lent(fp_str text) {
    assert(text.len < UINT32_MAX);
    struct fp_arena *home = fp_arena_new();
    struct fp_text_store *store = FP_NEW(home, struct fp_text_store, 1);
    store->home = home;
    store->data = text.len ? text.data : "";
    store->len = text.len;
    struct fp_arena *scratch = fp_arena_new();
    fp_lines lines = fp_lines_new(scratch, fp_text_store_text(store));
    table_reserve(&store->starts, lines.count);
    memcpy(store->starts.data, lines.starts, lines.count * sizeof *lines.starts);
    store->starts.len = lines.count;
    store->lone_returns = lines.lone_returns;
    find_markers(store, 0, store->len, &store->markers);
    update_lines(store, lines.mark_count > 0);
    fp_arena_drop(scratch);
    return store;
}

/* A new store needs no room to grow into: most texts are read once. */
struct fp_text_store *fp_text_store_new(fp_str text) {
    struct fp_arena *bytes = fp_arena_new();
    char *data = fp_arena_room(bytes, 1, 1, text.len + 1);
    if (text.len) memcpy(data, text.data, text.len);
    struct fp_text_store *store = fp_text_store_lent((fp_str){ data, text.len });
    store->bytes = bytes;
    store->own = data;
    store->capacity = text.len + 1;
    return store;
}

void fp_text_store_drop(struct fp_text_store *store) {
    if (!store) return;
    fp_arena_drop(store->starts.arena);
    fp_arena_drop(store->markers.arena);
    fp_arena_drop(store->marks);
    fp_arena_drop(store->bytes);
    fp_arena_drop(store->home);
}

fp_str fp_text_store_text(const struct fp_text_store *store) { return (fp_str){ store->data, store->len }; }
fp_lines fp_text_store_lines(const struct fp_text_store *store) { return store->lines; }

uint32_t fp_text_store_markers(const struct fp_text_store *store, const uint32_t **offsets) {
    *offsets = store->markers.data;
    return store->markers.len;
}

size_t fp_text_store_bytes(const struct fp_text_store *store) {
    size_t bytes = fp_arena_bytes(store->starts.arena);
    return bytes + (store->bytes ? fp_arena_bytes(store->bytes) : 0) +
           (store->markers.arena ? fp_arena_bytes(store->markers.arena) : 0) +
           (store->marks ? fp_arena_bytes(store->marks) : 0);
}

void fp_text_store_edit(struct fp_text_store *store, fp_span span, fp_str replacement) {
    assert(span.start <= span.end && span.end <= store->len);
    size_t len = store->len - (span.end - span.start) + replacement.len, behind = store->len - span.end;
    assert(len < UINT32_MAX);
    uint32_t shift = (uint32_t)replacement.len - (span.end - span.start),
             new_end = span.start + (uint32_t)replacement.len;
    /* Whether a line starts at a place, or a marker, depends on bytes beside it: what touches the edit is looked for
     * anew. */
    uint32_t near = span.start < FP_MARKER_BYTES ? 0 : span.start - FP_MARKER_BYTES + 1;
    uint32_t first_start = table_find(&store->starts, span.start),
             end_start = span.end == UINT32_MAX ? store->starts.len : table_find(&store->starts, span.end + 1);
    uint32_t first_marker = table_find(&store->markers, near), end_marker = table_find(&store->markers, span.end);
    store->lone_returns -= count_lone_returns(store, first_start, end_start);

    reserve_bytes(store, len);
    if (behind) memmove(store->own + new_end, store->data + span.end, behind);
    if (replacement.len) memcpy(store->own + span.start, replacement.data, replacement.len);
    store->len = len;

    table found = { 0 };
    find_starts(store, span.start, new_end, &found);
    table_replace(&store->starts, first_start, end_start, found.data, found.len, shift);
    store->lone_returns += count_lone_returns(store, first_start, first_start + found.len);
    uint32_t last_start = first_start + found.len;
    found.len = 0;
    size_t far = new_end + FP_MARKER_BYTES - 1;
    find_markers(store, near, far < len ? far : len, &found);
    table_replace(&store->markers, first_marker, end_marker, found.data, found.len, shift);
    fp_arena_drop(found.arena);
    update_lines(store, has_long_line(store, first_start ? first_start - 1 : 0, last_start + 1));
}
