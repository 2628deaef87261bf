#include "check/replay.h"
#include "address/number.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/vec.h"
#include "order/relation_sync.h"
#include <stddef.h>
#include <string.h>

enum {
    FP_REPLAY_STEPS = 4096,     /* ops with regions, barriers and ends of blocks that one thread comes to */
    FP_REPLAY_ALL = 1 << 17,    /* those of all witnesses of a kernel */
    FP_REPLAY_DEPTH = 24,       /* ops between a number and what it is made of */
    FP_REPLAY_NESTED = 64,      /* regions inside one another */
    FP_REPLAY_VALUES = 32,      /* values that one branch, loop or region hands on */
    FP_REPLAY_OCCURRENCES = 64, /* of one access on the way of one thread */
    FP_REPLAY_GROUPS = 4,       /* groups of threads with barriers of their own; those of others are not followed */
    FP_REPLAY_GUESSES = 20      /* sets of numbers for arguments that the witness does not name */
};

/* A barrier, or a half of one; neither: a call of a function that holds some. */
typedef struct {
    fp_op op;
    uint32_t group; /* 0: the workgroup */
    bool arrives, waits;
    bool lands; /* what was done before it has landed behind it */
} mark;

/* What a value that is no arithmetic is at the moment: an argument of a block, a result of an op with regions. */
typedef struct {
    fp_value value;
    bool known;
    int64_t number;
} slot;

typedef struct {
    const fp_witness *witness;
    fp_op accesses[2]; /* the producer and the consumer, as `ir` numbers ops */
    bool carried;      /* they meet in different iterations of a loop */
} question;

/* Where a thread is: how often it has arrived at barriers of each group, and how often it has waited. */
typedef struct {
    uint32_t arrived[FP_REPLAY_GROUPS + 1], waited[FP_REPLAY_GROUPS + 1];
    uint32_t doubtful; /* meetings at which not all need have landed: what is ordered is for the algebra to tell */
} occurrence;

struct fp_replay {
    struct fp_arena *scratch;
    const struct fp_kernel *kernel;
    const struct fp_fold *fold;
    const struct fp_ir *ir; /* of the kernel and the bodies of its callees */
    bool ready;
    FP_VEC(mark) marks;                   /* by op */
    fp_lane groups[FP_REPLAY_GROUPS + 1]; /* from 1 on */
    uint32_t group_count;
    uint32_t *before; /* by op: how many marks stand before it */
    occurrence *sums; /* by mark: what the marks before it have done, all together */
    fp_op *next;      /* by op: the next one of its block at which ways part, FP_NONE: none before its end */
    uint32_t steps;   /* of all walks */
    FP_VEC(slot) slots;
    fp_map slot_map;
};

/* One thread on its way. */
typedef struct {
    struct fp_replay *replay;
    const struct fp_ir *ir;
    const question *what;
    int side; /* 0: the producer's thread, 1: the consumer's */
    fp_op access;
    bool own_names; /* the names of the witness are those of the kernel itself, not of a callee */
    uint32_t guess; /* number of the set of numbers for arguments that it does not name; 0: they are not known */
    bool open;      /* something that matters is not known: the walk has ended */
    bool too_long;  /* .. because it takes more steps, or comes to the access more often, than is followed */
    uint32_t steps, nested;
    occurrence now;
    uint32_t count; /* of `at` */
    occurrence at[FP_REPLAY_OCCURRENCES];
} walker;

/* ---- what matters on the way ---- */
static int compare_marks(const void *a, const void *b) {
    const mark *x = a, *y = b;
    return (x->op > y->op) - (x->op < y->op);
}

/* Does the frame run the kernel itself, or the body of a callee that is joined to it? */
static bool is_in_text(const struct fp_replay *r, uint32_t frame) {
    while (frame != 0 && fp_fold_frame_at(r->fold, frame).kernel->is_body)
        frame = fp_fold_frame_at(r->fold, frame).caller;
    return frame == 0;
}

/* Does the sync make each thread of the workgroup wait for all others? */
static bool is_met_by_all(const struct fp_replay *r, uint32_t frame, const struct fp_kernel *kernel, uint32_t number) {
    const fp_sync *sync = &kernel->syncs.data[number];
    uint32_t known = fp_fold_sync_number(r->fold, frame, number);
    bool some = known != FP_NONE && fp_fold_sync_role(r->fold, known) == FP_SYNC_DIVERGENT;
    return !some && sync->scope == FP_SCOPE_WORKGROUP && sync->id == FP_ID_WORKGROUP && !sync->predicated &&
           !sync->maybe && !sync->doubtful && !sync->implied;
}

/* Which group's barrier is it? 0: that of the workgroup, FP_NONE: of none that is followed. A group is told by the
 * condition that its barrier stands under: where all come to a barrier for some, nobody knows who meets whom. */
static uint32_t group_of(struct fp_replay *r, uint32_t frame, const struct fp_kernel *kernel, uint32_t number) {
    const fp_sync_context context = { .target = kernel->target, .tags = kernel->tags, .launch = kernel->launch };
    fp_lane lane;
    if (is_met_by_all(r, frame, kernel, number)) return 0;
    if (!kernel->syncs.data[number].guards || !fp_sync_group(&context, &kernel->syncs.data[number], &lane))
        return FP_NONE;
    uint32_t i = 1;
    while (i <= r->group_count && (r->groups[i].id != lane.id || r->groups[i].object != lane.object)) i++;
    if (i > FP_REPLAY_GROUPS) return FP_NONE;
    if (i > r->group_count) r->groups[++r->group_count] = lane;
    return i;
}

static void collect_marks(struct fp_replay *r) {
    for (uint32_t frame = 0; frame < fp_fold_frame_count(r->fold); frame++) {
        fp_fold_frame at = fp_fold_frame_at(r->fold, frame);
        uint32_t before = r->marks.len;
        if (!is_in_text(r, frame)) continue;
        r->ir = frame ? at.kernel->ir : r->ir;
        for (uint32_t i = 0; i < at.kernel->syncs.len; i++) {
            const fp_sync *sync = &at.kernel->syncs.data[i];
            bool whole = sync->kind == FP_SYNC_BARRIER,
                 fenced = sync->release && (sync->spaces & FP_SPACES_WORKGROUP) && !sync->tags;
            mark m = { sync->op, 0, whole || sync->kind == FP_SYNC_SIGNAL, whole || sync->kind == FP_SYNC_WAIT,
                       whole && (fenced || !at.kernel->target->backoff_barrier) };
            if (m.arrives || m.waits) m.group = group_of(r, frame, at.kernel, i);
            if ((m.arrives || m.waits) && m.group != FP_NONE) *FP_PUSH(r->scratch, &r->marks) = m;
        }
        /* The ops of a body stand behind all those of its caller: the calls stand for them. */
        for (uint32_t inner = frame; r->marks.len > before && inner != 0; inner = at.caller) {
            at = fp_fold_frame_at(r->fold, inner);
            fp_op call = fp_fold_frame_at(r->fold, at.caller).kernel->calls.data[at.call].op;
            *FP_PUSH(r->scratch, &r->marks) = (mark){ .op = call, .lands = true };
        }
    }
}

/* Ops between two such ones are passed at once, by the sums of their marks. */
static bool ways_part_at(const struct fp_replay *r, fp_op op) {
    return r->ir->ops[op].region_count || r->ir->ops[op].successor_count;
}

static void add_up_marks(struct fp_replay *r) {
    r->sums = FP_NEW(r->scratch, occurrence, r->marks.len + 1);
    for (uint32_t i = 0; i < r->marks.len; i++) {
        const mark *m = &r->marks.data[i];
        occurrence *sum = &r->sums[i + 1];
        *sum = r->sums[i];
        sum->arrived[m->group] += m->arrives;
        sum->waited[m->group] += m->waits;
        sum->doubtful += m->group == 0 && !m->lands;
    }
}

static void make_ready(struct fp_replay *r) {
    if (r->ready) return;
    r->ready = true;
    r->ir = r->kernel->ir;
    collect_marks(r);
    const struct fp_ir *ir = r->ir;
    fp_sort(r->marks.data, r->marks.len, sizeof *r->marks.data, compare_marks);
    add_up_marks(r);
    r->before = FP_NEW(r->scratch, uint32_t, ir->op_count + 1);
    for (uint32_t op = 0, m = 0; op <= ir->op_count; op++) {
        while (m < r->marks.len && r->marks.data[m].op < op) m++;
        r->before[op] = m;
    }
    r->next = FP_NEW(r->scratch, fp_op, ir->op_count + 1);
    for (fp_op op = ir->op_count; op-- > 0;) {
        fp_op behind = ir->ops[op].next;
        r->next[op] = behind == FP_NONE || ways_part_at(r, behind) ? behind : r->next[behind];
    }
}

/* ---- numbers ---- */
static slot *slot_of(struct fp_replay *r, fp_value value, bool make) {
    for (fp_map_probe probe = fp_map_find(&r->slot_map, value); fp_map_next(&probe);)
        if (r->slots.data[probe.value].value == value) return &r->slots.data[probe.value];
    if (!make) return NULL;
    fp_map_put(r->scratch, &r->slot_map, value, r->slots.len);
    *FP_PUSH(r->scratch, &r->slots) = (slot){ .value = value };
    return &r->slots.data[r->slots.len - 1];
}

/* What the kernel is given, or makes once. */
static bool told_by_witness(const walker *w, fp_value value, int64_t *number) {
    const fp_value_info *info = &w->ir->values[value];
    fp_block home = info->block != FP_NONE ? info->block : info->def != FP_NONE ? w->ir->ops[info->def].block : FP_NONE;
    const fp_witness *witness = w->what->witness;
    if (!w->own_names || home != fp_ir_region(w->ir, w->replay->kernel->op, 0)) return false;
    for (size_t i = 0; i < witness->binding_count; i++) {
        if (witness->bindings[i].open[w->side] || !fp_str_equal(witness->bindings[i].name, info->name)) continue;
        *number = witness->bindings[i].value[w->side];
        return true;
    }
    return false;
}

/* A number for an argument of the kernel that the witness does not name: lets loops run a few times, and conditions
 * hold or not. */
static bool guessed(const walker *w, fp_value value, int64_t *number) {
    static const int64_t lengths[] = { 1, 2, 3, 8, 0, 4, 16, 64, 256, 1024 };
    enum { LENGTHS = sizeof lengths / sizeof *lengths };
    const fp_value_info *info = &w->ir->values[value];
    if (!w->guess || info->block == FP_NONE || info->block != fp_ir_region(w->ir, w->replay->kernel->op, 0))
        return false;
    uint32_t set = w->guess - 1, width = fp_number_width(w->ir, value);
    if (width == 0) return false;
    *number = width == 1 ? (set >> info->index % 2) & 1 : lengths[(set + (set < LENGTHS ? 0 : info->index)) % LENGTHS];
    return true;
}

static bool number_of(walker *w, fp_value value, uint32_t depth, int64_t *number) {
    const struct fp_ir *ir = w->ir;
    int64_t operands[3] = { 0 };
    fp_number_op op;
    if (value >= ir->value_count || depth == FP_REPLAY_DEPTH) return false;
    if (fp_ir_constant(ir, value, number) || told_by_witness(w, value, number)) return true;
    const slot *held = slot_of(w->replay, value, false);
    if (held) {
        *number = held->number;
        return held->known;
    }
    fp_op def = ir->values[value].block == FP_NONE ? ir->values[value].def : FP_NONE;
    if (def == FP_NONE || !fp_number_op_at(ir, def, &op))
        return fp_addresses_number(w->replay->kernel->addresses, value, w->what->witness->threads[w->side], number) ||
               guessed(w, value, number);
    for (uint32_t i = 0; i < fp_number_operands(op.arith); i++)
        if (!number_of(w, ir->uses[ir->ops[def].first_use + i].value, depth + 1, &operands[i])) return false;
    return fp_number_evaluate(op, operands[0], operands[1], operands[2], number);
}

static void set_number(walker *w, fp_value value, bool known, int64_t number) {
    slot *s = slot_of(w->replay, value, true);
    s->known = known, s->number = number;
}

/* Hands the values of uses on to others, all at once; NULL: they are not known. */
static void hand_on(walker *w, const fp_use *uses, fp_value first, uint32_t count) {
    int64_t numbers[FP_REPLAY_VALUES] = { 0 };
    bool known[FP_REPLAY_VALUES] = { false };
    for (uint32_t i = 0; uses && i < count && i < FP_REPLAY_VALUES; i++)
        known[i] = number_of(w, uses[i].value, 0, &numbers[i]);
    for (uint32_t i = 0; i < count; i++)
        set_number(w, first + i, i < FP_REPLAY_VALUES && known[i], i < FP_REPLAY_VALUES ? numbers[i] : 0);
}

/* The uses of a terminator from number `skip` on, when they are `count`; NULL: they are not. */
static const fp_use *uses_of(const struct fp_ir *ir, fp_op terminator, uint32_t skip, uint32_t count) {
    bool fits = terminator != FP_NONE && ir->ops[terminator].use_count == skip + count;
    return fits ? ir->uses + ir->ops[terminator].first_use + skip : NULL;
}

/* ---- the walk ---- */
static bool step(walker *w) {
    w->replay->steps++;
    if (++w->steps > FP_REPLAY_STEPS) w->open = w->too_long = true;
    return !w->open;
}

static bool holds(const struct fp_ir *ir, fp_op outer, fp_op op) {
    while (op != outer && op != FP_NONE && ir->ops[op].block != FP_NONE) op = ir->ops[op].parent;
    return op == outer;
}

/* Does it matter whether, or how often, the op's regions run? */
static bool matters(const walker *w, fp_op op) {
    const uint32_t *before = w->replay->before;
    return holds(w->ir, op, w->what->accesses[0]) || holds(w->ir, op, w->what->accesses[1]) ||
           before[op] != before[w->ir->ops[op].end];
}

static void give_up(walker *w, fp_op op) {
    w->open |= matters(w, op);
    hand_on(w, NULL, w->ir->ops[op].first_result, w->ir->ops[op].result_count);
}

/* Has an argument of that name this number: one of the block, or of another region of the op around it? The two regions
 * of a loop may name theirs alike. */
static bool may_be(const walker *w, fp_block own, fp_str name, int64_t number) {
    fp_op around = w->ir->blocks[own].op;
    bool any = false;
    for (uint32_t r = 0; r < w->ir->ops[around].region_count; r++) {
        fp_block block = r == w->ir->blocks[own].region ? own : fp_ir_region(w->ir, around, r);
        for (uint32_t k = 0; block != FP_NONE && k < w->ir->blocks[block].arg_count; k++) {
            fp_value value = w->ir->blocks[block].first_arg + k;
            if (!fp_str_equal(w->ir->values[value].name, name)) continue;
            const slot *s = slot_of(w->replay, value, false);
            if (!s || !s->known || s->number == number) return true;
            any = true;
        }
    }
    return !any;
}

/* Does the witness speak of this iteration of the loops around the access? */
static bool is_iteration_of_witness(const walker *w) {
    const fp_witness *witness = w->what->witness;
    for (size_t i = 0; i < witness->binding_count; i++) {
        const fp_binding *b = &witness->bindings[i];
        bool told = !b->open[w->side] && !b->untold[w->side];
        for (fp_op op = w->access; w->ir->ops[op].block != FP_NONE && told; op = w->ir->ops[op].parent)
            if (!may_be(w, w->ir->ops[op].block, b->name, b->value[w->side])) return false;
    }
    return true;
}

static void come_to_access(walker *w) {
    if (!is_iteration_of_witness(w)) return;
    if (w->count == FP_REPLAY_OCCURRENCES)
        w->open = w->too_long = true;
    else
        w->at[w->count++] = w->now;
}

static fp_op walk_region(walker *w, fp_block block);

static void walk_if(walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    const fp_use *use = fp_ir_operand(w->ir, op, node->info->condition);
    int64_t taken;
    if (!use || !number_of(w, use->value, 0, &taken)) {
        give_up(w, op);
        return;
    }
    fp_op last = walk_region(w, fp_ir_region(w->ir, op, taken ? 0 : 1));
    hand_on(w, uses_of(w->ir, last, 0, node->result_count), node->first_result, node->result_count);
}

/* Region 0 is the default. */
static void walk_switch(walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    const fp_use *use = fp_ir_operand(w->ir, op, node->info->condition);
    uint32_t region = 0;
    int64_t chosen, number;
    bool known = use && number_of(w, use->value, 0, &chosen);
    for (uint32_t k = 1; known && k < node->region_count; k++) {
        known = fp_ir_case(w->ir, op, k - 1, &number);
        if (known && number == chosen) region = k;
    }
    if (!known) {
        give_up(w, op);
        return;
    }
    fp_op last = walk_region(w, fp_ir_region(w->ir, op, region));
    hand_on(w, uses_of(w->ir, last, 0, node->result_count), node->first_result, node->result_count);
}

/* A bound or step of a loop of one dimension. */
static bool bound_of(walker *w, fp_op op, uint32_t list, int64_t *number) {
    fp_subscripts bounds = fp_ir_list(w->ir, op, list);
    if (!bounds.known || bounds.len != 1 || bounds.data[0].is_expression) return false;
    *number = bounds.data[0].constant;
    return !bounds.data[0].is_value || number_of(w, bounds.data[0].value, 0, number);
}

static void walk_for(walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    fp_block body = fp_ir_region(w->ir, op, 0);
    int64_t lower, upper, by;
    uint32_t carried = 0;
    const fp_use *inits = fp_ir_inits(w->ir, op, &carried);
    if (!carried && !matters(w, op)) {
        give_up(w, op);
        return;
    }
    bool known = body != FP_NONE && w->ir->blocks[body].arg_count == carried + 1 && node->result_count == carried &&
                 bound_of(w, op, 0, &lower) && bound_of(w, op, 1, &upper) && bound_of(w, op, 2, &by) && by > 0 &&
                 by <= INT32_MAX && upper <= INT32_MAX && lower >= INT32_MIN &&
                 (!fp_ir_counts_unsigned(w->ir, op) || (lower >= 0 && upper >= 0));
    if (!known) {
        give_up(w, op);
        return;
    }
    fp_value first = w->ir->blocks[body].first_arg;
    hand_on(w, inits, first + 1, carried);
    for (int64_t i = lower; i < upper && !w->open; i += by) {
        set_number(w, first, true, i);
        fp_op last = walk_region(w, body);
        hand_on(w, uses_of(w->ir, last, 0, carried), first + 1, carried);
    }
    for (uint32_t k = 0; k < carried; k++) {
        const slot *s = slot_of(w->replay, first + 1 + k, true);
        set_number(w, node->first_result + k, s->known, s->number);
    }
}

static void walk_while(walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    fp_block before = fp_ir_region(w->ir, op, 0), after = fp_ir_region(w->ir, op, 1);
    uint32_t carried = 0, results = node->result_count;
    const fp_use *inits = fp_ir_inits(w->ir, op, &carried);
    if (before == FP_NONE || after == FP_NONE || w->ir->blocks[before].arg_count != carried ||
        w->ir->blocks[after].arg_count != results) {
        give_up(w, op);
        return;
    }
    hand_on(w, inits, w->ir->blocks[before].first_arg, carried);
    while (!w->open) {
        fp_op test = walk_region(w, before);
        const fp_use *use = uses_of(w->ir, test, 0, 1 + results);
        int64_t stays;
        if (w->open) return;
        if (!use || !number_of(w, use->value, 0, &stays)) {
            give_up(w, op);
            return;
        }
        hand_on(w, use + 1, stays ? w->ir->blocks[after].first_arg : node->first_result, results);
        if (!stays) return;
        fp_op last = walk_region(w, after);
        hand_on(w, uses_of(w->ir, last, 0, carried), w->ir->blocks[before].first_arg, carried);
    }
}

static void walk_regions(walker *w, fp_op op) {
    const fp_op_node *node = &w->ir->ops[op];
    fp_region_kind kind = node->info ? node->info->region : FP_REGION_NONE;
    bool once = kind == FP_REGION_ONCE || fp_ir_is_joined(w->ir, op);
    if (once && node->region_count == 1) {
        fp_op last = walk_region(w, fp_ir_region(w->ir, op, 0));
        hand_on(w, uses_of(w->ir, last, 0, node->result_count), node->first_result, node->result_count);
    } else if (kind == FP_REGION_IF)
        walk_if(w, op);
    else if (kind == FP_REGION_SWITCH)
        walk_switch(w, op);
    else if (kind == FP_REGION_FOR)
        walk_for(w, op);
    else if (kind == FP_REGION_WHILE)
        walk_while(w, op);
    else
        give_up(w, op);
}

/* The thread passes marks that no way leads round. */
static void pass(walker *w, uint32_t first, uint32_t end) {
    const occurrence *before = &w->replay->sums[first], *behind = &w->replay->sums[end];
    for (uint32_t group = 0; group <= w->replay->group_count; group++) {
        w->now.arrived[group] += behind->arrived[group] - before->arrived[group];
        w->now.waited[group] += behind->waited[group] - before->waited[group];
    }
    w->now.doubtful += behind->doubtful - before->doubtful;
}

static void walk_block(walker *w, fp_block block) {
    const struct fp_ir *ir = w->ir;
    const uint32_t *before = w->replay->before;
    fp_op op = ir->blocks[block].first, last = ir->blocks[block].last;
    bool own = ir->ops[w->access].block == block;
    if (op == FP_NONE) return;
    uint32_t passed = before[op];
    if (!ways_part_at(w->replay, op)) op = w->replay->next[op];
    while (step(w)) {
        if (own && op >= w->access) {
            pass(w, passed, before[w->access]);
            passed = before[w->access], own = false;
            come_to_access(w);
        }
        pass(w, passed, before[op > last ? ir->ops[last].end : op + 1]);
        if (op > last) return;
        if (ir->ops[op].region_count) walk_regions(w, op);
        passed = before[ir->ops[op].end];
        op = w->replay->next[op];
    }
}

/* FP_NONE: the block ends the region; `open`: where it goes on is not known. */
static fp_block block_behind(walker *w, fp_op last) {
    const fp_op_node *node = last == FP_NONE ? NULL : &w->ir->ops[last];
    if (!node || !node->successor_count) return FP_NONE;
    int64_t taken = 1;
    if (node->successor_count > 1) {
        const fp_use *use =
            node->successor_count == 2 && node->info ? fp_ir_operand(w->ir, last, node->info->condition) : NULL;
        if (!use || !number_of(w, use->value, 0, &taken)) w->open = true;
    }
    const fp_successor *way = &w->ir->successors[node->first_successor + (taken ? 0 : 1)];
    if (way->block == FP_NONE) w->open = true;
    if (w->open) return FP_NONE;
    const fp_block_info *to = &w->ir->blocks[way->block];
    hand_on(w, way->use_count == to->arg_count ? w->ir->uses + way->first_use : NULL, to->first_arg, to->arg_count);
    return way->block;
}

/* Returns the op that ends the region. */
static fp_op walk_region(walker *w, fp_block block) {
    fp_op last = FP_NONE;
    if (w->nested == FP_REPLAY_NESTED) w->open = true;
    w->nested++;
    while (block != FP_NONE && step(w)) {
        walk_block(w, block);
        last = w->ir->blocks[block].last;
        block = w->open ? FP_NONE : block_behind(w, last);
    }
    w->nested--;
    return last;
}

/* ---- both threads ---- */
static bool is_in_callee(const struct fp_ir *ir, fp_op op) {
    for (; op != FP_NONE && ir->ops[op].block != FP_NONE; op = ir->ops[op].parent)
        if (fp_ir_is_joined(ir, op)) return true;
    return false;
}

static void walk_thread(struct fp_replay *r, const question *what, int side, uint32_t guess, walker *w) {
    const struct fp_ir *ir = r->ir;
    memset(w, 0, offsetof(walker, at));
    w->replay = r, w->ir = ir, w->what = what, w->side = side, w->guess = guess;
    w->access = what->accesses[side];
    w->own_names = !is_in_callee(ir, what->accesses[0]) && !is_in_callee(ir, what->accesses[1]);
    r->slots.len = 0;
    fp_map_clear(&r->slot_map);
    walk_region(w, fp_ir_region(ir, r->kernel->op, 0));
}

/* Have both met at each of the group's barriers, and does one always wait at one for the other, behind its access? */
static bool is_ordered(const walker *p, const walker *c, uint32_t group) {
    bool ordered = p->now.arrived[group] == c->now.arrived[group] && p->now.waited[group] == c->now.waited[group];
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < c->count; k++)
            ordered &=
                c->at[k].waited[group] > p->at[i].arrived[group] || p->at[i].waited[group] > c->at[k].arrived[group];
    return ordered;
}

/* The op of the text at which a member of the fold runs; FP_NONE: it is out of sight. */
static fp_op op_of_member(const struct fp_replay *r, uint32_t member) {
    fp_member_place place = fp_fold_member(r->fold, member);
    if (place.access == FP_NONE || !is_in_text(r, fp_fold_frame_of(r->fold, member))) return FP_NONE;
    return place.kernel->accesses.data[place.access].op;
}

typedef enum {
    WALK_OPEN,         /* what one of the two does is not known */
    WALK_TOO_LONG,     /* the way of one of the two is longer than is followed */
    WALK_GOES_PAST,    /* one of the two never comes to its access */
    WALK_COMES_ONCE,   /* one of the two comes to it once, and they were to meet in different iterations */
    WALK_MEETS,        /* nothing orders the two */
    WALK_IS_ORDERED,   /* a barrier of the workgroup does */
    WALK_GROUP_ORDERED /* a barrier of some threads does */
} walk_result;
static walk_result walk_both(struct fp_replay *r, const question *what, uint32_t guess, bool by_barrier) {
    walker p, c;
    walk_thread(r, what, 0, guess, &p);
    if (p.too_long) return WALK_TOO_LONG;
    uint32_t least = what->carried && guess ? 2 : 1; /* a loop that runs once carries nothing */
    if (p.open || !p.count) return p.open ? WALK_OPEN : WALK_GOES_PAST;
    walk_thread(r, what, 1, guess, &c);
    if (c.too_long) return WALK_TOO_LONG;
    if (c.open || !c.count) return c.open ? WALK_OPEN : WALK_GOES_PAST;
    if (p.count < least || c.count < least) return WALK_COMES_ONCE;
    if (by_barrier && !p.now.doubtful && !c.now.doubtful && is_ordered(&p, &c, 0)) return WALK_IS_ORDERED;
    for (uint32_t group = 1; by_barrier && group <= r->group_count; group++)
        if (is_ordered(&p, &c, group)) return WALK_GROUP_ORDERED;
    return WALK_MEETS;
}

/* What the two do hangs on arguments that the witness does not name. Do they meet with none of some numbers for these?
 */
static fp_replay_verdict judge_by_guesses(struct fp_replay *r, const question *what, bool by_barrier) {
    bool followed = false, ordered = false, comes = false;
    for (uint32_t guess = 1; guess <= FP_REPLAY_GUESSES; guess++) {
        if (r->steps > FP_REPLAY_ALL) return FP_REPLAY_AGREES;
        walk_result result = walk_both(r, what, guess, by_barrier);
        if (result == WALK_OPEN || result == WALK_MEETS) return FP_REPLAY_AGREES;
        followed |= result != WALK_TOO_LONG;
        comes |= result == WALK_COMES_ONCE;
        ordered |= result == WALK_IS_ORDERED || result == WALK_GROUP_ORDERED;
    }
    return ordered || (followed && !comes) ? FP_REPLAY_MAY_ORDER : FP_REPLAY_AGREES;
}

fp_replay_verdict fp_replay_judge(struct fp_replay *r, const fp_witness *witness, uint32_t producer, uint32_t consumer,
                                  bool by_barrier, bool carried) {
    question what = { witness, { op_of_member(r, producer), op_of_member(r, consumer) }, carried };
    if (r->steps > FP_REPLAY_ALL || witness->told != FP_TOLD_EACH || what.accesses[0] == FP_NONE ||
        what.accesses[1] == FP_NONE)
        return FP_REPLAY_AGREES;
    make_ready(r);
    switch (walk_both(r, &what, 0, by_barrier)) {
    case WALK_OPEN: return judge_by_guesses(r, &what, by_barrier);
    case WALK_TOO_LONG:
    case WALK_COMES_ONCE:
    case WALK_MEETS: return FP_REPLAY_AGREES;
    case WALK_GOES_PAST:
    case WALK_IS_ORDERED: return FP_REPLAY_CONTRADICTS;
    case WALK_GROUP_ORDERED: return FP_REPLAY_MAY_ORDER;
    }
    return FP_REPLAY_AGREES;
}

struct fp_replay *fp_replay_new(struct fp_arena *scratch, const struct fp_kernel *kernel, const struct fp_fold *fold) {
    struct fp_replay *r = FP_NEW(scratch, struct fp_replay, 1);
    *r = (struct fp_replay){ .scratch = scratch, .kernel = kernel, .fold = fold };
    return r;
}
