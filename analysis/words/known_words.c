#include "words/known_words.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include <string.h>

enum { STALE_MIN = 64 }; /* so few words are worth no sweep */

typedef FP_VEC(uint64_t) key_words;
typedef struct {
    const uint64_t *key;
    uint32_t key_len;
    const fp_str *words;
} known_finding;
struct fp_known_words {
    struct fp_arena *keep;
    fp_map map;
    FP_VEC(known_finding) list;
    fp_lines lines;
    key_words key; /* of the finding that is asked for; it begins with the evidence */
    fp_phrase evidence;
    uint32_t evidence_len;
};

struct fp_known_words *fp_known_words_new(struct fp_arena *keep) {
    struct fp_known_words *known = FP_NEW(keep, struct fp_known_words, 1);
    known->keep = keep;
    return known;
}

void fp_known_words_start(struct fp_known_words *known, fp_lines lines) {
    known->lines = lines;
    known->evidence_len = 0;
}

/* ---- keys: all that words depend on, places as their lines ---- */
static void put(struct fp_known_words *known, uint64_t word) { *FP_PUSH(known->keep, &known->key) = word; }

static void put_text(struct fp_known_words *known, fp_str text) {
    put(known, text.len);
    for (size_t at = 0; at < text.len; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, text.data + at, text.len - at < sizeof word ? text.len - at : sizeof word);
        put(known, word);
    }
}

static void put_place(struct fp_known_words *known, uint32_t place) { put(known, fp_lines_line(known->lines, place)); }

static void put_phrase(struct fp_known_words *known, const fp_phrase *phrase) {
    put(known, (uint64_t)phrase->sentence << 32 | phrase->argument_count);
    for (uint32_t i = 0; i < phrase->argument_count; i++) {
        const fp_phrase_argument *argument = &phrase->arguments[i];
        put(known, ((uint64_t)argument->name << 8 | argument->kind) << 32 | argument->count);
        switch (argument->kind) {
        case FP_ARGUMENT_TEXT: put_text(known, argument->value.text); break;
        case FP_ARGUMENT_NUMBER: put(known, (uint64_t)argument->value.number); break;
        case FP_ARGUMENT_PLACE: put_place(known, argument->value.place); break;
        case FP_ARGUMENT_PLACES:
            for (uint32_t k = 0; k < argument->count; k++) put_place(known, argument->value.places[k]);
            break;
        case FP_ARGUMENT_PHRASES:
            for (uint32_t k = 0; k < argument->count; k++) put_phrase(known, &argument->value.phrases[k]);
            break;
        }
    }
}

/* Findings in a row may share it. */
static void put_evidence(struct fp_known_words *known, const fp_phrase *evidence) {
    bool same = known->evidence_len && known->evidence.arguments == evidence->arguments &&
                known->evidence.sentence == evidence->sentence;
    known->key.len = same ? known->evidence_len : 0;
    if (same) return;
    put_phrase(known, evidence);
    known->evidence = *evidence;
    known->evidence_len = known->key.len;
}

static void find_key(struct fp_known_words *known, const fp_finding *finding) {
    put_evidence(known, &finding->evidence);
    put_place(known, finding->span.start);
    put_phrase(known, &finding->phrase);
    put(known, finding->related_count);
    for (size_t i = 0; i < finding->related_count; i++) put_phrase(known, &finding->related[i].phrase);
    put(known, finding->fix_count);
    for (size_t i = 0; i < finding->fix_count; i++) put_phrase(known, &finding->fixes[i].phrase);
}

const fp_str **fp_known_words_of(struct fp_known_words *known, const fp_finding *finding) {
    find_key(known, finding);
    size_t bytes = known->key.len * sizeof *known->key.data;
    uint64_t hash = fp_hash_bytes(known->key.data, bytes);
    for (fp_map_probe p = fp_map_find(&known->map, hash); fp_map_next(&p);) {
        known_finding *old = &known->list.data[p.value];
        if (old->key_len == known->key.len && memcmp(old->key, known->key.data, bytes) == 0) return &old->words;
    }
    fp_map_put(known->keep, &known->map, hash, known->list.len);
    known_finding *new = FP_PUSH(known->keep, &known->list);
    *new = (known_finding){ .key = fp_arena_copy(known->keep, known->key.data, bytes, _Alignof(uint64_t)),
                            .key_len = known->key.len };
    return &new->words;
}

bool fp_known_words_are_stale(const struct fp_known_words *known, size_t finding_count) {
    return known->list.len > 2 * finding_count + STALE_MIN;
}
