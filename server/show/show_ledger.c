#include "show/show_ledger.h"
#include "base/str.h"
#include "output/json.h"
#include <inttypes.h>

/* For machines. */
static const char *const directions[] = {
    [FP_LEDGER_FORWARD] = "forward", [FP_LEDGER_BACKWARD] = "backward", [FP_LEDGER_OTHER] = "other"
};
static const char *const verdicts[] = { [FP_LEDGER_NEEDED] = "needed",
                                        [FP_LEDGER_REDUNDANT] = "redundant",
                                        [FP_LEDGER_MISSING] = "missing",
                                        [FP_LEDGER_UNKNOWN] = "unknown" };
static const char *const reasons[] = {
    [FP_LEDGER_NO_REASON] = "", [FP_LEDGER_RACE] = "race",         [FP_LEDGER_FENCE] = "fence",
    [FP_LEDGER_HANG] = "hang",  [FP_LEDGER_PROTOCOL] = "protocol", [FP_LEDGER_LIFETIME] = "lifetime"
};

static uint32_t line_of(const struct fp_document *document, fp_span span) {
    return fp_document_position(document, span.start).line;
}

/* ---- text ---- */
/* How an arrival is told to people, and its name for machines. */
static const struct {
    const char *verb, *kind;
} arrival_words[] = { [FP_PICTURE_DOES_ARRIVE] = { "brings", "arrive" },
                      [FP_PICTURE_DOES_EXPECT] = { "expects", "expect" },
                      [FP_PICTURE_DOES_COMPLETE] = { "completes", "complete" },
                      [FP_PICTURE_DOES_START] = { "brings, when its work is done,", "work" },
                      [FP_PICTURE_DOES_COMMIT] = { "brings, when all before it is done,", "commit" } };

static void write_amount(struct fp_out *out, const fp_ledger_arrival *arrival) {
    bool expects = arrival->does == FP_PICTURE_DOES_ARRIVE;
    if (arrival->arrivals > 0) fp_out_count(out, (uint64_t)arrival->arrivals, "arrival");
    if (arrival->arrivals < 0) fp_out_text(out, "some arrivals");
    if (arrival->bytes == 0) return;
    if (arrival->arrivals) fp_out_text(out, expects ? " and expects " : " and ");
    if (arrival->bytes > 0)
        fp_out_count(out, (uint64_t)arrival->bytes, "byte");
    else
        fp_out_text(out, "some bytes");
}

static void write_place(struct fp_out *out, const struct fp_document *document, fp_span span, fp_str stream) {
    fp_out_printf(out, "  line %-4" PRIu32 " ", line_of(document, span));
    fp_out_visible(out, stream);
}

static void write_arrival(struct fp_out *out, const struct fp_document *document, const fp_ledger_arrival *arrival) {
    write_place(out, document, arrival->span, arrival->stream);
    fp_out_printf(out, " %s ", arrival_words[arrival->does].verb);
    write_amount(out, arrival);
    if (arrival->phases >= arrival->of)
        fp_out_text(out, ", in each phase\n");
    else
        fp_out_printf(out, ", in %" PRIu32 " of %" PRIu32 " phases\n", arrival->phases, arrival->of);
}

static void write_wait(struct fp_out *out, const struct fp_document *document, const fp_ledger_wait *wait) {
    write_place(out, document, wait->span, wait->stream);
    fp_out_text(out, " waits");
    if (wait->slot.len) fp_out_printf(out, ", slot %.*s", FP_STR_ARG(wait->slot));
    if (wait->parity.len) fp_out_printf(out, ", parity %.*s", FP_STR_ARG(wait->parity));
    if (!wait->parity.len) fp_out_text(out, " for its own arrival");
    fp_out_text(out, "\n");
}

static void write_buffers(struct fp_out *out, const fp_ledger_edge *edge) {
    for (uint32_t i = 0; i < edge->buffer_count; i++) {
        if (i) fp_out_text(out, ", ");
        fp_out_visible(out, edge->buffers[i]);
    }
}

/* What the wait is for, or what is not there. */
static void write_reason(struct fp_out *out, const struct fp_document *document, const fp_ledger_edge *edge) {
    bool missing = edge->verdict == FP_LEDGER_MISSING;
    switch (edge->reason) {
    case FP_LEDGER_NO_REASON:
        if (edge->verdict == FP_LEDGER_REDUNDANT) fp_out_text(out, ": nothing changes without it alone");
        if (edge->verdict == FP_LEDGER_UNKNOWN) fp_out_text(out, ": not all that it may order is known");
        return;
    case FP_LEDGER_RACE:
    case FP_LEDGER_FENCE:
        fp_out_text(out, missing ? ": " : " for ");
        write_buffers(out, edge);
        fp_out_printf(out, "; %s", missing ? "" : "without it ");
        fp_out_printf(out,
                      edge->reason == FP_LEDGER_RACE ? "nothing orders lines %" PRIu32 " and %" PRIu32
                                                     : "no fence stands between lines %" PRIu32 " and %" PRIu32,
                      line_of(document, edge->first), line_of(document, edge->second));
        return;
    case FP_LEDGER_HANG:
        fp_out_text(out, missing ? ": streams wait for ever" : ": streams wait for ever without it");
        if (missing && !edge->arrival.end) fp_out_text(out, ", and nobody is left who could arrive");
        return;
    case FP_LEDGER_PROTOCOL: fp_out_text(out, ": without it an arrival may count in another phase"); return;
    case FP_LEDGER_LIFETIME:
        fp_out_text(out, ": without it a barrier may be used before it is there, or too long");
        return;
    }
}

static void write_edge(struct fp_out *out, const struct fp_document *document, const fp_ledger_edge *edge,
                       const fp_style *style) {
    static const char *const words[] = {
        [FP_LEDGER_FORWARD] = "forward (full)", [FP_LEDGER_BACKWARD] = "backward (free)", [FP_LEDGER_OTHER] = ""
    };
    static const fp_level levels[] = { [FP_LEDGER_NEEDED] = FP_LEVEL_OFF,
                                       [FP_LEDGER_REDUNDANT] = FP_LEVEL_WARNING,
                                       [FP_LEDGER_MISSING] = FP_LEVEL_ERROR,
                                       [FP_LEDGER_UNKNOWN] = FP_LEVEL_INFORMATION };
    fp_out_text(out, "  ");
    if (edge->from.len) fp_out_visible(out, edge->from);
    fp_out_text(out, edge->from.len ? " \xE2\x86\x92 " : "nobody \xE2\x86\x92 ");
    fp_out_visible(out, edge->to);
    if (edge->wait.end) fp_out_printf(out, ", line %" PRIu32, line_of(document, edge->wait));
    fp_out_printf(out, ": %s%s", words[edge->direction], words[edge->direction][0] ? ", " : "");
    fp_out_printf(out, "%s%s%s", style->level[levels[edge->verdict]], verdicts[edge->verdict], style->reset);
    write_reason(out, document, edge);
    fp_out_text(out, "\n");
}

void fp_show_ledger_head(struct fp_out *out, const fp_ledger_object *object) {
    fp_out_visible(out, object->name);
    fp_out_text(out, ": ");
    fp_out_count(out, object->slots, "slot");
    if (object->count >= 0) fp_out_printf(out, ", count %" PRId64, object->count);
    if (object->bytes > 0) fp_out_printf(out, ", %" PRId64 " bytes a phase", object->bytes);
    fp_out_text(out, "; ");
    fp_out_count(out, object->phases, "phase");
    fp_out_text(out, " complete");
}

void fp_show_ledger_object(struct fp_out *out, const struct fp_document *document, const fp_ledger_object *object,
                           const fp_style *style) {
    for (uint32_t i = 0; i < object->arrival_count; i++) write_arrival(out, document, &object->arrivals[i]);
    for (uint32_t i = 0; i < object->wait_count; i++) write_wait(out, document, &object->waits[i]);
    for (uint32_t i = 0; i < object->edge_count; i++) write_edge(out, document, &object->edges[i], style);
}

static void write_ledger(struct fp_out *out, const struct fp_document *document, const fp_ledger *ledger,
                         const fp_style *style) {
    fp_out_printf(out, "%skernel ", style->strong);
    fp_out_visible(out, ledger->name);
    fp_out_printf(out, " on %.*s", FP_STR_ARG(ledger->target));
    for (uint32_t i = 0; i < ledger->value_count; i++) {
        fp_out_text(out, i ? ", " : "; a run with ");
        fp_out_visible(out, ledger->values[i].name);
        fp_out_printf(out, " = %" PRId64, ledger->values[i].value);
    }
    fp_out_printf(out, "%s\n", style->reset);
    for (uint32_t i = 0; i < ledger->object_count; i++) {
        fp_out_printf(out, "\n%s", style->strong);
        fp_show_ledger_head(out, &ledger->objects[i]);
        fp_out_printf(out, "%s\n", style->reset);
        fp_show_ledger_object(out, document, &ledger->objects[i], style);
    }
    if (ledger->missing_count) fp_out_text(out, "\nordered by no barrier\n");
    for (uint32_t i = 0; i < ledger->missing_count; i++) write_edge(out, document, &ledger->missing[i], style);
}

void fp_show_ledger_text(struct fp_out *out, const fp_ledger_page *page, const fp_style *style) {
    if (page->count == 0) fp_out_text(out, "no kernel has barriers that count arrivals\n");
    for (size_t i = 0; i < page->count; i++) {
        if (i) fp_out_text(out, "\n");
        write_ledger(out, page->document, &page->ledgers[i], style);
    }
    if (page->count) fp_out_text(out, "\nn: how often the wait has run before; n / 2 is rounded down\n");
}

/* ---- JSON ---- */
static void member_int(struct fp_json *json, const char *key, int64_t value) {
    fp_json_key(json, key);
    if (value < 0)
        fp_json_null(json);
    else
        fp_json_int(json, value);
}

static void member_line(struct fp_json *json, const fp_ledger_page *page, const char *key, fp_span span) {
    fp_json_key(json, key);
    if (span.end)
        fp_json_uint(json, line_of(page->document, span));
    else
        fp_json_null(json);
}

static void json_arrivals(struct fp_json *json, const fp_ledger_page *page, const fp_ledger_object *object) {
    fp_json_member_open(json, "arrivals", '[');
    for (uint32_t i = 0; i < object->arrival_count; i++) {
        const fp_ledger_arrival *arrival = &object->arrivals[i];
        fp_json_open(json, '{');
        fp_json_member_str(json, "stream", arrival->stream);
        member_line(json, page, "line", arrival->span);
        fp_json_member_text(json, "kind", arrival_words[arrival->does].kind);
        member_int(json, "arrivals", arrival->arrivals);
        member_int(json, "bytes", arrival->bytes);
        fp_json_member_uint(json, "phases", arrival->phases);
        fp_json_member_uint(json, "of", arrival->of);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

static void json_waits(struct fp_json *json, const fp_ledger_page *page, const fp_ledger_object *object) {
    fp_json_member_open(json, "waits", '[');
    for (uint32_t i = 0; i < object->wait_count; i++) {
        const fp_ledger_wait *wait = &object->waits[i];
        fp_json_open(json, '{');
        fp_json_member_str(json, "stream", wait->stream);
        member_line(json, page, "line", wait->span);
        if (wait->slot.len) fp_json_member_str(json, "slot", wait->slot);
        if (wait->parity.len) fp_json_member_str(json, "parity", wait->parity);
        fp_json_member_uint(json, "runs", wait->runs);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

static void json_edges(struct fp_json *json, const fp_ledger_page *page, const char *key, const fp_ledger_edge *edges,
                       uint32_t count) {
    fp_json_member_open(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        const fp_ledger_edge *edge = &edges[i];
        fp_json_open(json, '{');
        fp_json_member_text(json, "direction", directions[edge->direction]);
        fp_json_member_text(json, "verdict", verdicts[edge->verdict]);
        if (edge->reason) fp_json_member_text(json, "reason", reasons[edge->reason]);
        if (edge->from.len) fp_json_member_str(json, "from", edge->from);
        fp_json_member_str(json, "to", edge->to);
        member_line(json, page, "arrival", edge->arrival);
        member_line(json, page, "wait", edge->wait);
        fp_json_member_open(json, "buffers", '[');
        for (uint32_t k = 0; k < edge->buffer_count; k++) fp_json_str(json, edge->buffers[k]);
        fp_json_close(json, ']');
        if (edge->first.end) member_line(json, page, "first", edge->first);
        if (edge->second.end) member_line(json, page, "second", edge->second);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

static void json_ledger(struct fp_json *json, const fp_ledger_page *page, const fp_ledger *ledger) {
    fp_json_open(json, '{');
    fp_json_member_str(json, "name", ledger->name);
    fp_json_member_str(json, "file", page->file);
    fp_json_member_str(json, "target", ledger->target);
    fp_json_member_open(json, "values", '{');
    for (uint32_t i = 0; i < ledger->value_count; i++) {
        fp_json_key_str(json, ledger->values[i].name);
        fp_json_int(json, ledger->values[i].value);
    }
    fp_json_close(json, '}');
    fp_json_member_open(json, "objects", '[');
    for (uint32_t i = 0; i < ledger->object_count; i++) {
        const fp_ledger_object *object = &ledger->objects[i];
        fp_json_open(json, '{');
        fp_json_member_str(json, "name", object->name);
        fp_json_member_uint(json, "slots", object->slots);
        member_int(json, "count", object->count);
        member_int(json, "bytes", object->bytes);
        fp_json_member_uint(json, "phases", object->phases);
        json_arrivals(json, page, object);
        json_waits(json, page, object);
        json_edges(json, page, "edges", object->edges, object->edge_count);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
    json_edges(json, page, "missing", ledger->missing, ledger->missing_count);
    fp_json_close(json, '}');
}

void fp_show_ledger_json(struct fp_out *out, const fp_ledger_page *page) {
    struct fp_json json = { .out = out };
    fp_json_open(&json, '{');
    fp_json_member_open(&json, "kernels", '[');
    for (size_t i = 0; i < page->count; i++) json_ledger(&json, page, &page->ledgers[i]);
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_out_text(out, "\n");
}
