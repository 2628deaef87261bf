#include "check/placement_cures.h"

enum {
    FP_NEAREST_TRIED_MAX = 2, /* ops tried alone for a hazard, where too many are placed to try each of them */
    FP_FEW_PLACED = 4,        /* so few are tried one by one at once */
    FP_ASKED_SHARE = 8 /* when one of so many hazards has been asked for of an op alone, it is asked for all at once */
};

/* What orders one hazard alone orders those, too, that end at the same access and come from further away. */
typedef struct {
    const fp_hazard *hazard; /* NULL: nothing is known */
    uint32_t klass;          /* of its producer */
    uint32_t number;         /* the placed op */
} known_cure;

/* What looks for cures, and what it knows of all that is placed. */
typedef struct {
    fp_placing *p;
    fp_placement_index index;
    fp_hazards hazards;
    bool few;                   /* each placed op is tried alone */
    const fp_fold_node **alone; /* per placed op: the kernel with it alone; NULL: not made yet */
    uint32_t *asked;            /* per placed op: hazards asked for one by one so far */
    uint8_t **open_with; /* per placed op, per hazard: does it stay open with that op alone? NULL: not known of all */
    uint8_t *open_with_kind[2]; /* per fp_placed_kind, per hazard: does it stay open with all ops of that kind? */
    fp_numbers inside;          /* what lies in the window of the hazard at hand, rising */
    known_cure known;
    fp_cure all[2]; /* what is placed for pairs that need barriers in full; everything */
} curing;

static bool lies_in(const fp_placing *p, const fp_placed_node *node, const fp_window *window) {
    for (uint32_t i = 0; i < node->stands.len; i++) {
        bool inside =
            p->map.blocks.data[node->stands.data[i].block].nesting > p->map.blocks.data[window->block].nesting;
        if (inside || node->stands.data[i].block == window->block) {
            uint32_t index = fp_placement_project(&p->map, node->stands.data[i], window->block);
            if (index != FP_NONE && fp_window_holds(&p->map, window, index)) return true;
        }
    }
    return false;
}

/* Collects what lies in the window. */
static void look_inside(curing *c, const fp_window *window) {
    const fp_placing *p = c->p;
    fp_placed_stands near = fp_placement_index_around(&c->index, window);
    c->inside.len = 0;
    for (uint32_t i = 0; i < near.len; i++)
        if (lies_in(p, &p->placed.data[near.data[i].number], window))
            *FP_PUSH(p->scratch, &c->inside) = near.data[i].number;
    fp_numbers_sort(c->inside.data, c->inside.len);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->inside.len; i++)
        if (i == 0 || c->inside.data[i] != c->inside.data[i - 1]) c->inside.data[kept++] = c->inside.data[i];
    c->inside.len = kept;
}

static void drop_excess(curing *c) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->inside.len; i++)
        if (!c->p->placed.data[c->inside.data[i]].placed.excess) c->inside.data[kept++] = c->inside.data[i];
    c->inside.len = kept;
}

/* Do those inside of the window order the pair together? */
static bool orders(curing *c, const fp_hazard *hazard) {
    fp_placing *p = c->p;
    return !fp_placing_still_open(p, fp_placing_tree_of(p, c->inside.data, c->inside.len), hazard) || p->exhausted;
}

static fp_cure all_placed(const fp_placing *p, bool excess) {
    uint32_t *numbers = FP_NEW(p->keep, uint32_t, p->placed.len + 1), count = 0;
    for (uint32_t i = 0; i < p->placed.len; i++)
        if (excess || !p->placed.data[i].placed.excess) numbers[count++] = i;
    return (fp_cure){ .placed = numbers, .count = count, .wanted = true };
}

static fp_span obstacle_of(const fp_placing *p, const fp_hazard *hazard) {
    fp_window window;
    if (!fp_window_find(&p->map, hazard, &window)) return (fp_span){ 0, 0 };
    const fp_placement_block *block = &p->map.blocks.data[window.block];
    return block->weak ? block->condition : (fp_span){ 0, 0 };
}

static const fp_fold_node *tree_alone(curing *c, uint32_t number) {
    if (!c->alone[number]) c->alone[number] = fp_placing_tree_of(c->p, &number, 1);
    return c->alone[number];
}

static uint32_t class_of_producer(const fp_placing *p, const fp_hazard *hazard) {
    return fp_kernel_access(p->kernel, hazard->producer)->klass;
}

/* Per hazard, does the tree leave it open? */
static uint8_t *find_left(const curing *c, const fp_fold_node *root) {
    fp_placing *p = c->p;
    uint8_t *open = FP_NEW(p->scratch, uint8_t, c->hazards.len + 1);
    fp_hazards left = fp_placing_hazards(p, root);
    size_t at = 0; /* both lists are sorted alike, and what is left was there before */
    for (size_t i = 0; i < c->hazards.len; i++) {
        fp_pair_key key = fp_pair_key_of(&c->hazards.data[i]);
        size_t k = at;
        while (k < left.len && left.data[k].consumer <= key.consumer && !fp_pair_is(key, &left.data[k])) k++;
        open[i] = k < left.len && fp_pair_is(key, &left.data[k]);
        while (at < left.len && left.data[at].consumer < key.consumer) at++;
    }
    return open;
}

/* What all ops of a kind leave open together, none of them orders alone. */
static bool is_left_by_kind(curing *c, size_t hazard, fp_placed_kind kind) {
    fp_placing *p = c->p;
    if (p->placed.len <= FP_FEW_PLACED) return false;
    if (!c->open_with_kind[kind]) {
        fp_numbers numbers = { 0 };
        for (uint32_t i = 0; i < p->placed.len; i++)
            if (p->placed.data[i].placed.kind == kind) *FP_PUSH(p->scratch, &numbers) = i;
        c->open_with_kind[kind] = find_left(c, fp_placing_tree_of(p, numbers.data, numbers.len));
    }
    return c->open_with_kind[kind][hazard];
}

/* A barrier that orders one pair orders any other of the same kind in whose window it stands, if it ends at the same
 * access. */
static bool is_cured_alike(const curing *c, const fp_hazard *hazard, uint32_t number) {
    const fp_hazard *known = c->known.hazard;
    return known && c->known.number == number && known->consumer == hazard->consumer && known->kind == hazard->kind &&
           known->cause == FP_CAUSE_BARRIER && hazard->cause == FP_CAUSE_BARRIER && known->carrier == hazard->carrier &&
           known->behind_wait == hazard->behind_wait && known->answer.overlap == hazard->answer.overlap &&
           c->known.klass == class_of_producer(c->p, hazard);
}

/* Does the hazard stay open with that op alone? */
static bool stays_open(curing *c, size_t number, uint32_t placed) {
    fp_placing *p = c->p;
    const fp_hazard *hazard = &c->hazards.data[number];
    fp_placed_kind kind = p->placed.data[placed].placed.kind;
    if (p->placed.len == 1 && kind == FP_PLACED_WAIT) return true;
    if (is_cured_alike(c, hazard, placed)) return false;
    if (is_left_by_kind(c, number, kind) || p->exhausted) return true;
    if (!c->open_with[placed] && ++c->asked[placed] > c->hazards.len / FP_ASKED_SHARE)
        c->open_with[placed] = find_left(c, tree_alone(c, placed));
    bool open =
        c->open_with[placed] ? c->open_with[placed][number] : fp_placing_holds(p, tree_alone(c, placed), hazard);
    if (!open) c->known = (known_cure){ hazard, class_of_producer(p, hazard), placed };
    return open || p->exhausted;
}

/* Leaves only the one inside of the window that orders the pair alone: nearest to the consumer, and rather one that
 * other pairs need in full. False: none does. */
static bool keep_one(curing *c, size_t hazard, bool excess) {
    for (int pass = 0; pass < 1 + excess && c->few; pass++)
        for (uint32_t k = c->inside.len; k-- > 0;) {
            uint32_t i = c->inside.data[k];
            if (c->p->placed.data[i].placed.excess != pass || stays_open(c, hazard, i)) continue;
            c->inside.data[0] = i, c->inside.len = 1;
            return true;
        }
    return false;
}

/* ---- with many inserted ops ---- */
/* How far a placed op stands before the consumer, in items of the window's block; FP_NONE: outside of the window. */
static uint32_t steps_back(const fp_placing *p, const fp_placed_node *node, const fp_window *window) {
    uint32_t len = p->map.blocks.data[window->block].items->len;
    for (uint32_t i = 0; i < node->stands.len; i++) {
        uint32_t index = node->stands.data[i].index;
        if (node->stands.data[i].block == window->block && fp_window_holds(&p->map, window, index))
            return index <= window->to ? window->to - index : window->to + len + 1 - index;
    }
    return FP_NONE;
}

/* Was it placed for the hazard, and nothing else stood in the window by then? */
static bool was_placed_alone(const curing *c, const fp_hazard *hazard, const fp_window *window, uint32_t number) {
    const fp_placing *p = c->p;
    const fp_placed_node *node = &p->placed.data[number];
    if (node->placed.kind != FP_PLACED_WAIT || !fp_pair_is(fp_pair_key_of(&node->ordered), hazard)) return false;
    fp_placed_stands near = fp_placement_index_around(&c->index, window);
    for (uint32_t i = 0; i < near.len; i++)
        if (near.data[i].number < number && lies_in(p, &p->placed.data[near.data[i].number], window)) return false;
    return true;
}

/* Barriers close the windows they stand in; whether a wait does is tried, unless it is known. */
static bool orders_alone(curing *c, const fp_hazard *hazard, const fp_window *window, uint32_t number) {
    fp_placing *p = c->p;
    if (hazard->cause == FP_CAUSE_BARRIER) return p->placed.data[number].placed.kind == FP_PLACED_BARRIER;
    if (was_placed_alone(c, hazard, window, number)) return true;
    return !fp_placing_still_open(p, tree_alone(c, number), hazard) && !p->exhausted;
}

/* The last of these that may be a cure, and the first one placed of those before the same item; FP_NONE: there is none.
 */
static uint32_t last_of(const curing *c, fp_block_stands stands, bool excess, uint32_t *index) {
    uint32_t last = FP_NONE;
    for (uint32_t i = stands.len; i-- > 0 && (last == FP_NONE || stands.data[i].index == *index);) {
        if (c->p->placed.data[stands.data[i].number].placed.excess && !excess) continue;
        last = stands.data[i].number, *index = stands.data[i].index;
    }
    return last;
}

/* Of those in the window's own block the one nearest to the consumer, behind `least` steps; FP_NONE: there is none. */
static uint32_t find_nearest(const curing *c, const fp_window *window, bool excess, uint32_t least, uint32_t *steps) {
    uint32_t len = c->p->map.blocks.data[window->block].items->len, to = window->to, index = 0;
    bool round = window->carried || window->whole;
    uint32_t from = round ? 0 : window->only ? to : window->from + 1;
    if (least <= to && from <= to - least) {
        uint32_t nearest =
            last_of(c, fp_placement_index_in(&c->index, window->block, from, to - least), excess, &index);
        *steps = to - index;
        if (nearest != FP_NONE) return nearest;
    }
    uint32_t behind = window->whole || window->from < to ? to : window->from, skipped = least > to ? least - to - 1 : 0;
    if (!round || behind + skipped >= len) return FP_NONE;
    fp_block_stands stands = fp_placement_index_in(&c->index, window->block, behind + 1, len - skipped);
    uint32_t nearest = last_of(c, stands, excess, &index);
    *steps = to + len + 1 - index;
    return nearest;
}

static bool is_known(const curing *c, const fp_hazard *hazard, const fp_window *window, bool excess) {
    const fp_hazard *known = c->known.hazard;
    if (!known || known->consumer != hazard->consumer || known->cause != hazard->cause ||
        known->carrier != hazard->carrier || c->known.klass != class_of_producer(c->p, hazard))
        return false;
    const fp_placed_node *node = &c->p->placed.data[c->known.number];
    return (excess || !node->placed.excess) && steps_back(c->p, node, window) != FP_NONE;
}

/* The nearest placed op that runs before the consumer whenever anything around the consumer runs, in the blocks between
 * the window's and the consumer: whatever comes from outside of these blocks passes it. FP_NONE: there is none. */
static uint32_t find_before_consumer(const curing *c, const fp_hazard *hazard, const fp_window *window, bool excess) {
    const fp_placing *p = c->p;
    fp_stand at;
    if (!fp_placement_only_stand(&p->map, fp_kernel_access(p->kernel, hazard->consumer)->op, &at)) return FP_NONE;
    while (at.block != window->block) {
        const fp_placement_block *block = &p->map.blocks.data[at.block];
        fp_block_stands before = fp_placement_index_in(&c->index, at.block, 0, at.index);
        for (uint32_t i = before.len; i-- > 0;) {
            const fp_placed *placed = &p->placed.data[before.data[i].number].placed;
            if ((excess || !placed->excess) && (hazard->cause != FP_CAUSE_BARRIER || placed->kind == FP_PLACED_BARRIER))
                return before.data[i].number;
        }
        if (block->parent == FP_NONE) return FP_NONE;
        at = (fp_stand){ block->parent, block->parent_index };
    }
    return FP_NONE;
}

/* Finds one placed op that orders the hazard alone, nearest to the consumer. False: none was found. */
static bool find_one(curing *c, const fp_hazard *hazard, const fp_window *window, bool excess) {
    uint32_t steps = 0, tried = 0;
    bool found = is_known(c, hazard, window, excess);
    while (!found && tried++ < FP_NEAREST_TRIED_MAX) {
        uint32_t number = find_nearest(c, window, excess, steps, &steps);
        if (number == FP_NONE) break;
        found = orders_alone(c, hazard, window, number);
        if (found) c->known = (known_cure){ hazard, class_of_producer(c->p, hazard), number };
        steps++;
    }
    uint32_t before = found ? FP_NONE : find_before_consumer(c, hazard, window, excess);
    if (before != FP_NONE && orders_alone(c, hazard, window, before)) {
        c->known = (known_cure){ hazard, class_of_producer(c->p, hazard), before };
        found = true;
    }
    if (!found) return false;
    c->inside.len = 0;
    *FP_PUSH(c->p->scratch, &c->inside) = c->known.number;
    return true;
}

/* The ops to show as the cure of a hazard: one that orders it alone; else those in its window that order it together;
 * else all. */
static fp_cure cure_of(curing *c, const fp_hazard *hazard, size_t number) {
    fp_placing *p = c->p;
    fp_cure cure = { .wanted = true };
    fp_window window;
    if (fp_placing_gave_up(p, hazard)) cure.obstacle = obstacle_of(p, hazard);
    if (fp_placing_gave_up(p, hazard) || p->placed.len == 0) return cure;
    bool excess = fp_pair_is_excess(p->kernel, hazard);
    bool has_window = fp_window_find(&p->map, hazard, &window);
    bool alone = has_window && !c->few && find_one(c, hazard, &window, excess);
    if (!alone) {
        c->inside.len = 0;
        if (has_window) look_inside(c, &window);
        alone = keep_one(c, number, excess);
    }
    if (!alone) {
        if (!excess) drop_excess(c);
        bool checked = c->inside.len && (!c->few || p->exhausted || orders(c, hazard));
        if (!checked) return c->all[excess];
    }
    cure.placed = fp_arena_copy(p->keep, c->inside.data, c->inside.len * sizeof *cure.placed, _Alignof(uint32_t));
    cure.count = c->inside.len;
    return cure;
}

const fp_cure *fp_placing_cures(fp_placing *p, fp_hazards hazards) {
    fp_cure *cures = FP_NEW(p->keep, fp_cure, hazards.len + 1);
    curing c = { .p = p,
                 .index = fp_placement_index_new(&p->map, p->fold, &p->placed),
                 .hazards = hazards,
                 .few = p->placed.len <= FP_PRUNED_MAX && !p->exhausted,
                 .alone = FP_NEW(p->scratch, const fp_fold_node *, p->placed.len + 1),
                 .asked = FP_NEW(p->scratch, uint32_t, p->placed.len + 1),
                 .open_with = FP_NEW(p->scratch, uint8_t *, p->placed.len + 1),
                 .all = { all_placed(p, false), all_placed(p, true) } };
    for (size_t i = 0; i < hazards.len; i++)
        if (fp_pair_is_wanted(p->kernel, &hazards.data[i])) cures[i] = cure_of(&c, &hazards.data[i], i);
    return cures;
}
