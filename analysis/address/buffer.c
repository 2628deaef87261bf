#include "address/buffer.h"
#include "address/buffer_internal.h"
#include "facts/target.h"
#include <assert.h>
#include <string.h>

/* ---- Types ---- */

static fp_memory_class class_of_memory(fp_memory memory) {
    switch (memory) {
    case FP_MEMORY_WORKGROUP:
    case FP_MEMORY_NAMED_BARRIER: return FP_CLASS_WORKGROUP;
    case FP_MEMORY_GLOBAL: return FP_CLASS_GLOBAL;
    case FP_MEMORY_DEFAULT: return FP_CLASS_GENERIC;
    case FP_MEMORY_PRIVATE: return FP_CLASS_PRIVATE;
    case FP_MEMORY_OTHER: return FP_CLASS_NONE;
    }
    return FP_CLASS_NONE;
}

/* Space 7 is the cluster's shared memory for NVIDIA and a buffer of global memory for AMD. */
static bool is_nvidia_unit(struct fp_buffers *buffers) {
    const struct fp_ir *ir = buffers->ir;
    for (fp_op op = 0; op < ir->op_count; op++)
        if (ir->ops[op].info && fp_targets_begin_with(ir->ops[op].info->targets, FP_VENDOR_NVIDIA)) return true;
    return false;
}

static fp_memory_class class_of_text(struct fp_buffers *buffers, fp_str text) {
    fp_type type = *fp_type_in(buffers->ir, text);
    fp_memory pointed;
    if (type.kind == FP_TYPE_POINTER && type.address_space == 7 && is_nvidia_unit(buffers)) return FP_CLASS_WORKGROUP;
    switch (type.kind) {
    case FP_TYPE_MEMREF:
    case FP_TYPE_POINTER:
    case FP_TYPE_MEMDESC: return class_of_memory(type.memory);
    case FP_TYPE_BARRIER_OBJECT: return FP_CLASS_WORKGROUP;
    case FP_TYPE_STRUCT: /* a memref lowered to LLVM: its pointers tell */
        if (!fp_type_find_pointer(buffers->ir->context, text, &pointed)) return FP_CLASS_NONE;
        return pointed == FP_MEMORY_WORKGROUP ? FP_CLASS_WORKGROUP : FP_CLASS_GENERIC;
    case FP_TYPE_TENSOR:
    case FP_TYPE_VECTOR: return fp_type_kind_of(type.element) == FP_TYPE_POINTER ? FP_CLASS_GLOBAL : FP_CLASS_NONE;
    case FP_TYPE_OTHER:
    case FP_TYPE_SCALAR:
    case FP_TYPE_INDEX:
    case FP_TYPE_ARRAY:
    case FP_TYPE_TOKEN: return FP_CLASS_NONE;
    }
    return FP_CLASS_NONE;
}

fp_memory_class fp_buffers_class(struct fp_buffers *buffers, fp_value value) {
    fp_str text = fp_ir_value_type(buffers->ir, value);
    if (text.len == 0) return FP_CLASS_NONE;
    uint64_t hash = fp_str_hash(text);
    for (fp_map_probe probe = fp_map_find(&buffers->by_type, hash); fp_map_next(&probe);)
        if (fp_str_equal(buffers->types.data[probe.value].text, text)) return buffers->types.data[probe.value].space;
    fp_memory_class found = class_of_text(buffers, text);
    fp_map_put(buffers->keep, &buffers->by_type, hash, buffers->types.len);
    FP_PUSH(buffers->keep, &buffers->types)->text = text;
    buffers->types.data[buffers->types.len - 1].space = found;
    return found;
}

/* ---- Sets ---- */

static fp_roots intern(struct fp_buffers *buffers, const fp_root *roots, uint32_t count) {
    if (count == 0) return 0;
    uint64_t hash = fp_hash_bytes(roots, count * sizeof *roots);
    for (fp_map_probe probe = fp_map_find(&buffers->by_content, hash); fp_map_next(&probe);) {
        fp_root_set set = buffers->sets.data[probe.value];
        if (set.count == count && memcmp(buffers->pool.data + set.start, roots, count * sizeof *roots) == 0)
            return probe.value;
    }
    fp_root_set set = { buffers->pool.len, count };
    for (uint32_t i = 0; i < count; i++) *FP_PUSH(buffers->keep, &buffers->pool) = roots[i];
    fp_roots number = buffers->sets.len;
    *FP_PUSH(buffers->keep, &buffers->sets) = set;
    fp_map_put(buffers->keep, &buffers->by_content, hash, number);
    return number;
}

fp_root fp_buffers_add(struct fp_buffers *buffers, fp_root_info info) {
    info.descriptor = fp_type_kind_of(fp_unit_alias(buffers->ir->context, info.type)) == FP_TYPE_MEMDESC;
    *FP_PUSH(buffers->keep, &buffers->roots) = info;
    *FP_PUSH(buffers->keep, &buffers->escaped) = 0;
    return buffers->roots.len - 1;
}

static fp_root_info unknown_root(fp_value value, uint8_t space, fp_str name) {
    return (fp_root_info){
        .kind = FP_ROOT_UNKNOWN, .space = space, .value = value, .name = name, .size_bytes = -1, .offset_bytes = -1
    };
}

/* The root that stands for a set of too many. Its members count as escaped from now on, so that it may alias them. */
static fp_root many_roots(struct fp_buffers *buffers, uint8_t space) {
    if (buffers->many[space] == FP_NONE) {
        buffers->many[space] = fp_buffers_add(buffers, unknown_root(FP_NONE, space, FP_STR("one of many buffers")));
        buffers->roots.data[buffers->many[space]].in_loop = true;
    }
    return buffers->many[space];
}

/* Replaces the members of each space that is crowded, or that stands for many already, by its one root. Sorted on
 * return. */
static uint32_t shrink(struct fp_buffers *buffers, fp_root *roots, uint32_t count) {
    for (uint8_t space = 0; space < 2; space++) {
        uint32_t members = 0;
        bool has_many = false;
        for (uint32_t i = 0; i < count; i++) {
            members += buffers->roots.data[roots[i]].space == space;
            has_many |= roots[i] == buffers->many[space];
        }
        if (!has_many && (count <= FP_ROOTS_MAX || members == 0)) continue;
        fp_root many = many_roots(buffers, space);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (buffers->roots.data[roots[i]].space == space)
                buffers->escaped.data[roots[i]] = 1;
            else
                roots[kept++] = roots[i];
        }
        uint32_t at = kept;
        while (at > 0 && roots[at - 1] > many) at--;
        memmove(&roots[at + 1], &roots[at], (kept - at) * sizeof *roots);
        roots[at] = many;
        count = kept + 1;
    }
    return count;
}

fp_roots fp_buffers_union(struct fp_buffers *buffers, fp_roots a, fp_roots b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    fp_root both[2 * FP_ROOTS_MAX];
    uint32_t count = 0, a_count, b_count;
    const fp_root *left = fp_buffers_members(buffers, a, &a_count), *right = fp_buffers_members(buffers, b, &b_count);
    for (uint32_t i = 0, j = 0; i < a_count || j < b_count;) {
        if (j == b_count || (i < a_count && left[i] < right[j]))
            both[count++] = left[i++];
        else if (i == a_count || right[j] < left[i])
            both[count++] = right[j++];
        else {
            both[count++] = left[i++];
            j++;
        }
    }
    return intern(buffers, both, shrink(buffers, both, count));
}

fp_roots fp_buffers_set(struct fp_buffers *buffers, const fp_root *roots, uint32_t count) {
    fp_roots set = 0;
    for (uint32_t i = 0; i < count; i++) set = fp_buffers_union(buffers, set, intern(buffers, &roots[i], 1));
    return set;
}

uint32_t fp_buffers_count(const struct fp_buffers *buffers) { return buffers->roots.len; }

const fp_root_info *fp_buffers_root(const struct fp_buffers *buffers, fp_root root) {
    assert(root < buffers->roots.len);
    return &buffers->roots.data[root];
}

const fp_root *fp_buffers_members(const struct fp_buffers *buffers, fp_roots set, uint32_t *count) {
    assert(set < buffers->sets.len);
    *count = buffers->sets.data[set].count;
    return buffers->pool.data + buffers->sets.data[set].start;
}

fp_roots fp_buffers_in_space(struct fp_buffers *buffers, fp_roots set, uint8_t space) {
    fp_root kept[FP_ROOTS_MAX];
    uint32_t count, len = 0;
    const fp_root *members = fp_buffers_members(buffers, set, &count);
    for (uint32_t i = 0; i < count; i++)
        if (buffers->roots.data[members[i]].space == space) kept[len++] = members[i];
    return len == count ? set : intern(buffers, kept, len);
}

fp_roots fp_buffers_sure(struct fp_buffers *buffers, fp_roots set) {
    fp_root kept[FP_ROOTS_MAX];
    uint32_t count, len = 0;
    const fp_root *members = fp_buffers_members(buffers, set, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!buffers->roots.data[members[i]].supposed) kept[len++] = members[i];
    return len == count ? set : intern(buffers, kept, len);
}

fp_root fp_buffers_single(const struct fp_buffers *buffers, fp_roots set) {
    uint32_t count;
    const fp_root *members = fp_buffers_members(buffers, set, &count);
    if (count == 1) return members[0];
    if (count != 2) return FP_NONE;
    const fp_root_info *global = &buffers->roots.data[members[0]], *shared = &buffers->roots.data[members[1]];
    if (!global->generic || !shared->generic || global->parameter != shared->parameter) return FP_NONE;
    return shared->supposed ? members[0] : members[1];
}

bool fp_buffers_only_supposed(const struct fp_buffers *buffers, fp_roots set) {
    uint32_t count, supposed = 0;
    const fp_root *members = fp_buffers_members(buffers, set, &count);
    for (uint32_t i = 0; i < count; i++) supposed += buffers->roots.data[members[i]].supposed;
    return count > 0 && supposed == count;
}

/* ---- Values ---- */

void fp_buffers_define(struct fp_buffers *buffers, fp_value value, fp_root root) {
    buffers->defined[value] = true;
    if (root != FP_NONE)
        buffers->of_value[value] = fp_buffers_union(buffers, buffers->of_value[value], intern(buffers, &root, 1));
}

/* Is the value computed anew again and again, so that two times its number need not mean one address? */
static bool is_repeated(const struct fp_ir *ir, fp_value value) {
    fp_op op = ir->values[value].def;
    fp_block block = ir->values[value].block;
    if (op != FP_NONE && block == FP_NONE) block = ir->ops[op].block;
    for (uint32_t depth = 0; block != FP_NONE && depth < FP_REGION_DEPTH_MAX; depth++) {
        op = ir->blocks[block].op;
        if (fp_ir_region(ir, op, ir->blocks[block].region) != block || ir->blocks[block].next != FP_NONE)
            return true; /* one of several blocks */
        const fp_op_info *info = ir->ops[op].info;
        if (!info || info->region == FP_REGION_FOR || info->region == FP_REGION_WHILE ||
            info->region == FP_REGION_PARALLEL)
            return true;
        if (info->region == FP_REGION_FUNC) return false;
        block = ir->ops[op].block;
    }
    return false;
}

/* Does the host compute the value, outside of each launch of its function? No pointer of the host leads to workgroup
 * memory. */
static bool is_of_host(const struct fp_buffers *buffers, fp_value value) {
    const struct fp_ir *ir = buffers->ir;
    if (!buffers->launches) return false;
    fp_op op = ir->values[value].def;
    for (uint32_t depth = 0; op != FP_NONE && depth < FP_REGION_DEPTH_MAX; depth++, op = ir->ops[op].parent)
        if (ir->ops[op].info && ir->ops[op].info->region == FP_REGION_LAUNCH)
            return ir->values[value].block == FP_NONE && op == ir->values[value].def; /* its token */
    return op == FP_NONE;
}

void fp_buffers_define_unknown(struct fp_buffers *buffers, fp_value value) {
    fp_memory_class space = fp_buffers_class(buffers, value);
    buffers->defined[value] = true;
    if (space == FP_CLASS_NONE || space == FP_CLASS_PRIVATE) return;
    fp_root_info info = unknown_root(value, space == FP_CLASS_WORKGROUP ? FP_SPACE_WORKGROUP : FP_SPACE_GLOBAL,
                                     buffers->ir->values[value].name);
    info.in_loop = is_repeated(buffers->ir, value);
    info.type = fp_ir_value_type(buffers->ir, value);
    info.span = buffers->ir->values[value].span;
    fp_buffers_define(buffers, value, fp_buffers_add(buffers, info));
    if (space == FP_CLASS_GENERIC && buffers->workgroup_escapes && !is_of_host(buffers, value)) {
        info.space = FP_SPACE_WORKGROUP;
        fp_buffers_define(buffers, value, fp_buffers_add(buffers, info));
    }
}

fp_roots fp_buffers_of(struct fp_buffers *buffers, fp_value value) {
    if (value == FP_NONE) return 0;
    assert(value < buffers->ir->value_count);
    if (!buffers->defined[value]) fp_buffers_define_unknown(buffers, value);
    return buffers->of_value[value];
}

fp_roots fp_buffers_scratch(struct fp_buffers *buffers, fp_op op, int64_t offset_bytes, int64_t size_bytes) {
    uint64_t hash = fp_hash_mix((uint64_t)offset_bytes, (uint64_t)size_bytes);
    for (fp_map_probe probe = fp_map_find(&buffers->by_place, hash); fp_map_next(&probe);) {
        const fp_root_info *info = &buffers->roots.data[probe.value];
        if (info->offset_bytes == offset_bytes && info->size_bytes == size_bytes)
            return intern(buffers, &probe.value, 1);
    }
    fp_root root = fp_buffers_add(buffers, (fp_root_info){ .kind = FP_ROOT_ALLOC,
                                                           .space = FP_SPACE_WORKGROUP,
                                                           .value = FP_NONE,
                                                           .name = FP_STR("scratch"),
                                                           .size_bytes = size_bytes,
                                                           .offset_bytes = offset_bytes,
                                                           .span = buffers->ir->ops[op].name_span });
    fp_map_put(buffers->keep, &buffers->by_place, hash, root);
    return intern(buffers, &root, 1);
}

fp_roots fp_buffers_anywhere(struct fp_buffers *buffers) {
    if (buffers->anywhere == FP_NONE) {
        buffers->anywhere =
            fp_buffers_add(buffers, unknown_root(FP_NONE, FP_SPACE_WORKGROUP, FP_STR("workgroup memory")));
        buffers->roots.data[buffers->anywhere].in_loop = true;
    }
    return intern(buffers, &buffers->anywhere, 1);
}

/* ---- Aliasing ---- */

/* Does the one that begins first reach the other one? A size may be too large for a sum. */
static bool bytes_overlap(int64_t a, int64_t a_size, int64_t b, int64_t b_size) {
    if (a < 0 || b < 0) return true; /* a part that may be anywhere */
    int64_t first_size = a <= b ? a_size : b_size, second_size = a <= b ? b_size : a_size;
    int64_t apart = a <= b ? b - a : a - b;
    return second_size != 0 && (first_size < 0 || apart < first_size);
}

/* A part is taken to be as large as the whole: padding makes parts larger than their share. */
static bool places_overlap(const fp_root_info *a, const fp_root_info *b) {
    uint32_t a_count = a->part_count ? a->part_count : 1, b_count = b->part_count ? b->part_count : 1;
    const int64_t *from = a->part_count ? a->parts : &a->offset_bytes,
                  *to = b->part_count ? b->parts : &b->offset_bytes;
    for (uint32_t i = 0; i < a_count; i++)
        for (uint32_t k = 0; k < b_count; k++)
            if (bytes_overlap(from[i], a->size_bytes, to[k], b->size_bytes)) return true;
    return false;
}

static bool roots_may_alias(const struct fp_buffers *buffers, fp_root left, fp_root right) {
    if (left == right) return true;
    const fp_root_info *a = &buffers->roots.data[left], *b = &buffers->roots.data[right];
    if (a->space != b->space) return false;
    if (left == buffers->anywhere || right == buffers->anywhere) return true;
    if (fp_root_is_placed(a) && fp_root_is_placed(b)) return places_overlap(a, b);
    if (a->kind < b->kind) { /* the weaker kind first: unknown, parameter, dynamic, global, allocation */
        const fp_root_info *swap = a;
        a = b;
        b = swap;
        right = left;
    }
    switch (a->kind) {
    case FP_ROOT_UNKNOWN:
        return b->kind == FP_ROOT_UNKNOWN || b->kind == FP_ROOT_PARAMETER || buffers->escaped.data[right];
    case FP_ROOT_PARAMETER:
        if (b->kind == FP_ROOT_ALLOC) return false;
        return a->space == FP_SPACE_WORKGROUP || !buffers->scope.entry;
    case FP_ROOT_DYNAMIC:
    case FP_ROOT_GLOBAL:
    case FP_ROOT_ALLOC: return false;
    }
    return true;
}

bool fp_buffers_are_own(const struct fp_buffers *buffers, fp_roots roots) {
    uint32_t count;
    const fp_root *members = fp_buffers_members(buffers, roots, &count);
    for (uint32_t i = 0; i < count; i++) {
        const fp_root_info *root = &buffers->roots.data[members[i]];
        if (root->kind == FP_ROOT_UNKNOWN || root->kind == FP_ROOT_PARAMETER || fp_root_is_placed(root)) return false;
    }
    return true;
}

fp_alias fp_buffers_alias(const struct fp_buffers *buffers, fp_roots a, fp_roots b) {
    uint32_t a_count, b_count;
    const fp_root *left = fp_buffers_members(buffers, a, &a_count), *right = fp_buffers_members(buffers, b, &b_count);
    if (a == b && a_count == 1) {
        const fp_root_info *root = &buffers->roots.data[left[0]];
        return root->kind == FP_ROOT_UNKNOWN && root->in_loop ? FP_ALIAS_MAY : FP_ALIAS_SAME;
    }
    for (uint32_t i = 0; i < a_count; i++)
        for (uint32_t j = 0; j < b_count; j++)
            if (roots_may_alias(buffers, left[i], right[j])) return FP_ALIAS_MAY;
    return FP_ALIAS_NEVER;
}
