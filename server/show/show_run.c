#include "show/show_run.h"
#include "base/span.h"
#include "base/str.h"
#include "base/vec.h"
#include "show/show_layout.h"
#include "show/show_run_words.h"
#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    struct fp_arena *keep;
    const struct fp_document *document;
    const fp_picture_run *run;
    fp_show_run_wishes wishes;
    uint32_t *row_of;  /* by event */
    uint32_t *lane_of; /* by object; NONE: it has no lane */
    fp_show_run show;
} maker;

/* ---- steps ---- */
static uint32_t line_of(const maker *m, const fp_picture_event *event) {
    return fp_document_position(m->document, event->span.start).line;
}

typedef FP_VEC(fp_show_step) step_list;

static void make_steps(maker *m, step_list *steps) {
    for (uint32_t i = 0; i < m->run->event_count;) {
        uint32_t end = i + 1;
        while (end < m->run->event_count && m->run->events[end].joined) end++;
        const fp_picture_event *event = &m->run->events[i];
        *FP_PUSH(m->keep, steps) = (fp_show_step){
            .first = i, .count = end - i, .stream = event->stream, .line = line_of(m, event), .fate = event->fate
        };
        i = end;
    }
}

/* Steps in the middle are left out: how a run ends is looked for as much as how it begins, and of a hang all of it. */
static void cut(const maker *m, step_list *steps) {
    if (steps->len <= m->wishes.rows) return;
    uint32_t tail = m->wishes.rows / 3, more = steps->len - m->wishes.rows + 1;
    for (uint32_t i = 0; i < steps->len; i++) tail += steps->data[i].fate != FP_PICTURE_HAPPENS;
    if (tail > m->wishes.rows - 1) tail = m->wishes.rows - 1;
    uint32_t first = m->wishes.rows - 1 - tail, events = 0;
    for (uint32_t i = first; i < first + more; i++) events += steps->data[i].count;
    steps->data[first] =
        (fp_show_step){ .first = steps->data[first].first, .left_out = events, .stream = FP_PICTURE_NONE };
    for (uint32_t i = first + 1; i + more - 1 < steps->len; i++) steps->data[i] = steps->data[i + more - 1];
    steps->len -= more - 1;
}

static const fp_finding *finding_at(const maker *m, fp_span span, bool *said) {
    for (uint32_t i = 0; i < m->show.finding_count; i++) {
        if (said[i] || m->show.findings[i]->span.start != span.start) continue;
        said[i] = true;
        return m->show.findings[i];
    }
    return NULL;
}

static bool is_on(const maker *m, const fp_show_step *step, uint32_t object) {
    for (uint32_t i = 0; i < step->count; i++)
        if (m->run->events[step->first + i].object == object) return true;
    return object == FP_PICTURE_NONE;
}

/* The row nearest to `row` whose op starts there, on the object; NULL: there is none without a finding of its own. */
static fp_show_step *nearest_step(const maker *m, uint32_t row, uint32_t start, uint32_t object) {
    for (uint32_t away = 1; away < m->show.step_count; away++)
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t at = side ? row + away : row - away; /* before the first one: beyond the last one */
            fp_show_step *step = at < m->show.step_count ? &m->show.steps[at] : NULL;
            if (!step || !step->count || step->finding || !is_on(m, step, object)) continue;
            if (m->run->events[step->first].span.start == start) return step;
        }
    return NULL;
}

static void mark_partners(maker *m) {
    for (uint32_t row = 0; row < m->show.step_count; row++) {
        const fp_finding *finding = m->show.steps[row].finding;
        if (!finding || finding->span.start != m->run->events[m->show.steps[row].first].span.start) continue;
        for (size_t i = 0; i < finding->related_count; i++) {
            const fp_related *related = &finding->related[i];
            if (!fp_show_is_partner(related)) continue;
            bool init = related->role == FP_ROLE_INIT;
            uint32_t object = init ? m->run->events[m->show.steps[row].first].object : FP_PICTURE_NONE;
            fp_show_step *step = nearest_step(m, row, related->span.start, object);
            if (step) step->finding = finding;
        }
    }
}

/* A finding about a hang belongs to the run of the op that hangs; others to the workgroup that is shown whole. */
typedef enum { RANK_STUCK, RANK_OWN, RANK_OTHERS, RANKS } finding_rank;
static finding_rank rank_of(const maker *m, const fp_show_step *step) {
    if (step->fate == FP_PICTURE_STUCK) return RANK_STUCK;
    return m->run->streams[step->stream].elsewhere ? RANK_OTHERS : RANK_OWN;
}

static void mark_findings(maker *m) {
    bool *said = FP_NEW(m->keep, bool, m->show.finding_count + 1);
    for (finding_rank rank = RANK_STUCK; rank < RANKS; rank++)
        for (uint32_t row = 0; row < m->show.step_count; row++) {
            fp_show_step *step = &m->show.steps[row];
            if (!step->count || step->finding || rank_of(m, step) != rank) continue;
            step->finding = finding_at(m, m->run->events[step->first].span, said);
        }
}

static void name_steps(maker *m) {
    fp_str *before = FP_NEW(m->keep, fp_str, m->run->stream_count + 1);
    for (uint32_t row = 0; row < m->show.step_count; row++) {
        fp_show_step *step = &m->show.steps[row];
        if (!step->count) continue;
        step->words = fp_show_step_words(m->keep, m->run, step->first, step->count);
        fp_str iteration = fp_show_iteration(m->keep, &m->run->events[step->first]);
        if (!fp_str_equal(iteration, before[step->stream])) step->iteration = iteration;
        before[step->stream] = iteration;
    }
}

/* Events that are left out are in the row that stands for them. */
static void place_events(maker *m) {
    m->row_of = FP_NEW(m->keep, uint32_t, m->run->event_count + 1);
    for (uint32_t row = 0; row < m->show.step_count; row++) {
        const fp_show_step *step = &m->show.steps[row];
        uint32_t count = step->count ? step->count : step->left_out;
        for (uint32_t i = 0; i < count; i++) m->row_of[step->first + i] = row;
    }
}

/* ---- lanes ---- */
static bool arrives(fp_picture_does does) {
    return does == FP_PICTURE_DOES_ARRIVE || does == FP_PICTURE_DOES_EXPECT || does == FP_PICTURE_DOES_COMPLETE ||
           does == FP_PICTURE_DOES_START || does == FP_PICTURE_DOES_COMMIT;
}
static bool waits(fp_picture_does does) { return does == FP_PICTURE_DOES_WAIT || does == FP_PICTURE_DOES_MEET; }

typedef struct {
    uint32_t low, high; /* streams that use it; low > high: none */
} reach;

static void make_reaches(const maker *m, reach *reaches) {
    for (uint32_t o = 0; o < m->run->object_count; o++) reaches[o] = (reach){ FP_PICTURE_NONE, 0 };
    for (uint32_t i = 0; i < m->run->event_count; i++) {
        const fp_picture_event *event = &m->run->events[i];
        if (event->object == FP_PICTURE_NONE || (!arrives(event->does) && !waits(event->does))) continue;
        reach *r = &reaches[event->object];
        if (event->stream < r->low) r->low = event->stream;
        if (event->stream > r->high) r->high = event->stream;
    }
}

/* Between the first two streams of those that use it; beside the only one. */
static uint32_t gap_of(const maker *m, reach r) {
    if (r.low == r.high && r.low > 0 && r.low + 1 == m->run->stream_count) return r.low - 1;
    return r.low;
}

static bool is_used(reach r) { return r.low <= r.high; }

static void add_lane(maker *m, uint32_t object, uint32_t gap) {
    const fp_picture_object *of = &m->run->objects[object];
    fp_show_lane *last = m->show.lane_count ? &m->show.lanes[m->show.lane_count - 1] : NULL;
    bool same = last && last->gap == gap && fp_str_equal(m->run->objects[last->object].array, of->array);
    if (m->wishes.slots || !same)
        m->show.lanes[m->show.lane_count++] = (fp_show_lane){ m->wishes.slots ? of->name : of->array, gap, object };
    m->lane_of[object] = m->show.lane_count - 1;
}

/* The objects of one array stand together. */
static void make_lanes(maker *m) {
    uint32_t count = m->run->object_count;
    reach *reaches = FP_NEW(m->keep, reach, count + 1);
    m->lane_of = FP_NEW(m->keep, uint32_t, count + 1);
    m->show.lanes = FP_NEW(m->keep, fp_show_lane, count + 1);
    make_reaches(m, reaches);
    for (uint32_t o = 0; o < count; o++) m->lane_of[o] = FP_PICTURE_NONE;
    for (uint32_t gap = 0; gap < m->run->stream_count; gap++)
        for (uint32_t o = 0; o < count; o++) {
            if (m->lane_of[o] != FP_PICTURE_NONE || !is_used(reaches[o]) || gap_of(m, reaches[o]) != gap) continue;
            for (uint32_t other = o; other < count; other++)
                if (m->lane_of[other] == FP_PICTURE_NONE && is_used(reaches[other]) &&
                    gap_of(m, reaches[other]) == gap &&
                    fp_str_equal(m->run->objects[o].array, m->run->objects[other].array))
                    add_lane(m, other, gap);
        }
}

/* ---- links and wires ---- */
typedef FP_VEC(fp_show_link) link_list;
typedef FP_VEC(fp_show_wire) wire_list;

static bool has_bringer(const maker *m, const fp_picture_event *stuck) {
    for (uint32_t i = 0; i < m->run->event_count; i++)
        if (m->run->events[i].fate == FP_PICTURE_NEVER && m->run->events[i].object == stuck->object) return true;
    return false;
}

static fp_show_link_kind link_kind(const fp_picture_event *event) {
    if (event->fate == FP_PICTURE_STUCK) return FP_SHOW_STUCK;
    if (event->fate == FP_PICTURE_NEVER) return FP_SHOW_NEVER;
    if (waits(event->does)) return FP_SHOW_WAITS;
    return event->completes ? FP_SHOW_COMPLETES : FP_SHOW_ARRIVES;
}

static void add_link(maker *m, link_list *links, uint32_t index) {
    const fp_picture_event *event = &m->run->events[index];
    uint32_t row = m->row_of[index];
    if (m->show.steps[row].left_out) return;
    fp_show_link link = { row, m->lane_of[event->object], event->object, link_kind(event), false };
    link.alone = link.kind == FP_SHOW_STUCK && !has_bringer(m, event);
    fp_show_link *last = links->len ? &links->data[links->len - 1] : NULL;
    if (!last || last->row != row || last->lane != link.lane)
        *FP_PUSH(m->keep, links) = link;
    else if (link.kind == FP_SHOW_COMPLETES)
        last->kind = FP_SHOW_COMPLETES;
}

/* By object: the wires of its flips, and that of what never comes. */
typedef struct {
    FP_VEC(uint32_t) flips;
    uint32_t never;
} object_wires;

static fp_show_wire *new_wire(maker *m, wire_list *wires, uint32_t object, uint32_t row, bool never) {
    fp_show_wire *wire = FP_PUSH(m->keep, wires);
    *wire = (fp_show_wire){ m->lane_of[object], object, row, row, never };
    return wire;
}

static fp_show_wire *wire_of_flip(maker *m, wire_list *wires, object_wires *of, const fp_picture_event *event,
                                  uint32_t row) {
    while (of->flips.len < event->flip) *FP_PUSH(m->keep, &of->flips) = FP_PICTURE_NONE;
    uint32_t *wire = &of->flips.data[event->flip - 1];
    if (*wire != FP_PICTURE_NONE) return &wires->data[*wire];
    *wire = wires->len;
    return new_wire(m, wires, event->object, row, false);
}

/* A wire grows as its arrivals and waits are met. */
static void grow_wire(maker *m, wire_list *wires, object_wires *of, uint32_t index) {
    const fp_picture_event *event = &m->run->events[index];
    uint32_t row = m->row_of[index];
    if (event->fate == FP_PICTURE_HAPPENS) {
        wire_of_flip(m, wires, of, event, row)->last = row;
        return;
    }
    if (of->never == FP_PICTURE_NONE) { /* from the arrivals that have come, when some have */
        bool begun = event->flip && event->flip <= of->flips.len && of->flips.data[event->flip - 1] != FP_PICTURE_NONE;
        uint32_t first = begun ? wires->data[of->flips.data[event->flip - 1]].last : row;
        of->never = wires->len;
        new_wire(m, wires, event->object, first, true);
    }
    wires->data[of->never].last = row;
}

static void make_wires(maker *m) {
    link_list links = { 0 };
    wire_list wires = { 0 };
    object_wires *of = FP_NEW(m->keep, object_wires, m->run->object_count + 1);
    for (uint32_t o = 0; o < m->run->object_count; o++) of[o].never = FP_PICTURE_NONE;
    for (uint32_t i = 0; i < m->run->event_count; i++) {
        const fp_picture_event *event = &m->run->events[i];
        if (event->object == FP_PICTURE_NONE || m->lane_of[event->object] == FP_PICTURE_NONE) continue;
        if (!arrives(event->does) && !waits(event->does)) continue;
        if (event->fate == FP_PICTURE_HAPPENS && event->flip == 0) continue; /* a fresh object lets it pass */
        add_link(m, &links, i);
        grow_wire(m, &wires, &of[event->object], i);
    }
    m->show.links = links.data, m->show.link_count = links.len;
    m->show.wires = wires.data, m->show.wire_count = wires.len;
}

/* ---- asynchronous work ---- */
static uint32_t end_of_work(const maker *m, const fp_show_step *step, bool *open) {
    uint32_t last = 0;
    *open = false;
    for (uint32_t i = 0; i < step->count; i++) {
        uint32_t until = m->run->events[step->first + i].until;
        if (until == FP_PICTURE_NONE)
            *open = true;
        else if (m->row_of[until] > last)
            last = m->row_of[until];
    }
    return *open ? m->show.step_count - 1 : last;
}

static void make_works(maker *m) {
    FP_VEC(fp_show_work) works = { 0 };
    uint32_t *busy = FP_NEW(m->keep, uint32_t, m->run->stream_count * FP_SHOW_WORKS_MAX + 1);
    m->show.work_lanes = FP_NEW(m->keep, uint32_t, m->run->stream_count + 1);
    for (uint32_t row = 0; row < m->show.step_count; row++) {
        const fp_show_step *step = &m->show.steps[row];
        if (!step->count || step->fate != FP_PICTURE_HAPPENS) continue;
        bool starts = m->run->events[step->first].does == FP_PICTURE_DOES_START;
        if (!starts || m->run->streams[step->stream].elsewhere) continue;
        fp_show_work work = { .stream = step->stream, .first = row };
        work.last = end_of_work(m, step, &work.open);
        uint32_t *ends = &busy[step->stream * FP_SHOW_WORKS_MAX];
        while (work.lane + 1 < FP_SHOW_WORKS_MAX && ends[work.lane] > row) work.lane++;
        if (work.last + 1 > ends[work.lane]) ends[work.lane] = work.last + 1;
        if (work.lane >= m->show.work_lanes[step->stream]) m->show.work_lanes[step->stream] = work.lane + 1;
        *FP_PUSH(m->keep, &works) = work;
    }
    m->show.works = works.data, m->show.work_count = works.len;
}

/* ---- the whole ---- */
static void find_findings(maker *m, const fp_picture *picture, fp_finding_list findings) {
    m->show.findings = FP_NEW(m->keep, const fp_finding *, findings.len + 1);
    for (size_t i = 0; i < findings.len; i++) {
        const fp_finding *finding = &findings.data[i];
        if (fp_span_holds(picture->span, finding->span.start) && fp_str_equal(finding->kernel, picture->name))
            m->show.findings[m->show.finding_count++] = finding;
    }
}

fp_show_run fp_show_run_make(struct fp_arena *keep, const struct fp_document *document, const fp_picture *picture,
                             fp_finding_list findings, fp_show_run_wishes wishes) {
    maker m = { .keep = keep,
                .document = document,
                .run = picture->run,
                .wishes = wishes,
                .show = { .picture = picture, .run = picture->run, .document = document } };
    step_list steps = { 0 };
    make_steps(&m, &steps);
    cut(&m, &steps);
    m.show.steps = steps.data, m.show.step_count = steps.len;
    find_findings(&m, picture, findings);
    place_events(&m);
    name_steps(&m);
    mark_findings(&m);
    mark_partners(&m);
    make_lanes(&m);
    make_wires(&m);
    make_works(&m);
    return m.show;
}

/* ---- words around it ---- */
static uint32_t count_streams(const fp_picture_run *run) {
    uint32_t count = 0;
    for (uint32_t s = 0; s < run->stream_count; s++) count += !run->streams[s].elsewhere;
    return count;
}

void fp_show_run_heading(struct fp_out *out, const fp_show_run *show) {
    const fp_picture_run *run = show->run;
    fp_out_text(out, "kernel ");
    fp_out_visible(out, show->picture->name);
    fp_out_printf(out, " on %.*s: ", (int)show->picture->target.len, show->picture->target.data);
    fp_out_count(out, count_streams(run), "stream");
    fp_out_text(out, ", ");
    fp_out_count(out, run->object_count, "barrier");
    for (uint32_t i = 0; i < run->value_count; i++) {
        fp_out_text(out, i ? ", " : "; a run with ");
        fp_out_visible(out, run->values[i].name);
        fp_out_printf(out, " = %" PRId64, run->values[i].value);
    }
    if (run->stuck) fp_out_text(out, run->value_count ? ": it hangs" : "; it hangs");
}

/* "1 of 2 arrivals and 8192 bytes" */
static fp_str lacks(struct fp_arena *keep, const fp_picture_event *stuck, int64_t count) {
    struct fp_out out = { 0 };
    if (stuck->arrivals > 0 && count > stuck->arrivals)
        fp_out_printf(&out, "%" PRId64 " of %" PRId64 " arrivals", stuck->arrivals, count);
    else if (stuck->arrivals > 0)
        fp_out_count(&out, (uint64_t)stuck->arrivals, "arrival");
    if (stuck->arrivals > 0 && stuck->bytes > 0) fp_out_text(&out, " and ");
    if (stuck->bytes > 0) fp_out_printf(&out, "%" PRId64 " bytes", stuck->bytes);
    fp_str words = fp_str_copy(keep, fp_out_str(&out));
    fp_out_drop(&out);
    return words.len ? words : FP_STR("something");
}

static uint32_t line_of_event(const fp_show_run *show, const fp_picture_event *event) {
    return fp_document_position(show->document, event->span.start).line;
}

static const fp_picture_event *stuck_of(const fp_show_run *show, uint32_t stream) {
    for (uint32_t i = show->run->event_count; i-- > 0;)
        if (show->run->events[i].fate == FP_PICTURE_STUCK && show->run->events[i].stream == stream)
            return &show->run->events[i];
    return NULL;
}

/* "partition 0 would arrive on line 81, but waits itself on line 79" */
static fp_str bringer_words(struct fp_arena *keep, const fp_show_run *show, const fp_picture_event *bringer) {
    fp_str who = show->run->streams[bringer->stream].name;
    const fp_picture_event *behind = stuck_of(show, bringer->stream);
    fp_str words =
        fp_str_printf(keep, "; %.*s would arrive on line %" PRIu32, FP_STR_ARG(who), line_of_event(show, bringer));
    return behind ? fp_str_printf(keep, "%.*s, behind its wait on line %" PRIu32, FP_STR_ARG(words),
                                  line_of_event(show, behind))
                  : words;
}

static fp_str note_of(struct fp_arena *keep, const fp_show_run *show, const fp_picture_event *stuck) {
    fp_str who = show->run->streams[stuck->stream].name;
    uint32_t line = line_of_event(show, stuck);
    if (stuck->object == FP_PICTURE_NONE)
        return fp_str_printf(keep, "%.*s waits for ever on line %" PRIu32, FP_STR_ARG(who), line);
    fp_str object = fp_show_object_name(show->run, stuck->object),
           missing = lacks(keep, stuck, show->run->objects[stuck->object].count);
    fp_str words = fp_str_printf(keep, "%.*s waits for ever on line %" PRIu32 " for %.*s, which lacks %.*s",
                                 FP_STR_ARG(who), line, FP_STR_ARG(object), FP_STR_ARG(missing));
    bool any = false;
    for (uint32_t i = 0; i < show->run->event_count; i++) {
        const fp_picture_event *event = &show->run->events[i];
        if (event->fate != FP_PICTURE_NEVER || event->object != stuck->object) continue;
        fp_str bringer = bringer_words(keep, show, event);
        words = fp_str_printf(keep, "%.*s%.*s", FP_STR_ARG(words), FP_STR_ARG(bringer));
        any = true;
    }
    return any ? words : fp_str_printf(keep, "%.*s; nobody brings it", FP_STR_ARG(words));
}

uint32_t fp_show_run_notes(struct fp_arena *keep, const fp_show_run *show, const fp_str **notes) {
    FP_VEC(fp_str) list = { 0 };
    for (uint32_t i = 0; i < show->run->event_count; i++) {
        const fp_picture_event *event = &show->run->events[i];
        if (event->fate == FP_PICTURE_STUCK && event->does != FP_PICTURE_DOES_JOIN)
            *FP_PUSH(keep, &list) = note_of(keep, show, event);
    }
    *notes = list.data;
    return list.len;
}
