/* known_tokens.h - the tokens of a unit as they were read last: of a text that is edited nearly all ops stand as they
 * did, and are not lexed again.
 *
 * An op is known by a hash of what stands behind its name, wherever it lies. Ops with regions, and damaged ones, are
 * not remembered.
 *
 * Ownership  everything lives in the arena of the reader's tokens; zero knows nothing.
 * Cost       an op that is known: a hash of its text and a copy of its tokens.
 */
#ifndef FP_KNOWN_TOKENS_H
#define FP_KNOWN_TOKENS_H
#include "base/hash.h"
#include "read/ir_arrays.h"

typedef struct {
    uint64_t hash;
    fp_span span;
    uint32_t first, count; /* tokens */
} fp_known_text;

typedef struct {
    FP_VEC(fp_known_text) texts;
    fp_map map;
} fp_known_texts;

typedef struct {
    fp_known_texts now, before; /* of the unit that is being read, whose tokens the reader has; of the one read last */
    fp_token_list tokens;       /* of `before` */
} fp_known_tokens;

/* The reader begins another unit: its tokens are now those of the one read last, and it gets room for new ones. */
void fp_known_tokens_turn(fp_known_tokens *known, fp_token_list *tokens);
/* Adds the tokens of the text to the reader's. False: it does not know them. */
bool fp_known_tokens_take(struct fp_arena *keep, fp_known_tokens *known, fp_str text, fp_span span,
                          fp_token_list *tokens);
/* The reader's tokens from `first` on are those of the text, and no bracket is open between them. */
void fp_known_tokens_add(struct fp_arena *keep, fp_known_tokens *known, fp_str text, fp_span span,
                         const fp_token_list *tokens, uint32_t first);
#endif
