#include "check/redundancy.h"
#include "base/sort.h"
#include "check/candidates.h"
#include "check/pacing.h"
#include "check/run_without.h"
#include "check/sync_judging.h"

/* ---- judgement ---- */
static uint32_t one_member(fp_sync_judging *j, fp_members members, bool latest) {
    if (members == FP_MEMBERS_NONE) return FP_NONE;
    fp_members_collect(fp_fold_summaries(j->fold), members, &j->numbers);
    return j->numbers.data[latest ? j->numbers.len - 1 : 0];
}

static bool is_wide(const fp_sync_judging *j, fp_syncs syncs) {
    for (uint32_t i = 0; i < syncs.count; i++) {
        bool own = syncs.data[i] < j->kernel->syncs.len;
        if (own ? (j->kernel->syncs.data[syncs.data[i]].spaces & FP_SPACES_GLOBAL) != 0
                : fp_fold_inner_sync_at(j->fold, syncs.data[i]).wide)
            return true;
    }
    return false;
}

static uint32_t partner_of(const fp_sync_judging *j, fp_syncs syncs, uint32_t sync) {
    fp_sync_kind own = j->kernel->syncs.data[sync].kind, wanted = own == FP_SYNC_SIGNAL ? FP_SYNC_WAIT
                                                                  : own == FP_SYNC_WAIT ? FP_SYNC_SIGNAL
                                                                                        : own;
    uint32_t best = FP_NONE;
    for (uint32_t i = 0; i < syncs.count; i++) {
        uint32_t other = syncs.data[i];
        if (other == sync || j->kernel->syncs.data[other].kind != wanted) continue;
        /* The signal before a wait, the wait behind a signal; else whatever there is. */
        bool fits = wanted == FP_SYNC_SIGNAL ? other < sync : other > sync;
        if (best == FP_NONE || (fits && (wanted == FP_SYNC_SIGNAL || best < sync))) best = other;
    }
    return best;
}

static bool has_async(const struct fp_kernel *kernel) {
    for (uint32_t i = 0; i < kernel->classes.len; i++)
        if (kernel->classes.data[i].counter != FP_COUNTER_NONE) return true;
    return false;
}

/* Nobody takes a barrier for the end of a copy that threads wait for on its own object. */
static bool is_completed_by_object(const fp_sync_judging *j, uint32_t member) {
    fp_member_place place = fp_fold_member(j->fold, member);
    return place.access != FP_NONE &&
           place.kernel->classes.data[place.kernel->accesses.data[place.access].klass].counter == FP_COUNTER_MBARRIER;
}

/* Does an object tell, besides a counter, when it has landed? */
static bool tells_by_object(const fp_sync_judging *j, uint32_t member) {
    fp_member_place place = fp_fold_member(j->fold, member);
    return place.access != FP_NONE && place.kernel->accesses.data[place.access].arrives;
}

/* The memories for whose sake these syncs may be needed. A wide barrier and a wait for a counter order global memory,
 * too; any barrier may order memory that the fold does not track; a wait may be there for whoever owns the memory
 * next. */
static fp_judge_wish wish_of(const fp_sync_judging *j, fp_syncs syncs, fp_enough enough) {
    bool own = syncs.data[0] < j->kernel->syncs.len; /* of callees only barriers are judged */
    bool wait = own && j->kernel->syncs.data[syncs.data[0]].kind == FP_SYNC_COUNTER_WAIT;
    fp_judge_wish wish = { wait || is_wide(j, syncs) ? FP_SPACES_ALL : FP_SPACES_WORKGROUP, enough, wait };
    if (fp_fold_has_untracked(j->fold)) wish.spaces |= FP_SPACES_UNTRACKED;
    return wish;
}

static bool finds_any(const fp_judgement *judgement) {
    for (int space = 0; space < FP_SPACE_COUNT; space++)
        if (judgement->by[space].found) return true;
    return false;
}

/* The pair to name: one of workgroup memory if there is one. */
static fp_needed first_found(const fp_judgement *judgement) {
    for (int space = 0; space < FP_SPACE_COUNT; space++)
        if (judgement->by[space].found) return judgement->by[space];
    return judgement->by[FP_SPACE_WORKGROUP];
}

/* Lanes of a wave meet by them, and one of these may then tell other waves or workgroups what all of them have done to
 * global memory: the summaries see only pairs of the wave. Where some access may tell it, nothing is said. */
static bool may_hand_on(const fp_sync_judging *j, fp_syncs syncs) {
    const struct fp_kernel *kernel = j->kernel;
    for (uint32_t i = 0; i < syncs.count; i++) {
        const fp_sync *sync = syncs.data[i] < kernel->syncs.len ? &kernel->syncs.data[syncs.data[i]] : NULL;
        if (!sync || !fp_sync_is_barrier(sync->kind) || sync->scope != FP_SCOPE_WAVE) return false;
    }
    bool tells = fp_fold_has_untracked(j->fold);
    for (uint32_t i = 0; i < kernel->accesses.len && !tells; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        bool global = kernel->classes.data[access->klass].space == FP_SPACE_GLOBAL;
        tells = global && (access->assumed || access->ordered_release || fp_access_publishes(access, global));
    }
    return tells;
}

static bool waits_for_copies(const fp_sync *sync) {
    bool any = false;
    for (int i = 0; i < FP_WAITS_MAX; i++) {
        fp_counter counter = sync->waits[i].counter;
        any |= counter != FP_COUNTER_NONE && fp_counter_info_of(counter)->moved_by == FP_MOVED_BY_COPIES;
    }
    return any && sync->kind == FP_SYNC_COUNTER_WAIT;
}

/* An op that no table knows may start copies, and a wait on a counter that nothing else moves may be for them. */
static bool may_wait_for_unknown(const struct fp_kernel *kernel, fp_syncs syncs) {
    bool unknown = false;
    for (uint32_t i = 0; i < kernel->untracked.len && !unknown; i++) unknown = kernel->untracked.data[i].copies;
    for (uint32_t i = 0; i < syncs.count && unknown; i++)
        unknown = syncs.data[i] < kernel->syncs.len && waits_for_copies(&kernel->syncs.data[syncs.data[i]]);
    return unknown;
}

/* They may be for what the summaries do not see. */
static bool may_serve_others(const fp_sync_judging *j, fp_syncs syncs) {
    return may_hand_on(j, syncs) || may_wait_for_unknown(j->kernel, syncs);
}

static bool meets_threads(const fp_sync_judging *j, fp_syncs syncs) {
    fp_sync_kind kind = j->kernel->syncs.data[syncs.data[0]].kind;
    return kind == FP_SYNC_BARRIER || kind == FP_SYNC_SIGNAL;
}

static fp_verdict useless(const fp_sync_judging *j, fp_syncs syncs) {
    return fp_pacing_may(j->fold, j->kernel, syncs, j->paced) ? FP_VERDICT_PACING : FP_VERDICT_REDUNDANT;
}

static void tell(fp_sync_judging *j, fp_syncs syncs, fp_verdict verdict, const fp_judgement *judgement,
                 fp_needed pair) {
    for (uint32_t i = 0; i < syncs.count; i++) {
        fp_sync_verdict *out = &j->verdicts[syncs.data[i]];
        *out = (fp_sync_verdict){ .verdict = verdict,
                                  .partner = partner_of(j, syncs, syncs.data[i]),
                                  .instead = FP_NONE,
                                  .producer = FP_NONE,
                                  .consumer = FP_NONE,
                                  .kind = pair.kind,
                                  .crosses_global = judgement->by[FP_SPACE_GLOBAL].found,
                                  .crosses_workgroup = judgement->by[FP_SPACE_WORKGROUP].found,
                                  .crosses_untracked = judgement->by[FP_SPACE_UNTRACKED].found,
                                  .ends = { FP_NONE, FP_NONE } };
        if (verdict == FP_VERDICT_NEEDED || verdict == FP_VERDICT_INEFFECTIVE) {
            out->producer = one_member(j, pair.producers, true);
            out->consumer = one_member(j, pair.consumers, false);
        }
        j->gone[syncs.data[i]] = verdict != FP_VERDICT_NEEDED;
        j->rests_on[syncs.data[i]] = judgement->rests_on;
    }
}

static void judge_candidate(fp_sync_judging *j, fp_run_without *runs, fp_syncs syncs) {
    fp_judge_wish wish = wish_of(j, syncs, FP_ENOUGH_WORKGROUP);
    fp_judgement judgement = fp_sync_judging_judge(j, syncs, wish);
    if (!judgement.reached) return;
    bool needed = finds_any(&judgement);
    if (!needed && may_serve_others(j, syncs)) return;
    if (!needed && j->kernel->in_shares) return; /* it may order waves that are shifted against each other */
    if (!needed && fp_fold_shifts(j->fold) && !fp_run_without_holds(runs, j, syncs, wish.spaces)) return;
    fp_needed pair = first_found(&judgement);
    fp_verdict verdict = FP_VERDICT_NEEDED;
    if (!needed) {
        verdict = useless(j, syncs);
        fp_judgement crossed = { 0 };
        if (meets_threads(j, syncs) && has_async(j->kernel))
            crossed = fp_fold_judge_crossed(j->fold, j->root, syncs, j->walk);
        uint32_t copy = FP_NONE;
        if (crossed.by[FP_SPACE_WORKGROUP].found) copy = one_member(j, crossed.by[FP_SPACE_WORKGROUP].producers, true);
        if (crossed.by[FP_SPACE_WORKGROUP].found && !is_completed_by_object(j, copy)) {
            if (j->kernel->is_run || tells_by_object(j, copy)) return; /* who waits for the copy is not told here */
            verdict = FP_VERDICT_INEFFECTIVE, pair = crossed.by[FP_SPACE_WORKGROUP];
        }
        fp_sync_judging_leave_out(j, syncs);
    }
    tell(j, syncs, verdict, &judgement, pair);
}

/* ---- many at once ---- */
/* Where so many candidates in a row were of no use, the next ones are judged together, twice as many each time. */
enum { FP_USELESS_IN_A_ROW = 4 };

/* Is none of the candidates of use, and no copy under way where they stand? Then they go. What is of use while others
 * are gone is of use together with them. */
static bool go_together(fp_sync_judging *j, fp_run_without *runs, const fp_candidate *data, uint32_t count) {
    fp_judge_wish wish = { .enough = FP_ENOUGH_ANY };
    fp_numbers all = { 0 }, meeting = { 0 };
    for (uint32_t i = 0; i < count; i++) {
        fp_syncs syncs = data[i].syncs;
        fp_judge_wish own = wish_of(j, syncs, FP_ENOUGH_ANY);
        wish.spaces |= own.spaces, wish.at_end |= own.at_end;
        if (may_serve_others(j, syncs)) return false;
        for (uint32_t k = 0; k < syncs.count; k++) {
            *FP_PUSH(j->scratch, &all) = syncs.data[k];
            if (meets_threads(j, syncs)) *FP_PUSH(j->scratch, &meeting) = syncs.data[k];
        }
    }
    fp_numbers_sort(all.data, all.len);
    fp_numbers_sort(meeting.data, meeting.len);
    fp_syncs syncs = { all.data, all.len }, meets = { meeting.data, meeting.len };
    fp_judgement judgement = fp_sync_judging_judge(j, syncs, wish);
    if (!judgement.reached || finds_any(&judgement)) return false;
    if (meets.count && has_async(j->kernel)) {
        fp_judgement crossed = fp_fold_judge_crossed(j->fold, j->root, meets, j->walk);
        if (finds_any(&crossed)) return false;
    }
    if (fp_fold_shifts(j->fold) && !fp_run_without_holds(runs, j, syncs, wish.spaces)) return false;
    fp_sync_judging_leave_out(j, syncs);
    for (uint32_t i = 0; i < count; i++)
        tell(j, data[i].syncs, useless(j, data[i].syncs), &judgement, first_found(&judgement));
    return true;
}

static void judge_all(fp_sync_judging *j, fp_run_without *runs, const fp_candidates *all) {
    uint32_t many = 1, row = 0, end = 0; /* end: of those that are of some use together, 0: none are known */
    for (uint32_t i = 0; i < all->len && !fp_fold_cancelled(j->fold);) {
        if (many > all->len - i) many = all->len - i;
        if (end > i) many = end - i > 1 ? (end - i) / 2 : 1;
        if (many == 1) {
            judge_candidate(j, runs, all->data[i].syncs);
            row = j->gone[all->data[i++].latest] ? row + 1 : 0;
            many = row < FP_USELESS_IN_A_ROW || j->kernel->in_shares ? 1 : 2;
        } else if (go_together(j, runs, all->data + i, many)) {
            i += many;
            many *= 2;
        } else {
            end = i + many;
        }
    }
}

/* ---- what stands in for what ---- */
/* A redundant sync is compared with needed ones, nearest first, to name the one that does its work: with so many for
 * each sync, so often in a kernel. Beyond that the finding names no other line. */
enum { FP_STANDINS_MAX = 8, FP_STANDINS_ASKED_MAX = 256 };

/* Is the exchange tried in the kernel as it stands, or without the syncs that were found redundant? */
typedef enum { IN_WHOLE, IN_REST } judged_in;
static bool is_needed(fp_sync_judging *j, judged_in in, fp_exchange exchange, fp_syncs syncs) {
    const fp_fold_node *root = in == IN_WHOLE ? j->whole : j->root,
                       *group_root = in == IN_WHOLE ? j->group_whole : j->group_root;
    fp_judge_wish wish = wish_of(j, syncs, FP_ENOUGH_ANY);
    fp_judgement judgement = fp_fold_judge_after(j->fold, root, exchange, syncs, wish, j->walk);
    if (!judgement.reached || finds_any(&judgement)) return true;
    if (j->group_fold) judgement = fp_fold_judge_after(j->group_fold, group_root, exchange, syncs, wish, j->walk);
    return finds_any(&judgement);
}

static const fp_exchange none = { { NULL, 0 }, { NULL, 0 } };

static uint32_t distance_of(const fp_candidate *a, const fp_candidate *b) {
    return a->latest < b->latest ? b->latest - a->latest : a->latest - b->latest;
}

static bool meets_others(const fp_sync_judging *j, const fp_candidate *c) {
    fp_sync_kind kind = j->kernel->syncs.data[c->latest].kind;
    return fp_sync_is_barrier(kind);
}

/* A wait makes no barrier superfluous. */
static bool stands_in(const fp_sync_judging *j, const fp_candidate *kept, const fp_candidate *gone) {
    return meets_others(j, kept) || !meets_others(j, gone);
}

static void tell_instead(fp_sync_judging *j, fp_syncs syncs, uint32_t instead, bool either) {
    for (uint32_t i = 0; i < syncs.count; i++) {
        j->verdicts[syncs.data[i]].instead = instead;
        j->verdicts[syncs.data[i]].either = either;
    }
}

/* The nearest redundant candidate that has not been asked and for which nobody stands in yet. NULL: there is none. */
static const fp_candidate *next_standin(const fp_sync_judging *j, const fp_candidates *all, const fp_candidate *kept,
                                        bool *asked) {
    const fp_candidate *nearest = NULL;
    for (uint32_t i = 0; i < all->len; i++) {
        const fp_candidate *other = &all->data[i];
        if (asked[other->latest] || !j->gone[other->latest] || j->verdicts[other->latest].instead != FP_NONE ||
            !stands_in(j, kept, other))
            continue;
        if (!nearest || distance_of(other, kept) < distance_of(nearest, kept)) nearest = other;
    }
    if (nearest) asked[nearest->latest] = true;
    return nearest;
}

/* Only because others have been found redundant is this one needed: they could stay in its place. Tells them. */
static void name_standins(fp_sync_judging *j, const fp_candidates *all, const fp_candidate *kept) {
    if (j->asked == FP_STANDINS_ASKED_MAX) return;
    bool *asked = FP_NEW(j->scratch, bool, j->kernel->syncs.len);
    const fp_candidate *other;
    for (uint32_t tries = 0; tries < FP_STANDINS_MAX && j->asked < FP_STANDINS_ASKED_MAX; tries++, j->asked++) {
        if ((other = next_standin(j, all, kept, asked)) == NULL) return;
        if (is_needed(j, IN_REST, (fp_exchange){ .gone = kept->syncs, .back = other->syncs }, other->syncs))
            tell_instead(j, other->syncs, kept->latest, true);
    }
}

/* Per sync: the nearest needed candidate before it in the text, and behind it; with `meets`: of those that threads
 * meet at. */
typedef struct {
    const fp_candidate **before, **behind;
} nearest_needed;
static bool is_kept(const fp_sync_judging *j, const fp_candidate *c) {
    return j->verdicts[c->latest].verdict == FP_VERDICT_NEEDED;
}
static nearest_needed find_nearest(fp_sync_judging *j, const fp_candidates *all, bool meets) {
    uint32_t count = j->kernel->syncs.len;
    typedef const fp_candidate *pointer;
    nearest_needed near = { FP_NEW(j->scratch, pointer, count + 1), FP_NEW(j->scratch, pointer, count + 1) };
    for (uint32_t c = 0; c < all->len; c++) {
        const fp_candidate *kept = &all->data[c];
        if (is_kept(j, kept) && (!meets || meets_others(j, kept)))
            near.before[kept->latest] = near.behind[kept->latest] = kept;
    }
    for (uint32_t i = 1; i < count; i++)
        if (!near.before[i]) near.before[i] = near.before[i - 1];
    for (uint32_t i = count; i-- > 1;)
        if (!near.behind[i - 1]) near.behind[i - 1] = near.behind[i];
    return near;
}

/* The nearest needed candidates, in the text before and behind the redundant one, without which it would be needed. */
static void name_reasons(fp_sync_judging *j, const fp_candidates *all) {
    nearest_needed any = find_nearest(j, all, false), meeting = find_nearest(j, all, true);
    for (uint32_t c = 0; c < all->len; c++) {
        const fp_candidate *gone = &all->data[c];
        if (!j->gone[gone->latest] || j->verdicts[gone->latest].instead != FP_NONE) continue;
        const nearest_needed *near = meets_others(j, gone) ? &meeting : &any; /* a wait makes no barrier superfluous */
        const fp_candidate *sides[2] = { near->before[gone->latest], near->behind[gone->latest] };
        for (uint32_t side = 0;
             side < 2 && j->verdicts[gone->latest].instead == FP_NONE && j->asked < FP_STANDINS_ASKED_MAX; side++) {
            if (!sides[side]) continue;
            j->asked++;
            if (is_needed(j, IN_REST, (fp_exchange){ .gone = sides[side]->syncs, .back = gone->syncs }, gone->syncs))
                tell_instead(j, gone->syncs, sides[side]->latest, false);
        }
    }
}

/* A doubtful barrier that alone makes the judged one superfluous; FP_NONE: it takes several. */
static uint32_t doubtful_standin(fp_sync_judging *j, fp_syncs syncs) {
    for (uint32_t i = 0, tries = 0;
         i < j->kernel->syncs.len && tries < FP_STANDINS_MAX && j->asked < FP_STANDINS_ASKED_MAX; i++) {
        if (!j->kernel->syncs.data[i].doubtful || j->kernel->syncs.data[i].rare) continue;
        bool needed = is_needed(j, IN_REST, (fp_exchange){ .back = { &i, 1 } }, syncs);
        tries++, j->asked++;
        if (!needed) return i;
    }
    return FP_NONE;
}

static void call_doubtful(fp_sync_judging *j, fp_syncs syncs, uint32_t standin) {
    for (uint32_t i = 0; i < syncs.count; i++) {
        fp_sync_verdict *verdict = &j->verdicts[syncs.data[i]];
        j->gone[syncs.data[i]] = true;
        verdict->verdict = FP_VERDICT_DOUBTFUL;
        verdict->instead = standin;
    }
}

/* Positions of the syncs that are left out: those found redundant, and the doubtful ones. */
static fp_numbers places_left_out(fp_sync_judging *j, fp_syncs doubtful) {
    fp_numbers places = { 0 };
    for (uint32_t i = 0, d = 0; i < j->kernel->syncs.len; i++) {
        while (d < doubtful.count && doubtful.data[d] < i) d++;
        if (!j->gone[i] && !(d < doubtful.count && doubtful.data[d] == i)) continue;
        fp_numbers own = fp_fold_sync_places(j->fold, i);
        for (uint32_t k = 0; k < own.len; k++) *FP_PUSH(j->scratch, &places) = own.data[k];
    }
    fp_numbers_sort(places.data, places.len);
    return places;
}

static bool any_place_in(const fp_numbers *places, fp_place_range range) {
    uint32_t first = fp_count_below(places->data, places->len, range.low);
    return first < places->len && places->data[first] < range.high;
}

/* Is a needed barrier needed in the kernel as it is written, or only because doubtful or redundant syncs were left
 * out? One that is needed only without the doubtful ones becomes doubtful itself. */
static void judge_again(fp_sync_judging *j, const fp_candidates *all, fp_syncs doubtful) {
    bool any_gone = false;
    for (uint32_t i = 0; i < j->kernel->syncs.len; i++) any_gone |= j->gone[i];
    if (!any_gone && !doubtful.count) return;
    fp_numbers left_out = places_left_out(j, doubtful);
    for (uint32_t c = 0; c < all->len && !fp_fold_cancelled(j->fold); c++) {
        const fp_candidate *kept = &all->data[c];
        bool as_in_whole = !j->group_fold && !any_place_in(&left_out, j->rests_on[kept->latest]);
        if (j->verdicts[kept->latest].verdict != FP_VERDICT_NEEDED || as_in_whole ||
            is_needed(j, IN_WHOLE, none, kept->syncs))
            continue;
        if (doubtful.count && !is_needed(j, IN_REST, (fp_exchange){ .back = doubtful }, kept->syncs)) {
            call_doubtful(j, kept->syncs, doubtful_standin(j, kept->syncs));
            fp_sync_judging_leave_out(j, kept->syncs);
        } else {
            for (uint32_t i = 0; i < kept->syncs.count; i++) j->verdicts[kept->syncs.data[i]].for_others = true;
            name_standins(j, all, kept);
        }
    }
    name_reasons(j, all);
}

/* ---- waits that fences do besides ---- */
/* The release fence behind a wait, in its block. */
static uint32_t fence_behind(const fp_sync_judging *j, uint32_t wait) {
    const struct fp_kernel *kernel = j->kernel;
    for (uint32_t i = wait + 1; i < kernel->syncs.len && kernel->ir->ops[kernel->syncs.data[i].op].block ==
                                                             kernel->ir->ops[kernel->syncs.data[wait].op].block;
         i++)
        if (kernel->syncs.data[i].release && !kernel->syncs.data[i].implied) return i;
    return FP_NONE;
}

static bool is_redundant_wait(const fp_sync_judging *j, const fp_candidate *c) {
    return j->kernel->syncs.data[c->latest].kind == FP_SYNC_COUNTER_WAIT &&
           j->verdicts[c->latest].verdict == FP_VERDICT_REDUNDANT;
}

/* A fence completes copies in today's backends, but no document promises it. A wait that is superfluous for no other
 * reason is a doubtful verdict. */
static void doubt_fences(fp_sync_judging *j, const fp_candidates *all) {
    const fp_target *target = j->kernel->target;
    bool any = false;
    for (uint32_t c = 0; c < all->len; c++) any |= is_redundant_wait(j, &all->data[c]);
    if (!any || (!target->ldsdma_fenced && !target->asyncmark_fenced) ||
        !(has_async(j->kernel) || j->kernel->calls.len))
        return;
    fp_target strict = *target;
    strict.ldsdma_fenced = strict.asyncmark_fenced = false;
    fp_sync_judging other = *j;
    other.fold = fp_fold_for_target(j->scratch, j->fold, &strict);
    other.root = fp_fold_judge_root(other.fold);
    other.group_root = j->group_whole;
    bool *waits = FP_NEW(j->scratch, bool, j->kernel->syncs.len);
    for (uint32_t c = 0; c < all->len; c++)
        for (uint32_t i = 0; i < all->data[c].syncs.count && is_redundant_wait(j, &all->data[c]); i++)
            waits[all->data[c].syncs.data[i]] = true;
    fp_numbers others = { 0 };
    for (uint32_t i = 0; i < j->kernel->syncs.len; i++)
        if (j->gone[i] && !waits[i]) *FP_PUSH(j->scratch, &others) = i;
    fp_sync_judging_leave_out(&other, (fp_syncs){ others.data, others.len });
    for (uint32_t c = 0; c < all->len && !fp_fold_cancelled(other.fold); c++) {
        const fp_candidate *wait = &all->data[c];
        if (!is_redundant_wait(j, wait)) continue;
        if (is_needed(&other, IN_REST, none, wait->syncs))
            call_doubtful(j, wait->syncs, fence_behind(j, wait->latest));
        else
            fp_sync_judging_leave_out(&other, wait->syncs);
    }
}

/* ---- syncs of callees ---- */
typedef struct {
    uint32_t number, depth;
} callee_sync;
static int compare_callee_syncs(const void *a, const void *b) {
    const callee_sync *x = a, *y = b;
    if (x->depth != y->depth) return x->depth > y->depth ? -1 : 1;
    return (x->number < y->number) - (x->number > y->number);
}

static bool any_async(const struct fp_fold *fold) {
    for (uint32_t frame = 0; frame < fp_fold_frame_count(fold); frame++)
        if (has_async(fp_fold_frame_at(fold, frame).kernel)) return true;
    return false;
}

/* Does the kernel, without all that was found redundant in it so far, need this one? */
static bool needs_callee_sync(fp_sync_judging *j, uint32_t number) {
    fp_syncs syncs = { &number, 1 };
    if (j->kernel->in_shares || fp_fold_shifts(j->fold) || !fp_fold_inner_sync_at(j->fold, number).plain ||
        fp_fold_sync_role(j->fold, number) != FP_SYNC_COUNTS)
        return true;
    fp_judgement judgement = fp_sync_judging_judge(j, syncs, wish_of(j, syncs, FP_ENOUGH_WORKGROUP));
    if (finds_any(&judgement)) return true;
    if (!judgement.reached || !any_async(j->fold)) return false;
    return fp_fold_judge_crossed(j->fold, j->root, syncs, j->walk).by[FP_SPACE_WORKGROUP].found;
}

/* Tells the functions that the kernel calls which of their barriers can all go as far as it is concerned. */
static void judge_callees(fp_sync_judging *j, struct fp_inner_pairs *inner) {
    uint32_t own = j->kernel->syncs.len, count = fp_fold_sync_count(j->fold) - own;
    callee_sync *order = FP_NEW(j->scratch, callee_sync, count + 1);
    for (uint32_t i = 0; i < count; i++) order[i] = (callee_sync){ own + i, fp_fold_sync_depth(j->fold, own + i) };
    fp_sort(order, count, sizeof *order, compare_callee_syncs);
    for (uint32_t i = 0; i < count && !fp_fold_cancelled(j->fold); i++) {
        fp_fold_inner_sync one = fp_fold_inner_sync_at(j->fold, order[i].number);
        fp_inner_sync key = { one.unit, one.op, one.nth };
        bool needed = fp_inner_needs_sync(inner, &key) || needs_callee_sync(j, order[i].number);
        if (!needed) fp_sync_judging_leave_out(j, (fp_syncs){ &order[i].number, 1 });
        fp_inner_note_sync(inner, &key, needed);
    }
}

/* Functions that the kernel calls, and whose syncs it cannot judge: none, or those of which it knows no values. */
static void leave_callees(const struct fp_fold *fold, struct fp_inner_pairs *inner, bool all) {
    for (uint32_t frame = 1; frame < fp_fold_frame_count(fold); frame++) {
        const struct fp_kernel *body = fp_fold_frame_at(fold, frame).kernel;
        if (all || (body->syncs.len && fp_fold_sync_number(fold, frame, 0) == FP_NONE))
            fp_inner_leave_syncs(inner, body->unit);
    }
}

/* What all callers have found to be of no use goes, unless something else was taken out in its place. */
static void judge_as_callers_do(fp_sync_judging *j, const struct fp_inner_pairs *inner) {
    const struct fp_kernel *kernel = j->kernel;
    bool *useless = FP_NEW(j->scratch, bool, kernel->syncs.len + 1);
    if (!fp_inner_judges_syncs(inner, kernel->unit)) return;
    for (uint32_t i = 0, nth = 0; i < kernel->syncs.len; i++) {
        nth = i && kernel->syncs.data[i - 1].op == kernel->syncs.data[i].op ? nth + 1 : 0;
        useless[i] = fp_inner_is_useless(inner, &(fp_inner_sync){ kernel->unit, kernel->syncs.data[i].op, nth });
        if (j->gone[i] && !useless[i]) return;
    }
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        if (!useless[i]) continue;
        bool pacing = fp_pacing_may(j->fold, kernel, (fp_syncs){ &i, 1 }, j->paced);
        j->verdicts[i] = fp_sync_verdict_of(pacing ? FP_VERDICT_PACING : FP_VERDICT_REDUNDANT);
        j->verdicts[i].in_calls = true;
    }
}

fp_sync_verdict *fp_redundancy_judge(struct fp_arena *keep, struct fp_fold *fold, const struct fp_kernel *kernel,
                                     const struct fp_program *program) {
    struct fp_inner_pairs *inner = program ? program->inner : NULL;
    uint32_t count = kernel->syncs.len;
    fp_sync_verdict *verdicts = FP_NEW(keep, fp_sync_verdict, count + 1);
    for (uint32_t i = 0; i < count; i++)
        verdicts[i] = fp_sync_verdict_of(fp_fold_sync_role(fold, i) == FP_SYNC_UNREACHED ? FP_VERDICT_UNREACHED
                                                                                         : FP_VERDICT_UNJUDGED);
    bool judged = !fp_fold_has_streams(fold) && !kernel->in_streams;
    if (inner && kernel->is_entry) leave_callees(fold, inner, !judged);
    if (!judged) return verdicts;
    fp_sync_judging j = fp_sync_judging_start(fold, kernel, verdicts);
    j.paced = FP_NEW(j.scratch, bool, count + 1);
    fp_pacing_mark(kernel, j.paced);
    fp_syncs doubtful = fp_sync_judging_doubtful(&j);
    fp_sync_judging_leave_out(&j, doubtful);
    fp_candidates all = fp_candidates_find(j.scratch, fold, kernel);
    fp_run_without runs = { .program = program };
    judge_all(&j, &runs, &all);
    if (!fp_fold_shifts(fold)) { /* which of them stand in for others is asked in step */
        doubt_fences(&j, &all);
        judge_again(&j, &all, doubtful);
    }
    if (inner && kernel->is_entry)
        judge_callees(&j, inner);
    else if (inner)
        judge_as_callers_do(&j, inner);
    fp_sync_judging_end(&j);
    return verdicts;
}
