#include "engine/piece_plan.h"
#include "base/hash.h"
#include "read/unit_head.h"
#include <string.h>

enum { FRAME_SHARE = 8 }; /* a piece has at least so many times the bytes of the frame that is read with it */

typedef struct {
    struct fp_arena *keep;
    fp_str text;
    uint32_t piece_bytes;
    fp_piece_plan plan;
} planner;

/* ---- sections ---- */

static fp_str body_of(const planner *p, uint32_t section) {
    const fp_skimmed_section *s = &p->plan.skim.sections.data[section];
    return fp_str_slice(p->text, s->body, s->span.end);
}

/* The first section with the same text; FP_NONE: there is none. */
static uint32_t find_same(const planner *p, const fp_map *bodies, uint64_t hash, uint32_t section) {
    fp_str body = body_of(p, section);
    for (fp_map_probe probe = fp_map_find(bodies, hash); fp_map_next(&probe);)
        if (fp_str_equal(body_of(p, probe.value), body)) return probe.value;
    return FP_NONE;
}

static void plan_sections(planner *p) {
    fp_map bodies = { 0 };
    uint32_t count = p->plan.skim.sections.len;
    p->plan.sections = FP_NEW(p->keep, fp_section_plan, count);
    for (uint32_t i = 0; i < count; i++) {
        const fp_skimmed_section *section = &p->plan.skim.sections.data[i];
        p->plan.sections[i] = (fp_section_plan){ .fate = FP_SECTION_READ };
        if (!section->plain) continue;
        if (!section->matters) {
            p->plan.sections[i].fate = FP_SECTION_PASSED;
            p->plan.passed_bytes += section->span.end - section->span.start;
            continue;
        }
        uint64_t hash = fp_str_hash(body_of(p, i));
        uint32_t same = find_same(p, &bodies, hash, i);
        if (same == FP_NONE) {
            fp_map_put(p->keep, &bodies, hash, i);
        } else {
            p->plan.sections[i] = (fp_section_plan){ .fate = FP_SECTION_KNOWN, .same_as = same };
            p->plan.known_bytes += section->span.end - section->span.start;
        }
    }
}

/* ---- a section that is cut ---- */

/* The functions of a section, by the first of those that stay together. */
typedef struct {
    const fp_skimmed_section *section;
    uint32_t *next;             /* per part: the next one that stays with it; FP_NONE: none */
    uint32_t *bytes;            /* per leader: of all that stay with it */
    bool *matters;              /* per leader: one of these does */
    uint32_t frame_bytes, gaps; /* around the functions; how many stretches of text these are */
} families;

static families find_families(const planner *p, const fp_skimmed_section *section) {
    uint32_t count = section->part_count, first = section->first_part;
    families f = { section,
                   FP_NEW(p->keep, uint32_t, count),
                   FP_NEW(p->keep, uint32_t, count),
                   FP_NEW(p->keep, bool, count),
                   section->span.end - section->span.start,
                   1 };
    uint32_t *last = FP_NEW(p->keep, uint32_t, count), at = section->span.start;
    for (uint32_t i = 0; i < count; i++) {
        const fp_skimmed_part *part = &p->plan.skim.parts.data[first + i];
        uint32_t leader = part->leader - first, bytes = part->span.end - part->span.start;
        f.next[i] = FP_NONE;
        if (leader != i) f.next[last[leader]] = i;
        last[leader] = i;
        f.bytes[leader] += bytes;
        f.matters[leader] |= part->matters || section->frame_matters;
        f.frame_bytes -= bytes;
        f.gaps += part->span.start > at;
        at = part->span.end;
    }
    return f;
}

typedef struct {
    fp_span *from, *to;
    bool *lent;
    uint32_t count;
} stretch_list;

static stretch_list new_stretches(struct fp_arena *keep, uint32_t room) {
    return (stretch_list){ FP_NEW(keep, fp_span, room), FP_NEW(keep, fp_span, room), FP_NEW(keep, bool, room), 0 };
}

static void add_stretch(stretch_list *list, fp_span span, bool lent) {
    uint32_t n = list->count, bytes = span.end - span.start;
    if (bytes == 0) return;
    if (n && list->to[n - 1].end == span.start && list->lent[n - 1] == lent) {
        list->to[n - 1].end = span.end;
        list->from[n - 1].end += bytes;
        return;
    }
    uint32_t at = n ? list->from[n - 1].end : 0;
    list->from[n] = (fp_span){ at, at + bytes };
    list->to[n] = span;
    list->lent[n] = lent;
    list->count++;
}

static fp_relocation stretches_of(stretch_list list) {
    if (list.count) list.from[list.count - 1].end++, list.to[list.count - 1].end++; /* a place may be the text's end */
    return (fp_relocation){ list.from, list.to, list.lent, list.count };
}

static fp_relocation whole_stretch(struct fp_arena *keep, fp_span span) {
    stretch_list list = new_stretches(keep, 1);
    add_stretch(&list, span, false);
    return stretches_of(list);
}

/* The parts that are chosen, with the frame. */
static fp_relocation cut_stretches(const planner *p, const families *f, const bool *chosen, uint32_t chosen_count,
                                   bool lent) {
    stretch_list list = new_stretches(p->keep, f->gaps + chosen_count);
    uint32_t at = f->section->span.start;
    for (uint32_t i = 0; i < f->section->part_count; i++) {
        fp_span part = p->plan.skim.parts.data[f->section->first_part + i].span;
        add_stretch(&list, (fp_span){ at, part.start }, lent);
        if (chosen[i]) add_stretch(&list, part, false);
        at = part.end;
    }
    add_stretch(&list, (fp_span){ at, f->section->span.end }, lent);
    return stretches_of(list);
}

static void add_cut_piece(planner *p, const families *f, const bool *chosen, uint32_t chosen_count, bool first) {
    fp_piece_text piece = { cut_stretches(p, f, chosen, chosen_count, !first),
                            (uint32_t)(f->section - p->plan.skim.sections.data) };
    *FP_PUSH(p->keep, &p->plan.pieces) = piece;
}

static void pass_family(planner *p, const families *f, uint32_t leader) {
    p->plan.passed_bytes += f->bytes[leader];
    for (uint32_t i = leader; i != FP_NONE; i = f->next[i]) p->plan.passed[f->section->first_part + i] = true;
}

/* Families in the order of their first functions, up to the size of a piece. */
static void cut_section(planner *p, const fp_skimmed_section *section) {
    families f = find_families(p, section);
    uint32_t count = section->part_count, first = section->first_part, bytes = 0, chosen_count = 0,
             most = f.frame_bytes > p->piece_bytes / FRAME_SHARE ? f.frame_bytes * FRAME_SHARE : p->piece_bytes;
    bool *chosen = FP_NEW(p->keep, bool, count), is_first = true;
    for (uint32_t i = 0; i < count; i++) {
        if (p->plan.skim.parts.data[first + i].leader - first != i) continue;
        if (!f.matters[i]) {
            pass_family(p, &f, i);
            continue;
        }
        if (chosen_count && bytes + f.bytes[i] > most) {
            add_cut_piece(p, &f, chosen, chosen_count, is_first);
            memset(chosen, 0, count * sizeof *chosen);
            bytes = chosen_count = 0, is_first = false;
        }
        for (uint32_t k = i; k != FP_NONE; k = f.next[k]) chosen[k] = true, chosen_count++;
        bytes += f.bytes[i];
    }
    if (chosen_count || is_first) add_cut_piece(p, &f, chosen, chosen_count, is_first);
}

/* Whether the compiler's barriers are placed yet may be told by any function of a module. */
static bool has_families(const planner *p, uint32_t section) {
    return p->plan.skim.sections.data[section].part_count > 1 && !fp_unit_tells_stage(body_of(p, section));
}

static bool may_be_cut(const planner *p, uint32_t section) {
    fp_span span = p->plan.skim.sections.data[section].span;
    return span.end - span.start > p->piece_bytes && has_families(p, section);
}

/* ---- pieces ---- */

static void add_whole_sections(struct fp_arena *keep, fp_piece_plan *plan, fp_span span) {
    if (span.end > span.start) *FP_PUSH(keep, &plan->pieces) = (fp_piece_text){ whole_stretch(keep, span), FP_NONE };
}

static void cut_pieces(planner *p) {
    fp_span open = { 0, 0 }; /* sections that will be one piece */
    p->plan.passed = FP_NEW(p->keep, bool, p->plan.skim.parts.len + 1);
    for (uint32_t i = 0; i < p->plan.skim.sections.len; i++) {
        fp_section_plan *plan = &p->plan.sections[i];
        fp_span span = p->plan.skim.sections.data[i].span;
        if (plan->fate != FP_SECTION_READ) continue;
        bool cut = may_be_cut(p, i), joins = open.end == span.start && open.end - open.start < p->piece_bytes;
        if (open.end > open.start && (cut || !joins)) {
            add_whole_sections(p->keep, &p->plan, open);
            open = (fp_span){ 0, 0 };
        }
        plan->piece = p->plan.pieces.len;
        if (cut)
            cut_section(p, &p->plan.skim.sections.data[i]);
        else
            open = open.end > open.start ? (fp_span){ open.start, span.end } : span;
        plan->piece_end = cut ? p->plan.pieces.len : plan->piece + 1;
    }
    add_whole_sections(p->keep, &p->plan, open);
}

fp_piece_plan fp_piece_plan_make(struct fp_arena *keep, fp_str text, fp_skim skim, uint32_t piece_bytes) {
    planner p = { keep, text, piece_bytes, { .skim = skim } };
    plan_sections(&p);
    cut_pieces(&p);
    return p.plan;
}

/* ---- around a place ---- */

uint32_t fp_piece_plan_section(const fp_piece_plan *plan, uint32_t offset) {
    return FP_COUNT_BELOW(plan->skim.sections.data, plan->skim.sections.len, span.start, offset + 1) - 1;
}

static bool was_cut(const fp_piece_plan *plan, uint32_t section) {
    const fp_section_plan *s = &plan->sections[section];
    if (s->fate == FP_SECTION_KNOWN) return was_cut(plan, s->same_as);
    return s->fate == FP_SECTION_READ && plan->pieces.data[s->piece].cut == section;
}

/* The part of the section that holds the place, by its number there; FP_NONE: none does. */
static uint32_t part_at(const planner *p, const fp_skimmed_section *section, uint32_t offset) {
    const fp_skimmed_part *parts = &p->plan.skim.parts.data[section->first_part];
    uint32_t behind = FP_COUNT_BELOW(parts, section->part_count, span.start, offset + 1);
    return behind > 0 && offset < parts[behind - 1].span.end ? behind - 1 : FP_NONE;
}

fp_relocation fp_piece_plan_around(struct fp_arena *keep, fp_str text, const fp_piece_plan *plan, uint32_t offset,
                                   bool damaged) {
    struct fp_arena *scratch = fp_arena_new();
    planner p = { scratch, text, 0, *plan };
    uint32_t number = fp_piece_plan_section(plan, offset), count = 0;
    const fp_skimmed_section *section = &plan->skim.sections.data[number];
    bool apart = !damaged && section->part_count && (was_cut(plan, number) || has_families(&p, number));
    uint32_t part = apart ? part_at(&p, section, offset) : FP_NONE;
    fp_relocation stretches;
    if (part == FP_NONE) {
        stretches = whole_stretch(keep, section->span);
    } else {
        families f = find_families(&p, section);
        bool *chosen = FP_NEW(scratch, bool, section->part_count);
        uint32_t leader = plan->skim.parts.data[section->first_part + part].leader - section->first_part;
        for (uint32_t i = leader; i != FP_NONE; i = f.next[i]) chosen[i] = true, count++;
        p.keep = keep;
        stretches = cut_stretches(&p, &f, chosen, count, true);
    }
    fp_arena_drop(scratch);
    return stretches;
}

void fp_piece_plan_mend(struct fp_arena *keep, fp_piece_plan *plan, uint32_t section) {
    const fp_skimmed_section *s = &plan->skim.sections.data[section];
    for (uint32_t i = s->first_part; i < s->first_part + s->part_count; i++) {
        if (plan->passed[i])
            plan->passed_bytes -= plan->skim.parts.data[i].span.end - plan->skim.parts.data[i].span.start;
        plan->passed[i] = false;
    }
    plan->sections[section].piece = plan->pieces.len;
    add_whole_sections(keep, plan, s->span);
    plan->sections[section].piece_end = plan->pieces.len;
}
