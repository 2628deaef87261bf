/* machine_threads.c - streams of text in which each thread acts for itself: sets of threads that have taken the same
 * ways so far, and values that are a number for each of them. */
#include "streams/machine_state.h"
#include <string.h>

enum {
    NUMBERS_MAX = 1 << 13, /* lists of numbers of one kernel; each is as long as the workgroup */
    COMPUTED_MAX = 1 << 13 /* computations that are remembered */
};

/* ---- Numbers ---- */

static const int64_t *numbers_of(const struct fp_machine *machine, fp_stream_value value) {
    return machine->by_thread.data[value.number];
}

fp_stream_value fp_machine_numbers(struct fp_machine *machine, const int64_t *numbers) {
    machine->numbers += machine->thread_count;
    size_t bytes = machine->thread_count * sizeof *numbers;
    uint64_t hash = fp_hash_bytes(numbers, bytes);
    fp_stream_value value = { .kind = FP_VALUE_BY_THREAD };
    for (fp_map_probe p = fp_map_find(&machine->by_thread_map, hash); fp_map_next(&p);)
        if (memcmp(machine->by_thread.data[p.value], numbers, bytes) == 0) {
            value.number = p.value;
            return value;
        }
    if (machine->by_thread.len == NUMBERS_MAX) return (fp_stream_value){ 0 };
    int64_t *copy = FP_NEW(machine->keep, int64_t, machine->thread_count);
    memcpy(copy, numbers, bytes);
    value.number = machine->by_thread.len;
    fp_map_put(machine->keep, &machine->by_thread_map, hash, machine->by_thread.len);
    *FP_PUSH(machine->keep, &machine->by_thread) = copy;
    return value;
}

fp_stream_value fp_machine_see(const struct fp_machine *machine, const fp_machine_stream *stream, uint32_t reg) {
    if (reg == FP_NONE) return (fp_stream_value){ 0 };
    fp_stream_value value = stream->registers[reg];
    if (value.kind != FP_VALUE_BY_THREAD) return value;
    const int64_t *numbers = numbers_of(machine, value);
    for (uint32_t i = 1; i < stream->set.count; i++)
        if (numbers[stream->set.threads[i]] != numbers[stream->set.threads[0]]) return value;
    return (fp_stream_value){ .kind = FP_VALUE_INTEGER,
                              .assumed = value.assumed,
                              .number = numbers[stream->set.threads[0]] };
}

static int64_t number_in(const struct fp_machine *machine, fp_stream_value value, uint32_t thread) {
    return value.kind == FP_VALUE_BY_THREAD ? numbers_of(machine, value)[thread] : value.number;
}

static bool is_number(fp_stream_value value) {
    return value.kind == FP_VALUE_INTEGER || value.kind == FP_VALUE_BY_THREAD;
}

enum { THREADS_MAX = 1024 };

/* Of two conditions. */
static bool is_both_or_one(fp_number_op number) {
    return number.width == 1 && (number.arith == FP_ARITH_AND || number.arith == FP_ARITH_OR);
}

static fp_stream_value compute(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    fp_stream_value v[3] = { fp_machine_see(machine, stream, code->a), fp_machine_see(machine, stream, code->b),
                             fp_machine_see(machine, stream, code->c) };
    uint32_t count = fp_number_operands(code->number.arith);
    fp_stream_value result = { 0 };
    bool select = code->number.arith == FP_ARITH_SELECT;
    int64_t numbers[THREADS_MAX];
    memset(numbers, 0, sizeof numbers);
    bool by_some = false; /* is it asked of some threads, or of none? Which they are no leaf says */
    for (uint32_t i = 0; i < count; i++) by_some |= is_both_or_one(code->number) && v[i].kind == FP_VALUE_BY_THREAD;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_number(v[i])) return result;
        bool assumed = v[i].assumed || v[i].handed;
        result.guessed |= v[i].guessed, result.apart |= v[i].apart;
        result.assumed |= assumed && !(by_some && v[i].kind == FP_VALUE_INTEGER);
    }
    for (uint32_t i = 0; i < stream->set.count; i++) {
        uint32_t t = stream->set.threads[i];
        int64_t a = number_in(machine, v[0], t), b = number_in(machine, v[1], t), c = number_in(machine, v[2], t);
        if (select)
            numbers[t] = a ? b : c;
        else if (!fp_number_evaluate(code->number, a, b, c, &numbers[t]))
            return (fp_stream_value){ 0 };
    }
    fp_stream_value made = fp_machine_numbers(machine, numbers);
    made.guessed = result.guessed, made.apart = result.apart, made.assumed = result.assumed;
    return made;
}

static bool same_computation(const fp_computed *a, const fp_computed *b) {
    return a->number.arith == b->number.arith && a->number.width == b->number.width &&
           a->number.from == b->number.from && a->number.predicate == b->number.predicate && a->set == b->set &&
           fp_value_same(a->operands[0], b->operands[0]) && fp_value_same(a->operands[1], b->operands[1]) &&
           fp_value_same(a->operands[2], b->operands[2]);
}

/* What is remembered counts as computed: which vectors are tried does not hang on what came before. */
fp_stream_value fp_machine_compute(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    fp_computed computed = { .number = code->number, .set = stream->set.number };
    const uint32_t registers[3] = { code->a, code->b, code->c };
    uint64_t hash = fp_hash_mix(code->number.arith << 8 | code->number.predicate, stream->set.number);
    for (uint32_t i = 0; i < 3; i++) {
        if (registers[i] != FP_NONE) computed.operands[i] = stream->registers[registers[i]];
        hash = fp_hash_mix(fp_hash_mix(hash, computed.operands[i].kind), (uint64_t)computed.operands[i].number);
    }
    for (fp_map_probe p = fp_map_find(&machine->computed_map, hash); fp_map_next(&p);) {
        const fp_computed *known = &machine->computed.data[p.value];
        if (!same_computation(known, &computed)) continue;
        if (known->result.kind == FP_VALUE_BY_THREAD) machine->numbers += machine->thread_count;
        return known->result;
    }
    computed.result = compute(machine, stream, code);
    if (machine->computed.len == COMPUTED_MAX) return computed.result;
    fp_map_put(machine->keep, &machine->computed_map, hash, machine->computed.len);
    *FP_PUSH(machine->keep, &machine->computed) = computed;
    return computed.result;
}

/* ---- Sets ---- */

fp_thread_set fp_machine_set(struct fp_machine *machine, const uint16_t *threads, uint32_t count) {
    uint64_t hash = fp_hash_bytes(threads, count * sizeof *threads);
    for (fp_map_probe p = fp_map_find(&machine->set_map, hash); fp_map_next(&p);) {
        const fp_thread_set *set = &machine->sets.data[p.value];
        if (set->count == count && memcmp(set->threads, threads, count * sizeof *threads) == 0) return *set;
    }
    uint16_t *copy = FP_NEW(machine->keep, uint16_t, count + 1);
    memcpy(copy, threads, count * sizeof *copy);
    fp_thread_set set = { copy, count, machine->sets.len };
    fp_map_put(machine->keep, &machine->set_map, hash, machine->sets.len);
    *FP_PUSH(machine->keep, &machine->sets) = set;
    return set;
}

/* Threads of a wave may come to an op as several streams: one of them all is elected, each time the same. It is a
 * thread of the first stream that comes. */
static uint32_t leader_of(struct fp_machine *machine, uint64_t place, uint32_t thread) {
    for (fp_map_probe p = fp_map_find(&machine->leader_map, place); fp_map_next(&p);)
        if (machine->leaders.data[p.value].place == place) return machine->leaders.data[p.value].thread;
    fp_map_put(machine->keep, &machine->leader_map, place, machine->leaders.len);
    *FP_PUSH(machine->keep, &machine->leaders) = (fp_leader){ place, thread };
    return thread;
}

/* The first or the last thread of the wave that is in the stream, or of all its threads. */
static uint32_t candidate(const struct fp_machine *machine, const fp_machine_stream *stream, uint32_t wave, bool all) {
    uint32_t lanes = machine->lanes, first = wave * lanes, last = first + lanes - 1;
    if (last >= machine->thread_count) last = machine->thread_count - 1;
    if (all) return machine->premise.last_lane ? last : first;
    uint32_t found = FP_NONE;
    for (uint32_t i = 0; i < stream->set.count; i++) {
        uint32_t t = stream->set.threads[i];
        if (t / lanes == wave && (found == FP_NONE || machine->premise.last_lane)) found = t;
    }
    return found;
}

fp_stream_value fp_machine_elect(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    int64_t numbers[THREADS_MAX];
    memset(numbers, 0, sizeof numbers);
    bool of_wave = code->constant == FP_ELECTS_WAVE;
    uint64_t place = fp_hash_mix((uint64_t)(code - machine->code.code.data), of_wave);
    place = fp_hash_mix(place, stream->workgroup);
    for (uint32_t i = 0; i < stream->set.count; i++) {
        uint32_t t = stream->set.threads[i], wave = t / machine->lanes;
        uint32_t leader = t;
        if (of_wave)
            leader = leader_of(machine, place, t);
        else if (code->extra) /* whoever comes: the others of the wave come, too */
            leader = candidate(machine, stream, wave, true);
        else
            leader = leader_of(machine, fp_hash_mix(place, wave + 1), candidate(machine, stream, wave, false));
        numbers[t] = of_wave ? leader / machine->lanes == wave : leader == t;
    }
    return fp_machine_numbers(machine, numbers);
}

static void take_over(struct fp_machine *machine, fp_machine_stream *part, const fp_machine_stream *whole,
                      fp_thread_set set, uint32_t at) {
    memcpy(part->registers, whole->registers, machine->code.register_count * sizeof *part->registers);
    memcpy(part->loops, whole->loops, sizeof part->loops);
    memcpy(part->loop_ids, whole->loop_ids, sizeof part->loop_ids);
    memcpy(part->asked, whole->asked, machine->code.places.len * sizeof *part->asked);
    memcpy(part->iterations, whole->iterations, (machine->kernel->loops.len + 1) * sizeof *part->iterations);
    part->exists = true, part->ended = part->is_over = false;
    part->workgroup = whole->workgroup, part->warps = whole->warps;
    part->joined = whole->joined, part->barriers = whole->barriers;
    part->barrier_count = whole->barrier_count;
    part->meetings = whole->meetings, part->cluster_meetings = whole->cluster_meetings;
    part->fork = part->partition = part->parent = FP_NONE;
    part->at = at;
    part->pending_first = part->pending_count = 0;
    part->set = set;
}

static const fp_thread_places *places_of(struct fp_machine *machine, fp_thread_set set) {
    fp_thread_places *places = FP_NEW(machine->keep, fp_thread_places, 1);
    *places = (fp_thread_places){ .count = set.count, .thread = set.threads };
    return places;
}

bool fp_machine_split(struct fp_machine *machine, fp_machine_stream *stream, fp_stream_value value, int64_t number,
                      uint32_t at, uint32_t others_at, const fp_code *code) {
    uint16_t threads[2][THREADS_MAX];
    uint32_t counts[2] = { 0 };
    for (uint32_t i = 0; i < stream->set.count; i++) {
        uint16_t t = stream->set.threads[i];
        bool other = number_in(machine, value, t) != number;
        threads[other][counts[other]++] = t;
    }
    if (counts[0] == 0 || counts[1] == 0) return false;
    stream->ended = stream->is_over = true;
    fp_stream first = fp_machine_free_pair(machine);
    if (first == FP_NONE) {
        fp_machine_hide(machine, code->op, FP_HIDDEN_BUDGET, FP_NONE);
        machine->exhausted = true;
        return true;
    }
    fp_event *event = fp_machine_push(machine, stream, FP_EVENT_FORK, code);
    event->splits = true;
    event->first_stream = first;
    event->stream_count = 2;
    for (uint32_t i = 0; i < 2; i++) {
        fp_thread_set set = fp_machine_set(machine, threads[i], counts[i]);
        take_over(machine, machine->streams.data[first + i], stream, set, i ? others_at : at);
        event->parts[i] = places_of(machine, set);
    }
    return true;
}
