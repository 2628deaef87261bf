#include "interval.h"
#include "base/hash.h"
#include "interval_note.h"
#include "launch.h"
#include "pipeline.h"
#include "unit_index.h"
#include <assert.h>
#include <string.h>

enum { MEMORY_MAX = 256,               /* of one function: every part has all of them */
       RUNS_MAX = 3,                   /* of a stretch, that are asked about */
       AGAIN_EACH = 4, AGAIN_MIN = 64 };       /* parts looked at again, for each that there is: of a function where it takes more all intervals grow together */

/* Rules that speak once for all ops of a kernel. */
static const bool told_once[FP_RULE_COUNT] = { [FP_RULE_UNKNOWN_OP] = true, [FP_RULE_TARGET_MISMATCH] = true };

typedef struct {
    struct fp_document *document;
    struct fp_arena *work, *scratch;        /* of one run; of this check */
    const fp_group *group;
    uint32_t unit;
    fp_part_list parts;
    const uint32_t *lines; uint32_t head_line;      /* per part: number of the line that it starts on, one more for the end; of the function */
    fp_part_places memory;                  /* allocations and symbols, with what they rest on */
    fp_launch_shape shape;
    uint64_t base, placed;                  /* of all keys: what every part rests on; with what it means, and where */
    const volatile bool *cancelled;
    fp_group_result *all;
    const uint8_t **levels;                 /* per part: of the data of its ops (fp_value_info.outside_level); NULL: not known yet */
    fp_part_result sum;
    uint64_t runs, again;                   /* again: parts that were looked at as of an interval that had to take in more */
} checking;

static const fp_part *part_at(const checking *c, uint32_t i) { return c->parts.data[i].part; }

static fp_span span_of(const checking *c, fp_part_place place) {
    const fp_placed_part *placed = &c->parts.data[place.part];
    const fp_part_op *op = &placed->part->ops[place.op];
    return (fp_span){ placed->span.start + op->start, placed->span.start + op->end };
}

/* Of the run of an op that closes. */
static fp_span run_of(const checking *c, fp_part_place place) {
    uint32_t first = fp_part_run_start(part_at(c, place.part), place.op);
    return (fp_span){ span_of(c, (fp_part_place){ place.part, first }).start, span_of(c, place).end };
}

/* ---- what all parts share -------------------------------------------------------------------------------------------------------------------- */
static void count_lines(checking *c) {
    uint32_t *lines = FP_NEW(c->scratch, uint32_t, c->parts.count + 1);
    lines[0] = fp_lines_line(c->document->lines, c->parts.data[0].span.start);
    for (uint32_t i = 0; i < c->parts.count; i++) lines[i + 1] = lines[i] + c->parts.data[i].part->lines;
    c->lines = lines;
    c->head_line = fp_lines_line(c->document->lines, c->parts.head.start);
}

/* The ops of the block with one of these traits. */
static void find_ops(const checking *c, uint32_t traits, fp_part_places *places) {
    for (uint32_t i = 0; i < c->parts.count; i++)
        for (uint32_t k = 0; k < c->parts.data[i].part->op_count && (c->parts.data[i].part->traits & traits); k++)
            if (c->parts.data[i].part->ops[k].traits & traits) *FP_PUSH(c->scratch, places) = (fp_part_place){ i, k };
}

/* All memory of the function: every part has to know it. Of ops that name the same symbol the first. */
static void find_memory(checking *c) {
    fp_part_places found = { 0 };
    fp_map symbols = { 0 };
    find_ops(c, FP_OP_ALLOCATES | FP_OP_SYMBOL, &found);
    for (uint32_t i = 0; i < found.len; i++) {
        const fp_part_op *op = &c->parts.data[found.data[i].part].part->ops[found.data[i].op];
        bool is_known = false;
        for (fp_map_probe p = fp_map_find(&symbols, op->said); (op->traits & FP_OP_SYMBOL) && fp_map_next(&p);)
            is_known |= part_at(c, found.data[p.value].part)->ops[found.data[p.value].op].said == op->said;
        if (is_known) continue;
        if (op->traits & FP_OP_SYMBOL) fp_map_put(c->scratch, &symbols, op->said, i);
        *FP_PUSH(c->scratch, &c->memory) = found.data[i];
    }
}

/* How the kernel is launched: its head and the thread ids tell. */
static void find_launch(checking *c) {
    fp_part_places places = { 0 };
    find_ops(c, FP_OP_THREAD, &places);
    if (!places.len) *FP_PUSH(c->scratch, &places) = (fp_part_place){ 0, 0 };
    fp_chosen *chosen = FP_NEW(c->scratch, fp_chosen, places.len);
    for (uint32_t i = 0; i < places.len; i++) chosen[i] = (fp_chosen){ span_of(c, places.data[i]), FP_CHOSEN_OWN };
    struct fp_ir *ir = fp_units_ir_of(c->scratch, c->document->context, c->unit, chosen, places.len, NULL, 0);
    ir->is_part = false;                    /* all of it that is asked is there */
    ir->ops[0].span = c->parts.head;        /* where comments for this kernel may stand: no part has any */
    fp_lower_options options = fp_pipeline_options(&c->document->engine->options);
    c->shape = fp_launch_find(c->document->arena, ir, c->unit, 0, &options);
    c->shape.launch = fp_addresses_launch(fp_addresses_new(c->scratch, ir, 0, c->shape.launch));
}

static uint64_t hash_of_op(const checking *c, fp_part_place place) {
    const fp_part *part = c->parts.data[place.part].part;
    return fp_hash_mix(fp_hash_mix(1, part->ops[place.op].text), part->mentions);
}

/* Of a run at the end of a part, or of one in the text that is hashed with it. */
static uint64_t hash_of_end(const checking *c, fp_part_place place) {
    const fp_part *part = part_at(c, place.part);
    return place.op + 1 == part->op_count && part->ends_closed ? fp_hash_mix(fp_hash_mix(1, part->end_text), part->mentions) : hash_of_op(c, place);
}

static void hash_base(checking *c) {
    const fp_launch *launch = &c->shape.launch;
    uint64_t hash = fp_hash_mix(c->group->around, fp_str_hash(c->shape.target->chip));
    for (uint32_t i = 0; i < 3; i++) hash = fp_hash_mix(hash, launch->block[i]);
    for (uint32_t i = 0; i < 3; i++) hash = fp_hash_mix(hash, (uint64_t)launch->thread_bound[i] << 3 | launch->dimensions_read);
    hash = fp_hash_mix(fp_hash_mix(hash, launch->max_threads), (uint64_t)launch->wave_size << 2 | (uint64_t)launch->wave_known << 1 | launch->upper_bound_only);
    for (uint32_t i = 0; i < c->memory.len; i++) hash = fp_hash_mix(hash, hash_of_op(c, c->memory.data[i]));
    c->base = hash;
    c->placed = fp_hash_mix(hash, c->document->context->index->alias_hash.all);
    for (uint32_t i = 0; i < c->memory.len; i++) c->placed = fp_hash_mix(c->placed, c->memory.data[i].part);
}

/* ---- one stretch ----------------------------------------------------------------------------------------------------------------------------- */
/* Ops of neighbouring parts; the runs at its ends, by their last ops (part FP_NONE: it ends with the function), what it rests on. */
typedef struct {
    const fp_part_range *ranges; uint32_t range_count;
    fp_part_place before, behind;
    fp_part_place seam;                     /* the run that is asked about; part FP_NONE: it is an interval */
    uint64_t text;                          /* hash */
    fp_part_places rest, data;              /* ops elsewhere that it rests on; that are not followed */
    bool has_data;
    fp_memo_key key;
} stretch;

static uint8_t level_of(const checking *c, fp_part_place place) { return c->levels[place.part] ? c->levels[place.part][place.op] : 0; }

static const fp_part_place nowhere = { FP_NONE, 0 };
static bool is_somewhere(fp_part_place place) { return place.part != FP_NONE; }

/* With the runs at its ends. */
static fp_span own_span(const checking *c, const stretch *s) {
    uint32_t start = is_somewhere(s->before) ? run_of(c, s->before).start : c->parts.data[s->ranges[0].part].span.start;
    uint32_t end = is_somewhere(s->behind) ? span_of(c, s->behind).end : c->parts.data[s->ranges[s->range_count - 1].part].span.end;
    return (fp_span){ start, end };
}

static fp_memo_place place_of(const checking *c, fp_part_place place) {
    const fp_part_op *op = &part_at(c, place.part)->ops[place.op];
    return (fp_memo_place){ .span = span_of(c, place), .first_line = c->lines[place.part] + op->first_line, .last_line = c->lines[place.part] + op->last_line };
}

/* Of what is told of data that is left out: name, type and level. */
static uint64_t hash_of_data(const checking *c, fp_part_place place) {
    const fp_part *part = part_at(c, place.part);
    const fp_part_op *op = &part->ops[place.op];
    return fp_hash_mix(op->said + level_of(c, place), part->names[op->first_name + op->use_count]);
}

/* Data is followed like anything else. */
static bool follow_data(checking *c, stretch *s) {
    fp_part_places all = { 0 };
    FP_RESERVE(c->scratch, &all, s->rest.len + s->data.len);
    for (uint32_t i = 0; i < s->rest.len; i++) *FP_PUSH(c->scratch, &all) = s->rest.data[i];
    for (uint32_t i = 0; i < s->data.len; i++) *FP_PUSH(c->scratch, &all) = s->data.data[i];
    s->data.len = 0;
    if (!fp_parts_follow(c->parts.home, c->scratch, c->parts.data, &all, true)) return false;
    s->rest.len = 0;
    fp_span own = own_span(c, s);
    for (uint32_t i = 0; i < all.len; i++) {
        fp_span span = span_of(c, all.data[i]);
        if (span.start < own.start || span.start >= own.end) *FP_PUSH(c->scratch, &s->rest) = all.data[i];
    }
    return true;
}

static fp_memo_place own_place(const checking *c, const stretch *s) {
    fp_part_place first = { s->ranges[0].part, 0 };
    if (is_somewhere(s->before)) first = (fp_part_place){ s->before.part, fp_part_run_start(part_at(c, s->before.part), s->before.op) };
    return (fp_memo_place){ .span = own_span(c, s),
                            .first_line = is_somewhere(s->before) ? place_of(c, first).first_line : c->lines[first.part],
                            .last_line = is_somewhere(s->behind) ? place_of(c, s->behind).last_line : c->lines[s->ranges[s->range_count - 1].part + 1] };
}

static uint64_t hash_of_ends(const stretch *s) { return (uint64_t)is_somewhere(s->before) << 2 | (uint64_t)is_somewhere(s->behind) << 1 | is_somewhere(s->seam); }

/* Of the text, of what the values in it rest on, and of where it ends. False: it rests on too much. */
static bool make_key(checking *c, stretch *s, bool data_too) {
    if (!fp_parts_rest_on(c->parts.home, c->scratch, c->parts.data, s->ranges, s->range_count, &c->memory, &s->rest, &s->data)) return false;
    if (data_too && !follow_data(c, s)) return false;
    s->has_data = s->data.len > 0;
    uint64_t hash = fp_hash_mix(fp_hash_mix(c->base, hash_of_ends(s)), s->text);
    for (uint32_t i = 0; i < s->range_count; i++) hash = fp_hash_mix(hash, part_at(c, s->ranges[i].part)->mentions);
    if (is_somewhere(s->before)) hash = fp_hash_mix(hash, hash_of_end(c, s->before));
    fp_memo_place *places = FP_NEW(c->document->arena, fp_memo_place, s->rest.len + 2);
    places[0] = own_place(c, s);
    places[1] = (fp_memo_place){ .span = c->parts.head, .first_line = c->head_line, .last_line = c->lines[0] };
    for (uint32_t i = 0; i < s->rest.len; i++) {
        places[i + 2] = place_of(c, s->rest.data[i]);
        hash = fp_hash_mix(hash, hash_of_op(c, s->rest.data[i]) + (places[i + 2].span.start < places[0].span.start));
    }
    for (uint32_t i = 0; i < s->data.len; i++) hash = fp_hash_mix(hash, hash_of_data(c, s->data.data[i]));
    s->key = (fp_memo_key){ hash, places, s->rest.len + 2, s->rest.len + 2, NULL };
    return true;
}

/* Of all that the key is made of, as far as another one of it goes with another one here. 0: it rests on too much. */
static uint64_t hash_of_short_key(checking *c, const stretch *s) {
    uint64_t hash = fp_hash_mix(fp_hash_mix(c->placed, hash_of_ends(s)), s->text);
    for (uint32_t i = 0; i < s->range_count; i++) {
        uint64_t since = fp_parts_rest_since(c->parts.home, c->scratch, c->parts.data, s->ranges[i]);
        if (!since) return 0;
        hash = fp_hash_mix(hash, since);
    }
    if (is_somewhere(s->before)) hash = fp_hash_mix(hash, hash_of_end(c, s->before));
    if (!is_somewhere(s->seam)) hash = fp_hash_mix(hash, c->parts.home->levels_stamp);
    return hash | 1;
}

/* Most keys are what they were, and take no look at each op that the stretch rests on. */
static bool find_key(checking *c, stretch *s) {
    fp_part *part = c->parts.data[s->ranges[0].part].part;
    fp_part_key *known = is_somewhere(s->seam) ? &part->seam : &part->interval;
    uint64_t rests_on = hash_of_short_key(c, s);
    if (!rests_on) return false;
    if (known->rests_on == rests_on) {
        fp_memo_place *own = FP_NEW(c->document->arena, fp_memo_place, 1);
        *own = own_place(c, s);
        s->key = (fp_memo_key){ known->key, own, known->place_count, 1, NULL };
        s->has_data = known->has_data;
        return true;
    }
    if (!make_key(c, s, false)) return false;
    *known = (fp_part_key){ rests_on, s->key.hash, s->key.place_count, s->has_data };
    return true;
}

/* With all places. */
static void complete_key(checking *c, stretch *s) {
    if (s->key.told == s->key.place_count) return;
    uint64_t known = s->key.hash;
    bool told = make_key(c, s, false);
    assert(told && s->key.hash == known);
}

/* The seam of the run that ends part `i`. */
static bool make_seam(checking *c, uint32_t i, stretch *s) {
    const fp_part *left = part_at(c, i), *right = part_at(c, i + 1);
    fp_part_range *ranges = FP_NEW(c->scratch, fp_part_range, 2);
    ranges[0] = (fp_part_range){ i, FP_STRETCH_TAIL };
    ranges[1] = (fp_part_range){ i + 1, FP_STRETCH_HEAD };
    *s = (stretch){ .ranges = ranges, .range_count = 2, .before = nowhere, .behind = nowhere, .seam = { i, left->op_count - 1 },
                    .text = fp_hash_mix(fp_hash_mix(1, left->tail_text), right->head_text) };
    if (left->last_close != FP_NONE) s->before = (fp_part_place){ i, left->last_close };
    else if (i > 0) s->before = (fp_part_place){ i - 1, part_at(c, i - 1)->op_count - 1 };
    if (right->first_close != FP_NONE) s->behind = (fp_part_place){ i + 1, right->first_close };
    return find_key(c, s);
}

/* The interval of parts `first` .. `end`. */
static bool make_interval(checking *c, uint32_t first, uint32_t end, bool data_too, stretch *s) {
    fp_part_range *ranges = FP_NEW(c->scratch, fp_part_range, end - first);
    *s = (stretch){ .ranges = ranges, .range_count = end - first, .before = nowhere, .behind = nowhere, .seam = nowhere };
    for (uint32_t i = first; i < end; i++) {
        ranges[i - first] = (fp_part_range){ i, FP_STRETCH_WHOLE };
        s->text = fp_hash_mix(s->text, part_at(c, i)->text);
    }
    if (first > 0) s->before = (fp_part_place){ first - 1, part_at(c, first - 1)->op_count - 1 };
    if (end < c->parts.count) s->behind = (fp_part_place){ end - 1, part_at(c, end - 1)->op_count - 1 };
    return data_too ? make_key(c, s, true) : find_key(c, s);
}

/* Waits of the function's own block between a part's last run and the one that ends it: what is behind that one needs them, so the seam judges them. */
static uint32_t tail_of(const fp_part *part) { return !(part->traits & FP_OP_WAITS) ? part->op_count : part->last_close == FP_NONE ? 0 : part->last_close + 1; }

/* The part that the run at the stretch's end, or the seam's, stands in. */
static uint32_t tail_part(const stretch *s) { return is_somewhere(s->seam) ? s->seam.part : s->ranges[s->range_count - 1].part; }

static bool is_tail_wait(const checking *c, const stretch *s, fp_span span) {
    if (!is_somewhere(s->seam) && !is_somewhere(s->behind)) return false;
    uint32_t number = tail_part(s);
    const fp_part *part = part_at(c, number);
    for (uint32_t i = tail_of(part); i < part->op_count; i++) {
        fp_span op = span_of(c, (fp_part_place){ number, i });
        if ((part->ops[i].traits & FP_OP_WAITS) && span.start >= op.start && span.start < op.end) return true;
    }
    return false;
}

/* ---- running one ----------------------------------------------------------------------------------------------------------------------------- */
static struct fp_ir *read_ops(checking *c, const stretch *s) {
    const fp_part *tail = part_at(c, tail_part(s));
    uint32_t first_wait = is_somewhere(s->behind) && !is_somewhere(s->seam) ? tail_of(tail) : tail->op_count;
    fp_chosen *chosen = FP_NEW(c->work, fp_chosen, s->rest.len + 3 + 2 * (tail->op_count - first_wait));
    fp_left_out *left_out = FP_NEW(c->work, fp_left_out, s->data.len * 2 + 1);
    uint32_t count = 0, left_out_count = 0, r = 0;
    fp_span own = own_span(c, s), fixed;
    for (; r < s->rest.len && span_of(c, s->rest.data[r]).start < own.start; r++) chosen[count++] = (fp_chosen){ span_of(c, s->rest.data[r]), FP_CHOSEN_VALUES };
    if (is_somewhere(s->before)) {
        fixed = run_of(c, s->before);
        chosen[count++] = (fp_chosen){ fixed, FP_CHOSEN_FIXED };
        own.start = fixed.end;
    }
    if (is_somewhere(s->behind)) own.end = run_of(c, s->behind).start;
    for (uint32_t i = first_wait; i < tail->op_count; i++) {
        fixed = span_of(c, (fp_part_place){ tail_part(s), i });
        if (!(tail->ops[i].traits & FP_OP_WAITS) || fixed.start >= own.end) continue;
        if (own.start < fixed.start) chosen[count++] = (fp_chosen){ { own.start, fixed.start }, FP_CHOSEN_OWN };
        chosen[count++] = (fp_chosen){ fixed, FP_CHOSEN_FIXED };
        own.start = fixed.end;
    }
    if (own.start < own.end) chosen[count++] = (fp_chosen){ own, FP_CHOSEN_OWN };
    if (is_somewhere(s->behind)) chosen[count++] = (fp_chosen){ run_of(c, s->behind), FP_CHOSEN_FIXED };
    for (; r < s->rest.len; r++) chosen[count++] = (fp_chosen){ span_of(c, s->rest.data[r]), FP_CHOSEN_VALUES };
    for (uint32_t i = 0; i < s->data.len; i++) {
        const fp_part *part = part_at(c, s->data.data[i].part);
        const fp_part_op *op = &part->ops[s->data.data[i].op];
        uint32_t type = c->parts.data[s->data.data[i].part].span.start + op->said_start;
        for (uint32_t k = 0; k < op->result_count && left_out_count < s->data.len * 2; k++)
            left_out[left_out_count++] = (fp_left_out){ part->names[op->first_name + op->use_count + k], { type, type + op->said_length }, level_of(c, s->data.data[i]) };
    }
    struct fp_ir *ir = fp_units_ir_of(c->work, c->document->context, c->unit, chosen, count, left_out, left_out_count);
    ir->is_seam = is_somewhere(s->seam);
    return ir;
}

/* What a seam says of its run and the waits before it; what an interval says of all but the runs at its ends, and the waits before the last one, which are fixed. */
static bool is_owned(const checking *c, const stretch *s, fp_span span) {
    if (is_somewhere(s->seam)) {
        fp_span seam = run_of(c, s->seam);
        return (span.start >= seam.start && span.start < seam.end) || is_tail_wait(c, s, span);
    }
    if (is_tail_wait(c, s, span)) return false;
    fp_span own = own_span(c, s);
    if (is_somewhere(s->before)) own.start = span_of(c, s->before).end;
    if (is_somewhere(s->behind)) own.end = run_of(c, s->behind).start;
    bool in_head = s->ranges[0].part == 0 && span.start >= c->parts.head.start && span.start < c->parts.head.end;
    return in_head || (span.start >= own.start && span.start < own.end);
}

static void keep_own(const checking *c, const stretch *s, fp_group_result *result) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < result->findings.len; i++)
        if (is_owned(c, s, result->findings.data[i].span)) result->findings.data[kept++] = result->findings.data[i];
    result->findings.len = kept;
    kept = 0;
    for (uint32_t i = 0; i < result->notes.len; i++)
        if (is_owned(c, s, result->notes.data[i].span)) result->notes.data[kept++] = result->notes.data[i];
    result->notes.len = kept;
    result->kernels.len = 0;
}

/* Not of what rests on more than this part shows. */
static uint8_t outside_level(struct fp_addresses *addresses, fp_value value) {
    fp_level_info level;
    if (!fp_addresses_level_known(addresses, value, &level)) return 0;
    if (level.level > FP_LEVEL_WORKGROUP) {
        level = fp_addresses_level(addresses, value);
        if (fp_addresses_asked(addresses) & FP_ASKED_FUNCTION) return 0;
    }
    return (uint8_t)(1 + 2 * level.level + level.doubt);
}

/* What other parts may ask of the data that is made here. */
static void note_levels(const checking *c, const stretch *s, const struct fp_kernel *kernel, fp_part_result *part) {
    const struct fp_ir *ir = kernel->ir;
    for (uint32_t r = 0; r < s->range_count; r++) part->level_count += part_at(c, s->ranges[r].part)->op_count;
    uint8_t *levels = FP_NEW(c->work, uint8_t, part->level_count + 1);
    part->levels = levels;
    fp_op op = ir->blocks[ir->ops[0].first_block].first;
    for (uint32_t r = 0; r < s->range_count; r++)
        for (uint32_t k = 0; k < part_at(c, s->ranges[r].part)->op_count; k++, levels++) {
            const fp_part_op *facts = &part_at(c, s->ranges[r].part)->ops[k];
            uint32_t start = c->parts.data[s->ranges[r].part].span.start + facts->start;
            while (op != FP_NONE && ir->ops[op].span.start < start) op = ir->ops[op].next;
            if (!(facts->traits & FP_OP_DATA) || op == FP_NONE || ir->ops[op].span.start != start) continue;
            *levels = outside_level(kernel->addresses, ir->ops[op].first_result);
            for (uint32_t i = 1; i < ir->ops[op].result_count; i++)
                if (outside_level(kernel->addresses, ir->ops[op].first_result + i) != *levels) *levels = 0;
        }
}

/* The runs that are asked about. Of a seam: its own, and those at its ends. Of an interval: that at its end, and those next to its ends, which the seams there take
 * for kept, with no copy in flight; where there is none it is its own end's, or nothing. */
typedef struct { fp_span spans[RUNS_MAX]; uint32_t count, head, tail, behind; } asked_runs;     /* numbers; FP_NONE */

static uint32_t ask_for(const checking *c, asked_runs *runs, fp_part_place place) {
    if (!is_somewhere(place) || place.op == FP_NONE) return FP_NONE;
    runs->spans[runs->count] = run_of(c, place);
    return runs->count++;
}

static asked_runs find_runs(const checking *c, const stretch *s) {
    asked_runs runs = { .count = 0 };
    if (is_somewhere(s->seam)) {
        ask_for(c, &runs, s->seam);
        ask_for(c, &runs, s->before);
        ask_for(c, &runs, s->behind);
        return runs;
    }
    uint32_t first = s->ranges[0].part, last = s->ranges[s->range_count - 1].part;
    fp_part_place tail = { last, part_at(c, last)->last_close };
    if (tail.op == FP_NONE && last > first) tail = (fp_part_place){ last - 1, part_at(c, last - 1)->op_count - 1 };
    runs.head = ask_for(c, &runs, (fp_part_place){ first, part_at(c, first)->first_close });
    runs.tail = ask_for(c, &runs, tail);
    runs.behind = ask_for(c, &runs, s->behind);
    return runs;
}

static bool keeps(const fp_pipeline *pipeline, uint32_t run) { return run == FP_NONE || pipeline->kept[run]; }

/* Waits that nothing here is for; what is owned of the syncs. */
static void note_owned(const checking *c, const stretch *s, const struct fp_kernel *kernel, fp_part_result *part) {
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (!is_owned(c, s, kernel->ir->ops[sync->op].span)) continue;
        part->syncs += sync->kind != FP_SYNC_COUNT_UP;
        part->orders_global |= (sync->spaces & FP_SPACES_GLOBAL) != 0;
        if (sync->kind != FP_SYNC_COUNTER_WAIT || sync->implied || fp_kernel_tracks(kernel, sync)) continue;
        for (uint32_t k = 0; k < sync->wait_count; k++) part->idle_waits |= 1u << sync->waits[k].counter;
    }
}

static void note_kernel(checking *c, const stretch *s, const fp_pipeline *pipeline, const asked_runs *runs, uint32_t number, fp_part_result *part) {
    const struct fp_kernel *kernel = pipeline->program.kernels[number];
    const fp_analysis *analysis = &pipeline->analyses[number];
    fp_interval_note(c->work, kernel, analysis, part);
    note_owned(c, s, kernel, part);
    if (is_somewhere(s->seam)) return;
    note_levels(c, s, kernel, part);
    part->opens_before = (part->asked & (FP_ASKED_NEIGHBOURS | FP_ASKED_BEFORE)) || !keeps(pipeline, runs->head);
    part->opens_behind = (part->asked & (FP_ASKED_NEIGHBOURS | FP_ASKED_BEHIND)) || !keeps(pipeline, runs->tail);
    part->opens_behind = part->opens_behind || fp_interval_leaves_waits_open(kernel, analysis) || !keeps(pipeline, runs->behind);
}

/* False: cancelled. */
static bool run(checking *c, const stretch *s, fp_group_result *result) {
    struct fp_document *document = c->document;
    fp_watch_tell(document->context->watch, FP_WATCH_READ);
    struct fp_ir *ir = read_ops(c, s);
    fp_pipeline pipeline = fp_pipeline_lower_part(c->work, document->context, c->group, &document->engine->options, &c->shape, ir, document->by_unit);
    asked_runs runs = find_runs(c, s);
    pipeline.runs = runs.spans, pipeline.run_count = runs.count;
    fp_pipeline_analyse(c->work, &pipeline, c->cancelled);
    fp_pipeline_forget(c->group, document->by_unit);
    if (c->cancelled && *c->cancelled) return false;
    fp_group_judge(document, c->work, &pipeline, result);
    result->part.bounds = pipeline.bounds;
    result->part.passes_global = pipeline.passes_global;
    for (uint32_t k = 0; k < pipeline.program.count; k++) note_kernel(c, s, &pipeline, &runs, k, &result->part);
    keep_own(c, s, result);
    for (uint32_t i = 0; i < result->findings.len; i++) {
        const fp_finding *finding = &result->findings.data[i];
        result->part.told_once += told_once[finding->rule];
        result->part.spares_wait |= finding->rule == FP_RULE_REDUNDANT_WAIT && finding->related_count == 0;
        if (finding->rule == FP_RULE_REDUNDANT_WAIT || finding->rule == FP_RULE_DOUBLE_WAIT) result->part.bounds = false;
    }
    return true;
}

typedef enum { GOES_ON, ENDS_WHOLE, ENDS_CANCELLED } progress;
typedef struct { fp_memo_key key; uint32_t entry; } found;                 /* in the memo */

/* What is known of the stretch; else it is analysed now. */
static progress look_at(checking *c, stretch *s, found *result_of) {
    struct fp_document *document = c->document;
    const fp_memo_key *key = &s->key;
    uint32_t known = fp_memo_look(document->memo, document->context, document->lines, key);
    c->runs++;
    if (known == FP_NONE || fp_memo_shows(document->memo, known, document->least)) complete_key(c, s);
    if (known == FP_NONE) {
        if (c->cancelled && *c->cancelled) return ENDS_CANCELLED;
        fp_arena_mark_t mark = fp_arena_mark(c->work);
        fp_group_result result = { .worst = FP_LEVEL_OFF };
        fp_kept_notes put;
        bool done = run(c, s, &result), kept;
        fp_watch_tell(document->context->watch, FP_WATCH_KEEP);
        kept = done && fp_memo_put(document->memo, document->context, document->lines, key, &result, &put);
        fp_arena_reset(c->work, mark);
        if (!done) return ENDS_CANCELLED;
        if (!kept) return ENDS_WHOLE;
        known = put.entry;
    }
    *result_of = (found){ *key, known };
    return GOES_ON;
}

/* ---- a kernel -------------------------------------------------------------------------------------------------------------------------------- */
typedef struct { uint32_t first, end; found result; } interval;           /* parts */
typedef FP_VEC(interval) intervals;

/* A part takes it for granted that others access memory: barriers of a function that never does are somebody else's. Waits are not judged where nothing counts on
 * their counters, nor called redundant where one is missing, in whichever part. Where an address speaks of what bounds a loop, each trip count is a case of
 * all that stands around. */
static bool needs_whole(const fp_part_result *sum) {
    if (sum->tags_accesses && sum->tags_syncs) return true;
    if ((sum->copies & sum->idle_waits) || (sum->lacks_wait && sum->spares_wait) || (sum->bit_field && (sum->asked & FP_ASKED_WAITS))) return true;
    if (sum->trips & sum->addressed) return true;
    return (sum->asked & FP_ASKED_FUNCTION) || (sum->escapes && sum->unknown) || sum->told_once > 1 || sum->accesses == 0;
}

/* Accesses of one place in global memory in different intervals: how far they are ordered by the barriers between them is not looked at. */
static bool global_meets(const fp_part_result *sum, const fp_part_result *part) {
    return (part->global_writes & (sum->global_reads | sum->global_writes)) || (part->global_reads & sum->global_writes);
}

/* What would make barriers that order global memory order less of it: each of them could, but not all. */
static void keep_widths(fp_group_result *all, uint32_t first) {
    uint32_t kept = first;
    for (uint32_t i = first; i < all->findings.len; i++) {
        fp_rule rule = all->findings.data[i].rule;
        if (rule != FP_RULE_WIDE_FENCE && rule != FP_RULE_SPLIT_BARRIER) all->findings.data[kept++] = all->findings.data[i];
    }
    all->findings.len = kept;
}

static void add_up(fp_part_result *sum, const fp_part_result *part) {
    sum->global_reads |= part->global_reads;
    sum->global_writes |= part->global_writes;
    sum->trips |= part->trips;
    sum->addressed |= part->addressed;
    sum->orders_global |= part->orders_global;
    sum->passes_global |= part->passes_global;
    sum->asked |= part->asked;
    sum->tags_accesses |= part->tags_accesses;
    sum->tags_syncs |= part->tags_syncs;
    sum->escapes |= part->escapes;
    sum->unknown |= part->unknown;
    sum->lacks_wait |= part->lacks_wait;
    sum->spares_wait |= part->spares_wait;
    sum->bit_field |= part->bit_field;
    sum->copies |= part->copies;
    sum->idle_waits |= part->idle_waits;
    sum->accesses += part->accesses;
    sum->syncs += part->syncs;
    sum->told_once += part->told_once > 0;
    sum->shared_bytes = part->shared_bytes;
    if (!sum->narrow.len) sum->narrow = part->narrow;
    if (!sum->wide.len) sum->wide = part->wide;
}

/* Whatever is not certain in the seam: its barrier ends nothing. */
static progress look_at_seams(checking *c, found *seams, bool *bounds) {
    progress next = GOES_ON;
    fp_arena_mark_t mark = fp_arena_mark(c->scratch);
    for (uint32_t i = 0; i + 1 < c->parts.count && next == GOES_ON; i++) {
        stretch s;
        if (make_seam(c, i, &s) && (next = look_at(c, &s, &seams[i])) == GOES_ON) {
            const fp_part_result *part = fp_memo_part(c->document->memo, seams[i].entry);
            bounds[i] = part->bounds && !(part->asked & (FP_ASKED_FUNCTION | FP_ASKED_BEFORE)) && !part->told_once;
        }
        if (next == ENDS_WHOLE) next = GOES_ON;
        fp_arena_reset(c->scratch, mark);
    }
    return next;
}

static void tell_levels(checking *c, uint32_t number, const uint8_t *levels) {
    fp_part *part = c->parts.data[number].part;
    uint64_t told = levels ? fp_hash_bytes(levels, part->op_count) | 1 : 1;
    if (part->levels && part->levels != told) c->parts.home->levels_stamp++;
    part->levels = told;
    c->levels[number] = levels;
}

/* The interval that begins with part `first`. Its barriers may be such that only what lies behind its ends can tell more: then it takes its neighbours in. */
static progress look_at_interval(checking *c, intervals *done, bool *bounds, uint32_t first) {
    for (;;) {
        uint32_t end = first + 1;
        while (end < c->parts.count && !bounds[end - 1]) end++;
        stretch s;
        found result;
        fp_arena_mark_t mark = fp_arena_mark(c->scratch);
        progress next = make_interval(c, first, end, false, &s) ? look_at(c, &s, &result) : ENDS_WHOLE;
        if (next == GOES_ON && (fp_memo_part(c->document->memo, result.entry)->asked & FP_ASKED_FUNCTION) && s.has_data)
            next = make_interval(c, first, end, true, &s) ? look_at(c, &s, &result) : ENDS_WHOLE;
        fp_arena_reset(c->scratch, mark);
        if (next != GOES_ON) return next;
        const fp_part_result *part = fp_memo_part(c->document->memo, result.entry);
        bool before = part->opens_before && first > 0, behind = part->opens_behind && end < c->parts.count;
        if (behind) bounds[end - 1] = false;
        if (before) {
            bounds[first - 1] = false;
            first = done->data[--done->len].first;
        }
        if ((before || behind) && (c->again += end - first) > AGAIN_EACH * (uint64_t)c->parts.count + AGAIN_MIN) return ENDS_WHOLE;
        if (before || behind) continue;
        for (uint32_t i = first, at = 0; i < end; at += part_at(c, i++)->op_count) tell_levels(c, i, part->levels ? part->levels + at : NULL);
        *FP_PUSH(c->document->arena, done) = (interval){ first, end, result };
        return GOES_ON;
    }
}

/* Now that it is known what is said of each: all of it, unless the whole kernel has to be looked at. */
static progress gather(checking *c, const intervals *done, const found *seams, const bool *bounds) {
    struct fp_document *document = c->document;
    fp_part_result sum = { 0 };
    uint32_t first = c->all->findings.len;
    bool meets = false;
    for (uint32_t i = 0; i < done->len; i++) {
        meets |= global_meets(&sum, fp_memo_part(document->memo, done->data[i].result.entry));
        bool last = done->data[i].end == c->parts.count;
        const found *both[2] = { &done->data[i].result, last || !bounds[done->data[i].end - 1] ? NULL : &seams[done->data[i].end - 1] };
        for (uint32_t k = 0; k < 2 && both[k]; k++) {
            add_up(&sum, fp_memo_part(document->memo, both[k]->entry));
            if (!fp_memo_lend(document->memo, document->arena, both[k]->entry, &both[k]->key, document->least, c->all)) return ENDS_WHOLE;
        }
    }
    for (uint32_t i = 0; i < done->len && (sum.asked & FP_ASKED_HABITS); i++) {
        const fp_part_result *part = fp_memo_part(document->memo, done->data[i].result.entry);
        fp_str own = part->narrow.len ? part->narrow : part->wide, common = sum.narrow.len ? sum.narrow : sum.wide;
        if ((part->asked & FP_ASKED_HABITS) && !fp_str_equal(own, common)) return ENDS_WHOLE;
    }
    if (meets && sum.orders_global && sum.passes_global) return ENDS_WHOLE;
    if (meets && sum.orders_global) keep_widths(c->all, first);
    c->sum = sum;
    return needs_whole(&sum) ? ENDS_WHOLE : GOES_ON;
}

static void tell_kernel(checking *c) {
    const fp_unit *unit = &c->document->context->units.data[c->unit];
    fp_kernel_info info = { .name = unit->name, .span = unit->span, .target = c->shape.target->chip, .target_source = c->shape.target_source,
                            .block_source = c->shape.block_source, .access_count = c->sum.accesses, .sync_count = c->sum.syncs,
                            .shared_bytes = c->sum.shared_bytes };
    if (!c->shape.launch.upper_bound_only) memcpy(info.block, c->shape.launch.block, sizeof info.block);
    *FP_PUSH(c->document->arena, &c->all->kernels) = info;
    *FP_PUSH(c->document->arena, &c->document->in_parts) = unit->span;
    c->all->statistics.accesses += c->sum.accesses;
    c->all->statistics.syncs += c->sum.syncs;
}

static progress check_parts(checking *c) {
    uint32_t count = c->parts.count;
    typedef const uint8_t *level_list;
    found *seams = FP_NEW(c->scratch, found, count);
    bool *bounds = FP_NEW(c->scratch, bool, count);
    c->levels = FP_NEW(c->scratch, level_list, count);
    intervals done = { 0 };
    progress next = look_at_seams(c, seams, bounds);
    uint32_t held = 0;
    for (uint32_t i = 0; i < count; i++) held += bounds[i];
    if (next == GOES_ON && held == 0) next = ENDS_WHOLE;    /* one interval is the whole kernel */
    for (uint32_t first = 0; first < count && next == GOES_ON; first = done.len ? done.data[done.len - 1].end : 0) next = look_at_interval(c, &done, bounds, first);
    return next == GOES_ON ? gather(c, &done, seams, bounds) : next;
}

fp_intervals_result fp_intervals_check(struct fp_document *document, struct fp_arena *work, const fp_group *group, fp_group_result *all,
                                       const volatile bool *cancelled) {
    if (group->unit_count != 1) return FP_INTERVALS_NONE;
    checking c = { .document = document, .work = work, .group = group, .unit = group->units[0], .cancelled = cancelled, .all = all };
    c.parts = fp_units_parts(document->context, c.unit);
    if (!c.parts.count) return FP_INTERVALS_NONE;
    fp_group_result before = *all;          /* what is appended behind it does not count if the kernel is analysed whole */
    c.scratch = document->scratch = document->scratch ? document->scratch : fp_arena_new();
    fp_watch_tell(document->context->watch, FP_WATCH_KEEP);
    fp_parts_place(c.parts.home, c.parts.data, c.parts.count);
    find_memory(&c);
    bool told = c.memory.len <= MEMORY_MAX && fp_parts_follow(c.parts.home, c.scratch, c.parts.data, &c.memory, false) &&
                !fp_parts_share_undefined(c.parts.home, c.scratch, c.parts.data, c.parts.count);
    progress end = told ? GOES_ON : ENDS_WHOLE;
    if (end == GOES_ON) {
        count_lines(&c);
        find_launch(&c);
        hash_base(&c);
        end = check_parts(&c);
    }
    if (end == GOES_ON) tell_kernel(&c);
    else *all = before;
    if (end == GOES_ON) document->parts += c.runs;
    fp_arena_reset(c.scratch, (fp_arena_mark_t){ 0 });
    return end == GOES_ON ? FP_INTERVALS_DONE : end == ENDS_CANCELLED ? FP_INTERVALS_CANCELLED : FP_INTERVALS_NONE;
}
