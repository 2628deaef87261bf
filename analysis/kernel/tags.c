#include "kernel/tags.h"
#include "base/hash.h"
#include "read/value_text.h"
#include <assert.h>
#include <string.h>

typedef struct {
    fp_tag *members;
    uint32_t count;
} tag_set;

struct fp_tags {
    struct fp_arena *keep;
    FP_VEC(tag_set) sets;
    fp_map by_content;
};

struct fp_tags *fp_tags_new(struct fp_arena *keep) {
    struct fp_tags *tags = FP_NEW(keep, struct fp_tags, 1);
    tags->keep = keep;
    *FP_PUSH(keep, &tags->sets) = (tag_set){ NULL, 0 };
    return tags;
}

static int compare_tags(fp_tag a, fp_tag b) {
    int order = fp_str_compare(a.prefix, b.prefix);
    return order ? order : fp_str_compare(a.suffix, b.suffix);
}

/* Insertion sort without repetitions; returns how many are left. */
static uint32_t sort_tags(fp_tag *members, uint32_t count) {
    uint32_t len = 0;
    for (uint32_t i = 0; i < count; i++) {
        fp_tag tag = members[i];
        uint32_t at = len;
        while (at > 0 && compare_tags(members[at - 1], tag) > 0) at--;
        if (at > 0 && compare_tags(members[at - 1], tag) == 0) continue;
        memmove(&members[at + 1], &members[at], (len - at) * sizeof *members);
        members[at] = tag;
        len++;
    }
    return len;
}

static uint64_t hash_tags(const fp_tag *members, uint32_t count) {
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++)
        hash = fp_hash_mix(fp_hash_mix(hash, fp_str_hash(members[i].prefix)), fp_str_hash(members[i].suffix));
    return hash;
}

static bool same_tags(const tag_set *set, const fp_tag *members, uint32_t count) {
    if (set->count != count) return false;
    for (uint32_t i = 0; i < count; i++)
        if (compare_tags(set->members[i], members[i])) return false;
    return true;
}

/* `members` belongs to the arena already and becomes the set's storage. */
static uint32_t intern(struct fp_tags *tags, fp_tag *members, uint32_t count) {
    count = sort_tags(members, count);
    if (count == 0) return 0;
    uint64_t hash = hash_tags(members, count);
    for (fp_map_probe probe = fp_map_find(&tags->by_content, hash); fp_map_next(&probe);)
        if (same_tags(&tags->sets.data[probe.value], members, count)) return probe.value;
    uint32_t number = tags->sets.len;
    *FP_PUSH(tags->keep, &tags->sets) = (tag_set){ members, count };
    fp_map_put(tags->keep, &tags->by_content, hash, number);
    return number;
}

uint32_t fp_tags_set(struct fp_tags *tags, const fp_tag *members, uint32_t count) {
    fp_tag *copy = FP_NEW(tags->keep, fp_tag, count);
    if (count) memcpy(copy, members, count * sizeof *copy);
    return intern(tags, copy, count);
}

enum {
    TAGS_TEXT_MAX = 64
}; /* tags of one op that are read; a list that is longer is dropped whole, which only strengthens the order */

typedef struct {
    fp_tag data[TAGS_TEXT_MAX + 1];
    uint32_t len;
} tag_list;

/* Two strings in a row are a tag: `#llvm.mmra_tag<"as":"shared">`. */
static void read_tags(const struct fp_unit_context *context, fp_str text, tag_list *list) {
    fp_str prefix = { NULL, 0 };
    uint32_t uniformity = 0;
    for (fp_value_reader r = fp_value_read(context, text); list->len <= TAGS_TEXT_MAX && fp_value_next(&r);) {
        if (r.kind != FP_TOKEN_STRING) continue;
        bool second = prefix.data && r.level == uniformity;
        if (second) list->data[list->len++] = (fp_tag){ prefix, r.text };
        prefix = second ? (fp_str){ NULL, 0 } : r.text;
        uniformity = r.level;
    }
}

uint32_t fp_tags_parse(struct fp_tags *tags, const struct fp_unit_context *context, fp_str text) {
    tag_list list = { .len = 0 };
    read_tags(context, text, &list);
    return list.len > TAGS_TEXT_MAX ? 0 : fp_tags_set(tags, list.data, list.len);
}

const fp_tag *fp_tags_members(const struct fp_tags *tags, uint32_t set, uint32_t *count) {
    assert(set < tags->sets.len);
    *count = tags->sets.data[set].count;
    return tags->sets.data[set].members;
}

/* The tags of one prefix stand together: [start, end). */
static uint32_t prefix_end(const tag_set *set, uint32_t start) {
    uint32_t end = start;
    while (end < set->count && fp_str_equal(set->members[end].prefix, set->members[start].prefix)) end++;
    return end;
}

bool fp_tags_compatible(const struct fp_tags *tags, uint32_t a, uint32_t b) {
    assert(a < tags->sets.len && b < tags->sets.len);
    if (a == 0 || b == 0 || a == b) return true;
    const tag_set *left = &tags->sets.data[a], *right = &tags->sets.data[b];
    for (uint32_t i = 0, j = 0; i < left->count && j < right->count;) {
        int order = fp_str_compare(left->members[i].prefix, right->members[j].prefix);
        if (order < 0) {
            i = prefix_end(left, i);
            continue;
        }
        if (order > 0) {
            j = prefix_end(right, j);
            continue;
        }
        uint32_t i_end = prefix_end(left, i), j_end = prefix_end(right, j);
        bool shared = false;
        while (i < i_end && j < j_end && !shared) {
            int suffixes = fp_str_compare(left->members[i].suffix, right->members[j].suffix);
            shared = suffixes == 0;
            if (suffixes < 0)
                i++;
            else
                j++;
        }
        if (!shared) return false;
        i = i_end;
        j = j_end;
    }
    return true;
}

static const fp_str attribute_names[] = {
#define FP_MMRA_ATTRIBUTE(name) { name, sizeof(name) - 1 },
#include "facts/mmra.def"
};

/* Most ops have no tags: their attributes need not be read for that. */
uint32_t fp_tags_of_op(struct fp_tags *tags, const struct fp_ir *ir, fp_op op) {
    fp_str whole = fp_ir_text(ir, ir->ops[op].span);
    for (size_t i = 0; i < sizeof attribute_names / sizeof *attribute_names; i++) {
        if (!fp_str_contains(whole, attribute_names[i])) continue;
        fp_str text = fp_ir_attribute(ir, op, attribute_names[i]);
        if (text.len) return fp_tags_parse(tags, ir->context, text);
    }
    return 0;
}

bool fp_tags_has(const struct fp_tags *tags, uint32_t set, fp_str prefix, fp_str suffix) {
    assert(set < tags->sets.len);
    for (uint32_t i = 0; i < tags->sets.data[set].count; i++)
        if (compare_tags(tags->sets.data[set].members[i], (fp_tag){ prefix, suffix }) == 0) return true;
    return false;
}
