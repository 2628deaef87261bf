#include "kernel/lower_mbarrier_phases.h"
#include "kernel/lower_items.h"
#include <string.h>

enum { ROUNDS_MOST = 24 }; /* iterations looked at: several turns of any ring */

typedef struct {
    fp_loop_id loop;
    bool conditional;
} standing;
typedef struct {
    struct fp_kernel *kernel;
    standing *accesses, *syncs;
} survey;

/* A use of an object: when, which slot, what for. */
typedef enum { USE_ARMS, USE_WAITS } use_kind;
typedef struct {
    use_kind kind;
    fp_op op;
    uint32_t sync;
    standing at;
    fp_footprint slot;
} object_use;
typedef FP_VEC(object_use) object_uses;

static void look(survey *s, const fp_items *items, standing at) {
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        standing inside = at;
        switch (items->data[i].kind) {
        case FP_ITEM_ACCESS: s->accesses[index] = at; break;
        case FP_ITEM_SYNC: s->syncs[index] = at; break;
        case FP_ITEM_LOOP:
            inside.loop = index;
            look(s, &s->kernel->loops.data[index].body, inside);
            inside.conditional = true; /* once more than the body */
            look(s, &s->kernel->loops.data[index].tail, inside);
            break;
        case FP_ITEM_BRANCH: {
            const fp_branch_item *branch = &s->kernel->branches.data[index];
            inside.conditional |=
                branch->concurrent || branch->uniformity.doubt ||
                branch->uniformity.among <= FP_UNIFORM_WORKGROUP; /* else it elects the thread that arms */
            for (uint32_t arm = 0; arm < branch->arm_count; arm++) look(s, &branch->arms[arm], inside);
            break;
        }
        case FP_ITEM_GRAPH:
        case FP_ITEM_CALL:
        case FP_ITEM_UNTRACKED: break; /* accesses and syncs in there stay conditional, as they were set before */
        }
    }
}

static fp_footprint slot_of(const struct fp_kernel *kernel, fp_op op, uint32_t object) {
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *access = &kernel->accesses.data[i];
        uint32_t count;
        if (access->op != op || access->kind == FP_ACCESS_WRITE || !access->roots) continue;
        const fp_root *members = fp_buffers_members(kernel->buffers, access->roots, &count);
        if (count == 1 && members[0] == object) return access->footprint;
    }
    return 0;
}

/* Uses in the order of the text; false: the kernel does not initialise the object, or uses it in ways that are not
 * followed. */
static bool find_uses(struct fp_arena *scratch, const survey *s, uint32_t object, object_uses *uses) {
    const struct fp_kernel *kernel = s->kernel;
    bool made = false;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (sync->object != object || sync->kind == FP_SYNC_TURN) continue;
        if (sync->kind == FP_SYNC_INIT) made |= s->syncs[i].loop == FP_NONE && !s->syncs[i].conditional;
        bool arms = sync->kind == FP_SYNC_ARRIVE, waits = sync->kind == FP_SYNC_COMPLETION_WAIT;
        if (arms || waits)
            *FP_PUSH(scratch, uses) = (object_use){ arms ? USE_ARMS : USE_WAITS, sync->op, i, s->syncs[i],
                                                    slot_of(kernel, sync->op, object) };
    }
    for (uint32_t i = 0; i < kernel->accesses.len; i++) {
        const fp_access *copy = &kernel->accesses.data[i];
        const fp_class *klass = &kernel->classes.data[copy->klass];
        if (klass->counter != FP_COUNTER_MBARRIER || klass->object != object) continue;
        *FP_PUSH(scratch, uses) =
            (object_use){ USE_ARMS, copy->op, FP_NONE, s->accesses[i], slot_of(kernel, copy->op, object) };
    }
    return made;
}

static fp_in_iteration slot_in(const object_use *use, uint32_t iteration) {
    return (fp_in_iteration){ use->slot, use->at.loop, iteration };
}

/* Are the two slots one? `*known` is cleared when that cannot be told. */
static bool same_slot(const survey *s, fp_in_iteration x, fp_in_iteration y, bool *known) {
    int64_t bytes = 1;
    bool told = fp_footprints_apart(s->kernel->addresses, x, y, &bytes);
    *known &= told;
    return told && bytes == 0;
}

typedef struct {
    fp_phase_fault fault;
    uint32_t iteration, parity; /* of an example */
} wrong_phase;

static void call_wrong(const survey *s, const object_uses *uses, const object_use *wait, wrong_phase wrong) {
    fp_sync *sync = &s->kernel->syncs.data[wait->sync];
    sync->phase_fault = wrong.fault;
    sync->phase_iteration = wrong.iteration;
    sync->phase_parity = (uint8_t)wrong.parity;
    for (uint32_t i = 0; i < uses->len; i++)
        if (uses->data[i].sync == FP_NONE) sync->phase_copy = fp_lower_span(s->kernel->ir, uses->data[i].op);
}

/* The one wait of a loop: parities of its first iterations against how often it has come to the slot before. */
static void judge_loop(const survey *s, const object_uses *uses, const object_use *wait) {
    const struct fp_kernel *kernel = s->kernel;
    const fp_loop_item *loop = &kernel->loops.data[wait->at.loop];
    uint8_t parities[ROUNDS_MOST], visits[ROUNDS_MOST];
    bool known = loop->parent == FP_NONE && !loop->threads && !wait->at.conditional, armed = false;
    for (uint32_t i = 0; i < uses->len && known; i++) {
        const object_use *use = &uses->data[i];
        if (use->kind == USE_WAITS && use != wait)
            known = use->op > wait->op && use->at.loop != wait->at.loop; /* another one before it: not followed */
        bool before = use->op < wait->op && (use->at.loop == FP_NONE || use->at.loop == wait->at.loop);
        if (known && use->kind == USE_ARMS && before) armed |= same_slot(s, slot_in(use, 0), slot_in(wait, 0), &known);
    }
    uint32_t rounds = loop->trips_max >= 0 && loop->trips_max < ROUNDS_MOST ? (uint32_t)loop->trips_max : ROUNDS_MOST;
    bool own = true, before = !armed, always = true;
    uint32_t wrong = ROUNDS_MOST;
    for (uint32_t i = 0; i < rounds && known; i++) {
        int64_t parity;
        known =
            fp_addresses_value_in(kernel->addresses, kernel->syncs.data[wait->sync].parity, wait->at.loop, i, &parity);
        parities[i] = parity & 1;
        visits[i] = 0;
        for (uint32_t k = 0; k < i && known; k++) visits[i] += same_slot(s, slot_in(wait, k), slot_in(wait, i), &known);
        own &= parities[i] == (visits[i] & 1);
        before &= parities[i] != (visits[i] & 1);
        bool habit = parities[0] == 0 || armed ? parities[i] == (visits[i] & 1) : parities[i] != (visits[i] & 1);
        always &= !habit;
        if (!habit && wrong == ROUNDS_MOST) wrong = i;
    }
    if (known && !own && !before && wrong < rounds)
        call_wrong(s, uses, wait,
                   (wrong_phase){ always ? FP_PHASE_WRONG : FP_PHASE_SOMETIMES_WRONG, wrong, parities[wrong] });
}

/* Waits that run once, one behind the other. */
static void judge_line(const survey *s, const object_uses *uses) {
    uint32_t phase = 0;
    fp_op last = 0;
    for (;;) {
        const object_use *next = NULL;
        for (uint32_t i = 0; i < uses->len; i++)
            if (uses->data[i].kind == USE_WAITS && uses->data[i].op > last && (!next || uses->data[i].op < next->op))
                next = &uses->data[i];
        if (!next) return;
        bool armed = false, known = true;
        for (uint32_t i = 0; i < uses->len; i++) {
            const object_use *use = &uses->data[i];
            known &= use->at.loop == FP_NONE && !use->at.conditional &&
                     same_slot(s, slot_in(use, 0), slot_in(next, 0), &known);
            armed |= use->kind == USE_ARMS && use->op > last && use->op < next->op;
        }
        int64_t parity;
        if (!known || !armed ||
            !fp_addresses_value_in(s->kernel->addresses, s->kernel->syncs.data[next->sync].parity, FP_NONE, 0, &parity))
            return;
        if ((uint32_t)(parity & 1) != (phase & 1))
            call_wrong(s, uses, next, (wrong_phase){ FP_PHASE_WRONG, 0, (uint32_t)(parity & 1) });
        phase++;
        last = next->op;
    }
}

static bool names_phases(const struct fp_kernel *kernel, uint32_t object) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++)
        if (kernel->syncs.data[i].kind == FP_SYNC_COMPLETION_WAIT && kernel->syncs.data[i].object == object &&
            kernel->syncs.data[i].parity == FP_NONE)
            return false;
    return true;
}

void fp_lower_phases(struct fp_arena *scratch, struct fp_kernel *kernel) {
    survey s = { kernel, NULL, NULL };
    FP_VEC(uint32_t) told = { 0 }; /* objects */
    for (uint32_t c = 0; c < kernel->classes.len; c++) {
        uint32_t object = kernel->classes.data[c].object;
        bool known = kernel->classes.data[c].counter != FP_COUNTER_MBARRIER || object == FP_NONE;
        for (uint32_t k = 0; k < told.len; k++) known |= told.data[k] == object;
        if (known) continue;
        *FP_PUSH(scratch, &told) = object;
        if (!s.accesses) {
            s.accesses = FP_NEW(scratch, standing, kernel->accesses.len + 1);
            s.syncs = FP_NEW(scratch, standing, kernel->syncs.len + 1);
            for (uint32_t i = 0; i < kernel->accesses.len; i++) s.accesses[i] = (standing){ FP_NONE, true };
            for (uint32_t i = 0; i < kernel->syncs.len; i++) s.syncs[i] = (standing){ FP_NONE, true };
            look(&s, &kernel->body, (standing){ FP_NONE, false });
        }
        object_uses uses = { 0 };
        if (!names_phases(kernel, object) || !find_uses(scratch, &s, object, &uses)) continue;
        bool loops = false;
        for (uint32_t i = 0; i < uses.len; i++) {
            if (uses.data[i].kind != USE_WAITS || uses.data[i].at.loop == FP_NONE) continue;
            judge_loop(&s, &uses, &uses.data[i]);
            loops = true;
        }
        if (!loops) judge_line(&s, &uses);
    }
}
