#include "show/show_run_words.h"
#include "base/str.h"
#include "output/out.h"
#include <inttypes.h>

enum { NAMES_MAX = 6 }; /* of one step; more are "…" */

fp_str fp_show_object_name(const fp_picture_run *run, uint32_t object) {
    return object < run->object_count ? run->objects[object].name : FP_STR("a barrier elsewhere");
}

fp_str fp_show_iteration(struct fp_arena *keep, const fp_picture_event *event) {
    fp_str text = FP_STR("");
    for (uint32_t i = 0; i < event->loop_count && i < FP_PICTURE_LOOPS_MAX; i++)
        text = fp_str_printf(keep, "%.*s%s%" PRIu32, FP_STR_ARG(text), i ? "." : "", event->loops[i]);
    return text;
}

/* ---- lists of slots: "%full[0..3], %empty[0..3]" ---- */
typedef struct {
    struct fp_out out;
    uint32_t names;
    fp_str name;          /* of the last one */
    uint32_t first, last; /* its slots; NONE: it has none */
} slot_list;

static void end_name(slot_list *list) {
    if (!list->name.len) return;
    if (list->names++ == NAMES_MAX) fp_out_text(&list->out, ", \xE2\x80\xA6");
    if (list->names > NAMES_MAX) return;
    if (list->names > 1) fp_out_text(&list->out, ", ");
    fp_out_bytes(&list->out, list->name);
    if (list->first == FP_PICTURE_NONE) return;
    fp_out_printf(&list->out, list->first == list->last ? "[%" PRIu32 "]" : "[%" PRIu32 "..", list->first);
    if (list->first != list->last) fp_out_printf(&list->out, "%" PRIu32 "]", list->last);
}

static void add_slot(slot_list *list, fp_str name, uint32_t slot) {
    if (!name.len) name = FP_STR("memory");
    bool same = fp_str_equal(list->name, name);
    if (same && list->last == slot) return;
    if (same && slot != FP_PICTURE_NONE && list->last != FP_PICTURE_NONE && slot == list->last + 1) {
        list->last = slot;
        return;
    }
    end_name(list);
    list->name = name, list->first = list->last = slot;
}

static fp_str take(struct fp_arena *keep, slot_list *list) {
    end_name(list);
    fp_str words = fp_str_copy(keep, fp_out_str(&list->out));
    fp_out_drop(&list->out);
    return words;
}

/* ---- what is touched ---- */
static fp_str touched(struct fp_arena *keep, const fp_picture_event *events, uint32_t count, bool writes) {
    slot_list list = { .first = FP_PICTURE_NONE, .last = FP_PICTURE_NONE };
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < events[i].touch_count; k++)
            if (events[i].touches[k].writes == writes)
                add_slot(&list, events[i].touches[k].buffer, events[i].touches[k].slot);
    return take(keep, &list);
}

static fp_str access_words(struct fp_arena *keep, const fp_picture_event *events, uint32_t count) {
    fp_str reads = touched(keep, events, count, false), writes = touched(keep, events, count, true);
    if (!writes.len) return fp_str_printf(keep, "read %.*s", FP_STR_ARG(reads));
    if (!reads.len) return fp_str_printf(keep, "write %.*s", FP_STR_ARG(writes));
    return fp_str_printf(keep, "read %.*s, write %.*s", FP_STR_ARG(reads), FP_STR_ARG(writes));
}

/* "start %a[0], %b[0] → %acc": what runs on while its stream does. */
static fp_str start_words(struct fp_arena *keep, const fp_picture_event *events, uint32_t count) {
    fp_str reads = touched(keep, events, count, false), writes = touched(keep, events, count, true);
    return fp_str_printf(keep, "start%s%.*s%s%.*s", reads.len ? " " : "", FP_STR_ARG(reads),
                         writes.len  ? " \xE2\x86\x92 "
                         : reads.len ? " \xE2\x86\x92 out"
                                     : "",
                         FP_STR_ARG(writes));
}

/* ---- objects ---- */
static bool is_named_before(const fp_picture_run *run, const fp_picture_event *events, uint32_t index, fp_str array) {
    for (uint32_t i = 0; i < index; i++)
        if (events[i].object < run->object_count && fp_str_equal(run->objects[events[i].object].array, array))
            return true;
    return false;
}

/* The objects of one array, and what they count to: " count 2". */
static fp_str init_array(struct fp_arena *keep, const fp_picture_run *run, const fp_picture_event *events,
                         uint32_t count, fp_str array) {
    slot_list list = { .first = FP_PICTURE_NONE, .last = FP_PICTURE_NONE };
    int64_t counts_to = -1;
    bool alike = true;
    for (uint32_t i = 0; i < count; i++) {
        const fp_picture_object *object = events[i].object < run->object_count ? &run->objects[events[i].object] : NULL;
        if (!object || !fp_str_equal(object->array, array)) continue;
        add_slot(&list, array, object->slot);
        alike &= counts_to < 0 || counts_to == events[i].arrivals;
        counts_to = events[i].arrivals;
    }
    fp_str names = take(keep, &list);
    return alike ? fp_str_printf(keep, "%.*s count %" PRId64, FP_STR_ARG(names), counts_to) : names;
}

/* Array by array, in the order in which they are begun. */
static fp_str init_words(struct fp_arena *keep, const fp_picture_run *run, const fp_picture_event *events,
                         uint32_t count) {
    fp_str words = FP_STR("init");
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].object >= run->object_count) continue;
        fp_str array = run->objects[events[i].object].array;
        if (is_named_before(run, events, i, array)) continue;
        fp_str one = init_array(keep, run, events, count, array);
        words = fp_str_printf(keep, "%.*s%s %.*s", FP_STR_ARG(words), words.len > 4 ? "," : "", FP_STR_ARG(one));
    }
    return words;
}

static fp_str arrive_words(struct fp_arena *keep, const fp_picture_event *event, fp_str object) {
    fp_str words = fp_str_printf(keep, "arrive %.*s", FP_STR_ARG(object));
    if (event->arrivals > 1) words = fp_str_printf(keep, "%.*s \xC3\x97%" PRId64, FP_STR_ARG(words), event->arrivals);
    if (event->bytes > 0) words = fp_str_printf(keep, "%.*s, +%" PRId64 " B", FP_STR_ARG(words), event->bytes);
    return words;
}

static fp_str wait_words(struct fp_arena *keep, const fp_picture_event *event, fp_str object) {
    bool fresh = event->fate == FP_PICTURE_HAPPENS && event->flip == 0;
    return fp_str_printf(keep, "wait %.*s p%u%s", FP_STR_ARG(object), event->parity, fresh ? ", fresh" : "");
}

fp_str fp_show_step_words(struct fp_arena *keep, const fp_picture_run *run, uint32_t first, uint32_t count) {
    const fp_picture_event *event = &run->events[first];
    fp_str object = fp_show_object_name(run, event->object);
    switch (event->does) {
    case FP_PICTURE_DOES_ACCESS: return access_words(keep, event, count);
    case FP_PICTURE_DOES_INIT: return init_words(keep, run, event, count);
    case FP_PICTURE_DOES_END: return fp_str_printf(keep, "end %.*s", FP_STR_ARG(object));
    case FP_PICTURE_DOES_ARRIVE: return arrive_words(keep, event, object);
    case FP_PICTURE_DOES_EXPECT:
        return fp_str_printf(keep, "expect %" PRId64 " B on %.*s", event->bytes, FP_STR_ARG(object));
    case FP_PICTURE_DOES_COMPLETE:
        return fp_str_printf(keep, "complete %" PRId64 " B on %.*s", event->bytes, FP_STR_ARG(object));
    case FP_PICTURE_DOES_WAIT: return wait_words(keep, event, object);
    case FP_PICTURE_DOES_MEET: return fp_str_printf(keep, "wait %.*s", FP_STR_ARG(object));
    case FP_PICTURE_DOES_START: return start_words(keep, event, count);
    case FP_PICTURE_DOES_COMMIT: return fp_str_printf(keep, "commit %.*s", FP_STR_ARG(object));
    case FP_PICTURE_DOES_DRAIN:
        if (event->newest <= 0) return FP_STR("wait for all it started");
        return fp_str_printf(keep, "wait for all but the newest %" PRId64, event->newest);
    case FP_PICTURE_DOES_FENCE: return FP_STR("fence between proxies");
    case FP_PICTURE_DOES_FORK: return FP_STR("fork: streams start");
    case FP_PICTURE_DOES_JOIN: return FP_STR("join: streams have ended");
    }
    return FP_STR("");
}
