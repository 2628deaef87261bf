/* outline_edit.c - what of an old outline an edit leaves as it is. */
#include "read/outline_reader.h"
#include <string.h>

void fp_stretch_add(fp_stretch *s, fp_span span, uint32_t inserted) {
    if (!s->any) *s = (fp_stretch){ true, span.start, span.start, span.start };
    uint32_t end = span.end > s->new_end ? span.end : s->new_end;
    if (span.start < s->start) s->start = span.start;
    s->old_end += end - s->new_end;
    s->new_end = end - (span.end - span.start) + inserted;
}

/* Where a place behind the edits is now. */
static uint32_t moved(const fp_outline_reader *r, uint32_t old) {
    return old < r->edits.old_end ? old : old - r->edits.old_end + r->edits.new_end;
}

/* ---- where to begin ---- */

/* The child of the node at `parent` that is, or holds, the node at `inner`. */
static uint32_t child_around(const fp_outline *o, uint32_t parent, uint32_t inner) {
    uint32_t child = parent + 1;
    while (fp_outline_behind(o, child) <= inner) child = fp_outline_behind(o, child);
    return child;
}

/* The first item that has looked at what was edited. */
static uint32_t first_touched(const fp_outline_reader *r) {
    const fp_outline *o = r->old;
    for (uint32_t i = 0; i < o->len; i++)
        if (fp_outline_is_item(&o->nodes[i]) && o->nodes[i].looked > r->edits.start) return i;
    return 0;
}

/* What of its surroundings an item does not tell: a region that stands deeper in the brackets of its op. Then that op
 * is where to begin. Also where the item is the first of its section: that begins with it. */
static uint32_t begin_at(const fp_outline *o, uint32_t item) {
    for (uint32_t node = 0; node != item; node = child_around(o, node, item)) {
        uint32_t child = child_around(o, node, item);
        if (o->nodes[child].kind != FP_OUTLINE_REGION || o->nodes[child].within <= 1) continue;
        item = node;
        break;
    }
    return item > 0 && o->nodes[item - 1].kind == FP_OUTLINE_SECTION ? item - 1 : item;
}

static void set_column(struct scanner *scanner, uint32_t region, uint8_t column) {
    if (region < DEPTH_MAX) scanner->regions[region] = column;
}

static void restore_state(struct scanner *scanner, const fp_outline_node *item) {
    scanner->verdict = item->state & 7;
    scanner->next = item->state >> 3 & 3;
    scanner->first = item->state >> 5 & 1;
    scanner->braces = item->state >> 6;
    scanner->missing = (int8_t)item->missing;
    scanner->top = item->top;
}

static void set_path(fp_outline_reader *r, uint32_t old) {
    for (uint32_t node = 0; node != old; node = child_around(r->old, node, old)) fp_outline_enter(r, node);
}

/* The node of the path behind its `i`th one, or `old_at`, to which it leads. */
static uint32_t inner(const fp_outline_reader *r, uint32_t i) {
    return i + 1 < r->old_depth ? r->old_path[i + 1] : r->old_at;
}

/* Opens what is open around the item, or the section, at `old_at`. */
static void open_surroundings(fp_outline_reader *r) {
    const fp_outline *o = r->old;
    fp_outline_open(r, FP_FRAME_SECTION, FP_NO_NODE);
    for (uint32_t i = 1; i < r->old_depth; i++) {
        uint32_t node = r->old_path[i];
        const fp_outline_node *n = &o->nodes[node];
        switch ((fp_outline_kind)n->kind) {
        case FP_OUTLINE_SECTION: r->frames[0].node = node; break;
        case FP_OUTLINE_REGION:
            if (n->within) {
                fp_frame *group = fp_outline_open(r, FP_FRAME_GROUP, FP_NO_NODE);
                group->within = FP_WITHIN_PAREN;
                group->open = n->from;
            }
            fp_outline_open(r, FP_FRAME_REGION, node);
            set_column(&r->scanner, r->scanner.depth++, o->nodes[inner(r, i)].column);
            break;
        case FP_OUTLINE_FILE:
        case FP_OUTLINE_SPLIT:
        case FP_OUTLINE_OP:
        case FP_OUTLINE_ROW:
        case FP_OUTLINE_LABEL:
        case FP_OUTLINE_ATTRIBUTE:
        case FP_OUTLINE_TYPE:
        case FP_OUTLINE_METADATA:
        case FP_OUTLINE_INCOMPLETE:
        case FP_OUTLINE_UNEXPECTED:
        case FP_OUTLINE_KIND_COUNT: {
            fp_frame *op = fp_outline_open(r, FP_FRAME_OP, node);
            op->typed = o->nodes[inner(r, i)].state; /* as it was in front of the region */
            break;
        }
        }
    }
}

void fp_outline_resume(fp_outline_reader *r) {
    const fp_outline *o = r->old;
    uint32_t begin = begin_at(o, first_touched(r));
    if (begin == 0) return;
    r->old_at = begin;
    set_path(r, begin);
    open_surroundings(r);
    const fp_outline_node *item = &o->nodes[o->nodes[begin].kind == FP_OUTLINE_SECTION ? begin + 1 : begin];
    restore_state(&r->scanner, item);
    memcpy(r->out.nodes, o->nodes, begin * sizeof *o->nodes);
    r->out.len = begin;
    r->at = item->from;
    r->between = true;
    for (r->item = begin - 1; !fp_outline_is_item(&o->nodes[r->item]);) r->item--;
    r->reach = o->nodes[r->item].looked;
}

/* ---- where to end ---- */

/* Are the same things open around the reader as around the old item, so that what follows ends alike? */
static bool same_surroundings(const fp_outline_reader *r) {
    const fp_outline_node *nodes = r->old->nodes;
    uint32_t frame = 1, region = 0;
    for (uint32_t i = 1; i < r->old_depth; i++) {
        const fp_outline_node *n = &nodes[r->old_path[i]];
        if (n->kind == FP_OUTLINE_REGION) { /* of the op in front of it on the path */
            if (n->within > 1 || frame + 1 + n->within >= r->depth) return false;
            const fp_frame *op = &r->frames[frame++];
            if (op->kind != FP_FRAME_OP) return false;
            if (n->within) {
                const fp_frame *group = &r->frames[frame++];
                if (op->typed != n->state || group->kind != FP_FRAME_GROUP || group->within != FP_WITHIN_PAREN ||
                    group->open != moved(r, n->from))
                    return false;
            }
            const fp_frame *now = &r->frames[frame++];
            if (now->kind != FP_FRAME_REGION || r->out.nodes[now->node].start != moved(r, n->start)) return false;
            if (region < DEPTH_MAX && r->scanner.regions[region] != nodes[inner(r, i)].column) return false;
            region++;
        } else if (n->kind == FP_OUTLINE_SECTION) {
            bool first = r->old_path[i] + 1 == r->old_at;
            if ((r->frames[0].node == FP_NO_NODE) != first) return false;
        }
    }
    return frame == r->depth;
}

/* What is still open ends where it ended. */
static void end_frames(fp_outline_reader *r, uint32_t first_taken, uint32_t first_new) {
    const fp_outline *o = r->old;
    uint32_t frame = 0;
    for (uint32_t i = 0; i < r->old_depth; i++) {
        uint32_t node = r->old_path[i], now;
        if (node == 0) {
            now = 0;
        } else if (o->nodes[node].kind == FP_OUTLINE_SECTION) {
            if (node >= first_taken) continue;
            now = r->frames[0].node;
        } else {
            do frame++;
            while (r->frames[frame].kind == FP_FRAME_GROUP);
            now = r->frames[frame].node;
        }
        r->out.nodes[now].end = moved(r, o->nodes[node].end);
        r->out.nodes[now].count = fp_outline_behind(o, node) - first_taken + first_new - now;
    }
}

/* Does `from` say where something is? */
static bool has_place(const fp_outline_node *node) {
    return fp_outline_is_item(node) || node->kind == FP_OUTLINE_INCOMPLETE ||
           (node->kind == FP_OUTLINE_REGION && node->within);
}

static void take_rest(fp_outline_reader *r) {
    const fp_outline *o = r->old;
    uint32_t item = r->old_at;
    bool begins_section = item > 0 && o->nodes[item - 1].kind == FP_OUTLINE_SECTION;
    uint32_t first = item - begins_section, count = o->len - first, begin = r->out.len;
    uint32_t delta = r->edits.new_end - r->edits.old_end;
    while (r->out.capacity < begin + count) fp_outline_grow(r);
    /* What the old reader looked at until it came to the item, this one would have looked at. */
    uint32_t before = item - 1;
    while (!fp_outline_is_item(&o->nodes[before])) before--;
    if (o->nodes[item].kind == FP_OUTLINE_SPLIT) fp_outline_end_section(r);
    uint32_t looked = moved(r, o->nodes[before].looked);
    r->out.nodes[r->item].looked = looked > r->reach ? looked : r->reach;
    fp_outline_node *to = r->out.nodes + begin;
    memcpy(to, o->nodes + first, count * sizeof *to);
    for (uint32_t i = 0; i < count; i++) {
        to[i].start += delta;
        to[i].end += delta;
        to[i].looked += delta;
        if (has_place(&to[i])) to[i].from = moved(r, to[i].from);
    }
    r->out.len += count;
    end_frames(r, first, begin);
}

/* To the next old node. */
static void advance(fp_outline_reader *r) {
    fp_outline_enter(r, r->old_at++);
    while (r->old_depth && fp_outline_behind(r->old, r->old_path[r->old_depth - 1]) <= r->old_at) r->old_depth--;
}

bool fp_outline_rejoin(fp_outline_reader *r) {
    const fp_outline *o = r->old;
    if (r->at < r->edits.new_end) return false;
    uint32_t old = r->at - r->edits.new_end + r->edits.old_end;
    while (r->old_at < o->len && (o->nodes[r->old_at].start < old || !fp_outline_is_item(&o->nodes[r->old_at])))
        advance(r);
    if (r->old_at == o->len) return false;
    const fp_outline_node *item = &o->nodes[r->old_at];
    if (item->from != old || item->depth != (r->scanner.depth > UINT16_MAX ? UINT16_MAX : r->scanner.depth))
        return false;
    if (memcmp(&item->state, &r->before, sizeof r->before) != 0) return false;
    if (item->kind == FP_OUTLINE_FILE) return false;
    if (!same_surroundings(r)) return false;
    take_rest(r);
    return true;
}
