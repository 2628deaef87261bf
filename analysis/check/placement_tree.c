#include "check/placement_tree.h"
#include "base/sort.h"

enum { FP_WORK_INSERT = 256 }; /* of one what-if */

/* ---- hazards ---- */
bool fp_pair_is(fp_pair_key key, const fp_hazard *hazard) {
    return key.producer == hazard->producer && key.consumer == hazard->consumer && key.carrier == hazard->carrier &&
           key.kind == hazard->kind;
}

fp_pair_key fp_pair_key_of(const fp_hazard *hazard) {
    return (fp_pair_key){ hazard->producer, hazard->consumer, hazard->carrier, hazard->kind };
}
static uint64_t hash_of(fp_pair_key key) {
    return fp_hash_mix((uint64_t)key.producer << 32 | key.consumer, (uint64_t)key.carrier << 2 | key.kind);
}

bool fp_placing_gave_up(const fp_placing *p, const fp_hazard *hazard) {
    for (fp_map_probe probe = fp_map_find(&p->given_up_map, hash_of(fp_pair_key_of(hazard))); fp_map_next(&probe);)
        if (fp_pair_is(p->given_up.data[probe.value], hazard)) return true;
    return false;
}

void fp_placing_give_up(fp_placing *p, const fp_hazard *hazard) {
    fp_map_put(p->scratch, &p->given_up_map, hash_of(fp_pair_key_of(hazard)), p->given_up.len);
    *FP_PUSH(p->scratch, &p->given_up) = fp_pair_key_of(hazard);
}

bool fp_pair_is_wanted(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    return !fp_hazard_is_self(hazard) && !hazard->concurrent && fp_hazard_severity(kernel, hazard) >= FP_LEVEL_WARNING;
}

bool fp_pair_is_excess(const struct fp_kernel *kernel, const fp_hazard *hazard) {
    const fp_launch *launch = &kernel->launch;
    uint64_t threads = launch->upper_bound_only ? 0 : (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    bool one_wave = threads > 0 && threads <= launch->wave_size;
    return hazard->answer.overlap == FP_OVERLAP_SAME_WAVE && hazard->cause == FP_CAUSE_BARRIER && !one_wave;
}

bool fp_placing_is_open(const fp_placing *p, const fp_hazard *hazard) {
    return fp_pair_is_wanted(p->kernel, hazard) && (p->excess || !fp_pair_is_excess(p->kernel, hazard)) &&
           !fp_placing_gave_up(p, hazard);
}

void fp_placing_spend(fp_placing *p, uint64_t work) {
    p->work += work;
    p->exhausted |= p->work > p->most_work;
}

/* ---- levels ---- */
typedef struct {
    uint32_t depth, nesting, block;
} block_level;

static int compare_levels(const void *a, const void *b) {
    const block_level *x = a, *y = b;
    if (x->depth != y->depth) return x->depth < y->depth ? -1 : 1;
    return (x->nesting > y->nesting) - (x->nesting < y->nesting);
}

fp_placing_levels fp_placing_levels_of(struct fp_arena *scratch, const fp_placement_map *map,
                                       const struct fp_fold *fold) {
    uint32_t places = fp_fold_place_count(fold) + 2, level = 0;
    fp_placing_levels levels = { FP_NEW(scratch, uint32_t, map->blocks.len + 1), FP_NEW(scratch, uint32_t, places) };
    block_level *sorted = FP_NEW(scratch, block_level, map->blocks.len + 1);
    for (uint32_t i = 0; i < map->blocks.len; i++)
        sorted[i] = (block_level){ map->blocks.data[i].depth, map->blocks.data[i].nesting, i };
    fp_sort(sorted, map->blocks.len, sizeof *sorted, compare_levels);
    for (uint32_t i = 0; i < map->blocks.len; i++) {
        level += i > 0 && compare_levels(&sorted[i - 1], &sorted[i]) != 0;
        levels.of_block[sorted[i].block] = level;
    }
    for (uint32_t i = 0; i < places; i++) levels.of_place[i] = FP_NONE;
    for (uint32_t b = 0; b < map->blocks.len; b++)
        for (uint32_t i = 0; i <= map->blocks.data[b].items->len; i++) {
            uint32_t place = fp_fold_place(fold, map->blocks.data[b].items, i);
            if (place != FP_NONE) levels.of_place[place] = levels.of_block[b];
        }
    for (uint32_t i = 0; i < places; i++) /* places of a callee follow that of its call */
        if (levels.of_place[i] == FP_NONE) levels.of_place[i] = i ? levels.of_place[i - 1] : 0;
    return levels;
}

/* ---- what is placed ---- */
static uint64_t hash_of_place(fp_placed_kind kind, fp_position_in_text at) {
    return fp_hash_mix((uint64_t)at.op << 1 | at.behind, kind);
}

uint32_t fp_placing_find(const fp_placing *p, fp_placed_kind kind, fp_position_in_text at, fp_counter counter) {
    for (fp_map_probe probe = fp_map_find(&p->placed_map, hash_of_place(kind, at)); fp_map_next(&probe);) {
        if (probe.value >= p->placed.len) continue;
        const fp_placed *placed = &p->placed.data[probe.value].placed;
        if (placed->kind == kind && fp_same_position(placed->at, at) &&
            (kind == FP_PLACED_BARRIER || placed->counter == counter))
            return probe.value;
    }
    return FP_NONE;
}

/* What is placed is no longer what it was, from that number on. */
static void forget_from(fp_placing *p, uint32_t number) {
    p->all = NULL;
    if (p->waited_up_to > number) p->waited_up_to = number;
    while (p->waited.len && p->waited.data[p->waited.len - 1].number >= number) p->waited.len--;
}

void fp_placing_add(fp_placing *p, const fp_placed_node *node) {
    fp_map_put(p->scratch, &p->placed_map, hash_of_place(node->placed.kind, node->placed.at), p->placed.len);
    *FP_PUSH(p->scratch, &p->placed) = *node;
    p->barriers += node->placed.kind == FP_PLACED_BARRIER;
    if (node->placed.kind == FP_PLACED_WAIT) p->all = NULL; /* waits stand before barriers */
}

void fp_placing_cut(fp_placing *p, uint32_t len) {
    forget_from(p, len);
    for (uint32_t i = len; i < p->placed.len; i++) p->barriers -= p->placed.data[i].placed.kind == FP_PLACED_BARRIER;
    p->placed.len = len;
}

void fp_placing_drop_last(fp_placing *p) { fp_placing_cut(p, p->placed.len - 1); }

void fp_placing_set_count(fp_placing *p, uint32_t wait, int32_t count) {
    forget_from(p, wait);
    p->placed.data[wait].placed.count = count;
}

void fp_placing_keep_only(fp_placing *p, const bool *used) {
    fp_placed_nodes all = p->placed;
    fp_placing_cut(p, 0);
    fp_map_clear(&p->placed_map);
    for (uint32_t i = 0; i < all.len; i++)
        if (used[i]) {
            fp_placed_node node = all.data[i];
            fp_placing_add(p, &node);
        }
}

/* ---- the tree with what is placed ---- */
static fp_sync wait_sync(fp_counter counter, int32_t count) {
    fp_sync sync = { .kind = FP_SYNC_COUNTER_WAIT,
                     .scope = FP_SCOPE_WORKGROUP,
                     .spaces = FP_SPACES_NONE,
                     .id = FP_ID_UNKNOWN,
                     .object = FP_NONE,
                     .member_count = -1,
                     .wait_count = 1 };
    sync.waits[0] = (fp_counter_wait){ counter, count };
    return sync;
}

typedef FP_VEC(fp_insertion) insertion_list;

static void add_at(fp_placing *p, insertion_list *list, const fp_stands *stands, const fp_sync *sync) {
    fp_placing_spend(p, FP_WORK_INSERT);
    for (uint32_t i = 0; i < stands->len && !p->exhausted; i++) {
        fp_stand stand = stands->data[i];
        uint32_t place = fp_fold_place(p->fold, p->map.blocks.data[stand.block].items, stand.index);
        if (place != FP_NONE) *FP_PUSH(p->scratch, list) = (fp_insertion){ place, sync };
    }
}

static void add_node(fp_placing *p, insertion_list *list, const fp_placed_node *node) {
    fp_sync *sync = FP_NEW(p->scratch, fp_sync, 1);
    *sync = node->placed.kind == FP_PLACED_WAIT ? wait_sync(node->placed.counter, node->placed.count)
                                                : fp_sync_barrier(FP_SPACES_WORKGROUP);
    add_at(p, list, &node->stands, sync);
}

static void add_kind(fp_placing *p, insertion_list *list, fp_placed_kind kind, const bool *used, uint32_t first) {
    for (uint32_t i = first; i < p->placed.len; i++)
        if (p->placed.data[i].placed.kind == kind && (!used || used[i])) add_node(p, list, &p->placed.data[i]);
}

static const fp_fold_node *with_list(const fp_placing *p, const fp_fold_node *root, const insertion_list *list) {
    return fp_fold_what_if_with(p->fold, root, list->data, list->len);
}

/* The kernel with all waits that are placed. As long as the first ones stay as they were, only the others are
 * inserted. */
static const fp_fold_node *with_waits(fp_placing *p) {
    const fp_fold_node *root = p->waited.len ? p->waited.data[p->waited.len - 1].root : p->base;
    for (; p->waited_up_to < p->placed.len && !p->exhausted; p->waited_up_to++) {
        uint32_t number = p->waited_up_to;
        insertion_list list = { 0 };
        if (p->placed.data[number].placed.kind != FP_PLACED_WAIT) continue;
        add_node(p, &list, &p->placed.data[number]);
        root = with_list(p, root, &list);
        *FP_PUSH(p->scratch, &p->waited) = (fp_waited_tree){ number, root };
    }
    return root;
}

/* Waits first: what is inserted later at the same place stands behind. `used` NULL: all. */
const fp_fold_node *fp_placing_tree(fp_placing *p, const bool *used) {
    insertion_list list = { 0 };
    if (used) {
        add_kind(p, &list, FP_PLACED_WAIT, used, 0);
        if (p->barriers) add_kind(p, &list, FP_PLACED_BARRIER, used, 0);
        return with_list(p, p->base, &list);
    }
    if (!p->all) p->all = with_waits(p), p->all_up_to = 0;
    if (p->barriers) add_kind(p, &list, FP_PLACED_BARRIER, NULL, p->all_up_to);
    p->all = with_list(p, p->all, &list);
    p->all_up_to = p->placed.len;
    return p->all;
}

const fp_fold_node *fp_placing_tree_of(fp_placing *p, const uint32_t *numbers, uint32_t count) {
    insertion_list list = { 0 };
    for (int barriers = 0; barriers < 2; barriers++)
        for (uint32_t i = 0; i < count; i++) {
            const fp_placed_node *node = &p->placed.data[numbers[i]];
            if ((node->placed.kind == FP_PLACED_BARRIER) == barriers) add_node(p, &list, node);
        }
    return with_list(p, p->base, &list);
}

fp_hazards fp_placing_hazards(fp_placing *p, const fp_fold_node *root) {
    if (p->exhausted || fp_fold_cancelled(p->fold)) return (fp_hazards){ NULL, 0 };
    if (root == p->asked_root) return p->asked;
    uint64_t compared = fp_analyser_compared(p->analyser);
    p->asked = fp_analyser_hazards(p->analyser, root);
    p->asked_root = root;
    fp_placing_spend(p, p->asked.len + p->map.stands.len + fp_analyser_compared(p->analyser) - compared);
    return p->asked;
}

fp_hazards fp_placing_hazards_inside(fp_placing *p, const fp_fold_node *root, uint32_t level) {
    fp_fold_depth depth = { p->levels.of_place, level };
    if (level == 0 || root == p->asked_root) return fp_placing_hazards(p, root);
    if (p->exhausted || fp_fold_cancelled(p->fold)) return (fp_hazards){ NULL, 0 };
    uint64_t compared = fp_analyser_compared(p->analyser);
    fp_hazards hazards = fp_analyser_hazards_inside(p->analyser, root, &depth);
    fp_placing_spend(p, hazards.len + p->map.stands.len + fp_analyser_compared(p->analyser) - compared);
    return hazards;
}

static bool any_is_open(const fp_placing *p, fp_hazards hazards) {
    for (size_t i = 0; i < hazards.len; i++)
        if (fp_placing_is_open(p, &hazards.data[i])) return true;
    return false;
}

/* Which pairs of many alike ones were given up depends on which of them were listed: where some were, all that is
 * listed counts. */
bool fp_placing_any_open(fp_placing *p, const fp_fold_node *root) {
    if (p->given_up.len || root == p->asked_root) return any_is_open(p, fp_placing_hazards(p, root));
    if (p->exhausted || fp_fold_cancelled(p->fold)) return false;
    uint64_t compared = fp_analyser_compared(p->analyser);
    struct fp_arena *own = fp_arena_new();
    fp_fold_upwards walk = fp_fold_upwards_from(p->fold, own, root);
    fp_hazards found;
    bool any = false;
    while (!any && fp_analyser_hazards_next(p->analyser, &walk, &found)) any = any_is_open(p, found);
    fp_placing_spend(p, p->map.stands.len + fp_analyser_compared(p->analyser) - compared);
    fp_arena_drop(own);
    return any;
}

/* ---- one hazard ---- */
/* What a callee touches stands at its call. */
static uint32_t place_of(const fp_placing *p, uint32_t access) {
    return access < p->kernel->accesses.len ? p->places[access] : FP_NONE;
}

static bool find(fp_placing *p, const fp_fold_node *root, const fp_hazard *hazard, fp_hazard *now) {
    fp_pair_places places = { place_of(p, hazard->producer), place_of(p, hazard->consumer) };
    if (p->exhausted || fp_fold_cancelled(p->fold)) return false;
    uint64_t compared = fp_analyser_compared(p->analyser);
    bool found = fp_analyser_hazard(p->analyser, root, hazard, &places, now);
    fp_placing_spend(p, 1 + fp_analyser_compared(p->analyser) - compared);
    return found;
}

bool fp_placing_holds(fp_placing *p, const fp_fold_node *root, const fp_hazard *hazard) {
    fp_hazard now;
    return find(p, root, hazard, &now);
}

bool fp_placing_find_open(fp_placing *p, const fp_fold_node *root, const fp_hazard *hazard, fp_hazard *now) {
    return find(p, root, hazard, now) && fp_pair_is_wanted(p->kernel, now);
}

bool fp_placing_still_open(fp_placing *p, const fp_fold_node *root, const fp_hazard *hazard) {
    fp_hazard now;
    return fp_placing_find_open(p, root, hazard, &now);
}

/* ---- split barriers ---- */
static void add_in_text(fp_placing *p, insertion_list *list, fp_position_in_text at, const fp_sync *sync) {
    fp_stands stands = { 0 };
    fp_placement_stands(&p->map, at, &stands);
    add_at(p, list, &stands, sync);
}

const fp_fold_node *fp_placing_split_tree(fp_placing *p) {
    fp_sync landed = wait_sync(FP_COUNTER_DS, 0), signal = fp_sync_barrier(FP_SPACES_WORKGROUP), wait = signal;
    insertion_list list = { 0 };
    signal.kind = FP_SYNC_SIGNAL, wait.kind = FP_SYNC_WAIT;
    signal.spaces = wait.spaces = FP_SPACES_NONE;
    signal.release = signal.acquire = wait.release = wait.acquire = false;
    add_kind(p, &list, FP_PLACED_WAIT, NULL, 0);
    /* Ops inserted at one place stand in the order of their insertion: signals that open a phase come after waits that
     * end one. */
    for (int opening = 0; opening < 2; opening++)
        for (uint32_t i = 0; i < p->placed.len; i++) {
            const fp_placed *placed = &p->placed.data[i].placed;
            bool together = fp_same_position(placed->signal, placed->at), round = placed->around != FP_NONE;
            fp_position_in_text before = { placed->around, false }, behind = { placed->around, true };
            if (placed->kind != FP_PLACED_BARRIER) continue;
            if (together == (opening == 0)) {
                add_in_text(p, &list, placed->signal, &landed);
                add_in_text(p, &list, placed->signal, &signal);
            }
            if (opening == 0) add_in_text(p, &list, placed->at, &wait);
            if (opening == 0 && round) add_in_text(p, &list, behind, &wait);
            if (opening == 1 && round) {
                add_in_text(p, &list, before, &landed);
                add_in_text(p, &list, before, &signal);
            }
        }
    return with_list(p, p->base, &list);
}
