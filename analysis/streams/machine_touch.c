/* machine_touch.c - which bytes the threads of a stream touch, as regions and thread by thread. */
#include "streams/machine_state.h"
#include <string.h>

enum {
    REGIONS_MAX = 12,    /* pieces that an access is told in; more are taken for all bytes from the first to the last */
    PIECES_MAX = 1 << 14 /* of all threads together */
};

/* All shared memory after allocation is one memory; before it each allocation is one. */
static uint32_t memory_of_root(const struct fp_machine *machine, fp_root root) {
    return fp_buffers_root(machine->kernel->buffers, root)->offset_bytes >= 0 ? 0 : 1 + root;
}

bool fp_machine_decode(const struct fp_machine *machine, int64_t address, fp_place_in_root *place,
                       uint32_t *workgroup) {
    *workgroup = 0;
    if (!fp_places_decode(address, place)) return false;
    if (machine->workgroups == 1) return true;
    int64_t one = (int64_t)1 << FP_PLACES_RANK_SHIFT, rank = (place->offset + one / 2) >> FP_PLACES_RANK_SHIFT;
    place->offset -= rank * one;
    if (rank < 0 || rank >= machine->workgroups) return false;
    *workgroup = (uint32_t)rank;
    return true;
}

bool fp_machine_places(const struct fp_machine *machine, int64_t *starts, uint32_t count, uint32_t *memory) {
    uint32_t root = FP_NONE, workgroup = 0; /* those of the threads before */
    int64_t from = 0;
    for (uint32_t i = 0; i < count; i++) {
        fp_place_in_root place;
        uint32_t group;
        if (!fp_machine_decode(machine, starts[i], &place, &group)) return false;
        if (i == 0 || place.root != root || group != workgroup) {
            if (place.root != FP_NONE && place.root >= fp_buffers_count(machine->kernel->buffers)) return false;
            root = place.root, workgroup = group;
            from = root == FP_NONE ? 0 : fp_buffers_root(machine->kernel->buffers, root)->offset_bytes;
            uint32_t own = root == FP_NONE ? 0 : memory_of_root(machine, root);
            own = fp_machine_memory_in(machine, own, workgroup);
            if (i > 0 && own != *memory) return false;
            *memory = own;
        }
        starts[i] = place.offset + (from > 0 ? from : 0);
    }
    return true;
}

/* ---- From pieces to regions ---- */

typedef struct {
    fp_region *data;
    uint32_t len, capacity;
} regions;

/* Pieces that touch or overlap make one run. */
static void merge_pieces(struct fp_arena *keep, const fp_piece *pieces, uint32_t count, uint32_t width, uint32_t memory,
                         regions *runs) {
    for (uint32_t i = 0; i < count; i++) {
        fp_region *last = runs->len ? &runs->data[runs->len - 1] : NULL;
        int64_t end = pieces[i].start + width;
        if (last && pieces[i].start <= last->end) {
            if (end > last->end) last->end = end;
            continue;
        }
        *FP_PUSH(keep, runs) = (fp_region){ .memory = memory, .first = pieces[i].start, .end = end };
    }
    for (uint32_t i = 0; i < runs->len; i++)
        runs->data[i].run = runs->data[i].stride = runs->data[i].end - runs->data[i].first;
}

/* Runs of one length at equal distances are one region. */
static bool is_regular(const regions *runs) {
    for (uint32_t i = 1; i < runs->len; i++) {
        const fp_region *a = &runs->data[i - 1], *b = &runs->data[i];
        if (b->end - b->first != a->end - a->first || b->first - a->first != runs->data[1].first - runs->data[0].first)
            return false;
    }
    return true;
}

static void settle(regions *runs, bool *partial) {
    if (runs->len < 2) return;
    fp_region *first = &runs->data[0];
    bool regular = is_regular(runs);
    if (!regular && runs->len <= REGIONS_MAX) return;
    if (regular) first->run = first->end - first->first, first->stride = runs->data[1].first - first->first;
    first->end = runs->data[runs->len - 1].end;
    if (!regular) first->run = first->stride = first->end - first->first, *partial = true;
    runs->len = 1;
}

/* ---- One access ---- */

/* Stable, by the bytes of where they start, the lowest first: two rounds within 64 KiB. `room` holds as many. */
static const fp_piece *sorted_by_start(fp_piece *pieces, fp_piece *room, uint32_t count) {
    int64_t least = pieces[0].start, most = least;
    for (uint32_t i = 1; i < count; i++) {
        if (pieces[i].start < least) least = pieces[i].start;
        if (pieces[i].start > most) most = pieces[i].start;
    }
    uint64_t range = (uint64_t)most - (uint64_t)least;
    for (uint32_t shift = 0; shift < 64 && range >> shift; shift += 8) {
        uint32_t next[256] = { 0 };
        for (uint32_t i = 0; i < count; i++) next[(((uint64_t)pieces[i].start - (uint64_t)least) >> shift) & 255]++;
        for (uint32_t byte = 0, before = 0; byte < 256; byte++) {
            uint32_t own = next[byte];
            next[byte] = before;
            before += own;
        }
        for (uint32_t i = 0; i < count; i++)
            room[next[(((uint64_t)pieces[i].start - (uint64_t)least) >> shift) & 255]++] = pieces[i];
        fp_piece *sorted = room;
        room = pieces;
        pieces = sorted;
    }
    return pieces;
}

/* By rising place, and those at one place by thread; valid until the next access. */
static const fp_piece *sorted_pieces(struct fp_machine *machine, const fp_thread_set *set, const int64_t *starts,
                                     fp_places_extent extent) {
    bool sorted = true;
    uint32_t total = extent.segment_count * set->count;
    machine->pieces.len = 0;
    FP_RESERVE(machine->keep, &machine->pieces, 2 * total);
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t s = 0; s < extent.segment_count; s++) {
            fp_piece *piece = FP_PUSH(machine->keep, &machine->pieces);
            *piece = (fp_piece){ starts[i] + extent.segments[s], set->threads[i] };
            sorted &= machine->pieces.len == 1 || piece[-1].start <= piece->start;
        }
    fp_piece *pieces = machine->pieces.data;
    return sorted ? pieces : sorted_by_start(pieces, pieces + total, total);
}

static uint64_t hash_pieces(const fp_piece *pieces, uint32_t count, uint32_t width) {
    uint64_t hash = fp_hash_mix(count, width);
    for (uint32_t i = 0; i < count; i++) hash = fp_hash_mix(hash, (uint64_t)pieces[i].start << 10 ^ pieces[i].thread);
    return hash;
}

static bool are_pieces(const fp_thread_places *places, const fp_piece *pieces, uint32_t count, uint32_t width) {
    if (places->count != count || places->width != width) return false;
    for (uint32_t i = 0; i < count; i++)
        if (places->start[i] != pieces[i].start || places->thread[i] != pieces[i].thread) return false;
    return true;
}

static const fp_thread_places *new_places(struct fp_arena *keep, const fp_piece *pieces, uint32_t count,
                                          uint32_t width) {
    fp_thread_places *places = FP_NEW(keep, fp_thread_places, 1);
    uint16_t *threads = FP_NEW(keep, uint16_t, count);
    int64_t *starts = FP_NEW(keep, int64_t, count);
    for (uint32_t i = 0; i < count; i++) threads[i] = pieces[i].thread, starts[i] = pieces[i].start;
    *places = (fp_thread_places){ count, width, threads, starts };
    return places;
}

/* Accesses of the same bytes share one list: whether their threads meet is then found out once for all of them. */
static const fp_thread_places *places_of(struct fp_machine *machine, const fp_piece *pieces, uint32_t count,
                                         uint32_t width) {
    uint64_t hash = hash_pieces(pieces, count, width);
    for (fp_map_probe p = fp_map_find(&machine->place_map, hash); fp_map_next(&p);)
        if (are_pieces(machine->places.data[p.value], pieces, count, width)) return machine->places.data[p.value];
    fp_map_put(machine->keep, &machine->place_map, hash, machine->places.len);
    const fp_thread_places *places = new_places(machine->keep, pieces, count, width);
    *FP_PUSH(machine->keep, &machine->places) = places;
    return places;
}

/* By rising place: do two threads have a byte in common? */
static bool share_bytes(const fp_piece *pieces, uint32_t count, uint32_t width) {
    for (uint32_t i = 1; i < count; i++)
        if (pieces[i].start < pieces[i - 1].start + width && pieces[i].thread != pieces[i - 1].thread) return true;
    return false;
}

enum { THREADS_MAX = 1024 };

/* Of each thread of the stream. False: not a number in one of them. */
static bool find_starts(const struct fp_machine *machine, const fp_machine_stream *stream,
                        const fp_places_question *asked, int64_t starts[THREADS_MAX]) {
    fp_places_question question = *asked;
    question.workgroup = machine->workgroups > 1 ? stream->workgroup : 0;
    return fp_places_starts(machine->kernel->addresses, &question, stream->set.threads, stream->set.count, starts);
}

static fp_places_question question_of(const struct fp_machine *machine, const fp_code_touch *touch,
                                      const fp_answer *answers) {
    return (fp_places_question){ .footprint = machine->kernel->accesses.data[touch->access].footprint,
                                 .asked = touch->asked,
                                 .answers = answers,
                                 .count = touch->asked_count };
}

static bool are_one(const int64_t *starts, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (starts[i] != starts[0]) return false;
    return true;
}

/* The list of accesses whose threads all begin at one byte. */
static const fp_thread_places *places_of_one(struct fp_machine *machine, const fp_thread_set *set, int64_t start,
                                             uint32_t width) {
    uint64_t hash = fp_hash_mix(fp_hash_mix((uint64_t)start, width), set->number);
    for (fp_map_probe p = fp_map_find(&machine->one_place_map, hash); fp_map_next(&p);) {
        const fp_one_place *one = &machine->one_places.data[p.value];
        if (one->set == set->number && one->places->start[0] == start && one->places->width == width)
            return one->places;
    }
    int64_t *starts = FP_NEW(machine->keep, int64_t, set->count);
    for (uint32_t i = 0; i < set->count; i++) starts[i] = start;
    fp_thread_places *places = FP_NEW(machine->keep, fp_thread_places, 1);
    *places = (fp_thread_places){ set->count, width, set->threads, starts };
    fp_map_put(machine->keep, &machine->one_place_map, hash, machine->one_places.len);
    *FP_PUSH(machine->keep, &machine->one_places) = (fp_one_place){ set->number, places };
    return places;
}

/* All threads touch the same bytes. */
static bool touch_one_place(struct fp_machine *machine, const fp_machine_stream *stream, fp_places_extent extent,
                            const fp_access *access, int64_t start, fp_touched *touched) {
    uint32_t memory = 0;
    if (!fp_machine_places(machine, &start, 1, &memory)) return false;
    fp_region *region = FP_NEW(machine->keep, fp_region, 1);
    *region = (fp_region){
        .memory = memory, .first = start, .end = start + extent.width, .stride = extent.width, .run = extent.width
    };
    touched->partial = extent.inexact || access->assumed;
    touched->shares = stream->set.count > 1;
    touched->regions = region, touched->region_count = 1;
    if (!extent.shared_out) touched->places = places_of_one(machine, &stream->set, start, extent.width);
    return true;
}

static bool touch_pieces(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code_touch *touch,
                         const fp_access *access, fp_touched *touched) {
    int64_t starts[THREADS_MAX];
    uint32_t memory = 0;
    struct fp_addresses *addresses = machine->kernel->addresses;
    fp_places_extent extent = fp_places_extent_of(addresses, access->footprint);
    touched->further = extent.width == 0 && touched->copied == 0;
    if (extent.width == 0) extent.width = touched->copied <= UINT32_MAX ? (uint32_t)touched->copied : 0;
    if (touched->further) extent.width = 1; /* the first byte at least */
    uint32_t total = extent.segment_count * stream->set.count;
    if (extent.width == 0 || total == 0 || total > PIECES_MAX) return false;
    fp_places_question question = question_of(machine, touch, touched->answers);
    if (!find_starts(machine, stream, &question, starts)) return false;
    if (extent.segment_count == 1 && extent.segments[0] == 0 && are_one(starts, stream->set.count))
        return touch_one_place(machine, stream, extent, access, starts[0], touched);
    if (!fp_machine_places(machine, starts, stream->set.count, &memory)) return false;
    const fp_piece *pieces = sorted_pieces(machine, &stream->set, starts, extent);
    regions runs = { 0 };
    merge_pieces(machine->keep, pieces, total, extent.width, memory, &runs);
    touched->partial = extent.inexact || access->assumed;
    touched->shares = stream->set.count > 1 && (extent.shared_out || share_bytes(pieces, total, extent.width));
    settle(&runs, &touched->partial);
    touched->regions = runs.data, touched->region_count = runs.len;
    if (!extent.shared_out) touched->places = places_of(machine, pieces, total, extent.width);
    return true;
}

/* The bytes are not known: those of all allocations that it may be. */
static void touch_whole(struct fp_machine *machine, const fp_access *access, uint32_t workgroup, fp_touched *touched) {
    uint32_t count;
    const fp_root *roots = fp_buffers_members(machine->kernel->buffers, access->roots, &count);
    regions whole = { 0 };
    touched->lost = count == 0 || count > REGIONS_MAX;
    for (uint32_t i = 0; i < count && i < REGIONS_MAX; i++) {
        const fp_root_info *root = fp_buffers_root(machine->kernel->buffers, roots[i]);
        int64_t first = root->offset_bytes > 0 ? root->offset_bytes : 0, bytes = root->size_bytes;
        touched->lost |= root->kind == FP_ROOT_PARAMETER || root->kind == FP_ROOT_UNKNOWN;
        if (bytes <= 0) bytes = FP_MACHINE_MEMORY_BYTES, touched->boundless = true;
        *FP_PUSH(machine->keep, &whole) =
            (fp_region){ fp_machine_memory_in(machine, memory_of_root(machine, roots[i]), workgroup), first,
                         first + bytes, bytes, bytes };
    }
    touched->regions = whole.data, touched->region_count = whole.len;
    touched->partial = true;
    touched->shares = true;
}

/* The first iteration in which the place is the same as in this one. */
static uint32_t iteration_of(uint32_t iteration, const fp_asked *asked) {
    if (asked->period == 0 || iteration < asked->from) return iteration;
    return asked->from + (iteration - asked->from) % asked->period;
}

/* False: something that the place depends on is not known, or only a guess, unless that will do. */
static bool look_up(const struct fp_machine *machine, const fp_machine_stream *stream, const fp_asked *all,
                    uint32_t count, bool guesses, fp_answer *answers) {
    for (uint32_t i = 0; i < count; i++) {
        const fp_asked *asked = &all[i];
        fp_answer *answer = &answers[i];
        if (asked->asks == FP_ASKS_ITERATION) {
            if (asked->id >= machine->kernel->loops.len) return false;
            answer->number = iteration_of(stream->iterations[asked->id].now, asked);
            continue;
        }
        if (asked->asks == FP_ASKS_LAST) {
            if (asked->id >= machine->kernel->loops.len) return false;
            answer->number = stream->iterations[asked->id].before;
            continue;
        }
        if (asked->asks == FP_ASKS_BLOCK_DIM) {
            answer->number = asked->id == 0 ? machine->thread_count : 1;
            continue;
        }
        fp_stream_value value = fp_machine_see(machine, stream, asked->id);
        if (asked->asks != FP_ASKS_VALUE || (value.guessed && !guesses)) return false;
        if (value.kind == FP_VALUE_BY_THREAD)
            answer->by_thread = machine->by_thread.data[value.number];
        else if (value.kind == FP_VALUE_INTEGER)
            answer->number = value.number;
        else
            return false;
    }
    return true;
}

static bool same_question(const fp_touched *a, const fp_touched *b) {
    if (a->footprint != b->footprint || a->roots != b->roots || a->assumed != b->assumed || a->set != b->set ||
        a->workgroup != b->workgroup || a->copied != b->copied || a->answer_count != b->answer_count)
        return false;
    for (uint32_t i = 0; i < a->answer_count; i++)
        if (a->answers[i].number != b->answers[i].number || a->answers[i].by_thread != b->answers[i].by_thread)
            return false;
    return true;
}

const fp_touched *fp_machine_touch(struct fp_machine *machine, const fp_machine_stream *stream,
                                   const fp_code_touch *touch, int64_t copied) {
    const fp_access *access = &machine->kernel->accesses.data[touch->access];
    fp_touched touched = { .footprint = access->footprint,
                           .roots = access->roots,
                           .assumed = access->assumed,
                           .set = stream->set.number,
                           .workgroup = stream->workgroup,
                           .copied = copied };
    touched.answer_count = touch->asked_count;
    bool known = touch->known && look_up(machine, stream, touch->asked, touch->asked_count, false, touched.answers);
    machine->numbers += touched.answer_count;
    if (!known) touched.answer_count = 0, touched.set = FP_NONE;
    uint64_t hash = fp_hash_mix((uint64_t)touched.footprint << 32 | touched.roots, touched.set);
    hash = fp_hash_mix(hash, touched.workgroup);
    for (uint32_t i = 0; i < touched.answer_count; i++) {
        hash = fp_hash_mix(hash, (uint64_t)touched.answers[i].number);
        hash = fp_hash_mix(hash, (uint64_t)(uintptr_t)touched.answers[i].by_thread);
    }
    for (fp_map_probe p = fp_map_find(&machine->touched_map, hash); fp_map_next(&p);)
        if (same_question(&machine->touched.data[p.value], &touched)) return &machine->touched.data[p.value];
    machine->numbers += stream->set.count;
    touched.vague = !known || !touch_pieces(machine, stream, touch, access, &touched);
    if (touched.vague) touch_whole(machine, access, stream->workgroup, &touched), touched.further = false;
    fp_map_put(machine->keep, &machine->touched_map, hash, machine->touched.len);
    *FP_PUSH(machine->keep, &machine->touched) = touched;
    return &machine->touched.data[machine->touched.len - 1];
}

void fp_machine_doubt_access(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code_touch *touch) {
    const fp_access *access = &machine->kernel->accesses.data[touch->access];
    const fp_touched *touched = fp_machine_touch(machine, stream, touch, 0);
    for (uint32_t r = 0; r < touched->region_count; r++) fp_machine_doubt_at(machine, access->op, &touched->regions[r]);
    if (!touched->vague) return;
    uint32_t count;
    const fp_root *roots = fp_buffers_members(machine->kernel->buffers, access->roots, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t memory = fp_machine_memory_in(machine, memory_of_root(machine, roots[i]), stream->workgroup);
        fp_region whole = { .memory = memory, .end = INT64_MAX };
        if (fp_buffers_root(machine->kernel->buffers, roots[i])->size_bytes <= 0)
            fp_machine_doubt_at(machine, access->op, &whole);
    }
}

fp_stream_value fp_machine_workgroups(struct fp_machine *machine, const fp_machine_stream *stream,
                                      const fp_code_touch *touch) {
    fp_answer answers[FP_ASKED_MAX] = { 0 };
    int64_t starts[THREADS_MAX], numbers[THREADS_MAX] = { 0 };
    fp_places_question question = question_of(machine, touch, answers);
    if (!touch->known || !look_up(machine, stream, touch->asked, touch->asked_count, false, answers) ||
        !find_starts(machine, stream, &question, starts))
        return (fp_stream_value){ 0 };
    for (uint32_t i = 0; i < stream->set.count; i++) {
        fp_place_in_root place;
        uint32_t workgroup;
        if (!fp_machine_decode(machine, starts[i], &place, &workgroup)) return (fp_stream_value){ 0 };
        numbers[stream->set.threads[i]] = workgroup;
    }
    return fp_machine_numbers(machine, numbers);
}

bool fp_machine_address(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code_address *address,
                        bool guesses, int64_t *starts) {
    fp_answer answers[FP_ASKED_MAX] = { 0 };
    if (!address->known || !look_up(machine, stream, address->asked, address->asked_count, guesses, answers))
        return false;
    fp_places_question question = {
        .value = address->value, .asked = address->asked, .answers = answers, .count = address->asked_count
    };
    return find_starts(machine, stream, &question, starts);
}

fp_stream_value fp_machine_peer(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    fp_stream_value rank = fp_machine_see(machine, stream, code->a);
    int64_t starts[THREADS_MAX], numbers[THREADS_MAX] = { 0 };
    bool told = fp_value_settled(rank) || (rank.kind == FP_VALUE_BY_THREAD && !rank.guessed);
    if (!told || !fp_machine_address(machine, stream, &machine->code.peers.data[code->extra], false, starts))
        return (fp_stream_value){ 0 };
    for (uint32_t i = 0; i < stream->set.count; i++) {
        uint16_t t = stream->set.threads[i];
        int64_t to = rank.kind == FP_VALUE_BY_THREAD ? machine->by_thread.data[rank.number][t] : rank.number;
        fp_place_in_root place;
        uint32_t from;
        if (!fp_machine_decode(machine, starts[i], &place, &from) || to < 0 || to >= machine->workgroups)
            return (fp_stream_value){ 0 };
        numbers[t] = starts[i] + fp_machine_rank_bits(machine, (uint32_t)to) - fp_machine_rank_bits(machine, from);
    }
    return fp_machine_numbers(machine, numbers);
}
