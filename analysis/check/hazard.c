#include "check/hazard.h"
#include "base/cancel.h"
#include "check/between.h"
#include "check/groups.h"
#include "check/hazard_list.h"
#include "check/inner_ends.h"
#include "check/one_number.h"
#include "check/other_witness.h"
#include "check/pair_ends.h"
#include "check/pairs_shown.h"
#include "check/racing_store.h"
#include "check/redundancy.h"
#include "check/replay.h"
#include "check/ways.h"
#include "order/fold.h"
#include <assert.h>
#include <string.h>

typedef struct {
    uint32_t member, number;
} callee_access; /* a member (fold.h) that stands in a callee, and the number of the access at the call that shows it */

struct fp_analyser {
    struct fp_arena *keep, *scratch;
    struct fp_kernel *kernel;
    const struct fp_program *program; /* NULL: the kernel stands alone */
    struct fp_fold *fold;
    struct fp_ways *ways;
    struct fp_replay *replay;
    bool replays;             /* the pairs that come are reported: their witnesses are replayed */
    struct fp_groups *groups; /* made at the first pair that is certain; NULL: there are none */
    bool groups_known;
    struct fp_between *between; /* made at the first pair; NULL: no sync is left out in some iterations only */
    bool between_known;
    const volatile bool *cancelled;
    fp_hazard_list *hazards;    /* what pairs are added to */
    fp_hazard_list all, inside; /* of questions for all pairs, and for those of some blocks, which are fewer */
    fp_found_pairs pairs;       /* those of the last question */
    uint64_t listed;            /* pairs of groups looked at so far, and their consumers */
    const fp_hazard *sought;    /* NULL: all are listed */
    fp_hazard *found;           /* the one that is sought, as far as it is found */
    bool any_found;
    fp_map callee_map;
    FP_VEC(callee_access) callee_accesses;
    uint32_t asked_again; /* pairs of accesses in loops that are alike whose own answer was asked for */
    bool doubting;        /* the pairs that come are those of the kernel without its assumed meetings */
    bool beside_rare;     /* likewise, without its rare syncs */
    bool shifting;        /* likewise, without the barriers where waves are shifted against each other */
};

/* ---- members as accesses of the kernel ---- */
static uint32_t callee_class(const struct fp_kernel *kernel) {
    uint32_t number = 0;
    while (number < kernel->classes.len && !fp_class_equal(&kernel->classes.data[number], &FP_CLASS_ORDINARY)) number++;
    assert(number < kernel->classes.len); /* lowering makes it with the first call */
    return number;
}

/* What a callee touches, as an access at the call. */
static fp_access access_at_call(const struct fp_kernel *kernel, fp_member_place place) {
    const fp_call_item *call = &kernel->calls.data[place.call];
    fp_access access = { .kind = FP_ACCESS_WRITE, .assumed = true };
    if (place.access != FP_NONE) {
        access = place.kernel->accesses.data[place.access];
        access.callee_span = access.span;
        access.roots = 0, access.footprint = 0; /* numbers of the callee */
    }
    access.klass = callee_class(kernel);
    access.op = call->op;
    access.span = call->span;
    return access;
}

/* The access that a member is in the kernel. */
static uint32_t access_of_member(struct fp_analyser *a, uint32_t member, fp_member_place place) {
    if (place.call == FP_NONE) return place.access;
    assert(place.call < a->kernel->calls.len);
    for (fp_map_probe probe = fp_map_find(&a->callee_map, member); fp_map_next(&probe);)
        if (a->callee_accesses.data[probe.value].member == member) return a->callee_accesses.data[probe.value].number;
    uint32_t number = fp_kernel_access_count(a->kernel);
    *FP_PUSH(a->keep, &a->kernel->callee_accesses) = access_at_call(a->kernel, place);
    fp_map_put(a->scratch, &a->callee_map, member, a->callee_accesses.len);
    *FP_PUSH(a->scratch, &a->callee_accesses) = (callee_access){ member, number };
    return number;
}

/* ---- pairs of groups to pairs of accesses ---- */
static void seek_hazard(struct fp_analyser *a, const fp_hazard *hazard) {
    if (!fp_hazard_is_same(hazard, a->sought)) return;
    if (!a->any_found || fp_hazard_shows_more(hazard, a->found)) *a->found = *hazard;
    a->any_found = true;
}

static fp_hazard_kind reversed(fp_hazard_kind kind) {
    switch (kind) {
    case FP_HAZARD_RAW: return FP_HAZARD_WAR;
    case FP_HAZARD_WAR: return FP_HAZARD_RAW;
    case FP_HAZARD_WAW: return FP_HAZARD_WAW;
    }
    return kind;
}

/* Adds a hazard of the kernel: as the callers know it, where it is a function that they were heard of. */
static void add_known(struct fp_analyser *a, const fp_hazard *own) {
    bool told;
    const fp_hazard *hazard = own, *known = fp_inner_known(a->program, a->kernel, own, &told);
    fp_hazard mixed;
    if (told && !a->doubting) {
        if (!known) return;
        mixed = *known;
        mixed.producer = own->producer, mixed.consumer = own->consumer, mixed.carrier = own->carrier;
        mixed.distance = own->distance, mixed.at_least = own->at_least;
        mixed.run = own->run, mixed.through_call = own->through_call, mixed.group = own->group;
        hazard = &mixed;
    }
    assert(hazard->carrier == FP_NONE ? hazard->distance == 0 : hazard->carrier < a->kernel->loops.len);
    if (a->sought)
        seek_hazard(a, hazard);
    else
        fp_hazard_list_add(a->scratch, a->hazards, hazard);
}

/* Does the pair race for certain? `answer` becomes that of the threads that show it. */
static bool is_certain(struct fp_analyser *a, const fp_pair *pair, uint32_t producer, uint32_t consumer,
                       fp_overlap_answer *answer) {
    if (!pair->certain || a->doubting) return pair->certain;
    if (!a->groups_known) a->groups = fp_groups_new(a->scratch, a->fold);
    a->groups_known = true;
    return !a->groups || fp_groups_leave(a->groups, pair, producer, consumer, answer);
}

/* The op of the kernel by which a member runs: its own, or the call around it. FP_NONE: it has none. */
static fp_op op_in_kernel(const struct fp_analyser *a, const fp_member_place *place) {
    if (place->access == FP_NONE) return FP_NONE;
    return place->call == FP_NONE ? a->kernel->accesses.data[place->access].op : a->kernel->calls.data[place->call].op;
}

/* Does no run with the values of the witness come to both? Arms of a condition on threads run at once: no way leads
 * from one to the other, and none need. */
static bool has_no_way(const struct fp_analyser *a, const fp_pair_ends *e, const fp_hazard *hazard) {
    bool shown = hazard->certain || hazard->answer.decided == FP_DECISION_INPUTS;
    if (!shown || !hazard->answer.witness || e->pair->at.concurrent) return false;
    fp_op from = op_in_kernel(a, &e->p), to = op_in_kernel(a, &e->c);
    return from != FP_NONE && to != FP_NONE && !fp_ways_lead(a->ways, hazard->answer.witness, from, to);
}

/* What the replay of its witness says of a pair that is certain. */
static fp_replay_verdict replay(const struct fp_analyser *a, uint32_t producer, uint32_t consumer,
                                const fp_hazard *hazard) {
    fp_op carrier = hazard->carrier == FP_NONE ? FP_NONE : a->kernel->loops.data[hazard->carrier].op;
    bool told = a->replays && hazard->certain && hazard->answer.overlap != FP_OVERLAP_UNKNOWN;
    /* No barrier orders what is still in flight where the consumer runs. */
    bool by_barrier = hazard->cause == FP_CAUSE_BARRIER && hazard->no_barrier && !hazard->same_thread_async;
    if (!told || !hazard->answer.witness) return FP_REPLAY_AGREES;
    return fp_replay_judge(a->replay, hazard->answer.witness, producer, consumer, by_barrier, carrier);
}

/* The witness does not replay, for a barrier runs between the two. Do others, with which it does not run? */
static bool replays_elsewhere(const struct fp_analyser *a, const fp_pair_ends *e, uint32_t producer, uint32_t consumer,
                              fp_hazard *hazard) {
    const struct fp_summaries *summaries = fp_fold_summaries(a->fold);
    fp_hazard other = *hazard;
    if (e->pair->at.frame != 0 || op_in_kernel(a, &e->p) == FP_NONE || op_in_kernel(a, &e->c) == FP_NONE ||
        e->p.kernel != a->kernel || e->c.kernel != a->kernel)
        return false;
    for (uint32_t number = 0; fp_other_witness_ask(a->kernel, summaries, e->pair, number, &other.answer); number++) {
        bool meets = other.answer.overlap == FP_OVERLAP_CROSS_THREAD || other.answer.decided == FP_DECISION_INPUTS;
        if (!meets || !other.answer.witness || has_no_way(a, e, &other)) continue;
        other.answer.overlap = FP_OVERLAP_CROSS_THREAD;
        if (replay(a, producer, consumer, &other) != FP_REPLAY_AGREES) continue;
        hazard->answer.witness = other.answer.witness;
        return true;
    }
    return false;
}

/* No run is known that comes to both with the values of the witness. */
static void doubt_ways(fp_hazard *hazard) {
    hazard->certain = false;
    hazard->answer = (fp_overlap_answer){
        FP_OVERLAP_UNKNOWN, FP_DECISION_CONDITION, NULL, fp_phrase_of(FP_WORD_DEPENDS_ON_WAYS), false, false, false
    };
}

static bool is_told_by_run(fp_decided_pair run) {
    switch (run) {
    case FP_DECIDED_ORDERED:
    case FP_DECIDED_REPORTED:
    case FP_DECIDED_BROKEN: return true;
    case FP_DECIDED_NOT:
    case FP_DECIDED_TURNED:
    case FP_DECIDED_SELDOM:
    case FP_DECIDED_HIDDEN:
    case FP_DECIDED_LENGTH:
    case FP_DECIDED_UNSEEN: break;
    }
    return false;
}

/* Is a pair that is unordered in step perhaps ordered all the same, because waves are shifted against each other? Not
 * one that the run has seen race, or of two accesses that all threads have done at once. */
static bool may_be_shifted(const struct fp_analyser *a, const fp_pair_ends *e) {
    return fp_fold_shifts(a->fold) && !fp_pair_is_in_step(a->kernel, e);
}

/* Is the pair ordered by syncs that run in all iterations that matter to it? This is asked of the kernel as it stands.
 */
static bool is_ordered_in_rounds(struct fp_analyser *a, const fp_pair_ends *e, const fp_hazard *hazard) {
    if (!a->replays || fp_fold_shifts(a->fold) || hazard->concurrent || e->p.access == FP_NONE ||
        fp_hazard_is_self(hazard))
        return false;
    const fp_class *producer = &e->p.kernel->classes.data[e->p.kernel->accesses.data[e->p.access].klass];
    if (producer->object != FP_NONE || (e->p.kernel != a->kernel && producer->tags)) return false;
    if (!a->between_known) a->between = fp_between_new(a->scratch, a->kernel, a->fold);
    a->between_known = true;
    fp_op from = op_in_kernel(a, &e->p), to = op_in_kernel(a, &e->c);
    return a->between && from != FP_NONE && to != FP_NONE && fp_between_orders(a->between, hazard, producer, from, to);
}

enum { FP_ASKED_AGAIN_MAX = 16384 }; /* per analysis; some tenths of a second */

/* Is a hazard of the two accesses listed that shows as much as the pair can? Whether a witness is found may hang on the
 * loops: it is looked for as long as there is time. */
static bool is_listed(struct fp_analyser *a, const fp_pair_ends *e, uint32_t producer, uint32_t consumer) {
    const fp_meet_at *at = &e->pair->at;
    bool of_callee = at->carrier != FP_NONE && (at->frame != 0 || at->carrier >= a->kernel->loops.len);
    if (a->sought || at->concurrent || of_callee) return false;
    fp_hazard most = { .kind = e->pair->kind,
                       .producer = access_of_member(a, producer, e->p),
                       .consumer = access_of_member(a, consumer, e->c),
                       .carrier = at->carrier,
                       .distance = at->distance,
                       .certain = e->pair->certain,
                       .only_assumed = a->doubting,
                       .only_rare = a->beside_rare,
                       .only_shifted = a->shifting,
                       .answer = e->pair->answer };
    bool perhaps = most.answer.overlap == FP_OVERLAP_UNKNOWN && a->asked_again < FP_ASKED_AGAIN_MAX;
    if (perhaps) most.answer.overlap = FP_OVERLAP_CROSS_THREAD;
    const fp_hazard *have = fp_hazard_list_find(a->hazards, &most);
    return have && !fp_hazard_shows_more(&most, have);
}

/* False: a closer look makes less of this pair of accesses than its groups promise, or nothing at all. `group`: what
 * becomes fp_hazard.group. */
static bool expand_one(struct fp_analyser *a, const fp_pair *groups, uint32_t producer, uint32_t consumer,
                       uint32_t group) {
    fp_pair own;
    bool alike = fp_fold_pair_of(a->fold, groups, producer, consumer, &own);
    const fp_pair *pair = &own;
    const fp_pair_ends e = { pair, fp_fold_member(a->fold, producer), fp_fold_member(a->fold, consumer) };
    bool ours = fp_pair_is_reported_here(a->program, a->kernel, &e);
    if (alike && ours && is_listed(a, &e, producer, consumer)) return true;
    a->asked_again += alike;
    if (alike) fp_pair_ask_again(fp_fold_summaries(a->fold), &own);
    fp_overlap_answer answer = pair->answer;
    fp_decided_pair run = a->doubting ? FP_DECIDED_NOT : fp_pair_said_by_run(a->kernel, &e); /* it met there, too */
    if (fp_pair_is_run_elsewhere(a->kernel, &e, run) && !fp_pair_is_left_to_lanes(a->kernel, &e, &answer)) return false;
    if (a->shifting &&
        (is_told_by_run(run) || answer.overlap <= FP_OVERLAP_SAME_WAVE || fp_pair_is_run_in_order(a->kernel, &e)))
        return false; /* a wave is in step with itself */
    if (a->beside_rare && !fp_pair_is_waited_for(&e)) return false;
    bool certain = is_certain(a, pair, producer, consumer, &answer) && !a->shifting && !may_be_shifted(a, &e);
    fp_hazard hazard = { .kind = pair->kind,
                         .producer = ours ? access_of_member(a, producer, e.p) : FP_NONE,
                         .consumer = ours ? access_of_member(a, consumer, e.c) : FP_NONE,
                         .carrier = pair->at.carrier,
                         .distance = pair->at.distance,
                         .at_least = pair->at.at_least,
                         .concurrent = pair->at.concurrent,
                         .run = run,
                         .certain = certain,
                         .handed_over = pair->handed_over && !fp_pair_races_in_run(a->kernel, &e),
                         .same_thread_async = pair->same_thread_async,
                         .only_assumed = a->doubting,
                         .only_rare = a->beside_rare,
                         .only_shifted = a->shifting,
                         .cause = a->doubting || a->shifting ? FP_CAUSE_BARRIER : fp_pair_cause(a->kernel, &e),
                         .no_barrier = pair->even_performed,
                         .behind_wait = fp_pair_is_waited_for(&e) && !pair->even_performed,
                         .answer = answer,
                         .required_count = pair->required_count,
                         .through_call = e.c.call != FP_NONE ? e.c.call : e.p.call,
                         .group = ours ? group : 0 }; /* groups are those of this kernel's pairs */
    if (pair->at.carrier != FP_NONE && (pair->at.frame != 0 || pair->at.carrier >= a->kernel->loops.len))
        hazard.carrier = FP_NONE, hazard.distance = 0; /* a loop of the callee */
    if (is_ordered_in_rounds(a, &e, &hazard)) return false;
    bool no_way = has_no_way(a, &e, &hazard);
    fp_replay_verdict replayed = no_way ? FP_REPLAY_AGREES : replay(a, producer, consumer, &hazard);
    if (replayed == FP_REPLAY_CONTRADICTS && replays_elsewhere(a, &e, producer, consumer, &hazard))
        replayed = FP_REPLAY_AGREES;
    hazard.contradicted = replayed == FP_REPLAY_CONTRADICTS;
    hazard.certain =
        hazard.certain && replayed == FP_REPLAY_AGREES && !fp_replay_names_turn(a->kernel->ir, hazard.answer.witness);
    if (hazard.contradicted || no_way) doubt_ways(&hazard);
    if (!ours) {
        if (!a->sought) fp_inner_leave(a->program, a->fold, pair, producer, consumer, &hazard);
        return false;
    }
    if (hazard.concurrent &&
        hazard.producer > hazard.consumer) { /* concurrent accesses are named in the order of the text */
        uint32_t later = hazard.producer;
        hazard.producer = hazard.consumer, hazard.consumer = later;
        hazard.kind = reversed(hazard.kind);
    }
    if (hazard.producer == hazard.consumer && hazard.carrier == FP_NONE && e.p.access != FP_NONE)
        hazard.stored = fp_kernel_stored(e.p.kernel, &e.p.kernel->accesses.data[e.p.access]);
    if (hazard.kind == FP_HAZARD_WAW && hazard.through_call == FP_NONE && pair->at.frame == 0)
        hazard.one_number = fp_stores_one_number(a->kernel, fp_kernel_access(a->kernel, hazard.producer),
                                                 fp_kernel_access(a->kernel, hazard.consumer),
                                                 fp_pair_iterations(fp_fold_summaries(a->fold), pair));
    if (fp_racing_store_explains(a->kernel, &hazard)) return false;
    add_known(a, &hazard);
    return hazard.certain == groups->certain && !hazard.contradicted && !no_way;
}

/* Producers before the consumer, latest first, then those behind it (carried around a loop), last first. */
static void expand_consumer(struct fp_analyser *a, const fp_pair *pair, const fp_numbers *producers, uint32_t consumer,
                            const fp_pairs_looked_at *looked_at, fp_shown_group *groups) {
    fp_shown_group *group = &groups[looked_at->group];
    uint32_t count = producers->len, split = count ? fp_count_below(producers->data, count, consumer + 1) : 0;
    for (uint32_t tried = 0; tried < looked_at->most; tried++) {
        if (group->listed_count == FP_PRODUCERS_SHOWN_MAX) {
            group->any_left_out = true;
            return;
        }
        uint32_t next = producers->data[tried < split ? split - 1 - tried : count - 1 - (tried - split)];
        if (expand_one(a, pair, next, consumer, looked_at->group + 1)) fp_shown_group_list(group, next);
    }
}

/* The hazards know which of their kind were left out. */
static void note_left_out(fp_hazard_list *list, const fp_shown_group *groups) {
    for (uint32_t i = 0; i < list->hazards.len; i++) {
        fp_hazard *hazard = &list->hazards.data[i];
        if (hazard->group) hazard->more = groups[hazard->group - 1].any_left_out;
        hazard->group = 0;
    }
}

/* The pairs of groups that are in `pairs`. */
static void expand_pairs(struct fp_analyser *a) {
    struct fp_summaries *summaries = fp_fold_summaries(a->fold);
    struct fp_arena *counts = fp_arena_new();
    fp_numbers producers = { 0 }, consumers = { 0 };
    fp_pairs_shown shown = fp_pairs_shown_count(counts, a->fold, &a->pairs);
    uint32_t most = 0;
    for (uint32_t i = 0; i < shown.group_count; i++)
        most += shown.groups[i].count < FP_PRODUCERS_SHOWN_MAX ? shown.groups[i].count : FP_PRODUCERS_SHOWN_MAX;
    if (!a->sought) fp_hazard_list_reserve(a->scratch, a->hazards, most);
    a->listed += a->pairs.len;
    for (uint32_t t = 0; t < a->pairs.len && !fp_is_cancelled(a->cancelled); t++) {
        uint32_t i = shown.order[t];
        const fp_pair *pair = a->pairs.data[i];
        if (shown.first[i] == FP_NONE) continue;
        fp_members_collect(summaries, pair->consumers, &consumers);
        fp_members_collect(summaries, pair->producers, &producers);
        a->listed += consumers.len;
        for (uint32_t k = 0; k < consumers.len; k++)
            expand_consumer(a, pair, &producers, consumers.data[k], &shown.data[shown.first[i] + consumers.len - 1 - k],
                            shown.groups);
    }
    note_left_out(a->hazards, shown.groups);
    fp_arena_drop(counts);
}

static void expand_tree(struct fp_analyser *a, const fp_fold_node *root, uint32_t then) {
    a->pairs.len = 0;
    fp_fold_pairs_since(a->fold, root, then, &a->pairs);
    expand_pairs(a);
}

/* ---- one pair of accesses ---- */
/* FP_NONE: an access of a callee that no pair has named. */
static uint32_t member_of_access(const struct fp_analyser *a, uint32_t access) {
    if (access < a->kernel->accesses.len) return access;
    for (uint32_t i = 0; i < a->callee_accesses.len; i++)
        if (a->callee_accesses.data[i].number == access) return a->callee_accesses.data[i].member;
    return FP_NONE;
}

/* Concurrent pairs name their ends in the order of the text, so that either end may be the one that is sought. */
static void seek_pair(struct fp_analyser *a, const fp_fold_node *root, fp_pair_places places) {
    struct fp_summaries *summaries = fp_fold_summaries(a->fold);
    uint32_t p = member_of_access(a, a->sought->producer), c = member_of_access(a, a->sought->consumer);
    a->pairs.len = 0;
    if (p == FP_NONE || c == FP_NONE) return;
    struct fp_arena *own = fp_arena_new();
    fp_fold_pairs_between(a->fold, root, places, (fp_members_sought){ p, c, a->sought->carrier }, own, &a->pairs);
    for (uint32_t i = 0; i < a->pairs.len; i++) {
        const fp_pair *pair = a->pairs.data[i];
        bool forwards =
            fp_members_hold(summaries, pair->consumers, c) && fp_members_hold(summaries, pair->producers, p);
        bool backwards = pair->at.concurrent && fp_members_hold(summaries, pair->consumers, p) &&
                         fp_members_hold(summaries, pair->producers, c);
        if ((!forwards && !backwards) || fp_fold_is_supposed(a->fold, pair)) continue;
        if (forwards) expand_one(a, pair, p, c, 0);
        if (backwards) expand_one(a, pair, c, p, 0);
    }
    fp_arena_drop(own);
}

/* Copies, waited for, that only rare syncs order. */
static void find_beside_rare(struct fp_analyser *a) {
    const fp_fold_node *root = fp_fold_root_without_rare(a->fold);
    if (root == fp_fold_root(a->fold)) return;
    a->beside_rare = true;
    expand_tree(a, root, 0);
    a->beside_rare = false;
}

/* Pairs that only assumed meetings order. */
static void find_assumed(struct fp_analyser *a) {
    fp_numbers assumed = { 0 };
    for (uint32_t i = 0; i < a->kernel->syncs.len; i++)
        if (a->kernel->syncs.data[i].assumed) *FP_PUSH(a->scratch, &assumed) = i;
    if (assumed.len == 0) return;
    a->doubting = true;
    expand_tree(a, fp_fold_what_if_without(a->fold, fp_fold_root(a->fold), (fp_syncs){ assumed.data, assumed.len }), 0);
    a->doubting = false;
}

/* Pairs of a kernel whose waves are shifted by a barrier that the run knows nothing of: whatever stands between them
 * orders them in step alone. */
static void find_shifted(struct fp_analyser *a) {
    fp_syncs shifted = fp_fold_shifted_syncs(a->scratch, a->fold);
    const struct fp_decided *decided = a->kernel->decided;
    if (shifted.count == 0 || (fp_decided_whole(decided) && !decided->seldom_count)) return;
    a->shifting = true;
    expand_tree(a, fp_fold_what_if_without(a->fold, fp_fold_root(a->fold), shifted), 0);
    a->shifting = false;
}

/* ---- an op with itself ---- */
static void find_racing_stores(struct fp_analyser *a) {
    fp_hazard hazard;
    for (uint32_t i = 0; i < a->kernel->accesses.len; i++) {
        if (!fp_fold_reaches(a->fold, 0, i) || !fp_racing_store_find(a->kernel, i, &hazard)) continue;
        fp_op op = a->kernel->accesses.data[i].op;
        bool no_way = hazard.answer.witness && !fp_ways_lead(a->ways, hazard.answer.witness, op, op);
        fp_replay_verdict replayed = no_way ? FP_REPLAY_AGREES : replay(a, i, i, &hazard);
        hazard.contradicted = replayed == FP_REPLAY_CONTRADICTS;
        hazard.certain &= replayed == FP_REPLAY_AGREES;
        if (hazard.contradicted || no_way) doubt_ways(&hazard);
        add_known(a, &hazard);
    }
}

/* Names a pair of which one end is untracked memory by its ops: it has no accesses. An end in a callee is named by
 * the call. */
static bool name_untracked(const struct fp_analyser *a, fp_sync_verdict *verdict) {
    if (verdict->producer == FP_NONE || verdict->consumer == FP_NONE) return false;
    fp_member_place places[2] = { fp_fold_member(a->fold, verdict->producer),
                                  fp_fold_member(a->fold, verdict->consumer) };
    if (places[0].untracked == FP_NONE && places[1].untracked == FP_NONE) return false;
    for (uint32_t k = 0; k < 2; k++) {
        fp_member_place place = places[k];
        if (place.call != FP_NONE)
            verdict->ends[k] = a->kernel->calls.data[place.call].op;
        else if (place.untracked != FP_NONE)
            verdict->ends[k] = place.untracked;
        else if (place.access != FP_NONE)
            verdict->ends[k] = a->kernel->accesses.data[place.access].op;
    }
    verdict->producer = verdict->consumer = FP_NONE;
    return true;
}

static bool is_sync_or_none(const struct fp_kernel *kernel, uint32_t sync) {
    return sync == FP_NONE || sync < kernel->syncs.len;
}

static void name_verdicts(struct fp_analyser *a, fp_sync_verdict *verdicts) {
    for (uint32_t i = 0; i < a->kernel->syncs.len; i++) {
        assert(is_sync_or_none(a->kernel, verdicts[i].partner) && is_sync_or_none(a->kernel, verdicts[i].instead));
        assert(verdicts[i].partner != i && verdicts[i].instead != i);
        uint32_t *ends[2] = { &verdicts[i].producer, &verdicts[i].consumer };
        if (name_untracked(a, &verdicts[i])) continue;
        for (uint32_t k = 0; k < 2; k++) {
            if (*ends[k] == FP_NONE) continue;
            fp_member_place place = fp_fold_member(a->fold, *ends[k]);
            *ends[k] =
                place.access == FP_NONE && place.call == FP_NONE ? FP_NONE : access_of_member(a, *ends[k], place);
        }
    }
}

struct fp_analyser *fp_analyser_new(struct fp_arena *keep, struct fp_arena *scratch, struct fp_kernel *kernel,
                                    const struct fp_program *program, const volatile bool *cancelled) {
    struct fp_analyser *a = FP_NEW(scratch, struct fp_analyser, 1);
    *a = (struct fp_analyser){
        .keep = keep, .scratch = scratch, .kernel = kernel, .program = program, .cancelled = cancelled
    };
    a->fold = fp_fold_new(scratch, kernel, program, cancelled);
    kernel->is_shifted = fp_fold_shifts(a->fold);
    a->hazards = &a->all;
    a->ways = fp_ways_new(scratch, kernel);
    a->replay = fp_replay_new(scratch, kernel, a->fold);
    return a;
}

struct fp_fold *fp_analyser_fold(struct fp_analyser *analyser) {
    return analyser->fold;
}

void fp_analyser_poll(struct fp_analyser *a, const volatile bool *cancelled) {
    a->cancelled = cancelled;
    fp_fold_poll(a->fold, cancelled);
}

fp_hazards fp_analyser_hazards_since(struct fp_analyser *a, const fp_fold_node *root, uint32_t then) {
    fp_hazard_list_clear(a->hazards);
    expand_tree(a, root, then);
    return fp_hazard_list_sort(a->scratch, a->hazards, fp_kernel_access_count(a->kernel));
}

fp_hazards fp_analyser_hazards_inside(struct fp_analyser *a, const fp_fold_node *root, const fp_fold_depth *depth) {
    a->hazards = &a->inside;
    fp_hazard_list_clear(a->hazards);
    a->pairs.len = 0;
    fp_fold_pairs_inside(a->fold, root, *depth, &a->pairs);
    expand_pairs(a);
    a->hazards = &a->all;
    return fp_hazard_list_sort(a->scratch, &a->inside, fp_kernel_access_count(a->kernel));
}

bool fp_analyser_hazards_next(struct fp_analyser *a, struct fp_fold_upwards *walk, fp_hazards *found) {
    a->pairs.len = 0;
    if (!fp_fold_upwards_next(a->fold, walk, &a->pairs)) return false;
    a->hazards = &a->inside;
    fp_hazard_list_clear(a->hazards);
    expand_pairs(a);
    a->hazards = &a->all;
    *found = (fp_hazards){ a->inside.hazards.data, a->inside.hazards.len };
    return true;
}

fp_hazards fp_analyser_hazards(struct fp_analyser *a, const fp_fold_node *root) {
    return fp_analyser_hazards_since(a, root, 0);
}

bool fp_analyser_hazard(struct fp_analyser *a, const fp_fold_node *root, const fp_hazard *like,
                        const fp_pair_places *places, fp_hazard *found) {
    const fp_hazard sought = *like;
    a->sought = &sought, a->found = found, a->any_found = false;
    seek_pair(a, root, *places);
    a->sought = NULL, a->found = NULL;
    return a->any_found;
}

uint64_t fp_analyser_compared(const struct fp_analyser *a) { return fp_fold_summaries(a->fold)->meets + a->listed; }

fp_analysis fp_analyser_run(struct fp_analyser *a) {
    a->replays = true;
    expand_tree(a, fp_fold_root(a->fold), 0);
    if (!a->kernel->roles_hidden) {
        find_beside_rare(a);
        find_shifted(a);
        find_assumed(a);
        find_racing_stores(a);
        fp_racing_store_doubt(a->kernel, a->hazards->hazards.data, a->hazards->hazards.len, a->scratch);
    }
    a->replays = false;
    fp_inner_tell_callees(a->program, a->fold, a->kernel);
    fp_sync_verdict *verdicts = fp_redundancy_judge(a->keep, a->fold, a->kernel, a->program);
    name_verdicts(a, verdicts);
    fp_hazards found = fp_hazard_list_hand_out(a->keep, a->hazards, fp_kernel_access_count(a->kernel));
    uint64_t contradicted = 0;
    for (size_t i = 0; i < found.len; i++) contradicted += found.data[i].contradicted;
    return (fp_analysis){ .hazards = found.data,
                          .hazard_count = found.len,
                          .syncs = verdicts,
                          .streams = fp_fold_has_streams(a->fold) || a->kernel->in_streams,
                          .meets = fp_fold_summaries(a->fold)->meets,
                          .bounded_runs = fp_fold_bounded_runs(a->fold),
                          .bounded_calls = fp_fold_bounded_calls(a->fold),
                          .bounded_conditions = fp_fold_bounded_conditions(a->fold),
                          .bounded_cases = fp_fold_bounded_cases(a->fold),
                          .contradicted = contradicted };
}

fp_analysis fp_analyse(struct fp_arena *keep, struct fp_kernel *kernel, const struct fp_program *program,
                       const volatile bool *cancelled) {
    struct fp_arena *scratch = fp_arena_new();
    fp_analysis result = fp_analyser_run(fp_analyser_new(keep, scratch, kernel, program, cancelled));
    fp_arena_drop(scratch);
    return result;
}
