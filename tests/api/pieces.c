/* pieces.c - a text that is checked in pieces says what it says when it is checked as a whole: kernels of two files in
 * sections that repeat, as they are and damaged, in small and large pieces, by one thread and by several.
 *
 *     api_pieces SEED FILE..
 *     api_pieces SEED --corpus FOLDER STEP
 */
#include "../grammar/tree.h"
#include "fencepost_editor.h"
#include "written.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, LARGEST_FILE = 200000, DAMAGES = 2 };

/* ---- a crew ---- */

typedef struct {
    void (*work)(void *job, uint32_t index);
    void *job;
    uint32_t count, first;
} share;

/* Each thread has every third piece, the last ones first. */
static void *run_share(void *argument) {
    const share *s = argument;
    for (uint32_t i = s->count; i-- > 0;)
        if (i % THREADS == s->first) s->work(s->job, i);
    return NULL;
}

static void run_crew(void *context, uint32_t count, void (*work)(void *job, uint32_t index), void *job) {
    pthread_t threads[THREADS];
    share shares[THREADS];
    (void)context;
    for (uint32_t i = 0; i < THREADS; i++) {
        shares[i] = (share){ work, job, count, i };
        if (pthread_create(&threads[i], NULL, run_share, &shares[i]) != 0) abort();
    }
    for (uint32_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

/* ---- what is said ---- */

/* What is wrong with the syntax of text that is passed over is not told: without it. */
static char *describe(const struct fp_document *document, const fp_result *result, bool syntax) {
    writer w = { 0 };
    fp_rule damage = fp_rule_find(FP_STR("syntax-error"));
    write_words(&w, "%zu functions\n", syntax ? result->function_count : 0);
    for (size_t i = 0; i < result->finding_count; i++) {
        if (!syntax && result->findings[i].rule == damage) continue;
        char *said = written_finding(document, &result->findings[i]), *fixes = written_fixes(&result->findings[i]);
        const fp_source_place *source = fp_document_source(document, result->findings[i].span.start);
        write_words(&w, "%s%s", said, fixes);
        if (source) write_words(&w, "  made from %.*s:%u\n", (int)source->file.len, source->file.data, source->line);
        free(said), free(fixes);
    }
    for (size_t i = 0; i < result->kernel_count; i++) {
        char *said = written_kernel(&result->kernels[i]);
        write_words(&w, "%s", said);
        free(said);
    }
    for (size_t i = 0; i < result->unjudged_count; i++)
        write_words(&w, "unjudged %u %.*s\n", result->unjudged[i].span.start, (int)result->unjudged[i].reason.len,
                    result->unjudged[i].reason.data);
    return w.data;
}

/* The fixes that trials leave of the findings from warnings on. */
static char *describe_offers(struct fp_document *document, const fp_result *result, uint64_t *offered) {
    writer w = { 0 };
    struct fp_mender *mender = fp_mender_beside(document);
    for (size_t i = 0; i < result->finding_count; i++) {
        if (result->findings[i].level < FP_LEVEL_WARNING) continue;
        const fp_finding *left = fp_mender_offers(mender, fp_document_text(document), &result->findings[i], 1);
        char *said = written_finding(document, left), *fixes = written_fixes(left);
        write_words(&w, "%s%s  %zu were not tried\n", said, fixes, left->untried_count);
        *offered += left->fix_count;
        free(said), free(fixes);
    }
    fp_mender_drop(mender);
    return w.data ? w.data : calloc(1, 1);
}

typedef struct {
    uint64_t texts, in_pieces, passed, known, offered;
} tally;

static bool offers_differ(struct fp_document *whole, const fp_result *expected, struct fp_document *pieces,
                          const fp_result *found, const char *name, tally *t) {
    char *before = describe_offers(whole, expected, &t->offered),
         *after = describe_offers(pieces, found, &(uint64_t){ 0 });
    bool differ = strcmp(before, after) != 0;
    if (differ) {
        fp_str all = fp_document_text(whole);
        printf("%s: something else is offered\n--- whole\n%s--- in pieces\n%s--- of\n%.*s\n", name, before, after,
               (int)all.len, all.data);
    }
    free(before), free(after);
    return differ;
}

/* Does a check in pieces say something else? */
static bool differs(struct fp_engine *engine, fp_str all, fp_wishes wishes, const char *name, tally *t) {
    struct fp_document *whole = fp_document_open(engine, all), *pieces = fp_document_open(engine, all);
    fp_wishes plain = { .least = wishes.least, .fixes = wishes.fixes };
    const fp_result *expected = fp_document_check_for(whole, plain, NULL),
                    *found = fp_document_check_for(pieces, wishes, NULL);
    bool syntax = found->statistics.passed_bytes == 0;
    char *before = describe(whole, expected, syntax), *after = describe(pieces, found, syntax);
    bool differ = strcmp(before, after) != 0;
    t->texts++;
    t->in_pieces += found->statistics.passed_bytes || found->statistics.known_bytes;
    t->passed += found->statistics.passed_bytes;
    t->known += found->statistics.known_bytes;
    if (differ)
        printf("%s, pieces of %u bytes: something else is said\n--- whole\n%s--- in pieces\n%s--- of\n%.*s\n", name,
               wishes.piece_bytes, before, after, (int)all.len, all.data);
    free(before), free(after);
    if (!differ && wishes.fixes && syntax) differ = offers_differ(whole, expected, pieces, found, name, t);
    fp_document_close(whole);
    fp_document_close(pieces);
    return differ;
}

static bool try_text(struct fp_engine *engine, fp_str all, const char *name, tally *t) {
    static const fp_crew crew = { NULL, run_crew };
    fp_wishes small = { .least = FP_LEVEL_HINT, .fixes = true, .piece_bytes = 1, .crew = &crew },
              large = { .least = FP_LEVEL_INFORMATION, .piece_bytes = 4096 };
    return differs(engine, all, small, name, t) || differs(engine, all, large, name, t);
}

/* ---- texts ---- */

/* Both files in sections, one of them twice, and a section without anything to judge. */
static text join(text a, text b) {
    static const char between[] = "\n// -----// IR Dump After CSE (cse) //----- //\n",
                      quiet[] = "func.func @quiet(%a: i32) -> i32 {\n  return %a : i32\n}\n", split[] = "\n// -----\n";
    struct {
        const char *data;
        size_t len;
    } parts[] = {
        { a.data, a.len },           { between, sizeof between - 1 }, { b.data, b.len },
        { split, sizeof split - 1 }, { quiet, sizeof quiet - 1 },     { between, sizeof between - 1 },
        { a.data, a.len },           { between, sizeof between - 1 }, { b.data, b.len },
    };
    text all = { malloc(2 * (a.len + b.len) + 512), 0 };
    if (!all.data) abort();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        memcpy(all.data + all.len, parts[i].data, parts[i].len);
        all.len += (uint32_t)parts[i].len;
    }
    return all;
}

/* A bracket, quote or other character goes. */
static void damage(text *t, uint64_t *random) {
    uint32_t at = (uint32_t)(next_random(random) % t->len), begin = at;
    while (at + 1 < t->len && !strchr("(){}[]\"<>", t->data[at])) at++;
    if (next_random(random) % 4 == 0) at = begin;
    memmove(t->data + at, t->data + at + 1, t->len - at - 1);
    t->len--;
}

/* Both files in one section: their functions are read apart where they do not name each other. */
static text join_section(text a, text b) {
    text all = { malloc(a.len + b.len + 2), a.len + b.len + 2 };
    if (!all.data) abort();
    memcpy(all.data, a.data, a.len);
    all.data[a.len] = '\n';
    memcpy(all.data + a.len + 1, b.data, b.len);
    all.data[all.len - 1] = '\n';
    return all;
}

static bool try_section(struct fp_engine *engine, text a, text b, const char *name, uint64_t *random, tally *t) {
    text all = join_section(a, b);
    bool differ = try_text(engine, (fp_str){ all.data, all.len }, name, t);
    for (int i = 0; i < DAMAGES && !differ; i++) {
        damage(&all, random);
        differ = try_text(engine, (fp_str){ all.data, all.len }, name, t);
    }
    text_drop(all);
    return differ;
}

static bool try_pair(struct fp_engine *engine, const char *first, const char *second, uint64_t *random, tally *t) {
    text a = text_read(first), b = text_read(second);
    bool differ = false;
    if (a.len <= LARGEST_FILE && b.len <= LARGEST_FILE) {
        text all = join(a, b);
        differ = try_text(engine, (fp_str){ a.data, a.len }, first, t) ||
                 try_text(engine, (fp_str){ all.data, all.len }, first, t);
        for (int i = 0; i < DAMAGES && !differ; i++) {
            damage(&all, random);
            differ = try_text(engine, (fp_str){ all.data, all.len }, first, t);
        }
        text_drop(all);
        differ = differ || try_section(engine, a, b, first, random, t);
    }
    text_drop(a), text_drop(b);
    return differ;
}

int main(int argc, char **argv) {
    uint64_t random = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    file_list files = files_from(argc, argv, 2);
    struct fp_engine *engine = fp_engine_new(NULL);
    tally t = { 0 };
    unsigned differ = 0;
    for (uint32_t i = 0; i < files.count; i++)
        differ += try_pair(engine, files.names[i], files.names[(i + 1) % files.count], &random, &t);
    printf("%llu texts, %llu of them in pieces; %llu bytes passed over, %llu known, %llu fixes: %u differ\n",
           (unsigned long long)t.texts, (unsigned long long)t.in_pieces, (unsigned long long)t.passed,
           (unsigned long long)t.known, (unsigned long long)t.offered, differ);
    bool empty = files.count == 0 || t.passed == 0 || t.known == 0 || t.offered == 0;
    fp_engine_drop(engine);
    files_drop(files);
    return differ > 0 || empty;
}
