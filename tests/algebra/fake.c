#include "fake.h"
#include "base/hash.h"
#include "check/between.h"
#include "check/one_number.h"
#include "check/other_witness.h"
#include "check/replay.h"
#include "check/run_without.h"
#include "check/tickets.h"
#include "check/ways.h"
#include <assert.h>
#include <string.h>

enum { TRIPS_TRIED = 7 }; /* of a loop whose trip count is not known */

/* ---- addresses ---- */
struct fp_addresses *fake_addresses(struct fp_arena *arena, const struct fp_kernel *kernel) {
    struct fp_addresses *addresses = FP_NEW(arena, struct fp_addresses, 1);
    addresses->arena = arena;
    addresses->kernel = kernel;
    *FP_PUSH(arena, &addresses->footprints) = (fake_footprint){ 0 };
    *FP_PUSH(arena, &addresses->places) = (fake_place){ 0 };
    return addresses;
}

fp_footprint fake_footprint_add(struct fp_addresses *addresses, fake_footprint footprint) {
    for (uint32_t i = 1; i < addresses->footprints.len; i++) {
        const fake_footprint *have = &addresses->footprints.data[i];
        if (have->column == footprint.column && have->base == footprint.base && have->loop == footprint.loop &&
            have->slots == footprint.slots && have->shift == footprint.shift && have->threads == footprint.threads)
            return i;
    }
    *FP_PUSH(addresses->arena, &addresses->footprints) = footprint;
    return addresses->footprints.len - 1;
}

int fake_byte(const fake_footprint *footprint, uint32_t thread, uint32_t iteration) {
    if (!(footprint->threads >> thread & 1)) return -1;
    uint32_t slot = footprint->loop == FP_NONE ? 0 : (iteration + footprint->shift) % footprint->slots;
    uint32_t column = footprint->column == FAKE_SAME ? 0 : (thread + (footprint->column == FAKE_NEXT)) % THREADS;
    return (int)(footprint->base + slot * 8 + column);
}

bool fp_footprint_uses_loop(const struct fp_addresses *addresses, fp_footprint footprint, fp_loop_id loop) {
    return footprint && addresses->footprints.data[footprint].loop == loop;
}

fp_footprint fp_footprint_leave(struct fp_addresses *addresses, fp_footprint footprint, fp_loop_id loop) {
    (void)addresses, (void)loop;
    return footprint;
}

/* No two loops are alike here. */
fp_loop_id fp_footprint_stand_in(struct fp_addresses *addresses, fp_loop_id loop, fp_stand_in *access) {
    (void)addresses, (void)access;
    return loop;
}

bool fp_footprint_stand_back(struct fp_addresses *addresses, fp_footprint own, fp_stand_in *access) {
    (void)addresses, (void)own, (void)access;
    return false;
}

fp_place fp_place_add(struct fp_addresses *addresses, fp_place place, fp_loop_id loop, fp_place_side side,
                      uint32_t distance) {
    fake_place wanted = { loop, distance, side, place };
    for (uint32_t i = 1; i < addresses->places.len; i++) {
        const fake_place *have = &addresses->places.data[i];
        if (have->loop == loop && have->distance == distance && have->side == side && have->rest == place) return i;
    }
    *FP_PUSH(addresses->arena, &addresses->places) = wanted;
    return addresses->places.len - 1;
}

/* Addresses here never speak of trip counts. */
fp_place fp_place_count(struct fp_addresses *addresses, fp_place counts, fp_loop_id loop, uint32_t trips) {
    assert(addresses && loop + trips < FP_NONE);
    return counts;
}
void fp_addresses_ask_trips(struct fp_addresses *addresses, const fp_footprint *footprints, uint32_t count,
                            const bool *candidates, bool *asked, uint32_t loop_count) {
    for (uint32_t i = 0; i < loop_count; i++) asked[i] = !addresses && candidates[i] && count && footprints[0] == i;
}

static fp_overlap worst(fp_overlap a, fp_overlap b) { return a > b ? a : b; }

static fp_overlap compare_at(const fake_footprint *p, const fake_footprint *a, uint32_t p_iteration,
                             uint32_t a_iteration, bool concurrent) {
    fp_overlap result = FP_OVERLAP_DISJOINT;
    for (uint32_t t = 0; t < THREADS; t++)
        for (uint32_t u = 0; u < THREADS; u++) {
            int byte = fake_byte(p, t, p_iteration);
            if (byte < 0 || byte != fake_byte(a, u, a_iteration) || (concurrent && t == u)) continue;
            result = worst(result, t == u ? FP_OVERLAP_SAME_THREAD : FP_OVERLAP_CROSS_THREAD);
        }
    return result;
}

/* A tail runs once more than the body; so does the part of a loop in a graph that leads to its exits. */
static uint32_t last_iteration(const struct fp_addresses *addresses, uint32_t loop, uint32_t trips) {
    const fp_loop_item *item = &addresses->kernel->loops.data[loop];
    return item->tail.len || item->body.len == 0 ? trips : trips - 1;
}

/* May an access that has left `loop` of `trips` iterations stand at `iteration`? */
static bool fits_place(const struct fp_addresses *addresses, fp_place place, uint32_t loop, uint32_t iteration,
                       uint32_t trips) {
    for (; place; place = addresses->places.data[place].rest) {
        const fake_place *at = &addresses->places.data[place];
        if (at->loop != loop) continue;
        bool exact = at->side == FP_PLACE_BEGIN || at->side == FP_PLACE_END;
        bool from_end = at->side == FP_PLACE_END || at->side == FP_PLACE_UNTIL || at->side == FP_PLACE_SOME_UNTIL;
        if (from_end && iteration >= trips) return false;
        uint32_t distance = from_end ? trips - 1 - iteration : iteration;
        return exact ? distance == at->distance
                     : distance >= at->distance && iteration <= last_iteration(addresses, loop, trips);
    }
    return iteration < trips;
}

static bool has_place(const struct fp_addresses *addresses, fp_place place, uint32_t loop) {
    for (; place; place = addresses->places.data[place].rest)
        if (addresses->places.data[place].loop == loop) return true;
    return false;
}

static fp_overlap overlap_for_trips(const struct fp_addresses *addresses, const fake_footprint *p,
                                    const fake_footprint *a, fp_iterations rel, uint32_t p_trips, uint32_t a_trips) {
    fp_overlap result = FP_OVERLAP_DISJOINT;
    bool same = p->loop == a->loop && p->loop != FP_NONE;
    bool p_left = has_place(addresses, rel.producer, p->loop), a_left = has_place(addresses, rel.consumer, a->loop);
    for (uint32_t i = 0; i <= p_trips; i++)
        for (uint32_t j = 0; j <= a_trips; j++) {
            if (!fits_place(addresses, rel.producer, p->loop, i, p_trips) ||
                !fits_place(addresses, rel.consumer, a->loop, j, a_trips))
                continue;
            /* The producer runs at least `distance` iterations of the carrier before the consumer. */
            if (p->loop == rel.carrier && !p_left && p->loop != FP_NONE &&
                i + rel.distance > last_iteration(addresses, p->loop, p_trips))
                continue;
            if (a->loop == rel.carrier && !a_left && a->loop != FP_NONE && j < rel.distance) continue;
            if (same && !p_left && !a_left) {
                if (p->loop == rel.carrier && !(rel.at_least ? j >= i + rel.distance : j == i + rel.distance)) continue;
                if (p->loop != rel.carrier && i != j) continue;
            }
            result = worst(result, compare_at(p, a, i, j, rel.concurrent));
        }
    return result;
}

static uint32_t trips_of(const struct fp_addresses *addresses, uint32_t loop, uint32_t tried) {
    if (loop == FP_NONE) return 1;
    int64_t max = addresses->kernel->loops.data[loop].trips_max;
    return max >= 0 ? (uint32_t)max : tried;
}

static fp_overlap find_uncached(const struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                fp_iterations rel) {
    const fake_footprint *p = &addresses->footprints.data[producer], *a = &addresses->footprints.data[consumer];
    fp_overlap result = FP_OVERLAP_DISJOINT;
    for (uint32_t tried = 1; tried <= TRIPS_TRIED; tried++) {
        uint32_t p_trips = trips_of(addresses, p->loop, tried), a_trips = trips_of(addresses, a->loop, tried);
        result = worst(result, overlap_for_trips(addresses, p, a, rel, p_trips, a_trips));
    }
    return result;
}

bool fp_addresses_alike(struct fp_addresses *addresses, fp_value value) { return !addresses || value == FP_NONE; }
bool fp_addresses_shifted(struct fp_addresses *addresses, fp_footprint footprint, fp_value stored) {
    return addresses && footprint == stored;
}
fp_stored fp_addresses_stored(struct fp_addresses *addresses, fp_footprint footprint, fp_value stored) {
    return !addresses || footprint == stored ? FP_STORED_EQUAL : FP_STORED_DIFFER;
}

/* Values are numbered so (program.h). */
bool fp_addresses_condition_varies(const struct fp_addresses *addresses, uint32_t condition, fp_loop_id loop) {
    return (void)addresses, condition == FAKE_PER_ITERATION + loop;
}

/* Which addresses change where paths come again, programs do not say. */
fp_footprint fp_footprint_fixed(struct fp_addresses *a, fp_footprint footprint) {
    (void)a, (void)footprint;
    return 0;
}

/* .. nor which numbers are stored. */
bool fp_tickets_keep_apart(const struct fp_kernel *kernel, const fp_access *access) {
    return (void)kernel, (void)access, false;
}
bool fp_stores_one_number(const struct fp_kernel *kernel, const fp_access *producer, const fp_access *consumer,
                          fp_iterations between) {
    (void)kernel, (void)producer, (void)consumer, (void)between;
    return false;
}

/* Programs do not say which threads a group has: no pair that a group's barrier may order is certain. */
fp_footprint fp_footprint_by_threads(struct fp_addresses *a, fp_footprint footprint, uint32_t first, uint32_t end) {
    (void)a, (void)first, (void)end;
    return footprint;
}

fp_footprint fp_footprint_outside(struct fp_addresses *a, fp_footprint footprint, fp_guards guards) {
    (void)a, (void)footprint, (void)guards;
    return 0;
}

/* .. nor which waves are shifted. */
bool fp_addresses_push_guard(struct fp_addresses *a, fp_value condition, bool negated) {
    return (void)a, (void)condition, (void)negated, false;
}
void fp_addresses_pop_guard(struct fp_addresses *a) { (void)a; }
fp_guards fp_addresses_guards(struct fp_addresses *a) { return (void)a, 0; }

fp_overlap fp_overlap_most(const struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer) {
    (void)addresses, (void)producer, (void)consumer;
    return FP_OVERLAP_CROSS_THREAD;
}

fp_byte_range fp_footprint_range(struct fp_addresses *addresses, fp_footprint footprint) {
    (void)addresses, (void)footprint;
    return (fp_byte_range){ .base = FP_NONE };
}

bool fp_overlap_out_of_reach(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer) {
    (void)addresses, (void)producer, (void)consumer;
    return false;
}

fp_overlap_answer fp_overlap_find(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                  fp_iterations rel) {
    if (!producer || !consumer) return (fp_overlap_answer){ .overlap = FP_OVERLAP_UNKNOWN };
    fake_question question;
    memset(&question, 0, sizeof question);
    question = (fake_question){ producer,     consumer,     rel.carrier,  rel.distance,
                                rel.producer, rel.consumer, rel.at_least, rel.concurrent };
    fake_known *known = &addresses->known[fp_hash_bytes(&question, sizeof question) % FAKE_KNOWN];
    if (!known->used || memcmp(&known->question, &question, sizeof question) != 0)
        *known = (fake_known){ question, find_uncached(addresses, producer, consumer, rel), true };
    return (fp_overlap_answer){ .overlap = known->overlap };
}

fp_overlap_answer fp_overlap_outline(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                     fp_iterations rel, fp_overlap *open) {
    *open = FP_OVERLAP_DISJOINT;
    return fp_overlap_find(addresses, producer, consumer, rel);
}

/* No random program touches memory that nothing follows. */
fp_overlap_answer fp_overlap_unfollowed(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                        fp_iterations rel) {
    return (void)addresses, (void)producer, (void)consumer, (void)rel,
           (fp_overlap_answer){ .overlap = FP_OVERLAP_UNKNOWN };
}

/* Random programs branch by the thread. */
bool fp_addresses_part(struct fp_addresses *addresses, fp_op op, fp_value value, bool in_wave, uint32_t threads[2]) {
    return (void)addresses, (void)op, (void)value, (void)in_wave, (void)threads, true;
}
bool fp_addresses_excludes(struct fp_addresses *addresses, uint32_t a, bool a_truth, uint32_t b, bool b_truth) {
    return (void)addresses, (void)a, (void)a_truth, (void)b, (void)b_truth, false;
}

/* Overlaps here are found by enumeration: what they call shared is. */
const fp_witness *fp_overlap_shared(struct fp_addresses *addresses, fp_footprint producer, fp_footprint consumer,
                                    fp_iterations rel) {
    static const fp_witness some = { .byte_count = 1 };
    return (void)addresses, (void)producer, (void)consumer, (void)rel, &some;
}

/* ---- buffers ---- */
enum { ROOTS_MAX = 4 };
struct fp_buffers {
    uint32_t count;
    fp_root_info roots[ROOTS_MAX];
    fp_root members[1 << ROOTS_MAX][ROOTS_MAX];
};

struct fp_buffers *fake_buffers(struct fp_arena *arena, uint32_t roots) {
    assert(roots <= ROOTS_MAX);
    struct fp_buffers *buffers = FP_NEW(arena, struct fp_buffers, 1);
    buffers->count = roots;
    for (uint32_t i = 0; i < roots; i++)
        buffers->roots[i] = (fp_root_info){ .kind = FP_ROOT_ALLOC, .space = FP_SPACE_WORKGROUP };
    return buffers;
}

/* A set's number has bit i for root i. */
uint32_t fp_buffers_count(const struct fp_buffers *buffers) { return buffers->count; }
const fp_root_info *fp_buffers_root(const struct fp_buffers *buffers, fp_root root) { return &buffers->roots[root]; }
fp_roots fp_buffers_set(struct fp_buffers *buffers, const fp_root *roots, uint32_t count) {
    (void)buffers;
    fp_roots set = 0;
    for (uint32_t i = 0; i < count; i++) set |= UINT32_C(1) << roots[i];
    return set;
}
const fp_root *fp_buffers_members(const struct fp_buffers *buffers, fp_roots set, uint32_t *count) {
    fp_root *members = ((struct fp_buffers *)(uintptr_t)buffers)->members[set];
    *count = 0;
    for (fp_root root = 0; root < buffers->count; root++)
        if (set >> root & 1) members[(*count)++] = root;
    return members;
}
fp_roots fp_buffers_scratch(struct fp_buffers *buffers, fp_op op, int64_t offset_bytes, int64_t size_bytes) {
    return (void)buffers, (void)op, (void)offset_bytes, (void)size_bytes, 0; /* no memory here has a place */
}
fp_roots fp_buffers_union(struct fp_buffers *buffers, fp_roots a, fp_roots b) { return (void)buffers, a | b; }
fp_roots fp_buffers_in_space(struct fp_buffers *buffers, fp_roots set, uint8_t space) {
    return (void)buffers, (void)space, set;
}
fp_roots fp_buffers_sure(struct fp_buffers *buffers, fp_roots set) { return (void)buffers, set; }
bool fp_buffers_only_supposed(const struct fp_buffers *buffers, fp_roots set) {
    return (void)buffers, (void)set, false;
}
bool fp_buffers_are_own(const struct fp_buffers *buffers, fp_roots roots) {
    (void)buffers, (void)roots;
    return false;
}

fp_alias fp_buffers_alias(const struct fp_buffers *buffers, fp_roots a, fp_roots b) {
    (void)buffers;
    return a & b ? FP_ALIAS_MAY : FP_ALIAS_NEVER;
}

/* ---- tags: none ---- */
bool fp_tags_compatible(const struct fp_tags *tags, uint32_t a, uint32_t b) { return (void)tags, a == b; }
const fp_tag *fp_tags_members(const struct fp_tags *tags, uint32_t set, uint32_t *count) {
    return (void)tags, (void)set, *count = 0, NULL;
}
uint32_t fp_tags_set(struct fp_tags *tags, const fp_tag *members, uint32_t count) {
    return (void)tags, (void)members, count;
}

/* ---- control flow: there is no text ---- */
struct fp_ways *fp_ways_new(struct fp_arena *scratch, const struct fp_kernel *kernel) {
    return (void)scratch, (void)kernel, NULL;
}
bool fp_ways_lead(struct fp_ways *ways, const fp_witness *witness, fp_op producer, fp_op consumer) {
    return (void)ways, (void)witness, (void)producer, (void)consumer, true;
}
struct fp_replay *fp_replay_new(struct fp_arena *scratch, const struct fp_kernel *kernel, const struct fp_fold *fold) {
    return (void)scratch, (void)kernel, (void)fold, NULL;
}
fp_replay_verdict fp_replay_judge(struct fp_replay *replay, const fp_witness *witness, uint32_t producer,
                                  uint32_t consumer, bool by_barrier, fp_op carrier) {
    return (void)replay, (void)witness, (void)producer, (void)consumer, (void)by_barrier, (void)carrier,
           FP_REPLAY_AGREES;
}
bool fp_replay_names_turn(const struct fp_ir *ir, const fp_witness *witness) { return (void)ir, (void)witness, false; }
bool fp_other_witness_ask(const struct fp_kernel *kernel, const struct fp_summaries *summaries, const fp_pair *pair,
                          uint32_t number, fp_overlap_answer *answer) {
    return (void)kernel, (void)summaries, (void)pair, (void)number, (void)answer, false;
}
struct fp_between *fp_between_new(struct fp_arena *scratch, struct fp_kernel *kernel, const struct fp_fold *fold) {
    return (void)scratch, (void)kernel, (void)fold, NULL;
}
bool fp_between_orders(struct fp_between *between, const fp_hazard *hazard, const fp_class *producer, fp_op from,
                       fp_op to) {
    return (void)between, (void)hazard, (void)producer, (void)from, (void)to, false;
}
bool fp_run_without_holds(fp_run_without *runs, const fp_sync_judging *j, fp_syncs syncs, uint8_t spaces) {
    return (void)runs, (void)j, (void)syncs, (void)spaces, false;
}
