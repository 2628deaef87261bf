#include "check/replay.h"
#include "base/sort.h"
#include "check/replay_walk.h"
#include "check/whole_barriers.h"

/* ---- what matters on the way ---- */
static int compare_marks(const void *a, const void *b) {
    const fp_replay_mark *x = a, *y = b;
    return (x->op > y->op) - (x->op < y->op);
}

/* Does the frame run the kernel itself, or the body of a callee that is joined to it? */
static bool is_in_text(const struct fp_replay *r, uint32_t frame) {
    while (frame != 0 && fp_fold_frame_at(r->fold, frame).kernel->is_body)
        frame = fp_fold_frame_at(r->fold, frame).caller;
    return frame == 0;
}

/* Which group's barrier is it? 0: that of the workgroup, FP_NONE: of none that is followed. A group is told by the
 * condition that its barrier stands under: where all come to a barrier for some, nobody knows who meets whom. */
static uint32_t group_of(struct fp_replay *r, uint32_t frame, const struct fp_kernel *kernel, uint32_t number) {
    const fp_sync_context context = { .target = kernel->target, .tags = kernel->tags, .launch = kernel->launch };
    fp_lane lane;
    if (fp_sync_is_met_by_all(r->fold, frame, kernel, number)) return 0;
    if (!kernel->syncs.data[number].guards || !fp_sync_group(&context, &kernel->syncs.data[number], &lane))
        return FP_NONE;
    uint32_t i = 1;
    while (i <= r->group_count && (r->groups[i].id != lane.id || r->groups[i].object != lane.object)) i++;
    if (i > FP_REPLAY_GROUPS) return FP_NONE;
    if (i > r->group_count) r->groups[++r->group_count] = lane;
    return i;
}

static void collect_marks(struct fp_replay *r) {
    for (uint32_t frame = 0; frame < fp_fold_frame_count(r->fold); frame++) {
        fp_fold_frame at = fp_fold_frame_at(r->fold, frame);
        uint32_t before = r->marks.len;
        if (!is_in_text(r, frame)) continue;
        r->ir = frame ? at.kernel->ir : r->ir;
        for (uint32_t i = 0; i < at.kernel->syncs.len; i++) {
            const fp_sync *sync = &at.kernel->syncs.data[i];
            bool whole = sync->kind == FP_SYNC_BARRIER;
            fp_replay_mark m = { sync->op, 0, whole || sync->kind == FP_SYNC_SIGNAL,
                                 whole || sync->kind == FP_SYNC_WAIT, fp_sync_lands(at.kernel, i) };
            if (m.arrives || m.waits) m.group = group_of(r, frame, at.kernel, i);
            if ((m.arrives || m.waits) && m.group != FP_NONE) *FP_PUSH(r->scratch, &r->marks) = m;
        }
        /* The ops of a body stand behind all those of its caller: the calls stand for them. */
        for (uint32_t inner = frame; r->marks.len > before && inner != 0; inner = at.caller) {
            at = fp_fold_frame_at(r->fold, inner);
            fp_op call = fp_fold_frame_at(r->fold, at.caller).kernel->calls.data[at.call].op;
            *FP_PUSH(r->scratch, &r->marks) = (fp_replay_mark){ .op = call, .lands = true };
        }
    }
}

static void add_up_marks(struct fp_replay *r) {
    r->sums = FP_NEW(r->scratch, fp_replay_occurrence, r->marks.len + 1);
    for (uint32_t i = 0; i < r->marks.len; i++) {
        const fp_replay_mark *m = &r->marks.data[i];
        fp_replay_occurrence *sum = &r->sums[i + 1];
        *sum = r->sums[i];
        sum->arrived[m->group] += m->arrives;
        sum->waited[m->group] += m->waits;
        sum->doubtful += m->group == 0 && !m->lands;
    }
}

static void make_ready(struct fp_replay *r) {
    if (r->ready) return;
    r->ready = true;
    r->ir = r->kernel->ir;
    collect_marks(r);
    const struct fp_ir *ir = r->ir;
    fp_sort(r->marks.data, r->marks.len, sizeof *r->marks.data, compare_marks);
    add_up_marks(r);
    r->before = FP_NEW(r->scratch, uint32_t, ir->op_count + 1);
    for (uint32_t op = 0, m = 0; op <= ir->op_count; op++) {
        while (m < r->marks.len && r->marks.data[m].op < op) m++;
        r->before[op] = m;
    }
    r->slots = FP_NEW(r->scratch, fp_replay_slot, ir->value_count + 1);
    r->next = FP_NEW(r->scratch, fp_op, ir->op_count + 1);
    for (fp_op op = ir->op_count; op-- > 0;) {
        fp_op behind = ir->ops[op].next;
        r->next[op] = behind == FP_NONE || fp_replay_ways_part(ir, behind) ? behind : r->next[behind];
    }
}

/* ---- both threads ---- */
/* Have both met at each of the group's barriers, and does one always wait at one for the other, behind its access? */
static bool is_ordered(const fp_walker *p, const fp_walker *c, uint32_t group) {
    bool ordered = p->now.arrived[group] == c->now.arrived[group] && p->now.waited[group] == c->now.waited[group];
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < c->count; k++)
            ordered &=
                c->at[k].waited[group] > p->at[i].arrived[group] || p->at[i].waited[group] > c->at[k].arrived[group];
    return ordered;
}

/* Does the consumer come to its access in a later iteration of the carrier than the producer, as the pair demands? */
static bool comes_later(const fp_walker *p, const fp_walker *c) {
    if (!p->now.rounds && !c->now.rounds) return true; /* no such loop, or one that is not followed */
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < c->count; k++)
            if (c->at[k].rounds > p->at[i].rounds) return true;
    return false;
}

/* The op of the text at which a member of the fold runs; FP_NONE: it is out of sight. */
static fp_op op_of_member(const struct fp_replay *r, uint32_t member) {
    fp_member_place place = fp_fold_member(r->fold, member);
    if (place.access == FP_NONE || !is_in_text(r, fp_fold_frame_of(r->fold, member))) return FP_NONE;
    return place.kernel->accesses.data[place.access].op;
}

/* Does the member land only when it has been waited for? Waits are not walked: a barrier may run before that one. */
static bool is_copied(const struct fp_replay *r, uint32_t member) {
    fp_member_place place = fp_fold_member(r->fold, member);
    const fp_class *klass = &place.kernel->classes.data[place.kernel->accesses.data[place.access].klass];
    return klass->counter != FP_COUNTER_NONE || klass->object != FP_NONE;
}

typedef enum {
    WALK_OPEN,         /* what one of the two does is not known */
    WALK_TOO_LONG,     /* the way of one of the two is longer than is followed */
    WALK_COMES,        /* likewise; the consumer comes to its access in a later iteration */
    WALK_GOES_PAST,    /* one of the two never comes to its access, or the consumer in no later iteration */
    WALK_MEETS,        /* nothing orders the two */
    WALK_IS_ORDERED,   /* a barrier of the workgroup does */
    WALK_GROUP_ORDERED /* a barrier of some threads does */
} walk_result;
static walk_result walk_both(struct fp_replay *r, const fp_replay_question *what, uint32_t guess, bool by_barrier) {
    fp_walker p, c;
    fp_replay_walk(r, what, 0, guess, &p);
    if (p.open && !p.too_long) return WALK_OPEN;
    if (!p.count) return p.too_long ? WALK_TOO_LONG : WALK_GOES_PAST;
    fp_replay_walk(r, what, 1, guess, &c);
    if (c.open && !c.too_long) return WALK_OPEN;
    bool too_long = p.too_long || c.too_long, later = c.count && comes_later(&p, &c);
    if (too_long) return later && c.now.rounds ? WALK_COMES : WALK_TOO_LONG;
    if (!later) return WALK_GOES_PAST;
    if (by_barrier && !p.now.doubtful && !c.now.doubtful && is_ordered(&p, &c, 0)) return WALK_IS_ORDERED;
    for (uint32_t group = 1; by_barrier && group <= r->group_count; group++)
        if (is_ordered(&p, &c, group)) return WALK_GROUP_ORDERED;
    return WALK_MEETS;
}

/* What the two do hangs on arguments that the witness does not name. Do they meet with none of some numbers for these?
 */
static fp_replay_verdict judge_by_guesses(struct fp_replay *r, const fp_replay_question *what, bool by_barrier) {
    bool followed = false, ordered = false, comes = false;
    for (uint32_t guess = 1; guess <= FP_REPLAY_GUESSES; guess++) {
        if (r->steps > FP_REPLAY_ALL) return FP_REPLAY_AGREES;
        walk_result result = walk_both(r, what, guess, by_barrier);
        if (result == WALK_OPEN || result == WALK_MEETS) return FP_REPLAY_AGREES;
        followed |= result != WALK_TOO_LONG && result != WALK_COMES;
        comes |= result == WALK_COMES;
        ordered |= result == WALK_IS_ORDERED || result == WALK_GROUP_ORDERED;
    }
    return ordered || (followed && !comes) ? FP_REPLAY_MAY_ORDER : FP_REPLAY_AGREES;
}

fp_replay_verdict fp_replay_judge(struct fp_replay *r, const fp_witness *witness, uint32_t producer, uint32_t consumer,
                                  bool by_barrier, fp_op carrier) {
    fp_replay_question what = { witness, { op_of_member(r, producer), op_of_member(r, consumer) }, carrier };
    if (r->steps > FP_REPLAY_ALL || witness->told != FP_TOLD_EACH || what.accesses[0] == FP_NONE ||
        what.accesses[1] == FP_NONE)
        return FP_REPLAY_AGREES;
    make_ready(r);
    switch (walk_both(r, &what, 0, by_barrier)) {
    case WALK_OPEN: return judge_by_guesses(r, &what, by_barrier);
    case WALK_TOO_LONG:
    case WALK_COMES:
    case WALK_MEETS: return FP_REPLAY_AGREES;
    case WALK_GOES_PAST: return FP_REPLAY_CONTRADICTS;
    case WALK_IS_ORDERED: return is_copied(r, producer) ? FP_REPLAY_MAY_ORDER : FP_REPLAY_CONTRADICTS;
    case WALK_GROUP_ORDERED: return FP_REPLAY_MAY_ORDER;
    }
    return FP_REPLAY_AGREES;
}

static bool is_while(const struct fp_ir *ir, fp_op op) {
    return op != FP_NONE && ir->ops[op].info && ir->ops[op].info->region == FP_REGION_WHILE;
}

bool fp_replay_names_turn(const struct fp_ir *ir, const fp_witness *witness) {
    for (size_t i = 0; witness && i < witness->binding_count; i++)
        for (uint32_t side = 0; side < 2; side++) {
            fp_value value = witness->bindings[i].symbol[side];
            fp_block home = value < ir->value_count ? ir->values[value].block : FP_NONE;
            fp_op loop = home == FP_NONE ? FP_NONE : ir->blocks[home].op;
            if (!is_while(ir, loop)) continue;
            for (fp_op around = ir->ops[loop].parent; around != FP_NONE; around = ir->ops[around].parent)
                if (is_while(ir, around)) return true;
        }
    return false;
}

struct fp_replay *fp_replay_new(struct fp_arena *scratch, const struct fp_kernel *kernel, const struct fp_fold *fold) {
    struct fp_replay *r = FP_NEW(scratch, struct fp_replay, 1);
    *r = (struct fp_replay){ .scratch = scratch, .kernel = kernel, .fold = fold };
    return r;
}
