/* edits.c - random kernels are edited line by line, and after each edit say what a fresh document with the same text
 * says.
 *
 *     edits [--braces] [--edits N] [--count KERNELS] [--seed S] [FILE..]
 *
 * --braces: the text holds two kernels, and most edits are of lines with braces: what stands in one kernel decides
 * which brace is missing in the other. In a FILE each line in turn is taken out and put back, gets other lines above
 * it (one begins another section), and some of its words become others. */
#include "base/str.h"
#include "fencepost_editor.h"
#include "make.h"
#include "written.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNDO_MAX = 32, BYTES_MAX = 12000, ROUNDS_TO_KERNEL = 50 };

typedef struct {
    uint32_t at, length;
    char *old;
} undo; /* replaces `length` bytes at `at` by `old` */
typedef struct {
    uint64_t seed;
    struct fp_engine *engine;
    struct fp_document *document;
    fp_str kernel; /* as it was made */
    char *checked;
    size_t checked_len; /* the text of the last check */
    undo undos[UNDO_MAX];
    uint32_t undo_count;
    bool braces;
} editor;

static uint32_t below(editor *e, uint32_t bound) { return (uint32_t)(next_random(&e->seed) % bound); }
static bool chance(editor *e, uint32_t percent) { return below(e, 100) < percent; }

static char *copy_of(const char *data, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) abort();
    memcpy(copy, data, length);
    copy[length] = '\0';
    return copy;
}

static void change(editor *e, fp_span span, const char *data, size_t length) {
    fp_str now = fp_document_text(e->document);
    if (e->undo_count == UNDO_MAX) {
        free(e->undos[0].old);
        memmove(e->undos, e->undos + 1, --e->undo_count * sizeof *e->undos);
    }
    e->undos[e->undo_count++] =
        (undo){ span.start, (uint32_t)length, copy_of(now.data + span.start, span.end - span.start) };
    char *data_too = copy_of(data, length); /* it may be of the text itself */
    fp_document_edit(e->document, span, (fp_str){ data_too, length });
    free(data_too);
}
static void put_words(editor *e, fp_span span, const char *words) { change(e, span, words, strlen(words)); }

static void take_back(editor *e) {
    if (e->undo_count == 0) return;
    undo last = e->undos[--e->undo_count];
    fp_document_edit(e->document, (fp_span){ last.at, last.at + last.length }, fp_str_of(last.old));
    free(last.old);
}

static void forget_undos(editor *e) {
    while (e->undo_count) free(e->undos[--e->undo_count].old);
}

/* ---- places ---- */
static bool holds(fp_str all, fp_span span, const char *words) {
    size_t length = strlen(words);
    for (uint32_t i = span.start; i + length <= span.end; i++)
        if (memcmp(all.data + i, words, length) == 0) return true;
    return false;
}

static fp_span any_line(editor *e) {
    fp_str all = fp_document_text(e->document);
    return line_around(all, below(e, (uint32_t)all.len + 1));
}

static fp_span any_line_with(editor *e, const char *words) {
    fp_str all = fp_document_text(e->document);
    fp_span line = any_line(e);
    for (uint32_t tries = 0; tries < 20 && !holds(all, line, words); tries++) line = any_line(e);
    return line;
}

/* The place of some `words` in the span; false: there are none. */
static bool any_place_of(editor *e, fp_span within, const char *words, fp_span *found) {
    fp_str all = fp_document_text(e->document);
    size_t length = strlen(words), count = 0;
    for (uint32_t i = within.start; i + length <= within.end; i++)
        if (memcmp(all.data + i, words, length) == 0 && next_random(&e->seed) % ++count == 0)
            *found = (fp_span){ i, i + (uint32_t)length };
    return count > 0;
}

/* ---- edits ---- */
static const char *const barriers[] = {
    "  gpu.barrier\n",
    "  gpu.barrier\n",
    "  amdgpu.lds_barrier\n",
    "  gpu.barrier memfence [#gpu.address_space<workgroup>]\n",
    "  gpu.barrier\n  gpu.barrier\n",
    "  rocdl.s.barrier\n",
    "  rocdl.s.wait.dscnt 0\n  rocdl.s.barrier.signal id = -1\n  rocdl.s.barrier.wait id = -1\n",
    "  llvm.fence syncscope(\"workgroup\") release\n  rocdl.s.barrier\n  llvm.fence syncscope(\"workgroup\") acquire\n"
};
static const char *const insertions[] = {
    "\n",
    "  // x\n",
    "// -----\n",
    "  // fencepost: target=gfx942\n",
    "  }\n",
    "  {\n",
    "  scf.if %flag {\n",
    "  scf.for %i = %c0 to %n step %c1 {\n",
    "  memref.store %val, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>\n",
    "  %z = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>\n",
    "  memref.store %c0, %where[%tid] : memref<64xindex>\n",
    "  \"acme.touch\"(%lds) : (memref<64xf32, #gpu.address_space<workgroup>>) -> ()\n",
    "  return\n",
    "^bb1:\n",
    "  %other = arith.constant 3 : index\n",
    "  %v3 = arith.constant 3 : index\n",
    "  %tid = gpu.thread_id y\n",
    "  \"\n",
    "  memref.store %val, %lds[\n",
    "func.func @more() {\n  gpu.barrier\n  return\n}\n",
    "  llvm.fence syncscope(\"workgroup\") acquire\n",
    "  rocdl.s.wait.dscnt 0\n",
    "  rocdl.s.barrier.signal id = -1\n",
    "  rocdl.s.barrier.wait id = -1\n"
};
static const char *const swaps[][2] = { { "%tid", "%other" },
                                        { "%other", "%tid" },
                                        { "%lds2", "%lds" },
                                        { "%lds", "%lds2" },
                                        { "store", "load" },
                                        { "load", "store" },
                                        { "%v1", "%v2" },
                                        { "%v", "%w" },
                                        { "gpu.barrier", "gpu.barrierx" },
                                        { "gpu.barrierx", "gpu.barrier" },
                                        { "  ", "  // " },
                                        { "// ", "" },
                                        { "%flag", "%first" },
                                        { "addi", "subi" },
                                        { "%c0", "%c1" },
                                        { "%c0", "%tid" },
                                        { "%tid", "%c0" },
                                        { "%n", "%tid" },
                                        { "f32", "f16" },
                                        { "64", "32" },
                                        { "}", "" },
                                        { "release", "acquire" },
                                        { "acquire", "release" },
                                        { "cnt 0", "cnt 1" },
                                        { "cnt 1", "cnt 0" },
                                        { "id = -1", "id = 1" },
                                        { "signal", "wait" },
                                        { "barrier.wait", "barrier.signal" } };
static const char *const head_swaps[][2] = { { "64, 1", "128, 1" },
                                             { "128, 1", "64, 1" },
                                             { "64, 1", "32, 1" },
                                             { "gpu.kernel", "gpu.other" },
                                             { "gpu.other", "gpu.kernel" },
                                             { "gfx942", "gfx1201" },
                                             { "gfx1201", "sm_90" },
                                             { "sm_90", "gfx942" },
                                             { "+ 5", "+ 6" },
                                             { "+ 6", "+ 5" },
                                             { "mod 64", "mod 32" },
                                             { "%x: f32", "%x: f32, %y: f32" },
                                             { "%where", "%there" },
                                             { "%there", "%where" },
                                             { "block=64", "block=128" },
                                             { "@kernel", "@kernel2" },
                                             { "func.func", "func.func private" },
                                             { " private", "" },
                                             { "#turn", "// fencepost: target=gfx1201\n#turn" } };

static void swap_in(editor *e, fp_span within, const char *const *swap) {
    fp_span place;
    if (any_place_of(e, within, swap[0], &place)) put_words(e, place, swap[1]);
}

/* The head: all before the line behind the function's own one. */
static fp_span head_of(editor *e) {
    fp_str all = fp_document_text(e->document);
    fp_span head = { 0, (uint32_t)all.len };
    for (uint32_t at = 0; at < all.len;) {
        fp_span line = line_around(all, at);
        if (holds(all, line, "func.func")) return head.end = line.end, head;
        at = line.end;
    }
    return head;
}

static void rename_definition(editor *e) {
    fp_str all = fp_document_text(e->document);
    fp_span line = any_line_with(e, " = "), place;
    if (!any_place_of(e, line, "%", &place)) return;
    place.start = place.end;
    while (place.end < line.end && all.data[place.end] != ' ' && all.data[place.end] != ',') place.end++;
    static const char *const names[] = { "q", "v1", "v2", "v5", "v8", "lds", "other", "nobody" };
    put_words(e, place, names[below(e, sizeof names / sizeof *names)]);
}

static void paste_lines(editor *e, bool moves) {
    fp_str all = fp_document_text(e->document);
    fp_span from = any_line(e), to = any_line(e);
    for (uint32_t more = below(e, 6); more > 0 && from.end < all.len; more--) from.end = line_around(all, from.end).end;
    char *lines = copy_of(all.data + from.start, from.end - from.start);
    put_words(e, (fp_span){ to.start, to.start }, lines);
    uint32_t shift = moves && to.start <= from.start ? from.end - from.start : 0;
    bool apart = to.start <= from.start || to.start >= from.end;
    if (moves && apart) put_words(e, (fp_span){ from.start + shift, from.end + shift }, "");
    free(lines);
}

static void edit_brace(editor *e) {
    static const char *const lines[] = { "}\n",
                                         "  }\n",
                                         "    }\n",
                                         "      }\n",
                                         "  {\n",
                                         "  scf.if %flag {\n",
                                         "    scf.if %flag {\n",
                                         "  } else {\n",
                                         "  scf.for %i = %c0 to %n step %c1 {\n",
                                         "func.func @more(%x: f32) {\n",
                                         "gpu.module @more {\n",
                                         "  } {a = 1 : i32}\n",
                                         "  \"acme.with\"() ({\n",
                                         "  }) : () -> ()\n" };
    fp_span line = any_line(e);
    switch (below(e, 3)) {
    case 0: put_words(e, any_line_with(e, chance(e, 70) ? "}" : "{"), ""); break;
    case 1: put_words(e, (fp_span){ line.start, line.start }, lines[below(e, sizeof lines / sizeof *lines)]); break;
    default: swap_in(e, any_line_with(e, "}"), (const char *const[]){ "  ", chance(e, 50) ? "" : "    " }); break;
    }
}

static void edit_once(editor *e) {
    fp_str all = fp_document_text(e->document);
    fp_span line = any_line(e), start = { line.start, line.start };
    if (all.len > BYTES_MAX || chance(e, 2)) { /* from what is whole: broken text stays broken otherwise */
        put_words(e, (fp_span){ 0, (uint32_t)all.len }, e->kernel.data);
        return;
    }
    if (e->braces && chance(e, 60)) {
        edit_brace(e);
        return;
    }
    switch (below(e, 20)) {
    case 0:
    case 1:
    case 2: put_words(e, start, barriers[below(e, sizeof barriers / sizeof *barriers)]); break;
    case 3:
    case 4: put_words(e, any_line_with(e, "barrier"), ""); break;
    case 5: put_words(e, line, ""); break;
    case 6: put_words(e, any_line_with(e, " = "), ""); break;
    case 7:
    case 8: put_words(e, start, insertions[below(e, sizeof insertions / sizeof *insertions)]); break;
    case 9: rename_definition(e); break;
    case 10: paste_lines(e, false); break;
    case 11: paste_lines(e, true); break;
    case 12: swap_in(e, head_of(e), head_swaps[below(e, sizeof head_swaps / sizeof *head_swaps)]); break;
    case 13:
    case 14: swap_in(e, line, swaps[below(e, sizeof swaps / sizeof *swaps)]); break;
    default: take_back(e); break;
    }
}

/* ---- checks ---- */
/* `before`, `gone` and `behind` are a text; `now` comes instead of `gone`. */
typedef struct {
    fp_str before, gone, now, behind;
} one_edit;

static bool one_edit_differs(editor *e, const one_edit *edit, const char *name) {
    size_t length = edit->before.len + edit->gone.len + edit->behind.len;
    char *text = malloc(length + 1);
    if (!text) abort();
    memcpy(text, edit->before.data, edit->before.len);
    memcpy(text + edit->before.len, edit->gone.data, edit->gone.len);
    memcpy(text + edit->before.len + edit->gone.len, edit->behind.data, edit->behind.len);
    struct fp_document *document = fp_document_open(e->engine, (fp_str){ text, length });
    fp_document_check(document, NULL);
    fp_document_edit(document, (fp_span){ (uint32_t)edit->before.len, (uint32_t)(edit->before.len + edit->gone.len) },
                     edit->now);
    bool differs = differs_from_fresh(e->engine, document, name, 1);
    fp_document_close(document);
    free(text);
    return differs;
}

/* Takes lines out of one side as long as it differs; `room` is as long as the side. */
static void shrink_side(editor *e, one_edit *edit, fp_str *side, char *room) {
    for (bool progress = true; progress;) {
        progress = false;
        for (size_t start = 0, end; start < side->len; start = end) {
            fp_str whole = *side;
            end = line_around(whole, (uint32_t)start).end;
            memcpy(room, whole.data, start);
            memcpy(room + start, whole.data + end, whole.len - end);
            *side = (fp_str){ room, whole.len - (end - start) };
            if (one_edit_differs(e, edit, NULL)) {
                memcpy((char *)(uintptr_t)whole.data, room, side->len);
                side->data = whole.data;
                end = start;
                progress = true;
            } else
                *side = whole;
        }
    }
}

/* The same in one edit of a document that was just opened, of as few lines as show it. */
static void show_one_edit(editor *e) {
    fp_str now = fp_document_text(e->document), before = { e->checked, e->checked_len };
    size_t same = 0, behind = 0;
    while (same < now.len && same < before.len && now.data[same] == before.data[same]) same++;
    while (behind < now.len - same && behind < before.len - same &&
           now.data[now.len - 1 - behind] == before.data[before.len - 1 - behind])
        behind++;
    char *left = copy_of(before.data, same), *right = copy_of(before.data + before.len - behind, behind),
         *room = copy_of(before.data, before.len);
    one_edit edit = { { left, same },
                      { before.data + same, before.len - behind - same },
                      { now.data + same, now.len - same - behind },
                      { right, behind } };
    if (one_edit_differs(e, &edit, NULL)) {
        shrink_side(e, &edit, &edit.behind, room);
        shrink_side(e, &edit, &edit.before, room);
        printf("---- it takes one edit: '%.*s' instead of '%.*s' behind\n%.*s\n---- and before\n%.*s\n",
               (int)edit.now.len, edit.now.data, (int)edit.gone.len, edit.gone.data, (int)edit.before.len,
               edit.before.data, (int)edit.behind.len, edit.behind.data);
        one_edit_differs(e, &edit, "that one edit");
    } else
        printf("---- it takes more than the last edits, which put '%.*s' for '%.*s' in the text\n%.*s\n",
               (int)edit.now.len, edit.now.data, (int)edit.gone.len, edit.gone.data, (int)before.len, before.data);
    free(left);
    free(right);
    free(room);
}

static bool check_edits(editor *e, const char *name, long round) {
    fp_str now = fp_document_text(e->document);
    if (chance(e, 10))
        fp_document_check_for(e->document, (fp_wishes){ .least = FP_LEVEL_WARNING, .fixes = true }, NULL);
    bool failed = differs_from_fresh(e->engine, e->document, name, round);
    if (failed) show_one_edit(e);
    free(e->checked);
    e->checked = copy_of(now.data, now.len), e->checked_len = now.len;
    return failed;
}

/* Both kernels, one behind the other; the second without its aliases. */
static fp_str join_kernels(fp_str first, fp_str second) {
    size_t head = 0;
    while (head < second.len && !fp_str_starts(fp_str_slice(second, head, second.len), FP_STR("func.func"))) head++;
    char *both = malloc(first.len + second.len + 1);
    if (!both) abort();
    memcpy(both, first.data, first.len);
    memcpy(both + first.len, second.data + head, second.len - head + 1);
    free((void *)first.data);
    free((void *)second.data);
    return (fp_str){ both, first.len + second.len - head };
}

static bool edit_kernel(editor *e, uint64_t seed, long edits) {
    char name[64];
    snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
    e->kernel = kernel_make(seed);
    if (e->braces) e->kernel = join_kernels(e->kernel, kernel_make(seed + 1));
    e->document = fp_document_open(e->engine, e->kernel);
    bool failed = check_edits(e, name, 0);
    for (long round = 1; round <= edits && !failed; round++) {
        edit_once(e);
        if (!chance(e, 30)) failed = check_edits(e, name, round); /* else several edits before a check */
    }
    forget_undos(e);
    fp_document_close(e->document);
    free((void *)e->kernel.data);
    return failed;
}

/* The line goes and comes back; an empty line comes above it, and some of the others; words in it become others. */
static bool edit_line(editor *e, const char *name, fp_span line, long number) {
    static const uint32_t insertion_count = sizeof insertions / sizeof *insertions;
    fp_span start = { line.start, line.start };
    put_words(e, line, "");
    if (check_edits(e, name, number)) return true;
    take_back(e);
    if (check_edits(e, name, number)) return true;
    static const char *const above[] = { "\n", "// -----\n" };
    for (uint32_t i = 0; i < sizeof above / sizeof *above; i++) {
        put_words(e, start, above[i]);
        if (check_edits(e, name, number)) return true;
        take_back(e);
    }
    for (uint32_t i = 0; i < 3; i++) {
        put_words(e, start, insertions[((uint32_t)number * 3 + i) % insertion_count]);
        if (check_edits(e, name, number)) return true;
        take_back(e);
    }
    for (uint32_t i = 0; i < sizeof swaps / sizeof *swaps; i++) {
        if (!holds(fp_document_text(e->document), line, swaps[i][0])) continue;
        swap_in(e, line, swaps[i]);
        if (check_edits(e, name, number)) return true;
        take_back(e);
    }
    return check_edits(e, name, number);
}

static bool edit_lines(editor *e, const char *path) {
    e->kernel = read_file(path);
    e->document = fp_document_open(e->engine, e->kernel);
    bool failed = check_edits(e, path, 0);
    long number = 0;
    for (uint32_t at = 0; at < e->kernel.len && !failed;) {
        fp_span line = line_around(e->kernel, at);
        failed = edit_line(e, path, line, number++);
        at = line.end;
    }
    forget_undos(e);
    fp_document_close(e->document);
    free((void *)e->kernel.data);
    return failed;
}

int main(int argc, char **argv) {
    long count = 20, edits = ROUNDS_TO_KERNEL, failed = 0;
    uint64_t seed = 1;
    bool braces = false;
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--braces") == 0)
            braces = true;
        else if (strcmp(argv[i], "--edits") == 0 && more)
            edits = atol(argv[++i]);
        else if (strcmp(argv[i], "--count") == 0 && more)
            count = atol(argv[++i]);
        else if (strcmp(argv[i], "--seed") == 0 && more)
            seed = strtoull(argv[++i], NULL, 10);
        else
            return fprintf(stderr, "edits: %s is no option\n", argv[i]), 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    editor e = { .seed = seed, .braces = braces, .engine = fp_engine_new(NULL) };
    if (i < argc) count = argc - i, edits = 0;
    for (long k = 0; k < count && failed < 3; k++)
        failed += edits ? edit_kernel(&e, seed + (uint64_t)k, edits) : edit_lines(&e, argv[i + k]);
    printf("%ld texts%s\n", count, failed ? ", with differences" : "");
    fp_engine_drop(e.engine);
    free(e.checked);
    return failed > 0;
}
