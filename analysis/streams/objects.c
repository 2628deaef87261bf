#include "streams/objects.h"
#include "streams/trace.h"

static fp_object *object_at(struct fp_run *run, uint32_t number) {
    while (run->objects.len <= number) *FP_PUSH(run->scratch, &run->objects) = (fp_object){ .cell = FP_NONE };
    return &run->objects.data[number];
}

static fp_object_view *view_of(struct fp_run *run, fp_object *object, fp_stream stream) {
    while (object->views.len <= stream)
        *FP_PUSH(run->scratch, &object->views) =
            (fp_object_view){ .use = fp_run_no_event(), .wait = fp_run_no_event(), .expect = fp_run_no_event() };
    return &object->views.data[stream];
}

static const fp_front *order_of(const struct fp_run *run, fp_stream stream) {
    return fp_past_order(&run->streams.data[stream].past);
}

/* Are there threads in the stream that can be at different events of it? */
static bool drifts_apart(const struct fp_run *run, fp_stream stream) {
    const fp_thread_places *part = run->streams.data[stream].threads;
    uint32_t together = run->source->lockstep ? run->source->warp : 1;
    if (!run->source->warp) return false;
    if (!part) return run->source->threads > together;
    return part->thread[0] / together != part->thread[part->count - 1] / together;
}

/* What each of the stream's threads knows, of which `past` is what all of them together have done: of the others that
 * go their own pace it knows what all have waited for. */
static const fp_front *known_to_each(const struct fp_run *run, fp_stream stream, const fp_past *past) {
    return fp_past_order(drifts_apart(run, stream) ? &run->streams.data[stream].shared : past);
}

static fp_run_evidence *breach(struct fp_run *run, const fp_object *object, fp_run_kind kind, const fp_run_event *first,
                               const fp_run_event *second) {
    if (object->broken) return NULL;
    fp_run_evidence *evidence = fp_run_note(run, kind, first, second);
    if (evidence) evidence->bytes = object->bytes;
    return evidence;
}

bool fp_object_has_done(const struct fp_run *run, const fp_front *front, fp_stream stream, const fp_run_event *event) {
    return fp_front_has_event(front, &run->works, event->stream, event->number) ||
           (event->stream != stream && fp_front_has_event(front, &run->works, stream, 1));
}

static fp_run_evidence *note_lifetime(struct fp_run *run, fp_run_kind kind, const fp_run_event *first,
                                      const fp_run_event *second, uint32_t object) {
    fp_run_evidence *evidence = fp_run_note(run, kind, first, second);
    if (!evidence) return NULL;
    evidence->object = object;
    evidence->sync_before_second = run->streams.data[second->stream].learns;
    return evidence;
}

static void check_init(struct fp_run *run, const fp_object *object, fp_object_view *view, const fp_run_event *event) {
    if (view->init_checked || object->init.op == FP_NONE) return;
    view->init_checked = true;
    if (!fp_front_has_event(order_of(run, event->stream), &run->works, object->init.stream, object->init.number))
        note_lifetime(run, FP_RUN_NOT_INITIALIZED, &object->init, event, event->object);
}

fp_object_state fp_object_find(struct fp_run *run, const fp_run_event *event) {
    if (event->object >= FP_RUN_OBJECTS_MAX) return FP_OBJECT_UNKNOWN;
    fp_object *object = object_at(run, event->object);
    if (object->live) {
        check_init(run, object, view_of(run, object, event->stream), event);
        return FP_OBJECT_READY;
    }
    if (object->unknown) return FP_OBJECT_UNKNOWN;
    if (!object->made ||
        !fp_front_has_event(order_of(run, event->stream), &run->works, object->ended.stream, object->ended.number))
        return FP_OBJECT_NOT_LIVE;
    note_lifetime(run, FP_RUN_USE_AFTER_END, &object->ended, event, event->object);
    return FP_OBJECT_UNKNOWN;
}

void fp_object_give_up(struct fp_run *run, const fp_run_event *event) {
    fp_object *object = object_at(run, event->object);
    fp_run_event none = fp_run_no_event();
    if (object->made)
        note_lifetime(run, FP_RUN_END_WHILE_USED, event, &object->ended, event->object);
    else
        note_lifetime(run, FP_RUN_NOT_INITIALIZED, &none, event, event->object);
    object->unknown = true;
}

void fp_object_init(struct fp_run *run, const fp_run_event *event, int64_t count, uint32_t cell) {
    if (event->object >= FP_RUN_OBJECTS_MAX) return;
    fp_object *object = object_at(run, event->object);
    if (object->live) {
        if (object->init.op != FP_NONE) /* else threads have met on it without */
            note_lifetime(run, FP_RUN_SECOND_INIT, &object->init, event, event->object);
        fp_object_end(run, event->object, event);
    }
    bool countable = count >= 1 && count <= FP_EVENT_COUNT_MAX;
    run->reused |= object->made;
    *object = (fp_object){ .live = true,
                           .made = true,
                           .awaited = object->awaited,
                           .init = *event,
                           .ended = fp_run_no_event(),
                           .cell = cell,
                           .count = count < 1 ? 1 : count,
                           .missing = count < 1 ? 1 : count,
                           .last_arrival = fp_run_no_event(),
                           .last_bytes = fp_run_no_event() };
    fp_run_event none = fp_run_no_event();
    fp_run_evidence *evidence = countable ? NULL : fp_run_note(run, FP_RUN_BAD_COUNT, &none, event);
    if (evidence) evidence->arrivals = count;
}

static void check_balance(struct fp_run *run, const fp_object *object) {
    if (!object->live || object->missing || !object->bytes || object->parts) return;
    fp_run_event none = fp_run_no_event();
    breach(run, object, FP_RUN_BYTES_UNBALANCED, &none, &object->last_bytes);
}

static void check_uses(struct fp_run *run, uint32_t number, const fp_run_event *event) {
    const fp_object *object = &run->objects.data[number];
    const fp_front *order = order_of(run, event->stream);
    for (uint32_t i = 0; i < object->views.len; i++) {
        const fp_run_event *use = &object->views.data[i].use;
        if (use->op != FP_NONE && !fp_object_has_done(run, order, i, use))
            note_lifetime(run, FP_RUN_END_WHILE_USED, use, event, number);
    }
    for (uint32_t i = 0; i < object->works.len; i++)
        if (!fp_front_has_work(order, &run->works, object->works.data[i].work))
            note_lifetime(run, FP_RUN_END_WHILE_USED, &object->works.data[i].start, event, number);
}

void fp_object_meet(struct fp_run *run, uint32_t number, int64_t count) {
    if (number >= FP_RUN_OBJECTS_MAX) return;
    fp_object *object = object_at(run, number);
    fp_run_event none = fp_run_no_event();
    if (!object->made)
        *object = (fp_object){ .live = true,
                               .made = true,
                               .init = none,
                               .ended = none,
                               .cell = FP_NONE,
                               .count = count,
                               .missing = count,
                               .last_arrival = none,
                               .last_bytes = none };
    else if (object->missing == object->count && !object->left)
        object->count = object->missing = count; /* each meeting names the threads that take part */
}

void fp_objects_split(struct fp_run *run, fp_stream whole, fp_stream part) {
    for (uint32_t i = 0; i < run->objects.len; i++) {
        fp_object *object = &run->objects.data[i];
        if (object->views.len <= whole) continue;
        fp_object_view *view = view_of(run, object, part);
        *view = object->views.data[whole];
    }
}

void fp_objects_leave(struct fp_run *run, fp_stream whole) {
    for (uint32_t i = 0; i < run->objects.len; i++) {
        fp_object *object = &run->objects.data[i];
        if (object->views.len > whole)
            object->views.data[whole] =
                (fp_object_view){ .use = fp_run_no_event(), .wait = fp_run_no_event(), .expect = fp_run_no_event() };
    }
}

static bool is_used(const fp_object *object) {
    bool used = object->works.len > 0;
    for (uint32_t i = 0; i < object->views.len && !used; i++) used = object->views.data[i].use.op != FP_NONE;
    return used;
}

void fp_object_touch(struct fp_run *run, uint32_t number, const fp_run_event *event, bool reads) {
    const fp_object *object = &run->objects.data[number];
    if (!reads && !object->lasts) return;
    fp_run_evidence *evidence =
        note_lifetime(run, reads ? FP_RUN_BYTES_TOUCHED : FP_RUN_BYTES_REUSED, &object->init, event, number);
    if (evidence) evidence->idle = !is_used(object);
}

void fp_object_end(struct fp_run *run, uint32_t number, const fp_run_event *event) {
    fp_object *object = object_at(run, number);
    if (!object->live) return;
    check_balance(run, object);
    check_uses(run, number, event);
    object->live = false;
    object->ended = *event;
}

static bool has_flip(const struct fp_run *run, const fp_front *order, const fp_object *object, uint32_t flip) {
    return fp_front_covers(order, fp_past_order(&object->flips.data[flip].past), &run->works);
}

/* Does the stream do anything before others have ended? What waits for them learns what they know. */
static bool goes_on(const struct fp_run *run, fp_stream number) {
    const fp_run_stream *stream = &run->streams.data[number];
    if (stream->state == FP_STREAM_IDLE || stream->state == FP_STREAM_ENDED) return false;
    if (!stream->event || stream->event->kind != FP_EVENT_JOIN) return true;
    for (uint32_t i = 0; i < stream->event->stream_count; i++) {
        uint32_t child = stream->event->first_stream + i;
        if (child != number && child < run->streams.len && run->streams.data[child].state != FP_STREAM_IDLE &&
            run->streams.data[child].state != FP_STREAM_ENDED)
            return false;
    }
    return true;
}

/* Threads that part from others know no more than what all of them have waited for. */
static bool knows_whoever_goes_on(const struct fp_run *run, fp_stream stream, const fp_front *order) {
    const fp_run_stream *s = &run->streams.data[stream];
    return fp_front_covers(fp_past_order(&s->past), order, &run->works) &&
           (!run->source->warp || fp_front_covers(fp_past_order(&s->shared), order, &run->works));
}

/* Works that all know to be done are no news to whoever ends the object. */
static void forget_works(const struct fp_run *run, fp_object *object) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < object->works.len; i++) {
        bool known = true;
        for (fp_stream s = 0; s < run->streams.len && known; s++)
            known = !goes_on(run, s) ||
                    (fp_front_has_work(order_of(run, s), &run->works, object->works.data[i].work) &&
                     (!run->source->warp || fp_front_has_work(fp_past_order(&run->streams.data[s].shared), &run->works,
                                                              object->works.data[i].work)));
        if (!known) object->works.data[kept++] = object->works.data[i];
    }
    object->works.len = kept;
}

/* Who knows a flip knows those before it. */
uint32_t fp_object_known_to_all(const struct fp_run *run, fp_object *object) {
    uint32_t known = object->flips.len;
    for (fp_stream s = 0; s < run->streams.len && known; s++)
        while (known && goes_on(run, s) &&
               !knows_whoever_goes_on(run, s, fp_past_order(&object->flips.data[known - 1].past)))
            known--;
    forget_works(run, object);
    return known;
}

/* Flips that the stream has all arrivals of in its past. */
static void learn_flips(struct fp_run *run, const fp_object *object, fp_object_view *view, fp_stream stream) {
    const fp_front *order = known_to_each(run, stream, &run->streams.data[stream].past);
    while (view->known < object->flips.len && has_flip(run, order, object, view->known)) view->known++;
}

static uint64_t warps_of(const struct fp_run *run, fp_stream stream) {
    const fp_thread_places *threads = run->streams.data[stream].threads;
    uint64_t warps = 0;
    for (uint32_t i = 0; threads && i < threads->count; i++)
        warps |= UINT64_C(1) << threads->thread[i] / run->source->warp % 64;
    return warps;
}

/* In each warp of the stream that waits, has another lane passed the same wait for this phase or a later one? Then only
 * lanes of one warp drift apart. */
static bool drifts_in_warp(const struct fp_run *run, const fp_object *object, fp_stream stream,
                           const fp_run_event *wait) {
    uint64_t behind = run->source->warp ? warps_of(run, stream) : 0;
    if (!behind) return false;
    for (uint32_t i = 0; i < object->views.len; i++) {
        const fp_object_view *view = &object->views.data[i];
        if (i != stream && view->waited && view->wait.op == wait->op && view->wait.flip >= wait->flip)
            behind &= ~warps_of(run, i);
    }
    return !behind;
}

static void note_missed(struct fp_run *run, const fp_object *object, fp_stream stream, const fp_run_event *wait,
                        const fp_run_event *second) {
    if (object->broken) return;
    fp_run_evidence *evidence = breach(run, object, FP_RUN_MISSED_PHASE, wait, second);
    if (evidence) evidence->in_warp = drifts_in_warp(run, object, stream, wait);
    uint32_t number = (uint32_t)(object - run->objects.data);
    *FP_PUSH(run->scratch, &run->missed) = (fp_missed_wait){ *wait, *second, number, stream };
}

/* A wait that passed at a flip must be before the next one. */
static void check_waits(struct fp_run *run, const fp_object *object, const fp_run_event *event) {
    const fp_flip *flip = &object->flips.data[object->flips.len - 1];
    for (uint32_t i = 0; i < object->views.len; i++) {
        const fp_object_view *view = &object->views.data[i];
        if (view->waited && view->wait.flip + 1 == object->flips.len &&
            !fp_object_has_done(run, fp_past_order(&flip->past), i, &view->wait))
            note_missed(run, object, i, &view->wait, event);
    }
}

static void check_expects(struct fp_run *run, const fp_object *object, const fp_run_event *event) {
    for (uint32_t i = 0; i < object->views.len; i++) {
        const fp_object_view *view = &object->views.data[i];
        if (view->expect_flip == object->flips.len && !fp_object_has_done(run, &object->arrivals, i, &view->expect))
            breach(run, object, FP_RUN_BYTES_LATE, &view->expect, event);
    }
}

static void flip(struct fp_run *run, fp_object *object, const fp_run_event *event) {
    fp_flip *done = FP_PUSH(run->scratch, &object->flips);
    *done = (fp_flip){ .last = *event };
    fp_past_copy(run->scratch, &done->past, &object->past);
    check_waits(run, object, event);
    check_expects(run, object, event);
    object->missing = object->count;
    object->bytes = 0, object->parts = false;
    object->last_arrival = fp_run_no_event();
}

/* An arrival comes early unless all flips before the phase that it is counted in are before it. Work of a pipe in order
 * has more in its past than the stream that starts it. */
static void check_early(struct fp_run *run, const fp_object *object, uint32_t known, const fp_run_event *event,
                        const fp_arrival *arrival) {
    uint32_t end = object->flips.len;
    const fp_front *order = known_to_each(run, event->stream, arrival->past);
    if (known == end || has_flip(run, order, object, end - 1)) return;
    while (known + 1 < end) { /* who has a flip in the past has those before it */
        uint32_t middle = known + (end - known) / 2 - 1;
        if (has_flip(run, order, object, middle))
            known = middle + 1;
        else
            end = middle + 1;
    }
    const fp_run_event *before = &object->flips.data[known].last;
    bool expects_only = !arrival->arrivals && arrival->bytes > 0;
    if (expects_only) {
        breach(run, object, FP_RUN_BYTES_LATE, event, before);
        return;
    }
    fp_run_evidence *evidence = breach(run, object, FP_RUN_EARLY_ARRIVAL, before, event);
    if (evidence) evidence->in_warp = event->by_lane && before->by_lane;
}

static void check_overshoot(struct fp_run *run, fp_object *object, const fp_run_event *event, int64_t arrivals) {
    if (arrivals <= object->missing) return;
    if (!object->broken) {
        fp_run_evidence *evidence = fp_run_note(run, FP_RUN_OVERSHOOT, &object->last_arrival, event);
        if (evidence) evidence->arrivals = arrivals - object->missing;
    }
    object->broken = true;
}

static void use(struct fp_run *run, fp_object *object, const fp_run_event *event, uint32_t work) {
    view_of(run, object, event->stream)->use = *event;
    if (work != FP_NONE) *FP_PUSH(run->scratch, &object->works) = (fp_object_work){ work, *event };
}

static void note_arrival(fp_object *object, fp_object_view *view, const fp_run_event *event,
                         const fp_arrival *arrival) {
    if (arrival->bytes || arrival->part) object->last_bytes = *event;
    if (arrival->arrivals) {
        object->last_arrival = *event;
        if (arrival->work == FP_NONE) view->own_flip = event->flip, view->arrived = true;
    } else if (arrival->bytes > 0) {
        view->expect = *event;
        view->expect_flip = event->flip;
    }
}

void fp_object_arrive(struct fp_run *run, fp_run_event *event, const fp_arrival *arrival) {
    fp_object *object = object_at(run, event->object);
    fp_object_view *view = view_of(run, object, event->stream);
    learn_flips(run, object, view, event->stream);
    event->flip = object->flips.len + 1;
    if (!arrival->exits) check_early(run, object, view->known, event, arrival);
    check_overshoot(run, object, event, arrival->arrivals);
    use(run, object, event, arrival->work);
    note_arrival(object, view, event, arrival);
    object->missing = arrival->arrivals > object->missing ? 0 : object->missing - arrival->arrivals;
    object->bytes += arrival->bytes;
    object->parts |= arrival->part;
    if (arrival->leaves) object->count -= arrival->arrivals, object->left = true;
    fp_past_join(run->scratch, &object->past, arrival->past, &run->works);
    if (arrival->arrivals) fp_front_join(run->scratch, &object->arrivals, fp_past_order(arrival->past), &run->works);
    if (!object->missing && !object->bytes && !object->parts) flip(run, object, event);
}

bool fp_objects_settle(struct fp_run *run) {
    bool settled = false;
    for (uint32_t i = 0; i < run->objects.len; i++) {
        fp_object *object = &run->objects.data[i];
        if (!object->live || object->missing || object->bytes <= 0 || !object->parts) continue;
        fp_run_event last = object->last_bytes;
        flip(run, object, &last);
        fp_trace_complete(run, &last);
        settled = true;
    }
    return settled;
}

/* Parity of the last complete phase after that many flips; a fresh object counts as having completed one of parity 1.
 */
static uint8_t parity_after(uint32_t flips) { return (uint8_t)((flips + 1) % 2); }

uint32_t fp_object_wanted(struct fp_run *run, const fp_run_event *event) {
    fp_object *object = object_at(run, event->object);
    object->awaited = true;
    fp_object_view *view = view_of(run, object, event->stream);
    learn_flips(run, object, view, event->stream);
    if (event->kind == FP_EVENT_WAIT_OWN && !view->arrived) return 0;
    if (event->kind == FP_EVENT_WAIT_OWN)
        return event->each_once && view->passed >= view->own_flip ? view->passed + 1 : view->own_flip;
    return view->known + (parity_after(view->known) != event->parity);
}

/* Has the stream waited for that phase, or a later one, before? */
static void note_wait(struct fp_run *run, const fp_object_view *view, const fp_run_event *event) {
    uint32_t i = 0;
    while (i < run->waits.len && run->waits.data[i].op != event->op) i++;
    if (i == run->waits.len) *FP_PUSH(run->keep, &run->waits) = (fp_run_wait){ event->op, FP_NONE, true };
    bool knew = view->waited && view->wait.flip >= event->flip && event->flip;
    if (knew && view->wait.op != event->op) run->waits.data[i].known_by = view->wait.op;
    run->waits.data[i].idle &= knew;
}

static void learn(struct fp_run *run, fp_stream number, const fp_past *past) {
    fp_run_stream *stream = &run->streams.data[number];
    fp_past_join(run->scratch, &stream->past, past, &run->works);
    if (run->source->warp) fp_past_join(run->scratch, &stream->shared, past, &run->works);
}

bool fp_object_wait(struct fp_run *run, fp_run_event *event) {
    uint32_t wanted = fp_object_wanted(run, event);
    fp_object *object = &run->objects.data[event->object];
    fp_object_view *view = &object->views.data[event->stream];
    if (object->flips.len < wanted) return false;
    event->flip = wanted;
    use(run, object, event, FP_NONE);
    if (wanted) learn(run, event->stream, &object->flips.data[wanted - 1].past);
    if (event->kind == FP_EVENT_WAIT_OWN && event->each_once) view->passed = wanted;
    if (event->kind == FP_EVENT_WAIT_OWN) return true;
    note_wait(run, view, event);
    view->waited = true;
    view->wait = *event;
    if (object->flips.len > wanted) note_missed(run, object, event->stream, event, &object->flips.data[wanted].last);
    return true;
}

/* Is the wait late, it passes at the flip after the next one: does that ever come without it? */
static bool waits_for_ever(const struct fp_run *run, const fp_missed_wait *missed) {
    const fp_object *object = &run->objects.data[missed->object];
    uint32_t next = missed->wait.flip + 1;
    if (run->reused || object->broken || !object->live || object->flips.len < next) return false;
    return object->flips.len == next ||
           fp_object_has_done(run, fp_past_order(&object->flips.data[next].past), missed->stream, &missed->wait);
}

/* Up to a wait that is late the run speaks for all others, unless it is broken in other ways. */
static bool speaks_for_late(const struct fp_run *run) {
    for (uint32_t i = 0; i < run->evidence.len; i++) {
        fp_run_kind kind = run->evidence.data[i]->kind;
        if (kind != FP_RUN_MISSED_PHASE && !fp_run_is_pair(kind)) return false;
    }
    return run->result.end == FP_RUN_ENDED;
}

static void find_late_hangs(struct fp_run *run) {
    for (uint32_t i = 0; i < run->missed.len && speaks_for_late(run); i++) {
        const fp_missed_wait *missed = &run->missed.data[i];
        if (!waits_for_ever(run, missed)) continue;
        for (uint32_t k = 0; k < run->evidence.len; k++) {
            fp_run_evidence *e = run->evidence.data[k];
            bool told =
                e->kind == FP_RUN_MISSED_PHASE && e->first.op == missed->wait.op && e->second.op == missed->second.op;
            if (!told || e->hangs) continue;
            e->first = missed->wait, e->second = missed->second, e->object = missed->object;
            e->hangs = true;
        }
    }
}

void fp_objects_finish(struct fp_run *run) {
    bool awaited = false;
    for (uint32_t i = 0; i < run->objects.len; i++) {
        check_balance(run, &run->objects.data[i]);
        awaited |= run->objects.data[i].broken && run->objects.data[i].awaited;
    }
    for (uint32_t i = 0; i < run->evidence.len; i++) {
        fp_run_evidence *evidence = run->evidence.data[i];
        if (evidence->kind == FP_RUN_OVERSHOOT) evidence->idle = !awaited;
        if (evidence->kind == FP_RUN_END_WHILE_USED) evidence->idle = !run->reused;
    }
    find_late_hangs(run);
}
