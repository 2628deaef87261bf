#include "read/known_tokens.h"

void fp_known_tokens_turn(fp_known_tokens *known, fp_token_list *tokens) {
    if (!known->now.texts.len) return;
    fp_token_list room = known->tokens;
    known->tokens = *tokens;
    *tokens = room;
    fp_known_texts texts = known->before;
    known->before = known->now;
    known->now = texts;
    known->now.texts.len = 0;
    fp_map_clear(&known->now.map);
}

static uint64_t hash_of(fp_str text, fp_span span) {
    return fp_hash_bytes(text.data + span.start, span.end - span.start);
}

static const fp_known_text *find(const fp_known_texts *known, uint64_t hash, fp_span span) {
    for (fp_map_probe p = fp_map_find(&known->map, hash); fp_map_next(&p);) {
        const fp_known_text *text = &known->texts.data[p.value];
        if (text->hash == hash && text->span.end - text->span.start == span.end - span.start) return text;
    }
    return NULL;
}

static void add(struct fp_arena *keep, fp_known_texts *known, fp_known_text text) {
    if (find(known, text.hash, text.span)) return;
    fp_map_put(keep, &known->map, text.hash, known->texts.len);
    *FP_PUSH(keep, &known->texts) = text;
}

bool fp_known_tokens_take(struct fp_arena *keep, fp_known_tokens *known, fp_str text, fp_span span,
                          fp_token_list *tokens) {
    uint64_t hash = hash_of(text, span);
    const fp_known_text *old = find(&known->before, hash, span);
    if (!old) return false;
    uint32_t first = tokens->len, by = span.start - old->span.start;
    for (uint32_t i = 0; i < old->count; i++) {
        fp_token token = known->tokens.data[old->first + i];
        token.span.start += by, token.span.end += by;
        *FP_PUSH(keep, tokens) = token;
    }
    add(keep, &known->now, (fp_known_text){ hash, span, first, old->count });
    return true;
}

void fp_known_tokens_add(struct fp_arena *keep, fp_known_tokens *known, fp_str text, fp_span span,
                         const fp_token_list *tokens, uint32_t first) {
    add(keep, &known->now, (fp_known_text){ hash_of(text, span), span, first, tokens->len - first });
}
