/* Keys, ropes of members, and the lists of entries that summaries are made of. */
#include "base/sort.h"
#include "order/summary.h"
#include <assert.h>
#include <string.h>

/* ---- keys ---- */
static uint64_t hash_key(const fp_key_info *info) {
    uint64_t hash = fp_hash_mix(info->resource, info->universe);
    hash = fp_hash_mix(hash, (uint64_t)info->footprint << 32 | info->place);
    return fp_hash_mix(hash, (uint64_t)info->kind << 8 | info->column);
}

static bool same_key(const fp_key_info *a, const fp_key_info *b) {
    return a->resource == b->resource && a->universe == b->universe && a->footprint == b->footprint &&
           a->place == b->place && a->kind == b->kind && a->column == b->column && a->global == b->global &&
           a->untracked == b->untracked && a->anything == b->anything && a->elected == b->elected &&
           a->atomic == b->atomic && a->of_object == b->of_object && a->asynchronous == b->asynchronous &&
           a->grouped == b->grouped;
}

fp_key fp_key_make(struct fp_summaries *summaries, fp_key_info info) {
    assert(info.resource < summaries->resource_count && info.column < FP_COLUMNS_MAX);
    uint64_t hash = hash_key(&info);
    for (fp_map_probe probe = fp_map_find(&summaries->key_map, hash); fp_map_next(&probe);)
        if (same_key(&summaries->keys.data[probe.value], &info)) return probe.value;
    fp_key key = summaries->keys.len;
    *FP_PUSH(summaries->keep, &summaries->keys) = info;
    fp_map_put(summaries->keep, &summaries->key_map, hash, key);
    return key;
}

/* ---- members ---- */
static bool is_members(const struct fp_summaries *summaries, fp_members members) {
    return members != FP_MEMBERS_NONE &&
           (!(members & FP_MEMBERS_ROPE) || (members & ~FP_MEMBERS_ROPE) < summaries->ropes.len);
}

static uint32_t lowest(const struct fp_summaries *summaries, fp_members members) {
    return members & FP_MEMBERS_ROPE ? summaries->ropes.data[members & ~FP_MEMBERS_ROPE].low : members;
}

static uint32_t highest(const struct fp_summaries *summaries, fp_members members) {
    return members & FP_MEMBERS_ROPE ? summaries->ropes.data[members & ~FP_MEMBERS_ROPE].high : members;
}

static uint32_t most_of(const struct fp_summaries *summaries, fp_members members) {
    return members & FP_MEMBERS_ROPE ? summaries->ropes.data[members & ~FP_MEMBERS_ROPE].most : 1;
}

fp_members fp_members_join(struct fp_summaries *summaries, fp_members a, fp_members b) {
    assert(is_members(summaries, a) && is_members(summaries, b));
    if (a == b) return a;
    uint64_t hash = fp_hash_mix(1, (uint64_t)a << 32 | b);
    for (fp_map_probe probe = fp_map_find(&summaries->rope_map, hash); fp_map_next(&probe);) {
        struct fp_rope rope = summaries->ropes.data[probe.value];
        if (rope.left == a && rope.right == b) return FP_MEMBERS_ROPE | probe.value;
    }
    uint32_t index = summaries->ropes.len;
    uint32_t low_a = lowest(summaries, a), low_b = lowest(summaries, b), high_a = highest(summaries, a),
             high_b = highest(summaries, b);
    uint64_t most = (uint64_t)most_of(summaries, a) + most_of(summaries, b);
    *FP_PUSH(summaries->keep, &summaries->ropes) =
        (struct fp_rope){ .left = a,
                          .right = b,
                          .low = low_a < low_b ? low_a : low_b,
                          .high = high_a > high_b ? high_a : high_b,
                          .most = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX };
    fp_map_put(summaries->keep, &summaries->rope_map, hash, index);
    return FP_MEMBERS_ROPE | index;
}

/* Lists of many accesses are kept as bits, to be asked for again and again: as parts of longer ones, too. */
enum { BITS = 64, SPARSE = 8, KEPT_WORDS_MAX = 1 << 17, ONE_WORDS_MAX = KEPT_WORDS_MAX / 4 };

static struct fp_rope *rope_of(struct fp_summaries *summaries, fp_members members) {
    return &summaries->ropes.data[members & ~FP_MEMBERS_ROPE];
}

static uint32_t words_of(const struct fp_rope *rope) { return rope->high / BITS - rope->low / BITS + 1; }

static bool is_sparse(const struct fp_rope *rope) {
    return words_of(rope) / SPARSE > rope->most || words_of(rope) > ONE_WORDS_MAX;
}

static bool has_bits(const struct fp_summaries *summaries, const struct fp_rope *rope) {
    return rope->since == summaries->bits_since + 1;
}

/* The next rope or access on the way through `members`; false: there is none. */
static bool next_member(struct fp_summaries *summaries, uint32_t visit, fp_members *next) {
    while (summaries->stack.len) {
        *next = summaries->stack.data[--summaries->stack.len];
        if (!(*next & FP_MEMBERS_ROPE)) return true;
        struct fp_rope *rope = rope_of(summaries, *next);
        if (rope->visit == visit) continue;
        rope->visit = visit;
        if (has_bits(summaries, rope)) return true;
        *FP_PUSH(summaries->keep, &summaries->stack) = rope->right;
        *FP_PUSH(summaries->keep, &summaries->stack) = rope->left;
    }
    return false;
}

/* The bits from the word of its lowest access on; they stand until others are asked for. */
static const uint64_t *bits_of(struct fp_summaries *summaries, fp_members members) {
    struct fp_rope *rope = rope_of(summaries, members);
    if (has_bits(summaries, rope)) return summaries->bits.data + rope->first;
    uint32_t words = words_of(rope), base = rope->low / BITS, visit = ++summaries->visit;
    if (summaries->bits.len + words > KEPT_WORDS_MAX) summaries->bits.len = 0, summaries->bits_since++;
    uint32_t first = summaries->bits.len;
    for (uint32_t i = 0; i < words; i++) *FP_PUSH(summaries->keep, &summaries->bits) = 0;
    uint64_t *bits = summaries->bits.data + first;
    *FP_PUSH(summaries->keep, &summaries->stack) = members;
    for (fp_members next; next_member(summaries, visit, &next);) {
        if (!(next & FP_MEMBERS_ROPE)) {
            bits[next / BITS - base] |= UINT64_C(1) << next % BITS;
            continue;
        }
        const struct fp_rope *part = rope_of(summaries, next);
        for (uint32_t i = 0; i < words_of(part); i++)
            bits[part->low / BITS - base + i] |= summaries->bits.data[part->first + i];
    }
    rope->first = first;
    rope->since = summaries->bits_since + 1;
    return bits;
}

static void append_bits(struct fp_summaries *summaries, const uint64_t *bits, const struct fp_rope *rope,
                        fp_numbers *numbers) {
    for (uint32_t i = 0; i < words_of(rope); i++)
        for (uint64_t rest = bits[i]; rest; rest &= rest - 1)
            *FP_PUSH(summaries->keep, numbers) = (rope->low / BITS + i) * BITS + (uint32_t)__builtin_ctzll(rest);
}

static void collect_sparse(struct fp_summaries *summaries, fp_members members, fp_numbers *numbers) {
    uint32_t visit = ++summaries->visit, kept = 0;
    *FP_PUSH(summaries->keep, &summaries->stack) = members;
    for (fp_members next; next_member(summaries, visit, &next);) {
        if (next & FP_MEMBERS_ROPE)
            append_bits(summaries, bits_of(summaries, next), rope_of(summaries, next), numbers);
        else
            *FP_PUSH(summaries->keep, numbers) = next;
    }
    fp_numbers_sort(numbers->data, numbers->len);
    for (uint32_t i = 0; i < numbers->len; i++)
        if (i == 0 || numbers->data[i] != numbers->data[i - 1]) numbers->data[kept++] = numbers->data[i];
    numbers->len = kept;
}

void fp_members_collect(struct fp_summaries *summaries, fp_members members, fp_numbers *numbers) {
    assert(is_members(summaries, members) && summaries->stack.len == 0);
    numbers->len = 0;
    if (!(members & FP_MEMBERS_ROPE))
        *FP_PUSH(summaries->keep, numbers) = members;
    else if (is_sparse(rope_of(summaries, members)))
        collect_sparse(summaries, members, numbers);
    else
        append_bits(summaries, bits_of(summaries, members), rope_of(summaries, members), numbers);
}

bool fp_members_hold(struct fp_summaries *summaries, fp_members members, uint32_t number) {
    assert(is_members(summaries, members) && summaries->stack.len == 0);
    if (!(members & FP_MEMBERS_ROPE)) return members == number;
    uint32_t visit = ++summaries->visit;
    bool holds = false;
    *FP_PUSH(summaries->keep, &summaries->stack) = members;
    while (summaries->stack.len && !holds) {
        fp_members top = summaries->stack.data[--summaries->stack.len];
        holds = top == number;
        if (!(top & FP_MEMBERS_ROPE)) continue;
        struct fp_rope *rope = &summaries->ropes.data[top & ~FP_MEMBERS_ROPE];
        if (rope->visit == visit || number < rope->low || rope->high < number) continue;
        rope->visit = visit;
        *FP_PUSH(summaries->keep, &summaries->stack) = rope->right;
        *FP_PUSH(summaries->keep, &summaries->stack) = rope->left;
    }
    summaries->stack.len = 0;
    return holds;
}

/* ---- lists of entries ---- */
/* Entry i of a list: its key names its resource, and it stands behind the entry before it. */
static bool is_in_place(const struct fp_summaries *summaries, const fp_entry *list, uint32_t i) {
    return (i == 0 || fp_entry_compare(&list[i - 1], &list[i]) < 0) &&
           fp_key_at(summaries, list[i].key)->resource == list[i].resource;
}

/* An access that is ordered on every path, in some lane, is in no list of accesses that may be unordered. */
static bool is_live_last(const struct fp_summaries *summaries, const fp_entry *entry) {
    return !fp_states_dead(summaries->algebra, entry->relation);
}

static bool is_live_first(const struct fp_summaries *summaries, const fp_entry *entry) {
    return (fp_transform_live(summaries->algebra, entry->relation) & summaries->columns[entry->resource]) != 0;
}

static int compare_for_sort(const void *a, const void *b) { return fp_entry_compare(a, b); }

/* A mapping moves a few entries of a list that was sorted. */
static void sort(fp_entry *data, uint32_t count) {
    enum { FEW = 24 };
    if (count > FEW) {
        fp_sort(data, count, sizeof *data, compare_for_sort);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        fp_entry entry = data[i];
        uint32_t k = i;
        for (; k > 0 && fp_entry_compare(&data[k - 1], &entry) > 0; k--) data[k] = data[k - 1];
        data[k] = entry;
    }
}

fp_entries fp_entries_merge(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries a, fp_entries b) {
    if (a.count == 0 || (a.data == b.data && a.count == b.count)) return b;
    if (b.count == 0) return a;
    fp_entry *merged = FP_NEW(keep, fp_entry, (size_t)a.count + b.count);
    uint32_t i = 0, j = 0, count = 0;
    while (i < a.count && j < b.count) {
        int order = fp_entry_compare(&a.data[i], &b.data[j]);
        merged[count] = order <= 0 ? a.data[i] : b.data[j];
        if (order == 0) merged[count].members = fp_members_join(summaries, a.data[i].members, b.data[j].members);
        i += order <= 0;
        j += order >= 0;
        assert(is_in_place(summaries, merged, count));
        count++;
    }
    while (i < a.count) merged[count++] = a.data[i++];
    while (j < b.count) merged[count++] = b.data[j++];
    return (fp_entries){ merged, count };
}

fp_entries fp_entries_merge_all(struct fp_arena *keep, struct fp_summaries *summaries, const fp_entries *lists,
                                uint32_t count) {
    size_t total = 0;
    for (uint32_t i = 0; i < count; i++) total += lists[i].count;
    if (count < 3 || total == 0)
        return count == 0 || total == 0 ? (fp_entries){ NULL, 0 }
               : count == 1             ? lists[0]
                                        : fp_entries_merge(keep, summaries, lists[0], lists[1]);
    /* Merges neighbouring runs until one is left; equal entries stay in the order of their lists. */
    fp_entry *from = FP_NEW(keep, fp_entry, total), *to = FP_NEW(keep, fp_entry, total);
    size_t *starts = FP_NEW(keep, size_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        if (lists[i].count) memcpy(from + starts[i], lists[i].data, lists[i].count * sizeof *from);
        starts[i + 1] = starts[i] + lists[i].count;
    }
    for (uint32_t runs = count; runs > 1; runs = (runs + 1) / 2) {
        for (uint32_t r = 0; r < runs; r += 2) {
            size_t at = starts[r], i = at, middle = starts[r + 1], j = middle,
                   end = r + 2 <= runs ? starts[r + 2] : middle;
            while (i < middle && j < end) to[at++] = fp_entry_compare(&from[j], &from[i]) < 0 ? from[j++] : from[i++];
            while (i < middle) to[at++] = from[i++];
            while (j < end) to[at++] = from[j++];
            starts[r / 2] = starts[r];
        }
        starts[(runs + 1) / 2] = total;
        fp_entry *swap = from;
        from = to, to = swap;
    }
    uint32_t kept = 0;
    for (size_t i = 0; i < total; i++) {
        if (kept && fp_entry_compare(&from[kept - 1], &from[i]) == 0)
            from[kept - 1].members = fp_members_join(summaries, from[kept - 1].members, from[i].members);
        else
            from[kept++] = from[i];
        assert(is_in_place(summaries, from, kept - 1));
    }
    return (fp_entries){ from, kept };
}

/* Sorts what a mapping has put out of order and unites entries that have become equal. `scratch` holds the entries. */
static fp_entries sort_and_unite(struct fp_arena *keep, struct fp_summaries *summaries) {
    fp_entry *data = summaries->scratch.data;
    uint32_t count = summaries->scratch.len, kept = 0;
    bool sorted = true;
    for (uint32_t i = 1; i < count && sorted; i++) sorted = fp_entry_compare(&data[i - 1], &data[i]) < 0;
    if (!sorted) {
        sort(data, count);
        for (uint32_t i = 0; i < count; i++) {
            if (kept && fp_entry_compare(&data[kept - 1], &data[i]) == 0)
                data[kept - 1].members = fp_members_join(summaries, data[kept - 1].members, data[i].members);
            else
                data[kept++] = data[i];
        }
        count = kept;
    }
    if (count == 0) return (fp_entries){ NULL, 0 };
    fp_entry *result = FP_NEW(keep, fp_entry, count);
    memcpy(result, data, count * sizeof *result);
    return (fp_entries){ result, count };
}

fp_entries fp_entries_after(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries last,
                            fp_transform through) {
    if (last.count == 0 || through == FP_TRANSFORM_IDENTITY) return last;
    if (through == FP_TRANSFORM_NONE) return (fp_entries){ NULL, 0 };
    summaries->scratch.len = 0;
    for (uint32_t i = 0; i < last.count; i++) {
        fp_entry entry = last.data[i];
        assert(is_in_place(summaries, last.data, i) && is_live_last(summaries, &entry));
        fp_move move = fp_transform_move(summaries->algebra, through, fp_key_at(summaries, entry.key)->column);
        entry.relation = fp_states_apply(summaries->algebra, entry.relation, move);
        if (is_live_last(summaries, &entry)) *FP_PUSH(summaries->keep, &summaries->scratch) = entry;
    }
    return sort_and_unite(keep, summaries);
}

static void keep_live(struct fp_summaries *summaries, fp_entry entry) {
    if (is_live_first(summaries, &entry)) *FP_PUSH(summaries->keep, &summaries->scratch) = entry;
}

fp_entries fp_entries_before(struct fp_arena *keep, struct fp_summaries *summaries, fp_transform through,
                             fp_entries first) {
    if (first.count == 0 || through == FP_TRANSFORM_IDENTITY) return first;
    if (through == FP_TRANSFORM_NONE) return (fp_entries){ NULL, 0 };
    summaries->scratch.len = 0;
    for (uint32_t i = 0; i < first.count; i++) {
        fp_entry entry = first.data[i];
        assert(is_in_place(summaries, first.data, i) && is_live_first(summaries, &entry));
        entry.relation = fp_transform_sequence(summaries->algebra, through, entry.relation);
        keep_live(summaries, entry);
    }
    return sort_and_unite(keep, summaries);
}

fp_entries fp_entries_left(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries first, fp_transform leave,
                           const fp_state_set *kept) {
    if (first.count == 0) return first;
    summaries->scratch.len = 0;
    for (uint32_t i = 0; i < first.count; i++) {
        fp_entry entry = first.data[i];
        assert(is_in_place(summaries, first.data, i) && is_live_first(summaries, &entry));
        entry.relation = fp_transform_leave(summaries->algebra, entry.relation, leave, kept);
        keep_live(summaries, entry);
    }
    return sort_and_unite(keep, summaries);
}

typedef uint32_t unite(struct fp_algebra *algebra, uint32_t a, uint32_t b);

static fp_entries widened(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries entries,
                          unite *unite_relations) {
    bool repeated = false;
    for (uint32_t i = 1; i < entries.count && !repeated; i++) repeated = entries.data[i].key == entries.data[i - 1].key;
    if (!repeated) return entries;
    summaries->scratch.len = 0;
    for (uint32_t i = 0; i < entries.count; i++) {
        fp_entry entry = entries.data[i],
                 *have = summaries->scratch.len ? &summaries->scratch.data[summaries->scratch.len - 1] : NULL;
        if (have && have->key == entry.key) {
            have->relation = unite_relations(summaries->algebra, have->relation, entry.relation);
            have->members = fp_members_join(summaries, have->members, entry.members);
        } else {
            *FP_PUSH(summaries->keep, &summaries->scratch) = entry;
        }
    }
    return sort_and_unite(keep, summaries);
}

fp_entries fp_entries_widened_first(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries first) {
    return widened(keep, summaries, first, fp_transform_union);
}

fp_entries fp_entries_widened_last(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries last) {
    return widened(keep, summaries, last, fp_states_union);
}

bool fp_entries_equal(fp_entries a, fp_entries b) {
    if (a.count != b.count || a.count == 0 || a.data == b.data) return a.count == b.count;
    return memcmp(a.data, b.data, a.count * sizeof *a.data) == 0;
}

fp_entries fp_entries_rekey(struct fp_arena *keep, struct fp_summaries *summaries, fp_entries entries, fp_key_map map) {
    bool changed = false;
    summaries->scratch.len = 0;
    for (uint32_t i = 0; i < entries.count; i++) {
        fp_entry entry = entries.data[i];
        entry.key = map.key(summaries, entry.key, map.context);
        assert(fp_key_at(summaries, entry.key)->resource == entry.resource); /* another place of the same memory */
        changed |= entry.key != entries.data[i].key;
        *FP_PUSH(summaries->keep, &summaries->scratch) = entry;
    }
    return changed ? sort_and_unite(keep, summaries) : entries;
}
