#include "words/known_words.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include <string.h>

enum { STALE_MIN = 64 };        /* so few words are worth no sweep */
enum { NUMBER_BYTES_MAX = 10 }; /* seven bits of 64 in each */
enum { KEY_ROOM_MIN = 256 };

typedef struct {
    fp_str key;
    const fp_str *words;
} known_finding;
struct fp_known_words {
    struct fp_arena *keep;
    fp_map map;
    FP_VEC(known_finding) list;
    char *key; /* of the finding that is asked for */
    size_t key_len, key_room;
};

struct fp_known_words *fp_known_words_new(struct fp_arena *keep) {
    struct fp_known_words *known = FP_NEW(keep, struct fp_known_words, 1);
    known->keep = keep;
    return known;
}

/* ---- keys: all that words depend on, places as their lines ---- */
typedef struct {
    struct fp_known_words *known;
    fp_lines lines;
} key_writer;

/* The end of the key, with room for so many bytes. */
static char *room_for(struct fp_known_words *known, size_t bytes) {
    if (known->key_len + bytes > known->key_room) {
        size_t room = (known->key_len + bytes) * 2 + KEY_ROOM_MIN;
        char *key = fp_arena_room(known->keep, 1, 1, room);
        if (known->key_len) memcpy(key, known->key, known->key_len);
        known->key = key;
        known->key_room = room;
    }
    return known->key + known->key_len;
}

static void put_number(const key_writer *w, uint64_t number) {
    char *start = room_for(w->known, NUMBER_BYTES_MAX), *end = start;
    for (; number >= 0x80; number >>= 7) *end++ = (char)(number | 0x80);
    *end++ = (char)number;
    w->known->key_len += (size_t)(end - start);
}

static void put_text(const key_writer *w, fp_str text) {
    put_number(w, text.len);
    if (text.len) memcpy(room_for(w->known, text.len), text.data, text.len);
    w->known->key_len += text.len;
}

static void put_place(const key_writer *w, uint32_t place) { put_number(w, fp_lines_line(w->lines, place)); }

static void put_phrase(const key_writer *w, const fp_phrase *phrase) {
    put_number(w, phrase->sentence);
    put_number(w, phrase->argument_count);
    for (uint32_t i = 0; i < phrase->argument_count; i++) {
        const fp_phrase_argument *argument = &phrase->arguments[i];
        put_number(w, argument->name);
        put_number(w, argument->kind);
        put_number(w, argument->count);
        switch (argument->kind) {
        case FP_ARGUMENT_TEXT: put_text(w, argument->value.text); break;
        case FP_ARGUMENT_NUMBER: put_number(w, (uint64_t)argument->value.number); break;
        case FP_ARGUMENT_PLACE: put_place(w, argument->value.place); break;
        case FP_ARGUMENT_PLACES:
            for (uint32_t k = 0; k < argument->count; k++) put_place(w, argument->value.places[k]);
            break;
        case FP_ARGUMENT_PHRASES:
            for (uint32_t k = 0; k < argument->count; k++) put_phrase(w, &argument->value.phrases[k]);
            break;
        }
    }
}

static fp_str key_of(struct fp_known_words *known, fp_lines lines, const fp_finding *finding) {
    key_writer w = { known, lines };
    known->key_len = 0;
    put_place(&w, finding->span.start);
    put_phrase(&w, &finding->phrase);
    put_phrase(&w, &finding->evidence);
    put_number(&w, finding->related_count);
    for (size_t i = 0; i < finding->related_count; i++) put_phrase(&w, &finding->related[i].phrase);
    put_number(&w, finding->fix_count);
    for (size_t i = 0; i < finding->fix_count; i++) put_phrase(&w, &finding->fixes[i].phrase);
    return (fp_str){ known->key, known->key_len };
}

const fp_str **fp_known_words_of(struct fp_known_words *known, fp_lines lines, const fp_finding *finding) {
    fp_str key = key_of(known, lines, finding);
    uint64_t hash = fp_hash_bytes(key.data, key.len);
    for (fp_map_probe p = fp_map_find(&known->map, hash); fp_map_next(&p);)
        if (fp_str_equal(known->list.data[p.value].key, key)) return &known->list.data[p.value].words;
    fp_map_put(known->keep, &known->map, hash, known->list.len);
    known_finding *new = FP_PUSH(known->keep, &known->list);
    *new = (known_finding){ .key = fp_str_copy(known->keep, key) };
    return &new->words;
}

bool fp_known_words_are_stale(const struct fp_known_words *known, size_t finding_count) {
    return known->list.len > 2 * finding_count + STALE_MIN;
}
