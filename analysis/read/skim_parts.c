#include "read/skim_parts.h"
#include "base/union_find.h"
#include <string.h>

void fp_parts_begin_section(fp_skim_parts *p) {
    p->first = p->parts->len;
    p->level = 0;
    p->head = p->inside = p->declares = p->doubtful = p->frame_matters = false;
    p->mentions.len = 0;
    fp_map_clear(&p->declared);
}

static void end_part(fp_skim_parts *p, uint32_t end) {
    if (p->inside) p->parts->data[p->parts->len - 1].span.end = end;
    p->inside = p->declares = false;
}

static void mention(fp_skim_parts *p, uint64_t name) {
    *FP_PUSH(p->scratch, &p->mentions) = (fp_part_mention){ name, p->parts->len - 1 };
}

/* Of several parts with a function of that name the first one stands for all. */
static void declare(fp_skim_parts *p, uint64_t name) {
    fp_map_probe probe = fp_map_find(&p->declared, name);
    if (!fp_map_next(&probe)) fp_map_put(p->scratch, &p->declared, name, p->parts->len - 1);
    mention(p, name);
}

static void begin_part(fp_skim_parts *p, uint32_t line, uint64_t name) {
    end_part(p, line);
    *FP_PUSH(p->keep, p->parts) = (fp_skimmed_part){ .span = { line, line } };
    p->inside = true;
    declare(p, name);
}

/* Takes the brace that the head of a module has to end with for the module's. */
static void enter_module(fp_skim_parts *p, uint32_t depth) {
    if (depth == p->level + 1)
        p->level++;
    else
        p->doubtful = true;
    p->head = false;
}

void fp_parts_statement(fp_skim_parts *p, fp_statement what, uint32_t line, uint32_t depth, uint64_t name) {
    if (p->head) enter_module(p, depth);
    if (depth < p->level) p->level = depth;
    switch (what) {
    case FP_STATEMENT_FUNCTION: begin_part(p, line, name); break;
    case FP_STATEMENT_UNKNOWN:
        begin_part(p, line, name);
        p->declares = true;
        break;
    case FP_STATEMENT_MODULE:
        end_part(p, line);
        p->head = true;
        break;
    case FP_STATEMENT_FRAME: end_part(p, line); break;
    case FP_STATEMENT_END:
        end_part(p, line);
        if (p->level) p->level--;
        break;
    case FP_STATEMENT_GOES_ON: break;
    }
}

void fp_parts_symbol(fp_skim_parts *p, uint64_t name) {
    if (!p->inside) return;
    if (p->declares)
        declare(p, name);
    else
        mention(p, name);
}

void fp_parts_matter(fp_skim_parts *p) {
    if (p->inside)
        p->parts->data[p->parts->len - 1].matters = true;
    else
        p->frame_matters = true;
}

static void join_mentions(fp_skim_parts *p) {
    uint32_t count = p->parts->len - p->first;
    fp_union_find sets = fp_union_find_new(p->scratch, count);
    for (uint32_t i = 0; i < p->mentions.len; i++) {
        fp_map_probe probe = fp_map_find(&p->declared, p->mentions.data[i].name);
        if (fp_map_next(&probe)) fp_union_find_join(sets, p->mentions.data[i].part - p->first, probe.value - p->first);
    }
    for (uint32_t i = 0; i < count; i++) p->parts->data[p->first + i].leader = p->first + fp_union_find_leader(sets, i);
}

uint32_t fp_parts_end_section(fp_skim_parts *p, uint32_t end, bool plain) {
    end_part(p, end);
    if (p->doubtful || !plain) p->parts->len = p->first;
    if (p->parts->len > p->first) join_mentions(p);
    return p->parts->len - p->first;
}
