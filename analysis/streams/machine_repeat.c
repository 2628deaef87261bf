/* machine_repeat.c - periods that are passed over, because the streams do the same in each of them.
 *
 * A period is what the streams do from a mark to where they are now. Each register is taken to grow by the same number
 * in every period, as it has in this one. The period's code is executed once more for all following periods at once,
 * with a number and its growth for each register: what events and branches ask for must not grow, and each comparison
 * tells for how many periods it comes out as it does in this one. The growth that comes out in the end must be the one
 * that was taken for granted. */
#include "streams/machine_state.h"
#include <string.h>

struct fp_machine_mark {
    fp_machine_stream *streams; /* with lists of their own */
    uint32_t stream_count;
    const fp_machine_object *objects;
    uint32_t object_count;
    const fp_stored_number *stored;
    uint32_t stored_count, unknowns, doubts, leaders;
};

/* A register from period to period. */
typedef struct {
    int64_t growth; /* in each period, in all threads alike */
    bool wild;      /* it changes in another way */
    bool written;   /* has the period written it? */
    bool carried;   /* did the period read it first? Then the next one gets it from this one */
} evolution;

typedef struct {
    struct fp_machine *machine;
    fp_machine_stream *past; /* from the mark on, as the code is executed */
    evolution *registers;
    fp_loop_count *loop_growth; /* per loop of the kernel */
    int64_t closed_growth[FP_COUNTER_COUNT];
    int64_t periods; /* that number of this kind have been told to be alike */
} repeating;

/* ---- Growth of numbers ---- */
enum { WIDTH_MAX = 64 };
#define NUMBER_MAX (INT64_C(1) << 60) /* no product or sum of smaller ones that are looked at overflows */

static bool is_small(int64_t number) { return number > -NUMBER_MAX && number < NUMBER_MAX; }

/* For how many periods is the number from `least` to `most`? */
static void stay_within(repeating *r, int64_t number, int64_t growth, int64_t least, int64_t most) {
    int64_t periods = INT64_MAX;
    if (number < least || number > most)
        periods = -1;
    else if (growth)
        periods = growth > 0 ? (most - number) / growth : (number - least) / -growth;
    if (periods < r->periods) r->periods = periods;
}

static void stay_in_width(repeating *r, int64_t number, int64_t growth, uint8_t width) {
    int64_t most = width >= 62 ? NUMBER_MAX : (INT64_C(1) << (width - 1)) - 1;
    stay_within(r, number, growth, -most - (width < 62), most);
}

static void stay_positive(repeating *r, int64_t number, int64_t growth) {
    stay_within(r, number, growth, 0, NUMBER_MAX);
}

/* For how many periods does the difference of two numbers keep its sign? */
static void keep_sign(repeating *r, int64_t difference, int64_t growth) {
    if (difference == 0)
        stay_within(r, difference, growth, 0, 0);
    else if (difference < 0)
        stay_within(r, difference, growth, -NUMBER_MAX * 4, -1);
    else
        stay_within(r, difference, growth, 1, NUMBER_MAX * 4);
}

/* The least power of two above a number that is not negative. */
static int64_t power_above(int64_t number) {
    int64_t power = 1;
    while (power <= number) power *= 2;
    return power;
}

static bool grow_by_bits(uint8_t arith, int64_t constant, int64_t growth, int64_t *by) {
    bool negative = constant < 0; /* all high bits are ones */
    if (growth % power_above(negative ? ~constant : constant)) return false;
    bool kept = arith == FP_ARITH_AND ? negative : !negative; /* the high bits of the number */
    *by = kept ? growth : arith == FP_ARITH_XOR ? -growth : 0;
    return true;
}

static bool grow_by_division(repeating *r, uint8_t arith, int64_t number, int64_t growth, int64_t divisor,
                             int64_t *by) {
    if (divisor <= 0 || growth % divisor) return false;
    stay_positive(r, number, growth);
    *by = arith == FP_ARITH_REMS || arith == FP_ARITH_REMU ? 0 : growth / divisor;
    return true;
}

static bool grow_by_larger(repeating *r, const fp_number_op *op, const int64_t x[3], const int64_t g[3], int64_t *by) {
    bool is_unsigned = op->arith == FP_ARITH_MINU || op->arith == FP_ARITH_MAXU;
    bool least = op->arith == FP_ARITH_MINS || op->arith == FP_ARITH_MINU;
    for (uint32_t i = 0; i < 2 && is_unsigned; i++) stay_positive(r, x[i], g[i]);
    keep_sign(r, x[0] - x[1], g[0] - g[1]);
    *by = (x[0] <= x[1]) == least ? g[0] : g[1];
    return true;
}

static bool grow_by_comparison(repeating *r, const fp_number_op *op, const int64_t x[3], const int64_t g[3],
                               int64_t *by) {
    bool is_unsigned = op->predicate >= FP_PREDICATE_ULT;
    for (uint32_t i = 0; i < 2 && is_unsigned; i++) stay_positive(r, x[i], g[i]);
    keep_sign(r, x[0] - x[1], g[0] - g[1]);
    *by = 0;
    return true;
}

/* By how much the result grows when the operands x grow by g. False: that is not told. */
static bool grow_number(repeating *r, const fp_number_op *op, const int64_t x[3], const int64_t g[3], int64_t *by) {
    uint32_t moving = g[0] ? 0 : 1;
    for (uint32_t i = 0; i < 3; i++)
        if (!is_small(x[i]) || !is_small(g[i])) return false;
    switch (op->arith) {
    case FP_ARITH_ADD: *by = g[0] + g[1]; return true;
    case FP_ARITH_SUB: *by = g[0] - g[1]; return true;
    case FP_ARITH_MUL: {
        int64_t factor = x[!moving];
        if (g[!moving] || factor > INT32_MAX || factor < INT32_MIN || g[moving] > INT32_MAX || g[moving] < INT32_MIN)
            return false;
        *by = g[moving] * factor;
        return true;
    }
    case FP_ARITH_SHL:
        if (g[1] || x[1] < 0 || x[1] > 30 || g[0] > INT32_MAX || g[0] < INT32_MIN) return false;
        *by = g[0] * (INT64_C(1) << x[1]);
        return true;
    case FP_ARITH_DIVS:
    case FP_ARITH_DIVU:
    case FP_ARITH_FLOORDIVS:
    case FP_ARITH_CEILDIVS:
    case FP_ARITH_CEILDIVU:
    case FP_ARITH_REMS:
    case FP_ARITH_REMU: return !g[1] && grow_by_division(r, op->arith, x[0], g[0], x[1], by);
    case FP_ARITH_SHRS:
    case FP_ARITH_SHRU:
        return !g[1] && x[1] >= 0 && x[1] <= 30 && grow_by_division(r, op->arith, x[0], g[0], INT64_C(1) << x[1], by);
    case FP_ARITH_AND:
    case FP_ARITH_OR:
    case FP_ARITH_XOR: return !g[!moving] && grow_by_bits(op->arith, x[!moving], g[moving], by);
    case FP_ARITH_MINS:
    case FP_ARITH_MINU:
    case FP_ARITH_MAXS:
    case FP_ARITH_MAXU: return grow_by_larger(r, op, x, g, by);
    case FP_ARITH_CMP: return grow_by_comparison(r, op, x, g, by);
    case FP_ARITH_SELECT: *by = g[x[0] ? 1 : 2]; return !g[0];
    case FP_ARITH_ZEXT:
        stay_positive(r, x[0], g[0]);
        *by = g[0];
        return true;
    case FP_ARITH_SAME:
    case FP_ARITH_SEXT:
    case FP_ARITH_TRUNC: *by = g[0]; return true;
    default: return false;
    }
}

/* The same, and no number wraps in its type. */
static bool grow_exactly(repeating *r, const fp_number_op *op, const int64_t x[3], const int64_t g[3], int64_t *by) {
    int64_t now, next;
    if (!grow_number(r, op, x, g, by)) return false;
    if (!fp_number_evaluate(*op, x[0], x[1], x[2], &now) || !is_small(now)) return false;
    if (!fp_number_evaluate(*op, x[0] + g[0], x[1] + g[1], x[2] + g[2], &next)) return false;
    for (uint32_t i = 0; i < fp_number_operands(op->arith); i++) stay_in_width(r, x[i], g[i], WIDTH_MAX);
    if (*by) stay_in_width(r, now, *by, op->width);
    return r->periods < 1 || next == now + *by;
}

static int64_t number_in(const repeating *r, fp_stream_value value, uint16_t thread) {
    return value.kind == FP_VALUE_BY_THREAD ? r->machine->by_thread.data[value.number][thread] : value.number;
}

static bool is_number(fp_stream_value value) {
    return value.kind == FP_VALUE_INTEGER || value.kind == FP_VALUE_BY_THREAD;
}

/* In all threads alike. */
static bool grow_value(repeating *r, const fp_code *code, int64_t *by) {
    const uint32_t operands[3] = { code->a, code->b, code->c };
    uint32_t count = fp_number_operands(code->number.arith);
    int64_t g[3] = { 0 };
    bool by_thread = false;
    for (uint32_t i = 0; i < count; i++) {
        fp_stream_value value = r->past->registers[operands[i]];
        if (!is_number(value)) return false;
        g[i] = r->registers[operands[i]].growth;
        by_thread |= value.kind == FP_VALUE_BY_THREAD;
    }
    uint32_t threads = by_thread ? r->past->set.count : 1;
    for (uint32_t t = 0; t < threads; t++) {
        int64_t x[3] = { 0 }, own;
        for (uint32_t i = 0; i < count; i++)
            x[i] = number_in(r, r->past->registers[operands[i]], by_thread ? r->past->set.threads[t] : 0);
        if (!grow_exactly(r, &code->number, x, g, &own)) return false;
        if (t > 0 && own != *by) return false;
        *by = own;
    }
    return true;
}

/* ---- The code of a period ---- */
static const evolution *read_register(repeating *r, uint32_t reg) {
    static const evolution none = { 0 };
    if (reg == FP_NONE) return &none;
    evolution *e = &r->registers[reg];
    e->carried |= !e->written;
    return e;
}

static bool is_steady(repeating *r, uint32_t reg) {
    const evolution *e = read_register(r, reg);
    return !e->wild && e->growth == 0;
}

static bool are_steady(repeating *r, const uint32_t *registers, uint32_t count) {
    bool steady = true;
    for (uint32_t i = 0; i < count; i++) steady &= is_steady(r, registers[i]);
    return steady;
}

static void write_register(repeating *r, uint32_t reg, evolution e) {
    e.written = true;
    e.carried = r->registers[reg].carried;
    r->registers[reg] = e;
}

/* Places come round with the iterations that they hang on. */
static bool come_round(const repeating *r, const fp_asked *asked, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        bool of_loop = asked[i].asks == FP_ASKS_ITERATION || asked[i].asks == FP_ASKS_LAST;
        if (!of_loop || asked[i].id >= r->machine->kernel->loops.len) continue;
        const fp_loop_count *growth = &r->loop_growth[asked[i].id];
        bool last = asked[i].asks == FP_ASKS_LAST;
        uint32_t by = last ? growth->before : growth->now, at = r->past->iterations[asked[i].id].now;
        if (by && (last || !asked[i].period || at < asked[i].from || by % asked[i].period)) return false;
    }
    return true;
}

static bool comes_round(const repeating *r, const fp_code_address *address) {
    return come_round(r, address->asked, address->asked_count);
}

static bool tensor_comes_round(const repeating *r, const fp_code_tensor *tensor) {
    bool all = comes_round(r, &tensor->address) && comes_round(r, &tensor->source);
    for (uint32_t i = 0; i < tensor->matrix_count; i++)
        all &= comes_round(r, &tensor->matrices[i].pointer) && comes_round(r, &tensor->matrices[i].address);
    return all;
}

static bool repeats_act(repeating *r, const fp_code_act *act) {
    const fp_program_code *code = &r->machine->code;
    bool all = are_steady(r, code->needs.data + act->first_need, act->need_count);
    for (uint32_t i = 0; i < act->touch_count; i++) {
        const fp_code_touch *touch = &code->touches.data[act->first_touch + i];
        all &= come_round(r, touch->asked, touch->asked_count) && (!code->recalls || is_steady(r, touch->stored));
    }
    return all && (!act->tensor || tensor_comes_round(r, &code->tensors.data[act->tensor - 1]));
}

/* Of a phase only the parity counts. */
static bool is_steady_phase(repeating *r, uint32_t reg) {
    const evolution *e = read_register(r, reg);
    return !e->wild && e->growth % 2 == 0;
}

static bool repeats_event(repeating *r, const fp_code_event *event) {
    const uint32_t registers[] = { event->when,   event->moves,      event->accumulates,
                                   event->tensor, event->count_from, event->id_from };
    bool all = are_steady(r, registers, sizeof registers / sizeof *registers) && is_steady_phase(r, event->phase);
    for (uint32_t i = 0; i < event->objects.len; i++)
        all &= is_steady(r, event->objects.data[i].object) && is_steady(r, event->objects.data[i].when);
    all &= are_steady(r, event->reads.data, event->reads.len) && are_steady(r, event->writes.data, event->writes.len);
    if (event->token == FP_NONE) return all;
    if (event->does == FP_DOES_WAIT_QUEUE) {
        const evolution *token = read_register(r, event->token);
        return all && !token->wild && token->growth == r->closed_growth[event->queue];
    }
    r->past->registers[event->token] = fp_value_integer_of(++r->past->closed[event->queue]);
    write_register(r, event->token, (evolution){ .growth = r->closed_growth[event->queue] });
    return all;
}

static void compute(repeating *r, const fp_code *code) {
    const uint32_t operands[3] = { code->a, code->kind == FP_CODE_ALLOC ? FP_NONE : code->b, code->c };
    evolution result = { 0 };
    bool steady = true;
    for (uint32_t i = 0; i < 3; i++) {
        const evolution *e = read_register(r, operands[i]);
        result.wild |= e->wild;
        steady &= e->growth == 0;
    }
    if (!steady && code->kind == FP_CODE_MOVE)
        result.growth = r->registers[code->a].growth;
    else if (!steady && !result.wild)
        result.wild = code->kind != FP_CODE_NUMBER || !grow_value(r, code, &result.growth);
    r->past->registers[code->dst] = fp_machine_value(r->machine, r->past, code);
    write_register(r, code->dst, result);
}

static bool repeats_peer(repeating *r, const fp_code *code) {
    const fp_code_address *peer = &r->machine->code.peers.data[code->extra];
    return are_steady(r, r->machine->code.needs.data + peer->first_need, peer->need_count) && comes_round(r, peer);
}

static bool repeats_branch(repeating *r, const fp_code *code) {
    if (!is_steady(r, code->a)) return false;
    fp_stream_value condition = fp_machine_see(r->machine, r->past, code->a);
    if (condition.kind != FP_VALUE_INTEGER) return false;
    if (!condition.number) r->past->at = code->to;
    return true;
}

static void count_loop(repeating *r, const fp_code *code) {
    if (code->loop == FP_NONE) return;
    fp_loop_count *count = &r->past->iterations[code->loop], *growth = &r->loop_growth[code->loop];
    bool starts = code->kind == FP_CODE_LOOP_START;
    *count = starts ? (fp_loop_count){ 0, count->now } : (fp_loop_count){ count->now + 1, count->before };
    if (starts) *growth = (fp_loop_count){ 0, growth->now };
}

static bool repeats(repeating *r, const fp_code *code) {
    switch ((fp_code_kind)code->kind) {
    case FP_CODE_NOTHING:
    case FP_CODE_HIDDEN: return true;
    case FP_CODE_JUMP: r->past->at = code->to; return true;
    case FP_CODE_BRANCH: return repeats_branch(r, code);
    case FP_CODE_LOOP_START:
    case FP_CODE_LOOP_NEXT: count_loop(r, code); return true;
    case FP_CODE_EVENT: return repeats_event(r, &r->machine->code.events.data[code->extra]);
    case FP_CODE_ACT: return is_steady(r, code->a) && repeats_act(r, &r->machine->code.acts.data[code->extra]);
    case FP_CODE_OPAQUE: /* each time it may be another number */
    case FP_CODE_FORK:
    case FP_CODE_JOIN:
    case FP_CODE_END: return false;
    case FP_CODE_PEER:
        if (!repeats_peer(r, code)) return false;
        compute(r, code);
        return true;
    case FP_CODE_INTEGER:
    case FP_CODE_NUMBER:
    case FP_CODE_MOVE:
    case FP_CODE_ALLOC:
    case FP_CODE_SLOT:
    case FP_CODE_SLICE:
    case FP_CODE_PERMUTE:
    case FP_CODE_REINTERPRET:
    case FP_CODE_COLUMNS:
    case FP_CODE_ADDRESS:
    case FP_CODE_ELSEWHERE:
    case FP_CODE_LEAF:
    case FP_CODE_WORKGROUP:
    case FP_CODE_BY_THREAD:
    case FP_CODE_ELECT: compute(r, code); return true;
    }
    return false;
}

/* ---- One stream ---- */
/* How the register has changed from one value to the other. */
static evolution evolution_of(const repeating *r, fp_stream_value from, fp_stream_value to) {
    const evolution wild = { .wild = true };
    evolution e = { 0 };
    fp_stream_value like = from;
    like.number = to.number;
    if (fp_value_same(from, to)) return e;
    if (!is_number(from) || !fp_value_same(like, to)) return wild;
    uint32_t threads = from.kind == FP_VALUE_BY_THREAD ? r->past->set.count : 1;
    for (uint32_t t = 0; t < threads; t++) {
        uint16_t thread = from.kind == FP_VALUE_BY_THREAD ? r->past->set.threads[t] : 0;
        int64_t first = number_in(r, from, thread), last = number_in(r, to, thread);
        if (!is_small(first) || !is_small(last) || (t > 0 && last - first != e.growth)) return wild;
        e.growth = last - first;
    }
    return e;
}

static bool same_in_threads(const repeating *r, fp_stream_value a, fp_stream_value b) {
    return fp_value_same(a, b) || (is_number(a) && !evolution_of(r, a, b).wild && evolution_of(r, a, b).growth == 0);
}

/* Is the stream where it was, in the same state? */
static bool is_back(const struct fp_machine *machine, const fp_machine_stream *was, const fp_machine_stream *now) {
    if (was->exists != now->exists) return false;
    if (!now->exists) return true;
    bool same = was->at == now->at && was->ended == now->ended && was->is_over == now->is_over &&
                was->set.number == now->set.number && was->joined == now->joined &&
                was->pending_count - was->pending_first == now->pending_count - now->pending_first &&
                was->unwaited_shares == now->unwaited_shares && was->unmet_shares == now->unmet_shares;
    return same && memcmp(was->asked, now->asked, machine->code.places.len * sizeof *now->asked) == 0;
}

static bool is_carried_on(const repeating *r, const fp_machine_stream *was, const fp_machine_stream *now,
                          uint32_t reg) {
    const evolution *end = &r->registers[reg];
    evolution taken = evolution_of(r, was->registers[reg], now->registers[reg]);
    return !end->carried || (!taken.wild && !end->wild && end->growth == taken.growth &&
                             same_in_threads(r, r->past->registers[reg], now->registers[reg]));
}

/* Executes the period of a stream again. False: the next one may be another. */
static bool repeats_period(struct fp_machine *machine, struct fp_arena *scratch, const fp_machine_stream *was,
                           const fp_machine_stream *now, bool *carried, int64_t *periods) {
    uint32_t count = machine->code.register_count, loops = machine->kernel->loops.len;
    fp_machine_stream past = *was;
    past.registers = fp_arena_copy(scratch, was->registers, count * sizeof *past.registers, _Alignof(fp_stream_value));
    past.iterations = fp_arena_copy(scratch, was->iterations, loops * sizeof *past.iterations, _Alignof(fp_loop_count));
    repeating r = { .machine = machine,
                    .past = &past,
                    .registers = FP_NEW(scratch, evolution, count + 1),
                    .loop_growth = FP_NEW(scratch, fp_loop_count, loops + 1),
                    .periods = *periods };
    for (uint32_t i = 0; i < count; i++) r.registers[i] = evolution_of(&r, was->registers[i], now->registers[i]);
    for (uint32_t i = 0; i < loops; i++)
        r.loop_growth[i] = (fp_loop_count){ now->iterations[i].now - was->iterations[i].now,
                                            now->iterations[i].before - was->iterations[i].before };
    for (uint32_t i = 0; i < FP_COUNTER_COUNT; i++) r.closed_growth[i] = now->closed[i] - was->closed[i];
    for (uint64_t step = was->steps; step < now->steps; step++) {
        const fp_code *code = &machine->code.code.data[past.at++];
        if (!repeats(&r, code)) return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!is_carried_on(&r, was, now, i)) return false;
        carried[i] = r.registers[i].carried;
    }
    *periods = r.periods;
    return past.at == now->at;
}

/* ---- All streams ---- */
static fp_stream_value grown(struct fp_machine *machine, const fp_machine_stream *was, uint32_t reg, int64_t periods,
                             fp_stream_value now) {
    repeating r = { .machine = machine, .past = &(fp_machine_stream){ .set = was->set } };
    int64_t by = evolution_of(&r, was->registers[reg], now).growth * (periods - 1);
    if (!by) return now;
    if (now.kind == FP_VALUE_INTEGER) {
        now.number += by;
        return now;
    }
    int64_t numbers[1024];
    for (uint32_t t = 0; t < machine->thread_count; t++) numbers[t] = machine->by_thread.data[now.number][t] + by;
    fp_stream_value list = fp_machine_numbers(machine, numbers);
    now.kind = list.kind, now.number = list.number;
    return now;
}

/* Adds the barriers of the period `more` times again. The number becomes the same for streams that were at different
 * places of the period. */
static void come_again(const fp_machine_stream *was, fp_machine_stream *now, uint32_t more) {
    uint32_t added = now->barrier_count - was->barrier_count;
    uint64_t factor = 1;
    for (uint32_t i = 0; i < added; i++) factor *= FP_MACHINE_BARRIERS_BASE;
    uint64_t digits = now->barriers - was->barriers * factor;
    now->barrier_count += more * added;
    for (; more; more /= 2) { /* x * factor + digits, and that twice, four times .. */
        if (more % 2) now->barriers = now->barriers * factor + digits;
        digits += digits * factor;
        factor *= factor;
    }
}

/* Puts the stream where it is when `periods` have been done, of which it has done one. */
static void pass_over(struct fp_machine *machine, const fp_machine_stream *was, fp_machine_stream *now,
                      const bool *carried, int64_t periods) {
    uint32_t more = (uint32_t)(periods - 1);
    for (uint32_t i = 0; i < machine->code.register_count; i++)
        if (carried[i]) now->registers[i] = grown(machine, was, i, periods, now->registers[i]);
    for (uint32_t i = 0; i < machine->kernel->loops.len; i++) {
        now->iterations[i].now += more * (now->iterations[i].now - was->iterations[i].now);
        now->iterations[i].before += more * (now->iterations[i].before - was->iterations[i].before);
    }
    for (uint32_t i = 0; i < FP_EVENT_LOOPS_MAX; i++) now->loops[i] += more * (now->loops[i] - was->loops[i]);
    for (uint32_t i = 0; i < FP_COUNTER_COUNT; i++) now->closed[i] += more * (now->closed[i] - was->closed[i]);
    now->meetings += more * (now->meetings - was->meetings);
    now->cluster_meetings += more * (now->cluster_meetings - was->cluster_meetings);
    come_again(was, now, more);
}

static bool same_objects(const struct fp_machine *machine, const struct fp_machine_mark *mark) {
    if (machine->objects.len != mark->object_count) return false;
    for (uint32_t i = 0; i < mark->object_count; i++) {
        const fp_machine_object *a = &mark->objects[i], *b = &machine->objects.data[i];
        if (a->made != b->made || a->counted != b->counted || a->due != b->due || a->parts != b->parts ||
            a->copier != b->copier || a->copied_by != b->copied_by)
            return false;
    }
    return true;
}

static bool same_stored(const struct fp_machine *machine, const struct fp_machine_mark *mark) {
    if (machine->stored.len != mark->stored_count) return false;
    for (uint32_t i = 0; i < mark->stored_count; i++) {
        const fp_stored_number *a = &mark->stored[i], *b = &machine->stored.data[i];
        if (a->memory != b->memory || a->bits != b->bits || a->start != b->start || !fp_value_same(a->value, b->value))
            return false;
    }
    return true;
}

void fp_machine_set_mark(struct fp_machine *machine) {
    struct fp_arena *keep = machine->keep;
    struct fp_machine_mark *mark = FP_NEW(keep, struct fp_machine_mark, 1);
    *mark = (struct fp_machine_mark){
        .streams = FP_NEW(keep, fp_machine_stream, machine->streams.len + 1),
        .stream_count = machine->streams.len,
        .objects = fp_arena_copy(keep, machine->objects.data, machine->objects.len * sizeof *machine->objects.data,
                                 _Alignof(fp_machine_object)),
        .object_count = machine->objects.len,
        .stored = fp_arena_copy(keep, machine->stored.data, machine->stored.len * sizeof *machine->stored.data,
                                _Alignof(fp_stored_number)),
        .stored_count = machine->stored.len,
        .unknowns = machine->unknowns.len,
        .doubts = machine->doubts.len,
        .leaders = machine->leaders.len
    };
    for (uint32_t i = 0; i < machine->streams.len; i++) {
        const fp_machine_stream *stream = machine->streams.data[i];
        mark->streams[i] = *stream;
        mark->streams[i].registers =
            fp_arena_copy(keep, stream->registers, machine->code.register_count * sizeof *stream->registers,
                          _Alignof(fp_stream_value));
        mark->streams[i].asked =
            fp_arena_copy(keep, stream->asked, machine->code.places.len * sizeof *stream->asked, _Alignof(uint32_t));
        mark->streams[i].iterations = fp_arena_copy(
            keep, stream->iterations, machine->kernel->loops.len * sizeof *stream->iterations, _Alignof(fp_loop_count));
    }
    machine->mark = mark;
}

/* Periods without end are no loop that ends. */
enum { PERIODS_MAX = 1 << 30 };

uint32_t fp_machine_skip(struct fp_machine *machine) {
    const struct fp_machine_mark *mark = machine->mark;
    uint32_t count = machine->streams.len, registers = machine->code.register_count;
    if (!mark || mark->stream_count != count || mark->unknowns != machine->unknowns.len ||
        mark->doubts != machine->doubts.len || mark->leaders != machine->leaders.len || !same_objects(machine, mark) ||
        !same_stored(machine, mark))
        return 0;
    struct fp_arena *scratch = fp_arena_new();
    bool *carried = FP_NEW(scratch, bool, (size_t)count *registers + 1), all = true;
    int64_t periods = INT64_MAX;
    for (uint32_t i = 0; i < count && all; i++) {
        const fp_machine_stream *was = &mark->streams[i], *now = machine->streams.data[i];
        all = is_back(machine, was, now) &&
              (!now->exists || was->steps == now->steps ||
               repeats_period(machine, scratch, was, now, carried + (size_t)i * registers, &periods));
    }
    bool skips = all && periods > 1 && periods < PERIODS_MAX;
    for (uint32_t i = 0; i < count && skips; i++)
        pass_over(machine, &mark->streams[i], machine->streams.data[i], carried + (size_t)i * registers, periods);
    fp_arena_drop(scratch);
    return skips ? (uint32_t)periods - 1 : 0;
}
