#include "words/known_words.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"

enum { STALE_MIN = 16 }; /* so few words are worth no sweep */

typedef struct {
    uint64_t key;
    const fp_str *words;
} known_finding;
typedef struct {
    uint64_t key;
    fp_str note;
} known_evidence;
typedef struct {
    const struct fp_phrase_argument *arguments;
    fp_sentence sentence;
    uint32_t number; /* of the evidence; FP_NONE: nothing was asked for */
} asked_evidence;
struct fp_known_words {
    struct fp_arena *keep;
    fp_map map;
    FP_VEC(known_finding) list;
    fp_map evidence_map;
    FP_VEC(known_evidence) evidence;
    fp_lines lines;
    asked_evidence asked[2]; /* of the text whose findings are asked for: the last ones; `oldest` goes next */
    uint32_t oldest, evidence_now;
    uint64_t key; /* hash of all that the words of what is asked for depend on */
};

struct fp_known_words *fp_known_words_new(struct fp_arena *keep) {
    struct fp_known_words *known = FP_NEW(keep, struct fp_known_words, 1);
    known->keep = keep;
    return known;
}

void fp_known_words_start(struct fp_known_words *known, fp_lines lines) {
    known->lines = lines;
    for (uint32_t i = 0; i < 2; i++) known->asked[i].number = UINT32_MAX;
}

/* ---- keys: all that words depend on, places as their lines ---- */
static void put(struct fp_known_words *known, uint64_t word) { known->key = fp_hash_mix(known->key, word); }

static void put_text(struct fp_known_words *known, fp_str text) { put(known, fp_str_hash(text)); }

static void put_place(struct fp_known_words *known, uint32_t place) { put(known, fp_lines_line(known->lines, place)); }

static void put_phrase(struct fp_known_words *known, const fp_phrase *phrase) {
    put(known, phrase->sentence);
    put(known, phrase->argument_count);
    for (uint32_t i = 0; i < phrase->argument_count; i++) {
        const fp_phrase_argument *argument = &phrase->arguments[i];
        put(known, (uint32_t)argument->name << 8 | argument->kind);
        switch (argument->kind) {
        case FP_ARGUMENT_TEXT: put_text(known, argument->value.text); break;
        case FP_ARGUMENT_NUMBER: put(known, (uint64_t)argument->value.number); break;
        case FP_ARGUMENT_PLACE: put_place(known, argument->value.place); break;
        case FP_ARGUMENT_PLACES:
            put(known, argument->count);
            for (uint32_t k = 0; k < argument->count; k++) put_place(known, argument->value.places[k]);
            break;
        case FP_ARGUMENT_PHRASES:
            put(known, argument->count);
            for (uint32_t k = 0; k < argument->count; k++) put_phrase(known, &argument->value.phrases[k]);
            break;
        }
    }
}

static uint32_t number_of_evidence(struct fp_known_words *known, const fp_phrase *evidence) {
    known->key = 0;
    put_phrase(known, evidence);
    for (fp_map_probe p = fp_map_find(&known->evidence_map, known->key); fp_map_next(&p);)
        if (known->evidence.data[p.value].key == known->key) return p.value;
    fp_map_put(known->keep, &known->evidence_map, known->key, known->evidence.len);
    *FP_PUSH(known->keep, &known->evidence) = (known_evidence){ .key = known->key };
    return known->evidence.len - 1;
}

/* Findings in a row mostly share one of two. */
static uint32_t find_evidence(struct fp_known_words *known, const fp_phrase *evidence) {
    for (uint32_t i = 0; i < 2; i++) {
        const asked_evidence *asked = &known->asked[i];
        if (asked->number != UINT32_MAX && asked->arguments == evidence->arguments &&
            asked->sentence == evidence->sentence)
            return asked->number;
    }
    uint32_t number = number_of_evidence(known, evidence);
    known->asked[known->oldest] = (asked_evidence){ evidence->arguments, evidence->sentence, number };
    known->oldest = !known->oldest;
    return number;
}

static void find_key(struct fp_known_words *known, const fp_finding *finding) {
    known->evidence_now = find_evidence(known, &finding->evidence);
    known->key = 0;
    put(known, known->evidence_now);
    put_place(known, finding->span.start);
    put_phrase(known, &finding->phrase);
    put(known, (uint32_t)finding->related_count);
    for (size_t i = 0; i < finding->related_count; i++) put_phrase(known, &finding->related[i].phrase);
    put(known, (uint32_t)finding->fix_count);
    for (size_t i = 0; i < finding->fix_count; i++) put_phrase(known, &finding->fixes[i].phrase);
}

const fp_str **fp_known_words_of(struct fp_known_words *known, const fp_finding *finding) {
    find_key(known, finding);
    for (fp_map_probe p = fp_map_find(&known->map, known->key); fp_map_next(&p);)
        if (known->list.data[p.value].key == known->key) return &known->list.data[p.value].words;
    fp_map_put(known->keep, &known->map, known->key, known->list.len);
    known_finding *new = FP_PUSH(known->keep, &known->list);
    *new = (known_finding){ .key = known->key };
    return &new->words;
}

fp_str *fp_known_note(struct fp_known_words *known) { return &known->evidence.data[known->evidence_now].note; }

bool fp_known_words_are_stale(const struct fp_known_words *known, size_t finding_count) {
    return known->list.len > 2 * finding_count + STALE_MIN;
}
