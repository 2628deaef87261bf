#include "streams/events.h"

const char *fp_event_name(fp_event_kind kind) {
    static const char *const names[] = {
        [FP_EVENT_ACCESS] = "access",
        [FP_EVENT_INIT] = "init",
        [FP_EVENT_END_OBJECT] = "end",
        [FP_EVENT_ARRIVE] = "arrive",
        [FP_EVENT_COMPLETE_BYTES] = "complete",
        [FP_EVENT_WAIT] = "wait",
        [FP_EVENT_WAIT_OWN] = "wait own",
        [FP_EVENT_START] = "start",
        [FP_EVENT_CLOSE_GROUP] = "close",
        [FP_EVENT_ARRIVE_AFTER] = "arrive after",
        [FP_EVENT_WAIT_QUEUE] = "wait queue",
        [FP_EVENT_FENCE] = "fence",
        [FP_EVENT_FORK] = "fork",
        [FP_EVENT_JOIN] = "join",
        [FP_EVENT_WARPS_MEET] = "warps meet",
        [FP_EVENT_STREAM_MEETS] = "stream meets",
        [FP_EVENT_END_MEMORY] = "end memory",
        [FP_EVENT_ROUND] = "round",
        [FP_EVENT_END] = "end of stream",
    };
    return names[kind];
}

bool fp_event_waits(const fp_event *event) { return event->kind == FP_EVENT_WAIT || event->kind == FP_EVENT_WAIT_OWN; }

bool fp_event_arrives(const fp_event *event) {
    return event->object != FP_NONE && (event->kind == FP_EVENT_ARRIVE || event->kind == FP_EVENT_COMPLETE_BYTES ||
                                        event->kind == FP_EVENT_START || event->kind == FP_EVENT_ARRIVE_AFTER);
}

bool fp_event_learns(const fp_event *event) {
    return fp_event_waits(event) || event->kind == FP_EVENT_WAIT_QUEUE || event->kind == FP_EVENT_JOIN;
}
