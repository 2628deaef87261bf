/* overlap_witness.c - two threads, a byte and the values of symbols and iterations with which both touch it, checked
 * by evaluating both addresses again. */
#include "address/address_loop.h"
#include "address/overlap.h"
#include "address/tile.h"
#include <string.h>

enum { BINDINGS_MAX = 16, LOOPS_MAX = 8 };

/* Where the bytes of one thread begin, behind its address. */
typedef struct {
    int64_t starts[FP_TILE_RUNS_MAX];
    uint32_t count, width;
} pieces;

static void pieces_of(const struct fp_addresses *a, const fp_footprint_info *f, uint16_t thread, pieces *to) {
    const fp_tile *tile = a->tiles.data[f->tile];
    to->width = tile ? tile->run : f->width;
    to->count = tile ? fp_tile_runs(tile, thread, to->starts) : f->segment_count;
    if (!tile) memcpy(to->starts, a->segments.data + f->first_segment, f->segment_count * sizeof *to->starts);
}

static bool shared_bytes(const struct fp_addresses *a, const fp_problem *p, const int64_t *address, int64_t *first,
                         int64_t *last) {
    bool found = false;
    pieces side[2];
    for (int i = 0; i < 2; i++) pieces_of(a, p->side[i].footprint, p->meeting.threads[i], &side[i]);
    for (uint32_t i = 0; i < side[0].count; i++)
        for (uint32_t j = 0; j < side[1].count; j++) {
            int64_t x = address[0] + side[0].starts[i], y = address[1] + side[1].starts[j], at = x > y ? x : y;
            if (x + side[0].width <= y || y + side[1].width <= x || (found && at >= *first)) continue;
            found = true;
            *first = at;
            *last = (x + side[0].width < y + side[1].width ? x + side[0].width : y + side[1].width) - 1;
        }
    return found;
}

typedef struct {
    fp_binding *list;
    size_t count;
    bool told[BINDINGS_MAX][2];
} bound_names; /* told: by the side itself, not taken over from the other */

static void bind(const struct fp_addresses *a, bound_names *names, uint32_t symbol, int side, int64_t value) {
    fp_str name = a->ir->values[symbol].name;
    if (name.len == 0) return;
    size_t i = 0;
    while (i < names->count && !fp_str_equal(names->list[i].name, name)) i++;
    if (i == BINDINGS_MAX) return;
    fp_binding *b = &names->list[i];
    if (i == names->count) {
        names->count++;
        *b = (fp_binding){ .name = name, .value = { value, value }, .symbol = { symbol, symbol } };
    }
    b->value[side] = value;
    b->symbol[side] = symbol;
    b->differs = b->value[0] != b->value[1];
    names->told[i][side] = true;
}

struct binder {
    struct fp_addresses *a;
    const fp_model_side *values;
    bound_names *names;
    int side;
    fp_expr counted[LOOPS_MAX];
    uint32_t counted_count;
};

static void bind_symbol(void *context, fp_expr leaf) {
    struct binder *b = context;
    const fp_expr_info *n = fp_expr_at(&b->a->exprs, leaf);
    int64_t value;
    if (n->op == FP_EXPR_TRIPS) { /* name the symbols in the loop's bounds instead */
        fp_expr counts = fp_overlap_counts(b->a, n->id);
        if (counts != FP_EXPR_NONE && b->counted_count < LOOPS_MAX) b->counted[b->counted_count++] = counts;
        return;
    }
    if (n->op != FP_EXPR_SYMBOL || (n->instance & ~(uint32_t)FP_INSTANCE_LATER) || n->id >= b->a->ir->value_count)
        return;
    if (b->values->assignment.leaf(b->values->assignment.context, leaf, &value))
        bind(b->a, b->names, n->id, b->side, value);
}

/* Is the access in all the loops that the value is of? Its own loop is one, though its number may be the same always.
 */
static bool in_loops_of(struct fp_addresses *a, fp_used_value used, const fp_footprint_info *access) {
    fp_loop_id own = fp_address_loop_of_block(a, fp_ir_home(a->ir, used.value));
    if (own != FP_NONE && !fp_address_loop_encloses(a, own, access->loop)) return false;
    FP_FOR_LOOPS(loop, &a->exprs, fp_expr_at(&a->exprs, used.node)->loops)
    if (!fp_address_loop_encloses(a, loop, access->loop)) return false;
    return true;
}

/* Is it known in which iterations the access stands of the loops that the value is of? */
static bool has_place(struct fp_addresses *a, const fp_problem *p, fp_expr node, int side) {
    uint32_t count;
    const fp_iteration_relation_entry *e = fp_iteration_relation_entries(a, p->relation, &count);
    for (uint32_t i = 0; i < count; i++)
        if (e[i].kind == FP_ITERATION_RELATION_APART && e[i].place[side] == FP_PLACE_FREE &&
            fp_loop_set_has(&a->exprs, fp_expr_at(&a->exprs, node)->loops, e[i].loop))
            return false;
    return true;
}

/* Does the place of this side's access tell a value that the other access speaks of? An access whose address does not
 * depend on a loop may have left it: in which of its iterations it stands is not told then. */
static bool is_told(struct fp_addresses *a, const fp_problem *p, fp_used_value used, int side) {
    return in_loops_of(a, used, p->side[side].footprint) && has_place(a, p, used.node, side);
}

/* Iterations and carried values that either access speaks of, at this one; then the symbols that it speaks of
 * itself. */
static void bind_side(struct fp_addresses *a, const fp_problem *p, int which, const fp_model_side *values,
                      bound_names *names) {
    for (int k = 0; k < 2; k++) {
        const fp_footprint_info *f = p->side[k ? !which : which].footprint;
        for (uint32_t i = 0; i < f->used_count; i++) {
            if (k && !is_told(a, p, f->used[i], which)) continue;
            fp_expr node = fp_iteration_relation_apply(a, p->relation, f->used[i].node, which == 1);
            int64_t value;
            if (fp_expr_value(&a->exprs, node, &values->assignment, &value))
                bind(a, names, f->used[i].value, which, value);
        }
    }
    struct binder b = { .a = a, .values = values, .names = names, .side = which };
    fp_expr_visit(&a->exprs, p->side[which].address, bind_symbol, &b);
    fp_guard_set set = a->guard_sets.data[p->side[which].guards];
    for (uint32_t i = 0; i < set.count; i++)
        fp_expr_visit(&a->exprs, a->guard_lists.data[set.first + i].node, bind_symbol, &b);
    for (uint32_t i = 0; i < b.counted_count; i++)
        fp_expr_visit(&a->exprs, fp_iteration_relation_apply(a, p->relation, b.counted[i], which == 1), bind_symbol,
                      &b);
    uint32_t tie_count;
    const fp_tie *ties = fp_iteration_relation_ties(a, p->relation, &tie_count);
    for (uint32_t i = 0; i < tie_count; i++) {
        const fp_expr_info *n = fp_expr_at(&a->exprs, ties[i].symbol);
        int64_t value;
        if (n->id >= a->ir->value_count || n->instance ||
            !fp_expr_value(&a->exprs, ties[i].value, &values->assignment, &value))
            continue;
        bind(a, names, n->id, which, value);
    }
}

/* Two loops may name their induction variables alike, %i and %i. Where one side binds none, the name of the other
 * side's must not be taken for its own. */
static void open_namesakes(const struct fp_addresses *a, const fp_problem *p, bound_names *names) {
    for (int which = 0; which < 2; which++) {
        for (fp_loop_id loop = p->side[which].footprint->loop; loop != FP_NONE;
             loop = a->loops.data[loop].info.parent) {
            const fp_loop_info *info = &a->loops.data[loop].info;
            if (!info->has_iv || info->body == FP_NONE || info->iv_argument >= a->ir->blocks[info->body].arg_count)
                continue;
            fp_str iv = a->ir->values[a->ir->blocks[info->body].first_arg + info->iv_argument].name;
            for (size_t i = 0; i < names->count; i++)
                names->list[i].open[which] |= !names->told[i][which] && fp_str_equal(names->list[i].name, iv);
        }
    }
}

/* Marks values of loops that only the other side's access tells. */
static void mark_untold(struct fp_addresses *a, const fp_problem *p, bound_names *names) {
    for (int which = 0; which < 2; which++) {
        const fp_footprint_info *other = p->side[!which].footprint;
        for (uint32_t k = 0; k < other->used_count; k++) {
            if (is_told(a, p, other->used[k], which)) continue;
            fp_str name = a->ir->values[other->used[k].value].name;
            for (size_t i = 0; i < names->count; i++)
                names->list[i].untold[which] |= !names->told[i][which] && fp_str_equal(names->list[i].name, name);
        }
    }
}

/* Bytes that both peers touch, and the other side, too. */
static bool bytes_of_peers(fp_model *model, const int64_t *address, int64_t *first, int64_t *last) {
    const fp_problem *p = &model->problem;
    const fp_peers peers = p->meeting.peers;
    pieces x, y, other;
    int64_t second;
    bool found = false;
    pieces_of(model->a, p->side[peers.side].footprint, peers.threads[0], &x);
    pieces_of(model->a, p->side[peers.side].footprint, peers.threads[1], &y);
    pieces_of(model->a, p->side[!peers.side].footprint, p->meeting.threads[!peers.side], &other);
    if (p->modular || !fp_overlap_model_address(model, peers.side, peers.threads[1], &second)) return false;
    for (uint32_t i = 0; i < x.count; i++) {
        int64_t from = address[peers.side] + x.starts[i];
        uint32_t j = 0;
        while (j < y.count && second + y.starts[j] != from) j++;
        for (uint32_t k = 0; k < other.count && j < y.count; k++) {
            int64_t start = address[!peers.side] + other.starts[k], at = start > from ? start : from,
                    end = from + x.width < start + other.width ? from + x.width : start + other.width;
            if (at >= end || (found && at >= *first)) continue;
            found = true;
            *first = at;
            *last = end - 1;
        }
    }
    return found;
}

/* Whose threads the meeting shows. */
static fp_told told_by(const fp_problem *p, bool by_peers) {
    bool open[2] = { fp_overlap_is_anyones(p->side[0].footprint), fp_overlap_is_anyones(p->side[1].footprint) };
    if (fp_overlap_is_by_wave(p) || (open[0] && open[1])) return FP_TOLD_NONE;
    if (!open[0] && !open[1]) return FP_TOLD_EACH;
    return !by_peers && !p->side[open[0] ? 0 : 1].footprint->agent ? FP_TOLD_NONE
           : open[0]                                               ? FP_TOLD_CONSUMER
                                                                   : FP_TOLD_PRODUCER;
}

static void put_thread(const fp_problem *p, uint16_t thread, int32_t *ids) {
    for (int k = 0; k < 3; k++) ids[k] = (int32_t)p->meeting.on->id[k][thread];
}

const fp_witness *fp_overlap_witness(struct fp_addresses *a, const fp_problem *problem) {
    if (!problem->meeting.found) return NULL;
    for (uint32_t i = 0; i < problem->meeting.assigned_count; i++) { /* whether it ever gets that value is not known */
        const fp_expr_info *n = fp_expr_at(&a->exprs, problem->meeting.assigned[i].leaf);
        if (n->op == FP_EXPR_SYMBOL && fp_overlap_is_carried(a, n->id)) return NULL;
    }
    fp_model model;
    fp_problem shown = *problem;
    fp_peers *peers = &shown.meeting.peers;
    if (peers->found) shown.meeting.threads[peers->side] = peers->threads[0];
    if (!fp_overlap_model(&model, a, &shown)) return NULL;
    const fp_problem *p = &model.problem;
    int64_t address[2], first = 0, last = 0;
    for (int i = 0; i < 2; i++) {
        if (!fp_expr_value(&a->exprs, p->side[i].address, &model.side[i].assignment, &address[i])) return NULL;
        if (p->modular) address[i] = (int32_t)(uint32_t)(uint64_t)address[i];
    }
    if (!shared_bytes(a, p, address, &first, &last)) return NULL;
    fp_binding list[BINDINGS_MAX];
    bound_names names = { .list = list };
    for (int i = 0; i < 2; i++) bind_side(a, p, i, &model.side[i], &names);
    open_namesakes(a, p, &names);
    mark_untold(a, p, &names);
    fp_witness *w = FP_NEW(a->keep, fp_witness, 1);
    bool by_peers = peers->found && bytes_of_peers(&model, address, &first, &last);
    w->told = told_by(p, by_peers);
    for (int i = 0; i < 2; i++) {
        int told = w->told == FP_TOLD_EACH ? i : w->told == FP_TOLD_CONSUMER;
        put_thread(p, by_peers ? peers->threads[i] : shown.meeting.threads[told], w->threads[i]);
    }
    w->byte = first;
    w->byte_count = last - first + 1;
    /* There may be as many witnesses as pairs: each keeps what it has. */
    w->bindings = fp_arena_copy(a->keep, list, names.count * sizeof *list, _Alignof(fp_binding));
    w->binding_count = names.count;
    return w;
}
