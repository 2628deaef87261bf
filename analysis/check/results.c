#include "check/results.h"
#include <assert.h>
#include <string.h>

/* How many groups are newer than the one that gives a value. */
enum { LANDED = UINT8_MAX, OPEN = 0 /* no commit has closed its group */, NEWEST = 1, GROUPS_MAX = 250 };
typedef struct {
    uint8_t least, most;
} flight;

/* Values in flight by counter: only one counter, that of products, has results. */
typedef struct {
    struct fp_arena *keep, *scratch;
    const struct fp_kernel *kernel;
    const struct fp_ir *ir;
    uint32_t *place; /* by value: where its flight stands in a state, from 1 on; 0: it is never in flight */
    fp_op *product;  /* by place: the first op of the text that gives it */
    uint32_t places;
    uint32_t *first_of; /* by op: its first sync, from 1 on; 0: it has none */
    uint8_t most;       /* newer groups beyond it make no difference */
    bool quiet;
    fp_op reported; /* the last op that was */
    FP_VEC(fp_early_use) uses;
} walker;

/* ---- What ops do ---- */

/* The rows of what the op is made of: its own, or those of its instructions. */
enum { ROWS_MAX = 32 };
static size_t rows_of(const struct fp_ir *ir, fp_op op, const fp_op_info **rows) {
    const fp_op_info *info = ir->ops[op].info;
    if (!info) return 0;
    if (info->effect != FP_EFFECT_BY_TEXT) {
        rows[0] = info;
        return 1;
    }
    fp_str intrinsic = fp_ir_intrinsic(ir, op);
    if (intrinsic.len) {
        rows[0] = fp_intrinsic_find(intrinsic);
        return rows[0] != NULL;
    }
    fp_instruction found[ROWS_MAX];
    size_t count = fp_ir_instructions(ir, op, found, ROWS_MAX);
    for (size_t i = 0; i < count; i++) rows[i] = found[i].info;
    return count;
}

static bool works_behind(const struct fp_ir *ir, fp_op op, const fp_op_info *row) {
    if (fp_effect_traits_of[row->effect].syncs) return false;
    if (row->async_name && !fp_ir_flag(ir, op, fp_str_of(row->async_name))) return false;
    return fp_counter_info_of(fp_op_info_queue(row))->moved_by == FP_MOVED_BY_PRODUCTS;
}

/* The row of the product that the op is; NULL: it is none. */
static const fp_op_info *product_of(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *rows[ROWS_MAX];
    size_t count = ir->ops[op].result_count ? rows_of(ir, op, rows) : 0;
    for (size_t i = 0; i < count; i++)
        if (works_behind(ir, op, rows[i])) return rows[i];
    return NULL;
}

/* Waits give what they are handed, and other ops only say by another name or type where a register is. */
static bool hands_on(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    if (!info) return false;
    if (info->effect == FP_EFFECT_WAIT || info->effect == FP_EFFECT_VIEW) return true;
    if (info->effect == FP_EFFECT_BY_TEXT) {
        const fp_op_info *rows[ROWS_MAX];
        return rows_of(ir, op, rows) == 1 && rows[0]->hands_through;
    }
    return info->arith == FP_ARITH_SAME || info->arith == FP_ARITH_INSERT || info->arith == FP_ARITH_EXTRACT ||
           info->element != FP_ELEMENT_NONE;
}

/* Does the op need the numbers that it is handed? Not to hand them on, or to add to them as a product does. */
static bool needs(const struct fp_ir *ir, fp_op op) {
    const fp_op_info *info = ir->ops[op].info;
    if (!info) return true;
    const fp_effect_traits *traits = &fp_effect_traits_of[info->effect];
    if (info->effect == FP_EFFECT_CALL || info->effect == FP_EFFECT_BY_TEXT) return !hands_on(ir, op);
    if (info->region == FP_REGION_BODY) return true;
    return !traits->like && !traits->syncs && info->effect != FP_EFFECT_NONE && !hands_on(ir, op);
}

/* ---- States: a flight for each place ---- */

static flight *state_new(walker *w) {
    flight *state = FP_NEW(w->scratch, flight, w->places + 1);
    memset(state, LANDED, (w->places + 1) * sizeof *state);
    return state;
}

static flight *state_copy(walker *w, const flight *state) {
    flight *copy = FP_NEW(w->scratch, flight, w->places + 1);
    return memcpy(copy, state, (w->places + 1) * sizeof *copy);
}

static flight unite(flight a, flight b) {
    return (flight){ a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most };
}

/* Was anything new? */
static bool state_merge(const walker *w, flight *into, const flight *from) {
    bool moved = false;
    for (uint32_t i = 1; i <= w->places; i++) {
        flight both = unite(into[i], from[i]);
        moved |= both.least != into[i].least || both.most != into[i].most;
        into[i] = both;
    }
    return moved;
}

static flight flight_of(const walker *w, const flight *state, fp_value value) {
    uint32_t place = value < w->ir->value_count ? w->place[value] : 0;
    return place ? state[place] : (flight){ LANDED, LANDED };
}

/* All values are handed over at once. */
static void assign(walker *w, flight *state, const flight *from, fp_value first, uint32_t values, const fp_use *uses,
                   uint32_t count) {
    for (uint32_t i = 0; i < values; i++) {
        uint32_t place = w->place[first + i];
        if (!place) continue;
        state[place] = i < count ? flight_of(w, from, uses[i].value) : (flight){ LANDED, LANDED };
        uint32_t source = i < count && uses[i].value < w->ir->value_count ? w->place[uses[i].value] : 0;
        if (source && state[place].least != LANDED) w->product[place] = w->product[source];
    }
}

/* ---- Ops without regions ---- */

static uint8_t closed(const walker *w, uint8_t groups) {
    return groups == LANDED || groups >= w->most ? groups : (uint8_t)(groups + 1);
}

static void commit(const walker *w, flight *state) {
    for (uint32_t i = 1; i <= w->places; i++) {
        state[i].least = closed(w, state[i].least);
        state[i].most = closed(w, state[i].most);
    }
}

static void wait_for(const walker *w, flight *state, const fp_sync *sync, int32_t count) {
    for (uint32_t i = 1; i <= w->places; i++) {
        flight *f = &state[i];
        bool known = count >= 0 && !sync->maybe && !sync->predicated;
        if (f->most != OPEN && (!known || f->most - NEWEST >= count)) f->most = LANDED;
        if (known && f->least != OPEN && f->least - NEWEST >= count) f->least = LANDED;
    }
}

static void do_syncs(walker *w, flight *state, fp_op op) {
    for (uint32_t i = w->first_of[op]; i && i <= w->kernel->syncs.len; i++) {
        const fp_sync *sync = &w->kernel->syncs.data[i - 1];
        if (sync->op != op) return;
        if (sync->kind == FP_SYNC_COMMIT && sync->info &&
            fp_counter_info_of(sync->info->counter)->moved_by == FP_MOVED_BY_PRODUCTS)
            commit(w, state);
        for (uint32_t k = 0; sync->kind == FP_SYNC_COUNTER_WAIT && k < sync->wait_count; k++)
            if (fp_counter_info_of(sync->waits[k].counter)->moved_by == FP_MOVED_BY_PRODUCTS)
                wait_for(w, state, sync, sync->waits[k].count);
    }
}

static void report(walker *w, fp_op op, fp_op product, flight f) {
    if (w->quiet || w->reported == op) return;
    w->reported = op;
    const fp_op_info *row = product_of(w->ir, product);
    *FP_PUSH(w->keep, &w->uses) = (fp_early_use){ .use = op,
                                                  .product = product,
                                                  .counter = row ? fp_op_info_queue(row) : FP_COUNTER_NONE,
                                                  .newer = f.least == f.most && f.least != OPEN ? f.least - NEWEST : 0,
                                                  .committed = f.least != OPEN,
                                                  .certain = f.most != LANDED };
}

/* Of a product only what it reads: its other registers are those that it adds to. */
static void look_at_uses(walker *w, const flight *state, fp_op op, const fp_op_info *product) {
    const fp_op_node *node = &w->ir->ops[op];
    const fp_use *read = product && !fp_operand_is_none(product->read) ? fp_ir_operand(w->ir, op, product->read) : NULL;
    for (uint32_t i = 0; i < node->use_count; i++) {
        const fp_use *use = &w->ir->uses[node->first_use + i];
        flight f = flight_of(w, state, use->value);
        if (f.least == LANDED || (product && (!read || read->value != use->value))) continue;
        report(w, op, w->product[w->place[use->value]], f);
    }
}

static void do_plain(walker *w, flight *state, fp_op op) {
    const struct fp_ir *ir = w->ir;
    const fp_op_node *node = &ir->ops[op];
    const fp_op_info *product = product_of(ir, op);
    if (product || needs(ir, op)) look_at_uses(w, state, op, product);
    flight handed = { LANDED, LANDED };
    for (uint32_t r = 0; product && r < node->result_count; r++) {
        uint32_t place = w->place[node->first_result + r];
        if (place) state[place] = (flight){ OPEN, OPEN };
    }
    if (product && product->commits) commit(w, state);
    do_syncs(w, state, op);
    if (product || !hands_on(ir, op) || node->result_count == 0) return;
    bool each = node->result_count == node->use_count;
    fp_op from = op;
    for (uint32_t i = 0; i < node->use_count && !each; i++) {
        fp_value value = ir->uses[node->first_use + i].value;
        flight f = flight_of(w, state, value);
        if (f.least != LANDED) from = w->product[w->place[value]];
        handed.least = f.least < handed.least ? f.least : handed.least;
        handed.most = f.most < handed.most ? f.most : handed.most;
    }
    if (each)
        assign(w, state, state, node->first_result, node->result_count, ir->uses + node->first_use, node->use_count);
    for (uint32_t r = 0; r < node->result_count && !each; r++) {
        uint32_t place = w->place[node->first_result + r];
        if (!place) continue;
        state[place] = handed;
        w->product[place] = from;
    }
}

/* ---- Regions ---- */

static void do_op(walker *w, flight *state, fp_op op, uint32_t depth);

static void do_block(walker *w, flight *state, fp_block block, uint32_t depth) {
    for (fp_op op = w->ir->blocks[block].first; op != FP_NONE; op = w->ir->ops[op].next) do_op(w, state, op, depth);
}

/* What comes out of a region: the state behind it, in which the values that its ends hand over have gone to `first` and
 * those behind. */
typedef struct {
    fp_value first;
    uint32_t count, skip; /* skip: operands of its ends in front of those that are handed over */
    flight *state;        /* NULL: no end was reached yet */
} outlet;

static void flow_out(walker *w, outlet *out, const flight *state, fp_op end) {
    const fp_op_node *node = &w->ir->ops[end];
    uint32_t skip = out->skip < node->use_count ? out->skip : node->use_count;
    flight *own = state_copy(w, state);
    assign(w, own, state, out->first, out->count, w->ir->uses + node->first_use + skip, node->use_count - skip);
    if (out->state)
        state_merge(w, out->state, own);
    else
        out->state = own;
}

/* One walk through the region's blocks, each from its state in `in`. True: a block's state grew that comes before. */
static bool do_blocks(walker *w, fp_block first, uint32_t count, flight **in, outlet *out, uint32_t depth) {
    const struct fp_ir *ir = w->ir;
    bool again = false;
    for (fp_block b = first; b != FP_NONE; b = ir->blocks[b].next) {
        if (!in[b - first]) continue;
        flight *state = state_copy(w, in[b - first]);
        do_block(w, state, b, depth);
        fp_op last = ir->blocks[b].last;
        uint32_t successors = last == FP_NONE ? 0 : ir->ops[last].successor_count;
        if (last != FP_NONE && successors == 0) flow_out(w, out, state, last);
        for (uint32_t i = 0; i < successors; i++) {
            const fp_successor *to = &ir->successors[ir->ops[last].first_successor + i];
            if (to->block == FP_NONE || to->block < first || to->block - first >= count) continue;
            flight *there = state_copy(w, state), **known = &in[to->block - first];
            assign(w, there, state, ir->blocks[to->block].first_arg, ir->blocks[to->block].arg_count,
                   ir->uses + to->first_use, to->use_count);
            bool moved = !*known || state_merge(w, *known, there);
            if (!*known) *known = there;
            again |= moved && to->block <= b;
        }
    }
    return again;
}

/* The region from `state`, in which its arguments have their flights. Each round widens the range of some flight, so
 * that the rounds end. */
static void do_region(walker *w, const flight *state, fp_block first, outlet *out, uint32_t depth) {
    const struct fp_ir *ir = w->ir;
    uint32_t count = 0;
    for (fp_block b = first; b != FP_NONE; b = ir->blocks[b].next)
        if (b - first >= count) count = b - first + 1;
    flight **in = FP_NEW(w->scratch, flight *, count + 1);
    in[0] = state_copy(w, state);
    bool quiet = w->quiet;
    w->quiet = quiet || count > 1;
    outlet tried = *out;
    while (count > 1 && do_blocks(w, first, count, in, &tried, depth)) continue;
    w->quiet = quiet;
    do_blocks(w, first, count, in, out, depth);
}

/* Each region as another way, and with `skipped` none of them. */
static void do_ways(walker *w, flight *state, fp_op op, bool skipped, uint32_t depth) {
    const fp_op_node *node = &w->ir->ops[op];
    outlet out = { node->first_result, node->result_count, 0, skipped ? state_copy(w, state) : NULL };
    for (uint32_t k = 0; k < node->region_count; k++) {
        fp_block block = fp_ir_region(w->ir, op, k);
        if (block == FP_NONE) continue;
        flight *own = state_copy(w, state);
        const fp_use *captures = fp_ir_captures(w->ir, block);
        uint32_t arguments = w->ir->blocks[block].arg_count;
        if (captures) assign(w, own, state, w->ir->blocks[block].first_arg, arguments, captures, arguments);
        do_region(w, own, block, &out, depth);
    }
    if (out.state) memcpy(state, out.state, (w->places + 1) * sizeof *state);
}

/* NULL: the kernel's items have none. */
static const fp_loop_item *loop_of(const walker *w, fp_op op) {
    for (uint32_t i = 0; i < w->kernel->loops.len; i++)
        if (w->kernel->loops.data[i].op == op) return &w->kernel->loops.data[i];
    return NULL;
}

/* From the state before the loop, quietly until the head's state is settled, then once more. `test`: the region that
 * decides whether it goes on, FP_NONE: none does. */
static void do_loop(walker *w, flight *state, fp_op op, fp_block test, fp_block body, uint32_t depth) {
    const struct fp_ir *ir = w->ir;
    const fp_op_node *node = &ir->ops[op];
    fp_block head = test != FP_NONE ? test : body;
    uint32_t carried;
    const fp_use *inits = fp_ir_inits(ir, op, &carried);
    uint32_t arguments = ir->blocks[head].arg_count;
    if (carried > arguments) carried = arguments;
    fp_value first = ir->blocks[head].first_arg + (arguments - carried);
    flight *at_head = state_copy(w, state), *behind = NULL;
    if (inits) assign(w, at_head, state, first, carried, inits, carried);
    const fp_loop_item *loop = loop_of(w, op);
    bool quiet = w->quiet, settled = loop && loop->trips_max == 1;
    for (;;) {
        w->quiet = quiet || !settled;
        outlet to_body = { ir->blocks[body].first_arg, ir->blocks[body].arg_count, 1, NULL };
        if (test != FP_NONE) do_region(w, at_head, test, &to_body, depth);
        const flight *in_body = test == FP_NONE ? at_head : to_body.state;
        outlet round_trip = { first, carried, 0, NULL };
        if (in_body) do_region(w, in_body, body, &round_trip, depth);
        behind = test != FP_NONE ? to_body.state : round_trip.state;
        if (settled) break;
        settled = !round_trip.state || !state_merge(w, at_head, round_trip.state);
    }
    w->quiet = quiet;
    if (test != FP_NONE) { /* its results are what the test hands on */
        if (behind) memcpy(state, behind, (w->places + 1) * sizeof *state);
        for (uint32_t r = 0; r < node->result_count && r < ir->blocks[body].arg_count; r++) {
            uint32_t place = w->place[node->first_result + r], from = w->place[ir->blocks[body].first_arg + r];
            if (place && from) state[place] = state[from], w->product[place] = w->product[from];
        }
        return;
    }
    flight *skipped = state_copy(w, state);
    if (inits) assign(w, skipped, state, first, carried, inits, carried);
    if (!behind || !loop || loop->trips_min < 1) {
        if (behind)
            state_merge(w, behind, skipped);
        else
            behind = skipped;
    }
    memcpy(state, behind, (w->places + 1) * sizeof *state);
    for (uint32_t r = 0; r < node->result_count && r < carried; r++) {
        uint32_t place = w->place[node->first_result + r], from = w->place[first + r];
        if (place && from) state[place] = state[from], w->product[place] = w->product[from];
    }
}

static void do_op(walker *w, flight *state, fp_op op, uint32_t depth) {
    const struct fp_ir *ir = w->ir;
    const fp_op_info *info = ir->ops[op].info;
    fp_region_kind kind = info ? info->region : FP_REGION_NONE;
    bool has = ir->ops[op].first_block != FP_NONE;
    assert(depth <= FP_REGION_DEPTH_MAX); /* text that is nested deeper is not read */
    fp_arena_mark_t mark = fp_arena_mark(w->scratch);
    fp_block first = has ? fp_ir_region(ir, op, 0) : FP_NONE, second = has ? fp_ir_region(ir, op, 1) : FP_NONE;
    if (!has || kind == FP_REGION_BODY || fp_ir_is_joined(ir, op)) {
        do_plain(w, state, op);
    } else if (kind == FP_REGION_FOR && first != FP_NONE) {
        do_loop(w, state, op, FP_NONE, first, depth + 1);
    } else if (kind == FP_REGION_WHILE && first != FP_NONE && second != FP_NONE) {
        do_loop(w, state, op, first, second, depth + 1);
    } else {
        if (needs(ir, op)) look_at_uses(w, state, op, NULL);
        bool one_way = kind == FP_REGION_ONCE || kind == FP_REGION_PARTITIONS || kind == FP_REGION_LAUNCH ||
                       ((kind == FP_REGION_IF || kind == FP_REGION_SWITCH) && second != FP_NONE);
        do_ways(w, state, op, !one_way, depth + 1);
    }
    fp_arena_reset(w->scratch, mark);
}

/* ---- The walk ---- */

static void give_place(walker *w, fp_value value, fp_op product) {
    if (w->place[value]) return;
    w->place[value] = ++w->places;
    w->product[w->places] = product;
}

/* Results of products, what is made of them by handing them on, and all that control flow may hand over. */
static void give_places(walker *w, fp_op first, fp_op end) {
    const struct fp_ir *ir = w->ir;
    for (uint32_t before = UINT32_MAX; before != w->places;) {
        before = w->places;
        for (fp_op op = first; op < end; op++) {
            const fp_op_node *node = &ir->ops[op];
            bool flows = node->info && node->info->effect == FP_EFFECT_REGION;
            fp_op product = product_of(ir, op) ? op : FP_NONE;
            for (uint32_t i = 0; i < node->use_count && hands_on(ir, op) && product == FP_NONE; i++) {
                fp_value value = ir->uses[node->first_use + i].value;
                if (value < ir->value_count && w->place[value]) product = w->product[w->place[value]];
            }
            for (uint32_t r = 0; r < node->result_count && (flows || product != FP_NONE); r++)
                give_place(w, node->first_result + r, product == FP_NONE ? op : product);
        }
    }
}

static bool has_products(const struct fp_ir *ir, fp_op first, fp_op end) {
    for (fp_op op = first; op < end; op++)
        if (product_of(ir, op)) return true;
    return false;
}

fp_early_uses fp_early_uses_find(struct fp_arena *keep, struct fp_arena *scratch, const struct fp_kernel *kernel) {
    const struct fp_ir *ir = kernel->ir;
    fp_op first = kernel->op + 1, end = ir->ops[kernel->op].end;
    fp_block entry = fp_ir_region(ir, kernel->op, 0);
    if (kernel->is_body || entry == FP_NONE || !has_products(ir, first, end)) return (fp_early_uses){ NULL, 0 };
    fp_arena_mark_t mark = fp_arena_mark(scratch);
    walker w = { .keep = keep,
                 .scratch = scratch,
                 .kernel = kernel,
                 .ir = ir,
                 .place = FP_NEW(scratch, uint32_t, ir->value_count + 1),
                 .product = FP_NEW(scratch, fp_op, ir->value_count + 1),
                 .first_of = FP_NEW(scratch, uint32_t, ir->op_count + 1),
                 .most = NEWEST,
                 .reported = FP_NONE };
    for (fp_value value = 0; value < ir->value_count; value++)
        if (ir->values[value].block != FP_NONE && ir->values[value].block != entry &&
            ir->values[value].def >= kernel->op && ir->values[value].def < end)
            give_place(&w, value, ir->values[value].def);
    give_places(&w, first, end);
    for (uint32_t i = kernel->syncs.len; i-- > 0;) {
        const fp_sync *sync = &kernel->syncs.data[i];
        if (sync->op < ir->op_count) w.first_of[sync->op] = i + 1;
        for (uint32_t k = 0; k < sync->wait_count; k++)
            if (sync->waits[k].count >= w.most)
                w.most = sync->waits[k].count < GROUPS_MAX - 2 ? (uint8_t)(sync->waits[k].count + 2) : GROUPS_MAX;
    }
    outlet out = { 0, 0, 0, NULL };
    do_region(&w, state_new(&w), entry, &out, 0);
    fp_arena_reset(scratch, mark);
    return (fp_early_uses){ w.uses.data, w.uses.len };
}
