#include "written.h"
#include "base/arena.h"
#include "fencepost_editor.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void write_words(writer *w, const char *format, ...) {
    for (;;) {
        va_list arguments;
        va_start(arguments, format);
        int length = vsnprintf(w->data ? w->data + w->len : NULL, w->capacity - w->len, format, arguments);
        va_end(arguments);
        if (length < 0) abort();
        if (w->len + (size_t)length < w->capacity) {
            w->len += (size_t)length;
            return;
        }
        w->capacity = (w->len + (size_t)length + 1) * 2;
        w->data = realloc(w->data, w->capacity);
        if (!w->data) abort();
    }
}

#define ARG(s) (int)(s).len, (s).data

static void write_hazard(writer *w, const fp_hazard_info *hazard) {
    write_words(w, "  hazard %d %d %d %u %d %.*s\n", (int)hazard->kind, (int)hazard->overlap, hazard->carried,
                hazard->distance, hazard->distance_at_least, ARG(hazard->resource));
    for (int side = 0; side < 2 && hazard->sides[side].stream.len; side++)
        write_words(w, "  side %.*s %u %u\n", ARG(hazard->sides[side].stream), hazard->sides[side].loop_count,
                    hazard->sides[side].loops[0]);
    if (!hazard->witness) return;
    const fp_witness *witness = hazard->witness;
    write_words(w,
                "  witness %" PRId32 ",%" PRId32 ",%" PRId32 " %" PRId32 ",%" PRId32 ",%" PRId32 " byte %" PRId64
                " + %" PRId64 " %d\n",
                witness->threads[0][0], witness->threads[0][1], witness->threads[0][2], witness->threads[1][0],
                witness->threads[1][1], witness->threads[1][2], witness->byte, witness->byte_count, witness->told);
    for (size_t i = 0; i < witness->binding_count; i++) {
        const fp_binding *binding = &witness->bindings[i];
        write_words(w, "  binding %.*s %" PRId64 " %" PRId64 " %d %d %d\n", ARG(binding->name), binding->value[0],
                    binding->value[1], binding->differs, binding->open[0], binding->open[1]);
    }
}

static void write_what(writer *w, const struct fp_document *document, const fp_finding *finding) {
    fp_position place = fp_document_position(document, finding->span.start);
    write_words(w, "%u:%u %u-%u %.*s %.*s in %.*s: %.*s (%.*s)\n", place.line, place.column, finding->span.start,
                finding->span.end, ARG(fp_level_name(finding->level)), ARG(fp_rule_at(finding->rule)->name),
                ARG(finding->kernel), ARG(finding->message), ARG(finding->note));
    if (finding->hazard) write_hazard(w, finding->hazard);
    for (size_t i = 0; i < finding->related_count; i++)
        write_words(w, "  related %u-%u %.*s\n", finding->related[i].span.start, finding->related[i].span.end,
                    ARG(finding->related[i].message));
}

static void write_fixes(writer *w, const fp_finding *finding) {
    write_words(w, "%s", "");
    for (size_t i = 0; i < finding->fix_count; i++) {
        const fp_fix *fix = &finding->fixes[i];
        write_words(w, "  fix %.*s %d %d\n", ARG(fix->title), fix->safe, fix->preferred);
        for (size_t e = 0; e < fix->edit_count; e++)
            write_words(w, "    edit %u-%u '%.*s'\n", fix->edits[e].span.start, fix->edits[e].span.end,
                        ARG(fix->edits[e].text));
    }
}

static void write_kernel(writer *w, const fp_kernel_info *kernel) {
    write_words(w, "kernel %.*s %u-%u %.*s (%.*s) %u,%u,%u (%.*s) %u %u %" PRIu64 "\n", ARG(kernel->name),
                kernel->span.start, kernel->span.end, ARG(kernel->target), ARG(kernel->target_source), kernel->block[0],
                kernel->block[1], kernel->block[2], ARG(kernel->block_source), kernel->access_count, kernel->sync_count,
                kernel->shared_bytes);
}

char *written_finding(const struct fp_document *document, const fp_finding *finding) {
    writer w = { 0 };
    write_what(&w, document, finding);
    return w.data;
}

char *written_fixes(const fp_finding *finding) {
    writer w = { 0 };
    write_fixes(&w, finding);
    return w.data;
}

char *written_kernel(const fp_kernel_info *kernel) {
    writer w = { 0 };
    write_kernel(&w, kernel);
    return w.data;
}

char *write_result(const struct fp_document *document, const fp_result *result) {
    writer w = { 0 };
    write_words(&w, "%zu findings, %zu kernels\n", result->finding_count, result->kernel_count);
    for (size_t i = 0; i < result->finding_count; i++) {
        write_what(&w, document, &result->findings[i]);
        write_fixes(&w, &result->findings[i]);
    }
    for (size_t i = 0; i < result->kernel_count; i++) write_kernel(&w, &result->kernels[i]);
    return w.data;
}

/* What is said, where its ops come from, and what each barrier is for. */
static char *write_check(struct fp_document *document) {
    writer w = { 0 };
    const fp_result *checked = fp_document_check(document, NULL);
    char *result = write_result(document, checked);
    write_words(&w, "%s", result);
    free(result);
    for (size_t i = 0; i < checked->finding_count; i++) {
        const fp_source_place *source = fp_document_source(document, checked->findings[i].span.start);
        if (source) write_words(&w, "source %.*s:%u:%u\n", ARG(source->file), source->line, source->column);
    }
    struct fp_arena *keep = fp_arena_new();
    const fp_sync_note *notes;
    uint32_t count = fp_document_sync_notes(document, &notes);
    for (uint32_t i = 0; i < count; i++)
        write_words(&w, "note %u-%u %.*s phase %u %.*s\n", notes[i].span.start, notes[i].span.end, ARG(notes[i].kernel),
                    notes[i].phase, ARG(fp_document_note_words(keep, document, &notes[i])));
    fp_arena_drop(keep);
    return w.data;
}

/* Errors and warnings. */
static char *write_worst(const struct fp_document *document, const fp_result *result) {
    writer w = { 0 };
    write_words(&w, "%s", "");
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        fp_position place = fp_document_position(document, finding->span.start);
        if (finding->level < FP_LEVEL_WARNING) continue;
        write_words(&w, "%u:%u %u-%u %.*s %.*s in %.*s: %.*s\n", place.line, place.column, finding->span.start,
                    finding->span.end, ARG(fp_level_name(finding->level)), ARG(fp_rule_at(finding->rule)->name),
                    ARG(finding->kernel), ARG(finding->message));
    }
    return w.data;
}

/* What an editor shows before fixes and savings are looked for. */
static char *write_first(struct fp_document *document) {
    fp_wishes first = { .least = FP_LEVEL_INFORMATION, .savings = FP_LEVEL_WARNING, .more_follows = true };
    return write_worst(document, fp_document_check_for(document, first, NULL));
}

/* The lines of `a` that are not in `b`, as often as there. */
static void print_lines_only_in(const char *a, const char *b, const char *mark) {
    size_t room = strlen(b) + 1;
    char *left = malloc(room);
    if (!left) abort();
    memcpy(left, b, room);
    for (const char *line = a, *next; *line; line = next) {
        next = strchr(line, '\n');
        next = next ? next + 1 : line + strlen(line);
        size_t length = (size_t)(next - line);
        char *at = left;
        while (*at && strncmp(at, line, length) != 0) { /* lines that were found are blanked out */
            at = strchr(at, '\n');
            at = at ? at + 1 : left + room - 1;
        }
        if (*at)
            *at = '\001';
        else
            printf("%s %.*s", mark, (int)length, line);
    }
    free(left);
}

static bool differ(const char *fresh, const char *edited, fp_str text, const char *name, long round, const char *what) {
    if (strcmp(edited, fresh) == 0) return false;
    if (!name) return true;
    printf("%s, edit %ld: %s of the edited document differ from a fresh one's (-: only fresh, +: only edited)\n", name,
           round, what);
    print_lines_only_in(fresh, edited, "-");
    print_lines_only_in(edited, fresh, "+");
    printf("---- text\n%.*s\n", ARG(text));
    return true;
}

bool differs_from_fresh(struct fp_engine *engine, struct fp_document *document, const char *name, long round) {
    struct fp_document *fresh_document = fp_document_open(engine, fp_document_text(document));
    char *first = write_first(document), *edited = write_check(document), *fresh = write_check(fresh_document),
         *worst = write_worst(fresh_document, fp_document_check(fresh_document, NULL));
    fp_str text = fp_document_text(document);
    bool differs = differ(fresh, edited, text, name, round, "the findings") ||
                   differ(worst, first, text, name, round, "the first errors and warnings");
    fp_document_close(fresh_document);
    free(first);
    free(edited);
    free(fresh);
    free(worst);
    return differs;
}

fp_str read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(2);
    }
    long size = ftell(file);
    rewind(file);
    char *data = malloc(size > 0 ? (size_t)size : 1);
    if (!data || size < 0 || fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(2);
    }
    fclose(file);
    return (fp_str){ data, (size_t)size };
}

uint64_t next_random(uint64_t *state) { /* splitmix64: the same sequence everywhere */
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

fp_span line_around(fp_str all, uint32_t at) {
    uint32_t start = at, end = at;
    while (start > 0 && all.data[start - 1] != '\n') start--;
    while (end < all.len && all.data[end] != '\n') end++;
    if (end < all.len) end++;
    return (fp_span){ start, end };
}
