/* explain.c - fp_document_explain: why the accesses and barriers on a line are judged as they are. */
#include "base/span.h"
#include "engine/engine.h"
#include "engine/pipeline.h"
#include "engine/sync_notes.h"
#include "rules/finding.h"
#include "rules/stream_level.h"
#include "views/enum_names.h"
#include "views/evidence_text.h"

enum { PAIRS_SHOWN_MAX = 64 }; /* of one access: a person reads no more */

typedef struct {
    struct fp_arena *keep;
    fp_renderer renderer;
    const struct fp_document *document;
    struct fp_kernel *kernel;
    const fp_analysis *analysis;
    const struct fp_streams *streams; /* NULL: nothing was run */
    fp_span place;                    /* the line, or the byte on it */
    bool in_short;                    /* what is the case, not how it was decided */
    fp_str text;
} explainer;

static uint32_t line_of(const explainer *e, fp_span span) { return fp_lines_line(e->document->lines, span.start); }
static void add(explainer *e, fp_str line) {
    e->text = fp_str_printf(e->keep, "%.*s%.*s\n", FP_STR_ARG(e->text), FP_STR_ARG(line));
}
static void add_phrase(explainer *e, const char *indent, fp_phrase phrase) {
    add(e, fp_str_printf(e->keep, "%s%.*s", indent, FP_STR_ARG(fp_render(&e->renderer, &phrase, FP_FORM_FULL))));
}
static bool is_meant(const explainer *e, fp_span span) { return fp_span_touches(span, e->place); }

static fp_str space_words(const explainer *e, const fp_access *access) {
    if (fp_class_of(e->kernel, access).space != FP_SPACE_WORKGROUP) return FP_STR("global memory");
    return fp_buffers_only_supposed(e->kernel->buffers, access->roots) ? FP_STR("what may be workgroup memory")
                                                                       : FP_STR("workgroup memory");
}

static fp_str root_words(explainer *e, const fp_access *access) {
    uint32_t count = 0;
    const fp_root *roots = fp_buffers_members(e->kernel->buffers, access->roots, &count);
    fp_str words = { "", 0 };
    for (uint32_t i = 0; i < count; i++) {
        const fp_root_info *root = fp_buffers_root(e->kernel->buffers, roots[i]);
        fp_str size = root->size_bytes >= 0 ? fp_str_printf(e->keep, ", %lld bytes", (long long)root->size_bytes)
                                            : (fp_str){ "", 0 };
        words = fp_str_printf(e->keep, "%.*s%s%.*s (line %u%.*s)", FP_STR_ARG(words), i ? " or " : "",
                              FP_STR_ARG(root->name), line_of(e, root->span), FP_STR_ARG(size));
    }
    return words.len ? words : FP_STR("not known");
}

static fp_str counter_words(explainer *e, const fp_access *access) {
    fp_counter counter = fp_class_of(e->kernel, access).counter;
    if (counter == FP_COUNTER_NONE) return (fp_str){ "", 0 };
    return fp_str_printf(e->keep, ", asynchronous (%.*s)", FP_STR_ARG(fp_counter_name(counter)));
}

/* The next hazard between the two accesses, in either order; NULL: the pair is ordered, or the two never meet. */
static const fp_hazard *next_hazard(const explainer *e, uint32_t a, uint32_t b, size_t *at) {
    while (*at < e->analysis->hazard_count) {
        const fp_hazard *hazard = &e->analysis->hazards[(*at)++];
        if ((hazard->producer == a && hazard->consumer == b) || (hazard->producer == b && hazard->consumer == a))
            return hazard;
    }
    return NULL;
}

static void explain_hazards(explainer *e, uint32_t a, uint32_t b) {
    size_t at = 0;
    for (const fp_hazard *hazard; (hazard = next_hazard(e, a, b, &at));) {
        bool forward = hazard->producer == a && hazard->consumer == b, carried = hazard->carrier != FP_NONE;
        fp_span loop = carried ? e->kernel->loops.data[hazard->carrier].span : (fp_span){ 0, 0 };
        fp_phrase later = FP_PHRASE(hazard->at_least ? FP_WORD_REASON_LATER_AT_LEAST : FP_WORD_REASON_LATER,
                                    fp_arg_number(FP_ARG_DISTANCE, hazard->distance), fp_arg_place(FP_ARG_LOOP, loop));
        if (!carried) later = fp_phrase_of(FP_SAYS_NOTHING);
        add_phrase(e, "      ",
                   FP_PHRASE(FP_WORD_REASON_UNORDERED, fp_arg_text(FP_ARG_NAME, fp_hazard_kind_name(hazard->kind)),
                             fp_arg_word(FP_ARG_WHO, forward ? FP_WORD_REASON_THIS_FIRST : FP_WORD_REASON_OTHER_FIRST),
                             fp_arg_phrase(FP_ARG_WHEN, later),
                             fp_arg_text(FP_ARG_VALUE, fp_overlap_name(hazard->answer.overlap)),
                             fp_arg_word(FP_ARG_UNTIL, fp_cause_word(hazard->cause)),
                             fp_arg_text(FP_ARG_REASON, fp_reason_text(&e->renderer, &hazard->answer))));
    }
}

/* What the run of the streams finds the two to lack; FP_SAYS_NOTHING: it finds nothing wrong. */
static fp_sentence lacks_in_run(const explainer *e, const fp_access *a, const fp_access *b) {
    const fp_stream_fault *fault = fp_stream_pair_fault(e->kernel, e->streams, fp_op_pair_rising(a->op, b->op));
    return fault ? fp_stream_pair_word(fault) : FP_SAYS_NOTHING;
}

static bool conflict(const fp_access *a, const fp_access *b) {
    bool writes = a->kind != FP_ACCESS_READ || b->kind != FP_ACCESS_READ;
    return writes && !(a->atomic && b->atomic && a->of_object == b->of_object);
}

/* Neighbours of which the same is to be said: "with the reads on lines 12, 13, 14: disjoint". */
typedef struct {
    fp_str verdict, lines;
    fp_access_kind kind;
    uint32_t count;
} run;
enum { LINES_SHOWN_MAX = 16 };

static void end_run(explainer *e, run *r) {
    if (r->count > LINES_SHOWN_MAX)
        r->lines = fp_str_printf(e->keep, "%.*s and %u more", FP_STR_ARG(r->lines), r->count - LINES_SHOWN_MAX);
    if (r->count)
        add(e, fp_str_printf(e->keep, "    with the %.*s%s on line%s %.*s: %.*s",
                             FP_STR_ARG(fp_words_access_kind(r->kind)), r->count > 1 ? "s" : "",
                             r->count > 1 ? "s" : "", FP_STR_ARG(r->lines), FP_STR_ARG(r->verdict)));
    r->count = 0;
}

static void add_to_run(explainer *e, run *r, const fp_access *other, fp_str verdict) {
    if (r->count && (r->kind != other->kind || !fp_str_equal(r->verdict, verdict))) end_run(e, r);
    if (r->count == 0) *r = (run){ .verdict = verdict, .kind = other->kind };
    if (r->count < LINES_SHOWN_MAX)
        r->lines =
            fp_str_printf(e->keep, "%.*s%s%u", FP_STR_ARG(r->lines), r->count ? ", " : "", line_of(e, other->span));
    r->count++;
}

/* Proofs are "by" a step; what was not decided has a reason. */
static fp_str verdict_words(explainer *e, const fp_overlap_answer *answer) {
    bool proof = answer->overlap != FP_OVERLAP_UNKNOWN && !answer->reason.sentence;
    const char *step = proof && answer->decided != FP_DECISION_OWNER ? ", by " : ": ";
    return fp_str_printf(e->keep, "%.*s in the same iteration%s%.*s", FP_STR_ARG(fp_overlap_name(answer->overlap)),
                         step, FP_STR_ARG(fp_reason_text(&e->renderer, answer)));
}

static void explain_pairs(explainer *e, uint32_t access) {
    struct fp_kernel *kernel = e->kernel;
    const fp_access *self = &kernel->accesses.data[access];
    uint32_t shown = 0, hidden = 0;
    run together = { .count = 0 };
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *other = &kernel->accesses.data[i];
        if (!conflict(self, other) || fp_buffers_alias(kernel->buffers, self->roots, other->roots) == FP_ALIAS_NEVER)
            continue;
        if (shown == PAIRS_SHOWN_MAX) {
            hidden++;
            continue;
        }
        shown++;
        fp_iterations same = { .carrier = FP_NONE };
        fp_overlap_answer answer = fp_overlap_find(kernel->addresses, self->footprint, other->footprint, same);
        size_t at = 0;
        fp_sentence lacks = lacks_in_run(e, self, other);
        bool alone = lacks || next_hazard(e, access, i, &at) != NULL;
        if (alone) end_run(e, &together);
        add_to_run(e, &together, other, verdict_words(e, &answer));
        if (!alone) continue;
        end_run(e, &together);
        if (lacks) add_phrase(e, "      ", FP_PHRASE(FP_WORD_REASON_RUN, fp_arg_word(FP_ARG_UNTIL, lacks)));
        explain_hazards(e, access, i);
    }
    end_run(e, &together);
    if (shown == 0) add_phrase(e, "    ", fp_phrase_of(FP_WORD_REASON_NO_CONFLICT));
    if (hidden) add_phrase(e, "    ", FP_PHRASE(FP_WORD_REASON_MORE, fp_arg_number(FP_ARG_MORE, hidden)));
}

/* ---- in short ---- */

static fp_phrase short_of_hazard(const explainer *e, const fp_hazard *hazard) {
    bool carried = hazard->carrier != FP_NONE, proved = hazard->answer.overlap != FP_OVERLAP_UNKNOWN;
    fp_span loop = carried ? e->kernel->loops.data[hazard->carrier].span : (fp_span){ 0, 0 };
    fp_phrase later = FP_PHRASE(hazard->at_least ? FP_WORD_REASON_LATER_AT_LEAST : FP_WORD_REASON_LATER,
                                fp_arg_number(FP_ARG_DISTANCE, hazard->distance), fp_arg_place(FP_ARG_LOOP, loop));
    if (!carried) later = fp_phrase_of(FP_SAYS_NOTHING);
    fp_phrase phrase =
        FP_PHRASE(proved ? FP_WORD_MEETS_UNORDERED : FP_WORD_MEETS_PERHAPS, fp_arg_phrase(FP_ARG_WHEN, later),
                  fp_arg_word(FP_ARG_UNTIL, fp_cause_word(hazard->cause)));
    return fp_phrase_copy(e->keep, phrase, NULL);
}

static fp_phrase short_of_fault(const explainer *e, fp_sentence lacks) {
    return fp_phrase_copy(e->keep, FP_PHRASE(FP_WORD_MEETS_UNORDERED, fp_arg_word(FP_ARG_UNTIL, lacks)), NULL);
}

/* Of two accesses that nothing leaves unordered. */
static fp_phrase short_of_ordered(const explainer *e, uint32_t a, uint32_t b) {
    const fp_access *first = &e->kernel->accesses.data[a], *second = &e->kernel->accesses.data[b];
    fp_overlap overlap = fp_overlap_find(e->kernel->addresses, first->footprint, second->footprint,
                                         (fp_iterations){ .carrier = FP_NONE })
                             .overlap;
    if (overlap == FP_OVERLAP_DISJOINT || overlap == FP_OVERLAP_SAME_THREAD) {
        bool loops = e->kernel->loops.len != 0;
        fp_phrase apart = FP_PHRASE(overlap == FP_OVERLAP_DISJOINT ? FP_WORD_MEETS_APART : FP_WORD_MEETS_OWN,
                                    fp_arg_word(FP_ARG_WHEN, loops ? FP_WORD_MEETS_IN_ONE_ITERATION : FP_SAYS_NOTHING));
        return fp_phrase_copy(e->keep, apart, NULL);
    }
    fp_span by = { 0, 0 };
    for (uint32_t i = 0; i < e->kernel->syncs.len; i++) {
        const fp_sync_verdict *verdict = &e->analysis->syncs[i];
        bool this_pair =
            (verdict->producer == a && verdict->consumer == b) || (verdict->producer == b && verdict->consumer == a);
        if (this_pair && verdict->verdict == FP_VERDICT_NEEDED) by = e->kernel->syncs.data[i].span;
    }
    return fp_phrase_copy(e->keep, FP_PHRASE(FP_WORD_MEETS_ORDERED, fp_arg_place(FP_ARG_TO, by)), NULL);
}

/* Others of which the same is to be said. */
typedef struct {
    fp_str verdict;
    fp_access_kind kind;
    FP_VEC(uint32_t) places;
} short_line;
typedef FP_VEC(short_line) short_lines;

static void add_short(explainer *e, short_lines *lines, const fp_access *other, fp_phrase verdict) {
    fp_str words = fp_render(&e->renderer, &verdict, FP_FORM_FULL);
    uint32_t at = 0;
    while (at < lines->len && (lines->data[at].kind != other->kind || !fp_str_equal(lines->data[at].verdict, words)))
        at++;
    if (at == lines->len) *FP_PUSH(e->keep, lines) = (short_line){ .verdict = words, .kind = other->kind };
    *FP_PUSH(e->keep, &lines->data[at].places) = other->span.start;
}

static void put_short(explainer *e, const short_lines *lines) {
    static const fp_sentence does[] = { [FP_ACCESS_READ] = FP_WORD_MEETS_READ,
                                        [FP_ACCESS_WRITE] = FP_WORD_MEETS_WRITE,
                                        [FP_ACCESS_ATOMIC] = FP_WORD_MEETS_UPDATE };
    for (uint32_t i = 0; i < lines->len; i++) {
        const short_line *line = &lines->data[i];
        add_phrase(e, "    ",
                   FP_PHRASE(FP_WORD_MEETS, fp_arg_places(FP_ARG_LINES, line->places.data, line->places.len),
                             fp_arg_word(FP_ARG_DOES, does[line->kind]), fp_arg_text(FP_ARG_WHAT, line->verdict)));
    }
}

/* What orders streams, only a run of all of them tells: where there are several, only what it finds is said. */
static void shorten_pairs(explainer *e, uint32_t access) {
    struct fp_kernel *kernel = e->kernel;
    const fp_access *self = &kernel->accesses.data[access];
    short_lines races = { 0 }, others = { 0 };
    bool many = e->analysis->streams;
    for (uint32_t i = 0, shown = 0; i < kernel->accesses.len && shown < PAIRS_SHOWN_MAX; i++) {
        const fp_access *other = &kernel->accesses.data[i];
        if (!conflict(self, other) || fp_buffers_alias(kernel->buffers, self->roots, other->roots) == FP_ALIAS_NEVER)
            continue;
        shown++;
        size_t at = 0;
        const fp_hazard *hazard = many ? NULL : next_hazard(e, access, i, &at);
        fp_sentence lacks = lacks_in_run(e, self, other);
        if (lacks && !hazard)
            add_short(e, &races, other, short_of_fault(e, lacks));
        else if (!hazard && !many)
            add_short(e, &others, other, short_of_ordered(e, access, i));
        for (; hazard; hazard = next_hazard(e, access, i, &at)) add_short(e, &races, other, short_of_hazard(e, hazard));
    }
    if (races.len + others.len == 0 && !many) add_phrase(e, "    ", fp_phrase_of(FP_WORD_REASON_NO_CONFLICT));
    put_short(e, &races);
    put_short(e, &others);
}

/* ---- one access, one sync ---- */

static void explain_access(explainer *e, uint32_t access) {
    const fp_access *a = &e->kernel->accesses.data[access];
    add(e,
        fp_str_printf(e->keep, "line %u: %.*s of %.*s, %.*s%.*s%s", line_of(e, a->span),
                      FP_STR_ARG(fp_words_access_kind(a->kind)), FP_STR_ARG(a->buffer_name),
                      FP_STR_ARG(space_words(e, a)), FP_STR_ARG(counter_words(e, a)), a->assumed ? ", assumed" : ""));
    add(e, fp_str_printf(e->keep, "    memory: %.*s", FP_STR_ARG(root_words(e, a))));
    add(e, fp_str_printf(e->keep, "    bytes: %.*s",
                         FP_STR_ARG(fp_footprint_text(&e->renderer, e->kernel->addresses, a->footprint))));
    if (e->in_short)
        shorten_pairs(e, access);
    else
        explain_pairs(e, access);
}

/* What it orders that nothing follows: tensor memory, what an unknown op does, a callee's scratch. */
static void explain_untracked(explainer *e, const fp_sync_verdict *verdict) {
    if (verdict->ends[0] == FP_NONE || verdict->ends[1] == FP_NONE) return;
    const fp_op_node *first = &e->kernel->ir->ops[verdict->ends[0]], *then = &e->kernel->ir->ops[verdict->ends[1]];
    add_phrase(e, "    ",
               FP_PHRASE(FP_WORD_REASON_UNTRACKED, fp_arg_text(FP_ARG_OP, first->name),
                         fp_arg_place(FP_ARG_PRODUCER, first->span), fp_arg_text(FP_ARG_OTHER, then->name),
                         fp_arg_place(FP_ARG_TO, then->span)));
}

static void explain_sync(explainer *e, uint32_t sync) {
    const fp_sync *s = &e->kernel->syncs.data[sync];
    const fp_sync_verdict *verdict = &e->analysis->syncs[sync];
    fp_str op = fp_str_slice(e->document->text, s->span.start, s->span.end);
    add(e, fp_str_printf(e->keep, "line %u: %.*s: %.*s", line_of(e, s->span), FP_STR_ARG(op),
                         FP_STR_ARG(fp_verdict_text(&e->renderer, verdict->verdict))));
    explain_untracked(e, verdict);
    if (verdict->verdict == FP_VERDICT_UNJUDGED && e->analysis->streams)
        add_phrase(e, "    ", fp_phrase_of(FP_WORD_REASON_STREAMS));
    if (verdict->producer == FP_NONE) return;
    const fp_access *first = fp_kernel_access(e->kernel, verdict->producer);
    fp_phrase producer =
        FP_PHRASE(FP_WORD_NOTE_ACCESS, fp_arg_word(FP_ARG_DOES, fp_access_word(first->kind)),
                  fp_arg_text(FP_ARG_BUFFER, first->buffer_name), fp_arg_place(FP_ARG_AT, first->span));
    if (verdict->consumer == FP_NONE) {
        add_phrase(e, "    ", FP_PHRASE(FP_WORD_REASON_CROSSED, fp_arg_phrase(FP_ARG_FIRST, producer)));
        return;
    }
    const fp_access *then = fp_kernel_access(e->kernel, verdict->consumer);
    add_phrase(e, "    ",
               FP_PHRASE(FP_WORD_REASON_ORDERS, fp_arg_phrase(FP_ARG_FIRST, producer),
                         fp_arg_word(FP_ARG_DOES, fp_access_word(then->kind)), fp_arg_place(FP_ARG_AT, then->span)));
}

static void explain_kernel(explainer *e) {
    size_t before = e->text.len;
    for (uint32_t i = 0; i < e->kernel->accesses.len; i++)
        if (is_meant(e, e->kernel->accesses.data[i].span)) explain_access(e, i);
    for (uint32_t i = 0; i < e->kernel->syncs.len && !e->in_short; i++)
        if (is_meant(e, e->kernel->syncs.data[i].span)) explain_sync(e, i);
    if (e->text.len == before) return;
    const fp_launch *launch = &e->kernel->launch;
    add(e,
        fp_str_printf(e->keep, "kernel %.*s: target %.*s (%.*s), block %u, %u, %u (%.*s), waves of %u",
                      FP_STR_ARG(e->kernel->name), FP_STR_ARG(e->kernel->target->chip),
                      FP_STR_ARG(fp_render(&e->renderer, &e->kernel->target_source, FP_FORM_FULL)), launch->block[0],
                      launch->block[1], launch->block[2],
                      FP_STR_ARG(fp_render(&e->renderer, &e->kernel->block_source, FP_FORM_FULL)), launch->wave_size));
}

static bool holds_place(const explainer *e, const fp_unit_group *group) {
    for (uint32_t i = 0; i < group->unit_count; i++)
        if (is_meant(e, e->document->context->units.data[group->units[i]].span)) return true;
    return false;
}

static fp_span place_span(const struct fp_document *document, fp_position place) {
    if (place.column == 0) return fp_lines_span(document->lines, document->text, place.line);
    uint32_t offset = fp_document_offset(document, place);
    return (fp_span){ offset, offset };
}

static fp_str explain(struct fp_document *document, fp_position place, bool in_short) {
    fp_document_read(document, NULL);
    if (place.line > document->lines.count) return (fp_str){ "", 0 };
    explainer e = { .keep = document->arena,
                    .renderer = { .keep = document->arena, .lines = document->lines },
                    .document = document,
                    .place = place_span(document, place),
                    .in_short = in_short,
                    .text = { "", 0 } };
    for (uint32_t g = 0; g < document->groups.len; g++) {
        const fp_unit_group *group = &document->groups.data[g];
        if (!holds_place(&e, group)) continue;
        fp_pipeline pipeline =
            fp_pipeline_lower(document->arena, document->context, group, &document->engine->options, document->by_unit);
        fp_pipeline_analyse(document->arena, &pipeline, FP_ADVICE_NONE, FP_MORE_ADVICE_NEVER, NULL);
        for (uint32_t k = 0; k < pipeline.program->count; k++) {
            e.kernel = pipeline.program->kernels[k];
            e.analysis = &pipeline.analyses[k];
            e.streams = pipeline.streams[k];
            explain_kernel(&e);
        }
        fp_pipeline_forget(group, document->by_unit);
    }
    return e.text;
}

fp_str fp_document_explain(struct fp_document *document, fp_position place) { return explain(document, place, false); }

fp_str fp_document_explain_in_short(struct fp_document *document, fp_position place) {
    return explain(document, place, true);
}
