/* Executes a program for all values of its inputs. An execution is a sequence of op instances that all threads share,
 * save for who takes part; each wave runs its own part of it. Two instances race when two threads touch a common byte
 * and nothing orders the one before the other:
 *   a thread's access is complete when a wait covers it or a fence of its space and tags (or the barrier's own
 *   instruction) has run; from there on the next arrival of its wave at a barrier hands it on, to those waves whose
 *   wait at that barrier counts that arrival, and so further; the k-th arrivals of the waves at one barrier belong
 *   together; a barrier that only some lanes of a wave reach orders nothing; a wave that has left the kernel has
 *   completed what it did, and counts as arrived at every barrier from then on; a copy that an object completes is
 *   handed on by the waits for that object: by those for the phase that it is part of, or a later one. So is what the
 *   thread that arrives there, the first one, knows or has done itself. A wait by parity is for the first phase of
 *   that parity behind those that are known to be over.
 * On AMD chips the lanes of one wave run in step: between them, what is complete is ordered. */
#include "trace.h"
#include <string.h>

/* ---- what is complete, and who knows ---- */
static bool is_memory(const node *n) { return n->kind == NODE_ACCESS || n->kind == NODE_COPY; }

static bool compatible(tag_kind a, tag_kind b) { return a == TAG_NONE || b == TAG_NONE || a == b; }

static bool acts(const run *r, const instance *x) {
    const sync_row *row = &x->who.n->row;
    if (x->who.n->kind != NODE_SYNC || x->ragged) return false;
    bool shifts = r->p->family == FAMILY_DIVERGENT && r->missed != MISSED_IS_NONE;
    return !(x->partial && row->barrier && r->p->family != FAMILY_PHASES && !shifts &&
             r->p->family != FAMILY_STAGGERED);
}

static bool counts_on(const run *r, const node *n, counter_kind counter) {
    if (n->kind == NODE_COPY) return n->row.waits_for == counter;
    if (n->kind == NODE_ACCESS)
        return n->form == AT_OPAQUE && counter == COUNTER_LOAD; /* its index comes from global memory */
    return n->kind == NODE_TRAFFIC && counter == COUNTER_LOAD && (n->access == ACCESS_READ || r->p->on.stores_share);
}

/* Does the sync complete the access of its own wave, which `newer` ops or groups have followed on its counter? */
static bool covers(const run *r, const node *sync, const node *n, int newer) {
    const sync_row *row = &sync->row;
    const chip *on = &r->p->on;
    if (row->barrier && on->barrier_lands) return true;
    if (n->kind == NODE_ACCESS) {
        int space = n->global ? GLOBAL : LOCAL;
        return (row->lands & space) || ((row->releases & space) && compatible(row->tag, n->tag));
    }
    counter_kind counter = n->row.waits_for;
    if (counter == COUNTER_LOAD && on->fence_lands_dma && (row->releases & LOCAL)) return true;
    if (counter == COUNTER_MARK && on->fence_lands_marks && row->releases == (LOCAL | GLOBAL) && row->tag == TAG_NONE)
        return true;
    if (counter == COUNTER_MARK && row->waits_for == COUNTER_LOAD && sync->count == 0)
        return true; /* it counts there as well */
    return row->waits_for == counter && newer >= sync->count;
}

/* A counter that is full takes another op only when its oldest one is complete. */
static void make_room(run *r, int wave, int t) {
    const node *n = r->instances[t].who.n;
    int newer = counts_on(r, n, COUNTER_LOAD);
    if (!newer || !r->p->on.capacity) return;
    for (int i = t - 1; i >= 0; i--) {
        instance *x = &r->instances[i];
        if (!(x->waves >> wave & 1)) continue;
        bool counted = x->who.n->kind == NODE_COPY && x->who.n->row.waits_for == COUNTER_LOAD;
        if (counted && newer >= r->p->on.capacity && x->complete[wave] == NEVER) x->complete[wave] = t;
        newer += counts_on(r, x->who.n, COUNTER_LOAD);
    }
}

static void complete_accesses(run *r, int wave) {
    int commits = 0;
    for (int t = 0; t < r->count; t++) {
        const node *n = r->instances[t].who.n;
        if (!(r->instances[t].waves >> wave & 1)) continue;
        make_room(r, wave, t);
        if (!acts(r, &r->instances[t])) continue;
        int newer[COUNTER_OBJECT + 1] = { 0 };
        for (int i = t - 1; i >= 0; i--) {
            instance *x = &r->instances[i];
            const node *m = x->who.n;
            if (!(x->waves >> wave & 1)) continue;
            counter_kind counter = m->kind == NODE_COPY ? m->row.waits_for : COUNTER_NONE;
            bool committed = counter == COUNTER_GROUP || counter == COUNTER_MARK;
            if (committed && n->row.commits == counter && x->group[wave] < 0) x->group[wave] = commits;
            int behind = !committed ? newer[counter] : x->group[wave] >= 0 ? commits - 1 - x->group[wave] : -1;
            if (is_memory(m) && counter != COUNTER_OBJECT && x->complete[wave] == NEVER && covers(r, n, m, behind))
                x->complete[wave] = t;
            for (counter_kind c = COUNTER_ASYNC; c <= COUNTER_LOAD; c++) newer[c] += counts_on(r, m, c);
        }
        if (n->row.commits == COUNTER_GROUP || n->row.commits == COUNTER_MARK) commits++;
    }
    for (int t = 0; t < r->count; t++)
        if (r->instances[t].complete[wave] > r->ended[wave])
            r->instances[t].complete[wave] = r->ended[wave];
        else if (r->instances[t].complete[wave] == NEVER && r->missed == MISSED_ON_CHIP)
            r->instances[t].complete[wave] = r->count;
}

static void attend(run *r) {
    for (int w = 0; w < WAVES_MAX; w++)
        for (int b = 0; b < BARRIERS_MAX; b++) r->at[w][b].arrival_count = r->at[w][b].wait_count = 0;
    for (int t = 0; t < r->count; t++) {
        const sync_row *row = &r->instances[t].who.n->row;
        if (!acts(r, &r->instances[t])) continue;
        for (int w = 0; w < WAVES_MAX; w++) {
            if (!(r->instances[t].waves >> w & 1)) continue;
            attendance *at = &r->at[w][row->on];
            if (row->arrives) at->arrivals[at->arrival_count++] = t;
            if (row->waits) at->waits[at->wait_count++] = (meeting_wait){ t, at->arrival_count };
        }
    }
}

/* The waits for the object that the copy at `i` completes, or that is arrived at there: from there on those waves know
 * it. */
static bool know_by_object(const run *r, int i, int *known) {
    const instance *copy = &r->instances[i];
    bool changed = false;
    for (int t = i + 1; t < r->count; t++) {
        const node *n = r->instances[t].who.n;
        if (n->kind != NODE_SYNC || n->row.waits_for != COUNTER_OBJECT || r->instances[t].object != copy->object ||
            r->instances[t].phase <= copy->phase)
            continue;
        for (int w = 0; w < WAVES_MAX; w++)
            if ((r->instances[t].waves >> w & 1) && t < known[w]) known[w] = t, changed = true;
    }
    return changed;
}

/* What the first thread knows at `time` is known to those who wait for its next arrivals. */
static bool hand_on_by_objects(const run *r, int time, int *known) {
    bool changed = false;
    for (int t = time; t < r->count; t++) {
        const instance *x = &r->instances[t];
        if (x->who.n->kind == NODE_SYNC && x->who.n->row.commits == COUNTER_OBJECT && has_thread(x->who.threads, 0))
            changed |= know_by_object(r, t, known);
    }
    return changed;
}

/* Everything that `wave` knows at `time` is known to those who wait for its next arrivals. */
static bool hand_on(const run *r, int wave, int time, int *known) {
    bool changed = false;
    for (int b = 0; b < BARRIERS_MAX; b++) {
        const attendance *from = &r->at[wave][b];
        int arrival = 0;
        while (arrival < from->arrival_count && from->arrivals[arrival] < time) arrival++;
        /* A wave that has ended counts as arrived from then on. */
        bool over = arrival == from->arrival_count, left = over && r->ended[wave] != NEVER;
        if (over && (b != 0 || (!left && r->missed != MISSED_ON_CHIP))) continue;
        for (int w = 0; w < WAVES_MAX; w++) {
            const attendance *to = &r->at[w][b];
            int wait = 0;
            while (wait < to->wait_count &&
                   (left ? to->waits[wait].time < r->ended[wave] : to->waits[wait].arrivals <= arrival))
                wait++;
            if (wait == to->wait_count || to->waits[wait].time >= known[w]) continue;
            known[w] = to->waits[wait].time;
            changed = true;
        }
    }
    return changed;
}

/* What waves know, they hand on. */
static void spread_known(const run *r, int *known) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int w = 0; w < WAVES_MAX; w++)
            if (known[w] < NEVER) changed |= hand_on(r, w, known[w] + 1, known);
        if (known[0] < NEVER) changed |= hand_on_by_objects(r, known[0] + 1, known);
    }
}

static void spread_first(run *r, int i) {
    instance *x = &r->instances[i];
    memcpy(x->first_known, x->known[0], sizeof x->first_known);
    if (x->who.n->kind != NODE_ACCESS || !has_thread(x->who.threads, 0)) return;
    if (hand_on_by_objects(r, i + 1, x->first_known)) spread_known(r, x->first_known);
}

static void spread(run *r, int i, int wave) {
    instance *x = &r->instances[i];
    int *known = x->known[wave];
    for (int w = 0; w < WAVES_MAX; w++) known[w] = NEVER;
    if (x->who.n->kind == NODE_COPY && x->who.n->row.waits_for == COUNTER_OBJECT) {
        (void)know_by_object(r, i, known);
    } else if (x->complete[wave] < NEVER) {
        hand_on(r, wave, x->complete[wave] > i ? x->complete[wave] : i + 1, known);
    }
    spread_known(r, known);
    if (wave == 0) spread_first(r, i);
    /* Another wave may have waited for the object and told this one. */
    if (x->who.n->kind == NODE_COPY && x->who.n->row.waits_for == COUNTER_OBJECT) x->complete[wave] = known[wave];
}

/* ---- races ---- */
void pairs_add(pair_set *set, line_pair pair) {
    for (int i = 0; i < set->count; i++)
        if (set->pairs[i].earlier == pair.earlier && set->pairs[i].later == pair.later) {
            set->pairs[i].concurrent = set->pairs[i].concurrent && pair.concurrent;
            set->pairs[i].one_wave = set->pairs[i].one_wave && pair.one_wave;
            return;
        }
    if (set->count == PAIRS_MAX) {
        set->overflow = true;
        return;
    }
    set->pairs[set->count++] = pair;
}

bool pairs_have(const pair_set *set, int earlier, int later, bool either_direction) {
    for (int i = 0; i < set->count; i++) {
        if (set->pairs[i].earlier == earlier && set->pairs[i].later == later) return true;
        if (either_direction && set->pairs[i].earlier == later && set->pairs[i].later == earlier) return true;
    }
    return false;
}

static bool conflict(const instance *x, const instance *y) {
    const node *a = x->who.n, *b = y->who.n;
    if (a->global != b->global || (!a->global && x->buffer != y->buffer) ||
        (a->access == ACCESS_READ && b->access == ACCESS_READ))
        return false;
    return !(a->access == ACCESS_ATOMIC && b->access == ACCESS_ATOMIC);
}

static bool in_different_arms(const instance *a, const instance *b) {
    for (int i = 0; i < a->fork_count && i < b->fork_count && a->forks[i].instance == b->forks[i].instance; i++)
        if (a->forks[i].arm != b->forks[i].arm) return true;
    return false;
}

/* Do threads of the first wave besides the first one touch what threads of wave `v` touch? */
static bool meets_others(const program *p, const instance *x, const instance *a, int v) {
    toucher others = x->who;
    others.threads[0] &= ~1ull;
    touches touched = touches_find(p, &others, &a->who);
    return v == 0 ? touched.same_wave & 1 : touched.across[0] >> v & 1;
}

/* Of what `unordered` says: a wave with itself. */
enum { PAIRS_IN_ONE_WAVE = 1 | 1 << 5 | 1 << 10 | 1 << 15 };

/* Pairs of waves that are unordered, and own threads: bit 4 u + v; bit 16 + u: a thread with its own copy. */
static uint32_t unordered(const run *r, int earlier, int later) {
    const instance *x = &r->instances[earlier], *a = &r->instances[later];
    touches touched = touches_find(r->p, &x->who, &a->who);
    bool copies = x->who.n->kind == NODE_COPY;
    uint32_t bits = 0;
    for (int u = 0; u < WAVES_MAX; u++) {
        for (int v = 0; v < WAVES_MAX; v++) {
            bool meets = u == v ? touched.same_wave >> u & 1 : touched.across[u] >> v & 1;
            /* Waves that took another arm, or are one barrier behind, may come to the earlier one later. */
            if (!meets || x->known[u][v] < later || a->known[v][u] < earlier) continue;
            if (u == 0 && x->first_known[v] < later && !meets_others(r->p, x, a, v)) continue;
            /* The fence of an extra barrier counts for waves that do not run it, too: only lanes of one wave could
             * tell, whose accesses run in order. */
            bool in_step = (r->p->family == FAMILY_STAGGERED && !r->lanes) || r->missed == MISSED_ON_CHIP;
            if (u == v && r->p->on.amd && (x->complete[u] < later || in_step)) continue;
            bits |= 1u << (4 * u + v);
        }
        bool in_flight = copies && x->complete[u] > later,
             behind = a->who.n->kind == NODE_COPY && r->p->on.amd && x->complete[u] > later;
        if ((touched.same_thread >> u & 1) && (in_flight || behind)) bits |= 1u << (16 + u);
    }
    return bits;
}

static void collect(run *r, pair_set *races, dynamic_pairs *dynamic, uint64_t input_number) {
    static int position[INSTANCES_MAX]; /* among accesses only: stable when syncs are taken out */
    for (int t = 0, accesses = 0; t < r->count; t++) position[t] = is_memory(r->instances[t].who.n) ? accesses++ : -1;
    for (int later = 0; later < r->count; later++) {
        const instance *a = &r->instances[later];
        const node *n = a->who.n;
        if (!is_memory(n)) continue;
        bool hidden = n->spelling == ASSEMBLY_WITHIN; /* whether its threads meet each other is not asked */
        if (n->access == ACCESS_WRITE && !n->global && !hidden && races) {
            touches self = touches_find(r->p, &a->who, &a->who);
            bool races_itself = self.same_wave;
            for (int w = 0; w < WAVES_MAX; w++) races_itself |= self.across[w] != 0;
            if (races_itself) pairs_add(races, (line_pair){ a->inner_line, a->inner_line, true, false });
        }
        for (int earlier = 0; earlier < later; earlier++) {
            const instance *x = &r->instances[earlier];
            if (!is_memory(x->who.n) || !conflict(x, a)) continue;
            uint32_t bits = unordered(r, earlier, later);
            if (bits == 0) continue;
            dynamic->count++;
            uint64_t key = (input_number * 4096 + (uint64_t)position[earlier]) * 4096 + (uint64_t)position[later];
            key = (key + 1) * 0x9E3779B97F4A7C15u + (uint64_t)bits * 0xC2B2AE3D27D4EB4Fu;
            dynamic->hash += (key ^ (key >> 31)) * 0xBF58476D1CE4E5B9u;
            bool inside = x->call && x->call == a->call;
            line_pair pair = { x->inner_line, inside ? a->inner_line : a->line, in_different_arms(x, a),
                               (bits & ~(uint32_t)PAIRS_IN_ONE_WAVE) == 0 };
            if (races && (!n->global || races->global)) pairs_add(races, pair);
        }
    }
}

/* ---- all executions ---- */
/* Do only counters that are multiplied or halved run up to the argument? They soon pass any. */
static bool is_passed_soon(const program *p, int count) {
    for (int i = 0; i < p->node_count; i++) {
        const node *n = &p->nodes[i];
        if (n->kind == NODE_FOR && n->count == count && (!n->counter.is_while || n->counter.step == STEP_ONE))
            return false;
    }
    return true;
}

/* Slots of a ring of three and of one of two may meet only after more than TRIPS_MAX iterations. */
static bool has_rings_of_two_sizes(const program *p) {
    int size = 0;
    for (int i = 0; i < p->node_count; i++) {
        const node *n = &p->nodes[i];
        int turns = n->form == AT_SLOT || n->form == AT_SLOT_MIRROR ? 2 : n->turns;
        if (turns && size && turns != size) return true;
        if (turns) size = turns;
    }
    return false;
}

/* The next value of the inputs; false: all were tried. `number` starts at 0. */
static bool next_inputs(const program *p, uint64_t number, inputs *in) {
    static const int lengths[] = { 0, 1, 3, 5, 9, 20, 40, 300 }; /* of the family of such counters */
    enum { LENGTHS = sizeof lengths / sizeof *lengths };
    *in = (inputs){ .counts = { 0 } };
    bool turns = p->family == FAMILY_TURNING || p->family == FAMILY_SLOTS;
    bool nested = p->family == FAMILY_NESTS && has_rings_of_two_sizes(p), multiplies = p->family == FAMILY_WHILE;
    for (int i = 0; i < p->counts; i++) {
        /* The last of the slots' is as many as bring each slot to each other one. */
        bool one_more = turns || nested || (multiplies && is_passed_soon(p, i));
        uint64_t values = (uint64_t)(multiplies ? LENGTHS - 1 : TRIPS_MAX + 1) + (one_more ? 1 : 0);
        int value = (int)(number % values);
        in->counts[i] = multiplies ? lengths[value] : value > TRIPS_MAX ? ROUND + 2 : value;
        number /= values;
    }
    for (int i = 0; i < p->flags; i++, number /= 2) in->flags[i] = number % 2;
    if (p->family != FAMILY_GRAPHS) return number == 0;
    in->choices = (uint32_t)number;
    return number >> CHOICES_MAX == 0;
}

dynamic_pairs program_execute(const program *p, const bool *ignored, pair_set *races) {
    static run r;
    dynamic_pairs dynamic = { 0 };
    inputs in;
    int waves = p->threads / p->on.wave;
    touches_forget();
    r.missed = races ? races->missed : MISSED_SHIFTS;
    r.lanes = races && races->lanes;
    for (uint64_t number = 0; next_inputs(p, number, &in); number++) {
        trace_run(&r, p, ignored, &in);
        for (int w = 0; w < waves; w++) complete_accesses(&r, w);
        attend(&r);
        for (int i = 0; i < r.count; i++)
            for (int w = 0; w < waves; w++)
                if (is_memory(r.instances[i].who.n) && (r.instances[i].waves >> w & 1)) spread(&r, i, w);
        collect(&r, races, &dynamic, number);
    }
    return dynamic;
}

bool program_reaches(const program *p, const node *n) {
    static run r;
    inputs in;
    for (uint64_t number = 0; next_inputs(p, number, &in); number++) {
        trace_run(&r, p, NULL, &in);
        for (int i = 0; i < r.count; i++)
            if (r.instances[i].who.n == n) return true;
    }
    return false;
}

static int leader_of(int *leader, int line) {
    while (leader[line] != line) line = leader[line];
    return line;
}

void program_halves(const program *p, int *leader, int lines) {
    static run r;
    inputs in;
    for (int i = 0; i < lines; i++) leader[i] = i;
    for (uint64_t number = 0; next_inputs(p, number, &in); number++) {
        trace_run(&r, p, NULL, &in);
        int open[BARRIERS_MAX][INSTANCES_MAX], count[BARRIERS_MAX] = { 0 };
        for (int t = 0; t < r.count; t++) {
            const node *n = r.instances[t].who.n;
            if (n->kind != NODE_SYNC || n->row.arrives == n->row.waits || n->line >= lines) continue;
            int *number_open = &count[n->row.on];
            if (n->row.arrives) {
                open[n->row.on][(*number_open)++] = n->line;
                continue;
            }
            while (*number_open)
                leader[leader_of(leader, open[n->row.on][--*number_open])] = leader_of(leader, n->line);
        }
    }
}
