/* machine_memory.c - numbers that threads store in workgroup memory and read again: roles, lengths, slots that a kernel
 * hands from some of its threads to others. */
#include "streams/machine_state.h"

enum { STORED_MAX = 512 /* places whose numbers are remembered; of what is stored elsewhere nothing is known */ };

void fp_machine_forget_all(struct fp_machine *machine) {
    machine->stored.len = 0;
    machine->stored_map = (fp_map){ 0 };
}

static fp_stored_number *find(struct fp_machine *machine, uint32_t memory, int64_t start) {
    uint64_t hash = fp_hash_mix(memory, (uint64_t)start);
    for (fp_map_probe p = fp_map_find(&machine->stored_map, hash); fp_map_next(&p);) {
        fp_stored_number *stored = &machine->stored.data[p.value];
        if (stored->memory == memory && stored->start == start) return stored;
    }
    return NULL;
}

static bool overlaps(const fp_stored_number *stored, const fp_region *region, uint32_t memory) {
    return stored->memory == memory && stored->start < region->end &&
           region->first < stored->start + (stored->bits + 7) / 8;
}

/* A write to places that are not told may be one to any of them. */
static void forget(struct fp_machine *machine, const fp_touched *touched, uint32_t workgroup) {
    for (uint32_t i = 0; i < machine->stored.len; i++) {
        bool hit = touched->vague;
        for (uint32_t r = 0; r < touched->region_count && !hit; r++) {
            uint32_t memory = touched->regions[r].memory;
            if (workgroup != FP_NONE) memory = fp_machine_memory_in(machine, memory, workgroup);
            hit = overlaps(&machine->stored.data[i], &touched->regions[r], memory);
        }
        if (hit) machine->stored.data[i].value = (fp_stream_value){ 0 };
    }
}

/* Two threads that store different numbers in one place race: which one stays is not known. */
static void remember(struct fp_machine *machine, uint32_t memory, int64_t start, uint8_t bits, fp_stream_value value) {
    fp_stored_number *stored = find(machine, memory, start);
    if (stored && stored->value.kind == FP_VALUE_INTEGER && stored->value.number != value.number)
        value = (fp_stream_value){ 0 };
    if (!stored && machine->stored.len == STORED_MAX) return;
    if (!stored) {
        fp_map_put(machine->keep, &machine->stored_map, fp_hash_mix(memory, (uint64_t)start), machine->stored.len);
        stored = FP_PUSH(machine->keep, &machine->stored);
    }
    *stored = (fp_stored_number){ memory, bits, start, value };
}

/* Where each thread touches one number; NULL: that is not known. */
static const fp_thread_places *places_of(const fp_touched *touched, const fp_code_touch *touch) {
    bool known = !touched->vague && !touched->partial && touched->region_count > 0 && touch->bits > 0;
    bool one = known && touched->places && touched->places->width == (touch->bits + 7u) / 8;
    return one ? touched->places : NULL;
}

void fp_machine_store(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code_touch *touch,
                      const fp_touched *touched, uint32_t workgroup) {
    if (!machine->code.recalls) return;
    forget(machine, touched, workgroup);
    const fp_thread_places *places = workgroup == FP_NONE ? places_of(touched, touch) : NULL;
    fp_stream_value value = fp_machine_see(machine, stream, touch->stored), one = value;
    if (!places || (value.kind != FP_VALUE_INTEGER && value.kind != FP_VALUE_BY_THREAD)) return;
    for (uint32_t i = 0; i < places->count; i++) {
        one.kind = FP_VALUE_INTEGER;
        if (value.kind == FP_VALUE_BY_THREAD) one.number = machine->by_thread.data[value.number][places->thread[i]];
        remember(machine, touched->regions[0].memory, places->start[i], touch->bits, one);
    }
}

bool fp_machine_is_word(const struct fp_machine *machine, uint32_t memory, int64_t start) {
    for (uint32_t i = 0; i < machine->words.len; i++)
        if (machine->words.data[i].memory == memory && machine->words.data[i].start == start) return true;
    return false;
}

void fp_machine_meet_word(struct fp_machine *machine, uint32_t memory, int64_t start) {
    enum { WORDS_MAX = 64 }; /* more objects than a kernel keeps; others stay without a count */
    const fp_stored_number *stored = find(machine, memory, start);
    if (!stored || stored->bits != 64 || machine->words.len == WORDS_MAX) return;
    if (fp_machine_is_word(machine, memory, start)) return;
    *FP_PUSH(machine->keep, &machine->words) = (fp_word){ memory, start };
    machine->learned = true;
}

fp_stream_value fp_machine_recall(struct fp_machine *machine, const fp_machine_stream *stream,
                                  const fp_code_touch *touch) {
    const fp_touched *touched = fp_machine_touch(machine, stream, touch, 0);
    const fp_thread_places *places = places_of(touched, touch);
    if (!places || places->count != stream->set.count) return (fp_stream_value){ 0 };
    int64_t numbers[1024] = { 0 };
    fp_stream_value first = { 0 };
    bool same = true, guessed = false, apart = false, assumed = false;
    for (uint32_t i = 0; i < places->count; i++) {
        const fp_stored_number *stored = find(machine, touched->regions[0].memory, places->start[i]);
        if (!stored || stored->bits != touch->bits || stored->value.kind != FP_VALUE_INTEGER)
            return (fp_stream_value){ 0 };
        if (i == 0) first = stored->value;
        same &= stored->value.number == first.number;
        guessed |= stored->value.guessed, apart |= stored->value.apart;
        assumed |= stored->value.assumed || stored->value.handed;
        numbers[places->thread[i]] = stored->value.number;
    }
    fp_stream_value value = same ? first : fp_machine_numbers(machine, numbers);
    value.guessed = guessed, value.apart = apart, value.assumed = assumed;
    return value;
}
