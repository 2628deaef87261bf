/* machine_slice.c - the code that events and branches need, and nothing else. */
#include "streams/machine_code.h"
#include <string.h>

typedef struct {
    fp_program_code *code;
    bool *needed;       /* per register */
    uint32_t *range_of; /* per code: innermost range that can be left out, FP_NONE */
    uint32_t *outer;    /* per range */
    uint64_t recalled;  /* bit k: numbers of k + 1 bits that memory holds are needed */
    bool changed;
} slicer;

static void need(slicer *s, uint32_t reg) {
    if (reg == FP_NONE || s->needed[reg]) return;
    s->needed[reg] = s->changed = true;
}

static void need_range(slicer *s, uint32_t range) {
    for (; range != FP_NONE && !s->code->ranges.data[range].needed; range = s->outer[range])
        s->code->ranges.data[range].needed = s->changed = true;
}

static bool is_left_out(const slicer *s, uint32_t at) {
    for (uint32_t range = s->range_of[at]; range != FP_NONE; range = s->outer[range])
        if (!s->code->ranges.data[range].needed) return true;
    return false;
}

static void need_event(slicer *s, const fp_code_event *event) {
    for (uint32_t i = 0; i < event->objects.len; i++)
        need(s, event->objects.data[i].object), need(s, event->objects.data[i].when);
    for (uint32_t i = 0; i < event->reads.len; i++) need(s, event->reads.data[i]);
    for (uint32_t i = 0; i < event->writes.len; i++) need(s, event->writes.data[i]);
    need(s, event->when), need(s, event->moves), need(s, event->phase), need(s, event->accumulates),
        need(s, event->tensor);
    need(s, event->count_from), need(s, event->id_from);
    if (event->does == FP_DOES_WAIT_QUEUE) need(s, event->token);
}

static void need_act(slicer *s, const fp_code_act *act) {
    for (uint32_t i = 0; i < act->need_count; i++) need(s, s->code->needs.data[act->first_need + i]);
}

static void need_operands(slicer *s, const fp_code *code) {
    need(s, code->a), need(s, code->c);
    if (code->kind != FP_CODE_ALLOC) need(s, code->b);
    if (code->kind == FP_CODE_PEER) {
        const fp_code_address *peer = &s->code->peers.data[code->extra];
        for (uint32_t i = 0; i < peer->need_count; i++) need(s, s->code->needs.data[peer->first_need + i]);
    }
    if (code->kind != FP_CODE_OPAQUE) return;
    const fp_code_opaque *opaque = &s->code->opaques.data[code->extra];
    for (uint32_t i = 0; i < opaque->operands.len; i++) need(s, opaque->operands.data[i]);
    if (opaque->touch != FP_NONE) s->recalled |= (uint64_t)1 << (s->code->touches.data[opaque->touch].bits - 1);
}

/* Numbers that are stored as wide as some that are read. */
static void need_stored(slicer *s) {
    if (s->code->phase_bit) s->recalled |= (uint64_t)1 << 63; /* words that objects are */
    s->code->recalls = s->recalled != 0;
    for (uint32_t i = 0; s->recalled && i < s->code->touches.len; i++) {
        const fp_code_touch *touch = &s->code->touches.data[i];
        if (touch->stored != FP_NONE && s->recalled >> (touch->bits - 1) & 1) need(s, touch->stored);
    }
}

static bool defines(const fp_code *code) { return code->dst != FP_NONE; }

/* Ranges nest: the last one that was pushed is the outermost of those that hold a place. */
static void place_ranges(slicer *s, struct fp_arena *scratch) {
    uint32_t count = s->code->ranges.len;
    s->range_of = FP_NEW(scratch, uint32_t, s->code->code.len + 1);
    s->outer = FP_NEW(scratch, uint32_t, count + 1);
    memset(s->range_of, 0xff, (s->code->code.len + 1) * sizeof *s->range_of);
    for (uint32_t r = count; r-- > 0;) {
        uint32_t first = s->code->ranges.data[r].first, end = s->code->ranges.data[r].end;
        if (end > s->code->code.len) end = s->code->code.len;
        s->outer[r] = first < end ? s->range_of[first] : FP_NONE;
        for (uint32_t i = first; i < end; i++) s->range_of[i] = r;
    }
}

static void mark(slicer *s) {
    for (uint32_t at = s->code->code.len; at-- > 0;) {
        fp_code *code = &s->code->code.data[at];
        if (defines(code)) {
            if (!s->needed[code->dst] || code->needed) continue;
            code->needed = s->changed = true;
            need_range(s, s->range_of[at]);
            need_operands(s, code);
        } else if (!is_left_out(s, at) && !code->needed) {
            code->needed = s->changed = true;
            if (code->kind == FP_CODE_EVENT) need_event(s, &s->code->events.data[code->extra]);
            if (code->kind == FP_CODE_ACT) need_act(s, &s->code->acts.data[code->extra]);
            need(s, code->a);
        }
    }
}

/* Closes up what is left; jumps go to the next code that is. */
static void compact(slicer *s, struct fp_arena *scratch) {
    uint32_t *moved = FP_NEW(scratch, uint32_t, s->code->code.len + 1), kept = 0;
    for (uint32_t at = 0; at < s->code->code.len; at++) {
        const fp_code *code = &s->code->code.data[at];
        moved[at] = kept;
        bool to_next = code->kind == FP_CODE_JUMP && code->to == at + 1;
        if (code->needed && !to_next) s->code->code.data[kept++] = *code;
    }
    moved[s->code->code.len] = kept;
    s->code->code.len = kept;
    for (uint32_t at = 0; at < kept; at++)
        if (s->code->code.data[at].to != FP_NONE) s->code->code.data[at].to = moved[s->code->code.data[at].to];
    for (uint32_t i = 0; i < s->code->forks.len; i++)
        for (uint32_t k = 0; k < s->code->forks.data[i].count; k++)
            s->code->forks.data[i].entry[k] = moved[s->code->forks.data[i].entry[k]];
}

static uint32_t *leaf_of(fp_program_code *code, fp_code *at) {
    if (at->kind == FP_CODE_LEAF) return &at->extra;
    if (at->kind == FP_CODE_OPAQUE) return &code->opaques.data[at->extra].leaf;
    return NULL;
}

/* Leaves that nothing asks for any more go. */
static void compact_leaves(fp_program_code *code, struct fp_arena *scratch) {
    uint32_t *moved = FP_NEW(scratch, uint32_t, code->leaves.len + 1), kept = 0;
    for (uint32_t at = 0; at < code->code.len; at++) {
        const uint32_t *leaf = leaf_of(code, &code->code.data[at]);
        if (leaf && *leaf != FP_NONE) moved[*leaf] = 1;
    }
    for (uint32_t i = 0; i < code->leaves.len; i++) {
        bool stays = moved[i] != 0;
        moved[i] = kept;
        if (stays) code->leaves.data[kept++] = code->leaves.data[i];
    }
    code->leaves.len = kept;
    for (uint32_t at = 0; at < code->code.len; at++) {
        uint32_t *leaf = leaf_of(code, &code->code.data[at]);
        if (leaf && *leaf != FP_NONE) *leaf = moved[*leaf];
    }
}

void fp_code_slice(fp_program_code *code) {
    struct fp_arena *scratch = fp_arena_new();
    slicer s = { .code = code, .needed = FP_NEW(scratch, bool, code->register_count + 1), .changed = true };
    place_ranges(&s, scratch);
    while (s.changed) {
        s.changed = false;
        mark(&s);
        need_stored(&s);
    }
    compact(&s, scratch);
    compact_leaves(code, scratch);
    fp_arena_drop(scratch);
}
