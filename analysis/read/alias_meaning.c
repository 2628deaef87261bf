/* alias_meaning.c - hashes of what aliases stand for: a text that mentions some says the same as long as these do. */
#include "base/hash.h"
#include "read/lex.h"
#include "read/unit_index.h"

enum { ALIAS_DEPTH_MAX = 32 }; /* aliases of aliases that are followed; deeper ones count by their own text */

/* The names in a text, each time that they stand there. */
typedef struct {
    fp_str text;
    size_t next[2]; /* where the next `#` and `!` are */
} mentions;

static const char sigils[2] = { '#', '!' };

static mentions mentions_in(fp_str text) {
    return (mentions){ text, { fp_str_find(text, sigils[0]), fp_str_find(text, sigils[1]) } };
}

static bool next_mention(mentions *m, uint64_t *name) {
    while (m->next[0] < m->text.len || m->next[1] < m->text.len) {
        int first = m->next[1] < m->next[0];
        size_t at = m->next[first];
        fp_str word = fp_lex_name(m->text, at);
        m->next[first] = at + 1 + fp_str_find(fp_str_slice(m->text, at + 1, m->text.len), sigils[first]);
        if (word.len == 0) continue;
        *name = fp_str_hash((fp_str){ m->text.data + at, word.len + 1 });
        return true;
    }
    return false;
}

static uint64_t meaning_of(struct fp_unit_context *context, uint32_t section, uint64_t name, int depth) {
    uint32_t alias = fp_unit_find_alias(context, section, name);
    if (alias == FP_NONE) return 0;
    fp_str text = context->aliases.data[alias].text;
    uint64_t *known = &context->index->alias_meanings.data[alias], hash = fp_str_hash(text) | 1, inner;
    if (*known) return *known;
    if (depth >= ALIAS_DEPTH_MAX) return hash;
    *known = hash; /* before what it mentions: a cycle ends here */
    for (mentions m = mentions_in(text); next_mention(&m, &inner);)
        hash = fp_hash_mix(hash, meaning_of(context, section, inner, depth + 1));
    return *known = hash | 1;
}

uint64_t fp_alias_meaning(struct fp_unit_context *context, uint32_t section, uint64_t name) {
    return meaning_of(context, section, name, 0);
}

/* Each name once, even those that stand for nothing: they may come to. */
fp_alias_mentions fp_aliases_mentioned(struct fp_arena *keep, struct fp_unit_context *context, uint32_t section,
                                       fp_str text) {
    FP_VEC(fp_mentioned_alias) list = { 0 };
    fp_map by_name = { 0 };
    uint64_t hash = 0, name;
    if (context->aliases.len == 0) return (fp_alias_mentions){ 0 };
    for (mentions m = mentions_in(text); next_mention(&m, &name);) {
        uint32_t known = FP_NONE;
        for (fp_map_probe p = fp_map_find(&by_name, name); known == FP_NONE && fp_map_next(&p);)
            if (list.data[p.value].name == name) known = p.value;
        if (known == FP_NONE) {
            known = list.len;
            fp_map_put(keep, &by_name, name, known);
            *FP_PUSH(keep, &list) = (fp_mentioned_alias){ name, fp_alias_meaning(context, section, name) };
        }
        hash = fp_hash_mix(hash, list.data[known].meaning);
    }
    return (fp_alias_mentions){ hash, list.data, list.len, true };
}
