#include "rules/guess.h"
#include "base/chars.h"
#include "rules/fix_edit.h"
#include "rules/places.h"

enum { CARRIED_MAX = 6 }; /* ops that a moved one takes with it */

/* ---- a guess ---- */
static bool is_offered(const fp_guesses *g) {
    bool same = false;
    for (size_t i = 0; i < g->finding->fix_count && !same; i++) {
        const fp_fix *fix = &g->finding->fixes[i];
        same = fix->edit_count == g->edits.len;
        for (uint32_t k = 0; k < g->edits.len && same; k++) same = fp_edit_equal(&fix->edits[k], &g->edits.data[k]);
    }
    return same;
}

static void offer(fp_guesses *g, fp_phrase title, bool safe) {
    if (g->edits.len) fp_fix_sort(g->edits.data, g->edits.len);
    if (g->edits.len && g->guesses < FP_GUESSES_MAX && !is_offered(g)) {
        fp_finding_offer(
            g->context, g->finding,
            (fp_fix){
                .phrase = title, .safe = safe, .guess = true, .edits = g->edits.data, .edit_count = g->edits.len });
        g->guesses++;
    }
    g->edits.data = NULL, g->edits.len = g->edits.capacity = 0;
    g->sight.fresh = 0; /* what is written anew has the same names in each guess, so that the same one is known */
}

static void add_edit(fp_guesses *g, fp_edit edit) { *FP_PUSH(g->sight.keep, &g->edits) = edit; }

/* Each line with the location of the op beside it. */
static fp_str located(const fp_guesses *g, fp_op beside, fp_str lines) {
    fp_str location = fp_fix_location(g->sight.ir, beside), result = { "", 0 };
    while (location.len && lines.len) {
        size_t end = fp_str_find(lines, '\n');
        result = fp_str_printf(g->sight.keep, "%.*s%s%.*s%.*s", FP_STR_ARG(result), result.len ? "\n" : "", (int)end,
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
void fp_guess_insert(fp_guesses *g, fp_position_in_text at, fp_str lines, bool safe) {
    if (lines.len == 0 || at.op == FP_NONE || g->sight.ir->ops[at.op].block == FP_NONE) return;
    add_edit(g, fp_fix_at(g->sight.keep, g->sight.ir, at, located(g, at.op, lines)));
    fp_phrase part = FP_PHRASE(FP_WORD_INSERTED, fp_arg_text(FP_ARG_OP, op_name(lines)),
                               fp_arg_phrase(FP_ARG_PLACE, fp_position_phrase(g->context, at)));
    fp_phrase inserted = fp_phrase_copy(g->sight.keep, part, NULL);
    offer(g, FP_PHRASE(FP_WORD_INSERT, fp_arg_phrases(FP_ARG_INSERTIONS, &inserted, 1)), safe);
}

static fp_str named(const fp_guesses *g, fp_op op) { return fp_op_name_at(g->context, g->sight.ir->ops[op].name_span); }

void fp_guess_removal(fp_guesses *g, fp_op op) {
    if (op == FP_NONE || g->sight.ir->ops[op].result_count || fp_place_text(g->sight.ir, op).len == 0) return;
    add_edit(g, fp_edit_removal(g->context, g->sight.ir->ops[op].span));
    offer(g, FP_PHRASE(FP_WORD_REMOVE, fp_arg_text(FP_ARG_OP, named(g, op))), false);
}

/* An op that stands there twice, one right behind the other. */
void fp_guess_twin_removal(fp_guesses *g, fp_op op) {
    if (op == FP_NONE || g->sight.ir->ops[op].block == FP_NONE) return;
    fp_str text = fp_place_text(g->sight.ir, op);
    fp_op last = FP_NONE, next = g->sight.ir->ops[op].next;
    for (fp_op other = g->sight.ir->blocks[g->sight.ir->ops[op].block].first; other != op;
         other = g->sight.ir->ops[other].next)
        last = other;
    bool twice = (last != FP_NONE && fp_str_equal(fp_place_text(g->sight.ir, last), text)) ||
                 (next != FP_NONE && fp_str_equal(fp_place_text(g->sight.ir, next), text));
    if (text.len && twice) fp_guess_removal(g, op);
}

/* ---- guesses ---- */
/* An arrival or the end of an object. */
void fp_guess_step(fp_guesses *g, fp_position_in_text at, fp_object_step step, fp_object_place of, int64_t count) {
    if (at.op == FP_NONE) return;
    fp_names names = fp_names_at(&g->sight, at.op, of);
    for (uint32_t i = 0; i < names.len; i++) {
        fp_object_words words = { .object = names.data[i].value, .type = names.data[i].type, .count = count };
        fp_str op = fp_emit_object(g->sight.keep, step, fp_object_dialect(&g->sight), &words);
        if (op.len) fp_guess_insert(g, at, fp_lines_joined(&g->sight, names.data[i].lines, op), false);
    }
}

/* Under the condition of what it waits for, if the place sees that: else it would wait in vain where that is false. */
static void insert_wait(fp_guesses *g, fp_position_in_text at, const fp_name *name, const fp_name *phase,
                        fp_value when) {
    const struct fp_ir *ir = g->sight.ir;
    bool conditional = when != FP_NONE && fp_value_is_seen(ir, when, at.op);
    fp_object_words words = { .object = name->value,
                              .type = name->type,
                              .phase = phase->value,
                              .one = conditional ? ir->values[when].name : FP_STR("") };
    fp_object_step step = conditional ? FP_OBJECT_WAIT_IF : FP_OBJECT_WAIT;
    fp_str op = fp_emit_object(g->sight.keep, step, fp_object_dialect(&g->sight), &words),
           lines = fp_lines_joined(&g->sight, name->lines, phase->lines);
    if (op.len) fp_guess_insert(g, at, fp_lines_joined(&g->sight, lines, op), false);
}

/* Names and phases come likeliest first: so do pairs of the first ones. */
void fp_guess_wait(fp_guesses *g, fp_position_in_text at, fp_object_place of) {
    if (at.op == FP_NONE) return;
    fp_names names = fp_names_at(&g->sight, at.op, of), phases = fp_phases_at(&g->sight, at.op);
    for (uint32_t sum = 0; sum < names.len + phases.len; sum++)
        for (uint32_t i = 0; i < names.len && i <= sum; i++)
            if (sum - i < phases.len) insert_wait(g, at, &names.data[i], &phases.data[sum - i], of.when);
}

/* Has the block another op before this one that does the same, or one that expects bytes, on the same object? */
static bool is_served(const fp_guesses *g, fp_op copy) {
    fp_value object = fp_object_use(&g->sight, copy)->value;
    bool before = true;
    for (fp_op op = g->sight.ir->blocks[g->sight.ir->ops[copy].block].first; op != FP_NONE;
         op = g->sight.ir->ops[op].next) {
        before &= op != copy;
        bool serves =
            fp_op_does(&g->sight, op, FP_DOES_EXPECT) || (before && fp_op_does(&g->sight, op, FP_DOES_START_BYTES));
        const fp_use *use = serves ? fp_object_use(&g->sight, op) : NULL;
        if (use && use->value == object) return true;
    }
    return false;
}

static void expect_at(fp_guesses *g, fp_op at, fp_op named, const fp_use *when, int64_t bytes) {
    fp_name name = fp_object_named(&g->sight, named),
            condition = when ? (fp_name){ g->sight.ir->values[when->value].name, { "", 0 }, { "", 0 } }
                             : fp_number_at(&g->sight, at, 1, FP_STR("i1"));
    fp_object_words words = { .object = name.value, .type = name.type, .phase = condition.value, .count = bytes };
    fp_str op = fp_emit_object(g->sight.keep, FP_OBJECT_EXPECT, fp_object_dialect(&g->sight), &words);
    if (op.len)
        fp_guess_insert(g, (fp_position_in_text){ at, false }, fp_lines_joined(&g->sight, condition.lines, op), false);
}

void fp_guess_expect(fp_guesses *g, fp_op wait, int64_t bytes) {
    fp_op_list copies = fp_ops_on(&g->sight, FP_DOES_START_BYTES, fp_object_root(&g->sight, wait));
    for (uint32_t i = 0; i < copies.len; i++)
        if (!is_served(g, copies.data[i]))
            expect_at(g, copies.data[i], copies.data[i], fp_condition_use(&g->sight, copies.data[i]), bytes);
    if (copies.len) expect_at(g, wait, wait, NULL, bytes); /* others may copy what this stream alone can announce */
}

/* ---- initialisation ---- */
enum { INIT_PLACES_MAX = 4, COUNTS_MAX = 4 };
typedef struct {
    int64_t data[COUNTS_MAX];
    uint32_t len;
} counts;

static void add_count(counts *list, int64_t count) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i] == count) return;
    if (list->len < COUNTS_MAX) list->data[list->len++] = count;
}

/* What objects count: those of the allocation first, then one, then what others count. */
static counts counts_of(const fp_guesses *g, fp_value root) {
    counts list = { .len = 0 };
    for (int others = 0; others < 2; others++) {
        for (fp_op op = g->sight.first; op < g->sight.end; op++) {
            int64_t count;
            bool is_init = fp_op_does(&g->sight, op, FP_DOES_INIT) &&
                           fp_ir_quantity(g->sight.ir, op, &fp_row_of_op(&g->sight, op)->count, &count);
            if (is_init && (fp_object_root(&g->sight, op) != root) == others) add_count(&list, count);
        }
        add_count(&list, 1);
    }
    return list;
}

/* The first slot that no init names. */
static int64_t missing_slot(const fp_guesses *g, const fp_op_list *inits) {
    int64_t slot = 0;
    for (uint32_t i = 0; i < inits->len;) {
        bool taken = fp_object_place_of(&g->sight, inits->data[i]).slot == slot;
        slot += taken;
        i = taken ? 0 : i + 1;
    }
    return slot;
}

static bool is_initialised(const fp_guesses *g, fp_str name, const fp_op_list *inits) {
    for (uint32_t i = 0; i < inits->len; i++)
        if (fp_str_equal(fp_object_named(&g->sight, inits->data[i]).value, name)) return true;
    return false;
}

static void init_behind(fp_guesses *g, fp_op place, fp_object_place of, const fp_op_list *inits,
                        const counts *numbers) {
    fp_op next = g->sight.ir->ops[place].next; /* what is named there sees the allocation itself */
    if (next == FP_NONE) return;
    fp_names names = fp_names_at(&g->sight, next, of);
    for (uint32_t i = 0; i < names.len; i++)
        for (uint32_t k = 0; k < numbers->len && !is_initialised(g, names.data[i].value, inits); k++) {
            fp_object_words words = { .object = names.data[i].value,
                                      .type = names.data[i].type,
                                      .count = numbers->data[k] };
            fp_str op = fp_emit_object(g->sight.keep, FP_OBJECT_INIT, fp_object_dialect(&g->sight), &words);
            if (op.len)
                fp_guess_insert(g, (fp_position_in_text){ place, true },
                                fp_lines_joined(&g->sight, names.data[i].lines, op), false);
        }
}

void fp_guess_init(fp_guesses *g, fp_object_place of) {
    if (of.root == FP_NONE) return;
    fp_op_list inits = fp_ops_on(&g->sight, FP_DOES_INIT, of.root);
    counts numbers = counts_of(g, of.root);
    if (of.slot < 0 && inits.len) of.slot = missing_slot(g, &inits);
    uint32_t places = 0;
    for (uint32_t i = inits.len; i-- > 0 && places < INIT_PLACES_MAX; places++)
        init_behind(g, inits.data[i], of, &inits, &numbers);
    fp_op alloc = fp_ir_definition(g->sight.ir, of.root);
    if (alloc != FP_NONE && alloc > g->sight.first) init_behind(g, alloc, of, &inits, &numbers);
    for (fp_op op = g->sight.end; op-- > g->sight.first && places < INIT_PLACES_MAX;)
        if (fp_op_does(&g->sight, op, FP_DOES_INIT)) init_behind(g, op, of, &inits, &numbers), places++;
}

/* The loop that carries the phase begins with the other one. */
static void change_first_phase(fp_guesses *g, fp_value phase) {
    const fp_value_info *v = &g->sight.ir->values[phase];
    fp_op loop = v->block == FP_NONE ? FP_NONE : g->sight.ir->blocks[v->block].op;
    uint32_t count = 0;
    const fp_use *inits = loop == FP_NONE ? NULL : fp_ir_inits(g->sight.ir, loop, &count);
    uint32_t before = count ? g->sight.ir->blocks[v->block].arg_count - count : 0;
    int64_t constant;
    if (count == 0 || v->index < before || g->sight.ir->ops[loop].generic) return;
    const fp_use *init = &inits[v->index - before];
    if (!fp_ir_constant(g->sight.ir, init->value, &constant) || constant < 0 || constant > 1) return;
    fp_name other = fp_number_at(&g->sight, loop, 1 - constant, fp_ir_value_type(g->sight.ir, phase));
    if (other.lines.len) add_edit(g, fp_fix_before(g->sight.keep, g->sight.ir, loop, located(g, loop, other.lines)));
    add_edit(g, (fp_edit){ init->span, other.value });
    offer(g, fp_phrase_of(FP_WORD_OTHER_FIRST_PHASE), false);
}

/* Is the phase one of the two constants? */
static bool is_constant_phase(fp_guesses *g, fp_op wait, const fp_name *phase) {
    bool constant = phase->lines.len != 0; /* the others are seen where the wait stands */
    for (int64_t number = 0; number < 2 && !constant; number++)
        constant = fp_str_equal(phase->value, fp_number_at(&g->sight, wait, number, phase->type).value);
    return constant;
}

/* All waits that name the phase name it flipped. */
static void flip_for_all(fp_guesses *g, fp_value phase) {
    const fp_value_info *v = &g->sight.ir->values[phase];
    fp_op_list waits = { 0 };
    for (fp_op op = g->sight.first; op < g->sight.end; op++) {
        const fp_use *use = fp_phase_use(&g->sight, op);
        if (use && use->value == phase) *FP_PUSH(g->sight.keep, &waits) = op;
    }
    fp_position_in_text at = v->block == FP_NONE ? (fp_position_in_text){ v->def, true }
                                                 : (fp_position_in_text){ g->sight.ir->blocks[v->block].first, false };
    if (waits.len < 2 || at.op == FP_NONE || at.op <= g->sight.first) return;
    fp_name one = fp_number_at(&g->sight, at.op, 1, fp_ir_value_type(g->sight.ir, phase));
    fp_object_words words = {
        .object = fp_fresh_name(&g->sight, "phase"), .type = one.type, .phase = v->name, .one = one.value
    };
    fp_str line = fp_emit_object(g->sight.keep, FP_OBJECT_FLIP, (fp_str){ "", 0 }, &words);
    add_edit(g,
             fp_fix_at(g->sight.keep, g->sight.ir, at, located(g, at.op, fp_lines_joined(&g->sight, one.lines, line))));
    for (uint32_t i = 0; i < waits.len; i++)
        add_edit(g, (fp_edit){ fp_phase_use(&g->sight, waits.data[i])->span, words.object });
    offer(g, fp_phrase_of(FP_WORD_OTHER_PHASE), false);
}

/* The wait names another phase: the other constant, what a loop carries the other way round, a phase that other waits
 * name, or its own, flipped. A phase that is computed gives way to no constant: with one the wait would pass at once in
 * every second round, whatever the kernel still lacks. */
void fp_guess_phase(fp_guesses *g, fp_op wait) {
    const fp_use *use = fp_phase_use(&g->sight, wait);
    if (!use || use->value == FP_NONE || g->sight.ir->ops[wait].generic) return;
    fp_str type = fp_ir_value_type(g->sight.ir, use->value);
    int64_t constant;
    bool fixed = fp_ir_constant(g->sight.ir, use->value, &constant);
    fp_names phases = fp_phases_at(&g->sight, wait);
    fp_position_in_text before = { wait, false };
    if (!fixed) change_first_phase(g, use->value);
    if (!fixed) {
        fp_name one = fp_number_at(&g->sight, wait, 1, type);
        fp_object_words words = { .object = fp_fresh_name(&g->sight, "phase"),
                                  .type = type,
                                  .phase = g->sight.ir->values[use->value].name,
                                  .one = one.value };
        fp_str line = fp_emit_object(g->sight.keep, FP_OBJECT_FLIP, (fp_str){ "", 0 }, &words);
        add_edit(g, fp_fix_at(g->sight.keep, g->sight.ir, before,
                              located(g, wait, fp_lines_joined(&g->sight, one.lines, line))));
        add_edit(g, (fp_edit){ use->span, words.object });
        offer(g, fp_phrase_of(FP_WORD_OTHER_PHASE), false);
        flip_for_all(g, use->value);
    }
    for (uint32_t i = 0; i < phases.len; i++) {
        fp_name phase = phases.data[fixed ? phases.len - 1 - i : i];
        if (fp_str_equal(phase.value, g->sight.ir->values[use->value].name)) continue;
        if (!fixed && is_constant_phase(g, wait, &phase)) continue;
        if (phase.lines.len) add_edit(g, fp_fix_at(g->sight.keep, g->sight.ir, before, located(g, wait, phase.lines)));
        add_edit(g, (fp_edit){ use->span, phase.value });
        offer(g, fp_phrase_of(FP_WORD_OTHER_PHASE), false);
    }
}

/* Another object of an array. */
void fp_guess_object(fp_guesses *g, fp_op op) {
    const fp_use *use = fp_object_use(&g->sight, op);
    if (!use || use->value == FP_NONE || g->sight.ir->ops[op].generic) return;
    fp_names names =
        fp_names_at(&g->sight, op, (fp_object_place){ fp_view_root(g->sight.ir, use->value), -1, FP_NONE });
    for (uint32_t i = 0; i < names.len; i++) {
        if (fp_str_equal(names.data[i].value, g->sight.ir->values[use->value].name)) continue;
        if (names.data[i].lines.len)
            add_edit(g, fp_fix_before(g->sight.keep, g->sight.ir, op, located(g, op, names.data[i].lines)));
        add_edit(g, (fp_edit){ use->span, names.data[i].value });
        offer(g, FP_PHRASE(FP_WORD_OTHER_OBJECT, fp_arg_text(FP_ARG_OP, named(g, op))), false);
    }
}

/* Only where the attribute by which it is relaxed is all that is written behind its name. */
void fp_guess_full_meeting(fp_guesses *g, fp_op op) {
    const fp_op_node *node = &g->sight.ir->ops[op];
    const char *relaxed = node->info && node->info->relaxed_name ? node->info->relaxed_name : NULL;
    if (!relaxed || node->generic || !fp_ir_says(g->sight.ir, op, fp_str_of(relaxed))) return;
    fp_span behind = { node->name_span.end, node->span.end };
    fp_str said = fp_str_printf(g->sight.keep, "{%s = true}", relaxed);
    if (!fp_str_equal(fp_str_trim(fp_ir_text(g->sight.ir, behind)), said)) return;
    add_edit(g, (fp_edit){ behind, FP_STR("") });
    offer(g, FP_PHRASE(FP_WORD_FULL_MEETING, fp_arg_text(FP_ARG_OP, named(g, op))), true);
}

/* `name = 3` in the text, or `"name" = 3`. */
static bool find_attribute(const fp_guesses *g, fp_op op, fp_str name, fp_span *span) {
    fp_span whole = g->sight.ir->ops[op].span;
    fp_str text = fp_ir_text(g->sight.ir, whole);
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
static bool find_number(const fp_guesses *g, fp_op op, const fp_quantity *quantity, fp_span *span) {
    const fp_op_node *node = &g->sight.ir->ops[op];
    if (quantity->from != FP_FROM_LITERAL || node->generic) return find_attribute(g, op, quantity->name, span);
    int literal = 0;
    for (uint32_t i = 0; i < node->token_count; i++) {
        const fp_token *token = &g->sight.ir->tokens[node->first_token + i];
        if (token->kind == FP_TOKEN_OPEN) i = token->partner ? i + token->partner : node->token_count;
        if (token->kind == FP_TOKEN_INT && literal++ == quantity->index) return *span = token->span, true;
    }
    return false;
}

static bool write_number(fp_guesses *g, fp_op op, const fp_quantity *quantity, int64_t number) {
    fp_span span;
    if (number < 0 || !find_number(g, op, quantity, &span)) return false;
    add_edit(g, (fp_edit){ span, fp_str_printf(g->sight.keep, "%lld", (long long)number) });
    return true;
}

/* The op counts so much more; at least 1. False: its count stands nowhere in the text, or is none that a run counts. */
static bool change_count(fp_guesses *g, fp_op op, int64_t more, int64_t *count) {
    const fp_quantity *quantity = &fp_row_of_op(&g->sight, op)->count;
    if (!fp_ir_quantity(g->sight.ir, op, quantity, count) || *count < 0 || *count > INT32_MAX) return false;
    *count += more;
    return *count >= 1 && write_number(g, op, quantity, *count);
}

/* A guess for each op of that kind on the allocation, and one that changes all of them. */
void fp_guess_count(fp_guesses *g, fp_does what, fp_value root, int64_t more, fp_sentence title,
                    fp_argument_name name) {
    fp_op_list list = fp_ops_on(&g->sight, what, root);
    int64_t count, last = 0;
    for (uint32_t i = 0; i < list.len; i++)
        if (change_count(g, list.data[i], more, &count)) offer(g, FP_PHRASE(title, fp_arg_number(name, count)), false);
    for (uint32_t i = 0; i < list.len && list.len > 1; i++)
        if (change_count(g, list.data[i], more, &count)) last = count;
    offer(g, FP_PHRASE(title, fp_arg_number(name, last)), false);
}

void fp_guess_fewer_left(fp_guesses *g, fp_op wait, const fp_quantity *quantity, int64_t left) {
    if (write_number(g, wait, quantity, left))
        offer(g, FP_PHRASE(FP_WORD_FEWER_LEFT, fp_arg_number(FP_ARG_COUNT, left)), true);
}

/* ---- moving ---- */
/* The ops that an op needs at a place that does not see their results: views and numbers, in front of it in its block.
 */
static bool gather_needed(const fp_guesses *g, fp_op op, fp_op at, fp_op_list *list) {
    const fp_op_node *node = &g->sight.ir->ops[op];
    for (uint32_t i = 0; i < node->use_count; i++) {
        fp_value value = g->sight.ir->uses[node->first_use + i].value;
        if (value == FP_NONE) return false;
        if (fp_value_is_seen(g->sight.ir, value, at)) continue;
        fp_op def = fp_ir_definition(g->sight.ir, value);
        bool plain = def != FP_NONE && fp_row_of_op(&g->sight, def) && g->sight.ir->ops[def].region_count == 0 &&
                     (fp_row_of_op(&g->sight, def)->effect == FP_EFFECT_VIEW ||
                      fp_row_of_op(&g->sight, def)->effect == FP_EFFECT_PURE ||
                      fp_row_of_op(&g->sight, def)->effect == FP_EFFECT_CONSTANT);
        if (!plain || g->sight.ir->ops[def].block != node->block || list->len > CARRIED_MAX) return false;
        if (!gather_needed(g, def, at, list)) return false;
        bool known = false;
        for (uint32_t k = 0; k < list->len; k++) known |= list->data[k] == def;
        if (!known) *FP_PUSH(g->sight.keep, list) = def;
    }
    return true;
}

static bool has_users(const fp_guesses *g, fp_op op) {
    const fp_op_node *node = &g->sight.ir->ops[op];
    for (uint32_t i = 0; i < g->sight.ir->use_count; i++)
        if (g->sight.ir->uses[i].value >= node->first_result &&
            g->sight.ir->uses[i].value < node->first_result + node->result_count)
            return node->result_count > 0;
    return false;
}

void fp_guess_move(fp_guesses *g, fp_op op, fp_position_in_text at) {
    fp_op_list needed = { 0 };
    if (op == FP_NONE || at.op == FP_NONE || has_users(g, op) || !gather_needed(g, op, at.op, &needed)) return;
    *FP_PUSH(g->sight.keep, &needed) = op;
    fp_str lines = { "", 0 };
    for (uint32_t i = 0; i < needed.len; i++) {
        fp_str text = fp_place_text(g->sight.ir, needed.data[i]);
        if (text.len == 0) return;
        lines = fp_lines_joined(&g->sight, lines, text);
    }
    for (uint32_t i = 0; i < needed.len; i++)
        add_edit(g, fp_edit_removal(g->context, g->sight.ir->ops[needed.data[i]].span));
    add_edit(g, fp_fix_at(g->sight.keep, g->sight.ir, at, located(g, op, lines)));
    offer(g,
          FP_PHRASE(FP_WORD_MOVE_OP, fp_arg_text(FP_ARG_OP, named(g, op)),
                    fp_arg_phrase(FP_ARG_PLACE, fp_position_phrase(g->context, at))),
          false);
}
