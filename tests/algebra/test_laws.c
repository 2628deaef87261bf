/* test_laws.c - sequence is associative and has an identity; any fold order gives the same; a what-if equals folding
 * anew; a question for some pairs of it finds them as one for all does. */
#include "order/fold_internal.h"
#include "program.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef FP_VEC(fp_str) lines;

static int compare_lines(const void *a, const void *b) {
    return fp_str_compare(*(const fp_str *)a, *(const fp_str *)b);
}

static void sort_lines(lines *all) {
    if (all->len > 1) qsort(all->data, all->len, sizeof *all->data, compare_lines);
}

static bool same_lines(const lines *a, const lines *b) {
    if (a->len != b->len) return false;
    for (uint32_t i = 0; i < a->len; i++)
        if (!fp_str_equal(a->data[i], b->data[i])) return false;
    return true;
}

/* ---- a summary and pairs in words that do not depend on the fold they come from ---- */
/* How certain it is that an access is unordered, what the lanes of notes say, and with it from which iteration on
 * nothing changes any more, rest on barriers of cases that are not run, too: folding anew sees one that came or went
 * there, a what-if does not look into these cases. */
typedef enum { WITHOUT_CERTAINTY, WITH_CERTAINTY } certainty;

/* Sorted, each once. */
static lines unique_lines(struct fp_arena *arena, lines all) {
    lines unique = { 0 };
    sort_lines(&all);
    for (uint32_t i = 0; i < all.len; i++)
        if (i == 0 || !fp_str_equal(all.data[i], all.data[i - 1])) *FP_PUSH(arena, &unique) = all.data[i];
    return unique;
}

static fp_str describe_key(struct fp_arena *arena, const struct fp_fold *fold, fp_key key, certainty with) {
    const fp_key_info *info = fp_key_at(&fold->summaries, key);
    return fp_str_printf(arena, "roots %u footprint %u place %u kind %d column %d",
                         fold->resources.data[info->resource].roots, info->footprint,
                         with == WITH_CERTAINTY ? info->place : 0, info->kind, info->column);
}

static uint32_t lanes_of(const struct fp_fold *fold, certainty with) {
    return with == WITH_CERTAINTY ? fold->lanes.len : fold->summaries.ordering_lanes;
}

static fp_str describe_transform(struct fp_arena *arena, const struct fp_fold *fold, fp_transform transform,
                                 certainty with) {
    fp_str text = { NULL, 0 };
    for (uint32_t column = 0; column < fold->columns.len; column++) {
        uint64_t hash = 0;
        for (uint32_t lane = 0; lane < lanes_of(fold, with); lane++) {
            fp_relation relation = fp_transform_relation(fold->algebra, transform, column, lane, FP_JUDGED_WITH);
            if (with == WITHOUT_CERTAINTY) relation.ordered = 0;
            hash = fp_hash_mix(hash, fp_hash_bytes(&relation, sizeof relation));
        }
        text = fp_str_printf(arena, "%.*s %llx", FP_STR_ARG(text), (unsigned long long)hash);
    }
    return text;
}

static fp_str describe_states(struct fp_arena *arena, const struct fp_fold *fold, fp_states states, certainty with) {
    fp_str text = { NULL, 0 };
    for (uint32_t i = 0; i < lanes_of(fold, with); i++) {
        fp_lane_states lane = fp_states_lane(fold->algebra, states, i);
        text =
            fp_str_printf(arena, "%.*s %llx %llx %d", FP_STR_ARG(text), (unsigned long long)lane.parts[FP_JUDGED_WITH],
                          (unsigned long long)lane.second, with == WITH_CERTAINTY && lane.ordered);
    }
    return text;
}

/* A line for each access of an entry. */
static void describe_entry(struct fp_arena *arena, struct fp_fold *fold, lines *all, const char *list,
                           const fp_entry *entry, fp_str relation, certainty with) {
    fp_numbers members = { 0 };
    fp_members_collect(&fold->summaries, entry->members, &members);
    for (uint32_t i = 0; i < members.len; i++)
        *FP_PUSH(arena, all) = fp_str_printf(arena, "%s %.*s:%.*s member %u", list,
                                             FP_STR_ARG(describe_key(arena, fold, entry->key, with)),
                                             FP_STR_ARG(relation), members.data[i]);
}

static lines describe_summary(struct fp_arena *arena, struct fp_fold *fold, fp_summary summary, certainty with) {
    lines all = { 0 };
    *FP_PUSH(arena, &all) =
        fp_str_printf(arena, "through%.*s", FP_STR_ARG(describe_transform(arena, fold, summary.through, with)));
    for (uint32_t i = 0; i < summary.first.count; i++)
        describe_entry(arena, fold, &all, "first", &summary.first.data[i],
                       describe_transform(arena, fold, summary.first.data[i].relation, with), with);
    for (uint32_t i = 0; i < summary.last.count; i++)
        describe_entry(arena, fold, &all, "last", &summary.last.data[i],
                       describe_states(arena, fold, summary.last.data[i].relation, with), with);
    return unique_lines(arena, all);
}

typedef struct {
    const fp_pair *pair;
    uint32_t producer, consumer;
    bool certain;
} access_pair;

static bool meets_around_alike(const access_pair *x, const access_pair *y) {
    const fp_meet_at *a = &x->pair->at, *b = &y->pair->at;
    return x->producer == y->producer && x->consumer == y->consumer && x->pair->kind == y->pair->kind &&
           a->carrier == b->carrier && a->concurrent == b->concurrent;
}

static bool meets_alike(const access_pair *x, const access_pair *y) {
    const fp_meet_at *a = &x->pair->at, *b = &y->pair->at;
    return meets_around_alike(x, y) && a->distance == b->distance && a->at_least == b->at_least;
}

/* Does a nearer iteration say as much? Then whether a farther one is told hangs on which accesses are in one group. */
static bool is_told_nearer(const access_pair *x, const access_pair *y) {
    const fp_pair *a = x->pair, *b = y->pair;
    if (!meets_around_alike(x, y) || a->at.distance >= b->at.distance) return false;
    return a->answer.overlap > b->answer.overlap ||
           (a->answer.overlap == b->answer.overlap && a->handed_over <= b->handed_over && x->certain >= y->certain);
}

/* Accesses meet at several places. Meetings keep of these what no other one outdoes, as far as they see it: which
 * accesses they see at once depends on the order. */
static bool outdoes(const access_pair *x, const access_pair *y) {
    const fp_pair *a = x->pair, *b = y->pair;
    if (is_told_nearer(x, y)) return true;
    if (!meets_alike(x, y)) return false;
    if (a->answer.overlap != b->answer.overlap) return a->answer.overlap > b->answer.overlap;
    bool as_much = x->certain >= y->certain && a->even_performed == b->even_performed &&
                   a->same_thread_async == b->same_thread_async;
    bool less = a->required_count >= 0 && a->required_count < b->required_count;
    return as_much && (less || (a->required_count == b->required_count && x->certain > y->certain));
}

/* One line per pair of accesses that no other one outdoes. */
static lines describe_pairs(struct fp_arena *arena, struct fp_fold *fold, const fp_pairs *pairs, certainty with) {
    FP_VEC(access_pair) each = { 0 };
    lines all = { 0 };
    for (uint32_t i = 0; i < pairs->len; i++) {
        const fp_pair *pair = &pairs->data[i];
        fp_numbers producers = { 0 }, consumers = { 0 };
        fp_members_collect(&fold->summaries, pair->producers, &producers);
        fp_members_collect(&fold->summaries, pair->consumers, &consumers);
        for (uint32_t p = 0; p < producers.len; p++)
            for (uint32_t c = 0; c < consumers.len; c++)
                *FP_PUSH(arena, &each) = (access_pair){ pair, producers.data[p], consumers.data[c],
                                                        with == WITH_CERTAINTY && pair->certain };
    }
    for (uint32_t i = 0; i < each.len; i++) {
        const access_pair *one = &each.data[i];
        const fp_pair *pair = one->pair;
        bool outdone = false;
        for (uint32_t k = 0; k < each.len && !outdone; k++) outdone = outdoes(&each.data[k], one);
        if (outdone) continue;
        *FP_PUSH(arena, &all) = fp_str_printf(
            arena, "%u %u %d carrier %d %u %d%d overlap %d%d%d%d %d", one->producer, one->consumer, pair->kind,
            (int)pair->at.carrier, pair->at.distance, with == WITH_CERTAINTY && pair->at.at_least, pair->at.concurrent,
            pair->answer.overlap, one->certain, pair->even_performed, pair->same_thread_async, pair->required_count);
    }
    return unique_lines(arena, all);
}

/* Of pairs of accesses only those of two. */
static lines lines_of(struct fp_arena *arena, const lines *all, const fp_members_sought *members) {
    lines own = { 0 };
    fp_str straight = fp_str_printf(arena, "%u %u ", members->producer, members->consumer),
           loop = fp_str_printf(arena, "carrier %d ", (int)members->carrier);
    for (uint32_t i = 0; i < all->len; i++)
        if (fp_str_starts(all->data[i], straight) && fp_str_contains(all->data[i], loop))
            *FP_PUSH(arena, &own) = all->data[i];
    return own;
}

static lines describe_tree_pairs(struct fp_arena *arena, struct fp_fold *fold, const fp_fold_node *root,
                                 certainty with) {
    fp_found_pairs found = { 0 };
    fp_pairs pairs = { 0 };
    fp_fold_pairs(fold, root, &found);
    for (uint32_t i = 0; i < found.len; i++) *FP_PUSH(arena, &pairs) = *found.data[i];
    return describe_pairs(arena, fold, &pairs, with);
}

static bool report(bool same, const char *law, uint64_t seed, const lines *a, const lines *b) {
    if (same) return true;
    printf("seed %llu breaks: %s\n", (unsigned long long)seed, law);
    for (uint32_t i = 0; getenv("SHOW") && i < a->len; i++) printf("  one:   %.*s\n", FP_STR_ARG(a->data[i]));
    for (uint32_t i = 0; getenv("SHOW") && i < b->len; i++) printf("  other: %.*s\n", FP_STR_ARG(b->data[i]));
    return false;
}

static bool same_trees(struct fp_arena *arena, struct fp_fold *a, const fp_fold_node *x, struct fp_fold *b,
                       const fp_fold_node *y, const char *law, uint64_t seed, certainty with) {
    /* Pairs first: changed trees are put together only then. */
    lines these = describe_tree_pairs(arena, a, x, with), those = describe_tree_pairs(arena, b, y, with);
    if (!report(same_lines(&these, &those), law, seed, &these, &those)) return false;
    lines one = describe_summary(arena, a, fp_node_summary(x), with),
          other = describe_summary(arena, b, fp_node_summary(y), with);
    return report(same_lines(&one, &other), law, seed, &one, &other);
}

/* ---- fold order ---- */
typedef FP_VEC(const fp_fold_node *) node_list;

static void collect_leaves(struct fp_arena *arena, const fp_fold_node *node, node_list *leaves) {
    if (node->kind != FP_FOLD_NODE_SEQUENCE) {
        *FP_PUSH(arena, leaves) = node;
        return;
    }
    for (uint32_t i = 0; i < node->child_count; i++) collect_leaves(arena, node->children[i], leaves);
}

static fp_summary fold_randomly(const fp_sink *sink, struct fp_fold *fold, const node_list *leaves, uint32_t start,
                                uint32_t end, uint64_t *random) {
    if (end - start == 1) return fp_node_summary(leaves->data[start]);
    uint32_t middle = start + 1 + random_below(random, end - start - 1);
    fp_summary a = fold_randomly(sink, fold, leaves, start, middle, random),
               b = fold_randomly(sink, fold, leaves, middle, end, random);
    if (random_below(random, 4) == 0) a = fp_summary_sequence(sink, &fold->summaries, a, FP_SUMMARY_EMPTY, 0);
    if (random_below(random, 4) == 0) b = fp_summary_sequence(sink, &fold->summaries, FP_SUMMARY_EMPTY, b, 0);
    return fp_summary_sequence(sink, &fold->summaries, a, b, 0);
}

/* What a move keeps in flight is in flight behind it. */
static bool check_flight(struct fp_fold *fold, const fp_fold_node *before, const fp_fold_node *after, uint64_t seed) {
    fp_entries producers = fp_node_summary(before).last, consumers = fp_node_summary(after).first;
    for (uint32_t p = 0; p < producers.count; p++)
        for (uint32_t c = 0; c < consumers.count; c++) {
            uint32_t column = fp_key_at(&fold->summaries, producers.data[p].key)->column;
            fp_move move = fp_transform_move(fold->algebra, consumers.data[c].relation, column);
            fp_states states = producers.data[p].relation;
            if (!(fp_states_with(fold->algebra, states) & FP_SET_IN_FLIGHT) ||
                !fp_move_keeps_flight(fold->algebra, move))
                continue;
            states = fp_states_apply(fold->algebra, states, move);
            if (!report(fp_states_with(fold->algebra, states) & FP_SET_IN_FLIGHT,
                        "what a move keeps in flight stays so", seed, &(lines){ 0 }, &(lines){ 0 }))
                return false;
        }
    return true;
}

static bool check_order(struct fp_arena *arena, struct fp_fold *fold, uint64_t seed, uint64_t *random) {
    node_list leaves = { 0 };
    collect_leaves(arena, fp_fold_root(fold), &leaves);
    for (uint32_t i = 0; i < leaves.len; i++)
        if (!check_flight(fold, leaves.data[i], leaves.data[(i + 1) % leaves.len], seed)) return false;
    if (leaves.len < 2) return true;
    lines summaries[2], pairs[2];
    for (uint32_t i = 0; i < 2; i++) {
        fp_pairs found = { 0 };
        const fp_sink sink = { .keep = arena, .meetings = FP_MEETINGS_REPORT, .found = &found };
        summaries[i] =
            describe_summary(arena, fold, fold_randomly(&sink, fold, &leaves, 0, leaves.len, random), WITH_CERTAINTY);
        pairs[i] = describe_pairs(arena, fold, &found, WITH_CERTAINTY);
    }
    lines tree = describe_summary(arena, fold, fp_node_summary(fp_fold_root(fold)), WITH_CERTAINTY);
    return report(same_lines(&summaries[0], &summaries[1]), "any order gives the same summary", seed, &summaries[0],
                  &summaries[1]) &&
           report(same_lines(&summaries[0], &tree), "the tree gives the same summary", seed, &summaries[0], &tree) &&
           report(same_lines(&pairs[0], &pairs[1]), "any order finds the same pairs", seed, &pairs[0], &pairs[1]);
}

/* What the kernel's syncs bring along may differ after a change: notes, groups, and whether global accesses are ever
 * ordered. Then the trees hold other things. */
static bool comparable(const struct fp_fold *a, const struct fp_fold *b) {
    const fp_frame *x = &a->frames.data[0], *y = &b->frames.data[0];
    if (a->lanes.len != b->lanes.len || x->class_count != y->class_count) return false;
    for (uint32_t i = 0; i < a->lanes.len; i++)
        if (a->lanes.data[i].kind != b->lanes.data[i].kind || a->lanes.data[i].id != b->lanes.data[i].id ||
            a->lanes.data[i].object != b->lanes.data[i].object)
            return false;
    for (uint32_t i = 0; i < x->class_count; i++)
        if (x->columns[i] != y->columns[i]) return false;
    return true;
}

/* ---- relations that other kernels have made ---- */
static bool same_entries(fp_entries a, fp_entries b) {
    bool same = a.count == b.count;
    for (uint32_t i = 0; i < a.count && same; i++) same = fp_entry_compare(&a.data[i], &b.data[i]) == 0;
    return same;
}

/* Entries are sorted by their relations: these have the same numbers, whatever was known before. */
static bool check_shared(struct fp_arena *arena, const program *made, const struct fp_fold *fold,
                         struct fp_relations *relations, uint64_t seed) {
    struct fp_program *others = FP_NEW(arena, struct fp_program, 1);
    others->relations = relations;
    const struct fp_fold *again = fp_fold_new(arena, made->kernel, others, NULL);
    fp_summary x = fp_node_summary(fold->root), y = fp_node_summary(again->root);
    if (x.through == y.through && same_entries(x.first, y.first) && same_entries(x.last, y.last)) return true;
    printf("seed %" PRIu64 ": relations that are known give another summary\n", seed);
    return false;
}

/* ---- edits ---- */
static const fp_items *random_block(const struct fp_kernel *kernel, uint64_t *random) {
    for (uint32_t tries = 0; tries < 8; tries++) {
        const fp_items *block = &kernel->body;
        if (kernel->loops.len && random_below(random, 2))
            block = &kernel->loops.data[random_below(random, kernel->loops.len)].body;
        else if (kernel->branches.len && random_below(random, 2))
            block = &kernel->branches.data[random_below(random, kernel->branches.len)].arms[random_below(random, 2)];
        if (block->len) return block;
    }
    return &kernel->body;
}

static bool check_without(struct fp_arena *arena, program *made, struct fp_fold *fold, uint64_t seed, uint64_t *random,
                          certainty with) {
    uint32_t count = made->kernel->syncs.len;
    if (count == 0) return true;
    uint32_t gone[2] = { random_below(random, count), random_below(random, count) };
    if (gone[0] > gone[1]) gone[0] = gone[1];
    fp_syncs syncs = { gone, gone[0] == gone[1] ? 1 : 2 };
    fp_sync_kind kinds[2] = { made->kernel->syncs.data[gone[0]].kind, made->kernel->syncs.data[gone[1]].kind };
    const fp_fold_node *what_if = fp_fold_what_if_without(fold, fp_fold_root(fold), syncs);
    const fp_fold_node *silent = fp_fold_without(fold, fp_fold_root(fold), syncs);
    for (uint32_t i = 0; i < syncs.count; i++) made->kernel->syncs.data[gone[i]].kind = FP_SYNC_PACING;
    struct fp_fold *again = fp_fold_new(arena, made->kernel, NULL, NULL);
    bool fine = !comparable(fold, again) ||
                (same_trees(arena, fold, what_if, again, fp_fold_root(again), "what if a sync were gone", seed, with) &&
                 same_trees(arena, fold, silent, again, fp_fold_root(again), "without a sync", seed, with));
    made->kernel->syncs.data[gone[0]].kind = kinds[0];
    made->kernel->syncs.data[gone[1]].kind = kinds[1];
    return fine;
}

static bool check_insert(struct fp_arena *arena, program *made, struct fp_fold *fold, uint64_t seed, uint64_t *random,
                         certainty with) {
    fp_items *block = (fp_items *)(uintptr_t)random_block(made->kernel, random), before = *block;
    if (block->len == 0) return true;
    uint32_t index = random_below(random, block->len + 1);
    fp_sync barrier = fp_sync_barrier(FP_SPACES_ALL);
    const fp_fold_node *what_if =
        fp_fold_what_if_before(fold, fp_fold_root(fold), fp_fold_place(fold, block, index), &barrier);
    *FP_PUSH(arena, &made->kernel->syncs) = barrier;
    fp_items longer = { FP_NEW(arena, fp_item, before.len + 1), before.len + 1, before.len + 1 };
    for (uint32_t i = 0; i < longer.len; i++)
        longer.data[i] =
            i == index ? (fp_item){ FP_ITEM_SYNC, made->kernel->syncs.len - 1 } : before.data[i < index ? i : i - 1];
    *block = longer;
    struct fp_fold *again = fp_fold_new(arena, made->kernel, NULL, NULL);
    bool fine = !comparable(fold, again) || same_trees(arena, fold, what_if, again, fp_fold_root(again),
                                                       "what if a barrier stood here", seed, with);
    *block = before;
    made->kernel->syncs.len--;
    return fine;
}

/* ---- questions for less than all pairs ---- */
/* Per access, where it stands; FP_NONE: in a graph, or elsewhere than in a block. */
static const uint32_t *places_of(struct fp_arena *arena, const struct fp_kernel *kernel, const struct fp_fold *fold) {
    uint32_t *places = FP_NEW(arena, uint32_t, kernel->accesses.len + 1);
    FP_VEC(const fp_items *) blocks = { 0 };
    *FP_PUSH(arena, &blocks) = &kernel->body;
    for (uint32_t i = 0; i < kernel->loops.len; i++) *FP_PUSH(arena, &blocks) = &kernel->loops.data[i].body;
    for (uint32_t i = 0; i < kernel->branches.len; i++)
        for (uint32_t k = 0; k < 2; k++) *FP_PUSH(arena, &blocks) = &kernel->branches.data[i].arms[k];
    for (uint32_t i = 0; i < kernel->accesses.len; i++) places[i] = FP_NONE;
    for (uint32_t b = 0; b < blocks.len; b++)
        for (uint32_t i = 0; i < blocks.data[b]->len; i++)
            if (blocks.data[b]->data[i].kind == FP_ITEM_ACCESS)
                places[blocks.data[b]->data[i].index] = fp_fold_place(fold, blocks.data[b], i);
    return places;
}

static lines describe_found(struct fp_arena *arena, struct fp_fold *fold, const fp_found_pairs *found) {
    fp_pairs pairs = { 0 };
    for (uint32_t i = 0; i < found->len; i++) *FP_PUSH(arena, &pairs) = *found->data[i];
    return describe_pairs(arena, fold, &pairs, WITHOUT_CERTAINTY);
}

/* Pairs that are asked for one by one in a changed tree, or node by node, are those of the whole tree; and what has
 * been asked so is whole afterwards. */
static bool check_parts(struct fp_arena *arena, const program *made, struct fp_fold *fold, uint64_t seed,
                        uint64_t *random) {
    const fp_items *block = random_block(made->kernel, random);
    uint32_t accesses = made->kernel->accesses.len;
    if (block->len == 0 || accesses == 0) return true;
    fp_sync barrier = fp_sync_barrier(FP_SPACES_ALL);
    uint32_t place = fp_fold_place(fold, block, random_below(random, block->len + 1));
    const fp_fold_node *trees[3];
    for (int i = 0; i < 3; i++) trees[i] = fp_fold_what_if_before(fold, fp_fold_root(fold), place, &barrier);
    const uint32_t *places = places_of(arena, made->kernel, fold);
    lines all = describe_tree_pairs(arena, fold, trees[0], WITHOUT_CERTAINTY);
    for (uint32_t tries = 0; tries < 24; tries++) {
        fp_members_sought members = { random_below(random, accesses), random_below(random, accesses), FP_NONE };
        if (made->kernel->loops.len && random_below(random, 2))
            members.carrier = random_below(random, made->kernel->loops.len);
        fp_pair_places where = { places[members.producer], places[members.consumer] };
        fp_found_pairs found = { 0 };
        fp_fold_pairs_between(fold, trees[1], where, members, arena, &found);
        lines described = describe_found(arena, fold, &found), own = lines_of(arena, &described, &members),
              expected = lines_of(arena, &all, &members);
        if (!report(same_lines(&own, &expected), "pairs of two accesses are those of the tree", seed, &own, &expected))
            return false;
    }
    lines whole = describe_tree_pairs(arena, fold, trees[1], WITHOUT_CERTAINTY);
    fp_found_pairs found = { 0 };
    fp_fold_upwards walk = fp_fold_upwards_from(fold, arena, trees[2]);
    while (fp_fold_upwards_next(fold, &walk, &found)) {}
    lines upwards = describe_found(arena, fold, &found);
    return report(same_lines(&whole, &all), "a tree that was asked for pairs of two is whole", seed, &whole, &all) &&
           report(same_lines(&upwards, &all), "pairs node by node are all pairs", seed, &upwards, &all);
}

int main(int argc, char **argv) {
    static const program_options options[] = {
        { .items = 12, .conditions = true },
        { .items = 12, PROGRAM_SYNCS, .divergent = true, .conditions = true, .unknown_trips = true, .tails = true },
        { .items = 12,
          PROGRAM_SYNCS,
          .divergent = true,
          .conditions = true,
          .unknown_trips = true,
          .tails = true,
          .graphs = true,
          .others = true },
        { .items = 12,
          PROGRAM_SYNCS,
          .divergent = true,
          .unknown_trips = true,
          .tails = true,
          .graphs = true,
          .others = true },
    };
    enum { KINDS = sizeof options / sizeof *options };
    uint32_t programs = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 30, broken = 0;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct fp_relations *relations = fp_relations_new();
    for (uint32_t i = 0; i < KINDS * programs; i++) {
        uint64_t seed = first + i, random = seed;
        struct fp_arena *arena = fp_arena_new();
        program *made = program_random(arena, &random, &options[seed % KINDS]);
        if (getenv("SHOW") && argc > 2) program_print(made);
        struct fp_fold *fold = fp_fold_new(arena, made->kernel, NULL, NULL);
        certainty with = options[seed % KINDS].conditions ? WITHOUT_CERTAINTY : WITH_CERTAINTY;
        bool fine = check_shared(arena, made, fold, relations, seed) && check_order(arena, fold, seed, &random) &&
                    check_without(arena, made, fold, seed, &random, with) &&
                    check_insert(arena, made, fold, seed, &random, with) &&
                    check_parts(arena, made, fold, seed, &random);
        broken += !fine;
        fp_arena_drop(arena);
    }
    fp_relations_bound(&relations, 0);
    printf("%u programs, %u break a law\n", KINDS * programs, broken);
    return broken != 0;
}
