/* picture_run.h - one run of a kernel's streams as a picture (fencepost_picture.h), from its record. */
#ifndef FP_PICTURE_RUN_H
#define FP_PICTURE_RUN_H
#include "fencepost_picture.h"
#include "kernel/kernel.h"
#include "streams/events.h"

/* In a picture's words; ACCESS for events that no picture shows (the end of a round, of a group, of a stream). */
fp_picture_does fp_picture_does_of(const fp_event *event);
/* Everything is copied into `keep`. NULL: the workgroup has one stream, and waits for no other workgroup for ever. */
const fp_picture_run *fp_picture_run_draw(struct fp_arena *keep, const struct fp_kernel *kernel,
                                          const struct fp_program *program);
#endif
