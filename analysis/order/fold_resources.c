/* fold_resources.c - the memory that accesses are sorted by, as numbers, and which of it may share bytes. */
#include "order/fold_internal.h"

static uint32_t find_resource(struct fp_fold *fold, fp_resource wanted) {
    uint64_t hash =
        fp_hash_mix(fp_hash_mix(wanted.roots, wanted.foreign), (uint64_t)wanted.anything << 1 | wanted.global);
    for (fp_map_probe probe = fp_map_find(&fold->resource_map, hash); fp_map_next(&probe);) {
        const fp_resource *have = &fold->resources.data[probe.value];
        if (have->roots == wanted.roots && have->global == wanted.global && have->anything == wanted.anything &&
            have->foreign == wanted.foreign)
            return probe.value;
    }
    uint32_t index = fold->resources.len;
    *FP_PUSH(fold->arena, &fold->resources) = wanted;
    fp_map_put(fold->arena, &fold->resource_map, hash, index);
    return index;
}

uint32_t fp_fold_use_resource(struct fp_fold *fold, fp_resource resource, uint32_t column) {
    uint32_t index = find_resource(fold, resource);
    while (fold->own_columns.len < fold->resources.len) *FP_PUSH(fold->arena, &fold->own_columns) = 0;
    fold->own_columns.data[index] |= UINT64_C(1) << column;
    return index;
}

/* Is the memory one that may alias all other such: what callers pass, or what nothing is known of? */
static bool is_passed(const struct fp_fold *fold, const fp_resource *resource) {
    if (resource->global || !resource->roots || resource->anything || resource->foreign) return false;
    uint32_t count, passed = 0;
    const fp_root *roots = fp_buffers_members(fold->kernel->buffers, resource->roots, &count);
    for (uint32_t i = 0; i < count; i++) {
        const fp_root_info *root = fp_buffers_root(fold->kernel->buffers, roots[i]);
        bool open = root->kind == FP_ROOT_PARAMETER || root->kind == FP_ROOT_UNKNOWN;
        passed += open && !root->supposed && !fp_root_is_placed(root);
    }
    return passed == count;
}

void fp_fold_unite_passed(struct fp_fold *fold) {
    struct fp_buffers *buffers = fold->kernel->buffers;
    uint32_t count = fold->resources.len, united = 0;
    uint64_t columns = 0;
    fp_roots roots = 0;
    fold->united = FP_NONE;
    if ((uint64_t)fold->member_count * fold->member_count <= FP_RUN_MEETS_MAX) return;
    fold->passed = FP_NEW(fold->arena, bool, count + 2);
    for (uint32_t i = 0; i < count; i++) {
        fold->passed[i] = is_passed(fold, &fold->resources.data[i]);
        if (!fold->passed[i]) continue;
        roots = fp_buffers_union(buffers, roots, fold->resources.data[i].roots);
        columns |= fold->own_columns.data[i];
        united++;
    }
    if (united < 2) return;
    fold->united = fp_fold_use_resource(fold, (fp_resource){ .roots = roots }, 0);
    fold->own_columns.data[fold->united] |= columns;
    fold->passed[fold->united] = true;
}

uint32_t fp_fold_memory(const struct fp_fold *fold, uint32_t resource) {
    return fold->united != FP_NONE && fold->passed[resource] ? fold->united : resource;
}

static bool resources_alias(const struct fp_fold *fold, const fp_resource *a, const fp_resource *b) {
    if (a == b || a->foreign == FP_FOREIGN_ANYTHING || b->foreign == FP_FOREIGN_ANYTHING) return true;
    if (a->global != b->global) return false;
    if (a->anything || b->anything || (a->foreign && a->foreign == b->foreign)) return true;
    return a->roots && b->roots && fp_buffers_alias(fold->kernel->buffers, a->roots, b->roots) != FP_ALIAS_NEVER;
}

bool fp_fold_suppose(const struct fp_fold *fold, const fp_resource *p, const fp_resource *c) {
    if (!p->roots || !c->roots || p->anything || c->anything || (p->foreign && p->foreign == c->foreign)) return false;
    struct fp_buffers *buffers = fold->kernel->buffers;
    fp_roots sure_p = fp_buffers_sure(buffers, p->roots), sure_c = fp_buffers_sure(buffers, c->roots);
    if (sure_p == p->roots && sure_c == c->roots) return false;
    return !sure_p || !sure_c || fp_buffers_alias(buffers, sure_p, sure_c) == FP_ALIAS_NEVER;
}

/* Resources by what they may share: most are allocations of their own, of which only those meet that have one in
 * common. */
typedef struct {
    fp_map by_root;
    fp_numbers others, all;
} resource_index;

static bool is_own(const struct fp_fold *fold, const fp_resource *resource) {
    return resource->roots && !resource->anything && !resource->foreign &&
           fp_buffers_are_own(fold->kernel->buffers, resource->roots);
}

static resource_index index_resources(struct fp_fold *fold) {
    resource_index index = { 0 };
    for (uint32_t i = 0; i < fold->resources.len; i++) {
        const fp_resource *resource = &fold->resources.data[i];
        *FP_PUSH(fold->arena, &index.all) = i;
        if (!is_own(fold, resource)) {
            *FP_PUSH(fold->arena, &index.others) = i;
            continue;
        }
        uint32_t count;
        const fp_root *roots = fp_buffers_members(fold->kernel->buffers, resource->roots, &count);
        for (uint32_t k = 0; k < count; k++) fp_map_put(fold->arena, &index.by_root, fp_hash_mix(0, roots[k]), i);
    }
    return index;
}

/* All that may alias a resource, and perhaps more; rising. */
static fp_numbers candidates_of(struct fp_fold *fold, const resource_index *index, const fp_resource *resource) {
    if (!is_own(fold, resource)) return index->all;
    uint32_t count;
    const fp_root *roots = fp_buffers_members(fold->kernel->buffers, resource->roots, &count);
    fp_numbers found = { 0 };
    for (uint32_t k = 0; k < index->others.len; k++) *FP_PUSH(fold->arena, &found) = index->others.data[k];
    for (uint32_t k = 0; k < count; k++)
        for (fp_map_probe probe = fp_map_find(&index->by_root, fp_hash_mix(0, roots[k])); fp_map_next(&probe);)
            *FP_PUSH(fold->arena, &found) = probe.value;
    fp_numbers_sort(found.data, found.len);
    return found;
}

/* A parameter may share bytes with whatever another parameter of its space may. The class of a resource that is one of
 * them; FP_NONE: it is something else. */
static uint32_t class_of(const struct fp_fold *fold, const fp_resource *resource) {
    uint32_t count;
    const fp_root *roots = fp_buffers_members(fold->kernel->buffers, resource->roots, &count);
    if (count != 1 || resource->anything || resource->foreign) return FP_NONE;
    const fp_root_info *root = fp_buffers_root(fold->kernel->buffers, roots[0]);
    bool parameter = root->kind == FP_ROOT_PARAMETER && !fp_root_is_placed(root);
    return parameter ? (uint32_t)resource->global << 1 | root->supposed : FP_NONE;
}

/* The first resource of the same class, where it has the same neighbours; FP_NONE. `firsts`: per class. */
static uint32_t like_before(const struct fp_fold *fold, uint32_t number, uint32_t *firsts) {
    const fp_resource *resources = fold->resources.data;
    uint32_t class = class_of(fold, &resources[number]);
    if (class == FP_NONE) return FP_NONE;
    if (firsts[class] == FP_NONE) firsts[class] = number;
    uint32_t first = firsts[class];
    return first != number && resources_alias(fold, &resources[first], &resources[number]) ? first : FP_NONE;
}

void fp_fold_find_neighbours(struct fp_fold *fold) {
    enum { CLASSES = 4 };
    uint32_t count = fold->resources.len, firsts[CLASSES];
    fp_neighbours *neighbours = FP_NEW(fold->arena, fp_neighbours, count + 1);
    fp_neighbours *reported = FP_NEW(fold->arena, fp_neighbours, count + 1);
    uint64_t *columns = FP_NEW(fold->arena, uint64_t, count + 1);
    resource_index index = index_resources(fold);
    for (uint32_t i = 0; i < CLASSES; i++) firsts[i] = FP_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t like = like_before(fold, i, firsts);
        if (like != FP_NONE) {
            neighbours[i] = neighbours[like], reported[i] = reported[like], columns[i] = columns[like];
            continue;
        }
        fp_numbers near = { 0 }, sure = { 0 };
        fp_numbers candidates = candidates_of(fold, &index, &fold->resources.data[i]);
        for (uint32_t k = 0; k < candidates.len; k++) {
            uint32_t j = candidates.data[k];
            bool again = k > 0 && candidates.data[k - 1] == j;
            if (again || !resources_alias(fold, &fold->resources.data[i], &fold->resources.data[j])) continue;
            *FP_PUSH(fold->arena, &near) = j;
            columns[i] |= fold->own_columns.data[j];
            if (!fp_fold_suppose(fold, &fold->resources.data[i], &fold->resources.data[j]))
                *FP_PUSH(fold->arena, &sure) = j;
        }
        neighbours[i] = (fp_neighbours){ near.data, near.len };
        reported[i] = sure.len == near.len ? neighbours[i] : (fp_neighbours){ sure.data, sure.len };
    }
    fold->summaries.resource_count = count;
    fold->summaries.neighbours = neighbours;
    fold->summaries.reported = reported;
    fold->summaries.columns = columns;
    fold->summaries.own_columns = fold->own_columns.data;
}
