#include "kernel/lower_sync.h"
#include "base/chars.h"
#include "facts/waitcnt.h"
#include "kernel/lower_access.h"
#include "kernel/lower_poll_loops.h"
#include "read/type.h"
#include "read/value_text.h"
#include <string.h>

/* A count that a wait can be given; -1: not known, or negative and thus no promise. */
static int32_t small_count(fp_quantity_state state, int64_t value) {
    return state == FP_QUANTITY_KNOWN && value >= 0 && value <= INT32_MAX ? (int32_t)value : -1;
}

/* ---- Spaces and scopes ---- */

typedef enum { FORM_LIST, FORM_FLAGS, FORM_SEMANTICS, FORM_SYNCSCOPE } order_form;
static const struct {
    order_form form;
    fp_str word;
    uint8_t spaces;
} order_spaces[] = {
#define FP_ORDER_SPACE(form, word, spaces) { FORM_##form, { word, sizeof(word) - 1 }, FP_SPACES_##spaces },
#include "facts/orders.def"
};
static const struct {
    order_form form;
    fp_str word;
    fp_scope scope;
} order_scopes[] = {
#define FP_ORDER_SCOPE(form, word, scope) { FORM_##form, { word, sizeof(word) - 1 }, FP_SCOPE_##scope },
#include "facts/orders.def"
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Does a word of the text begin with this one? */
static bool holds(fp_str text, fp_str word) {
    for (size_t i = 0; i + word.len <= text.len; i++) {
        bool begins = i == 0 || !fp_char_is(text.data[i - 1], FP_CHAR_LETTER | FP_CHAR_DIGIT);
        if (begins && memcmp(text.data + i, word.data, word.len) == 0) return true;
    }
    return false;
}

static uint8_t spaces_of_words(order_form form, fp_str text) {
    uint8_t spaces = FP_SPACES_NONE;
    for (size_t i = 0; i < COUNT(order_spaces); i++)
        if (order_spaces[i].form == form && holds(text, order_spaces[i].word)) spaces |= order_spaces[i].spaces;
    return spaces;
}

/* The scope that the text names, else `absent`. */
static fp_scope scope_of_words(order_form form, fp_str text, fp_scope absent) {
    for (size_t i = COUNT(order_scopes); i-- > 0;)
        if (order_scopes[i].form == form && holds(text, order_scopes[i].word)) return order_scopes[i].scope;
    return absent;
}

/* Spaces of a list of attributes, aliases followed: `[#gpu.address_space<workgroup>, #global]`. */
static uint8_t spaces_of_list(const struct fp_ir *ir, fp_str text) {
    uint8_t spaces = FP_SPACES_NONE;
    for (fp_value_reader r = fp_value_read(ir->context, text); fp_value_next(&r);)
        spaces |= spaces_of_words(FORM_LIST, r.text);
    return spaces;
}

static void set_spaces(fp_sync *sync, uint8_t spaces) {
    sync->spaces = spaces;
    sync->release = sync->kind != FP_SYNC_WAIT && sync->kind != FP_SYNC_COMPLETION_WAIT && spaces != FP_SPACES_NONE;
    sync->acquire = sync->kind != FP_SYNC_SIGNAL && sync->kind != FP_SYNC_ARRIVE && spaces != FP_SPACES_NONE;
}

/* gpu.barrier: `memfence [..]`, `scope <subgroup>`, `named(%b)`. */
static void decode_memfence(fp_lowering *l, const fp_lowered_op *lowered, fp_sync *sync) {
    const fp_str names[] = { fp_named.memfence, fp_named.address_spaces, fp_named.addr_space };
    fp_str list = { NULL, 0 };
    for (uint32_t i = 0; i < 3 && !list.len; i++) list = fp_ir_attribute(l->ir, lowered->op, names[i]);
    sync->wide_spelled = list.len == 0;
    set_spaces(sync, list.len == 0 ? FP_SPACES_ALL : spaces_of_list(l->ir, list));
    sync->scope = scope_of_words(FORM_LIST, fp_ir_attribute(l->ir, lowered->op, fp_named.scope), sync->scope);
}

/* ttg.barrier: words joined by bars, or in the generic form bits in the order of the words. */
static void decode_flags(fp_lowering *l, const fp_lowered_op *lowered, fp_sync *sync) {
    int64_t bits;
    uint8_t spaces = FP_SPACES_NONE;
    if (fp_ir_attribute_int(l->ir, lowered->op, fp_named.addr_space_bits, &bits)) {
        if (bits & 1) spaces |= FP_SPACES_WORKGROUP;
        if (bits & 6) spaces |= FP_SPACES_GLOBAL;
        if ((bits & 31) == 31) spaces = FP_SPACES_ALL;
    } else {
        fp_str word;
        for (uint32_t k = 0; (word = fp_ir_word(l->ir, lowered->op, k)).len; k++)
            spaces |= spaces_of_words(FORM_FLAGS, word);
    }
    sync->wide_spelled = spaces == FP_SPACES_ALL;
    set_spaces(sync, spaces);
}

/* SPIR-V: `<Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>`; attributes in the generic form hold the same
 * words. */
static void decode_semantics(fp_lowering *l, const fp_lowered_op *lowered, fp_sync *sync) {
    const struct fp_ir *ir = l->ir;
    fp_op op = lowered->op;
    fp_str text = fp_ir_attribute(ir, op, fp_named.memory_semantics),
           scope = fp_ir_attribute(ir, op, fp_named.execution_scope);
    if (!text.len) text = fp_ir_angles(ir, op, -1);
    if (!scope.len) scope = fp_ir_attribute(ir, op, fp_named.memory_scope);
    if (!scope.len) scope = fp_ir_angles(ir, op, 0);
    set_spaces(sync, spaces_of_words(FORM_SEMANTICS, text));
    uint8_t ordering = fp_ordering_of_words(text);
    sync->release &= (ordering & FP_ORDERING_RELEASE) != 0;
    sync->acquire &= (ordering & FP_ORDERING_ACQUIRE) != 0;
    if (!sync->release && !sync->acquire) sync->spaces = FP_SPACES_NONE;
    sync->wide_spelled = sync->spaces == FP_SPACES_ALL;
    sync->scope = scope_of_words(FORM_SEMANTICS, scope, sync->scope);
}

static const struct {
    fp_tag tag;
    uint8_t spaces;
} tag_spaces[] = {
#define FP_MMRA_TAG(prefix, suffix, spaces) \
    { { { prefix, sizeof(prefix) - 1 }, { suffix, sizeof(suffix) - 1 } }, FP_SPACES_##spaces },
#include "facts/mmra.def"
};

/* The spaces that the tags narrow a fence to; NONE: they do not. */
static uint8_t spaces_of_tags(const struct fp_tags *tags, uint32_t set) {
    uint8_t spaces = FP_SPACES_NONE;
    for (size_t i = 0; i < COUNT(tag_spaces); i++) {
        fp_tag tag = tag_spaces[i].tag;
        if (tag_spaces[i].spaces != FP_SPACES_ALL && fp_tags_has(tags, set, tag.prefix, tag.suffix))
            spaces |= tag_spaces[i].spaces;
    }
    return spaces;
}

/* llvm.fence: ordering, syncscope, and tags that narrow it to a space. */
static void decode_syncscope(fp_lowering *l, const fp_lowered_op *lowered, fp_sync *sync) {
    const struct fp_ir *ir = l->ir;
    fp_op op = lowered->op;
    fp_str scope = fp_ir_attribute(ir, op, fp_named.syncscope);
    uint8_t ordering = fp_ir_ordering(ir, op);
    sync->scope = scope_of_words(FORM_SYNCSCOPE, scope, FP_SCOPE_DEVICE);
    uint8_t named = spaces_of_words(FORM_SYNCSCOPE, scope), tagged = spaces_of_tags(l->kernel->tags, sync->tags);
    uint8_t spaces = (named ? named : FP_SPACES_ALL) & (tagged ? tagged : FP_SPACES_ALL);
    sync->wide_spelled = spaces == FP_SPACES_ALL && !tagged && sync->scope == FP_SCOPE_WORKGROUP;
    set_spaces(sync, spaces);
    sync->release &= (ordering & FP_ORDERING_RELEASE) != 0;
    sync->acquire &= (ordering & FP_ORDERING_ACQUIRE) != 0;
}

static void decode_kind(fp_lowering *l, const fp_lowered_op *lowered, fp_sync *sync) {
    fp_str text = fp_ir_attribute(l->ir, lowered->op, fp_named.memory_kind);
    if (!text.len) text = fp_ir_attribute(l->ir, lowered->op, fp_named.kind);
    uint8_t spaces = spaces_of_words(FORM_LIST, text);
    set_spaces(sync, spaces == FP_SPACES_NONE ? FP_SPACES_ALL : spaces);
}

static void decode_orders(fp_lowering *l, const fp_lowered_op *lowered, fp_sync *sync) {
    switch (lowered->info->orders) {
    case FP_ORDERS_NONE: set_spaces(sync, FP_SPACES_NONE); break;
    case FP_ORDERS_ALL:
        set_spaces(sync, FP_SPACES_ALL);
        sync->wide_spelled = lowered->info->scope == FP_SCOPE_WORKGROUP;
        break;
    case FP_ORDERS_WORKGROUP: set_spaces(sync, FP_SPACES_WORKGROUP); break;
    case FP_ORDERS_INITS:
        set_spaces(sync, FP_SPACES_WORKGROUP);
        sync->acquire = false, sync->only_inits = true;
        break;
    case FP_ORDERS_OWN: break;
    case FP_ORDERS_MEMFENCE: decode_memfence(l, lowered, sync); break;
    case FP_ORDERS_FLAGS: decode_flags(l, lowered, sync); break;
    case FP_ORDERS_SEMANTICS: decode_semantics(l, lowered, sync); break;
    case FP_ORDERS_SYNCSCOPE: decode_syncscope(l, lowered, sync); break;
    case FP_ORDERS_KIND: decode_kind(l, lowered, sync); break;
    case FP_ORDERS_BACKOFF:
        sync->bare = true;
        set_spaces(sync, l->kernel->target->backoff_barrier ? FP_SPACES_NONE : FP_SPACES_ALL);
        break;
    }
}

/* ---- Waits ---- */

/* Where loads and stores share a counter, a wait for it is one for both. */
static void add_shared_wait(fp_lowering *l, fp_sync *sync, fp_counter counter, int64_t count) {
    fp_lower_add_wait(sync, counter, count);
    if (counter == FP_COUNTER_LOAD && l->kernel->target->stores_share_load_counter)
        fp_lower_add_wait(sync, FP_COUNTER_STORE, count);
}

static void decode_waitcnt(fp_lowering *l, int64_t bits, fp_sync *sync) {
    int64_t count;
    for (int i = 0; i < FP_COUNTER_COUNT; i++)
        if (fp_waitcnt_count(l->kernel->target->chip, bits, (fp_counter)i, &count))
            add_shared_wait(l, sync, (fp_counter)i, count);
}

/* The count that the op gives the counter of this name; -1: none. */
static int64_t named_count(const fp_lowering *l, const fp_lowered_op *lowered, fp_str name) {
    int64_t count;
    if (!name.len) return -1;
    bool given = lowered->instruction ? fp_instruction_counter(lowered->instruction->text, name, &count)
                                      : fp_ir_attribute_int(l->ir, lowered->op, name, &count);
    return given ? count : -1;
}

/* One attribute per counter. Where loads and stores share one, the compiler adds their counts. */
static void decode_named(fp_lowering *l, const fp_lowered_op *lowered, fp_sync *sync) {
    int64_t shared = -1;
    for (int i = 0; i < FP_COUNTER_COUNT; i++) {
        fp_counter counter = (fp_counter)i;
        const fp_counter_info *info = fp_counter_info_of(counter);
        const fp_str names[] = { info->attribute, info->older };
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            int64_t count = named_count(l, lowered, names[k]);
            if (count < 0) continue;
            bool shares = l->kernel->target->stores_share_load_counter &&
                          (counter == FP_COUNTER_LOAD || counter == FP_COUNTER_STORE);
            if (shares)
                shared = (shared < 0 ? 0 : shared) + count;
            else
                fp_lower_add_wait(sync, counter, count);
        }
    }
    if (shared >= 0) add_shared_wait(l, sync, FP_COUNTER_LOAD, shared);
}

static void decode_wait(fp_lowering *l, const fp_lowered_op *lowered, fp_sync *sync) {
    const fp_op_info *info = lowered->info;
    int64_t count;
    sync->kind = FP_SYNC_COUNTER_WAIT;
    sync->scope = FP_SCOPE_WAVE;
    fp_quantity_state state = fp_lower_quantity(l, lowered, &info->count, &count);
    if (info->counter == FP_COUNTER_NAMED) {
        decode_named(l, lowered, sync);
    } else if (info->counter == FP_COUNTER_WAITCNT_BITS) {
        if (lowered->instruction) decode_named(l, lowered, sync);
        if (sync->wait_count == 0 && state == FP_QUANTITY_KNOWN) decode_waitcnt(l, count, sync);
    } else {
        /* A wait without a count waits for everything; one for a token leaves as many as were started since. */
        bool of_token = !fp_operand_is_none(info->token);
        int32_t left = state == FP_QUANTITY_ABSENT ? 0 : small_count(state, count);
        bool other = info->other_name && fp_ir_says(l->ir, lowered->op, fp_str_of(info->other_name));
        fp_lower_add_wait(sync, other ? info->other_counter : info->counter, of_token ? -1 : left);
    }
}

/* ---- Which barrier ---- */

static bool is_nvidia(const fp_op_info *info) {
    return info->vendor == FP_VENDOR_NVIDIA || fp_targets_begin_with(info->targets, FP_VENDOR_NVIDIA);
}

static void decode_id(fp_lowering *l, const fp_lowered_op *lowered, fp_sync *sync) {
    const fp_op_info *info = lowered->info;
    const fp_launch *launch = &l->kernel->launch;
    int64_t id, count;
    fp_quantity_state state = fp_lower_quantity(l, lowered, &info->id, &id),
                      counted = fp_lower_quantity(l, lowered, &info->count, &count);
    sync->member_count = counted == FP_QUANTITY_KNOWN ? count : -1;
    fp_value object = fp_lower_operand(l, lowered, info->read);
    bool numbered = state == FP_QUANTITY_KNOWN && id >= INT16_MIN && id <= INT16_MAX,
         negative = is_nvidia(info) && info->id.from != FP_FROM_FIXED && id < 0;
    if (state == FP_QUANTITY_KNOWN && (!numbered || negative))
        sync->id = FP_ID_OUT_OF_RANGE;
    else if (numbered)
        sync->id = (int32_t)id;
    else if (state != FP_QUANTITY_ABSENT)
        sync->id = FP_ID_UNKNOWN;
    else if (object != FP_NONE && !fp_operand_is_all(info->read))
        sync->id = FP_ID_OBJECT;
    else if (sync->kind == FP_SYNC_INIT && l->ir->ops[lowered->op].result_count)
        sync->id = FP_ID_OBJECT;
    else if (info->id.from == FP_FROM_LITERAL || info->id.from == FP_FROM_ATTRIBUTE)
        sync->id = FP_ID_UNKNOWN; /* half-typed */
    else
        sync->id = sync->scope == FP_SCOPE_CLUSTER ? FP_ID_CLUSTER
                   : sync->scope == FP_SCOPE_GROUP ? FP_ID_UNKNOWN
                                                   : FP_ID_WORKGROUP;
    if (sync->id == FP_ID_OBJECT) {
        sync->scope = FP_SCOPE_GROUP;
        if (object != FP_NONE) {
            sync->object = fp_lower_object_root(l, lowered, info->read);
        } else {
            uint32_t roots;
            const fp_root *members = fp_buffers_members(
                l->kernel->buffers, fp_buffers_of(l->kernel->buffers, l->ir->ops[lowered->op].first_result), &roots);
            sync->object = roots == 1 ? members[0] : FP_NONE;
        }
        sync->own_object = sync->object;
        return;
    }
    if (!is_nvidia(info) || sync->scope != FP_SCOPE_WORKGROUP) return;
    /* NVIDIA: a number of threads makes it a barrier of a group, unless it is the whole block. Barrier 0 of all
     * threads is the workgroup's. */
    int64_t threads = (int64_t)launch->block[0] * launch->block[1] * launch->block[2];
    bool everybody = counted == FP_QUANTITY_ABSENT ||
                     (counted == FP_QUANTITY_KNOWN && threads > 0 && !launch->upper_bound_only && count == threads);
    if (!everybody)
        sync->scope = FP_SCOPE_GROUP;
    else if (sync->id == 0)
        sync->id = FP_ID_WORKGROUP;
}

/* ---- Syncs ---- */

static fp_sync_kind kind_of(const fp_op_info *info) {
    bool object = fp_counter_is_object(info->counter);
    switch (info->effect) {
    case FP_EFFECT_BARRIER: return FP_SYNC_BARRIER;
    case FP_EFFECT_SIGNAL: return object ? FP_SYNC_ARRIVE : FP_SYNC_SIGNAL;
    case FP_EFFECT_WAIT:
        return object                             ? FP_SYNC_COMPLETION_WAIT
               : info->counter == FP_COUNTER_NONE ? FP_SYNC_WAIT
                                                  : FP_SYNC_COUNTER_WAIT;
    case FP_EFFECT_FENCE: return FP_SYNC_FENCE;
    case FP_EFFECT_COMMIT: return FP_SYNC_COMMIT;
    case FP_EFFECT_INIT: return FP_SYNC_INIT;
    case FP_EFFECT_JOIN: return FP_SYNC_JOIN;
    case FP_EFFECT_LEAVE: return FP_SYNC_LEAVE;
    case FP_EFFECT_QUERY: return FP_SYNC_QUERY;
    case FP_EFFECT_DEALLOC: return FP_SYNC_INVALIDATE;
    case FP_EFFECT_NONE:
    case FP_EFFECT_READ:
    case FP_EFFECT_WRITE:
    case FP_EFFECT_READ_WRITE:
    case FP_EFFECT_ATOMIC:
    case FP_EFFECT_ASYNC_COPY:
    case FP_EFFECT_ALLOC:
    case FP_EFFECT_VIEW:
    case FP_EFFECT_THREAD_ID:
    case FP_EFFECT_BLOCK_DIM:
    case FP_EFFECT_UNIFORM:
    case FP_EFFECT_CONSTANT:
    case FP_EFFECT_PURE:
    case FP_EFFECT_PACING:
    case FP_EFFECT_REGION:
    case FP_EFFECT_BRANCH:
    case FP_EFFECT_YIELD:
    case FP_EFFECT_RETURN:
    case FP_EFFECT_CALL:
    case FP_EFFECT_BY_TEXT: return FP_SYNC_PACING;
    }
    return FP_SYNC_PACING;
}

/* Is the object one of several mbarriers in one allocation? Not of text for whole partitions, where the run judges all
 * that objects complete. */
static bool is_of_array(const fp_lowering *l, const fp_sync *sync) {
    enum { MBARRIER_BYTES = 8 };
    if (sync->object == FP_NONE || sync->info->counter != FP_COUNTER_MBARRIER) return false;
    const fp_root_info *root = fp_buffers_root(l->kernel->buffers, sync->object);
    fp_type type = fp_type_parse(l->ir->context, root->type);
    if (type.kind == FP_TYPE_BARRIER_OBJECT) return type.shape[0] != 1;
    return type.kind != FP_TYPE_MEMDESC && root->size_bytes > MBARRIER_BYTES;
}

static void fill_sync(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    const fp_op_info *info = lowered->info;
    fp_lower_object(l, lowered, items);
    fp_sync *sync = fp_lower_push_sync(l, lowered, kind_of(info), items);
    sync->scope = info->scope;
    sync->maybe = info->nonblocking && !fp_lower_is_poll(l, lowered->op);
    sync->predicated =
        lowered->instruction && lowered->instruction->predicated && fp_lower_predicate(l, lowered) == FP_NONE;
    sync->implied = info->effect == FP_EFFECT_BARRIER &&
                    (l->ir->ops[lowered->op].result_count > 0 || info->region != FP_REGION_NONE);
    sync->tags = fp_tags_of_op(l->kernel->tags, l->ir, lowered->op);
    decode_orders(l, lowered, sync);
    switch (sync->kind) {
    case FP_SYNC_COUNTER_WAIT: decode_wait(l, lowered, sync); break;
    case FP_SYNC_COMMIT: fp_lower_add_wait(sync, info->counter, 0); break;
    case FP_SYNC_ARRIVE:
    case FP_SYNC_COMPLETION_WAIT:
    case FP_SYNC_INVALIDATE: {
        int64_t count;
        sync->id = FP_ID_OBJECT;
        sync->object = fp_lower_object_root(l, lowered, info->read);
        sync->of_array = sync->kind == FP_SYNC_COMPLETION_WAIT && is_of_array(l, sync);
        if (fp_lower_quantity(l, lowered, &info->count, &count) == FP_QUANTITY_KNOWN) sync->member_count = count;
        break;
    }
    case FP_SYNC_BARRIER:
    case FP_SYNC_SIGNAL:
    case FP_SYNC_WAIT:
    case FP_SYNC_INIT:
    case FP_SYNC_JOIN:
    case FP_SYNC_LEAVE:
    case FP_SYNC_QUERY: decode_id(l, lowered, sync); break;
    case FP_SYNC_FENCE:
    case FP_SYNC_COUNT_UP:
    case FP_SYNC_PACING: break;
    }
    /* What other workgroups wait for may be any store behind it, and what they hand over any access before it. */
    bool for_others = sync->kind == FP_SYNC_FENCE && sync->scope == FP_SCOPE_DEVICE && sync->spaces & FP_SPACES_GLOBAL;
    bool of_some = fp_sync_traits_of[sync->kind].meets && (sync->id != FP_ID_WORKGROUP || sync->object != FP_NONE);
    if (of_some) sync->guards = fp_addresses_guards(l->kernel->addresses);
    fp_untracked global = { FP_UNTRACKED_GLOBAL, FP_UNTRACKED_GLOBAL };
    if (for_others) fp_lower_push_untracked(l, lowered->op, (fp_untracked_item){ .touches = global }, items);
}

void fp_lower_sync(fp_lowering *l, const fp_lowered_op *lowered, fp_items *items) {
    const fp_op_info *info = lowered->info;
    bool predicated =
        info->effect == FP_EFFECT_BARRIER || info->effect == FP_EFFECT_SIGNAL || info->effect == FP_EFFECT_INIT;
    fp_value condition = predicated ? fp_lower_operand(l, lowered, info->condition) : FP_NONE;
    if (lowered->instruction) condition = fp_lower_predicate(l, lowered);
    if (condition == FP_NONE) {
        fill_sync(l, lowered, items);
        return;
    }
    fill_sync(l, lowered, fp_lower_push_predicate(l, lowered->op, condition, items)); /* the others take no part */
    fp_addresses_pop_guard(l->kernel->addresses);
}

static bool is_completion(const fp_sync *sync) {
    return sync->kind == FP_SYNC_ARRIVE || sync->kind == FP_SYNC_COMPLETION_WAIT || sync->kind == FP_SYNC_INVALIDATE ||
           (sync->info && sync->info->counter == FP_COUNTER_MBARRIER);
}

static bool is_numbered(const fp_sync *sync) {
    bool names = fp_sync_is_barrier(sync->kind) || sync->kind == FP_SYNC_LEAVE;
    return names && sync->id > 0;
}

/* A named barrier is initialised and joined by pointer but waited on by number: where a kernel does both they count
 * as one barrier, that of the first pointer. Numbers are kept, since not every number exists. */
void fp_lower_unite_named(struct fp_kernel *kernel) {
    uint32_t object = FP_NONE;
    if (kernel->target->vendor == FP_VENDOR_NVIDIA) return;
    for (uint32_t i = 0; i < kernel->syncs.len && object == FP_NONE; i++)
        if (kernel->syncs.data[i].id == FP_ID_OBJECT && !is_completion(&kernel->syncs.data[i]))
            object = kernel->syncs.data[i].object;
    bool numbers = false;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) numbers |= is_numbered(&kernel->syncs.data[i]);
    for (uint32_t i = 0; i < kernel->syncs.len && numbers && object != FP_NONE; i++) {
        fp_sync *sync = &kernel->syncs.data[i];
        if (is_numbered(sync) || (sync->id == FP_ID_OBJECT && !is_completion(sync))) sync->object = object;
    }
}
