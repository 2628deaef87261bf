#include "rules/fix_streams.h"
#include "rules/guess.h"

enum { MOVES_MAX = 3 }; /* ops that are tried at another place */

/* ---- places ---- */
static fp_position_in_text before_op(fp_op op) { return (fp_position_in_text){ op, false }; }

/* The op around `op`, or itself, that stands in the block; FP_NONE: none does. */
static fp_op ancestor_in(const fp_guesses *g, fp_op op, fp_block block) {
    while (op != FP_NONE && g->sight.ir->ops[op].block != block) op = g->sight.ir->ops[op].parent;
    return op;
}

/* Arrivals that come before a use in its own block, the nearest first. */
static void move_arrivals_behind(fp_guesses *g, fp_op use) {
    uint32_t tried = 0;
    for (fp_op op = use == FP_NONE ? 0 : use; op-- > g->sight.first && tried < MOVES_MAX;) {
        bool before = fp_op_arrives(&g->sight, op) && g->sight.ir->ops[op].block == g->sight.ir->ops[use].block;
        if (before) fp_guess_move(g, op, (fp_position_in_text){ use, true }), tried++;
    }
}

/* The last barrier of the op's block before it: a wait in front of it reaches all threads. */
static fp_op barrier_before(const fp_guesses *g, fp_op at) {
    for (fp_op op = at; op-- > g->sight.first;) {
        const fp_op_info *info = fp_row_of_op(&g->sight, op);
        bool meets = info && info->effect == FP_EFFECT_BARRIER && fp_operand_is_none(info->condition);
        if (meets && g->sight.ir->ops[op].block == g->sight.ir->ops[at].block) return op;
    }
    return FP_NONE;
}

/* Waits that come behind a use, in its block or in one around it, the nearest first: to before it, or before the
 * barrier that stands there. */
static void move_waits_before(fp_guesses *g, fp_op use) {
    uint32_t tried = 0;
    for (fp_op op = use + 1; op < g->sight.end && tried < MOVES_MAX; op++) {
        if (!fp_op_does(&g->sight, op, FP_DOES_WAIT) && !fp_op_does(&g->sight, op, FP_DOES_WAIT_QUEUE)) continue;
        fp_op around = ancestor_in(g, use, g->sight.ir->ops[op].block);
        if (around == FP_NONE || around > op) continue;
        fp_op barrier = barrier_before(g, around);
        if (barrier != FP_NONE) fp_guess_move(g, op, (fp_position_in_text){ barrier, false });
        fp_guess_move(g, op, (fp_position_in_text){ around, false }), tried++;
    }
}

/* ---- works that a stream waits for by count ---- */
/* The waits for the queue that stand before the op let fewer be under way; or there is one more wait. */
static void wait_for_works(fp_guesses *g, fp_op start, fp_op before) {
    const fp_op_info *work = fp_row_of_op(&g->sight, start); /* NULL: no table knows what is taken for a copy */
    fp_counter queue = work ? fp_op_info_queue(work) : FP_COUNTER_NONE;
    if (queue == FP_COUNTER_NONE) return;
    int64_t newest;
    uint32_t tried = 0;
    for (fp_op op = g->sight.end; op-- > g->sight.first && tried < MOVES_MAX;) {
        const fp_op_info *info = fp_row_of_op(&g->sight, op);
        if (!fp_op_does(&g->sight, op, FP_DOES_WAIT_QUEUE) || fp_op_info_queue(info) != queue) continue;
        const fp_quantity *quantity = info->newest.from == FP_FROM_NONE ? &info->count : &info->newest;
        tried++;
        if (!fp_ir_quantity(g->sight.ir, op, quantity, &newest) || newest < 1) continue;
        for (int64_t less = newest - 1; less >= 0 && less >= newest - 2; less--)
            fp_guess_fewer_left(g, op, quantity, less);
    }
    fp_emission emission = fp_emission_of(g->context);
    fp_op barrier = barrier_before(g, before);
    fp_op places[] = { barrier != FP_NONE && barrier > start ? barrier : FP_NONE, before };
    for (uint32_t i = 0; i < 2; i++)
        if (places[i] != FP_NONE)
            fp_guess_insert(g, (fp_position_in_text){ places[i], false },
                            fp_emit_wait(&emission, queue, 0, g->sight.ir->ops[start].name, places[i]), true);
}

/* ---- faults ---- */
static void fix_fence(fp_guesses *g, const fp_run_evidence *e) {
    fp_object_words words = { .count = 0 };
    fp_str fence = fp_emit_object(g->sight.keep, FP_OBJECT_FENCE, g->sight.ir->ops[e->second.op].name, &words);
    fp_guess_insert(g, (fp_position_in_text){ e->first.op, true }, fence, true);
    fp_guess_insert(g, (fp_position_in_text){ e->second.op, false }, fence, true);
}

/* The next arrival behind the op, in its block or in one around it. */
static fp_op arrival_behind(const fp_guesses *g, fp_op op) {
    for (fp_op around = op; around != FP_NONE && around != g->sight.first; around = g->sight.ir->ops[around].parent)
        for (fp_op next = g->sight.ir->ops[around].next; next != FP_NONE; next = g->sight.ir->ops[next].next)
            if (fp_op_arrives(&g->sight, next)) return next;
    return FP_NONE;
}

/* What publishes the first access, or completes it: an object of this allocation. The run tells the next event that
 * does, if it had the first access first; else it is the next one in the text. */
static fp_object_place published_on(const fp_guesses *g, const fp_run_evidence *e) {
    bool has_object =
        e->first_async && (e->first.object != FP_NONE || fp_op_does(&g->sight, e->first.op, FP_DOES_START_BYTES));
    fp_op arrival = e->sync_after_first.op == FP_NONE ? arrival_behind(g, e->first.op) : e->sync_after_first.op;
    return fp_object_place_of(&g->sight, has_object ? e->first.op : arrival);
}

/* The stream's last wait before the op. */
static fp_op wait_before(const fp_guesses *g, fp_op op) {
    while (op-- > g->sight.first)
        if (fp_op_does(&g->sight, op, FP_DOES_WAIT) || fp_phase_use(&g->sight, op)) return op;
    return FP_NONE;
}

/* Threads of a workgroup that go different ways and come by one block: a barrier there, in front of what the second is
 * in. */
static void meet_before(fp_guesses *g, const fp_stream_fault *fault) {
    const fp_op_node *ops = g->sight.ir->ops;
    const fp_run_evidence *e = &fault->evidence;
    const fp_run_names *names = fault->names;
    if (e->first_async || e->first.stream == e->second.stream) return;
    if (e->first.stream >= names->stream_count || e->second.stream >= names->stream_count) return;
    if (names->workgroups[e->first.stream] != names->workgroups[e->second.stream]) return;
    fp_op around = e->second.op, beside = FP_NONE;
    while (around != FP_NONE && around > g->sight.first && beside == FP_NONE) {
        beside = ancestor_in(g, e->first.op, ops[around].block);
        if (beside == FP_NONE) around = ops[around].parent;
    }
    if (beside == FP_NONE || beside == around) return;
    fp_emission emission = fp_emission_of(g->context);
    fp_guess_insert(g, before_op(around), fp_emit_barrier(&emission), true);
}

/* Workgroups of a cluster: they meet at a barrier between the two that orders memory. */
static void meet_in_cluster(fp_guesses *g, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    const fp_run_names *names = fault->names;
    if (e->first.stream >= names->stream_count || e->second.stream >= names->stream_count) return;
    if (names->workgroups[e->first.stream] == names->workgroups[e->second.stream]) return;
    for (fp_op op = g->sight.first + 1; op < g->sight.end; op++)
        if (fp_op_does(&g->sight, op, FP_DOES_MEET)) fp_guess_full_meeting(g, op);
}

/* Whoever has done the access waits for it before he tells others of it. */
static void land_before_signal(fp_guesses *g, const fp_run_evidence *e) {
    fp_op signal = e->sync_after_first.op;
    if (signal == FP_NONE) return;
    fp_emission emission = fp_emission_of(g->context);
    fp_str name = g->sight.ir->ops[e->first.op].name;
    fp_guess_insert(g, before_op(signal), fp_emit_wait(&emission, FP_COUNTER_DS, 0, name, signal), true);
}

static void fix_race(fp_guesses *g, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    if (fault->late) {
        land_before_signal(g, e);
        return;
    }
    fp_op published = arrival_behind(g, e->first.op),
          last_wait = e->sync_before_second.op == FP_NONE ? wait_before(g, e->second.op) : e->sync_before_second.op;
    bool one_stream = e->first.stream == e->second.stream;
    fp_object_place told = published_on(g, e);
    if (told.root != FP_NONE && fp_ops_on(&g->sight, FP_DOES_WAIT, told.root).len == 0)
        fp_guess_wait(g, before_op(e->second.op), told); /* it is told, and nobody listens */
    if (e->first_shared && one_stream) {
        fp_emission emission = fp_emission_of(g->context);
        fp_guess_insert(g, before_op(e->second.op), fp_emit_barrier(&emission), true);
    }
    meet_before(g, fault);
    meet_in_cluster(g, fault);
    if (e->first_async && one_stream) wait_for_works(g, e->first.op, e->second.op);
    if (e->first_async && !one_stream && published != FP_NONE) wait_for_works(g, e->first.op, published);
    move_arrivals_behind(g, e->first.op);
    move_waits_before(g, e->second.op);
    if (!one_stream && !e->second_async) {
        move_arrivals_behind(g, e->second.op);
        move_waits_before(g, e->first.op);
    }
    if (last_wait != FP_NONE) fp_guess_phase(g, last_wait);
    fp_object_place later = fp_object_place_of(&g->sight, published); /* of works that follow it in order */
    bool follows = fp_op_does(&g->sight, e->first.op, FP_DOES_START) && later.root != told.root;
    if (follows) fp_guess_wait(g, before_op(e->second.op), later);
    fp_guess_wait(g, before_op(e->second.op), told);
    if (!one_stream && !e->second_async)
        fp_guess_wait(g, before_op(e->first.op), fp_object_place_of(&g->sight, arrival_behind(g, e->second.op)));
    fp_op tells = e->first.object != FP_NONE || published == FP_NONE ? e->first.op : published;
    if (e->first_async) fp_guess_wait(g, (fp_position_in_text){ tells, true }, told);
    if (last_wait != FP_NONE && fp_op_does(&g->sight, last_wait, FP_DOES_WAIT)) fp_guess_object(g, last_wait);
    if (e->sync_after_first.op != FP_NONE && fp_op_arrives(&g->sight, e->sync_after_first.op))
        fp_guess_object(g, e->sync_after_first.op);
}

static bool is_use(const fp_guesses *g, fp_op op) {
    return fp_op_does(&g->sight, op, FP_DOES_ACCESS) || fp_op_does(&g->sight, op, FP_DOES_START) ||
           fp_op_does(&g->sight, op, FP_DOES_WAIT_QUEUE);
}

/* Where a stream uses memory last, or waits, and where it starts works last; FP_NONE: nowhere. */
typedef struct {
    fp_op use, work;
} last_uses;

/* All arrivals that are missing, or one: of several threads each arrives, and others may be missing elsewhere.
 * `of_works`: only those that works bring when they are done. */
static void insert_arrival(fp_guesses *g, const fp_run_stuck *stuck, last_uses last, bool of_works) {
    fp_object_place of = fp_object_place_of(&g->sight, stuck->at.op);
    fp_position_in_text behind = { last.use, true }, started = { last.work, true };
    if (last.use == FP_NONE) return;
    fp_guess_step(g, started, FP_OBJECT_COMMIT, of, stuck->arrivals);
    if (!of_works) fp_guess_step(g, behind, FP_OBJECT_ARRIVE, of, stuck->arrivals);
    if (!of_works && stuck->arrivals > 1) fp_guess_step(g, behind, FP_OBJECT_ARRIVE, of, 1);
}

/* A block with uses of memory, or with waits. */
typedef struct {
    last_uses before, last; /* before the stuck wait, and of all */
    bool waits;             /* for another object than the stuck stream? */
} block_of_uses;

/* What an op of a block does, with all inside of it: behind a loop of products one commit stands for them all. */
static void add_uses(const fp_guesses *g, fp_op op, last_uses *last) {
    for (fp_op inner = op; inner < g->sight.ir->ops[op].end; inner++) {
        if (fp_op_does(&g->sight, inner, FP_DOES_START)) last->work = op;
        if (is_use(g, inner)) last->use = op;
    }
}

static block_of_uses uses_of(const fp_guesses *g, fp_block block, fp_op stuck) {
    fp_object_place of = fp_object_place_of(&g->sight, stuck);
    block_of_uses b = { { FP_NONE, FP_NONE }, { FP_NONE, FP_NONE }, false };
    bool same = false;
    for (fp_op op = g->sight.ir->blocks[block].first; op != FP_NONE; op = g->sight.ir->ops[op].next) {
        bool waits = fp_op_does(&g->sight, op, FP_DOES_WAIT);
        fp_object_place place = waits ? fp_object_place_of(&g->sight, op) : (fp_object_place){ FP_NONE, -1, FP_NONE };
        bool own = waits && place.root == of.root && (place.slot == of.slot || place.slot < 0 || of.slot < 0);
        if (op == stuck) b.before = b.last;
        if (waits) b.last.use = op;
        add_uses(g, op, &b.last);
        same |= own;
        b.waits |= waits && !own;
    }
    if (same && !b.waits && g->sight.ir->ops[stuck].block != block)
        b.last.use = FP_NONE; /* it waits for the same itself */
    return b;
}

/* Somebody who waits for something else lets the waiting stream go on when he is done with it, somebody who waits for
 * nothing when he has done his part. Whoever stands in the same block is most likely the waiting stream itself, and
 * comes last. */
static void insert_arrivals(fp_guesses *g, const fp_run_stuck *stuck) {
    enum { WHO_WAITS, WHO_DOES_NOT, THE_SAME, ALL };
    const fp_op_node *ops = g->sight.ir->ops;
    for (int who = 0; who < ALL; who++)
        for (fp_op op = g->sight.first + 1; op < g->sight.end; op++) {
            fp_block block = ops[op].block;
            if (block == FP_NONE || g->sight.ir->blocks[block].first != op) continue;
            block_of_uses b = uses_of(g, block, stuck->at.op);
            int is = block == ops[stuck->at.op].block ? THE_SAME : b.waits ? WHO_WAITS : WHO_DOES_NOT;
            bool itself = is == THE_SAME && !b.waits; /* it need not wait for what it has done itself */
            if (is == who) insert_arrival(g, stuck, b.before, itself);
            if (is == who) insert_arrival(g, stuck, b.last, itself);
        }
}

/* What the wait and its object could say instead. */
static void fix_wait(fp_guesses *g, const fp_run_stuck *stuck) {
    fp_value root = fp_object_root(&g->sight, stuck->at.op);
    if (stuck->bytes < 0) fp_guess_expect(g, stuck->at.op, -stuck->bytes);
    if (stuck->arrivals == 0 && stuck->bytes)
        fp_guess_count(g, FP_DOES_EXPECT, root, -stuck->bytes, FP_WORD_EXPECT_BYTES, FP_ARG_BYTES);
    fp_guess_phase(g, stuck->at.op);
    if (stuck->arrivals > 0)
        fp_guess_count(g, FP_DOES_INIT, root, -stuck->arrivals, FP_WORD_COUNT_ARRIVALS, FP_ARG_COUNT);
}

/* What could satisfy it. */
static void fix_bringers(fp_guesses *g, const fp_run_stuck *stuck) {
    if (stuck->arrivals > 0) insert_arrivals(g, stuck);
    fp_guess_object(g, stuck->at.op);
}

/* Does the next access behind the wait, in its block, write? Whoever writes comes first: what is read before anybody
 * has written it is no use. */
static bool lets_write(const fp_guesses *g, fp_op wait) {
    for (fp_op op = g->sight.ir->ops[wait].next; op != FP_NONE; op = g->sight.ir->ops[op].next) {
        if (fp_op_does(&g->sight, op, FP_DOES_START_BYTES)) return true;
        if (fp_op_does(&g->sight, op, FP_DOES_ACCESS) || fp_op_does(&g->sight, op, FP_DOES_START))
            return !fp_operand_is_none(fp_row_of_op(&g->sight, op)->write) ||
                   !fp_operand_is_none(fp_row_of_op(&g->sight, op)->tensor);
    }
    return false;
}

/* What nothing will ever satisfy comes first: it may be why the others are stuck. Of streams that wait for each other
 * one more likely waits for the wrong phase than lacks an arrival. */
static void fix_stuck(fp_guesses *g, const fp_run_evidence *e) {
    enum { OF_NOBODY, OTHERS, THEIR_BRINGERS, ALL };
    for (uint32_t i = 0; i < e->stuck_count; i++) fp_guess_twin_removal(g, e->stuck[i].at.op);
    for (int what = 0; what < 2 * ALL; what++) /* the writers of each first */
        for (uint32_t i = 0; i < e->stuck_count; i++) {
            const fp_run_stuck *stuck = &e->stuck[i];
            bool waits = stuck->at.kind == FP_EVENT_WAIT && fp_object_root(&g->sight, stuck->at.op) != FP_NONE;
            bool of_nobody = stuck->bringer_count == 0 && !stuck->cut;
            if (g->guesses == FP_GUESSES_MAX) return;
            if (!waits || of_nobody != (what / 2 == OF_NOBODY) || lets_write(g, stuck->at.op) == what % 2) continue;
            if (what / 2 != THEIR_BRINGERS) fix_wait(g, stuck);
            if (what / 2 != OTHERS) fix_bringers(g, stuck);
        }
    for (uint32_t i = 0; i < e->stuck_count; i++)
        if (fp_op_does(&g->sight, e->stuck[i].at.op, FP_DOES_WAIT)) fp_guess_removal(g, e->stuck[i].at.op);
}

/* The arrival comes behind one more wait: for its own object, as may another one of that object, or for another one. */
static void insert_waits(fp_guesses *g, fp_op arrival, fp_object_place own) {
    fp_guess_wait(g, before_op(arrival), own);
    for (fp_op op = g->sight.first; op < g->sight.end && g->guesses < FP_GUESSES_MAX / 4; op++)
        if (op != arrival && fp_op_arrives(&g->sight, op) && fp_object_root(&g->sight, op) == own.root)
            fp_guess_wait(g, before_op(op), own);
    for (fp_op op = g->sight.first; op < g->sight.end && g->guesses < FP_GUESSES_MAX / 2; op++)
        if (fp_op_does(&g->sight, op, FP_DOES_INIT))
            fp_guess_wait(g, before_op(arrival), fp_object_place_of(&g->sight, op));
}

static bool moves_data(const fp_guesses *g, fp_op op) {
    return fp_op_does(&g->sight, op, FP_DOES_ACCESS) || fp_op_does(&g->sight, op, FP_DOES_START) ||
           fp_op_does(&g->sight, op, FP_DOES_START_BYTES);
}

/* An arrival that comes too often, or before its stream has seen the phase before: it goes, unless it is that of a copy
 * or product, or waits for what the others wait for. */
static void fix_early(fp_guesses *g, const fp_run_evidence *e) {
    fp_op wait = wait_before(g, e->second.op);
    fp_guess_twin_removal(g, e->second.op);
    bool goes = !moves_data(g, e->second.op);
    if (goes && e->kind == FP_RUN_OVERSHOOT) fp_guess_removal(g, e->second.op);
    fp_guess_object(g, e->second.op);
    if (wait != FP_NONE) fp_guess_phase(g, wait);
    insert_waits(g, e->second.op, fp_object_place_of(&g->sight, e->second.op));
    if (e->kind == FP_RUN_OVERSHOOT)
        fp_guess_count(g, FP_DOES_INIT, fp_object_root(&g->sight, e->second.op), e->arrivals, FP_WORD_COUNT_ARRIVALS,
                       FP_ARG_COUNT);
    if (goes && e->kind != FP_RUN_OVERSHOOT) fp_guess_removal(g, e->second.op);
}

static void fix_missed(fp_guesses *g, const fp_run_evidence *e) {
    fp_guess_twin_removal(g, e->second.op);
    fp_guess_twin_removal(g, e->first.op);
    fp_guess_phase(g, e->first.op);
    fp_guess_object(g, e->first.op);
    move_arrivals_behind(g, e->first.op);
    insert_waits(g, e->second.op, fp_object_place_of(&g->sight, e->first.op));
    fp_guess_object(g, e->second.op);
}

/* An end that comes twice, or of another object than is meant; or a use that comes behind the end. */
static void fix_used_after_end(fp_guesses *g, const fp_run_evidence *e) {
    for (int last = 1; last >= 0; last--) {
        fp_op op = last ? e->second.op : e->first.op;
        if (op == FP_NONE || !fp_op_does(&g->sight, op, FP_DOES_INVALIDATE)) continue;
        fp_guess_object(g, op);
        fp_guess_removal(g, op);
    }
    fp_guess_twin_removal(g, e->second.op);
    fp_guess_move(g, e->first.op, (fp_position_in_text){ e->second.op, true });
}

/* Another init was written for an object that has one already, or there is none. */
static void fix_not_initialised(fp_guesses *g, const fp_run_evidence *e, const struct fp_streams *streams) {
    fp_object_place of = fp_object_place_of(&g->sight, e->second.op);
    if (e->first.op != FP_NONE) return;
    if (fp_op_does(&g->sight, e->second.op, FP_DOES_INVALIDATE)) fp_guess_object(g, e->second.op);
    for (uint32_t i = 0; i < streams->fault_count; i++) {
        const fp_run_evidence *twice = &streams->faults[i].evidence;
        if (twice->kind != FP_RUN_SECOND_INIT) continue;
        if (fp_object_root(&g->sight, twice->second.op) != of.root) continue;
        fp_guess_object(g, twice->first.op);
        fp_guess_object(g, twice->second.op);
    }
    fp_guess_init(g, of);
}

void fp_fix_stream_fault(fp_rule_context *context, fp_finding *finding, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    const struct fp_ir *ir = context->kernel->ir;
    fp_op op = context->kernel->op;
    fp_guesses g = { .context = context,
                     .sight = { .keep = context->keep, .ir = ir, .first = op, .end = ir->ops[op].end },
                     .finding = finding };
    if (ir->half_typed || !context->guesses) return;
    switch (e->kind) {
    case FP_RUN_STUCK: fix_stuck(&g, e); break;
    case FP_RUN_RACE: fix_race(&g, fault); break;
    case FP_RUN_MISSING_FENCE: fix_fence(&g, e); break;
    case FP_RUN_OVERSHOOT:
    case FP_RUN_EARLY_ARRIVAL: fix_early(&g, e); break;
    case FP_RUN_MISSED_PHASE: fix_missed(&g, e); break;
    case FP_RUN_BYTES_UNBALANCED:
        fp_guess_count(&g, FP_DOES_EXPECT, fp_object_root(&g.sight, e->second.op), -e->bytes, FP_WORD_EXPECT_BYTES,
                       FP_ARG_BYTES);
        break;
    case FP_RUN_SECOND_INIT:
        fp_guess_step(&g, (fp_position_in_text){ e->second.op, false }, FP_OBJECT_END,
                      fp_object_place_of(&g.sight, e->second.op), 0);
        fp_guess_removal(&g, e->second.op);
        fp_guess_object(&g, e->second.op);
        fp_guess_object(&g, e->first.op);
        break;
    case FP_RUN_BYTES_REUSED:
        if (e->idle) break; /* nothing comes of it: an end would be one more thing to order */
        fp_guess_step(&g, (fp_position_in_text){ e->second.op, false }, FP_OBJECT_END,
                      fp_object_place_of(&g.sight, e->first.op), 0);
        break;
    case FP_RUN_NOT_INITIALIZED: fix_not_initialised(&g, e, context->streams); break;
    case FP_RUN_USE_AFTER_END: fix_used_after_end(&g, e); break;
    case FP_RUN_END_WHILE_USED:
        fp_guess_wait(&g, before_op(e->second.op), fp_object_place_of(&g.sight, e->first.op));
        break;
    case FP_RUN_BYTES_LATE:
    case FP_RUN_ENDS_EARLY:
    case FP_RUN_BAD_COUNT:
    case FP_RUN_BYTES_TOUCHED:
    case FP_RUN_KIND_COUNT: break;
    }
}
