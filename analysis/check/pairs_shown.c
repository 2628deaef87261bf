#include "check/pairs_shown.h"
#include "base/sort.h"

enum {
    FP_PRODUCERS_TRIED_MAX = 16, /* per consumer and meeting */
    FP_PAIRS_TRIED_MAX = 32      /* per consumer and pair of groups */
};

typedef struct {
    struct fp_arena *keep;
    const struct fp_fold *fold;
    const struct fp_summaries *summaries;
    fp_map by_keys;
    FP_VEC(fp_shown_group) groups;
} counting;

/* Do the two meet only if two of many parameters are the same memory? */
static bool is_by_binding(const counting *c, const fp_pair *pair) {
    uint32_t producer = fp_key_at(c->summaries, pair->producer)->resource,
             consumer = fp_key_at(c->summaries, pair->consumer)->resource;
    return producer != consumer && fp_fold_memory(c->fold, producer) == fp_fold_memory(c->fold, consumer);
}

/* Is nothing known of where the two meet? A witness assumes where parameters lie. */
static bool is_unknown(const counting *c, const fp_pair *pair) {
    const fp_overlap_answer *answer = &pair->answer;
    if (answer->overlap != FP_OVERLAP_UNKNOWN || answer->same_bytes) return false;
    return !answer->witness || is_by_binding(c, pair);
}

/* Are the groups equal, as far as a finding tells? Of addresses that are not understood it tells nothing. */
static bool same_groups(const counting *c, const fp_pair *x, const fp_pair *y) {
    if (x->producer == y->producer && x->consumer == y->consumer) return true;
    const fp_key_info *p = fp_key_at(c->summaries, x->producer), *q = fp_key_at(c->summaries, y->producer);
    bool unknown = is_unknown(c, x) && is_unknown(c, y) && x->answer.decided == y->answer.decided &&
                   x->answer.reason.sentence == y->answer.reason.sentence &&
                   x->answer.begin_apart == y->answer.begin_apart;
    bool same_memory = fp_fold_memory(c->fold, p->resource) == fp_fold_memory(c->fold, q->resource);
    return unknown && same_memory && p->column == q->column;
}

/* Is all that a finding says of the two alike, but for places and loops? */
static bool tells_alike(const counting *c, const fp_pair *x, const fp_pair *y) {
    return same_groups(c, x, y) && x->kind == y->kind && x->answer.overlap == y->answer.overlap &&
           x->at.concurrent == y->at.concurrent && x->even_performed == y->even_performed && x->certain == y->certain &&
           x->handed_over == y->handed_over && x->same_thread_async == y->same_thread_async && x->landed == y->landed &&
           (x->required_count < 0) == (y->required_count < 0);
}

static uint32_t group_of(counting *c, const fp_pair *pair, uint32_t consumer) {
    bool unknown = is_unknown(c, pair);
    uint64_t keys = unknown ? fp_fold_memory(c->fold, fp_key_at(c->summaries, pair->producer)->resource)
                            : (uint64_t)pair->producer << 32 | pair->consumer;
    uint64_t hash = fp_hash_mix(fp_hash_mix(keys, (uint64_t)consumer << 2 | pair->kind), pair->required_count < 0);
    for (fp_map_probe probe = fp_map_find(&c->by_keys, hash); fp_map_next(&probe);) {
        const fp_shown_group *known = &c->groups.data[probe.value];
        if (known->consumer == consumer && tells_alike(c, known->like, pair)) return probe.value;
    }
    fp_map_put(c->keep, &c->by_keys, hash, c->groups.len);
    *FP_PUSH(c->keep, &c->groups) = (fp_shown_group){ .consumer = consumer, .like = pair };
    return c->groups.len - 1;
}

/* A pair that several cases of the kernel have in common counts once. */
static bool is_counted(const fp_shown_group *its, const fp_pair *pair) {
    for (uint32_t i = 0; i < its->counted.len; i++) {
        const fp_pair *known = its->counted.data[i];
        if (known->producers == pair->producers && known->at.carrier == pair->at.carrier &&
            known->at.frame == pair->at.frame && known->at.distance == pair->at.distance &&
            known->at.at_least == pair->at.at_least)
            return true;
    }
    return false;
}

/* What is looked at of the pairs of this consumer with so many producers. */
static fp_pairs_looked_at allow(counting *c, const fp_pair *pair, uint32_t consumer, uint32_t producers) {
    uint32_t group = group_of(c, pair, consumer),
             wanted = producers < FP_PRODUCERS_TRIED_MAX ? producers : FP_PRODUCERS_TRIED_MAX;
    fp_shown_group *its = &c->groups.data[group];
    if (is_counted(its, pair)) return (fp_pairs_looked_at){ wanted, group };
    uint32_t left = FP_PAIRS_TRIED_MAX - its->count, allowed = left < wanted ? left : wanted;
    its->count += allowed;
    its->any_left_out |= allowed < producers;
    if (allowed == wanted) *FP_PUSH(c->keep, &its->counted) = pair;
    return (fp_pairs_looked_at){ allowed, group };
}

void fp_shown_group_list(fp_shown_group *group, uint32_t producer) {
    for (uint32_t i = 0; i < group->listed_count; i++)
        if (group->listed[i] == producer) return;
    group->listed[group->listed_count++] = producer;
}

typedef struct {
    int32_t required_count;
    uint32_t number;
} pair_in_turn;

static int compare_in_turn(const void *a, const void *b) {
    const pair_in_turn *x = a, *y = b;
    return (x->required_count > y->required_count) - (x->required_count < y->required_count);
}

/* From the innermost meetings outwards: nodes come before their children in the list. The latest copies first: who
 * waits for them waits for those before them. */
static const pair_in_turn *in_turn(struct fp_arena *arena, const fp_found_pairs *pairs) {
    pair_in_turn *turns = fp_arena_room(arena, sizeof *turns, _Alignof(pair_in_turn), pairs->len);
    for (uint32_t i = 0; i < pairs->len; i++) {
        uint32_t number = pairs->len - 1 - i;
        turns[i] = (pair_in_turn){ pairs->data[number]->required_count, number };
    }
    fp_sort(turns, pairs->len, sizeof *turns, compare_in_turn);
    return turns;
}

fp_pairs_shown fp_pairs_shown_count(struct fp_arena *keep, struct fp_fold *fold, const fp_found_pairs *pairs) {
    struct fp_summaries *summaries = fp_fold_summaries(fold);
    fp_numbers consumers = { 0 }, producers = { 0 };
    FP_VEC(fp_pairs_looked_at) shown = { 0 };
    uint32_t *first = FP_NEW(keep, uint32_t, pairs->len), *order = FP_NEW(keep, uint32_t, pairs->len);
    counting c = { .keep = keep, .fold = fold, .summaries = summaries };
    const pair_in_turn *turns = in_turn(keep, pairs);
    for (uint32_t t = 0; t < pairs->len; t++) {
        uint32_t i = turns[t].number;
        const fp_pair *pair = pairs->data[i];
        first[i] = FP_NONE;
        order[t] = i;
        if (fp_fold_is_supposed(fold, pair)) continue;
        fp_members_collect(summaries, pair->consumers, &consumers);
        fp_members_collect(summaries, pair->producers, &producers);
        uint32_t start = shown.len;
        bool any = false;
        for (uint32_t k = consumers.len; k-- > 0;) {
            fp_pairs_looked_at its = allow(&c, pair, consumers.data[k], producers.len);
            *FP_PUSH(keep, &shown) = its;
            any |= its.most > 0;
        }
        if (any)
            first[i] = start;
        else
            shown.len = start;
    }
    return (fp_pairs_shown){ order, shown.data, first, c.groups.data, c.groups.len };
}
