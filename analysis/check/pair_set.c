#include "check/pair_set.h"
#include "base/hash.h"

typedef struct {
    uint32_t producer, consumer; /* members (fold.h), or lists of them (fp_pair) */
    fp_loop_id carrier;
    fp_hazard_kind kind;
    bool concurrent;
} pair_ends;

typedef struct {
    FP_VEC(pair_ends) list;
    fp_map map;
} ends_set;

struct fp_pair_set {
    struct fp_arena *scratch;
    struct fp_summaries *summaries;
    fp_found_pairs found;
    ends_set lists; /* by lists of members, where the fold asked is the one that the pairs are of .. */
    bool expanded;
    ends_set pairs; /* .. and member by member, once a pair was asked for that is none of them as it stands */
};

static pair_ends ends_of(const fp_pair *pair, uint32_t producer, uint32_t consumer) {
    return (pair_ends){ producer, consumer, pair->at.carrier, pair->kind, pair->at.concurrent };
}

static uint64_t hash_of(pair_ends e) {
    return fp_hash_mix((uint64_t)e.producer << 32 | e.consumer,
                       (uint64_t)e.carrier << 3 | (uint64_t)e.kind << 1 | e.concurrent);
}

static bool holds(const ends_set *set, pair_ends e) {
    for (fp_map_probe probe = fp_map_find(&set->map, hash_of(e)); fp_map_next(&probe);) {
        const pair_ends *known = &set->list.data[probe.value];
        if (known->producer == e.producer && known->consumer == e.consumer && known->carrier == e.carrier &&
            known->kind == e.kind && known->concurrent == e.concurrent)
            return true;
    }
    return false;
}

static void add(fp_pair_set *s, ends_set *set, pair_ends e) {
    if (holds(set, e)) return;
    fp_map_put(s->scratch, &set->map, hash_of(e), set->list.len);
    *FP_PUSH(s->scratch, &set->list) = e;
}

static void expand(fp_pair_set *s) {
    fp_numbers producers = { 0 }, consumers = { 0 };
    for (uint32_t n = 0; n < s->found.len; n++) {
        fp_members_collect(s->summaries, s->found.data[n]->producers, &producers);
        fp_members_collect(s->summaries, s->found.data[n]->consumers, &consumers);
        for (uint32_t i = 0; i < producers.len; i++)
            for (uint32_t k = 0; k < consumers.len; k++)
                add(s, &s->pairs, ends_of(s->found.data[n], producers.data[i], consumers.data[k]));
    }
    s->expanded = true;
}

fp_pair_set *fp_pair_set_of(struct fp_arena *scratch, struct fp_fold *fold, const struct fp_fold *asked) {
    fp_pair_set *s = FP_NEW(scratch, fp_pair_set, 1);
    *s = (fp_pair_set){ .scratch = scratch, .summaries = fp_fold_summaries(fold) };
    fp_fold_pairs(fold, fp_fold_root(fold), &s->found);
    for (uint32_t i = 0; i < s->found.len && fold == asked; i++) {
        const fp_pair *pair = s->found.data[i];
        add(s, &s->lists, ends_of(pair, pair->producers, pair->consumers));
    }
    return s;
}

bool fp_pair_set_holds(fp_pair_set *s, const fp_pair *pair, uint32_t producer, uint32_t consumer) {
    if (holds(&s->lists, ends_of(pair, pair->producers, pair->consumers))) return true;
    if (!s->expanded) expand(s);
    return holds(&s->pairs, ends_of(pair, producer, consumer));
}
