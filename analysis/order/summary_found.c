#include "order/summary_found.h"
#include <string.h>

bool fp_meets_at_same_place(const fp_meet_at *a, const fp_meet_at *b) {
    return a->carrier == b->carrier && a->distance == b->distance && a->at_least == b->at_least &&
           a->concurrent == b->concurrent && a->frame == b->frame;
}

bool fp_meet_alike(const fp_pair *a, const fp_pair *b) {
    return a->producer == b->producer && a->consumer == b->consumer && fp_meets_at_same_place(&a->at, &b->at);
}

/* ---- pairs of states ---- */
static bool tells_the_same(const fp_pair *a, const fp_pair *b) {
    return a->even_performed == b->even_performed && a->certain == b->certain && a->handed_over == b->handed_over &&
           a->same_thread_async == b->same_thread_async && a->landed == b->landed &&
           a->required_count == b->required_count;
}

static uint32_t *head_of(struct fp_joining *joining, const fp_pair *pair) {
    return &joining->heads[(uint32_t)(pair->required_count + 1) % 64];
}

void fp_found_add(const fp_sink *sink, struct fp_summaries *summaries, const fp_pair *pair) {
    struct fp_joining *joining = &summaries->joining;
    uint32_t *head = head_of(joining, pair);
    *FP_PUSH(sink->keep, sink->found) = *pair;
    *FP_PUSH(summaries->keep, &joining->before) = *head;
    *head = joining->before.len;
}

bool fp_found_joins(const fp_sink *sink, struct fp_summaries *summaries, const fp_pair *pair) {
    struct fp_joining *joining = &summaries->joining;
    fp_pairs *found = sink->found;
    if (joining->before.len == 0 || !fp_meet_alike(&found->data[found->len - 1], pair)) {
        joining->start = found->len;
        joining->before.len = 0;
        memset(joining->heads, 0, sizeof joining->heads);
    }
    for (uint32_t i = *head_of(joining, pair); i > 0; i = joining->before.data[i - 1]) {
        fp_pair *other = &found->data[joining->start + i - 1];
        if (!tells_the_same(other, pair) ||
            (other->producers != pair->producers && other->consumers != pair->consumers))
            continue;
        other->producers = fp_members_join(summaries, other->producers, pair->producers);
        other->consumers = fp_members_join(summaries, other->consumers, pair->consumers);
        return true;
    }
    return false;
}

/* ---- pairs of places and iterations ---- */
static uint64_t hash_of(const fp_pair *pair) {
    return fp_hash_mix((uint64_t)pair->producers << 32 | pair->consumers, (uint64_t)pair->kind);
}

/* Is it of the same accesses, and says at least as much of how they overlap? */
static bool says_as_much(const struct fp_shown_pair *known, const fp_pair *pair) {
    if (known->producers != pair->producers || known->consumers != pair->consumers || known->kind != pair->kind ||
        known->overlap < pair->answer.overlap)
        return false;
    return known->overlap > pair->answer.overlap ||
           (known->handed_over <= pair->handed_over && known->certain >= pair->certain);
}

/* Does a wait for the known pair do for the other one, too, and is all else that they lack the same? */
static bool lacks_as_much(const struct fp_shown_pair *known, const fp_pair *pair) {
    bool waits = known->required_count == pair->required_count ||
                 (known->required_count >= 0 && known->required_count < pair->required_count);
    return waits && known->even_performed == pair->even_performed && known->landed == pair->landed &&
           known->same_thread_async == pair->same_thread_async;
}

bool fp_found_is_shown(const fp_sink *sink, const fp_pair *pair, bool answered) {
    if (!sink->shown) return false;
    for (fp_map_probe probe = fp_map_find(&sink->shown->map, hash_of(pair)); fp_map_next(&probe);) {
        const struct fp_shown_pair *known = &sink->shown->pairs.data[probe.value];
        if (!says_as_much(known, pair)) continue;
        if (known->distance < pair->at.distance) return true;
        bool elsewhere = known->producer != pair->producer || known->consumer != pair->consumer;
        bool same_way = known->distance == pair->at.distance && known->at_least == pair->at.at_least;
        bool shows = known->witness || (answered && !pair->answer.witness);
        bool more = known->overlap > pair->answer.overlap || (shows && lacks_as_much(known, pair));
        if (elsewhere && same_way && more) return true;
    }
    return false;
}

void fp_found_show(const fp_sink *sink, const fp_pair *pair) {
    struct fp_shown_pairs *shown = sink->shown;
    if (!shown) return;
    for (fp_map_probe probe = fp_map_find(&shown->map, hash_of(pair)); fp_map_next(&probe);) {
        const struct fp_shown_pair *known = &shown->pairs.data[probe.value];
        bool same_way = known->distance < pair->at.distance || known->at_least == pair->at.at_least;
        bool same = same_way && lacks_as_much(known, pair) && (known->witness || !pair->answer.witness);
        if (same && says_as_much(known, pair)) return;
    }
    if (!shown->scratch) shown->scratch = fp_arena_new();
    fp_map_put(shown->scratch, &shown->map, hash_of(pair), shown->pairs.len);
    *FP_PUSH(shown->scratch, &shown->pairs) = (struct fp_shown_pair){ .producers = pair->producers,
                                                                      .consumers = pair->consumers,
                                                                      .producer = pair->producer,
                                                                      .consumer = pair->consumer,
                                                                      .kind = pair->kind,
                                                                      .overlap = pair->answer.overlap,
                                                                      .distance = pair->at.distance,
                                                                      .handed_over = pair->handed_over,
                                                                      .certain = pair->certain,
                                                                      .at_least = pair->at.at_least,
                                                                      .even_performed = pair->even_performed,
                                                                      .landed = pair->landed,
                                                                      .same_thread_async = pair->same_thread_async,
                                                                      .required_count = pair->required_count,
                                                                      .witness = pair->answer.witness != NULL };
}
