#include "program.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint32_t lot_below(fp_lot *lot, uint32_t end) {
    lot->state = lot->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((lot->state >> 33) % end);
}

uint32_t lot_from(fp_lot *lot, uint32_t first, uint32_t last) { return first + lot_below(lot, last - first + 1); }
bool lot_one_in(fp_lot *lot, uint32_t n) { return lot_below(lot, n) == 0; }

fp_lot program_begin(struct program *program, uint64_t seed, uint64_t maker) {
    fp_lot lot = { seed * 0x9E3779B97F4A7C15u + maker };
    lot_below(&lot, 2);
    memset(program, 0, sizeof *program);
    program->seed = seed;
    return lot;
}

fp_region program_bytes(uint32_t memory, int64_t first, int64_t size) {
    return (fp_region){ memory, first, first + size, 0, 0 };
}

step *program_step(struct program *program, fp_stream stream, fp_event_kind kind, uint32_t object, uint32_t text) {
    if (stream >= program->stream_count) program->stream_count = stream + 1;
    if (object != FP_NONE && object >= program->object_count) program->object_count = object + 1;
    if (program->len[stream] == STEPS_MAX || program->object_count > OBJECTS_MAX) {
        program->overflow = true;
        program->len[stream] = 0;
        program->object_count = 0;
    }
    step *at = &program->steps[stream][program->len[stream]++];
    *at = (step){ .event = { .kind = kind, .object = object, .queue = FP_NONE }, .text = text };
    return at;
}

void program_number(struct program *program, bool by_text) {
    for (uint32_t s = 0; s < program->stream_count; s++)
        for (uint32_t i = 0; i < program->len[s]; i++) {
            step *at = &program->steps[s][i];
            at->event.op = s * STREAM_OPS + (by_text ? at->text : i);
        }
}

void program_rename(struct program *program, fp_lot *lot) {
    static struct program old;
    old = *program;
    uint32_t turn = program->stream_count > 2 ? lot_from(lot, 1, program->stream_count - 2) : 0;
    for (uint32_t s = 1; s < program->stream_count; s++) {
        uint32_t to = (s - 1 + turn) % (program->stream_count - 1) + 1;
        program->len[to] = old.len[s];
        memcpy(program->steps[to], old.steps[s], sizeof old.steps[s]);
    }
}

/* ---- printing ---- */

static void print_step(const step *at) {
    const fp_event *e = &at->event;
    printf("    %u: %s", e->op % STREAM_OPS, fp_event_name(e->kind));
    if (e->object != FP_NONE) printf(" o%u", e->object);
    if (e->kind == FP_EVENT_WAIT) printf(" parity %u", e->parity);
    if (e->arrivals) printf(" arrivals %" PRId64, e->arrivals);
    if (e->bytes) printf(" bytes %" PRId64, e->bytes);
    if (e->leaves) printf(" leaves");
    if (e->queue != FP_NONE) printf(" queue %u%s", e->queue, e->in_order ? " in order" : "");
    if (e->kind == FP_EVENT_WAIT_QUEUE) printf(" newest %" PRId64 "%s", e->newest, e->grouped ? " groups" : "");
    if (e->kind == FP_EVENT_WAIT_QUEUE && e->reads_only) printf(" reads only");
    for (uint32_t i = 0; i < e->access_count; i++) {
        const fp_stream_access *a = &at->access[i];
        printf(" %s%s%s m%u[%" PRId64 "..%" PRId64 ")", a->reads ? "r" : "", a->writes ? "w" : "",
               a->proxy == FP_PROXY_ASYNC ? " async" : "", a->region.memory, a->region.first, a->region.end);
    }
    printf("\n");
}

void program_print(const struct program *program) {
    printf("  %s, seed %" PRIu64 ", faults:%s\n", program->kind, program->seed, program->faults);
    for (uint32_t s = 0; s < program->stream_count; s++) {
        printf("  stream %u\n", s);
        for (uint32_t i = 0; i < program->len[s]; i++) print_step(&program->steps[s][i]);
    }
}

/* ---- source ---- */

static const fp_event *next_event(void *user, fp_stream stream) {
    static const fp_event end = { .kind = FP_EVENT_END, .op = FP_NONE - 1, .object = FP_NONE, .queue = FP_NONE };
    program_source *source = user;
    if (stream >= source->program->stream_count || source->at[stream] >= source->program->len[stream]) return &end;
    const step *at = &source->program->steps[stream][source->at[stream]++];
    source->current[stream] = at->event;
    source->current[stream].accesses = at->access;
    return &source->current[stream];
}

/* Objects lie in a memory of their own. */
fp_region program_object_region(void *user, uint32_t object) {
    (void)user;
    return program_bytes(9, (int64_t)object * 8, 8);
}

fp_event_source program_events(program_source *source, const struct program *program) {
    *source = (program_source){ .program = program };
    return (fp_event_source){ .user = source, .next = next_event, .object_region = program_object_region };
}
