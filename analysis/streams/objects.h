/* objects.h - the state of what streams meet in: phases, flips, who knows them, and the four rules of a well-formed
 * run (run.h).
 */
#ifndef FP_OBJECTS_H
#define FP_OBJECTS_H
#include "streams/run_state.h"

typedef enum {
    FP_OBJECT_READY,
    FP_OBJECT_UNKNOWN, /* the event does nothing to it */
    FP_OBJECT_NOT_LIVE /* not initialized, at least not yet */
} fp_object_state;

/* Can the stream's event use its object? Looks at whether the init is in its past, too. */
fp_object_state fp_object_find(struct fp_run *run, const fp_run_event *event);

/* Nothing else goes on, and the event's object is still not alive. */
void fp_object_give_up(struct fp_run *run, const fp_run_event *event);

void fp_object_init(struct fp_run *run, const fp_run_event *event, int64_t count, uint32_t cell);
/* An object that needs no init comes to be; between two meetings the number of those that take part may change. */
void fp_object_meet(struct fp_run *run, uint32_t object, int64_t count);
/* What a stream has done to objects is its part's first event. */
void fp_objects_split(struct fp_run *run, fp_stream whole, fp_stream part);
/* The stream is over: its parts go on. */
void fp_objects_leave(struct fp_run *run, fp_stream whole);
/* The event reads the bytes of an object that is alive, or writes them. */
void fp_object_touch(struct fp_run *run, uint32_t object, const fp_run_event *event, bool reads);
void fp_object_end(struct fp_run *run, uint32_t object, const fp_run_event *event);

typedef struct {
    int64_t arrivals, bytes; /* bytes that are expected more; negative: fewer */
    bool leaves, exits;
    bool part;           /* how many bytes it brings is not told: some of those that are expected */
    uint32_t work;       /* FP_NONE: done by the stream itself */
    const fp_past *past; /* what it brings */
} fp_arrival;
void fp_object_arrive(struct fp_run *run, fp_run_event *event, const fp_arrival *arrival);

/* The flip that the wait needs: 0 for a fresh object. */
uint32_t fp_object_wanted(struct fp_run *run, const fp_run_event *event);
/* Passes the wait, if its flip has happened. */
bool fp_object_wait(struct fp_run *run, fp_run_event *event);

/* Is in the front what a stream has done, perhaps when its threads were part of another one? Then the part's first
 * event stands for it. */
bool fp_object_has_done(const struct fp_run *run, const fp_front *front, fp_stream stream, const fp_run_event *event);

/* Nothing else goes on: a phase that lacks no arrival, and only bytes that are brought in parts, is complete, for all
 * its parts have been started. Returns whether there was one. */
bool fp_objects_settle(struct fp_run *run);

/* Phases that end the run with bytes out of balance. */
/* How many flips of the object all streams know that go on: what is before them is before all that comes. */
uint32_t fp_object_known_to_all(const struct fp_run *run, fp_object *object);
void fp_objects_finish(struct fp_run *run);
#endif
