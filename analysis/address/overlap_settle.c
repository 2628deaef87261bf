/* overlap_settle.c - values for what the addresses of a model leave open and conditions ask for: `if 3 * %a >= 64`. */
#include "address/expr_build.h"
#include "address/overlap.h"

enum { OPEN_MAX = 8, SMALL_VALUES = 65, SECANTS_MAX = 6, RECENT = 4 };

int fp_model_holds(fp_model *w, const fp_model_condition *c) {
    int64_t value;
    struct fp_exprs *exprs = &w->a->exprs;
    if (fp_expr_at(exprs, c->guard.node)->depends & FP_DEPENDS_OPAQUE) return -1;
    if (!fp_expr_value(exprs, c->guard.node, &w->side[c->side].assignment, &value))
        return fp_expr_evaluates(exprs, c->guard.node) ? 0 : -1;
    return (value != 0) != c->guard.negated;
}

struct open_leaves {
    fp_model *model;
    uint32_t given; /* leaves that the meeting itself has assigned */
    fp_expr found[OPEN_MAX];
    uint32_t count;
};
static void find_open(void *context, fp_expr leaf) {
    struct open_leaves *o = context;
    const fp_expr_info *n = fp_expr_at(&o->model->a->exprs, leaf);
    if ((n->op != FP_EXPR_SYMBOL && n->op != FP_EXPR_ITER && n->op != FP_EXPR_TRIPS) || o->count == OPEN_MAX) return;
    if (n->op == FP_EXPR_SYMBOL && fp_overlap_is_carried(o->model->a, n->id)) return;
    const fp_assigned *assigned = o->model->problem.meeting.assigned;
    for (uint32_t i = 0; i < o->given; i++)
        if (assigned[i].leaf == leaf) {
            if (!assigned[i].factor) return;
            leaf = assigned[i].step; /* others of its class */
            break;
        }
    for (uint32_t i = 0; i < o->given; i++)
        if (assigned[i].leaf == leaf) return;
    o->found[o->count++] = leaf;
}

/* A leaf and its place among the assigned ones, the condition that it is to make true, and how many before it must
 * stay true. */
struct search {
    fp_model *model;
    const fp_model_conditions *all;
    uint32_t wanted, slot;
    int64_t multiple;            /* what the leaf's values are multiples of */
    int64_t recent[RECENT];      /* values tried last */
    uint32_t tried, known_false; /* values tried so far; those that earlier trials found wrong */
    uint32_t first_true;         /* values before the first one that makes the condition itself true; FP_NONE: none */
};

static bool is_recent(const struct search *s, int64_t value) {
    for (uint32_t i = 0; i < RECENT && i < s->tried; i++)
        if (s->recent[i] == value) return true;
    return false;
}

static bool try_exactly(struct search *s, int64_t value) {
    fp_assigned *assigned = &s->model->problem.meeting.assigned[s->slot];
    const fp_expr_info *n = fp_expr_at(&s->model->a->exprs, assigned->leaf);
    if (value < n->low || value > n->high || is_recent(s, value)) return false;
    s->recent[s->tried % RECENT] = value;
    if (s->tried++ < s->known_false) return false;
    assigned->value = value;
    if (fp_model_holds(s->model, &s->all->list[s->wanted]) != 1) return false;
    if (s->first_true == FP_NONE) s->first_true = s->tried - 1;
    for (uint32_t i = 0; i < s->wanted; i++)
        if (fp_model_holds(s->model, &s->all->list[i]) == 0) return false;
    return true;
}

/* The value, or the multiples around it where the leaf is one. */
static bool try_value(struct search *s, int64_t value) {
    int64_t below = value - fp_floor_mod(value, s->multiple);
    return try_exactly(s, below) || (below != value && try_exactly(s, below + s->multiple));
}

/* Where the compared expression is zero as a function of the leaf, along secants: exact for lines. */
static bool try_roots(struct search *s) {
    struct fp_exprs *exprs = &s->model->a->exprs;
    const fp_model_condition *c = &s->all->list[s->wanted];
    const fp_expr_info *n = fp_expr_at(exprs, c->guard.node);
    fp_assigned *assigned = &s->model->problem.meeting.assigned[s->slot];
    if (n->op != FP_EXPR_NEGATIVE && n->op != FP_EXPR_ZERO) return false;
    fp_expr term = fp_expr_terms(exprs, c->guard.node)->node;
    int64_t x = 0, y = 1, at_x, at_y, rise, next;
    for (uint32_t i = 0; i < SECANTS_MAX; i++) {
        assigned->value = x;
        if (!fp_expr_value(exprs, term, &s->model->side[c->side].assignment, &at_x)) return false;
        assigned->value = y;
        if (!fp_expr_value(exprs, term, &s->model->side[c->side].assignment, &at_y)) return false;
        if (__builtin_sub_overflow(at_y, at_x, &rise) || rise == 0 || __builtin_mul_overflow(at_x, y - x, &next))
            return false;
        if (next == INT64_MIN || __builtin_sub_overflow(x, next / rise, &next) || next > FP_FAR / 4 ||
            next < -FP_FAR / 4)
            return false;
        for (int64_t k = -1; k <= 1; k++)
            if (try_value(s, next + k)) return true;
        x = 0; /* the line from the start to the last guess */
        if (next == y || next == x) return false;
        y = next;
    }
    return false;
}

/* A value of the leaf: small ones, where the condition changes, near powers of two. */
static bool try_values(struct search *s) {
    for (int64_t v = 0; v < SMALL_VALUES; v++)
        if (try_value(s, v)) return true;
    if (try_roots(s)) return true;
    for (int bit = 6; bit < 31; bit++)
        for (int64_t k = -1; k <= 1; k++)
            if (try_value(s, ((int64_t)1 << bit) + k) || try_value(s, -((int64_t)1 << (bit - 6)) + k)) return true;
    return false;
}

/* The first workgroup is part of every launch, and the first iteration of each run. */
static bool exists_at_zero(const fp_expr_info *n) {
    return n->op == FP_EXPR_ITER ||
           (n->op == FP_EXPR_SYMBOL && n->id >= FP_SYMBOL_BLOCK_ID && n->id < FP_SYMBOL_BLOCK_ID + 3);
}

/* All leaves that have no value yet at once: a product of two sizes needs both. Sizes that are shared out among the
 * workgroups leave most for the first one, and where they are shared out among few: each leaf is the small one once. */
static bool settle_together(fp_model *w, const fp_model_conditions *all, uint32_t wanted, uint32_t given,
                            const struct open_leaves *open) {
    static const struct {
        int64_t size;
        bool first;
    } tried[] = { { 1, false }, { 64, false }, { 4096, false }, { 1, true }, { 64, true }, { 4096, true } };
    enum { TRIED = sizeof tried / sizeof *tried };
    uint32_t before = w->problem.meeting.assigned_count;
    for (uint32_t k = 0; k < open->count && w->problem.meeting.assigned_count < FP_ASSIGNED_MAX; k++) {
        uint32_t i = given;
        while (i < before && w->problem.meeting.assigned[i].leaf != open->found[k]) i++;
        if (i == before)
            w->problem.meeting.assigned[w->problem.meeting.assigned_count++] = (fp_assigned){ .leaf = open->found[k] };
    }
    uint32_t fresh = w->problem.meeting.assigned_count - before;
    for (uint32_t v = 0; fresh && v < TRIED + fresh; v++) {
        uint32_t small = v < TRIED ? FP_NONE : before + v - TRIED, t = v < TRIED ? v : TRIED - 1;
        for (uint32_t i = before; i < before + fresh; i++) {
            fp_assigned *leaf = &w->problem.meeting.assigned[i];
            const fp_expr_info *n = fp_expr_at(&w->a->exprs, leaf->leaf);
            int64_t multiple = fp_overlap_multiple(w->a, leaf->leaf);
            int64_t size = tried[t].first && exists_at_zero(n) ? 0 : i == small ? multiple : tried[t].size;
            size += fp_floor_mod(-size, multiple);
            leaf->value = size < n->low ? n->low : size > n->high ? n->high : size;
        }
        bool good = fp_model_holds(w, &all->list[wanted]) == 1;
        for (uint32_t i = 0; i < wanted && good; i++) good = fp_model_holds(w, &all->list[i]) != 0;
        if (good) return true;
    }
    w->problem.meeting.assigned_count = before;
    return false;
}

/* Conditions, with a leaf and what the others are, for this thread and the first of its wave: the question that many
 * models ask. */
struct question {
    const struct search *search;
    int side;
    uint64_t hash;
};
static void add_leaf(void *context, fp_expr leaf) {
    struct question *q = context;
    const fp_problem *p = &q->search->model->problem;
    fp_expr sought = p->meeting.assigned[q->search->slot].leaf;
    if (leaf == sought) return;
    int64_t value = 0;
    bool known = fp_overlap_model_value(q->search->model, q->side, leaf, &value);
    q->hash = fp_hash_mix(fp_hash_mix(q->hash, (uint64_t)leaf << 1 | known), (uint64_t)value);
    for (uint32_t i = 0; i < p->meeting.assigned_count; i++)
        if (p->meeting.assigned[i].leaf == leaf && p->meeting.assigned[i].step == sought)
            q->hash = fp_hash_mix(q->hash, (uint64_t)p->meeting.assigned[i].factor);
}

static uint64_t add_condition(const struct search *s, uint32_t which, uint64_t hash) {
    const fp_model_condition *c = &s->all->list[which];
    fp_model *w = s->model;
    struct question q = { s, c->side, fp_hash_mix(fp_hash_mix(hash, c->guard.node), c->guard.negated) };
    if (fp_expr_at(&w->a->exprs, c->guard.node)->depends & FP_DEPENDS_THREAD) {
        q.hash = fp_hash_mix(q.hash, w->problem.meeting.on->wave);
        for (int k = 0; k < 3; k++) q.hash = fp_hash_mix(q.hash, (uint64_t)w->side[c->side].first.id[k]);
    }
    fp_expr_visit(&w->a->exprs, c->guard.node, add_leaf, &q);
    return q.hash;
}

/* The place of the answer to a question; FP_NONE: it has not been asked. */
static uint32_t find_answer(struct fp_addresses *a, uint64_t hash) {
    for (fp_map_probe probe = fp_map_find(&a->trials_by_hash, hash); fp_map_next(&probe);)
        if (a->trials.data[probe.value].hash == hash) return probe.value;
    return FP_NONE;
}

static uint32_t keep_answer(struct fp_addresses *a, fp_trial_answer answer) {
    fp_map_put(a->keep, &a->trials_by_hash, answer.hash, a->trials.len);
    *FP_PUSH(a->keep, &a->trials) = answer;
    return a->trials.len - 1;
}

static uint64_t hash_of_all(const struct search *s, uint64_t hash) {
    for (uint32_t i = 0; i <= s->wanted; i++) hash = add_condition(s, i, hash);
    return hash;
}

/* Where other conditions have once refused all values, their answer is kept, too, and asked for. Questions are hashed
 * while the slot has the value of before its trials. */
static bool settle_leaf(struct search *s) {
    struct fp_addresses *a = s->model->a;
    fp_assigned *assigned = &s->model->problem.meeting.assigned[s->slot];
    int64_t before = assigned->value;
    uint64_t leaf = assigned->leaf, hash = add_condition(s, s->wanted, leaf);
    uint32_t known = find_answer(a, hash);
    if (known != FP_NONE) {
        s->known_false = a->trials.data[known].first_true;
        if (s->known_false == FP_NONE) return false;
        if (a->trials.data[known].refused && find_answer(a, hash_of_all(s, ~leaf)) != FP_NONE) return false;
    }
    s->first_true = FP_NONE;
    bool met = try_values(s);
    if (known == FP_NONE) known = keep_answer(a, (fp_trial_answer){ hash, s->first_true, false });
    if (met || s->first_true == FP_NONE) return met;
    assigned->value = before;
    a->trials.data[known].refused = true;
    keep_answer(a, (fp_trial_answer){ hash_of_all(s, ~leaf), FP_NONE, false });
    return false;
}

bool fp_model_settle(fp_model *w, const fp_model_conditions *all, uint32_t wanted, uint32_t given) {
    struct open_leaves open = { .model = w, .given = given };
    fp_expr_visit(&w->a->exprs, all->list[wanted].guard.node, find_open, &open);
    for (uint32_t k = 0; k < open.count; k++) {
        uint32_t slot = given;
        while (slot < w->problem.meeting.assigned_count && w->problem.meeting.assigned[slot].leaf != open.found[k])
            slot++;
        if (slot == FP_ASSIGNED_MAX) continue;
        bool fresh = slot == w->problem.meeting.assigned_count;
        fp_assigned before = fresh ? (fp_assigned){ .leaf = open.found[k] } : w->problem.meeting.assigned[slot];
        if (fresh) w->problem.meeting.assigned[w->problem.meeting.assigned_count++] = before;
        int64_t multiple = fp_overlap_multiple(w->a, open.found[k]);
        if (settle_leaf(
                &(struct search){ .model = w, .all = all, .wanted = wanted, .slot = slot, .multiple = multiple }))
            return true;
        w->problem.meeting.assigned[slot] = before;
        if (fresh) w->problem.meeting.assigned_count--;
    }
    return settle_together(w, all, wanted, given, &open);
}
