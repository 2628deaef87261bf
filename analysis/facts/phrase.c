#include "facts/phrase.h"
#include <assert.h>
#include <string.h>

typedef struct {
    fp_str key;
    fp_rule rule;
    fp_role role;
} sentence_row;
#define STR(lit) \
    { "" lit, sizeof(lit) - 1 }
static const sentence_row rows[] = {
    { STR(""), FP_RULE_NONE, FP_ROLE_NONE },
#define FINDING(rule, variant, key, role, ...) { STR(key), FP_RULE_##rule, FP_ROLE_##role },
#define PLACE(id, key, role, ...) { STR(key), FP_RULE_NONE, FP_ROLE_##role },
#define WORDS(id, key, ...) { STR(key), FP_RULE_NONE, FP_ROLE_NONE },
#include "facts/sentences.def"
#undef FINDING
#undef PLACE
#undef WORDS
};
static const fp_str role_names[] = {
#define FP_ROLE_NAME(name, key) STR(key),
    FP_ROLES(FP_ROLE_NAME)
#undef FP_ROLE_NAME
};
static const fp_str argument_keys[] = {
#define FP_ARGUMENT_KEY(name, key) STR(key),
    FP_ARGUMENTS(FP_ARGUMENT_KEY)
#undef FP_ARGUMENT_KEY
};

fp_rule fp_sentence_rule(fp_sentence sentence) { return rows[sentence].rule; }

fp_role fp_sentence_role(fp_sentence sentence) { return rows[sentence].role; }

fp_str fp_variant_name(fp_sentence sentence) { return sentence < FP_SENTENCE_COUNT ? rows[sentence].key : rows[0].key; }

fp_sentence fp_variant_next(fp_rule rule, fp_sentence before) {
    for (unsigned next = before + 1u; next < FP_SENTENCE_COUNT; next++)
        if (rows[next].rule == rule && rule != FP_RULE_NONE) return (fp_sentence)next;
    return FP_SAYS_NOTHING;
}

fp_str fp_role_name(fp_role role) { return (unsigned)role < FP_ROLE_COUNT ? role_names[role] : role_names[0]; }

fp_str fp_argument_key(fp_argument_name name) {
    return (unsigned)name < FP_ARGUMENT_NAMES ? argument_keys[name] : argument_keys[0];
}

/* ---- copies ---- */
static uint32_t changed_place(const fp_phrase_change *change, uint32_t place) {
    return change && change->place ? change->place(change->context, place) : place;
}

static fp_phrase_argument copy_argument(struct fp_arena *keep, fp_phrase_argument argument,
                                        const fp_phrase_change *change) {
    switch (argument.kind) {
    case FP_ARGUMENT_TEXT:
        if (change && change->text) argument.value.text = change->text(change->context, argument.value.text);
        return argument;
    case FP_ARGUMENT_NUMBER: return argument;
    case FP_ARGUMENT_PLACE: argument.value.place = changed_place(change, argument.value.place); return argument;
    case FP_ARGUMENT_PLACES: {
        uint32_t *places = FP_NEW(keep, uint32_t, argument.count);
        for (uint32_t i = 0; i < argument.count; i++) places[i] = changed_place(change, argument.value.places[i]);
        argument.value.places = places;
        return argument;
    }
    case FP_ARGUMENT_PHRASES: {
        fp_phrase *phrases = FP_NEW(keep, fp_phrase, argument.count);
        for (uint32_t i = 0; i < argument.count; i++)
            phrases[i] = fp_phrase_copy(keep, argument.value.phrases[i], change);
        argument.value.phrases = phrases;
        return argument;
    }
    }
    return argument;
}

fp_phrase fp_phrase_copy(struct fp_arena *keep, fp_phrase phrase, const fp_phrase_change *change) {
    assert(phrase.sentence < FP_SENTENCE_COUNT);
    fp_phrase copy = { .sentence = phrase.sentence };
    if (phrase.argument_count == 0) return copy;
    fp_phrase_argument *arguments = FP_NEW(keep, fp_phrase_argument, phrase.argument_count);
    for (uint32_t i = 0; i < phrase.argument_count; i++)
        if (phrase.arguments[i].name != FP_ARG_NONE)
            arguments[copy.argument_count++] = copy_argument(keep, phrase.arguments[i], change);
    copy.arguments = arguments;
    return copy;
}

fp_phrase fp_phrase_with(struct fp_arena *keep, fp_phrase phrase, fp_phrase_argument argument) {
    if (argument.name == FP_ARG_NONE) return phrase;
    fp_phrase_argument *arguments = FP_NEW(keep, fp_phrase_argument, phrase.argument_count + 1);
    if (phrase.argument_count) memcpy(arguments, phrase.arguments, phrase.argument_count * sizeof *arguments);
    arguments[phrase.argument_count] = copy_argument(keep, argument, NULL);
    return (
        fp_phrase){ .sentence = phrase.sentence, .argument_count = phrase.argument_count + 1, .arguments = arguments };
}

/* ---- comparing ---- */
static bool same_argument(const fp_phrase_argument *a, const fp_phrase_argument *b) {
    if (a->name != b->name || a->kind != b->kind || a->count != b->count) return false;
    switch (a->kind) {
    case FP_ARGUMENT_TEXT: return fp_str_equal(a->value.text, b->value.text);
    case FP_ARGUMENT_NUMBER: return a->value.number == b->value.number;
    case FP_ARGUMENT_PLACE: return a->value.place == b->value.place;
    case FP_ARGUMENT_PLACES: return memcmp(a->value.places, b->value.places, a->count * sizeof *a->value.places) == 0;
    case FP_ARGUMENT_PHRASES:
        for (uint32_t i = 0; i < a->count; i++)
            if (!fp_phrase_equal(&a->value.phrases[i], &b->value.phrases[i])) return false;
        return true;
    }
    return false;
}

bool fp_phrase_equal(const fp_phrase *a, const fp_phrase *b) {
    bool same = a->sentence == b->sentence && a->argument_count == b->argument_count;
    for (uint32_t i = 0; same && i < a->argument_count; i++) same = same_argument(&a->arguments[i], &b->arguments[i]);
    return same;
}

const fp_phrase_argument *fp_phrase_find(const fp_phrase *phrase, fp_argument_name name) {
    for (uint32_t i = 0; i < phrase->argument_count; i++)
        if (phrase->arguments[i].name == name) return &phrase->arguments[i];
    return NULL;
}
