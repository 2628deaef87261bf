#include "lsp/lsp_streams.h"
#include "output/style.h"
#include "show/show_ledger.h"
#include <inttypes.h>

static uint32_t line_of(const fp_lsp_ask *ask, fp_span span) {
    return fp_document_position(ask->view->document, span.start).line;
}

static bool is_alone(const fp_stream_note *note, uint32_t partner) {
    for (uint32_t i = 0; i < note->partner_count; i++)
        if (i != partner && fp_str_equal(note->partners[i].stream, note->partners[partner].stream)) return false;
    return true;
}

/* "partition 1 on lines 78, 80 and default on line 31": they come stream by stream as the run met them. */
static void write_partners(const fp_lsp_ask *ask, struct fp_out *out, const fp_stream_note *note) {
    bool *said = FP_NEW(ask->keep, bool, note->partner_count + 1);
    for (uint32_t i = 0, streams = 0; i < note->partner_count; i++) {
        if (said[i]) continue;
        if (streams++) fp_out_text(out, " and ");
        fp_out_printf(out, "%.*s on line%s ", FP_STR_ARG(note->partners[i].stream), is_alone(note, i) ? "" : "s");
        for (uint32_t k = i, lines = 0; k < note->partner_count; k++) {
            if (!fp_str_equal(note->partners[k].stream, note->partners[i].stream)) continue;
            said[k] = true;
            fp_out_printf(out, "%s%" PRIu32, lines++ ? ", " : "", line_of(ask, note->partners[k].span));
        }
    }
}

static void write_wait(const fp_lsp_ask *ask, struct fp_out *out, const fp_stream_note *note) {
    fp_out_printf(out, "%.*s waits for a phase of %.*s", FP_STR_ARG(note->stream), FP_STR_ARG(note->object));
    if (note->partner_count) {
        fp_out_text(out, " that is completed by ");
        write_partners(ask, out, note);
    }
    if (note->fresh && note->fresh == note->runs)
        fp_out_text(out, "; in the run that was looked at the barrier is fresh and lets it pass");
    else if (note->fresh > 1)
        fp_out_printf(out, "; the first %" PRIu32 " times the barrier is fresh and lets it pass", note->fresh);
    else if (note->fresh)
        fp_out_text(out, "; the first time the barrier is fresh and lets it pass");
    if (note->stuck) fp_out_text(out, "; in the run that was looked at it waits for ever in the end");
    fp_out_text(out, "\n");
}

static void write_arrival(const fp_lsp_ask *ask, struct fp_out *out, const fp_stream_note *note) {
    fp_out_printf(out, "%.*s arrives on %.*s", FP_STR_ARG(note->stream), FP_STR_ARG(note->object));
    if (note->partner_count) {
        fp_out_text(out, ", and releases ");
        write_partners(ask, out, note);
    } else {
        fp_out_text(out, "; nobody waits for it in the run that was looked at");
    }
    fp_out_text(out, "\n");
}

/* On a barrier that all who arrive also wait for. */
static void write_meeting(const fp_lsp_ask *ask, struct fp_out *out, const fp_stream_note *note) {
    fp_out_printf(out, "%.*s ", FP_STR_ARG(note->stream));
    if (note->partner_count) {
        fp_out_text(out, "meets ");
        write_partners(ask, out, note);
    } else {
        fp_out_text(out, "waits for its own threads alone");
    }
    fp_out_printf(out, ", at %.*s%s\n", FP_STR_ARG(note->object),
                  note->stuck ? "; in the run that was looked at it waits for ever in the end" : "");
}

static const char *by_words(fp_picture_does does) {
    bool waits = does == FP_PICTURE_DOES_WAIT || does == FP_PICTURE_DOES_MEET || does == FP_PICTURE_DOES_DRAIN;
    if (does == FP_PICTURE_DOES_FORK) return "the start of the streams";
    if (does == FP_PICTURE_DOES_JOIN) return "the join of the streams";
    return waits ? "the wait" : "the op";
}

/* "before the write of %tiles on line 80 (partition 1): the wait on line 76 for %free orders them" */
static void write_order(const fp_lsp_ask *ask, struct fp_out *out, const fp_stream_order *order) {
    fp_out_printf(out, "%s the %s of %.*s on line %" PRIu32 " (%.*s): %s on line %" PRIu32,
                  order->before ? "behind" : "before", order->writes ? "write" : "read", FP_STR_ARG(order->buffer),
                  line_of(ask, order->other.span), FP_STR_ARG(order->other.stream), by_words(order->by_does),
                  line_of(ask, order->by));
    if (order->object.len) fp_out_printf(out, " for %.*s", FP_STR_ARG(order->object));
    fp_out_text(out, " orders them\n");
}

bool fp_lsp_is_wait(const fp_stream_note *note) {
    return note->meets || note->does == FP_PICTURE_DOES_WAIT || note->does == FP_PICTURE_DOES_MEET;
}

bool fp_lsp_is_arrival(const fp_stream_note *note) {
    return note->object.len && (note->does == FP_PICTURE_DOES_ARRIVE || note->does == FP_PICTURE_DOES_EXPECT ||
                                note->does == FP_PICTURE_DOES_COMPLETE || note->does == FP_PICTURE_DOES_COMMIT ||
                                note->does == FP_PICTURE_DOES_START);
}

static fp_str take(struct fp_arena *keep, struct fp_out *out) {
    fp_str words = fp_str_copy(keep, fp_str_trim(fp_out_str(out)));
    fp_out_drop(out);
    return words;
}

static void write_note(const fp_lsp_ask *ask, struct fp_out *out, const fp_stream_note *note) {
    if (note->meets)
        write_meeting(ask, out, note);
    else if (fp_lsp_is_wait(note))
        write_wait(ask, out, note);
    else if (fp_lsp_is_arrival(note))
        write_arrival(ask, out, note);
    for (uint32_t i = 0; i < note->order_count; i++) write_order(ask, out, &note->orders[i]);
}

/* The lines of `words` that `out` does not have yet: streams of two workgroups may have the same order to tell. */
static void add_new_lines(struct fp_out *out, fp_str words) {
    for (size_t start = 0, end; start < words.len; start = end) {
        end = start + fp_str_find(fp_str_slice(words, start, words.len), '\n');
        end += end < words.len;
        fp_str line = fp_str_slice(words, start, end);
        if (!fp_str_contains(fp_out_str(out), line)) fp_out_bytes(out, line);
    }
}

fp_str fp_lsp_stream_words(fp_lsp_ask *ask, uint32_t offset, fp_str *begun) {
    const fp_stream_note *notes;
    uint32_t count = fp_document_stream_notes(ask->keep, ask->view->document, offset, &notes);
    struct fp_out out = { 0 }, of_note = { 0 };
    for (uint32_t i = 0; i < count; i++) {
        if (notes[i].does == FP_PICTURE_DOES_INIT) *begun = notes[i].object;
        of_note.len = 0;
        write_note(ask, &of_note, &notes[i]);
        add_new_lines(&out, fp_out_str(&of_note));
    }
    fp_out_drop(&of_note);
    return take(ask->keep, &out);
}

fp_str fp_lsp_ledger_words(struct fp_arena *keep, struct fp_document *document, uint32_t offset, fp_str name) {
    const fp_stream_place *uses;
    struct fp_out out = { 0 };
    bool named = fp_document_stream_uses(keep, document, offset, &uses) > 0; /* cheaper than an account */
    const fp_ledger *ledger = named ? fp_document_ledger_at(keep, document, offset) : NULL;
    for (uint32_t i = 0; ledger && i < ledger->object_count; i++) {
        if (!fp_str_equal(ledger->objects[i].name, name)) continue;
        fp_show_ledger_head(&out, &ledger->objects[i]);
        fp_out_text(&out, "\n");
        fp_show_ledger_object(&out, document, &ledger->objects[i], fp_style_get(false));
    }
    return take(keep, &out);
}
