/* bench_edit FILE [SCRIPT]: somebody works on a document. Every edit is handled as the server does, without threads and
 * pipes: the message is read, the text judged, its diagnostics are written; then, when nothing newer has come, the rest
 * is found and written. Each script leaves the text as it was:
 *   type      a copy of an access, character by character, at two places
 *   access    the line of an access goes and comes back, at six places
 *   barrier   the same of a line that synchronises
 *   number    a constant gets one more digit and loses it, at six places
 *   comment   typed behind an access, at two places
 *   paste     the 50 lines around the middle, once more, and gone again
 *   alias     of the first line: a digit more and less; without one, an alias comes and goes
 *   rename    all uses of a value, in one message, and back
 * Prints a line for each, or for the SCRIPT that is named: its name, edits; in ms of processor time p50, p95 and
 * largest until the diagnostics, p50 and largest until nothing is left to find; then the median of each part until the
 * diagnostics, largest first. Scripts that find no place are left out.
 */
#include "read_file.h"
#include "transport/transport.h"
#include "typing.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 6, TYPED_PLACES = 2, TYPED_MAX = 120, PASTED_LINES = 50, EDITS_MAX = 4096, RENAMED_MAX = 256 };

typedef struct {
    struct fp_lsp_view *view;
    stopwatch watches[EDITS_MAX];
    double first[EDITS_MAX], idle[EDITS_MAX];
    int edits;
} bench;

static fp_str text_of(const bench *b) { return fp_document_text(b->view->document); }

static void edit_all(bench *b, const fp_edit *edits, size_t count) {
    if (b->edits == EDITS_MAX) return;
    b->first[b->edits] = type_over(b->view, edits, count, &b->watches[b->edits]);
    b->idle[b->edits] = b->first[b->edits] + advise(b->view);
    b->edits++;
}

static void edit(bench *b, fp_span span, fp_str text) { edit_all(b, &(fp_edit){ span, text }, 1); }

/* ---- places ---- */
static fp_span line_at(fp_str text, size_t at) {
    size_t start = at, end = at;
    while (start > 0 && text.data[start - 1] != '\n') start--;
    while (end < text.len && text.data[end] != '\n') end++;
    return (fp_span){ (uint32_t)start, (uint32_t)end };
}

static bool line_has(fp_str text, fp_span line, const char *words) {
    size_t length = strlen(words);
    for (size_t at = line.start; at + length <= line.end; at++)
        if (!memcmp(text.data + at, words, length)) return true;
    return false;
}

static bool has_any(fp_str text, fp_span line, const char *const *words, size_t count) {
    bool opens = line.end > line.start && text.data[line.end - 1] == '{', any = false;
    for (size_t i = 0; i < count && !opens; i++) any = any || line_has(text, line, words[i]);
    return any;
}

static bool is_access(fp_str text, fp_span line) {
    static const char *const words[] = {
        ".load",      ".store",     "gather_to_lds", "local_load",    "local_store",
        "async_copy", "spirv.Load", "spirv.Store",   "transfer_read", "transfer_write"
    };
    return has_any(text, line, words, sizeof words / sizeof *words);
}

static bool is_barrier(fp_str text, fp_span line) {
    static const char *const words[] = { "gpu.barrier",  "lds_barrier",    "s.barrier",        "barrier.wait",
                                         "nvvm.barrier", "ControlBarrier", "try_wait",         "wait_barrier",
                                         "async_wait",   "local_barrier",  "device_async_wait" };
    return has_any(text, line, words, sizeof words / sizeof *words);
}

/* `constant 12 :`, `constant(12 :`: where the digits end; 0: nowhere. */
static uint32_t number_end(fp_str text, fp_span line) {
    static const char word[] = "constant";
    for (size_t at = line.start; at + sizeof word <= line.end; at++) {
        if (memcmp(text.data + at, word, sizeof word - 1) != 0) continue;
        size_t digit = at + sizeof word, end = digit;
        while (end < line.end && isdigit((unsigned char)text.data[end])) end++;
        if (end > digit) return (uint32_t)end;
    }
    return 0;
}

static bool has_number(fp_str text, fp_span line) { return number_end(text, line) != 0; }

/* The first such line behind place number `place` of so many; false: there is none. */
static bool find_line(const bench *b, bool (*fits)(fp_str, fp_span), int place, int places, fp_span *line) {
    fp_str text = text_of(b);
    size_t from = text.len * (size_t)(2 * place + 1) / (size_t)(2 * places);
    for (int round = 0; round < 2; round++, from = 0)
        for (size_t at = from; at < text.len; at = line->end + 1) {
            *line = line_at(text, at);
            if (fits(text, *line)) return true;
        }
    return false;
}

/* The caller frees it. */
static fp_str copy_of(fp_str text, fp_span span) {
    char *copy = malloc(span.end - span.start + 1);
    if (!copy) abort();
    memcpy(copy, text.data + span.start, span.end - span.start);
    return (fp_str){ copy, span.end - span.start };
}

static void drop(fp_str copy) { free((char *)(uintptr_t)copy.data); }

/* ---- scripts ---- */
static void type_text(bench *b, uint32_t at, fp_str words) {
    for (uint32_t i = 0; i < words.len && i < TYPED_MAX; i++)
        edit(b, (fp_span){ at + i, at + i }, (fp_str){ words.data + i, 1 });
}

static void run_type(bench *b) {
    fp_span line;
    for (int place = 0; place < TYPED_PLACES && find_line(b, is_access, place, TYPED_PLACES, &line); place++) {
        fp_str copy = copy_of(text_of(b), line), typed = copy;
        while (typed.len && isspace((unsigned char)*typed.data)) typed.data++, typed.len--;
        fp_span room = { line.end, line.end };
        edit(b, room, FP_STR("\n"));
        type_text(b, line.end + 1, typed);
        uint32_t length = (uint32_t)(typed.len < TYPED_MAX ? typed.len : TYPED_MAX);
        edit(b, (fp_span){ line.end, line.end + 1 + length }, FP_STR(""));
        drop(copy);
    }
}

static void run_lines(bench *b, bool (*fits)(fp_str, fp_span)) {
    fp_span line;
    for (int place = 0; place < PLACES && find_line(b, fits, place, PLACES, &line); place++) {
        line.end++;
        fp_str copy = copy_of(text_of(b), line);
        edit(b, line, FP_STR(""));
        edit(b, (fp_span){ line.start, line.start }, copy);
        drop(copy);
    }
}

static void run_access(bench *b) { run_lines(b, is_access); }
static void run_barrier(bench *b) { run_lines(b, is_barrier); }

static void run_number(bench *b) {
    fp_span line;
    for (int place = 0; place < PLACES && find_line(b, has_number, place, PLACES, &line); place++) {
        uint32_t end = number_end(text_of(b), line);
        edit(b, (fp_span){ end, end }, FP_STR("1"));
        edit(b, (fp_span){ end, end + 1 }, FP_STR(""));
    }
}

static void run_comment(bench *b) {
    fp_str words = FP_STR(" // why");
    fp_span line;
    for (int place = 0; place < TYPED_PLACES && find_line(b, is_access, place, TYPED_PLACES, &line); place++) {
        type_text(b, line.end, words);
        edit(b, (fp_span){ line.end, line.end + (uint32_t)words.len }, FP_STR(""));
    }
}

static void run_paste(bench *b) {
    fp_str text = text_of(b);
    fp_span lines = line_at(text, text.len / 2);
    for (int i = 0; i < PASTED_LINES && lines.end < text.len; i++) lines.end = line_at(text, lines.end + 1).end;
    fp_str copy = copy_of(text, lines);
    edit(b, (fp_span){ lines.start, lines.start }, copy);
    edit(b, (fp_span){ lines.start, lines.start + (uint32_t)copy.len }, FP_STR(""));
    drop(copy);
}

static void run_alias(bench *b) {
    static const fp_str alias = { "#bench = affine_map<(d0) -> (d0)>\n", 34 };
    fp_str text = text_of(b);
    fp_span line = line_at(text, 0);
    bool has = text.len && text.data[0] == '#';
    while (has && line.end > line.start && !isdigit((unsigned char)text.data[line.end - 1])) line.end--;
    fp_str words = has ? FP_STR("1") : alias;
    uint32_t at = has ? line.end : 0;
    edit(b, (fp_span){ at, at }, words);
    edit(b, (fp_span){ at, at + (uint32_t)words.len }, FP_STR(""));
}

static bool is_name(char c) { return isalnum((unsigned char)c) || strchr("_$.-", c); }

/* Every place of the name in the text, the last one first: each edit leaves those that follow in place. */
static size_t find_uses(fp_str text, fp_str name, fp_str now, fp_edit *edits) {
    size_t count = 0;
    for (size_t at = text.len; at-- > 0 && count < RENAMED_MAX;) {
        bool here = at + name.len < text.len && !memcmp(text.data + at, name.data, name.len) &&
                    !is_name(text.data[at + name.len]);
        if (here) edits[count++] = (fp_edit){ { (uint32_t)at, (uint32_t)(at + name.len) }, now };
    }
    return count;
}

static void run_rename(bench *b) {
    static fp_edit edits[RENAMED_MAX];
    fp_str now = FP_STR("%renamed"), text = text_of(b);
    fp_span line;
    if (!find_line(b, is_access, 0, 1, &line)) return;
    uint32_t at = line.start, end;
    while (at < line.end && text.data[at] != '%') at++;
    for (end = at + 1; end < line.end && is_name(text.data[end]);) end++;
    if (at == line.end) return;
    fp_str name = copy_of(text, (fp_span){ at, end });
    edit_all(b, edits, find_uses(text, name, now, edits));
    edit_all(b, edits, find_uses(text_of(b), now, name, edits));
    drop(name);
}

/* ---- what is printed ---- */
static double middle_of(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static void print_figures(bench *b, const char *name) {
    double medians[PARTS], values[EDITS_MAX];
    int edits = b->edits;
    if (edits == 0) return;
    for (int part = 0; part < PARTS; part++) {
        for (int i = 0; i < edits; i++) values[i] = b->watches[i].spent[part];
        medians[part] = middle_of(values, edits);
    }
    double first = middle_of(b->first, edits), idle = middle_of(b->idle, edits);
    printf("%s %d %.2f %.2f %.2f %.2f %.2f ", name, edits, first, b->first[edits * 95 / 100], b->first[edits - 1], idle,
           b->idle[edits - 1]);
    print_parts(medians);
    b->edits = 0;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(bench *b);
    } scripts[] = { { "type", run_type },     { "access", run_access },   { "barrier", run_barrier },
                    { "number", run_number }, { "comment", run_comment }, { "paste", run_paste },
                    { "alias", run_alias },   { "rename", run_rename } };
    static bench b;
    if (argc < 2 || argc > 3) return 2;
    fp_transport_heaps();
    fp_str text = read_file(argv[1]);
    fp_lsp_client client = { .related = true };
    fp_lsp_settings settings = { .source = { .none = true } };
    b.view = open_view(&client, &settings, text);
    fp_lsp_view_check(b.view, &(volatile bool){ false });
    advise(b.view);
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        if (argc == 3 && strcmp(argv[2], scripts[i].name) != 0) continue;
        scripts[i].run(&b);
        print_figures(&b, scripts[i].name);
    }
    fp_lsp_view_drop(b.view);
    free((char *)text.data);
    return 0;
}
