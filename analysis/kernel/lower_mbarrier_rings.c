#include "kernel/lower_mbarrier_rings.h"
#include "kernel/lower_items.h"
#include <string.h>

enum { SLOTS_MAX = 8 };

typedef struct {
    struct fp_kernel *kernel;
    uint32_t *access_loops, *sync_loops; /* innermost loop around each, FP_NONE */
    fp_items **homes;                    /* per loop: the list that it stands in; NULL: it is part of a graph */
} survey;

/* One array, seen from the loop that waits on it. */
typedef struct {
    uint32_t object, wait, slots;
    fp_loop_id loop;
    fp_footprint first;
    bool all_known; /* the slot of each wait in the loop is known */
    bool goes_on;   /* the slot of each wait behind the loop is known, too */
} ring;

static void look(survey *s, fp_items *items, fp_loop_id loop) {
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        switch (items->data[i].kind) {
        case FP_ITEM_ACCESS: s->access_loops[index] = loop; break;
        case FP_ITEM_SYNC: s->sync_loops[index] = loop; break;
        case FP_ITEM_LOOP:
            s->homes[index] = items;
            look(s, &s->kernel->loops.data[index].body, index);
            look(s, &s->kernel->loops.data[index].tail, loop);
            break;
        case FP_ITEM_BRANCH: {
            const fp_branch_item *branch = &s->kernel->branches.data[index];
            for (uint32_t arm = 0; arm < branch->arm_count; arm++) look(s, &branch->arms[arm], loop);
            break;
        }
        case FP_ITEM_GRAPH:
        case FP_ITEM_CALL:
        case FP_ITEM_UNTRACKED: break;
        }
    }
}

/* The access by which an op uses the object: FP_NONE: it is of another array. */
static uint32_t use_of_object(const struct fp_kernel *kernel, fp_op op, uint32_t object) {
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        uint32_t count;
        if (access->op != op || access->kind != FP_ACCESS_READ || !access->roots) continue;
        const fp_root *members = fp_buffers_members(kernel->buffers, access->roots, &count);
        if (count == 1 && members[0] == object) return access->footprint ? i : FP_NONE;
    }
    return FP_NONE;
}

static bool meet(const survey *s, fp_footprint p, fp_footprint a, fp_iterations iterations) {
    return fp_overlap_find(s->kernel->addresses, p, a, iterations).overlap != FP_OVERLAP_DISJOINT;
}

/* In how many iterations the ring's first wait comes to the slot of this footprint; `slots`: not known; more: in
 * none. */
static uint32_t turns_until(const survey *s, const ring *r, fp_footprint slot, bool before_loop) {
    uint32_t found = r->slots, count = 0;
    bool all = true;
    for (uint32_t d = 0; d < r->slots; d++) {
        fp_iterations iterations = { .carrier = before_loop || d == 0 ? FP_NONE : r->loop,
                                     .distance = before_loop ? 0 : d };
        if (before_loop && d >= FP_PLACE_ANY) {
            all = false;
            break;
        }
        if (before_loop) iterations.consumer = fp_place_add(s->kernel->addresses, 0, r->loop, FP_PLACE_BEGIN, d);
        if (!meet(s, slot, r->first, iterations)) continue;
        found = d;
        count++;
    }
    if (count == 0 && all) return r->slots + 1;
    return count == 1 ? found : r->slots;
}

/* The same for a slot of a wait behind the loop, as if the loop went on: that of the iteration with which it shares
 * the slot, counted from the last one. */
static uint32_t turns_behind(const survey *s, const ring *r, fp_footprint slot) {
    uint32_t found = r->slots, count = 0;
    for (uint32_t d = 0; d < r->slots; d++) {
        if (d >= FP_PLACE_ANY) return r->slots;
        fp_iterations iterations = { .carrier = FP_NONE,
                                     .producer = fp_place_add(s->kernel->addresses, 0, r->loop, FP_PLACE_END, d) };
        if (!meet(s, r->first, slot, iterations)) continue;
        found = r->slots - 1 - d;
        count++;
    }
    return count == 1 ? found : r->slots;
}

/* A wait whose slot comes again after a known number of iterations, and not before. */
static bool is_ring(const survey *s, ring *r) {
    int64_t trips = s->kernel->loops.data[r->loop].trips_max;
    for (uint32_t d = 1; d <= SLOTS_MAX; d++) {
        if (d == trips) { /* no slot comes again */
            r->slots = d;
            return d > 1;
        }
        if (!meet(s, r->first, r->first, (fp_iterations){ .carrier = r->loop, .distance = d })) continue;
        r->slots = d;
        return d > 1;
    }
    return false;
}

static bool encloses(const struct fp_kernel *kernel, fp_loop_id outer, fp_loop_id inner) {
    while (inner != outer && inner != FP_NONE) inner = kernel->loops.data[inner].parent;
    return inner == outer;
}

static void tell_waits(const survey *s, ring *r, uint32_t syncs) {
    struct fp_kernel *kernel = s->kernel;
    r->all_known = true;
    for (uint32_t k = 0; k < syncs; k++) {
        fp_sync *wait = &kernel->syncs.data[k];
        if (wait->kind != FP_SYNC_COMPLETION_WAIT || wait->object != r->object || s->sync_loops[k] != r->loop) continue;
        uint32_t use = use_of_object(kernel, wait->op, r->object),
                 turns = use == FP_NONE ? r->slots : turns_until(s, r, kernel->accesses.data[use].footprint, false);
        wait->slot = turns < r->slots ? (uint8_t)(turns + 1) : 0;
        r->all_known &= turns < r->slots;
    }
}

/* Where loops around come back to the ring, or a wait behind it does not tell its slot, slots mean nothing behind the
 * loop: any wait is for all that is left. */
static void tell_waits_behind(const survey *s, ring *r, uint32_t syncs) {
    struct fp_kernel *kernel = s->kernel;
    r->goes_on = kernel->loops.data[r->loop].parent == FP_NONE;
    for (uint32_t pass = 0; pass < 2 && r->goes_on; pass++)
        for (uint32_t k = r->wait + 1; k < syncs; k++) {
            fp_sync *wait = &kernel->syncs.data[k];
            if (wait->kind != FP_SYNC_COMPLETION_WAIT || wait->object != r->object || s->sync_loops[k] == r->loop)
                continue;
            uint32_t use = use_of_object(kernel, wait->op, r->object),
                     turns = use == FP_NONE ? r->slots : turns_behind(s, r, kernel->accesses.data[use].footprint);
            if (pass == 0)
                r->goes_on &= turns < r->slots && s->sync_loops[k] == FP_NONE;
            else
                wait->slot = (uint8_t)(turns + 1);
        }
}

static void tell_copies(struct fp_arena *keep, const survey *s, const ring *r, uint32_t before) {
    struct fp_kernel *kernel = s->kernel;
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        fp_access *copy = &kernel->accesses.data[i];
        fp_class wanted = kernel->classes.data[copy->klass];
        fp_loop_id loop = s->access_loops[i];
        if (wanted.counter != FP_COUNTER_MBARRIER || wanted.object != r->object) continue;
        uint32_t use = use_of_object(kernel, copy->op, r->object);
        bool ahead = loop != r->loop && encloses(kernel, loop, r->loop) && i < before;
        if (use == FP_NONE || (loop != r->loop && !ahead)) continue;
        uint32_t turns = turns_until(s, r, kernel->accesses.data[use].footprint, ahead);
        if (turns == r->slots || (turns > r->slots && !r->all_known)) continue;
        wanted.slot = (uint8_t)((turns < r->slots ? turns : r->slots) +
                                1); /* behind the last one: a slot that the loop never waits for */
        copy->klass = fp_lower_class(keep, kernel, wanted);
    }
}

static void insert(struct fp_arena *keep, fp_items *items, uint32_t at, uint32_t sync) {
    *FP_PUSH(keep, items) = (fp_item){ FP_ITEM_SYNC, sync };
    memmove(items->data + at + 1, items->data + at, (items->len - 1 - at) * sizeof *items->data);
    items->data[at] = (fp_item){ FP_ITEM_SYNC, sync };
}

static uint32_t push_turn(struct fp_arena *keep, struct fp_kernel *kernel, const ring *r, uint32_t slots) {
    fp_sync turn = kernel->syncs.data[r->wait];
    turn.kind = FP_SYNC_TURN;
    turn.implied = true;
    turn.member_count = slots;
    *FP_PUSH(keep, &kernel->syncs) = turn;
    return kernel->syncs.len - 1;
}

static void turn_ring(struct fp_arena *keep, survey *s, const ring *r) {
    struct fp_kernel *kernel = s->kernel;
    fp_items *body = &kernel->loops.data[r->loop].body, *home = s->homes[r->loop];
    insert(keep, body, body->len, push_turn(keep, kernel, r, r->slots));
    for (uint32_t i = 0; i < home->len && !r->goes_on; i++) {
        if (home->data[i].kind != FP_ITEM_LOOP || home->data[i].index != r->loop) continue;
        insert(keep, home, i + 1, push_turn(keep, kernel, r, 0));
        return;
    }
}

/* The innermost loop that waits on the object, and its first wait. Loops around it wait for all that they wait for;
 * two side by side are no ring. */
static bool find_ring(const survey *s, uint32_t object, ring *r) {
    const struct fp_kernel *kernel = s->kernel;
    *r = (ring){ .object = object, .loop = FP_NONE };
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (sync->kind != FP_SYNC_COMPLETION_WAIT || sync->object != object || s->sync_loops[i] == FP_NONE) continue;
        if (encloses(kernel, s->sync_loops[i], r->loop) && r->loop != FP_NONE) continue;
        if (!encloses(kernel, r->loop, s->sync_loops[i])) return false;
        r->wait = i;
        r->loop = s->sync_loops[i];
    }
    if (r->loop == FP_NONE || !s->homes[r->loop] || kernel->loops.data[r->loop].threads) return false;
    uint32_t use = use_of_object(kernel, kernel->syncs.data[r->wait].op, object);
    if (use == FP_NONE) return false;
    r->first = kernel->accesses.data[use].footprint;
    return is_ring(s, r);
}

/* ---- slots that stay ---- */
enum { NAMES_MAX = 64 }; /* an op under another condition names its slot by another footprint */
typedef struct {
    fp_footprint footprints[NAMES_MAX];
    uint8_t slots[NAMES_MAX];
    uint32_t count;
} fixed_slots;

static bool turns_with_a_loop(const struct fp_kernel *kernel, fp_footprint footprint) {
    for (fp_loop_id loop = 0; loop < kernel->loops.len; loop++)
        if (fp_footprint_uses_loop(kernel->addresses, footprint, loop)) return true;
    return false;
}

/* Notes the slot that an op names; false: it is not known, or there are too many to tell apart. */
static bool add_slot(const survey *s, fixed_slots *fixed, uint32_t use) {
    if (use == FP_NONE) return false;
    fp_footprint footprint = s->kernel->accesses.data[use].footprint;
    for (uint32_t i = 0; i < fixed->count; i++)
        if (fixed->footprints[i] == footprint) return true;
    if (fixed->count == NAMES_MAX || turns_with_a_loop(s->kernel, footprint)) return false;
    fixed->footprints[fixed->count++] = footprint;
    return true;
}

static uint8_t slot_at(const fixed_slots *fixed, fp_footprint footprint) {
    for (uint32_t i = 0; i < fixed->count; i++)
        if (fixed->footprints[i] == footprint) return fixed->slots[i];
    return 0;
}

/* Slots that may be one and the same count as one; false: too many are left. */
static bool number_slots(const survey *s, fixed_slots *fixed) {
    for (uint32_t i = 0; i < fixed->count; i++) {
        fixed->slots[i] = (uint8_t)(i + 1);
        for (uint32_t j = 0; j < i; j++) {
            if (!meet(s, fixed->footprints[j], fixed->footprints[i], (fp_iterations){ .carrier = FP_NONE })) continue;
            uint8_t old = fixed->slots[j];
            for (uint32_t k = 0; k < i; k++)
                if (fixed->slots[k] == old) fixed->slots[k] = fixed->slots[i];
        }
    }
    uint8_t numbers[NAMES_MAX + 1] = { 0 }, count = 0;
    for (uint32_t i = 0; i < fixed->count; i++) {
        uint8_t *number = &numbers[fixed->slots[i]];
        if (*number == 0) *number = ++count;
        fixed->slots[i] = *number;
    }
    return count > 1 && count <= SLOTS_MAX;
}

/* An array whose places are named by values that no loop changes: a wait completes the copies of its own place. */
static void tell_places(struct fp_arena *keep, const survey *s, uint32_t object) {
    struct fp_kernel *kernel = s->kernel;
    fixed_slots fixed = { .count = 0 };
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_class *klass = &kernel->classes.data[kernel->accesses.data[i].klass];
        bool copies = klass->counter == FP_COUNTER_MBARRIER && klass->object == object;
        if (copies && !add_slot(s, &fixed, use_of_object(kernel, kernel->accesses.data[i].op, object))) return;
    }
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *wait = &kernel->syncs.data[i];
        bool waits = wait->kind == FP_SYNC_COMPLETION_WAIT && wait->object == object;
        if (waits && !add_slot(s, &fixed, use_of_object(kernel, wait->op, object))) return;
    }
    if (!number_slots(s, &fixed)) return;
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        fp_access *copy = &kernel->accesses.data[i];
        fp_class wanted = kernel->classes.data[copy->klass];
        if (wanted.counter != FP_COUNTER_MBARRIER || wanted.object != object) continue;
        wanted.slot = slot_at(&fixed, kernel->accesses.data[use_of_object(kernel, copy->op, object)].footprint);
        copy->klass = fp_lower_class(keep, kernel, wanted);
    }
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        fp_sync *wait = &kernel->syncs.data[i];
        if (wait->kind != FP_SYNC_COMPLETION_WAIT || wait->object != object) continue;
        wait->slot = slot_at(&fixed, kernel->accesses.data[use_of_object(kernel, wait->op, object)].footprint);
    }
}

void fp_lower_rings(struct fp_arena *keep, struct fp_arena *scratch, struct fp_kernel *kernel) {
    uint32_t syncs = kernel->syncs.len, classes = kernel->classes.len;
    bool any = false;
    for (uint32_t i = 0; i < classes; i++) any |= kernel->classes.data[i].counter == FP_COUNTER_MBARRIER;
    if (!any) return;
    typedef fp_items *items_pointer;
    survey s = { kernel, FP_NEW(scratch, uint32_t, kernel->accesses.len + 1), FP_NEW(scratch, uint32_t, syncs + 1),
                 FP_NEW(scratch, items_pointer, kernel->loops.len + 1) };
    memset(s.access_loops, 0xff, kernel->accesses.len * sizeof *s.access_loops); /* FP_NONE */
    memset(s.sync_loops, 0xff, syncs * sizeof *s.sync_loops);
    look(&s, &kernel->body, FP_NONE);
    FP_VEC(ring) rings = { 0 };
    FP_VEC(uint32_t) told = { 0 }; /* objects */
    for (uint32_t i = 0; i < classes; i++) {
        ring r;
        uint32_t object = kernel->classes.data[i].object;
        bool known = kernel->classes.data[i].counter != FP_COUNTER_MBARRIER || object == FP_NONE;
        for (uint32_t k = 0; k < told.len; k++) known |= told.data[k] == object;
        if (known) continue;
        *FP_PUSH(scratch, &told) = object;
        if (!find_ring(&s, object, &r)) {
            tell_places(keep, &s, object);
            continue;
        }
        tell_waits(&s, &r, syncs);
        tell_waits_behind(&s, &r, syncs);
        *FP_PUSH(scratch, &rings) = r;
        tell_copies(keep, &s, &r, use_of_object(kernel, kernel->syncs.data[r.wait].op, object));
    }
    for (uint32_t i = 0; i < rings.len; i++) turn_ring(keep, &s, &rings.data[i]);
}
