/* outline_nodes.c - the nodes of an outline, and what is open while it is read. */
#include "base/memory.h"
#include "read/outline_reader.h"
#include <stdlib.h>
#include <string.h>

static void *grown(void *data, uint32_t *capacity, size_t size) {
    uint32_t now = *capacity ? *capacity + *capacity / 2 : 64;
    *capacity = now;
    return fp_memory_resized(data, now * size);
}

void fp_outline_grow(fp_outline_reader *r) {
    r->out.nodes = grown(r->out.nodes, &r->out.capacity, sizeof *r->out.nodes);
}

void fp_outline_enter(fp_outline_reader *r, uint32_t old) {
    if (r->old_depth == r->path_capacity) r->old_path = grown(r->old_path, &r->path_capacity, sizeof *r->old_path);
    r->old_path[r->old_depth++] = old;
}

fp_outline_node *fp_outline_push(fp_outline_reader *r, fp_outline_kind kind, uint32_t start) {
    if (r->out.len == r->out.capacity) fp_outline_grow(r);
    fp_outline_node *node = &r->out.nodes[r->out.len++];
    uint32_t depth = r->scanner.depth;
    *node = (fp_outline_node){ .start = start,
                               .end = start,
                               .count = 1,
                               .kind = (uint8_t)kind,
                               .depth = (uint16_t)(depth > UINT16_MAX ? UINT16_MAX : depth) };
    return node;
}

fp_frame *fp_outline_open(fp_outline_reader *r, fp_frame_kind kind, uint32_t node) {
    if (r->depth == r->frame_capacity) r->frames = grown(r->frames, &r->frame_capacity, sizeof *r->frames);
    fp_frame *frame = &r->frames[r->depth++];
    *frame = (fp_frame){ .kind = (uint8_t)kind, .node = node };
    return frame;
}

bool fp_outline_is_item(const fp_outline_node *node) {
    switch ((fp_outline_kind)node->kind) {
    case FP_OUTLINE_FILE:
    case FP_OUTLINE_SPLIT:
    case FP_OUTLINE_OP:
    case FP_OUTLINE_ROW:
    case FP_OUTLINE_LABEL:
    case FP_OUTLINE_ATTRIBUTE:
    case FP_OUTLINE_TYPE:
    case FP_OUTLINE_METADATA: return true;
    case FP_OUTLINE_SECTION:
    case FP_OUTLINE_REGION:
    case FP_OUTLINE_INCOMPLETE:
    case FP_OUTLINE_UNEXPECTED:
    case FP_OUTLINE_KIND_COUNT: return false;
    }
    return false;
}

void fp_outline_note_state(fp_outline_reader *r) {
    const struct scanner *s = &r->scanner;
    r->from = r->at;
    r->before.state = (uint8_t)(s->verdict | s->next << 3 | s->first << 5 | s->braces << 6);
    r->before.missing = (uint8_t)s->missing;
    r->before.top = s->top;
    r->before.column = s->depth && s->depth <= DEPTH_MAX ? s->regions[s->depth - 1] : 0;
}

void fp_outline_end(fp_outline_reader *r, uint32_t node, uint32_t end) {
    r->out.nodes[node].end = end;
    r->out.nodes[node].count = r->out.len - node;
}

void fp_outline_end_section(fp_outline_reader *r) {
    fp_frame *frame = fp_outline_top(r);
    if (frame->node != FP_NO_NODE) fp_outline_end(r, frame->node, r->from);
    frame->node = FP_NO_NODE;
}

fp_outline fp_outline_copy(const fp_outline *outline) {
    fp_outline copy = { .len = outline->len, .capacity = outline->len };
    if (!outline->len) return copy;
    copy.nodes = fp_memory_raw(outline->len * sizeof *copy.nodes);
    memcpy(copy.nodes, outline->nodes, outline->len * sizeof *copy.nodes);
    return copy;
}

void fp_outline_drop(fp_outline *outline) {
    free(outline->nodes);
    *outline = (fp_outline){ 0 };
}

const char *fp_outline_name(fp_outline_kind kind) {
    static const char *const names[] = {
#define FP_OUTLINE_TEXT(name, text) [FP_OUTLINE_##name] = text,
        FP_OUTLINE_KINDS(FP_OUTLINE_TEXT)
#undef FP_OUTLINE_TEXT
    };
    return names[kind];
}
