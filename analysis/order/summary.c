#include "order/summary.h"
#include "order/summary_found.h"
#include "order/summary_reach.h"
#include <assert.h>
#include <string.h>

enum {
    FP_FEW_ENTRIES = 16,    /* lists that are not worth an index */
    FP_POSTPONED_MAX = 8192 /* pairs kept until those that certainly meet are known; a megabyte or two */
};

/* ---- meetings ---- */
static bool both_harmless(const fp_key_info *p, const fp_key_info *a) {
    bool one_thread = p->elected && a->elected && (p->untracked || a->untracked);
    bool both_read = p->kind == FP_ACCESS_READ && a->kind == FP_ACCESS_READ;
    bool both_atomic = p->atomic && a->atomic && p->of_object == a->of_object;
    return one_thread || both_read || both_atomic;
}

static fp_hazard_kind hazard_kind(const fp_key_info *p, const fp_key_info *a) {
    if (p->kind == FP_ACCESS_READ) return FP_HAZARD_WAR;
    if (a->kind == FP_ACCESS_WRITE) return FP_HAZARD_WAW;
    return FP_HAZARD_RAW;
}

static fp_iterations iterations_of(fp_place trips, const fp_key_info *p, const fp_key_info *a, fp_meet_at at) {
    return (fp_iterations){ at.carrier, at.distance, at.at_least, at.concurrent, p->place, a->place, trips };
}

fp_iterations fp_pair_iterations(const struct fp_summaries *summaries, const fp_pair *pair) {
    return iterations_of(pair->trips, fp_key_at(summaries, pair->producer), fp_key_at(summaries, pair->consumer),
                         pair->at);
}

/* `open`: as in fp_overlap_outline; NULL: with evidence. */
static fp_overlap_answer ask_overlap(struct fp_summaries *summaries, const fp_key_info *p, const fp_key_info *a,
                                     fp_meet_at at, fp_place trips, fp_overlap *open) {
    struct fp_addresses *addresses = summaries->addresses[at.frame];
    uint32_t here = summaries->universes[at.frame];
    /* Footprints of a callee that knows nothing of its caller mean something only among accesses of one execution of
     * it. */
    bool known = p->universe == here && a->universe == here;
    fp_footprint producer = p->universe == here ? p->footprint : 0, consumer = a->universe == here ? a->footprint : 0;
    fp_iterations iterations =
        known ? iterations_of(trips, p, a, at) : (fp_iterations){ .carrier = FP_NONE, .concurrent = at.concurrent };
    if (p->untracked || a->untracked || p->anything || a->anything)
        return fp_overlap_unfollowed(addresses, producer, consumer, iterations);
    return open ? fp_overlap_outline(addresses, producer, consumer, iterations, open)
                : fp_overlap_find(addresses, producer, consumer, iterations);
}

/* Two keys meet once for each pair of their states, and these meetings follow each other: the last answer is often
 * asked for again. `open`: as in fp_overlap_outline; NULL: with evidence. */
static fp_overlap_answer find_overlap(struct fp_summaries *summaries, fp_key producer, fp_key consumer, fp_meet_at at,
                                      fp_place trips, fp_overlap *open) {
    struct fp_known_overlap *last = &summaries->overlap;
    bool same = last->any && last->producer == producer && last->consumer == consumer && last->trips == trips &&
                fp_meets_at_same_place(&last->at, &at);
    if (!same || (!open && last->open != FP_OVERLAP_DISJOINT)) {
        *last = (struct fp_known_overlap){
            .any = true, .producer = producer, .consumer = consumer, .at = at, .trips = trips
        };
        last->answer = ask_overlap(summaries, fp_key_at(summaries, producer), fp_key_at(summaries, consumer), at, trips,
                                   open ? &last->open : NULL);
    }
    if (open) *open = last->open;
    return last->answer;
}

/* The states of a producer in which a pair with this overlap is not ordered. */
static fp_state_set harmful(const struct fp_summaries *summaries, fp_overlap overlap, const fp_key_info *a,
                            bool concurrent) {
    bool amd = summaries->target->vendor == FP_VENDOR_AMD;
    fp_state_set issued = FP_STATE_BIT(FP_STATE_ISSUED) | FP_STATE_BIT(FP_STATE_WAVE_ISSUED);
    fp_state_set all =
        concurrent ? ~UINT64_C(0)
                   : ~FP_STATE_BIT(FP_STATE_ORDERED_GROUP); /* ORDERED_GROUP holds for the threads of the group only,
                                                               and the other arm's threads do not belong to it */
    /* A copy engine does not queue behind the thread's own accesses. */
    fp_state_set own_thread = FP_SET_IN_FLIGHT | (amd && a->asynchronous ? issued : 0);
    switch (overlap) {
    case FP_OVERLAP_DISJOINT: return 0;
    case FP_OVERLAP_SAME_THREAD: return concurrent ? 0 : own_thread;
    case FP_OVERLAP_SAME_WAVE:
        if (amd)
            return own_thread |
                   FP_STATE_BIT(FP_STATE_ISSUED); /* one wave's LDS operations run in order once they have landed */
        return (all & ~FP_SET_WAVE) | own_thread;
    case FP_OVERLAP_UNKNOWN:
    case FP_OVERLAP_CROSS_THREAD: return all;
    }
    return all;
}

/* A wait that leaves this many ops or groups in flight completes the least deep of `states`; -1: none does. */
static int32_t required_count(fp_state_set states, bool grouped) {
    states &= FP_SET_IN_FLIGHT;
    if (!states) return -1;
    int32_t depth = __builtin_ctzll(states) - FP_STATE_IN_FLIGHT;
    return grouped ? depth - 1 : depth;
}

static bool is_handed_over(const struct fp_summaries *summaries, fp_states producer, fp_states states,
                           fp_transform consumer, uint32_t column, bool concurrent) {
    if (summaries->flag_lane != FP_NONE &&
        !fp_states_lane(summaries->algebra, states, summaries->flag_lane).parts[FP_JUDGED_WITH])
        return true;
    if (!concurrent || summaries->handover_lane == FP_NONE) return false;
    fp_lane_states note = fp_states_lane(summaries->algebra, producer, summaries->handover_lane);
    if (note.parts[FP_JUDGED_WITH] & ~FP_STATE_BIT(FP_STATE_SIGNALLED)) return false;
    fp_relation earlier =
        fp_transform_relation(summaries->algebra, consumer, column, summaries->handover_lane, FP_JUDGED_WITH);
    return earlier.rows[FP_STATE_SIGNALLED] == 0;
}

/* Do both stand among the values of the frame in which they meet? */
static bool is_here(const struct fp_summaries *summaries, const fp_key_info *p, const fp_key_info *a, fp_meet_at at) {
    return p->universe == summaries->universes[at.frame] && a->universe == summaries->universes[at.frame];
}

static fp_overlap_answer find_answer(struct fp_summaries *summaries, fp_key producer, fp_key consumer, fp_meet_at at,
                                     fp_place trips, fp_overlap *open) {
    fp_overlap_answer answer = find_overlap(summaries, producer, consumer, at, trips, open);
    if (at.doubtful && answer.overlap == FP_OVERLAP_CROSS_THREAD)
        answer.overlap = FP_OVERLAP_UNKNOWN, answer.reason = fp_phrase_of(FP_WORD_ARM_UNKNOWN);
    if (at.doubtful && open && *open == FP_OVERLAP_CROSS_THREAD) *open = FP_OVERLAP_UNKNOWN;
    return answer;
}

/* Bytes that the two share, where the answer is no more than a bound. */
static const fp_witness *find_shared(struct fp_summaries *summaries, const fp_pair *pair) {
    const fp_key_info *p = fp_key_at(summaries, pair->producer), *a = fp_key_at(summaries, pair->consumer);
    bool bounded = pair->answer.overlap == FP_OVERLAP_SAME_THREAD || pair->answer.overlap == FP_OVERLAP_SAME_WAVE;
    if (!bounded || !is_here(summaries, p, a, pair->at)) return pair->answer.witness;
    return fp_overlap_shared(summaries->addresses[pair->at.frame], p->footprint, a->footprint,
                             fp_pair_iterations(summaries, pair));
}

void fp_pair_ask_again(struct fp_summaries *summaries, fp_pair *pair) {
    const fp_overlap_answer old = pair->answer;
    pair->answer = find_answer(summaries, pair->producer, pair->consumer, pair->at, pair->trips, NULL);
    bool meets = old.overlap >= FP_OVERLAP_UNKNOWN && pair->answer.overlap >= FP_OVERLAP_UNKNOWN;
    if (pair->answer.overlap != old.overlap && !meets) pair->answer = old; /* the states were asked about that one */
    pair->answer.witness = find_shared(summaries, pair);
}

/* Fills in what the states say about a pair with this overlap. False: the pair is ordered. */
static bool describe(struct fp_summaries *summaries, const fp_entry *producer, const fp_entry *consumer,
                     fp_states states, fp_meet_at at, fp_overlap overlap, fp_pair *pair) {
    const fp_key_info *p = fp_key_at(summaries, producer->key), *a = fp_key_at(summaries, consumer->key);
    fp_state_set set = harmful(summaries, overlap, a, at.concurrent),
                 landed = FP_STATE_BIT(FP_STATE_PERFORMED) | FP_STATE_BIT(FP_STATE_WAVE_PERFORMED);
    *pair = (fp_pair){ .producer = producer->key,
                       .consumer = consumer->key,
                       .producers = producer->members,
                       .consumers = consumer->members,
                       .at = at,
                       .kind = hazard_kind(p, a),
                       .even_performed = true,
                       .from_flight = p->asynchronous,
                       .certain = !at.doubtful,
                       .landed = true,
                       .required_count = -1,
                       .answer = { .overlap = overlap } };
    for (uint32_t lane = 0; lane < summaries->ordering_lanes; lane++) {
        fp_lane_states now = fp_states_lane(summaries->algebra, states, lane);
        if (!(now.parts[FP_JUDGED_WITH] & set)) return false;
        if (!(now.second & set)) pair->even_performed = false;
        if (now.parts[FP_JUDGED_WITH] & set & ~landed) pair->landed = false;
        if (now.ordered || (now.parts[FP_JUDGED_WITH] & ~set))
            pair->certain = false; /* on some path the pair is harmless */
        if (lane == 0) pair->required_count = required_count(now.parts[FP_JUDGED_WITH], p->grouped);
        pair->same_thread_async =
            (now.parts[FP_JUDGED_WITH] & harmful(summaries, FP_OVERLAP_SAME_THREAD, a, at.concurrent)) != 0;
    }
    pair->handed_over =
        is_handed_over(summaries, producer->relation, states, consumer->relation, p->column, at.concurrent);
    return true;
}

/* Does the run of the kernel's streams judge all pairs of the producer that meet so? */
static bool is_left_to_run(const struct fp_summaries *summaries, const fp_key_info *p, fp_meet_at at) {
    return summaries->run_judges_streams && (at.concurrent || summaries->completed_by_object >> p->column & 1);
}

/* Does it judge the producer as a copy, in any of these states in which it may be? */
static bool is_left_as_copy(const struct fp_summaries *summaries, const fp_key_info *p, fp_states states,
                            fp_state_set judged) {
    return summaries->run_judges_streams && (summaries->copies >> p->column & 1) &&
           (fp_states_with(summaries->algebra, states) & judged);
}

/* Lists a pair, unless what is shown says as much. */
static void list(const fp_sink *sink, struct fp_summaries *summaries, fp_pair pair) {
    if (fp_found_is_shown(sink, &pair, true)) return;
    fp_found_show(sink, &pair);
    assert(pair.at.carrier == FP_NONE ? pair.at.distance == 0 : pair.at.distance > 0);
    if (fp_found_joins(sink, summaries, &pair)) return;
    const fp_pair *other = sink->found->len ? &sink->found->data[sink->found->len - 1] : NULL;
    pair.answer.witness = other && fp_meet_alike(other, &pair) ? other->answer.witness : find_shared(summaries, &pair);
    fp_found_add(sink, summaries, &pair);
}

/* Lists the pairs that do not certainly meet across threads. Of accesses that do so at other places, evidence is not
 * looked for. */
static void list_postponed(const fp_sink *sink, struct fp_summaries *summaries) {
    for (uint32_t i = 0; i < summaries->postponed.len; i++) {
        struct fp_postponed *at = &summaries->postponed.data[i];
        fp_pair pair = at->pair;
        if (at->open != FP_OVERLAP_DISJOINT) {
            pair.answer.overlap = at->open;
            if (fp_found_is_shown(sink, &pair, false)) continue;
            pair.answer = find_answer(summaries, pair.producer, pair.consumer, pair.at, pair.trips, NULL);
        }
        list(sink, summaries, pair);
    }
    summaries->postponed.len = 0;
}

static void report(const fp_sink *sink, struct fp_summaries *summaries, const fp_entry *producer,
                   const fp_entry *consumer, fp_states states, fp_meet_at at) {
    const fp_key_info *p = fp_key_at(summaries, producer->key), *a = fp_key_at(summaries, consumer->key);
    bool here = is_here(summaries, p, a, at);
    fp_pair pair;
    if (is_left_as_copy(summaries, p, states, harmful(summaries, FP_OVERLAP_SAME_THREAD, a, false))) return;
    if (sink->shown) { /* a pair that is shown with the greatest overlap needs no look at addresses */
        fp_overlap most =
            here ? fp_overlap_most(summaries->addresses[at.frame], p->footprint, a->footprint) : FP_OVERLAP_UNKNOWN;
        if (!describe(summaries, producer, consumer, states, at, most, &pair) || fp_found_is_shown(sink, &pair, false))
            return;
    }
    fp_overlap open = FP_OVERLAP_DISJOINT;
    fp_overlap_answer answer =
        find_answer(summaries, producer->key, consumer->key, at, sink->trips, sink->shown ? &open : NULL);
    if (!describe(summaries, producer, consumer, states, at, answer.overlap, &pair)) return;
    pair.answer = answer;
    pair.trips = sink->trips;
    if (!sink->shown || answer.overlap == FP_OVERLAP_CROSS_THREAD)
        list(sink, summaries, pair);
    else
        *FP_PUSH(summaries->keep, &summaries->postponed) = (struct fp_postponed){ pair, open };
}

/* Needed: some lane is ordered with the judged sync and not without it, and no lane is ordered without it. */
static bool is_needed(const struct fp_summaries *summaries, fp_states states, fp_state_set set) {
    bool differs = false;
    for (uint32_t lane = 0; lane < summaries->ordering_lanes; lane++) {
        fp_lane_states now = fp_states_lane(summaries->algebra, states, lane);
        if (!(now.parts[FP_JUDGED_WITHOUT] & set)) return false;
        bool pending = (now.parts[FP_JUDGED_PENDING_WITH] & ~set) && (now.parts[FP_JUDGED_PENDING_WITHOUT] & set);
        differs |= (now.parts[FP_JUDGED_SHADOW] & set) || pending;
    }
    return differs;
}

/* The least overlap with which a producer in these states and consumer `a` need the judged sync.
 * FP_OVERLAP_CROSS_THREAD + 1: none does, and the addresses need not be compared. Accesses that meet across threads
 * may also meet in one thread, where the pair may be ordered; so all overlaps from SAME_THREAD on are tried. */
static int least_overlap(struct fp_summaries *summaries, fp_states states, const fp_key_info *a) {
    while (summaries->least.len <= states * 2 + 1) *FP_PUSH(summaries->keep, &summaries->least) = 0;
    uint8_t *known = &summaries->least.data[states * 2 + a->asynchronous];
    int least = FP_OVERLAP_SAME_THREAD;
    if (*known) return *known;
    while (least <= FP_OVERLAP_CROSS_THREAD &&
           !is_needed(summaries, states, harmful(summaries, (fp_overlap)least, a, false)))
        least++;
    *known = (uint8_t)least;
    return least;
}

static uint8_t space_of_pair(const fp_key_info *p, const fp_key_info *a) {
    if (p->untracked || a->untracked) return FP_SPACE_UNTRACKED;
    return p->global ? FP_SPACE_GLOBAL : FP_SPACE_WORKGROUP;
}

/* Is a pair of two accesses of these spaces still looked for? `untracked`: one of the two may be an untracked one. */
static bool is_open(const fp_judging *judging, bool global, bool untracked) {
    return (untracked && !judging->by[FP_SPACE_UNTRACKED].found) ||
           !judging->by[global ? FP_SPACE_GLOBAL : FP_SPACE_WORKGROUP].found;
}

/* Is some pair with this entry still looked for? */
static bool is_open_entry(const struct fp_summaries *summaries, const fp_judging *judging, const fp_entry *entry) {
    const fp_key_info *info = fp_key_at(summaries, entry->key);
    if (info->untracked) return !judging->by[FP_SPACE_UNTRACKED].found;
    return is_open(judging, info->global, summaries->columns[entry->resource] & summaries->untracked);
}

/* Columns of accesses whose pairs are still looked for. */
static uint64_t open_columns(const struct fp_summaries *summaries, const fp_judging *judging) {
    uint64_t columns = 0;
    for (uint32_t space = 0; space < FP_SPACE_COUNT; space++)
        if (!judging->by[space].found) columns |= summaries->space_columns[space];
    return columns;
}

static void judge(const fp_sink *sink, struct fp_summaries *summaries, const fp_entry *producer,
                  const fp_entry *consumer, fp_states states, fp_meet_at at) {
    assert(!at.concurrent); /* see fp_summary_meet */
    const fp_key_info *p = fp_key_at(summaries, producer->key), *a = fp_key_at(summaries, consumer->key);
    fp_needed *needed = &sink->judging->by[space_of_pair(p, a)];
    if (needed->found || !fp_states_has_shadow(summaries->algebra, states)) return;
    int least = least_overlap(summaries, states, a);
    if (least > FP_OVERLAP_CROSS_THREAD) return;
    fp_overlap open;
    fp_overlap_answer answer = find_overlap(summaries, producer->key, consumer->key, at, sink->trips, &open);
    if ((int)answer.overlap < least && !answer.by_habit) return;
    *needed = (fp_needed){ true, hazard_kind(p, a), producer->members, consumer->members };
}

static bool is_enough(const fp_judging *judging) {
    bool workgroup = judging->by[FP_SPACE_WORKGROUP].found, all = true, other = false;
    for (uint32_t space = 0; space < FP_SPACE_COUNT; space++) {
        bool found = judging->by[space].found;
        all = all && (found || !(judging->wish.spaces >> space & 1));
        other |= found && space != FP_SPACE_WORKGROUP;
    }
    switch (judging->wish.enough) {
    case FP_ENOUGH_ALL: return all;
    case FP_ENOUGH_ANY: return all || workgroup || other;
    case FP_ENOUGH_WORKGROUP: return all || workgroup;
    }
    return all;
}

bool fp_judging_is_done(const struct fp_summaries *summaries, const fp_judging *judging) {
    return judging && (is_enough(judging) || open_columns(summaries, judging) == 0);
}

void fp_summary_judge_end(fp_judging *judging, struct fp_summaries *summaries, fp_entries last) {
    fp_needed *needed = &judging->by[FP_SPACE_WORKGROUP];
    for (uint32_t i = 0; i < last.count && !needed->found; i++) {
        const fp_key_info *info = fp_key_at(summaries, last.data[i].key);
        if (info->global || info->untracked || !info->asynchronous ||
            !is_needed(summaries, last.data[i].relation, FP_SET_IN_FLIGHT))
            continue;
        *needed = (fp_needed){ true, FP_HAZARD_WAW, last.data[i].members, FP_MEMBERS_NONE };
    }
}

static void meet_groups(const fp_sink *sink, struct fp_summaries *summaries, const fp_entry *producer,
                        const fp_entry *consumer, fp_meet_at at) {
    const fp_key_info *p = fp_key_at(summaries, producer->key), *a = fp_key_at(summaries, consumer->key);
    bool judging = sink->meetings == FP_MEETINGS_JUDGE;
    if (both_harmless(p, a) || (!judging && (p->untracked || a->untracked || is_left_to_run(summaries, p, at)))) return;
    summaries->meets++;
    fp_states states = producer->relation;
    if (!at.concurrent) {
        fp_move move = fp_transform_move(summaries->algebra, consumer->relation, p->column);
        if (!judging && is_left_as_copy(summaries, p, states, FP_SET_IN_FLIGHT) &&
            fp_move_keeps_flight(summaries->algebra, move))
            return; /* as nearly all pairs of the copies of a pipeline */
        states = fp_states_apply(summaries->algebra, states, move);
        if (fp_states_dead(summaries->algebra, states)) return;
    }
    if (sink->meetings == FP_MEETINGS_JUDGE)
        judge(sink, summaries, producer, consumer, states, at);
    else
        report(sink, summaries, producer, consumer, states, at);
}

static uint32_t first_of_resource(fp_entries entries, uint32_t resource) {
    return FP_COUNT_BELOW(entries.data, entries.count, resource, resource);
}

/* Does what the access meets depend on the judged sync? */
static bool first_has_shadow(const struct fp_summaries *summaries, const fp_entry *first) {
    return (fp_transform_shadow(summaries->algebra, first->relation) & summaries->columns[first->resource]) != 0;
}

static bool last_has_shadow(const struct fp_summaries *summaries, const fp_entry *last) {
    return fp_states_has_shadow(summaries->algebra, last->relation);
}

static uint32_t end_of_key(fp_entries entries, uint32_t start) {
    uint32_t end = start + 1;
    while (end < entries.count && entries.data[end].key == entries.data[start].key) end++;
    return end;
}

static void judge_groups(const fp_sink *sink, struct fp_summaries *summaries, const fp_entry *producer,
                         const fp_entry *consumer, fp_meet_at at) {
    const fp_key_info *p = fp_key_at(summaries, producer->key), *a = fp_key_at(summaries, consumer->key);
    if (sink->judging->by[space_of_pair(p, a)].found) return;
    if (!last_has_shadow(summaries, producer) && !first_has_shadow(summaries, consumer)) return;
    bool here = is_here(summaries, p, a, at) && p->footprint && a->footprint;
    if (here && fp_overlap_out_of_reach(summaries->addresses[at.frame], p->footprint, a->footprint)) return;
    meet_groups(sink, summaries, producer, consumer, at);
}

/* Producers of one key with the consumers that `numbers` names; NULL: with all. Key by key, so that pairs of the same
 * two keys are neighbours in `found`. */
static void meet_key(const fp_sink *sink, struct fp_summaries *summaries, fp_entries producers, fp_entries consumers,
                     const fp_numbers *numbers, fp_meet_at at) {
    uint32_t count = numbers ? numbers->len : consumers.count;
    for (uint32_t c = 0, end; c < count; c = end) {
        fp_key key = consumers.data[numbers ? numbers->data[c] : c].key;
        for (end = c; end < count && consumers.data[numbers ? numbers->data[end] : end].key == key;) end++;
        for (uint32_t p = 0; p < producers.count; p++)
            for (uint32_t k = c; k < end; k++) {
                const fp_entry *consumer = &consumers.data[numbers ? numbers->data[k] : k];
                if (sink->meetings == FP_MEETINGS_JUDGE)
                    judge_groups(sink, summaries, &producers.data[p], consumer, at);
                else
                    meet_groups(sink, summaries, &producers.data[p], consumer, at);
            }
    }
}

/* The consumers that producers of one key meet; those that do not depend on the judged sync meet only consumers that
 * do. NULL: all. */
static const fp_numbers *met_by_key(const fp_sink *sink, struct fp_summaries *summaries, fp_entries producers,
                                    fp_entries consumers, uint32_t frame, bool many) {
    bool all = sink->meetings == FP_MEETINGS_REPORT;
    for (uint32_t p = 0; p < producers.count && !all; p++) all = last_has_shadow(summaries, &producers.data[p]);
    if (!all && summaries->judged.len <= FP_FEW_ENTRIES) return &summaries->judged;
    if (many && summaries->reach.len == 0) fp_reach_build(summaries, consumers, frame);
    if (many) return fp_reach_find(summaries, producers.data[0].key);
    return all ? NULL : &summaries->judged;
}

/* All producers of one resource with all consumers of one. */
static void meet_resources(const fp_sink *sink, struct fp_summaries *summaries, fp_entries producers,
                           fp_entries consumers, fp_meet_at at) {
    bool judging = sink->meetings == FP_MEETINGS_JUDGE, global = fp_key_at(summaries, producers.data[0].key)->global;
    bool many = producers.count > FP_FEW_ENTRIES && consumers.count > FP_FEW_ENTRIES;
    uint64_t columns =
        summaries->own_columns[producers.data[0].resource] | summaries->own_columns[consumers.data[0].resource];
    summaries->judged.len = 0;
    for (uint32_t c = 0; c < consumers.count && judging; c++)
        if (first_has_shadow(summaries, &consumers.data[c])) *FP_PUSH(summaries->keep, &summaries->judged) = c;
    summaries->reach.len = 0;
    for (uint32_t i = 0, end; i < producers.count; i = end) {
        if (summaries->postponed.len > FP_POSTPONED_MAX) list_postponed(sink, summaries);
        if (judging && !is_open(sink->judging, global, columns & summaries->untracked)) return;
        end = end_of_key(producers, i);
        fp_entries own = { producers.data + i, end - i };
        meet_key(sink, summaries, own, consumers, met_by_key(sink, summaries, own, consumers, at.frame, many), at);
    }
}

static fp_entries run_at(fp_entries entries, uint32_t start) {
    uint32_t end = start;
    while (end < entries.count && entries.data[end].resource == entries.data[start].resource) end++;
    assert(end == entries.count || entries.data[end].resource > entries.data[start].resource);
    return (fp_entries){ entries.data + start, end - start };
}

/* The consumers of the memory that the producers may share meet them. */
static void meet_neighbours(const fp_sink *sink, struct fp_summaries *summaries, fp_entries producers,
                            fp_entries consumers, fp_neighbours near, fp_meet_at at) {
    for (uint32_t n = 0, i = 0; n < near.count && i < consumers.count;) {
        uint32_t wanted = near.data[n], found = consumers.data[i].resource;
        if (found == wanted) {
            fp_entries run = run_at(consumers, i);
            meet_resources(sink, summaries, producers, run, at);
            i += run.count, n++;
        } else if (found < wanted) {
            i += first_of_resource((fp_entries){ consumers.data + i, consumers.count - i }, wanted);
        } else {
            n += fp_count_below(near.data + n, near.count - n, found);
        }
    }
}

static void meet_lists(const fp_sink *sink, struct fp_summaries *summaries, fp_entries producers, fp_entries consumers,
                       fp_meet_at at) {
    for (uint32_t i = 0; i < producers.count;) {
        fp_entries run = run_at(producers, i);
        i += run.count;
        /* Global memory keeps wide barriers; it is never reported as missing one. */
        bool reporting = sink->meetings == FP_MEETINGS_REPORT;
        if (reporting && fp_key_at(summaries, run.data[0].key)->global) continue;
        const fp_neighbours *of = reporting ? summaries->reported : summaries->neighbours;
        meet_neighbours(sink, summaries, run, consumers, of[run.data[0].resource], at);
    }
}

/* The entries that stand for one of the two accesses. */
static fp_entries holding(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries entries, uint32_t one,
                          uint32_t other) {
    fp_entry *held = fp_arena_room(keep, sizeof *held, _Alignof(fp_entry), entries.count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < entries.count; i++)
        if (fp_members_hold(summaries, entries.data[i].members, one) ||
            (other != one && fp_members_hold(summaries, entries.data[i].members, other)))
            held[count++] = entries.data[i];
    return (fp_entries){ held, count };
}

void fp_summary_meet(const fp_sink *sink, struct fp_summaries *summaries, fp_entries producers, fp_entries consumers,
                     fp_meet_at at) {
    assert(sink->meetings != FP_MEETINGS_REPORT || sink->found);
    assert(sink->meetings != FP_MEETINGS_JUDGE || sink->judging);
    assert(!sink->shown == (at.carrier == FP_NONE)); /* a loop keeps what it shows of its nearer iterations */
    if (sink->meetings == FP_MEETINGS_SILENT || producers.count == 0 || consumers.count == 0) return;
    if (sink->sought) {
        uint32_t p = sink->sought->producer, c = sink->sought->consumer;
        producers = holding(sink->keep, summaries, producers, p, at.concurrent ? c : p);
        consumers = holding(sink->keep, summaries, consumers, c, at.concurrent ? p : c);
        if (producers.count == 0 || consumers.count == 0) return;
    }
    summaries->joining.before.len = 0;
    /* Without a path from one to the other, the judged sync changes nothing about the pair. */
    if (sink->meetings == FP_MEETINGS_JUDGE && at.concurrent) return;
    struct fp_shown_pairs shown = { 0 };
    fp_sink own = *sink;
    if (!own.shown && own.meetings == FP_MEETINGS_REPORT && producers.count + consumers.count > 2) own.shown = &shown;
    meet_lists(&own, summaries, producers, consumers, at);
    list_postponed(&own, summaries);
    fp_arena_drop(shown.scratch);
}

/* ---- operations ---- */
fp_summary fp_summary_access(struct fp_arena *keep, struct fp_summaries *summaries, fp_summary_leaf access) {
    assert(!(access.member & FP_MEMBERS_ROPE) && !fp_states_dead(summaries->algebra, access.initial));
    fp_entry *entries = FP_NEW(keep, fp_entry, 2);
    uint32_t resource = fp_key_at(summaries, access.key)->resource;
    entries[0] = (fp_entry){ resource, access.key, FP_TRANSFORM_IDENTITY, access.member };
    entries[1] = (fp_entry){ resource, access.key, access.initial, access.member };
    return (fp_summary){ access.through, { &entries[0], 1 }, { &entries[1], 1 } };
}

typedef bool entry_has_shadow(const struct fp_summaries *summaries, const fp_entry *entry);

static bool is_judged(const struct fp_summaries *summaries, const fp_entry *entry, const fp_judging *judging,
                      entry_has_shadow *has_shadow) {
    return has_shadow(summaries, entry) && is_open_entry(summaries, judging, entry);
}

static bool any_is_judged(const struct fp_summaries *summaries, fp_entries entries, const fp_judging *judging,
                          entry_has_shadow *has_shadow) {
    for (uint32_t i = 0; i < entries.count; i++)
        if (is_judged(summaries, &entries.data[i], judging, has_shadow)) return true;
    return false;
}

bool fp_summary_is_judged(const struct fp_summaries *summaries, fp_summary summary, const fp_judging *judging) {
    return (fp_transform_shadow(summaries->algebra, summary.through) & open_columns(summaries, judging)) ||
           any_is_judged(summaries, summary.last, judging, last_has_shadow) ||
           any_is_judged(summaries, summary.first, judging, first_has_shadow);
}

static fp_entries judged_entries(struct fp_arena *keep, const struct fp_summaries *summaries, fp_entries entries,
                                 const fp_judging *judging, entry_has_shadow *has_shadow) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < entries.count; i++) count += is_judged(summaries, &entries.data[i], judging, has_shadow);
    if (count == entries.count) return entries;
    fp_entry *kept = FP_NEW(keep, fp_entry, count + 1);
    fp_entries result = { kept, count };
    for (uint32_t i = 0; i < entries.count; i++)
        if (is_judged(summaries, &entries.data[i], judging, has_shadow)) *kept++ = entries.data[i];
    return result;
}

fp_summary fp_summary_judged_part(struct fp_arena *keep, const struct fp_summaries *summaries, fp_summary summary,
                                  const fp_judging *judging) {
    return (fp_summary){ summary.through, judged_entries(keep, summaries, summary.first, judging, first_has_shadow),
                         judged_entries(keep, summaries, summary.last, judging, last_has_shadow) };
}

/* Entries that do not depend on the judged sync will not do so behind a stretch without it, or before one. */
static void leave_out_sides(struct fp_arena *keep, const struct fp_summaries *summaries, fp_summary *a, fp_summary *b,
                            const fp_judging *judging) {
    uint64_t open = open_columns(summaries, judging);
    a->first = judged_entries(keep, summaries, a->first, judging, first_has_shadow);
    b->last = judged_entries(keep, summaries, b->last, judging, last_has_shadow);
    if (!(fp_transform_shadow(summaries->algebra, a->through) & open))
        b->first = judged_entries(keep, summaries, b->first, judging, first_has_shadow);
    if (!(fp_transform_shadow(summaries->algebra, b->through) & open))
        a->last = judged_entries(keep, summaries, a->last, judging, last_has_shadow);
}

fp_summary fp_summary_union(struct fp_arena *keep, struct fp_summaries *summaries, fp_summary a, fp_summary b) {
    return (fp_summary){ fp_transform_union(summaries->algebra, a.through, b.through),
                         fp_entries_merge(keep, summaries, a.first, b.first),
                         fp_entries_merge(keep, summaries, a.last, b.last) };
}

fp_summary fp_summary_widened(struct fp_arena *keep, struct fp_summaries *summaries, fp_summary summary) {
    return (fp_summary){ summary.through, fp_entries_widened_first(keep, summaries, summary.first),
                         fp_entries_widened_last(keep, summaries, summary.last) };
}

fp_summary fp_summary_sequence(const fp_sink *sink, struct fp_summaries *summaries, fp_summary a, fp_summary b,
                               uint32_t frame) {
    struct fp_arena *keep = sink->keep;
    fp_summary_meet(sink, summaries, a.last, b.first, (fp_meet_at){ .carrier = FP_NONE, .frame = frame });
    if (fp_judging_is_done(summaries, sink->judging)) return FP_SUMMARY_EMPTY; /* nobody reads the summary */
    if (sink->part) leave_out_sides(keep, summaries, &a, &b, sink->judging);
    fp_transform through = fp_transform_sequence(summaries->algebra, a.through, b.through);
    fp_entries first = fp_entries_before(keep, summaries, a.through, b.first);
    fp_entries last = fp_entries_after(keep, summaries, a.last, b.through);
    return (fp_summary){ through, fp_entries_merge(keep, summaries, a.first, first),
                         fp_entries_merge(keep, summaries, last, b.last) };
}
