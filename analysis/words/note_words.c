#include "words/note_words.h"
#include "engine/engine.h"

static fp_str words_of(const fp_renderer *renderer, fp_phrase phrase) {
    return fp_render(renderer, &phrase, FP_FORM_FULL);
}

static fp_phrase access_phrase(struct fp_arena *keep, const fp_note_access *access) {
    fp_str buffer = access->buffer.len ? access->buffer : FP_STR("workgroup memory");
    fp_phrase phrase = FP_PHRASE(FP_WORD_NOTE_ACCESS, fp_arg_word(FP_ARG_DOES, access->kind),
                                 fp_arg_text(FP_ARG_BUFFER, buffer), fp_arg_place(FP_ARG_AT, access->span));
    return fp_phrase_copy(keep, phrase, NULL);
}

fp_str fp_sync_note_words(const fp_renderer *renderer, const fp_sync_note *note) {
    fp_phrase_argument what = fp_arg_word(FP_ARG_WHAT, note->verdict);
    if (note->producer.span.end == 0) return words_of(renderer, FP_PHRASE(FP_WORD_NOTE, what));
    fp_phrase_argument first = fp_arg_phrase(FP_ARG_FIRST, access_phrase(renderer->keep, &note->producer));
    if (note->consumer.span.end == 0) return words_of(renderer, FP_PHRASE(FP_WORD_NOTE_CROSSED, what, first));
    fp_phrase_argument then = fp_arg_phrase(FP_ARG_THEN, access_phrase(renderer->keep, &note->consumer));
    return words_of(renderer, FP_PHRASE(FP_WORD_NOTE_ORDERS, what, first, then));
}

fp_str fp_document_note_label(struct fp_arena *keep, const struct fp_document *document, const fp_sync_note *note) {
    fp_renderer renderer = { .keep = keep, .lines = document->lines };
    if (note->verdict == FP_WORD_UNJUDGED) return FP_STR("");
    bool orders = note->verdict == FP_WORD_NEEDED && note->producer.span.end && note->consumer.span.end;
    if (!orders) return fp_render(&renderer, &(fp_phrase){ .sentence = note->verdict }, FP_FORM_BRIEF);
    fp_str buffer = note->producer.buffer.len ? note->producer.buffer : note->consumer.buffer;
    if (buffer.len == 0) buffer = FP_STR("workgroup memory");
    return words_of(&renderer, FP_PHRASE(FP_WORD_NOTE_LABEL, fp_arg_text(FP_ARG_BUFFER, buffer),
                                         fp_arg_place(FP_ARG_FROM, note->producer.span),
                                         fp_arg_place(FP_ARG_TO, note->consumer.span)));
}

fp_str fp_document_note_words(struct fp_arena *keep, const struct fp_document *document, const fp_sync_note *note) {
    return fp_sync_note_words(&(fp_renderer){ .keep = keep, .lines = document->lines }, note);
}
