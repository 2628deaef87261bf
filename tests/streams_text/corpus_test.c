/* Every kernel of a folder of real pipelines gives events to its end, and says why where something is not known:
 * `corpus_test FOLDER [--list]`. A table of how many are fully known; `--list` names what the others hide. */
#include "load.h"
#include "streams/machine.h"
#include "walk.h"
#include <string.h>

enum { NOT_THERE = 77 };
static bool list;
static uint32_t files, kernels, known, failures;

static uint32_t hides[FP_HIDDEN_BUDGET + 1];

/* Takes events stream after stream; the kernel is known when nothing was hidden. */
static uint32_t drain(struct fp_machine *machine, fp_stream *streams) {
    fp_event_source source = fp_machine_source(machine);
    uint32_t events = 0;
    *streams = 1;
    for (fp_stream s = 0; s < *streams; s++)
        for (const fp_event *e; (e = source.next(source.user, s))->kind != FP_EVENT_END; events++)
            if (e->kind == FP_EVENT_FORK && e->first_stream + e->stream_count > *streams)
                *streams = e->first_stream + e->stream_count;
    return events;
}

static void run_kernel(const char *path, const struct fp_kernel *kernel, const struct fp_program *program) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_machine *machine = fp_machine_new(keep, kernel, program, (fp_premise){ 0 });
    uint32_t vectors = 0, most = 0, count, seen[FP_HIDDEN_BUDGET + 1] = { 0 };
    fp_stream streams = 0;
    bool all = true;
    for (; fp_machine_next_vector(machine); vectors++) {
        uint32_t events = drain(machine, &streams);
        if (events > most) most = events;
        const fp_machine_unknown *unknowns = fp_machine_unknowns(machine, &count);
        for (uint32_t i = 0; i < count; i++) seen[unknowns[i].kind]++, all = false;
    }
    kernels++;
    known += all;
    if (most == 0 || vectors == 0) failures++, printf("%s: no events\n", path);
    if (list) printf("%s: %u vectors, %u streams, at most %u events", path, vectors, streams, most);
    for (uint32_t k = 0; k <= FP_HIDDEN_BUDGET; k++) {
        hides[k] += seen[k] != 0;
        if (list && seen[k]) printf(", hidden %s", fp_hidden_word((fp_hidden_kind)k));
    }
    if (list) printf("\n");
    fp_arena_drop(keep);
}

static void run_file(const char *path) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    fp_lower_options options = { .target = { NULL, 0 } };
    struct fp_program program = load_text(keep, syntax, read_bytes(keep, path), &options).program;
    files++;
    for (uint32_t k = 0; k < program.count; k++)
        if (program.kernels[k]->is_entry && fp_machine_needed(program.kernels[k]))
            run_kernel(path, program.kernels[k], &program);
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
}

int main(int argc, char **argv) {
    list = argc > 2 && strcmp(argv[2], "--list") == 0;
    if (argc < 2 || !walk_files(argv[1], run_file)) return printf("skipped: no corpus\n"), NOT_THERE;
    printf("%u files, %u kernels of streams, %u fully known\n", files, kernels, known);
    for (uint32_t k = 0; k <= FP_HIDDEN_BUDGET; k++)
        if (hides[k]) printf("  %-10s hidden in %u\n", fp_hidden_word((fp_hidden_kind)k), hides[k]);
    return failures != 0;
}
