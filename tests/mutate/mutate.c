/* Flips each bit of each relation that the table gives, in turn, and reports those that no test notices.
 *
 *   mutate [--kernels N] [--limit N] FIXTURE..
 *
 * The library under test is linked with its table function renamed; this file stands between the table and its user. A flip is noticed when the findings of a
 * fixture or of one of the oracle's random kernels change: every one of these is compared in the tests, with expectations or with executions. Kinds of
 * relation are found by running everything once unchanged. The first of the texts is the table in words, which a test compares with relations.txt; only rows that states can reach (the eight and the depths below DEPTHS) are flipped. */
#include "program.h"
#include "relation_sync.h"
#include "relations_text.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = 4096, TEXTS_MAX = 4096, DEPTHS = 3, ROWS = FP_STATE_IN_FLIGHT + DEPTHS };

fp_relation fp_sync_relation_of_table(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane);

typedef struct { fp_sync_kind kind; fp_scope scope; uint8_t spaces, bare, halves, lane, meeting, own_group, tagged, compatible; fp_counter counter; fp_space space;
                 bool plain, backoff, nvidia; int32_t count; } relation_kind;
typedef struct { relation_kind what; fp_relation relation; uint32_t *texts, text_count; } kind_row;
typedef struct { char *data; size_t len; uint64_t findings; const char *name; } text_row;

static kind_row kinds[KINDS_MAX];
static uint32_t kind_count, current_text;
static text_row texts[TEXTS_MAX];
static uint32_t text_count;
static bool recording;
static struct { uint32_t kind, row, column; bool active; } flip;      /* column FP_STATE_COUNT: the bit "some path orders it" */

static uint32_t kind_of(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane) {
    relation_kind what;
    memset(&what, 0, sizeof what);
    what.kind = sync->kind, what.scope = sync->scope, what.spaces = sync->spaces, what.bare = sync->bare, what.lane = (uint8_t)lane.kind;
    what.halves = (uint8_t)(sync->release | sync->acquire << 1 | sync->maybe << 2);
    what.meeting = (uint8_t)context->meeting, what.counter = klass->counter, what.space = klass->space, what.plain = klass->plain_lds_dma;
    what.backoff = context->target->backoff_barrier, what.nvidia = context->target->vendor == FP_VENDOR_NVIDIA;
    what.tagged = (uint8_t)((sync->tags != 0) | (klass->tags != 0) << 1);
    what.compatible = !sync->tags || !klass->tags || fp_tags_compatible(context->tags, sync->tags, klass->tags);
    fp_lane own;
    what.own_group = lane.kind == FP_LANE_GROUP && fp_sync_group(context, sync, &own) && own.id == lane.id && own.object == lane.object;
    if (sync->wait_count) what.count = sync->waits[0].count > 2 ? 2 : sync->waits[0].count;
    for (uint32_t i = 0; i < kind_count; i++)
        if (memcmp(&kinds[i].what, &what, sizeof what) == 0) return i;
    if (!recording || kind_count == KINDS_MAX) return KINDS_MAX;
    kinds[kind_count].what = what;
    kinds[kind_count].texts = calloc(TEXTS_MAX, sizeof(uint32_t));
    return kind_count++;
}

fp_relation fp_sync_relation(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane) {
    fp_relation relation = fp_sync_relation_of_table(context, sync, klass, lane);
    uint32_t kind = kind_of(context, sync, klass, lane);
    if (kind == KINDS_MAX) return relation;
    if (recording) {
        kind_row *row = &kinds[kind];
        row->relation = relation;
        if (row->text_count == 0 || row->texts[row->text_count - 1] != current_text) row->texts[row->text_count++] = current_text;
    }
    if (flip.active && flip.kind == kind) {
        if (flip.column == FP_STATE_COUNT) relation.ordered ^= FP_STATE_BIT(flip.row);
        else relation.rows[flip.row] ^= FP_STATE_BIT(flip.column);
    }
    return relation;
}

static uint64_t mix(uint64_t hash, uint64_t value) { return ((hash ^ value) * 0x9E3779B97F4A7C15u) ^ (hash >> 29); }

static uint64_t findings_of(const text_row *text) {
    if (!text->data) {
        size_t length;
        const char *words = relations_text(&length);
        return fp_hash_bytes(words, length);
    }
    struct fp_engine *engine = fp_engine_new(NULL);
    const fp_result *result = fp_document_check(fp_document_open(engine, (fp_str){ text->data, text->len }), NULL);
    uint64_t hash = result->finding_count;
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *f = &result->findings[i];
        hash = mix(mix(mix(hash, f->rule), f->level), f->span.start);
        for (size_t k = 0; k < f->related_count; k++) hash = mix(hash, f->related[k].span.start);
    }
    fp_engine_drop(engine);
    return hash;
}

/* The fixture's target stands in its RUN line; a comment of fencepost's own says the same to the engine. */
static void add_text(char *data, size_t len, const char *name) {
    if (text_count == TEXTS_MAX) return;
    const char *at = memchr(data, '\n', len), *target = NULL;
    size_t first = at ? (size_t)(at - data) : len;
    for (size_t i = 0; i + 9 < first; i++)
        if (memcmp(data + i, "--target=", 9) == 0) target = data + i + 9;
    if (target) {
        size_t length = strcspn(target, " \n");
        char *with = malloc(len + length + 64);
        int head = sprintf(with, "// fencepost: target=%.*s\n", (int)length, target);
        memcpy(with + head, data, len);
        data = with, len += (size_t)head;
    }
    texts[text_count++] = (text_row){ data, len, 0, name };
}

static void add_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) { perror(path); exit(2); }
    fseek(file, 0, SEEK_END);
    size_t len = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(len + 1);
    len = fread(data, 1, len, file);
    fclose(file);
    add_text(data, len, path);
}

static void add_kernels(long count) {
    for (long k = 0; k < count; k++)
        for (int f = 0; f < FAMILY_COUNT; f++) {
            static program p;
            program_make(&p, (family_kind)f, (uint64_t)k + 1);
            char *data = NULL;
            size_t len = 0;
            FILE *out = open_memstream(&data, &len);
            program_print(&p, out);
            fclose(out);
            add_text(data, len, "a random kernel");
        }
}

static bool is_noticed(uint32_t kind) {
    for (uint32_t i = 0; i < kinds[kind].text_count; i++) {
        const text_row *text = &texts[kinds[kind].texts[i]];
        if (findings_of(text) != text->findings) return true;
    }
    return false;
}

int main(int argc, char **argv) {
    long kernels = 30, limit = -1;
    texts[text_count++] = (text_row){ NULL, 0, 0, "the relation table" };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--kernels") == 0 && i + 1 < argc) kernels = atol(argv[++i]);
        else if (strcmp(argv[i], "--limit") == 0 && i + 1 < argc) limit = atol(argv[++i]);
        else add_file(argv[i]);
    }
    add_kernels(kernels);
    recording = true;
    for (current_text = 0; current_text < text_count; current_text++) texts[current_text].findings = findings_of(&texts[current_text]);
    recording = false;
    long flips = 0, noticed = 0;
    printf("%u texts, %u kinds of relation\n", text_count, kind_count);
    for (uint32_t kind = 0; kind < kind_count; kind++) {
        const relation_kind *what = &kinds[kind].what;
        uint32_t rows = what->counter == FP_COUNTER_NONE ? FP_STATE_IN_FLIGHT : ROWS;
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t column = 0; column <= rows; column++) {
                if (limit >= 0 && flips >= limit) break;
                flip.kind = kind, flip.row = row, flip.column = column == rows ? FP_STATE_COUNT : column, flip.active = true;
                flips++;
                if (is_noticed(kind)) noticed++;
                else
                    printf("unnoticed: sync kind %d scope %d spaces %d%s, lane %d, class counter %d space %d, %s: state %u to %u (%u texts)\n", what->kind, what->scope,
                           what->spaces, what->bare ? " bare" : "", what->lane, what->counter, what->space, what->nvidia ? "NVIDIA" : "others", row, flip.column,
                           kinds[kind].text_count);
                flip.active = false;
            }
    }
    printf("%ld of %ld flips noticed\n", noticed, flips);
    return 0;
}
