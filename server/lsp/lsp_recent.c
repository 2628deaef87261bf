/* lsp_recent.c - what the last finished check said of the barriers, moved along with the edits since. */
#include "base/chars.h"
#include "fencepost_editor.h"
#include "lsp/lsp_state.h"
#include <string.h>

/* Barriers in a row mostly order accesses of one buffer: its name is copied once. */
static fp_note_access copy_access(struct fp_arena *keep, const fp_note_access *access, fp_str *last) {
    if (!fp_str_equal(*last, access->buffer)) *last = fp_str_copy(keep, access->buffer);
    return (fp_note_access){ access->span, access->kind, *last };
}

struct fp_lsp_recent *fp_lsp_recent_none(void) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_lsp_recent *recent = FP_NEW(keep, struct fp_lsp_recent, 1);
    recent->keep = keep;
    return recent;
}

struct fp_lsp_recent *fp_lsp_recent_take(struct fp_document *document) {
    struct fp_lsp_recent *recent = fp_lsp_recent_none();
    struct fp_arena *keep = recent->keep;
    const fp_sync_note *notes;
    uint32_t count = fp_document_sync_notes(document, &notes);
    recent->has_checked = true;
    recent->notes = fp_arena_room(keep, sizeof *notes, _Alignof(fp_sync_note), count);
    recent->count = count;
    fp_str producer = FP_STR(""), consumer = FP_STR("");
    for (uint32_t i = 0; i < count; i++)
        recent->notes[i] = (fp_sync_note){ .span = notes[i].span,
                                           .verdict = notes[i].verdict,
                                           .producer = copy_access(keep, &notes[i].producer, &producer),
                                           .consumer = copy_access(keep, &notes[i].consumer, &consumer) };
    return recent;
}

void fp_lsp_recent_drop(struct fp_lsp_recent *recent) {
    if (recent) fp_arena_drop(recent->keep);
}

/* ---- edits ---- */

static uint32_t comment_start(fp_str text, uint32_t start, uint32_t end) {
    for (uint32_t at = start; at + 1 < end; at++)
        if (text.data[at] == '/' && text.data[at + 1] == '/') return at;
    return end;
}

/* The end of the last token before `at`: what is inserted there, behind blanks and comments, may belong to its op. */
static uint32_t token_end_before(fp_str text, uint32_t at) {
    for (;;) {
        while (at > 0 && fp_is_space(text.data[at - 1])) at--;
        uint32_t line = at;
        while (line > 0 && !fp_is_line_end(text.data[line - 1])) line--;
        uint32_t comment = comment_start(text, line, at);
        if (comment == at) return at;
        at = comment;
    }
}

/* The end of the line behind an edit; the edit's own end when a line begins there both before and after it. */
static uint32_t line_end_behind(fp_str text, fp_span edit, fp_str inserted) {
    uint32_t end = edit.end;
    bool begins_line = end == 0 || fp_is_line_end(text.data[end - 1]), still_does;
    if (inserted.len)
        still_does = fp_is_line_end(inserted.data[inserted.len - 1]);
    else
        still_does = edit.start == 0 || fp_is_line_end(text.data[edit.start - 1]);
    if (begins_line && still_does) return end;
    while (end < text.len && !fp_is_line_end(text.data[end])) end++;
    return end;
}

typedef struct {
    fp_span edit, touched; /* touched: ops in it may have changed */
    uint32_t inserted;     /* bytes */
} text_edit;

/* False: the edit touches it. An empty place stays. */
static bool move(const text_edit *edit, fp_span *place) {
    if (place->end == 0) return true;
    if (place->start <= edit->touched.end && place->end >= edit->touched.start) return false;
    if (place->start >= edit->edit.end) {
        place->start += edit->inserted - (edit->edit.end - edit->edit.start);
        place->end += edit->inserted - (edit->edit.end - edit->edit.start);
    }
    return true;
}

void fp_lsp_recent_edit(struct fp_lsp_recent *recent, fp_str text, fp_span span, fp_str inserted) {
    if (span.end > text.len) span.end = (uint32_t)text.len;
    if (span.start > span.end) span.start = span.end;
    text_edit edit = { .edit = span,
                       .touched = { token_end_before(text, span.start), line_end_behind(text, span, inserted) },
                       .inserted = (uint32_t)inserted.len };
    uint32_t kept = 0;
    for (uint32_t i = 0; i < recent->count; i++) {
        fp_sync_note note = recent->notes[i];
        if (move(&edit, &note.span) && move(&edit, &note.producer.span) && move(&edit, &note.consumer.span))
            recent->notes[kept++] = note;
    }
    recent->count = kept;
}
