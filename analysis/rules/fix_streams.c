#include "rules/fix_streams.h"
#include "base/chars.h"
#include "rules/fix_edit.h"
#include "rules/places.h"
#include "rules/stream_names.h"

enum {
    GUESSES_MAX = 24, /* of a finding: each is a run of the kernel */
    MOVES_MAX = 3,    /* ops that are tried at another place */
    CARRIED_MAX = 6   /* ops that a moved one takes with it */
};

typedef struct {
    fp_rule_context *context;
    fp_sight sight;
    fp_finding *finding;
    FP_VEC(fp_edit) edits;
    uint32_t guesses;
} fixer;

/* ---- a guess ---- */
static void offer(fixer *f, fp_phrase title, bool safe) {
    if (f->edits.len && f->guesses < GUESSES_MAX) {
        fp_fix_sort(f->edits.data, f->edits.len);
        fp_finding_offer(
            f->context, f->finding,
            (fp_fix){
                .phrase = title, .safe = safe, .guess = true, .edits = f->edits.data, .edit_count = f->edits.len });
        f->guesses++;
    }
    f->edits.data = NULL, f->edits.len = f->edits.capacity = 0;
}

static void add_edit(fixer *f, fp_edit edit) { *FP_PUSH(f->sight.keep, &f->edits) = edit; }

/* Each line with the location of the op beside it. */
static fp_str located(const fixer *f, fp_op beside, fp_str lines) {
    fp_str location = fp_fix_location(f->sight.ir, beside), result = { "", 0 };
    while (location.len && lines.len) {
        size_t end = fp_str_find(lines, '\n');
        result = fp_str_printf(f->sight.keep, "%.*s%s%.*s%.*s", FP_STR_ARG(result), result.len ? "\n" : "", (int)end,
                               lines.data, FP_STR_ARG(location));
        lines = fp_str_slice(lines, end + 1, lines.len);
    }
    return location.len ? result : lines;
}

static fp_str op_name(fp_str line) {
    size_t last = 0;
    for (size_t i = 0; i < line.len; i++)
        if (line.data[i] == '\n') last = i + 1;
    fp_str text = fp_str_slice(line, last, line.len);
    return fp_str_slice(text, 0, fp_str_find(text, ' '));
}

/* Lines of which the last is an op without results. */
static void insert(fixer *f, fp_position_in_text at, fp_str lines, bool safe) {
    if (lines.len == 0 || f->sight.ir->ops[at.op].block == FP_NONE) return;
    add_edit(f, fp_fix_at(f->sight.keep, f->sight.ir, at, located(f, at.op, lines)));
    fp_phrase part = FP_PHRASE(FP_WORD_INSERTED, fp_arg_text(FP_ARG_OP, op_name(lines)),
                               fp_arg_phrase(FP_ARG_PLACE, fp_position_phrase(f->context, at)));
    fp_phrase inserted = fp_phrase_copy(f->sight.keep, part, NULL);
    offer(f, FP_PHRASE(FP_WORD_INSERT, fp_arg_phrases(FP_ARG_INSERTIONS, &inserted, 1)), safe);
}

static fp_str named(const fixer *f, fp_op op) { return fp_op_name_at(f->context, f->sight.ir->ops[op].name_span); }

static void remove_op(fixer *f, fp_op op) {
    if (f->sight.ir->ops[op].result_count || fp_place_text(f->sight.ir, op).len == 0) return;
    add_edit(f, fp_edit_removal(f->context, f->sight.ir->ops[op].span));
    offer(f, FP_PHRASE(FP_WORD_REMOVE, fp_arg_text(FP_ARG_OP, named(f, op))), false);
}

/* An op that stands there twice, one right behind the other. */
static void remove_twin(fixer *f, fp_op op) {
    if (op == FP_NONE || f->sight.ir->ops[op].block == FP_NONE) return;
    fp_str text = fp_place_text(f->sight.ir, op);
    fp_op last = FP_NONE, next = f->sight.ir->ops[op].next;
    for (fp_op other = f->sight.ir->blocks[f->sight.ir->ops[op].block].first; other != op;
         other = f->sight.ir->ops[other].next)
        last = other;
    bool twice = (last != FP_NONE && fp_str_equal(fp_place_text(f->sight.ir, last), text)) ||
                 (next != FP_NONE && fp_str_equal(fp_place_text(f->sight.ir, next), text));
    if (text.len && twice) remove_op(f, op);
}

/* ---- guesses ---- */
/* An arrival or the end of an object. */
static void insert_step(fixer *f, fp_position_in_text at, fp_object_step step, fp_object_place of, int64_t count) {
    fp_names names = fp_names_at(&f->sight, at.op, of);
    for (uint32_t i = 0; i < names.len; i++) {
        fp_object_words words = { .object = names.data[i].value, .type = names.data[i].type, .count = count };
        fp_str op = fp_emit_object(f->sight.keep, step, fp_object_dialect(&f->sight), &words);
        if (op.len) insert(f, at, fp_lines_joined(&f->sight, names.data[i].lines, op), false);
    }
}

static void insert_wait(fixer *f, fp_op at, fp_object_place of) {
    fp_names names = fp_names_at(&f->sight, at, of), phases = fp_phases_at(&f->sight, at);
    for (uint32_t i = 0; i < names.len; i++)
        for (uint32_t k = 0; k < phases.len; k++) {
            fp_object_words words = { .object = names.data[i].value,
                                      .type = names.data[i].type,
                                      .phase = phases.data[k].value };
            fp_str op = fp_emit_object(f->sight.keep, FP_OBJECT_WAIT, fp_object_dialect(&f->sight), &words),
                   lines = fp_lines_joined(&f->sight, names.data[i].lines, phases.data[k].lines);
            if (op.len) insert(f, (fp_position_in_text){ at, false }, fp_lines_joined(&f->sight, lines, op), false);
        }
}

/* The loop that carries the phase begins with the other one. */
static void change_first_phase(fixer *f, fp_value phase) {
    const fp_value_info *v = &f->sight.ir->values[phase];
    fp_op loop = v->block == FP_NONE ? FP_NONE : f->sight.ir->blocks[v->block].op;
    uint32_t count = 0;
    const fp_use *inits = loop == FP_NONE ? NULL : fp_ir_inits(f->sight.ir, loop, &count);
    uint32_t before = count ? f->sight.ir->blocks[v->block].arg_count - count : 0;
    int64_t constant;
    if (count == 0 || v->index < before || f->sight.ir->ops[loop].generic) return;
    const fp_use *init = &inits[v->index - before];
    if (!fp_ir_constant(f->sight.ir, init->value, &constant) || constant < 0 || constant > 1) return;
    fp_name other = fp_number_at(&f->sight, loop, 1 - constant, fp_ir_value_type(f->sight.ir, phase));
    if (other.lines.len) add_edit(f, fp_fix_before(f->sight.keep, f->sight.ir, loop, located(f, loop, other.lines)));
    add_edit(f, (fp_edit){ init->span, other.value });
    offer(f, fp_phrase_of(FP_WORD_OTHER_FIRST_PHASE), false);
}

/* Is the phase one of the two constants? */
static bool is_constant_phase(fixer *f, fp_op wait, const fp_name *phase) {
    bool constant = phase->lines.len != 0; /* the others are seen where the wait stands */
    for (int64_t number = 0; number < 2 && !constant; number++)
        constant = fp_str_equal(phase->value, fp_number_at(&f->sight, wait, number, phase->type).value);
    return constant;
}

/* The wait names another phase: the other constant, what a loop carries the other way round, a phase that other waits
 * name, or its own, flipped. A phase that is computed gives way to no constant: with one the wait would pass at once in
 * every second round, whatever the kernel still lacks. */
static void change_phase(fixer *f, fp_op wait) {
    const fp_use *use = fp_op_does(&f->sight, wait, FP_DOES_WAIT) ? fp_phase_use(&f->sight, wait) : NULL;
    if (!use || use->value == FP_NONE || f->sight.ir->ops[wait].generic) return;
    fp_str type = fp_ir_value_type(f->sight.ir, use->value);
    int64_t constant;
    bool fixed = fp_ir_constant(f->sight.ir, use->value, &constant);
    fp_names phases = fp_phases_at(&f->sight, wait);
    fp_position_in_text before = { wait, false };
    if (!fixed) change_first_phase(f, use->value);
    if (!fixed) {
        fp_name one = fp_number_at(&f->sight, wait, 1, type);
        fp_object_words words = { .object = fp_fresh_name(&f->sight, "phase"),
                                  .type = type,
                                  .phase = f->sight.ir->values[use->value].name,
                                  .one = one.value };
        fp_str line = fp_emit_object(f->sight.keep, FP_OBJECT_FLIP, (fp_str){ "", 0 }, &words);
        add_edit(f, fp_fix_at(f->sight.keep, f->sight.ir, before,
                              located(f, wait, fp_lines_joined(&f->sight, one.lines, line))));
        add_edit(f, (fp_edit){ use->span, words.object });
        offer(f, fp_phrase_of(FP_WORD_OTHER_PHASE), false);
    }
    for (uint32_t i = 0; i < phases.len; i++) {
        fp_name phase = phases.data[fixed ? phases.len - 1 - i : i];
        if (fp_str_equal(phase.value, f->sight.ir->values[use->value].name)) continue;
        if (!fixed && is_constant_phase(f, wait, &phase)) continue;
        if (phase.lines.len) add_edit(f, fp_fix_at(f->sight.keep, f->sight.ir, before, located(f, wait, phase.lines)));
        add_edit(f, (fp_edit){ use->span, phase.value });
        offer(f, fp_phrase_of(FP_WORD_OTHER_PHASE), false);
    }
}

/* Another object of an array. */
static void change_object(fixer *f, fp_op op) {
    const fp_use *use = fp_object_use(&f->sight, op);
    if (!use || use->value == FP_NONE || f->sight.ir->ops[op].generic) return;
    fp_names names = fp_names_at(&f->sight, op, (fp_object_place){ fp_view_root(f->sight.ir, use->value), -1 });
    for (uint32_t i = 0; i < names.len; i++) {
        if (fp_str_equal(names.data[i].value, f->sight.ir->values[use->value].name)) continue;
        if (names.data[i].lines.len)
            add_edit(f, fp_fix_before(f->sight.keep, f->sight.ir, op, located(f, op, names.data[i].lines)));
        add_edit(f, (fp_edit){ use->span, names.data[i].value });
        offer(f, FP_PHRASE(FP_WORD_OTHER_OBJECT, fp_arg_text(FP_ARG_OP, named(f, op))), false);
    }
}

/* `name = 3` in the text, or `"name" = 3`. */
static bool find_attribute(const fixer *f, fp_op op, fp_str name, fp_span *span) {
    fp_span whole = f->sight.ir->ops[op].span;
    fp_str text = fp_ir_text(f->sight.ir, whole);
    for (size_t at = 0; name.len && at + name.len < text.len; at++) {
        if (!fp_str_equal(fp_str_slice(text, at, at + name.len), name)) continue;
        size_t from = at + name.len + (text.data[at + name.len] == '"');
        if (!fp_str_starts(fp_str_slice(text, from, text.len), FP_STR(" = "))) continue;
        size_t start = from + 3, end = start;
        while (end < text.len && fp_is_digit(text.data[end])) end++;
        *span = (fp_span){ whole.start + (uint32_t)start, whole.start + (uint32_t)end };
        if (end > start) return true;
    }
    return false;
}

/* The number that a row's quantity is read from; false: it stands nowhere in the text. */
static bool find_number(const fixer *f, fp_op op, const fp_quantity *quantity, fp_span *span) {
    const fp_op_node *node = &f->sight.ir->ops[op];
    if (quantity->from != FP_FROM_LITERAL || node->generic) return find_attribute(f, op, quantity->name, span);
    int literal = 0;
    for (uint32_t i = 0; i < node->token_count; i++) {
        const fp_token *token = &f->sight.ir->tokens[node->first_token + i];
        if (token->kind == FP_TOKEN_OPEN) i = token->match - node->first_token;
        if (token->kind == FP_TOKEN_INT && literal++ == quantity->index) return *span = token->span, true;
    }
    return false;
}

static bool write_number(fixer *f, fp_op op, const fp_quantity *quantity, int64_t number) {
    fp_span span;
    if (number < 0 || !find_number(f, op, quantity, &span)) return false;
    add_edit(f, (fp_edit){ span, fp_str_printf(f->sight.keep, "%lld", (long long)number) });
    return true;
}

/* Each op of that kind on the allocation says so much more; at least 1. */
static void change_count(fixer *f, fp_does what, fp_value root, int64_t more, fp_sentence title,
                         fp_argument_name name) {
    fp_op_list list = fp_ops_on(&f->sight, what, root);
    int64_t count;
    for (uint32_t i = 0; i < list.len; i++) {
        const fp_quantity *quantity = &fp_row_of_op(&f->sight, list.data[i])->count;
        if (!fp_ir_quantity(f->sight.ir, list.data[i], quantity, &count) || count + more < 1) continue;
        if (write_number(f, list.data[i], quantity, count + more))
            offer(f, FP_PHRASE(title, fp_arg_number(name, count + more)), false);
    }
    for (uint32_t i = 0; i < list.len && list.len > 1; i++)
        if (fp_ir_quantity(f->sight.ir, list.data[i], &fp_row_of_op(&f->sight, list.data[i])->count, &count) &&
            count + more >= 1)
            (void)write_number(f, list.data[i], &fp_row_of_op(&f->sight, list.data[i])->count, count + more);
    if (list.len > 1) offer(f, FP_PHRASE(title, fp_arg_number(name, count + more)), false);
}

/* ---- moving ---- */
/* The ops that an op needs at a place that does not see their results: views and numbers, in front of it in its block.
 */
static bool gather_needed(const fixer *f, fp_op op, fp_op at, fp_op_list *list) {
    const fp_op_node *node = &f->sight.ir->ops[op];
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_value value = f->sight.ir->uses[node->first_use + i].value;
        if (value == FP_NONE) return false;
        if (fp_value_is_seen(f->sight.ir, value, at)) continue;
        fp_op def = f->sight.ir->values[value].block == FP_NONE ? f->sight.ir->values[value].def : FP_NONE;
        bool plain = def != FP_NONE && fp_row_of_op(&f->sight, def) && f->sight.ir->ops[def].region_count == 0 &&
                     (fp_row_of_op(&f->sight, def)->effect == FP_EFFECT_VIEW ||
                      fp_row_of_op(&f->sight, def)->effect == FP_EFFECT_PURE ||
                      fp_row_of_op(&f->sight, def)->effect == FP_EFFECT_CONSTANT);
        if (!plain || f->sight.ir->ops[def].block != node->block || list->len > CARRIED_MAX) return false;
        if (!gather_needed(f, def, at, list)) return false;
        bool known = false;
        for (uint32_t k = 0; k < list->len; k++) known |= list->data[k] == def;
        if (!known) *FP_PUSH(f->sight.keep, list) = def;
    }
    return true;
}

static bool has_users(const fixer *f, fp_op op) {
    const fp_op_node *node = &f->sight.ir->ops[op];
    for (uint32_t i = 0; i < f->sight.ir->use_count; i++)
        if (f->sight.ir->uses[i].value >= node->first_result &&
            f->sight.ir->uses[i].value < node->first_result + node->result_count)
            return node->result_count > 0;
    return false;
}

static void move_op(fixer *f, fp_op op, fp_position_in_text at) {
    fp_op_list needed = { 0 };
    if (has_users(f, op) || !gather_needed(f, op, at.op, &needed)) return;
    *FP_PUSH(f->sight.keep, &needed) = op;
    fp_str lines = { "", 0 };
    for (uint32_t i = 0; i < needed.len; i++) {
        fp_str text = fp_place_text(f->sight.ir, needed.data[i]);
        if (text.len == 0) return;
        lines = fp_lines_joined(&f->sight, lines, text);
    }
    for (uint32_t i = 0; i < needed.len; i++)
        add_edit(f, fp_edit_removal(f->context, f->sight.ir->ops[needed.data[i]].span));
    add_edit(f, fp_fix_at(f->sight.keep, f->sight.ir, at, located(f, op, lines)));
    offer(f,
          FP_PHRASE(FP_WORD_MOVE_OP, fp_arg_text(FP_ARG_OP, named(f, op)),
                    fp_arg_phrase(FP_ARG_PLACE, fp_position_phrase(f->context, at))),
          false);
}

/* The op around `op`, or itself, that stands in the block; FP_NONE: none does. */
static fp_op ancestor_in(const fixer *f, fp_op op, fp_block block) {
    while (op != FP_NONE && f->sight.ir->ops[op].block != block) op = f->sight.ir->ops[op].parent;
    return op;
}

/* Arrivals that come before a use in its own block, the nearest first. */
static void move_arrivals_behind(fixer *f, fp_op use) {
    uint32_t tried = 0;
    for (fp_op op = use; op-- > f->sight.first && tried < MOVES_MAX;) {
        bool before = fp_op_arrives(&f->sight, op) && f->sight.ir->ops[op].block == f->sight.ir->ops[use].block;
        if (before) move_op(f, op, (fp_position_in_text){ use, true }), tried++;
    }
}

/* Waits that come behind a use, in its block or in one around it, the nearest first. */
static void move_waits_before(fixer *f, fp_op use) {
    uint32_t tried = 0;
    for (fp_op op = use + 1; op < f->sight.end && tried < MOVES_MAX; op++) {
        if (!fp_op_does(&f->sight, op, FP_DOES_WAIT) && !fp_op_does(&f->sight, op, FP_DOES_WAIT_QUEUE)) continue;
        fp_op around = ancestor_in(f, use, f->sight.ir->ops[op].block);
        if (around != FP_NONE && around < op) move_op(f, op, (fp_position_in_text){ around, false }), tried++;
    }
}

/* ---- works that a stream waits for by count ---- */
/* The waits for the queue that stand before the op let fewer be under way; or there is one more wait. */
static void wait_for_works(fixer *f, fp_op start, fp_op before) {
    if (!fp_op_does(&f->sight, start, FP_DOES_START)) return;
    fp_counter queue = fp_op_info_queue(fp_row_of_op(&f->sight, start));
    int64_t newest;
    uint32_t tried = 0;
    for (fp_op op = f->sight.end; op-- > f->sight.first && tried < MOVES_MAX;) {
        const fp_op_info *info = fp_row_of_op(&f->sight, op);
        if (!fp_op_does(&f->sight, op, FP_DOES_WAIT_QUEUE) || fp_op_info_queue(info) != queue) continue;
        const fp_quantity *quantity = info->newest.from == FP_FROM_NONE ? &info->count : &info->newest;
        tried++;
        if (!fp_ir_quantity(f->sight.ir, op, quantity, &newest) || newest < 1) continue;
        for (int64_t less = newest - 1; less >= 0 && less >= newest - 2; less--)
            if (write_number(f, op, quantity, less))
                offer(f, FP_PHRASE(FP_WORD_FEWER_LEFT, fp_arg_number(FP_ARG_COUNT, less)), true);
    }
    fp_emission emission = { .keep = f->sight.keep,
                             .kernel = f->context->kernel,
                             .program = f->context->program,
                             .spellings = f->context->spellings,
                             .strategy = f->context->strategy };
    insert(f, (fp_position_in_text){ before, false },
           fp_emit_wait(&emission, queue, 0, f->sight.ir->ops[start].name, before), true);
}

/* ---- faults ---- */
static void fix_fence(fixer *f, const fp_run_evidence *e) {
    fp_object_words words = { .count = 0 };
    fp_str fence = fp_emit_object(f->sight.keep, FP_OBJECT_FENCE, f->sight.ir->ops[e->second.op].name, &words);
    insert(f, (fp_position_in_text){ e->first.op, true }, fence, true);
    insert(f, (fp_position_in_text){ e->second.op, false }, fence, true);
}

/* What publishes the first access, or completes it: an object of this allocation. */
static fp_object_place published_on(const fixer *f, const fp_run_evidence *e) {
    bool has_object = e->first_async && e->first.object != FP_NONE;
    return fp_object_place_of(&f->sight, has_object ? e->first.op : e->sync_after_first.op);
}

/* The next arrival behind the op, in its block or in one around it. */
static fp_op arrival_behind(const fixer *f, fp_op op) {
    for (fp_op around = op; around != FP_NONE && around != f->sight.first; around = f->sight.ir->ops[around].parent)
        for (fp_op next = f->sight.ir->ops[around].next; next != FP_NONE; next = f->sight.ir->ops[next].next)
            if (fp_op_arrives(&f->sight, next)) return next;
    return FP_NONE;
}

static void fix_race(fixer *f, const fp_run_evidence *e) {
    fp_op last_wait = e->sync_before_second.op, published = arrival_behind(f, e->first.op);
    bool one_stream = e->first.stream == e->second.stream;
    if (e->first_async && one_stream) wait_for_works(f, e->first.op, e->second.op);
    if (e->first_async && !one_stream && published != FP_NONE) wait_for_works(f, e->first.op, published);
    move_arrivals_behind(f, e->first.op);
    move_waits_before(f, e->second.op);
    if (!one_stream && !e->second_async) {
        move_arrivals_behind(f, e->second.op);
        move_waits_before(f, e->first.op);
    }
    if (last_wait != FP_NONE) change_phase(f, last_wait);
    insert_wait(f, e->second.op, published_on(f, e));
    if (!one_stream && !e->second_async)
        insert_wait(f, e->first.op, fp_object_place_of(&f->sight, arrival_behind(f, e->second.op)));
    if (last_wait != FP_NONE && fp_op_does(&f->sight, last_wait, FP_DOES_WAIT)) change_object(f, last_wait);
    if (e->sync_after_first.op != FP_NONE && fp_op_arrives(&f->sight, e->sync_after_first.op))
        change_object(f, e->sync_after_first.op);
}

/* The last access or start of work in the block of `wait`, behind it. */
static fp_op last_use_behind(const fixer *f, fp_op wait) {
    fp_op last = wait;
    for (fp_op op = f->sight.ir->ops[wait].next; op != FP_NONE; op = f->sight.ir->ops[op].next)
        if (fp_op_does(&f->sight, op, FP_DOES_ACCESS) || fp_op_does(&f->sight, op, FP_DOES_START) ||
            fp_op_does(&f->sight, op, FP_DOES_WAIT_QUEUE))
            last = op;
    return last;
}

static void insert_arrival(fixer *f, const fp_run_stuck *stuck, fp_op wait) {
    fp_object_place of = fp_object_place_of(&f->sight, stuck->at.op);
    fp_op last = last_use_behind(f, wait);
    if (fp_object_root(&f->sight, wait) == of.root) return;
    if (fp_op_does(&f->sight, last, FP_DOES_START))
        insert_step(f, (fp_position_in_text){ last, true }, FP_OBJECT_COMMIT, of, stuck->arrivals);
    insert_step(f, (fp_position_in_text){ last, true }, FP_OBJECT_ARRIVE, of, stuck->arrivals);
}

/* Somebody who waits for something else lets the waiting stream go on when he is done with it. Whoever waits in the
 * same block is most likely the waiting stream itself, and comes last. */
static void insert_arrivals(fixer *f, const fp_run_stuck *stuck) {
    const fp_op_node *ops = f->sight.ir->ops;
    for (int same = 0; same < 2; same++)
        for (fp_op op = f->sight.first; op < f->sight.end; op++)
            if (fp_op_does(&f->sight, op, FP_DOES_WAIT) && (ops[op].block == ops[stuck->at.op].block) == same)
                insert_arrival(f, stuck, op);
}

static void fix_stuck_at(fixer *f, const fp_run_stuck *stuck) {
    fp_value root = fp_object_root(&f->sight, stuck->at.op);
    if (stuck->at.kind != FP_EVENT_WAIT || root == FP_NONE) return;
    if (stuck->arrivals == 0 && stuck->bytes)
        change_count(f, FP_DOES_EXPECT, root, -stuck->bytes, FP_WORD_EXPECT_BYTES, FP_ARG_BYTES);
    change_phase(f, stuck->at.op);
    if (stuck->arrivals > 0)
        change_count(f, FP_DOES_INIT, root, -stuck->arrivals, FP_WORD_COUNT_ARRIVALS, FP_ARG_COUNT);
    if (stuck->arrivals > 0) insert_arrivals(f, stuck);
    change_object(f, stuck->at.op);
}

/* Does the next access behind the wait, in its block, write? Whoever writes comes first: what is read before anybody
 * has written it is no use. */
static bool lets_write(const fixer *f, fp_op wait) {
    for (fp_op op = f->sight.ir->ops[wait].next; op != FP_NONE; op = f->sight.ir->ops[op].next) {
        if (fp_op_does(&f->sight, op, FP_DOES_START_BYTES)) return true;
        if (fp_op_does(&f->sight, op, FP_DOES_ACCESS) || fp_op_does(&f->sight, op, FP_DOES_START))
            return !fp_is_no_operand(fp_row_of_op(&f->sight, op)->write) ||
                   !fp_is_no_operand(fp_row_of_op(&f->sight, op)->tensor);
    }
    return false;
}

static void fix_stuck(fixer *f, const fp_run_evidence *e) {
    for (uint32_t i = 0; i < e->stuck_count; i++) remove_twin(f, e->stuck[i].at.op);
    for (int writers = 1; writers >= 0; writers--)
        for (uint32_t i = 0; i < e->stuck_count; i++)
            if (e->stuck[i].at.op != FP_NONE && lets_write(f, e->stuck[i].at.op) == writers)
                fix_stuck_at(f, &e->stuck[i]);
    for (uint32_t i = 0; i < e->stuck_count; i++)
        if (e->stuck[i].at.op != FP_NONE && fp_op_does(&f->sight, e->stuck[i].at.op, FP_DOES_WAIT))
            remove_op(f, e->stuck[i].at.op);
}

/* The stream's last wait before the op. */
static fp_op wait_before(const fixer *f, fp_op op) {
    while (op-- > f->sight.first)
        if (fp_op_does(&f->sight, op, FP_DOES_WAIT)) return op;
    return FP_NONE;
}

/* An arrival that comes too often, or before its stream has seen the phase before: it goes, or waits for what the
 * others wait for. */
static void fix_early(fixer *f, const fp_run_evidence *e) {
    fp_op wait = wait_before(f, e->second.op);
    remove_twin(f, e->second.op);
    if (e->kind == FP_RUN_OVERSHOOT) remove_op(f, e->second.op);
    if (wait != FP_NONE) change_phase(f, wait);
    for (fp_op op = f->sight.first; op < f->sight.end && f->guesses < GUESSES_MAX / 2; op++)
        if (fp_op_does(&f->sight, op, FP_DOES_INIT)) insert_wait(f, e->second.op, fp_object_place_of(&f->sight, op));
    if (e->kind == FP_RUN_OVERSHOOT)
        change_count(f, FP_DOES_INIT, fp_object_root(&f->sight, e->second.op), e->arrivals, FP_WORD_COUNT_ARRIVALS,
                     FP_ARG_COUNT);
    change_object(f, e->second.op);
    if (e->kind != FP_RUN_OVERSHOOT) remove_op(f, e->second.op);
}

static void fix_missed(fixer *f, const fp_run_evidence *e) {
    remove_twin(f, e->second.op);
    remove_twin(f, e->first.op);
    change_phase(f, e->first.op);
    move_arrivals_behind(f, e->first.op);
    for (fp_op op = f->sight.first; op < f->sight.end && f->guesses < GUESSES_MAX / 2; op++)
        if (fp_op_does(&f->sight, op, FP_DOES_INIT)) insert_wait(f, e->second.op, fp_object_place_of(&f->sight, op));
    change_object(f, e->second.op);
}

void fp_fix_stream_fault(fp_rule_context *context, fp_finding *finding, const fp_stream_fault *fault) {
    const fp_run_evidence *e = &fault->evidence;
    const struct fp_ir *ir = context->kernel->ir;
    fp_op op = context->kernel->op;
    fixer f = { .context = context,
                .sight = { .keep = context->keep, .ir = ir, .first = op, .end = ir->ops[op].end },
                .finding = finding };
    if (ir->half_typed) return;
    switch (e->kind) {
    case FP_RUN_STUCK: fix_stuck(&f, e); break;
    case FP_RUN_RACE: fix_race(&f, e); break;
    case FP_RUN_MISSING_FENCE: fix_fence(&f, e); break;
    case FP_RUN_OVERSHOOT:
    case FP_RUN_EARLY_ARRIVAL: fix_early(&f, e); break;
    case FP_RUN_MISSED_PHASE: fix_missed(&f, e); break;
    case FP_RUN_BYTES_UNBALANCED:
        change_count(&f, FP_DOES_EXPECT, fp_object_root(&f.sight, e->second.op), -e->bytes, FP_WORD_EXPECT_BYTES,
                     FP_ARG_BYTES);
        break;
    case FP_RUN_SECOND_INIT:
        insert_step(&f, (fp_position_in_text){ e->second.op, false }, FP_OBJECT_END,
                    fp_object_place_of(&f.sight, e->second.op), 0);
        remove_op(&f, e->second.op);
        break;
    case FP_RUN_END_WHILE_USED: insert_wait(&f, e->second.op, fp_object_place_of(&f.sight, e->first.op)); break;
    case FP_RUN_BYTES_LATE:
    case FP_RUN_NOT_INITIALIZED:
    case FP_RUN_USE_AFTER_END:
    case FP_RUN_ENDS_EARLY:
    case FP_RUN_BAD_COUNT:
    case FP_RUN_BYTES_TOUCHED:
    case FP_RUN_KIND_COUNT: break;
    }
}
