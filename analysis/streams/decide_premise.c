#include "streams/decide_premise.h"
#include "base/cancel.h"
#include "base/sort.h"
#include "kernel/read_use.h"
#include "streams/vector_run.h"
#include "streams/what_if.h"
#include <string.h>

typedef struct {
    struct fp_arena *keep, *scratch;
    const struct fp_kernel *kernel;
    struct fp_machine *machine;
    FP_VEC(fp_stream_fault) faults;
    FP_VEC(fp_stream_unknown) unknowns;
    FP_VEC(fp_run_wait) waits;
    const fp_run_names *names;  /* of the present vector; NULL: nobody has asked for them yet */
    FP_VEC(fp_op_pair) races;   /* as race_of tells them; rising at the end */
    FP_VEC(fp_op_pair) seldom;  /* text of single threads */
    FP_VEC(fp_op_pair) doubts;  /* text of single threads: not in order, their bytes not known */
    FP_VEC(fp_op_pair) lengths; /* .. where all that is not known is how far one of them reaches */
    FP_VEC(fp_op_pair) ways;    /* all of these, each in the order in which one thread does the two */
    FP_VEC(fp_op_pair) late;    /* likewise, where accesses are in flight until their thread waits for them */
    FP_VEC(fp_op_pair) lanes;   /* text of single threads: only lanes of one wave meet, which the chip keeps in order */
    bool hidden;                /* some vector's run speaks for one schedule only, or something was hidden from it */
    FP_VEC(fp_leaf_vector) vectors;
    uint32_t late_runs; /* vectors that were run with accesses in flight as well */
    struct fp_streams *result;
} deciding;

/* ---- Names of the present vector ---- */
static fp_stream last_stream(const fp_run_result *result) {
    fp_stream last = 0;
    for (uint32_t i = 0; i < result->evidence_count; i++) {
        const fp_run_evidence *e = result->evidence[i];
        fp_stream ends[] = { e->first.stream, e->second.stream, e->sync_after_first.stream,
                             e->sync_before_second.stream };
        for (uint32_t k = 0; k < 4; k++)
            if (ends[k] > last && ends[k] < FP_RUN_STREAMS_MAX) last = ends[k];
        for (uint32_t k = 0; k < e->stuck_count; k++) {
            if (e->stuck[k].at.stream > last) last = e->stuck[k].at.stream;
            for (uint32_t b = 0; b < e->stuck[k].bringer_count; b++)
                if (e->stuck[k].bringers[b].event.stream > last) last = e->stuck[k].bringers[b].event.stream;
        }
    }
    return last;
}

static const fp_run_names *names_of(deciding *d, const fp_run_result *result) {
    if (!d->names) d->names = fp_run_names_make(d->keep, d->machine, last_stream(result) + 1);
    return d->names;
}

/* ---- What the text hides ---- */
static bool is_known(const deciding *d, const fp_machine_unknown *unknown) {
    for (uint32_t i = 0; i < d->unknowns.len; i++)
        if (d->unknowns.data[i].unknown.op == unknown->op && d->unknowns.data[i].unknown.kind == unknown->kind)
            return true;
    return false;
}

/* What nobody comes to is told only where the same is hidden before. */
static bool is_told(const deciding *d, const fp_machine_unknown *unknown) {
    bool told = !unknown->behind;
    for (uint32_t i = 0; i < d->unknowns.len && !told; i++) told = d->unknowns.data[i].unknown.kind == unknown->kind;
    return told;
}

static bool took_a_way(const deciding *d) {
    uint32_t count;
    const fp_machine_unknown *unknowns = fp_machine_unknowns(d->machine, &count);
    for (uint32_t i = 0; i < count; i++)
        if (unknowns[i].kind == FP_HIDDEN_CONDITION && !unknowns[i].behind) return true;
    return false;
}

static void take_unknowns(deciding *d) {
    uint32_t count;
    const fp_machine_unknown *unknowns = fp_machine_unknowns(d->machine, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (is_known(d, &unknowns[i]) || !is_told(d, &unknowns[i])) continue;
        fp_str name = { 0 };
        if (unknowns[i].object != FP_NONE) name = fp_machine_object_name(d->machine, d->keep, unknowns[i].object);
        bool range = unknowns[i].kind == FP_HIDDEN_RANGE;
        const fp_machine_slot *slot = &unknowns[i].slot;
        if (range) name = fp_machine_memory_name(d->machine, slot->memory, slot->offset);
        bool certain = range && fp_machine_vector_class(d->machine) == FP_LEAVES_STRICT && !took_a_way(d) &&
                       !d->kernel->ir->half_typed;
        const fp_run_names *names = range ? fp_run_names_make(d->keep, d->machine, 0) : NULL;
        *FP_PUSH(d->keep, &d->unknowns) = (fp_stream_unknown){ unknowns[i], name, names, certain };
    }
}

/* Is it a fault only because something comes too early or too late? In a run that broke a rule, what else it comes to
 * may be due to that. */
static bool lacks_order(const fp_run_evidence *evidence, bool well_formed) {
    switch (evidence->kind) {
    case FP_RUN_RACE:
    case FP_RUN_MISSING_FENCE:
    case FP_RUN_ENDS_EARLY:
    case FP_RUN_OVERSHOOT:
    case FP_RUN_EARLY_ARRIVAL:
    case FP_RUN_MISSED_PHASE:
    case FP_RUN_BYTES_LATE:
    case FP_RUN_END_WHILE_USED: return true;
    case FP_RUN_STUCK:
    case FP_RUN_BYTES_UNBALANCED: return !well_formed;
    case FP_RUN_NOT_INITIALIZED: return evidence->first.op != FP_NONE;
    case FP_RUN_USE_AFTER_END:
    case FP_RUN_SECOND_INIT:
    case FP_RUN_BAD_COUNT:
    case FP_RUN_BYTES_TOUCHED:
    case FP_RUN_BYTES_REUSED:
    case FP_RUN_KIND_COUNT: break;
    }
    return false;
}

/* Nothing is claimed about an object of which something is hidden; and what a hidden op could order is no fault for
 * certain, on whatever object. Half-typed text lacks the arrivals and waits that are still to come. */
static bool is_doubtful(const deciding *d, const fp_run_evidence *evidence, bool well_formed) {
    uint32_t count;
    if (d->kernel->ir->half_typed) return true;
    const fp_machine_unknown *unknowns = fp_machine_unknowns(d->machine, &count);
    bool order = lacks_order(evidence, well_formed);
    for (uint32_t i = 0; i < count; i++) {
        if (unknowns[i].kind == FP_HIDDEN_CONDITION || unknowns[i].behind) continue;
        if (order || unknowns[i].object == FP_NONE || unknowns[i].object == evidence->object) return true;
        for (uint32_t k = 0; k < evidence->stuck_count; k++)
            if (evidence->stuck[k].at.object == unknowns[i].object) return true;
    }
    return false;
}

/* ---- Faults ---- */
static fp_stream_fault *find_fault(deciding *d, const fp_run_evidence *evidence) {
    for (uint32_t i = 0; i < d->faults.len; i++)
        if (fp_run_says_same(&d->faults.data[i].evidence, evidence)) return &d->faults.data[i];
    return NULL;
}

static fp_run_evidence copy_of(struct fp_arena *keep, const fp_run_evidence *evidence) {
    fp_run_evidence copy = *evidence;
    copy.stuck = FP_NEW(keep, fp_run_stuck, evidence->stuck_count + 1);
    for (uint32_t i = 0; i < evidence->stuck_count; i++) {
        const fp_run_stuck *from = &evidence->stuck[i];
        copy.stuck[i] = *from;
        copy.stuck[i].bringers = FP_NEW(keep, fp_run_bringer, from->bringer_count + 1);
        if (from->bringer_count)
            memcpy(copy.stuck[i].bringers, from->bringers, from->bringer_count * sizeof *from->bringers);
    }
    return copy;
}

static bool does_harm(const fp_run_result *result) {
    for (uint32_t i = 0; i < result->evidence_count; i++)
        if (result->evidence[i]->kind == FP_RUN_STUCK || result->evidence[i]->kind == FP_RUN_RACE) return true;
    return false;
}

static fp_str name_of_memory(const deciding *d, const fp_run_evidence *evidence) {
    if (!fp_run_is_pair(evidence->kind)) return (fp_str){ 0 };
    return fp_str_copy(d->keep, fp_machine_memory_name(d->machine, evidence->where.memory, evidence->where.first));
}

/* Two roles run loops of their own: iterations with the same number belong together. */
static int compare_counters(const fp_run_event *a, const fp_run_event *b) {
    for (uint32_t i = 0; i < a->loop_count && i < b->loop_count && i < FP_EVENT_LOOPS_MAX; i++)
        if (a->loops[i] != b->loops[i]) return a->loops[i] < b->loops[i] ? -1 : 1;
    return 0;
}

/* Where nothing orders two streams either may come first: text of single threads takes them in the order in which one
 * thread would do them, and in the same iterations of two roles the write before the read. */
static void put_in_order(const struct fp_kernel *kernel, fp_run_evidence *e) {
    if (e->kind != FP_RUN_RACE || e->first.stream == e->second.stream) return;
    bool turns = e->order > 0;
    bool apart = e->order == 0 && fp_ir_apart(kernel->ir, e->first.op, e->second.op);
    int counters = compare_counters(&e->first, &e->second);
    if (apart && counters != 0)
        turns = counters > 0;
    else if (apart)
        turns = !e->first_writes && e->second_writes && !e->first_async;
    else if (e->order == 0)
        turns = e->first.op > e->second.op;
    if (turns) fp_run_turn(e);
}

/* In text of single threads the two may race in one order, and in the other one only while the first is in flight. */
static fp_op_pair race_of(const deciding *d, const fp_run_evidence *e) {
    fp_run_evidence in_order = *e;
    if (!fp_machine_by_threads(d->machine)) return fp_op_pair_rising(e->first.op, e->second.op);
    put_in_order(d->kernel, &in_order);
    return fp_op_pair_of(in_order.first.op, in_order.second.op);
}

/* Do the two race whether their accesses are in flight or not? */
static bool races_anyway(const deciding *d, const fp_run_evidence *e) {
    fp_op_pair race = race_of(d, e);
    for (uint32_t i = 0; i < d->races.len; i++)
        if (d->races.data[i] == race) return true;
    return false;
}

/* Of accesses in flight: a read whose value is stored before the next barrier has been waited for. */
static bool has_landed(const deciding *d, const fp_run_evidence *e, bool late) {
    bool read = late && !e->first_writes && e->first.op != FP_NONE && e->second.op != FP_NONE;
    return read && fp_use_of_read(d->kernel->ir, e->first.op, e->second.op) == FP_READ_STORED;
}

static void take_faults(deciding *d, const fp_run_result *result, bool late) {
    bool harms = does_harm(result), chosen = took_a_way(d);
    for (uint32_t i = 0; i < result->evidence_count; i++) {
        fp_run_evidence *evidence = result->evidence[i];
        if (!fp_vector_run_asks(evidence, late) || has_landed(d, evidence, late) || (late && races_anyway(d, evidence)))
            continue;
        if (fp_machine_by_threads(d->machine)) put_in_order(d->kernel, evidence);
        bool doubtful = is_doubtful(d, evidence, result->well_formed);
        fp_stream_fault *known = find_fault(d, evidence);
        bool fits = known && evidence->kind == FP_RUN_RACE && known->shown_by == FP_LEAVES_IRREGULAR &&
                    fp_machine_vector_class(d->machine) != FP_LEAVES_IRREGULAR;
        bool sooner = known && doubtful == known->doubtful && (fits || (known->evidence.in_warp && !evidence->in_warp));
        if (known && !sooner && (doubtful || !known->doubtful)) continue;
        fp_stream_fault fault = { .evidence = copy_of(d->keep, evidence),
                                  .shown_by = fp_machine_vector_class(d->machine),
                                  .doubtful = doubtful,
                                  .chosen = chosen,
                                  .broken = !result->well_formed,
                                  .harms = harms || evidence->hangs,
                                  .late = late,
                                  .memory = name_of_memory(d, evidence),
                                  .memory_start = fp_machine_memory_start(d->machine, evidence->where.memory,
                                                                          evidence->where.first),
                                  .names = names_of(d, result) };
        if (known)
            *known = fault;
        else if (d->faults.len < FP_DECIDE_FAULTS_MAX)
            *FP_PUSH(d->keep, &d->faults) = fault;
        else
            d->result->faults_cut = true;
    }
}

/* ---- Waits ---- */
static void take_waits(deciding *d, const fp_run_result *result) {
    for (uint32_t i = 0; i < result->wait_count; i++) {
        uint32_t k = 0;
        while (k < d->waits.len && d->waits.data[k].op != result->waits[i].op) k++;
        if (k == d->waits.len) *FP_PUSH(d->keep, &d->waits) = result->waits[i];
        d->waits.data[k].idle &= result->waits[i].idle;
    }
}

/* ---- Pairs that are decided ---- */
/* What goes wrong only for lengths that suit the text least is told once, as what the kernel assumes: the runs speak
 * for all others. */
static void take_races(deciding *d, const fp_run_result *result, bool late) {
    bool irregular = fp_machine_vector_class(d->machine) == FP_LEAVES_IRREGULAR;
    for (uint32_t i = 0; i < result->evidence_count; i++) {
        const fp_run_evidence *e = result->evidence[i];
        bool told = irregular && fp_vector_run_asks(e, late) && !(late && fp_machine_lands_unsure(d->machine));
        fp_op_pair pair = fp_op_pair_rising(e->first.op, e->second.op);
        if (!fp_run_is_pair(e->kind) || e->kind == FP_RUN_MISSING_FENCE) continue;
        if (has_landed(d, e, late)) continue;
        *FP_PUSH(d->keep, &d->ways) = fp_run_pair_of(&e->first, &e->second);
        if (told)
            *FP_PUSH(d->keep, &d->seldom) = pair;
        else if (late)
            *FP_PUSH(d->keep, &d->late) = pair;
        else
            *FP_PUSH(d->keep, &d->races) = race_of(d, e);
    }
    for (uint32_t i = 0; i < result->doubt_count; i++) {
        fp_op_pair way = result->doubts[i].pair;
        fp_op_pair pair = fp_op_pair_rising(fp_op_pair_first(way), fp_op_pair_second(way));
        switch (result->doubts[i].kind) {
        case FP_RUN_DOUBT_BYTES: *FP_PUSH(d->keep, &d->doubts) = pair; break;
        case FP_RUN_DOUBT_LENGTH: *FP_PUSH(d->keep, &d->lengths) = pair; break;
        case FP_RUN_DOUBT_LANES: *FP_PUSH(d->keep, &d->lanes) = pair; continue;
        }
        *FP_PUSH(d->keep, &d->ways) = way;
    }
    uint32_t unknowns;
    (void)fp_machine_unknowns(d->machine, &unknowns);
    bool broken = result->end != FP_RUN_ENDED || (!late && !result->well_formed);
    d->hidden |= unknowns > 0 || (broken && !(irregular && fp_run_is_whole(result->end)));
}

static int compare_pairs(const void *a, const void *b) {
    const fp_op_pair *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool is_all_placed(const deciding *d, const struct fp_decided *decided) {
    for (uint32_t i = 0; i < d->kernel->accesses.len; i++) {
        const fp_access *access = &d->kernel->accesses.data[i];
        bool shared = d->kernel->classes.data[access->klass].space == FP_SPACE_WORKGROUP;
        if (shared && !decided->ops[access->op] && (!decided->ran || decided->ran[access->op])) return false;
    }
    return true;
}

/* Runs that speak for all schedules and for all values have decided each pair whose bytes they know. */
static const struct fp_decided *decide_pairs(deciding *d) {
    const uint8_t *known = fp_machine_placed(d->machine, d->keep);
    if (!known) return NULL;
    FP_VEC(fp_op_pair) reported = { 0 }, told = { 0 };
    struct fp_decided *decided = FP_NEW(d->keep, struct fp_decided, 1);
    for (uint32_t i = 0; i < d->faults.len; i++) {
        const fp_stream_fault *fault = &d->faults.data[i];
        const fp_run_evidence *e = &fault->evidence;
        if (fault->doubtful || fault->shown_by == FP_LEAVES_IRREGULAR) continue;
        fp_op_pair pair = fp_op_pair_of(e->first.op, e->second.op);
        if (e->kind == FP_RUN_RACE && !fault->late) *FP_PUSH(d->keep, &reported) = pair;
        if (e->kind == FP_RUN_RACE && fault->late) *FP_PUSH(d->keep, &told) = pair;
        decided->broken |= !fp_run_is_pair(e->kind);
    }
    fp_sort(reported.data, reported.len, sizeof *reported.data, compare_pairs);
    fp_sort(told.data, told.len, sizeof *told.data, compare_pairs);
    for (uint32_t i = 0; i < d->races.len; i++)
        d->races.data[i] = fp_op_pair_rising(fp_op_pair_first(d->races.data[i]), fp_op_pair_second(d->races.data[i]));
    fp_sort(d->races.data, d->races.len, sizeof *d->races.data, compare_pairs);
    fp_sort(d->seldom.data, d->seldom.len, sizeof *d->seldom.data, compare_pairs);
    fp_sort(d->doubts.data, d->doubts.len, sizeof *d->doubts.data, compare_pairs);
    fp_sort(d->lengths.data, d->lengths.len, sizeof *d->lengths.data, compare_pairs);
    fp_sort(d->ways.data, d->ways.len, sizeof *d->ways.data, compare_pairs);
    fp_sort(d->lanes.data, d->lanes.len, sizeof *d->lanes.data, compare_pairs);
    fp_sort(d->late.data, d->late.len, sizeof *d->late.data, compare_pairs);
    decided->ops = known, decided->by_all = fp_machine_by_all(d->machine, d->keep);
    decided->ran = fp_machine_ran(d->machine, d->keep);
    decided->apart = fp_machine_apart(d->machine, d->keep);
    decided->races = d->races.data, decided->race_count = d->races.len;
    decided->seldom = d->seldom.data, decided->seldom_count = d->seldom.len;
    decided->doubts = d->doubts.data, decided->doubt_count = d->doubts.len;
    decided->lengths = d->lengths.data, decided->length_count = d->lengths.len;
    decided->ways = d->ways.data, decided->way_count = d->ways.len;
    decided->lanes = d->lanes.data, decided->lane_count = d->lanes.len;
    decided->late = d->late.data, decided->late_count = d->late.len;
    decided->late_told = told.data, decided->late_told_count = told.len;
    decided->reported = reported.data, decided->reported_count = reported.len;
    decided->uneven = fp_machine_is_uneven(d->machine);
    decided->clusters = fp_machine_cluster_meets(d->machine);
    decided->landed = d->late_runs == d->vectors.len && !fp_machine_lands_unsure(d->machine);
    decided->all = d->result->complete && !d->hidden && fp_machine_tried_all(d->machine);
    decided->by = decided->all ? fp_machine_done_by(d->machine, d->keep) : NULL;
    decided->placed = is_all_placed(d, decided);
    return decided;
}

/* ---- All vectors ---- */
static fp_op limit_of(const deciding *d, const fp_run_result *result) {
    uint32_t count;
    const fp_machine_unknown *unknowns = fp_machine_unknowns(d->machine, &count);
    for (uint32_t i = 0; i < count; i++)
        if (unknowns[i].kind == FP_HIDDEN_BUDGET) return unknowns[i].op;
    return result->limit_at;
}

/* What races with accesses in flight, too, is not ordered. */
static void run_late(deciding *d, const fp_vector_run *run) {
    fp_run_result result;
    if (d->hidden || !fp_vector_run_late(d->scratch, run, &result)) return;
    if (!fp_machine_lands_unsure(d->machine)) take_faults(d, &result, true);
    take_races(d, &result, true);
    d->late_runs++;
    d->result->events += result.events;
}

static void run_vector(deciding *d) {
    const fp_vector_run run = { .kernel = d->kernel, .machine = d->machine };
    fp_run_result result = fp_vector_run_once(d->scratch, &run);
    d->result->events += result.events;
    if (fp_machine_vector_is_extra(d->machine) && !fp_run_is_whole(result.end)) {
        fp_machine_end_extra(d->machine);
        return;
    }
    d->names = NULL;
    *FP_PUSH(d->keep, &d->vectors) = fp_machine_vector(d->machine, d->keep);
    take_unknowns(d);
    take_faults(d, &result, false);
    take_waits(d, &result);
    take_races(d, &result, false);
    if (!fp_run_is_whole(result.end) && d->result->limit_at == FP_NONE) d->result->limit_at = limit_of(d, &result);
    d->result->complete &= fp_run_is_whole(result.end);
    run_late(d, &run);
}

bool fp_is_among_faults(const fp_stream_fault *faults, uint32_t count, const fp_run_evidence *evidence) {
    for (uint32_t i = 0; i < count; i++)
        if (fp_run_says_same(&faults[i].evidence, evidence)) return true;
    return false;
}

/* What other workgroups order, the run of one that waits for them cannot tell alone: in clusters every wait stays. */
static void find_idle_waits(deciding *d, const fp_decide_request *request) {
    if (d->faults.len || d->unknowns.len || !d->result->complete || d->result->untried || d->result->values_cut ||
        d->kernel->launch.workgroups > 1)
        return;
    FP_VEC(fp_idle_wait) idle = { 0 };
    struct fp_what_if *what_if = NULL;
    bool *without = FP_NEW(d->scratch, bool, d->kernel->ir->op_count);
    for (uint32_t i = 0, tried = 0; i < d->waits.len && tried < FP_DECIDE_IDLE_MAX; i++) {
        const fp_run_wait *wait = &d->waits.data[i];
        if (!wait->idle || wait->known_by == FP_NONE) continue;
        tried++;
        if (!what_if) what_if = fp_what_if_new(d->scratch, d->result, d->kernel, request->program);
        without[wait->op] = true;
        if (fp_what_if_holds(what_if, without, request->cancelled))
            *FP_PUSH(d->keep, &idle) = (fp_idle_wait){ wait->op, wait->known_by };
        without[wait->op] = false;
    }
    d->result->idle_waits = idle.data, d->result->idle_wait_count = idle.len;
}

static bool hides_nothing(const deciding *d) {
    for (uint32_t i = 0; i < d->unknowns.len; i++)
        if (d->unknowns.data[i].unknown.kind != FP_HIDDEN_CONDITION) return false;
    return !fp_machine_ragged(d->machine);
}

/* Text of single threads, and waves that are shifted, are judged by the run, or not at all: what the run cannot follow
 * is left to the algebra. */
static bool is_followed(const deciding *d) {
    return d->result->roles_hidden_at != FP_NONE || (d->result->complete && hides_nothing(d));
}

static void take_threads(deciding *d) {
    d->result->roles_hidden_at = FP_NONE;
    bool roles = fp_machine_has_roles(d->kernel);
    for (uint32_t i = 0; roles && i < d->unknowns.len && d->result->roles_hidden_at == FP_NONE; i++)
        if (d->unknowns.data[i].unknown.kind == FP_HIDDEN_ROLE)
            d->result->roles_hidden_at = d->unknowns.data[i].unknown.op;
    d->result->decided = decide_pairs(d);
    if (d->result->roles_hidden_at != FP_NONE) d->faults.len = d->unknowns.len = 0;
}

/* Whatever else is found, this stays wrong: no later pass mends it, and nothing that the text hides excuses it. */
static bool is_settled(const deciding *d, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    bool apart = e->kind == FP_RUN_RACE && e->first.stream != e->second.stream && !fp_machine_in_shares(d->machine);
    bool phases = (e->kind == FP_RUN_EARLY_ARRIVAL || e->kind == FP_RUN_MISSED_PHASE) && !e->idle;
    return fault->shown_by == FP_LEAVES_STRICT && !fault->doubtful && !e->in_warp &&
           (apart || phases || e->kind == FP_RUN_STUCK);
}

/* A limit takes nothing back that has been found before it. Returns how many faults that leaves. */
static uint32_t keep_settled(deciding *d) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->faults.len; i++)
        if (is_settled(d, &d->faults.data[i])) d->faults.data[kept++] = d->faults.data[i];
    return hides_nothing(d) ? kept : 0;
}

/* What the run could not follow may order what some threads do and what others do: no error rests on such a pair. Text
 * whose threads wait for objects is nowhere else judged by phases: it says what hides. */
static void give_up(deciding *d) {
    struct fp_decided *decided = FP_NEW(d->keep, struct fp_decided, 1);
    *decided = (struct fp_decided){ .ops = fp_machine_in_roles(d->machine, d->keep), .given_up = true };
    struct fp_streams given_up = { .roles_hidden_at = FP_NONE,
                                   .given_up = true,
                                   .complete = d->result->complete,
                                   .limit_at = d->result->limit_at,
                                   .values_cut = d->result->values_cut,
                                   .faults_cut = d->result->faults_cut };
    bool waits = fp_machine_needs_threads(d->kernel) && fp_kernel_waits_for_objects(d->kernel);
    if (decided->ops || waits) given_up.decided = decided;
    uint32_t first = 0;
    while (first < d->unknowns.len && d->unknowns.data[first].unknown.kind == FP_HIDDEN_CONDITION) first++;
    if (waits && first < d->unknowns.len) given_up.unknowns = &d->unknowns.data[first], given_up.unknown_count = 1;
    given_up.events = d->result->events;
    given_up.faults = d->faults.data, given_up.fault_count = keep_settled(d);
    *d->result = given_up;
}

static const fp_leaf_value *untried_value(const deciding *d) {
    fp_leaf_value *untried = FP_NEW(d->keep, fp_leaf_value, 1);
    if (!fp_machine_untried(d->machine, &untried->name, &untried->value)) return NULL;
    untried->name = fp_str_copy(d->keep, untried->name);
    return untried;
}

static void tell_failure(const deciding *d) {
    if (fp_machine_needs_threads(d->kernel) || fp_machine_phase_count(d->machine))
        return; /* another premise may hold */
    for (uint32_t i = 0; i < d->faults.len; i++)
        if (is_settled(d, &d->faults.data[i])) fp_watch_fails(d->kernel->ir->context->watch);
}

struct fp_streams *fp_decide_under(struct fp_arena *keep, const fp_decide_request *request, fp_premise premise,
                                   uint64_t spent, uint32_t *phases) {
    struct fp_arena *scratch = fp_arena_new(), *of_run = fp_arena_new();
    deciding d = { .keep = keep,
                   .scratch = of_run,
                   .kernel = request->kernel,
                   .machine = fp_machine_new(scratch, request->kernel, request->program, premise),
                   .result = FP_NEW(keep, struct fp_streams, 1) };
    d.result->complete = true;
    d.result->limit_at = FP_NONE;
    while (spent + d.result->events < FP_DECIDE_EVENTS_MAX && !fp_is_cancelled(request->cancelled) &&
           fp_machine_next_vector(d.machine)) {
        fp_arena_mark_t mark = fp_arena_mark(of_run);
        run_vector(&d);
        tell_failure(&d);
        fp_arena_reset(of_run, mark);
        fp_machine_try_all(d.machine, !d.hidden);
    }
    bool spent_all = spent + d.result->events >= FP_DECIDE_EVENTS_MAX;
    d.result->values_cut = fp_machine_values_cut(d.machine) || (spent_all && fp_machine_next_vector(d.machine));
    d.result->vectors = d.vectors.data, d.result->vector_count = d.vectors.len;
    d.result->untried = untried_value(&d);
    take_threads(&d);
    d.result->in_shares = fp_machine_in_shares(d.machine);
    d.result->premise = premise;
    d.result->elects = fp_machine_elects(d.machine);
    if (!d.result->decided) find_idle_waits(&d, request); /* of whole partitions alone */
    d.result->faults = d.faults.data, d.result->fault_count = d.faults.len;
    d.result->unknowns = d.unknowns.data, d.result->unknown_count = d.unknowns.len;
    bool judged_else = d.result->decided || d.result->in_shares; /* where the run does not know all */
    if (judged_else && !is_followed(&d)) give_up(&d);
    *phases = fp_machine_phase_count(d.machine);
    fp_arena_drop(of_run);
    fp_arena_drop(scratch);
    return d.result;
}
