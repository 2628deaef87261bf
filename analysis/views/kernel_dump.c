#include "views/kernel_dump.h"
#include "words/render.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    struct fp_arena *keep;
    const struct fp_kernel *kernel;
    fp_lines lines;
    FP_VEC(char) text;
    uint32_t depth;
} dump;

static void put(dump *d, fp_str text) {
    for (size_t i = 0; i < text.len; i++) *FP_PUSH(d->keep, &d->text) = text.data[i];
}

static void put_format(dump *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put_format(dump *d, const char *format, ...) {
    char buffer[256];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    if (len > 0) put(d, (fp_str){ buffer, (size_t)len < sizeof buffer ? (size_t)len : sizeof buffer - 1 });
}

static void start_line(dump *d, const char *word, fp_span span) {
    for (uint32_t i = 0; i < d->depth; i++) put(d, FP_STR("  "));
    put_format(d, "%s", word);
    if (span.end == 0) return;
    fp_position position = fp_lines_position(d->lines, d->kernel->ir->text, span.start);
    put_format(d, " %u:%u", position.line, position.column);
}

static void end_line(dump *d) { put(d, FP_STR("\n")); }

/* ---- Words ---- */

static const char *const access_words[] = {
    [FP_ACCESS_READ] = "read", [FP_ACCESS_WRITE] = "write", [FP_ACCESS_ATOMIC] = "atomic"
};
static const char *const level_words[] = {
    [FP_UNIFORM_CLUSTER] = "cluster", [FP_UNIFORM_WORKGROUP] = "workgroup", [FP_UNIFORM_WAVE] = "wave",
    [FP_UNIFORM_LANE] = "lane",       [FP_UNIFORM_JOIN] = "join",           [FP_UNIFORM_OF_ADDRESS] = "of-address"
};
static const char *const scope_words[] = { [FP_SCOPE_WORKGROUP] = "workgroup",
                                           [FP_SCOPE_WAVE] = "wave",
                                           [FP_SCOPE_CLUSTER] = "cluster",
                                           [FP_SCOPE_GROUP] = "group",
                                           [FP_SCOPE_DEVICE] = "device" };
static const char *const space_words[] = { [FP_SPACES_NONE] = "nothing",
                                           [FP_SPACES_WORKGROUP] = "workgroup",
                                           [FP_SPACES_GLOBAL] = "global",
                                           [FP_SPACES_ALL] = "all" };
static const char *const root_words[] = { [FP_ROOT_ALLOC] = "allocation",
                                          [FP_ROOT_GLOBAL] = "symbol",
                                          [FP_ROOT_DYNAMIC] = "dynamic",
                                          [FP_ROOT_PARAMETER] = "parameter",
                                          [FP_ROOT_UNKNOWN] = "unknown" };

static void put_level(dump *d, fp_uniformity level) {
    put_format(d, " level %s%s", level_words[level.among], level.doubt ? "?" : "");
}

static void put_condition(dump *d, fp_condition condition) {
    if (condition.value == FP_NONE) return;
    put_format(d, " if %s#%u", condition.negated ? "not " : "", condition.value);
}

static void put_tags(dump *d, uint32_t set) {
    uint32_t count;
    const fp_tag *members = fp_tags_members(d->kernel->tags, set, &count);
    for (uint32_t i = 0; i < count; i++)
        put_format(d, " tag %.*s:%.*s", FP_STR_ARG(members[i].prefix), FP_STR_ARG(members[i].suffix));
}

static void put_trips(dump *d, const fp_loop_item *loop) {
    if (loop->trips_max < 0)
        put_format(d, " trips %lld..", (long long)loop->trips_min);
    else if (loop->trips_min == loop->trips_max)
        put_format(d, " trips %lld", (long long)loop->trips_min);
    else
        put_format(d, " trips %lld..%lld", (long long)loop->trips_min, (long long)loop->trips_max);
    if (loop->threads) put(d, FP_STR(" threads"));
}

/* ---- Items ---- */

static void put_roots(dump *d, fp_roots roots) {
    uint32_t count;
    const fp_root *members = fp_buffers_members(d->kernel->buffers, roots, &count);
    put(d, FP_STR("{"));
    for (uint32_t i = 0; i < count; i++) {
        const fp_root_info *root = fp_buffers_root(d->kernel->buffers, members[i]);
        put_format(d, "%s%.*s%s", i ? ", " : "", FP_STR_ARG(root->name), root->supposed ? " supposed" : "");
    }
    put(d, FP_STR("}"));
}

static void put_name(dump *d, fp_op op) { put_format(d, " %.*s", FP_STR_ARG(d->kernel->ir->ops[op].name)); }

static void put_access(dump *d, const fp_access *access) {
    const fp_class *klass = &d->kernel->classes.data[access->klass];
    start_line(d, access_words[access->kind], access->span);
    put_name(d, access->op);
    put_format(d, " %.*s", FP_STR_ARG(access->buffer_name));
    uint32_t count;
    const fp_root *members = fp_buffers_members(d->kernel->buffers, access->roots, &count);
    if (count != 1 || !fp_str_equal(fp_buffers_root(d->kernel->buffers, members[0])->name, access->buffer_name)) {
        put(d, FP_STR(" in "));
        put_roots(d, access->roots);
    }
    if (klass->space == FP_SPACE_GLOBAL) put(d, FP_STR(" global"));
    if (fp_buffers_only_supposed(d->kernel->buffers, access->roots)) put(d, FP_STR(" supposed"));
    if (klass->counter != FP_COUNTER_NONE) put_format(d, " async %.*s", FP_STR_ARG(fp_counter_name(klass->counter)));
    if (klass->plain_lds_dma) put(d, FP_STR(" lds-dma"));
    if (klass->object != FP_NONE)
        put_format(d, " object %.*s", FP_STR_ARG(fp_buffers_root(d->kernel->buffers, klass->object)->name));
    put_tags(d, klass->tags);
    if (access->atomic && access->kind == FP_ACCESS_READ) put(d, FP_STR(" atomic"));
    if (access->ordered_release) put(d, FP_STR(" release"));
    if (access->ordered_acquire) put(d, FP_STR(" acquire"));
    if (access->assumed) put(d, FP_STR(" assumed"));
    bool stores = access->kind == FP_ACCESS_WRITE && access->stored != FP_NONE && !access->stores_buffer;
    if (stores && fp_addresses_alike(d->kernel->addresses, access->stored)) put(d, FP_STR(" uniform-value"));
    end_line(d);
}

static void put_sync(dump *d, const fp_sync *sync) {
    const fp_sync_traits *traits = &fp_sync_traits_of[sync->kind];
    start_line(d, traits->word, sync->span);
    put_name(d, sync->op);
    if (traits->names && sync->id == FP_ID_UNKNOWN)
        put(d, FP_STR(" id ?"));
    else if (traits->names && sync->id != FP_ID_OBJECT && sync->id != FP_ID_WORKGROUP)
        put_format(d, " id %d", sync->id);
    if (sync->object != FP_NONE)
        put_format(d, " object %.*s", FP_STR_ARG(fp_buffers_root(d->kernel->buffers, sync->object)->name));
    else if (sync->id == FP_ID_OBJECT)
        put(d, FP_STR(" object ?"));
    if (sync->member_count >= 0) put_format(d, " members %lld", (long long)sync->member_count);
    if (sync->scope != FP_SCOPE_WORKGROUP) put_format(d, " scope %s", scope_words[sync->scope]);
    bool orders = sync->kind == FP_SYNC_BARRIER || sync->kind == FP_SYNC_FENCE || sync->release || sync->acquire;
    if (orders) put_format(d, " orders %s", space_words[sync->spaces]);
    if (sync->release != sync->acquire) put_format(d, " %s", sync->release ? "release" : "acquire");
    for (uint32_t i = 0; i < sync->wait_count; i++) {
        put_format(d, " %.*s", FP_STR_ARG(fp_counter_name(sync->waits[i].counter)));
        if (sync->kind == FP_SYNC_COUNTER_WAIT) put_format(d, "(%d)", sync->waits[i].count);
    }
    put_tags(d, sync->tags);
    if (sync->bare) put(d, FP_STR(" bare"));
    if (sync->maybe) put(d, FP_STR(" maybe"));
    if (sync->implied) put(d, FP_STR(" implied"));
    if (sync->wide_spelled) put(d, FP_STR(" wide"));
    end_line(d);
}

static void put_items(dump *d, const fp_items *items);

static void put_block(dump *d, const char *word, const fp_items *items) {
    start_line(d, word, (fp_span){ 0, 0 });
    end_line(d);
    d->depth++;
    put_items(d, items);
    d->depth--;
}

static void put_loop(dump *d, const fp_loop_item *loop) {
    start_line(d, "loop", loop->span);
    put_trips(d, loop);
    put_level(d, loop->uniformity);
    end_line(d);
    d->depth++;
    put_items(d, &loop->body);
    d->depth--;
    if (loop->tail.len) put_block(d, "tail", &loop->tail);
}

static void put_branch(dump *d, const fp_branch_item *branch) {
    start_line(d, branch->concurrent ? "concurrent" : "branch", branch->span);
    put_condition(d, branch->condition);
    put_level(d, branch->uniformity);
    end_line(d);
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        start_line(d, "arm", (fp_span){ 0, 0 });
        end_line(d);
        d->depth++;
        put_items(d, &branch->arms[i]);
        d->depth--;
    }
}

static void put_graph(dump *d, const fp_graph_item *graph, const fp_graph_loop *loop) {
    start_line(d, loop ? "graph-loop" : "graph", (fp_span){ 0, 0 });
    if (loop) put_trips(d, &d->kernel->loops.data[loop->loop]);
    if (graph->irreducible) put(d, FP_STR(" irreducible"));
    end_line(d);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const fp_graph_node *node = &graph->nodes[i];
        start_line(d, "node", (fp_span){ 0, 0 });
        put_format(d, " %u", i);
        put_level(d, node->uniformity);
        for (uint32_t k = 0; k < graph->edge_count; k++) {
            if (graph->edges[k].from != i) continue;
            if (graph->edges[k].to < graph->node_count)
                put_format(d, " -> %u", graph->edges[k].to);
            else
                put_format(d, " -> out%u", graph->edges[k].to - graph->node_count);
            put_condition(d, graph->edges[k].condition);
        }
        end_line(d);
        d->depth++;
        if (node->loop != FP_NONE) {
            const fp_graph_loop *inner = &d->kernel->graph_loops.data[node->loop];
            put_graph(d, &inner->inner, inner);
        }
        put_items(d, &node->items);
        d->depth--;
    }
}

static void put_call(dump *d, const fp_call_item *call) {
    start_line(d, "call", call->span);
    if (call->callee.len)
        put_format(d, " @%.*s", FP_STR_ARG(call->callee));
    else
        put(d, FP_STR(" indirect"));
    if (call->unit == FP_NONE) put(d, FP_STR(" unknown"));
    for (uint32_t i = 0; i < call->argument_count; i++) {
        if (call->arguments[i] == 0) continue;
        put_format(d, " %u=", i);
        put_roots(d, call->arguments[i]);
    }
    end_line(d);
}

static void put_untracked(dump *d, const fp_untracked_item *item) {
    static const char *const memories[] = { "tensor", "workgroup", "cluster" };
    start_line(d, "untracked", item->span);
    put_name(d, item->op);
    bool anything = item->touches.reads == FP_UNTRACKED_ALL;
    if (anything) put(d, FP_STR(" anything"));
    for (uint32_t i = 0; i < sizeof memories / sizeof *memories && !anything; i++) {
        bool reads = item->touches.reads >> i & 1, writes = item->touches.writes >> i & 1;
        if (reads || writes)
            put_format(d, " %s%s %s", reads ? "read" : "", writes ? reads ? "-write" : "write" : "", memories[i]);
    }
    if (item->written) put(d, FP_STR(" write "));
    if (item->written) put_roots(d, item->written);
    end_line(d);
}

static void put_items(dump *d, const fp_items *items) {
    const struct fp_kernel *kernel = d->kernel;
    for (uint32_t i = 0; i < items->len; i++) {
        uint32_t index = items->data[i].index;
        switch (items->data[i].kind) {
        case FP_ITEM_ACCESS: put_access(d, &kernel->accesses.data[index]); break;
        case FP_ITEM_SYNC: put_sync(d, &kernel->syncs.data[index]); break;
        case FP_ITEM_LOOP: put_loop(d, &kernel->loops.data[index]); break;
        case FP_ITEM_BRANCH: put_branch(d, &kernel->branches.data[index]); break;
        case FP_ITEM_GRAPH: put_graph(d, &kernel->graphs.data[index], NULL); break;
        case FP_ITEM_CALL: put_call(d, &kernel->calls.data[index]); break;
        case FP_ITEM_UNTRACKED: put_untracked(d, &kernel->untracked.data[index]); break;
        }
    }
}

static void put_header(dump *d) {
    static const char *const stages[] = { [FP_STAGE_LAST] = "",
                                          [FP_STAGE_BEHIND_MEMBAR] = "",
                                          [FP_STAGE_BEFORE_MEMBAR] = " awaits-membar",
                                          [FP_STAGE_BARRIERS_BY_HAND] = " awaits-membar",
                                          [FP_STAGE_BEFORE_THREADS] = " awaits-threads" };
    const struct fp_kernel *kernel = d->kernel;
    start_line(d, "kernel", kernel->ir->ops[kernel->op].name_span);
    put_format(d, " @%.*s%s%s%s%s\n", FP_STR_ARG(kernel->name), kernel->is_entry ? " entry" : "",
               kernel->is_public ? "" : " private", stages[kernel->stage], kernel->has_tensors ? " tensors" : "");
    d->depth = 1;
    start_line(d, "target ", (fp_span){ 0, 0 });
    fp_renderer renderer = { .keep = d->keep, .lines = d->lines };
    fp_str target_source = fp_render(&renderer, &kernel->target_source, FP_FORM_FULL),
           block_source = fp_render(&renderer, &kernel->block_source, FP_FORM_FULL);
    put_format(d, "%.*s (%.*s), ", FP_STR_ARG(kernel->target->chip), FP_STR_ARG(target_source));
    const fp_launch *launch = &kernel->launch;
    if (launch->block[0])
        put_format(d, "block %s%u,%u,%u", launch->upper_bound_only ? "at most " : "", launch->block[0],
                   launch->block[1], launch->block[2]);
    else
        put_format(d, "block unknown, at most %u", launch->max_threads);
    put_format(d, " (%.*s), wave %u\n", FP_STR_ARG(block_source), launch->wave_size);
    for (fp_root root = 0; root < fp_buffers_count(kernel->buffers); root++) {
        const fp_root_info *info = fp_buffers_root(kernel->buffers, root);
        if (info->space != FP_SPACE_WORKGROUP || info->supposed) continue;
        start_line(d, "buffer", info->span);
        put_format(d, " %.*s %s", FP_STR_ARG(info->name), root_words[info->kind]);
        if (info->size_bytes >= 0) put_format(d, " %lld bytes", (long long)info->size_bytes);
        if (info->offset_bytes >= 0) put_format(d, " at %lld", (long long)info->offset_bytes);
        if (info->in_loop) put(d, FP_STR(" in a loop"));
        end_line(d);
    }
    for (uint32_t i = 0; i < kernel->unknown_ops.len; i++) {
        start_line(d, "unknown", kernel->ir->ops[kernel->unknown_ops.data[i]].name_span);
        put_name(d, kernel->unknown_ops.data[i]);
        end_line(d);
    }
}

fp_str fp_kernel_dump(struct fp_arena *keep, const struct fp_kernel *kernel) {
    dump d = { .keep = keep, .kernel = kernel, .lines = fp_lines_new(keep, kernel->ir->text) };
    put_header(&d);
    put_items(&d, &kernel->body);
    return (fp_str){ d.text.data, d.text.len };
}
