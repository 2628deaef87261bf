#include "trial/edits.h"
#include "base/line_diff.h"
#include "base/sort.h"
#include "rules/fix_edit.h"
#include <string.h>

static int compare_edits(const void *a, const void *b) {
    const fp_edit *x = a, *y = b;
    if (x->span.start != y->span.start) return x->span.start < y->span.start ? -1 : 1;
    return x->span.end < y->span.end ? -1 : x->span.end > y->span.end;
}

static bool collide(const fp_edit *a, const fp_edit *b) {
    if (fp_edit_equal(a, b)) return false;
    if (a->span.start == b->span.start) return true;
    return a->span.start < b->span.end && b->span.start < a->span.end;
}

bool fp_edits_add(struct fp_arena *keep, fp_edits *list, const fp_edit *edits, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < list->len; k++)
            if (collide(&edits[i], &list->data[k])) return false;
    for (size_t i = 0; i < count; i++) {
        bool have = false;
        for (uint32_t k = 0; k < list->len && !have; k++) have = fp_edit_equal(&edits[i], &list->data[k]);
        if (!have) *FP_PUSH(keep, list) = edits[i];
    }
    return true;
}

fp_str fp_edits_apply(struct fp_arena *keep, fp_str text, fp_edits *edits) {
    fp_sort(edits->data, edits->len, sizeof *edits->data, compare_edits);
    size_t len = text.len;
    for (uint32_t i = 0; i < edits->len; i++)
        len = len + edits->data[i].text.len - (edits->data[i].span.end - edits->data[i].span.start);
    char *data = fp_arena_room(keep, 1, 1, len + 1), *to = data;
    size_t done = 0;
    for (uint32_t i = 0; i <= edits->len; i++) {
        size_t up_to = i < edits->len ? edits->data[i].span.start : text.len;
        if (up_to > done) memcpy(to, text.data + done, up_to - done);
        to += up_to - done;
        if (i == edits->len) break;
        fp_edit edit = edits->data[i];
        if (edit.text.len) memcpy(to, edit.text.data, edit.text.len);
        to += edit.text.len;
        done = edit.span.end;
    }
    return (fp_str){ data, len };
}

bool fp_edits_move(const fp_edits *sorted, uint32_t *offset) {
    int64_t by = 0;
    for (uint32_t i = 0; i < sorted->len; i++) {
        const fp_edit *edit = &sorted->data[i];
        if (edit->span.start > *offset) break;
        if (edit->span.end > *offset) return false;
        by += (int64_t)edit->text.len - (edit->span.end - edit->span.start);
    }
    *offset = (uint32_t)((int64_t)*offset + by);
    return true;
}

uint32_t fp_edits_place_before(const fp_edits *sorted, uint32_t offset) {
    int64_t by = 0; /* bytes more than before, in front of the edit */
    for (uint32_t i = 0; i < sorted->len; i++) {
        const fp_edit *edit = &sorted->data[i];
        int64_t start = edit->span.start + by, end = start + (int64_t)edit->text.len;
        if (offset < start) break;
        if (offset < end) return edit->span.start;
        by = end - edit->span.end;
    }
    return (uint32_t)(offset - by);
}

/* The edit of the lines that are not in both texts, from line `*i` of a and `*j` of b on, which may be none; `from`:
 * where it begins in a. */
static fp_edit next_edit(struct fp_arena *keep, const fp_line_diff *d, size_t *i, size_t *j, uint32_t from) {
    fp_span span = { from, from };
    fp_str text = { "", 0 };
    for (; *i < d->a.len && !d->kept_a[*i]; ++*i) span.end += (uint32_t)d->a.data[*i].len;
    for (; *j < d->b.len && !d->kept_b[*j]; ++*j) {
        if (text.len == 0) text.data = d->b.data[*j].data;
        text.len += d->b.data[*j].len;
    }
    return (fp_edit){ span, fp_str_copy(keep, text) };
}

fp_edits fp_edits_between(struct fp_arena *keep, fp_str before, fp_str after) {
    struct fp_arena *scratch = fp_arena_new();
    fp_line_diff d = fp_line_diff_find(scratch, before, after);
    fp_edits edits = { 0 };
    uint32_t from = 0;
    for (size_t i = 0, j = 0; i < d.a.len || j < d.b.len;) {
        fp_edit edit = next_edit(keep, &d, &i, &j, from);
        if (edit.span.end > edit.span.start || edit.text.len) *FP_PUSH(keep, &edits) = edit;
        from = edit.span.end;
        for (; i < d.a.len && j < d.b.len && d.kept_a[i] && d.kept_b[j]; i++, j++) from += (uint32_t)d.a.data[i].len;
    }
    fp_arena_drop(scratch);
    return edits;
}
