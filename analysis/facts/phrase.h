/* phrase.h - what is said of a kernel, as data: a sentence of facts/sentences.def with what it speaks of. render.h
 * makes words of it.
 *
 *     fp_phrase loop = FP_PHRASE(FP_WORD_NEXT_ITERATION, fp_arg_place(FP_ARG_LOOP, span));
 *
 * Ownership  FP_PHRASE makes a phrase on the caller's stack; fp_phrase_copy gives it a life of its own.
 * Invariant  a phrase holds no words for people and no line numbers: texts are names as the file or a table spells
 *            them, places are byte offsets.
 */
#ifndef FP_PHRASE_H
#define FP_PHRASE_H
#include "base/str.h"
#include "facts/rule_table.h"

/* fp_sentence */
enum {
    FP_SAYS_NOTHING,
#define FINDING(rule, variant, ...) FP_SAYS_##rule##_##variant,
#define PLACE(id, ...) FP_AT_##id,
#define WORDS(id, ...) FP_WORD_##id,
#include "facts/sentences.def"
#undef FINDING
#undef PLACE
#undef WORDS
    FP_SENTENCE_COUNT
};

fp_rule
fp_sentence_rule(fp_sentence sentence); /* that a finding is of which says this; FP_RULE_NONE: no finding says it */
fp_role fp_sentence_role(fp_sentence sentence); /* of the place that it is said of */

/* Arguments. The span 0, 0 and a phrase that says nothing count as missing. */
static inline fp_phrase_argument fp_arg_text(fp_argument_name name, fp_str text) {
    return (fp_phrase_argument){ .name = name, .kind = FP_ARGUMENT_TEXT, .value = { .text = text } };
}
/* Missing when it is empty. */
static inline fp_phrase_argument fp_arg_any_text(fp_argument_name name, fp_str text) {
    return fp_arg_text(text.len ? name : FP_ARG_NONE, text);
}
static inline fp_phrase_argument fp_arg_number(fp_argument_name name, int64_t number) {
    return (fp_phrase_argument){ .name = name, .kind = FP_ARGUMENT_NUMBER, .value = { .number = number } };
}
/* A number of something; missing when there is none. */
static inline fp_phrase_argument fp_arg_some(fp_argument_name name, uint32_t count) {
    return fp_arg_number(count ? name : FP_ARG_NONE, count);
}
/* Where the span starts. */
static inline fp_phrase_argument fp_arg_place(fp_argument_name name, fp_span place) {
    return (fp_phrase_argument){ .name = place.end ? name : FP_ARG_NONE,
                                 .kind = FP_ARGUMENT_PLACE,
                                 .value = { .place = place.start } };
}
static inline fp_phrase_argument fp_arg_places(fp_argument_name name, const uint32_t *places, uint32_t count) {
    return (fp_phrase_argument){
        .name = count ? name : FP_ARG_NONE, .kind = FP_ARGUMENT_PLACES, .count = count, .value = { .places = places }
    };
}
static inline fp_phrase_argument fp_arg_phrases(fp_argument_name name, const fp_phrase *phrases, uint32_t count) {
    return (fp_phrase_argument){ .name = count && phrases->sentence ? name : FP_ARG_NONE,
                                 .kind = FP_ARGUMENT_PHRASES,
                                 .count = count,
                                 .value = { .phrases = phrases } };
}
/* The phrase lives as long as the argument. */
#define fp_arg_phrase(name, phrase) fp_arg_phrases((name), (const fp_phrase[]){ (phrase) }, 1)
/* A phrase that has no arguments of its own, or those of the phrase around it. */
#define fp_arg_word(name, sentence) fp_arg_phrase(name, fp_phrase_of(sentence))

static inline fp_phrase fp_phrase_of(fp_sentence sentence) { return (fp_phrase){ .sentence = sentence }; }
#define FP_PHRASE(says, ...)                                                                                    \
    ((fp_phrase){ .sentence = (says),                                                                           \
                  .argument_count = sizeof((fp_phrase_argument[]){ __VA_ARGS__ }) / sizeof(fp_phrase_argument), \
                  .arguments = (const fp_phrase_argument[]){ __VA_ARGS__ } })

/* How a copy differs: NULL members change nothing. */
typedef struct {
    void *context;
    uint32_t (*place)(void *context, uint32_t place);
    fp_str (*text)(void *context, fp_str text);
} fp_phrase_change;
/* A copy, without missing arguments. */
fp_phrase fp_phrase_copy(struct fp_arena *keep, fp_phrase phrase, const fp_phrase_change *change);
/* The same with one more argument. */
fp_phrase fp_phrase_with(struct fp_arena *keep, fp_phrase phrase, fp_phrase_argument argument);
bool fp_phrase_equal(const fp_phrase *a, const fp_phrase *b);
const fp_phrase_argument *fp_phrase_find(const fp_phrase *phrase,
                                         fp_argument_name name); /* NULL: it has none of that name itself */
#endif
